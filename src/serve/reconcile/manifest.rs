//! What the service says of itself, and of the properties that it knows.

use super::asked::{BATCH, Sort};
use serde_json::{Value, json};

/// Where the service lies.
pub(super) const ROOT: &str = "/reconcile";

/// Properties by which names are told apart, and what they are called.
const PROPERTIES: [(&str, &str); 2] = [("year", "Year"), ("team", "Team")];

/// The manifest of a service at this address, which stands for the archive of this name.
pub(super) fn manifest(address: &str, archive: &str) -> Value {
    let base = format!("http://{address}{ROOT}");
    let suggest =
        |what: &str| json!({ "service_url": base, "service_path": format!("/suggest/{what}") });
    json!({
        "versions": ["0.1", "0.2"],
        "name": format!("xqdb {archive}"),
        "identifierSpace": "urn:xqdb:name",
        "schemaSpace": "urn:xqdb:type",
        "defaultTypes": Sort::ALL.map(|sort| json!({ "id": sort.id(), "name": sort.id() })),
        "view": { "url": format!("{base}/view?id={{{{id}}}}") },
        "suggest": {
            "entity": suggest("entity"),
            "property": suggest("property"),
            "type": suggest("type"),
        },
        "batchSize": BATCH / 4,
    })
}

/// The types that begin so.
pub(super) fn types(prefix: &str) -> Value {
    suggested(prefix, &Sort::ALL.map(|sort| (sort.id(), sort.id())))
}

/// The properties that begin so.
pub(super) fn properties(prefix: &str) -> Value {
    suggested(prefix, &PROPERTIES)
}

fn suggested(prefix: &str, known: &[(&str, &str)]) -> Value {
    let prefix = prefix.trim().to_lowercase();
    let known = known.iter().filter(|(_, name)| name.to_lowercase().starts_with(&prefix));
    let values = known.map(|(id, name)| json!({ "id": id, "name": name }));
    json!({ "result": values.collect::<Vec<Value>>() })
}
