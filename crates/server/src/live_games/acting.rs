//! How does an act become part of a game? It is ruled on, written down, and only then shown to anyone.

use super::{GameTable, LiveGames, Room, Viewer, standing, work};
use crate::{
    guard,
    problem::Problem,
    snapshot::{Parties, Snapshot},
    time,
};
use jadoube_board::Colour;
use jadoube_game::{Act, Event, Mode, Party, Status};
use jadoube_store::{Append, Appended, GameSummary, Mark, NewMark};
use std::sync::{Arc, atomic::Ordering::Relaxed};

/// Answer to an act.
#[derive(Debug)]
pub(crate) enum Acted {
    /// It is durable; the snapshot after it, and its number.
    Done {
        snapshot: Arc<Snapshot>,
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

impl LiveGames {
    /// One act: ruled on, written down, and only then part of the game.
    pub(crate) async fn act(
        &self,
        table: Arc<GameTable>,
        event: Event,
        expected: u32,
        seat: i64,
        key: String,
    ) -> Result<Acted, Problem> {
        self.act_in_a_row(table, vec![event], expected, seat, key).await
    }

    /// Several acts of one hand, one after another: where something comes between, only the first is done. Runs to its end
    /// even if the caller goes away.
    pub(crate) async fn act_in_a_row(
        &self,
        table: Arc<GameTable>,
        events: Vec<Event>,
        expected: u32,
        seat: i64,
        key: String,
    ) -> Result<Acted, Problem> {
        let live_games = self.clone();
        let acting = tokio::spawn(guard::on_account(guard::asking(), async move {
            let _turn = table.turn.lock().await;
            let mut events = events.into_iter();
            let Some(first) = events.next() else {
                return Ok(Acted::Stale);
            };
            let by = first.by;
            let mut acted = live_games
                .act_in_turn(&table, first, expected, seat, &key)
                .await?;
            for (event, number) in events.zip(2..) {
                if let Acted::Done {
                    snapshot,
                    seq,
                    repeated,
                } = &acted
                    && snapshot.status() == Status::InPlay
                    && snapshot.seq() == *seq
                    && snapshot.view().refused.is_none()
                {
                    let key = format!("{key} {number}");
                    let then = live_games.act_in_turn(&table, event, *seq, seat, &key).await?;
                    if let Acted::Done { snapshot, .. } = then {
                        acted = Acted::Done {
                            snapshot,
                            seq: *seq,
                            repeated: *repeated,
                        };
                    }
                }
            }
            live_games.press_itself(&table, by, acted, seat, &key).await
        }));
        acting.await.map_err(|error| {
            tracing::error!(%error, "an act was not finished");
            Problem::bug()
        })?
    }

    /// On a guarded board, where the code has a clock to press, it presses itself: a move made is completed at once.
    async fn press_itself(
        &self,
        table: &Arc<GameTable>,
        by: Party,
        acted: Acted,
        seat: i64,
        key: &str,
    ) -> Result<Acted, Problem> {
        let Acted::Done {
            snapshot,
            seq,
            repeated,
        } = acted
        else {
            return Ok(acted);
        };
        let game = snapshot.arbiter.game();
        let waits = by.player().is_some_and(|player| {
            game.terms.guard
                && game.status == Status::InPlay
                && game.clock.is_pressed()
                && game.clock.running() == Some(player)
                && game.pressing.uncompleted[player.index()]
        });
        if !waits {
            return Ok(Acted::Done {
                snapshot,
                seq,
                repeated,
            });
        }
        let press = Event::new(
            by,
            Act::Press {
                hand: None,
                manner: None,
            },
        );
        let pressed = self
            .act_in_turn(table, press, snapshot.seq(), seat, &format!("{key} press"))
            .await?;
        Ok(match pressed {
            Acted::Done { snapshot, .. } => Acted::Done {
                snapshot,
                seq,
                repeated,
            },
            Acted::Stale => Acted::Done {
                snapshot,
                seq,
                repeated,
            },
        })
    }

    pub(super) async fn act_in_turn(
        &self,
        table: &Arc<GameTable>,
        event: Event,
        expected: u32,
        seat: i64,
        key: &str,
    ) -> Result<Acted, Problem> {
        // The author may have seen more than this node has: he acted, or looked, on another.
        if table.doubtful.load(Relaxed) || expected > table.snapshot().seq() {
            self.catch_up(table).await?;
        }
        // Where the game is as it was and only its timeline is another, the act is reckoned and written anew.
        for _ in 0..4 {
            let snapshot = table.snapshot();
            if let Some(why) = table.broken() {
                return Err(Problem::broken(why));
            }
            if let Some(seq) = snapshot.by_key(key) {
                if !snapshot.holds(seq, &event.act) {
                    // Answered as done, the author would believe that what he sends now was done.
                    return Err(Problem::taken(
                        "another act came with this key; expected the same act again, or a new key",
                    ));
                }
                return Ok(Acted::Done {
                    snapshot,
                    seq,
                    repeated: true,
                });
            }
            if snapshot.seq() != expected {
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
            if let Some(done) = self
                .write_down(table, &snapshot, event.clone(), seat, key)
                .await?
            {
                return Ok(done);
            }
            // Somebody was there first, or play began or paused otherwise than this node knew.
            self.catch_up(table).await?;
        }
        Ok(Acted::Stale)
    }

    /// Rules on an act and makes it durable; nothing where the store has moved on.
    async fn write_down(
        &self,
        table: &Arc<GameTable>,
        snapshot: &Arc<Snapshot>,
        mut event: Event,
        seat: i64,
        key: &str,
    ) -> Result<Option<Acted>, Problem> {
        let now = self.now_ms();
        // Play starts with the first act, where it has not before.
        let starts_ms = snapshot.timeline().started_ms.is_none().then_some(now);
        let before = match starts_ms {
            Some(now) => Arc::new(snapshot.marked(now, None)),
            None => Arc::clone(snapshot),
        };
        let timeline = before.timeline();
        if event.by != Party::Timekeeper {
            // Whatever the clocks say, the time of a game does not go back.
            event.at = Some(timeline.at(now).max(snapshot.arbiter.game().clock.read_at()));
        }
        let (id, own_key, secret) = (table.id.clone(), key.to_owned(), self.key.clone());
        let (act, by) = (event.act.clone(), event.by);
        // What theory says is ours to look up; from now on it stands in the record.
        event.theory = None;
        // What must be proved may take long.
        let dear = matches!(event.act, Act::Claim { .. } | Act::Demand { .. });
        let making = move || {
            let event = before.arbiter.advised(event);
            let advanced = before.advance(&id, event, &own_key, &secret)?;
            // Weighed here, where it may take its time; but nothing delays the clock.
            if by != Party::Timekeeper {
                advanced.snapshot.view();
            }
            let due = time::due(&advanced.snapshot);
            Ok::<_, jadoube_game::Impossible>((advanced, due))
        };
        let made = if dear {
            self.dear.work(move |_| making()).await?
        } else {
            work(making).await?
        };
        let (advanced, due) = made.map_err(|why| {
            let fault = jadoube_record::RecordFault::impossible(&act, &why);
            Problem::fault(&fault, "act.")
        })?;
        let length = i64::try_from(advanced.text.len()).unwrap_or(i64::MAX);
        let append = Append {
            game: table.id.clone(),
            seq: i64::from(advanced.snapshot.seq()),
            act: advanced.text,
            sealed: advanced.sealed,
            timeline: snapshot.length().1,
            starts_ms,
            key: key.to_owned(),
            seat,
            wall_ms: now,
            standing: GameSummary {
                deadline_ms: due.and_then(|at| timeline.wall(at)),
                ..standing(&advanced.snapshot)
            },
        };
        let began = std::time::Instant::now();
        let appended = self.store.append(append).await;
        metrics::histogram!("jadoube_commit_seconds").record(began.elapsed().as_secs_f64());
        match appended {
            Ok(Appended::Durable) => {
                let snapshot = Arc::new(advanced.snapshot);
                Self::written(table, length);
                table.put_snapshot(Arc::clone(&snapshot));
                metrics::counter!("jadoube_acts_total").increment(1);
                let seq = snapshot.seq();
                self.post(table, &snapshot);
                self.rouse(table);
                Ok(Some(Acted::Done {
                    snapshot,
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

    /// What the game's row says after an act: the game is so much longer.
    fn written(table: &GameTable, length: i64) {
        let mut room = Room::clone(&table.room());
        room.row.bytes += length;
        table.put_room(room);
    }

    /// Somebody is seen at his seat. When both sides have been, play starts and the clock runs.
    pub(crate) async fn sit(&self, table: &Arc<GameTable>, viewer: &Viewer) -> Result<(), Problem> {
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
        if both && viewer.plays() {
            self.start(table).await?;
        }
        Ok(())
    }

    /// Play starts now, unless it has started already.
    pub(super) async fn start(&self, table: &Arc<GameTable>) -> Result<(), Problem> {
        let _turn = table.turn.lock().await;
        // Where the store has moved on it may have started, or only an act may have come between.
        for _ in 0..4 {
            self.settle(table).await?;
            let started = table.snapshot().timeline().started_ms.is_some();
            if started || table.broken().is_some() || self.mark(table, self.now_ms(), None, None).await? {
                break;
            }
        }
        self.rouse(table);
        Ok(())
    }

    /// Play stands still so long, from now on or from the end of the last pause; what was agreed about it takes the place of
    /// what was proposed. False where something came between.
    pub(crate) async fn pause(
        &self,
        table: &GameTable,
        lasts_ms: i64,
        settings: (&str, &str),
    ) -> Result<bool, Problem> {
        let _turn = table.turn.lock().await;
        self.settle(table).await?;
        if let Some(why) = table.broken() {
            return Err(Problem::broken(why));
        }
        let snapshot = table.snapshot();
        let timeline = snapshot.timeline();
        let paused = timeline.pauses.iter().map(|pause| pause.until_ms);
        // Another node's clock may be a little ahead: no time that an act has taken becomes time that did not pass.
        let last = timeline.wall(snapshot.arbiter.game().clock.read_at());
        let from_ms = paused.chain(last).fold(self.now_ms(), i64::max);
        let until_ms = from_ms.saturating_add(lasts_ms);
        let marked = self.mark(table, from_ms, Some(until_ms), Some(settings)).await?;
        self.look_again(table).await?;
        Ok(marked)
    }

    /// Marks the timeline. Nobody goes by a mark before it is durable. False where the store has moved on; what others have
    /// written is then known here too.
    async fn mark(
        &self,
        table: &GameTable,
        from_ms: i64,
        until_ms: Option<i64>,
        settings: Option<(&str, &str)>,
    ) -> Result<bool, Problem> {
        let before = table.snapshot();
        let after = before.marked(from_ms, until_ms);
        let (seq, timeline) = before.length();
        let mark = NewMark {
            game: &table.id,
            mark: Mark {
                seq,
                from_ms,
                until_ms,
            },
            timeline,
            settings,
            deadline_ms: time::due(&after).and_then(|at| after.timeline().wall(at)),
            wall_ms: self.now_ms(),
        };
        match self.store.mark(&mark).await {
            Ok(Appended::Durable) => {
                table.put_snapshot(Arc::new(after));
                Ok(true)
            }
            Ok(Appended::Conflict) => {
                self.catch_up(table).await?;
                Ok(false)
            }
            Err(error) => {
                table.doubtful.store(true, Relaxed);
                Err(error.into())
            }
        }
    }

    /// Where the last write may or may not have reached the disk, it is read what did.
    async fn settle(&self, table: &GameTable) -> Result<(), Problem> {
        if table.doubtful.load(Relaxed) {
            self.catch_up(table).await?;
        }
        Ok(())
    }

    /// When something is due next, as this snapshot says; not where the store has moved on.
    pub(super) async fn set_deadline(
        &self,
        table: &GameTable,
        snapshot: &Snapshot,
        deadline_ms: Option<i64>,
    ) -> Result<(), Problem> {
        let known = snapshot.length();
        Ok(self.store.set_deadline(&table.id, known, deadline_ms).await?)
    }

    /// There is news for this account, on whatever node it listens.
    pub(crate) fn tell_account(&self, account: i64) {
        self.news.tell(account);
        self.store.call(jadoube_store::Wake::Account(account));
    }

    /// Letters to players who have accounts: it is your turn, the game is over.
    fn post(&self, table: &Arc<GameTable>, snapshot: &Arc<Snapshot>) {
        let room = table.room();
        if !room.seats.iter().any(|seat| seat.account.is_some()) {
            return;
        }
        let over = snapshot.status().is_over();
        if over {
            for account in room.seats.iter().filter_map(|seat| seat.account) {
                self.tell_account(account);
            }
        }
        if snapshot.terms().mode != Mode::Communication && !over {
            return;
        }
        let (store, id, seq, now) = (
            self.store.clone(),
            table.id.clone(),
            snapshot.seq(),
            self.now_ms(),
        );
        let turn = Party::from(snapshot.arbiter.game().turn_to_play());
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
