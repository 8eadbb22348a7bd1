//! How do programs that were made for Lichess play here? They find the addresses they know, with the answers they expect.
//!
//! A subset of its board and bot interface: `docs/lichess.md` says which. It knows accounts and moves and nothing else; games
//! are played under the laws of 2023 on a guarded board, and every act goes the way of any other.

mod challenges;
mod people;
mod play;
mod scores;
mod streams;

use crate::{App, problem::Problem};
use axum::{
    Router,
    extract::{FromRequest, FromRequestParts, Request},
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::{any, get, post},
};
use jadoube_store::Account;
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};

pub(crate) use challenges::LIFE_MS;

/// The addresses.
pub(crate) fn router() -> Router<Arc<App>> {
    let mut router = Router::new()
        .route("/api/account", get(people::account))
        .route("/api/account/playing", get(people::playing))
        .route("/api/account/preferences", get(people::preferences))
        .route("/api/token/test", post(people::test_tokens))
        .route("/api/user/{name}", get(people::user))
        .route("/api/user/{name}/current-game", get(scores::current))
        .route("/api/users", post(people::users))
        .route("/api/users/status", get(people::status))
        .route("/api/bot/online", get(people::bots))
        .route("/api/bot/account/upgrade", post(people::upgrade))
        .route("/api/stream/event", get(streams::events))
        .route("/api/stream/game/{id}", get(scores::moves))
        .route("/api/games/export/_ids", post(scores::export_many))
        .route("/api/games/user/{name}", get(scores::by_player))
        .route("/api/challenge", get(challenges::list))
        .route("/api/challenge/ai", post(challenges::against_computer))
        .route(
            "/api/challenge/{id}",
            get(challenges::show).post(challenges::create),
        )
        .route("/api/challenge/{id}/show", get(challenges::show))
        .route("/api/challenge/{id}/accept", post(challenges::accept))
        .route("/api/challenge/{id}/decline", post(challenges::decline))
        .route("/api/challenge/{id}/cancel", post(challenges::cancel))
        .route("/api/board/seek", post(challenges::seek))
        .route("/game/export/{id}", get(scores::export));
    for kind in ["bot", "board"] {
        router = router.route(&format!("/api/{kind}/{{*rest}}"), any(unknown));
        let at = |rest: &str| format!("/api/{kind}/game/{rest}");
        router = router
            .route(&at("stream/{id}"), get(streams::game))
            .route(&at("{id}/move/{move}"), post(play::make_move))
            .route(&at("{id}/draw/{answer}"), post(play::draw))
            .route(&at("{id}/takeback/{answer}"), post(play::take_back))
            .route(&at("{id}/resign"), post(play::resign))
            .route(&at("{id}/abort"), post(play::abort))
            .route(&at("{id}/claim-victory"), post(play::claim_victory))
            // As berserk writes it.
            .route(&at("{id}/claim-victory/"), post(play::claim_victory))
            .route(&at("{id}/claim-draw"), post(play::claim_draw))
            .route(&at("{id}/chat"), get(play::said).post(play::say));
    }
    router
}

/// An error as these programs read it: `{"error": …}`.
#[derive(Debug)]
pub(crate) struct Refusal(Problem);

impl<T: Into<Problem>> From<T> for Refusal {
    fn from(problem: T) -> Self {
        Refusal(problem.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let error = json!({"error": self.0.detail()});
        let mut response = self.0.into_response();
        if response.status() == StatusCode::UNPROCESSABLE_ENTITY {
            *response.status_mut() = StatusCode::BAD_REQUEST;
        }
        response.headers_mut().remove(header::CONTENT_LENGTH);
        response.headers_mut().insert(
            header::CONTENT_TYPE,
            header::HeaderValue::from_static("application/json"),
        );
        *response.body_mut() = error.to_string().into();
        response
    }
}

fn wrong(why: &'static str) -> Refusal {
    Problem::malformed(why).into()
}

/// An answer in JSON.
fn answer(body: &Value) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, body.to_string()).into_response()
}

fn done() -> Response {
    answer(&json!({"ok": true}))
}

/// Whoever asks: by the secret of one of his programs, or by his session.
pub(crate) struct Asker {
    app: Arc<App>,
    account: Account,
    /// The hash of the secret or of the session.
    by: By,
}

/// How he is known, and so how long.
#[derive(Debug, Clone)]
enum By {
    Program(String),
    Session(String),
}

impl FromRequestParts<Arc<App>> for Asker {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        let program = super::bearer(&parts.headers).map(crate::secret::hash);
        let (account, by) = if let Some(hash) = program {
            (
                app.live_games.store.token_account(&hash).await?,
                By::Program(hash),
            )
        } else {
            let session = super::cookie(&parts.headers).map(crate::secret::hash);
            let account = super::session(app, &parts.headers).await?;
            (account, By::Session(session.unwrap_or_default()))
        };
        let account = account.ok_or_else(|| Problem::unauthorized("No such token"))?;
        let app = Arc::clone(app);
        Ok(Asker { app, account, by })
    }
}

impl Asker {
    /// Whether his secret, or his session, still counts; true where it cannot be told now.
    async fn lasts(&self) -> bool {
        let store = &self.app.live_games.store;
        let found = match &self.by {
            By::Program(hash) => store.token_account(hash).await,
            By::Session(hash) => store.session(hash, self.app.live_games.now_ms()).await,
        };
        found.map_or(true, |account| account.is_some())
    }
}

/// No request of this kind is longer.
const LONGEST: usize = 16 * 1024;

/// What came with a request: the fields of a form, or of a JSON object, as text.
pub(crate) struct Fields(BTreeMap<String, String>);

impl Fields {
    fn get(&self, name: &str) -> Option<&str> {
        self.0
            .get(name)
            .map(String::as_str)
            .filter(|text| !text.is_empty())
    }

    fn number(&self, name: &'static str) -> Result<Option<u32>, Refusal> {
        self.get(name)
            .map(|text| {
                text.parse()
                    .map_err(|_| Problem::invalid(name, format!("{name}: expected a whole number")).into())
            })
            .transpose()
    }
}

impl FromRequest<Arc<App>> for Fields {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &Arc<App>) -> Result<Self, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let json = kind
            .and_then(|kind| kind.to_str().ok())
            .is_some_and(|kind| kind.starts_with("application/json"));
        let body = axum::body::to_bytes(request.into_body(), LONGEST)
            .await
            .map_err(|_| Problem::too_large(format!("expected a body of at most {LONGEST} bytes")))?;
        if !json {
            return Ok(Fields(form(&body)));
        }
        if body.iter().all(u8::is_ascii_whitespace) {
            return Ok(Fields(BTreeMap::new()));
        }
        let Ok(Value::Object(fields)) = serde_json::from_slice(&body) else {
            return Err(wrong("expected a JSON object, or a form"));
        };
        let mut flat = BTreeMap::new();
        for (name, value) in fields {
            flatten(&mut flat, name, value)?;
        }
        Ok(Fields(flat))
    }
}

/// A field of a JSON object as a form has it: what is inside another is named after both, as `clock.limit`.
fn flatten(flat: &mut BTreeMap<String, String>, name: String, value: Value) -> Result<(), Refusal> {
    match value {
        Value::Null => {}
        Value::String(text) => {
            flat.insert(name, text);
        }
        Value::Bool(_) | Value::Number(_) => {
            flat.insert(name, value.to_string());
        }
        Value::Object(fields) => {
            for (inner, value) in fields {
                flatten(flat, format!("{name}.{inner}"), value)?;
            }
        }
        Value::Array(_) => {
            let expected = format!("{name}: expected a text or a number, not a list");
            return Err(Problem::malformed(expected).into());
        }
    }
    Ok(())
}

/// What nobody knows among these addresses, in the form these programs read.
async fn unknown() -> Refusal {
    Problem::not_found("address").into()
}

/// A method nobody knows there.
pub(crate) async fn not_allowed() -> Refusal {
    Problem::not_allowed().into()
}

/// `a=b&c=d%20e`, as browsers send it.
fn form(body: &[u8]) -> BTreeMap<String, String> {
    let decode = |text: &[u8]| {
        let mut bytes = Vec::with_capacity(text.len());
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            let digits = text
                .get(at + 1..at + 3)
                .and_then(|two| std::str::from_utf8(two).ok());
            let escaped = digits.filter(|_| byte == b'%');
            if let Some(decoded) = escaped.and_then(|two| u8::from_str_radix(two, 16).ok()) {
                bytes.push(decoded);
                at += 3;
            } else {
                bytes.push(if byte == b'+' { b' ' } else { byte });
                at += 1;
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let pairs = body.split(|byte| *byte == b'&');
    let pairs = pairs.filter(|pair| !pair.is_empty()).map(|pair| {
        let at = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
        (
            decode(&pair[..at]),
            decode(pair.get(at + 1..).unwrap_or_default()),
        )
    });
    pairs.collect()
}

/// An account as it is shown to others.
fn person(account: &Account) -> Value {
    let mut shown = json!({
        "id": account.name.to_lowercase(),
        "name": account.name,
        "username": account.name,
        "rating": null,
    });
    if account.bot {
        shown["title"] = "BOT".into();
    }
    shown
}

async fn account_by_id(app: &App, id: i64) -> Result<Account, Refusal> {
    let found = app.live_games.store.account_by_id(id).await?;
    found.ok_or_else(|| Problem::not_found("account").into())
}

#[cfg(test)]
mod tests {
    use super::form;

    #[test]
    fn a_form_is_read() {
        let read = form(b"room=player&text=good+luck%21%20%C3%A9&empty=&x&%ZZ=1");
        let expected = [
            ("%ZZ", "1"),
            ("empty", ""),
            ("room", "player"),
            ("text", "good luck! é"),
            ("x", ""),
        ];
        assert_eq!(read, expected.map(|(a, b)| (a.to_owned(), b.to_owned())).into());
    }
}
