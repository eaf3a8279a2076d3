//! Families of openings: ranges of ECCO codes that players call by one name.

use super::Code;
use std::sync::LazyLock;

/// A range of codes with one name, such as C00 to C99, 中炮对屏风马.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Family {
    /// First code of the range.
    pub first: Code,
    /// Last code of the range; the table need not use it.
    pub last: Code,
    /// Name in simplified characters.
    pub name: &'static str,
    /// Name in traditional characters.
    pub traditional: &'static str,
    /// English name.
    pub english: &'static str,
}

static FAMILIES: LazyLock<Vec<Family>> =
    LazyLock::new(|| rows().filter(|row| !row.is_letter).map(|row| row.family).collect());

static LETTERS: LazyLock<Vec<Family>> =
    LazyLock::new(|| rows().filter(|row| row.is_letter).map(|row| row.family).collect());

/// A row of `families.tsv`.
struct Row {
    family: Family,
    /// Whether the row names a letter, that is all codes of that letter.
    is_letter: bool,
}

/// Reads `families.tsv`.
fn rows() -> impl Iterator<Item = Row> {
    include_str!("families.tsv").lines().filter_map(|row| {
        let mut columns = row.split('\t');
        let mut column = || columns.next();
        let [first, last] = [column()?, column()?];
        let is_letter = last.is_empty();
        let ends = match is_letter {
            true => ["00", "99"].map(|digits| format!("{first}{digits}").parse().ok()),
            false => [first, last].map(|code| code.parse().ok()),
        };
        let [Some(first), Some(last)] = ends else { return None };
        let [name, traditional, english] = [column()?, column()?, column()?];
        Some(Row { family: Family { first, last, name, traditional, english }, is_letter })
    })
}

impl Family {
    /// All families in the order of their codes.
    pub fn all() -> &'static [Family] {
        &FAMILIES
    }

    /// Family of a code; `None` for a code outside ECCO.
    ///
    /// ```
    /// use xqdb::opening::Family;
    /// let family = Family::of("C55".parse().unwrap()).unwrap();
    /// assert_eq!((family.name, family.codes().as_str()), ("中炮对屏风马", "C00–C99"));
    /// ```
    pub fn of(code: Code) -> Option<&'static Family> {
        let place = FAMILIES.partition_point(|family| family.first <= code).checked_sub(1)?;
        FAMILIES.get(place).filter(|family| code <= family.last)
    }

    /// All codes of a letter as one family; `None` for a letter outside ECCO.
    pub fn of_letter(letter: char) -> Option<&'static Family> {
        LETTERS.iter().find(|family| family.first.letter() == letter)
    }

    /// Whether this family is all codes of one letter.
    #[must_use]
    pub fn is_letter(&self) -> bool {
        LETTERS.iter().any(|letter| (letter.first, letter.last) == (self.first, self.last))
    }

    /// Whether the range contains a code.
    #[must_use]
    pub fn has(&self, code: Code) -> bool {
        (self.first..=self.last).contains(&code)
    }

    /// First and last code as text, such as `C00–C99`.
    #[must_use]
    pub fn codes(&self) -> String {
        format!("{}–{}", self.first, self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::OpeningTable;
    use crate::text::fold;

    #[test]
    fn every_code_of_ecco_has_one_family() {
        let rows = include_str!("families.tsv").lines().filter(|row| !row.starts_with('#'));
        assert_eq!(rows.count(), Family::all().len() + LETTERS.len());
        assert!(Family::all().windows(2).all(|two| two[0].last < two[1].first));
        for opening in OpeningTable::ecco().openings() {
            let family = Family::of(opening.code).unwrap();
            assert!(family.has(opening.code), "{opening:?}");
            assert!(Family::of_letter(opening.code.letter()).unwrap().has(opening.code));
        }
        for family in Family::all().iter().chain(LETTERS.iter()) {
            assert_eq!(fold(family.name), fold(family.traditional), "{family:?}");
            assert!(family.english.is_ascii(), "{family:?}");
        }
        assert_eq!(Family::of("X01".parse().unwrap()), None);
        assert_eq!(Family::all().iter().filter(|family| family.is_letter()).count(), 1);
    }
}
