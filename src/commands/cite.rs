//! `xqdb cite`: a game, or the answer to a question, as a book or a paper names it.

use super::figure::quoted;
use super::marked::{marked, marked_result};
use super::show::game_of_key;
use super::{Context, Status, question};
use crate::cli::{CiteArgs, CiteFormat};
use anyhow::bail;
use serde_json::json;
use xqdb::search::{Archive, GameRow, load, search};

/// More records are not named.
const MOST: usize = 10;

/// What is cited, part by part.
struct Citation {
    /// By what a bibliography calls it.
    label: String,
    /// Who played, or what was asked.
    title: String,
    /// Event, place, date, result.
    facts: Vec<String>,
    /// The date as far as it is known: `1987-05`.
    date: Option<String>,
    /// What of which archive it is.
    place: Vec<String>,
    /// The day on which it was looked up.
    accessed: String,
}

/// Cites a game or a question.
///
/// # Errors
/// When neither or both are named, or the database cannot be read.
pub(crate) fn cite(context: &Context, args: &CiteArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    // The words of the command are its name, the key and the conditions.
    let is_asked = context.words.len() > 1 + usize::from(args.key.is_some());
    let citation = match (&args.key, is_asked) {
        (Some(_), true) => bail!(lang.cite_both()),
        (None, false) => bail!(lang.cite_nothing()),
        (Some(key), false) => {
            let archive = question::open(context)?;
            let Some(id) = game_of_key(&archive, key, lang)? else {
                context.tell_always(&lang.no_such_key(key));
                return Ok(Status::NothingFound);
            };
            of_game(context, &archive, id)?
        }
        (None, true) => of_question(context, args)?,
    };
    context.print_all(&match args.answer.format() {
        CiteFormat::Table => text(context, &citation),
        CiteFormat::Bibtex => bibtex(context, &citation),
        CiteFormat::Json => {
            let Citation { label, title, facts, date, place, accessed } = citation;
            let object = json!({
                "label": label,
                "title": title,
                "facts": facts,
                "date": date,
                "place": place,
                "version": env!("CARGO_PKG_VERSION"),
                "accessed": accessed,
            });
            format!("{object}\n")
        }
    })?;
    Ok(Status::Success)
}

/// The name of the archive's file.
fn name(context: &Context) -> String {
    context.db.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn of_game(context: &Context, archive: &Archive, id: u32) -> anyhow::Result<Citation> {
    let lang = context.lang;
    let game = load(archive, id)?;
    let player =
        |field: &str, stated: &Option<String>| match &*marked(&game, field, stated.as_deref()).text
        {
            "-" => lang.cite_nobody(),
            name => name.to_owned(),
        };
    let (red, black) = (player("Red", &game.red), player("Black", &game.black));
    // A manual or a study has no players.
    let named = game.headings.title.as_ref().or(game.event.as_ref());
    let title = match (&game.red, &game.black, named) {
        (None, None, Some(title)) => title.clone(),
        _ => lang.cite_players(&red, &black),
    };
    let facts = [&game.event, &game.site, &game.round].into_iter().flatten();
    let mut facts: Vec<String> = facts.filter(|fact| **fact != title).cloned().collect();
    facts.push(date(context, &game));
    facts.push(marked_result(&game, context).text);
    facts.push(lang.cite_plies(game.plies.into()));
    // What people decided stands beside what the witnesses say.
    let decided = game.decided.iter();
    facts.extend(decided.map(|decision| lang.decided_because(&lang.because(decision))));
    let testimonies = archive.snapshot().testimonies(id)?;
    let records = testimonies.iter().take(MOST).map(|testimony| {
        let hash = blake3::Hash::from_bytes(testimony.hash).to_hex();
        lang.cite_witness(testimony.record, &hash)
    });
    let mut records: Vec<String> = records.collect();
    let left = testimonies.len().saturating_sub(MOST) as u64;
    if left > 0 {
        records.push(lang.and_more(left));
    }
    let count = testimonies.len() as u64;
    let witnesses = lang.cite_witnessed(count, &records.join(&lang.cite_comma()));
    Ok(Citation {
        label: game.key.clone(),
        title,
        facts,
        date: game.date.clone(),
        place: vec![lang.cite_game(&game.key, &name(context)), witnesses],
        accessed: archive.snapshot().day()?,
    })
}

/// The date, and why it is doubtful if it is.
fn date(context: &Context, game: &GameRow) -> String {
    let lang = context.lang;
    let doubt = game.derived.doubts.iter().find(|(field, _)| *field == "Date");
    match (&game.date, doubt) {
        (Some(date), Some((_, says))) => lang.cite_doubted(date, &lang.doubt(says)),
        (stated, _) => match &*marked(game, "Date", stated.as_deref()).text {
            "-" => lang.cite_undated(),
            date => date.to_owned(),
        },
    }
}

fn of_question(context: &Context, args: &CiteArgs) -> anyhow::Result<Citation> {
    let lang = context.lang;
    let notation = context.system(&args.notation)?;
    let (archive, query) = question::through(context, &args.position, &args.filter, &notation)?;
    let found = search(&archive, &query)?;
    question::tell_names(context, &query.matcher);
    // The same words find the games.
    let program = ["xqdb", "search"].map(str::to_owned).into_iter();
    let as_stated = context.as_stated.then(|| "--as-stated".to_owned());
    let words = program.chain(as_stated).chain(context.words.iter().skip(1).cloned());
    let fingerprint = archive.fingerprint()?;
    Ok(Citation {
        label: format!("question-{}", &fingerprint.hash[..12]),
        title: lang.cite_found(found.count),
        facts: vec![quoted(words)],
        date: None,
        place: vec![lang.cite_archive(&name(context), &fingerprint.hash)],
        accessed: archive.snapshot().day()?,
    })
}

/// As a sentence or two.
fn text(context: &Context, citation: &Citation) -> String {
    let lang = context.lang;
    let facts = [&citation.title].into_iter().chain(&citation.facts);
    let first = facts.cloned().collect::<Vec<_>>().join(&lang.cite_comma());
    let last = lang.cite_accessed(env!("CARGO_PKG_VERSION"), &citation.accessed);
    let parts = std::iter::once(first).chain(citation.place.iter().cloned()).chain([last]);
    let parts: Vec<String> = parts.map(|part| part + &lang.cite_stop()).collect();
    let between = if lang.cite_stop().is_ascii() { " " } else { "" };
    xqdb::text::visible(&parts.join(between)).into_owned() + "\n"
}

/// As an entry of a bibliography.
fn bibtex(context: &Context, citation: &Citation) -> String {
    let lang = context.lang;
    let mut fields = vec![("title", format!("{{{}}}", braced(&citation.title)))];
    if let Some(date) = &citation.date {
        fields.push(("year", braced(date.get(..4).unwrap_or(date))));
        fields.push(("date", braced(date)));
    }
    fields.push(("howpublished", braced(&citation.place.join("; "))));
    let mut note = citation.facts.join(&lang.cite_comma());
    note += "; xqdb ";
    note += env!("CARGO_PKG_VERSION");
    fields.push(("note", braced(&note)));
    fields.push(("urldate", braced(&citation.accessed)));
    let fields: Vec<String> =
        fields.into_iter().map(|(name, value)| format!("  {name} = {{{value}}}")).collect();
    format!("@misc{{xqdb-{},\n{}\n}}\n", citation.label, fields.join(",\n"))
}

/// A value as TeX reads it.
fn braced(text: &str) -> String {
    let mut out = String::new();
    for c in xqdb::text::visible(text).chars() {
        match c {
            '{' | '}' | '%' | '&' | '$' | '#' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::braced;

    #[test]
    fn tex_reads_what_is_meant() {
        assert_eq!(braced("50 % {a_b} \\x 胡荣华"), "50 \\% \\{a\\_b\\} \\textbackslash{}x 胡荣华");
    }
}
