//! What hands do to men, before any law is asked.

use crate::{
    act::Act,
    event::HandMove,
    game::Game,
    men::{ManId, Men, castling_wing, rook_squares},
    vocabulary::How,
};
use jadoube_board::{Colour, Kind, Man, Movement, Square};

/// A man in somebody's hand, or under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// Which man.
    pub id: ManId,
    /// What it is.
    pub man: Man,
    /// Where it was taken up.
    pub from: Square,
    /// Where it has been put, the hand still on it.
    pub on: Option<Square>,
    /// Whether it was lifted at all, or only has a hand upon it.
    pub lifted: bool,
}

/// Everything in a player's hand, and the men underneath.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InHand {
    /// Whose hand.
    pub by: Colour,
    /// What it holds.
    pub held: Vec<Held>,
    /// The men on which it has put them.
    pub under: Vec<OffBoard>,
}

/// A man off its square: taken off, or standing under the man put upon it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OffBoard {
    /// Which man.
    pub id: ManId,
    /// What it is.
    pub man: Man,
    /// Where it stood.
    pub square: Square,
    /// A man came upon it; no hand alone took it off.
    pub taken: bool,
}

impl Held {
    /// It stands where it was taken up, and what was underneath is itself again.
    pub fn put_back(&self, men: &mut Men, under: &mut Vec<OffBoard>, movement: Movement) {
        let Some(on) = self.on.filter(|on| *on != self.from) else {
            return;
        };
        if men.id(on) != Some(self.id) {
            // Another that he holds was put upon it.
            if let Some(at) = under.iter().position(|under| under.id == self.id) {
                under.remove(at);
                men.put(self.from, self.man, self.id, movement);
            }
            return;
        }
        if let Some((man, id)) = men.take_off(on, movement) {
            men.put(self.from, man, id, movement);
            // A Pawn that became a piece in the hand is a Pawn again.
            if man != self.man {
                men.become_kind(self.from, self.man.kind);
            }
        }
        if let Some(at) = uppermost(under, on) {
            let under = under.remove(at);
            men.put(on, under.man, under.id, movement);
        }
    }
}

/// Of the men on which others were put, one after another, the uppermost of this square.
fn uppermost(under: &[OffBoard], square: Square) -> Option<usize> {
    under.iter().rposition(|under| under.square == square)
}

/// A man touched on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touch {
    /// Which man.
    pub id: ManId,
    /// What it was.
    pub man: Man,
    /// Where it stood.
    pub square: Square,
}

/// A Pawn shown as a piece by name or by a substitute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Which man.
    pub id: ManId,
    /// How it is shown.
    pub how: How,
}

/// What a hand did, and how the men stand after it.
#[derive(Debug, Clone)]
pub struct Deed {
    /// Whose hand.
    pub by: Colour,
    /// The men it touched on purpose, in order.
    pub touched: Vec<Touch>,
    /// The men after it.
    pub men: Men,
    /// What the hand now holds.
    pub held: Vec<Held>,
    /// Men with another standing on top of them.
    pub under: Vec<OffBoard>,
    /// Men taken off in this turn.
    pub off: Vec<OffBoard>,
    /// The transfer made, where the act made one whole or ended one.
    pub made: Option<HandMove>,
    /// Promoted Pawns that are not shown by the piece itself.
    pub tokens: Vec<Token>,
}

/// An act that cannot have happened.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Impossible {
    /// There is no man on that square.
    NoManThere(Square),
    /// Nothing is in that player's hand.
    NothingInHand(Colour),
    /// Several men are in hand and the act does not say which.
    WhichMan(Vec<Square>),
    /// That man is not in hand.
    NotInHand(Square),
    /// There is no Pawn to promote.
    NoPawnToPromote(Colour),
    /// The act belongs to somebody else.
    NotThisParty(&'static str, &'static str),
    /// Time never goes back.
    TimeGoesBack,
    /// The position given cannot stand.
    BadBoard(String),
    /// A transfer from a square to itself.
    NotATransfer(Square),
    /// The act needs something that is not there.
    Missing(&'static str),
    /// Nobody of that name plays on that side; these do.
    UnknownPlayer(String, Vec<String>),
}

impl core::fmt::Display for Impossible {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Impossible::NoManThere(square) => write!(f, "no man stands on {square}"),
            Impossible::NothingInHand(player) => {
                write!(f, "{player} has nothing in hand; expected a lift before it")
            }
            Impossible::WhichMan(squares) => {
                write!(f, "two men are in hand; expected \"square\" to be one of:")?;
                squares.iter().try_for_each(|square| write!(f, " {square}"))
            }
            Impossible::NotInHand(square) => write!(f, "the man on {square} is not in hand"),
            Impossible::NoPawnToPromote(player) => {
                write!(f, "{player} has no Pawn on its last rank to promote")
            }
            Impossible::NotThisParty(act, who) => write!(f, "\"{act}\" is done by {who}"),
            Impossible::TimeGoesBack => write!(
                f,
                "\"at\" is earlier than the act before it; expected the same or later"
            ),
            Impossible::BadBoard(why) => write!(f, "\"board\" is no position: {why}"),
            Impossible::NotATransfer(square) => write!(f, "a move from {square} to {square} moves nothing"),
            Impossible::Missing(what) => write!(f, "expected {what}"),
            Impossible::UnknownPlayer(named, side) if side.is_empty() => {
                write!(
                    f,
                    "\"sides\" in the header names nobody there, and so not {named:?}"
                )
            }
            Impossible::UnknownPlayer(named, side) => {
                write!(
                    f,
                    "{named:?} is not on that side; expected one of: {}",
                    side.join(", ")
                )
            }
        }
    }
}

impl std::error::Error for Impossible {}

/// What this player's hand did in this act; `None` where the act is not one of hands.
pub fn witness(game: &Game, by: Colour, act: &Act) -> Result<Option<Deed>, Impossible> {
    let mut deed = Deed::nothing_yet(game, by);
    match act {
        Act::Move { mv, .. } => whole_move(game, &mut deed, *mv)?,
        Act::Touch { squares, hold, .. } => {
            for square in squares.iter() {
                let touch = deed.touch(*square)?;
                if *hold {
                    deed.take_in_hand(touch, false);
                }
            }
        }
        Act::Adjust { square } => {
            deed.man_on(*square)?;
        }
        Act::Lift { square } => {
            let touch = deed.touch(*square)?;
            deed.take_in_hand(touch, true);
        }
        Act::Place { square } => place(game, &mut deed, *square)?,
        Act::Quit { square } => quit(game, &mut deed, *square)?,
        Act::Remove { square, .. } => remove(game, &mut deed, *square)?,
        Act::Promote {
            to,
            how,
            square,
            colour,
            ..
        } => promote(
            game,
            &mut deed,
            Man::new(colour.unwrap_or(by), *to),
            *how,
            *square,
        )?,
        _ => return Ok(None),
    }
    Ok(Some(deed))
}

impl Deed {
    fn nothing_yet(game: &Game, by: Colour) -> Self {
        Deed {
            by,
            touched: Vec::new(),
            men: game.men,
            held: game.turn.hands[by.index()].clone(),
            under: game.turn.under.clone(),
            off: game.turn.off.clone(),
            made: None,
            tokens: game.turn.tokens.clone(),
        }
    }

    fn man_on(&self, square: Square) -> Result<(Man, ManId), Impossible> {
        let man = self.men.get(square).ok_or(Impossible::NoManThere(square))?;
        let id = self.men.id(square).ok_or(Impossible::NoManThere(square))?;
        Ok((man, id))
    }

    fn touch(&mut self, square: Square) -> Result<Touch, Impossible> {
        let (man, id) = self.man_on(square)?;
        let touch = Touch { id, man, square };
        self.touched.push(touch);
        Ok(touch)
    }

    /// Where a man in hand stands, be it under another; nowhere, where the other player has taken it off.
    fn square_of(&self, held: &Held) -> Option<Square> {
        let beneath = || self.under.iter().find(|under| under.id == held.id);
        self.men
            .square_of(held.id)
            .or_else(|| beneath().map(|under| under.square))
    }

    /// The man in hand goes from one square to the other, and what was underneath is itself again.
    fn carry(&mut self, id: ManId, from: Square, to: Square, game: &Game) {
        if self.men.id(from) == Some(id) {
            self.shift(from, to, game);
            if let Some(at) = uppermost(&self.under, from) {
                let under = self.under.remove(at);
                self.men.put(from, under.man, under.id, game.movement);
            }
        } else if let Some(at) = self.under.iter().position(|under| under.id == id) {
            let pulled = self.under.remove(at);
            self.men.put(to, pulled.man, id, game.movement);
            self.men.mark_moved(id);
        }
    }

    /// A man that he holds already is in his hand once, where he has put it; what is lifted again is the last he took up.
    fn take_in_hand(&mut self, touch: Touch, lifted: bool) {
        match self.held.iter().position(|held| held.id == touch.id) {
            Some(at) => {
                let held = self.held.remove(at);
                let lifted = lifted || held.lifted;
                self.held.push(Held { lifted, ..held });
            }
            None => self.held.push(Held {
                id: touch.id,
                man: touch.man,
                from: touch.square,
                on: None,
                lifted,
            }),
        }
    }

    /// The hand that makes a whole move holds nothing else: what it held and had not let go stands where it stood. Where
    /// the man to be moved has left its square in a move that is begun, that goes back too: the squares are those of before.
    fn back_to_their_places(&mut self, game: &Game, from: Square) {
        for held in core::mem::take(&mut self.held) {
            if held.on != Some(from) {
                held.put_back(&mut self.men, &mut self.under, game.movement);
            }
        }
        let before = game.men_as_altered().unwrap_or_else(|| game.standing.men);
        let in_his_turn = self.by == game.turn_to_play() && game.turn.illegal.is_none();
        let has_left = |id| self.men.get(from).is_none() && self.men.square_of(id).is_some();
        let piece_put = self.men.put_since(&before, self.by).is_some();
        if in_his_turn && (piece_put || before.id(from).is_some_and(has_left)) {
            self.men = before;
            self.under.clear();
            self.off.clear();
        } else if self.men.same_squares(&before) {
            self.men = before;
        }
    }

    /// The man that was taken off by the transfer, where it was one.
    pub fn captured(&self) -> Option<Touch> {
        self.touched.get(1).copied()
    }
}

fn whole_move(game: &Game, deed: &mut Deed, mv: HandMove) -> Result<(), Impossible> {
    if mv.from == mv.to {
        return Err(Impossible::NotATransfer(mv.from));
    }
    deed.back_to_their_places(game, mv.from);
    let mover = deed.touch(mv.from)?;
    let captured = if deed.men.get(mv.to).is_some() {
        Some(mv.to)
    } else {
        passed_pawn(game, mover.man, mv)
    };
    if let Some(square) = captured {
        let touch = deed.touch(square)?;
        deed.men.take_off(square, game.movement);
        deed.off.push(OffBoard {
            id: touch.id,
            man: touch.man,
            square,
            taken: true,
        });
    }
    let wing = castling_wing(mover.man, mv.from, mv.to);
    deed.shift(mv.from, mv.to, game);
    if let Some(wing) = wing {
        let (corner, beside) = rook_squares(mv.from, wing);
        let rook = deed.men.get(corner);
        if rook
            == Some(Man {
                colour: mover.man.colour,
                kind: Kind::Rook,
            })
            && deed.men.get(beside).is_none()
        {
            deed.touch(corner)?;
            deed.shift(corner, beside, game);
        }
    }
    if mover.man.kind == Kind::Pawn
        && let Some(kind) = mv.becomes
        && mv.to.rank() == last_rank(mover.man.colour)
    {
        deed.men.become_kind(mv.to, kind);
    }
    deed.made = Some(mv);
    Ok(())
}

/// A Pawn going slantwise to the empty square that an adverse Pawn has just passed over takes that Pawn.
fn passed_pawn(game: &Game, man: Man, mv: HandMove) -> Option<Square> {
    let passed = game.standing.men.en_passant()?;
    let slantwise = mv.from.file() != mv.to.file();
    (man.kind == Kind::Pawn && mv.to == passed && slantwise)
        .then(|| Square::new(passed.file(), mv.from.rank()))
        .filter(|&square| {
            game.men
                .get(square)
                .is_some_and(|victim| victim.kind == Kind::Pawn && victim.colour != man.colour)
        })
}

/// A Pawn that came to its last rank in this turn and was taken off it, to make room for the piece that replaces it.
pub fn pawn_making_room(turn: &Men, now: &Men, off: &[OffBoard], by: Colour) -> Option<OffBoard> {
    let pawn = Man {
        colour: by,
        kind: Kind::Pawn,
    };
    off.iter().copied().find(|off| {
        off.man == pawn
            && off.square.rank() == last_rank(by)
            && turn.square_of(off.id) != Some(off.square)
            && now.get(off.square).is_none()
    })
}

/// A Pawn of the player's, taken off in this turn, that one step would have brought to this square.
fn pawn_about_to_arrive(game: &Game, deed: &Deed, square: Square) -> Option<OffBoard> {
    let pawn = Man {
        colour: deed.by,
        kind: Kind::Pawn,
    };
    let adverse = deed.men.get(square).is_none_or(|man| man.colour != deed.by);
    deed.off.iter().copied().find(|off| {
        off.man == pawn
            && adverse
            && game.standing.men.square_of(off.id) == Some(off.square)
            && is_one_step(off.square, square)
    })
}

fn is_one_step(from: Square, to: Square) -> bool {
    from.file().index().abs_diff(to.file().index()) <= 1
        && from.rank().index().abs_diff(to.rank().index()) == 1
}

/// The piece is put on the square of promotion while a Pawn that could come there still stands one step before it, or is in
/// the other hand: what was done. Nothing where no such Pawn is there.
pub fn piece_put_first(game: &Game, by: Colour, act: &Act) -> Option<Deed> {
    let Act::Promote {
        to,
        how,
        square: Some(square),
        colour,
        ..
    } = *act
    else {
        return None;
    };
    let pawn = Man::new(by, Kind::Pawn);
    let piece = Man::new(colour.unwrap_or(by), to);
    let mut deed = Deed::nothing_yet(game, by);
    let lifted = |held: &Held| held.lifted && held.on.is_none() && held.man == pawn;
    if let Some(held) = deed.held.iter().copied().find(lifted) {
        // A Pawn in the hand is off the board.
        remove(game, &mut deed, held.from).ok()?;
        promote(game, &mut deed, piece, how, Some(square)).ok()?;
        return Some(deed);
    }
    if deed.men.put_since(&game.standing.men, by) == Some(square) {
        return Some(deed);
    }
    let waits = |from: &Square| deed.men.get(*from) == Some(pawn) && is_one_step(*from, square);
    Square::ALL.into_iter().find(waits)?;
    let is_free = deed.men.get(square).is_none_or(|man| man.colour != by);
    if square.rank() != last_rank(by) || !is_free {
        return None;
    }
    if deed.men.get(square).is_some() {
        remove(game, &mut deed, square).ok()?;
    }
    let id = deed.men.unused(&game.first.men)?;
    deed.men.put(square, piece, id, game.movement);
    Some(deed)
}

/// The last rank for men of this colour.
pub fn last_rank(colour: Colour) -> jadoube_board::Rank {
    match colour {
        Colour::White => jadoube_board::Rank::Eight,
        Colour::Black => jadoube_board::Rank::One,
    }
}

impl Deed {
    fn shift(&mut self, from: Square, to: Square, game: &Game) {
        if let Some((man, id)) = self.men.take_off(from, game.movement) {
            self.men.put(to, man, id, game.movement);
            self.men.mark_moved(id);
        }
    }
}

fn place(game: &Game, deed: &mut Deed, square: Square) -> Result<(), Impossible> {
    let last = deed.held.iter().rposition(|held| deed.square_of(held).is_some());
    let index = last.ok_or(Impossible::NothingInHand(deed.by))?;
    let held = deed.held[index];
    let now = deed.square_of(&held).unwrap_or(held.from);
    if now != square {
        if let Some((man, id)) = deed.men.get(square).zip(deed.men.id(square)) {
            deed.men.take_off(square, game.movement);
            deed.under.push(OffBoard {
                id,
                man,
                square,
                taken: true,
            });
            let touch = Touch { id, man, square };
            deed.touched.push(touch);
        }
        deed.carry(held.id, now, square, game);
    }
    deed.held[index].on = Some(square);
    deed.held[index].lifted = true;
    Ok(())
}

fn quit(game: &Game, deed: &mut Deed, square: Option<Square>) -> Result<(), Impossible> {
    let in_hand: Vec<(usize, Square)> = deed
        .held
        .iter()
        .enumerate()
        .filter_map(|(index, held)| Some((index, deed.square_of(held)?)))
        .collect();
    let index = match (square, &in_hand[..]) {
        (_, []) => return Err(Impossible::NothingInHand(deed.by)),
        (None, [(index, _)]) => *index,
        (None, several) => {
            let squares = several.iter().map(|(_, at)| *at).collect();
            return Err(Impossible::WhichMan(squares));
        }
        (Some(square), several) => {
            let is_it = |(index, at): &&(usize, Square)| *at == square || deed.held[*index].from == square;
            let found = several.iter().find(is_it);
            found.ok_or(Impossible::NotInHand(square))?.0
        }
    };
    let held = deed.held.remove(index);
    // He may have taken it up before his turn began: what he lets go he has touched.
    let seen = if deed.by == game.turn_to_play() {
        &game.turn.touched
    } else {
        &game.turn.touched_by_opponent
    };
    if !seen.iter().any(|touch| touch.id == held.id) {
        deed.touched.push(Touch {
            id: held.id,
            man: held.man,
            square: held.from,
        });
    }
    if let Some(on) = held.on
        && on != held.from
    {
        deed.made = Some(HandMove {
            from: held.from,
            to: on,
            becomes: None,
        });
    }
    Ok(())
}

fn remove(game: &Game, deed: &mut Deed, square: Square) -> Result<(), Impossible> {
    if let Some(at) = uppermost(&deed.under, square) {
        let under = deed.under.remove(at);
        deed.off.push(under);
        return Ok(());
    }
    let touch = deed.touch(square)?;
    deed.men.take_off(square, game.movement);
    deed.held.retain(|held| held.id != touch.id);
    deed.off.push(OffBoard {
        id: touch.id,
        man: touch.man,
        square,
        taken: false,
    });
    Ok(())
}

fn promote(
    game: &Game,
    deed: &mut Deed,
    piece: Man,
    how: How,
    square: Option<Square>,
) -> Result<(), Impossible> {
    let by = deed.by;
    let pawn = Man {
        colour: by,
        kind: Kind::Pawn,
    };
    // A Pawn that stood on its last rank before this turn may be taken off for a piece as well.
    let stood = |off: &&OffBoard| {
        off.man == pawn
            && Some(off.square) == square
            && off.square.rank() == last_rank(by)
            && deed.men.get(off.square).is_none()
    };
    let makes_room = pawn_making_room(&game.standing.men, &deed.men, &deed.off, by);
    if let Some(pawn) = makes_room.or_else(|| deed.off.iter().find(stood).copied())
        && square.is_none_or(|square| square == pawn.square)
    {
        deed.men.put(pawn.square, pawn.man, pawn.id, game.movement);
        deed.off.retain(|off| off.id != pawn.id);
    }
    // A Pawn taken off one step before its last rank: the piece is put straight on the square it chose.
    if let Some(square) = square.filter(|square| square.rank() == last_rank(by))
        && let Some(pawn) = pawn_about_to_arrive(game, deed, square)
    {
        if let Some((man, id)) = deed.men.take_off(square, game.movement) {
            deed.touched.push(Touch { id, man, square });
            deed.off.push(OffBoard {
                id,
                man,
                square,
                taken: true,
            });
        }
        deed.men.put(square, pawn.man, pawn.id, game.movement);
        deed.off.retain(|off| off.id != pawn.id);
    }
    // Until the hand leaves it, one piece may still be put for another; for what no Pawn becomes, at any time.
    let was_pawn = |id: ManId| {
        let from = game.standing.men.square_of(id);
        from.and_then(|from| game.standing.men.get(from)) == Some(pawn)
    };
    let in_hand = |at: Square| {
        let mut held = deed.held.iter();
        held.any(|held| held.on == Some(at) && was_pawn(held.id))
    };
    let cannot_stay = |man: Man| man.colour != by || man.kind == Kind::King;
    let waiting = |at: &Square| {
        let misput = || deed.men.get(*at).is_some_and(cannot_stay) && deed.men.id(*at).is_some_and(was_pawn);
        at.rank() == last_rank(by) && (deed.men.get(*at) == Some(pawn) || in_hand(*at) || misput())
    };
    let chosen = match square {
        // Replacing a named or substituted man later.
        Some(square)
            if deed
                .men
                .id(square)
                .is_some_and(|id| deed.tokens.iter().any(|token| token.id == id)) =>
        {
            let id = deed.men.id(square).ok_or(Impossible::NoManThere(square))?;
            deed.tokens.retain(|token| token.id != id);
            if how != How::Piece {
                deed.tokens.push(Token { id, how });
            }
            let touch = deed.touch(square)?;
            deed.touched.retain(|each| each.id != touch.id);
            return Ok(());
        }
        Some(square) => Some(square).filter(waiting),
        None => {
            // The Pawn that came there last: the one that has moved in this turn.
            let last: Vec<Square> = Square::ALL.iter().copied().filter(waiting).collect();
            last.iter()
                .copied()
                .find(|&at| game.standing.men.id(at) != deed.men.id(at))
                .or(last.first().copied())
        }
    };
    let square = chosen.ok_or(Impossible::NoPawnToPromote(by))?;
    let id = deed.men.id(square).ok_or(Impossible::NoManThere(square))?;
    deed.men.become_man(square, piece);
    deed.tokens.retain(|token| token.id != id);
    if how != How::Piece && piece.kind != Kind::Pawn {
        deed.tokens.push(Token { id, how });
    }
    Ok(())
}
