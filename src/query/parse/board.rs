//! Reads men and moves: pieces, regions, moves, partial boards, armies.

use super::scan::{Token, TokenKind};
use super::{Reader, Result};
use crate::query::error::{Expected, QueryProblem, quoted};
use crate::query::points::Region;
use crate::query::syntax::{
    Atom, Axis, Condition, Material, MenInLine, Moved, PieceFilter, PieceGroup, PieceGroups,
    PieceSet, State,
};
use crate::query::words::{Word, piece_kind};
use crate::xiangqi::{ParseFenError, Piece, PieceKind, Side};

/// Brackets may contain pieces or a condition, so an atom can be read before pieces are known to
/// follow: functions with a `first` atom continue behind it.
impl Reader {
    /// Whether the current token begins pieces.
    pub(super) fn begins_pieces(&self) -> bool {
        match self.token.kind {
            TokenKind::Piece(_)
            | TokenKind::Sign('(')
            | TokenKind::Word(Word::Noun(_) | Word::Line(_)) => true,
            TokenKind::Word(Word::Colour(_)) => {
                matches!(self.next().kind, TokenKind::Word(Word::Noun(_)))
            }
            _ => false,
        }
    }

    /// `pieces [ ("=" | "!=") count | compare NUMBER | anycompare pieces ]`
    pub(super) fn about_pieces(&mut self, first: Option<Atom>) -> Result<Condition> {
        let pieces = self.pieces(first)?;
        let Some(comparison) = self.comparison() else {
            return Ok(Condition::Exists(pieces));
        };
        if self.begins_pieces() || matches!(self.token.kind, TokenKind::Word(Word::Colour(_))) {
            return Ok(Condition::Compare(pieces, comparison, self.pieces(None)?));
        }
        if matches!(
            self.token.kind,
            TokenKind::Number(_) | TokenKind::Sign('…') | TokenKind::LongNumber
        ) {
            return Ok(Condition::Count(pieces, self.numbers(comparison)?));
        }
        Err(self.unexpected(&[Expected::Count, Expected::Pieces]))
    }

    /// `union { filter } [ verb pieces ]`
    fn pieces(&mut self, first: Option<Atom>) -> Result<PieceGroups> {
        let mut pieces = PieceGroups { first: self.group(first)?, rest: Vec::new() };
        while let TokenKind::Word(Word::Verb(verb)) = self.token.kind {
            self.advance();
            pieces.rest.push((verb, self.group(None)?));
        }
        Ok(pieces)
    }

    fn group(&mut self, first: Option<Atom>) -> Result<PieceGroup> {
        let mut group = PieceGroup { atoms: self.union(first)?, filters: Vec::new() };
        loop {
            let is_place =
                |kind| matches!(kind, TokenKind::Word(Word::State(State::Start | State::End)));
            let filter = match self.token.kind {
                TokenKind::Word(Word::In) if !is_place(self.next().kind) => {
                    self.advance();
                    PieceFilter::In(self.region()?)
                }
                TokenKind::Point(_) | TokenKind::Word(Word::Region(_)) => {
                    PieceFilter::In(self.region()?)
                }
                TokenKind::Word(Word::Is(filter)) => {
                    self.advance();
                    filter
                }
                _ => return Ok(group),
            };
            group.filters.push(filter);
        }
    }

    /// `atom { "|" atom }`
    fn union(&mut self, first: Option<Atom>) -> Result<Vec<Atom>> {
        let mut atoms = vec![first.map_or_else(|| self.atom(), Ok)?];
        while self.accept_sign('|') {
            atoms.push(self.atom()?);
        }
        Ok(atoms)
    }

    /// `LETTER | [ colour ] noun | line | "(" pieces ")"`
    fn atom(&mut self) -> Result<Atom> {
        let set = match self.token.kind {
            TokenKind::Piece(piece) => PieceSet(1 << piece.index()),
            TokenKind::Word(Word::Noun(set)) => set,
            TokenKind::Word(Word::Colour(side)) => {
                self.advance();
                let TokenKind::Word(Word::Noun(set)) = self.token.kind else {
                    return Err(self.unexpected(&[Expected::Pieces]));
                };
                set.of_side(side)
            }
            TokenKind::Word(Word::Line(axis)) => return self.line(axis),
            TokenKind::Sign('(') => return self.pieces_in_brackets(),
            _ => return Err(self.unexpected(&[Expected::Pieces])),
        };
        self.advance();
        Ok(Atom::Pieces(set))
    }

    /// Reads brackets as a condition first, so that the error for other conditions can name them.
    fn pieces_in_brackets(&mut self) -> Result<Atom> {
        let content = self.next().span;
        match self.in_brackets()? {
            Condition::Exists(pieces) => Ok(Atom::Bracket(Box::new(pieces))),
            _ => Err(Reader::problem_at(content, QueryProblem::NotPieces)),
        }
    }

    /// `( "line" | "file" | "rank" ) "(" union link union { link union } ")"`
    fn line(&mut self, axis: Axis) -> Result<Atom> {
        self.advance();
        self.enter()?;
        self.expect_sign("(")?;
        let mut line = MenInLine { axis, first: self.union(None)?, rest: Vec::new() };
        while line.rest.is_empty() || !self.is_sign(')') {
            line.rest.push((self.gap(), self.union(None)?));
        }
        self.expect_sign(")")?;
        self.leave();
        Ok(Atom::Line(line))
    }

    /// `{ "," | "." }`: number of points between, as dots show it.
    fn gap(&mut self) -> Option<u32> {
        let mut dots = 0;
        loop {
            match self.token.kind {
                TokenKind::Sign('.') => dots += 1,
                TokenKind::Sign('…') => dots += 2,
                TokenKind::Word(Word::And) if self.scan.text(self.token.span.clone()) == "," => {}
                _ => return (dots > 0).then_some(dots),
            }
            self.advance();
        }
    }

    /// `place { "|" place }`
    fn region(&mut self) -> Result<Region> {
        let mut region = self.place()?;
        while self.accept_sign('|') {
            region = region.or(self.place()?);
        }
        Ok(region)
    }

    /// `POINT [ ".." POINT ] | region-word`
    fn place(&mut self) -> Result<Region> {
        let region = match self.token.kind {
            TokenKind::Word(Word::Region(region)) => region,
            TokenKind::Point(corner) if matches!(self.next().kind, TokenKind::Sign('…')) => {
                self.advance();
                self.advance();
                let TokenKind::Point(opposite) = self.token.kind else {
                    return Err(self.unexpected(&[Expected::Point]));
                };
                Region::between(corner, opposite)
            }
            TokenKind::Point(point) => Region::between(point, point),
            _ => return Err(self.unexpected(&[Expected::Region])),
        };
        self.advance();
        Ok(region)
    }
}

impl Reader {
    /// `"move" ( MOVE { "|" MOVE } | [ pieces ] { from | to | takes | checking } )`
    pub(super) fn moved(&mut self) -> Result<Condition> {
        if matches!(self.next_move().kind, TokenKind::Move(_)) {
            return self.written();
        }
        self.advance();
        let mover = if self.begins_pieces() { Some(self.pieces(None)?) } else { None };
        let mut moved = Moved { mover, ..Moved::default() };
        loop {
            if moved.from.is_none() && self.accept(Word::From) {
                moved.from = Some(self.region()?);
            } else if moved.to.is_none() && self.accept(Word::To) {
                moved.to = Some(self.region()?);
            } else if moved.takes.is_none() && self.accept(Word::Takes) {
                moved.takes = Some(match self.begins_pieces() {
                    true => self.pieces(None)?,
                    false => PieceGroups::any(),
                });
            } else if self.accept(Word::Checking) {
                moved.is_checking = true;
            } else {
                return Ok(Condition::Moved(moved));
            }
        }
    }

    /// The token after the current one, read as a move in WXF letters if possible.
    fn next_move(&self) -> Token {
        self.scan.wxf_move(self.token.span.end).unwrap_or_else(|| self.next())
    }

    /// `MOVE { "|" MOVE }`
    fn written(&mut self) -> Result<Condition> {
        let mut moves = Vec::new();
        loop {
            self.token = self.next_move();
            let TokenKind::Move(written) = &self.token.kind else {
                return Err(self.unexpected(&[Expected::Move]));
            };
            moves.push(written.clone());
            self.advance();
            if !self.is_sign('|') {
                return Ok(Condition::Written(moves));
            }
        }
    }

    /// `"board" STRING`
    pub(super) fn board(&mut self) -> Result<Condition> {
        let Some(text) = self.quotation()? else {
            self.advance();
            return Err(self.unexpected(&[Expected::This("\"????k????/////////\"")]));
        };
        let board = self.scan.text(text.clone()).parse().map_err(|error: ParseFenError| {
            let problem = QueryProblem::BadBoard(error.to_string());
            Reader::problem_at(text.start - 1..text.start, problem)
        })?;
        self.go_to(text.end + 1);
        Ok(Condition::Board(board))
    }

    /// `"material" army "vs" army`
    pub(super) fn material(&mut self) -> Result<Condition> {
        let red = self.army(true)?;
        // The second army begins right behind this token, so the token is not passed.
        if !self.is_word(Word::Versus) {
            return Err(self.unexpected(&[Expected::This("vs")]));
        }
        let black = self.army(false)?;
        let mut counts = [0; 14];
        for (side, army) in [(Side::Red, red), (Side::Black, black)] {
            for kind in PieceKind::ALL {
                counts[Piece::new(side, kind).index()] = army[kind as usize];
            }
        }
        Ok(Condition::Material(Material(counts)))
    }

    /// Reads the army behind the current token, and moves to the token behind the army.
    fn army(&mut self, may_have_blanks: bool) -> Result<Army> {
        let span = self.scan.word(self.token.span.end);
        let text = self.scan.text(span.clone());
        let mut army = [0; 7];
        let mut place = span.start;
        if text.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
            place = span.end;
            army = in_letters(&text).ok_or_else(|| {
                let problem = QueryProblem::BadValue { value: quoted(&text), what: "army" };
                Reader::problem_at(span.clone(), problem)
            })?;
        } else {
            while let Some(len) = self.soldier(place, &mut army) {
                place += len;
                if may_have_blanks {
                    place = self.scan.skip_blanks(place);
                }
            }
        }
        self.go_to(place);
        if place == span.start {
            return Err(self.unexpected(&[Expected::Army]));
        }
        Ok(army)
    }

    /// Adds the men that stand at a place; returns their number of characters.
    fn soldier(&self, place: usize, army: &mut Army) -> Option<usize> {
        let text = self.scan.text(Some(self.scan.word(place)).filter(|run| run.start == place)?);
        for (names, advisors, elephants) in ARMIES {
            if let Some(name) = names.split(' ').find(|name| text.starts_with(name)) {
                army[PieceKind::Advisor as usize] += advisors;
                army[PieceKind::Elephant as usize] += elephants;
                return Some(name.chars().count());
            }
        }
        let mut letters = text.chars();
        let first = letters.next()?;
        let count = "单双三四五".chars().position(|letter| letter == first);
        let piece = if count.is_some() { letters.next()? } else { first };
        army[piece_kind(piece)? as usize] += count.map_or(1, |count| count as u32 + 1);
        Some(if count.is_some() { 2 } else { 1 })
    }
}

/// Names of armies in hanzi, with their numbers of advisors and elephants.
const ARMIES: &[(&str, u32, u32)] = &[
    ("士象全 仕相全 士相全 仕象全", 2, 2),
    ("单缺士 单缺仕", 1, 2),
    ("单缺象 单缺相", 2, 1),
    ("光帅 光将", 0, 0),
];

/// Number of men of each kind, in the order of `PieceKind`.
type Army = [u32; 7];

/// `RN2P3`, `AABB` or `bare`.
fn in_letters(text: &str) -> Option<Army> {
    let mut army = [0; 7];
    if text.eq_ignore_ascii_case("bare") {
        return Some(army);
    }
    let mut last: Option<PieceKind> = None;
    for letter in text.chars() {
        match (letter, last) {
            ('1'..='5', Some(kind)) => {
                army[kind as usize] += u32::from(letter as u8 - b'1');
                last = None;
            }
            _ => {
                let kind = super::scan::piece(letter)?.kind();
                army[kind as usize] += 1;
                last = Some(kind);
            }
        }
    }
    Some(army)
}
