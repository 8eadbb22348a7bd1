//! Who may say what to whom? Talk at the table, a side's private counsel, and onlookers who never reach a player.

use super::{Asked, Guest};
use crate::{
    App,
    guard::Sent,
    live_games::Viewer,
    openapi::Problems,
    problem::{Answer, Problem},
    shape::{Message, Messages, Say},
};
use jadoube_game::Party;
use jadoube_store::ChatRow;
use serde::Deserialize;

/// Messages on one channel of a game, and bytes of text in them: a runaway program must not fill the disk.
const MOST_SAID: i64 = 5_000;
const MOST_BYTES_SAID: i64 = 512 * 1024;

const CHANNELS: [&str; 4] = ["table", "white", "black", "onlookers"];

/// Whether this viewer may read there.
pub(crate) fn may_read(viewer: &Viewer, channel: &str) -> bool {
    match channel {
        "table" => true,
        "white" => viewer.parties.has(Party::White),
        "black" => viewer.parties.has(Party::Black),
        // What onlookers say must not become advice.
        "onlookers" => !viewer.plays(),
        _ => false,
    }
}

fn may_write(viewer: &Viewer, channel: &str) -> bool {
    match channel {
        "table" => !viewer.parties.is_empty(),
        "onlookers" => viewer.parties.is_empty() && viewer.seat.is_some(),
        _ => may_read(viewer, channel),
    }
}

/// A message as it is sent.
pub(crate) fn message(row: ChatRow) -> Message {
    Message {
        id: row.id,
        channel: row.channel,
        author: row.author,
        party: row.party,
        text: row.text,
        sent_ms: row.sent_ms,
    }
}

fn fit_channel(channel: &str) -> Result<(), Problem> {
    if CHANNELS.contains(&channel) {
        Ok(())
    } else {
        Err(Problem::invalid(
            "channel",
            "expected one of: table, white, black, onlookers",
        ))
    }
}

/// Which messages.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Where {
    /// The table where nothing is said.
    #[serde(default)]
    #[param(value_type = Option<crate::shape::Channel>)]
    channel: Option<String>,
    /// Only what was said after this number.
    #[serde(default)]
    after: i64,
}

/// What was said.
#[utoipa::path(get, path = "/api/games/{id}/chat", tag = "chat", params(("id" = String, Path), Where),
    responses((status = 200, description = "messages, in order", body = Messages), Problems))]
pub(crate) async fn said(guest: Guest, Asked(place): Asked<Where>) -> Result<Answer<Messages>, Problem> {
    let Guest { app, table, viewer } = guest;
    let channel = place.channel.as_deref().unwrap_or("table");
    fit_channel(channel)?;
    if !may_read(&viewer, channel) {
        return Err(Problem::forbidden("this channel is not for you"));
    }
    let rows = app
        .live_games
        .store
        .said(&table.id, Some(channel), place.after, 500)
        .await?;
    let messages = rows.into_iter().map(message).collect();
    Ok(Answer::ok(Messages { messages }))
}

/// Whether what he says is passed on.
pub(crate) async fn may_speak(app: &App, viewer: &Viewer) -> Result<(), Problem> {
    let Some(account) = viewer.account else {
        return Ok(());
    };
    let account = app.live_games.store.account_by_id(account).await?;
    if account.is_some_and(|account| account.muted) {
        return Err(Problem::forbidden(
            "what you say is not passed on: you were muted by whoever keeps this server",
        ));
    }
    Ok(())
}

/// Whether something more may be said on this channel.
pub(crate) async fn has_room(app: &App, game: &str, channel: &str, text: &str) -> Result<bool, Problem> {
    let (messages, bytes) = app.live_games.store.count_said(game, channel).await?;
    let more = i64::try_from(text.len()).unwrap_or(i64::MAX);
    Ok(messages < MOST_SAID && bytes.saturating_add(more) <= MOST_BYTES_SAID)
}

/// Says something.
#[utoipa::path(post, path = "/api/games/{id}/chat", tag = "chat", params(("id" = String, Path)), request_body = Say,
    responses((status = 201, description = "the message", body = Message), Problems))]
pub(crate) async fn say(guest: Guest, Sent(sent): Sent<Say>) -> Result<Answer<Message>, Problem> {
    let Guest { app, table, viewer } = guest;
    fit_channel(&sent.channel)?;
    if !may_write(&viewer, &sent.channel) {
        return Err(Problem::forbidden("this channel is not for you"));
    }
    let text = sent.text.trim();
    let printable = !text.chars().any(|letter| letter.is_control() && letter != '\n');
    if text.is_empty() || text.chars().count() > 1000 || !printable {
        return Err(Problem::invalid(
            "text",
            "expected 1 to 1000 letters, and no control characters",
        ));
    }
    let key = sent.key.unwrap_or_else(crate::secret::name);
    if key.is_empty() || key.len() > 64 || key.chars().any(char::is_control) {
        return Err(Problem::invalid("key", "expected 1 to 64 letters"));
    }
    may_speak(&app, &viewer).await?;
    if !has_room(&app, &table.id, &sent.channel, text).await? {
        return Err(Problem::too_many("enough has been said on this channel"));
    }
    let key = format!("{} {key}", viewer.seat.unwrap_or(0));
    let party = match sent.channel.as_str() {
        side @ ("white" | "black") => side,
        _ => viewer.parties.words().next().unwrap_or("onlooker"),
    };
    let row = app
        .live_games
        .store
        .say(
            &table.id,
            &sent.channel,
            (viewer.name.as_deref(), party, text),
            &key,
            app.live_games.now_ms(),
        )
        .await?;
    app.live_games.tell_chat(&table).await?;
    Ok(Answer::created(message(row)))
}
