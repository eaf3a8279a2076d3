//! The form in which sentences are written down.

/// Makes a method of [`Lang`](super::Lang) of each sentence, and a list of all for the tests.
///
/// A language is a format string, which names the arguments of the sentence in braces, and further
/// values for empty braces. All three languages must be there. Numbers are grouped (`1,234`);
/// `{number:#}` leaves the digits alone, for numbers that are copied somewhere.
macro_rules! sentences {
    ($(
        $(#[$meta:meta])*
        $name:ident $(( $($arg:ident: $kind:ty),* ))? {
            en: $en:literal $(, $en_more:expr)*;
            zh_hans: $hans:literal $(, $hans_more:expr)*;
            zh_hant: $hant:literal $(, $hant_more:expr)*;
        }
    )*) => {
        impl $crate::messages::Lang {
            $(
                $(#[$meta])*
                #[allow(clippy::wrong_self_convention, reason = "any word may begin a sentence")]
                pub(crate) fn $name(self $($(, $arg: $kind)*)?) -> String {
                    $($( let $arg = $crate::messages::argument::Shown::shown(&$arg); )*)?
                    match self {
                        Self::En => format!($en $(, $en_more)*),
                        Self::ZhHans => format!($hans $(, $hans_more)*),
                        Self::ZhHant => format!($hant $(, $hant_more)*),
                    }
                }
            )*
        }

        /// Names of the sentences, and their texts in all languages.
        #[cfg(test)]
        pub(in crate::messages) const ALL: &[(&str, [&str; 3])] =
            &[$((stringify!($name), [$en, $hans, $hant])),*];
    };
}
