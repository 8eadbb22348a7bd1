//! An error is pointed out in the board or in the setting of the men.

use crate::{
    code::{
        Alike, Answer,
        Authority::{Clauses, Reading},
        ByCode, Clause, alike, answers, says,
    },
    facts::start,
    means::ends,
};
use jadoube_board::{Board, Colour, Man, Square};
use jadoube_game::{
    Act, Consequence, Dispute, Error, Event, Game, Party, Requirement, Right, Ruling, Sentence, Standing,
    Status, say,
};

question! {
    "An error is pointed out in the board or in the setting of the men.";
    tables: BOARD, MEN, ARRAY, FOUND_LATE, PUT_RIGHT;
    "Each player has a light square at his right hand." => fide_2023 "2.1";
}

law! {
    /// What follows from an error in the board or the men at the start.
    pub enum Misplaced {
        /// Either player may have the game annulled, if it is pointed out before the second player's fourth move.
        EitherMayAnnul,
        /// The game is annulled, if it is found while it is played or directly after it.
        Annulled,
        /// The game is annulled as soon as anyone says so.
        AnnulledAtOnce,
        /// Within four moves it is put right, the game being begun again where the law says so; after that it stays.
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
        fide_2023: says(Misplaced::Adjusted,                 &["7.2.2", "2.1"]),
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
        /// It is never too late, not even immediately after the end.
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

steps! {
    /// What was wrong with the men, and is put right on the board.
    pub struct PutRight {
        /// A misplaced man is put right while there is time, and afterwards stays.
        misplaced,
        /// A forgotten man is added while there is time.
        forgotten,
        /// A man promised as odds and left on the board is taken off while there is time.
        promised_as_odds,
        /// A man that has moved since, or whose square is taken, stays where it is.
        otherwise,
        /// What may be exacted lapses by a man touched, and by nothing else: it comes first.
        after_what_is_open,
    }
    pub static PUT_RIGHT for MEN: Misplaced::RectifiedWithinFourMoves = {
        xxv: {
            misplaced: "II", forgotten: "III", promised_as_odds: "IV", otherwise: "reading XXV-6",
            after_what_is_open: "XXIV",
        },
    };
}

/// The board is wrong, in a code where saying so takes effect at once.
fn board_at_once(game: &Game, event: &Event) -> Option<Ruling> {
    let answer = &BOARD[game.terms.code];
    let clause = answer.clause();
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
            let start = *start::began(game);
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
            let clause = answer.clause();
            let proper = start::proper_board(game.terms.odds.as_ref()).ok()?;
            if &proper == game.first.men.board() {
                return Some(Ruling::refuse(
                    clause,
                    "the men stood as they should at the start of the game",
                ));
            }
            let text = "the men were not properly placed at the beginning: the game is annulled";
            Some(
                Ruling::silent()
                    .finding(clause, event.by, text)
                    .so(Consequence::End(ends::annulled(game, clause))),
            )
        }
        Misplaced::RectifiedWithinFourMoves => Some(match event.by.player() {
            Some(by) => PUT_RIGHT.ruling(game, |law| set_right(law, game, by)),
            None => Ruling::refuse(answer.clause(), "it is for the players to insist on it"),
        }),
    }
}

/// Whether the giver of odds has left the men he promised on the board, beyond his liberty to remove them.
pub(crate) fn odds_were_forgotten(game: &Game) -> Option<Colour> {
    if MEN[game.terms.code].value != Misplaced::RectifiedWithinFourMoves {
        return None;
    }
    let giver = game.terms.odds.as_ref()?.giver;
    let left = !start::Faults::of(game)?.odds_left.is_empty();
    (left && game.completed[giver.index()] >= 4).then_some(giver)
}

/// What this player may have put right, each within his own first three moves.
fn set_right(law: &PutRight, game: &Game, by: Colour) -> Ruling {
    let Some(faults) = start::Faults::of(game) else {
        return Ruling::refuse(law.misplaced, "how the men should have stood is not known");
    };
    let late = game.completed[by.index()] >= 4;
    let gives = game.terms.odds.as_ref().is_some_and(|odds| odds.giver == by);
    let settled = |clause: Clause, text: Sentence| {
        Ruling::silent()
            .finding(clause, by, text)
            .so(Consequence::Settle(Colour::White))
            .so(Consequence::Settle(Colour::Black))
    };
    let nothing_else = faults.omitted.is_empty() && faults.misplaced.is_empty();
    if !faults.odds_left.is_empty() && (gives || nothing_else) {
        let clause = law.promised_as_odds;
        if !gives {
            return Ruling::refuse(clause, "only he who gave the odds may remove the man promised");
        }
        if late {
            let why = say!(
                "[he] [has] played [his] fourth move: [he] must finish the game with all [his] men, and cannot win it"
            );
            return Ruling::refuse(clause, why);
        }
        let start = start::began(game);
        let mut board = *start.men.board();
        for square in &faults.odds_left {
            board.set(*square, None);
        }
        let men = start
            .men
            .set_right(board, start::castling_of(&start.men, &board, &[]));
        let standing = Standing::new(men, start.player, game.movement);
        let text = say!("{by} [removes] the man [he] promised as odds, and the game begins again"; by);
        return settled(clause, text).so(Consequence::Restore(Box::new(standing), 0));
    }
    if !game.ledger.offences.is_empty() || game.turn.altered.is_some() {
        let why = "what was done on the board comes first: when that is settled, the men are put right";
        return Ruling::refuse(law.after_what_is_open, why);
    }
    let now = &game.standing.men;
    let mut board = *now.board();
    let forgotten: Vec<(Square, Man)> = faults
        .omitted
        .iter()
        .copied()
        .filter(|(square, man)| man.colour == by && start::began(game).men.board().get(*square).is_none())
        .filter(|(square, _)| now.get(*square).is_none())
        .collect();
    if !forgotten.is_empty() {
        let clause = law.forgotten;
        if late {
            return Ruling::refuse(
                clause,
                say!("[he] [has] made [his] fourth move: [he] must go on without the men [he] forgot"),
            );
        }
        for (square, man) in &forgotten {
            board.set(*square, Some(*man));
        }
        let squares: Vec<Square> = forgotten.iter().map(|(square, _)| *square).collect();
        let text = say!("{by} [adds] what [he] forgot to place"; by);
        return changed(game, board, &squares, Ruling::silent().finding(clause, by, text));
    }
    if faults.misplaced.is_empty() {
        let (clause, why) = if faults.omitted.is_empty() {
            (
                law.misplaced,
                "the men stood as they should at the start of the game",
            )
        } else {
            (
                law.forgotten,
                "only he who forgot men may add them, each to its own square if that is vacant",
            )
        };
        return Ruling::refuse(clause, why);
    }
    let clause = law.misplaced;
    if late {
        return Ruling::refuse(
            clause,
            say!(
                "[he] [has] played [his] fourth move: the game must go on as if the men had been properly placed"
            ),
        );
    }
    for (wrong, _, man) in &faults.misplaced {
        let id = start::began(game).men.id(*wrong);
        if now.id(*wrong) != id || now.get(*wrong) != Some(*man) {
            let why = match id.map(|id| now.square_of(id)) {
                Some(None) => "the misplaced man has been taken: it cannot be rectified",
                Some(Some(_)) | None => "the misplaced man has moved since: it cannot be rectified",
            };
            return Ruling::refuse(law.otherwise, why);
        }
        board.set(*wrong, None);
    }
    let mut squares = Vec::new();
    for (_, right, man) in &faults.misplaced {
        if board.get(*right).is_some() {
            return Ruling::refuse(
                law.otherwise,
                "another man stands where the misplaced man belongs: it cannot be rectified",
            );
        }
        board.set(*right, Some(*man));
        squares.push(*right);
    }
    let text = say!("{by} [insists]: what was misplaced is put on its proper square"; by);
    changed(game, board, &squares, Ruling::silent().finding(clause, by, text))
}

/// The present turn goes on with these men instead; what its player owes by touching he owes still, if the men allow it.
fn changed(game: &Game, board: Board, squares: &[Square], ruling: Ruling) -> Ruling {
    let men = &game.standing.men;
    let men = men.set_right(board, start::castling_of(men, &board, squares));
    let standing = Standing::new(men, game.turn_to_play(), game.movement);
    let position = standing.position;
    let ruling = ruling.so(Consequence::Restore(Box::new(standing), game.past.len()));
    let Some(mut duty) = game.ledger.duty.clone() else {
        return ruling;
    };
    duty.moves
        .retain(|mv| position.is_some_and(|position| position.is_legal(*mv)));
    if duty.moves.is_empty() {
        return ruling;
    }
    ruling.so(Consequence::Bind(duty))
}

/// The board, or the men, are pointed out to stand wrongly.
pub(crate) fn point_out(game: &Game, event: &Event, error: Error) -> Ruling {
    if error == Error::Board && game.terms.guard {
        let why = "the board is kept by a program that refuses what the law forbids: it cannot lie wrongly";
        return Ruling::refuse(BOARD[game.terms.code].clause(), why);
    }
    let at_once = match error {
        Error::Board => board_at_once(game, event),
        _ => men_at_once(game, event),
    };
    if let Some(ruling) = at_once {
        return ruling;
    }
    if error == Error::Men && start::stood_as_they_should(game) {
        let clause = ARRAY[game.terms.code].clause();
        let why = "the men stood as they should at the start of the game";
        return Ruling::refuse(clause, why);
    }
    at_the_start(game, event, error, answer_to(game, error).authority.governing())
}

fn answer_to(game: &Game, error: Error) -> &'static Answer<Misplaced> {
    match error {
        Error::Board => &BOARD[game.terms.code],
        _ => &MEN[game.terms.code],
    }
}

/// The game is over, and an error is pointed out.
pub(crate) fn after_the_end(game: &Game, event: &Event, error: Error) -> Ruling {
    let never_too_late = FOUND_LATE[game.terms.code].value == FoundLate::NeverTooLateNorAfterTheEnd;
    if never_too_late && game.status != Status::Annulled {
        // Proved immediately after the game.
        match error {
            Error::Board if !game.terms.guard => {
                return annulled(game, event, BOARD[game.terms.code].authority.governing());
            }
            Error::Men if !start::stood_as_they_should(game) => {
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
            why: why.into(),
        }),
        ..Ruling::default()
    }
}

/// In time, either player may require annulment; later, only the umpire (in 1899 with the appendix's help).
fn at_the_start(game: &Game, event: &Event, error: Error, clause: Option<&'static str>) -> Ruling {
    if MEN[game.terms.code].value == Misplaced::Annulled
        && BOARD[game.terms.code].value == Misplaced::Annulled
    {
        return annulled(game, event, clause);
    }
    let clause = clause.unwrap_or_default();
    if game.completed[start::second_player(game).index()] < 4 {
        return Ruling::silent()
            .finding(
                clause,
                event.by,
                "the error is pointed out in time: either player may have the game annulled",
            )
            .so(Consequence::PointedOut(error));
    }
    if FOUND_LATE[game.terms.code].value == FoundLate::UmpireWithTheAppendix && error == Error::Men {
        return found_late(game, event);
    }
    Ruling::refuse(clause, "it is too late: the second player has made four moves")
}

/// An error found too late for the law to annul: the umpire has worked cases to help him.
fn found_late(game: &Game, event: &Event) -> Ruling {
    let clause = FOUND_LATE[game.terms.code].clause();
    let question = "an error in setting up the men, found after the second player's fourth move";
    let dispute = Dispute {
        pause: false,
        by: Some(event.by),
        question: question.to_owned(),
        clause: Some(clause),
        ended: None,
        changed_by: None,
    };
    let text = "it is too late for the law to annul: the umpire settles it in equity";
    Ruling::silent()
        .finding(clause, event.by, text)
        .so(Consequence::Suspend(Box::new(dispute)))
}

/// An error in board or men at the start annuls the game, whoever proves it.
fn annulled(game: &Game, event: &Event, clause: Option<&'static str>) -> Ruling {
    let clause = clause.unwrap_or_default();
    let text = "the board or the men stood wrongly at the start: the game is annulled";
    Ruling::silent()
        .finding(clause, event.by, text)
        .so(Consequence::End(ends::annulled(game, clause)))
}

/// What may be done about an error at the start, unless the game may be annulled already for another.
pub(crate) fn rights(game: &Game, annulment_is_open: bool) -> Vec<Right> {
    let mut rights = Vec::new();
    let code = game.terms.code;
    let players = [Party::White, Party::Black];
    let mut may = |party: Party, act: Act, clause: &'static str, text: Sentence| {
        rights.push(Right {
            party,
            act,
            clause,
            text,
        });
    };
    let point_out = |error| Act::PointOut { error, number: None };
    match MEN[code].value {
        Misplaced::EitherMayAnnul => {
            // Reading BCC-14: pointed out in time, the requirement may follow while the game is unfinished.
            let error = [Error::Board, Error::Men]
                .into_iter()
                .find(|error| game.ledger.pointed_out.contains(error));
            if let Some(error) = error.filter(|_| !annulment_is_open) {
                let act = Act::Require {
                    what: Requirement::Annul,
                    square: None,
                };
                let text = "there was an error at the start: require that the game be annulled";
                for party in players {
                    may(party, act.clone(), answer_to(game, error).clause(), text.into());
                }
            }
        }
        Misplaced::Annulled => {
            if game.terms.start.is_some() && game.terms.odds.is_some() && !start::stood_as_they_should(game) {
                let text = "the men did not stand at the start as was agreed: the game is annulled";
                for party in [Party::White, Party::Black, Party::Umpire] {
                    may(party, point_out(Error::Men), MEN[code].clause(), text.into());
                }
            }
        }
        Misplaced::AnnulledAtOnce | Misplaced::RectifiedWithinFourMoves | Misplaced::Adjusted => {
            if start::looks_like_a_wrong_array(game) {
                for player in Colour::BOTH {
                    let event = Event::new(player, Act::Refuse);
                    if let Some(ruling) = men_at_once(game, &event).filter(|ruling| ruling.refused.is_none())
                        && let Some(finding) = ruling.findings.first()
                    {
                        may(
                            Party::from(player),
                            point_out(Error::Men),
                            finding.clause,
                            finding.text.clone().about(finding.party),
                        );
                    }
                }
            }
        }
    }
    rights
}
