//! What has been played, as the laws of drawn games look at it: facts that a game at the board and a game in an archive share.

use jadoube_board::{Colour, Position};
use jadoube_game::{Demand, Game, Mode, PastTurn, Standing, Status};

/// What makes two positions the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Same {
    /// The men on their squares, and the player to move.
    Men,
    /// These, and what the men may do: castling, and taking in passing where that is legal.
    MenAndRights,
}

/// What has been played so far.
pub(crate) trait Facts {
    /// The position at the beginning of the turn, where the men make one.
    fn position(&self) -> Option<&Position>;
    /// How often it has stood at the beginning of a turn of his, this one counted.
    fn occurrences(&self, same: Same) -> usize;
    /// This player's latest moves in a row without a capture of his.
    fn without_capture(&self, player: Colour) -> u32;
    /// This player's moves since anybody last took a man or moved a Pawn.
    fn without_progress(&self, player: Colour) -> u32;
    /// Who made the last move.
    fn moved_last(&self) -> Option<Colour>;
    /// Half-moves since anybody last took a man or moved a Pawn, as far as positions can come back.
    fn quiet(&self) -> usize;
    /// Moves completed by this player.
    fn completed(&self, player: Colour) -> u32;
}

impl Facts for Game {
    fn position(&self) -> Option<&Position> {
        self.standing.position.as_ref()
    }

    fn occurrences(&self, same: Same) -> usize {
        let from = self.recurring_from.unwrap_or_default();
        // By moves alone the men stand again as they stood after two of each player's at the soonest.
        if self.recurring_from.is_some() && self.past.len() < from + 4 {
            return 1;
        }
        let (player, now) = (self.turn_to_play(), &self.standing);
        let key = now.position.as_ref().map(Position::key);
        let again = |past: &&PastTurn| {
            past.standing.player == player
                && (same == Same::Men || past.standing.position.as_ref().map(Position::key) == key)
                && past.standing.men.board() == now.men.board()
        };
        1 + self.arisen_since(from).filter(again).count()
    }

    fn without_capture(&self, player: Colour) -> u32 {
        let own = self
            .past
            .iter()
            .rev()
            .filter(|past| past.standing.player == player);
        own.take_while(|past| !past.capture).count() as u32
    }

    fn without_progress(&self, player: Colour) -> u32 {
        let quiet = self
            .past
            .iter()
            .rev()
            .take_while(|past| !past.capture && !past.pawn);
        let his = |past: &&PastTurn| past.standing.player == player && past.is_a_move();
        quiet.filter(his).count() as u32
    }

    fn moved_last(&self) -> Option<Colour> {
        self.past.last().map(|past| past.standing.player)
    }

    fn quiet(&self) -> usize {
        self.past.len() - self.recurring_from.unwrap_or_default().min(self.past.len())
    }

    fn completed(&self, player: Colour) -> u32 {
        self.completed[player.index()]
    }
}

/// `"III.2(a)"`: twenty-four hours or more between receipt and reply, unless it was agreed otherwise.
pub(crate) fn free_by_post(game: &Game) -> bool {
    let a_day = game.terms.reply_hours.is_some_and(|hours| hours >= 24);
    let agreed = game.terms.agreements.flag("assistance");
    game.terms.mode == Mode::Communication && agreed.unwrap_or(a_day)
}

/// How often the men have stood as they do now when this player was to move, or last was.
pub(crate) fn stood(game: &Game, player: Colour) -> usize {
    let turns: Vec<&Standing> = game
        .past
        .iter()
        .map(|past| &past.standing)
        .chain([&game.standing])
        .filter(|standing| standing.player == player)
        .collect();
    let Some(now) = turns.last() else { return 0 };
    let same = |standing: &&&Standing| standing.men.board() == now.men.board();
    turns.iter().filter(same).count()
}

/// The player for whom the envelope waits: his opponent has sealed a move, and he was away at the time fixed.
pub(crate) fn awaited(game: &Game) -> Option<Colour> {
    let adjournment = game
        .sitting
        .adjournment
        .as_ref()
        .filter(|_| game.status == Status::Adjourned)?;
    let replier = !adjournment.sealed.as_ref()?.by;
    adjournment.awaited[replier.index()].map(|_| replier)
}

/// Whether the moves allowed have all been made.
pub(crate) fn are_all_made(game: &Game, demand: &Demand) -> bool {
    Colour::BOTH.into_iter().all(|player| {
        game.completed[player.index()] >= demand.from[player.index()].saturating_add(demand.allowed)
    })
}
