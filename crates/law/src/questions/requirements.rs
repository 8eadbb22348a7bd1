//! What else may one party require of the other?

use crate::{
    code::{Answer, ByCode, Clause, answers, reading, says, silent},
    facts::{self, change, checks},
    means::{after, ends, entries, letting_go, moving, retracting, unrequired},
    questions::out_of_turn::{SECOND_MOVE, SecondMove},
};
use jadoube_board::{Colour, Square};
use jadoube_game::{
    Act, Consequence, Game, OffBoard, OffenceKind, Party, Requirement, Right, Ruling, Sentence, Status, say,
};

question! {
    "What else may one party require of the other?";
    tables: HELD_MAN, REQUIRED;
}

law! {
    /// What may be required of a player who keeps a man in his hand.
    pub enum HeldMan {
        /// To put it back, to take his hand away, or to quit it.
        MayBeRequiredToLetGo,
        /// To put it back; but he must move it.
        ReplaceButMove,
        /// Nothing: he may play it where he likes.
        HisToPlay,
        /// Nothing: the square where he quits it is what counts.
        HisUntilQuitted,
    }
}

law! {
    /// A man is held in the hand: what may be required of its holder?
    pub static HELD_MAN: ByCode<Answer<HeldMan>> = answers(ByCode {
        xxv:       says(HeldMan::HisToPlay,            &["VIII"]),
        bca_1862:  says(HeldMan::ReplaceButMove,       &["VI"]),
        bcc_1896:  says(HeldMan::MayBeRequiredToLetGo, &["II.5(a)"]),
        bcc_1899:  says(HeldMan::MayBeRequiredToLetGo, &["II.5(a)"]),
        fide_1931: silent(HeldMan::HisUntilQuitted,    reading("FIDE-11")),
        fide_2023: says(HeldMan::HisUntilQuitted,      &["4.7"]),
    });
}

steps! {
    /// What each party may require, or is refused; where a code has no clause for it, it does not speak of it.
    pub struct Required {
        /// A man is held, or a hand kept on one: he may be told to end it.
        let_go?,
        /// Castling left half done: the opponent may have it finished.
        complete_castling?,
        /// Castling begun with the Rook: the opponent may have the Rook's move count alone.
        rook_move_stands?,
        /// A man taken off by mistake: the opponent may have it put back.
        replace_removed?,
        /// A move out of turn: the opponent may have it undone.
        undo_out_of_turn?,
        /// A move that neglected a check may be taken back.
        meet_the_check?,
        /// Men changed without a move: the opponent may have them put back.
        reinstate?,
        /// An illegal move: the opponent may have it put back.
        retract_in_time?,
        /// A move that does not meet a check: the opponent may have it put back.
        retract_left_in_check?,
        /// An illegal move found later: either may have it put back.
        retract_later?,
        /// A check was not announced: a move made in ignorance of it may be taken back.
        recall_after_silence?,
        /// Check was cried falsely: what was done because of it may be taken back.
        recall_after_cry?,
        /// The count of fifty moves is over: he who called for it may have play go on.
        proceed?,
        /// A Pawn named as a piece: the opponent may have the piece put in its place.
        show_the_piece?,
        /// A Pawn named as a piece: its owner may put the piece in its place.
        show_ones_piece?,
        /// The wrong player began: it can be annulled only in time.
        annul_first_move?,
        /// An illegal move in one's own turn is not annulled, but punished.
        annul_illegal_move?,
        /// A legal move cannot be taken back.
        take_back?,
        /// A man let go has been moved.
        of_a_move_that_is_his?,
    }
    pub static REQUIRED = {
        xxv: { undo_out_of_turn: "XIV", recall_after_silence: "XVIII", recall_after_cry: "XX" },
        bca_1862: {
            let_go: "VI", rook_move_stands: "X", undo_out_of_turn: "V", meet_the_check: "VIII", proceed: "XI",
        },
        bcc: {
            let_go: "II.5(a)", complete_castling: "II.5(f)", rook_move_stands: "II.5(f)", replace_removed: "II.5(g)",
            undo_out_of_turn: "II.6(d)", show_the_piece: "II.4(b)", show_ones_piece: "II.4(a)",
            annul_first_move: "II.1(b)", annul_illegal_move: "II.6(b)",
        },
        fide_1931: {
            replace_removed: "12.ii", undo_out_of_turn: "12.ii", reinstate: "12.ii", retract_in_time: "17",
            retract_left_in_check: "9.vi", retract_later: "17(d)", take_back: "annexe.v", of_a_move_that_is_his: "13(a)",
        },
    };
}

/// Every requirement now open, besides those for errors found.
pub(crate) fn rights(game: &Game, for_errors: &[Right]) -> Vec<Right> {
    let Some(law) = REQUIRED.of(game).filter(|_| game.status == Status::InPlay) else {
        return Vec::new();
    };
    let mut open = Open {
        law,
        game,
        player: game.turn_to_play(),
        tell_apart: for_errors
            .iter()
            .any(|right| matches!(right.act, Act::Require { what, .. } if what == Requirement::Annul)),
        rights: Vec::new(),
    };
    open.men_in_hand();
    open.castling();
    open.what_was_altered();
    open.illegal_moves();
    open.recalls();
    for demand in &game.ledger.demands {
        if facts::are_all_made(game, demand) {
            let text = say!("the fifty moves are over: the game must go on");
            open.may(demand.by, law.proceed, Requirement::Proceed, None, text);
        }
    }
    open.promoted_men();
    open.rights
}

/// The requirements as they are gathered.
struct Open<'a> {
    law: &'a Required,
    game: &'a Game,
    player: Colour,
    /// The game may be annulled by the word that also annuls a move: the man moved tells the two apart.
    tell_apart: bool,
    rights: Vec<Right>,
}

impl Open<'_> {
    /// This player may require this, if the code gives it.
    fn may(
        &mut self,
        by: Colour,
        clause: Option<Clause>,
        what: Requirement,
        square: Option<Square>,
        text: impl Into<Sentence>,
    ) {
        let Some(clause) = clause else { return };
        let party = Party::from(by);
        let act = Act::Require { what, square };
        let same = |right: &Right| right.party == party && right.act == act;
        // Two men in hand, or two alterations, are asked back by one word, one after the other.
        if !self.rights.iter().any(same) {
            self.rights.push(Right {
                party,
                act,
                clause: clause.into(),
                text: text.into(),
            });
        }
    }

    fn men_in_hand(&mut self) {
        let (game, player) = (self.game, self.player);
        let held = &game.turn.hands[player.index()];
        match HELD_MAN[game.terms.code].value {
            HeldMan::HisToPlay | HeldMan::HisUntilQuitted => {}
            HeldMan::ReplaceButMove => {
                if let Some(held) = held.first() {
                    let text = say!(
                        "{player} must put back the man of {from} until [he] [has] decided where to play it";
                        player, from = held.from
                    );
                    self.may(!player, self.law.let_go, Requirement::ReplaceMan, None, text);
                }
            }
            HeldMan::MayBeRequiredToLetGo => {
                for held in held {
                    let (what, text) = letting_go::how(game, held);
                    let same =
                        |right: &Right| matches!(right.act, Act::Require { what: each, .. } if each == what);
                    if let Some(right) = self.rights.iter_mut().find(|right| same(right)) {
                        // One word is enough for all that he holds.
                        right.text = say!("{right}; {text}"; right = right.text, text);
                    } else {
                        self.may(!player, self.law.let_go, what, None, text);
                    }
                }
            }
        }
    }

    fn castling(&mut self) {
        let (game, player) = (self.game, self.player);
        if let Some((_, castling)) = moving::castling_begun(game)
            && game.turn.hands[player.index()].is_empty()
        {
            let text = say!("{player} must complete the castling {castling}"; player, castling);
            let what = Requirement::CompleteCastling;
            self.may(!player, self.law.complete_castling, what, None, text);
        }
        if change::rook_first(game).is_some() || change::king_follows_the_rook(game) {
            let text = "the Rook's move counts as the whole move; the King goes back";
            let what = Requirement::RookMoveStands;
            self.may(player, self.law.rook_move_stands, what, None, text);
        }
    }

    /// What was done out of turn, or taken off by mistake, or left of a check.
    fn what_was_altered(&mut self) {
        let (game, player) = (self.game, self.player);
        let replaced = "the man taken off by mistake must be replaced";
        if let Some(altered) = &game.turn.altered {
            let (moved, removed) = entries::moved_or_removed(game, altered);
            let (what, text) = match SECOND_MOVE[game.terms.code].value {
                SecondMove::AnnulAndPunish if moved && removed => {
                    let text = "what was done out of turn is undone: the move, and the man taken off";
                    self.may(
                        player,
                        self.law.replace_removed,
                        Requirement::ReplaceMan,
                        None,
                        text,
                    );
                    (Requirement::Annul, text.into())
                }
                SecondMove::AnnulAndPunish | SecondMove::Reinstate | SecondMove::NoMove if !moved => {
                    let what = Requirement::ReplaceMan;
                    self.may(player, self.law.replace_removed, what, None, replaced);
                    return;
                }
                // A man taken off is put back when it is pointed out.
                SecondMove::AnnulOrStand | SecondMove::RetractAndPlayTheMan if !moved => return,
                SecondMove::AnnulAndPunish => (Requirement::Annul, say!("annul the move made out of turn")),
                SecondMove::AnnulOrStand => {
                    let text = say!("{opponent} must annul the second move"; opponent = !player);
                    (Requirement::Annul, text)
                }
                SecondMove::RetractAndPlayTheMan => {
                    let text = say!(
                        "{opponent} must retract the move made out of turn, and play that man next if [he] can";
                        opponent = !player
                    );
                    (Requirement::Retract, text)
                }
                SecondMove::Reinstate | SecondMove::NoMove => {
                    let text = "what was altered out of turn is annulled and the position reinstated";
                    (Requirement::Annul, text.into())
                }
            };
            let square = entries::square_of_the_alteration(game, altered).filter(|_| self.tell_apart);
            self.may(player, self.law.undo_out_of_turn, what, square, text);
        }
        if let Some(off) = change::missing(game)
            && let Act::Require { what, square } = of_the_man_taken_off(off)
        {
            self.may(!player, self.law.replace_removed, what, square, replaced);
        }
        if checks::neglected_check(game).is_some() {
            let text = say!(
                "{opponent} must retract the move that left [his] King in check"; opponent = !player
            );
            self.may(player, self.law.meet_the_check, Requirement::Retract, None, text);
        }
    }

    /// The last move, if it was illegal.
    fn illegal_moves(&mut self) {
        let (game, player) = (self.game, self.player);
        let Some(last) = game
            .ledger
            .irregularities
            .iter()
            .find(|each| each.past + 1 == game.past.len())
            .filter(|last| last.by != player)
        else {
            return;
        };
        // Once he has touched a man of his own it is no longer his to object in time.
        let in_time = game
            .ledger
            .offences
            .iter()
            .any(|offence| (offence.number, offence.kind) == (last.number, last.kind));
        let illegal = "the move just made is illegal and must be retracted";
        let (clause, what, text) = match last.kind {
            OffenceKind::RemovedByMistake => (
                self.law.reinstate,
                Requirement::ReplaceMan,
                "the man taken off must be replaced, and what was played without it is void",
            ),
            OffenceKind::NeglectedCheck if in_time => {
                (self.law.retract_left_in_check, Requirement::Retract, illegal)
            }
            OffenceKind::IllegalMove if in_time => (self.law.retract_in_time, Requirement::Retract, illegal),
            OffenceKind::IllegalMove | OffenceKind::NeglectedCheck => {
                (self.law.retract_later, Requirement::Retract, illegal)
            }
            _ => (
                self.law.reinstate,
                Requirement::Annul,
                "what was altered is annulled and the position reinstated",
            ),
        };
        self.may(player, clause, what, None, text);
    }

    /// Moves made in ignorance of a check, or because of a false cry.
    fn recalls(&mut self) {
        if checks::check_to_recall(self.game).is_some() {
            let text =
                say!("recall [his] last move and release [his] King from the check that was not announced");
            let what = Requirement::Retract;
            self.may(self.player, self.law.recall_after_silence, what, None, text);
        }
        if checks::cry_to_recall(self.game).is_some() {
            let text = "recall the move made because of a false cry of check, and make any other";
            let what = Requirement::Retract;
            self.may(!self.player, self.law.recall_after_cry, what, None, text);
        }
    }

    /// Promoted men that are not shown by the piece itself: in his opponent's turn, at the opponent's word.
    fn promoted_men(&mut self) {
        let (game, player) = (self.game, self.player);
        for token in &game.turn.tokens {
            let Some(square) = game.men.square_of(token.id) else {
                continue;
            };
            let Some(man) = game.men.get(square) else { continue };
            if man.colour != player {
                let text = say!(
                    "the promoted man on {square} must be replaced by the {kind} itself"; square, kind = man.kind
                );
                let what = Requirement::ReplacePromoted;
                self.may(player, self.law.show_the_piece, what, Some(square), text);
            } else if game.is_quiet()
                && let Some(clause) = self.law.show_ones_piece
            {
                let act = Act::Promote {
                    to: man.kind,
                    how: jadoube_game::How::Piece,
                    hands: jadoube_game::Hands::One,
                    square: Some(square),
                    colour: None,
                };
                let text = say!(
                    "replace the promoted man on {square} by the {kind} itself"; square, kind = man.kind
                );
                self.rights.push(Right {
                    party: Party::from(player),
                    act,
                    clause: clause.into(),
                    text,
                });
            }
        }
    }
}

/// What a requirement comes to, and what the umpire has still to ask because of it.
pub(crate) enum Asked {
    /// Nothing more.
    Ruled(Ruling),
    /// The player on turn lets go of the pieces on these squares.
    LetsGo(Ruling, Vec<Square>),
    /// Men go back; what is left of the change may be a whole move.
    PutBack(Ruling),
    /// The illegality of this number has been pointed out.
    PointedOut(Option<u32>),
}

/// Something is required; `annulments` are what may be required besides, for errors found.
pub(crate) fn rule_on(
    game: &Game,
    by: Colour,
    what: Requirement,
    square: Option<Square>,
    annulments: &[Right],
) -> Asked {
    let puts_back = |each: Requirement| unrequired::puts_back(game, each);
    let asks = |right: &Right, same: &dyn Fn(Requirement) -> bool| {
        right.party == Party::from(by)
            && matches!(&right.act, Act::Require { what: each, square: on } if same(*each) && (square.is_none() || on.is_none() || *on == square))
    };
    let is_mine = |right: &&Right| asks(right, &|each| each == what);
    let is_the_same = |right: &&Right| asks(right, &|each| puts_back(each) && puts_back(what));
    let open = rights(game, annulments);
    let is_exactly =
        |right: &&Right| right.party == Party::from(by) && right.act == Act::Require { what, square };
    let of_the_game = annulments.iter().find(is_exactly);
    let Some(right) = open
        .iter()
        .find(is_exactly)
        .or(of_the_game)
        .or_else(|| open.iter().find(is_mine))
        .or_else(|| annulments.iter().find(is_mine))
        .or_else(|| open.iter().find(is_the_same))
    else {
        return Asked::Ruled(unrequired::refused(game, by, (what, square), &open));
    };
    let ruling = Ruling::silent().finding(right.clause, !by, right.text.clone());
    let player = game.turn_to_play();
    let what = match right.act {
        Act::Require { what, .. } => what,
        _ => what,
    };
    if what == Requirement::Annul && annulments.contains(right) {
        return Asked::Ruled(ruling.so(Consequence::End(ends::annulled(game, right.clause))));
    }
    Asked::Ruled(match what {
        Requirement::Proceed => ruling.so(Consequence::DropDemand(by)),
        Requirement::Annul
            if let Some(altered) = &game.turn.altered
                && SECOND_MOVE[game.terms.code].value == SecondMove::AnnulOrStand =>
        {
            ruling.and(entries::alteration_undone(game, altered))
        }
        Requirement::Retract | Requirement::ReplaceMan | Requirement::Annul
            if puts_back(what)
                && (what == Requirement::Retract
                    || game.turn.altered.is_none() && game.turn.off.is_empty()) =>
        {
            return Asked::PointedOut(game.ledger.irregularities.last().map(|last| last.number));
        }
        Requirement::ReplaceMan | Requirement::Annul
            if by == player
                && let Some(altered) = &game.turn.altered =>
        {
            let ruling = ruling
                .so(Consequence::UndoAlteration)
                .and(entries::put_back_out_of_turn(game));
            if game.turn.touched.is_empty() {
                ruling
            } else {
                // `"II.6(d)"`: the penalty is for him only who had touched no man before he required annulment.
                ruling.so(Consequence::Forget(entries::moves_of_the_alteration(
                    game, altered,
                )))
            }
        }
        // Another man that he holds he may hold still.
        Requirement::ReplaceMan
            if let Some(off) = change::missing(game)
                && right.act == of_the_man_taken_off(off) =>
        {
            ruling.so(Consequence::PutBack(off.square))
        }
        Requirement::ReplaceMan | Requirement::RemoveHand => {
            return Asked::PutBack(ruling.so(Consequence::EmptyHand(player)));
        }
        Requirement::Quit => {
            let hand = game.turn.hands[player.index()].iter();
            let pieces = hand.filter_map(|held| letting_go::promoted_on(game, held));
            return Asked::LetsGo(ruling, pieces.collect());
        }
        Requirement::CompleteCastling => match moving::castling_begun(game) {
            Some((accepted, mv)) => {
                let then = after(game, &accepted);
                ruling.and(accepted).and(moving::played(&then, mv, None))
            }
            None => ruling,
        },
        Requirement::RookMoveStands => ruling.and(moving::rook_move_stands(game, by)),
        Requirement::Retract => retracting::retract(game, ruling, right),
        Requirement::ReplacePromoted => match square.or(match right.act {
            Act::Require { square, .. } => square,
            _ => None,
        }) {
            Some(square) => ruling.so(Consequence::ReplaceToken(square)),
            None => ruling,
        },
        _ => ruling,
    })
}

/// What is required of him who took this man off the board.
fn of_the_man_taken_off(off: OffBoard) -> Act {
    Act::Require {
        what: Requirement::ReplaceMan,
        square: Some(off.square),
    }
}
