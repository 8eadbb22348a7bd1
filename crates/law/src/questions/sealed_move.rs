//! The envelope is opened: which move does it hold, and what if it holds none, or several?

use crate::{
    code::{Answer, ByCode, answers, reading, says, silent},
    means::{ends, entries, referral},
    questions::adjournment::{SEALING, WRONG_POSITION},
    reading::readings,
};
use jadoube_board::{Colour, Move};
use jadoube_game::{Consequence, Game, OffenceKind, Pending, Ruling, Sealed, Sentence, Status, say};

question! {
    "The envelope is opened: which move does it hold, and what if it holds none, or several?";
    tables: SEALED_WRONGLY, SEALED_TEXT, ADDED;
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
    /// What a sealed text costs that fits no legal move.
    pub static SEALED_WRONGLY: ByCode<Answer<SealedWrongly>> = answers(ByCode {
        xxv:       silent(SealedWrongly::NotProvided,      reading("XXV-35")),
        bca_1862:  says(SealedWrongly::NotProvided,        &["XV"]),
        bcc_1896:  says(SealedWrongly::PenaltyC,           &["II.7(c)"]),
        bcc_1899:  says(SealedWrongly::PenaltyC,           &["II.7(c)"]),
        fide_1931: says(SealedWrongly::LosesUnlessCertain, &["17(c)"]),
        fide_2023: says(SealedWrongly::Loses,              &["I.8", "I.8.1", "I.8.2", "I.8.3"]),
    });
}

steps! {
    /// What the envelope holds, and what becomes of it.
    pub struct SealedText {
        /// The sealed move is opened and played on the board.
        opened,
        /// A sealed text that cannot be made out counts as one that fits no legal move.
        unreadable,
        /// A sealed move that is illegal counts as a text that fits no legal move.
        illegal,
        /// A sealed text that can be read in several ways makes no move by itself.
        ambiguous,
    }
    pub static SEALED_TEXT = {
        bcc: {
            opened: "I.14A", unreadable: "II.7(c)", illegal: "II.7(c)", ambiguous: "II.7(c)",
        },
        fide_1931: {
            opened: "21.v", unreadable: "17(c)", illegal: "17(c)", ambiguous: "17(c)",
        },
        fide_2023: {
            opened: "I.9.1", unreadable: "I.8.2", illegal: "I.8.3", ambiguous: "I.8.1",
        },
    };
}

steps! {
    /// A sealed move with something added to it.
    pub struct Added {
        /// What is added to a sealed move is void, and the move stands.
        is_void,
    }
    pub static ADDED for SEALED_WRONGLY: SealedWrongly::LosesUnlessCertain = {
        fide_1931: { is_void: "annexe.vii" },
    };
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
pub(crate) fn opened(game: &Game, resumed: &Game) -> Option<(Colour, Opened)> {
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
    let text = say!(
        "{by}'s sealed move {mv} is legal in the position of the adjournment and not as the men are set up: that position must be restored";
        by = sealed.by, mv
    );
    Some(Ruling::silent().finding(WRONG_POSITION[game.terms.code].clause(), sealed.by, text))
}

/// `"I.8"`: the move is played and counts as completed; a text that is not one legal move loses. What else is written beside
/// the move makes it no other.
fn lost_by_the_sealer(law: &SealedText, resumed: &Game, sealed: &Sealed) -> Opened {
    let by = sealed.by;
    let moves = readings(resumed, &sealed.record);
    let only = match moves[..] {
        [mv] => Some(mv),
        _ => without_addition(resumed, &sealed.record).filter(|_| moves.is_empty()),
    };
    if let Some(mv) = only {
        let text = say!("the sealed move is opened and made on the board: {mv}"; mv);
        return Opened::Move(Ruling::silent().finding(law.opened, by, text), mv);
    }
    let (clause, fault) = if moves.len() > 1 {
        (law.ambiguous, "is ambiguous")
    } else if is_a_move(&sealed.record) {
        (law.illegal, "is illegal")
    } else {
        (law.unreadable, "cannot be made out")
    };
    let text = say!("the move sealed by {by}, \"{record}\", {fault}"; by, record = sealed.record, fault);
    Opened::NoMove(ends::lost_unless_never_mated(resumed, by, clause.into(), text))
}

/// A sealed text means one legal move, or else the umpire must say what becomes of it.
fn for_the_umpire(resumed: &Game, sealed: &Sealed) -> Opened {
    if let [mv] = readings(resumed, &sealed.record)[..] {
        let text = say!("the sealed move is opened: {mv}"; mv);
        let clause = SEALING[resumed.terms.code].clause();
        return Opened::Move(Ruling::silent().finding(clause, sealed.by, text), mv);
    }
    Opened::NoMove(doubtful(sealed, SEALED_WRONGLY[resumed.terms.code].clause()))
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
    let question = say!(
        "the sealed record \"{record}\" does not express one legal move"; record = sealed.record
    );
    referral::referred(None, sealed.by, clause, question)
}

/// `"17(c)"`, reading FIDE-25: what is not one legal move goes to the official; `"annexe.vii"`: additions are void.
fn put_right_or_referred(law: &SealedText, resumed: &Game, sealed: &Sealed) -> Opened {
    let by = sealed.by;
    let opened = |ruling: Ruling, mv: Move| {
        let text = say!("the sealed move is opened and made on the board: {mv}"; mv);
        Opened::Move(ruling.finding(law.opened, by, text), mv)
    };
    if let [mv] = readings(resumed, &sealed.record)[..] {
        return opened(Ruling::silent(), mv);
    }
    if let (Some(added), Some(mv)) = (ADDED.of(resumed), without_addition(resumed, &sealed.record)) {
        let text = say!(
            "{by} [has] added something to [his] sealed move: the addition is void and the move stands"; by
        );
        return opened(Ruling::silent().finding(added.is_void, by, text), mv);
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
    let clause = law.unreadable;
    let (by, record) = (sealed.by, &sealed.record);
    let offence = |kind: OffenceKind, text: Sentence| {
        let offence = entries::offence(resumed, by, kind, Vec::new());
        Opened::NoMove(
            Ruling::silent()
                .finding(clause, by, text)
                .so(Consequence::Note(Box::new(offence))),
        )
    };
    if record.trim().is_empty() {
        let text = say!("the envelope holds no move {of by}: [he] [is] still on turn"; by);
        return offence(OffenceKind::NothingSealed, text);
    }
    let moves = readings(resumed, record);
    match moves[..] {
        [] => {
            let text = say!("the sealed record \"{record}\" expresses no legal move"; record);
            offence(OffenceKind::UnreadableText, text)
        }
        [mv] => {
            let text = say!("the sealed move is opened: {mv}"; mv);
            Opened::Move(Ruling::silent().finding(law.opened, by, text), mv)
        }
        _ => {
            let text = say!(
                "the sealed record \"{record}\" expresses several legal moves: [the opponent] may adopt one"; record
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
