//! Where in a game words are said: in a comment, with its ply, or in its title.

use super::archive::Archive;
use super::headings::games_titled;
use super::ids::IdSet;
use super::lookup::games_saying;
use crate::replay::Tree;
use crate::store::Result;
use crate::text::fold_char;

/// Characters before and after the words in a snippet.
const AROUND: usize = 16;

/// Words and phrases of a question: all of them are wanted. Blanks divide words, and quotation
/// marks of any script hold a phrase together.
///
/// ```
/// use xqdb::search::words_of;
/// assert_eq!(words_of("弃车 “马 后炮” \"a b\""), ["弃车", "马 后炮", "a b"]);
/// ```
pub fn words_of(question: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for letter in question.chars() {
        let is_quote = matches!(letter, '"' | '“' | '”' | '「' | '」' | '„' | '＂');
        if is_quote || (letter.is_whitespace() && !is_quoted) {
            words.push(std::mem::take(&mut word));
            is_quoted ^= is_quote;
        } else {
            word.push(letter);
        }
    }
    words.push(word);
    words.retain(|word| !word.trim().is_empty());
    words
}

/// Where words are said.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Snippet {
    /// Plies played before the comment; none when they stand in the title.
    pub ply: Option<u32>,
    /// The comment belongs to a variation.
    pub variation: bool,
    /// The words with what stands around them.
    pub text: String,
}

/// The games in whose comments or titles each of the words is said.
pub(super) fn games_with_words(
    archive: &Archive,
    question: &str,
    as_stated: bool,
) -> Result<IdSet> {
    let mut all: Option<IdSet> = None;
    for word in words_of(question) {
        let mut games = games_saying(archive, &word)?;
        games.add(&games_titled(archive, &word, as_stated)?);
        all = Some(match all {
            None => games,
            Some(known) => known.iter().filter(|&game| games.contains(game)).collect(),
        });
    }
    Ok(all.unwrap_or_default())
}

impl Archive {
    /// Where each of some words is said first in a game: in the title, or in a comment of the first
    /// record that has it there.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn snippets(
        &self,
        game: u32,
        words: &[String],
        title: Option<&str>,
    ) -> Result<Vec<Snippet>> {
        let mut trees = Vec::new();
        self.snapshot().trees_of(game, &mut |tree| {
            trees.push(tree.clone());
            Ok(())
        })?;
        let find = |word: &String| {
            let in_title = title.and_then(|title| around(title, word));
            let in_title = in_title.map(|text| Snippet { ply: None, variation: false, text });
            in_title.or_else(|| trees.iter().find_map(|tree| in_comments(tree, word)))
        };
        Ok(words.iter().filter_map(find).collect())
    }
}

fn in_comments(tree: &Tree, word: &str) -> Option<Snippet> {
    tree.comments.iter().find_map(|(node, comment)| {
        let text = around(comment, word)?;
        let parents = std::iter::successors(Some(*node), |&node| {
            tree.nodes.get(node as usize).map(|node| node.parent)
        });
        let ply = parents.take_while(|&node| node != Tree::ROOT).count() as u32;
        let variation = *node != Tree::ROOT && *node >= tree.plies;
        Some(Snippet { ply: Some(ply), variation, text })
    })
}

/// A word, or whichever script it is written in, with what stands around it on one line.
fn around(text: &str, word: &str) -> Option<String> {
    let letters: Vec<char> =
        text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    let fold = |letter: char| fold_char(letter).to_ascii_lowercase();
    let folded: Vec<char> = letters.iter().map(|&letter| fold(letter)).collect();
    let wanted: Vec<char> = word.trim().chars().map(fold).collect();
    let at = folded.windows(wanted.len().max(1)).position(|window| window == wanted)?;
    let first = at.saturating_sub(AROUND);
    let last = (at + wanted.len() + AROUND).min(letters.len());
    let mut snippet: String = letters[first..last].iter().collect();
    if first > 0 {
        snippet.insert(0, '…');
    }
    if last < letters.len() {
        snippet.push('…');
    }
    Some(snippet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_either_script() {
        let text = "紅方棄車\n砍炮，以下連將殺，黑方無法應付，遂成必勝之勢，妙手迭出令人拍案叫絕";
        let found = around(text, "弃车 砍炮").unwrap();
        assert_eq!(found, "紅方棄車 砍炮，以下連將殺，黑方無法應付，遂成…");
        assert_eq!(around(text, "弃马"), None);
        assert_eq!(around("", "弃"), None);
    }
}
