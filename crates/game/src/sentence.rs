//! How is something said of a player, and said to him? One text, told of White and Black or addressed to the one who reads.
//!
//! The law writes a sentence once, with the words marked that change with the reader:
//!
//! ```
//! use jadoube_board::Colour;
//! use jadoube_game::say;
//!
//! let by = Colour::White;
//! let said = say!("{by} [has] touched [his] King, which [he] cannot move: [his opponent] may say so"; by);
//! assert_eq!(said.told(), "White has touched his King, which he cannot move: his opponent may say so");
//! assert_eq!(said.to(Colour::White), "You have touched your King, which you cannot move: your opponent may say so");
//! assert_eq!(said.to(Colour::Black), "White has touched his King, which he cannot move: you may say so");
//! ```

use crate::{
    event::{HandMove, Party},
    vocabulary::{Error, Proposal, Signed},
};
use core::fmt;
use jadoube_board::{Colour, Kind, Move, Square};
use std::borrow::Cow;

/// A text of the law, with the players in it known. It shows as it is told: players by name, and a capital at the beginning.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sentence(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(Cow<'static, str>),
    Word(Word),
    /// What comes after it says what follows from what was said before it.
    Follows,
}

/// A word that changes with the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Word {
    of: Whom,
    told: &'static str,
    to_him: &'static str,
    to_the_other: &'static str,
}

/// Of whom something is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whom {
    Player(Colour),
    /// The one whom the whole text is about: the party of a finding, he who has a right or a duty, he who was refused.
    TheOneMeant,
    /// The other player.
    HisOpponent,
}

impl Whom {
    fn other(self) -> Self {
        match self {
            Whom::Player(player) => Whom::Player(!player),
            Whom::TheOneMeant => Whom::HisOpponent,
            Whom::HisOpponent => Whom::TheOneMeant,
        }
    }

    /// The same, where the one meant is this one.
    fn within(self, meant: Whom) -> Self {
        match self {
            Whom::Player(_) => self,
            Whom::TheOneMeant => meant,
            Whom::HisOpponent => meant.other(),
        }
    }
}

/// Words that do not follow the rule for verbs: as they are told of a player, and as they are said to him.
const WORDS: &[(&str, &str)] = &[
    ("he", "you"),
    ("him", "you"),
    ("his", "your"),
    ("himself", "yourself"),
    ("of his", "of yours"),
    ("is his", "is yours"),
    ("not his", "not yours"),
    ("has", "have"),
    ("is", "are"),
    ("was", "were"),
    ("does", "do"),
    ("goes", "go"),
    ("carries", "carry"),
];

/// Words for the other player: told, said to him of whom was spoken, said to the other. What is only his leaves the word with
/// the first.
const OPPONENTS: &[(&str, &str, &str)] = &[
    ("the opponent", "your opponent", "you"),
    ("the opponent's", "your opponent's", "your"),
    ("of the opponent's", "of your opponent's", "of yours"),
    ("his opponent", "your opponent", "you"),
    ("his opponent's", "your opponent's", "your"),
    ("the adversary", "your adversary", "you"),
    ("his adversary", "your adversary", "you"),
    ("his adversary's", "your adversary's", "your"),
    ("of his adversary's", "of your adversary's", "of yours"),
];

const fn same(one: &[u8], two: &[u8]) -> bool {
    if one.len() != two.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != two[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// A verb as it is said to somebody: `plays`, `play`; `catches`, `catch`.
const fn verb(word: &'static str) -> Option<&'static str> {
    let bytes = word.as_bytes();
    let length = bytes.len();
    let mut at = 0;
    while at < length {
        if !bytes[at].is_ascii_lowercase() {
            return None;
        }
        at += 1;
    }
    if length < 4 || bytes[length - 1] != b's' || bytes[length - 2] == b's' {
        return None;
    }
    let hissing = bytes[length - 2] == b'e'
        && (bytes[length - 3] == b'x'
            || (bytes[length - 3] == b'h' && (bytes[length - 4] == b'c' || bytes[length - 4] == b's'))
            || (bytes[length - 3] == b's' && bytes[length - 4] == b's'));
    let end = if hissing { length - 2 } else { length - 1 };
    match core::str::from_utf8(bytes.split_at(end).0) {
        Ok(verb) => Some(verb),
        Err(_) => None,
    }
}

/// A marked word as it is said to him, and to the other, and whether the other is spoken of from there on; nothing where no
/// form is known.
const fn forms(word: &'static str) -> Option<(&'static str, &'static str, bool)> {
    let mut at = 0;
    while at < WORDS.len() {
        if same(WORDS[at].0.as_bytes(), word.as_bytes()) {
            return Some((WORDS[at].1, word, false));
        }
        at += 1;
    }
    at = 0;
    while at < OPPONENTS.len() {
        if same(OPPONENTS[at].0.as_bytes(), word.as_bytes()) {
            let bytes = word.as_bytes();
            let owns = bytes[bytes.len() - 1] == b's';
            return Some((OPPONENTS[at].1, OPPONENTS[at].2, !owns));
        }
        at += 1;
    }
    match verb(word) {
        Some(to_him) => Some((to_him, word, false)),
        None => None,
    }
}

/// A text with marks, found in order when it is made: in a constant, what is wrong with it does not compile.
///
/// - `{name}` is what is given under that name. A [`Colour`] is a player: `White`, `you`. Of him also `{name}'s` (`White's`,
///   `your`), `{name's}` (`White's`, `yours`), `{of name}` (`of White`, `of yours`) and `{the move of name}` (`the move of
///   White`, `your move`).
/// - `[word]` agrees with the player named last before it, or with the one meant where none was: `[has]`, `[his]`, `[plays]`.
/// - `[the opponent]` and the like name the other player, and what follows agrees with him.
/// - `[name:word]` agrees with the player given under that name, `[:word]` with the one meant, `[!:word]` with his opponent.
/// - `[;]` says nothing: what stands after it only says what follows ([`Sentence::without_what_follows`]).
#[derive(Debug, Clone, Copy)]
pub struct Template {
    text: &'static str,
    names: &'static [&'static str],
}

/// The mark before what only says what follows.
const WHAT_FOLLOWS: &str = ";";

/// One piece of a template and what is left of it.
enum Piece {
    Text(&'static str),
    Name(&'static str),
    Mark {
        of: Option<&'static str>,
        word: &'static str,
    },
}

const fn cut(text: &'static str, at: usize) -> (&'static str, &'static str) {
    let (before, after) = text.as_bytes().split_at(at);
    match (core::str::from_utf8(before), core::str::from_utf8(after)) {
        (Ok(before), Ok(after)) => (before, after),
        _ => panic!("a text is cut only where a letter begins"),
    }
}

/// Where one of these two stands first.
const fn find(text: &str, one: u8, two: u8) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() && bytes[at] != one && bytes[at] != two {
        at += 1;
    }
    at
}

/// How a player is named.
#[derive(Clone, Copy)]
enum Form {
    /// `White`, or before `'s` `White's`.
    Plainly,
    /// `White's`, where nothing of his is named after it.
    Alone,
    /// `of White`.
    Of,
    /// `the move of White`.
    The(&'static str),
}

/// What stands in braces: how, and under which name.
const fn named(inside: &'static str) -> (Form, &'static str) {
    let bytes = inside.as_bytes();
    let length = bytes.len();
    let space = {
        let mut at = length;
        while at > 0 && bytes[at - 1] != b' ' {
            at -= 1;
        }
        at
    };
    if let [.., b'\'', b's'] = bytes {
        return (Form::Alone, cut(inside, length - 2).0);
    }
    let (before, name) = cut(inside, space);
    match before.as_bytes() {
        [] => (Form::Plainly, name),
        b"of " => (Form::Of, name),
        [b't', b'h', b'e', b' ', .., b' ', b'o', b'f', b' '] => {
            let thing = cut(cut(before, 4).1, before.len() - " of ".len() - 4).0;
            (Form::The(thing), name)
        }
        _ => panic!("a name in braces stands alone, or after `of` or `the … of`"),
    }
}

const fn next_piece(text: &'static str) -> (Piece, &'static str) {
    let at = find(text, b'{', b'[');
    if at > 0 {
        let (before, rest) = cut(text, at);
        return (Piece::Text(before), rest);
    }
    let named = text.as_bytes()[0] == b'{';
    let close = if named { b'}' } else { b']' };
    let end = find(text, close, close);
    assert!(end < text.len(), "a mark is not closed");
    let (inside, rest) = cut(cut(text, 1).1, end - 1);
    let rest = cut(rest, 1).1;
    if named {
        return (Piece::Name(inside), rest);
    }
    let colon = find(inside, b':', b':');
    if colon == inside.len() {
        let (of, word) = (None, inside);
        return (Piece::Mark { of, word }, rest);
    }
    let (of, word) = cut(inside, colon);
    let (of, word) = (Some(of), cut(word, 1).1);
    (Piece::Mark { of, word }, rest)
}

impl Template {
    /// This text, in which these names are given. A mark that is not understood, or a name that is not given, is an error
    /// where the template is a constant.
    ///
    /// # Panics
    ///
    /// Where it is not a constant.
    pub const fn new(text: &'static str, names: &'static [&'static str]) -> Self {
        let template = Template { text, names };
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, left) = next_piece(rest);
            rest = left;
            match piece {
                Piece::Text(_) => {}
                Piece::Name(name) => {
                    template.place(named(name).1);
                }
                Piece::Mark { of, word } => {
                    if let Some(of) = of
                        && !matches!(of.as_bytes(), b"" | b"!")
                    {
                        template.place(of);
                    }
                    assert!(
                        same(word.as_bytes(), WHAT_FOLLOWS.as_bytes()) || forms(word).is_some(),
                        "no second person is known of a word in brackets"
                    );
                }
            }
        }
        template
    }

    const fn place(&self, name: &str) -> usize {
        let mut at = 0;
        while at < self.names.len() {
            if same(self.names[at].as_bytes(), name.as_bytes()) {
                return at;
            }
            at += 1;
        }
        panic!("a name in braces is not given")
    }

    /// The text with what is given under its names, in their order.
    pub fn fill(&self, given: &[Filling<'_>]) -> Sentence {
        let mut said = Sentence::default();
        let mut whom = Whom::TheOneMeant;
        let mut rest = self.text;
        while !rest.is_empty() {
            let (piece, left) = next_piece(rest);
            rest = left;
            match piece {
                Piece::Text(text) => said.0.push(Part::Text(text.into())),
                Piece::Name(inside) => match (named(inside), &given[self.place(named(inside).1)]) {
                    ((form, _), Filling::Player(player)) => {
                        whom = Whom::Player(*player);
                        let owns = rest.strip_prefix("'s");
                        said.name(*player, form, owns.is_some());
                        rest = owns.unwrap_or(rest);
                    }
                    (_, Filling::Sentence(other)) => {
                        // What it says follows belongs to it, and this text goes on after it.
                        let parts = other.0.iter().filter(|part| **part != Part::Follows);
                        said.0.extend(parts.map(|part| part.within(whom)));
                    }
                    (_, Filling::Text(text)) => said.0.push(Part::Text(text.clone())),
                },
                Piece::Mark { word, .. } if word == WHAT_FOLLOWS => said.0.push(Part::Follows),
                Piece::Mark { of, word } => {
                    match of {
                        None => {}
                        Some("") => whom = Whom::TheOneMeant,
                        Some("!") => whom = Whom::HisOpponent,
                        Some(name) => {
                            if let Filling::Player(player) = &given[self.place(name)] {
                                whom = Whom::Player(*player);
                            }
                        }
                    }
                    let (to_him, to_the_other, names_the_other) = forms(word).unwrap_or((word, word, false));
                    said.0.push(Part::Word(Word {
                        of: whom,
                        told: word,
                        to_him,
                        to_the_other,
                    }));
                    if names_the_other {
                        whom = whom.other();
                    }
                }
            }
        }
        said
    }
}

impl Part {
    fn within(&self, meant: Whom) -> Part {
        match self {
            Part::Text(_) | Part::Follows => self.clone(),
            Part::Word(word) => Part::Word(Word {
                of: word.of.within(meant),
                ..*word
            }),
        }
    }

    fn read_by(&self, reader: Option<Colour>) -> &str {
        match (self, reader) {
            (Part::Text(text), _) => text,
            (Part::Follows, _) => "",
            (Part::Word(word), Some(reader)) => match word.of {
                Whom::Player(player) if player == reader => word.to_him,
                Whom::Player(_) => word.to_the_other,
                Whom::TheOneMeant | Whom::HisOpponent => word.told,
            },
            (Part::Word(word), None) => word.told,
        }
    }
}

impl Sentence {
    /// As it is told: of White and Black.
    pub fn told(&self) -> String {
        self.read_by(None)
    }

    /// As it is said to this player: "you" where it speaks of him.
    pub fn to(&self, reader: Colour) -> String {
        self.read_by(Some(reader))
    }

    fn read_by(&self, reader: Option<Colour>) -> String {
        let mut text: String = self.0.iter().map(|part| part.read_by(reader)).collect();
        text.get_mut(..1).map(str::make_ascii_uppercase);
        text
    }

    /// As it is told inside something else: without the capital at the beginning.
    pub fn within(&self) -> String {
        self.0.iter().map(|part| part.read_by(None)).collect()
    }

    /// The same as far as it says what was done, for where nothing follows from it.
    #[must_use]
    pub fn without_what_follows(mut self) -> Self {
        let told = self.0.iter().position(|part| *part == Part::Follows);
        self.0.truncate(told.unwrap_or(self.0.len()));
        self
    }

    /// The same, known to be about this party.
    #[must_use]
    pub fn about(mut self, party: Option<Party>) -> Self {
        if let Some(player) = party.and_then(Party::player) {
            for part in &mut self.0 {
                if let Part::Word(word) = part {
                    word.of = word.of.within(Whom::Player(player));
                }
            }
        }
        self
    }

    /// The same, and then these words.
    #[must_use]
    pub fn and_then(mut self, words: &'static str) -> Self {
        self.0.push(Part::Text(words.into()));
        self
    }

    /// A player by name.
    fn name(&mut self, player: Colour, form: Form, owns: bool) {
        let (white, black, to_him) = match form {
            Form::Plainly if owns => ("White's", "Black's", "your"),
            Form::Plainly => ("White", "Black", "you"),
            Form::Alone => ("White's", "Black's", "yours"),
            Form::Of => ("of White", "of Black", "of yours"),
            Form::The(thing) => {
                self.word(player, "the", "your");
                self.0.extend([" ", thing].map(|text| Part::Text(text.into())));
                (" of White", " of Black", "")
            }
        };
        let told = match player {
            Colour::White => white,
            Colour::Black => black,
        };
        self.word(player, told, to_him);
    }

    fn word(&mut self, of: Colour, told: &'static str, to_him: &'static str) {
        self.0.push(Part::Word(Word {
            of: Whom::Player(of),
            told,
            to_him,
            to_the_other: told,
        }));
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told())
    }
}

impl PartialEq<str> for Sentence {
    fn eq(&self, told: &str) -> bool {
        self.told() == told
    }
}

impl PartialEq<&str> for Sentence {
    fn eq(&self, told: &&str) -> bool {
        self == *told
    }
}

impl From<&'static str> for Sentence {
    fn from(text: &'static str) -> Self {
        Sentence(vec![Part::Text(text.into())])
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Sentence(vec![Part::Text(text.into())])
    }
}

impl From<Template> for Sentence {
    fn from(template: Template) -> Self {
        template.fill(&[])
    }
}

/// What is given under a name of a template.
#[derive(Debug, Clone)]
pub enum Filling<'a> {
    /// A player: he is named.
    Player(Colour),
    /// What is already said, about the player named last.
    Sentence(Cow<'a, Sentence>),
    /// Words that speak of nobody, taken as they are.
    Text(Cow<'static, str>),
}

/// Something that can be given under a name of a template.
pub trait Fill {
    /// What it is there.
    fn filling(&self) -> Filling<'_>;
}

impl<T: Fill + ?Sized> Fill for &T {
    fn filling(&self) -> Filling<'_> {
        (**self).filling()
    }
}

impl Fill for Colour {
    fn filling(&self) -> Filling<'_> {
        Filling::Player(*self)
    }
}

impl Fill for Sentence {
    fn filling(&self) -> Filling<'_> {
        Filling::Sentence(Cow::Borrowed(self))
    }
}

impl Fill for Template {
    fn filling(&self) -> Filling<'_> {
        Filling::Sentence(Cow::Owned(Sentence::from(*self)))
    }
}

macro_rules! fills_as_text {
    ($($type:ty)+) => { $(
        impl Fill for $type {
            fn filling(&self) -> Filling<'_> {
                Filling::Text(self.to_string().into())
            }
        }
    )+ };
}

macro_rules! fills_as_word {
    ($($type:ty)+) => { $(
        impl Fill for $type {
            fn filling(&self) -> Filling<'_> {
                Filling::Text(self.word().into())
            }
        }
    )+ };
}

fills_as_word! { Proposal Error Signed }

impl Fill for Party {
    fn filling(&self) -> Filling<'_> {
        match self.player() {
            Some(player) => Filling::Player(player),
            None => Filling::Text(self.word().into()),
        }
    }
}

fills_as_text! { str String u32 u64 usize Square Move HandMove fmt::Arguments<'_> }

impl Fill for Kind {
    fn filling(&self) -> Filling<'_> {
        Filling::Text(self.name().into())
    }
}

/// Makes a [`Sentence`] of a text with marks, as [`Template`] describes them; after a semicolon the names, with
/// what they stand for where that is not called so.
#[macro_export]
macro_rules! say {
    ($text:literal $(; $($name:ident $(= $value:expr)?),+ $(,)?)?) => {{
        const SAID: $crate::Template = $crate::Template::new($text, &[$($(stringify!($name)),+)?]);
        SAID.fill(&[$($($crate::say!(@filling $name $(= $value)?)),+)?])
    }};
    (@filling $name:ident) => { $crate::Fill::filling(&$name) };
    (@filling $name:ident = $value:expr) => { $crate::Fill::filling(&$value) };
}

#[cfg(test)]
mod tests {
    use super::{Sentence, Template};
    use jadoube_board::Colour::{Black, White};

    #[test]
    fn a_text_is_told_of_both_and_addressed_to_each() {
        let (by, square) = (White, "e4");
        let said = say!(
            "{by}'s choice is {by's}: a man {of by} on {square}, which [he] [plays], and [catches] it";
            by, square
        );
        assert_eq!(
            said.told(),
            "White's choice is White's: a man of White on e4, which he plays, and catches it"
        );
        assert_eq!(
            said.to(White),
            "Your choice is yours: a man of yours on e4, which you play, and catch it"
        );
        assert_eq!(said.to(Black), said.told());
    }

    #[test]
    fn what_follows_can_be_left_unsaid() {
        let by = White;
        let said = say!("{by} [has] touched [his] King[;]: [he] must move it"; by);
        assert_eq!(said.to(White), "You have touched your King: you must move it");
        assert_eq!(
            said.clone().without_what_follows().told(),
            "White has touched his King"
        );
        let said = say!("{said}, and has not"; said);
        assert_eq!(said.clone().without_what_follows(), said);
    }

    #[test]
    fn whom_it_is_about_can_be_known_later() {
        let said = say!("[he] [has] moved, and [the opponent] [has] not pressed [his] clock");
        assert_eq!(said.to(White), said.told());
        let said = said.about(Some(Black.into()));
        assert_eq!(
            said.told(),
            "He has moved, and the opponent has not pressed his clock"
        );
        assert_eq!(
            said.to(Black),
            "You have moved, and your opponent has not pressed his clock"
        );
        assert_eq!(
            said.to(White),
            "He has moved, and you have not pressed your clock"
        );
        let said =
            say!("release [!:him] in [his opponent's] turn, as [:he] [likes]").about(Some(Black.into()));
        assert_eq!(said.told(), "Release him in his opponent's turn, as he likes");
        assert_eq!(said.to(White), "Release you in your opponent's turn, as he likes");
        assert_eq!(said.to(Black), "Release him in your turn, as you like");
        let player = White;
        let said = say!("{the last move of player} stands, and [he] [was] late"; player);
        assert_eq!(said.told(), "The last move of White stands, and he was late");
        assert_eq!(said.to(White), "Your last move stands, and you were late");
    }

    #[test]
    fn what_is_given_is_about_the_player_named_before_it() {
        const WHAT: Template = Template::new("[is] warned", &[]);
        let (one, other) = (White, Black);
        let said = say!("{one} and {other} {what}; [one:he] more than [other:he]"; one, other, what = WHAT);
        assert_eq!(said.to(Black), "White and you are warned; he more than you");
        assert_eq!(said.to(White), "You and Black is warned; you more than he");
    }

    #[test]
    fn words_from_outside_are_taken_as_they_are() {
        let (by, words) = (Black, "white [has] {by}");
        let said = say!("{by} [says] \"{words}\""; by, words);
        assert_eq!(said.told(), "Black says \"white [has] {by}\"");
        assert_eq!(said.to(Black), "You say \"white [has] {by}\"");
        assert_eq!(Sentence::from("plain [words]").told(), "Plain [words]");
    }
}
