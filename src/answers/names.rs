//! Fields of names of players and events, and of pairs that may be one.

use super::field::FieldKind::{Count, Json, Object, Text, Year};
use super::field::{Answer, Field, answer};
use super::groups::score_json;
use super::parts::{years, years_column};
use crate::names::{JudgedNames, NameEntry, NotableEntry, NotableKind};
use crate::search::{NameTally, SeriesTally};
use crate::store::JoinedName;
use serde_json::{Value, json};

/// Name with all its spellings.
#[derive(Debug, Clone)]
pub struct KnownName {
    /// Spellings with their numbers of games.
    pub entry: NameEntry,
    /// Name in the list of notable names, else the commonest spelling.
    pub name: String,
    /// Entry in the list of notable names, as JSON.
    pub listed: Option<Value>,
    /// Other names of the person, and the evidence that joins them.
    pub joined: Vec<JoinedName>,
}

/// Fields of a name with all its spellings.
#[must_use]
pub fn names() -> Answer<KnownName> {
    answer! { KnownName, "name", "A name with all its spellings.";
        "name", Text, "The listed name, or else the commonest spelling.", |it| it.name.clone();
        "key", Text, "What all spellings have in common.", |it| it.entry.key.clone() => hidden();
        "games", Count, "Games that have it, of whatever kind.", |it| it.entry.games;
        + years(|it| it.entry.years);
        + years_column(|it| it.entry.years);
        "spellings", Json, "Pairs of a spelling and its games, the commonest first.",
            |it| json!(it.entry.spellings);
        "teams", Json, "Pairs of a team and its games.", |it| json!(it.entry.teams) => hidden();
        "listed", Json, "What the list of notable names says of it; null where it is not there.",
            |it| it.listed.clone() => hidden();
        "joined", Json, "Of a person: the other names as they are folded, and what makes each of \
            them the person's: `by` what and `with` which name; games that have one in the place \
            of the other (`beside`) and that have both (`against`).",
            |it| joined_json(&it.joined) => hidden();
    }
}

fn joined_json(joined: &[JoinedName]) -> Value {
    let names = joined.iter().map(|name| {
        let mut value = serde_json::from_str(&name.because).unwrap_or_else(|_| json!({}));
        value["key"] = json!(name.key);
        value
    });
    names.collect()
}

/// Fields of a text of a Red or Black tag, and the person whom it names.
#[must_use]
pub fn spellings() -> Answer<(String, String)> {
    answer! { (String, String), "spelling", "A text of a Red or Black tag, and whom it names.";
        "person", Text, "The folded name that stands for the person.", |it| it.0.clone();
        "spelling", Text, "The text as it stands in the tag.", |it| it.1.clone();
    }
}

/// Pair of names, and the verdict on it.
#[derive(Debug, Clone)]
pub struct NamePair {
    /// The first name.
    pub a: String,
    /// The second name.
    pub b: String,
    /// Verdict and evidence.
    pub judged: JudgedNames,
    /// Number of games that would change hands if the names were one; `None` if not computed.
    pub touched: Option<u32>,
}

/// Fields of a pair of names.
#[must_use]
pub fn name_pairs() -> Answer<NamePair> {
    answer! { NamePair, "name-pair", "Two names, and whether they are one.";
        "a", Text, "The first name.", |it| it.a.clone() => head("name");
        "b", Text, "The second name.", |it| it.b.clone() => head("name");
        "verdict", Text, "`same`, `different` or `unclear`.", |it| json!(it.judged.verdict);
        "score", Json, "From 0, two names, to 1, one.", |it| json!(it.judged.score) => hidden();
        "evidence", Json, "What speaks for and against it.",
            |it| json!(it.judged.evidence) => head("beside"), aligned_right();
        "touched", Json, "Games that would change hands, were they one; null where nobody asks.",
            |it| json!(it.touched) => hidden();
    }
}

/// Series of events, with its entry in the list of main events.
#[derive(Debug, Clone)]
pub struct KnownSeries {
    /// Events and games of the series.
    pub tally: SeriesTally,
    /// Entry in the list of main events, as JSON.
    pub listed: Option<Value>,
}

/// Fields of a series of events.
#[must_use]
pub fn series() -> Answer<KnownSeries> {
    answer! { KnownSeries, "series", "A series of events, or an event that is of none.";
        "name", Text, "The name of the series, or else the commonest wording.",
            |it| it.tally.name.clone();
        "editions", Count, "Its editions of which there are games.", |it| it.tally.editions()
            => unit("editions"), shown_as(|it| match it.tally.editions() {
                0 => String::new(),
                editions => editions.to_string(),
            });
        "games", Count, "Games of it, of whatever kind.", |it| it.tally.games;
        "score", Object("score"), "How its games between two players ended.",
            |it| score_json(it.tally.score) => hidden();
        + years(|it: &KnownSeries| it.tally.years);
        + years_column(|it| it.tally.years);
        "players", Count, "Players of its games.", |it| it.tally.players => unit("players");
        "spellings", Json, "Pairs of a wording and its games.", |it| {
            json!(it.tally.events.iter().flat_map(|event| &event.names).collect::<Vec<_>>())
        } => hidden();
        "listed", Json, "What the list of main events says of it; null where it is not there.",
            |it| it.listed.clone() => hidden();
    }
}

/// Fields of an edition of a series.
#[must_use]
pub fn editions() -> Answer<NameTally> {
    answer! { NameTally, "edition", "An edition of a series, or an event that is none.";
        "name", Text, "The series and the edition as `--event` takes them, or else the commonest wording.",
            |it| it.edition.as_ref().map_or(&it.name, |edition| &edition.name).clone();
        "edition", Count, "The number of the edition.",
            |it| it.edition.as_ref().and_then(|edition| edition.edition)
                => unit("edition"), nullable(), hidden();
        "year", Year, "The year of the edition.",
            |it| it.edition.as_ref().and_then(|edition| edition.year) => nullable();
        "games", Count, "Games of it, of whatever kind.", |it| it.games;
        + years(|it: &NameTally| it.years);
        "players", Count, "Players of its games.", |it| it.behind.players => unit("players");
        "spellings", Json, "Pairs of a wording and its games.", |it| json!(it.names)
            => shown_as(|it| {
                it.names.iter().map(|(name, games)| format!("{name} {games}")).collect::<Vec<_>>()
                    .join(", ")
            });
    }
}

/// Text of an Event tag.
#[derive(Debug, Clone)]
pub struct KnownWording {
    /// Edition that the text names; empty if it names none.
    pub id: String,
    /// The text.
    pub wording: String,
}

/// Fields of a text of an Event tag.
#[must_use]
pub fn wordings() -> Answer<KnownWording> {
    answer! { KnownWording, "wording", "A text that stands in an Event tag.";
        "id", Text, "The series and the edition that the text names by itself; empty without.",
            |it| it.id.clone() => head("edition");
        "wording", Text, "The text.", |it| it.wording.clone();
    }
}

/// Entry of a list of notable names, as JSON.
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

/// Possible meaning of a typed text.
#[derive(Debug, Clone)]
pub struct Suggestion {
    /// Name as it is shown.
    pub text: String,
    /// A few words on the meaning; may be empty.
    pub note: String,
    /// Number of games; `None` if counting them takes a search.
    pub games: Option<u64>,
    /// Address in the page that shows the meaning.
    pub address: String,
}

/// Fields of a possible meaning of a typed text.
#[must_use]
pub fn suggestions() -> Answer<Suggestion> {
    answer! { Suggestion, "suggestion", "Something that a typed text may mean.";
        "text", Text, "How it is called in the language of the answer.", |it| it.text.clone();
        "note", Text, "A few words on it: years, an opening, a meaning; may be empty.",
            |it| it.note.clone();
        "games", Count, "Games of it; null where counting takes a search.",
            |it| it.games => nullable();
        "address", Text, "Its address in the page of `xqdb serve`.", |it| it.address.clone();
    }
}
