//! How is the state after an act written?

use crate::{
    event::write_event,
    fields::{colour_word, in_seconds, points_json},
    json::Json,
    seen::Envelope,
};
use jadoube_board::{Colour, Move};
use jadoube_game::{Act, Event, Moment, OptionView, Party, Right, Sentence, Then, View, Written};

/// Writes a state, every field of the contract in its order; `null` where there is nothing.
pub fn write_view(view: &View) -> Json {
    write_rights_of(view, |_| true, false, None)
}

/// The same with the rights of some parties only, for this player: where a text speaks of him, it stands beside it once more as
/// it is said to him, under `you`. Where an envelope is closed to whoever looks, what would follow from opening it is `null`.
pub fn write_rights_of(
    view: &View,
    shows: impl Fn(Party) -> bool,
    closed: bool,
    reader: Option<Colour>,
) -> Json {
    Json::object([
        ("seq", Json::from(view.seq)),
        ("board", view.board.as_str().into()),
        ("turn", colour_word(view.turn).into()),
        ("status", view.status.word().into()),
        ("winner", colour(view.winner)),
        ("clause", view.clause.into()),
        ("next_first_move", colour(view.next_first_move)),
        ("moves", moves(&view.moves)),
        (
            "duty",
            view.duty.as_ref().map_or(Json::Null, |duty| {
                said([("clause", Json::from(duty.clause))], "text", &duty.text, reader)
            }),
        ),
        ("options", options(&view.options, shows, closed, reader)),
        (
            "rulings",
            Json::List(
                view.rulings
                    .iter()
                    .map(|finding| {
                        let by = [
                            ("clause", Json::from(finding.clause)),
                            ("party", finding.party.map(Party::word).into()),
                        ];
                        said(by, "text", &finding.text, reader)
                    })
                    .collect(),
            ),
        ),
        (
            "clock",
            view.clock.map_or(Json::Null, |clock| {
                Json::object([
                    ("white", in_seconds(clock.white)),
                    ("black", in_seconds(clock.black)),
                    ("running", colour(clock.running)),
                    ("left", both(clock.left, in_seconds)),
                    ("added", both(clock.added, signed_seconds)),
                ])
            }),
        ),
        ("record", view.record.as_ref().map_or(Json::Null, write_written)),
        (
            "refused",
            view.refused.as_ref().map_or(Json::Null, |refusal| {
                said(
                    [("clause", Json::from(refusal.clause))],
                    "why",
                    &refusal.why,
                    reader,
                )
            }),
        ),
        ("made", colour(view.made)),
        ("illegal", both(view.illegal, Json::from)),
        ("score", both(view.score, points_json)),
    ])
}

/// Something said under a clause, as words only.
pub fn write_said(clause: &str, text: &Sentence, reader: Option<Colour>) -> Json {
    said([("clause", Json::from(clause))], "text", text, reader)
}

fn said<const N: usize>(
    before: [(&str, Json); N],
    name: &str,
    text: &Sentence,
    reader: Option<Colour>,
) -> Json {
    let Json::Object(mut fields) = Json::object(before) else {
        return Json::Null;
    };
    fields.extend(told(name, text, reader));
    Json::Object(fields)
}

/// A text as it is told, and where that is another, as it is said to him who reads it.
fn told(name: &str, text: &Sentence, reader: Option<Colour>) -> impl Iterator<Item = (String, Json)> {
    let told = text.told();
    let to_him = reader.map(|reader| text.to(reader)).filter(|you| *you != told);
    let to_him = to_him.map(|you| ("you".to_owned(), you.into()));
    std::iter::once((name.to_owned(), told.into())).chain(to_him)
}

/// Writes a completed move in its three styles.
pub fn write_written(written: &Written) -> Json {
    Json::object([
        ("uci", Json::from(written.uci.as_str())),
        ("descriptive", written.descriptive.as_str().into()),
        ("algebraic", written.algebraic.as_str().into()),
        ("full", written.full.as_str().into()),
    ])
}

/// Something said of each player: `{"white":…,"black":…}`.
fn both<T>(each: Option<[T; 2]>, json: fn(T) -> Json) -> Json {
    each.map_or(Json::Null, |[white, black]| {
        Json::object([("white", json(white)), ("black", json(black))])
    })
}

/// Milliseconds given or taken, as seconds.
fn signed_seconds(milliseconds: i64) -> Json {
    match in_seconds(Moment(milliseconds.unsigned_abs())) {
        Json::Number(number) if milliseconds < 0 => number.as_f64().map_or(Json::Null, |taken| {
            number
                .as_i64()
                .map_or_else(|| Json::from(-taken), |taken| Json::Number((-taken).into()))
        }),
        given => given,
    }
}

fn colour(colour: Option<Colour>) -> Json {
    colour.map(colour_word).into()
}

fn moves(moves: &[Move]) -> Json {
    Json::list(moves.iter().map(ToString::to_string))
}

fn options(
    options: &[OptionView],
    shows: impl Fn(Party) -> bool,
    closed: bool,
    reader: Option<Colour>,
) -> Json {
    let of = |parties: &'static [Party]| {
        let own = |option: &&OptionView| parties.contains(&option.right.party) && shows(option.right.party);
        let written = |option| write_option_to(option, closed, reader);
        Json::List(options.iter().filter(own).map(written).collect())
    };
    Json::object([
        ("white", of(&[Party::White])),
        ("black", of(&[Party::Black])),
        // The timekeeper's rights, should a code give him any, stand with the other official's.
        ("umpire", of(&[Party::Umpire, Party::Timekeeper])),
    ])
}

/// Writes a right as an act that can be given back as it stands, with `clause`, `text` and `then` beside it, and with
/// `lapses` where a touch would end it.
pub fn write_option(option: &OptionView) -> Json {
    write_option_to(option, false, None)
}

fn write_option_to(option: &OptionView, closed: bool, reader: Option<Colour>) -> Json {
    let mut fields = right_fields(&option.right, reader);
    if option.lapses {
        fields.push(("lapses".to_owned(), true.into()));
    }
    let opens =
        |(name, act): &(String, Json)| name == "act" && act.as_str().is_some_and(Envelope::could_open);
    let then = if closed && fields.iter().any(opens) {
        Json::Null
    } else {
        write_then(&option.then)
    };
    fields.push(("then".to_owned(), then));
    Json::Object(fields)
}

fn right_fields(right: &Right, reader: Option<Colour>) -> Vec<(String, Json)> {
    let event = Event::new(right.party, right.act.clone());
    let mut fields = match write_event(&event) {
        Json::Object(fields) => fields,
        _ => Vec::new(),
    };
    // A waiver names its clause itself, and a communication has a text of its own: these are the act's.
    let own = |name: &str| match right.act {
        Act::Waive { clause: Some(_) } | Act::Penalise { clause: Some(_), .. } => name == "clause",
        Act::Send { .. } => name == "text",
        _ => false,
    };
    if !own("clause") {
        fields.push(("clause".to_owned(), right.clause.into()));
    }
    if !own("text") {
        fields.extend(told("text", &right.text, reader));
    }
    fields
}

fn write_then(then: &Then) -> Json {
    Json::object([
        ("board", Json::from(then.board.as_str())),
        ("turn", colour_word(then.turn).into()),
        ("moves", moves(&then.moves)),
        ("status", then.status.word().into()),
        ("winner", colour(then.winner)),
    ])
}
