//! How does one come to a seat? By an invitation, which works once, or as one of any number of onlookers.

use super::{Guest, account, at_table, look, names, note, opening, own_name};
use crate::{
    App,
    guard::Sent,
    live_games::GameTable,
    openapi::Problems,
    problem::{Answer, Problem},
    secret,
    shape::{Accept, Accepted, Invitation, InvitationShown, Invite, Renewed, Waiting, WaitingSeat},
    snapshot::Parties,
};
use axum::{
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
};
use jadoube_game::Party;
use jadoube_record::write_terms;
use jadoube_store::SeatRow;
use std::sync::Arc;

/// Seats at one game, with those of onlookers; whoever only watches a public game needs none.
const MOST_SEATS: usize = 1000;

/// One more seat at a game, if there is room for it.
async fn add_seat(app: &App, table: &GameTable, seat: &SeatRow) -> Result<(), Problem> {
    if table.room().seats.len() >= MOST_SEATS {
        return Err(Problem::too_many(format!(
            "this game has {MOST_SEATS} seats: there is room for no more"
        )));
    }
    app.live_games.store.add_seat(&table.id, seat).await?;
    Ok(())
}

/// What an invitation leads to.
#[utoipa::path(get, path = "/api/invitations/{code}", tag = "seats", params(("code" = String, Path)),
    responses((status = 200, description = "the seat and the terms", body = InvitationShown), Problems))]
pub(crate) async fn invitation(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
) -> Result<Answer<InvitationShown>, Problem> {
    let seat = invited(&app, &code).await?;
    let table = app.live_games.table(&seat.game).await?;
    let viewer = table.viewer_of(&[&seat]);
    let room = table.room();
    let games = match &room.row.match_id {
        Some(id) => app.live_games.store.match_row(id).await?.map(|row| row.games),
        None => None,
    };
    Ok(Answer::ok(InvitationShown {
        settings: room.shown(table.snapshot().timeline().pauses),
        games,
        role: viewer.role(),
        parties: viewer.parties.words().collect(),
        taken: seat.token.is_some() && !viewer.parties.is_empty(),
        header: write_terms(table.snapshot().terms()),
        names: names(&room.seats),
        game: seat.game,
    }))
}

async fn invited(app: &App, code: &str) -> Result<SeatRow, Problem> {
    if code.len() > 128 {
        return Err(Problem::not_found("invitation"));
    }
    let seat = app.live_games.store.invited(&secret::hash(code)).await?;
    seat.ok_or_else(|| Problem::not_found("invitation"))
}

/// Sits down on an invitation.
#[utoipa::path(post, path = "/api/invitations/{code}/accept", tag = "seats", params(("code" = String, Path)),
    request_body = Accept,
    responses((status = 200, description = "the seat's token", body = Accepted), Problems))]
pub(crate) async fn accept(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(code): Path<String>,
    Sent(sent): Sent<Accept>,
) -> Result<Answer<Accepted>, Problem> {
    let seat = invited(&app, &code).await?;
    let table = app.live_games.table(&seat.game).await?;
    sit_down(&app, &headers, &table, seat, sent).await
}

/// Takes a chair that stands open to anyone.
#[utoipa::path(post, path = "/api/games/{id}/sit", tag = "seats", params(("id" = String, Path)), request_body = Accept,
    responses((status = 200, description = "the seat's token", body = Accepted), Problems))]
pub(crate) async fn sit(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Sent(sent): Sent<Accept>,
) -> Result<Answer<Accepted>, Problem> {
    let table = app.live_games.table(&id).await?;
    let room = table.room();
    if !room.settings.lobby {
        return Err(Problem::not_found("open chair"));
    }
    let hash = sent.token.as_deref().map(secret::hash);
    let again = |seat: &&SeatRow| seat.token.is_some() && seat.token == hash;
    let seat = room.seats.iter().find(again).or_else(|| room.open_chair());
    let seat = seat.ok_or_else(|| Problem::taken("somebody has sat down here already"))?;
    sit_down(&app, &headers, &table, seat.clone(), sent).await
}

async fn sit_down(
    app: &App,
    headers: &HeaderMap,
    table: &Arc<GameTable>,
    seat: SeatRow,
    sent: Accept,
) -> Result<Answer<Accepted>, Problem> {
    app.door.changes_a_seat(app)?;
    let me = account(app, headers).await?;
    let name = own_name(app, me.as_ref(), sent.name).await?;
    let token = match sent.token {
        None => secret::token(),
        Some(token) => {
            let fits = (32..=128).contains(&token.len())
                && token
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
            if !fits {
                return Err(Problem::invalid(
                    "token",
                    "expected 32 to 128 of: letters, digits, - and _",
                ));
            }
            token
        }
    };
    let hash = secret::hash(&token);
    if Parties::read(&seat.parties).is_empty() {
        let again = table
            .room()
            .seats
            .iter()
            .any(|row| row.token.as_deref() == Some(&*hash));
        if !again {
            let onlooker = SeatRow {
                parties: "onlooker".to_owned(),
                name,
                token: Some(hash),
                account: me.map(|me| me.id),
                ..SeatRow::default()
            };
            add_seat(app, table, &onlooker).await?;
        }
    } else if seat.token.as_deref() != Some(&*hash) {
        // Named persons of a side keep the names the record gives them.
        let named = name.as_deref().filter(|_| seat.name.is_none());
        let account = me.map(|me| me.id);
        let taken = app
            .live_games
            .store
            .take_seat(&seat, &hash, named, account)
            .await?;
        app.live_games.look_again(table).await?;
        let held = |row: &SeatRow| row.seat == seat.seat && row.token.as_deref() == Some(&*hash);
        if !taken && !table.room().seats.iter().any(held) {
            return Err(Problem::taken("somebody has sat down here already"));
        }
    }
    app.live_games.look_again(table).await?;
    let viewer = look(app, headers, table, Some(&token)).await?;
    app.live_games.sit(table, &viewer).await?;
    if !viewer.parties.is_empty() {
        let about = format!("{} {}", seat.game, seat.parties);
        note(app, viewer.account, "seat taken", &about).await;
    }
    Ok(Answer::ok(Accepted {
        parties: viewer.parties.words().collect(),
        role: viewer.role(),
        link: format!("/game/{}#seat={token}", table.id),
        game: table.id.clone(),
        token,
    }))
}

/// Makes a new invitation: for onlookers; for a player's seat that waits, in place of the old one, by him who opened the game; for
/// an umpire on whom both players have agreed.
#[utoipa::path(post, path = "/api/games/{id}/invitations", tag = "seats", params(("id" = String, Path)),
    request_body = Invite,
    responses((status = 201, description = "the invitation", body = Invitation), Problems))]
pub(crate) async fn invite(guest: Guest, Sent(sent): Sent<Invite>) -> Result<Answer<Invitation>, Problem> {
    let Guest { app, table, viewer } = guest;
    if viewer.parties.is_empty() {
        return Err(Problem::forbidden("only players and the umpire invite"));
    }
    app.door.changes_a_seat(&app)?;
    let (store, room) = (&app.live_games.store, table.room());
    let party = sent.party;
    let waiting = room
        .seats
        .iter()
        .find(|seat| seat.token.is_none() && seat.parties == party);
    let code = secret::token();
    let hash = secret::hash(&code);
    let new = SeatRow {
        parties: party.clone(),
        invitation: Some(hash.clone()),
        ..SeatRow::default()
    };
    let taken = || Problem::taken("somebody has sat down there already");
    let (mut person, mut name) = (0, None);
    match party.as_str() {
        "onlooker" => add_seat(&app, &table, &new).await?,
        "white" | "black" | "umpire" => {
            let agreed = party == "umpire" && viewer.plays() && table.snapshot().umpire_agreed();
            if !viewer.creator && !agreed {
                return Err(Problem::forbidden(
                    "he who opened the game invites its players; an umpire is invited when both players have agreed on one \
                     (offer: umpire)",
                ));
            }
            match waiting {
                Some(seat) => {
                    if !store.invite_again(&table.id, seat.seat, &hash).await? {
                        return Err(taken());
                    }
                    (person, name) = (seat.person, seat.name.clone());
                }
                None if agreed && !room.has_umpire() => add_seat(&app, &table, &new).await?,
                None => return Err(taken()),
            }
            note(&app, viewer.account, "invited", &format!("{} {party}", table.id)).await;
        }
        _ => {
            let expected = "expected one of: white, black, umpire, onlooker";
            return Err(Problem::invalid("party", expected));
        }
    }
    app.live_games.look_again(&table).await?;
    Ok(Answer::created(opening::invitation(party, person, name, code)))
}

/// Which seats wait to be taken. Secrets are not kept, so links can not be shown again.
#[utoipa::path(get, path = "/api/games/{id}/invitations", tag = "seats", params(("id" = String, Path)),
    responses((status = 200, description = "seats not yet taken", body = Waiting), Problems))]
pub(crate) async fn invitations(guest: Guest) -> Result<Answer<Waiting>, Problem> {
    if !guest.viewer.creator {
        return Err(Problem::forbidden(
            "only he who opened the game sees its invitations",
        ));
    }
    let room = guest.table.room();
    let waiting = room
        .seats
        .iter()
        .filter(|seat| seat.token.is_none() && seat.invitation.is_some());
    Ok(Answer::ok(Waiting {
        waiting: waiting
            .map(|seat| WaitingSeat {
                seat: seat.seat,
                party: seat.parties.clone(),
                person: seat.person,
                name: seat.name.clone(),
            })
            .collect(),
    }))
}

/// Revokes a seat's link: of one that nobody has taken, or of an onlooker. Only he who opened the game may, and the umpire.
#[utoipa::path(delete, path = "/api/games/{id}/seats/{seat}", tag = "seats",
    params(("id" = String, Path), ("seat" = i64, Path)),
    responses((status = 204, description = "revoked: the link leads nowhere, and who looked by it is shown out"), Problems))]
pub(crate) async fn revoke(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path((id, number)): Path<(String, i64)>,
) -> Result<StatusCode, Problem> {
    app.door.changes_a_seat(&app)?;
    let (table, viewer) = at_table(&app, &headers, &id).await?;
    if !viewer.creator && !viewer.parties.has(Party::Umpire) {
        return Err(Problem::forbidden(
            "only he who opened the game revokes its links, and the umpire",
        ));
    }
    let room = table.room();
    let seat = room.seats.iter().find(|seat| seat.seat == number);
    let seat = seat.ok_or_else(|| Problem::not_found("seat"))?;
    if seat.token.is_some() && !Parties::read(&seat.parties).is_empty() {
        return Err(Problem::forbidden(
            "somebody plays there: he may change his own link",
        ));
    }
    let old = seat.token.as_deref();
    if !app
        .live_games
        .store
        .change_token(&table.id, number, old, None)
        .await?
    {
        return Err(Problem::taken("somebody has sat down there at this moment"));
    }
    app.live_games.look_again(&table).await?;
    note(
        &app,
        viewer.account,
        "link revoked",
        &format!("{id} seat {number}"),
    )
    .await;
    Ok(StatusCode::NO_CONTENT)
}

/// Another link to one's own seat; the old one leads nowhere any more.
#[utoipa::path(post, path = "/api/games/{id}/seats/renew", tag = "seats", params(("id" = String, Path)),
    responses((status = 200, description = "the new token", body = Renewed), Problems))]
pub(crate) async fn renew(guest: Guest) -> Result<Answer<Renewed>, Problem> {
    let Guest { app, table, viewer } = guest;
    app.door.changes_a_seat(&app)?;
    let seat = viewer
        .seat
        .ok_or_else(|| Problem::forbidden("you have no seat here"))?;
    let token = secret::token();
    let new = secret::hash(&token);
    let changed = app
        .live_games
        .store
        .change_token(&table.id, seat, viewer.token.as_deref(), Some(&new));
    if !changed.await? {
        return Err(Problem::taken("your link was changed at this moment"));
    }
    app.live_games.look_again(&table).await?;
    note(
        &app,
        viewer.account,
        "link renewed",
        &format!("{} seat {seat}", table.id),
    )
    .await;
    Ok(Answer::ok(Renewed {
        link: format!("/game/{}#seat={token}", table.id),
        token,
    }))
}
