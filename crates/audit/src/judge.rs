//! One game, read and judged as its moves go by: what is irregular in it, under each code?

use crate::{
    clocks::{self, TimeControl, ToPrograms},
    finding::{Allowed, Contradiction, Finding, GameRow, Kind, StartKind},
    told::{self, Words},
};
use jadoube_board::{Colour, Move, Origins, Position};
use jadoube_game::{Act, Code, Event, HandMove, Terms};
use jadoube_law::{Arbiter, Course, End, Said};
use jadoube_notation::{
    Place, San, SanFault, TextFault, Visitor, as_done, as_meant, decode, is_move, move_named, start_from,
};

/// Where a game stands in the archive.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Where<'a> {
    pub(crate) source: u32,
    pub(crate) file: &'a str,
    pub(crate) byte: u64,
}

/// Tags that are looked at, as bytes of the file.
#[derive(Debug, Default)]
struct Tags {
    event: Vec<u8>,
    white: Vec<u8>,
    black: Vec<u8>,
    date: Vec<u8>,
    result: Option<&'static str>,
    termination: Vec<u8>,
    control: Option<TimeControl>,
    variant: Vec<u8>,
    fen: Vec<u8>,
    /// `SetUp` says that the game begins from the ordinary array.
    not_set_up: bool,
}

/// A finding before it has its place in the archive.
struct Found {
    ply: u32,
    code: Option<Code>,
    clause: Option<&'static str>,
    kind: Kind,
    fen: String,
}

/// Judges games one after another, keeping its room from one to the next.
#[allow(
    clippy::struct_excessive_bools,
    reason = "plain facts of one game, none of which excludes another"
)]
pub(crate) struct Judge<'a> {
    codes: &'a [Code],
    go_on: bool,
    course: Course,
    /// The ordinary array, which nearly all games begin from.
    ordinary: Position,
    start: Position,
    moves: Vec<Move>,
    /// Texts that are no legal moves, and everything after the last that could be read, each with the moves made before it.
    unread: Vec<u8>,
    tags: Tags,
    /// The result after the moves.
    result: Option<&'static str>,
    /// What was last remarked, and after how many half-moves.
    last_comment: Vec<u8>,
    commented_at: u32,
    clocks: [clocks::Player; 2],
    /// Codes, by their place in the list, under which a claim has been noted, or the game is over.
    claimed: u32,
    over: u32,
    /// Ends that count only if the game goes on.
    ends: Vec<(Code, Said<End>)>,
    /// The last position that nobody may be able to win. It is looked into when the game has been read: while it can be
    /// won, so could every one before it.
    suspect: Option<Position>,
    /// One before an illegal move that stood could be won by nobody.
    died: bool,
    /// Such positions are looked into at once: the game has died somewhere.
    closely: bool,
    /// The moves have begun, and the tags with them are weighed.
    begun: bool,
    /// Nothing more of this game is judged.
    lost: bool,
    damaged: bool,
    illegal: bool,
    /// A tag or a move has been met: it is a game.
    met: bool,
    found: Vec<Found>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(codes: &'a [Code], go_on: bool) -> Self {
        let ordinary = Position::ordinary();
        Judge {
            codes,
            go_on,
            course: Course::new(ordinary),
            ordinary,
            start: ordinary,
            moves: Vec::with_capacity(256),
            unread: Vec::new(),
            tags: Tags::default(),
            result: None,
            last_comment: Vec::new(),
            commented_at: 0,
            clocks: Default::default(),
            claimed: 0,
            over: 0,
            ends: Vec::new(),
            suspect: None,
            died: false,
            closely: false,
            begun: false,
            lost: false,
            damaged: false,
            illegal: false,
            met: false,
            found: Vec::new(),
        }
    }

    /// Makes ready for the next game, or `closely` for the same again.
    pub(crate) fn begin(&mut self, closely: bool) {
        self.suspect = None;
        self.died = false;
        self.closely = closely;
        self.start = self.ordinary;
        self.course.begin(self.ordinary);
        self.moves.clear();
        self.unread.clear();
        let tags = &mut self.tags;
        for text in [
            &mut tags.event,
            &mut tags.white,
            &mut tags.black,
            &mut tags.date,
            &mut tags.termination,
            &mut tags.variant,
            &mut tags.fen,
        ] {
            text.clear();
        }
        tags.result = None;
        tags.control = None;
        tags.not_set_up = false;
        self.result = None;
        self.last_comment.clear();
        self.commented_at = 0;
        self.clocks = Default::default();
        self.claimed = 0;
        self.over = 0;
        self.ends.clear();
        self.begun = false;
        self.lost = false;
        self.damaged = false;
        self.illegal = false;
        self.met = false;
        self.found.clear();
    }

    /// Whether the game died somewhere under a code that ends it for that: it must be gone through closely.
    pub(crate) fn has_died(&mut self) -> bool {
        let suspect = self.suspect.take();
        let dead = |position: Position| self.codes.iter().any(|&code| Course::is_dead(code, &position));
        self.died || suspect.is_some_and(dead)
    }

    /// Whether what was read is a game at all.
    pub(crate) fn is_a_game(&self) -> bool {
        self.met
    }

    fn find(&mut self, code: Option<Code>, clause: Option<&'static str>, kind: Kind) {
        self.found.push(Found {
            ply: self.course.plies(),
            code,
            clause,
            kind,
            fen: self.course.position().to_fen(),
        });
    }

    /// The record cannot be read further.
    fn damaged(&mut self, why: impl Into<String>) {
        self.lost = true;
        self.find_damage(why.into());
    }

    /// Something is wrong with the record; once is enough.
    fn find_damage(&mut self, why: String) {
        if !self.damaged {
            self.damaged = true;
            self.find(None, None, Kind::Damaged { why });
        }
    }

    /// Puts the men where the tags say.
    fn set_up(&mut self) {
        let fen = decode(self.tags.fen.trim_ascii());
        if fen.is_empty() || self.tags.not_set_up {
            return;
        }
        match start_from(&fen) {
            Ok(start) => {
                self.start = start;
                self.course.begin(start);
            }
            Err(_) => self.damaged(format!("the FEN cannot be read: {fen}")),
        }
    }

    /// The first move: whether the game is one that is judged. What begins in a game that is over already is noted.
    #[cold]
    fn may_begin(&mut self) -> bool {
        self.begun = true;
        self.set_up();
        if self.lost {
            return false;
        }
        if !is_ordinary(&self.tags.variant) {
            self.damaged(format!("not judged: a variant, {}", decode(&self.tags.variant)));
            return false;
        }
        if self.start != self.ordinary {
            self.look();
        }
        true
    }

    /// A legal move was made: what can be claimed now, and is it over?
    #[inline]
    fn played(&mut self, mv: Move) {
        if !self.ends.is_empty() {
            self.ends_were_passed_over();
        }
        let by = self.course.position().turn();
        self.course.play(mv);
        self.moves.push(mv);
        self.clocks[by.index()].moved();
        self.look();
    }

    /// Is there anything to ask the law?
    #[inline]
    fn look(&mut self) {
        if self.course.may_be_counted_out() {
            self.ask();
        } else if self.course.may_have_died() {
            if self.closely {
                self.ask();
            } else {
                self.suspect = Some(*self.course.position());
            }
        }
    }

    #[cold]
    fn ask(&mut self) {
        for (place, &code) in self.codes.iter().enumerate() {
            let bit = 1 << place;
            if self.over & bit != 0 {
                continue;
            }
            if self.claimed & bit == 0
                && let Some(claim) = self.course.claimable(code)
                // A player who is mated or stalemated has nothing left to claim.
                && self.course.position().has_legal_move()
            {
                self.claimed |= bit;
                self.find(Some(code), claim.clause, Kind::Claimable { ground: claim.what });
            }
            // Mate and stalemate come before any draw of itself, and are weighed where the game stops or goes on.
            if let Some(end) = self.course.drawn_of_itself(code)
                && self.course.position().has_legal_move()
            {
                self.over |= bit;
                self.ends.push((code, end));
            }
        }
    }

    #[cold]
    fn ends_were_passed_over(&mut self) {
        for (code, end) in core::mem::take(&mut self.ends) {
            self.find(Some(code), end.clause, Kind::PassedOver { end: end.what });
        }
    }

    /// A text that is no legal move.
    #[cold]
    fn not_legal(&mut self, text: &[u8]) {
        self.leave_unread(text);
        let text = decode(text);
        let position = *self.course.position();
        if !position.has_legal_move() {
            // Mate or stalemate was on the board: what follows is no move of the game.
            self.ends_were_passed_over();
            for (place, &code) in self.codes.iter().enumerate() {
                if self.over & (1 << place) == 0
                    && let Some(end) = self.course.over(code)
                {
                    self.find(Some(code), end.clause, Kind::PassedOver { end: end.what });
                }
            }
            self.lost = true;
            return;
        }
        let meant = as_meant(&text, &position);
        let san = San::parse(text.as_bytes());
        if let Some(Err(SanFault::Ambiguous)) = san.as_ref().map(|san| san.resolve(&position)) {
            self.damaged(format!("\"{text}\" can mean more than one move"));
            return;
        }
        if meant.is_none() && !is_move(&text) {
            self.damaged(format!("\"{text}\" is no move"));
            return;
        }
        self.ends_were_passed_over();
        if !self.illegal {
            self.illegal = true;
            for (place, &code) in self.codes.iter().enumerate() {
                if self.over & (1 << place) != 0 {
                    continue;
                }
                let allowed = meant.map_or_else(Vec::new, |mv| self.allowed(code, mv));
                let clause = Course::clause_on_illegal_moves(code);
                let text = text.clone();
                self.find(Some(code), clause, Kind::IllegalMove { text, allowed });
            }
        }
        match as_done(&text, &position) {
            Some((_, next)) if self.go_on => {
                self.clocks[position.turn().index()].moved();
                // An illegal move may bring to life what had died.
                self.died = self.has_died();
                self.course.go_on_from(next);
            }
            _ => self.lost = true,
        }
    }

    /// Two games that differ in what could not be read are not the same.
    fn leave_unread(&mut self, text: &[u8]) {
        self.unread.extend_from_slice(&self.course.plies().to_le_bytes());
        self.unread.extend_from_slice(text);
        self.unread.push(0);
    }

    /// What a code would have allowed the opponent, had the move been noticed at once.
    fn allowed(&self, code: Code, illegal: Move) -> Vec<Allowed> {
        let mut terms = Terms::ordinary(code);
        if self.start != self.ordinary {
            terms.start = Some(self.start.to_fen());
        }
        let Ok(mut arbiter) = Arbiter::open(terms) else {
            return Vec::new();
        };
        let mut position = self.start;
        let act = |mv: Move, check: bool| Act::Move {
            mv: HandMove::from(mv),
            say: check.then(|| "check".to_owned()),
            hands: jadoube_game::Hands::One,
        };
        // Where a clock completes a move, every one was pressed: the next one was played.
        let mut is_played = |by: Colour, act: Act| {
            arbiter.act(&Event::new(by, act)).is_ok()
                && (!arbiter.game().clock.is_pressed()
                    || arbiter.act(&Event::new(by, Act::pressed())).is_ok())
        };
        for &mv in &self.moves {
            let next = position.play(mv);
            if !is_played(position.turn(), act(mv, next.is_check())) {
                return Vec::new();
            }
            position = next;
        }
        let by = position.turn();
        if !is_played(by, act(illegal, false)) {
            return Vec::new();
        }
        arbiter
            .view()
            .options
            .into_iter()
            .filter(|option| option.right.party.player() == Some(!by))
            .map(|option| Allowed {
                clause: option.right.clause.to_owned(),
                text: option.right.text.told(),
            })
            .collect()
    }

    /// The game is read to its end.
    pub(crate) fn finish(&mut self, at: Where) -> (GameRow, Vec<Finding>) {
        if !self.begun {
            self.set_up();
        }
        let result = self.tags.result.or(self.result).unwrap_or("*");
        if let (Some(tag), Some(text)) = (self.tags.result, self.result)
            && tag != text
        {
            let why = Contradiction::TagTextConflict;
            self.find(None, None, Kind::Result { why });
        }
        if !self.lost {
            self.weigh_the_result(self.result.unwrap_or(result));
        }
        let row = GameRow {
            source: at.source,
            file: at.file.to_owned(),
            byte: at.byte,
            game: 0,
            hash: self.hash(),
            plies: self.course.plies(),
            start: self.start_kind(),
            event: decode(&self.tags.event),
            year: told::year(&self.tags.date),
            white: decode(&self.tags.white),
            black: decode(&self.tags.black),
            result,
            last: Some(*self.course.position()),
        };
        let findings = self.found.drain(..).map(|found| Finding {
            source: at.source,
            file: at.file.to_owned(),
            byte: at.byte,
            game: 0,
            ply: found.ply,
            code: found.code,
            clause: found.clause.map(str::to_owned),
            kind: found.kind,
            fen: Some(found.fen),
        });
        (row, findings.collect())
    }

    /// Whether the result can be true of the last position and of what is told of the end.
    fn weigh_the_result(&mut self, result: &'static str) {
        // Whoever speaks before the last move does not speak of the end.
        let last_comment = if self.commented_at == self.course.plies() {
            &self.last_comment[..]
        } else {
            &[]
        };
        let told = Words::of(&[&self.tags.termination, last_comment]);
        let silent = told.say_nothing();
        let winner = match result {
            "1-0" => Some(Colour::White),
            "0-1" => Some(Colour::Black),
            _ => None,
        };
        let stuck = !self.course.position().has_legal_move();
        let (agreed, on_time) = (
            !silent && result == "1/2-1/2" && told.tell_of_agreement(),
            !silent && winner.is_some() && !stuck && told.tell_of_time(),
        );
        let conflict = |told: &Words| match told.tell_of_a_loser() {
            Some(loser) => result != "*" && winner != Some(!loser),
            None => winner.is_some() && told.tell_of_agreement(),
        };
        if !silent && !stuck && conflict(&told) {
            let why = Contradiction::CommentConflict;
            self.find(None, None, Kind::Result { why });
        }
        if !stuck && !agreed && !on_time {
            return;
        }
        // An end at the last move was not passed over, and may be scored wrongly all the same.
        let ended_here = core::mem::take(&mut self.ends);
        for (place, &code) in self.codes.iter().enumerate() {
            let ended_before =
                self.over & (1 << place) != 0 && !ended_here.iter().any(|(ended, _)| *ended == code);
            // A loss on time where nobody could win is wrong also in a game that was drawn long before.
            if ended_before && !on_time {
                continue;
            }
            if stuck && let Some(end) = self.course.over(code) {
                let mated_by = !self.course.position().turn();
                let why = match end.what {
                    End::Checkmate if winner != Some(mated_by) => Contradiction::MateNotScored,
                    End::Stalemate if winner.is_some() => Contradiction::StalemateScored,
                    _ => continue,
                };
                self.find(Some(code), end.clause, Kind::Result { why });
                continue;
            }
            if agreed && let Err(clause) = self.course.may_agree(code) {
                self.find(Some(code), clause, Kind::EarlyAgreement);
            }
            if on_time
                && let Some(winner) = winner
                && let Some(clause) = self.course.time_loss_is_no_win(code, winner)
            {
                let why = Contradiction::TimeLossUnwinnable;
                self.find(Some(code), clause, Kind::Result { why });
            }
        }
    }

    /// Start, moves and players.
    fn hash(&self) -> u128 {
        let mut text = Vec::with_capacity(self.moves.len() * 2 + self.unread.len() + 64);
        told::plain_name(&self.tags.white, &mut text);
        told::plain_name(&self.tags.black, &mut text);
        if self.start != self.ordinary {
            // The same position with other counters is the same start.
            let fen = self.start.to_fen();
            fen.split(' ')
                .take(4)
                .for_each(|field| text.extend_from_slice(field.as_bytes()));
        }
        text.push(0);
        let names = text.len();
        text.resize(names + 2 * self.moves.len(), 0);
        for (into, mv) in text[names..].chunks_exact_mut(2).zip(&self.moves) {
            let becomes = mv.promotion().map_or(0, |kind| 1 + kind.index() as u16);
            let packed = (mv.from().index() as u16) | (mv.to().index() as u16) << 6 | becomes << 12;
            into.copy_from_slice(&packed.to_le_bytes());
        }
        text.extend_from_slice(&self.unread);
        digest(&text)
    }

    fn start_kind(&self) -> StartKind {
        let (start, ordinary) = (&self.start, &self.ordinary);
        if start.board() == ordinary.board() {
            return StartKind::Ordinary;
        }
        let missing = |colour: Colour| {
            let (now, then) = (start.board().of(colour), ordinary.board().of(colour));
            (now != then, (now & then) == now)
        };
        let in_place = start
            .board()
            .iter()
            .all(|(square, man)| ordinary.board().get(square) == Some(man));
        let sides = [missing(Colour::White), missing(Colour::Black)];
        match (in_place, sides[0].0, sides[1].0) {
            (true, true, false) | (true, false, true) => StartKind::Odds,
            _ => StartKind::SetUp,
        }
    }
}

impl Visitor for Judge<'_> {
    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.met = true;
        let keep = |into: &mut Vec<u8>| {
            into.clear();
            into.extend_from_slice(value);
        };
        match name {
            b"Event" => keep(&mut self.tags.event),
            b"White" => keep(&mut self.tags.white),
            b"Black" => keep(&mut self.tags.black),
            b"Date" => keep(&mut self.tags.date),
            b"Termination" => keep(&mut self.tags.termination),
            b"Variant" => keep(&mut self.tags.variant),
            b"Result" => self.tags.result = told::result(value),
            b"TimeControl" => self.tags.control = TimeControl::parse(value),
            b"FEN" => keep(&mut self.tags.fen),
            b"SetUp" => self.tags.not_set_up = value.trim_ascii() == b"0",
            _ => {}
        }
    }

    #[inline]
    fn san(&mut self, text: &[u8], _place: Place) {
        self.met = true;
        if self.lost || !self.begun && !self.may_begin() {
            return self.leave_unread(text);
        }
        if let Some(Ok(mv)) = San::parse(text).map(|san| san.resolve(self.course.position())) {
            return self.played(mv);
        }
        let position = self.course.position();
        let named = core::str::from_utf8(text)
            .ok()
            .and_then(|text| move_named(text, position, &Origins::of(position.board())).ok());
        match named {
            Some(mv) => self.played(mv),
            None => self.not_legal(text),
        }
    }

    fn comment(&mut self, text: &[u8]) {
        if self.lost {
            return;
        }
        let plies = self.course.plies();
        if self.commented_at != plies {
            self.commented_at = plies;
            self.last_comment.clear();
        }
        // What is said to programs alone says nothing of the end.
        let clock = match clocks::for_programs(text) {
            Some(ToPrograms::Clock(clock)) => Some(Some(clock)),
            Some(ToPrograms::NoClock) => None,
            None => {
                self.last_comment.extend_from_slice(text);
                self.last_comment.push(b' ');
                clocks::written(text).map(|(_, clock)| clock)
            }
        };
        let (Some(clock), Some(control)) = (clock, self.tags.control.as_ref().filter(|_| plies > 0)) else {
            return;
        };
        let by = !self.course.position().turn();
        let wrong = match clock {
            None => Some("the clock cannot be read"),
            Some(clock) => self.clocks[by.index()].shows(control, clock),
        };
        if let Some(why) = wrong {
            let text = clocks::written(text).map_or_else(String::new, |(written, _)| decode(written));
            self.find(
                None,
                None,
                Kind::Clock {
                    text,
                    why: why.to_owned(),
                },
            );
            // One is enough: what follows rests on it.
            self.tags.control = None;
        }
    }

    fn open_variation(&mut self) -> bool {
        false
    }

    fn result(&mut self, result: &'static str) {
        self.result = Some(result);
    }

    fn fault(&mut self, fault: TextFault) {
        self.met |= fault == TextFault::UnclosedTag;
        match fault {
            // Nothing is lost by it.
            TextFault::Stray(_) | TextFault::ResultWithin(_) => self.find_damage(fault.to_string()),
            _ => self.damaged(fault.to_string()),
        }
    }
}

/// The same on every machine, since parts made on many are laid together.
#[cfg(feature = "archives")]
fn digest(text: &[u8]) -> u128 {
    let hash = blake3::hash(text);
    let mut first = [0; 16];
    first.copy_from_slice(&hash.as_bytes()[..16]);
    u128::from_be_bytes(first)
}

/// Within one text what the standard library has at hand is enough, and WebAssembly stays small.
#[cfg(not(feature = "archives"))]
fn digest(text: &[u8]) -> u128 {
    use std::hash::{DefaultHasher, Hasher as _};
    [0u8, 1].into_iter().fold(0, |digest, half| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(half);
        hasher.write(text);
        digest << 64 | u128::from(hasher.finish())
    })
}

/// Names under which the ordinary game goes.
fn is_ordinary(variant: &[u8]) -> bool {
    let lower = variant.trim_ascii().to_ascii_lowercase();
    matches!(
        &lower[..],
        b"" | b"standard" | b"normal" | b"chess" | b"classical" | b"from position" | b"rapid" | b"blitz"
    )
}
