//! Options of commands made from the parameters of questions, and their values as typed.

use super::help::section;
use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, value_parser};
use std::path::PathBuf;
use xqdb::search::parameters::{Parameter, ParameterShape, group};

/// Parameters with a second option that names files, and that option. The API has no such options.
const FILES: [(&str, &str); 2] = [("opening", "openings"), ("where", "define")];

/// Groups of parameters that each [`OptionGroup`] offers, by its number.
const GROUPS: [&str; 11] = [
    "filter",
    "position filter",
    "words position contains filter sort",
    "where",
    "unit",
    "words position filter per",
    "words position move filter",
    "at",
    "chosen-per",
    "fall filter",
    "words position filter",
];

/// Name of the argument for words without an option, and of the group that offers it.
const WORDS: &str = "words";

/// Conditions on games; all must hold.
pub(crate) type FilterArgs = OptionGroup<0>;
/// A position and conditions on games.
pub(crate) type PlacedArgs = OptionGroup<1>;
/// Options that select games and order them.
pub(crate) type SelectionArgs = OptionGroup<2>;
/// A question in the query language.
pub(crate) type QuestionArgs = OptionGroup<3>;
/// The unit that is counted.
pub(crate) type UnitArgs = OptionGroup<4>;
/// Options for games grouped by period.
pub(crate) type TimelineArgs = OptionGroup<5>;
/// Options for games grouped by a move.
pub(crate) type MoveArgs = OptionGroup<6>;
/// Option for the moment at which material must stand.
pub(crate) type MomentArgs = OptionGroup<7>;
/// Option for the length of the periods of choices.
pub(crate) type ChosenPerArgs = OptionGroup<8>;
/// Options for critical moves of games.
pub(crate) type FallArgs = OptionGroup<9>;
/// A position and conditions on games, also in words without options.
pub(crate) type ExploredArgs = OptionGroup<10>;

/// Options of the groups at `GROUP` in [`GROUPS`].
#[derive(Debug, Clone, Default)]
pub(crate) struct OptionGroup<const GROUP: usize>(pub(crate) Said);

/// Options of a question as the user typed them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Said {
    /// Parameters that the command offers.
    pub(crate) known: Vec<&'static Parameter>,
    /// Names of parameters that were set, with their values.
    pub(crate) values: Vec<(String, String)>,
    /// Names of options that were set, with the files that they name.
    pub(crate) files: Vec<(&'static str, PathBuf)>,
    /// Words typed without an option: names, moves, years, a question.
    pub(crate) words: Vec<String>,
}

impl Said {
    /// Whether the user set no option and typed no word.
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty() && self.files.is_empty() && self.words.is_empty()
    }

    /// Whether the user set the parameter `name`.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.values.iter().any(|(known, _)| known == name)
    }

    /// Files that the user gave with the option `name`.
    pub(crate) fn files(&self, name: &str) -> impl Iterator<Item = &PathBuf> {
        self.files.iter().filter(move |(known, _)| *known == name).map(|(_, path)| path)
    }
}

/// Parameters of the options at this index, but for `as_stated`, which every command has.
fn parameters_of(options: usize) -> impl Iterator<Item = &'static Parameter> {
    group(GROUPS[options]).filter(|parameter| parameter.name != "as_stated")
}

/// Whether the options at this index include words without an option.
fn takes_words(options: usize) -> bool {
    GROUPS[options].split(' ').any(|group| group == WORDS)
}

/// Option that names files in place of the values of `parameter`, if there is one.
fn file_behind(parameter: &Parameter) -> Option<&'static str> {
    FILES.iter().find(|(name, _)| *name == parameter.name).map(|(_, option)| *option)
}

fn option(parameter: &Parameter) -> Arg {
    // Names of options live as long as the program.
    let arg = Arg::new(parameter.name).long(&*parameter.name.replace('_', "-").leak());
    let arg = match parameter.name {
        "in_order" => arg.requires("moves"),
        "chapter" => arg.visible_alias("book"),
        _ => arg,
    };
    let arg = match &parameter.shape {
        ParameterShape::Flag => return arg.action(ArgAction::SetTrue),
        ParameterShape::Text => arg,
        ParameterShape::Texts => arg.action(ArgAction::Append),
        ParameterShape::Number { most, .. } => {
            arg.value_parser(value_parser!(u64).range(..=*most as u64))
        }
        ParameterShape::OneOf { words, usual } => {
            let arg = arg.value_parser(PossibleValuesParser::new(words));
            if words.contains(usual) { arg.default_value(*usual) } else { arg }
        }
    };
    arg.value_name(parameter.value)
}

impl<const GROUP: usize> Args for OptionGroup<GROUP> {
    fn augment_args(command: Command) -> Command {
        // clap orders headings by the first option below each.
        let mut parameters: Vec<&Parameter> = parameters_of(GROUP).collect();
        parameters.sort_by_key(|parameter| section(parameter.name));
        let words = takes_words(GROUP)
            .then(|| Arg::new(WORDS).value_name("WORDS").action(ArgAction::Append).num_args(0..));
        let command = command.args(words);
        parameters.into_iter().fold(command, |command, parameter| {
            let file = file_behind(parameter).map(|name| {
                let arg = Arg::new(name).long(name).value_name("FILE");
                let is_one = name == "openings";
                let action = if is_one { ArgAction::Set } else { ArgAction::Append };
                arg.value_parser(value_parser!(PathBuf)).action(action)
            });
            command.arg(option(parameter)).args(file)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const GROUP: usize> FromArgMatches for OptionGroup<GROUP> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut said = Said { known: parameters_of(GROUP).collect(), ..Said::default() };
        if takes_words(GROUP) {
            said.words = matches.get_many(WORDS).into_iter().flatten().cloned().collect();
        }
        for parameter in parameters_of(GROUP) {
            let name = parameter.name;
            if matches.value_source(name) == Some(ValueSource::CommandLine) {
                let values: Vec<String> = match parameter.shape {
                    ParameterShape::Flag => vec!["true".to_owned()],
                    _ => {
                        let values = matches.get_raw(name).into_iter().flatten();
                        values.map(|value| value.to_string_lossy().into_owned()).collect()
                    }
                };
                said.values.extend(values.into_iter().map(|value| (name.to_owned(), value)));
            }
            if let Some(option) = file_behind(parameter) {
                let files = matches.get_many::<PathBuf>(option).into_iter().flatten();
                said.files.extend(files.map(|path| (option, path.clone())));
            }
        }
        Ok(OptionGroup(said))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
