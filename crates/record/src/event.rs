//! How is an act written and read, one to a line?

use crate::{
    error::{Fault, nearest},
    fields::{
        Fields, choice, clocks, clocks_json, colour, colour_word, hand_move, in_seconds, list, promotion,
        seconds, square, text, whole,
    },
    json::Json,
};
use jadoube_board::Square;
use jadoube_game::{
    Act, Decision, Declared, Error, Event, Ground, How, Party, Penalty, Proposal, Requirement,
};

/// The only thing that can be demanded.
const DEMANDS: [&str; 1] = ["mate-in-fifty"];

/// Reads an act. An option may be given back as it stands: what is only said about it (`clause`, `text`, `then`) is
/// passed over.
pub fn read_event(value: Json) -> Result<Event, Fault> {
    let mut fields = Fields::of("", value)?;
    let name = fields.must("act", &format!("one of: {}", Act::NAMES.join(", ")), text)?;
    if !Act::NAMES.contains(&name.as_str()) {
        let hint = nearest(&name, Act::NAMES)
            .map(|near| format!("\"{near}\"? It is "))
            .unwrap_or_default();
        let expected = format!("{hint}one of: {}", Act::NAMES.join(", "));
        return Err(Fault::wrong("act", format!("{name:?}"), expected));
    }
    let by = fields.must("by", "one of: white, black, umpire, timekeeper", |path, value| {
        choice(path, value, Party::ALL, Party::word)
    })?;
    let at = fields.maybe("at", |path, value| seconds(path, &value))?;
    let player = fields.maybe("player", text)?;
    let act = read_act(&name, &mut fields)?;
    for remark in ["clause", "text", "then"] {
        fields.take(remark);
    }
    fields.finish()?;
    Ok(Event { by, act, at, player })
}

fn read_act(name: &str, fields: &mut Fields) -> Result<Act, Fault> {
    const SQUARE: &str = "a square, a1 to h8";
    const MOVE: &str = "a move, such as e2e4 or e7e8q";
    Ok(match name {
        "move" => Act::Move {
            mv: fields.must("move", MOVE, hand_move)?,
            say: fields.maybe("say", text)?,
        },
        "touch" => Act::Touch {
            square: fields.must("square", SQUARE, square)?,
            accident: fields.flag("accident")?,
            hold: fields.flag("hold")?,
        },
        "adjust" => Act::Adjust {
            square: fields.must("square", SQUARE, square)?,
        },
        "lift" => Act::Lift {
            square: fields.must("square", SQUARE, square)?,
        },
        "place" => Act::Place {
            square: fields.must("square", SQUARE, square)?,
        },
        "quit" => Act::Quit {
            square: fields.maybe("square", square)?,
        },
        "remove" => Act::Remove {
            square: fields.must("square", SQUARE, square)?,
            mistake: fields.flag("mistake")?,
        },
        "promote" => Act::Promote {
            to: fields.must("to", "one of: q, r, b, n, p", promotion)?,
            how: fields
                .maybe("how", |path, value| choice(path, value, How::ALL, How::word))?
                .unwrap_or(How::Piece),
            square: fields.maybe("square", square)?,
        },
        "say" => Act::Say {
            words: fields.must("words", "what was said: check, mate or free words", text)?,
        },
        "exact" => Act::Exact {
            penalty: fields.must("penalty", &words(Penalty::ALL, Penalty::word), |path, value| {
                choice(path, value, Penalty::ALL, Penalty::word)
            })?,
            man: fields.maybe("man", square)?,
            men: fields
                .maybe("men", |path, value| {
                    list(path, value, "a list of squares", square)
                })?
                .unwrap_or_default(),
            mv: fields.maybe("move", hand_move)?,
        },
        "waive" => Act::Waive {
            clause: fields.maybe("clause", text)?,
        },
        "require" => Act::Require {
            what: fields.must(
                "what",
                &words(Requirement::ALL, Requirement::word),
                |path, value| choice(path, value, Requirement::ALL, Requirement::word),
            )?,
            square: fields.maybe("square", square)?,
        },
        "consent" => Act::Consent {
            what: fields.must("what", "what is consented to", text)?,
        },
        "adopt" => Act::Adopt {
            mv: fields.must("move", MOVE, hand_move)?,
        },
        "offer" => Act::Offer {
            what: proposal(fields)?,
        },
        "accept" => Act::Accept {
            what: proposal(fields)?,
        },
        "decline" => Act::Decline {
            what: proposal(fields)?,
        },
        "claim" => {
            let ground = fields.must("ground", &words(Ground::ALL, Ground::word), |path, value| {
                choice(path, value, Ground::ALL, Ground::word)
            })?;
            let offence = match ground {
                Ground::Forfeit => Some(fields.must("offence", OFFENCES, text)?),
                _ => None,
            };
            Act::Claim { ground, offence }
        }
        "demand" => {
            let what = fields.must("what", DEMANDS[0], |path, value| {
                choice(path, value, &DEMANDS, |word| word)
            })?;
            Act::Demand {
                what: what.to_owned(),
            }
        }
        "point-out" => Act::PointOut {
            error: fields.must("error", &words(Error::ALL, Error::word), |path, value| {
                choice(path, value, Error::ALL, Error::word)
            })?,
            number: fields.maybe("move", |path, value| whole(path, &value, 1))?,
        },
        "resign" => Act::Resign,
        "upset" => Act::Upset {
            accident: fields.flag("accident")?,
        },
        "refuse" => Act::Refuse,
        "abandon" => Act::Abandon,
        "adjourn" => Act::Adjourn,
        "seal" => Act::Seal {
            record: fields.must("record", "the move as written, or an empty string", text)?,
        },
        "resume" => Act::Resume {
            board: fields.maybe("board", text)?,
            clocks: fields.maybe("clocks", clocks)?,
            absent: fields
                .maybe("absent", |path, value| {
                    list(path, value, "a list of players: white, black", colour)
                })?
                .unwrap_or_default(),
        },
        "send" => read_send(fields)?,
        "arrive" => Act::Arrive,
        "flag" => Act::Flag,
        "close-of-play" => Act::CloseOfPlay,
        "dispute" => Act::Dispute {
            question: fields.must("question", "the question in words", text)?,
        },
        // The only name left of `Act::NAMES`.
        _ => Act::Decide(read_decision(fields)?),
    })
}

const OFFENCES: &str =
    "one of: upset, falsify, second-board, book, assistance, refusal, time, absence, or a clause";

fn words<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> String {
    let words: Vec<&str> = all.iter().map(|each| word(*each)).collect();
    format!("one of: {}", words.join(", "))
}

fn proposal(fields: &mut Fields) -> Result<Proposal, Fault> {
    fields.must("what", &words(Proposal::ALL, Proposal::word), |path, value| {
        choice(path, value, Proposal::ALL, Proposal::word)
    })
}

fn read_send(fields: &mut Fields) -> Result<Act, Fault> {
    let one = fields.maybe("text", text)?;
    let several = fields.take("texts");
    let texts = match (one, several) {
        (Some(text), None) => vec![text],
        (None, Some((path, value))) => {
            let texts = list(&path, value, "a list of moves as written", text)?;
            if texts.is_empty() {
                return Err(Fault::wrong(
                    &path,
                    "an empty list",
                    "at least one move as written",
                ));
            }
            texts
        }
        (Some(_), Some((path, _))) => {
            return Err(Fault::wrong(
                &path,
                "given beside \"text\"",
                "either \"text\" or \"texts\"",
            ));
        }
        (None, None) => {
            let expected = "the move as written, or \"texts\" for several".to_owned();
            return Err(Fault::Missing {
                field: fields.path("text"),
                expected,
            });
        }
    };
    let pair = "a pair: [assumed reply, own next move]";
    let series = fields
        .maybe("if", |path, value| {
            list(path, value, "a list of pairs", |path, value| {
                let found = value.shown();
                let mut both = list(path, value, pair, text)?;
                match (both.pop(), both.pop(), both.pop()) {
                    (Some(own), Some(reply), None) => Ok((reply, own)),
                    _ => Err(Fault::wrong(path, found, pair)),
                }
            })
        })?
        .unwrap_or_default();
    Ok(Act::Send {
        texts,
        series,
        adopt: fields.maybe("adopt", hand_move)?,
    })
}

fn read_decision(fields: &mut Fields) -> Result<Decision, Fault> {
    // Which question he decides is plain from the record: one stands open at a time. It may be repeated.
    fields.maybe("question", text)?;
    Ok(Decision {
        ruling: fields.maybe("ruling", text)?,
        result: fields.maybe("result", |path, value| {
            choice(path, value, Declared::ALL, Declared::word)
        })?,
        board: fields.maybe("board", text)?,
        fact: fields.maybe("fact", text)?,
        mv: fields.maybe("move", hand_move)?,
        moves_allowed: fields.maybe("moves_allowed", |path, value| whole(path, &value, 0))?,
        clocks: fields.maybe("clocks", clocks)?,
    })
}

/// Writes an act, with nothing in it that goes without saying.
pub fn write_event(event: &Event) -> Json {
    let mut fields = vec![
        ("by".to_owned(), Json::from(event.by.word())),
        ("act".to_owned(), Json::from(event.act.name())),
    ];
    fields.extend(
        act_fields(&event.act)
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value)),
    );
    if let Some(player) = &event.player {
        fields.push(("player".to_owned(), player.as_str().into()));
    }
    if let Some(at) = event.at {
        fields.push(("at".to_owned(), in_seconds(at)));
    }
    Json::Object(fields)
}

/// The fields that belong to the act itself.
fn act_fields(act: &Act) -> Vec<(&'static str, Json)> {
    let mut fields: Vec<(&'static str, Json)> = Vec::new();
    let mut put = |name: &'static str, value: Option<Json>| fields.extend(value.map(|value| (name, value)));
    let on = |square: Square| Some(Json::from(square.to_string()));
    let yes = |flag: bool| flag.then_some(Json::Bool(true));
    let said = |text: &String| Some(Json::from(text.as_str()));
    match act {
        Act::Move { mv, say } => {
            put("move", Some(mv.to_string().into()));
            put("say", say.as_ref().and_then(said));
        }
        Act::Touch {
            square,
            accident,
            hold,
        } => {
            put("square", on(*square));
            put("accident", yes(*accident));
            put("hold", yes(*hold));
        }
        Act::Adjust { square } | Act::Lift { square } | Act::Place { square } => put("square", on(*square)),
        Act::Quit { square } => put("square", square.and_then(on)),
        Act::Remove { square, mistake } => {
            put("square", on(*square));
            put("mistake", yes(*mistake));
        }
        Act::Promote { to, how, square } => {
            put("to", Some(to.letter().to_string().into()));
            put("how", (*how != How::Piece).then(|| how.word().into()));
            put("square", square.and_then(on));
        }
        Act::Say { words } => put("words", said(words)),
        Act::Exact {
            penalty,
            man,
            men,
            mv,
        } => {
            put("penalty", Some(penalty.word().into()));
            put("man", man.and_then(on));
            put(
                "men",
                (!men.is_empty()).then(|| Json::list(men.iter().map(ToString::to_string))),
            );
            put("move", mv.map(|mv| mv.to_string().into()));
        }
        Act::Waive { clause } => put("clause", clause.as_ref().and_then(said)),
        Act::Require { what, square } => {
            put("what", Some(what.word().into()));
            put("square", square.and_then(on));
        }
        Act::Consent { what } | Act::Demand { what } => put("what", said(what)),
        Act::Adopt { mv } => put("move", Some(mv.to_string().into())),
        Act::Offer { what } | Act::Accept { what } | Act::Decline { what } => {
            put("what", Some(what.word().into()));
        }
        Act::Claim { ground, offence } => {
            put("ground", Some(ground.word().into()));
            put("offence", offence.as_ref().and_then(said));
        }
        Act::PointOut { error, number } => {
            put("error", Some(error.word().into()));
            put("move", number.map(Json::from));
        }
        Act::Upset { accident } => put("accident", yes(*accident)),
        Act::Seal { record } => put("record", said(record)),
        Act::Resume {
            board,
            clocks,
            absent,
        } => {
            put("board", board.as_ref().and_then(said));
            put("clocks", clocks.map(clocks_json));
            put(
                "absent",
                (!absent.is_empty()).then(|| Json::list(absent.iter().map(|player| colour_word(*player)))),
            );
        }
        Act::Send { texts, series, adopt } => {
            match &texts[..] {
                [text] => put("text", said(text)),
                texts => put("texts", Some(Json::list(texts.iter().cloned()))),
            }
            let pair = |(reply, own): &(String, String)| Json::list([reply.as_str(), own.as_str()]);
            put(
                "if",
                (!series.is_empty()).then(|| Json::List(series.iter().map(pair).collect())),
            );
            put("adopt", adopt.map(|mv| mv.to_string().into()));
        }
        Act::Dispute { question } => put("question", said(question)),
        Act::Decide(decision) => {
            put("ruling", decision.ruling.as_ref().and_then(said));
            put("result", decision.result.map(|result| result.word().into()));
            put("board", decision.board.as_ref().and_then(said));
            put("fact", decision.fact.as_ref().and_then(said));
            put("move", decision.mv.map(|mv| mv.to_string().into()));
            put("moves_allowed", decision.moves_allowed.map(Json::from));
            put("clocks", decision.clocks.map(clocks_json));
        }
        Act::Resign
        | Act::Refuse
        | Act::Abandon
        | Act::Adjourn
        | Act::Arrive
        | Act::Flag
        | Act::CloseOfPlay => {}
    }
    fields
}
