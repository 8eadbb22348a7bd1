//! Which legal moves can a written text express?

use jadoube_board::{Bitboard, Move, Origins, Position};
use smallvec::SmallVec;

use crate::language::Language;
use crate::parse::{Parsed, ReadError, parse_in};
use crate::terms::{Castling, Context, Fit, Liberty, Terms, bit};

/// What a text expresses in a position.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Every legal move the text can express, ordered by their UCI text; none where the words are
    /// understood and no legal move fits them.
    pub moves: Vec<Move>,
    /// What was understood: one entry for each way of taking the words that has a legal move, or
    /// all ways where none has.
    pub ways: Vec<Terms>,
    /// What the reader had to suppose, for people to see.
    pub remarks: Vec<Remark>,
}

impl Reading {
    /// The move, if the text expresses exactly one.
    pub fn only_move(&self) -> Option<Move> {
        match self.moves[..] {
            [movement] => Some(movement),
            _ => None,
        }
    }
}

/// Something supposed or left over in reading.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remark {
    /// `K` or `Q` before a piece was taken by where the piece stands now: the text came with a
    /// position and not with the moves before it.
    NamedByPlace,
    /// The text had to be taken with a liberty.
    Taken(Liberty),
    /// Words that are no part of the move, with their bytes in the text.
    Words {
        /// First byte and byte after the last.
        span: (usize, usize),
    },
    /// A Pawn reaches the last rank and no piece is named for it.
    PromotionUnnamed,
    /// Castling with no word on which side, where both are open.
    CastlesEitherSide,
    /// The letters are not English; each group of languages with the moves it gives. Several groups leave the
    /// language open, and with it the move.
    Letters(Vec<(Vec<Language>, Vec<Move>)>),
}

impl std::fmt::Display for Remark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Remark::Letters(groups) => return letters_in_words(f, groups),
            Remark::NamedByPlace => {
                "king's and queen's men are told by where they stand: no moves before this position are known"
            }
            Remark::Taken(Liberty::DashForTaking) => "a dash or `to` is read for a move that takes a man",
            Remark::Words { .. } => "words after the move are no part of it",
            Remark::PromotionUnnamed => "no piece is named for the pawn on the last rank",
            Remark::CastlesEitherSide => "castling is open on both sides and neither is named",
        })
    }
}

fn letters_in_words(
    f: &mut std::fmt::Formatter<'_>,
    groups: &[(Vec<Language>, Vec<Move>)],
) -> std::fmt::Result {
    fn joined<T: ToString>(items: &[T]) -> String {
        let texts: Vec<String> = items.iter().map(T::to_string).collect();
        texts.join(", ")
    }
    if let [(languages, _)] = groups {
        return write!(f, "the letters are those of {}", joined(languages));
    }
    f.write_str("the letters leave the language open")?;
    for (index, (languages, moves)) in groups.iter().enumerate() {
        let sign = if index == 0 { ":" } else { ";" };
        write!(f, "{sign} {} in {}", joined(moves), joined(languages))?;
    }
    Ok(())
}

/// A legal move a text may mean, and how near the words come to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) movement: Move,
    /// Index of the way of taking the words.
    pub(crate) way: u8,
    /// 0 is the natural meaning; see [`Terms::tier`] and [`Liberty`].
    pub(crate) strain: u8,
}

/// The strain of a sign that says the opposite of what happens.
pub(crate) const LIBERTY: u8 = 16;

pub(crate) type Candidates = SmallVec<[Candidate; 8]>;

/// The legal moves that fit, each with its easiest way; all strains together.
pub(crate) fn candidates(parsed: &Parsed, context: &Context) -> Candidates {
    let mut found = Candidates::new();
    if parsed.ways.is_empty() {
        return found;
    }
    // Most legal moves are of another man, or go elsewhere: two masks tell, before the words are asked.
    let (mut from, mut to, mut castles) = (0, 0, false);
    for terms in &parsed.ways {
        let reach = terms.reach(context.position);
        from |= reach.0;
        to |= reach.1;
        castles |= terms.castles != Castling::Unsaid;
    }
    if (from == 0 || to == 0) && !castles {
        return found;
    }
    let king = context.position.king(context.position.turn());
    for &movement in context.position.legal_moves_of(Bitboard(from).with(king)).iter() {
        if !movement.is_castling() && (from & bit(movement.from()) == 0 || to & bit(movement.to()) == 0) {
            continue;
        }
        let mut best: Option<Candidate> = None;
        for (way, terms) in parsed.ways.iter().enumerate() {
            let strain = match terms.fit(context, movement) {
                Fit::No => continue,
                Fit::Yes => terms.tier,
                Fit::With(_) => terms.tier + LIBERTY,
            };
            if best.is_none_or(|best| strain < best.strain) {
                best = Some(Candidate {
                    movement,
                    way: way as u8,
                    strain,
                });
            }
        }
        if let Some(best) = best {
            found.push(best);
        }
    }
    found
}

/// Keeps only the candidates of the least strain.
pub(crate) fn keep_easiest(found: &mut Candidates) {
    if let Some(least) = found.iter().map(|candidate| candidate.strain).min() {
        found.retain(|candidate| candidate.strain == least);
    }
}

/// Reads one move: every legal move that meets each word and sign of the text.
///
/// An empty text, or one that contradicts every legal move, expresses none; a text that is not
/// understood is an error with the bytes at fault.
///
/// ```
/// use jadoube_board::{Origins, Position};
/// use jadoube_notation::{Context, read_move};
///
/// let position = Position::ordinary();
/// let origins = Origins::ordinary();
/// let reading = read_move("P-B4", &Context::new(&position, &origins))?;
/// let moves: Vec<String> = reading.moves.iter().map(ToString::to_string).collect();
/// assert_eq!(moves, ["c2c4", "f2f4"]);
/// # Ok::<(), jadoube_notation::ReadError>(())
/// ```
pub fn read_move(text: &str, context: &Context) -> Result<Reading, ReadError> {
    read_move_in(text, Language::English, context)
}

/// The same for a text in another language.
///
/// ```
/// use jadoube_board::{Origins, Position};
/// use jadoube_notation::{Context, Language, read_move_in};
///
/// let position = Position::ordinary();
/// let origins = Origins::ordinary();
/// let context = Context::new(&position, &origins);
/// // A Knight in the Netherlands, a Pawn in Spain.
/// let dutch = read_move_in("Pf3", Language::Dutch, &context)?;
/// assert_eq!(dutch.moves[0].to_string(), "g1f3");
/// let spanish = read_move_in("Pf3", Language::Spanish, &context)?;
/// assert_eq!(spanish.moves[0].to_string(), "f2f3");
/// # Ok::<(), jadoube_notation::ReadError>(())
/// ```
pub fn read_move_in(text: &str, language: Language, context: &Context) -> Result<Reading, ReadError> {
    let parse = |text: &str| parse_in(text, language.tongue());
    let parsed = parse(text)?;
    let mut found = candidates(&parsed, context);
    keep_easiest(&mut found);
    // `or` between two whole moves offers both (III.4): the first part alone would be a guess.
    if let Some((first, rest)) = alternative(text)
        && parse(first).is_ok()
        && let Ok(other) = parse(rest)
    {
        return Ok(both(
            &parsed_reading(&parse(first)?, context),
            &parsed_reading(&other, context),
        ));
    }
    Ok(reading(&parsed, context, &found))
}

/// Reads one move in English and, where that expresses none, in every other language. Languages that give
/// different moves are all heard: then the text expresses the moves of each.
///
/// ```
/// use jadoube_board::{Origins, Position};
/// use jadoube_notation::{Context, read_in_any_language};
///
/// let position = Position::ordinary();
/// let origins = Origins::ordinary();
/// let reading = read_in_any_language("Cf3", &Context::new(&position, &origins))?;
/// assert_eq!(reading.moves[0].to_string(), "g1f3");
/// assert_eq!(
///     reading.remarks[0].to_string(),
///     "the letters are those of french, spanish, italian, portuguese"
/// );
/// # Ok::<(), jadoube_notation::ReadError>(())
/// ```
pub fn read_in_any_language(text: &str, context: &Context) -> Result<Reading, ReadError> {
    let english = read_move(text, context);
    if english.as_ref().is_ok_and(|reading| !reading.moves.is_empty()) {
        return english;
    }
    let mut all: Option<Reading> = None;
    let mut groups: Vec<(Vec<Language>, Vec<Move>)> = Vec::new();
    for language in Language::ALL {
        let Ok(reading) = read_move_in(text, language, context) else {
            continue;
        };
        if reading.moves.is_empty() {
            continue;
        }
        if let Some((languages, _)) = groups.iter_mut().find(|(_, moves)| *moves == reading.moves) {
            languages.push(language);
            continue;
        }
        groups.push((vec![language], reading.moves.clone()));
        all = Some(match all {
            Some(before) => both(&before, &reading),
            None => reading,
        });
    }
    let Some(mut reading) = all else { return english };
    reading.remarks.push(Remark::Letters(groups));
    Ok(reading)
}

fn parsed_reading(parsed: &Parsed, context: &Context) -> Reading {
    let mut found = candidates(parsed, context);
    keep_easiest(&mut found);
    reading(parsed, context, &found)
}

fn alternative(text: &str) -> Option<(&str, &str)> {
    let at = text.find(" or ")?;
    let first = &text[..at];
    (!first.contains(['(', '['])).then(|| (first, &text[at + 4..]))
}

fn both(first: &Reading, second: &Reading) -> Reading {
    let mut moves = first.moves.clone();
    for movement in &second.moves {
        if !moves.contains(movement) {
            moves.push(*movement);
        }
    }
    moves.sort_by_cached_key(ToString::to_string);
    let mut remarks = first.remarks.clone();
    remarks.extend(
        second
            .remarks
            .iter()
            .filter(|remark| !first.remarks.contains(remark))
            .cloned(),
    );
    Reading {
        moves,
        ways: first.ways.iter().chain(&second.ways).copied().collect(),
        remarks,
    }
}

fn reading(parsed: &Parsed, context: &Context, found: &Candidates) -> Reading {
    let mut moves: Vec<Move> = found.iter().map(|candidate| candidate.movement).collect();
    moves.sort_by_cached_key(ToString::to_string);
    let mut used: Vec<Terms> = Vec::new();
    for candidate in found {
        let terms = parsed.ways[usize::from(candidate.way)];
        if !used.contains(&terms) {
            used.push(terms);
        }
    }
    let mut remarks = Vec::new();
    let named_by_wing = |terms: &Terms| terms.man.wing.is_some() || terms.taken.wing.is_some();
    if context.by_place && used.iter().any(named_by_wing) {
        remarks.push(Remark::NamedByPlace);
    }
    if found.first().is_some_and(|candidate| candidate.strain >= LIBERTY) {
        remarks.push(Remark::Taken(Liberty::DashForTaking));
    }
    if used.iter().any(|terms| !terms.names_promotion())
        && moves.iter().any(|movement| movement.promotion().is_some())
    {
        remarks.push(Remark::PromotionUnnamed);
    }
    if used.iter().any(Terms::castles_either_side)
        && moves.iter().filter(|movement| movement.is_castling()).count() > 1
    {
        remarks.push(Remark::CastlesEitherSide);
    }
    if let Some(span) = parsed.remark {
        remarks.push(Remark::Words { span });
    }
    if used.is_empty() {
        used.extend(parsed.ways.iter().copied());
    }
    Reading {
        moves,
        ways: used,
        remarks,
    }
}

/// Reads one move in a position that comes without its game, so that `KR` and `QKt` are told by
/// home squares and otherwise by place.
pub fn read_in_position(text: &str, position: &Position) -> Result<Reading, ReadError> {
    let origins = Origins::of(position.board());
    let context = Context {
        position,
        origins: &origins,
        by_place: true,
        previous: None,
    };
    read_move(text, &context)
}
