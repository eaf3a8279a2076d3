//! Marks between two names in a file name: 先胜, (负), ` 和 `, VS.

use super::Stem;
use crate::metadata::GameResult;
use crate::metadata::result::{result_of_first, words_of_results};
use std::ops::Range;
use std::sync::LazyLock;

/// Type of a mark, by certainty.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(super) enum MarkStrength {
    /// In brackets: (先胜), 【负】, (红先和); or 先 alone, if brackets behind the other
    /// name hold the result.
    Bracketed,
    /// 先胜 or 红先负.
    First,
    /// 胜, 负, 和 or 平 between blanks or dashes.
    Apart,
    /// VS, which names the players and no result.
    Versus,
    /// 胜 or 负 directly between two names. 和 is excluded: it also means "and".
    Joined,
    /// 胜, 负, 和 or 平 between two names behind a whole date: 20080422韩大勇和成海文.
    Dated,
    /// 大胜, 不敌 and similar words directly between two names.
    Worded,
    /// A result in figures between two names: 胡荣华 1-0 柳大华.
    Figures,
    /// A dash between two names, and a result in figures behind them.
    Dash,
    /// 对 or a long dash between two names, which names the players and no result.
    Facing,
}

impl MarkStrength {
    pub(super) const ALL: [MarkStrength; 5] = [
        MarkStrength::Bracketed,
        MarkStrength::First,
        MarkStrength::Apart,
        MarkStrength::Versus,
        MarkStrength::Joined,
    ];

    /// Marks searched only in headings, in addition to [`MarkStrength::ALL`].
    pub(super) const OF_HEADINGS: [MarkStrength; 5] = [
        MarkStrength::Dated,
        MarkStrength::Worded,
        MarkStrength::Figures,
        MarkStrength::Dash,
        MarkStrength::Facing,
    ];
}

/// A mark between two names.
pub(super) struct NameMark {
    /// Range of its characters, with brackets.
    pub(super) range: Range<usize>,
    /// Result for Red; None if the mark does not state it.
    pub(super) result: Option<GameResult>,
    /// Whether it is a mark only with a result behind the other name.
    pub(super) needs_result: bool,
    /// Whether both names must look like those of people, because nothing else distinguishes them
    /// from pieces and titles.
    pub(super) wants_people: bool,
    /// Whether both names must be full, because the mark also occurs elsewhere.
    pub(super) wants_full_names: bool,
}

/// Words between two names about the first one, who has Red, with the results they mean.
static WORDED: LazyLock<Vec<(&str, GameResult)>> =
    LazyLock::new(|| words_of_results("between").collect());

/// Results in figures that are those of a single game.
static FIGURES: LazyLock<Vec<(&str, GameResult)>> =
    LazyLock::new(|| words_of_results("game").collect());

/// Quick test whether a name has any character of a mark; most headings have none, and every import
/// asks for thousands.
pub(super) fn may_stand(stem: &Stem) -> bool {
    stem.folded.iter().any(|&c| {
        is_open(c)
            || matches!(c, '先' | '胜' | '负' | '和' | '平' | '克' | '败' | '敌' | '对' | 'v')
            || matches!(c, '-' | '—' | '–' | ':')
    })
}

/// All marks of one type.
pub(super) fn find(stem: &Stem, strength: MarkStrength) -> Vec<NameMark> {
    (0..stem.folded.len()).filter_map(|at| mark_at(stem, at, strength)).collect()
}

fn mark_at(stem: &Stem, at: usize, strength: MarkStrength) -> Option<NameMark> {
    let chars = &stem.folded;
    let mark = |range, result, wants_people| NameMark {
        range,
        result,
        needs_result: result.is_none(),
        wants_people,
        wants_full_names: false,
    };
    match strength {
        MarkStrength::Bracketed => {
            let (end, word) = bracketed(stem, at)?;
            let first = word.strip_prefix('红').unwrap_or(&word);
            let (is_first, rest) = first.strip_prefix('先').map_or((false, first), |r| (true, r));
            match (is_first, rest) {
                (true, "") => Some(mark(at..end, None, false)),
                _ => Some(mark(at..end, Some(result_of_first(rest)?), !is_first)),
            }
        }
        MarkStrength::First => {
            let result = result_sign(*chars.get(at + 1)?)?;
            if chars[at] != '先' {
                return None;
            }
            // Behind a title, 红先胜 states the task of a puzzle: no blank may stand beside it.
            let says_red = at > 0 && chars[at - 1] == '红';
            let from = if says_red { at - 1 } else { at };
            let is_apart = |c: Option<&char>| c.is_none_or(|c| c.is_whitespace());
            let is_task = says_red
                && (is_apart(from.checked_sub(1).map(|i| &chars[i]))
                    || is_apart(chars.get(at + 2)));
            (!is_task).then(|| mark(from..at + 2, Some(result), says_red))
        }
        MarkStrength::Apart => {
            let result = result_sign(chars[at])?;
            let parts = |c: &char| c.is_whitespace() || matches!(c, '-' | '_' | '—');
            let is_apart = at > 0 && parts(&chars[at - 1]) && chars.get(at + 1).is_some_and(parts);
            is_apart.then(|| mark(at..at + 1, Some(result), true))
        }
        MarkStrength::Versus => {
            let letter = |c: Option<&char>| c.is_some_and(char::is_ascii_alphanumeric);
            let dot = |at: usize| usize::from(chars.get(at) == Some(&'.'));
            let second = at + 1 + dot(at + 1);
            let is_versus = chars[at] == 'v' && chars.get(second) == Some(&'s');
            let is_word = at > 0 && !letter(chars.get(at - 1)) && !letter(chars.get(second + 1));
            let end = second + 1 + dot(second + 1);
            (is_versus && is_word)
                .then(|| NameMark { needs_result: false, ..mark(at..end, None, true) })
        }
        MarkStrength::Joined => {
            let result = result_sign(chars[at]).filter(|_| matches!(chars[at], '胜' | '负'))?;
            Some(mark(at..at + 1, Some(result), true))
        }
        MarkStrength::Dated => {
            let result = result_sign(chars[at])?;
            stands_behind_date(&chars[..at]).then(|| mark(at..at + 1, Some(result), false))
        }
        MarkStrength::Worded => {
            let (length, result) = one_of(&WORDED, &chars[at..])?;
            Some(mark(at..at + length, Some(result), true))
        }
        MarkStrength::Figures => {
            let (end, result) = figures(stem, at)?;
            Some(NameMark { wants_full_names: true, ..mark(at..end, Some(result), true) })
        }
        MarkStrength::Dash => {
            let is_dash = matches!(chars[at], '-' | '—' | '–');
            is_dash.then(|| NameMark { wants_full_names: true, ..mark(at..at + 1, None, true) })
        }
        MarkStrength::Facing => {
            let length = if chars[at..].starts_with(&['—', '—']) { 2 } else { 1 };
            let is_inside = at > 0 && chars[at - 1] != chars[at];
            (matches!(chars[at], '对' | '—') && is_inside).then(|| NameMark {
                needs_result: false,
                wants_full_names: true,
                ..mark(at..at + length, None, true)
            })
        }
    }
}

/// The first of `words` with which `chars` begins: its length in characters, and its result.
fn one_of(words: &[(&str, GameResult)], chars: &[char]) -> Option<(usize, GameResult)> {
    let begins = |word: &str| {
        let mut chars = chars.iter();
        word.chars().all(|c| chars.next() == Some(&c))
    };
    let found = words.iter().find(|(word, _)| begins(word));
    found.map(|(word, result)| (word.chars().count(), *result))
}

/// Result in figures at a place: the index behind it, and the result.
pub(super) fn figures(stem: &Stem, at: usize) -> Option<(usize, GameResult)> {
    let chars = &stem.folded;
    let is_figure = |c: &char| c.is_ascii_digit() || matches!(c, '-' | ':' | '/' | '.' | '½');
    let (length, result) = one_of(&FIGURES, chars.get(at..)?)?;
    let end = at + length;
    let is_apart = !at.checked_sub(1).is_some_and(|before| is_figure(&chars[before]))
        && !chars.get(end).is_some_and(is_figure);
    is_apart.then_some((end, result))
}

/// Whether the text ends with eight digits and a name.
fn stands_behind_date(chars: &[char]) -> bool {
    const LONGEST_NAME: usize = 9;
    let name = chars.iter().rev().take_while(|c| !c.is_ascii_digit()).count();
    let digits = chars.iter().rev().skip(name).take_while(|c| c.is_ascii_digit()).count();
    (2..=LONGEST_NAME).contains(&name) && digits == 8
}

/// Folded word in the brackets that open at `at`, with the index behind them.
pub(super) fn bracketed(stem: &Stem, at: usize) -> Option<(usize, String)> {
    let chars = stem.folded.get(at..)?;
    if !is_open(*chars.first()?) {
        return None;
    }
    let length = chars.iter().take(8).position(|&c| is_close(c))?;
    let word = chars[1..length].iter().filter(|c| !c.is_whitespace()).collect();
    Some((at + length + 1, word))
}

pub(super) fn is_open(c: char) -> bool {
    matches!(c, '(' | '[' | '【' | '〔' | '「' | '［' | '〖')
}

pub(super) fn is_close(c: char) -> bool {
    matches!(c, ')' | ']' | '】' | '〕' | '」' | '］' | '〗')
}

/// Result for Red of a word about Black.
pub(super) fn turned(word: &str) -> Option<GameResult> {
    result_of_first(word).map(GameResult::turned)
}

/// Result for Red of one character about Red.
fn result_sign(c: char) -> Option<GameResult> {
    matches!(c, '胜' | '负' | '和' | '平').then(|| result_of_first(c.encode_utf8(&mut [0; 4])))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_mark_may_have_one() {
        let signs = ["(先)", "先胜", " 和 ", " 平 ", "负", " VS ", "对", "——", " - "];
        let words = WORDED.iter().chain(FIGURES.iter()).map(|(word, _)| *word).chain(signs);
        for word in words {
            assert!(may_stand(&Stem::whole(&format!("胡荣华{word}柳大华"))), "{word}");
        }
        assert!(!may_stand(&Stem::whole("1988年第12届五羊杯 第3轮")));
    }
}
