//! Findings summed up for people: their number, by cause and by file, with some examples.

use super::Context;
use super::render::{counted, wrapped};
use crate::messages::Lang;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use xqdb::text::visible;

/// Usual number of examples, of causes and of files.
pub(super) const USUAL: usize = 10;

/// Findings of one kind.
#[derive(Default)]
pub(super) struct FindingSums {
    pub(super) count: u64,
    /// Texts for people, up to the wanted number.
    pub(super) examples: Vec<String>,
    causes: BTreeMap<String, u64>,
    files: BTreeMap<String, u64>,
}

impl FindingSums {
    /// Whether a finding in `file` was counted.
    pub(super) fn has_file(&self, file: &str) -> bool {
        self.files.contains_key(file)
    }

    /// Counts a finding in `file`.
    pub(super) fn add_file(&mut self, file: &str) {
        *self.files.entry(file.to_owned()).or_default() += 1;
    }

    /// Counts a cause of a finding.
    pub(super) fn add_cause(&mut self, cause: String) {
        *self.causes.entry(cause).or_default() += 1;
    }

    /// Keeps a text as an example, unless there are `most` of them or it is empty.
    pub(super) fn keep(&mut self, most: usize, page: impl FnOnce() -> String) {
        if self.examples.len() < most {
            self.examples.extend(Some(page()).filter(|page| !page.is_empty()));
        }
    }

    /// Page with the heading, causes, files, examples, and the number of findings left out. Empty
    /// without an example.
    pub(super) fn page(&self, context: &Context, heading: &str) -> String {
        if self.examples.is_empty() {
            return String::new();
        }
        let lang = context.lang;
        let heading = wrapped(&format!("\n{} {heading}", self.count), context.width);
        let causes = commonest(lang, &self.causes, Lang::report_other_causes);
        // The members of an archive are summed up as one file.
        let mut files: BTreeMap<String, u64> = BTreeMap::new();
        for (place, count) in &self.files {
            let file = place.split_once('!').map_or(&**place, |(file, _)| file);
            *files.entry(file.to_owned()).or_default() += count;
        }
        let files = commonest(lang, &files, Lang::report_other_files);
        let rest = (self.count as usize).saturating_sub(self.examples.len());
        let rest = match rest {
            0 => String::new(),
            rest => {
                let rest = lang.report_rest(self.examples.len() as u64, rest as u64);
                wrapped(&rest, context.width) + "\n"
            }
        };
        format!("{heading}\n{causes}{files}\n{}{rest}", self.examples.concat())
    }
}

/// Table of the commonest causes or files, and the number of findings in others; empty if there is
/// only one, or each counts once.
fn commonest(lang: Lang, counts: &BTreeMap<String, u64>, others: fn(Lang) -> String) -> String {
    let mut rows: Vec<(u64, &str)> = counts.iter().map(|(it, count)| (*count, &**it)).collect();
    rows.sort_by_key(|(count, _)| Reverse(*count));
    if rows.len() < 2 || rows[0].0 < 2 {
        return String::new();
    }
    let rest = rows.split_off(rows.len().min(USUAL));
    let rest: u64 = rest.iter().map(|(count, _)| count).sum();
    let rest = Some(rest).filter(|rest| *rest > 0).map(|rest| (rest, others(lang)));
    counted(rows.into_iter().map(|(count, it)| (count, visible(it).into_owned())).chain(rest))
}
