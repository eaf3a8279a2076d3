//! Families of openings: runs of ECCO codes that players call by one name.

use super::Code;
use std::sync::LazyLock;

/// A run of codes with one name, such as C00 to C99, 中炮对屏风马.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Family {
    /// The first code.
    pub first: Code,
    /// The last code that the family may have.
    pub last: Code,
    /// The name in simplified characters.
    pub name: &'static str,
    /// The name in traditional characters.
    pub traditional: &'static str,
    /// The English name.
    pub english: &'static str,
}

static FAMILIES: LazyLock<Vec<Family>> =
    LazyLock::new(|| include_str!("families.tsv").lines().filter_map(family).collect());

/// Reads a row of the table.
fn family(row: &'static str) -> Option<Family> {
    let mut columns = row.split('\t');
    let mut column = || columns.next();
    let [first, last] = [column()?.parse().ok()?, column()?.parse().ok()?];
    Some(Family { first, last, name: column()?, traditional: column()?, english: column()? })
}

impl Family {
    /// All families, by their codes.
    pub fn all() -> &'static [Family] {
        &FAMILIES
    }

    /// The family of a code; `None` for a code outside ECCO.
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

    /// The first and the last code as one text.
    #[must_use]
    pub fn codes(&self) -> String {
        format!("{}–{}", self.first, self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::Table;
    use crate::text::fold;

    #[test]
    fn every_code_of_ecco_has_one_family() {
        let rows = include_str!("families.tsv").lines().filter(|row| !row.starts_with('#'));
        assert_eq!(rows.count(), Family::all().len());
        assert!(Family::all().windows(2).all(|two| two[0].last < two[1].first));
        for opening in Table::ecco().openings() {
            assert!(Family::of(opening.code).is_some(), "{opening:?}");
        }
        for family in Family::all() {
            assert_eq!(fold(family.name), fold(family.traditional), "{family:?}");
            assert!(family.english.is_ascii(), "{family:?}");
        }
        assert_eq!(Family::of("X01".parse().unwrap()), None);
    }
}
