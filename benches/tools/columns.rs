//! Times the rows of the table `games` of a database, with all columns and with each of them alone,
//! in the order of the database and by date.

use std::path::Path;
use std::time::Instant;
use xqdb::columns::{GAMES, some_of_games};
use xqdb::search::{Archive, Filter, Order, SearchQuery, search};

/// Number of rows of a batch.
const ROWS: usize = 4096;

/// Prints the times for the database at `path`; only those of all columns if `all`.
pub(crate) fn run(path: &Path, all: bool) -> anyhow::Result<()> {
    let archive = Archive::open(path)?;
    let matcher = Filter::default().resolve(&archive)?;
    let query = SearchQuery { order: Order::Date, ..SearchQuery::new(matcher) };
    let by_date = search(&archive, &query)?.games;
    let mut by_id = by_date.clone();
    by_id.sort_unstable();
    println!("{} games\n\n| columns | by date | by id |\n| --- | --- | --- |", by_id.len());
    let every: Vec<usize> = (0..GAMES.columns.len()).collect();
    row("all", &archive, [&by_date, &by_id], &every)?;
    for at in every.into_iter().filter(|_| !all) {
        row(GAMES.columns[at].name, &archive, [&by_date, &by_id], &[at])?;
    }
    Ok(())
}

fn row(what: &str, archive: &Archive, orders: [&[u32]; 2], places: &[usize]) -> anyhow::Result<()> {
    let mut times = Vec::new();
    for ids in orders {
        let (begun, mut rows) = (Instant::now(), 0);
        some_of_games(archive, ids, (ROWS, places), |batch| {
            rows += batch.num_rows();
            Ok(())
        })?;
        anyhow::ensure!(rows == ids.len(), "{rows} rows");
        times.push(format!("{:.2} s", begun.elapsed().as_secs_f64()));
    }
    println!("| {what} | {} |", times.join(" | "));
    Ok(())
}
