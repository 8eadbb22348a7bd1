//! Who sits at a table, what does each of them see of it, and who is looking?

use crate::{
    dear::Habit,
    problem::Problem,
    shape::{Clock, Computer, GameView, Seat, SettingsView, VacationView, You},
    signed::Signatory,
    snapshot::{Parties, Perspective, Snapshot},
    time::{self, Pause, WallClock},
};
use jadoube_board::Colour;
use jadoube_game::Party;
use jadoube_record::{Json, write_terms};
use jadoube_store::{ChatRow, GameRow, SeatRow};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed},
    },
};
use tokio::sync::broadcast;
use utoipa::ToSchema;

/// What the server was told beside the header.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// Colours to whom no board is sent.
    #[serde(default)]
    pub(crate) blindfold: Vec<String>,
    /// `link`, `here`, `computer`.
    #[serde(default)]
    pub(crate) opponent: String,
    /// Whether anyone may take an empty chair.
    #[serde(default)]
    pub(crate) lobby: bool,
    /// Which colour the computer has.
    #[serde(default)]
    pub(crate) computer: Option<String>,
    /// How well it plays.
    #[serde(default)]
    pub(crate) level: Option<u8>,
    /// How it takes the law.
    #[serde(default)]
    pub(crate) temper: Option<String>,
    /// A vacation proposed and not yet accepted.
    #[serde(default)]
    pub(crate) proposed: Option<Proposed>,
    /// The game that follows in the match.
    #[serde(default)]
    pub(crate) next_game: Option<String>,
}

impl Settings {
    /// Which colour the computer has.
    pub(crate) fn computer(&self) -> Option<Colour> {
        self.computer.as_deref()?.parse().ok()
    }

    /// The persons change colours in the next game of a match.
    pub(crate) fn change_colours(&mut self) {
        let other = |word: &mut String| {
            let other = if word == "white" { "black" } else { "white" };
            other.clone_into(word);
        };
        self.blindfold.iter_mut().for_each(other);
        self.computer.iter_mut().for_each(other);
    }

    /// As they are kept.
    pub(crate) fn text(&self) -> String {
        // Plain fields: writing them to a string cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A vacation that waits for the opponent's consent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Proposed {
    #[schema(value_type = crate::shape::Colour)]
    pub(crate) by: String,
    pub(crate) days: u32,
}

/// What viewers are told.
#[derive(Debug, Clone)]
pub(crate) enum Note {
    /// There are new acts.
    Acts,
    /// Somebody sat down, came or left.
    Seats,
    /// The computer began to think, or something is the matter with it.
    Computer,
    /// Something was said.
    Chat(Arc<ChatRow>),
    /// The next game of the match is open.
    Next(String),
    /// The server stops.
    Shutdown,
}

/// Who sits at a table, and on which terms.
#[derive(Debug, Clone)]
pub(crate) struct Room {
    pub(crate) row: GameRow,
    pub(crate) settings: Settings,
    pub(crate) seats: Vec<SeatRow>,
}

impl Room {
    /// As it is kept. Settings that cannot be understood are not guessed: they say who may see no board.
    pub(crate) fn new(row: GameRow, seats: Vec<SeatRow>) -> Result<Self, Problem> {
        let settings = serde_json::from_str(&row.settings);
        let settings = settings
            .map_err(|error| Problem::broken(&format!("its settings cannot be understood: {error}")))?;
        Ok(Room { row, settings, seats })
    }

    /// Whether somebody has been seen on this side.
    pub(super) fn taken(&self, colour: Colour) -> bool {
        let party = Party::from(colour);
        self.seats
            .iter()
            .any(|seat| seat.sat_ms.is_some() && Parties::read(&seat.parties).has(party))
    }

    /// Since when somebody has been seen on this side.
    pub(super) fn sat_ms(&self, colour: Colour) -> Option<i64> {
        let plays = |seat: &&SeatRow| Parties::read(&seat.parties).has(Party::from(colour));
        let sat = self.seats.iter().filter(plays).filter_map(|seat| seat.sat_ms);
        sat.min()
    }

    /// Whether somebody sits here who can decide a question.
    pub(crate) fn has_umpire(&self) -> bool {
        let decides =
            |seat: &SeatRow| seat.token.is_some() && Parties::read(&seat.parties).has(Party::Umpire);
        self.seats.iter().any(decides)
    }

    /// A player's chair that anyone may take.
    pub(crate) fn open_chair(&self) -> Option<&SeatRow> {
        let plays = |seat: &&SeatRow| {
            let parties = Parties::read(&seat.parties);
            parties.has(Party::White) || parties.has(Party::Black)
        };
        let free = |seat: &&SeatRow| seat.token.is_none();
        self.seats
            .iter()
            .filter(|_| self.settings.lobby)
            .filter(plays)
            .find(free)
    }

    /// Who looks with these seats.
    pub(crate) fn viewer_of(&self, seats: &[&SeatRow]) -> Viewer {
        let mut viewer = Viewer::default();
        for seat in seats {
            viewer.parties = viewer.parties.and(Parties::read(&seat.parties));
            viewer.creator |= seat.creator;
            if viewer.seat.is_none() || viewer.name.is_none() {
                viewer.seat = Some(seat.seat);
                viewer.name.clone_from(&seat.name);
                viewer.person = usize::try_from(seat.person).unwrap_or(0);
                viewer.account = seat.account;
                viewer.token.clone_from(&seat.token);
            }
        }
        let blind = |colour: Colour| {
            let party = Party::from(colour);
            !viewer.parties.has(party) || self.settings.blindfold.iter().any(|each| each == party.word())
        };
        viewer.blindfold = viewer.plays()
            && !viewer.parties.has(Party::Umpire)
            && blind(Colour::White)
            && blind(Colour::Black);
        viewer
    }

    pub(crate) fn shown(&self, pauses: Vec<Pause>) -> SettingsView {
        let agreed = pauses.into_iter().filter(Pause::is_vacation).collect();
        SettingsView {
            blindfold: self.settings.blindfold.clone(),
            public: self.row.public,
            opponent: self.settings.opponent.clone(),
            vacation: VacationView {
                agreed,
                proposed: self.settings.proposed.clone(),
            },
        }
    }
}

/// One game in memory. Whoever looks takes the present snapshot; whoever acts waits for his turn at `turn`.
#[derive(Debug)]
pub(crate) struct GameTable {
    pub(crate) id: String,
    snapshot: RwLock<Arc<Snapshot>>,
    room: RwLock<Arc<Room>>,
    pub(super) turn: tokio::sync::Mutex<()>,
    /// The last write may or may not have reached the disk: read again before going on.
    pub(super) doubtful: AtomicBool,
    /// How long ruling on an act took here the last time.
    pub(super) ruling: Habit,
    /// When each act came that has not had its turn yet: no flag falls before it.
    coming: Mutex<Vec<i64>>,
    /// What is wrong with the stored record: it is shown up to there, and takes no more acts.
    broken: OnceLock<String>,
    pub(crate) notes: broadcast::Sender<Note>,
    present: Mutex<HashMap<i64, u32>>,
    /// By the number of a live view: the key of the act whose answer its owner awaits.
    awaited: Mutex<HashMap<u64, (i64, String)>>,
    views: AtomicU64,
    pub(super) last_chat: AtomicI64,
    /// Whoever tells what was said, one after another: it is heard in order.
    pub(super) telling: tokio::sync::Mutex<()>,
    pub(super) used_ms: AtomicI64,
    clock: WallClock,
    signatory: Signatory,
    computer: Mutex<Option<Computer>>,
    /// Whether somebody here moves the computer's men already.
    pub(crate) attended: AtomicBool,
}

/// Who is looking.
#[derive(Debug, Clone, Default)]
pub(crate) struct Viewer {
    pub(crate) seat: Option<i64>,
    pub(crate) parties: Parties,
    pub(crate) name: Option<String>,
    pub(crate) person: usize,
    pub(crate) creator: bool,
    pub(crate) account: Option<i64>,
    pub(crate) blindfold: bool,
    /// The hash of the session by which he is known, where it is not by a seat's token.
    pub(crate) session: Option<String>,
    /// The hash of the secret by which his program is known, where it is by that.
    pub(crate) program: Option<String>,
    /// The hash of the token by which he sits.
    pub(crate) token: Option<String>,
}

impl Viewer {
    pub(crate) fn perspective(&self) -> Perspective {
        Perspective {
            parties: self.parties,
            blindfold: self.blindfold,
        }
    }

    pub(crate) fn role(&self) -> &'static str {
        if self.parties.is_empty() {
            "onlooker"
        } else if self.parties.only() == Some(Party::Umpire) {
            "umpire"
        } else {
            "player"
        }
    }

    pub(crate) fn plays(&self) -> bool {
        self.parties.has(Party::White) || self.parties.has(Party::Black)
    }
}

fn read<T: Clone>(lock: &RwLock<T>) -> T {
    lock.read().unwrap_or_else(PoisonError::into_inner).clone()
}

fn put<T>(lock: &RwLock<T>, value: T) {
    *lock.write().unwrap_or_else(PoisonError::into_inner) = value;
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl GameTable {
    pub(super) fn new(
        id: &str,
        snapshot: Snapshot,
        room: Room,
        clock: WallClock,
        signatory: Signatory,
    ) -> Self {
        GameTable {
            id: id.to_owned(),
            snapshot: RwLock::new(Arc::new(snapshot)),
            room: RwLock::new(Arc::new(room)),
            turn: tokio::sync::Mutex::default(),
            doubtful: AtomicBool::new(false),
            ruling: Habit::default(),
            coming: Mutex::default(),
            broken: OnceLock::new(),
            notes: broadcast::channel(32).0,
            present: Mutex::default(),
            awaited: Mutex::default(),
            views: AtomicU64::new(1),
            last_chat: AtomicI64::new(-1),
            telling: tokio::sync::Mutex::default(),
            used_ms: AtomicI64::new(clock.now_ms()),
            clock,
            signatory,
            computer: Mutex::default(),
            attended: AtomicBool::new(false),
        }
    }

    /// Why the game takes no more acts, where its stored record is broken.
    pub(crate) fn broken(&self) -> Option<&str> {
        self.broken.get().map(String::as_str)
    }

    /// From now on the game is only shown.
    pub(super) fn close_to_acts(&self, why: String) {
        let _ = self.broken.set(why);
    }

    /// An act has come, and is seen to until the guard is dropped.
    pub(super) fn sees_to(self: &Arc<Self>, came_ms: i64) -> Coming {
        lock(&self.coming).push(came_ms);
        Coming(Arc::clone(self), came_ms)
    }

    /// Whether an act is being seen to that came by this time.
    pub(super) fn has_coming(&self, by_ms: i64) -> bool {
        lock(&self.coming).iter().any(|came_ms| *came_ms <= by_ms)
    }

    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        read(&self.snapshot)
    }

    pub(super) fn put_snapshot(&self, snapshot: Arc<Snapshot>) {
        put(&self.snapshot, snapshot);
        let _ = self.notes.send(Note::Acts);
    }

    pub(crate) fn room(&self) -> Arc<Room> {
        read(&self.room)
    }

    pub(super) fn put_room(&self, room: Room) {
        put(&self.room, Arc::new(room));
    }

    pub(super) fn touch(&self) {
        self.used_ms.store(self.clock.now_ms(), Relaxed);
    }

    /// The record as it is kept, as far as this viewer may see it, with the server's signature at its foot; with or without
    /// the state after each act.
    pub(crate) fn record(&self, viewer: &Viewer, states: bool) -> String {
        let (snapshot, from) = (self.snapshot(), viewer.perspective());
        let (lines, nonces) = snapshot.kept(from);
        let header = self.room().row.header.clone();
        let mut text = header + "\n";
        for (line, seq) in lines.into_iter().zip(1..) {
            text.push_str(&line);
            text.push('\n');
            if states {
                text.push_str(&snapshot.entry(seq, from).to_string());
                text.push('\n');
            }
        }
        if let Some(why) = self.broken() {
            // What is known to be broken is not signed, and says so where the signature would be.
            let broken = Json::object([("broken", Json::from(why))]);
            text.push_str(&Json::object([("signed", broken)]).to_string());
        } else {
            let foot = self.signatory.foot(&self.id, &snapshot, snapshot.seq(), &nonces);
            text.push_str(&foot.unwrap_or_default());
        }
        text.push('\n');
        text
    }

    /// What the computer at this table is doing.
    pub(crate) fn computer(&self) -> Option<Computer> {
        lock(&self.computer).clone()
    }

    /// The computer does something else now: those who look are told.
    pub(crate) fn put_computer(&self, computer: Computer) {
        let mut before = lock(&self.computer);
        if before.as_ref() != Some(&computer) {
            *before = Some(computer);
            drop(before);
            let _ = self.notes.send(Note::Computer);
        }
    }

    /// Who looks with these seats.
    pub(crate) fn viewer_of(&self, seats: &[&SeatRow]) -> Viewer {
        self.room().viewer_of(seats)
    }

    /// Whether he who looks still sits where he sat when he came: his link may have been revoked.
    pub(crate) fn still_sits(&self, viewer: &Viewer) -> bool {
        let Some(seat) = viewer.seat else { return true };
        let room = self.room();
        let row = room.seats.iter().find(|row| row.seat == seat);
        let by_account = viewer.session.is_some() || viewer.program.is_some();
        row.is_some_and(|row| {
            if by_account {
                row.account == viewer.account
            } else {
                row.token == viewer.token
            }
        })
    }

    /// The number of a new live view.
    pub(crate) fn number_view(&self, seat: i64) -> u64 {
        let number = self.views.fetch_add(1, Relaxed);
        lock(&self.awaited).insert(number, (seat, String::new()));
        number
    }

    /// The owner of this live view has sent an act and is answered by himself. A number that is not his is passed over.
    pub(crate) fn await_answer(&self, view: u64, seat: i64, key: &str) {
        if let Some((owner, awaited)) = lock(&self.awaited).get_mut(&view)
            && *owner == seat
        {
            key.clone_into(awaited);
        }
    }

    /// Whether the last act is the one whose answer this view's owner gets by himself.
    pub(crate) fn is_answered(&self, view: u64, snapshot: &Snapshot) -> bool {
        let awaited = lock(&self.awaited);
        let key = awaited
            .get(&view)
            .map(|(_, key)| key)
            .filter(|key| !key.is_empty());
        key.is_some_and(|key| snapshot.by_key(key) == Some(snapshot.seq()))
    }

    /// The live view has ended.
    pub(crate) fn end_view(&self, view: u64) {
        lock(&self.awaited).remove(&view);
    }

    /// Somebody is looking, until the guard is dropped.
    pub(crate) fn enter(self: &Arc<Self>, seat: i64) -> Present {
        *lock(&self.present).entry(seat).or_insert(0) += 1;
        self.tell_presence(seat);
        Present {
            table: Arc::clone(self),
            seat,
        }
    }

    /// Onlookers come and go without being announced: a thousand of them would drown the game in news of each other.
    fn tell_presence(&self, seat: i64) {
        let sits = |row: &SeatRow| row.seat == seat && !Parties::read(&row.parties).is_empty();
        if self.room().seats.iter().any(sits) {
            let _ = self.notes.send(Note::Seats);
        }
    }

    /// Seats as everybody may see them, without secrets; and how many onlookers there are.
    pub(crate) fn seats(&self) -> (Vec<Seat>, u32) {
        let room = self.room();
        let present = lock(&self.present);
        let mut onlookers: u32 = present.values().sum();
        let mut shown = Vec::new();
        for row in &room.seats {
            let parties = Parties::read(&row.parties);
            if parties.is_empty() {
                continue;
            }
            onlookers = onlookers.saturating_sub(present.get(&row.seat).copied().unwrap_or(0));
            for party in parties.words() {
                shown.push(Seat {
                    seat: row.seat,
                    party,
                    person: row.person,
                    name: row.name.clone(),
                    taken: row.token.is_some(),
                    present: present.contains_key(&row.seat),
                });
            }
        }
        (shown, onlookers)
    }

    /// What is left to this player now, in milliseconds, where a clock limits him.
    pub(crate) fn left_ms(&self, snapshot: &Snapshot, player: Colour) -> Option<i64> {
        let game = snapshot.arbiter.game();
        let at = snapshot.timeline().at(self.clock.now_ms());
        time::left_ms(game, player, at.max(game.clock.read_at()))
    }

    pub(crate) fn clock(&self, snapshot: &Snapshot) -> Option<Clock> {
        let now = self.clock.now_ms();
        let timeline = snapshot.timeline();
        let at = timeline.at(now).max(snapshot.arbiter.game().clock.read_at());
        let flag_ms = || timeline.wall(time::next_flag(snapshot)?.at?);
        let mut clock = snapshot.clock(at, now, flag_ms)?;
        // No clock runs before play has started, nor during a vacation.
        clock.running = clock.running.filter(|_| timeline.runs(now));
        Some(clock)
    }

    /// The whole game for this viewer, with the log after a number.
    pub(crate) fn shown(&self, viewer: &Viewer, after: u32) -> GameView {
        let snapshot = self.snapshot();
        let room = self.room();
        let from = viewer.perspective();
        let (seats, onlookers) = self.seats();
        let timeline = snapshot.timeline();
        GameView {
            id: self.id.clone(),
            title: room.row.title.clone(),
            created_ms: room.row.created_ms,
            started_ms: timeline.started_ms,
            now_ms: self.clock.now_ms(),
            header: write_terms(snapshot.terms()),
            settings: room.shown(timeline.pauses),
            you: You {
                role: viewer.role(),
                parties: viewer.parties.words().collect(),
                name: viewer.name.clone(),
                seat: viewer.seat,
                blindfold: viewer.blindfold,
            },
            seats,
            onlookers,
            seq: snapshot.seq(),
            state: snapshot.state(from),
            log: snapshot.log(after, from),
            clock: self.clock(&snapshot),
            sealed: snapshot.sealed(&self.id),
            r#match: room.row.match_id.clone(),
            next_game: room.settings.next_game.clone(),
            computer: self.computer(),
            broken: self.broken().map(str::to_owned),
            // Nobody signs what he knows to be broken.
            signed: self
                .broken()
                .is_none()
                .then(|| self.signatory.sign(&self.id, snapshot.seq(), snapshot.head())),
        }
    }
}

/// An act that has come and is seen to; dropped when that is done.
pub(super) struct Coming(Arc<GameTable>, i64);

impl Drop for Coming {
    fn drop(&mut self) {
        let mut coming = lock(&self.0.coming);
        if let Some(at) = coming.iter().position(|came_ms| *came_ms == self.1) {
            coming.swap_remove(at);
        }
    }
}

/// Somebody is at the table; dropped when he leaves.
pub(crate) struct Present {
    table: Arc<GameTable>,
    seat: i64,
}

impl Drop for Present {
    fn drop(&mut self) {
        {
            let mut present = lock(&self.table.present);
            if let Some(count) = present.get_mut(&self.seat) {
                *count -= 1;
                if *count == 0 {
                    present.remove(&self.seat);
                }
            }
        }
        self.table.tell_presence(self.seat);
    }
}
