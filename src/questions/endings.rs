//! Games that reach some material.

use xqdb::metadata::Played;
use xqdb::research::{Armies, Endings, When, endings};
use xqdb::search::{
    Archive, AskError, Filter, Matcher, Params, Purpose, SearchQuery, Watch, search_watched,
};

/// Games that reach some material; of every kind unless the user names kinds.
pub(crate) struct EndingsAnswer {
    pub(crate) matcher: Matcher,
    pub(crate) found: Endings,
    /// Number of games of programs that reach it, which are left out.
    pub(crate) programs: u64,
}

/// Finds the games that reach `armies`.
pub(crate) fn ask(
    archive: &Archive,
    params: &Params,
    armies: &Armies,
    watch: &dyn Watch,
) -> Result<EndingsAnswer, AskError> {
    let when = params.choice("at", [When::Any, When::End])?;
    let filter = params.filter(Purpose::Statistics)?.of_every_kind();
    let is_without_programs = filter.played.is_empty();
    let of_programs = Filter { played: vec![Played::Program], ..filter.clone() };
    let find = |filter: Filter| -> Result<(Matcher, Endings), AskError> {
        let matcher = filter.resolve_watched(archive, watch)?;
        let games = search_watched(archive, &SearchQuery::new(matcher.clone()), watch)?.games;
        Ok((matcher, endings(archive, &games, armies, when, watch)?))
    };
    let programs = match is_without_programs {
        true => find(of_programs)?.1.games.len() as u64,
        false => 0,
    };
    let (matcher, found) = find(filter)?;
    Ok(EndingsAnswer { matcher, found, programs })
}
