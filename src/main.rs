//! The `xqdb` program.

fn main() {}
