//! Which code of laws is a game played under? Their names, and nothing of what they say.

use std::fmt;
use std::str::FromStr;

/// A code of the laws of chess, in the order in which they appeared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// The Twenty-five Laws of the early English handbooks.
    Xxv,
    /// The laws of the British Chess Association, 17 July 1862.
    Bca1862,
    /// The British Chess Code, edition of 1896.
    Bcc1896,
    /// The British Chess Code, revised edition of 1899.
    Bcc1899,
    /// The laws of the Fédération Internationale des Échecs, British edition of 1931.
    Fide1931,
    /// The laws of the Fédération Internationale des Échecs in force since 1 January 2023.
    Fide2023,
}

impl Code {
    /// Every code, oldest first.
    pub const ALL: [Self; 6] = [
        Self::Xxv,
        Self::Bca1862,
        Self::Bcc1896,
        Self::Bcc1899,
        Self::Fide1931,
        Self::Fide2023,
    ];

    /// The name used in records and on the command line, `bcc-1899` and the like.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xxv => "xxv",
            Self::Bca1862 => "bca-1862",
            Self::Bcc1896 => "bcc-1896",
            Self::Bcc1899 => "bcc-1899",
            Self::Fide1931 => "fide-1931",
            Self::Fide2023 => "fide-2023",
        }
    }

    /// The name a reader of books would use.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Xxv => "The Twenty-five Laws",
            Self::Bca1862 => "The laws of the British Chess Association (1862)",
            Self::Bcc1896 => "The British Chess Code (1896)",
            Self::Bcc1899 => "The British Chess Code, revised edition (1899)",
            Self::Fide1931 => "The laws of chess of the F.I.D.E. (1931)",
            Self::Fide2023 => "The FIDE Laws of Chess (2023)",
        }
    }

    /// The year printed on the code; the Twenty-five Laws carry none.
    pub const fn year(self) -> Option<u16> {
        match self {
            Self::Xxv => None,
            Self::Bca1862 => Some(1862),
            Self::Bcc1896 => Some(1896),
            Self::Bcc1899 => Some(1899),
            Self::Fide1931 => Some(1931),
            Self::Fide2023 => Some(2023),
        }
    }

    /// The place of this code in [`Code::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Code {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|code| code.name() == text)
            .ok_or_else(|| UnknownCode {
                given: text.to_owned(),
            })
    }
}

/// A name that is none of theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCode {
    /// What was given instead.
    pub given: String,
}

impl UnknownCode {
    /// The code the writer had in mind, where the name given points to one and only one.
    pub fn meant(&self) -> Option<Code> {
        let given = plain(&self.given);
        if given.is_empty() {
            return None;
        }
        let mut close = Code::ALL.into_iter().filter(|code| {
            let name = plain(code.name());
            name == given || name.ends_with(&given) || name.starts_with(&given)
        });
        close.next().filter(|_| close.next().is_none())
    }
}

/// Letters and figures only, in small letters, so that `BCC 1899` and `bcc-1899` are the same.
fn plain(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown code of laws `{}`", self.given)?;
        match self.meant() {
            Some(code) => write!(f, "; did you mean `{code}`? expected ")?,
            None => f.write_str(": expected ")?,
        }
        for (i, code) in Code::ALL.into_iter().enumerate() {
            let joint = match i {
                0 => "",
                i if i + 1 == Code::ALL.len() => " or ",
                _ => ", ",
            };
            write!(f, "{joint}`{code}`")?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownCode {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for (i, code) in Code::ALL.into_iter().enumerate() {
            assert_eq!(code.name().parse(), Ok(code));
            assert_eq!(code.index(), i);
            assert_eq!(code.to_string(), code.name());
        }
    }

    #[test]
    fn an_unknown_name_is_told_what_was_expected() {
        let wrong = "fide-1929".parse::<Code>().unwrap_err();
        assert_eq!(
            wrong.to_string(),
            "unknown code of laws `fide-1929`: expected `xxv`, `bca-1862`, `bcc-1896`, `bcc-1899`, `fide-1931` or `fide-2023`"
        );
    }

    #[test]
    fn a_name_that_points_to_one_code_suggests_it() {
        for (given, meant) in [
            ("BCC 1899", Code::Bcc1899),
            ("1862", Code::Bca1862),
            ("fide 2023", Code::Fide2023),
        ] {
            assert_eq!(given.parse::<Code>().unwrap_err().meant(), Some(meant), "{given}");
        }
        let wrong = "1862".parse::<Code>().unwrap_err().to_string();
        assert_eq!(
            wrong,
            "unknown code of laws `1862`; did you mean `bca-1862`? expected `xxv`, `bca-1862`, `bcc-1896`, `bcc-1899`, `fide-1931` or `fide-2023`"
        );
        assert_eq!("fide".parse::<Code>().unwrap_err().meant(), None, "two editions");
        assert_eq!("bcc".parse::<Code>().unwrap_err().meant(), None, "two editions");
        assert_eq!("".parse::<Code>().unwrap_err().meant(), None);
    }
}
