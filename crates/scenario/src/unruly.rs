//! What happens at an unruly board? Random records, each the same for ever by its code and number, and what the law makes of them.
//!
//! The acts are written in the record's own form, and picked by what the state shows (its moves, men and options), so
//! a record does not change when the types of the law do. Two revisions of the law that rule alike on a record tell it
//! alike to the last act; where they differ, they tell it alike up to the act on which they differ.

mod at_the_clock;

use jadoube_board::{Colour, Kind, Man, Move, Movement, Position, Square};
use jadoube_game::{Code, Event, OptionView, Party, Status, View};
use jadoube_law::Arbiter;
use jadoube_record::{Json, parse, read_event, read_terms, write_event};
use std::fmt::Write as _;

/// What one player may require of the other.
pub const REQUIRED: [&str; 7] = [
    "replace-man",
    "remove-hand",
    "quit",
    "annul",
    "retract",
    "rook-move-stands",
    "complete-castling",
];

/// A small generator of numbers, so that every run is the same run.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Dice that fall alike for the same name and number.
    pub fn new(name: &str, number: u32) -> Self {
        let seed = checksum(format!("{name} {number}").as_bytes(), FIRST);
        let mut dice = Dice(seed | 1);
        for _ in 0..4 {
            dice.roll(2);
        }
        dice
    }

    /// A number below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    /// Yes, once in so many times.
    pub fn chance(&mut self, one_in: usize) -> bool {
        self.roll(one_in) == 0
    }

    /// One of these, where there are any.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        (!from.is_empty()).then(|| &from[self.roll(from.len())])
    }
}

/// Where the unusual records start; what they are good for.
const STARTS: &[&str] = &[
    // A mate in one, for either.
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    // Stalemate is near.
    "7k/8/8/6Q1/8/8/8/K7 w - - 0 1",
    // Promotions.
    "8/4P2k/8/8/8/8/8/K7 w - - 0 1",
    "1n5k/P6P/8/8/8/8/p6p/K5N1 w - - 0 1",
    // Castling.
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/pppq1ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 4 8",
    // Pinned men, men that cannot be moved, a check to answer.
    "4k3/4r3/8/8/4N3/8/8/4K2R w K - 0 1",
    "4k3/8/8/3p4/4P3/8/8/R3K3 w - - 0 1",
    "rnbqk1nr/pppp1ppp/8/4p3/1b2P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 1 3",
    // Taking in passing.
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    ENDLESS,
    // Nearly nothing is left.
    "k7/8/8/8/8/8/8/KR6 w - - 0 1",
];

/// A start from which White can check without end.
const ENDLESS: &str = "3Q4/5pkp/8/8/8/8/qq5P/7K w - - 0 1";

/// One act of a record and what stood after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The line of the record: the header first, then an act each.
    pub line: String,
    /// What stood then, without words: see [`without_words`].
    pub stood: String,
}

/// A record as it comes about: every act is picked when the one before it has been ruled on.
#[derive(Debug, Clone)]
pub struct Unruly {
    dice: Dice,
    arbiter: Arbiter,
    header: String,
    now: u64,
    left: usize,
    /// Who lifted a man, and from where; whatever became of it.
    lifted: Option<(Colour, Square)>,
    /// Whose Pawn was last put on a last rank.
    promoting: Option<Colour>,
    /// Whether the players press a clock.
    pressed: bool,
    /// Who knocked a man over, and where it belongs.
    knocked_over: Option<(Colour, Square)>,
}

impl Unruly {
    /// The record of this number under this code.
    ///
    /// # Panics
    /// Where the record's own reader does not take the header.
    pub fn new(code: Code, number: u32) -> Self {
        let mut dice = Dice::new(code.name(), number);
        let header = header(&mut dice, code);
        let terms = parse(&header).and_then(read_terms).expect("a header that reads");
        let arbiter = Arbiter::open(terms).expect("a game that can begin");
        let left = 6 + dice.roll(14);
        Unruly {
            dice,
            arbiter,
            header,
            now: 0,
            left,
            lifted: None,
            promoting: None,
            pressed: presses(code),
            knocked_over: None,
        }
    }

    /// The header, as a line of the record.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// The game as it stands before the next act.
    pub fn arbiter(&self) -> &Arbiter {
        &self.arbiter
    }

    /// The next act, from the state before it; none when the record is told.
    ///
    /// # Panics
    /// Where the record's own reader does not take the act.
    pub fn next_act(&mut self, view: &View) -> Option<Event> {
        self.left = self.left.checked_sub(1)?;
        if view.status.is_over() && !self.dice.chance(3) {
            return None;
        }
        let line = self.pick(view);
        Some(
            parse(&line)
                .and_then(read_event)
                .unwrap_or_else(|fault| panic!("{line}: {fault}")),
        )
    }

    /// Takes the act; whether it can have happened.
    pub fn take(&mut self, event: &Event) -> bool {
        self.arbiter.act(event).is_ok()
    }

    fn pick(&mut self, view: &View) -> String {
        let (by, act) = self.what(view);
        let short = self.header.contains("time_control");
        let clock = short || self.header.contains("time_limit");
        let longest = match (short, clock) {
            (true, _) => 300,
            (_, true) => 9_000,
            (_, false) => 20,
        };
        self.now += self.dice.roll(longest) as u64 / 10;
        let at = if clock && !self.dice.chance(4) {
            format!(",\"at\":{}", self.now)
        } else {
            String::new()
        };
        format!("{{\"by\":\"{}\",{act}{at}}}", by.word())
    }

    fn what(&mut self, view: &View) -> (Party, String) {
        let turn = view.turn;
        let (player, opponent) = (Party::from(turn), Party::from(!turn));
        if self.pressed
            && let Some(act) = self.at_the_clock(view)
        {
            return act;
        }
        match view.status {
            Status::Adjourned if !self.dice.chance(6) => return self.while_adjourned(view),
            Status::Suspended if !self.dice.chance(6) => return self.while_suspended(view),
            _ => {}
        }
        if let Some((by, from)) = self.lifted
            && !self.dice.chance(5)
        {
            return (by.into(), self.lifted_man(view, by, from));
        }
        if let Some(by) = self.promoting.take()
            && !self.dice.chance(4)
        {
            let to = *self.dice.pick(&['q', 'n', 'r', 'p']).unwrap_or(&'q');
            let how = *self
                .dice
                .pick(&["", "", ",\"how\":\"named\"", ",\"how\":\"substitute\""])
                .unwrap_or(&"");
            return (by.into(), format!("\"act\":\"promote\",\"to\":\"{to}\"{how}"));
        }
        match self.dice.roll(100) {
            0..25 => match self.lawful(view) {
                Some(mv) => (player, self.whole_move(view, &mv)),
                None => (player, self.touch(view, turn)),
            },
            // Legal on the board, whatever is owed.
            25..31 => match self.legal(view, turn) {
                Some(mv) => (player, self.whole_move(view, &mv)),
                None => (player, self.touch(view, turn)),
            },
            31..38 => {
                let mv = self.any_transfer(view, turn);
                (player, self.whole_move(view, &mv))
            }
            // Out of turn.
            38..44 => match self.legal(view, !turn) {
                Some(mv) => (opponent, self.whole_move(view, &mv)),
                None => (opponent, self.touch(view, !turn)),
            },
            44..46 => {
                let mv = self.any_transfer(view, !turn);
                (opponent, self.whole_move(view, &mv))
            }
            46..54 => (player, self.touch(view, turn)),
            54..58 => (opponent, self.touch(view, !turn)),
            58..63 => {
                let by = if self.dice.chance(5) { !turn } else { turn };
                let from = self.man_of(view, by);
                self.lifted = Some((by, from));
                (by.into(), format!("\"act\":\"lift\",\"square\":\"{from}\""))
            }
            63..65 => {
                let by = if self.dice.chance(5) { opponent } else { player };
                let square = self.some_man(view, turn);
                let mistake = if self.dice.chance(2) {
                    ",\"mistake\":true"
                } else {
                    ""
                };
                (by, format!("\"act\":\"remove\",\"square\":\"{square}\"{mistake}"))
            }
            65 => (
                player,
                format!("\"act\":\"adjust\",\"square\":\"{}\"", self.some_man(view, turn)),
            ),
            66 => (player, "\"act\":\"promote\",\"to\":\"q\"".to_owned()),
            67 => (player, "\"act\":\"quit\"".to_owned()),
            68..84 => match self.option(view) {
                Some(option) => option,
                None => match self.lawful(view) {
                    Some(mv) => (player, self.whole_move(view, &mv)),
                    None => (opponent, self.touch(view, !turn)),
                },
            },
            84..86 => (opponent, self.penalty(view)),
            86 => {
                let by = if self.dice.chance(3) { player } else { opponent };
                (by, "\"act\":\"waive\"".to_owned())
            }
            87..90 => {
                let by = if self.dice.chance(3) { player } else { opponent };
                let error = *self
                    .dice
                    .pick(&[
                        "illegal-move",
                        "illegal-move",
                        "king-left-in-check",
                        "first-move",
                        "men",
                        "dropped-man",
                    ])
                    .unwrap_or(&"illegal-move");
                (by, format!("\"act\":\"point-out\",\"error\":\"{error}\""))
            }
            90..92 => (player, "\"act\":\"adjourn\"".to_owned()),
            92 | 93 => {
                let by = if self.dice.chance(4) { opponent } else { player };
                // A proof of endless checks is long where there is none.
                let grounds: &[&str] = if self.header.contains(ENDLESS) {
                    &["endless-checks"]
                } else {
                    &["repetition", "drawn-game", "stalemate", "fifty-moves"]
                };
                let ground = *self.dice.pick(grounds).unwrap_or(&"repetition");
                (by, format!("\"act\":\"claim\",\"ground\":\"{ground}\""))
            }
            94 => {
                let by = if self.dice.chance(2) { player } else { opponent };
                let act = *self
                    .dice
                    .pick(&["offer", "accept", "decline"])
                    .unwrap_or(&"offer");
                let what = *self.dice.pick(&["draw", "draw", "annul"]).unwrap_or(&"draw");
                (by, format!("\"act\":\"{act}\",\"what\":\"{what}\""))
            }
            95 | 96 => {
                let by = if self.dice.chance(2) { player } else { opponent };
                (by, "\"act\":\"dispute\",\"question\":\"was it so?\"".to_owned())
            }
            97 => {
                let by = if self.dice.chance(2) { player } else { opponent };
                let what = *self.dice.pick(&REQUIRED).unwrap_or(&"annul");
                (by, format!("\"act\":\"require\",\"what\":\"{what}\""))
            }
            98 => {
                let by = if self.dice.chance(2) { player } else { opponent };
                let act = *self
                    .dice
                    .pick(&[
                        "\"act\":\"say\",\"words\":\"check\"",
                        "\"act\":\"say\",\"words\":\"mate\"",
                        "\"act\":\"demand\",\"what\":\"mate-in-fifty\"",
                        "\"act\":\"consent\",\"what\":\"substitute\"",
                    ])
                    .unwrap_or(&"\"act\":\"refuse\"");
                (by, act.to_owned())
            }
            _ => {
                let act = *self
                    .dice
                    .pick(&[
                        "\"act\":\"refuse\"",
                        "\"act\":\"refuse\"",
                        "\"act\":\"upset\",\"accident\":true",
                        "\"act\":\"upset\"",
                        "\"act\":\"resign\"",
                        "\"act\":\"claim\",\"ground\":\"forfeit\",\"offence\":\"refusal\"",
                    ])
                    .unwrap_or(&"\"act\":\"refuse\"");
                (player, act.to_owned())
            }
        }
    }

    fn while_adjourned(&mut self, view: &View) -> (Party, String) {
        let player = Party::from(view.turn);
        if self.dice.chance(2) {
            return (player, "\"act\":\"resume\"".to_owned());
        }
        let mv = if self.dice.chance(3) {
            self.legal(view, view.turn)
        } else {
            self.lawful(view).or_else(|| self.legal(view, view.turn))
        };
        let record = match mv {
            Some(mv) if !self.dice.chance(6) => long_form(view, &mv),
            _ => (*self
                .dice
                .pick(&["P-K4", "", "nonsense", "P takes P"])
                .unwrap_or(&""))
            .to_owned(),
        };
        (player, format!("\"act\":\"seal\",\"record\":\"{record}\""))
    }

    fn while_suspended(&mut self, view: &View) -> (Party, String) {
        if self.dice.chance(2)
            && let Some(option) = self.option(view)
        {
            return option;
        }
        let fact = *self
            .dice
            .pick(&[
                "",
                "",
                ",\"fact\":\"accident\"",
                ",\"fact\":\"accident\"",
                ",\"fact\":\"wilful\"",
                ",\"result\":\"drawn\"",
            ])
            .unwrap_or(&"");
        (Party::Umpire, format!("\"act\":\"decide\"{fact}"))
    }

    /// A man was lifted: it is put somewhere, perhaps twice, and let go.
    fn lifted_man(&mut self, view: &View, by: Colour, from: Square) -> String {
        if self.dice.chance(3) {
            self.lifted = None;
            return "\"act\":\"quit\"".to_owned();
        }
        let to = self
            .legal_from(view, by, from)
            .filter(|_| !self.dice.chance(4))
            .unwrap_or_else(|| self.square());
        if man_on(view, from).is_some_and(|man| man.kind == Kind::Pawn)
            && (to.rank().index() == 0 || to.rank().index() == 7)
        {
            self.promoting = Some(by);
        }
        format!("\"act\":\"place\",\"square\":\"{to}\"")
    }

    fn whole_move(&mut self, view: &View, mv: &str) -> String {
        let check = may_check(view, mv);
        let say = if check && !self.dice.chance(3) {
            ",\"say\":\"check\""
        } else if !check && self.dice.chance(20) {
            *self
                .dice
                .pick(&[",\"say\":\"check\"", ",\"say\":\"mate\""])
                .unwrap_or(&"")
        } else {
            ""
        };
        format!("\"act\":\"move\",\"move\":\"{mv}\"{say}")
    }

    fn touch(&mut self, view: &View, by: Colour) -> String {
        let square = if self.dice.chance(4) {
            self.some_man(view, !by)
        } else {
            self.man_of(view, by)
        };
        let how = match self.dice.roll(12) {
            0 => ",\"accident\":true",
            1 | 2 => ",\"hold\":true",
            _ => "",
        };
        format!("\"act\":\"touch\",\"square\":\"{square}\"{how}")
    }

    fn penalty(&mut self, view: &View) -> String {
        let british = self.header.contains("bcc-");
        let penalty = if british {
            *self.dice.pick(&["A", "B", "C", "A+B", "A+C"]).unwrap_or(&"A")
        } else {
            *self
                .dice
                .pick(&["move", "take", "king", "other", "stand", "replace"])
                .unwrap_or(&"move")
        };
        let man = if self.dice.chance(3) {
            String::new()
        } else {
            format!(",\"man\":\"{}\"", self.some_man(view, view.turn))
        };
        format!("\"act\":\"exact\",\"penalty\":\"{penalty}\"{man}")
    }

    /// A right as the state lists it, in an order that does not depend on the list's.
    fn option(&mut self, view: &View) -> Option<(Party, String)> {
        let mut open: Vec<(Party, String)> = view
            .options
            .iter()
            .map(|option| (option.right.party, act_of(option)))
            // What is always open would drown what is not.
            .filter(|(_, act)| {
                !act.starts_with("\"act\":\"adjourn\"") && !act.starts_with("\"act\":\"dispute\"")
            })
            .collect();
        open.sort();
        self.dice.pick(&open).cloned()
    }

    /// A move the state lists; a mate rather often.
    fn lawful(&mut self, view: &View) -> Option<String> {
        let moves: Vec<String> = view.moves.iter().map(ToString::to_string).collect();
        self.mating(view, &moves)
            .or_else(|| self.dice.pick(&moves).cloned())
    }

    /// A move the board allows this player, whatever else he owes.
    fn legal(&mut self, view: &View, by: Colour) -> Option<String> {
        let moves = all_legal(view, by);
        self.mating(view, &moves)
            .or_else(|| self.dice.pick(&moves).cloned())
    }

    fn mating(&mut self, view: &View, moves: &[String]) -> Option<String> {
        if !self.dice.chance(3) {
            return None;
        }
        let position = position(view, view.turn)?;
        moves
            .iter()
            .find(|mv| {
                position
                    .parse_uci(mv)
                    .is_ok_and(|mv| position.play(mv).is_checkmate())
            })
            .cloned()
    }

    fn legal_from(&mut self, view: &View, by: Colour, from: Square) -> Option<Square> {
        let position = position(view, by)?;
        let moves: Vec<Move> = position.legal_moves_from(from).iter().copied().collect();
        self.dice.pick(&moves).map(|mv| mv.to())
    }

    fn any_transfer(&mut self, view: &View, by: Colour) -> String {
        let from = if self.dice.chance(5) {
            self.some_man(view, !by)
        } else {
            self.man_of(view, by)
        };
        let to = if self.dice.chance(3) {
            self.man_of(view, !by)
        } else {
            self.square()
        };
        format!("{from}{to}")
    }

    fn square(&mut self) -> Square {
        Square::ALL[self.dice.roll(64)]
    }

    /// A man of this player's; any square where he has none.
    fn man_of(&mut self, view: &View, by: Colour) -> Square {
        let his: Vec<Square> = Square::ALL
            .into_iter()
            .filter(|square| man_on(view, *square).is_some_and(|man| man.colour == by))
            .collect();
        self.dice.pick(&his).copied().unwrap_or(Square::A1)
    }

    /// A man, rather the opponent's than this player's.
    fn some_man(&mut self, view: &View, player: Colour) -> Square {
        let whose = if self.dice.chance(3) { player } else { !player };
        self.man_of(view, whose)
    }
}

fn header(dice: &mut Dice, code: Code) -> String {
    let mut header = format!("{{\"code\":\"{}\"", code.name());
    if !dice.chance(3)
        && let Some(start) = dice.pick(STARTS)
    {
        let _ = write!(header, ",\"start\":\"{start}\"");
    } else if dice.chance(12) {
        header.push_str(",\"odds\":{\"giver\":\"white\",\"men\":[\"knight\"],\"moves\":0}");
    }
    if dice.chance(12) {
        header.push_str(",\"time_limit\":{\"by\":[{\"moves\":10,\"seconds\":3600}],\"then\":{\"moves\":10,\"seconds\":1800}}");
    } else if presses(code) {
        at_the_clock::terms(dice, &mut header);
    }
    header.push('}');
    header
}

/// Whether this is the code by which the players press a clock.
fn presses(code: Code) -> bool {
    code == Code::Fide2023
}

/// The act of an option as it is given back, without the words an umpire may be lent.
fn act_of(option: &OptionView) -> String {
    let event = write_event(&Event::new(option.right.party, option.right.act.clone()));
    let Json::Object(fields) = event else {
        unreachable!("an act is written as an object");
    };
    let fields = fields
        .into_iter()
        .filter(|(name, _)| !["by", "ruling", "question"].contains(&name.as_str()));
    let written = Json::object(fields).to_string();
    // One brace at each end: an act may end with an object of its own.
    let fields = written.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    fields.unwrap_or(&written).to_owned()
}

fn man_on(view: &View, square: Square) -> Option<Man> {
    let mut files = view
        .board
        .split(' ')
        .next()?
        .split('/')
        .nth(7 - square.rank().index())?
        .chars();
    let mut file = 0;
    while file <= square.file().index() {
        let letter = files.next()?;
        match letter.to_digit(10) {
            Some(empty) => file += empty as usize,
            None if file == square.file().index() => return Man::from_letter(letter),
            None => file += 1,
        }
    }
    None
}

/// The men as they stand with this player to move, where that is a position.
fn position(view: &View, by: Colour) -> Option<Position> {
    let letter = if by == Colour::White { "w" } else { "b" };
    let fields: Vec<&str> = view.board.split(' ').collect();
    let passing = if by == view.turn { fields.get(3)? } else { "-" };
    let fen = format!("{} {letter} {} {passing} 0 1", fields.first()?, fields.get(2)?);
    Position::from_fen_irregular(&fen, Movement::default()).ok()
}

fn all_legal(view: &View, by: Colour) -> Vec<String> {
    let mut moves: Vec<String> = position(view, by)
        .map(|position| position.legal_moves().iter().map(ToString::to_string).collect())
        .unwrap_or_default();
    moves.sort();
    moves
}

fn may_check(view: &View, mv: &str) -> bool {
    position(view, view.turn)
        .is_some_and(|position| position.parse_uci(mv).is_ok_and(|mv| position.gives_check(mv)))
}

/// A move as it is sealed: letter of the man, and both squares.
fn long_form(view: &View, mv: &str) -> String {
    let (from, to) = (mv.get(0..2).unwrap_or(""), mv.get(2..4).unwrap_or(""));
    let man = from.parse().ok().and_then(|from| man_on(view, from));
    let letter = match man.map(|man| man.kind) {
        None | Some(Kind::Pawn) => String::new(),
        Some(kind) => kind.letter().to_ascii_uppercase().to_string(),
    };
    let becomes = mv.get(4..).unwrap_or("").to_ascii_uppercase();
    format!("{letter}{from}{to}{becomes}")
}

/// A state without words: board, turn, status, winner and clause, moves, the duty's clause, what the law cited, the time
/// left where time is given, and every option with what would follow, in an order of their own.
pub fn without_words(view: &View) -> String {
    let winner = |winner: Option<Colour>| winner.map_or("-", |winner| Party::from(winner).word());
    let mut text = format!(
        "board {}\nturn {} status {} winner {} clause {}\nmoves {}\nduty {}\n",
        view.board,
        Party::from(view.turn).word(),
        view.status.word(),
        winner(view.winner),
        view.clause.unwrap_or("-"),
        list(&view.moves),
        view.duty.as_ref().map_or("-", |duty| duty.clause),
    );
    for finding in &view.rulings {
        let party = finding.party.map_or("-", Party::word);
        let _ = writeln!(text, "ruling {party} {}", finding.clause);
    }
    if let Some(refused) = &view.refused {
        let _ = writeln!(text, "refused {}", refused.clause.unwrap_or("-"));
    }
    if let Some(clock) = view.clock.as_ref().filter(|clock| clock.left.is_some()) {
        let running = clock.running.map_or("-", |player| Party::from(player).word());
        let _ = writeln!(text, "running {running}");
        for (player, left) in ["white", "black"]
            .into_iter()
            .zip(clock.left.into_iter().flatten())
        {
            let _ = writeln!(text, "left {player} {}", left.0);
        }
    }
    let mut options: Vec<String> = view
        .options
        .iter()
        .map(|option| {
            let then = &option.then;
            format!(
                "option {} {} by {}{} → {} {} {} {} {}\n",
                option.right.party.word(),
                act_of(option),
                option.right.clause,
                if option.lapses { " lapses" } else { "" },
                then.board,
                Party::from(then.turn).word(),
                then.status.word(),
                winner(then.winner),
                list(&then.moves),
            )
        })
        .collect();
    options.sort();
    text.extend(options);
    text
}

fn list(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(",")
}

/// The whole record of this number, act by act, with what stood after each.
pub fn tell(code: Code, number: u32) -> Vec<Told> {
    let mut record = Unruly::new(code, number);
    let mut view = record.arbiter().view();
    let mut told = vec![Told {
        line: record.header().to_owned(),
        stood: without_words(&view),
    }];
    while let Some(event) = record.next_act(&view) {
        let line = write_event(&event).to_string();
        let stood = if record.take(&event) {
            view = record.arbiter().view();
            without_words(&view)
        } else {
            "cannot have happened\n".to_owned()
        };
        told.push(Told { line, stood });
    }
    told
}

/// How many records are kept of each code.
pub const KEPT: u32 = 4000;

/// What a record comes to, in six digits.
pub fn sum(told: &[Told]) -> String {
    let mut sum = FIRST;
    for act in told {
        sum = checksum(act.line.as_bytes(), sum);
        sum = checksum(act.stood.as_bytes(), sum);
    }
    format!("{:06x}", (sum ^ (sum >> 24) ^ (sum >> 48)) & 0xff_ffff)
}

const FIRST: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a, going on from an earlier sum.
fn checksum(bytes: &[u8], from: u64) -> u64 {
    bytes.iter().fold(from, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
