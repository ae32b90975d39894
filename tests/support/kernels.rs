//! Kernels by name, as they are and from their tables.

use peskun::chance::Budget;
use peskun::kernels::{Algorithm, CompiledKernel, FiniteKernel, KernelVisitor};
use peskun::models::{TableModel, Yardstick};
use peskun::rules::TieBreak;

/// Kernels of every kind, valid and not.
pub const KERNELS: [&str; 12] = [
    "mh",
    "pmc",
    "mpmc",
    "sve",
    "noisy:2",
    "dmh:2",
    "mabmc",
    "mabmc:repropose",
    "mabmc:reuse",
    "rule:max",
    "rule:max-min",
    "rule:max-draws",
];

/// Shows a visitor the kernel with this name.
pub fn visit<M: Yardstick<Parameter = usize>, V: KernelVisitor>(
    model: &M,
    kernel: &str,
    tie: TieBreak,
    visitor: V,
) -> V::Output {
    let algorithm = Algorithm::named(kernel, tie).expect("a kernel");
    algorithm
        .visit(model, &Budget::default(), visitor)
        .expect("within the budget")
}

/// The kernel from its table.
pub struct Compile;

impl KernelVisitor for Compile {
    type Output = CompiledKernel;
    fn visit<K: FiniteKernel>(self, kernel: &K) -> CompiledKernel {
        CompiledKernel::compile(kernel, &Budget::default()).expect("within the budget")
    }
}

/// The kernel with this name, compiled.
pub fn compiled(model: &TableModel, kernel: &str, tie: TieBreak) -> CompiledKernel {
    visit(model, kernel, tie, Compile)
}
