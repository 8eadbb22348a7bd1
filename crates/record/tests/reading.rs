//! Is every bad line told where it is wrong and what was expected there?

use jadoube_record::{Json, Reader, RecordFault, parse, read_event, read_record, read_terms, write_terms};
use std::{fs, path::Path};

/// What is said of a record.
fn complaint(record: &str) -> String {
    read_record(record).expect_err(record).to_string()
}

#[test]
fn a_bad_header_names_its_field() {
    let acts = "one of: xxv, bca-1862, bcc-1896, bcc-1899, fide-1931, fide-2023";
    for (header, expected) in [
        ("", "line 1: the record is empty; expected a header, such as {\"code\":\"bcc-1899\"}".to_owned()),
        ("{}", format!("line 1: field \"code\" is missing; expected {acts}")),
        (r#"{"code":"bcc-1898"}"#, format!("line 1: field \"code\" is \"bcc-1898\"; expected \"bcc-1896\"? It is {acts}")),
        (r#"{"code":7}"#, format!("line 1: field \"code\" is 7; expected {acts}")),
        (
            r#"{"code":"xxv","gaurd":true}"#,
            "line 1: unknown field \"gaurd\"; did you mean \"guard\"? expected one of: code, mode, start, odds, \
             undertakings, time_limit, reply_hours, sides, scheduled, previous, agreements, guard, arbiter, clock, \
             time_control, supervision, default_time, regulations"
                .to_owned(),
        ),
        (r#"{"code":"xxv","guard":"yes"}"#, "line 1: field \"guard\" is \"yes\"; expected true or false".to_owned()),
        (
            r#"{"code":"xxv","odds":{"giver":"white","men":["king"]}}"#,
            "line 1: field \"odds.men[0]\" is \"king\"; expected pawn, knight, bishop, rook, queen or a square, a1 to h8"
                .to_owned(),
        ),
        (
            r#"{"code":"xxv","time_limit":{"by":[{"moves":20}]}}"#,
            "line 1: field \"time_limit.by[0].seconds\" is missing; expected a number of seconds".to_owned(),
        ),
        (
            r#"{"code":"xxv","undertakings":[{"by":"white"}]}"#,
            "line 1: field \"undertakings[0].mate\" is missing; expected \"mate\" or \"engage\"".to_owned(),
        ),
        (
            r#"{"code":"xxv","undertakings":[{"by":"white","mate":{"wiht":"f2"}}]}"#,
            "line 1: unknown field \"undertakings[0].mate.wiht\"; did you mean \"with\"? expected one of: with, on"
                .to_owned(),
        ),
        (
            r#"{"code":"xxv","agreements":{"first_move":"purple"}}"#,
            "line 1: field \"agreements.first_move\" is \"purple\"; expected one of: white, black".to_owned(),
        ),
        (
            r#"{"code":"xxv","agreements":{"assistance":"yes"}}"#,
            "line 1: field \"agreements.assistance\" is \"yes\"; expected true or false".to_owned(),
        ),
        (
            r#"{"code":"xxv","agreements":{"first_mov":"white"}}"#,
            "line 1: unknown field \"agreements.first_mov\"; did you mean \"first_move\"? expected one of: first_move, \
             notation, castle_without_rook, book, second_board, assistance, time_forfeit, spectator, seed"
                .to_owned(),
        ),
        (
            r#"{"code":"xxv","time_control":{"periods":[{"seconds":60,"increment":1,"delay":2}]}}"#,
            "line 1: field \"time_control.periods[0].delay\" is given beside \"increment\"; expected either \
             \"increment\" or \"delay\""
                .to_owned(),
        ),
        (
            r#"{"code":"xxv","time_control":{"periods":[{"moves":40,"seconds":60}]}}"#,
            "line 1: field \"time_control.periods[0].moves\" is 40; expected no number of moves in the last period, \
             which lasts to the end of the game"
                .to_owned(),
        ),
        (
            r#"{"code":"xxv","time_control":{"periods":[{"seconds":60},{"seconds":60}]}}"#,
            "line 1: field \"time_control.periods[0].moves\" is missing; expected a number of moves, for only the last \
             period has none"
                .to_owned(),
        ),
        (
            r#"{"code":"xxv","time_control":{"kind":"blitz"},"time_limit":{}}"#,
            "line 1: field \"time_control\" is given beside \"time_limit\"; expected one of the two".to_owned(),
        ),
        (
            r#"{"code":"fide-2023","time_control":{"periods":[{"seconds":0}]}}"#,
            "line 1: field \"time_control.periods[0].seconds\" is 0; expected more than 0 where no \"increment\" or \
             \"delay\" gives any time"
                .to_owned(),
        ),
        (
            r#"{"code":"fide-2023","clock":false,"time_control":{"kind":"rapid"}}"#,
            "line 1: field \"clock\" is false beside a time for the moves; expected a clock on the table, or neither \
             \"time_control\" nor \"time_limit\""
                .to_owned(),
        ),
        (
            r#"{"code":"fide-2023","regulations":{"points":[0,1,3]}}"#,
            "line 1: field \"regulations.points\" is a list of 3; expected no more for a draw than for a win, no more for \
             a loss than for a draw, and not all alike"
                .to_owned(),
        ),
        (
            r#"{"code":"xxv","regulations":{"device_penalty":{"penalty":"warning","seconds":60}}}"#,
            "line 1: field \"regulations.device_penalty.seconds\" is given; expected it only with the penalties \
             \"add-time\" and \"take-time\""
                .to_owned(),
        ),
        (
            r#"{"code":"xxv","time_control":{"periods":[{"seconds":1e300}]}}"#,
            "line 1: field \"time_control.periods[0].seconds\" is 1e+300; expected no more than 1000000000000".to_owned(),
        ),
        (
            r#"{"code":"xxv","regulations":{"device_penalty":"take-time"}}"#,
            "line 1: field \"regulations.device_penalty.seconds\" is missing; expected how many seconds are given or \
             taken"
                .to_owned(),
        ),
        (
            r#"{"code":"fide-2023","regulations":{"device_penalty":{"penalty":"own-score","score":0.75}}}"#,
            "line 1: field \"regulations.device_penalty.score\" is 0.75; expected points that the event gives for a \
             win, a draw or a loss"
                .to_owned(),
        ),
        (
            r#"{"by":"white","act":"resign"}"#,
            "line 1: field \"code\" is missing; expected the first line to be a header, naming one of: \
             xxv, bca-1862, bcc-1896, bcc-1899, fide-1931, fide-2023"
                .to_owned(),
        ),
        ("[1]", "line 1: found a list of 1; expected an object, {…}".to_owned()),
        (
            "{\"code\":",
            "line 1: not JSON at column 8: EOF while parsing a value; expected a header, such as \
             {\"code\":\"bcc-1899\"}"
                .to_owned(),
        ),
    ] {
        assert_eq!(complaint(header), expected);
    }
    let twice = complaint(r#"{"code":"xxv","code":"bcc-1899"}"#);
    assert!(twice.contains("the field \"code\" is given twice"), "{twice}");
}

#[test]
fn a_bad_act_names_its_line_and_field() {
    for (act, expected) in [
        (
            r#"{"act":"resign"}"#,
            "field \"by\" is missing; expected one of: white, black, umpire, timekeeper",
        ),
        (
            r#"{"by":"red","act":"resign"}"#,
            "field \"by\" is \"red\"; expected one of: white, black, umpire, timekeeper",
        ),
        (
            r#"{"by":"white","act":"touch"}"#,
            "field \"square\" is missing; expected a square, a1 to h8",
        ),
        (
            r#"{"by":"white","act":"touch","square":"i9"}"#,
            "field \"square\" is \"i9\"; expected a square, a1 to h8",
        ),
        (
            r#"{"by":"white","act":"touch","square":12}"#,
            "field \"square\" is 12; expected a square, a1 to h8",
        ),
        (
            r#"{"by":"white","act":"touch","square":"h1","sqare":"h2"}"#,
            "unknown field \"sqare\"; did you mean \"square\"? expected one of: act, by, at, player, square, squares, \
             accident, hold, clause, text, you, lapses, then",
        ),
        (
            r#"{"by":"white","act":"move","move":"e2e9"}"#,
            "field \"move\" is \"e2e9\"; expected a move from square to square, such as e2e4 or e7e8q (q, r, b, n; p for \
             a Pawn left a Pawn, k for a King)",
        ),
        (
            r#"{"by":"white","act":"move","move":"e2e4","at":-1}"#,
            "field \"at\" is -1; expected a number of seconds, 0 or more",
        ),
        (
            r#"{"by":"white","act":"move","move":"e2e4","at":"12"}"#,
            "field \"at\" is \"12\"; expected a number of seconds, 0 or more",
        ),
        (
            r#"{"by":"white","act":"promote","to":"x"}"#,
            "field \"to\" is \"x\"; expected one of: q, r, b, n, p, k",
        ),
        (
            r#"{"by":"white","act":"claim","ground":"forfeit"}"#,
            "field \"offence\" is missing; expected one of: upset, falsify, second-board, book, assistance, refusal, \
             time, absence, or a clause",
        ),
        (
            r#"{"by":"white","act":"point-out","error":"men","move":0}"#,
            "field \"move\" is 0; expected a whole number from 1",
        ),
        (
            r#"{"by":"white","act":"send"}"#,
            "field \"text\" is missing; expected the move as written, or \"texts\" for several",
        ),
        (
            r#"{"by":"white","act":"send","text":"P-K4","if":[["P-K4"]]}"#,
            "field \"if[0]\" is a list of 1; expected a pair: [assumed reply, own next move]",
        ),
        (
            r#"{"by":"white","act":"touch","square":"e2","squares":["d2"]}"#,
            "field \"squares\" is given beside \"square\"; expected either \"square\" or \"squares\"",
        ),
        (
            r#"{"by":"white","act":"claim","ground":"stalemate","offence":"time"}"#,
            "field \"offence\" is given; expected it only with the ground \"forfeit\"",
        ),
        (
            r#"{"by":"white","act":"move","move":"e2e4","at":1e300}"#,
            "field \"at\" is 1e+300; expected no more than 1000000000000",
        ),
        (
            r#"{"by":"white","act":"point-out","error":"men","move":5000000000}"#,
            "field \"move\" is 5000000000; expected no more than 4294967295",
        ),
        (
            r#"{"by":"umpire","act":"penalise","party":"white","penalty":"warning","seconds":60}"#,
            "field \"seconds\" is given; expected it only with the penalties \"add-time\" and \"take-time\"",
        ),
        (
            r#"{"by":"umpire","act":"penalise","party":"white","penalty":"fine","score":1}"#,
            "field \"score\" is given; expected it only with the penalties \"opponent-score\", \"own-score\" and \"loss\"",
        ),
        (
            r#"{"by":"umpire","act":"penalise","party":"white","penalty":"add-time"}"#,
            "field \"seconds\" is missing; expected how many seconds are given or taken",
        ),
        (
            r#"{"by":"umpire","act":"decide","clocks":{"white":1}}"#,
            "field \"clocks.black\" is missing; expected a number of seconds",
        ),
    ] {
        let record = format!("{{\"code\":\"xxv\"}}\n\n{act}\n");
        assert_eq!(complaint(&record), format!("line 3: {expected}"));
    }
    let unknown = complaint("{\"code\":\"xxv\"}\n{\"by\":\"white\",\"act\":\"mvoe\",\"move\":\"e2e4\"}");
    assert!(
        unknown
            .starts_with("line 2: field \"act\" is \"mvoe\"; expected \"move\"? It is one of: move, touch, "),
        "{unknown}"
    );
}

#[test]
fn blank_lines_a_byte_order_mark_and_dos_ends_are_nothing() {
    let record = "\u{feff}\r\n  \n{\"code\":\"xxv\"}\r\n\r\n{\"by\":\"white\",\"act\":\"resign\"}\r\n \n";
    let (terms, events) = read_record(record).unwrap();
    assert_eq!((terms.code.name(), events.len()), ("xxv", 1));
}

#[test]
fn nothing_comes_after_a_bad_line() {
    let record = "{\"code\":\"xxv\"}\n{\"by\":\"white\",\"act\":\"resign\"}\nrubbish\n{\"by\":\"white\",\"act\":\"resign\"}";
    let acts: Vec<_> = Reader::open(record.as_bytes()).unwrap().collect();
    assert_eq!(acts.len(), 2);
    assert!(acts[0].is_ok());
    assert_eq!(acts[1].as_ref().unwrap_err().line, 3);
}

#[test]
fn what_is_not_text_is_said_to_be_so() {
    let error = Reader::open(&b"{\"code\":\"\xff\"}"[..]).unwrap_err();
    assert_eq!(error.fault, RecordFault::NotUtf8 { after: 9 });
    let endless = std::io::BufReader::new(std::io::repeat(b' '));
    let error = Reader::open(endless).unwrap_err();
    assert_eq!(
        error.fault,
        RecordFault::TooLong {
            limit: jadoube_record::LONGEST_LINE
        }
    );
    let deep = format!("{{\"code\":{}", "[".repeat(10_000));
    assert!(complaint(&deep).contains("recursion limit"));
}

/// The cells of a row of a table; none for any other line.
fn cells(line: &str) -> Option<Vec<&str>> {
    let row = line.strip_prefix("| ")?.strip_suffix(" |")?;
    Some(row.split(" | ").map(|cell| cell.trim_matches('`')).collect())
}

/// The header with a field that nobody knows, in the object at this path; of several the first.
fn with_a_stranger(value: Json, path: &[&str]) -> Json {
    match (value, path) {
        (Json::List(items), _) => {
            let mut items = items.into_iter();
            let first = items.next().map(|first| with_a_stranger(first, path));
            Json::List(first.into_iter().chain(items).collect())
        }
        (Json::Object(mut fields), []) => {
            fields.push(("stranger".to_owned(), Json::Bool(true)));
            Json::Object(fields)
        }
        (Json::Object(fields), [name, below @ ..]) => {
            let field = |(field, value): (String, Json)| {
                let value = if field == *name {
                    with_a_stranger(value, below)
                } else {
                    value
                };
                (field, value)
            };
            Json::Object(fields.into_iter().map(field).collect())
        }
        (other, _) => other,
    }
}

#[test]
fn the_lines_on_the_arbiters_page_are_acts() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fide-2023.md");
    let page = fs::read_to_string(page).expect("docs/fide-2023.md");
    let lines: Vec<&str> = page
        .split('`')
        .filter(|part| part.starts_with("{\"by\""))
        .collect();
    assert!(lines.len() >= 20, "there are lines on it: {lines:?}");
    for line in lines {
        let act = parse(line).and_then(read_event);
        assert!(act.is_ok(), "{line}: {act:?}");
    }
}

#[test]
fn the_page_on_the_header_names_every_field_and_no_other() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/header.md");
    let page = fs::read_to_string(page).expect("docs/header.md");
    let (whole, parts) = page.split_once("\n## ").expect("sections");
    let tables = std::iter::once(("", whole)).chain(
        parts
            .split("\n## ")
            .map(|part| part.split_once('\n').expect("a heading")),
    );
    let rows: Vec<Vec<&str>> = whole.lines().filter_map(cells).skip(1).collect();
    let header = |name: &str, example: &str| {
        let code = if name == "code" {
            String::new()
        } else {
            "\"code\":\"fide-2023\",".to_owned()
        };
        parse(&format!("{{{code}\"{name}\":{example}}}")).expect(example)
    };
    for row in &rows {
        let header = header(row[0], row[1]);
        let terms = read_terms(header.clone()).unwrap_or_else(|why| panic!("{}: {why}", row[0]));
        assert!(write_terms(&terms).get(row[0]).is_some(), "{} is kept", row[0]);
    }
    let mut described = 0;
    for (path, table) in tables {
        let path: Vec<&str> = path.split_whitespace().collect();
        let field = path.first().unwrap_or(&"code");
        let row = rows.iter().find(|row| row[0] == *field).expect(field);
        let stranger = with_a_stranger(header(row[0], row[1]), &path);
        let Err(RecordFault::Unknown { mut known, .. }) = read_terms(stranger) else {
            panic!("{path:?}: a stranger is let in");
        };
        let mut named: Vec<&str> = table
            .lines()
            .filter_map(cells)
            .skip(1)
            .map(|row| row[0])
            .collect();
        known.sort_unstable();
        named.sort_unstable();
        assert_eq!(named, known, "{path:?}");
        described += 1;
    }
    assert_eq!(described, 13, "every object that is read has its table");
}
