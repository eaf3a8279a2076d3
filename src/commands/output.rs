//! Output of `convert` and `export`: stdout, one file, or a folder with a file for each record; and
//! a summary of what records lose.

use super::files::WholeFile;
use super::{Context, progress};
use crate::cli::OutputArgs;
use crate::messages::Lang;
use anyhow::{Context as _, anyhow, bail};
use indicatif::ProgressBar;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use xqdb::export::{self, Entry, ExportError, ExportFormat, ExportOptions, Loss, file_name};
use xqdb::text::{Charset, Encoding};

/// Writes entries in one format, and prints on stderr what they lose.
pub(super) struct Output<'c> {
    pub(super) context: &'c Context,
    pub(super) format: &'static ExportFormat,
    options: ExportOptions,
    /// Bytes before the head of the format: a byte order mark, or none.
    mark: &'static [u8],
    target: Target,
    force: bool,
    bar: ProgressBar,
    /// Number of entries written; it numbers the files of a folder.
    count: u64,
    /// Number of entries that the format cannot hold.
    pub(super) refused: u64,
    /// `--strict`: leaves damaged entries out.
    strict: bool,
    /// Number of entries that could not be read completely.
    damaged: u64,
    losses: Losses,
}

/// Formats that can begin with a byte order mark. Without one, Excel reads Chinese CSV as GBK.
const MARKED: [&str; 3] = ["csv", "pgn", "dhtmlxq"];

/// Byte order mark of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

enum Target {
    /// All records, to stdout.
    Stream(BufWriter<io::Stdout>),
    /// All records, to a file.
    File(WholeFile),
    /// The only record, kept until no other follows; `file` is `None` for stdout.
    Single { file: Option<WholeFile>, record: Option<Vec<u8>> },
    /// Each record to its own file in a folder.
    Folder(PathBuf),
}

impl<'c> Output<'c> {
    /// Opens the output that the arguments name.
    pub(super) fn new(args: &OutputArgs, context: &'c Context) -> anyhow::Result<Output<'c>> {
        let lang = context.lang;
        let format = export::by_name(&args.to)
            .ok_or_else(|| anyhow!(lang.none_of(&args.to, &export_names())))?;
        let is_marked = args.encoding_out.as_deref().is_some_and(|label| {
            Encoding::from_label(label) == Some(Encoding::Utf8Bom) && MARKED.contains(&format.name)
        });
        let label =
            if is_marked { Some(Charset::Utf8.label()) } else { args.encoding_out.as_deref() };
        let charset = label.map(|label| {
            Charset::from_label(label).ok_or_else(|| {
                let mut known = Charset::ALL.map(Charset::label).join(", ");
                if MARKED.contains(&format.name) {
                    known += ", ";
                    known += Encoding::Utf8Bom.label();
                }
                let why = lang.none_of(label, &known);
                anyhow!(lang.argument_wrong("--encoding-out", &why))
            })
        });
        let options = ExportOptions {
            notation: context.system(&args.notation)?,
            charset: charset.transpose()?,
            full: args.full,
            safe_csv: context.safe_csv,
        };
        let target = target(args, format, lang)?;
        Ok(Output {
            context,
            format,
            options,
            mark: if is_marked { BYTE_ORDER_MARK } else { b"" },
            target,
            force: args.force,
            bar: ProgressBar::hidden(),
            count: 0,
            refused: 0,
            strict: args.strict,
            damaged: 0,
            losses: Losses::default(),
        })
    }

    /// Shows progress over this number of entries, unless stdout is a screen.
    pub(super) fn expect(&mut self, entries: u64) {
        if !io::stdout().is_terminal() {
            self.bar = progress::items(self.context, entries);
        }
    }

    /// Writes an entry, or counts why it cannot; `label` names it in messages.
    pub(super) fn write(&mut self, label: &str, entry: &Entry<'_>) -> anyhow::Result<()> {
        let (context, lang) = (self.context, self.context.lang);
        self.bar.inc(1);
        if entry.is_damaged() {
            self.damaged += 1;
            if self.strict {
                return Ok(());
            }
        }
        let written = match (self.format.write)(entry, &self.options) {
            Ok(written) => written,
            Err(error @ ExportError::Pieces { .. }) => {
                self.refused += 1;
                self.note(label, &lang.not_written(&lang.export_error(&error)));
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        self.count += 1;
        self.losses.add(label, written.losses);
        let head = match self.count {
            1 => [self.mark, self.format.head.as_bytes()].concat(),
            _ => Vec::new(),
        };
        match &mut self.target {
            Target::Stream(out) => {
                context.print(out, &head)?;
                context.print(out, &written.bytes)
            }
            Target::File(out) => {
                out.write(&head)?;
                out.write(&written.bytes)
            }
            Target::Single { record: Some(_), .. } => {
                bail!(lang.one_game_a_file(self.format.name))
            }
            Target::Single { record, .. } => {
                *record = Some(written.bytes);
                Ok(())
            }
            Target::Folder(folder) => {
                let path = folder.join(file_name(self.count, entry, self.format.extension));
                let mut file = WholeFile::create(&path, self.force, lang)?;
                file.write(&[self.mark, self.format.head.as_bytes(), &written.bytes].concat())?;
                file.finish()
            }
        }
    }

    /// Counts a loss that does not come from the format.
    pub(super) fn lose(&mut self, label: &str, loss: Loss) {
        self.losses.add(label, vec![loss]);
    }

    /// Prints a remark about an entry on stderr.
    pub(super) fn note(&self, label: &str, what: &str) {
        let line = self.context.lang.about_record(label, what);
        self.bar.suspend(|| self.context.tell(&line));
    }

    /// Number of entries written.
    pub(super) fn written(&self) -> u64 {
        self.count
    }

    /// Whether every entry was complete and was written.
    pub(super) fn is_whole(&self) -> bool {
        self.refused == 0 && self.damaged == 0
    }

    /// Prints losses and the number of damaged entries, and closes the output.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let lang = self.context.lang;
        self.bar.finish_and_clear();
        self.losses.tell(self.context);
        match self.damaged {
            0 => {}
            damaged if self.strict => self.context.tell(&lang.damaged_left_out(damaged)),
            damaged => self.context.tell(&lang.damaged_marked(damaged)),
        }
        match self.target {
            Target::Stream(mut out) => Ok(out.flush()?),
            Target::File(out) => out.finish(),
            Target::Single { file: Some(mut file), record: Some(record) } => {
                file.write(&record)?;
                file.finish()
            }
            Target::Single { file: None, record: Some(record) } => {
                let mut out = io::stdout().lock();
                self.context.print(&mut out, &record)?;
                Ok(out.flush()?)
            }
            Target::Single { .. } | Target::Folder(_) => Ok(()),
        }
    }
}

/// Target of the output. A path is a folder if it exists as one, if it ends with a slash, or if the
/// format holds one game a file and the path lacks its extension.
fn target(args: &OutputArgs, format: &ExportFormat, lang: Lang) -> anyhow::Result<Target> {
    let Some(path) = args.output.as_deref().filter(|path| *path != Path::new("-")) else {
        return Ok(match format.holds_many {
            true => Target::Stream(BufWriter::with_capacity(1 << 16, io::stdout())),
            false => Target::Single { file: None, record: None },
        });
    };
    let extension = path.extension().and_then(|extension| extension.to_str());
    let is_ours = extension.is_some_and(|found| found.eq_ignore_ascii_case(format.extension));
    let ends_with_slash = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    if path.is_dir() || ends_with_slash || !format.holds_many && !is_ours {
        std::fs::create_dir_all(path).with_context(|| lang.cannot_make_folder(path))?;
        return Ok(Target::Folder(path.to_owned()));
    }
    let file = WholeFile::create(path, args.force, lang)?;
    Ok(match format.holds_many {
        true => Target::File(file),
        false => Target::Single { file: Some(file), record: None },
    })
}

/// Names of the formats, separated by commas.
fn export_names() -> String {
    export::EXPORTS.iter().map(|format| format.name).collect::<Vec<_>>().join(", ")
}

/// Largest number of kinds of losses; further kinds count as the last one.
const KINDS: usize = 32;

/// Losses of many records.
#[derive(Default)]
struct Losses(Vec<Lost>);

/// Kind of loss, and the number of records with it.
struct Lost {
    loss: Loss,
    records: u64,
    /// Label of the first record with the loss.
    first: String,
}

impl Losses {
    /// Adds what a record loses; `label` names it.
    fn add(&mut self, label: &str, losses: Vec<Loss>) {
        for loss in losses {
            let mut left = Some(loss);
            for lost in &mut self.0 {
                let Some(loss) = left.take() else { break };
                left = lost.loss.add(loss);
                lost.records += u64::from(left.is_none());
            }
            match left {
                Some(loss) if self.0.len() < KINDS => {
                    self.0.push(Lost { loss, records: 1, first: label.to_owned() });
                }
                Some(_) => self.0.iter_mut().next_back().into_iter().for_each(|lost| {
                    lost.records += 1;
                }),
                None => {}
            }
        }
    }

    /// Prints a line for each kind of loss.
    fn tell(&self, context: &Context) {
        let lang = context.lang;
        for Lost { loss, records, first } in &self.0 {
            let what = lang.loss(loss);
            context.tell(&match records {
                1 => lang.about_record(first, &what),
                _ => lang.about_records(*records, first, &what),
            });
        }
    }
}
