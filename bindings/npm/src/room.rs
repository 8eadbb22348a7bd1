//! The boards and games that are open, and what can be asked of them.

use crate::request::{Answer, Refused, Request, answered, of_itself};
use jadoube::{
    Diagram, History, Sitting,
    board::{Board, Colour, Move, Position},
    judge::{Incident, Stopped},
    laws, notation,
    reading::{self, Asked, NotRead},
    record::{Json, as_option, in_words, parse, read_event, write_view},
};

/// Everything that is open.
#[derive(Debug, Default)]
pub struct Room {
    last: u32,
    boards: Open<History>,
    games: Open<Sitting>,
}

/// What is open, under its number. There are few at a time, and a list is smaller code than a table.
#[derive(Debug)]
struct Open<T>(Vec<(u32, T)>);

impl<T> Default for Open<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Open<T> {
    fn get_mut(&mut self, id: u32) -> Option<&mut T> {
        self.0
            .iter_mut()
            .find_map(|(number, one)| (*number == id).then_some(one))
    }

    fn close(&mut self, id: u32) {
        self.0.retain(|(number, _)| *number != id);
    }
}

impl Room {
    /// Answers one request.
    pub fn answer(&mut self, request: &[u8]) -> String {
        answered(request, |request| self.serve(request))
    }

    fn serve(&mut self, request: &Request) -> Answer {
        match request.text("do")? {
            "board" => self.open_board(request),
            "board.copy" => {
                let board = self.board(request)?.clone();
                let id = self.number();
                self.boards.0.push((id, board));
                Ok(id.into())
            }
            "board.close" => {
                self.boards.close(request.id()?);
                Ok(Json::Null)
            }
            "board.state" => self.board(request).map(|board| state(board)),
            "board.moves" => self.board(request).map(|board| moves(board)),
            "board.find" => {
                let board = self.board(request)?;
                let found = find(board, request.text("move")?)?;
                Ok(one_move(board.position(), found))
            }
            "board.push" => {
                let board = self.board(request)?;
                let found = find(board, request.text("move")?)?;
                let said = one_move(board.position(), found);
                board.push(found).map_err(Refused::because)?;
                Ok(said)
            }
            "board.pop" => {
                let board = self.board(request)?;
                Ok(board.pop().map(|made| made.to_string()).into())
            }
            "board.history" => self
                .board(request)
                .map(|board| Json::list(board.moves().map(|made| made.to_string()))),
            "game" => {
                let sitting = Sitting::open(request.text("header")?)?;
                Ok(self.sit(sitting))
            }
            "game.replay" => {
                let sitting = Sitting::replay(request.text("record")?)?;
                Ok(self.sit(sitting))
            }
            "game.copy" => {
                let sitting = self.game(request)?.clone();
                Ok(self.sit(sitting))
            }
            "game.close" => {
                self.games.close(request.id()?);
                Ok(Json::Null)
            }
            "game.act" => {
                let (eye, brief) = (request.eye()?, request.flag("brief"));
                let game = self.game(request)?;
                let number = game.acts().len() + 2;
                let event = parse(request.text("act")?)
                    .and_then(read_event)
                    .map_err(|fault| fault.on_line(number))?;
                game.take(&event).map_err(Refused::because)?;
                Ok(game.seen(eye, brief))
            }
            "game.state" => {
                let (eye, brief) = (request.eye()?, request.flag("brief"));
                Ok(self.game(request)?.seen(eye, brief))
            }
            "game.record" => Ok(self.game(request)?.record().into()),
            "words" => {
                let event = parse(request.text("act")?)
                    .and_then(read_event)
                    .map_err(|fault| fault.on_line(1))?;
                Ok(if request.flag("may") {
                    as_option(&event)
                } else {
                    in_words(&event)
                }
                .into())
            }
            "rule" => rule(request),
            "judge" => judge(request),
            "laws" => match (request.code("code")?, request.maybe("clause")?) {
                (None, _) => Ok(laws::codes()),
                (Some(code), None) => Ok(laws::contents(code)),
                (Some(code), Some(clause)) => laws::clause(code, clause).map_err(Refused::because),
            },
            "compare" => match request.maybe("question")? {
                None => Ok(laws::questions()),
                Some(name) => Ok(laws::compare(laws::question(name).map_err(Refused::because)?)),
            },
            "read" => read(request),
            "svg" => svg(request),
            _ => of_itself(request),
        }
    }

    fn number(&mut self) -> u32 {
        self.last += 1;
        self.last
    }

    fn sit(&mut self, sitting: Sitting) -> Json {
        let id = self.number();
        self.games.0.push((id, sitting));
        id.into()
    }

    fn open_board(&mut self, request: &Request) -> Answer {
        let board = match request.maybe("fen")? {
            None => History::ordinary(),
            Some(fen) => fen.parse().map_err(Refused::because)?,
        };
        let id = self.number();
        self.boards.0.push((id, board));
        Ok(id.into())
    }

    fn board(&mut self, request: &Request) -> Result<&mut History, Refused> {
        let id = request.id()?;
        self.boards
            .get_mut(id)
            .ok_or_else(|| Refused::because("this board has been closed"))
    }

    fn game(&mut self, request: &Request) -> Result<&mut Sitting, Refused> {
        let id = request.id()?;
        self.games
            .get_mut(id)
            .ok_or_else(|| Refused::because("this game has been closed"))
    }
}

/// UCI first: a text that is both is meant so by a program.
fn find(board: &History, text: &str) -> Result<Move, Refused> {
    board
        .position()
        .parse_uci(text)
        .or_else(|_| board.parse_san(text))
        .map_err(|why| Refused::because(format_args!("\"{text}\": {why}")))
}

fn one_move(position: &Position, one: Move) -> Json {
    Json::object([
        ("uci", Json::from(one.to_string())),
        ("san", notation::san(position, one).into()),
    ])
}

fn moves(board: &History) -> Json {
    let position = board.position();
    Json::list(position.legal_moves().iter().map(|one| one_move(position, *one)))
}

fn word(colour: Colour) -> Json {
    colour.to_string().into()
}

fn state(board: &History) -> Json {
    let position = board.position();
    let outcome = board.outcome(false).map(|(why, winner)| {
        Json::object([
            ("termination", Json::from(why.name())),
            ("winner", winner.map_or(Json::Null, word)),
            ("result", board.result(false).into()),
        ])
    });
    Json::object([
        ("fen", Json::from(position.to_fen())),
        ("turn", word(position.turn())),
        ("check", position.is_check().into()),
        ("checkmate", position.is_checkmate().into()),
        ("stalemate", position.is_stalemate().into()),
        ("insufficient_material", board.is_insufficient_material().into()),
        ("repetitions", board.repetitions().into()),
        ("may_claim_fifty_moves", board.can_claim_fifty_moves().into()),
        (
            "may_claim_repetition",
            board.can_claim_threefold_repetition().into(),
        ),
        ("outcome", outcome.unwrap_or(Json::Null)),
    ])
}

fn rule(request: &Request) -> Answer {
    let incident: Incident = request.text("record")?.parse()?;
    let trial = incident.trial(request.code("code")?.unwrap_or(incident.terms.code), None);
    match trial.stopped {
        Some(Stopped::Impossible(error)) => Err(error.into()),
        Some(why) => Err(Refused::because(why)),
        None => Ok(Json::list(trial.states.iter().map(write_view))),
    }
}

fn judge(request: &Request) -> Answer {
    let incident: Incident = request.text("record")?.parse()?;
    let codes = incident.judge(&request.codes()?).into_iter().map(|trial| {
        let stopped = trial.stopped.as_ref().map(|why| {
            Json::object([
                ("act", Json::from(trial.states.len())),
                ("detail", why.to_string().into()),
            ])
        });
        let said = Json::object([
            ("states", Json::list(trial.states.iter().map(write_view))),
            ("stopped", stopped.unwrap_or(Json::Null)),
        ]);
        (trial.code.name(), said)
    });
    Ok(Json::object([("codes", Json::object(codes))]))
}

fn read(request: &Request) -> Answer {
    let asked = Asked {
        fen: request.maybe("fen")?,
        moves: request.maybe("moves")?,
        code: request.code("code")?,
        language: request.language()?,
    };
    let read = match asked.read(request.text("text")?) {
        Ok(reading) => Ok(reading),
        Err(NotRead::Text(error)) => Err(error),
        Err(other) => return Err(Refused::because(other)),
    };
    Ok(reading::to_json(&read))
}

/// A drawing of the men in a FEN, whether or not they make a position.
fn svg(request: &Request) -> Answer {
    let board = Board::from_fen_lenient(request.text("fen")?).map_err(Refused::because)?;
    let diagram = Diagram::of(&board).flipped(request.flag("flipped"));
    Ok(diagram.coordinates(!request.flag("bare")).svg().into())
}

#[cfg(test)]
mod tests {
    use super::Room;

    fn asked(room: &mut Room, request: &str) -> String {
        room.answer(request.as_bytes())
    }

    #[test]
    fn a_game_is_opened_acted_in_and_shown() {
        let mut room = Room::default();
        assert_eq!(
            asked(&mut room, r#"{"do":"game","header":"{\"code\":\"bcc-1899\"}"}"#),
            r#"{"ok":1}"#
        );
        let state = asked(
            &mut room,
            r#"{"do":"game.act","id":1,"act":"{\"by\":\"white\",\"act\":\"move\",\"move\":\"e2e5\"}"}"#,
        );
        assert!(state.contains(r#""clause":"II.6(a)""#), "{state}");
        let refused = asked(
            &mut room,
            r#"{"do":"game.act","id":1,"act":"{\"by\":\"white\"}"}"#,
        );
        assert!(refused.starts_with(r#"{"error":{"message":"#), "{refused}");
        // Nothing has changed by it.
        let record = asked(&mut room, r#"{"do":"game.record","id":1}"#);
        assert_eq!(record.matches("\\n").count(), 2, "{record}");
        asked(&mut room, r#"{"do":"game.close","id":1}"#);
        assert!(asked(&mut room, r#"{"do":"game.state","id":1}"#).contains("has been closed"));
    }

    #[test]
    fn a_position_is_taken_as_it_is_pasted() {
        let mut room = Room::default();
        for request in [
            r#"{"do":"board","fen":" rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR  b KQkq e3\n"}"#,
            r#"{"do":"read","text":"Kd2","fen":"4k3/8/8/8/8/8/8/4K3 w"}"#,
            r#"{"do":"svg","fen":"8/8/8/8/8/8/8/8"}"#,
        ] {
            let answer = asked(&mut room, request);
            assert!(answer.starts_with(r#"{"ok":"#), "{answer}");
        }
    }

    #[test]
    fn whatever_comes_in_an_answer_goes_out() {
        let mut room = Room::default();
        for request in [
            &b""[..],
            b"\xff",
            b"{}",
            b"[]",
            b"null",
            br#"{"do":"board","fen":"9/8"}"#,
            br#"{"do":"board.push","id":7,"move":"e4"}"#,
            br#"{"do":"board.push","id":-7,"move":"e4"}"#,
            br#"{"do":"judge","record":"","codes":"all"}"#,
            br#"{"do":"laws","code":"bcc-1999"}"#,
            br#"{"do":"nothing of the kind"}"#,
        ] {
            let answer = room.answer(request);
            assert!(answer.starts_with(r#"{"error":{"message":""#), "{answer}");
        }
    }
}
