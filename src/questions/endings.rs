//! Games that reach some material.

use xqdb::metadata::Played;
use xqdb::research::{Armies, Endings, When, endings};
use xqdb::search::{
    Archive, AskError, Filter, Matcher, Params, Purpose, SearchQuery, Watch, search_watched,
};

/// Games that reach some material; of every kind unless the user names kinds.
pub(crate) struct EndingsAnswer {
    pub(crate) matcher: Matcher,
    /// The armies that were looked for.
    pub(crate) armies: Armies,
    pub(crate) found: Endings,
    /// The games that reach it where the second army may have any advisors and elephants; `None`
    /// where these are the games of `found`.
    pub(crate) with_any_guards: Option<Endings>,
    /// Number of games of programs that reach it, which are left out.
    pub(crate) programs: u64,
}

/// Finds the games that reach `armies`.
pub(crate) fn ask(
    archive: &Archive,
    params: &Params,
    armies: Armies,
    watch: &dyn Watch,
) -> Result<EndingsAnswer, AskError> {
    let when = params.choice("at", [When::Any, When::End])?;
    let free = armies.with_any_guards();
    let armies = params.choice("guards", [armies, free])?;
    let filter = params.filter(Purpose::Statistics)?.of_every_kind();
    let is_without_programs = filter.played.is_empty();
    let of_programs = Filter { played: vec![Played::Program], ..filter.clone() };
    let find = |filter: Filter, armies: &Armies| -> Result<(Matcher, Endings), AskError> {
        let matcher = filter.resolve_watched(archive, watch)?;
        let games = search_watched(archive, &SearchQuery::new(matcher.clone()), watch)?.games;
        Ok((matcher, endings(archive, &games, armies, when, watch)?))
    };
    let programs = match is_without_programs {
        true => find(of_programs, &armies)?.1.games.len() as u64,
        false => 0,
    };
    let (matcher, found) = find(filter, &free)?;
    let (found, with_any_guards) = match armies == free {
        true => (found, None),
        false => {
            let games: Vec<u32> = found.games.iter().map(|ending| ending.game).collect();
            (endings(archive, &games, &armies, when, watch)?, Some(found))
        }
    };
    Ok(EndingsAnswer { matcher, armies, found, with_any_guards, programs })
}
