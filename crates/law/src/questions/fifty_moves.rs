//! Fifty moves without progress, and the demand that mate be given in so many.

use crate::{
    code::{Answer, ByCode, answers, says},
    facts::{self, Facts, legal},
    means::{claimed::Answered, player_of, so_many},
};
use jadoube_board::{Colour, Kind, Position};
use jadoube_game::{
    Act, Citation, Code, Consequence, Demand, Demanded, Event, Game, Ground, Outcome, Party, Proposal, Right,
    Ruling, Sentence, Status, say,
};

question! {
    "Fifty moves without progress, and the demand that mate be given in so many.";
    tables: FIFTY_MOVES, SEVENTY_FIVE, MATE_DEMANDED;
}

steps! {
    /// Mate is demanded within a number of moves, and the number may be more than fifty.
    pub struct MateDemanded {
        /// Mate within fifty moves is demanded, and the count begins again after a capture or a Pawn's move.
        counted,
    }
    pub static MATE_DEMANDED = {
        fide_1931: {
            counted: "16(f)",
        },
    };
}

law! {
    /// What fifty moves give.
    pub enum FiftyMoves {
        /// A draw on claim when the last fifty moves of each player were made without a capture, whatever the Pawns did.
        WithoutCapture,
        /// A draw on claim when fifty on each side were made without capture or Pawn move; or mate may be demanded.
        WithoutCaptureOrPawnMove,
        /// A draw on claim at fifty by each without capture or Pawn move, of itself at seventy-five.
        OnClaimAndAtSeventyFive,
        /// The opponent may call for a draw or for mate within fifty moves.
        OnCall,
        /// In certain endings mate must be given within fifty moves of notice.
        FromNotice,
    }
}

law! {
    /// Fifty moves.
    pub static FIFTY_MOVES: ByCode<Answer<FiftyMoves>> = answers(ByCode {
        xxv:       says(FiftyMoves::FromNotice,               &["XXII"]),
        bca_1862:  says(FiftyMoves::OnCall,                   &["XI"]),
        bcc_1896:  says(FiftyMoves::WithoutCapture,           &["II.8(b)"]),
        bcc_1899:  says(FiftyMoves::WithoutCapture,           &["II.8(b)"]),
        fide_1931: says(FiftyMoves::WithoutCaptureOrPawnMove, &["16(e)"]),
        fide_2023: says(FiftyMoves::OnClaimAndAtSeventyFive,  &["9.3", "9.3.1", "9.3.2", "9.6.2"]),
    });
}

law! {
    /// Whether moves without capture or Pawn move draw a game that nobody claims to be drawn.
    pub enum SeventyFive {
        /// Drawn of itself after seventy-five of each.
        DrawnOfItself,
        /// Never: somebody must claim or demand.
        OnlyOnClaim,
    }
}

law! {
    /// Seventy-five moves of each without capture or Pawn move, and no claim.
    pub static SEVENTY_FIVE: ByCode<Answer<SeventyFive>> = answers(ByCode {
        xxv:       says(SeventyFive::OnlyOnClaim,   &["XXII"]),
        bca_1862:  says(SeventyFive::OnlyOnClaim,   &["XI"]),
        bcc_1896:  says(SeventyFive::OnlyOnClaim,   &["II.8(b)"]),
        bcc_1899:  says(SeventyFive::OnlyOnClaim,   &["II.8(b)"]),
        fide_1931: says(SeventyFive::OnlyOnClaim,   &["16(e)"]),
        fide_2023: says(SeventyFive::DrawnOfItself, &["9.6.2", "9.6"]),
    });
}

/// Whether so many moves without capture or Pawn move draw the game without a claim.
#[inline]
pub(crate) fn is_drawn_of_itself(code: Code, facts: &impl Facts) -> bool {
    SEVENTY_FIVE[code].value == SeventyFive::DrawnOfItself && both_without_progress(facts, 75)
}

/// Half-moves made, so many by each (reading F23-83).
fn both_without_progress(facts: &impl Facts, moves: u32) -> bool {
    Colour::BOTH
        .into_iter()
        .all(|player| facts.without_progress(player) >= moves)
}

/// Whether fifty moves have passed so that a claim is good, as far as the moves alone tell.
#[inline]
pub(crate) fn may_be_claimed(code: Code, facts: &impl Facts) -> bool {
    match FIFTY_MOVES[code].value {
        // Each player's own captures count (reading BCC-20).
        FiftyMoves::WithoutCapture => Colour::BOTH
            .into_iter()
            .all(|player| facts.without_capture(player) >= FIFTY),
        FiftyMoves::WithoutCaptureOrPawnMove => Quiet::of(facts).just_completed(FIFTY),
        FiftyMoves::OnClaimAndAtSeventyFive => both_without_progress(facts, FIFTY),
        FiftyMoves::OnCall | FiftyMoves::FromNotice => false,
    }
}

/// This player has made fewer moves without a capture than are needed.
fn too_few(game: &Game, player: Colour) -> Sentence {
    let moves = so_many(game.without_capture(player), "move");
    let has_taken = game
        .past
        .iter()
        .any(|past| past.standing.player == player && past.capture);
    if has_taken {
        say!("{player} [has] made only {moves} since [his] last capture"; player, moves)
    } else {
        say!("{player} [has] made only {moves} since the start of the game"; player, moves)
    }
}

pub(crate) fn claimed(game: &Game, clause: &'static str, theory: Option<u32>) -> Answered {
    match FIFTY_MOVES[game.terms.code].value {
        FiftyMoves::WithoutCapture => {
            let short = Colour::BOTH
                .into_iter()
                .find(|&player| game.without_capture(player) < FIFTY);
            match short {
                None => Answered::Sound {
                    clause,
                    text: "neither player has taken a man in his last fifty moves".into(),
                },
                Some(player) => Answered::Unsound {
                    clause,
                    why: too_few(game, player),
                },
            }
        }
        FiftyMoves::WithoutCaptureOrPawnMove => completed_this_moment(game, clause, theory),
        FiftyMoves::OnClaimAndAtSeventyFive if both_without_progress(game, FIFTY) => Answered::Sound {
            clause,
            text: say!("the last fifty moves of each player were made without capture or Pawn move"),
        },
        FiftyMoves::OnClaimAndAtSeventyFive => {
            let made = Colour::BOTH.map(|player| game.without_progress(player));
            Answered::Unsound {
                clause,
                why: say!(
                    "{white} [has] made only {moves}, and {black} {others}, since the last capture or Pawn move";
                    white = Colour::White, moves = so_many(made[0], "move"), black = Colour::Black, others = made[1]
                ),
            }
        }
        FiftyMoves::OnCall | FiftyMoves::FromNotice => Answered::Unsound {
            clause,
            why: say!("the code asks for a demand first"),
        },
    }
}

/// Whether either player may claim, or only he whose turn it is.
pub(crate) fn either_may_claim(game: &Game) -> bool {
    FIFTY_MOVES[game.terms.code].value == FiftyMoves::WithoutCaptureOrPawnMove
}

/// `"16(e)"`, `"16(f)"`: the number of moves must be complete at this very moment, on each side.
fn completed_this_moment(game: &Game, clause: Citation, theory: Option<u32>) -> Answered {
    let demanded = demanding_clause(game);
    let number = Number::of(game, theory);
    let (needed, quiet) = (number.moves, Quiet::of(game));
    if quiet.just_completed(needed) {
        let text = say!(
            "{needed} moves of each player have gone by without capture or Pawn move{source}";
            needed, source = number.source()
        );
        return Answered::Sound { clause, text };
    }
    for demand in &game.ledger.demands {
        let start = (demand.from[0] + demand.from[1]) as usize;
        let allowed = if start >= count_begins(game) && by_the_umpire(game).is_none() {
            demand.allowed
        } else {
            // Counted anew after a capture or Pawn move, so from the same position as without a demand.
            needed
        };
        if Quiet::since(game, start).just_completed(allowed) {
            let text = say!(
                "{by} demanded mate, and {allowed} moves of each player have gone by without it"; by = demand.by, allowed
            );
            return Answered::Sound {
                clause: demanded,
                text,
            };
        }
    }
    let (clause, why) = if quiet.fewer() >= needed {
        (
            demanded,
            say!("the claim comes too late: it must be made directly the number of moves is complete"),
        )
    } else {
        let why = say!(
            "each player has made only {moves} without capture or Pawn move; {needed} are needed{source}";
            moves = so_many(quiet.fewer(), "move"), needed, source = number.source()
        );
        (clause, why)
    };
    Answered::Unsound { clause, why }
}

/// The clause on mate demanded in so many moves: its own, or that on fifty moves.
fn demanding_clause(game: &Game) -> Citation {
    let own = MATE_DEMANDED.of(game).map(|law| law.counted.into());
    own.unwrap_or_else(|| FIFTY_MOVES[game.terms.code].clause())
}

/// How many moves must go by, and who says so (reading FIDE-24).
struct Number {
    moves: u32,
    by: Source,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// The clause itself; theory was not asked.
    Fifty,
    /// The umpire.
    Umpire,
    /// Endgame tables, which find so many necessary: doubled where they are more than fifty.
    Theory(u32),
}

impl Number {
    fn of(game: &Game, theory: Option<u32>) -> Self {
        match (by_the_umpire(game), theory) {
            (Some(moves), _) => Number {
                moves,
                by: Source::Umpire,
            },
            (None, Some(necessary)) => Number {
                moves: if necessary > FIFTY {
                    necessary.saturating_mul(2)
                } else {
                    FIFTY
                },
                by: Source::Theory(necessary),
            },
            (None, None) => Number {
                moves: FIFTY,
                by: Source::Fifty,
            },
        }
    }

    /// Where the number comes from, to be said after it.
    fn source(&self) -> String {
        match self.by {
            Source::Fifty => String::new(),
            Source::Umpire => ", as the umpire has fixed".to_owned(),
            Source::Theory(0) => " (the endgame tables find no mate that can be forced)".to_owned(),
            Source::Theory(necessary) if necessary > FIFTY => {
                format!(", double the {necessary} that the endgame tables find necessary")
            }
            Source::Theory(necessary) => format!(" (the endgame tables find {necessary} enough)"),
        }
    }
}

/// What the umpire allows in a position where theory needs more, until a capture or Pawn move changes it (reading
/// FIDE-24).
fn by_the_umpire(game: &Game) -> Option<u32> {
    game.sitting
        .moves_allowed
        .filter(|_| game.sitting.moves_allowed_at >= count_begins(game))
}

/// After how many turns the present count of moves without capture or Pawn move began.
fn count_begins(game: &Game) -> usize {
    let progress = |past: &jadoube_game::PastTurn| past.capture || past.pawn;
    game.past.iter().rposition(progress).map_or(0, |last| last + 1)
}

/// `"16(f)"`: the position theory must be asked about before this act can be ruled on, and who is to mate in it,
/// where that matters. Nothing is asked where the umpire has spoken, or the act says what was found.
pub(crate) fn asks_theory<'a>(game: &'a Game, event: &Event) -> Option<(&'a Position, Option<Colour>)> {
    if FIFTY_MOVES[game.terms.code].value != FiftyMoves::WithoutCaptureOrPawnMove
        || game.status != Status::InPlay
        || event.theory.is_some()
        || by_the_umpire(game).is_some()
    {
        return None;
    }
    match &event.act {
        Act::Demand { .. } => Some((game.position()?, Some(!event.by.player()?))),
        Act::Claim {
            ground: Ground::FiftyMoves,
            ..
        } => {
            let standing = match game.past.get(count_begins(game)) {
                Some(past) => &past.standing,
                None => &game.standing,
            };
            Some((standing.position.as_ref()?, None))
        }
        _ => None,
    }
}

/// The moves of each player since the last capture or Pawn move, and who made the last.
struct Quiet {
    moves: [u32; 2],
    last: Option<Colour>,
}

impl Quiet {
    fn of(facts: &impl Facts) -> Self {
        Quiet {
            moves: Colour::BOTH.map(|player| facts.without_progress(player)),
            last: facts.moved_last(),
        }
    }

    /// Counted back from now, but no further than after so many turns.
    fn since(game: &Game, start: usize) -> Self {
        let mut moves = [0, 0];
        let turns = game.past.get(start..).unwrap_or_default();
        for past in turns.iter().rev().take_while(|past| !past.capture && !past.pawn) {
            moves[past.standing.player.index()] += 1;
        }
        let last = turns.last().map(|past| past.standing.player);
        Quiet { moves, last }
    }

    fn fewer(&self) -> u32 {
        self.moves[0].min(self.moves[1])
    }

    /// Whether the last move completed this number on each side.
    fn just_completed(&self, needed: u32) -> bool {
        let last = self.last.map(|player| self.moves[player.index()]);
        self.fewer() == needed && last == Some(needed)
    }
}

/// Mate is demanded within fifty moves.
pub(crate) fn demand(game: &Game, event: &Event) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let clause = FIFTY_MOVES[game.terms.code].clause();
    match FIFTY_MOVES[game.terms.code].value {
        FiftyMoves::WithoutCapture | FiftyMoves::OnClaimAndAtSeventyFive => Ruling::refuse(
            clause,
            "the code knows no such demand: the draw is claimed after fifty moves without a capture",
        ),
        FiftyMoves::WithoutCaptureOrPawnMove => {
            let demanded = demanding_clause(game);
            let number = Number::of(game, event.theory);
            let allowed = number.moves;
            // Reading FIDE-22: the count is from the demand, apart from any other.
            let demand = Demand {
                by,
                allowed,
                from: game.completed,
                clause: demanded,
                force: [0; 12],
            };
            let text = say!(
                "{by} [demands] to be mated in {allowed} moves{source}, counted anew after a capture or Pawn move";
                by, allowed, source = number.source()
            );
            let ruling = Ruling::silent()
                .finding(demanded, !by, text)
                .so(Consequence::Demand(Box::new(demand)));
            if number.by != Source::Fifty {
                return ruling;
            }
            let text = "no endgame table was at hand: if theory needs more than fifty moves here, the umpire \
                        fixes the number";
            ruling.finding(demanded, Party::Umpire, text)
        }
        FiftyMoves::OnCall | FiftyMoves::FromNotice => match may_demand(game, by) {
            Ok(why) => begin(game, by, why),
            Err(why) => Ruling::refuse(clause, why),
        },
    }
}

/// The count begins: the opponent draws or mates (1862), or mates (the Twenty-five Laws), within so many moves.
fn begin(game: &Game, by: Colour, why: &'static str) -> Ruling {
    let answer = &FIFTY_MOVES[game.terms.code];
    let demand = counted_from_here(game, by, FIFTY);
    let text = say!("{by}, {why}, [calls] for mate within fifty moves on each side"; by, why);
    let ruling = Ruling::silent()
        .finding(demand.clause, by, text)
        .so(Consequence::Demand(Box::new(demand)));
    // `"XI"`: the call is to draw the game or to mate.
    if answer.value == FiftyMoves::OnCall && !game.ledger.offers.contains(&(by, Proposal::Draw)) {
        return ruling.so(Consequence::Offer(by, Proposal::Draw));
    }
    ruling
}

const FIFTY: u32 = 50;

/// A demand whose count begins with the present moves and men.
pub(crate) fn counted_from_here(game: &Game, by: Colour, allowed: u32) -> Demand {
    Demand {
        by,
        allowed,
        from: game.completed,
        clause: FIFTY_MOVES[game.terms.code].clause(),
        force: force(game),
    }
}

/// How many men of each kind each side has.
fn force(game: &Game) -> [u8; 12] {
    let mut force = [0; 12];
    for (_, man) in game.standing.men.board().iter() {
        force[man.colour.index() * 6 + man.kind.index()] += 1;
    }
    force
}

/// One side's men besides the King.
#[derive(Debug, Clone, Copy)]
struct Side {
    pawns: u8,
    knights: u8,
    bishops: u8,
    rooks: u8,
    queens: u8,
}

impl Side {
    fn of(game: &Game, player: Colour) -> Self {
        let force = force(game);
        let count = |kind: Kind| force[player.index() * 6 + kind.index()];
        Side {
            pawns: count(Kind::Pawn),
            knights: count(Kind::Knight),
            bishops: count(Kind::Bishop),
            rooks: count(Kind::Rook),
            queens: count(Kind::Queen),
        }
    }

    fn pieces(self) -> u8 {
        self.knights + self.bishops + self.rooks + self.queens
    }

    /// By the scale Queen, Rook, Bishop and Knight alike, Pawns counting (reading BCA-38).
    fn worth(self) -> u32 {
        u32::from(self.queens) * 9
            + u32::from(self.rooks) * 5
            + u32::from(self.bishops + self.knights) * 3
            + u32::from(self.pawns)
    }

    fn can_mate_alone(self) -> bool {
        self.queens > 0 || self.rooks > 0 || self.bishops > 1 || self.bishops > 0 && self.knights > 0
    }
}

/// Whether this player may now call for mate in fifty moves, and on what ground.
fn may_demand(game: &Game, by: Colour) -> Result<&'static str, Sentence> {
    if game.ledger.demands.iter().any(|demand| demand.by == by) {
        return Err(say!("[he] [has] called for it already, and the count runs"));
    }
    if legal::is_without_a_move(game) {
        return Err("the end stands on the board: there is nothing left to count".into());
    }
    let (own, other) = (Side::of(game, by), Side::of(game, !by));
    match FIFTY_MOVES[game.terms.code].value {
        FiftyMoves::OnCall => {
            if own.pieces() == 0 && own.pawns == 0 {
                return Ok("having a King alone");
            }
            if own.pieces() == 1 && own.pawns == 0 && other.worth() >= own.worth() {
                return Ok("having one piece against an equal or superior force");
            }
            let two_minor = own.pieces() == 2 && own.bishops + own.knights == 2 && own.pawns == 0;
            if two_minor && other.queens == 1 && other.pieces() == 1 && other.pawns == 0 {
                return Ok("having two minor pieces against a Queen");
            }
            // Three times (reading BCA-39).
            if facts::stood(game, by) >= 3 {
                return Ok("whose opponent persists in the same line of play");
            }
            Err(
                "the case is none of those named: it may be submitted to the umpire, who decides whether to count"
                    .into(),
            )
        }
        FiftyMoves::FromNotice => {
            if game
                .terms
                .undertakings
                .iter()
                .any(|undertaking| undertaking.by == !by)
            {
                return Err(say!(
                    "[his adversary] [plays] under an engagement, and may take as many moves as [he] [likes]"
                ));
            }
            let none_of_them =
                Err("it is none of the endings in which mate must be given within fifty moves".into());
            if own.pawns > 0 || other.pawns > 0 {
                return none_of_them;
            }
            if !other.can_mate_alone() || own.worth() >= other.worth() {
                return Err("notice is given by the weaker side, against one that has force to mate".into());
            }
            if own.pieces() > 1 {
                return none_of_them;
            }
            Ok("having the weaker side of such an ending")
        }
        FiftyMoves::WithoutCapture
        | FiftyMoves::WithoutCaptureOrPawnMove
        | FiftyMoves::OnClaimAndAtSeventyFive => Err("the code knows no such demand".into()),
    }
}

/// In codes that count only on a call: how a claim of fifty moves is answered.
pub(crate) fn called_for(game: &Game, by: Colour, clause: &'static str) -> Option<Answered> {
    let unsound = |why: Sentence| Some(Answered::Unsound { clause, why });
    match FIFTY_MOVES[game.terms.code].value {
        FiftyMoves::WithoutCapture
        | FiftyMoves::WithoutCaptureOrPawnMove
        | FiftyMoves::OnClaimAndAtSeventyFive => None,
        FiftyMoves::FromNotice => {
            unsound("nothing is claimed: notice is given, and the game is then drawn of itself".into())
        }
        FiftyMoves::OnCall => match game.ledger.demands.iter().find(|demand| demand.by == by) {
            None => unsound(say!("[he] [has] made no call for a draw or for mate")),
            Some(demand) if !facts::are_all_made(game, demand) => {
                unsound("the fifty moves on each side are not yet over".into())
            }
            Some(_) => Some(Answered::Sound {
                clause,
                text: say!("[he] [has] not been mated within the fifty moves for which [he] called"),
            }),
        },
    }
}

/// Calls that may be made now; the draw that one has earned is among the others.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let answer = &FIFTY_MOVES[game.terms.code];
    if !matches!(answer.value, FiftyMoves::OnCall | FiftyMoves::FromNotice) {
        return Vec::new();
    }
    let clause = answer.clause();
    let mut rights = Vec::new();
    for player in Colour::BOTH {
        let party = Party::from(player);
        if may_demand(game, player).is_ok() {
            rights.push(Right {
                party,
                act: Act::Demand {
                    what: Demanded::MateInFifty,
                },
                clause,
                text: say!("call for mate within fifty moves on each side"),
            });
        }
    }
    rights
}

/// A turn begins: has a demand run out, or the force changed for which it was made?
#[cold]
pub(crate) fn at_the_commencement(game: &Game) -> Option<Ruling> {
    let answer = &FIFTY_MOVES[game.terms.code];
    if answer.value != FiftyMoves::FromNotice {
        return None;
    }
    let demand = game.ledger.demands.first()?;
    if demand.force != force(game) {
        // Reading XXV-33: the first notice still serves.
        let again = counted_from_here(game, demand.by, FIFTY);
        let text = "the position has changed to another ending: fifty moves are allowed from here";
        return Some(
            Ruling::silent()
                .finding(demand.clause, !demand.by, text)
                .so(Consequence::Demand(Box::new(again))),
        );
    }
    facts::are_all_made(game, demand).then(|| {
        let text = "checkmate was not given within the fifty moves: the game is drawn";
        Ruling::silent()
            .finding(demand.clause, !demand.by, text)
            .so(Consequence::End(Outcome::drawn(demand.clause)))
    })
}
