//! What do the lines around a score tell: who played, where, when, and how did it end?

use jadoube_board::Colour;

use super::looks::is_of_play;
use crate::ending::{self, Phrase, Small, phrase, phrases};
use crate::language::{Tongue, in_small_letters};
use crate::token;

/// Words for the two sides, in the languages scores are printed in.
const SIDES: [(Phrase, Phrase); 24] = [
    (phrase("white"), phrase("black")),
    (phrase("weiss"), phrase("schwarz")),
    (phrase("weiß"), phrase("schwarz")),
    (phrase("blancs"), phrase("noirs")),
    (phrase("blancas"), phrase("negras")),
    (phrase("bianco"), phrase("nero")),
    (phrase("bianchi"), phrase("neri")),
    (phrase("brancas"), phrase("pretas")),
    (phrase("wit"), phrase("zwart")),
    (phrase("vit"), phrase("svart")),
    (phrase("hvid"), phrase("sort")),
    (phrase("bílý"), phrase("černý")),
    (phrase("białe"), phrase("czarne")),
    (phrase("białymi"), phrase("czarnymi")),
    (phrase("bílí"), phrase("černí")),
    (phrase("blanc"), phrase("noir")),
    (phrase("vita"), phrase("svarta")),
    (phrase("világos"), phrase("sötét")),
    (phrase("белые"), phrase("черные")),
    (phrase("белые"), phrase("чёрные")),
    (phrase("белых"), phrase("черных")),
    (phrase("белыя"), phrase("черныя")),
    (phrase("бѣлые"), phrase("черные")),
    (phrase("бѣлыя"), phrase("черныя")),
];

/// The side that a word names by itself: `White.`, `Noirs:`
pub(super) fn side(word: &str) -> Option<Colour> {
    let small = Small::new(word.trim_end_matches(['.', ':', ',', '-', '—', '–']));
    let is_all = |phrase: &Phrase| small.find_word(phrase) == Some((0, small.text.len()));
    SIDES.iter().find_map(|(white, black)| {
        let black = is_all(black).then_some(Colour::Black);
        is_all(white).then_some(Colour::White).or(black)
    })
}

/// Whether a word with its stop may name a side, of which at most one letter is spoilt: `Whitee.`, `B1ack:`
pub(super) fn may_be_side(word: &str) -> bool {
    let Some(name) = word.strip_suffix(['.', ':']) else {
        return false;
    };
    let name = in_small_letters(name);
    let near = |phrase: &Phrase| strsim::levenshtein(&name, phrase.text()) <= 1;
    (3..=9).contains(&name.chars().count()) && SIDES.iter().any(|(white, black)| near(white) || near(black))
}

/// What a heading was understood to say.
#[derive(Debug, Default)]
pub(super) struct Heading {
    pub(super) tags: Vec<(String, String)>,
    /// The left column, which moves first, is headed Black.
    pub(super) black_first: bool,
}

/// Reads the lines before a score, the nearest last.
pub(super) fn read(title: &[String]) -> Heading {
    let mut heading = Heading::default();
    let mut players: [Option<String>; 2] = [None, None];
    let mut used = vec![false; title.len()];
    for (index, line) in title.iter().enumerate() {
        if let Some(found) = sides(line) {
            used[index] = true;
            heading.black_first = found.black_first;
            if found.names.iter().all(Option::is_none) {
                // `White   Black`, and the names under it.
                if let Some(below) = title.get(index + 1)
                    && let Some((left, right)) = two_parts(below)
                {
                    used[index + 1] = true;
                    players = [Some(left), Some(right)];
                    if found.black_first {
                        players.swap(0, 1);
                    }
                }
            } else {
                let [white, black] = found.names;
                players = [white.or(players[0].take()), black.or(players[1].take())];
            }
        }
    }
    if players.iter().all(Option::is_none) {
        let named = |read: fn(&str) -> Option<(String, String)>| {
            let mut lines = title.iter().enumerate().rev();
            lines.find_map(|(index, line)| Some((index, read(line)?)))
        };
        let versus = named(versus).or_else(|| named(parted_by_a_dash));
        if let Some((index, (white, black))) = versus {
            players = [Some(white), Some(black)];
            // A line that says more than the names is still the heading.
            used[index] = title[index].len() < 48 && title.len() > 1;
        }
    }
    if heading.black_first {
        // PGN calls the player who begins White.
        players.swap(0, 1);
    }
    for (name, player) in ["White", "Black"].into_iter().zip(players) {
        let player = player
            .filter(|player| !places_men(player))
            .map(|player| tidy_name(&player))
            .filter(|player| !player.is_empty());
        heading
            .tags
            .extend(player.map(|player| (name.to_owned(), player)));
    }
    let is_event = |line: &str| {
        line.chars().any(char::is_alphabetic) && (tells_an_occasion(line) || !names_an_opening(line))
    };
    let event = title
        .iter()
        .zip(&used)
        .rev()
        .find(|(line, used)| !**used && is_event(line))
        .map(|(line, _)| line.clone());
    let opening = title
        .iter()
        .zip(&used)
        .rev()
        .find(|(line, used)| !**used && names_an_opening(line))
        .map(|(line, _)| line.trim_matches(['[', ']', '.', ',']).to_owned());
    let numbered = title
        .iter()
        .find(|line| line.to_ascii_lowercase().starts_with("game") && line.len() < 120)
        .cloned();
    heading
        .tags
        .extend(numbered.or(event).map(|line| ("Event".to_owned(), line)));
    heading
        .tags
        .extend(opening.map(|line| ("Opening".to_owned(), line)));
    let date = title.iter().rev().find_map(|line| date(line));
    heading.tags.extend(date.map(|date| ("Date".to_owned(), date)));
    let site = title.iter().rev().find_map(|line| site(line));
    heading.tags.extend(site.map(|site| ("Site".to_owned(), site)));
    heading
}

struct Sides {
    names: [Option<String>; 2],
    black_first: bool,
}

/// `White: Reti. Black: Tartakower.`, `WHITE. (Mr. M.)   BLACK. (M. P.)`, `White   Black`.
fn sides(line: &str) -> Option<Sides> {
    let small = Small::new(line);
    // Small letters may be longer than what they came from; then places would be wrong.
    if small.text.len() != line.len() {
        return None;
    }
    SIDES.iter().find_map(|(white_word, black_word)| {
        let one = small.find_word(white_word);
        let other = small.find_word(black_word);
        let name = |from: usize, to: usize| {
            let text = line.get(from..to).unwrap_or_default();
            let is_rule = |c: char| c.is_whitespace() || ".,:;()[]-–—_|=".contains(c);
            let text = text.trim_start_matches(is_rule);
            let end = text.trim_end_matches(is_rule).len();
            // A stop at the end may belong to an initial, which is asked when the name is made tidy.
            let text = &text[..end + usize::from(text[end..].starts_with('.'))];
            (!text.is_empty() && text.len() < 60).then(|| text.to_owned())
        };
        let marked = |end: usize| {
            line[end..]
                .trim_start()
                .starts_with([':', '.', '(', '[', '-', '–', '—', ','])
                || line[end..].starts_with("  ")
                || line[end..].trim().is_empty()
        };
        match (one, other) {
            (Some(white), Some(black)) => {
                let (first, second, black_first) = if white.0 < black.0 {
                    (white, black, false)
                } else {
                    (black, white, true)
                };
                // In a sentence both words may stand too.
                if line[..first.0].trim().len() > 24 || !marked(first.1) || !marked(second.1) {
                    return None;
                }
                // Over four columns both stand twice.
                let again = Small::new(&line[second.1..]).find_word(if black_first {
                    black_word
                } else {
                    white_word
                });
                let end = again.map_or(line.len(), |again| second.1 + again.0);
                let article = if line[..first.0].trim().is_empty() {
                    0
                } else {
                    article_at_the_end(&line[first.1..second.0])
                };
                let mut names = [name(first.1, second.0 - article), name(second.1, end)];
                if black_first {
                    names.swap(0, 1);
                }
                // Only heads over columns say who begins; in `Black: A. White: B.` the order is no matter.
                let heads = !line.contains(':');
                Some(Sides {
                    names,
                    black_first: black_first && heads,
                })
            }
            (Some(side), None)
                if side.0 == 0 && line[side.1..].trim_start().starts_with([':', '—', '–', '-']) =>
            {
                Some(Sides {
                    names: [name(side.1, line.len()), None],
                    black_first: false,
                })
            }
            (None, Some(side))
                if side.0 == 0 && line[side.1..].trim_start().starts_with([':', '—', '–', '-']) =>
            {
                Some(Sides {
                    names: [None, name(side.1, line.len())],
                    black_first: false,
                })
            }
            _ => None,
        }
    })
}

/// How long the article is before the word for the second side, where the first has one: `Il Bianco: Greco.   Il Nero: N. N.`
fn article_at_the_end(text: &str) -> usize {
    let bare = text.trim_end();
    let word = bare.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_article = (1..=3).contains(&word.chars().count()) && word.chars().all(char::is_alphabetic);
    if is_article && word.len() < bare.len() {
        text.len() - bare.len() + word.len()
    } else {
        0
    }
}

/// Two names with a wide gap between them.
fn two_parts(line: &str) -> Option<(String, String)> {
    let parts: Vec<&str> = line
        .split("  ")
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    match parts[..] {
        [left, right] if left.len() < 48 && right.len() < 48 => Some((left.to_owned(), right.to_owned())),
        _ => None,
    }
}

/// `Steinitz v. Zukertort`, `between Mr. A. and Mr. B.`, `Mr. Morphy … against M. Potier, at Paris`.
fn versus(line: &str) -> Option<(String, String)> {
    let lower = in_small_letters(line);
    if lower.len() != line.len() {
        return None;
    }
    let (left, right) = [
        " v. ",
        " vs. ",
        " vs ",
        " versus ",
        " against ",
        " gegen ",
        " contre ",
        " contra ",
        " contro ",
    ]
    .iter()
    .find_map(|between| {
        let at = lower.find(between)?;
        Some((&line[..at], &line[at + between.len()..]))
    })
    .or_else(|| {
        let at = lower.find("between ")?;
        let rest = &line[at + "between ".len()..];
        let and = rest.find(" and ")?;
        Some((&rest[..and], &rest[and + " and ".len()..]))
    })?;
    // The name is at the near end of each half.
    let left = left.rsplit("--").next()?.rsplit(['—', ':', ';']).next()?.trim();
    let left = left
        .strip_prefix("between ")
        .or_else(|| left.strip_prefix("Between "))
        .unwrap_or(left);
    let left = left.split(" plays ").next()?.split(" played ").next()?;
    let right = right.split(" at ").next()?.split(" in ").next()?;
    let right = right.split([',', ';', '(']).next()?.trim();
    let named = |name: &str| name.len() < 48 && name.starts_with(char::is_uppercase);
    (named(left) && named(right)).then(|| (left.to_owned(), right.to_owned()))
}

/// `Spassky – Fischer, Reykjavik 1972`: two names and nothing else before the first comma or bracket.
fn parted_by_a_dash(line: &str) -> Option<(String, String)> {
    let names = line.split([',', '(', ';']).next()?.trim().trim_end_matches('.');
    let (left, right) = [" – ", " — ", " - "]
        .iter()
        .find_map(|dash| names.split_once(dash))?;
    let is_particle = |word: &str| {
        matches!(
            word,
            "de" | "du"
                | "da"
                | "la"
                | "le"
                | "di"
                | "van"
                | "von"
                | "der"
                | "den"
                | "und"
                | "and"
                | "y"
                | "e"
                | "et"
                | "и"
        )
    };
    let is_name = |name: &str| {
        let words = name.split_whitespace();
        let capital = |word: &str| {
            word.starts_with(char::is_uppercase)
                && word.chars().all(|c| c.is_alphabetic() || ".'’-".contains(c))
        };
        name.trim().starts_with(char::is_uppercase)
            && words.clone().count() <= 4
            && words.into_iter().all(|word| capital(word) || is_particle(word))
            && !names_an_opening(name)
    };
    (is_name(left) && is_name(right)).then(|| (left.trim().to_owned(), right.trim().to_owned()))
}

/// `K at K B 2, Q at Q R 8`: the men of a problem, and nobody's name.
fn places_men(name: &str) -> bool {
    let of_play = |token: &token::Token| is_of_play(token.word);
    name.contains(|c: char| c.is_ascii_digit()) && token::tokens_in(name, Tongue::English).iter().all(of_play)
}

fn tidy_name(name: &str) -> String {
    let name =
        without_occasion(name).trim_matches(|c: char| c.is_whitespace() || ",:;()[]-–—_|=".contains(c));
    // A stop after an initial belongs to it.
    let initial = name
        .trim_end_matches('.')
        .rsplit([' ', '.'])
        .next()
        .is_some_and(|last| last.chars().count() <= 2);
    let name = if initial { name } else { name.trim_end_matches('.') };
    let mut name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.contains('(') && !name.contains(')') {
        name.push(')');
    }
    name
}

/// `Pillsbury. Paris, 1900`: where a year stands with the name, place and year follow a wide gap or its first stop; not that of `Dr.`
fn without_occasion(name: &str) -> &str {
    if !name.contains(|c: char| c.is_ascii_digit()) {
        return name;
    }
    if let Some((name, _)) = name.trim().split_once("  ") {
        return name;
    }
    let is_whole = |&(at, _): &(usize, &str)| {
        let word = name[..at].rsplit([' ', '.']).next().unwrap_or_default();
        name[at + 1..].starts_with(' ') && word.chars().count() > 3
    };
    let mut stops = name.match_indices(['.', ',']);
    stops.find(is_whole).map_or(name, |(at, _)| &name[..at])
}

const OPENINGS: [Phrase; 9] = phrases([
    "gambit",
    "defence",
    "defense",
    "lopez",
    "giuoco",
    "knights' game",
    "sicilian",
    "début",
    "eröffnung",
]);

/// Words of an opening's name that other lines have too: `Partie jouée à Paris`.
const PERHAPS_OPENINGS: [Phrase; 6] =
    phrases(["opening", "attack", "counter", "partie", "partij", "apertura"]);

fn names_an_opening(line: &str) -> bool {
    let small = Small::new(line);
    let perhaps = || small.says(&PERHAPS_OPENINGS) && !tells_an_occasion(line);
    line.len() < 80 && (small.says(&OPENINGS) || perhaps()) && !is_numbered(&small.text)
}

const OCCASIONS: [Phrase; 19] = phrases([
    "played",
    "match*",
    "tournament*",
    "tourney*",
    "congress*",
    "club*",
    "contested",
    "gespielt",
    "turnier*",
    "wettkampf*",
    "jouée*",
    "tournoi*",
    "jugada*",
    "torneo*",
    "giocata*",
    "gespeeld*",
    "матч*",
    "турнир*",
    "сыгран*",
]);

/// Whether a line says when or where a game was played, or who played it.
fn tells_an_occasion(line: &str) -> bool {
    date(line).is_some() || versus(line).is_some() || Small::new(line).tells(&OCCASIONS)
}

/// `Partie Nr. 412`: a game, and no opening.
fn is_numbered(small: &str) -> bool {
    let mut words = small
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.all(|word| {
        matches!(
            word,
            "partie" | "partij" | "nr" | "no" | "n" | "num" | "numéro" | "nummer"
        ) || word.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// How the months begin, in the languages scores are printed in.
#[rustfmt::skip]
const MONTHS: [&[&str]; 12] = [
    &["january", "jan", "jän", "janv", "ener", "genn", "styc", "led", "янв"],
    &["february", "feb", "fév", "févr", "fevr", "febbr", "lut", "únor", "фев"],
    &["march", "mar", "mär", "maart", "mars", "marz", "márc", "břez", "мар"],
    &["april", "apr", "avr", "abr", "ápr", "kwie", "dub", "апр"],
    &["may", "mai", "mag", "mei", "maj", "máj", "květ", "мая", "май"],
    &["june", "jun", "juin", "giu", "jún", "czer", "červn", "июн"],
    &["july", "jul", "juil", "lug", "júl", "lip", "červen", "июл"],
    &["august", "aug", "aoû", "aou", "ago", "sierp", "srp", "авг"],
    &["september", "sep", "set", "szep", "wrze", "září", "сен"],
    &["october", "oct", "okt", "ott", "out", "paźdz", "říj", "окт"],
    &["november", "nov", "listop", "lis", "ноя"],
    &["december", "dec", "dez", "déc", "dic", "grud", "pros", "дек"],
];

/// The first date of a line, as PGN writes it.
fn date(line: &str) -> Option<String> {
    let lower = in_small_letters(line);
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !matches!(*word, "" | "de" | "del" | "di" | "of"))
        .collect();
    let year = words.iter().position(|word| {
        word.len() == 4
            && word
                .parse::<u32>()
                .is_ok_and(|year| (1480..=2100).contains(&year))
    })?;
    let month_at = |at: usize| {
        let word = words.get(at)?;
        let month = MONTHS.iter().position(|names| {
            names.iter().any(|name| word.starts_with(name)) && word.chars().count() <= 11
        })?;
        Some(month + 1)
    };
    let day_at = |at: usize| {
        let word = words.get(at)?;
        let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
        digits.parse::<u32>().ok().filter(|day| (1..=31).contains(day))
    };
    let month = (1..=2).find_map(|back| Some((year.checked_sub(back)?, month_at(year.checked_sub(back)?)?)));
    Some(match month {
        Some((at, month)) => {
            // `12th May 1851`, `May 12, 1851`.
            let day = if at + 1 == year {
                at.checked_sub(1).and_then(day_at)
            } else {
                day_at(at + 1)
            };
            let day = day.map_or("??".to_owned(), |day| format!("{day:02}"));
            format!("{}.{month:02}.{day}", words[year])
        }
        None => format!("{}.??.??", words[year]),
    })
}

/// `at Paris`, `played in London`, `London, 1851`.
fn site(line: &str) -> Option<String> {
    let capital = |text: &str| {
        let end = text
            .find(|c: char| matches!(c, ',' | '.' | ';' | ')' | '(') || c.is_ascii_digit())
            .unwrap_or(text.len());
        let name = text[..end].trim();
        let words = name.split_whitespace().count();
        let placed = (1..=3).contains(&words)
            && name
                .split_whitespace()
                .all(|word| word.starts_with(char::is_uppercase));
        placed.then(|| name.to_owned())
    };
    for lead in [" at ", " in ", "Played at ", "Played in "] {
        if let Some(at) = line.find(lead)
            && let Some(name) = capital(&line[at + lead.len()..])
            && !["White", "Black", "Game", "Games"].contains(&name.as_str())
        {
            return Some(name);
        }
    }
    let (before, after) = line.split_once(", ")?;
    let year = after.get(..4)?.parse::<u32>().is_ok();
    (year && before.len() < 40).then(|| capital(before)).flatten()
}

const WINS: [Phrase; 16] = phrases([
    "wins",
    "won",
    "mates",
    "mate in",
    "checkmate*",
    "gewinnt",
    "gewinnen",
    "gewann*",
    "gagne*",
    "gagné*",
    "gana",
    "ganan",
    "ganaron",
    "vince",
    "vincono",
    "выигр*",
]);

/// `White should have won.`: what might have been did not happen.
const IF_ONLY: [Phrase; 13] = phrases([
    "should", "would", "could", "might", "ought", "könnte*", "hätte*", "sollte*", "aurai*", "pouvai*",
    "pourrai*", "hubier*", "avrebbe*",
]);

/// The result that words after the last move tell; `half` where the first player has made it. Bare
/// `wins` tells none: some printers mean the player who moved, and some the column it stands in.
pub(super) fn told_result(line: &str, half: bool, black_first: bool) -> Option<&'static str> {
    let small = Small::new(line);
    if small.tells(&IF_ONLY) {
        let happened = |sentence: &&str| !Small::new(sentence).tells(&IF_ONLY);
        let sentences: String = line.split_inclusive(". ").filter(happened).collect();
        return told_result(&sentences, half, black_first);
    }
    if ending::tells_a_draw(&small) {
        return Some("1/2-1/2");
    }
    let resigns = ending::tells_a_resignation(&small);
    if !resigns && !small.tells(&WINS) {
        return None;
    }
    let white = SIDES.iter().any(|(white, _)| small.find_word(white).is_some());
    let black = SIDES.iter().any(|(_, black)| small.find_word(black).is_some());
    match (white != black, black != black_first) {
        (true, black) => Some(if black == resigns { "1-0" } else { "0-1" }),
        (false, _) if resigns => Some(if half { "1-0" } else { "0-1" }),
        (false, _) => None,
    }
}

/// A result as figures.
pub(super) fn figures(word: &str) -> Option<&'static str> {
    let plain = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '½');
    match plain {
        "1-0" | "1–0" | "1—0" | "1:0" => Some("1-0"),
        "0-1" | "0–1" | "0—1" | "0:1" => Some("0-1"),
        "1/2-1/2" | "½-½" | "½–½" | "½:½" | "1/2" | "½" => Some("1/2-1/2"),
        _ => None,
    }
}
