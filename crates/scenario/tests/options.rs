//! Is every right that is shown an act that can be given back as it stands, and does what it says follow?

use jadoube_law::Arbiter;
use jadoube_record::{parse, read_event, write_event, write_option};
use jadoube_scenario::cases_under;
use std::path::Path;

#[test]
fn every_option_of_every_case_can_be_given_back() {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut tried = 0;
    for (place, case) in cases_under(&scenarios).expect("scenarios/ is there") {
        let case = case.expect("a case that reads");
        for code in case.codes.iter().copied() {
            let mut arbiter = Arbiter::open(case.terms(code).expect("terms")).expect("a game that can begin");
            for step in case.steps.iter().filter(|step| step.is_told_under(code)) {
                // The record, too, must tell the same story.
                let line = write_event(&step.event).to_string();
                assert_eq!(
                    parse(&line).and_then(read_event).as_ref(),
                    Ok(&step.event),
                    "{line}"
                );
                arbiter.act(&step.event).expect("an act that can have happened");
                let options = arbiter.view().options;
                for (at, option) in options.iter().enumerate() {
                    let again = options[..at].iter().any(|other| {
                        (other.right.party, &other.right.act) == (option.right.party, &option.right.act)
                    });
                    assert!(
                        !again,
                        "{}/{} {code}: {:?} is listed twice",
                        place.question, place.name, option.right
                    );
                    let line = write_option(option).to_string();
                    let told = || {
                        format!(
                            "{}/{} {code} after \"{}\": {line}",
                            place.question, place.name, step.said
                        )
                    };
                    let event = parse(&line)
                        .and_then(read_event)
                        .unwrap_or_else(|fault| panic!("{}: {fault}", told()));
                    let mut after = arbiter.clone();
                    after
                        .act(&event)
                        .unwrap_or_else(|why| panic!("{}: {why}", told()));
                    let (state, then) = (after.brief_view(), &option.then);
                    assert_eq!(state.refused, None, "{}", told());
                    assert_eq!(state.board, then.board, "{}", told());
                    assert_eq!(state.turn, then.turn, "{}", told());
                    assert_eq!(state.moves, then.moves, "{}", told());
                    assert_eq!(
                        (state.status, state.winner),
                        (then.status, then.winner),
                        "{}",
                        told()
                    );
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 500, "only {tried} options were tried");
}
