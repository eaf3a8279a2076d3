//! Tests of contents that are large, fail or change.

use crate::import::input::{Local, NamedInput};
use crate::import::options::{Job, Options};
use crate::import::pipeline::{Workshop, pool, run};
use crate::import::unit::Unit;
use crate::store::KnownSources;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64};

mod faults;
mod large;

/// Gives every unit with its bytes to `consume`.
fn run_with(
    inputs: Vec<NamedInput>,
    options: &Options,
    known: &KnownSources,
    mut consume: impl FnMut(Unit, Vec<u8>) + Send,
) {
    let (window, stop) = (AtomicU64::new(options.window), AtomicBool::new(false));
    let pool = pool(options);
    let job = Job { options, known, window: &window, stop: &stop, pool: &pool };
    let work = |unit: &Unit| (unit.bytes.clone(), unit.bytes.len() as u64);
    let workshop = Workshop { disk: &Local, growth: 1, work };
    let consume = |unit, bytes| {
        consume(unit, bytes);
        Ok::<(), Infallible>(())
    };
    let Ok(()) = pool.install(|| run(inputs, job, &workshop, consume));
}
