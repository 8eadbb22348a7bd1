//! The game record as the interface describes it: header, acts, states.

#![allow(
    dead_code,
    reason = "these types are never made: they describe what `jadoube_record` writes"
)]

use super::{Act, fields_of, one_of, words};
use jadoube_game::{
    Act as Done, Ended, Guideline, Mode as Played, Pace, Presence, Sanction, Supervision as Watched,
};
use jadoube_game::{Code as Laws, Party as Acting, Status as Stands};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Ref, RefOr,
        schema::{Object, ObjectBuilder, OneOfBuilder, Schema, Type},
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
    /// Whether there is an umpire.
    ArbiterPresence: Presence::ALL.iter().map(|presence| presence.word());
    /// How closely a fast game is watched.
    Supervision: Watched::ALL.iter().map(|supervision| supervision.word());
    /// How fast a game is.
    GamePace: Pace::ALL.iter().map(|pace| pace.word());
    /// A guideline that an event may adopt.
    EventGuideline: Guideline::ALL.iter().map(|guideline| guideline.word());
    /// What the umpire imposes.
    SanctionName: Sanction::ALL.iter().map(|sanction| sanction.word());
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
    #[schema(required = false)]
    agreements: Agreements,
    /// Whether an act that would be an offence is refused and changes nothing.
    #[schema(required = false)]
    guard: bool,
    /// Whether there is an umpire.
    #[schema(required = false)]
    arbiter: ArbiterPresence,
    /// Whether a chess clock stands on the table.
    #[schema(required = false)]
    clock: bool,
    #[schema(required = false)]
    time_control: TimeControl,
    #[schema(required = false)]
    supervision: Supervision,
    /// How many seconds late a player may come.
    #[schema(required = false, minimum = 0)]
    default_time: f64,
    #[schema(required = false)]
    regulations: Regulations,
}

/// How time is given.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeControl {
    #[schema(required = false)]
    kind: GamePace,
    /// In order; the last has no number of moves.
    #[schema(required = false)]
    periods: Vec<TimePeriod>,
}

/// So much time for so many moves, or for the rest of the game.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimePeriod {
    #[schema(required = false, minimum = 1)]
    moves: u32,
    #[schema(minimum = 0)]
    seconds: f64,
    /// Added before each move. Not together with `delay`.
    #[schema(required = false, minimum = 0)]
    increment: f64,
    /// Passes before the time itself runs.
    #[schema(required = false, minimum = 0)]
    delay: f64,
}

/// What an event chose where the code leaves it to events.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Regulations {
    #[schema(required = false)]
    guidelines: Vec<EventGuideline>,
    /// After how many moves of each a draw may be agreed, or `ever`: never.
    #[schema(required = false, schema_with = no_draw_before)]
    no_draw_before: (),
    /// What a device costs instead of the game: a penalty's name, or the penalty with its measure.
    #[schema(required = false, schema_with = device_penalty)]
    device_penalty: (),
    /// Devices may be in a bag, switched off.
    #[schema(required = false)]
    bag: bool,
    #[schema(required = false)]
    report_leaving: bool,
    /// What a win, a draw and a loss score.
    #[schema(required = false, min_items = 3, max_items = 3)]
    points: Vec<f64>,
    /// What an illegal move gives the opponent, where it is not the ordinary time.
    #[schema(required = false, minimum = 0)]
    bonus_seconds: f64,
}

fn no_draw_before() -> Schema {
    OneOfBuilder::new()
        .item(ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)))
        .item(one_of(["ever"], "Never."))
        .build()
        .into()
}

fn device_penalty() -> Schema {
    OneOfBuilder::new()
        .item(Ref::from_schema_name(SanctionName::name()))
        .item(Ref::from_schema_name(Imposed::name()))
        .build()
        .into()
}

/// A penalty with its measure.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Imposed {
    penalty: SanctionName,
    #[schema(required = false, minimum = 0)]
    seconds: f64,
    #[schema(required = false, minimum = 0)]
    score: f64,
}

/// What players can agree on.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub(crate) struct Agreements {
    /// Who begins.
    #[schema(required = false)]
    first_move: Colour,
    /// How moves are recorded, sealed and sent: `descriptive` or `algebraic`.
    #[schema(required = false)]
    notation: String,
    /// Castling where a Rook was given.
    #[schema(required = false)]
    castle_without_rook: bool,
    #[schema(required = false)]
    book: bool,
    #[schema(required = false)]
    second_board: bool,
    #[schema(required = false)]
    assistance: bool,
    /// Whether overstepping the time costs the game.
    #[schema(required = false)]
    time_forfeit: bool,
    /// That questions of fact go to somebody looking on.
    #[schema(required = false)]
    spectator: bool,
    /// What the lots of a series were drawn from.
    #[schema(required = false)]
    seed: String,
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
/// only said about it (`clause`, `text`, `you`, `then`) is passed over.
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
    let you = ObjectBuilder::new().schema_type(Type::String).description(Some(
        "The text as it is said to the player who looks, where it speaks of him.",
    ));
    act.properties
        .insert("you".to_owned(), Schema::from(you.build()).into());
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
    /// Whose move is made and not yet completed, where the code tells the two apart.
    #[schema(required)]
    made: Option<Colour>,
    /// Completed illegal moves that were acted on, where the code counts them.
    #[schema(required)]
    illegal: Option<IllegalMoves>,
    /// What each player scores by the game, where the code says so.
    #[schema(required)]
    score: Option<Scores>,
}

/// Completed illegal moves of each player.
#[derive(ToSchema)]
pub(crate) struct IllegalMoves {
    white: u32,
    black: u32,
}

/// What each player scores.
#[derive(ToSchema)]
pub(crate) struct Scores {
    white: f64,
    black: f64,
}

/// Why a player may not play as he likes.
#[derive(ToSchema)]
pub(crate) struct Duty {
    clause: String,
    text: String,
    /// The text as it is said to the player who looks, where it speaks of him.
    #[schema(required = false)]
    you: String,
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
    /// The text as it is said to the player who looks, where it speaks of him.
    #[schema(required = false)]
    you: String,
}

/// Seconds used, and whose clock runs.
#[derive(ToSchema)]
pub(crate) struct UsedClock {
    white: f64,
    black: f64,
    #[schema(required)]
    running: Option<Colour>,
    /// Seconds left to each, where time is given and not only counted.
    #[schema(required)]
    left: Option<UsedTimes>,
    /// Seconds the arbiter has given each, less those he has taken, where he may.
    #[schema(required)]
    added: Option<AddedTimes>,
}

/// Seconds given less seconds taken.
#[derive(ToSchema)]
pub(crate) struct AddedTimes {
    white: f64,
    black: f64,
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
    /// The reason as it is said to the player who looks, where it speaks of him.
    #[schema(required = false)]
    you: String,
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
