//! Queries for names as they come: JSON that somebody else has written.

use serde_json::{Map, Value};

/// Number of candidates where a query names none, and the most in any case.
const LIMIT: usize = 5;
const MOST: usize = 50;

/// Letters of the longest name: a longer one is nobody's.
const LONGEST: usize = 200;

/// Most names of one request.
pub(super) const BATCH: usize = 200;

/// Players, events, or both.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(super) enum NameSort {
    Player,
    Event,
}

impl NameSort {
    pub(super) const ALL: [NameSort; 2] = [NameSort::Player, NameSort::Event];

    /// Its id, which is its name.
    pub(super) fn id(self) -> &'static str {
        match self {
            NameSort::Player => "Player",
            NameSort::Event => "Event",
        }
    }

    /// The first word of ids; subjects of decisions begin so, too.
    pub(super) fn word(self) -> String {
        self.id().to_ascii_lowercase()
    }

    fn by_id(id: &str) -> Option<NameSort> {
        NameSort::ALL.into_iter().find(|sort| sort.id() == id)
    }

    /// The sort and the key that an id names.
    pub(super) fn of_entity(id: &str) -> Option<(NameSort, &str)> {
        let (word, key) = id.split_once(':')?;
        let sort = NameSort::ALL.into_iter().find(|sort| sort.word() == word)?;
        Some((sort, key))
    }
}

/// A name that is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NameQuery {
    pub(super) name: String,
    /// In which sorts.
    pub(super) sorts: Vec<NameSort>,
    /// How many candidates at most.
    pub(super) limit: usize,
    /// Years in which somebody has played, or an event was.
    pub(super) years: Vec<u16>,
    /// Teams for which somebody has played.
    pub(super) teams: Vec<String>,
}

impl NameQuery {
    /// A query as a client sends it: an object, or the name alone; `None` when it is neither.
    pub(super) fn of(value: &Value) -> Option<NameQuery> {
        let empty = Map::new();
        let (name, fields) = match value {
            Value::String(name) => (name.as_str(), &empty),
            Value::Object(fields) => (fields.get("query")?.as_str()?, fields),
            _ => return None,
        };
        let name = if name.chars().count() > LONGEST { "" } else { name.trim() };
        let limit = fields.get("limit").and_then(number).unwrap_or(LIMIT);
        let mut query = NameQuery {
            name: name.to_owned(),
            sorts: sorts(fields.get("type")),
            limit: limit.clamp(1, MOST),
            years: Vec::new(),
            teams: Vec::new(),
        };
        let properties = fields.get("properties").and_then(Value::as_array);
        for property in properties.into_iter().flatten().take(MOST) {
            let values = values(&property["v"]);
            match property["pid"].as_str() {
                Some("year") => query.years.extend(values.iter().filter_map(|text| year(text))),
                Some("team") => query.teams.extend(
                    values
                        .into_iter()
                        .filter(|team| !team.trim().is_empty() && team.chars().count() <= LONGEST),
                ),
                _ => {}
            }
        }
        Some(query)
    }
}

/// A number, or one that is written as text.
fn number(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => text.parse().ok(),
        other => other.as_u64().and_then(|number| usize::try_from(number).ok()),
    }
}

/// The sorts that are meant: a type, several, or none for all. An unknown one is nobody's.
fn sorts(value: Option<&Value>) -> Vec<NameSort> {
    let of = |value: &Value| {
        let id = value.as_str().or_else(|| value["id"].as_str());
        id.and_then(NameSort::by_id)
    };
    match value {
        None | Some(Value::Null) => NameSort::ALL.to_vec(),
        Some(Value::Array(several)) if several.is_empty() => NameSort::ALL.to_vec(),
        Some(Value::Array(several)) => NameSort::ALL
            .into_iter()
            .filter(|&sort| several.iter().any(|v| of(v) == Some(sort)))
            .collect(),
        Some(Value::String(text)) if text.is_empty() => NameSort::ALL.to_vec(),
        Some(one) => of(one).into_iter().collect(),
    }
}

/// The values of a property: one or several, each a text, a number, or an object with a name.
fn values(value: &Value) -> Vec<String> {
    let one = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Object(fields) => fields.get("name")?.as_str().map(str::to_owned),
        _ => None,
    };
    match value {
        Value::Array(several) => several.iter().take(MOST).filter_map(one).collect(),
        other => one(other).into_iter().collect(),
    }
}

/// The year of a date or a number as a table has it: `1982`, `1982-12-05`, `1982.0`.
fn year(text: &str) -> Option<u16> {
    let text = text.trim();
    let digits = text.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    (digits.len() == 4).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn queries_come_in_several_shapes() {
        let asked = NameQuery::of(&json!({
            "query": " 胡榮華 ", "type": "Player", "type_strict": "should", "limit": 3,
            "properties": [
                { "pid": "year", "v": "1982-12-05" }, { "pid": "year", "v": [1960, true] },
                { "pid": "team", "v": { "id": "x", "name": "上海" } }, { "pid": "born", "v": 1 }, 7,
            ],
        }));
        assert_eq!(
            asked,
            Some(NameQuery {
                name: "胡榮華".to_owned(),
                sorts: vec![NameSort::Player],
                limit: 3,
                years: vec![1982, 1960],
                teams: vec!["上海".to_owned()],
            })
        );
        let alone = NameQuery::of(&json!("胡榮華")).unwrap();
        assert_eq!((alone.limit, alone.sorts.len()), (LIMIT, 2));
        for (types, wanted) in [
            (json!(["Event", "Nobody"]), vec![NameSort::Event]),
            (json!([{ "id": "Player", "name": "x" }]), vec![NameSort::Player]),
            (json!("Nobody"), vec![]),
            (json!(""), NameSort::ALL.to_vec()),
            (json!([]), NameSort::ALL.to_vec()),
            (json!(null), NameSort::ALL.to_vec()),
        ] {
            let asked = NameQuery::of(&json!({ "query": "a", "type": types })).unwrap();
            assert_eq!(asked.sorts, wanted);
        }
    }

    #[test]
    fn what_is_too_much_is_less() {
        let asked = |value| NameQuery::of(&value).unwrap();
        assert_eq!(asked(json!({ "query": "a", "limit": 1_000_000 })).limit, MOST);
        assert_eq!(asked(json!({ "query": "a", "limit": 0 })).limit, 1);
        assert_eq!(asked(json!({ "query": "a", "limit": -3 })).limit, LIMIT);
        assert_eq!(asked(json!({ "query": "長".repeat(LONGEST + 1) })).name, "");
        for other in [json!(1), json!({}), json!({ "query": 3 }), json!([])] {
            assert_eq!(NameQuery::of(&other), None);
        }
    }
}
