//! The predefined patterns, each with an example, from `patterns.tsv`.

use super::parse;
use super::syntax::Pattern;
use super::words::Library;
use crate::xiangqi::{Move, Position};
use std::sync::LazyLock;

/// Spellings, definition, meaning, position and moves of each pattern.
fn rows() -> impl Iterator<Item = [&'static str; 5]> {
    let lines = include_str!("patterns.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let mut cells = line.split('\t');
        std::array::from_fn(|_| cells.next().unwrap_or_default())
    })
}

impl Library {
    /// The predefined patterns.
    pub fn prelude() -> &'static Library {
        static PRELUDE: LazyLock<Library> = LazyLock::new(|| {
            let mut library = Library::empty();
            for [names, definition, meaning, ..] in rows() {
                let pattern = parse::pattern(names, definition, meaning, &library);
                library.add(pattern.expect("a definition of the prelude is a query"));
            }
            library
        });
        &PRELUDE
    }

    /// Adds the patterns that `text` defines, as `def NAME = … ;` one after another. On an error
    /// the library stays as it was.
    pub fn define(&mut self, text: &str) -> Result<(), crate::query::QueryError> {
        parse::define(text, self)
    }
}

impl Pattern {
    /// A position that shows the pattern for Red, with moves if the pattern is about moves; `None`
    /// for a user's pattern.
    pub fn example(&self) -> Option<(Position, Vec<Move>)> {
        let is_meant = |[names, definition, ..]: &[&str; 5]| {
            *definition == self.definition && names.split(' ').eq(&self.names)
        };
        let [.., fen, moves] = rows().find(is_meant)?;
        let moves = moves.split_whitespace().map(|mv| mv.parse().ok());
        Some((Position::from_fen(fen).ok()?, moves.collect::<Option<_>>()?))
    }
}

#[cfg(test)]
mod tests {
    use crate::query::{Evaluator, Headers, Library, Matches, Query};

    #[test]
    fn every_pattern_is_shown_by_its_example() {
        for pattern in Library::prelude().patterns() {
            let name = &pattern.names[0];
            let (start, moves) = pattern.example().unwrap();
            let query = Query::read(&format!("red {name}"), Library::prelude()).unwrap();
            let plan = query.plan();
            let mut evaluator = Evaluator::new(&plan);
            let moves: Vec<[u8; 2]> = moves.iter().map(|mv| mv.bytes()).collect();
            evaluator.begin(&start, &moves);
            let matches = evaluator.matches(&Headers(&[]));
            let begins =
                matches!(&matches, Some(Matches::Plies(plies)) if plies.first() == Some(&0));
            assert!(begins, "{name}: {matches:?}");
        }
    }
}
