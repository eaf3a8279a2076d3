//! What is laid side by side, gathered from the archive.

use super::account::{Account, Claims};
use super::collation::{Collation, Text};
use crate::notation::System;
use crate::search::{Archive, GameRow, Witness};
use crate::store::Result;
use crate::xiangqi::{Move, Position};
use serde_json::Value;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// More texts are not laid side by side: every two of them are compared.
const MOST: usize = 64;

/// Texts with the games and records that have them.
#[derive(Debug)]
pub struct Gathered {
    /// What was found.
    pub collation: Collation,
    /// For each text its game.
    pub games: Vec<GameRow>,
    /// For each text its records, by place.
    pub witnesses: Vec<Vec<Witness>>,
    /// How many games more were asked for than are laid side by side.
    pub left_out: usize,
    /// BLAKE3 of the content of each source.
    contents: BTreeMap<i64, String>,
}

/// Games, and all that are held to be one with them: those that are asked for first, then the
/// nearest, each time by their keys.
///
/// # Errors
/// When the database cannot be read.
pub fn with_kin(archive: &Archive, games: &[u32]) -> Result<Vec<u32>> {
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

impl Gathered {
    /// Reads games and lays them side by side: the first of them, where they are very many.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn of(archive: &Archive, games: &[u32]) -> Result<Gathered> {
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
                    unknown.insert(blake3::Hash::from(hash).to_hex().to_string());
                }
            }
            let start = game.start.as_ref().map(|_| game.start_position());
            let account = Account::new(start.as_ref(), &game.moves, Claims::default());
            texts.push(Text {
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
        Ok(Gathered { collation, games, witnesses, left_out, contents })
    }

    /// BLAKE3 of the file that a record stands in.
    pub fn content_of(&self, witness: &Witness) -> &str {
        self.contents.get(&witness.source).map_or("", String::as_str)
    }

    /// The letter that stands for a text.
    pub fn siglum(text: usize) -> String {
        let letter = char::from(b'A' + (text % 26) as u8);
        match text / 26 {
            0 => letter.to_string(),
            more => format!("{}{letter}", Gathered::siglum(more - 1)),
        }
    }

    /// The sign of a record: the letter of its text, numbered where the text has several.
    pub fn sign(&self, text: usize, witness: usize) -> String {
        let letter = Gathered::siglum(text);
        if self.witnesses[text].len() > 1 { format!("{letter}{}", witness + 1) } else { letter }
    }

    /// The board of a text after so many plies, as it lies beside the first.
    pub fn position(&self, text: usize, plies: usize) -> Position {
        let game = &self.games[text];
        let position = game.start_position().after(&game.moves[..plies.min(game.moves.len())]);
        let laid = text.checked_sub(1).map(|at| &self.collation.laid[at]);
        if laid.is_some_and(|laid| laid.mirrored) { position.mirror() } else { position }
    }

    /// Moves of a text from a ply on, spelled.
    pub fn spelled(
        &self,
        (text, from): (usize, usize),
        moves: &[Move],
        notation: &System,
    ) -> Vec<String> {
        let mut position = self.position(text, from);
        let mut spelled = Vec::new();
        for &mv in moves {
            spelled.push(notation.write(mv, &position));
            position.play_unchecked(mv);
        }
        spelled
    }

    /// The tags that records give different values, each value with the signs of its records.
    pub fn tags(&self) -> BTreeMap<String, BTreeMap<String, Vec<String>>> {
        let mut tags: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
        for (text, witnesses) in self.witnesses.iter().enumerate() {
            for (number, witness) in witnesses.iter().enumerate() {
                for (name, value) in witness.tags.as_object().into_iter().flatten() {
                    let value = value.as_str().map_or_else(|| Value::to_string(value), Into::into);
                    let values = tags.entry(name.clone()).or_default();
                    values.entry(value).or_default().push(self.sign(text, number));
                }
            }
        }
        tags.retain(|_, values| values.len() > 1);
        tags
    }
}
