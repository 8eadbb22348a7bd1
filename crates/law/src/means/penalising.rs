//! What may the arbiter impose for something that a player did, and by which clauses?

use crate::{
    code::Clause,
    facts::clocks,
    questions::sanctions::{SANCTIONS, Sanctions},
};
use jadoube_board::Colour;
use jadoube_game::{Act, Citation, Game, Moment, Party, Right, Sanction};

/// The clause of each penalty: `"12.9.1"` to `"12.9.9"`, in ascending order.
pub(crate) fn clause_of(law: &Sanctions, penalty: Sanction) -> Clause {
    match penalty {
        Sanction::Warning => law.warning,
        Sanction::AddTime => law.add_time,
        Sanction::TakeTime => law.take_time,
        Sanction::OpponentScore => law.opponents_points,
        Sanction::OwnScore => law.own_points,
        Sanction::Loss => law.loss,
        Sanction::Fine => law.fine,
        Sanction::Exclude => law.excluded,
        Sanction::Expel => law.expelled,
    }
}

/// The lightest penalties, for what a player did against this article.
pub(crate) fn open(game: &Game, player: Colour, broken: Citation) -> Vec<Right> {
    let Some(law) = SANCTIONS.of(game) else {
        return Vec::new();
    };
    let timed = clocks::is_timed(game);
    let penalties = [Sanction::Warning, Sanction::AddTime, Sanction::TakeTime]
        .into_iter()
        .filter(|penalty| timed || !penalty.takes_seconds());
    let right = |penalty: Sanction| Right {
        party: Party::Umpire,
        act: Act::Penalise {
            party: player,
            penalty,
            seconds: penalty.takes_seconds().then(|| Moment::seconds(120)),
            score: None,
            clause: Some(broken.to_owned()),
        },
        clause: clause_of(law, penalty).into(),
        text: match penalty {
            Sanction::Warning => format!("warn {player}"),
            Sanction::AddTime => format!("give {} two minutes", !player),
            _ => format!("take two minutes from {player}"),
        },
    };
    penalties.map(right).collect()
}
