//! Finds the meanings of a text that somebody types or pastes: an address of the page, a position,
//! a game, moves, a name, a pattern, a question. `read` takes the likeliest meaning, the
//! suggestions of the page show all.

mod outcome;
mod parts;

pub(crate) use outcome::may_name_several;
pub(crate) use parts::TypedParts;

use crate::messages::Lang;
use crate::questions::{event_in_script, game_named, in_script};
use std::ops::ControlFlow;
use xqdb::answers::Suggestion;
use xqdb::format::{FileSample, Input, RawRecord, Sink, identify};
use xqdb::metadata::{DatePlace, asked_date, read_date};
use xqdb::notation::{Glyph, System, TypedError, Unreadable, typed_moves};
use xqdb::opening::Code;
use xqdb::query::{Library, Query, QueryError, QueryProblem};
use xqdb::replay::Record;
use xqdb::research::Armies;
use xqdb::search::{
    Archive, Filter, FittingNames, NameClass, Nameable, NamedGames, Purpose,
    SearchQuery as GameQuery, TypedFit, TypedLine, named_exactly, named_like, nearly, search,
};
use xqdb::store::Result;
use xqdb::text::{Encoding, fold, percent_escaped};
use xqdb::xiangqi::{Move, Position};

/// Meanings of a text, the likeliest first.
pub(crate) struct Understood {
    /// Meanings by sort; the sort's name is for programs.
    pub(crate) groups: Vec<(&'static str, Vec<TypedMeaning>)>,
    /// Whether the first meaning is that of the whole text, not of a name that begins with the
    /// text, contains it or sounds like it.
    pub(crate) is_whole: bool,
    /// Fault of a text without meaning.
    pub(crate) unread: Option<TypedFault>,
}

impl Understood {
    /// A text with one meaning.
    fn one(sort: &'static str, meaning: TypedMeaning) -> Understood {
        Understood { groups: vec![(sort, vec![meaning])], is_whole: true, unread: None }
    }

    /// A text without meaning.
    fn nothing(fault: TypedFault) -> Understood {
        Understood { groups: Vec::new(), is_whole: false, unread: Some(fault) }
    }
}

/// One meaning of a text.
pub(crate) struct TypedMeaning {
    pub(crate) suggestion: Suggestion,
    /// Parameters of the address in the page.
    pub(crate) fields: Vec<(&'static str, String)>,
}

/// Reason why a text has no meaning.
pub(crate) enum TypedFault {
    Empty,
    /// Taken for a name that the archive does not have.
    Name(String),
    /// Taken for moves that cannot be read.
    Moves(TypedError),
    /// Taken for a question that cannot be read.
    Query(QueryError),
}

impl TypedFault {
    /// Message that says how the text was understood and why that failed.
    pub(crate) fn message(&self, lang: Lang) -> String {
        match self {
            TypedFault::Empty => lang.nothing_typed(),
            TypedFault::Name(text) => lang.taken_for_name(text),
            TypedFault::Moves(error) => lang.taken_for_moves(&lang.typed_refused(error)),
            TypedFault::Query(error) => lang.taken_for_question(&lang.query_refused(error)),
        }
    }
}

impl TypedMeaning {
    fn new(
        text: String,
        note: String,
        games: Option<u64>,
        fields: Vec<(&'static str, String)>,
    ) -> TypedMeaning {
        let suggestion = Suggestion { text, note, games, address: address(&fields) };
        TypedMeaning { suggestion, fields }
    }

    fn is_player(&self) -> bool {
        self.parameters().all(|(name, _)| name == "player")
    }

    /// The meaning as parameters of questions.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.fields.iter().filter_map(|(field, value)| {
            let name = match *field {
                "view" => return None,
                "who" | "against" => "player",
                "edition" => "event",
                name => name,
            };
            Some((name, value.as_str()))
        })
    }
}

/// Address of the page with these parameters.
fn address(fields: &[(&str, String)]) -> String {
    let mut text = "/".to_owned();
    for (name, value) in fields {
        text.push(if text.len() == 1 { '?' } else { '&' });
        text.push_str(name);
        text.push('=');
        text += &percent_escaped(value.as_bytes(), b"-._~");
    }
    text
}

/// Context of a typed text: archive, language, and notation of moves in answers.
pub(crate) struct Typist<'a> {
    pub(crate) archive: &'a Archive,
    pub(crate) lang: Lang,
    pub(crate) notation: System,
    /// Position from which typed moves start.
    pub(crate) line: TypedLine,
    /// Largest number of meanings of each sort.
    pub(crate) most: usize,
}

/// Smallest length in bytes of a word that is taken for a key.
const SHORTEST_KEY: usize = 6;
/// Largest length in characters of a text that is taken for a name.
const LONGEST_NAME: usize = 60;
/// Number of last moves that are shown; an ellipsis replaces earlier ones.
const WRITTEN: usize = 6;

impl Typist<'_> {
    /// Names of the given sorts that equal the text or begin with it, or else similar names.
    pub(crate) fn names(&self, text: &str, sorts: &[NameClass]) -> Result<Understood> {
        let named = named_like(self.archive, text, sorts, self.most)?;
        let groups = named.into_iter().map(|FittingNames { sort, names }| {
            let names = names.iter().map(|(_, name)| self.name(name));
            Ok((sort.as_str(), names.collect::<Result<_>>()?))
        });
        let mut groups = groups.collect::<Result<Vec<_>>>()?;
        if groups.is_empty() {
            groups = self.nearly(text, sorts)?;
        }
        let unread = groups.is_empty().then(|| TypedFault::Name(text.to_owned()));
        Ok(Understood { groups, is_whole: false, unread })
    }

    /// Similar names of the first sort that has any.
    fn nearly(
        &self,
        text: &str,
        sorts: &[NameClass],
    ) -> Result<Vec<(&'static str, Vec<TypedMeaning>)>> {
        for &sort in sorts {
            let near = nearly(self.archive, sort, text, self.most)?;
            if !near.is_empty() {
                let near = near.iter().map(|name| self.name(name)).collect::<Result<_>>()?;
                return Ok(vec![(sort.as_str(), near)]);
            }
        }
        Ok(Vec::new())
    }

    /// All meanings of a text.
    pub(crate) fn understand(&self, text: &str) -> Result<Understood> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(Understood::nothing(TypedFault::Empty));
        }
        if let Some((sort, meaning)) = self.itself(text)? {
            return Ok(Understood::one(sort, meaning));
        }
        let typed = typed_moves(text, &System::Auto, &self.line.position);
        if let Ok(moves) = &typed
            && !is_code(text)
        {
            let meaning = self.moves(&self.line.start, &self.line.moves, moves)?;
            return Ok(Understood::one("moves", meaning));
        }
        let is_name = text.chars().count() <= LONGEST_NAME;
        let sorts = if is_name { &NameClass::ALL[..] } else { &[] };
        let mut ranked: Vec<(u8, &'static str, Vec<TypedMeaning>)> = Vec::new();
        for FittingNames { sort, names } in named_like(self.archive, text, sorts, self.most)? {
            let Some((best, first)) = names.first() else { continue };
            let mut meanings =
                names.iter().map(|(_, name)| self.name(name)).collect::<Result<Vec<_>>>()?;
            let is_family = matches!(first.named, Nameable::Family(_)) && *best == TypedFit::Whole;
            if sort == NameClass::Opening && !is_family {
                let all = self.openings_called(text)?;
                meanings.splice(..0, all.filter(|all| all.suggestion.games > Some(first.games)));
            }
            ranked.push((rank(*best), sort.as_str(), meanings));
        }
        let patterns = if is_name { self.patterns(text) } else { Vec::new() };
        let is_pattern = patterns.first().is_some_and(|(fit, _)| *fit == TypedFit::Whole);
        if let Some((fit, _)) = patterns.first() {
            let found = patterns.iter().take(self.most).map(|(_, name)| self.pattern(name));
            ranked.push((rank(*fit), "pattern", found.collect()));
        }
        if let Some(dates) = dates(text) {
            ranked.push((rank(TypedFit::Whole), "year", vec![self.games_of(text, dates)?]));
        }
        ranked.extend(ending(text).map(|ending| (QUERY, "ending", vec![ending])));
        let moves = match typed {
            Ok(moves) => {
                let meaning = self.moves(&self.line.start, &self.line.moves, &moves)?;
                ranked.push((rank(TypedFit::Begins), "moves", vec![meaning]));
                None
            }
            Err(error) => Some(error),
        };
        let mut fault = None;
        match Query::read(text, Library::prelude()) {
            Ok(_) if is_pattern => {}
            Ok(query) => {
                let normal = query.condition().to_string();
                let fields = vec![("view", "ask".to_owned()), ("where", text.to_owned())];
                let meaning = TypedMeaning::new(text.to_owned(), normal, None, fields);
                ranked.push((QUERY, "query", vec![meaning]));
            }
            Err(error) => fault = Some(error),
        }
        let is_whole = ranked.iter().any(|(rank, ..)| *rank <= QUERY);
        // Records call players 林一舟红, too: a side beside a player comes before such a name.
        let words: Vec<&str> = text.split_whitespace().collect();
        if (!is_whole || parts::has_side(&words))
            && let Some(meaning) = self.together(text)?
        {
            ranked.insert(0, (rank(TypedFit::Whole), "games", vec![meaning]));
        }
        ranked.sort_by_key(|(rank, ..)| *rank);
        let is_whole = ranked.first().is_some_and(|(rank, ..)| *rank <= QUERY);
        let mut groups: Vec<_> = ranked.into_iter().map(|(_, sort, all)| (sort, all)).collect();
        if groups.is_empty() && is_name && !is_condition(text) && !begins_like_a_move(text) {
            groups = self.nearly(text, &[NameClass::Player])?;
            groups.extend(self.said(text)?.map(|said| ("text", vec![said])));
            if groups.is_empty() {
                groups = self.nearly(text, &[NameClass::Event, NameClass::Book])?;
            }
        }
        let unread = match (groups.is_empty(), moves, fault) {
            (true, Some(moves), Some(fault)) => Some(unread(text, moves, fault)),
            _ => None,
        };
        Ok(Understood { groups, is_whole, unread })
    }

    /// Games with the words of a text in their titles or comments; `None` without such games.
    fn said(&self, text: &str) -> Result<Option<TypedMeaning>> {
        let filter = Filter { text: Some(text.to_owned()), ..Filter::default() };
        let matcher = filter.resolve(self.archive)?;
        let query = GameQuery { places: 0..0, ..GameQuery::new(matcher) };
        let games = search(self.archive, &query)?.count;
        let fields = vec![("view", "ask".to_owned()), ("text", text.to_owned())];
        let said = || TypedMeaning::new(text.to_owned(), String::new(), Some(games), fields);
        Ok((games > 0).then(said))
    }

    /// The meaning of a text whose form is unmistakable: an address, a position, a key, a record, a
    /// command of an engine.
    fn itself(&self, text: &str) -> Result<Option<(&'static str, TypedMeaning)>> {
        if let Some(query) = page_address(text) {
            let suggestion = Suggestion {
                text: format!("/?{query}"),
                note: String::new(),
                games: None,
                address: format!("/?{query}"),
            };
            return Ok(Some(("address", TypedMeaning { suggestion, fields: Vec::new() })));
        }
        if let Some((start, moves)) = engine_position(text) {
            return self.moves(&start, &[], &moves).map(|meaning| Some(("moves", meaning)));
        }
        if text.contains('/')
            && let Ok(position) = Position::from_fen(text)
        {
            return Ok(Some(("position", self.moves(&position, &[], &[])?)));
        }
        let is_word = text.len() >= SHORTEST_KEY && text.bytes().all(|c| c.is_ascii_alphanumeric());
        if is_word && let [id] = self.archive.games_by_key(text)?[..] {
            return self.game(id).map(|meaning| Some(("game", meaning)));
        }
        match pasted(text) {
            Some((start, moves)) => Ok(Some(("moves", self.moves(&start, &[], &moves)?))),
            None => Ok(None),
        }
    }

    fn game(&self, id: u32) -> Result<TypedMeaning> {
        let game = xqdb::search::load(self.archive, id)?;
        let text = game_named(self.lang, self.archive, &game)?;
        let note = game.event.clone().unwrap_or_default();
        let fields = vec![("view", "game".to_owned()), ("key", game.key)];
        Ok(TypedMeaning::new(text, note, None, fields))
    }

    /// The position after `before` and `typed` from `start`, with the number of games that reach
    /// it.
    fn moves(&self, start: &Position, before: &[Move], typed: &[Move]) -> Result<TypedMeaning> {
        let all = [before, typed].concat();
        let mut position = start.clone();
        let texts = self.notation.write_line(&all, &mut position);
        let matcher = Filter::of(Purpose::Statistics).resolve(self.archive)?;
        let place = Some(position.clone());
        let query = GameQuery { position: place, places: 0..0, ..GameQuery::new(matcher) };
        let games = search(self.archive, &query)?.count;
        let uci = all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let fen = if start.is_start() { None } else { Some(start.to_fen()) };
        let table = self.archive.openings();
        let code = fen.is_none().then(|| table.code(all.iter().copied())).flatten();
        let opening = code.and_then(|code| table.opening(code));
        let note = match impossible(&position, self.lang) {
            Some(why) => why,
            None => opening.map(|opening| self.lang.opening(opening)).unwrap_or_default(),
        };
        let text = match texts.len() {
            0 => position.to_fen(),
            count if count > WRITTEN => format!("… {}", texts[count - WRITTEN..].join(" ")),
            _ => texts.join(" "),
        };
        let fields = [fen.map(|fen| ("fen", fen)), (!all.is_empty()).then_some(("moves", uci))];
        let fields = fields.into_iter().flatten().collect();
        Ok(TypedMeaning::new(text, note, Some(games), fields))
    }

    fn name(&self, name: &NamedGames) -> Result<TypedMeaning> {
        let years = name.years.map_or_else(String::new, |(first, last)| {
            if first == last { first.to_string() } else { format!("{first}–{last}") }
        });
        let owned = str::to_owned;
        let (text, note, fields) = match &name.named {
            Nameable::Player => {
                let fields = vec![("view", owned("people")), ("who", name.name.clone())];
                (in_script(self.lang, self.archive, &name.name)?, years, fields)
            }
            Nameable::Family(family) => {
                (owned(self.lang.family_name(family)), name.name.clone(), opening(&name.name))
            }
            Nameable::Opening(code) => {
                let named = self.archive.openings().opening(*code);
                let named = named.map_or("", |named| self.lang.opening_name(named));
                (owned(named), name.name.clone(), opening(&name.name))
            }
            Nameable::Event => {
                let shown = event_in_script(self.lang, self.archive, &name.name)?;
                (shown, years, vec![("event", name.name.clone())])
            }
            Nameable::Edition(edition) => {
                let fields = vec![("view", owned("events")), ("edition", edition.clone())];
                let shown = event_in_script(self.lang, self.archive, edition)?;
                (shown.replace('@', " "), years, fields)
            }
            Nameable::Book(path) => {
                let above = path.strip_suffix(&name.name).unwrap_or_default();
                let note = self.lang.title_in_script(above.trim_end_matches([' ', '/']));
                let shown = self.lang.title_in_script(&name.name);
                (shown, note, vec![("view", owned("books")), ("chapter", path.clone())])
            }
            Nameable::Year => {
                let year = name.name.clone();
                (year.clone(), String::new(), vec![("since", year.clone()), ("until", year)])
            }
        };
        Ok(TypedMeaning::new(text, note, Some(name.games), fields))
    }

    /// Games of all openings whose names contain the text, unless it is a code.
    fn openings_called(&self, text: &str) -> Result<Option<TypedMeaning>> {
        let is_code = text.parse::<Code>().is_ok();
        match named_exactly(self.archive, text)? {
            Some((NameClass::Opening, name)) if !is_code => {
                self.games_of(text, opening(&name)).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Spellings of named patterns that equal, begin with or contain the text.
    fn patterns(&self, text: &str) -> Vec<(TypedFit, &'static str)> {
        let wanted = fold(text);
        let fit = |name: &str| match fold(name) {
            name if name == wanted => Some(TypedFit::Whole),
            name if name.starts_with(&wanted) => Some(TypedFit::Begins),
            name if name.contains(&wanted) => Some(TypedFit::Holds),
            _ => None,
        };
        let patterns = Library::prelude().patterns().iter().filter_map(|pattern| {
            let names = pattern.names.iter();
            names.filter_map(|name| Some((fit(name)?, name.as_str()))).min_by_key(|(fit, _)| *fit)
        });
        let mut found: Vec<_> = patterns.collect();
        found.sort_by_key(|(fit, _)| *fit);
        found
    }

    fn pattern(&self, name: &str) -> TypedMeaning {
        let patterns = Library::prelude().patterns().iter();
        let mut known = patterns.filter(|pattern| pattern.names.iter().any(|it| it == name));
        let meaning = known.next().map_or("", |pattern| pattern.meaning);
        let note = if meaning.is_empty() { "" } else { self.lang.meaning(meaning) };
        let fields = vec![("view", "ask".to_owned()), ("where", name.to_owned())];
        TypedMeaning::new(name.to_owned(), note.to_owned(), None, fields)
    }
}

/// Meaning of a text that names the two armies of an ending, such as `车炮对车`.
fn ending(text: &str) -> Option<TypedMeaning> {
    Armies::read(text).ok().flatten()?;
    let fields = [("view", "study"), ("part", "endings"), ("material", text)];
    let fields = fields.map(|(name, value)| (name, value.to_owned())).to_vec();
    Some(TypedMeaning::new(text.to_owned(), String::new(), None, fields))
}

/// Fields `since` and `until` of a text that is two years, a date with its month, or a decade.
fn dates(text: &str) -> Option<Vec<(&'static str, String)>> {
    let fields =
        |[first, last]: [&str; 2]| vec![("since", first.to_owned()), ("until", last.to_owned())];
    let is_year = |text: &str| text.len() == 4 && text.bytes().all(|c| c.is_ascii_digit());
    for between in ["..", "-", "–", "—", "~", "至"] {
        if let Some((first, last)) = text.split_once(between) {
            let [first, last] = [first.trim(), last.trim()].map(|year| year.trim_end_matches('年'));
            if is_year(first) && is_year(last) && first <= last {
                return Some(fields([first, last]));
            }
        }
    }
    let is_decade = text.ends_with("年代") || text.strip_suffix('s').is_some_and(is_year);
    if is_decade && let Some(span) = read_date(text, DatePlace::Field, "") {
        let [first, last] = [span.from()?, span.to()?].map(|date| date.to_string());
        return Some(fields([&first, &last]));
    }
    let is_plain = text.chars().all(|c| c.is_ascii_digit() || "-./年月日".contains(c));
    let has_month = text.len() > 4 && !text.ends_with('年') && text.starts_with(['1', '2']);
    (is_plain && has_month && asked_date(text).is_some()).then(|| fields([text; 2]))
}

/// Whether a text is an opening code or a year, either of which may also be a move in shorthand.
fn is_code(text: &str) -> bool {
    text.parse::<Code>().is_ok() || text.parse::<u16>().is_ok()
}

/// Rank of a group by its best fit; the lowest comes first.
fn rank(fit: TypedFit) -> u8 {
    match fit {
        TypedFit::Whole => 1,
        TypedFit::Begins => QUERY + 1,
        TypedFit::Holds => QUERY + 2,
        TypedFit::Near => QUERY + 3,
    }
}

/// Rank of a text that is a question.
const QUERY: u8 = 2;

/// The fault of a text that is neither moves nor a question: it was meant as moves if it is spelt
/// like moves, as a question if it begins with a word of the language, or else as a name.
fn unread(text: &str, moves: TypedError, fault: QueryError) -> TypedFault {
    let (is_spelt, is_name) = match &moves {
        TypedError::Unplayable { why, near, .. } => {
            let is_move = *why != Unreadable::NotAMove || !near.is_empty();
            (is_move, !is_move)
        }
        _ => (false, false),
    };
    let is_spelt = is_spelt || begins_like_a_move(text);
    let begins = fault.span.start > 0 || matches!(fault.problem, QueryProblem::BadValue { .. });
    match (is_spelt, begins, is_name) {
        (false, true, _) => TypedFault::Query(fault),
        (false, false, true) => TypedFault::Name(text.to_owned()),
        _ => TypedFault::Moves(moves),
    }
}

/// Whether a text begins with a piece, a number and a direction: 炮二平.
fn begins_like_a_move(text: &str) -> bool {
    let mut glyphs = text.chars().map(Glyph::of);
    matches!(glyphs.next(), Some(Some(Glyph::Piece(_))))
        && matches!(glyphs.next(), Some(Some(Glyph::Digit(_))))
        && matches!(glyphs.next(), Some(Some(Glyph::Direction(_))))
}

/// Remark for a position that cannot arise in a game.
pub(crate) fn impossible(position: &Position, lang: Lang) -> Option<String> {
    position.is_attacked(position.side().other()).then(|| lang.position_cannot_arise())
}

/// Whether a text has the marks of a condition of the query language, such as `red:胡荣华`.
fn is_condition(text: &str) -> bool {
    text.contains([':', '：', '='])
}

fn opening(codes: &str) -> Vec<(&'static str, String)> {
    vec![("opening", codes.to_owned())]
}

/// The part after `?` of an address of the page.
fn page_address(text: &str) -> Option<&str> {
    let alone = text.strip_prefix('?').filter(|query| query.contains('=')).map(|query| ("", query));
    let (before, query) = alone.or_else(|| text.split_once("/?"))?;
    let is_page = before.is_empty() || before.starts_with("http://") && !before[7..].contains('/');
    let query = query.split('#').next().unwrap_or_default();
    (is_page && !query.is_empty() && !query.contains(char::is_whitespace)).then_some(query)
}

/// The start and the moves of `position fen … moves …` or `position startpos moves …`.
fn engine_position(text: &str) -> Option<(Position, Vec<Move>)> {
    let rest = text.strip_prefix("position ").unwrap_or(text).trim_start();
    let (place, moves) = rest.split_once("moves").unwrap_or((rest, ""));
    let start = match place.trim() {
        "startpos" => Position::start(),
        fen => Position::from_fen(fen.strip_prefix("fen ")?).ok()?,
    };
    let moves = typed_moves(moves, &System::Auto, &start).ok()?;
    Some((start, moves))
}

/// Start and moves of the first game, if the text is the content of a file of games.
fn pasted(text: &str) -> Option<(Position, Vec<Move>)> {
    struct FirstRecord(Option<Record>);

    impl Sink for FirstRecord {
        fn record(&mut self, record: RawRecord<'_>) -> ControlFlow<()> {
            let record = Record::of(record, &System::Auto);
            if record.game.tree.nodes.is_empty() {
                return ControlFlow::Continue(());
            }
            self.0 = Some(record);
            ControlFlow::Break(())
        }
    }

    if !text.contains(['[', '\n', '{']) {
        return None;
    }
    let bytes = text.as_bytes();
    let format = identify(&FileSample { head: bytes, text, name: "", len: bytes.len() as u64 })?;
    let encoding = Some(Encoding::Utf8);
    let mut first = FirstRecord(None);
    let input = Input { bytes, base: 0, name: "", encoding, any_word: false, beside: None };
    let _ = xqdb::format::read(format, &input, &mut first);
    let game = first.0?.game;
    let start = game.start.map_or_else(Position::start, |start| *start);
    Some((start, game.tree.main_line().collect()))
}
