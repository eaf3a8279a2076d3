//! Settings of the user, for what neither an option nor the environment sets. The file is a small
//! JSON object whose values are texts.

use crate::messages::Lang;
use anyhow::{anyhow, bail};
use clap::ValueEnum as _;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};
use std::path::PathBuf;
use xqdb::notation::System;
use xqdb::xiangqi::repetition::{RULE_BOOKS, RuleBook};

/// Environment variable with the path of the file of settings.
pub(crate) const PLACE: &str = "XQDB_CONFIG";

/// A setting that the file may have.
#[derive(Debug, Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum UserSetting {
    /// Language of messages.
    Lang,
    /// Path of the database.
    Db,
    /// Notation of moves in answers.
    Notation,
    /// Path of the legend of poem notation.
    Legend,
    /// Rule book with whose rulings the results of games are compared.
    Rules,
}

impl UserSetting {
    /// Name of the setting in the file and on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            UserSetting::Lang => "lang",
            UserSetting::Db => "db",
            UserSetting::Notation => "notation",
            UserSetting::Legend => "legend",
            UserSetting::Rules => "rules",
        }
    }

    /// Environment variable that overrides the setting, if there is one.
    pub(crate) const fn variable(self) -> Option<&'static str> {
        match self {
            UserSetting::Lang => Some("XQDB_LANG"),
            UserSetting::Db => Some("XQDB_DB"),
            UserSetting::Notation | UserSetting::Legend | UserSetting::Rules => None,
        }
    }

    /// Checks a value and returns it as the file keeps it. Paths are not checked.
    pub(crate) fn kept(self, value: &str, lang: Lang) -> anyhow::Result<String> {
        let one_of = |names: &[&str]| match names.iter().find(|it| it.eq_ignore_ascii_case(value)) {
            Some(name) => Ok((*name).to_owned()),
            None => bail!(lang.none_of(value, &names.join(", "))),
        };
        match self {
            UserSetting::Lang => match Lang::of_tag(value) {
                Some(lang) => Ok(lang.tag().to_owned()),
                None => one_of(&Lang::NAMES.map(|(name, _)| name)),
            },
            UserSetting::Rules => one_of(&RULE_BOOKS.each_ref().map(|book: &RuleBook| book.name)),
            UserSetting::Notation => {
                System::named(value)?;
                Ok(value.to_owned())
            }
            UserSetting::Legend | UserSetting::Db => Ok(value.to_owned()),
        }
    }
}

/// The settings of the user.
#[derive(Debug, Default, Clone)]
pub(crate) struct UserSettings {
    values: BTreeMap<String, String>,
}

/// Path of the file of settings: that of [`PLACE`], else the usual place of the system.
pub(crate) fn settings_file() -> Option<PathBuf> {
    match std::env::var_os(PLACE) {
        Some(path) if path.is_empty() => None,
        Some(path) => Some(path.into()),
        None => Some(dirs::config_dir()?.join("xqdb").join("settings.json")),
    }
}

impl UserSettings {
    /// Reads the file. If it is missing, empty or this user may not read it, nothing is set.
    pub(crate) fn read() -> std::io::Result<UserSettings> {
        let Some(path) = settings_file() else { return Ok(UserSettings::default()) };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            // A service may run with the home folder of another user.
            Err(error) if matches!(error.kind(), NotFound | NotADirectory | PermissionDenied) => {
                return Ok(UserSettings::default());
            }
            Err(error) => return Err(error),
        };
        match text.trim() {
            "" => Ok(UserSettings::default()),
            text => Ok(UserSettings { values: serde_json::from_str(text)? }),
        }
    }

    /// Checks the values of all settings.
    pub(crate) fn check(&self, lang: Lang) -> anyhow::Result<()> {
        for setting in UserSetting::value_variants() {
            let checked = self.get(*setting).map(|value| setting.kept(value, lang)).transpose();
            checked.map_err(|error| {
                anyhow!(
                    lang.argument_wrong(setting.name(), &crate::messages::describe(lang, &error))
                )
            })?;
        }
        Ok(())
    }

    /// Value of a setting; `None` if it is not set.
    pub(crate) fn get(&self, setting: UserSetting) -> Option<&str> {
        self.values.get(setting.name()).map(String::as_str)
    }

    /// Sets a value; `None` removes it.
    pub(crate) fn set(&mut self, setting: UserSetting, value: Option<String>) {
        match value {
            Some(value) => self.values.insert(setting.name().to_owned(), value),
            None => self.values.remove(setting.name()),
        };
    }

    /// Content of the file: JSON.
    pub(crate) fn text(&self) -> String {
        format!("{:#}\n", json!(self.values))
    }
}
