//! Is everything that the cases say good to read for him of whom it speaks, and for his opponent?

use jadoube_board::Colour;
use jadoube_game::{Party, Sentence, View};
use jadoube_law::Arbiter;
use jadoube_scenario::cases_under;
use std::{collections::BTreeMap, path::Path};

/// Every sentence of every case, by its neutral text.
fn sentences() -> BTreeMap<String, Sentence> {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut all = BTreeMap::new();
    for (_, case) in cases_under(&scenarios).expect("scenarios/ is there") {
        let case = case.expect("a case that reads");
        for code in case.codes.iter().copied() {
            let mut arbiter = Arbiter::open(case.terms(code).expect("terms")).expect("a game that can begin");
            for step in case.steps.iter().filter(|step| step.is_told_under(code)) {
                arbiter.act(&step.event).expect("an act that can have happened");
                all.extend(said(&arbiter.view()).map(|said| (said.told(), said.clone())));
            }
        }
    }
    all
}

/// What the law says; the umpire's own words, and those that are put into his mouth, are told as they are.
fn said(view: &View) -> impl Iterator<Item = &Sentence> {
    let of_the_law = |party: Option<Party>| party != Some(Party::Umpire);
    let rulings = view
        .rulings
        .iter()
        .filter(move |finding| of_the_law(finding.party));
    let rights = view.options.iter().map(|option| &option.right);
    let rights = rights.filter(move |right| of_the_law(Some(right.party)));
    (rulings.map(|finding| &finding.text))
        .chain(rights.map(|right| &right.text))
        .chain(view.refused.as_ref().map(|refusal| &refusal.why))
        .chain(view.duty.as_ref().map(|duty| &duty.text))
}

/// The words, without what is quoted.
fn words(text: &str) -> Vec<&str> {
    let unquoted = text.split('"').step_by(2);
    unquoted
        .flat_map(|part| part.split(|letter: char| !letter.is_alphanumeric() && letter != '\''))
        .filter(|word| !word.is_empty())
        .collect()
}

/// Where "he" is somebody else than him who reads: his opponent, or his King.
const OTHERS: [&str; 5] = [
    "opponent may object before he touches a man of his own",
    "opponent has completed his fourth move",
    "plays under an engagement, and may take as many moves as he likes",
    "where castling puts him",
    "another move with him",
];

#[test]
fn every_sentence_of_the_cases_is_good_to_read_for_either_player() {
    let mut addressed = 0;
    let law = |told: &str| {
        ![
            "The question goes to the umpire: ",
            "The question waits, for there is no umpire: ",
            "The clocks were stopped: ",
        ]
        .iter()
        .any(|before| told.starts_with(before))
    };
    // What a player asks, or gives as his reason, is told in his own words.
    for (told, said) in sentences().into_iter().filter(|(told, _)| law(told)) {
        let marks = told
            .split('"')
            .step_by(2)
            .any(|part| part.contains(['[', ']', '{', '}']));
        assert!(!marks, "a mark is left over: {told}");
        for (reader, name, other) in [
            (Colour::White, "White", "Black"),
            (Colour::Black, "Black", "White"),
        ] {
            let text = said.to(reader);
            let spoken = words(&text);
            let named = |who: &str| words(&told).iter().any(|word| word.trim_end_matches("'s") == who);
            assert!(
                !spoken.iter().any(|word| word.trim_end_matches("'s") == name),
                "{name} reads his own name: {text}"
            );
            let bare = OTHERS
                .iter()
                .fold(text.clone(), |text, others| text.replace(others, ""));
            let third = words(&bare)
                .iter()
                .any(|word| ["he", "his", "him", "himself"].contains(&word.to_lowercase().as_str()));
            assert!(
                !third || !named(name) || named(other),
                "{name} reads of himself as of another: {text}"
            );
            // As the subject; "what was required of you was not lawful" speaks of something else.
            let text = text.replace(" of you ", " ");
            let all: Vec<&str> = text.split(' ').collect();
            let pair = all.windows(2).find(|pair| {
                pair[0].eq_ignore_ascii_case("you") && pair[1].ends_with('s') && !pair[1].ends_with("ss")
            });
            assert_eq!(pair, None, "{text}");
            addressed += usize::from(said.to(reader) != told);
        }
    }
    assert!(
        addressed > 500,
        "only {addressed} sentences speak of their reader"
    );
}
