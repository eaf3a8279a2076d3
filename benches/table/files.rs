//! The corpora as files: PGN in three kinds, a folder of XQF files, a zip.

use super::corpus::{Corpus, Game};
use super::zip::ZipWriter;
use anyhow::Context as _;
use clap::ValueEnum;
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use xqdb::export::{self, Entry, ExportOptions, RecordPlace};
use xqdb::metadata::parse_result;
use xqdb::notation::{self, Notation, System};
use xqdb::replay::{Outcome, Record, ReplayedGame as Played, Tree};
use xqdb::text::{Charset, Encoding};

/// Largest number of small files; more take long to make and show nothing new.
const MOST_FILES: u64 = 200_000;
/// Number of XQF files in a folder.
const FOLDER: u64 = 1000;
/// Number of games in a member of a zip: some ten megabytes, which an import reads whole.
const MEMBER: u64 = 10_000;
/// Smallest number of members of a zip.
const MEMBERS: u64 = 4;

/// Form in which a corpus is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// One PGN file in GBK, Chinese notation with digits of full width
    Gbk,
    /// One PGN file in UTF-8, Chinese notation with digits of full width
    Utf8,
    /// One PGN file with ICCS coordinates, names in UTF-8
    Iccs,
    /// A folder of XQF files, one a game
    Xqf,
    /// A zip with several PGN files in GBK
    Zip,
}

impl Form {
    /// Name of the form in the table.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Form::Gbk => "GBK PGN",
            Form::Utf8 => "UTF-8 PGN",
            Form::Iccs => "ICCS PGN",
            Form::Xqf => "XQF files",
            Form::Zip => "zip, GBK",
        }
    }

    /// Largest number of games of a corpus.
    pub(crate) fn most(self) -> u64 {
        if self == Form::Xqf { MOST_FILES } else { u64::MAX }
    }

    /// Whether the files are text.
    pub(crate) fn is_text(self) -> bool {
        self != Form::Xqf
    }

    fn text(self) -> (&'static Notation, Charset) {
        let (name, charset) = match self {
            Form::Gbk | Form::Zip | Form::Xqf => ("chinese-wide", Charset::Gbk),
            Form::Utf8 => ("chinese-wide", Charset::Utf8),
            Form::Iccs => ("iccs", Charset::Utf8),
        };
        (notation::by_name(name).expect("a notation of ours"), charset)
    }

    /// Writes the corpus below `home` unless it exists, and returns its path.
    pub(crate) fn write(self, corpus: &Corpus, games: u64, home: &Path) -> anyhow::Result<PathBuf> {
        let (name, extension) = match self {
            Form::Gbk => ("gbk", ".pgn"),
            Form::Utf8 => ("utf8", ".pgn"),
            Form::Iccs => ("iccs", ".pgn"),
            Form::Xqf => ("xqf", ""),
            Form::Zip => ("zip", ".zip"),
        };
        let path = home.join(format!("{name}-{games}-{}{extension}", corpus.plies));
        if path.exists() {
            return Ok(path);
        }
        // An unfinished corpus has another name.
        let partial = home.join(format!("{name}.partial"));
        fs::create_dir_all(home)?;
        remove(&partial)?;
        match self {
            Form::Gbk | Form::Utf8 | Form::Iccs => self.pgn(corpus, games, &partial),
            Form::Xqf => xqf(corpus, games, &partial),
            Form::Zip => self.zip(corpus, games, &partial),
        }
        .with_context(|| format!("cannot write `{}`", partial.display()))?;
        fs::rename(&partial, &path)?;
        Ok(path)
    }

    fn encode(self, game: &Game) -> Vec<u8> {
        let (notation, charset) = self.text();
        charset.encode(&game.pgn(notation)).bytes.into_owned()
    }

    fn pgn(self, corpus: &Corpus, games: u64, path: &Path) -> anyhow::Result<()> {
        let mut out = BufWriter::new(File::create(path)?);
        corpus.for_each(0..games, |game| self.encode(game), |bytes| out.write_all(bytes))?;
        Ok(out.flush()?)
    }

    fn zip(self, corpus: &Corpus, games: u64, path: &Path) -> anyhow::Result<()> {
        let mut zip = ZipWriter::new(BufWriter::new(File::create(path)?));
        let share = games.div_ceil(MEMBERS).clamp(1, MEMBER);
        for first in (0..games).step_by(share as usize) {
            let mut member = Vec::new();
            let range = first..(first + share).min(games);
            let keep = |bytes: &[u8]| {
                member.extend_from_slice(bytes);
                Ok(())
            };
            corpus.for_each(range, |game| self.encode(game), keep)?;
            zip.member(&format!("games/{first:08}.pgn"), &member)?;
        }
        zip.finish()?;
        Ok(())
    }
}

fn xqf(corpus: &Corpus, games: u64, path: &Path) -> anyhow::Result<()> {
    (0..games.div_ceil(FOLDER)).into_par_iter().try_for_each(|part| {
        let folder = path.join(format!("{part:03}"));
        fs::create_dir_all(&folder)?;
        for number in part * FOLDER..(part * FOLDER + FOLDER).min(games) {
            let bytes = xqf_file(corpus.game(number))?;
            fs::write(folder.join(format!("{number:06}.xqf")), bytes)?;
        }
        Ok(())
    })
}

fn xqf_file(game: Game) -> anyhow::Result<Vec<u8>> {
    let record = Record {
        span: 0..0,
        encoding: Encoding::Utf8,
        tags: game.tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        from_file_name: Vec::new(),
        place: Default::default(),
        against: Vec::new(),
        derived: Default::default(),
        hint: None,
        unread: None,
        game: Played {
            start: None,
            tree: Tree::line(game.moves),
            outcome: Outcome::Ok,
            result: parse_result(game.result).unwrap_or_default(),
            damaged: Vec::new(),
            warnings: Vec::new(),
        },
    };
    let place = RecordPlace { path: "", member: None, record: 1, format: None };
    let format = export::by_name("xqf").expect("a format of ours");
    let options =
        ExportOptions { notation: System::Auto, charset: None, full: false, safe_csv: false };
    Ok((format.write)(&Entry::of_record(place, &record), &options)?.bytes)
}

/// Removes a file or a folder, if there is one.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        fs::remove_dir_all(path)
    } else if path.exists() {
        fs::remove_file(path)
    } else {
        Ok(())
    }
}
