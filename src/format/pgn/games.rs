//! Finds games without tags, and moves in the text between games.

use super::book_marks::number_value;
use super::movetext::{self, Manner, Moves};
use super::parts::{CharPart, is_whole};
use super::segment::names_a_tag;
use super::{joined, stray, words};
use crate::format::text::{after_line, line_len};
use crate::format::{RawMove, RawNode, RawTree};
use crate::notation::{Glyph, MoveLook, describes_moves};
use crate::text::{
    Charset, Encoding, decode, detect, is_hanzi, without_hex_escapes, without_unicode_escapes,
};
use std::borrow::Cow;
use std::ops::Range;

/// Whether a text without tags begins with at least `least` moves.
pub(in crate::format) fn looks_like_moves(text: &str, least: usize) -> bool {
    let moves = movetext::read(text, 0..text.floor_char_boundary(4096), Manner::default());
    let is_like = |mv| matches!(mv, RawMove::Text(token) if words::is_move_like(token));
    let nodes = &moves.tree.nodes;
    nodes.len() >= least && nodes[..least].iter().all(|node| is_like(node.mv))
}

/// Offset of the next game without tags: a line with the number 1, or, unless `with_number`, one
/// with an unnumbered move or a comment before it.
pub(in crate::format) fn next_game(
    text: &str,
    range: Range<usize>,
    with_number: bool,
) -> Option<usize> {
    let mut at = range.start;
    while at < range.end {
        // Only the head of a line is examined: a line may hold many games and would be scanned to
        // its end for each.
        let rest = &text[at..range.end];
        let head = &rest[..rest.floor_char_boundary(MOST_OF_A_LINE)];
        let line = &head[..line_len(head.as_bytes())];
        if words::begins_game(line, with_number)
            || !with_number && line.trim_start().starts_with('{')
        {
            return Some(at);
        }
        at = after_line(&text.as_bytes()[..range.end], at);
    }
    None
}

/// Bytes of a line's head that show whether a game begins there.
const MOST_OF_A_LINE: usize = 512;

/// Number of described moves in a row that no prose has by chance.
const DESCRIBED: usize = 3;

/// Part of a range outside all games that contains moves, read literally, as a page shows it,
/// behind escapes, or from its bytes, also with a character lost; `None` for prose and adverts.
pub(in crate::format) fn left_over(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let rest = &text[range.clone()];
    let left = rest.trim();
    let from = range.start + rest.len() - rest.trim_start().len();
    let holds = |left: &str| stray::holds_moves(left) || describes_moves(left, DESCRIBED);
    // Without a number there are moves in words alone, and without signs one way to read.
    let is_plain =
        |byte: u8| byte.is_ascii() && !byte.is_ascii_digit() && !b"<&\\%".contains(&byte);
    let holds_moves = match left.len() {
        ..3 => false,
        _ if left.bytes().all(is_plain) => describes_moves(left, DESCRIBED),
        _ => {
            ways_to_read(left).any(|left| holds(&left))
                || holds_misread_moves(left)
                || holds_broken_moves(left)
        }
    };
    holds_moves.then(|| from..from + left.len())
}

/// Number of moves in those quoted parts of a text that hold only moves.
pub(in crate::format) fn moves_alone(text: &str) -> usize {
    let count = |text: Cow<'_, str>| text.split(['"', '\'']).map(stray::moves_alone).sum();
    ways_to_read(text).map(count).max().unwrap_or(0)
}

/// Readings of a text: literally; as a page shows it, with tags as blanks or as nothing; without its
/// escapes; and in half width.
pub(in crate::format) fn ways_to_read<'t>(text: &'t str) -> impl Iterator<Item = Cow<'t, str>> {
    let is_page = text.contains('<') || text.contains("&#");
    let is_escaped =
        ["\\u", "\\x", "\\n", "\\r", "\\t", "%", "=E"].iter().any(|sign| text.contains(sign));
    let tags = [" ", ""].into_iter().filter(move |_| is_page);
    let shown = tags.map(move |tag| as_shown(text, tag));
    let others = shown.chain(is_escaped.then_some(text).into_iter().map(unescaped));
    let ways = std::iter::once(Cow::Borrowed(text)).chain(others.map(Cow::Owned));
    let is_wide = text.contains(|c| ('！'..='～').contains(&c));
    let narrow = move |way: Cow<'t, str>| {
        let wide = Some(&way).filter(|_| is_wide);
        let narrow = wide.map(|way| Cow::Owned(words::half_width(way).into_owned()));
        std::iter::once(way).chain(narrow)
    };
    ways.flat_map(narrow)
}

/// Text of a page: `tag` in place of each tag, characters in place of references.
fn as_shown(page: &str, tag: &str) -> String {
    let mut shown = String::with_capacity(page.len());
    let mut is_tag = false;
    for c in page.chars() {
        match c {
            '<' if !is_tag => {
                is_tag = true;
                shown.push_str(tag);
            }
            '>' if is_tag => is_tag = false,
            '\n' => {
                is_tag = false;
                shown.push(c);
            }
            _ if !is_tag => shown.push(c),
            _ => {}
        }
    }
    htmlize::unescape(shown).into_owned()
}

/// Text with characters in place of `\u70ae`, `\x68`, `%E7%82%AE` and `=E7=82=AE`, and blanks in
/// place of `\n`, `\r`, `\t` and of signs around values.
fn unescaped(text: &str) -> String {
    let equals = if text.contains("=E") { "%" } else { " " };
    let text = without_unicode_escapes(text).replace(['"', '\'', '&', '?'], " ");
    let text = ["\\n", "\\r", "\\t"].iter().fold(text, |text, end| text.replace(end, " "));
    let text = text.replace('=', equals);
    let text = text.replace("\\x", "%");
    let bytes = without_hex_escapes(text.as_bytes(), b'%');
    decode(&bytes, detect(&bytes)).text.into_owned()
}

/// Longest text in bytes that is read in other charsets; half a character damages only the text up
/// to the next figure or letter.
const MOST_REREAD: usize = 4096;

/// Whether bytes hold moves that a lost byte hides. In GB18030 and Big5 a hanzi has two bytes: behind
/// a lost byte all hanzi up to the next ASCII character are read from their second byte on. Moves
/// are sought in both charsets, with the first byte behind each ASCII character and without it, in
/// each run of bytes above 7F alone, and among full-width characters wherever one begins.
pub(in crate::format) fn holds_moves_in_halves(bytes: &[u8]) -> bool {
    let bytes = &bytes[..bytes.len().min(MOST_REREAD)];
    let holds = |text: &str| stray::holds_moves(text) || describes_moves(text, DESCRIBED);
    let holds_in_half = |text: &str| holds(text) || holds(&words::half_width(text));
    let runs = || bytes.split(u8::is_ascii).filter(|run| run.len() >= SHORTEST_RUN);
    let holds_from = |run: &[u8]| holds_in_half(&decode(run, Encoding::Gb18030).text);
    runs().next().is_some()
        && ([Encoding::Gb18030, Encoding::Big5].into_iter().any(|encoding| {
            holds_in_half(&decode(bytes, encoding).text)
                || holds_in_half(&halves_of(bytes, encoding))
        }) || runs().any(|run| {
            holds_from(run)
                || holds_from(&run[1..])
                || [wide_in_gb18030, wide_in_big5].iter().any(|wide| holds(&wide_of(run, *wide)))
                || is_broken_move(run)
        }))
}

/// Bytes of a move in hanzi that lost one.
const SHORTEST_RUN: usize = 7;

/// Whether bytes of GB18030 are a move in hanzi but for one character, which has a byte too few or
/// too many, so that the bytes behind it are halves.
fn is_broken_move(run: &[u8]) -> bool {
    let is_move = |len: usize, broken: usize| {
        let (before, behind) = run.split_at(2 * broken);
        let behind = &behind[run.len() - 2 * (len - 1)..];
        let sound = [before, behind].map(|part| decode(part, Encoding::Gb18030).text);
        let sound: Option<Vec<_>> = sound.concat().chars().map(CharPart::of).collect();
        sound.filter(|sound| sound.len() == len - 1).is_some_and(|mut parts| {
            parts.insert(broken, CharPart::Pawn);
            CharPart::ALL.into_iter().any(|part| {
                parts[broken] = part;
                is_whole(&parts)
            })
        })
    };
    let is_damaged = |len: &usize| [2 * len - 1, 2 * len + 1].contains(&run.len());
    [4, 5].into_iter().filter(is_damaged).any(|len| (0..len).any(|at| is_move(len, at)))
}

/// Text of bytes without the first byte behind each ASCII character.
fn halves_of(bytes: &[u8], encoding: Encoding) -> String {
    let (mut text, mut at) = (String::new(), 0);
    while at < bytes.len() {
        if bytes[at].is_ascii() {
            text.push(char::from(bytes[at]));
            at += 1;
            continue;
        }
        let from = at + 1;
        at = from;
        while bytes.get(at).is_some_and(|byte| !byte.is_ascii()) {
            at += 2;
        }
        at = at.min(bytes.len());
        text.push_str(&decode(&bytes[from..at], encoding).text);
    }
    text
}

/// Most bytes between full-width characters that count as one damaged character.
const DAMAGED: usize = 4;

/// Full-width character of two bytes in half width, of signs those of moves; a blank for other signs.
fn wide_in_gb18030(pair: [u8; 2]) -> Option<char> {
    match pair {
        [0xa3, sign @ (0xa1..=0xa2 | 0xa4..=0xfe)] => Some(char::from(sign & 0x7f)),
        [0xa1, _] => Some(' '),
        _ => None,
    }
}

/// [`wide_in_gb18030`] of Big5.
fn wide_in_big5(pair: [u8; 2]) -> Option<char> {
    let sign = match pair {
        [0xa2, digit @ 0xaf..=0xb8] => digit - 0xaf + b'0',
        [0xa2, letter @ 0xcf..=0xe8] => letter - 0xcf + b'A',
        [0xa2, letter @ 0xe9..=0xfe] => letter - 0xe9 + b'a',
        [0xa1, 0xcf] => b'+',
        [0xa1, 0xd0] => b'-',
        [0xa1, 0xd7] => b'=',
        [0xa1, _] => b' ',
        _ => return None,
    };
    Some(char::from(sign))
}

/// Full-width characters in bytes, wherever they begin, written in half width. A replacement
/// character stands for a damaged character between them, a blank for all else.
fn wide_of(bytes: &[u8], narrow: fn([u8; 2]) -> Option<char>) -> String {
    let (mut text, mut others, mut at) = (String::new(), 0, 0);
    while at < bytes.len() {
        let wide = match bytes[at..] {
            [first, second, ..] => narrow([first, second]),
            _ => None,
        };
        let Some(wide) = wide else {
            (others, at) = (others + 1, at + 1);
            continue;
        };
        match std::mem::take(&mut others) {
            0 => {}
            1..=DAMAGED => text.push(char::REPLACEMENT_CHARACTER),
            _ => text.push(' '),
        }
        text.push(wide);
        at += 2;
    }
    text
}

/// Largest number of sound characters before halved ones.
const SOUND: usize = 3;

/// Characters behind halved ones that may belong to a move which begins in them.
const BEHIND_HALVES: usize = 7;

/// Whether a text contains moves in hanzi if read in another charset, or moves with the first byte of
/// a character lost.
fn holds_misread_moves(text: &str) -> bool {
    const CHARSETS: [(Charset, Encoding); 2] =
        [(Charset::Gb18030, Encoding::Gb18030), (Charset::Big5, Encoding::Big5)];
    let is_other = |(charset, encoding): (Charset, Encoding)| {
        let bytes = charset.encode(text).bytes;
        let mut others = CHARSETS.iter().filter(|(_, other)| *other != encoding);
        others.any(|(_, other)| {
            let text = &decode(&bytes, *other).text;
            stray::holds_moves(text)
                || describes_moves(text, DESCRIBED)
                || holds_halved_moves(text, (charset, *other))
        })
    };
    text.len() <= MOST_REREAD
        && !text.is_ascii()
        && CHARSETS.into_iter().any(|read| is_other(read) || holds_halved_moves(text, read))
}

/// Whether a word of a text has a malformed byte sequence in place of one character of a move
/// (`h\u{fffd}f2`), or of joined moves.
fn holds_broken_moves(text: &str) -> bool {
    const FORMS: [&str; 4] = ["h2e2", "H2-E2", "C2.5", "炮2平5"];
    let is_broken = |word: &str| {
        word.contains(char::REPLACEMENT_CHARACTER)
            && FORMS.iter().any(|form| stray::is_nearly_like(word, form))
    };
    text.contains(char::REPLACEMENT_CHARACTER)
        && ways_to_read(&with_one_for_each(text))
            .any(|text| stray::holds_moves(&text) || text.split(stray::parts_words).any(is_broken))
}

/// The text with one replacement character for each damaged character: a byte put into a character
/// leaves two of them around an ASCII character.
fn with_one_for_each(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let is_inside = |next: &char| c.is_ascii_graphic() && *next == char::REPLACEMENT_CHARACTER;
        let is_behind = whole.ends_with(char::REPLACEMENT_CHARACTER);
        if !is_behind || c != char::REPLACEMENT_CHARACTER && !chars.peek().is_some_and(is_inside) {
            whole.push(c);
        }
    }
    whole
}

/// Whether moves appear when a text is read from a character's second byte: up to the next ASCII
/// character, all characters are then joined halves.
fn holds_halved_moves(text: &str, (charset, encoding): (Charset, Encoding)) -> bool {
    let is_of_moves =
        |c: char| !c.is_ascii() && CharPart::of(c).is_some() || ('！'..='～').contains(&c);
    let mut runs = text.split_inclusive(|c: char| c.is_ascii()).filter(|run| !run.is_ascii());
    runs.any(|run| {
        // Halves begin behind an ASCII character, or behind a sound one that ends with an ASCII letter.
        let is_behind_letter = |at: usize| {
            let last = run[..at].chars().next_back().map(String::from);
            last.is_none_or(|last| charset.encode(&last).bytes.last().is_some_and(u8::is_ascii))
        };
        let begins = run.char_indices().take(SOUND + 1).map(|(at, _)| at);
        let mut begins = begins.filter(|at| is_behind_letter(*at));
        begins.any(|begin| {
            let from = run.as_ptr() as usize - text.as_ptr() as usize + begin;
            let halved = charset.encode(&run[begin..]).bytes;
            let halved = halved.get(1..).unwrap_or_default();
            // Nearly all halves are foreign hanzi, and the search below takes long.
            if !decode(halved, encoding).text.contains(is_of_moves) {
                return false;
            }
            let len = run[begin..].trim_end_matches(|c: char| c.is_ascii()).len();
            let (run, behind) = text[from..].split_at(len);
            let whole: String = run.chars().chain(behind.chars().take(BEHIND_HALVES)).collect();
            let halves = charset.encode(run).bytes.len();
            let bytes = charset.encode(&whole).bytes;
            let decoded = decode(&bytes[1..], encoding);
            let begins = |at: usize| decoded.source_offset(at) + 1 < halves as u64;
            let mut moves = joined::moves_in_hanzi(&decoded.text);
            joined::runs_on_in_hanzi(&decoded.text)
                || stray::holds_moves(&decoded.text)
                || describes_moves(&decoded.text, DESCRIBED)
                || moves.any(begins)
        })
    })
}

/// Moves at a game's end, and words behind it, that are compared.
const COMPARED: usize = 8;

/// Parts of a text up to `end` that a game leaves out although they contain moves: words it skips,
/// and text behind it.
pub(in crate::format) fn left_out(text: &str, game: &Moves<'_>, end: usize) -> Vec<Range<usize>> {
    let is_tag = |passed: &Range<usize>| names_a_tag(text[passed.clone()].as_bytes());
    let goes_on = |passed: &Range<usize>| goes_on_in_words(&text[passed.clone()], &game.tree);
    let passed = game.passed_over.iter().filter_map(|passed| {
        let is_told = || is_tag(passed) || goes_on(passed) || has_label(text, passed, game);
        left_over(text, passed.clone()).or_else(|| is_told().then(|| passed.clone()))
    });
    // Numbers part the words of a record without moves.
    let first = game.passed_over.first().filter(|_| game.tree.nodes.is_empty());
    let whole = first.and_then(|first| left_over(text, first.start..game.end));
    let torn = game.torn.iter().cloned().chain(whole);
    passed.chain(torn).chain(left_behind(text, game.end..end, game)).collect()
}

/// [`left_over`] behind a game; one word that looks like its last moves suffices.
fn left_behind(text: &str, range: Range<usize>, game: &Moves<'_>) -> Option<Range<usize>> {
    let left = text[range.clone()].trim();
    let begin = range.start + text[range.clone()].find(left).unwrap_or(0);
    let goes_on =
        || belongs_to(left, game.tree.nodes.iter().rev()) || has_label(text, &range, game);
    left_over(text, range.clone()).or_else(|| goes_on().then(|| begin..begin + left.len()))
}

/// Whether a word is a move in coordinates, like `mv`, but for its numbers and one character: `g10e83`,
/// `aa10`.
fn is_like_but_for_figures(word: &str, mv: &str) -> bool {
    let is_of_squares = |word: &str| {
        word.bytes().all(|byte| matches!(byte, b'a'..=b'i' | b'0'..=b'9'))
            && word.contains(|c: char| c.is_ascii_digit())
    };
    let squares = |word: &str| {
        let mut kinds = stray::kinds(word);
        kinds.dedup_by(|a, b| a == b && *a == b'1');
        kinds
    };
    let wanted = squares(mv);
    wanted.len() == 4
        && [word, mv].into_iter().all(is_of_squares)
        && strsim::generic_levenshtein(&squares(word), &wanted) < 2
}

/// Fewest times that a word stands before moves of a game to be a label of moves.
const LABELLED: usize = 3;

/// Number of texts on either side of a text in which its label is sought.
const NEAR: usize = 32;

/// Whether a damaged move stands in a text behind a label of the game's moves: `bestmove Cf`.
fn has_label(text: &str, range: &Range<usize>, game: &Moves<'_>) -> bool {
    let is_damaged = |word: &str| {
        let is_like = |mv| matches!(mv, RawMove::Text(token) if has_outline_of(word, token));
        let mut moves = game.tree.nodes.iter().rev().take(COMPARED);
        let is_of_move = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase() || !c.is_ascii();
        word.chars().all(char::is_alphanumeric)
            && word.contains(is_of_move)
            && moves.any(|node| is_like(node.mv))
    };
    let is_label = |word: &str| {
        let here = game.passed_over.partition_point(|passed| passed.end <= range.start);
        let (before, behind) = game.passed_over.split_at(here);
        let behind = behind.iter().filter(|passed| passed.start >= range.end);
        let near = before.iter().rev().take(NEAR).chain(behind.take(NEAR));
        let ends = near.filter(|passed| text[(*passed).clone()].ends_with(word));
        ends.take(LABELLED).count() == LABELLED
    };
    let words = || text[range.clone()].split_whitespace().take(COMPARED);
    words().zip(words().skip(1)).any(|(before, word)| is_damaged(word) && is_label(before))
}

/// Whether a word is nearly like a move, or like it but for foreign characters and the length of its
/// names and numbers: names of pieces in pinyin have two to five letters.
fn has_outline_of(word: &str, mv: &str) -> bool {
    let outline = |word: &str| {
        let mut kinds = stray::kinds(word);
        kinds.retain(|kind| *kind != b'?');
        kinds.dedup();
        kinds
    };
    let own = outline(word);
    stray::is_nearly_like(word, mv) || own.len() > 3 && own == outline(mv)
}

/// Whether a text that a game passes over continues its moves: one of the first words looks like one
/// of the last moves, or the first line is such a move, damaged. Only of games whose moves look like
/// other texts, too ([`MoveLook::Likely`]).
fn goes_on_in_words(text: &str, game: &RawTree<'_>) -> bool {
    let is_likely = |token: &&str| MoveLook::of(token) == Some(MoveLook::Likely);
    let tokens = game.nodes.iter().rev().take(COMPARED).filter_map(|node| match node.mv {
        RawMove::Text(token) => Some(token),
        _ => None,
    });
    let mut likely = tokens.filter(is_likely).peekable();
    let line = text.lines().next().unwrap_or_default();
    likely.peek().is_some()
        && (belongs_to(text, game.nodes.iter().rev())
            || is_capture(line.trim())
            || likely.any(|token| is_torn(line, token)))
}

/// Whether a word is a capture in SAN that ends with any character: `Cbxej` for `Cbxe5`.
fn is_capture(word: &str) -> bool {
    let is_file = |byte: &u8| (b'a'..=b'i').contains(byte);
    word.starts_with(['K', 'A', 'E', 'H', 'R', 'C'])
        && match &word.as_bytes()[1..] {
            [b'x', to, _] => is_file(to),
            [from, b'x', to, _] => is_file(from) && is_file(to),
            _ => false,
        }
}

/// Whether a line next to a game is one or two damaged moves. A damaged move differs from `beside`,
/// the nearest move of the game, in one character, or contains characters of no text, such as
/// replacement characters.
pub(in crate::format) fn is_torn(line: &str, beside: &str) -> bool {
    let words = line.split_whitespace().map(|word| &word[words::number_len(word)..]);
    let mut words = words.filter(|word| !word.is_empty());
    let is_few = (1..3).contains(&words.clone().take(3).count());
    let is_noise = |c: char| {
        c == char::REPLACEMENT_CHARACTER || c.is_control() || ('\u{e000}'..='\u{f8ff}').contains(&c)
    };
    let is_damaged = |word: &str| {
        let is_part = |c: char| c.is_ascii_graphic() || is_noise(c) || Glyph::of(c).is_some();
        word.contains(is_noise)
            && !word.contains(['<', '>'])
            && word.contains(char::is_alphanumeric)
            && word.chars().all(is_part)
            && !begins_with_way(word)
    };
    let is_mixed = |word: &str| {
        beside.is_ascii()
            && !word.is_ascii()
            && word.chars().filter(char::is_ascii_alphanumeric).count() > 1
    };
    let is_numbered = words::number_len(line) > 0;
    let is_rest = |word: &str| match word.chars().count() {
        len if is_damaged(word) || is_mixed(word) => len <= 2 * beside.chars().count(),
        len => is_numbered && len <= 2,
    };
    let in_markup = || {
        let mut words = line.split(['<', '>', '/']);
        let is_as_long = |word: &str| word.chars().count() >= beside.chars().count();
        line.contains(['<', '>'])
            && words.any(|word| is_as_long(word) && stray::is_nearly_like(word, beside))
    };
    is_few
        && (words.all(|word| {
            stray::is_nearly_like(word, beside)
                || is_rest(word)
                || is_like_but_for_figures(word, beside)
        }) || in_markup())
}

/// Whether a word begins with a direction, as no move does but the link 上一局 on a page.
fn begins_with_way(word: &str) -> bool {
    matches!(word.chars().next().map(Glyph::of), Some(Some(Glyph::Direction(_))))
}

/// Numbers of characters of a remnant of a move, and by how many it differs from a move.
const CHARS: Range<usize> = 3..10;
const DIFFERENCE: usize = 2;
/// Number of kinds of characters that a remnant has in common with a move in hanzi.
const ALIKE: usize = 2;

/// Whether a line beside lines of one move each is what damage left of a move in hanzi or in full
/// width: `兵一阠@` beside `炮七退一`. Such a line has about as many characters as `beside`, the
/// nearest move, and kinds of characters in common with that move.
pub(in crate::format) fn is_remnant(line: &str, beside: &str) -> bool {
    let (line, beside) = (line.trim(), beside.trim());
    // A damaged last byte may take the beginning of a closing tag along.
    let cut = line.strip_suffix('>').and_then(|line| line.rsplit_once('/'));
    let line = cut.map_or(line, |(line, _)| line);
    if line.is_ascii() || beside.is_ascii() || line.contains(char::is_whitespace) {
        return false;
    }
    let (chars, usual) = (line.chars().count(), beside.chars().count());
    let narrow = words::half_width(beside);
    // Half a full-width character takes its neighbour along; a lost first byte makes other characters
    // of all, and of the last one a malformed sequence.
    let least = match line.contains(char::REPLACEMENT_CHARACTER) {
        true => 0,
        false if narrow.is_ascii() => 1,
        false => ALIKE,
    };
    let mut left = stray::kinds(&narrow);
    let mut common: Vec<stray::CharKind> = Vec::new();
    for kind in stray::kinds(&words::half_width(line)) {
        if let Some(at) = left.iter().position(|other| *other == kind) {
            common.push(left.swap_remove(at));
        }
    }
    common.sort_unstable();
    common.dedup();
    CHARS.contains(&chars)
        && chars.abs_diff(usual) <= DIFFERENCE
        && common.len() >= least
        && !begins_with_way(line)
        && !words::is_result(line)
}

/// Words at the end of a text that may be a move and the escape of a line end behind it.
const LAST_WORDS: usize = 2;

/// Whether a text ends with a move in hanzi of which one character is damaged; only before a game
/// whose `first` move is in hanzi. In Big5 an added byte makes another hanzi of the character and
/// leaves a letter: `砲二進巴G` for 砲二進二.
pub(in crate::format) fn ends_broken(text: &str, first: &str) -> bool {
    let end = text.char_indices().rev().nth(MOST_OF_A_PAIR).map_or(0, |(at, _)| at);
    let is_broken = |word: &str| {
        let mut is_foreign = false;
        let whole: String = word
            .chars()
            .filter(|c| {
                let is_rest = is_foreign && c.is_ascii_alphabetic();
                is_foreign = is_hanzi(*c) && Glyph::of(*c).is_none();
                !is_rest
            })
            .collect();
        word.contains(is_hanzi) && stray::is_nearly_like(&whole, first)
    };
    first.contains(is_hanzi)
        && text[end..]
            .split(stray::parts_words)
            .filter(|word| !word.is_empty())
            .rev()
            .take(LAST_WORDS)
            .any(is_broken)
}

/// Whether a line is one or two moves of pawns in SAN (`e4`, `xe4`) behind `moves` in that system, or
/// has two words that look like moves of it, also a pawn's and another, or one behind a number.
pub(in crate::format) fn are_short(line: &str, moves: &[&str]) -> bool {
    let is_likely = |word: &str| MoveLook::of(word) == Some(MoveLook::Likely);
    let is_pawn = |word: &str| stray::is_pawn(word.trim_start_matches('x'));
    let is_san = |mv: &&&str| stray::is_pawn(mv) || is_likely(mv);
    let number = words::number_len(line);
    let rest = &line[number..];
    let words = rest.split(stray::parts_words).map(|word| &word[words::number_len(word)..]);
    let mut words = words.filter(|word| !word.is_empty()).take(COMPARED).peekable();
    let is_move = |word: &&str| is_likely(word) || is_pawn(word);
    words.peek().is_some()
        && (words.clone().take(3).all(is_pawn)
            || words.clone().any(is_likely)
                && words.filter(is_move).count() + usize::from(number > 0) > 1)
        && moves.iter().rev().take(COMPARED).any(|mv| is_san(&mv))
}

/// Whether a line begins with the number behind the first number of the line `before`.
pub(in crate::format) fn has_number_behind(line: &str, before: &str) -> bool {
    let number = |line: &str| {
        let line = line.trim_start();
        let len = words::number_len(line);
        line[..len].ends_with(words::DOTS).then(|| number_value(&line[..len]))
    };
    // Damaged markup may stand before the number, and a malformed byte in place of its dot.
    let before = before.trim_start_matches(|c: char| !c.is_ascii_digit());
    let dot = |c| if c == char::REPLACEMENT_CHARACTER { '.' } else { c };
    let before: String = before.chars().take(MOST_OF_A_PAIR).map(dot).collect();
    line.chars().nth(MOST_OF_A_PAIR).is_none()
        && number(line).zip(number(&before)).is_some_and(|(line, before)| line == before + 1)
}

/// Longest line in characters that may be a number and two moves.
const MOST_OF_A_PAIR: usize = 40;

/// Whether one of the first words of a text looks like a move in the manner of one of these nodes.
pub(in crate::format) fn belongs_to<'n>(
    text: &str,
    nodes: impl Iterator<Item = &'n RawNode<'n>>,
) -> bool {
    let is_likely =
        |word: &str| stray::is_pawn(word) || MoveLook::of(word) == Some(MoveLook::Likely);
    let is_move = |mv| matches!(mv, RawMove::Text(token) if is_likely(token));
    // Big5 has no strokes of shorthand, so that references stand for them.
    let text = if text.contains("&#") { htmlize::unescape(text) } else { Cow::Borrowed(text) };
    let words = text.split(stray::parts_words);
    let mut words = words.filter(|word| word.contains(char::is_alphanumeric)).take(COMPARED);
    words.any(is_likely) && nodes.take(COMPARED).any(|node| is_move(node.mv))
}

/// Parts of a record that contain moves outside its `fields`, whose places come in order.
pub(in crate::format) fn left_between(
    text: &str,
    range: &Range<usize>,
    fields: impl Iterator<Item = Range<usize>>,
) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = range.start;
    for field in fields.chain(std::iter::once(range.end..range.end)) {
        if from < field.start {
            found.extend(left_over(text, from..field.start));
        }
        from = from.max(field.end);
    }
    found
}
