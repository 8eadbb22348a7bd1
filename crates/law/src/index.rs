//! Which questions of law are there, how does each code answer them, and what rests on each clause?
//!
//! Every file of `questions/` enters itself with its tables, its citations and their words; see `define.rs`.

use crate::{
    code::{Alike, Answer, Authority, ByCode, Clause, reading_in, refuse},
    questions as q,
};
use jadoube_game::Code;
use std::{borrow::Cow, sync::LazyLock};

/// One question of law: the tables that answer it, and what its procedures rest on besides.
#[derive(Debug, Clone)]
pub struct Question {
    /// Its name, that of its file: `touch`.
    pub name: &'static str,
    /// The question, in an arbiter's words.
    pub title: &'static str,
    /// The tables, in the order of the file.
    pub tables: Vec<AnswerTable>,
    /// What is ruled by single clauses, outside the tables.
    pub rules: Vec<Rule>,
}

/// The answers to one part of a question.
#[derive(Debug, Clone)]
pub struct AnswerTable {
    /// Its name in the source, `TOUCHED_MOVEABLE`.
    pub name: &'static str,
    /// What it answers.
    pub title: &'static str,
    /// The answers.
    pub rows: ByCode<Row>,
}

/// A code's answer, in words, and what it rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The answer.
    pub answer: String,
    /// What it rests on.
    pub authority: Authority,
}

/// Something that is ruled by one clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// What is ruled, in words.
    pub what: Cow<'static, str>,
    /// The codes in which the clause stands.
    pub codes: &'static [Code],
    /// The clause.
    pub label: &'static str,
}

impl Rule {
    pub(crate) const fn new(what: &'static str, codes: &'static [Code], label: &'static str) -> Self {
        Self {
            what: Cow::Borrowed(what),
            codes,
            label: Clause::of(codes, label).as_str(),
        }
    }
}

/// Something that rests on a clause.
#[derive(Debug, Clone, Copy)]
pub enum Resting {
    /// The code's answer in this table.
    Answer(&'static AnswerTable),
    /// A rule outside the tables.
    Rule(&'static Rule),
}

/// A file of questions as it enters itself.
pub(crate) struct Asked {
    pub module: &'static str,
    pub title: &'static str,
    pub tables: &'static [fn() -> Entered],
    pub rules: &'static [Rule],
}

/// A definition as it enters itself: a table by code, or rules that some codes have and others have not.
pub(crate) enum Entered {
    AnswerTable(Box<AnswerTable>),
    Rules(Vec<Rule>),
}

impl Entered {
    /// The steps of a procedure, each with its words, its codes and its clause, if they have one for it.
    pub(crate) fn steps(
        steps: impl Iterator<Item = (&'static str, &'static [Code], Option<Clause>)>,
    ) -> Self {
        let rules = steps.filter_map(|(what, codes, clause)| {
            Some(Rule {
                what: what.trim_start().into(),
                codes,
                label: clause?.as_str(),
            })
        });
        Entered::Rules(rules.collect())
    }
}

/// An answer that can be said in words.
pub(crate) trait Meaning {
    fn meaning(&self) -> String;
}

/// A definition that can be entered in the index.
pub(crate) trait Indexed {
    fn entered(&self, name: &'static str, title: &'static str) -> Entered;
}

impl<T: Meaning> Indexed for ByCode<Answer<T>> {
    fn entered(&self, name: &'static str, title: &'static str) -> Entered {
        let rows = self.map(|_, answer| Row {
            answer: answer.value.meaning(),
            authority: answer.authority,
        });
        Entered::AnswerTable(Box::new(AnswerTable { name, title, rows }))
    }
}

impl Indexed for Alike {
    fn entered(&self, name: &'static str, title: &'static str) -> Entered {
        let rows = ByCode::from_fn(|code| Row {
            answer: self.answer.to_owned(),
            authority: self[code],
        });
        Entered::AnswerTable(Box::new(AnswerTable { name, title, rows }))
    }
}

/// Stops the compiler where a row cites another code than its own, or a clause that its file does not list.
///
/// # Panics
/// Then; in a table the panic is the compiler's.
pub(crate) const fn must_be_listed(rules: &[Rule], code: Code, clause: Clause) {
    clause.must_be_of(code);
    if reading_in(clause.as_str()).is_some() {
        return;
    }
    let mut i = 0;
    while i < rules.len() {
        if clause.is(rules[i].label) && contains(rules[i].codes, code) {
            return;
        }
        i += 1;
    }
    refuse(&["the `question!` of this file says nothing of ", clause.as_str()])
}

const fn contains(codes: &[Code], code: Code) -> bool {
    let mut i = 0;
    while i < codes.len() {
        if codes[i] as u8 == code as u8 {
            return true;
        }
        i += 1;
    }
    false
}

/// The files of questions, roughly in the order in which a game raises them. One left out is never used, and the compiler
/// says so.
static QUESTIONS: LazyLock<Vec<Question>> = LazyLock::new(|| {
    let asked = [
        q::touch::QUESTION,
        q::touch_claims::QUESTION,
        q::touch_order::QUESTION,
        q::adjust::QUESTION,
        q::requirements::QUESTION,
        q::consents::QUESTION,
        q::completing::QUESTION,
        q::pressing::QUESTION,
        q::powers::QUESTION,
        q::false_move::QUESTION,
        q::illegal_moves::QUESTION,
        q::out_of_turn::QUESTION,
        q::penalties::QUESTION,
        q::remedies::QUESTION,
        q::lettered::QUESTION,
        q::check::QUESTION,
        q::endings::QUESTION,
        q::crossings::QUESTION,
        q::repetition::QUESTION,
        q::fifty_moves::QUESTION,
        q::agreement::QUESTION,
        q::claims::QUESTION,
        q::first_move::QUESTION,
        q::misplaced_men::QUESTION,
        q::removals::QUESTION,
        q::found_later::QUESTION,
        q::odds::QUESTION,
        q::adjournment::QUESTION,
        q::sealed_move::QUESTION,
        q::communication::QUESTION,
        q::time_limit::QUESTION,
        q::lateness::QUESTION,
        q::regime::QUESTION,
        q::flags::QUESTION,
        q::forfeits::QUESTION,
        q::conduct::QUESTION,
        q::sanctions::QUESTION,
        q::findings::QUESTION,
        q::disputes::QUESTION,
        q::equity::QUESTION,
    ];
    asked.iter().map(Question::new).collect()
});

impl Question {
    fn new(asked: &Asked) -> Self {
        let mut question = Self {
            name: asked.module.rsplit("::").next().unwrap_or(asked.module),
            title: asked.title,
            tables: Vec::new(),
            rules: asked.rules.to_vec(),
        };
        for entry in asked.tables {
            match entry() {
                Entered::AnswerTable(table) => question.tables.push(*table),
                Entered::Rules(rules) => question.rules.extend(rules),
            }
        }
        question
    }
}

/// Every question, roughly in the order in which a game raises them.
pub fn questions() -> &'static [Question] {
    &QUESTIONS
}

/// The question of this name, however it is punctuated: `false-move`, `False move`.
pub fn question(name: &str) -> Option<&'static Question> {
    let plain = |name: &str| name.to_ascii_lowercase().replace(['-', '_', ' '], "");
    QUESTIONS
        .iter()
        .find(|question| plain(question.name) == plain(name))
}

/// What rests on this clause (or reading) of the code, each with its question.
pub fn resting_on(code: Code, label: &str) -> impl Iterator<Item = (&'static Question, Resting)> {
    QUESTIONS.iter().flat_map(move |question| {
        let tables = question
            .tables
            .iter()
            .filter(move |table| table.rows[code].authority.cited().contains(&label))
            .map(Resting::Answer);
        let rules = question
            .rules
            .iter()
            .filter(move |rule| rule.label == label && rule.codes.contains(&code))
            .map(Resting::Rule);
        tables.chain(rules).map(move |resting| (question, resting))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registers::{Disposition, READINGS, register};

    #[test]
    fn answers_speak_in_the_words_of_their_tables() {
        let touch = question("touch").unwrap();
        assert_eq!(
            touch.title,
            "A player touches a man: what must he, or may he be made to, do?"
        );
        let moveable = &touch.tables[0];
        assert_eq!(
            moveable.rows[Code::Xxv].answer,
            "He must move it, from that moment."
        );
        for question in questions() {
            for table in &question.tables {
                for (code, row) in table.rows.iter() {
                    assert!(row.answer.ends_with('.'), "{} {code}: {}", table.name, row.answer);
                    assert!(!row.authority.cited().is_empty(), "{} {code}", table.name);
                }
            }
            for (at, rule) in question.rules.iter().enumerate() {
                assert!(
                    rule.what.ends_with(['.', ')']),
                    "{}: {}",
                    question.name,
                    rule.what
                );
                // What several clauses have in common is a title, and not what each says.
                let alike = |other: &&Rule| other.what == rule.what && other.codes == rule.codes;
                let other = question.rules[..at].iter().find(alike);
                assert_eq!(other, None, "{} {}: {}", question.name, rule.label, rule.what);
            }
        }
    }

    #[test]
    fn something_rests_on_every_clause_that_is_played() {
        for code in Code::ALL {
            for entry in register(code) {
                let played = matches!(entry.disposition, Disposition::Enforced | Disposition::Right);
                let rests = resting_on(code, entry.label).next().is_some();
                assert!(rests || !played, "{code} {}: nothing rests on it", entry.label);
            }
        }
    }

    #[test]
    fn no_answer_is_a_gist_or_a_reading() {
        let gists = Code::ALL
            .into_iter()
            .flat_map(|code| register(code).iter().map(|entry| entry.gist));
        let titles = READINGS
            .iter()
            .flat_map(|reading| [reading.question, reading.choice]);
        let said: Vec<&str> = gists.chain(titles).collect();
        for question in questions() {
            for (_, row) in question.tables.iter().flat_map(|table| table.rows.iter()) {
                assert!(
                    !said.contains(&row.answer.as_str()),
                    "{}: {}",
                    question.name,
                    row.answer
                );
            }
        }
    }

    #[test]
    fn a_question_is_found_however_it_is_written() {
        for name in ["false_move", "false-move", "False Move"] {
            assert_eq!(question(name).map(|question| question.name), Some("false_move"));
        }
        assert!(question("sleep").is_none());
        assert!(resting_on(Code::Bcc1899, "II.5(c)").any(|(question, _)| question.name == "touch"));
    }

    #[test]
    fn a_row_cites_its_own_code_and_what_is_listed() {
        const RULES: &[Rule] = &[Rule::new("A touch.", codes!(bcc), "II.5(c)")];
        let cited = |code, label| {
            std::panic::catch_unwind(|| must_be_listed(RULES, code, Clause::written(label))).is_ok()
        };
        assert!(cited(Code::Bcc1899, "II.5(c)"));
        assert!(cited(Code::Bcc1896, "reading BCC-6"));
        assert!(!cited(Code::Bcc1899, "II.5(b)"), "not listed");
        assert!(!cited(Code::Fide1931, "II.5(c)"), "another code's");
        assert!(!cited(Code::Fide1931, "reading BCC-6"), "another code's");
        assert!(!cited(Code::Bcc1899, "reading BCC-99"), "there is none");
    }
}
