//! How is what the law says put into sentences?

use jadoube_game::{Finding, Presence, Refusal};

/// One thing the law said, as it is told: what leaves a penalty to the arbiter says so, where there is one.
pub(crate) fn told(found: &Finding, arbiter: Presence) -> Finding {
    let mut text = sentence(&found.text);
    if found.penalisable && arbiter != Presence::None {
        text.push_str(": the arbiter may penalise it");
    }
    Finding { text, ..*found }
}

/// Why an act had no effect, as it is told.
pub(crate) fn refusal(refused: &Refusal) -> Refusal {
    Refusal {
        why: sentence(&refused.why),
        ..*refused
    }
}

/// Players by name, and a capital at the beginning.
pub(crate) fn sentence(text: &str) -> String {
    let mut sentence = String::with_capacity(text.len());
    let mut words = text.split(' ').enumerate().peekable();
    while let Some((at, word)) = words.next() {
        let next = words.peek().map_or("", |(_, next)| next);
        let of_the_men = ["men", "square", "corner"]
            .iter()
            .any(|thing| next.starts_with(thing));
        let bare = word
            .trim_end_matches(|letter: char| !letter.is_alphabetic())
            .trim_end_matches("'s");
        if at > 0 {
            sentence.push(' ');
        }
        match bare {
            "white" | "black" if !of_the_men => capital(&mut sentence, word),
            _ if at == 0 => capital(&mut sentence, word),
            _ => sentence.push_str(word),
        }
    }
    sentence
}

fn capital(sentence: &mut String, word: &str) {
    let mut letters = word.chars();
    sentence.extend(letters.next().map(|first| first.to_ascii_uppercase()));
    sentence.push_str(letters.as_str());
}
