//! What else may one party require of the other, and what may he consent to?

use crate::{
    cite,
    code::{Answer, ByCode, Clause, answers, reading, says, silent},
    questions::{adjust, completing, first_move, misplaced_men, out_of_turn},
    umpire::player_of,
};
use jadoube_board::{Colour, Kind, Square};
use jadoube_game::{
    Act, Consequence, Event, Game, Held, OffenceKind, Party, Requirement, Right, Ruling, Standing, Status,
};

/// What may be required of a player who keeps a man in his hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeldMan {
    /// To put it back, to take his hand away, or to quit it.
    MayBeRequiredToLetGo,
    /// To put it back; but he must move it.
    ReplaceButMove,
    /// Nothing: he may play it where he likes.
    HisToPlay,
    /// Nothing: the square where he quits it is what counts.
    HisUntilQuitted,
}

/// A man is held in the hand.
#[rustfmt::skip]
pub static HELD_MAN: ByCode<Answer<HeldMan>> = answers(ByCode {
    xxv:       says(HeldMan::HisToPlay,            &["VIII"]),
    bca_1862:  says(HeldMan::ReplaceButMove,       &["VI"]),
    bcc_1896:  says(HeldMan::MayBeRequiredToLetGo, &["II.5(a)"]),
    bcc_1899:  says(HeldMan::MayBeRequiredToLetGo, &["II.5(a)"]),
    fide_1931: silent(HeldMan::HisUntilQuitted,    reading("FIDE-11")),
});

fn open(game: &Game) -> Vec<Right> {
    if game.status != Status::InPlay {
        return Vec::new();
    }
    match HELD_MAN[game.terms.code].value {
        HeldMan::MayBeRequiredToLetGo => british(game),
        HeldMan::HisUntilQuitted => federation(game),
        HeldMan::ReplaceButMove | HeldMan::HisToPlay => Vec::new(),
    }
}

/// `"12.ii"`: what was altered illegally is reinstated at the other's word; `"17"`: so is the last move, if it was illegal.
fn federation(game: &Game) -> Vec<Right> {
    let player = game.turn_to_play();
    let mut rights = Vec::new();
    let clause = cite!(fide_1931, "12.ii");
    if let Some(altered) = &game.altered {
        let (what, text) = match altered.kind {
            OffenceKind::RemovedByMistake => (
                Requirement::ReplaceMan,
                "the man taken off by mistake must be replaced",
            ),
            _ => (
                Requirement::Annul,
                "what was altered out of turn is annulled and the position reinstated",
            ),
        };
        require(
            &mut rights,
            Party::from(player),
            what,
            None,
            clause,
            text.to_owned(),
        );
    } else if let Some(off) = game.off.first()
        && game
            .offences
            .iter()
            .any(|offence| offence.kind == OffenceKind::RemovedByMistake)
    {
        let text = "the man taken off by mistake must be replaced".to_owned();
        let what = Requirement::ReplaceMan;
        require(
            &mut rights,
            Party::from(!player),
            what,
            Some(off.square),
            clause,
            text,
        );
    }
    if let Some(last) = game
        .irregularities
        .iter()
        .find(|each| each.past + 1 == game.past.len())
        && last.by != player
    {
        let text = "the move just made is illegal and must be retracted".to_owned();
        let clause = cite!(fide_1931, "17");
        require(
            &mut rights,
            Party::from(player),
            Requirement::Retract,
            None,
            clause,
            text,
        );
    }
    rights
}

/// The British Code: men in hand, castlings begun, men removed or moved out of turn, promoted men not yet replaced.
fn british(game: &Game) -> Vec<Right> {
    let player = game.turn_to_play();
    let opponent = Party::from(!player);
    let mut rights = Vec::new();
    for held in &game.hands[player.index()] {
        let (what, text) = how_to_let_go(game, held);
        require(&mut rights, opponent, what, None, cite!(bcc, "II.5(a)"), text);
    }
    if let Some((moves, _)) = completing::begun(game)
        && let Some(castling) = moves.iter().find(|mv| mv.is_castling())
        && game.hands[player.index()].is_empty()
    {
        let text = format!("{player} must complete the castling {castling}");
        require(
            &mut rights,
            opponent,
            Requirement::CompleteCastling,
            None,
            cite!(bcc, "II.5(f)"),
            text,
        );
    }
    if rook_first(game).is_some() || king_follows_the_rook(game) {
        let text = "the Rook's move counts as the whole move; the King goes back".to_owned();
        require(
            &mut rights,
            Party::from(player),
            Requirement::RookMoveStands,
            None,
            cite!(bcc, "II.5(f)"),
            text,
        );
    }
    if let Some(altered) = &game.altered {
        let party = Party::from(player);
        if altered.kind == OffenceKind::RemovedByMistake {
            let text = "the man taken off by mistake must be replaced".to_owned();
            require(
                &mut rights,
                party,
                Requirement::ReplaceMan,
                None,
                cite!(bcc, "II.5(g)"),
                text,
            );
        } else {
            let text = "annul the move made out of turn".to_owned();
            require(
                &mut rights,
                party,
                Requirement::Annul,
                None,
                cite!(bcc, "II.6(d)"),
                text,
            );
        }
    } else if game
        .offences
        .iter()
        .any(|offence| offence.kind == OffenceKind::RemovedByMistake)
        && let Some(off) = game.off.first()
    {
        let text = "the man taken off by mistake must be replaced".to_owned();
        require(
            &mut rights,
            opponent,
            Requirement::ReplaceMan,
            Some(off.square),
            cite!(bcc, "II.5(g)"),
            text,
        );
    }
    // Promoted men that are not shown by the piece itself: `"II.4(b)"` in his opponent's turn, at the opponent's word.
    for token in &game.tokens {
        let Some(square) = game.men.square_of(token.id) else {
            continue;
        };
        let Some(man) = game.men.get(square) else { continue };
        if man.colour != player {
            let text = format!(
                "the promoted man on {square} must be replaced by the {} itself",
                man.kind.name()
            );
            let what = Requirement::ReplacePromoted;
            require(
                &mut rights,
                Party::from(player),
                what,
                Some(square),
                cite!(bcc, "II.4(b)"),
                text,
            );
        } else if game.is_quiet() {
            let act = Act::Promote {
                to: man.kind,
                how: jadoube_game::How::Piece,
                square: Some(square),
            };
            let text = format!(
                "replace the promoted man on {square} by the {} itself",
                man.kind.name()
            );
            rights.push(Right {
                party: Party::from(player),
                act,
                clause: cite!(bcc, "II.4(a)").into(),
                text,
            });
        }
    }
    rights
}

fn require(
    rights: &mut Vec<Right>,
    party: Party,
    what: Requirement,
    square: Option<Square>,
    clause: Clause,
    text: String,
) {
    rights.push(Right {
        party,
        act: Act::Require { what, square },
        clause: clause.into(),
        text,
    });
}

fn how_to_let_go(game: &Game, held: &Held) -> (Requirement, String) {
    let promoted = held.on.and_then(|on| game.men.get(on)).is_some_and(|man| {
        man.kind != Kind::Pawn
            && game
                .standing
                .men
                .get(held.from)
                .is_some_and(|before| before.kind == Kind::Pawn)
    });
    if promoted {
        (
            Requirement::Quit,
            format!("the piece on {} must be quitted", held.on.unwrap_or(held.from)),
        )
    } else if held.lifted {
        (
            Requirement::ReplaceMan,
            format!("the man taken up from {} must be put back", held.from),
        )
    } else {
        (
            Requirement::RemoveHand,
            format!("the hand must leave the man on {}", held.from),
        )
    }
}

fn rook_first(game: &Game) -> Option<&jadoube_game::Offence> {
    game.offences
        .iter()
        .find(|offence| offence.kind == OffenceKind::RookFirst)
}

/// The Rook has been moved and quitted as in castling, and the King is now in the same player's hand.
fn king_follows_the_rook(game: &Game) -> bool {
    let castler = !game.turn_to_play();
    out_of_turn::rook_move_of_castling(game, castler).is_some_and(|(_, castling)| {
        game.touched.is_empty()
            && game.hands[castler.index()]
                .iter()
                .any(|held| held.from == castling.from())
    })
}

/// Every requirement now open.
pub(crate) fn rights(game: &Game) -> Vec<Right> {
    open(game)
}

/// Something is required.
pub(crate) fn rule_on(game: &Game, event: &Event, what: Requirement, square: Option<Square>) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if what == Requirement::AdjustMen {
        return adjust::asked(game, by);
    }
    let is_mine = |right: &&Right| {
        right.party == event.by
            && matches!(&right.act, Act::Require { what: each, square: on } if *each == what && (square.is_none() || on.is_none() || *on == square))
    };
    let open = open(game);
    let annulments = misplaced_men::rights(game);
    let Some(right) = open
        .iter()
        .find(is_mine)
        .or_else(|| annulments.iter().find(is_mine))
    else {
        return not_open(game, what);
    };
    let ruling = Ruling::silent().finding(right.clause, !by, right.text.clone());
    let player = game.turn_to_play();
    match what {
        Requirement::ReplaceMan if game.altered.is_some() => ruling.so(Consequence::UndoAlteration),
        Requirement::ReplaceMan if game.hands[player.index()].is_empty() => {
            let square = game.off.first().map(|off| off.square);
            square.map_or_else(Ruling::silent, |square| ruling.so(Consequence::PutBack(square)))
        }
        Requirement::ReplaceMan | Requirement::RemoveHand => ruling.so(Consequence::EmptyHand(player)),
        Requirement::Quit => {
            let event = Event::new(player, Act::Quit { square: None });
            completing::project(game, ruling, &event).unwrap_or_default()
        }
        Requirement::CompleteCastling => {
            match completing::begun(game).and_then(|(moves, _)| moves.first().copied()) {
                Some(mv) => ruling.and(completing::played(game, mv, None)),
                None => ruling,
            }
        }
        Requirement::RookMoveStands => ruling.and(rook_move_stands(game, by)),
        Requirement::Annul if game.altered.is_some() => {
            let offender = !player;
            let mut ruling = ruling.so(Consequence::UndoAlteration);
            if !game.touched.is_empty() {
                // `"II.6(d)"`: the penalty is for him only who had touched no man before he required annulment.
                ruling = ruling.so(Consequence::Settle(offender));
            }
            ruling
        }
        Requirement::Retract if HELD_MAN[game.terms.code].value == HeldMan::HisUntilQuitted => {
            let last = game.irregularities.last().map(|last| last.number);
            misplaced_men::federation(game, Some(by), last)
        }
        Requirement::Annul => ruling.so(Consequence::End(first_move::annulled(game, right.clause))),
        Requirement::ReplacePromoted => match square.or(match right.act {
            Act::Require { square, .. } => square,
            _ => None,
        }) {
            Some(square) => ruling.so(Consequence::ReplaceToken(square)),
            None => ruling,
        },
        _ => ruling,
    }
}

fn rook_move_stands(game: &Game, by: Colour) -> Ruling {
    let Some(offence) = rook_first(game) else {
        return Ruling::silent();
    };
    let Some(before) = &offence.turn.position else {
        return Ruling::silent();
    };
    let Some(castling) = game.past.last().and_then(|last| last.mv) else {
        return Ruling::silent();
    };
    let Some(wing) = castling.wing() else {
        return Ruling::silent();
    };
    let (corner, beside) = jadoube_game::rook_squares(castling.from(), wing);
    let Some(rook_move) = before.find_move(corner, beside, None) else {
        return Ruling::silent();
    };
    let next = before.play(rook_move);
    let standing = Standing {
        men: offence.turn.men.after(rook_move, &next),
        player: by,
        position: Some(next),
    };
    Ruling::silent()
        .so(Consequence::Reinterpret(rook_move, Box::new(standing)))
        .so(Consequence::Settle(!by))
}

fn not_open(game: &Game, what: Requirement) -> Ruling {
    if HELD_MAN[game.terms.code].value == HeldMan::HisUntilQuitted {
        return match what {
            Requirement::Retract => Ruling::refuse(
                cite!(fide_1931, "annexe.v"),
                "a legal move is not retracted, nor an illegal one at this word and time",
            ),
            Requirement::Annul | Requirement::ReplaceMan => Ruling::refuse(
                cite!(fide_1931, "12.ii"),
                "the number and position of the men have not been altered illegally in this turn",
            ),
            _ => Ruling::refuse(
                cite!(fide_1931, "13(a)"),
                "the laws give no such right: a move is his until he quits the man",
            ),
        };
    }
    match what {
        Requirement::Annul => {
            let clause = if first_move::wrong_player_began(game) {
                cite!(bcc, "II.1(b)")
            } else {
                cite!(bcc, "II.2")
            };
            Ruling::refuse(
                clause,
                "nothing that can be annulled has been pointed out in time",
            )
        }
        Requirement::ReplaceMan | Requirement::RemoveHand | Requirement::Quit => {
            Ruling::refuse(cite!(bcc, "II.5(a)"), "no man is held that could be let go")
        }
        Requirement::CompleteCastling | Requirement::RookMoveStands => Ruling::refuse(
            cite!(bcc, "II.5(f)"),
            "no castling has been begun irregularly, or a man has been touched since",
        ),
        Requirement::ReplacePromoted => Ruling::refuse(
            cite!(bcc, "II.4(b)"),
            "no promoted man of the opponent's stands in another's place, or it is not the time",
        ),
        _ => Ruling::refuse_plainly("the code gives no such right here"),
    }
}

/// Consent to what would otherwise be an offence.
pub(crate) fn consent(game: &Game, event: &Event, what: &str) -> Ruling {
    let by = match player_of(event) {
        Ok(player) => player,
        Err(refusal) => return refusal,
    };
    if HELD_MAN[game.terms.code].value == HeldMan::HisUntilQuitted {
        // No clause asks for consent; it is kept for what the umpire may make of it.
        return Ruling::silent().so(Consequence::Consent(by, what.to_owned()));
    }
    let clause = match what {
        "substitute" => cite!(bcc, "II.6(c)"),
        "second-board" => cite!(bcc, "II.9(b)"),
        "book" => cite!(bcc, "II.9(c)"),
        "assistance" => cite!(bcc, "II.9(d)"),
        _ => return Ruling::silent().so(Consequence::Consent(by, what.to_owned())),
    };
    let mut ruling = Ruling::silent()
        .finding(clause, by, format!("{by} consents: {what}"))
        .so(Consequence::Consent(by, what.to_owned()));
    if what == "substitute" && game.illegal.is_some() {
        ruling = ruling.so(Consequence::Settle(!by));
    }
    ruling
}
