//! How does an act become part of a game? It is ruled on, written down, and only then shown to anyone.

use super::{Hall, Room, Table, Viewer, standing, work};
use crate::{
    guard,
    problem::Problem,
    sheet::{Parties, Sheet},
    time,
};
use jadoube_board::Colour;
use jadoube_game::{Act, Event, Mode, Party, Status};
use jadoube_store::{Append, Appended, Standing};
use std::sync::{Arc, atomic::Ordering::Relaxed};

/// Answer to an act.
#[derive(Debug)]
pub(crate) enum Acted {
    /// It is durable; the sheet after it, and its number.
    Done {
        sheet: Arc<Sheet>,
        seq: u32,
        repeated: bool,
    },
    /// The game had moved on.
    Stale,
}

/// More acts than any game has; a runaway program must not fill the disk.
pub(crate) const MOST_ACTS: u32 = 10_000;
/// Nor with long ones.
const MOST_BYTES: i64 = 2 * 1024 * 1024;

impl Hall {
    /// One act: ruled on, written down, and only then part of the game. Runs to its end even if the caller goes away.
    pub(crate) async fn act(
        &self,
        table: Arc<Table>,
        event: Event,
        expected: u32,
        seat: i64,
        key: String,
    ) -> Result<Acted, Problem> {
        let hall = self.clone();
        let acting = tokio::spawn(guard::on_account(guard::asking(), async move {
            let _turn = table.turn.lock().await;
            let by = event.by;
            let acted = hall.act_in_turn(&table, event, expected, seat, &key).await?;
            hall.press_itself(&table, by, acted, seat, &key).await
        }));
        acting.await.map_err(|error| {
            tracing::error!(%error, "an act was not finished");
            Problem::bug()
        })?
    }

    /// On a guarded board, where the code has a clock to press, it presses itself: a move made is completed at once.
    async fn press_itself(
        &self,
        table: &Arc<Table>,
        by: Party,
        acted: Acted,
        seat: i64,
        key: &str,
    ) -> Result<Acted, Problem> {
        let Acted::Done { sheet, seq, repeated } = acted else {
            return Ok(acted);
        };
        let game = sheet.arbiter.game();
        let waits = by.player().is_some_and(|player| {
            game.terms.guard
                && game.status == Status::InPlay
                && game.clock.is_pressed()
                && game.clock.running() == Some(player)
                && game.pressing.uncompleted[player.index()]
        });
        if !waits {
            return Ok(Acted::Done { sheet, seq, repeated });
        }
        let press = Event::new(
            by,
            Act::Press {
                hand: None,
                manner: None,
            },
        );
        let pressed = self
            .act_in_turn(table, press, sheet.seq(), seat, &format!("{key} press"))
            .await?;
        Ok(match pressed {
            Acted::Done { sheet, .. } => Acted::Done { sheet, seq, repeated },
            Acted::Stale => Acted::Done { sheet, seq, repeated },
        })
    }

    pub(super) async fn act_in_turn(
        &self,
        table: &Arc<Table>,
        event: Event,
        expected: u32,
        seat: i64,
        key: &str,
    ) -> Result<Acted, Problem> {
        // The author may have seen more than this node has: he acted, or looked, on another.
        if table.doubtful.load(Relaxed) || expected > table.sheet().seq() {
            self.catch_up(table).await?;
        }
        // Where the game is as it was and only its timeline is another, the act is reckoned and written anew.
        for _ in 0..4 {
            let sheet = table.sheet();
            if let Some(why) = table.broken() {
                return Err(Problem::broken(why));
            }
            if let Some(seq) = sheet.by_key(key) {
                return Ok(Acted::Done {
                    sheet,
                    seq,
                    repeated: true,
                });
            }
            if sheet.seq() != expected {
                return Ok(Acted::Stale);
            }
            if expected >= MOST_ACTS {
                return Err(Problem::invalid(
                    "act",
                    format!("a game has at most {MOST_ACTS} acts"),
                ));
            }
            if table.room().row.bytes > MOST_BYTES {
                return Err(Problem::invalid(
                    "act",
                    "the acts of this game take all the room a game has",
                ));
            }
            if let Some(done) = self.write_down(table, &sheet, event.clone(), seat, key).await? {
                return Ok(done);
            }
            // Somebody was there first, or play began or paused otherwise than this node knew.
            self.catch_up(table).await?;
            self.look_again(table).await?;
        }
        Ok(Acted::Stale)
    }

    /// Rules on an act and makes it durable; nothing where the store has moved on.
    async fn write_down(
        &self,
        table: &Arc<Table>,
        sheet: &Arc<Sheet>,
        mut event: Event,
        seat: i64,
        key: &str,
    ) -> Result<Option<Acted>, Problem> {
        let now = self.now_ms();
        let room = table.room();
        let mut timeline = room.timeline();
        timeline.started_ms.get_or_insert(now);
        if event.by != Party::Timekeeper {
            // Whatever the clocks say, the time of a game does not go back.
            event.at = Some(timeline.at(now).max(sheet.arbiter.game().clock.read_at()));
        }
        let (id, own_key, secret) = (table.id.clone(), key.to_owned(), self.key.clone());
        let (act, by, before) = (event.act.clone(), event.by, Arc::clone(sheet));
        // What theory says is ours to look up; from now on it stands in the record.
        event.theory = None;
        // What must be proved may take long.
        let dear = matches!(event.act, Act::Claim { .. } | Act::Demand { .. });
        let making = move || {
            let event = before.arbiter.advised(event);
            let advanced = before.advance(&id, event, &own_key, &secret)?;
            // Weighed here, where it may take its time; but nothing delays the clock.
            if by != Party::Timekeeper {
                advanced.sheet.view();
            }
            let due = time::due(&advanced.sheet);
            Ok::<_, jadoube_game::Impossible>((advanced, due))
        };
        let made = if dear {
            self.dear.work(move |_| making()).await?
        } else {
            work(making).await?
        };
        let (advanced, due) = made.map_err(|why| {
            let fault = jadoube_record::Fault::impossible(&act, &why);
            Problem::fault(&fault, "act.")
        })?;
        let length = i64::try_from(advanced.text.len()).unwrap_or(i64::MAX);
        let append = Append {
            game: table.id.clone(),
            seq: i64::from(advanced.sheet.seq()),
            act: advanced.text,
            sealed: advanced.sealed,
            timeline: room.row.timeline,
            key: key.to_owned(),
            seat,
            wall_ms: now,
            standing: Standing {
                deadline_ms: due.and_then(|at| timeline.wall(at)),
                ..standing(&advanced.sheet)
            },
        };
        let began = std::time::Instant::now();
        let appended = self.store.append(append).await;
        metrics::histogram!("jadoube_commit_seconds").record(began.elapsed().as_secs_f64());
        match appended {
            Ok(Appended::Durable) => {
                let sheet = Arc::new(advanced.sheet);
                Self::written(table, now, length);
                table.put_sheet(Arc::clone(&sheet));
                metrics::counter!("jadoube_acts_total").increment(1);
                let seq = sheet.seq();
                self.post(table, &sheet);
                self.rouse(table);
                Ok(Some(Acted::Done {
                    sheet,
                    seq,
                    repeated: false,
                }))
            }
            Ok(Appended::Conflict) => Ok(None),
            Err(error) => {
                table.doubtful.store(true, Relaxed);
                Err(error.into())
            }
        }
    }

    /// What the game's row says after an act: play has started with it, if not before, and the game is so much longer.
    fn written(table: &Table, now: i64, length: i64) {
        let mut room = Room::clone(&table.room());
        if room.row.started_ms.is_none() {
            room.row.started_ms = Some(now);
            room.row.timeline += 1;
        }
        room.row.bytes += length;
        table.put_room(room);
    }

    /// Somebody is seen at his seat. When both sides have been, play starts and the clock runs.
    pub(crate) async fn sit(&self, table: &Arc<Table>, viewer: &Viewer) -> Result<(), Problem> {
        let Some(seat) = viewer.seat else { return Ok(()) };
        let room = table.room();
        let first = room
            .seats
            .iter()
            .any(|row| row.seat == seat && row.sat_ms.is_none());
        if !first {
            return Ok(());
        }
        let now = self.now_ms();
        self.store.sit(&table.id, seat, now).await?;
        self.look_again(table).await?;
        let room = table.room();
        let here = |colour| room.taken(colour) || room.settings.computer() == Some(colour);
        let both = here(Colour::White) && here(Colour::Black);
        if both && room.row.started_ms.is_none() && viewer.plays() {
            let _turn = table.turn.lock().await;
            self.store.start_play(&table.id, now).await?;
            self.look_again(table).await?;
            let sheet = table.sheet();
            let room = table.room();
            let deadline = time::due(&sheet).and_then(|at| room.timeline().wall(at));
            self.set_deadline(table, &sheet, &room, deadline).await?;
            self.rouse(table);
        }
        Ok(())
    }

    /// When something is due next, as this sheet and this room say; not where the store has moved on.
    pub(crate) async fn set_deadline(
        &self,
        table: &Table,
        sheet: &Sheet,
        room: &Room,
        deadline_ms: Option<i64>,
    ) -> Result<(), Problem> {
        let known = (i64::from(sheet.seq()), room.row.timeline);
        Ok(self.store.set_deadline(&table.id, known, deadline_ms).await?)
    }

    /// Letters to players who have accounts: it is your turn, the game is over.
    fn post(&self, table: &Arc<Table>, sheet: &Arc<Sheet>) {
        let room = table.room();
        if !room.seats.iter().any(|seat| seat.account.is_some()) {
            return;
        }
        let over = sheet.status().is_over();
        if sheet.terms().mode != Mode::Communication && !over {
            return;
        }
        let (store, id, seq, now) = (self.store.clone(), table.id.clone(), sheet.seq(), self.now_ms());
        let turn = Party::from(sheet.arbiter.game().turn_to_play());
        tokio::spawn(async move {
            for seat in &room.seats {
                let Some(account) = seat.account else { continue };
                let own_turn = Parties::read(&seat.parties).has(turn);
                let result = if over {
                    let key = format!("ended {id}");
                    store
                        .put_into_inbox(account, &id, "ended", "the game is over", &key, now)
                        .await
                } else if own_turn {
                    let key = format!("turn {id} {seq}");
                    let text = "a move has come: it is your turn";
                    store
                        .put_into_inbox(account, &id, "your-turn", text, &key, now)
                        .await
                } else {
                    store.turn_is_over(account, &id).await
                };
                if let Err(error) = result {
                    tracing::warn!(%error, game = id, "a letter could not be posted");
                }
            }
        });
    }
}
