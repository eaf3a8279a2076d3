//! The token that lets somebody in.

use std::fmt::Write as _;

/// A token, made anew whenever the server starts.
#[derive(Debug, Clone)]
pub(super) struct Secret(String);

impl Secret {
    /// A token that nobody can guess: 128 bits of the system's randomness.
    ///
    /// # Errors
    /// When the system has none to give.
    pub(super) fn new() -> Result<Secret, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        let mut text = String::with_capacity(32);
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Secret(text))
    }

    /// As it stands in addresses.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// Whether somebody knows it. Takes as long for every wrong token of the right length.
    pub(super) fn is(&self, said: &str) -> bool {
        let differ = self.0.bytes().zip(said.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        self.0.len() == said.len() && differ == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_opens() {
        let secret = Secret::new().unwrap();
        let text = secret.text().to_owned();
        assert!(secret.is(&text));
        for wrong in ["", &text[1..], &format!("{text}0"), &"0".repeat(32)] {
            assert!(!secret.is(wrong), "{wrong}");
        }
    }
}
