//! Games that may be the first with a move or a position.

use crate::messages::Lang;
use xqdb::answers::FirstFound;
use xqdb::metadata::Kind;
use xqdb::research::{First, FirstGame, Sought, first};
use xqdb::search::{Archive, AskError, Matcher, Params, Purpose, Watch, load};

/// The games that may be the first, and those that would change the answer.
pub(crate) struct FirstAnswer {
    pub(crate) matcher: Matcher,
    pub(crate) found: First,
    /// The rows of the games in `found`.
    pub(crate) games: Vec<FirstFound>,
}

/// Finds the first games; lists `most` of each standing.
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
    // Games of other kinds are listed, too.
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

/// Sentences: other dates that witnesses state, and doubts about the date.
pub(crate) fn doubts(found: &FirstGame, lang: Lang) -> Vec<String> {
    let dates = found.other_dates.iter().map(|date| lang.a_witness_says(date));
    dates.chain(found.doubts.iter().map(|doubt| lang.doubt(doubt))).collect()
}
