//! How files are read.

use clap::Args;

/// How to read.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    #[arg(long, default_value = "auto", value_name = "SYSTEM")]
    pub(crate) from: String,
    #[arg(short = 'j', long = "threads", value_name = "N")]
    pub(crate) threads: Option<usize>,
}

/// Reads 512M, 2G, 1048576: what an import may take.
pub(super) fn parse_size(text: &str) -> Result<u64, String> {
    let bytes = parse_bytes(text)?;
    if bytes < 256 << 20 { Err("at least 256M are needed".to_owned()) } else { Ok(bytes) }
}

/// Reads 512M, 2G, 1048576.
pub(super) fn parse_bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" | "KIB" => 1 << 10,
        "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        other => return Err(format!("`{other}` is no unit: K, M or G are")),
    };
    let number: u64 = digits.trim().parse().map_err(|_| "a number is expected".to_owned())?;
    number.checked_mul(unit).ok_or_else(|| "too large".to_owned())
}
