//! Speed of single parts, by criterion: notations, the position index, questions, repetition.
//!
//! ```text
//! cargo bench --bench speed                all of them
//! cargo bench --bench speed -- query       one subject, or whatever else the filter names
//! ```
//!
//! Imports are measured by the table (`benches/table`), lookups in a database by the tool
//! `lookups`.
#![allow(missing_docs, reason = "criterion's macros make public functions")]
#![expect(clippy::print_stderr, reason = "sizes and percentiles are reported beside the timings")]

#[path = "../corpus.rs"]
#[allow(dead_code, reason = "the benches write no files")]
mod corpus;
mod index;
mod notation;
mod query;
mod repetition;

use criterion::Criterion;

type Measure = fn(&mut Criterion);

/// Subjects, whose names begin the names of their groups.
const SUBJECTS: [(&str, Measure); 4] = [
    ("notation", notation::measure),
    ("index", index::measure),
    ("query", query::measure),
    ("repetition", repetition::measure),
];

fn main() {
    // Subjects that the filter leaves out are not prepared.
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let mut criterion = Criterion::default().configure_from_args();
    for (subject, measure) in SUBJECTS {
        if filter.as_deref().is_none_or(|filter| filter.starts_with(subject)) {
            measure(&mut criterion);
        }
    }
    criterion.final_summary();
}

/// Whether `cargo test` runs the benches, only to see that they work.
fn is_trial() -> bool {
    !std::env::args().any(|argument| argument == "--bench")
}
