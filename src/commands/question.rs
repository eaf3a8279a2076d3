//! What `search`, `explore` and `export` share: the arguments of a question, typed.

use super::Context;
use crate::cli::{FilterArgs, Mirror, PositionArgs, Selection, Sort};
use anyhow::{Context as _, anyhow, bail};
use std::ops::Range;
use xqdb::metadata::{Kind, LaxDate, parse_date, parse_result};
use xqdb::notation::{self, Solution, System, Verdict};
use xqdb::search::{Archive, Filter, Mirroring, Order, Query};
use xqdb::xiangqi::{Move, Position};

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

/// Opens the database, and reads which games are wanted of it. `places` are those of the list that are shown.
pub(super) fn query(
    context: &Context,
    args: &Selection,
    notation: &System,
    places: Range<usize>,
) -> anyhow::Result<(Archive, Query)> {
    let asked = position(&args.position, notation)?;
    let filter = filter(&args.filter, &[])?;
    let archive = open(context)?;
    let query = Query {
        line: args.in_order.then(|| (asked.start.clone(), asked.moves.clone())),
        position: asked.is_said.then(|| asked.position.clone()),
        contains: args
            .contains
            .as_deref()
            .map(|board| board.parse().map_err(|error| anyhow!("--contains: {error}")))
            .transpose()?,
        mirroring: mirroring(args.position.mirror),
        variations: args.filter.variations,
        matcher: filter.resolve(&archive)?,
        order: match args.sort {
            Sort::Date => Order::Date,
            Sort::Newest => Order::Newest,
            Sort::Key => Order::Key,
            Sort::Plies => Order::Plies,
        },
        places,
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

/// Reads `--fen` and `--moves`; the moves in `notation` where that cannot be found out from them.
pub(super) fn position(args: &PositionArgs, notation: &System) -> anyhow::Result<Asked> {
    let start = match &args.fen {
        None => Position::start(),
        Some(fen) => Position::from_fen(fen).map_err(|error| anyhow!("--fen: {error}"))?,
    };
    let moves = moves(args.moves.as_deref().unwrap_or_default(), notation, &start)?;
    let mut position = start.clone();
    for &mv in &moves {
        position.play_unchecked(mv);
    }
    let is_said = args.fen.is_some() || !moves.is_empty();
    Ok(Asked { start, moves, position, is_said })
}

fn moves(text: &str, notation: &System, start: &Position) -> anyhow::Result<Vec<Move>> {
    let from = match notation {
        System::Row(row) if row.is_automatic => &System::Auto,
        other => other,
    };
    let tokens = notation::tokens(text);
    let found = notation::understand(from, &tokens, start);
    let Some(best) = found.candidates.first() else { return Ok(Vec::new()) };
    match &best.solution {
        Solution::Unique(moves) if found.verdict == Verdict::Decided => Ok(moves.clone()),
        Solution::Unique(_) => {
            let systems: Vec<String> =
                found.candidates.iter().map(|candidate| candidate.systems.join(" or ")).collect();
            bail!(
                "--moves: they can be played in several notations; name one with --notation: {}",
                systems.join(", ")
            );
        }
        Solution::Several { lines, .. } => {
            let ply =
                (0..tokens.len()).find(|&ply| lines.iter().any(|line| line[ply] != lines[0][ply]));
            let ply = ply.unwrap_or(0);
            let mut readings: Vec<String> =
                lines.iter().map(|line| line[ply].to_string()).collect();
            readings.sort();
            readings.dedup();
            bail!(
                "--moves: `{}` (move {}) can mean {}; write one of them",
                tokens[ply],
                ply + 1,
                readings.join(", ")
            );
        }
        Solution::TooMany { ply } => {
            bail!(
                "--moves: they can be played in too many ways at move {ply}; write them in another notation"
            );
        }
        Solution::None { played, why, .. } => {
            let mut position = start.clone();
            for &mv in played {
                position.play_unchecked(mv);
            }
            let token = tokens[played.len()];
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
                played.len() + 1,
                position.to_fen()
            );
        }
    }
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
