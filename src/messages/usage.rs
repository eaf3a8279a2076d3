//! What is wrong with a command line. clap knows English only; in Chinese its errors are told
//! again from their parts.

use super::Lang;
use super::argument::Shown as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};

sentences! {
    /// No such option.
    usage_unknown_argument(argument: &str) {
        en: "unexpected argument '{argument}' found";
        zh_hans: "没有“{argument}”这个参数";
        zh_hant: "沒有「{argument}」這個參數";
    }
    /// No such command.
    usage_unknown_command(command: &str) {
        en: "unrecognized subcommand '{command}'";
        zh_hans: "没有“{command}”这个命令";
        zh_hant: "沒有「{command}」這個命令";
    }
    /// A value that is none of those there are.
    usage_invalid_value(argument: &str, value: &str) {
        en: "invalid value '{value}' for '{argument}'";
        zh_hans: "“{argument}”的值“{value}”无效";
        zh_hant: "「{argument}」的值「{value}」無效";
    }
    /// An option without its value.
    usage_value_missing(argument: &str) {
        en: "a value is required for '{argument}' but none was supplied";
        zh_hans: "“{argument}”需要一个值";
        zh_hant: "「{argument}」需要一個值";
    }
    /// Arguments that must be there.
    usage_missing(arguments: &str) {
        en: "these arguments are required and are not there: {arguments}";
        zh_hans: "缺少必需的参数：{arguments}";
        zh_hant: "缺少必需的參數：{arguments}";
    }
    /// Arguments that do not go together.
    usage_conflict(one: &str, other: &str) {
        en: "the argument '{one}' cannot be used with '{other}'";
        zh_hans: "“{one}”不能与“{other}”同时使用";
        zh_hant: "「{one}」不能與「{other}」同時使用";
    }
    /// The same, twice.
    usage_twice(argument: &str) {
        en: "the argument '{argument}' cannot be used multiple times";
        zh_hans: "“{argument}”只能出现一次";
        zh_hant: "「{argument}」只能出現一次";
    }
    /// Values that can be said.
    usage_values(values: &str) {
        en: "[possible values: {values}]";
        zh_hans: "[可选：{values}]";
        zh_hant: "[可選：{values}]";
    }
    /// What may have been meant.
    usage_similar(similar: &str) {
        en: "a similar one exists: {similar}";
        zh_hans: "是否想用：{similar}";
        zh_hant: "是否想用：{similar}";
    }
    /// Last line.
    usage_more {
        en: "For more information, try '--help'.";
        zh_hans: "详见 --help。";
        zh_hant: "詳見 --help。";
    }
}

/// What is wrong with the arguments, in several lines.
pub(crate) fn refusal(lang: Lang, error: &clap::Error) -> String {
    let Some(what) = reason(lang, error).filter(|_| lang != Lang::En) else {
        return xqdb::text::visible_lines(&error.to_string()).into_owned();
    };
    let mut lines = vec![lang.error_line(&what)];
    let list = |kind| told(error, kind).filter(|values| !values.is_empty());
    lines.extend(list(ContextKind::ValidValue).map(|values| lang.usage_values(&values)));
    let similar =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    lines.extend(similar.into_iter().filter_map(list).map(|names| lang.usage_similar(&names)));
    lines.join("\n  ") + "\n\n" + &lang.usage_more() + "\n"
}

fn reason(lang: Lang, error: &clap::Error) -> Option<String> {
    let part = |kind| told(error, kind).unwrap_or_default();
    let argument = part(ContextKind::InvalidArg);
    let value = part(ContextKind::InvalidValue);
    Some(match error.kind() {
        ErrorKind::UnknownArgument => lang.usage_unknown_argument(&argument),
        ErrorKind::InvalidSubcommand => {
            lang.usage_unknown_command(&part(ContextKind::InvalidSubcommand))
        }
        ErrorKind::InvalidValue if value.is_empty() => lang.usage_value_missing(&argument),
        ErrorKind::InvalidValue => lang.usage_invalid_value(&argument, &value),
        ErrorKind::ValueValidation => {
            let what = lang.usage_invalid_value(&argument, &value);
            match std::error::Error::source(error) {
                Some(why) => lang.argument_wrong(&what, &lang.stored(&why.to_string())),
                None => what,
            }
        }
        ErrorKind::MissingRequiredArgument => lang.usage_missing(&argument),
        ErrorKind::ArgumentConflict => match part(ContextKind::PriorArg) {
            prior if prior == argument => lang.usage_twice(&argument),
            prior => lang.usage_conflict(&argument, &prior),
        },
        _ => return None,
    })
}

/// A part of the error as text; several are listed.
fn told(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.as_str().shown().into_owned()),
        ContextValue::Strings(texts) => Some(texts.join(", ").as_str().shown().into_owned()),
        _ => None,
    }
}
