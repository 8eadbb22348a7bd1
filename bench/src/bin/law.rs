//! What does a ruling cost? Games replayed through the whole law engine, next to a bare legality-checked replay.
//!
//! Both take turns in one run; time is the processor's, the median of the rounds counts, and the ratio is what matters.

use cpu_time::ThreadTime;
use jadoube_bench::archive::Seed;
use jadoube_board::{Move, Position};
use jadoube_game::{Act, Bonus, Code, Event, Ground, HandMove, Moment, Terms, TimeControl, TimePeriod};
use jadoube_law::Arbiter;
use std::hint::black_box;

const GAMES: usize = 400;
const PLIES: usize = 120;

fn main() {
    let rounds: usize = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(7);
    let games: Vec<Vec<Move>> = (0..GAMES as u64).map(game).collect();
    let plies: usize = games.iter().map(Vec::len).sum();
    let events: Vec<Vec<Event>> = games.iter().map(|game| events(game)).collect();
    let pressed: Vec<Vec<Event>> = events.iter().map(|game| with_presses(game)).collect();
    let (mut bare, mut ruled, mut claims, mut today) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        bare.push(time(|| events.iter().for_each(|game| replay(game))));
        ruled.push(time(|| events.iter().for_each(|game| rule(game, false))));
        claims.push(time(|| events.iter().for_each(|game| rule(game, true))));
        today.push(time(|| pressed.iter().for_each(|game| rule_with_a_clock(game))));
    }
    let (bare, ruled, claims) = (median(&mut bare), median(&mut ruled), median(&mut claims));
    let today = median(&mut today);
    let per_move = |seconds: f64| seconds * 1e9 / plies as f64;
    println!("{GAMES} games, {plies} moves, {rounds} rounds, medians of processor time");
    println!(
        "bare legality-checked replay              {:7.0} ns a move   1.00",
        per_move(bare)
    );
    println!(
        "ruled on under bcc-1899                   {:7.0} ns a move   {:.2}",
        per_move(ruled),
        ruled / bare
    );
    println!(
        "ruled on, both draw claims tried each move {:6.0} ns a move   {:.2}",
        per_move(claims),
        claims / bare
    );
    println!(
        "fide-2023, clock pressed, all automatic ends {:4.0} ns a move   {:.2}",
        per_move(today),
        today / bare
    );
}

/// Every move followed by its press, ten seconds apart.
fn with_presses(game: &[Event]) -> Vec<Event> {
    let press = Act::pressed();
    game.iter()
        .enumerate()
        .flat_map(|(at, event)| {
            let at = Some(Moment::seconds(10 * at as u64 + 10));
            [
                Event { at, ..event.clone() },
                Event {
                    at,
                    ..Event::new(event.by, press.clone())
                },
            ]
        })
        .collect()
}

/// The law of today: an increment clock that is pressed, fivefold repetition, 75 moves and dead positions looked for.
fn rule_with_a_clock(game: &[Event]) {
    let terms = Terms {
        time_control: Some(TimeControl {
            kind: None,
            periods: vec![TimePeriod {
                moves: None,
                time: Moment::seconds(5400),
                bonus: Some(Bonus::Increment(Moment::seconds(30))),
            }],
        }),
        ..Terms::ordinary(Code::Fide2023)
    };
    let mut arbiter = Arbiter::open(terms).expect("an ordinary game");
    for event in game {
        arbiter.act(event).expect("a possible act");
        if arbiter.game().status.is_over() {
            break;
        }
    }
    black_box(arbiter.game().past.len());
}

fn game(seed: u64) -> Vec<Move> {
    let mut seed = Seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut position = Position::ordinary();
    let mut moves = Vec::new();
    while moves.len() < PLIES {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[seed.below(legal.len())];
        moves.push(mv);
        position = position.play(mv);
    }
    moves
}

fn events(game: &[Move]) -> Vec<Event> {
    let mut position = Position::ordinary();
    game.iter()
        .map(|mv| {
            let event = Event::new(position.turn(), Act::played(HandMove::from(*mv)));
            position = position.play(*mv);
            event
        })
        .collect()
}

fn replay(game: &[Event]) {
    let mut position = Position::ordinary();
    for event in game {
        let Act::Move { mv, .. } = &event.act else {
            continue;
        };
        let mv = position
            .find_move(mv.from, mv.to, mv.becomes)
            .expect("a legal game");
        position = position.play(mv);
    }
    black_box(position.key());
}

fn rule(game: &[Event], claims: bool) {
    let mut arbiter = Arbiter::open(Terms::ordinary(Code::Bcc1899)).expect("an ordinary game");
    for event in game {
        arbiter.act(event).expect("a possible act");
        if claims {
            black_box(arbiter.may_claim(Ground::Repetition));
            black_box(arbiter.may_claim(Ground::FiftyMoves));
        }
    }
    black_box(arbiter.game().past.len());
}

fn time(work: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    work();
    start.elapsed().as_secs_f64()
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
