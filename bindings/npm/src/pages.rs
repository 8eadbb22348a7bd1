//! Which games stand on a printed page? A module of its own: whoever judges one game need not fetch it.

use crate::request::{Answer, Request, answered, of_itself};
use jadoube::{
    convert::{Converted, convert},
    notation::PageOptions,
    record::Json,
};

/// Answers one request.
#[must_use]
pub fn answer(request: &[u8]) -> String {
    answered(request, |request| match request.text("do")? {
        "convert" => games(request),
        _ => of_itself(request),
    })
}

fn games(request: &Request) -> Answer {
    let options = PageOptions {
        repair: request.flag("repair"),
        language: request.language()?,
        ..PageOptions::default()
    };
    let games = convert(request.text("page")?, &options);
    Ok(Json::list(games.iter().map(Converted::to_json)))
}

#[cfg(test)]
mod tests {
    use super::answer;

    #[test]
    fn a_page_is_read_as_the_library_reads_it() {
        let page = "1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n3. B-Kt5  P-QR3\n";
        let request = serde_json::json!({"do": "convert", "page": page});
        let answer: serde_json::Value =
            serde_json::from_str(&answer(request.to_string().as_bytes())).unwrap();
        let games = jadoube::convert::convert(page, &jadoube::notation::PageOptions::default());
        let games: serde_json::Value = serde_json::from_str(&games[0].to_json().to_string()).unwrap();
        assert_eq!(answer["ok"], serde_json::json!([games]));
        assert_eq!(games["clean"], true);
    }

    #[test]
    fn whatever_comes_in_an_answer_goes_out() {
        for request in [
            &b"\xff"[..],
            b"{}",
            br#"{"do":"convert"}"#,
            br#"{"do":"convert","page":7}"#,
            br#"{"do":"convert","page":"1. e4","language":"klingon"}"#,
            br#"{"do":"board"}"#,
        ] {
            let answer = answer(request);
            assert!(answer.starts_with(r#"{"error":{"message":""#), "{answer}");
        }
    }
}
