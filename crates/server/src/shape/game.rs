//! Games, seats, matches, and what is sent of them.

use super::{ActSent, Code, Colour, Entry, Header, Mode, State, Status, one_of, words};
use jadoube_record::Json;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, schema::Schema},
};

words! {
    /// As what somebody looks at a game.
    Role: ["player", "umpire", "onlooker"];
    /// A party one can act for.
    Seated: ["white", "black", "umpire"];
    /// Whom an invitation is for.
    Invitee: ["white", "black", "umpire", "onlooker"];
    /// Where something is said.
    Channel: ["table", "white", "black", "onlookers"];
    /// The creator's own seat.
    Side: ["white", "black", "random", "umpire"];
    /// Who sits opposite: whoever opens the link, the same person at this screen, or the server's engine.
    Opponent: ["link", "here", "computer"];
    /// How the computer takes the law: all that it gives, letting errors pass, or offending now and then itself.
    Temper: ["strict", "gentle", "rogue"];
    /// A person of a match: `a` opened it.
    Person: ["a", "b"];
    /// How a score is written.
    Style: ["descriptive", "algebraic", "full"];
    /// On what a score is written.
    Format: ["html", "text"];
    /// Why a live view ends.
    Farewell: ["slow", "shutdown", "unauthorized"];
}

/// Who will sit where.
#[derive(Default, Clone)]
pub(crate) struct Opening {
    pub(crate) side: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) opponent: Option<String>,
    pub(crate) level: Option<u8>,
    pub(crate) temper: Option<String>,
    pub(crate) umpire: Option<bool>,
    pub(crate) blindfold: Option<Vec<String>>,
    pub(crate) public: Option<bool>,
    pub(crate) lobby: Option<bool>,
    pub(crate) title: Option<String>,
    pub(crate) days_per_move: Option<u32>,
    pub(crate) starts_ms: Option<i64>,
}

/// Requests that open a game: fields of their own, and who will sit where. (Flattened fields could not refuse what
/// they do not know.)
macro_rules! openings {
    ($($(#[doc = $about:literal])+ $name:ident, $example:expr, { $($(#[$on:meta])* $field:ident: $kind:ty,)+ })+) => { $(
        $(#[doc = $about])+
        #[derive(Deserialize, ToSchema)]
        #[serde(deny_unknown_fields)]
        #[schema(example = $example)]
        pub(crate) struct $name {
            $($(#[$on])* pub(crate) $field: $kind,)+
            /// The creator's own seat; white where nothing is said.
            #[serde(default)]
            #[schema(value_type = Option<Side>)]
            side: Option<String>,
            /// The creator's name.
            #[serde(default)]
            #[schema(max_length = 64)]
            name: Option<String>,
            /// Who sits opposite; link where nothing is said.
            #[serde(default)]
            #[schema(value_type = Option<Opponent>)]
            opponent: Option<String>,
            /// How well the computer plays, from a beginner to as well as it can.
            #[serde(default)]
            #[schema(minimum = 1, maximum = 10)]
            level: Option<u8>,
            /// How the computer takes the law; strict where nothing is said.
            #[serde(default)]
            #[schema(value_type = Option<Temper>)]
            temper: Option<String>,
            /// Whether there is an umpire.
            #[serde(default)]
            umpire: Option<bool>,
            /// Colours to whom no board is sent.
            #[serde(default)]
            #[schema(value_type = Option<Vec<Colour>>, max_items = 2)]
            blindfold: Option<Vec<String>>,
            /// Whether anyone may watch.
            #[serde(default)]
            public: Option<bool>,
            /// Whether anyone may take the empty chair: the game is public, and listed as open.
            #[serde(default)]
            lobby: Option<bool>,
            /// What people call it.
            #[serde(default)]
            #[schema(max_length = 120)]
            title: Option<String>,
            /// By communication: days for a reply.
            #[serde(default)]
            #[schema(minimum = 1, maximum = 365)]
            days_per_move: Option<u32>,
            /// When play starts, for a game with a schedule.
            #[serde(default)]
            starts_ms: Option<i64>,
        }

        impl $name {
            /// Who will sit where.
            pub(crate) fn opening(&mut self) -> Opening {
                Opening {
                    side: self.side.take(),
                    name: self.name.take(),
                    opponent: self.opponent.take(),
                    level: self.level,
                    temper: self.temper.take(),
                    umpire: self.umpire,
                    blindfold: self.blindfold.take(),
                    public: self.public,
                    lobby: self.lobby,
                    title: self.title.take(),
                    days_per_move: self.days_per_move,
                    starts_ms: self.starts_ms,
                }
            }
        }
    )+ };
}

openings! {
    /// A game to be opened.
    OpenGame, json!({"header": {"code": "bcc-1899"}, "name": "Ann"}), {
        /// The terms.
        #[schema(value_type = Header)]
        header: Json,
    }
    /// A match to be opened, with its first game.
    OpenMatch, json!({"header": {"code": "bcc-1899"}, "games": 6}), {
        /// The terms of every game.
        #[schema(value_type = Header)]
        header: Json,
        /// How many games.
        #[schema(minimum = 1, maximum = 100)]
        games: i64,
    }
    /// A record to be taken in.
    ImportGame, json!({"record": "{\"code\":\"bcc-1899\"}\n{\"by\":\"white\",\"act\":\"move\",\"move\":\"e2e4\"}"}), {
        /// The record: a header and one act per line.
        record: String,
    }
}

/// A game that was opened: what its creator is told, once.
#[derive(Serialize, ToSchema)]
pub(crate) struct Opened {
    pub(crate) id: String,
    /// The creator's seat token.
    pub(crate) token: String,
    #[schema(value_type = Vec<Seated>)]
    pub(crate) parties: Vec<&'static str>,
    #[schema(value_type = Role)]
    pub(crate) role: &'static str,
    /// The creator's own link; its secret is after `#` and never sent.
    pub(crate) link: String,
    /// Secrets are not kept: these links are shown here and nowhere else.
    pub(crate) invitations: Vec<Invitation>,
    pub(crate) game: GameView,
    /// The match, where it is its first game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) r#match: Option<Match>,
}

/// An invitation: whom it is for, and its secret.
#[derive(Serialize, ToSchema)]
pub(crate) struct Invitation {
    #[schema(value_type = Invitee)]
    pub(crate) party: String,
    /// Which person of a consulting side.
    pub(crate) person: i64,
    #[schema(required)]
    pub(crate) name: Option<String>,
    pub(crate) code: String,
    pub(crate) link: String,
}

/// Where an invitation leads, shown before one sits down.
#[derive(Serialize, ToSchema)]
pub(crate) struct InvitationShown {
    pub(crate) game: String,
    #[schema(value_type = Role)]
    pub(crate) role: &'static str,
    #[schema(value_type = Vec<Seated>)]
    pub(crate) parties: Vec<&'static str>,
    pub(crate) taken: bool,
    #[schema(value_type = Header)]
    pub(crate) header: Json,
    pub(crate) settings: SettingsView,
    /// How many games, where it is a match.
    #[schema(required)]
    pub(crate) games: Option<i64>,
    pub(crate) names: Players,
}

/// Names by side.
#[derive(Serialize, ToSchema)]
pub(crate) struct Players {
    pub(crate) white: Vec<String>,
    pub(crate) black: Vec<String>,
}

/// Sitting down.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Accept {
    /// The name to be shown.
    #[serde(default)]
    #[schema(max_length = 64)]
    pub(crate) name: Option<String>,
    /// A secret made by the caller, so that repeating is safe.
    #[serde(default)]
    #[schema(min_length = 32, max_length = 128, pattern = "^[A-Za-z0-9_-]*$")]
    pub(crate) token: Option<String>,
}

/// A seat that was taken.
#[derive(Serialize, ToSchema)]
pub(crate) struct Accepted {
    pub(crate) game: String,
    pub(crate) token: String,
    #[schema(value_type = Vec<Seated>)]
    pub(crate) parties: Vec<&'static str>,
    #[schema(value_type = Role)]
    pub(crate) role: &'static str,
    pub(crate) link: String,
}

/// A new invitation: for onlookers, for a player whose seat waits, or for an umpire on whom both players have agreed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Invite {
    #[schema(value_type = Invitee)]
    pub(crate) party: String,
}

/// Seats not yet taken.
#[derive(Serialize, ToSchema)]
pub(crate) struct Waiting {
    pub(crate) waiting: Vec<WaitingSeat>,
}

/// A seat not yet taken.
#[derive(Serialize, ToSchema)]
pub(crate) struct WaitingSeat {
    /// Its number, by which it can be revoked.
    pub(crate) seat: i64,
    #[schema(value_type = Invitee)]
    pub(crate) party: String,
    pub(crate) person: i64,
    #[schema(required)]
    pub(crate) name: Option<String>,
}

/// Games, briefly.
#[derive(Serialize, ToSchema)]
pub(crate) struct Games {
    pub(crate) games: Vec<Brief>,
}

/// A game, briefly.
#[derive(Serialize, ToSchema)]
pub(crate) struct Brief {
    pub(crate) id: String,
    #[schema(required)]
    pub(crate) title: Option<String>,
    #[schema(value_type = Code)]
    pub(crate) code: String,
    #[schema(value_type = Mode)]
    pub(crate) mode: String,
    #[schema(value_type = Status)]
    pub(crate) status: String,
    #[schema(required, value_type = Option<Colour>)]
    pub(crate) winner: Option<String>,
    pub(crate) seq: i64,
    #[schema(value_type = Colour)]
    pub(crate) turn: String,
    pub(crate) players: Players,
    /// The parties of the one who asks.
    #[schema(value_type = Vec<Seated>)]
    pub(crate) you: Vec<&'static str>,
    pub(crate) created_ms: i64,
    pub(crate) updated_ms: i64,
    pub(crate) your_turn: bool,
    /// The chair that anyone may take.
    #[schema(required, value_type = Option<Colour>)]
    pub(crate) open: Option<&'static str>,
    #[schema(required)]
    pub(crate) deadline_ms: Option<i64>,
}

/// A game as one viewer may see it.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameView {
    pub(crate) id: String,
    #[schema(required)]
    pub(crate) title: Option<String>,
    pub(crate) created_ms: i64,
    /// When play started.
    #[schema(required)]
    pub(crate) started_ms: Option<i64>,
    pub(crate) now_ms: i64,
    #[schema(value_type = Header)]
    pub(crate) header: Json,
    pub(crate) settings: SettingsView,
    pub(crate) you: You,
    /// Players and umpire; onlookers are not listed.
    pub(crate) seats: Vec<Seat>,
    pub(crate) onlookers: u32,
    pub(crate) seq: u32,
    #[schema(value_type = State)]
    pub(crate) state: Json,
    /// One entry for each act after the number asked from.
    #[schema(value_type = Vec<Entry>)]
    pub(crate) log: Vec<Json>,
    #[schema(required)]
    pub(crate) clock: Option<Clock>,
    #[schema(required)]
    pub(crate) sealed: Option<Sealed>,
    #[schema(required)]
    pub(crate) r#match: Option<String>,
    #[schema(required)]
    pub(crate) next_game: Option<String>,
    /// Where a computer plays: what it is doing.
    #[schema(required)]
    pub(crate) computer: Option<Computer>,
    /// Where the stored record is broken: what is wrong with it. The game is shown up to there and takes no more acts.
    #[schema(required)]
    pub(crate) broken: Option<String>,
    /// The acts so far, signed; not where no server keeps the game.
    #[schema(required)]
    pub(crate) signed: Option<Signed>,
}

/// A game up to an act, signed by the server: `jadoube admin verify` checks a downloaded record by it.
#[derive(Serialize, ToSchema, Debug, Clone)]
pub(crate) struct Signed {
    pub(crate) game: String,
    pub(crate) seq: u32,
    /// The last hash of the chain of acts, and of when play started and stood still (BLAKE3, hexadecimal).
    pub(crate) head: String,
    /// Ed25519, hexadecimal.
    pub(crate) signature: String,
    /// The server's public key, hexadecimal.
    pub(crate) key: String,
}

/// A computer that plays.
#[derive(Serialize, ToSchema, Debug, Clone, PartialEq, Eq)]
pub(crate) struct Computer {
    #[schema(value_type = Colour)]
    pub(crate) side: &'static str,
    /// What the engine calls itself.
    #[schema(required)]
    pub(crate) name: Option<String>,
    pub(crate) thinking: bool,
    /// A sentence for a person, where something is the matter.
    #[schema(required)]
    pub(crate) trouble: Option<String>,
    /// What it says of what it last did.
    #[schema(required)]
    pub(crate) remark: Option<String>,
}

/// What was settled beside the header.
#[derive(Serialize, ToSchema)]
pub(crate) struct SettingsView {
    /// Colours to whom no board is sent.
    #[schema(value_type = Vec<Colour>)]
    pub(crate) blindfold: Vec<String>,
    pub(crate) public: bool,
    #[schema(value_type = Opponent)]
    pub(crate) opponent: String,
    pub(crate) vacation: VacationView,
}

/// Vacations.
#[derive(Serialize, ToSchema)]
pub(crate) struct VacationView {
    pub(crate) agreed: Vec<crate::time::Pause>,
    #[schema(required)]
    pub(crate) proposed: Option<crate::live_games::Proposed>,
}

/// The one who asks.
#[derive(Serialize, ToSchema)]
pub(crate) struct You {
    #[schema(value_type = Role)]
    pub(crate) role: &'static str,
    #[schema(value_type = Vec<Seated>)]
    pub(crate) parties: Vec<&'static str>,
    #[schema(required)]
    pub(crate) name: Option<String>,
    #[schema(required)]
    pub(crate) seat: Option<i64>,
    /// Whether no board is sent.
    pub(crate) blindfold: bool,
}

/// A seat as everybody may see it.
#[derive(Serialize, ToSchema)]
#[allow(clippy::struct_field_names, reason = "the interface's own names")]
pub(crate) struct Seat {
    pub(crate) seat: i64,
    #[schema(value_type = Seated)]
    pub(crate) party: &'static str,
    pub(crate) person: i64,
    #[schema(required)]
    pub(crate) name: Option<String>,
    pub(crate) taken: bool,
    pub(crate) present: bool,
}

/// The clocks at this moment. Seconds used now; to be counted on from `now_ms`.
#[derive(Serialize, ToSchema)]
pub(crate) struct Clock {
    pub(crate) at: f64,
    pub(crate) white: f64,
    pub(crate) black: f64,
    #[schema(required, value_type = Option<Colour>)]
    pub(crate) running: Option<&'static str>,
    #[schema(required)]
    pub(crate) white_left: Option<f64>,
    #[schema(required)]
    pub(crate) black_left: Option<f64>,
    /// Moves still to make in this period.
    #[schema(required)]
    pub(crate) white_moves: Option<u32>,
    #[schema(required)]
    pub(crate) black_moves: Option<u32>,
    /// When the flag falls if nothing happens.
    #[schema(required)]
    pub(crate) flag_ms: Option<i64>,
    pub(crate) now_ms: i64,
}

/// A sealed move: what both players may check it by.
#[derive(Serialize, ToSchema)]
pub(crate) struct Sealed {
    #[schema(value_type = Colour)]
    pub(crate) by: &'static str,
    /// BLAKE3, hexadecimal.
    pub(crate) commitment: String,
    #[schema(required)]
    pub(crate) opened: Option<OpenedEnvelope>,
    /// Of what the commitment is the hash.
    pub(crate) checks: &'static str,
}

/// What was in the envelope.
#[derive(Serialize, ToSchema)]
pub(crate) struct OpenedEnvelope {
    pub(crate) record: String,
    pub(crate) nonce: String,
}

/// An act for a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"expected_seq": 0, "key": "1", "act": {"act": "move", "move": "e2e4"}}))]
pub(crate) struct SendAct {
    /// How many acts its author has seen.
    pub(crate) expected_seq: u32,
    /// His own name for this attempt: the same key again is the same act.
    #[schema(min_length = 1, max_length = 64)]
    pub(crate) key: String,
    /// The act, as in the record.
    #[schema(value_type = ActSent)]
    pub(crate) act: Json,
    /// The number of the author's own live view: it is not told of the act a second time.
    #[serde(default)]
    pub(crate) view: Option<u64>,
}

/// An act that is durable.
#[derive(Serialize, ToSchema)]
pub(crate) struct Acted<'s> {
    pub(crate) seq: u32,
    #[schema(value_type = Entry)]
    pub(crate) entry: Json,
    #[schema(value_type = State)]
    pub(crate) state: &'s RawValue,
    #[schema(required)]
    pub(crate) clock: Option<Clock>,
    #[schema(required)]
    pub(crate) sealed: Option<Sealed>,
    /// Whether the same key had come before.
    pub(crate) repeated: bool,
}

/// Another link to one's own seat.
#[derive(Serialize, ToSchema)]
pub(crate) struct Renewed {
    pub(crate) token: String,
    pub(crate) link: String,
}

/// A vacation: either days, which proposes, or accept.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"days": 14}))]
pub(crate) struct Vacation {
    /// Proposes so many days.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 60)]
    pub(crate) days: Option<u32>,
    /// Accepts what the opponent proposed.
    #[serde(default)]
    pub(crate) accept: Option<bool>,
}

/// A move as written, to be read in a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "Kt-KB3"}))]
pub(crate) struct ReadText {
    /// The move as written.
    #[schema(max_length = 200)]
    pub(crate) text: String,
}

/// Messages, in order.
#[derive(Serialize, ToSchema)]
pub(crate) struct Messages {
    pub(crate) messages: Vec<Message>,
}

/// Something said.
#[derive(Serialize, ToSchema)]
pub(crate) struct Message {
    pub(crate) id: i64,
    #[schema(value_type = Channel)]
    pub(crate) channel: String,
    #[schema(required)]
    pub(crate) author: Option<String>,
    #[schema(value_type = Invitee)]
    pub(crate) party: String,
    pub(crate) text: String,
    pub(crate) sent_ms: i64,
}

/// Something to say.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"channel": "table", "text": "good luck"}))]
pub(crate) struct Say {
    #[schema(value_type = Channel)]
    pub(crate) channel: String,
    /// What is said.
    #[schema(min_length = 1, max_length = 1000)]
    pub(crate) text: String,
    /// The author's own name for this attempt.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 64)]
    pub(crate) key: Option<String>,
}

/// A series of games.
#[derive(Serialize, ToSchema)]
pub(crate) struct Match {
    pub(crate) id: String,
    #[schema(required)]
    pub(crate) title: Option<String>,
    pub(crate) games: i64,
    pub(crate) score: Score,
    pub(crate) persons: Persons,
    pub(crate) played: Vec<Played>,
}

/// Points.
#[derive(Serialize, ToSchema)]
pub(crate) struct Score {
    pub(crate) a: f64,
    pub(crate) b: f64,
}

/// Names.
#[derive(Serialize, ToSchema, Default)]
pub(crate) struct Persons {
    #[schema(required)]
    pub(crate) a: Option<String>,
    #[schema(required)]
    pub(crate) b: Option<String>,
}

/// One game of a match.
#[derive(Serialize, ToSchema)]
pub(crate) struct Played {
    pub(crate) number: i64,
    pub(crate) game: String,
    /// Who has the white men.
    #[schema(value_type = Person)]
    pub(crate) white: String,
    #[schema(value_type = Colour)]
    pub(crate) first_move: String,
    #[schema(value_type = Status)]
    pub(crate) status: String,
    #[schema(required, value_type = Option<Colour>)]
    pub(crate) winner: Option<String>,
}

/// The next game of a match.
#[derive(Serialize, ToSchema)]
pub(crate) struct NextGame {
    pub(crate) id: String,
    pub(crate) game: GameView,
    pub(crate) r#match: Match,
}

/// What a live view is told.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum Told<'s> {
    /// The game, with log entries after the number asked from; and the number of this view.
    Hello { game: Box<GameView>, view: u64 },
    /// One or more acts, in order.
    Acts {
        seq: u32,
        #[schema(value_type = Vec<Entry>)]
        entries: Vec<Json>,
        #[schema(value_type = State)]
        state: &'s RawValue,
        #[schema(required)]
        clock: Option<Clock>,
        #[schema(required)]
        sealed: Option<Sealed>,
    },
    /// The running clock, only its own side.
    Clock {
        at: f64,
        #[schema(value_type = Colour)]
        running: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        white: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        black: Option<f64>,
        now_ms: i64,
        #[schema(required)]
        flag_ms: Option<i64>,
    },
    /// Who sits there.
    Seats { seats: Vec<Seat>, onlookers: u32 },
    /// What the computer is doing.
    Computer {
        #[schema(required)]
        computer: Option<Computer>,
    },
    /// Something was said.
    Chat { message: Message },
    /// The next game of the match is open.
    Next { game: String },
    /// The answer to a ping.
    Pong { now_ms: i64 },
    /// The view ends: connect again with the last number.
    Bye {
        #[schema(value_type = Farewell)]
        reason: &'static str,
        detail: String,
    },
}

/// What a live view says: `sit` first, within ten seconds.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Says {
    /// Who looks, and from which act on.
    Sit {
        /// The seat token; nothing for a session or a public game.
        #[serde(default)]
        token: Option<String>,
        #[serde(default)]
        from: Option<u32>,
    },
    /// Is anyone there?
    Ping {},
}
