//! The game is adjourned, a move sealed, the game resumed: from the right position, by the right move?

use crate::{
    code::{
        Alike, Answer,
        Authority::{Clauses, Reading},
        ByCode, alike, answers, reading, says, silent,
    },
    facts::{self, clocks},
    means::player_of,
    questions::disputes::TIME_CORRECTED,
};
use jadoube_board::{Colour, Move, Position};
use jadoube_game::{
    Act, AtTheClock, Consequence, Duty, Error, Event, Game, Impossible, Men, Moment, Party, Right, Ruling,
    Standing, Status, say,
};

question! {
    "The game is adjourned, a move sealed, the game resumed: from the right position, by the right move?";
    tables: SEALING, WRONG_POSITION, ENVELOPE;
    "A draw offered after the move was sealed stays open." => fide_2023 "I.4";
    "An adjourned game may end by agreement, or be given up." => fide_2023 "I.6";
    "Who adjourns early is charged the time to the end of the session, as the arbiter sets it." => fide_2023 "I.1.2";
    "The envelope is missing: he who sealed plays the move that he says he sealed." => fide_2023 "I.12.1";
    "Nobody is there at the resumption: the time that passes is that of the player to reply." => fide_2023 "I.11";
}

law! {
    /// A move is written and sealed at the adjournment: who may, and when is it complete?
    pub enum Sealing {
        /// The player on turn; complete when it has left his possession.
        CompleteWhenHandedOver,
        /// The player on turn, by right and not by duty; his clock runs until it is sealed.
        ClockRunsUntilSealed,
        /// The player on turn, when the arbiter asks it of him; his clock runs until he has.
        AskedByTheArbiter,
        /// Nothing is said.
        NotProvided,
    }
}

law! {
    /// Who may seal a move, and when it is complete.
    pub static SEALING: ByCode<Answer<Sealing>> = answers(ByCode {
        xxv:       silent(Sealing::NotProvided,         reading("XXV-36")),
        bca_1862:  silent(Sealing::NotProvided,         reading("BCA-45")),
        bcc_1896:  says(Sealing::CompleteWhenHandedOver, &["I.14A", "I.14B(d)"]),
        bcc_1899:  says(Sealing::CompleteWhenHandedOver, &["I.14A", "I.14B(d)"]),
        fide_1931: says(Sealing::ClockRunsUntilSealed,  &["21.i", "21.ii", "21.iii"]),
        fide_2023: says(Sealing::AskedByTheArbiter,     &["I.1.1"]),
    });
}

law! {
    /// Play goes on from another position than that of the adjournment.
    pub static WRONG_POSITION: Alike = alike("What followed is void, and the position of the adjournment is set up again.", ByCode {
        xxv:       Reading("XXV-35"),
        bca_1862:  Clauses(&["XV"]),
        bcc_1896:  Clauses(&["II.7(a)"]),
        bcc_1899:  Clauses(&["II.7(a)"]),
        fide_1931: Clauses(&["21.viii"]),
        fide_2023: Clauses(&["I.5", "I.12.2"]),
    });
}

/// The clause on sealing, for refusals in an adjourned game.
pub(crate) fn sealing_clause(game: &Game) -> &'static str {
    SEALING[game.terms.code].clause()
}

/// The clause by which a sealed move is complete and out of reach.
fn sealed_clause(game: &Game) -> &'static str {
    let cited = SEALING[game.terms.code].authority.cited();
    cited.get(1).or(cited.first()).copied().unwrap_or_default()
}

fn wrong_position_clause(game: &Game) -> &'static str {
    WRONG_POSITION[game.terms.code].clause()
}

pub(crate) fn adjourn(game: &Game, event: &Event) -> Ruling {
    if let Some(player) = event.by.player()
        && player != game.turn_to_play()
    {
        return Ruling::refuse(
            sealing_clause(game),
            "the game is adjourned by the player on turn or by the umpire",
        );
    }
    if event.by == Party::Timekeeper {
        return Ruling::refuse(
            sealing_clause(game),
            "the game is adjourned by the player on turn or by the umpire",
        );
    }
    stop(game)
}

/// Play stops, if nothing is under way.
pub(crate) fn stop(game: &Game) -> Ruling {
    if game.status != Status::InPlay {
        return Ruling::refuse_plainly("the game is not in play");
    }
    if SEALING[game.terms.code].value == Sealing::AskedByTheArbiter {
        let (back, by) = (goes_back(game), game.turn_to_play());
        let text = say!(
            "what {by} [has] begun goes back: [he] [seals] a move, bound by what [he] touched"; by
        );
        let ruling = match back {
            Some(back) => Ruling::silent().finding(sealing_clause(game), by, text).so(back),
            None => Ruling::silent(),
        };
        return ruling.and(stopped(game));
    }
    let unsettled = if game.turn.illegal.is_some() {
        "an illegal move has been made: what becomes of it must first be settled"
    } else if game.turn.altered.is_some() {
        "the men have been altered out of turn: what becomes of that must first be settled"
    } else if game.turn.hands.iter().any(|hand| !hand.is_empty()) {
        "a man is in hand: it must first be let go"
    } else {
        return stopped(game);
    };
    Ruling::refuse(sealing_clause(game), unsettled)
}

/// `"I.1.1"`, `"I.5"`: the position before the sealed move is kept: men in hand, and what is made only in part or against the
/// law and not completed, stand again where they stood.
pub(crate) fn goes_back(game: &Game) -> Option<Consequence> {
    let hands_are_empty = game.turn.hands.iter().all(Vec::is_empty);
    let as_it_began = hands_are_empty && game.men.same_squares(&game.standing.men);
    let asked = SEALING[game.terms.code].value == Sealing::AskedByTheArbiter;
    (asked && !as_it_began).then_some(Consequence::AtTheClock(AtTheClock::TakeBack))
}

/// Play stops here; where a clock is pressed, that of him who is to seal a move goes on until he has sealed it, and what
/// was made and not pressed is completed.
fn stopped(game: &Game) -> Ruling {
    let ruling = Ruling::silent().so(Consequence::Adjourn);
    if !game.clock.is_pressed() || SEALING[game.terms.code].value != Sealing::AskedByTheArbiter {
        return ruling;
    }
    // An illegal move is completed by its player's own press or next move, and by nothing else (reading F23-6).
    let illegal = |player: Colour| {
        let mut faults = game.pressing.faults.iter();
        faults.any(|fault| fault.by == player && !fault.completed && !fault.stands)
    };
    let made = |player: &Colour| game.pressing.uncompleted[player.index()] && !illegal(*player);
    let completed = |ruling: Ruling, player: Colour| {
        let text = say!("play stops: the move that {player} [has] made is completed by it"; player);
        let given = clocks::on_pressing(game, player, false);
        ruling
            .finding(sealing_clause(game), player, text)
            .so(Consequence::AtTheClock(AtTheClock::Press(player, given)))
    };
    let ruling = Colour::BOTH.into_iter().filter(made).fold(ruling, completed);
    ruling.so(Consequence::StartClock(game.turn_to_play()))
}

/// A move was put right in an adjourned game, by what the ruling says already: it stays adjourned, where it has gone back
/// to, and whatever was sealed after that is void.
pub(crate) fn put_right_meanwhile(game: &Game, gone_back: &Game, ruling: Ruling) -> Ruling {
    let sealed = game
        .sitting
        .adjournment
        .as_ref()
        .and_then(|each| each.sealed.as_ref());
    let Some(sealed) = sealed else {
        return ruling.and(stopped(gone_back));
    };
    let text = say!("the game goes back to before the move that {by} sealed: it is void"; by = sealed.by);
    ruling
        .finding(wrong_position_clause(game), sealed.by, text)
        .so(Consequence::Adjourn)
}

/// Whether a player is to seal a move, and has not.
pub(crate) fn is_to_seal(game: &Game, by: Colour) -> bool {
    game.status == Status::Adjourned && game.has_the_move(by)
}

/// `"I.1.1"`: told to seal a move, he makes one on the board: it must be the one he writes.
pub(crate) fn made_before_sealing(game: &Game, mv: Move) -> Ruling {
    let by = game.turn_to_play();
    let clause = sealing_clause(game);
    let text = say!("{by} [has] made {mv} on the board, and must seal it"; by, mv);
    let duty = Duty {
        clause,
        text: text.clone(),
        moves: vec![mv],
        exacted: false,
    };
    Ruling::silent()
        .finding(clause, by, text)
        .so(Consequence::Bind(Box::new(duty)))
}

pub(crate) fn seal(game: &Game, event: &Event, record: &str) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    let clause = sealing_clause(game);
    if game.status != Status::Adjourned {
        return Ruling::refuse(clause, "a move is sealed at the adjournment of a game");
    }
    if by != game.turn_to_play() {
        return Ruling::refuse(clause, "only the player whose turn it is can seal a move");
    }
    if game
        .sitting
        .adjournment
        .as_ref()
        .is_some_and(|adjournment| adjournment.sealed.is_some())
    {
        return Ruling::refuse(
            sealed_clause(game),
            say!("the sealed move is complete: it has left [his] possession"),
        );
    }
    let text = match SEALING[game.terms.code].value {
        // The code that prints no sealing keeps no secret either.
        Sealing::NotProvided => say!("{by} [has] sealed a move, to be read when play is resumed"; by),
        Sealing::CompleteWhenHandedOver | Sealing::ClockRunsUntilSealed | Sealing::AskedByTheArbiter => {
            say!("{by} [has] sealed a move: it is complete, and neither player may see it"; by)
        }
    };
    let ruling = Ruling::silent().finding(sealed_clause(game), by, text);
    let back = goes_back(game).map_or_else(Ruling::silent, Ruling::simply);
    ruling.and(back).so(Consequence::Seal(by, record.to_owned()))
}

/// `"21.ii"`: the time he took to write and seal is his own; what each player has then used, where the code says so.
pub(crate) fn used_when_sealed(game: &Game, event: &Event, by: Colour) -> Option<[Moment; 2]> {
    let adjournment = game.sitting.adjournment.as_ref()?;
    let at = event.at.filter(|_| !game.clock.is_pressed())?;
    match SEALING[game.terms.code].value {
        Sealing::ClockRunsUntilSealed | Sealing::AskedByTheArbiter => {}
        Sealing::CompleteWhenHandedOver | Sealing::NotProvided => return None,
    }
    let mut used = [Colour::White, Colour::Black].map(|player| game.clock.used(player));
    let own = &mut used[by.index()];
    own.0 = own.0.saturating_add(at.0.saturating_sub(adjournment.at.0));
    Some(used)
}

law! {
    /// Whether the envelope waits for him who must reply to the move in it.
    pub enum Envelope {
        /// It stays closed while he is away, and his clock is started.
        ClosedWhileHeIsAway,
        /// Nothing is said: it is opened.
        NothingSaid,
    }
}

law! {
    /// The player who must reply to a sealed move is away when play is to be resumed.
    pub static ENVELOPE: ByCode<Answer<Envelope>> = answers(ByCode {
        xxv:       silent(Envelope::NothingSaid,       reading("XXV-36")),
        bca_1862:  silent(Envelope::NothingSaid,       reading("BCA-45")),
        bcc_1896:  says(Envelope::NothingSaid,         &["I.14A"]),
        bcc_1899:  says(Envelope::NothingSaid,         &["I.14A"]),
        fide_1931: says(Envelope::ClosedWhileHeIsAway, &["21.vi", "21.v"]),
        fide_2023: says(Envelope::ClosedWhileHeIsAway, &["I.7", "I.5", "I.9.2"]),
    });
}

/// He who was awaited has come: the envelope is opened in his presence.
pub(crate) fn has_come(game: &Game, by: Colour) -> Option<Ruling> {
    if facts::awaited(game) != Some(by) {
        return None;
    }
    let text = say!("{by} [has] come: the envelope is opened in [his] presence"; by);
    Some(
        Ruling::silent()
            .finding(ENVELOPE[game.terms.code].clause(), by, text)
            .so(Consequence::Resume(None)),
    )
}

/// What an adjourned game is resumed with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resumed<'a> {
    /// By whom.
    pub by: Party,
    /// The position set up, where one is named.
    pub board: Option<&'a str>,
    /// The clocks as they were set.
    pub clocks: Option<(Moment, Moment)>,
    /// The players who are away.
    pub absent: &'a [Colour],
}

/// How play is resumed.
#[derive(Debug)]
pub(crate) enum Resumption {
    /// It is not: refused, or the envelope stays closed for him who is away.
    NotYet(Ruling),
    /// It is, once this has been said of those who are away; from this position where it is another than that adjourned.
    Now(Ruling, Option<Box<Standing>>),
}

/// Play is resumed: may it be, and from which position?
pub(crate) fn resume(game: &Game, how: &Resumed<'_>) -> Result<Resumption, Impossible> {
    let Resumed {
        by,
        board,
        clocks,
        absent,
    } = *how;
    let Some(adjournment) = game
        .sitting
        .adjournment
        .as_ref()
        .filter(|_| game.status == Status::Adjourned)
    else {
        let refusal = Ruling::refuse(sealing_clause(game), "the game is not adjourned");
        return Ok(Resumption::NotYet(refusal));
    };
    let other = match board {
        None => None,
        Some(text) => {
            let set_up = set_up(game, text)?;
            (set_up.men.board() != adjournment.standing.men.board()).then_some(set_up)
        }
    };
    if by.player().is_some_and(|player| absent.contains(&player)) {
        return Ok(Resumption::NotYet(Ruling::refuse(
            sealing_clause(game),
            "he who resumes the game is not away from it",
        )));
    }
    let mut ruling = Ruling::silent();
    for player in Colour::BOTH {
        if absent.contains(&player) {
            ruling = ruling.so(Consequence::Absent(player));
        } else if adjournment.awaited[player.index()].is_some() {
            // Resumed again, and he is no longer said to be away.
            ruling = ruling.so(Consequence::Arrive(player));
        }
    }
    let replier = adjournment.sealed.as_ref().map(|sealed| !sealed.by);
    let answer = &ENVELOPE[game.terms.code];
    if let Some(replier) = replier.filter(|replier| absent.contains(replier))
        && answer.value == Envelope::ClosedWhileHeIsAway
    {
        let clause = answer.clause();
        if other.is_some() {
            return Ok(Resumption::NotYet(Ruling::refuse(
                answer.authority.cited().get(1).copied().unwrap_or(clause),
                "it is for him who must reply to reinstate the position, and he is away",
            )));
        }
        let text = say!(
            "{replier} must reply and [is] away: the envelope stays closed, and [his] clock is started"; replier
        );
        ruling = ruling
            .finding(clause, replier, text)
            .so(Consequence::StartClock(replier));
        return Ok(Resumption::NotYet(set_clocks(game, by, ruling, clocks)));
    }
    Ok(Resumption::Now(ruling, other.map(Box::new)))
}

/// The clocks are started, from this position where it is another than that adjourned.
pub(crate) fn go_on(game: &Game, how: &Resumed<'_>, other: Option<Box<Standing>>, ruling: Ruling) -> Ruling {
    let back = goes_back(game).map_or_else(Ruling::silent, Ruling::simply);
    let ruling = ruling.and(back).so(Consequence::Resume(other));
    set_clocks(game, how.by, ruling, how.clocks)
}

/// No move was sealed: the clocks stand as they stood when play stopped.
pub(crate) fn nothing_sealed(game: &Game, ruling: Ruling) -> Ruling {
    let text = "no move was sealed: the clocks are set as they stood at the adjournment";
    ruling
        .finding(wrong_position_clause(game), Party::Umpire, text)
        .so(Consequence::SetClocksBack)
}

/// The clocks as they were set: where that is not as they stood, the umpire may correct them.
fn set_clocks(game: &Game, by: Party, ruling: Ruling, clocks: Option<(Moment, Moment)>) -> Ruling {
    let Some((white, black)) = clocks else {
        return ruling;
    };
    let ruling = ruling.so(Consequence::SetClocks(white, black));
    if (white, black) == (game.clock.used(Colour::White), game.clock.used(Colour::Black)) {
        return ruling;
    }
    let clause = TIME_CORRECTED[game.terms.code].clause();
    let text =
        "the clocks are not set as they stood at the adjournment: the umpire may correct the record of time";
    ruling.finding(clause, by, text)
}

fn set_up(game: &Game, text: &str) -> Result<Standing, Impossible> {
    let whole = if text.contains(' ') {
        text.to_owned()
    } else {
        let player = if game.turn_to_play() == Colour::White {
            'w'
        } else {
            'b'
        };
        format!("{text} {player} {} - 0 1", game.standing.men.castling())
    };
    let position = Position::from_fen_irregular(&whole, game.movement)
        .or_else(|_| {
            // Rights that the men as set up do not bear are left out.
            let bare: Vec<&str> = whole.split(' ').collect();
            let turn = bare.get(1).copied().unwrap_or("w");
            Position::from_fen_irregular(&format!("{} {turn} - - 0 1", bare[0]), game.movement)
        })
        .map_err(|error| Impossible::BadBoard(error.to_string()))?;
    let men = Men::of(&position);
    Ok(Standing::of(men, game.turn_to_play(), Some(position)))
}

/// `"II.7(a)"`, `"21.viii"`: play was resumed from a wrong position; all that followed is void (reading BCC-30).
pub(crate) fn wrong_position(game: &Game, event: &Event) -> Ruling {
    let clause = wrong_position_clause(game);
    let adjournment = game.sitting.adjournment.as_ref();
    if !adjournment.is_some_and(|adjournment| adjournment.resumed_wrongly) {
        return Ruling::refuse(
            clause,
            "the game has not gone on from another position than that in which it was adjourned",
        );
    }
    let text = "the game went on from a wrong position: that of the adjournment is restored";
    Ruling::silent()
        .finding(clause, event.by, text)
        .so(Consequence::BackToTheAdjournment)
        .so(Consequence::Resume(None))
}

/// A wrong resumption can be pointed out by anyone at the board.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    let wrong = game
        .sitting
        .adjournment
        .as_ref()
        .is_some_and(|adjournment| adjournment.resumed_wrongly);
    if !wrong || game.status != Status::InPlay {
        return Vec::new();
    }
    [Party::White, Party::Black, Party::Umpire]
        .into_iter()
        .map(|party| Right {
            party,
            act: Act::PointOut {
                error: Error::ResumedPosition,
                number: None,
            },
            clause: wrong_position_clause(game),
            text: say!("restore the position of the adjournment"),
        })
        .collect()
}
