//! One incident before several codes: who may now do what, and by which clause?

use super::{input::number, source};
use crate::{
    failure::Failure,
    paint::{self, FAINT, Line, TITLE, WARN},
};
use anstyle::Style;
use jadoube::judge::{Incident, Stopped, Trial};
use jadoube_board::Square;
use jadoube_game::{Act, Code, OptionView, Party, Sentence, Status, View, say};
use jadoube_law::registers::{find, lookup_reading};
use jadoube_proof::table::{Tables, default_directory};
use jadoube_record::{RecordError, in_words};
use std::{
    collections::BTreeSet,
    io::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Judge one incident, by its own code or by every code side by side
///
/// For each act on which some code has something to say: the board, what each code says of the act, who may now do
/// what, by which clause, and what that clause is about. Codes that agree share a column.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  jadoube judge examples/incident.jsonl --all-codes
  jadoube judge game.jsonl --code bcc-1899 --code fide-1931
  jadoube judge game.jsonl --all-codes --json | jq .")]
pub(crate) struct Args {
    /// The record; `-` for standard input.
    file: PathBuf,
    /// Before every code.
    #[arg(long)]
    all_codes: bool,
    /// Before this code (may be given several times) instead of the one the record names.
    #[arg(long, value_name = "CODE", conflicts_with = "all_codes")]
    code: Vec<Code>,
    /// Show every act, also those on which no code has anything to say.
    #[arg(long)]
    every: bool,
    /// Print one JSON object per act.
    #[arg(long)]
    json: bool,
    /// How many columns wide [default: as wide as the terminal].
    #[arg(long, value_name = "COLUMNS", value_parser = number(1..=10_000usize))]
    width: Option<usize>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut hearing = Hearing::read(&args.file)?;
    let codes = match (args.all_codes, args.code.is_empty()) {
        (true, _) => Code::ALL.to_vec(),
        (false, true) => vec![hearing.incident.terms.code],
        (false, false) => args.code.clone(),
    };
    hearing.judge(&codes);
    let failure = hearing.nobody_could();
    if args.json {
        hearing.print_json()?;
    } else {
        hearing.print(args.every, paint::width(args.width))?;
    }
    failure.map_or(Ok(()), Err)
}

/// `rule --all-codes`.
pub(crate) fn all_codes(file: &Path) -> Result<(), Failure> {
    let args = Args {
        file: file.to_owned(),
        all_codes: true,
        code: Vec::new(),
        every: false,
        json: false,
        width: None,
    };
    run(&args)
}

/// A record by name and what each code makes of it.
struct Hearing {
    name: String,
    incident: Incident,
    trials: Vec<Trial>,
}

impl Hearing {
    fn read(file: &Path) -> Result<Self, Failure> {
        let name = source::name(file);
        let incident = Incident::read(source::open(file)?)
            .map_err(|error| Failure::Input(format!("{name}: {error}")))?;
        Ok(Hearing {
            name,
            incident,
            trials: Vec::new(),
        })
    }

    fn judge(&mut self, codes: &[Code]) {
        let tables = Arc::new(Tables::in_directory(default_directory()));
        let trial = |code: &Code| self.incident.trial(*code, Some(tables.clone()));
        self.trials = codes.iter().map(trial).collect();
    }

    /// An act that cannot have happened under any code is a fault of the record.
    fn nobody_could(&self) -> Option<Failure> {
        let errors: Option<Vec<&RecordError>> = self
            .trials
            .iter()
            .filter(|trial| !matches!(trial.stopped, Some(Stopped::NotOpened(_))))
            .map(|trial| match &trial.stopped {
                Some(Stopped::Impossible(error)) => Some(error),
                _ => None,
            })
            .collect();
        let last = errors?.into_iter().max_by_key(|error| error.line)?;
        Some(Failure::Input(format!("{}: {last}", self.name)))
    }

    fn print_json(&self) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        for line in self.incident.to_json(&self.trials) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn print(&self, every: bool, width: usize) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        writeln!(out, "{TITLE}{}{TITLE:#}", self.name)?;
        let mut explained = Explained::default();
        let last = self.incident.acts.len();
        let mut shown_before = false;
        for at in 0..=last {
            let shown = every || self.is_of_interest(at) || at == last;
            if at > 0 {
                let (_, event) = &self.incident.acts[at - 1];
                let act = paint::capital(&in_words(event));
                let apart = if shown || shown_before { "\n" } else { "" };
                writeln!(out, "{apart}{TITLE}{at}. {act}{TITLE:#}")?;
            } else if last == 0 {
                writeln!(out, "\nNo act is recorded: this is the game before the first.")?;
            }
            shown_before = shown;
            if shown {
                self.print_board(&mut out, at)?;
                let cells = self.cells(at, &mut explained);
                paint::grid(&mut out, &cells, width)?;
            }
        }
        let mut notes: Vec<(String, Vec<&str>)> = Vec::new();
        for trial in &self.trials {
            let Some(Stopped::NotOpened(why)) = &trial.stopped else {
                continue;
            };
            let why = why.to_string();
            match notes.iter_mut().find(|(same, _)| *same == why) {
                Some((_, codes)) => codes.push(trial.code.name()),
                None => notes.push((why, vec![trial.code.name()])),
            }
        }
        for (why, codes) in notes {
            writeln!(out)?;
            paint::line(
                &mut out,
                &Line::plain(&format!("{}: {why}.", codes.join(", "))).styled(FAINT),
                2,
                width,
            )?;
        }
        Ok(())
    }

    /// Whether some code says something of this act, or gives somebody a right that he did not have.
    fn is_of_interest(&self, at: usize) -> bool {
        self.trials.iter().any(|trial| {
            let Some(view) = trial.states.get(at) else {
                return false;
            };
            let before = at.checked_sub(1).and_then(|before| trial.states.get(before));
            let rights = |view: &View| {
                view.options
                    .iter()
                    .map(|option| option.right.text.clone())
                    .collect::<Vec<_>>()
            };
            let news = match before {
                Some(before) => !view.options.is_empty() && rights(view) != rights(before),
                None => !view.options.is_empty(),
            };
            !view.rulings.is_empty() || view.refused.is_some() || view.status != Status::InPlay || news
        })
    }

    /// The board as it now stands, once where all agree.
    fn print_board(&self, out: &mut impl std::io::Write, at: usize) -> Result<(), Failure> {
        let mut boards: Vec<(&str, Vec<&str>)> = Vec::new();
        for trial in &self.trials {
            let Some(view) = trial.states.get(at) else {
                continue;
            };
            let placement = view.board.split(' ').next().unwrap_or_default();
            match boards.iter_mut().find(|(board, _)| *board == placement) {
                Some((_, codes)) => codes.push(trial.code.name()),
                None => boards.push((placement, vec![trial.code.name()])),
            }
        }
        let marked = at
            .checked_sub(1)
            .map(|i| squares(&self.incident.acts[i].1.act))
            .unwrap_or_default();
        let several = boards.len() > 1;
        for (board, codes) in boards {
            if several {
                writeln!(out, "\n  {FAINT}{}{FAINT:#}", codes.join(", "))?;
            } else {
                writeln!(out)?;
            }
            for line in paint::board(board, &marked, jadoube_board::Colour::White) {
                writeln!(out, "  {line}")?;
            }
        }
        Ok(())
    }

    /// What each code says, those that agree together.
    fn cells(&self, at: usize, explained: &mut Explained) -> Vec<paint::Cell> {
        let mut groups: Vec<(Vec<Code>, Verdict)> = Vec::new();
        // Codes that do not judge at all have nothing to compare: they are named once, at the end.
        for trial in self.trials.iter().filter(|trial| !trial.states.is_empty()) {
            let verdict = Verdict::of(trial, at);
            match groups.iter_mut().find(|(_, same)| *same == verdict) {
                Some((codes, _)) => codes.push(trial.code),
                None => groups.push((vec![trial.code], verdict)),
            }
        }
        groups
            .into_iter()
            .map(|(codes, verdict)| verdict.cell(&codes, at > 0, explained))
            .collect()
    }
}

/// The clauses whose gist has been told already, by code.
#[derive(Default)]
struct Explained(BTreeSet<(Code, String)>);

/// What a code says after an act, in words.
#[derive(PartialEq)]
struct Verdict {
    not_judged: Option<String>,
    /// Sentences with their clause.
    rulings: Vec<(String, Option<&'static str>)>,
    refused: Option<(String, Option<&'static str>)>,
    end: Option<(String, Option<&'static str>)>,
    /// Who may do what.
    rights: Vec<(Party, Vec<(String, &'static str)>)>,
    turn: Option<(String, Option<&'static str>)>,
}

impl Verdict {
    fn of(trial: &Trial, at: usize) -> Self {
        let mut verdict = Verdict {
            not_judged: None,
            rulings: Vec::new(),
            refused: None,
            end: None,
            rights: Vec::new(),
            turn: None,
        };
        let Some(view) = trial.states.get(at) else {
            if let Some(Stopped::Impossible(error)) = &trial.stopped {
                verdict.not_judged = Some(format!("Judges no further: {error}."));
            }
            return verdict;
        };
        verdict.rulings = view
            .rulings
            .iter()
            .map(|said| (said.text.told(), Some(said.clause)))
            .collect();
        verdict.refused = view
            .refused
            .as_ref()
            .map(|refused| (refused.why.told(), refused.clause));
        for party in [Party::White, Party::Black, Party::Umpire, Party::Timekeeper] {
            let of_party: Vec<&OptionView> = view
                .options
                .iter()
                .filter(|option| option.right.party == party)
                .collect();
            if !of_party.is_empty() {
                verdict.rights.push((party, together(&of_party)));
            }
        }
        if view.status == Status::InPlay {
            verdict.turn = Some(turn(view));
        } else {
            let (text, clause) = end(view);
            verdict.end = Some((text.told(), clause));
        }
        verdict
    }

    fn cell(&self, codes: &[Code], of_an_act: bool, explained: &mut Explained) -> paint::Cell {
        let names: Vec<&str> = codes.iter().map(|code| code.name()).collect();
        let mut cell = paint::Cell::new(names.join(" · "));
        if let Some(why) = &self.not_judged {
            cell.push(Line::plain(why).styled(FAINT));
            return cell;
        }
        let mut cited: Vec<&'static str> = Vec::new();
        let mut say = |cell: &mut paint::Cell,
                       mark: &'static str,
                       text: &str,
                       clause: Option<&'static str>,
                       style: Style| {
            cell.push(Line::cited(mark, text, clause.unwrap_or_default()).styled(style));
            if let Some(clause) = clause
                && !cited.contains(&clause)
            {
                cited.push(clause);
            }
        };
        if of_an_act && self.rulings.is_empty() && self.refused.is_none() {
            cell.push(Line::plain("All in order.").styled(FAINT));
        }
        for (text, clause) in &self.rulings {
            say(&mut cell, "", text, *clause, Style::new());
        }
        if let Some((why, clause)) = &self.refused {
            say(&mut cell, "Without effect: ", why, *clause, WARN);
        }
        if let Some((text, clause)) = &self.end {
            say(&mut cell, "", text, *clause, TITLE);
        }
        for (party, rights) in &self.rights {
            cell.gap();
            cell.push(Line::plain(&format!("{} may", paint::capital(party.word()))).styled(TITLE));
            for (text, clause) in rights {
                say(&mut cell, "• ", text, Some(clause), Style::new());
            }
        }
        if let Some((text, clause)) = &self.turn {
            cell.gap();
            say(&mut cell, "", text, *clause, Style::new());
        }
        let gists: Vec<(&str, &str)> = cited
            .iter()
            .filter(|clause| {
                let news = codes
                    .iter()
                    .map(|code| explained.0.insert((*code, (**clause).to_owned())));
                news.fold(false, |any, new| any | new)
            })
            .filter_map(|clause| Some((*clause, gist(codes[0], clause)?)))
            .collect();
        if !gists.is_empty() {
            cell.gap();
        }
        for (clause, gist) in gists {
            cell.push(Line::explained(clause, gist));
        }
        cell
    }
}

/// What a clause (or reading) is about.
fn gist(code: Code, clause: &str) -> Option<&'static str> {
    find(code, clause)
        .map(|entry| entry.gist)
        .or_else(|| lookup_reading(clause).map(|reading| reading.choice))
}

fn turn(view: &View) -> (String, Option<&'static str>) {
    let player = paint::capital(&view.turn.to_string());
    if let Some(duty) = &view.duty {
        let moves = match view.moves.len() {
            0 => String::new(),
            1..=12 => format!(": {}", list(view.moves.iter().map(ToString::to_string))),
            many => format!(": {many} moves"),
        };
        return (
            format!(
                "{player} is on turn. {}{moves}",
                duty.text.told().trim_end_matches('.')
            ),
            Some(duty.clause),
        );
    }
    let moves = match view.moves.len() {
        0 => "has no lawful move".to_owned(),
        1 => format!("may play only {}", view.moves[0]),
        many => format!("may play any of {many} moves"),
    };
    (format!("{player} is on turn and {moves}."), None)
}

/// How the game ended, and by which clause.
pub(crate) fn end(view: &View) -> (Sentence, Option<&'static str>) {
    let text = match (view.status, view.winner) {
        (Status::Won, Some(winner)) => say!("{winner} [has] won."; winner),
        (Status::Won, None) => "The game is won.".into(),
        (Status::Drawn, _) => "The game is drawn.".into(),
        (Status::Annulled, _) => match view.next_first_move {
            Some(player) => say!("The game is annulled; {player} [begins] the next."; player),
            None => "The game is annulled.".into(),
        },
        (Status::LostByBoth, _) => "The game is lost by both.".into(),
        (Status::LostByOne, _) => "The game is lost by one player, and not won by the other.".into(),
        (Status::Adjourned, _) => "The game is adjourned.".into(),
        (Status::Suspended, _) => "Play is suspended until the umpire decides.".into(),
        (Status::InPlay, _) => "The game goes on.".into(),
    };
    (text, view.clause)
}

/// The rights of a party, those that differ only in a square told in one line.
fn together(options: &[&OptionView]) -> Vec<(String, &'static str)> {
    let mut lines: Vec<(Vec<String>, Vec<String>, &'static str)> = Vec::new();
    for option in options {
        let right = &option.right;
        let words: Vec<String> = right.text.told().split(' ').map(str::to_owned).collect();
        let at = words
            .iter()
            .position(|word| word.trim_end_matches(['.', ',', ';']).parse::<Square>().is_ok());
        let square = at.map(|at| words[at].clone());
        let mut pattern = words.clone();
        if let Some(at) = at {
            "*".clone_into(&mut pattern[at]);
        }
        match lines
            .iter_mut()
            .find(|(same, _, clause)| *same == pattern && *clause == right.clause)
        {
            Some((_, squares, _)) => squares.extend(square.filter(|square| !squares.contains(square))),
            None => lines.push((pattern, square.into_iter().collect(), right.clause)),
        }
    }
    lines
        .into_iter()
        .map(|(pattern, squares, clause)| {
            let either = list(squares.iter().cloned());
            let words = pattern
                .into_iter()
                .map(|word| if word == "*" { either.clone() } else { word });
            (words.collect::<Vec<_>>().join(" "), clause)
        })
        .collect()
}

/// `a1, b1 or c1`.
fn list(items: impl Iterator<Item = String>) -> String {
    let mut items: Vec<String> = items.collect();
    match (items.pop(), items.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} or {last}", items.join(", ")),
    }
}

/// The squares an act concerns, to be marked on the board.
fn squares(act: &Act) -> Vec<Square> {
    match act {
        Act::Move { mv, .. } | Act::Adopt { mv } => vec![mv.from, mv.to],
        Act::Touch { squares, .. } => squares.to_vec(),
        Act::Adjust { square }
        | Act::Lift { square }
        | Act::Place { square }
        | Act::Remove { square, .. } => vec![*square],
        Act::Quit { square } | Act::Promote { square, .. } | Act::Require { square, .. } => {
            square.iter().copied().collect()
        }
        Act::Exact { man, men, .. } => man.iter().chain(men).copied().collect(),
        _ => Vec::new(),
    }
}
