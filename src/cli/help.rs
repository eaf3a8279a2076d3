//! Puts the texts of `locales` into the definition of the command line, by the names of its
//! commands, arguments and values.

use crate::messages::Lang;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, Command};
use xqdb::text::display_width;

/// Commands listed by `help`: the last word of each group's heading name, and its commands. Rarely
/// used commands are listed in `docs/commands.md` alone.
const GROUPS: [(&str, &[&str]); 5] = [
    ("start", &["import", "open", "serve", "search", "show", "explore"]),
    (
        "ask",
        &[
            "openings", "player", "event", "first", "novelty", "endings", "patterns", "ratings",
            "sql",
        ],
    ),
    ("names", &["people", "events", "links", "collate", "emend", "decisions"]),
    ("files", &["convert", "notate", "export", "engine-book", "cite", "formats"]),
    (
        "upkeep",
        &["stats", "report", "audit", "verify", "diff", "backup", "forget", "optimize", "config"],
    ),
];

/// Headings over the options of a command that asks for games: the last word of the heading's name,
/// and its options. An option in no list stands under the first heading.
const SECTIONS: [(&str, &[&str]); 4] = [
    ("options", &[]),
    (
        "games",
        &[
            "red",
            "black",
            "names",
            "openings",
            "result",
            "kind",
            "played",
            "source",
            "min_plies",
            "max_plies",
            "site",
            "title",
            "chapter",
            "text",
            "unit",
        ],
    ),
    ("board", &["fen", "mirror", "contains", "in_order", "variations", "where", "define"]),
    (
        "answer",
        &[
            "by",
            "per",
            "depth",
            "min_games",
            "plies",
            "min_score",
            "part",
            "games",
            "limit",
            "offset",
            "latest",
            "engine_book",
            "count",
            "novelty",
            "explain",
            "diagram",
            "sort",
            "to",
            "output",
            "full",
            "encoding_out",
            "strict",
            "notation",
            "letters",
            "format",
            "columns",
            "figure",
            "force",
            "all",
            "all_groups",
            "drift",
        ],
    ),
];

/// Index in [`SECTIONS`] of the heading over an option.
pub(super) fn section(option: &str) -> usize {
    SECTIONS.iter().position(|(_, options)| options.contains(&option)).unwrap_or(0)
}

/// Whether the options of a command include the conditions on games.
fn asks_for_games(command: &Command) -> bool {
    let has = |name: &str| command.get_arguments().any(|arg| arg.get_id() == name);
    has("where") && has("since")
}

/// The values of `--lang`.
pub(super) fn languages() -> PossibleValuesParser {
    let value = |(name, lang): (&'static str, Option<Lang>)| {
        let is_other = |tag: &&str| lang.is_some() && Lang::of_tag(tag) == lang;
        PossibleValue::new(name).aliases(Lang::OTHER_TAGS.into_iter().filter(is_other))
    };
    PossibleValuesParser::new(Lang::NAMES.map(value))
}

/// Definition of the command line with texts in `lang`, for a screen of `width` columns.
pub(super) fn with_texts_in(command: Command, lang: Lang, width: usize) -> Command {
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help).global(true);
    let command = command
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(help)
        .arg(version)
        .subcommand_value_name(word(lang, "usage-command"))
        .mut_subcommands(|command| with_texts(command, lang, width));
    let mut command = with_texts(command, lang, width);
    // Building hands the global options down and names the usage lines.
    command.build();
    let command = with_usage(command, lang);
    let command =
        command.mut_subcommands(|command| with_usage(with_description(command, lang), lang));
    let groups = groups(&command, lang, width);
    command.help_template(groups)
}

/// Help template of the program itself: its commands by group, then the global options.
fn groups(program: &Command, lang: Lang, width: usize) -> String {
    let style = program.get_styles().get_header();
    let heading = |name: &str| {
        let text = word(lang, &format!("heading-{name}"));
        format!("{style}{text}:{style:#}\n")
    };
    let listed = GROUPS.iter().flat_map(|(_, commands)| commands.iter());
    let longest = listed.map(|name| name.len()).max().unwrap_or(0);
    let margin = longest + "    ".len();
    let mut text = format!("{{about-with-newline}}\n{}{{usage}}\n\n", word(lang, "heading-usage"));
    for (name, commands) in GROUPS {
        text += &heading(name);
        for command in commands.iter().filter_map(|name| program.find_subcommand(name)) {
            let about = command.get_about().map(|about| about.to_string()).unwrap_or_default();
            let lines = lines(&about, width.saturating_sub(margin).max(LEAST));
            let name = command.get_name();
            text += &format!("  {name:longest$}  {}\n", lines.join(&format!("\n{:margin$}", "")));
        }
        text += "\n";
    }
    text + &heading("global") + "{options}{after-help}"
}

/// Adds the texts of a command and its arguments.
fn with_texts(command: Command, lang: Lang, width: usize) -> Command {
    let name = command.get_name().to_owned();
    let is_grouped = asks_for_games(&command);
    let command = command.mut_args(|arg| {
        let section = if is_grouped { section(arg.get_id().as_str()) } else { 0 };
        argument_with_texts(arg, (&name, SECTIONS[section].0), lang)
    });
    // Texts stand to the right of the longest name of their section.
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
    with_description(command, lang)
}

/// Smallest width of a text, in columns.
const LEAST: usize = 20;

/// Width in columns of an argument's name and value, with the blanks before it.
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

/// Adds the description, examples and notes of a command.
fn with_description(command: Command, lang: Lang) -> Command {
    let template = format!(
        "{{about-with-newline}}\n{}{{usage}}\n\n{{all-args}}{{after-help}}",
        word(lang, "heading-usage")
    );
    let command = command.help_template(template);
    let about = |of: &str| lang.named(&format!("command-{}{of}", command.get_name()));
    let Some(what) = about("") else { return command };
    let mut after = String::new();
    let example = |n| Some((about(&format!(".run-{n}"))?, about(&format!(".does-{n}"))?));
    for (line, does) in (1..).map_while(example) {
        if after.is_empty() {
            word(lang, "heading-examples").clone_into(&mut after);
        }
        after += &format!("\n  {line}\n      {does}");
    }
    if let Some(notes) = about(".notes") {
        after += &format!("\n\n{notes}");
    }
    command.about(what).after_help(after)
}

/// A heading or a small word of help pages.
fn word(lang: Lang, name: &str) -> &'static str {
    lang.named(&format!("help-{name}")).unwrap_or_default()
}

/// Translates the usage line of a command.
fn with_usage(mut command: Command, lang: Lang) -> Command {
    let usage = command.render_usage().to_string();
    let usage =
        usage.trim_start_matches("Usage: ").replace("[OPTIONS]", word(lang, "usage-options"));
    command.override_usage(usage)
}

/// Adds the texts of an argument, and the heading of `section` if it is an option.
fn argument_with_texts(arg: Arg, (command, section): (&str, &str), lang: Lang) -> Arg {
    let id = arg.get_id().to_string();
    let heading = if arg.is_global_set() || id == "version" {
        word(lang, "heading-global")
    } else if arg.is_positional() {
        word(lang, "heading-arguments")
    } else {
        word(lang, &format!("heading-{section}"))
    };
    let mut words: Vec<String> = Vec::new();
    words.extend(lang.argument(command, &id).map(str::to_owned));
    words.extend(extras(&arg, lang));
    // A placeholder without a translation stays as it is; a test finds it.
    let names: Vec<&'static str> = arg
        .get_value_names()
        .unwrap_or_default()
        .iter()
        .filter_map(|name| lang.named(&format!("value-{name}")))
        .collect();
    let arg = if names.is_empty() { arg } else { arg.value_names(names) };
    // The words already have the possible values, the default and the variable.
    let arg = arg.help(words.join(" ")).help_heading(heading).hide_env(true);
    match arg.get_action().takes_values() {
        // A negative number is a value, which its argument refuses better than a search for an
        // option `-1`.
        true => {
            arg.allow_negative_numbers(true).hide_possible_values(true).hide_default_value(true)
        }
        false => arg,
    }
}

/// Texts about the possible values of an argument and its default, if it takes values, and about
/// its environment variable.
fn extras(arg: &Arg, lang: Lang) -> Vec<String> {
    let mut extras = Vec::new();
    let variable = arg.get_env().map(|name| lang.help_variable(&name.to_string_lossy()));
    if !arg.get_action().takes_values() {
        return variable.into_iter().collect();
    }
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
    extras.extend(variable);
    extras
}

/// Breaks Chinese text into lines of at most `columns` columns; clap breaks at blanks only.
fn broken(text: &str, columns: usize) -> String {
    if text.is_ascii() || display_width(text) <= columns {
        return text.to_owned();
    }
    lines(text, columns).join("\n")
}

/// Splits a text into lines of at most `columns` columns.
fn lines(text: &str, columns: usize) -> Vec<String> {
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
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Splits a text where a line may end: behind hanzi, and behind words with their blanks.
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
    use std::collections::BTreeSet;

    #[test]
    fn every_command_and_every_argument_is_explained_and_nothing_else() {
        let lang = Lang::En;
        let mut missing = Vec::new();
        let mut used = BTreeSet::new();
        let root = crate::cli::Cli::spoken(lang, None);
        for command in std::iter::once(&root).chain(root.get_subcommands()) {
            let name = command.get_name();
            let about = |part: &str| lang.named(&format!("command-{name}{part}"));
            if about("").is_none() || about(".run-1").is_none() && name != "help" {
                missing.push(name.to_owned());
            }
            used.insert(format!("command-{name}"));
            for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
                let id = arg.get_id().as_str();
                if name != "help" && lang.argument(name, id).is_none() {
                    missing.push(format!("{name} {id}"));
                }
                used.extend([format!("arg-{name}-{id}"), format!("arg-{id}")]);
                for value in arg.get_value_names().unwrap_or_default() {
                    if arg.get_action().takes_values() {
                        used.insert(format!("value-{value}"));
                        if lang.named(&format!("value-{value}")).is_none() {
                            missing.push(format!("{name} {id}: {value}"));
                        }
                    }
                }
            }
        }
        assert!(missing.is_empty(), "not explained in locales: {missing:#?}");
        let texts = ["command-", "arg-", "value-"].into_iter().flat_map(|begin| {
            Lang::beginning(begin).map(move |(name, _)| format!("{begin}{name}"))
        });
        let surplus: Vec<_> = texts
            .filter(|name| !used.contains(name.split('.').next().unwrap_or_default()))
            .collect();
        assert!(surplus.is_empty(), "there is nothing of that name: {surplus:#?}");
    }

    #[test]
    fn every_group_has_at_most_nine_commands_and_each_is_there() {
        let program = crate::cli::Cli::spoken(Lang::En, None);
        for (group, commands) in GROUPS {
            assert!(Lang::En.named(&format!("help-heading-{group}")).is_some(), "{group}");
            assert!(commands.len() <= 9, "{group}");
            for name in commands {
                assert!(program.find_subcommand(name).is_some(), "{name}");
            }
        }
    }

    #[test]
    fn every_command_prints_rows_or_is_listed_among_those_that_do_not() {
        let program = crate::cli::Cli::spoken(Lang::En, None);
        let pages =
            [include_str!("../../docs/commands.md"), include_str!("../../docs/commands.zh-CN.md")];
        for name in GROUPS.iter().flat_map(|(_, commands)| *commands) {
            let command = program.find_subcommand(name).unwrap();
            let arg = |id: &str| command.get_arguments().find(|arg| arg.get_id() == id);
            let forms = arg("format").map(Arg::get_possible_values).unwrap_or_default();
            let forms: Vec<&str> = forms.iter().map(|form| form.get_name()).collect();
            let has_rows =
                ["table", "json", "jsonl", "csv", "tsv"].iter().all(|form| forms.contains(form));
            let mut takes = match (has_rows, forms.is_empty()) {
                (_, true) => Vec::new(),
                (true, _) => vec!["`--format`".to_owned()],
                (false, _) => vec![format!("`--format` ({})", forms.join(", "))],
            };
            let others = ["columns", "sort", "limit"].into_iter().filter(|id| arg(id).is_some());
            takes.extend(others.map(|id| format!("`--{id}`")));
            let is_list = has_rows && takes.len() == 4;
            let takes = if takes.is_empty() { "–".to_owned() } else { takes.join(", ") };
            for page in pages {
                let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
                let told = row.and_then(|row| row.split(" | ").nth(1));
                assert_eq!(told, (!is_list).then_some(&*takes), "{name}");
            }
        }
    }

    #[test]
    fn the_definition_is_sound_in_every_language() {
        for lang in [Lang::En, Lang::ZhHans, Lang::ZhHant] {
            with_texts_in(<crate::cli::Cli as clap::CommandFactory>::command(), lang, 80)
                .debug_assert();
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
