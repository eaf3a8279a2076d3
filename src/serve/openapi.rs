//! The OpenAPI document, made from the table of routes.

use super::fields::Fields;
use super::parameters::{Parameter, Shape};
use super::routes::{ROUTES, Route, Work};
use serde_json::{Map, Value, json};

/// The document.
pub(super) fn document() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    let fields = Fields::read();
    for route in ROUTES {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation(route, &fields);
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "xqdb", "version": env!("CARGO_PKG_VERSION") },
        "paths": paths,
        "components": {
            "schemas": { "Refusal": refusal() },
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

fn operation(route: &Route, fields: &Fields) -> Value {
    let named = route.path.split('{').skip(1).filter_map(|part| part.split_once('}'));
    let in_path = named.map(|(name, _)| {
        json!({
            "name": name,
            "in": "path",
            "required": true,
            "schema": { "type": "string" },
        })
    });
    let mut answer = answer(route.gives, route.kind);
    if matches!(route.work, Work::Ask(_)) {
        if let Some(schema) = fields.schema(route.path) {
            answer["content"]["application/json"]["schema"] = schema;
        }
        answer["headers"] = json!({ "ETag": { "schema": { "type": "string" } } });
    }
    let mut method = json!({
        "summary": route.about,
        "parameters": in_path.chain(route.parameters().map(in_query)).collect::<Vec<_>>(),
        "responses": { route.status.to_string(): answer, "400": refusal_answer() },
    });
    if route.is_guarded {
        method["security"] = json!([{ "token": [] }]);
    }
    if let Some((kind, about)) = route.takes {
        method["requestBody"] = json!({
            "description": about,
            "required": true,
            "content": { kind.split(';').next().unwrap_or_default(): {} },
        });
    }
    method
}

fn in_query(parameter: &Parameter) -> Value {
    json!({
        "name": parameter.name,
        "in": "query",
        "description": parameter.about,
        "schema": schema(parameter.shape),
    })
}

fn answer(gives: &str, kind: &str) -> Value {
    json!({
        "description": gives,
        "content": { kind.split(';').next().unwrap_or_default(): {} },
    })
}

fn refusal_answer() -> Value {
    json!({
        "description": "What is wrong with the question",
        "content": {
            "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } },
        },
    })
}

fn schema(shape: Shape) -> Value {
    match shape {
        Shape::Text => json!({ "type": "string" }),
        Shape::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Shape::Number { usual, most } => {
            let mut schema = json!({ "type": "integer", "minimum": 0, "maximum": most });
            if let Some(usual) = usual {
                schema["default"] = json!(usual);
            }
            schema
        }
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
