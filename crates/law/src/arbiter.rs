//! An arbiter sits at one game: he hears acts, rules on them, carries the rulings out and shows what stands.

use crate::{
    means,
    questions::{
        fifty_moves, first_move, flags,
        odds::{self, TermsError},
        pressing, sanctions,
    },
    theory::Theory,
    umpire, writing,
};
use jadoube_board::Colour;
use jadoube_game::{
    Act, ClockView, DutyView, Event, Finding, Game, Ground, Impossible, Moment, OptionView, Party, Presence,
    Refusal, Right, Ruling, Terms, Then, View, Written,
};
use std::sync::Arc;

/// One game under one code.
#[derive(Debug, Clone)]
pub struct Arbiter {
    game: Game,
    said: Vec<Finding>,
    /// What a player did that may be penalised: by the last act that had an effect, and any refused since.
    penalisable: Vec<Finding>,
    refused: Option<Refusal>,
    theory: Option<Arc<dyn Theory>>,
}

/// What the law said of an act: the arbiter's own.
#[derive(Debug, Clone, Copy)]
pub struct Ruled<'a> {
    said: &'a [Finding],
    refused: Option<&'a Refusal>,
    arbiter: Presence,
}

impl<'a> Ruled<'a> {
    /// What it found, and by which clauses; nothing of most lawful acts.
    pub fn findings(self) -> impl ExactSizeIterator<Item = Finding> + use<'a> {
        self.said.iter().map(move |said| {
            let mut said = said.clone();
            said.text = said.text.about(said.party);
            if said.penalisable && self.arbiter != Presence::None {
                said.text = said.text.and_then(": the arbiter may penalise it");
            }
            said
        })
    }

    /// Why the act had no effect, where it had none.
    pub fn refused(self) -> Option<Refusal> {
        self.refused.cloned()
    }
}

/// How many turns may follow one another without an act, as when communicated series answer each other.
const MOST_TURNS_OF_THEMSELVES: usize = 512;

impl Arbiter {
    /// Opens a game on these terms.
    pub fn open(terms: Terms) -> Result<Self, TermsError> {
        let first = first_move::rightful(&terms);
        let mut arbiter = Arbiter {
            game: flags::set_up(odds::open(terms, first)?),
            said: Vec::new(),
            penalisable: Vec::new(),
            refused: None,
            theory: None,
        };
        arbiter.begin_turns();
        Ok(arbiter)
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The same, with endgame tables at his elbow: see [`advised`](Self::advised).
    #[must_use]
    pub fn advised_by(mut self, theory: Arc<dyn Theory>) -> Self {
        self.theory = Some(theory);
        self
    }

    /// The act with what endgame theory has to say of it, where the law asks for that and the tables reach.
    ///
    /// [`act`](Self::act) never asks them: whoever writes a record takes the act from here, writes it down so, and the
    /// record is then ruled on alike where there are no tables.
    #[must_use]
    pub fn advised(&self, mut event: Event) -> Event {
        if let Some(theory) = &self.theory
            && let Some((position, mates)) = fifty_moves::asks_theory(&self.game, &event)
            && let Some(found) = theory.of(position)
        {
            let concerns = found.winner.is_some() && mates.is_none_or(|player| found.winner == Some(player));
            event.theory = Some(if concerns { found.moves } else { 0 });
        }
        event
    }

    /// Takes one act: ruled on, carried out, remembered. An act that cannot have happened changes nothing.
    pub fn act(&mut self, event: &Event) -> Result<Ruled<'_>, Impossible> {
        if event.at.is_some_and(|at| at < self.game.clock.read_at()) {
            return Err(Impossible::TimeGoesBack);
        }
        event.player_is_known(&self.game.terms)?;
        if let Some(ordinary) = umpire::ordinary(&self.game, event) {
            self.game.happen(event);
            self.game.go_on(ordinary);
            self.said.clear();
            self.penalisable.clear();
            self.refused = None;
            self.begin_turns();
        } else {
            self.act_out_of_the_ordinary(event)?;
        }
        Ok(self.ruled())
    }

    /// Any other act: ruled on by all the laws it touches.
    #[cold]
    fn act_out_of_the_ordinary(&mut self, event: &Event) -> Result<(), Impossible> {
        let mut ruling = umpire::out_of_the_ordinary(&self.game, event)?;
        if self.game.terms.guard {
            refuse_offences(&mut ruling, event.by);
        }
        self.game.happen(event);
        self.game.carry_out(&ruling);
        self.game.remember(event, ruling.refused.is_some());
        self.said = ruling.findings;
        self.refused = ruling.refused.map(|refused| Refusal {
            why: refused.why.about(Some(event.by)),
            ..refused
        });
        self.begin_turns();
        self.note_what_may_be_penalised();
        Ok(())
    }

    /// What the law said of the last act.
    pub fn ruled(&self) -> Ruled<'_> {
        Ruled {
            said: &self.said,
            refused: self.refused.as_ref(),
            arbiter: self.game.terms.arbiter,
        }
    }

    /// A refused act had no effect: what could be penalised before it still can be.
    fn note_what_may_be_penalised(&mut self) {
        if self.refused.is_none() {
            self.penalisable.clear();
        }
        for found in self.said.iter().filter(|found| found.penalisable) {
            let known = |each: &Finding| each.party == found.party && each.clause == found.clause;
            if !self.penalisable.iter().any(known) {
                self.penalisable.push(found.clone());
            }
        }
    }

    /// Whatever the law says when a turn begins, for as many turns as begin.
    #[inline(always)]
    fn begin_turns(&mut self) {
        for _ in 0..MOST_TURNS_OF_THEMSELVES {
            match umpire::of_itself(&self.game) {
                Some(ruling) => self.go_on_of_itself(ruling),
                None => return,
            }
        }
    }

    /// Carries out what the law said unasked.
    #[cold]
    fn go_on_of_itself(&mut self, ruling: Ruling) {
        self.game.turn_is_begun();
        self.game.carry_out(&ruling);
        self.said.extend(ruling.findings);
    }

    /// Every right now open.
    pub fn rights(&self) -> Vec<Right> {
        umpire::rights(&self.game, &self.penalisable)
    }

    /// Whether the player on turn could now claim a draw on this ground.
    pub fn may_claim(&self, ground: Ground) -> bool {
        umpire::may_claim(&self.game, ground)
    }

    /// The state after the last act, with every right and what would follow from using it.
    pub fn view(&self) -> View {
        let rights = self.rights();
        let kept = [Colour::White, Colour::Black].map(|by| self.rights_after_a_touch(by, &rights));
        let lapses = |right: &Right| {
            let kept = right.party.player().and_then(|by| kept[by.index()].as_ref());
            kept.is_some_and(|kept| !kept.contains(&right.act))
        };
        let options = rights
            .iter()
            .filter_map(|right| self.weigh(right.clone(), lapses(right)))
            .collect();
        View {
            options,
            ..self.brief_view()
        }
    }

    /// A right and its consequence; a right that would be refused is none.
    fn weigh(&self, right: Right, lapses: bool) -> Option<OptionView> {
        let mut after = self.clone();
        let event = self.advised(Event::new(right.party, right.act.clone()));
        after.act(&event).ok()?;
        if event.theory.is_some() && after.refused.is_some() {
            // The tables see further than the list of rights.
            return None;
        }
        let game = &after.game;
        if after.refused.is_some() && umpire::is_by_pressing(game) {
            return None;
        }
        let then = Then {
            board: game.fen(),
            turn: game.turn_to_play(),
            moves: umpire::open_moves(game).0,
            status: game.status,
            winner: game.outcome.as_ref().and_then(|outcome| outcome.winner),
        };
        Some(OptionView {
            right: Right {
                text: right.text.about(Some(right.party)),
                ..right
            },
            then,
            lapses,
        })
    }

    /// What this player could still do if he touched a man of his now; nothing where he has no right that a touch
    /// could end. No table says of each right whether it lapses: the law is asked by trying it.
    fn rights_after_a_touch(&self, by: Colour, rights: &[Right]) -> Option<Vec<Act>> {
        // Pressing the clock ends with the turn of the hand whatever it touches: it is no right against anybody.
        let may_lapse =
            |right: &Right| right.party.player() == Some(by) && !matches!(right.act, Act::Press { .. });
        if !rights.iter().any(may_lapse) {
            return None;
        }
        // The King is one of a kind: which man is tried must not hang on colour or wing. Where he is
        // not on the board another is tried.
        let men = self.game.men.board();
        let after = men
            .king(by)
            .into_iter()
            .chain(men.of(by))
            .chain(men.occupied())
            .find_map(|square| {
                let mut after = self.clone();
                after.act(&Event::new(by, Act::touched(square))).ok()?;
                Some(after)
            })?;
        let his = |right: Right| (right.party.player() == Some(by)).then_some(right.act);
        Some(after.rights().into_iter().filter_map(his).collect())
    }

    /// The state after the last act, without rights.
    pub fn brief_view(&self) -> View {
        let game = &self.game;
        let (moves, duty) = umpire::open_moves(game);
        let outcome = game.outcome.as_ref();
        let clock = (game.terms.time_limit.is_some()
            || game.terms.time_control.is_some()
            || game.clock.read_at().0 > 0)
            .then(|| ClockView {
                white: game.clock.used(Colour::White),
                black: game.clock.used(Colour::Black),
                running: game.clock.running(),
                left: game.clock.left_at(Colour::White, game.clock.read_at()).map(|_| {
                    Colour::BOTH.map(|player| {
                        let left = game
                            .clock
                            .left_at(player, game.clock.read_at())
                            .unwrap_or_default();
                        Moment(left.max(0).cast_unsigned())
                    })
                }),
                added: game
                    .clock
                    .is_pressed()
                    .then(|| Colour::BOTH.map(|player| game.clock.added(player))),
            });
        View {
            seq: game.seq,
            board: game.fen(),
            turn: game.turn_to_play(),
            status: game.status,
            winner: outcome.and_then(|outcome| outcome.winner),
            clause: outcome.and_then(|outcome| outcome.clause),
            next_first_move: outcome.and_then(|outcome| outcome.next_first_move),
            moves,
            duty: duty.map(|duty| DutyView {
                text: duty.text.about(Some(game.turn_to_play().into())),
                ..duty
            }),
            options: Vec::new(),
            rulings: self.ruled().findings().collect(),
            clock,
            record: self.written(),
            refused: self.ruled().refused(),
            made: Colour::BOTH
                .into_iter()
                .filter(|player| game.pressing.uncompleted[player.index()] && !game.status.is_over())
                .max_by_key(|player| game.clock.goes_for() == Some(*player)),
            illegal: pressing::is_by_pressing(game).then_some(game.pressing.counted),
            score: pressing::is_by_pressing(game)
                .then(|| sanctions::points(game))
                .flatten(),
        }
    }

    /// The move completed by the last act, as it is written.
    fn written(&self) -> Option<Written> {
        let turn = self.game.past.get(self.game.just_completed?)?;
        writing::written_down(&self.game.terms, turn)
    }
}

/// A guarded board refuses what would be an offence, and nothing changes.
fn refuse_offences(ruling: &mut Ruling, by: Party) {
    if means::offends(ruling, by) {
        *ruling = match ruling.refused.take() {
            Some(refused) => Ruling {
                refused: Some(refused),
                ..Ruling::default()
            },
            None => means::unless_guarded(&ruling.findings)
                .unwrap_or_else(|| Ruling::refuse_plainly("it would be an offence")),
        };
    }
}
