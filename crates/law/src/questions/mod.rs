//! One question of law per file, the five codes side by side in each.

pub mod adjournment;
pub mod adjust;
pub mod agreement;
pub mod check;
pub mod communication;
pub mod completing;
pub mod conduct;
pub mod crossings;
pub mod disputes;
pub mod endings;
pub mod false_move;
pub mod fifty_moves;
pub mod first_move;
pub mod forfeits;
pub mod misplaced_men;
pub mod moves;
pub mod odds;
pub mod out_of_turn;
pub mod penalties;
pub mod powers;
pub mod proofs;
pub mod repetition;
pub mod requirements;
pub mod time_limit;
pub mod touch;
