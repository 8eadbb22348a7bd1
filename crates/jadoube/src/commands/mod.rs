//! The verbs of the command line, one file each.

pub(crate) mod convert;
pub(crate) mod draw;
pub(crate) mod input;
pub(crate) mod read;
