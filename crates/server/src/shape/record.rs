//! The game record as the interface describes it: header, acts, states.

#![allow(
    dead_code,
    reason = "these types are never made: they describe what `jadoube_record` writes"
)]

use super::{fields_of, one_of, words};
use jadoube_game::{
    Act as Done, Declared, Ended, Error, Ground, How, Mode as Played, Penalty as Exacted, Proposal,
    Requirement,
};
use jadoube_game::{Code as Laws, Party as Acting, Status as Stands};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Ref, RefOr,
        schema::{AdditionalProperties, ArrayBuilder, Object, ObjectBuilder, OneOfBuilder, Schema, Type},
    },
};

words! {
    /// One of the sides.
    Colour: ["white", "black"];
    /// Who acts.
    Party: Acting::ALL.iter().map(|party| party.word());
    /// A code of laws.
    Code: Laws::ALL.map(Laws::name);
    /// Over the board, or by communication.
    Mode: Played::ALL.iter().map(|mode| mode.word());
    /// How a game stands.
    Status: Stands::ALL.iter().map(|status| status.word());
    /// How a game before this one ended.
    PreviousStatus: Ended::ALL.iter().map(|ended| ended.word());
    /// What can happen at the board.
    ActName: Done::NAMES.iter().copied();
}

/// The header of a record: the terms on which a game is played.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    code: Code,
    #[schema(required = false)]
    mode: Mode,
    /// FEN of the position the game starts from, where it is not the ordinary one.
    #[schema(required = false)]
    start: String,
    #[schema(required = false)]
    odds: Odds,
    #[schema(required = false)]
    undertakings: Vec<Undertaking>,
    #[schema(required = false)]
    time_limit: TimeLimit,
    /// By communication: hours between the receipt of a move and the receipt of its reply.
    #[schema(required = false, minimum = 1)]
    reply_hours: u32,
    #[schema(required = false)]
    sides: Sides,
    /// Whether players are expected at 0 and each must arrive.
    #[schema(required = false)]
    scheduled: bool,
    #[schema(required = false)]
    previous: Previous,
    /// What the players agreed to differently where the code leaves it to them.
    #[schema(required = false, schema_with = agreements)]
    agreements: (),
    /// Whether an act that would be an offence is refused and changes nothing.
    #[schema(required = false)]
    guard: bool,
}

fn agreements() -> Schema {
    let agreed = OneOfBuilder::new()
        .item(Object::with_type(Type::Boolean))
        .item(Object::with_type(Type::String))
        .item(Object::with_type(Type::Number));
    ObjectBuilder::new()
        .additional_properties(Some(AdditionalProperties::from(Schema::from(agreed.build()))))
        .description(Some(
            "What the players agreed to differently where the code leaves it to them.",
        ))
        .build()
        .into()
}

/// Odds.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Odds {
    giver: Colour,
    /// Names of men (`pawn`, `knight`, `bishop`, `rook`, `queen`) or squares.
    #[schema(required = false)]
    men: Vec<String>,
    /// How many moves the receiver makes at the start.
    #[schema(required = false)]
    moves: u32,
}

/// To mate with a certain man or on a certain square, or to be mated or stalemated.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Undertaking {
    by: Colour,
    #[schema(required = false)]
    mate: Mate,
    #[schema(required = false, schema_with = engage)]
    engage: (),
}

fn engage() -> RefOr<Schema> {
    one_of(["be-mated", "be-stalemated"], "What he engages to suffer.")
}

/// How he undertakes to mate.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mate {
    /// The square where the man stood at the start.
    #[schema(required = false)]
    with: String,
    /// The square of the King.
    #[schema(required = false)]
    on: String,
}

/// So many moves within so much of one's own time.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeLimit {
    /// Periods, moves counted from the start.
    #[schema(required = false)]
    by: Vec<Period>,
    #[schema(required = false)]
    then: Period,
    /// When play ends for good, in seconds of the wall.
    #[schema(required = false, minimum = 0)]
    close_of_play: f64,
}

/// So many moves in so many seconds.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Period {
    #[schema(minimum = 1)]
    moves: u32,
    #[schema(minimum = 0)]
    seconds: f64,
}

/// Who consults on each side.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sides {
    #[schema(required = false)]
    white: Vec<String>,
    #[schema(required = false)]
    black: Vec<String>,
}

/// The game before this one in a sitting or match.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Previous {
    first_move: Colour,
    status: PreviousStatus,
}

/// The header of an incident that several codes are asked about: no code is needed.
pub(crate) struct IncidentHeader;

impl PartialSchema for IncidentHeader {
    fn schema() -> RefOr<Schema> {
        let mut header = fields_of::<Header>();
        header.required.retain(|name| name != "code");
        header.description = Some("The header of a record; its code is passed over.".to_owned());
        Schema::Object(header).into()
    }
}

impl ToSchema for IncidentHeader {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Header::schemas(schemas);
    }
}

/// One act of the record. Which fields belong to it depends on its name.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_field_names, reason = "the record's own names")]
pub(crate) struct Act {
    by: Party,
    act: ActName,
    /// Seconds since the start of play.
    #[schema(required = false, minimum = 0)]
    at: f64,
    /// Which person of a consulting side.
    #[schema(required = false)]
    player: String,
    /// `e2e4`, `e7e8q`; where an error is pointed out, the number of the move.
    #[schema(required = false, schema_with = move_or_number)]
    r#move: (),
    /// With a move: what was said.
    #[schema(required = false)]
    say: String,
    #[schema(required = false)]
    square: String,
    #[schema(required = false)]
    accident: bool,
    #[schema(required = false)]
    hold: bool,
    #[schema(required = false)]
    mistake: bool,
    #[schema(required = false, schema_with = promoted)]
    to: (),
    #[schema(required = false, schema_with = how)]
    how: (),
    /// What was said aloud.
    #[schema(required = false)]
    words: String,
    #[schema(required = false, schema_with = penalty)]
    penalty: (),
    #[schema(required = false)]
    man: String,
    #[schema(required = false)]
    men: Vec<String>,
    /// With a waiver: what is waived.
    #[schema(required = false)]
    clause: String,
    #[schema(required = false, schema_with = what)]
    what: (),
    #[schema(required = false, schema_with = ground)]
    ground: (),
    #[schema(required = false)]
    offence: String,
    #[schema(required = false, schema_with = error)]
    error: (),
    /// The sealed move as written; null to all but its writer until it is opened.
    #[schema(required = false)]
    record: Option<String>,
    #[schema(required = false)]
    board: String,
    #[schema(required = false)]
    clocks: UsedTimes,
    /// With a resumption: who is not there.
    #[schema(required = false)]
    absent: Vec<Colour>,
    /// A move as it was sent.
    #[schema(required = false)]
    text: String,
    #[schema(required = false)]
    texts: Vec<String>,
    /// Pairs of an assumed reply and the own next move.
    #[schema(required = false, schema_with = series)]
    r#if: (),
    #[schema(required = false)]
    adopt: String,
    #[schema(required = false)]
    question: String,
    #[schema(required = false)]
    ruling: String,
    #[schema(required = false, schema_with = result)]
    result: (),
    #[schema(required = false)]
    fact: String,
    #[schema(required = false)]
    moves_allowed: u32,
}

fn move_or_number() -> Schema {
    OneOfBuilder::new()
        .item(Object::with_type(Type::String))
        .item(ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)))
        .description(Some(
            "e2e4, e7e8q; where an error is pointed out, the number of the move.",
        ))
        .build()
        .into()
}

fn series() -> Schema {
    let pair = ArrayBuilder::new()
        .items(Object::with_type(Type::String))
        .min_items(Some(2))
        .max_items(Some(2));
    ArrayBuilder::new()
        .items(pair)
        .description(Some("Pairs of an assumed reply and the own next move."))
        .build()
        .into()
}

fn promoted() -> RefOr<Schema> {
    one_of(["q", "r", "b", "n", "p"], "Into what.")
}

fn how() -> RefOr<Schema> {
    one_of(How::ALL.iter().map(|how| how.word()), "How it was promoted.")
}

fn penalty() -> RefOr<Schema> {
    one_of(
        Exacted::ALL.iter().map(|penalty| penalty.word()),
        "Which penalty is exacted.",
    )
}

fn what() -> RefOr<Schema> {
    let known = Proposal::ALL
        .iter()
        .map(|each| each.word())
        .chain(Requirement::ALL.iter().map(|each| each.word()));
    let known: Vec<&str> = known.collect();
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(format!(
            "What is offered, accepted, declined, required, demanded or consented to: {}, mate-in-fifty, or words.",
            known.join(", ")
        )))
        .build()
        .into()
}

fn ground() -> RefOr<Schema> {
    one_of(
        Ground::ALL.iter().map(|ground| ground.word()),
        "On which ground it is claimed.",
    )
}

fn error() -> RefOr<Schema> {
    one_of(
        Error::ALL.iter().map(|error| error.word()),
        "Which error is pointed out.",
    )
}

fn result() -> RefOr<Schema> {
    one_of(
        Declared::ALL.iter().map(|result| result.word()),
        "What the umpire declares.",
    )
}

/// Seconds used by each side.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UsedTimes {
    #[schema(minimum = 0)]
    white: f64,
    #[schema(minimum = 0)]
    black: f64,
}

/// An act as it is sent to a game: the server's clock writes its time. A right may be given back as it stands; what is
/// only said about it (`clause`, `text`, `then`) is passed over.
pub(crate) struct ActSent;

impl PartialSchema for ActSent {
    fn schema() -> RefOr<Schema> {
        let mut act = with_remarks();
        act.required.retain(|name| name == "act");
        act.properties.remove("at");
        act.description = Some(
            "An act as it is sent to a game: the server's clock writes its time, and `by` may be left out by one \
             who has one party only. A right may be given back as it stands; what is only said about it is passed over."
                .to_owned(),
        );
        Schema::Object(act).into()
    }
}

impl ToSchema for ActSent {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Right::schemas(schemas);
    }
}

/// A right now open.
pub(crate) struct Right;

fn with_remarks() -> Object {
    let mut act = fields_of::<Act>();
    let then = OneOfBuilder::new()
        .item(Object::with_type(Type::Null))
        .item(Ref::from_schema_name(Then::name()))
        .description(Some(
            "The state that would follow; null where it must not be known yet.",
        ));
    act.properties
        .insert("then".to_owned(), Schema::from(then.build()).into());
    let lapses = ObjectBuilder::new()
        .schema_type(Type::Boolean)
        .description(Some("It lapses as soon as he who has it touches a man."));
    act.properties
        .insert("lapses".to_owned(), Schema::from(lapses.build()).into());
    act
}

impl PartialSchema for Right {
    fn schema() -> RefOr<Schema> {
        let mut right = with_remarks();
        right.properties.remove("at");
        right.required.push("then".to_owned());
        right.description = Some(
            "A right now open: an act that can be given back as it stands, with the clause that gives it, a short \
             text, and what would follow."
                .to_owned(),
        );
        Schema::Object(right).into()
    }
}

impl ToSchema for Right {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Act::schemas(schemas);
        schemas.push((Then::name().into_owned(), Then::schema()));
        Then::schemas(schemas);
    }
}

/// What would follow.
#[derive(ToSchema)]
pub(crate) struct Then {
    board: String,
    turn: Colour,
    moves: Vec<String>,
    status: Status,
    #[schema(required)]
    winner: Option<Colour>,
}

/// How a game stands after an act.
#[derive(ToSchema)]
pub(crate) struct State {
    /// How many acts have happened.
    seq: u32,
    /// The men as they stand, as FEN; null to one who plays without sight of the board.
    #[schema(required)]
    board: Option<String>,
    turn: Colour,
    status: Status,
    #[schema(required)]
    winner: Option<Colour>,
    /// The clause that ended the game.
    #[schema(required)]
    clause: Option<String>,
    /// For an annulled game: who has the first move in the next.
    #[schema(required)]
    next_first_move: Option<Colour>,
    /// What the player on turn may play without breaking the law, in UCI.
    moves: Vec<String>,
    /// Why that is narrower than all legal moves.
    #[schema(required)]
    duty: Option<Duty>,
    /// Every right now open, as far as the viewer may see it.
    options: Rights,
    /// To a player: what his opponent is choosing from, after something that gives him the choice.
    #[schema(required = false)]
    pending: Vec<Duty>,
    /// What the law said of this act.
    rulings: Vec<Ruling>,
    #[schema(required)]
    clock: Option<UsedClock>,
    #[schema(required)]
    record: Option<Written>,
    #[schema(required)]
    refused: Option<Refusal>,
}

/// Why a player may not play as he likes.
#[derive(ToSchema)]
pub(crate) struct Duty {
    clause: String,
    text: String,
}

/// Rights by party.
#[derive(ToSchema)]
pub(crate) struct Rights {
    white: Vec<Right>,
    black: Vec<Right>,
    umpire: Vec<Right>,
}

/// What the law said.
#[derive(ToSchema)]
pub(crate) struct Ruling {
    clause: String,
    #[schema(required)]
    party: Option<Party>,
    text: String,
}

/// Seconds used, and whose clock runs.
#[derive(ToSchema)]
pub(crate) struct UsedClock {
    white: f64,
    black: f64,
    #[schema(required)]
    running: Option<Colour>,
}

/// A move as it is written.
#[derive(ToSchema)]
pub(crate) struct Written {
    uci: String,
    descriptive: String,
    algebraic: String,
    full: String,
}

/// Why an act had no effect.
#[derive(ToSchema)]
pub(crate) struct Refusal {
    #[schema(required)]
    clause: Option<String>,
    why: String,
}

/// One act and what the law said of it.
#[derive(ToSchema)]
pub(crate) struct Entry {
    seq: u32,
    act: Act,
    /// The men after it, as FEN; null to one who plays without sight of the board.
    #[schema(required)]
    board: Option<String>,
    turn: Colour,
    status: Status,
    rulings: Vec<Ruling>,
    #[schema(required)]
    refused: Option<Refusal>,
    #[schema(required)]
    record: Option<Written>,
    /// Moves completed by this act before `record`: a reply that set off conditional moves.
    #[schema(required = false)]
    earlier: Vec<Written>,
    #[schema(required)]
    clock: Option<UsedClock>,
}
