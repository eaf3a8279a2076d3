//! Types whose values are words.

/// Gives the values of a type their names: the list of all values, the name of a value, the value
/// of a name, and `Display`. The names stand in databases, in JSON and on command lines.
macro_rules! named {
    ($type:ident, $name_of:ident, $by_name:ident: $($variant:ident = $name:literal),* $(,)?) => {
        impl $type {
            /// All values, in order.
            pub const ALL: [$type; [$($name),*].len()] = [$($type::$variant),*];

            /// The name of the value, in databases, in JSON and on command lines.
            #[must_use]
            pub const fn $name_of(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)*
                }
            }

            /// The value with this name.
            #[must_use]
            pub fn $by_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|known| known.$name_of() == name)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.$name_of())
            }
        }
    };
}
pub(crate) use named;
