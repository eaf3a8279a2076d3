//! Lays the texts of one game side by side: stretches where they differ from the leading text, and
//! the readings of each text there. Pure.

use super::account::Account;
use super::alignment::Alignment;
use super::judge::Relation;
use crate::xiangqi::Move;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

/// A text of a game: a main line shared by some records.
#[derive(Debug, Clone)]
pub struct WitnessText {
    /// Key of the game, which identifies the text.
    pub key: String,
    /// Number of records with this text.
    pub witnesses: usize,
    /// The replayed line.
    pub account: Account,
}

/// Texts laid side by side; the result does not depend on the order in which they are given.
#[derive(Debug, Clone)]
pub struct Collation {
    /// The leading text, then the others by key.
    pub texts: Vec<WitnessText>,
    /// Alignment of each text but the first with the first.
    pub laid: Vec<Alignment>,
    /// Stretches in which texts differ, in the order of the first text.
    pub entries: Vec<ApparatusEntry>,
    /// For each pair of texts, the share of the shorter text that both have, from 0 to 1.
    pub agreement: Vec<Vec<f64>>,
}

/// A stretch in which some texts differ from the leading text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApparatusEntry {
    /// Plies of the leading text, 0-based; empty if other texts insert moves.
    pub plies: Range<usize>,
    /// Readings of the other texts.
    pub readings: Vec<VariantReading>,
}

/// A reading that some texts share in a stretch.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct VariantReading {
    /// Places of the texts in [`Collation::texts`].
    pub texts: Vec<usize>,
    /// Ply, 0-based, at which the reading begins in the first of `texts`.
    pub at: usize,
    /// Moves of the reading, mirrored if the text is mirrored; empty if the text ends before.
    pub moves: Vec<Move>,
    /// Kind of difference.
    pub relation: Relation,
    /// Whether the boards are equal after the stretch.
    pub meets: bool,
}

impl Collation {
    /// Lays texts side by side. The leading text is whole if any is; among those it has the most
    /// records, then the most plies, then the least key.
    pub fn of(mut texts: Vec<WitnessText>) -> Collation {
        texts.sort_by(|a, b| a.key.cmp(&b.key));
        texts.dedup_by(|a, b| a.key == b.key);
        let rank = |text: &WitnessText| {
            (text.account.is_whole, text.witnesses, text.account.plies(), Reverse(text.key.clone()))
        };
        if let Some(lead) = (0..texts.len()).max_by_key(|&at| rank(&texts[at])) {
            texts[..=lead].rotate_right(1);
        }
        let laid: Vec<Alignment> = texts
            .iter()
            .skip(1)
            .map(|text| Alignment::of(&texts[0].account, &text.account))
            .collect();
        let mut stretches: BTreeMap<(usize, usize), Vec<VariantReading>> = BTreeMap::new();
        for (at, alignment) in (1..).zip(&laid) {
            for (plies, reading) in readings(at, &texts, alignment) {
                let known = stretches.entry((plies.start, plies.end)).or_default();
                let is_equal = |other: &&mut VariantReading| {
                    (&other.moves, other.relation, other.meets)
                        == (&reading.moves, reading.relation, reading.meets)
                };
                match known.iter_mut().find(is_equal) {
                    Some(other) => other.texts.push(at),
                    None => known.push(reading),
                }
            }
        }
        let entry = |((start, end), readings)| ApparatusEntry { plies: start..end, readings };
        let entries = stretches.into_iter().map(entry).collect();
        let agreement = agreement(&texts);
        Collation { texts, laid, entries, agreement }
    }
}

impl ApparatusEntry {
    /// Plies, 0-based in the leading text, at which a reading of equal length has another move;
    /// empty if the lengths differ.
    pub fn differing(&self, lead: &[Move], reading: &VariantReading) -> Vec<usize> {
        if self.plies.len() != reading.moves.len() {
            return Vec::new();
        }
        let pairs = self.plies.clone().zip(&reading.moves);
        pairs.filter(|(ply, mv)| lead.get(*ply) != Some(mv)).map(|(ply, _)| ply).collect()
    }

    /// Plies, 0-based in the leading text, that a reading leaves out; empty if it also changes or
    /// adds a move.
    pub fn lacking(&self, lead: &[Move], reading: &VariantReading) -> Vec<usize> {
        let Some(own) = lead.get(self.plies.clone()) else { return Vec::new() };
        let mut lacking = Vec::new();
        for op in capture_diff_slices(Algorithm::Myers, own, &reading.moves) {
            match op {
                DiffOp::Equal { .. } => {}
                DiffOp::Delete { old_index, old_len, .. } => {
                    let first = self.plies.start + old_index;
                    lacking.extend(first..first + old_len);
                }
                DiffOp::Insert { .. } | DiffOp::Replace { .. } => return Vec::new(),
            }
        }
        lacking
    }
}

/// Readings of one text with the plies of the first text that they replace, in order.
fn readings(
    at: usize,
    texts: &[WitnessText],
    laid: &Alignment,
) -> Vec<(Range<usize>, VariantReading)> {
    let (lead, text) = (&texts[0].account, &texts[at].account);
    let moves = text.moves_turned(laid.mirrored);
    let reading = |plies: Range<usize>, relation: Relation, meets: bool| VariantReading {
        texts: vec![at],
        at: plies.start,
        moves: moves[plies].to_vec(),
        relation,
        meets,
    };
    let partings = laid.partings.iter().map(|parting| {
        let relation = Relation::of_parting(parting, laid);
        (parting.a.clone(), reading(parting.b.clone(), relation, parting.meets))
    });
    let (lead_goes_on, text_goes_on) = laid.rest;
    let rest = ((lead_goes_on, text_goes_on) != (0, 0)).then(|| {
        let plies = text.plies() - text_goes_on..text.plies();
        let of_lead = lead.plies() - lead_goes_on..lead.plies();
        (of_lead, reading(plies, Relation::Prefix, false))
    });
    partings.chain(rest).collect()
}

fn agreement(texts: &[WitnessText]) -> Vec<Vec<f64>> {
    let mut shares = vec![vec![1.0; texts.len()]; texts.len()];
    for (i, one) in texts.iter().enumerate() {
        for (j, other) in texts.iter().enumerate().skip(i + 1) {
            let share = Alignment::of(&one.account, &other.account).share();
            (shares[i][j], shares[j][i]) = (share, share);
        }
    }
    shares
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::alignment::tests::{account, from};
    use super::*;

    const LINE: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 a6a5 g3g4 c6c5 h0h6 c9e7";

    pub(crate) fn text(key: &str, witnesses: usize, account: Account) -> WitnessText {
        WitnessText { key: key.to_owned(), witnesses, account }
    }

    fn texts() -> Vec<WitnessText> {
        let slip = LINE.replace("h0h6", "h0h5");
        let mirrored: Vec<Move> = account(&slip).moves.iter().map(|mv| mv.mirror()).collect();
        let mirrored = Account::new(None, &mirrored, crate::duplicates::Claims::default());
        vec![
            text("d", 3, account(LINE)),
            text("c", 1, account("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7")),
            text("b", 1, account(&slip)),
            text("a", 1, mirrored),
            text("e", 9, from("h2e2 h9g7 h0g2", "i9h9 i0h0 b9c7 b0a2")),
        ]
    }

    #[test]
    fn readings_are_gathered_beside_the_text_that_leads() {
        let collation = Collation::of(texts());
        let keys: Vec<&str> = collation.texts.iter().map(|text| text.key.as_str()).collect();
        assert_eq!(keys, ["d", "a", "b", "c", "e"], "a fragment does not lead");
        let shown: Vec<_> = collation
            .entries
            .iter()
            .flat_map(|entry| entry.readings.iter().map(move |reading| (entry, reading)))
            .map(|(entry, reading)| (entry.plies.clone(), reading.texts.clone(), reading.relation))
            .collect();
        assert_eq!(
            shown,
            [
                (6..12, vec![3], Relation::Prefix),
                (7..12, vec![4], Relation::Prefix),
                (10..12, vec![1, 2], Relation::Misprint),
            ]
        );
        let misprint = &collation.entries[2].readings[0];
        let lead = &collation.texts[0].account.moves;
        assert_eq!(collation.entries[2].differing(lead, misprint), [10]);
        assert_eq!(misprint.moves[0].to_string(), "h0h5", "the mirror image is turned round");
        assert!(collation.laid[0].mirrored);
        assert_eq!(collation.laid[3].joint, Some((3, 0)));
        assert_eq!(collation.agreement[0][3], 1.0);
        assert!((collation.agreement[2][0] - 11.0 / 12.0).abs() < 1e-9);
    }

    #[test]
    fn what_a_text_drops_is_named() {
        let lead = text("a", 2, account(LINE));
        let lacking = |moves: &str| {
            let collation = Collation::of(vec![lead.clone(), text("b", 1, account(moves))]);
            let [entry] = &collation.entries[..] else { panic!("{collation:?}") };
            entry.lacking(&collation.texts[0].account.moves, &entry.readings[0])
        };
        assert_eq!(lacking(&LINE.replace("b0a2 a6a5 ", "")), [6, 7]);
        assert_eq!(lacking(&LINE.replace("h0h6", "h0h5")), [0; 0]);
    }

    #[test]
    fn the_order_of_texts_makes_no_difference() {
        let shown = |collation: &Collation| {
            format!("{:?} {:?} {:?}", collation.entries, collation.laid, collation.agreement)
        };
        let expected = shown(&Collation::of(texts()));
        for turn in 1..5 {
            let mut turned = texts();
            turned.rotate_left(turn);
            assert_eq!(shown(&Collation::of(turned.clone())), expected);
            turned.reverse();
            assert_eq!(shown(&Collation::of(turned)), expected);
        }
    }
}
