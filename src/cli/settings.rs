//! Settings that last: what the user wants where neither an option nor the environment says
//! otherwise. They are a small JSON file with an object whose values are texts.

use crate::messages::Lang;
use anyhow::{anyhow, bail};
use clap::ValueEnum as _;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};
use std::path::PathBuf;
use xqdb::notation::System;
use xqdb::xiangqi::repetition::{RULE_BOOKS, RuleBook};

/// Name of the variable that says where the file is.
pub(crate) const PLACE: &str = "XQDB_CONFIG";

/// A setting that the file may have.
#[derive(Debug, Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum UserSetting {
    /// The language of what is said.
    Lang,
    /// The database file.
    Db,
    /// The notation of moves in answers.
    Notation,
    /// The legend of poem notation.
    Legend,
    /// The rule book with whose rulings results are compared.
    Rules,
}

impl UserSetting {
    /// The name in the file and on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            UserSetting::Lang => "lang",
            UserSetting::Db => "db",
            UserSetting::Notation => "notation",
            UserSetting::Legend => "legend",
            UserSetting::Rules => "rules",
        }
    }

    /// The variable of the environment that counts for more than the file.
    pub(crate) const fn variable(self) -> Option<&'static str> {
        match self {
            UserSetting::Lang => Some("XQDB_LANG"),
            UserSetting::Db => Some("XQDB_DB"),
            UserSetting::Notation | UserSetting::Legend | UserSetting::Rules => None,
        }
    }

    /// A value as the file keeps it. Files are not looked at.
    ///
    /// # Errors
    /// When the setting cannot have the value.
    pub(crate) fn kept(self, value: &str, lang: Lang) -> anyhow::Result<String> {
        let one_of = |names: &[&str]| match names.iter().find(|it| it.eq_ignore_ascii_case(value)) {
            Some(name) => Ok((*name).to_owned()),
            None => bail!(lang.none_of(value, &names.join(", "))),
        };
        match self {
            UserSetting::Lang => one_of(&Lang::NAMES.map(|(name, _)| name)),
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

/// The file of settings: where the environment says, or the usual place of the system.
pub(crate) fn settings_file() -> Option<PathBuf> {
    match std::env::var_os(PLACE) {
        Some(path) if path.is_empty() => None,
        Some(path) => Some(path.into()),
        None => Some(dirs::config_dir()?.join("xqdb").join("settings.json")),
    }
}

impl UserSettings {
    /// Reads the file; without one that this user may read, and in an empty one, nothing is set.
    ///
    /// # Errors
    /// When the file cannot be read for another reason, or is no object of texts.
    pub(crate) fn read() -> std::io::Result<UserSettings> {
        let Some(path) = settings_file() else { return Ok(UserSettings::default()) };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            // A service may run with the home folder of somebody else.
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

    /// Looks at every value.
    ///
    /// # Errors
    /// When a setting cannot have the value that the file gives it.
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

    /// The value of a setting.
    pub(crate) fn get(&self, setting: UserSetting) -> Option<&str> {
        self.values.get(setting.name()).map(String::as_str)
    }

    /// Sets a value, or takes it back.
    pub(crate) fn set(&mut self, setting: UserSetting, value: Option<String>) {
        match value {
            Some(value) => self.values.insert(setting.name().to_owned(), value),
            None => self.values.remove(setting.name()),
        };
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> String {
        format!("{:#}\n", json!(self.values))
    }
}
