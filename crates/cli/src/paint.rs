//! How do things look in a terminal? Colour only where it is one, and nothing that depends on colour.

use anstyle::{AnsiColor, Style};
use jadoube_board::{Board, Colour, File, Rank, Square};
use jadoube_notation::figurine;
use std::{borrow::Cow, fmt::Write as _};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const TITLE: Style = Style::new().bold();
pub(crate) const CLAUSE: Style = AnsiColor::Cyan.on_default();
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default();
pub(crate) const FAINT: Style = Style::new().dimmed();
const MARKED: Style = AnsiColor::Yellow.on_default().bold();

/// How many columns there are: those asked for, those of the terminal, or eighty.
pub(crate) fn width(asked: Option<usize>) -> usize {
    asked
        .or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)))
        .unwrap_or(80)
        .clamp(40, 200)
}

/// A board of nine lines as this player sees it, the marked squares between brackets (and in colour).
pub(crate) fn board(fen: &str, marked: &[Square], seen_by: Colour) -> Vec<String> {
    let placement = fen.split(' ').next().unwrap_or_default();
    let Ok(board) = placement.parse::<Board>() else {
        return vec![fen.to_owned()];
    };
    let mut lines = Vec::with_capacity(9);
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match seen_by {
        Colour::White => ranks.reverse(),
        Colour::Black => files.reverse(),
    }
    for rank in ranks {
        let mut line = format!("{FAINT}{}{FAINT:#} ", rank.digit());
        let mut after = ' ';
        for file in files {
            let square = Square::new(file, rank);
            let mark = marked.contains(&square);
            let before = match (mark, after) {
                (true, _) => '[',
                (false, ']') => ']',
                _ => ' ',
            };
            line.push(before);
            let man = board.get(square).map_or('·', figurine);
            if mark {
                let _ = write!(line, "{MARKED}{man}{MARKED:#}");
            } else if man == '·' {
                let _ = write!(line, "{FAINT}{man}{FAINT:#}");
            } else {
                line.push(man);
            }
            after = if mark { ']' } else { ' ' };
        }
        if after == ']' {
            line.push(after);
        }
        lines.push(line);
    }
    let letters = files.map(|file| file.letter().to_string()).join(" ");
    lines.push(format!("   {FAINT}{letters}{FAINT:#}"));
    lines
}

/// Words laid out in lines no longer than this.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit);
    textwrap::wrap(text, options)
        .into_iter()
        .map(Cow::into_owned)
        .collect()
}

/// The sentence with a capital at its beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A block of lines under a heading, as wide as the page lets it be.
pub(crate) struct Cell {
    heading: String,
    lines: Vec<Line>,
}

impl Cell {
    pub(crate) fn new(heading: impl Into<String>) -> Self {
        Cell {
            heading: heading.into(),
            lines: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// An empty line between what was said and what comes.
    pub(crate) fn gap(&mut self) {
        if !self.lines.is_empty() {
            self.lines.push(Line::plain(""));
        }
    }
}

/// Something said in a block, laid out when its width is known.
pub(crate) struct Line {
    /// What stands before the first line; the others are indented as far.
    mark: String,
    text: String,
    /// What stands at the right of the last line.
    clause: String,
    style: Style,
    mark_style: Style,
}

impl Line {
    /// A sentence.
    pub(crate) fn plain(text: &str) -> Self {
        Self::cited("", text, "")
    }

    /// A sentence with its clause at the right.
    pub(crate) fn cited(mark: &str, text: &str, clause: &str) -> Self {
        Line {
            mark: mark.to_owned(),
            text: text.to_owned(),
            clause: clause.to_owned(),
            style: Style::new(),
            mark_style: Style::new(),
        }
    }

    /// A clause and what it is about.
    pub(crate) fn explained(clause: &str, gist: &str) -> Self {
        let mut line = Self::plain(gist).styled(FAINT);
        line.mark = format!("{clause}  ");
        line.mark_style = CLAUSE;
        line
    }

    /// What stands before the line, painted as a clause is.
    pub(crate) fn set_mark(&mut self, mark: &str) {
        mark.clone_into(&mut self.mark);
        self.mark_style = CLAUSE;
    }

    pub(crate) fn styled(mut self, style: Style) -> Self {
        self.style = style;
        self.mark_style = style;
        self
    }

    /// The line in this width: painted text and how many columns it fills.
    fn laid_out(&self, width: usize) -> Vec<(String, usize)> {
        let length = |text: &str| text.chars().count();
        let indent = length(&self.mark).min(width / 2);
        let mut lines = wrap(&self.text, width.saturating_sub(indent).max(8));
        if !self.clause.is_empty() {
            let last = lines.last().map_or(0, |line| length(line));
            if indent + last + 2 + length(&self.clause) > width {
                lines.push(String::new());
            }
        }
        let count = lines.len();
        let (style, mark_style) = (self.style, self.mark_style);
        let lay = |(i, line): (usize, String)| {
            let mark = if i == 0 {
                self.mark.clone()
            } else {
                " ".repeat(indent)
            };
            let mut columns = length(&mark) + length(&line);
            let mut painted = if mark.trim().is_empty() {
                mark
            } else {
                format!("{mark_style}{mark}{mark_style:#}")
            };
            if !line.is_empty() {
                let _ = write!(painted, "{style}{line}{style:#}");
            }
            if i + 1 == count && !self.clause.is_empty() {
                let blank = width.saturating_sub(columns + length(&self.clause));
                let _ = write!(painted, "{}{CLAUSE}{}{CLAUSE:#}", " ".repeat(blank), self.clause);
                columns += blank + length(&self.clause);
            }
            (painted, columns)
        };
        lines.into_iter().enumerate().map(lay).collect()
    }
}

/// Blocks side by side, as many as the page is wide enough for; below one another where it is narrow.
pub(crate) fn grid(out: &mut impl std::io::Write, cells: &[Cell], width: usize) -> std::io::Result<()> {
    const NARROWEST: usize = 46;
    const BETWEEN: usize = 3;
    let margin = 2;
    let across = ((width + BETWEEN - margin) / (NARROWEST + BETWEEN)).clamp(1, cells.len().max(1));
    let column = ((width - margin + BETWEEN) / across - BETWEEN).min(96);
    for row in cells.chunks(across) {
        writeln!(out)?;
        let blocks: Vec<Vec<(String, usize)>> = row
            .iter()
            .map(|cell| {
                let rule = "─".repeat(column.saturating_sub(cell.heading.chars().count() + 1));
                let heading = format!("{TITLE}{}{TITLE:#} {FAINT}{rule}{FAINT:#}", cell.heading);
                let heading = (heading, cell.heading.chars().count() + 1 + rule.chars().count());
                std::iter::once(heading)
                    .chain(cell.lines.iter().flat_map(|line| line.laid_out(column)))
                    .collect()
            })
            .collect();
        let tallest = blocks.iter().map(Vec::len).max().unwrap_or(0);
        for i in 0..tallest {
            let mut line = " ".repeat(margin);
            for (at, block) in blocks.iter().enumerate() {
                let (painted, columns) = block
                    .get(i)
                    .map_or(("", 0), |(painted, columns)| (painted, *columns));
                line.push_str(painted);
                if at + 1 < blocks.len() {
                    line.push_str(&" ".repeat((column + BETWEEN).saturating_sub(columns)));
                }
            }
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

/// One line by itself, so far from the left.
pub(crate) fn line(
    out: &mut dyn std::io::Write,
    line: &Line,
    indent: usize,
    width: usize,
) -> std::io::Result<()> {
    for (painted, _) in line.laid_out(width.saturating_sub(indent).max(24)) {
        writeln!(out, "{:indent$}{painted}", "")?;
    }
    Ok(())
}
