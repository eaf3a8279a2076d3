//! Makes `src/opening/positions.tsv`: reads JSON Lines of `xqdb convert` on standard input, and
//! prints the positions that settle the codes of openings.

use std::collections::BTreeSet;
use std::io::BufRead;
use xqdb::opening::{CodedPositions, OpeningTable};
use xqdb::xiangqi::Move;

/// Reads standard input and prints the positions.
pub(crate) fn run() -> anyhow::Result<()> {
    let mut openings: BTreeSet<Vec<Move>> = BTreeSet::new();
    for line in std::io::stdin().lock().lines() {
        let record: serde_json::Value = serde_json::from_str(&line?)?;
        let moves = record["moves"].as_array().map(Vec::as_slice).unwrap_or_default();
        if !record["start"].is_null() || moves.is_empty() {
            continue;
        }
        let moves = moves.iter().take(20).filter_map(|mv| mv.as_str()?.parse().ok());
        openings.insert(moves.collect());
    }
    let positions =
        CodedPositions::of_games(OpeningTable::ecco(), openings.iter().map(Vec::as_slice));
    std::io::Write::write_all(&mut std::io::stdout(), positions.text().as_bytes())?;
    Ok(())
}
