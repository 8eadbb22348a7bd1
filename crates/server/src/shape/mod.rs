//! What do the things that are sent and received look like to a program? The names of `/api/openapi.json`.
//!
//! The server's own answers are made of the types here, so their description cannot differ from them. Records, acts
//! and states are written by `jadoube_record`; `record.rs` describes them, and a test compares the description with
//! real answers.

mod acts;
mod game;
mod law;
mod people;
mod record;

pub(crate) use acts::*;
pub(crate) use game::*;
pub(crate) use law::*;
pub(crate) use people::*;
pub(crate) use record::*;

use utoipa::{
    PartialSchema,
    openapi::{
        RefOr,
        schema::{Object, ObjectBuilder, Schema, Type},
    },
};

/// A text that is one of these words.
fn one_of<'w>(words: impl IntoIterator<Item = &'w str>, description: &str) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(words))
        .description(Some(description))
        .build()
        .into()
}

/// The fields of a described type, to be changed into those of another.
fn fields_of<T: PartialSchema>() -> Object {
    match T::schema() {
        RefOr::T(Schema::Object(object)) => object,
        _ => Object::new(),
    }
}

/// A vocabulary: its words are those of the list, so that the description follows the code.
macro_rules! words {
    ($($(#[doc = $doc:literal])+ $name:ident: $words:expr;)+) => { $(
        $(#[doc = $doc])+
        #[derive(serde::Serialize)]
        pub(crate) struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                one_of($words, concat!($($doc),+).trim())
            }
        }

        impl ToSchema for $name {}
    )+ };
}
use words;
