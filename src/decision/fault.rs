//! What can be wrong with a decision.

/// What is wrong with a decision. Fields are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// So many fields, where there are three to six.
    Count(usize),
    /// The action is none.
    Action(String),
    /// A field names nothing that can be decided about.
    Subject(usize, String),
    /// A name is told apart from its namesakes, but not by its team, or not as it has to be.
    Namesake(usize, String),
    /// A player and a game cannot be one.
    Unlike,
    /// Something is compared with itself.
    Itself,
    /// Nothing of this name can be set.
    Field(String),
    /// A field cannot have this value.
    Value(&'static str, String),
    /// A tab or an end of line stands inside a field.
    Control(usize),
}

impl Fault {
    /// The field that is at fault, from 0.
    pub(super) fn place(&self) -> usize {
        match self {
            Fault::Count(_) | Fault::Action(_) => 0,
            Fault::Subject(at, _) | Fault::Namesake(at, _) | Fault::Control(at) => *at,
            Fault::Field(_) => 1,
            Fault::Unlike | Fault::Itself | Fault::Value(..) => 2,
        }
    }
}
