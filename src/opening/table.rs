//! The table of codes, and the code of a game.

use super::rule::{Rule, RuleError};
use super::token::Moves;
use crate::xiangqi::{Move, Position};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// `C55`.
    pub code: String,
    /// The established name, in simplified characters; `——` before a variation.
    pub name: String,
    /// The project's own English for it.
    pub english: String,
}

/// Codes with their rules.
#[derive(Debug, Clone)]
pub struct Table {
    openings: Vec<Opening>,
    /// In the order in which they are tested, with the place of the opening.
    rules: Vec<(Rule, usize)>,
}

/// What is wrong with a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say it")]
pub enum TableError {
    #[error("line {line}: four columns are expected: code, name, English name, rules")]
    Columns { line: usize },
    #[error("line {line}: `{code}` is no code such as C55")]
    Code { line: usize, code: String },
    #[error("line {line}: a rule begins with @ and a number: `{rule}`")]
    Number { line: usize, rule: String },
    #[error("line {line}: {error}")]
    Rule { line: usize, error: RuleError },
}

impl Table {
    /// The table of ECCO.
    pub fn ecco() -> &'static Table {
        static ECCO: LazyLock<Table> = LazyLock::new(|| {
            Table::read(include_str!("ecco.tsv")).expect("the table of the project is well formed")
        });
        &ECCO
    }

    /// Reads a table; its form is told in the head of `ecco.tsv`.
    ///
    /// # Errors
    /// The first line that cannot be understood.
    pub fn read(text: &str) -> Result<Table, TableError> {
        let mut named: HashMap<String, String> = HashMap::new();
        let mut openings = Vec::new();
        let mut rules: Vec<(u32, Rule, usize)> = Vec::new();
        for (line, row) in (1..).zip(text.lines()) {
            if row.is_empty() || row.starts_with('#') {
                continue;
            }
            let columns: Vec<&str> = row.split('\t').collect();
            let &[code, name, english, conditions] = columns.as_slice() else {
                return Err(TableError::Columns { line });
            };
            if code.starts_with('[') {
                named.insert(code.to_owned(), conditions.to_owned());
                continue;
            }
            if !is_code(code) {
                return Err(TableError::Code { line, code: code.to_owned() });
            }
            for rule in conditions.split(" ; ") {
                let number = || TableError::Number { line, rule: rule.to_owned() };
                let (first, rest) = rule.split_once(' ').ok_or_else(number)?;
                let first = first.strip_prefix('@').and_then(|text| text.parse().ok());
                let rule =
                    Rule::read(rest, &named).map_err(|error| TableError::Rule { line, error })?;
                rules.push((first.ok_or_else(number)?, rule, openings.len()));
            }
            openings.push(Opening {
                code: code.to_owned(),
                name: name.to_owned(),
                english: english.to_owned(),
            });
        }
        rules.sort_by_key(|(number, ..)| *number);
        let rules = rules.into_iter().map(|(_, rule, opening)| (rule, opening)).collect();
        Ok(Table { openings, rules })
    }

    /// All openings, in the order of the table.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// The opening of a game; none when it has no move or does not begin from the standard start.
    pub fn opening(&self, start: &Position, moves: &[Move]) -> Option<&Opening> {
        if moves.is_empty() || !start.is_start() {
            return None;
        }
        let moves = Moves::new(moves);
        let (_, place) = self.rules.iter().find(|(rule, _)| rule.fits(&moves))?;
        self.openings.get(*place)
    }
}

/// A letter and two digits.
fn is_code(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'Z', b'0'..=b'9', b'0'..=b'9'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Reading, read};

    fn code(line: &str) -> Option<String> {
        let mut position = Position::start();
        let mut moves = Vec::new();
        for token in line.split_whitespace() {
            let Reading::One(mv) = read(token, &position) else { panic!("{token} in {line}") };
            moves.push(mv);
            position.play_unchecked(mv);
        }
        Table::ecco().opening(&Position::start(), &moves).map(|opening| opening.code.clone())
    }

    #[test]
    fn moves_have_codes() {
        for (line, expected) in [
            ("e3e4", "A00"),
            ("仕六进五", "A01"),
            ("相七进五", "A10"),
            ("炮二平五 马8进7", "B05"),
            ("炮八平五 马2进3", "B05"),
            ("炮二平五 马8进7 马二进三 车9平8", "B05"),
            ("炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3", "C00"),
            ("炮二平五 马8进7 马二进三 马2进3 车一平二 车9平8 车二进六", "C17"),
            (
                "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1 车二进六 炮8平9",
                "C40",
            ),
            ("炮二平五 卒7进1 马二进三 马8进7 车一平二 车9平8", "B00"),
            ("炮二平五 炮8平5 马二进三 马8进7 车一平二 车9进1", "D20"),
            ("炮八平五 炮2平5 马八进七 马2进3 车九平八 车1进1", "D20"),
            ("兵七进一 炮2平3", "E10"),
            ("兵三进一 卒3进1 马二进三 马2进3", "E42"),
        ] {
            assert_eq!(code(line).as_deref(), Some(expected), "{line}");
        }
        assert_eq!(code(""), None);
        let handicap = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w";
        let start = Position::from_fen(handicap).unwrap();
        assert_eq!(Table::ecco().opening(&start, &["h2e2".parse().unwrap()]), None);
    }

    #[test]
    fn the_table_is_whole() {
        let openings = Table::ecco().openings();
        assert_eq!(openings.len(), 260);
        assert!(openings.is_sorted_by(|a, b| a.code < b.code));
        assert!(openings.iter().all(|opening| !opening.name.is_empty()));
        let in_ascii = |text: &str| text.replace('—', "-").is_ascii() && !text.is_empty();
        assert!(openings.iter().all(|opening| in_ascii(&opening.english)));
    }

    #[test]
    fn a_users_table_decides_by_its_own_rules() {
        let table =
            Table::read("# own\nX01\t自己\tMine\t@2 always\nX02\t\t\t@1 R1=C2.5\n").unwrap();
        let code = |mv: &str| {
            table.opening(&Position::start(), &[mv.parse().unwrap()]).unwrap().code.clone()
        };
        assert_eq!((code("h2e2"), code("g3g4")), ("X02".to_owned(), "X01".to_owned()));
        for (text, said) in [
            (
                "X01\t自己\tMine",
                "line 1: four columns are expected: code, name, English name, rules",
            ),
            ("\nX1\t\t\t@1 always", "line 2: `X1` is no code such as C55"),
            ("X01\t\t\talways", "line 1: a rule begins with @ and a number: `always`"),
            ("X01\t\t\t@1 R1=C25", "line 1: `C25` is no move such as C2.5"),
            ("X01\t\t\t@1 [no]", "line 1: no row is named `[no]`"),
            (
                "[a]\t\t\t[a] or [a]\nX01\t\t\t@1 [a]",
                "line 2: the rule stands for too many conditions",
            ),
        ] {
            assert_eq!(Table::read(text).unwrap_err().to_string(), said);
        }
    }
}
