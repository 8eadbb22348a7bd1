//! `jadoube prove`: is the claim true of this position, and what shows it?

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use super::input;
use crate::failure::{Failure, print};
use clap::{Parser, ValueEnum};
use jadoube::proving::{numbered, prove};
use jadoube_board::{
    Bitboard, Board, Colour, Kind, Man, Move, Origins, Position, PositionError, Queening, Square,
};
use jadoube_game::{Code, Terms};
use jadoube_law::{
    Arbiter,
    questions::check::{ANNOUNCING, Announcing},
};
use jadoube_notation::{Edition, Style, write_move};
use jadoube_proof::table::{Outcome, Tables, Theory, default_directory};
use jadoube_proof::{
    Answer, CannotWin, CheckingStrategy, Claim, Confinement, Escape, Evidence, Identity, Reason, Stopped,
};
use jadoube_record::Json;

/// More of a tree than this is more than anyone reads; `--json` has it all.
const MOST_ROWS: usize = 48;
/// The fifty moves of FIDE 1931, 16(e) and (f).
const FIFTY: u32 = 50;

#[derive(Parser)]
pub(crate) struct Args {
    /// What is claimed.
    claim: What,
    /// The position.
    #[arg(long)]
    fen: String,
    /// Whose win `winnable` and `theory` ask about; the player on turn if not said, who alone can claim endless checks.
    #[arg(long)]
    side: Option<Colour>,
    /// How many positions may be looked into.
    #[arg(long, value_name = "NODES", default_value_t = 2_000_000, value_parser = input::number(0u64..))]
    budget: u64,
    /// Print the verdict and its evidence as JSON.
    #[arg(long)]
    json: bool,
    /// How moves are written.
    #[arg(long, value_enum, default_value_t = Notation::San)]
    notation: Notation,
    /// Under which code, where men may stand or move as another has it: a Pawn that remained one on the last rank
    /// (bca-1862), a check that was not announced and not met (xxv).
    #[arg(long, value_name = "CODE")]
    code: Option<Code>,
    /// Where the endgame tables are.
    #[arg(long, value_name = "DIRECTORY")]
    tables: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The player on turn can check the adverse king for ever.
    EndlessChecks,
    /// Neither side can win, whatever legal moves are made.
    DrawnGame,
    /// That side can win by some sequence of legal moves.
    Winnable,
    /// That side forces mate, by the endgame tables.
    Theory,
}

#[derive(Clone, Copy, ValueEnum)]
enum Notation {
    /// Nf3
    San,
    /// g1f3
    Uci,
    /// Kt-KB3
    Descriptive,
    /// Kt to KB3
    Words,
    /// Ng1-f3
    Algebraic,
    /// Knight on King's Knight's square to King's Bishop's 3
    Full,
}

impl Notation {
    fn write(self, position: &Position, one: Move) -> String {
        let style = match self {
            Self::San => Style::San,
            Self::Uci => Style::Uci,
            Self::Descriptive => Style::Descriptive,
            Self::Words => Style::Words,
            Self::Algebraic => Style::LongAlgebraic1931,
            Self::Full => Style::Full(Edition::Bcc1899),
        };
        write_move(style, position, one, &Origins::of(position.board()))
    }
}

/// What is printed and how the process ends.
struct Report {
    verdict: &'static str,
    first_move: Option<String>,
    evidence: Json,
    nodes: u64,
    text: String,
}

/// The exit status of a proof or a table that contradicts itself, and of an answer that could not be written.
const FAULT: u8 = 70;

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let position = position(args).map_err(Failure::Input)?;
    if let (What::EndlessChecks, Some(side)) = (args.claim, args.side)
        && side != position.turn()
    {
        let turn = position.turn();
        return Err(Failure::Input(format!(
            "only the player on turn can claim endless checks: {turn} is on turn, not {side}"
        )));
    }
    let report = match args.claim {
        What::Theory => theory(args, &position),
        claim => proof(args, claim, &position),
    };
    let report = match report {
        Ok(report) => report,
        Err(fault) => {
            Failure::Fault(fault).report();
            return Ok(ExitCode::from(FAULT));
        }
    };
    let out = if args.json {
        let whole = Json::object([
            ("verdict", Json::from(report.verdict)),
            ("first_move", report.first_move.into()),
            ("evidence", report.evidence),
            ("nodes", report.nodes.into()),
        ]);
        whole.to_string()
    } else {
        report.text
    };
    match print(out.trim_end()) {
        // A reader that has seen enough and closed the pipe is no fault of ours.
        Ok(()) | Err(Failure::ReaderGone) => {}
        Err(failure) => {
            failure.report();
            return Ok(ExitCode::from(FAULT));
        }
    }
    Ok(match report.verdict {
        "proved" => ExitCode::SUCCESS,
        "refuted" => ExitCode::from(1),
        _ => ExitCode::from(3),
    })
}

/// The position, if the code can explain how the men came to stand so.
fn position(args: &Args) -> Result<Position, String> {
    let Some(code) = args.code else {
        return input::regular_position(&args.fen);
    };
    let arbiter = Arbiter::open(Terms::ordinary(code)).map_err(|fault| fault.to_string())?;
    let movement = arbiter
        .game()
        .position()
        .map(Position::movement)
        .unwrap_or_default();
    let position = input::position(&args.fen, movement)?;
    let remains = |square: Square| {
        let owner = position.board().get(square).map(|man| man.colour);
        movement.queening == Queening::MayRemainPawn
            && owner.is_some_and(|colour| square.rank().relative_to(colour).index() == 7)
    };
    let stray = (position.board().kind(Kind::Pawn) & Bitboard::END_RANKS)
        .into_iter()
        .find(|square| !remains(*square))
        .map(PositionError::PawnOnEndRank);
    let unmet = || match position.irregularity() {
        // With such Pawns a check is not looked for: look again without them.
        Some(PositionError::PawnOnEndRank(_)) => {
            let king = position.king(!position.turn());
            position
                .attacked(king, position.turn())
                .then_some(PositionError::OpponentInCheck(king))
        }
        other => other,
    };
    let may_be_unmet = ANNOUNCING[code].value == Announcing::NeededToBind;
    match stray.or_else(|| unmet().filter(|_| !may_be_unmet)) {
        Some(fault) => Err(format!("under {code}, {fault}")),
        None => Ok(position),
    }
}

fn proof(args: &Args, what: What, position: &Position) -> Result<Report, String> {
    let side = args.side.unwrap_or(position.turn());
    let claim = match what {
        What::DrawnGame => Claim::DrawnGame,
        What::Winnable => Claim::CanWin(side),
        _ => Claim::EndlessChecks,
    };
    let proof = prove(position, claim, args.budget)
        .map_err(|flaw| format!("a fault in the prover, its evidence does not hold: {flaw}"))?;
    let answer = &proof.answer;
    let mut text = diagram(position);
    let _ = writeln!(text, "{}", headline(position, claim, answer));
    if let Some(evidence) = answer.evidence() {
        draw(&mut text, position, evidence, args.notation);
    }
    if let Answer::Undecided {
        found: Some(found), ..
    } = answer
    {
        let _ = writeln!(text, "Found so far: {found}.");
    }
    let checked = if answer.evidence().is_some() {
        "; the evidence has been checked"
    } else {
        ""
    };
    let _ = writeln!(text, "\n{} positions looked into{checked}.", group(proof.nodes));
    Ok(Report {
        verdict: answer.verdict(),
        first_move: proof.first_move(),
        evidence: proof.evidence(),
        nodes: proof.nodes,
        text,
    })
}

fn headline(position: &Position, claim: Claim, answer: &Answer) -> String {
    let player = name(position.turn());
    let verdict = match answer {
        Answer::Proved(_) => "Proved",
        Answer::Refuted(_) => "Refuted",
        Answer::Undecided { .. } => "Undecided",
    };
    let says = match (claim, answer) {
        (
            _,
            Answer::Undecided {
                why: Stopped::Spent, ..
            },
        ) => "the budget is spent; a larger one may decide it".to_owned(),
        (
            _,
            Answer::Undecided {
                why: Stopped::Cancelled,
                ..
            },
        ) => "it was stopped".to_owned(),
        (Claim::EndlessChecks, Answer::Proved(_)) => {
            format!("{player} can give check at every turn for ever, whatever the replies")
        }
        (Claim::EndlessChecks, Answer::Refuted(_)) => format!("{player}'s checks can be brought to an end"),
        (Claim::CanWin(side), Answer::Proved(_)) => {
            format!("{} can win: these legal moves end in mate", name(side))
        }
        (Claim::CanWin(side), Answer::Refuted(_)) => {
            format!("{} cannot win by any legal moves", name(side))
        }
        (Claim::DrawnGame, Answer::Proved(_)) => {
            "the game cannot be won by either side, whatever legal moves are made".to_owned()
        }
        (Claim::DrawnGame, Answer::Refuted(Evidence::Line(line))) => {
            format!(
                "the game can still be won by {}: these legal moves end in mate",
                name(line.winner)
            )
        }
        (Claim::DrawnGame, Answer::Refuted(_)) => "the game can still be won".to_owned(),
    };
    format!("{verdict}: {says}.")
}

fn draw(text: &mut String, position: &Position, evidence: &Evidence, notation: Notation) {
    let _ = writeln!(text);
    match evidence {
        Evidence::Strategy(strategy) => draw_strategy(text, strategy, notation),
        Evidence::Escape(escape) => draw_escape(text, escape, notation),
        Evidence::Line(line) => draw_line(text, position, &line.moves, notation),
        Evidence::CannotWin(proof) => draw_reason(text, proof),
        Evidence::DrawnGame(proofs) => {
            for proof in proofs.iter() {
                let _ = write!(text, "{}: ", name(proof.side));
                draw_reason(text, proof);
            }
        }
    }
}

fn draw_strategy(text: &mut String, strategy: &CheckingStrategy, notation: Notation) {
    let places = numbered(strategy.entries.iter().map(|(position, _)| position));
    for (place, (position, check)) in strategy.entries.iter().enumerate().take(MOST_ROWS) {
        let after = position.play(*check);
        let replies = after.legal_moves();
        let mate = if replies.is_empty() { "  mate" } else { "" };
        let _ = writeln!(
            text,
            "{:>4}  {}{mate}",
            place + 1,
            notation.write(position, *check)
        );
        for (i, reply) in replies.iter().enumerate() {
            let branch = if i + 1 == replies.len() {
                "└─"
            } else {
                "├─"
            };
            let next = places
                .get(&Identity::of(&after.play(*reply)))
                .map_or(0, |next| next + 1);
            let back = if next <= place + 1 { " ↺" } else { "" };
            let _ = writeln!(
                text,
                "      {branch} {} ▸ {next}{back}",
                notation.write(&after, *reply)
            );
        }
    }
    more(text, strategy.entries.len());
}

fn draw_escape(text: &mut String, escape: &Escape, notation: Notation) {
    let entries: Vec<_> = escape.entries.iter().rev().collect();
    let places = numbered(entries.iter().map(|step| &step.position));
    for (place, step) in entries.iter().enumerate().take(MOST_ROWS) {
        if step.answers.is_empty() {
            let _ = writeln!(text, "{:>4}  no check left", place + 1);
            continue;
        }
        let _ = writeln!(text, "{:>4}", place + 1);
        for (i, (check, reply)) in step.answers.iter().enumerate() {
            let branch = if i + 1 == step.answers.len() {
                "└─"
            } else {
                "├─"
            };
            let after = step.position.play(*check);
            let next = places
                .get(&Identity::of(&after.play(*reply)))
                .map_or(0, |next| next + 1);
            let _ = writeln!(
                text,
                "      {branch} {}, {} ▸ {next}",
                notation.write(&step.position, *check),
                notation.write(&after, *reply)
            );
        }
    }
    more(text, entries.len());
}

fn more(text: &mut String, entries: usize) {
    if entries > MOST_ROWS {
        let _ = writeln!(
            text,
            "   …  and {} more positions (all of them with --json)",
            entries - MOST_ROWS
        );
    }
}

fn draw_line(text: &mut String, position: &Position, moves: &[Move], notation: Notation) {
    if moves.is_empty() {
        let _ = writeln!(text, "  it is mate already");
        return;
    }
    let mut position = *position;
    let mut words = Vec::new();
    for (i, one) in moves.iter().enumerate() {
        let written = notation.write(&position, *one);
        words.push(match position.turn() {
            Colour::White => format!("{}. {written}", position.fullmove()),
            Colour::Black if i == 0 => format!("{}... {written}", position.fullmove()),
            Colour::Black => written,
        });
        position = position.play(*one);
    }
    let mut row = String::from(" ");
    for word in words {
        if row.chars().count() + word.chars().count() > 96 {
            let _ = writeln!(text, "{row}");
            row = String::from(" ");
        }
        row.push(' ');
        row.push_str(&word);
    }
    let _ = writeln!(text, "{row}\n\n{}", diagram(&position).trim_end());
}

fn draw_reason(text: &mut String, proof: &CannotWin) {
    let _ = writeln!(text, "{}.", proof.reason);
    if let Reason::Confined(confinement) = &proof.reason {
        let _ = writeln!(text, "{}", confined_text(confinement));
    }
}

fn confined_text(confinement: &Confinement) -> String {
    let mut fixed = Vec::new();
    let mut roaming = Vec::new();
    for m in &confinement.men {
        if m.reach.count() == 1 && !m.takeable {
            fixed.push(m.on.to_string());
        } else {
            let most = if m.reach.count() <= 12 {
                squares(m.reach)
            } else {
                format!("{} squares", m.reach.count())
            };
            roaming.push(format!("    the {} on {} can only reach {most}", m.man, m.on));
        }
    }
    format!(
        "    never to move or be taken: {}\n{}",
        fixed.join(" "),
        roaming.join("\n")
    )
}

fn squares(set: Bitboard) -> String {
    set.into_iter()
        .map(|square| square.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

fn theory(args: &Args, position: &Position) -> Result<Report, String> {
    let side = args.side.unwrap_or(position.turn());
    let tables = Tables::in_directory(args.tables.clone().unwrap_or_else(default_directory));
    let mut text = diagram(position);
    let found = tables.theory(position).and_then(|theory| {
        let line = tables.line(position)?;
        let consistent = tables.is_consistent(position)?;
        Ok((theory, line, consistent))
    });
    let (theory, line) = match found {
        Ok((_, _, false)) => {
            return Err("the tables contradict one another here; build them again".to_owned());
        }
        Ok((theory, line, true)) => (theory, line),
        Err(why) => {
            let _ = writeln!(text, "Undecided: {why}. The umpire decides.");
            return Ok(Report {
                verdict: "undecided",
                first_move: None,
                evidence: Json::object(
                    [("kind", "no-theory".to_owned()), ("why", why.to_string())]
                        .map(|(name, value)| (name, Json::from(value))),
                ),
                nodes: 0,
                text,
            });
        }
    };
    let proved = theory.outcome == Outcome::Wins(side);
    let _ = writeln!(text, "{}", theory_text(&theory, side));
    let first_move = if proved {
        line.first().map(ToString::to_string)
    } else {
        None
    };
    if !line.is_empty() {
        let _ = writeln!(text);
        draw_line(&mut text, position, &line, args.notation);
    }
    let outcome = match theory.outcome {
        Outcome::Wins(winner) => winner.to_string(),
        Outcome::Drawn => "drawn".to_owned(),
    };
    let evidence = Json::object([
        ("kind", Json::from("theory")),
        ("ending", theory.ending.to_string().into()),
        ("outcome", outcome.into()),
        ("moves_to_mate", theory.moves_to_mate().into()),
        (
            "moves_to_next_capture_or_pawn_move",
            theory.moves_to_zero().into(),
        ),
        (
            "longest_to_mate",
            theory.longest.map(|longest| longest.moves_to_mate()).into(),
        ),
        (
            "longest_to_next_capture_or_pawn_move",
            theory.longest.map(|longest| longest.moves_to_zero()).into(),
        ),
        ("needs_more_than_fifty", theory.needs_more_than(FIFTY).into()),
        ("line", Json::list(line.iter().map(ToString::to_string))),
    ]);
    let verdict = if proved { "proved" } else { "refuted" };
    Ok(Report {
        verdict,
        first_move,
        evidence,
        nodes: line.len() as u64 + 1,
        text,
    })
}

fn theory_text(theory: &Theory, side: Colour) -> String {
    let ending = theory.ending;
    let (Outcome::Wins(winner), Some(mate), Some(zero)) =
        (theory.outcome, theory.moves_to_mate(), theory.moves_to_zero())
    else {
        return format!("Refuted: {ending} is drawn here with best play.");
    };
    let verdict = if winner == side { "Proved" } else { "Refuted" };
    let mut text = format!(
        "{verdict}: {} forces mate in {mate} ({ending}).\n\
         The next capture, pawn move or mate can be put off no longer than {zero} moves.",
        name(winner)
    );
    if let Some(longest) = theory.longest {
        let _ = write!(
            text,
            "\nThe longest win of this side in {ending}: mate in {}, up to {} moves without capture or pawn move.",
            longest.moves_to_mate(),
            longest.moves_to_zero()
        );
    }
    if theory.needs_more_than(FIFTY) {
        let _ = write!(
            text,
            "\nMore than fifty moves are needed: by FIDE 1931, 16(f), twice that number, {}, is allowed.",
            2 * zero
        );
    }
    text
}

fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

/// `1234567` as `1,234,567`.
fn group(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The board as White sees it.
fn diagram(position: &Position) -> String {
    let board: &Board = position.board();
    let mut text = String::new();
    for rank in (0..8).rev() {
        let _ = write!(text, "  {} ", rank + 1);
        for file in 0..8 {
            let man = Square::from_index(rank * 8 + file).and_then(|square| board.get(square));
            let _ = write!(text, " {}", man.map_or('·', Man::letter));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "     a b c d e f g h   {} to play\n", name(position.turn()));
    text
}
