//! The normal spelling of a query: English words, letters for pieces, all brackets written. Reading
//! it gives the same query.

use super::board::PartialBoard;
use super::points::{Region, rectangles};
use super::syntax::{
    Atom, Comparison, Condition, Header, Link, Material, MenInLine, Moved, Numbers, Pattern,
    PieceFilter, PieceGroup, PieceGroups, PieceSet, SpelledMove, TextField, Thousandths,
};
use super::words::{QueryField, Word, spelling, spellings};
use crate::metadata::LaxDate;
use crate::xiangqi::{Piece, PieceKind, Side, Square};
use std::fmt::{Display, Formatter, Result};

/// The parts as text with a separator between.
fn joined<T: Display>(parts: impl IntoIterator<Item = T>, between: &str) -> String {
    let parts: Vec<String> = parts.into_iter().map(|part| part.to_string()).collect();
    parts.join(between)
}

/// A condition in brackets, unless its spelling has brackets already.
fn bracketed(condition: &Condition) -> String {
    match condition {
        Condition::All(_) | Condition::Any(_) | Condition::Sequence(..) => condition.to_string(),
        Condition::Exists(PieceGroups { first: PieceGroup { atoms, filters }, rest })
            if filters.is_empty() && rest.is_empty() && matches!(atoms[..], [Atom::Bracket(_)]) =>
        {
            condition.to_string()
        }
        _ => format!("({condition})"),
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Condition::Header(header) => header.fmt(f),
            Condition::Ply(numbers) => write!(f, "ply {numbers}"),
            Condition::Round(numbers) => write!(f, "round {numbers}"),
            Condition::Measured(measure, numbers) => {
                let field = Word::Field(QueryField::Measured(*measure));
                write!(f, "{} {numbers}", spelling(field))
            }
            Condition::ToMove(side) => write!(f, "{} to move", colour(*side)),
            Condition::State(state) => f.write_str(spelling(Word::State(*state))),
            Condition::Named(pattern, None) => f.write_str(pattern.name()),
            Condition::Named(pattern, Some(side)) => {
                write!(f, "{} {}", colour(*side), pattern.name())
            }
            Condition::Exists(pieces) => pieces.fmt(f),
            Condition::Count(pieces, numbers) => write!(f, "{pieces} {numbers}"),
            Condition::Compare(one, comparison, other) => write!(f, "{one} {comparison} {other}"),
            Condition::Times(inner, numbers) => write!(f, "times{} {numbers}", bracketed(inner)),
            Condition::Board(board) => write!(f, "board \"{board}\""),
            Condition::Material(material) => material.fmt(f),
            Condition::Moved(moved) => moved.fmt(f),
            Condition::Written(moves) => write!(f, "move {}", joined(moves, "|")),
            Condition::Prefixed(prefix, inner) => {
                write!(f, "{} {}", spelling(Word::Prefix(*prefix)), bracketed(inner))
            }
            Condition::All(parts) => write!(f, "({})", joined(parts, " and ")),
            Condition::Any(parts) => write!(f, "({})", joined(parts, " or ")),
            Condition::Sequence(parts) => {
                for (number, (link, part)) in parts.iter().enumerate() {
                    match number {
                        0 => write!(f, "({part}")?,
                        _ => write!(f, " {link} {part}")?,
                    }
                }
                f.write_str(")")
            }
            Condition::For(inner, plies) => write!(f, "{} for {plies}", bracketed(inner)),
        }
    }
}

impl Condition {
    /// Names and definitions of the patterns in the condition and in their definitions, each once,
    /// in order of occurrence.
    pub fn patterns(&self) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = Vec::new();
        let mut waiting = vec![self];
        while let Some(condition) = waiting.pop() {
            if let Condition::Named(pattern, _) = condition
                && found.iter().all(|(known, _)| known != pattern.name())
            {
                found.push((pattern.name().to_owned(), pattern.body.to_string()));
                waiting.push(&pattern.body);
            }
            waiting.extend(condition.parts().into_iter().rev());
        }
        found
    }
}

impl Pattern {
    /// Name used in spellings: the first English one if any.
    pub fn name(&self) -> &str {
        let english = self.names.iter().find(|name| name.is_ascii());
        english.or(self.names.first()).map_or("", String::as_str)
    }
}

impl Display for Link {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Link::Later => f.write_str("then"),
            Link::Within(1) => f.write_str("next"),
            Link::Within(plies) => write!(f, "then within {plies}"),
        }
    }
}

impl Display for Numbers {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(if self.is_negated { "!= " } else { "= " })?;
        match (self.least, self.most) {
            (least, most) if least == most => write!(f, "{least}"),
            (least, u32::MAX) => write!(f, "{least}.."),
            (0, most) => write!(f, "..{most}"),
            (least, most) => write!(f, "{least}..{most}"),
        }
    }
}

impl Display for Thousandths {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        const FAR: i32 = Thousandths::FAR;
        f.write_str(if self.is_negated { "!= " } else { "= " })?;
        match (self.least, self.most) {
            (least, most) if least == most => f.write_str(&decimal(least)),
            (least, FAR) => write!(f, "{}..", decimal(least)),
            (_, most) if self.least == -FAR => write!(f, "..{}", decimal(most)),
            (least, most) => write!(f, "{}..{}", decimal(least), decimal(most)),
        }
    }
}

/// Thousandths as a decimal number without trailing zeros.
fn decimal(thousandths: i32) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let size = thousandths.unsigned_abs();
    let text = format!("{sign}{}.{:03}", size / 1000, size % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl Display for Comparison {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mut signs = Comparison::SIGNS.iter();
        signs.find(|(it, ..)| it == self).map_or(Ok(()), |(.., sign)| f.write_str(sign))
    }
}

impl Display for Header {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Header::Text(field, values) => {
                let values = values.iter().map(|value| quoted_value(value));
                write!(f, "{}:{}", field_name(*field), joined(values, "|"))
            }
            Header::Date(ranges) => write!(f, "date:{}", joined(ranges.iter().map(dates), "|")),
            Header::Year(numbers) => write!(f, "year {numbers}"),
            Header::Plies(numbers) => write!(f, "plies {numbers}"),
            Header::Result(results) => write!(f, "result:{}", joined(results, "|")),
            Header::Kind(kinds) => write!(f, "kind:{}", joined(kinds, "|")),
            Header::Played(played) => write!(f, "played:{}", joined(played, "|")),
        }
    }
}

/// A value in quotation marks that it does not contain, as a query is written; a value that was read
/// lacks at least one kind.
///
/// ```
/// use xqdb::query::quoted_value;
/// assert_eq!(quoted_value("Li \"Max\" Wei"), "'Li \"Max\" Wei'");
/// ```
#[must_use]
pub fn quoted_value(value: &str) -> String {
    let marks = [('"', '"'), ('\'', '\''), ('“', '”'), ('「', '」')];
    let free = marks.into_iter().find(|(_, close)| !value.contains(*close));
    let (open, close) = free.unwrap_or(marks[0]);
    format!("{open}{value}{close}")
}

fn dates(&(first, last): &(Option<LaxDate>, Option<LaxDate>)) -> String {
    let end = |date: Option<LaxDate>| date.map_or_else(String::new, |date| date.to_string());
    if first == last { end(first) } else { format!("{}..{}", end(first), end(last)) }
}

fn colour(side: Side) -> &'static str {
    spelling(Word::Colour(side))
}

fn field_name(field: TextField) -> &'static str {
    match field {
        TextField::Red => colour(Side::Red),
        TextField::Black => colour(Side::Black),
        _ => spelling(Word::Field(QueryField::Text(field))),
    }
}

impl Display for PieceGroups {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.first.fmt(f)?;
        self.rest
            .iter()
            .try_for_each(|(verb, group)| write!(f, " {} {group}", spelling(Word::Verb(*verb))))
    }
}

impl Display for PieceGroup {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&joined(&self.atoms, "|"))?;
        self.filters.iter().try_for_each(|filter| write!(f, " {filter}"))
    }
}

impl Display for PieceFilter {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            PieceFilter::In(region) => write!(f, "in {region}"),
            filter => f.write_str(spelling(Word::Is(*filter))),
        }
    }
}

impl Display for Region {
    /// The name of the region, or else names of regions that each side sees plus rectangles.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let name = spelling(Word::Region(*self));
        if !name.is_empty() {
            return f.write_str(name);
        }
        let points = |region: Region| Side::ALL.map(|side| region.points(side));
        let [red, black] = points(*self);
        let (mut parts, mut named) = (Vec::new(), [0; 2]);
        for (name, word) in spellings() {
            let Word::Region(region) = word else { continue };
            let [own, other] = points(region);
            let is_seen = own != other && own & !red == 0 && other & !black == 0;
            // Skips regions already covered, such as `base` within `home`.
            if is_seen && (own & !named[0] != 0 || other & !named[1] != 0) {
                parts.push(name.to_owned());
                named = [named[0] | own, named[1] | other];
            }
        }
        let both = red & black & !(named[0] & named[1]);
        parts.extend(rectangles(both).into_iter().map(|(one, other)| match one == other {
            true => one.to_string(),
            false => format!("{one}..{other}"),
        }));
        f.write_str(&parts.join("|"))
    }
}

impl Display for Atom {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Atom::Pieces(set) => set.fmt(f),
            Atom::Bracket(pieces) => write!(f, "({pieces})"),
            Atom::Line(line) => line.fmt(f),
        }
    }
}

impl Display for PieceSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match *self {
            PieceSet::ALL => f.write_str("piece"),
            set if set == PieceSet::ALL.of_side(Side::Red) => f.write_str("red piece"),
            set if set == PieceSet::ALL.of_side(Side::Black) => f.write_str("black piece"),
            set => f.write_str(&joined(set.pieces().map(Piece::fen_letter), "|")),
        }
    }
}

impl Display for MenInLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let axis = spelling(Word::Line(self.axis));
        write!(f, "{axis}({}", joined(&self.first, "|"))?;
        for (gap, atoms) in &self.rest {
            let dots = (0..gap.unwrap_or(0)).map(|_| " .").collect::<String>();
            write!(f, "{dots} {}", joined(atoms, "|"))?;
        }
        f.write_str(")")
    }
}

impl Display for PartialBoard {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let row = |rank: u8| {
            let squares = (0..9).filter_map(|file| Square::at(file, rank));
            let row: String = squares.map(|square| self.letter(square)).collect();
            if row == "?????????" { String::new() } else { counted(&row) }
        };
        f.write_str(&joined((0..10).rev().map(row), "/"))?;
        match self.side() {
            Some(Side::Red) => f.write_str(" w"),
            Some(Side::Black) => f.write_str(" b"),
            None => Ok(()),
        }
    }
}

/// A row of a board, with runs of empty points as digits.
fn counted(row: &str) -> String {
    let mut text = String::new();
    for run in row.as_bytes().chunk_by(|a, b| a == b) {
        match run[0] {
            b'.' => text += &run.len().to_string(),
            letter => text.extend(run.iter().map(|_| char::from(letter))),
        }
    }
    text
}

impl Display for Material {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let army = |side: Side| {
            let kinds = PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King);
            let letters = kinds.map(|kind| {
                let letter = Piece::new(Side::Red, kind).fen_letter();
                match self.0[Piece::new(side, kind).index()] {
                    count @ 2..=5 => format!("{letter}{count}"),
                    count => letter.to_string().repeat(count as usize),
                }
            });
            let letters: String = letters.collect();
            if letters.is_empty() { "bare".to_owned() } else { letters }
        };
        write!(f, "material {} vs {}", army(Side::Red), army(Side::Black))
    }
}

impl Display for Moved {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("move")?;
        self.mover.iter().try_for_each(|mover| write!(f, " {mover}"))?;
        self.from.iter().try_for_each(|from| write!(f, " from {from}"))?;
        self.to.iter().try_for_each(|to| write!(f, " to {to}"))?;
        if let Some(taken) = &self.takes {
            f.write_str(" takes")?;
            Some(taken)
                .filter(|it| **it != PieceGroups::any())
                .map_or(Ok(()), |it| write!(f, " {it}"))?;
        }
        f.write_str(if self.is_checking { " checking" } else { "" })
    }
}

impl Display for SpelledMove {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            SpelledMove::Squares(mv) => mv.fmt(f),
            SpelledMove::Text { text, .. } => f.write_str(text),
        }
    }
}
