//! `xqdb people` and `xqdb events`: names with all their spellings, and names that may be one.

use super::files::WholeFile;
use super::printed::Printed;
use super::render::wrapped;
use super::{Context, Status, files, question};
use crate::cli::{NamesArgs, PeopleArgs};
use crate::messages::Lang;
use anyhow::anyhow;
use serde_json::Value;
use std::collections::HashMap;
use std::io::{BufRead as _, BufWriter, Read as _, Write as _};
use std::path::Path;
use std::sync::Arc;
use xqdb::answers::{self, KnownName, NamePair, name_pairs, noted_json};
use xqdb::export::jsonl;
use xqdb::metadata::name_key;
use xqdb::names::{
    JoinedBy, JudgedNames, NameEntry, NameEvidence, NameVerdict, Notable, NotableEntry,
    NotableKind, Person, Register, UnclearNames, events_with, persons_with, spellings,
    unclear_names,
};
use xqdb::search::{NameClass, near_names};
use xqdb::store::JoinedName;

/// Names of players or of events, and the function that judges whether two of them are one.
struct Catalogue<'n> {
    register: &'n Register,
    judge: &'n dyn Fn(&str, &str) -> JudgedNames,
}

/// Lists players, spellings, or pairs of names that may be one.
pub(crate) fn people(context: &Context, args: &PeopleArgs) -> anyhow::Result<Status> {
    let archive = question::open(context)?;
    let names = &args.names;
    if args.spellings {
        let texts = spellings(&archive)?;
        let printed = Printed::new(context, answers::spellings(), names.answer.layout())?;
        printed.print_with(&texts, "")?;
        return Ok(Status::found(!texts.is_empty()));
    }
    let list = list_of(context, names, NotableKind::Players)?;
    let persons = || persons_with(&archive, &list);
    let found = if let Some(path) = &names.judge {
        let persons = persons()?;
        let register = persons.register();
        let judged = |a: &str, b: &str| persons.judge(a, b);
        judge(context, &Catalogue { register, judge: &judged }, path)?
    } else if names.candidates {
        unclear(context, args, unclear_names(&archive, &persons()?))?
    } else {
        let wanted = names.name.as_deref().map(name_key);
        let people = xqdb::names::people(&archive, None, wanted.as_deref())?;
        let found = list_people(context, names, &list, &people)?;
        if let (0, Some(name)) = (found, &names.name) {
            let near = near_names(&archive, name)?;
            question::ask_back(context, &archive, (NameClass::Player, name), &near)?;
        }
        found
    };
    Ok(Status::found(found > 0))
}

/// Prints names that may be one person's, those in the most games first; or writes them into a file
/// of decisions, in which each is commented out.
fn unclear(
    context: &Context,
    args: &PeopleArgs,
    found: Vec<UnclearNames>,
) -> anyhow::Result<usize> {
    let lang = context.lang;
    let listed = &found[..found.len().min(args.names.answer.layout().needed())];
    if let Some(path) = &args.output {
        let lines = listed.iter().map(|UnclearNames { names: [a, b], judged, touched }| {
            let NameEvidence { beside, against, .. } = judged.evidence;
            let why = lang.unclear_because((*touched).into(), beside.into(), against.into());
            format!("# same\tplayer:{}\tplayer:{}\t{why}\n", one_line(a), one_line(b))
        });
        let text = lang.unclear_head() + "\n" + &lines.collect::<String>();
        let mut file = WholeFile::create(path, args.force, lang)?;
        file.write(text.as_bytes())?;
        file.finish()?;
        let printed = listed.len().min(args.names.answer.layout().most());
        context.tell(&lang.names_listed(printed as u64, found.len() as u64));
        return Ok(listed.len());
    }
    let pairs: Vec<NamePair> = listed
        .iter()
        .map(|UnclearNames { names: [a, b], judged, touched }| NamePair {
            a: a.clone(),
            b: b.clone(),
            judged: judged.clone(),
            touched: Some(*touched),
        })
        .collect();
    print_pairs(context, &args.names, &pairs, found.len())?;
    Ok(listed.len())
}

/// Name without tabs and line breaks.
fn one_line(name: &str) -> String {
    name.replace(['\t', '\r', '\n'], " ")
}

/// Largest number of persons whose evidence is printed.
const EXPLAINED: usize = 3;

/// Prints persons, those in the most games first; with a name, also what a list says of them, and
/// with `--verbose` the evidence that joins their names.
fn list_people(
    context: &Context,
    args: &NamesArgs,
    notable: &Notable,
    found: &[Person],
) -> anyhow::Result<usize> {
    let lang = context.lang;
    let listed = &found[..found.len().min(args.answer.layout().needed())];
    let called = |person: &Person, lang: Lang| match notable.of(&person.entry) {
        Some(noted) => listed_name(noted, lang).to_owned(),
        None => lang.in_script(&person.name, person.entry.spellings.iter().map(|it| &*it.0)),
    };
    let rows: Vec<KnownName> = listed
        .iter()
        .map(|person| KnownName {
            entry: person.entry.clone(),
            name: person.name.clone(),
            listed: notable.of(&person.entry).map(|noted| noted_json(noted, notable.listing())),
            joined: person.joined.clone(),
        })
        .collect();
    let shown: Vec<String> = listed.iter().map(|person| called(person, lang)).collect();
    let shown: HashMap<&str, &str> =
        listed.iter().zip(&shown).map(|(person, name)| (&*person.entry.key, &**name)).collect();
    let name = |it: &KnownName| shown.get(&*it.entry.key).copied().unwrap_or(&it.name).to_owned();
    let printed = Printed::new(context, answers::names(), args.answer.layout())?
        .head("games", lang.head_all_games())
        .show("name", |it| Ok(name(it)))
        .show("years", |it| Ok(years(&it.entry)))
        .show("spellings", |it| Ok(other_spellings(&it.entry, &name(it))));
    let is_table = args.answer.layout().is_table();
    // Part of a name looks for somebody, not for everything known about many.
    let is_told = args.name.is_some() && (listed.len() <= EXPLAINED || context.verbose);
    let told = if is_told && is_table { listed } else { &[] };
    let noted = told.iter().filter_map(|person| notable.of(&person.entry));
    let noted = noted.map(|noted| describe_notable(noted, notable.listing(), lang) + "\n");
    let head: String = noted.collect();
    if !head.is_empty() {
        context.print_all(&(wrapped(&head, context.width) + "\n"))?;
    }
    let evidence: String = told.iter().map(|person| evidence(person, lang)).collect();
    printed.print_with(&rows, if context.verbose { &evidence } else { "" })?;
    if is_table {
        let printed = listed.len().min(args.answer.layout().most());
        context.tell_below(lang.names_listed(printed as u64, found.len() as u64));
    }
    let explained = told.iter().map(|person| person.joined.len() + person.namesakes.len());
    match explained.sum::<usize>() {
        0 => {}
        names => context.tell_more_below(lang.names_explained(names as u64)),
    }
    Ok(listed.len())
}

/// Lines with the evidence that joins the names of a person and that tells namesakes apart, and how to
/// undo both.
fn evidence(person: &Person, lang: Lang) -> String {
    let mut lines: String =
        person.joined.iter().map(|name| because(person, name, lang) + "\n").collect();
    if let [name, ..] = &person.joined[..] {
        lines += &(lang.joined_undo(&name.key, &person.entry.key) + "\n");
    }
    lines.extend(person.namesakes.iter().flat_map(|it| apart(it, lang)));
    lines
}

/// Line with the evidence that joins a name to a person.
fn because(person: &Person, name: &JoinedName, lang: Lang) -> String {
    let because: Value = serde_json::from_str(&name.because).unwrap_or_default();
    let by = because["by"].as_str().and_then(JoinedBy::from_name);
    let with = because["with"].as_str().unwrap_or_default();
    let beside = because["beside"].as_u64().unwrap_or_default();
    let why = by.map(|by| lang.evidence(by)).unwrap_or_default();
    let [name, with] = [&name.key, with]
        .map(|key| lang.in_script(key, person.entry.spellings.iter().map(|it| &*it.0)));
    lang.joined_because(&name, &with, &why, beside)
}

/// Lines on how two persons of one name differ, and how to undo their separation; `None` if one
/// name is merely the beginning of the other.
fn apart((name, because): &(String, String), lang: Lang) -> Option<String> {
    let because: Value = serde_json::from_str(because).unwrap_or_default();
    let listed = |field: &str| {
        let texts = because[field].as_array()?.iter().filter_map(Value::as_str);
        Some(texts.collect::<Vec<_>>().join(", "))
    };
    let (with, places) = (because["with"].as_str()?, listed("places")?);
    let because = lang.namesake_because(name, with, &places, &listed("editions")?);
    Some(format!("{because}\n{}\n", lang.namesake_undo(name, with)))
}

fn years(entry: &NameEntry) -> String {
    entry.years.map(|(first, last)| format!("{first}-{last}")).unwrap_or_default()
}

/// Spellings other than the one shown, with their numbers of games.
fn other_spellings(entry: &NameEntry, shown: &str) -> String {
    let others = entry.spellings.iter().filter(|(spelling, _)| spelling != shown);
    let others = others.map(|(spelling, games)| format!("{spelling} {games}"));
    others.collect::<Vec<String>>().join(", ")
}

/// Lists pairs of names of events that may be one.
pub(crate) fn events(context: &Context, args: &NamesArgs) -> anyhow::Result<Status> {
    let list = list_of(context, args, NotableKind::Events)?;
    let events = events_with(&question::open(context)?, &list)?;
    let register = events.register();
    run(context, args, &Catalogue { register, judge: &|a, b| events.judge(a, b) })
}

/// The user's list of notable names, else that of the project.
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
    } else {
        candidates(context, args, names)?
    };
    Ok(Status::found(found > 0))
}

/// Largest number of bytes of a line.
const LONGEST: u64 = 1 << 16;

/// Reads pairs of names, one a line with a tab between, and prints the verdict on each; returns
/// their number.
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
        let (a, b, judged) = (a.to_owned(), b.to_owned(), (names.judge)(a, b));
        let pair = NamePair { a, b, judged, touched: None };
        context.print(&mut out, &jsonl::line(&name_pairs().object(&pair)))?;
    }
}

/// Prints pairs of names that may be one, the surest first; returns the number of rows.
fn candidates(context: &Context, args: &NamesArgs, names: &Catalogue<'_>) -> anyhow::Result<usize> {
    let entries = names.register.entries();
    let pairs = names.register.pairs().map(|(a, b)| {
        let [a, b] = [a, b].map(|place| entries[place as usize].shown().to_owned());
        NamePair { judged: (names.judge)(&a, &b), a, b, touched: None }
    });
    let mut found: Vec<NamePair> =
        pairs.filter(|pair| pair.judged.verdict != NameVerdict::Different).collect();
    found.sort_by(|a, b| {
        b.judged.score.total_cmp(&a.judged.score).then((&a.a, &a.b).cmp(&(&b.a, &b.b)))
    });
    let listed = &found[..found.len().min(args.answer.layout().needed())];
    print_pairs(context, args, listed, found.len())?;
    Ok(listed.len())
}

/// Prints pairs of names, and the number of all pairs.
fn print_pairs(
    context: &Context,
    args: &NamesArgs,
    listed: &[NamePair],
    all: usize,
) -> anyhow::Result<()> {
    let (lang, layout) = (context.lang, args.answer.layout());
    let printed = Printed::new(context, name_pairs(), layout)?
        .show("verdict", |pair| Ok(verdict(pair.judged.verdict, lang)))
        .show("evidence", |pair| Ok(pair.judged.evidence.beside.to_string()));
    printed.print_with(listed, "")?;
    if layout.is_table() {
        let printed = listed.len().min(args.answer.layout().most());
        context.tell_below(lang.names_listed(printed as u64, all as u64));
    }
    Ok(())
}

fn verdict(verdict: NameVerdict, lang: Lang) -> String {
    match verdict {
        NameVerdict::Same => lang.yes(),
        NameVerdict::Different => lang.is_another(),
        NameVerdict::Unclear => lang.is_unclear(),
    }
}

fn listed_name(noted: &NotableEntry, lang: Lang) -> &str {
    match lang {
        Lang::ZhHant => &noted.traditional,
        Lang::En | Lang::ZhHans => &noted.name,
    }
}

/// Entry of a list of notable names, as a line for people.
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
    let team = match lang {
        Lang::ZhHant => lang.title_in_script(&noted.team),
        Lang::En | Lang::ZhHans => noted.team.clone(),
    };
    let words = [noted.latin.as_str(), lang.listed_title(&noted.title), &team];
    let words = words.into_iter().filter(|word| !word.is_empty()).map(str::to_owned);
    let facts: Vec<String> = words.chain(years.into_iter().flatten()).collect();
    lang.listed_as(listed_name(noted, lang), &facts.join(&lang.between_facts()), &noted.source)
}
