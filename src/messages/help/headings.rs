//! Headings and the small words of help pages.

use super::Text;

/// Before the usage line.
pub(crate) const HEADING_USAGE: Text = ["Usage: ", "用法：", "用法："];
/// In the usage line: any options.
pub(crate) const USAGE_OPTIONS: Text = ["[OPTIONS]", "[选项]", "[選項]"];
/// In the usage line: one of the commands.
pub(crate) const USAGE_COMMAND: Text = ["COMMAND", "命令", "命令"];
/// Above the list of commands.
pub(crate) const HEADING_COMMANDS: Text = ["Commands", "命令", "命令"];
/// Above arguments without a name.
pub(crate) const HEADING_ARGUMENTS: Text = ["Arguments", "参数", "參數"];
/// Above options of one command.
pub(crate) const HEADING_OPTIONS: Text = ["Options", "选项", "選項"];
/// Above options that every command has.
pub(crate) const HEADING_GLOBAL: Text = ["Global options", "通用选项", "通用選項"];
/// Above the examples.
pub(crate) const HEADING_EXAMPLES: Text = ["Examples:", "示例：", "範例："];

sentences! {
    /// After an option: what is taken without it.
    help_default(value: &str) {
        en: "[default: {value}]";
        zh_hans: "[默认：{value}]";
        zh_hant: "[預設：{value}]";
    }
    /// After an option: what can be said.
    help_values(values: &str) {
        en: "[values: {values}]";
        zh_hans: "[可选：{values}]";
        zh_hant: "[可選：{values}]";
    }
    /// After an option: the variable that says the same.
    help_variable(name: &str) {
        en: "[variable: {name}]";
        zh_hans: "[环境变量：{name}]";
        zh_hant: "[環境變數：{name}]";
    }
}
