//! Reads the texts of a game and of its copies from an archive and lays them side by side, also as
//! JSON.

use super::account::{Account, Claims};
use super::alignment::Alignment;
use super::collation::{ApparatusEntry, Collation, VariantReading, WitnessText};
use crate::notation::System;
use crate::search::{Archive, GameRow, Witness};
use crate::store::Result;
use crate::text::hex;
use crate::xiangqi::{Move, Position};
use serde_json::{Value, json};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Largest number of texts laid side by side, since every pair is compared.
const MOST: usize = 64;

/// Texts of a game with the games and records that have them.
#[derive(Debug)]
pub struct GatheredTexts {
    /// The texts, laid side by side.
    pub collation: Collation,
    /// The game of each text.
    pub games: Vec<GameRow>,
    /// The records of each text, by place.
    pub witnesses: Vec<Vec<Witness>>,
    /// Number of requested games beyond the largest number of texts.
    pub left_out: usize,
    /// BLAKE3 hash of each source, by source id.
    contents: BTreeMap<i64, String>,
}

/// Adds the games linked as the same game: the given games first, then their copies, then the
/// copies of those, each step ordered by key.
pub fn with_duplicates(archive: &Archive, games: &[u32]) -> Result<Vec<u32>> {
    let mut known: BTreeSet<u32> = games.iter().copied().collect();
    let mut all = games.to_vec();
    let mut nearest = games.to_vec();
    while !nearest.is_empty() {
        let mut next: BTreeMap<String, u32> = BTreeMap::new();
        for game in nearest {
            for link in archive.links_of(game)?.iter().filter(|link| link.same) {
                let other = if link.a == game { link.b } else { link.a };
                if known.insert(other) {
                    next.insert(archive.snapshot().game_key(other)?, other);
                }
            }
        }
        nearest = next.into_values().collect();
        all.extend(&nearest);
    }
    Ok(all)
}

impl GatheredTexts {
    /// Reads games and lays them side by side; reads only the first 64.
    pub fn of(archive: &Archive, games: &[u32]) -> Result<GatheredTexts> {
        let mut contents = BTreeMap::new();
        let mut rows: BTreeMap<String, (GameRow, Vec<Witness>)> = BTreeMap::new();
        let mut texts = Vec::new();
        let asked = games.len();
        for &id in games.iter().take(MOST) {
            let game = archive.row(id)?;
            let witnesses = archive.witnesses(id)?;
            for witness in &witnesses {
                if let Entry::Vacant(unknown) = contents.entry(witness.source) {
                    let hash = archive.snapshot().content_of(witness.source)?;
                    unknown.insert(hex(&hash));
                }
            }
            let start = game.start.as_ref().map(|_| game.start_position());
            let account = Account::new(start.as_ref(), &game.moves, Claims::default());
            texts.push(WitnessText {
                key: game.key.clone(),
                witnesses: witnesses.len(),
                account: account.of_kind(game.kind),
            });
            rows.insert(game.key.clone(), (game, witnesses));
        }
        let collation = Collation::of(texts);
        let rows = collation.texts.iter().filter_map(|text| rows.remove(&text.key));
        let (games, witnesses) = rows.unzip();
        let left_out = asked.saturating_sub(MOST);
        Ok(GatheredTexts { collation, games, witnesses, left_out, contents })
    }

    /// BLAKE3 hash of the file that contains a record.
    pub fn content_of(&self, witness: &Witness) -> &str {
        self.contents.get(&witness.source).map_or("", String::as_str)
    }

    /// Letters that identify a text: A to Z, then AA and so on.
    pub fn siglum(text: usize) -> String {
        let letter = char::from(b'A' + (text % 26) as u8);
        match text / 26 {
            0 => letter.to_string(),
            more => format!("{}{letter}", GatheredTexts::siglum(more - 1)),
        }
    }

    /// Sign of a record: the letters of its text, with a number if the text has several records.
    pub fn sign(&self, text: usize, witness: usize) -> String {
        let letter = GatheredTexts::siglum(text);
        if self.witnesses[text].len() > 1 { format!("{letter}{}", witness + 1) } else { letter }
    }

    /// Position of a text after `plies` plies, mirrored if the text is mirrored.
    pub fn position(&self, text: usize, plies: usize) -> Position {
        let game = &self.games[text];
        let position = game.start_position().after(&game.moves[..plies.min(game.moves.len())]);
        if self.is_mirrored(text) { position.mirror() } else { position }
    }

    /// Alignment of a text with the first; `None` for the first.
    fn laid(&self, text: usize) -> Option<&Alignment> {
        text.checked_sub(1).map(|at| &self.collation.laid[at])
    }

    /// Whether a text is mirrored against the first.
    pub(super) fn is_mirrored(&self, text: usize) -> bool {
        self.laid(text).is_some_and(|laid| laid.mirrored)
    }

    /// Writes `moves` of a text in a notation; the first of them is ply `from`, 0-based.
    pub fn spelled(
        &self,
        (text, from): (usize, usize),
        moves: &[Move],
        notation: &System,
    ) -> Vec<String> {
        notation.write_line(moves, &mut self.position(text, from))
    }

    /// Tags whose values differ between records, each value with the signs of its records.
    pub fn tags(&self) -> BTreeMap<String, BTreeMap<String, Vec<String>>> {
        let mut tags: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
        for (text, witnesses) in self.witnesses.iter().enumerate() {
            for (number, witness) in witnesses.iter().enumerate() {
                for (name, value) in witness.tags.iter() {
                    let values = tags.entry(name.to_owned()).or_default();
                    values.entry(value.to_owned()).or_default().push(self.sign(text, number));
                }
            }
        }
        tags.retain(|_, values| values.len() > 1);
        tags
    }

    /// All texts, readings and tags as JSON; plies are 1-based.
    #[must_use]
    pub fn to_json(&self, notation: &System) -> Value {
        let collation = &self.collation;
        let sigla: Vec<String> = (0..collation.texts.len()).map(GatheredTexts::siglum).collect();
        let texts: Vec<Value> = (0..sigla.len()).map(|text| text_value(self, text)).collect();
        let entries = collation.entries.iter().map(|entry| entry_value(self, entry, notation));
        json!({
            "texts": texts,
            "apparatus": entries.collect::<Vec<Value>>(),
            "tags": self.tags(),
            "leftOut": self.left_out,
            "agreement": { "sigla": sigla, "shares": collation.agreement },
        })
    }
}

fn text_value(gathered: &GatheredTexts, text: usize) -> Value {
    let game = &gathered.games[text];
    let witnesses = gathered.witnesses[text].iter().enumerate();
    let witness = |(number, witness): (usize, &Witness)| {
        let Witness { places, record, .. } = witness;
        json!({ "siglum": gathered.sign(text, number), "places": places, "record": record })
    };
    json!({
        "siglum": GatheredTexts::siglum(text),
        "key": game.key,
        "start": game.start,
        "plies": game.plies,
        "mirrored": gathered.is_mirrored(text),
        // Number of plies of this text and of the first before their joint.
        "joins": gathered.laid(text).map(|laid| laid.joint),
        "witnesses": witnesses.map(witness).collect::<Vec<Value>>(),
    })
}

fn entry_value(gathered: &GatheredTexts, entry: &ApparatusEntry, notation: &System) -> Value {
    let plies = entry.plies.clone();
    let moves = &gathered.games[0].moves[plies.clone()];
    let readings = entry.readings.iter().map(|reading| {
        let VariantReading { texts, at, moves, relation, meets } = reading;
        let differing = entry.differing(&gathered.games[0].moves, reading).into_iter();
        json!({
            "sigla": texts.iter().map(|&text| GatheredTexts::siglum(text)).collect::<Vec<_>>(),
            "relation": relation.as_str(),
            "moves": names(moves),
            "san": gathered.spelled((texts[0], *at), moves, notation),
            "differing": differing.map(|ply| ply + 1).collect::<Vec<_>>(),
            "returns": meets,
        })
    });
    json!({
        "ply": plies.start + 1,
        "last": plies.end,
        "fen": gathered.position(0, plies.start).to_fen(),
        "moves": names(moves),
        "san": gathered.spelled((0, plies.start), moves, notation),
        "readings": readings.collect::<Vec<Value>>(),
    })
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}
