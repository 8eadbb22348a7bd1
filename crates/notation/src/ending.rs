//! How did a game end, by the words that tell it?

use crate::language::in_small_letters;

/// How a game came to its end, where more than its result is told. Who resigned, and whose time ran out, the result says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The loser gave it up.
    Resignation,
    /// The players called it a draw.
    Agreement,
    /// A draw, since the position recurred.
    Repetition,
    /// A draw, since fifty moves changed nothing.
    FiftyMoves,
    /// The loser's time ran out.
    Time,
    /// The loser went away.
    Abandonment,
    /// Somebody else decided it.
    Decision,
}

const DRAWS: [Phrase; 10] = phrases([
    "draw*",
    "perpetual*",
    "remis*",
    "nulle*",
    "tablas",
    "patta",
    "empat*",
    "stalemate*",
    "ничь*",
    "döntetlen*",
]);

/// Draws that the board shows by itself.
const SHOWN: [Phrase; 2] = phrases(["stalemate", "insufficient"]);

const REPEATS: [Phrase; 6] = phrases([
    "repetition",
    "threefold",
    "wiederholung",
    "répétition",
    "repetición",
    "ripetizione",
]);

const FIFTY: [Phrase; 3] = phrases(["fifty", "50 move", "50-move"]);

const GIVES_UP: [Phrase; 42] = phrases([
    "resign*",
    "surrender*",
    "gives up*",
    "gave up*",
    "abandon*",
    "aufgegeben",
    "gibt auf",
    "giebt auf",
    "gibt die partie auf",
    "giebt die partie auf",
    "gab auf",
    "gaben auf",
    "rendent",
    "se rend",
    "gaf op",
    "gaven op",
    "gav upp",
    "gav op",
    "rindi*",
    "rendeu*",
    "opgegeven",
    "abbandona*",
    "rinde*",
    "geeft op",
    "geben auf",
    "ger upp",
    "opgiver*",
    "opgav",
    "uppger*",
    "vzdal*",
    "vzdáv*",
    "сдались",
    "сдаются",
    "сдался",
    "poddal*",
    "poddaj*",
    "poddał*",
    "feladja",
    "feladta",
    "uppgivet",
    "opgivet",
    "strikes his flag",
]);

impl Ending {
    /// How these words say that a game ended. A draw without a reason was agreed.
    ///
    /// ```
    /// use jadoube_notation::Ending;
    ///
    /// assert_eq!(Ending::told("And Black surrenders."), Some(Ending::Resignation));
    /// assert_eq!(Ending::told("Drawn by perpetual check."), Some(Ending::Agreement));
    /// assert_eq!(Ending::told("White wins."), None);
    /// ```
    pub fn told(words: &str) -> Option<Ending> {
        Ending::told_in(&Small::new(words))
    }

    pub(crate) fn told_in(small: &Small) -> Option<Ending> {
        if tells_a_draw(small) {
            return if small.says(&REPEATS) {
                Some(Ending::Repetition)
            } else if small.says(&FIFTY) {
                Some(Ending::FiftyMoves)
            } else {
                (!small.says(&SHOWN)).then_some(Ending::Agreement)
            };
        }
        tells_a_resignation(small).then_some(Ending::Resignation)
    }

    /// Whether a game can have ended so with this result.
    pub fn fits(self, result: &str) -> bool {
        match self {
            Ending::Resignation | Ending::Time | Ending::Abandonment => matches!(result, "1-0" | "0-1"),
            Ending::Agreement | Ending::Repetition | Ending::FiftyMoves => result == "1/2-1/2",
            Ending::Decision => result != "*",
        }
    }
}

pub(crate) fn tells_a_draw(small: &Small) -> bool {
    small.tells(&DRAWS)
}

pub(crate) fn tells_a_resignation(small: &Small) -> bool {
    small.tells(&GIVES_UP)
}

/// A line in small letters, which is asked for many words that are not in it.
pub(crate) struct Small {
    pub(crate) text: String,
    /// The bytes that occur, each by its last five bits.
    bytes: u32,
    /// Those of them with which a word may begin.
    initials: u32,
}

impl Small {
    pub(crate) fn new(line: &str) -> Small {
        let text = in_small_letters(line);
        let bytes = bytes_of(text.as_bytes());
        let follows = |pair: &&[u8]| !pair[0].is_ascii_alphabetic();
        let later = text.as_bytes().windows(2).filter(follows).map(|pair| pair[1]);
        let initials = text.bytes().take(1).chain(later);
        let initials = initials.fold(0, |initials, byte| initials | bytes_of(&[byte]));
        Small {
            text,
            bytes,
            initials,
        }
    }

    /// Every place where the phrase stands, be it inside a word.
    fn places(&self, phrase: &Phrase) -> impl Iterator<Item = usize> {
        let (text, wanted) = (self.text.as_bytes(), phrase.text.as_bytes());
        let may_have_it = phrase.bytes & !self.bytes == 0;
        let searched = if may_have_it { text } else { &[] };
        memchr::memchr_iter(wanted[0], searched).filter(|&at| text[at..].starts_with(wanted))
    }

    /// Whether one of these stands anywhere, be it inside a word: `Stellungswiederholung`.
    pub(crate) fn says(&self, phrases: &[Phrase]) -> bool {
        phrases.iter().any(|phrase| self.places(phrase).next().is_some())
    }

    /// Whether one of these stands as whole words: no `win` of Baldwin's.
    pub(crate) fn tells(&self, phrases: &[Phrase]) -> bool {
        phrases.iter().any(|phrase| self.find_word(phrase).is_some())
    }

    /// Finds a word as a whole; where it begins and ends.
    pub(crate) fn find_word(&self, word: &Phrase) -> Option<(usize, usize)> {
        if word.initial & self.initials == 0 {
            return None;
        }
        let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphabetic());
        self.places(word)
            .map(|at| (at, at + word.text.len()))
            .find(|&(at, end)| {
                apart(self.text[..at].chars().next_back())
                    && (word.goes_on || apart(self.text[end..].chars().next()))
            })
    }
}

/// Words that are looked for, and the bytes in them, by which most lines are known not to have them.
pub(crate) struct Phrase {
    text: &'static str,
    bytes: u32,
    initial: u32,
    /// A star stands after it: the word may be longer, `resign*`.
    goes_on: bool,
}

impl Phrase {
    pub(crate) fn text(&self) -> &'static str {
        self.text
    }
}

pub(crate) const fn phrase(text: &'static str) -> Phrase {
    let goes_on = matches!(text.as_bytes(), [.., b'*']);
    let (text, _) = text.split_at(text.len() - goes_on as usize);
    Phrase {
        text,
        bytes: bytes_of(text.as_bytes()),
        initial: bytes_of(text.as_bytes().split_at(1).0),
        goes_on,
    }
}

pub(crate) const fn phrases<const N: usize>(texts: [&'static str; N]) -> [Phrase; N] {
    let mut all = [const { phrase("?") }; N];
    let mut at = 0;
    while at < N {
        all[at] = phrase(texts[at]);
        at += 1;
    }
    all
}

const fn bytes_of(text: &[u8]) -> u32 {
    let mut bytes = 0;
    let mut at = 0;
    while at < text.len() {
        bytes |= 1 << (text[at] & 31);
        at += 1;
    }
    bytes
}
