//! How do the codes answer, side by side, and on what authority? Answers, silence and citations.
//!
//! A question of law is a table with one row per code. A row either cites clauses of its own code ([`says`]) or, where
//! the code is silent or unclear, a numbered reading ([`silent`]). Both are checked against the registers while the
//! program is compiled.
//!
//! ```
//! use jadoube_law::code::{Answer, ByCode, answers, reading, says, silent};
//! # #[derive(Clone, Copy, Debug, PartialEq)]
//! enum Stalemate { Drawn }
//! use Stalemate::Drawn;
//!
//! static STALEMATE: ByCode<Answer<Stalemate>> = answers(ByCode {
//!     xxv:       says(Drawn, &["XXIII"]),
//!     bca_1862:  silent(Drawn, reading("BCA-2")),
//!     bcc_1896:  says(Drawn, &["II.8(e)"]),
//!     bcc_1899:  says(Drawn, &["II.8(e)"]),
//!     fide_1931: says(Drawn, &["16(a)"]),
//!     fide_2023: says(Drawn, &["5.2.1"]),
//! });
//! # use jadoube_law::Code;
//! assert_eq!(STALEMATE[Code::Bca1862].authority.to_string(), "reading BCA-2");
//! assert_eq!(STALEMATE[Code::Fide1931].authority.to_string(), "16(a)");
//! ```
//!
//! A clause that the code does not have stops the compiler:
//!
//! ```compile_fail,E0080
//! use jadoube_law::code::{Answer, ByCode, answers, says};
//! static WRONG: ByCode<Answer<()>> = answers(ByCode {
//!     xxv:       says((), &["XXVI"]), // there are twenty-five
//!     bca_1862:  says((), &["VI"]),
//!     bcc_1896:  says((), &["II.5(c)"]),
//!     bcc_1899:  says((), &["II.5(c)"]),
//!     fide_1931: says((), &["15(a)"]),
//!     fide_2023: says((), &["4.3.1"]),
//! });
//! ```
//!
//! So does a clause of another edition, a reading that does not exist, and a reading of another code:
//!
//! ```compile_fail,E0080
//! use jadoube_law::code::{Answer, ByCode, answers, says};
//! static WRONG: ByCode<Answer<()>> = answers(ByCode {
//!     xxv:       says((), &["II"]),
//!     bca_1862:  says((), &["II"]),
//!     bcc_1896:  says((), &["appendix(1)"]), // the appendix came in 1899
//!     bcc_1899:  says((), &["appendix(1)"]),
//!     fide_1931: says((), &["12.i"]),
//!     fide_2023: says((), &["7.2.1"]),
//! });
//! ```
//!
//! ```compile_fail,E0080
//! const WRONG: jadoube_law::code::ReadingNumber = jadoube_law::code::reading("BCC-99");
//! ```
//!
//! ```compile_fail,E0080
//! use jadoube_law::code::{Answer, ByCode, answers, reading, says, silent};
//! static WRONG: ByCode<Answer<()>> = answers(ByCode {
//!     xxv:       silent((), reading("BCC-1")), // a reading of the British Chess Code
//!     bca_1862:  says((), &["VI"]),
//!     bcc_1896:  says((), &["II.5(c)"]),
//!     bcc_1899:  says((), &["II.5(c)"]),
//!     fide_1931: says((), &["15(a)"]),
//!     fide_2023: says((), &["4.3.1"]),
//! });
//! ```

use crate::registers::{find, find_reading, same};
use jadoube_game::{Game, Ruling};
use std::fmt;
use std::ops::Index;

pub use jadoube_game::{Citation, Code};

/// One value for each code; a row left out does not compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ByCode<T> {
    /// For the Twenty-five Laws.
    pub xxv: T,
    /// For the British Chess Association, 1862.
    pub bca_1862: T,
    /// For the British Chess Code of 1896.
    pub bcc_1896: T,
    /// For the British Chess Code of 1899.
    pub bcc_1899: T,
    /// For the F.I.D.E., 1931.
    pub fide_1931: T,
    /// For FIDE, 2023.
    pub fide_2023: T,
}

impl<T> ByCode<T> {
    /// The value for this code.
    pub const fn get(&self, code: Code) -> &T {
        match code {
            Code::Xxv => &self.xxv,
            Code::Bca1862 => &self.bca_1862,
            Code::Bcc1896 => &self.bcc_1896,
            Code::Bcc1899 => &self.bcc_1899,
            Code::Fide1931 => &self.fide_1931,
            Code::Fide2023 => &self.fide_2023,
        }
    }

    /// The rows, oldest code first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Code, &T)> {
        Code::ALL.into_iter().map(|code| (code, self.get(code)))
    }

    /// One value worked out for each code.
    pub fn from_fn(mut value: impl FnMut(Code) -> T) -> Self {
        Self {
            xxv: value(Code::Xxv),
            bca_1862: value(Code::Bca1862),
            bcc_1896: value(Code::Bcc1896),
            bcc_1899: value(Code::Bcc1899),
            fide_1931: value(Code::Fide1931),
            fide_2023: value(Code::Fide2023),
        }
    }

    /// The same rows, each turned into something else.
    pub fn map<U>(&self, mut value: impl FnMut(Code, &T) -> U) -> ByCode<U> {
        ByCode::from_fn(|code| value(code, self.get(code)))
    }
}

impl<T: Copy> ByCode<Option<T>> {
    /// No code has it.
    pub(crate) const NONE: Self = ByCode {
        xxv: None,
        bca_1862: None,
        bcc_1896: None,
        bcc_1899: None,
        fide_1931: None,
        fide_2023: None,
    };

    /// The same, these codes having this.
    pub(crate) const fn with(mut self, codes: &[Code], value: T) -> Self {
        let mut i = 0;
        while i < codes.len() {
            let row = match codes[i] {
                Code::Xxv => &mut self.xxv,
                Code::Bca1862 => &mut self.bca_1862,
                Code::Bcc1896 => &mut self.bcc_1896,
                Code::Bcc1899 => &mut self.bcc_1899,
                Code::Fide1931 => &mut self.fide_1931,
                Code::Fide2023 => &mut self.fide_2023,
            };
            *row = Some(value);
            i += 1;
        }
        self
    }

    /// Stops the compiler unless this table has rows for the codes that answer so, and for no others.
    pub(crate) const fn must_be_for(&self, table: &str, answers_so: ByCode<bool>) {
        let mut i = 0;
        while i < Code::ALL.len() {
            let code = Code::ALL[i];
            match (self.get(code).is_some(), *answers_so.get(code)) {
                (false, true) => refuse(&[code.name(), " answers so, and has no row in ", table]),
                (true, false) => refuse(&[code.name(), " answers otherwise, and has a row in ", table]),
                (true, true) | (false, false) => {}
            }
            i += 1;
        }
    }

    /// What the code of this game has, if it has it.
    #[inline]
    pub(crate) fn of(&self, game: &Game) -> Option<&T> {
        self.get(game.terms.code).as_ref()
    }

    /// What is ruled by what the code of this game has; nothing where it has none.
    pub(crate) fn ruling(&self, game: &Game, by: impl FnOnce(&T) -> Ruling) -> Ruling {
        self.of(game).map_or_else(Ruling::silent, by)
    }
}

impl<T> Index<Code> for ByCode<T> {
    type Output = T;

    fn index(&self, code: Code) -> &T {
        self.get(code)
    }
}

/// What a code answers to a question of law, and why it may be said to answer so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Answer<T> {
    /// The answer itself.
    pub value: T,
    /// What it rests on.
    pub authority: Authority,
}

impl<T> Answer<T> {
    /// The one thing to cite for it: the governing clause, or the reading.
    pub fn clause(&self) -> Citation {
        self.authority.clause()
    }
}

/// What an answer rests on: the code's own clauses, or our reading of its silence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Authority {
    /// Labels of clauses in the register of the same code, the governing one first.
    Clauses(&'static [&'static str]),
    /// The number of a reading, `BCC-6`.
    Reading(&'static str),
}

impl Authority {
    /// What is cited, as it is cited: the labels, or `reading BCC-6`.
    pub fn cited(self) -> &'static [&'static str] {
        match self {
            Self::Clauses(labels) => labels,
            Self::Reading(id) => {
                find_reading(id).map_or(&[], |reading| std::slice::from_ref(&reading.citation))
            }
        }
    }

    /// The one thing to cite where there is room for one: the governing clause, or the reading.
    pub fn governing(self) -> Option<&'static str> {
        self.cited().first().copied()
    }

    /// The same; a row without one does not compile, so there always is one.
    pub fn clause(self) -> Citation {
        self.governing().unwrap_or_default()
    }

    /// The code is silent or unclear and a reading stands in.
    pub const fn is_reading(self) -> bool {
        matches!(self, Self::Reading(_))
    }
}

impl fmt::Display for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cited) in self.cited().iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            f.write_str(cited)?;
        }
        Ok(())
    }
}

/// The number of a reading that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReadingNumber(&'static str);

/// The code says so, in these clauses.
pub const fn says<T>(value: T, clauses: &'static [&'static str]) -> Answer<T> {
    Answer {
        value,
        authority: Authority::Clauses(clauses),
    }
}

/// The code is silent or unclear; we take it so, by this reading.
pub const fn silent<T>(value: T, reading: ReadingNumber) -> Answer<T> {
    Answer {
        value,
        authority: Authority::Reading(reading.0),
    }
}

/// The reading of this number.
///
/// # Panics
/// When there is no such reading. Tables are constants, so the panic is the compiler's.
pub const fn reading(id: &'static str) -> ReadingNumber {
    if find_reading(id).is_none() {
        refuse(&["no reading is numbered ", id]);
    }
    ReadingNumber(id)
}

/// The answers, each citation checked against the register of its own code.
///
/// # Panics
/// When a row cites a clause its code has not, cites nothing, or rests on a reading of another code. Tables are
/// constants, so the panic is the compiler's.
pub const fn answers<T>(rows: ByCode<Answer<T>>) -> ByCode<Answer<T>> {
    check(Code::Xxv, rows.xxv.authority);
    check(Code::Bca1862, rows.bca_1862.authority);
    check(Code::Bcc1896, rows.bcc_1896.authority);
    check(Code::Bcc1899, rows.bcc_1899.authority);
    check(Code::Fide1931, rows.fide_1931.authority);
    check(Code::Fide2023, rows.fide_2023.authority);
    rows
}

/// One answer that all codes give alike, each by its own clauses or by a reading of its silence.
#[derive(Clone, Copy, Debug)]
pub struct Alike {
    /// The answer, in words.
    pub answer: &'static str,
    rows: ByCode<Authority>,
}

impl Index<Code> for Alike {
    type Output = Authority;

    fn index(&self, code: Code) -> &Authority {
        self.rows.get(code)
    }
}

/// The answer that all codes give, each citation checked against the register of its own code.
///
/// # Panics
/// As [`answers`].
pub const fn alike(answer: &'static str, rows: ByCode<Authority>) -> Alike {
    check(Code::Xxv, rows.xxv);
    check(Code::Bca1862, rows.bca_1862);
    check(Code::Bcc1896, rows.bcc_1896);
    check(Code::Bcc1899, rows.bcc_1899);
    check(Code::Fide1931, rows.fide_1931);
    check(Code::Fide2023, rows.fide_2023);
    Alike { answer, rows }
}

/// Stops the compiler where this is no authority of the code.
pub(crate) const fn check(code: Code, authority: Authority) {
    match authority {
        Authority::Clauses(labels) => {
            assert!(
                !labels.is_empty(),
                "an answer cites at least one clause, or a reading"
            );
            let mut i = 0;
            while i < labels.len() {
                check_clause(code, labels[i]);
                i += 1;
            }
        }
        Authority::Reading(id) => match find_reading(id) {
            Some(found) if found.family.covers(code) => {}
            _ => refuse(&[code.name(), ": no reading of this code is numbered ", id]),
        },
    }
}

const fn check_clause(code: Code, label: &str) {
    if find(code, label).is_none() {
        refuse(&[code.name(), " has no clause ", label]);
    }
}

/// The number in `reading BCC-6`.
pub(crate) const fn reading_in(label: &str) -> Option<&str> {
    const WORD: &str = "reading ";
    if label.len() <= WORD.len() {
        return None;
    }
    let (word, id) = label.split_at(WORD.len());
    if same(word, WORD) { Some(id) } else { None }
}

/// Stops the compiler with a message that names the culprit; a constant cannot format one in the ordinary way.
pub(crate) const fn refuse(words: &[&str]) -> ! {
    let mut text = [0; 160];
    let mut length = 0;
    let mut w = 0;
    while w < words.len() {
        let word = words[w].as_bytes();
        let mut i = 0;
        while i < word.len() && length < text.len() {
            text[length] = word[i];
            length += 1;
            i += 1;
        }
        w += 1;
    }
    match str::from_utf8(text.split_at(length).0) {
        Ok(message) => panic!("{}", message),
        Err(_) => panic!("a citation that does not exist"),
    }
}

/// A citation that exists: a clause of the register, or a numbered reading. A procedure has it from a row.
///
/// ```
/// use jadoube_law::{Clause, Code};
/// const TOUCHED: Clause = Clause::of(&[Code::Bcc1896, Code::Bcc1899], "II.5(c)");
/// assert_eq!(TOUCHED.as_str(), "II.5(c)");
/// assert_eq!(Clause::reading("FIDE-14").as_str(), "reading FIDE-14");
/// ```
///
/// ```compile_fail,E0080
/// use jadoube_law::{Clause, Code};
/// // Not in the edition of 1896.
/// const WRONG: Clause = Clause::of(&[Code::Bcc1896, Code::Bcc1899], "appendix(4)");
/// ```
///
/// ```compile_fail,E0080
/// const WRONG: jadoube_law::Clause = jadoube_law::Clause::of(&[jadoube_law::Code::Fide1931], "15(f)");
/// ```
///
/// ```compile_fail,E0080
/// const WRONG: jadoube_law::Clause = jadoube_law::Clause::reading("XXV-99");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clause(&'static str);

impl Clause {
    /// The clause of this label, which must be in the register of every code named.
    ///
    /// # Panics
    /// When one of the registers has no such clause; in a constant the panic is the compiler's.
    pub const fn of(codes: &[Code], label: &'static str) -> Self {
        let mut i = 0;
        while i < codes.len() {
            check_clause(codes[i], label);
            i += 1;
        }
        Self(label)
    }

    /// The reading of this number, cited as `reading BCC-6`.
    ///
    /// # Panics
    /// When there is no such reading; in a constant the panic is the compiler's.
    pub const fn reading(id: &str) -> Self {
        match find_reading(id) {
            Some(found) => Self(found.citation),
            None => refuse(&["no reading is numbered ", id]),
        }
    }

    /// The citation written so, `"II.5(c)"` or `"reading BCC-6"`, which every code named must have.
    ///
    /// # Panics
    /// When one has not; in a table the panic is the compiler's.
    pub(crate) const fn cited(codes: &[Code], label: &'static str) -> Self {
        let clause = match reading_in(label) {
            Some(id) => Self::reading(id),
            None => Self(label),
        };
        let mut i = 0;
        while i < codes.len() {
            clause.must_be_of(codes[i]);
            i += 1;
        }
        clause
    }

    /// Stops the compiler where this is no clause and no reading of the code.
    pub(crate) const fn must_be_of(self, code: Code) {
        if let Some(id) = reading_in(self.0) {
            match find_reading(id) {
                Some(found) if found.family.covers(code) => {}
                _ => refuse(&[code.name(), ": no reading of this code is numbered ", id]),
            }
        } else {
            check_clause(code, self.0);
        }
    }

    /// The citation as an entry of the ledger carries it already, or as a row has it that `own_clauses!` looks at.
    pub(crate) const fn written(cited: &'static str) -> Self {
        Self(cited)
    }

    /// The citation as it is printed.
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// Whether this is that citation; usable in constants.
    pub const fn is(self, label: &str) -> bool {
        same(self.0, label)
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl AsRef<str> for Clause {
    fn as_ref(&self) -> &str {
        self.0
    }
}

impl From<Clause> for &'static str {
    fn from(clause: Clause) -> Self {
        clause.0
    }
}
