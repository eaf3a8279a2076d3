//! `xqdb config`: lists the lasting settings and their origin, and sets one.

use super::files::WholeFile;
use super::values::{ValueList, itself};
use super::{Context, Status, question};
use crate::cli::{ConfigArgs, UserSetting, UserSettings, settings_file};
use crate::messages::Lang;
use anyhow::{Context as _, anyhow};
use clap::ValueEnum as _;
use serde_json::json;
use std::path::Path;
use xqdb::answers::settings;
use xqdb::xiangqi::repetition::RuleBook;

/// Lists the settings, or sets one.
pub(crate) fn config(context: &Context, args: &ConfigArgs) -> anyhow::Result<Status> {
    match (args.setting, &args.value) {
        (Some(setting), Some(value)) => set(context, setting, Some(value)),
        (Some(setting), None) if args.unset => set(context, setting, None),
        _ => list(context, args),
    }
}

/// Prints all settings, or the one that the user named.
fn list(context: &Context, args: &ConfigArgs) -> anyhow::Result<Status> {
    let lang = context.lang;
    let known = UserSettings::read()?;
    let mut values = ValueList::new(context, args.answer.layout(), settings(), itself)?;
    let mut table = context.table("setting value source");
    let wanted =
        UserSetting::value_variants().iter().filter(|it| args.setting.is_none_or(|s| s == **it));
    for &setting in wanted {
        let variable = setting.variable();
        let set = variable.and_then(|name| std::env::var(name).ok()).filter(|it| !it.is_empty());
        let (value, source) = match (set, known.get(setting)) {
            (Some(value), _) => (value, "environment"),
            (None, Some(value)) => (value.to_owned(), "file"),
            (None, None) => (default(context, setting), "default"),
        };
        if values.is_page() {
            let from = match source {
                "environment" => variable.unwrap_or_default().to_owned(),
                source => lang.word("setting", source, &[]),
            };
            table.row(vec![setting.name().to_owned(), value, from]);
        } else {
            values
                .value(&json!({ "setting": setting.name(), "value": value, "source": source }))?;
        }
    }
    if values.is_page() {
        values.write(table.render().as_bytes())?;
    }
    values.end()?;
    if let Some(path) = settings_file() {
        context.tell(&lang.settings_lie(&path));
    }
    Ok(Status::Success)
}

/// Value of a setting that nobody has set.
fn default(context: &Context, setting: UserSetting) -> String {
    match setting {
        UserSetting::Lang => context.lang.tag().to_owned(),
        UserSetting::Db => "xqdb.db".to_owned(),
        UserSetting::Notation => context.lang.chinese_notation().to_owned(),
        UserSetting::Legend => String::new(),
        UserSetting::Rules => RuleBook::usual().name.to_owned(),
    }
}

/// Writes a setting into the file; `None` removes it.
fn set(context: &Context, setting: UserSetting, value: Option<&String>) -> anyhow::Result<Status> {
    let lang = context.lang;
    let path = settings_file().ok_or_else(|| anyhow!(lang.no_place_for_settings()))?;
    let value = value.map(|value| checked(context, setting, value)).transpose()?;
    let mut known = UserSettings::read()?;
    known.set(setting, value);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(|| lang.cannot_write(folder))?;
    }
    let mut file = WholeFile::create(&path, true, lang)?;
    file.write(known.text().as_bytes())?;
    file.finish()?;
    context.tell(&lang.settings_written(&path));
    Ok(Status::Success)
}

/// Checks a value. Paths are made absolute, because the next command may run in another folder.
fn checked(context: &Context, setting: UserSetting, value: &str) -> anyhow::Result<String> {
    let lang = context.lang;
    match setting {
        UserSetting::Lang | UserSetting::Notation | UserSetting::Rules => setting.kept(value, lang),
        UserSetting::Legend => {
            question::read_text(Path::new(value), lang)?;
            whole_path(value, lang)
        }
        UserSetting::Db => whole_path(value, lang),
    }
}

fn whole_path(value: &str, lang: Lang) -> anyhow::Result<String> {
    let path = std::path::absolute(value).with_context(|| lang.cannot_read(Path::new(value)))?;
    let text = path.to_str().ok_or_else(|| anyhow!(lang.cannot_read(&path)))?;
    Ok(text.to_owned())
}
