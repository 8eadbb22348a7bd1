//! Accounts: how does one register, log in and out, and what waits in the inbox?

use super::{COOKIE, PROGRAM, cookie, note};
use crate::{
    App,
    guard::{Sent, asking, on_account},
    live_games::{Ended, work},
    openapi::Problems,
    problem::{Answer, Problem},
    secret,
    shape::{Credentials, Inbox, LeaveForGood, Letter, Me, NewPassword, NewToken, ProgramToken, ReadLetters},
};
use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use jadoube_store::{Account, StoreError};
use std::sync::Arc;

/// A session lasts so long.
const SESSION_DAYS: i64 = 30;

/// Verified where the name is unknown, so that the answer takes as long as for a known one.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

async fn me(app: &App, account: &Account) -> Result<Me, Problem> {
    Ok(Me {
        name: account.name.clone(),
        created_ms: account.created_ms,
        inbox: app.live_games.store.unread(account.id).await?,
    })
}

async fn enter(
    app: &App,
    headers: &HeaderMap,
    account: &Account,
    status: StatusCode,
) -> Result<Response, Problem> {
    let token = secret::token();
    let until = app.live_games.now_ms() + SESSION_DAYS * 86_400_000;
    app.live_games
        .store
        .open_session(&secret::hash(&token), account.id, until)
        .await?;
    let mut response = Answer(status, me(app, account).await?).into_response();
    set_cookie(app, headers, &mut response, &token, SESSION_DAYS * 86_400);
    Ok(response)
}

fn set_cookie(app: &App, headers: &HeaderMap, response: &mut Response, token: &str, seconds: i64) {
    let secure = crate::guard::by_tls(&app.config, headers);
    let secure = if secure { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}");
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}

/// Makes an account and logs in.
#[utoipa::path(post, path = "/api/accounts", tag = "accounts", request_body = Credentials,
    responses((status = 201, description = "registered and logged in", body = Me), Problems))]
pub(crate) async fn register(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Sent(sent): Sent<Credentials>,
) -> Result<Response, Problem> {
    fit_name(&sent.name)?;
    fit_password(&sent.password)?;
    let person = super::mark_of_address(&app);
    if let (Some(person), true) = (&person, app.config.rate > 0 && app.config.most_accounts > 0)
        && app.live_games.store.accounts_from(person).await? >= i64::from(app.config.most_accounts)
    {
        metrics::counter!("jadoube_refusals_total", "why" => "accounts").increment(1);
        return Err(Problem::too_many(
            "too many accounts were registered from your address: those that are never used lapse in time",
        ));
    }
    let _permit = app.hashers.acquire().await.map_err(|_| Problem::bug())?;
    let password = sent.password;
    let hash = work(move || secret::hash_password(&password))
        .await?
        .ok_or_else(Problem::bug)?;
    let made = app
        .live_games
        .store
        .create_account(&sent.name, &hash, person.as_deref(), app.live_games.now_ms())
        .await;
    let account = made.map_err(|error| match error {
        StoreError::Taken => Problem::taken("this name is taken, or one that looks like it"),
        other => other.into(),
    })?;
    enter(&app, &headers, &account, StatusCode::CREATED).await
}

/// Whether a new account can have this name.
pub(crate) fn fit_name(name: &str) -> Result<(), Problem> {
    let fits = (2..=32).contains(&name.chars().count())
        && name
            .chars()
            .all(|letter| letter.is_alphanumeric() || "_.-".contains(letter));
    if !fits {
        return Err(Problem::invalid(
            "name",
            "the name: expected 2 to 32 letters, digits, _ . or -",
        ));
    }
    super::plainly_written("name", name)
}

/// Whether it can be a password.
pub(crate) fn fit_password(password: &str) -> Result<(), Problem> {
    if !(8..=256).contains(&password.chars().count()) {
        return Err(Problem::invalid(
            "password",
            "the password: expected 8 to 256 letters",
        ));
    }
    Ok(())
}

/// Logs in.
#[utoipa::path(post, path = "/api/session", tag = "accounts", request_body = Credentials,
    responses((status = 200, description = "logged in", body = Me), Problems))]
pub(crate) async fn log_in(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Sent(sent): Sent<Credentials>,
) -> Result<Response, Problem> {
    if sent.name.len() > 200 || sent.password.len() > 1024 || sent.name.chars().any(char::is_control) {
        return Err(Problem::unauthorized("no such name and password"));
    }
    let found = app.live_games.store.account(&sent.name).await?;
    let hash = found
        .as_ref()
        .map_or_else(|| NOBODY.to_owned(), |account| account.password.clone());
    let _permit = app.hashers.acquire().await.map_err(|_| Problem::bug())?;
    let right = work(move || secret::is_password(&sent.password, &hash)).await?;
    match found {
        Some(account) if right => {
            note(&app, Some(account.id), "login", "").await;
            enter(&app, &headers, &account, StatusCode::OK).await
        }
        found => {
            note(&app, found.map(|account| account.id), "login refused", "").await;
            Err(Problem::unauthorized("no such name and password"))
        }
    }
}

async fn logged_in(app: &App, headers: &HeaderMap) -> Result<Account, Problem> {
    super::session(app, headers)
        .await?
        .ok_or_else(|| Problem::unauthorized("nobody is logged in"))
}

/// Who is logged in.
#[utoipa::path(get, path = "/api/session", tag = "accounts",
    responses((status = 200, description = "the account", body = Me), Problems))]
pub(crate) async fn session(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Answer<Me>, Problem> {
    let account = logged_in(&app, &headers).await?;
    Ok(Answer::ok(me(&app, &account).await?))
}

/// Logs out here.
#[utoipa::path(delete, path = "/api/session", tag = "accounts",
    responses((status = 204, description = "logged out"), Problems))]
pub(crate) async fn log_out(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Problem> {
    if let Some(secret) = cookie(&headers) {
        let hash = secret::hash(secret);
        app.live_games.store.end_session(&hash).await?;
        let _ = app.live_games.ended.send(Ended::Session(hash));
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    set_cookie(&app, &headers, &mut response, "", 0);
    Ok(response)
}

/// Logs out everywhere.
#[utoipa::path(delete, path = "/api/sessions", tag = "accounts",
    responses((status = 204, description = "logged out everywhere"), Problems))]
pub(crate) async fn log_out_everywhere(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let account = logged_in(&app, &headers).await?;
    app.live_games.store.end_sessions(account.id).await?;
    let _ = app.live_games.ended.send(Ended::Account(account.id));
    let mut response = StatusCode::NO_CONTENT.into_response();
    set_cookie(&app, &headers, &mut response, "", 0);
    Ok(response)
}

/// Whether this is the account's password.
async fn knows_password(app: &App, account: &Account, password: String) -> Result<(), Problem> {
    if password.len() > 1024 {
        return Err(Problem::forbidden("that is not your password"));
    }
    let hash = account.password.clone();
    let _permit = app.hashers.acquire().await.map_err(|_| Problem::bug())?;
    if work(move || secret::is_password(&password, &hash)).await? {
        Ok(())
    } else {
        Err(Problem::forbidden("that is not your password"))
    }
}

/// Changes one's password; every other session ends.
#[utoipa::path(post, path = "/api/password", tag = "accounts", request_body = NewPassword,
    responses((status = 200, description = "changed; logged in anew", body = Me), Problems))]
pub(crate) async fn change_password(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Sent(sent): Sent<NewPassword>,
) -> Result<Response, Problem> {
    let account = logged_in(&app, &headers).await?;
    fit_password(&sent.new)?;
    knows_password(&app, &account, sent.old).await?;
    let new = sent.new;
    let hash = work(move || secret::hash_password(&new))
        .await?
        .ok_or_else(Problem::bug)?;
    app.live_games.store.set_password(account.id, &hash).await?;
    let _ = app.live_games.ended.send(Ended::Account(account.id));
    note(&app, Some(account.id), "password changed", "").await;
    enter(&app, &headers, &account, StatusCode::OK).await
}

/// Deletes one's account. The games stay, without one's name.
#[utoipa::path(post, path = "/api/accounts/delete", tag = "accounts", request_body = LeaveForGood,
    responses((status = 204, description = "deleted"), Problems))]
pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Sent(sent): Sent<LeaveForGood>,
) -> Result<Response, Problem> {
    let account = logged_in(&app, &headers).await?;
    knows_password(&app, &account, sent.password).await?;
    // It is done a little at a time, and to the end, whether or not anybody waits for the answer.
    let gone = tokio::spawn(on_account(asking(), {
        let app = Arc::clone(&app);
        async move {
            app.live_games.store.delete_account(account.id).await?;
            let _ = app.live_games.ended.send(Ended::Account(account.id));
            app.live_games.forget_name(account.id).await;
            note(&app, None, "account deleted", "").await;
            Ok::<_, Problem>(())
        }
    }));
    gone.await.map_err(|_| Problem::bug())??;
    let mut response = StatusCode::NO_CONTENT.into_response();
    set_cookie(&app, &headers, &mut response, "", 0);
    Ok(response)
}

/// A secret for a program that acts for this account, shown once.
#[utoipa::path(post, path = "/api/tokens", tag = "accounts", request_body = NewToken,
    responses((status = 201, description = "the secret", body = ProgramToken), Problems))]
pub(crate) async fn new_token(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Sent(sent): Sent<NewToken>,
) -> Result<Answer<ProgramToken>, Problem> {
    app.door.changes_a_seat(&app)?;
    let account = logged_in(&app, &headers).await?;
    let name = super::fit_name("name", sent.name, 64)?.unwrap_or_default();
    let token = format!("{PROGRAM}{}", secret::token());
    let hash = secret::hash(&token);
    app.live_games
        .store
        .add_token(&hash, account.id, &name, app.live_games.now_ms())
        .await?;
    note(&app, Some(account.id), "token made", "").await;
    Ok(Answer::created(ProgramToken { token }))
}

/// Makes every secret of one's programs void.
#[utoipa::path(delete, path = "/api/tokens", tag = "accounts",
    responses((status = 204, description = "void"), Problems))]
pub(crate) async fn end_tokens(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    app.door.changes_a_seat(&app)?;
    let account = logged_in(&app, &headers).await?;
    app.live_games.store.end_tokens(account.id).await?;
    let _ = app.live_games.ended.send(Ended::Programs(account.id));
    note(&app, Some(account.id), "tokens ended", "").await;
    Ok(StatusCode::NO_CONTENT)
}

/// What waits.
#[utoipa::path(get, path = "/api/inbox", tag = "accounts",
    responses((status = 200, description = "the latest first", body = Inbox), Problems))]
pub(crate) async fn inbox(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Answer<Inbox>, Problem> {
    let account = logged_in(&app, &headers).await?;
    let items = app.live_games.store.inbox(account.id, 200).await?;
    let items = items.into_iter().map(|item| Letter {
        id: item.id,
        kind: item.kind,
        game: item.game,
        text: item.text,
        created_ms: item.created_ms,
        read: item.read,
    });
    Ok(Answer::ok(Inbox {
        items: items.collect(),
    }))
}

/// Marks items as read.
#[utoipa::path(post, path = "/api/inbox/read", tag = "accounts", request_body = ReadLetters,
    responses((status = 204, description = "marked"), Problems))]
pub(crate) async fn mark_read(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Sent(sent): Sent<ReadLetters>,
) -> Result<StatusCode, Problem> {
    let account = logged_in(&app, &headers).await?;
    if sent.ids.len() > 200 {
        return Err(Problem::invalid("ids", "expected at most 200 numbers"));
    }
    app.live_games.store.mark_read(account.id, &sent.ids).await?;
    Ok(StatusCode::NO_CONTENT)
}
