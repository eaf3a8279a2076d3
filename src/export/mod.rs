//! Records and games to text and files: JSON Lines, PGN.

pub mod jsonl;
pub mod pgn;
