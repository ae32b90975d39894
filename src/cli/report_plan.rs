//! What is on the page of `peskun report`: chapters, headings and commands.

/// A chapter of the page before its commands have run.
pub(super) struct Plan {
    pub(super) heading: &'static str,
    pub(super) prose: &'static str,
    /// What each is called on the page, and the command.
    pub(super) commands: &'static [(&'static str, &'static str)],
}

/// The chapters in order.
pub(super) const PLANS: [Plan; 6] = [
    Plan {
        heading: "The paper, statement by statement",
        prose: "Verified: true as stated, on what was enumerated. Corrected: true in substance, but a printed number, label or condition is not. Refuted: false as stated. Settled: an open question of the paper, answered. Open: not decided. A line opens to show how it was checked.",
        commands: &[("", "verify")],
    },
    Plan {
        heading: "The first example (Section 3.1)",
        prose: "Two coins. Each matrix is enumerated from the algorithm as it is written: every random answer in turn, with its exact probability.",
        commands: &[
            (
                "Metropolis–Hastings with the true ratio",
                "table --model bernoulli-pair --kernel mh",
            ),
            (
                "Modified pseudo-marginal (MPMC)",
                "table --model bernoulli-pair --kernel mpmc",
            ),
            (
                "Single variable exchange (SVE)",
                "table --model bernoulli-pair --kernel sve",
            ),
            (
                "Multi-armed bandit (MABMC), drawing afresh",
                "table --model bernoulli-pair --kernel mabmc",
            ),
            (
                "MABMC to the letter: θ' is proposed anew",
                "table --model bernoulli-pair --kernel mabmc:repropose",
            ),
            (
                "The four kernels side by side",
                "compare --model bernoulli-pair mh mpmc sve mabmc",
            ),
            (
                "Every rule that looks at the pair of parameters only",
                "rules --model bernoulli-pair --all",
            ),
        ],
    },
    Plan {
        heading: "The second example (Section 3.2)",
        prose: "A sample space of three points. The comparisons say which kernel is above which, by Peskun's order and by asymptotic variance, and what the rules that choose between the arms make of it.",
        commands: &[
            (
                "Metropolis–Hastings with the true ratio",
                "table --model three-point-pair --kernel mh",
            ),
            (
                "Modified pseudo-marginal (MPMC)",
                "table --model three-point-pair --kernel mpmc",
            ),
            (
                "Single variable exchange (SVE)",
                "table --model three-point-pair --kernel sve",
            ),
            (
                "Multi-armed bandit (MABMC), drawing afresh",
                "table --model three-point-pair --kernel mabmc",
            ),
            (
                "The four kernels side by side",
                "compare --model three-point-pair mh mpmc sve mabmc",
            ),
            (
                "The ladder of rules, from the arms up to Metropolis–Hastings",
                "rules --model three-point-pair",
            ),
        ],
    },
    Plan {
        heading: "Is a rule valid?",
        prose: "The rule that takes the arm with the larger of its drawn ratios: the verdict on the first example, and a search through random models for a counterexample, which is then made as small as it can be.",
        commands: &[
            (
                "The rule on the first example",
                "check --model bernoulli-pair --rule max-draws",
            ),
            (
                "The smallest counterexample that a search finds",
                "check --rule max-draws --search 100",
            ),
        ],
    },
    Plan {
        heading: "The normal example (Section 5.1)",
        prose: "Real parameters: curves by quadrature, with an estimate of its error, and simulated points.",
        commands: &[(
            "Acceptance against σ², computed and simulated",
            "figure normal",
        )],
    },
    Plan {
        heading: "The paper's Ising lattice (Section 5.2)",
        prose: "Everything depends on a configuration only through its number of agreeing neighbors, and how many configurations have each number is known exactly. So are the matrices on ten 10 × 10 lattices, 2^1000 configurations; Algorithm 5's are enclosed.",
        commands: &[
            (
                "How many configurations have each energy",
                "ising --rows 10 --columns 10",
            ),
            (
                "Single variable exchange (SVE), exactly",
                "table --model ising-10x10 --kernel sve",
            ),
            (
                "Multi-armed bandit (MABMC), enclosed",
                "table --model ising-10x10 --kernel mabmc",
            ),
            ("Where MPMC accepts more than SVE", "figure straddle"),
            (
                "Acceptance against β, computed and simulated",
                "figure ising",
            ),
        ],
    },
];

/// The commands that say no, which is what the page wants to show.
pub(super) const INVALID: [&str; 3] = [
    "table --model bernoulli-pair --kernel mabmc:repropose",
    "check --model bernoulli-pair --rule max-draws",
    "check --rule max-draws --search 100",
];
