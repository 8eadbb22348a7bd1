//! Who is who, and who is here?

use super::{Asker, LONGEST, Refusal, answer, done, person, streams::brief};
use crate::{App, guard, problem::Problem, routes::Asked, secret};
use axum::{
    body::Bytes,
    extract::{Path, State},
    http::header,
    response::{IntoResponse, Response},
};
use jadoube_store::Account;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::{collections::HashSet, sync::Arc};

fn profile(account: &Account) -> Value {
    let mut shown = person(account);
    shown["createdAt"] = account.created_ms.into();
    shown["seenAt"] = account.created_ms.into();
    shown["perfs"] = json!({});
    shown["count"] = json!({});
    shown
}

/// One's own account.
pub(super) async fn account(asker: Asker) -> Response {
    answer(&profile(&asker.account))
}

/// Anybody's.
pub(super) async fn user(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<Response, Refusal> {
    let account = named(&app, &name).await?;
    Ok(answer(&profile(&account)))
}

/// So many accounts are told of in one answer.
const MOST_TOLD: usize = 100;

/// Those of these names that there are.
pub(super) async fn users(State(app): State<Arc<App>>, body: Bytes) -> Result<Response, Refusal> {
    let mut told = Vec::new();
    for name in listed(&app, &body, MOST_TOLD)? {
        told.extend(named(&app, &name).await.ok().map(|account| profile(&account)));
    }
    Ok(answer(&Value::Array(told)))
}

/// Names with commas between them, each once; each is asked for.
pub(super) fn listed(app: &App, body: &[u8], most: usize) -> Result<Vec<String>, Refusal> {
    if body.len() > LONGEST {
        return Err(Problem::too_large(format!("expected a body of at most {LONGEST} bytes")).into());
    }
    let text = String::from_utf8_lossy(body);
    let mut names: Vec<String> = Vec::new();
    for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        if !names.iter().any(|each| each == name) {
            names.push(name.to_owned());
        }
        if names.len() > most {
            return Err(Problem::malformed(format!(
                "expected at most {most} names, with commas between them"
            ))
            .into());
        }
    }
    app.door.asks_for_many(app, names.len())?;
    Ok(names)
}

/// There is nothing here that one could prefer.
pub(super) async fn preferences(_: Asker) -> Response {
    answer(&json!({"prefs": {}, "language": "en"}))
}

/// The account of this name.
pub(super) async fn named(app: &App, name: &str) -> Result<Account, Refusal> {
    let fits = name.chars().count() <= 32 && !name.chars().any(char::is_control);
    let found = if fits {
        app.live_games.store.account(name).await?
    } else {
        None
    };
    found.ok_or_else(|| Problem::not_found("account").into())
}

/// Games that one plays.
pub(super) async fn playing(asker: Asker, Asked(how): Asked<HowMany>) -> Result<Response, Refusal> {
    let games = asker.games(&HashSet::new()).await?;
    let most = how
        .nb
        .and_then(|most| usize::try_from(most).ok())
        .unwrap_or(usize::MAX);
    let games: Vec<_> = games.into_iter().take(most).collect();
    asker.app.door.asks_for_many(&asker.app, games.len())?;
    let mut shown = Vec::new();
    for game in games {
        guard::may_go_on()?;
        shown.push(brief(&asker, &game).await?);
    }
    Ok(answer(&json!({"nowPlaying": shown})))
}

/// From now on a program plays for this account.
pub(super) async fn upgrade(asker: Asker) -> Result<Response, Refusal> {
    let Asker { app, account, .. } = &asker;
    if !app.live_games.store.become_bot(account.id).await? {
        return Err(
            Problem::malformed("this account has sat at a game: only a new one becomes a bot's").into(),
        );
    }
    crate::routes::note(app, Some(account.id), "bot", "").await;
    Ok(done())
}

/// So many secrets are looked at in one request.
const MOST_TESTED: usize = 20;

/// Whether secrets count, and whose they are.
pub(super) async fn test_tokens(State(app): State<Arc<App>>, body: Bytes) -> Result<Response, Refusal> {
    let text = String::from_utf8_lossy(&body);
    let tokens: Vec<&str> = text.trim().split(',').filter(|token| !token.is_empty()).collect();
    if tokens.len() > MOST_TESTED || text.len() > 200 * MOST_TESTED {
        return Err(Problem::malformed(format!("expected at most {MOST_TESTED} tokens")).into());
    }
    app.door.asks_for_many(&app, tokens.len())?;
    let mut told = Map::new();
    for token in tokens {
        let account = app.live_games.store.token_account(&secret::hash(token)).await?;
        let known = account.map(|account| {
            json!({
                "userId": account.name.to_lowercase(),
                "scopes": "bot:play,board:play,challenge:read,challenge:write",
                "expires": null,
            })
        });
        told.insert(token.to_owned(), known.unwrap_or(Value::Null));
    }
    Ok(answer(&Value::Object(told)))
}

/// Whose status.
#[derive(Deserialize)]
pub(super) struct Whose {
    #[serde(default)]
    ids: String,
}

/// Who is connected, to whatever node.
pub(super) async fn status(
    State(app): State<Arc<App>>,
    Asked(whose): Asked<Whose>,
) -> Result<Response, Refusal> {
    let mut told = Vec::new();
    let names = whose.ids.split(',').filter(|name| !name.is_empty()).take(50);
    let names: Vec<&str> = names.collect();
    app.door.asks_for_many(&app, names.len())?;
    let here = app.live_games.store.listeners(app.live_games.now_ms()).await?;
    for name in names {
        let Ok(account) = named(&app, name).await else {
            continue;
        };
        let mut shown = person(&account);
        shown["online"] = here.contains(&account.id).into();
        told.push(shown);
    }
    Ok(answer(&Value::Array(told)))
}

/// How many.
#[derive(Deserialize)]
pub(super) struct HowMany {
    #[serde(default)]
    nb: Option<u32>,
}

/// Bots that are connected, to whatever node, a line each.
pub(super) async fn bots(
    State(app): State<Arc<App>>,
    Asked(how): Asked<HowMany>,
) -> Result<Response, Refusal> {
    let mut lines = String::new();
    let most = i64::from(how.nb.unwrap_or(50).min(50));
    let (store, now) = (&app.live_games.store, app.live_games.now_ms());
    for account in store.listening_bots(now, most).await? {
        lines.push_str(&profile(&account).to_string());
        lines.push('\n');
    }
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, lines).into_response())
}
