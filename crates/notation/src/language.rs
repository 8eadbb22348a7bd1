//! Which letters and words do printers of other countries use for the men and for what they do?

use std::fmt;
use std::str::FromStr;

use jadoube_board::{File, Kind};

use crate::token::Word;

/// A language that scores are printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// `Nf3`, `Kt-KB3`.
    English,
    /// `Sf3`
    German,
    /// `Cf3`, `C3FR`.
    French,
    /// `Cf3`, `C3AR`.
    Spanish,
    /// `Cf3`
    Italian,
    /// `Cf3`, `C3BR`.
    Portuguese,
    /// `Pf3`
    Dutch,
    /// `Sf3`
    Swedish,
    /// `Sf3`
    Danish,
    /// `Jf3`
    Czech,
    /// `Sf3`
    Polish,
    /// `Hf3`
    Hungarian,
    /// `Кf3`
    Russian,
    /// `7163`: squares by two figures, as correspondence players write.
    Numeric,
}

/// Languages whose letters for the men are the same cannot be told apart, and need not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tongue {
    English,
    German,
    French,
    Spanish,
    Portuguese,
    Dutch,
    Czech,
    Polish,
    Hungarian,
    Russian,
    Numeric,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 14] = [
        Language::English,
        Language::German,
        Language::French,
        Language::Spanish,
        Language::Italian,
        Language::Portuguese,
        Language::Dutch,
        Language::Swedish,
        Language::Danish,
        Language::Czech,
        Language::Polish,
        Language::Hungarian,
        Language::Russian,
        Language::Numeric,
    ];

    pub(crate) fn tongue(self) -> Tongue {
        match self {
            Language::English => Tongue::English,
            Language::German | Language::Swedish | Language::Danish => Tongue::German,
            Language::French => Tongue::French,
            Language::Spanish | Language::Italian => Tongue::Spanish,
            Language::Portuguese => Tongue::Portuguese,
            Language::Dutch => Tongue::Dutch,
            Language::Czech => Tongue::Czech,
            Language::Polish => Tongue::Polish,
            Language::Hungarian => Tongue::Hungarian,
            Language::Russian => Tongue::Russian,
            Language::Numeric => Tongue::Numeric,
        }
    }

    /// Whether its books had a descriptive notation: `Kt-KB3`, `C3AR`.
    pub fn has_descriptive(self) -> bool {
        matches!(
            self,
            Language::English | Language::French | Language::Spanish | Language::Portuguese
        )
    }

    /// The letter of a man.
    pub fn letter(self, kind: Kind) -> &'static str {
        self.tongue().letters()[kind_index(kind)]
    }

    /// Its name, as it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "english",
            Language::German => "german",
            Language::French => "french",
            Language::Spanish => "spanish",
            Language::Italian => "italian",
            Language::Portuguese => "portuguese",
            Language::Dutch => "dutch",
            Language::Swedish => "swedish",
            Language::Danish => "danish",
            Language::Czech => "czech",
            Language::Polish => "polish",
            Language::Hungarian => "hungarian",
            Language::Russian => "russian",
            Language::Numeric => "numeric",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Language, String> {
        Language::ALL
            .into_iter()
            .find(|language| language.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| {
                let names: Vec<&str> = Language::ALL.iter().map(|language| language.name()).collect();
                format!("no language `{text}`: expected one of {}", names.join(", "))
            })
    }
}

fn kind_index(kind: Kind) -> usize {
    match kind {
        Kind::King => 0,
        Kind::Queen => 1,
        Kind::Rook => 2,
        Kind::Bishop => 3,
        Kind::Knight => 4,
        Kind::Pawn => 5,
    }
}

const KINDS: [Kind; 6] = [
    Kind::King,
    Kind::Queen,
    Kind::Rook,
    Kind::Bishop,
    Kind::Knight,
    Kind::Pawn,
];

/// Whether the letter names a file in some tongue, or looks like one that does.
pub(crate) fn is_a_file(letter: char) -> bool {
    matches!(letter, 'a'..='h' | 'а' | 'с' | 'е')
}

impl Tongue {
    pub(crate) const COUNT: usize = Tongue::ALL.len();

    const ALL: [Tongue; 11] = [
        Tongue::English,
        Tongue::German,
        Tongue::French,
        Tongue::Spanish,
        Tongue::Portuguese,
        Tongue::Dutch,
        Tongue::Czech,
        Tongue::Polish,
        Tongue::Hungarian,
        Tongue::Russian,
        Tongue::Numeric,
    ];

    /// King, Queen, Rook, Bishop, Knight, Pawn.
    #[rustfmt::skip]
    fn letters(self) -> [&'static str; 6] {
        match self {
            Tongue::English | Tongue::Numeric => ["K", "Q", "R", "B", "N", "P"],
            Tongue::German     => ["K", "D", "T", "L", "S", "B"],
            Tongue::French     => ["R", "D", "T", "F", "C", "P"],
            Tongue::Spanish    => ["R", "D", "T", "A", "C", "P"],
            Tongue::Portuguese => ["R", "D", "T", "B", "C", "P"],
            Tongue::Dutch      => ["K", "D", "T", "L", "P", "p"],
            Tongue::Czech      => ["K", "D", "V", "S", "J", "P"],
            Tongue::Polish     => ["K", "H", "W", "G", "S", "P"],
            Tongue::Hungarian  => ["K", "V", "B", "F", "H", "G"],
            Tongue::Russian    => ["Кр", "Ф", "Л", "С", "К", "П"],
        }
    }

    /// The man whose letter a text begins with, and the letter's length.
    pub(crate) fn man_at(self, text: &str) -> Option<(Kind, usize)> {
        if self == Tongue::Numeric {
            return None;
        }
        let mut best: Option<(Kind, usize)> = None;
        for (kind, letter) in KINDS.into_iter().zip(self.letters()) {
            if text.starts_with(letter) && best.is_none_or(|(_, length)| letter.len() > length) {
                best = Some((kind, letter.len()));
            }
        }
        // As older printers set them.
        let other = match self {
            Tongue::Russian if text.starts_with("Kp") => Some((Kind::King, 2)),
            Tongue::Dutch if text.starts_with("pi") => Some((Kind::Pawn, 2)),
            Tongue::German
                if text.starts_with('O')
                    && text[1..].starts_with(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) =>
            {
                // `Officer`: the Bishop in the North.
                Some((Kind::Bishop, 1))
            }
            _ => None,
        };
        best.or(other)
    }

    /// The file that the text begins with, and the bytes of its letter.
    pub(crate) fn file_at(self, text: &str) -> Option<(File, usize)> {
        let letter = text.chars().next()?;
        let file = match letter {
            // Russian compositors and scanners take their own letters where they look alike.
            'а' if self == Tongue::Russian => File::A,
            'с' if self == Tongue::Russian => File::C,
            'е' if self == Tongue::Russian => File::E,
            _ => File::from_letter(letter)?,
        };
        Some((file, letter.len_utf8()))
    }

    /// Whether squares are also named rank first, from the mover's side: `P4R`, `C3AR`.
    pub(crate) fn ranks_first(self) -> bool {
        matches!(self, Tongue::French | Tongue::Spanish | Tongue::Portuguese)
    }

    /// A whole word of the score, in small letters. Marks of check and mate are shared by all: no
    /// printer uses his neighbour's for anything else.
    #[rustfmt::skip]
    pub(crate) fn word(small: &str) -> Option<Word> {
        Some(match small {
            "ch" | "j" | "sch" | "schach" | "éch" | "ech" | "échec" | "echec" | "jaque" | "jq" | "scacco" | "sc" | "xeque" | "xq"
            | "schaak" | "schack" | "skak" | "sjakk" | "šach" | "sach" | "szach" | "sz" | "sakk" | "шах" | "ш" => Word::Check,
            "mat" | "matt" | "mate" | "matto" | "мат" | "schachmatt" | "scaccomatto" => Word::Mate,
            "x" | "х" | "schlägt" | "nimmt" | "prend" | "pr" | "toma" | "por" | "prende" | "slaat" | "tar" | "slår" | "bije" | "бьет" => Word::Takes,
            "ep" | "iv" | "ap" | "нп" => Word::InPassing,
            "rochiert" | "rochade" | "roque" | "roques" | "roq" | "enroque" | "enroca" | "enrocan" | "enr" | "arrocco" | "arrocca" | "rokeert"
            | "rokáda" | "rošáda" | "rokade" | "rockad" | "roszada" | "sánc" | "рокировка" => Word::Castles,
            "kurz" | "kurze" | "kleine" | "petit" | "corto" | "curto" | "pequeno" | "kort" | "korte" | "malá" | "krótka" | "rövid"
            | "короткая" => Word::Short,
            "lang" | "lange" | "große" | "grosse" | "grand" | "grande" | "largo" | "lungo" | "longo" | "long" | "lång" | "velká"
            | "długa" | "hosszú" | "длинная" => Word::Long,
            "doppelschach" | "double" | "doble" | "doppio" => Word::Double,
            _ => return None,
        })
    }
}

/// A set of tongues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tongues(u16);

impl Tongues {
    pub(crate) const NONE: Tongues = Tongues(0);
    pub(crate) const ALL: Tongues = Tongues((1 << Tongue::COUNT) - 1);

    pub(crate) fn only(tongue: Tongue) -> Tongues {
        Tongues(1 << tongue as u16)
    }

    pub(crate) fn with(self, other: Tongues) -> Tongues {
        Tongues(self.0 | other.0)
    }

    pub(crate) fn without(self, other: Tongues) -> Tongues {
        Tongues(self.0 & !other.0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn and(self, other: Tongues) -> Tongues {
        Tongues(self.0 & other.0)
    }

    pub(crate) fn has(self, tongue: Tongue) -> bool {
        self.0 & 1 << tongue as u16 != 0
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Tongue> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let tongue = *Tongue::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(tongue)
        })
    }

    /// The likeliest: English where it fits.
    pub(crate) fn first(self) -> Tongue {
        self.iter().next().unwrap_or(Tongue::English)
    }

    /// Every language with these letters.
    pub(crate) fn languages(self) -> impl Iterator<Item = Language> {
        Language::ALL
            .into_iter()
            .filter(move |language| self.has(language.tongue()))
    }
}

/// The text in small letters, those of the languages that are read here; each takes as many bytes as its capital.
pub(crate) fn in_small_letters(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.chars().map(small_letter).collect()
}

fn small_letter(letter: char) -> char {
    let number = u32::from(letter);
    let further = match letter {
        'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' | 'А'..='Я' => 32,
        'Ѐ'..='Џ' => 80,
        // Capital and small letter by turns.
        'Ā'..='į' | 'Ĳ'..='ķ' | 'Ŋ'..='ŷ' | 'Ѡ'..='ҁ' => u32::from(number % 2 == 0),
        'Ĺ'..='ň' | 'Ź'..='ž' => number % 2,
        _ => 0,
    };
    char::from_u32(number + further).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    #[test]
    fn small_letters_are_those_of_the_alphabet() {
        let letters = ('\0'..='ſ').chain('Ѐ'..='ҁ');
        // One changes its length, and one stands far from its small letter: no language read here begins a word with either.
        for letter in letters.filter(|letter| !matches!(letter, 'İ' | 'Ÿ')) {
            let small: String = letter.to_lowercase().collect();
            assert_eq!(super::in_small_letters(&letter.to_string()), small, "{letter}");
        }
    }
}
