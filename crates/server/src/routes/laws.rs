//! The law room: what do the codes contain, how do they differ, and what would each say of an incident?

use crate::{
    App,
    dear::Stop,
    guard::Sent,
    openapi::Problems,
    problem::{Answer, Problem},
    shape::{
        Clause, ClausePart, CodeAnswer, CodeBriefly, Codes, Comparison, ComparisonRow, FoundClause, Incident,
        Judged, JudgedUnder, PROPOSALS, QuestionBriefly, Questions, ReadInPosition, Reading, ReadingEntry,
        Readings, Stopped, WholeCode, WrittenMove,
    },
};
use axum::extract::{Path, State};
use jadoube_board::{Origins, Position};
use jadoube_game::{Code, Event, Status, Terms, View};
use jadoube_law::{
    Arbiter,
    index::{self, Question},
    registers::{self, Entry, Found, READINGS, readings_on},
    written,
};
use jadoube_notation::{Context, read_in_position, read_move};
use jadoube_record::{Json, parse, read_event, read_terms, write_view};
use std::{collections::BTreeMap, sync::Arc};

fn code_of(name: &str) -> Result<Code, Problem> {
    name.parse::<Code>()
        .map_err(|_| Problem::not_found("code of laws"))
}

/// The codes.
#[utoipa::path(get, path = "/api/laws", tag = "law room",
    responses((status = 200, description = "the codes", body = Codes), Problems))]
pub(crate) async fn codes() -> Answer<Codes> {
    let codes = Code::ALL.map(|code| CodeBriefly {
        code: code.name(),
        title: code.title(),
        carried: true,
        clauses: registers::register(code).len(),
        announces: announces(code),
        pawn_may_stay: pawn_may_stay(code),
        timing: TIMING
            .into_iter()
            .filter(|(field, limit)| is_timed_by(code, field, limit))
            .map(|(field, _)| field)
            .collect(),
        flag: after_the_flag(code),
        presses: presses(code),
        proposals: PROPOSALS
            .into_iter()
            .filter(|what| may_propose(code, what))
            .collect(),
    });
    Answer::ok(Codes { codes: codes.into() })
}

/// Ways of timing a game, each with one of half a minute.
const TIMING: [(&str, &str); 2] = [
    ("time_limit", r#""time_limit":{"by":[{"moves":30,"seconds":30}]}"#),
    ("time_control", r#""time_control":{"periods":[{"seconds":30}]}"#),
];

const FIRST_MOVE: &str = r#"{"by":"white","act":"move","move":"e2e4","at":1}"#;

/// Whether a clock set in this way means anything under a code: a time control is only kept where time is counted down by it.
fn is_timed_by(code: Code, field: &str, limit: &str) -> bool {
    let Some(arbiter) = begun(code, limit) else {
        return false;
    };
    let played = after(arbiter, FIRST_MOVE);
    field == "time_limit" || played.is_some_and(|view| view.clock.is_some_and(|clock| clock.left.is_some()))
}

/// A game under a code, with these fields in its header; none where the code does not take them.
fn begun(code: Code, fields: &str) -> Option<Arbiter> {
    let header = format!(r#"{{"code":"{}",{fields}}}"#, code.name());
    let terms = parse(&header).and_then(read_terms).ok()?;
    Arbiter::open(terms).ok()
}

/// What the law says of a code is asked of the law: each of these plays out a small game.
fn after(mut arbiter: Arbiter, act: &str) -> Option<View> {
    let event = parse(act).and_then(read_event).ok()?;
    arbiter.act(&event).ok()?;
    Some(arbiter.view())
}

fn announces(code: Code) -> bool {
    let check = |say: &str| {
        let arbiter = begun(code, r#""start":"4k3/7p/8/8/8/8/8/R3K3 w - - 0 1""#)?;
        let view = after(
            arbiter,
            &format!(r#"{{"by":"white","act":"move","move":"a1a8"{say}}}"#),
        )?;
        Some((view.moves, view.rulings))
    };
    check("") != check(r#","say":"check""#)
}

fn pawn_may_stay(code: Code) -> bool {
    begun(code, r#""start":"8/P6k/8/8/8/8/8/7K w - - 0 1""#)
        .is_some_and(|arbiter| arbiter.view().moves.iter().any(|mv| mv.remains_pawn()))
}

fn after_the_flag(code: Code) -> &'static str {
    let fallen = TIMING.iter().find_map(|(_, limit)| {
        let flag = r#"{"by":"timekeeper","act":"flag","at":31}"#;
        after(begun(code, limit)?, flag).filter(|view| view.refused.is_none())
    });
    match fallen.map(|view| view.status) {
        Some(Status::Suspended) => "umpire",
        Some(status) if status.is_over() => "loses",
        _ => "nothing",
    }
}

fn presses(code: Code) -> bool {
    let played = |limit| after(begun(code, limit)?, FIRST_MOVE);
    TIMING
        .iter()
        .any(|(_, limit)| played(limit).is_some_and(|view| view.made.is_some()))
}

fn may_propose(code: Code, what: &str) -> bool {
    begun(code, r#""guard":false"#)
        .and_then(|arbiter| {
            after(
                arbiter,
                &format!(r#"{{"by":"white","act":"offer","what":"{what}"}}"#),
            )
        })
        .is_some_and(|view| view.refused.is_none())
}

/// Every clause of a code, in printed order.
#[utoipa::path(get, path = "/api/laws/{code}", tag = "law room", params(("code" = String, Path)),
    responses((status = 200, description = "the clauses, in our own words", body = WholeCode), Problems))]
pub(crate) async fn code(Path(code): Path<String>) -> Result<Answer<WholeCode>, Problem> {
    let code = code_of(&code)?;
    Ok(Answer::ok(WholeCode {
        code: code.name(),
        title: code.title(),
        clauses: registers::register(code).iter().map(shown).collect(),
    }))
}

fn shown(entry: &'static Entry) -> Clause {
    let parts = entry.parts.iter().map(|part| ClausePart {
        disposition: part.disposition.name(),
        gist: part.gist,
    });
    Clause {
        label: entry.label,
        heading: entry.heading,
        disposition: entry.disposition.name(),
        reason: entry.disposition.reason(),
        gist: entry.gist,
        parts: parts.collect(),
    }
}

/// One clause, however it is written.
#[utoipa::path(get, path = "/api/laws/{code}/{clause}", tag = "law room",
    params(("code" = String, Path), ("clause" = String, Path)),
    responses((status = 200, description = "the clause, or several", body = FoundClause), Problems))]
pub(crate) async fn clause(
    Path((code, written)): Path<(String, String)>,
) -> Result<Answer<FoundClause>, Problem> {
    let code = code_of(&code)?;
    let all = |entries: Vec<&'static Entry>| entries.into_iter().map(shown).collect();
    match registers::lookup(code, &written) {
        Found::Clause { entry, within } => Ok(Answer::ok(FoundClause::Clause {
            clause: shown(entry),
            within: all(within),
            readings: readings_on(code, entry.label).map(numbered).collect(),
            questions: questions_citing(code, entry.label),
        })),
        Found::Several(entries) => Ok(Answer::ok(FoundClause::Several {
            clauses: all(entries),
        })),
        Found::Nothing { nearest } => Err(Problem::not_found("clause").with("nearest", Json::list(nearest))),
    }
}

fn questions_citing(code: Code, label: &str) -> Vec<&'static str> {
    let mut names: Vec<&str> = index::resting_on(code, label)
        .filter(|(question, _)| !question.tables.is_empty())
        .map(|(question, _)| question.name)
        .collect();
    names.dedup();
    names
}

fn numbered(reading: &registers::ReadingEntry) -> ReadingEntry {
    let codes = Code::ALL.into_iter().filter(|code| reading.family.covers(*code));
    ReadingEntry {
        id: reading.id,
        codes: codes.map(Code::name).collect(),
        clauses: reading.at.to_vec(),
        words: reading.question,
        choice: reading.choice,
        reason: reading.why,
    }
}

/// The numbered readings.
#[utoipa::path(get, path = "/api/laws/readings", tag = "law room",
    responses((status = 200, description = "how we take the codes where they are silent or unclear", body = Readings), Problems))]
pub(crate) async fn readings() -> Answer<Readings> {
    Answer::ok(Readings {
        readings: READINGS.iter().map(numbered).collect(),
    })
}

/// The questions on which codes are compared.
#[utoipa::path(get, path = "/api/laws/compare", tag = "law room",
    responses((status = 200, description = "the questions", body = Questions), Problems))]
pub(crate) async fn questions() -> Answer<Questions> {
    let compared = index::questions()
        .iter()
        .filter(|question| !question.tables.is_empty());
    let questions = compared.map(|question| QuestionBriefly {
        question: question.name,
        title: question.title.to_owned(),
    });
    Answer::ok(Questions {
        questions: questions.collect(),
    })
}

/// One question, the codes side by side.
#[utoipa::path(get, path = "/api/laws/compare/{question}", tag = "law room", params(("question" = String, Path)),
    responses((status = 200, description = "the answers", body = Comparison), Problems))]
pub(crate) async fn compare(Path(question): Path<String>) -> Result<Answer<Comparison>, Problem> {
    let question = index::question(&question).ok_or_else(|| {
        let names = index::questions().iter().map(|question| question.name);
        Problem::not_found("question").with("questions", Json::list(names))
    })?;
    Ok(Answer::ok(side_by_side(question)))
}

fn side_by_side(question: &Question) -> Comparison {
    let rows = question.tables.iter().map(|table| {
        let answers = Code::ALL.map(|code| {
            let row = &table.rows[code];
            let cited = row.authority.cited();
            let silent = row.authority.is_reading();
            let answer = CodeAnswer {
                answer: row.answer.clone(),
                authority: cited.iter().copied().filter(|_| !silent).collect(),
                silent,
                reading: cited.first().copied().filter(|_| silent),
            };
            (code.name(), answer)
        });
        ComparisonRow {
            what: table.title.to_owned(),
            answers: answers.into(),
        }
    });
    Comparison {
        question: question.name,
        title: question.title.to_owned(),
        rows: rows.collect(),
    }
}

/// More acts make no incident, and would keep the machine busy.
const MOST_ACTS: usize = 200;

/// What each code says of an incident. Nothing is kept.
#[utoipa::path(post, path = "/api/judge", tag = "law room", request_body = Incident,
    responses((status = 200, description = "every state, by code", body = Judged), Problems))]
pub(crate) async fn judge(
    State(app): State<Arc<App>>,
    Sent(sent): Sent<Incident>,
) -> Result<Answer<Judged>, Problem> {
    if sent.acts.len() > MOST_ACTS {
        return Err(Problem::invalid(
            "acts",
            format!("expected at most {MOST_ACTS} acts"),
        ));
    }
    let mut codes = Vec::new();
    match &sent.codes {
        None => codes.extend(Code::ALL),
        Some(names) if names.is_empty() => {
            return Err(Problem::invalid(
                "codes",
                "expected at least one code, or nothing for all",
            ));
        }
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
        super::fit_texts(&act, &format!("acts[{at}]"))?;
        let event = read_event(act).map_err(|fault| Problem::fault(&fault, &format!("acts[{at}].")))?;
        events.push(event);
    }
    let judging = move |stop: &Stop| {
        let mut codes_say = BTreeMap::new();
        for code in codes {
            let mut header = header.clone();
            header.push(("code".to_owned(), code.name().into()));
            let terms =
                read_terms(Json::Object(header)).map_err(|fault| Problem::fault(&fault, "header."))?;
            codes_say.insert(code.name(), under(terms, &events, stop));
        }
        Ok::<Judged, Problem>(Judged { codes: codes_say })
    };
    // Thinking for strangers never takes more than its share of the machine.
    let judged = app.live_games.dear.work(judging).await??;
    Ok(Answer::ok(judged))
}

fn under(terms: Terms, events: &[Event], stop: &Stop) -> JudgedUnder {
    let mut judged = JudgedUnder {
        states: Vec::new(),
        stopped: None,
    };
    let mut arbiter = match Arbiter::open(terms) {
        Ok(arbiter) => arbiter,
        Err(error) => {
            let detail = error.to_string();
            judged.stopped = Some(Stopped { act: 0, detail });
            return judged;
        }
    };
    judged.states.push(write_view(&arbiter.view()));
    for (event, act) in events.iter().zip(1..) {
        if stop.is_raised() {
            break;
        }
        if let Err(why) = arbiter.act(event) {
            let detail = why.to_string();
            judged.stopped = Some(Stopped { act, detail });
            break;
        }
        judged.states.push(write_view(&arbiter.view()));
    }
    judged
}

/// What a text means in a position.
#[utoipa::path(post, operation_id = "read_in_position", path = "/api/read", tag = "law room", request_body = ReadInPosition,
    responses((status = 200, description = "the reading", body = Reading), Problems))]
pub(crate) async fn read(Sent(sent): Sent<ReadInPosition>) -> Result<Answer<Reading>, Problem> {
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
) -> Reading {
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
        let written = written(code, position, *mv, origins);
        WrittenMove {
            uci: written.uci,
            descriptive: written.descriptive,
            algebraic: written.algebraic,
            full: written.full,
        }
    });
    Reading {
        text: text.to_owned(),
        understood: span.is_none(),
        moves: listed.collect(),
        count: moves.len(),
        remarks,
        problem,
        span: span.map(|(from, to)| [from, to]),
    }
}
