//! Accounts, the inbox, and the server itself.

use super::{Code, one_of, words};
use serde::{Deserialize, Serialize};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, schema::Schema},
};

words! {
    /// What a letter is about.
    LetterKind: ["your-turn", "reminder", "invitation", "offer", "ended"];
}

/// Name and password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    /// 2 to 32 letters, digits, `_`, `.` or `-`.
    #[schema(min_length = 2, max_length = 32)]
    pub(crate) name: String,
    /// 8 to 256 letters.
    #[schema(format = Password, min_length = 8, max_length = 256)]
    pub(crate) password: String,
}

/// The account of the one who asks.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    pub(crate) name: String,
    pub(crate) created_ms: i64,
    /// Letters not yet read.
    pub(crate) inbox: i64,
}

/// Letters, the latest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct Inbox {
    pub(crate) items: Vec<Letter>,
}

/// A letter.
#[derive(Serialize, ToSchema)]
pub(crate) struct Letter {
    pub(crate) id: i64,
    #[schema(value_type = LetterKind)]
    pub(crate) kind: String,
    pub(crate) game: String,
    pub(crate) text: String,
    pub(crate) created_ms: i64,
    pub(crate) read: bool,
}

/// What has been read.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadLetters {
    /// Numbers of letters.
    #[schema(max_items = 200)]
    pub(crate) ids: Vec<i64>,
}

/// Whether the server is well.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// `alive` or `ready`.
    pub(crate) status: &'static str,
}

/// What this server is and can do.
#[derive(Serialize, ToSchema)]
pub(crate) struct About {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// Which law it carries: whoever carries the same rules alike.
    pub(crate) law: &'static str,
    #[schema(value_type = Vec<Code>)]
    pub(crate) codes: Vec<&'static str>,
    /// Whether one can play against a computer.
    pub(crate) computer: bool,
    /// The public key by which records are signed (Ed25519, hexadecimal).
    pub(crate) key: String,
    /// Those by which records were signed before it, the oldest first.
    pub(crate) earlier_keys: Vec<String>,
    pub(crate) limits: Limits,
}

/// A new password in place of the old one.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPassword {
    pub(crate) old: String,
    #[schema(min_length = 8, max_length = 256)]
    pub(crate) new: String,
}

/// Whoever deletes his account says his password again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeaveForGood {
    pub(crate) password: String,
}

/// For which program a secret is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToken {
    #[serde(default)]
    pub(crate) name: Option<String>,
}

/// A program's secret; it is not shown again.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProgramToken {
    pub(crate) token: String,
}

/// What is let in.
#[derive(Serialize, ToSchema)]
pub(crate) struct Limits {
    /// The longest body of an ordinary request.
    pub(crate) body_bytes: usize,
    /// The most acts of a game.
    pub(crate) acts: u32,
    /// From one address; 0 for no limit.
    pub(crate) requests_per_second: u32,
}
