//! What is kept of a figure so that it can be made again: the question, the archive, the numbers
//! and the games behind them, as JSON.

use crate::cli::Said;
use crate::commands::Context;
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

/// The layout of the file; it grows when a field changes its meaning.
const LAYOUT: u32 = 1;

/// More games than these are kept as groups.
const MOST_GAMES: usize = 100_000;

/// Number of characters of a key that name a group.
const BEGINNING: usize = 2;

/// Larger files are none of ours: 100,000 games take 3 MB, and 100,000 rows of numbers 20.
const LARGEST: u64 = 64 << 20;

/// The record of a figure.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::commands) struct FigureRecord {
    /// The layout of this file.
    xqdb_figure: u32,
    /// The version of the program.
    pub(in crate::commands) program: String,
    /// The day, in UTC.
    pub(in crate::commands) date: String,
    /// The language of the words.
    pub(in crate::commands) lang: String,
    /// The words of the command.
    pub(in crate::commands) question: Vec<String>,
    /// Nothing that is derived or decided counts.
    pub(in crate::commands) as_stated: bool,
    /// The files that the question names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    files: Vec<NamedFile>,
    pub(in crate::commands) archive: Archived,
    pub(in crate::commands) counted: CountedGames,
    /// The meaning of the intervals.
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
    /// The name of its file.
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
    /// Records that are in no share.
    pub(in crate::commands) others: u64,
    /// The player and the event that have more than a third of the games.
    pub(in crate::commands) more_than_a_third: Vec<Lead>,
}

/// A table without words.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::commands) struct NumberTable {
    /// Number of the first columns that together name a row.
    pub(in crate::commands) names: usize,
    pub(in crate::commands) columns: Vec<String>,
    pub(in crate::commands) rows: Vec<Vec<Value>>,
}

/// The games behind the numbers.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::commands) enum Stamps {
    /// By key: a hash of what counts of the game.
    Games(BTreeMap<String, String>),
    /// By how their keys begin: how many games there are, and a hash of all.
    Groups(BTreeMap<String, (u64, String)>),
}

impl FigureRecord {
    /// Makes the record of an answer.
    pub(in crate::commands) fn of(
        context: &Context,
        said: &Said,
        archive: &Archive,
        drawing: &Drawing,
    ) -> anyhow::Result<FigureRecord> {
        let fingerprint = archive.fingerprint()?;
        let sample = sample(archive, &drawing.games)?;
        let (player, event) = sample.dominant();
        let name = context.db.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(FigureRecord {
            xqdb_figure: LAYOUT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            date: archive.snapshot().day()?,
            lang: context.lang.tag().to_owned(),
            question: context.words.clone(),
            as_stated: context.as_stated,
            files: named_files(context, said)?,
            archive: Archived {
                name: name.unwrap_or_default(),
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

    /// The file.
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
    /// Each game by itself where there are few. The games are in the order of their keys.
    fn of(games: &[Stamped], most: usize) -> Stamps {
        if games.len() <= most {
            let games = games.iter().map(|game| (game.key.clone(), game.stamp.clone()));
            return Stamps::Games(games.collect());
        }
        Stamps::in_groups(games.iter().map(|game| (&*game.key, &*game.stamp)))
    }

    /// The stamps of games that stand in groups.
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

    /// These in groups, if the others are.
    pub(in crate::commands) fn like(self, other: &Stamps) -> Stamps {
        match (self, other) {
            (Stamps::Games(games), Stamps::Groups(_)) => {
                Stamps::in_groups(games.iter().map(|(key, stamp)| (&**key, &**stamp)))
            }
            (stamps, _) => stamps,
        }
    }
}

/// The files that a question names: what it means depends on them.
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

/// The files that are not what they were.
pub(in crate::commands) fn changed_files<'r>(
    before: &'r FigureRecord,
    now: &FigureRecord,
) -> Vec<&'r str> {
    let is_kept = |file: &&NamedFile| {
        now.files.iter().any(|other| other.path == file.path && other.blake3 == file.blake3)
    };
    before.files.iter().filter(|file| !is_kept(file)).map(|file| &*file.path).collect()
}

/// Reads what is kept of a figure.
///
/// # Errors
/// When the file cannot be read or holds something else.
pub(in crate::commands) fn read(context: &Context, path: &Path) -> anyhow::Result<FigureRecord> {
    let lang = context.lang;
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
        .with_context(|| lang.cannot_read(path))?;
    if bytes.len() as u64 > LARGEST {
        bail!(lang.figure_too_large(path));
    }
    /// The fields that every version of the layout has.
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
