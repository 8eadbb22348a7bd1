//! An error in setting up the men is found too late for the law: by what does the umpire go?

use crate::{
    facts::start,
    means::deciding::{may, so_ended},
};
use jadoube_board::{Board, Colour, Man, Square};
use jadoube_game::{Citation, Decision, Declared, Game, Right};

question! {
    "An error in setting up the men is found too late for the law: by what does the umpire go?";
    tables: APPENDIX;
}

steps! {
    /// An error in setting up is found too late for the law: what the umpire goes by.
    pub struct Appendix {
        /// An error in setting up, found late: two men that stood on each other's squares change places.
        exchanged,
        /// An error in setting up, found late: a man that never mattered does not annul a game that is over.
        never_mattered,
        /// An error in setting up, found late: odds given by accident annul the game, unless he who gave them will go on.
        odds_by_accident,
        /// An error in setting up, found late: he who knew and kept silent cannot have it annulled.
        known,
        /// An error in setting up, found late: the umpire sees that nobody suffers who did not accept or hide it.
        nobody_suffers,
    }
    pub static APPENDIX = {
        bcc_1899: {
            exchanged: "appendix(1)", never_mattered: "appendix(2)", odds_by_accident: "appendix(3)",
            known: "appendix(4)", nobody_suffers: "appendix(5)",
        },
    };
}

/// The decisions that the appendix helps him to, an error in setting up being found too late for the law.
pub(crate) fn rights(game: &Game, at_issue: Citation) -> Option<Vec<Right>> {
    let law = APPENDIX.of(game)?;
    if at_issue != law.nobody_suffers.as_str() {
        return None;
    }
    let mut rights = Vec::new();
    if let Some(board) = men_exchanged(game) {
        let text =
            "men set up on each other's squares, both players believing otherwise: let them change places";
        let exchange = Decision {
            board: Some(board),
            ..Decision::default()
        };
        rights.push(may(exchange, law.exchanged.into(), text));
    }
    if a_man_was_missing(game) {
        rights.push(may(
            Decision::default(),
            law.never_mattered.into(),
            "the man missing never mattered to the game: let it stand",
        ));
        rights.push(may(
            so_ended(Declared::Annulled),
            law.odds_by_accident.into(),
            "odds given by accident: annul, the game not being the one agreed",
        ));
    }
    rights.push(may(
        Decision::default(),
        law.known.into(),
        "he who knew of it and kept silent cannot complain: let it stand",
    ));
    rights.push(may(
        so_ended(Declared::Annulled),
        law.nobody_suffers.into(),
        "nobody should suffer from an error he did not accept: annul",
    ));
    Some(rights)
}

/// Whether a man that should have stood on the board at the start did not.
fn a_man_was_missing(game: &Game) -> bool {
    let Ok(proper) = start::proper_board(game.terms.odds.as_ref()) else {
        return false;
    };
    game.first.men.board().occupied().count() < proper.occupied().count()
}

/// Two men of one side that began on each other's squares and still stand there: the board with them exchanged.
fn men_exchanged(game: &Game) -> Option<String> {
    let proper = start::proper_board(game.terms.odds.as_ref()).ok()?;
    let began = game.first.men.board();
    let wrong: Vec<_> = proper
        .occupied()
        .into_iter()
        .filter(|&square| proper.get(square) != began.get(square))
        .collect();
    let [a, b] = wrong[..] else { return None };
    let swapped = began.get(a) == proper.get(b) && began.get(b) == proper.get(a);
    if !swapped {
        return None;
    }
    // Wherever those two men now stand, they change places.
    let (at_a, at_b) = (origin_now(game, a)?, origin_now(game, b)?);
    let mut board: Board = *game.men.board();
    let (first, second): (Option<Man>, Option<Man>) = (board.get(at_a), board.get(at_b));
    board.set(at_a, second);
    board.set(at_b, first);
    let player = if game.turn_to_play() == Colour::White {
        'w'
    } else {
        'b'
    };
    // A man that has not moved in the game stands on its own square now as if it had stood there from the first.
    let unmoved: &[Square] = if (at_a, at_b) == (a, b) { &[a, b] } else { &[] };
    let castling = start::castling_of(&game.men, &board, unmoved);
    // Whatever else stands, stands: the counters of the game too.
    let now = game.fen();
    let counters: Vec<&str> = now.split(' ').skip(4).collect();
    Some(format!("{board} {player} {castling} - {}", counters.join(" ")))
}

fn origin_now(game: &Game, origin: Square) -> Option<Square> {
    let id = game.first.men.id(origin)?;
    game.men.square_of(id)
}
