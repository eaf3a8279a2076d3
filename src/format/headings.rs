//! Games as text under headings: WXF files (`FORMAT WXF`, `RED name; team; rating`, `START{ ...
//! }END`), and text exports of DPXQ, XQStudio and Ourgame (`标题：...`, `红　　方：...`)
//! with moves in numbered columns.
//!
//! Source: files of these kinds.

use super::fen_lists::holds_position;
use super::fields::{fen_of, fields_of, near_names, tag_of};
use super::pgn::{self, diagram_mark, games, movetext};
use super::reason::Reason;
use super::record::Tags;
use super::text::{Text, lines_from};
use super::{FileSample, Fit, Format, Input, RawTree, Sink};
use crate::text::fold_char;
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

pub(super) const WXF: Format = Format {
    name: "wxf",
    about: "WXF text: FORMAT WXF ... START{ ... }END",
    extensions: &["wxf"],
    sniff: |sample| Fit::Certain.when(sample.text.contains("START{")),
    read: read_wxf,
    ..Format::TEXT
};

pub(super) const CHINESE: Format = Format {
    name: "cn-text",
    about: "Text exports with headings (标题：...), and plain moves",
    extensions: &["txt"],
    sniff: sniff_chinese,
    read: read_chinese,
    ..Format::TEXT
};

fn sniff_chinese(sample: &FileSample<'_>) -> Fit {
    let headings = sample.text.lines().take(60).filter(|line| has_heading(line)).count();
    if headings >= 2 { Fit::Likely } else { Fit::Weak.when(begins_game(sample.text).is_some()) }
}

/// Offset of the first game in a text without headings: its start, or behind words that are no
/// moves.
fn begins_game(text: &str) -> Option<usize> {
    let is_game = |at: &usize| games::looks_like_moves(&text[*at..], 2);
    Some(0).filter(is_game).or_else(|| games::next_game(text, 0..text.len(), true).filter(is_game))
}

/// Whether a heading stands in a line.
pub(super) fn has_heading(line: &str) -> bool {
    headings(line).next().is_some()
}

/// Headings of a line, each with its value: `比赛日期：2016年12月27日  比赛地点：`.
fn headings(line: &str) -> impl Iterator<Item = (&'static str, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(found) = line[at..].find(['：', ':']) {
            let colon = at + found;
            let value = colon + line[colon..].chars().next().map_or(1, char::len_utf8);
            let before = &line[at..colon];
            at = value;
            let Some(name) = heading(before) else { continue };
            // A value ends before the next heading.
            let rest = &line[value..];
            let next = rest.find(['：', ':']).map(|next| &rest[..next]);
            let is_heading = |next: &&str| {
                heading(next).is_some()
                    || next.split_whitespace().next_back().is_some_and(|it| heading(it).is_some())
            };
            let end = match next.filter(is_heading) {
                Some(next) if next.contains("  ") => next.rfind("  "),
                Some(next) => next.rfind(char::is_whitespace),
                None => Some(rest.len()),
            };
            let end = end.unwrap_or(0);
            at = value + end;
            return Some((name, rest[..end].trim()));
        }
        None
    })
}

/// PGN name of the heading at the end of `text`, in either script; blanks inside (`红    方`) do not
/// count.
fn heading(text: &str) -> Option<&'static str> {
    let last = text.rsplit("  ").find(|part| !part.trim().is_empty()).unwrap_or(text);
    [text, last].into_iter().find_map(|text| {
        let signs = text.chars().filter(|c| !c.is_whitespace());
        let simplified = signs.map(|c| if c.is_ascii() { c } else { fold_char(c) });
        tag_of(CHINESE.name, &simplified.collect::<String>())
    })
}

/// Tags whose values hold moves only where a line end between them was lost.
const OF_PERSONS: [&str; 6] = ["Red", "Black", "RedTeam", "BlackTeam", "Date", "Result"];

/// Places tried before the moves; real headings have under a dozen.
const MOST_TRIES: u32 = 1000;

fn read_chinese(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    read_plain(&Text::of(input), input.any_word, sink)
}

/// Reads a text that is decoded.
pub(super) fn read_plain(text: &Text<'_>, any_word: bool, sink: &mut dyn Sink) -> ControlFlow<()> {
    let whole = text.as_str();
    let mut tags: Tags<'_> = Vec::new();
    // Offsets behind the last heading, and behind the last line that is none of a game.
    let (mut headed, mut from) = (0, 0);
    // Offset at which moves were last sought, and number of attempts.
    let (mut tried, mut tries) = (None, 0);
    for (place, line) in lines_from(whole, 0) {
        // Headings behind the first move belong to other games.
        if games::next_game(whole, place.clone(), true).is_some() {
            tries += 1;
            if tries >= MOST_TRIES || games::looks_like_moves(&whole[place.start..], 2) {
                break;
            }
        }
        let is_table_head = line.contains(['红', '紅'])
            && line.contains("黑方")
            && !line.contains(['：', ':'])
            && !pgn::holds_moves(line);
        if has_heading(line) {
            tags.extend(said(line));
            (headed, from) = (place.end, place.end);
        } else if let Some((name, value)) = line.split_once(['：', ':'])
            && !tags.is_empty()
            && !near_names(name).is_empty()
        {
            tags.push((Cow::Borrowed(name.trim()), Cow::Borrowed(value.trim())));
        } else if is_table_head || line.trim().chars().all(|c| c == '-' || c == '=') {
            from = place.end;
        }
        if from == place.end || tried == Some(from) {
            continue;
        }
        (tried, tries) = (Some(from), tries + 1);
        if tries >= MOST_TRIES || games::looks_like_moves(&whole[from..], 2) {
            break;
        }
    }
    let begin = Some(from).filter(|_| any_word || !tags.is_empty());
    let first = begin.or_else(|| Some(from + begins_game(&whole[from..])?)).unwrap_or(from);
    let mut lines = lines_from(&whole[..first], 0).filter(|(_, line)| !has_heading(line));
    let values = tags.iter().filter(|(name, _)| OF_PERSONS.contains(&&**name));
    let holds_moves = |value: &str| games::left_over(value, 0..value.len()).is_some();
    let torn = values.map(|(_, value)| value).find(|value| holds_moves(value));
    if let Some(place) = torn.and_then(|value| whole.find(&**value)) {
        text.tell_unclaimed(&(place..first.max(place)), sink);
    }
    let line = lines.find(|(place, _)| games::left_over(whole, place.clone()).is_some());
    // Move 1 stands before a game that begins with move 2.
    let before = whole[headed..first].trim_end();
    let last = headed + before.rfind('\n').map_or(0, |end| end + 1)..headed + before.len();
    let next = lines_from(whole, first).next().map_or("", |(_, line)| line);
    let is_first = games::has_number_behind(next, &whole[last.clone()]);
    let left = line.map(|(place, _)| place).or_else(|| games::left_over(whole, headed..first));
    let left = left.or_else(|| is_first.then_some(last));
    left.iter().for_each(|left| text.tell_unclaimed(left, sink));
    let (mut begin, mut from) = (0, first);
    loop {
        let mut moves = movetext::read(whole, from..whole.len(), manner(&tags));
        // A number 1 begins another game with headings of its own.
        let behind = moves.end..whole.len();
        let next = games::next_game(whole, behind.clone(), true).filter(|at| *at > from);
        let between = behind.start..next.unwrap_or(behind.end);
        moves.tree.comments.splice(0..0, diagrams_before(&whole[begin..from]));
        let end = next.map_or(whole.len(), |_| between.start);
        let left = games::left_out(whole, &moves, between.end);
        let tags_of_game = std::mem::take(&mut tags);
        sink.record(moves.into_record(text, &(begin..end), tags_of_game))?;
        left.iter().for_each(|left| text.tell_unclaimed(left, sink));
        let Some(at) = next else { return ControlFlow::Continue(()) };
        (begin, from) = (end, at);
        tags.extend(whole[between].lines().flat_map(said));
    }
}

/// Marks of diagrams on lines of their own before the moves, as comments.
fn diagrams_before(text: &str) -> Vec<(u32, Cow<'_, str>)> {
    let is_mark = |line: &&str| {
        let inner = line.strip_prefix(['(', '（']).and_then(|line| line.strip_suffix([')', '）']));
        let line = inner.unwrap_or(line);
        diagram_mark(line).is_some_and(|(len, _)| len == line.len())
    };
    let lines = text.lines().map(str::trim).filter(is_mark);
    lines.map(|line| (RawTree::ROOT, Cow::Borrowed(line))).collect()
}

/// Headings of a line that have a value.
fn said(line: &str) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    let found = headings(line).filter(|(_, value)| !value.is_empty());
    found.map(|(name, value)| (Cow::Borrowed(name), Cow::Borrowed(value)))
}

fn read_wxf(input: &Input<'_>, sink: &mut dyn Sink) -> ControlFlow<()> {
    let text = Text::of(input);
    let whole = text.as_str();
    let mut from = 0;
    while let Some(found) = whole[from..].find("START{") {
        let open = from + found;
        let begin = open + "START{".len();
        let close = whole[begin..].find('}').map_or(whole.len(), |at| begin + at);
        let end = whole[close..].find('\n').map_or(whole.len(), |at| close + at + 1);
        let tags: Tags<'_> = whole[from..open].lines().flat_map(wxf_tags).collect();
        let moves = movetext::read(whole, begin..close, manner(&tags));
        let mut left: Vec<_> = games::left_over(whole, from..open).into_iter().collect();
        left.extend(torn_headings(&whole[..open], from));
        left.extend(games::left_out(whole, &moves, close));
        // A damaged move may have become the mark at the end.
        let behind = whole[close..end].trim_start_matches('}').trim();
        left.extend((!behind.is_empty() && !behind.starts_with("END")).then_some(close..end));
        sink.record(moves.into_record(&text, &(from..end), tags))?;
        if close == whole.len() {
            text.tell(close, Reason::MarkWithoutEnd("START{".to_owned()), sink);
        }
        left.iter().for_each(|left| text.tell_unclaimed(left, sink));
        from = end;
    }
    ControlFlow::Continue(())
}

/// Lines from `from` on that stand among headings and are none, are two, or hold a position.
fn torn_headings(text: &str, from: usize) -> impl Iterator<Item = Range<usize>> {
    let mut is_behind_heading = false;
    lines_from(text, from).filter_map(move |(place, line)| {
        let name = line.split_whitespace().next()?;
        let is_heading = tag_of(WXF.name, name).is_some();
        is_behind_heading |= is_heading;
        let is_name = is_behind_heading && name.starts_with(char::is_alphanumeric);
        let is_torn = is_name || !near_names(name).is_empty() || holds_position(line);
        let is_joined = line.split('\t').rev().skip(1).any(|part| {
            fields_of(WXF.name)
                .iter()
                .any(|field| part.len() > field.name.len() && part.ends_with(field.name))
        });
        (if is_heading { is_joined } else { is_torn }).then_some(place)
    })
}

/// Tags of a line `RED name; team; rating`.
fn wxf_tags(line: &str) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    let (name, value) = line.trim().split_once(['\t', ' ']).unwrap_or_default();
    let tags = tag_of(WXF.name, name).unwrap_or_default();
    let parts = value.splitn(if tags.contains(';') { usize::MAX } else { 1 }, ';').map(str::trim);
    let tags =
        tags.split("; ").zip(parts).filter(|(tag, part)| !tag.is_empty() && !part.is_empty());
    tags.map(|(tag, part)| (Cow::Borrowed(tag), Cow::Borrowed(part)))
}

fn manner(tags: &Tags<'_>) -> movetext::Manner {
    movetext::Manner::of_start(fen_of(tags).map(|fen| fen.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::testing::keep;

    #[test]
    fn a_text_without_moves_is_looked_at_once() {
        // In quadratic time this would never end.
        for lines in ["x\n", "\nx y z\n"] {
            assert_eq!(keep(&CHINESE, lines.repeat(1 << 18).as_bytes()).records.len(), 1);
        }
    }

    #[test]
    fn games_under_titles_are_read_one_by_one() {
        let text = "第一局 甲 先胜 乙\n1. 炮二平五 马8进7\n2. 马二进三 红胜\n\n第二局 丙 先和 丁\n红方：丙  黑方：丁\n\
                    1. 兵七进一 卒7进1\n和\n";
        let sample =
            FileSample { head: text.as_bytes(), text, name: "a.txt", len: text.len() as u64 };
        assert_eq!(sniff_chinese(&sample), Fit::Weak);
        let found = keep(&CHINESE, text.as_bytes());
        let moves: Vec<String> = found.records.iter().map(|record| record.moves()).collect();
        assert_eq!(moves, ["-1:炮二平五 0:马8进7 1:马二进三", "-1:兵七进一 0:卒7进1"]);
        assert!(found.records.iter().all(|record| record.warnings.is_empty()), "{found:?}");
        assert_eq!(found.records[1].tags, ["Red=丙", "Black=丁"]);
        // Words about moves are no game.
        let prose = "中炮是最常见的开局，\n炮二平五之后黑方多走马8进7。\n";
        let sample = FileSample { head: prose.as_bytes(), text: prose, ..sample };
        assert_eq!(sniff_chinese(&sample), Fit::No);
    }

    #[test]
    fn a_diagram_before_the_moves_is_a_comment() {
        let text = "第一局\n（图1）\n1. 炮二平五 马8进7 如图2\n2. 马二进三 车9平8\n";
        let found = keep(&CHINESE, text.as_bytes()).records;
        assert_eq!(found[0].comments, [(-1, "（图1）".to_owned()), (1, "如图2".to_owned())]);
        assert_eq!(found[0].moves(), "-1:炮二平五 0:马8进7 1:马二进三 2:车9平8");
    }

    #[test]
    fn headings_share_lines() {
        let line = "比赛日期：2016年12月27日20时  比赛地点：上海";
        let found: Vec<_> = headings(line).collect();
        assert_eq!(found, [("Date", "2016年12月27日20时"), ("Site", "上海")]);
        let found: Vec<_> = headings("红    方：木易四郎(0535)  耗时：  2分 24秒").collect();
        assert_eq!(found[0].0, "Red");
        assert!(found[0].1.starts_with("木易四郎"));
        let found: Vec<_> = headings("紅方：胡榮華 黑方：柳大華 比賽結果：紅勝").collect();
        assert_eq!(found, [("Red", "胡榮華"), ("Black", "柳大華"), ("Result", "紅勝")]);
        assert_eq!(headings("  1. 炮二平五 马８进７").count(), 0);
    }
}
