//! What stands on the board and is played there: pieces, regions, moves, partial boards, armies.

use super::scan::{Kind, Token};
use super::{Reader, Result};
use crate::query::error::{Expected, QueryProblem, quoted};
use crate::query::points::Region;
use crate::query::syntax::{
    Atom, Axis, Condition, Material, MenInLine, Moved, PieceFilter, PieceGroup, PieceSet, Pieces,
    Taken,
};
use crate::query::words::{Word, piece_kind};
use crate::xiangqi::{Piece, PieceKind, Side};

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

    fn group(&mut self, first: Vec<Atom>) -> Result<PieceGroup> {
        let atoms = self.union(first)?;
        let mut filters = Vec::new();
        loop {
            match self.token.kind {
                Kind::Word(Word::In) => {
                    if matches!(self.next().kind, Kind::Word(Word::Start | Word::End)) {
                        break;
                    }
                    self.advance();
                    filters.push(PieceFilter::In(self.region()?));
                }
                Kind::Point(_) | Kind::Word(Word::Region(_)) => {
                    filters.push(PieceFilter::In(self.region()?));
                }
                Kind::Word(Word::Is(filter)) => {
                    self.advance();
                    filters.push(filter);
                }
                _ => break,
            }
        }
        Ok(PieceGroup { atoms, filters })
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
            _ => Err(Reader::problem_at(content, QueryProblem::NotPieces)),
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

/// Armies in hanzi that are more than a piece, the longer first where one begins another.
const ARMIES: &[(&str, &[(PieceKind, u32)])] = &[
    ("士象全", &[(PieceKind::Advisor, 2), (PieceKind::Elephant, 2)]),
    ("仕相全", &[(PieceKind::Advisor, 2), (PieceKind::Elephant, 2)]),
    ("士相全", &[(PieceKind::Advisor, 2), (PieceKind::Elephant, 2)]),
    ("仕象全", &[(PieceKind::Advisor, 2), (PieceKind::Elephant, 2)]),
    ("单缺士", &[(PieceKind::Advisor, 1), (PieceKind::Elephant, 2)]),
    ("单缺仕", &[(PieceKind::Advisor, 1), (PieceKind::Elephant, 2)]),
    ("单缺象", &[(PieceKind::Advisor, 2), (PieceKind::Elephant, 1)]),
    ("单缺相", &[(PieceKind::Advisor, 2), (PieceKind::Elephant, 1)]),
    ("光帅", &[]),
    ("光将", &[]),
];

/// How many of each kind.
type Army = [u32; 7];

impl Reader {
    /// `"move" ( MOVE { "|" MOVE } | [ pieces ] { from | to | takes | checking } )`
    pub(super) fn moved(&mut self) -> Result<Condition> {
        let place = self.token.span.end;
        let first = self.scan.wxf_move(place).unwrap_or_else(|| self.next());
        if matches!(first.kind, Kind::Move(_)) {
            return self.written(first);
        }
        self.advance();
        let mover = if self.begins_pieces() { Some(self.pieces()?) } else { None };
        let mut moved = Moved { mover, ..Moved::default() };
        loop {
            match self.token.kind {
                Kind::Word(Word::From) if moved.from.is_none() => {
                    self.advance();
                    moved.from = Some(self.region()?);
                }
                Kind::Word(Word::To) if moved.to.is_none() => {
                    self.advance();
                    moved.to = Some(self.region()?);
                }
                Kind::Word(Word::Takes) if moved.takes.is_none() => {
                    self.advance();
                    moved.takes = Some(match self.begins_pieces() {
                        true => Taken::Of(self.pieces()?),
                        false => Taken::Any,
                    });
                }
                Kind::Word(Word::Checking) => {
                    self.advance();
                    moved.is_checking = true;
                }
                _ => return Ok(Condition::Moved(moved)),
            }
        }
    }

    /// `MOVE { "|" MOVE }`
    fn written(&mut self, first: Token) -> Result<Condition> {
        let mut moves = Vec::new();
        self.token = first;
        loop {
            let Kind::Move(written) = &self.token.kind else {
                return Err(self.unexpected(&[Expected::Move]));
            };
            moves.push(written.clone());
            self.advance();
            if !self.is_sign('|') {
                return Ok(Condition::Written(moves));
            }
            let place = self.token.span.end;
            self.token = self.scan.wxf_move(place).unwrap_or_else(|| self.next());
        }
    }

    /// `"board" STRING`
    pub(super) fn board(&mut self) -> Result<Condition> {
        let span = match self.scan.quoted(self.token.span.end) {
            Some(Ok(text)) => text.span,
            Some(Err(mark)) => return Err(Reader::problem_at(mark.span, QueryProblem::Unclosed)),
            None => {
                self.advance();
                return Err(self.unexpected(&[Expected::This("\"????k????/////////\"")]));
            }
        };
        let board = self.scan.text(span.start + 1..span.end - 1).parse().map_err(|error| {
            let mark = span.start..span.start + 1;
            Reader::problem_at(mark, QueryProblem::BadBoard(format!("{error}")))
        })?;
        self.go_to(span.end);
        Ok(Condition::Board(board))
    }

    /// `"material" army "vs" army`
    pub(super) fn material(&mut self) -> Result<Condition> {
        let red = self.army(true)?;
        self.expect_versus()?;
        let black = self.army(false)?;
        let mut counts = [0; 14];
        for (side, army) in [(Side::Red, red), (Side::Black, black)] {
            for kind in PieceKind::ALL {
                counts[Piece::new(side, kind).index()] = army[kind as usize];
            }
        }
        Ok(Condition::Material(Material(counts)))
    }

    /// The second army begins right behind this token, so the token is not passed.
    fn expect_versus(&mut self) -> Result<()> {
        match self.is_word(Word::Versus) {
            true => Ok(()),
            false => Err(self.unexpected(&[Expected::This("vs")])),
        }
    }

    /// The army behind the token; afterwards the token is the one behind the army.
    fn army(&mut self, may_have_blanks: bool) -> Result<Army> {
        let span = self.scan.army(self.token.span.end);
        if span.is_empty() {
            self.advance();
            return Err(self.unexpected(&[Expected::Army]));
        }
        let text = self.scan.text(span.clone());
        if text.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
            let Some(army) = in_letters(&text) else {
                return Err(Reader::problem_at(
                    span,
                    QueryProblem::BadValue { value: quoted(&text), what: "army" },
                ));
            };
            self.go_to(span.end);
            return Ok(army);
        }
        let mut army = [0; 7];
        let mut place = span.start;
        while let Some(len) = self.soldier(place, &mut army) {
            place += len;
            if may_have_blanks {
                place = self.scan.skip_blanks(place);
            }
        }
        self.go_to(place);
        if place == span.start {
            return Err(self.unexpected(&[Expected::Army]));
        }
        Ok(army)
    }

    /// Adds the piece or pieces that stand at a place; says how many characters they take.
    fn soldier(&self, place: usize, army: &mut Army) -> Option<usize> {
        let run = self.scan.army(place);
        if run.start != place {
            return None;
        }
        let text = self.scan.text(run);
        for (name, pieces) in ARMIES {
            if text.starts_with(name) {
                for &(kind, count) in *pieces {
                    army[kind as usize] += count;
                }
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
            _ if "RNBAKCPHE".contains(letter.to_ascii_uppercase()) => {
                let kind = Piece::from_fen_letter(letter)?.kind();
                army[kind as usize] += 1;
                last = Some(kind);
            }
            _ => return None,
        }
    }
    Some(army)
}
