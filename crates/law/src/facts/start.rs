//! How did the men stand when the game began, how should they have stood, and who began?

use jadoube_board::{Board, Castling, Colour, File, Kind, Man, Rank, Square, Wing};
use jadoube_game::{Game, GivenMan, Men, Odds, Standing, king_square, rook_squares};

/// The ordinary array less the odds: how the men ought to stand.
pub(crate) fn proper_board(odds: Option<&Odds>) -> Result<Board, String> {
    let mut board = Board::ARRAY;
    let Some(odds) = odds else { return Ok(board) };
    for given in &odds.men {
        let mut square = square_of(*given, odds.giver);
        if let GivenMan::Named(kind) = *given
            && board.get(square).is_none()
            && let Some(other) = other_of_the_kind(&board, odds.giver, kind)
        {
            // Both Knights given: the second of them is the King's.
            square = other;
        }
        match board.get(square) {
            Some(man) if man.kind == Kind::King => return Err("the King cannot be given".to_owned()),
            Some(man) if man.colour == odds.giver => board.set(square, None),
            Some(_) => return Err(format!("the man on {square} is not the giver's")),
            None => return Err(format!("there is no man on {square} to give")),
        }
    }
    Ok(board)
}

/// The square of a man given by name.
fn square_of(given: GivenMan, giver: Colour) -> Square {
    let on = |file: File, rank: Rank| {
        let square = Square::new(file, rank);
        if giver == Colour::White {
            square
        } else {
            square.mirrored()
        }
    };
    match given {
        GivenMan::On(square) => square,
        GivenMan::Named(Kind::Pawn) => on(File::F, Rank::Two),
        GivenMan::Named(Kind::Knight) => on(File::B, Rank::One),
        GivenMan::Named(Kind::Bishop) => on(File::C, Rank::One),
        GivenMan::Named(Kind::Rook) => on(File::A, Rank::One),
        GivenMan::Named(Kind::Queen) => on(File::D, Rank::One),
        GivenMan::Named(Kind::King) => on(File::E, Rank::One),
    }
}

fn other_of_the_kind(board: &Board, giver: Colour, kind: Kind) -> Option<Square> {
    board
        .men(jadoube_board::Man { colour: giver, kind })
        .into_iter()
        .next()
}

/// Whether the wrong player began.
pub(crate) fn wrong_player_began(game: &Game) -> bool {
    game.past
        .first()
        .is_some_and(|first| first.standing.player != game.first.player)
}

/// The game as it began, or began again.
pub(crate) fn began(game: &Game) -> &Standing {
    game.past.first().map_or(&game.standing, |first| &first.standing)
}

/// He who did not move first (reading BCC-14).
pub(crate) fn second_player(game: &Game) -> Colour {
    !game
        .past
        .first()
        .map_or(game.first.player, |first| first.standing.player)
}

/// How the men stood wrongly at the start.
pub(crate) struct Faults {
    /// Men promised as odds and left on the board.
    pub odds_left: Vec<Square>,
    /// Men not on the board at all, with the squares they belong on.
    pub omitted: Vec<(Square, Man)>,
    /// Men on wrong squares, and the right ones.
    pub misplaced: Vec<(Square, Square, Man)>,
}

impl Faults {
    pub(crate) fn of(game: &Game) -> Option<Self> {
        let proper = proper_board(game.terms.odds.as_ref()).ok()?;
        let start = began(game).men.board();
        let giver = game.terms.odds.as_ref().map(|odds| odds.giver);
        let promised = |(square, man): &(Square, Man)| {
            proper.get(*square).is_none()
                && Board::ARRAY.get(*square) == Some(*man)
                && giver == Some(man.colour)
        };
        let surplus = start
            .iter()
            .filter(|(square, man)| proper.get(*square) != Some(*man));
        // A man promised as odds stands where it stood; another of its kind is the one misplaced.
        let (last, mut surplus): (Vec<_>, Vec<_>) = surplus.partition(promised);
        surplus.extend(last);
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
        let left = surplus.iter().filter(|each| promised(each));
        faults.odds_left.extend(left.map(|(square, _)| *square));
        Some(faults)
    }
}

/// Whether the men stood at the start as the ordinary array less the odds.
pub(crate) fn stood_as_they_should(game: &Game) -> bool {
    let proper = proper_board(game.terms.odds.as_ref());
    proper.is_ok_and(|proper| &proper == game.first.men.board())
}

/// A start that was meant for the ordinary array, and went wrong.
pub(crate) fn looks_like_a_wrong_array(game: &Game) -> bool {
    let Ok(proper) = proper_board(game.terms.odds.as_ref()) else {
        return false;
    };
    let start = game.first.men.board();
    let wrong = Square::ALL
        .iter()
        .filter(|square| start.get(**square) != proper.get(**square))
        .count();
    (1..=4).contains(&wrong)
}

/// The rights to castle that stay, and those that men now put on their squares bring.
pub(crate) fn castling_of(men: &Men, board: &Board, added: &[Square]) -> Castling {
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
