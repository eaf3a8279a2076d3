//! `xqdb people` and `xqdb events`: names with all their spellings, and which of them may be one.

use super::printed::Printed;
use super::{Context, Status, files, question};
use crate::cli::{NamesArgs, NamesFormat};
use crate::messages::Lang;
use anyhow::anyhow;
use std::collections::HashSet;
use std::io::{BufRead as _, BufWriter, Read as _, Write as _};
use std::path::Path;
use std::sync::Arc;
use xqdb::answers::{self, KnownName, NamePair, name_pairs, noted_json};
use xqdb::export::jsonl;
use xqdb::names::{
    JudgedNames, NameEntry, NameVerdict, Notable, NotableEntry, NotableKind, Register, events_with,
    persons_with,
};
use xqdb::text::fold;

/// Names of one kind.
struct Catalogue<'n> {
    register: &'n Register,
    notable: &'n Notable,
    judge: &'n dyn Fn(&str, &str) -> JudgedNames,
}

/// Players.
pub(crate) fn people(context: &Context, args: &NamesArgs) -> anyhow::Result<Status> {
    let list = list_of(context, args, NotableKind::Players)?;
    let persons = persons_with(&question::open(context)?, &list)?;
    let (register, notable) = (persons.register(), persons.notable());
    run(context, args, &Catalogue { register, notable, judge: &|a, b| persons.judge(a, b) })
}

/// Events.
pub(crate) fn events(context: &Context, args: &NamesArgs) -> anyhow::Result<Status> {
    let list = list_of(context, args, NotableKind::Events)?;
    let events = events_with(&question::open(context)?, &list)?;
    let (register, notable) = (events.register(), events.notable());
    run(context, args, &Catalogue { register, notable, judge: &|a, b| events.judge(a, b) })
}

/// The list of notable names: that of the project, unless the user has one of his own.
pub(super) fn list_of(
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

fn run(context: &Context, args: &NamesArgs, names: &Catalogue<'_>) -> anyhow::Result<Status> {
    let found = if let Some(path) = &args.judge {
        judge(context, names, path)?
    } else if args.candidates {
        candidates(context, args, names)?
    } else {
        list(context, args, names)?
    };
    Ok(Status::found(found > 0))
}

/// Longer lines name nobody.
const LONGEST: u64 = 1 << 16;

/// Reads pairs, a line each with a tab between, and prints what is held of each.
fn judge(context: &Context, names: &Catalogue<'_>, path: &Path) -> anyhow::Result<usize> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut input = files::input(path, context.lang)?;
    let mut judged = 0;
    let mut line = Vec::new();
    loop {
        line.clear();
        if (&mut input).take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            out.flush()?;
            return Ok(judged);
        }
        let text = String::from_utf8_lossy(&line);
        let Some((a, b)) = text.trim_end_matches(['\r', '\n']).split_once('\t') else { continue };
        judged += 1;
        let pair = NamePair { a: a.to_owned(), b: b.to_owned(), judged: (names.judge)(a, b) };
        context.print(&mut out, &jsonl::line(&name_pairs().object(&pair)))?;
    }
}

/// The commonest spelling of a name.
fn shown(entry: &NameEntry) -> &str {
    entry.spellings.first().map_or(&entry.key, |(spelling, _)| spelling)
}

/// Prints two names that games have in one place, the surest first.
fn candidates(context: &Context, args: &NamesArgs, names: &Catalogue<'_>) -> anyhow::Result<usize> {
    let lang = context.lang;
    let entries = names.register.entries();
    let pairs = names.register.pairs().map(|(a, b)| {
        let [a, b] = [a, b].map(|place| shown(&entries[place as usize]).to_owned());
        NamePair { judged: (names.judge)(&a, &b), a, b }
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
    printed.print_with(args.answer.format().into(), listed, "")?;
    if args.answer.format() == NamesFormat::Table {
        context.tell(&lang.names_listed(listed.len() as u64, found.len() as u64));
    }
    Ok(listed.len())
}

fn verdict(verdict: NameVerdict, lang: Lang) -> String {
    match verdict {
        NameVerdict::Same => lang.yes(),
        NameVerdict::Different => lang.is_another(),
        NameVerdict::Unclear => lang.is_unclear(),
    }
}

pub(super) fn limit(args: &NamesArgs) -> usize {
    if args.limit == 0 { usize::MAX } else { args.limit }
}

/// Prints names, those in most games first.
fn list(context: &Context, args: &NamesArgs, names: &Catalogue<'_>) -> anyhow::Result<usize> {
    let lang = context.lang;
    let notable = names.notable;
    let wanted = args.name.as_deref().map(fold).unwrap_or_default();
    let is_wanted = |entry: &&NameEntry| {
        entry.key.contains(&wanted)
            || entry.spellings.iter().any(|(spelling, _)| fold(spelling).contains(&wanted))
    };
    let entries = names.register.entries().iter().filter(|entry| entry.games > 0);
    let mut found: Vec<&NameEntry> = entries.filter(is_wanted).collect();
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
    let mut seen = HashSet::new();
    let noted = listed.iter().filter(|_| args.name.is_some());
    let noted = noted.filter_map(|entry| notable.of(entry)).filter(|it| seen.insert(&it.name));
    let note = noted.map(|noted| describe_notable(noted, notable.listing(), lang) + "\n");
    printed.print_with(args.answer.format().into(), &rows, &note.collect::<String>())?;
    if args.answer.format() == NamesFormat::Table {
        context.tell(&lang.names_listed(listed.len() as u64, found.len() as u64));
    }
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
pub(super) fn describe_notable(noted: &NotableEntry, listing: NotableKind, lang: Lang) -> String {
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
