//! Kernels and chains from outside, on the command line.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::arguments::CostArguments;
use super::certificate::CertificateArguments;
use super::failure::Failure;
use super::names::Names;
use super::progress::watched;
use super::signals::end_cleanly_on_interruption;
use crate::certificates::Subject;
use crate::chains::Chain;
use crate::chance::{Budget, Interrupted};
use crate::kernels::{FiniteKernel, KernelVisitor};
use crate::models::text::read_text;
use crate::numbers::{ParseRationalError, Rational};
use crate::outside::{
    DECIMALS_ARE_EXACT, LARGEST_CHAIN_FILE, Program, ProgramLimits, StepScript, read_chain,
    read_number,
};

/// Where a kernel that is not built in comes from.
#[derive(Debug, Args)]
pub(super) struct OutsideArguments {
    /// A kernel in any language: a command that answers over its standard input
    /// and output, line by line (see the guide, `kernels_over_a_pipe`).
    #[arg(long = "program", value_name = "COMMAND")]
    programs: Vec<String>,
    /// Seconds to wait for a line of the program.
    #[arg(long, value_name = "SECONDS", requires = "programs", default_value_t = 10, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// A transition matrix in a file: F.csv, F.json, F.tra or F.drn.
    #[arg(long = "chain", value_name = "FILE")]
    matrices: Vec<PathBuf>,
    /// A step written as a script, with its --states and --target.
    #[arg(long = "step", value_name = "F.rhai", requires_all = ["states", "target"])]
    scripts: Vec<PathBuf>,
    /// The names of the states of a --step.
    #[arg(long, value_name = "A,B,…", requires = "scripts")]
    states: Option<String>,
    /// The target of a --step or --chain: a weight for each state, on any scale, or
    /// a file with them.
    #[arg(long, value_name = "W1,W2,…|FILE", allow_hyphen_values = true)]
    target: Option<String>,
}

/// What may be rounding where doubles entered.
#[derive(Debug, Args)]
pub(super) struct RoundingArguments {
    /// By how much two flows of a --program, --chain or --step with doubles may differ,
    /// relative to the larger of them [default: 1e-9].
    #[arg(long, value_name = "X", value_parser = tolerance, allow_negative_numbers = true)]
    tolerance: Option<Rational>,
}

fn tolerance(text: &str) -> Result<Rational, String> {
    let value: Rational = text
        .parse()
        .map_err(|error: ParseRationalError| error.to_string())?;
    match value.is_negative() || value > Rational::new(1, 1_000) {
        true => Err("a tolerance is from 0 to 1e-3".into()),
        false => Ok(value),
    }
}

impl RoundingArguments {
    /// Refuses a tolerance where it is not for the chains that are examined.
    pub(super) fn begin(
        &self,
        outside: &OutsideArguments,
        certificate: Option<&CertificateArguments>,
    ) -> Result<(), Failure> {
        if self.tolerance.is_none() {
            return Ok(());
        }
        if outside.is_empty() {
            return Err(Failure::Input(
                "--tolerance is for a --program, a --chain or a --step with doubles; everything else is exact".into(),
            ));
        }
        match certificate.is_some_and(CertificateArguments::is_wanted) {
            true => Err(Failure::Input(
                "a --certificate is replayed with the usual tolerance; leave --tolerance out"
                    .into(),
            )),
            false => Ok(()),
        }
    }

    /// The chains with their tolerance; refused if doubles entered none of them.
    pub(super) fn judged<'c>(
        &self,
        chains: impl IntoIterator<Item = &'c mut Chain>,
    ) -> Result<(), Failure> {
        let Some(tolerance) = &self.tolerance else {
            return Ok(());
        };
        let rounded = chains.into_iter().filter(|chain| chain.used_doubles());
        let mut any = false;
        for chain in rounded {
            *chain = chain.clone().with_tolerance(tolerance.clone());
            any = true;
        }
        match any {
            true => Ok(()),
            false => Err(Failure::Input(format!(
                "--tolerance is about doubles, and none entered; {DECIMALS_ARE_EXACT}"
            ))),
        }
    }
}

/// One kernel or chain from outside.
#[derive(Debug)]
pub(super) enum Outsider {
    Program(Box<Program>),
    Step(Box<StepScript>),
    Chain(Box<Chain>),
}

impl OutsideArguments {
    /// Was anything named?
    pub(super) fn is_empty(&self) -> bool {
        self.programs.is_empty() && self.matrices.is_empty() && self.scripts.is_empty()
    }

    /// The files that are read, and whatever the commands of programs name: a
    /// program's source is among it.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        let words = self
            .programs
            .iter()
            .flat_map(|line| line.split_whitespace());
        let named = self.scripts.iter().chain(&self.matrices);
        let words = words.chain(self.target.as_deref());
        words.map(Path::new).chain(named.map(PathBuf::as_path))
    }

    /// Everything that was named, by its name.
    pub(super) fn all(&self, names: &Names) -> Result<Vec<(String, Outsider)>, Failure> {
        if self.target.is_some() && self.matrices.is_empty() && self.scripts.is_empty() {
            return Err(Failure::Input(
                "--target is for a --chain or a --step; a program says its own".into(),
            ));
        }
        let mut all = Vec::new();
        if !self.programs.is_empty() {
            names.allow_the_machine("programs")?;
            end_cleanly_on_interruption();
        }
        for command in &self.programs {
            all.push(self.program(command)?);
        }
        for path in &self.scripts {
            let states = list(self.states.as_deref().unwrap_or_default());
            let Weights { weights, doubles } = self.target(names)?.unwrap_or_default();
            let step = names.step(path, states, weights)?.with_doubles(doubles);
            all.push((
                format!("step {}", path.display()),
                Outsider::Step(Box::new(step)),
            ));
        }
        for path in &self.matrices {
            names.allow_the_machine("chain files")?;
            let target = self.target(names)?;
            let doubles = target.as_ref().is_some_and(|target| target.doubles);
            let chain = read_chain(path, target.map(|target| target.weights));
            let chain = chain.map_err(|error| error.to_string())?;
            let chain = match doubles {
                true => chain.with_doubles(),
                false => chain,
            };
            let name = format!("chain {}", path.display());
            all.push((name, Outsider::Chain(Box::new(chain))));
        }
        Ok(all)
    }

    /// The one that was named, if any was.
    pub(super) fn one(&self, names: &Names) -> Result<Option<(String, Outsider)>, Failure> {
        let count = self.programs.len() + self.scripts.len() + self.matrices.len();
        if count > 1 {
            return Err(Failure::Input(
                "one --program, --step or --chain is examined at a time; `peskun compare` takes several".into(),
            ));
        }
        Ok(self.all(names)?.into_iter().next())
    }

    /// The program that was named, if nothing else was.
    pub(super) fn one_program(&self) -> Result<Option<&str>, Failure> {
        match &self.programs[..] {
            [command] if self.scripts.is_empty() && self.matrices.is_empty() => {
                end_cleanly_on_interruption();
                Ok(Some(command))
            }
            [] => Ok(None),
            _ => Err(Failure::Input("one --program is searched at a time".into())),
        }
    }

    /// What a program may ask of time and memory.
    pub(super) fn limits(&self) -> ProgramLimits {
        ProgramLimits::default().with_answer(Duration::from_secs(self.timeout))
    }

    /// A program by its command, started.
    pub(super) fn program(&self, command: &str) -> Result<(String, Outsider), Failure> {
        let program =
            Program::start(command, self.limits()).map_err(|why| Failure::outside(&why))?;
        Ok((program_name(command), Outsider::Program(Box::new(program))))
    }

    fn target(&self, names: &Names) -> Result<Option<Weights>, Failure> {
        let Some(text) = &self.target else {
            return Ok(None);
        };
        let no_number = match Weights::read(text.split(',')) {
            Ok(weights) => return Ok(Some(weights)),
            Err(error) => error,
        };
        // What is no list of numbers is the name of a file, if there is one.
        let path = Path::new(text);
        if !path.exists() {
            return Err(Failure::Input(format!(
                "--target: {no_number}, and no file has the name"
            )));
        }
        names.allow_the_machine("files of weights")?;
        let in_file = |error: String| Failure::Input(format!("{}: {error}", path.display()));
        let text = read_text(path, LARGEST_CHAIN_FILE, "a file of weights").map_err(in_file)?;
        let words = text.split(|c: char| c == ',' || c.is_whitespace());
        let words = words.filter(|word| !word.is_empty());
        Weights::read(words).map(Some).map_err(in_file)
    }
}

/// The weights of a --target.
#[derive(Debug, Default)]
struct Weights {
    weights: Vec<Rational>,
    /// Are there doubles among them?
    doubles: bool,
}

impl Weights {
    /// Reads numbers as the cells of a chain are read.
    fn read<'w>(words: impl Iterator<Item = &'w str>) -> Result<Self, String> {
        let mut all = Weights::default();
        for word in words {
            let (weight, double) = read_number(word)?;
            all.weights.push(weight);
            all.doubles |= double;
        }
        Ok(all)
    }
}

/// What a program is called.
pub(super) fn program_name(command: &str) -> String {
    format!("program {}", shortened(command))
}

/// The beginning of a command, on one line.
fn shortened(command: &str) -> String {
    const SHOWN: usize = 60;
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut shown: String = command.trim().chars().take(SHOWN).map(clean).collect();
    if command.trim().chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

fn list(text: &str) -> Vec<String> {
    text.split(',').map(|name| name.trim().into()).collect()
}

impl Outsider {
    /// What a certificate on it is about; programs have these limits.
    pub(super) fn subject(&self, limits: ProgramLimits) -> Subject {
        match self {
            Outsider::Program(program) => Subject::Program {
                command: program.command().into(),
                limits,
            },
            Outsider::Step(step) => Subject::Step {
                script: step.source().into(),
                states: step
                    .states()
                    .iter()
                    .map(|state| step.label(state))
                    .collect(),
                weights: step.target(),
                doubles: step.used_doubles(),
            },
            Outsider::Chain(_) => Subject::Matrix,
        }
    }

    /// Did it write decimals in place of fractions? Asked after its steps have run;
    /// the rows of a file are looked at when it is read.
    pub(super) fn has_decimals(&self) -> bool {
        match self {
            Outsider::Program(program) => program.read_decimals(),
            Outsider::Step(step) => step.has_decimals(),
            Outsider::Chain(_) => false,
        }
    }

    /// Its chain, within the costs allowed.
    pub(super) fn chain(&self, cost: &CostArguments) -> Result<Chain, Failure> {
        struct Enumerate<'c>(&'c CostArguments);
        impl KernelVisitor for Enumerate<'_> {
            type Output = Result<Chain, Interrupted>;
            fn visit<K: FiniteKernel>(self, kernel: &K) -> Self::Output {
                let budget = Budget::of_paths(self.0.few_paths());
                watched(&budget, self.0.few_paths(), || {
                    Chain::with_budget(kernel, self.0.reading(), &budget)
                })
            }
        }
        let chain = match self {
            Outsider::Chain(chain) => return Ok(chain.as_ref().clone()),
            Outsider::Program(kernel) => {
                let chain = Enumerate(cost).visit(kernel.as_ref());
                chain.and_then(|chain| kernel.end().map(|()| chain))
            }
            Outsider::Step(kernel) => Enumerate(cost).visit(kernel.as_ref()),
        };
        chain.map_err(|why| Failure::outside(&why))
    }

    /// Hands its kernel over; that of a chain draws from the rows of its matrix.
    pub(super) fn visit<V: KernelVisitor>(&self, visitor: V) -> V::Output {
        match self {
            Outsider::Program(kernel) => visitor.visit(kernel.as_ref()),
            Outsider::Step(kernel) => visitor.visit(kernel.as_ref()),
            Outsider::Chain(chain) => visitor.visit(&chain.to_kernel()),
        }
    }
}
