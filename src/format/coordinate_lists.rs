//! Lists of games in coordinates: `id;h2e2,h9g7,…`, one game a line; and joined ICCS, one game a
//! line, with or without a second line: a placement with the side glued to it (`…w`, `…w--01`).
//!
//! Source: files of these kinds.

use super::reason::Reason;
use super::text::{self, Text, lines_from};
use super::{Fit, Format, Input, RawMove, RawRecord, RawStart, RawTree, Sink};
use crate::notation::{begins_iccs, is_joined};
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

pub(super) const LIST: Format = Format {
    name: "uci-list",
    about: "One game a line: id;h2e2,h9g7,...",
    extensions: &["txt", "csv", "uci"],
    sniff: |sample| Fit::Likely.when(split_line(first_line(sample.text)).is_some()),
    read: read_list,
    boundary: Some(text::boundary),
    ..Format::TEXT
};

pub(super) const TWO_LINES: Format = Format {
    name: "iccs-2line",
    about: "Joined ICCS on one line, the start on the next",
    extensions: &["iccs"],
    sniff: |sample| Fit::Likely.when(is_joined(first_line(sample.text))),
    read: read_two_lines,
    boundary: Some(|bytes, from| {
        let mut at = from;
        loop {
            at = text::boundary(bytes, at)?;
            if begins_iccs(&bytes[at..]) {
                return Some(at);
            }
            at += 1;
        }
    }),
    ..Format::TEXT
};

fn first_line(text: &str) -> &str {
    text.trim_start().lines().next().unwrap_or_default().trim_end()
}

/// Splits `id;h2e2,h9g7` at the semicolon; None if no coordinates follow.
fn split_line(line: &str) -> Option<(&str, &str)> {
    let (id, moves) = line.split_once(';')?;
    let first = moves.trim_start().split([',', ' ']).next()?;
    let is_id = id.len() <= 64 && !is_joined(id) && !moves.contains(';');
    (is_id && is_coordinate(first)).then_some((id, moves))
}

fn is_coordinate(word: &str) -> bool {
    let b = word.as_bytes();
    matches!(b.len(), 4..=6) && b[0].is_ascii_lowercase() && b[1].is_ascii_digit() && b[0] <= b'i'
}

fn read_list(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let text = Text::of(input);
    for (range, line) in lines_from(text.as_str(), 0) {
        let body = line.trim_end();
        if body.trim().is_empty() {
            continue;
        }
        let parts = body.split_once(';').filter(|(id, _)| !is_joined(id));
        let (id, moves) = parts.unwrap_or(("", body));
        if !moves.split([',', ' ']).any(is_coordinate) {
            sink.damage(text.span(&range).start, Reason::LineWithoutMoves.to_string());
            continue;
        }
        let words = moves.split([',', ' ']).filter(|word| !word.is_empty());
        let place = |word: &str| range.start + (word.as_ptr() as usize - line.as_ptr() as usize);
        let tree = RawTree::line(words.map(|word| (place(word), RawMove::Text(word))));
        let tags = vec![(Cow::Borrowed("Id"), Cow::Borrowed(id))];
        sink.record(RawRecord { tags, tree, ..text.record(&range) })?;
    }
    ControlFlow::Continue(())
}

fn read_two_lines(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let text = Text::of(input);
    // The latest game, whose second line may follow.
    let mut open: Option<(Range<usize>, RawStart<'_>)> = None;
    for (range, line) in lines_from(text.as_str(), 0) {
        let body = line.trim();
        match &mut open {
            Some((game, _)) if body.is_empty() => game.end = range.end,
            Some((game, start @ RawStart::Standard)) if body.contains('/') => {
                game.end = range.end;
                *start = RawStart::Fen(Cow::Owned(glued_fen(body)));
            }
            _ if body.is_empty() => {}
            _ if begins_iccs(body.as_bytes()) => {
                if let Some((game, start)) = open.replace((range, RawStart::Standard)) {
                    sink.record(joined(&text, game, start))?;
                }
            }
            _ => sink.damage(text.span(&range).start, Reason::LineWithoutMoves.to_string()),
        }
    }
    match open {
        Some((game, start)) => sink.record(joined(&text, game, start)),
        None => ControlFlow::Continue(()),
    }
}

/// Reads a game's moves from the first line of its range.
fn joined<'a>(text: &'a Text<'_>, range: Range<usize>, start: RawStart<'a>) -> RawRecord<'a> {
    let line = text.as_str()[range.clone()].lines().next().unwrap_or_default();
    let moves = line.trim();
    let offset = range.start + line.len() - line.trim_start().len();
    let mut begin = 0;
    let tree = RawTree::line(std::iter::from_fn(|| {
        // A multi-byte character stays whole in the move that it damages.
        let end = moves.ceil_char_boundary((begin + 4).min(moves.len()));
        let token = Some(&moves[begin..end]).filter(|token| !token.is_empty())?;
        Some((offset + std::mem::replace(&mut begin, end), RawMove::Text(token)))
    }));
    RawRecord { start, tree, ..text.record(&range) }
}

/// Restores the blank between placement and side.
fn glued_fen(line: &str) -> String {
    let line = line.trim();
    let row = line.rfind('/').map_or(0, |at| at + 1);
    let mut files = 0;
    for (at, c) in line[row..].char_indices() {
        files += c.to_digit(10).unwrap_or(1);
        if files >= 9 {
            let end = row + at + c.len_utf8();
            let side = line[end..].trim_start().chars().next().unwrap_or('w');
            return format!("{} {side}", &line[..end]);
        }
    }
    line.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::{Kept, cut_everywhere, keep};

    #[test]
    fn sides_are_unglued() {
        assert_eq!(glued_fen("9/9/9/9/9/9/9/9/9/4KAB1cw"), "9/9/9/9/9/9/9/9/9/4KAB1c w");
        assert_eq!(glued_fen("9/9/9/9/9/9/9/9/9/4KAB1cb--01"), "9/9/9/9/9/9/9/9/9/4KAB1c b");
        assert_eq!(glued_fen("9/9/9/9/9/9/9/9/9/4KAB1c w - - 0 1"), "9/9/9/9/9/9/9/9/9/4KAB1c w");
        assert_eq!(glued_fen("no fen"), "no fen");
    }

    #[test]
    fn lines_without_moves_are_told_and_are_no_records() {
        let found = keep(&LIST, b"id;moves\n1;h2e2,h9g7\n\n2;\n3;x,h2e2\n");
        let moves: Vec<_> = found.records.iter().map(Kept::moves).collect();
        assert_eq!(moves, ["-1:h2e2 0:h9g7", "-1:x 0:h2e2"]);
        assert_eq!(found.damage, ["a line without moves"; 2]);
    }

    #[test]
    fn joined_games_stand_one_a_line_with_or_without_a_start() {
        let fen = "9/9/9/9/9/9/9/9/9/4KAB1cw";
        let text = format!("h2e2h9g7\nh0g2\n{fen}\n\noh no\nb2e2炮9\n");
        let found = keep(&TWO_LINES, text.as_bytes());
        let games: Vec<_> =
            found.records.iter().map(|game| (game.moves(), game.start.as_str())).collect();
        let with_side = "9/9/9/9/9/9/9/9/9/4KAB1c w";
        let expected = [
            ("-1:h2e2 0:h9g7".to_owned(), "standard"),
            ("-1:h0g2".to_owned(), with_side),
            ("-1:b2e2 0:炮9".to_owned(), "standard"),
        ];
        assert_eq!(games, expected);
        assert_eq!(found.damage, ["a line without moves"]);
        assert!(!cut_everywhere(&TWO_LINES, text.as_bytes()).is_empty());
    }

    #[test]
    fn lists_are_told_apart() {
        assert!(split_line("x1;h2e2,h9g7").is_some());
        assert!(split_line("hello; world").is_none());
        assert!(is_joined("h2e2h9g7"));
        assert!(!is_joined("h2e2h9g"));
    }
}
