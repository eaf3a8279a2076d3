//! Identity: decides which records are one game, and computes the key of that game.
//!
//! Records with equal start and main line are candidates. From 64 plies on they are one game
//! whatever their tags state. From 40 on they are one game unless the players clearly differ
//! ([`parties`]). Below, they are one game only if both names agree (folded, or by pinyin where
//! only one script is Latin) and no two known years differ. All functions here depend on the set of
//! witnesses alone, so the order of imports never matters.
//!
//! On lines of middle length two masters may have repeated a game of two others. Records whose
//! players clearly differ are separate games there: both records name both players, and by the
//! spelling they are two pairs. A name may be written in the other script or in pinyin, cut off,
//! have one wrong hanzi, or follow an unknown team. If one player is certainly the same, the
//! opponent may differ, because headings err; and a pair with changed colours is the same pair.
//!
//! # Stability
//!
//! Papers cite keys: the functions below never change for lines and names that they once named.

use crate::metadata::{Metadata, name_key};
use crate::opening::{Code, OpeningTable};
use crate::replay::{Outcome, ReplayedGame};
use crate::text::latin_key;
use crate::xiangqi::{Move, Position};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Number of plies from which on an equal line alone makes an equal game: no two games that are
/// certainly different are known to share more than 61.
pub const LONG_LINE: u32 = 64;

/// Number of plies from which on an equal line makes an equal game unless the players clearly
/// differ.
pub const MIDDLE_LINE: u32 = 40;

/// Crockford's base 32 in lower case: no i, l, o, u.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Start and main line of a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MainLine {
    /// FEN; `None` for the standard start with Red to move.
    pub start: Option<String>,
    /// Two bytes a ply.
    pub moves: Vec<u8>,
    digest: u64,
    opening: Option<Code>,
}

impl MainLine {
    /// Line of a game with this start and these moves.
    pub fn new(start: Option<&Position>, moves: impl Iterator<Item = Move>) -> MainLine {
        MainLine::from_parts(start.map(Position::to_fen), moves.flat_map(|mv| mv.bytes()).collect())
    }

    /// Line of a played record; `None` for a record without a game: headings and records set aside.
    pub fn of(game: &ReplayedGame) -> Option<MainLine> {
        let start = game.start.as_deref();
        let has_position = start.is_some_and(|start| start.board().count() > 0);
        let is_game = game.tree.plies > 0
            || (has_position && game.outcome == Outcome::Empty && game.tree.nodes.is_empty());
        is_game.then(|| MainLine::new(start, game.tree.main_line()))
    }

    /// Line of a stored game.
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

    /// Code of the opening by moves; `None` if the game does not begin from the standard start, or
    /// has no move.
    pub fn opening(&self) -> Option<Code> {
        self.opening
    }

    /// Length of the main line in plies.
    pub fn plies(&self) -> u32 {
        (self.moves.len() / 2) as u32
    }

    /// Identity of a record with this metadata on the line; on a long line all identities are
    /// equal.
    pub(crate) fn identity(&self, data: &Metadata) -> Identity {
        if self.plies() < LONG_LINE { Identity::of(data) } else { Identity::default() }
    }

    /// First six characters of the key of every game on this line.
    pub fn prefix(&self) -> String {
        base32(self.digest >> 34)
    }

    /// First 30 bits of the digest, the number behind [`MainLine::prefix`], with the same order.
    pub fn prefix_bits(&self) -> u32 {
        (self.digest >> 34) as u32
    }

    /// Key of the game on this line with this [`Cluster::signature`].
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

/// Code of stored moves from the standard start.
fn code(moves: &[u8]) -> Option<Code> {
    OpeningTable::ecco()
        .code(moves.as_chunks::<2>().0.iter().map_while(|&pair| Move::from_bytes(pair)))
}

fn first_u64(hasher: &blake3::Hasher) -> u64 {
    let hash = hasher.finalize();
    hash.as_bytes().first_chunk::<8>().map_or(0, |bytes| u64::from_be_bytes(*bytes))
}

/// 30 bits as six characters.
fn base32(bits: u64) -> String {
    (0..6).rev().map(|i| char::from(ALPHABET[(bits >> (5 * i)) as usize & 31])).collect()
}

/// The [`MainLine::prefix_bits`] of the keys that begin with this text, in lower case; `None` if no
/// key does.
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

/// Names and year, by which short games with an equal line differ.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// Folded name; empty if unknown.
    pub red: String,
    /// Folded name; empty if unknown.
    pub black: String,
    /// Year; 0 if unknown.
    pub year: u16,
}

impl Identity {
    /// Identity of a record with this metadata.
    pub fn of(data: &Metadata) -> Identity {
        let key = |name: &Option<String>| name.as_deref().map(name_key).unwrap_or_default();
        let year = data.date.map_or(0, |date| date.year);
        Identity { red: key(&data.red), black: key(&data.black), year }
    }

    /// Both names in Latin letters only.
    pub(crate) fn spelled(&self) -> [String; 2] {
        [spelled(&self.red), spelled(&self.black)]
    }

    /// Whether the record writes the names in Latin letters.
    pub(crate) fn is_latin(&self) -> bool {
        !self.red.is_empty() && self.red.is_ascii() && self.black.is_ascii()
    }
}

/// A game among the records of one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cluster {
    /// Indexes of the records, ascending.
    pub members: Vec<usize>,
    /// Text that, with the line, makes the key.
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
    // one; `None` where several pairs have one spelling.
    let mut hanzi: FxHashMap<[String; 2], Option<[&str; 2]>> = FxHashMap::default();
    for record in records.iter().filter(|record| !record.is_latin()) {
        let pair = [record.red.as_str(), record.black.as_str()];
        let known = hanzi.entry(record.spelled()).or_insert(Some(pair));
        if *known != Some(pair) {
            *known = None;
        }
    }
    let mut by_names: FxHashMap<[String; 2], Vec<usize>> = FxHashMap::default();
    for (index, record) in records.iter().enumerate() {
        let mut names = [record.red.clone(), record.black.clone()];
        if record.is_latin() {
            let spelled = record.spelled();
            names = match hanzi.get(&spelled) {
                Some(Some(pair)) => pair.map(str::to_owned),
                _ => spelled,
            };
        }
        by_names.entry(names).or_default().push(index);
    }
    let mut clusters = Vec::new();
    for (names, members) in by_names {
        let names = names.join("\n");
        // By years, but only where two known years differ; then undated records are separate.
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

/// Divides the records of a line of middle length. Of several games, each gets its key from the
/// least of its names; records without names are then a separate game.
fn by_parties(records: &[Identity]) -> Vec<Cluster> {
    let names: Vec<(&str, &str)> =
        records.iter().map(|record| (record.red.as_str(), record.black.as_str())).collect();
    let mut games: BTreeMap<Option<u32>, Vec<usize>> = BTreeMap::new();
    for (index, party) in parties(&names).into_iter().enumerate() {
        games.entry(party).or_default().push(index);
    }
    let is_one = games.keys().flatten().count() <= 1;
    if is_one {
        return vec![Cluster { members: (0..records.len()).collect(), signature: String::new() }];
    }
    let signature = |party: Option<u32>, members: &[usize]| {
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

/// Key of a game with only one record.
pub fn key_alone(line: &MainLine, record: &Identity) -> String {
    let cluster = cluster(line, std::slice::from_ref(record)).pop();
    line.key(&cluster.map(|game| game.signature).unwrap_or_default())
}

/// A name in Latin letters only, without its digits. Keys of games depend on it.
pub(crate) fn spelled(name: &str) -> String {
    let mut letters = latin_key(name);
    letters.retain(|c| !c.is_ascii_digit());
    letters
}

/// Divides pairs of folded names (Red, Black) into groups; returns for each pair the number of its
/// group; `None` for a pair that lacks a name, which differs from no pair.
///
/// Two pairs are in one group if a chain of pairs joins them, each of which does not clearly differ
/// from the next. Every spelling is looked up, so that thousands of pairs take linear time.
pub(crate) fn parties(pairs: &[(&str, &str)]) -> Vec<Option<u32>> {
    let mut groups = Groups::default();
    let mut known: FxHashMap<(&str, &str), u32> = FxHashMap::default();
    let mut places: FxHashMap<(Seat, String), u32> = FxHashMap::default();
    let mut found = Vec::with_capacity(pairs.len());
    for &(red, black) in pairs {
        if !names_somebody(red) || !names_somebody(black) {
            found.push(None);
            continue;
        }
        let place = *known.entry((red, black)).or_insert_with(|| {
            let place = groups.push();
            for key in spellings(red, black) {
                let other = *places.entry(key).or_insert(place);
                groups.join(other, place);
            }
            place
        });
        found.push(Some(place));
    }
    found.into_iter().map(|place| place.map(|place| groups.first(place))).collect()
}

/// Whether a name identifies a person: it is more than a surname, and no word for an unknown
/// player.
fn names_somebody(name: &str) -> bool {
    name.chars().nth(1).is_some() && !["未知", "佚名", "不详"].iter().any(|no| name.contains(no))
}

/// Colour that a spelling belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Seat {
    Red,
    Black,
    Both,
    /// Both names, in any order of colours.
    Either,
}

/// Spellings of a pair; every pair that does not clearly differ from it shares one of them.
fn spellings(red: &str, black: &str) -> Vec<(Seat, String)> {
    let sounds = [spelled(red), spelled(black)];
    let mut turned = sounds.clone();
    turned.sort();
    let mut keys = vec![(Seat::Either, turned.join("\n"))];
    let blacks = near(black);
    for red in near(red) {
        keys.extend(blacks.iter().map(|black| (Seat::Both, format!("{red}\n{black}"))));
    }
    keys.extend([Seat::Red, Seat::Black].into_iter().zip(sounds));
    keys
}

/// Most characters of a name that are read.
const LONGEST: usize = 32;

/// The letters of a name, without text in brackets; for hanzi also the name with any one hanzi
/// open, and without the last hanzi.
fn near(name: &str) -> Vec<String> {
    let name = name.split(['(', '（']).next().unwrap_or(name).trim();
    let mut keys = vec![spelled(name)];
    let chars: Vec<char> = name.chars().filter(|c| !c.is_whitespace()).take(LONGEST).collect();
    if name.is_ascii() || chars.len() < 3 {
        return keys;
    }
    let person = if chars.len() > 4 { &chars[chars.len() - 3..] } else { &chars[..] };
    keys.push(spelled(&person.iter().collect::<String>()));
    keys.push(spelled(&chars[..chars.len() - 1].iter().collect::<String>()));
    for open in 0..person.len() {
        let with_gap = person.iter().enumerate().map(|(at, &c)| if at == open { '?' } else { c });
        keys.push(with_gap.collect());
    }
    keys
}

/// Groups of numbers from 0 on, joined one after the other. The order of the joins makes no
/// difference.
#[derive(Debug, Clone, Default)]
pub struct Groups {
    /// For each number another one of its group, or itself; following it leads to the least.
    next: Vec<u32>,
}

impl Groups {
    /// Makes `count` groups of one number each.
    #[must_use]
    pub fn new(count: usize) -> Groups {
        Groups { next: (0..count as u32).collect() }
    }

    /// Adds the next number as a group of its own and returns it.
    pub fn push(&mut self) -> u32 {
        let number = self.next.len() as u32;
        self.next.push(number);
        number
    }

    /// Least number of the group of `of`.
    pub fn first(&mut self, of: u32) -> u32 {
        let mut at = of as usize;
        while self.next[at] as usize != at {
            // Halves the path for later calls.
            self.next[at] = self.next[self.next[at] as usize];
            at = self.next[at] as usize;
        }
        at as u32
    }

    /// Joins the groups of two numbers.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.first(a), self.first(b));
        self.next[a.max(b) as usize] = a.min(b);
    }
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

    fn differ(a: (&str, &str), b: (&str, &str)) -> bool {
        let found = parties(&[a, b]);
        found[0] != found[1]
    }

    #[test]
    fn players_that_clearly_differ() {
        assert!(differ(("陶汉明", "吕钦"), ("李来群", "赵国荣")));
        assert!(differ(("陶汉明", "吕钦"), ("吕钦", "李来群")), "other colours");
        assert!(differ(("xu yinchuan", "hu ronghua"), ("阎文清", "王晓华")));
        assert!(differ(("林许文", "林德春"), ("王一源", "林春天")), "one is near, and one differs");
    }

    #[test]
    fn players_that_may_be_the_same() {
        for (a, b) in [
            (("许银川", "陈国良"), ("吕钦", "陈国良")),
            (("洪智", "汪洋"), ("汪洋", "洪智")),
            (("胡荣华", "吴贵临"), ("hu ronghua", "hu ronghua")),
            (("杨官璘", "李义庭"), ("杨官麟", "李义")),
            (("高科技赵国荣", "吕钦"), ("赵国荣", "吕钦红")),
            (("木易四郎(0535)  耗时", "温柔一刀"), ("木易四郎", "温柔一刀(jyq)")),
        ] {
            assert!(!differ(a, b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn who_is_not_named_differs_from_nobody() {
        let named = [("陶汉明", "吕钦"), ("", "吕钦"), ("李来群", "赵国荣"), ("陶汉明", "吕钦")];
        assert_eq!(parties(&named), [Some(0), None, Some(1), Some(0)]);
        assert_eq!(parties(&[("陶", "吕"), ("未知未知", "未知未知")]), [None, None]);
    }

    #[test]
    fn groups_are_the_same_in_any_order() {
        let joins = [(0, 5), (3, 4), (5, 3), (1, 6)];
        let firsts = |joins: &mut dyn Iterator<Item = (u32, u32)>| -> Vec<u32> {
            let mut groups = Groups::new(7);
            joins.for_each(|(a, b)| groups.join(a, b));
            (0..7).map(|at| groups.first(at)).collect()
        };
        let forwards = firsts(&mut joins.into_iter());
        assert_eq!(forwards, [0, 1, 2, 0, 0, 0, 1]);
        assert_eq!(firsts(&mut joins.into_iter().rev().map(|(a, b)| (b, a))), forwards);
    }
}
