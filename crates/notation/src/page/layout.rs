//! In which order are the parts of a page to be read: columns, rows of one side, and moves set as fractions?

use std::ops::Range;

use super::sides::rows_of_sides;
use super::words::names_file;

/// Lines of the page as byte ranges, without their ends.
fn lines(page: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::with_capacity(page.len() / 40);
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', page.as_bytes()).chain([page.len()]) {
        if start > end {
            break;
        }
        let text = page[start..end].trim_end_matches('\r');
        // A form feed begins a page.
        let mut at = start;
        for feed in memchr::memchr_iter(b'\x0c', text.as_bytes()) {
            lines.push(at..start + feed);
            at = start + feed + 1;
        }
        lines.push(at..start + text.len());
        start = end + 1;
    }
    lines
}

/// The page's pieces in the order in which they are read.
pub(super) fn reading_order(page: &str) -> Vec<Range<usize>> {
    /// A page may end before the last row: so many lines are looked over for it.
    const NEAR: usize = 6;
    let lines = lines(page);
    let mut order = Vec::with_capacity(lines.len());
    let mut at = 0;
    // The line after the last row of White's moves and row of Black's.
    let mut rows_until = usize::MAX;
    while at < lines.len() {
        if let Some(end) = fractions(page, &lines, at, &mut order) {
            at = end;
            continue;
        }
        let after_rows = at.checked_sub(rows_until).is_some_and(|apart| apart <= NEAR);
        if let Some(end) = rows_of_sides(page, &lines, at, after_rows, &mut order) {
            (at, rows_until) = (end, end);
            continue;
        }
        if is_diagram(&page[lines[at].clone()]) {
            at += 1;
            continue;
        }
        if let Some(next) = page_break(page, &lines, at) {
            at = next;
            continue;
        }
        let block = side_by_side(page, &lines[at..]);
        if block.is_empty() {
            order.push(lines[at].clone());
            at += 1;
        } else {
            let above = heads_side_by_side(page, &block, &mut order);
            at += block.len();
            let all = || above.iter().rev().chain(&block);
            order.extend(all().filter_map(|(left, _)| left.clone()));
            order.extend(all().filter_map(|(_, right)| right.clone()));
        }
    }
    order
}

/// The line after a page's end inside running text: page numbers and running heads, with the empty
/// lines around them. After a row of a table the empty line is kept: what follows may be a note.
fn page_break(page: &str, lines: &[Range<usize>], at: usize) -> Option<usize> {
    let text = |line: usize| page[lines[line].clone()].trim();
    let here = text(at);
    if at == 0 || !here.is_empty() && !is_page_mark(here) {
        return None;
    }
    let before = text(at - 1);
    if before.is_empty() || is_row(before) {
        return None;
    }
    let mut marks = 0;
    let mut next = at;
    while next < lines.len() && (text(next).is_empty() || is_page_mark(text(next))) {
        marks += usize::from(!text(next).is_empty());
        next += 1;
    }
    (marks > 0 && next < lines.len()).then_some(next)
}

/// A numbered row of a table: a wide gap in it, or short.
fn is_row(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    // A comma at its end goes on in the next line.
    number(first).is_some()
        && !line.ends_with([',', ';'])
        && (line.len() < 30 || line.contains("  ") || line.contains(['\t', '|']))
}

/// `{57}`, `[Pg 57]`, `- 57 -`, `57`, and a head in capitals with its page's number far from it.
pub(super) fn is_page_mark(line: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    let bare = line.trim_matches(['{', '}', '[', ']', '.', '-', '–', '—', ' ']);
    if !bare.starts_with(digit) && !bare.ends_with(digit) {
        return false;
    }
    let inner = line.trim_matches(['{', '}', '[', ']', '-', '–', '—', ' ']);
    let inner = inner
        .strip_prefix("Page")
        .or_else(|| inner.strip_prefix("Pg"))
        .unwrap_or(inner)
        .trim();
    if !inner.is_empty() && inner.len() <= 3 && inner.bytes().all(|byte| byte.is_ascii_digit()) {
        return true;
    }
    let figures = |part: &str| {
        let part = part.trim_matches(['{', '}', '[', ']', '.']);
        !part.is_empty() && part.len() <= 3 && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let head = |part: &str| {
        !part.contains(|c: char| c.is_lowercase() || c.is_ascii_digit())
            && part
                .split(|c: char| !c.is_alphabetic())
                .any(|word| word.chars().count() > 3)
    };
    let gap = |pair: &[u8]| pair == b"  ";
    let mut pairs = line.as_bytes().windows(2);
    let Some(first) = pairs.position(gap) else {
        return false;
    };
    let last = line.as_bytes().windows(2).rposition(gap).unwrap_or(first);
    figures(&line[..first]) && head(line[first..].trim())
        || figures(&line[last + 2..]) && head(line[..last].trim())
}

/// A rank of a diagram drawn with bars, or its frame: no words to be read.
fn is_diagram(line: &str) -> bool {
    let bare = line.trim();
    let frame = bare.starts_with(['+', '|']) && bare.ends_with(['+', '|']);
    if frame && bare.len() > 8 && bare.bytes().all(|byte| matches!(byte, b'+' | b'|' | b'-' | b'=')) {
        return true;
    }
    memchr::memchr_iter(b'|', line.as_bytes()).count() > 6
        && line
            .split('|')
            .skip(1)
            .all(|field| field.trim().chars().count() <= 4 && !field.contains(|c: char| c.is_ascii_digit()))
}

/// A part of a line between wide gaps, and the columns it stands in.
#[derive(Clone, Debug)]
struct Chunk {
    range: Range<usize>,
    from: usize,
    to: usize,
}

fn chunks(page: &str, line: &Range<usize>) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut blanks = 2;
    for (column, (offset, letter)) in page[line.clone()].char_indices().enumerate() {
        if letter.is_whitespace() || letter == '|' {
            blanks += if letter == ' ' { 1 } else { 2 };
            continue;
        }
        let end = line.start + offset + letter.len_utf8();
        match chunks.last_mut() {
            Some(last) if blanks < 2 => {
                last.range.end = end;
                last.to = column + 1;
            }
            _ => chunks.push(Chunk {
                range: line.start + offset..end,
                from: column,
                to: column + 1,
            }),
        }
        blanks = 0;
    }
    chunks
}

/// What stands beside the fractions and is not numbered.
const NO_NUMBER: u32 = u32::MAX;

/// A move over its answer, with its number before the rule between them.
struct Fraction {
    number: u32,
    from: usize,
    pieces: Vec<Range<usize>>,
}

/// The figure before a rule, and where the two stand.
struct Rule {
    number: u32,
    range: Range<usize>,
    line: Range<usize>,
    from: usize,
    to: usize,
}

/// The rules of a line that holds only numbers and rules (`1. ------   2. ------`).
fn rules(page: &str, line: &Range<usize>) -> Vec<Rule> {
    let text = &page[line.clone()];
    let figure = |c: char| c.is_ascii_digit() || matches!(c, '(' | '+');
    if !text.trim_start().starts_with(figure)
        || text.bytes().any(|byte| byte.is_ascii_alphabetic())
        || !text.contains(['-', '_', '—', '–', '─'])
    {
        return Vec::new();
    }
    let mut found: Vec<Rule> = Vec::new();
    let mut open: Option<Rule> = None;
    for word in text.split_whitespace() {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let from = text[..start].chars().count();
        let to = from + word.chars().count();
        let is_rule = word.chars().all(|c| matches!(c, '-' | '_' | '—' | '–' | '─'));
        if is_rule && word.chars().count() > 1 {
            let Some(mut rule) = open.take() else {
                return Vec::new();
            };
            rule.to = to;
            rule.line = line.start + start..line.start + start + word.len();
            found.push(rule);
            continue;
        }
        let digits = word
            .trim_start_matches('(')
            .trim_end_matches(['.', ')', ',', ':']);
        let Some(number) = digits.parse().ok().filter(|number| (1..1000).contains(number)) else {
            return Vec::new();
        };
        if open.is_some() {
            return Vec::new();
        }
        open = Some(Rule {
            number,
            range: line.start + start..line.start + start + word.len(),
            line: 0..0,
            from,
            to,
        });
    }
    if open.is_some() { Vec::new() } else { found }
}

/// Takes a run of fractions apart that begins at this line with White's moves; the line after it.
fn fractions(page: &str, lines: &[Range<usize>], at: usize, order: &mut Vec<Range<usize>>) -> Option<usize> {
    let mut all: Vec<Fraction> = Vec::new();
    let mut next = at;
    // Whether fractions stand side by side.
    let mut abreast = false;
    loop {
        let mut top = next;
        while top < lines.len() && page[lines[top].clone()].trim().is_empty() && !all.is_empty() {
            top += 1;
        }
        let rules = lines.get(top + 1).map_or_else(Vec::new, |line| rules(page, line));
        if rules.is_empty() {
            break;
        }
        abreast |= rules.len() > 1;
        let mut above = chunks(page, &lines[top]);
        let mut below = lines
            .get(top + 2)
            .map_or_else(Vec::new, |line| chunks(page, line));
        let mut count = 0;
        for rule in &rules {
            let mut pieces = vec![rule.range.clone()];
            let mut take = |chunks: &mut Vec<Chunk>| {
                let over = chunks
                    .iter()
                    .position(|chunk| chunk.from < rule.to && chunk.to > rule.from);
                if let Some(over) = over {
                    pieces.push(chunks.remove(over).range);
                    count += 1;
                }
            };
            take(&mut above);
            take(&mut below);
            // Nothing under the rule: the rule itself shows where the answer is missing.
            if pieces.len() == 2 {
                pieces.push(rule.line.clone());
            }
            all.push(Fraction {
                number: rule.number,
                from: rule.from,
                pieces,
            });
        }
        if count == 0 {
            return None;
        }
        // What stands beside the fractions, such as a last move without an answer.
        for chunk in above.into_iter().chain(below) {
            let text = &page[chunk.range.clone()];
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            all.push(Fraction {
                number: text[..digits.min(3)].parse().unwrap_or(NO_NUMBER),
                from: chunk.from,
                pieces: vec![chunk.range],
            });
        }
        next = (top + 3).min(lines.len());
    }
    if all.is_empty() {
        return None;
    }
    // Fractions that do not count up along the lines stand in columns, each read to its foot; two games
    // may stand side by side.
    let counts_up = |all: &[Fraction]| {
        let numbers = all
            .iter()
            .map(|fraction| fraction.number)
            .filter(|&number| number != NO_NUMBER);
        numbers.is_sorted_by(|one, next| one < next)
    };
    if abreast && !counts_up(&all) {
        let widest = all.iter().map(|fraction| fraction.from).max().unwrap_or(0);
        let left = all.iter().map(|fraction| fraction.from).min().unwrap_or(0);
        let middle = usize::midpoint(left, widest);
        let (one, other): (Vec<_>, Vec<_>) = all.into_iter().partition(|fraction| fraction.from <= middle);
        let in_columns = counts_up(&one) && counts_up(&other);
        all = one;
        all.extend(other);
        if !in_columns {
            all.sort_by_cached_key(|fraction| fraction.number);
        }
    }
    order.extend(all.into_iter().flat_map(|fraction| fraction.pieces));
    Some(next)
}

/// Whether a number may begin with this byte.
fn may_number(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'(' | b'+')
}

/// A figure that may number a move: `12`, `12.`, `12)`, `(12)`.
pub(super) fn number(word: &str) -> Option<u32> {
    if !word.bytes().next().is_some_and(may_number) {
        return None;
    }
    let digits = word
        .trim_start_matches('(')
        .trim_end_matches(['.', ')', '…', ',', ':']);
    if digits.is_empty() || digits.len() > 3 {
        return None;
    }
    digits.parse().ok().filter(|&number| number > 0)
}

/// A line cut in two: what stands in the left column and in the right.
type Halves = (Option<Range<usize>>, Option<Range<usize>>);

/// Lines that hold two numbered columns (`1 ... 16 ...`, `2 ... 17 ...`), cut in two.
fn side_by_side(page: &str, lines: &[Range<usize>]) -> Vec<Halves> {
    let mut block: Vec<Halves> = Vec::new();
    let mut apart = None;
    let mut last = None;
    for line in lines {
        // Of two games the left may be shorter, and under both may stand how they ended.
        if apart == Some(0)
            && let Some(halves @ (left, Some(_))) = &cut_between(page, line, &block)
            && (left.is_none() || two_numbers(page, line).is_none())
        {
            block.push(halves.clone());
            continue;
        }
        let Some((first, second)) = two_numbers(page, line) else {
            break;
        };
        if last.is_some_and(|last| first != last + 1) {
            break;
        }
        match (second, apart) {
            (Some((value, start)), None) if block.is_empty() => {
                apart = Some(value - first);
                block.push((Some(line.start..start), Some(start..line.end)));
            }
            (Some((value, start)), Some(apart)) if value - first == apart => {
                block.push((Some(line.start..start), Some(start..line.end)));
            }
            // The right column may be shorter.
            (None, Some(_)) => block.push((Some(line.clone()), None)),
            _ => break,
        }
        last = Some(first);
    }
    let paired = block.iter().filter(|(_, right)| right.is_some()).count();
    if paired < 2 { Vec::new() } else { block }
}

/// The lines straight above two games set side by side, nearest first, as far as they head both (`GAME I.   GAME II.`): they
/// are taken out of the order of the page.
fn heads_side_by_side(page: &str, block: &[Halves], order: &mut Vec<Range<usize>>) -> Vec<Halves> {
    const MOST_LINES: usize = 6;
    let mut heads = Vec::new();
    let number = |half: &Option<Range<usize>>| number(page[half.clone()?].split_whitespace().next()?);
    if block
        .first()
        .is_none_or(|(left, right)| number(left) != number(right))
    {
        return heads;
    }
    // Empty lines may part the heads from the games.
    let is_empty = |line: &&Range<usize>| page[(*line).clone()].trim().is_empty();
    while heads.len() < MOST_LINES {
        let empty = order.iter().rev().take_while(is_empty).count().min(2);
        let Some(line) = order.len().checked_sub(empty + 1).map(|at| order[at].clone()) else {
            break;
        };
        let Some(halves @ (Some(_), Some(_))) = cut_between(page, &line, block) else {
            break;
        };
        order.truncate(order.len() - empty - 1);
        heads.push(halves);
    }
    heads
}

/// A line cut where the right column of the block begins; nothing where something stands across it.
fn cut_between(page: &str, line: &Range<usize>, block: &[Halves]) -> Option<Halves> {
    let column = |at: usize| {
        let start = page[..at].rfind('\n').map_or(0, |end| end + 1);
        page[start..at].chars().count()
    };
    // The first rows tell where it begins; a number of two figures may stand one further out.
    let rights = block.iter().filter_map(|(_, right)| right.as_ref()).take(9);
    let edge = rights.map(|right| column(right.start)).min()?.saturating_sub(1);
    let (left, right): (Vec<Chunk>, Vec<Chunk>) = chunks(page, line)
        .into_iter()
        .partition(|chunk| chunk.from < edge);
    if left.iter().any(|chunk| chunk.to > edge) {
        return None;
    }
    let left = left.last().map(|chunk| line.start..chunk.range.end);
    Some((left, right.first().map(|chunk| chunk.range.start..line.end)))
}

/// The number at the head of a line, and a later one set off in it, with where it starts.
fn two_numbers(page: &str, line: &Range<usize>) -> Option<(u32, Option<(u32, usize)>)> {
    let text = page[line.clone()].trim_start();
    if !text.bytes().next().is_some_and(may_number) {
        return None;
    }
    let mut words = text.split_whitespace();
    let head = words.next()?;
    let first = number(head)?;
    // In most rows no other word begins with a figure, and the words need not be looked at one by one.
    let rest = &text.as_bytes()[head.len()..];
    let may_begin_a_number = |pair: &[u8]| may_number(pair[1]) && !pair[0].is_ascii_graphic();
    if !rest.windows(2).any(may_begin_a_number) {
        return Some((first, None));
    }
    let second = words.skip(1).find_map(|word| {
        let value = number(word)?;
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let wide = text[..start].ends_with("  ") || text[..start].ends_with(['\t', '|']);
        // `Kt. to B. 3.` ends with a rank, and at the end of a line no column begins.
        let before = text[..start].split_whitespace().next_back();
        let is_rank = !wide && value <= 8 && before.is_some_and(names_file);
        let ends_line = text[start + word.len()..].trim().is_empty();
        let set_off = (wide || word.ends_with(['.', ')'])) && !is_rank && !ends_line;
        // The same number beyond a move and its answer, which stand apart, is another game's.
        let between = text[..start]
            .trim()
            .trim_start_matches(|c: char| !c.is_whitespace());
        let beside = value == first && between.trim().contains("  ");
        let start = word.as_ptr() as usize - page.as_ptr() as usize;
        (set_off && (value > first + 1 || beside)).then_some((value, start))
    });
    Some((first, second))
}
