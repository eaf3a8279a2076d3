//! Fixtures of PGN.
