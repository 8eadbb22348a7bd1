//! Are the forms of other books understood: Staunton, Walker, the Chronicle, Steinitz, the British
//! magazines, and the American books of this century?

use jadoube_board::{Origins, Position};
use jadoube_notation::{Context, Previous, read_move};

/// Positions by the moves that lead to them, so that every man keeps its origin.
const START: &str = "";
const OPEN: &str = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
const SCOTCH: &str = "e2e4 e7e5 g1f3 b8c6 d2d4";
const DEVELOPED: &str = "e2e4 e7e5 g1f3 b8c6 b1c3 g8f6 f1b5 f8b4 d2d3 d7d6 c1g5 c8g4 d1d2 d8d7";
const DEVELOPED_BLACK: &str = "e2e4 e7e5 g1f3 b8c6 b1c3 g8f6 f1b5 f8b4 d2d3 d7d6 c1g5 c8g4 d1d2 d8d7 h2h3";
const BOTH_ROOKS: &str = "e2e4 e7e5 g1f3 b8c6 b1c3 g8f6 f1b5 f8b4 d2d3 d7d6 c1g5 c8g4 d1d2 d8d7 e1g1 e8c8";
const PASSING: &str = "e2e4 a7a6 e4e5 d7d5";
const PASSING_BOTH: &str = "e2e4 a7a6 e4e5 a6a5 c2c4 a5a4 c4c5 d7d5";
const TAKEN: &str = "e2e4 d7d5 e4d5";
const QUEENING: &str = "e2e4 d7d5 e4d5 c7c6 d5c6 a7a6 c6b7 a6a5";
const TALE: &str = "e2e4 e7e5 d1h5 a7a6 f1c4 g8f6";

fn read(played: &str, text: &str) -> String {
    let mut position = Position::ordinary();
    let mut origins = Origins::ordinary();
    let mut previous = None;
    for uci in played.split_whitespace() {
        let movement = position.parse_uci(uci).unwrap();
        previous = Some(Previous {
            movement,
            took: position.captured(movement).is_some(),
        });
        origins.play(&position, movement);
        position = position.play(movement);
    }
    let context = Context {
        previous,
        ..Context::new(&position, &origins)
    };
    match read_move(text, &context) {
        Ok(reading) => {
            let moves: Vec<String> = reading.moves.iter().map(ToString::to_string).collect();
            moves.join(" ")
        }
        Err(error) => format!("error {}..{}: {error}", error.span.0, error.span.1),
    }
}

#[test]
fn forms_of_other_books() {
    #[rustfmt::skip]
    static CASES: &[(&str, &str, &str)] = &[
        // Philidor and Walker: squares and steps in words.
        (START, "K. P. two squares.", "e2e4"), (START, "K P 2 sq.", "e2e4"), (START, "K. P. 2 sq", "e2e4"), (START, "Q's Kt P two squares", "b2b4"),
        (START, "K Kt P one", "g2g3"), (START, "K. Kt. P. one square", "g2g3"), (START, "Queen's Pawn, two squares", "d2d4"), (START, "K's P. two sqs.", "e2e4"),
        (START, "King's Bishop's Pawn two squares.", "f2f4"), (START, "The Queen's Pawn one Square", "d2d3"), (START, "Q. P. one sq.", "d2d3"), (START, "Pawn to King's fourth", "e2e4"),
        (OPEN, "The queen's bishop's pawn one step.", "c2c3"), (OPEN, "bishop to the queen's knight's fifth square", "c4b5"), (OPEN, "The bishop at the fifth square of the queen's knight", "c4b5"), (OPEN, "Bishop to Queen's Knight's fifth house", "c4b5"), (OPEN, "the queen's knight in the third of the queen's bishop", "b1c3"), (OPEN, "the queen's knight in his bishop's third square", "b1c3"), (OPEN, "the queen's knight to the third square of his bishop", "b1c3"), (OPEN, "the bishop to the adversary's king's bishop's second square", "c4f7"), (OPEN, "the bishop to the second square of the adverse king's bishop", "c4f7"), (OPEN, "the queen to the second square of the king", "d1e2"), (OPEN, "king's knight to king's rook's fourth", "f3h4"), (OPEN, "the king to the square of his rook", ""), (OPEN, "the king to the square of his bishop", "e1f1"), (OPEN, "bishop to b4", ""), (SCOTCH, "the king's pawn takes the queen's pawn", "e5d4"),
        (START, "P to King's 4th", "e2e4"), (START, "P. to K. fourth", "e2e4"), (START, "K. P. to K. 4", "e2e4"), (START, "K. P. to his 4th", "e2e4"), (START, "Kg. P. two", "e2e4"),
        (START, "K. Kt. to B. 3d.", "g1f3"), (START, "K. Kt. to his B. 3d", "g1f3"), (START, "K.Kt. to K.B.3", "g1f3"), (START, "K Kt to B third", "g1f3"), (START, "KKt.-B3", "g1f3"), (START, "KN-B3", "g1f3"), (START, "KKt-B3", "g1f3"), (START, "Kt-KB 3", "g1f3"), (START, "Kt. - K.B. 3", "g1f3"),
        (START, "Kt to K. Bp. 3", "g1f3"), (START, "Knight to King's Bishop's 3rd", "g1f3"), (START, "Kn. to K. B. 3rd", "g1f3"), (START, "K. Kn. to B. third sq.", "g1f3"), (START, "Kt—K B 3.", "g1f3"), (START, "KT-KB3", "g1f3"), (START, "kt-kb3", "g1f3"), (START, "p-k4", "e2e4"), (START, "P-k4", "e2e4"),
        (START, "Kt\u{a0}to\u{a0}K\u{a0}B\u{a0}3", "g1f3"), (START, "P\u{2011}K4", "e2e4"), (START, "P\u{2212}K4", "e2e4"), (START, "P=K4", "e2e4"), (START, "P~K4", "e2e4"), (START, "P_K4", "e2e4"), (START, "P - K4.", "e2e4"), (START, "P.-K.4.", "e2e4"), (START, "P - K4 -", "e2e4"),
        (START, "P. to K4th", "e2e4"), (START, "P to K 4th sq", "e2e4"), (START, "P to K4 (1)", "e2e4"), (START, "P to K4 (a.)", "e2e4"), (START, "P to K4 *", "e2e4"), (START, "P to K4 a", "e2e4"), (START, "P-K4¹", "e2e4"), (START, "P-K4 (A)", "e2e4"), (START, "P-K4†", ""), (START, "P-K4 §", "e2e4"), (START, "P-K4(b)", "e2e4"), (START, "P—K4 [a]", "e2e4"), (START, "P-K4 [12]", "e2e4"),
        (START, "PtoK4", "e2e4"), (START, "P toK4", "e2e4"), (START, "KttoKB3", "g1f3"), (START, "Kt toKB3", "g1f3"), (START, "Pto K4", "e2e4"), (START, "P.to K.4", "e2e4"), (START, "P to K fourth", "e2e4"),
        (START, "1. e2-e4", "e2e4"), (START, "1) P-K4", "e2e4"), (START, "1 P-K4", "e2e4"), (START, "1.P-K4", "e2e4"), (START, "1, P-K4", "e2e4"), (START, "1: P-K4", "e2e4"), (START, "1.—P to K4", "e2e4"),
        (START, "P-K4 best move", "e2e4"), (START, "P-K4, a good move", "e2e4"), (START, "P to K4 [best]", "e2e4"), (START, "P to K4!?", "e2e4"), (START, "P-K4 !!", "e2e4"), (START, "P-K4 (?)", "e2e4"), (START, "P-K4, wins", "e2e4"), (START, "P-K4, and should win", "e2e4"), (START, "P-K4, with the better game", "e2e4"), (START, "P-K4, &c.", "e2e4"), (START, "P to K4, etc.", "e2e4"), (START, "P-K4 =", "e2e4"), (START, "P-K4 and White wins", "e2e4"), (START, "P-K4 and mates next move", "e2e4"), (START, "P-K4 and must win", "e2e4"), (START, "P to K4 and Black resigned", "e2e4"), (START, "P-K4 Drawn", "e2e4"), (START, "P-K4, drawn game.", "e2e4"), (START, "P to K 4, Even game", "e2e4"), (START, "P-K4. White wins.", "e2e4"), (START, "P-K4 ±", "e2e4"), (START, "P-K4 mate in 3", "e2e4"), (START, "P-K4 and mate in three moves", "e2e4"), (START, "P-K4 and mates in two", "e2e4"), (START, "P-K4 Resigns", "e2e4"), (START, "P-K4 (Resigns)", "e2e4"), (START, "P-K4 White resigns", "e2e4"),
        (START, "P. to K. B's 4th", "f2f4"), (START, "P to K. B.’s 4th", "f2f4"), (START, "P to KBs 4th", "f2f4"), (START, "P to K. Bs. 4th", "f2f4"), (START, "P to King's Bishop's 4", "f2f4"), (START, "KBP-B4", "f2f4"), (START, "K. B. P. to B. 4", "f2f4"), (START, "P/KB2-B4", "f2f4"),
        (START, "QN-B3", "b1c3"), (START, "N/1-B3", "b1c3 g1f3"), (START, "N-QB3", "b1c3"), (START, "Sf3", "g1f3"), (START, "S-f3", "g1f3"), (START, "Sg1-f3", "g1f3"),
        (DEVELOPED, "Q. to K. R's 6th", ""), (DEVELOPED, "Q. to her sq.", "d2d1"), (DEVELOPED, "K. to his sq.", ""), (DEVELOPED, "K. to his B. sq.", "e1f1"), (DEVELOPED, "Q. to her 3d", ""), (DEVELOPED, "Q. to her K. 3d", "d2e3"), (DEVELOPED, "Queen to her own square", "d2d1"), (DEVELOPED, "Q. to Q's own sq.", "d2d1"), (DEVELOPED_BLACK, "Q. to her sq.", "d7d8"), (DEVELOPED_BLACK, "K to his B's sq", "e8f8"), (DEVELOPED_BLACK, "P. to Q. R's 3d.", "a7a6"), (DEVELOPED_BLACK, "Kt. from B's 3d to Q's 5th", "c6d4"),
        (OPEN, "Q. Kt. to R. 3", "b1a3"), (OPEN, "do.", ""), ("e2e4 e7e5 g1f3", "do.", "g8f6"), ("e2e4", "Do. do.", "e7e5"), ("e2e4", "Same", "e7e5"), ("e2e4", "the same move", "e7e5"), ("e2e4", "Black does the same", "e7e5"), ("e2e4", "Ditto", "e7e5"), (START, "White P to K4", "e2e4"),
        // Castling as it is said.
        (DEVELOPED, "Castles", "e1c1 e1g1"), (DEVELOPED, "Castles (Q R)", "e1c1"), (DEVELOPED, "Castles (Q side)", "e1c1"), (DEVELOPED, "Castles Q.", "e1c1"), (DEVELOPED, "Castles with K. R.", "e1g1"), (DEVELOPED, "Castles with Q. Rook", "e1c1"), (DEVELOPED, "Castles on Queen's side", "e1c1"), (DEVELOPED, "Castles Q's side", "e1c1"), (DEVELOPED, "Castles QR", "e1c1"), (DEVELOPED, "Castles (QR)", "e1c1"), (DEVELOPED, "Castles-QR", "e1c1"), (DEVELOPED, "Castles—Q.R.", "e1c1"), (DEVELOPED, "O—O", "e1g1"), (DEVELOPED, "0—0—0", "e1c1"), (DEVELOPED, "OO", "e1g1"), (DEVELOPED, "O-O-O", "e1c1"), (DEVELOPED, "0-0-0", "e1c1"), (DEVELOPED, "O.O.O.", "e1c1"), (DEVELOPED, "O O", "e1g1"), (DEVELOPED, "castles long", "e1c1"), (DEVELOPED, "Castles short", "e1g1"), (DEVELOPED, "Castles with Queen's Castle", "e1c1"), (DEVELOPED, "Castles K side", "e1g1"), (DEVELOPED, "Cas. K.R.", "e1g1"), (DEVELOPED, "Castl. Q. R.", "e1c1"), (DEVELOPED, "Castle K. R.", "e1g1"), (DEVELOPED, "K castles with R", "e1c1 e1g1"), (DEVELOPED, "King castles", "e1c1 e1g1"), (DEVELOPED, "White castles", "e1c1 e1g1"), (DEVELOPED, "Castles, Q's R.", "e1c1"), (DEVELOPED, "The King castles with his own Rook", "e1g1"), (DEVELOPED, "Castles on his own side", "e1g1"), (DEVELOPED, "Castles on the Queen’s flank", "e1c1"), (DEVELOPED, "Castles (KR)!", "e1g1"), (DEVELOPED, "Cstls", "e1c1 e1g1"), (DEVELOPED, "Castles on K's side.", "e1g1"), (DEVELOPED, "Castles on Q. side", "e1c1"), (DEVELOPED, "CASTLES", "e1c1 e1g1"), (DEVELOPED_BLACK, "Castles Q R", "e8c8"), (DEVELOPED_BLACK, "Castles on K side", "e8g8"), (DEVELOPED, "Castles with King's Rook.", "e1g1"), (DEVELOPED, "K R castles", "e1g1"), (DEVELOPED, "Q. R. Castles", "e1c1"),
        // Rooks and their names.
        (BOTH_ROOKS, "QR-Q1", "a1d1"), (BOTH_ROOKS, "KR-Q1", "f1d1"), (BOTH_ROOKS, "Q. R. to Q. sq.", "a1d1"), (BOTH_ROOKS, "R(B1)-K1", "f1e1"), (BOTH_ROOKS, "R(R1)-K1", "a1e1"), (BOTH_ROOKS, "R (K B sq) to K sq", "f1e1"), (BOTH_ROOKS, "R/B1-K1", "f1e1"), (BOTH_ROOKS, "R-B1-K1", "f1e1"), (BOTH_ROOKS, "R on B sq. to K. sq.", "f1e1"), (BOTH_ROOKS, "R from B sq to K sq", "f1e1"), (BOTH_ROOKS, "R (from B sq) to K sq", "f1e1"), (BOTH_ROOKS, "K's R. to K's sq.", "f1e1"), (BOTH_ROOKS, "R to K 1st", "a1e1 f1e1"), (BOTH_ROOKS, "R to K1", "a1e1 f1e1"), (BOTH_ROOKS, "QR to Ksq", "a1e1"), (BOTH_ROOKS, "QR-Ksq", "a1e1"), (BOTH_ROOKS, "QR-K sq.", "a1e1"), (BOTH_ROOKS, "K R to K's square", "f1e1"), (BOTH_ROOKS, "R. (Q.R.) to K. sq.", "a1e1"), (BOTH_ROOKS, "R (Q R's sq.) to K's sq.", "a1e1"), (BOTH_ROOKS, "R(a1)-d1", "a1d1"), (BOTH_ROOKS, "Rook to King's square", "a1e1 f1e1"), (BOTH_ROOKS, "Queen's Rook to King's square", "a1e1"), (BOTH_ROOKS, "R to K. sqr.", "a1e1 f1e1"), (BOTH_ROOKS, "K to R sq.", "g1h1"), (BOTH_ROOKS, "K to his Rook's square", "g1h1"), (BOTH_ROOKS, "K. R. to his own sq.", ""), (BOTH_ROOKS, "Kt/B3-Q5", "c3d5"), (BOTH_ROOKS, "N/3-R4", "c3a4 f3h4"), (BOTH_ROOKS, "KKt-R4", "f3h4"),
        (BOTH_ROOKS, "B takes Kt", "b5c6 g5f6"), (BOTH_ROOKS, "KB takes Kt", "b5c6"), (BOTH_ROOKS, "QBxKt", "g5f6"), (BOTH_ROOKS, "BxQKt", "b5c6"), (BOTH_ROOKS, "BxKKt", "g5f6"), (BOTH_ROOKS, "B takes Q. Kt.", "b5c6"), (BOTH_ROOKS, "B takes K's Kt", "g5f6"), (BOTH_ROOKS, "BxKt/B3", ""), (BOTH_ROOKS, "BxKt/6", "b5c6 g5f6"), (BOTH_ROOKS, "BxN/KB6", "g5f6"), (BOTH_ROOKS, "BxN(B6)", "b5c6 g5f6"), (BOTH_ROOKS, "BXKt", "b5c6 g5f6"), (BOTH_ROOKS, "B×Kt", "b5c6 g5f6"), (BOTH_ROOKS, "B ✕ Kt", "b5c6 g5f6"), (BOTH_ROOKS, "B+Kt", "b5c6 g5f6"), (BOTH_ROOKS, "B. tks. Kt.", "b5c6 g5f6"), (BOTH_ROOKS, "B takes Knight", "b5c6 g5f6"), (BOTH_ROOKS, "Bishop takes Knight", "b5c6 g5f6"), (BOTH_ROOKS, "B takes the Kt", "b5c6 g5f6"), (BOTH_ROOKS, "B. captures Kt.", "b5c6 g5f6"), (BOTH_ROOKS, "B. takes Kn.", "b5c6 g5f6"), (BOTH_ROOKS, "B takes Kt (B6)", "b5c6 g5f6"), (BOTH_ROOKS, "B takes Kt at KB6", "g5f6"), (BOTH_ROOKS, "B takes Kt on K. B. 6", "g5f6"), (BOTH_ROOKS, "Q B takes Kt", "g5f6"), (BOTH_ROOKS, "B t. Kt.", "b5c6 g5f6"), (BOTH_ROOKS, "B tk Kt", "b5c6 g5f6"), (BOTH_ROOKS, "B:Kt", "b5c6 g5f6"), (BOTH_ROOKS, "B : Kt", "b5c6 g5f6"),
        // Captures, checks and remarks.
        (OPEN, "B takes P (ch)", "c4f7"), (OPEN, "B takes P ch.", "c4f7"), (OPEN, "B x P+", "c4f7"), (OPEN, "BxPch", "c4f7"), (OPEN, "BxP ch.!", "c4f7"), (OPEN, "B takes P, checking", "c4f7"), (OPEN, "B. takes K. B. P., giving check", "c4f7"), (OPEN, "B. takes P. (check.)", "c4f7"), (OPEN, "B takes P †", "c4f7"), (OPEN, "BxP check", "c4f7"), (OPEN, "B takes P chg.", "c4f7"), (OPEN, "B takes P and checks", "c4f7"), (OPEN, "B tks P +", "c4f7"), (OPEN, "B takes P; ch", "c4f7"), (OPEN, "B takes P: check", "c4f7"), (OPEN, "B takes P—ch.", "c4f7"), (OPEN, "B takes P (oh.)", "c4f7"), (OPEN, "B takes P (eh.)", "c4f7"), (OPEN, "B takes P ( ch. )", "c4f7"), (OPEN, "B takes P [ch.]", "c4f7"), (OPEN, "BxP(ch)", "c4f7"), (OPEN, "B X P ch", "c4f7"), (OPEN, "BxBP ch", "c4f7"), (OPEN, "BxKBP", "c4f7"), (OPEN, "B takes K B's P", "c4f7"), (OPEN, "B. takes K. B's P. (ch.)", "c4f7"), (OPEN, "B. takes B's P. (ch.)", "c4f7"), (OPEN, "B-B7 ch", "c4f7"),
        (OPEN, "B takes B P", "c4f7"), (OPEN, "Bishop takes King's Bishop's Pawn, check", "c4f7"), (OPEN, "Kt takes K. P.", "f3e5"), (OPEN, "Kt. takes King's P.", "f3e5"), (OPEN, "Kt takes KP!", "f3e5"), (OPEN, "KtxKP", "f3e5"), (OPEN, "Kt takes adv. K. P.", "f3e5"), (OPEN, "Kt takes adverse K. P.", "f3e5"), (OPEN, "Kt takes P.", "f3e5"), (OPEN, "KtxPawn", "f3e5"), (OPEN, "NxP/5", "f3e5"), (OPEN, "Kt takes P [A]", "f3e5"), (OPEN, "NxKP", "f3e5"),
        (SCOTCH, "PxP", "e5d4"), (SCOTCH, "K. P. takes P.", "e5d4"), (SCOTCH, "P takes Q. P.", "e5d4"), (SCOTCH, "P/K4xP", "e5d4"), (SCOTCH, "P tks P", "e5d4"), (SCOTCH, "P takes P", "e5d4"), (SCOTCH, "Pawn takes Pawn", "e5d4"), (SCOTCH, "P×P", "e5d4"), (SCOTCH, "KPxP", "e5d4"), (SCOTCH, "K's P. takes P.", "e5d4"), (SCOTCH, "P at K's 4th takes P.", "e5d4"), (SCOTCH, "P (K 4) × P", "e5d4"), (SCOTCH, "Kt. takes Q. P.", "c6d4"), (SCOTCH, "Kt takes P", "c6d4"), (SCOTCH, "PxQP", "e5d4"), (SCOTCH, "P takes Q's P.", "e5d4"), (SCOTCH, "P. takes the P.", "e5d4"), (SCOTCH, "ed", "e5d4"), (SCOTCH, "exd", "e5d4"), (SCOTCH, "e5d4:", "e5d4"), (SCOTCH, "ed4", "e5d4"), (SCOTCH, "e5:d4", "e5d4"), (SCOTCH, "e5xd4", "e5d4"), (SCOTCH, "KP x QP", "e5d4"), (SCOTCH, "P takes it", "e5d4"), (SCOTCH, "Kt takes it", "c6d4"), (SCOTCH, "P. takes that P.", "e5d4"), (SCOTCH, "takes P", "c6d4 e5d4"), (SCOTCH, "takes", "c6d4 e5d4"),
        (TAKEN, "Q takes P", "d8d5"), (TAKEN, "Q. retakes.", "d8d5"), (TAKEN, "Q recaptures", "d8d5"), (TAKEN, "Q. takes P. again", "d8d5"), (TAKEN, "Q takes it", "d8d5"), (TAKEN, "Queen takes it.", "d8d5"), (TAKEN, "Q x P", "d8d5"), (TAKEN, "Q takes him", "d8d5"),
        (PASSING, "P takes P (in passing)", "e5d6"), (PASSING, "P takes P in pas.", "e5d6"), (PASSING, "P×P en passant", "e5d6"), (PASSING, "P. takes P. en passant.", "e5d6"), (PASSING, "PxP e. p.", "e5d6"), (PASSING, "PxP e.p", "e5d6"), (PASSING, "PxP(e.p.)", "e5d6"), (PASSING, "PxPep", "e5d6"), (PASSING, "PxP (e p)", "e5d6"), (PASSING, "P takes P en pass.", "e5d6"), (PASSING, "P takes P e. pass.", "e5d6"), (PASSING, "P takes P 'en passant'", "e5d6"), (PASSING, "P takes P \u{201c}en passant\u{201d}", "e5d6"), (PASSING, "P takes P, by the way", "e5d6"), (PASSING, "KPxP ep", "e5d6"), (PASSING, "P takes Q P en passant", "e5d6"), (PASSING, "P takes P in passing, ch", ""), (PASSING, "P on K5 takes P", "e5d6"), (PASSING, "exd6", "e5d6"), (PASSING, "exd6e.p.", "e5d6"), (PASSING, "PxP i.p.", "e5d6"), (PASSING_BOTH, "BPxP", "c5d6"), (PASSING_BOTH, "P (B5) x P e.p.", "c5d6"), (PASSING_BOTH, "PxP", "c5d6 e5d6"), (PASSING_BOTH, "Q. B. P. takes P. en passant", "c5d6"), (PASSING, "P-Q6 e.p.", "e5d6"), (PASSING, "P takes P  en  passant", "e5d6"),
        (QUEENING, "PxR(Q)", "b7a8q"), (QUEENING, "PxR=Q", "b7a8q"), (QUEENING, "P takes R and Queens", "b7a8q"), (QUEENING, "P takes R, queening", "b7a8q"), (QUEENING, "P takes R becoming Q", "b7a8q"), (QUEENING, "P takes R and becomes a Q", "b7a8q"), (QUEENING, "P takes B (Queens)", "b7c8q"), (QUEENING, "P x B, Kt", "b7c8n"), (QUEENING, "PxB(N)", "b7c8n"), (QUEENING, "PxB, becoming a Kt.", "b7c8n"), (QUEENING, "PxB (a Kt)", "b7c8n"), (QUEENING, "P takes R (a Queen)", "b7a8q"), (QUEENING, "P takes R, makes a Queen", "b7a8q"), (QUEENING, "P takes R, a second Queen", "b7a8q"), (QUEENING, "P takes R, claims Q", "b7a8q"), (QUEENING, "P takes R, and calls for a Queen", "b7a8q"), (QUEENING, "P takes R and is promoted to a Queen", "b7a8q"), (QUEENING, "PxR/Q", "b7a8q"), (QUEENING, "PxR queens", "b7a8q"), (QUEENING, "P takes R becoming a new Queen", "b7a8q"), (QUEENING, "PxR!=Q", "b7a8q"), (QUEENING, "P takes R (=Q)", "b7a8q"), (QUEENING, "P takes Q R, Queening", "b7a8q"), (QUEENING, "P Queens", "b7a8q b7c8q"), (QUEENING, "P takes R becomes Queen", "b7a8q"), (QUEENING, "bxa8=Q", "b7a8q"), (QUEENING, "bxa8Q", "b7a8q"), (QUEENING, "b7xa8Q", "b7a8q"), (QUEENING, "b7a8q", "b7a8q"), (QUEENING, "P takes R and makes a Q", "b7a8q"), (QUEENING, "P takes R; Queens", "b7a8q"), (QUEENING, "P takes R and demands a Queen", "b7a8q"), (QUEENING, "P takes R (Kt)", "b7a8n"), (QUEENING, "P takes R, becoming a Rook", "b7a8r"),
        (TALE, "Q takes B P mate", "h5f7"), (TALE, "QxBP mate", "h5f7"), (TALE, "Q mates", "h5f7"), (TALE, "Q takes P checkmate", "h5f7"), (TALE, "Q takes P, mate.", "h5f7"), (TALE, "QxP#", "h5f7"), (TALE, "QxP ++", "h5f7"), (TALE, "QxP‡", "h5f7"), (TALE, "Q takes P and mates", "h5f7"), (TALE, "Q. takes K. B. P. (mate)", "h5f7"), (TALE, "Q takes P, giving mate", "h5f7"), (TALE, "QxP (checkmate)", "h5f7"), (TALE, "Q takes P mating", "h5f7"), (TALE, "Qh5xf7 mate", "h5f7"), (TALE, "Qxf7 matt", "h5f7"), (TALE, "Qf7:#", "h5f7"), (TALE, "Mates", "h5f7"), (TALE, "Mate", "h5f7"), (TALE, "Q gives mate", "h5f7"), (TALE, "Q checkmates", "h5f7"), (TALE, "Q takes P and gives checkmate", "h5f7"), (TALE, "QxPx", "h5f7"), (TALE, "Qh5:f7x", "h5f7"), (TALE, "Q mates at K B 7", "h5f7"), (TALE, "Q takes B's P. checkmate", "h5f7"), (TALE, "QxBP/mate", "h5f7"), (TALE, "Q takes P double check", ""), (TALE, "Q takes P, ch and mate", "h5f7"), (TALE, "Q takes P, check-mate", "h5f7"), (TALE, "Q takes P mate!", "h5f7"), (TALE, "Q takes P & mates", "h5f7"), (TALE, "Q to B7 mate", "h5f7"), (TALE, "Q-B7 mate", "h5f7"), (TALE, "QxP+ and mate", "h5f7"), (TALE, "Q. to K. B's 7th., mating", "h5f7"),
    ];
    let mut wrong = Vec::new();
    for (played, text, expected) in CASES {
        let found = read(played, text);
        if found != *expected {
            wrong.push(format!(
                "`{text}` gave [{found}], not [{expected}] after {played}"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}\n{}",
        wrong.len(),
        CASES.len(),
        wrong.join("\n")
    );
}
