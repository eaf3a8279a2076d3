//! Text to tree: one function for each rule of the grammar, each reading from the left and stopping
//! at the first offence. The reader holds the current token, its depth, and words the refusals.

mod board;
mod conditions;
mod scan;

use crate::query::error::{Expected, QueryError, QueryProblem, quoted};
use crate::query::syntax::{Condition, Pattern};
use crate::query::words::{self, Library, Word};
use scan::{Kind, Scan, Token};
use std::ops::Range;

/// Reads a query; definitions before it are its own.
///
/// # Errors
/// Where the text is no query, or too long or too deep.
pub(super) fn parse(text: &str, library: &Library) -> Result<Condition> {
    let mut reader = Reader::new(text, library.clone())?;
    reader.definitions()?;
    reader.query()
}

/// Reads definitions and nothing else, and puts them into the library.
///
/// # Errors
/// Where the text is no row of definitions, or too long or too deep.
pub(super) fn define(text: &str, library: &mut Library) -> Result<()> {
    let mut reader = Reader::new(text, library.clone())?;
    reader.definitions()?;
    *library = reader.finish()?;
    Ok(())
}

/// Reads what a pattern of the prelude stands for.
///
/// # Errors
/// Where the text is no query.
pub(super) fn pattern(
    names: &[&str],
    definition: &'static str,
    meaning: &'static str,
    library: &Library,
) -> Result<Pattern> {
    let mut reader = Reader::new(definition, library.clone())?;
    let body = reader.query()?;
    let names = names.iter().map(|&name| name.to_owned()).collect();
    Ok(reader.pattern(names, definition.to_owned(), meaning, body))
}

/// The longest text that is read, in characters.
const MOST_CHARACTERS: usize = 10_000;
/// The deepest nesting of brackets, prefixes and names.
const MOST_LEVELS: u32 = 100;

pub(super) type Result<T> = std::result::Result<T, QueryError>;

/// A text and the token that is looked at.
pub(super) struct Reader {
    pub(super) scan: Scan,
    pub(super) library: Library,
    pub(super) token: Token,
    depth: u32,
    deepest: u32,
}

impl Reader {
    pub(super) fn new(text: &str, library: Library) -> Result<Reader> {
        let scan = Scan::new(text);
        if scan.len() > MOST_CHARACTERS {
            let problem = QueryProblem::TooLong(MOST_CHARACTERS);
            return Err(QueryError {
                span: MOST_CHARACTERS..MOST_CHARACTERS + 1,
                problem,
                expected: Vec::new(),
                near: None,
            });
        }
        let token = scan.token(0, &library);
        Ok(Reader { scan, library, token, depth: 0, deepest: 0 })
    }

    /// Goes on to the next token.
    pub(super) fn advance(&mut self) {
        self.go_to(self.token.span.end);
    }

    /// Goes on to the token at or after a place.
    pub(super) fn go_to(&mut self, place: usize) {
        self.token = self.scan.token(place, &self.library);
    }

    /// The token after this one.
    pub(super) fn next(&self) -> Token {
        self.scan.token(self.token.span.end, &self.library)
    }

    pub(super) fn is_word(&self, wanted: Word) -> bool {
        matches!(self.token.kind, Kind::Word(word) if word == wanted)
    }

    pub(super) fn is_sign(&self, wanted: char) -> bool {
        matches!(self.token.kind, Kind::Sign(sign) if sign == wanted)
    }

    /// Goes past this word.
    pub(super) fn expect_word(&mut self, wanted: Word) -> Result<()> {
        if !self.is_word(wanted) {
            return Err(self.unexpected(&[Expected::This(words::spelling(wanted))]));
        }
        self.advance();
        Ok(())
    }

    /// Goes past this sign.
    pub(super) fn expect_sign(&mut self, wanted: char, name: &'static str) -> Result<()> {
        if !self.is_sign(wanted) {
            return Err(self.unexpected(&[Expected::This(name)]));
        }
        self.advance();
        Ok(())
    }

    /// One level deeper, because of this token.
    pub(super) fn enter(&mut self) -> Result<()> {
        self.reach(1)?;
        self.depth += 1;
        Ok(())
    }

    /// One level up again.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// This token has so many levels in it.
    pub(super) fn reach(&mut self, levels: u32) -> Result<()> {
        self.deepest = self.deepest.max(self.depth + levels);
        if self.deepest > MOST_LEVELS {
            return Err(self.problem(QueryProblem::TooDeep(MOST_LEVELS)));
        }
        Ok(())
    }

    /// A pattern with what was just read as its body.
    pub(super) fn pattern(
        &mut self,
        names: Vec<String>,
        definition: String,
        meaning: &'static str,
        body: Condition,
    ) -> Pattern {
        let depth = 1 + std::mem::take(&mut self.deepest);
        Pattern { names, definition, meaning, is_whole: body.is_whole(), body, depth }
    }

    /// Ends a text that holds definitions only.
    pub(super) fn finish(self) -> Result<Library> {
        match self.token.kind {
            Kind::End => Ok(self.library),
            _ => Err(self.unexpected(&[Expected::This("def"), Expected::EndOfQuery])),
        }
    }

    /// This token cannot stand here.
    pub(super) fn unexpected(&self, expected: &[Expected]) -> QueryError {
        let text = quoted(&self.scan.original(self.token.span.clone()));
        let mut near = None;
        let problem = match &self.token.kind {
            Kind::End => QueryProblem::End,
            Kind::Unknown => {
                near = self.library.nearest(&text);
                QueryProblem::UnknownWord(text)
            }
            Kind::MixedMove => QueryProblem::MixedNumbers,
            Kind::LongNumber => QueryProblem::LongNumber,
            _ => QueryProblem::Unexpected(text),
        };
        QueryError { near, expected: expected.to_vec(), ..self.problem(problem) }
    }

    /// Something is wrong with this token.
    pub(super) fn problem(&self, problem: QueryProblem) -> QueryError {
        Reader::problem_at(self.token.span.clone(), problem)
    }

    /// Something is wrong with the characters of a span.
    pub(super) fn problem_at(span: Range<usize>, problem: QueryProblem) -> QueryError {
        QueryError { span, problem, expected: Vec::new(), near: None }
    }
}
