//! The laws of chess, executable: one door to all the rooms.
