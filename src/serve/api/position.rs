//! Answers about a position, a typed text, the query language, and the texts of the page.

use super::super::asking::Asking;
use super::super::refusal::Refusal;
use super::super::reply::{Reply, SVG};
use crate::messages::Lang;
use crate::questions::typed::{TypedFault, Typist, Understood, impossible};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use xqdb::answers::{PatternFound, Suggestion, patterns as patterns_known, suggestions};
use xqdb::diagram::{Coordinates, Diagram, Letters, Theme};
use xqdb::metadata::GameResult;
use xqdb::notation::System;
use xqdb::opening::Family;
use xqdb::query::{Library, Query, vocabulary};
use xqdb::search::NameClass;
use xqdb::xiangqi::{Ending, Move, Piece, Position, Square};

/// Answers with a position.
pub(in crate::serve) fn position(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    Ok(Reply::Json(place(asking)?))
}

/// The position of the question, its pieces, the moves that led to it, and its legal moves.
pub(super) fn place(asking: &Asking<'_>) -> Result<Value, Refusal> {
    let notation = asking.params.notation()?;
    let line = asking.params.line()?;
    let position = &line.position;
    let table = asking.archive.openings();
    let code = line.start.is_start().then(|| table.code(line.moves.iter().copied())).flatten();
    let opening = code.and_then(|code| table.opening(code)).map(|opening| {
        json!({
            "code": opening.code,
            "name": opening.name,
            "traditional": opening.traditional,
            "english": opening.english,
        })
    });
    let pieces: Map<String, Value> = position
        .board()
        .pieces()
        .map(|(square, piece)| (square.to_string(), json!(piece.fen_letter().to_string())))
        .collect();
    let mut legal: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for mv in position.legal_moves() {
        legal.entry(mv.from.to_string()).or_default().push(mv.to.to_string());
    }
    Ok(json!({
        "fen": position.to_fen(),
        "start": (!line.start.is_start()).then(|| line.start.to_fen()),
        "side": position.side().as_str(),
        "line": spelled(&line.start, &line.moves, &notation),
        "pieces": pieces,
        "legal": legal,
        "check": position.is_check(),
        "ending": position.ending().map(ending),
        "opening": opening,
        "mirror": position.mirror().to_fen(),
        "impossible": impossible(position, asking.lang),
    }))
}

fn ending(ending: Ending) -> Value {
    let (how, loser) = match ending {
        Ending::Checkmate { loser } => ("checkmate", loser),
        Ending::Stalemate { loser } => ("stalemate", loser),
    };
    json!({ "how": how, "loser": loser.as_str() })
}

/// Moves as coordinates and in a notation.
fn spelled(start: &Position, moves: &[Move], notation: &System) -> Vec<Value> {
    let mut position = start.clone();
    let spelled = moves.iter().map(|&mv| {
        let san = notation.write(mv, &position);
        position.play_unchecked(mv);
        json!({ "uci": mv.to_string(), "san": san })
    });
    spelled.collect()
}

/// Largest number of arrows on a board; more would hide it.
const MOST_ARROWS: usize = 16;

/// Answers with a picture of a position.
pub(in crate::serve) fn picture(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let line = asking.params.line()?;
    draw(asking, &line.position, line.moves.last().copied())
}

/// Draws a position as the parameters say; the move `last` is marked unless they name another.
pub(super) fn draw(
    asking: &Asking<'_>,
    position: &Position,
    last: Option<Move>,
) -> Result<Reply, Refusal> {
    let params = asking.params;
    let is_mirrored = asking.params.flag("mirrored")?;
    let seen = |mv: Move| if is_mirrored { mv.mirror() } else { mv };
    let position = &if is_mirrored { position.mirror() } else { position.clone() };
    let last = params.one("last").map_or(Ok(last), |text| one_move("last", text).map(Some))?;
    let coordinates =
        [Coordinates::Chinese, Coordinates::Figures, Coordinates::Iccs, Coordinates::None];
    let themes = [Theme::Auto, Theme::Light, Theme::Dark, Theme::Print];
    let mut diagram = Diagram {
        letters: letters(asking)?,
        coordinates: params.choice("coordinates", coordinates)?,
        theme: params.choice("theme", themes)?,
        is_flipped: params.flag("flipped")?,
        last: last.map(seen),
        ..Diagram::new(position)
    };
    if let Some(from) = params.one("from") {
        let from: Square = from.parse().map_err(|_| {
            let from = from.to_owned();
            Refusal::parameter("from", move |lang| lang.no_point(&from))
        })?;
        let legal = position.legal_moves();
        let from = if is_mirrored { from.mirror() } else { from };
        diagram.targets = legal.iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect();
    }
    if let Some(arrows) = params.one("arrows") {
        let arrows = arrows.split(',').take(MOST_ARROWS);
        let arrows = arrows.map(|text| one_move("arrows", text).map(seen));
        diagram.arrows = arrows.collect::<Result<_, _>>()?;
    }
    Ok(Reply::shown(SVG, diagram.to_svg()))
}

/// Script of the pieces that the question asks for.
pub(super) fn letters(asking: &Asking<'_>) -> Result<Letters, Refusal> {
    use Letters::{Figures, Latin, Simplified, Traditional};
    Ok(asking.params.choice("letters", [Traditional, Simplified, Latin, Figures])?)
}

fn one_move(name: &str, text: &str) -> Result<Move, Refusal> {
    text.parse().map_err(|_| {
        let text = text.to_owned();
        Refusal::parameter(name, move |lang| lang.no_move(&text))
    })
}

/// Reader of the typed text, and the text.
fn typist<'a>(asking: &'a Asking<'_>, most: usize) -> Result<(Typist<'a>, &'a str), Refusal> {
    let (archive, lang, params) = (asking.archive, asking.lang, asking.params);
    let (line, notation) = (params.line()?, params.notation()?);
    let text = params.one("text").unwrap_or_default();
    Ok((Typist { archive, lang, notation, line, most }, text))
}

/// Answers with the first meaning of a text.
pub(in crate::serve) fn read(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let (typist, text) = typist(asking, 1)?;
    let Understood { groups, unread, .. } = typist.understand(text)?;
    if let Some((is, meaning)) =
        groups.into_iter().find_map(|(is, all)| Some((is, all.into_iter().next()?)))
    {
        let mut answer = json!({ "is": is, "address": meaning.suggestion.address });
        for (name, value) in meaning.fields.into_iter().filter(|(name, _)| *name != "view") {
            answer[name] = json!(value);
        }
        if is == "query" {
            answer["normal"] = json!(meaning.suggestion.note);
        }
        return Ok(Reply::Json(answer));
    }
    let unread = unread.unwrap_or(TypedFault::Empty);
    Err(match &unread {
        TypedFault::Query(error) => {
            Refusal::query("text", error.clone()).explained(move |lang| unread.message(lang))
        }
        _ => Refusal::parameter("text", move |lang| unread.message(lang)),
    })
}

/// Answers with all meanings of a text, by their sort.
pub(in crate::serve) fn suggest(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let (typist, text) = typist(asking, asking.params.number("limit")?)?;
    let sort = asking.params.one("sort");
    let sorts: Vec<NameClass> =
        NameClass::ALL.into_iter().filter(|it| sort == Some(it.as_str())).collect();
    let Understood { groups, unread, .. } = match sorts.is_empty() {
        true => typist.understand(text)?,
        false => typist.names(text, &sorts)?,
    };
    let groups = groups.into_iter().map(|(sort, all)| {
        let all: Vec<Suggestion> = all.into_iter().map(|meaning| meaning.suggestion).collect();
        json!({ "sort": sort, "suggestions": suggestions().objects(&all) })
    });
    let message = unread.map(|unread| unread.message(asking.lang));
    Ok(Reply::Json(json!({ "groups": groups.collect::<Vec<_>>(), "told": message })))
}

/// Answers with all words of the query language and all names of patterns.
pub(in crate::serve) fn words(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let lang = asking.lang;
    let words = vocabulary().map(|(text, sort)| json!({ "text": text, "sort": sort.as_str() }));
    let names = Library::prelude().patterns().iter().flat_map(|pattern| {
        let meaning = (!pattern.meaning.is_empty()).then(|| lang.meaning(pattern.meaning));
        pattern
            .names
            .iter()
            .map(move |name| json!({ "text": name, "sort": "pattern", "meaning": meaning }))
    });
    Ok(Reply::Json(json!({ "words": words.chain(names).collect::<Vec<Value>>() })))
}

/// Answers with the normal form of a query, without evaluating it; a faulty query is answered with
/// its fault.
pub(in crate::serve) fn query(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let text = asking.params.one("text").unwrap_or_default();
    Ok(Reply::Json(match Query::read(text, Library::prelude()) {
        Ok(query) => json!({
            "normal": query.condition().to_string(),
            "patterns": query.condition().patterns(),
        }),
        Err(error) => Refusal::query("text", error).into_json(asking.lang),
    }))
}

/// Answers with the patterns of the prelude.
pub(in crate::serve) fn patterns(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let answer = patterns_known();
    let patterns = Library::prelude().patterns().iter().map(|pattern| {
        let row = PatternFound { pattern: pattern.clone(), games: None, first: None };
        let mut row = answer.object(&row);
        let meaning = (!pattern.meaning.is_empty()).then(|| asking.lang.meaning(pattern.meaning));
        row.insert("meaning".to_owned(), json!(meaning));
        row
    });
    Ok(Reply::Json(json!({ "patterns": patterns.collect::<Vec<_>>() })))
}

/// Answers with the texts of the page in a language, by name.
pub(in crate::serve) fn texts(asking: &Asking<'_>) -> Result<Reply, Refusal> {
    let lang = asking.lang;
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
    texts.extend(
        Family::all()
            .iter()
            .map(|family| (format!("family-{}", family.codes()), json!(lang.family_name(family)))),
    );
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        if let Some(known) = GameResult::from_name(result) {
            texts.insert(format!("result-{result}"), json!(lang.result(known)));
        }
    }
    Ok(Reply::Json(json!({ "lang": lang.tag(), "texts": texts })))
}
