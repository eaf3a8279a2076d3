//! Texts in which games of several formats stand side by side: a page with DhtmlXQ games and PGN, a
//! collection of all that a forum holds.
//!
//! A mark counts where a game of its format can begin, not wherever it is named: inside a comment
//! or a field of another format it is text. So a text is divided into stretches, one format each,
//! and every stretch is read by its own reader.

use super::pgn::{self, is_tag_line};
use super::{Format, Input, Sink, dhjhtmlxq, dhtmlxq, headed};
use crate::text::{decode, detect};
use std::ops::ControlFlow;

/// A part of a text that one format claims, up to where the next begins.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stretch {
    pub(super) format: &'static Format,
    /// Where it begins.
    pub(super) at: usize,
    /// How many games begin in it.
    pub(super) games: usize,
}

/// Whether games of this format can stand among others.
pub(super) fn is_one_of_many(format: &Format) -> bool {
    [&pgn::FORMAT, &dhtmlxq::FORMAT, &dhjhtmlxq::FORMAT, &headed::WXF].contains(&format)
}

/// Whether marks of more than one of the formats stand in these bytes, wherever that is.
pub(super) fn may_be_mixed(bytes: &[u8]) -> bool {
    let has_pgn = pgn::FORMAT.boundary.is_some_and(|find| find(bytes, 0).is_some());
    let (mut has_dhtmlxq, mut has_dhj) = (false, false);
    for x in memchr::memchr2_iter(b'x', b'X', bytes) {
        let word = x.checked_sub(5).and_then(|from| bytes.get(from..x + 2));
        if word.is_some_and(|word| word[1..].eq_ignore_ascii_case(b"htmlxq")) {
            let is_dhj = word.is_some_and(|word| word[0].eq_ignore_ascii_case(&b'j'));
            has_dhj |= is_dhj;
            has_dhtmlxq |= !is_dhj;
        }
    }
    let has_wxf = memchr::memmem::find(bytes, b"START{").is_some();
    [has_pgn, has_dhtmlxq, has_dhj, has_wxf].into_iter().filter(|has| *has).count() > 1
}

/// Reads every stretch with its own reader.
pub(super) fn read(format: &Format, input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let encoding = input.encoding.unwrap_or_else(|| detect(input.bytes));
    let decoded = decode(input.bytes, encoding);
    let stretches = stretches(&decoded.text);
    if stretches.iter().all(|stretch| stretch.format == format) {
        return (format.read)(input, sink);
    }
    let mut from = 0;
    for (index, stretch) in stretches.iter().enumerate() {
        let end = stretches.get(index + 1);
        let end = end.map_or(input.bytes.len(), |next| decoded.source_offset(next.at) as usize);
        let part = Input {
            bytes: &input.bytes[from..end],
            base: input.base + from as u64,
            encoding: Some(encoding),
            ..*input
        };
        (stretch.format.read)(&part, sink)?;
        from = end;
    }
    ControlFlow::Continue(())
}

/// The format of most games; the one that comes first among equals.
pub(super) fn main_format(text: &str) -> Option<&'static Format> {
    let stretches = stretches(text);
    let games = |format: &Format| -> usize {
        stretches.iter().filter(|other| other.format == format).map(|other| other.games).sum()
    };
    let mut best: Option<&Stretch> = None;
    for stretch in &stretches {
        if best.is_none_or(|known| games(stretch.format) > games(known.format)) {
            best = Some(stretch);
        }
    }
    best.map(|stretch| stretch.format)
}

/// The stretches of a text, in order.
pub(super) fn stretches(text: &str) -> Vec<Stretch> {
    let mut divider = Divider { found: Vec::new(), is_open: false };
    let mut at = 0;
    let mut is_section = false;
    for line in text.split_inclusive('\n') {
        let is_tag = is_tag_line(line.as_bytes()) && !divider.is_inside_field();
        if is_tag {
            divider.game(&pgn::FORMAT, at, !is_section);
            divider.is_open = false;
        } else {
            divider.line(line, at);
        }
        is_section = is_tag || is_section && line.trim().is_empty();
        at += line.len();
    }
    divider.found
}

struct Divider {
    found: Vec<Stretch>,
    /// A comment is open in PGN, a field in DhtmlXQ, the moves in WXF: marks of others are text.
    is_open: bool,
}

impl Divider {
    fn format(&self) -> Option<&'static Format> {
        self.found.last().map(|stretch| stretch.format)
    }

    fn is_inside_field(&self) -> bool {
        self.is_open && self.format().is_some_and(|format| *format != pgn::FORMAT)
    }

    /// A mark of this format stands here, and perhaps a game begins with it.
    fn game(&mut self, format: &'static Format, at: usize, begins: bool) {
        match self.found.last_mut() {
            Some(last) if last.format == format => last.games += usize::from(begins),
            _ => self.found.push(Stretch { format, at, games: usize::from(begins) }),
        }
    }

    fn line(&mut self, line: &str, at: usize) {
        let is_heading = line.starts_with("FORMAT\t") || line.starts_with("FORMAT ");
        let moves = line.find("START{").filter(|open| line[..*open].trim().is_empty());
        if !self.is_open && (is_heading || moves.is_some()) {
            self.game(&headed::WXF, at, moves.is_some());
        }
        let is_pgn = self.format() == Some(&pgn::FORMAT);
        let is_wxf = self.format() == Some(&headed::WXF);
        for (offset, sign) in line.match_indices(['{', '}', '[', ';']) {
            match sign {
                "{" | "}" if is_pgn || is_wxf => self.is_open = sign == "{",
                ";" if is_pgn && !self.is_open => return,
                "[" => self.mark(&line[offset..], at + offset),
                _ => {}
            }
        }
    }

    /// What begins with a bracket may be a mark of DhtmlXQ or DHJHtmlXQ.
    fn mark(&mut self, text: &str, at: usize) {
        for (format, word) in [(&dhtmlxq::FORMAT, "[dhtmlxq"), (&dhjhtmlxq::FORMAT, "[dhjhtmlxq")] {
            let is_inside = self.format() == Some(format);
            if is_inside && is_closing(text, word) {
                self.is_open = false;
            }
            let Some(name) = name(text, word) else { continue };
            if is_inside || !self.is_open {
                self.game(format, at, matches!(name, "_movelist" | "_34"));
                self.is_open = !name.is_empty();
            }
        }
    }
}

/// What stands between the word of a mark and its closing bracket.
fn name<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(word.len())?;
    let (name, _) = rest.split_once(']')?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (head.eq_ignore_ascii_case(word) && name.len() < 40 && name.bytes().all(is_name))
        .then_some(name)
}

fn is_closing(text: &str, word: &str) -> bool {
    let inner = text[1..].strip_prefix('\\').unwrap_or(&text[1..]);
    let inner = inner.strip_prefix('/').and_then(|inner| inner.get(..word.len() - 1));
    inner.is_some_and(|inner| inner.eq_ignore_ascii_case(&word[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{Keep, Kept};
    use crate::format::{Fit, Sample, identify};

    const PGN: &str = "[Event \"a\"]\n1. 炮二平五 {b} *\n\n";
    const DHTMLXQ: &str = "<p>[DhtmlXQ][DhtmlXQ_red]a[/DhtmlXQ_red]\n\
        [DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]</p>\n";
    const DHJ: &str = "[DHJHtmlXQ]\n[DHJHtmlXQ_34]7242[/DHJHtmlXQ_34]\n[/DHJHtmlXQ]\n";
    const WXF: &str = "FORMAT\tWXF\nRED\ta\nSTART{\n1. C2=5 H8+7\n}END\n";

    fn identified(text: &str, name: &str) -> &'static str {
        let len = text.len() as u64;
        let sample = Sample { head: text.as_bytes(), text, name, len };
        identify(&sample).map_or("none", |format| format.name)
    }

    fn read_all(text: &str) -> Vec<String> {
        let format = crate::format::by_name(identified(text, "a.txt")).unwrap();
        let mut sink = Keep::default();
        let bytes = text.as_bytes();
        let input = Input { bytes, base: 0, name: "a.txt", encoding: None, any_word: false };
        let _ = crate::format::read(format, &input, &mut sink);
        assert_eq!(sink.damage, [] as [&str; 0]);
        sink.records.iter().map(Kept::moves).collect()
    }

    #[test]
    fn a_mark_in_a_comment_is_text() {
        for mark in [
            "[DhtmlXQ_",
            "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]",
            "[DHJHtmlXQ]",
            "START{ }END",
            "<?xml version=\"1.0\"?><ChineseChessRecord>",
            "<n version=\"1\" />",
        ] {
            let text = PGN.repeat(30) + &PGN.replace('b', mark) + &PGN.repeat(29);
            for name in ["a.pgn", "a.html", "a.txt", "a.pfc"] {
                assert_eq!(identified(&text, name), "pgn", "{mark} in {name}");
            }
            assert_eq!(read_all(&text), ["-1:炮二平五"; 60], "{mark}");
        }
    }

    #[test]
    fn a_page_is_no_xml_document_of_another_kind() {
        for head in ["<html><n version=\"1\">", "<!DOCTYPE html>\n<html><n a=\"\">"] {
            assert_eq!(identified(&(head.to_owned() + DHTMLXQ), "a.pfc"), "dhtmlxq");
        }
    }

    #[test]
    fn every_format_is_read_where_it_stands() {
        let pieces = [
            (PGN, "-1:炮二平五"),
            (DHTMLXQ, "-1:h2e2 0:h9g7"),
            (DHJ, "-1:h2e2"),
            (WXF, "-1:C2=5 0:H8+7"),
        ];
        for (first, first_moves) in pieces {
            assert_eq!(read_all(first), [first_moves], "{first}");
            for (second, second_moves) in pieces {
                let text = [first, second, first].concat();
                assert_eq!(read_all(&text), [first_moves, second_moves, first_moves], "{text}");
            }
        }
        assert_eq!(identified(&[DHTMLXQ, PGN, PGN].concat(), "a.html"), "pgn");
        assert_eq!(identified(&[PGN, DHTMLXQ, DHTMLXQ].concat(), "a.pgn"), "dhtmlxq");
    }

    #[test]
    fn sniffing_says_what_it_saw() {
        let text = [PGN, PGN, DHTMLXQ].concat();
        let len = text.len() as u64;
        let sample = Sample { head: text.as_bytes(), text: &text, name: "a.html", len };
        let seen: Vec<_> = crate::format::claims(&sample)
            .into_iter()
            .map(|claim| (claim.format.name, claim.fit, claim.games))
            .collect();
        assert!(seen.contains(&("pgn", Fit::Likely, Some(2))), "{seen:?}");
        assert!(seen.contains(&("dhtmlxq", Fit::Certain, Some(1))), "{seen:?}");
    }

    #[test]
    fn tags_in_a_field_are_text() {
        let text = DHTMLXQ.replace("]a[", "]a\n[Event \"x\"]\n[");
        assert_eq!(read_all(&text), ["-1:h2e2 0:h9g7"]);
    }
}
