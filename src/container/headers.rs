//! Blocks of `Name: value` lines, as they open the records of WARC files, HTTP messages and MIME
//! parts.

use super::name;
use std::io::{self, BufRead, Read};

/// A longer block is no block of headers.
const LONGEST: u64 = 256 << 10;

/// The lines of one block.
#[derive(Debug, Default)]
pub(super) struct Headers(Vec<(String, String)>);

impl Headers {
    /// Reads up to the empty line that ends the block. A line that begins with a blank goes on with
    /// the one before; a line without a colon (the status line of HTTP) is passed over.
    pub(super) fn read(source: &mut dyn BufRead) -> io::Result<Headers> {
        let mut source = source.take(LONGEST);
        let mut headers: Vec<(String, String)> = Vec::new();
        let mut line = Vec::new();
        loop {
            line.clear();
            if source.read_until(b'\n', &mut line)? == 0 {
                if source.limit() == 0 {
                    return Err(io::Error::other("the headers have no end"));
                }
                break;
            }
            let text = name::text(&line);
            let text = text.trim_end();
            if text.is_empty() {
                break;
            }
            match (headers.last_mut(), text.split_once(':')) {
                (Some((_, value)), _) if text.starts_with([' ', '\t']) => {
                    value.push(' ');
                    value.push_str(text.trim());
                }
                (_, Some((name, value))) => {
                    headers.push((name.trim().to_owned(), value.trim().to_owned()));
                }
                (_, None) => {}
            }
        }
        Ok(Headers(headers))
    }

    /// The value of the first line of this name, any case.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    /// Whether the value of `name` contains `word` (lower case) in any case.
    pub(super) fn says(&self, name: &str, word: &str) -> bool {
        self.get(name).is_some_and(|value| value.to_ascii_lowercase().contains(word))
    }

    /// A parameter of a value: `b` for `boundary` in `multipart/related; boundary="b"`.
    pub(super) fn parameter(&self, name: &str, parameter: &str) -> Option<&str> {
        let mut rest = self.get(name)?;
        while let Some(at) = rest.find(';') {
            let (key, value) = rest[at + 1..].split_once('=')?;
            let value = value.trim_start();
            // In quotes, a semicolon is one of the value.
            let (value, behind) = match value.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => value.split_at(value.find(';').unwrap_or(value.len())),
            };
            // Parameters without a value before this one.
            let key = key.rsplit(';').next().unwrap_or(key);
            if key.trim().eq_ignore_ascii_case(parameter) && !value.trim().is_empty() {
                return Some(value.trim());
            }
            rest = behind;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_unfolded() {
        let block = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\
            \r\n boundary=\"--x y\"\r\nEmpty:\r\n\r\nbody";
        let mut source = &block[..];
        let headers = Headers::read(&mut source).unwrap();
        assert_eq!(source, b"body");
        assert_eq!(headers.parameter("content-type", "boundary"), Some("--x y"));
        assert!(headers.says("CONTENT-TYPE", "multipart/"));
        assert_eq!(headers.get("empty"), None);
        let block = b"A: x; flag; B=\"1;2\"; c = 3 ;d\r\n\r\n";
        let headers = Headers::read(&mut &block[..]).unwrap();
        let found = ["b", "c", "d", "flag"].map(|name| headers.parameter("a", name));
        assert_eq!(found, [Some("1;2"), Some("3"), None, None]);
        let endless = vec![b'a'; 1 << 20];
        assert!(Headers::read(&mut &endless[..]).is_err());
    }
}
