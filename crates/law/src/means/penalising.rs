//! What may the arbiter impose for something that a player did, and by which clauses?

use crate::{
    code::Clause,
    facts::clocks,
    means::now,
    questions::sanctions::{SANCTIONS, Sanctions},
};
use jadoube_board::Colour;
use jadoube_game::{
    Act, AtTheClock, Citation, Consequence, Game, Moment, Outcome, Party, Points, PointsSet, Right, Ruling,
    Sanction, Status, TimeGiven, say,
};

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

/// `"III.5.2"`: the time that the opponent may get when the arbiter has just put off what a player claimed.
pub(crate) fn time_for_a_claim_put_off(game: &Game) -> Option<TimeGiven> {
    let claimant = game.pressing.put_off?;
    let just_now = matches!(&game.last_act, Some((_, Act::Decide(decided))) if decided.fact.as_deref() == Some("postponed"));
    let two_minutes = Moment::seconds(120);
    just_now.then_some(match claimant {
        Colour::White => TimeGiven(Moment(0), two_minutes),
        Colour::Black => TimeGiven(two_minutes, Moment(0)),
    })
}

/// Reading F23-90: a win for the opponent with the full point, else lost by one.
pub(crate) fn lost(game: &Game, player: Colour, points: Option<Points>, clause: Clause) -> Ruling {
    let full = game.terms.regulations.points[0];
    match points.filter(|points| *points < full) {
        None => Ruling::simply(Consequence::End(Outcome::won(!player, clause))),
        Some(points) => Ruling::simply(Consequence::End(Outcome {
            status: Status::LostByOne,
            winner: None,
            clause: Some(clause.into()),
            next_first_move: None,
        }))
        .so(now(AtTheClock::Points(!player, PointsSet::Fixed(points)))),
    }
}

/// `"10.2"`: points that the event does not give.
pub(crate) fn not_given(law: &Sanctions, game: &Game, points: Option<Points>) -> Option<Ruling> {
    let is_given = |points: Points| game.terms.regulations.points.contains(&points);
    let why = "a score must be one that the event gives for a win, a draw or a loss";
    points
        .is_some_and(|points| !is_given(points))
        .then(|| Ruling::refuse(law.normal_scores, why))
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
            Sanction::Warning => say!("warn {player}"; player),
            Sanction::AddTime => say!("give {opponent} two minutes"; opponent = !player),
            _ => say!("take two minutes from {player}"; player),
        },
    };
    penalties.map(right).collect()
}
