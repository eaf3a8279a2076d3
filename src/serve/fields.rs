//! The fields of answers, for the OpenAPI document. `answers.json` is the one place that names them.
//!
//! There a field is `text`, `number`, `numbers`, `decimal`, `flag`, a list or an object; `?` behind a name says
//! that the field may be missing, behind what it is that it may be null. `+` lays the fields of
//! parts beside it, and `*` stands for every name of an object whose names are data.

use serde_json::{Map, Value, json};

/// The fields.
const ANSWERS: &str = include_str!("answers.json");

/// The fields of all answers.
pub(super) struct Fields {
    parts: Value,
    answers: Value,
}

impl Fields {
    /// Reads them.
    pub(super) fn read() -> Fields {
        let mut all: Value = serde_json::from_str(ANSWERS).expect("the fields are JSON");
        Fields { parts: all["parts"].take(), answers: all["answers"].take() }
    }

    /// The schema of the answers of a path, where it is told.
    pub(super) fn schema(&self, path: &str) -> Option<Value> {
        self.answers.get(path).map(|shape| self.schema_of(shape))
    }

    fn schema_of(&self, shape: &Value) -> Value {
        match shape {
            Value::Array(items) => json!({ "type": "array", "items": self.schema_of(&items[0]) }),
            Value::Object(_) if shape.get("*").is_some() => {
                json!({ "type": "object", "additionalProperties": self.schema_of(&shape["*"]) })
            }
            Value::Object(fields) => {
                let mut properties = Map::new();
                let mut required = Vec::new();
                self.put(fields, &mut properties, &mut required);
                json!({
                    "type": "object",
                    "properties": properties,
                    "required": required,
                    "additionalProperties": false,
                })
            }
            _ => plain(shape.as_str().unwrap_or_default()),
        }
    }

    fn put(
        &self,
        fields: &Map<String, Value>,
        properties: &mut Map<String, Value>,
        required: &mut Vec<String>,
    ) {
        for (name, shape) in fields {
            if name == "+" {
                let parts = shape.as_array().into_iter().flatten().filter_map(Value::as_str);
                for part in parts.filter_map(|part| self.parts[part].as_object()) {
                    self.put(part, properties, required);
                }
                continue;
            }
            let bare = name.trim_end_matches('?');
            if bare == name {
                required.push(name.clone());
            }
            properties.insert(bare.to_owned(), self.schema_of(shape));
        }
    }
}

fn plain(shape: &str) -> Value {
    let bare = shape.trim_end_matches('?');
    let kind = match bare {
        "text" => "string",
        "number" => "integer",
        "decimal" => "number",
        "numbers" => "array",
        _ => "boolean",
    };
    let mut schema = match bare == shape {
        true => json!({ "type": kind }),
        false => json!({ "type": [kind, "null"] }),
    };
    if bare == "numbers" {
        schema["items"] = plain("number");
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::routes::ROUTES;

    #[test]
    fn what_is_told_is_told_of_paths_that_there_are_in_words_that_there_are() {
        let fields = Fields::read();
        for path in fields.answers.as_object().unwrap().keys() {
            assert!(ROUTES.iter().any(|route| route.path == path), "{path}");
        }
        let mut open = vec![&fields.answers, &fields.parts];
        while let Some(shape) = open.pop() {
            match shape {
                Value::Object(fields_of) => {
                    for (name, shape) in fields_of {
                        if name == "+" {
                            let parts = shape.as_array().unwrap().iter();
                            parts.for_each(|part| {
                                assert!(fields.parts[part.as_str().unwrap()].is_object(), "{part}");
                            });
                        } else {
                            open.push(shape);
                        }
                    }
                }
                Value::Array(items) => {
                    assert_eq!(items.len(), 1, "{shape}");
                    open.push(&items[0]);
                }
                _ => {
                    let word = shape.as_str().unwrap().trim_end_matches('?');
                    assert!(
                        ["text", "number", "numbers", "decimal", "flag"].contains(&word),
                        "{shape}"
                    );
                }
            }
        }
    }
}
