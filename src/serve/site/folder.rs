//! The files of a site: packed buckets of answers, and the page.

use super::super::assets;
use super::super::packing::packed;
use super::answering::{Desk, SiteQuestion};
use flate2::Compression;
use serde_json::{Map, Value, json};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of bytes above which an answer has a file of its own: it would be fetched with every
/// other answer of its bucket.
const LARGE: usize = 40_000;
/// Number of digits in the number of a bucket.
const DIGITS: usize = 6;

/// The folder of a site.
pub(super) struct Folder<'f> {
    path: &'f Path,
    buckets: u32,
    files: AtomicU64,
    bytes: AtomicU64,
}

impl Folder<'_> {
    pub(super) fn new(path: &Path, buckets: u32) -> Folder<'_> {
        Folder { path, buckets, files: AtomicU64::new(0), bytes: AtomicU64::new(0) }
    }

    /// Number of files, and of their bytes.
    pub(super) fn written(&self) -> (u64, u64) {
        (self.files.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed))
    }

    /// Answers the questions of a bucket, and writes their answers. Of a divided list
    /// or game the first part stands in the bucket; of a large answer, the number of its own file.
    pub(super) fn write_bucket(
        &self,
        bucket: u32,
        questions: &[SiteQuestion],
        desk: &Desk<'_>,
    ) -> anyhow::Result<()> {
        let mut answers = Map::new();
        let mut own = 0_u64;
        let mut apart = |value: &Value| {
            own += 1;
            self.write_packed(&self.answer_file(bucket, Some(own)), value).map(|()| own)
        };
        for question in questions {
            let mut answer = desk.answer(question, &mut apart)?;
            if answer.to_string().len() > LARGE {
                answer = json!({ "@own": apart(&answer)? });
            }
            answers.insert(question.text.clone(), answer);
        }
        Ok(self.write_packed(&self.answer_file(bucket, None), &Value::Object(answers))?)
    }

    /// Writes the page, whose HTML says that it is part of a site with these `features`.
    pub(super) fn write_page(&self, features: &Value) -> io::Result<()> {
        for (name, bytes) in assets::site(features) {
            self.write(&self.path.join(name), &bytes)?;
        }
        self.write(&self.path.join("site.json"), features.to_string().as_bytes())
    }

    /// Path of a bucket, or of a file beside it: `answers/000/000123-1.json.gz`.
    fn answer_file(&self, bucket: u32, own: Option<u64>) -> PathBuf {
        debug_assert!(bucket < self.buckets);
        let number = format!("{bucket:0DIGITS$}");
        let own = own.map_or(String::new(), |own| format!("-{own}"));
        let folder = self.path.join("answers").join(&number[..DIGITS - 3]);
        folder.join(format!("{number}{own}.json.gz"))
    }

    fn write_packed(&self, path: &Path, value: &Value) -> io::Result<()> {
        self.write(path, &packed(value.to_string().as_bytes(), Compression::best())?)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(path, bytes)?;
        self.files.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Ok(())
    }
}
