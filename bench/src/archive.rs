//! An archive made from a fixed seed, and the peer that reads it: the same text on every machine.

use std::ops::ControlFlow;

use jadoube_board::{Move, Position};
use jadoube_notation::push_san;

/// Numbers that are the same in every run.
pub struct Seed(pub u64);

impl Seed {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below this one.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }
}

/// A move as a careless player makes it: takes what hangs, otherwise anything.
pub fn choose(position: &Position, seed: &mut Seed) -> Option<Move> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    for _ in 0..6 {
        let one = moves[seed.below(moves.len())];
        if position.captured(one).is_some() || position.gives_check(one) {
            return Some(one);
        }
    }
    Some(moves[seed.below(moves.len())])
}

/// A whole game of such moves.
pub fn game(seed: &mut Seed) -> Vec<Move> {
    let mut position = Position::ordinary();
    let length = 40 + seed.below(80);
    let mut moves = Vec::with_capacity(length);
    for _ in 0..length {
        let Some(one) = choose(&position, seed) else { break };
        moves.push(one);
        position = position.play(one);
    }
    moves
}

/// An archive like those found in the wild: tags, comments, glyphs and variations.
pub fn archive(games: &[Vec<Move>], seed: &mut Seed) -> String {
    let mut out = String::new();
    for (index, moves) in games.iter().enumerate() {
        for (name, value) in [
            ("Event", "Rated game"),
            ("Site", "https://example.org/abcdefgh"),
            ("Date", "2020.01.01"),
            ("Round", "-"),
            ("White", "A. Player"),
            ("Black", "B. Player"),
            ("Result", "1-0"),
        ] {
            out.push_str(&format!("[{name} \"{value}\"]\n"));
        }
        out.push('\n');
        let mut position = Position::ordinary();
        let mut column = 0;
        for (ply, &one) in moves.iter().enumerate() {
            let mut word = String::new();
            if ply % 2 == 0 {
                word.push_str(&format!("{}. ", ply / 2 + 1));
            }
            push_san(&mut word, &position, one);
            if index % 3 == 0 && ply % 7 == 3 {
                word.push_str(" { a remark of some length, as annotators make }");
            }
            if index % 3 == 1 && ply % 11 == 5 {
                word.push_str(" $14");
            }
            if index % 4 == 0 && ply % 13 == 6 {
                let mut aside = position;
                word.push_str(" (");
                for step in 0..4 {
                    let Some(other) = choose(&aside, seed) else { break };
                    if step > 0 {
                        word.push(' ');
                    }
                    push_san(&mut word, &aside, other);
                    aside = aside.play(other);
                }
                word.push(')');
            }
            if column + word.len() > 79 {
                out.push('\n');
                column = 0;
            } else if column > 0 {
                out.push(' ');
            }
            column += word.len() + 1;
            out.push_str(&word);
            position = position.play(one);
        }
        out.push_str(" 1-0\n\n");
    }
    out
}

/// The same games as servers write them: evaluation and clock after every move.
pub fn remarked(games: &[Vec<Move>]) -> String {
    let mut out = String::new();
    for moves in games {
        out.push_str("[Event \"Rated game\"]\n[White \"A. Player\"]\n[Black \"B. Player\"]\n");
        out.push_str("[Result \"1-0\"]\n[TimeControl \"7200+30\"]\n\n");
        let mut position = Position::ordinary();
        for (ply, &one) in moves.iter().enumerate() {
            let dots = if ply % 2 == 0 { "." } else { "..." };
            out.push_str(&format!("{}{dots} ", ply / 2 + 1));
            push_san(&mut out, &position, one);
            let left = 7200 - 20 * (ply / 2);
            let (hours, minutes, seconds) = (left / 3600, left / 60 % 60, left % 60);
            out.push_str(&format!(
                " {{ [%eval 0.17] [%clk {hours}:{minutes:02}:{seconds:02}] }} "
            ));
            position = position.play(one);
        }
        out.push_str("1-0\n\n");
    }
    out
}

/// The visitor of the peer, doing the same work: every move tested, variations too.
pub struct Peer {
    plies: u64,
}

/// One game of it.
pub struct PeerGame {
    position: shakmaty::Chess,
    previous: shakmaty::Chess,
    stack: Vec<(shakmaty::Chess, shakmaty::Chess)>,
}

impl pgn_reader::Visitor for Peer {
    type Tags = ();
    type Movetext = PeerGame;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), PeerGame> {
        ControlFlow::Continue(PeerGame {
            position: shakmaty::Chess::default(),
            previous: shakmaty::Chess::default(),
            stack: Vec::new(),
        })
    }

    fn san(&mut self, game: &mut PeerGame, san: pgn_reader::SanPlus) -> ControlFlow<()> {
        use shakmaty::Position as _;
        let one = san.san.to_move(&game.position).expect("a legal move");
        game.previous = game.position.clone();
        game.position.play_unchecked(one);
        self.plies += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, game: &mut PeerGame) -> ControlFlow<(), pgn_reader::Skip> {
        game.stack.push((game.position.clone(), game.previous.clone()));
        game.position = game.previous.clone();
        ControlFlow::Continue(pgn_reader::Skip(false))
    }

    fn end_variation(&mut self, game: &mut PeerGame) -> ControlFlow<()> {
        if let Some((position, previous)) = game.stack.pop() {
            game.position = position;
            game.previous = previous;
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: PeerGame) {}
}

pub fn peer_tally(text: &[u8]) -> u64 {
    let mut peer = Peer { plies: 0 };
    let mut reader = pgn_reader::Reader::new(text);
    reader.visit_all_games(&mut peer).expect("a slice can be read");
    peer.plies
}

/// The same peer where only what was played is tested, and variations are passed over.
struct MainLines {
    plies: u64,
}

impl pgn_reader::Visitor for MainLines {
    type Tags = ();
    type Movetext = shakmaty::Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), shakmaty::Chess> {
        ControlFlow::Continue(shakmaty::Chess::default())
    }

    fn san(&mut self, position: &mut shakmaty::Chess, san: pgn_reader::SanPlus) -> ControlFlow<()> {
        use shakmaty::Position as _;
        let one = san.san.to_move(position).expect("a legal move");
        position.play_unchecked(one);
        self.plies += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut shakmaty::Chess) -> ControlFlow<(), pgn_reader::Skip> {
        ControlFlow::Continue(pgn_reader::Skip(true))
    }

    fn end_game(&mut self, _: shakmaty::Chess) {}
}

/// How many moves were played in these games, all of them legal.
pub fn main_line_tally(text: &[u8]) -> u64 {
    let mut peer = MainLines { plies: 0 };
    let mut reader = pgn_reader::Reader::new(text);
    reader.visit_all_games(&mut peer).expect("a slice can be read");
    peer.plies
}
