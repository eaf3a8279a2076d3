//! Cuts the texts of a game into segments. In each segment every text has one version, and the
//! segments one after the other contain every text whole. Pure.
//!
//! A collation compares boards; its stretches may overlap, and may run to the end of the game after
//! one misprint. An edition needs the fewest differing moves, each once. Stretches are therefore
//! compared again, move by move.
//!
//! Places are counted in halves along the leading text: moves that other texts insert before ply
//! `p` (0-based) lie between `2p` and `2p + 1`, the move of ply `p` between `2p + 1` and `2p + 2`.

use super::alignment::Alignment;
use super::collation::{Collation, WitnessText};
use crate::xiangqi::Move;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::BTreeSet;
use std::ops::Range;

/// A segment of all texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextSegment {
    /// Plies of the leading text, 0-based; empty if other texts insert moves.
    pub plies: Range<usize>,
    /// Versions of the segment, that of the leading text first; a single one if all texts agree.
    pub versions: Vec<SegmentVersion>,
}

/// A version that some texts share in a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentVersion {
    /// Places of the texts in [`Collation::texts`].
    pub texts: Vec<usize>,
    /// Ply, 0-based, at which the version begins in the first of `texts`.
    pub at: usize,
    /// Moves, mirrored if the text is mirrored; empty if the text has none here.
    pub moves: Vec<Move>,
    /// Whether these texts reach the segment.
    pub presence: Presence,
}

/// Whether a text reaches a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Presence {
    /// The text reaches the segment, even if it leaves moves out.
    There,
    /// The text begins later.
    NotYet,
    /// The text has ended.
    Over,
}

impl Collation {
    /// Cuts the texts into segments.
    #[must_use]
    pub fn segments(&self) -> Vec<TextSegment> {
        let Some(lead) = self.texts.first() else { return Vec::new() };
        let end = 2 * lead.account.plies() + 1;
        let lines: Vec<Line> = self
            .texts
            .iter()
            .enumerate()
            .map(|(at, text)| {
                let laid = at.checked_sub(1).map(|at| &self.laid[at]);
                Line::of(lead, text, laid)
            })
            .collect();
        let mut cuts = BTreeSet::from([0, end]);
        // A stretch of other moves is not cut: which move answers which is unknown.
        let mut closed = vec![false; end + 1];
        for line in &lines {
            for block in &line.blocks {
                cuts.extend([block.halves.start, block.halves.end]);
                if !block.own.is_empty() {
                    closed[block.halves.start + 1..block.halves.end].fill(true);
                }
            }
        }
        cuts.retain(|&cut| !closed[cut]);
        let cuts: Vec<usize> = cuts.into_iter().collect();
        let mut segments: Vec<TextSegment> = Vec::new();
        for pair in cuts.windows(2) {
            let segment = segment(&lines, pair[0]..pair[1]);
            match segments.last_mut() {
                Some(last) if last.is_common() && segment.is_common() => last.append(segment),
                _ if segment.versions.iter().all(|version| version.moves.is_empty()) => {}
                _ => segments.push(segment),
            }
        }
        segments
    }
}

impl TextSegment {
    /// Whether all texts agree.
    pub fn is_common(&self) -> bool {
        self.versions.len() == 1
    }

    /// Whether a text reaches the segment; `None` for an unknown text.
    pub fn presence(&self, text: usize) -> Option<Presence> {
        let own = self.versions.iter().find(|version| version.texts.contains(&text));
        own.map(|version| version.presence)
    }

    fn append(&mut self, next: TextSegment) {
        self.plies.end = next.plies.end;
        for (version, next) in self.versions.iter_mut().zip(next.versions) {
            version.moves.extend(next.moves);
        }
    }
}

/// A text beside the leading text.
struct Line {
    /// Moves of the text, mirrored if the text is mirrored.
    moves: Vec<Move>,
    /// Stretches in which the text differs, in order.
    blocks: Vec<Block>,
    /// Number of the text's moves before each place of the leading text.
    own: Vec<usize>,
}

/// A stretch in which a text differs from the leading text.
struct Block {
    /// Places along the leading text.
    halves: Range<usize>,
    /// Moves of the text.
    own: Range<usize>,
}

impl Block {
    fn new(lead: Range<usize>, own: Range<usize>) -> Block {
        let halves = match lead.is_empty() {
            true => 2 * lead.start..2 * lead.start + 1,
            false => 2 * lead.start + 1..2 * lead.end,
        };
        Block { halves, own }
    }
}

impl Line {
    fn of(lead: &WitnessText, text: &WitnessText, laid: Option<&Alignment>) -> Line {
        let turned = laid.is_some_and(|laid| laid.mirrored);
        let moves = text.account.moves_turned(turned);
        let plies = lead.account.plies();
        let blocks = laid.map(|laid| blocks(&lead.account.moves, &moves, laid)).unwrap_or_default();
        let mut own = vec![0; 2 * plies + 2];
        let (mut begin, mut count) = (0, 0);
        let last = Block { halves: own.len()..own.len(), own: 0..0 };
        for block in blocks.iter().chain([&last]) {
            for (place, own) in (begin..).zip(&mut own[begin..block.halves.start]) {
                *own = count;
                count += place % 2;
            }
            own[block.halves.clone()].fill(count);
            (begin, count) = (block.halves.end, block.own.end);
        }
        Line { moves, blocks, own }
    }

    fn presence(&self, halves: &Range<usize>) -> Presence {
        let own = self.own[halves.start]..self.own[halves.end];
        match own.is_empty() {
            true if own.start == self.moves.len() => Presence::Over,
            true if own.end == 0 => Presence::NotYet,
            _ => Presence::There,
        }
    }
}

/// Stretches in which a text differs: before the joint, in each parting, and after the end of the
/// shorter line.
fn blocks(lead: &[Move], moves: &[Move], laid: &Alignment) -> Vec<Block> {
    let mut found: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let mut add = |lead: Range<usize>, own: Range<usize>| match found.last_mut() {
        _ if lead.is_empty() && own.is_empty() => {}
        // Adjacent stretches are one.
        Some(last) if last.0.end == lead.start && last.1.end == own.start => {
            (last.0.end, last.1.end) = (lead.end, own.end);
        }
        _ => found.push((lead, own)),
    };
    let (joint_a, joint_b) = laid.joint.unwrap_or_default();
    add(0..joint_a, 0..joint_b);
    for parting in &laid.partings {
        let (from_a, from_b) = (parting.a.start, parting.b.start);
        if parting.is_reordered {
            add(parting.a.clone(), parting.b.clone());
            continue;
        }
        let (ours, theirs) = (&lead[parting.a.clone()], &moves[parting.b.clone()]);
        for op in capture_diff_slices(Algorithm::Myers, ours, theirs) {
            if !matches!(op, DiffOp::Equal { .. }) {
                let (a, b) = (op.old_range(), op.new_range());
                add(from_a + a.start..from_a + a.end, from_b + b.start..from_b + b.end);
            }
        }
    }
    let (rest_a, rest_b) = laid.rest;
    add(lead.len() - rest_a..lead.len(), moves.len() - rest_b..moves.len());
    found.into_iter().map(|(lead, own)| Block::new(lead, own)).collect()
}

fn segment(lines: &[Line], halves: Range<usize>) -> TextSegment {
    let mut versions: Vec<SegmentVersion> = Vec::new();
    for (text, line) in lines.iter().enumerate() {
        let own = line.own[halves.start]..line.own[halves.end];
        let (moves, presence) = (&line.moves[own.clone()], line.presence(&halves));
        let known = versions
            .iter_mut()
            .find(|version| version.moves == moves && version.presence == presence);
        match known {
            Some(version) => version.texts.push(text),
            None => versions.push(SegmentVersion {
                texts: vec![text],
                at: own.start,
                moves: moves.to_vec(),
                presence,
            }),
        }
    }
    TextSegment { plies: halves.start / 2..halves.end / 2, versions }
}

#[cfg(test)]
mod tests {
    use super::super::account::{Account, Claims};
    use super::super::alignment::tests::{account, from, walk};
    use super::super::collation::tests::text;
    use super::*;
    use crate::xiangqi::mix;

    /// The moves of a text, joined from all segments.
    fn read(segments: &[TextSegment], text: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        for segment in segments {
            let of: Vec<&SegmentVersion> =
                segment.versions.iter().filter(|version| version.texts.contains(&text)).collect();
            assert_eq!(of.len(), 1, "one version of {segment:?}");
            moves.extend(&of[0].moves);
        }
        moves
    }

    /// Asserts that every text is complete, that versions are distinct, and that plies ascend.
    fn hold(collation: &Collation) -> Vec<TextSegment> {
        let segments = collation.segments();
        for (at, text) in collation.texts.iter().enumerate() {
            let is_mirrored = at > 0 && collation.laid[at - 1].mirrored;
            let moves = text.account.moves_turned(is_mirrored);
            assert_eq!(read(&segments, at), moves, "text {at}");
        }
        let mut end = 0;
        for segment in &segments {
            assert!(segment.plies.start >= end, "{segments:?}");
            end = segment.plies.end;
            for (at, version) in segment.versions.iter().enumerate() {
                let others = &segment.versions[at + 1..];
                assert!(!others.iter().any(|other| {
                    other.moves == version.moves && other.presence == version.presence
                }));
            }
        }
        segments
    }

    const LINE: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 a6a5 g3g4 c6c5 h0h6 c9e7";

    #[test]
    fn a_misprint_is_one_move_though_the_boards_never_meet_again() {
        let texts = vec![
            text("a", 2, account(LINE)),
            text("b", 1, account(&LINE.replace("h0h6", "h0h5"))),
            text("c", 1, account("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7")),
            text("d", 1, from("h2e2 h9g7 h0g2", "i9h9 i0h0 b9c7 b0a2")),
        ];
        let segments = hold(&Collation::of(texts));
        let shown: Vec<_> = segments
            .iter()
            .map(|segment| {
                let versions = segment.versions.iter();
                let versions = versions.map(|v| (v.texts.clone(), v.moves.len(), v.presence));
                (segment.plies.clone(), versions.collect::<Vec<_>>())
            })
            .collect();
        let (there, not_yet, over) = (Presence::There, Presence::NotYet, Presence::Over);
        assert_eq!(
            shown,
            [
                (0..3, vec![(vec![0, 1, 2], 3, there), (vec![3], 0, not_yet)]),
                (3..6, vec![(vec![0, 1, 2, 3], 3, there)]),
                (6..7, vec![(vec![0, 1, 3], 1, there), (vec![2], 0, over)]),
                (7..10, vec![(vec![0, 1], 3, there), (vec![2, 3], 0, over)]),
                (10..11, vec![(vec![0], 1, there), (vec![1], 1, there), (vec![2, 3], 0, over),]),
                (11..12, vec![(vec![0, 1], 1, there), (vec![2, 3], 0, over)]),
            ]
        );
    }

    #[test]
    fn what_is_more_and_what_is_dropped_lies_between_moves() {
        let cycle = LINE.replace("b9c7", "b9c7 h0i0 h9i9 i0h0 i9h9");
        let texts = vec![
            text("a", 3, account(LINE)),
            text("b", 1, account(&cycle)),
            text("c", 1, account(&LINE.replace("b0a2 a6a5 ", ""))),
        ];
        let segments = hold(&Collation::of(texts));
        assert!(
            segments
                .iter()
                .any(|segment| { segment.plies == (6..6) && segment.versions[1].texts == [1] }),
            "{segments:?}"
        );
        assert!(
            segments.iter().any(|segment| {
                segment.plies == (6..8)
                    && segment.versions[1].texts == [2]
                    && segment.versions[1].presence == Presence::There
            }),
            "{segments:?}"
        );
    }

    #[test]
    fn nothing_is_lost_whatever_lies_side_by_side() {
        for seed in 0..60 {
            let line = walk(seed, 30);
            let moves: Vec<&str> = line.split_whitespace().collect();
            let mut texts = vec![text("0", 1, account(&line))];
            for number in 1..6_u64 {
                let mut turned = moves.clone();
                let at = |by: u64| mix(mix(seed * 8 + number) ^ by) as usize % 30;
                match number {
                    1 => turned.truncate(at(0)),
                    2 => drop(turned.drain(..at(0))),
                    3 => turned.swap(at(0), at(1)),
                    4 => turned.insert(at(0), "a0a1"),
                    _ => drop(turned.remove(at(0))),
                }
                let turned: Vec<Move> = turned.iter().map(|mv| mv.parse().unwrap()).collect();
                let is_mirrored = at(2) % 2 == 0;
                let turned: Vec<Move> =
                    turned.iter().map(|mv| if is_mirrored { mv.mirror() } else { *mv }).collect();
                let account = Account::new(None, &turned, Claims::default());
                texts.push(text(&number.to_string(), at(3), account));
            }
            let collation = Collation::of(texts.clone());
            let segments = hold(&collation);
            texts.rotate_left(seed as usize % 6);
            assert_eq!(Collation::of(texts).segments(), segments);
        }
    }

    #[test]
    fn texts_without_moves_and_no_texts() {
        assert!(Collation::of(Vec::new()).segments().is_empty());
        let texts = vec![text("a", 1, account("")), text("b", 1, account("h2e2"))];
        let segments = hold(&Collation::of(texts));
        assert_eq!(segments.len(), 1);
    }
}
