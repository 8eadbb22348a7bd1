//! Somebody speaks at the board: is it a word he may say, and to whom?

use crate::code::{Answer, ByCode, answers, reading, says, silent};
use jadoube_game::{Event, Game, Party, Ruling, say};

question! {
    "Somebody speaks at the board: is it a word he may say, and to whom?";
    tables: REMARKS, WRONG_CLOCK, WRONG_CLOCK_TOLD;
}

steps! {
    /// A clock goes that should not, and somebody says so.
    pub struct WrongClockTold {
        /// A player who sees that a clock goes which should not tells his opponent.
        by_a_player,
        /// Any other than the players tells the official alone of a clock that is wrong.
        by_another,
    }
    pub static WRONG_CLOCK_TOLD for WRONG_CLOCK: WrongClock::OfficialByOthersOpponentByThePlayer = {
        fide_1931: {
            by_a_player: "annexe.viii", by_another: "20.iii",
        },
    };
}

law! {
    /// What becomes of words that belong to no act of the game.
    pub enum Remarks {
        /// A comment on the moves is forbidden, and whatever annoys the opponent; what it costs, the umpire says.
        NoComments,
        /// A remark that disturbs the opponent is forbidden; whether it did, and what it costs, the umpire says.
        Forbidden,
        /// Nothing is said of such words.
        NothingSaid,
    }
}

law! {
    /// A player says what is neither a check nor a notice.
    pub static REMARKS: ByCode<Answer<Remarks>> = answers(ByCode {
        xxv:       silent(Remarks::NothingSaid, reading("XXV-35")),
        bca_1862:  says(Remarks::NothingSaid,   &["XV"]),
        bcc_1896:  silent(Remarks::NothingSaid, reading("BCC-25")),
        bcc_1899:  silent(Remarks::NothingSaid, reading("BCC-25")),
        fide_1931: says(Remarks::NoComments,    &["annexe.iii", "annexe.ix"]),
        fide_2023: says(Remarks::Forbidden,     &["11.5"]),
    });
}

law! {
    /// Who is told that the wrong clock is going.
    pub enum WrongClock {
        /// A third person tells the official alone; a player tells his opponent.
        OfficialByOthersOpponentByThePlayer,
        /// Nobody tells the player; whoever else sees it may tell the arbiter alone.
        NobodyTellsThePlayer,
        /// Each player sees to it himself: neglect gets no allowance.
        EachSeesToIt,
        /// Nothing is said of it.
        NothingSaid,
    }
}

law! {
    /// A clock is seen to go that should not.
    pub static WRONG_CLOCK: ByCode<Answer<WrongClock>> = answers(ByCode {
        xxv:       silent(WrongClock::NothingSaid, reading("XXV-35")),
        bca_1862:  says(WrongClock::NothingSaid,   &["XV"]),
        bcc_1896:  says(WrongClock::EachSeesToIt,  &["II.10D"]),
        bcc_1899:  says(WrongClock::EachSeesToIt,  &["II.10D"]),
        fide_1931: says(WrongClock::OfficialByOthersOpponentByThePlayer, &["20.iii", "annexe.viii"]),
        fide_2023: says(WrongClock::NobodyTellsThePlayer, &["12.6", "12.7"]),
    });
}

/// What it rests on that each tells whom he should, where the code says so.
fn wrong_clock_told(game: &Game) -> Option<&'static WrongClockTold> {
    match WRONG_CLOCK[game.terms.code].value {
        WrongClock::OfficialByOthersOpponentByThePlayer => WRONG_CLOCK_TOLD.of(game),
        WrongClock::NobodyTellsThePlayer | WrongClock::EachSeesToIt | WrongClock::NothingSaid => None,
    }
}

/// Words that are no announcement the laws ask for.
pub(crate) fn spoken(game: &Game, event: &Event, words: &str) -> Ruling {
    let code = game.terms.code;
    let of_a_clock = wrong_clock_told(game)
        .filter(|_| game.terms.time_limit.is_some() && words.to_ascii_lowercase().contains("clock"));
    match event.by {
        Party::White | Party::Black if let Some(law) = of_a_clock => {
            let text = say!("{by} [calls] attention to a clock, as a player should"; by = event.by);
            Ruling::silent().finding(law.by_a_player, event.by, text)
        }
        Party::Timekeeper if let Some(law) = of_a_clock => {
            let text = "a third person may not tell the players of a clock, but must tell the official";
            Ruling::silent().finding(law.by_another, event.by, text)
        }
        Party::White | Party::Black if REMARKS[code].value != Remarks::NothingSaid && is_a_remark(words) => {
            let text = say!(
                "{by} [has] spoken: remarks on the moves are forbidden, and whether this was one is for the umpire";
                by = event.by
            );
            Ruling::silent().finding(REMARKS[code].clause(), event.by, text)
        }
        _ => Ruling::silent(),
    }
}

/// `"20.iii"`: a third person who sees the wrong clock going has told the official, as he should.
pub(crate) fn official_told(game: &Game, event: &Event, ruling: Ruling) -> Ruling {
    match wrong_clock_told(game) {
        Some(law) if game.terms.time_limit.is_some() && event.by == Party::Timekeeper => {
            let text = "the official has been told, and takes the steps that are needed";
            ruling.finding(law.by_another, event.by, text)
        }
        _ => ruling,
    }
}

/// Whether words may be a remark: whatever is neither a cry of check, nor notice of adjusting, nor business of the game.
fn is_a_remark(words: &str) -> bool {
    const BUSINESS: [&str; 8] = [
        "adjust", "adoube", "check", "mate", "draw", "resign", "claim", "umpire",
    ];
    let words = words.to_ascii_lowercase();
    !BUSINESS.iter().any(|word| words.contains(word))
}
