//! Answers about all games of an archive, which many questions need beside their own.

use super::Archive;
use crate::store::Result;
use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

/// Largest number of remembered answers; a filter's takes a bit or more for each game.
const MOST: usize = 32;

/// Answers by type and conditions.
#[derive(Debug, Default)]
pub(crate) struct RememberedAnswers {
    known: Mutex<FxHashMap<(TypeId, String), Arc<dyn Any + Send + Sync>>>,
}

impl Archive {
    /// The answer to a question of which `conditions` says everything but the archive; `answer` is
    /// called unless the answer is remembered.
    pub(in crate::search) fn remembered<T: Any + Send + Sync>(
        &self,
        conditions: &impl Debug,
        answer: impl FnOnce() -> Result<T>,
    ) -> Result<Arc<T>> {
        let question = (TypeId::of::<T>(), format!("{conditions:?}"));
        let answers = || self.known.answers.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = answers().get(&question).cloned();
        if let Some(known) = known.and_then(|known| known.downcast().ok()) {
            return Ok(known);
        }
        // Other questions go on meanwhile.
        let new = Arc::new(answer()?);
        let mut answers = answers();
        if answers.len() >= MOST {
            answers.clear();
        }
        answers.insert(question, new.clone());
        Ok(new)
    }
}
