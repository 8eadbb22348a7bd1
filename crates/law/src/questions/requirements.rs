//! What else may one party require of the other, and what may he consent to?

use crate::{
    code::{Answer, ByCode, Clause, answers, reading, says, silent},
    means::{self, player_of},
    questions::{
        adjust, check, completing, fifty_moves, first_move, misplaced_men,
        out_of_turn::{self, SECOND_MOVE, SecondMove},
        penalties, touch,
    },
};
use jadoube_board::{Colour, Kind, Square};
use jadoube_game::{
    Act, Consequence, Event, Game, Held, OffenceKind, Party, Requirement, Right, Ruling, Standing, Status,
    Window,
};

question! {
    "What else may one party require of the other, and what may he consent to?";
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
    "A wrong board or array: it can be annulled only in time." => bcc "II.2";
    "An illegal move: the opponent may let it be changed." => bcc "II.6(c)";
    "The opponent gives leave to use another board." => bcc "II.9(b)";
    "The opponent gives leave to use books and notes." => bcc "II.9(c)";
    "The opponent gives leave to ask for help." => bcc "II.9(d)";
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

fn open(game: &Game) -> Vec<Right> {
    if game.status != Status::InPlay {
        return Vec::new();
    }
    match HELD_MAN[game.terms.code].value {
        HeldMan::MayBeRequiredToLetGo => british(game),
        HeldMan::HisUntilQuitted => federation(game),
        HeldMan::ReplaceButMove => association(game),
        HeldMan::HisToPlay => twenty_five(game),
    }
}

/// `"12.ii"`: what was altered illegally is reinstated at the other's word; `"17"`: so is the last move, if it was illegal.
fn federation(game: &Game) -> Vec<Right> {
    let player = game.turn_to_play();
    let mut rights = Vec::new();
    let clause = cite!(fide_1931, "12.ii");
    if let Some(altered) = &game.turn.altered {
        let (what, text) = match altered.kind {
            OffenceKind::RemovedByMistake => (
                Requirement::ReplaceMan,
                "the man taken off by mistake must be replaced",
            ),
            _ => (
                Requirement::Annul,
                "what was altered out of turn is annulled and the position reinstated",
            ),
        };
        require(
            &mut rights,
            Party::from(player),
            what,
            None,
            clause,
            text.to_owned(),
        );
    } else if let Some(off) = game.turn.off.first()
        && game
            .ledger
            .offences
            .iter()
            .any(|offence| offence.kind == OffenceKind::RemovedByMistake)
    {
        let text = "the man taken off by mistake must be replaced".to_owned();
        let what = Requirement::ReplaceMan;
        require(
            &mut rights,
            Party::from(!player),
            what,
            Some(off.square),
            clause,
            text,
        );
    }
    if let Some(last) = game
        .ledger
        .irregularities
        .iter()
        .find(|each| each.past + 1 == game.past.len())
        && last.by != player
    {
        // Once he has touched a man of his own it is no longer his to object in time.
        let in_time = game
            .ledger
            .offences
            .iter()
            .any(|offence| offence.number == last.number);
        let (what, clause, text) = match last.kind {
            OffenceKind::RemovedByMistake => (
                Requirement::ReplaceMan,
                clause,
                "the man taken off must be replaced, and what was played without it is void",
            ),
            OffenceKind::MovedAdverseMan => (
                Requirement::Annul,
                clause,
                "what was altered is annulled and the position reinstated",
            ),
            _ if in_time => (
                Requirement::Retract,
                cite!(fide_1931, "17"),
                "the move just made is illegal and must be retracted",
            ),
            _ => (
                Requirement::Retract,
                cite!(fide_1931, "17(d)"),
                "the move just made is illegal and must be retracted",
            ),
        };
        require(
            &mut rights,
            Party::from(player),
            what,
            None,
            clause,
            text.to_owned(),
        );
    }
    rights
}

/// The British Code: men in hand, castlings begun, men removed or moved out of turn, promoted men not yet replaced.
fn british(game: &Game) -> Vec<Right> {
    let player = game.turn_to_play();
    let opponent = Party::from(!player);
    let mut rights = Vec::new();
    for held in &game.turn.hands[player.index()] {
        let (what, text) = how_to_let_go(game, held);
        let same = |right: &Right| matches!(right.act, Act::Require { what: each, .. } if each == what);
        if let Some(right) = rights.iter_mut().find(|right| same(right)) {
            // One word is enough for all that he holds.
            right.text = format!("{}; {text}", right.text);
        } else {
            require(&mut rights, opponent, what, None, cite!(bcc, "II.5(a)"), text);
        }
    }
    if let Some((moves, _)) = completing::begun(game)
        && let Some(castling) = moves.iter().find(|mv| mv.is_castling())
        && game.turn.hands[player.index()].is_empty()
    {
        let text = format!("{player} must complete the castling {castling}");
        require(
            &mut rights,
            opponent,
            Requirement::CompleteCastling,
            None,
            cite!(bcc, "II.5(f)"),
            text,
        );
    }
    if rook_first(game).is_some() || king_follows_the_rook(game) {
        let text = "the Rook's move counts as the whole move; the King goes back".to_owned();
        require(
            &mut rights,
            Party::from(player),
            Requirement::RookMoveStands,
            None,
            cite!(bcc, "II.5(f)"),
            text,
        );
    }
    if let Some(altered) = &game.turn.altered {
        let party = Party::from(player);
        if altered.kind == OffenceKind::RemovedByMistake {
            let text = "the man taken off by mistake must be replaced".to_owned();
            require(
                &mut rights,
                party,
                Requirement::ReplaceMan,
                None,
                cite!(bcc, "II.5(g)"),
                text,
            );
        } else {
            let text = "annul the move made out of turn".to_owned();
            require(
                &mut rights,
                party,
                Requirement::Annul,
                None,
                cite!(bcc, "II.6(d)"),
                text,
            );
        }
    } else if game
        .ledger
        .offences
        .iter()
        .any(|offence| offence.kind == OffenceKind::RemovedByMistake)
        && let Some(off) = game.turn.off.first()
    {
        let text = "the man taken off by mistake must be replaced".to_owned();
        require(
            &mut rights,
            opponent,
            Requirement::ReplaceMan,
            Some(off.square),
            cite!(bcc, "II.5(g)"),
            text,
        );
    }
    // Promoted men that are not shown by the piece itself: `"II.4(b)"` in his opponent's turn, at the opponent's word.
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
            require(
                &mut rights,
                Party::from(player),
                what,
                Some(square),
                cite!(bcc, "II.4(b)"),
                text,
            );
        } else if game.is_quiet() {
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
            rights.push(Right {
                party: Party::from(player),
                act,
                clause: cite!(bcc, "II.4(a)").into(),
                text,
            });
        }
    }
    rights
}

/// 1862: a man held, castling with the Rook first, a second move in succession, a check left, fifty moves run out.
fn association(game: &Game) -> Vec<Right> {
    let player = game.turn_to_play();
    let mine = Party::from(player);
    let mut open = Vec::new();
    let rights = &mut open;
    if let Some(held) = game.turn.hands[player.index()].first() {
        let text = format!(
            "{player} must put back the man of {} until he has decided where to play it",
            held.from
        );
        let clause = cite!(bca_1862, "VI");
        require(
            rights,
            Party::from(!player),
            Requirement::ReplaceMan,
            None,
            clause,
            text,
        );
    }
    if rook_first(game).is_some() || king_follows_the_rook(game) {
        let text = "the Rook's move counts as the whole move; the King goes back".to_owned();
        let clause = cite!(bca_1862, "X");
        require(rights, mine, Requirement::RookMoveStands, None, clause, text);
    }
    if game.turn.altered.is_some() {
        let text = format!(
            "{} must retract the move made out of turn, and play that man next if he can",
            !player
        );
        require(
            rights,
            mine,
            Requirement::Retract,
            None,
            cite!(bca_1862, "V"),
            text,
        );
    } else if neglected_check(game).is_some() {
        let text = format!("{} must retract the move that left his King in check", !player);
        require(
            rights,
            mine,
            Requirement::Retract,
            None,
            cite!(bca_1862, "VIII"),
            text,
        );
    }
    for demand in game
        .ledger
        .demands
        .iter()
        .filter(|demand| fifty_moves::is_over(game, demand))
    {
        let text = "the fifty moves are over: the game shall proceed".to_owned();
        let party = Party::from(demand.by);
        require(
            rights,
            party,
            Requirement::Proceed,
            None,
            cite!(bca_1862, "XI"),
            text,
        );
    }
    open
}

/// The check that the opponent has left by the move he has just made.
fn neglected_check(game: &Game) -> Option<&jadoube_game::Irregularity> {
    game.ledger.irregularities.iter().find(|each| {
        each.kind == OffenceKind::NeglectedCheck
            && each.by != game.turn_to_play()
            && each.past + 1 == game.past.len()
    })
}

/// The Twenty-five Laws: a second move annulled, a move recalled after a silent check or a false cry.
fn twenty_five(game: &Game) -> Vec<Right> {
    let player = game.turn_to_play();
    let mut open = Vec::new();
    let rights = &mut open;
    if game.turn.altered.is_some() {
        let text = format!("{} must annul the second move", !player);
        let clause = cite!(xxv, "XIV");
        require(
            rights,
            Party::from(player),
            Requirement::Annul,
            None,
            clause,
            text,
        );
    }
    if check_to_recall(game).is_some() {
        let text =
            "recall his last move and release his King from the check that was not announced".to_owned();
        let clause = cite!(xxv, "XVIII");
        require(
            rights,
            Party::from(player),
            Requirement::Retract,
            None,
            clause,
            text,
        );
    }
    if cry_to_recall(game).is_some() {
        let text = "recall the move made because of a false cry of check, and make any other".to_owned();
        let clause = cite!(xxv, "XX");
        require(
            rights,
            Party::from(!player),
            Requirement::Retract,
            None,
            clause,
            text,
        );
    }
    open
}

/// `"XVIII"`, reading XXV-26: a silent check was passed over, and the checker's next move was made with the word; the
/// turn to go back to.
fn check_to_recall(game: &Game) -> Option<usize> {
    let player = game.turn_to_play();
    let turn = game.past.len().checked_sub(2)?;
    let (own, reply) = (&game.past[turn], &game.past[turn + 1]);
    let open = own.standing.player == player
        && reply.standing.player != player
        && reply.said.as_deref().is_some_and(check::is_a_cry)
        && check::in_check(&game.standing)
        && check::in_check(&own.standing)
        && !check::was_announced(game, &own.standing, turn)
        && {
            let board = reply.standing.men.board();
            board
                .king(player)
                .is_some_and(|king| !board.attackers(king, !player).is_empty())
        };
    open.then_some(turn)
}

/// `"XX"`: the last move was made straight after a false cry of check, and the crier has not moved since.
fn cry_to_recall(game: &Game) -> Option<usize> {
    let crier = game.turn_to_play();
    let turn = game.past.len().checked_sub(1)?;
    let false_cry =
        game.ledger.offences.iter().any(|offence| {
            offence.kind == OffenceKind::FalseCry && offence.by == crier && offence.past == turn
        });
    (false_cry && game.past[turn].standing.player != crier).then_some(turn)
}

fn require(
    rights: &mut Vec<Right>,
    party: Party,
    what: Requirement,
    square: Option<Square>,
    clause: Clause,
    text: String,
) {
    let act = Act::Require { what, square };
    // Two men in hand, or two alterations, are asked back by one word, one after the other.
    if rights
        .iter()
        .any(|right| right.party == party && right.act == act)
    {
        return;
    }
    rights.push(Right {
        party,
        act,
        clause: clause.into(),
        text,
    });
}

fn how_to_let_go(game: &Game, held: &Held) -> (Requirement, String) {
    let promoted = held.on.and_then(|on| game.men.get(on)).is_some_and(|man| {
        man.kind != Kind::Pawn
            && game
                .standing
                .men
                .get(held.from)
                .is_some_and(|before| before.kind == Kind::Pawn)
    });
    if promoted {
        (
            Requirement::Quit,
            format!("the piece on {} must be quitted", held.on.unwrap_or(held.from)),
        )
    } else if held.lifted {
        (
            Requirement::ReplaceMan,
            format!("the man taken up from {} must be put back", held.from),
        )
    } else {
        (
            Requirement::RemoveHand,
            format!("the hand must leave the man on {}", held.from),
        )
    }
}

fn rook_first(game: &Game) -> Option<&jadoube_game::Offence> {
    game.ledger
        .offences
        .iter()
        .find(|offence| offence.kind == OffenceKind::RookFirst && offence.window == Window::UntilTouch)
}

/// The Rook has been moved and quitted as in castling, and the King is now in the same player's hand.
fn king_follows_the_rook(game: &Game) -> bool {
    let castler = !game.turn_to_play();
    out_of_turn::rook_move_of_castling(game, castler).is_some_and(|(_, castling)| {
        let king = castling.from();
        game.turn.touched.is_empty()
            && (game.turn.hands[castler.index()]
                .iter()
                .any(|held| held.from == king)
                || game
                    .turn
                    .touched_by_opponent
                    .iter()
                    .any(|touch| touch.square == king))
    })
}

/// Every requirement now open.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    open(game)
}

/// Something is required.
pub(crate) fn rule_on(game: &Game, event: &Event, what: Requirement, square: Option<Square>) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if let Some(error) = insisting(game, what) {
        return misplaced_men::point_out(game, event, error, None);
    }
    if what == Requirement::AdjustMen {
        return adjust::asked(game, by);
    }
    // Under the F.I.D.E. laws whatever was altered is put back, by whatever word it is asked for.
    let puts_back = |each: Requirement| {
        HELD_MAN[game.terms.code].value == HeldMan::HisUntilQuitted
            && matches!(
                each,
                Requirement::Retract | Requirement::Annul | Requirement::ReplaceMan
            )
    };
    let asks = |right: &Right, same: &dyn Fn(Requirement) -> bool| {
        right.party == event.by
            && matches!(&right.act, Act::Require { what: each, square: on } if same(*each) && (square.is_none() || on.is_none() || *on == square))
    };
    let is_mine = |right: &&Right| asks(right, &|each| each == what);
    let is_the_same = |right: &&Right| asks(right, &|each| puts_back(each) && puts_back(what));
    let open = open(game);
    let annulments = misplaced_men::rights(game);
    let Some(right) = open
        .iter()
        .find(is_mine)
        .or_else(|| annulments.iter().find(is_mine))
        .or_else(|| open.iter().find(is_the_same))
    else {
        return match SECOND_MOVE[game.terms.code].value {
            SecondMove::AnnulAndPunish | SecondMove::Reinstate | SecondMove::NoMove => not_open(game, what),
            SecondMove::AnnulOrStand | SecondMove::RetractAndPlayTheMan => not_given(game, what),
        };
    };
    let ruling = Ruling::silent().finding(right.clause, !by, right.text.clone());
    let player = game.turn_to_play();
    let what = match right.act {
        Act::Require { what, .. } => what,
        _ => what,
    };
    match what {
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
            let last = game.ledger.irregularities.last().map(|last| last.number);
            misplaced_men::federation(game, Some(by), last)
        }
        Requirement::ReplaceMan if game.turn.altered.is_some() && by == player => ruling
            .so(Consequence::UndoAlteration)
            .and(touch::put_back_out_of_turn(game)),
        Requirement::ReplaceMan if game.turn.hands[player.index()].is_empty() => {
            let square = game.turn.off.first().map(|off| off.square);
            square.map_or_else(Ruling::silent, |square| ruling.so(Consequence::PutBack(square)))
        }
        Requirement::ReplaceMan | Requirement::RemoveHand => {
            completing::after_putting_back(game, ruling.so(Consequence::EmptyHand(player)))
        }
        Requirement::Quit => {
            let event = Event::new(player, Act::Quit { square: None });
            completing::project(game, ruling, &event).unwrap_or_default()
        }
        Requirement::CompleteCastling => {
            match completing::begun(game).and_then(|(moves, _)| moves.first().copied()) {
                Some(mv) => ruling.and(completing::played(game, mv, None)),
                None => ruling,
            }
        }
        Requirement::RookMoveStands => ruling.and(rook_move_stands(game, by)),
        Requirement::Annul if game.turn.altered.is_some() => {
            let offender = !player;
            let mut ruling = ruling.so(Consequence::UndoAlteration);
            if !game.turn.touched.is_empty() {
                // `"II.6(d)"`: the penalty is for him only who had touched no man before he required annulment.
                ruling = ruling.so(Consequence::Settle(offender));
            }
            ruling
        }
        Requirement::Retract => retract(game, ruling, right),
        Requirement::Annul => ruling.so(Consequence::End(means::annulled(game, right.clause))),
        Requirement::ReplacePromoted => match square.or(match right.act {
            Act::Require { square, .. } => square,
            _ => None,
        }) {
            Some(square) => ruling.so(Consequence::ReplaceToken(square)),
            None => ruling,
        },
        _ => ruling,
    }
}

/// What is called by another name in the codes where insisting on a thing is pointing it out.
fn insisting(game: &Game, what: Requirement) -> Option<jadoube_game::Error> {
    let at_once = matches!(
        SECOND_MOVE[game.terms.code].value,
        SecondMove::AnnulOrStand | SecondMove::RetractAndPlayTheMan
    );
    match what {
        Requirement::AdjustBoard | Requirement::Recommence if at_once => Some(jadoube_game::Error::Board),
        Requirement::Rectify | Requirement::AddMen | Requirement::RemoveOdds if at_once => {
            Some(jadoube_game::Error::Men)
        }
        _ => None,
    }
}

/// A move is taken back: `"V"`, `"VIII"`, `"XVIII"`, `"XX"`.
fn retract(game: &Game, ruling: Ruling, right: &Right) -> Ruling {
    if game.turn.altered.is_some() {
        return ruling.and(out_of_turn::retracted(game));
    }
    if let Some(irregularity) = neglected_check(game) {
        return ruling
            .so(Consequence::Settle(irregularity.by))
            .so(means::restore(&irregularity.turn, irregularity.past));
    }
    let recalls_a_check = right.party == Party::from(game.turn_to_play());
    if recalls_a_check && let Some(turn) = check_to_recall(game) {
        let text = "both last moves go back".to_owned();
        return means::attend_to_the_check(game, turn, cite!(xxv, "XVIII"), text);
    }
    match cry_to_recall(game).and_then(|turn| Some((turn, game.past.get(turn)?))) {
        Some((turn, past)) => ruling
            .so(Consequence::Settle(!past.standing.player))
            .so(means::restore(&past.standing, turn)),
        None => ruling,
    }
}

/// Requirements that an older code does not give, or gives no longer.
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

fn rook_move_stands(game: &Game, by: Colour) -> Ruling {
    let Some(offence) = rook_first(game) else {
        // The King is still in his hand, and goes back from it; he is not touched out of turn besides.
        return Ruling::silent()
            .so(Consequence::EmptyHand(!by))
            .so(Consequence::DropTouches(!by));
    };
    let Some(before) = &offence.turn.position else {
        return Ruling::silent();
    };
    let Some(castling) = game.past.last().and_then(|last| last.mv) else {
        return Ruling::silent();
    };
    let Some(wing) = castling.wing() else {
        return Ruling::silent();
    };
    let (corner, beside) = jadoube_game::rook_squares(castling.from(), wing);
    let Some(rook_move) = before.find_move(corner, beside, None) else {
        return Ruling::silent();
    };
    let next = before.play(rook_move);
    let standing = Standing {
        men: offence.turn.men.after(rook_move, &next),
        player: by,
        position: Some(next),
    };
    Ruling::silent()
        .so(Consequence::Reinterpret(rook_move, Box::new(standing)))
        .so(Consequence::Settle(!by))
}

fn not_open(game: &Game, what: Requirement) -> Ruling {
    if HELD_MAN[game.terms.code].value == HeldMan::HisUntilQuitted {
        return match what {
            Requirement::Retract => Ruling::refuse(
                cite!(fide_1931, "annexe.v"),
                "a legal move is not retracted, nor an illegal one at this word and time",
            ),
            Requirement::Annul | Requirement::ReplaceMan => Ruling::refuse(
                cite!(fide_1931, "12.ii"),
                "the number and position of the men have not been altered illegally in this turn",
            ),
            _ => Ruling::refuse(
                cite!(fide_1931, "13(a)"),
                "the laws give no such right: a move is his until he quits the man",
            ),
        };
    }
    match what {
        Requirement::Annul => {
            let clause = if first_move::wrong_player_began(game) {
                cite!(bcc, "II.1(b)")
            } else {
                cite!(bcc, "II.2")
            };
            Ruling::refuse(
                clause,
                "nothing that can be annulled has been pointed out in time",
            )
        }
        Requirement::ReplaceMan | Requirement::RemoveHand | Requirement::Quit => {
            Ruling::refuse(cite!(bcc, "II.5(a)"), "no man is held that could be let go")
        }
        Requirement::CompleteCastling | Requirement::RookMoveStands => Ruling::refuse(
            cite!(bcc, "II.5(f)"),
            "no castling has been begun irregularly, or a man has been touched since",
        ),
        Requirement::ReplacePromoted => Ruling::refuse(
            cite!(bcc, "II.4(b)"),
            "no promoted man of the opponent's stands in another's place, or it is not the time",
        ),
        _ => Ruling::refuse_plainly("the code gives no such right here"),
    }
}

/// Consent to what would otherwise be an offence.
pub(crate) fn consent(game: &Game, event: &Event, what: &str) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if HELD_MAN[game.terms.code].value == HeldMan::HisUntilQuitted && what == Requirement::Retract.word() {
        return Ruling::refuse(
            cite!(fide_1931, "annexe.v"),
            "a legal move is not taken back, even where the opponent agrees",
        );
    }
    if HELD_MAN[game.terms.code].value == HeldMan::HisUntilQuitted {
        // No clause asks for consent; it is kept for what the umpire may make of it.
        return Ruling::silent().so(Consequence::Consent(by, what.to_owned()));
    }
    let of_the_british_code = SECOND_MOVE[game.terms.code].value == SecondMove::AnnulAndPunish;
    let clause = match what {
        _ if !of_the_british_code => return Ruling::silent().so(Consequence::Consent(by, what.to_owned())),
        "substitute" if by == game.turn_to_play() => cite!(bcc, "II.6(d)"),
        "substitute" => cite!(bcc, "II.6(c)"),
        "second-board" => cite!(bcc, "II.9(b)"),
        "book" => cite!(bcc, "II.9(c)"),
        "assistance" => cite!(bcc, "II.9(d)"),
        _ => return Ruling::silent().so(Consequence::Consent(by, what.to_owned())),
    };
    let mut ruling = Ruling::silent()
        .finding(clause, by, format!("{by} consents: {what}"))
        .so(Consequence::Consent(by, what.to_owned()));
    if what == "substitute" && game.turn.illegal.is_some() {
        ruling = ruling.so(Consequence::Settle(!by));
    }
    ruling
}
