//! The game is adjourned, a move sealed, the game resumed: from the right position, by the right move?

use crate::{
    code::{
        Alike, Answer,
        Authority::{Clauses, Reading},
        ByCode, alike, answers, reading, says, silent,
    },
    facts,
    means::{ends, entries, player_of, referral},
    questions::disputes::TIME_CORRECTED,
    reading::readings,
};
use jadoube_board::{Colour, Move, Position};
use jadoube_game::{
    Act, Consequence, Error, Event, Game, Impossible, Men, Moment, OffenceKind, Party, Pending, Right,
    Ruling, Sealed, Standing, Status,
};

question! {
    "The game is adjourned, a move sealed, the game resumed: from the right position, by the right move?";
    tables: SEALED_WRONGLY, SEALING, WRONG_POSITION, ENVELOPE, SEALED_TEXT;
    "A draw offered after the move was sealed stays open." => fide_2023 "I.4";
    "An adjourned game may end by agreement, or be given up." => fide_2023 "I.6";
    "He who comes too late to the resumption loses." => fide_2023 "I.10";
    "Nobody is there at the resumption: the time that passes is that of the player to reply." => fide_2023 "I.11";
}

steps! {
    /// What the envelope holds, and what becomes of it.
    pub struct SealedText {
        /// The sealed move is opened and played on the board.
        opened,
        /// What was added to a sealed move.
        added,
        /// A sealed text that cannot be made out.
        unreadable,
        /// A sealed move that is illegal.
        illegal,
        /// A sealed text that can be read in several ways.
        ambiguous,
    }
    pub static SEALED_TEXT = {
        bcc: {
            opened: "I.14A", added: "II.7(c)", unreadable: "II.7(c)", illegal: "II.7(c)",
            ambiguous: "II.7(c)",
        },
        fide_1931: {
            opened: "21.v", added: "annexe.vii", unreadable: "17(c)", illegal: "17(c)", ambiguous: "17(c)",
        },
        fide_2023: {
            opened: "I.9.1", added: "I.8.2", unreadable: "I.8.2", illegal: "I.8.3", ambiguous: "I.8.1",
        },
    };
}

law! {
    /// What a sealed text that fits no legal move costs.
    pub enum SealedWrongly {
        /// Penalty C.
        PenaltyC,
        /// The game, unless the official can put it right with certainty.
        LosesUnlessCertain,
        /// The game; drawn where the opponent can never mate.
        Loses,
        /// For the bystanders or the umpire.
        NotProvided,
    }
}

law! {
    /// A sealed text that fits no legal move.
    pub static SEALED_WRONGLY: ByCode<Answer<SealedWrongly>> = answers(ByCode {
        xxv:       silent(SealedWrongly::NotProvided,      reading("XXV-35")),
        bca_1862:  says(SealedWrongly::NotProvided,        &["XV"]),
        bcc_1896:  says(SealedWrongly::PenaltyC,           &["II.7(c)"]),
        bcc_1899:  says(SealedWrongly::PenaltyC,           &["II.7(c)"]),
        fide_1931: says(SealedWrongly::LosesUnlessCertain, &["17(c)"]),
        fide_2023: says(SealedWrongly::Loses,              &["I.8", "I.8.1", "I.8.2", "I.8.3"]),
    });
}

law! {
    /// A move is written and sealed at the adjournment: who may, and when is it complete?
    pub enum Sealing {
        /// The player on turn; complete when it has left his possession.
        CompleteWhenHandedOver,
        /// The player on turn, by right and not by duty; his clock runs until it is sealed.
        ClockRunsUntilSealed,
        /// Nothing is said.
        NotProvided,
    }
}

law! {
    /// A move is sealed.
    pub static SEALING: ByCode<Answer<Sealing>> = answers(ByCode {
        xxv:       silent(Sealing::NotProvided,         reading("XXV-35")),
        bca_1862:  says(Sealing::NotProvided,           &["XV"]),
        bcc_1896:  says(Sealing::CompleteWhenHandedOver, &["I.14A", "I.14B(d)"]),
        bcc_1899:  says(Sealing::CompleteWhenHandedOver, &["I.14A", "I.14B(d)"]),
        fide_1931: says(Sealing::ClockRunsUntilSealed,  &["21.i", "21.ii", "21.iii"]),
        fide_2023: says(Sealing::ClockRunsUntilSealed,  &["I.1.1"]),
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
    if !game.turn.hands[0].is_empty()
        || !game.turn.hands[1].is_empty()
        || game.turn.illegal.is_some()
        || game.turn.altered.is_some()
    {
        return Ruling::refuse(
            sealing_clause(game),
            "a move is under way or in question: it must first be settled",
        );
    }
    Ruling::silent().so(Consequence::Adjourn)
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
            "the sealed move is complete: it has left his possession",
        );
    }
    let text = match SEALING[game.terms.code].value {
        // The code that prints no sealing keeps no secret either.
        Sealing::NotProvided => format!("{by} has sealed a move, to be read when play is resumed"),
        Sealing::CompleteWhenHandedOver | Sealing::ClockRunsUntilSealed => {
            format!("{by} has sealed a move: it is complete, and neither player may see it")
        }
    };
    Ruling::silent()
        .finding(sealed_clause(game), by, text)
        .so(Consequence::Seal(by, record.to_owned()))
}

/// `"21.ii"`: the time he took to write and seal is his own; what each player has then used, where the code says so.
pub(crate) fn used_when_sealed(game: &Game, event: &Event, by: Colour) -> Option<[Moment; 2]> {
    let adjournment = game.sitting.adjournment.as_ref()?;
    let at = event.at?;
    match SEALING[game.terms.code].value {
        Sealing::ClockRunsUntilSealed => {}
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
        xxv:       silent(Envelope::NothingSaid,       reading("XXV-35")),
        bca_1862:  says(Envelope::NothingSaid,         &["XV"]),
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
    let text = format!("{by} has come: the envelope is opened in his presence");
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
        let text =
            format!("{replier} must reply and is away: the envelope stays closed, and his clock is started");
        ruling = ruling
            .finding(clause, replier, text)
            .so(Consequence::StartClock(replier));
        return Ok(Resumption::NotYet(set_clocks(game, by, ruling, clocks)));
    }
    Ok(Resumption::Now(ruling, other.map(Box::new)))
}

/// The clocks are started, from this position where it is another than that adjourned.
pub(crate) fn go_on(game: &Game, how: &Resumed<'_>, other: Option<Box<Standing>>, ruling: Ruling) -> Ruling {
    let ruling = ruling.so(Consequence::Resume(other));
    set_clocks(game, how.by, ruling, how.clocks)
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
    Ok(Standing {
        men,
        player: game.turn_to_play(),
        position: Some(position),
    })
}

/// What the envelope holds.
#[derive(Debug)]
pub(crate) enum Opened {
    /// One legal move: what is said of it, and that it is played.
    Move(Ruling, Move),
    /// Anything else, and what follows from it.
    NoMove(Ruling),
}

/// The envelope is opened in a game that has been resumed so; nothing where no move was sealed.
pub(crate) fn open_the_envelope(game: &Game, resumed: &Game) -> Option<(Colour, Opened)> {
    let sealed = game.sitting.adjournment.as_ref()?.sealed.clone()?;
    let opened = match fits_only_where_it_was_sealed(game, resumed, &sealed) {
        Some(wrong) => Opened::NoMove(wrong),
        None => match (SEALED_WRONGLY[game.terms.code].value, SEALED_TEXT.of(game)) {
            (SealedWrongly::PenaltyC, Some(law)) => exacted_or_adopted(law, resumed, &sealed),
            (SealedWrongly::LosesUnlessCertain, Some(law)) => put_right_or_referred(law, resumed, &sealed),
            (SealedWrongly::Loses, Some(law)) => lost_by_the_sealer(law, resumed, &sealed),
            (_, None) | (SealedWrongly::NotProvided, _) => for_the_umpire(resumed, &sealed),
        },
    };
    Some((sealed.by, opened))
}

/// Whether a sealed move that is opened also presses the clock of its writer.
pub(crate) fn presses_the_clock(game: &Game) -> bool {
    SEALED_WRONGLY[game.terms.code].value == SealedWrongly::Loses
}

/// The text is one legal move in the position in which it was sealed, and none in the one set up: not the writer is at
/// fault but the setting up, and play goes on from the right position when that is pointed out.
fn fits_only_where_it_was_sealed(game: &Game, resumed: &Game, sealed: &Sealed) -> Option<Ruling> {
    let set_up_wrongly = |game: &Game| {
        let adjournment = game.sitting.adjournment.as_ref();
        adjournment.is_some_and(|adjournment| adjournment.resumed_wrongly)
    };
    let [mv] = readings(game, &sealed.record)[..] else {
        return None;
    };
    if !set_up_wrongly(resumed) || readings(resumed, &sealed.record) == [mv] {
        return None;
    }
    let text = format!(
        "{}'s sealed move {mv} is legal in the position of the adjournment and not as the men are set up: that position \
         must be restored",
        sealed.by
    );
    Some(Ruling::silent().finding(wrong_position_clause(game), sealed.by, text))
}

/// `"I.8"`: the move is played and counts as completed; a text that is not one legal move loses.
fn lost_by_the_sealer(law: &SealedText, resumed: &Game, sealed: &Sealed) -> Opened {
    let by = sealed.by;
    let moves = readings(resumed, &sealed.record);
    if let [mv] = moves[..] {
        let text = format!("the sealed move is opened and made on the board: {mv}");
        return Opened::Move(Ruling::silent().finding(law.opened, by, text), mv);
    }
    let (clause, fault) = if moves.len() > 1 {
        (law.ambiguous, "is ambiguous")
    } else if is_a_move(&sealed.record) {
        (law.illegal, "is illegal")
    } else {
        (law.added, "cannot be made out")
    };
    let text = format!("the move sealed by {by}, \"{}\", {fault}", sealed.record);
    Opened::NoMove(ends::lost_unless_never_mated(resumed, by, clause.into(), &text))
}

/// A sealed text means one legal move, or else the umpire must say what becomes of it.
fn for_the_umpire(resumed: &Game, sealed: &Sealed) -> Opened {
    let clause = SEALED_WRONGLY[resumed.terms.code].clause();
    if let [mv] = readings(resumed, &sealed.record)[..] {
        let text = format!("the sealed move is opened: {mv}");
        return Opened::Move(Ruling::silent().finding(clause, sealed.by, text), mv);
    }
    Opened::NoMove(doubtful(sealed, clause))
}

/// `"17(c)"`: the writer of a sealed move that is in doubt, where the official may only put it right or score it lost.
pub(crate) fn lost_unless_certain(game: &Game) -> Option<Colour> {
    let adjournment = game.sitting.adjournment.as_ref()?;
    let in_doubt = SEALED_WRONGLY[game.terms.code].value == SealedWrongly::LosesUnlessCertain
        && game.status == Status::Suspended
        && game
            .sitting
            .dispute
            .as_ref()
            .is_some_and(|dispute| dispute.by.is_none())
        && game.past.len() == adjournment.past;
    adjournment
        .sealed
        .as_ref()
        .filter(|_| in_doubt)
        .map(|sealed| sealed.by)
}

/// The moves that a sealed text in doubt could mean, for the umpire to choose from.
pub(crate) fn doubtful_readings(game: &Game) -> Vec<Move> {
    let in_doubt = SEALED_WRONGLY[game.terms.code].value != SealedWrongly::PenaltyC
        && game.status == Status::Suspended
        && game
            .sitting
            .dispute
            .as_ref()
            .is_some_and(|dispute| dispute.by.is_none());
    match &game.sitting.adjournment {
        Some(adjournment) if in_doubt && game.past.len() == adjournment.past => adjournment
            .sealed
            .as_ref()
            .map_or_else(Vec::new, |sealed| readings(game, &sealed.record)),
        _ => Vec::new(),
    }
}

fn doubtful(sealed: &Sealed, clause: &'static str) -> Ruling {
    let question = format!(
        "the sealed record \"{}\" does not express one legal move",
        sealed.record
    );
    referral::referred(None, sealed.by, clause, question)
}

/// `"17(c)"`, reading FIDE-25: what is not one legal move goes to the official; `"annexe.vii"`: additions are void.
fn put_right_or_referred(law: &SealedText, resumed: &Game, sealed: &Sealed) -> Opened {
    let by = sealed.by;
    let opened = |ruling: Ruling, mv: Move| {
        let text = format!("the sealed move is opened and made on the board: {mv}");
        Opened::Move(ruling.finding(law.opened, by, text), mv)
    };
    if let [mv] = readings(resumed, &sealed.record)[..] {
        return opened(Ruling::silent(), mv);
    }
    if let Some(mv) = without_addition(resumed, &sealed.record) {
        let text =
            format!("{by} has added something to his sealed move: the addition is void and the move stands");
        return opened(Ruling::silent().finding(law.added, by, text), mv);
    }
    Opened::NoMove(doubtful(sealed, law.unreadable.into()))
}

/// The one move with which the text begins, where what follows it is no move itself.
fn without_addition(resumed: &Game, record: &str) -> Option<Move> {
    let words: Vec<&str> = record.split_whitespace().collect();
    (1..words.len()).rev().find_map(|at| {
        let (text, addition) = (words[..at].join(" "), words[at..].join(" "));
        let text = text.trim_end_matches([',', ';', '.', ':', '-', '(']);
        match readings(resumed, text)[..] {
            [mv] if !words[at..].iter().any(|word| is_a_move(word)) && !is_a_move(&addition) => Some(mv),
            _ => None,
        }
    })
}

/// Whether a word could be a move of its own, so that it is not a remark.
fn is_a_move(word: &str) -> bool {
    let square = word.as_bytes().windows(2).any(|pair| {
        (b'a'..=b'h').contains(&pair[0].to_ascii_lowercase()) && (b'1'..=b'8').contains(&pair[1])
    });
    square || word.to_ascii_uppercase().starts_with("O-O") || word.bytes().any(|byte| byte.is_ascii_digit())
}

/// `"II.7(c)"`: nothing written, nothing legal, or too much.
fn exacted_or_adopted(law: &SealedText, resumed: &Game, sealed: &Sealed) -> Opened {
    let clause = law.added;
    let (by, record) = (sealed.by, &sealed.record);
    let offence = |kind: OffenceKind, text: String| {
        let offence = entries::offence(resumed, by, kind, Vec::new());
        Opened::NoMove(
            Ruling::silent()
                .finding(clause, by, text)
                .so(Consequence::Note(Box::new(offence))),
        )
    };
    if record.trim().is_empty() {
        let text = format!("the envelope holds no move of {by}: he is still on turn");
        return offence(OffenceKind::NothingSealed, text);
    }
    let moves = readings(resumed, record);
    match moves[..] {
        [] => {
            let text = format!("the sealed record \"{record}\" expresses no legal move");
            offence(OffenceKind::UnreadableText, text)
        }
        [mv] => {
            let text = format!("the sealed move is opened: {mv}");
            Opened::Move(Ruling::silent().finding(law.opened, by, text), mv)
        }
        _ => {
            let text = format!(
                "the sealed record \"{record}\" expresses several legal moves: the opponent may adopt one"
            );
            let pending = Pending {
                by,
                readings: moves.clone(),
                text: record.clone(),
                clause: clause.into(),
            };
            Opened::NoMove(
                Ruling::silent()
                    .finding(clause, by, text)
                    .so(Consequence::Await(Box::new(pending))),
            )
        }
    }
}

/// `"II.7(a)"`, `"21.viii"`: play was resumed from a wrong position; all that followed is void (reading BCC-30).
pub(crate) fn wrong_position(game: &Game, event: &Event) -> Ruling {
    let clause = wrong_position_clause(game);
    let Some(adjournment) = game
        .sitting
        .adjournment
        .as_ref()
        .filter(|adjournment| adjournment.resumed_wrongly)
    else {
        return Ruling::refuse(
            clause,
            "the game was resumed from the position in which it was adjourned",
        );
    };
    let text = "the game went on from a wrong position: that of the adjournment is restored";
    Ruling::silent()
        .finding(clause, event.by, text)
        .so(entries::restore(&adjournment.standing, adjournment.past))
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
            text: "restore the position of the adjournment".to_owned(),
        })
        .collect()
}
