//! What does a word look like by itself: a move, a man, a mark, a number in letters?

use crate::language::{Tongue, is_a_file};
use crate::token;

/// What a move is made of; not what the grammar only lets stand beside it.
pub(super) fn is_of_play(word: token::Word) -> bool {
    use token::Word;
    !matches!(
        word,
        Word::And
            | Word::Or
            | Word::With
            | Word::Gives
            | Word::Article
            | Word::Adjective
            | Word::Party
            | Word::Remark
            | Word::Moves
            | Word::It
            | Word::Own
            | Word::Unknown
    )
}

/// `P.`, `Kt`: how a move begins.
pub(super) fn is_a_man(word: &str) -> bool {
    let tokens = token::tokens_in(word, Tongue::English);
    word.starts_with(char::is_uppercase)
        && matches!(
            tokens[..],
            [token::Token {
                word: token::Word::Man(_),
                ..
            }]
        )
}

/// `Af` in Italian: a man, and signs of play after him.
pub(super) fn begins_a_move(word: &str, tongue: Tongue) -> bool {
    let tokens = token::tokens_in(word, tongue);
    let man = tokens
        .first()
        .is_some_and(|token| matches!(token.word, token::Word::Man(_)));
    man && word.starts_with(char::is_uppercase) && tokens.iter().all(|token| is_of_play(token.word))
}

/// The same, and `CeS`, of which a letter is spoilt: a man, a file, and little more.
pub(super) fn may_begin_a_move(word: &str, tongue: Tongue) -> bool {
    let mut letters = word.chars();
    let is_man = |first: char| {
        let tokens = token::tokens_in(first.encode_utf8(&mut [0; 4]), tongue);
        first.is_uppercase()
            && matches!(
                tokens[..],
                [token::Token {
                    word: token::Word::Man(_),
                    ..
                }]
            )
    };
    begins_a_move(word, tongue)
        || letters.next().is_some_and(is_man)
            && letters.next().is_some_and(is_a_file)
            && (1..=2).contains(&letters.count())
}

/// `(ch.)`, `mate.`
pub(super) fn is_a_mark(word: &str) -> bool {
    use token::Word::{Check, Close, Comma, Mate, Open};
    let tokens = token::tokens_in(word, Tongue::English);
    let mark = |token: &token::Token| matches!(token.word, Check | Mate);
    tokens.iter().any(mark)
        && tokens
            .iter()
            .all(|token| mark(token) || matches!(token.word, Open | Close | Comma))
}

/// `cb.`, `(cn.)`: one letter of `ch` or `mate` is spoilt; or `rnate`, of which two were one.
pub(super) fn may_have_been_a_mark(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    if bare == "rnate" {
        return true;
    }
    let one_letter_differs = |mark: &str| {
        let pairs = bare.bytes().zip(mark.bytes());
        bare.len() == mark.len() && pairs.filter(|(a, b)| a != b).count() == 1
    };
    ["ch", "mate"].into_iter().any(one_letter_differs)
}

/// `QR`, `K.R.`, `e.p.`: which Rook, or how a Pawn was taken.
pub(super) fn is_a_side(word: &str) -> bool {
    let letters: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
    matches!(letters.as_str(), "QR" | "KR" | "ep")
}

/// A capital or a file, and a sign or figure of play; or two squares in figures.
pub(super) fn is_like_a_move(word: &str) -> bool {
    // Most words of a book have none of these bytes.
    let may_be_a_sign = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'x' | b'-' | 0xc3 | 0xe2);
    word.starts_with(|c: char| c.is_uppercase() || is_a_file(c))
        && word.bytes().any(may_be_a_sign)
        && word.contains(is_sign_of_play)
        || is_in_figures(word)
}

/// `5254`, and `57581` for a Pawn that becomes a Queen, as correspondence players write; but no year, `1851`.
pub(super) fn is_in_figures(word: &str) -> bool {
    // Few words begin with a figure.
    if !word.starts_with(|c| matches!(c, '1'..='8')) {
        return false;
    }
    let bare = word.trim_end_matches(|c: char| !c.is_ascii_digit());
    let [from @ .., _, _] = &bare.as_bytes()[..bare.len().min(4)] else {
        return false;
    };
    matches!(bare.len(), 4 | 5) && from != b"18" && bare.bytes().all(|byte| matches!(byte, b'1'..=b'8'))
}

pub(super) fn is_sign_of_play(letter: char) -> bool {
    letter.is_ascii_digit() || matches!(letter, 'x' | '×' | '-' | '–' | '—')
}

/// The same, and no `Chess-Player`: a move has few small letters in a row.
pub(super) fn is_a_move(word: &str) -> bool {
    is_like_a_move(word)
        && word
            .split(|c: char| !c.is_lowercase())
            .all(|run| run.chars().count() <= 3)
}

/// `P-K4`, `Kt.`, `KP`, `Castles`, the first word of `O - O`, `♘f3`, `5254`
pub(super) fn may_begin_play(word: &str) -> bool {
    const CASTLES: [&str; 5] = ["Castles", "O-O", "0-0", "o-o", "Roq"];
    let bare = word.trim_end_matches(['.', ',', ';']);
    let is_man = || {
        let tokens = token::tokens_in(bare, Tongue::English);
        let of_play = tokens.iter().all(|token| is_of_play(token.word));
        bare.len() <= 3 && bare.starts_with(|c: char| c.is_ascii_uppercase()) && of_play
    };
    is_a_move(bare)
        || bare.starts_with(|c| matches!(c, '♔'..='♟'))
        || is_man()
        || bare == "O"
        || CASTLES.iter().any(|sign| bare.starts_with(sign))
}

/// `IV.`, and `ll.` for 11: a number in letters.
pub(super) fn is_a_numeral(text: &str) -> bool {
    let bare = text.strip_suffix(['.', ')']).unwrap_or_default();
    !bare.is_empty() && bare.bytes().all(|byte| b"IVXLlO".contains(&byte))
}

/// `XBI.`: the same, and one of its letters is spoilt.
pub(super) fn may_be_a_numeral(text: &str) -> bool {
    let bare = text.strip_suffix(['.', ')']).unwrap_or_default();
    let spoilt = bare.bytes().filter(|byte| !b"IVXLlO".contains(byte)).count();
    spoilt <= 1 && bare.len() > 1 && bare.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'l')
}

/// Two letters or more in a row.
pub(super) fn is_a_word(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic())
        .any(|run| run.chars().count() > 1)
}

/// Page numbers and the like, which belong to the book and not to the note.
pub(super) fn is_furniture(word: &str) -> bool {
    let inner = word
        .strip_prefix(['{', '['])
        .and_then(|rest| rest.strip_suffix(['}', ']']));
    inner.is_some_and(|inner| {
        let inner = inner.trim_start_matches("Pg").trim();
        inner == "Illustration" || inner.bytes().all(|byte| byte.is_ascii_digit())
    })
}
