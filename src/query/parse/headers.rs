//! What records say: fields, a sign, values.

use super::reader::{Reader, Result};
use crate::metadata::{GameResult, Kind as GameKind, LaxDate, asked_date};
use crate::query::error::{Expected, Problem, quoted};
use crate::query::scan::{Kind, Token};
use crate::query::syntax::{Comparison, Condition, Header, TextField};
use crate::query::words::Field;
use crate::text::fold;

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
                Some(Err(mark)) => return Err(Reader::problem_at(mark.span, Problem::Unclosed)),
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
                BACKWARDS => Problem::Backwards,
                _ => Problem::BadValue { value: quoted(&value), what },
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
