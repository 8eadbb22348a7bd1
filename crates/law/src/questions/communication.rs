//! Moves sent by post or word of mouth: what does a text mean, and what if it means nothing, or too much?

use crate::{
    code::{
        Alike, Answer,
        Authority::{Clauses, Reading},
        ByCode, Clause, alike, answers, reading, says, silent,
    },
    facts,
    means::{entries, lapsing, moving, player_of, referral},
    questions::forfeits::REFUSING,
    reading::{announced_in, readings},
};
use jadoube_game::{
    Act, ConditionalLines, Consequence, Deed, Event, Game, HandMove, Mode, Offence, OffenceKind, Party,
    Pending, Right, Ruling, Status, say,
};

question! {
    "Moves sent by post or word of mouth: what does a text mean, and what if it means nothing, or too much?";
    tables: SEVERAL_READINGS, OVER_THE_BOARD, HOW_READ, LETTERS, TRANSMISSION;
}

steps! {
    /// Moves sent in writing, where the code provides for them.
    pub struct Letters {
        /// A text without a legal meaning costs penalty C; of several meanings the receiver adopts one.
        read,
        /// Several moves sent for one turn: the receiver adopts one.
        several,
        /// A move sent in the opponent's turn is a move out of turn.
        out_of_turn,
        /// Moves sent for replies that are only assumed count as far as those replies are made.
        assumed,
        /// With a day or more for each reply a player may handle a board as he likes.
        free_hands,
        /// Handling a board at home moves no man of the game.
        no_touch,
        /// Consulting players answer for one another's hands.
        consulting,
    }
    pub static LETTERS for SEVERAL_READINGS: SeveralReadings::ReceiverAdopts = {
        bcc: {
            read: "III.3", several: "III.4", out_of_turn: "II.6(d)", assumed: "III.5",
            free_hands: "III.2(a)", no_touch: "III.1", consulting: "III.2(b)",
        },
    };
}

law! {
    /// What a fault of transmission, not of the sender, does to a text that fits no legal move.
    pub enum Transmission {
        /// It is excused.
        Excused,
        /// Nothing is provided.
        NotProvided,
    }
}

law! {
    /// A text spoilt on the way.
    pub static TRANSMISSION: ByCode<Answer<Transmission>> = answers(ByCode {
        xxv:       silent(Transmission::NotProvided, reading("XXV-35")),
        bca_1862:  says(Transmission::NotProvided,   &["XV"]),
        bcc_1896:  says(Transmission::Excused,       &["III.3.note"]),
        bcc_1899:  says(Transmission::Excused,       &["III.3.note"]),
        fide_1931: says(Transmission::NotProvided,   &["24.ii"]),
        fide_2023: silent(Transmission::NotProvided, reading("F23-95")),
    });
}

law! {
    /// What a text that expresses several legal moves gives the receiver.
    pub enum SeveralReadings {
        /// The choice of any one of them.
        ReceiverAdopts,
        /// A question for the umpire or the bystanders.
        NotProvided,
    }
}

law! {
    /// A text that expresses several legal moves.
    pub static SEVERAL_READINGS: ByCode<Answer<SeveralReadings>> = answers(ByCode {
        xxv:       silent(SeveralReadings::NotProvided,  reading("XXV-35")),
        bca_1862:  says(SeveralReadings::NotProvided,    &["XV"]),
        bcc_1896:  says(SeveralReadings::ReceiverAdopts, &["III.3"]),
        bcc_1899:  says(SeveralReadings::ReceiverAdopts, &["III.3"]),
        fide_1931: silent(SeveralReadings::NotProvided,  reading("FIDE-25")),
        fide_2023: silent(SeveralReadings::NotProvided,  reading("F23-95")),
    });
}

law! {
    /// How a move is made over the board.
    pub static OVER_THE_BOARD: Alike = alike("By hand on the board: a move that is only sent is none.", ByCode {
        xxv:       Clauses(&["VIII"]),
        bca_1862:  Reading("BCA-1"),
        bcc_1896:  Clauses(&["I.12(a)"]),
        bcc_1899:  Clauses(&["I.12(a)"]),
        fide_1931: Clauses(&["13(a)"]),
        fide_2023: Clauses(&["intro"]),
    });
}

/// A code that knows no moves sent in writing: one legal meaning is a move, anything else a question for the umpire.
fn unprovided(game: &Game, by: jadoube_board::Colour, texts: &[String]) -> Ruling {
    let clause = SEVERAL_READINGS[game.terms.code].clause();
    if by != game.turn_to_play() {
        return Ruling::refuse(clause, say!("it is not [his] turn to play"));
    }
    if let [text] = texts
        && let [mv] = readings(game, text)[..]
    {
        return moving::played(game, mv, announced_in(game, text))
            .and(lapsing::by_a_move(game, by))
            .and(against_duty(game, by, mv));
    }
    let question = say!("\"{texts}\" does not express one legal move"; texts = texts.join("; "));
    referral::referred(None, by, clause, question)
}

law! {
    /// How a text is read.
    pub enum HowRead {
        /// Signs may be left out where the move can still be known; never as an illegal move if it can be a legal one.
        AsALegalMoveIfItCanBe,
        /// As it was plainly meant.
        Sensibly,
    }
}

law! {
    /// How a text is read.
    pub static HOW_READ: ByCode<Answer<HowRead>> = answers(ByCode {
        xxv:       silent(HowRead::Sensibly,            reading("XXV-35")),
        bca_1862:  says(HowRead::Sensibly,              &["XV"]),
        bcc_1896:  says(HowRead::AsALegalMoveIfItCanBe, &["I.13C"]),
        bcc_1899:  says(HowRead::AsALegalMoveIfItCanBe, &["I.13C"]),
        fide_1931: silent(HowRead::Sensibly,            reading("FIDE-37")),
        fide_2023: silent(HowRead::Sensibly,            reading("F23-95")),
    });
}

/// Whether moves sent in writing are provided for, and the game is played by sending them.
pub(crate) fn are_read(game: &Game) -> bool {
    game.terms.mode == Mode::Communication
        && SEVERAL_READINGS[game.terms.code].value != SeveralReadings::NotProvided
}

pub(crate) fn send(game: &Game, event: &Event, texts: &[String], series: &[(String, String)]) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if game.terms.mode != Mode::Communication {
        return Ruling::refuse(
            OVER_THE_BOARD[game.terms.code].clause(),
            "the game is played over the board: moves are made on it",
        );
    }
    let Some(law) = LETTERS.of(game) else {
        return unprovided(game, by, texts);
    };
    if game
        .sitting
        .pending
        .as_ref()
        .is_some_and(|pending| pending.by != by)
    {
        return Ruling::refuse(
            law.read,
            say!("[he] must first announce which of the possible moves [he] [adopts]"),
        );
    }
    if game.sitting.pending.is_some() || by != game.turn_to_play() {
        return sent_again(law, game, by, texts);
    }
    if texts.len() > 1 {
        return several(law, game, by, texts);
    }
    let text = texts.first().map_or("", String::as_str);
    let ruling = received(law, game, by, text, law.read);
    if series.is_empty() {
        return ruling;
    }
    held_ready(game, ruling, series)
}

/// What was sent with this move for assumed replies is held; with a text that is no legal move it was not sent.
fn held_ready(game: &Game, ruling: Ruling, series: &[(String, String)]) -> Ruling {
    let with = ruling.consequences.iter().find_map(|each| match each {
        Consequence::Play(mv) | Consequence::PlayUnheeding(mv, _) | Consequence::PlayOn(mv, _) => {
            Some(vec![*mv])
        }
        Consequence::Await(pending) => Some(pending.readings.clone()),
        _ => None,
    });
    let lines = with.as_ref().map(|_| series.to_vec());
    ruling.so(Consequence::Hold(Box::new(ConditionalLines {
        by: game.turn_to_play(),
        past: game.past.len(),
        with: with.unwrap_or_default(),
        lines: lines.unwrap_or_default(),
    })))
}

/// One text for one turn: `"III.3"`; `clause`: what a text without a legal meaning is punished by.
fn received(law: &Letters, game: &Game, by: jadoube_board::Colour, text: &str, clause: Clause) -> Ruling {
    let found = readings(game, text);
    match found[..] {
        [] => {
            let offence = entries::offence(game, by, OffenceKind::UnreadableText, Vec::new());
            Ruling::silent()
                .finding(
                    clause,
                    by,
                    say!("the text \"{text}\" expresses no legal move"; text),
                )
                .so(Consequence::Note(Box::new(offence)))
        }
        [mv] => moving::played(game, mv, announced_in(game, text))
            .finding(
                how_read(game),
                by,
                say!("the text \"{text}\" expresses {mv}"; text, mv),
            )
            .and(lapsing::by_a_move(game, by))
            .and(against_duty(game, by, mv)),
        _ => {
            let names: Vec<String> = found.iter().map(ToString::to_string).collect();
            let pending = Pending {
                by,
                readings: found.clone(),
                text: text.to_owned(),
                clause: law.read.into(),
            };
            Ruling::silent()
                .finding(
                    law.read,
                    by,
                    say!(
                        "the text \"{text}\" expresses several legal moves: {names}"; text, names = names.join(", ")
                    ),
                )
                .so(Consequence::Await(Box::new(pending)))
        }
    }
}

/// `"III.2(b)"` with `"II.5(c)"`: a man was touched for the side, and this move sent: what the hands did, as it were.
pub(crate) fn touched_and_sent(
    game: &Game,
    by: jadoube_board::Colour,
    mv: jadoube_board::Move,
) -> Option<Deed> {
    let touched = !game.turn.touched.is_empty() || !game.ledger.carried[by.index()].is_empty();
    let answers = SEVERAL_READINGS[game.terms.code].value == SeveralReadings::ReceiverAdopts;
    (answers && touched).then(|| entries::deed_of(game, by, mv))
}

fn against_duty(game: &Game, by: jadoube_board::Colour, mv: jadoube_board::Move) -> Ruling {
    match &game.ledger.duty {
        Some(duty) if !duty.moves.contains(&mv) => {
            let refusing = REFUSING[game.terms.code].authority;
            let clause = refusing.clause();
            let conduct = jadoube_game::ForfeitableConduct {
                by,
                offence: "refusal".to_owned(),
                clause,
                opponent_moves: game.completed[(!by).index()],
            };
            Ruling::silent()
                .finding(
                    clause,
                    by,
                    say!(
                        "{by} [has] moved otherwise than was required of [him]: {duty}"; by, duty = duty.text
                    ),
                )
                .so(Consequence::RememberConduct(Box::new(conduct)))
        }
        _ => Ruling::silent(),
    }
}

/// Several moves for one turn: `"III.4"`; only the legal ones can be adopted (reading BCC-33).
fn several(law: &Letters, game: &Game, by: jadoube_board::Colour, texts: &[String]) -> Ruling {
    let mut found: Vec<jadoube_board::Move> = texts.iter().flat_map(|text| readings(game, text)).collect();
    found.sort_by_cached_key(ToString::to_string);
    found.dedup();
    let text = texts.join("; ");
    if found.is_empty() {
        return received(law, game, by, &text, law.read);
    }
    let clause = law.several;
    let pending = Pending {
        by,
        readings: found,
        text,
        clause: clause.into(),
    };
    Ruling::silent()
        .finding(
            clause,
            by,
            say!(
                "{by} [has] sent {count} moves for one turn: the other side may adopt any legal one";
                by, count = texts.len()
            ),
        )
        .so(Consequence::Await(Box::new(pending)))
}

/// Another text for a turn whose move has been sent and not yet answered: `"III.4"` as if they had come together. Without
/// such a turn it is a move out of turn: `"II.6(d)"`.
fn sent_again(law: &Letters, game: &Game, by: jadoube_board::Colour, texts: &[String]) -> Ruling {
    let clause = law.several;
    let waiting = game.sitting.pending.as_ref().filter(|pending| pending.by == by);
    // A reply has come to his last move, though it is no legal one: nothing can be exchanged for it any more.
    let replied = |offence: &Offence| offence.by != by && offence.kind == OffenceKind::UnreadableText;
    let unanswered = !game.ledger.offences.iter().any(replied);
    let answered = game
        .past
        .last()
        .filter(|last| last.standing.player == by && unanswered);
    let (mut found, mut written, back) = match (waiting, answered) {
        (Some(pending), _) => (pending.readings.clone(), vec![pending.text.clone()], None),
        (None, Some(last)) if let Some(mv) = last.mv => {
            let before = Consequence::Restore(Box::new(last.standing), game.past.len() - 1);
            (vec![mv], vec![mv.to_string()], Some(before))
        }
        _ => {
            return Ruling::refuse(
                law.out_of_turn,
                say!("it is not [his] turn to play, and [he] [has] sent no move that could be exchanged"),
            );
        }
    };
    let mut then = game.clone();
    if let Some(before) = &back {
        then.carry_out(&Ruling::simply(before.clone()));
    }
    let more: Vec<_> = texts.iter().flat_map(|text| readings(&then, text)).collect();
    if more.iter().all(|mv| found.contains(mv)) {
        return Ruling::refuse(
            clause,
            "the text expresses no other legal move: the one sent before stands",
        );
    }
    found.extend(more);
    found.sort_by_cached_key(ToString::to_string);
    found.dedup();
    written.extend(texts.iter().cloned());
    let pending = Pending {
        by,
        readings: found,
        text: written.join("; "),
        clause: clause.into(),
    };
    let text = say!(
        "{by} [has] sent another move for the same turn: the other side may adopt any legal one"; by
    );
    let ruling = Ruling::silent().finding(clause, by, text);
    let ruling = back.into_iter().fold(ruling, Ruling::so);
    ruling.so(Consequence::Await(Box::new(pending)))
}

/// One of several possible moves is adopted.
pub(crate) fn adopt(game: &Game, event: &Event, mv: HandMove) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let Some(pending) = &game.sitting.pending else {
        return Ruling::refuse(
            SEVERAL_READINGS[game.terms.code].clause(),
            "no text with several readings waits to be adopted",
        );
    };
    if pending.by == by {
        return Ruling::refuse(
            pending.clause,
            "the other side adopts, not the side whose text it is",
        );
    }
    let Some(adopted) = pending
        .readings
        .iter()
        .copied()
        .find(|each| HandMove::from(*each) == mv)
    else {
        let names: Vec<String> = pending.readings.iter().map(ToString::to_string).collect();
        return Ruling::refuse(
            pending.clause,
            say!("the text cannot mean that; it can mean: {names}"; names = names.join(", ")),
        );
    };
    Ruling::silent()
        .finding(pending.clause, by, say!("{by} [adopts] {adopted}"; by, adopted))
        .and(moving::played(game, adopted, announced_in(game, &pending.text)))
        .and(against_duty(game, pending.by, adopted))
}

/// A turn begins: was the reply one that the player had assumed? Then his next move is already here (`"III.5"`).
#[cold]
pub(crate) fn at_the_commencement(game: &Game) -> Option<Ruling> {
    let law = LETTERS.of(game)?;
    let player = game.turn_to_play();
    let series = game.sitting.series[player.index()].as_ref()?;
    let ((assumed, own), rest) = series.lines.split_first()?;
    let last = game.past.last()?;
    if last.standing.player == player {
        return None;
    }
    let clause = law.assumed;
    if game.past.len() < series.past + 2 {
        // The move that they go with has gone back, and may come again.
        return None;
    }
    let stands = game.past.get(series.past).and_then(|turn| turn.mv);
    let same = game.past.len() == series.past + 2 && stands.is_some_and(|mv| series.with.contains(&mv));
    if !same || !was_played(game, assumed) {
        let text = if same {
            say!("the reply was not the one assumed ({assumed}): the series ends"; assumed)
        } else {
            say!("the move that the series was sent with does not stand: the series ends")
        };
        let ruling = Ruling::silent().finding(clause, player, text);
        return Some(held_ready(game, ruling, &[]));
    }
    let ruling = received(law, game, player, own, clause);
    let text = say!("the reply assumed ({assumed}) was made: the move sent with it is {own}"; assumed, own);
    let ruling = Ruling::silent().finding(clause, player, text).and(ruling);
    Some(held_ready(game, ruling, rest))
}

/// Whether the last move is one that this text assumed: of several that it can mean, the reply has adopted one.
fn was_played(game: &Game, assumed: &str) -> bool {
    let Some(last) = game.past.last() else {
        return false;
    };
    let (Some(mv), Some(position)) = (last.mv, &last.standing.position) else {
        return false;
    };
    let origins = last.standing.men.origins();
    let context = jadoube_notation::Context::new(position, &origins);
    jadoube_notation::read_move(assumed, &context).is_ok_and(|reading| reading.moves.contains(&mv))
}

/// Handling men in a game by communication: `"III.2(a)"`, `"III.2(b)"`, reading BCC-31.
pub(crate) fn by_hand(game: &Game, event: &Event) -> Option<Ruling> {
    let by = event.by.player()?;
    if matches!(event.act, Act::Move { .. }) {
        return None;
    }
    let Some(law) = LETTERS.of(game) else {
        return Some(Ruling::silent());
    };
    if facts::free_by_post(game) {
        let text = say!("with a day or more for each reply, handling a board is help that [he] may use");
        return Some(Ruling::silent().finding(law.free_hands, by, text));
    }
    if game.terms.sides[by.index()].len() < 2 {
        let text =
            "a man handled out of the other side's sight is no touch: the laws of touching do not apply";
        return Some(Ruling::silent().finding(law.no_touch, by, text));
    }
    None
}

/// His move is made already, in writing; until the other has said what it means he makes no other in its place.
pub(crate) fn waits_to_be_read(game: &Game, by: jadoube_board::Colour) -> Option<Ruling> {
    let pending = game.sitting.pending.as_ref().filter(|pending| pending.by == by)?;
    let why = say!("[his] move is in writing: the other side says which of its readings is adopted");
    Some(Ruling::refuse(pending.clause, why))
}

/// Consulting players answer for one another's hands: `"III.2(b)"`.
pub(crate) fn consulting(game: &Game, event: &Event, ruling: Ruling) -> Ruling {
    let (Some(by), Some(law)) = (event.by.player(), LETTERS.of(game)) else {
        return ruling;
    };
    let binds = game.terms.mode == Mode::Communication
        && game.terms.sides[by.index()].len() > 1
        && !facts::free_by_post(game)
        && matches!(event.act, Act::Touch { accident: false, .. } | Act::Lift { .. });
    if !binds {
        return ruling;
    }
    let who = event
        .player
        .as_deref()
        .unwrap_or("one of the players in consultation");
    let text = say!("{who} has touched a man: the side is treated as a player who has touched it"; who);
    let first = Ruling::silent().finding(law.consulting, by, text);
    first.and(ruling)
}

/// The rule by which a text is read.
fn how_read(game: &Game) -> &'static str {
    HOW_READ[game.terms.code].clause()
}

/// The readings that may be adopted.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let Some(pending) = game
        .sitting
        .pending
        .as_ref()
        .filter(|_| game.status == Status::InPlay)
    else {
        return Vec::new();
    };
    let party = Party::from(!pending.by);
    pending
        .readings
        .iter()
        .map(|mv| Right {
            party,
            act: Act::Adopt {
                mv: HandMove::from(*mv),
            },
            clause: pending.clause,
            text: say!("take \"{text}\" to mean {mv}"; text = pending.text, mv),
        })
        .collect()
}
