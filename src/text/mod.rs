//! Bytes to text, and text to search keys.
