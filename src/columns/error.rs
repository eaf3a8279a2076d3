//! Errors of this folder.

use arrow_schema::ArrowError;
use parquet::errors::ParquetError;

/// Reason why a table cannot be made or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnsError {
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] crate::store::Error),
    /// Columns do not match their schema.
    #[error(transparent)]
    Arrow(#[from] ArrowError),
    /// A Parquet file cannot be written.
    #[error(transparent)]
    Parquet(#[from] ParquetError),
    /// A file cannot be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The folder for the tables holds another file, which is named.
    #[error("the folder holds `{0}`")]
    Occupied(String),
    /// This file of a folder is missing, or describes no dataset that xqdb made.
    #[error("`{0}` tells of no dataset of xqdb")]
    NoDataset(&'static str),
}

/// Result of the functions of this folder.
pub type ColumnsResult<T> = std::result::Result<T, ColumnsError>;

impl From<ColumnsError> for ArrowError {
    fn from(error: ColumnsError) -> ArrowError {
        match error {
            ColumnsError::Arrow(error) => error,
            other => ArrowError::ExternalError(Box::new(other)),
        }
    }
}
