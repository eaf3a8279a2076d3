//! The patterns everybody knows, each with a position that shows it. What a name means varies: the
//! narrow sense is taken.

use super::parse;
use super::syntax::Pattern;
use super::words::Library;
use crate::xiangqi::{Move, Position};
use std::sync::LazyLock;

impl Library {
    /// The patterns that every query knows.
    pub fn prelude() -> &'static Library {
        static PRELUDE: LazyLock<Library> = LazyLock::new(|| {
            let mut library = Library::empty();
            for &(names, definition, meaning) in PATTERNS {
                let names: Vec<&str> = names.split(' ').collect();
                let pattern = parse::pattern(&names, definition, meaning, &library);
                library.add(pattern.expect("a definition of the prelude is a query"));
            }
            library
        });
        &PRELUDE
    }

    /// Adds the patterns that `text` defines, `def NAME = … ;` one after another.
    ///
    /// # Errors
    /// Where the text is no row of definitions; the library is then as it was.
    pub fn define(&mut self, text: &str) -> Result<(), crate::query::QueryError> {
        parse::define(text, self)
    }
}

/// Spellings, definition, meaning.
const PATTERNS: &[(&str, &str, &str)] = &[
    ("中炮 当头炮 central-cannon", "C in centre", "a cannon on the middle file"),
    (
        "空头炮 hollow-cannon",
        "file(C k) in centre",
        "a cannon on the middle file with nothing between it and the enemy king",
    ),
    (
        "重炮 double-cannon",
        "line(C C k)",
        "two cannons behind each other, nothing else up to the king: the rear one attacks it",
    ),
    ("叠炮 stacked-cannons", "file(C C)", "two cannons on a file, nothing between"),
    ("担子炮 pole-cannons", "C protects C", "two cannons that guard each other over one piece"),
    ("沉底炮 bottom-cannon", "C in bottom", "a cannon on the enemy back rank"),
    (
        "天地炮 sky-earth-cannons",
        "C in e0..e8 and C in a9..d9|f9..i9",
        "one cannon on the middle file, the other on the enemy back rank",
    ),
    ("士角炮 corner-cannon", "C on d2|f2", "a cannon on a corner of its own palace, in front"),
    ("巡河炮 river-cannon", "C in river in home", "a cannon on its own bank of the river"),
    ("五六炮 five-six-cannons", "C on e2 and C on d2|f2", "central cannon and corner cannon"),
    (
        "五七炮 five-seven-cannons",
        "C on e2 and C on c2|g2",
        "central cannon and a cannon on the third or seventh file",
    ),
    ("过河车 crossed-rook", "R in crossed", "a rook beyond the river"),
    ("巡河车 river-rook", "R in river in home", "a rook on its own bank"),
    ("骑河车 riding-rook", "R in river in crossed", "a rook on the enemy bank"),
    ("肋车 rib-rook", "R in ribs", "a rook on a rib file (fourth or sixth)"),
    ("霸王车 linked-rooks", "line(R R)", "two rooks on a line, nothing between"),
    (
        "双车错 alternating-rooks",
        "R in crossed = 2 and (move R checking then within 2 move R checking)",
        "both rooks beyond the river check two moves running",
    ),
    (
        "卧槽马 trough-horse",
        "N on c8|g8",
        "a horse in front of the first rank of an enemy elephant",
    ),
    ("挂角马 corner-horse", "N on d7|f7", "a horse on a front corner of the enemy palace"),
    ("钓鱼马 fishing-horse", "N on c7|g7", "a horse beside the enemy palace, third rank"),
    (
        "八角马 octagon-horse",
        "mirror (N on d7 and k on f9 or N on d9 and k on f7)",
        "horse and enemy king on opposite corners of the palace",
    ),
    ("窝心马 归心马 nest-horse", "N on e1", "a horse in the middle of its own palace"),
    ("盘河马 river-horse", "N in river in home", "a horse on its own bank"),
    ("边马 edge-horse", "N in edge", "a horse on an edge file"),
    ("连环马 linked-horses", "N protects N >= 2", "two horses that guard each other"),
    ("屏风马 screen-horses", "N on c2 and N on g2", "both horses in front of the elephants"),
    (
        "反宫马 sandwich-horses",
        "N on c2 and N on g2 and C on d2|f2",
        "screen horses with a corner cannon between",
    ),
    (
        "单提马 single-horse",
        "mirror (N on c2 and N on i2)",
        "one horse on the third file, the other on the edge",
    ),
    (
        "马后炮 horse-cannon",
        "line(C N . k)",
        "cannon behind horse, one empty point between horse and king",
    ),
    (
        "铁门栓 iron-bolt",
        "file(C a|b a|b k) in centre and R in ribs in crossed",
        "a cannon holds the middle file through two defenders, a rook stands on a rib file",
    ),
    (
        "闷宫 smothered",
        "mate and black to move and line(C a k)",
        "mate by a cannon over an enemy advisor",
    ),
    (
        "白脸将 bare-king",
        "mate and black to move and file(K red piece k)",
        "mate with a piece that the own king holds on the enemy king's file",
    ),
    ("双照 double-check", "red piece attacks k >= 2", "two pieces attack the king at once"),
    ("大刀剜心 heart-strike", "move R|P takes a on e8", "a rook or pawn takes the middle advisor"),
    (
        "二鬼拍门 two-ghosts",
        "P in d7..d8 and P in f7..f8",
        "pawns on both rib files in the enemy palace",
    ),
    ("过河兵 过河卒 crossed-pawn", "P in crossed", "a pawn beyond the river"),
    ("底兵 老兵 底卒 老卒 old-pawn", "P in bottom", "a pawn on the last rank"),
    (
        "连兵 牵手兵 linked-pawns",
        "P protects P",
        "two crossed pawns side by side, or one behind the other",
    ),
    ("士象全 仕相全 full-defence", "A = 2 and B = 2", "both advisors and both elephants"),
    ("单缺士 单缺仕 one-advisor-short", "A = 1 and B = 2", "one advisor missing"),
    ("单缺象 单缺相 one-elephant-short", "A = 2 and B = 1", "one elephant missing"),
    ("光帅 光将 lone-king", "red piece = 1 and K", "nothing but the king"),
    ("单车 single-rook", "red major = 1 and R and no P", "a rook is all that can attack"),
    ("无车 rookless", "no R and K", "no rook left"),
    (
        "兑车 rook-exchange",
        "move R takes r next move takes R",
        "a rook takes a rook and is retaken",
    ),
    (
        "弃车 rook-sacrifice",
        "move R and not move takes r next move takes R next not move takes",
        "a rook moves without taking a rook, a rook is taken at once, and nothing is retaken",
    ),
    ("飞相局 elephant-opening", "ply:0 and move B", "the first move is an elephant's"),
    (
        "仙人指路 pawn-opening",
        "ply:0 and move P from c3|g3",
        "the first move is the third or seventh pawn",
    ),
];

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
