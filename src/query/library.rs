//! The patterns that have a name.

use super::syntax::Pattern;
use super::words;
use std::collections::HashMap;
use std::sync::Arc;

/// Named patterns, each with all its spellings.
#[derive(Debug, Clone)]
pub struct Library {
    patterns: Vec<Arc<Pattern>>,
    /// By folded spelling: the place in `patterns`.
    places: HashMap<String, usize>,
    longest: usize,
}

impl Library {
    /// No patterns.
    pub(super) fn empty() -> Library {
        let words = words::spellings().map(|(text, _)| text.chars().count());
        Library { patterns: Vec::new(), places: HashMap::new(), longest: words.max().unwrap_or(0) }
    }

    /// All of them, in the order of their definition.
    pub fn patterns(&self) -> &[Arc<Pattern>] {
        &self.patterns
    }

    /// The pattern with this folded spelling.
    pub(super) fn pattern(&self, key: &str) -> Option<&Arc<Pattern>> {
        self.places.get(key).map(|&place| &self.patterns[place])
    }

    /// The pattern with this name, in either script and any case.
    pub fn named(&self, name: &str) -> Option<&Arc<Pattern>> {
        self.pattern(&words::key(name))
    }

    /// Adds a pattern under its names.
    pub(super) fn add(&mut self, pattern: Pattern) {
        for name in &pattern.names {
            self.longest = self.longest.max(name.chars().count());
            self.places.insert(words::key(name), self.patterns.len());
        }
        self.patterns.push(Arc::new(pattern));
    }

    /// How many characters the longest word or name has.
    pub(super) fn longest_name(&self) -> usize {
        self.longest
    }

    /// The known word or name that looks most like an unknown one.
    pub(super) fn nearest(&self, unknown: &str) -> Option<String> {
        let unknown = words::key(unknown);
        let names = self.patterns.iter().flat_map(|pattern| &pattern.names);
        let known = words::spellings().map(|(text, _)| text).chain(names.map(String::as_str));
        let len = unknown.chars().count();
        known
            .map(|text| (strsim::osa_distance(&unknown, &words::key(text)), text))
            .filter(|&(distance, _)| 2 * distance <= len)
            .min_by_key(|&(distance, _)| distance)
            .map(|(_, text)| text.to_owned())
    }
}
