//! Questions to a database: their parameters from the command line, and the opening of their
//! archive.

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
    Purpose, SearchQuery, Watch, named_exactly, near_names, search,
};
use xqdb::store::Evidence;

/// Question with the parameters that the user set.
pub(super) struct SaidQuestion<'c> {
    context: &'c Context,
    params: Params,
    /// `--openings`: path of the user's own table of openings.
    openings: Option<PathBuf>,
    /// Archive that was opened to understand words and is not used yet.
    opened: RefCell<Option<Archive>>,
}

impl<'c> SaidQuestion<'c> {
    /// Takes the options of a command. `notation` is that of the answer, and of moves that name
    /// none; empty if the question has no moves.
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

    /// Splits words into values of `argument`, which are returned, and conditions, which are added
    /// to the question: `player` takes the names of players. `None` if a word names nothing.
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

    /// Whether `name` is the whole name of a player.
    pub(super) fn is_player(&self, name: &str) -> anyhow::Result<bool> {
        let archive = self.open()?;
        let class = named_exactly(&archive, name)?.map(|(class, _)| class);
        self.keep(archive);
        Ok(class == Some(NameClass::Player))
    }

    /// Whether `name` is nearly the name of a player; if so, adds the condition `player`, by which
    /// the command asks back.
    pub(super) fn is_nearly_a_player(&mut self, name: &str) -> anyhow::Result<bool> {
        let archive = self.open()?;
        let is_near = !near_names(&archive, name)?.is_empty();
        self.keep(archive);
        if is_near {
            self.add(name, vec![("player", name.to_owned())])?;
        }
        Ok(is_near)
    }

    /// Reads words as the box of the page does, in the archive of the question.
    fn typed<T>(&self, read: impl FnOnce(&Typist<'_>) -> anyhow::Result<T>) -> anyhow::Result<T> {
        let archive = self.open()?;
        let (line, notation) = (self.read(Params::line)?, self.read(Params::notation)?);
        let lang = self.context.lang;
        let read = read(&Typist { archive: &archive, lang, notation, line, most: 1 });
        self.keep(archive);
        read
    }

    /// Adds the conditions that words mean, if the command knows them and no option sets them.
    fn add(&mut self, text: &str, said: Vec<(&'static str, String)>) -> anyhow::Result<()> {
        let lang = self.context.lang;
        for (name, value) in said {
            if !self.params.knows(name) {
                return Err(anyhow!(lang.words_are_no_condition(text)));
            }
            // Players add up, and moves continue those of the option.
            let is_once = !["player", "fen", "moves"].contains(&name);
            if is_once && self.one(name).is_some() {
                let option = format!("--{}", name.replace('_', "-"));
                return Err(anyhow!(lang.words_say_again(text, &option)));
            }
            self.params.set(name, &value);
        }
        Ok(())
    }

    /// Value of a parameter; the last of several.
    pub(super) fn one(&self, name: &str) -> Option<&str> {
        self.params.one(name)
    }

    /// Calls `read` with the parameters, and names the option in errors.
    pub(super) fn read<T, E: Into<AskError>>(
        &self,
        read: impl FnOnce(&Params) -> Result<T, E>,
    ) -> anyhow::Result<T> {
        read(&self.params).map_err(|error| match error.into() {
            AskError::Param(fault) => self.fault(&fault),
            AskError::Store(error) => error.into(),
        })
    }

    /// Error of a parameter, with the place in a query, or the position of a move.
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

    /// Opens the database, and calls `ask` with it and the parameters.
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

    /// Keeps an opened archive for the next [`SaidQuestion::open`].
    pub(super) fn keep(&self, archive: Archive) {
        self.opened.replace(Some(archive));
    }

    /// Opens the database, with the user's own table of openings if there is one.
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

    /// Opens the database, and resolves the conditions on games.
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

    /// Opens the database, and resolves the question. `places` selects games of the list; without
    /// `scanning`, `--where` is not evaluated yet.
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

/// Opens the database of `context` for questions.
pub(super) fn open(context: &Context) -> anyhow::Result<Archive> {
    open_as(context, lay(context))
}

/// Evidence that answers use beside the statements of records.
pub(super) fn lay(context: &Context) -> Evidence {
    if context.as_stated { Evidence::Stated } else { Evidence::Derived }
}

/// Opens the database of `context` with this evidence.
pub(super) fn open_as(context: &Context, lay: Evidence) -> anyhow::Result<Archive> {
    open_file(context, &context.db, lay)
}

/// Opens an existing database.
pub(super) fn open_file(context: &Context, path: &Path, lay: Evidence) -> anyhow::Result<Archive> {
    files::must_exist(context, path)?;
    Archive::open_as(path, lay).with_context(|| context.lang.cannot_open_database(path))
}

/// Prints which names were found by sound, by decisions or by evidence, and asks back about names
/// that nobody has.
pub(super) fn tell_names(
    context: &Context,
    archive: &Archive,
    matcher: &Matcher,
) -> anyhow::Result<()> {
    // Names of one person stand last in the list, but are printed first.
    let (by_sound, joined): (Vec<_>, Vec<_>) =
        matcher.found_names().iter().partition(|names| !names.by.is_joined());
    for FoundNames { asked, sort, names, by } in joined.into_iter().chain(by_sound) {
        let (lang, list) = (context.lang, some_of(names));
        match by {
            FoundBy::Decision => context.tell_more(&lang.names_by_decision(asked, &list)),
            FoundBy::Evidence => context.tell_more(&lang.names_by_evidence(asked, &list)),
            FoundBy::SoundAlone => context.tell_below(lang.names_by_sound_only(asked, &list)),
            FoundBy::Sound => context.tell_more(&lang.names_by_sound_too(asked, &list)),
            FoundBy::Near => {
                ask_back(context, archive, (*sort, asked), names)?;
            }
        }
    }
    Ok(())
}

/// Remark that follows the number of games if that is zero: the number of records of other kinds,
/// which statistics leave out.
pub(super) fn others_left_out(
    lang: Lang,
    archive: &Archive,
    query: &SearchQuery,
    games: u64,
) -> xqdb::store::Result<String> {
    let every = if games == 0 { query.matcher.of_every_kind(archive)? } else { None };
    let Some(matcher) = every else { return Ok(String::new()) };
    let others = search(archive, &SearchQuery { matcher, places: 0..0, ..query.clone() })?.count;
    Ok(lang.counts([(others, Lang::games_of_other_kinds)]))
}

/// Prints that a text is also part of the names of other persons than the one shown.
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
    context.tell_below(context.lang.one_of_several(asked, &called(name)?, &some_of(&others)));
    Ok(())
}

/// Says that nothing has the requested name, and asks whether one of the near names is meant, each
/// with its number of games.
pub(super) fn ask_back(
    context: &Context,
    archive: &Archive,
    asked: (NameClass, &str),
    near: &[String],
) -> anyhow::Result<()> {
    context.tell_always(&asked_back(context.lang, archive, asked, near)?);
    Ok(())
}

/// Patterns of the prelude, and those that files define.
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

/// Reads a text file that a person wrote: a question, definitions, rules.
pub(super) fn read_text(path: &Path, lang: Lang) -> anyhow::Result<String> {
    /// Number of bytes; the path may come from a figure that somebody else made.
    const LARGEST: u64 = 16 << 20;
    let read = File::open(path).and_then(|file| typed(file, LARGEST));
    read.with_context(|| lang.cannot_read(path))
}
