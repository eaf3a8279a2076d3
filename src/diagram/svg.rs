//! The drawing itself, from the board up: lines, palaces and the marks where cannons and pawns begin,
//! marks of the last move, pieces, targets, arrows.

use super::{Arrow, Coordinates, Diagram, Letters, Theme};
use crate::xiangqi::{PieceKind, Side, Square};
use std::fmt::Write as _;

/// Radius of a piece.
const PIECE: i32 = 44;

/// Characters of both scripts on usual systems.
const FONTS: &str = "'Noto Serif CJK SC','Source Han Serif SC','Songti SC','Kaiti SC',KaiTi,SimSun,\
                     'AR PL UKai CN','WenQuanYi Zen Hei',serif";

/// Red's numbers of the files, from Red's right.
const HANZI: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// From the left edge of the picture to the first file.
pub(super) const LEFT: i32 = 100;
/// From the upper edge of the picture to the first rank.
pub(super) const TOP: i32 = 100;
/// Width and height of the picture.
const SIZE: (i32, i32) = (2 * LEFT + 800, 2 * TOP + 900);

pub(super) fn draw(diagram: &Diagram<'_>) -> String {
    let mut svg = String::with_capacity(12 << 10);
    let (width, height) = SIZE;
    let title = diagram.title.clone().unwrap_or_else(|| diagram.position.to_fen());
    let title = escaped(&title);
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{title}\"><title>{title}</title><style>{}</style>\
         <rect class=\"wood\" width=\"{width}\" height=\"{height}\" rx=\"12\"/>\
         <path class=\"line\" d=\"{}\"/><path class=\"line\" d=\"{}\"/>\
         <rect class=\"line frame\" x=\"{}\" y=\"{}\" width=\"820\" height=\"920\"/>",
        style(diagram.theme),
        lines(),
        marks(),
        LEFT - 10,
        TOP - 10,
    );
    river(diagram, &mut svg);
    coordinates(diagram, &mut svg);
    last_move(diagram, &mut svg);
    pieces(diagram, &mut svg);
    targets(diagram, &mut svg);
    for arrow in &diagram.arrows {
        draw_arrow(diagram, arrow, &mut svg);
    }
    svg.push_str("</svg>");
    svg
}

fn river(diagram: &Diagram<'_>, svg: &mut String) {
    let [mut left, mut right] = diagram.letters.river();
    if diagram.is_flipped {
        (left, right) = (right, left);
    }
    for (x, words) in [(LEFT + 200, left), (LEFT + 600, right)] {
        if !words.is_empty() {
            text(svg, "river", (x, TOP + 450), words);
        }
    }
}

fn coordinates(diagram: &Diagram<'_>, svg: &mut String) {
    let (below, above) = (SIZE.1 - 32, 32);
    let (red, black) = if diagram.is_flipped { (above, below) } else { (below, above) };
    for file in 0..9u8 {
        let Some(square) = Square::at(file, 0) else { continue };
        let (x, _) = diagram.middle(square);
        let number = usize::from(9 - file);
        let figure = |number: usize| number.to_string();
        let (of_red, of_black) = match diagram.coordinates {
            Coordinates::None => return,
            Coordinates::Chinese => (HANZI[number - 1].to_owned(), figure(10 - number)),
            Coordinates::Figures => (figure(number), figure(10 - number)),
            Coordinates::Iccs => (char::from(b'a' + file).to_string(), String::new()),
        };
        text(svg, "edge", (x, red), &of_red);
        text(svg, "edge", (x, black), &of_black);
    }
    if diagram.coordinates == Coordinates::Iccs {
        for rank in 0..10 {
            let Some(square) = Square::at(0, rank) else { continue };
            let (_, y) = diagram.middle(square);
            text(svg, "edge", (32, y), &rank.to_string());
        }
    }
}

fn last_move(diagram: &Diagram<'_>, svg: &mut String) {
    let Some(mv) = diagram.last else { return };
    for square in [mv.from, mv.to] {
        let (x, y) = diagram.middle(square);
        let _ = write!(
            svg,
            "<rect class=\"last\" x=\"{}\" y=\"{}\" width=\"96\" height=\"96\" rx=\"10\"/>",
            x - 48,
            y - 48
        );
    }
}

fn pieces(diagram: &Diagram<'_>, svg: &mut String) {
    let position = diagram.position;
    let checked = position.is_check().then(|| position.king(position.side())).flatten();
    for (square, piece) in position.board().pieces() {
        let (x, y) = diagram.middle(square);
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
        match diagram.letters {
            Letters::Figures => {
                let outline = outline(piece.kind());
                let place = format!("translate({x} {y})");
                let _ =
                    write!(svg, "<path class=\"letter\" transform=\"{place}\" d=\"{outline}\"/>");
            }
            Letters::Latin => text(svg, "letter latin", (x, y), diagram.letters.of(piece)),
            _ => text(svg, "letter", (x, y), diagram.letters.of(piece)),
        }
        svg.push_str("</g>");
    }
}

fn targets(diagram: &Diagram<'_>, svg: &mut String) {
    for &square in &diagram.targets {
        let (x, y) = diagram.middle(square);
        let (class, radius) = match diagram.position.piece_at(square) {
            Some(_) => ("taken", PIECE + 3),
            None => ("target", 14),
        };
        let _ = write!(svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }
}

fn draw_arrow(diagram: &Diagram<'_>, arrow: &Arrow, svg: &mut String) {
    let (from, to) = (diagram.middle(arrow.mv.from), diagram.middle(arrow.mv.to));
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy);
    if length == 0.0 {
        return;
    }
    let half = 4.0 + 10.0 * f64::from(arrow.weight.clamp(0.0, 1.0));
    let head = 2.6 * half + 14.0;
    // Along the arrow and across it.
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

fn text(svg: &mut String, class: &str, (x, y): (i32, i32), words: &str) {
    if !words.is_empty() {
        let words = escaped(words);
        let _ =
            write!(svg, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" dy=\".36em\">{words}</text>");
    }
}

/// Text as XML holds it; characters that XML cannot hold are left out.
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

struct Colours {
    wood: &'static str,
    line: &'static str,
    disc: &'static str,
    red: &'static str,
    black: &'static str,
    mark: &'static str,
}

const LIGHT: Colours = Colours {
    wood: "#f2deb5",
    line: "#6b4a1f",
    disc: "#fff7e3",
    red: "#b3150f",
    black: "#1b1b1b",
    mark: "#2a7d3f",
};

const DARK: Colours = Colours {
    wood: "#2b2621",
    line: "#a58d63",
    disc: "#efe3c8",
    red: "#a8120c",
    black: "#161616",
    mark: "#4fb06a",
};

const PRINT: Colours =
    Colours { wood: "#fff", line: "#000", disc: "#fff", red: "#000", black: "#000", mark: "#777" };

/// Sizes, and colours spelt out: variables of style sheets are unknown to programs that turn
/// pictures into pixels.
fn style(theme: Theme) -> String {
    let mut style = format!(
        ".line,.ring,.last,.taken{{fill:none}}.line{{stroke-width:2.5}}.frame{{stroke-width:5}}\
         text{{font-family:{FONTS};text-anchor:middle}}.river{{font-size:48px}}.edge{{font-size:32px}}\
         .disc{{stroke-width:3}}.ring{{stroke-width:2}}.check .disc{{stroke-width:9}}\
         .letter{{font-size:56px;font-weight:600}}.latin{{font-size:50px}}\
         .last{{stroke-width:5}}.taken{{stroke-width:6}}.arrow{{fill-opacity:.75}}"
    );
    match theme {
        Theme::Light => style.push_str(&coloured(&LIGHT)),
        Theme::Dark => style.push_str(&coloured(&DARK)),
        Theme::Print => {
            style.push_str(&coloured(&PRINT));
            // Without colour, Red's pieces are told by their filling.
            style.push_str(".red .disc{fill:#000}.red .ring{stroke:#fff}.red .letter{fill:#fff}");
        }
        Theme::Auto => {
            style.push_str(&coloured(&LIGHT));
            let _ = write!(style, "@media(prefers-color-scheme:dark){{{}}}", coloured(&DARK));
        }
    }
    style
}

fn coloured(colours: &Colours) -> String {
    let Colours { wood, line, disc, red, black, mark } = colours;
    format!(
        ".wood{{fill:{wood}}}.line{{stroke:{line}}}.river,.edge{{fill:{line}}}.disc{{fill:{disc}}}\
         .red .disc,.red .ring{{stroke:{red}}}.red .letter{{fill:{red}}}\
         .black .disc,.black .ring{{stroke:{black}}}.black .letter{{fill:{black}}}\
         .last,.taken{{stroke:{mark}}}.target,.arrow{{fill:{mark}}}"
    )
}

/// All lines of the board as one path.
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

/// The marks as one path: four corners around a point, two at the edge of the board.
fn marks() -> String {
    /// From the point to a corner, and the length of its arms.
    const GAP: i32 = 9;
    const ARM: i32 = 17;
    let mut path = String::new();
    let cannons = [(1, 2), (7, 2), (1, 7), (7, 7)];
    let pawns =
        [3, 6].into_iter().flat_map(|row| (0..9).step_by(2).map(move |column| (column, row)));
    // In columns from the left and rows from above.
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

/// Pieces as figures, for those who read neither characters nor letters: a crown, a hat with wings, an
/// elephant's and a horse's head, a wheel, a gun, a pawn.
///
/// The outline of a piece as SVG path data, around the middle of its point. Whatever is enclosed is
/// filled, but for what a path encloses the other way round.
const fn outline(kind: PieceKind) -> &'static str {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::{Move, Position};

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
        let flipped = Diagram::new(&start).flipped(true).to_svg();
        let rook = "data-square=\"a0\"><circle class=\"disc\" cx=\"900\" cy=\"100\"";
        assert!(flipped.contains(rook), "{flipped}");
    }

    #[test]
    fn figures_need_no_font() {
        let start = Position::start();
        let svg =
            Diagram::new(&start).letters(Letters::Figures).coordinates(Coordinates::None).to_svg();
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
            let svg = Diagram::new(&start).title(title).to_svg();
            assert!(!elements(&svg).contains(&"script".to_owned()), "{svg}");
        }
    }

    #[test]
    fn marks_are_drawn() {
        let position = Position::from_fen("3k5/9/9/9/9/9/9/9/3R5/4K4 b").unwrap();
        let svg = Diagram::new(&position)
            .last(mv("e1d1"))
            .targets([mv("d9e9").to])
            .arrows([Arrow { mv: mv("d9e9"), weight: 1.0 }])
            .to_svg();
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
        let svg = Diagram::new(&start).flipped(true).to_svg();
        assert_eq!(at(&svg, "九"), 900);
        let svg = Diagram::new(&start).coordinates(Coordinates::Iccs).to_svg();
        assert_eq!(at(&svg, "i"), 900);
        let svg = Diagram::new(&start).coordinates(Coordinates::None).to_svg();
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
