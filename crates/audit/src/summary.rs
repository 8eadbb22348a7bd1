//! What does an audit come to: totals per code, by year and event, and where the codes differ?

use crate::{
    finding::{Finding, GameRow},
    run::Part,
};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// So many events are counted apart; further ones are counted together.
const EVENTS: usize = 10_000;

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
    /// By year.
    pub years: BTreeMap<i32, Group>,
    /// By event.
    pub events: BTreeMap<String, Group>,
}

/// Where findings stand that no code has made.
const NO_CODE: &str = "-";

impl Summary {
    /// Adds some games; `codes` are those of the audit.
    pub fn add(&mut self, part: &Part, codes: &[jadoube_game::Code]) {
        let mut findings = part.findings.iter().peekable();
        for game in &part.games {
            let mut his = Vec::new();
            while let Some(finding) =
                findings.next_if(|finding| finding.byte == game.byte && finding.file == game.file)
            {
                his.push(finding);
            }
            self.add_game(game, &his, codes);
        }
        for fault in findings {
            self.count(fault);
            self.damaged += 1;
        }
    }

    fn add_game(&mut self, game: &GameRow, findings: &[&Finding], codes: &[jadoube_game::Code]) {
        self.games += 1;
        self.plies += u64::from(game.plies);
        *self.starts.entry(game.start.word()).or_default() += 1;
        let irregular = u64::from(!findings.is_empty());
        self.irregular += irregular;
        self.damaged += u64::from(findings.iter().any(|finding| finding.kind.word() == "damaged"));
        for finding in findings {
            self.count(finding);
        }
        if codes.len() > 1 && irregular > 0 {
            let said = |code| {
                let under = findings.iter().filter(move |finding| finding.code == Some(code));
                under
                    .map(|finding| (finding.ply, finding.kind.word(), finding.kind.detail()))
                    .collect::<Vec<_>>()
            };
            let first = said(codes[0]);
            self.differ += u64::from(codes[1..].iter().any(|code| said(*code) != first));
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

/// The games seen so far, by their hash: sixteen bytes and a place each.
#[derive(Debug, Default)]
pub struct Seen {
    games: HashMap<u128, (u32, u64, u64)>,
    files: Vec<String>,
}

impl Seen {
    /// The first game that is the same as this one, if there was one before.
    pub fn before(&mut self, game: &GameRow) -> Option<(String, u64, u64)> {
        if game.plies == 0 {
            // Games without moves are alike in nothing that matters.
            return None;
        }
        if self.files.last() != Some(&game.file) {
            self.files.push(game.file.clone());
        }
        let place = ((self.files.len() - 1) as u32, game.byte, game.game);
        match self.games.entry(game.hash) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(place);
                None
            }
            std::collections::hash_map::Entry::Occupied(entry) => {
                let (file, byte, number) = *entry.get();
                Some((self.files[file as usize].clone(), byte, number))
            }
        }
    }
}

impl Seen {
    /// Adds to each game that stood before the finding that says so.
    pub fn mark(&mut self, part: &mut Part) {
        let mut others = core::mem::take(&mut part.findings).into_iter().peekable();
        for game in &part.games {
            while let Some(own) = others.next_if(|own| own.byte == game.byte && own.file == game.file) {
                part.findings.push(own);
            }
            if let Some((of_file, of_byte, of)) = self.before(game) {
                part.findings.push(Finding {
                    file: game.file.clone(),
                    byte: game.byte,
                    game: game.game,
                    ply: game.plies,
                    code: None,
                    clause: None,
                    kind: crate::Kind::Duplicate { of, of_file, of_byte },
                    fen: None,
                });
            }
        }
        part.findings.extend(others);
    }
}
