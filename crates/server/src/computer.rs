//! How does the computer play lawfully, with an engine that nobody trusts?
//!
//! The engine is asked for advice about a position and nothing else. What the computer does is chosen here, from what
//! the law leaves open to it: it plays only moves of the state's own list, answers offers, exacts what an offence gives
//! it, announces check where its code asks for it, and waits, saying so, where the engine fails.

use crate::{
    hall::{Acted, Hall, Table, work},
    shape::Computer,
    sheet::{Parties, Sheet},
    uci::{Advice, EngineError, Engines},
};
use jadoube_board::{Castling, Colour, Kind, Move, Position};
use jadoube_game::{
    Act, Event, Hands, Mode, OptionView, Party, Penalty, Proposal, Requirement, Status, View,
};
use jadoube_law::questions::check::{ANNOUNCING, Announcing};
use std::{
    sync::{
        Arc,
        atomic::Ordering::{AcqRel, Release},
    },
    time::Duration,
};

/// The server's engine.
pub(crate) type Computers = Engines;

/// So many acts in a row without one of the opponent's, and something is wrong: better to stop than to fill the record.
const MOST_IN_A_ROW: usize = 12;
/// The computer accepts a draw when it stands worse than this, in hundredths of a pawn.
const CONTENT_WITH_A_DRAW: i32 = -60;
/// How long the game waits before a failed engine is tried again; longer each time.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(30);

impl Hall {
    /// If a computer sits at this table and has something to do, it begins; unless it is at it already.
    pub(crate) fn rouse(&self, table: &Arc<Table>) {
        let room = table.room();
        let Some(side) = room.settings.computer() else {
            return;
        };
        if room.row.started_ms.is_none() || table.attended.swap(true, AcqRel) {
            return;
        }
        let player = Player {
            hall: self.clone(),
            table: Arc::clone(table),
            side,
        };
        tokio::spawn(player.attend());
    }

    /// After a restart: the computer goes on where it was to move.
    pub(crate) async fn rouse_all(self) {
        match self.store.awaiting_computer(10_000).await {
            Ok(games) => {
                for id in games {
                    if let Ok(table) = self.table(&id).await {
                        self.rouse(&table);
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "games against the computer cannot be read"),
        }
    }
}

/// What the computer wants to do.
#[derive(Debug)]
enum Wish {
    /// Nothing: it is not for it to act.
    Nothing,
    /// This, without asking anyone.
    Act(Act),
    /// To move: the position for the engine, where it can take it, and the moves it may choose from.
    Move(Option<String>, Vec<Move>),
    /// To answer an offer of a draw, when it knows how it stands.
    Answer(Option<String>, Vec<Move>),
}

/// The computer at one table.
struct Player {
    hall: Hall,
    table: Arc<Table>,
    side: Colour,
}

impl Player {
    /// Acts as long as there is something to do.
    async fn attend(self) {
        loop {
            let seen = self.play().await;
            self.table.attended.store(false, Release);
            // Somebody may have acted between the last look and now.
            let idle = self.table.sheet().seq() == seen || self.hall.is_closing();
            if idle || self.table.attended.swap(true, AcqRel) {
                return;
            }
        }
    }

    /// Plays until it is the opponent's affair; how many acts had been seen then.
    async fn play(&self) -> u32 {
        let mut wait = FIRST_WAIT;
        loop {
            let sheet = self.table.sheet();
            let seq = sheet.seq();
            if self.hall.is_closing() {
                return seq;
            }
            let side = self.side;
            let looked = Arc::clone(&sheet);
            let Ok(wish) = work(move || wish(&looked, side)).await else {
                return seq;
            };
            let done = match wish {
                Wish::Nothing => {
                    self.say(false, None);
                    return seq;
                }
                Wish::Act(act) => Ok(act),
                Wish::Move(fen, moves) => self.choose(&sheet, fen, moves).await,
                Wish::Answer(fen, moves) => self.answer(&sheet, fen, &moves).await,
            };
            let failed = match done {
                Err(error) => Some(format!(
                    "the engine cannot be used ({error}): it is started again, and the game waits"
                )),
                Ok(act) => self.act(&sheet, act).await.err(),
            };
            match failed {
                None => wait = FIRST_WAIT,
                Some(trouble) => {
                    tracing::warn!(game = self.table.id, trouble, "the computer waits");
                    self.say(false, Some(trouble));
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
            }
        }
    }

    fn say(&self, thinking: bool, trouble: Option<String>) {
        self.table.put_computer(Computer {
            side: Party::from(self.side).word(),
            name: self
                .hall
                .computers
                .as_ref()
                .map(|engines| engines.name().to_owned()),
            thinking,
            trouble,
        });
    }

    /// Advice on this position; nothing where the engine cannot take it.
    async fn advice(&self, fen: Option<String>, moves: &[Move]) -> Result<Option<Advice>, EngineError> {
        let Some(engines) = &self.hall.computers else {
            return Ok(None);
        };
        let Some(fen) = fen else { return Ok(None) };
        self.say(true, None);
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        engines.advise(&fen, &moves).await.map(Some)
    }

    /// A move, by the engine's advice where that can be had and is lawful.
    async fn choose(
        &self,
        sheet: &Arc<Sheet>,
        fen: Option<String>,
        moves: Vec<Move>,
    ) -> Result<Act, EngineError> {
        let advice = self.advice(fen, &moves).await?;
        let advised = advice
            .as_ref()
            .and_then(|advice| moves.iter().find(|mv| mv.to_string() == advice.best).copied());
        if advised.is_none() {
            let trouble = match (&self.hall.computers, advice) {
                (None, _) => "no engine is set up on this server: the computer plays without one".to_owned(),
                (_, None) => "the engine cannot take this position: the computer plays without it".to_owned(),
                (_, Some(advice)) => {
                    format!("the engine advised {:?}, which is not lawful here", advice.best)
                }
            };
            tracing::warn!(
                game = self.table.id,
                trouble,
                "the computer plays without the engine"
            );
            self.say(true, Some(trouble));
        }
        let (sheet, side) = (Arc::clone(sheet), self.side);
        let act = work(move || {
            let mv = advised.or_else(|| own_choice(&sheet, &moves))?;
            Some(as_act(&sheet, side, mv))
        });
        act.await.ok().flatten().ok_or(EngineError::NoMove)
    }

    /// Whether a draw is welcome.
    async fn answer(
        &self,
        sheet: &Arc<Sheet>,
        fen: Option<String>,
        moves: &[Move],
    ) -> Result<Act, EngineError> {
        let score = self.advice(fen, moves).await?.and_then(|advice| advice.score);
        let own_turn = sheet.arbiter.game().turn_to_play() == self.side;
        let stands = score.map(|score| if own_turn { score } else { -score });
        let what = Proposal::Draw;
        Ok(if stands.is_some_and(|stands| stands < CONTENT_WITH_A_DRAW) {
            Act::Accept { what }
        } else {
            Act::Decline { what }
        })
    }

    async fn act(&self, sheet: &Sheet, act: Act) -> Result<(), String> {
        let by = Party::from(self.side);
        let room = self.table.room();
        let sits = room
            .seats
            .iter()
            .find(|seat| Parties::read(&seat.parties).has(by));
        let seat = sits.map_or(0, |seat| seat.seat);
        let (event, seq) = (Event::new(by, act), sheet.seq());
        let key = format!("computer {seq}");
        let acted = self
            .hall
            .act(Arc::clone(&self.table), event, seq, seat, key)
            .await
            .map_err(|problem| problem.detail().to_owned())?;
        match acted {
            Acted::Done { sheet, .. } if sheet.view().refused.is_some() => {
                Err("the computer's act was refused: a person must go on".to_owned())
            }
            Acted::Done { .. } | Acted::Stale => Ok(()),
        }
    }
}

/// What there is for the computer to do.
fn wish(sheet: &Sheet, side: Colour) -> Wish {
    let (own, view) = (Party::from(side), sheet.view());
    let in_a_row = sheet
        .entries
        .iter()
        .rev()
        .take_while(|entry| entry.event.by == own);
    if view.status.is_over() || in_a_row.count() >= MOST_IN_A_ROW {
        return Wish::Nothing;
    }
    let arrived = |entry: &Arc<crate::sheet::Entry>| entry.event.by == own && entry.event.act == Act::Arrive;
    if sheet.terms().scheduled && !sheet.entries.iter().any(arrived) {
        return Wish::Act(Act::Arrive);
    }
    if view.status != Status::InPlay {
        return Wish::Nothing;
    }
    let position = sheet.arbiter.game().position();
    let fen = position
        .filter(|_| sheet.arbiter.game().is_quiet())
        .and_then(for_engine);
    let rights = view.options.iter().filter(|option| option.right.party == own);
    let rights: Vec<&OptionView> = rights.collect();
    if offered(&rights) {
        return Wish::Answer(fen, view.moves.clone());
    }
    if let Some(act) = exacted(&rights) {
        return Wish::Act(act);
    }
    if view.turn != side || view.moves.is_empty() {
        return Wish::Nothing;
    }
    Wish::Move(fen, view.moves.clone())
}

/// Whether the opponent has offered a draw and waits. (Accepting one may wait for a move; declining never does.)
fn offered(rights: &[&OptionView]) -> bool {
    let decline = Act::Decline { what: Proposal::Draw };
    rights.iter().any(|option| option.right.act == decline)
}

/// What an offence gives: the first penalty that the law lists and that lets the game go on; or what puts it right; or
/// nothing is asked.
fn exacted(rights: &[&OptionView]) -> Option<Act> {
    let goes_on = |option: &&&OptionView| option.then.status == Status::InPlay;
    let first = |wanted: fn(&Act) -> bool| {
        let mut fitting = rights.iter().filter(goes_on);
        fitting
            .find(|option| wanted(&option.right.act))
            .map(|option| option.right.act.clone())
    };
    first(|act| matches!(act, Act::Exact { penalty, .. } if *penalty != Penalty::Stand))
        .or_else(|| {
            first(|act| {
                matches!(
                    act,
                    Act::Require {
                        what: Requirement::Retract | Requirement::Annul | Requirement::ReplacePromoted,
                        ..
                    }
                )
            })
        })
        .or_else(|| first(|act| matches!(act, Act::Adopt { .. })))
        .or_else(|| first(|act| matches!(act, Act::Waive { .. })))
        .or_else(|| {
            // An offer other than a draw is declined.
            first(|act| matches!(act, Act::Decline { .. }))
        })
}

/// The position as an engine can take it: regular, and without rights to castle that need no Rook.
fn for_engine(position: &Position) -> Option<String> {
    let board = position.board();
    let count = |kind: Kind, colour: Colour| (board.kind(kind) & board.of(colour)).count();
    let possible = |colour: Colour| {
        count(Kind::King, colour) == 1 && count(Kind::Pawn, colour) <= 8 && board.of(colour).count() <= 16
    };
    if position.irregularity().is_some() || !possible(Colour::White) || !possible(Colour::Black) {
        return None;
    }
    let castling = Castling::ALL
        .iter()
        .filter(|(colour, wing)| position.castling_rook(*colour, *wing).is_some())
        .fold(Castling::NONE, |castling, (colour, wing)| {
            castling.with(colour, wing)
        });
    let fen = position.to_fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let castling = castling.to_string();
    *fields.get_mut(2)? = &castling;
    Some(fields.join(" "))
}

/// A move without advice: one that wins at once, else one that takes the most, else any.
fn own_choice(sheet: &Sheet, moves: &[Move]) -> Option<Move> {
    let position = sheet.arbiter.game().position();
    let worth = |mv: &Move| {
        let taken = position.and_then(|position| position.captured(*mv));
        let mates = position
            .and_then(|position| position.try_play(*mv).ok())
            .is_some_and(|after| after.is_checkmate());
        let taken = taken.map_or(0, |(_, man)| match man.kind {
            Kind::Pawn => 1,
            Kind::Knight | Kind::Bishop => 3,
            Kind::Rook => 5,
            Kind::Queen => 9,
            Kind::King => 0,
        });
        if mates { 100 } else { taken }
    };
    // Among equals not always the first, or every such game would be the same.
    let from = sheet.seq() as usize % moves.len().max(1);
    let turned = moves.iter().cycle().skip(from).take(moves.len());
    turned.max_by_key(|mv| worth(mv)).copied()
}

/// The move as it is made: by hand, with the word the code asks for; or sent, in a form that is read as meant.
fn as_act(sheet: &Sheet, side: Colour, mv: Move) -> Act {
    let game = sheet.arbiter.game();
    let announces = ANNOUNCING[game.terms.code].value != Announcing::NotNeeded
        && game.position().is_some_and(|position| position.gives_check(mv));
    let by_hand = Act::Move {
        mv: mv.into(),
        hands: Hands::One,
        say: announces.then(|| "check".to_owned()),
    };
    if game.terms.mode != Mode::Communication {
        return by_hand;
    }
    let after = |act: Act| -> Option<View> {
        let mut arbiter = sheet.arbiter.clone();
        arbiter.act(&Event::new(Party::from(side), act)).ok()?;
        Some(arbiter.brief_view())
    };
    let Some(written) = after(by_hand.clone()).and_then(|view| view.record) else {
        return by_hand;
    };
    [written.full, written.descriptive, written.algebraic]
        .into_iter()
        .map(|text| Act::Send {
            texts: text.into(),
            series: Vec::new(),
            adopt: None,
        })
        .find(|send| {
            let read = after(send.clone()).filter(|view| view.refused.is_none());
            read.and_then(|view| view.record)
                .is_some_and(|record| record.uci == mv.to_string())
        })
        .unwrap_or(by_hand)
}
