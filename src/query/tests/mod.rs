//! Tests of the query language: errors with their places, and a plain evaluator that must agree
//! with the fast one.

mod generate;
mod plain;
mod random;
mod reading;
