//! Citations of a game, or of the answer to a question, for books and papers.

use super::games::{marked, marked_result};
use crate::messages::Lang;
use serde_json::{Value, json};
use xqdb::search::{Archive, GameRow, load};
use xqdb::store::Result;
use xqdb::text::hex;

/// Largest number of records that are named.
const MOST: usize = 10;

/// Citation in parts.
pub(crate) struct Citation {
    /// Label of the game or question in a bibliography.
    label: String,
    /// Players, or the number of games found.
    title: String,
    /// Event, place, date and result; or the words of the question.
    facts: Vec<String>,
    /// Date as far as known: `1987-05`.
    date: Option<String>,
    /// The game and its records, and the archive.
    place: Vec<String>,
    /// Day on which the archive was read.
    accessed: String,
}

impl Citation {
    /// Citation of a game in the archive called `name`.
    pub(crate) fn of_game(
        lang: Lang,
        (archive, name): (&Archive, &str),
        id: u32,
    ) -> Result<Citation> {
        let game = load(archive, id)?;
        let player =
            |field: &str, stated: &Option<String>| match &*marked(&game, field, stated.as_deref())
                .text
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
        facts.push(date(lang, &game));
        facts.push(marked_result(&game, lang).text);
        facts.push(lang.count_of_plies(game.plies.into()));
        // Decisions of people are cited beside the statements of witnesses.
        let decided = game.decided.iter();
        facts.extend(decided.map(|decision| lang.decided_because(&lang.because(decision))));
        let testimonies = archive.snapshot().testimonies(id)?;
        let records = testimonies
            .iter()
            .take(MOST)
            .map(|testimony| lang.cite_witness(testimony.record, &hex(&testimony.hash)));
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
            place: vec![lang.cite_game(&game.key, name), witnesses],
            accessed: archive.snapshot().day()?,
        })
    }

    /// Citation of a question that found `found` games; `words` ask the question again on the
    /// command line.
    pub(crate) fn of_question(
        lang: Lang,
        (archive, name): (&Archive, &str),
        found: u64,
        words: impl IntoIterator<Item = String>,
    ) -> Result<Citation> {
        let fingerprint = archive.fingerprint()?;
        Ok(Citation {
            label: format!("question-{}", &fingerprint.hash[..12]),
            title: lang.cite_found(found),
            facts: vec![quoted(words)],
            date: None,
            place: vec![lang.cite_archive(name, &fingerprint.hash)],
            accessed: archive.snapshot().day()?,
        })
    }

    /// The citation as sentences.
    pub(crate) fn text(&self, lang: Lang) -> String {
        let facts = [&self.title].into_iter().chain(&self.facts);
        let first = facts.cloned().collect::<Vec<_>>().join(&lang.cite_comma());
        let last = lang.cite_accessed(env!("CARGO_PKG_VERSION"), &self.accessed);
        let parts = std::iter::once(first).chain(self.place.iter().cloned()).chain([last]);
        let parts: Vec<String> = parts.map(|part| part + &lang.cite_stop()).collect();
        let between = if lang.cite_stop().is_ascii() { " " } else { "" };
        xqdb::text::visible(&parts.join(between)).into_owned() + "\n"
    }

    /// The citation as an entry of BibTeX.
    pub(crate) fn bibtex(&self, lang: Lang) -> String {
        let mut fields = vec![("title", format!("{{{}}}", braced(&self.title)))];
        if let Some(date) = &self.date {
            fields.push(("year", braced(date.get(..4).unwrap_or(date))));
            fields.push(("date", braced(date)));
        }
        fields.push(("howpublished", braced(&self.place.join("; "))));
        let mut note = self.facts.join(&lang.cite_comma());
        note += "; xqdb ";
        note += env!("CARGO_PKG_VERSION");
        fields.push(("note", braced(&note)));
        fields.push(("urldate", braced(&self.accessed)));
        let fields: Vec<String> =
            fields.into_iter().map(|(name, value)| format!("  {name} = {{{value}}}")).collect();
        format!("@misc{{xqdb-{},\n{}\n}}\n", self.label, fields.join(",\n"))
    }

    /// The citation as JSON.
    pub(crate) fn to_json(&self) -> Value {
        let Citation { label, title, facts, date, place, accessed } = self;
        json!({
            "label": label,
            "title": title,
            "facts": facts,
            "date": date,
            "place": place,
            "version": env!("CARGO_PKG_VERSION"),
            "accessed": accessed,
        })
    }
}

/// Date of a game, with the reason for a doubt.
fn date(lang: Lang, game: &GameRow) -> String {
    let doubt = game.derived.doubts.iter().find(|(field, _)| *field == "Date");
    match (&game.date, doubt) {
        (Some(date), Some((_, says))) => lang.cite_doubted(date, &lang.doubt(says)),
        (stated, _) => match &*marked(game, "Date", stated.as_deref()).text {
            "-" => lang.cite_undated(),
            date => date.to_owned(),
        },
    }
}

/// Text with the signs escaped that TeX would interpret.
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

/// Words of a command line, quoted for a shell.
pub(crate) fn quoted(words: impl IntoIterator<Item = String>) -> String {
    let is_plain = |c: char| {
        c.is_ascii_alphanumeric()
            || "-_=./,:@%+".contains(c)
            || (!c.is_ascii() && c.is_alphanumeric())
    };
    let word = |word: String| match !word.is_empty() && word.chars().all(is_plain) {
        true => word,
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    words.into_iter().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{braced, quoted};

    #[test]
    fn tex_reads_what_is_meant() {
        assert_eq!(braced("50 % {a_b} \\x 胡荣华"), "50 \\% \\{a\\_b\\} \\textbackslash{}x 胡荣华");
    }

    #[test]
    fn a_shell_reads_the_words_again() {
        let words = ["xqdb", "life", "--where", "a 'b'", "", "--player", "胡荣华", "$HOME;ls"];
        let line = quoted(words.map(str::to_owned));
        assert_eq!(line, "xqdb life --where 'a '\\''b'\\''' '' --player 胡荣华 '$HOME;ls'");
    }
}
