//! The table of openings: codes, names, and rules that assign codes; five columns a line.

use super::Code;
use super::moves::MoveNumbers;
use super::rule::{Conditions, Game, Named, Rule, RuleError, alternatives};
use crate::xiangqi::Move;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Names of a code: one row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// Code such as `C55`.
    pub code: Code,
    /// Established name in simplified characters, with `——` before a variation.
    pub name: String,
    /// Name in traditional characters.
    pub traditional: String,
    /// English name, made by this project.
    pub english: String,
}

/// Openings with their codes, names and rules.
#[derive(Debug, Clone)]
pub struct OpeningTable {
    /// Names and rules of ECCO are each read at first use: showing names needs no rules, and the
    /// reverse.
    openings: OnceLock<BTreeMap<Code, Opening>>,
    rules: OnceLock<Rules>,
}

const ECCO: &str = include_str!("ecco.tsv");
const WELL_FORMED: &str = "the table of the project is well formed";

impl OpeningTable {
    /// The table of ECCO.
    pub fn ecco() -> &'static OpeningTable {
        static TABLE: OpeningTable =
            OpeningTable { openings: OnceLock::new(), rules: OnceLock::new() };
        &TABLE
    }

    /// Reads a user's table; the head of `ecco.tsv` explains its form. Its rules are tested before
    /// those of ECCO, and a game that fits none of them gets its ECCO code: a table with a rule
    /// that always holds replaces ECCO, any other extends it. Its rules can name ECCO's conditions,
    /// and its names replace ECCO's.
    ///
    /// # Errors
    /// The first line that cannot be understood.
    pub fn read(text: &str) -> Result<OpeningTable, TableError> {
        let texts = [ECCO, text];
        let openings = openings(&texts)?.into();
        Ok(OpeningTable { openings, rules: Rules::of(&texts)?.into() })
    }

    /// All openings, in the order of codes.
    pub fn openings(&self) -> impl ExactSizeIterator<Item = &Opening> {
        self.named().values()
    }

    /// Opening with this code.
    pub fn opening(&self, code: Code) -> Option<&Opening> {
        self.named().get(&code)
    }

    fn named(&self) -> &BTreeMap<Code, Opening> {
        self.openings.get_or_init(|| openings(&[ECCO]).expect(WELL_FORMED))
    }

    /// Code of a game from the standard start; None without moves, or when no rule holds.
    pub fn code(&self, moves: impl IntoIterator<Item = Move>) -> Option<Code> {
        self.rules().code(moves)
    }

    /// Reads the rules now instead of at the first [`code`](OpeningTable::code), for a thread with
    /// time to spare.
    pub fn prepare(&self) {
        self.rules();
    }

    fn rules(&self) -> &Rules {
        self.rules.get_or_init(|| Rules::of(&[ECCO]).expect(WELL_FORMED))
    }
}

/// Reads the names of several tables; later tables replace names of earlier ones.
fn openings(texts: &[&str]) -> Result<BTreeMap<Code, Opening>, TableError> {
    let mut openings = BTreeMap::new();
    for row in texts.iter().flat_map(|text| rows(text)) {
        let row = row?;
        if row.names_conditions() {
            continue;
        }
        // A missing name is taken from the other script.
        let or = |text: &str, other: &str| {
            if text.is_empty() { other.to_owned() } else { text.to_owned() }
        };
        let opening = Opening {
            code: row.code()?,
            name: or(row.name, row.traditional),
            traditional: or(row.traditional, row.name),
            english: or(row.english, row.name),
        };
        openings.insert(opening.code, opening);
    }
    Ok(openings)
}

/// Fault of a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say it")]
pub enum TableError {
    #[error(
        "line {line}: five columns are expected: code, name, traditional name, English name, rules"
    )]
    Columns { line: usize },
    #[error("line {line}: `{code}` is no code such as C55")]
    Code { line: usize, code: String },
    #[error("line {line}: a rule begins with @ and a number: `{rule}`")]
    Number { line: usize, rule: String },
    #[error("line {line}: {error}")]
    Rule { line: usize, error: RuleError },
}

/// A line with five columns.
struct Row<'t> {
    /// Line number, 1-based.
    line: usize,
    /// A code, or a name of conditions in brackets.
    code: &'t str,
    name: &'t str,
    traditional: &'t str,
    english: &'t str,
    conditions: &'t str,
}

/// The lines with content; lines that begin with `#` are remarks.
fn rows(text: &str) -> impl Iterator<Item = Result<Row<'_>, TableError>> {
    let lines = (1..).zip(text.lines().map(|row| row.trim_start_matches('\u{feff}')));
    lines.filter(|(_, row)| !row.is_empty() && !row.starts_with('#')).map(|(line, row)| {
        let mut columns = row.split('\t');
        let five: [Option<&str>; 5] = std::array::from_fn(|_| columns.next());
        match (five, columns.next()) {
            (
                [Some(code), Some(name), Some(traditional), Some(english), Some(conditions)],
                None,
            ) => Ok(Row { line, code, name, traditional, english, conditions }),
            _ => Err(TableError::Columns { line }),
        }
    })
}

impl Row<'_> {
    fn names_conditions(&self) -> bool {
        self.code.starts_with('[')
    }

    fn code(&self) -> Result<Code, TableError> {
        let wrong = |_| TableError::Code { line: self.line, code: self.code.to_owned() };
        self.code.parse().map_err(wrong)
    }

    /// Rules of the row, each with its number in the order of tests.
    fn rules(&self) -> impl Iterator<Item = Result<(u32, &str), TableError>> {
        self.conditions.split(" ; ").map(|rule| {
            let number = || TableError::Number { line: self.line, rule: rule.to_owned() };
            let (first, rest) = rule.split_once(' ').ok_or_else(number)?;
            let first = first.strip_prefix('@').and_then(|text| text.parse().ok());
            Ok((first.ok_or_else(number)?, rest))
        })
    }
}

/// Rules in the order in which they are tested.
#[derive(Debug, Clone)]
struct Rules {
    conditions: Conditions,
    rules: Vec<(Rule, Code)>,
    /// Rules that can still hold after both sides' first moves, computed at first use.
    candidates: Vec<OnceLock<Vec<(Rule, Code)>>>,
}

impl Rules {
    /// Reads the rules of several tables; those of later tables are tested first.
    fn of(texts: &[&str]) -> Result<Rules, TableError> {
        let mut named = Named::default();
        let mut conditions = Conditions::new();
        let mut rules = Vec::new();
        for text in texts {
            let mut of_text: Vec<(u32, Rule, Code)> = Vec::new();
            for row in rows(text) {
                let row = row?;
                if row.names_conditions() {
                    named.insert(row.code, alternatives(row.conditions));
                    continue;
                }
                for rule in row.rules() {
                    let (number, rule) = rule?;
                    let wrong = |error| TableError::Rule { line: row.line, error };
                    let rule = conditions.rule(rule, &named).map_err(wrong)?;
                    of_text.push((number, rule, row.code()?));
                }
            }
            of_text.sort_by_key(|(number, ..)| *number);
            rules.splice(0..0, of_text.into_iter().map(|(_, rule, code)| (rule, code)));
        }
        let firsts = conditions.alphabet().len();
        Ok(Rules { conditions, rules, candidates: vec![OnceLock::new(); firsts * firsts] })
    }

    /// Code of a game from the standard start; None without moves, or when no rule holds.
    fn code(&self, moves: impl IntoIterator<Item = Move>) -> Option<Code> {
        let moves = MoveNumbers::new(self.conditions.alphabet(), moves);
        let first = moves.first()?;
        let place =
            usize::from(first[0]) * self.conditions.alphabet().len() + usize::from(first[1]);
        let candidates = self.candidates[place].get_or_init(|| {
            let left =
                |(rule, code): &(Rule, Code)| Some((self.conditions.left(rule, first)?, *code));
            self.rules.iter().filter_map(left).collect()
        });
        let mut game = Game::new(&self.conditions, moves);
        candidates.iter().find(|(rule, _)| game.fits(rule)).map(|(_, code)| *code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Reading, read};
    use crate::text::fold;
    use crate::xiangqi::Position;

    fn code(line: &str) -> Option<String> {
        let mut position = Position::start();
        let mut moves = Vec::new();
        for token in line.split_whitespace() {
            let Reading::One(mv) = read(token, &position) else { panic!("{token} in {line}") };
            moves.push(mv);
            position.play_unchecked(mv);
        }
        OpeningTable::ecco().code(moves).map(|code| code.to_string())
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
            ("炮二平五 马2进3 兵七进一 炮8平6", "B30"),
            ("兵七进一 炮2平3", "E10"),
            ("兵三进一 卒3进1 马二进三 马2进3", "E42"),
        ] {
            assert_eq!(code(line).as_deref(), Some(expected), "{line}");
        }
        assert_eq!(code(""), None);
    }

    #[test]
    fn the_table_is_whole() {
        let openings = OpeningTable::ecco().openings();
        assert_eq!(openings.len(), 260);
        let in_ascii = |text: &str| text.replace('—', "-").is_ascii() && !text.is_empty();
        for opening in openings {
            assert!(in_ascii(&opening.english), "{opening:?}");
            assert_eq!(fold(&opening.name), fold(&opening.traditional));
        }
    }

    #[test]
    fn a_users_table_decides_by_its_own_rules() {
        let table = OpeningTable::read(
            "# own\nX01\t自己\t\tMine\t@2 R1=P3+1 B1=C2.3\nC00\t中炮\t\t\t@1 R1=C2.5\n",
        )
        .unwrap();
        let code = |line: &str| {
            let moves = line.split(' ').map(|mv| mv.parse().unwrap());
            table.opening(table.code(moves).unwrap()).unwrap()
        };
        assert_eq!(code("g3g4 b7c7").english, "Mine");
        assert_eq!((code("h2e2").name.as_str(), code("h2e2").english.as_str()), ("中炮", "中炮"));
        // ECCO has what the rules leave, until one of them takes everything.
        assert_eq!(code("g3g4").code.to_string(), "E00");
        let table = OpeningTable::read("X01\t自己\t\t\t@1 always").unwrap();
        assert_eq!(table.code(["g3g4".parse().unwrap()]).unwrap().to_string(), "X01");
        assert_eq!(table.code([]), None);
        for (text, said) in [
            (
                "X01\t自己\tMine",
                "line 1: five columns are expected: code, name, traditional name, English name, \
                 rules",
            ),
            ("\nX1\t\t\t\t@1 always", "line 2: `X1` is no code such as C55"),
            ("X01\t\t\t\talways", "line 1: a rule begins with @ and a number: `always`"),
            ("X01\t\t\t\t@1 R1=C25", "line 1: `C25` is no move such as C2.5"),
            ("X01\t\t\t\t@1 R:{C2.5}炮", "line 1: `R:{C2.5}炮` is no condition"),
            ("X01\t\t\t\t@1 [no]", "line 1: no row is named `[no]`"),
            (
                "[a]\t\t\t\t[a]\nX01\t\t\t\t@1 [a]",
                "line 2: the rule stands for too many conditions",
            ),
            (
                "[a]\t\t\t\t[a] or [a]\nX01\t\t\t\t@1 [a]",
                "line 2: the rule stands for too many conditions",
            ),
        ] {
            assert_eq!(OpeningTable::read(text).unwrap_err().to_string(), said);
        }
    }
}
