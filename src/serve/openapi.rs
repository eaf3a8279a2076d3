//! The OpenAPI document, made from the table of routes.

use super::routes::{ROUTES, Route, Work};
use serde_json::{Map, Value, json};
use xqdb::answers;
use xqdb::search::parameters::{Parameter, ParameterShape};

/// The document.
pub(super) fn document() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for route in ROUTES.iter() {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation(route);
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

fn operation(route: &Route) -> Value {
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
        if let Ok(shape) = serde_json::from_str(route.shape) {
            answer["content"]["application/json"]["schema"] = schema_of(&shape);
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
        "schema": schema(&parameter.shape),
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

fn schema(shape: &ParameterShape) -> Value {
    match shape {
        ParameterShape::Text => json!({ "type": "string" }),
        ParameterShape::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        ParameterShape::Number { usual, most } => {
            let mut schema = json!({ "type": "integer", "minimum": 0, "maximum": most });
            if let Some(usual) = usual {
                schema["default"] = json!(usual);
            }
            schema
        }
        ParameterShape::Flag => json!({ "type": "boolean", "default": false }),
        ParameterShape::OneOf { usual, .. } => {
            let mut schema = json!({ "type": "string", "enum": shape.words().collect::<Vec<_>>() });
            if !usual.is_empty() {
                schema["default"] = json!(usual);
            }
            schema
        }
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

/// JSON schema of the shape of an answer, whose form the head of `routes.tsv` explains.
fn schema_of(shape: &Value) -> Value {
    match shape {
        Value::Array(items) => json!({ "type": "array", "items": schema_of(&items[0]) }),
        Value::Object(fields) if fields.contains_key("*") => {
            json!({ "type": "object", "additionalProperties": schema_of(&shape["*"]) })
        }
        Value::Object(fields) => {
            let mut object = fields.get("+").map_or_else(
                || json!({ "type": "object", "properties": {}, "required": [], "additionalProperties": false }),
                schema_of,
            );
            for (name, shape) in fields.iter().filter(|(name, _)| *name != "+") {
                let bare = name.trim_end_matches('?');
                object["properties"][bare] = schema_of(shape);
                if let Some(required) = object["required"].as_array_mut()
                    && bare == name
                    && !required.iter().any(|known| known == bare)
                {
                    required.push(json!(bare));
                }
            }
            object
        }
        _ => {
            let name = shape.as_str().unwrap_or_default();
            if name == "any" {
                return json!({});
            }
            let kind = match name.trim_end_matches('?') {
                "text" => "string",
                "number" => "integer",
                "decimal" => "number",
                "flag" => "boolean",
                described => {
                    let described = described.trim_start_matches('#');
                    return answers::schema(described).unwrap_or_default();
                }
            };
            if name.ends_with('?') {
                json!({ "type": [kind, "null"] })
            } else {
                json!({ "type": kind })
            }
        }
    }
}
