//! Macro for enums whose values have names.

/// Declares an enum whose values have names for databases, JSON and command lines; adds `ALL`,
/// `as_str` and `from_name`.
///
/// ```ignore
/// named! {
///     /// How a line ends.
///     pub enum LineEnd {
///         /// Whole.
///         Whole = "whole",
///         /// Cut off.
///         Cut = "cut",
///     }
/// }
/// assert_eq!(LineEnd::from_name("cut"), Some(LineEnd::Cut));
/// ```
macro_rules! named {
    ($(#[$of_type:meta])* pub enum $type:ident {
        $($(#[$of_value:meta])* $value:ident = $name:literal),* $(,)?
    }) => {
        $(#[$of_type])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize,
        )]
        pub enum $type {
            $($(#[$of_value])* #[serde(rename = $name)] $value),*
        }

        impl $type {
            /// All values, in order.
            pub const ALL: [$type; [$($name),*].len()] = [$($type::$value),*];

            /// The name of the value, in databases, in JSON and on command lines.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($type::$value => $name,)*
                }
            }

            /// The value with this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|known| known.as_str() == name)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}
pub(crate) use named;
