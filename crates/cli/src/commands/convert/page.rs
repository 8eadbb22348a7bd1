//! Which games stand on a printed page?

use std::io::{self, BufReader, Read};

use jadoube_notation::{PageOptions, decode, read_page, start_from};
use serde_json::Value;

use super::set_down::finish;
use super::{Args, From, Game, Tally, broke_off, decisions, fault_in_words, move_in_words, outcome};
use crate::commands::draw::{Lines, draw};
use crate::commands::input::Progress;

/// Pages are read whole, and no book is longer than this.
const LONGEST_BOOK: u64 = 1 << 28;

pub(super) fn page(
    args: &Args,
    name: &str,
    source: BufReader<Box<dyn Read>>,
    progress: &Progress,
    tally: &mut Tally,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    source.take(LONGEST_BOOK + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_BOOK {
        return Err(io::Error::other(format!(
            "a text of more than {} MB: expected pages of print, which are read whole",
            LONGEST_BOOK >> 20
        )));
    }
    let text = decode(&bytes);
    let start = args.fen.as_deref().map(start_from).transpose();
    let options = PageOptions {
        repair: args.repair,
        language: args.language,
        start: start.map_err(|error| io::Error::other(format!("--fen: {error}")))?,
    };
    let page = read_page(&text, &options);
    let lines = Lines::of(&text);
    for game in page.games {
        if tally.passes_over(args) {
            continue;
        }
        let number = tally.games + 1;
        for fault in &game.reading.faults {
            let span = game.cell_of(fault.ply).unwrap_or(0..0);
            let span = match fault.span {
                Some((from, to)) => span.start + from..span.start + to,
                None => span,
            };
            progress.say(&draw(
                &fault_in_words(&game.start, number, fault),
                name,
                &lines,
                span,
            ));
        }
        for (ply, message) in decisions(&game.start, number, &game.reading) {
            match game.cell_of(ply) {
                Some(span) => progress.say(&draw(&message, name, &lines, span)),
                None => progress.say(&message),
            }
        }
        let mut doubts = Vec::new();
        let annotations = game.annotations();
        for doubt in game.doubts {
            let message = format!(
                "doubt in game {number}, {}: {}",
                move_in_words(&game.start, doubt.ply),
                doubt.why
            );
            progress.say(&draw(&message, name, &lines, doubt.span.clone()));
            let place = lines.place(doubt.span.start);
            doubts.push((doubt, place));
        }
        let result = outcome(
            &game.start,
            &game.reading.moves,
            game.result,
            game.reading.faults.is_empty(),
        );
        let game = Game {
            from: From::Score,
            start: game.start,
            broke_off: broke_off(&game.reading),
            whole: game.reading.faults.is_empty(),
            reading: game.reading,
            tags: game.tags,
            title: game.title,
            result,
            ending: game.ending,
            annotations,
            beyond: Vec::new(),
            as_it_stood: None,
            rest: String::new(),
            doubts,
            languages: game.languages,
            id: Value::Null,
        };
        finish(args, &game, progress, tally, out)?;
    }
    // What is in no game is not in the one that was asked for.
    let unread = page.unread.into_iter().filter(|_| args.game.is_none());
    for doubt in unread {
        progress.say(&draw(
            &format!("not read: {}", doubt.why),
            name,
            &lines,
            doubt.span,
        ));
        tally.unread += 1;
    }
    Ok(())
}
