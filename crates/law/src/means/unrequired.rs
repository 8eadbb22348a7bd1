//! Something is required that is not open: why not?

use crate::{
    code::{Authority, Clause},
    facts::{change, start},
    means::{entries, letting_go, moving},
    questions::{
        check,
        completing::{self, Promoting},
        fifty_moves::{FIFTY_MOVES, FiftyMoves},
        out_of_turn::{ROOK_FIRST, RookFirst, SECOND_MOVE, SecondMove},
        requirements::{HELD_MAN, HeldMan, REQUIRED, Required},
    },
};
use jadoube_board::{Colour, Square};
use jadoube_game::{
    Act, Game, Irregularity, Offence, OffenceKind, Party, Requirement, Right, Ruling, Sentence, say,
};

/// Where altered men may be required back, whatever was altered is put back by whichever of these words it is asked for.
pub(crate) fn puts_back(game: &Game, what: Requirement) -> bool {
    REQUIRED.of(game).is_some_and(|law| law.reinstate.is_some())
        && matches!(
            what,
            Requirement::Retract | Requirement::Annul | Requirement::ReplaceMan
        )
}

/// Nobody has a right to this, or another has it; `open`: what may be required.
pub(crate) fn refused(
    game: &Game,
    by: Colour,
    (what, square): (Requirement, Option<Square>),
    open: &[Right],
) -> Ruling {
    let puts_back = |each| puts_back(game, each);
    let alike = |each| each == what || puts_back(each) && puts_back(what);
    let same = |right: &&Right| matches!(right.act, Act::Require { what: each, .. } if alike(each));
    let mut alike = open.iter().filter(same);
    if let Some(his) = alike.clone().find(|right| right.party == Party::from(by)) {
        let square = square.map_or_else(String::new, |square| square.to_string());
        return Ruling::refuse(
            his.clause,
            say!("of a man on {square} it cannot be required"; square),
        );
    }
    if let Some(others) = alike.next() {
        return Ruling::refuse(others.clause, say!("it is for [the opponent] to require it"));
    }
    let refused = REQUIRED
        .of(game)
        .and_then(|law| Why { law, game, by }.is_not_open(what));
    refused.unwrap_or_else(|| Ruling::refuse_plainly("the code gives no such right"))
}

/// Why a requirement is not open to this player.
struct Why<'a> {
    law: &'a Required,
    game: &'a Game,
    by: Colour,
}

impl Why<'_> {
    fn is_not_open(&self, what: Requirement) -> Option<Ruling> {
        let law = self.law;
        let altered =
            || say!("the number and position of the men have not been altered illegally in this turn");
        match what {
            Requirement::Annul | Requirement::ReplaceMan if let Some(clause) = law.reinstate => {
                Some(Ruling::refuse(clause, altered()))
            }
            Requirement::ReplaceMan | Requirement::RemoveHand | Requirement::Quit => {
                Some(self.of_a_man_held(what))
            }
            Requirement::CompleteCastling => Some(self.of_castling_half_done()),
            Requirement::RookMoveStands => Some(self.of_castling_begun_with_the_rook()),
            Requirement::ReplacePromoted => Some(self.of_a_promoted_man()),
            Requirement::Annul => Some(self.of_a_move_to_be_annulled()),
            Requirement::Retract => self.of_a_move_to_be_retracted(),
            Requirement::Proceed => self.of_going_on(),
            _ => None,
        }
    }

    fn of_a_man_held(&self, what: Requirement) -> Ruling {
        let (game, opponent) = (self.game, !self.by);
        let answer = &HELD_MAN[game.terms.code];
        let held = game.turn.hands[opponent.index()].first();
        let why = match (answer.value, held) {
            (HeldMan::HisToPlay | HeldMan::HisUntilQuitted, Some(_)) => {
                let why = "nothing can be required of a player who still holds his man";
                return match self.law.of_a_move_that_is_his {
                    Some(clause) => Ruling::refuse(clause, why),
                    None => refuse_by(answer.authority, why),
                };
            }
            (_, None) if what == Requirement::ReplaceMan && self.law.replace_removed.is_some() => {
                say!("[the opponent] [holds] no man, and [has] taken none off by mistake")
            }
            (_, None) => say!("[the opponent] [holds] no man"),
            (_, Some(_)) if self.by == game.turn_to_play() => {
                say!("it can be required only of the player whose turn it is")
            }
            (HeldMan::ReplaceButMove, Some(_)) => {
                say!("of a man that is held it can only be required that it be put back")
            }
            (HeldMan::MayBeRequiredToLetGo, Some(held)) => {
                say!("[the opponent] [holds] it otherwise: {other}"; other = letting_go::how(game, held).1)
            }
        };
        refuse_by(answer.authority, why)
    }

    fn of_castling_half_done(&self) -> Ruling {
        let Some(clause) = self.law.complete_castling else {
            let why = "nobody can be required to finish a castling";
            return refuse_by(completing::CASTLED[self.game.terms.code].authority, why);
        };
        let why = if moving::castling_begun(self.game).is_some() {
            say!("a man of the castling is still in {player}'s hand"; player = self.game.turn_to_play())
        } else {
            say!("no castling is begun with the King and left half done")
        };
        Ruling::refuse(clause, why)
    }

    fn of_castling_begun_with_the_rook(&self) -> Ruling {
        let (game, opponent) = (self.game, !self.by);
        let Some(clause) = self.law.rook_move_stands else {
            let answer = &ROOK_FIRST[game.terms.code];
            let why = match answer.value {
                RookFirst::RookMovesAlone => "castling begins with the King: a Rook's move stands of itself",
                _ => "it makes no difference what a castling is begun with",
            };
            return refuse_by(answer.authority, why);
        };
        let of_it = |each: &Offence| each.by == opponent && each.kind == OffenceKind::RookFirst;
        let rook_moved = change::rook_move_of_castling(game, opponent).is_some();
        let touched = game.turn_to_play() == self.by && !game.turn.touched.is_empty();
        let why = if game.ledger.lapsed.iter().any(of_it) || rook_moved && touched {
            say!("it is too late: [he] [has] touched a man since")
        } else {
            say!("there is no castling begun with the Rook that could be held to the Rook's move")
        };
        Ruling::refuse(clause, why)
    }

    fn of_a_promoted_man(&self) -> Ruling {
        let (game, opponent) = (self.game, !self.by);
        let Some(clause) = self.law.show_the_piece else {
            let answer = &completing::PROMOTING[game.terms.code];
            let why = match answer.value {
                Promoting::Choice => "how a promoted man is shown is not laid down",
                Promoting::PieceOrName | Promoting::PieceItself => {
                    "the piece itself stands there before the move is complete"
                }
            };
            return refuse_by(answer.authority, why);
        };
        let of_his = |id| {
            let man = game.men.square_of(id).and_then(|square| game.men.get(square));
            man.is_some_and(|man| man.colour == opponent)
        };
        let why = if game.turn.tokens.iter().any(|token| of_his(token.id)) {
            say!("[he] can require it only in [his] own turn")
        } else {
            say!("no promoted man [of the opponent's] stands in another's place")
        };
        Ruling::refuse(clause, why)
    }

    /// Something the opponent did out of turn that has been answered.
    fn was_answered(&self) -> bool {
        let out_of_turn = |each: &Irregularity| each.by != self.by && each.kind == OffenceKind::OutOfTurn;
        self.game.ledger.irregularities.iter().any(out_of_turn)
    }

    fn of_a_move_to_be_annulled(&self) -> Ruling {
        let (law, game) = (self.law, self.game);
        let second_move = &SECOND_MOVE[game.terms.code];
        let refused = |clause: Option<Clause>, why: Sentence| match clause {
            Some(clause) => Ruling::refuse(clause, why),
            None => refuse_by(second_move.authority, why),
        };
        if law.annul_first_move.is_some() && start::wrong_player_began(game) {
            return refused(
                law.annul_first_move,
                say!("the wrong first move was not pointed out in time"),
            );
        }
        if let Some(altered) = &game.turn.altered {
            let (moved, _) = entries::moved_or_removed(game, altered);
            let why = if moved && second_move.value == SecondMove::RetractAndPlayTheMan {
                say!("a move out of turn is not annulled: it is to be retracted")
            } else {
                say!("no move was made out of turn: a man was taken off, and is to be put back")
            };
            return refused(None, why);
        }
        if self.was_answered() {
            return refused(
                None,
                say!("it is too late: [he] [has] answered the move made out of turn"),
            );
        }
        if law.annul_illegal_move.is_some() && game.turn.illegal.is_some() {
            let why = say!("an illegal move in one's own turn is answered by a penalty, not by annulment");
            return refused(law.annul_illegal_move, why);
        }
        let why = if law.annul_first_move.is_some() {
            say!("no move has been made out of turn, and no error at the start has been pointed out in time")
        } else {
            say!("no move has been made out of turn")
        };
        refused(None, why)
    }

    fn of_a_move_to_be_retracted(&self) -> Option<Ruling> {
        let (law, game) = (self.law, self.game);
        let code = game.terms.code;
        let mut offences = game.ledger.offences.iter();
        let false_cry = offences.rfind(|each| each.kind == OffenceKind::FalseCry);
        Some(match SECOND_MOVE[code].value {
            SecondMove::AnnulOrStand if let Some(cry) = false_cry => {
                let why = if cry.past + 1 < game.past.len() {
                    "it is too late: the adversary has moved since the false cry"
                } else {
                    "no move has been made because of the false cry"
                };
                refuse_by(check::FALSE_CRY[code].authority, why)
            }
            SecondMove::AnnulOrStand => {
                let why = "no check that was given in silence is cried now, and none was cried falsely";
                refuse_by(check::ANNOUNCING[code].authority, why)
            }
            SecondMove::RetractAndPlayTheMan if self.was_answered() => {
                let why = say!("it is too late: [he] [has] answered the move made out of turn");
                refuse_by(SECOND_MOVE[code].authority, why)
            }
            SecondMove::RetractAndPlayTheMan => {
                let why = "no move has been made out of turn, and no check is neglected";
                refuse_by(SECOND_MOVE[code].authority, why)
            }
            SecondMove::Reinstate if !game.ledger.irregularities.is_empty() => {
                let why = "moves have been made since: what was illegal is to be pointed out";
                Ruling::refuse(law.retract_later?, why)
            }
            SecondMove::Reinstate => Ruling::refuse(law.take_back?, "a legal move is not retracted"),
            SecondMove::AnnulAndPunish => {
                let why = "no move goes back at this word: an illegal one by Penalty A, one out of turn by annulment";
                Ruling::refuse(law.annul_illegal_move?, why)
            }
            SecondMove::NoMove => return None,
        })
    }

    fn of_going_on(&self) -> Option<Ruling> {
        let answer = &FIFTY_MOVES[self.game.terms.code];
        match (answer.value, self.law.proceed) {
            (_, Some(clause)) => {
                let why = "no fifty moves that were called for are over";
                Some(Ruling::refuse(clause, why))
            }
            (FiftyMoves::FromNotice, None) => {
                let why = "when the moves allowed have run out the game is drawn";
                Some(refuse_by(answer.authority, why))
            }
            _ => None,
        }
    }
}

fn refuse_by(authority: Authority, why: impl Into<Sentence>) -> Ruling {
    Ruling::refuse(authority.clause(), why)
}
