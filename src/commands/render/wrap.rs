//! Wraps sentences to the width of the screen.

use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter};
use unicode_width::UnicodeWidthChar as _;
use xqdb::text::display_width;

/// Smallest width of a line.
const LEAST: usize = 40;

/// Wraps lines to the width of the screen, if known; each continues below its own beginning. A path
/// or address longer than a line stays whole; another long word, such as moves without blanks, is
/// broken.
pub(crate) fn wrapped(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let width = width.max(LEAST);
    let lines = text.split('\n').map(|line| {
        if display_width(line) <= width || names_path(line) {
            return line.to_owned();
        }
        let indent = " ".repeat(line.len() - line.trim_start_matches(' ').len());
        hung(line.trim_start_matches(' '), width, (&indent, &indent))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A heading and its text; further lines begin below the beginning of the text.
pub(crate) fn under(head: &str, value: &str, width: Option<usize>) -> String {
    let Some(width) = width.filter(|_| !names_path(value)) else {
        return format!("{head}{value}");
    };
    let next = " ".repeat(display_width(head));
    hung(value, width.max(LEAST + next.len()), (head, &next))
}

/// Whether a text names a file by its absolute path. Such a line is not wrapped: the path can be
/// copied, and line ends do not depend on where a folder lies.
fn names_path(text: &str) -> bool {
    text.match_indices('/').any(|(at, _)| {
        let (before, behind) = (text[..at].chars().next_back(), text[at + 1..].chars().next());
        let is_start = before.is_none_or(|c| !c.is_ascii_graphic() || "(\"'`".contains(c));
        is_start && behind.is_some_and(|c| !c.is_whitespace() && c != '/')
    })
}

fn hung(text: &str, width: usize, (first, next): (&str, &str)) -> String {
    let options = Options::new(width).initial_indent(first).subsequent_indent(next);
    let is_long = |word: &str| display_width(word) + next.len() > width;
    let is_copied = text.split_whitespace().any(|word| word.contains('/') && is_long(word));
    let options = options.word_separator(WordSeparator::Custom(words)).break_words(!is_copied);
    textwrap::fill(text, options.word_splitter(WordSplitter::NoHyphenation))
}

/// Splits a line into words, each with the blanks behind it: lines may end at blanks and beside
/// hanzi, where punctuation allows, but not inside dates, options and paths.
pub(crate) fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut found = Vec::new();
    let (mut begin, mut before) = (0, None);
    for (at, c) in line.char_indices() {
        if before.is_some_and(|before| may_end_between(before, c)) {
            found.push(Word::from(&line[begin..at]));
            begin = at;
        }
        before = Some(c);
    }
    found.push(Word::from(&line[begin..]));
    Box::new(found.into_iter())
}

fn may_end_between(before: char, next: char) -> bool {
    let is_wide = |c: char| c.width() == Some(2);
    match (before, next) {
        (_, ' ') => false,
        (' ', _) => true,
        _ => {
            (is_wide(before) || is_wide(next))
                && !"（［｛〈《「『【〔“‘([".contains(before)
                && !"，。、；：？！）］｝〉》」』】〕”’…—·,.;:?!)]%".contains(next)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_fit_the_screen() {
        let english = "1,381 games come here (played from the standard start; --kind all counts the \
                    rest); 228 copies of them are not counted";
        let hanzi = "共有 1381 局到达此局面（自标准开局对弈而成；--kind all 计入其余）；另有 228 份抄本不计在内";
        for width in [60, 80, 100] {
            for text in [english, hanzi] {
                let lines = wrapped(text, Some(width));
                assert!(lines.lines().all(|line| display_width(line) <= width), "{lines}");
                let squeeze = |text: &str| text.split_whitespace().collect::<String>();
                assert_eq!(squeeze(&lines), squeeze(text));
            }
        }
        assert_eq!(wrapped(english, None), english);
        let path = format!("  /{}", "x".repeat(90));
        assert_eq!(wrapped(&path, Some(60)), path);
        for named in ["variations from /home/a/qipu/b.pgn", "变着 3 着，出自/home/a/qipu/b.pgn"]
        {
            let named = named.repeat(3);
            assert_eq!(wrapped(&named, Some(60)), named);
        }
        // Strokes divide headings of chapters, too, without naming a file.
        let chapters = "qipu.zip / 长风 / 卷一; //上海林一舟 ".repeat(4);
        assert!(wrapped(&chapters, Some(60)).lines().all(|line| display_width(line) <= 60));
        let moves = format!("    not played: {} 9/9", "h2e2".repeat(40));
        assert!(wrapped(&moves, Some(60)).lines().all(|line| display_width(line) <= 60));
        // Dates, options and paths stay whole.
        let typed =
            "a person decided on 2026-01-31, see --all-groups and the file qipu/gbk/长风.pgn";
        for width in [41, 45, 50, 55] {
            let lines = wrapped(typed, Some(width));
            for whole in ["2026-01-31,", "--all-groups", "qipu/gbk/"] {
                assert!(lines.contains(whole), "{lines}");
            }
        }
        // Punctuation stays with what it closes or opens.
        for width in 41..60 {
            let lines = wrapped(&"共有（自标准开局）对弈，计入《其余》；".repeat(4), Some(width));
            assert!(
                !lines.lines().any(|line| line.starts_with(['，', '；', '）', '》'])),
                "{lines}"
            );
            assert!(!lines.lines().any(|line| line.ends_with(['（', '《'])), "{lines}");
        }
        let opening = "D21 Same-Direction Cannons, Vertical Rook v Horizontal Rook — Red Advisor";
        let fact = under("Opening   ", opening, Some(60));
        assert!(fact.lines().all(|line| display_width(line) <= 60), "{fact}");
        assert!(fact.lines().skip(1).all(|line| line.starts_with("          ")), "{fact}");
    }
}
