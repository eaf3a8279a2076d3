//! Web pages, and other texts whose games stand in markup: a move in a cell, a tag on a line that
//! `<br>` ends, a PGN in a string of a script.
//!
//! This reader turns a page into the text that a browser shows: a block is a line, a cell stands
//! behind two blanks, a reference is its character; in strings of scripts, `\n` and `\"` are the
//! characters that they mean. The lines from the first to the last that belong to a game are then
//! read as PGN or as plain text. Other text that holds moves is reported.
//!
//! `cells` puts the cells of tables in the order in which a person reads them.
//!
//! A page without markup inside its games, such as a PGN between `<pre>` and `</pre>`, is left to
//! the other readers.

mod cells;
mod markup;
mod torn;

use self::cells::{ReadRows, TableLines};
use self::markup::{Markup, escape, reference};
use super::pgn::{self, games, holds_moves, is_tag_line, names_a_tag};
use super::reason::Reason;
use super::text::{Text, in_pieces, lines_from};
use super::{FileSample, Fit, Format, Input, Sink, headings, mixed};
use crate::metadata::is_result_sign;
use crate::notation::MoveLook;
use crate::text::{hanzi_digit, is_hanzi};
use std::ops::{ControlFlow, Range};

/// Pages whose games stand in their markup.
pub(super) const FORMAT: Format = Format {
    name: "page",
    about: "Web pages with moves in their markup: tables, lists, lines",
    extensions: &["html", "htm"],
    sniff,
    read,
    ..Format::TEXT
};

fn sniff(sample: &FileSample<'_>) -> Fit {
    let text = sample.text;
    if !text.contains(['<', '&', '\\']) {
        return Fit::No;
    }
    let is_pgn = (pgn::FORMAT.sniff)(sample) != Fit::No;
    let is_plain = is_pgn || (headings::CHINESE.sniff)(sample) != Fit::No;
    let is_page = text.trim_start().starts_with('<') || sample.has_extension(FORMAT.extensions);
    if is_plain && !is_page {
        return Fit::No;
    }
    let writing = GamesShown::writing_of(text);
    let is_fuller = || !is_pgn && writing == Some(Writing::Pgn) || has_markup_in_games(text);
    match writing {
        _ if is_plain && !is_fuller() => Fit::No,
        Some(_) if is_page => Fit::Likely,
        Some(_) => Fit::Weak,
        // Moves are reported with their place.
        None => Fit::Weak.when(!is_plain && mixed::speaks_of_games(text)),
    }
}

/// Whether a page opens `<html` and does not close it.
pub(super) fn lacks_end(page: &[u8]) -> bool {
    has_markup(page, &["<html"]) && !has_markup(page, &["</html"])
}

/// Whether a page has one of these marks, in any case of letters.
fn has_markup(page: &[u8], marks: &[&str]) -> bool {
    let is_mark = |at: usize| {
        let word = |mark: &&str| page.get(at..at + mark.len());
        marks
            .iter()
            .any(|mark| word(mark).is_some_and(|it| it.eq_ignore_ascii_case(mark.as_bytes())))
    };
    memchr::memchr_iter(b'<', page).any(is_mark)
}

/// Marks that close an element of many moves. Many old pages lack all marks behind it.
const CLOSED: [&str; 9] =
    ["</table", "</ol", "</ul", "</dl", "</select", "</pre", "</textarea", "</script", "</body"];

fn read(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let (mut is_cut, mut writing, mut left) = (false, None, Vec::new());
    let text = Text::shown(input, |page| {
        let games = GamesShown::of(page);
        let len = games.shown.trim_end().len();
        let pieces = games.places.iter().filter(|(shown, _)| *shown < len);
        let behind = pieces.map(|(_, page)| *page).max().unwrap_or(0);
        is_cut = lacks_end(page.as_bytes()) && !has_markup(&page.as_bytes()[behind..], &CLOSED);
        (writing, left) = (games.writing(), games.left);
        (games.shown, games.places)
    });
    left.into_iter().for_each(|at| text.tell_left(at, sink));
    if is_cut {
        sink.damage(input.span().end, Reason::PageNotClosed.to_string());
    }
    match writing {
        Some(Writing::Pgn) => pgn::read_text(&text, input.any_word, sink),
        Some(Writing::Plain) => headings::read_plain(&text, input.any_word, sink),
        None => ControlFlow::Continue(()),
    }
}

/// Whether markup stands between the first and the last line of the games of a page.
fn has_markup_in_games(text: &str) -> bool {
    let games = &text[span_of_games(text)];
    let first = games.lines().next().unwrap_or_default();
    let from = first.find('[').filter(|_| names_a_tag(first.as_bytes())).unwrap_or(0);
    let mut places = games[from..].match_indices('<').map(|(at, _)| from + at);
    let end = places.find_map(|at| {
        let (markup, len) = Markup::of(&games[at..])?;
        (markup != Markup::Other).then_some(at + len)
    });
    end.is_some_and(|end| !span_of_games(&games[end..]).is_empty())
}

/// Range of the lines from the first to the last that belong to a game; empty if no line does.
fn span_of_games(text: &str) -> Range<usize> {
    let is_tag = |line: &str| is_tag_line(line.as_bytes()) || names_a_tag(line.as_bytes());
    let is_result = |line: &str| {
        let mut words = line.split_whitespace().peekable();
        words.peek().is_some() && words.all(is_result_sign)
    };
    let (mut span, mut has_moves) = (None, false);
    for (place, line) in lines_from(text, 0) {
        let has_move = is_tag(line) || holds_moves(line);
        let goes_on = has_move || has_moves && is_result(line);
        if goes_on || span.is_none() && headings::has_heading(line) {
            let begin = span.map_or(place.start, |span: Range<usize>| span.start);
            span = Some(begin..place.end);
        }
        has_moves |= has_move;
    }
    let Some(span) = span.filter(|_| has_moves) else { return 0..0 };
    // A comment behind the last move goes on to its brace.
    let count = |brace| text[span.clone()].matches(brace).count();
    let is_open = count('{') > count('}');
    let close = text[span.end..].find('}').filter(|_| is_open);
    span.start..close.map_or(span.end, |close| span.end + close + 1)
}

/// Offsets of elements in a page whose names end with a move, also in full width:
/// `<moveh2e2</move>`.
fn glued_moves(page: &str) -> Vec<usize> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || ('！'..='～').contains(&c);
    let ends_with_move = |at: &usize| {
        let rest = &page[*at + 1..];
        let name = &rest[..rest.find(|c| !is_of_name(c)).unwrap_or(rest.len())];
        let name = pgn::half_width(name);
        let digits = name.bytes().filter(u8::is_ascii_digit).count();
        digits > 1
            && (1..name.len()).any(|begin| {
                begin + 6 >= name.len() && MoveLook::of(&name[begin..]) == Some(MoveLook::Move)
            })
    };
    page.match_indices('<').map(|(at, _)| at).filter(ends_with_move).collect()
}

/// Smallest number of moves in a row that are a game without tags.
const LEAST_MOVES: usize = 4;

/// How the games of a page are written.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Writing {
    Pgn,
    Plain,
}

/// The games of a page as a browser shows them.
#[derive(Default)]
struct GamesShown {
    shown: String,
    /// Offset in `shown` and offset in the page of each piece of text, ascending.
    places: Vec<(usize, usize)>,
    /// Offset in `shown` of the current row of a table; blanks before it are kept.
    row: usize,
    /// Offsets in `shown` of the cells of the current row.
    cells: Vec<usize>,
    /// Rows of numbered pairs up to the current row.
    numbered: TableLines,
    /// Parts of `shown`, ascending, and the lines that take their places.
    others: Vec<(Range<usize>, TableLines)>,
    /// Offsets in the page of moves of tables that stand behind a gap and are not in `shown`.
    left: Vec<usize>,
    /// Whether the current row or cell is still empty.
    is_at_begin: bool,
    /// Whether markup that parts words stands before the next text.
    is_gap: bool,
}

impl GamesShown {
    fn of(page: &str) -> GamesShown {
        let (whole, games) = GamesShown::with_span(page);
        let shown = &whole.shown;
        let outside = [0..games.start, games.end..shown.len()];
        let left = outside.into_iter().filter_map(|range| games::left_over(shown, range));
        let left: Vec<_> = left.map(|left| in_pieces(&whole.places, left.start)).collect();
        let glued = if games.is_empty() { Vec::new() } else { glued_moves(page) };
        GamesShown { left: [&*whole.left, &left, &glued].concat(), ..whole.part(games) }
    }

    /// How the games of a page are written; what they leave out is not sought.
    fn writing_of(page: &str) -> Option<Writing> {
        let (whole, games) = GamesShown::with_span(page);
        whole.part(games).writing()
    }

    /// A page as shown, and the part of it that is games.
    fn with_span(page: &str) -> (GamesShown, Range<usize>) {
        let whole = GamesShown::of_whole(page);
        let span = span_of_games(&whole.shown);
        // A damaged move at the end of a table, or before or behind a list, is a part of it.
        let around = |at| whole.others.iter().map(|(range, _)| range).find(|it| it.contains(&at));
        let start = around(span.start).map_or(span.start, |table| table.start);
        let end = around(span.end).map_or(span.end, |table| table.end);
        let games = torn::with_torn(page, &whole.shown, &whole.places, start..end);
        (whole, games)
    }

    /// A part of the text, with its places.
    fn part(&self, part: Range<usize>) -> GamesShown {
        let mut it = GamesShown::default();
        it.copy(self, part);
        it
    }

    fn of_whole(page: &str) -> GamesShown {
        let mut it = GamesShown::default();
        let (mut at, mut is_comment) = (0, false);
        while let Some(rest) = page.get(at..).filter(|rest| !rest.is_empty()) {
            let is_sign = |byte: &u8| matches!(byte, b'<' | b'&' | b'\\' | b'-');
            let len = rest.bytes().position(|byte| is_sign(&byte)).unwrap_or(rest.len());
            it.text(at, &rest[..len]);
            at += len;
            let rest = &rest[len..];
            if rest.is_empty() {
                break;
            }
            at += if rest.starts_with("<!--") {
                is_comment = true;
                it.markup(at + 4, Markup::Block);
                4
            } else if is_comment && rest.starts_with("-->") {
                is_comment = false;
                it.markup(at + 3, Markup::Block);
                3
            } else if let Some((markup, len)) = Markup::of(rest) {
                it.markup(at + len, markup);
                len
            } else if let Some((character, len)) = reference(rest).or_else(|| escape(rest)) {
                it.text(at, &character);
                len
            } else {
                it.text(at, &rest[..1]);
                1
            };
        }
        let behind = in_pieces(&it.places, it.row).min(page.len());
        it.end_row(!has_markup(&page.as_bytes()[behind..], &CLOSED));
        it.end_numbered();
        it.arranged()
    }

    /// The text with all other lines in their places, which `others` names from then on.
    fn arranged(mut self) -> GamesShown {
        if self.others.is_empty() {
            return self;
        }
        let left = std::mem::take(&mut self.left);
        let (mut arranged, mut from) = (GamesShown { left, ..GamesShown::default() }, 0);
        for (range, lines) in std::mem::take(&mut self.others) {
            arranged.copy(&self, from..range.start);
            let start = arranged.shown.len();
            for (at, line) in lines.into_iter().enumerate() {
                arranged.shown.push_str(if at > 0 { "\n" } else { "" });
                for (at, part) in line.into_iter().enumerate() {
                    arranged.shown.push_str(if at > 0 { "  " } else { "" });
                    arranged.copy(&self, part);
                }
            }
            arranged.others.push((start..arranged.shown.len(), Vec::new()));
            from = range.end;
        }
        arranged.copy(&self, from..self.shown.len());
        arranged
    }

    /// Adds a part of another text.
    fn copy(&mut self, other: &GamesShown, part: Range<usize>) {
        let first = other.places.partition_point(|(shown, _)| *shown <= part.start);
        let places = other.places[first.saturating_sub(1)..].iter();
        for (shown, page) in places.take_while(|(shown, _)| *shown < part.end) {
            let at = part.start.max(*shown);
            self.places.push((self.shown.len() + at - part.start, page + at - shown));
        }
        self.shown.push_str(&other.shown[part]);
    }

    /// Notes the lines of a row that ends, if a person does not read it from cell to cell; `is_cut`
    /// where the page ends inside the row.
    fn end_row(&mut self, is_cut: bool) {
        let row = self.row..self.shown.len();
        let cells = std::mem::take(&mut self.cells);
        if let Some(read) = cells::unstacked(&self.shown, &cells, is_cut) {
            self.end_numbered();
            self.note(row, read);
            return;
        }
        let before = self.numbered.last().and_then(|row| row.last()).map(|pair| pair.end);
        let goes_on = before.is_some_and(|end| self.shown[end..row.start].trim().is_empty());
        let pairs = cells::pairs(&self.shown, row.clone());
        // The last cell of a row that is cut may hold half a move.
        let but_last = || {
            let last = cells.iter().rfind(|at| is_cut && **at > row.start)?;
            cells::pairs(
                &self.shown,
                row.start..row.start + self.shown[row.start..*last].trim_end().len(),
            )
        };
        let pairs = pairs.or_else(but_last).filter(|pairs| goes_on || pairs.len() > 1);
        let is_first = |pairs: &Vec<_>| cells::number(&self.shown, &pairs[0]) == 1;
        if !goes_on || pairs.as_ref().is_none_or(is_first) {
            self.end_numbered();
        }
        self.numbered.extend(pairs);
    }

    /// Notes the lines of the rows of numbered pairs, behind the last of them.
    fn end_numbered(&mut self) {
        let rows = std::mem::take(&mut self.numbered);
        if let Some((range, read)) = cells::by_columns(&self.shown, &rows) {
            self.note(range, read);
        }
    }

    fn note(&mut self, range: Range<usize>, read: ReadRows) {
        self.left.extend(read.left.map(|at| in_pieces(&self.places, at)));
        self.others.push((range, read.lines));
    }

    fn text(&mut self, at: usize, text: &str) {
        let shown = if self.is_at_begin { text.trim_start() } else { text };
        let Some(first) = shown.chars().next() else { return };
        let last = self.shown.chars().next_back().unwrap_or(' ');
        // Moves in hanzi need no blank between them, and markup may stand inside a move.
        let are_glued = first.is_alphanumeric() && last.is_alphanumeric();
        let is_in_move = is_hanzi(last) && (is_hanzi(first) || hanzi_digit(last).is_none())
            || ['进', '進', '退', '平'].contains(&first);
        if self.is_gap && are_glued && !is_in_move {
            self.shown.push(' ');
        }
        (self.is_at_begin, self.is_gap) = (false, false);
        self.places.push((self.shown.len(), at + text.len() - shown.len()));
        self.shown.push_str(shown);
    }

    /// Adds the line end or blanks for markup that ends at `end` in the page.
    fn markup(&mut self, end: usize, markup: Markup) {
        let before = match markup {
            Markup::Inline | Markup::Other => {
                self.is_gap = true;
                return;
            }
            Markup::Block if self.is_at_begin || self.shown.ends_with('\n') => return,
            Markup::Block => "\n",
            Markup::Row | Markup::Cell => {
                let kept = self.shown[self.row..].trim_end().len();
                self.shown.truncate(self.row + kept);
                let len = self.shown.len();
                self.places.truncate(self.places.partition_point(|(shown, _)| *shown < len));
                self.is_at_begin = true;
                if markup == Markup::Row && kept > 0 {
                    self.end_row(false);
                }
                match markup {
                    Markup::Row => "\n",
                    _ if kept == 0 => "",
                    _ => "  ",
                }
            }
        };
        self.places.push((self.shown.len(), end - before.len()));
        self.shown.push_str(before);
        match markup {
            Markup::Row => self.row = self.shown.len(),
            Markup::Cell => self.cells.push(self.shown.len()),
            _ => {}
        }
    }

    fn writing(&self) -> Option<Writing> {
        if pgn::FORMAT.boundary.is_some_and(|find| find(self.shown.as_bytes(), 0).is_some()) {
            return Some(Writing::Pgn);
        }
        let (first, _) = lines_from(&self.shown, 0).find(|(_, line)| holds_moves(line))?;
        let is_game = games::looks_like_moves(&self.shown[first.start..], LEAST_MOVES);
        is_game.then_some(Writing::Plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{gbk, input, keep_all};
    use crate::format::{Fit, identify};

    const MENU: &str = "<html><title>五羊杯</title><p><a href='/'>首页</a> 论坛 2004</p>\n";
    const FOOT: &str = "<p>上一局 <a href=x>返回</a> &copy; 2003 x.com</p></html>\n";

    /// The format, the moves and tags of each record, and the damage.
    fn read_page(text: &str, name: &str) -> String {
        let len = text.len() as u64;
        let sample = FileSample { head: text.as_bytes(), text, name, len };
        let Some(format) = identify(&sample) else { return "unread".to_owned() };
        let found = keep_all(format, &input(text.as_bytes(), name));
        let words = found.records.iter().map(|record| {
            let moves: Vec<&str> = record.nodes.iter().map(|(_, mv)| mv.as_str()).collect();
            format!(" | {}", [record.tags.join(" "), moves.join(" ")].join(" ").trim())
        });
        [format.name.to_owned(), words.collect(), found.damage.join(" ! ")].concat()
    }

    #[test]
    fn moves_in_markup_are_a_game() {
        let plain = "炮二平五 马8进7 马二进三 车9平8";
        let four: Vec<&str> = plain.split(' ').collect();
        let [a, b, c, d] = four[..] else { panic!() };
        let table =
            format!("<tr><td>1</td>\n<td>{a}</td>\n<td>{b}</td></tr><tr><td>2<td>{c}<td>{d}");
        for games in [
            format!("<table>{table}</table>"),
            format!("<table><tr><td><ul><li>x</ul><td><table>{table}</table></table>"),
            format!("<span>{a}</span><span>{b}</span><span>{c}</span><span>{d}</span>"),
            format!("<ol><li>{a}<li>{b}</li><li><a href=#3>{c}</a><li>{d}</ol>"),
            format!("{a}<br>{b}<BR/>{c}<br />{d}<br>"),
            format!("<div>{a}</div>\n<div>{b}</div><div>{c}</div><div>{d}</div>"),
            format!("1.&nbsp;{a}&nbsp;{b}&nbsp;2.&nbsp;{c}&nbsp;{d}"),
            format!("1.&nbsp{a}&nbsp{b}&nbsp2.&nbsp{c}&nbsp{d}"),
            format!("<p>1. {a}</p><p>1... {b}</p><p>2. {c}</p><p>2... {d}</p>"),
            format!("<dl><dt>1<dd>{a} {b}<dt>2<dd>{c} {d}</dl>"),
            format!("<select><option>=开始=<option>{a}<option>{b}<option>{c}<option>{d}</select>"),
            format!("<!-- {a} {b} {c} {d} -->"),
            format!("<p>1. <b>炮</b>二平五 &#39532;8进7 2. {c} {d}</p>"),
            format!("<p><b>炮</b>二<i>平</i>五 <b>马</b>8进7 {c} <b>车</b>9<i>平</i>8</p>"),
            format!("<TABLE><TR><TH>回合<TH>红方<TH>黑方</TR>{table}</TABLE>"),
            // Some elements have lost the sign at their end.
            format!("<table>{table}</table>").replace("<td>马", "<td马"),
            format!("<div>{a}</div><div>{b}</div><div>{c}</div><div{d}</div>"),
        ] {
            let found = read_page(&[MENU, &games, FOOT].concat(), "a.html");
            assert_eq!(found.replace("炮 二", "炮二"), format!("page | {plain}"), "{games}");
            let alone = read_page(&games, "a.txt");
            assert!(alone.starts_with("page") || alone.starts_with("cn-text"), "{games}: {alone}");
        }
        let eight = "炮二平五 马8进7 马二进三 车9平8 车一平二 卒7进1 车二进六 马2进3";
        let [a, b, c, d, e, f, g, h] = eight.split(' ').collect::<Vec<_>>()[..] else { panic!() };
        let rows = |rows: &[&[&str]]| -> String {
            let cells = |row: &&[&str]| -> String {
                row.iter().map(|cell| format!("<td>{cell}</td>")).collect()
            };
            rows.iter().map(|row| format!("<tr>{}</tr>\n", cells(row))).collect()
        };
        for table in [
            // Numbered pairs beside each other, downwards and from left to right.
            rows(&[&["1", a, b, "3", e, f], &["2", c, d, "4", g, h]]),
            rows(&[&["1", a, b, "2", c, d], &["3", e, f, "4", g, h]]),
            rows(&[
                &[&format!("1. {a} {b}"), &format!("4. {g} {h}")],
                &[&format!("2. {c} {d}")],
                &[&format!("3. {e} {f}")],
            ]),
            // Cells of several lines.
            rows(&[&["1<br>2<br>3<br>4", &[a, c, e, g].join("<br>"), &[b, d, f, h].join("<br>")]]),
            rows(&[
                &["回合", "红", "黑"],
                &[&[a, c, e, g].join("<br>"), &[b, d, f, h].join("<br>")],
            ]),
            rows(&[&[&[a, b, c, d].join("<br>"), &[e, f, g, h].join("<br>")]]),
        ] {
            let page = [MENU, "<table>", &table, "</table>", FOOT].concat();
            assert_eq!(read_page(&page, "a.html"), format!("page | {eight}"), "{table}");
        }
        let found = read_page("<i>h2e2</i><i>h9g7</i><i>h0g2</i><i>i9h9</i>", "a.txt");
        assert_eq!(found, "page | h2e2 h9g7 h0g2 i9h9");
    }

    #[test]
    fn tags_in_markup_are_tags() {
        for games in [
            "[Event \"a\"]<br>\n[Red \"b\"]<br>1. 炮二平五 马8进7<br>",
            "<p>[Event \"a\"]</p><p>[Red \"b\"]</p>\n<p>1. 炮二平五 马8进7 *</p>",
            "<pre>\n[Event &quot;a&quot;]\n[Red &quot;b&quot;]\n\n1. 炮二平五 马8进7\n</pre>",
            "<script>x = '[Event \\\"a\\\"]\\n[Red \\\"b\\\"]\\n\\n1. \\u70ae二平五 马8进7\\n';</script>",
        ] {
            let found = read_page(&[MENU, games, FOOT].concat(), "a.html");
            let found = found.trim_end_matches(" ';").to_owned();
            assert_eq!(found, "page | Event=a Red=b 炮二平五 马8进7", "{games}");
        }
        let heads = "<tr><td>红方：</td><td>胡荣华</td><td>黑方：</td><td>柳大华</td></tr>";
        let games = [heads, "<tr><td>炮二平五<td>马8进7<tr><td>马二进三<td>车9平8"].concat();
        let found = read_page(&[MENU, &games, FOOT].concat(), "a.html");
        assert_eq!(found, "page | Red=胡荣华 Black=柳大华 炮二平五 马8进7 马二进三 车9平8");
        let games = games.replace('红', "紅").replace("马", "馬");
        let found = read_page(&[MENU, &games, FOOT].concat(), "a.html");
        assert_eq!(found, "page | Red=胡荣华 Black=柳大华 炮二平五 馬8进7 馬二进三 车9平8");
        // Without markup inside the game, PGN is PGN.
        let games = "<textarea>\n[Event \"a\"]\n\n1. 炮二平五 马8进7 *\n</textarea>";
        assert!(read_page(&[MENU, games, FOOT].concat(), "a.html").starts_with("pgn | "));
    }

    #[test]
    fn what_is_in_doubt_is_told() {
        for page in [
            "<p>红方以炮二平五开局，黑方马8进7应战，以后马二进三，车9平8。</p>",
            "<a data-move=h2e2></a><a data-move=h9g7></a><a data-move=h0g2></a>",
            "<script>m = [\"炮二平五\",\"马8进7\",\"马二进三\",\"车9平8\"];</script>",
            "<p>炮二平五 马8进7</p>",
        ] {
            let found = read_page(&[MENU, page, FOOT].concat(), "a.html");
            assert_eq!(found.matches("no reader claims what stands here").count(), 1, "{found}");
            assert!(found.starts_with("pageno reader") && found.contains(&page[..9]), "{found}");
        }
        let list = "<ul><li>炮二平五<li>马8进7<li>马二进三<li>车9平8";
        for (end, is_cut) in [("", true), ("</u", true), ("</ul>", false), ("</UL><p>x", false)] {
            let found = read_page(&[MENU, list, end].concat(), "a.html");
            assert_eq!(found.ends_with(&Reason::PageNotClosed.to_string()), is_cut, "{found}");
        }
        assert_eq!(read_page(&[MENU, FOOT].concat(), "a.html"), "unread");
    }

    #[test]
    fn places_are_those_of_the_page() {
        let page =
            [MENU, "<ul><li>炮二平五<li>马8进7<li>&#39532;二进三<li>车9平8</ul>", FOOT].concat();
        let bytes = gbk(&page);
        let encoding = Some(crate::text::Encoding::Gb18030);
        let found = keep_all(&FORMAT, &Input { encoding, ..input(&bytes, "a.html") });
        let (span, moves) = &found.places[0];
        let at = |text: &str| {
            let sign = gbk(text);
            bytes.windows(sign.len()).position(|found| found == sign).unwrap() as u64
        };
        assert_eq!(span.start, at("炮二平五"));
        assert_eq!(*moves, [at("炮二平五"), at("马8进7"), at("&#39532;"), at("车9平8")]);
        assert_eq!(span.end, at("</ul>") + 5);
        // The record reaches to the move that stands last in the page, not last in the game.
        let page = "<table><tr><td>1<td>炮二平五<td>马8进7<td>3<td>车一平二<td>卒7进1\
                    <tr><td>2<td>马二进三<td>车9平8</table>";
        let found = keep_all(&FORMAT, &input(page.as_bytes(), "a.html"));
        let (span, moves) = &found.places[0];
        let sign = |text: &str| page.find(text).unwrap() as u64;
        assert_eq!((span.start, span.end), (sign("1<td>"), page.len() as u64));
        assert_eq!(moves[2..5], ["马二", "车9", "车一"].map(sign));
    }

    #[test]
    fn markup_without_end_comes_to_an_end() {
        // In quadratic time this would not come to an end.
        for piece in [
            "<a ",
            "<td>",
            "&#",
            "\\n",
            "<!--",
            "<tr>x",
            "<p>炮二平五 马8进7</p>",
            "<tr><td>2<td>炮二平五<td>9<td>马8进7",
            "<td>炮二平五<br>马8进7",
        ] {
            let text = piece.repeat(40_000);
            let sample = FileSample { head: b"", text: &text[..64 << 10], name: "a.html", len: 0 };
            assert_ne!(sniff(&sample), Fit::Certain);
            keep_all(&FORMAT, &input(text.as_bytes(), "a.html"));
        }
    }

    #[test]
    fn what_stands_behind_a_gap_of_a_table_is_reported_and_not_played() {
        let menu = "<html><body><p>首页</p>";
        for (table, left, plies) in [
            // The third of numbered pairs is missing.
            (
                "<table><tr><td>1<td>炮二平五<td>马8进7<td>4<td>马八进九<td>车1平2\
                 <tr><td>2<td>马二进三<td>车9平8</table></body></html>",
                "4<td>",
                4,
            ),
            // The page ends in the column of Black's moves.
            (
                "<table><tr><td>1<br>2<br>3<br>4<td>炮二平五<br>马二进三<br>车一平二<br>兵七进一\
                 <td>马8进7<br>车9平8",
                "兵七进一",
                5,
            ),
        ] {
            let page = [menu, table].concat();
            let found = keep_all(&FORMAT, &input(page.as_bytes(), "a.html"));
            let at = page.find(left).unwrap() as u64;
            assert!(found.damage_at.contains(&at), "{page}: {:?}", found.damage_at);
            assert_eq!(found.records[0].nodes.len(), plies, "{:?}", found.records[0]);
        }
    }
}
