//! 1862: what takes too many moves to tell in a case: the fifty moves of law XI, and the board that guards.

use jadoube_board::{Colour, Square};
use jadoube_game::{
    Act, Code, Decision, Demanded, Event, Ground, HandMove, Party, Requirement, Status, Terms,
};
use jadoube_law::Arbiter;

fn open(start: &str) -> Arbiter {
    let mut terms = Terms::ordinary(Code::Bca1862);
    terms.start = Some(start.to_owned());
    Arbiter::open(terms).unwrap()
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn moves(arbiter: &mut Arbiter, by: Colour, text: &str) {
    let mv = HandMove {
        from: square(&text[..2]),
        to: square(&text[2..4]),
        becomes: None,
    };
    act(arbiter, by, Act::played(mv));
}

fn act(arbiter: &mut Arbiter, by: impl Into<Party>, act: Act) {
    arbiter.act(&Event::new(by, act)).unwrap();
}

fn demand(arbiter: &mut Arbiter, by: Colour) {
    let what = Demanded::MateInFifty;
    act(arbiter, by, Act::Demand { what });
}

/// So many moves to and fro on each side, White first.
fn shuffle(arbiter: &mut Arbiter, times: usize, white: [&str; 2], black: [&str; 2]) {
    for time in 0..times {
        moves(arbiter, Colour::White, white[time % 2]);
        moves(arbiter, Colour::Black, black[time % 2]);
    }
}

const FIFTY: Act = Act::claimed(Ground::FiftyMoves);
const PROCEED: Act = Act::Require {
    what: Requirement::Proceed,
    square: None,
};

fn may(arbiter: &Arbiter, by: Colour, wanted: &Act) -> bool {
    arbiter
        .view()
        .options
        .iter()
        .any(|option| option.right.party == Party::from(by) && &option.right.act == wanted)
}

#[test]
fn fifty_moves_after_the_call_the_caller_may_draw_or_go_on() {
    let mut arbiter = open("k7/8/8/8/8/2K5/8/7R w - - 0 1");
    demand(&mut arbiter, Colour::Black);
    shuffle(&mut arbiter, 49, ["h1h2", "h2h1"], ["a8a7", "a7a8"]);
    moves(&mut arbiter, Colour::White, "h2h1");
    assert!(!may(&arbiter, Colour::Black, &FIFTY), "Black has made forty-nine");
    assert_eq!(arbiter.view().status, Status::InPlay);
    moves(&mut arbiter, Colour::Black, "a7a8");
    let view = arbiter.view();
    assert_eq!(
        view.status,
        Status::InPlay,
        "the draw is at his claim (reading BCA-40)"
    );
    assert!(may(&arbiter, Colour::Black, &FIFTY));
    assert!(may(&arbiter, Colour::Black, &PROCEED));
    assert!(!may(&arbiter, Colour::White, &FIFTY));

    let mut drawn = arbiter.clone();
    act(&mut drawn, Colour::Black, FIFTY);
    assert_eq!(drawn.view().status, Status::Drawn);
    assert_eq!(drawn.view().clause, Some("XI"));

    act(&mut arbiter, Colour::Black, PROCEED);
    assert_eq!(arbiter.view().status, Status::InPlay);
    assert!(!may(&arbiter, Colour::Black, &FIFTY));
    let what = Demanded::MateInFifty;
    assert!(
        may(&arbiter, Colour::Black, &Act::Demand { what }),
        "he may call again"
    );
}

#[test]
fn nothing_begins_the_count_anew() {
    let mut arbiter = open("k7/8/8/8/8/2K5/p7/7R w - - 0 1");
    // A King and a Pawn are none of the cases; the bare King is.
    demand(&mut arbiter, Colour::Black);
    assert_eq!(
        arbiter.view().refused.and_then(|refused| refused.clause),
        Some("XI")
    );
    moves(&mut arbiter, Colour::White, "h1a1");
    moves(&mut arbiter, Colour::Black, "a8b8");
    moves(&mut arbiter, Colour::White, "a1a2");
    demand(&mut arbiter, Colour::Black);
    assert!(arbiter.view().refused.is_none());
    moves(&mut arbiter, Colour::Black, "b8b7");
    shuffle(&mut arbiter, 49, ["a2a1", "a1a2"], ["b7b8", "b8b7"]);
    assert!(!may(&arbiter, Colour::Black, &FIFTY));
    moves(&mut arbiter, Colour::White, "a1a2");
    assert!(
        may(&arbiter, Colour::Black, &FIFTY),
        "fifty moves by each side after the call"
    );
}

#[test]
fn mate_on_the_fiftieth_move_counts() {
    let mut arbiter = open("k7/8/1K6/8/8/8/8/7R w - - 0 1");
    demand(&mut arbiter, Colour::Black);
    shuffle(&mut arbiter, 49, ["h1h2", "h2h1"], ["a8b8", "b8a8"]);
    moves(&mut arbiter, Colour::White, "h2h8");
    assert_eq!(arbiter.view().status, Status::Won);
}

#[test]
fn the_umpire_may_allow_a_count_in_another_case() {
    let mut arbiter = open("k7/n7/8/8/8/2K5/8/7R w - - 0 1");
    let question = "can it be won?".to_owned();
    act(&mut arbiter, Colour::White, Act::Dispute { question });
    let decision = Decision {
        moves_allowed: Some(2),
        ..Decision::default()
    };
    act(&mut arbiter, Party::Umpire, Act::Decide(decision));
    shuffle(&mut arbiter, 2, ["h1h2", "h2h1"], ["a8b8", "b8a8"]);
    assert!(may(&arbiter, Colour::White, &FIFTY));
    act(&mut arbiter, Colour::White, FIFTY);
    assert_eq!(arbiter.view().status, Status::Drawn);
}

#[test]
fn a_guarded_board_refuses_a_false_move_and_takes_check_as_said() {
    let mut terms = Terms::ordinary(Code::Bca1862);
    terms.guard = true;
    terms.start = Some("4k3/7r/8/8/8/8/8/R3K3 b - - 0 1".to_owned());
    let mut arbiter = Arbiter::open(terms).unwrap();
    moves(&mut arbiter, Colour::Black, "h7h1");
    assert!(arbiter.view().rulings.is_empty(), "nothing was left unsaid");
    moves(&mut arbiter, Colour::White, "a1a5");
    let view = arbiter.view();
    assert_eq!(view.refused.and_then(|refused| refused.clause), Some("VIII"));
    assert_eq!(view.turn, Colour::White);
}
