//! What can a field of an act hold? The kinds and values of which reader, writer, description and words are made.

use crate::event::{HandMove, Moment};
use core::{num::NonZeroU32, ops::Deref};
use jadoube_board::{Colour, Kind, Square};

/// What a field of an act holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Yes; where it is absent, no.
    Yes,
    /// The number 2, where both hands were used.
    BothHands,
    /// Free words.
    Text,
    /// One text, or several in a list under the plural of the field's name.
    Texts,
    /// Pairs of texts: an assumed reply, and the move that follows it.
    Replies,
    /// One word of a vocabulary.
    Word(&'static [&'static str]),
    /// Several words of a vocabulary.
    Words(&'static [&'static str]),
    /// A square.
    Square,
    /// Several squares.
    Squares,
    /// One square, or several in a list under the plural of the field's name.
    SquareOrSquares,
    /// A transfer by hand.
    Move,
    /// What a Pawn becomes, by its letter.
    Promotion,
    /// A whole number from this one on.
    Number(u32),
    /// A time.
    Seconds,
    /// A time for each player.
    Times,
    /// A time for one player or for both.
    TimeGiven,
    /// Points, in thousandths.
    Points,
}

/// What a field of an act holds in one act.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants are those of `Holds`")]
pub enum Value {
    Yes,
    BothHands,
    Text(String),
    Texts(Vec<String>),
    Replies(Vec<(String, String)>),
    Word(&'static str),
    Words(Vec<&'static str>),
    Square(Square),
    Squares(Vec<Square>),
    Move(HandMove),
    Promotion(Kind),
    Number(u32),
    Seconds(Moment),
    Times(Moment, Moment),
    Points(Points),
}

/// One field of an act, for whoever reads, writes, describes or says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its name in the record.
    pub name: &'static str,
    /// Its name where it holds several: the plural.
    pub plural: &'static str,
    /// What it holds.
    pub holds: Holds,
    /// The act cannot do without it.
    pub required: bool,
    /// The words that come before it in plain speech.
    pub lead: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
}

/// One kind of act, for whoever reads, writes, describes or says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Its name in the record.
    pub name: &'static str,
    /// As it is said of somebody who did it: `touches`.
    pub did: &'static str,
    /// As it is said of somebody who may do it: `touch`.
    pub may: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Its fields, in the order of the record.
    pub fields: &'static [Field],
}

/// A field that does not go with the rest of its act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unfit {
    /// The field.
    pub field: &'static Field,
    /// Whether it is given although it should not be; otherwise it is missing.
    pub given: bool,
    /// What was expected.
    pub expected: &'static str,
}

/// A type that a field of an act can have.
pub(crate) trait FieldType: Sized {
    const HOLDS: Holds;
    /// Whether the act cannot do without it.
    const REQUIRED: bool = true;
    /// What there is to write; nothing where it goes without saying.
    fn value(&self) -> Option<Value>;
    /// The value back, where it is of this kind.
    fn of(value: Value) -> Option<Self>;
    /// What it means that nothing is written; nothing where it is required.
    fn absent() -> Option<Self> {
        None
    }
}

macro_rules! held {
    ($($type:ty as $holds:expr, $kind:ident;)+) => { $(
        impl FieldType for $type {
            const HOLDS: Holds = $holds;
            fn value(&self) -> Option<Value> {
                Some(Value::$kind(self.clone()))
            }
            fn of(value: Value) -> Option<Self> {
                match value {
                    Value::$kind(value) => Some(value),
                    _ => None,
                }
            }
        }
    )+ };
}

held! {
    String as Holds::Text, Text;
    Square as Holds::Square, Square;
    HandMove as Holds::Move, Move;
    Kind as Holds::Promotion, Promotion;
    Moment as Holds::Seconds, Seconds;
    Points as Holds::Points, Points;
}

/// Vocabularies: each a type with `word` and `ALL`.
macro_rules! held_words {
    ($($type:ty)+) => { $(
        impl $crate::field::FieldType for $type {
            const HOLDS: $crate::field::Holds = $crate::field::Holds::Word(<$type>::WORDS);
            fn value(&self) -> Option<$crate::field::Value> {
                Some($crate::field::Value::Word(self.word()))
            }
            fn of(value: $crate::field::Value) -> Option<Self> {
                match value {
                    $crate::field::Value::Word(word) => word.parse().ok(),
                    _ => None,
                }
            }
        }
    )+ };
}
pub(crate) use held_words;

const COLOURS: &[&str] = &["white", "black"];

const fn colour_word(colour: Colour) -> &'static str {
    match colour {
        Colour::White => COLOURS[0],
        Colour::Black => COLOURS[1],
    }
}

impl FieldType for Colour {
    const HOLDS: Holds = Holds::Word(COLOURS);
    fn value(&self) -> Option<Value> {
        Some(Value::Word(colour_word(*self)))
    }
    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Word(word) => word.parse().ok(),
            _ => None,
        }
    }
}

impl FieldType for u32 {
    const HOLDS: Holds = Holds::Number(0);
    fn value(&self) -> Option<Value> {
        Some(Value::Number(*self))
    }
    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }
}

impl FieldType for NonZeroU32 {
    const HOLDS: Holds = Holds::Number(1);
    fn value(&self) -> Option<Value> {
        Some(Value::Number(self.get()))
    }
    fn of(value: Value) -> Option<Self> {
        u32::of(value).and_then(NonZeroU32::new)
    }
}

impl FieldType for bool {
    const HOLDS: Holds = Holds::Yes;
    const REQUIRED: bool = false;
    fn value(&self) -> Option<Value> {
        self.then_some(Value::Yes)
    }
    fn of(value: Value) -> Option<Self> {
        (value == Value::Yes).then_some(true)
    }
    fn absent() -> Option<Self> {
        Some(false)
    }
}

impl FieldType for (Moment, Moment) {
    const HOLDS: Holds = Holds::Times;
    fn value(&self) -> Option<Value> {
        Some(Value::Times(self.0, self.1))
    }
    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Times(white, black) => Some((white, black)),
            _ => None,
        }
    }
}

/// The time given to White and to Black; who is not named gets none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TimeGiven(pub Moment, pub Moment);

impl FieldType for TimeGiven {
    const HOLDS: Holds = Holds::TimeGiven;
    fn value(&self) -> Option<Value> {
        Some(Value::Times(self.0, self.1))
    }
    fn of(value: Value) -> Option<Self> {
        <(Moment, Moment)>::of(value).map(|(white, black)| TimeGiven(white, black))
    }
}

impl<T: FieldType> FieldType for Option<T> {
    const HOLDS: Holds = T::HOLDS;
    const REQUIRED: bool = false;
    fn value(&self) -> Option<Value> {
        self.as_ref().and_then(T::value)
    }
    fn of(value: Value) -> Option<Self> {
        T::of(value).map(Some)
    }
    fn absent() -> Option<Self> {
        Some(None)
    }
}

/// A list that is left out where it is empty.
macro_rules! held_list {
    ($($item:ty as $holds:expr, $kind:ident, $into:expr, $from:expr;)+) => { $(
        impl FieldType for Vec<$item> {
            const HOLDS: Holds = $holds;
            const REQUIRED: bool = false;
            fn value(&self) -> Option<Value> {
                (!self.is_empty()).then(|| Value::$kind(self.iter().cloned().map($into).collect()))
            }
            fn of(value: Value) -> Option<Self> {
                match value {
                    Value::$kind(items) => items.into_iter().map($from).collect(),
                    _ => None,
                }
            }
            fn absent() -> Option<Self> {
                Some(Vec::new())
            }
        }
    )+ };
}

held_list! {
    Square as Holds::Squares, Squares, |square| square, Some;
    Colour as Holds::Words(COLOURS), Words, colour_word, |word| word.parse().ok();
    (String, String) as Holds::Replies, Replies, |pair| pair, Some;
}

/// One or more, in order: never none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Several<T>(Vec<T>);

impl<T> Several<T> {
    /// These, if there is one.
    pub fn of(items: Vec<T>) -> Option<Self> {
        (!items.is_empty()).then_some(Several(items))
    }

    /// The first of them.
    pub fn first(&self) -> &T {
        &self.0[0]
    }
}

impl<T> From<T> for Several<T> {
    fn from(one: T) -> Self {
        Several(vec![one])
    }
}

impl<T> Deref for Several<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl FieldType for Several<Square> {
    const HOLDS: Holds = Holds::SquareOrSquares;
    fn value(&self) -> Option<Value> {
        Some(Value::Squares(self.0.clone()))
    }
    fn of(value: Value) -> Option<Self> {
        Vec::of(value).and_then(Several::of)
    }
}

impl FieldType for Several<String> {
    const HOLDS: Holds = Holds::Texts;
    fn value(&self) -> Option<Value> {
        Some(Value::Texts(self.0.clone()))
    }
    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Texts(texts) => Several::of(texts),
            _ => None,
        }
    }
}

/// How many hands made a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Hands {
    /// One, as is usual.
    #[default]
    One,
    /// Both.
    Both,
}

impl FieldType for Hands {
    const HOLDS: Holds = Holds::BothHands;
    const REQUIRED: bool = false;
    fn value(&self) -> Option<Value> {
        (*self == Hands::Both).then_some(Value::BothHands)
    }
    fn of(value: Value) -> Option<Self> {
        (value == Value::BothHands).then_some(Hands::Both)
    }
    fn absent() -> Option<Self> {
        Some(Hands::One)
    }
}

/// Points of a game, in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Points(pub u64);

impl Points {
    /// A whole point.
    pub const ONE: Points = Points(1000);
    /// Half a point.
    pub const HALF: Points = Points(500);
    /// Nothing.
    pub const NONE: Points = Points(0);
}

/// Defines the acts: the enum, its names, and for each act the table of its fields.
macro_rules! acts {
    (
        $(#[$meta:meta])* pub enum $Act:ident {
            $(
                #[doc = $about:literal] $name:ident($word:literal, $did:literal, $may:literal)
                $({ $( #[doc = $told:literal] $field:ident: $type:ty = $wire:literal $(, $lead:literal)? ; )+ })?
            )+
        }
        $(#[$rmeta:meta])* pub struct $Record:ident;
        #[doc = $rabout:literal] $rname:ident($rword:literal, $rdid:literal, $rmay:literal)
        { $( #[doc = $rtold:literal] $rfield:ident: $rtype:ty = $rwire:literal, $rlead:literal; )+ }
    ) => {
        $(#[$meta])*
        pub enum $Act {
            $( #[doc = $about] $name $({ $( #[doc = $told] $field: $type ),+ })? , )+
            #[doc = $rabout] $rname($Record),
        }

        $(#[$rmeta])*
        pub struct $Record { $( #[doc = $rtold] pub $rfield: $rtype ),+ }

        impl $Act {
            /// Every act, with its fields.
            pub const SHAPES: &'static [Shape] = &[
                $( Shape { name: $word, did: $did, may: $may, about: $about.trim_ascii(), fields: &[$($( acts!(@field $type, $wire, $told $(, $lead)?) ),+)?] }, )+
                Shape { name: $rword, did: $rdid, may: $rmay, about: $rabout.trim_ascii(), fields: &[$( acts!(@field $rtype, $rwire, $rtold, $rlead) ),+] },
            ];

            /// Every act's name, for messages.
            pub const NAMES: &'static [&'static str] = &[$($word,)+ $rword];

            /// The act's name in the record.
            pub const fn name(&self) -> &'static str {
                match self {
                    $( $Act::$name $({ $( $field: _ ),+ })? => $word, )+
                    $Act::$rname(_) => $rword,
                }
            }

            /// What the act's fields hold, each that does not go without saying, in the order of the record.
            pub fn values(&self) -> Vec<(&'static Field, Value)> {
                let mut values = self.each_value().into_iter();
                let fields = self.shape().fields.iter();
                fields.zip(&mut values).filter_map(|(field, value)| value.map(|value| (field, value))).collect()
            }

            fn each_value(&self) -> Vec<Option<Value>> {
                match self {
                    $( $Act::$name $({ $( $field ),+ })? => vec![$($( $field.value() ),+)?], )+
                    $Act::$rname($Record { $( $rfield ),+ }) => vec![$( $rfield.value() ),+],
                }
            }

            fn from_values<E: From<Unfit>>(
                name: &str,
                mut next: impl FnMut() -> Result<(&'static Field, Option<Value>), E>,
            ) -> Result<Option<$Act>, E> {
                Ok(Some(match name {
                    $( $word => $Act::$name $({ $( $field: taken::<_, E>(next()?)? ),+ })?, )+
                    $rword => $Act::$rname($Record { $( $rfield: taken::<_, E>(next()?)? ),+ }),
                    _ => return Ok(None),
                }))
            }
        }
    };
    (@field $type:ty, $wire:literal, $about:literal) => { acts!(@field $type, $wire, $about, "") };
    (@field $type:ty, $wire:literal, $about:literal, $lead:literal) => {
        Field {
            name: $wire,
            plural: concat!($wire, "s"),
            holds: <$type as FieldType>::HOLDS,
            required: <$type as FieldType>::REQUIRED,
            lead: $lead,
            about: $about.trim_ascii(),
        }
    };
}
pub(crate) use acts;

/// What a field holds, or what its absence means.
pub(crate) fn taken<T: FieldType, E: From<Unfit>>(
    (field, value): (&'static Field, Option<Value>),
) -> Result<T, E> {
    let given = value.is_some();
    let held = match value {
        Some(value) => T::of(value),
        None => T::absent(),
    };
    held.ok_or_else(|| {
        E::from(Unfit {
            field,
            given,
            expected: field.about,
        })
    })
}
