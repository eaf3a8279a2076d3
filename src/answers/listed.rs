//! Games of a list, with all that programs are told of each: where they show what was asked for,
//! where they say the words that were asked for, and all that is written of them.

use super::evaluations::{main_line_evaluations, move_evaluations};
use crate::decision::{DecidedStatement, Decision};
use crate::export::Entry;
use crate::metadata::{DateReason, DateSpan, Played, ValueSource};
use crate::opening::Codes;
use crate::replay::{Damage, Tree};
use crate::search::{Archive, FittingPlies, SearchQuery, Sighting, load, title};
use crate::store::{GameRow, Headings, LinkRow, Result, Witness};
use crate::text::fold_char;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::cmp::Reverse;

/// A game of a list.
#[derive(Debug, Serialize)]
pub struct Listed {
    /// The game itself.
    #[serde(flatten)]
    pub game: GameRow,
    /// Its title and chapters.
    #[serde(flatten)]
    pub titled: Titled,
    /// The way in which the game was played.
    pub played: Played,
    /// The codes of its opening, where they were asked for.
    pub ecco: Option<Codes>,
    /// Where it shows the partial board that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contains: Option<Sightings>,
    /// Where it says the words that were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<Snippet>,
    /// Where it fits the question that was asked.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub moments: Option<FittingPlies>,
}

/// Where a game shows what was asked for: one partial board, or each of several.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Sightings {
    /// One partial board was asked for.
    One(Sighting),
    /// Several were.
    Each(Vec<Sighting>),
}

impl Sightings {
    fn of(mut places: Vec<Sighting>, asked: usize) -> Option<Sightings> {
        match asked {
            0 => None,
            1 => places.pop().map(Sightings::One),
            _ => Some(Sightings::Each(places)),
        }
    }

    /// All of them, in the order in which they were asked for.
    #[must_use]
    pub fn all(&self) -> &[Sighting] {
        match self {
            Sightings::One(place) => std::slice::from_ref(place),
            Sightings::Each(places) => places,
        }
    }
}

impl Listed {
    /// A game that a query found; with `as_stated`, without derived values.
    pub fn new(archive: &Archive, id: u32, query: &SearchQuery, as_stated: bool) -> Result<Listed> {
        let SearchQuery { contains, mirroring, variations, .. } = query;
        let mut places = Vec::new();
        for pattern in contains {
            places.extend(archive.first_place(id, pattern, *mirroring, *variations)?);
        }
        let contains = Sightings::of(places, contains.len());
        let asked = query.matcher.asked();
        let moments = asked.map(|asked| asked.moments(archive, id)).transpose()?.flatten();
        let game = load(archive, id)?;
        let titled = Titled::of(archive, &game, as_stated)?;
        let words = query.matcher.words();
        let says = match words.is_empty() {
            true => Vec::new(),
            false => archive.snippets(id, &words, title(&game.headings, as_stated))?,
        };
        let played = archive.played(id)?;
        Ok(Listed { game, titled, played, ecco: None, contains, says, moments })
    }

    /// Adds the codes of its opening; the one by position has to be worked out.
    #[must_use]
    pub fn with_codes(self, archive: &Archive) -> Listed {
        let mut ecco = Codes::of(&self.game.start_position(), &self.game.moves);
        if let (Some(codes), Some(opening)) = (&mut ecco, archive.opening(self.game.id)) {
            codes.code = opening.code;
        }
        Listed { ecco, ..self }
    }

    /// The first ply at which the game fits the question.
    pub fn ply(&self) -> Option<u32> {
        let plies = self.moments.as_ref().and_then(|moments| moments.plies.as_ref());
        let first = plies.and_then(|plies| plies.first().copied());
        let sightings = self.contains.as_ref().map(Sightings::all).unwrap_or_default();
        let said = self.says.iter().find_map(|snippet| snippet.ply);
        first.or(sightings.first().map(|place| place.ply)).or(said)
    }
}

/// Fields of a game in JSON.
#[derive(Debug, Serialize)]
pub struct Titled {
    /// The title that a record states.
    title: Option<String>,
    /// The chapters in which records of the game stand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chapters: Vec<String>,
    /// The series and edition of its event.
    #[serde(skip_serializing_if = "Option::is_none")]
    edition: Option<String>,
    /// The first date at which it may have been played.
    date_from: Option<String>,
    /// The last date at which it may have been played.
    date_to: Option<String>,
    /// The reason for `date_from` and `date_to`.
    date_because: Option<DateReason>,
    /// Values that no record states, with their sources.
    #[serde(skip_serializing_if = "Map::is_empty")]
    derived: Map<String, Value>,
    /// Values that something contradicts.
    #[serde(skip_serializing_if = "Map::is_empty")]
    doubt: Map<String, Value>,
    /// Values that a person decided, by the names of the fields.
    #[serde(skip_serializing_if = "Map::is_empty")]
    decided: Map<String, Value>,
}

impl Titled {
    /// The fields of a game. As it is stated, a game has no chapter: folders and files say those.
    pub fn of(archive: &Archive, game: &GameRow, as_stated: bool) -> Result<Titled> {
        let Headings { title, file, chapters } = &game.headings;
        let mut derived = game.derived.values_json();
        if let Some(file) = file.as_ref().filter(|_| title.is_none() && !as_stated) {
            derived.insert("Title".to_owned(), json!({ "value": file, "from": ValueSource::File }));
        }
        let fact = archive.facts().get(game.id).filter(|_| !as_stated);
        let editions = archive.editions()?;
        Ok(Titled {
            title: title.clone(),
            chapters: if as_stated { Vec::new() } else { chapters.clone() },
            edition: fact.and_then(|fact| editions.of(fact)).map(|edition| edition.name.clone()),
            date_from: game.date_end(DateSpan::from),
            date_to: game.date_end(DateSpan::to),
            date_because: game.dated.map(|dated| dated.because),
            derived,
            doubt: game.derived.doubts_json(),
            decided: game.decided.iter().filter_map(decided).collect(),
        })
    }
}

/// A field that a person set, and why.
fn decided(decision: &Decision) -> Option<(String, Value)> {
    let DecidedStatement::Set(_, setting) = &decision.what else { return None };
    let Decision { reason, by, when, .. } = decision;
    let why = json!({ "value": setting.value(), "reason": reason, "by": by, "when": when });
    Some((setting.field().as_str().to_owned(), why))
}

/// A game by itself for programs: what `show --format json` prints.
pub fn shown(archive: &Archive, game: &GameRow, as_stated: bool) -> Result<Value> {
    let mut shown = json!(game);
    let titled = json!(Titled::of(archive, game, as_stated)?);
    if let (Value::Object(shown), Value::Object(titled)) = (&mut shown, titled) {
        shown.extend(titled);
    }
    shown["played"] = json!(archive.played(game.id)?);
    shown["ecco"] = json!(Codes::of(&game.start_position(), &game.moves));
    let evaluations = main_line_evaluations(archive, game.id)?;
    shown["evaluations"] = json!(move_evaluations().objects(&evaluations));
    shown["witnesses"] = json!(archive.witnesses(game.id)?);
    shown["links"] = links(archive, game.id)?;
    let same_day = archive.same_day(game.id)?.into_iter();
    let keys = same_day.map(|id| archive.snapshot().game_key(id));
    shown["same_day"] = json!(keys.collect::<Result<Vec<_>>>()?);
    Ok(shown)
}

/// The games that are nearly equal to one, and how.
fn links(archive: &Archive, game: u32) -> Result<Value> {
    let links = archive.links_of(game)?;
    let link = |link: &LinkRow| -> Result<Value> {
        let other = if link.a == game { link.b } else { link.a };
        Ok(json!({
            "key": archive.snapshot().game_key(other)?,
            "relation": link.relation,
            "score": link.score,
            "same": link.same,
        }))
    };
    links.iter().map(link).collect()
}

/// A game with all that is written of it.
#[derive(Debug)]
pub struct Drawn {
    /// Moves, variations and comments.
    pub tree: Tree,
    /// Variations of the tree that end before their record does.
    pub damaged: Vec<Damage>,
    /// Number of the game's other trees of variations.
    pub others: u32,
}

impl Drawn {
    /// The game with the tree of its witnesses that has the most moves, then the most comments,
    /// then the least damage, then is the first by place.
    pub fn of(archive: &Archive, game: &GameRow) -> Result<Drawn> {
        let bare = || Tree::line(game.moves.iter().copied());
        let mut ids: Vec<i64> = Vec::new();
        let mut drawn: Vec<(Tree, Vec<Damage>)> = Vec::new();
        for Witness { tree: id, damaged, .. } in archive.witnesses(game.id)? {
            if id.is_none_or(|id| !ids.contains(&id)) {
                ids.extend(id);
                drawn.push((id.map_or_else(|| Ok(bare()), |id| archive.tree(id))?, damaged));
            }
        }
        let rank = |(tree, damaged): &(Tree, Vec<Damage>)| {
            (tree.nodes.len(), tree.comments.len(), Reverse(damaged.len()))
        };
        // The last of equal ones is taken.
        let best = drawn.into_iter().rev().max_by_key(rank);
        let (tree, damaged) = best.unwrap_or_else(|| (bare(), Vec::new()));
        Ok(Drawn { tree, damaged, others: ids.len().saturating_sub(1) as u32 })
    }
}

/// Hands a game with all that is written of it to `take`, and how many other trees of variations
/// and comments its witnesses have.
pub fn with_entry<T>(
    archive: &Archive,
    id: u32,
    take: impl FnOnce(&Entry<'_>, u32) -> T,
) -> Result<T> {
    let game = load(archive, id)?;
    let Drawn { tree, damaged, others } = Drawn::of(archive, &game)?;
    let start = game.start.as_ref().map(|_| game.start_position());
    Ok(take(&Entry { damaged: &damaged, ..game.entry(start.as_ref(), &tree) }, others))
}

/// Characters before and after the words in a snippet.
const AROUND: usize = 16;

/// Where words are said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Snippet {
    /// Plies played before the comment; none when they stand in the title.
    pub ply: Option<u32>,
    /// The comment belongs to a variation.
    pub variation: bool,
    /// The words with what stands around them.
    pub text: String,
}

impl Archive {
    /// Where each of some words is said first in a game: in the title, or in a comment of the first
    /// record that has it there.
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
