//! How is a position shown: as a drawing, in LaTeX, or in plain text?
//!
//! ```
//! use jadoube::{Diagram, board::Position};
//!
//! let position = Position::ordinary();
//! let diagram = Diagram::of(position.board());
//! assert!(diagram.svg().starts_with("<svg"));
//! assert!(diagram.unicode().contains('♔'));
//! ```

use jadoube_board::{Board, Colour, Man, Square};
use jadoube_notation::figurine;
use jadoube_record::{Json, parse};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The men as they are drawn, by the letter of their kind: bodies, and the lines cut into them. On a square of a
/// hundred. The page draws the same ones.
const MEN: &str = include_str!("../data/men.json");

/// A board to be shown.
#[derive(Debug, Clone)]
pub struct Diagram<'b> {
    board: &'b Board,
    flipped: bool,
    coordinates: bool,
    marked: Vec<Square>,
    turn: Option<Colour>,
}

impl<'b> Diagram<'b> {
    /// The board as White sees it, with its coordinates.
    pub fn of(board: &'b Board) -> Self {
        Diagram {
            board,
            flipped: false,
            coordinates: true,
            marked: Vec::new(),
            turn: None,
        }
    }

    /// The same with the player on turn, where that is told: LaTeX marks Black's.
    #[must_use]
    pub fn turn(mut self, turn: Option<Colour>) -> Self {
        self.turn = turn;
        self
    }

    /// The same as Black sees it, where this is so.
    #[must_use]
    pub fn flipped(mut self, flipped: bool) -> Self {
        self.flipped = flipped;
        self
    }

    /// The same with or without the letters and figures at its edge.
    #[must_use]
    pub fn coordinates(mut self, shown: bool) -> Self {
        self.coordinates = shown;
        self
    }

    /// The same with these squares marked.
    #[must_use]
    pub fn marked(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.marked.extend(squares);
        self
    }

    /// The squares row by row from the top left, as they are seen.
    fn rows(&self) -> impl Iterator<Item = [Square; 8]> + '_ {
        let seen = |row: usize, column: usize| {
            let index = (7 - row) * 8 + column;
            Square::ALL[if self.flipped { 63 - index } else { index }]
        };
        (0..8).map(move |row| std::array::from_fn(|column| seen(row, column)))
    }

    /// A drawing that needs nothing but itself. Every part has its own colours: a style sheet inside would hold for the
    /// whole page it is set into.
    pub fn svg(&self) -> String {
        let edge = if self.coordinates { 40 } else { 0 };
        let side = 800 + edge;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"{0}\" height=\"{0}\" \
             role=\"img\" aria-label=\"{1}\">",
            side / 2,
            self.board
        );
        for (row, squares) in self.rows().enumerate() {
            for (column, square) in squares.into_iter().enumerate() {
                let (x, y) = (edge + column * 100, row * 100);
                let dark = (square.file().index() + square.rank().index()).is_multiple_of(2);
                let shade = if dark { "#b39b7d" } else { "#eee6d8" };
                let _ = write!(
                    out,
                    "<rect fill=\"{shade}\" x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\"/>"
                );
                if self.marked.contains(&square) {
                    let _ = write!(
                        out,
                        "<rect fill=\"#d8b94a\" fill-opacity=\".65\" x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\"/>"
                    );
                }
                if let Some(man) = self.board.get(square) {
                    draw(&mut out, man, x, y);
                }
            }
        }
        if self.coordinates {
            out.push_str(
                "<g font-family=\"sans-serif\" font-weight=\"600\" font-size=\"24\" fill=\"#666\" text-anchor=\"middle\">",
            );
            for (row, squares) in self.rows().enumerate() {
                let (y, digit) = (row * 100 + 58, squares[0].rank().digit());
                let _ = write!(out, "<text x=\"20\" y=\"{y}\">{digit}</text>");
            }
            for (column, square) in self.rows().next().into_iter().flatten().enumerate() {
                let x = edge + column * 100 + 50;
                let _ = write!(out, "<text x=\"{x}\" y=\"828\">{}</text>", square.file().letter());
            }
            out.push_str("</g>");
        }
        out.push_str("</svg>");
        out
    }

    /// A command for LaTeX's package `chessboard`.
    pub fn latex(&self) -> String {
        let mut options = vec![format!("setfen={}", self.board)];
        match self.turn {
            Some(Colour::White) => {}
            Some(Colour::Black) => options.push("mover=b".to_owned()),
            // The package shows White on turn where it is told nothing.
            None => options.push("showmover=false".to_owned()),
        }
        if self.flipped {
            options.push("inverse".to_owned());
        }
        if !self.coordinates {
            options.push("label=false".to_owned());
        }
        if !self.marked.is_empty() {
            let squares: Vec<String> = self.marked.iter().map(ToString::to_string).collect();
            // Without a style of its own a mark is drawn and not seen.
            options.push(format!("pgfstyle=border,markfields={{{}}}", squares.join(",")));
        }
        format!("\\chessboard[{}]", options.join(","))
    }

    /// Eight lines with the men of Unicode; marked squares in brackets.
    pub fn unicode(&self) -> String {
        self.plain(figurine)
    }

    /// Eight lines with the letters of FEN; marked squares in brackets.
    pub fn letters(&self) -> String {
        self.plain(Man::letter)
    }

    fn plain(&self, sign: impl Fn(Man) -> char) -> String {
        let mut out = String::new();
        for squares in self.rows() {
            if self.coordinates {
                let _ = write!(out, "{} ", squares[0].rank().digit());
            }
            let mut after = ' ';
            for square in squares {
                let marked = self.marked.contains(&square);
                out.push(if marked { '[' } else { after });
                out.push(self.board.get(square).map_or('·', &sign));
                after = if marked { ']' } else { ' ' };
            }
            if after == ']' {
                out.push(after);
            }
            out.push('\n');
        }
        if self.coordinates {
            out.push_str("  ");
            for square in self.rows().next().into_iter().flatten() {
                out.push(' ');
                out.push(square.file().letter());
            }
            out.push('\n');
        }
        out
    }
}

static DRAWINGS: LazyLock<Json> = LazyLock::new(|| parse(MEN).unwrap_or(Json::Null));

fn draw(out: &mut String, man: Man, x: usize, y: usize) {
    let (fill, stroke, cut) = match man.colour {
        Colour::White => ("#fff", "#222", "#222"),
        Colour::Black => ("#2b2b2b", "#111", "#eee"),
    };
    let _ = write!(
        out,
        "<g fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"3.5\" stroke-linejoin=\"round\" \
         transform=\"translate({x} {y})\">"
    );
    let cuts = format!(" fill=\"none\" stroke=\"{cut}\" stroke-width=\"2.5\" stroke-linecap=\"round\"");
    let drawing = DRAWINGS.get(man.kind.letter().encode_utf8(&mut [0; 4]));
    for (part, look) in [("body", ""), ("cuts", &cuts)] {
        let paths = match drawing.and_then(|drawing| drawing.get(part)) {
            Some(Json::List(paths)) => &paths[..],
            _ => &[],
        };
        for path in paths.iter().filter_map(Json::as_str) {
            let _ = write!(out, "<path{look} d=\"{path}\"/>");
        }
    }
    out.push_str("</g>");
}

#[cfg(test)]
mod tests {
    use super::Diagram;
    use jadoube_board::{Colour, Position, Square};

    #[test]
    fn every_man_is_drawn_on_his_square() {
        let position = Position::ordinary();
        let svg = Diagram::of(position.board()).svg();
        assert_eq!(svg.matches("transform=").count(), 32);
        // Neither does it reach into a page, nor a page's classes into it.
        assert!(!svg.contains("<style") && !svg.contains("class="));
        assert_eq!(svg.matches("<rect").count(), 64);
        // Each man has a body and at least one line cut into it.
        assert!(svg.matches("<path").count() >= 32 * 3, "{svg}");
        let plain = Diagram::of(position.board())
            .coordinates(false)
            .marked([Square::E2])
            .svg();
        assert_eq!(plain.matches("<rect").count(), 65);
        assert!(!plain.contains("<text"));
    }

    #[test]
    fn text_stands_as_it_is_seen() {
        let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let white = Diagram::of(position.board()).marked([Square::E2, Square::H1]);
        assert_eq!(
            white.letters().lines().skip(6).collect::<Vec<_>>(),
            ["2  · · · ·[P]· · ·", "1  · · · · K · ·[·]", "   a b c d e f g h"]
        );
        let black = Diagram::of(position.board()).flipped(true);
        assert_eq!(black.unicode().lines().next(), Some("1  · · · ♔ · · · ·"));
        assert_eq!(
            black.latex(),
            "\\chessboard[setfen=4k3/8/8/8/8/8/4P3/4K3,showmover=false,inverse]"
        );
        assert_eq!(
            white.flipped(true).turn(Some(Colour::Black)).latex(),
            "\\chessboard[setfen=4k3/8/8/8/8/8/4P3/4K3,mover=b,inverse,pgfstyle=border,markfields={e2,h1}]"
        );
    }
}
