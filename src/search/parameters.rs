//! The parameters of questions: name, values and a few words, in the groups in which they are used.
//! Options of the command line, parameters of the API with its OpenAPI document and arguments in
//! Python are made of the table `parameters.tsv`, and [`Params`](super::Params) reads their values.

use std::sync::LazyLock;

/// A parameter of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The names of the groups in which it is, divided by blanks.
    groups: &'static str,
    /// The name; on the command line `-` stands for `_`.
    pub name: &'static str,
    /// Name of its value on the command line; empty for flags.
    pub value: &'static str,
    /// The values that it takes.
    pub shape: ParameterShape,
    /// The meaning, for the OpenAPI document.
    pub about: &'static str,
}

/// The values that a parameter takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParameterShape {
    /// A text.
    Text,
    /// A text; may be given several times.
    Texts,
    /// A whole number up to `most`; `usual` if nothing is said.
    Number {
        /// The number that nothing stands for.
        usual: Option<usize>,
        /// The largest number.
        most: usize,
    },
    /// `true` or `false`; false if nothing is said.
    Flag,
    /// One of these words.
    OneOf {
        /// The words.
        words: Vec<&'static str>,
        /// The word that nothing stands for; need not be among the words, and may be empty.
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

    /// Every word of [`ParameterShape::OneOf`] that is understood; nothing for other shapes.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        let (words, usual) = match self {
            ParameterShape::OneOf { words, usual } => (words.as_slice(), *usual),
            _ => (&[][..], ""),
        };
        let other = Some(usual).filter(|usual| !usual.is_empty() && !words.contains(usual));
        words.iter().copied().chain(other)
    }
}

/// Reads a table of parameters in the form of `parameters.tsv`.
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

/// The parameters of all doors.
static PARAMETERS: LazyLock<Vec<Parameter>> =
    LazyLock::new(|| read(include_str!("parameters.tsv")));

/// The parameters of groups, whose names are divided by blanks, among those of a table.
pub fn of_groups<'t>(
    table: &'t [Parameter],
    groups: &'t str,
) -> impl Iterator<Item = &'t Parameter> + Clone {
    groups.split(' ').flat_map(move |group| {
        table.iter().filter(move |it| it.groups.split(' ').any(|known| known == group))
    })
}

/// The parameters of groups: `position`, `filter`, `search` and so on.
pub fn group(groups: &'static str) -> impl Iterator<Item = &'static Parameter> + Clone {
    of_groups(&PARAMETERS, groups)
}

/// The parameter of this name in a list, or else among those of all doors.
pub(super) fn named(known: &[&'static Parameter], name: &str) -> Option<&'static Parameter> {
    let all = known.iter().copied().chain(PARAMETERS.iter());
    all.into_iter().find(|parameter| parameter.name == name)
}
