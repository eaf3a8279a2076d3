//! Names of players and events, and which two of them may be one.

use super::field::FieldKind::{Count, Json, Text};
use super::field::{Answer, Field, answer};
use super::parts::{years, years_column};
use crate::names::{JudgedNames, NameEntry, NotableEntry, NotableKind};
use serde_json::{Value, json};

/// A name with all its spellings.
#[derive(Debug, Clone)]
pub struct KnownName {
    /// The spellings, and the games that have them.
    pub entry: NameEntry,
    /// The name of a list of notable names, or else the commonest spelling.
    pub name: String,
    /// What the list says of it.
    pub listed: Option<Value>,
}

/// Names with all their spellings.
#[must_use]
pub fn names() -> Answer<KnownName> {
    answer! { KnownName, "name", "A name with all its spellings.";
        "name", Text, "The listed name, or else the commonest spelling.", |it| it.name.clone();
        "key", Text, "What all spellings have in common.", |it| it.entry.key.clone() => hidden();
        "games", Count, "Games that have it.", |it| it.entry.games;
        + years(|it| it.entry.years);
        + years_column(|it| it.entry.years);
        "spellings", Json, "Pairs of a spelling and its games, the commonest first.",
            |it| json!(it.entry.spellings);
        "teams", Json, "Pairs of a team and its games.", |it| json!(it.entry.teams) => hidden();
        "listed", Json, "What the list of notable names says of it; null where it is not there.",
            |it| it.listed.clone() => hidden();
    }
}

/// Two names, and whether they are one.
#[derive(Debug, Clone)]
pub struct NamePair {
    /// The first name.
    pub a: String,
    /// The second name.
    pub b: String,
    /// What is held of them.
    pub judged: JudgedNames,
}

/// Pairs of names.
#[must_use]
pub fn name_pairs() -> Answer<NamePair> {
    answer! { NamePair, "name-pair", "Two names, and whether they are one.";
        "a", Text, "The first name.", |it| it.a.clone() => head("name");
        "b", Text, "The second name.", |it| it.b.clone() => head("name");
        "verdict", Text, "`same`, `different` or `unclear`.", |it| json!(it.judged.verdict);
        "score", Json, "From 0, two names, to 1, one.", |it| json!(it.judged.score) => hidden();
        "evidence", Json, "What speaks for and against it.",
            |it| json!(it.judged.evidence) => head("beside"), aligned_right();
    }
}

/// What a list of notable names says of one.
#[must_use]
pub fn noted_json(noted: &NotableEntry, listing: NotableKind) -> Value {
    let [first, last] = noted.years;
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    match listing {
        NotableKind::Players => json!({
            "name": noted.name,
            "traditional": noted.traditional,
            "pinyin": text(&noted.latin),
            "spellings": noted.others,
            "team": text(&noted.team),
            "sex": text(&noted.sex),
            "born": first,
            "died": last,
            "title": text(&noted.title),
            "source": noted.source,
        }),
        NotableKind::Events => json!({
            "name": noted.name,
            "traditional": noted.traditional,
            "english": text(&noted.latin),
            "wordings": noted.others,
            "firstYear": first,
            "lastYear": last,
            "kind": text(&noted.title),
            "source": noted.source,
        }),
    }
}
