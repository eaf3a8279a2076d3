//! Games by opening: by code, or as a tree of letters, families and codes.

use super::groups::{Counter, FirstGames, join_years};
use super::participants::{ParticipantCounter, Participants};
use super::score::Score;
use crate::metadata::named;
use crate::opening::{Code, Family, PLIES};
use crate::search::archive::Archive;
use crate::search::archive::ids::IdSet;
use crate::search::archive::parallel::fold_games;
use crate::search::conditions::facts::codes;
use crate::store::{Fact, Result};
use crate::xiangqi::{Move, Position};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A node in the tree of openings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OpeningBranch {
    /// A single code, or no code.
    #[default]
    Code,
    /// A family of codes.
    Family(&'static Family),
    /// All codes with this letter.
    Letter(char),
    /// All games of the list.
    All,
}

/// Games of a code, family or letter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpeningRow {
    /// Node of the tree.
    pub branch: OpeningBranch,
    /// Number of ancestors of the row.
    pub depth: usize,
    /// The code; `None` for games without a code (endgames, handicap games, empty lines), and for
    /// families and letters.
    pub code: Option<Code>,
    /// Results of the games.
    pub score: Score,
    /// Number of all games of the list.
    pub of: u64,
    /// Players and events of the games.
    pub behind: Participants,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// Id of the earliest dated game.
    pub earliest: Option<u32>,
    /// Id of the first game by key, if none is dated.
    pub undated: Option<u32>,
}

named! {
    /// Orders of openings; equal ones are ordered by code.
    #[derive(Default)]
    pub enum OpeningOrder {
        /// By number of games, most first.
        #[default]
        Games = "games",
        /// By Red's score, highest first.
        Score = "score",
        /// By code.
        Name = "name",
    }
}

/// Options of a list of openings.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpeningList<'a> {
    /// Codes, ranges and names of which one must fit; empty for all openings.
    pub within: &'a [String],
    /// The order of the rows.
    pub order: OpeningOrder,
    /// Whether the order is reversed.
    pub is_reversed: bool,
    /// Largest number of rows per node; 0 for all.
    pub most: usize,
    /// Whether letters and families have rows, and a last row has all games.
    pub is_tree: bool,
}

/// Games by code, the commonest first.
pub fn by_opening(archive: &Archive, games: &[u32]) -> Result<Vec<OpeningRow>> {
    OpeningList::default().of(archive, games)
}

/// Whether a text means any opening: a code, a range, or part of a name.
pub fn is_opening(archive: &Archive, name: &str) -> bool {
    codes(archive, name).iter().any(|number| {
        let code = u16::try_from(number).ok().and_then(Code::from_number);
        code.is_some_and(|code| archive.openings().opening(code).is_some())
    })
}

impl OpeningList<'_> {
    /// Counts games by opening in one pass over their facts.
    pub fn of(&self, archive: &Archive, games: &[u32]) -> Result<Vec<OpeningRow>> {
        let wanted = self.wanted(archive);
        let is_wanted = |code: Option<Code>| {
            let has = |set: &IdSet| code.is_some_and(|code| set.contains(code.number().into()));
            wanted.as_ref().is_none_or(has)
        };
        type Counted = FxHashMap<Option<Code>, (Counter, FirstGames)>;
        let add = |(of, counted): &mut (u64, Counted), id, fact: &Fact| {
            *of += 1;
            if is_wanted(fact.opening()) {
                let (counter, first) = counted.entry(fact.opening()).or_default();
                counter.add(fact);
                first.add(id, fact);
            }
        };
        let (mut of, mut counted) = (0, Counted::default());
        for (of_part, part) in fold_games(archive.facts(), games, add) {
            of += of_part;
            for (code, (counter, first)) in part {
                let known = counted.entry(code).or_default();
                known.0.append(counter);
                known.1.append(first);
            }
        }
        let leaf = |(code, (counter, first))| Node { code, counter, first, ..Node::default() };
        let mut leaves: Vec<Node> = counted.into_iter().map(leaf).collect();
        leaves.sort_unstable_by_key(|node| node.code);
        let nodes = if self.is_tree { tree(archive, leaves, &is_wanted) } else { leaves };
        let mut all = Node::above(OpeningBranch::All, nodes);
        let names = archive.names_of_games(games)?;
        all.count(0, &mut ParticipantCounter::new(&names));
        self.arrange(&mut all.below);
        let mut rows = Vec::new();
        for node in std::mem::take(&mut all.below) {
            node.into_rows((0, of), &mut rows);
        }
        if self.is_tree {
            all.into_rows((0, of), &mut rows);
        }
        Ok(rows)
    }

    /// Numbers of the listed codes; `None` for all.
    fn wanted(&self, archive: &Archive) -> Option<IdSet> {
        let mut wanted = IdSet::default();
        for name in self.within {
            codes(archive, name).iter().for_each(|code| wanted.insert(code));
        }
        (!self.within.is_empty()).then_some(wanted)
    }

    /// Sorts nodes and their children, and keeps the first of each.
    fn arrange(&self, nodes: &mut Vec<Node>) {
        let games = |node: &Node| Reverse(node.counter.score.all());
        let score = |node: &Node| node.counter.score.percent().unwrap_or(-1.0);
        // Games without a code come last.
        let code = |node: &Node| (node.code.is_none(), node.code);
        nodes.sort_by(|a, b| {
            let by_code = || code(a).cmp(&code(b));
            let order = match self.order {
                OpeningOrder::Games => games(a).cmp(&games(b)),
                OpeningOrder::Score => score(b).total_cmp(&score(a)),
                OpeningOrder::Name => by_code(),
            };
            if self.is_reversed { order.reverse() } else { order }.then_with(by_code)
        });
        if self.most > 0 {
            nodes.truncate(self.most);
        }
        nodes.iter_mut().for_each(|node| self.arrange(&mut node.below));
    }
}

/// A node of the tree with its children.
#[derive(Debug, Default)]
struct Node {
    branch: OpeningBranch,
    /// Code of the node; for several codes, the first.
    code: Option<Code>,
    /// The games of the node and of all nodes below; before [`Node::count`], those of its own code.
    counter: Counter,
    behind: Participants,
    first: FirstGames,
    below: Vec<Node>,
}

impl Node {
    /// A node with children.
    fn above(branch: OpeningBranch, below: Vec<Node>) -> Node {
        let code = below.iter().filter_map(|node| node.code).min();
        Node { branch, code, below, ..Node::default() }
    }

    /// Counts the games of the node and of all nodes below; `level` is the number of its ancestors.
    fn count(&mut self, level: usize, participants: &mut ParticipantCounter<'_>) {
        participants.count(level, &std::mem::take(&mut self.counter.crowd));
        for node in &mut self.below {
            node.count(level + 1, participants);
            self.counter.score += node.counter.score;
            join_years(&mut self.counter.years, node.counter.years);
            self.first.append(node.first);
        }
        self.behind = participants.take(level);
    }

    /// Adds the rows of the node and its children; `of` is the number of all games.
    fn into_rows(self, (depth, of): (usize, u64), rows: &mut Vec<OpeningRow>) {
        let Node { branch, code, counter, behind, first, below } = self;
        rows.push(OpeningRow {
            branch,
            depth,
            code: code.filter(|_| branch == OpeningBranch::Code),
            score: counter.score,
            of,
            behind,
            years: counter.years,
            earliest: first.earliest(),
            undated: first.undated(),
        });
        below.into_iter().for_each(|node| node.into_rows((depth + 1, of), rows));
    }
}

/// Groups codes by family, and families by letter. A node has a row only if all its codes are
/// wanted; its number would otherwise be that of no family.
fn tree(
    archive: &Archive,
    leaves: Vec<Node>,
    is_wanted: &dyn Fn(Option<Code>) -> bool,
) -> Vec<Node> {
    let whole = |has: &dyn Fn(Code) -> bool| {
        let mut openings = archive.openings().openings().filter(|opening| has(opening.code));
        openings.all(|opening| is_wanted(Some(opening.code)))
    };
    let family_of = |node: &Node| node.code.and_then(Family::of);
    let mut top = Vec::new();
    for (letter, leaves) in gathered(leaves, |node| node.code.map(Code::letter)) {
        let mut below = Vec::new();
        for (family, codes) in gathered(leaves, family_of) {
            // A family that is a whole letter is shown as the letter.
            let family = family.filter(|family| !family.is_letter());
            let is_row = family.filter(|family| whole(&|code| family.has(code)));
            below.extend(grown(is_row.map(OpeningBranch::Family), codes));
        }
        let is_row = letter.filter(|letter| whole(&|code| code.letter() == *letter));
        top.extend(grown(is_row.map(OpeningBranch::Letter), below));
    }
    top
}

/// Groups nodes by a key.
fn gathered<K: Ord>(nodes: Vec<Node>, key: impl Fn(&Node) -> K) -> BTreeMap<K, Vec<Node>> {
    let mut groups: BTreeMap<K, Vec<Node>> = BTreeMap::new();
    for node in nodes {
        groups.entry(key(&node)).or_default().push(node);
    }
    groups
}

/// A node with `nodes` as children, or `nodes` themselves without a branch.
fn grown(branch: Option<OpeningBranch>, nodes: Vec<Node>) -> Vec<Node> {
    match branch {
        Some(branch) => vec![Node::above(branch, nodes)],
        None => nodes,
    }
}

/// The position that shows an opening on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledOpening {
    /// Moves to the position; Red's first move is on the right wing.
    pub moves: Vec<Move>,
    /// The position.
    pub position: Position,
}

/// Number of games that are read to find the position of an opening.
const READ: usize = 300;

/// The position at which most games of a wanted opening get their final code. Of many games only
/// the first by line are read.
pub fn settled(archive: &Archive, games: &[u32], wanted: &str) -> Result<Option<SettledOpening>> {
    let wanted = codes(archive, wanted);
    let is_wanted = |code: Option<Code>| code.is_some_and(|it| wanted.contains(it.number().into()));
    let facts = games.iter().filter_map(|&id| Some((id, archive.facts().get(id)?)));
    let mut lines: Vec<(u32, u32)> = facts
        .filter(|(_, fact)| is_wanted(fact.opening()))
        .map(|(id, fact)| (fact.key, id))
        .collect();
    lines.sort_unstable();
    lines.truncate(READ);
    let mut found: BTreeMap<(String, usize), (u64, SettledOpening)> = BTreeMap::new();
    for (_, game) in lines {
        archive.effective().game_line(archive.snapshot(), game, &mut |line| {
            let mut moves = line.played()?;
            moves.truncate(PLIES);
            let code = |plies: usize| archive.openings().code(moves[..plies].iter().copied());
            let is_within = |plies: &usize| is_wanted(code(*plies));
            let settled = (1..=moves.len()).rev().take_while(is_within).last();
            let Some(plies) = settled else { return Ok(()) };
            moves.truncate(plies);
            if moves.first().is_some_and(|mv| mv.from.file() < 4) {
                moves.iter_mut().for_each(|mv| *mv = mv.mirror());
            }
            let position = Position::start().after(&moves);
            let place = (position.to_fen(), plies);
            let known = found.entry(place).or_insert((0, SettledOpening { moves, position }));
            known.0 += 1;
            Ok(())
        })?;
    }
    // `max_by_key` takes the last of equals: the shortest line.
    let order = |(place, (games, _)): &(&(String, usize), &(u64, SettledOpening))| {
        (*games, Reverse(place.1), Reverse(place.0.clone()))
    };
    let most = found.iter().max_by_key(order).map(|(_, (_, settled))| settled.clone());
    Ok(most)
}
