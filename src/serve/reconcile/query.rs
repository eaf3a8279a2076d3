//! Reads queries for names: JSON that other programs have written.

use serde_json::{Map, Value};

/// Usual number of candidates, and the largest.
const LIMIT: usize = 5;
const MOST: usize = 50;

/// Largest number of letters of a name; longer ones are nobody's.
const LONGEST: usize = 200;

/// Largest number of names of one request.
pub(super) const BATCH: usize = 200;

/// Sort of a name: that of a player or of an event.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(super) enum NameSort {
    Player,
    Event,
}

impl NameSort {
    pub(super) const ALL: [NameSort; 2] = [NameSort::Player, NameSort::Event];

    /// Id of the sort, which is also its name.
    pub(super) fn id(self) -> &'static str {
        match self {
            NameSort::Player => "Player",
            NameSort::Event => "Event",
        }
    }

    /// First word of ids, as in subjects of decisions.
    pub(super) fn word(self) -> String {
        self.id().to_ascii_lowercase()
    }

    fn by_id(id: &str) -> Option<NameSort> {
        NameSort::ALL.into_iter().find(|sort| sort.id() == id)
    }

    /// Sort and key that an id names.
    pub(super) fn of_entity(id: &str) -> Option<(NameSort, &str)> {
        let (word, key) = id.split_once(':')?;
        let sort = NameSort::ALL.into_iter().find(|sort| sort.word() == word)?;
        Some((sort, key))
    }
}

/// Name to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NameQuery {
    pub(super) name: String,
    /// Sorts in which the name is sought.
    pub(super) sorts: Vec<NameSort>,
    /// Largest number of candidates.
    pub(super) limit: usize,
    /// Years in which the player played, or the event was held.
    pub(super) years: Vec<u16>,
    /// Teams for which the player played.
    pub(super) teams: Vec<String>,
}

impl NameQuery {
    /// Reads a query: an object, or the name alone; `None` for anything else.
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

/// Reads a number, or a text with a number.
fn number(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => text.parse().ok(),
        other => other.as_u64().and_then(|number| usize::try_from(number).ok()),
    }
}

/// Sorts that a query means: one type, several, or all if it names none. Unknown types are ignored.
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

/// Values of a property: one or several texts, numbers, or objects with a name.
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

/// Year of a date or number from a table: `1982`, `1982-12-05`, `1982.0`.
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
