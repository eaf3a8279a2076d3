//! Record of a figure, from which the figure can be made again: question, archive, numbers and
//! games, as JSON.

use crate::cli::Said;
use crate::commands::Context;
use crate::commands::files::file_name;
use crate::questions::chart::{Drawing, Interval};
use anyhow::{Context as _, anyhow, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use xqdb::figure::Table;
use xqdb::search::{Archive, Lead, Stamped, sample, stamps};

/// Number of the layout of the file; raised when a field changes its meaning.
const LAYOUT: u32 = 1;

/// Largest number of games that are kept one by one; more are kept in groups.
const MOST_GAMES: usize = 100_000;

/// Number of first characters of a key that name a group.
const BEGINNING: usize = 2;

/// Largest file in bytes: 100,000 games take 3 MB, and 100,000 rows of numbers 20 MB.
const LARGEST: u64 = 64 << 20;

/// The record of a figure.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::commands) struct FigureRecord {
    /// Number of the layout of this file.
    xqdb_figure: u32,
    /// Version of the program.
    pub(in crate::commands) program: String,
    /// Day on which the figure was made, in UTC.
    pub(in crate::commands) date: String,
    /// Tag of the language of the figure.
    pub(in crate::commands) lang: String,
    /// Words of the command.
    pub(in crate::commands) question: Vec<String>,
    /// `--as-stated`: derived and decided values were left out.
    pub(in crate::commands) as_stated: bool,
    /// Files that the question names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    files: Vec<NamedFile>,
    pub(in crate::commands) archive: Archived,
    pub(in crate::commands) counted: CountedGames,
    /// Name of the method of the intervals.
    interval: String,
    pub(in crate::commands) numbers: NumberTable,
    pub(in crate::commands) stamps: Stamps,
}

/// A file that the question names, and the hash of its content.
#[derive(Debug, Serialize, Deserialize)]
struct NamedFile {
    path: String,
    blake3: String,
}

/// The archive that was asked.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::commands) struct Archived {
    /// Name of the database file.
    pub(in crate::commands) name: String,
    pub(in crate::commands) fingerprint: String,
    contents: u64,
    decisions: u64,
}

/// The games and sources behind the numbers.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::commands) struct CountedGames {
    pub(in crate::commands) games: u64,
    pub(in crate::commands) players: u64,
    pub(in crate::commands) events: u64,
    /// Number of records of kinds that are in no share.
    pub(in crate::commands) others: u64,
    /// Player and event that have more than a third of the games.
    pub(in crate::commands) more_than_a_third: Vec<Lead>,
}

/// Numbers of a figure, with names of columns instead of heads.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::commands) struct NumberTable {
    /// Number of leading columns that together name a row.
    pub(in crate::commands) names: usize,
    pub(in crate::commands) columns: Vec<String>,
    pub(in crate::commands) rows: Vec<Vec<Value>>,
}

/// Hashes of the games behind the numbers.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::commands) enum Stamps {
    /// Hash of the facts of each game, by key.
    Games(BTreeMap<String, String>),
    /// Number of games and their common hash, by the first characters of their keys.
    Groups(BTreeMap<String, (u64, String)>),
}

impl FigureRecord {
    /// Makes the record of a figure.
    pub(in crate::commands) fn of(
        context: &Context,
        said: &Said,
        archive: &Archive,
        drawing: &Drawing,
    ) -> anyhow::Result<FigureRecord> {
        let fingerprint = archive.fingerprint()?;
        let sample = sample(archive, &drawing.games)?;
        let (player, event) = sample.dominant();
        Ok(FigureRecord {
            xqdb_figure: LAYOUT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            date: archive.snapshot().day()?,
            lang: context.lang.tag().to_owned(),
            question: context.words.clone(),
            as_stated: context.as_stated,
            files: named_files(context, said)?,
            archive: Archived {
                name: file_name(&context.db),
                fingerprint: fingerprint.hash,
                contents: fingerprint.contents,
                decisions: fingerprint.decisions,
            },
            counted: CountedGames {
                games: sample.score.games(),
                players: sample.behind.players,
                events: sample.behind.events,
                others: sample.score.others,
                more_than_a_third: player
                    .filter(|_| !drawing.is_of_one)
                    .into_iter()
                    .chain(event)
                    .cloned()
                    .collect(),
            },
            interval: match drawing.interval {
                Interval::Wilson => "wilson-95".to_owned(),
                Interval::WholeHistory => "whole-history-rating-95".to_owned(),
            },
            numbers: NumberTable::of(&drawing.table),
            stamps: Stamps::of(&stamps(archive, &drawing.games)?, MOST_GAMES),
        })
    }

    /// Content of the file.
    pub(super) fn text(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

impl NumberTable {
    fn of(table: &Table) -> NumberTable {
        NumberTable {
            names: table.names,
            columns: table.columns.iter().map(|column| column.field.to_owned()).collect(),
            rows: table.rows.clone(),
        }
    }
}

impl Stamps {
    /// Keeps up to `most` games one by one, more of them in groups. Games are sorted by key.
    fn of(games: &[Stamped], most: usize) -> Stamps {
        if games.len() <= most {
            let games = games.iter().map(|game| (game.key.clone(), game.stamp.clone()));
            return Stamps::Games(games.collect());
        }
        Stamps::in_groups(games.iter().map(|game| (&*game.key, &*game.stamp)))
    }

    /// Hashes games in groups.
    fn in_groups<'s>(games: impl Iterator<Item = (&'s str, &'s str)>) -> Stamps {
        let mut groups: BTreeMap<String, (u64, blake3::Hasher)> = BTreeMap::new();
        for (key, stamp) in games {
            let beginning = key.get(..BEGINNING).unwrap_or(key).to_owned();
            let (count, hasher) = groups.entry(beginning).or_default();
            *count += 1;
            hasher.update(format!("{key} {stamp}\n").as_bytes());
        }
        let summed = |(count, hasher): (u64, blake3::Hasher)| {
            (count, hasher.finalize().to_hex()[..16].to_owned())
        };
        Stamps::Groups(groups.into_iter().map(|(name, group)| (name, summed(group))).collect())
    }

    /// Puts the stamps in groups if those of `other` are.
    pub(in crate::commands) fn like(self, other: &Stamps) -> Stamps {
        match (self, other) {
            (Stamps::Games(games), Stamps::Groups(_)) => {
                Stamps::in_groups(games.iter().map(|(key, stamp)| (&**key, &**stamp)))
            }
            (stamps, _) => stamps,
        }
    }
}

/// Files that decide what a question means, with their hashes.
fn named_files(context: &Context, said: &Said) -> anyhow::Result<Vec<NamedFile>> {
    let questions = said.values.iter().filter(|(name, _)| name == "where");
    let questions = questions.filter_map(|(_, text)| text.strip_prefix('@'));
    let paths = said
        .files("define")
        .map(|path| &**path)
        .chain(questions.map(Path::new))
        .chain(said.files("openings").map(|path| &**path))
        .chain(context.legend.as_deref());
    let named = |path: &Path| {
        let bytes = std::fs::read(path).with_context(|| context.lang.cannot_read(path))?;
        let blake3 = blake3::hash(&bytes).to_hex().to_string();
        Ok(NamedFile { path: path.to_string_lossy().into_owned(), blake3 })
    };
    paths.map(named).collect()
}

/// Paths of files that are no longer as the record says.
pub(in crate::commands) fn changed_files<'r>(
    before: &'r FigureRecord,
    now: &FigureRecord,
) -> Vec<&'r str> {
    let is_kept = |file: &&NamedFile| {
        now.files.iter().any(|other| other.path == file.path && other.blake3 == file.blake3)
    };
    before.files.iter().filter(|file| !is_kept(file)).map(|file| &*file.path).collect()
}

/// Reads the record of a figure.
pub(in crate::commands) fn read(context: &Context, path: &Path) -> anyhow::Result<FigureRecord> {
    let lang = context.lang;
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
        .with_context(|| lang.cannot_read(path))?;
    if bytes.len() as u64 > LARGEST {
        bail!(lang.figure_too_large(path));
    }
    /// Field that every version of the layout has.
    #[derive(Deserialize)]
    struct Layout {
        xqdb_figure: u32,
    }
    let none = || anyhow!(lang.no_figure(path));
    let layout: Layout = serde_json::from_slice(&bytes).map_err(|_| none())?;
    if layout.xqdb_figure > LAYOUT {
        bail!(lang.figure_is_newer(path));
    }
    serde_json::from_slice(&bytes).map_err(|_| none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_games_are_kept_in_groups_that_tell_of_changes() {
        let game = |key: &str, stamp: &str| Stamped { key: key.into(), stamp: stamp.into() };
        let mut games = vec![game("aa1", "0"), game("aa2", "1"), game("ab1", "2")];
        let before = Stamps::of(&games, 2);
        let Stamps::Groups(groups) = &before else { panic!("{before:?}") };
        assert_eq!(
            groups.iter().map(|(name, group)| (&**name, group.0)).collect::<Vec<_>>(),
            [("aa", 2), ("ab", 1)]
        );
        assert_eq!(Stamps::of(&games, 3).like(&before), before, "few are compared as many");
        games[2].stamp = "3".into();
        let Stamps::Groups(now) = Stamps::of(&games, 2) else { panic!() };
        assert_eq!(groups["aa"], now["aa"]);
        assert_ne!(groups["ab"], now["ab"]);
    }
}
