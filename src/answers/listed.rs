//! Games of a list and games by themselves, for programs: where they fit the question, where they
//! contain its words, and everything written about them.

use super::field::FieldKind::{Count, Decimal, Signed, Text};
use super::field::{Answer, Field, answer};
use crate::decision::{DecidedStatement, Decision};
use crate::export::Entry;
use crate::metadata::{DateReason, DateSpan, EvaluationView, Played, ValueSource};
use crate::opening::Codes;
use crate::replay::{Damage, NodeEvaluation, Tree};
use crate::search::{Archive, FittingPlies, SearchQuery, Sighting, load, load_stated, title};
use crate::store::{GameRow, Headings, LinkRow, Result, WitnessTree};
use crate::text::fold_char;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::cmp::Reverse;

/// Game of a list.
#[derive(Debug, Serialize)]
pub struct Listed {
    /// The game itself.
    #[serde(flatten)]
    pub game: GameRow,
    /// Title, chapters, dates, derived and decided values.
    #[serde(flatten)]
    pub titled: Titled,
    /// Whether the game was played on a board, online or by programs.
    pub played: Played,
    /// Codes of the game's opening, if asked for.
    pub ecco: Option<Codes>,
    /// Plies at which the game shows the partial boards of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contains: Option<Sightings>,
    /// Places of the question's words in title and comments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<Snippet>,
    /// Plies at which the game fits the question.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub moments: Option<FittingPlies>,
}

/// Plies at which a game shows the partial boards of a question.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Sightings {
    /// Sighting of the only partial board.
    One(Sighting),
    /// Sightings of several partial boards.
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

    /// All sightings, in the order of the partial boards.
    #[must_use]
    pub fn all(&self) -> &[Sighting] {
        match self {
            Sightings::One(place) => std::slice::from_ref(place),
            Sightings::Each(places) => places,
        }
    }
}

impl Listed {
    /// Loads a game that a query found; without derived values if `as_stated`.
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
            false => snippets(archive, &game, &words, as_stated)?,
        };
        let played = archive.played(id)?;
        Ok(Listed { game, titled, played, ecco: None, contains, says, moments })
    }

    /// Adds the codes of the opening. The code by position takes time to compute.
    #[must_use]
    pub fn with_codes(self, archive: &Archive) -> Listed {
        let mut ecco = Codes::of(&self.game.start_position(), &self.game.moves);
        if let (Some(codes), Some(opening)) = (&mut ecco, archive.opening(self.game.id)) {
            codes.code = opening.code;
        }
        Listed { ecco, ..self }
    }

    /// First ply at which the game fits the question.
    pub fn ply(&self) -> Option<u32> {
        let plies = self.moments.as_ref().and_then(|moments| moments.plies.as_ref());
        let first = plies.and_then(|plies| plies.first().copied());
        let sightings = self.contains.as_ref().map(Sightings::all).unwrap_or_default();
        let said = self.says.iter().find_map(|snippet| snippet.ply);
        first.or(sightings.first().map(|place| place.ply)).or(said)
    }
}

/// Title, chapters, dates, derived and decided values of a game, for JSON.
#[derive(Debug, Serialize)]
pub struct Titled {
    /// Title that a record states.
    title: Option<String>,
    /// Chapters that contain records of the game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chapters: Vec<String>,
    /// Person who has Red, by the display name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) red_person: Option<String>,
    /// Person who has Black, by the display name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) black_person: Option<String>,
    /// Series and edition of the game's event.
    #[serde(skip_serializing_if = "Option::is_none")]
    edition: Option<String>,
    /// First date on which the game may have been played.
    date_from: Option<String>,
    /// Last date on which the game may have been played.
    date_to: Option<String>,
    /// Reason for `date_from` and `date_to`.
    date_because: Option<DateReason>,
    /// Values that no record states, with their sources.
    #[serde(skip_serializing_if = "Map::is_empty")]
    derived: Map<String, Value>,
    /// Values that other evidence contradicts.
    #[serde(skip_serializing_if = "Map::is_empty")]
    doubt: Map<String, Value>,
    /// Values that a person decided, by the names of their fields.
    #[serde(skip_serializing_if = "Map::is_empty")]
    decided: Map<String, Value>,
}

impl Titled {
    /// Fields of a game. If `as_stated`, it has no chapters: they come from folders and files.
    pub fn of(archive: &Archive, game: &GameRow, as_stated: bool) -> Result<Titled> {
        let Headings { title, file, chapters } = &game.headings;
        let mut derived = game.derived.values_json();
        if let Some(file) = file.as_ref().filter(|_| title.is_none() && !as_stated) {
            derived.insert("Title".to_owned(), json!({ "value": file, "from": ValueSource::File }));
        }
        let fact = archive.facts().get(game.id).filter(|_| !as_stated);
        let editions = archive.editions()?;
        let person = |id| archive.person(id).transpose();
        let persons = fact.map(|fact| [fact.red, fact.black].map(person));
        let [red_person, black_person] = persons.unwrap_or_default();
        Ok(Titled {
            title: title.clone(),
            chapters: if as_stated { Vec::new() } else { chapters.clone() },
            red_person: red_person.transpose()?,
            black_person: black_person.transpose()?,
            edition: fact.and_then(|fact| editions.of(fact)).map(|edition| edition.name.clone()),
            date_from: game.dated.and_then(|it| it.end(DateSpan::from)),
            date_to: game.dated.and_then(|it| it.end(DateSpan::to)),
            date_because: game.dated.map(|dated| dated.because),
            derived,
            doubt: game.derived.doubts_json(),
            decided: game.decided.iter().filter_map(decided).collect(),
        })
    }
}

/// Field that a person set, with value and reason.
fn decided(decision: &Decision) -> Option<(String, Value)> {
    let DecidedStatement::Set(_, setting) = &decision.what else { return None };
    let Decision { reason, by, when, .. } = decision;
    let why = json!({ "value": setting.value(), "reason": reason, "by": by, "when": when });
    Some((setting.field().as_str().to_owned(), why))
}

/// Game by itself, as `show --format json` prints it.
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

/// Games that are nearly equal to `game`, with their relations.
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

/// Game with its tree of variations and comments.
#[derive(Debug)]
pub struct Drawn {
    /// Moves, variations and comments.
    pub tree: Tree,
    /// Variations of the tree that end before their record does.
    pub damaged: Vec<Damage>,
    /// Number of other trees among the game's witnesses.
    pub others: u32,
}

impl Drawn {
    /// Picks the tree of a witness with the most moves, then the most comments, then the least
    /// damage, then the first by place.
    pub fn of(archive: &Archive, game: &GameRow) -> Result<Drawn> {
        let bare = || Tree::line(game.moves.iter().copied());
        let mut ids: Vec<i64> = Vec::new();
        let mut drawn: Vec<(Tree, Vec<Damage>)> = Vec::new();
        for WitnessTree { id, damaged } in archive.snapshot().witness_trees(game.id)? {
            if id.is_none_or(|id| !ids.contains(&id)) {
                ids.extend(id);
                drawn.push((id.map_or_else(|| Ok(bare()), |id| archive.tree(id))?, damaged));
            }
        }
        let rank = |(tree, damaged): &(Tree, Vec<Damage>)| {
            (tree.nodes.len(), tree.comments.len(), Reverse(damaged.len()))
        };
        // `max_by_key` takes the last of several maxima.
        let best = drawn.into_iter().rev().max_by_key(rank);
        let (tree, damaged) = best.unwrap_or_else(|| (bare(), Vec::new()));
        Ok(Drawn { tree, damaged, others: ids.len().saturating_sub(1) as u32 })
    }
}

/// Calls `take` with a game and its tree, and with the number of other trees among its witnesses.
pub fn with_entry<T>(
    archive: &Archive,
    id: u32,
    take: impl FnOnce(&Entry<'_>, u32) -> T,
) -> Result<T> {
    let game = load_stated(archive, id)?;
    let Drawn { tree, damaged, others } = Drawn::of(archive, &game)?;
    let start = game.start.as_ref().map(|_| game.start_position());
    Ok(take(&Entry { damaged: &damaged, ..game.entry(start.as_ref(), &tree) }, others))
}

/// Number of characters before and after the words of a snippet.
const AROUND: usize = 16;

/// Place of words in a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Snippet {
    /// Number of plies played before the comment; `None` if the words are in the title.
    pub ply: Option<u32>,
    /// Whether the comment belongs to a variation.
    pub variation: bool,
    /// The words, and the text around them.
    pub text: String,
}

/// First place of each word in a game: in the title, or in a comment of the first record with
/// the word, or in the title of another record or file.
fn snippets(
    archive: &Archive,
    game: &GameRow,
    words: &[String],
    as_stated: bool,
) -> Result<Vec<Snippet>> {
    let mut trees = Vec::new();
    archive.snapshot().trees_of(game.id, &mut |tree| {
        trees.push(tree.clone());
        Ok(())
    })?;
    let in_title = |title: &str, word: &str| {
        around(title, word).map(|text| Snippet { ply: None, variation: false, text })
    };
    let mut snippets = Vec::new();
    for word in words {
        let shown = title(&game.headings, as_stated);
        let shown = shown.and_then(|title| in_title(title, word));
        let found = shown.or_else(|| trees.iter().find_map(|tree| in_comments(tree, word)));
        if found.is_none() {
            let titles = archive.snapshot().all_titles(game.id, !as_stated)?;
            snippets.extend(titles.iter().find_map(|title| in_title(title, word)));
        }
        snippets.extend(found);
    }
    Ok(snippets)
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

/// A word in either script, with the text around it on one line; `None` if `text` lacks it.
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

/// Scores and clocks in the main line of a game, by ply.
pub fn main_line_evaluations(archive: &Archive, game: u32) -> Result<Vec<NodeEvaluation>> {
    let said = archive.evaluations(game)?;
    Ok(said.into_iter().filter(|it| !it.is_variation).collect())
}

/// Fields of a score or clock behind a move of a main line.
#[must_use]
pub fn move_evaluations() -> Answer<NodeEvaluation> {
    answer! { NodeEvaluation, "move-evaluation", "What a program wrote behind a move.";
        "ply", Count, "How many plies were played before.", |it| it.ply => unit("ply");
        "eval", Signed, "The score from Red's side; a mate in n moves is 30000 - n.",
            |it| it.eval => unit("centipawns"), nullable();
        "depth", Count, "How deep the program looked.", |it| it.depth => unit("plies"), nullable();
        "spent", Decimal, "How long the move took.", |it| seconds(it.spent) => unit("seconds"), nullable();
        "clock", Decimal, "What the clock of the mover showed after the move.",
            |it| seconds(it.clock) => unit("seconds"), nullable();
        "counted_for", Text, "From which side the source counts: `red` or `mover`.",
            |it| it.view.map(EvaluationView::as_str) => nullable();
    }
}

/// Milliseconds as seconds, with all decimals; null for `None`.
fn seconds(milliseconds: Option<u32>) -> Option<Value> {
    milliseconds.map(|milliseconds| json!(f64::from(milliseconds) / 1000.0))
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
