//! The law room: what do the codes contain, how do they differ, and what would each say of an incident?

use crate::{
    App,
    guard::Sent,
    hall::work,
    openapi::Problems,
    problem::{Answer, Problem},
};
use axum::extract::{Path, State};
use jadoube_board::{Origins, Position};
use jadoube_game::Code;
use jadoube_law::{
    Arbiter,
    index::{self, Question},
    is_carried,
    registers::{self, Entry, Found, READINGS, ReadingEntry, readings_on},
};
use jadoube_notation::{
    Context, Edition, descriptive, full_record, long_algebraic_1931, read_in_position, read_move, san,
    short_algebraic_1931,
};
use jadoube_record::{Json, read_event, read_terms, write_view};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

fn code_of(name: &str) -> Result<Code, Problem> {
    name.parse::<Code>()
        .map_err(|_| Problem::not_found("code of laws"))
}

/// The codes.
#[utoipa::path(get, path = "/api/laws", tag = "law room",
    responses((status = 200, description = "the codes", body = Object), Problems))]
pub(crate) async fn codes() -> Answer {
    let codes = Code::ALL.map(|code| {
        Json::object([
            ("code", Json::from(code.name())),
            ("title", code.title().into()),
            ("carried", is_carried(code).into()),
            ("clauses", registers::register(code).len().into()),
        ])
    });
    Answer::ok(Json::object([("codes", Json::List(codes.into()))]))
}

/// Every clause of a code, in printed order.
#[utoipa::path(get, path = "/api/laws/{code}", tag = "law room", params(("code" = String, Path)),
    responses((status = 200, description = "the clauses, in our own words", body = Object), Problems))]
pub(crate) async fn code(Path(code): Path<String>) -> Result<Answer, Problem> {
    let code = code_of(&code)?;
    Ok(Answer::ok(Json::object([
        ("code", Json::from(code.name())),
        ("title", code.title().into()),
        (
            "clauses",
            Json::List(registers::register(code).iter().map(clause_json).collect()),
        ),
    ])))
}

fn clause_json(entry: &Entry) -> Json {
    let parts = entry.parts.iter().map(|part| {
        Json::object([
            ("disposition", Json::from(part.disposition.name())),
            ("gist", part.gist.into()),
        ])
    });
    Json::object([
        ("label", Json::from(entry.label)),
        ("heading", entry.heading.into()),
        ("disposition", entry.disposition.name().into()),
        ("reason", entry.disposition.reason().into()),
        ("gist", entry.gist.into()),
        ("parts", Json::List(parts.collect())),
    ])
}

/// One clause, however it is written.
#[utoipa::path(get, path = "/api/laws/{code}/{clause}", tag = "law room",
    params(("code" = String, Path), ("clause" = String, Path)),
    responses((status = 200, description = "the clause, or several", body = Object), Problems))]
pub(crate) async fn clause(Path((code, written)): Path<(String, String)>) -> Result<Answer, Problem> {
    let code = code_of(&code)?;
    let all =
        |entries: &[&'static Entry]| Json::List(entries.iter().map(|entry| clause_json(entry)).collect());
    match registers::lookup(code, &written) {
        Found::Clause { entry, within } => Ok(Answer::ok(Json::object([
            ("found", Json::from("clause")),
            ("clause", clause_json(entry)),
            ("within", all(&within)),
            (
                "readings",
                Json::List(readings_on(code, entry.label).map(reading_json).collect()),
            ),
            ("questions", questions_citing(code, entry.label)),
        ]))),
        Found::Several(entries) => Ok(Answer::ok(Json::object([
            ("found", Json::from("several")),
            ("clauses", all(&entries)),
        ]))),
        Found::Nothing { nearest } => Err(Problem::not_found("clause").with("nearest", Json::list(nearest))),
    }
}

fn questions_citing(code: Code, label: &str) -> Json {
    let mut names: Vec<&str> = index::tables_citing(code, label)
        .map(|(question, _)| question.name)
        .collect();
    names.dedup();
    Json::list(names)
}

fn reading_json(reading: &ReadingEntry) -> Json {
    let codes = Code::ALL.into_iter().filter(|code| reading.family.covers(*code));
    Json::object([
        ("id", Json::from(reading.id)),
        ("codes", Json::list(codes.map(Code::name))),
        ("clauses", Json::list(reading.at.iter().copied())),
        ("words", reading.question.into()),
        ("choice", reading.choice.into()),
        ("reason", reading.why.into()),
    ])
}

/// The numbered readings.
#[utoipa::path(get, path = "/api/laws/readings", tag = "law room",
    responses((status = 200, description = "how we take the codes where they are silent or unclear", body = Object), Problems))]
pub(crate) async fn readings() -> Answer {
    Answer::ok(Json::object([(
        "readings",
        Json::List(READINGS.iter().map(reading_json).collect()),
    )]))
}

/// The questions on which codes are compared.
#[utoipa::path(get, path = "/api/laws/compare", tag = "law room",
    responses((status = 200, description = "the questions", body = Object), Problems))]
pub(crate) async fn questions() -> Answer {
    let questions = index::questions().iter().map(|question| {
        Json::object([
            ("question", Json::from(question.name)),
            ("title", question.title.as_str().into()),
        ])
    });
    Answer::ok(Json::object([("questions", Json::List(questions.collect()))]))
}

/// One question, the five codes side by side.
#[utoipa::path(get, path = "/api/laws/compare/{question}", tag = "law room", params(("question" = String, Path)),
    responses((status = 200, description = "the answers", body = Object), Problems))]
pub(crate) async fn compare(Path(question): Path<String>) -> Result<Answer, Problem> {
    let question = index::question(&question).ok_or_else(|| {
        let names = index::questions().iter().map(|question| question.name);
        Problem::not_found("question").with("questions", Json::list(names))
    })?;
    Ok(Answer::ok(side_by_side(question)))
}

fn side_by_side(question: &Question) -> Json {
    let rows = question.tables.iter().map(|table| {
        let answers = Code::ALL.map(|code| {
            let row = &table.rows[code];
            let cited = row.authority.cited();
            let silent = row.authority.is_reading();
            let answer = Json::object([
                ("answer", Json::from(row.answer.as_str())),
                ("authority", Json::list(cited.iter().copied().filter(|_| !silent))),
                ("silent", silent.into()),
                ("reading", cited.first().copied().filter(|_| silent).into()),
            ]);
            (code.name(), answer)
        });
        Json::object([
            ("what", Json::from(table.title.as_str())),
            ("answers", Json::object(answers)),
        ])
    });
    Json::object([
        ("question", Json::from(question.name)),
        ("title", question.title.as_str().into()),
        ("rows", Json::List(rows.collect())),
    ])
}

/// An incident.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Incident {
    /// The header of a record; its code is passed over.
    #[schema(value_type = Object)]
    header: Json,
    /// The acts.
    #[schema(value_type = Vec<Object>)]
    acts: Vec<Json>,
    /// Which codes are asked; all where nothing is said.
    #[serde(default)]
    codes: Option<Vec<String>>,
}

/// More acts make no incident, and would keep the machine busy.
const MOST_ACTS: usize = 200;

/// What each code says of an incident. Nothing is kept.
#[utoipa::path(post, path = "/api/judge", tag = "law room", request_body = Incident,
    responses((status = 200, description = "every state, by code", body = Object), Problems))]
pub(crate) async fn judge(
    State(app): State<Arc<App>>,
    Sent(sent): Sent<Incident>,
) -> Result<Answer, Problem> {
    if sent.acts.len() > MOST_ACTS {
        return Err(Problem::invalid(
            "acts",
            format!("expected at most {MOST_ACTS} acts"),
        ));
    }
    let mut codes = Vec::new();
    match &sent.codes {
        None => codes.extend(Code::ALL.into_iter().filter(|code| is_carried(*code))),
        Some(names) => {
            for name in names {
                let code = name
                    .parse::<Code>()
                    .map_err(|error| Problem::invalid("codes", error.to_string()))?;
                if !codes.contains(&code) {
                    codes.push(code);
                }
            }
        }
    }
    let Json::Object(header) = sent.header else {
        return Err(Problem::invalid("header", "expected an object"));
    };
    let header: Vec<(String, Json)> = header.into_iter().filter(|(name, _)| name != "code").collect();
    let mut events = Vec::new();
    for (at, act) in sent.acts.into_iter().enumerate() {
        let event = read_event(act).map_err(|fault| Problem::fault(&fault, &format!("acts[{at}].")))?;
        events.push(event);
    }
    // Thinking for strangers never takes more than its share of the machine.
    let _permit = app.judges.acquire().await.map_err(|_| Problem::bug())?;
    let judged = work(move || {
        let mut answers = Vec::new();
        for code in codes {
            let mut header = header.clone();
            header.push(("code".to_owned(), code.name().into()));
            let terms =
                read_terms(Json::Object(header)).map_err(|fault| Problem::fault(&fault, "header."))?;
            answers.push((code.name(), under(terms, &events)));
        }
        Ok::<Json, Problem>(Json::object([("codes", Json::object(answers))]))
    })
    .await??;
    Ok(Answer::ok(judged))
}

fn under(terms: jadoube_game::Terms, events: &[jadoube_game::Event]) -> Json {
    let stopped =
        |act: usize, detail: String| Json::object([("act", Json::from(act)), ("detail", detail.into())]);
    let mut states = Vec::new();
    let mut stop = Json::Null;
    match Arbiter::open(terms) {
        Err(error) => stop = stopped(0, error.to_string()),
        Ok(mut arbiter) => {
            states.push(write_view(&arbiter.view()));
            for (at, event) in events.iter().enumerate() {
                if let Err(why) = arbiter.act(event) {
                    stop = stopped(at + 1, why.to_string());
                    break;
                }
                states.push(write_view(&arbiter.view()));
            }
        }
    }
    Json::object([("states", Json::List(states)), ("stopped", stop)])
}

/// A text in a position.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadInPosition {
    /// The position; the ordinary array where nothing is said.
    #[serde(default)]
    fen: Option<String>,
    /// The move as written.
    text: String,
    /// The code in whose form it is written back.
    #[serde(default)]
    code: Option<String>,
}

/// What a text means in a position.
#[utoipa::path(post, path = "/api/read", tag = "law room", request_body = ReadInPosition,
    responses((status = 200, description = "the reading", body = Object), Problems))]
pub(crate) async fn read(Sent(sent): Sent<ReadInPosition>) -> Result<Answer, Problem> {
    if sent.text.len() > 200 {
        return Err(Problem::invalid("text", "expected at most 200 letters"));
    }
    let code = match &sent.code {
        None => Code::Bcc1899,
        Some(name) => name
            .parse::<Code>()
            .map_err(|error| Problem::invalid("code", error.to_string()))?,
    };
    let position = match &sent.fen {
        None => Position::default(),
        Some(fen) => Position::from_fen(fen).map_err(|error| Problem::invalid("fen", error.to_string()))?,
    };
    let origins = Origins::of(position.board());
    Ok(Answer::ok(reading(
        &sent.text,
        &position,
        &origins,
        sent.fen.is_some(),
        code,
        false,
    )))
}

/// A reading as it is sent. To one who plays without sight of the board it does not list the legal moves.
pub(crate) fn reading(
    text: &str,
    position: &Position,
    origins: &Origins,
    by_place: bool,
    code: Code,
    blindfold: bool,
) -> Json {
    let read = if by_place {
        read_in_position(text, position)
    } else {
        read_move(text, &Context::new(position, origins))
    };
    let (moves, remarks, problem, span) = match read {
        Ok(reading) => {
            let remarks: Vec<String> = reading.remarks.iter().map(ToString::to_string).collect();
            let problem = reading
                .moves
                .is_empty()
                .then(|| "the words are understood, but no legal move fits them".to_owned());
            (reading.moves, remarks, problem, None)
        }
        Err(error) => (Vec::new(), Vec::new(), Some(error.to_string()), Some(error.span)),
    };
    let listed = moves.iter().filter(|_| !blindfold).map(|mv| {
        let full = match code {
            Code::Fide1931 => long_algebraic_1931(position, *mv),
            Code::Bcc1896 => full_record(position, *mv, Edition::Bcc1896),
            Code::Xxv | Code::Bca1862 | Code::Bcc1899 => full_record(position, *mv, Edition::Bcc1899),
        };
        let algebraic = match code {
            Code::Fide1931 => short_algebraic_1931(position, *mv),
            _ => san(position, *mv),
        };
        Json::object([
            ("uci", Json::from(mv.to_string())),
            ("descriptive", descriptive(position, *mv, origins).into()),
            ("algebraic", algebraic.into()),
            ("full", full.into()),
        ])
    });
    Json::object([
        ("text", Json::from(text)),
        ("understood", span.is_none().into()),
        ("moves", Json::List(listed.collect())),
        ("count", moves.len().into()),
        ("remarks", Json::list(remarks)),
        ("problem", problem.into()),
        (
            "span",
            span.map_or(Json::Null, |(from, to)| Json::list([from, to])),
        ),
    ])
}
