//! What is asked of a database: the parameters that were said on the command line, and the archive
//! that is asked.

use super::context::typed;
use super::progress::Scanning;
use super::words::{conditions, refused};
use super::{Context, files};
use crate::cli::Said;
use crate::messages::Lang;
use crate::questions::typed::{TypedParts, Typist};
use crate::questions::{asked_back, in_script, some_of};
use anyhow::{Context as _, anyhow};
use std::cell::RefCell;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use xqdb::opening::OpeningTable;
use xqdb::query::Library;
use xqdb::search::{
    Archive, AskError, FoundBy, FoundNames, Matcher, NameClass, ParamError, ParamProblem, Params,
    Purpose, SearchQuery, Watch, search,
};
use xqdb::store::Evidence;

/// A question as it was said.
pub(super) struct SaidQuestion<'c> {
    context: &'c Context,
    params: Params,
    /// A table of openings of the user's own.
    openings: Option<PathBuf>,
    /// The archive, where it was opened to understand words.
    opened: RefCell<Option<Archive>>,
}

impl<'c> SaidQuestion<'c> {
    /// Takes what was said. `notation` names that of the answer, and of moves that do not say
    /// theirs; empty where there are no moves.
    pub(super) fn new(
        context: &'c Context,
        notation: &str,
        said: &[&Said],
    ) -> anyhow::Result<SaidQuestion<'c>> {
        let files = |name| said.iter().flat_map(move |said| said.files(name));
        let mut values = Vec::new();
        for (name, value) in said.iter().flat_map(|said| &said.values) {
            let file = value.strip_prefix('@').filter(|_| name == "where");
            let text = file.map(|path| read_text(Path::new(path), context.lang)).transpose()?;
            values.push((name.clone(), text.unwrap_or_else(|| value.clone())));
        }
        let known = said.iter().flat_map(|said| said.known.iter().copied());
        let mut params = Params::said(values, known.collect());
        if context.as_stated {
            params.set("as_stated", "true");
        }
        if params.one("where").is_some() {
            params = params.with_patterns(library(files("define"), context.lang)?);
        }
        if !notation.is_empty() {
            params = params.written_in(context.system(notation)?);
        }
        let openings = files("openings").next().cloned();
        let mut question = SaidQuestion { context, params, openings, opened: RefCell::default() };
        let words: Vec<&str> =
            said.iter().flat_map(|said| &said.words).map(String::as_str).collect();
        if !words.is_empty() {
            question.understand(&words.join(" "))?;
        }
        Ok(question)
    }

    /// Adds the parameters that words without an option mean.
    fn understand(&mut self, text: &str) -> anyhow::Result<()> {
        let said = self.typed(|typist| conditions(self.context, typist, text))?;
        self.add(text, said)
    }

    /// Takes apart words of which some are values of an argument, such as the players of whom a page
    /// is wanted. Those values come back, and everything else that the words name becomes a
    /// condition. `None` where a word names nothing.
    pub(super) fn take(
        &mut self,
        words: &[String],
        argument: &str,
    ) -> anyhow::Result<Option<Vec<String>>> {
        let text = words.join(" ");
        let parts = self.typed(|typist| Ok(typist.parts(&text)?))?;
        let Some(TypedParts { fields, .. }) = parts else { return Ok(None) };
        let (values, others): (Vec<_>, _) =
            fields.into_iter().partition(|(name, _)| *name == argument);
        self.add(&text, others)?;
        Ok(Some(values.into_iter().map(|(_, value)| value).collect()))
    }

    /// Reads words as the box of the page does, in the archive that is asked next.
    fn typed<T>(&self, read: impl FnOnce(&Typist<'_>) -> anyhow::Result<T>) -> anyhow::Result<T> {
        let archive = self.open()?;
        let (line, notation) = (self.read(Params::line)?, self.read(Params::notation)?);
        let lang = self.context.lang;
        let read = read(&Typist { archive: &archive, lang, notation, line, most: 1 });
        self.keep(archive);
        read
    }

    /// Adds what words mean, if it may be said here and no option says it.
    fn add(&mut self, text: &str, said: Vec<(&'static str, String)>) -> anyhow::Result<()> {
        let lang = self.context.lang;
        for (name, value) in said {
            if !self.params.knows(name) {
                return Err(anyhow!(lang.words_are_no_condition(text)));
            }
            // Players add up, and moves go on behind those of the option.
            let is_once = !["player", "fen", "moves"].contains(&name);
            if is_once && self.one(name).is_some() {
                let option = format!("--{}", name.replace('_', "-"));
                return Err(anyhow!(lang.words_say_again(text, &option)));
            }
            self.params.set(name, &value);
        }
        Ok(())
    }

    /// The value of a parameter, the last one where there are several.
    pub(super) fn one(&self, name: &str) -> Option<&str> {
        self.params.one(name)
    }

    /// Reads something of what was said, or answers it.
    pub(super) fn read<T, E: Into<AskError>>(
        &self,
        read: impl FnOnce(&Params) -> Result<T, E>,
    ) -> anyhow::Result<T> {
        read(&self.params).map_err(|error| match error.into() {
            AskError::Param(fault) => self.fault(&fault),
            AskError::Store(error) => error.into(),
        })
    }

    /// The error of a parameter: with a query also the line and the place in it; with a move the
    /// position.
    fn fault(&self, ParamError { name, problem }: &ParamError) -> anyhow::Error {
        let lang = self.context.lang;
        let option = format!("--{}", name.replace('_', "-"));
        let place = match &**problem {
            ParamProblem::Query(error) => {
                let text = self.params.one(name).unwrap_or_default();
                return refused(&option, text, error, lang);
            }
            ParamProblem::Moves(error) => lang.typed_place(error),
            _ => None,
        };
        let place = place.map(|place| format!("\n  {place}")).unwrap_or_default();
        anyhow!(lang.argument_wrong(&option, &lang.param_problem(problem)) + &place)
    }

    /// Opens the database and asks it what was said.
    pub(super) fn ask<T>(
        &self,
        ask: impl FnOnce(&Archive, &Params, &dyn Watch) -> Result<T, AskError>,
    ) -> anyhow::Result<(Archive, T)> {
        let archive = self.open()?;
        let scanning = Scanning::new(self.context);
        let answer = self.read(|params| ask(&archive, params, &scanning))?;
        scanning.finish();
        Ok((archive, answer))
    }

    /// Keeps an archive that was opened for the question, so that it is not opened again.
    pub(super) fn keep(&self, archive: Archive) {
        self.opened.replace(Some(archive));
    }

    /// Opens the database of the context, with the user's own table of openings if there is one.
    pub(super) fn open(&self) -> anyhow::Result<Archive> {
        if let Some(archive) = self.opened.take() {
            return Ok(archive);
        }
        let lang = self.context.lang;
        let Some(path) = &self.openings else { return open(self.context) };
        let table = OpeningTable::read(&read_text(path, lang)?).map_err(|error| {
            anyhow!(lang.argument_wrong("--openings", &lang.stored(&error.to_string())))
        })?;
        Ok(open(self.context)?.with_openings(table)?)
    }

    /// Opens the database, and reads which games the conditions let through.
    pub(super) fn matched(
        &self,
        purpose: Purpose,
        scanning: &Scanning<'_>,
    ) -> anyhow::Result<(Archive, Matcher)> {
        let filter = self.read(|params| params.filter(purpose))?;
        let archive = self.open()?;
        let matcher = filter.resolve_watched(&archive, scanning)?;
        Ok((archive, matcher))
    }

    /// Opens the database, and reads which of its games are wanted. `places` are those of the list
    /// that are shown. Without `scanning`, what is asked by `--where` is left for later.
    pub(super) fn query(
        &self,
        places: Range<usize>,
        scanning: Option<&Scanning<'_>>,
    ) -> anyhow::Result<(Archive, SearchQuery)> {
        let filter = self.read(Params::scope)?;
        let archive = self.open()?;
        let matcher = match scanning {
            Some(scanning) => filter.resolve_watched(&archive, scanning)?,
            None => filter.resolve_but_asked(&archive)?,
        };
        let query = self.read(|params| params.query_of(matcher, places))?;
        Ok((archive, query))
    }
}

/// Opens the database of the context for questions.
pub(super) fn open(context: &Context) -> anyhow::Result<Archive> {
    open_as(context, lay(context))
}

/// The evidence that answers use beside what records state.
pub(super) fn lay(context: &Context) -> Evidence {
    if context.as_stated { Evidence::Stated } else { Evidence::Derived }
}

/// Opens the database of the context, with this laid over what is stated.
pub(super) fn open_as(context: &Context, lay: Evidence) -> anyhow::Result<Archive> {
    open_file(context, &context.db, lay)
}

/// Opens the database in a file.
pub(super) fn open_file(context: &Context, path: &Path, lay: Evidence) -> anyhow::Result<Archive> {
    files::must_exist(context, path)?;
    Archive::open_as(path, lay).with_context(|| context.lang.cannot_open_database(path))
}

/// Tells which names were found by their sound, and which because somebody decided it; and who is
/// meant perhaps where nobody has a name.
pub(super) fn tell_names(
    context: &Context,
    archive: &Archive,
    matcher: &Matcher,
) -> anyhow::Result<()> {
    // Names of one person, which stand last, are told first.
    let (by_sound, joined): (Vec<_>, Vec<_>) =
        matcher.found_names().iter().partition(|names| !names.by.is_joined());
    for FoundNames { asked, sort, names, by } in joined.into_iter().chain(by_sound) {
        let (lang, list) = (context.lang, some_of(names));
        match by {
            FoundBy::Decision => context.tell_more(&lang.names_by_decision(asked, &list)),
            FoundBy::Evidence => context.tell_more(&lang.names_by_evidence(asked, &list)),
            FoundBy::SoundAlone => context.tell(&lang.names_by_sound_only(asked, &list)),
            FoundBy::Sound => context.tell_more(&lang.names_by_sound_too(asked, &list)),
            FoundBy::Near => {
                ask_back(context, archive, (*sort, asked), names)?;
            }
        }
    }
    Ok(())
}

/// Behind the number of games that fit, if it is none: the number of records of other kinds that
/// do, which statistics leave out.
pub(super) fn others_left_out(
    lang: Lang,
    archive: &Archive,
    query: &SearchQuery,
    games: u64,
) -> xqdb::store::Result<String> {
    let every = if games == 0 { query.matcher.of_every_kind(archive)? } else { None };
    let Some(matcher) = every else { return Ok(String::new()) };
    let others = search(archive, &SearchQuery { matcher, places: 0..0, ..query.clone() })?.count;
    Ok(if others > 0 { lang.games_of_other_kinds(others) } else { String::new() })
}

/// Tells that a text is part of the names of other persons, too, than of the one who is shown.
pub(super) fn tell_others(
    context: &Context,
    archive: &Archive,
    asked: &str,
    (name, others): (&str, &[String]),
) -> anyhow::Result<()> {
    if others.is_empty() {
        return Ok(());
    }
    let called = |name: &str| in_script(context.lang, archive, name);
    let others: Vec<String> =
        others.iter().map(|name| called(name)).collect::<xqdb::store::Result<_>>()?;
    context.tell(&context.lang.one_of_several(asked, &called(name)?, &some_of(&others)));
    Ok(())
}

/// Asks whether one of these names is meant, each with the number of games; whether there is
/// anything to ask.
pub(super) fn ask_back(
    context: &Context,
    archive: &Archive,
    asked: (NameClass, &str),
    near: &[String],
) -> anyhow::Result<bool> {
    let question = asked_back(context.lang, archive, asked, near)?;
    question.iter().for_each(|question| context.tell_always(question));
    Ok(question.is_some())
}

/// The patterns of the prelude, and those that files add.
pub(super) fn library<'p>(
    definitions: impl IntoIterator<Item = &'p PathBuf>,
    lang: Lang,
) -> anyhow::Result<Library> {
    let mut library = Library::prelude().clone();
    for path in definitions {
        let text = read_text(path, lang)?;
        library.define(&text).map_err(|error| refused("--define", &text, &error, lang))?;
    }
    Ok(library)
}

/// The text of a file that a person wrote by hand: a question, definitions, rules.
pub(super) fn read_text(path: &Path, lang: Lang) -> anyhow::Result<String> {
    /// The name of a file may come from a figure that somebody else made.
    const LARGEST: u64 = 16 << 20;
    let read = File::open(path).and_then(|file| typed(file, LARGEST));
    read.with_context(|| lang.cannot_read(path))
}
