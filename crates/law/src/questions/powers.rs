//! Why can a man not be moved so? The powers of the men, the King's safety, castling and taking in passing.

use crate::{
    code::{
        Alike, Answer,
        Authority::{Clauses, Reading},
        ByCode, alike, answers, reading, says, silent,
    },
    facts::legal,
};
use jadoube_board::{Colour, Kind, Rank, Square, Wing, attacks};
use jadoube_game::{Citation, Deed, Game, HandMove, Ruling, Sentence, castling_wing, rook_squares, say};

question! {
    "Why can a man not be moved so? The powers of the men, the King's safety, castling and taking in passing.";
    tables: POWERS, CASTLING, IN_PASSING, OWN_KING, EACH_MAN, EACH_CHECK;
    "A Pawn that has not moved may go two squares, if both are free." => fide_2023 "3.7.2";
    "A Pawn becomes any piece, whatever was taken before." => fide_2023 "3.7.3.4";
    "The piece that a Pawn becomes acts at once." => fide_2023 "3.7.3.5";
    "A King that has moved never castles." => fide_2023 "3.8.2.1.1";
    "With a Rook that has moved nobody castles." => fide_2023 "3.8.2.1.2";
    "While the King is in check, or would pass or enter one, he does not castle." => fide_2023 "3.8.2.2.1";
    "While a man stands between King and Rook they do not castle." => fide_2023 "3.8.2.2.2";
}

steps! {
    /// Where each man has a clause of his own.
    pub struct EachMan {
        /// The King goes to any square next to his own.
        king,
        /// The Queen goes along her rank, her file and her diagonals.
        queen,
        /// A Rook goes along its rank and its file.
        rook,
        /// A Bishop goes along its diagonals.
        bishop,
        /// A Knight goes to the nearest squares that are not on its rank, file or diagonals.
        knight,
        /// A Pawn goes one square straight forward, if it is free.
        pawn,
        /// A Pawn takes otherwise than it goes: one step forward, slantwise.
        pawn_takes,
    }
    pub static EACH_MAN for POWERS: Powers::ManByMan = {
        fide_1931: {
            king: "8.king", queen: "8.queen", rook: "8.rook", bishop: "8.bishop", knight: "8.knight",
            pawn: "8.pawn", pawn_takes: "8.pawn-capture",
        },
        fide_2023: {
            king: "3.8.1", queen: "3.4", rook: "3.3", bishop: "3.2", knight: "3.6", pawn: "3.7.1",
            pawn_takes: "3.7.3",
        },
    };
}

steps! {
    /// Where each way of leaving one's own King in check has a clause of its own.
    pub struct EachCheck {
        /// A King may not go next to the other.
        beside,
        /// A King may not go into check.
        entered,
        /// A check must be met.
        not_met,
    }
    pub static EACH_CHECK for OWN_KING: OwnKing::CaseByCase = {
        fide_1931: {
            beside: "9.iv", entered: "9.iii", not_met: "9.v",
        },
    };
}

law! {
    /// Where a code says how the men move.
    pub enum Powers {
        /// In one clause for all.
        InOneClause,
        /// In a clause for each man.
        ManByMan,
        /// Nowhere: the ordinary game is presupposed.
        Presupposed,
    }
}

law! {
    /// Where it is laid down how the men move.
    pub static POWERS: ByCode<Answer<Powers>> = answers(ByCode {
        xxv:       silent(Powers::Presupposed, reading("XXV-2")),
        bca_1862:  silent(Powers::Presupposed, reading("BCA-1")),
        bcc_1896:  says(Powers::InOneClause,   &["I.11E(a)"]),
        bcc_1899:  says(Powers::InOneClause,   &["I.11E(a)"]),
        fide_1931: says(Powers::ManByMan,      &["7.i", "7.ii", "7.iii"]),
        fide_2023: says(Powers::ManByMan,      &["3.1", "3.5", "3.10.1"]),
    });
}

law! {
    /// The conditions of castling.
    pub static CASTLING: Alike = alike("King and Rook have not moved, nothing stands between them, and the King is not in check and passes through none; nor may he, as in any move, end in one.", ByCode {
        xxv:       Clauses(&["XVI"]),
        bca_1862:  Reading("BCA-5"),
        bcc_1896:  Clauses(&["I.11E(e)"]),
        bcc_1899:  Clauses(&["I.11E(e)"]),
        fide_1931: Clauses(&["8.castling"]),
        fide_2023: Clauses(&["3.8.2"]),
    });
}

law! {
    /// Taking in passing.
    pub static IN_PASSING: Alike = alike("A Pawn that goes two squares past an adverse Pawn may be taken by it as if it had gone one, in the very next move.", ByCode {
        xxv:       Clauses(&["XV"]),
        bca_1862:  Clauses(&["XII"]),
        bcc_1896:  Clauses(&["I.11E(c)"]),
        bcc_1899:  Clauses(&["I.11E(c)"]),
        fide_1931: Clauses(&["8.en-passant"]),
        fide_2023: Clauses(&["3.7.3.1", "3.7.3.2"]),
    });
}

law! {
    /// How a code forbids a player's own King to be left or placed in check.
    pub enum OwnKing {
        /// In one rule for every case.
        InOneRule,
        /// A King exposed, a check neglected that was announced, and one that was not, each by itself.
        AsItWasAnnounced,
        /// The King's own step, a check not met, and a King uncovered each by itself.
        CaseByCase,
    }
}

law! {
    /// How it is laid down that a player may not leave or place his own King in check.
    pub static OWN_KING: ByCode<Answer<OwnKing>> = answers(ByCode {
        xxv:       says(OwnKing::InOneRule,    &["XVII"]),
        bca_1862:  silent(OwnKing::AsItWasAnnounced, reading("BCA-23")),
        bcc_1896:  says(OwnKing::InOneRule,    &["I.11E(a)"]),
        bcc_1899:  says(OwnKing::InOneRule,    &["I.11E(a)"]),
        fide_1931: silent(OwnKing::CaseByCase, reading("FIDE-1")),
        fide_2023: says(OwnKing::InOneRule,    &["3.9.2"]),
    });
}

/// Says why the move just made is not a legal one.
pub(crate) fn reason(game: &Game, deed: &Deed) -> Ruling {
    let Some(made) = deed.made else {
        return Ruling::silent();
    };
    match why(game, deed, made) {
        Some((clause, text)) => Ruling::silent().because(clause, deed.by, text),
        None => Ruling::silent(),
    }
}

fn why(game: &Game, deed: &Deed, made: HandMove) -> Option<(Citation, Sentence)> {
    let by = deed.by;
    let HandMove { from, to, .. } = made;
    let code = game.terms.code;
    let man = game.standing.men.get(from).or_else(|| game.men.get(from))?;
    if game.men.id(from).is_some() && game.men.id(from) != game.standing.men.id(from) {
        // The man came here in this very turn: what is wrong is the whole of what he did, not this step.
        return None;
    }
    let position = game.position()?;
    let powers = clause_of_the_man(game, man.kind);
    let name = man.kind.name();
    if man.colour != by {
        return Some((powers, say!("the man on {from} is not {by's} to move"; by, from)));
    }
    if let Some(wing) = castling_wing(man, from, to) {
        let corner = rook_squares(from, wing).0;
        let own_rook = game.standing.men.get(corner) == Some(jadoube_board::Man::new(by, Kind::Rook));
        let gives_a_rook = game.terms.odds.as_ref().is_some_and(|odds| odds.giver == by);
        // Without the Rook he castles, if at all, by the law on odds.
        let authority = if gives_a_rook && !own_rook {
            super::odds::CASTLING_WITHOUT_ROOK[code].authority
        } else {
            CASTLING[code]
        };
        return Some((authority.governing()?, cannot_castle(game, by, from, wing)));
    }
    if made.becomes == Some(Kind::Pawn) && reaches(game, by, from, to) {
        let clause = super::odds::QUEENING[code].authority.governing()?;
        return Some((clause, say!("a Pawn on its last rank may not remain a Pawn")));
    }
    if position.board().get(to).is_some_and(|there| there.colour == by) {
        return Some((powers, say!("a man of {by}'s own stands on {to}"; by, to)));
    }
    let slantwise = from.file() != to.file();
    let powers = match each_man(game) {
        Some(law) if man.kind == Kind::Pawn && slantwise => law.pawn_takes.into(),
        _ => powers,
    };
    let takes = || attacks::pawn(by, from).contains(to);
    if man.kind == Kind::Pawn && position.board().get(to).is_none() && takes() {
        let text = say!("there is nothing on {to} to take, and no Pawn has just passed over it"; to);
        return Some((IN_PASSING[code].governing()?, text));
    }
    if !reaches(game, by, from, to) {
        if game.turn.turn_began.is_some() && game.past.len() > game.turn_start().1
            || beyond_the_fourth(game, by, to)
        {
            return several_moves(game, by, to).or(Some((
                powers,
                say!("the {name} on {from} cannot reach {to}"; name, from, to),
            )));
        }
        return Some((
            powers,
            say!("the {name} on {from} cannot reach {to}"; name, from, to),
        ));
    }
    if let Some(limit) = several_moves(game, by, to) {
        return Some(limit);
    }
    let as_a_queen = position.find_move(from, to, Some(Kind::Queen));
    if man.kind == Kind::Pawn && made.becomes.is_none_or(|kind| kind == Kind::Pawn) && as_a_queen.is_some() {
        let text = say!("a Pawn that comes to {to} must become a piece"; to);
        return Some((super::odds::QUEENING[code].authority.governing()?, text));
    }
    let board = deed.men.board();
    let in_check = |king| board.is_attacked(king, !by);
    if !board.king(by).is_some_and(in_check) {
        // The transfer is lawful by itself: what is wrong is what else was done in the turn.
        return None;
    }
    let text = say!("{by}'s King would stand in check"; by);
    let case_by_case = match OWN_KING[code].value {
        OwnKing::CaseByCase => EACH_CHECK.of(game),
        OwnKing::InOneRule | OwnKing::AsItWasAnnounced => None,
    };
    let clause = match case_by_case {
        Some(law) if man.kind == Kind::King => {
            let beside = attacks::king(to).contains(position.king(!by));
            if beside { law.beside } else { law.entered }.into()
        }
        Some(law) if position.is_check() => law.not_met.into(),
        _ => OWN_KING[code].clause(),
    };
    Some((clause, text))
}

/// Whether the man could go there if his own King did not matter.
fn reaches(game: &Game, by: Colour, from: Square, to: Square) -> bool {
    let board = game.standing.men.board();
    let Some(man) = board.get(from) else { return false };
    let occupied = board.occupied();
    match man.kind {
        Kind::King => attacks::king(from).contains(to),
        Kind::Queen => attacks::queen(from, occupied).contains(to),
        Kind::Rook => attacks::rook(from, occupied).contains(to),
        Kind::Bishop => attacks::bishop(from, occupied).contains(to),
        Kind::Knight => attacks::knight(from).contains(to),
        Kind::Pawn => {
            let ahead = if by == Colour::White { 1 } else { -1 };
            let one = from
                .offset(0, ahead)
                .filter(|&square| board.get(square).is_none());
            let two = one
                .and_then(|square| square.offset(0, ahead))
                .filter(|&square| board.get(square).is_none() && square.rank().relative_to(by) == Rank::Four);
            let first_move = game
                .standing
                .men
                .id(from)
                .is_some_and(|id| !game.standing.men.has_moved(id));
            let takes = attacks::pawn(by, from).contains(to) && board.get(to).is_some();
            one == Some(to) || (first_move && two == Some(to)) || takes
        }
    }
}

fn beyond_the_fourth(game: &Game, by: Colour, to: Square) -> bool {
    game.turn.turn_began.is_some() && legal::goes_too_far(game, by, to)
}

/// Odds of several moves: no man beyond the fourth rank while they are made.
fn several_moves(game: &Game, by: Colour, to: Square) -> Option<(Citation, Sentence)> {
    beyond_the_fourth(game, by, to).then(|| {
        (
            super::odds::HOW_FAR[game.terms.code].clause(),
            say!("in making several moves {by} may not move a man beyond [his] fourth rank"; by),
        )
    })
}

/// The clauses of the men, where each has his own.
fn each_man(game: &Game) -> Option<&'static EachMan> {
    match POWERS[game.terms.code].value {
        Powers::ManByMan => EACH_MAN.of(game),
        Powers::InOneClause | Powers::Presupposed => None,
    }
}

fn clause_of_the_man(game: &Game, kind: Kind) -> Citation {
    let Some(law) = each_man(game) else {
        return POWERS[game.terms.code].clause();
    };
    match kind {
        Kind::King => law.king,
        Kind::Queen => law.queen,
        Kind::Rook => law.rook,
        Kind::Bishop => law.bishop,
        Kind::Knight => law.knight,
        Kind::Pawn => law.pawn,
    }
    .into()
}

/// Which condition of castling is not fulfilled.
fn cannot_castle(game: &Game, by: Colour, king: Square, wing: Wing) -> Sentence {
    let men = &game.standing.men;
    let (corner, beside) = rook_squares(king, wing);
    let side = if wing == Wing::King { "King's" } else { "Queen's" };
    if !men.castling().contains(by, wing) {
        return match men.get(corner) {
            Some(man) if man == jadoube_board::Man::new(by, Kind::Rook) => {
                say!("{by} cannot castle on the {side} side: [his] King or that Rook has moved"; by, side)
            }
            None if game.terms.agreements.flag("castle_without_rook") == Some(false) => {
                say!(
                    "{by} cannot castle on the {side} side: it was agreed that nobody castles without the Rook"; by, side
                )
            }
            _ => say!(
                "{by} cannot castle on the {side} side: no Rook [of his] stands in that corner"; by, side
            ),
        };
    }
    if let Some(square) = attacks::between(king, corner)
        .iter()
        .find(|&square| men.get(square).is_some())
    {
        return say!("{by} cannot castle: a man stands between on {square}"; by, square);
    }
    let attacked = |square: Square| men.board().is_attacked(square, !by);
    if attacked(king) {
        return say!("{by} cannot castle: [his] King is in check"; by);
    }
    if attacked(beside) {
        return say!(
            "{by} cannot castle: [his] King would pass over {beside}, which is commanded"; by, beside
        );
    }
    say!("{by} cannot castle: [his] King would be in check"; by)
}
