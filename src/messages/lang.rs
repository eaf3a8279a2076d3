//! The languages of the program, and how one is chosen.

use std::ffi::OsString;

/// Language of messages.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub(crate) enum Lang {
    /// English.
    En,
    /// Chinese in simplified characters.
    ZhHans,
    /// Chinese in traditional characters.
    ZhHant,
}

impl Lang {
    /// Values of `--lang`; the last one leaves the choice to the locale.
    pub(crate) const NAMES: [(&str, Option<Lang>); 4] = [
        ("en", Some(Lang::En)),
        ("zh-Hans", Some(Lang::ZhHans)),
        ("zh-Hant", Some(Lang::ZhHant)),
        ("auto", None),
    ];

    /// Tags by which users may call the languages, too.
    pub(crate) const OTHER_TAGS: [&str; 9] =
        ["en-GB", "en-US", "zh", "zh-CN", "zh-SG", "zh-MY", "zh-TW", "zh-HK", "zh-MO"];

    /// Language of messages: `--lang`, else `XQDB_LANG` or the user's settings, else the locale. It
    /// is chosen before arguments are parsed, since errors in them are described in it.
    pub(crate) fn choose(
        args: impl Iterator<Item = OsString>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Lang {
        let named = |asked: String| match Lang::of_tag(&asked) {
            None if asked.eq_ignore_ascii_case("auto") => Some(None),
            None => None,
            lang => Some(lang),
        };
        let asked = argument(args).and_then(named);
        let asked = asked.or_else(|| variable("XQDB_LANG").and_then(named));
        asked.flatten().unwrap_or_else(|| {
            let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
            let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set);
            Lang::of_locale(&locale.unwrap_or_default())
        })
    }

    /// Notation of Chinese moves in the characters of the language.
    pub(crate) fn chinese_notation(self) -> &'static str {
        match self {
            Lang::En | Lang::ZhHans => "chinese",
            Lang::ZhHant => "chinese-traditional",
        }
    }

    /// Tag of the language in HTML and in addresses: `zh-Hans`.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::ZhHans => "zh-Hans",
            Lang::ZhHant => "zh-Hant",
        }
    }

    /// Language of a tag such as `zh-Hant` or one of [`Lang::OTHER_TAGS`].
    pub(crate) fn of_tag(tag: &str) -> Option<Lang> {
        let names = Lang::NAMES.into_iter().filter_map(|(name, lang)| Some((name, lang?)));
        let others = Lang::OTHER_TAGS.into_iter().map(|tag| (tag, Lang::of_locale(tag)));
        let mut named = names.chain(others).filter(|(name, _)| name.eq_ignore_ascii_case(tag));
        named.next().map(|(_, lang)| lang)
    }

    /// Language of a locale such as `zh_TW.UTF-8`.
    fn of_locale(locale: &str) -> Lang {
        let plain = locale.split(['.', '@']).next().unwrap_or_default().replace('-', "_");
        let mut parts = plain.split('_');
        if !parts.next().is_some_and(|language| language.eq_ignore_ascii_case("zh")) {
            return Lang::En;
        }
        let is = |names: &[&str], part: &str| names.iter().any(|n| n.eq_ignore_ascii_case(part));
        let rest: Vec<&str> = parts.collect();
        // A named script decides before the region.
        if rest.iter().any(|part| is(&["Hans"], part)) {
            return Lang::ZhHans;
        }
        match rest.iter().any(|part| is(&["Hant", "TW", "HK", "MO"], part)) {
            true => Lang::ZhHant,
            false => Lang::ZhHans,
        }
    }
}

/// Value of the last `--lang` among the arguments.
fn argument(args: impl Iterator<Item = OsString>) -> Option<String> {
    let mut value = None;
    let mut args = args.take_while(|arg| arg != "--");
    while let Some(arg) = args.next() {
        let Some(arg) = arg.to_str() else { continue };
        if arg == "--lang" {
            value = args.next().and_then(|next| next.into_string().ok());
        } else if let Some(named) = arg.strip_prefix("--lang=") {
            value = Some(named.to_owned());
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_name_a_language() {
        for (locale, lang) in [
            ("zh_CN.UTF-8", Lang::ZhHans),
            ("zh_SG", Lang::ZhHans),
            ("zh", Lang::ZhHans),
            ("zh_TW.UTF-8", Lang::ZhHant),
            ("zh_HK", Lang::ZhHant),
            ("zh-Hant-CN", Lang::ZhHant),
            ("zh_Hans_TW@pinyin", Lang::ZhHans),
            ("en_GB.UTF-8", Lang::En),
            ("C", Lang::En),
            ("zha_CN", Lang::En),
            ("", Lang::En),
        ] {
            assert_eq!(Lang::of_locale(locale), lang, "{locale}");
        }
    }

    #[test]
    fn the_argument_counts_for_more_than_the_environment() {
        let chosen = |args: &[&str], env: &[(&str, &str)]| {
            let args: Vec<OsString> = args.iter().map(OsString::from).collect();
            Lang::choose(args.into_iter(), |name| {
                let found = env.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        let taiwan = ("LANG", "zh_TW.UTF-8");
        assert_eq!(chosen(&[], &[taiwan]), Lang::ZhHant);
        assert_eq!(chosen(&[], &[taiwan, ("LC_ALL", "C")]), Lang::En);
        assert_eq!(chosen(&[], &[taiwan, ("LC_ALL", "")]), Lang::ZhHant);
        assert_eq!(chosen(&[], &[taiwan, ("LC_MESSAGES", "zh_CN")]), Lang::ZhHans);
        assert_eq!(chosen(&[], &[taiwan, ("XQDB_LANG", "en")]), Lang::En);
        assert_eq!(chosen(&[], &[taiwan, ("XQDB_LANG", "auto")]), Lang::ZhHant);
        assert_eq!(chosen(&["--lang=ZH-hans"], &[("XQDB_LANG", "en")]), Lang::ZhHans);
        assert_eq!(chosen(&["show", "--lang", "zh-Hant"], &[]), Lang::ZhHant);
        assert_eq!(chosen(&["--lang", "auto"], &[taiwan]), Lang::ZhHant);
        assert_eq!(chosen(&["--lang", "zh-tw"], &[("XQDB_LANG", "en")]), Lang::ZhHant);
        assert_eq!(chosen(&["--lang", "auto"], &[("XQDB_LANG", "zh")]), Lang::En);
        assert_eq!(chosen(&[], &[("XQDB_LANG", "zh")]), Lang::ZhHans);
        assert_eq!(chosen(&["--lang", "xx"], &[("XQDB_LANG", "zh-Hans")]), Lang::ZhHans);
        assert_eq!(chosen(&["notate", "--", "--lang", "zh-Hant"], &[]), Lang::En);
    }
}
