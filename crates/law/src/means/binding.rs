//! Of the men touched, which must be played, and which may the opponent name?

use crate::{
    code::Clause,
    facts::{legal, touched},
    means::entries,
    questions::touch::{ADVERSE_TOUCHED, BINDING, Binds},
};
use jadoube_board::{Colour, Move, Square};
use jadoube_game::{Game, Irregularity, OffenceKind, Ruling, Sentence, Standing, Touch, say};

/// What touching these men binds the player to, where the opponent may name one of several.
#[derive(Debug, Clone)]
pub(crate) struct Binding {
    /// By which clause.
    pub clause: Clause,
    /// Every move that one choice or another would leave him; none where there is no penalty.
    pub moves: Vec<Move>,
    /// What can be named: the man, whether it is to be moved or taken, and the moves that are then left.
    pub namings: Vec<Naming>,
    /// Whether the naming is a choice of the opponent's, or the law's own single answer.
    pub opponent_names: bool,
    touched: Vec<Touch>,
}

/// One man that can be named.
#[derive(Debug, Clone)]
pub(crate) struct Naming {
    /// The man.
    pub touch: Touch,
    /// Whether it is the player's own, to be moved, or the opponent's, to be taken.
    pub take: bool,
    /// The moves left.
    pub moves: Vec<Move>,
    /// The men that count as touched from then on.
    pub left: Vec<Touch>,
}

impl Binding {
    /// The men touched in the turn that began so, with these legal moves, in a code that binds so.
    pub(crate) fn of(game: &Game, turn: &Standing, legal: &[Move], touched: &[Touch]) -> Option<Self> {
        let law = BINDING.of(game)?;
        Some(Self::by(law, turn, legal, touched))
    }

    fn by(law: &Binds, turn: &Standing, legal: &[Move], touched: &[Touch]) -> Self {
        let (own, adverse): (Vec<Touch>, Vec<Touch>) =
            touched.iter().partition(|touch| touch.man.colour == turn.player);
        let chosen = |moves: &dyn Fn(&Move) -> bool| -> Vec<Move> {
            legal.iter().copied().filter(|mv| moves(mv)).collect()
        };
        let captures_on = |mv: &Move, square: Square| {
            turn.position
                .as_ref()
                .and_then(|position| position.captured(*mv))
                .is_some_and(|(taken, _)| taken == square)
        };
        // Reading FIDE-7: castling is a move of the King, never of a Rook that was touched.
        let moving = |touch: &Touch| chosen(&|mv| mv.from() == touch.square);
        let takes = |touch: &Touch| chosen(&|mv| captures_on(mv, touch.square));
        let (clause, opponent_names, namings) = match (&own[..], &adverse[..]) {
            ([man], []) => (law.one_own, false, vec![name(*man, false, moving(man), &[])]),
            ([], [man]) => (law.one_adverse, false, vec![name(*man, true, takes(man), &[])]),
            ([man], [victim]) => {
                let clause = law.one_of_each;
                let captures = chosen(&|mv| mv.from() == man.square && captures_on(mv, victim.square));
                if captures.is_empty() {
                    let namings = vec![
                        name(*man, false, moving(man), &[]),
                        name(*victim, true, takes(victim), &[]),
                    ];
                    (clause, true, namings)
                } else {
                    (clause, false, vec![name(*victim, true, captures, &[])])
                }
            }
            ([], _) => {
                let namings = adverse
                    .iter()
                    .map(|man| name(*man, true, takes(man), &[]))
                    .collect();
                (law.several_adverse, true, namings)
            }
            (_, []) => {
                let namings = own
                    .iter()
                    .map(|man| name(*man, false, moving(man), &[]))
                    .collect();
                (law.several_own, true, namings)
            }
            // Reading FIDE-9: he names one of the several, and then "15(c)" holds for the pair.
            _ => {
                let several_own = own.len() > 1;
                let (several, others) = if several_own {
                    (&own, &adverse)
                } else {
                    (&adverse, &own)
                };
                let namings = several
                    .iter()
                    .map(|man| {
                        let left: Vec<Touch> = core::iter::once(*man).chain(others.iter().copied()).collect();
                        name(*man, !several_own, Self::by(law, turn, legal, &left).moves, &left)
                    })
                    .collect();
                (law.several_of_both, true, namings)
            }
        };
        let namings: Vec<Naming> = namings
            .into_iter()
            .filter(|each: &Naming| !each.moves.is_empty())
            .collect();
        let moves = chosen(&|mv| namings.iter().any(|naming| naming.moves.contains(mv)));
        Binding {
            clause,
            moves,
            namings,
            opponent_names,
            touched: touched.to_vec(),
        }
    }

    pub(crate) fn text(&self, by: Colour) -> Sentence {
        let men: Vec<String> = self
            .touched
            .iter()
            .map(|touch| format!("the {} on {}", touch.man.kind.name(), touch.square))
            .collect();
        let what = match (&self.namings[..], self.opponent_names) {
            ([], _) => say!("for which there is no legal move"),
            ([naming], false) if naming.take => say!("and must take it"),
            ([_], false) => say!("and must move it"),
            ([naming], true) => {
                let Touch { man, square, .. } = naming.touch;
                say!("of which only the {kind} on {square} can be played"; kind = man.kind.name(), square)
            }
            _ => say!("and [his opponent] may say which of them [:he] [plays]"),
        };
        let what = if men.len() == 2 && !self.opponent_names && !self.namings.is_empty() {
            say!("and must take the one with the other")
        } else {
            what
        };
        say!("{by} [has] touched {men}[;], {what}"; by, men = men.join(" and "), what)
    }
}

fn name(man: Touch, take: bool, moves: Vec<Move>, left: &[Touch]) -> Naming {
    Naming {
        touch: man,
        take,
        moves,
        left: left.to_vec(),
    }
}

/// Reading FIDE-17: the opponent's man that he moved in his own turn has been put back; he has touched it.
pub(crate) fn adverse_man_put_back(game: &Game, moved: &Irregularity) -> Option<Ruling> {
    let offence = game
        .ledger
        .offences
        .iter()
        .find(|each| each.kind == OffenceKind::MovedAdverseMan && each.number == moved.number)?;
    let man = offence.touched.first()?;
    let legal = legal::legal_at(game, &moved.turn, moved.past);
    let binding = Binding::of(game, &moved.turn, &legal, &[*man])?;
    if binding.moves.is_empty() {
        return None;
    }
    let text = binding.text(offence.by);
    let ruling = Ruling::silent().finding(binding.clause, offence.by, text.clone());
    Some(ruling.so(entries::bind(binding.clause.into(), text, binding.moves, false)))
}

/// The moves that castle with King and Rook, where these two are touched and no other man that counts beside them.
pub(crate) fn castling_pair(game: &Game, legal: &[Move], own: &[Touch], adverse: &[Touch]) -> Vec<Move> {
    // Where an adverse man that is touched binds nobody yet, it is no part of what these two bind him to.
    let binds = ADVERSE_TOUCHED.of(game).is_none();
    let by = game.turn_to_play();
    let rook_first = !entries::of_this_kind(game, by, OffenceKind::RookFirst).is_empty();
    if rook_first || binds && !adverse.is_empty() {
        Vec::new()
    } else {
        touched::castling_of(game, legal, own)
    }
}
