//! Which rights does he lose who touches a man? Those that say so, and no other.

use jadoube_board::Square;
use jadoube_game::{Act, Code, Event, HandMove, Party, Proposal, Terms};
use jadoube_law::Arbiter;

fn after(terms: Terms, events: &[Event]) -> Arbiter {
    let mut arbiter = Arbiter::open(terms).expect("ordinary terms");
    for event in events {
        arbiter.act(event).expect("it can happen");
    }
    arbiter
}

fn illegal_bishop() -> Event {
    let mv = HandMove {
        from: Square::F1,
        to: Square::F3,
        becomes: None,
    };
    Event::new(Party::White, Act::played(mv))
}

fn touch(square: Square) -> Event {
    let act = Act::touched(square);
    Event::new(Party::Black, act)
}

#[test]
fn what_is_said_to_lapse_is_gone_after_a_touch_and_what_is_not_remains() {
    // In 2023 an illegal move is nothing yet until he presses his clock (reading F23-5).
    for code in Code::ALL.into_iter().filter(|code| *code != Code::Fide2023) {
        let before = after(Terms::ordinary(code), &[illegal_bishop()]);
        let options = before.view().options;
        let his: Vec<_> = options
            .iter()
            .filter(|option| option.right.party == Party::Black)
            .collect();
        assert!(!his.is_empty(), "{code}: an illegal move gives rights");
        let touched = after(Terms::ordinary(code), &[illegal_bishop(), touch(Square::A7)]);
        let left: Vec<Act> = touched.rights().into_iter().map(|right| right.act).collect();
        for option in his {
            assert_eq!(
                option.lapses,
                !left.contains(&option.right.act),
                "{code}: {}",
                option.right.text
            );
        }
    }
}

#[test]
fn in_the_british_code_every_penalty_lapses() {
    for code in [Code::Bcc1896, Code::Bcc1899] {
        let view = after(Terms::ordinary(code), &[illegal_bishop()]).view();
        let penalties = view
            .options
            .iter()
            .filter(|option| matches!(option.right.act, Act::Exact { .. }));
        let lapses: Vec<bool> = penalties.map(|option| option.lapses).collect();
        assert!(
            !lapses.is_empty() && lapses.iter().all(|lapses| *lapses),
            "{code}: {lapses:?}"
        );
    }
}

#[test]
fn an_offer_lapses_like_any_other_right_where_a_touch_declines_it() {
    let moved = |party, text: &str| Event::new(party, Act::played(text.parse().expect("a move")));
    let draw = Act::Offer {
        what: Proposal::Draw,
        condition: None,
    };
    let acts = [
        moved(Party::White, "e2e4"),
        moved(Party::Black, "e7e5"),
        moved(Party::White, "g1f3"),
        Event::new(Party::White, draw),
    ];
    let mut lapsing = Vec::new();
    for code in Code::ALL {
        let view = after(Terms::ordinary(code), &acts).view();
        let touched = after(Terms::ordinary(code), &[&acts[..], &[touch(Square::A7)]].concat());
        let left: Vec<Act> = touched.rights().into_iter().map(|right| right.act).collect();
        for option in view.options.iter().filter(|one| one.right.party == Party::Black) {
            assert_eq!(
                option.lapses,
                !left.contains(&option.right.act),
                "{code}: {}",
                option.right.text
            );
            if matches!(option.right.act, Act::Accept { .. }) && option.lapses {
                lapsing.push(code);
            }
        }
    }
    assert!(lapsing.contains(&Code::Fide2023), "{lapsing:?}: 9.1.2.1");
}

#[test]
fn it_does_not_matter_which_man_is_off_the_board() {
    let lapsing = |code, square: &str| {
        let act = Act::Remove {
            square: square.parse().expect("a square"),
            mistake: false,
        };
        let view = after(Terms::ordinary(code), &[Event::new(Party::White, act)]).view();
        let his = view
            .options
            .iter()
            .filter(|each| each.right.party == Party::Black);
        his.filter(|each| each.lapses).count()
    };
    for code in [Code::Bcc1896, Code::Bcc1899] {
        let lapsing = ["a7", "b7", "g7", "h7"].map(|square| lapsing(code, square));
        assert!(
            lapsing[0] > 0,
            "{code}: taking off what he cannot take is punished"
        );
        assert_eq!(lapsing, [lapsing[0]; 4], "{code}: whichever man it is");
    }
}

#[test]
fn of_two_things_that_may_be_let_pass_each_is_named() {
    let white = |act| Event::new(Party::White, act);
    let illegal = HandMove {
        from: Square::G1,
        to: Square::G3,
        becomes: None,
    };
    let illegal = white(Act::played(illegal));
    for (code, square, named) in [
        (
            Code::Bcc1896,
            Square::A1,
            [
                "Let pass the illegal move",
                "Let pass the touch of a man that cannot be played",
            ],
        ),
        (
            Code::Fide1931,
            Square::F2,
            [
                "Let pass the illegal move",
                "Let pass the move with another man than the one touched",
            ],
        ),
    ] {
        let let_pass = |events: &[Event]| -> Vec<String> {
            let options = after(Terms::ordinary(code), events).view().options;
            let rights = options.into_iter().map(|option| option.right);
            let waivers = rights.filter(|right| matches!(right.act, Act::Waive { .. }));
            waivers.map(|right| right.text.told()).collect()
        };
        assert_eq!(
            let_pass(core::slice::from_ref(&illegal)),
            ["Let it pass"],
            "{code}"
        );
        let both = [white(Act::touched(square)), illegal.clone()];
        assert_eq!(let_pass(&both), named, "{code}");
    }
}
