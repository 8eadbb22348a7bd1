//! How is an act written and read, one to a line? Which fields an act has, and what each holds, is told by
//! `Act::SHAPES`.

use crate::{
    error::{RecordFault, nearest},
    fields::{Fields, choice, in_seconds, seconds, text, whole},
    json::Json,
    value::{read_value, value_json},
};
use jadoube_game::{Act, Event, Party, Shape};

/// Reads an act. An option may be given back as it stands: what is only said about it (`clause`, `text`, `you`,
/// `lapses`, `then`) is passed over.
pub fn read_event(value: Json) -> Result<Event, RecordFault> {
    let mut fields = Fields::of("", value)?;
    let shape = fields.must("act", &format!("one of: {}", Act::NAMES.join(", ")), shape_named)?;
    let by = fields.must("by", "one of: white, black, umpire, timekeeper", |path, value| {
        choice(path, value, Party::ALL, Party::word)
    })?;
    let at = fields.maybe("at", |path, value| seconds(path, &value))?;
    let player = fields.maybe("player", text)?;
    let theory = if looks_up_tables(shape.name) {
        fields.maybe("theory", |path, value| whole(path, &value, 0))?
    } else {
        None
    };
    let act = Act::from_fields(shape, |field| read_value(field, &mut fields))?;
    for remark in ["clause", "text", "you", "lapses", "then"] {
        fields.take(remark);
    }
    fields.finish()?;
    let act = act.ok_or_else(|| RecordFault::wrong("act", format!("{:?}", shape.name), "an act"))?;
    Ok(Event {
        by,
        act,
        at,
        player,
        theory,
    })
}

/// Whether endgame tables can have been looked up for an act of this name.
pub(crate) fn looks_up_tables(name: &str) -> bool {
    matches!(name, "claim" | "demand")
}

fn shape_named(path: &str, value: Json) -> Result<&'static Shape, RecordFault> {
    let name = text(path, value)?;
    Act::SHAPES
        .iter()
        .find(|shape| shape.name == name)
        .ok_or_else(|| {
            let hint = nearest(&name, Act::NAMES)
                .map(|near| format!("\"{near}\"? It is "))
                .unwrap_or_default();
            let expected = format!("{hint}one of: {}", Act::NAMES.join(", "));
            RecordFault::wrong(path, format!("{name:?}"), expected)
        })
}

/// Writes an act, with nothing in it that goes without saying.
pub fn write_event(event: &Event) -> Json {
    let mut fields = vec![
        ("by".to_owned(), Json::from(event.by.word())),
        ("act".to_owned(), Json::from(event.act.name())),
    ];
    for (field, value) in event.act.values() {
        let (name, value) = value_json(field, &value);
        fields.push((name.to_owned(), value));
    }
    if let Some(player) = &event.player {
        fields.push(("player".to_owned(), player.as_str().into()));
    }
    if let Some(moves) = event.theory {
        fields.push(("theory".to_owned(), moves.into()));
    }
    if let Some(at) = event.at {
        fields.push(("at".to_owned(), in_seconds(at)));
    }
    Json::Object(fields)
}
