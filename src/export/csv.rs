//! CSV: one line a record, the main line only.
//!
//! The columns are those of [`COLUMNS`]; the moves are coordinates with blanks between them, the start is a FEN, empty for the
//! standard start. `key` and `kind` are there for games of the database, `path`, `member` and `record` for records of files.

use super::loss::Losses;
use super::{Entry, ExportError, Format, Loss, Options, Origin, Written, encoded};
use crate::text::Charset;

/// The row of the table.
pub(super) const FORMAT: Format = Format {
    name: "csv",
    about: "Comma-separated values, main lines only",
    extension: "csv",
    holds_many: true,
    head: "key,kind,date,red,red_team,black,black_team,result,event,round,site,opening,start,plies,moves,\
           path,member,record\n",
    write,
};

/// The tags that have a column, in their order.
const TAGS: [&str; 9] =
    ["Date", "Red", "RedTeam", "Black", "BlackTeam", "Event", "Round", "Site", "Opening"];

fn write(entry: &Entry<'_>, options: &Options) -> Result<Written, ExportError> {
    let charset = options.charset(FORMAT.name, &Charset::ALL)?;
    let mut losses = Losses::default();
    let (values, rest) = entry.deal(TAGS.into_iter(), &[], &mut losses);
    rest.iter().for_each(|(name, _)| losses.tag(name));
    let tree = entry.tree;
    if tree.nodes.len() > tree.plies as usize {
        losses.push(Loss::Variations(tree.nodes.len() as u32 - tree.plies));
    }
    if !tree.comments.is_empty() {
        losses.push(Loss::Comments(tree.comments.len() as u32));
    }
    let mut cells: Vec<String> =
        values.into_iter().map(|value| value.unwrap_or_default().to_owned()).collect();
    cells.insert(5, entry.result.to_string());
    let (key, place) = match entry.origin {
        Origin::Game { key, kind } => ([key.to_owned(), kind.to_string()], Default::default()),
        Origin::Record(place, _) => {
            let member = place.member.unwrap_or_default().to_owned();
            (Default::default(), [place.path.to_owned(), member, place.record.to_string()])
        }
    };
    cells.splice(0..0, key);
    cells.push(entry.start.map(|start| start.to_fen()).unwrap_or_default());
    cells.push(tree.plies.to_string());
    cells.push(tree.main_line().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" "));
    cells.extend(place);
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(&cells).map_err(|error| error.to_string());
    let bytes = written.and_then(|()| writer.into_inner().map_err(|error| error.to_string()));
    let bytes = bytes.expect("writing into memory cannot fail");
    let line = String::from_utf8(bytes).expect("made of strings");
    Ok(encoded(&line, charset, losses))
}
