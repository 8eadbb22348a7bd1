//! What do the tags and comments of a game say of how it ended, and of who played it?

use jadoube_board::Colour;
use jadoube_notation::{Ending, Item, PgnGame, decode, result_named};
use memchr::{memchr, memchr_iter, memmem};

/// How a game ended, where its `Termination` tag or a comment after its last move says so and the result agrees. A draw
/// without a reason was agreed.
pub fn told_ending(game: &PgnGame) -> Option<Ending> {
    let result = game.told_result();
    let by_tag = game.tag("Termination").and_then(ending_by_tag);
    let by_words = last_words(game).into_iter().filter_map(ending_by_words);
    let mut told = by_tag.into_iter().chain(by_words);
    told.find(|ending| ending.fits(result))
}

fn ending_by_tag(text: &str) -> Option<Ending> {
    let words = Words::of(&[text.as_bytes()]);
    if words.tell_of_time() {
        Some(Ending::Time)
    } else if words.has("abandoned ") {
        Some(Ending::Abandonment)
    } else if words.has_any(&["adjudicat", "rules infraction "]) {
        Some(Ending::Decision)
    } else {
        Ending::told(text)
    }
}

/// Of a long comment only so much is heard as cannot be an opinion.
fn ending_by_words(text: &str) -> Option<Ending> {
    const MOST_WORDS: usize = 8;
    let words = Words::of(&[text.as_bytes()]);
    if words.tell_of_time() {
        return Some(Ending::Time);
    }
    if words.tell_of_agreement() {
        return Some(Ending::Agreement);
    }
    let short = words.0.split_whitespace().count() <= MOST_WORDS && !words.has_any(&OPINION);
    let resigns = words.tell_of_a_loser().is_some();
    Ending::told(text).filter(|ending| short || resigns && *ending == Ending::Resignation)
}

/// What might happen, and has not.
const OPINION: [&str; 6] = ["should ", "could ", "would ", "might ", "may ", "if "];

/// The comments on the game after its last move.
fn last_words(game: &PgnGame) -> Vec<&str> {
    let mut depth = 0usize;
    let mut words = Vec::new();
    for item in &game.items {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth = depth.saturating_sub(1),
            Item::San(..) if depth == 0 => words.clear(),
            Item::Comment(text) if depth == 0 => words.push(text.as_str()),
            _ => {}
        }
    }
    words
}

/// A text as it is searched: small letters without accents and figures, one blank between words and around them all.
pub(crate) struct Words(String);

impl Words {
    /// The words of these texts, without what is written for programs: `[%clk 0:05:00]`.
    pub(crate) fn of(texts: &[&[u8]]) -> Self {
        let mut words = String::from(" ");
        for text in texts {
            let mut rest = *text;
            while !rest.is_empty() {
                let (said, after) = rest.split_at(memmem::find(rest, b"[%").unwrap_or(rest.len()));
                plain(said, |letter| match letter {
                    Some(letter) => words.push(letter),
                    None if words.ends_with(' ') => {}
                    None => words.push(' '),
                });
                if !words.ends_with(' ') {
                    words.push(' ');
                }
                rest = match memchr(b']', after) {
                    Some(end) => &after[end + 1..],
                    None => &[],
                };
            }
        }
        Words(words)
    }

    /// Whether nothing is said, or nothing out of the ordinary.
    pub(crate) fn say_nothing(&self) -> bool {
        matches!(self.0.as_str(), " " | " normal ")
    }

    /// Whether these words stand in it one after another, the last of them perhaps with an ending.
    fn has(&self, words: &str) -> bool {
        self.has_any(&[words])
    }

    fn has_any(&self, all: &[&str]) -> bool {
        let mut starts = memchr_iter(b' ', self.0.as_bytes()).map(|blank| &self.0[blank + 1..]);
        starts.any(|rest| all.iter().any(|words| rest.starts_with(words)))
    }

    /// Whether the text says that a draw was agreed.
    pub(crate) fn tell_of_agreement(&self) -> bool {
        const AGREED: [&str; 14] = [
            "agreement ",
            "mutual consent",
            "common consent",
            "offer accepted",
            "draw accepted",
            "accepted the draw",
            "accepts the draw",
            "remis vereinbart",
            "remis vereinbarung",
            "einvernehmlich",
            "accord mutuel",
            "acuerdo",
            "accordo",
            "по соглашен",
        ];
        // To agree alone may be to agree with an opinion.
        const DRAWN: [&str; 9] = [
            "draw", "half", "peace", "remis", "nulle", "tablas", "patta", "empate", "ничь",
        ];
        const AGREE: [&str; 5] = ["agreed ", "agree ", "agrees ", "accord ", "соглас"];
        self.has_any(&AGREED) || self.0 == " agreed " || self.has_any(&AGREE) && self.has_any(&DRAWN)
    }

    /// Whether the text says that the game was lost on time.
    pub(crate) fn tell_of_time(&self) -> bool {
        const TIME: [&str; 33] = [
            "time forfeit",
            "out of time ",
            "outoftime",
            "time out ",
            "timeout",
            "timed out ",
            "time ran out ",
            "time runs out ",
            "time is up ",
            "time expire",
            "time elapsed ",
            "time limit exceeded",
            "time control exceeded",
            "time exceeded",
            "overstep",
            "flag ",
            "flags ",
            "flagged ",
            "flagfall",
            "zeituberschreitung",
            "zeit uberschritten",
            "zeit abgelaufen",
            "auf zeit ",
            "depassement de temps",
            "depassement du temps",
            "perdu au temps",
            "tempo scaduto",
            "fuori tempo",
            "por tiempo ",
            "tiempo agotado",
            "tijdsoverschrijding",
            "просроч",
            "упал флаг",
        ];
        const ENDED: [&str; 9] = [
            "won ", "win ", "wins ", "lost ", "lose ", "loses ", "loss ", "forfeit", "victory ",
        ];
        const BY_TIME: [&str; 5] = [
            "on time ",
            "by time ",
            "on clock ",
            "on the clock ",
            "by the clock ",
        ];
        const LIMIT: [&str; 5] = [
            "exceeded the time",
            "exceeding the time",
            "exceeds the time",
            "exceeded time",
            "exceeds time",
        ];
        self.has_any(&TIME)
            || self.has_any(&LIMIT)
            || self.has_any(&BY_TIME) && self.has_any(&ENDED)
            || self.is_time_alone()
    }

    /// Whether nothing is said but "time" or "on time", and perhaps a result.
    fn is_time_alone(&self) -> bool {
        let words = self.0.split_whitespace();
        let said: Vec<&str> = words
            .filter(|word| !matches!(*word, "0" | "1" | "2" | "on" | "by"))
            .collect();
        said == ["time"]
    }

    /// The player who lost, where the text says so and nothing else.
    pub(crate) fn tell_of_a_loser(&self) -> Option<Colour> {
        const LOSES: [&str; 8] = [
            "resigns ",
            "resigned ",
            "forfeit",
            "ran out of time ",
            "overstep",
            "s flag fell ",
            "s time ran out ",
            "was checkmated ",
        ];
        // Pawns and positions are lost and won too: only so much is said of the whole game.
        const LOST: [&str; 4] = ["lost", "loses", "won", "wins"];
        if !self.has_any(&["white", "black"]) {
            return None;
        }
        let loses = |player: &str| {
            let after = |words: &str| self.has(&format!("{player} {words}"));
            let whole = |verb: &&&str| {
                let said = format!(" {player} {verb} ");
                let ends = ["on time ", "by ", "the game "];
                self.0.ends_with(&said) || ends.iter().any(|end| self.0.contains(&format!("{said}{end}")))
            };
            let resigns_to = [
                "resigns him",
                "resigned him",
                "resigns her",
                "resigned her",
                "resigned to ",
            ];
            let lost = LOSES.iter().any(|words| after(words)) && !resigns_to.iter().any(|words| after(words));
            let verbs: Vec<&str> = LOST.iter().filter(whole).copied().collect();
            let won = verbs.iter().any(|verb| verb.starts_with('w'));
            let lost = lost || verbs.iter().any(|verb| verb.starts_with('l'));
            (lost, won)
        };
        match (loses("white"), loses("black")) {
            ((true, false), (false, _)) | ((false, false), (false, true)) => Some(Colour::White),
            ((false, _), (true, false)) | ((false, true), (false, false)) => Some(Colour::Black),
            _ => None,
        }
    }
}

/// Hands out the letters and figures of a text, small and without accents; nothing where others stand between them.
fn plain(text: &[u8], mut each: impl FnMut(Option<char>)) {
    if text.is_ascii() {
        for byte in text {
            each(
                byte.is_ascii_alphanumeric()
                    .then(|| byte.to_ascii_lowercase().into()),
            );
        }
        return;
    }
    for letter in decode(text).chars().flat_map(char::to_lowercase) {
        // An accent that stands by itself.
        if ('\u{300}'..='\u{36f}').contains(&letter) {
            continue;
        }
        let accented = |(accented, _): &&(&str, &str)| !letter.is_ascii() && accented.contains(letter);
        match ACCENTED.iter().find(accented) {
            Some((_, plain)) => plain.chars().for_each(|letter| each(Some(letter))),
            None => each(letter.is_alphanumeric().then_some(letter)),
        }
    }
}

/// Letters with accents, and what is left of them without.
const ACCENTED: [(&str, &str); 25] = [
    ("àáâãäåāăąǎ", "a"),
    ("æ", "ae"),
    ("çćĉċč", "c"),
    ("ďđð", "d"),
    ("èéêëēĕėęě", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"),
    ("ĵ", "j"),
    ("ķ", "k"),
    ("ĺļľŀł", "l"),
    ("ñńņňŉ", "n"),
    ("òóôõöøōŏő", "o"),
    ("œ", "oe"),
    ("ŕŗř", "r"),
    ("śŝşšș", "s"),
    ("ß", "ss"),
    ("ţťŧț", "t"),
    ("þ", "th"),
    ("ùúûüũūŭůűų", "u"),
    ("ŵ", "w"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
    ("й", "и"),
    ("ё", "е"),
];

/// The result a tag names, as people write it: `1-0`, `1:0`, `1-O`, `½-½`, `draw`.
pub(crate) fn result(text: &[u8]) -> Option<&'static str> {
    let text = text.trim_ascii();
    match text {
        b"1-0" => return Some("1-0"),
        b"0-1" => return Some("0-1"),
        b"1/2-1/2" => return Some("1/2-1/2"),
        b"*" => return Some("*"),
        _ => {}
    }
    match decode(text).to_lowercase().as_str() {
        "draw" | "drawn" | "remis" => Some("1/2-1/2"),
        // A letter for a nought.
        written => result_named(&written.replace('o', "0")).filter(|result| *result != "0-0"),
    }
}

/// The year of a date, `1851.05.26`.
pub(crate) fn year(date: &[u8]) -> Option<i32> {
    let digits = date.get(..4)?;
    core::str::from_utf8(digits).ok()?.parse().ok()
}

/// A player's name as it is compared: letters and figures, small and without accents, whatever its encoding.
pub(crate) fn plain_name(name: &[u8], into: &mut Vec<u8>) {
    plain(name, |letter| {
        if let Some(letter) = letter {
            into.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
        }
    });
    into.push(0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use jadoube_notation::PgnReader;

    fn words(text: &str) -> Words {
        Words::of(&[text.as_bytes()])
    }

    /// Each of these texts is understood so.
    fn understood<T: PartialEq + core::fmt::Debug>(asked: fn(&Words) -> T, answer: &T, texts: &[&str]) {
        for text in texts {
            assert_eq!(asked(&words(text)), *answer, "{text}");
        }
    }

    #[test]
    fn a_loss_on_time_is_told_in_many_words() {
        understood(
            Words::tell_of_time,
            &true,
            &[
                "Time forfeit",
                "time-forfeit",
                "W1 won on time",
                "White forfeits on time",
                "lost on\ntime",
                "loses on  time",
                "0-1 time",
                "time expired",
                "exceeded the time limit",
                "Black lost by exceeding the time limit",
                "White exceeds time limit",
                "time limit exceeded",
                "Time control exceeded",
                "White overstepped the time limit",
                "won by time",
                "forfeit by time",
                "time-out",
                "outoftime",
                "White ran out of time",
                "White's time ran out",
                "White's flag fell",
                "in time trouble; flagged",
                "lost on clock",
                "Zeitüberschreitung",
                "Zeit abgelaufen",
                "dépassement de temps",
                "Tempo scaduto",
                "просрочил время",
            ],
        );
        understood(
            Words::tell_of_time,
            &false,
            &[
                "Normal",
                "he arrived on time",
                "The Flagstone attack",
                "in time trouble",
                "White won a pawn",
                "not enough time to think",
            ],
        );
        let latin = b"Zeit\xfcberschreitung";
        assert!(Words::of(&[&latin[..]]).tell_of_time());
    }

    #[test]
    fn an_agreement_is_told_in_many_words() {
        understood(
            Words::tell_of_agreement,
            &true,
            &[
                "Draw agreed.",
                "draw by agreement",
                "agreed",
                "The players agree to a draw",
                "Remis vereinbart",
                "by mutual consent",
                "drawn by common consent",
                "draw offer accepted",
                "tablas de acuerdo",
                "nulle par accord",
            ],
        );
        understood(
            Words::tell_of_agreement,
            &false,
            &[
                "I disagree with this",
                "they agree that e4 is best",
                "drawn",
                "the draw is a disagreeable result",
            ],
        );
    }

    #[test]
    fn who_lost_is_told_of_the_whole_game_only() {
        let white = Some(Colour::White);
        understood(
            Words::tell_of_a_loser,
            &white,
            &[
                "White resigns",
                "white resigned.",
                "White lost on time",
                "White's flag fell",
                "Black wins",
                "Black won on time",
            ],
        );
        let black = Some(Colour::Black);
        understood(Words::tell_of_a_loser, &black, &["Black forfeits on time"]);
        understood(
            Words::tell_of_a_loser,
            &None,
            &[
                "White won a pawn",
                "Black lost the exchange and later the game",
                "White resigned himself to passive play",
                "White should resign",
                "White resigns? No: Black resigns!",
            ],
        );
    }

    #[test]
    fn how_a_game_ended_is_told_by_its_tag_or_its_last_words() {
        let ending = |pgn: &str| {
            let game = PgnReader::new(pgn.as_bytes()).next_game().unwrap().unwrap();
            told_ending(&game)
        };
        for (tag, result, meant) in [
            ("Time forfeit", "0-1", Some(Ending::Time)),
            ("Ann won by resignation", "1-0", Some(Ending::Resignation)),
            ("Game drawn by agreement", "1/2-1/2", Some(Ending::Agreement)),
            ("Game drawn by repetition", "1/2-1/2", Some(Ending::Repetition)),
            ("Game drawn by 50-move rule", "1/2-1/2", Some(Ending::FiftyMoves)),
            ("abandoned", "0-1", Some(Ending::Abandonment)),
            ("adjudication", "1/2-1/2", Some(Ending::Decision)),
            ("normal", "1-0", None),
            ("Game drawn by stalemate", "1/2-1/2", None),
            ("Game drawn by timeout vs insufficient material", "1/2-1/2", None),
            // What the result contradicts is not taken.
            ("Time forfeit", "*", None),
            ("Game drawn by agreement", "1-0", None),
        ] {
            let pgn = format!("[Result \"{result}\"]\n[Termination \"{tag}\"]\n\n1. e4 e5 {result}\n");
            assert_eq!(ending(&pgn), meant, "{pgn}");
        }
        for (words, meant) in [
            ("{Black resigns}", Some(Ending::Resignation)),
            ("{[%clk 0:01:00] aufgegeben}", Some(Ending::Resignation)),
            (
                "{White is a piece up, and with nothing left to play for Black resigned.}",
                Some(Ending::Resignation),
            ),
            ("{Black forfeits on time}", Some(Ending::Time)),
            ("(1... c5 {Black resigns}) {A good move.}", None),
            ("{Black should resign.}", None),
            (
                "{Here Black has to resign himself to a long defence of a position nobody likes}",
                None,
            ),
        ] {
            let pgn = format!("1. e4 {{White resigns}} e5 {words} 1-0\n");
            assert_eq!(ending(&pgn), meant, "{pgn}");
        }
    }

    #[test]
    fn results_and_names_are_read_as_people_write_them() {
        for (written, meant) in [
            ("1-O", Some("1-0")),
            ("1 : 0", Some("1-0")),
            ("½-½", Some("1/2-1/2")),
            ("1/2", Some("1/2-1/2")),
            ("draw", Some("1/2-1/2")),
            ("0–1", Some("0-1")),
            ("*", Some("*")),
            ("0-0", None),
            ("?", None),
        ] {
            assert_eq!(result(written.as_bytes()), meant, "{written}");
        }
        let name = |name: &[u8]| {
            let mut plain = Vec::new();
            plain_name(name, &mut plain);
            plain
        };
        let all = ["Müller, K.", "MÜLLER K", "Mu\u{308}ller K"];
        assert!(
            all.iter()
                .all(|each| name(each.as_bytes()) == name(b"M\xfcller K"))
        );
        assert_ne!(name(b"Moller"), name(b"Muller"));
    }
}
