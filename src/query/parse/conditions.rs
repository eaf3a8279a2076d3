//! Definitions, time, `and`, `or`, prefixes, what a condition can begin with, and what records say.

use super::scan::{Kind, Token};
use super::{Reader, Result};
use crate::metadata::{GameResult, Kind as GameKind, LaxDate, asked_date};
use crate::query::error::{Expected, QueryProblem, quoted};
use crate::query::syntax::{Atom, Comparison, Condition, Header, Link, Numbers, TextField};
use crate::query::words::{Field, Word};
use crate::text::fold;
use crate::xiangqi::Side;

/// A prefix, made of what follows it.
type Prefix = fn(Box<Condition>) -> Condition;

impl Reader {
    /// `{ "def" NAME "=" sequence ";" }`
    pub(super) fn definitions(&mut self) -> Result<()> {
        while self.is_word(Word::Def) {
            let name = self.scan.name(self.token.span.end);
            self.go_to(name.start);
            if name.is_empty() {
                return Err(self.unexpected(&[Expected::Name]));
            }
            let text = self.scan.text(name.clone());
            let is_known = !matches!(self.token.kind, Kind::Unknown) && self.token.span == name;
            let is_word = text.starts_with(|letter: char| letter.is_alphabetic());
            if is_known || name.len() < 2 || !is_word {
                return Err(Reader::problem_at(name, QueryProblem::BadName(quoted(&text))));
            }
            self.go_to(name.end);
            self.expect_sign('=', "=")?;
            let begin = self.token.span.start;
            let body = self.sequence()?;
            let definition = self.scan.original(begin..self.token.span.start).trim().to_owned();
            self.expect_sign(';', ";")?;
            let pattern = self.pattern(vec![text], definition, "", body);
            self.library.add(pattern);
            // The token was read before the name was known.
            self.go_to(self.token.span.start);
        }
        Ok(())
    }

    /// A sequence up to the end of the text.
    pub(super) fn query(&mut self) -> Result<Condition> {
        let query = self.sequence()?;
        match self.token.kind {
            Kind::End => Ok(query),
            _ => Err(self.unexpected(&[Expected::Condition, Expected::EndOfQuery])),
        }
    }

    /// `any [ ( "next" | "then" [ "within" NUMBER | NUMBER "步内" ] ) sequence ]`
    pub(super) fn sequence(&mut self) -> Result<Condition> {
        let first = self.any()?;
        let mut rest = Vec::new();
        while let Some(link) = self.link()? {
            rest.push((link, self.any()?));
        }
        Ok(if rest.is_empty() { first } else { Condition::Sequence(Box::new(first), rest) })
    }

    fn link(&mut self) -> Result<Option<Link>> {
        if self.is_word(Word::Next) {
            self.advance();
            return Ok(Some(Link::Within(1)));
        }
        if !self.is_word(Word::Then) {
            return Ok(None);
        }
        self.advance();
        Ok(Some(match self.token.kind {
            Kind::Word(Word::Within) => {
                self.advance();
                Link::Within(self.number_from_one()?)
            }
            Kind::Number(_) | Kind::LongNumber => {
                let number = self.number_from_one()?;
                self.expect_word(Word::Steps)?;
                Link::Within(number)
            }
            _ => Link::Later,
        }))
    }

    /// `all { "or" all }`
    fn any(&mut self) -> Result<Condition> {
        let mut parts = vec![self.all()?];
        while self.is_word(Word::Or) {
            self.advance();
            parts.push(self.all()?);
        }
        Ok(one_or(parts, Condition::Any))
    }

    /// `unary { [ "and" ] unary }`
    fn all(&mut self) -> Result<Condition> {
        let mut parts = vec![self.unary()?];
        loop {
            if self.is_word(Word::And) {
                self.advance();
            } else if !self.begins_condition() {
                return Ok(one_or(parts, Condition::All));
            }
            parts.push(self.unary()?);
        }
    }

    fn begins_condition(&self) -> bool {
        match self.token.kind {
            Kind::Piece(_) | Kind::Pattern(_) => true,
            Kind::Sign(sign) => sign == '(',
            Kind::Word(word) => {
                self.prefix().is_some()
                    || matches!(
                        word,
                        Word::Times
                            | Word::In
                            | Word::Start
                            | Word::End
                            | Word::Move
                            | Word::Check
                            | Word::Mate
                            | Word::Stalemate
                            | Word::Board
                            | Word::Material
                            | Word::Line(_)
                            | Word::Colour(_)
                            | Word::Field(_)
                            | Word::Noun(_)
                    )
            }
            _ => false,
        }
    }

    fn prefix(&self) -> Option<Prefix> {
        Some(match self.token.kind {
            Kind::Word(Word::Not) => Condition::Not,
            Kind::Word(Word::Never) => Condition::Never,
            Kind::Word(Word::Always) => Condition::Always,
            Kind::Word(Word::Ever) => Condition::Ever,
            Kind::Word(Word::Mirror) => Condition::Mirror,
            Kind::Word(Word::Swap) => Condition::Swap,
            _ => return None,
        })
    }

    /// `prefix unary | condition { "for" NUMBER }`
    fn unary(&mut self) -> Result<Condition> {
        if let Some(prefix) = self.prefix() {
            self.enter()?;
            self.advance();
            let inner = self.unary()?;
            self.leave();
            return Ok(prefix(Box::new(inner)));
        }
        let mut condition = self.condition()?;
        // Four more moments and then five more are nine more.
        let mut more: u32 = 0;
        while self.is_word(Word::For) {
            self.advance();
            more = more.saturating_add(self.number_from_one()?);
        }
        if more > 0 {
            condition = Condition::For(Box::new(condition), more);
        }
        Ok(condition)
    }

    fn condition(&mut self) -> Result<Condition> {
        let simple = match &self.token.kind {
            Kind::Word(Word::Check) => Condition::Check,
            Kind::Word(Word::Mate) => Condition::Mate,
            Kind::Word(Word::Stalemate) => Condition::Stalemate,
            Kind::Word(Word::Start | Word::End) => return self.at_place(),
            Kind::Word(Word::In) => {
                self.advance();
                return self.at_place();
            }
            Kind::Pattern(pattern) => {
                let pattern = std::sync::Arc::clone(pattern);
                self.reach(pattern.depth)?;
                Condition::Named(pattern, None)
            }
            Kind::Sign('(') => return self.bracket(),
            Kind::Word(Word::Field(field)) => return self.header(*field),
            Kind::Word(Word::Colour(side)) => return self.coloured(*side),
            Kind::Word(Word::Times) => return self.times(),
            Kind::Word(Word::Board) => return self.board(),
            Kind::Word(Word::Material) => return self.material(),
            Kind::Word(Word::Move) => return self.moved(),
            _ if self.begins_pieces() => {
                let atoms = vec![self.atom()?];
                return self.about_pieces(atoms);
            }
            _ => return Err(self.unexpected(&[Expected::Condition])),
        };
        self.advance();
        Ok(simple)
    }

    fn at_place(&mut self) -> Result<Condition> {
        let place = match self.token.kind {
            Kind::Word(Word::Start) => Condition::Start,
            Kind::Word(Word::End) => Condition::End,
            _ => return Err(self.unexpected(&[Expected::This("start"), Expected::This("end")])),
        };
        self.advance();
        Ok(place)
    }

    /// A condition in brackets; or pieces, and what follows them.
    fn bracket(&mut self) -> Result<Condition> {
        match self.in_brackets()? {
            Condition::Exists(pieces) => self.about_pieces(vec![Atom::Bracket(Box::new(pieces))]),
            condition => Ok(condition),
        }
    }

    /// `"(" sequence ")"`
    pub(super) fn in_brackets(&mut self) -> Result<Condition> {
        self.enter()?;
        self.expect_sign('(', "(")?;
        let inner = self.sequence()?;
        self.expect_sign(')', ")")?;
        self.leave();
        Ok(inner)
    }

    /// What begins with a colour: a header, a turn, a pattern, or pieces.
    fn coloured(&mut self, side: Side) -> Result<Condition> {
        match self.next().kind {
            Kind::Sign(':' | '=') => {
                let field = match side {
                    Side::Red => TextField::Red,
                    Side::Black => TextField::Black,
                };
                self.header(Field::Text(field))
            }
            Kind::Word(Word::To) => {
                self.advance();
                self.advance();
                self.expect_word(Word::Move)?;
                Ok(Condition::ToMove(side))
            }
            Kind::Word(Word::First) => {
                self.advance();
                self.advance();
                Ok(Condition::ToMove(side))
            }
            Kind::Pattern(pattern) => {
                self.advance();
                self.reach(pattern.depth)?;
                self.advance();
                Ok(Condition::Named(pattern, Some(side)))
            }
            Kind::Word(Word::Noun(_)) => {
                let atoms = vec![self.atom()?];
                self.about_pieces(atoms)
            }
            _ => {
                self.advance();
                Err(self.unexpected(&[Expected::AfterColour]))
            }
        }
    }

    /// `"times" "(" sequence ")" ( ("=" | "!=") count | compare NUMBER )`
    fn times(&mut self) -> Result<Condition> {
        self.advance();
        let inner = self.in_brackets()?;
        let Some(comparison) = self.comparison() else {
            return Err(self.unexpected(&[Expected::Comparison]));
        };
        self.advance();
        Ok(Condition::Times(Box::new(inner), self.numbers(comparison)?))
    }

    /// The comparison that this token is.
    pub(super) fn comparison(&self) -> Option<Comparison> {
        Some(match self.token.kind {
            Kind::Sign('=') => Comparison::Equal,
            Kind::Sign('≠') => Comparison::NotEqual,
            Kind::Sign('<') => Comparison::Less,
            Kind::Sign('≤') => Comparison::LessOrEqual,
            Kind::Sign('>') => Comparison::Greater,
            Kind::Sign('≥') => Comparison::GreaterOrEqual,
            _ => return None,
        })
    }

    /// `("=" | "!=") count | compare NUMBER`, the sign being read.
    pub(super) fn numbers(&mut self, comparison: Comparison) -> Result<Numbers> {
        match comparison {
            Comparison::Equal => self.count(),
            Comparison::NotEqual => {
                let count = self.count()?;
                Ok(Numbers { is_negated: true, ..count })
            }
            _ => Ok(comparison.numbers(self.number()?)),
        }
    }

    /// `NUMBER | NUMBER ".." [ NUMBER ] | ".." NUMBER`
    fn count(&mut self) -> Result<Numbers> {
        if matches!(self.token.kind, Kind::Dots) {
            self.advance();
            return Ok(Numbers::range(0, self.number()?));
        }
        let first = self.token.span.clone();
        let least = match self.token.kind {
            Kind::Number(number) => number,
            _ => return Err(self.unexpected(&[Expected::Count])),
        };
        self.advance();
        if !matches!(self.token.kind, Kind::Dots) {
            return Ok(Numbers::range(least, least));
        }
        self.advance();
        let most = match self.token.kind {
            Kind::Number(_) | Kind::LongNumber => self.number()?,
            _ => u32::MAX,
        };
        if most < least {
            return Err(Reader::problem_at(first, QueryProblem::Backwards));
        }
        Ok(Numbers::range(least, most))
    }

    fn number(&mut self) -> Result<u32> {
        let Kind::Number(number) = self.token.kind else {
            return Err(self.unexpected(&[Expected::Number]));
        };
        self.advance();
        Ok(number)
    }

    fn number_from_one(&mut self) -> Result<u32> {
        if matches!(self.token.kind, Kind::Number(0)) {
            return Err(self.problem(QueryProblem::Zero));
        }
        self.number()
    }
}

/// The part itself, or several joined.
fn one_or(mut parts: Vec<Condition>, join: fn(Vec<Condition>) -> Condition) -> Condition {
    match (parts.len(), parts.pop()) {
        (1, Some(only)) => only,
        (_, Some(last)) => {
            parts.push(last);
            join(parts)
        }
        (_, None) => join(parts),
    }
}

impl Reader {
    /// `field ":" VALUE { "|" VALUE }`, or a field of numbers with a comparison.
    pub(super) fn header(&mut self, field: Field) -> Result<Condition> {
        self.advance();
        match field {
            Field::Year | Field::Plies | Field::Ply | Field::Round => self.numbered(field),
            Field::Date | Field::Result | Field::Kind | Field::Text(_) => self.valued(field),
        }
    }

    fn numbered(&mut self, field: Field) -> Result<Condition> {
        let comparison = match self.comparison() {
            Some(comparison) => comparison,
            None if self.is_sign(':') => Comparison::Equal,
            None => return Err(self.unexpected(&[Expected::Colon, Expected::Comparison])),
        };
        self.advance();
        let numbers = self.numbers(comparison)?;
        Ok(match field {
            Field::Ply => Condition::Ply(numbers),
            Field::Round => Condition::Round(numbers),
            Field::Plies => Condition::Header(Header::Plies(numbers)),
            _ => Condition::Header(Header::Year(numbers)),
        })
    }

    fn valued(&mut self, field: Field) -> Result<Condition> {
        if !self.is_sign(':') && !self.is_sign('=') {
            return Err(self.unexpected(&[Expected::Colon]));
        }
        let values = self.values()?;
        let header = match field {
            Field::Date => Header::Date(each(values, dates)?),
            Field::Result => Header::Result(each(values, result)?),
            Field::Kind => Header::Kind(each(values, kind)?),
            Field::Text(field) => Header::Text(field, each(values, text)?),
            _ => Header::Text(TextField::Event, each(values, text)?),
        };
        Ok(Condition::Header(header))
    }

    /// The values after the sign that is the token, with their text.
    fn values(&mut self) -> Result<Vec<(Token, String)>> {
        let mut values = Vec::new();
        loop {
            let place = self.token.span.end;
            let value = match self.scan.value(place) {
                Some(Ok(value)) => value,
                Some(Err(mark)) => {
                    return Err(Reader::problem_at(mark.span, QueryProblem::Unclosed));
                }
                None => {
                    self.advance();
                    return Err(self.unexpected(&[Expected::Text]));
                }
            };
            let is_quoted = matches!(self.scan.quoted(place), Some(Ok(_)));
            let span = match is_quoted {
                true => value.span.start + 1..value.span.end - 1,
                false => value.span.clone(),
            };
            let text = self.scan.original(span);
            self.go_to(value.span.end);
            values.push((value, text));
            if !matches!(self.token.kind, Kind::Sign('|')) {
                return Ok(values);
            }
        }
    }
}

/// Every value, understood.
fn each<T>(
    values: Vec<(Token, String)>,
    understand: fn(&str) -> std::result::Result<T, &'static str>,
) -> Result<Vec<T>> {
    let understood = values.into_iter().map(|(token, value)| {
        understand(&value).map_err(|what| {
            let problem = match what {
                BACKWARDS => QueryProblem::Backwards,
                _ => QueryProblem::BadValue { value: quoted(&value), what },
            };
            Reader::problem_at(token.span, problem)
        })
    });
    understood.collect()
}

/// Instead of what the value should have been.
const BACKWARDS: &str = "range that runs forwards";

fn text(value: &str) -> std::result::Result<String, &'static str> {
    match value.trim() {
        "" => Err("text to look for"),
        text => Ok(text.to_owned()),
    }
}

fn result(value: &str) -> std::result::Result<GameResult, &'static str> {
    Ok(match fold(value).as_str() {
        "1-0" | "红胜" | "red" => GameResult::RedWins,
        "0-1" | "黑胜" | "black" => GameResult::BlackWins,
        "1/2-1/2" | "和" | "和棋" | "draw" => GameResult::Draw,
        "*" | "未知" | "unknown" => GameResult::Unknown,
        _ => return Err("result: 1-0, 0-1, 1/2-1/2 or *"),
    })
}

fn kind(value: &str) -> std::result::Result<GameKind, &'static str> {
    Ok(match fold(value).as_str() {
        "对局" => GameKind::Game,
        "让子" => GameKind::Handicap,
        "布局" => GameKind::Opening,
        "残局" => GameKind::Endgame,
        "排局" => GameKind::Composed,
        "局面" => GameKind::Position,
        name => GameKind::from_name(name)
            .ok_or("kind: game, handicap, opening, endgame, composed or position")?,
    })
}

/// A day, month or year, or a range of them.
fn dates(value: &str) -> std::result::Result<(Option<LaxDate>, Option<LaxDate>), &'static str> {
    const WHAT: &str = "date such as 1982, 1982-05 or 1980..1982-06";
    let value = fold(value);
    let one = |text: &str| match text.trim() {
        "" => Ok(None),
        text => asked_date(text).map(Some).ok_or(WHAT),
    };
    let Some((first, last)) = value.split_once("..") else {
        let date = one(&value)?;
        return date.map(|_| (date, date)).ok_or(WHAT);
    };
    let range = (one(first)?, one(last)?);
    match range {
        (None, None) => Err(WHAT),
        (Some(first), Some(last)) if is_backwards(first, last) => Err(BACKWARDS),
        _ => Ok(range),
    }
}

/// Whether a range ends before it begins; what a date leaves open is its latest day at the end of a
/// range.
fn is_backwards(first: LaxDate, last: LaxDate) -> bool {
    let latest = |part: u8| if part == 0 { u8::MAX } else { part };
    (first.year, first.month, first.day) > (last.year, latest(last.month), latest(last.day))
}
