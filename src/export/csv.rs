//! CSV: one line for each record, the main line only.
//!
//! The columns are those of [`columns`], with `path`, `member` and `record` for records of files,
//! and `key` and `kind` for games of the database. Moves are coordinates separated by blanks; the
//! start is a FEN, empty for the standard start. `status` and `error` describe damage, also of
//! variations.
//!
//! Dates are `1990-01-12`, as far as known; the text of the record has the column `date_found` if
//! it says more. Other cells hold the texts of the record, with HTML entities decoded. A
//! spreadsheet would take some of them for formulas; [`disarm`] changes these.

use super::loss::Losses;
use super::shared::dated;
use super::{
    Entry, ExportError, ExportFormat, ExportOptions, Loss, Origin, WrittenRecord, encoded,
};
use crate::replay::Failure;
use crate::text::Charset;

pub(super) const FORMAT: ExportFormat = ExportFormat {
    name: "csv",
    about: "Comma-separated values, main lines only",
    extension: "csv",
    holds_many: true,
    head: "key,kind,date,red,red_team,black,black_team,result,event,round,site,opening,start,plies,moves,title,\
           status,error,date_found,path,member,record\n",
    write,
};

/// Names of the columns of a game.
pub fn columns() -> impl Iterator<Item = &'static str> {
    FORMAT.head.split(',').take_while(|column| *column != "path")
}

/// Index of the date among the columns.
pub const DATE: usize = 2;

/// Tags with a column, in the order of the columns.
const TAGS: [&str; 10] =
    ["Date", "Red", "RedTeam", "Black", "BlackTeam", "Event", "Round", "Site", "Opening", "Title"];

/// Cells of a game, one for each of [`columns`].
pub fn cells(entry: &Entry<'_>) -> Vec<String> {
    dealt(entry, &mut Losses::default())
}

/// Line of cells with its line end. Cells with commas, quotes or line ends are quoted.
///
/// ```
/// use xqdb::export::csv;
/// assert_eq!(csv::line(&["胡荣华", "a,b", "\""]), "胡荣华,\"a,b\",\"\"\"\"\n");
/// ```
pub fn line(cells: &[impl AsRef<str>]) -> String {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(cells.iter().map(AsRef::as_ref));
    let bytes = written.map_err(|error| error.to_string());
    let bytes = bytes.and_then(|()| writer.into_inner().map_err(|error| error.to_string()));
    String::from_utf8(bytes.expect("writing into memory cannot fail")).expect("made of strings")
}

/// Line of cells separated by tabs, with its line end. Nothing is quoted: a tab or line end in a
/// cell becomes a blank.
///
/// ```
/// use xqdb::export::csv;
/// assert_eq!(csv::tab_line(&["胡荣华", "a,b\tc", "\""]), "胡荣华\ta,b c\t\"\n");
/// ```
pub fn tab_line(cells: &[impl AsRef<str>]) -> String {
    let cells = cells.iter().map(|cell| cell.as_ref().replace(['\t', '\r', '\n'], " "));
    cells.collect::<Vec<String>>().join("\t") + "\n"
}

/// Writes `'` before each cell that a spreadsheet would take for a formula. Numbers stay.
///
/// ```
/// use xqdb::export::csv;
/// let mut cells = ["=HYPERLINK(1)", "1-0", "-3"].map(str::to_owned);
/// csv::disarm(&mut cells);
/// assert_eq!(cells, ["'=HYPERLINK(1)", "1-0", "-3"]);
/// ```
pub fn disarm(cells: &mut [String]) {
    for cell in cells {
        let begins = |signs: &[char]| cell.trim_start_matches(' ').starts_with(signs);
        let is_formula = begins(&['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
        if is_formula && cell.parse::<f64>().is_err() {
            cell.insert(0, '\'');
        }
    }
}

fn write(entry: &Entry<'_>, options: &ExportOptions) -> Result<WrittenRecord, ExportError> {
    let charset = options.charset(FORMAT.name, &Charset::ALL)?;
    let mut losses = Losses::default();
    let mut cells = dealt(entry, &mut losses);
    let place = match entry.origin {
        Origin::Game { .. } => Default::default(),
        Origin::Record(place, _) => {
            let member = place.member.unwrap_or_default().to_owned();
            [place.path.to_owned(), member, place.record.to_string()]
        }
    };
    cells.extend(place);
    if options.safe_csv {
        disarm(&mut cells);
    }
    Ok(encoded(&line(&cells), charset, losses))
}

/// Cells of a game; adds what they cannot hold to `losses`.
fn dealt(entry: &Entry<'_>, losses: &mut Losses) -> Vec<String> {
    let (values, rest) = entry.deal(TAGS.into_iter(), &[], losses);
    rest.iter().for_each(|(name, _)| losses.tag(name));
    let tree = entry.tree;
    if tree.nodes.len() > tree.plies as usize {
        losses.push(Loss::Variations(tree.nodes.len() as u32 - tree.plies));
    }
    if !tree.comments.is_empty() {
        losses.push(Loss::Comments(tree.comments.len() as u32));
    }
    let described =
        |Failure { ply, token, reason, .. }: &Failure| format!("ply {ply}: {token}: {reason}");
    let variations =
        entry.damaged.iter().map(|damage| format!("variation, {}", described(&damage.failure)));
    let errors: Vec<String> =
        entry.failure().map(described).into_iter().chain(variations).collect();
    let (key, kind) = match entry.origin {
        Origin::Game { key, kind } => (key.to_owned(), kind.to_string()),
        Origin::Record(..) => Default::default(),
    };
    let mut tags = values.into_iter().map(|value| value.unwrap_or_default().into_owned());
    let mut tag = || tags.next().unwrap_or_default();
    let found = tag();
    let (date, more) = dated(&found);
    vec![
        key,
        kind,
        date.map(|date| date.to_string()).unwrap_or_default(),
        tag(),
        tag(),
        tag(),
        tag(),
        entry.result.to_string(),
        tag(),
        tag(),
        tag(),
        tag(),
        entry.start.map(|start| start.to_fen()).unwrap_or_default(),
        tree.plies.to_string(),
        tree.main_line().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" "),
        tag(),
        entry.status().to_string(),
        errors.join("; "),
        more.unwrap_or_default().to_owned(),
    ]
}
