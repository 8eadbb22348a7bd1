//! What was found, and in which game: the one object that every output is made of.

use jadoube_board::Position;
use jadoube_game::{Code, Ground};
use jadoube_law::End;
use serde::{Deserialize, Serialize, Serializer};

/// Some games in order, with what was found in them. A game is known by its place: the source, and the first byte there.
#[derive(Debug, Default, Clone)]
pub struct Part {
    /// The games.
    pub games: Vec<GameRow>,
    /// The findings, in the order of the games.
    pub findings: Vec<Finding>,
}

impl Part {
    /// Each game with what was found in it; without a game, what is wrong with a source itself.
    pub fn by_game(&self) -> impl Iterator<Item = (Option<&GameRow>, &[Finding])> {
        let (mut games, mut findings) = (&self.games[..], &self.findings[..]);
        core::iter::from_fn(move || {
            let next = findings.first().map(Finding::place);
            let game = games
                .first()
                .filter(|game| next.is_none_or(|next| game.place() <= next));
            let place = game.map(GameRow::place).or(next)?;
            let here = findings
                .iter()
                .take_while(|finding| finding.place() == place)
                .count();
            let (own, later) = findings.split_at(here);
            findings = later;
            games = &games[usize::from(game.is_some())..];
            Some((game, own))
        })
    }

    /// Gives the games their numbers, the next one first.
    pub(crate) fn number_from(&mut self, next: &mut u64) {
        let mut findings = self.findings.iter_mut().peekable();
        for row in &mut self.games {
            row.game = *next;
            while let Some(finding) = findings.next_if(|finding| finding.byte == row.byte) {
                finding.game = *next;
            }
            *next += 1;
        }
        // A fault of the file itself stands after its last game.
        findings.for_each(|finding| finding.game = *next);
    }
}

/// Something irregular in one game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Which of the sources, in the order they were named, from 0.
    #[serde(skip)]
    pub source: u32,
    /// The file, as it was named.
    pub file: String,
    /// The game's first byte, in the text after decompression.
    pub byte: u64,
    /// The game's number in its file, from 1.
    pub game: u64,
    /// Half-moves made when it arises.
    pub ply: u32,
    /// Under which code; none where no law is asked.
    #[serde(serialize_with = "code_name")]
    pub code: Option<Code>,
    /// The clause it rests on; none where the code is silent or no law is asked.
    pub clause: Option<String>,
    /// What it is.
    #[serde(flatten)]
    pub kind: Kind,
    /// The position at that moment.
    pub fen: Option<String>,
}

impl Finding {
    /// Where its game stands.
    pub(crate) fn place(&self) -> (u32, u64) {
        (self.source, self.byte)
    }
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Kind {
    /// A move that was not legal, and stood: the first of the game.
    IllegalMove {
        /// As it is written.
        text: String,
        /// What the code would have allowed the opponent.
        allowed: Vec<Allowed>,
    },
    /// A draw could have been claimed: the first moment.
    Claimable {
        /// On this ground.
        #[serde(serialize_with = "ground_name")]
        ground: Ground,
    },
    /// The game was over and went on.
    PassedOver {
        /// How it was over.
        #[serde(serialize_with = "end_word")]
        end: End,
    },
    /// The result contradicts what the record shows.
    Result {
        /// In which way.
        why: Contradiction,
    },
    /// A draw agreed before the code allows it.
    EarlyAgreement,
    /// A clock comment contradicts the time control.
    Clock {
        /// The clock as it is written.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// The same game again.
    Duplicate {
        /// The number of the first in its file.
        of: u64,
        /// The file of the first.
        of_file: String,
    },
    /// The record cannot be read to its end.
    Damaged {
        /// What is wrong.
        why: String,
    },
}

impl Kind {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Kind::IllegalMove { .. } => "illegal-move",
            Kind::Claimable { .. } => "claimable",
            Kind::PassedOver { .. } => "passed-over",
            Kind::Result { .. } => "result",
            Kind::EarlyAgreement => "early-agreement",
            Kind::Clock { .. } => "clock",
            Kind::Duplicate { .. } => "duplicate",
            Kind::Damaged { .. } => "damaged",
        }
    }

    /// What tells two findings of one kind apart, where anything does: the ground, the end, the contradiction.
    pub fn detail(&self) -> Option<&'static str> {
        match self {
            Kind::Claimable { ground } => Some(ground.word()),
            Kind::PassedOver { end } => Some(end_name(*end)),
            Kind::Result { why } => Some(why.word()),
            _ => None,
        }
    }

    /// What is wrong, in words, where it takes words to say.
    pub fn why(&self) -> Option<&str> {
        match self {
            Kind::Clock { why, .. } => Some(why),
            _ => None,
        }
    }

    /// Free words that belong to it.
    pub fn text(&self) -> Option<&str> {
        match self {
            Kind::IllegalMove { text, .. } | Kind::Clock { text, .. } => Some(text),
            Kind::Damaged { why } => Some(why),
            _ => None,
        }
    }
}

/// A right that an offence would have given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowed {
    /// By which clause.
    pub clause: String,
    /// What the opponent might have done.
    pub text: String,
}

/// How a result contradicts the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contradiction {
    /// The last position is mate, and the result is no win for the player who gave it.
    MateNotScored,
    /// The last position is stalemate, and somebody is said to have won.
    StalemateScored,
    /// Lost on time, and the opponent could not mate by any legal moves.
    TimeLossUnwinnable,
    /// The tag and the end of the moves say different things.
    TagTextConflict,
    /// The last comment or the `Termination` tag says that somebody else lost, or that a draw was agreed.
    CommentConflict,
}

impl Contradiction {
    const ALL: [Self; 5] = [
        Self::MateNotScored,
        Self::StalemateScored,
        Self::TimeLossUnwinnable,
        Self::TagTextConflict,
        Self::CommentConflict,
    ];

    /// The contradiction of this word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|each| each.word() == word)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Contradiction::MateNotScored => "mate-not-scored",
            Contradiction::StalemateScored => "stalemate-scored",
            Contradiction::TimeLossUnwinnable => "time-loss-unwinnable",
            Contradiction::TagTextConflict => "tag-text-conflict",
            Contradiction::CommentConflict => "comment-conflict",
        }
    }
}

/// One game of the archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameRow {
    /// Which of the sources, in the order they were named, from 0.
    #[serde(skip)]
    pub source: u32,
    /// The file, as it was named.
    pub file: String,
    /// The game's first byte, in the text after decompression.
    pub byte: u64,
    /// The game's number in its file, from 1.
    pub game: u64,
    /// Start, moves and players, as a number: two games that share it are one.
    #[serde(serialize_with = "hex")]
    pub hash: u128,
    /// Half-moves read.
    pub plies: u32,
    /// Where it starts.
    pub start: StartKind,
    /// The tags that reports are made by.
    pub event: String,
    /// The year of the `Date` tag, where it has one.
    pub year: Option<i32>,
    /// White.
    pub white: String,
    /// Black.
    pub black: String,
    /// The result, of the tag or, failing that, of the text.
    pub result: &'static str,
    /// The last position that was read.
    #[serde(skip)]
    pub last: Option<Position>,
}

impl GameRow {
    /// Where it stands.
    pub(crate) fn place(&self) -> (u32, u64) {
        (self.source, self.byte)
    }
}

/// Where a game starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartKind {
    /// The ordinary array.
    Ordinary,
    /// The ordinary array less men of one side.
    Odds,
    /// Any other position.
    SetUp,
}

impl StartKind {
    /// The start of this word.
    pub fn of_word(word: &str) -> Option<Self> {
        [Self::Ordinary, Self::Odds, Self::SetUp]
            .into_iter()
            .find(|each| each.word() == word)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            StartKind::Ordinary => "ordinary",
            StartKind::Odds => "odds",
            StartKind::SetUp => "set-up",
        }
    }
}

/// The word for an end of the game.
pub fn end_name(end: End) -> &'static str {
    match end {
        End::Checkmate => "checkmate",
        End::Stalemate => "stalemate",
        End::DeadPosition => "dead-position",
        End::Fivefold => "fivefold",
        End::SeventyFive => "seventy-five",
    }
}

/// The end of this word.
pub(crate) fn end_of_word(word: &str) -> Option<End> {
    [
        End::Checkmate,
        End::Stalemate,
        End::DeadPosition,
        End::Fivefold,
        End::SeventyFive,
    ]
    .into_iter()
    .find(|end| end_name(*end) == word)
}

#[allow(clippy::ref_option, reason = "serde hands over the field as it is")]
fn code_name<S: Serializer>(code: &Option<Code>, to: S) -> Result<S::Ok, S::Error> {
    code.map(Code::name).serialize(to)
}

fn ground_name<S: Serializer>(ground: &Ground, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(ground.word())
}

fn end_word<S: Serializer>(end: &End, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(end_name(*end))
}

fn hex<S: Serializer>(hash: &u128, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&format!("{hash:032x}"))
}
