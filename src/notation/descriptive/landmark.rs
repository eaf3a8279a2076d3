//! Places of the board that have a name.

use crate::xiangqi::{PieceKind, Side, Square};

/// A named place, as the mover sees it. Where a name is used for both halves of the board (底线,
/// 九宫), the opponent's is meant; the own one has a name of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Landmark {
    /// 卧槽: a horse beside the elephant's home, one rank ahead of it (c8, g8 for Red).
    Manger,
    /// 挂角: a horse on a front corner of the palace (d7, f7 for Red).
    PalaceCorner,
    /// 钓鱼: a horse two points ahead of the elephant's home (c7, g7 for Red).
    Fishing,
    /// 河沿, 巡河: the own bank of the river.
    Riverbank,
    /// 骑河: the opponent's bank.
    FarRiverbank,
    /// 花心: the heart of the opponent's palace.
    PalaceHeart,
    /// 九宫: the opponent's palace.
    Palace,
    /// 中路: the central file.
    CentralFile,
    /// 肋道: the files of the advisors.
    Rib,
    /// 边线: the outermost files.
    Edge,
    /// 底线: the opponent's back rank.
    BottomRank,
    /// 下二路: the rank before the opponent's back rank.
    SecondRank,
    /// 卒林线: the rank of the opponent's pawns.
    PawnRank,
    /// 本宫: the own palace.
    OwnPalace,
    /// 本方底线: the own back rank.
    HomeRank,
}

impl Landmark {
    /// The narrowest first: a writer takes the first one that holds.
    pub(super) const BY_WIDTH: [Landmark; 15] = [
        Landmark::PalaceHeart,
        Landmark::PalaceCorner,
        Landmark::Manger,
        Landmark::Fishing,
        Landmark::CentralFile,
        Landmark::BottomRank,
        Landmark::SecondRank,
        Landmark::Rib,
        Landmark::Riverbank,
        Landmark::FarRiverbank,
        Landmark::PawnRank,
        Landmark::Edge,
        Landmark::Palace,
        Landmark::OwnPalace,
        Landmark::HomeRank,
    ];

    /// Whether a piece of `kind` and `side` is at the landmark when it stands on `square`.
    pub(super) fn holds(self, square: Square, kind: PieceKind, side: Side) -> bool {
        let file = square.file();
        // Counted from the mover's back rank, so that Black's landmarks are Red's turned round.
        let rank = if side == Side::Red { square.rank() } else { 9 - square.rank() };
        let is_horse = kind == PieceKind::Horse;
        match self {
            Landmark::Manger => is_horse && rank == 8 && matches!(file, 2 | 6),
            Landmark::PalaceCorner => is_horse && rank == 7 && matches!(file, 3 | 5),
            Landmark::Fishing => is_horse && rank == 7 && matches!(file, 2 | 6),
            Landmark::Riverbank => rank == 4,
            Landmark::FarRiverbank => rank == 5,
            Landmark::PalaceHeart => rank == 8 && file == 4,
            Landmark::Palace => rank >= 7 && (3..=5).contains(&file),
            Landmark::CentralFile => file == 4,
            Landmark::Rib => matches!(file, 3 | 5),
            Landmark::Edge => matches!(file, 0 | 8),
            Landmark::BottomRank => rank == 9,
            Landmark::SecondRank => rank == 8,
            Landmark::PawnRank => rank == 6,
            Landmark::OwnPalace => rank <= 2 && (3..=5).contains(&file),
            Landmark::HomeRank => rank == 0,
        }
    }
}
