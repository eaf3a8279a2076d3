//! `xqdb diff`: the differences between two databases, game by game.

use super::values::{ValueList, itself};
use super::{Context, Status, question};
use crate::book::headline;
use crate::cli::DiffArgs;
use serde_json::{Map, Value, json};
use xqdb::answers::differences as difference_rows;
use xqdb::search::{Archive, ChangedGame, Difference, FieldChange, GameRow, differences};
use xqdb::store::Testimony;
use xqdb::text::hex;

/// Number of rows laid out together: columns are as wide as their widest cell.
const TOGETHER: usize = 1_000;

/// Kinds of change: a sign for people, a word for programs.
const CHANGES: [(&str, &str); 3] = [("-", "went"), ("+", "came"), ("~", "changed")];

/// Lists the differences between two databases.
pub(crate) fn diff(context: &Context, args: &DiffArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let lay = question::lay(context);
    let before = question::open_file(context, &args.before, lay)?;
    let after = question::open_file(context, &args.after, lay)?;
    let mut table = context.table("- key game difference").keeping(&[0, 1]);
    let mut counts = [0; 3];
    let mut values = ValueList::new(context, args.answer.layout(), difference_rows(), itself)?;
    differences(&before, &after, &mut |difference| {
        counts[parts(&difference).0] += 1;
        if !values.is_page() {
            return values.value(&object(&difference, [&before, &after])?);
        }
        table.row(cells(&difference, context));
        match table.waiting() > TOGETHER {
            true => values.write(table.render_waiting().as_bytes()),
            false => Ok(()),
        }
    })?;
    let [went, came, changed] = counts;
    let is_any = went + came + changed > 0;
    if is_any && values.is_page() {
        values.write(table.render_waiting().as_bytes())?;
    }
    values.end()?;
    context.tell(&lang.diff_counted(came, went, changed));
    Ok(Status::found(is_any))
}

/// Index of a difference in [`CHANGES`], and its game.
fn parts(difference: &Difference) -> (usize, &GameRow) {
    match difference {
        Difference::Went(game) => (0, game),
        Difference::Came(game) => (1, game),
        Difference::ChangedGame(changed) => (2, &changed.game),
    }
}

fn cells(difference: &Difference, context: &Context) -> Vec<String> {
    let (change, game) = parts(difference);
    let what = match difference {
        Difference::ChangedGame(changed) => describe(changed, context),
        _ => String::new(),
    };
    vec![CHANGES[change].0.to_owned(), game.key.clone(), headline(game), what]
}

/// The changes of a game, as a line.
fn describe(changed: &ChangedGame, context: &Context) -> String {
    let shown = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    let field = |change: &FieldChange| {
        format!("{} {} → {}", change.field, shown(&change.before), shown(&change.after))
    };
    let mut parts: Vec<String> = changed.fields.iter().map(field).collect();
    let (went, came) = (changed.went.len() as u64, changed.came.len() as u64);
    if went + came > 0 {
        parts.push(context.lang.witnesses_changed(came, went));
    }
    parts.join("; ")
}

fn object(difference: &Difference, archives: [&Archive; 2]) -> anyhow::Result<Value> {
    let (change, game) = parts(difference);
    let mut object = json!({
        "change": CHANGES[change].1,
        "game": game.key,
        "date": game.date,
        "red": game.red,
        "black": game.black,
        "result": game.result,
    });
    if let Difference::ChangedGame(ChangedGame { fields, went, came, .. }) = difference {
        let fields: Map<String, Value> = fields
            .iter()
            .map(|change| (change.field.to_owned(), json!([change.before, change.after])))
            .collect();
        object["fields"] = fields.into();
        object["witnesses"] = json!({
            "went": witnesses(went, archives[0])?,
            "came": witnesses(came, archives[1])?,
        });
    }
    Ok(object)
}

/// Witnesses as JSON: hash of the file's content, number of the record, and paths of the file.
fn witnesses(testimonies: &[Testimony], archive: &Archive) -> anyhow::Result<Value> {
    let one = |testimony: &Testimony| -> anyhow::Result<Value> {
        let places = archive.snapshot().places_of_content(&testimony.hash)?;
        Ok(json!({ "hash": hex(&testimony.hash), "record": testimony.record, "places": places }))
    };
    testimonies.iter().map(one).collect()
}
