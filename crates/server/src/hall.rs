//! Which games are being played or watched here, and how does an act become part of one?

use crate::{
    problem::Problem,
    secret::Key,
    sheet::{Parties, Perspective, Sheet, millis},
    time::{self, Pause, Timeline, now_ms},
};
use jadoube_board::Colour;
use jadoube_game::{Event, Mode, Party};
use jadoube_law::Theory;
use jadoube_record::{Json, parse, read_terms, write_terms};
use jadoube_store::{Append, Appended, ChatRow, GameRow, SeatRow, Standing, Store, Wake};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicI64, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::sync::{OnceCell, broadcast};

/// What the server was told beside the header.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// Colours to whom no board is sent.
    #[serde(default)]
    pub(crate) blindfold: Vec<String>,
    /// `link`, `here`.
    #[serde(default)]
    pub(crate) opponent: String,
    /// Vacations agreed.
    #[serde(default)]
    pub(crate) pauses: Vec<Pause>,
    /// A vacation proposed and not yet accepted.
    #[serde(default)]
    pub(crate) proposed: Option<Proposed>,
    /// The game that follows in the match.
    #[serde(default)]
    pub(crate) next_game: Option<String>,
}

/// A vacation that waits for the opponent's consent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Proposed {
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
    pub(crate) fn timeline(&self) -> Timeline {
        Timeline {
            started_ms: self.row.started_ms,
            pauses: self.settings.pauses.clone(),
        }
    }

    fn taken(&self, colour: Colour) -> bool {
        let party = Party::from(colour);
        self.seats
            .iter()
            .any(|seat| seat.sat_ms.is_some() && Parties::read(&seat.parties).has(party))
    }
}

/// One game in memory. Whoever looks takes the present sheet; whoever acts waits for his turn at `turn`.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) id: String,
    sheet: RwLock<Arc<Sheet>>,
    room: RwLock<Arc<Room>>,
    turn: tokio::sync::Mutex<()>,
    /// The last write may or may not have reached the disk: read again before going on.
    doubtful: AtomicBool,
    pub(crate) notes: broadcast::Sender<Note>,
    present: Mutex<HashMap<i64, u32>>,
    last_chat: AtomicI64,
    used_ms: AtomicI64,
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

fn read<T: Clone>(lock: &RwLock<T>) -> T {
    lock.read().unwrap_or_else(PoisonError::into_inner).clone()
}

fn put<T>(lock: &RwLock<T>, value: T) {
    *lock.write().unwrap_or_else(PoisonError::into_inner) = value;
}

impl Table {
    pub(crate) fn sheet(&self) -> Arc<Sheet> {
        read(&self.sheet)
    }

    pub(crate) fn room(&self) -> Arc<Room> {
        read(&self.room)
    }

    /// Who looks with this seat.
    pub(crate) fn viewer_of(&self, seats: &[&SeatRow]) -> Viewer {
        let room = self.room();
        let mut viewer = Viewer::default();
        for seat in seats {
            viewer.parties = viewer.parties.and(Parties::read(&seat.parties));
            viewer.creator |= seat.creator;
            if viewer.seat.is_none() || viewer.name.is_none() {
                viewer.seat = Some(seat.seat);
                viewer.name.clone_from(&seat.name);
                viewer.person = usize::try_from(seat.person).unwrap_or(0);
                viewer.account = seat.account;
            }
        }
        let blind = |colour: Colour| {
            let word = Party::from(colour).word();
            !viewer.parties.is_side(colour) || room.settings.blindfold.iter().any(|each| each == word)
        };
        viewer.blindfold = viewer.plays()
            && !viewer.parties.has(Party::Umpire)
            && blind(Colour::White)
            && blind(Colour::Black);
        viewer
    }

    /// Somebody is looking, until the guard is dropped.
    pub(crate) fn enter(self: &Arc<Self>, seat: i64) -> Present {
        *self.present().entry(seat).or_insert(0) += 1;
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

    fn present(&self) -> std::sync::MutexGuard<'_, HashMap<i64, u32>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Seats as everybody may see them: no secrets.
    pub(crate) fn seats(&self) -> (Json, Json) {
        let room = self.room();
        let present = self.present();
        let mut onlookers = 0u32;
        let mut shown = Vec::new();
        for seat in &room.seats {
            let parties = Parties::read(&seat.parties);
            let here = present.contains_key(&seat.seat);
            if parties.is_empty() {
                continue;
            }
            for party in parties.words() {
                shown.push(Json::object([
                    ("seat", Json::Number(seat.seat.into())),
                    ("party", party.into()),
                    ("person", Json::Number(seat.person.into())),
                    ("name", seat.name.as_deref().into()),
                    ("taken", seat.token.is_some().into()),
                    ("present", here.into()),
                ]));
            }
        }
        for (seat, count) in present.iter() {
            let sits = room
                .seats
                .iter()
                .any(|row| row.seat == *seat && !Parties::read(&row.parties).is_empty());
            if !sits {
                onlookers += count;
            }
        }
        (Json::List(shown), onlookers.into())
    }

    /// When the clock will speak, on the wall.
    pub(crate) fn flag_ms(&self, sheet: &Sheet) -> Option<i64> {
        let room = self.room();
        let at = time::next_flag(sheet)?.at?;
        room.timeline().wall(at)
    }

    pub(crate) fn clock(&self, sheet: &Sheet) -> Json {
        let now = now_ms();
        let at = self
            .room()
            .timeline()
            .at(now)
            .max(sheet.arbiter.game().clock.read_at());
        sheet.clock(at, now, self.flag_ms(sheet))
    }

    /// The whole game for this viewer, with the log after a number.
    pub(crate) fn shown(&self, viewer: &Viewer, after: u32) -> Json {
        let sheet = self.sheet();
        let room = self.room();
        let from = viewer.perspective();
        let (seats, onlookers) = self.seats();
        Json::object([
            ("id", Json::from(self.id.as_str())),
            ("title", room.row.title.as_deref().into()),
            ("created_ms", millis(Some(room.row.created_ms))),
            ("started_ms", millis(room.row.started_ms)),
            ("now_ms", millis(Some(now_ms()))),
            ("header", write_terms(sheet.terms())),
            ("settings", settings(&room)),
            (
                "you",
                Json::object([
                    ("role", Json::from(viewer.role())),
                    ("parties", Json::list(viewer.parties.words())),
                    ("name", viewer.name.as_deref().into()),
                    ("seat", millis(viewer.seat)),
                    ("blindfold", viewer.blindfold.into()),
                ]),
            ),
            ("seats", seats),
            ("onlookers", onlookers),
            ("seq", sheet.seq().into()),
            ("state", sheet.state(from)),
            ("log", sheet.log(after, from)),
            ("clock", self.clock(&sheet)),
            ("sealed", sheet.sealed(&self.id)),
            ("match", room.row.match_id.as_deref().into()),
            ("next_game", room.settings.next_game.as_deref().into()),
        ])
    }
}

fn settings(room: &Room) -> Json {
    let settings = &room.settings;
    let pauses = settings.pauses.iter().map(|pause| {
        Json::object([
            ("from_ms", millis(Some(pause.from_ms))),
            ("until_ms", millis(Some(pause.until_ms))),
        ])
    });
    let proposed = settings.proposed.as_ref().map(|proposed| {
        Json::object([
            ("by", Json::from(proposed.by.as_str())),
            ("days", proposed.days.into()),
        ])
    });
    Json::object([
        ("blindfold", Json::list(settings.blindfold.iter().cloned())),
        ("public", room.row.public.into()),
        ("opponent", settings.opponent.as_str().into()),
        (
            "vacation",
            Json::object([
                ("agreed", Json::List(pauses.collect())),
                ("proposed", proposed.unwrap_or(Json::Null)),
            ]),
        ),
    ])
}

/// Somebody is at the table; dropped when he leaves.
pub(crate) struct Present {
    table: Arc<Table>,
    seat: i64,
}

impl Drop for Present {
    fn drop(&mut self) {
        {
            let mut present = self.table.present();
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

/// By the name of the game; a cell that is still empty is being read from the store.
type Tables = HashMap<String, Arc<OnceCell<Arc<Table>>>>;

/// All tables of this node.
#[derive(Clone, Debug)]
pub(crate) struct Hall {
    pub(crate) store: Store,
    pub(crate) key: Key,
    tables: Arc<Mutex<Tables>>,
    theory: Option<Arc<dyn Theory>>,
}

impl Hall {
    pub(crate) fn new(store: Store, key: Key) -> Self {
        Hall {
            store,
            key,
            tables: Arc::default(),
            theory: None,
        }
    }

    /// The same, with endgame theory to ask before an act is written down.
    pub(crate) fn advised_by(mut self, theory: Arc<dyn Theory>) -> Self {
        self.theory = Some(theory);
        self
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table of this game; read from the store where it is not in memory.
    pub(crate) async fn table(&self, id: &str) -> Result<Arc<Table>, Problem> {
        // Names have one form; anything else need not trouble the database.
        if id.is_empty() || id.len() > 40 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Problem::not_found("game"));
        }
        let cell = Arc::clone(self.tables().entry(id.to_owned()).or_default());
        let found = cell.get_or_try_init(|| self.load(id)).await;
        match found {
            Ok(table) => {
                table.used_ms.store(now_ms(), Relaxed);
                Ok(Arc::clone(table))
            }
            Err(problem) => {
                let mut tables = self.tables();
                if tables.get(id).is_some_and(|cell| !cell.initialized()) {
                    tables.remove(id);
                }
                Err(problem)
            }
        }
    }

    async fn load(&self, id: &str) -> Result<Arc<Table>, Problem> {
        let row = self
            .store
            .game(id)
            .await?
            .ok_or_else(|| Problem::not_found("game"))?;
        let seats = self.store.seats(id).await?;
        let acts = self.store.acts(id, 0).await?;
        let (name, key, header) = (id.to_owned(), self.key.clone(), row.header.clone());
        let theory = self.theory.clone();
        let sheet = work(move || {
            let terms = parse(&header)
                .and_then(read_terms)
                .map_err(|fault| fault.to_string())?;
            let mut sheet = Sheet::open(terms).map_err(|error| error.to_string())?;
            if let Some(theory) = theory {
                sheet.arbiter = sheet.arbiter.advised_by(theory);
            }
            for act in acts {
                sheet = sheet
                    .replay(&name, &act.act, &act.key, &key)
                    .map_err(|corrupt| corrupt.0)?;
            }
            Ok::<Sheet, String>(sheet)
        })
        .await?
        .map_err(|why| {
            tracing::error!(game = id, why, "a stored game cannot be replayed");
            Problem::bug()
        })?;
        let settings = serde_json::from_str(&row.settings).unwrap_or_default();
        Ok(Arc::new(Table {
            id: id.to_owned(),
            sheet: RwLock::new(Arc::new(sheet)),
            room: RwLock::new(Arc::new(Room { row, settings, seats })),
            turn: tokio::sync::Mutex::default(),
            doubtful: AtomicBool::new(false),
            notes: broadcast::channel(32).0,
            present: Mutex::default(),
            last_chat: AtomicI64::new(-1),
            used_ms: AtomicI64::new(now_ms()),
        }))
    }

    /// Reads what others have appended.
    async fn catch_up(&self, table: &Table) -> Result<(), Problem> {
        let before = table.sheet();
        let acts = self.store.acts(&table.id, i64::from(before.seq())).await?;
        table.doubtful.store(false, Relaxed);
        if acts.is_empty() {
            return Ok(());
        }
        let (id, key) = (table.id.clone(), self.key.clone());
        let sheet = work(move || {
            let mut sheet = Sheet::clone(&before);
            for act in acts {
                sheet = sheet.replay(&id, &act.act, &act.key, &key)?;
            }
            Ok::<Sheet, crate::sheet::Corrupt>(sheet)
        })
        .await?
        .map_err(|corrupt| {
            tracing::error!(why = corrupt.0, "a stored act cannot be replayed");
            Problem::bug()
        })?;
        put(&table.sheet, Arc::new(sheet));
        if table.room().row.started_ms.is_none() {
            self.look_again(table).await?;
        }
        let _ = table.notes.send(Note::Acts);
        Ok(())
    }

    /// Whoever has seen so many acts is not shown fewer, on whatever node he asks.
    pub(crate) async fn reach(&self, table: &Table, seq: u32) -> Result<(), Problem> {
        if seq > table.sheet().seq() {
            let _turn = table.turn.lock().await;
            self.catch_up(table).await?;
        }
        Ok(())
    }

    /// Reads anew who sits there and on which terms.
    pub(crate) async fn look_again(&self, table: &Table) -> Result<(), Problem> {
        let row = self
            .store
            .game(&table.id)
            .await?
            .ok_or_else(|| Problem::not_found("game"))?;
        let seats = self.store.seats(&table.id).await?;
        let settings: Settings = serde_json::from_str(&row.settings).unwrap_or_default();
        let before = table.room().settings.next_game.clone();
        let next = settings.next_game.clone();
        put(&table.room, Arc::new(Room { row, settings, seats }));
        let _ = table.notes.send(Note::Seats);
        if let Some(next) = next
            && before.as_ref() != Some(&next)
        {
            let _ = table.notes.send(Note::Next(next));
        }
        Ok(())
    }

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
        let acting = tokio::spawn(async move {
            let _turn = table.turn.lock().await;
            hall.act_in_turn(&table, event, expected, seat, &key).await
        });
        acting.await.map_err(|error| {
            tracing::error!(%error, "an act was not finished");
            Problem::bug()
        })?
    }

    async fn act_in_turn(
        &self,
        table: &Arc<Table>,
        mut event: Event,
        expected: u32,
        seat: i64,
        key: &str,
    ) -> Result<Acted, Problem> {
        // The author may have seen more than this node has: he acted, or looked, on another.
        if table.doubtful.load(Relaxed) || expected > table.sheet().seq() {
            self.catch_up(table).await?;
        }
        let sheet = table.sheet();
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
        let now = now_ms();
        let mut timeline = table.room().timeline();
        timeline.started_ms.get_or_insert(now);
        if event.by != Party::Timekeeper {
            // A wall clock set back must not turn back the time of the game.
            event.at = Some(timeline.at(now).max(sheet.arbiter.game().clock.read_at()));
        }
        let (id, own_key, secret) = (table.id.clone(), key.to_owned(), self.key.clone());
        let act = event.act.clone();
        // What theory says is ours to look up; from now on it stands in the record.
        event.theory = None;
        let made = work(move || {
            let event = sheet.arbiter.advised(event);
            let advanced = sheet.advance(&id, event, &own_key, &secret)?;
            // Weighed here, where it may take its time.
            advanced.sheet.view();
            let flag = time::next_flag(&advanced.sheet).and_then(|flag| flag.at);
            let due = flag.or_else(|| time::reply_due(&advanced.sheet));
            Ok::<_, jadoube_game::Impossible>((advanced, due))
        })
        .await?;
        let (advanced, due) = made.map_err(|why| {
            let fault = jadoube_record::Fault::impossible(&act, &why);
            Problem::fault(&fault, "act.")
        })?;
        let append = Append {
            game: table.id.clone(),
            seq: i64::from(advanced.sheet.seq()),
            act: advanced.text,
            key: key.to_owned(),
            seat,
            wall_ms: now,
            standing: Standing {
                deadline_ms: due.and_then(|at| timeline.wall(at)),
                ..standing(&advanced.sheet)
            },
        };
        match self.store.append(append).await {
            Ok(Appended::Durable) => {
                let sheet = Arc::new(advanced.sheet);
                put(&table.sheet, Arc::clone(&sheet));
                Self::started(table, now);
                let _ = table.notes.send(Note::Acts);
                metrics::counter!("jadoube_acts_total").increment(1);
                let seq = sheet.seq();
                self.post(table, &sheet);
                Ok(Acted::Done {
                    sheet,
                    seq,
                    repeated: false,
                })
            }
            Ok(Appended::Conflict) => {
                self.catch_up(table).await?;
                let sheet = table.sheet();
                Ok(match sheet.by_key(key) {
                    Some(seq) => Acted::Done {
                        sheet,
                        seq,
                        repeated: true,
                    },
                    None => Acted::Stale,
                })
            }
            Err(error) => {
                table.doubtful.store(true, Relaxed);
                Err(error.into())
            }
        }
    }

    /// Play has started with its first act, if not before.
    fn started(table: &Table, now: i64) {
        let room = table.room();
        if room.row.started_ms.is_none() {
            let mut room = Room::clone(&room);
            room.row.started_ms = Some(now);
            put(&table.room, Arc::new(room));
        }
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
        let now = now_ms();
        self.store.sit(&table.id, seat, now).await?;
        self.look_again(table).await?;
        let room = table.room();
        let both = room.taken(Colour::White) && room.taken(Colour::Black);
        if both && room.row.started_ms.is_none() && viewer.plays() {
            let _turn = table.turn.lock().await;
            self.store.start_play(&table.id, now).await?;
            self.look_again(table).await?;
            let sheet = table.sheet();
            let due = time::next_flag(&sheet)
                .and_then(|flag| flag.at)
                .or_else(|| time::reply_due(&sheet));
            let deadline = due.and_then(|at| table.room().timeline().wall(at));
            self.store
                .set_deadline(&table.id, i64::from(sheet.seq()), deadline)
                .await?;
        }
        Ok(())
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
        let (store, id, turn, seq) = (
            self.store.clone(),
            table.id.clone(),
            Party::from(sheet.arbiter.game().turn_to_play()),
            sheet.seq(),
        );
        tokio::spawn(async move {
            for seat in &room.seats {
                let Some(account) = seat.account else { continue };
                let own_turn = Parties::read(&seat.parties).has(turn);
                let result = if over {
                    let key = format!("ended {id}");
                    store
                        .put_into_inbox(account, &id, "ended", "the game is over", &key, now_ms())
                        .await
                } else if own_turn {
                    let key = format!("turn {id} {seq}");
                    let text = "a move has come: it is your turn";
                    store
                        .put_into_inbox(account, &id, "your-turn", text, &key, now_ms())
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

    /// Lets the clock speak at this table, if it is time.
    pub(crate) async fn strike(&self, id: &str) -> Result<(), Problem> {
        let table = self.table(id).await?;
        let _turn = table.turn.lock().await;
        self.catch_up(&table).await?;
        let sheet = table.sheet();
        let timeline = table.room().timeline();
        let now = now_ms();
        let looked = Arc::clone(&sheet);
        let flag = work(move || time::next_flag(&looked)).await?;
        let wall = flag
            .as_ref()
            .and_then(|flag| flag.at)
            .and_then(|at| timeline.wall(at));
        match (flag, wall) {
            (Some(flag), Some(wall)) if wall <= now => {
                let key = format!("clock {}", sheet.seq());
                self.act_in_turn(&table, flag, sheet.seq(), 0, &key).await?;
                metrics::counter!("jadoube_flags_total").increment(1);
            }
            (Some(_), wall) => {
                let seq = i64::from(sheet.seq());
                self.store.set_deadline(id, seq, wall).await?;
            }
            (None, _) => {
                let due = time::reply_due(&sheet).and_then(|at| timeline.wall(at));
                let seq = i64::from(sheet.seq());
                match due {
                    Some(due) if due > now => self.store.set_deadline(id, seq, Some(due)).await?,
                    Some(_) => {
                        self.remind(&table, &sheet, "reminder", "the reply is overdue", "overdue")
                            .await?;
                        self.store.set_deadline(id, seq, None).await?;
                    }
                    None => self.store.set_deadline(id, seq, None).await?,
                }
            }
        }
        Ok(())
    }

    /// A letter to whoever is on turn.
    pub(crate) async fn remind(
        &self,
        table: &Table,
        sheet: &Sheet,
        kind: &str,
        text: &str,
        why: &str,
    ) -> Result<(), Problem> {
        let turn = Party::from(sheet.arbiter.game().turn_to_play());
        for seat in &table.room().seats {
            if let Some(account) = seat.account
                && Parties::read(&seat.parties).has(turn)
            {
                let key = format!("{why} {} {}", table.id, sheet.seq());
                self.store
                    .put_into_inbox(account, &table.id, kind, text, &key, now_ms())
                    .await?;
            }
        }
        Ok(())
    }

    /// Something was said: told to those who look, whatever node it was said on.
    pub(crate) async fn tell_chat(&self, table: &Table) -> Result<(), Problem> {
        let after = table.last_chat.load(Relaxed);
        if after < 0 {
            return Ok(());
        }
        for row in self.store.said(&table.id, None, after, 100).await? {
            if table.last_chat.fetch_max(row.id, Relaxed) < row.id {
                let _ = table.notes.send(Note::Chat(Arc::new(row)));
            }
        }
        Ok(())
    }

    /// From now on what is said is told to viewers.
    pub(crate) async fn attend_chat(&self, table: &Table) -> Result<(), Problem> {
        if table.last_chat.load(Relaxed) < 0 {
            let said = self.store.last_said(&table.id).await?;
            table.last_chat.fetch_max(said, Relaxed);
        }
        Ok(())
    }

    /// A wall clock for all games: flags that are due fall, here or on any node that is quicker.
    pub(crate) async fn keep_time(self) {
        let mut beat = tokio::time::interval(Duration::from_millis(200));
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut round = 0u32;
        loop {
            beat.tick().await;
            match self.store.due(now_ms(), 200).await {
                Ok(due) => {
                    for id in due {
                        if let Err(problem) = self.strike(&id).await {
                            tracing::warn!(game = id, why = problem.detail(), "a flag could not fall");
                            // A game that cannot be replayed must not stop the clock of the others.
                            let _ = self.store.set_deadline_of(&id, now_ms() + 60_000).await;
                        }
                    }
                }
                Err(error) => tracing::warn!(%error, "the clock cannot be read"),
            }
            round = round.wrapping_add(1);
            if round.is_multiple_of(150) {
                self.sweep();
                if let Err(problem) = self.remind_all().await {
                    tracing::warn!(why = problem.detail(), "reminders could not be posted");
                }
                let _ = self.store.sweep_sessions(now_ms()).await;
            }
        }
    }

    /// Whoever must reply within a day is reminded once.
    async fn remind_all(&self) -> Result<(), Problem> {
        let now = now_ms();
        for row in self.store.due_between(now, now + 86_400_000, 500).await? {
            let table = self.table(&row.id).await?;
            let sheet = table.sheet();
            self.remind(&table, &sheet, "reminder", "a reply is due within a day", "soon")
                .await?;
        }
        Ok(())
    }

    /// Tables that nobody has used for a while are put away; the log has everything.
    fn sweep(&self) {
        let mut tables = self.tables();
        let before = tables.len();
        let idle_for = if before > 20_000 { 10_000 } else { 600_000 };
        let now = now_ms();
        tables.retain(|_, cell| {
            // Under the lock nobody can take the table: whoever has it, or is about to, is counted.
            let in_use = |table: &Arc<Table>| {
                Arc::strong_count(table) > 1 || now - table.used_ms.load(Relaxed) < idle_for
            };
            Arc::strong_count(cell) > 1 || cell.get().is_some_and(in_use)
        });
        metrics::gauge!("jadoube_games_in_memory").set(tables.len() as f64);
    }

    /// Listens to what other nodes have written.
    pub(crate) async fn follow(self) {
        let mut wakes = self.store.wakes();
        loop {
            let wake = match wakes.recv().await {
                Ok(wake) => wake,
                Err(broadcast::error::RecvError::Lagged(_)) => Wake::Everything,
                Err(broadcast::error::RecvError::Closed) => return,
            };
            let result = match &wake {
                Wake::Acts(id) => self.follow_one(id, true, false, false).await,
                Wake::Room(id) => self.follow_one(id, false, true, false).await,
                Wake::Chat(id) => self.follow_one(id, false, false, true).await,
                Wake::Everything => {
                    let ids: Vec<String> = self.tables().keys().cloned().collect();
                    let mut result = Ok(());
                    for id in ids {
                        result = self.follow_one(&id, true, true, true).await;
                    }
                    result
                }
            };
            if let Err(problem) = result {
                tracing::warn!(why = problem.detail(), "news from another node could not be read");
            }
        }
    }

    async fn follow_one(&self, id: &str, acts: bool, room: bool, chat: bool) -> Result<(), Problem> {
        // Only what is in memory: everything else is read when somebody asks.
        let Some(table) = self.tables().get(id).and_then(|cell| cell.get().cloned()) else {
            return Ok(());
        };
        if acts {
            let _turn = table.turn.lock().await;
            self.catch_up(&table).await?;
        }
        if room {
            self.look_again(&table).await?;
        }
        if chat {
            self.tell_chat(&table).await?;
        }
        Ok(())
    }

    /// Puts away every table that nobody uses.
    pub(crate) fn forget(&self) {
        self.tables().retain(|_, cell| Arc::strong_count(cell) > 1);
    }

    /// Everyone who looks is told that the server stops.
    pub(crate) fn farewell(&self) {
        for cell in self.tables().values() {
            if let Some(table) = cell.get() {
                let _ = table.notes.send(Note::Shutdown);
            }
        }
    }
}

/// How a game stands, for lists.
pub(crate) fn standing(sheet: &Sheet) -> Standing {
    let game = sheet.arbiter.game();
    Standing {
        status: game.status.word().to_owned(),
        winner: game
            .outcome
            .as_ref()
            .and_then(|outcome| outcome.winner)
            .map(|colour| Party::from(colour).word().to_owned()),
        turn: Party::from(game.turn_to_play()).word().to_owned(),
        deadline_ms: None,
    }
}

/// Thinking is done beside the event loop; a panic in it is an error of one request, not of the server.
pub(crate) async fn work<T: Send + 'static>(task: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    tokio::task::spawn_blocking(task).await.map_err(|error| {
        tracing::error!(%error, "a task was not finished");
        Problem::bug()
    })
}
