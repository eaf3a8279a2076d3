//! Answers that later questions need again, of an archive or of the games that fit a filter.

use super::Archive;
use crate::store::Result;
use std::any::{Any, TypeId};
use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

/// Type of an answer, the question, and the answer.
type Remembered = (TypeId, String, Arc<dyn Any + Send + Sync>);

/// The last answers, at most `MOST`; the one that was asked for last stands last.
#[derive(Debug, Default)]
pub(crate) struct RememberedAnswers<const MOST: usize>(Mutex<Vec<Remembered>>);

impl<const MOST: usize> RememberedAnswers<MOST> {
    /// The answer to a question, of which `question` says everything; `answer` is called unless the
    /// answer is remembered.
    pub(crate) fn answer<T: Any + Send + Sync>(
        &self,
        question: &impl Debug,
        answer: impl FnOnce() -> Result<T>,
    ) -> Result<Arc<T>> {
        let (sort, question) = (TypeId::of::<T>(), format!("{question:?}"));
        let answers = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = {
            let mut known = answers();
            let at = known.iter().position(|(of, asked, _)| *of == sort && *asked == question);
            at.and_then(|at| {
                known[at..].rotate_left(1);
                known.last()?.2.clone().downcast().ok()
            })
        };
        if let Some(known) = known {
            return Ok(known);
        }
        // Other questions go on while this one is answered.
        let new = Arc::new(answer()?);
        let mut known = answers();
        if known.len() >= MOST {
            known.remove(0);
        }
        known.push((sort, question, new.clone()));
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

    /// Like [`Archive::remembered`], for answers about each player, of which only the last few are
    /// kept.
    pub(crate) fn remembered_of_players<T: Any + Send + Sync>(
        &self,
        question: &impl Debug,
        answer: impl FnOnce() -> Result<T>,
    ) -> Result<Arc<T>> {
        self.known.answers_of_players.answer(question, answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answers_asked_for_last_are_remembered() {
        const MOST: usize = 6;
        let answers = RememberedAnswers::<MOST>::default();
        let mut computed = Vec::new();
        let mut ask = |question: usize| {
            let answer = answers.answer(&question, || {
                computed.push(question);
                Ok(question * 2)
            });
            assert_eq!(*answer.unwrap(), question * 2);
            // An answer of another type is another answer.
            assert_eq!(
                *answers.answer(&question, || Ok(question.to_string())).unwrap(),
                question.to_string()
            );
        };
        (0..MOST / 2).for_each(&mut ask);
        ask(0);
        ask(MOST);
        ask(0);
        ask(1);
        assert_eq!(computed, (0..MOST / 2).chain([MOST, 1]).collect::<Vec<_>>());
        let failing = answers.answer(&"?", || Err::<u8, _>(crate::store::Error::Stopped));
        assert!(failing.is_err());
        assert_eq!(*answers.answer(&"?", || Ok(7_u8)).unwrap(), 7);
    }
}
