//! Texts of one game side by side: sentences for screen and page, and the page for browsers and
//! paper, which needs no other file.

use super::{document, escaped, headline};
use crate::messages::Lang;
use std::fmt::Write as _;
use xqdb::diagram::Diagram;
use xqdb::duplicates::{ApparatusEntry, GatheredTexts, Relation, VariantReading};
use xqdb::notation::System;
use xqdb::text::visible;
use xqdb::xiangqi::Move;

/// Texts as a critical edition in TEI, with the headline of the first game as title.
pub(crate) fn tei(gathered: &GatheredTexts, notation: &System) -> String {
    let title = gathered.games.first().map(headline).unwrap_or_default();
    gathered.to_tei(&title, notation)
}

/// Largest number of plies that are listed one by one.
const FEW: usize = 6;

/// Length of a text, and where it joins the first text.
pub(crate) fn describe_text(lang: Lang, gathered: &GatheredTexts, text: usize) -> String {
    let mut notes = vec![lang.count_of_plies(gathered.games[text].plies.into())];
    if let Some(laid) = text.checked_sub(1).map(|at| &gathered.collation.laid[at]) {
        notes.extend(laid.mirrored.then(|| lang.relation(Relation::Mirror)));
        match laid.joint {
            None => notes.push(lang.meets_nowhere()),
            Some((0, 0)) => {}
            Some((lead, own)) => notes.push(lang.joins_after(own as u64, lead as u64)),
        }
    }
    notes.join("; ")
}

/// Places of the records of a text, each after its sign.
pub(crate) fn records(gathered: &GatheredTexts, text: usize) -> Vec<(String, String)> {
    let witnesses = gathered.witnesses[text].iter().enumerate();
    witnesses
        .map(|(number, witness)| {
            let place = witness.places.first().map_or("", String::as_str);
            (gathered.sign(text, number), format!("{} #{}", visible(place), witness.record))
        })
        .collect()
}

/// Plies of the first text to which an entry belongs, in words.
pub(crate) fn head(lang: Lang, entry: &ApparatusEntry) -> String {
    let plies = &entry.plies;
    match plies.len() {
        0 => lang.after_ply(plies.start as u64),
        1 => lang.at_ply(plies.start as u64 + 1),
        _ => lang.at_plies(plies.start as u64 + 1, plies.end as u64),
    }
}

/// Sentence on how a reading differs from the first text.
pub(crate) fn describe_reading(
    lang: Lang,
    gathered: &GatheredTexts,
    entry: &ApparatusEntry,
    of: &VariantReading,
) -> String {
    let (plies, lead) = (&entry.plies, &gathered.games[0].moves);
    let mut notes = vec![match (of.moves.is_empty(), plies.is_empty()) {
        (true, false) if !of.meets => lang.stops_here(),
        (false, true) if !of.meets => lang.goes_on(),
        _ => lang.relation(of.relation),
    }];
    let numbers = |plies: &[usize]| {
        let numbers: Vec<String> = plies.iter().map(|ply| (ply + 1).to_string()).collect();
        numbers.join(", ")
    };
    let differing = entry.differing(lead, of);
    if (1..=FEW).contains(&differing.len()) && plies.len() > differing.len() {
        notes.push(lang.differs_at(&numbers(&differing)));
    }
    let lacking = entry.lacking(lead, of);
    if (1..=FEW).contains(&lacking.len()) && plies.len() > lacking.len() {
        notes.push(lang.lacks_plies(&numbers(&lacking)));
    }
    notes.extend(of.meets.then(|| lang.returns_after(plies.end as u64)));
    notes.join("; ")
}

/// Sigla of texts, separated by blanks.
pub(crate) fn sigla(texts: &[usize]) -> String {
    let sigla: Vec<String> = texts.iter().map(|&text| GatheredTexts::siglum(text)).collect();
    sigla.join(" ")
}

/// Agreement of every two texts in percent, by their sigla.
pub(crate) fn shares(gathered: &GatheredTexts) -> Vec<(String, Vec<String>)> {
    let rows = gathered.collation.agreement.iter().enumerate();
    let cells = |shares: &Vec<f64>| {
        shares.iter().map(|share| format!("{:.0}%", 100.0 * share)).collect::<Vec<String>>()
    };
    rows.map(|(text, shares)| (GatheredTexts::siglum(text), cells(shares))).collect()
}

const STYLE: &str = include_str!("collation.css");

/// Page with texts and records, differences with boards, differing tags, agreement, and all moves.
pub(crate) fn html(lang: Lang, gathered: &GatheredTexts, notation: &System) -> String {
    let mut out = String::new();
    texts(&mut out, lang, gathered);
    if !gathered.collation.entries.is_empty() {
        heading(&mut out, &lang.head_differences());
        for entry in &gathered.collation.entries {
            difference(&mut out, lang, (gathered, notation), entry);
        }
    }
    tags(&mut out, lang, gathered);
    if gathered.games.len() > 1 {
        agreement(&mut out, lang, gathered);
    }
    synopsis(&mut out, lang, gathered, notation);
    let title = gathered.games.first().map(headline).unwrap_or_default();
    document(lang, &title, STYLE, &out)
}

fn heading(out: &mut String, head: &str) {
    let _ = writeln!(out, "<h2>{}</h2>", escaped(head));
}

fn texts(out: &mut String, lang: Lang, gathered: &GatheredTexts) {
    heading(out, &lang.head_texts());
    out.push_str("<ul>\n");
    for (at, game) in gathered.games.iter().enumerate() {
        let (siglum, notes) = (GatheredTexts::siglum(at), describe_text(lang, gathered, at));
        let (head, notes) = (escaped(&headline(game)), escaped(&notes));
        let _ = writeln!(out, "<li><b>{siglum}</b> {} {head} – {notes}\n<ul>", game.key);
        for (sign, place) in records(gathered, at) {
            let _ = writeln!(out, "<li>{sign} <small>{}</small>", escaped(&place));
        }
        out.push_str("</ul>\n");
    }
    out.push_str("</ul>\n");
}

fn difference(
    out: &mut String,
    lang: Lang,
    (gathered, notation): (&GatheredTexts, &System),
    entry: &ApparatusEntry,
) {
    let _ = writeln!(out, "<h3>{}</h3>", escaped(&head(lang, entry)));
    let plies = entry.plies.clone();
    let lead = &gathered.games[0].moves[plies.clone()];
    let own = gathered.spelled((0, plies.start), lead, notation).join(" ");
    let _ = writeln!(out, "<p><b>A</b> {}", escaped(or_nothing(&own)));
    let mut boards: Vec<(String, String)> = Vec::new();
    for reading in &entry.readings {
        let VariantReading { texts, at, moves, .. } = reading;
        let read = gathered.spelled((texts[0], *at), moves, notation).join(" ");
        let (sigla, notes) = (sigla(texts), describe_reading(lang, gathered, entry, reading));
        let _ = writeln!(
            out,
            "<br><b>{sigla}</b> {} <small>{}</small>",
            escaped(or_nothing(&read)),
            escaped(&notes),
        );
        let same = lead.iter().zip(moves).take_while(|(a, b)| a == b).count();
        if let Some(&mv) = lead.get(same) {
            boards.push(board(gathered, ("A", 0), plies.start + same, mv));
        }
        if let Some(&mv) = moves.get(same) {
            boards.push(board(gathered, (&sigla, texts[0]), at + same, mv));
        }
    }
    out.push_str("<div class=\"boards\">\n");
    for (place, (caption, picture)) in boards.iter().enumerate() {
        // Several readings may show one board of the first text; it is drawn once.
        if !boards[..place].iter().any(|(_, known)| known == picture) {
            let caption = escaped(caption);
            let _ = writeln!(out, "<figure>{picture}<figcaption>{caption}</figcaption></figure>");
        }
    }
    out.push_str("</div>\n");
}

fn or_nothing(moves: &str) -> &str {
    if moves.is_empty() { "—" } else { moves }
}

/// Caption and picture of a text's position after the move of a 0-based ply.
fn board(
    gathered: &GatheredTexts,
    (sigla, text): (&str, usize),
    ply: usize,
    mv: Move,
) -> (String, String) {
    let position = gathered.position(text, ply + 1);
    let caption = format!("{sigla} {}", ply + 1);
    let title = Some(format!("{caption} {}", position.to_fen()));
    let picture = Diagram { last: Some(mv), title, ..Diagram::new(&position) }.to_svg();
    (caption, picture)
}

fn tags(out: &mut String, lang: Lang, gathered: &GatheredTexts) {
    let tags = gathered.tags();
    if tags.is_empty() {
        return;
    }
    let heads = [lang.head_tag(), lang.head_value(), lang.head_sigla()];
    let heads = heads.map(|head| format!("<th>{}", escaped(&head))).concat();
    let _ = writeln!(out, "<div><table>\n<tr>{heads}");
    for (name, values) in &tags {
        for (value, sigla) in values {
            let (name, value) = (escaped(name), escaped(value));
            let _ = writeln!(out, "<tr><td>{name}<td>{value}<td>{}", sigla.join(" "));
        }
    }
    out.push_str("</table></div>\n");
}

fn agreement(out: &mut String, lang: Lang, gathered: &GatheredTexts) {
    heading(out, &lang.head_agreement());
    let shares = shares(gathered);
    out.push_str("<div><table>\n<tr><th>");
    for (siglum, _) in &shares {
        let _ = write!(out, "<th class=\"number\">{siglum}");
    }
    for (siglum, row) in &shares {
        let _ = write!(out, "\n<tr><th>{siglum}");
        for share in row {
            let _ = write!(out, "<td class=\"number\">{share}");
        }
    }
    out.push_str("\n</table></div>\n");
}

/// All moves, segment by segment, with the sigla of texts where they differ.
fn synopsis(out: &mut String, lang: Lang, gathered: &GatheredTexts, notation: &System) {
    heading(out, &lang.head_synopsis());
    out.push_str("<div><table>\n");
    for segment in gathered.collation.segments() {
        let plies = match segment.plies.len() {
            0 => String::new(),
            1 => segment.plies.end.to_string(),
            _ => format!("{}–{}", segment.plies.start + 1, segment.plies.end),
        };
        for (number, version) in segment.versions.iter().enumerate() {
            let place = (version.texts[0], version.at);
            let moves = gathered.spelled(place, &version.moves, notation).join(" ");
            let (class, sigla) = match segment.is_common() {
                true => ("", String::new()),
                false => (" class=\"other\"", sigla(&version.texts)),
            };
            let plies = if number == 0 { plies.as_str() } else { "" };
            let moves = escaped(or_nothing(&moves));
            let _ = writeln!(
                out,
                "<tr{class}><td class=\"number\">{plies}<td><b>{sigla}</b><td>{moves}"
            );
        }
    }
    out.push_str("</table></div>\n");
}
