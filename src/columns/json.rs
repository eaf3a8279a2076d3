//! JSON in columns.

use serde_json::{Map, Value};

/// An object as text; nothing for an empty one.
pub(super) fn object(object: Map<String, Value>) -> Option<String> {
    (!object.is_empty()).then(|| Value::Object(object).to_string())
}

/// A list as text; nothing for an empty one.
pub(super) fn list(list: &[impl serde::Serialize]) -> Option<String> {
    (!list.is_empty()).then(|| text(list))
}

/// A value as text.
pub(super) fn text(value: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("plain data always serialises")
}
