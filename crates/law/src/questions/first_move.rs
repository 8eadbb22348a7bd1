//! Who has the right to the first move, and what if the other makes it?

use crate::{
    code::{
        Alike, Answer,
        Authority::{Clauses, Reading},
        ByCode, alike, answers, reading, says, silent,
    },
    facts::start,
    means::{begins_by_agreement, ends},
    questions::odds::{SEVERAL_MOVES, SeveralMoves},
};
use jadoube_board::Colour;
use jadoube_game::{
    Act, Code, Consequence, Deed, Ended, Error, Event, Game, GivenMan, Irregularity, OffenceKind, Party,
    Requirement, Right, Ruling, Standing, Terms, say,
};

question! {
    "Who has the right to the first move, and what if the other makes it?";
    tables: NEXT_GAME, AFTER_ANNULLED, MEN_IN_A_SERIES, AT_ODDS, WRONG_PLAYER, ORDINARILY, AGREED;
}

law! {
    /// Who begins the next game of a series.
    pub enum NextGame {
        /// Alternately, whatever the result; an annulled game does not count.
        Alternately,
        /// Alternately, but after a drawn game the same player again.
        AlternatelyButSameAfterADraw,
        /// White; the players change men after each game, but for annulled ones.
        WhiteTheMenAlternating,
    }
}

law! {
    /// Who begins the next game of a series.
    pub static NEXT_GAME: ByCode<Answer<NextGame>> = answers(ByCode {
        xxv:       says(NextGame::AlternatelyButSameAfterADraw, &["V"]),
        bca_1862:  says(NextGame::Alternately,                  &["III"]),
        bcc_1896:  says(NextGame::Alternately,                  &["II.1(a)", "II.1(c)"]),
        bcc_1899:  says(NextGame::Alternately,                  &["II.1(a)", "II.1(c)"]),
        fide_1931: says(NextGame::WhiteTheMenAlternating,       &["11", "4.ii"]),
        fide_2023: silent(NextGame::WhiteTheMenAlternating,     reading("F23-97")),
    });
}

law! {
    /// Who begins after a game that was annulled.
    pub static AFTER_ANNULLED: Alike = alike("He who had the first move in it.", ByCode {
        xxv:       Reading("XXV-4"),
        bca_1862:  Clauses(&["III"]),
        bcc_1896:  Clauses(&["II.1(c)"]),
        bcc_1899:  Clauses(&["II.1(c)"]),
        fide_1931: Clauses(&["11"]),
        fide_2023: Reading("F23-97"),
    });
}

law! {
    /// Which men a player has in the games of a series.
    pub enum MenInASeries {
        /// White, whenever he has the first move; a lot decides for the first game.
        WithTheFirstMove,
        /// Those that a lot gave him, for the whole sitting.
        KeptForTheSitting,
        /// White and Black by turns, after a lot or agreement for the first game.
        Alternately,
    }
}

law! {
    /// Which men a player has in the games of a series.
    pub static MEN_IN_A_SERIES: ByCode<Answer<MenInASeries>> = answers(ByCode {
        xxv:       silent(MenInASeries::WithTheFirstMove, reading("XXV-2")),
        bca_1862:  says(MenInASeries::KeptForTheSitting,  &["III"]),
        bcc_1896:  says(MenInASeries::WithTheFirstMove,   &["I.4(d)", "I.11C"]),
        bcc_1899:  says(MenInASeries::WithTheFirstMove,   &["I.4(d)", "I.11C"]),
        fide_1931: says(MenInASeries::Alternately,        &["11"]),
        fide_2023: silent(MenInASeries::Alternately,      reading("F23-97")),
    });
}

law! {
    /// Who begins at odds of a man.
    pub enum AtOdds {
        /// The giver of the man.
        Giver,
        /// The giver of a piece; for a Pawn the lot.
        GiverOfAPiece,
        /// The lot.
        ByLot,
    }
}

law! {
    /// Who begins at odds of a man.
    pub static AT_ODDS: ByCode<Answer<AtOdds>> = answers(ByCode {
        xxv:       says(AtOdds::GiverOfAPiece, &["VI"]),
        bca_1862:  silent(AtOdds::ByLot,       reading("BCA-6")),
        bcc_1896:  says(AtOdds::Giver,         &["IV.2"]),
        bcc_1899:  says(AtOdds::Giver,         &["IV.2"]),
        fide_1931: says(AtOdds::Giver,         &["22.v", "22.i"]),
        fide_2023: silent(AtOdds::ByLot,       reading("F23-95")),
    });
}

law! {
    /// What follows when the wrong player begins.
    pub enum WrongPlayer {
        /// Either player may have the game annulled, if it is pointed out before the other's fourth move.
        EitherMayAnnul,
        /// The game is annulled if it is noticed before both have completed four moves.
        AnnulledWithinFourMoves,
        /// There is no penalty: the move stands.
        Stands,
        /// It is no move: the position is put back; an illegal one if he presses his clock.
        NoMove,
        /// The position is put back, as after any move out of turn.
        PutBack,
    }
}

law! {
    /// The wrong player begins.
    pub static WRONG_PLAYER: ByCode<Answer<WrongPlayer>> = answers(ByCode {
        xxv:       silent(WrongPlayer::Stands,                reading("XXV-3")),
        bca_1862:  says(WrongPlayer::AnnulledWithinFourMoves, &["IV"]),
        bcc_1896:  says(WrongPlayer::EitherMayAnnul,          &["II.1(b)"]),
        bcc_1899:  says(WrongPlayer::EitherMayAnnul,          &["II.1(b)"]),
        fide_1931: silent(WrongPlayer::PutBack,               reading("FIDE-17")),
        fide_2023: silent(WrongPlayer::NoMove,                reading("F23-51")),
    });
}

law! {
    /// Who begins an ordinary game.
    pub static ORDINARILY: Alike = alike("Where nothing else settles it the lot does: for the first move, or for White where White has it.", ByCode {
        xxv:       Clauses(&["V"]),
        bca_1862:  Clauses(&["III"]),
        bcc_1896:  Clauses(&["I.11C"]),
        bcc_1899:  Clauses(&["I.11C"]),
        fide_1931: Clauses(&["4.ii"]),
        fide_2023: Clauses(&["1.2"]),
    });
}

law! {
    /// What an agreement on the first move comes to.
    pub enum FirstMoveAgreed {
        /// He begins who is to begin by it, whichever men he has.
        Counts,
        /// White begins all the same: the players can agree only on the men.
        WhiteBegins,
    }
}

law! {
    /// The players agree who has the first move.
    pub static AGREED: ByCode<Answer<FirstMoveAgreed>> = answers(ByCode {
        xxv:       silent(FirstMoveAgreed::Counts,    reading("XXV-9")),
        bca_1862:  silent(FirstMoveAgreed::Counts,    reading("BCA-13")),
        bcc_1896:  says(FirstMoveAgreed::Counts,      &["I.11C"]),
        bcc_1899:  says(FirstMoveAgreed::Counts,      &["I.11C"]),
        fide_1931: says(FirstMoveAgreed::WhiteBegins, &["4.ii", "11"]),
        fide_2023: says(FirstMoveAgreed::WhiteBegins, &["1.2"]),
    });
}

/// What gives the right to the first move: odds, the game before, or the ordinary rule.
pub(crate) fn why_rightful(game: &Game) -> &'static str {
    let (terms, code) = (&game.terms, game.terms.code);
    let authority = match (&terms.odds, &terms.previous) {
        _ if begins_by_agreement(terms).is_some() => match AGREED[code].value {
            FirstMoveAgreed::Counts => AGREED[code].authority,
            FirstMoveAgreed::WhiteBegins => AT_ODDS[code].authority,
        },
        (Some(odds), _) => return by_odds(code, odds.men.is_empty(), odds.moves),
        (None, Some(previous)) if previous.status == Ended::Annulled => AFTER_ANNULLED[code],
        (None, Some(_)) => NEXT_GAME[code].authority,
        (None, None) => ORDINARILY[code],
    };
    authority.clause()
}

/// The clause by which odds settle who begins: several moves, the move with men, or the move alone.
pub(crate) fn by_odds(code: Code, no_men: bool, moves: u32) -> &'static str {
    let several = SEVERAL_MOVES[code].authority;
    let authority = match AT_ODDS[code].value {
        _ if moves > 1 => several,
        // The clause gives the giver the move, and knows of none that he gives.
        AtOdds::GiverOfAPiece if moves > 0 => several,
        AtOdds::Giver | AtOdds::GiverOfAPiece | AtOdds::ByLot => AT_ODDS[code].authority,
    };
    let cited = authority.cited();
    // The move alone, given in every game, is odds by a clause of its own where the code has one.
    let clause = if no_men && moves == 1 {
        cited.last()
    } else {
        cited.first()
    };
    clause.copied().unwrap_or_default()
}

/// Who has the right to the first move.
pub fn rightful(terms: &Terms) -> Colour {
    if let Some(agreed) = begins_by_agreement(terms) {
        return agreed;
    }
    if let Some(odds) = &terms.odds {
        // Reading BCC-34: he who has several moves begins, whatever the giver's right.
        if odds.moves > 0 && SEVERAL_MOVES[terms.code].value != SeveralMoves::NotGiven {
            return !odds.giver;
        }
        let piece = odds.men.iter().any(|man| match man {
            GivenMan::Named(kind) => *kind != jadoube_board::Kind::Pawn,
            GivenMan::On(square) => jadoube_board::Board::ARRAY
                .get(*square)
                .is_some_and(jadoube_board::Man::is_piece),
        });
        match AT_ODDS[terms.code].value {
            AtOdds::Giver => return odds.giver,
            AtOdds::GiverOfAPiece if piece => return odds.giver,
            AtOdds::GiverOfAPiece | AtOdds::ByLot => {}
        }
    }
    match &terms.previous {
        None => Colour::White,
        Some(_) if NEXT_GAME[terms.code].value == NextGame::WhiteTheMenAlternating => Colour::White,
        Some(previous) => {
            let same = match (previous.status, NEXT_GAME[terms.code].value) {
                (Ended::Annulled, _) | (Ended::Drawn, NextGame::AlternatelyButSameAfterADraw) => true,
                (Ended::Won | Ended::Drawn | Ended::LostByBoth | Ended::LostByOne, _) => false,
            };
            if same {
                previous.first_move
            } else {
                !previous.first_move
            }
        }
    }
}

/// Whether this deed is the first move of the game.
pub(crate) fn is_the_first(game: &Game, deed: &Deed) -> bool {
    deed.made.is_some()
        && game.past.is_empty()
        && game.hand_moves == 0
        && game.is_quiet()
        && WRONG_PLAYER[game.terms.code].value != WrongPlayer::PutBack
}

/// The wrong player makes the first move: it stands as a move of his, and the special law alone governs (reading BCC-13).
pub(crate) fn by_the_wrong_player(game: &Game) -> Ruling {
    let offender = !game.turn_to_play();
    let clause = WRONG_PLAYER[game.terms.code].clause();
    if game.terms.guard {
        return Ruling::refuse(clause, say!("it is not [his] turn to begin the game"));
    }
    let standing = Standing::new(game.standing.men, offender, game.movement);
    Ruling::silent()
        .finding(
            clause,
            offender,
            say!("{offender} [has] made the first move when it was not [his] turn to do so"; offender),
        )
        .finding(
            why_rightful(game),
            !offender,
            say!("{opponent} had the right to the first move"; opponent = !offender),
        )
        .so(Consequence::Restore(Box::new(standing), 0))
}

/// Whether the wrong first move can still be pointed out.
fn in_time(game: &Game) -> bool {
    let opponent = game.first.player;
    match WRONG_PLAYER[game.terms.code].value {
        WrongPlayer::EitherMayAnnul => game.completed[opponent.index()] < 4,
        WrongPlayer::AnnulledWithinFourMoves => game.completed.iter().any(|&moves| moves < 4),
        WrongPlayer::Stands | WrongPlayer::NoMove | WrongPlayer::PutBack => false,
    }
}

/// Either player may require annulment, or point the error out, while it is time.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let answer = &WRONG_PLAYER[game.terms.code];
    let pointed_out = game.ledger.pointed_out.contains(&Error::FirstMove);
    let (act, text) = match answer.value {
        WrongPlayer::EitherMayAnnul if in_time(game) || pointed_out => (
            Act::Require {
                what: Requirement::Annul,
                square: None,
            },
            "the wrong player began: require that the game be annulled",
        ),
        WrongPlayer::AnnulledWithinFourMoves if in_time(game) => (
            Act::PointOut {
                error: Error::FirstMove,
                number: None,
            },
            "the wrong player began: the game is annulled",
        ),
        _ => return Vec::new(),
    };
    if !start::wrong_player_began(game) {
        return Vec::new();
    }
    let right = |party: Party| Right {
        party,
        act: act.clone(),
        clause: answer.clause(),
        text: text.into(),
    };
    vec![right(Party::White), right(Party::Black)]
}

/// Where beginning out of turn is an alteration like another: the number of the move by which the wrong player began.
pub(crate) fn by_an_alteration(game: &Game) -> Option<u32> {
    if WRONG_PLAYER[game.terms.code].value != WrongPlayer::PutBack {
        return None;
    }
    let altered = game.turn.altered.as_deref();
    let now = altered.filter(|altered| altered.past == 0 && altered.kind == OffenceKind::OutOfTurn);
    let before = |each: &&Irregularity| each.past == 0 && each.kind == OffenceKind::OutOfTurn;
    let earlier = || game.ledger.irregularities.iter().find(before);
    now.map(|altered| altered.number)
        .or_else(|| earlier().map(|each| each.number))
}

/// A wrong first move is pointed out.
pub(crate) fn point_out(game: &Game, event: &Event) -> Ruling {
    let answer = &WRONG_PLAYER[game.terms.code];
    let clause = answer.clause();
    if !start::wrong_player_began(game) {
        let why = if game.past.is_empty() && game.hand_moves == 0 {
            "no move has been made yet"
        } else {
            "the first move was made by the player who had the right to it"
        };
        return Ruling::refuse(clause, why);
    }
    if answer.value == WrongPlayer::Stands {
        return Ruling::refuse(clause, "the code attaches nothing to it: the move stands");
    }
    if !in_time(game) {
        let why = if answer.value == WrongPlayer::AnnulledWithinFourMoves {
            say!("it is too late: both players have completed four moves")
        } else {
            say!("it is too late: [the opponent] [has] completed [his] fourth move")
        };
        return Ruling::refuse(clause, why);
    }
    if answer.value == WrongPlayer::AnnulledWithinFourMoves {
        let text = "the wrong player began, and it is noticed in time: the game is annulled";
        return Ruling::silent()
            .finding(clause, event.by, text)
            .so(Consequence::End(ends::annulled(game, clause)));
    }
    let text = "the wrong first move is pointed out in time: the game may be annulled";
    Ruling::silent()
        .finding(clause, event.by, text)
        .so(Consequence::PointedOut(Error::FirstMove))
}
