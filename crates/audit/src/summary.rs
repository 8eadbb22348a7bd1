//! What does an audit come to: totals per code, by year and event, and where the codes differ?

use crate::finding::{Finding, GameRow, Part};
use hashbrown::{HashTable, hash_table::Entry};
use jadoube_board::Position;
use jadoube_game::Code;
use serde::Serialize;
use std::collections::BTreeMap;

/// So many events are counted apart; further ones are counted together.
const EVENTS: usize = 10_000;

/// A number with its thousands apart.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many games, `1 game`, `2,000 games`.
pub fn games(number: u64) -> String {
    format!(
        "{} {}",
        thousands(number),
        if number == 1 { "game" } else { "games" }
    )
}

/// Counts of findings, by kind and detail: `claimable repetition`.
type Counts = BTreeMap<String, u64>;

/// Games of one year or event, and what was found in them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Group {
    /// Games.
    pub games: u64,
    /// Of which something was found in so many.
    pub irregular: u64,
}

/// What a whole audit came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Games read.
    pub games: u64,
    /// Half-moves in them.
    pub plies: u64,
    /// Games in which anything was found.
    pub irregular: u64,
    /// Games that could not be read to their end.
    pub damaged: u64,
    /// Games that stand in the archive before.
    pub duplicates: u64,
    /// By where they start.
    pub starts: BTreeMap<&'static str, u64>,
    /// What was found under each code; under no code where no law is asked.
    pub codes: BTreeMap<String, Counts>,
    /// Games of which the codes do not all say the same.
    pub differ: u64,
    /// Games of which two codes do not say the same, by the one and the other.
    pub between: BTreeMap<&'static str, BTreeMap<&'static str, u64>>,
    /// By year.
    pub years: BTreeMap<i32, Group>,
    /// By event.
    pub events: BTreeMap<String, Group>,
}

/// Where findings stand that no code has made.
const NO_CODE: &str = "-";

impl Summary {
    /// Adds some games; `codes` are those of the audit.
    pub fn add(&mut self, part: &Part, codes: &[Code]) {
        if self.between.is_empty() && !part.games.is_empty() {
            for (place, one) in codes.iter().enumerate() {
                for other in &codes[place + 1..] {
                    self.between
                        .entry(one.name())
                        .or_default()
                        .insert(other.name(), 0);
                }
            }
        }
        for (game, findings) in part.by_game() {
            if let Some(game) = game {
                self.add_game(game, findings, codes);
                continue;
            }
            for fault in findings {
                self.count(fault);
            }
            self.damaged += 1;
        }
    }

    fn add_game(&mut self, game: &GameRow, findings: &[Finding], codes: &[Code]) {
        self.games += 1;
        self.plies += u64::from(game.plies);
        *self.starts.entry(game.start.word()).or_default() += 1;
        let irregular = u64::from(!findings.is_empty());
        self.irregular += irregular;
        self.damaged += u64::from(findings.iter().any(|finding| finding.kind.word() == "damaged"));
        for finding in findings {
            self.count(finding);
        }
        if codes.len() > 1 && findings.iter().any(|finding| finding.code.is_some()) {
            self.compare(findings, codes);
        }
        if let Some(year) = game.year {
            self.years.entry(year).or_default().add(irregular);
        }
        let known = self.events.len() < EVENTS || self.events.contains_key(&game.event);
        let event = if known {
            game.event.as_str()
        } else {
            "(further events)"
        };
        match self.events.get_mut(event) {
            Some(group) => group.add(irregular),
            None => self.events.entry(event.to_owned()).or_default().add(irregular),
        }
    }

    /// Whether the codes say the same of one game.
    fn compare(&mut self, findings: &[Finding], codes: &[Code]) {
        let said = |code: &Code| {
            let under = findings.iter().filter(|finding| finding.code == Some(*code));
            let said: Vec<_> = under
                .map(|finding| (finding.ply, finding.kind.word(), finding.kind.detail()))
                .collect();
            (*code, said)
        };
        let all: Vec<_> = codes.iter().map(said).collect();
        self.differ += u64::from(all[1..].iter().any(|other| other.1 != all[0].1));
        for (place, one) in all.iter().enumerate() {
            let others = all[place + 1..].iter().filter(|other| other.1 != one.1);
            for (other, _) in others {
                *self
                    .between
                    .entry(one.0.name())
                    .or_default()
                    .entry(other.name())
                    .or_default() += 1;
            }
        }
    }

    /// One finding more.
    pub fn count(&mut self, finding: &Finding) {
        let code = finding.code.map_or(NO_CODE, jadoube_game::Code::name);
        let what = match finding.kind.detail() {
            Some(detail) => format!("{} {detail}", finding.kind.word()),
            None => finding.kind.word().to_owned(),
        };
        self.duplicates += u64::from(what == "duplicate");
        *self
            .codes
            .entry(code.to_owned())
            .or_default()
            .entry(what)
            .or_default() += 1;
    }
}

impl Group {
    fn add(&mut self, irregular: u64) {
        self.games += 1;
        self.irregular += irregular;
    }
}

/// The games seen so far: sixteen bytes each, of which eleven are the game's hash and five its number in order of reading.
#[derive(Debug, Default)]
pub struct Seen {
    games: HashTable<u128>,
    /// Where a run of games from one file begins: the number in order of reading, the number in the file, the file.
    runs: Vec<(u64, u64, String)>,
    read: u64,
}

/// So many bits hold a game's number: a million millions.
const NUMBER: u32 = 40;

impl Seen {
    /// The first game that is the same as this one, if there was one before: its file, and its number there.
    pub fn before(&mut self, game: &GameRow) -> Option<(&str, u64)> {
        let read = self.read;
        self.read += 1;
        let goes_on = self
            .runs
            .last()
            .is_some_and(|(from, first, file)| *file == game.file && game.game == first + (read - from));
        if !goes_on {
            self.runs.push((read, game.game, game.file.clone()));
        }
        if game.plies == 0 {
            // Games without moves are alike in nothing that matters.
            return None;
        }
        let kept = game.hash >> NUMBER << NUMBER | u128::from(read) & ((1 << NUMBER) - 1);
        let of = |kept: &u128| (kept >> 64) as u64;
        let entry = self
            .games
            .entry(of(&kept), |other| (kept ^ other) >> NUMBER == 0, of);
        let first = match entry {
            Entry::Vacant(entry) => {
                entry.insert(kept);
                return None;
            }
            Entry::Occupied(entry) => (entry.get() & ((1 << NUMBER) - 1)) as u64,
        };
        let run = self.runs.partition_point(|(from, ..)| *from <= first) - 1;
        let (from, number, file) = &self.runs[run];
        Some((file, number + (first - from)))
    }

    /// Adds to each game that stood before the finding that says so.
    pub fn mark(&mut self, part: &mut Part) {
        let mut others = core::mem::take(&mut part.findings).into_iter().peekable();
        for game in &part.games {
            while let Some(own) = others.next_if(|own| own.place() <= game.place()) {
                part.findings.push(own);
            }
            if let Some((of_file, of)) = self.before(game) {
                let of_file = of_file.to_owned();
                part.findings.push(Finding {
                    source: game.source,
                    file: game.file.clone(),
                    byte: game.byte,
                    game: game.game,
                    ply: game.plies,
                    code: None,
                    clause: None,
                    kind: crate::Kind::Duplicate { of, of_file },
                    fen: game.last.as_ref().map(Position::to_fen),
                });
            }
        }
        part.findings.extend(others);
    }
}
