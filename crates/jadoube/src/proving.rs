//! Is a claim true of a position, and what shows it? The prover's answer, its evidence checked, and both as JSON.
//!
//! ```
//! use jadoube::{board::Position, proof::Claim, proving::prove};
//!
//! let position = Position::from_fen("8/8/8/8/8/3k4/8/3KB3 w - - 0 1")?;
//! let proof = prove(&position, Claim::DrawnGame, 10_000)?;
//! assert_eq!(proof.answer.verdict(), "proved");
//! println!("{}", proof.to_json());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use jadoube_board::{Bitboard, Colour, Position};
use jadoube_proof::{
    Answer, Budget, CannotWin, Claim, Confinement, Evidence, Flaw, Identity, Reason, can_win, check,
    drawn_game, endless_checks, shorten,
};
use jadoube_record::Json;
use std::collections::HashMap;

/// How many positions may be looked into to shorten a mating line.
const TO_SHORTEN: u64 = 20_000;

/// An answer whose evidence, where it has any, has been checked.
#[derive(Debug, Clone)]
pub struct Proof {
    /// The position asked about.
    pub position: Position,
    /// What was claimed of it.
    pub claim: Claim,
    /// What the prover says.
    pub answer: Answer,
    /// How many positions were looked into.
    pub nodes: u64,
}

/// Proves or refutes a claim within so many positions, and checks the evidence. A flaw in it is a fault of the prover.
pub fn prove(position: &Position, claim: Claim, budget: u64) -> Result<Proof, Flaw> {
    let mut budget = Budget::nodes(budget);
    let mut answer = match claim {
        Claim::DrawnGame => drawn_game(position, &mut budget),
        Claim::CanWin(side) => can_win(position, side, &mut budget),
        Claim::EndlessChecks => endless_checks(position, &mut budget),
    };
    // Any mate will do for the verdict; for the eye, a short one.
    if let Answer::Proved(Evidence::Line(line)) | Answer::Refuted(Evidence::Line(line)) = &mut answer {
        *line = shorten(position, line.clone(), &mut Budget::nodes(TO_SHORTEN));
    }
    check(position, claim, &answer)?;
    Ok(Proof {
        position: *position,
        claim,
        answer,
        nodes: budget.spent(),
    })
}

impl Proof {
    /// The first move of the evidence, where it is a strategy or a line.
    pub fn first_move(&self) -> Option<String> {
        match self.answer.evidence()? {
            Evidence::Strategy(strategy) => strategy.first_move().map(|one| one.to_string()),
            Evidence::Line(line) => line.moves.first().map(ToString::to_string),
            _ => None,
        }
    }

    /// The evidence as JSON; `null` where there is none.
    pub fn evidence(&self) -> Json {
        self.answer
            .evidence()
            .map_or(Json::Null, |evidence| evidence_json(&self.position, evidence))
    }

    /// Verdict, first move, evidence and effort.
    pub fn to_json(&self) -> Json {
        Json::object([
            ("verdict", Json::from(self.answer.verdict())),
            ("first_move", self.first_move().into()),
            ("evidence", self.evidence()),
            ("nodes", self.nodes.into()),
        ])
    }
}

/// Positions by their place in a list.
pub fn numbered<'a>(positions: impl Iterator<Item = &'a Position>) -> HashMap<Identity, usize> {
    positions
        .enumerate()
        .map(|(place, position)| (Identity::of(position), place))
        .collect()
}

fn evidence_json(position: &Position, evidence: &Evidence) -> Json {
    match evidence {
        Evidence::Strategy(strategy) => {
            let places = numbered(strategy.entries.iter().map(|(position, _)| position));
            let entries = strategy.entries.iter().map(|(position, check)| {
                let after = position.play(*check);
                let replies = after.legal_moves();
                let replies = replies.iter().map(|reply| {
                    let next = places.get(&Identity::of(&after.play(*reply))).copied();
                    Json::object([("reply", Json::from(reply.to_string())), ("next", next.into())])
                });
                Json::object([
                    ("fen", Json::from(position.to_string())),
                    ("check", check.to_string().into()),
                    ("replies", Json::list(replies)),
                ])
            });
            Json::object([
                ("kind", Json::from("strategy")),
                ("positions", Json::list(entries)),
            ])
        }
        Evidence::Escape(escape) => {
            let entries: Vec<_> = escape.entries.iter().rev().collect();
            let places = numbered(entries.iter().map(|step| &step.position));
            let entries = entries.iter().map(|step| {
                let answers = step.answers.iter().map(|(check, reply)| {
                    let after = step.position.play(*check).play(*reply);
                    let next = places.get(&Identity::of(&after)).copied();
                    Json::object([
                        ("check", Json::from(check.to_string())),
                        ("reply", reply.to_string().into()),
                        ("next", next.into()),
                    ])
                });
                Json::object([
                    ("fen", Json::from(step.position.to_string())),
                    ("answers", Json::list(answers)),
                ])
            });
            Json::object([("kind", Json::from("escape")), ("positions", Json::list(entries))])
        }
        Evidence::Line(line) => Json::object([
            ("kind", Json::from("mating-line")),
            ("winner", line.winner.to_string().into()),
            ("moves", Json::list(line.moves.iter().map(ToString::to_string))),
        ]),
        Evidence::CannotWin(proof) => reason_json(position, proof),
        Evidence::DrawnGame(proofs) => Json::object([
            ("kind", Json::from("drawn-game")),
            ("white", reason_json(position, &proofs[0])),
            ("black", reason_json(position, &proofs[1])),
        ]),
    }
}

fn reason_json(position: &Position, proof: &CannotWin) -> Json {
    let mut fields = vec![
        ("kind", Json::from("cannot-win")),
        ("side", proof.side.to_string().into()),
        ("text", proof.reason.to_string().into()),
    ];
    match &proof.reason {
        Reason::Over => fields.push(("reason", "over".into())),
        Reason::Material(_) => fields.push(("reason", "material".into())),
        Reason::Confined(confinement) => {
            fields.push(("reason", "confined".into()));
            fields.push(("men", confinement_json(confinement)));
        }
        Reason::Roaming(world) => {
            let fen = |identity: &Identity| {
                let (board, turn) = identity.men()?;
                let turn = if turn == Colour::White { 'w' } else { 'b' };
                Some(format!("{board} {turn} - - 0 1"))
            };
            fields.push(("reason", "roaming".into()));
            fields.push(("bishops", world.bishops.to_string().into()));
            fields.push(("positions", Json::list(world.shapes.iter().filter_map(fen))));
        }
        Reason::Exhausted(set) => {
            let fen = |identity: &Identity| {
                let found = identity.position(position.movement());
                found.map(|position| position.to_string())
            };
            let confined = set.confined.iter().map(|(identity, confinement)| {
                Json::object([
                    ("fen", Json::from(fen(identity))),
                    ("men", confinement_json(confinement)),
                ])
            });
            fields.push(("reason", "exhausted".into()));
            fields.push(("positions", Json::list(set.positions.iter().filter_map(fen))));
            fields.push(("confined", Json::list(confined)));
        }
    }
    Json::object(fields)
}

fn confinement_json(confinement: &Confinement) -> Json {
    let names = |set: Bitboard| Json::list(set.into_iter().map(|square| square.to_string()));
    Json::list(confinement.men.iter().map(|confined| {
        Json::object([
            ("man", Json::from(confined.man.letter().to_string())),
            ("on", confined.on.to_string().into()),
            ("reach", names(confined.reach)),
            ("takeable", confined.takeable.into()),
        ])
    }))
}
