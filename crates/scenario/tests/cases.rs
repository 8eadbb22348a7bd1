//! Does every case under `scenarios/` come out as it says?

use jadoube_game::Code;
use jadoube_scenario::{Case, Expect, bless, cases_under, check};
use std::path::Path;

fn scenarios() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")
}

/// `CASE=touch/another-man-played cargo test -p jadoube-scenario` tells only the cases whose place contains this.
#[test]
fn every_case_comes_out_as_it_says() {
    let wanted = std::env::var("CASE").unwrap_or_default();
    let mut report: Vec<String> = Vec::new();
    let mut told = 0;
    for (place, case) in cases_under(&scenarios()).expect("scenarios/ is there") {
        let name = format!("{}/{}", place.question, place.name);
        if !name.contains(&wanted) {
            continue;
        }
        told += 1;
        match case {
            Err(error) => report.push(format!("scenarios/{name}.case, {error}")),
            Ok(case) => {
                let mismatches = check(&case);
                if !mismatches.is_empty() {
                    report.push(format!("scenarios/{name}.case: {}", case.title));
                    report.extend(mismatches.iter().map(ToString::to_string));
                }
            }
        }
    }
    assert!(told > 0, "no case is called {wanted:?}");
    assert!(report.is_empty(), "\n{}", report.join("\n"));
}

const TOUCHED: &str = "\
A man touched, and another moved
board  White Ke1 Ra1 e2; Black Ke8; White to play
codes  bcc-*

1. White touches a1
     nothing
     turn white
2. White moves e2e4
     White touched the man on a1, which he could move, and has moved otherwise  II.5(c)
     may black exact A+B man a1      II.5(c)
     then moves 10
     may not black exact C
     may not white exact
";

#[test]
fn a_case_is_read_and_told() {
    let case = Case::parse(TOUCHED).unwrap();
    assert_eq!(case.title, "A man touched, and another moved");
    assert_eq!(case.codes, [Code::Bcc1896, Code::Bcc1899]);
    assert_eq!(case.steps.len(), 2);
    assert_eq!(case.steps[0].rows[0].expect, Expect::Nothing);
    let mismatches: Vec<String> = check(&case).iter().map(ToString::to_string).collect();
    assert!(mismatches.is_empty(), "{}", mismatches.concat());
}

/// A test that cannot fail tests nothing: each line of the case above, made wrong, is found out.
#[test]
fn a_wrong_line_is_found_out() {
    for (right, wrong) in [
        ("nothing", "White must move it  II.5(c)"),
        ("turn white", "turn black"),
        ("has moved otherwise  II.5(c)", "has moved otherwise  II.5(b)"),
        ("has moved otherwise  ", "has moved  "),
        (
            "may black exact A+B man a1      II.5(c)",
            "may black exact A+B man e2      II.5(c)",
        ),
        (
            "may black exact A+B man a1      II.5(c)",
            "may black exact A+B man a1      II.5(b)",
        ),
        ("then moves 10", "then moves 11"),
        ("may not white exact", "may not black exact"),
        ("     turn white", "     refused"),
        ("     turn white", "     status drawn"),
        ("     turn white", "     moves e2e4"),
        ("     turn white", "     board 8/8/8/8/8/8/8/8"),
        ("     turn white", "     duty none"),
        ("1. White touches a1", "1. White exacts A"),
        ("1. White touches a1", "1. White touches a3"),
    ] {
        let text = TOUCHED.replacen(right, wrong, 1);
        assert_ne!(text, TOUCHED, "{right}");
        let case = Case::parse(&text).unwrap();
        assert!(!check(&case).is_empty(), "not found out: {wrong}");
    }
}

/// What one code gives to do, another does not.
#[test]
fn an_act_may_be_told_under_some_codes_only() {
    let remedies = "Title\nboard White Ke1 Ra1 e2; Black Ke8; White to play\ncodes all\n\n1. White touches a1\n\
        2. White moves e2e4\n3. bcc-*  Black exacts A+B man a1\n     turn white\n\
        4. fide-2023  Black points out touched-man\n     turn white\n";
    let case = Case::parse(remedies).unwrap();
    let mismatches: Vec<String> = check(&case).iter().map(ToString::to_string).collect();
    assert!(mismatches.is_empty(), "{}", mismatches.concat());
    let blessed = bless(&case);
    assert!(
        blessed.contains("\n3. bcc-*  Black exacts A+B man a1\n     The"),
        "{blessed}"
    );
    assert!(check(&Case::parse(&blessed).unwrap()).is_empty(), "{blessed}");
    let wrong = Case::parse(&remedies.replacen("turn white", "turn black", 1)).unwrap();
    let codes: Vec<Code> = check(&wrong).iter().map(|mismatch| mismatch.code).collect();
    assert_eq!(codes, [Code::Bcc1896, Code::Bcc1899]);
}

#[test]
fn a_line_that_is_no_expectation_is_told_so() {
    for (wrong, expected) in [
        (
            "Title\nbord White Kg1",
            "line 2: unknown set-up \"bord\"; expected one of: codes, shows, board, ",
        ),
        ("Title\nboard White Kg1 Kg1; Black Ke8", "line 2: two men on g1"),
        (
            "Title\n1. White tuches h1",
            "line 2: \"White tuches h1\": field \"act\" is \"tuches h1\"; expected ",
        ),
        ("Title\n2. White touches h1", "line 2: act 2; expected number 1"),
        (
            "Title\n1. White touches h1\n   White must move",
            "line 3: \"White must move\" has no clause",
        ),
        (
            "Title\n1. White touches h1\n   bcc-*",
            "line 3: expected what the law says, after the codes",
        ),
        (
            "Title\n1. White touches h1\n   may black frob",
            "line 3: \"black frob\": ",
        ),
        (
            "Title\ncodes bcc-*\nshows II.99",
            "line 1: shows II.99: no code of the case has such a clause",
        ),
        (
            "Title\ncodes bcc-*\n1. xxv  White moves e2e4",
            "line 3: xxv is not told this",
        ),
        (
            "Title\ncodes all\n1. xxv  White moves e2e4\n   bcc-*  turn black",
            "line 4: bcc-1896 is not told this",
        ),
        (
            "Title\ncodes xxv\n   bcc-*  turn white",
            "line 3: bcc-1896 is not told this",
        ),
        ("", "line 1: an empty case; expected its title"),
        (
            "Title\nterms {\"gaurd\":true}\ncodes xxv",
            "line 1: unknown field \"gaurd\"; did you mean \"guard\"?",
        ),
    ] {
        let error = Case::parse(wrong).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn a_blessed_case_comes_out_as_it_says() {
    let unruled = "A false move\ncodes  bcc-*\n\n1. White moves e2e5\n     may black exact A  II.6(b)\n2. Black exacts A\n";
    let blessed = bless(&Case::parse(unruled).unwrap());
    assert!(blessed.contains("II.6(a)"), "{blessed}");
    let case = Case::parse(&blessed).unwrap();
    assert!(check(&case).is_empty(), "{blessed}");
    assert_eq!(bless(&case), blessed, "blessing twice is blessing once");
    assert!(blessed.contains("     may black exact A "), "{blessed}");
}
