//! A question of fact or equity goes to the umpire; he decides, and what he decides is carried out.

use crate::{
    code::{Alike, Answer, Authority::Clauses, ByCode, alike, answers, reading, says, silent},
    facts::{change, legal},
    means::{
        after,
        deciding::{
            conduct_before_him, handled_in_this_turn, has_touched_before_it, is_of_what_was_exacted, may,
            so_ended, so_found,
        },
        ends, entries,
    },
    questions::{
        communication::{TRANSMISSION, Transmission},
        forfeits::{Misconduct, UPSETTING},
        lateness::VALID_REASON,
        touch::BY_ACCIDENT,
    },
};
use jadoube_board::{Colour, Move, Position};
use jadoube_game::{
    Act, AtTheClock, Citation, Consequence, Decision, Declared, Dispute, Event, Game, Impossible,
    Irregularity, Men, Offence, OffenceKind, Outcome, Party, Presence, Right, Ruling, Sentence, Standing,
    Status, say,
};

question! {
    "A question of fact or equity goes to the umpire; he decides, and what he decides is carried out.";
    tables: WHO_DECIDES, TIME_CORRECTED, POSITION_LOST, HOW_LOST, LOOKER_ON, CHECK_FORGOTTEN;
}

steps! {
    /// A question of fact is put to somebody looking on.
    pub struct LookerOn {
        /// The players agreed on an onlooker, and his word on the fact is final.
        agreed_on,
    }
    pub static LOOKER_ON = {
        fide_1931: {
            agreed_on: "24.i",
        },
    };
}

steps! {
    /// How a check arose cannot be told again.
    pub struct CheckForgotten {
        /// The moves since the check cannot be told again: only the last is put back.
        last_move_replaced,
    }
    pub static CHECK_FORGOTTEN = {
        xxv: {
            last_move_replaced: "XIX",
        },
    };
}

law! {
    /// Who decides what the laws leave open.
    pub enum WhoDecides {
        /// Skilled and disinterested bystanders; their word is final.
        Bystanders,
        /// The umpire, when appealed to, bound by the text.
        UmpireOnAppeal,
        /// Whoever the parties have appointed.
        AsAppointed,
        /// An umpire or the committee; the game stands still meanwhile.
        UmpireOrCommittee,
        /// The arbiter, by the nearest case that is regulated; a player may appeal.
        Arbiter,
    }
}

law! {
    /// Who decides what the laws leave open.
    pub static WHO_DECIDES: ByCode<Answer<WhoDecides>> = answers(ByCode {
        xxv:       says(WhoDecides::Bystanders,        &["XXV"]),
        bca_1862:  says(WhoDecides::UmpireOnAppeal,    &["XV"]),
        bcc_1896:  silent(WhoDecides::AsAppointed,     reading("BCC-25")),
        bcc_1899:  silent(WhoDecides::AsAppointed,     reading("BCC-25")),
        fide_1931: says(WhoDecides::UmpireOrCommittee, &["24.ii", "24.i"]),
        fide_2023: says(WhoDecides::Arbiter,           &["12.1", "preface.1", "preface.2", "11.10"]),
    });
}

law! {
    /// The record of time is wrong.
    pub static TIME_CORRECTED: Alike = alike("Whoever decides sets the clocks as they should stand, unless a player has himself neglected them.", ByCode {
        xxv:       Clauses(&["XXV"]),
        bca_1862:  Clauses(&["XV"]),
        bcc_1896:  Clauses(&["II.10D"]),
        bcc_1899:  Clauses(&["II.10D"]),
        fide_1931: Clauses(&["20.i(c)"]),
        fide_2023: Clauses(&["6.10.1", "6.10.2", "I.13"]),
    });
}

law! {
    /// What becomes of a game whose position is past establishing.
    pub enum PositionLost {
        /// Annulled, at an adjournment and after an illegality alike.
        Annulled,
        /// Annulled, unless the players agree where the man stood or what was played.
        AnnulledUnlessAgreed,
        /// Annulled and played again, by one clause or another as it came about.
        AnnulledAndReplayed,
        /// The last position that can be told comes back; after an adjournment, annulled.
        LastThatCanBeTold,
        /// Whatever the umpire or the bystanders say.
        ForThem,
    }
}

law! {
    /// The position cannot be ascertained.
    pub static POSITION_LOST: ByCode<Answer<PositionLost>> = answers(ByCode {
        xxv:       says(PositionLost::ForThem,             &["XXV"]),
        bca_1862:  says(PositionLost::AnnulledUnlessAgreed, &["II", "VIII"]),
        bcc_1896:  says(PositionLost::Annulled,            &["II.6(e)", "II.7(b)"]),
        bcc_1899:  says(PositionLost::Annulled,            &["II.6(e)", "II.7(b)"]),
        fide_1931: says(PositionLost::AnnulledAndReplayed, &["12.iii", "17(d)", "21.vii", "21.viii"]),
        fide_2023: says(PositionLost::LastThatCanBeTold,   &["7.5.1", "7.6", "I.12.2"]),
    });
}

steps! {
    /// How the position came to be lost, where a clause of its own annuls the game for it.
    pub struct HowLost {
        /// What stood before the wrong resumption cannot be told again: annulled.
        resumed_wrongly?,
        /// The position of the adjournment cannot be told again: annulled.
        adjourned?,
        /// Moves cannot be taken back to where check was neglected: annulled.
        check_neglected?,
        /// What stood before an illegal move cannot be told again: annulled.
        illegal_move?,
    }
    pub static HOW_LOST = {
        bca_1862: { check_neglected: "VIII" },
        bcc: { adjourned: "II.7(b)" },
        fide_1931: { resumed_wrongly: "21.viii", adjourned: "21.vii", illegal_move: "17(d)" },
        fide_2023: { adjourned: "I.12.2" },
    };
}

pub(crate) fn clause(game: &Game) -> &'static str {
    WHO_DECIDES[game.terms.code].clause()
}

pub(crate) fn dispute(game: &Game, event: &Event, question: &str) -> Ruling {
    let asked = |dispute: &Dispute| !dispute.pause;
    if game.status == Status::Suspended && game.sitting.dispute.as_deref().is_none_or(asked) {
        return Ruling::refuse(clause(game), "a question already stands before the umpire");
    }
    let decided = game.status.is_over() && matches!(game.last_act, Some((Party::Umpire, Act::Decide(_))));
    if decided && WHO_DECIDES[game.terms.code].value != WhoDecides::Arbiter {
        return Ruling::refuse(
            clause(game),
            "what was referred has been decided, and that is final",
        );
    }
    let ended = game.outcome.clone();
    let at_issue = ended
        .as_ref()
        .and_then(|outcome| outcome.clause)
        .or_else(|| game.ledger.forfeitable.last().map(|conduct| conduct.clause))
        .or_else(|| is_of_a_dropped_man(game).then(|| POSITION_LOST[game.terms.code].clause()));
    let dispute = Dispute {
        by: Some(event.by),
        question: question.to_owned(),
        clause: at_issue,
        pause: false,
        ended,
        changed_by: change::who_changed_the_men(game),
    };
    Ruling::silent()
        .finding(
            clause(game),
            event.by,
            if game.terms.arbiter == Presence::None {
                say!("the question waits, for there is no umpire: {question}"; question)
            } else {
                say!("the question goes to the umpire: {question}"; question)
            },
        )
        .so(Consequence::Suspend(Box::new(dispute)))
}

/// `"II"`, reading BCA-12: the players cannot agree where a man stood that was dropped, and the umpire can only annul.
fn is_of_a_dropped_man(game: &Game) -> bool {
    POSITION_LOST[game.terms.code].value == PositionLost::AnnulledUnlessAgreed
        && game
            .ledger
            .irregularities
            .iter()
            .any(|each| each.kind == OffenceKind::RemovedByMistake)
}

/// The clause by which whoever was asked decides: `"24.i"` where the players agreed on a spectator, for a question of fact.
fn deciding_clause(game: &Game, dispute: Option<&Dispute>) -> &'static str {
    let agreed = |player: Colour| {
        let asked = dispute.is_some_and(|dispute| dispute.by == Some(player.into()));
        let consents = game.ledger.consents[player.index()]
            .iter()
            .any(|what| what == SPECTATOR);
        asked || consents
    };
    let both = game.terms.agreements.flag(SPECTATOR) == Some(true)
        || dispute.is_some() && Colour::BOTH.into_iter().all(agreed);
    match LOOKER_ON.of(game) {
        Some(law) if both => law.agreed_on.into(),
        _ => clause(game),
    }
}

/// What the players agree to when they put a question of fact to somebody looking on.
const SPECTATOR: &str = "spectator";

/// Whether the umpire may speak: why not, where he may not.
pub(crate) fn may_not_decide(game: &Game, event: &Event) -> Option<Ruling> {
    if event.by != Party::Umpire {
        return Some(Ruling::refuse(clause(game), "only the umpire decides"));
    }
    // Who claims the end of the game appeals to him.
    let unasked = game.sitting.dispute.is_none() && game.ledger.end_claimed.is_none();
    (unasked && WHO_DECIDES[game.terms.code].value == WhoDecides::UmpireOnAppeal).then(|| {
        Ruling::refuse(
            clause(game),
            "the umpire may not interfere unless he is appealed to",
        )
    })
}

/// What the umpire says, and the clocks and the men as he sets them.
pub(crate) fn decided(game: &Game, decision: &Decision) -> Result<Ruling, Impossible> {
    let words = decision
        .ruling
        .clone()
        .map_or_else(|| "the umpire has decided".into(), Sentence::from);
    let by = deciding_clause(game, game.sitting.dispute.as_deref());
    let mut ruling = Ruling::silent()
        .finding(by, Party::Umpire, words)
        .so(Consequence::Decide(Box::new(decision.clone())));
    if let Some((white, black)) = decision.clocks {
        let text = "the record of time is corrected";
        ruling = ruling
            .finding(TIME_CORRECTED[game.terms.code].clause(), Party::Umpire, text)
            .so(Consequence::SetClocks(white, black));
    }
    if let Some(board) = &decision.board {
        let standing = set_up(game, board)?;
        let other_men = standing.men.board() != game.standing.men.board();
        if other_men {
            // The men he sets up settle what was open on those that stood.
            let open = game.ledger.offences.iter().map(|offence| offence.id);
            ruling = ruling.so(Consequence::Forget(open.collect()));
        }
        let other = other_men || standing.player != game.standing.player;
        ruling = ruling.so(Consequence::Restore(Box::new(standing), game.past.len()));
        if other {
            ruling = ruling.so(Consequence::AtTheClock(AtTheClock::SetUp));
        }
    }
    Ok(ruling)
}

/// The umpire finds that the position cannot be told again.
pub(crate) fn cannot_be_told(game: &Game, decision: &Decision) -> Ruling {
    last_move_replaced(game).unwrap_or_else(|| {
        let clause = unascertainable(game);
        if is_set_back(game) {
            return match decision.board {
                Some(_) => {
                    let text = "play goes on from the last position that can be told";
                    Ruling::silent().finding(clause, Party::Umpire, text)
                }
                None => Ruling::refuse(
                    clause,
                    "play goes on from the last position that can be told; expected that position as \"board\"",
                ),
            };
        }
        let text = "the position cannot be ascertained: the game is annulled";
        Ruling::silent()
            .finding(clause, Party::Umpire, text)
            .so(Consequence::End(ends::annulled(game, clause)))
    })
}

/// The umpire finds that it was done on purpose, and conduct is on record that may cost the game.
pub(crate) fn wilful(game: &Game) -> Option<Ruling> {
    let conduct = game.ledger.forfeitable.last()?;
    if UPSETTING[game.terms.code].value == Misconduct::ForTheArbiter {
        let text = say!("{by} did it wilfully"; by = conduct.by);
        return Some(Ruling::silent().penalisable(conduct.clause, conduct.by, text));
    }
    let won = Outcome::won(!conduct.by, conduct.clause);
    let text = say!("{by} did it wilfully: [he] [forfeits] the game"; by = conduct.by);
    Some(
        Ruling::silent()
            .finding(conduct.clause, conduct.by, text)
            .so(Consequence::End(won)),
    )
}

/// The umpire finds that there was a valid reason: for a text spoilt on the way, or another; nothing where he can only have
/// been asked of coming late.
pub(crate) fn valid_reason(game: &Game) -> Option<Ruling> {
    if TRANSMISSION[game.terms.code].value == Transmission::Excused
        && game.terms.mode == jadoube_game::Mode::Communication
    {
        let text =
            "the fault was not the communicating side's: no penalty is open, and the move may be sent again";
        return Some(
            Ruling::silent()
                .finding(TRANSMISSION[game.terms.code].clause(), Party::Umpire, text)
                .and(ends::pardoned())
                .so(Consequence::StopWaiting),
        );
    }
    let of_a_press = game.pressing.is_of_a_press(game.past.len());
    let dispute = game.sitting.dispute.as_deref();
    (of_a_press || dispute.is_some_and(|dispute| dispute.pause)).then(Ruling::silent)
}

/// What was an accident founds nothing: forfeits and penalties for it fall away, the men go back to where they stood when
/// the turn began, and no touch binds.
pub(crate) fn accident(game: &Game, decision: &Decision) -> Ruling {
    let clause = BY_ACCIDENT[game.terms.code].clause();
    if let Some(altered) = &game.turn.altered {
        // What was altered out of turn goes back, and nothing else: the other's turn is his own.
        let text = "it was an accident: what was altered goes back, and nothing follows";
        return Ruling::silent()
            .finding(clause, altered.by, text)
            .and(entries::alteration_undone(game, altered))
            .so(Consequence::DropTouches(altered.by))
            .so(Consequence::Excuse(altered.by));
    }
    let player = game.turn_to_play();
    if is_of_what_was_exacted(game) {
        let text = say!("it was an accident: what was exacted for it falls away, and [he] [moves] freely");
        return Ruling::silent()
            .finding(clause, player, text)
            .so(Consequence::Release)
            .so(Consequence::Pardon(player));
    }
    let handled = handled_in_this_turn(game) || has_touched_before_it(game);
    let pardon = Ruling::simply(Consequence::Pardon(if handled { player } else { !player }));
    let ruling = match game.ledger.forfeitable.last() {
        Some(conduct) => pardon.so(Consequence::Excuse(conduct.by)),
        None => pardon,
    };
    let moved_men = |offence: &Offence| offence.by != player && offence.kind.moves_men();
    if !handled && game.ledger.offences.iter().any(moved_men) {
        let text = say!("it was an accident: the men go back to where they stood, and [he] [moves] freely");
        return ruling.finding(clause, !player, text);
    }
    if !handled || decision.board.is_some() {
        return ruling;
    }
    let text = "it was an accident: the men stand as they stood when the turn began, and no touch binds";
    ruling
        .finding(clause, player, text)
        .so(entries::restore(&game.standing, game.past.len()))
}

/// The result as the umpire gives it, or what becomes of an end that was in question.
pub(crate) fn concluded(game: &Game, decision: &Decision, ruling: Ruling) -> Ruling {
    let dispute = game.sitting.dispute.as_deref();
    match decision.result {
        Some(result) => {
            let answer = &WHO_DECIDES[game.terms.code];
            let asked = dispute.filter(|dispute| !dispute.pause);
            // An arbiter decides of his own right, whatever was asked.
            let his_own = || (answer.value == WhoDecides::Arbiter).then(|| answer.clause());
            let clause = asked.and_then(|asked| asked.clause).or_else(his_own);
            ruling.so(Consequence::End(outcome(game, result, clause)))
        }
        // Reading F23-70: play goes on when he says so.
        None if let Some(dispute) = dispute.filter(|dispute| dispute.pause) => {
            ruling.so(Consequence::Suspend(Box::new(dispute.clone())))
        }
        None => match dispute.and_then(|dispute| dispute.ended.clone()) {
            // A mate or a stalemate ends the game whatever is decided.
            Some(ended) if legal::is_without_a_move(&after(game, &ruling)) => {
                ruling.so(Consequence::End(ended))
            }
            // He lets the game go on: what was claimed is spent.
            Some(_) => ruling.and(ends::pardoned()).so(Consequence::Reopen),
            None => match conduct_before_him(game) {
                Some(by) => ruling.so(Consequence::Excuse(by)),
                None => ruling,
            },
        },
    }
}

fn outcome(game: &Game, result: Declared, clause: Option<&'static str>) -> Outcome {
    let (status, winner) = match result {
        Declared::White => (Status::Won, Some(Colour::White)),
        Declared::Black => (Status::Won, Some(Colour::Black)),
        Declared::Drawn => (Status::Drawn, None),
        Declared::Annulled => {
            return Outcome {
                clause,
                ..ends::annulled(game, "")
            };
        }
    };
    Outcome {
        status,
        winner,
        clause,
        next_first_move: None,
    }
}

/// Whether a position that is lost gives way to the last one that can be told: at an adjournment none can.
fn is_set_back(game: &Game) -> bool {
    let adjourned = game
        .sitting
        .adjournment
        .as_ref()
        .is_some_and(|each| each.resumed_wrongly || game.past.len() <= each.past + 1);
    POSITION_LOST[game.terms.code].value == PositionLost::LastThatCanBeTold && !adjourned
}

/// The clause that annuls a game whose position is lost: that of how it was lost, or else the general one.
fn unascertainable(game: &Game) -> Citation {
    let adjournment = game.sitting.adjournment.as_ref();
    let irregularities = &game.ledger.irregularities;
    let of_a_check =
        |each: &Irregularity| matches!(each.kind, OffenceKind::NeglectedCheck | OffenceKind::ExposedKing);
    let how = HOW_LOST.of(game).and_then(|law| {
        let ways = [
            (
                law.resumed_wrongly,
                adjournment.is_some_and(|each| each.resumed_wrongly),
            ),
            (
                law.adjourned,
                adjournment.is_some_and(|each| game.past.len() <= each.past + 1),
            ),
            (law.check_neglected, irregularities.iter().any(of_a_check)),
            (law.illegal_move, !irregularities.is_empty()),
        ];
        ways.into_iter()
            .find_map(|(clause, was_so)| clause.filter(|_| was_so))
    });
    how.map_or_else(|| POSITION_LOST[game.terms.code].clause(), Into::into)
}

/// `"XIX"`: how the check arose cannot be ascertained, so only the last move of the player in check is replaced.
fn last_move_replaced(game: &Game) -> Option<Ruling> {
    let law = CHECK_FORGOTTEN.of(game)?;
    let turn = game.past.iter().rposition(|past| {
        let board = game.standing.men.board();
        let player = past.standing.player;
        past.standing.position.as_ref().is_some_and(Position::is_check)
            && board
                .king(player)
                .is_some_and(|king| board.is_attacked(king, !player))
    })?;
    let player = game.past[turn].standing.player;
    if game.past[turn + 1..]
        .iter()
        .any(|past| past.standing.player == player)
    {
        return None;
    }
    let text = say!("{player} must take back [his] last move and free [his] King from the check"; player);
    Some(entries::attend_to_the_check(
        game,
        turn,
        law.last_move_replaced,
        text,
    ))
}

fn set_up(game: &Game, text: &str) -> Result<Standing, Impossible> {
    let player = if game.turn_to_play() == Colour::White {
        'w'
    } else {
        'b'
    };
    let whole = if text.trim().contains(' ') {
        text.trim().to_owned()
    } else {
        format!("{} {player} - - 0 1", text.trim())
    };
    let position = Position::from_fen_irregular(&whole, game.movement)
        .map_err(|error| Impossible::BadBoard(error.to_string()))?;
    Ok(Standing::of(Men::of(&position), position.turn(), Some(position)))
}

/// The question that stands before an umpire who is there to decide it, and the clause at issue.
fn before_him(game: &Game) -> Option<(&Dispute, Citation)> {
    if game.status != Status::Suspended || game.terms.arbiter == Presence::None {
        return None;
    }
    let dispute = game.sitting.dispute.as_deref()?;
    let at_issue = dispute.clause.filter(|_| !dispute.pause);
    Some((dispute, at_issue.unwrap_or_else(|| clause(game))))
}

/// The players cannot agree where a dropped man stood: he can only annul.
pub(crate) fn rights_on_a_dropped_man(game: &Game) -> Option<Vec<Right>> {
    let (dispute, at_issue) = before_him(game)?;
    (dispute.ended.is_none() && is_of_a_dropped_man(game)).then(|| {
        let text = "the players cannot agree where the dropped man stood: the game is annulled";
        vec![may(so_found("unascertainable"), at_issue, text)]
    })
}

/// What the other laws leave the umpire to say of the question before him.
#[derive(Debug, Default)]
pub(crate) struct Leave {
    /// The moves that a sealed text in doubt could mean.
    pub sealed: Vec<Move>,
    /// Its writer, where it costs him the game unless it can be put right with certainty.
    pub lost_unless_certain: Option<Colour>,
    /// Whether the question is of coming late.
    pub late: bool,
}

/// The decisions open to the umpire.
pub(crate) fn rights(game: &Game, leave: &Leave) -> Vec<Right> {
    let Some((dispute, at_issue)) = before_him(game) else {
        return Vec::new();
    };
    let certainly = |mv: &Move| {
        let decision = Decision {
            mv: Some((*mv).into()),
            ..Decision::default()
        };
        may(decision, at_issue, say!("the sealed move was certainly {mv}"; mv))
    };
    let mut rights = Vec::new();
    if let Some(writer) = leave.lost_unless_certain {
        rights.extend(leave.sealed.iter().map(certainly));
        let winner = if writer == Colour::White {
            Declared::Black
        } else {
            Declared::White
        };
        let text = say!("it cannot be put right with certainty: the game is lost by {writer}"; writer);
        rights.push(may(so_ended(winner), at_issue, text));
        return rights;
    }
    let go_on = if dispute.ended.is_some() && legal::is_without_a_move(game) {
        "the end stands, for there is no move to go on with"
    } else {
        "let the game go on as it stands"
    };
    if !dispute.pause {
        rights.push(may(Decision::default(), clause(game), go_on));
        for (result, text) in [
            (Declared::White, "the game is White's"),
            (Declared::Black, "the game is Black's"),
            (Declared::Drawn, "the game is drawn"),
            (Declared::Annulled, "the game is annulled"),
        ] {
            rights.push(may(so_ended(result), at_issue, text));
        }
    }
    rights.extend(leave.sealed.iter().map(certainly));
    if leave.late {
        let text = "there was a valid reason for being late";
        rights.push(may(so_found(VALID_REASON), at_issue, text));
    }
    let on_record = !game.ledger.forfeitable.is_empty() || !game.ledger.offences.is_empty();
    if !game.ledger.forfeitable.is_empty() || change::who_changed_the_men(game).is_some() {
        rights.push(may(so_found("wilful"), at_issue, "it was wilful"));
    }
    let moved_otherwise = game.pressing.breach.is_some();
    // Clocks stopped over a move begun in good order, as for a piece that is not at hand, raise no such question.
    let in_order = dispute.pause && change::begun(game).is_some();
    let handled = handled_in_this_turn(game) || has_touched_before_it(game) || is_of_what_was_exacted(game);
    let handled = handled && !in_order;
    if on_record || dispute.ended.is_some() || moved_otherwise || handled {
        let text = "it was an accident: nothing follows";
        rights.push(may(so_found("accident"), at_issue, text));
    }
    if !is_set_back(game) {
        let text = "the position cannot be ascertained";
        rights.push(may(so_found("unascertainable"), unascertainable(game), text));
    }
    rights
}

/// The clause that the question before the umpire is about.
pub(crate) fn at_issue(game: &Game) -> Option<Citation> {
    before_him(game).map(|(_, clause)| clause)
}
