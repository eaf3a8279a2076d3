//! How long a period of history is.

/// How long a period is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// One year.
    Year,
    /// Ten years, the first of which ends in 0.
    Decade,
}

impl Span {
    /// How many years a period has.
    pub const fn years(self) -> u16 {
        match self {
            Span::Year => 1,
            Span::Decade => 10,
        }
    }

    /// What the period is called that begins with a year: `1950`, `1950-1959`.
    pub fn name(self, first: u16) -> String {
        match self {
            Span::Year => first.to_string(),
            Span::Decade => format!("{first}-{}", first + (self.years() - 1)),
        }
    }

    /// The first year of the period in which a year lies.
    pub const fn first(self, year: u16) -> u16 {
        year / self.years() * self.years()
    }
}
