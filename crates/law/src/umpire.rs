//! Which questions of law does an act raise, and in which order? Precedence between laws is visible here and nowhere else.

mod hands;
mod in_turn;
mod not_his_turn;
mod open_moves;
pub(crate) mod pointing_out;
mod requiring;

pub(crate) use in_turn::{after_putting_back, project, sealed};
pub(crate) use open_moves::open_moves;

use crate::{
    facts::change,
    means::{lapsing, moving},
    questions::{
        adjournment, agreement, check, claims, communication, conduct, disputes, endings, false_move,
        fifty_moves, first_move, flags, forfeits, illegal_moves, out_of_turn, penalties, pressing,
        requirements, sanctions, time_limit, touch,
    },
};
use jadoube_board::Colour;
use jadoube_game::{
    Act, Consequence, Error, Event, Game, Ground, Imposed, Impossible, Mode, Party, Presence, Ruling, Status,
    witness,
};

/// What the law says of an act. It changes nothing.
#[inline]
pub fn rule_on(game: &Game, event: &Event) -> Result<Ruling, Impossible> {
    if let Some(fallen) = time_limit::run_out(game, event) {
        return Ok(fallen);
    }
    if let Some(fallen) = flags::seen(game, event) {
        return Ok(fallen);
    }
    if let Some(refusal) = not_now(game, event).or_else(|| not_his(game, event)) {
        return Ok(refusal);
    }
    match game.ledger.end_claimed {
        Some(claimant) => with_the_end_claimed(game, event, claimant),
        None => by_act(game, event),
    }
}

/// The end of the game has been claimed, and a penalty is open: what the opponent does next decides. If he exacts it, or
/// the game ends otherwise, so be it; if he does anything else, or the umpire speaks, the end stands.
fn with_the_end_claimed(game: &Game, event: &Event, claimant: Colour) -> Result<Ruling, Impossible> {
    let ruling = by_act(game, event)?;
    if event.by == Party::from(claimant) || event.by == Party::Timekeeper {
        return Ok(ruling);
    }
    let mut after = game.clone();
    after.carry_out(&ruling);
    if after.status.is_over() || after.ledger.end_claimed.is_none() {
        return Ok(ruling);
    }
    let stands = Ruling::silent()
        .so(Consequence::Spend(claimant))
        .so(Consequence::Excuse(claimant));
    Ok(ruling.and(stands))
}

#[inline]
fn by_act(game: &Game, event: &Event) -> Result<Ruling, Impossible> {
    match &event.act {
        _ if let Some(ruled) = where_clocks_are_pressed(game, event) => ruled,
        Act::Touch { squares, .. } if squares.len() > 1 => {
            Ok(unknown("men touched in no order; record each touch by itself"))
        }
        Act::Move { .. }
        | Act::Touch { .. }
        | Act::Lift { .. }
        | Act::Place { .. }
        | Act::Quit { .. }
        | Act::Remove { .. }
        | Act::Promote { .. } => by_hand(game, event),
        Act::Adjust { square } => hands::adjusted(game, event, *square),
        Act::Say { words } => {
            Ok(check::said(game, event, words).unwrap_or_else(|| conduct::spoken(game, event, words)))
        }
        Act::Exact { .. } | Act::Require { .. } if nothing_is_exacted(game) => {
            Ok(sanctions::not_the_players(game))
        }
        Act::Exact { .. } => Ok(penalties::exact(game, event)),
        Act::Waive { .. } => Ok(penalties::waive(game, event)),
        Act::Require { what, square } => Ok(requiring::required(game, event, *what, *square)),
        Act::Consent { what } => Ok(requirements::consent(game, event, what)),
        Act::Adopt { mv } => Ok(communication::adopt(game, event, *mv)),
        Act::Offer { what, .. } => Ok(agreement::offer(game, event, *what)),
        Act::Accept { what } => Ok(agreement::accept(game, event, *what)),
        Act::Decline { what } => Ok(agreement::decline(game, event, *what)),
        Act::Claim { mv: Some(_), .. } => Ok(unknown("a claim made with a move that is only intended")),
        Act::Claim { ground, offence, .. } => Ok(match ground {
            Ground::Forfeit => forfeits::claim(game, event, offence.as_deref()),
            Ground::Agreement => agreement::accept(game, event, jadoube_game::Proposal::Draw),
            Ground::NormalMeans | Ground::NoEffort => unknown(&format!("a claim on the ground \"{ground}\"")),
            _ => endings::claim(game, event, *ground),
        }),
        Act::Demand { .. } => Ok(fifty_moves::demand(game, event)),
        Act::PointOut { error, number } => {
            let number = number.map(core::num::NonZeroU32::get);
            Ok(pointing_out::pointed_out(game, event, *error, number))
        }
        Act::Resign => Ok(forfeits::resign(game, event)),
        Act::Upset { accident } => Ok(forfeits::upset(game, event, *accident)),
        Act::Refuse => Ok(forfeits::refuse(game, event)),
        Act::Abandon => Ok(forfeits::abandon(game, event)),
        Act::Adjourn => Ok(adjournment::adjourn(game, event)),
        Act::Seal { record } => Ok(adjournment::seal(game, event, record)),
        Act::Resume {
            board,
            clocks,
            absent,
        } => adjournment::resume(game, event.by, board.as_deref(), *clocks, absent),
        Act::Send { texts, series, adopt } => Ok(communication::send(game, event, texts, series, *adopt)),
        Act::Arrive => Ok(time_limit::arrive(game, event)),
        Act::Flag { .. } => Ok(time_limit::flag(game, event)),
        Act::CloseOfPlay => Ok(time_limit::close_of_play(game, event)),
        Act::Dispute { question } => Ok(disputes::dispute(game, event, question)),
        Act::Decide(decision) => disputes::decide(game, event, decision),
        Act::Press { .. } => Ok(unknown("the pressing of a clock")),
        Act::Pause { .. } | Act::Restart => Ok(unknown("the stopping of both clocks")),
        Act::Displace { .. } => Ok(unknown("men knocked from their places")),
        Act::Score { .. } => Ok(unknown("how a score sheet is kept")),
        Act::Device { .. } => Ok(unknown("electronic devices")),
        Act::Conduct { .. } => Ok(unknown("such conduct")),
        Act::Request { .. } => Ok(unknown("such a request")),
        Act::Sign { .. } => Ok(unknown("the signing of a result")),
        Act::Penalise { .. } | Act::Award { .. } => Ok(unknown("penalties and time at the umpire's choice")),
    }
}

/// The acts that are ruled on otherwise, or only, where the players press a clock to complete their moves.
#[inline]
fn where_clocks_are_pressed(game: &Game, event: &Event) -> Option<Result<Ruling, Impossible>> {
    if !pressing::is_by_pressing(game) {
        return None;
    }
    if let Some(refusal) = sanctions::nobody(game, event) {
        return Some(Ok(refusal));
    }
    Some(Ok(match &event.act {
        Act::Move { .. }
        | Act::Touch { .. }
        | Act::Lift { .. }
        | Act::Place { .. }
        | Act::Quit { .. }
        | Act::Remove { .. }
        | Act::Promote { .. } => {
            return Some(match event.by.player() {
                Some(by) => pressing::by_hand(game, event, by),
                None => Err(Impossible::NotThisParty(event.act.name(), "a player")),
            });
        }
        Act::Adjust { square } => return Some(pressing::adjust(game, event, *square)),
        Act::Press { hand, manner } => pressing::press(game, event, *hand, *manner),
        Act::Flag { side } => flags::flag(game, event, *side),
        Act::Pause { why } => flags::pause(game, event, why.as_deref()),
        Act::Restart => flags::restart(game, event),
        Act::Displace { squares } => flags::displace(game, event, squares),
        Act::Score { what } => sanctions::score(game, event, *what),
        Act::Device { how, place } => sanctions::device(game, event, *how, *place),
        Act::Conduct { what, leave } => sanctions::conduct(game, event, *what, *leave),
        Act::Request { what } => sanctions::request(game, event, *what),
        Act::Sign { result } => sanctions::sign(game, event, *result),
        Act::Penalise {
            party,
            penalty,
            seconds,
            score,
            ..
        } => {
            let imposed = Imposed {
                penalty: *penalty,
                seconds: *seconds,
                score: *score,
            };
            sanctions::penalise(game, event, *party, imposed)
        }
        Act::Award { seconds } => sanctions::award(event, *seconds),
        Act::Waive { .. } => pressing::waive(game, event),
        Act::Offer { what, condition } => claims::offer(game, event, *what, condition.as_deref()),
        Act::Accept { what } => claims::accept(game, event, *what),
        Act::Consent { what } if event.by == Party::Umpire => claims::consented(what),
        Act::Claim { ground, mv, offence } => match ground {
            Ground::Repetition | Ground::FiftyMoves => claims::claim(game, event, *ground, *mv),
            Ground::NormalMeans | Ground::NoEffort => claims::normal_means(game, event, *ground),
            Ground::Forfeit if offence.as_deref() == Some("time") => flags::flag(game, event, None),
            _ => return None,
        },
        Act::PointOut { error, number } => match error {
            Error::IllegalMove | Error::KingLeftInCheck | Error::FirstMove => {
                illegal_moves::point_out(game, event, *number)
            }
            _ if game.status.is_over() => illegal_moves::point_out(game, event, *number),
            Error::TouchedMan => illegal_moves::touched_man(game, event),
            Error::Colours => illegal_moves::colours(game, event),
            Error::Clock => flags::wrong_clock(event),
            Error::DisplacedMan | Error::DroppedMan => flags::displaced_man(game, event),
            Error::IllegalPosition => illegal_moves::illegal_position(game, event),
            Error::Board | Error::Men => illegal_moves::too_late_for_the_array(game)?,
            Error::ResumedPosition => return None,
        },
        Act::Adjourn | Act::Seal { .. } | Act::Resume { .. } => return flags::not_adjourned(game).map(Ok),
        Act::Decide(decision) => {
            return Some(disputes::decide(game, event, decision).map(|ruling| {
                let ruling = flags::set_left(decision, ruling);
                sanctions::found(game, decision, ruling)
            }));
        }
        _ => return None,
    }))
}

/// Whether the law binds of itself, so that players exact and require nothing.
fn nothing_is_exacted(game: &Game) -> bool {
    penalties::WHO_CHOOSES[game.terms.code].value == penalties::WhoChooses::TheLaw
}

/// An act of which the code says nothing: it has no effect.
fn unknown(what: &str) -> Ruling {
    Ruling::refuse_plainly(format!("this code has no rule for {what}"))
}

/// Acts of an umpire where there is none, or where he may speak only when he is asked.
fn not_his(game: &Game, event: &Event) -> Option<Ruling> {
    if event.by != Party::Umpire {
        return None;
    }
    if game.terms.arbiter == Presence::None {
        let why = "the game has no umpire; the players may name one";
        return Some(Ruling::refuse(disputes::clause(game), why));
    }
    let unasked = matches!(event.act, Act::PointOut { .. }) && game.sitting.dispute.is_none();
    if unasked && disputes::WHO_DECIDES[game.terms.code].value == disputes::WhoDecides::UmpireOnAppeal {
        let why = "the umpire may not interfere unless he is appealed to";
        return Some(Ruling::refuse(disputes::clause(game), why));
    }
    None
}

/// Acts that come at a time when nothing of the kind can have effect.
fn not_now(game: &Game, event: &Event) -> Option<Ruling> {
    let why = match game.status {
        Status::InPlay => return None,
        Status::Adjourned => match event.act {
            Act::Seal { .. }
            | Act::Resume { .. }
            | Act::Resign
            | Act::Offer { .. }
            | Act::Accept { .. }
            | Act::Decline { .. }
            | Act::Claim { .. }
            | Act::PointOut { .. }
            | Act::Refuse
            | Act::Abandon
            | Act::Say { .. }
            | Act::Arrive
            | Act::Dispute { .. }
            | Act::Decide(_) => return None,
            _ => "the game is adjourned; it must first be resumed",
        },
        Status::Suspended => match event.act {
            Act::Decide(_) | Act::Dispute { .. } | Act::Resign | Act::Say { .. } => return None,
            Act::Offer { .. } | Act::Accept { .. } | Act::Decline { .. } | Act::Consent { .. } => {
                return None;
            }
            Act::Restart | Act::Penalise { .. } | Act::Award { .. } if pressing::is_by_pressing(game) => {
                return None;
            }
            _ => "play is suspended until the umpire has decided",
        },
        Status::Won | Status::Drawn | Status::Annulled | Status::LostByBoth | Status::LostByOne => {
            match event.act {
                Act::Dispute { .. } | Act::Say { .. } => return None,
                Act::PointOut { .. } => return None,
                Act::Sign { .. } if pressing::is_by_pressing(game) => return None,
                _ => "the game is over",
            }
        }
    };
    let clause = match game.status {
        Status::Adjourned => Some(adjournment::sealing_clause(game)),
        Status::Suspended => Some(disputes::clause(game)),
        _ => game.outcome.as_ref().and_then(|outcome| outcome.clause),
    };
    Some(Ruling {
        refused: Some(jadoube_game::Refusal {
            clause,
            why: why.to_owned(),
        }),
        ..Ruling::default()
    })
}

/// An act of the hand: an ordinary move at little cost, anything else with care.
#[inline]
fn by_hand(game: &Game, event: &Event) -> Result<Ruling, Impossible> {
    let Some(by) = event.by.player() else {
        return Err(Impossible::NotThisParty(event.act.name(), "a player"));
    };
    if let Some(ruling) = moving::ordinary_move(game, by, &event.act) {
        return Ok(ruling);
    }
    if game.terms.mode == Mode::Communication
        && let Some(ruling) = communication::by_hand(game, event)
    {
        return Ok(ruling);
    }
    if let Some(refusal) = communication::waits_to_be_read(game, by) {
        return Ok(refusal);
    }
    if let Some(ruling) = false_move::substituted_whole(game, by, &event.act) {
        return Ok(ruling);
    }
    // In the nature of the act: what has been let go already may be let go again.
    if matches!(event.act, Act::Quit { .. })
        && game.turn.hands[by.index()].is_empty()
        && change::has_just_let_go(game, by)
    {
        return Ok(Ruling::silent());
    }
    let Some(deed) = witness(game, by, &event.act)? else {
        return Ok(Ruling::silent());
    };
    if let Act::Touch { accident: true, .. } = event.act {
        return Ok(touch::by_accident(game, by));
    }
    if by == game.turn_to_play() && endings::waits(game) && lapsing::lapses(game, &deed) {
        // He has touched a man instead of exacting: the end that stood on the board stands for good.
        return Ok(Ruling::silent()
            .so(Consequence::Lapse(by))
            .so(Consequence::Excuse(!by)));
    }
    let ruling = if by == game.turn_to_play() {
        in_turn::in_his_turn(game, event, deed)
    } else if first_move::is_the_first(game, &deed) {
        first_move::by_the_wrong_player(game, event)
    } else {
        not_his_turn::rule_on(game, event, deed)
    }?;
    Ok(communication::consulting(game, event, ruling))
}

/// What the law says when a turn to play begins: mate, stalemate, touches carried over, demands run out.
pub(crate) fn at_the_commencement(game: &Game) -> Option<Ruling> {
    if game.status != Status::InPlay {
        return None;
    }
    endings::at_the_commencement(game)
        .or_else(|| fifty_moves::at_the_commencement(game))
        .or_else(|| touch::at_the_commencement(game))
        .or_else(|| out_of_turn::play_the_man(game))
        .or_else(|| endings::only_in_passing(game))
        .or_else(|| communication::at_the_commencement(game))
}

/// An act has begun no turn: does an end stand on the board that nothing holds back any longer?
pub(crate) fn held_back_no_longer(game: &Game) -> Option<Ruling> {
    if game.status != Status::InPlay
        || game
            .position()
            .is_none_or(jadoube_board::Position::has_legal_move)
    {
        return None;
    }
    endings::at_the_commencement(game)
}
