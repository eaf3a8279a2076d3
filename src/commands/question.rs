//! What `search`, `explore` and `export` share: the arguments of a question, typed.

use super::Context;
use crate::cli::{FilterArgs, Mirror, PositionArgs, Selection, Sort};
use crate::notation::{self, Reading};
use crate::replay::{Kind, parse_result};
use crate::search::{Archive, Filter, Mirroring, Order, Query};
use crate::text::{LaxDate, parse_date};
use crate::xiangqi::{Move, Position};
use anyhow::{Context as _, anyhow, bail};

/// Opens the database of the context for questions.
pub(super) fn open(context: &Context) -> anyhow::Result<Archive> {
    let db = context.db.display();
    if !context.db.exists() {
        bail!(
            "there is no database `{db}`; make one with `xqdb import PATH`, or name one with --db"
        );
    }
    Archive::open(&context.db).with_context(|| format!("cannot open the database `{db}`"))
}

/// Opens the database, and reads which games are wanted of it.
pub(super) fn query(context: &Context, args: &Selection) -> anyhow::Result<(Archive, Query)> {
    let asked = position(&args.position)?;
    let filter = filter(&args.filter, &[])?;
    let archive = open(context)?;
    let query = Query {
        line: args.in_order.then(|| (asked.start.clone(), asked.moves.clone())),
        position: asked.is_said.then(|| asked.position.clone()),
        mirroring: mirroring(args.position.mirror),
        variations: args.filter.variations,
        matcher: filter.resolve(&archive)?,
        order: match args.sort {
            Sort::Date => Order::Date,
            Sort::Newest => Order::Newest,
            Sort::Key => Order::Key,
            Sort::Plies => Order::Plies,
        },
    };
    Ok((archive, query))
}

/// A position and how it was reached.
pub(super) struct Asked {
    /// Where the moves begin.
    pub(super) start: Position,
    /// The moves.
    pub(super) moves: Vec<Move>,
    /// Where they lead.
    pub(super) position: Position,
    /// Something was said at all.
    pub(super) is_said: bool,
}

/// Reads `--fen` and `--moves`.
pub(super) fn position(args: &PositionArgs) -> anyhow::Result<Asked> {
    let start = match &args.fen {
        None => Position::start(),
        Some(fen) => Position::from_fen(fen).map_err(|error| anyhow!("--fen: {error}"))?,
    };
    let mut position = start.clone();
    let mut moves = Vec::new();
    for (index, token) in tokens(args.moves.as_deref().unwrap_or_default()).enumerate() {
        let mv = match notation::read(token, &position) {
            Reading::One(mv) => mv,
            Reading::Several(readings) => {
                let listed: Vec<String> = readings.iter().map(Move::to_string).collect();
                bail!(
                    "--moves: `{token}` (move {}) can mean {}; write one of them",
                    index + 1,
                    listed.join(", ")
                );
            }
            Reading::None(why) => {
                let near = notation::near_readings(token, &position);
                let hint = match near.is_empty() {
                    true => String::new(),
                    false => {
                        let near: Vec<&str> = near.iter().map(|(_, text)| text.as_str()).collect();
                        format!("; near it: {}", near.join(", "))
                    }
                };
                bail!(
                    "--moves: `{token}` (move {}): {why}{hint}\n  in {}",
                    index + 1,
                    position.to_fen()
                );
            }
        };
        position.play(mv);
        moves.push(mv);
    }
    let is_said = args.fen.is_some() || !moves.is_empty();
    Ok(Asked { start, moves, position, is_said })
}

/// Moves of a line, numbers and fillers left out.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',')
        .map(|word| {
            let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
            if bare.len() < word.len() && bare.starts_with(['.', '、', '．']) {
                bare.trim_start_matches(['.', '、', '．', '…'])
            } else {
                word
            }
        })
        .filter(|word| !word.is_empty() && !word.chars().all(|c| matches!(c, '.' | '…')))
}

pub(super) fn mirroring(mirror: Mirror) -> Mirroring {
    match mirror {
        Mirror::Exact => Mirroring::Exact,
        Mirror::Any => Mirroring::Any,
    }
}

/// Reads the filter arguments. `default_kinds` are meant when no kind is named.
pub(super) fn filter(args: &FilterArgs, default_kinds: &[Kind]) -> anyhow::Result<Filter> {
    let date = |name: &str, text: &Option<String>| -> anyhow::Result<Option<LaxDate>> {
        text.as_deref()
            .map(|text| {
                let year = text.parse().ok().and_then(|year| LaxDate::new(year, 0, 0));
                year.or_else(|| parse_date(text)).ok_or_else(|| {
                    anyhow!("{name}: `{text}` is no date; write 1960, 1960-05 or 1960-05-01")
                })
            })
            .transpose()
    };
    let result = args.result.as_deref().map(|text| {
        parse_result(text)
            .ok_or_else(|| anyhow!("--result: `{text}` is none of 1-0, 0-1, 1/2-1/2, *"))
    });
    let mut kinds = Vec::new();
    for name in args.kind.iter().flat_map(|names| names.split(',')) {
        if name == "all" {
            kinds.extend(Kind::ALL);
        } else {
            let all = "game, handicap, opening, endgame, composed, position or all";
            kinds.push(
                Kind::from_name(name)
                    .ok_or_else(|| anyhow!("--kind: `{name}` is none of {all}"))?,
            );
        }
    }
    Ok(Filter {
        players: args.player.clone(),
        red: args.red.clone(),
        black: args.black.clone(),
        event: args.event.clone(),
        since: date("--since", &args.since)?,
        until: date("--until", &args.until)?,
        result: result.transpose()?,
        kinds: if kinds.is_empty() { default_kinds.to_vec() } else { kinds },
        source: args.source.clone(),
        min_plies: args.min_plies,
        text: args.text.clone(),
    })
}
