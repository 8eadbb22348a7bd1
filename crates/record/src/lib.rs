//! The game record: one JSON object a line, in and out.
