//! What else may one party require of the other?

use crate::{
    code::{Answer, ByCode, answers, reading, says, silent},
    facts::{self, change, checks, start},
    means::{ends, entries, letting_go, moving},
    questions::{
        check, completing, fifty_moves,
        out_of_turn::{self, SECOND_MOVE, SecondMove},
        penalties,
    },
};
use jadoube_board::{Colour, Square};
use jadoube_game::{Act, Consequence, Game, Offence, OffenceKind, Party, Requirement, Right, Ruling, Status};

question! {
    "What else may one party require of the other?";
    tables: HELD_MAN;
    "Men changed without a move: the opponent may have them put back." => fide_1931 "12.ii";
    "An illegal move: the opponent may have it put back." => fide_1931 "17";
    "An illegal move found later: either may have it put back." => fide_1931 "17(d)";
    "A man is held, or a hand kept on one: he may be told to end it." => bcc "II.5(a)";
    "Castling begun with the Rook, or left half done: the opponent may require either move." => bcc "II.5(f)";
    "A man taken off by mistake: the opponent may have it put back." => bcc "II.5(g)";
    "A move out of turn: the opponent may let it be changed." => bcc "II.6(d)";
    "A Pawn named as a piece: the opponent may have the piece put in its place." => bcc "II.4(b)";
    "A Pawn named as a piece: its owner may put the piece in its place." => bcc "II.4(a)";
    "A man is held: he may be told to play it." => bca_1862 "VI";
    "Castling left half done: the opponent may have it finished." => bca_1862 "X";
    "A move out of turn: the opponent may have it put back." => bca_1862 "V";
    "A check was not announced: a move that neglected it may be taken back." => bca_1862 "VIII";
    "The count of fifty moves is over: the opponent may have play go on." => bca_1862 "XI";
    "Two moves running: the adversary may annul the second." => xxv "XIV";
    "A check was not announced: a move made in ignorance of it may be taken back." => xxv "XVIII";
    "Check was cried falsely: what was done because of it may be taken back." => xxv "XX";
    "A legal move cannot be taken back." => fide_1931 "annexe.v";
    "A man let go has been moved." => fide_1931 "13(a)";
    "The wrong player began: it can be annulled only in time." => bcc "II.1(b)";
    "An illegal move in one's own turn is not annulled, but punished." => bcc "II.6(b)";
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
    /// A man is held in the hand.
    pub static HELD_MAN: ByCode<Answer<HeldMan>> = answers(ByCode {
        xxv:       says(HeldMan::HisToPlay,            &["VIII"]),
        bca_1862:  says(HeldMan::ReplaceButMove,       &["VI"]),
        bcc_1896:  says(HeldMan::MayBeRequiredToLetGo, &["II.5(a)"]),
        bcc_1899:  says(HeldMan::MayBeRequiredToLetGo, &["II.5(a)"]),
        fide_1931: silent(HeldMan::HisUntilQuitted,    reading("FIDE-11")),
        fide_2023: says(HeldMan::HisUntilQuitted,      &["4.7"]),
    });
}

/// What may be required.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Required {
    /// To let go of a man he holds.
    LetGo,
    /// To complete a castling that is begun.
    CompleteCastling,
    /// That a Rook moved before the King be the whole move.
    RookMoveStands,
    /// That a man taken off by mistake be put back.
    ReplaceRemoved,
    /// That what was done out of turn be undone.
    UndoOutOfTurn,
    /// That a move which left the King in check be taken back.
    MeetTheCheck,
    /// That men altered by the last move be put back.
    Reinstate,
    /// That the last move, which is illegal, be taken back: said in time.
    RetractInTime,
    /// The same, said later.
    RetractLater,
    /// To take back one's own move after a check that was not announced.
    RecallAfterSilence,
    /// The same after a false cry of check.
    RecallAfterCry,
    /// That the game go on, a count of moves being over.
    Proceed,
    /// That a promoted man be shown by the piece itself.
    ShowThePiece,
    /// To show it oneself.
    ShowOnesPiece,
    /// That the game be annulled for its first move, or an illegal move that was made in turn.
    AnnulFirstMove,
    AnnulIllegalMove,
    /// That a legal move be taken back; or anything else of a move that is his until he quits the man.
    TakeBack,
    OfAMoveThatIsHis,
}

grounds! {
    /// By what each may be required, or is refused; a code without a row for it does not speak of it.
    static REQUIRED: Required {
        xxv {
            UndoOutOfTurn: "XIV",
            RecallAfterSilence: "XVIII",
            RecallAfterCry: "XX",
        }
        bca_1862 {
            LetGo: "VI",
            RookMoveStands: "X",
            UndoOutOfTurn: "V",
            MeetTheCheck: "VIII",
            Proceed: "XI",
        }
        bcc {
            LetGo: "II.5(a)",
            CompleteCastling: "II.5(f)",
            RookMoveStands: "II.5(f)",
            ReplaceRemoved: "II.5(g)",
            UndoOutOfTurn: "II.6(d)",
            ShowThePiece: "II.4(b)",
            ShowOnesPiece: "II.4(a)",
            AnnulFirstMove: "II.1(b)",
            AnnulIllegalMove: "II.6(b)",
        }
        fide_1931 {
            ReplaceRemoved: "12.ii",
            UndoOutOfTurn: "12.ii",
            Reinstate: "12.ii",
            RetractInTime: "17",
            RetractLater: "17(d)",
            TakeBack: "annexe.v",
            OfAMoveThatIsHis: "13(a)",
        }
    }
}

/// Every requirement now open.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let mut open = Open {
        game,
        player: game.turn_to_play(),
        rights: Vec::new(),
    };
    if game.status != Status::InPlay {
        return open.rights;
    }
    open.men_in_hand();
    open.castling();
    open.what_was_altered();
    open.illegal_moves();
    open.recalls();
    for demand in &game.ledger.demands {
        if facts::are_all_made(game, demand) {
            let text = "the fifty moves are over: the game shall proceed".to_owned();
            open.may(demand.by, Required::Proceed, Requirement::Proceed, None, text);
        }
    }
    open.promoted_men();
    open.rights
}

/// The requirements as they are gathered.
struct Open<'a> {
    game: &'a Game,
    player: Colour,
    rights: Vec<Right>,
}

impl Open<'_> {
    /// This player may require this, if the code gives it.
    fn may(
        &mut self,
        by: Colour,
        required: Required,
        what: Requirement,
        square: Option<Square>,
        text: impl Into<String>,
    ) {
        let Some(clause) = REQUIRED.find(self.game.terms.code, required) else {
            return;
        };
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
                    let text = format!(
                        "{player} must put back the man of {} until he has decided where to play it",
                        held.from
                    );
                    self.may(!player, Required::LetGo, Requirement::ReplaceMan, None, text);
                }
            }
            HeldMan::MayBeRequiredToLetGo => {
                for held in held {
                    let (what, text) = letting_go::how(game, held);
                    let same =
                        |right: &Right| matches!(right.act, Act::Require { what: each, .. } if each == what);
                    if let Some(right) = self.rights.iter_mut().find(|right| same(right)) {
                        // One word is enough for all that he holds.
                        right.text = format!("{}; {text}", right.text);
                    } else {
                        self.may(!player, Required::LetGo, what, None, text);
                    }
                }
            }
        }
    }

    fn castling(&mut self) {
        let (game, player) = (self.game, self.player);
        if let Some((moves, _)) = change::begun(game)
            && let Some(castling) = moves.iter().find(|mv| mv.is_castling())
            && game.turn.hands[player.index()].is_empty()
        {
            let text = format!("{player} must complete the castling {castling}");
            let what = Requirement::CompleteCastling;
            self.may(!player, Required::CompleteCastling, what, None, text);
        }
        if change::rook_first(game).is_some() || change::king_follows_the_rook(game) {
            let text = "the Rook's move counts as the whole move; the King goes back";
            let what = Requirement::RookMoveStands;
            self.may(player, Required::RookMoveStands, what, None, text);
        }
    }

    /// What was done out of turn, or taken off by mistake, or left of a check.
    fn what_was_altered(&mut self) {
        let (game, player) = (self.game, self.player);
        let replaced = "the man taken off by mistake must be replaced";
        let by_mistake = |offence: &Offence| offence.kind == OffenceKind::RemovedByMistake;
        if let Some(altered) = &game.turn.altered {
            let (what, text) = match SECOND_MOVE[game.terms.code].value {
                SecondMove::AnnulAndPunish | SecondMove::Reinstate | SecondMove::NoMove
                    if by_mistake(altered) =>
                {
                    let what = Requirement::ReplaceMan;
                    self.may(player, Required::ReplaceRemoved, what, None, replaced);
                    return;
                }
                // A man taken off is put back when it is pointed out.
                SecondMove::AnnulOrStand | SecondMove::RetractAndPlayTheMan if by_mistake(altered) => return,
                SecondMove::AnnulAndPunish => {
                    (Requirement::Annul, "annul the move made out of turn".to_owned())
                }
                SecondMove::AnnulOrStand => {
                    let text = format!("{} must annul the second move", !player);
                    (Requirement::Annul, text)
                }
                SecondMove::RetractAndPlayTheMan => {
                    let text = format!(
                        "{} must retract the move made out of turn, and play that man next if he can",
                        !player
                    );
                    (Requirement::Retract, text)
                }
                SecondMove::Reinstate | SecondMove::NoMove => {
                    let text = "what was altered out of turn is annulled and the position reinstated";
                    (Requirement::Annul, text.to_owned())
                }
            };
            self.may(player, Required::UndoOutOfTurn, what, None, text);
            return;
        }
        if let Some(off) = game.turn.off.first()
            && game.ledger.offences.iter().any(by_mistake)
        {
            let (required, what) = (Required::ReplaceRemoved, Requirement::ReplaceMan);
            self.may(!player, required, what, Some(off.square), replaced);
        }
        if checks::neglected_check(game).is_some() {
            let text = format!("{} must retract the move that left his King in check", !player);
            self.may(player, Required::MeetTheCheck, Requirement::Retract, None, text);
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
            .any(|offence| offence.number == last.number);
        let illegal = "the move just made is illegal and must be retracted";
        let (required, what, text) = match last.kind {
            OffenceKind::RemovedByMistake => (
                Required::Reinstate,
                Requirement::ReplaceMan,
                "the man taken off must be replaced, and what was played without it is void",
            ),
            OffenceKind::MovedAdverseMan => (
                Required::Reinstate,
                Requirement::Annul,
                "what was altered is annulled and the position reinstated",
            ),
            _ if in_time => (Required::RetractInTime, Requirement::Retract, illegal),
            _ => (Required::RetractLater, Requirement::Retract, illegal),
        };
        self.may(player, required, what, None, text);
    }

    /// Moves made in ignorance of a check, or because of a false cry.
    fn recalls(&mut self) {
        if checks::check_to_recall(self.game).is_some() {
            let text = "recall his last move and release his King from the check that was not announced";
            let what = Requirement::Retract;
            self.may(self.player, Required::RecallAfterSilence, what, None, text);
        }
        if checks::cry_to_recall(self.game).is_some() {
            let text = "recall the move made because of a false cry of check, and make any other";
            let what = Requirement::Retract;
            self.may(!self.player, Required::RecallAfterCry, what, None, text);
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
                let text = format!(
                    "the promoted man on {square} must be replaced by the {} itself",
                    man.kind.name()
                );
                let what = Requirement::ReplacePromoted;
                self.may(player, Required::ShowThePiece, what, Some(square), text);
            } else if game.is_quiet()
                && let Some(clause) = REQUIRED.find(game.terms.code, Required::ShowOnesPiece)
            {
                let act = Act::Promote {
                    to: man.kind,
                    how: jadoube_game::How::Piece,
                    hands: jadoube_game::Hands::One,
                    square: Some(square),
                };
                let text = format!(
                    "replace the promoted man on {square} by the {} itself",
                    man.kind.name()
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
    /// The player on turn lets go of what he holds.
    LetsGo(Ruling),
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
    // Where altered men may be required back, whatever was altered is put back by whatever word it is asked for.
    let reinstates = REQUIRED.find(game.terms.code, Required::Reinstate).is_some();
    let puts_back = |each: Requirement| {
        reinstates
            && matches!(
                each,
                Requirement::Retract | Requirement::Annul | Requirement::ReplaceMan
            )
    };
    let asks = |right: &Right, same: &dyn Fn(Requirement) -> bool| {
        right.party == Party::from(by)
            && matches!(&right.act, Act::Require { what: each, square: on } if same(*each) && (square.is_none() || on.is_none() || *on == square))
    };
    let is_mine = |right: &&Right| asks(right, &|each| each == what);
    let is_the_same = |right: &&Right| asks(right, &|each| puts_back(each) && puts_back(what));
    let open = rights(game);
    let Some(right) = open
        .iter()
        .find(is_mine)
        .or_else(|| annulments.iter().find(is_mine))
        .or_else(|| open.iter().find(is_the_same))
    else {
        return Asked::Ruled(not_open(game, what).unwrap_or_else(|| not_given(game, what)));
    };
    let ruling = Ruling::silent().finding(right.clause, !by, right.text.clone());
    let player = game.turn_to_play();
    let what = match right.act {
        Act::Require { what, .. } => what,
        _ => what,
    };
    Asked::Ruled(match what {
        Requirement::Proceed => ruling.so(Consequence::DropDemand(by)),
        Requirement::Annul
            if game.turn.altered.is_some()
                && SECOND_MOVE[game.terms.code].value == SecondMove::AnnulOrStand =>
        {
            ruling
                .so(Consequence::UndoAlteration)
                .so(Consequence::Settle(!player))
        }
        Requirement::Retract | Requirement::ReplaceMan | Requirement::Annul
            if puts_back(what)
                && (what == Requirement::Retract
                    || game.turn.altered.is_none() && game.turn.off.is_empty()) =>
        {
            return Asked::PointedOut(game.ledger.irregularities.last().map(|last| last.number));
        }
        Requirement::ReplaceMan if game.turn.altered.is_some() && by == player => ruling
            .so(Consequence::UndoAlteration)
            .and(entries::put_back_out_of_turn(game)),
        Requirement::ReplaceMan if game.turn.hands[player.index()].is_empty() => {
            let square = game.turn.off.first().map(|off| off.square);
            square.map_or_else(Ruling::silent, |square| ruling.so(Consequence::PutBack(square)))
        }
        Requirement::ReplaceMan | Requirement::RemoveHand => {
            return Asked::PutBack(ruling.so(Consequence::EmptyHand(player)));
        }
        Requirement::Quit => {
            return Asked::LetsGo(ruling);
        }
        Requirement::CompleteCastling => {
            match change::begun(game).and_then(|(moves, _)| moves.first().copied()) {
                Some(mv) => ruling.and(moving::played(game, mv, None)),
                None => ruling,
            }
        }
        Requirement::RookMoveStands => ruling.and(moving::rook_move_stands(game, by)),
        Requirement::Annul if game.turn.altered.is_some() => {
            let offender = !player;
            let mut ruling = ruling.so(Consequence::UndoAlteration);
            if !game.turn.touched.is_empty() {
                // `"II.6(d)"`: the penalty is for him only who had touched no man before he required annulment.
                ruling = ruling.so(Consequence::Settle(offender));
            }
            ruling
        }
        Requirement::Retract => entries::retract(game, ruling, right),
        Requirement::Annul => ruling.so(Consequence::End(ends::annulled(game, right.clause))),
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

/// Requirements that a code does not name, or gives no longer.
fn not_given(game: &Game, what: Requirement) -> Ruling {
    let code = game.terms.code;
    let false_cry = game
        .ledger
        .offences
        .iter()
        .any(|each| each.kind == OffenceKind::FalseCry);
    let recalls = SECOND_MOVE[code].value == SecondMove::AnnulOrStand;
    let authority = match what {
        Requirement::Retract if recalls && false_cry => check::FALSE_CRY[code].authority,
        Requirement::Retract if recalls => check::ANNOUNCING[code].authority,
        Requirement::ReplaceMan | Requirement::RemoveHand | Requirement::Quit => HELD_MAN[code].authority,
        Requirement::CompleteCastling | Requirement::RookMoveStands => {
            out_of_turn::ROOK_FIRST[code].authority
        }
        Requirement::ReplacePromoted => completing::PROMOTING[code].authority,
        Requirement::Annul | Requirement::Retract => SECOND_MOVE[code].authority,
        Requirement::Proceed => fifty_moves::FIFTY_MOVES[code].authority,
        _ => penalties::LAPSES[code].authority,
    };
    Ruling::refuse(
        authority.governing().unwrap_or_default(),
        "the law gives no such right here, or gives it no longer",
    )
}

/// Requirements for which there is no ground now, in a code that names also what may not be required.
fn not_open(game: &Game, what: Requirement) -> Option<Ruling> {
    let out_of_turn = |each: &jadoube_game::Irregularity| each.kind == OffenceKind::OutOfTurn;
    let names = |required| REQUIRED.find(game.terms.code, required).is_some();
    let his = names(Required::OfAMoveThatIsHis);
    if !his && !names(Required::AnnulFirstMove) {
        return None;
    }
    let (named, why) = match what {
        Requirement::Retract if his => (
            Required::TakeBack,
            "a legal move is not retracted, nor an illegal one at this word and time",
        ),
        Requirement::Annul | Requirement::ReplaceMan if his => (
            Required::Reinstate,
            "the number and position of the men have not been altered illegally in this turn",
        ),
        _ if his => (
            Required::OfAMoveThatIsHis,
            "the laws give no such right: a move is his until he quits the man",
        ),
        Requirement::Annul if start::wrong_player_began(game) => (
            Required::AnnulFirstMove,
            "the wrong first move was not pointed out in time",
        ),
        Requirement::Annul if game.ledger.irregularities.iter().any(out_of_turn) => (
            Required::UndoOutOfTurn,
            "a move has been made since: annulment must be required at once",
        ),
        Requirement::Annul if game.turn.illegal.is_some() => (
            Required::AnnulIllegalMove,
            "an illegal move in his own turn is answered by a penalty, not by annulment",
        ),
        Requirement::Annul => (
            Required::UndoOutOfTurn,
            "no move has been made out of turn, and no error at the start has been pointed out in time",
        ),
        Requirement::ReplaceMan | Requirement::RemoveHand | Requirement::Quit => {
            (Required::LetGo, "no man is held that could be let go")
        }
        Requirement::CompleteCastling | Requirement::RookMoveStands => (
            Required::CompleteCastling,
            "no castling has been begun irregularly, or a man has been touched since",
        ),
        Requirement::ReplacePromoted => (
            Required::ShowThePiece,
            "no promoted man of the opponent's stands in another's place, or it is not the time",
        ),
        _ => return Some(Ruling::refuse_plainly("the code gives no such right here")),
    };
    Some(Ruling::refuse(REQUIRED.of(game.terms.code, named), why))
}
