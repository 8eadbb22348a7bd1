//! Where does the number of moves of 1931, 16(f), come from: fifty, endgame tables, or the umpire; and does a record
//! that says what the tables found rule the same without them?

use std::sync::{Arc, atomic::AtomicBool};

use jadoube_board::{Colour, Position};
use jadoube_game::{Act, Code, Decision, Demanded, Event, Ground, HandMove, Party, Presence, Status, Terms};
use jadoube_law::{Arbiter, Necessary, Theory};

/// Two Bishops against a Knight: the ending in which more than fifty moves may be necessary.
const TWO_BISHOPS: &str = "4k3/8/8/n7/8/8/8/B3KB2 w - - 0 1";
/// The Kings walk and come back.
const ROUND: &str = "e1d1 e8d8 d1e1 d8e8";

/// Tables that say the same of every position.
#[derive(Debug)]
struct Says(Option<Colour>, u32);

impl Theory for Says {
    fn of(&self, _: &Position) -> Option<Necessary> {
        Some(Necessary {
            winner: self.0,
            moves: self.1,
        })
    }
}

/// An arbiter, and all he was told.
struct Table {
    arbiter: Arbiter,
    record: Vec<Event>,
}

impl Table {
    fn open(theory: Option<Says>) -> Self {
        let mut arbiter = unadvised();
        if let Some(theory) = theory {
            arbiter = arbiter.advised_by(Arc::new(theory));
        }
        Table {
            arbiter,
            record: Vec::new(),
        }
    }

    fn act(&mut self, by: impl Into<Party>, act: Act) {
        let event = self.arbiter.advised(Event::new(by, act));
        self.arbiter.act(&event).expect("it can have happened");
        self.record.push(event);
    }

    fn rounds(&mut self, rounds: usize) {
        for text in std::iter::repeat_n(ROUND, rounds).flat_map(str::split_whitespace) {
            let mv = HandMove {
                from: text[..2].parse().expect("a square"),
                to: text[2..].parse().expect("a square"),
                becomes: None,
            };
            let by = self.arbiter.game().turn_to_play();
            self.act(by, Act::played(mv));
        }
    }

    fn said(&self) -> Vec<String> {
        let view = self.arbiter.brief_view();
        let refused = view.refused.into_iter().map(|refused| refused.why.told());
        view.rulings
            .into_iter()
            .map(|finding| finding.text.told())
            .chain(refused)
            .collect()
    }

    fn may_claim(&self) -> bool {
        let options = self.arbiter.view().options;
        options.iter().any(|option| option.right.act == claim())
    }
}

fn unadvised() -> Arbiter {
    let terms = Terms {
        start: Some(TWO_BISHOPS.to_owned()),
        ..Terms::ordinary(Code::Fide1931)
    };
    Arbiter::open(terms).expect("a position to play from")
}

fn demand() -> Act {
    Act::Demand {
        what: Demanded::MateInFifty,
    }
}

fn claim() -> Act {
    Act::claimed(Ground::FiftyMoves)
}

#[test]
fn without_tables_fifty_stand_and_more_is_the_umpires() {
    let mut table = Table::open(None);
    table.act(Colour::Black, demand());
    let said = table.said();
    assert!(said[0].contains("mated in 50 moves"), "{said:?}");
    assert!(said[1].contains("No endgame table was at hand"), "{said:?}");
    assert!(said[1].contains("umpire"), "{said:?}");
    table.rounds(25);
    assert!(table.may_claim());
    table.act(Colour::White, claim());
    assert_eq!(table.arbiter.game().status, Status::Drawn);
}

#[test]
fn where_tables_find_more_than_fifty_necessary_double_is_allowed() {
    let mut table = Table::open(Some(Says(Some(Colour::White), 66)));
    table.act(Colour::Black, demand());
    assert_eq!(table.record[0].theory, Some(66));
    let said = table.said();
    assert_eq!(said.len(), 1);
    assert!(said[0].contains("132") && said[0].contains("66"), "{said:?}");
    table.rounds(25);
    assert!(!table.may_claim(), "a right that would be refused is none");
    table.act(Colour::White, claim());
    let said = table.said();
    assert!(
        said[0].contains("132 are needed") && said[0].contains("66"),
        "{said:?}"
    );
    table.rounds(41);
    assert!(table.may_claim());
    table.act(Colour::Black, claim());
    assert_eq!(table.arbiter.game().status, Status::Drawn);

    // The record says what was found: without tables it is ruled on alike, act by act.
    let mut again = unadvised();
    for event in &table.record {
        again.act(event).expect("it has happened");
    }
    assert_eq!(again.game().status, Status::Drawn);
    assert_eq!(again.brief_view().rulings, table.arbiter.brief_view().rulings);
}

#[test]
fn fifty_stand_where_tables_find_them_enough_or_no_mate_at_all() {
    for (says, word) in [
        (Says(Some(Colour::White), 31), "31"),
        (Says(None, 0), "no mate"),
        // Black demands to be mated, and it is he who could mate.
        (Says(Some(Colour::Black), 66), "no mate"),
    ] {
        let mut table = Table::open(Some(says));
        table.act(Colour::Black, demand());
        let said = table.said();
        assert!(said[0].contains("50 moves") && said[0].contains(word), "{said:?}");
        assert_eq!(said.len(), 1, "{said:?}");
    }
}

#[test]
fn the_umpires_number_goes_before_the_tables() {
    let mut table = Table::open(Some(Says(Some(Colour::White), 66)));
    let decision = Decision {
        moves_allowed: Some(60),
        ..Decision::default()
    };
    table.act(Party::Umpire, Act::Decide(decision));
    table.act(Colour::Black, demand());
    assert_eq!(table.record[1].theory, None, "nothing is asked");
    let said = table.said();
    assert!(
        said[0].contains("60 moves") && said[0].contains("umpire"),
        "{said:?}"
    );
    table.rounds(30);
    table.act(Colour::White, claim());
    assert_eq!(table.arbiter.game().status, Status::Drawn);
}

#[test]
fn only_the_demand_and_the_claim_of_fifty_moves_ask() {
    let table = Table::open(Some(Says(Some(Colour::White), 66)));
    for act in [Act::Resign, Act::claimed(Ground::Repetition)] {
        assert_eq!(table.arbiter.advised(Event::new(Colour::White, act)).theory, None);
    }
    let other = Arbiter::open(Terms {
        start: Some(TWO_BISHOPS.to_owned()),
        ..Terms::ordinary(Code::Bcc1899)
    })
    .expect("a position to play from")
    .advised_by(Arc::new(Says(Some(Colour::White), 66)));
    let event = other.advised(Event::new(Colour::White, claim()));
    assert_eq!(event.theory, None, "the code says nothing of theory");
}

/// Readings F23-63, F23-86: whether the other could ever mate cannot be told. An umpire is asked; without one the rule holds.
#[test]
fn a_loss_that_nobody_can_question_stands() {
    for (arbiter, status) in [
        (Presence::OnCall, Status::Suspended),
        (Presence::None, Status::Won),
    ] {
        let terms = Terms {
            arbiter,
            start: Some("1k3r2/r1p5/1pPp1p1p/pP1PpPpP/P3P1P1/R4K2/8/5R2 w - - 0 1".to_owned()),
            ..Terms::ordinary(Code::Fide2023)
        };
        let mut table = Arbiter::open(terms).expect("a game");
        // Proofs are stopped before they have begun: nothing is decided.
        let stopped = Arc::new(AtomicBool::new(true));
        let resigned =
            jadoube_proof::stoppable(stopped, || table.act(&Event::new(Party::White, Act::Resign)));
        resigned.expect("he can resign");
        assert_eq!(table.game().status, status, "{arbiter:?}");
    }
}
