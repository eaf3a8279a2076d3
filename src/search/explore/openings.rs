//! Games by their openings: by code, and as a tree of letters, families and codes.

use super::groups::{Counter, FirstGames};
use super::participants::{ParticipantCounter, Participants};
use super::score::Score;
use crate::metadata::named;
use crate::opening::{Code, Family, PLIES};
use crate::search::archive::Archive;
use crate::search::archive::ids::IdSet;
use crate::search::conditions::facts::codes;
use crate::store::Result;
use crate::xiangqi::{Move, Position};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A branch of the tree of openings, or a code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OpeningBranch {
    /// A code, or none.
    #[default]
    Code,
    /// A family of codes.
    Family(&'static Family),
    /// All codes with a letter.
    Letter(char),
    /// All games of the list.
    All,
}

/// The games of a code, of a family or of a letter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpeningRow {
    /// The branch or the code.
    pub branch: OpeningBranch,
    /// Number of branches above the row.
    pub depth: usize,
    /// The code; `None` for games without a code (endgames, handicaps, empty lines), and for rows
    /// of several codes.
    pub code: Option<Code>,
    /// The score of the games.
    pub score: Score,
    /// Number of all games of which these are a part.
    pub of: u64,
    /// The players and events of the games.
    pub behind: Participants,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// The earliest dated game, by id.
    pub earliest: Option<u32>,
    /// Where no game is dated: the first of them by key, by id.
    pub undated: Option<u32>,
}

named! {
    /// Orders of openings; equal ones by code.
    #[derive(Default)]
    pub enum OpeningOrder {
        /// Openings with the most games first.
        #[default]
        Games = "games",
        /// Those with the highest score of Red first.
        Score = "score",
        /// By code.
        Name = "name",
    }
}

/// The openings that are listed, and how.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpeningList<'a> {
    /// Codes, ranges and names of which one must fit; everything fits where there is none.
    pub within: &'a [String],
    /// The order of the rows.
    pub order: OpeningOrder,
    /// Whether that order is turned round.
    pub is_reversed: bool,
    /// The most rows below each branch; 0 for all.
    pub most: usize,
    /// Whether letters and families have rows, too, and all games together at the end.
    pub is_tree: bool,
}

/// Games by the codes of their openings, the commonest first.
pub fn by_opening(archive: &Archive, games: &[u32]) -> Result<Vec<OpeningRow>> {
    OpeningList::default().of(archive, games)
}

/// Whether some openings have this code, are of this range, or have this in their names.
pub fn is_opening(archive: &Archive, name: &str) -> bool {
    !codes(archive, name).is_empty()
}

impl OpeningList<'_> {
    /// Counts games by their openings, in one pass over their facts.
    pub fn of(&self, archive: &Archive, games: &[u32]) -> Result<Vec<OpeningRow>> {
        let wanted = self.wanted(archive);
        let is_wanted = |code: Option<Code>| {
            let has = |set: &IdSet| code.is_some_and(|code| set.contains(code.number().into()));
            wanted.as_ref().is_none_or(has)
        };
        let mut parts: BTreeMap<Option<Code>, Part> = BTreeMap::new();
        let mut of = 0;
        for (id, fact) in games.iter().filter_map(|&id| Some((id, archive.facts().get(id)?))) {
            of += 1;
            if is_wanted(fact.opening()) {
                let part = parts.entry(fact.opening()).or_default();
                part.counter.add(fact);
                part.first.add(id, fact);
            }
        }
        let leaf = |(code, part)| Node { code, part, ..Node::default() };
        let leaves: Vec<Node> = parts.into_iter().map(leaf).collect();
        let mut nodes = if self.is_tree { tree(archive, leaves, &is_wanted) } else { leaves };
        let all = self.is_tree.then(|| Node::joined(&nodes));
        self.arrange(&mut nodes);
        nodes.extend(all.map(|all| Node { branch: OpeningBranch::All, ..all }));
        let names = archive.names_of_games(games)?;
        let mut rows = Vec::new();
        tell(nodes, (0, of), &mut ParticipantCounter::new(&names), &mut rows);
        Ok(rows)
    }

    /// The numbers of the codes that are listed; `None` for all.
    fn wanted(&self, archive: &Archive) -> Option<IdSet> {
        let mut wanted = IdSet::default();
        for name in self.within {
            codes(archive, name).iter().for_each(|code| wanted.insert(code));
        }
        (!self.within.is_empty()).then_some(wanted)
    }

    /// Sorts the nodes and those below each, and leaves the first of each branch that are wanted.
    fn arrange(&self, nodes: &mut Vec<Node>) {
        let games = |node: &Node| Reverse(node.part.counter.games());
        let score = |node: &Node| node.part.counter.percent().unwrap_or(-1.0);
        // Games without a code are no opening: they stand last.
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

/// Some games that are being counted, and the first of them.
#[derive(Debug, Clone, Default)]
struct Part {
    counter: Counter,
    first: FirstGames,
}

/// A branch of the tree with those below it.
#[derive(Debug, Default)]
struct Node {
    branch: OpeningBranch,
    /// The code; of a branch with several the first.
    code: Option<Code>,
    part: Part,
    below: Vec<Node>,
}

impl Node {
    /// All the games of some nodes, without the nodes.
    fn joined(nodes: &[Node]) -> Node {
        let mut part = Part::default();
        for node in nodes {
            part.counter.append(node.part.counter.clone());
            part.first.append(node.part.first);
        }
        let code = nodes.iter().filter_map(|node| node.code).min();
        Node { code, part, ..Node::default() }
    }
}

/// Gathers codes under their families, and these under their letters. A branch has a row when all
/// its codes are wanted; otherwise its number would be that of no family.
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
            // A family that is a whole letter has the row of that letter.
            let family = family.filter(|family| !family.is_letter());
            let is_row = family.filter(|family| whole(&|code| family.has(code)));
            below.extend(grown(is_row.map(OpeningBranch::Family), codes));
        }
        let is_row = letter.filter(|letter| whole(&|code| code.letter() == *letter));
        top.extend(grown(is_row.map(OpeningBranch::Letter), below));
    }
    top
}

/// The nodes by something that they have in common.
fn gathered<K: Ord>(nodes: Vec<Node>, key: impl Fn(&Node) -> K) -> BTreeMap<K, Vec<Node>> {
    let mut groups: BTreeMap<K, Vec<Node>> = BTreeMap::new();
    for node in nodes {
        groups.entry(key(&node)).or_default().push(node);
    }
    groups
}

/// A branch with nodes below it, or the nodes alone.
fn grown(branch: Option<OpeningBranch>, nodes: Vec<Node>) -> Vec<Node> {
    match branch {
        Some(branch) => {
            let all = Node::joined(&nodes);
            vec![Node { branch, below: nodes, ..all }]
        }
        None => nodes,
    }
}

/// Adds the row of each node and of those below it. `of` is the number of all games.
fn tell(
    nodes: Vec<Node>,
    (depth, of): (usize, u64),
    teller: &mut ParticipantCounter<'_>,
    rows: &mut Vec<OpeningRow>,
) {
    for Node { branch, code, part, below } in nodes {
        let sample = part.counter.sample(teller);
        rows.push(OpeningRow {
            branch,
            depth,
            code: code.filter(|_| branch == OpeningBranch::Code),
            score: sample.score,
            of,
            behind: sample.behind,
            years: sample.years,
            earliest: part.first.earliest(),
            undated: part.first.undated(),
        });
        tell(below, (depth + 1, of), teller, rows);
    }
}

/// The position in which an opening is seen on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledOpening {
    /// The moves that lead there, Red's first from the right wing.
    pub moves: Vec<Move>,
    /// The position.
    pub position: Position,
}

/// Number of games of an opening that are read for its board.
const READ: usize = 300;

/// The position at which most games with a wanted opening come to have that opening for good: the
/// code of their moves does not change any more. Of many games the first by line are read.
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
    // Of equals the last is the greatest, so the shortest way comes last.
    let order = |(place, (games, _)): &(&(String, usize), &(u64, SettledOpening))| {
        (*games, Reverse(place.1), Reverse(place.0.clone()))
    };
    let most = found.iter().max_by_key(order).map(|(_, (_, settled))| settled.clone());
    Ok(most)
}
