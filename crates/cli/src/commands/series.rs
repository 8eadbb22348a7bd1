//! Who has the first move and which men, game by game, in a match or a sitting?

use super::{input::number, players::man};
use crate::{
    failure::Failure,
    paint::{CLAUSE, FAINT, TITLE},
};
use jadoube_game::{Code, Ended, GivenMan};
use jadoube_law::series::{Person, Reason, Series, SeriesGame, SeriesOdds};
use jadoube_record::{Json, write_terms};
use std::io::Write as _;

/// Who begins, and with which men, in each game of a match or sitting
#[derive(clap::Args)]
#[command(after_help = "\
Each result is that of one game played: won, drawn, annulled, lost-by-both or lost-by-one (the other has not won). The
game after the last is shown too.
Lots are drawn from the seed, which the header of every game keeps.

Examples:
  jadoube series fide-1931 --seed 7
  jadoube series xxv --seed 7 won drawn annulled
  jadoube series bca-1862 --seed 7 --players Ann,Bob won won
  jadoube series bcc-1899 --first one --giver two --men knight won
  jadoube series fide-1931 --seed 7 won --json      with the header of each game's record")]
pub(crate) struct Args {
    /// The code of laws.
    code: Code,
    /// How the games played so far ended.
    #[arg(value_name = "RESULT")]
    results: Vec<Ended>,
    /// What the lots are drawn from.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number(0u64..))]
    seed: u64,
    /// The names of the two.
    #[arg(long, value_name = "ONE,TWO", value_delimiter = ',', num_args = 1, default_values = ["One", "Two"])]
    players: Vec<String>,
    /// The first move of the first game was agreed on, and no lot is drawn for it.
    #[arg(long, value_name = "one|two", value_parser = person)]
    first: Option<Person>,
    /// The white men of the first game were agreed on, and no lot is drawn for them.
    #[arg(long, value_name = "one|two", value_parser = person)]
    white: Option<Person>,
    /// Who gives odds in every game.
    #[arg(long, value_name = "one|two", value_parser = person)]
    giver: Option<Person>,
    /// The men given: pawn, knight, bishop, rook, queen, or squares.
    #[arg(long, value_name = "MAN,…", value_delimiter = ',', value_parser = man, requires = "giver")]
    men: Vec<GivenMan>,
    /// How many moves the receiver makes at the start.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number(0..=100u32), requires = "giver")]
    moves: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn person(text: &str) -> Result<Person, String> {
    match text {
        "one" => Ok(Person::One),
        "two" => Ok(Person::Two),
        _ => Err("expected `one` or `two`".to_owned()),
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let [one, two] = &args.players[..] else {
        return Err(Failure::input(
            "--players: expected two names with a comma between them",
        ));
    };
    let mut series = Series::new(args.code, [one, two], args.seed);
    if let Some(first) = args.first {
        series = series.agreed(first);
    }
    if let Some(white) = args.white {
        series = series.agreed_white(white);
    }
    if let Some(giver) = args.giver {
        series = series.at_odds(SeriesOdds {
            giver,
            men: args.men.clone(),
            moves: args.moves,
        });
    }
    for result in &args.results {
        series.ended(*result);
    }
    let games = series.games();
    for game in &games {
        // A header from which no game can begin is told of here, and not when the game is opened.
        jadoube_law::Arbiter::open(game.terms.clone()).map_err(Failure::input)?;
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        let games = games
            .iter()
            .enumerate()
            .map(|(at, game)| as_json(&series, game, args.results.get(at).copied()));
        let shown = Json::object([
            ("code", Json::from(args.code.name())),
            ("seed", args.seed.into()),
            ("games", Json::list(games)),
        ]);
        writeln!(out, "{shown}")?;
        return Ok(());
    }
    writeln!(out, "{TITLE}{}{TITLE:#}", args.code.title())?;
    for (at, game) in games.iter().enumerate() {
        let result = args
            .results
            .get(at)
            .map_or("to be played", |result| result.word());
        writeln!(out, "\nGame {}  {FAINT}{result}{FAINT:#}", game.number)?;
        for (what, person, why) in [
            ("first move", game.first_move, &game.first_move_by),
            ("White", game.white, &game.white_by),
        ] {
            let Reason { clause, text } = why;
            let name = series.name(person);
            writeln!(out, "  {what:<12}{name:<12}{text}  {CLAUSE}{clause}{CLAUSE:#}")?;
        }
    }
    Ok(())
}

fn as_json(series: &Series, game: &SeriesGame, result: Option<Ended>) -> Json {
    let why = |person: Person, why: &Reason| {
        Json::object([
            ("player", Json::from(series.name(person))),
            ("clause", why.clause.into()),
            ("text", why.text.as_str().into()),
        ])
    };
    Json::object([
        ("number", Json::from(game.number)),
        ("result", result.map(Ended::word).into()),
        ("first_move", why(game.first_move, &game.first_move_by)),
        ("white", why(game.white, &game.white_by)),
        ("header", write_terms(&game.terms)),
    ])
}
