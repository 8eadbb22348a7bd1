//! What each code of laws says of an act at the board.
