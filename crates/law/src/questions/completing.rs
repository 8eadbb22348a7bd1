//! When is a move complete, and what is it while it is not?

use crate::code::{
    Alike, Answer,
    Authority::{Clauses, Reading},
    ByCode, alike, answers, reading, says, silent,
};

question! {
    "When is a move complete, and what is it while it is not?";
    tables: PROMOTING, LEFT_A_PAWN, CASTLED, TRANSFERRED, PUT_UPON, TAKING, CASTLING_SQUARES, SHOWN_LATER;
}

law! {
    /// What a Pawn on its last rank still needs.
    pub enum Promoting {
        /// The piece, a substitute, or its name.
        PieceOrName,
        /// The piece itself, on the square.
        PieceItself,
        /// He says what it becomes; how that is shown is not laid down.
        Choice,
    }
}
use Promoting::{Choice, PieceItself, PieceOrName};

law! {
    /// How a promotion is completed.
    pub static PROMOTING: ByCode<Answer<Promoting>> = answers(ByCode {
        xxv:       says(Choice,      &["XXI"]),
        bca_1862:  says(Choice,      &["XIII"]),
        bcc_1896:  says(PieceOrName, &["I.14B(b)", "I.11E(d)"]),
        bcc_1899:  says(PieceOrName, &["I.14B(b)", "I.11E(d)"]),
        fide_1931: says(PieceItself, &["13(d)", "8.promotion"]),
        fide_2023: says(PieceItself, &["4.7.3", "3.7.3.3"]),
    });
}

law! {
    /// What a whole move is that leaves a Pawn a Pawn on its last rank.
    pub enum LeftAPawn {
        /// Not yet complete: the piece may still follow.
        Incomplete,
        /// A move like another.
        Lawful,
        /// An illegal move; only in parts is it incomplete.
        Illegal,
    }
}

law! {
    /// A Pawn is left a Pawn.
    pub static LEFT_A_PAWN: ByCode<Answer<LeftAPawn>> = answers(ByCode {
        xxv:       silent(LeftAPawn::Incomplete, reading("XXV-29")),
        bca_1862:  says(LeftAPawn::Lawful,       &["XIII"]),
        bcc_1896:  says(LeftAPawn::Incomplete,   &["I.14B(b)"]),
        bcc_1899:  says(LeftAPawn::Incomplete,   &["I.14B(b)"]),
        fide_1931: silent(LeftAPawn::Illegal,    reading("FIDE-12")),
        fide_2023: says(LeftAPawn::Illegal,      &["7.5.2", "3.7.3.3"]),
    });
}

law! {
    /// When castling is complete.
    pub enum Castled {
        /// When both King and Rook are quitted.
        BothQuitted,
        /// When the Rook, moved after the King, is quitted.
        RookQuitted,
    }
}

law! {
    /// When castling is complete.
    pub static CASTLED: ByCode<Answer<Castled>> = answers(ByCode {
        xxv:       says(Castled::BothQuitted, &["VIII"]),
        bca_1862:  says(Castled::BothQuitted, &["X"]),
        bcc_1896:  says(Castled::BothQuitted, &["I.14B(c)"]),
        bcc_1899:  says(Castled::BothQuitted, &["I.14B(c)"]),
        fide_1931: says(Castled::RookQuitted, &["13(c)"]),
        fide_2023: says(Castled::RookQuitted, &["4.7.2"]),
    });
}

law! {
    /// When a transfer without or with a capture is complete.
    pub enum Transferred {
        /// When the man is quitted and the captured man removed.
        QuittedAndRemoved,
        /// When the man is quitted.
        Quitted,
    }
}

law! {
    /// When an ordinary move is complete.
    pub static TRANSFERRED: ByCode<Answer<Transferred>> = answers(ByCode {
        xxv:       says(Transferred::Quitted, &["VIII"]),
        bca_1862:  silent(Transferred::Quitted, reading("BCA-1")),
        bcc_1896:  says(Transferred::QuittedAndRemoved, &["I.14B(a)"]),
        bcc_1899:  says(Transferred::QuittedAndRemoved, &["I.14B(a)"]),
        fide_1931: says(Transferred::QuittedAndRemoved, &["13(a)", "13(b)"]),
        fide_2023: says(Transferred::QuittedAndRemoved, &["4.7", "4.7.1"]),
    });
}

law! {
    /// Whether a man is touched when another is put upon it and not yet let go.
    pub enum PutUpon {
        /// It is touched.
        Touched,
        /// It is not: the square where the man is let go is what counts.
        NotTouched,
    }
}

law! {
    /// A man is put upon another, and may be taken further: is that other touched?
    pub static PUT_UPON: ByCode<Answer<PutUpon>> = answers(ByCode {
        xxv:       says(PutUpon::NotTouched,   &["VIII"]),
        bca_1862:  says(PutUpon::NotTouched,   &["VI"]),
        bcc_1896:  says(PutUpon::Touched,      &["I.14B(a)"]),
        bcc_1899:  says(PutUpon::Touched,      &["I.14B(a)"]),
        fide_1931: silent(PutUpon::NotTouched, reading("FIDE-11")),
        fide_2023: silent(PutUpon::Touched,    reading("F23-17")),
    });
}

law! {
    /// What becomes of a man that is taken.
    pub static TAKING: Alike = alike("It is taken off within the move that takes it.", ByCode {
        xxv:       Reading("XXV-2"),
        bca_1862:  Reading("BCA-1"),
        bcc_1896:  Clauses(&["I.11E(b)"]),
        bcc_1899:  Clauses(&["I.11E(b)"]),
        fide_1931: Clauses(&["7.iv"]),
        fide_2023: Clauses(&["3.1.1"]),
    });
}

law! {
    /// Where King and Rook stand after castling.
    pub static CASTLING_SQUARES: Alike = alike("The King two squares towards the Rook, and the Rook next to him on his other side.", ByCode {
        xxv:       Reading("XXV-2"),
        bca_1862:  Reading("BCA-5"),
        bcc_1896:  Clauses(&["I.11E(f)"]),
        bcc_1899:  Clauses(&["I.11E(f)"]),
        fide_1931: Clauses(&["8.castling"]),
        fide_2023: Clauses(&["3.8.2"]),
    });
}

steps! {
    /// A promoted man that was only named, or shown by a substitute, where a law speaks of that by itself.
    pub struct ShownLater {
        /// The piece itself may take its place later, and costs nothing to touch.
        by_the_piece,
    }
    pub static SHOWN_LATER for PROMOTING: Promoting::PieceOrName = {
        bcc: { by_the_piece: "II.4(a)" },
    };
}
