//! `xqdb first`: who first played a move here, or came to this position; with the doubt of the
//! dates, the next after it, and what would change the answer.

use super::render::Align;
use super::scanning::Scanning;
use super::sheet::{Cell, Column, Sheet};
use super::{Context, Status, line, question};
use crate::book::{marked, marked_result};
use crate::cli::FirstArgs;
use crate::messages::Lang;
use serde_json::json;
use xqdb::metadata::Kind;
use xqdb::research::{First, FirstGame, Sought, Standing, first as find};
use xqdb::search::{Archive, load};

/// Prints who was first.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub(crate) fn first(context: &Context, args: &FirstArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let notation = context.system(&args.answer.notation)?;
    let asked = line::position(&args.position, &notation, lang)?;
    let wanted = args.mv.as_deref();
    let mv = wanted
        .map(|text| line::one_move("--move", text, &notation, &asked.position, lang))
        .transpose()?;
    let mirroring = question::mirroring(args.position.mirror);
    let position = (asked.is_said || mv.is_some()).then_some(asked.position);
    let mut filter = question::filter(context, &args.filter, &[])?;
    let kinds = if filter.kinds.is_empty() { vec![Kind::Game] } else { filter.kinds.clone() };
    filter.through = position.clone().map(|position| (vec![position], mirroring));
    let archive = question::open_with(context, args.filter.openings.as_deref())?;
    let scanning = Scanning::new(context);
    let matcher = filter.resolve_watched(&archive, &scanning)?;
    scanning.finish();
    let variations = args.filter.variations;
    let sought = Sought { position, mv, mirroring, variations, kinds };
    let most = if args.limit == 0 { usize::MAX } else { args.limit };
    let found = find(&archive, &matcher, &sought, most)?;
    let sheet = sheet(context, &archive, &found)?;
    let spare = ["kind", "event", "mirrored", "result", "doubt", "ply"];
    context.print_all(&sheet.of_games(args.answer.format().into(), context, &spare))?;
    tell(context, &found);
    question::tell_names(context, &matcher);
    Ok(Status::found(found.count > 0))
}

fn sheet(context: &Context, archive: &Archive, found: &First) -> anyhow::Result<Sheet> {
    let lang = context.lang;
    let columns = vec![
        Column::new("standing", lang.head_standing(), Align::Left),
        Column::new("date", lang.head_date(), Align::Left),
        Column::new("red", lang.head_red(), Align::Left),
        Column::new("black", lang.head_black(), Align::Left),
        Column::new("event", lang.head_event(), Align::Left),
        Column::new("kind", lang.head_kind(), Align::Left),
        Column::new("result", lang.head_result(), Align::Left),
        Column::new("ply", lang.head_ply(), Align::Right),
        Column::new("mirrored", lang.head_mirrored(), Align::Left),
        Column::new("doubt", lang.head_doubt(), Align::Left),
        Column::new("key", lang.head_key(), Align::Left),
    ];
    let rows = found.games.iter().map(|game| cells(context, archive, game));
    Ok(Sheet { columns, rows: rows.collect::<anyhow::Result<_>>()? })
}

fn cells(context: &Context, archive: &Archive, found: &FirstGame) -> anyhow::Result<Vec<Cell>> {
    let lang = context.lang;
    let game = load(archive, found.game)?;
    let field = |name: &str, stated: &Option<String>| {
        let shown = marked(&game, name, stated.as_deref()).text;
        Cell::valued(json!(stated), shown)
    };
    let date = found.date.date().map(|date| date.to_string());
    let shown = marked(&game, "Date", date.as_deref()).text;
    let doubts: Vec<&str> =
        found.other_dates.iter().chain(&found.doubts).map(String::as_str).collect();
    let said = found.other_dates.iter().map(|date| lang.a_witness_says(date));
    let said: Vec<String> =
        said.chain(found.doubts.iter().map(|doubt| lang.doubt(doubt))).collect();
    Ok(vec![
        Cell::told(found.standing.name(), lang.standing(found.standing)),
        Cell::valued(json!(date), shown),
        field("Red", &game.red),
        field("Black", &game.black),
        Cell::valued(json!(game.event), game.event.clone().unwrap_or_default()),
        Cell::told(game.kind.as_str(), lang.kind(game.kind)),
        Cell::told(game.result.as_str(), marked_result(&game, context.lang).text),
        Cell::valued(
            json!(found.ply),
            found.ply.map_or_else(|| "-".to_owned(), |ply| ply.to_string()),
        ),
        Cell::tick(found.is_mirrored, lang),
        Cell::valued(json!(doubts), said.join("; ")),
        Cell::text(&game.key),
    ])
}

/// A sentence about a number of games.
type Sentence = fn(Lang, u64) -> String;

/// What stands below the table: how many games there are, and what would change the answer.
fn tell(context: &Context, found: &First) {
    let lang = context.lang;
    let mut line = lang.games_found(found.count);
    if found.copies > 0 {
        line += &lang.games_copied(found.copies);
    }
    context.tell(&line);
    let count = |standing| found.count_of(standing);
    let doubtful = (count(Standing::Doubtful), found.doubtful_later);
    let changes: [(u64, Sentence); 5] = [
        (count(Standing::MayBeFirst), Lang::first_may_be_several),
        (doubtful.0, Lang::first_if_doubtful),
        (doubtful.1, Lang::first_doubtful_later),
        (count(Standing::OtherKind), Lang::first_other_kinds),
        (count(Standing::Undated), Lang::first_if_undated),
    ];
    for (games, sentence) in changes.into_iter().filter(|(games, _)| *games > 0) {
        context.tell(&sentence(lang, games));
    }
}
