//! How commands end: the one rule of exit statuses.
//!
//! Where several are true, the worst is told: stopped, then an error, then what was set aside, then
//! that nothing was found. `docs/reliability.md` tells the rule to people.

/// How a command ended.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Status {
    /// Done, or found.
    Success = 0,
    /// Nothing was found.
    NothingFound = 1,
    /// Usage, file or database error: also a file that was named and cannot be opened.
    Error = 2,
    /// Finished, but some records were set aside, read in part or not written, or a file that may
    /// hold games was not read, or not to its end.
    SetAside = 3,
    /// Stopped by the user.
    Interrupted = 130,
}

impl Status {
    /// From the worst to the best.
    const BY_WEIGHT: [Status; 5] = [
        Status::Interrupted,
        Status::Error,
        Status::SetAside,
        Status::NothingFound,
        Status::Success,
    ];

    /// How a question ends.
    pub(crate) fn found(is_anything: bool) -> Status {
        if is_anything { Status::Success } else { Status::NothingFound }
    }

    /// The worst of what is true; done when nothing is.
    pub(crate) fn worst(said: &[(bool, Status)]) -> Status {
        let is_true = |status: &Status| said.contains(&(true, *status));
        Status::BY_WEIGHT.into_iter().find(is_true).unwrap_or(Status::Success)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_is_told() {
        use Status::{Error, Interrupted, NothingFound, SetAside, Success};
        let all = [(true, SetAside), (true, Error), (true, Interrupted), (true, NothingFound)];
        assert_eq!(Status::worst(&all), Interrupted);
        assert_eq!(Status::worst(&all[..2]), Error);
        assert_eq!(Status::worst(&[(true, NothingFound), (true, SetAside)]), SetAside);
        assert_eq!(Status::worst(&[(false, Error), (true, NothingFound)]), NothingFound);
        assert_eq!(Status::worst(&[(false, Error)]), Success);
        assert_eq!((Status::found(true), Status::found(false)), (Success, NothingFound));
    }
}
