//! Texts that name several things: a player, an opening and a year, or two players and what came
//! of their games.

use super::outcome::{Between, divided};
use super::{LONGEST_NAME, TypedMeaning, Typist, dates, is_code, is_condition};
use crate::questions::in_script;
use xqdb::metadata::{GameResult, parse_result};
use xqdb::notation::{System, typed_moves};
use xqdb::query::{Library, Query, quoted_value, side_named};
use xqdb::search::parameters::group;
use xqdb::search::{
    Archive, NameClass, Params, Purpose, SearchQuery, TypedFit, named_exactly, named_like, search,
};
use xqdb::store::Result;
use xqdb::text::fold;
use xqdb::xiangqi::Side;

/// Largest number of words of a text that is taken for several names.
const MOST_WORDS: usize = 64;
/// Largest number of words of a name among several.
const NAME_WORDS: usize = 4;

/// Things that a text names one after the other.
#[derive(Default)]
pub(crate) struct TypedParts {
    /// Names of the things, for people.
    pub(crate) names: Vec<String>,
    /// Parameters and their values; only `player` may occur several times.
    pub(crate) fields: Vec<(&'static str, String)>,
}

impl TypedParts {
    /// Adds a thing; returns false if it contradicts the others.
    fn add(&mut self, meaning: &TypedMeaning) -> bool {
        self.names.push(meaning.suggestion.text.clone());
        meaning.parameters().all(|(name, value)| self.put(name, value))
    }

    /// Adds a parameter; returns false if it contradicts another.
    fn put(&mut self, name: &'static str, value: &str) -> bool {
        match self.fields.iter_mut().find(|(known, _)| *known == name) {
            Some((_, before)) if name == "where" => *before = format!("({before}) and ({value})"),
            Some(_) if name != "player" => return false,
            _ => self.fields.push((name, value.to_owned())),
        }
        true
    }

    /// Index of the last player.
    fn last_player(&self) -> Option<usize> {
        self.fields.iter().rposition(|(name, _)| ["player", "red", "black"].contains(name))
    }

    /// Adds what words behind a player say of both; returns false if nobody else is named, or if they
    /// contradict other words.
    fn settle(&mut self, player: usize, said: Between) -> bool {
        match said {
            Between::Met => self.last_player() > Some(player),
            Between::First(result) => self.give_red(player) && self.put("result", result.as_str()),
            Between::Figures(result) => self.put("result", result.as_str()),
            Between::Own(result) => self.achieve(player, result),
        }
    }

    /// Adds the result of a player, seen as if the player had Red; returns false if it contradicts
    /// another.
    fn achieve(&mut self, player: usize, result: GameResult) -> bool {
        let (side, name) = self.fields[player].clone();
        let turned = result.turned();
        match side {
            "red" => self.put("result", result.as_str()),
            "black" => self.put("result", turned.as_str()),
            _ if result == turned => self.put("result", result.as_str()),
            _ => {
                let name = quoted_value(&name);
                let game = |(side, result): (&str, GameResult)| {
                    format!("{side}:{name} result:{}", result.as_str())
                };
                let [red, black] = [("red", result), ("black", turned)].map(game);
                self.put("where", &format!("({red}) or ({black})"))
            }
        }
    }

    /// Gives Red to a player, who may have it; returns false if the player has Black, or another has
    /// Red.
    fn give_red(&mut self, player: usize) -> bool {
        self.fields[player].0 == "red" || self.give("red", |at| at == player)
    }

    /// Gives a side to one of the players; returns false if there is none, or another player has it.
    fn give(&mut self, side: &'static str, mut players: impl FnMut(usize) -> bool) -> bool {
        let is_given = self.fields.iter().any(|(name, _)| *name == side);
        let is_player =
            |(at, (name, _)): &(usize, &mut (&str, String))| *name == "player" && players(*at);
        let player = self.fields.iter_mut().enumerate().find(is_player);
        player.filter(|_| !is_given).map(|(_, (name, _))| *name = side).is_some()
    }
}

/// Parameter of the side that words beside a player's name say (`red`, `as black`, 执红, 先手); `None`
/// for other words.
fn side_of(words: &str) -> Option<&'static str> {
    let words = fold(words);
    let mut before = ["as ", "with ", "执"].iter();
    let bare = before.find_map(|before| words.strip_prefix(before)).unwrap_or(&words);
    let side = match bare {
        "先手" => Side::Red,
        "后手" => Side::Black,
        bare => side_named(bare)?,
    };
    Some(if side == Side::Red { "red" } else { "black" })
}

/// Whether several words begin or end with a side.
pub(super) fn has_side(words: &[&str]) -> bool {
    words.len() > 1 && [words[0], words[words.len() - 1]].iter().any(|it| side_of(it).is_some())
}

impl Typist<'_> {
    /// Reads a text as a sequence of things: players, also with a side, an opening, an event, moves, a
    /// year, a result, patterns, conditions, each by its whole name. The longest run of words that has a
    /// meaning is taken first. `None` if a word is left over.
    pub(crate) fn parts(&self, text: &str) -> Result<Option<TypedParts>> {
        let exact = self.parts_named(text, false)?;
        if exact.is_some() { Ok(exact) } else { self.parts_named(text, true) }
    }

    /// The parts of a text. With `from_all` also names that only the list of all names contains,
    /// which takes a second to build for a million games.
    fn parts_named(&self, text: &str, from_all: bool) -> Result<Option<TypedParts>> {
        if text.split_whitespace().nth(MOST_WORDS).is_some() {
            return Ok(None);
        }
        let words = self.words(text)?;
        let mut parts = TypedParts::default();
        // What is said behind players, by the index of the player.
        let mut behind: Vec<(usize, Between)> = Vec::new();
        let (mut side, mut rest) = (None, &words[..]);
        while !rest.is_empty() {
            let (mut whole, mut with_side) = (None, None);
            for many in (1..=rest.len()).rev() {
                let part = rest[..many].join(" ");
                if let Some(said) = side_of(&part) {
                    let last = parts.fields.len().wrapping_sub(1);
                    if !parts.give(said, |at| at == last) && side.replace(said).is_some() {
                        return Ok(None);
                    }
                    parts.names.push(part);
                    whole = Some((many, None));
                } else if let Some(said) = Between::read(&part)
                    && let Some(player) = parts.last_player()
                {
                    behind.push((player, said));
                    if said != Between::Met {
                        parts.names.push(part);
                    }
                    whole = Some((many, None));
                } else if let Some(meaning) = self.whole(&part, many <= NAME_WORDS, from_all)? {
                    // A name with a word for a side, such as John Black, if there is no John.
                    let is_whole = !meaning.is_player() || !has_side(&rest[..many]);
                    let named = if is_whole { &mut whole } else { &mut with_side };
                    named.get_or_insert((many, Some(meaning)));
                }
                if whole.is_some() {
                    break;
                }
            }
            whole = whole.or(with_side);
            let Some((many, meaning)) = whole else { return Ok(None) };
            if let Some(meaning) = meaning {
                let first = parts.fields.len();
                if !parts.add(&meaning) {
                    return Ok(None);
                }
                side = side.filter(|side| !parts.give(side, |at| at >= first));
                if meaning.is_player()
                    && let Some(&(player, Between::First(_) | Between::Figures(_))) = behind.last()
                {
                    let is_given = parts.give_red(player) && parts.give("black", |at| at >= first);
                    if !is_given {
                        return Ok(None);
                    }
                }
            }
            rest = &rest[many..];
        }
        // The side may stand behind other things than its player.
        let is_sound = side.is_none_or(|side| parts.give(side, |_| true))
            && behind.into_iter().all(|(player, said)| parts.settle(player, said));
        Ok(Some(parts).filter(|parts| is_sound && !parts.fields.is_empty()))
    }

    /// The words of a text; two names of players with a word between them, such as 胡荣华先胜吕钦, are
    /// three words.
    fn words<'t>(&self, text: &'t str) -> Result<Vec<&'t str>> {
        let is_player = |text: &str| -> Result<bool> {
            Ok(matches!(named_exactly(self.archive, text)?, Some((NameClass::Player, _))))
        };
        let mut words = Vec::new();
        for word in text.split_whitespace() {
            let mut parts = None;
            let is_short = word.chars().nth(LONGEST_NAME).is_none();
            for [one, between, other] in divided(word).take_while(|_| is_short) {
                if is_player(one)? && is_player(other)? {
                    parts = Some([one, between, other]);
                    break;
                }
            }
            match parts {
                Some(parts) if !is_player(word)? => words.extend(parts),
                _ => words.push(word),
            }
        }
        Ok(words)
    }

    /// The games that fit all things which a text names.
    pub(super) fn together(&self, text: &str) -> Result<Option<TypedMeaning>> {
        let Some(TypedParts { names, mut fields }) = self.parts(text)? else { return Ok(None) };
        if names.len() < 2 {
            return Ok(None);
        }
        let games = self.games(&fields)?;
        if fields.iter().filter(|(name, _)| *name == "player").count() > 1 {
            opposed(&mut fields);
        }
        Ok(Some(TypedMeaning::new(names.join(" · "), String::new(), games, fields)))
    }

    /// Meaning of a text by its fields, with the number of their games.
    pub(super) fn games_of(
        &self,
        text: &str,
        fields: Vec<(&'static str, String)>,
    ) -> Result<TypedMeaning> {
        let games = self.games(&fields)?;
        Ok(TypedMeaning::new(text.to_owned(), String::new(), games, fields))
    }

    /// Number of games that fields let through; `None` with a question, for which games are read.
    fn games(&self, fields: &[(&'static str, String)]) -> Result<Option<u64>> {
        let said = fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        let params = Params::said(said.collect(), group("position filter").collect());
        if params.one("where").is_some() { Ok(None) } else { count(self.archive, &params) }
    }

    /// The meaning of a text that is moves, a result, a condition of the query language such as
    /// `red:胡荣华` or, if `may_be_name`, a whole name.
    fn whole(&self, text: &str, may_be_name: bool, from_all: bool) -> Result<Option<TypedMeaning>> {
        let plain = |fields| TypedMeaning::new(text.to_owned(), String::new(), None, fields);
        if let Some(result) = parse_result(text) {
            return Ok(Some(plain(vec![("result", result.as_str().to_owned())])));
        }
        if let Some(dates) = dates(text) {
            return Ok(Some(plain(dates)));
        }
        if !is_code(text)
            && let Ok(moves) = typed_moves(text, &System::Auto, &self.line.position)
        {
            return self.moves(&self.line.start, &self.line.moves, &moves).map(Some);
        }
        if !may_be_name {
            return Ok(None);
        }
        if let Some((class, name)) = named_exactly(self.archive, text)? {
            let (fields, label): (&[&str], _) = match class {
                NameClass::Player => (&["player"], in_script(self.lang, self.archive, &name)?),
                NameClass::Opening => (&["opening"], name.clone()),
                NameClass::Year => (&["since", "until"], name.clone()),
                NameClass::Event => (&["event"], name.clone()),
                NameClass::Book => (&["chapter"], name.clone()),
            };
            let fields = fields.iter().map(|&field| (field, name.clone())).collect();
            return Ok(Some(TypedMeaning::new(label, String::new(), None, fields)));
        }
        let patterns = self.patterns(text);
        if let Some((TypedFit::Whole, name)) = patterns.first() {
            return Ok(Some(self.pattern(name)));
        }
        if is_condition(text) && Query::read(text, Library::prelude()).is_ok() {
            return Ok(Some(plain(vec![("where", text.to_owned())])));
        }
        if !from_all {
            return Ok(None);
        }
        let named = named_like(self.archive, text, &NameClass::ALL, 1)?;
        let first = named.first().and_then(|it| it.names.first());
        let name = first.filter(|(fit, _)| *fit == TypedFit::Whole);
        name.map(|(_, name)| self.name(name)).transpose()
    }
}

/// Number of games that fit the parameters and reach their position; `None` if the parameters
/// contradict each other.
fn count(archive: &Archive, params: &Params) -> Result<Option<u64>> {
    let (Ok(filter), Ok(line)) = (params.filter(Purpose::Statistics), params.line()) else {
        return Ok(None);
    };
    let place = params.one("moves").is_some().then_some(line.position);
    let matcher = filter.resolve(archive)?;
    let query = SearchQuery { position: place, places: 0..0, ..SearchQuery::new(matcher) };
    Ok(Some(search(archive, &query)?.count))
}

/// Converts several players to parameters of the page, which has one player: two players alone are
/// shown against each other; beside other parameters, later players become a question.
fn opposed(fields: &mut Vec<(&'static str, String)>) {
    if let [(_, one), (_, other)] = &fields[..] {
        let (one, other) = (one.clone(), other.clone());
        *fields = vec![("view", "people".to_owned()), ("who", one), ("against", other)];
        return;
    }
    let mut questions = Vec::new();
    let mut is_first = true;
    fields.retain(|(name, value)| {
        let is_other = *name == "player" && !std::mem::take(&mut is_first);
        let is_question = *name == "where";
        if is_other {
            questions.push(format!("player:{}", quoted_value(value)));
        } else if is_question {
            questions.push(format!("({value})"));
        }
        !is_other && !is_question
    });
    fields.push(("where", questions.join(" and ")));
}
