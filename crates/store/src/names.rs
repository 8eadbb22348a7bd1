//! Which names would people take for one another?

use crate::StoreError;
use sqlx::Row;
use unicode_security::{MixedScript, skeleton};

/// What names that look alike have in common: `Ann` and `Αnn` with a Greek letter, `Bill` and `BiII`, capital or small.
pub(crate) fn likeness(name: &str) -> String {
    // As it is written, for that is what is seen; small letters afterwards may look like others again.
    let seen: String = skeleton(name).collect();
    skeleton(&seen.to_lowercase()).collect()
}

/// Whether each word of a name is written in the letters of one script (Japanese and Korean are written in several). A word
/// in which they are mixed is made to be taken for another.
pub fn is_plainly_written(name: &str) -> bool {
    name.split(|letter: char| letter.is_whitespace() || letter.is_ascii_punctuation())
        .all(MixedScript::is_single_script)
}

/// Accounts made before likeness was asked have theirs noted; of several that look alike, the oldest.
pub(crate) async fn compare_all(connection: &mut sqlx::AnyConnection) -> Result<(), StoreError> {
    let accounts = sqlx::query("SELECT id, name FROM accounts ORDER BY id")
        .fetch_all(&mut *connection)
        .await?;
    for account in accounts {
        let (id, name): (i64, String) = (account.try_get(0)?, account.try_get(1)?);
        sqlx::query(
            "UPDATE accounts SET likeness = $1
             WHERE id = $2 AND NOT EXISTS (SELECT 1 FROM accounts WHERE likeness = $1)",
        )
        .bind(likeness(&name))
        .bind(id)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{is_plainly_written, likeness};

    #[test]
    fn names_that_look_alike_are_one() {
        for (name, other) in [
            ("Ann", "\u{391}nn"),
            ("Ann", "\u{410}nn"),
            ("Ann", "ANN"),
            ("Ann", "\u{ff21}nn"),
            ("ccope", "\u{441}\u{441}\u{43e}\u{440}\u{435}"),
            ("Bill", "BiII"),
            ("Bot1", "Botl"),
            ("Otto", "0tto"),
            ("\u{c4}nn", "A\u{308}nn"),
        ] {
            assert_eq!(likeness(name), likeness(other), "{name} {other}");
        }
        for (name, other) in [("Ann", "Anna"), ("Ann", "\u{c4}nn"), ("Bot1", "Bot2")] {
            assert_ne!(likeness(name), likeness(other), "{name} {other}");
        }
    }

    #[test]
    fn a_word_has_one_script() {
        for name in [
            "Ann",
            "Анна",
            "Борис Spassky",
            "Jürgen-2",
            "山田たろうカナ",
            "한글",
            "Ann (2)",
            "नेहा",
            "O'Neil",
            "Мария-Anna",
        ] {
            assert!(is_plainly_written(name), "{name}");
        }
        for name in [
            "\u{391}nn",
            "Вill",
            "p\u{430}ul",
            "Ann B\u{43e}b",
            "\u{391}\u{301}nn",
        ] {
            assert!(!is_plainly_written(name), "{name}");
        }
    }
}
