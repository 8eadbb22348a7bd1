//! Squares, men and positions; how men move and give check. Knows no code of laws.
