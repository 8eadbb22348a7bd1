//! The small vocabularies of the record: each an enum whose variants have one written name.

/// Defines an enum with written names, the list of all of them, and a reader whose error says what was expected.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $name:ident: $what:literal { $($(#[$vmeta:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$vmeta])* $variant),+ }

        impl $name {
            /// Every word of this vocabulary.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];
            /// The words as they are written.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
            /// The word as it is written in a record.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl core::str::FromStr for $name {
            type Err = $crate::words::UnknownWord;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::ALL.iter().copied().find(|each| each.word() == text).ok_or_else(|| {
                    $crate::words::UnknownWord {
                        what: $what,
                        found: text.to_owned(),
                        expected: Self::ALL.iter().map(|each| each.word()).collect(),
                    }
                })
            }
        }
    };
}

/// A word that is not in its vocabulary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownWord {
    /// What the word should have named.
    pub what: &'static str,
    /// What was written.
    pub found: String,
    /// Every word that would have been understood.
    pub expected: Vec<&'static str>,
}

impl core::fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(
            f,
            "unknown {} \"{}\"; expected one of: {}",
            self.what,
            self.found,
            self.expected.join(", ")
        )
    }
}

impl std::error::Error for UnknownWord {}
