//! `xqdb people` and `xqdb events`: names with all their spellings, and which of them may be one.

use super::printed::{Form, Printed};
use super::{Context, Status, question};
use crate::cli::{NamesArgs, ReportFormat};
use crate::messages::Lang;
use anyhow::{Context as _, anyhow};
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::Arc;
use xqdb::answers::{self, KnownName, NamePair, name_pairs, noted_json};
use xqdb::export::jsonl;
use xqdb::names::{
    Events, JudgedNames, NameEntry, NameVerdict, Notable, NotableEntry, NotableKind, Persons,
    Register, events_with, persons_with,
};
use xqdb::text::fold;

/// Names of one kind.
trait Catalogue {
    fn register(&self) -> &Register;
    fn notable(&self) -> &Notable;
    fn judge(&self, a: &str, b: &str) -> JudgedNames;
}

impl Catalogue for Persons {
    fn register(&self) -> &Register {
        Persons::register(self)
    }
    fn notable(&self) -> &Notable {
        Persons::notable(self)
    }
    fn judge(&self, a: &str, b: &str) -> JudgedNames {
        Persons::judge(self, a, b)
    }
}

impl Catalogue for Events {
    fn register(&self) -> &Register {
        Events::register(self)
    }
    fn notable(&self) -> &Notable {
        Events::notable(self)
    }
    fn judge(&self, a: &str, b: &str) -> JudgedNames {
        Events::judge(self, a, b)
    }
}

/// Players.
pub(crate) fn people(context: &Context, args: &NamesArgs) -> anyhow::Result<Status> {
    let list = list_of(context, args, NotableKind::Players)?;
    let archive = question::open(context)?;
    run(context, args, &persons_with(&archive, &list)?)
}

/// Events.
pub(crate) fn events(context: &Context, args: &NamesArgs) -> anyhow::Result<Status> {
    let list = list_of(context, args, NotableKind::Events)?;
    let archive = question::open(context)?;
    run(context, args, &events_with(&archive, &list)?)
}

/// The list of notable names: that of the project, unless the user has one of his own.
fn list_of(
    context: &Context,
    args: &NamesArgs,
    listing: NotableKind,
) -> anyhow::Result<Arc<Notable>> {
    let lang = context.lang;
    let Some(path) = &args.list else { return Ok(Notable::of_project(listing).clone()) };
    let list = Notable::read(listing, &question::read_text(path, lang)?).map_err(|error| {
        anyhow!(lang.argument_wrong("--list", &lang.stored(&error.to_string())))
    })?;
    Ok(Arc::new(list))
}

fn run(context: &Context, args: &NamesArgs, names: &dyn Catalogue) -> anyhow::Result<Status> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let found = if let Some(path) = &args.judge {
        judge(context, names, path, &mut out)?
    } else if args.candidates {
        candidates(context, args, names, &mut out)?
    } else {
        list(context, args, names, &mut out)?
    };
    out.flush()?;
    Ok(Status::found(found > 0))
}

/// Longer lines name nobody.
const LONGEST: u64 = 1 << 16;

/// Reads pairs, a line each with a tab between, and prints what is held of each.
fn judge(
    context: &Context,
    names: &dyn Catalogue,
    path: &Path,
    out: &mut impl Write,
) -> anyhow::Result<usize> {
    let mut input: Box<dyn BufRead> = match path == Path::new("-") {
        true => Box::new(BufReader::new(std::io::stdin())),
        false => {
            let file = std::fs::File::open(path).with_context(|| context.lang.cannot_read(path))?;
            Box::new(BufReader::new(file))
        }
    };
    let mut judged = 0;
    let mut line = Vec::new();
    loop {
        line.clear();
        if (&mut input).take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(judged);
        }
        let text = String::from_utf8_lossy(&line);
        let Some((a, b)) = text.trim_end_matches(['\r', '\n']).split_once('\t') else { continue };
        judged += 1;
        let pair = NamePair { a: a.to_owned(), b: b.to_owned(), judged: names.judge(a, b) };
        context.print(out, &jsonl::line(&name_pairs().object(&pair)))?;
    }
}

/// The commonest spelling of a name.
fn shown(entry: &NameEntry) -> &str {
    entry.spellings.first().map_or(&entry.key, |(spelling, _)| spelling)
}

/// Prints two names that games have in one place, the surest first.
fn candidates(
    context: &Context,
    args: &NamesArgs,
    names: &dyn Catalogue,
    out: &mut impl Write,
) -> anyhow::Result<usize> {
    let lang = context.lang;
    let entries = names.register().entries();
    let pairs = names.register().pairs().map(|(a, b)| {
        let [a, b] = [a, b].map(|place| shown(&entries[place as usize]).to_owned());
        NamePair { judged: names.judge(&a, &b), a, b }
    });
    let mut found: Vec<NamePair> =
        pairs.filter(|pair| pair.judged.verdict != NameVerdict::Different).collect();
    found.sort_by(|a, b| {
        b.judged.score.total_cmp(&a.judged.score).then((&a.a, &a.b).cmp(&(&b.a, &b.b)))
    });
    let listed = &found[..found.len().min(limit(args))];
    let printed = Printed::new(context, name_pairs())
        .show("verdict", |pair| Ok(verdict(pair.judged.verdict, lang)))
        .show("evidence", |pair| Ok(pair.judged.evidence.beside.to_string()));
    print(context, args, out, (&printed, listed))?;
    if args.answer.format() == ReportFormat::Table {
        context.tell(&lang.names_listed(listed.len() as u64, found.len() as u64));
    }
    Ok(listed.len())
}

/// Prints rows as a table, which has heads even without rows, or as JSON Lines.
fn print<R>(
    context: &Context,
    args: &NamesArgs,
    out: &mut impl Write,
    (printed, rows): (&Printed<'_, R>, &[R]),
) -> anyhow::Result<()> {
    let text = match args.answer.format() {
        ReportFormat::Jsonl => printed.text(Form::Jsonl, rows)?,
        ReportFormat::Table => printed.table_of(rows)?.render(),
    };
    context.print(out, text.as_bytes())
}

fn verdict(verdict: NameVerdict, lang: Lang) -> String {
    match verdict {
        NameVerdict::Same => lang.is_the_same(),
        NameVerdict::Different => lang.is_another(),
        NameVerdict::Unclear => lang.is_unclear(),
    }
}

fn limit(args: &NamesArgs) -> usize {
    if args.limit == 0 { usize::MAX } else { args.limit }
}

/// Prints names, those in most games first.
fn list(
    context: &Context,
    args: &NamesArgs,
    names: &dyn Catalogue,
    out: &mut impl Write,
) -> anyhow::Result<usize> {
    let lang = context.lang;
    let notable = names.notable();
    let wanted = args.name.as_deref().map(fold).unwrap_or_default();
    let is_wanted = |entry: &&NameEntry| {
        entry.key.contains(&wanted)
            || entry.spellings.iter().any(|(spelling, _)| fold(spelling).contains(&wanted))
    };
    let mut found: Vec<&NameEntry> = names
        .register()
        .entries()
        .iter()
        .filter(|entry| entry.games > 0)
        .filter(is_wanted)
        .collect();
    found.sort_by(|a, b| (b.games, &a.key).cmp(&(a.games, &b.key)));
    let listed = &found[..found.len().min(limit(args))];
    let rows: Vec<KnownName> = listed
        .iter()
        .map(|&entry| KnownName {
            entry: entry.clone(),
            name: own_name(entry, notable, Lang::ZhHans).to_owned(),
            listed: notable.of(entry).map(|noted| noted_json(noted, notable.listing())),
        })
        .collect();
    let printed = Printed::new(context, answers::names())
        .show("name", |it| Ok(own_name(&it.entry, notable, lang).to_owned()))
        .show("years", |it| {
            Ok(it.entry.years.map(|(first, last)| format!("{first}-{last}")).unwrap_or_default())
        })
        .show("spellings", |it| {
            let own = own_name(&it.entry, notable, lang);
            let others = it.entry.spellings.iter().filter(|(spelling, _)| spelling != own);
            let others = others.map(|(spelling, games)| format!("{spelling} {games}"));
            Ok(others.collect::<Vec<String>>().join(", "))
        });
    print(context, args, out, (&printed, &rows))?;
    if args.answer.format() == ReportFormat::Jsonl {
        return Ok(listed.len());
    }
    if args.name.is_some() {
        let mut told: Vec<&NotableEntry> =
            listed.iter().filter_map(|entry| notable.of(entry)).collect();
        let mut seen = HashSet::new();
        told.retain(|noted| seen.insert(&noted.name));
        for noted in told {
            context
                .print(out, format!("{}\n", told_of(noted, notable.listing(), lang)).as_bytes())?;
        }
    }
    context.tell(&lang.names_listed(listed.len() as u64, found.len() as u64));
    Ok(listed.len())
}

/// The name of a list, when one of the spellings is that; otherwise the commonest of them. An event
/// of a list is held every year: what the archive calls it says which of them is meant.
fn own_name<'n>(entry: &'n NameEntry, notable: &'n Notable, lang: Lang) -> &'n str {
    match notable.of(entry) {
        Some(noted) if notable.listing() == NotableKind::Players => listed_name(noted, lang),
        _ => shown(entry),
    }
}

fn listed_name(noted: &NotableEntry, lang: Lang) -> &str {
    match lang {
        Lang::ZhHant => &noted.traditional,
        Lang::En | Lang::ZhHans => &noted.name,
    }
}

/// What a list says of a name, as a line to read.
fn told_of(noted: &NotableEntry, listing: NotableKind, lang: Lang) -> String {
    let [first, last] = noted.years;
    let [first, last] = [first, last].map(|year| year.map(|year| year.to_string()));
    let years = match listing {
        NotableKind::Players => {
            [first.map(|year| lang.was_born(&year)), last.map(|year| lang.has_died(&year))]
        }
        NotableKind::Events => {
            [first.map(|year| lang.is_held_from(&year)), last.map(|year| lang.is_held_to(&year))]
        }
    };
    let words = [noted.latin.as_str(), lang.listed_title(&noted.title), noted.team.as_str()];
    let words = words.into_iter().filter(|word| !word.is_empty()).map(str::to_owned);
    let facts: Vec<String> = words.chain(years.into_iter().flatten()).collect();
    lang.listed_as(listed_name(noted, lang), &facts.join(", "), &noted.source)
}
