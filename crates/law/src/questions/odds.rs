//! How does a game begin: which men stand, who has the first move, and how may he castle who gave a Rook?

use crate::{
    code::{
        Alike, Answer,
        Authority::{Clauses, Reading},
        ByCode, alike, answers, reading, says, silent,
    },
    facts::start,
    index::Meaning,
};
use core::fmt;
use jadoube_board::{Colour, Movement, Position, Queening, RooklessCastling, Wing};
use jadoube_game::{Game, Terms, king_square, rook_squares};

question! {
    "How does a game begin: which men stand, who has the first move, and how may he castle who gave a Rook?";
    tables: CASTLING_WITHOUT_ROOK, QUEENING, WHICH_MAN, SEVERAL_MOVES, HOW_FAR, TAKEN_BACK;
}

impl Meaning for RooklessCastling {
    fn meaning(&self) -> String {
        let words = match self {
            RooklessCastling::Never => "He may not.",
            RooklessCastling::CornerNeverOccupied => {
                "As if the Rook stood there, if no man has ever stood in the corner."
            }
            RooklessCastling::CornerNotAdverse => {
                "As if the Rook stood there, if no adverse man stands in the corner."
            }
            RooklessCastling::CornerEmpty => "As if the Rook stood there, if the corner is empty.",
        };
        words.to_owned()
    }
}

impl Meaning for Queening {
    fn meaning(&self) -> String {
        let words = match self {
            Queening::MustBecomePiece => "It must become a piece.",
            Queening::MayRemainPawn => "It may stay a Pawn.",
        };
        words.to_owned()
    }
}

law! {
    /// How a giver of a Rook may castle on its side.
    pub static CASTLING_WITHOUT_ROOK: ByCode<Answer<RooklessCastling>> = answers(ByCode {
        xxv:       silent(RooklessCastling::Never,             reading("XXV-35")),
        bca_1862:  says(RooklessCastling::CornerNotAdverse,    &["X"]),
        bcc_1896:  says(RooklessCastling::CornerNeverOccupied, &["IV.5"]),
        bcc_1899:  says(RooklessCastling::CornerNeverOccupied, &["IV.5"]),
        fide_1931: says(RooklessCastling::CornerEmpty,         &["22.viii"]),
        fide_2023: silent(RooklessCastling::Never,           reading("F23-95")),
    });
}

law! {
    /// Whether a Pawn may stay a Pawn on its last rank.
    pub static QUEENING: ByCode<Answer<Queening>> = answers(ByCode {
        xxv:       says(Queening::MustBecomePiece, &["XXI"]),
        bca_1862:  says(Queening::MayRemainPawn,   &["XIII"]),
        bcc_1896:  says(Queening::MustBecomePiece, &["I.11E(d)"]),
        bcc_1899:  says(Queening::MustBecomePiece, &["I.11E(d)"]),
        fide_1931: says(Queening::MustBecomePiece, &["8.promotion"]),
        fide_2023: says(Queening::MustBecomePiece, &["3.7.3.3"]),
    });
}

law! {
    /// Which man is given when only its kind is named.
    pub static WHICH_MAN: Alike = alike("The King's Bishop's Pawn; of two pieces alike the Queen's, unless it was agreed otherwise.", ByCode {
        xxv:       Reading("XXV-9"),
        bca_1862:  Reading("BCA-6"),
        bcc_1896:  Clauses(&["IV.3"]),
        bcc_1899:  Clauses(&["IV.3"]),
        fide_1931: Clauses(&["22.vi", "22.vii"]),
        fide_2023: Reading("F23-95"),
    });
}

law! {
    /// How odds of several moves are reckoned against a time limit.
    pub enum SeveralMoves {
        /// Each is one move.
        EachIsOne,
        /// Each is one move, and the giver's first counts as as many as the receiver had.
        GiversFirstCountsAsMany,
        /// They are not known: the players move by turns from the first.
        NotGiven,
    }
}

law! {
    /// How odds of several moves count against a time limit.
    pub static SEVERAL_MOVES: ByCode<Answer<SeveralMoves>> = answers(ByCode {
        xxv:       silent(SeveralMoves::EachIsOne,               reading("XXV-35")),
        bca_1862:  silent(SeveralMoves::EachIsOne,               reading("BCA-6")),
        bcc_1896:  says(SeveralMoves::EachIsOne,                 &["IV.4"]),
        bcc_1899:  says(SeveralMoves::EachIsOne,                 &["IV.4"]),
        fide_1931: says(SeveralMoves::GiversFirstCountsAsMany,   &["22.ii", "22.iii"]),
        fide_2023: silent(SeveralMoves::NotGiven,                reading("F23-95")),
    });
}

law! {
    /// How far a man may go in several moves at the start.
    pub enum HowFar {
        /// Not beyond the player's fourth rank.
        FourthRank,
        /// As far as he can go.
        AsFarAsHeCan,
    }
}

law! {
    /// Odds of several moves: how far a man may go in them.
    pub static HOW_FAR: ByCode<Answer<HowFar>> = answers(ByCode {
        xxv:       silent(HowFar::AsFarAsHeCan, reading("XXV-35")),
        bca_1862:  silent(HowFar::AsFarAsHeCan, reading("BCA-6")),
        bcc_1896:  says(HowFar::FourthRank,     &["IV.4"]),
        bcc_1899:  says(HowFar::FourthRank,     &["IV.4"]),
        fide_1931: says(HowFar::FourthRank,     &["22.iv"]),
        fide_2023: silent(HowFar::AsFarAsHeCan, reading("F23-95")),
    });
}

law! {
    /// How much is taken back for an offence in one of several moves.
    pub enum TakenBack {
        /// All of them: they are one turn.
        AllOfThem,
        /// That move alone; those before it stay.
        ThatMoveAlone,
    }
}

law! {
    /// Odds of several moves: what an offence in one of them takes back.
    pub static TAKEN_BACK: ByCode<Answer<TakenBack>> = answers(ByCode {
        xxv:       silent(TakenBack::ThatMoveAlone, reading("XXV-35")),
        bca_1862:  silent(TakenBack::ThatMoveAlone, reading("BCA-6")),
        bcc_1896:  silent(TakenBack::AllOfThem,     reading("BCC-35")),
        bcc_1899:  silent(TakenBack::AllOfThem,     reading("BCC-35")),
        fide_1931: says(TakenBack::ThatMoveAlone,   &["18.iv"]),
        fide_2023: silent(TakenBack::ThatMoveAlone, reading("F23-95")),
    });
}

/// A header from which no game can begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermsError {
    /// The header's field.
    pub field: &'static str,
    /// What is wrong and what was expected.
    pub why: String,
}

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\": {}", self.field, self.why)
    }
}

impl std::error::Error for TermsError {}

/// How the men move under this code, the players' agreement considered.
pub(crate) fn movement(terms: &Terms) -> Movement {
    let code = terms.code;
    let castling = match terms.agreements.flag("castle_without_rook") {
        Some(false) => RooklessCastling::Never,
        Some(true) if CASTLING_WITHOUT_ROOK[code].value == RooklessCastling::Never => {
            RooklessCastling::CornerEmpty
        }
        _ => CASTLING_WITHOUT_ROOK[code].value,
    };
    Movement {
        castling,
        queening: QUEENING[code].value,
    }
}

/// The game as it begins, this player having the first move.
pub(crate) fn open(mut terms: Terms, first: Colour) -> Result<Game, TermsError> {
    let movement = movement(&terms);
    if let Some(odds) = &mut terms.odds
        && SEVERAL_MOVES[terms.code].value == SeveralMoves::NotGiven
    {
        odds.moves = 0;
    }
    let proper = start::proper_board(terms.odds.as_ref()).map_err(|why| TermsError { field: "odds", why })?;
    let position = if let Some(fen) = &terms.start {
        started_from(fen, movement)?
    } else {
        let mut castling = jadoube_board::Castling::ALL;
        if movement.castling == RooklessCastling::Never {
            for colour in Colour::BOTH {
                for wing in [Wing::King, Wing::Queen] {
                    if proper.get(rook_squares(king_square(colour), wing).0).is_none() {
                        castling = castling.without(colour, wing);
                    }
                }
            }
        }
        Position::from_parts(proper, first, castling, None, 0, 1, movement).map_err(|error| TermsError {
            field: "odds",
            why: error.to_string(),
        })?
    };
    let several = terms.odds.as_ref().map_or(1, |odds| odds.moves.max(1));
    for undertaking in &terms.undertakings {
        if let jadoube_game::Engagement::MateWith(square) = undertaking.to
            && position
                .board()
                .get(square)
                .is_none_or(|man| man.colour != undertaking.by)
        {
            let why = format!(
                "no man of {}'s stands on {square} at the start to mate with",
                undertaking.by
            );
            return Err(TermsError {
                field: "undertakings",
                why,
            });
        }
    }
    Ok(Game::new(terms, position, several))
}

fn started_from(fen: &str, movement: Movement) -> Result<Position, TermsError> {
    Position::from_fen_irregular(fen, movement).map_err(|error| TermsError {
        field: "start",
        why: error.to_string(),
    })
}
