//! How is one piece of text judged, game by game?

use crate::{
    finding::{Finding, Kind, Part},
    judge::{Judge, Where},
    split::{self, Chunk},
    summary::Seen,
};
use jadoube_game::Code;
use jadoube_notation::PgnReader;
#[cfg(feature = "archives")]
use jadoube_notation::{Place, TextFault, Visitor};
use std::{
    io::{self, Read},
    sync::Arc,
};

/// Audits a text that is at hand, at once: its games and what was found in them, duplicates included.
///
/// ```
/// let part = jadoube_audit::text("club.pgn", b"1. f3 e5 2. g4 Qh4# 1-0", &[jadoube_audit::Code::Fide2023], false);
/// assert_eq!(part.findings[0].kind.detail(), Some("mate-not-scored"));
/// ```
pub fn text(name: &str, text: &[u8], codes: &[Code], go_on: bool) -> Part {
    let chunk = Chunk {
        byte: 0,
        text: text.to_vec(),
    };
    let mut part = Worker::new(codes, go_on).judge(0, name, Ok(chunk));
    part.number_from(&mut 1);
    Seen::default().mark(&mut part);
    part
}

/// A piece of a chunk, for a reader that outlives it.
struct Piece {
    text: Arc<Vec<u8>>,
    at: usize,
    end: usize,
}

impl Read for Piece {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut rest = &self.text[self.at..self.end];
        let count = rest.read(buffer)?;
        self.at += count;
        Ok(count)
    }
}

/// Judges one piece after another.
pub(crate) struct Worker<'a> {
    judge: Judge<'a>,
    reader: PgnReader<Piece>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(codes: &'a [Code], go_on: bool) -> Self {
        let nothing = Piece {
            text: Arc::new(Vec::new()),
            at: 0,
            end: 0,
        };
        Worker {
            judge: Judge::new(codes, go_on),
            reader: PgnReader::new(nothing),
        }
    }

    pub(crate) fn judge(&mut self, source: u32, file: &str, text: Result<Chunk, (u64, String)>) -> Part {
        let mut part = Part::default();
        let chunk = match text {
            Ok(chunk) => chunk,
            Err((byte, why)) => {
                part.findings.push(Finding {
                    source,
                    file: file.to_owned(),
                    byte,
                    game: 0,
                    ply: 0,
                    code: None,
                    clause: None,
                    kind: Kind::Damaged { why },
                    fen: None,
                });
                return part;
            }
        };
        let text = Arc::new(chunk.text);
        for (start, piece) in split::games(&text) {
            let end = start + piece.len();
            let from = |at: usize| Piece {
                text: Arc::clone(&text),
                at: start + at,
                end,
            };
            self.reader.restart(from(0));
            // Bytes of the piece before the reader's beginning.
            let mut before = 0;
            loop {
                let read = before + self.reader.bytes_read() as usize;
                let first = piece[read.min(piece.len())..]
                    .iter()
                    .position(|byte| !byte.is_ascii_whitespace() && !b"\xef\xbb\xbf".contains(byte))
                    .map_or(read, |space| read + space);
                self.judge.begin(false);
                // A slice in memory is read without fault.
                if !self.reader.read_game(&mut self.judge).unwrap_or(false) {
                    break;
                }
                if self.judge.has_died() {
                    before = read;
                    self.reader.restart(from(read));
                    self.judge.begin(true);
                    let _ = self.reader.read_game(&mut self.judge);
                }
                if !self.judge.is_a_game() {
                    continue;
                }
                let byte = chunk.byte + (start + first) as u64;
                let (row, findings) = self.judge.finish(Where { source, file, byte });
                part.games.push(row);
                part.findings.extend(findings);
            }
        }
        part
    }
}

/// Whether what is read is a game, and nothing more.
#[cfg(feature = "archives")]
struct Met(bool);

#[cfg(feature = "archives")]
impl Visitor for Met {
    fn tag(&mut self, _name: &[u8], _value: &[u8]) {
        self.0 = true;
    }

    fn san(&mut self, _text: &[u8], _place: Place) {
        self.0 = true;
    }

    fn open_variation(&mut self) -> bool {
        false
    }

    fn fault(&mut self, fault: TextFault) {
        self.0 |= fault == TextFault::UnclosedTag;
    }
}

/// How many games stand in a text before those that begin at this byte or later, for parts of a file that must know their number.
#[cfg(feature = "archives")]
pub(crate) fn count_games<R: Read>(source: R, until: u64) -> io::Result<u64> {
    let mut chunks = split::Splitter::new(source, 0, until);
    let nothing = Piece {
        text: Arc::new(Vec::new()),
        at: 0,
        end: 0,
    };
    let mut reader = PgnReader::new(nothing);
    let mut count = 0;
    while let Some(chunk) = chunks.next_chunk()? {
        let text = Arc::new(chunk.text);
        for (at, piece) in split::games(&text) {
            reader.restart(Piece {
                text: Arc::clone(&text),
                at,
                end: at + piece.len(),
            });
            let mut met = Met(false);
            while reader.read_game(&mut met)? {
                count += u64::from(met.0);
                met.0 = false;
            }
        }
    }
    Ok(count)
}
