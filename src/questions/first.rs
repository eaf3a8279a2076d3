//! Who first played a move, or came to a position.

use crate::messages::Lang;
use xqdb::answers::FirstFound;
use xqdb::metadata::Kind;
use xqdb::research::{First, FirstGame, Sought, first};
use xqdb::search::{Archive, AskError, Matcher, Params, Purpose, Watch, load};

/// The games that may be the first, and what would change the answer.
pub(crate) struct FirstAnswer {
    pub(crate) matcher: Matcher,
    pub(crate) found: First,
    /// The games of `found` with their rows.
    pub(crate) games: Vec<FirstFound>,
}

/// Looks for the first games; `most` of each standing are listed.
pub(crate) fn ask(
    archive: &Archive,
    params: &Params,
    most: usize,
    watch: &dyn Watch,
) -> Result<FirstAnswer, AskError> {
    let line = params.line()?;
    let (mv, mirroring) = (params.one_move(&line.position)?, params.mirroring()?);
    let position = (line.is_said || mv.is_some()).then_some(line.position);
    let said = params.filter(Purpose::Statistics)?;
    let kinds = if said.kinds.is_empty() { vec![Kind::Game] } else { said.kinds.clone() };
    // What is of another kind is listed, too.
    let mut filter = said.of_every_kind();
    let variations = filter.variations;
    filter.through = position.clone().map(|position| (vec![position], mirroring));
    let matcher = filter.resolve_watched(archive, watch)?;
    let sought = Sought { position, mv, mirroring, variations, kinds };
    let found = first(archive, &matcher, &sought, most)?;
    let games = found.games.iter().map(|found| {
        let game = load(archive, found.game)?;
        Ok(FirstFound { found: found.clone(), game })
    });
    let games = games.collect::<xqdb::store::Result<_>>()?;
    Ok(FirstAnswer { matcher, found, games })
}

/// Other dates that witnesses give, and what is said against the date, as sentences.
pub(crate) fn doubts(found: &FirstGame, lang: Lang) -> Vec<String> {
    let dates = found.other_dates.iter().map(|date| lang.a_witness_says(date));
    dates.chain(found.doubts.iter().map(|doubt| lang.doubt(doubt))).collect()
}
