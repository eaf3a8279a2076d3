//! Parameters of questions: names, values and short descriptions, in groups by use. The table
//! `parameters.tsv` makes the options of the command line, the parameters of the API with its
//! OpenAPI document, and the arguments in Python; [`Params`](super::Params) reads their values.

use std::sync::LazyLock;

/// A parameter of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Names of the parameter's groups, separated by blanks.
    groups: &'static str,
    /// Name of the parameter; the command line writes `-` for `_`.
    pub name: &'static str,
    /// Placeholder of the value in help texts; empty for flags.
    pub value: &'static str,
    /// Values of the parameter.
    pub shape: ParameterShape,
    /// Description for the OpenAPI document.
    pub about: &'static str,
}

/// Values that a parameter accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParameterShape {
    /// Any text.
    Text,
    /// Any text, possibly several times.
    Texts,
    /// A whole number from 0 to `most`.
    Number {
        /// Default; `None` for `most`.
        usual: Option<usize>,
        /// Largest number.
        most: usize,
    },
    /// `true` or `false`; default false.
    Flag,
    /// One of these words.
    OneOf {
        /// The words.
        words: Vec<&'static str>,
        /// Default word; may be empty or missing in `words`.
        usual: &'static str,
    },
}

impl ParameterShape {
    fn read(text: &'static str) -> ParameterShape {
        let (values, usual) = text.split_once('=').unwrap_or((text, ""));
        match (values, values.split_once("..")) {
            ("text", _) => ParameterShape::Text,
            ("texts", _) => ParameterShape::Texts,
            ("flag", _) => ParameterShape::Flag,
            (_, Some((_, most))) => ParameterShape::Number {
                usual: usual.parse().ok(),
                most: most.parse().unwrap_or(0),
            },
            (words, None) => ParameterShape::OneOf { words: words.split('|').collect(), usual },
        }
    }

    /// All accepted words of [`ParameterShape::OneOf`]; empty for other shapes.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        let (words, usual) = match self {
            ParameterShape::OneOf { words, usual } => (words.as_slice(), *usual),
            _ => (&[][..], ""),
        };
        let other = Some(usual).filter(|usual| !usual.is_empty() && !words.contains(usual));
        words.iter().copied().chain(other)
    }
}

/// Reads a table in the form of `parameters.tsv`.
#[must_use]
pub fn read(table: &'static str) -> Vec<Parameter> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().unwrap_or_default();
        let (groups, name, value) = (cell(), cell(), cell());
        Parameter { groups, name, value, shape: ParameterShape::read(cell()), about: cell() }
    };
    lines.map(read).collect()
}

/// All parameters of `parameters.tsv`.
static PARAMETERS: LazyLock<Vec<Parameter>> =
    LazyLock::new(|| read(include_str!("parameters.tsv")));

/// The parameters of a table that are in one of the groups, given by names separated by blanks.
pub fn of_groups<'t>(
    table: &'t [Parameter],
    groups: &'t str,
) -> impl Iterator<Item = &'t Parameter> + Clone {
    groups.split(' ').flat_map(move |group| {
        table.iter().filter(move |it| it.groups.split(' ').any(|known| known == group))
    })
}

/// The parameters of the groups, such as `position filter`, in `parameters.tsv`.
pub fn group(groups: &'static str) -> impl Iterator<Item = &'static Parameter> + Clone {
    of_groups(&PARAMETERS, groups)
}

/// The parameter with this name in a list, or else in `parameters.tsv`.
pub(super) fn named(known: &[&'static Parameter], name: &str) -> Option<&'static Parameter> {
    let all = known.iter().copied().chain(PARAMETERS.iter());
    all.into_iter().find(|parameter| parameter.name == name)
}
