//! Which records are the same game, and what is it called?
//!
//! Records with the same start and main line are candidates. From 64 plies on they are one game
//! whatever their tags say. From 40 on they are one game unless the players clearly differ
//! (`alike.rs`). Below, they are one game only when both names agree (folded, or by pinyin where
//! only one script is Latin) and no two known years differ. Everything here is a pure function of
//! the set of witnesses, so the order of imports never matters.
//!
//! # Stability
//!
//! Keys are cited in papers: the functions below never change for lines and names they once named.

use super::alike::{parties, spelled};
use crate::metadata::{Metadata, name_key};
use crate::opening::{Code, Table};
use crate::replay::{Game, Outcome};
use crate::xiangqi::{Move, Position};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// From this many plies on, an equal line alone makes an equal game: no two games that are
/// certainly different are known to share more than 61.
pub const LONG_LINE: u32 = 64;

/// From this many plies on, an equal line makes an equal game unless the players clearly differ.
pub const MIDDLE_LINE: u32 = 40;

/// Crockford's base 32 in lower case: no i, l, o, u.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Start and main line of a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MainLine {
    /// FEN, `None` for the standard start with Red to move.
    pub start: Option<String>,
    /// Two bytes a ply.
    pub moves: Vec<u8>,
    digest: u64,
    opening: Option<Code>,
}

impl MainLine {
    /// The line of a game.
    pub fn new(start: Option<&Position>, moves: impl Iterator<Item = Move>) -> MainLine {
        MainLine::from_parts(start.map(Position::to_fen), moves.flat_map(|mv| mv.bytes()).collect())
    }

    /// The line of a record that was played; `None` for what is no game: headings and what was set
    /// aside.
    pub fn of(game: &Game) -> Option<MainLine> {
        let start = game.start.as_deref();
        let has_position = start.is_some_and(|start| start.board().count() > 0);
        let is_game = game.tree.plies > 0
            || (has_position && game.outcome == Outcome::Empty && game.tree.nodes.is_empty());
        is_game.then(|| MainLine::new(start, game.tree.main_line()))
    }

    /// The line of a stored game.
    pub fn from_parts(start: Option<String>, moves: Vec<u8>) -> MainLine {
        let mut hasher = blake3::Hasher::new();
        hasher.update(start.as_deref().unwrap_or("").as_bytes());
        hasher.update(b"\n");
        hasher.update(&moves);
        let digest = first_u64(&hasher);
        let opening = match start {
            None => code(&moves),
            Some(_) => None,
        };
        MainLine { start, moves, digest, opening }
    }

    /// The code of the opening by moves; none when the game does not begin from the standard start,
    /// or has no move.
    pub fn opening(&self) -> Option<Code> {
        self.opening
    }

    /// Length of the main line.
    pub fn plies(&self) -> u32 {
        (self.moves.len() / 2) as u32
    }

    /// The first six characters of the key of every game on this line.
    pub fn prefix(&self) -> String {
        base32(self.digest >> 34)
    }

    /// The first 30 bits, the number behind [`MainLine::prefix`]; it sorts like it.
    pub fn prefix_bits(&self) -> u32 {
        (self.digest >> 34) as u32
    }

    /// The key of the game on this line that has this [`Cluster::signature`].
    pub fn key(&self, signature: &str) -> String {
        let tail = if signature.is_empty() || self.plies() >= LONG_LINE {
            self.digest & 0x3fff_ffff
        } else {
            let mut hasher = blake3::Hasher::new();
            hasher.update(&self.digest.to_le_bytes());
            hasher.update(signature.as_bytes());
            first_u64(&hasher) & 0x3fff_ffff
        };
        self.prefix() + &base32(tail)
    }
}

/// The code of stored moves from the standard start.
fn code(moves: &[u8]) -> Option<Code> {
    Table::ecco().code(moves.as_chunks::<2>().0.iter().map_while(|&pair| Move::from_bytes(pair)))
}

fn first_u64(hasher: &blake3::Hasher) -> u64 {
    let hash = hasher.finalize();
    hash.as_bytes().first_chunk::<8>().map_or(0, |bytes| u64::from_be_bytes(*bytes))
}

/// Thirty bits as six characters.
fn base32(bits: u64) -> String {
    (0..6).rev().map(|i| char::from(ALPHABET[(bits >> (5 * i)) as usize & 31])).collect()
}

/// The [`MainLine::prefix_bits`] of the keys that begin with this text, in lower case; `None` when
/// no key does.
pub fn keys_with(prefix: &str) -> Option<RangeInclusive<u32>> {
    let mut range = 0..=0;
    for at in 0..6 {
        let digit = |byte| ALPHABET.iter().position(|&digit| digit == byte).map(|at| at as u32);
        let (first, last) = match prefix.as_bytes().get(at) {
            Some(&byte) => (digit(byte)?, digit(byte)?),
            None => (0, 31),
        };
        range = range.start() << 5 | first..=range.end() << 5 | last;
    }
    Some(range)
}

/// What tells short games with an equal line apart.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// Folded name.
    pub red: String,
    /// Folded name.
    pub black: String,
    /// 0 when unknown.
    pub year: u16,
}

impl Identity {
    /// The identity that a record's metadata gives it.
    pub fn of(data: &Metadata) -> Identity {
        let key = |name: &Option<String>| name.as_deref().map(name_key).unwrap_or_default();
        let year = data.date.map_or(0, |date| date.year);
        Identity { red: key(&data.red), black: key(&data.black), year }
    }

    /// Both names in Latin letters only.
    pub(super) fn spelled(&self) -> (String, String) {
        (spelled(&self.red), spelled(&self.black))
    }

    /// Whether the names are in Latin letters as they stand.
    pub(super) fn is_latin(&self) -> bool {
        !self.red.is_empty() && self.red.is_ascii() && self.black.is_ascii()
    }
}

/// A game among the records of one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cluster {
    /// Indexes of the records, ascending.
    pub members: Vec<usize>,
    /// What, with the line, makes the key.
    pub signature: String,
}

/// Divides the records of one line into games.
pub fn cluster(line: &MainLine, records: &[Identity]) -> Vec<Cluster> {
    if records.is_empty() {
        return Vec::new();
    }
    if line.plies() >= LONG_LINE {
        return vec![Cluster { members: (0..records.len()).collect(), signature: String::new() }];
    }
    if line.plies() >= MIDDLE_LINE {
        return by_parties(records);
    }
    // By names. A pair in Latin letters joins the pair in hanzi that it spells, if there is only
    // one.
    // `None` where several pairs are spelled alike.
    let mut hanzi: FxHashMap<(String, String), Option<(&str, &str)>> = FxHashMap::default();
    for record in records.iter().filter(|record| !record.is_latin()) {
        let pair = (record.red.as_str(), record.black.as_str());
        let known = hanzi.entry(record.spelled()).or_insert(Some(pair));
        if *known != Some(pair) {
            *known = None;
        }
    }
    let mut by_names: FxHashMap<(String, String), Vec<usize>> = FxHashMap::default();
    for (index, record) in records.iter().enumerate() {
        let mut names = (record.red.clone(), record.black.clone());
        if record.is_latin() {
            let spelled = record.spelled();
            names = match hanzi.get(&spelled) {
                Some(&Some((red, black))) => (red.to_owned(), black.to_owned()),
                _ => spelled,
            };
        }
        by_names.entry(names).or_default().push(index);
    }
    let mut clusters = Vec::new();
    for ((red, black), members) in by_names {
        let names = format!("{red}\n{black}");
        // By years, but only where two known ones differ; then the undated stay by themselves.
        let mut by_year: FxHashMap<u16, Vec<usize>> = FxHashMap::default();
        for &index in &members {
            by_year.entry(records[index].year).or_default().push(index);
        }
        let known = by_year.keys().filter(|year| **year != 0).count();
        if known <= 1 {
            clusters.push(Cluster { members, signature: names });
        } else {
            clusters.extend(by_year.into_iter().map(|(year, members)| Cluster {
                members,
                signature: if year == 0 { names.clone() } else { format!("{names}\n{year}") },
            }));
        }
    }
    clusters.sort_by(|a, b| a.members.cmp(&b.members));
    clusters
}

/// Divides the records of a line of middle length. The least of the names makes the key of a game
/// where there are several; records without names are then a game of their own.
fn by_parties(records: &[Identity]) -> Vec<Cluster> {
    let names: Vec<(&str, &str)> =
        records.iter().map(|record| (record.red.as_str(), record.black.as_str())).collect();
    let mut games: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for (index, party) in parties(&names).into_iter().enumerate() {
        games.entry(party).or_default().push(index);
    }
    let is_one = games.keys().flatten().count() <= 1;
    if is_one {
        return vec![Cluster { members: (0..records.len()).collect(), signature: String::new() }];
    }
    let signature = |party: Option<usize>, members: &[usize]| {
        let least = party.and_then(|_| members.iter().map(|&index| names[index]).min());
        least.map_or_else(String::new, |(red, black)| format!("{red}\n{black}"))
    };
    let mut clusters: Vec<Cluster> = games
        .into_iter()
        .map(|(party, members)| Cluster { signature: signature(party, &members), members })
        .collect();
    clusters.sort_by(|a, b| a.members.cmp(&b.members));
    clusters
}

/// The key of a game that has only one record.
pub fn key_alone(line: &MainLine, record: &Identity) -> String {
    let cluster = cluster(line, std::slice::from_ref(record)).pop();
    line.key(&cluster.map(|game| game.signature).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(plies: usize) -> MainLine {
        MainLine::from_parts(None, vec![1; plies * 2])
    }

    fn games(plies: usize, records: &[(&str, &str, u16)]) -> Vec<Vec<usize>> {
        let records: Vec<Identity> = records
            .iter()
            .map(|&(red, black, year)| Identity { red: red.into(), black: black.into(), year })
            .collect();
        cluster(&line(plies), &records).into_iter().map(|game| game.members).collect()
    }

    #[test]
    fn long_lines_are_one_game() {
        assert_eq!(games(64, &[("a", "b", 1980), ("c", "d", 1990)]), [[0, 1]]);
    }

    #[test]
    fn lines_of_middle_length_are_one_game_unless_players_clearly_differ() {
        let (hu, li) = (("胡荣华", "许银川", 1980), ("李来群", "柳大华", 1990));
        let nobody = ("", "", 0);
        let cut = ("胡荣", "许银川", 1982);
        for plies in [40, 63] {
            assert_eq!(games(plies, &[hu, nobody, cut]), [[0, 1, 2]]);
            assert_eq!(games(plies, &[hu, li, nobody, cut]), [vec![0, 3], vec![1], vec![2]]);
        }
        let identity = |(red, black, year): (&str, &str, u16)| Identity {
            red: red.into(),
            black: black.into(),
            year,
        };
        let keys = |records: &[Identity]| -> Vec<String> {
            cluster(&line(40), records).iter().map(|game| line(40).key(&game.signature)).collect()
        };
        let both = keys(&[hu, li, nobody, cut].map(identity));
        assert_eq!(both[2], keys(&[identity(hu)])[0], "where there is one game, it has no names");
        assert_eq!(keys(&[li, cut, nobody, hu].map(identity))[0], both[1]);
    }

    #[test]
    fn without_records_there_is_no_game() {
        for plies in [39, 40, 64] {
            assert_eq!(games(plies, &[]), [[0; 0]; 0], "{plies} plies");
        }
    }

    #[test]
    fn short_lines_need_names_and_years() {
        let pair = |year| ("胡荣华", "许银川", year);
        assert_eq!(games(39, &[pair(1999), pair(0), pair(1999)]), [[0, 1, 2]]);
        assert_eq!(games(39, &[pair(1999), pair(2000), pair(0)]), [[0], [1], [2]]);
        assert_eq!(games(39, &[pair(0), ("", "", 0)]), [[0], [1]]);
        assert_eq!(games(39, &[pair(0), ("hu ronghua", "xu yinchuan", 0)]), [[0, 1]]);
        assert_eq!(
            games(39, &[("hu ronghua", "xu yinchuan", 0), ("huronghua", "xuyinchuan", 0)]),
            [[0, 1]]
        );
    }

    #[test]
    fn keys_are_found_by_how_they_begin() {
        let line = line(60);
        let key = line.key("");
        for len in 0..=key.len() {
            let keys = keys_with(&key[..len]).unwrap();
            assert!(keys.contains(&line.prefix_bits()), "{}", &key[..len]);
            assert_eq!(keys.count(), 1 << (5 * 6usize.saturating_sub(len)));
        }
        assert_eq!(keys_with("6r4u"), None, "there is no u in keys");
    }

    #[test]
    fn keys_are_pinned() {
        assert_eq!(line(64).key(""), line(64).key("anything"));
        assert_ne!(line(60).key(""), line(60).key("anything"));
        assert_ne!(line(20).key("a"), line(20).key("b"));
        assert!(line(20).key("a").starts_with(&line(20).prefix()));
        assert_eq!(base32(0x3fff_ffff), "zzzzzz");
        assert_eq!(line(60).key(""), "6r479zywvp28");
        assert_eq!(line(20).key("胡荣华\n许银川"), "t9c7ye7z9qkg");
    }
}
