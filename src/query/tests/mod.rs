//! Tests of the room: what is refused and where, and a plain evaluator that must agree with the
//! fast one.

mod generate;
mod plain;
mod random;
mod reading;
