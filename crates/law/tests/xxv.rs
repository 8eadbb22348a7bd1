//! The Twenty-five Laws: what takes too many moves to tell in a case: the fifty moves of law XXII, and old checks.

use jadoube_board::{Colour, Square};
use jadoube_game::{Act, Code, Decision, Demanded, Error, Event, HandMove, Hands, Party, Status, Terms};
use jadoube_law::Arbiter;

fn open(start: &str) -> Arbiter {
    let mut terms = Terms::ordinary(Code::Xxv);
    terms.start = Some(start.to_owned());
    Arbiter::open(terms).unwrap()
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn says(arbiter: &mut Arbiter, by: Colour, text: &str, say: Option<&str>) {
    let mv = HandMove {
        from: square(&text[..2]),
        to: square(&text[2..4]),
        becomes: None,
    };
    let say = say.map(str::to_owned);
    let hands = Hands::One;
    act(arbiter, by, Act::Move { mv, hands, say });
}

fn moves(arbiter: &mut Arbiter, by: Colour, text: &str) {
    says(arbiter, by, text, None);
}

fn act(arbiter: &mut Arbiter, by: impl Into<Party>, act: Act) {
    arbiter.act(&Event::new(by, act)).unwrap();
}

fn shuffle(arbiter: &mut Arbiter, times: usize, white: [&str; 2], black: [&str; 2]) {
    for time in 0..times {
        moves(arbiter, Colour::White, white[time % 2]);
        moves(arbiter, Colour::Black, black[time % 2]);
    }
}

#[test]
fn fifty_moves_from_notice_draw_of_themselves() {
    let mut arbiter = open("k7/8/8/8/8/2K5/8/7R w - - 0 1");
    shuffle(&mut arbiter, 60, ["h1h2", "h2h1"], ["a8a7", "a7a8"]);
    assert_eq!(arbiter.view().status, Status::InPlay, "no notice was given");
    let what = Demanded::MateInFifty;
    act(&mut arbiter, Colour::Black, Act::Demand { what });
    shuffle(&mut arbiter, 49, ["h1h2", "h2h1"], ["a8a7", "a7a8"]);
    moves(&mut arbiter, Colour::White, "h2h1");
    assert_eq!(arbiter.view().status, Status::InPlay);
    moves(&mut arbiter, Colour::Black, "a7a8");
    assert_eq!(arbiter.view().status, Status::Drawn);
    assert_eq!(arbiter.view().clause, Some("XXII"));
}

#[test]
fn a_change_of_force_gives_fifty_fresh_moves() {
    let mut arbiter = open("kr6/8/8/8/8/8/5K1B/7R w - - 0 1");
    let what = Demanded::MateInFifty;
    act(&mut arbiter, Colour::Black, Act::Demand { what });
    shuffle(&mut arbiter, 44, ["h1g1", "g1h1"], ["a8a7", "a7a8"]);
    moves(&mut arbiter, Colour::White, "h2b8");
    assert_eq!(
        arbiter.view().rulings.last().map(|ruling| ruling.clause),
        Some("XXII")
    );
    moves(&mut arbiter, Colour::Black, "a8b8");
    shuffle(&mut arbiter, 49, ["h1g1", "g1h1"], ["b8b7", "b7b8"]);
    moves(&mut arbiter, Colour::White, "g1h1");
    assert_eq!(arbiter.view().status, Status::InPlay);
    moves(&mut arbiter, Colour::Black, "b7b8");
    assert_eq!(arbiter.view().status, Status::Drawn);
}

#[test]
fn where_the_check_came_from_is_lost_only_the_last_move_is_replaced() {
    let mut arbiter = open("4k3/p7/R7/8/8/8/1P5r/4K3 b - - 0 1");
    moves(&mut arbiter, Colour::Black, "h2h1");
    moves(&mut arbiter, Colour::White, "b2b3");
    moves(&mut arbiter, Colour::Black, "e8e7");
    moves(&mut arbiter, Colour::White, "b3b4");
    let question = "since when?".to_owned();
    act(&mut arbiter, Colour::Black, Act::Dispute { question });
    let decision = Decision {
        fact: Some("unascertainable".to_owned()),
        ..Decision::default()
    };
    act(&mut arbiter, Party::Umpire, Act::Decide(decision));
    let view = arbiter.view();
    assert_eq!(view.status, Status::InPlay);
    assert_eq!(view.board.split(' ').next(), Some("8/p3k3/R7/8/8/1P6/8/4K2r"));
    assert_eq!(view.turn, Colour::White);
    let names: Vec<String> = view.moves.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["e1d2", "e1e2", "e1f2"]);
    assert_eq!(view.duty.map(|duty| duty.clause), Some("XIX"));
}

#[test]
fn a_check_announced_late_binds_from_the_word() {
    let mut arbiter = open("4k3/8/R7/8/8/8/7r/4K3 b - - 0 1");
    moves(&mut arbiter, Colour::Black, "h2h1");
    assert!(arbiter.view().moves.len() > 3);
    let words = "check".to_owned();
    act(&mut arbiter, Colour::Black, Act::Say { words });
    assert_eq!(arbiter.view().moves.len(), 3);
}

#[test]
fn both_kings_may_stand_attacked() {
    // Black checks in silence; White, free of it, checks in his turn.
    let mut arbiter = open("4k3/8/R7/8/8/8/7r/4K3 b - - 0 1");
    moves(&mut arbiter, Colour::Black, "h2h1");
    says(&mut arbiter, Colour::White, "a6a8", Some("check"));
    let view = arbiter.view();
    assert_eq!(view.turn, Colour::Black);
    let names: Vec<String> = view.moves.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["e8d7", "e8e7", "e8f7"], "the White King is not taken");
    moves(&mut arbiter, Colour::Black, "e8e7");
    let view = arbiter.view();
    assert_eq!(view.turn, Colour::White);
    assert!(view.refused.is_none());
}

#[test]
fn one_move_in_check_is_no_matter_for_law_xix() {
    let mut arbiter = open("4k3/p7/R7/8/8/8/1P5r/4K3 b - - 0 1");
    moves(&mut arbiter, Colour::Black, "h2h1");
    moves(&mut arbiter, Colour::White, "b2b3");
    let error = Error::KingLeftInCheck;
    act(&mut arbiter, Colour::White, Act::PointOut { error, number: None });
    assert_eq!(
        arbiter.view().refused.and_then(|refused| refused.clause),
        Some("XIX")
    );
}
