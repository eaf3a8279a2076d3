//! `xqdb endings`: games that come to some material, with what success, and how they came there.

use super::render::Align;
use super::samples::{Line, Samples};
use super::scanning::Scanning;
use super::sheet::{Cell, Column, Form, Sheet};
use super::{Context, Status, played, question, samples};
use crate::cli::{EndingsArgs, Moment};
use anyhow::bail;
use xqdb::research::{Armies, Ending, Endings, When, endings as find};
use xqdb::search::{Archive, Query, load, search};

/// Prints games of some material.
///
/// # Errors
/// When an argument cannot be understood or the database cannot be read.
pub(crate) fn endings(context: &Context, args: &EndingsArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let what = lang.argument_material();
    let armies = match Armies::read(&args.material) {
        Ok(Some(armies)) => armies,
        Ok(None) => bail!(lang.argument_wrong(&what, &lang.two_armies_wanted())),
        Err(error) => {
            let text = Armies::question(&args.material);
            return Err(question::refused(&what, &text, &error, lang));
        }
    };
    let when = match args.at {
        Moment::Any => When::Any,
        Moment::End => When::End,
    };
    let filter = question::filter(context, &args.filter, &[])?;
    let archive = question::open_with(context, args.filter.openings.as_deref())?;
    let scanning = Scanning::new(context);
    let matcher = filter.resolve_watched(&archive, &scanning)?;
    let games = search(&archive, &Query::new(matcher.clone()))?.games;
    let found = find(&archive, &games, (&armies, when), &scanning)?;
    scanning.finish();
    let form: Form = args.answer.format().into();
    if args.games {
        let most = if args.limit == 0 { usize::MAX } else { args.limit };
        let listed = &found.games[..most.min(found.games.len())];
        let spare = ["lastTaken", "plies", "kind", "length", "captures", "side"];
        context.print_all(&list(context, &archive, listed)?.of_games(form, context, &spare))?;
        context.tell(&lang.games_found(found.games.len() as u64));
    } else {
        print(context, &armies, &found, form)?;
    }
    question::tell_names(context, &matcher);
    Ok(Status::found(!found.games.is_empty()))
}

/// The scores of the first army.
fn print(context: &Context, armies: &Armies, found: &Endings, form: Form) -> anyhow::Result<()> {
    let lang = context.lang;
    let line = |name: &str, head, sample| Line { name: name.to_owned(), head, sample };
    let mut lines = Vec::new();
    if !armies.are_equal() {
        lines.push(line("red", lang.first_army_is_reds(), &found.red));
        lines.push(line("black", lang.first_army_is_blacks(), &found.black));
    }
    lines.push(line("all", "Σ".to_owned(), &found.all));
    let samples = Samples {
        field: "side",
        head: lang.head_first_army(),
        scores: ["won", "draws", "lost"],
        score_heads: [lang.head_won(), lang.head_draws(), lang.head_lost()],
        lines,
    };
    if form != Form::Table {
        return context.print_all(&samples.for_programs().formed(form, context));
    }
    if !found.games.is_empty() {
        let table = samples.for_people(context);
        context.print_all(&table.text)?;
        table.tell(context);
    }
    samples::tell(context, &found.all);
    Ok(())
}

/// The games, a row each.
fn list(context: &Context, archive: &Archive, endings: &[Ending]) -> anyhow::Result<Sheet> {
    let lang = context.lang;
    let mut columns = vec![Column::new("key", lang.head_key(), Align::Left)];
    columns.extend(played::columns(lang));
    columns.extend([
        Column::new("kind", lang.head_kind(), Align::Left),
        Column::new("side", lang.head_first_army(), Align::Left),
        Column::new("ply", lang.head_ply(), Align::Right),
        Column::new("captures", lang.head_captures(), Align::Right),
        Column::new("lastTaken", lang.head_last_taken(), Align::Left),
        Column::new("length", lang.head_ending_length(), Align::Right),
        Column::new("plies", lang.head_plies(), Align::Right),
    ]);
    let rows = endings.iter().map(|ending| {
        let game = load(archive, ending.game)?;
        let taken = ending.last_taken.map(|piece| piece.fen_letter().to_string());
        let mut row = vec![Cell::text(&game.key)];
        row.extend(played::cells(&game, context));
        row.extend([
            Cell::told(game.kind.as_str(), lang.kind(game.kind)),
            Cell::told(ending.side.as_str(), lang.side(ending.side)),
            Cell::number(ending.ply.into()),
            Cell::number(ending.captures.into()),
            Cell::maybe(taken),
            Cell::number(ending.length.into()),
            Cell::number(ending.plies.into()),
        ]);
        anyhow::Ok(row)
    });
    Ok(Sheet { columns, rows: rows.collect::<anyhow::Result<_>>()? })
}
