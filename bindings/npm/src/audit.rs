//! What is irregular in the games of a PGN text? A module of its own: whoever judges one game need not fetch it.

use crate::request::{Answer, Request, answered, of_itself};
use jadoube::record::Json;
use jadoube_audit::{Allowed, Finding, GameRow, Kind, end_name};

/// Answers one request.
#[must_use]
pub fn answer(request: &[u8]) -> String {
    answered(request, |request| match request.text("do")? {
        "audit" => audit(request),
        _ => of_itself(request),
    })
}

fn audit(request: &Request) -> Answer {
    let name = request.maybe("name")?.unwrap_or("-");
    let text = request.text("pgn")?.as_bytes();
    let part = jadoube_audit::text(name, text, &request.codes()?, request.flag("go_on"));
    Ok(Json::object([
        ("games", Json::list(part.games.iter().map(audited_game))),
        ("findings", Json::list(part.findings.iter().map(finding))),
    ]))
}

fn audited_game(game: &GameRow) -> Json {
    Json::object([
        ("file", Json::from(game.file.as_str())),
        ("byte", game.byte.into()),
        ("game", game.game.into()),
        ("hash", format!("{:032x}", game.hash).into()),
        ("plies", game.plies.into()),
        ("start", game.start.word().into()),
        ("event", game.event.as_str().into()),
        (
            "year",
            game.year
                .and_then(|year| u32::try_from(year).ok())
                .map_or(Json::Null, Json::from),
        ),
        ("white", game.white.as_str().into()),
        ("black", game.black.as_str().into()),
        ("result", game.result.into()),
    ])
}

/// A finding as the command line prints it.
fn finding(found: &Finding) -> Json {
    let mut fields = vec![
        ("file", Json::from(found.file.as_str())),
        ("byte", found.byte.into()),
        ("game", found.game.into()),
        ("ply", found.ply.into()),
        ("code", found.code.map(|code| code.name().to_owned()).into()),
        ("clause", found.clause.clone().into()),
        ("kind", found.kind.word().into()),
    ];
    match &found.kind {
        Kind::IllegalMove { text, allowed } => {
            let right = |right: &Allowed| {
                Json::object([
                    ("clause", Json::from(right.clause.as_str())),
                    ("text", right.text.as_str().into()),
                ])
            };
            fields.push(("text", text.as_str().into()));
            fields.push(("allowed", Json::list(allowed.iter().map(right))));
        }
        Kind::Claimable { ground } => fields.push(("ground", ground.word().into())),
        Kind::PassedOver { end } => fields.push(("end", end_name(*end).into())),
        Kind::Result { why } => fields.push(("why", why.word().into())),
        Kind::EarlyAgreement => {}
        Kind::Clock { text, why } => {
            fields.push(("text", text.as_str().into()));
            fields.push(("why", why.as_str().into()));
        }
        Kind::Duplicate { of, of_file } => {
            fields.push(("of", (*of).into()));
            fields.push(("of_file", of_file.as_str().into()));
        }
        Kind::Damaged { why } => fields.push(("why", why.as_str().into())),
    }
    fields.push(("fen", found.fen.clone().into()));
    Json::object(fields)
}

#[cfg(test)]
mod tests {
    use super::answer;

    #[test]
    fn an_archive_is_audited_as_the_command_line_does() {
        let pgn = include_str!("../../../examples/archive.pgn");
        let codes = jadoube::game::Code::ALL;
        let part = jadoube_audit::text("archive.pgn", pgn.as_bytes(), &codes, false);
        assert!(part.findings.len() > 10 && part.games.len() > 5);
        let request = serde_json::json!({"do": "audit", "name": "archive.pgn", "pgn": pgn});
        let answer = answer(request.to_string().as_bytes());
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let printed = serde_json::json!({"games": part.games, "findings": part.findings});
        assert_eq!(answer["ok"], printed);
    }

    #[test]
    fn whatever_comes_in_an_answer_goes_out() {
        for request in [
            &b"\xff"[..],
            b"{}",
            br#"{"do":"audit"}"#,
            br#"{"do":"audit","pgn":7}"#,
            br#"{"do":"audit","pgn":"1. e4 *","codes":["fide-1777"]}"#,
            br#"{"do":"board"}"#,
        ] {
            let answer = answer(request);
            assert!(answer.starts_with(r#"{"error":{"message":""#), "{answer}");
        }
    }
}
