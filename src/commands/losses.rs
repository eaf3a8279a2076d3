//! What records lose when they are written, summed up: an export of a million games tells a handful
//! of lines.

use super::Context;
use xqdb::export::Loss;

/// Kinds of losses beyond these are counted with the last: results in words are as many as authors.
const KINDS: usize = 32;

/// Losses of many records.
#[derive(Default)]
pub(super) struct Losses(Vec<Lost>);

/// What some records lose.
struct Lost {
    loss: Loss,
    records: u64,
    /// Names the first record in messages.
    first: String,
}

impl Losses {
    /// Adds what a record loses; `label` names it.
    pub(super) fn add(&mut self, label: &str, losses: Vec<Loss>) {
        for loss in losses {
            let mut left = Some(loss);
            for lost in &mut self.0 {
                let Some(loss) = left.take() else { break };
                left = lost.loss.add(loss);
                lost.records += u64::from(left.is_none());
            }
            match left {
                Some(loss) if self.0.len() < KINDS => {
                    self.0.push(Lost { loss, records: 1, first: label.to_owned() });
                }
                Some(_) => self.0.iter_mut().next_back().into_iter().for_each(|lost| {
                    lost.records += 1;
                }),
                None => {}
            }
        }
    }

    /// Tells of them, a line a kind.
    pub(super) fn tell(&self, context: &Context) {
        let lang = context.lang;
        for Lost { loss, records, first } in &self.0 {
            let what = lang.loss(loss);
            context.tell(&match records {
                1 => lang.about_record(first, &what),
                _ => lang.about_records(*records, first, &what),
            });
        }
    }
}
