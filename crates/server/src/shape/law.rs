//! The law room: codes, clauses, comparisons, judgements, readings of a text.

use super::{Act, Code, IncidentHeader, State, Written, one_of, words};
use jadoube_record::Json;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, schema::Schema},
};

words! {
    /// What becomes of a clause.
    Disposition: ["enforced", "right", "umpire", "definition", "not played"];
    /// A field of a header that times a game.
    Timing: ["time_limit", "time_control"];
    /// What a fallen flag leads to: the game is lost, an umpire must decide, or nothing follows.
    FlagFall: ["loses", "umpire", "nothing"];
    /// What the players may propose to one another in any game: to draw it, to annul it, to adjourn it.
    Proposable: PROPOSALS;
}

pub(crate) const PROPOSALS: [&str; 3] = ["draw", "annul", "adjourn"];

/// The codes.
#[derive(Serialize, ToSchema)]
pub(crate) struct Codes {
    pub(crate) codes: Vec<CodeBriefly>,
}

/// A code of laws.
#[derive(Serialize, ToSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own that the page asks for"
)]
pub(crate) struct CodeBriefly {
    #[schema(value_type = Code)]
    pub(crate) code: &'static str,
    pub(crate) title: &'static str,
    /// Whether games can be played under it.
    pub(crate) carried: bool,
    /// How many clauses it has.
    pub(crate) clauses: usize,
    /// Whether saying "check", or not saying it, has an effect.
    pub(crate) announces: bool,
    /// Whether a Pawn on its last rank may remain a Pawn.
    pub(crate) pawn_may_stay: bool,
    /// The fields of a header by which a game under it can be timed.
    #[schema(value_type = Vec<Timing>)]
    pub(crate) timing: Vec<&'static str>,
    /// What a fallen flag leads to where nobody agreed otherwise.
    #[schema(value_type = FlagFall)]
    pub(crate) flag: &'static str,
    /// Whether a move is made by hand and completed on the clock.
    pub(crate) presses: bool,
    /// What the players may propose, without an event's regulations.
    #[schema(value_type = Vec<Proposable>)]
    pub(crate) proposals: Vec<&'static str>,
}

/// A code with all its clauses, in printed order.
#[derive(Serialize, ToSchema)]
pub(crate) struct WholeCode {
    #[schema(value_type = Code)]
    pub(crate) code: &'static str,
    pub(crate) title: &'static str,
    pub(crate) clauses: Vec<Clause>,
}

/// A clause, in our own words.
#[derive(Serialize, ToSchema)]
pub(crate) struct Clause {
    pub(crate) label: &'static str,
    pub(crate) heading: &'static str,
    #[schema(value_type = Disposition)]
    pub(crate) disposition: &'static str,
    /// Why it is not played.
    #[schema(required)]
    pub(crate) reason: Option<&'static str>,
    pub(crate) gist: &'static str,
    pub(crate) parts: Vec<ClausePart>,
}

/// A part of a clause.
#[derive(Serialize, ToSchema)]
pub(crate) struct ClausePart {
    #[schema(value_type = Disposition)]
    pub(crate) disposition: &'static str,
    pub(crate) gist: &'static str,
}

/// What was found by a clause's name.
#[derive(Serialize, ToSchema)]
#[serde(tag = "found", rename_all = "lowercase")]
pub(crate) enum FoundClause {
    /// One clause.
    Clause {
        clause: Clause,
        /// The clauses under it.
        within: Vec<Clause>,
        /// Our readings of it.
        readings: Vec<ReadingEntry>,
        /// The questions in whose tables it is cited.
        questions: Vec<&'static str>,
    },
    /// Several that may be meant.
    Several { clauses: Vec<Clause> },
}

/// The numbered readings.
#[derive(Serialize, ToSchema)]
pub(crate) struct Readings {
    pub(crate) readings: Vec<ReadingEntry>,
}

/// How we take a code where it is silent or unclear.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReadingEntry {
    pub(crate) id: &'static str,
    #[schema(value_type = Vec<Code>)]
    pub(crate) codes: Vec<&'static str>,
    pub(crate) clauses: Vec<&'static str>,
    /// The question.
    pub(crate) words: &'static str,
    pub(crate) choice: &'static str,
    pub(crate) reason: &'static str,
}

/// The questions on which codes are compared.
#[derive(Serialize, ToSchema)]
pub(crate) struct Questions {
    pub(crate) questions: Vec<QuestionBriefly>,
}

/// A question of law.
#[derive(Serialize, ToSchema)]
pub(crate) struct QuestionBriefly {
    pub(crate) question: &'static str,
    pub(crate) title: String,
}

/// A question of law, the codes side by side.
#[derive(Serialize, ToSchema)]
pub(crate) struct Comparison {
    pub(crate) question: &'static str,
    pub(crate) title: String,
    pub(crate) rows: Vec<ComparisonRow>,
}

/// One point, and what each code says of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ComparisonRow {
    pub(crate) what: String,
    pub(crate) answers: BTreeMap<&'static str, CodeAnswer>,
}

/// What a code says.
#[derive(Serialize, ToSchema)]
pub(crate) struct CodeAnswer {
    pub(crate) answer: String,
    /// Clauses.
    pub(crate) authority: Vec<&'static str>,
    /// Whether the code says nothing, so that a reading is taken.
    pub(crate) silent: bool,
    #[schema(required)]
    pub(crate) reading: Option<&'static str>,
}

/// An incident.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"header": {}, "acts": [{"by": "white", "act": "move", "move": "e2e5"}]}))]
pub(crate) struct Incident {
    /// The header of a record; its code is passed over.
    #[schema(value_type = IncidentHeader)]
    pub(crate) header: Json,
    /// The acts.
    #[schema(value_type = Vec<Act>, max_items = 200)]
    pub(crate) acts: Vec<Json>,
    /// Which codes are asked; all where nothing is said.
    #[serde(default)]
    #[schema(value_type = Option<Vec<Code>>, min_items = 1)]
    pub(crate) codes: Option<Vec<String>>,
}

/// What each code says of an incident.
#[derive(Serialize, ToSchema)]
pub(crate) struct Judged {
    /// By the code's name.
    pub(crate) codes: BTreeMap<&'static str, JudgedUnder>,
}

/// What one code says of an incident.
#[derive(Serialize, ToSchema)]
pub(crate) struct JudgedUnder {
    /// The state before any act, then after each.
    #[schema(value_type = Vec<State>)]
    pub(crate) states: Vec<Json>,
    #[schema(required)]
    pub(crate) stopped: Option<Stopped>,
}

/// Where judging stopped: the act cannot have happened.
#[derive(Serialize, ToSchema)]
pub(crate) struct Stopped {
    /// From 1; 0 where the game cannot be opened under this code.
    pub(crate) act: usize,
    pub(crate) detail: String,
}

/// A move as written, to be read in a position.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "Kt-KB3"}))]
pub(crate) struct ReadInPosition {
    /// The position, as FEN; the ordinary array where nothing is said.
    #[serde(default)]
    pub(crate) fen: Option<String>,
    /// The move as written.
    #[schema(max_length = 200)]
    pub(crate) text: String,
    /// The code in whose form it is written back.
    #[serde(default)]
    #[schema(value_type = Option<Code>)]
    pub(crate) code: Option<String>,
}

/// What a text means.
#[derive(Serialize, ToSchema)]
pub(crate) struct Reading {
    pub(crate) text: String,
    pub(crate) understood: bool,
    /// The moves it can mean; none to one who plays without sight of the board.
    #[schema(value_type = Vec<Written>)]
    pub(crate) moves: Vec<WrittenMove>,
    /// How many there are.
    pub(crate) count: usize,
    pub(crate) remarks: Vec<String>,
    #[schema(required)]
    pub(crate) problem: Option<String>,
    /// Where in the text the problem is: from, to.
    #[schema(required)]
    pub(crate) span: Option<[usize; 2]>,
}

/// A move as it is written.
#[derive(Serialize)]
pub(crate) struct WrittenMove {
    pub(crate) uci: String,
    pub(crate) descriptive: String,
    pub(crate) algebraic: String,
    pub(crate) full: String,
}
