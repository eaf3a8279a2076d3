//! `xqdb forget`: takes imports back, whatever became of the files.

use super::{Context, Status, writing};
use crate::cli::ForgetArgs;
use xqdb::import::absolute;
use xqdb::people::refresh;
use xqdb::store::Writer;

/// What waits to be written takes this many bytes.
const ROOM: usize = 64 << 20;

/// Takes imports back.
///
/// # Errors
/// When the database cannot be written.
pub(crate) fn forget(context: &Context, args: &ForgetArgs) -> anyhow::Result<Status> {
    let (_lock, mut database) = writing::open(context)?;
    let mut writer = Writer::new(&mut database, ROOM)?;
    for path in &args.paths {
        writer.forget(&absolute(path))?;
    }
    let all = writer.finish_and_tidy()?.forgotten;
    refresh(&mut database);
    let lang = context.lang;
    if all.locations == 0 {
        context.tell(&lang.forgotten_nothing());
        return Ok(Status::NothingFound);
    }
    let mut line = lang.forgotten(all.locations);
    if all.sources > 0 {
        line += &lang.forgotten_contents(all.sources, all.records);
    }
    context.tell(&line);
    Ok(Status::Success)
}
