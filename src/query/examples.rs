//! A position for every pattern of the prelude: the fewest men that show it.

use super::syntax::Pattern;
use crate::xiangqi::{Move, Position};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

impl Pattern {
    /// A position that shows the pattern for Red, and the moves that are played in it if the
    /// pattern is about moves. Patterns of a user have none.
    pub fn example(&self) -> Option<(Position, Vec<Move>)> {
        let is_meant = |(name, ..): &&(&str, &str, &str)| self.names.iter().any(|own| own == name);
        let (_, fen, moves) =
            EXAMPLES.iter().find(is_meant).filter(|_| !self.meaning.is_empty())?;
        let moves = moves.split_whitespace().map(|mv| mv.parse().ok());
        Some((Position::from_fen(fen).ok()?, moves.collect::<Option<_>>()?))
    }
}

/// English name, position, moves.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("central-cannon", "4k4/4a4/9/9/9/9/4P4/4C4/9/3K5 w", ""),
    ("hollow-cannon", "4k4/9/9/9/9/9/9/4C4/9/3K5 b", ""),
    ("double-cannon", "4k4/9/9/4C4/9/4C4/9/9/9/3K5 b", ""),
    ("stacked-cannons", "4k4/9/9/9/9/2C6/9/2C6/9/3K5 w", ""),
    ("pole-cannons", "3k5/9/9/9/9/9/9/1CN1C4/9/4K4 w", ""),
    ("bottom-cannon", "C3k4/4a4/9/9/9/9/9/9/9/3K5 w", ""),
    ("sky-earth-cannons", "C3ka3/4a4/4b4/9/9/9/9/4C4/9/4K4 w", ""),
    ("corner-cannon", "4k4/9/9/9/9/9/9/3C5/9/5K3 w", ""),
    ("river-cannon", "4k4/9/9/9/9/2C6/9/9/9/3K5 w", ""),
    ("five-six-cannons", "3k5/9/9/9/9/9/9/3CC4/9/4K4 w", ""),
    ("five-seven-cannons", "3k5/9/9/9/9/9/9/2C1C4/9/4K4 w", ""),
    ("crossed-rook", "4k4/9/9/7R1/9/9/9/9/9/3K5 w", ""),
    ("river-rook", "4k4/9/9/9/9/7R1/9/9/9/3K5 w", ""),
    ("riding-rook", "4k4/9/9/9/7R1/9/9/9/9/3K5 w", ""),
    ("rib-rook", "4k4/9/9/9/3R5/9/9/9/9/5K3 w", ""),
    ("linked-rooks", "4k4/9/9/9/9/9/9/9/R7R/3K5 w", ""),
    ("alternating-rooks", "4k4/9/R8/1R7/9/9/9/9/9/3K5 w", "a7a9 e9e8 b6b8"),
    ("trough-horse", "4k4/2N6/9/9/9/9/9/9/9/3K5 w", ""),
    ("corner-horse", "4k4/9/3N5/9/9/9/9/9/9/3K5 b", ""),
    ("fishing-horse", "4k4/9/2N6/9/9/9/9/9/9/3K5 w", ""),
    ("octagon-horse", "5k3/9/3N5/9/9/9/9/9/9/3K5 w", ""),
    ("nest-horse", "3k5/9/9/9/9/9/9/9/4N4/4K4 w", ""),
    ("river-horse", "4k4/9/9/9/9/2N6/9/9/9/3K5 w", ""),
    ("edge-horse", "4k4/9/9/9/9/9/9/N8/9/3K5 w", ""),
    ("linked-horses", "4k4/9/9/9/9/9/4N4/2N6/9/3K5 w", ""),
    ("screen-horses", "4k4/9/9/9/9/9/9/2N3N2/9/3K5 w", ""),
    ("sandwich-horses", "4k4/9/9/9/9/9/9/2NC2N2/9/5K3 w", ""),
    ("single-horse", "4k4/9/9/9/9/9/9/2N5N/9/3K5 w", ""),
    ("horse-cannon", "4k4/9/4N4/9/4C4/9/9/9/9/3K5 b", ""),
    ("iron-bolt", "4k4/4a4/4b4/9/3R5/9/9/4C4/9/5K3 w", ""),
    ("smothered", "C2ak4/4a4/9/9/9/9/9/9/9/4K4 b", ""),
    ("bare-king", "3nkn3/4R4/9/9/9/9/9/9/9/4K4 b", ""),
    ("double-check", "4k4/9/3N5/9/4R4/9/9/9/9/3K5 b", ""),
    ("heart-strike", "4k4/4a4/9/9/9/9/9/9/4R4/3K5 w", "e1e8"),
    ("two-ghosts", "4k4/9/3P1P3/9/9/9/9/9/9/3K5 w", ""),
    ("crossed-pawn", "4k4/9/9/2P6/9/9/9/9/9/3K5 w", ""),
    ("old-pawn", "2P1k4/9/9/9/9/9/9/9/9/3K5 w", ""),
    ("linked-pawns", "4k4/9/9/2PP5/9/9/9/9/9/5K3 w", ""),
    ("full-defence", "3k5/9/9/9/9/9/9/4B4/4A4/2BAK4 w", ""),
    ("one-advisor-short", "3k5/9/9/9/9/9/9/4B4/4A4/2B1K4 w", ""),
    ("one-elephant-short", "3k5/9/9/9/9/9/9/4B4/4A4/3AK4 w", ""),
    ("lone-king", "4k4/4a4/9/9/9/9/9/9/9/4K4 w", ""),
    ("single-rook", "3k5/9/9/9/4R4/9/9/9/9/4K4 w", ""),
    ("rookless", "3k5/9/9/9/9/9/9/2N1C4/9/4K4 w", ""),
    ("rook-exchange", "9/3rk4/9/9/9/3R5/9/9/9/5K3 w", "d4d8 e8d8"),
    ("rook-sacrifice", "9/4k4/9/9/9/3R5/9/9/9/5K3 w", "d4d8 e8d8 f0f1"),
    ("elephant-opening", START, "g0e2"),
    ("pawn-opening", START, "c3c4"),
];

#[cfg(test)]
mod tests {
    use crate::query::{Evaluator, Headers, Library, Matches, Query};

    #[test]
    fn every_pattern_is_shown_by_its_example() {
        for pattern in Library::prelude().patterns() {
            let name = &pattern.names[0];
            let (start, moves) = pattern.example().unwrap();
            let query = Query::read(&format!("red {name}"), Library::prelude()).unwrap();
            let plan = query.plan();
            let mut evaluator = Evaluator::new(&plan);
            let moves: Vec<[u8; 2]> = moves.iter().map(|mv| mv.bytes()).collect();
            evaluator.begin(&start, &moves);
            let matches = evaluator.matches(&Headers(&[]));
            let begins =
                matches!(&matches, Some(Matches::Plies(plies)) if plies.first() == Some(&0));
            assert!(begins, "{name}: {matches:?}");
        }
    }
}
