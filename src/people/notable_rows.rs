//! The lines of a list of players or events.

/// What a list is of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Listing {
    /// Players.
    #[default]
    Players,
    /// Events.
    Events,
}

/// A player or an event of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Noted {
    /// The name in simplified characters.
    pub name: String,
    /// The same in traditional characters.
    pub traditional: String,
    /// A player in pinyin, an event in English; empty where the list does not say it.
    pub latin: String,
    /// Other spellings that mean nobody else.
    pub others: Vec<String>,
    /// The province, team or country of a player.
    pub team: String,
    /// `m`, `f` or nothing.
    pub sex: String,
    /// When a player was born and died, when an event was held first and last: as far as it is known.
    pub years: [Option<u16>; 2],
    /// The title of a player, the kind of an event.
    pub title: String,
    /// Where all this can be looked up.
    pub source: String,
}

/// What is wrong with a list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ListError {
    #[error(
        "line {line}: ten columns are expected: name, traditional name, pinyin, other spellings, \
         team, sex, born, died, title, source"
    )]
    Player { line: usize },
    #[error(
        "line {line}: eight columns are expected: name, traditional name, English name, other \
         wordings, first year, last year, kind, source"
    )]
    Event { line: usize },
    #[error("line {line}: the name is missing")]
    Name { line: usize },
    #[error("line {line}: the source is missing")]
    Source { line: usize },
    #[error("line {line}: `{sex}` is neither m nor f")]
    Sex { line: usize, sex: String },
    #[error("line {line}: `{year}` is no year of four digits")]
    Year { line: usize, year: String },
    #[error("line {line}: {last} is before {first}")]
    Order { line: usize, first: u16, last: u16 },
    #[error("line {line}: a spelling of `{name}` is that of line {other}")]
    Taken { line: usize, name: String, other: usize },
}

/// A line that says something.
pub(super) struct Row {
    /// From 1.
    pub(super) line: usize,
    pub(super) noted: Noted,
}

/// The lines that say something; what begins with `#` is a remark, and `only` says it of the list.
pub(super) fn rows<'t>(
    listing: Listing,
    text: &'t str,
    only: &'t str,
) -> impl Iterator<Item = Result<Row, ListError>> + 't {
    let lines = (1..).zip(text.lines().map(|row| row.trim_start_matches('\u{feff}')));
    let lines = lines.filter(move |(_, row)| {
        !row.trim().is_empty() && !row.starts_with('#') && row.trim() != only
    });
    lines.map(move |(line, row)| Ok(Row { line, noted: noted(listing, line, row)? }))
}

fn noted(listing: Listing, line: usize, row: &str) -> Result<Noted, ListError> {
    let columns: Vec<&str> = row.split('\t').map(str::trim).collect();
    let (who, [name, traditional, latin, others], [first, last, title, source]) =
        match (listing, &columns[..]) {
            (Listing::Players, &[a, b, c, d, team, sex, e, f, g, h]) => {
                ([team, sex], [a, b, c, d], [e, f, g, h])
            }
            (Listing::Events, &[a, b, c, d, e, f, g, h]) => ([""; 2], [a, b, c, d], [e, f, g, h]),
            (Listing::Players, _) => return Err(ListError::Player { line }),
            (Listing::Events, _) => return Err(ListError::Event { line }),
        };
    let [team, sex] = who;
    if name.is_empty() {
        return Err(ListError::Name { line });
    }
    if source.is_empty() {
        return Err(ListError::Source { line });
    }
    if !["", "m", "f"].contains(&sex) {
        return Err(ListError::Sex { line, sex: sex.to_owned() });
    }
    let years = [year(line, first)?, year(line, last)?];
    if let [Some(first), Some(last)] = years
        && last < first
    {
        return Err(ListError::Order { line, first, last });
    }
    let others = others.split(';').map(str::trim).filter(|other| !other.is_empty());
    Ok(Noted {
        name: name.to_owned(),
        // A name that is left out is the other one.
        traditional: if traditional.is_empty() { name } else { traditional }.to_owned(),
        latin: latin.trim_start_matches('=').to_owned(),
        others: others.map(str::to_owned).collect(),
        team: team.to_owned(),
        sex: sex.to_owned(),
        years,
        title: title.to_owned(),
        source: source.to_owned(),
    })
}

fn year(line: usize, text: &str) -> Result<Option<u16>, ListError> {
    let is_year = text.len() == 4 && text.chars().all(|c| c.is_ascii_digit());
    match text.parse() {
        _ if text.is_empty() => Ok(None),
        Ok(year) if is_year => Ok(Some(year)),
        _ => Err(ListError::Year { line, year: text.to_owned() }),
    }
}
