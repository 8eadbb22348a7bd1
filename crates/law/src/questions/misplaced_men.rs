//! An error is pointed out: in the board, the men, the first move, an old move, a dropped man, a resumed position.

use crate::{
    code::{
        Alike, Answer,
        Authority::{Clauses, Reading},
        ByCode, Clause, alike, answers, says,
    },
    facts, means,
    questions::{
        false_move::{self, FalseMove, FoundLater},
        first_move, penalties, touch,
    },
};
use core::num::NonZeroU32;
use jadoube_board::{Board, Castling, Colour, Kind, Man, Square, Wing};
use jadoube_game::{
    Act, Consequence, Deed, Dispute, Error, Event, Game, Irregularity, Men, OffenceKind, Party, Requirement,
    Right, Ruling, Standing, Status, king_square, rook_squares,
};

question! {
    "An error is pointed out: in the board, the men, the first move, an old move, a dropped man, a resumed position.";
    tables: BOARD, MEN, ARRAY, FOUND_LATE, DROPPED_MAN;
    "A misplaced man is put right while there is time, and afterwards stays." => xxv "II";
    "A man promised as odds and left on the board is taken off while there is time." => xxv "IV";
    "A forgotten man is added while there is time." => xxv "III";
    "A dropped man is for bystanders to restore." => xxv "XXV";
    "A check neglected some moves ago is pointed out." => bca_1862 "VIII", xxv "XIX";
    "A false move found within four moves goes back." => bca_1862 "VII";
    "An irregularity must be noticed before a man is touched." => xxv "XXIV";
    "Men changed without a move are put back when it is found." => fide_1931 "12.ii";
    "An illegal move found later is put back, and play goes on from there." => fide_1931 "17(d)";
    "A move that left the King in check is pointed out." => fide_1931 "9.vi";
    "An illegal move is pointed out in time." => fide_1931 "17";
    "A wrong board or array is pointed out." => fide_1931 "12.i", bcc "II.2";
    "An illegal move found after the reply is put back without a penalty." => bcc "II.6(e)";
}

law! {
    /// What follows from an error in the board or the men at the start.
    pub enum Misplaced {
        /// Either player may have the game annulled, if it is pointed out before the second player's fourth move.
        EitherMayAnnul,
        /// The game is annulled, whenever it is found.
        Annulled,
        /// The same, as soon as anyone says so.
        AnnulledAtOnce,
        /// It is put right, or the game begun again, within four moves; after that it stays.
        RectifiedWithinFourMoves,
        /// The board is turned; the game goes on.
        Adjusted,
    }
}

law! {
    /// The board stands the wrong way.
    pub static BOARD: ByCode<Answer<Misplaced>> = answers(ByCode {
        xxv:       says(Misplaced::RectifiedWithinFourMoves, &["I"]),
        bca_1862:  says(Misplaced::Adjusted,                 &["I"]),
        bcc_1896:  says(Misplaced::EitherMayAnnul,           &["II.2"]),
        bcc_1899:  says(Misplaced::EitherMayAnnul,           &["II.2"]),
        fide_1931: says(Misplaced::Annulled,                 &["12.i"]),
        fide_2023: says(Misplaced::Adjusted,                 &["7.2.2"]),
    });
}

law! {
    /// The men were set up wrongly.
    pub static MEN: ByCode<Answer<Misplaced>> = answers(ByCode {
        xxv:       says(Misplaced::RectifiedWithinFourMoves, &["II", "III", "IV"]),
        bca_1862:  says(Misplaced::AnnulledAtOnce,           &["II"]),
        bcc_1896:  says(Misplaced::EitherMayAnnul,           &["II.2"]),
        bcc_1899:  says(Misplaced::EitherMayAnnul,           &["II.2"]),
        fide_1931: says(Misplaced::Annulled,                 &["12.i"]),
        fide_2023: says(Misplaced::AnnulledAtOnce,           &["7.2.1"]),
    });
}

law! {
    /// How the men stand at the commencement of an ordinary game.
    pub static ARRAY: Alike = alike("As everywhere: the pieces on the first rank with the Queen on her own colour, the Pawns before them.", ByCode {
        xxv:       Reading("XXV-2"),
        bca_1862:  Reading("BCA-11"),
        bcc_1896:  Clauses(&["I.5(b)"]),
        bcc_1899:  Clauses(&["I.5(b)"]),
        fide_1931: Clauses(&["4.i"]),
        fide_2023: Clauses(&["2.3"]),
    });
}

law! {
    /// What becomes of an error in setting up that is found too late.
    pub enum FoundLate {
        /// The umpire settles it, with worked cases to guide him.
        UmpireWithTheAppendix,
        /// The parties settle it; the law gives nothing.
        ForTheParties,
        /// The game goes on as it is.
        GameGoesOn,
        /// There is no such time: it is never too late while the game lasts.
        NeverTooLate,
        /// It is never too late, nor immediately after the end.
        NeverTooLateNorAfterTheEnd,
    }
}

law! {
    /// An error in setting up found too late.
    pub static FOUND_LATE: ByCode<Answer<FoundLate>> = answers(ByCode {
        xxv:       says(FoundLate::GameGoesOn,            &["II", "III"]),
        bca_1862:  says(FoundLate::NeverTooLate,          &["II"]),
        bcc_1896:  says(FoundLate::ForTheParties,         &["II.2"]),
        bcc_1899:  says(FoundLate::UmpireWithTheAppendix, &["appendix(5)", "II.2"]),
        fide_1931: says(FoundLate::NeverTooLateNorAfterTheEnd, &["12.i"]),
        fide_2023: says(FoundLate::NeverTooLate,          &["7.2.1"]),
    });
}

law! {
    /// What becomes of a man that fell, or was taken off outside a move.
    pub enum DroppedMan {
        /// It is put back; an illegality if play went on without it.
        PutBackOrUndone,
        /// It is put back, and all moves made without it go back, however many.
        MovesRetracted,
        /// It is put back; nothing is provided once moves have been made without it.
        PutBackAtOnce,
    }
}

law! {
    /// A man that fell off the board.
    pub static DROPPED_MAN: ByCode<Answer<DroppedMan>> = answers(ByCode {
        xxv:       says(DroppedMan::PutBackAtOnce,   &["VII", "XXV"]),
        bca_1862:  says(DroppedMan::MovesRetracted,  &["II"]),
        bcc_1896:  says(DroppedMan::PutBackOrUndone, &["II.5(g)", "II.6(e)"]),
        bcc_1899:  says(DroppedMan::PutBackOrUndone, &["II.5(g)", "II.6(e)"]),
        fide_1931: says(DroppedMan::PutBackOrUndone, &["14.iii", "12.ii"]),
        fide_2023: says(DroppedMan::PutBackOrUndone, &["7.6", "7.4.1"]),
    });
}

/// The game as it began, or began again.
pub(crate) fn began(game: &Game) -> &Standing {
    game.past.first().map_or(&game.standing, |first| &first.standing)
}

fn governing(answer: &Answer<Misplaced>) -> &'static str {
    answer.authority.governing().unwrap_or_default()
}

/// The board is wrong, in a code where saying so takes effect at once.
fn board_at_once(game: &Game, event: &Event) -> Option<Ruling> {
    let answer = &BOARD[game.terms.code];
    let clause = governing(answer);
    match answer.value {
        Misplaced::EitherMayAnnul | Misplaced::Annulled | Misplaced::AnnulledAtOnce => None,
        Misplaced::Adjusted => {
            let text =
                "the board is turned so that each player has a white corner at his right; the game goes on";
            Some(Ruling::silent().finding(clause, event.by, text))
        }
        Misplaced::RectifiedWithinFourMoves => Some(if event.by.player().is_none() {
            Ruling::refuse(clause, "it is for the players to insist on it")
        } else if game.completed.iter().all(|&moves| moves >= 4) {
            Ruling::refuse(
                clause,
                "each player has made four moves: nothing can be altered in this game",
            )
        } else {
            let start = began(game).clone();
            Ruling::silent()
                .finding(
                    clause,
                    event.by,
                    "the board is placed properly and the game begun again",
                )
                .so(Consequence::Settle(Colour::White))
                .so(Consequence::Settle(Colour::Black))
                .so(Consequence::Restore(Box::new(start), 0))
        }),
    }
}

/// The men are wrong, in a code where saying so takes effect at once.
fn men_at_once(game: &Game, event: &Event) -> Option<Ruling> {
    let answer = &MEN[game.terms.code];
    match answer.value {
        Misplaced::EitherMayAnnul | Misplaced::Annulled | Misplaced::Adjusted => None,
        Misplaced::AnnulledAtOnce => {
            let clause = governing(answer);
            let proper = facts::array::proper_board(game.terms.odds.as_ref()).ok()?;
            if &proper == game.first.men.board() {
                return Some(Ruling::refuse(
                    clause,
                    "the men stood as they should at the commencement of the game",
                ));
            }
            let text = "the men were not properly placed at the beginning: the game is annulled";
            Some(
                Ruling::silent()
                    .finding(clause, event.by, text)
                    .so(Consequence::End(means::annulled(game, clause))),
            )
        }
        Misplaced::RectifiedWithinFourMoves => Some(match event.by.player() {
            Some(by) => set_right(game, by),
            None => Ruling::refuse(governing(answer), "it is for the players to insist on it"),
        }),
    }
}

/// How the men stood wrongly at the start.
struct Faults {
    /// Men promised as odds and left on the board.
    odds_left: Vec<Square>,
    /// Men not on the board at all, with the squares they belong on.
    omitted: Vec<(Square, Man)>,
    /// Men on wrong squares, and the right ones.
    misplaced: Vec<(Square, Square, Man)>,
}

impl Faults {
    fn of(game: &Game) -> Option<Self> {
        let proper = facts::array::proper_board(game.terms.odds.as_ref()).ok()?;
        let start = began(game).men.board();
        let mut surplus: Vec<(Square, Man)> = start
            .iter()
            .filter(|(square, man)| proper.get(*square) != Some(*man))
            .collect();
        let missing: Vec<(Square, Man)> = proper
            .iter()
            .filter(|(square, man)| start.get(*square) != Some(*man))
            .collect();
        let mut faults = Faults {
            odds_left: Vec::new(),
            omitted: Vec::new(),
            misplaced: Vec::new(),
        };
        for (square, man) in missing {
            match surplus.iter().position(|(_, other)| *other == man) {
                Some(at) => faults.misplaced.push((surplus.remove(at).0, square, man)),
                None => faults.omitted.push((square, man)),
            }
        }
        for (square, man) in surplus {
            let promised = proper.get(square).is_none() && Board::ARRAY.get(square) == Some(man);
            if promised
                && game
                    .terms
                    .odds
                    .as_ref()
                    .is_some_and(|odds| odds.giver == man.colour)
            {
                faults.odds_left.push(square);
            }
        }
        Some(faults)
    }
}

/// Whether the giver of odds has left the men he promised on the board, beyond his liberty to remove them: `"IV"`.
pub(crate) fn odds_were_forgotten(game: &Game) -> Option<Colour> {
    if MEN[game.terms.code].value != Misplaced::RectifiedWithinFourMoves {
        return None;
    }
    let giver = game.terms.odds.as_ref()?.giver;
    let left = !Faults::of(game)?.odds_left.is_empty();
    (left && game.completed[giver.index()] >= 4).then_some(giver)
}

/// `"II"`, `"III"`, `"IV"`: what this player may have put right, each within his own first three moves.
fn set_right(game: &Game, by: Colour) -> Ruling {
    let Some(faults) = Faults::of(game) else {
        return Ruling::refuse(cite!(xxv, "II"), "how the men ought to stand is not known");
    };
    let late = game.completed[by.index()] >= 4;
    let gives = game.terms.odds.as_ref().is_some_and(|odds| odds.giver == by);
    let settled = |clause: Clause, text: String| {
        Ruling::silent()
            .finding(clause, by, text)
            .so(Consequence::Settle(Colour::White))
            .so(Consequence::Settle(Colour::Black))
    };
    if !faults.odds_left.is_empty() {
        let clause = cite!(xxv, "IV");
        if !gives {
            return Ruling::refuse(clause, "only he who gave the odds may remove the man promised");
        }
        if late {
            let why =
                "he has played his fourth move: he must finish the game with all his men, and cannot win it";
            return Ruling::refuse(clause, why);
        }
        let start = began(game);
        let mut board = *start.men.board();
        for square in &faults.odds_left {
            board.set(*square, None);
        }
        let men = start.men.set_right(board, castling_of(&start.men, &board, &[]));
        let standing = Standing::new(men, start.player, game.movement);
        let text = format!("{by} removes the man he promised as odds, and the game begins again");
        return settled(clause, text).so(Consequence::Restore(Box::new(standing), 0));
    }
    let now = &game.standing.men;
    let mut board = *now.board();
    let forgotten: Vec<(Square, Man)> = faults
        .omitted
        .iter()
        .copied()
        .filter(|(square, man)| man.colour == by && began(game).men.board().get(*square).is_none())
        .filter(|(square, _)| now.get(*square).is_none())
        .collect();
    if !forgotten.is_empty() {
        let clause = cite!(xxv, "III");
        if late {
            return Ruling::refuse(
                clause,
                "he has made his fourth move: he must go on without the men he forgot",
            );
        }
        for (square, man) in &forgotten {
            board.set(*square, Some(*man));
        }
        let squares: Vec<Square> = forgotten.iter().map(|(square, _)| *square).collect();
        let text = format!("{by} adds what he forgot to place");
        return settled(clause, text).so(changed(game, board, &squares));
    }
    if faults.misplaced.is_empty() {
        let (clause, why) = if faults.omitted.is_empty() {
            (
                cite!(xxv, "II"),
                "the men stood as they should at the commencement of the game",
            )
        } else {
            (
                cite!(xxv, "III"),
                "only he who forgot men may add them, each to its own square if that is vacant",
            )
        };
        return Ruling::refuse(clause, why);
    }
    let clause = cite!(xxv, "II");
    if late {
        return Ruling::refuse(
            clause,
            "he has played his fourth move: the game must proceed as if the men had been properly placed",
        );
    }
    for (wrong, _, man) in &faults.misplaced {
        let same = now.id(*wrong) == began(game).men.id(*wrong) && now.get(*wrong) == Some(*man);
        if !same {
            return Ruling::refuse(
                cite!(reading, "XXV-6"),
                "the misplaced man has since moved or been taken, or is in its place: it cannot be rectified",
            );
        }
        board.set(*wrong, None);
    }
    let mut squares = Vec::new();
    for (_, right, man) in &faults.misplaced {
        if board.get(*right).is_some() {
            return Ruling::refuse(
                cite!(reading, "XXV-6"),
                "another man stands where the misplaced man belongs: it cannot be rectified",
            );
        }
        board.set(*right, Some(*man));
        squares.push(*right);
    }
    let text = format!("{by} insists: what was misplaced is put on its proper square");
    settled(clause, text).so(changed(game, board, &squares))
}

/// The present turn goes on with these men instead.
fn changed(game: &Game, board: Board, squares: &[Square]) -> Consequence {
    let men = &game.standing.men;
    let men = men.set_right(board, castling_of(men, &board, squares));
    let standing = Standing::new(men, game.turn_to_play(), game.movement);
    Consequence::Restore(Box::new(standing), game.past.len())
}

/// The rights to castle that stay, and those that men now put on their squares bring.
fn castling_of(men: &Men, board: &Board, added: &[Square]) -> Castling {
    let mut castling = Castling::NONE;
    for colour in Colour::BOTH {
        let home = king_square(colour);
        for wing in Wing::BOTH {
            let corner = rook_squares(home, wing).0;
            let stands = board.get(home) == Some(Man::new(colour, Kind::King))
                && board.get(corner) == Some(Man::new(colour, Kind::Rook));
            let unmoved = |square: Square| {
                added.contains(&square) || men.id(square).is_some_and(|id| !men.has_moved(id))
            };
            let kept = men.castling().contains(colour, wing);
            let gained =
                (added.contains(&home) || added.contains(&corner)) && unmoved(home) && unmoved(corner);
            if stands && (kept || gained) {
                castling = castling.with(colour, wing);
            }
        }
    }
    castling
}

/// A man falls, or is taken off outside a move: the game goes on without it until it is found.
pub(crate) fn dropped(game: &Game, deed: &Deed, square: Square) -> Ruling {
    let clause = DROPPED_MAN[game.terms.code]
        .authority
        .governing()
        .unwrap_or_default();
    let text = format!("the man on {square} is off the board otherwise than by a move: it must be put back");
    if game.turn.altered.is_some() {
        // A second move in succession is still in question: what stood before it will be put back whole.
        return Ruling::silent()
            .finding(clause, deed.by, text)
            .so(Consequence::Perform(Box::new(deed.clone())));
    }
    let past = game.past.len();
    let first = game
        .ledger
        .irregularities
        .iter()
        .find(|each| each.kind == OffenceKind::RemovedByMistake && each.past == past);
    let turn = first.map_or_else(|| game.standing.clone(), |first| first.turn.clone());
    let standing = Standing::new(deed.men.clone(), game.turn_to_play(), game.movement);
    let irregularity = Irregularity {
        by: deed.by,
        kind: OffenceKind::RemovedByMistake,
        number: game.hand_moves,
        turn,
        past,
        since: [0, 0],
    };
    let ruling = Ruling::silent()
        .finding(clause, deed.by, text)
        .so(Consequence::Restore(Box::new(standing), past))
        .so(Consequence::Record(Box::new(irregularity)));
    still_bound(game, ruling)
}

/// The turn goes on: what the player owed in it he owes still.
fn still_bound(game: &Game, ruling: Ruling) -> Ruling {
    match &game.ledger.duty {
        Some(duty) => ruling.so(Consequence::Bind(duty.clone())),
        None => ruling,
    }
}

/// Whether a man is missing from the board in this very turn, so that nothing on it ends the game.
pub(crate) fn a_man_is_missing(game: &Game) -> bool {
    DROPPED_MAN[game.terms.code].value != DroppedMan::PutBackOrUndone
        && game
            .ledger
            .irregularities
            .iter()
            .any(|each| each.kind == OffenceKind::RemovedByMistake && each.past == game.past.len())
}

/// `"II"`: the man goes back, and with it every move made in its absence.
fn restore_the_man(game: &Game) -> Ruling {
    let answer = &DROPPED_MAN[game.terms.code];
    let clause = answer.authority.governing().unwrap_or_default();
    let Some(irregularity) = game
        .ledger
        .irregularities
        .iter()
        .find(|each| each.kind == OffenceKind::RemovedByMistake)
    else {
        return Ruling::refuse(clause, "no man has been dropped or taken off by mistake");
    };
    let since = game.past.len() > irregularity.past;
    if since && answer.value == DroppedMan::PutBackAtOnce {
        return Ruling::refuse(
            cite!(xxv, "XXV"),
            "moves have been made without it, for which no law provides: it is for the bystanders",
        );
    }
    let text = if since {
        "the moves made in the man's absence are retracted, and it is restored"
    } else {
        "the man is put back on its square"
    };
    let ruling = Ruling::silent()
        .finding(clause, irregularity.by, text)
        .so(means::restore(&irregularity.turn, irregularity.past));
    if since { ruling } else { still_bound(game, ruling) }
}

fn is_about_check(irregularity: &Irregularity) -> bool {
    matches!(
        irregularity.kind,
        OffenceKind::NeglectedCheck | OffenceKind::ExposedKing
    )
}

/// 1862: whether this illegality can now be pointed out, and by this party.
fn can_be_pointed_out(game: &Game, irregularity: &Irregularity, by: Party) -> bool {
    let answered = irregularity.since[(!irregularity.by).index()] > 0;
    match irregularity.kind {
        OffenceKind::RemovedByMistake => false,
        // `"VIII"`: at any time; before it is answered the choice is the opponent's.
        OffenceKind::NeglectedCheck => answered || by == Party::from(!irregularity.by),
        OffenceKind::ExposedKing => answered,
        // `"VII"`, reading BCA-24: until both have made five moves since.
        _ => {
            answered
                && irregularity.since.iter().any(|&moves| moves < 5)
                && game.past.len() > irregularity.past
        }
    }
}

/// `"VII"`, `"VIII"`: an illegality found after it was answered; what followed it goes back, and it too.
fn within_four_moves(game: &Game, event: &Event, error: Error, number: Option<u32>) -> Ruling {
    let wanted = |each: &&Irregularity| {
        each.kind != OffenceKind::RemovedByMistake
            && number.is_none_or(|number| each.number == number)
            && (error == Error::IllegalMove || is_about_check(each))
    };
    let found = game
        .ledger
        .irregularities
        .iter()
        .filter(wanted)
        .find(|each| can_be_pointed_out(game, each, event.by));
    let Some(irregularity) = found else {
        let (clause, why) = match game.ledger.irregularities.iter().find(wanted) {
            None if error == Error::KingLeftInCheck => {
                (cite!(bca_1862, "VIII"), "no King has been left in check")
            }
            None => (
                cite!(bca_1862, "VII"),
                "no uncorrected illegal move of that description stands in the game",
            ),
            Some(each) if each.since[(!each.by).index()] == 0 => (
                cite!(bca_1862, "VII"),
                "it has not been replied to: the opponent may still choose what is to be done about it",
            ),
            Some(_) => (
                cite!(bca_1862, "VII"),
                "more than four moves of each player have followed: the game is played out as it stands",
            ),
        };
        return Ruling::refuse(clause, why);
    };
    let (clause, text) = if is_about_check(irregularity) {
        (
            cite!(bca_1862, "VIII"),
            "a King was left in check: all the moves made since are retracted",
        )
    } else {
        (
            cite!(bca_1862, "VII"),
            "the illegal move is retracted, and all that were made after it",
        )
    };
    Ruling::silent()
        .finding(clause, irregularity.by, text)
        .so(Consequence::Settle(Colour::White))
        .so(Consequence::Settle(Colour::Black))
        .so(means::restore(&irregularity.turn, irregularity.past))
}

/// The Twenty-five Laws: only a check is seen to afterwards (`"XIX"`); anything else had to be noticed at once (`"XXIV"`).
fn only_check(game: &Game, error: Error) -> Ruling {
    if error == Error::IllegalMove {
        return Ruling::refuse(
            cite!(xxv, "XXIV"),
            "an irregularity must be noticed before a man is touched, and then its penalty named",
        );
    }
    let clause = cite!(xxv, "XIX");
    let Some((turn, player)) = in_check_for_several_moves(game) else {
        return Ruling::refuse(clause, "no King was left in check for several moves");
    };
    let text = format!(
        "{player}'s King has been in check for several moves: they are put back, and he must attend to the check"
    );
    means::attend_to_the_check(game, turn, clause, text)
}

/// Where a King now in check has been so for two or more of his player's moves: the first of those turns.
fn in_check_for_several_moves(game: &Game) -> Option<(usize, Colour)> {
    if false_move::FOUND_LATER[game.terms.code].value != FoundLater::OnlyCheck {
        return None;
    }
    Colour::BOTH.into_iter().find_map(|player| {
        let attacked = |standing: &Standing| {
            let board = standing.men.board();
            board
                .king(player)
                .is_some_and(|king| !board.attackers(king, !player).is_empty())
        };
        if !attacked(&game.standing) {
            return None;
        }
        let (mut count, mut first) = (0, None);
        for (at, past) in game.past.iter().enumerate().rev() {
            if past.standing.player != player {
                continue;
            }
            let after = game
                .past
                .get(at + 1)
                .map_or(&game.standing, |next| &next.standing);
            if !attacked(&past.standing) || !attacked(after) {
                break;
            }
            count += 1;
            first = Some(at);
        }
        first.filter(|_| count >= 2).map(|at| (at, player))
    })
}

/// A start that was meant for the ordinary array, and went wrong.
fn looks_like_a_wrong_array(game: &Game) -> bool {
    let Ok(proper) = facts::array::proper_board(game.terms.odds.as_ref()) else {
        return false;
    };
    let start = game.first.men.board();
    let wrong = Square::ALL
        .iter()
        .filter(|square| start.get(**square) != proper.get(**square))
        .count();
    (1..=4).contains(&wrong)
}

/// Rights to point out what, in these codes, takes effect at once.
fn rights_at_once(game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    let mut may = |party: Party, error: Error, number: Option<u32>, clause: &'static str, text: &str| {
        rights.push(Right {
            party,
            act: Act::PointOut {
                error,
                number: number.and_then(NonZeroU32::new),
            },
            clause,
            text: text.to_owned(),
        });
    };
    let players = [Party::White, Party::Black];
    let code = game.terms.code;
    if first_move::WRONG_PLAYER[code].value == first_move::WrongPlayer::AnnulledWithinFourMoves
        && first_move::wrong_player_began(game)
        && first_move::in_time(game)
    {
        let clause = first_move::WRONG_PLAYER[code]
            .authority
            .governing()
            .unwrap_or_default();
        for party in players {
            may(
                party,
                Error::FirstMove,
                None,
                clause,
                "the wrong player began: the game is annulled",
            );
        }
    }
    if looks_like_a_wrong_array(game) {
        for player in Colour::BOTH {
            let event = Event::new(player, Act::Refuse);
            if let Some(ruling) = men_at_once(game, &event).filter(|ruling| ruling.refused.is_none())
                && let Some(finding) = ruling.findings.first()
            {
                may(
                    Party::from(player),
                    Error::Men,
                    None,
                    finding.clause,
                    &finding.text,
                );
            }
        }
    }
    if DROPPED_MAN[code].value != DroppedMan::PutBackOrUndone {
        let ruling = restore_the_man(game);
        if ruling.refused.is_none()
            && let Some(finding) = ruling.findings.first()
        {
            for party in players {
                may(party, Error::DroppedMan, None, finding.clause, &finding.text);
            }
        }
    }
    if let Some((_, player)) = in_check_for_several_moves(game) {
        let text = format!("{player}'s King has been in check for several moves: they are put back");
        for party in players {
            may(
                party,
                Error::KingLeftInCheck,
                None,
                cite!(xxv, "XIX").into(),
                &text,
            );
        }
    }
    if false_move::FOUND_LATER[code].value == FoundLater::WithinFourMoves {
        for irregularity in &game.ledger.irregularities {
            for party in players {
                if can_be_pointed_out(game, irregularity, party) {
                    let (error, clause, text) = if is_about_check(irregularity) {
                        (
                            Error::KingLeftInCheck,
                            cite!(bca_1862, "VIII"),
                            "a King was left in check: retract the moves made since",
                        )
                    } else {
                        (
                            Error::IllegalMove,
                            cite!(bca_1862, "VII"),
                            "an illegal move was answered: retract it and what followed",
                        )
                    };
                    may(party, error, Some(irregularity.number), clause.into(), text);
                }
            }
        }
    }
    rights
}

pub(crate) fn point_out(game: &Game, event: &Event, error: Error, number: Option<u32>) -> Ruling {
    if game.status.is_over() {
        return after_the_end(game, event, error);
    }
    match error {
        Error::Board if let Some(ruling) = board_at_once(game, event) => ruling,
        Error::Men if let Some(ruling) = men_at_once(game, event) => ruling,
        Error::Board => at_the_start(game, event, error, BOARD[game.terms.code].authority.governing()),
        Error::Men => {
            if stood_as_they_should(game) {
                let clause = ARRAY[game.terms.code].governing().unwrap_or_default();
                return Ruling::refuse(
                    clause,
                    "the men stood as they should at the commencement of the game",
                );
            }
            at_the_start(game, event, error, MEN[game.terms.code].authority.governing())
        }
        Error::FirstMove => {
            let clause = first_move::WRONG_PLAYER[game.terms.code]
                .authority
                .governing()
                .unwrap_or_default();
            if !first_move::wrong_player_began(game) {
                return Ruling::refuse(
                    clause,
                    "the first move was made by the player who had the right to it",
                );
            }
            if !first_move::in_time(game) {
                return Ruling::refuse(
                    clause,
                    "it is too late: the opponent has completed his fourth move",
                );
            }
            if first_move::WRONG_PLAYER[game.terms.code].value
                == first_move::WrongPlayer::AnnulledWithinFourMoves
            {
                let text = "the wrong player began, and it is noticed in time: the game is annulled";
                return Ruling::silent()
                    .finding(clause, event.by, text)
                    .so(Consequence::End(means::annulled(game, clause)));
            }
            Ruling::silent()
                .finding(
                    clause,
                    event.by,
                    "the wrong first move is pointed out in time: the game may be annulled",
                )
                .so(Consequence::PointedOut(error))
        }
        Error::IllegalMove | Error::KingLeftInCheck => match false_move::FALSE_MOVE[game.terms.code].value {
            FalseMove::Retracted => federation(game, event.by.player(), number),
            FalseMove::TurnGoesOn => old_move(game, number),
            FalseMove::PutBackOncePressed => {
                let clause = false_move::FALSE_MOVE[game.terms.code].authority.governing();
                Ruling::refuse(clause.unwrap_or_default(), "no illegal move is on record")
            }
            FalseMove::AdversaryChooses => within_four_moves(game, event, error, number),
            FalseMove::AdversaryMayLetItStand => only_check(game, error),
        },
        Error::DroppedMan => match DROPPED_MAN[game.terms.code].value {
            DroppedMan::MovesRetracted | DroppedMan::PutBackAtOnce => restore_the_man(game),
            DroppedMan::PutBackOrUndone => dropped_man(game),
        },
        Error::ResumedPosition
        | Error::TouchedMan
        | Error::Colours
        | Error::Clock
        | Error::DisplacedMan
        | Error::IllegalPosition => Ruling::refuse_plainly(format!(
            "this code has no rule for an error that is pointed out as \"{error}\""
        )),
    }
}

fn after_the_end(game: &Game, event: &Event, error: Error) -> Ruling {
    let never_too_late = FOUND_LATE[game.terms.code].value == FoundLate::NeverTooLateNorAfterTheEnd;
    if never_too_late && game.status != Status::Annulled {
        // "12.i": proved immediately after the game.
        match error {
            Error::Board => return annulled(game, event, BOARD[game.terms.code].authority.governing()),
            Error::Men if !stood_as_they_should(game) => {
                return annulled(game, event, MEN[game.terms.code].authority.governing());
            }
            _ => {}
        }
    }
    let clause = game.outcome.as_ref().and_then(|outcome| outcome.clause);
    let why = match error {
        Error::Board | Error::Men => "the game is finished: what follows is for the umpire",
        _ => "the game is finished",
    };
    Ruling {
        refused: Some(jadoube_game::Refusal {
            clause,
            why: why.to_owned(),
        }),
        ..Ruling::default()
    }
}

/// `"II.2"`: in time, either player may require annulment; later, only the umpire (in 1899 with the appendix's help).
fn at_the_start(game: &Game, event: &Event, error: Error, clause: Option<&'static str>) -> Ruling {
    if MEN[game.terms.code].value == Misplaced::Annulled
        && BOARD[game.terms.code].value == Misplaced::Annulled
    {
        return annulled(game, event, clause);
    }
    let clause = clause.unwrap_or_default();
    if game.completed[second_player(game).index()] < 4 {
        return Ruling::silent()
            .finding(
                clause,
                event.by,
                "the error is pointed out in time: either player may have the game annulled",
            )
            .so(Consequence::PointedOut(error));
    }
    if FOUND_LATE[game.terms.code].value == FoundLate::UmpireWithTheAppendix && error == Error::Men {
        let clause = FOUND_LATE[game.terms.code].clause();
        let dispute = Dispute {
            by: Some(event.by),
            question: "an error in setting up the men, found after the second player's fourth move"
                .to_owned(),
            clause: Some(clause),
            ended: None,
        };
        let text = "it is too late for the law to annul: the umpire settles it in equity";
        return Ruling::silent()
            .finding(clause, event.by, text)
            .so(Consequence::Suspend(Box::new(dispute)));
    }
    Ruling::refuse(clause, "it is too late: the second player has made four moves")
}

/// Whether the men stood at the start as the ordinary array less the odds.
fn stood_as_they_should(game: &Game) -> bool {
    let proper = facts::array::proper_board(game.terms.odds.as_ref());
    proper.is_ok_and(|proper| &proper == game.first.men.board())
}

/// `"12.i"`: an error in board or men at the start annuls the game, whoever proves it.
fn annulled(game: &Game, event: &Event, clause: Option<&'static str>) -> Ruling {
    let clause = clause.unwrap_or_default();
    let text = "the board or the men stood wrongly at the start: the game is annulled";
    Ruling::silent()
        .finding(clause, event.by, text)
        .so(Consequence::End(means::annulled(game, clause)))
}

/// He who did not move first (reading BCC-14).
pub(crate) fn second_player(game: &Game) -> Colour {
    !game
        .past
        .first()
        .map_or(game.first.player, |first| first.standing.player)
}

/// `"II.6(e)"`: an illegality that stood is undone whenever it is pointed out.
fn old_move(game: &Game, number: Option<u32>) -> Ruling {
    let clause = false_move::FOUND_LATER[game.terms.code]
        .authority
        .governing()
        .unwrap_or_default();
    let mut found = game
        .ledger
        .irregularities
        .iter()
        .filter(|each| is_open(game, each));
    let irregularity = match number {
        Some(number) => found.find(|each| each.number == number),
        None => found.next(),
    };
    let Some(irregularity) = irregularity else {
        let why = if game.turn.illegal.is_some() || game.turn.altered.is_some() {
            "the opponent has not yet completed a move: the illegality is answered by a penalty or an annulment"
        } else {
            "no uncorrected illegal move of that description stands in the game"
        };
        return Ruling::refuse(clause, why);
    };
    let text = match irregularity.kind {
        OffenceKind::RemovedByMistake => {
            "the mistaken removal is undone: the position of that turn is restored"
        }
        _ => {
            "the illegal move is undone: the position at the commencement of that turn is restored, without penalty"
        }
    };
    Ruling::silent()
        .finding(clause, irregularity.by, text)
        .so(Consequence::Settle(Colour::White))
        .so(Consequence::Settle(Colour::Black))
        .so(means::restore(&irregularity.turn, irregularity.past))
}

/// `"17"` where the opponent objects in time, `"17(d)"` otherwise, `"12.ii"` for other alterations: by anyone (reading FIDE-16).
pub(crate) fn federation(game: &Game, by: Option<Colour>, number: Option<u32>) -> Ruling {
    if let Some(altered) = &game.turn.altered
        && number.is_none_or(|number| number == altered.number)
    {
        let text = "the men were altered illegally: the position before it is reinstated";
        return Ruling::silent()
            .finding(cite!(fide_1931, "12.ii"), altered.by, text)
            .so(Consequence::Settle(altered.by))
            .so(Consequence::UndoAlteration);
    }
    let mut found = game.ledger.irregularities.iter();
    let irregularity = match number {
        Some(number) => found.find(|each| each.number == number),
        None => found.next(),
    };
    let Some(irregularity) = irregularity else {
        return Ruling::refuse(
            cite!(fide_1931, "17(d)"),
            "no illegal move of that description stands in the game",
        );
    };
    if irregularity.past + 1 == game.past.len()
        && let Some(ruling) = penalties::attention_drawn(game, irregularity.by, by)
    {
        return ruling;
    }
    let (clause, text) = if is_a_move(irregularity.kind) {
        (
            cite!(fide_1931, "17(d)"),
            "an illegal move was made and not retracted: the position before it is reinstated",
        )
    } else {
        (
            cite!(fide_1931, "12.ii"),
            "the men were altered illegally: the position before it is reinstated",
        )
    };
    let ruling = Ruling::silent()
        .finding(clause, irregularity.by, text)
        .so(Consequence::Settle(Colour::White))
        .so(Consequence::Settle(Colour::Black))
        .so(means::restore(&irregularity.turn, irregularity.past));
    match touch::adverse_man_put_back(game, irregularity) {
        Some(bound) => ruling.and(bound),
        None => ruling,
    }
}

fn is_a_move(kind: OffenceKind) -> bool {
    matches!(kind, OffenceKind::IllegalMove | OffenceKind::NeglectedCheck)
}

/// What anybody may point out under the F.I.D.E. laws, as long as it has not been put right.
fn federation_rights(game: &Game) -> Vec<Right> {
    let mut rights = Vec::new();
    let mut may = |party: Party, error: Error, number: Option<u32>, clause: Clause, text: &str| {
        rights.push(Right {
            party,
            act: Act::PointOut {
                error,
                number: number.and_then(NonZeroU32::new),
            },
            clause: clause.into(),
            text: text.to_owned(),
        });
    };
    let everybody = [Party::White, Party::Black, Party::Umpire];
    if let Some(altered) = &game.turn.altered {
        let text = "the men were altered illegally: reinstate the position before it";
        for party in everybody {
            may(
                party,
                Error::IllegalMove,
                Some(altered.number),
                cite!(fide_1931, "12.ii"),
                text,
            );
        }
    }
    if !game.turn.off.is_empty() && removed_by_mistake(game) {
        let text = "a man is off the board otherwise than by a move: put it back";
        for party in everybody {
            may(party, Error::DroppedMan, None, cite!(fide_1931, "12.ii"), text);
        }
    }
    for irregularity in &game.ledger.irregularities {
        let number = Some(irregularity.number);
        let in_time = game.ledger.offences.iter().any(|offence| {
            offence.number == irregularity.number && offence.by == irregularity.by && !offence.restored
        });
        for party in everybody {
            let objects = in_time && party == Party::from(!irregularity.by);
            let (clause, text) = match irregularity.kind {
                OffenceKind::NeglectedCheck if objects => (
                    cite!(fide_1931, "9.vi"),
                    "object that the check was not met: the move is retracted",
                ),
                kind if is_a_move(kind) && objects => (
                    cite!(fide_1931, "17"),
                    "object to the illegal move: it is retracted",
                ),
                kind if is_a_move(kind) => (
                    cite!(fide_1931, "17(d)"),
                    "an illegal move was not retracted: reinstate the position before it",
                ),
                _ => (
                    cite!(fide_1931, "12.ii"),
                    "the men were altered illegally: reinstate the position before it",
                ),
            };
            may(party, Error::IllegalMove, number, clause, text);
        }
    }
    if game.terms.start.is_some() && game.terms.odds.is_some() && !stood_as_they_should(game) {
        for party in everybody {
            let text = "the men did not stand at the start as was agreed: the game is annulled";
            may(party, Error::Men, None, cite!(fide_1931, "12.i"), text);
        }
    }
    rights
}

fn removed_by_mistake(game: &Game) -> bool {
    game.ledger
        .offences
        .iter()
        .any(|offence| offence.kind == OffenceKind::RemovedByMistake)
}

/// Whether this illegality has been answered by a completed move of the opponent's.
fn is_open(game: &Game, irregularity: &Irregularity) -> bool {
    // An illegal reply is a move all the same, and he has made it.
    let replied_illegally = game.turn.illegal.is_some() && game.turn_to_play() != irregularity.by;
    replied_illegally || irregularity.since[(!irregularity.by).index()] > 0
}

fn dropped_man(game: &Game) -> Ruling {
    if let Some(off) = game.turn.off.first() {
        let removed_now = |altered: &jadoube_game::Offence| altered.kind == OffenceKind::RemovedByMistake;
        let put_back = if game.turn.altered.as_deref().is_some_and(removed_now) {
            Consequence::UndoAlteration
        } else {
            Consequence::PutBack(off.square)
        };
        return Ruling::silent()
            .finding(
                touch::removal_clause(game),
                game.turn_to_play(),
                format!("the man is replaced on {}", off.square),
            )
            .so(put_back);
    }
    let number = game
        .ledger
        .irregularities
        .iter()
        .find(|each| each.kind == OffenceKind::RemovedByMistake)
        .map(|each| each.number);
    match number {
        Some(number) if false_move::FALSE_MOVE[game.terms.code].value == FalseMove::Retracted => {
            federation(game, None, Some(number))
        }
        Some(number) => old_move(game, Some(number)),
        None => Ruling::refuse(
            touch::removal_clause(game),
            "no man has been taken off by mistake",
        ),
    }
}

/// Rights that come of errors: annulment for errors at the start, restoration for old illegalities.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    match false_move::FALSE_MOVE[game.terms.code].value {
        FalseMove::TurnGoesOn => british_rights(game),
        FalseMove::Retracted => federation_rights(game),
        FalseMove::PutBackOncePressed => Vec::new(),
        FalseMove::AdversaryMayLetItStand | FalseMove::AdversaryChooses => rights_at_once(game),
    }
}

fn british_rights(game: &Game) -> Vec<Right> {
    let mut rights = first_move::rights(game);
    for error in [Error::Board, Error::Men] {
        // Reading BCC-14: pointed out in time, the requirement may follow while the game is unfinished.
        if game.ledger.pointed_out.contains(&error) && rights.is_empty() {
            let clause = cite!(bcc, "II.2").into();
            for party in [Party::White, Party::Black] {
                let text = "there was an error at the start: require that the game be annulled".to_owned();
                rights.push(Right {
                    party,
                    act: Act::Require {
                        what: Requirement::Annul,
                        square: None,
                    },
                    clause,
                    text,
                });
            }
        }
    }
    for irregularity in game
        .ledger
        .irregularities
        .iter()
        .filter(|each| is_open(game, each))
    {
        let (error, text) = match irregularity.kind {
            OffenceKind::RemovedByMistake => (
                Error::DroppedMan,
                "a man was removed by mistake: restore the position",
            ),
            _ => (
                Error::IllegalMove,
                "an illegal move stood uncorrected: restore the position before it",
            ),
        };
        for party in [Party::White, Party::Black] {
            rights.push(Right {
                party,
                act: Act::PointOut {
                    error,
                    number: NonZeroU32::new(irregularity.number),
                },
                clause: cite!(bcc, "II.6(e)").into(),
                text: text.to_owned(),
            });
        }
    }
    rights
}
