//! What an archive is: a hash that is the same wherever the same contents were read in the same way.

use super::archive::Archive;
use crate::store::{Lay, Result};

/// What is hashed first; it changes with what follows.
const LAYOUT: &str = "xqdb fingerprint 1";

/// An archive, named by what is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    /// 64 digits to the base 16.
    pub hash: String,
    /// In how many contents there are records.
    pub contents: u64,
    /// How many decisions of people there are.
    pub decisions: u64,
}

impl Archive {
    /// What decides every answer: BLAKE3 over the hashes of all contents in which there are records
    /// with the options and the version of the reader, in order, the decisions without their
    /// reasons and authors, whether only what is stated counts, and the version of this program.
    ///
    /// The order of imports makes no difference, and neither does where files lie. What is
    /// derived from their names is not in it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn fingerprint(&self) -> Result<Fingerprint> {
        let mut hasher = blake3::Hasher::new();
        // Every part has its length before it: no two lists of parts give the same bytes.
        let mut add = |part: &[u8]| {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        };
        add(LAYOUT.as_bytes());
        add(env!("CARGO_PKG_VERSION").as_bytes());
        add(if self.lay() == Lay::Stated { b"stated" } else { b"derived" });
        let readings = self.snapshot().readings()?;
        add(&(readings.len() as u64).to_le_bytes());
        for reading in &readings {
            add(&reading.hash);
            add(reading.options.as_bytes());
            add(&reading.reader.to_le_bytes());
            add(&reading.records.to_le_bytes());
            add(&reading.done_to.to_le_bytes());
        }
        let [action, target, value] = [0, 1, 2];
        let decisions = self.decided().decisions().iter().map(|decision| {
            let fields = decision.fields();
            [action, target, value].map(|place| fields[place].clone())
        });
        let mut decisions: Vec<[String; 3]> = decisions.collect();
        decisions.sort();
        decisions.dedup();
        for part in decisions.iter().flatten() {
            add(part.as_bytes());
        }
        Ok(Fingerprint {
            hash: hasher.finalize().to_hex().to_string(),
            contents: readings.len() as u64,
            decisions: decisions.len() as u64,
        })
    }
}
