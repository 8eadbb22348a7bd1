//! The checker believes nothing: evidence with any part bent or missing is turned away.

use jadoube_board::{Bitboard, Colour, Position};
use jadoube_proof::{
    Answer, Budget, CannotWin, Claim, Evidence, Flaw, Identity, Material, Reason, Roaming, can_win, check,
    drawn_game, endless_checks,
};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

const PERPETUAL: &str = "6k1/6p1/8/8/8/8/qr6/4Q2K w - - 0 1";
const BROKEN: &str = "6k1/6p1/1r6/8/8/8/q7/4Q2K w - - 0 1";
const WALL: &str = "8/2k5/8/1p1p1p1p/1P1P1P1P/4B3/2K5/8 w - - 0 1";

#[test]
fn a_strategy_with_a_hole() {
    let at = position(PERPETUAL);
    let Answer::Proved(Evidence::Strategy(sound)) = endless_checks(&at, &mut Budget::default()) else {
        panic!("expected a strategy");
    };
    let verdict = |strategy| {
        check(
            &at,
            Claim::EndlessChecks,
            &Answer::Proved(Evidence::Strategy(strategy)),
        )
    };
    assert_eq!(verdict(sound.clone()), Ok(()));
    for gone in 0..sound.entries.len() {
        let mut bent = sound.clone();
        bent.entries.remove(gone);
        assert!(verdict(bent).is_err(), "without entry {gone}");
    }
    for entry in 0..sound.entries.len() {
        let right = sound.entries[entry].1;
        for other in &sound.entries[entry].0.legal_moves() {
            if other == right {
                continue;
            }
            let mut bent = sound.clone();
            bent.entries[entry].1 = other;
            // Another check may serve as well, but only if its replies are covered; no quiet move does.
            let quiet = !bent.entries[entry].0.play(other).is_check();
            assert!(
                !quiet || matches!(verdict(bent), Err(Flaw::NoCheck(..))),
                "{other}"
            );
        }
    }
    let mut nothing = sound;
    nothing.entries.clear();
    assert_eq!(verdict(nothing), Err(Flaw::WrongStart));
}

#[test]
fn an_escape_that_forgets_a_check() {
    let at = position(BROKEN);
    let Answer::Refuted(Evidence::Escape(sound)) = endless_checks(&at, &mut Budget::default()) else {
        panic!("expected an escape");
    };
    let verdict = |escape| {
        check(
            &at,
            Claim::EndlessChecks,
            &Answer::Refuted(Evidence::Escape(escape)),
        )
    };
    assert_eq!(verdict(sound.clone()), Ok(()));
    for step in 0..sound.entries.len() {
        for answer in 0..sound.entries[step].answers.len() {
            let mut bent = sound.clone();
            bent.entries[step].answers.remove(answer);
            assert!(
                matches!(verdict(bent), Err(Flaw::Uncovered(..))),
                "step {step} answer {answer}"
            );
        }
    }
    // Going round in a circle is no escape: an entry may lean only on those before it.
    let mut reversed = sound;
    reversed.entries.reverse();
    assert!(verdict(reversed).is_err());
}

#[test]
fn a_line_that_does_not_mate() {
    let at = Position::ordinary();
    let Answer::Proved(Evidence::Line(sound)) = can_win(&at, Colour::Black, &mut Budget::default()) else {
        panic!("expected a line");
    };
    let verdict = |line| {
        check(
            &at,
            Claim::CanWin(Colour::Black),
            &Answer::Proved(Evidence::Line(line)),
        )
    };
    assert_eq!(verdict(sound.clone()), Ok(()));
    let mut short = sound.clone();
    short.moves.pop();
    assert!(matches!(verdict(short), Err(Flaw::NoMate(_))));
    let mut twice = sound.clone();
    twice.moves.insert(0, sound.moves[0]);
    assert!(matches!(verdict(twice), Err(Flaw::NotLegal(..))));
    let mut other = sound;
    other.winner = Colour::White;
    assert_eq!(verdict(other), Err(Flaw::BesideThePoint));
}

#[test]
fn bishops_said_to_be_anywhere() {
    let at = position("8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - - 0 1");
    let Answer::Refuted(Evidence::CannotWin(sound)) = can_win(&at, Colour::Black, &mut Budget::default())
    else {
        panic!("expected that Black cannot win");
    };
    let Reason::Roaming(world) = &sound.reason else {
        panic!("expected the bishops to be left out")
    };
    let verdict = |at: &Position, world: Roaming| {
        let proof = CannotWin {
            side: Colour::Black,
            reason: Reason::Roaming(world),
        };
        let answer = Answer::Refuted(Evidence::CannotWin(proof));
        check(at, Claim::CanWin(Colour::Black), &answer)
    };
    assert_eq!(verdict(&at, world.clone()), Ok(()));
    for gone in 0..world.shapes.len() {
        let mut short = world.clone();
        short.shapes.remove(gone);
        assert!(verdict(&at, short).is_err(), "without way {gone}");
    }
    let mut others = world.clone();
    others.bishops = Colour::White;
    assert!(verdict(&at, others).is_err());
    // A bishop of the other colour beside them, or a pawn that holds the cage gone.
    for fen in [
        "8/b1b5/k6p/1bb2p1P/1b3p2/5PpK/6P1/8 w - - 0 1",
        "8/b1b5/k6p/2b4P/1b3p2/5PpK/6P1/8 w - - 0 1",
    ] {
        assert!(verdict(&position(fen), world.clone()).is_err(), "{fen}");
    }
    // The king may stand where a bishop checks him and the other king takes his refuge: then it is mate.
    let mut mated = world.clone();
    let way = position("8/8/7p/5p1P/5p1K/5Pp1/6Pk/8 b - - 0 1");
    mated.shapes.push(Identity::of(&way));
    assert!(verdict(&at, mated).is_err());
}

#[test]
fn men_said_to_be_locked_in() {
    let at = position(WALL);
    let Answer::Proved(Evidence::DrawnGame(sound)) = drawn_game(&at, &mut Budget::default()) else {
        panic!("expected a drawn game");
    };
    let [white, _] = *sound;
    let Reason::Confined(confinement) = &white.reason else {
        panic!("expected confinement")
    };
    let verdict = |reason| {
        let proof = CannotWin {
            side: Colour::White,
            reason,
        };
        check(
            &at,
            Claim::CanWin(Colour::White),
            &Answer::Refuted(Evidence::CannotWin(proof)),
        )
    };
    assert_eq!(verdict(white.reason.clone()), Ok(()));
    for man in 0..confinement.men.len() {
        // A square less than it can reach, or safety it does not have, and the walls do not hold.
        for square in confinement.men[man].reach {
            let mut bent = confinement.clone();
            bent.men[man].reach = bent.men[man].reach.without(square);
            assert!(
                verdict(Reason::Confined(bent)).is_err(),
                "man {man} without {square}"
            );
        }
        let mut gone = confinement.clone();
        gone.men.remove(man);
        assert!(verdict(Reason::Confined(gone)).is_err(), "without man {man}");
    }
    // The right reach on the wrong board.
    let open = position("8/2k5/8/1p1p1p1p/1P1P1P1P/3B4/2K5/8 w - - 0 1");
    let answer = Answer::Refuted(Evidence::CannotWin(white.clone()));
    assert!(check(&open, Claim::CanWin(Colour::White), &answer).is_err());
    // Claiming that a king can be anywhere is closed, but then it can be mated.
    let mut anywhere = confinement.clone();
    for man in &mut anywhere.men {
        man.reach = Bitboard::FULL - Bitboard::END_RANKS;
        man.reach = man.reach.with(man.on);
        man.takeable = true;
    }
    assert!(verdict(Reason::Confined(anywhere)).is_err());
    for material in [
        Material::LoneKing,
        Material::OneKnight,
        Material::BishopsOfOneColour,
    ] {
        assert!(matches!(
            verdict(Reason::Material(material)),
            Err(Flaw::MenCouldMate(_))
        ));
    }
    assert_eq!(verdict(Reason::Over), Err(Flaw::BesideThePoint));
}

#[test]
fn a_set_of_positions_with_a_gap() {
    // The queen must be taken: two positions and no more.
    let at = position("3k4/3Q2K1/8/8/8/8/8/8 b - - 0 1");
    let Answer::Refuted(Evidence::CannotWin(proof)) = can_win(&at, Colour::White, &mut Budget::default())
    else {
        panic!("expected a refutation");
    };
    let Reason::Exhausted(set) = &proof.reason else {
        panic!("expected a set")
    };
    assert_eq!(set.positions.len(), 1, "what follows is settled by its men");
    let verdict = |at: &Position, set| {
        let proof = CannotWin {
            side: Colour::White,
            reason: Reason::Exhausted(set),
        };
        check(
            at,
            Claim::CanWin(Colour::White),
            &Answer::Refuted(Evidence::CannotWin(proof)),
        )
    };
    assert_eq!(verdict(&at, set.clone()), Ok(()));
    let mut empty = set.clone();
    empty.positions.clear();
    assert_eq!(verdict(&at, empty), Err(Flaw::WrongStart));
    // The same set does not speak of a position from which the queen can get away.
    let free = position("3k4/8/8/3Q4/8/8/6K1/8 b - - 0 1");
    assert_eq!(verdict(&free, set.clone()), Err(Flaw::WrongStart));
    let mut claims = set.clone();
    claims.positions.push(jadoube_proof::Identity::of(&free));
    assert!(matches!(verdict(&free, claims), Err(Flaw::Uncovered(..))));
}

#[test]
fn mate_is_never_said_to_be_impossible() {
    let mated = position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    let proof = CannotWin {
        side: Colour::White,
        reason: Reason::Over,
    };
    let answer = Answer::Refuted(Evidence::CannotWin(proof));
    assert!(matches!(
        check(&mated, Claim::CanWin(Colour::White), &answer),
        Err(Flaw::Mate(_))
    ));
}
