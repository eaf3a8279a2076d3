//! The words of the page.

use super::super::answer::Answer;
use super::super::asking::Asking;
use super::super::refusal::Refusal;
use crate::messages::Lang;
use serde_json::{Map, Value, json};
use xqdb::diagram::Letters;
use xqdb::metadata::{GameResult, Kind, Status};
use xqdb::people::Relation;
use xqdb::xiangqi::Piece;

/// All words, by name.
pub(super) fn texts(asking: &Asking<'_>) -> Result<Answer, Refusal> {
    let lang = asking.lang();
    let mut texts: Map<String, Value> =
        lang.texts_of_page().map(|(name, text)| (name, json!(text))).collect();
    let letters = match lang {
        Lang::ZhHans => Letters::Simplified,
        Lang::En | Lang::ZhHant => Letters::Traditional,
    };
    texts.extend(
        Piece::all()
            .map(|piece| (format!("letter-{}", piece.fen_letter()), json!(letters.of(piece)))),
    );
    let kinds = Kind::ALL.map(|kind| (format!("kind-{}", kind.as_str()), json!(lang.kind(kind))));
    texts.extend(kinds);
    let relations = Relation::ALL.iter().map(|relation| relation.name()).chain(["decided"]);
    texts.extend(
        relations.map(|name| (format!("relation-{name}"), json!(lang.relation_named(name)))),
    );
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        if let Some(known) = GameResult::from_name(result) {
            texts.insert(format!("result-{result}"), json!(lang.result(known)));
        }
    }
    for status in ["ok", "partial", "empty", "rejected"] {
        if let Some(known) = Status::from_name(status) {
            texts.insert(format!("status-{status}"), json!(lang.status(known)));
        }
    }
    Ok(Answer::Json(json!({ "lang": lang.tag(), "texts": texts })))
}
