//! Answers that later questions need again, of an archive or of the games that fit a filter.

use super::Archive;
use crate::store::Result;
use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

/// Largest number of remembered answers. That to a filter takes a bit or more for each game.
const MOST: usize = 32;

/// Answers by type and question.
#[derive(Debug, Default)]
pub(crate) struct RememberedAnswers {
    known: Mutex<FxHashMap<(TypeId, String), Arc<dyn Any + Send + Sync>>>,
}

impl RememberedAnswers {
    /// The answer to a question, of which `question` says everything; `answer` is called unless the
    /// answer is remembered.
    pub(crate) fn answer<T: Any + Send + Sync>(
        &self,
        question: &impl Debug,
        answer: impl FnOnce() -> Result<T>,
    ) -> Result<Arc<T>> {
        let question = (TypeId::of::<T>(), format!("{question:?}"));
        let answers = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
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

impl Archive {
    /// The answer to a question about the archive; see [`RememberedAnswers::answer`].
    pub(in crate::search) fn remembered<T: Any + Send + Sync>(
        &self,
        question: &impl Debug,
        answer: impl FnOnce() -> Result<T>,
    ) -> Result<Arc<T>> {
        self.known.answers.answer(question, answer)
    }
}
