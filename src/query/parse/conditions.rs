//! Reads definitions, sequences, `and`, `or`, prefixes, single conditions, and conditions on
//! records.

use super::scan::TokenKind;
use super::{Reader, Result};
use crate::metadata::{GameResult, Kind as GameKind, LaxDate, Played, asked_date};
use crate::query::error::{Expected, QueryProblem, quoted};
use crate::query::syntax::{
    Atom, Comparison, Condition, Header, Link, Numbers, State, TextField, Thousandths,
};
use crate::query::words::{QueryField, Word};
use crate::text::fold;
use crate::xiangqi::Side;

impl Reader {
    /// `{ "def" NAME "=" sequence ";" }`
    pub(super) fn definitions(&mut self) -> Result<()> {
        while self.is_word(Word::Def) {
            let name = self.scan.word(self.token.span.end);
            self.go_to(name.start);
            if name.is_empty() {
                return Err(self.unexpected(&[Expected::Name]));
            }
            let text = self.scan.text(name.clone());
            let is_known =
                !matches!(self.token.kind, TokenKind::Unknown) && self.token.span == name;
            let is_word = text.starts_with(|letter: char| letter.is_alphabetic());
            if is_known || name.len() < 2 || !is_word {
                return Err(Reader::problem_at(name, QueryProblem::BadName(quoted(&text))));
            }
            self.go_to(name.end);
            self.expect_sign("=")?;
            let begin = self.token.span.start;
            let body = self.sequence()?;
            let definition = self.scan.original(begin..self.token.span.start).trim().to_owned();
            self.expect_sign(";")?;
            let pattern = self.pattern(vec![text], definition, "", body);
            self.library.add(pattern);
            // Reads the token again, since the new name may change it.
            self.go_to(self.token.span.start);
        }
        Ok(())
    }

    /// Reads a sequence up to the end of the text.
    pub(super) fn query(&mut self) -> Result<Condition> {
        let query = self.sequence()?;
        match self.token.kind {
            TokenKind::End => Ok(query),
            _ => Err(self.unexpected(&[Expected::Condition, Expected::EndOfQuery])),
        }
    }

    /// `any [ ( "next" | "then" [ "within" NUMBER | NUMBER "步内" ] ) sequence ]`
    fn sequence(&mut self) -> Result<Condition> {
        let mut parts = vec![(Link::Later, self.any()?)];
        while let Some(link) = self.link()? {
            parts.push((link, self.any()?));
        }
        Ok(match parts.len() {
            1 => parts.swap_remove(0).1,
            _ => Condition::Sequence(parts),
        })
    }

    fn link(&mut self) -> Result<Option<Link>> {
        if self.accept(Word::Next) {
            return Ok(Some(Link::Within(1)));
        }
        if !self.accept(Word::Then) {
            return Ok(None);
        }
        if self.accept(Word::Within) {
            return Ok(Some(Link::Within(self.number_from_one()?)));
        }
        if !matches!(self.token.kind, TokenKind::Number(_) | TokenKind::LongNumber) {
            return Ok(Some(Link::Later));
        }
        let number = self.number_from_one()?;
        self.expect(Word::Steps)?;
        Ok(Some(Link::Within(number)))
    }

    /// `all { "or" all }`
    fn any(&mut self) -> Result<Condition> {
        let mut parts = vec![self.all()?];
        while self.accept(Word::Or) {
            parts.push(self.all()?);
        }
        Ok(one_or(parts, Condition::Any))
    }

    /// `unary { [ "and" ] unary }`
    fn all(&mut self) -> Result<Condition> {
        let mut parts = vec![self.unary()?];
        while self.accept(Word::And) || self.begins_condition() {
            parts.push(self.unary()?);
        }
        Ok(one_or(parts, Condition::All))
    }

    fn begins_condition(&self) -> bool {
        match self.token.kind {
            TokenKind::Piece(_) | TokenKind::Pattern(_) | TokenKind::Sign('(') => true,
            TokenKind::Word(word) => matches!(
                word,
                Word::Prefix(_)
                    | Word::State(_)
                    | Word::Times
                    | Word::In
                    | Word::Move
                    | Word::Board
                    | Word::Material
                    | Word::Line(_)
                    | Word::Colour(_)
                    | Word::Field(_)
                    | Word::Noun(_)
            ),
            _ => false,
        }
    }

    /// `prefix unary | condition { "for" NUMBER }`
    fn unary(&mut self) -> Result<Condition> {
        if let TokenKind::Word(Word::Prefix(prefix)) = self.token.kind {
            self.enter()?;
            self.advance();
            let inner = self.unary()?;
            self.leave();
            return Ok(Condition::Prefixed(prefix, Box::new(inner)));
        }
        let mut condition = self.condition()?;
        // `for 4 for 5` means nine more moments.
        let mut more: u32 = 0;
        while self.accept(Word::For) {
            more = more.saturating_add(self.number_from_one()?);
        }
        if more > 0 {
            condition = Condition::For(Box::new(condition), more);
        }
        Ok(condition)
    }

    fn condition(&mut self) -> Result<Condition> {
        match self.token.kind {
            TokenKind::Word(Word::State(state)) => {
                self.advance();
                Ok(Condition::State(state))
            }
            TokenKind::Word(Word::In) => self.in_place(),
            TokenKind::Pattern(_) => self.named(None),
            TokenKind::Sign('(') => self.bracket(),
            TokenKind::Word(Word::Field(field)) => self.header(field),
            TokenKind::Word(Word::Colour(side)) => self.coloured(side),
            TokenKind::Word(Word::Times) => self.times(),
            TokenKind::Word(Word::Board) => self.board(),
            TokenKind::Word(Word::Material) => self.material(),
            TokenKind::Word(Word::Move) => self.moved(),
            _ if self.begins_pieces() => self.about_pieces(None),
            _ => Err(self.unexpected(&[Expected::Condition])),
        }
    }

    /// `"in" ( "start" | "end" )`
    fn in_place(&mut self) -> Result<Condition> {
        self.advance();
        let TokenKind::Word(Word::State(state @ (State::Start | State::End))) = self.token.kind
        else {
            return Err(self.unexpected(&[Expected::This("start"), Expected::This("end")]));
        };
        self.advance();
        Ok(Condition::State(state))
    }

    /// Reads the pattern that the current token names.
    fn named(&mut self, side: Option<Side>) -> Result<Condition> {
        let TokenKind::Pattern(pattern) = self.token.kind.clone() else {
            return Err(self.unexpected(&[Expected::AfterColour]));
        };
        self.reach(pattern.depth)?;
        self.advance();
        Ok(Condition::Named(pattern, side))
    }

    /// Reads a condition in brackets, or pieces in brackets with what follows.
    fn bracket(&mut self) -> Result<Condition> {
        match self.in_brackets()? {
            Condition::Exists(pieces) => self.about_pieces(Some(Atom::Bracket(Box::new(pieces)))),
            condition => Ok(condition),
        }
    }

    /// `"(" sequence ")"`
    pub(super) fn in_brackets(&mut self) -> Result<Condition> {
        self.enter()?;
        self.expect_sign("(")?;
        let inner = self.sequence()?;
        self.expect_sign(")")?;
        self.leave();
        Ok(inner)
    }

    /// Reads a condition that begins with a colour: a header, a side to move, a pattern, or pieces.
    fn coloured(&mut self, side: Side) -> Result<Condition> {
        let field = if side == Side::Red { TextField::Red } else { TextField::Black };
        match self.next().kind {
            TokenKind::Sign(':' | '=') => return self.header(QueryField::Text(field)),
            TokenKind::Word(Word::Noun(_)) => return self.about_pieces(None),
            _ => self.advance(),
        }
        if self.accept(Word::First) {
            return Ok(Condition::ToMove(side));
        }
        if self.accept(Word::To) {
            self.expect(Word::Move)?;
            return Ok(Condition::ToMove(side));
        }
        self.named(Some(side))
    }

    /// `"times" "(" sequence ")" ( ("=" | "!=") count | compare NUMBER )`
    fn times(&mut self) -> Result<Condition> {
        self.advance();
        let inner = self.in_brackets()?;
        let Some(comparison) = self.comparison() else {
            return Err(self.unexpected(&[Expected::Comparison]));
        };
        Ok(Condition::Times(Box::new(inner), self.numbers(comparison)?))
    }

    /// Passes a comparison, if the current token is one.
    pub(super) fn comparison(&mut self) -> Option<Comparison> {
        self.sign().inspect(|_| self.advance())
    }

    /// The comparison at the current token.
    fn sign(&self) -> Option<Comparison> {
        let TokenKind::Sign(sign) = self.token.kind else { return None };
        let found = Comparison::SIGNS.iter().find(|(_, known, _)| *known == sign);
        found.map(|&(comparison, ..)| comparison)
    }

    /// `("=" | "!=") count | compare NUMBER`, after the sign.
    pub(super) fn numbers(&mut self, comparison: Comparison) -> Result<Numbers> {
        match comparison {
            Comparison::Equal => self.count(),
            Comparison::NotEqual => Ok(Numbers { is_negated: true, ..self.count()? }),
            _ => Ok(comparison.numbers(self.number()?)),
        }
    }

    /// `NUMBER | NUMBER ".." [ NUMBER ] | ".." NUMBER`
    fn count(&mut self) -> Result<Numbers> {
        if self.accept_sign('…') {
            return Ok(Numbers::range(0, self.number()?));
        }
        let first = self.token.span.clone();
        let TokenKind::Number(least) = self.token.kind else {
            return Err(self.unexpected(&[Expected::Count]));
        };
        self.advance();
        if !self.accept_sign('…') {
            return Ok(Numbers::range(least, least));
        }
        let most = match self.token.kind {
            TokenKind::Number(_) | TokenKind::LongNumber => self.number()?,
            _ => u32::MAX,
        };
        if most < least {
            return Err(Reader::problem_at(first, QueryProblem::Backwards));
        }
        Ok(Numbers::range(least, most))
    }

    fn number(&mut self) -> Result<u32> {
        let TokenKind::Number(number) = self.token.kind else {
            return Err(self.unexpected(&[Expected::Number]));
        };
        self.advance();
        Ok(number)
    }

    fn number_from_one(&mut self) -> Result<u32> {
        if matches!(self.token.kind, TokenKind::Number(0)) {
            return Err(self.problem(QueryProblem::Zero));
        }
        self.number()
    }

    /// `field ":" VALUE { "|" VALUE }`, or a field of numbers with a comparison.
    fn header(&mut self, field: QueryField) -> Result<Condition> {
        self.advance();
        match field {
            QueryField::Text(field) => self.valued(text, |values| Header::Text(field, values)),
            QueryField::Date => self.valued(dates, Header::Date),
            QueryField::Result => self.valued(result, Header::Result),
            QueryField::Kind => self.valued(kind, Header::Kind),
            QueryField::Played => self.valued(played, Header::Played),
            QueryField::Ply => self.numbered().map(Condition::Ply),
            QueryField::Round => self.numbered().map(Condition::Round),
            QueryField::Measured(measure) => {
                self.measured().map(|numbers| Condition::Measured(measure, numbers))
            }
            QueryField::Plies => self.numbered().map(Header::Plies).map(Condition::Header),
            QueryField::Year => self.numbered().map(Header::Year).map(Condition::Header),
        }
    }

    /// `":" count | ("=" | "!=") count | compare NUMBER`
    fn numbered(&mut self) -> Result<Numbers> {
        match self.comparison() {
            Some(comparison) => self.numbers(comparison),
            None if self.accept_sign(':') => self.count(),
            None => Err(self.unexpected(&[Expected::Colon, Expected::Comparison])),
        }
    }

    /// `":" span | ("=" | "!=") span | compare DECIMAL`
    fn measured(&mut self) -> Result<Thousandths> {
        // The sign is not passed, since a decimal number behind it is no token.
        match self.sign() {
            Some(Comparison::NotEqual) => Ok(Thousandths { is_negated: true, ..self.span()? }),
            Some(Comparison::Equal) => self.span(),
            Some(comparison) => Ok(comparison.thousandths(self.decimal()?)),
            None if self.is_sign(':') => self.span(),
            None => Err(self.unexpected(&[Expected::Colon, Expected::Comparison])),
        }
    }

    /// `DECIMAL | DECIMAL ".." [ DECIMAL ] | ".." DECIMAL` behind this token.
    fn span(&mut self) -> Result<Thousandths> {
        const FAR: i32 = Thousandths::FAR;
        if matches!(self.next().kind, TokenKind::Sign('…')) {
            self.advance();
            return Ok(Thousandths::range(-FAR, self.decimal()?));
        }
        let first = self.next().span;
        let least = self.decimal()?;
        if !self.is_sign('…') {
            return Ok(Thousandths::range(least, least));
        }
        let most = match self.scan.decimal(self.token.span.end) {
            Some(_) => self.decimal()?,
            None => {
                self.advance();
                FAR
            }
        };
        if most < least {
            return Err(Reader::problem_at(first, QueryProblem::Backwards));
        }
        Ok(Thousandths::range(least, most))
    }

    /// `[ "+" | "-" ] digits [ "." digits ]` behind this token, in thousandths; passes the number.
    fn decimal(&mut self) -> Result<i32> {
        match self.scan.decimal(self.token.span.end) {
            Some((Some(number), span)) => {
                self.go_to(span.end);
                Ok(number)
            }
            Some((None, span)) => Err(Reader::problem_at(span, QueryProblem::LongNumber)),
            None => {
                self.advance();
                Err(self.unexpected(&[Expected::Decimal]))
            }
        }
    }

    /// `( ":" | "=" ) VALUE { "|" VALUE }`
    fn valued<T>(
        &mut self,
        understand: fn(&str) -> std::result::Result<T, QueryProblem>,
        header: impl FnOnce(Vec<T>) -> Header,
    ) -> Result<Condition> {
        if !self.is_sign(':') && !self.is_sign('=') {
            return Err(self.unexpected(&[Expected::Colon]));
        }
        let mut values = Vec::new();
        loop {
            let quotation = self.quotation()?;
            let marks = usize::from(quotation.is_some());
            let text = quotation.unwrap_or_else(|| self.scan.value(self.token.span.end));
            if marks == 0 && text.is_empty() {
                self.advance();
                return Err(self.unexpected(&[Expected::Text]));
            }
            let span = text.start - marks..text.end + marks;
            self.go_to(span.end);
            let understood = understand(&self.scan.original(text));
            values.push(understood.map_err(|problem| Reader::problem_at(span, problem))?);
            if !self.is_sign('|') {
                return Ok(Condition::Header(header(values)));
            }
        }
    }
}

/// The only part, or else all parts joined.
fn one_or(mut parts: Vec<Condition>, join: fn(Vec<Condition>) -> Condition) -> Condition {
    if parts.len() == 1 { parts.swap_remove(0) } else { join(parts) }
}

fn is_no(value: &str, what: &'static str) -> QueryProblem {
    QueryProblem::BadValue { value: quoted(value), what }
}

fn text(value: &str) -> std::result::Result<String, QueryProblem> {
    match value.trim() {
        "" => Err(is_no(value, "text to look for")),
        text => Ok(text.to_owned()),
    }
}

fn result(value: &str) -> std::result::Result<GameResult, QueryProblem> {
    Ok(match fold(value).as_str() {
        "红胜" | "red" => GameResult::RedWins,
        "黑胜" | "black" => GameResult::BlackWins,
        "和" | "和棋" | "draw" => GameResult::Draw,
        "未知" | "unknown" => GameResult::Unknown,
        name => GameResult::from_name(name)
            .ok_or_else(|| is_no(value, "result: 1-0, 0-1, 1/2-1/2 or *"))?,
    })
}

fn kind(value: &str) -> std::result::Result<GameKind, QueryProblem> {
    const WHAT: &str = "kind: game, handicap, opening, endgame, composed or position";
    Ok(match fold(value).as_str() {
        "对局" => GameKind::Game,
        "让子" => GameKind::Handicap,
        "布局" => GameKind::Opening,
        "残局" => GameKind::Endgame,
        "排局" => GameKind::Composed,
        "局面" => GameKind::Position,
        name => GameKind::from_name(name).ok_or_else(|| is_no(value, WHAT))?,
    })
}

fn played(value: &str) -> std::result::Result<Played, QueryProblem> {
    const WHAT: &str = "played: board, online, program or unknown";
    Ok(match fold(value).as_str() {
        "面棋" => Played::Board,
        "网棋" => Played::Online,
        "程序" => Played::Program,
        "不明" => Played::Unknown,
        name => Played::from_name(name).ok_or_else(|| is_no(value, WHAT))?,
    })
}

/// Reads a day, month or year, or a range of them.
fn dates(value: &str) -> std::result::Result<(Option<LaxDate>, Option<LaxDate>), QueryProblem> {
    let wrong = || is_no(value, "date such as 1982, 1982-05 or 1980..1982-06");
    let folded = fold(value);
    let one = |text: &str| match text.trim() {
        "" => Ok(None),
        // 1980/81 would be two years.
        text if text.contains('/') => Err(wrong()),
        text => asked_date(text).map(Some).ok_or_else(wrong),
    };
    let (first, last) = folded.split_once("..").unwrap_or((&folded, &folded));
    match (one(first)?, one(last)?) {
        (None, None) => Err(wrong()),
        (Some(first), Some(last)) if first.first_day() > last.last_day() => {
            Err(QueryProblem::Backwards)
        }
        range => Ok(range),
    }
}
