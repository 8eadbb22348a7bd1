//! Endless checks, drawn games and endgame theory, each answer with evidence that can be checked.
