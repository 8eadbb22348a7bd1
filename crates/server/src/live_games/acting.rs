//! How does an act become part of a game? It is ruled on, written down, and only then shown to anyone.

use super::{GameTable, LiveGames, Room, Viewer, share, standing, work};
use crate::{
    dear, guard,
    problem::Problem,
    snapshot::{Advanced, Parties, Perspective, Snapshot},
    time,
};
use jadoube_board::Colour;
use jadoube_game::{Act, Event, Mode, Moment, Party, Status};
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

/// An act on its way into a game.
pub(super) struct Deed {
    pub(super) event: Event,
    /// How many acts its author had seen.
    pub(super) expected: u32,
    pub(super) seat: i64,
    pub(super) key: String,
    /// When it came: what it waits for afterwards counts on nobody's clock.
    pub(super) came_ms: i64,
    /// Whether the server does it of its own accord, as a flag or a clock that presses itself: it is never refused for want
    /// of room.
    pub(super) own: bool,
    /// From where its author looks, where he is told what he sees after it.
    pub(super) from: Option<Perspective>,
}

/// An act that was ruled on and is not yet written down.
pub(super) struct Reckoned {
    /// The game as it was before.
    before: Arc<Snapshot>,
    advanced: Advanced,
    due: Option<Moment>,
    starts_ms: Option<i64>,
    /// How long it waited for its turn to be thought about.
    waited_ms: i64,
}

/// A wait for the thinkers that is shorter is nobody's loss.
const SHORT_WAIT_MS: i64 = 500;
/// Whoever claims again and again gets no more time by it than this many waits.
const MOST_WAITS: usize = 20;

impl LiveGames {
    /// One act: ruled on, written down, and only then part of the game.
    pub(crate) async fn act(
        &self,
        table: Arc<GameTable>,
        event: Event,
        expected: u32,
        seat: i64,
        key: String,
        from: Option<Perspective>,
    ) -> Result<Acted, Problem> {
        self.act_in_a_row(table, vec![event], expected, seat, key, from)
            .await
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
        from: Option<Perspective>,
    ) -> Result<Acted, Problem> {
        let (live_games, came_ms) = (self.clone(), self.now_ms());
        let acting = tokio::spawn(guard::on_account(guard::asking(), async move {
            let mut events = events.into_iter();
            let Some(first) = events.next() else {
                return Ok(Acted::Stale);
            };
            let by = first.by;
            let deed = |event, expected, key| Deed {
                event,
                expected,
                seat,
                key,
                came_ms,
                own: false,
                from,
            };
            let first = deed(first, expected, key.clone());
            // What must be proved is proved beside the table: others act at it meanwhile.
            let _coming = table.sees_to(came_ms);
            let proved = live_games.prove(&table, &first).await?;
            let _turn = table.turn.lock().await;
            let mut acted = live_games.act_in_turn(&table, &first, proved).await?;
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
                    let next = deed(event, *seq, own_key(&key, &number.to_string()));
                    let then = live_games.act_in_turn(&table, &next, None).await?;
                    if let Acted::Done { snapshot, .. } = then {
                        acted = Acted::Done {
                            snapshot,
                            seq: *seq,
                            repeated: *repeated,
                        };
                    }
                }
            }
            live_games.press_itself(&table, by, acted, &first).await
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
        after: &Deed,
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
        let press = Event::new(by, Act::pressed());
        let press = Deed {
            event: press,
            expected: snapshot.seq(),
            seat: after.seat,
            key: own_key(&after.key, "press"),
            came_ms: after.came_ms,
            own: true,
            from: None,
        };
        let pressed = Box::pin(self.act_in_turn(table, &press, None)).await?;
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

    /// A claim or a demand ruled on before its turn at the table, where nothing else is the matter with it.
    async fn prove(&self, table: &Arc<GameTable>, deed: &Deed) -> Result<Option<Reckoned>, Problem> {
        if !is_proved(&deed.event.act) {
            return Ok(None);
        }
        self.reach(table, deed.expected).await?;
        let snapshot = table.snapshot();
        let stale = snapshot.seq() != deed.expected || snapshot.by_key(&deed.key).is_some();
        if stale || table.broken().is_some() || table.doubtful.load(Relaxed) {
            return Ok(None);
        }
        self.reckon(table, &snapshot, deed).await.map(Some)
    }

    pub(super) async fn act_in_turn(
        &self,
        table: &Arc<GameTable>,
        deed: &Deed,
        mut proved: Option<Reckoned>,
    ) -> Result<Acted, Problem> {
        // The author may have seen more than this node has: he acted, or looked, on another.
        if table.doubtful.load(Relaxed) || deed.expected > table.snapshot().seq() {
            self.catch_up(table).await?;
        }
        // Where the game is as it was and only its timeline is another, the act is reckoned and written anew.
        for _ in 0..4 {
            let snapshot = table.snapshot();
            if let Some(why) = table.broken() {
                return Err(Problem::broken(why));
            }
            if let Some(seq) = snapshot.by_key(&deed.key) {
                if !snapshot.holds(seq, &deed.event) {
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
            if deed.expected > snapshot.seq() {
                return Err(Problem::invalid(
                    "expected_seq",
                    format!("expected at most {}: the game has no more acts", snapshot.seq()),
                ));
            }
            if snapshot.seq() != deed.expected {
                return Ok(Acted::Stale);
            }
            let reckoned = match proved.take() {
                Some(proved) if Arc::ptr_eq(&proved.before, &snapshot) => proved,
                _ => self.reckon(table, &snapshot, deed).await?,
            };
            if let Some(done) = self.write_down(table, reckoned, deed).await? {
                return Ok(done);
            }
            // Somebody was there first, or play began or paused otherwise than this node knew.
            self.look_why(table).await?;
        }
        Ok(Acted::Stale)
    }

    /// Rules on an act, as of the time at which it came; nothing is changed by it yet.
    async fn reckon(
        &self,
        table: &Arc<GameTable>,
        snapshot: &Arc<Snapshot>,
        deed: &Deed,
    ) -> Result<Reckoned, Problem> {
        let mut event = deed.event.clone();
        if !deed.own {
            share::has_room(snapshot, &event)?;
        }
        // Play starts with the first act, where it has not before.
        let starts_ms = snapshot.timeline().started_ms.is_none().then_some(deed.came_ms);
        let before = match starts_ms {
            Some(now) => Arc::new(snapshot.marked(now, None)),
            None => Arc::clone(snapshot),
        };
        // Whatever the clocks say, the time of a game does not go back.
        let at = event.at.unwrap_or_else(|| before.timeline().at(deed.came_ms));
        event.at = Some(at.max(snapshot.arbiter.game().clock.read_at()));
        // What theory says is ours to look up; from now on it stands in the record.
        event.theory = None;
        let (id, own_key, secret) = (table.id.clone(), deed.key.clone(), self.key.clone());
        let (act, by, from) = (event.act.clone(), event.by, deed.from);
        let alone = !deed.own && by.player().is_some() && !table.room().has_umpire();
        let making = move || {
            let event = before.arbiter.advised(event.clone());
            let asks = alone.then(|| event.act.clone());
            let advanced = before.advance(&id, event, &own_key, &secret)?;
            let asks = asks.is_some_and(|act| asks_an_umpire(&act, by, &before, &advanced.snapshot));
            // Weighed here, where it may take its time; but nothing delays the clock.
            if by != Party::Timekeeper {
                advanced.snapshot.view();
            }
            if let Some(from) = from {
                advanced.snapshot.seen(from);
            }
            let due = time::due(&advanced.snapshot);
            Ok::<_, jadoube_game::Impossible>((advanced, due, asks))
        };
        let mut waited_ms = 0;
        let made = if is_proved(&act) {
            // Most claims are decided in a moment; only what takes longer waits for its turn.
            let making = Arc::new(making);
            let at_once = Arc::clone(&making);
            let done = dear::at_once(move || at_once()).await?;
            if let Some(made) = done {
                made
            } else {
                let turn = self.dear.turn().await?;
                waited_ms = i64::try_from(turn.waited.as_millis()).unwrap_or(i64::MAX);
                turn.work(move |_| making()).await?
            }
        } else if is_of_the_hand(&act) {
            table.ruling.work(making).await?
        } else {
            work(making).await?
        };
        let (advanced, due, asks) = made.map_err(|why| {
            let fault = jadoube_record::RecordFault::impossible(&act, &why);
            Problem::fault(&fault, "act.")
        })?;
        if alone {
            if asks {
                return Err(Problem::invalid(
                    "act",
                    "this would be a question for an umpire, and nobody sits here as umpire to decide it: play on, or \
                     agree on one first (offer: umpire) and invite him, or wait for him who was invited",
                ));
            }
            let with_computer = table.room().settings.computer().is_some();
            if !with_computer && stops_the_clocks(&act, snapshot, &advanced.snapshot) {
                return Err(Problem::invalid(
                    "act",
                    "this would stop the clocks, and nobody sits here as umpire to start them again: expected that both \
                     players agree (offer: adjourn)",
                ));
            }
        }
        Ok(Reckoned {
            before: Arc::clone(snapshot),
            advanced,
            due,
            starts_ms,
            waited_ms,
        })
    }

    /// Makes an act durable; nothing where the store has moved on.
    async fn write_down(
        &self,
        table: &Arc<GameTable>,
        reckoned: Reckoned,
        deed: &Deed,
    ) -> Result<Option<Acted>, Problem> {
        let Reckoned {
            before,
            advanced,
            due,
            starts_ms,
            waited_ms,
        } = reckoned;
        let timeline = advanced.snapshot.timeline();
        let append = Append {
            game: table.id.clone(),
            seq: i64::from(advanced.snapshot.seq()),
            act: advanced.text,
            sealed: advanced.sealed,
            timeline: before.length().1,
            head: before.head(),
            starts_ms,
            key: deed.key.clone(),
            seat: deed.seat,
            wall_ms: self.now_ms(),
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
                table.put_snapshot(Arc::clone(&snapshot));
                metrics::counter!("jadoube_acts_total").increment(1);
                let seq = snapshot.seq();
                self.stood_still(table, deed.came_ms, waited_ms).await;
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

    /// While a claim waited for its turn to be thought about, nobody's clock ran.
    async fn stood_still(&self, table: &GameTable, came_ms: i64, waited_ms: i64) {
        let snapshot = table.snapshot();
        let running =
            snapshot.status() == Status::InPlay && snapshot.arbiter.game().clock.running().is_some();
        let waits = snapshot
            .timeline()
            .pauses
            .iter()
            .filter(|pause| !pause.is_vacation())
            .count();
        if waited_ms < SHORT_WAIT_MS || !running || waits >= MOST_WAITS {
            return;
        }
        if let Err(problem) = self.mark(table, came_ms, Some(came_ms + waited_ms), None).await {
            tracing::warn!(
                game = table.id,
                why = problem.detail(),
                "a wait could not be marked"
            );
        }
    }

    /// Somebody is seen at his seat. When both sides have been, play starts and the clock runs.
    pub(crate) async fn sit(&self, table: &Arc<GameTable>, viewer: &Viewer) -> Result<(), Problem> {
        let Some(seat) = viewer.seat else { return Ok(()) };
        let room = table.room();
        let first = room
            .seats
            .iter()
            .any(|row| row.seat == seat && row.sat_ms.is_none());
        if first {
            self.store.sit(&table.id, seat, self.now_ms()).await?;
            self.look_again(table).await?;
        }
        if !viewer.plays() || table.broken().is_some() {
            return Ok(());
        }
        // What failed, or was cut short, when he sat down is done the next time he is seen.
        let room = table.room();
        let here = |colour| room.taken(colour) || room.settings.computer() == Some(colour);
        if here(Colour::White) && here(Colour::Black) && table.snapshot().timeline().started_ms.is_none() {
            self.start(table).await?;
        }
        let arrived = |colour| arrived_ms(&table.snapshot(), &table.room(), colour).is_some();
        if Colour::BOTH.into_iter().any(arrived) {
            Box::pin(self.write_arrivals(table)).await?;
        }
        Ok(())
    }

    /// Whoever is seated where a player must arrive has arrived: the server writes it down.
    async fn write_arrivals(&self, table: &Arc<GameTable>) -> Result<(), Problem> {
        let _turn = table.turn.lock().await;
        self.settle(table).await?;
        let room = table.room();
        for colour in Colour::BOTH {
            let snapshot = table.snapshot();
            let Some(sat_ms) = arrived_ms(&snapshot, &room, colour) else {
                continue;
            };
            let party = Party::from(colour);
            let deed = Deed {
                event: Event {
                    at: Some(snapshot.timeline().at(sat_ms)),
                    ..Event::new(party, Act::Arrive)
                },
                expected: snapshot.seq(),
                seat: 0,
                key: own_key("arrive", party.word()),
                came_ms: self.now_ms(),
                own: true,
                from: None,
            };
            self.act_in_turn(table, &deed, None).await?;
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
            head: before.head(),
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
                self.look_why(table).await?;
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

/// When somebody took this side's seat in a game in which players must arrive, where that is still to be written down.
fn arrived_ms(snapshot: &Snapshot, room: &Room, colour: Colour) -> Option<i64> {
    let game = snapshot.arbiter.game();
    let awaited = game.sitting.arrived[colour.index()].is_none() && game.completed[colour.index()] == 0;
    if !game.terms.scheduled || game.status != Status::InPlay || !awaited {
        return None;
    }
    // Nobody is late for a time that was not fixed.
    let started = snapshot.timeline().started_ms?;
    let computer = (room.settings.computer() == Some(colour)).then_some(started);
    room.sat_ms(colour).or(computer)
}

/// A key of the server's own beside one of somebody's: nobody can send one with such a mark in it.
pub(super) fn own_key(key: &str, what: &str) -> String {
    format!("{key}\t{what}")
}

/// What hands do to men and clocks: ruling on it takes as long as it did the last time. What ends a game may have to be proved.
fn is_of_the_hand(act: &Act) -> bool {
    matches!(
        act,
        Act::Move { .. }
            | Act::Touch { .. }
            | Act::Lift { .. }
            | Act::Place { .. }
            | Act::Quit { .. }
            | Act::Promote { .. }
            | Act::Press { .. }
    )
}

/// What must be proved may take long.
fn is_proved(act: &Act) -> bool {
    matches!(act, Act::Claim { .. } | Act::Demand { .. })
}

/// Whether something that a player need not do stops play until an umpire has decided. (A move may lead to a question too, but
/// it must be made; of a text the umpire is asked only where it is not one legal move, and it can be written otherwise.)
fn asks_an_umpire(act: &Act, by: Party, before: &Snapshot, after: &Snapshot) -> bool {
    let is_asked = |status: Status| status == Status::Suspended && before.status() != Status::Suspended;
    match act {
        Act::Move { .. }
        | Act::Touch { .. }
        | Act::Adjust { .. }
        | Act::Lift { .. }
        | Act::Place { .. }
        | Act::Quit { .. }
        | Act::Remove { .. }
        | Act::Promote { .. }
        | Act::Adopt { .. }
        | Act::Press { .. }
        | Act::Resume { .. }
        | Act::Resign => false,
        // The question comes when the envelope is opened, and then nobody can write another text.
        Act::Seal { .. } => {
            let mut opened = after.arbiter.clone();
            let resume = Act::Resume {
                board: None,
                clocks: None,
                absent: Vec::new(),
            };
            let read = opened.act(&Event::new(by, resume));
            read.is_ok() && is_asked(opened.game().status)
        }
        _ => is_asked(after.status()),
    }
}

/// Whether one player alone stops the clocks of a game that goes on: then they stand until the other notices.
fn stops_the_clocks(act: &Act, before: &Snapshot, after: &Snapshot) -> bool {
    let runs = |snapshot: &Snapshot| snapshot.arbiter.game().clock.running().is_some();
    let terms = before.terms();
    let timed = terms.time_limit.is_some() || terms.time_control.is_some();
    let agreed = matches!(act, Act::Accept { .. } | Act::Seal { .. });
    let goes_on = matches!(after.status(), Status::InPlay | Status::Adjourned);
    timed && !agreed && goes_on && runs(before) && !runs(after)
}
