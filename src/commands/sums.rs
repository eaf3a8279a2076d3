//! Findings summed up for people: how many there are, by cause and by file, with some examples.

use super::Context;
use super::render::{counted, wrapped};
use crate::messages::Lang;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use xqdb::text::visible;

/// Number of examples, and of causes and files, where nobody says how many.
pub(super) const USUAL: usize = 10;

/// Findings of one kind.
#[derive(Default)]
pub(super) struct FindingSums {
    pub(super) count: u64,
    /// Pages for people, at most as many as are wanted.
    pub(super) examples: Vec<String>,
    causes: BTreeMap<String, u64>,
    files: BTreeMap<String, u64>,
}

impl FindingSums {
    /// Whether something was found in a file.
    pub(super) fn has_file(&self, file: &str) -> bool {
        self.files.contains_key(file)
    }

    /// Counts a finding for its file.
    pub(super) fn add_file(&mut self, file: &str) {
        *self.files.entry(file.to_owned()).or_default() += 1;
    }

    /// Counts a finding for what is wrong.
    pub(super) fn add_cause(&mut self, cause: String) {
        *self.causes.entry(cause).or_default() += 1;
    }

    /// Keeps a page as an example unless there are `most` of them.
    pub(super) fn keep(&mut self, most: usize, page: impl FnOnce() -> String) {
        if self.examples.len() < most {
            self.examples.extend(Some(page()).filter(|page| !page.is_empty()));
        }
    }

    /// The findings as a page: the heading, the causes, the files, the examples, and how many more
    /// there are. Nothing without an example.
    pub(super) fn page(&self, context: &Context, heading: &str) -> String {
        if self.examples.is_empty() {
            return String::new();
        }
        let lang = context.lang;
        let heading = wrapped(&format!("\n{} {heading}", self.count), context.width);
        let causes = commonest(lang, &self.causes, Lang::report_other_causes);
        let files = commonest(lang, &self.files, Lang::report_other_files);
        let rest = (self.count as usize).saturating_sub(self.examples.len());
        let rest = match rest {
            0 => String::new(),
            rest => lang.report_rest(self.examples.len() as u64, rest as u64) + "\n",
        };
        format!("{heading}\n{causes}{files}\n{}{rest}", self.examples.concat())
    }
}

/// The commonest of what was counted, and how many others there are; nothing where all are rare
/// or there is one.
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
