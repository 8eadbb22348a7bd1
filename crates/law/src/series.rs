//! A match or a sitting of several games: who has the first move in each, and which men?
//!
//! Where a code leaves something to the lot, the lot is drawn from a seed; the header of each game keeps the seed, so
//! that anybody can draw again and see that nothing was arranged.
//!
//! ```
//! use jadoube_game::{Code, Ended};
//! use jadoube_law::series::Series;
//!
//! let mut series = Series::new(Code::Xxv, ["Ann", "Bob"], 7);
//! let first = series.next_game();
//! series.ended(Ended::Drawn);
//! // The Twenty-five Laws: after a drawn game the same player begins again.
//! assert_eq!(series.next_game().first_move, first.first_move);
//! ```

use crate::questions::{
    first_move::{
        self, AFTER_ANNULLED, AT_ODDS, AtOdds, MEN_IN_A_SERIES, MenInASeries, NEXT_GAME, NextGame, ORDINARILY,
    },
    odds::{SEVERAL_MOVES, SeveralMoves},
};
use jadoube_board::{Colour, Kind};
use jadoube_game::{Agreed, Citation, Code, Ended, GivenMan, Odds, Previous, Terms};

/// One of the two persons who play the series, whatever men he has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Person {
    /// He who is named first.
    One,
    /// The other.
    Two,
}

impl Person {
    /// The other of the two.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Person::One => Person::Two,
            Person::Two => Person::One,
        }
    }

    const fn index(self) -> usize {
        self as usize
    }
}

/// Odds that one person gives in every game of the series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesOdds {
    /// Who gives them.
    pub giver: Person,
    /// The men he takes off.
    pub men: Vec<GivenMan>,
    /// How many moves the other makes at the start.
    pub moves: u32,
}

/// A run of games by the same two persons.
#[derive(Debug, Clone)]
pub struct Series {
    code: Code,
    names: [String; 2],
    seed: u64,
    odds: Option<SeriesOdds>,
    agreed: Option<Person>,
    agreed_white: Option<Person>,
    played: Vec<Ended>,
}

/// One game of a series as it is to be begun.
#[derive(Debug, Clone, PartialEq)]
pub struct SeriesGame {
    /// Its number, from 1; games annulled are numbered too.
    pub number: u32,
    /// Who has the first move.
    pub first_move: Person,
    /// By which clause.
    pub first_move_by: Reason,
    /// Who has the white men.
    pub white: Person,
    /// By which clause.
    pub white_by: Reason,
    /// What the game is opened with: code, names, odds, the game before, and the seed.
    pub terms: Terms,
}

/// A clause, and what it amounts to here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The clause (or reading).
    pub clause: Citation,
    /// In a few words.
    pub text: String,
}

impl Series {
    /// A series that has not begun, its lots drawn from this seed.
    pub fn new(code: Code, names: [&str; 2], seed: u64) -> Self {
        Series {
            code,
            names: names.map(str::to_owned),
            seed,
            odds: None,
            agreed: None,
            agreed_white: None,
            played: Vec::new(),
        }
    }

    /// The same odds are given in every game.
    #[must_use]
    pub fn at_odds(mut self, odds: SeriesOdds) -> Self {
        self.odds = Some(odds);
        self
    }

    /// The first move of the first game was agreed on, and no lot is drawn for it.
    #[must_use]
    pub fn agreed(mut self, first: Person) -> Self {
        self.agreed = Some(first);
        self
    }

    /// Who has the white men in the first game was agreed on, and no lot is drawn for it.
    #[must_use]
    pub fn agreed_white(mut self, white: Person) -> Self {
        self.agreed_white = Some(white);
        self
    }

    /// The game last begun has ended so.
    pub fn ended(&mut self, how: Ended) {
        self.played.push(how);
    }

    /// The name of a person.
    pub fn name(&self, person: Person) -> &str {
        &self.names[person.index()]
    }

    /// The game to be played next.
    pub fn next_game(&self) -> SeriesGame {
        let mut before = None;
        for status in &self.played {
            let (first, _) = self.first_move(before);
            before = Some((first, *status));
        }
        self.game(self.played.len(), before)
    }

    /// Every game so far and the next.
    pub fn games(&self) -> Vec<SeriesGame> {
        let mut games = Vec::with_capacity(self.played.len() + 1);
        let mut before = None;
        for index in 0..=self.played.len() {
            let game = self.game(index, before);
            before = self.played.get(index).map(|status| (game.first_move, *status));
            games.push(game);
        }
        games
    }

    /// The game of this index, after one in which this person had the first move and which ended so.
    fn game(&self, index: usize, before: Option<(Person, Ended)>) -> SeriesGame {
        let (first_move, first_move_by) = self.first_move(before);
        let (white, white_by) = self.white(first_move);
        let colour = |person: Person| {
            if person == white {
                Colour::White
            } else {
                Colour::Black
            }
        };
        let mut terms = Terms::ordinary(self.code);
        terms.sides = [white, white.other()].map(|person| vec![self.name(person).to_owned()]);
        terms.odds = self.odds.as_ref().map(|odds| Odds {
            giver: colour(odds.giver),
            men: odds.men.clone(),
            moves: odds.moves,
        });
        terms.previous = before.map(|(first, status)| Previous {
            first_move: colour(first),
            status,
        });
        let seed = Agreed::Word(self.seed.to_string());
        terms.agreements.0.insert("seed".to_owned(), seed);
        if first_move::rightful(&terms) != colour(first_move) {
            // What the lot or an agreement gave is not what the header alone would say.
            let word = Agreed::Word(colour(first_move).to_string());
            terms.agreements.0.insert("first_move".to_owned(), word);
        }
        SeriesGame {
            number: u32::try_from(index + 1).unwrap_or(u32::MAX),
            first_move,
            first_move_by,
            white,
            white_by,
            terms,
        }
    }

    fn first_move(&self, before: Option<(Person, Ended)>) -> (Person, Reason) {
        if let Some(given) = self.by_odds() {
            return given;
        }
        let Some((last, status)) = before else {
            // Where White begins, he who has the white men has the first move.
            let with_the_men = self
                .agreed_white
                .filter(|_| MEN_IN_A_SERIES[self.code].value != MenInASeries::KeptForTheSitting);
            if let Some(person) = self.agreed.or(with_the_men) {
                let clause = ORDINARILY[self.code].governing();
                return (person, reason(clause, "as agreed"));
            }
            let text = format!("by lot (seed {})", self.seed);
            // Where no clause draws for the men, the one on the first move does.
            let authority = match MEN_IN_A_SERIES[self.code].authority {
                authority if authority.is_reading() => ORDINARILY[self.code],
                authority => authority,
            };
            return (self.lot("first move"), reason(authority.governing(), &text));
        };
        let answer = &NEXT_GAME[self.code];
        let same = match (status, answer.value) {
            (Ended::Annulled, _) | (Ended::Drawn, NextGame::AlternatelyButSameAfterADraw) => true,
            (Ended::Won | Ended::Drawn | Ended::LostByBoth | Ended::LostByOne, _) => false,
        };
        let authority = match status {
            Ended::Annulled => AFTER_ANNULLED[self.code],
            Ended::Won | Ended::Drawn | Ended::LostByBoth | Ended::LostByOne => answer.authority,
        };
        let text = match (status, same) {
            (Ended::Annulled, _) => "the same again: the game before was annulled",
            (_, true) => "the same again: the game before was drawn",
            (_, false) => "alternately",
        };
        let person = if same { last } else { last.other() };
        (person, reason(authority.governing(), text))
    }

    /// Odds that settle the first move of every game.
    fn by_odds(&self) -> Option<(Person, Reason)> {
        let odds = self.odds.as_ref()?;
        if odds.moves > 0 && SEVERAL_MOVES[self.code].value != SeveralMoves::NotGiven {
            let clause = first_move::by_odds(self.code, odds.men.is_empty(), odds.moves);
            let text = "the first move is given with the odds";
            return Some((odds.giver.other(), reason(Some(clause), text)));
        }
        let piece = odds.men.iter().any(|man| match man {
            GivenMan::Named(kind) => *kind != Kind::Pawn,
            GivenMan::On(square) => jadoube_board::Board::ARRAY
                .get(*square)
                .is_some_and(jadoube_board::Man::is_piece),
        });
        let gives = match AT_ODDS[self.code].value {
            AtOdds::Giver => !odds.men.is_empty(),
            AtOdds::GiverOfAPiece => piece,
            AtOdds::ByLot => false,
        };
        let clause = AT_ODDS[self.code].authority.governing();
        gives.then(|| (odds.giver, reason(clause, "the giver of odds moves first")))
    }

    fn white(&self, first_move: Person) -> (Person, Reason) {
        let answer = &MEN_IN_A_SERIES[self.code];
        let clause = answer.authority.governing();
        match answer.value {
            MenInASeries::KeptForTheSitting if let Some(white) = self.agreed_white => {
                (white, reason(clause, "as agreed, and kept for the sitting"))
            }
            MenInASeries::KeptForTheSitting => {
                let text = format!("by lot (seed {}), and kept for the sitting", self.seed);
                (self.lot("white men"), reason(clause, &text))
            }
            MenInASeries::WithTheFirstMove => {
                // Where one clause draws for the men and another lets White begin, the last cited is the latter.
                let clause = answer.authority.cited().last().copied();
                (first_move, reason(clause, "he who moves first has White"))
            }
            MenInASeries::Alternately if self.by_odds().is_some() => {
                let clause = ORDINARILY[self.code].governing();
                (first_move, reason(clause, "he who moves first has White"))
            }
            MenInASeries::Alternately => {
                let text = "White moves first, and the men change hands after each game";
                (first_move, reason(clause, text))
            }
        }
    }

    /// A lot: the seed and what is drawn for decide, and nothing else.
    fn lot(&self, drawn_for: &str) -> Person {
        // SplitMix64 over the seed and the words, so that the two lots of one seed are independent.
        let mut state = self.seed;
        for byte in drawn_for.bytes() {
            state = splitmix(state ^ u64::from(byte));
        }
        if splitmix(state) & 1 == 0 {
            Person::One
        } else {
            Person::Two
        }
    }
}

fn splitmix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn reason(clause: Option<&'static str>, text: &str) -> Reason {
    Reason {
        clause: clause.unwrap_or_default(),
        text: text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arbiter;

    fn first_moves(code: Code, results: &[Ended]) -> Vec<Person> {
        let mut series = Series::new(code, ["Ann", "Bob"], 1).agreed(Person::One);
        for how in results {
            series.ended(*how);
        }
        series.games().iter().map(|game| game.first_move).collect()
    }

    #[test]
    fn first_moves_after_wins_draws_and_annulled_games() {
        use Ended::{Annulled, Drawn, LostByBoth, Won};
        use Person::{One, Two};
        let results = [Won, Drawn, Annulled, Won, LostByBoth];
        let alternately = [One, Two, One, One, Two, One];
        for code in [Code::Bca1862, Code::Bcc1896, Code::Bcc1899, Code::Fide1931] {
            assert_eq!(first_moves(code, &results), alternately, "{code}");
        }
        assert_eq!(first_moves(Code::Xxv, &results), [One, Two, Two, Two, One, Two]);
    }

    #[test]
    fn colours_are_kept_for_the_sitting_in_1862_and_follow_the_first_move_elsewhere() {
        for code in Code::ALL {
            let mut series = Series::new(code, ["Ann", "Bob"], 3);
            for _ in 0..5 {
                series.ended(Ended::Won);
            }
            let games = series.games();
            let kept = games.iter().all(|game| game.white == games[0].white);
            assert_eq!(kept, code == Code::Bca1862, "{code}");
            let begins = games.iter().all(|game| game.white == game.first_move);
            assert_eq!(begins, code != Code::Bca1862, "{code}");
        }
    }

    #[test]
    fn the_header_of_each_game_gives_the_first_move_to_the_right_player_and_keeps_the_seed() {
        for code in Code::ALL {
            for seed in 0..16 {
                let mut series = Series::new(code, ["Ann", "Bob"], seed);
                for how in [Ended::Won, Ended::Drawn, Ended::Annulled, Ended::Won] {
                    series.ended(how);
                }
                for game in series.games() {
                    let arbiter = Arbiter::open(game.terms.clone()).expect("a game that can begin");
                    let begins = arbiter.game().turn_to_play();
                    let person = if begins == Colour::White {
                        game.white
                    } else {
                        game.white.other()
                    };
                    assert_eq!(
                        person, game.first_move,
                        "{code}, seed {seed}, game {}",
                        game.number
                    );
                    let seed = Agreed::Word(seed.to_string());
                    assert_eq!(game.terms.agreements.0.get("seed"), Some(&seed));
                }
            }
        }
    }

    #[test]
    fn both_lots_fall_both_ways() {
        let drawn: Vec<(Person, Person)> = (0..64)
            .map(|seed| Series::new(Code::Bca1862, ["Ann", "Bob"], seed).next_game())
            .map(|game| (game.first_move, game.white))
            .collect();
        for first in [Person::One, Person::Two] {
            for white in [Person::One, Person::Two] {
                assert!(drawn.contains(&(first, white)), "{first:?} {white:?}");
            }
        }
    }

    #[test]
    fn odds_settle_the_first_move_of_every_game() {
        let odds = |moves| SeriesOdds {
            giver: Person::Two,
            men: vec![GivenMan::Named(Kind::Knight)],
            moves,
        };
        for code in [Code::Xxv, Code::Bcc1899, Code::Fide1931] {
            let mut series = Series::new(code, ["Ann", "Bob"], 5).at_odds(odds(0));
            series.ended(Ended::Won);
            assert!(
                series.games().iter().all(|game| game.first_move == Person::Two),
                "{code}"
            );
            let series = Series::new(code, ["Ann", "Bob"], 5).at_odds(odds(2));
            assert_eq!(series.next_game().first_move, Person::One, "{code}");
        }
    }
}
