//! Positions as pictures: one drawing of a board for the page, for printed diagrams and for the
//! documentation.
//!
//! A [`Diagram`] says what is to be seen: the position, who sits below, letters of the pieces,
//! marks and arrows. [`Diagram::to_svg`] draws it. The picture stands alone: it needs no file, no
//! script and no other font than one that has the characters.
//!
//! ```
//! use xqdb::diagram::{Diagram, Letters};
//! use xqdb::xiangqi::Position;
//!
//! let start = Position::start();
//! let svg = Diagram::new(&start).letters(Letters::Simplified).last("h2e2".parse()?).to_svg();
//! assert!(svg.starts_with("<svg") && svg.contains("帅"));
//! # Ok::<_, xqdb::xiangqi::ParseMoveError>(())
//! ```
//!
//! What does not belong here: boards as text for a terminal (`commands`), and deciding what to
//! mark.

mod svg;

pub(crate) use svg::escaped;

use crate::xiangqi::{Move, Piece, Position, Square};

/// Letters of pieces.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Default)]
pub enum Letters {
    /// 俥傌炮 and 車馬砲: the two sides have characters of their own.
    #[default]
    Traditional,
    /// 车马炮, both sides alike but for 相/象, 仕/士, 帅/将, 兵/卒.
    Simplified,
    /// The letters of a FEN: capitals are Red's.
    Latin,
    /// Figures, whose colour shows the side; where nothing can be drawn, the letters of a FEN.
    Figures,
}

impl Letters {
    /// The letter of a piece.
    ///
    /// ```
    /// use xqdb::diagram::Letters;
    /// use xqdb::xiangqi::{Piece, PieceKind, Side};
    ///
    /// let rook = Piece::new(Side::Red, PieceKind::Rook);
    /// assert_eq!(Letters::Traditional.of(rook), "俥");
    /// assert_eq!(Letters::Latin.of(rook), "R");
    /// ```
    pub const fn of(self, piece: Piece) -> &'static str {
        const TRADITIONAL: [[&str; 7]; 2] = [
            ["帥", "仕", "相", "傌", "俥", "炮", "兵"],
            ["將", "士", "象", "馬", "車", "砲", "卒"],
        ];
        const SIMPLIFIED: [[&str; 7]; 2] = [
            ["帅", "仕", "相", "马", "车", "炮", "兵"],
            ["将", "士", "象", "马", "车", "炮", "卒"],
        ];
        const LATIN: [[&str; 7]; 2] =
            [["K", "A", "B", "N", "R", "C", "P"], ["k", "a", "b", "n", "r", "c", "p"]];
        let letters = match self {
            Letters::Traditional => TRADITIONAL,
            Letters::Simplified => SIMPLIFIED,
            Letters::Latin | Letters::Figures => LATIN,
        };
        letters[piece.side() as usize][piece.kind() as usize]
    }

    /// The letters that stand for them in a text, where nothing can be drawn.
    #[must_use]
    pub const fn in_text(self) -> Letters {
        match self {
            Letters::Figures => Letters::Latin,
            written => written,
        }
    }

    /// The words in the river, from the left and from the right of whoever has Red.
    pub(super) const fn river(self) -> [&'static str; 2] {
        match self {
            Letters::Traditional => ["楚 河", "漢 界"],
            Letters::Simplified => ["楚 河", "汉 界"],
            Letters::Latin | Letters::Figures => ["", ""],
        }
    }
}

/// What stands along the edges of the board.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Default)]
pub enum Coordinates {
    /// Nothing.
    None,
    /// Numbers of the files from each player's right, as Chinese notation counts them: 九 to 一 for
    /// Red, 1 to 9 for Black.
    #[default]
    Chinese,
    /// The numbers of the files in figures for both players, as WXF counts them.
    Figures,
    /// Files a to i and ranks 0 to 9, from Red's left.
    Iccs,
}

/// Colours.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Default)]
pub enum Theme {
    /// Light, or dark where whoever looks prefers it.
    #[default]
    Auto,
    /// Wood and ivory.
    Light,
    /// For a dark page.
    Dark,
    /// Black on white, for paper: Red's pieces are filled, Black's are outlined.
    Print,
}

/// An arrow from the middle of one point to another.
#[derive(Debug, Copy, Clone, PartialEq)]
pub struct Arrow {
    /// Where it begins and where its head is.
    pub mv: Move,
    /// How bold it is, from 0 (thinnest) to 1.
    pub weight: f32,
}

/// A board and all that is to be drawn on it.
#[derive(Debug, Clone)]
pub struct Diagram<'p> {
    position: &'p Position,
    letters: Letters,
    coordinates: Coordinates,
    theme: Theme,
    is_flipped: bool,
    last: Option<Move>,
    targets: Vec<Square>,
    arrows: Vec<Arrow>,
    title: Option<String>,
}

impl<'p> Diagram<'p> {
    /// The position with Red below, traditional letters and Chinese coordinates.
    pub fn new(position: &'p Position) -> Diagram<'p> {
        Diagram {
            position,
            letters: Letters::default(),
            coordinates: Coordinates::default(),
            theme: Theme::default(),
            is_flipped: false,
            last: None,
            targets: Vec::new(),
            arrows: Vec::new(),
            title: None,
        }
    }

    /// Letters of the pieces.
    #[must_use]
    pub fn letters(self, letters: Letters) -> Self {
        Diagram { letters, ..self }
    }

    /// What stands along the edges.
    #[must_use]
    pub fn coordinates(self, coordinates: Coordinates) -> Self {
        Diagram { coordinates, ..self }
    }

    /// Colours.
    #[must_use]
    pub fn theme(self, theme: Theme) -> Self {
        Diagram { theme, ..self }
    }

    /// Black sits below.
    #[must_use]
    pub fn flipped(self, is_flipped: bool) -> Self {
        Diagram { is_flipped, ..self }
    }

    /// The move that was played last: both of its points are marked.
    #[must_use]
    pub fn last(self, mv: Move) -> Self {
        Diagram { last: Some(mv), ..self }
    }

    /// Points to which a piece may go; each gets a dot, or a ring around the piece that stands
    /// there.
    #[must_use]
    pub fn targets(self, targets: impl IntoIterator<Item = Square>) -> Self {
        Diagram { targets: targets.into_iter().collect(), ..self }
    }

    /// Arrows, drawn above the pieces.
    #[must_use]
    pub fn arrows(self, arrows: impl IntoIterator<Item = Arrow>) -> Self {
        Diagram { arrows: arrows.into_iter().collect(), ..self }
    }

    /// The words a screen reader says instead of the picture; the FEN if none are given.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Self {
        Diagram { title: Some(title.into()), ..self }
    }

    /// The picture. Its unit is a hundredth of the distance between two points; the size is that of
    /// whoever shows it.
    pub fn to_svg(&self) -> String {
        svg::draw(self)
    }

    /// The middle of a point: from the left and from above.
    fn middle(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        let (column, row) = if self.is_flipped { (8 - file, rank) } else { (file, 9 - rank) };
        (svg::LEFT + 100 * column, svg::TOP + 100 * row)
    }
}
