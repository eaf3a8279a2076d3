//! Pieces as figures, for those who read neither characters nor letters: a crown, a hat with wings,
//! an elephant's and a horse's head, a wheel, a gun, a pawn.

use crate::xiangqi::PieceKind;

/// The outline of a piece as SVG path data, around the middle of its point. Whatever is enclosed is
/// filled, but for what a path encloses the other way round.
pub(super) const fn outline(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King => "M-24 15h48l4-29-15 12-13-24-13 24-15-12zM-23 19h46v7h-46z",
        PieceKind::Advisor => {
            "M-17 4q0-27 17-27t17 27zM-16-2h-17q-4 0-4 4t4 4h17zM16-2h17q4 0 4 4t-4 4h-17z\
             M-16 8h32v4q0 16-16 16t-16-16z"
        }
        PieceKind::Elephant => {
            "M-14-18q-20-8-20 10q0 16 20 12zM14-18q20-8 20 10q0 16-20 12z\
             M-11-20q11-8 22 0l2 22q-5 4-6 12q0 9 9 8q-3 9-11 8q-10-2-10-15q0-8-8-13z\
             M-14 6l-5 13 5 2 4-11z"
        }
        PieceKind::Horse => {
            "M-18 28h36q6-26-4-42q-6-9-14-10l-3-7-6 8q-8 3-12 14l-7 14q-1 6 4 7l6-2q7-3 11-6\
             q3 8-4 14q-7 5-7 10zM-13-9a3 3 0 0 0 6 0a3 3 0 0 0-6 0z"
        }
        PieceKind::Rook => {
            "M-29 0a29 29 0 0 1 58 0a29 29 0 0 1-58 0zM-22 0a22 22 0 0 0 44 0a22 22 0 0 0-44 0z\
             M-8 0a8 8 0 0 1 16 0a8 8 0 0 1-16 0zM-2-23h4v46h-4zM-23-2h46v4h-46z\
             M-17-14l3-3 31 31-3 3zM14-17l3 3-31 31-3-3z"
        }
        PieceKind::Cannon => {
            "M-23-4l46-23 7 12-43 26q-10 3-14-4t4-11z\
             M-14 14a14 14 0 0 1 28 0a14 14 0 0 1-28 0zM-8 14a8 8 0 0 0 16 0a8 8 0 0 0-16 0z\
             M-3 14a3 3 0 0 1 6 0a3 3 0 0 1-6 0z"
        }
        PieceKind::Pawn => {
            "M-11-15a11 11 0 0 1 22 0a11 11 0 0 1-22 0zM-9-6h18l2 6q-4 2-4 8l9 12v8h-32v-8l9-12\
             q0-6-4-8z"
        }
    }
}
