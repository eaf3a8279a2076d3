//! Puts the texts of `messages::help` into the definition of the command line.

use crate::messages::{Lang, help};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command};
use xqdb::text::display_width;

/// The values of `--lang`.
pub(super) fn languages() -> PossibleValuesParser {
    PossibleValuesParser::new(Lang::NAMES.map(|(name, _)| name))
}

/// The definition with its texts in a language, for a screen of so many columns.
pub(super) fn dressed(command: Command, lang: Lang, width: usize) -> Command {
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help).global(true);
    let command = command
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(help)
        .arg(version)
        .subcommand_help_heading(lang.of(help::HEADING_COMMANDS))
        .subcommand_value_name(lang.of(help::USAGE_COMMAND))
        .mut_subcommands(|command| worded(command, lang, width));
    let mut command = worded(command, lang, width);
    // Building hands the global options down and names the usage lines.
    command.build();
    let command = used(command, lang);
    command.mut_subcommands(|command| used(worded_about(command, lang), lang))
}

/// A command with the texts of itself and its arguments.
fn worded(command: Command, lang: Lang, width: usize) -> Command {
    let name = name_of(&command).to_owned();
    let command = command.mut_args(|arg| worded_argument(arg, &name, lang));
    // Texts stand beside the longest name of their section.
    let labels: Vec<(Option<String>, usize)> = command
        .get_arguments()
        .filter(|arg| !arg.is_hide_set())
        .map(|arg| (arg.get_help_heading().map(str::to_owned), label(arg)))
        .collect();
    let command = command.mut_args(|arg| {
        let section =
            labels.iter().filter(|(heading, _)| heading.as_deref() == arg.get_help_heading());
        let longest = section.map(|(_, label)| *label).max().unwrap_or(0);
        let text = arg.get_help().map(|text| text.to_string()).unwrap_or_default();
        arg.help(broken(&text, width.saturating_sub(longest + 2).max(LEAST)))
    });
    worded_about(command, lang)
}

/// Texts are not made narrower than this.
const LEAST: usize = 20;

/// The columns that the name of an argument takes, the blanks before it included.
fn label(arg: &Arg) -> usize {
    let names = arg.get_value_names().unwrap_or_default();
    let values: usize = match arg.get_action().takes_values() || arg.is_positional() {
        true => names.iter().map(|name| display_width(name) + "<>".len()).sum(),
        false => 0,
    };
    match arg.get_long() {
        Some(long) if values > 0 => "  -x, --".len() + long.len() + " ".len() + values,
        Some(long) => "  -x, --".len() + long.len(),
        None => "  ".len() + values + "...".len(),
    }
}

/// The name by which the texts of a command are known.
fn name_of(command: &Command) -> &str {
    match command.get_name() {
        "xqdb" => "",
        name => name,
    }
}

/// A command with what it does, examples and notes.
fn worded_about(command: Command, lang: Lang) -> Command {
    let template = format!(
        "{{about-with-newline}}\n{}{{usage}}\n\n{{all-args}}{{after-help}}",
        lang.of(help::HEADING_USAGE)
    );
    let command = command.help_template(template);
    let Some(about) = help::command(name_of(&command)) else { return command };
    let mut after = String::new();
    if !about.examples.is_empty() {
        after = lang.of(help::HEADING_EXAMPLES).to_owned();
        for (line, what) in about.examples {
            after += &format!("\n  {line}\n      {}", lang.of(*what));
        }
    }
    let notes = lang.of(about.notes);
    if !notes.is_empty() {
        after += &format!("\n\n{notes}");
    }
    command.about(lang.of(about.what)).after_help(after)
}

/// The usage line in the language.
fn used(mut command: Command, lang: Lang) -> Command {
    let usage = command.render_usage().to_string();
    let usage =
        usage.trim_start_matches("Usage: ").replace("[OPTIONS]", lang.of(help::USAGE_OPTIONS));
    command.override_usage(usage)
}

fn worded_argument(arg: Arg, command: &str, lang: Lang) -> Arg {
    let id = arg.get_id().to_string();
    let heading = if arg.is_global_set() || id == "version" {
        lang.of(help::HEADING_GLOBAL)
    } else if arg.is_positional() {
        lang.of(help::HEADING_ARGUMENTS)
    } else {
        lang.of(help::HEADING_OPTIONS)
    };
    let mut words: Vec<String> = Vec::new();
    words.extend(help::argument(command, &id).map(|text| lang.of(text).to_owned()));
    if arg.get_action().takes_values() {
        words.extend(extras(&arg, lang));
    }
    // A placeholder that nobody translated stays; a test tells of it.
    let names: Vec<&'static str> = arg
        .get_value_names()
        .unwrap_or_default()
        .iter()
        .filter_map(|name| help::value(name).map(|text| lang.of(text)))
        .collect();
    let arg = if names.is_empty() { arg } else { arg.value_names(names) };
    let arg = arg.help(words.join(" ")).help_heading(heading);
    match arg.get_action().takes_values() {
        // They stand among the words already.
        true => arg.hide_possible_values(true).hide_default_value(true).hide_env(true),
        false => arg,
    }
}

/// What can be said, what is meant when nothing is said, and the variable that says it.
fn extras(arg: &Arg, lang: Lang) -> Vec<String> {
    let mut extras = Vec::new();
    let values = arg.get_possible_values();
    let values: Vec<&str> =
        values.iter().filter(|value| !value.is_hide_set()).map(|value| value.get_name()).collect();
    if !values.is_empty() {
        extras.push(lang.help_values(&values.join(", ")));
    }
    let defaults = arg.get_default_values();
    let default = defaults.iter().map(|value| value.to_string_lossy()).collect::<Vec<_>>();
    if !default.is_empty() {
        extras.push(lang.help_default(&default.join(" ")));
    }
    extras.extend(arg.get_env().map(|name| lang.help_variable(&name.to_string_lossy())));
    extras
}

/// Breaks Chinese text into lines of so many columns. clap does so at blanks, of which it has none.
fn broken(text: &str, columns: usize) -> String {
    if text.is_ascii() || display_width(text) <= columns {
        return text.to_owned();
    }
    let mut lines = vec![String::new()];
    let mut width = 0;
    for piece in pieces(text) {
        let needed = display_width(piece);
        if width + display_width(piece.trim_end()) > columns && width > 0 {
            lines.push(String::new());
            width = 0;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(piece);
        }
        width += needed;
    }
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

/// Parts after each of which a line may end: hanzi, and words with the blanks behind them.
fn pieces(text: &str) -> Vec<&str> {
    let is_wide = |c: char| c >= '\u{2e80}';
    let is_closing = |c: char| "，。；：、）」”？]".contains(c);
    let is_opening = |c: char| "（「“[".contains(c);
    // What stands in brackets is broken at blanks only.
    let mut depth = 0_i32;
    let mut ends: Vec<usize> = text
        .char_indices()
        .zip(text.chars().skip(1))
        .filter(|((_, c), next)| {
            depth += i32::from(*c == '[') - i32::from(*c == ']');
            (*c == ' ' || depth == 0 && (is_wide(*c) || is_wide(*next)))
                && !is_closing(*next)
                && !is_opening(*c)
                && *next != ' '
        })
        .map(|((at, c), _)| at + c.len_utf8())
        .collect();
    ends.push(text.len());
    let mut begin = 0;
    ends.into_iter().map(|end| &text[std::mem::replace(&mut begin, end)..end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound_in_every_language() {
        for lang in [Lang::En, Lang::ZhHans, Lang::ZhHant] {
            dressed(<crate::cli::Cli as clap::CommandFactory>::command(), lang, 80).debug_assert();
        }
    }

    #[test]
    fn chinese_lines_end_where_they_may() {
        let text = "对局中须出现的局部：FEN 各行，? 为任意，. 为空点，省略的行为任意；\
                    其后的 w 或 b 为走子方";
        let lines = broken(text, 60);
        assert_eq!(lines.replace('\n', ""), text);
        assert!(lines.lines().count() == 2, "{lines}");
        for line in lines.lines() {
            assert!(display_width(line) <= 60, "{line}");
            assert!(!line.starts_with(['，', '；', '。']), "{line}");
        }
    }
}
