//! What do the laws of today say where a story is too long for a case: counts of ten, fifty and seventy-five moves?

use jadoube_board::{Colour, Square};
use jadoube_game::{Act, Code, Error, Event, Ground, HandMove, Party, Status, Terms};
use jadoube_law::Arbiter;

fn open(change: impl FnOnce(&mut Terms)) -> Arbiter {
    let mut terms = Terms::ordinary(Code::Fide2023);
    change(&mut terms);
    Arbiter::open(terms).expect("terms to play by")
}

fn hand_move(text: &str) -> HandMove {
    let square = |text: &str| -> Square { text.parse().expect("a square") };
    HandMove {
        from: square(&text[..2]),
        to: square(&text[2..4]),
        becomes: None,
    }
}

fn act(arbiter: &mut Arbiter, by: impl Into<Party>, act: Act) {
    arbiter.act(&Event::new(by, act)).expect("it can have happened");
}

/// Moves in turn, each of them pressed upon.
fn play(arbiter: &mut Arbiter, moves: &str) {
    for text in moves.split_whitespace() {
        let by = arbiter.game().turn_to_play();
        act(arbiter, by, Act::played(hand_move(text)));
        assert!(arbiter.brief_view().refused.is_none(), "{text}");
        if !arbiter.game().status.is_over() {
            press(arbiter, by);
        }
    }
}

fn press(arbiter: &mut Arbiter, by: Colour) {
    act(arbiter, by, Act::pressed());
}

fn points_out(arbiter: &mut Arbiter, by: Colour, error: Error) {
    act(arbiter, by, Act::PointOut { error, number: None });
}

fn refused_by(arbiter: &Arbiter) -> Option<&'static str> {
    arbiter.brief_view().refused.and_then(|refused| refused.clause)
}

fn ended_by(arbiter: &Arbiter) -> (Status, Option<&'static str>) {
    let view = arbiter.brief_view();
    (view.status, view.clause)
}

/// A claim, with the move intended or without one.
fn claim(ground: Ground, intended: Option<&str>) -> Act {
    match Act::claimed(ground) {
        Act::Claim { ground, offence, .. } => Act::Claim {
            ground,
            offence,
            mv: intended.map(hand_move),
        },
        other => other,
    }
}

/// The squares that White's Rook walks over, up one file and down the next, and back to the first.
fn walk() -> Vec<String> {
    let file =
        |file: char, up: bool| (1..=7).map(move |rank| format!("{file}{}", if up { rank } else { 8 - rank }));
    let files = [('a', true), ('b', false), ('c', true), ('d', false)];
    files.into_iter().flat_map(|(name, up)| file(name, up)).collect()
}

/// Black's King goes from g8 to h8 and back, White's Rook walks from this step of its walk on: so many moves of each, and
/// then Black's next. The Rook's last square.
fn shuffled(from: usize, times: usize) -> (Arbiter, String) {
    let walk = walk();
    let on = |step: usize| walk[(from + step) % walk.len()].as_str();
    let rank = |rank: char| if on(0).ends_with(rank) { "R7" } else { "8" };
    let start = format!("6k1/8/6K1/8/8/{}/8/{} b - - 0 1", rank('3'), rank('1'));
    let mut arbiter = open(|terms| terms.start = Some(start));
    let black = ["g8h8", "h8g8"];
    for step in 0..times {
        play(&mut arbiter, black[step % 2]);
        play(&mut arbiter, &format!("{}{}", on(step), on(step + 1)));
    }
    play(&mut arbiter, black[times % 2]);
    (arbiter, on(times).to_owned())
}

#[test]
fn fifty_moves_are_claimed_with_the_move_that_completes_them_or_on_those_made() {
    let (before, rook) = shuffled(0, 49);
    let next = format!("{rook}{}8", &rook[..1]);
    // Forty-nine of White's and fifty of Black's: his next move would complete them, and is not made yet.
    let mut early = before.clone();
    act(&mut early, Colour::White, claim(Ground::FiftyMoves, None));
    assert_eq!(refused_by(&early), Some("9.5.3"));
    let mut intended = before.clone();
    act(
        &mut intended,
        Colour::White,
        claim(Ground::FiftyMoves, Some(&next)),
    );
    assert_eq!(ended_by(&intended), (Status::Drawn, Some("9.3.1")));
    let mut made = before;
    play(&mut made, &format!("{rook}{}1", &rook[..1]));
    let mut waiting = made.clone();
    act(&mut waiting, Colour::White, claim(Ground::FiftyMoves, None));
    assert_eq!(refused_by(&waiting), Some("9.3"), "he has not the move");
    let mut touched = made.clone();
    act(
        &mut touched,
        Colour::Black,
        Act::touched("g8".parse().expect("a square")),
    );
    act(&mut touched, Colour::Black, claim(Ground::FiftyMoves, None));
    assert_eq!(refused_by(&touched), Some("9.4"));
    act(&mut made, Colour::Black, claim(Ground::FiftyMoves, None));
    assert_eq!(ended_by(&made), (Status::Drawn, Some("9.3.2")));
}

#[test]
fn an_illegal_move_that_went_back_is_none_of_the_fifty() {
    let (mut arbiter, rook) = shuffled(0, 48);
    act(
        &mut arbiter,
        Colour::White,
        Act::played(hand_move(&format!("{rook}h2"))),
    );
    press(&mut arbiter, Colour::White);
    points_out(&mut arbiter, Colour::Black, Error::IllegalMove);
    assert_eq!(arbiter.brief_view().illegal, Some([1, 0]));
    play(&mut arbiter, &format!("{rook}{}1", &rook[..1]));
    // Forty-nine of each: his move would be the ninety-ninth, and with the one that went back the hundredth.
    act(
        &mut arbiter,
        Colour::Black,
        claim(Ground::FiftyMoves, Some("h8g8")),
    );
    assert_eq!(refused_by(&arbiter), Some("9.5.3"));
}

#[test]
fn the_seventy_fifth_move_draws_unless_it_mates() {
    let (before, rook) = shuffled(0, 74);
    assert_eq!(before.game().status, Status::InPlay);
    let mut quiet = before.clone();
    play(&mut quiet, &format!("{rook}{}1", &rook[..1]));
    assert_eq!(ended_by(&quiet), (Status::Drawn, Some("9.6.2")));
    let mut mate = before;
    play(&mut mate, &format!("{rook}{}8", &rook[..1]));
    assert_eq!(ended_by(&mate), (Status::Won, Some("5.1.1")));
    assert_eq!(mate.brief_view().winner, Some(Colour::White));
    // Reading F23-84: a stalemate is drawn either way, and by its own article.
    let (mut stalemate, rook) = shuffled(2, 74);
    play(&mut stalemate, &format!("{rook}g7"));
    assert_eq!(ended_by(&stalemate), (Status::Drawn, Some("5.2.1")));
}

/// Knights out and back: four moves that come back to where they began.
const ROUND: &str = "g1f3 g8f6 f3g1 f6g8";

#[test]
fn the_five_times_need_not_follow_one_another() {
    let mut arbiter = open(|_| {});
    let aside = "b1c3 b8c6 c3b1 c6b8";
    for round in [ROUND, aside, ROUND] {
        play(&mut arbiter, round);
    }
    assert_eq!(arbiter.game().status, Status::InPlay);
    play(&mut arbiter, aside);
    assert_eq!(ended_by(&arbiter), (Status::Drawn, Some("9.6.1")));
}

#[test]
fn reversed_colours_end_the_game_until_black_has_made_his_tenth_move() {
    let opening =
        "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d2d3 d7d6 c2c3 g8f6 b1d2 a7a6 a2a3 c5a7 h2h3 h7h6 d2f1 c8e6 f1g3";
    let mut before = open(|_| {});
    play(&mut before, opening);
    assert_eq!(before.game().completed, [10, 9]);
    let mut after = before.clone();
    points_out(&mut before, Colour::White, Error::Colours);
    assert_eq!(ended_by(&before), (Status::Annulled, Some("7.3")));
    play(&mut after, "d8d7");
    points_out(&mut after, Colour::White, Error::Colours);
    assert_eq!(refused_by(&after), Some("7.3"));
    assert_eq!(after.game().status, Status::InPlay);
}
