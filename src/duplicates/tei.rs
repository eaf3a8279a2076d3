//! Renders texts side by side as a critical edition: TEI P5 with parallel segmentation.
//!
//! Each record is a witness; records with one main line are a list of witnesses, which the
//! apparatus names. A move is a word: its name in a notation, with its squares as `norm`. Text
//! outside the apparatus is common to all texts. Each entry of the apparatus names every text, so
//! that the words with a siglum are the whole text. Mirrored texts are turned round. `witStart` and
//! `witEnd` mark where a text begins and ends.

use super::account::LONGEST;
use super::gathered::GatheredTexts;
use super::segments::{Presence, SegmentVersion, TextSegment};
use crate::notation::System;
use crate::search::Witness;
use crate::text::visible;
use std::fmt::Write as _;

impl GatheredTexts {
    /// The edition as TEI, with this title.
    #[must_use]
    pub fn to_tei(&self, title: &str, notation: &System) -> String {
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <TEI xmlns=\"http://www.tei-c.org/ns/1.0\">\n",
        );
        header(&mut out, self, title);
        out += "<text>\n";
        tags(&mut out, self);
        out += "<body>\n<div type=\"game\">\n<ab>\n";
        let segments = self.collation.segments();
        for at in 0..segments.len() {
            words(&mut out, self, &segments, at, notation);
        }
        cut_off(&mut out, self);
        out += "</ab>\n</div>\n</body>\n</text>\n</TEI>\n";
        out
    }
}

/// Text for XML; invisible characters and characters that XML forbids are made visible.
fn escaped(text: &str) -> String {
    crate::diagram::escaped(&visible(text))
}

fn header(out: &mut String, gathered: &GatheredTexts, title: &str) {
    let keys = gathered.games.iter().map(|game| format!("<idno type=\"game\">{}</idno>", game.key));
    let _ = write!(
        out,
        "<teiHeader>\n<fileDesc>\n<titleStmt><title>{}</title></titleStmt>\n\
         <publicationStmt><publisher>xqdb</publisher>{}</publicationStmt>\n<sourceDesc>\n<listWit>\n",
        escaped(title),
        keys.collect::<String>(),
    );
    for text in 0..gathered.games.len() {
        witnesses(out, gathered, text);
    }
    let _ = write!(
        out,
        "</listWit>\n</sourceDesc>\n</fileDesc>\n<encodingDesc>\n\
         <variantEncoding method=\"parallel-segmentation\" location=\"internal\"/>\n\
         <appInfo><application ident=\"xqdb\" version=\"{}\"><label>xqdb</label></application>\
         </appInfo>\n</encodingDesc>\n</teiHeader>\n",
        env!("CARGO_PKG_VERSION"),
    );
}

/// The records of a text: one witness, or a list of them under the siglum of the text.
fn witnesses(out: &mut String, gathered: &GatheredTexts, text: usize) {
    let is_list = gathered.witnesses[text].len() > 1;
    let rend = if gathered.is_mirrored(text) { " rend=\"mirror\"" } else { "" };
    if is_list {
        let _ = writeln!(out, "<listWit xml:id=\"{}\"{rend}>", GatheredTexts::siglum(text));
    }
    for (number, witness) in gathered.witnesses[text].iter().enumerate() {
        let Witness { places, record, .. } = witness;
        let id = gathered.sign(text, number);
        let rend = if is_list { "" } else { rend };
        let _ = write!(out, "<witness xml:id=\"{id}\"{rend}>");
        for place in places {
            let _ = write!(out, "<idno type=\"file\">{}</idno> ", escaped(place));
        }
        let hash = gathered.content_of(witness);
        let _ = write!(
            out,
            "<idno type=\"blake3\">{hash}</idno> <idno type=\"record\">{record}</idno>"
        );
        if let Some(start) = &gathered.games[text].start {
            let _ = write!(out, " <idno type=\"start\">{}</idno>", escaped(start));
        }
        out.push_str("</witness>\n");
    }
    if is_list {
        out.push_str("</listWit>\n");
    }
}

fn tags(out: &mut String, gathered: &GatheredTexts) {
    let tags = gathered.tags();
    if tags.is_empty() {
        return;
    }
    out.push_str("<front>\n<div type=\"tags\">\n");
    for (name, values) in &tags {
        let _ = write!(out, "<p n=\"{}\"><app>", escaped(name));
        for (value, sigla) in values {
            let sigla: Vec<String> = sigla.iter().map(|siglum| format!("#{siglum}")).collect();
            let _ = write!(out, "<rdg wit=\"{}\">{}</rdg>", sigla.join(" "), escaped(value));
        }
        out.push_str("</app></p>\n");
    }
    out.push_str("</div>\n</front>\n");
}

/// Writes the segment at `at`; the segments beside it show where texts begin and end.
fn words(
    out: &mut String,
    gathered: &GatheredTexts,
    segments: &[TextSegment],
    at: usize,
    notation: &System,
) {
    let segment = &segments[at];
    if segment.is_common() {
        for version in &segment.versions {
            let ply = Some(segment.plies.start);
            let _ = writeln!(out, "{}", moves(gathered, version, notation, ply));
        }
        return;
    }
    let place = match segment.plies.len() {
        0 => String::new(),
        1 => format!(" n=\"{}\"", segment.plies.end),
        _ => format!(" n=\"{}-{}\"", segment.plies.start + 1, segment.plies.end),
    };
    let _ = writeln!(out, "<app{place}>");
    for (number, version) in segment.versions.iter().enumerate() {
        let is_lead = number == 0;
        let name = if is_lead { "lem" } else { "rdg" };
        let kind = relation(gathered, segment, version).filter(|_| !is_lead);
        let kind = kind.map(|kind| format!(" type=\"{kind}\"")).unwrap_or_default();
        let wit = pointers(&version.texts);
        let _ = write!(out, "<{name}{kind} wit=\"{wit}\">");
        // `witStart` belongs into the last entry before a text begins, `witEnd` into the first
        // after its end.
        let (element, beside) = match version.presence {
            Presence::There => ("", None),
            Presence::NotYet => ("witStart", segments.get(at + 1)),
            Presence::Over => ("witEnd", at.checked_sub(1).map(|at| &segments[at])),
        };
        let is_edge = |text: &&usize| {
            let there = beside.and_then(|segment| segment.presence(**text));
            !element.is_empty() && there != Some(version.presence)
        };
        let texts: Vec<usize> = version.texts.iter().filter(is_edge).copied().collect();
        if !texts.is_empty() {
            let _ = write!(out, "<{element} wit=\"{}\"/>", pointers(&texts));
        }
        let ply = is_lead.then_some(segment.plies.start);
        let _ = writeln!(out, "{}</{name}>", moves(gathered, version, notation, ply));
    }
    out.push_str("</app>\n");
}

/// The sigla of some texts as pointers.
fn pointers(texts: &[usize]) -> String {
    let sigla: Vec<String> =
        texts.iter().map(|&text| format!("#{}", GatheredTexts::siglum(text))).collect();
    sigla.join(" ")
}

/// The moves of a version as words, numbered from `ply`, 0-based, if given.
fn moves(
    gathered: &GatheredTexts,
    version: &SegmentVersion,
    notation: &System,
    ply: Option<usize>,
) -> String {
    let spelled = gathered.spelled((version.texts[0], version.at), &version.moves, notation);
    let words = (1..).zip(&version.moves).zip(spelled).map(|((number, mv), name)| {
        let ply = ply.map(|ply| format!(" n=\"{}\"", ply + number)).unwrap_or_default();
        format!("<w{ply} norm=\"{mv}\">{}</w>", escaped(&name))
    });
    words.collect::<Vec<String>>().join(" ")
}

/// The kind of difference of a version, if the text reaches the segment.
fn relation(
    gathered: &GatheredTexts,
    segment: &TextSegment,
    version: &SegmentVersion,
) -> Option<&'static str> {
    if version.presence != Presence::There {
        return None;
    }
    let text = version.texts[0];
    let mut entries = gathered.collation.entries.iter().filter(|entry| {
        entry.plies.start <= segment.plies.start && segment.plies.end <= entry.plies.end
    });
    entries.find_map(|entry| {
        let reading = entry.readings.iter().find(|reading| reading.texts.contains(&text))?;
        Some(reading.relation.as_str())
    })
}

/// Notes the plies of texts beyond [`LONGEST`], which are not compared.
fn cut_off(out: &mut String, gathered: &GatheredTexts) {
    let more = |text: &usize| gathered.games[*text].moves.len() > LONGEST;
    let texts: Vec<usize> = (0..gathered.games.len()).filter(more).collect();
    if texts.is_empty() {
        return;
    }
    out.push_str("<app>\n");
    for text in texts {
        let plies = gathered.games[text].moves.len() - LONGEST;
        let _ = writeln!(
            out,
            "<rdg wit=\"{}\"><gap reason=\"sampling\" unit=\"ply\" quantity=\"{plies}\"/></rdg>",
            pointers(&[text]),
        );
    }
    out.push_str("</app>\n");
}
