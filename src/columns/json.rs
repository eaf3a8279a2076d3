//! JSON in columns.

use serde_json::{Map, Value};

/// An object as text; nothing for an empty one.
pub(super) fn object(object: Map<String, Value>) -> Option<String> {
    (!object.is_empty()).then(|| Value::Object(object).to_string())
}
