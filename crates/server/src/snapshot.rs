//! How does a game stand, and what of it may each party see? An unchanging picture, replaced whole after each act.

use crate::{
    live_games::Spent,
    secret::{Key, SealedBox, Written},
    shape,
    time::{self, Timeline},
};
use jadoube_board::Colour;
use jadoube_game::{Act, Event, Impossible, Moment, Party, Proposal, Status, Terms, View};
use jadoube_law::{Arbiter, written_down};
use jadoube_record::{
    Envelope, Eye, Json, RecordFault, parse, read_event, write_event, write_rights_of, write_said,
    write_seen, write_written,
};
use jadoube_store::{ActRow, Head, LogRow, Mark, Sealed};
use serde_json::value::{RawValue, to_raw_value};
use std::sync::{Arc, OnceLock};

/// The parties a viewer may act for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Parties(u8);

impl Parties {
    const WORDS: [(&'static str, Party); 3] = [
        ("white", Party::White),
        ("black", Party::Black),
        ("umpire", Party::Umpire),
    ];

    /// As they are kept: words with spaces between.
    pub(crate) fn read(words: &str) -> Self {
        let mut parties = 0;
        for (bit, (word, _)) in Self::WORDS.iter().enumerate() {
            if words.split(' ').any(|each| each == *word) {
                parties |= 1 << bit;
            }
        }
        Parties(parties)
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Parties(self.0 | other.0)
    }

    pub(crate) fn has(self, party: Party) -> bool {
        Self::WORDS
            .iter()
            .enumerate()
            .any(|(bit, (_, each))| *each == party && self.0 & (1 << bit) != 0)
    }

    pub(crate) fn words(self) -> impl Iterator<Item = &'static str> {
        Self::WORDS
            .iter()
            .enumerate()
            .filter(move |(bit, _)| self.0 & (1 << bit) != 0)
            .map(|(_, (word, _))| *word)
    }

    pub(crate) fn only(self) -> Option<Party> {
        let mut all = Self::WORDS
            .iter()
            .map(|(_, party)| *party)
            .filter(|party| self.has(*party));
        match (all.next(), all.next()) {
            (Some(party), None) => Some(party),
            _ => None,
        }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// From where a viewer looks: his parties, and whether he plays without sight of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Perspective {
    pub(crate) parties: Parties,
    pub(crate) blindfold: bool,
}

impl Perspective {
    fn index(self) -> usize {
        usize::from(self.parties.0) * 2 + usize::from(self.blindfold)
    }

    /// The one player whom a text can address: he who has both sides, or none, reads of White and Black.
    fn reader(self) -> Option<Colour> {
        let own = |player: &Colour| self.parties.has(Party::from(*player));
        let mut own = Colour::BOTH.into_iter().filter(own);
        own.next().filter(|_| own.next().is_none())
    }

    fn eye(self) -> Option<Eye> {
        match self.parties.only() {
            _ if self.parties.is_empty() => Some(Eye::Spectator),
            Some(Party::White) => Some(Eye::Player(Colour::White)),
            Some(Party::Black) => Some(Eye::Player(Colour::Black)),
            _ => None,
        }
    }
}

/// One act and what the law said of it.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) event: Event,
    /// By which key it came.
    key: Box<str>,
    /// As it is kept, and chained.
    text: Box<str>,
    /// The chain up to it.
    head: Head,
    /// What is in the envelope, where it sealed one.
    written: Option<Written>,
    /// The state after it, without rights.
    pub(crate) view: View,
    /// The act that had sealed the envelope that lay closed after it.
    under: Option<u32>,
    /// Moves it completed before the one the state tells of: a reply that sets off conditional moves.
    earlier: Vec<jadoube_game::Written>,
}

impl Entry {
    /// A sealed act without what is written in it.
    fn closed(&self) -> String {
        // As it was kept before there was a chain, it had the encrypted text in it, whose length tells something.
        match parse(&self.text) {
            Ok(Json::Object(mut fields)) => {
                fields.retain(|(name, _)| name != "sealed");
                Json::Object(fields).to_string()
            }
            _ => String::from(&*self.text),
        }
    }
}

/// How a game stands after some number of acts.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    pub(crate) arbiter: Arbiter,
    pub(crate) entries: Vec<Arc<Entry>>,
    /// When play started and stood still, each with the chain up to it.
    marks: Vec<(Mark, Head)>,
    /// The one authority on what is sealed.
    envelope: Envelope,
    /// The act that sealed the envelope that is closed now.
    under: Option<u32>,
    /// The act that sealed the last envelope.
    sealed: Option<u32>,
    /// What each party has done here: White, Black, the umpire.
    spent: [Spent; 3],
    /// The chain before the first line of the log, and up to now.
    first: Head,
    head: Head,
    view: OnceLock<Arc<View>>,
    seen: Arc<[OnceLock<Arc<RawValue>>; 16]>,
    moves: OnceLock<Arc<str>>,
}

/// An act as it is written down, and the game after it.
pub(crate) struct Advanced {
    pub(crate) text: String,
    /// What of it is secret, encrypted.
    pub(crate) sealed: Option<Sealed>,
    pub(crate) snapshot: Snapshot,
}

/// A stored act that cannot be understood any more: the database was tampered with, or the key is another one.
#[derive(Debug)]
pub(crate) struct Corrupt(pub(crate) String);

impl Snapshot {
    /// A game before its first act.
    pub(crate) fn open(terms: Terms) -> Result<Self, jadoube_law::TermsError> {
        Ok(Snapshot {
            arbiter: Arbiter::open(terms)?,
            entries: Vec::new(),
            marks: Vec::new(),
            envelope: Envelope::none(),
            under: None,
            sealed: None,
            spent: [Spent::default(); 3],
            first: Head::of_game("", ""),
            head: Head::of_game("", ""),
            view: OnceLock::new(),
            seen: Arc::default(),
            moves: OnceLock::new(),
        })
    }

    /// The same as the game of this name, with this header.
    pub(crate) fn of_game(mut self, id: &str, header: &str) -> Self {
        self.first = Head::of_game(id, header);
        self.head = self.first;
        self
    }

    /// The chain before the next act after this one, or up to now.
    pub(crate) fn head_at(&self, seq: u32) -> Option<Head> {
        let mark = self.marks.iter().rfind(|(mark, _)| mark.seq == i64::from(seq));
        if let Some((_, head)) = mark {
            return Some(*head);
        }
        match seq.checked_sub(1) {
            None => Some(self.first),
            Some(at) => self.entries.get(at as usize).map(|entry| entry.head),
        }
    }

    /// The chain up to now.
    pub(crate) fn head(&self) -> Head {
        self.head
    }

    pub(crate) fn seq(&self) -> u32 {
        self.entries.len() as u32
    }

    /// How many acts there are, and how many marks on the timeline.
    pub(crate) fn length(&self) -> (i64, i64) {
        let marks = i64::try_from(self.marks.len()).unwrap_or(i64::MAX);
        (i64::from(self.seq()), marks)
    }

    /// When play started and stood still.
    pub(crate) fn marks(&self) -> impl Iterator<Item = Mark> {
        self.marks.iter().map(|(mark, _)| *mark)
    }

    pub(crate) fn timeline(&self) -> Timeline {
        Timeline::of(self.marks())
    }

    /// The game after one more mark on its timeline.
    pub(crate) fn marked(&self, from_ms: i64, until_ms: Option<i64>) -> Self {
        let mut snapshot = self.clone();
        snapshot.push_mark(Mark {
            seq: i64::from(self.seq()),
            from_ms,
            until_ms,
        });
        snapshot
    }

    fn push_mark(&mut self, mark: Mark) {
        self.head = self.head.and(&mark.text());
        self.marks.push((mark, self.head));
    }

    pub(crate) fn terms(&self) -> &Terms {
        &self.arbiter.game().terms
    }

    pub(crate) fn status(&self) -> Status {
        self.arbiter.game().status
    }

    /// Whether the players have agreed on an umpire, where there was none.
    pub(crate) fn umpire_agreed(&self) -> bool {
        let named = |entry: &Arc<Entry>| {
            let umpire = Act::Accept {
                what: Proposal::Umpire,
            };
            entry.event.act == umpire && entry.view.refused.is_none()
        };
        self.entries.iter().any(named)
    }

    /// What this party has done in the game since it is kept here.
    pub(crate) fn spent(&self, party: Party) -> Spent {
        own_share(party).map_or_else(Spent::default, |at| self.spent[at])
    }

    /// The act that came with this key.
    pub(crate) fn by_key(&self, key: &str) -> Option<u32> {
        // What is repeated was sent a moment ago.
        let at = self.entries.iter().rposition(|entry| *entry.key == *key)?;
        u32::try_from(at + 1).ok()
    }

    /// Whether the act of this number is that act of the same party.
    pub(crate) fn holds(&self, seq: u32, of: &Event) -> bool {
        let at = (seq as usize).checked_sub(1);
        let entry = at.and_then(|at| self.entries.get(at));
        entry.is_some_and(|entry| (entry.event.by, &entry.event.act) == (of.by, &of.act))
    }

    /// The game after one more act. What it costs is paid by whoever calls: never on the event loop.
    pub(crate) fn advance(
        &self,
        id: &str,
        event: Event,
        key: &str,
        secret: &Key,
    ) -> Result<Advanced, Impossible> {
        let written = match &event.act {
            Act::Seal { record } => Some(Written::new(record)),
            _ => None,
        };
        let (by, json) = (event.by.word(), write_event(&event));
        let (text, sealed) = match &written {
            None => (json.to_string(), None),
            Some(written) => (
                with_commitment(json, &written.commitment(id, by)).to_string(),
                secret.seal(written, id, self.seq() + 1, by).map(|sealed| Sealed {
                    text: sealed.text,
                    key: secret.fingerprint(),
                }),
            ),
        };
        let mut snapshot = self.clone();
        snapshot.push(event, key, &text, written)?;
        Ok(Advanced {
            text,
            sealed,
            snapshot,
        })
    }

    /// Takes in a stored line.
    pub(crate) fn replay(&mut self, id: &str, line: &LogRow, secret: &Key) -> Result<(), Corrupt> {
        let act = match line {
            LogRow::Act(act) => act,
            LogRow::Mark(row) => {
                self.push_mark(row.mark);
                return Ok(());
            }
        };
        let seq = self.seq() + 1;
        let corrupt = |why: &dyn std::fmt::Display| Corrupt(format!("act {seq} cannot be understood: {why}"));
        let (event, written) = read_stored(id, seq, act, secret).map_err(|fault| corrupt(&fault))?;
        self.push(event, &act.key, &act.act, written)
            .map_err(|why| corrupt(&why))
    }

    fn push(
        &mut self,
        event: Event,
        key: &str,
        text: &str,
        written: Option<Written>,
    ) -> Result<(), Impossible> {
        let before = self.arbiter.game().past.len();
        self.arbiter.act(&event)?;
        let mut view = self.arbiter.brief_view();
        let game = self.arbiter.game();
        let earlier = game.just_completed.and_then(|last| game.past.get(before..last));
        let earlier = earlier.unwrap_or_default().iter();
        let earlier = earlier
            .filter_map(|turn| written_down(&game.terms, turn))
            .collect();
        self.envelope.follow(&event, &view);
        if written.is_some() && view.refused.is_none() {
            self.sealed = Some(self.seq() + 1);
        }
        self.under = self.sealed.filter(|_| self.envelope.is_closed());
        self.head = self.head.and(text);
        // What a record brought with it is nobody's share.
        if let Some(at) = own_share(event.by).filter(|_| !key.starts_with(IMPORTED)) {
            self.spent[at].and(&event.act, text.len());
        }
        // The moves open after each act are long, and nobody asks for old ones.
        view.moves = Vec::new();
        self.entries.push(Arc::new(Entry {
            event,
            key: key.into(),
            text: text.into(),
            head: self.head,
            written,
            view,
            under: self.under,
            earlier,
        }));
        self.view = OnceLock::new();
        self.seen = Arc::default();
        self.moves = OnceLock::new();
        Ok(())
    }

    /// The state with every right; weighed once.
    pub(crate) fn view(&self) -> &View {
        self.view.get_or_init(|| Arc::new(self.arbiter.view()))
    }

    /// Whether that was done.
    pub(crate) fn is_weighed(&self) -> bool {
        self.view.get().is_some()
    }

    /// The moves that were played, as UCI writes them: written once for all who listen.
    pub(crate) fn moves(&self) -> &str {
        self.moves.get_or_init(|| {
            let past = self.arbiter.game().past.iter();
            let moves: Vec<String> = past.filter_map(|turn| turn.mv).map(|mv| mv.to_string()).collect();
            moves.join(" ").into()
        })
    }

    /// The state as it is seen from there, as text: made once for all who look from there.
    pub(crate) fn seen(&self, from: Perspective) -> Arc<RawValue> {
        // Writing a value to a string cannot fail.
        let made = || Arc::from(to_raw_value(&self.state(from)).unwrap_or_default());
        match self.seen.get(from.index()) {
            Some(cell) => Arc::clone(cell.get_or_init(made)),
            None => made(),
        }
    }

    /// The state as it is seen from there.
    pub(crate) fn state(&self, from: Perspective) -> Json {
        let view = self.view();
        let mut state = Self::filtered(view, from, &self.envelope);
        if let Some(Eye::Player(player)) = from.eye() {
            let theirs = Self::pending(view, !player, Some(player));
            if !theirs.is_empty() {
                set(&mut state, "pending", Json::List(theirs));
            }
        }
        if from.blindfold {
            set(&mut state, "board", Json::Null);
            set(&mut state, "moves", Json::List(Vec::new()));
            each_option(&mut state, |option| set(option, "then", Json::Null));
        }
        state
    }

    /// What the other player is choosing from, where something was done that gives him a choice: as words only.
    fn pending(view: &View, other: Colour, reader: Option<Colour>) -> Vec<Json> {
        let chosen = |act: &Act| {
            matches!(
                act,
                Act::Exact { .. } | Act::Require { .. } | Act::Waive { .. } | Act::PointOut { .. }
            )
        };
        let rights = view.options.iter().map(|option| &option.right);
        rights
            .filter(|right| right.party == Party::from(other) && chosen(&right.act))
            .map(|right| write_said(right.clause, &right.text, reader))
            .collect()
    }

    fn filtered(view: &View, from: Perspective, envelope: &Envelope) -> Json {
        if let Some(eye) = from.eye() {
            return write_seen(view, eye, envelope, from.reader());
        }
        // Officials, and two players at one screen: the rights of their parties, but no envelope before its time.
        let official = from.parties.has(Party::Umpire);
        let shows = |party| official || from.parties.has(party);
        write_rights_of(view, shows, envelope.is_closed(), from.reader())
    }

    /// One act and what was said of it, as seen from there.
    pub(crate) fn entry(&self, seq: u32, from: Perspective) -> Json {
        let Some(entry) = seq.checked_sub(1).and_then(|at| self.entries.get(at as usize)) else {
            return Json::Null;
        };
        let none = Envelope::none();
        let envelope = if entry.under.is_some() && entry.under == self.under {
            &self.envelope
        } else {
            &none
        };
        let seen = Self::filtered(&entry.view, from, envelope);
        let field = |name: &str| seen.get(name).cloned().unwrap_or(Json::Null);
        let board = if from.blindfold {
            Json::Null
        } else {
            field("board")
        };
        let mut shown = Json::object([
            ("seq", Json::from(seq)),
            ("act", self.act(seq, entry, from)),
            ("board", board),
            ("turn", field("turn")),
            ("status", field("status")),
            ("rulings", field("rulings")),
            ("refused", field("refused")),
            ("record", field("record")),
            ("clock", field("clock")),
        ]);
        if !entry.earlier.is_empty() {
            let earlier = entry.earlier.iter().map(write_written).collect();
            set(&mut shown, "earlier", Json::List(earlier));
        }
        shown
    }

    /// The act itself; what is written in an envelope is for its writer until it is opened.
    fn act(&self, seq: u32, entry: &Entry, from: Perspective) -> Json {
        let mut act = write_event(&entry.event);
        if matches!(entry.event.act, Act::Seal { .. }) {
            let own = from.parties.has(entry.event.by);
            let opened = entry.view.refused.is_none() && self.under != Some(seq);
            if !own && !opened {
                set(&mut act, "record", Json::Null);
            }
        }
        act
    }

    /// Act by act as it is kept, and the nonces of envelopes. One that is closed to this viewer stands there with what it can
    /// be checked by, as the chain has it.
    pub(crate) fn kept(&self, from: Perspective) -> (Vec<String>, Vec<(u32, String)>) {
        let (mut lines, mut nonces) = (Vec::new(), Vec::new());
        for (entry, seq) in self.entries.iter().zip(1..) {
            let Some(written) = &entry.written else {
                lines.push(String::from(&*entry.text));
                continue;
            };
            let act = self.act(seq, entry, from);
            if act.get("record") == Some(&Json::Null) {
                lines.push(entry.closed());
                continue;
            }
            lines.push(act.to_string());
            nonces.push((seq, crate::secret::hex(&written.nonce)));
        }
        (lines, nonces)
    }

    /// The log after this number.
    pub(crate) fn log(&self, after: u32, from: Perspective) -> Vec<Json> {
        (after.saturating_add(1)..=self.seq())
            .map(|seq| self.entry(seq, from))
            .collect()
    }

    /// The last envelope: what both players may check it by.
    pub(crate) fn sealed(&self, id: &str) -> Option<shape::Sealed> {
        let seq = self.sealed?;
        let entry = self.entries.get(seq.checked_sub(1)? as usize)?;
        let (by, written) = (entry.event.by.word(), entry.written.as_ref()?);
        Some(shape::Sealed {
            by,
            commitment: written.commitment(id, by),
            opened: (self.under != Some(seq)).then(|| shape::OpenedEnvelope {
                record: written.record.clone(),
                nonce: crate::secret::hex(&written.nonce),
            }),
            checks: "blake3 of: nonce bytes, then game id, 0x00, by, 0x00, record",
        })
    }

    /// The game as it stood after so many acts.
    pub(crate) fn back_to(&self, seq: u32) -> Option<Self> {
        let mut snapshot = Self::open(self.terms().clone()).ok()?;
        for entry in self.entries.iter().take(seq as usize) {
            let (event, written) = (entry.event.clone(), entry.written.clone());
            snapshot.push(event, &entry.key, &entry.text, written).ok()?;
            snapshot.head = entry.head;
        }
        snapshot.marks.clone_from(&self.marks);
        Some(snapshot)
    }

    /// The clocks at this moment.
    pub(crate) fn clock(
        &self,
        at: Moment,
        now_ms: i64,
        flag_ms: impl FnOnce() -> Option<i64>,
    ) -> Option<shape::Clock> {
        let game = self.arbiter.game();
        let limited = game.terms.time_limit.is_some() || game.clock.left_at(Colour::White, at).is_some();
        if !limited && game.clock.read_at().0 == 0 {
            return None;
        }
        let seconds = |moment: u64| moment as f64 / 1000.0;
        let of = |player: Colour| {
            let (used, made) = (game.clock.used_at(player, at).0, game.completed[player.index()]);
            let limit = game.terms.time_limit.as_ref();
            let next = limit.and_then(|limit| time::next_limit(limit, made));
            let left = time::left_ms(game, player, at).map(|left| left.max(0) as f64 / 1000.0);
            (seconds(used), left, next.map(|(moves, _)| moves - made))
        };
        let (white, white_left, white_moves) = of(Colour::White);
        let (black, black_left, black_moves) = of(Colour::Black);
        let running = game.clock.running();
        Some(shape::Clock {
            at: seconds(at.0),
            white,
            black,
            running: running.map(|colour| Party::from(colour).word()),
            white_left,
            black_left,
            white_moves,
            black_moves,
            flag_ms: flag_ms(),
            now_ms,
        })
    }
}

/// The keys of acts that came with a record begin so.
pub(crate) const IMPORTED: &str = "imported ";

fn own_share(party: Party) -> Option<usize> {
    match party {
        Party::White => Some(0),
        Party::Black => Some(1),
        Party::Umpire => Some(2),
        Party::Timekeeper => None,
    }
}

/// A sealed act as it is kept and chained: with what it can be checked by in place of what is written.
pub(crate) fn with_commitment(mut act: Json, commitment: &str) -> Json {
    if let Json::Object(fields) = &mut act {
        fields.retain(|(name, _)| name != "record");
        fields.push(("commitment".to_owned(), commitment.into()));
    }
    act
}

/// Reads an act as it is kept: an envelope is decrypted.
fn read_stored(
    id: &str,
    seq: u32,
    row: &ActRow,
    secret: &Key,
) -> Result<(Event, Option<Written>), RecordFault> {
    let mut json = parse(&row.act)?;
    let mut opened = None;
    // In the act itself: so it was kept before there was a chain.
    let inside = json.get("sealed").and_then(Json::as_str);
    let sealed = row.sealed.as_deref().or(inside).map(|text| SealedBox {
        text: text.to_owned(),
    });
    if let Some(sealed) = sealed {
        let by = json.get("by").and_then(Json::as_str).unwrap_or_default();
        let wrong = |found: &str, expected: &str| RecordFault::Wrong {
            field: "sealed".to_owned(),
            found: found.to_owned(),
            expected: expected.to_owned(),
        };
        let written = secret.open(&sealed, id, seq, by).ok_or_else(|| {
            wrong(
                "an envelope that does not open",
                "one sealed with this server's key",
            )
        })?;
        let commitment = json.get("commitment").and_then(Json::as_str);
        if commitment.is_some_and(|commitment| commitment != written.commitment(id, by)) {
            return Err(wrong(
                "another text than was committed to",
                "the text of the commitment",
            ));
        }
        if let Json::Object(fields) = &mut json {
            fields.retain(|(name, _)| name != "sealed" && name != "commitment");
            fields.push(("record".to_owned(), written.record.as_str().into()));
        }
        opened = Some(written);
    }
    let event = read_event(json)?;
    if opened.is_none()
        && let Act::Seal { record } = &event.act
    {
        opened = Some(Written::new(record));
    }
    Ok((event, opened))
}

fn set(object: &mut Json, name: &str, value: Json) {
    let Json::Object(fields) = object else { return };
    match fields.iter_mut().find(|(field, _)| field == name) {
        Some((_, old)) => *old = value,
        None => fields.push((name.to_owned(), value)),
    }
}

fn each_option(state: &mut Json, mut change: impl FnMut(&mut Json)) {
    let Json::Object(fields) = state else { return };
    let Some((_, Json::Object(parties))) = fields.iter_mut().find(|(name, _)| name == "options") else {
        return;
    };
    for (_, list) in parties {
        if let Json::List(options) = list {
            options.iter_mut().for_each(&mut change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jadoube_game::Code;
    use jadoube_record::read_terms;

    /// A state as it is shown to these, cut out of the whole: what is not theirs is taken away.
    fn cut_out(view: &View, from: Perspective, envelope: &Envelope) -> Json {
        let mut state = write_seen(view, Eye::Arbiter, &Envelope::none(), from.reader());
        let sealer_looks = from.eye().is_some_and(|eye| {
            write_seen(view, eye, envelope, from.reader())
                == write_seen(view, eye, &Envelope::none(), from.reader())
        });
        if envelope.is_closed() && !sealer_looks {
            each_option(&mut state, |option| {
                let act = option.get("act").and_then(Json::as_str);
                if act.is_some_and(Envelope::could_open) {
                    set(option, "then", Json::Null);
                }
            });
        }
        let official = from.parties.has(Party::Umpire) && from.eye().is_none();
        let options = state.get("options").cloned().unwrap_or(Json::Null);
        let shown = |party: &str| {
            let list = options
                .get(party)
                .filter(|_| official || from.parties.words().any(|word| word == party));
            list.cloned().unwrap_or(Json::List(Vec::new()))
        };
        let options = Json::object(["white", "black", "umpire"].map(|party| (party, shown(party))));
        set(&mut state, "options", options);
        state
    }

    fn is_shown_as_it_is(snapshot: &Snapshot, what: &str) {
        for parties in 0..8 {
            let from = Perspective {
                parties: Parties(parties),
                blindfold: false,
            };
            let shown = Snapshot::filtered(snapshot.view(), from, &snapshot.envelope);
            let expected = cut_out(snapshot.view(), from, &snapshot.envelope);
            assert_eq!(
                shown.to_string(),
                expected.to_string(),
                "{what}, to {from:?} after act {}",
                snapshot.seq()
            );
        }
    }

    #[test]
    fn each_party_is_shown_its_own_part_of_the_whole_and_to_the_letter() {
        for code in Code::ALL {
            let terms = parse(&format!(r#"{{"code":"{}"}}"#, code.name()));
            let terms = terms.and_then(read_terms).expect("terms");
            let (key, mut snapshot) = (Key::new(), Snapshot::open(terms).expect("opened"));
            for step in 0..40usize {
                is_shown_as_it_is(&snapshot, code.name());
                let view = snapshot.view().clone();
                // By turns a move, and one of the rights that are open, whatever comes of it.
                let right = view.options.get(step * 7 % view.options.len().max(1));
                let mv = view.moves.get(step * 11 % view.moves.len().max(1));
                let event = match (right, mv) {
                    (Some(right), _) if step % 3 == 2 => right.act(),
                    (_, Some(mv)) => {
                        let text = format!(r#"{{"by":"{}","act":"move","move":"{mv}"}}"#, view.turn);
                        let json = parse(&text.to_lowercase()).expect("JSON");
                        read_event(json).expect("an act")
                    }
                    _ => break,
                };
                match snapshot.advance("game", event, &step.to_string(), &key) {
                    Ok(advanced) => snapshot = advanced.snapshot,
                    Err(_) => break,
                }
            }
        }
        // With an envelope that lies closed.
        let terms = parse(r#"{"code":"bcc-1899"}"#)
            .and_then(read_terms)
            .expect("terms");
        let (key, mut snapshot) = (Key::new(), Snapshot::open(terms).expect("opened"));
        for (step, act) in [
            r#"{"by":"white","act":"move","move":"e2e4"}"#,
            r#"{"by":"black","act":"move","move":"e7e5"}"#,
            r#"{"by":"white","act":"adjourn"}"#,
            r#"{"by":"white","act":"seal","record":"Kt-KB3"}"#,
        ]
        .into_iter()
        .enumerate()
        {
            let event = parse(act).and_then(read_event).expect("an act");
            let advanced = snapshot.advance("game", event, &step.to_string(), &key);
            snapshot = advanced.expect("done").snapshot;
            is_shown_as_it_is(&snapshot, "sealed");
        }
        assert!(snapshot.envelope.is_closed());
    }
}
