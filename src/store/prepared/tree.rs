//! Stores a tree of moves and comments: once per distinct tree, zstd-compressed, its comments apart
//! as JSON, which every program with SQLite can read.
//!
//! Before compression, numbers are LEB128 (7 bits a byte, least first, high bit = more):
//!
//! | content | form |
//! | --- | --- |
//! | plies of the main line | number |
//! | count of moves | number |
//! | per move, in pre-order | number: how many nodes to climb from the node before it to its parent (0: it follows it) |
//! | per move | from-square, to-square: one byte each |
//! | count of comments | number: 0; the comments stand in the table `comment` |
//! | per comment, ascending | number: node + 1 (0 is the start); number: bytes; the text in UTF-8 |
//!
//! Files before version 17 have the comments here, and in every version the hash of a tree is that
//! of this layout with its comments.

use crate::replay::{MoveNode, Tree};
use crate::store::error::{Error, Result};
use crate::text::bigrams;
use crate::xiangqi::Move;
use std::cell::RefCell;
use zstd::bulk::{Compressor, Decompressor};

/// A tree ready to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTree {
    /// First 16 bytes of the BLAKE3 of the layout above, with its comments.
    pub hash: [u8; 16],
    /// The tree without comments, compressed.
    pub data: Vec<u8>,
    /// Its comments as JSON: node, plies before it, 1 in a variation, text. `None` without
    /// comments.
    pub comments: Option<String>,
    /// Words by which the comments are found; empty without comments.
    pub words: String,
}

impl StoredTree {
    /// Size of the tree in memory, in bytes.
    pub(super) fn weight(&self) -> usize {
        self.data.len() + self.words.len() + self.comments.as_ref().map_or(0, String::len)
    }
}

/// Packs a tree; `None` if it is longer than `LONGEST`.
pub fn pack(tree: &Tree) -> Option<StoredTree> {
    pack_within(tree, LONGEST)
}

fn pack_within(tree: &Tree, most: usize) -> Option<StoredTree> {
    // An upper bound of the length: five bytes are the longest number.
    let comments = tree.comments.iter().map(|(_, text)| text.len() + 10).sum::<usize>();
    if tree.nodes.len() * 7 + comments + 15 > most {
        return None;
    }
    let (mut bytes, depths) = nodes(tree);
    let hash = hash_with_comments(&bytes, tree);
    put(&mut bytes, 0);
    let stored = |(node, text): &(u32, String)| {
        let ply = depths.get(*node as usize).copied().unwrap_or_default();
        let is_variation = *node != Tree::ROOT && *node >= tree.plies;
        // The node of the start is -1.
        (node.cast_signed(), ply, u8::from(is_variation), text.clone())
    };
    let comments: Vec<StoredComment> = tree.comments.iter().map(stored).collect();
    let comments = (!comments.is_empty())
        .then(|| serde_json::to_string(&comments).expect("plain data always serialises"));
    Some(StoredTree { hash, data: compress(&bytes), comments, words: words_of(tree) })
}

/// Hash under which a tree of any length is stored.
pub(crate) fn hash_of(tree: &Tree) -> [u8; 16] {
    hash_with_comments(&nodes(tree).0, tree)
}

/// Hash of the layout; `nodes` is the part before the comments.
fn hash_with_comments(nodes: &[u8], tree: &Tree) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(nodes);
    let mut number = Vec::new();
    put(&mut number, tree.comments.len() as u32);
    for (node, text) in &tree.comments {
        put(&mut number, node.wrapping_add(1));
        put(&mut number, text.len() as u32);
        hasher.update(&number).update(text.as_bytes());
        number.clear();
    }
    hasher.update(&number);
    let mut hash = [0; 16];
    hash.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    hash
}

/// A comment: node, plies before it, 1 in a variation, text.
type StoredComment = (i32, u32, u8, String);

/// The layout up to the comments, and the number of plies to each node.
fn nodes(tree: &Tree) -> (Vec<u8>, Vec<u32>) {
    let mut bytes = Vec::with_capacity(tree.nodes.len() * 3 + 16);
    put(&mut bytes, tree.plies);
    put(&mut bytes, tree.nodes.len() as u32);
    let mut depths: Vec<u32> = Vec::with_capacity(tree.nodes.len());
    let mut last = 0;
    for node in &tree.nodes {
        let depth = match node.parent {
            Tree::ROOT => 1,
            parent => depths[parent as usize] + 1,
        };
        put(&mut bytes, last + 1 - depth);
        bytes.extend_from_slice(&node.mv.bytes());
        depths.push(depth);
        last = depth;
    }
    (bytes, depths)
}

/// Words by which the comments of a tree are found; empty without comments.
pub(crate) fn words_of(tree: &Tree) -> String {
    let words = tree.comments.iter().map(|(_, text)| bigrams(text));
    words.filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Unpacks `tree.data` and the separate comments.
pub fn unpack(data: &[u8], comments: Option<&str>) -> Result<Tree> {
    let bytes = unpacked("a tree", data)?;
    let no_sense = || Error::Damaged("a tree makes no sense".to_owned());
    let mut tree = read(&mut &bytes[..]).ok_or_else(no_sense)?;
    if let Some(comments) = comments {
        let stored: Vec<StoredComment> = serde_json::from_str(comments).map_err(|_| no_sense())?;
        tree.comments
            .extend(stored.into_iter().map(|(node, .., text)| (node.cast_unsigned(), text)));
    }
    Ok(tree)
}

fn read(bytes: &mut &[u8]) -> Option<Tree> {
    let plies = take(bytes)?;
    let count = take(bytes)?;
    if count as usize > bytes.len() / 3 || plies > count {
        return None;
    }
    let mut nodes: Vec<MoveNode> = Vec::with_capacity(count as usize);
    // The nodes from the start to the last read node.
    let mut path: Vec<u32> = Vec::new();
    for index in 0..count {
        let climb = take(bytes)? as usize;
        path.truncate(path.len().checked_sub(climb)?);
        let (squares, rest) = bytes.split_first_chunk::<2>()?;
        *bytes = rest;
        let parent = path.last().copied().unwrap_or(Tree::ROOT);
        nodes.push(MoveNode { parent, mv: Move::from_bytes(*squares)? });
        path.push(index);
    }
    let mut comments = Vec::new();
    for _ in 0..take(bytes)? {
        let node = take(bytes)?.wrapping_sub(1);
        let len = take(bytes)? as usize;
        let (text, rest) = bytes.split_at_checked(len)?;
        *bytes = rest;
        comments.push((node, std::str::from_utf8(text).ok()?.to_owned()));
    }
    Some(Tree { nodes, plies, comments })
}

fn put(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn take(bytes: &mut &[u8]) -> Option<u32> {
    let mut value = 0u32;
    for shift in (0..35).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u32::from(byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

const LEVEL: i32 = 3;

thread_local! {
    // A compressor takes more than a megabyte, which the system would have to clear for each of a
    // million records; a decompressor takes a hundred kilobytes.
    static COMPRESSOR: RefCell<Compressor<'static>> =
        RefCell::new(Compressor::new(LEVEL).expect("there is memory for a compressor"));
    static DECOMPRESSOR: RefCell<Decompressor<'static>> =
        RefCell::new(Decompressor::new().expect("there is memory for a decompressor"));
}

/// Compresses bytes with zstd.
pub(crate) fn compress(bytes: &[u8]) -> Vec<u8> {
    COMPRESSOR
        .with_borrow_mut(|compressor| compressor.compress(bytes))
        .expect("compressing into memory cannot fail")
}

/// Most bytes of a packed tree: finding and showing its comments takes some twenty times as much
/// memory. The longest tree of the archives, of 226,000 moves, has 1.6 million bytes.
const LONGEST: usize = 4 << 20;

/// Most bytes that any data unpack to: older programs packed longer trees.
const MOST_BYTES: usize = 1 << 28;

/// Decompresses bytes; `what` names them in the error, as `a tree`.
pub(crate) fn unpacked(what: &str, data: &[u8]) -> Result<Vec<u8>> {
    let size = Decompressor::upper_bound(data).unwrap_or(MOST_BYTES).min(MOST_BYTES);
    DECOMPRESSOR
        .with_borrow_mut(|decompressor| decompressor.decompress(data, size))
        .map_err(|error| Error::Damaged(format!("{what} cannot be unpacked: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Tree {
        let mv = |text: &str| text.parse().unwrap();
        let node = |parent, text: &str| MoveNode { parent, mv: mv(text) };
        Tree {
            nodes: vec![
                node(Tree::ROOT, "h2e2"),
                node(0, "h9g7"),
                node(1, "h0g2"),
                node(0, "b9c7"),
                node(3, "b0c2"),
                node(Tree::ROOT, "b2e2"),
            ],
            plies: 3,
            comments: vec![(Tree::ROOT, "开局".to_owned()), (4, "变着".to_owned())],
        }
    }

    #[test]
    fn trees_read_back() {
        for tree in [sample(), Tree::default()] {
            let StoredTree { data, comments, .. } = pack(&tree).unwrap();
            assert_eq!(unpack(&data, comments.as_deref()).unwrap(), tree);
        }
    }

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let tree = sample();
        let length = tree.nodes.len() * 7 + 15 + 2 * 10 + "开局变着".len();
        assert_eq!(pack_within(&tree, length - 1), None);
        let packed = pack_within(&tree, length).unwrap();
        let bytes = zstd::bulk::decompress(&packed.data, length).unwrap();
        assert!(bytes.len() <= length);
        assert_eq!(unpack(&packed.data, packed.comments.as_deref()).unwrap(), tree);
    }

    #[test]
    fn comments_tell_where_they_stand() {
        let comments = pack(&sample()).unwrap().comments;
        assert_eq!(comments.as_deref(), Some(r#"[[-1,0,0,"开局"],[4,3,1,"变着"]]"#));
        assert_eq!(pack(&Tree::default()).unwrap().comments, None);
    }

    #[test]
    fn comments_of_older_files_stand_among_the_moves() {
        let tree = sample();
        let (mut bytes, _) = nodes(&tree);
        bytes.extend_from_slice(&[2, 0, 6]);
        bytes.extend_from_slice("开局".as_bytes());
        bytes.extend_from_slice(&[5, 6]);
        bytes.extend_from_slice("变着".as_bytes());
        assert_eq!(unpack(&compress(&bytes), None).unwrap(), tree);
    }

    #[test]
    fn damage_is_refused() {
        let data = pack(&sample()).unwrap().data;
        for cut in 0..data.len() {
            assert!(unpack(&data[..cut], None).is_err());
        }
        for index in 0..data.len() {
            let mut flipped = data.clone();
            flipped[index] ^= 0x10;
            let _ = unpack(&flipped, None);
        }
        assert!(unpack(&data, Some("[1]")).is_err());
    }
}
