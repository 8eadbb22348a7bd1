//! What may a program do at a game? Move, offer, agree, resign and speak.

use super::{
    Asker, Fields, Refusal, answer, done,
    streams::{self, Seated},
    wrong,
};
use crate::{
    guard::asking,
    live_games::{Acted, work},
    problem::Problem,
    routes::{Asked, chat},
    secret,
    snapshot::{Parties, Snapshot},
};
use axum::{extract::Path, response::Response};
use jadoube_board::Colour;
use jadoube_game::{Act, Event, Ground, Party, Status};
use jadoube_record::{Json, read_event};
use jadoube_store::SeatRow;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// An act as the record writes it.
fn event(by: Party, fields: &[(&str, &str)]) -> Result<Event, Refusal> {
    let by = [("by", by.word())];
    let fields = by
        .iter()
        .chain(fields)
        .map(|(name, value)| (*name, Json::from(*value)));
    read_event(Json::object(fields)).map_err(|fault| Problem::fault(&fault, "").into())
}

impl Seated {
    /// Does something at the game, whatever was done there meanwhile, as long as it is still to be done.
    async fn act(
        &self,
        asker: &Asker,
        deeds: impl Fn(&Snapshot) -> Result<Vec<Event>, Refusal>,
    ) -> Result<(), Refusal> {
        let key = format!("foreign {}", secret::name());
        for attempt in 0..8 {
            let snapshot = self.table.snapshot();
            // What is open to him is worked out once, beside the event loop.
            if !snapshot.is_weighed() {
                let snapshot = Arc::clone(&snapshot);
                work(move || snapshot.view().moves.len()).await?;
            }
            let events = match deeds(&snapshot) {
                // He may have seen on another node what makes it right: it is looked before it is refused.
                Err(_) if attempt == 0 => {
                    asker.app.live_games.look_up(&self.table).await?;
                    continue;
                }
                events => events?,
            };
            if events.is_empty() {
                return Ok(());
            }
            let seat = self.viewer.seat.unwrap_or(0);
            let acted = asker
                .app
                .live_games
                .act_in_a_row(
                    Arc::clone(&self.table),
                    events,
                    snapshot.seq(),
                    seat,
                    key.clone(),
                    None,
                )
                .await?;
            if let Acted::Done { snapshot, seq, .. } = acted {
                let refused = seq
                    .checked_sub(1)
                    .and_then(|at| snapshot.entries.get(at as usize))
                    .and_then(|entry| entry.view.refused.as_ref());
                return match refused {
                    Some(refused) => Err(Problem::malformed(refused.why.told()).into()),
                    None => Ok(()),
                };
            }
        }
        Err(Problem::taken("the game moves too fast: try again").into())
    }

    fn by(&self) -> Party {
        Party::from(self.colour)
    }
}

/// What comes with a move.
#[derive(Deserialize)]
#[allow(non_snake_case, reason = "as it is sent")]
pub(super) struct WithMove {
    #[serde(default)]
    offeringDraw: Option<String>,
}

/// A move, as UCI writes it; castling also as the King taking his Rook.
pub(super) async fn make_move(
    asker: Asker,
    Path((id, text)): Path<(String, String)>,
    Asked(with): Asked<WithMove>,
) -> Result<Response, Refusal> {
    let seated = asker.seated(&id).await?;
    if !(4..=5).contains(&text.len()) || !text.is_ascii() {
        return Err(wrong("expected a move as UCI writes it, such as e2e4 or e7e8q"));
    }
    let text = text.to_ascii_lowercase();
    let offering = with.offeringDraw.as_deref() == Some("true");
    let (colour, by) = (seated.colour, seated.by());
    seated
        .act(&asker, |snapshot| {
            let game = snapshot.arbiter.game();
            if game.status != Status::InPlay {
                return Err(wrong("Game already over, or it stands still"));
            }
            let mv = ordinary(snapshot, &text);
            if game.turn_to_play() != colour {
                // Whoever did not hear the answer asks again.
                let last = game.past.last().filter(|turn| turn.standing.player == colour);
                let repeated = last
                    .and_then(|turn| turn.mv)
                    .is_some_and(|last| last.to_string() == mv);
                return if repeated {
                    Ok(Vec::new())
                } else {
                    Err(wrong("Not your turn"))
                };
            }
            if !snapshot.view().moves.iter().any(|open| open.to_string() == mv) {
                return Err(Problem::malformed(format!("{text} cannot be played here")).into());
            }
            let mut events = vec![event(by, &[("act", "move"), ("move", mv)])?];
            if offering {
                events.push(event(by, &[("act", "offer"), ("what", "draw")])?);
            }
            Ok(events)
        })
        .await?;
    Ok(done())
}

/// A castling that is written as the King taking his Rook, as its two squares.
fn ordinary<'t>(snapshot: &Snapshot, text: &'t str) -> &'t str {
    let open = |text: &str| snapshot.view().moves.iter().any(|open| open.to_string() == text);
    match text {
        _ if open(text) => text,
        "e1h1" => "e1g1",
        "e1a1" => "e1c1",
        "e8h8" => "e8g8",
        "e8a8" => "e8c8",
        _ => text,
    }
}

/// A claim that would end the game as drawn, where the law gives him one now.
fn claim(snapshot: &Snapshot, by: Party) -> Option<Event> {
    let options = &snapshot.view().options;
    let drawn = |act: &Act| {
        matches!(
            act,
            Act::Claim {
                ground: Ground::Repetition | Ground::FiftyMoves,
                mv: None,
                ..
            }
        )
    };
    options
        .iter()
        .find(|option| {
            option.right.party == by && drawn(&option.right.act) && option.then.status == Status::Drawn
        })
        .map(jadoube_game::OptionView::act)
}

/// A draw offered, accepted or declined. Where the law gives the draw by a claim, it is claimed.
pub(super) async fn draw(
    asker: Asker,
    Path((id, answer)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let seated = asker.seated(&id).await?;
    let (colour, by) = (seated.colour, seated.by());
    let yes = matches!(answer.as_str(), "yes" | "true" | "1");
    seated
        .act(&asker, |snapshot| {
            let game = snapshot.arbiter.game();
            if game.status != Status::InPlay {
                return Err(wrong("Game already over, or it stands still"));
            }
            let (own, theirs) = (
                streams::offers(snapshot, colour),
                streams::offers(snapshot, !colour),
            );
            let act = match (yes, own, theirs) {
                (true, _, true) => "accept",
                (false, _, true) => "decline",
                (true, true, false) | (false, _, false) => return Ok(Vec::new()),
                (true, false, false) => match claim(snapshot, by) {
                    Some(claim) => return Ok(vec![claim]),
                    None => "offer",
                },
            };
            Ok(vec![event(by, &[("act", act), ("what", "draw")])?])
        })
        .await?;
    Ok(done())
}

/// A draw claimed, for repetition or for fifty moves.
pub(super) async fn claim_draw(asker: Asker, Path(id): Path<String>) -> Result<Response, Refusal> {
    let seated = asker.seated(&id).await?;
    let by = seated.by();
    seated
        .act(&asker, |snapshot| match claim(snapshot, by) {
            Some(claim) => Ok(vec![claim]),
            None => Err(wrong("the law gives you no claim to a draw now")),
        })
        .await?;
    Ok(done())
}

/// A move is not taken back under any law of chess.
pub(super) async fn take_back(
    asker: Asker,
    Path((id, answer)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    asker.seated(&id).await?;
    if matches!(answer.as_str(), "yes" | "true" | "1") {
        return Err(wrong("a move is not taken back here"));
    }
    Ok(done())
}

/// Nobody wins here because the other is away: his clock runs.
pub(super) async fn claim_victory(asker: Asker, Path(id): Path<String>) -> Result<Response, Refusal> {
    asker.seated(&id).await?;
    Err(wrong(
        "nobody wins here because the other is away: his clock runs",
    ))
}

/// The game given up.
pub(super) async fn resign(asker: Asker, Path(id): Path<String>) -> Result<Response, Refusal> {
    let seated = asker.seated(&id).await?;
    let by = seated.by();
    seated
        .act(&asker, |snapshot| {
            let game = snapshot.arbiter.game();
            let lost = game.outcome.as_ref().and_then(|outcome| outcome.winner);
            if game.status.is_over() {
                // Whoever did not hear the answer asks again.
                return match lost {
                    Some(winner) if Party::from(!winner) == by => Ok(Vec::new()),
                    _ => Err(wrong("Game already over")),
                };
            }
            Ok(vec![event(by, &[("act", "resign")])?])
        })
        .await?;
    Ok(done())
}

/// A game that has hardly begun is void, if either player wishes so: the server decides it as an umpire would.
pub(super) async fn abort(asker: Asker, Path(id): Path<String>) -> Result<Response, Refusal> {
    let seated = asker.seated(&id).await?;
    let room = seated.table.room();
    let umpired = |seat: &SeatRow| Parties::read(&seat.parties).has(Party::Umpire);
    if room.row.match_id.is_some() || room.seats.iter().any(umpired) {
        return Err(wrong(
            "this game belongs to a match, or has an umpire's chair: no player makes it void alone",
        ));
    }
    seated
        .act(&asker, |snapshot| {
            let game = snapshot.arbiter.game();
            if game.status == Status::Annulled {
                return Ok(Vec::new());
            }
            if game.status.is_over()
                || Colour::BOTH
                    .iter()
                    .all(|colour| game.completed[colour.index()] > 0)
            {
                return Err(wrong("both have moved: the game can no longer be aborted"));
            }
            let ruling = "abandoned before both players had moved";
            Ok(vec![event(
                Party::Umpire,
                &[("act", "decide"), ("result", "annulled"), ("ruling", ruling)],
            )?])
        })
        .await?;
    Ok(done())
}

/// What was said at the table.
pub(super) async fn said(asker: Asker, Path(id): Path<String>) -> Result<Response, Refusal> {
    let seated = asker.seated(&id).await?;
    let store = &asker.app.live_games.store;
    let rows = store.said(&seated.table.id, Some("table"), 0, 500).await?;
    let lines = rows
        .into_iter()
        .map(|row| json!({"text": row.text, "user": row.author.unwrap_or_default()}));
    Ok(answer(&Value::Array(lines.collect())))
}

/// Something said, to the other player or to whoever looks on. What is not passed on is answered with `false` and not with
/// an error: programs stop playing at one.
pub(super) async fn say(asker: Asker, Path(id): Path<String>, fields: Fields) -> Result<Response, Refusal> {
    let seated = asker.seated(&id).await?;
    let live_games = &asker.app.live_games;
    let channel = match fields.get("room") {
        None | Some("player") => "table",
        Some("spectator") => "onlookers",
        Some(_) => return Err(wrong("room: expected player or spectator")),
    };
    let text = fields.get("text").unwrap_or_default().trim();
    let printable = !text.chars().any(|letter| letter.is_control() && letter != '\n');
    let fits = !text.is_empty() && text.chars().count() <= 1000 && printable;
    let muted = asker.account.muted;
    let passed_on = fits && !muted && chat::has_room(&asker.app, &seated.table.id, channel, text).await?;
    if passed_on {
        let key = format!("{} {}", seated.viewer.seat.unwrap_or(0), secret::name());
        let author = (Some(asker.account.name.as_str()), seated.by().word(), text);
        live_games
            .store
            .say(&seated.table.id, channel, author, &key, live_games.now_ms())
            .await?;
        live_games.tell_chat(&seated.table).await?;
    } else {
        let from = asking().and_then(|caller| caller.person);
        tracing::debug!(
            game = seated.table.id,
            ?from,
            muted,
            "what was said is not passed on"
        );
    }
    Ok(answer(&json!({"ok": passed_on})))
}
