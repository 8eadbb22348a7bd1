//! Which words and signs stand in a printed move, whatever the printer's spacing and stops?

use jadoube_board::{File, Kind, Rank, Square};
use smallvec::SmallVec;

use crate::language::{Tongue, in_small_letters};

/// The words and signs that any style is made of.
///
/// Nothing is decided here that needs a neighbour: `B` is a Bishop's letter, and whether it names
/// the man or the file is the grammar's question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Man(Kind),
    /// `4`, `4th`, `fourth`.
    Number(u8),
    /// `sq`, `square`.
    Sq,
    /// `e4`.
    Cell(Square),
    /// `e`, alone or before another letter.
    Column(File),
    /// `to` and every kind of dash.
    To,
    Takes,
    /// A sign that was lost when the text was copied: a dash or a cross.
    Lost,
    Colon,
    /// `on`, `from`, `at`, `of`.
    From,
    Slash,
    Open,
    Close,
    Check,
    /// `++`: double check to some printers, mate to others.
    CheckTwice,
    Mate,
    Double,
    Discovered,
    Castles,
    /// `Castle`: the verb, or the old name of the Rook.
    Castle,
    CastlesShort,
    CastlesLong,
    Long,
    Short,
    Side,
    /// `his`, `her`, `its`, `own`.
    Own,
    /// `adv.`, `adverse`, `opponent's`.
    Adverse,
    Becomes,
    /// `Queens`, as a verb.
    Queens,
    InPassing,
    /// The two halves of `en passant`, joined before the grammar sees them.
    En,
    Passing,
    Moves,
    Interposes,
    Retakes,
    /// The first half of `re-takes`, joined before the grammar sees it.
    Re,
    It,
    Same,
    One,
    Two,
    Step,
    And,
    Or,
    With,
    Gives,
    Article,
    Doubled,
    /// Any other word that describes a man without naming it.
    Adjective,
    /// `White`, `Black`: who moves, which the board knows.
    Party,
    Comma,
    /// `best`, `wins`: a remark and no part of a move.
    Remark,
    Unknown,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) word: Word,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) possessive: bool,
    /// Set in small letters: a promoted piece in UCI, never the name of a file's owner.
    pub(crate) small: bool,
    /// A full stop stood before it.
    pub(crate) after_stop: bool,
}

pub(crate) type Tokens = SmallVec<[Token; 16]>;

/// Words met whole. Single letters and run-together signs are taken apart by `split`.
fn whole_word(word: &str) -> Option<(Word, bool)> {
    use Word::{
        Adjective, Adverse, And, Article, Becomes, Castle, Castles, Check, Discovered, Double, Doubled, En,
        From, Gives, InPassing, Interposes, It, Long, Man, Mate, Moves, Number, One, Or, Own, Party, Passing,
        Queens, Re, Remark, Retakes, Same, Short, Side, Sq, Step, Takes, To, Two, With,
    };
    // Longest word below is eleven letters; anything longer is prose.
    let mut small = [0u8; 12];
    let bytes = word.as_bytes();
    if bytes.len() > small.len() {
        return None;
    }
    for (to, from) in small.iter_mut().zip(bytes) {
        *to = from.to_ascii_lowercase();
    }
    let plain = |word| Some((word, false));
    // Abbreviations told from run-together letters by their case alone: `Kn.` is a Knight, `KN` the
    // King's.
    match word {
        "Kn" => return plain(Man(Kind::Knight)),
        "Bp" => return plain(Man(Kind::Bishop)),
        "Kg" => return plain(Man(Kind::King)),
        "Qn" => return plain(Man(Kind::Queen)),
        _ => {}
    }
    match &small[..bytes.len()] {
        b"king" => plain(Man(Kind::King)),
        b"queen" => plain(Man(Kind::Queen)),
        b"rook" => plain(Man(Kind::Rook)),
        b"bishop" | b"bish" => plain(Man(Kind::Bishop)),
        b"knight" | b"knt" => plain(Man(Kind::Knight)),
        b"pawn" | b"pn" => plain(Man(Kind::Pawn)),
        b"kings" => Some((Man(Kind::King), true)),
        b"rooks" => Some((Man(Kind::Rook), true)),
        b"bishops" => Some((Man(Kind::Bishop), true)),
        b"knights" | b"kts" => Some((Man(Kind::Knight), true)),
        b"pawns" => Some((Man(Kind::Pawn), true)),
        b"queens" | b"queening" | b"queened" => plain(Queens),
        b"to" => plain(To),
        b"takes" | b"take" | b"tks" | b"taks" | b"tk" | b"tak" | b"captures" | b"capt" | b"taking"
        | b"tke" => plain(Takes),
        b"on" | b"from" | b"fr" | b"frm" | b"at" | b"of" => plain(From),
        b"ch" | b"chk" | b"check" | b"checks" | b"checking" | b"chks" | b"chck" | b"chg"
        // As scanners spoil it.
        | b"oh" | b"eh" | b"cli" => plain(Check),
        b"gives" | b"giving" => plain(Gives),
        b"mate" | b"mates" | b"mating" | b"checkmate" | b"checkmates" | b"mat" | b"mte" | b"matt" => {
            plain(Mate)
        },
        b"double" | b"dble" | b"dbl" | b"doub" | b"dou" | b"doubly" => plain(Double),
        b"dis" | b"disc" | b"disco" | b"discov" | b"discovered" | b"discovers" | b"discovering"
        | b"discvd" => plain(Discovered),
        b"castles" | b"castled" | b"castling" | b"cas" | b"cast" | b"castl" | b"cstls" | b"cstl" => plain(Castles),
        b"castle" => plain(Castle),
        b"re" => plain(Re),
        b"long" => plain(Long),
        b"short" => plain(Short),
        b"side" | b"wing" | b"flank" => plain(Side),
        b"his" | b"her" | b"its" | b"own" => plain(Own),
        b"adv" | b"adverse" | b"adversary" | b"adversarys" | b"opponent" | b"opponents" | b"enemy"
        | b"enemys" => plain(Adverse),
        b"becomes" | b"becoming" | b"become" | b"promotes" | b"promoted" | b"promoting" | b"makes"
        | b"making" | b"claims" | b"claiming" | b"demanding" | b"demands" | b"calls" | b"calling" | b"remains" | b"remaining" => plain(Becomes),
        b"ep" | b"ip" => plain(InPassing),
        b"en" | b"in" | b"par" => plain(En),
        b"passant" | b"pas" | b"pass" | b"passing" | b"passt" => plain(Passing),
        b"moves" | b"move" | b"plays" | b"goes" | b"retires" | b"retreats" | b"advances" | b"returns" => {
            plain(Moves)
        }
        b"interposes" | b"interpose" | b"interp" | b"covers" | b"cov" => plain(Interposes),
        b"retakes" | b"recaptures" | b"retake" => plain(Retakes),
        b"it" | b"him" => plain(It),
        b"same" | b"ditto" | b"do" | b"idem" => plain(Same),
        b"one" => plain(One),
        b"two" => plain(Two),
        b"step" | b"steps" => plain(Step),
        b"first" => plain(Number(1)),
        b"second" => plain(Number(2)),
        b"third" => plain(Number(3)),
        b"fourth" => plain(Number(4)),
        b"fifth" => plain(Number(5)),
        b"sixth" => plain(Number(6)),
        b"seventh" => plain(Number(7)),
        b"eighth" => plain(Number(8)),
        b"sq" | b"square" | b"squares" | b"sqr" | b"sqs" | b"sqrs" | b"house" | b"houses" => plain(Sq),
        b"and" => plain(And),
        b"or" => plain(Or),
        b"with" => plain(With),
        b"the" | b"an" | b"this" | b"that" | b"is" | b"for" | b"does" => plain(Article),
        b"white" | b"black" | b"whites" | b"blacks" => plain(Party),
        b"doubled" => plain(Doubled),
        b"passed" | b"isolated" | b"advanced" | b"other" | b"new" => plain(Adjective),
        b"best" | b"wins" | b"good" | b"won" | b"winning" | b"better" | b"must" | b"forced"
        | b"threatens" | b"threatening" | b"wine" | b"resigns" | b"resign" | b"resigned" | b"drawn"
        | b"draw" | b"draws" | b"even" | b"again" => plain(Remark),
        _ => None,
    }
}

/// Reads the text once into words and signs; what is neither becomes [`Word::Unknown`].
pub(crate) fn tokens_in(text: &str, tongue: Tongue) -> Tokens {
    let mut reader = Reader {
        text,
        tongue,
        bytes: text.as_bytes(),
        at: 0,
        stop: false,
        out: Tokens::new(),
    };
    reader.run();
    join_passing(&mut reader.out);
    reader.out
}

struct Reader<'t> {
    text: &'t str,
    tongue: Tongue,
    bytes: &'t [u8],
    at: usize,
    stop: bool,
    out: Tokens,
}

impl Reader<'_> {
    fn push(&mut self, word: Word, start: usize) {
        self.push_as(word, start, false, false);
    }

    fn push_as(&mut self, word: Word, start: usize, possessive: bool, small: bool) {
        self.out.push(Token {
            word,
            start: start as u32,
            end: self.at as u32,
            possessive,
            small,
            after_stop: self.stop,
        });
        self.stop = false;
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn run(&mut self) {
        while self.at < self.bytes.len() {
            let start = self.at;
            let byte = self.bytes[start];
            if byte.is_ascii_alphabetic() || byte == b'0' {
                if !self.castling_signs() {
                    if byte == b'0' {
                        self.at += 1;
                        self.push(Word::Unknown, start);
                    } else if self.tongue == Tongue::English {
                        self.letters();
                    } else {
                        self.foreign_letters();
                    }
                }
                continue;
            }
            if byte.is_ascii_digit() {
                if self.tongue != Tongue::Numeric || !self.two_squares() {
                    self.number();
                }
                continue;
            }
            let Some(sign) = self.text[start..].chars().next() else {
                return;
            };
            self.at += sign.len_utf8();
            if sign == '[' && self.footnote() || sign == '{' && self.page_number() {
                continue;
            }
            match sign {
                '.' | '…' | '·' => self.stop = true,
                '\'' | '’' | '‘' | '`' | '´' => self.possessive(),
                '-' | '–' | '—' | '−' | '‐' | '‑' | '―' | '→' | '~' => {
                    if self.out.last().is_none_or(|last| last.word != Word::To) {
                        self.push(Word::To, start);
                    }
                }
                '×' | '✕' | '⨯' | '╳' => self.push(Word::Takes, start),
                '\u{fffd}' => self.push(Word::Lost, start),
                ':' => self.push(Word::Colon, start),
                '=' => self.push(Word::Becomes, start),
                '/' => self.push(Word::Slash, start),
                '(' | '[' | '{' => self.push(Word::Open, start),
                ')' | ']' | '}' => self.push(Word::Close, start),
                ',' | ';' => self.push(Word::Comma, start),
                '&' => self.push(Word::And, start),
                '+' | '†' => {
                    if self.byte(self.at) == b'+' {
                        self.at += 1;
                        self.push(Word::CheckTwice, start);
                    } else {
                        self.push(Word::Check, start);
                    }
                }
                '‡' => self.push(Word::CheckTwice, start),
                '#' => self.push(Word::Mate, start),
                '♔' | '♚' => self.push(Word::Man(Kind::King), start),
                '♕' | '♛' => self.push(Word::Man(Kind::Queen), start),
                '♖' | '♜' => self.push(Word::Man(Kind::Rook), start),
                '♗' | '♝' => self.push(Word::Man(Kind::Bishop), start),
                '♘' | '♞' => self.push(Word::Man(Kind::Knight), start),
                '♙' | '♟' => self.push(Word::Man(Kind::Pawn), start),
                '!' | '?' | '"' | '“' | '”' | '*' | '⁑' | '⁂' | '_' | '\u{feff}' | '\u{ad}' | '|' => {
                }
                // Marks of footnotes and of judgement.
                '§' | '¶' | '‖' | '^' | '¹' | '²' | '³' | '⁴' | '±' | '∓' | '⩲' | '⩱' => {}
                other if other.is_whitespace() => {}
                other if other.is_alphabetic() && self.tongue != Tongue::English => {
                    self.at = start;
                    self.foreign_letters();
                }
                other => {
                    if other.is_alphabetic() {
                        self.skip_letters();
                    }
                    self.push(Word::Unknown, start);
                }
            }
        }
    }

    /// Letters in another tongue: a word of it, or men, files and signs run together.
    fn foreign_letters(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let end = start + length;
        let run = &rest[..length];
        // The castling signs in Russian letters.
        if run == "О" {
            let signs = |count: usize| {
                rest.split(['-', '–', '—'])
                    .take(count)
                    .filter(|part| {
                        part.trim() == "О" || part.trim().starts_with("О") && part.trim().len() < 5
                    })
                    .count()
                    == count
            };
            let rounds = if signs(3) { 3 } else { usize::from(signs(2)) * 2 };
            if rounds > 0 {
                let last = rest.match_indices('О').nth(rounds - 1).map_or(0, |(at, _)| at);
                self.at = start + last + 'О'.len_utf8();
                let word = if rounds == 3 {
                    Word::CastlesLong
                } else {
                    Word::CastlesShort
                };
                self.push(word, start);
                return;
            }
        }
        if self.foreign_passing(rest, length) {
            return;
        }
        // `Sc:b5` begins with a man, though `sc.` is a check.
        let man_and_file = run.chars().count() == 2 && run.starts_with(char::is_uppercase);
        let jaque = run == "j" && self.tongue.ranks_first() && !self.text[..start].ends_with('(');
        if length > 1 && !man_and_file || run == "х" || jaque {
            let small = in_small_letters(run);
            if !self.byte(end).is_ascii_digit()
                && let Some(word) = Tongue::word(&small)
            {
                self.at = end;
                self.push(word, start);
                return;
            }
        }
        let kept = self.out.len();
        let stop = self.stop;
        while self.at < end {
            let at = self.at;
            let rest = &self.text[at..end];
            if let Some((kind, length)) = self.tongue.man_at(rest) {
                self.at += length;
                self.push(Word::Man(kind), at);
                continue;
            }
            let (word, length) = match rest.as_bytes() {
                [b'x' | b'X', ..] => (Word::Takes, 1),
                [b'c', b'h'] if !self.byte(end).is_ascii_digit() => (Word::Check, 2),
                _ if rest.starts_with(['х', 'Х']) => (Word::Takes, 2),
                _ if let Some((file, length)) = self.tongue.file_at(rest) => {
                    let digit = self.byte(end);
                    if length == rest.len() && matches!(digit, b'1'..=b'8') {
                        let Some(rank) = Rank::from_index(usize::from(digit - b'1')) else {
                            break;
                        };
                        (Word::Cell(Square::new(file, rank)), length + 1)
                    } else {
                        (Word::Column(file), length)
                    }
                }
                _ => break,
            };
            self.at += length;
            self.push(word, at);
        }
        let columns = self.out[kept..]
            .iter()
            .filter(|token| matches!(token.word, Word::Column(_)))
            .count();
        if self.at < end || columns > 2 {
            self.out.truncate(kept);
            self.stop = stop;
            self.at = end;
            self.push(Word::Unknown, start);
        }
    }

    /// `e. p.`, `a.p.`, `i. v.`: the letters of taking in passing, with stops and spaces between.
    fn foreign_passing(&mut self, rest: &str, length: usize) -> bool {
        let start = self.at;
        let Some(second) = (match &rest[..length] {
            "e" | "a" => Some('p'),
            "i" => Some('v'),
            "н" | "в" => Some('п'),
            _ => None,
        }) else {
            return false;
        };
        let after = rest[length..].trim_start_matches(['.', ' ', '\u{a0}']);
        let apart = rest.len() - length - after.len();
        let Some(left) = after.strip_prefix(second) else {
            return false;
        };
        if !(1..=3).contains(&apart) || left.starts_with(char::is_alphanumeric) {
            return false;
        }
        self.at = start + rest.len() - left.len();
        self.push(Word::InPassing, start);
        true
    }

    /// `5254`: two squares by their numbers, with a fifth figure for what a Pawn becomes.
    fn two_squares(&mut self) -> bool {
        let start = self.at;
        let length = self.bytes[start..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let figures = &self.bytes[start..start + length];
        if !matches!(length, 4 | 5) || !figures.iter().all(|figure| matches!(figure, b'1'..=b'8')) {
            return false;
        }
        for pair in figures[..4].chunks(2) {
            let (Some(file), Some(rank)) = (
                File::from_index(usize::from(pair[0] - b'1')),
                Rank::from_index(usize::from(pair[1] - b'1')),
            ) else {
                return false;
            };
            let from = self.at;
            self.at += 2;
            self.push(Word::Cell(Square::new(file, rank)), from);
        }
        if length == 5 {
            let kind = match figures[4] {
                b'1' => Kind::Queen,
                b'2' => Kind::Rook,
                b'3' => Kind::Bishop,
                _ => Kind::Knight,
            };
            let from = self.at;
            self.at += 1;
            self.push(Word::Man(kind), from);
        }
        true
    }

    /// `[A]`, `[12]`: the mark of a footnote, stepped over.
    fn footnote(&mut self) -> bool {
        let rest = &self.bytes[self.at..];
        let length = rest
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .count();
        let closed = rest.get(length) == Some(&b']');
        let named = matches!(&rest[..length], [letter, digit] if letter.is_ascii_alphabetic() && digit.is_ascii_digit());
        if closed && (1..=2).contains(&length) && !named {
            self.at += length + 1;
            return true;
        }
        false
    }

    /// `{182}`: a page ends inside the move.
    fn page_number(&mut self) -> bool {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let closed = (1..=3).contains(&length) && rest.get(length) == Some(&b'}');
        if closed {
            self.at += length + 1;
        }
        closed
    }

    fn skip_letters(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        self.at += length;
    }

    /// `'s` belongs to the name before it, even across a stop (`Kt.'s`).
    fn possessive(&mut self) {
        let next = self.byte(self.at);
        if (next == b's' || next == b'S') && !self.byte(self.at + 1).is_ascii_alphabetic() {
            self.at += 1;
            if let Some(last) = self.out.last_mut() {
                last.possessive = true;
                last.end = self.at as u32;
            }
        }
    }

    /// `0-0`, `O - O - O`, `o—o`: two or three rounds with dashes between.
    fn castling_signs(&mut self) -> bool {
        let start = self.at;
        let joined = self.bytes[start..]
            .iter()
            .take_while(|byte| matches!(byte, b'O' | b'0'))
            .count();
        if matches!(joined, 2 | 3) && !self.byte(start + joined).is_ascii_alphanumeric() {
            self.at += joined;
            self.push(
                if joined == 2 {
                    Word::CastlesShort
                } else {
                    Word::CastlesLong
                },
                start,
            );
            return true;
        }
        let mut at = start;
        let mut rounds = 0;
        loop {
            if !matches!(self.byte(at), b'0' | b'O' | b'o') {
                break;
            }
            let after = self.byte(at + 1);
            if after.is_ascii_alphanumeric() {
                break;
            }
            rounds += 1;
            let end = at + 1;
            if rounds == 3 {
                self.at = end;
                break;
            }
            let rest = &self.text[end..];
            let dash = |c: char| matches!(c, '-' | '–' | '—' | '−' | '‐' | '‑');
            let next = rest.trim_start_matches(|c: char| dash(c) || c.is_whitespace() || c == '.');
            self.at = end;
            // Between capitals a stop or a space will do; small letters need their dashes.
            let apart = &rest[..rest.len() - next.len()];
            if !apart.contains(dash) && (apart.is_empty() || self.bytes[start] == b'o') {
                break;
            }
            at = self.text.len() - next.len();
        }
        match rounds {
            2 => self.push(Word::CastlesShort, start),
            3 => self.push(Word::CastlesLong, start),
            _ => {
                self.at = start;
                return false;
            }
        }
        true
    }

    fn number(&mut self) {
        let start = self.at;
        while self.byte(self.at).is_ascii_digit() {
            self.at += 1;
        }
        let word = match &self.bytes[start..self.at] {
            [digit @ b'1'..=b'8'] => Word::Number(digit - b'0'),
            _ => Word::Unknown,
        };
        let mut end = self.at;
        while self.byte(end).is_ascii_alphabetic() {
            end += 1;
        }
        let ordinal = match self.tongue {
            Tongue::English => matches!(
                &self.bytes[self.at..end],
                b"th" | b"st" | b"nd" | b"rd" | b"d" | b"h" | b"t" | b"TH" | b"ND" | b"RD" | b"D"
            ),
            // `P 4e R`; a capital is the file: `P4D`.
            _ if self.tongue.ranks_first() => matches!(&self.bytes[self.at..end], b"e" | b"a" | b"o" | b"er"),
            _ => false,
        };
        if ordinal && !self.byte(end).is_ascii_digit() {
            self.at = end;
        } else if self.tongue.ranks_first() && self.text[self.at..].starts_with(['ª', 'º', '°']) {
            self.at += 'ª'.len_utf8();
        }
        self.push(word, start);
    }

    fn letters(&mut self) {
        let start = self.at;
        let mut end = start;
        while self.byte(end).is_ascii_alphabetic() {
            end += 1;
        }
        let run = &self.text[start..end];
        let after = self.byte(end);
        // A word of print may be followed by an accented letter: then it is prose.
        let prose = after >= 0x80 && self.text[end..].chars().next().is_some_and(char::is_alphabetic);
        // Letters that end in a square (`Re4`, `Rch6`) are no word either.
        // `do.` is ditto; without its stop it is prose.
        let prose = prose || run.eq_ignore_ascii_case("do") && after != b'.';
        if run.len() > 1
            && !prose
            && !after.is_ascii_digit()
            && let Some((word, possessive)) = whole_word(run)
        {
            self.at = end;
            let small = run.as_bytes()[0].is_ascii_lowercase();
            self.push_as(word, start, possessive, small);
            return;
        }
        // The long s, which scanners take for an f: `Bifhop`, `fecond Square`, `the fame`.
        if run.len() > 3
            && run.contains('f')
            && let Some((word, possessive)) = whole_word(&run.replace('f', "s"))
        {
            self.at = end;
            self.push_as(word, start, possessive, false);
            return;
        }
        let kept = self.out.len();
        let stop = self.stop;
        if prose || !self.split(end) {
            self.out.truncate(kept);
            self.stop = stop;
            self.at = end;
            self.skip_letters();
            self.push(Word::Unknown, start);
        }
    }

    /// Takes run-together signs apart: `QKtPKt`, `xKtch`, `Ktb`, `PXB`.
    fn split(&mut self, end: usize) -> bool {
        let first = self.at;
        while self.at < end {
            let start = self.at;
            let rest = &self.bytes[start..end];
            let letter = rest[0];
            let next = rest.get(1).copied().unwrap_or(0);
            let last = rest.len() == 1;
            // A promoted piece in small letters may still be followed by a mark of check or mate.
            let ends = last || matches!(&rest[1..], b"x" | b"ch" | b"mate");
            let digit = if last { self.byte(end) } else { 0 };
            let (word, length) = match letter {
                b'K' if next == b't' || next == b'T' => (Word::Man(Kind::Knight), 2),
                b'k' if next == b't' => (Word::Man(Kind::Knight), 2),
                b'K' => (Word::Man(Kind::King), 1),
                b'Q' => (Word::Man(Kind::Queen), 1),
                b'R' => (Word::Man(Kind::Rook), 1),
                b'B' => (Word::Man(Kind::Bishop), 1),
                b'N' | b'S' => (Word::Man(Kind::Knight), 1),
                b'P' if rest.starts_with(b"Pawn") => (Word::Man(Kind::Pawn), 4),
                b'P' => (Word::Man(Kind::Pawn), 1),
                // A possessive that lost its apostrophe: `KBs 4th`.
                b's' if last && self.after_man() => {
                    self.at = end;
                    if let Some(last) = self.out.last_mut() {
                        last.possessive = true;
                        last.end = end as u32;
                    }
                    continue;
                }
                b't' if rest.len() == 1 && start == first => (Word::Takes, 1),
                b'x' | b'X' => (Word::Takes, 1),
                b'c' if rest.starts_with(b"ch") && !(rest.len() == 2 && self.byte(end).is_ascii_digit()) => {
                    (Word::Check, if rest.starts_with(b"check") { 5 } else { 2 })
                }
                b'd' if rest.starts_with(b"disc") && !rest.starts_with(b"disch") => (Word::Discovered, 4),
                b'd' if rest.starts_with(b"dis") => (Word::Discovered, 3),
                b'd' if rest.starts_with(b"dble") => (Word::Double, 4),
                b'd' if rest.starts_with(b"dbl") => (Word::Double, 3),
                b'm' if rest.starts_with(b"mate") => (Word::Mate, 4),
                b's' if rest.starts_with(b"sq") => (Word::Sq, 2),
                b't' if rest.starts_with(b"tks") => (Word::Takes, 3),
                // Words that lost their spaces: `PtoK4`, `KttakesP`.
                b't' if rest.starts_with(b"takes") => (Word::Takes, 5),
                b't' if rest.starts_with(b"to") => (Word::To, 2),
                b'e' if rest == b"ep" && start > first => (Word::InPassing, 2),
                b'a'..=b'h' | b'A' | b'C'..=b'H' => {
                    let Some(file) = File::from_index(usize::from((letter | 0x20) - b'a')) else {
                        return false;
                    };
                    if matches!(digit, b'1'..=b'8') {
                        let Some(rank) = Rank::from_index(usize::from(digit - b'1')) else {
                            return false;
                        };
                        (Word::Cell(Square::new(file, rank)), 2)
                    } else if rest.len() == 2 && (next == b'l' || next == b'I') {
                        // A 1 that the scanner took for a letter.
                        (Word::Cell(Square::new(file, Rank::One)), 2)
                    } else if letter.is_ascii_uppercase() {
                        return false;
                    } else {
                        (Word::Column(file), 1)
                    }
                }
                b'l' | b'I' if last && self.after_man() => (Word::Number(1), 1),
                b'k' if first + 1 == end => (Word::Man(Kind::King), 1),
                b'q' if ends => (Word::Man(Kind::Queen), 1),
                b'r' if ends => (Word::Man(Kind::Rook), 1),
                b'n' if ends => (Word::Man(Kind::Knight), 1),
                b'p' if ends => (Word::Man(Kind::Pawn), 1),
                b'i' if first + 1 == end => (Word::En, 1),
                _ => return false,
            };
            self.at = start + length;
            self.push_as(word, start, false, letter.is_ascii_lowercase());
        }
        // Words like `bed` or `face` spell files and are prose all the same.
        let columns = self
            .out
            .iter()
            .rev()
            .take_while(|token| token.start as usize >= first)
            .filter(|token| matches!(token.word, Word::Column(_)))
            .count();
        columns <= 2
    }

    fn after_man(&self) -> bool {
        self.out
            .last()
            .is_some_and(|token| matches!(token.word, Word::Man(kind) if kind != Kind::Pawn))
    }
}

/// `e. p.`, `en pas`, `in passing`, `i.p.` are one sign, and so is `re-takes`.
fn join_passing(out: &mut Tokens) {
    let mut kept = 0;
    let mut at = 0;
    while at < out.len() {
        let mut token = out[at];
        let next = out.get(at + 1).copied();
        let small_pawn = |token: Token| token.word == Word::Man(Kind::Pawn) && token.small;
        match (token.word, next) {
            (Word::En, Some(passing)) if passing.word == Word::Passing || small_pawn(passing) => {
                token.word = Word::InPassing;
                token.end = passing.end;
                at += 1;
            }
            (Word::Column(File::E), Some(pawn)) if small_pawn(pawn) || pawn.word == Word::Passing => {
                token.word = Word::InPassing;
                token.end = pawn.end;
                at += 1;
            }
            (Word::Re, Some(dash)) => {
                let takes = if dash.word == Word::To { at + 2 } else { at + 1 };
                match out.get(takes).copied() {
                    Some(last) if last.word == Word::Takes => {
                        token.word = Word::Retakes;
                        token.end = last.end;
                        at = takes;
                    }
                    _ => token.word = Word::Unknown,
                }
            }
            (Word::Passing, _) => token.word = Word::InPassing,
            (Word::Re, None) => token.word = Word::Unknown,
            _ => {}
        }
        out[kept] = token;
        kept += 1;
        at += 1;
    }
    out.truncate(kept);
}
