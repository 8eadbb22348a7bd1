//! Which games does an archive in PGN hold, and what of them can be carried over?

use std::io::{self, BufReader, Read};

use jadoube_audit::told_ending;
use jadoube_notation::{
    Annotation, DEEPEST_VARIATION, Fault, GameReading, Note, PgnReader, Replay, Standing, replay,
};
use serde_json::Value;

use super::set_down::finish;
use super::{Args, From, Game, Tally, To, broke_off, fault_in_words, outcome};
use crate::commands::draw::draw_line;
use crate::commands::input::Progress;
use crate::commands::record;

pub(super) fn pgn(
    args: &Args,
    name: &str,
    source: BufReader<Box<dyn Read>>,
    progress: &Progress,
    tally: &mut Tally,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let mut reader = PgnReader::new(source);
    while let Some(game) = reader.next_game()? {
        if tally.passes_over(args) {
            continue;
        }
        let mut faults = Vec::new();
        let replayed = replay(&game, args.irregular || args.to() == To::Record).unwrap_or_else(|error| {
            let fen = game.tag("FEN").unwrap_or_default();
            let kept = if args.to() == To::Pgn {
                "; the game is kept as it stood, its moves untested"
            } else {
                "; its moves are not read"
            };
            let why = format!("the FEN: {error}{kept}");
            let message = format!("fault in game {}: {why}", tally.games + 1);
            let at = game.fen_at.unwrap_or_default();
            let source = game.source_line(at.line).unwrap_or_default();
            let wrong = error.at.and_then(|at| fen.char_indices().nth(at - 1));
            let span = wrong.map_or(0..fen.len(), |(from, letter)| from..from + letter.len_utf8());
            let span = at.column + span.start..at.column + span.end;
            progress.say(&draw_line(&message, name, at.line, source, span));
            faults.push(Fault {
                ply: 0,
                text: fen.to_owned(),
                span: None,
                why,
                would_fit: Vec::new(),
            });
            Replay::untested(&game)
        });
        let legal = replayed.legal_steps().len();
        let mut reading = GameReading {
            moves: replayed.steps[..legal].iter().map(|step| step.movement).collect(),
            faults,
            ..GameReading::default()
        };
        let mut broke_off = broke_off(&reading);
        // PGN is kept as it stood, and JSON names squares; nothing else can say how a King castled in Chess960.
        if let Some(step) = replayed.steps.get(legal)
            && step.standing == Standing::Chess960
            && !matches!(args.to(), To::Pgn | To::Json)
        {
            let fault = Fault {
                ply: legal + 1,
                text: step.text.clone(),
                span: None,
                why: "castling as in Chess960: only PGN and JSON carry it and what follows".to_owned(),
                would_fit: Vec::new(),
            };
            progress.say(&fault_in_words(&replayed.start, tally.games + 1, &fault));
            reading.faults.push(fault);
        }
        for irregularity in &replayed.irregularities {
            let spot = irregularity.spot;
            let mut why = format!("line {}: {}", spot.line, irregularity.why);
            if irregularity.in_variation {
                why.push_str("; in a variation");
            }
            if irregularity.stood {
                why.push_str("; it stood");
            }
            let fault = Fault {
                ply: irregularity.ply,
                text: irregularity.text.clone(),
                span: None,
                why,
                would_fit: irregularity.would_fit.clone(),
            };
            let message = fault_in_words(&replayed.start, tally.games + 1, &fault);
            let source = game.source_line(spot.line).unwrap_or_default();
            let span = spot.column..spot.column + fault.text.len();
            progress.say(&draw_line(&message, name, spot.line, source, span));
            if !irregularity.in_variation && broke_off.is_none() {
                broke_off = Some(format!("\"{}\": {}", fault.text, fault.why));
            }
            reading.faults.push(fault);
        }
        let mut note = |text: String| reading.notes.push(Note { ply: 0, text });
        let mut warn = |text: String| {
            progress.say(&format!("warning in game {}: {text}", tally.games + 1));
            note(text);
        };
        if game.unclosed_comment {
            warn("a comment is not closed; it ends where the next game begins".to_owned());
        }
        if args.to() == To::Record && replayed.chess960 {
            warn("a record knows no castling as in Chess960: the men cannot castle in it".to_owned());
        }
        if let (Some(told), Some(tag)) = (game.result, game.tag("Result"))
            && told != tag
            && told != "*"
            && tag != "*"
        {
            warn(format!(
                "the Result tag says {tag} and the text {told}; the text is taken"
            ));
        }
        let held = |(_, annotation): &(usize, Annotation)| matches!(annotation, Annotation::Variation(_));
        if args.to() != To::Pgn && replayed.annotations.iter().any(held) {
            note("variations are read and not written: only PGN carries them".to_owned());
        }
        if args.to() != To::Pgn && replayed.unread > 0 {
            note(format!(
                "moves after the fault that are not read: {}",
                replayed.unread
            ));
        }
        if game.too_deep {
            note(format!(
                "variations nested more than {DEEPEST_VARIATION} deep are left out"
            ));
        }
        let result = outcome(
            &replayed.start,
            &reading.moves,
            game.result.or_else(|| game.tag("Result")),
            false,
        );
        let converted = Game {
            from: From::Pgn,
            start: replayed.start,
            whole: record::is_whole(&replayed),
            ending: told_ending(&game),
            reading,
            annotations: replayed.annotations,
            broke_off,
            rest: replayed.rest,
            doubts: Vec::new(),
            languages: Vec::new(),
            tags: game.tags.clone(),
            title: Vec::new(),
            result,
            as_it_stood: replayed.keep_text.then_some(game),
            beyond: replayed.steps[legal..].to_vec(),
            id: Value::Null,
        };
        finish(args, &converted, progress, tally, out)?;
    }
    Ok(())
}
