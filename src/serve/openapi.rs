//! The OpenAPI document, made from the table of what can be asked.

use super::api::{ROUTES, Shape};
use serde_json::{Map, Value, json};

/// The document.
pub(super) fn document() -> Value {
    let paths: Map<String, Value> = ROUTES
        .iter()
        .map(|route| {
            let named = route.path.split('{').skip(1).filter_map(|part| part.split_once('}'));
            let in_path = named.map(|(name, _)| {
                json!({
                    "name": name,
                    "in": "path",
                    "required": true,
                    "schema": { "type": "string" },
                })
            });
            let in_query = route.parameters().map(|parameter| {
                json!({
                    "name": parameter.name,
                    "in": "query",
                    "description": parameter.about,
                    "schema": schema(parameter.shape),
                })
            });
            let answer = json!({
                "description": route.gives,
                "content": { route.kind.split(';').next().unwrap_or_default(): {} },
                "headers": { "ETag": { "schema": { "type": "string" } } },
            });
            let refusal = json!({
                "description": "What is wrong with the question",
                "content": {
                    "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } },
                },
            });
            let get = json!({
                "summary": route.about,
                "parameters": in_path.chain(in_query).collect::<Vec<_>>(),
                "responses": { "200": answer, "400": refusal },
            });
            (route.path.to_owned(), json!({ "get": get }))
        })
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": { "title": "xqdb", "version": env!("CARGO_PKG_VERSION") },
        "paths": paths,
        "components": { "schemas": { "Refusal": refusal() } },
    })
}

fn schema(shape: Shape) -> Value {
    match shape {
        Shape::Text => json!({ "type": "string" }),
        Shape::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Shape::Number => json!({ "type": "integer", "minimum": 0 }),
        Shape::Flag => json!({ "type": "boolean", "default": false }),
        Shape::OneOf(words) => json!({ "type": "string", "enum": words, "default": words[0] }),
    }
}

fn refusal() -> Value {
    let text = || json!({ "type": "string" });
    json!({
        "type": "object",
        "required": ["error"],
        "properties": {
            "error": {
                "type": "object",
                "required": ["code", "message"],
                "properties": {
                    "code": text(),
                    "message": text(),
                    "parameter": text(),
                    "character": { "type": "integer", "minimum": 1 },
                    "span": { "type": "array", "items": { "type": "integer" } },
                    "near": { "type": ["string", "null"] },
                },
            },
        },
    })
}
