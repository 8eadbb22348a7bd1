//! What does a player who knows the whole law do next?
//!
//! Everything is chosen from what the law leaves open: the state's moves, and its options with what would follow from
//! each. What a choice leads to is searched, from his own side; then he exacts, claims, answers, seals, resigns or
//! plays. Which engine does the searching makes no difference here.

use crate::{
    Clock, Level, Limits, Question,
    engine::{EngineError, Mind},
    evaluate,
};
use jadoube_board::{Colour, Kind, Move, Position};
use jadoube_game::{
    Act, Bonus, Error, Event, Game, HandMove, Hands, Mode, Moment, OffenceKind, OptionView, Party, Penalty,
    Proposal, Requirement, Status, TimeLimit, View, Written,
};
use jadoube_law::{
    Arbiter,
    questions::{
        adjournment::{SEALING, Sealing},
        check::{ANNOUNCING, Announcing},
    },
    written,
};
use std::{
    fmt,
    str::FromStr,
    time::{Duration, Instant},
};

/// How a player takes the law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Temper {
    /// He takes all that the law gives him and never offends.
    #[default]
    Strict,
    /// He says what was wrong and lets it pass, as far as the game can go on.
    Gentle,
    /// Strict with others; now and then he touches one man and plays another, keeps silent about a check, or tries a
    /// false move, for his opponent to catch.
    Rogue,
}

impl Temper {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Strict, Self::Gentle, Self::Rogue];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Gentle => "gentle",
            Self::Rogue => "rogue",
        }
    }
}

impl fmt::Display for Temper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no such temper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownTemper;

impl fmt::Display for UnknownTemper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `strict`, `gentle` or `rogue`")
    }
}

impl std::error::Error for UnknownTemper {}

impl FromStr for Temper {
    type Err = UnknownTemper;

    fn from_str(text: &str) -> Result<Self, UnknownTemper> {
        Self::ALL
            .into_iter()
            .find(|temper| temper.name() == text)
            .ok_or(UnknownTemper)
    }
}

/// A player at his board.
#[derive(Debug, Clone)]
pub struct Seat {
    /// Which men he has.
    pub side: Colour,
    /// How he takes the law.
    pub temper: Temper,
    /// How well he plays.
    pub level: Level,
    /// How long he may think about a move, beside what level and clock allow.
    pub limits: Limits,
    /// What his lots are drawn from: the same number, the same game.
    pub seed: u64,
}

/// What he does, and why where that is worth saying.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    /// The act.
    pub act: Act,
    /// What he says of it to his opponent.
    pub remark: Option<String>,
}

impl From<Act> for Deed {
    fn from(act: Act) -> Self {
        Self { act, remark: None }
    }
}

/// He accepts a draw, or claims one, when he stands worse than this.
const CONTENT_WITH_A_DRAW: i32 = -60;
/// After so many moves he accepts it where he stands no better than this.
const LONG: u32 = 50;
const EVEN: i32 = 15;
/// He resigns when he stands worse than this, the odds he gave set aside.
const HOPELESS: i32 = -1_300;
/// A game decided.
const DECIDED: i32 = 29_000;
/// Positions looked at to weigh one choice.
const WEIGHING: u64 = 30_000;
/// And the longest he weighs one.
const WEIGHING_TIME: Duration = Duration::from_secs(2);
/// A weak player plays on where a strong one would resign: whoever plays against him may want to mate.
const RESIGNS_FROM: u8 = 7;
/// A rogue offends once in about so many moves.
const ROGUERY: u64 = 7;
/// An offer of a draw is made at most once in so many moves.
const BETWEEN_OFFERS: u32 = 25;

/// Who is asked, and how much time there is to ask him.
struct Adviser<'m> {
    mind: &'m mut dyn Mind,
    /// What the game's clock showed when it was last read, and since when he has been thinking.
    clock: Option<Clock>,
    began: Instant,
    /// The longest he weighs one choice.
    each: Duration,
}

impl<'m> Adviser<'m> {
    fn new(seat: &Seat, game: &Game, mind: &'m mut dyn Mind) -> Self {
        Adviser {
            mind,
            clock: seat.limits.clock.or_else(|| clock(game, seat.side)),
            began: Instant::now(),
            each: WEIGHING_TIME,
        }
    }

    /// These limits, with what is left on the clock by now.
    fn limits(&self, given: Limits) -> Limits {
        let clock = self.clock.map(|clock| Clock {
            left: clock.left.saturating_sub(self.began.elapsed()),
            ..clock
        });
        Limits { clock, ..given }
    }

    /// So many choices are to be weighed, all in half of the time that a move gets.
    fn will_weigh(&mut self, choices: usize, given: Limits) {
        let (soft, hard) = self.limits(given).times();
        let whole = soft.into_iter().chain(hard).min();
        let choices = u32::try_from(choices).unwrap_or(u32::MAX).max(1);
        self.each = whole.map_or(WEIGHING_TIME, |whole| (whole / 2 / choices).min(WEIGHING_TIME));
    }
}

impl Seat {
    /// A strict player of full strength.
    pub fn new(side: Colour) -> Self {
        Self {
            side,
            temper: Temper::Strict,
            level: Level::TOP,
            limits: Limits::default(),
            seed: 0,
        }
    }

    /// What he does now; nothing where it is for somebody else to act.
    pub fn next(&self, arbiter: &Arbiter, mind: &mut dyn Mind) -> Result<Option<Deed>, EngineError> {
        let game = arbiter.game();
        if game.status.is_over() {
            return Ok(None);
        }
        if game.terms.scheduled && game.sitting.arrived[self.side.index()].is_none() {
            return Ok(Some(Act::Arrive.into()));
        }
        if let Some(press) = self.press(game) {
            return Ok(Some(press.into()));
        }
        let view = arbiter.view();
        let own = Party::from(self.side);
        let options: Vec<&OptionView> = view
            .options
            .iter()
            .filter(|option| option.right.party == own)
            .collect();
        let mut adviser = Adviser::new(self, game, mind);
        if let Some(deed) = self.answer(game, &view, &options, &mut adviser)? {
            return Ok(Some(deed));
        }
        match game.status {
            Status::Adjourned => return self.seal(arbiter, &mut adviser),
            Status::InPlay => {}
            _ => return Ok(None),
        }
        if let Some(deed) = self.use_a_right(game, &view, &options, &mut adviser)? {
            return Ok(Some(deed));
        }
        if view.turn != self.side || view.moves.is_empty() || self.waits_for_the_clock(game) {
            return Ok(None);
        }
        self.play(arbiter, &view, &mut adviser).map(Some)
    }

    /// Where a clock completes a move: he has made his, and presses. Not after the reply to it: that would hand over the
    /// move and the time that are his.
    pub fn press(&self, game: &Game) -> Option<Act> {
        let presses = game.clock.is_pressed()
            && game.clock.running() == Some(self.side)
            && game.turn_to_play() != self.side
            && game.pressing.uncompleted[self.side.index()];
        presses.then_some(Act::pressed())
    }

    /// Where a clock completes a move: his opponent has not pressed it yet. Until he has, an illegal move costs nothing,
    /// and time is his opponent's.
    fn waits_for_the_clock(&self, game: &Game) -> bool {
        game.clock.is_pressed() && game.clock.running() == Some(!self.side)
    }

    /// An offer waits for his answer.
    fn answer(
        &self,
        game: &Game,
        view: &View,
        options: &[&OptionView],
        adviser: &mut Adviser<'_>,
    ) -> Result<Option<Deed>, EngineError> {
        let declining = |option: &&&OptionView| match option.right.act {
            Act::Decline { what } => Some(what),
            _ => None,
        };
        let Some(what) = options.iter().find_map(|option| declining(&option)) else {
            return Ok(None);
        };
        let may_accept = options
            .iter()
            .any(|option| option.right.act == Act::Accept { what });
        let accepts = may_accept
            && match what {
                Proposal::Draw | Proposal::Annul => {
                    adviser.will_weigh(1, self.limits);
                    let stands = self.as_it_is(game, view, adviser)?;
                    let long = game.completed[self.side.index()] >= LONG;
                    let content = if long { EVEN } else { CONTENT_WITH_A_DRAW };
                    stands.is_some_and(|stands| stands <= content)
                }
                _ => true,
            };
        let act = if accepts {
            Act::Accept { what }
        } else {
            Act::Decline { what }
        };
        Ok(Some(act.into()))
    }

    /// The right that is worth using, if any: what each leads to against leaving things as they are.
    fn use_a_right(
        &self,
        game: &Game,
        view: &View,
        options: &[&OptionView],
        adviser: &mut Adviser<'_>,
    ) -> Result<Option<Deed>, EngineError> {
        let mut usable: Vec<&OptionView> = options
            .iter()
            .copied()
            .filter(|option| is_weighed(&option.right.act))
            .collect();
        if usable.is_empty() {
            return Ok(None);
        }
        match self.temper {
            Temper::Gentle => {
                if let Some(deed) = self.let_off(game, &usable) {
                    return Ok(Some(deed));
                }
                // A draw is no penalty.
                usable.retain(|option| option.then.status == Status::Drawn);
            }
            // It is for the other to catch him.
            Temper::Rogue => usable.retain(|option| !self.gives_himself_away(option)),
            Temper::Strict => {}
        }
        if self.waits_for_the_clock(game) {
            usable.retain(|option| matches!(option.right.act, Act::Flag { .. }));
        }
        if usable.is_empty() {
            return Ok(None);
        }
        // What the offender may himself have put right at any time is worth no more than that.
        let false_move = self.false_move_stands(game);
        let retractable: Vec<&OptionView> = view
            .options
            .iter()
            .filter(|option| false_move && option.right.party == Party::from(!self.side))
            .filter(|option| matches!(option.right.act, Act::PointOut { .. }))
            .collect();
        adviser.will_weigh(usable.len() + retractable.len() + 1, self.limits);
        // As it is: with a move in question there is no going on without settling it.
        let in_question = game.turn.illegal.is_some() || game.turn.altered.is_some() || view.moves.is_empty();
        let stands = if in_question {
            None
        } else {
            self.as_it_is(game, view, adviser)?
        };
        let mut at_most = i32::MAX;
        for option in retractable {
            let then = self.worth(game, option, adviser)?;
            at_most = at_most.min(then.unwrap_or(i32::MAX));
        }
        let stands = stands.map(|stands| stands.min(at_most));
        let mut best: Option<(i32, &OptionView)> = None;
        for option in usable {
            let Some(worth) = self.worth(game, option, adviser)? else {
                continue;
            };
            let worth = if lets_stand(&option.right.act) {
                worth.min(at_most)
            } else {
                worth
            };
            let worth = worth - self.reluctance(game, option);
            let needed = match option.right.act {
                // A demand changes nothing at once; it is made where it can only help.
                Act::Demand { .. }
                    if stands.is_none_or(|stands| !(self.hopeless(game)..-150).contains(&stands)) =>
                {
                    continue;
                }
                Act::Demand { .. } => i32::MIN,
                _ => stands.unwrap_or(i32::MIN),
            };
            if worth >= needed && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, option));
            }
        }
        Ok(best.map(|(_, option)| Deed {
            act: option.right.act.clone(),
            remark: Some(format!("I make use of my right under {}", option.right.clause)),
        }))
    }

    /// How much more than nothing a choice must be worth. Nobody lets his opponent off for nothing, and nobody disturbs a
    /// game for a trifle.
    fn reluctance(&self, game: &Game, option: &OptionView) -> i32 {
        match &option.right.act {
            // Nobody begins a game again that he might as well go on with.
            _ if option.then.status == Status::Annulled => 60,
            act if lets_stand(act) => 25,
            Act::PointOut { .. } if !game.answers(self.side) => 30,
            Act::Claim { .. } => -CONTENT_WITH_A_DRAW / 2,
            // Search is not exact to the last hundredth: what is as good as nothing is exacted all the same.
            Act::Exact { .. } | Act::Require { .. } | Act::PointOut { .. } => -40,
            _ => 0,
        }
    }

    /// A gentle player: an offence that left the game as it should be is let pass; a move that is none is put right in the
    /// way that leaves the offender most.
    fn let_off(&self, game: &Game, usable: &[&OptionView]) -> Option<Deed> {
        let goes_on = |option: &&&OptionView| option.then.status == Status::InPlay;
        let waives = |option: &&&OptionView| matches!(option.right.act, Act::Waive { .. });
        let mut choices = usable.iter().filter(goes_on);
        if self.false_move_stands(game) || game.turn.altered.is_some() {
            let puts_right = |option: &&&OptionView| match option.right.act {
                Act::Exact { penalty, .. } => penalty != Penalty::Stand,
                Act::Require { .. } | Act::Adopt { .. } | Act::PointOut { .. } => true,
                _ => false,
            };
            let leaves = |option: &&&OptionView| (option.then.turn != self.side, option.then.moves.len());
            // Of equals the first.
            let chosen = choices.clone().filter(puts_right).rev().max_by_key(leaves);
            return chosen.or_else(|| choices.find(waives)).map(|option| Deed {
                act: option.right.act.clone(),
                remark: Some(format!("I make use of my right under {}", option.right.clause)),
            });
        }
        // A man touched binds him who touched it; only where the board itself holds him to it must he be released.
        let held = game.terms.guard && game.turn.hands[(!self.side).index()].is_empty();
        let offended = usable.iter().any(|option| {
            matches!(
                option.right.act,
                Act::Exact { .. }
                    | Act::Require { .. }
                    | Act::Adopt { .. }
                    | Act::PointOut {
                        error: Error::TouchedMan,
                        ..
                    }
            )
        });
        choices
            .find(waives)
            .filter(|_| offended || held)
            .map(|option| Deed {
                act: option.right.act.clone(),
                remark: Some(format!(
                    "I might have asked more of you by {}",
                    option.right.clause
                )),
            })
    }

    /// Whether the opponent's last move is none by the law, and nothing has been done about it.
    fn false_move_stands(&self, game: &Game) -> bool {
        let offender = !self.side;
        let last = game
            .past
            .len()
            .saturating_sub(usize::from(game.turn_to_play() == self.side));
        let is_no_move = |kind: OffenceKind| {
            kind.moves_men() && !matches!(kind, OffenceKind::OutOfTurn | OffenceKind::RemovedByMistake)
        };
        let offences = &game.ledger.offences;
        let faults = &game.pressing.faults;
        (game.turn.illegal.is_some() && game.turn_to_play() == offender)
            || offences
                .iter()
                .any(|one| one.by == offender && is_no_move(one.kind) && !one.restored)
            || faults
                .iter()
                .any(|one| one.by == offender && !one.stands && one.past >= last)
    }

    /// Whether by this he would himself say that his own move was none.
    fn gives_himself_away(&self, option: &OptionView) -> bool {
        let wrong_move = matches!(
            option.right.act,
            Act::PointOut {
                error: Error::IllegalMove | Error::KingLeftInCheck,
                ..
            }
        );
        wrong_move && option.then.turn == self.side
    }

    /// When he gives up: what he gave as odds he knew he would be without.
    fn hopeless(&self, game: &Game) -> i32 {
        let given = game.terms.odds.as_ref().filter(|odds| odds.giver == self.side);
        let first = given.and(game.first.position.as_ref());
        let began = first.map_or(0, |position| {
            let worth = evaluate(position);
            if position.turn() == self.side {
                worth
            } else {
                -worth
            }
        });
        HOPELESS + began.min(0)
    }

    /// What a choice leads to, from his own side; nothing where that cannot be told.
    fn worth(
        &self,
        game: &Game,
        option: &OptionView,
        adviser: &mut Adviser<'_>,
    ) -> Result<Option<i32>, EngineError> {
        let then = &option.then;
        match then.status {
            Status::Won => {
                return Ok(Some(if then.winner == Some(self.side) {
                    DECIDED
                } else {
                    -DECIDED
                }));
            }
            Status::Drawn => return Ok(Some(0)),
            Status::Annulled => return Ok(Some(0)),
            Status::LostByBoth | Status::LostByOne => return Ok(Some(-DECIDED)),
            Status::InPlay => {}
            Status::Adjourned | Status::Suspended => return Ok(None),
        }
        let Ok(position) = Position::from_fen_irregular(&then.board, game.movement) else {
            return Ok(None);
        };
        self.stands(&position, then.turn, &then.moves, adviser)
    }

    /// How he stands if nothing is done about anything.
    fn as_it_is(
        &self,
        game: &Game,
        view: &View,
        adviser: &mut Adviser<'_>,
    ) -> Result<Option<i32>, EngineError> {
        let Some(position) = game.position() else {
            return Ok(None);
        };
        self.stands(position, view.turn, &view.moves, adviser)
    }

    /// How he stands where this player has these moves.
    fn stands(
        &self,
        position: &Position,
        turn: Colour,
        moves: &[Move],
        adviser: &mut Adviser<'_>,
    ) -> Result<Option<i32>, EngineError> {
        if position.turn() != turn {
            return Ok(None);
        }
        let mut question = Question::new(*position, Limits::nodes(WEIGHING));
        question.limits.time = Some(adviser.each);
        question.only = Some(moves.to_vec());
        let score = if moves.iter().any(|one| position.is_legal(*one)) {
            match adviser.mind.advise(&question) {
                Ok(opinion) => opinion.score,
                Err(EngineError::CannotTake) => None,
                Err(error) => return Err(error),
            }
        } else {
            None
        };
        let score = score
            .unwrap_or_else(|| evaluate(position))
            .clamp(-DECIDED + 1, DECIDED - 1);
        Ok(Some(if turn == self.side { score } else { -score }))
    }

    /// He moves, or gives up.
    fn play(&self, arbiter: &Arbiter, view: &View, adviser: &mut Adviser<'_>) -> Result<Deed, EngineError> {
        let game = arbiter.game();
        let Some(position) = game.position() else {
            return Err(EngineError::CannotTake);
        };
        if self.temper == Temper::Rogue && game.turn.illegal.is_some() && game.clock.is_pressed() {
            // What he has made on purpose he completes.
            return Ok(Act::pressed().into());
        }
        let forced = game.ledger.duty.as_ref().is_some_and(|duty| duty.exacted);
        let strays = self.temper == Temper::Rogue && !game.turn.touched.is_empty() && !forced;
        let moves: Vec<Move> = if strays {
            position.legal_moves().into_iter().collect()
        } else {
            view.moves.clone()
        };
        if !moves.iter().any(|one| position.is_legal(*one)) {
            // Only moves that no engine believes are open, as where a check need not be heeded.
            let turned = (self.lot(game) as usize) % view.moves.len();
            return Ok(self.as_act(arbiter, view.moves[turned]).into());
        }
        let question = self.question(game, position, moves, adviser);
        let opinion = adviser.mind.advise(&question)?;
        if let Some(score) = opinion.score {
            if score < self.hopeless(game) && self.level.number() >= RESIGNS_FROM && view.moves.len() > 1 {
                return Ok(Act::Resign.into());
            }
            if self.offers_a_draw(game, score) {
                return Ok(Act::offered(Proposal::Draw).into());
            }
        }
        if self.temper == Temper::Rogue
            && !forced
            && !strays
            && let Some(act) = self.roguery(arbiter, view, opinion.best)
        {
            return Ok(act.into());
        }
        let silent = self.temper == Temper::Rogue && self.lot(game).is_multiple_of(3);
        Ok(self.made(arbiter, opinion.best, silent).into())
    }

    /// What he is to think about.
    fn question(
        &self,
        game: &Game,
        position: &Position,
        moves: Vec<Move>,
        adviser: &Adviser<'_>,
    ) -> Question {
        let mut question = Question::new(*position, adviser.limits(self.limits));
        question.only = Some(moves);
        question.seed = self.lot(game);
        let earlier = game
            .past
            .iter()
            .filter_map(|turn| turn.standing.position.as_ref());
        question.earlier = earlier.map(Position::key).collect();
        self.level.hold(&mut question);
        question
    }

    /// A number that nobody foresees, the same whenever this game is played again.
    fn lot(&self, game: &Game) -> u64 {
        let mut z = self.seed ^ u64::from(game.seq).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn offers_a_draw(&self, game: &Game, score: i32) -> bool {
        let made = game.completed[self.side.index()];
        let quiet = game.position().is_some_and(|position| position.halfmove() >= 24);
        made >= LONG
            && quiet
            && score.abs() <= EVEN
            && made.is_multiple_of(BETWEEN_OFFERS)
            && game.ledger.offers.is_empty()
            && !matches!(
                game.last_act.as_ref(),
                Some((_, Act::Offer { .. } | Act::Decline { .. }))
            )
    }

    /// Now and then an offence, for the opponent to notice.
    fn roguery(&self, arbiter: &Arbiter, view: &View, best: Move) -> Option<Act> {
        let game = arbiter.game();
        let lot = self.lot(game);
        if game.terms.guard
            || game.terms.mode != Mode::Board
            || !lot.is_multiple_of(ROGUERY)
            || !game.is_quiet()
        {
            return None;
        }
        let position = game.position()?;
        let turn = (lot / ROGUERY) as usize;
        if turn.is_multiple_of(2) {
            // He touches a man that could move, and will play another.
            let others: Vec<&Move> = view
                .moves
                .iter()
                .filter(|one| one.from() != best.from())
                .collect();
            let other = others.get(turn / 2 % others.len().max(1))?;
            return Some(Act::touched(other.from()));
        }
        let mv = false_move(position, turn / 2)?;
        Some(Act::played(mv))
    }

    /// The move as it is made: by hand, with the word the code asks for; or sent, in a form that is read as meant.
    pub fn as_act(&self, arbiter: &Arbiter, one: Move) -> Act {
        self.made(arbiter, one, false)
    }

    fn made(&self, arbiter: &Arbiter, one: Move, silent: bool) -> Act {
        let game = arbiter.game();
        let announces = ANNOUNCING[game.terms.code].value != Announcing::NotNeeded
            && !silent
            && game
                .position()
                .is_some_and(|position| position.is_legal(one) && position.gives_check(one));
        let by_hand = Act::Move {
            mv: one.into(),
            hands: Hands::One,
            say: announces.then(|| "check".to_owned()),
        };
        if game.terms.mode != Mode::Communication {
            return by_hand;
        }
        let sent = Self::in_writing(game, one).into_iter().map(|text| Act::Send {
            texts: text.into(),
            series: Vec::new(),
            adopt: None,
        });
        let read_as_meant = |act: &Act| {
            let mut tried = arbiter.clone();
            tried.act(&Event::new(self.side, act.clone())).is_ok() && was_played(&tried, one)
        };
        sent.into_iter().find(read_as_meant).unwrap_or(by_hand)
    }

    /// The ways to write a move, the code's own first.
    fn in_writing(game: &Game, one: Move) -> Vec<String> {
        let Some(position) = game.position().filter(|position| position.is_legal(one)) else {
            return vec![one.to_string()];
        };
        let Written {
            uci,
            descriptive,
            algebraic,
            full,
        } = written(game.terms.code, position, one, &game.standing.men.origins());
        vec![full, descriptive, algebraic, uci]
    }

    /// The game is adjourned in his turn: he writes his move so that it is read as he means it, and puts it away.
    fn seal(&self, arbiter: &Arbiter, adviser: &mut Adviser<'_>) -> Result<Option<Deed>, EngineError> {
        let game = arbiter.game();
        let sealed = game
            .sitting
            .adjournment
            .as_ref()
            .is_none_or(|adjournment| adjournment.sealed.is_some());
        let provided = SEALING[game.terms.code].value != Sealing::NotProvided;
        let (Some(position), true) = (
            game.position(),
            game.turn_to_play() == self.side && provided && !sealed,
        ) else {
            return Ok(None);
        };
        let mut resumed = arbiter.clone();
        let resume = Act::Resume {
            board: None,
            clocks: None,
            absent: Vec::new(),
        };
        if resumed.act(&Event::new(self.side, resume.clone())).is_err() {
            return Ok(None);
        }
        let moves = resumed.brief_view().moves;
        if !moves.iter().any(|one| position.is_legal(*one)) {
            return Ok(None);
        }
        let question = self.question(game, position, moves, adviser);
        let best = adviser.mind.advise(&question)?.best;
        let read_as_meant = |record: &String| {
            let mut tried = arbiter.clone();
            let seal = Act::Seal {
                record: record.clone(),
            };
            tried.act(&Event::new(self.side, seal)).is_ok()
                && tried.act(&Event::new(self.side, resume.clone())).is_ok()
                && was_played(&tried, best)
        };
        let record = Self::in_writing(game, best).into_iter().find(read_as_meant);
        Ok(record.map(|record| Act::Seal { record }.into()))
    }
}

/// Whether the last act completed this move.
fn was_played(arbiter: &Arbiter, one: Move) -> bool {
    let view = arbiter.brief_view();
    view.refused.is_none() && view.record.is_some_and(|record| record.uci == one.to_string())
}

/// Whether what was done stays done by it.
fn lets_stand(act: &Act) -> bool {
    matches!(
        act,
        Act::Waive { .. }
            | Act::Exact {
                penalty: Penalty::Stand,
                ..
            }
    )
}

/// Whether what would follow from the act is weighed; offers are answered elsewhere, and to have a man put back that the
/// other only holds changes nothing.
fn is_weighed(act: &Act) -> bool {
    match act {
        Act::Require { what, .. } => *what != Requirement::ReplaceMan,
        Act::Exact { .. }
        | Act::Waive { .. }
        | Act::Adopt { .. }
        | Act::Claim { .. }
        | Act::Demand { .. }
        | Act::PointOut { .. }
        | Act::Flag { .. } => true,
        _ => false,
    }
}

/// A move that looks like one and is none: a man goes over another, or a Pawn one square too far.
fn false_move(position: &Position, lot: usize) -> Option<HandMove> {
    let board = position.board();
    let own = board.of(position.turn());
    let legal = position.legal_moves();
    let mut found = Vec::new();
    for from in own {
        let Some(kind) = board.get(from).map(|man| man.kind) else {
            continue;
        };
        let empty = jadoube_board::Bitboard::EMPTY;
        let reach = match kind {
            Kind::Bishop => jadoube_board::attacks::bishop(from, empty),
            Kind::Rook => jadoube_board::attacks::rook(from, empty),
            Kind::Queen => jadoube_board::attacks::queen(from, empty),
            _ => continue,
        };
        for to in reach - board.occupied() {
            if !legal.iter().any(|one| one.from() == from && one.to() == to) {
                found.push(HandMove {
                    from,
                    to,
                    becomes: None,
                });
            }
        }
    }
    found.get(lot % found.len().max(1)).copied()
}

/// What is left on his clock for the moves he must make.
fn clock(game: &Game, side: Colour) -> Option<Clock> {
    let made = game.completed[side.index()];
    let used = game.clock.used(side);
    // A clock that is pressed says itself what is left of the time it was given.
    let shown = game.clock.left_at(side, game.clock.read_at());
    let left = |time: Moment| {
        let left = shown.map_or(time.0.saturating_sub(used.0), |shown| {
            shown.max(0).cast_unsigned()
        });
        Duration::from_millis(left)
    };
    if let Some(control) = &game.terms.time_control {
        let (mut moves, mut time) = (0, 0);
        for period in &control.periods {
            let bonus = match period.bonus {
                Some(Bonus::Increment(bonus) | Bonus::Delay(bonus)) => bonus.0,
                None => 0,
            };
            time += period.time.0;
            let until = period.moves.map(|more| moves + more);
            if until.is_none_or(|until| until > made) {
                return Some(Clock {
                    left: left(Moment(time.saturating_add(bonus * u64::from(made)))),
                    increment: Duration::from_millis(bonus),
                    moves: until.map(|until| until - made),
                    overhead: Clock::OVERHEAD,
                });
            }
            moves = until.unwrap_or(moves);
        }
        return None;
    }
    let (moves, time) = next_control(game.terms.time_limit.as_ref()?, made)?;
    Some(Clock {
        left: left(time),
        increment: Duration::ZERO,
        moves: Some(moves - made),
        overhead: Clock::OVERHEAD,
    })
}

/// By which move, and in how much time from the start, the next stage ends.
fn next_control(limit: &TimeLimit, made: u32) -> Option<(u32, Moment)> {
    if let Some(period) = limit.by.iter().find(|period| period.moves > made) {
        return Some((period.moves, period.time));
    }
    let then = limit.then.filter(|then| then.moves > 0)?;
    let (mut moves, mut time) = limit.by.last().map_or((0, 0), |last| (last.moves, last.time.0));
    let stages = (made - moves.min(made)) / then.moves + 1;
    moves = moves.saturating_add(stages.saturating_mul(then.moves));
    time = time.saturating_add(u64::from(stages).saturating_mul(then.time.0));
    Some((moves, Moment(time)))
}
