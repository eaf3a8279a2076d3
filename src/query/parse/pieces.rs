//! Pieces: sorts, filters, verbs, lines, regions, and how many.

use super::reader::{Reader, Result};
use crate::query::error::{Expected, Problem};
use crate::query::region::Region;
use crate::query::scan::Kind;
use crate::query::syntax::{Atom, Axis, Condition, Filter, Group, MenInLine, PieceSet, Pieces};
use crate::query::words::Word;
use crate::xiangqi::{Piece, Side};

impl Reader {
    /// Whether pieces begin here, wherever pieces may stand.
    pub(super) fn begins_pieces(&self) -> bool {
        match self.token.kind {
            Kind::Piece(_) | Kind::Sign('(') | Kind::Word(Word::Noun(_) | Word::Line(_)) => true,
            Kind::Word(Word::Colour(_)) => {
                matches!(self.next().kind, Kind::Word(Word::Noun(_)))
            }
            _ => false,
        }
    }

    /// `pieces [ ("=" | "!=") count | compare NUMBER | anycompare pieces ]`, the first atom being
    /// read.
    pub(super) fn about_pieces(&mut self, atoms: Vec<Atom>) -> Result<Condition> {
        let pieces = self.pieces_from(atoms)?;
        let Some(comparison) = self.comparison() else {
            return Ok(Condition::Exists(pieces));
        };
        self.advance();
        if self.begins_pieces() || matches!(self.token.kind, Kind::Word(Word::Colour(_))) {
            return Ok(Condition::Compare(pieces, comparison, self.pieces()?));
        }
        if matches!(self.token.kind, Kind::Number(_) | Kind::Dots | Kind::LongNumber) {
            return Ok(Condition::Count(pieces, self.numbers(comparison)?));
        }
        Err(self.unexpected(&[Expected::Count, Expected::Pieces]))
    }

    /// `union { filter } [ verb pieces ]`
    pub(super) fn pieces(&mut self) -> Result<Pieces> {
        let atoms = vec![self.atom()?];
        self.pieces_from(atoms)
    }

    fn pieces_from(&mut self, atoms: Vec<Atom>) -> Result<Pieces> {
        let mut pieces = Pieces { first: self.group(atoms)?, rest: Vec::new() };
        while let Kind::Word(Word::Verb(verb)) = self.token.kind {
            self.advance();
            let atoms = vec![self.atom()?];
            let group = self.group(atoms)?;
            pieces.rest.push((verb, group));
        }
        Ok(pieces)
    }

    fn group(&mut self, first: Vec<Atom>) -> Result<Group> {
        let atoms = self.union(first)?;
        let mut filters = Vec::new();
        loop {
            match self.token.kind {
                Kind::Word(Word::In) => {
                    if matches!(self.next().kind, Kind::Word(Word::Start | Word::End)) {
                        break;
                    }
                    self.advance();
                    filters.push(Filter::In(self.region()?));
                }
                Kind::Point(_) | Kind::Word(Word::Region(_)) => {
                    filters.push(Filter::In(self.region()?));
                }
                Kind::Word(Word::Is(filter)) => {
                    self.advance();
                    filters.push(filter);
                }
                _ => break,
            }
        }
        Ok(Group { atoms, filters })
    }

    /// `atom { "|" atom }`, the first being read.
    fn union(&mut self, mut atoms: Vec<Atom>) -> Result<Vec<Atom>> {
        while self.is_sign('|') {
            self.advance();
            atoms.push(self.atom()?);
        }
        Ok(atoms)
    }

    /// `LETTER | [ colour ] noun | line | "(" pieces ")"`
    pub(super) fn atom(&mut self) -> Result<Atom> {
        let set = match self.token.kind {
            Kind::Piece(piece) => PieceSet(1 << piece.index()),
            Kind::Word(Word::Noun(set)) => set,
            Kind::Word(Word::Colour(side)) => {
                self.advance();
                let Kind::Word(Word::Noun(set)) = self.token.kind else {
                    return Err(self.unexpected(&[Expected::Pieces]));
                };
                of_side(set, side)
            }
            Kind::Word(Word::Line(axis)) => return self.line(axis),
            Kind::Sign('(') => return self.pieces_in_brackets(),
            _ => return Err(self.unexpected(&[Expected::Pieces])),
        };
        self.advance();
        Ok(Atom::Pieces(set))
    }

    /// What stands in the brackets is read as a condition, so that it can be told what it is
    /// instead of pieces.
    fn pieces_in_brackets(&mut self) -> Result<Atom> {
        let content = self.next().span;
        match self.in_brackets()? {
            Condition::Exists(pieces) => Ok(Atom::Bracket(Box::new(pieces))),
            _ => Err(Reader::problem_at(content, Problem::NotPieces)),
        }
    }

    /// `( "line" | "file" | "rank" ) "(" union link union { link union } ")"`
    fn line(&mut self, axis: Axis) -> Result<Atom> {
        self.advance();
        self.enter()?;
        self.expect_sign('(', "(")?;
        let mut line = MenInLine { axis, first: self.whole_union()?, rest: Vec::new() };
        while line.rest.is_empty() || !self.is_sign(')') {
            let gap = self.gap();
            line.rest.push((gap, self.whole_union()?));
        }
        self.expect_sign(')', ")")?;
        self.leave();
        Ok(Atom::Line(line))
    }

    fn whole_union(&mut self) -> Result<Vec<Atom>> {
        let atoms = vec![self.atom()?];
        self.union(atoms)
    }

    /// `{ "," | "." }`: how many points lie between, where dots tell it.
    fn gap(&mut self) -> Option<u32> {
        let mut dots = 0;
        loop {
            match self.token.kind {
                Kind::Sign('.') => dots += 1,
                Kind::Dots => dots += 2,
                Kind::Word(Word::And) if self.scan.text(self.token.span.clone()) == "," => {}
                _ => return (dots > 0).then_some(dots),
            }
            self.advance();
        }
    }

    /// `place { "|" place }`
    pub(super) fn region(&mut self) -> Result<Region> {
        let mut region = self.place()?;
        while self.is_sign('|') {
            self.advance();
            region = region.or(self.place()?);
        }
        Ok(region)
    }

    /// `POINT [ ".." POINT ] | region-word`
    fn place(&mut self) -> Result<Region> {
        let region = match self.token.kind {
            Kind::Word(Word::Region(region)) => region,
            Kind::Point(corner) => {
                if !matches!(self.next().kind, Kind::Dots) {
                    self.advance();
                    return Ok(Region::between(corner, corner));
                }
                self.advance();
                self.advance();
                let Kind::Point(opposite) = self.token.kind else {
                    return Err(self.unexpected(&[Expected::Point]));
                };
                Region::between(corner, opposite)
            }
            _ => return Err(self.unexpected(&[Expected::Region])),
        };
        self.advance();
        Ok(region)
    }
}

/// The same kinds of one side. A noun that is carved for the other side is taken by its kind: 红士
/// is Red's advisor.
fn of_side(set: PieceSet, side: Side) -> PieceSet {
    let kinds = Piece::all().into_iter().filter(|&piece| set.contains(piece));
    PieceSet(kinds.fold(0, |set, piece| set | 1 << Piece::new(side, piece.kind()).index()))
}
