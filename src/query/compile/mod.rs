//! Tree to plan: names and turns are resolved, equal parts become one, and each `and` is put in the
//! order of cost.

mod compiler;
mod conditions;
mod cost;
mod headers;
mod linear;
mod moved;
mod once;
mod pieces;

use super::bank::Bank;
use super::moved::{MoveBank, MovedParts};
use super::plan::Plan;
use super::syntax::Condition;
use super::turn::Turn;
use super::written::WrittenMove;
use compiler::Compiler;
use linear::{are_linear, are_required};

/// The plan of a condition.
pub(super) fn compile(condition: &Condition) -> Plan {
    let mut compiler = Compiler::default();
    let root = compiler.condition(condition, Turn::default());
    let steps = compiler.steps(root);
    let (nodes, moves, written) =
        (compiler.nodes.items, compiler.moves.items, compiler.written.items);
    let (banks, places) = Bank::of(&compiler.tallies.items);
    let as_parts = written.iter().map(WrittenMove::as_parts);
    let all_moves: Vec<MovedParts> = moves.iter().cloned().chain(as_parts).collect();
    Plan {
        steps,
        root,
        is_whole: condition.is_whole(),
        costs: compiler.costs,
        is_linear: are_linear(&nodes, &moves),
        is_required: are_required(&nodes, root),
        nodes,
        sets: compiler.sets,
        banks,
        places,
        move_banks: MoveBank::of(&all_moves),
        headers: compiler.headers.items,
        moves,
        written,
        positions: compiler.positions,
    }
}
