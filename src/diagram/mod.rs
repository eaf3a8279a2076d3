//! Draws positions as SVG: one drawing of a board for the page, printed diagrams and the
//! documentation.
//!
//! A [`Diagram`] names the position, the side below, the letters of the pieces, marks and arrows;
//! [`Diagram::to_svg`] draws it. The picture needs no file, no script, and only a font that has the
//! characters.
//!
//! ```
//! use xqdb::diagram::{Diagram, Letters};
//! use xqdb::xiangqi::Position;
//!
//! let start = Position::start();
//! let last = Some("h2e2".parse()?);
//! let svg = Diagram { letters: Letters::Simplified, last, ..Diagram::new(&start) }.to_svg();
//! assert!(svg.starts_with("<svg") && svg.contains("帅"));
//! # Ok::<_, xqdb::xiangqi::ParseMoveError>(())
//! ```
//!
//! Boards as text for a terminal stand in `commands`; callers decide which moves and points are
//! marked.

use crate::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};
use std::fmt::Write as _;

/// Set of characters or figures that pieces are drawn with.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Default)]
pub enum Letters {
    /// 俥傌炮 and 車馬砲: each side has characters of its own.
    #[default]
    Traditional,
    /// 车马炮, both sides alike but for 相/象, 仕/士, 帅/将, 兵/卒.
    Simplified,
    /// FEN letters, capitals for Red.
    Latin,
    /// Figures, whose colour shows the side; in texts, FEN letters.
    Figures,
}

impl Letters {
    /// Character of `piece`; [`Letters::Figures`] gives its FEN letter.
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

    /// The letters for use in a text, where figures cannot be drawn: `Figures` becomes `Latin`.
    #[must_use]
    pub const fn in_text(self) -> Letters {
        match self {
            Letters::Figures => Letters::Latin,
            written => written,
        }
    }

    /// Words in the river, left and right as Red sees them.
    const fn river(self) -> [&'static str; 2] {
        match self {
            Letters::Traditional => ["楚 河", "漢 界"],
            Letters::Simplified => ["楚 河", "汉 界"],
            Letters::Latin | Letters::Figures => ["", ""],
        }
    }
}

/// Labels along the edges of the board.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Default)]
pub enum Coordinates {
    /// No labels.
    None,
    /// File numbers as in Chinese notation, from each player's right: 九 to 一 for Red, 1 to 9
    /// for Black.
    #[default]
    Chinese,
    /// File numbers in figures for both players, as in WXF.
    Figures,
    /// Files a to i and ranks 0 to 9, from Red's left.
    Iccs,
}

/// Colours of a [`Diagram`].
#[derive(Debug, Copy, Clone, PartialEq, Eq, Default)]
pub enum Theme {
    /// Light or dark, as the viewer's system prefers.
    #[default]
    Auto,
    /// Wood and ivory.
    Light,
    /// For a dark page.
    Dark,
    /// Black on white, for paper: Red's pieces are filled, Black's are outlined.
    Print,
}

/// A board and everything drawn on it.
#[derive(Debug, Clone)]
pub struct Diagram<'p> {
    /// The pieces on their points.
    pub position: &'p Position,
    /// Letters of the pieces.
    pub letters: Letters,
    /// Labels along the edges.
    pub coordinates: Coordinates,
    /// Colours.
    pub theme: Theme,
    /// Whether Black sits below.
    pub is_flipped: bool,
    /// The last move: both of its points are marked.
    pub last: Option<Move>,
    /// Points a piece may go to: an empty one gets a dot, an occupied one a ring.
    pub targets: Vec<Square>,
    /// Arrows between the middles of two points, drawn above the pieces.
    pub arrows: Vec<Move>,
    /// Text that a screen reader says; the FEN if None.
    pub title: Option<String>,
}

/// Radius of a piece.
const PIECE: i32 = 44;

/// Red's file numbers, counted from Red's right.
const HANZI: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// Distance from the left edge of the picture to the first file.
const LEFT: i32 = 100;
/// Distance from the upper edge of the picture to the first rank.
const TOP: i32 = 100;
/// Width and height of the picture.
const SIZE: (i32, i32) = (2 * LEFT + 800, 2 * TOP + 900);

impl<'p> Diagram<'p> {
    /// A diagram with Red below, traditional letters, Chinese coordinates and no marks.
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

    /// Middle of a point, as distances from the left and the upper edge.
    fn middle(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        let (column, row) = if self.is_flipped { (8 - file, rank) } else { (file, 9 - rank) };
        (LEFT + 100 * column, TOP + 100 * row)
    }

    /// Renders the SVG. Its unit is a hundredth of the distance between two points; it has no fixed
    /// size.
    pub fn to_svg(&self) -> String {
        let mut svg = String::with_capacity(12 << 10);
        let (width, height) = SIZE;
        let title = self.title.clone().unwrap_or_else(|| self.position.to_fen());
        let title = escaped(&title);
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{title}\"><title>{title}</title><style>{}</style>\
         <rect class=\"wood\" width=\"{width}\" height=\"{height}\" rx=\"12\"/>\
         <path class=\"line\" d=\"{}\"/><path class=\"line\" d=\"{}\"/>\
         <rect class=\"line frame\" x=\"{}\" y=\"{}\" width=\"820\" height=\"920\"/>",
            style(self.theme),
            lines(),
            marks(),
            LEFT - 10,
            TOP - 10,
        );
        self.river(&mut svg);
        self.coordinates(&mut svg);
        self.last_move(&mut svg);
        self.pieces(&mut svg);
        self.targets(&mut svg);
        for &arrow in &self.arrows {
            self.arrow(arrow, &mut svg);
        }
        svg.push_str("</svg>");
        svg
    }

    fn river(&self, svg: &mut String) {
        let [mut left, mut right] = self.letters.river();
        if self.is_flipped {
            (left, right) = (right, left);
        }
        for (x, words) in [(LEFT + 200, left), (LEFT + 600, right)] {
            if !words.is_empty() {
                text(svg, "river", (x, TOP + 450), words);
            }
        }
    }

    fn coordinates(&self, svg: &mut String) {
        let (below, above) = (SIZE.1 - 32, 32);
        let (red, black) = if self.is_flipped { (above, below) } else { (below, above) };
        for file in 0..9u8 {
            let Some(square) = Square::at(file, 0) else { continue };
            let (x, _) = self.middle(square);
            let number = usize::from(9 - file);
            let figure = |number: usize| number.to_string();
            let (of_red, of_black) = match self.coordinates {
                Coordinates::None => return,
                Coordinates::Chinese => (HANZI[number - 1].to_owned(), figure(10 - number)),
                Coordinates::Figures => (figure(number), figure(10 - number)),
                Coordinates::Iccs => (char::from(b'a' + file).to_string(), String::new()),
            };
            text(svg, "edge", (x, red), &of_red);
            text(svg, "edge", (x, black), &of_black);
        }
        if self.coordinates == Coordinates::Iccs {
            for rank in 0..10 {
                let Some(square) = Square::at(0, rank) else { continue };
                let (_, y) = self.middle(square);
                text(svg, "edge", (32, y), &rank.to_string());
            }
        }
    }

    fn last_move(&self, svg: &mut String) {
        let Some(mv) = self.last else { return };
        for square in [mv.from, mv.to] {
            let (x, y) = self.middle(square);
            let _ = write!(
                svg,
                "<rect class=\"last\" x=\"{}\" y=\"{}\" width=\"96\" height=\"96\" rx=\"10\"/>",
                x - 48,
                y - 48
            );
        }
    }

    fn pieces(&self, svg: &mut String) {
        let position = self.position;
        let checked = position.is_check().then(|| position.king(position.side())).flatten();
        for (square, piece) in position.board().pieces() {
            let (x, y) = self.middle(square);
            let side = match piece.side() {
                Side::Red => "red",
                Side::Black => "black",
            };
            let check = if checked == Some(square) { " check" } else { "" };
            let _ = write!(
                svg,
                "<g class=\"piece {side}{check}\" data-square=\"{square}\">\
             <circle class=\"disc\" cx=\"{x}\" cy=\"{y}\" r=\"{PIECE}\"/>\
             <circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>",
                PIECE - 7
            );
            match self.letters {
                Letters::Figures => {
                    let outline = outline(piece.kind());
                    let place = format!("translate({x} {y})");
                    let _ = write!(
                        svg,
                        "<path class=\"letter\" transform=\"{place}\" d=\"{outline}\"/>"
                    );
                }
                Letters::Latin => text(svg, "letter latin", (x, y), self.letters.of(piece)),
                _ => text(svg, "letter", (x, y), self.letters.of(piece)),
            }
            svg.push_str("</g>");
        }
    }

    fn targets(&self, svg: &mut String) {
        for &square in &self.targets {
            let (x, y) = self.middle(square);
            let (class, radius) = match self.position.piece_at(square) {
                Some(_) => ("taken", PIECE + 3),
                None => ("target", 14),
            };
            let _ = write!(svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
        }
    }

    fn arrow(&self, arrow: Move, svg: &mut String) {
        let (from, to) = (self.middle(arrow.from), self.middle(arrow.to));
        let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let length = dx.hypot(dy);
        if length == 0.0 {
            return;
        }
        let (half, head) = (9.0, 37.4);
        // Point `along` the arrow and `across` it.
        let at = |along: f64, across: f64| {
            let x = f64::from(from.0) + (dx * along - dy * across) / length;
            let y = f64::from(from.1) + (dy * along + dx * across) / length;
            format!("{x:.0},{y:.0}")
        };
        let neck = length - head;
        let corners = [
            at(20.0, half),
            at(neck, half),
            at(neck, head / 1.6),
            at(length, 0.0),
            at(neck, -head / 1.6),
            at(neck, -half),
            at(20.0, -half),
        ];
        let _ = write!(svg, "<polygon class=\"arrow\" points=\"{}\"/>", corners.join(" "));
    }
}

fn text(svg: &mut String, class: &str, (x, y): (i32, i32), words: &str) {
    if !words.is_empty() {
        let words = escaped(words);
        let _ =
            write!(svg, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" dy=\".36em\">{words}</text>");
    }
}

/// Escapes text for XML; leaves out characters that XML cannot hold.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

/// Placeholders for colours in `style.css`, and their colours by theme. Every picture spells them
/// out: converters to pixels do not know CSS variables.
const COLOURS: [&str; 6] = ["$wood", "$line", "$disc", "$red", "$black", "$mark"];
const LIGHT: [&str; 6] = ["#f2deb5", "#6b4a1f", "#fff7e3", "#b3150f", "#1b1b1b", "#2a7d3f"];
const DARK: [&str; 6] = ["#2b2621", "#a58d63", "#efe3c8", "#a8120c", "#161616", "#4fb06a"];
const PRINT: [&str; 6] = ["#fff", "#000", "#fff", "#000", "#000", "#777"];
/// Rules for print, where Red's pieces are filled and Black's are not.
const FILLED: &str = ".red .disc{fill:#000}.red .ring{stroke:#fff}.red .letter{fill:#fff}";

fn style(theme: Theme) -> String {
    let rules = |has_colour| -> String {
        let rules = include_str!("style.css").lines().skip(1);
        rules.filter(|rule| rule.contains('$') == has_colour).collect()
    };
    let coloured = |colours| {
        let pairs = COLOURS.iter().zip(colours);
        pairs.fold(rules(true), |style, (name, colour)| style.replace(name, colour))
    };
    rules(false)
        + &match theme {
            Theme::Light => coloured(LIGHT),
            Theme::Dark => coloured(DARK),
            Theme::Print => coloured(PRINT) + FILLED,
            Theme::Auto => {
                let dark = coloured(DARK);
                format!("{}@media(prefers-color-scheme:dark){{{dark}}}", coloured(LIGHT))
            }
        }
}

/// SVG path of all lines of the board.
fn lines() -> String {
    let mut path = String::new();
    let mut line = |x: i32, y: i32, to: &str, length: i32| {
        let _ = write!(path, "M{} {}{to}{length}", LEFT + x, TOP + y);
    };
    for row in 0..10 {
        line(0, 100 * row, "h", 800);
    }
    for column in 0..9 {
        // Only the outermost files go through the river.
        match column {
            0 | 8 => line(100 * column, 0, "v", 900),
            _ => {
                line(100 * column, 0, "v", 400);
                line(100 * column, 500, "v", 400);
            }
        }
    }
    for top in [0, 700] {
        let _ = write!(
            path,
            "M{} {}l200 200M{} {}l-200 200",
            LEFT + 300,
            TOP + top,
            LEFT + 500,
            TOP + top
        );
    }
    path
}

/// SVG path of the marks of cannons and pawns: four corners around a point, two at the edge.
fn marks() -> String {
    /// Distance from the point to a corner, and length of the corner's arms.
    const GAP: i32 = 9;
    const ARM: i32 = 17;
    let mut path = String::new();
    let cannons = [(1, 2), (7, 2), (1, 7), (7, 7)];
    let pawns =
        [3, 6].into_iter().flat_map(|row| (0..9).step_by(2).map(move |column| (column, row)));
    // Columns count from the left, rows from above.
    for (column, row) in cannons.into_iter().chain(pawns) {
        for side in [-1, 1] {
            if !(0..9).contains(&(column + side)) {
                continue;
            }
            for above in [-1, 1] {
                let x = LEFT + 100 * column + side * GAP;
                let y = TOP + 100 * row + above * GAP;
                let _ = write!(path, "M{} {y}h{}v{}", x + side * ARM, -side * ARM, above * ARM);
            }
        }
    }
    path
}

/// SVG path of a kind's figure.
fn outline(kind: PieceKind) -> &'static str {
    let mut outlines = include_str!("figures.txt").lines().filter(|line| !line.starts_with('#'));
    outlines.nth(kind as usize).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    /// Names of the elements, in order; fails when the picture is no XML.
    fn elements(svg: &str) -> Vec<String> {
        let mut reader = quick_xml::Reader::from_str(svg);
        let mut names = Vec::new();
        loop {
            match reader.read_event().unwrap() {
                quick_xml::events::Event::Eof => return names,
                quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag) => {
                    names.push(tag.name().as_ref().to_owned());
                }
                _ => {}
            }
        }
    }

    #[test]
    fn every_piece_is_drawn_where_it_stands() {
        let start = Position::start();
        let svg = Diagram::new(&start).to_svg();
        assert_eq!(elements(&svg).iter().filter(|name| *name == "g").count(), 32);
        let rook = "data-square=\"a0\"><circle class=\"disc\" cx=\"100\" cy=\"1000\"";
        assert!(svg.contains(rook), "{svg}");
        let flipped = Diagram { is_flipped: true, ..Diagram::new(&start) }.to_svg();
        let rook = "data-square=\"a0\"><circle class=\"disc\" cx=\"900\" cy=\"100\"";
        assert!(flipped.contains(rook), "{flipped}");
    }

    #[test]
    fn figures_need_no_font() {
        let start = Position::start();
        let (letters, coordinates) = (Letters::Figures, Coordinates::None);
        let svg = Diagram { letters, coordinates, ..Diagram::new(&start) }.to_svg();
        let names = elements(&svg);
        assert!(!names.contains(&"text".to_owned()), "{svg}");
        assert_eq!(svg.matches("<path class=\"letter\"").count(), 32);
        let of = |kind: PieceKind| svg.matches(outline(kind)).count();
        assert_eq!(PieceKind::ALL.map(of), [2, 4, 4, 4, 4, 4, 10]);
    }

    #[test]
    fn whatever_a_title_holds_the_picture_is_xml() {
        let start = Position::start();
        for title in ["<script>alert(1)</script>", "a \" b & c", "\u{0}\u{1b}[31m\u{202e}"] {
            let title = Some(title.to_owned());
            let svg = Diagram { title, ..Diagram::new(&start) }.to_svg();
            assert!(!elements(&svg).contains(&"script".to_owned()), "{svg}");
        }
    }

    #[test]
    fn marks_are_drawn() {
        let position = Position::from_fen("3k5/9/9/9/9/9/9/9/3R5/4K4 b").unwrap();
        let (last, targets, arrows) = (Some(mv("e1d1")), vec![mv("d9e9").to], vec![mv("d9e9")]);
        let svg = Diagram { last, targets, arrows, ..Diagram::new(&position) }.to_svg();
        let count = |part: &str| svg.matches(part).count();
        assert_eq!(count("<rect class=\"last\""), 2);
        assert_eq!(count("<circle class=\"target\""), 1);
        assert_eq!(count("<polygon"), 1);
        assert_eq!(count("piece black check"), 1, "the king is in check");
    }

    #[test]
    fn coordinates_follow_the_players() {
        let start = Position::start();
        let at = |svg: &str, words: &str| {
            let at = svg.find(&format!(">{words}</text>")).unwrap();
            let x = svg[..at].rfind("x=\"").unwrap();
            svg[x + 3..].split('"').next().unwrap().parse::<i32>().unwrap()
        };
        let svg = Diagram::new(&start).to_svg();
        assert_eq!(at(&svg, "九"), 100);
        assert_eq!(at(&svg, "1"), 100);
        let svg = Diagram { is_flipped: true, ..Diagram::new(&start) }.to_svg();
        assert_eq!(at(&svg, "九"), 900);
        let with = |coordinates| Diagram { coordinates, ..Diagram::new(&start) }.to_svg();
        assert_eq!(at(&with(Coordinates::Iccs), "i"), 900);
        let svg = with(Coordinates::None);
        assert!(!svg.contains("class=\"edge\""));
    }

    #[test]
    fn every_line_is_there() {
        let path = lines();
        assert_eq!(path.matches('h').count(), 10, "ranks");
        assert_eq!(path.matches("v900").count(), 2, "files at the edges");
        assert_eq!(path.matches("v400").count(), 14, "files cut by the river");
        assert_eq!(path.matches('l').count(), 4, "diagonals of two palaces");
    }

    #[test]
    fn marks_do_not_leave_the_board() {
        // Ten points have four corners, the four at the edges two.
        assert_eq!(marks().matches('M').count(), 10 * 4 + 4 * 2);
    }
}
