//! The examples and notes at the end of each help text.

pub(super) const EXAMPLES: &str = "\
Examples:
  peskun                       check every claim of the paper: peskun verify
  peskun table --model bernoulli-pair --kernel mpmc
  peskun check --model bernoulli-pair --rule 'if r[1] > r[2] { 1 } else { 2 }'
  peskun rules --model three-point-pair
  peskun compare --model three-point-pair mh mpmc sve mabmc
  peskun check --model bernoulli-pair --rule max-draws --certificate no.json
  peskun replay no.json
  peskun explore               a page that answers while one types

Exit status: 0 yes or done, 1 no (invalid), 2 bad usage or input, 3 undecided.";

pub(super) const TABLE_EXAMPLES: &str = "\
Examples:
  peskun table --model bernoulli-pair --kernel mpmc
  peskun table --model my-model.toml --kernel mabmc --tie coin --format json
  peskun table --model three-point-pair --kernel pmc --format latex --out pmc.tex
  peskun table --model three-point-pair --kernel sve --format prism --out sve.tra
  peskun table --program 'python3 walk.py' --format json

PRISM output with --out F.tra (or F) also writes F.sta and F.lab.";

pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  peskun check --model three-point-pair --rule max-min
  peskun check --model bernoulli-pair --rule max-draws
  peskun check --model my-model.toml --rule max-min-draws --reading reuse --tie coin
  peskun check --model my-model.toml --rule max-min --arms mpmc,sve,noisy:2
  peskun check --model bernoulli-pair --rule 'if r[1] > r[2] { 1 } else { 2 }'
  peskun check --rule 'if a[1] > 1 { 1 } else { 2 }' --search 1000
  peskun check --rule 'argmin(r)' --search 1000 --positive
  peskun check --rule max-draws --search 1000 --save-model my-model.toml
  peskun check --model bernoulli-pair --kernel mabmc:reuse --require invariant
  peskun check --model bernoulli-pair --rule max-draws --certificate no.json
  peskun check --program 'python3 walk.py'
  peskun check --step walk.rhai --states 0,1,2 --target 1,2,3
  peskun check --chain matrix.csv --target 1,2,3 --require ergodic

Four verdicts, each with a witness where it fails: invariant, reversible, irreducible, \
aperiodic. With --certificate the first that is required and fails is kept as a file that \
`peskun replay` derives again; --certify drift, imbalance, reducible, periodic or \
stationary asks for another (guide: certificates). A kernel from outside is a program in any language (guide: kernels_over_a_pipe), \
a script (guide: write_a_step_as_a_script) or a matrix in a file.

A rule of your own is an expression, or a file with one (my-rule.rhai). It sees
  r[i], r_rev[i]    the mean acceptance of arm i, of the move and of its reverse
  a[i], a_rev[i]    a drawn ratio of arm i; a rule that mentions it draws it
  from, to          the positions of the parameters, counted from 1
  value(from)       the parameter itself, where parameters are numbers
  estimate          the model's estimate, where it has one
and gives an arm, counted from 1, or a list of probabilities such as [1/3, 2/3]. \
All numbers are exact: + - * / %, comparisons, abs, min, max, argmax, argmin, len, \
if/else, let, for i in 1..=2, while, fn. Ties of argmax go by --tie. Lists are written \
[1/3, 2/3]; only r, r_rev, a and a_rev can be indexed. A file ends in .rhai or has a /.";

pub(super) const RULES_EXAMPLES: &str = "\
Examples:
  peskun rules
  peskun rules --model three-point-pair
  peskun rules --model three-point-pair --rule 'if a[1] > a_rev[1] { 1 } else { 2 }'
  peskun rules --model three-point-pair --print best-over-draws
  peskun rules --model three-point-pair --certificate best.json
  peskun rules --model three-point-pair --certify bayes --certificate bayes.json
  peskun rules --model three-point-pair --all
  peskun rules --model my-model.toml --arms mpmc,sve,noisy:2 --format json

With --model: the arms, the max-min rule on the averages of 1, 2, 4 and 8 draws and \
on means (the Bayes rule over pairs), the free rules where the model has what they \
need, the best valid rule over the draws that accept, and Metropolis–Hastings. \
Rules of your own stand among them; shares are of moves, Σ π(θ) P(θ, θ') over θ' ≠ θ, \
and a rule that is not valid is marked. All draw afresh once an arm is chosen, except \
the best rule over draws, which accepts with the draws that decided. --print shows it: \
for every move and every outcome r̂ = min{â, 1} of one draw of each arm, how likely the \
outcome is, how often each arm is then taken, and how likely that is to be accepted. \
With --all: every rule D: Θ×Θ → {1, …, n} of a small model, valid or not.";

pub(super) const COMPARE_EXAMPLES: &str = "\
Examples:
  peskun compare --model bernoulli-pair mh mpmc sve mabmc
  peskun compare --model bernoulli-pair pmc mpmc --function 0,1 --format json
  peskun compare --model my-model.toml mh --program 'python3 mine.py' --chain theirs.csv
  peskun compare --model three-point-pair mh best-over-draws --certificate best.json
  peskun compare --program 'python3 walk.py' --chain ring.csv

Kernels from outside must have the same states, in any order, and the same target. \
Exit status 1 if one of the kernels is not a right sampler.";

pub(super) const ISING_EXAMPLES: &str = "\
Examples:
  peskun ising --rows 10 --columns 10
  peskun ising --rows 32 --columns 32 --boundary torus --format json
  peskun ising --rows 10 --columns 10 --replicates 10 --format csv --out ten.csv

E = −Σ s_i s_j over neighboring pairs; energies that no configuration has are \
left out. On a torus, two sites in a direction are neighbors twice and both \
bonds count; one site in a direction has no bond with itself.";
