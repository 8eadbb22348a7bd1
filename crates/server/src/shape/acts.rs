//! The acts of the record as the interface describes them: made from the table by which they are read and written.

use super::{ActName, Party, UsedTimes, one_of};
use jadoube_game::{Act as Done, Field, Holds};
use std::collections::BTreeMap;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Ref, RefOr,
        schema::{
            AdditionalProperties, ArrayBuilder, Object, ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type,
        },
    },
};

/// One act of the record. Which fields belong to it depends on its name.
pub(crate) struct Act;

impl PartialSchema for Act {
    fn schema() -> RefOr<Schema> {
        let seconds = ObjectBuilder::new()
            .schema_type(Type::Number)
            .minimum(Some(0))
            .description(Some("Seconds since the start of play."));
        let mut act = ObjectBuilder::new()
            .description(Some(
                "One act of the record. Which fields belong to it depends on its name.",
            ))
            .property("by", Ref::from_schema_name(Party::name()))
            .required("by")
            .property("act", Ref::from_schema_name(ActName::name()))
            .required("act")
            .property("at", seconds)
            .property("player", text("Which person of a consulting side."))
            .property(
                "theory",
                number(0, "What endgame tables said, where they were asked."),
            );
        for (name, uses) in uses() {
            act = act.property(name, described(name, &uses));
        }
        let closed = AdditionalProperties::<Schema>::FreeForm(false);
        Schema::Object(act.additional_properties(Some(closed)).build()).into()
    }
}

impl ToSchema for Act {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((Party::name().into_owned(), Party::schema()));
        schemas.push((ActName::name().into_owned(), ActName::schema()));
        schemas.push((UsedTimes::name().into_owned(), UsedTimes::schema()));
    }
}

/// One use of a field's name: the act, the field, and what it holds under this name.
struct Use {
    act: &'static str,
    field: &'static Field,
    holds: Holds,
}

/// Every name of a field, and where it is used. A field of one or more has two names.
fn uses() -> BTreeMap<&'static str, Vec<Use>> {
    let mut names: BTreeMap<&'static str, Vec<Use>> = BTreeMap::new();
    for shape in Done::SHAPES {
        for field in shape.fields {
            let mut put = |name, holds| {
                names.entry(name).or_default().push(Use {
                    act: shape.name,
                    field,
                    holds,
                });
            };
            match field.holds {
                Holds::SquareOrSquares => {
                    put(field.name, Holds::Square);
                    put(field.plural, Holds::Squares);
                }
                Holds::Texts => {
                    put(field.name, Holds::Text);
                    put(field.plural, Holds::Texts);
                }
                holds => put(field.name, holds),
            }
        }
    }
    names
}

/// One name, described for all acts that use it.
fn described(name: &str, uses: &[Use]) -> RefOr<Schema> {
    let mut told: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut kinds: Vec<Holds> = Vec::new();
    for each in uses {
        match told.iter_mut().find(|(about, _)| *about == each.field.about) {
            Some((_, acts)) => acts.push(each.act),
            None => told.push((each.field.about, vec![each.act])),
        }
        if !kinds.contains(&each.holds) {
            kinds.push(each.holds);
        }
    }
    let told: Vec<String> = told
        .into_iter()
        .map(|(about, acts)| format!("{}: {about}", acts.join(", ")))
        .collect();
    let told = told.join("; ");
    if name == "record" {
        let null = [Type::String, Type::Null].into_iter().collect();
        let hidden = format!("{told}; null to all but its writer until it is opened");
        return typed(SchemaType::Array(null), &hidden).into();
    }
    if kinds
        .iter()
        .all(|holds| matches!(holds, Holds::Text | Holds::Word(_)))
    {
        return words(&kinds, &told);
    }
    if let [holds] = kinds[..] {
        return kind(holds, &told);
    }
    let mut either = OneOfBuilder::new().description(Some(told));
    for holds in kinds {
        either = either.item(kind(holds, ""));
    }
    Schema::from(either.build()).into()
}

/// A string: one of so many words, unless an act takes free words under that name.
fn words(kinds: &[Holds], told: &str) -> RefOr<Schema> {
    let mut words: Vec<&str> = Vec::new();
    for holds in kinds {
        if let Holds::Word(vocabulary) = holds {
            words.extend(
                vocabulary
                    .iter()
                    .filter(|word| !words.contains(word))
                    .collect::<Vec<_>>(),
            );
        }
    }
    if kinds.contains(&Holds::Text) {
        let told = match &words[..] {
            [] => told.to_owned(),
            known => format!("{told}. Known words: {}", known.join(", ")),
        };
        return text(&told).into();
    }
    one_of(words, told)
}

fn kind(holds: Holds, told: &str) -> RefOr<Schema> {
    let listed = |items: RefOr<Schema>| -> RefOr<Schema> {
        let list = ArrayBuilder::new().items(items).description(Some(told));
        Schema::from(list.build()).into()
    };
    match holds {
        Holds::Yes => typed(SchemaType::new(Type::Boolean), told).into(),
        Holds::BothHands => {
            let hands = ObjectBuilder::new()
                .schema_type(Type::Integer)
                .minimum(Some(1))
                .maximum(Some(2))
                .description(Some(told));
            Schema::from(hands.build()).into()
        }
        Holds::Text | Holds::Square | Holds::SquareOrSquares | Holds::Move => text(told).into(),
        Holds::Promotion => one_of(["q", "r", "b", "n", "p", "k"], told),
        Holds::Word(words) => one_of(words.iter().copied(), told),
        Holds::Words(words) => listed(one_of(words.iter().copied(), "")),
        Holds::Squares | Holds::Texts => listed(Schema::from(Object::with_type(Type::String)).into()),
        Holds::Replies => {
            let pair = ArrayBuilder::new()
                .items(Object::with_type(Type::String))
                .min_items(Some(2))
                .max_items(Some(2));
            listed(Schema::from(pair.build()).into())
        }
        Holds::Number(least) => number(least, told).into(),
        Holds::Seconds | Holds::Points => {
            let number = ObjectBuilder::new()
                .schema_type(Type::Number)
                .minimum(Some(0))
                .description(Some(told));
            Schema::from(number.build()).into()
        }
        Holds::TimeGiven => {
            let seconds = || ObjectBuilder::new().schema_type(Type::Number).minimum(Some(0));
            let given = ObjectBuilder::new()
                .property("white", seconds())
                .property("black", seconds())
                .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
                .description((!told.is_empty()).then_some(told));
            Schema::from(given.build()).into()
        }
        Holds::Times => RefOr::Ref(Ref::from_schema_name(UsedTimes::name())),
    }
}

fn typed(schema_type: SchemaType, told: &str) -> Schema {
    let object = ObjectBuilder::new().schema_type(schema_type);
    let told = (!told.is_empty()).then_some(told);
    object.description(told).build().into()
}

fn text(told: &str) -> Schema {
    typed(SchemaType::new(Type::String), told)
}

fn number(least: u32, told: &str) -> Schema {
    let number = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .minimum(Some(least))
        .description((!told.is_empty()).then_some(told));
    number.build().into()
}
