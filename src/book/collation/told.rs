//! What is said of texts and of where they differ, on a screen as on a page.

use crate::messages::Lang;
use xqdb::people::{Entry, Gathered, Reading};
use xqdb::text::visible;

/// So many plies are named one by one.
const FEW: usize = 6;

/// How a text lies beside the first: its length, and where they join.
pub(crate) fn text(lang: Lang, gathered: &Gathered, text: usize) -> String {
    let mut told = vec![lang.so_many_plies(gathered.games[text].plies.into())];
    if let Some(laid) = text.checked_sub(1).map(|at| &gathered.collation.laid[at]) {
        told.extend(laid.mirrored.then(|| lang.is_mirror()));
        match laid.joint {
            None => told.push(lang.meets_nowhere()),
            Some((0, 0)) => {}
            Some((lead, own)) => told.push(lang.joins_after(own as u64, lead as u64)),
        }
    }
    told.join("; ")
}

/// Where the records of a text lie, each with its sign.
pub(crate) fn records(gathered: &Gathered, text: usize) -> Vec<(String, String)> {
    let witnesses = gathered.witnesses[text].iter().enumerate();
    witnesses
        .map(|(number, witness)| {
            let place = witness.places.first().map_or("", String::as_str);
            (gathered.sign(text, number), format!("{} #{}", visible(place), witness.record))
        })
        .collect()
}

/// Which plies of the first text an entry is about.
pub(crate) fn head(lang: Lang, entry: &Entry) -> String {
    let plies = &entry.plies;
    match plies.len() {
        0 => lang.after_ply(plies.start as u64),
        1 => lang.at_ply(plies.start as u64 + 1),
        _ => lang.at_plies(plies.start as u64 + 1, plies.end as u64),
    }
}

/// What happened in a reading.
pub(crate) fn reading(lang: Lang, gathered: &Gathered, entry: &Entry, of: &Reading) -> String {
    let (plies, lead) = (&entry.plies, &gathered.games[0].moves);
    let mut told = vec![match (of.moves.is_empty(), plies.is_empty()) {
        (true, false) if !of.meets => lang.stops_here(),
        (false, true) if !of.meets => lang.goes_on(),
        _ => lang.relation(Some(of.relation)),
    }];
    let numbers = |plies: &[usize]| {
        let numbers: Vec<String> = plies.iter().map(|ply| (ply + 1).to_string()).collect();
        numbers.join(", ")
    };
    let differing = entry.differing(lead, of);
    if (1..=FEW).contains(&differing.len()) && plies.len() > differing.len() {
        told.push(lang.differs_at(&numbers(&differing)));
    }
    let lacking = entry.lacking(lead, of);
    if (1..=FEW).contains(&lacking.len()) && plies.len() > lacking.len() {
        told.push(lang.lacks_plies(&numbers(&lacking)));
    }
    told.extend(of.meets.then(|| lang.returns_after(plies.end as u64)));
    told.join("; ")
}

/// The letters of texts.
pub(crate) fn sigla(texts: &[usize]) -> String {
    let sigla: Vec<String> = texts.iter().map(|&text| Gathered::siglum(text)).collect();
    sigla.join(" ")
}

/// How much every two texts agree, by their letters.
pub(crate) fn shares(gathered: &Gathered) -> Vec<(String, Vec<String>)> {
    let rows = gathered.collation.agreement.iter().enumerate();
    let cells = |shares: &Vec<f64>| {
        shares.iter().map(|share| format!("{:.0}%", 100.0 * share)).collect::<Vec<String>>()
    };
    rows.map(|(text, shares)| (Gathered::siglum(text), cells(shares))).collect()
}
