//! Reads text into a tree: one function for each rule of the grammar, which reads from the left and
//! stops at the first error. The reader holds the current token and the depth.

mod board;
mod conditions;
mod scan;

use crate::query::error::{Expected, QueryError, QueryProblem, quoted};
use crate::query::syntax::{Condition, Pattern};
use crate::query::words::{self, Library, Word};
use scan::{Scan, Token, TokenKind};
use std::ops::Range;

/// Reads a query with optional definitions before it, which are valid in this query only.
pub(super) fn parse(text: &str, library: &Library) -> Result<Condition> {
    let mut reader = Reader::new(text, library.clone())?;
    reader.definitions()?;
    reader.query()
}

/// Reads definitions and adds them to the library; on an error the library stays as it was.
pub(super) fn define(text: &str, library: &mut Library) -> Result<()> {
    let mut reader = Reader::new(text, library.clone())?;
    reader.definitions()?;
    if !matches!(reader.token.kind, TokenKind::End) {
        return Err(reader.unexpected(&[Expected::This("def"), Expected::EndOfQuery]));
    }
    *library = reader.library;
    Ok(())
}

/// Reads a predefined pattern; blanks separate its names.
pub(super) fn pattern(
    names: &str,
    definition: &str,
    meaning: &'static str,
    library: &Library,
) -> Result<Pattern> {
    let mut reader = Reader::new(definition, library.clone())?;
    let body = reader.query()?;
    let names = names.split(' ').map(str::to_owned).collect();
    Ok(reader.pattern(names, definition.to_owned(), meaning, body))
}

/// Largest number of characters of a query.
const MOST_CHARACTERS: usize = 10_000;
/// Largest depth of brackets, prefixes and names.
const MOST_LEVELS: u32 = 100;

type Result<T> = std::result::Result<T, QueryError>;

/// A text and its current token.
struct Reader {
    scan: Scan,
    library: Library,
    token: Token,
    depth: u32,
    deepest: u32,
}

impl Reader {
    fn new(text: &str, library: Library) -> Result<Reader> {
        let scan = Scan::new(text);
        if scan.len() > MOST_CHARACTERS {
            let beyond = MOST_CHARACTERS..MOST_CHARACTERS + 1;
            return Err(Reader::problem_at(beyond, QueryProblem::TooLong(MOST_CHARACTERS)));
        }
        let token = scan.token(0, &library);
        Ok(Reader { scan, library, token, depth: 0, deepest: 0 })
    }

    /// Moves to the next token.
    fn advance(&mut self) {
        self.go_to(self.token.span.end);
    }

    /// Moves to the token at or after a place.
    fn go_to(&mut self, place: usize) {
        self.token = self.scan.token(place, &self.library);
    }

    /// The token after the current one.
    fn next(&self) -> Token {
        self.scan.token(self.token.span.end, &self.library)
    }

    fn is_word(&self, wanted: Word) -> bool {
        matches!(self.token.kind, TokenKind::Word(word) if word == wanted)
    }

    fn is_sign(&self, wanted: char) -> bool {
        matches!(self.token.kind, TokenKind::Sign(sign) if sign == wanted)
    }

    /// Passes the current token if it is this word; whether it is.
    fn accept(&mut self, wanted: Word) -> bool {
        let is_here = self.is_word(wanted);
        if is_here {
            self.advance();
        }
        is_here
    }

    /// Passes the current token if it is this sign; whether it is.
    fn accept_sign(&mut self, wanted: char) -> bool {
        let is_here = self.is_sign(wanted);
        if is_here {
            self.advance();
        }
        is_here
    }

    /// Passes this word; an error if the current token is another.
    fn expect(&mut self, wanted: Word) -> Result<()> {
        match self.accept(wanted) {
            true => Ok(()),
            false => Err(self.unexpected(&[Expected::This(words::spelling(wanted))])),
        }
    }

    /// Passes this sign; an error if the current token is another.
    fn expect_sign(&mut self, wanted: &'static str) -> Result<()> {
        match wanted.chars().all(|sign| self.accept_sign(sign)) {
            true => Ok(()),
            false => Err(self.unexpected(&[Expected::This(wanted)])),
        }
    }

    /// Characters between quotation marks behind the current token; `None` without quotation marks.
    fn quotation(&self) -> Result<Option<Range<usize>>> {
        let quoted = self.scan.quoted(self.token.span.end).transpose();
        quoted.map_err(|mark| Reader::problem_at(mark..mark + 1, QueryProblem::Unclosed))
    }

    /// Enters one level of nesting; refuses too many.
    fn enter(&mut self) -> Result<()> {
        self.reach(1)?;
        self.depth += 1;
        Ok(())
    }

    /// Leaves one level of nesting.
    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Counts the levels inside the current token.
    fn reach(&mut self, levels: u32) -> Result<()> {
        self.deepest = self.deepest.max(self.depth + levels);
        if self.deepest > MOST_LEVELS {
            return Err(self.problem(QueryProblem::TooDeep(MOST_LEVELS)));
        }
        Ok(())
    }

    /// A pattern whose body was just read.
    fn pattern(
        &mut self,
        names: Vec<String>,
        definition: String,
        meaning: &'static str,
        body: Condition,
    ) -> Pattern {
        let depth = 1 + std::mem::take(&mut self.deepest);
        Pattern { names, definition, meaning, is_whole: body.is_whole(), body, depth }
    }

    /// Error: the current token cannot stand here.
    fn unexpected(&self, expected: &[Expected]) -> QueryError {
        let text = quoted(&self.scan.original(self.token.span.clone()));
        let mut near = None;
        let problem = match &self.token.kind {
            TokenKind::End => QueryProblem::End,
            TokenKind::Unknown => {
                near = self.library.nearest(&text);
                QueryProblem::UnknownWord(text)
            }
            TokenKind::MixedMove => QueryProblem::MixedNumbers,
            TokenKind::LongNumber => QueryProblem::LongNumber,
            _ => QueryProblem::Unexpected(text),
        };
        QueryError { near, expected: expected.to_vec(), ..self.problem(problem) }
    }

    /// Error about the current token.
    fn problem(&self, problem: QueryProblem) -> QueryError {
        Reader::problem_at(self.token.span.clone(), problem)
    }

    /// Error about the characters of a span.
    fn problem_at(span: Range<usize>, problem: QueryProblem) -> QueryError {
        QueryError { span, problem, expected: Vec::new(), near: None }
    }
}
