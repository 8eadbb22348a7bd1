//! How good are the choices of law? Incidents by lot under every code: what the player chose, against every choice open to
//! it searched ten times deeper.
//!
//!     cargo run --release -p jadoube-player --example choices -- [INCIDENTS]

use jadoube_board::{Colour, Move, Position};
use jadoube_game::{Act, Code, Event, HandMove, Party, Status, Terms};
use jadoube_law::Arbiter;
use jadoube_player::{Limits, Player, Question, Seat};
use std::error::Error;

/// Ten times what the player itself looks at to weigh a choice.
const DEEPER: u64 = 300_000;
const DECIDED: i32 = 3_000;

struct Lots(fastrand::Rng);

impl Lots {
    fn below(&mut self, most: usize) -> usize {
        self.0.usize(..most.max(1))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let incidents: u64 = std::env::args().nth(1).map_or(Ok(10), |text| text.parse())?;
    println!(
        "{:<10} {:>9} {:>9} {:>9} {:>9}",
        "code", "choices", "best", "mean loss", "worst"
    );
    for code in Code::ALL {
        let mut losses = Vec::new();
        for seed in 0..incidents {
            if let Some(loss) = incident(code, &mut Lots(fastrand::Rng::with_seed(seed)))? {
                losses.push(loss);
            }
        }
        let best = losses.iter().filter(|loss| **loss <= 10).count();
        let mean = f64::from(losses.iter().sum::<i32>()) / f64::from(losses.len().max(1) as u32);
        let worst = losses.iter().max().copied().unwrap_or(0);
        println!(
            "{:<10} {:>9} {:>9} {mean:>9.1} {worst:>9}",
            code.name(),
            losses.len(),
            best
        );
    }
    println!("losses in hundredths of a pawn; best: within 10 of the best there was");
    Ok(())
}

/// A position by lot in which White errs and Black has something to choose; what Black's choice lost.
fn incident(code: Code, lots: &mut Lots) -> Result<Option<i32>, Box<dyn Error>> {
    let mut arbiter = Arbiter::open(Terms::ordinary(code))?;
    let mut player = Player::new(16);
    for _ in 0..2 * (4 + lots.below(12)) {
        let view = arbiter.brief_view();
        let Some(best) = thought(&mut player, &arbiter, &view.moves, 2_000) else {
            return Ok(None);
        };
        let lot = view.moves[lots.below(view.moves.len())];
        let one = if lots.below(4) == 0 { lot } else { best.0 };
        let act = Seat::new(view.turn).as_act(&arbiter, one);
        arbiter.act(&Event::new(view.turn, act))?;
        if arbiter.game().status != Status::InPlay {
            return Ok(None);
        }
    }
    let view = arbiter.brief_view();
    let Some((best, _)) = thought(&mut player, &arbiter, &view.moves, 20_000) else {
        return Ok(None);
    };
    if lots.below(3) == 0 {
        // A man goes where it cannot.
        let from = best.from();
        let to = jadoube_board::Square::ALL[lots.below(64)];
        if view.moves.iter().any(|one| one.from() == from && one.to() == to) || from == to {
            return Ok(None);
        }
        let mv = HandMove {
            from,
            to,
            becomes: None,
        };
        if arbiter.act(&Event::new(Colour::White, Act::played(mv))).is_err() {
            return Ok(None);
        }
    } else {
        // One man is touched, and the best move made with another.
        let others: Vec<&Move> = view
            .moves
            .iter()
            .filter(|one| one.from() != best.from())
            .collect();
        let Some(other) = others.get(lots.below(others.len())) else {
            return Ok(None);
        };
        arbiter.act(&Event::new(Colour::White, Act::touched(other.from())))?;
        arbiter.act(&Event::new(Colour::White, Act::played(best.into())))?;
    }
    let view = arbiter.view();
    let own = Party::Black;
    let rights: Vec<Act> = view
        .options
        .iter()
        .filter(|option| option.right.party == own)
        .map(|option| option.right.act.clone())
        .collect();
    if rights.is_empty() {
        return Ok(None);
    }
    let chosen = Seat::new(Colour::Black).next(&arbiter, &mut Player::new(16))?;
    // To move at once is to leave things as they are.
    let chosen = chosen.map(|deed| deed.act).filter(|act| rights.contains(act));
    let mut values = Vec::new();
    for act in rights.into_iter().map(Some).chain([None]) {
        let mut after = arbiter.clone();
        if let Some(act) = &act {
            after.act(&Event::new(Colour::Black, act.clone()))?;
        }
        if let Some(value) = worth(&mut player, &after) {
            values.push((act, value));
        }
    }
    let best = values.iter().map(|(_, value)| *value).max();
    let taken = values
        .iter()
        .find(|(act, _)| *act == chosen)
        .map(|(_, value)| *value);
    Ok(best.zip(taken).map(|(best, taken)| best - taken))
}

fn thought(player: &mut Player, arbiter: &Arbiter, moves: &[Move], nodes: u64) -> Option<(Move, i32)> {
    let position: Position = *arbiter.game().position()?;
    let question = Question {
        only: Some(moves.to_vec()),
        ..Question::new(position, Limits::nodes(nodes))
    };
    let advice = player.think(&question)?;
    Some((advice.best, advice.score.value().clamp(-DECIDED, DECIDED)))
}

/// How Black stands; nothing where the game cannot go on from here.
fn worth(player: &mut Player, arbiter: &Arbiter) -> Option<i32> {
    let (game, view) = (arbiter.game(), arbiter.brief_view());
    match view.status {
        Status::Won if view.winner == Some(Colour::Black) => return Some(DECIDED),
        Status::Won => return Some(-DECIDED),
        Status::Drawn => return Some(0),
        Status::InPlay if game.turn.illegal.is_none() && game.turn.altered.is_none() => {}
        _ => return None,
    }
    let (_, score) = thought(player, arbiter, &view.moves, DEEPER)?;
    Some(if view.turn == Colour::Black { score } else { -score })
}
