//! What stands in one report agrees, and so do the reports on one subject: a verdict
//! is never contradicted by a number beside it, by the exit status, or by what
//! another command says.

use peskun::chance::{Ask, Sampler};
use peskun::prelude::*;
use serde_json::{Value, json};

use crate::support::command::{Scratch, peskun_line_in, workplace};
use crate::support::size::{seed, sized};

/// A number between two ends, which are equal if it is exact.
#[derive(Clone, Debug)]
struct Number {
    low: Rational,
    high: Rational,
}

impl Number {
    /// A fraction or two; nothing if there is none.
    fn of(value: &Value) -> Option<Self> {
        let end = |value: &Value| value.as_str()?.parse::<Rational>().ok();
        match value {
            Value::Array(ends) => match &ends[..] {
                [low, high] => Some(Number {
                    low: end(low)?,
                    high: end(high)?,
                }),
                _ => None,
            },
            _ => {
                let exact = end(value)?;
                Some(Number {
                    low: exact.clone(),
                    high: exact,
                })
            }
        }
    }

    fn list(value: &Value) -> Option<Vec<Number>> {
        value.as_array()?.iter().map(Number::of).collect()
    }

    fn is_exact(&self) -> bool {
        self.low == self.high
    }

    fn contains(&self, value: &Rational) -> bool {
        self.low <= *value && *value <= self.high
    }

    fn meets(&self, other: &Number) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    fn plus(&self, other: &Number) -> Number {
        Number {
            low: &self.low + &other.low,
            high: &self.high + &other.high,
        }
    }

    /// The product of two nonnegative numbers.
    fn times(&self, other: &Number) -> Number {
        Number {
            low: &self.low * &other.low,
            high: &self.high * &other.high,
        }
    }

    fn sum(numbers: impl Iterator<Item = Number>) -> Number {
        let zero = Number {
            low: Rational::ZERO,
            high: Rational::ZERO,
        };
        numbers.fold(zero, |sum, number| sum.plus(&number))
    }
}

/// Whether a verdict holds, as a report says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    Yes,
    No,
    Within,
    Unknown,
}

impl Says {
    fn of(answer: &Value) -> Says {
        match &answer["holds"] {
            Value::Bool(true) => Says::Yes,
            Value::Bool(false) => Says::No,
            Value::String(word) if word == "within" => Says::Within,
            _ => Says::Unknown,
        }
    }

    fn is_yes(self) -> bool {
        matches!(self, Says::Yes | Says::Within)
    }
}

/// What is wrong with a report, or with its part on one kernel.
struct Contradictions<'r> {
    report: &'r Value,
    found: Vec<String>,
}

impl<'r> Contradictions<'r> {
    fn of(report: &'r Value) -> Vec<String> {
        let mut contradictions = Contradictions {
            report,
            found: Vec::new(),
        };
        contradictions.between_verdicts();
        contradictions.with_their_witnesses();
        contradictions.with_the_law();
        contradictions.with_the_matrix();
        contradictions.with_the_figures();
        contradictions.with_the_word();
        contradictions.found
    }

    fn unless(&mut self, agrees: bool, sentence: &str) {
        if !agrees {
            self.found.push(sentence.into());
        }
    }

    fn says(&self, question: &str) -> Says {
        Says::of(&self.report["verdicts"][question])
    }

    fn number(&self, name: &str) -> Option<Number> {
        Number::of(&self.report[name])
    }

    fn between_verdicts(&mut self) {
        let [invariant, reversible] = ["invariant", "reversible"].map(|name| self.says(name));
        self.unless(
            reversible != Says::Yes || invariant == Says::Yes,
            "reversible and not invariant",
        );
        self.unless(
            reversible != Says::Within || invariant.is_yes(),
            "reversible up to rounding and not invariant",
        );
    }

    fn with_their_witnesses(&mut self) {
        let verdicts = &self.report["verdicts"];
        let invariant = &verdicts["invariant"];
        let differ = |witness: &Value, one: &str, other: &str| {
            let numbers = (Number::of(&witness[one]), Number::of(&witness[other]));
            matches!(numbers, (Some(one), Some(other)) if !one.meets(&other))
        };
        let mass = &invariant["witness"];
        if self.says("invariant") == Says::No {
            let by_law = differ(&invariant["stationary"], "stationary", "target");
            self.unless(
                by_law || differ(mass, "in", "out") && differ(mass, "entering", "leaving"),
                "not invariant without a witness",
            );
        } else {
            self.unless(mass.is_null(), "a witness against what is invariant");
        }
        let flows = &verdicts["reversible"]["witness"];
        match self.says("reversible") == Says::No {
            true => self.unless(
                differ(flows, "forward", "backward"),
                "not reversible without a witness",
            ),
            false => self.unless(flows.is_null(), "a witness against what is reversible"),
        }
        let classes = verdicts["irreducible"]["closed_classes"].as_array();
        let classes = classes.map_or(0, Vec::len);
        let transient = verdicts["irreducible"]["transient"].as_array();
        let is_one = classes == 1 && transient.is_none_or(Vec::is_empty);
        let irreducible = self.says("irreducible");
        self.unless(
            irreducible == Says::Unknown || is_one == irreducible.is_yes(),
            "irreducible is not what the classes say",
        );
        let period = verdicts["aperiodic"]["period"].as_u64();
        let aperiodic = self.says("aperiodic");
        self.unless(
            aperiodic == Says::Unknown || (period == Some(1)) == aperiodic.is_yes(),
            "aperiodic is not what the period says",
        );
    }

    /// By how much a law may differ from the target where that is called invariant up
    /// to rounding, relative to a mass.
    fn allowed(&self) -> Rational {
        let states = self.report["states"].as_array().map_or(0, Vec::len);
        Rational::new(1, 1_000_000_000) * Rational::from(states)
    }

    fn with_the_law(&mut self) {
        let target = Number::list(&self.report["target"]);
        let law = Number::list(&self.report["stationary"]);
        let (Some(target), Some(law)) = (target, law) else {
            return;
        };
        let one = Number::sum(law.iter().cloned());
        self.unless(
            one.contains(&Rational::ONE),
            "masses that do not add up to 1",
        );
        let invariant = self.says("invariant");
        if !self.says("irreducible").is_yes() || invariant == Says::Unknown {
            return;
        }
        let pairs = || law.iter().zip(&target);
        let allowed = match invariant {
            Says::Within => self.allowed(),
            _ => Rational::ZERO,
        };
        let agrees = pairs().all(|(mass, target)| {
            let off = &target.high * &allowed;
            mass.low <= &target.high + &off && &target.low - &off <= mass.high
        });
        let is_equal = pairs().all(|(mass, target)| mass.is_exact() && mass.meets(target));
        match invariant == Says::No {
            true => self.unless(!is_equal, "a law that is the target, and not invariant"),
            false => self.unless(agrees, "invariant, and the law is not the target"),
        }
        if let Some(distance) = self.number("total_variation") {
            let zero = distance.is_exact() && distance.low.is_zero();
            match invariant == Says::No {
                true => self.unless(!zero, "not invariant, and no total variation"),
                false => self.unless(
                    distance.low <= allowed,
                    "invariant, and there is total variation",
                ),
            }
        }
    }

    fn with_the_matrix(&mut self) {
        let rows = self.report["matrix"].as_array();
        let rows: Option<Vec<_>> = rows.and_then(|rows| rows.iter().map(Number::list).collect());
        let target = Number::list(&self.report["target"]);
        let (Some(rows), Some(target)) = (rows, target) else {
            return;
        };
        let sums = rows.iter().map(|row| Number::sum(row.iter().cloned()));
        let are_laws = sums.into_iter().all(|sum| sum.contains(&Rational::ONE));
        self.unless(are_laws, "a row that does not add up to 1");
        let sources = || target.iter().zip(&rows);
        let drifts = (0..rows.len()).any(|to| {
            let into = Number::sum(sources().map(|(mass, row)| mass.times(&row[to])));
            !into.meets(&target[to])
        });
        let invariant = self.says("invariant");
        self.unless(
            invariant != Says::Yes || !drifts,
            "invariant, and mass moves",
        );
        let is_exact = rows.iter().flatten().all(Number::is_exact);
        let by_law = !self.report["verdicts"]["invariant"]["stationary"].is_null();
        self.unless(
            invariant != Says::No || drifts || by_law || !is_exact,
            "not invariant, and no mass moves",
        );
        let unbalanced = (0..rows.len()).any(|from| {
            (0..from).any(|to| {
                let [forward, backward] =
                    [(from, to), (to, from)].map(|(a, b)| target[a].times(&rows[a][b]));
                !forward.meets(&backward)
            })
        });
        let reversible = self.says("reversible");
        self.unless(
            reversible != Says::Yes || !unbalanced,
            "reversible, and flows differ",
        );
        self.unless(
            reversible != Says::No || unbalanced || !is_exact,
            "not reversible, and no flows differ",
        );
        if let Some(moves) = self.number("moves") {
            let leaving = (0..rows.len()).map(|from| {
                let others = (0..rows.len()).filter(|to| *to != from);
                target[from].times(&Number::sum(others.map(|to| rows[from][to].clone())))
            });
            let leaving = Number::sum(leaving);
            // A state θ|y may be left for one with another y: that is no move of θ.
            let agrees = match self.report["kernel"] == "pmc" {
                true => moves.low <= leaving.high,
                false => moves.meets(&leaving),
            };
            self.unless(agrees, "moves are not those of the matrix");
        }
    }

    fn with_the_figures(&mut self) {
        let figures = ["asymptotic_variance", "draws_per_step", "efficiency"];
        let [variance, draws, efficiency] = figures.map(|name| self.number(name));
        let invariant = self.says("invariant");
        self.unless(
            invariant != Says::No || self.report["efficiency"].is_null(),
            "not invariant, and it has an efficiency",
        );
        if let (Some(variance), Some(draws), Some(efficiency)) = (variance, draws, efficiency) {
            let one = variance.times(&draws).times(&efficiency);
            self.unless(
                one.contains(&Rational::ONE),
                "the efficiency is not that of the variance",
            );
        }
        for name in ["acceptance", "moves"] {
            let share = self.number(name);
            let is_share = |share: &Number| {
                !share.low.is_negative() && share.low <= share.high && share.low <= Rational::ONE
            };
            self.unless(
                share.as_ref().is_none_or(is_share),
                "a share that is not between 0 and 1",
            );
            let float = self.report[format!("{name}_float")].as_f64();
            if let (Some(share), Some(float)) = (share, float) {
                let near =
                    share.low.to_f64() - 1e-9 <= float && float <= share.high.to_f64() + 1e-9;
                self.unless(near, "a double that is not its fraction");
            }
        }
        let Some(modulus) = self.number("lambda2") else {
            return;
        };
        let range = !modulus.low.is_negative() && modulus.high <= Rational::ONE;
        self.unless(range && modulus.low <= modulus.high, "|λ₂| beyond 0 and 1");
        let settles = ["irreducible", "aperiodic"].map(|name| self.says(name));
        let is_one = modulus.low == Rational::ONE;
        if settles.contains(&Says::No) && self.says("irreducible") != Says::Unknown {
            let classes = &self.report["verdicts"]["irreducible"]["closed_classes"];
            let several = classes.as_array().is_some_and(|classes| classes.len() > 1);
            let periodic = settles[1] == Says::No;
            self.unless(
                !(several || periodic) || modulus.high == Rational::ONE,
                "it does not settle, and |λ₂| is below 1",
            );
        } else {
            self.unless(
                !is_one || settles.contains(&Says::Unknown),
                "it settles, and |λ₂| is 1",
            );
        }
    }

    /// Is the word for all of it what is required?
    fn with_the_word(&mut self) {
        let required: &[&str] = match self.report["required"].as_str() {
            Some("reversible") => &["reversible"],
            Some("invariant") => &["invariant"],
            Some("ergodic") => &["invariant", "irreducible", "aperiodic"],
            _ => &["invariant", "irreducible"],
        };
        let says: Vec<Says> = required.iter().map(|name| self.says(name)).collect();
        let expected = match says.contains(&Says::No) {
            true => "invalid",
            false if says.contains(&Says::Unknown) => "undecided",
            false => "valid",
        };
        let word = self.report["verdict"].as_str();
        self.unless(
            word.is_none_or(|word| word == expected),
            "the word is not what the verdicts say",
        );
    }
}

/// What a command prints on a subject; its exit status is held to it.
fn told(place: &Scratch, command: &str, subject: &str) -> Option<Value> {
    let line = format!("{command} {subject} --format json");
    let run = peskun_line_in(&place.path(""), &line);
    if run.status == 3 && run.stdout.is_empty() {
        return None;
    }
    let report: Value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|_| panic!("{line}: {} {}", run.stdout, run.stderr));
    let kernels = match report["kernels"].as_array() {
        Some(kernels) => kernels.clone(),
        None => vec![report.clone()],
    };
    let mut expected = 0;
    for kernel in &kernels {
        let found = Contradictions::of(kernel);
        assert!(found.is_empty(), "{line}: {found:?}\n{kernel:#}");
        // A table has no word: it answers what is asked of a sampler.
        let [invariant, irreducible] =
            ["invariant", "irreducible"].map(|name| Says::of(&kernel["verdicts"][name]));
        let status = match kernel["verdict"].as_str() {
            Some("invalid") => 1,
            Some("undecided") => 3,
            Some(_) => 0,
            None if invariant == Says::No || irreducible == Says::No => 1,
            None if !invariant.is_yes() || !irreducible.is_yes() => 3,
            None => 0,
        };
        // One that is invalid counts before one that is undecided.
        expected = match (expected, status) {
            (1, _) | (_, 1) => 1,
            (3, _) | (_, 3) => 3,
            _ => 0,
        };
    }
    assert_eq!(run.status, expected, "{line}: {}", run.stdout);
    let is_decided = kernels[0]["undecided"].is_null();
    is_decided.then(|| kernels[0].clone())
}

/// All commands on a subject that is known by the same words to them.
fn one_answer(place: &Scratch, subject: &str, on_one_line: &str) -> usize {
    let reports = [
        ("check", told(place, "check", subject)),
        ("table", told(place, "table", subject)),
        ("compare", told(place, "compare", on_one_line)),
    ];
    let known: Vec<(&str, &Value)> = reports
        .iter()
        .filter_map(|(command, report)| Some((*command, report.as_ref()?)))
        .collect();
    for (command, report) in &known {
        for name in ["verdicts", "acceptance", "moves", "obtained"] {
            let (first, other) = (&known[0].1[name], &report[name]);
            assert_eq!(
                first, other,
                "{subject}: {name} of {} and {command}",
                known[0].0
            );
        }
    }
    let undecided = reports.len() - known.len();
    assert!(
        undecided == 0 || undecided == reports.len(),
        "{subject}: one command decides and another does not"
    );
    known.len()
}

/// A short run: its verdicts are those of `check`.
fn sampled(place: &Scratch, subject: &str) {
    let check = told(place, "check", subject).expect("a report");
    let line = format!("sample {subject} --steps 400 --chains 2 --seed 5 --format json");
    let run = peskun_line_in(&place.path(""), &line);
    if run.status == 2 && run.stderr.contains("configurations") {
        // Sweeps over a lattice have a matrix and no sampler.
        return;
    }
    let report: Value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|_| panic!("{line}: {} {}", run.stdout, run.stderr));
    assert_eq!(Contradictions::of(&report), Vec::<String>::new(), "{line}");
    assert_eq!(report["verdicts"], check["verdicts"], "{line}");
    assert_eq!(
        run.status,
        i32::from(check["verdict"] == "invalid"),
        "{line}"
    );
    let exact = &report["exact"];
    for name in ["acceptance", "draws_per_step"] {
        let float = report[name].as_f64().expect("a figure of the run");
        let number = Number::of(&exact[name]).expect("an exact figure");
        let is_share = name != "acceptance" || (0.0..=1.0).contains(&float);
        assert!(is_share && number.low <= number.high, "{line}");
    }
}

const KERNELS: [&str; 13] = [
    "mh",
    "pmc",
    "mpmc",
    "sve",
    "bridge",
    "noisy:2",
    "dmh:1",
    "mabmc",
    "mabmc:repropose",
    "mabmc:reuse",
    "rule:straddle",
    "rule:max-draws",
    "best-over-draws",
];

#[test]
fn built_in_kernels_on_built_in_models() {
    let scratch = Scratch::new("coherence");
    let mut reports = 0;
    for model in ["bernoulli-pair", "three-point-pair", "ising-2x2"] {
        for kernel in KERNELS {
            // What is for other models is refused by each command.
            let subject = format!("--model {model} --kernel {kernel}");
            let first = peskun_line_in(&scratch.path(""), &format!("check {subject}"));
            if first.status == 2 {
                continue;
            }
            reports += one_answer(&scratch, &subject, &format!("--model {model} {kernel}"));
            // A run says the same of its kernel, whatever its draws are.
            if !first.stdout.contains("undecided") {
                sampled(&scratch, &subject);
            }
        }
    }
    assert!(reports > 80, "{reports} reports");
}

/// Where an exact matrix is not to be had an enclosure is, by every command.
#[test]
fn enclosed_kernels() {
    let scratch = Scratch::new("coherence-enclosed");
    let lattice = "name = 'lattice'\n[ising]\nrows = 6\ncolumns = 6\nboundary = 'free'\n\
                   replicates = 7\nweights = [1, '9/8', '5/4']\nobserved = 245\nestimate = '9/8'\n";
    scratch.write("lattice.toml", lattice);
    let model = sized("model", "ising-10x10", "lattice.toml");
    for (kernel, by) in [("sve", "formulas"), ("mabmc", "enclosure")] {
        let subject = format!("--model {model} --kernel {kernel}");
        let line = format!("--model {model} {kernel}");
        assert_eq!(one_answer(&scratch, &subject, &line), 3);
        let report = told(&scratch, "check", &subject).expect("a report");
        assert_eq!(report["obtained"]["by"], by);
    }
}

/// A chain of a few states, often right, nearly right, sticky, reducible or periodic;
/// in doubles, or in fractions.
fn random_chain(sampler: &mut Sampler, doubles: bool) -> String {
    let mut below = |end: usize| sampler.uniform(end).expect("a number");
    let size = 2 + below(4);
    let weights: Vec<usize> = (0..size).map(|_| 1 + below(9)).collect();
    let total: usize = weights.iter().sum();
    let scale = [1.0, 1e-3, 1e-9][below(3)];
    let defect = [1.0, 1.0, 1.0 + 1e-7, 1.0 + 1e-11, 2.0][below(5)];
    let kind = below(4);
    let place = (below(size), below(size));
    let mark = if doubles { "~" } else { "" };
    let mut text = String::from("from");
    (0..size).for_each(|state| text.push_str(&format!(",s{state}")));
    text.push_str(",target\n");
    for from in 0..size {
        let moves = (0..size).map(|to| {
            let move_to = match kind {
                // From every state anywhere, like the target.
                0 => weights[to] as f64 / total as f64,
                // Metropolis.
                1 => (weights[to] as f64 / weights[from] as f64).min(1.0) / size as f64,
                // In two parts.
                2 if from % 2 != to % 2 => 0.0,
                2 => weights[to] as f64 / (2 * total) as f64,
                // Around, all of it or half.
                _ if (from + 1) % size == to => 0.5,
                _ => 0.0,
            };
            let factor = if (from, to) == place { defect } else { 1.0 };
            match from == to {
                true => 0.0,
                false => move_to * scale * factor / 2.0,
            }
        });
        let mut row: Vec<Rational> = moves.map(Rational::exactly).collect();
        let leaves: Rational = row.iter().cloned().sum();
        row[from] = match doubles {
            true => Rational::exactly((Rational::ONE - leaves).to_f64()),
            false => Rational::ONE - leaves,
        };
        let cell = |value: &Rational| match doubles {
            true => format!("{mark}{:e}", value.to_f64()),
            false => value.to_string(),
        };
        let cells: Vec<String> = row.iter().map(cell).collect();
        text.push_str(&format!("s{from},{},{}\n", cells.join(","), weights[from]));
    }
    text
}

#[test]
fn random_chains_from_files() {
    let scratch = Scratch::new("coherence-files");
    let count = sized("chains from files", 1_000, 40);
    let mut sampler = Sampler::new(seed(), 0);
    for number in 0..count {
        let text = random_chain(&mut sampler, number % 2 == 0);
        scratch.write("chain.csv", &text);
        println!("{text}");
        let subject = "--chain chain.csv";
        assert_eq!(one_answer(&scratch, subject, subject), 3);
    }
}

#[test]
fn kernels_from_outside() {
    let place = workplace("coherence-outside");
    place.write(
        "sticky.csv",
        ",x,y,target\nx,~0.9999999999,~1e-10,1\ny,~3e-10,~0.9999999997,1\n",
    );
    for subject in [
        "--chain ring.csv",
        "--chain sticky.csv",
        "--chain matrix.csv --target 1,2,3/2",
        "--chain matrix.csv --target 1,2,3",
        "--step walk.rhai --states 0,1,2,3,4 --target 1,2,3,4,5",
    ] {
        assert_eq!(one_answer(&place, subject, subject), 3, "{subject}");
    }
}

/// The report on a right kernel and on a wrong one, and every change of them that
/// makes them contradict themselves.
#[test]
fn contradictions_are_seen() {
    let place = workplace("coherence-defects");
    place.write("wrong.csv", ",x,y,target\nx,1/2,1/2,1\ny,1/4,3/4,1\n");
    let [right, wrong] = ["ring.csv", "wrong.csv"].map(|file| {
        let report = |command: &str| told(&place, command, &format!("--chain {file}"));
        let mut report_of_all = report("check").expect("a report");
        for command in ["table", "compare"] {
            let more = report(command).expect("a report");
            for (name, value) in more.as_object().expect("fields") {
                if report_of_all[name].is_null() {
                    report_of_all[name] = value.clone();
                }
            }
        }
        assert_eq!(Contradictions::of(&report_of_all), Vec::<String>::new());
        report_of_all
    });
    let seen = |report: &Value, path: &str, value: Value| {
        let mut changed = report.clone();
        match changed.pointer_mut(path) {
            Some(place) => *place = value.clone(),
            None => panic!("{path} is not in {report:#}"),
        }
        let found = Contradictions::of(&changed);
        println!("{path} = {value}: {found:?}");
        assert!(!found.is_empty(), "{path} = {value}");
    };
    seen(&right, "/verdicts/invariant/holds", json!(false));
    seen(&right, "/verdicts/reversible/holds", json!(false));
    seen(&right, "/verdicts/irreducible/holds", json!(false));
    seen(&right, "/verdicts/aperiodic/holds", json!(false));
    seen(&right, "/verdict", json!("invalid"));
    seen(&right, "/total_variation", json!("1/100"));
    seen(&right, "/stationary/0", json!("1/2"));
    seen(&right, "/target/0", json!("1/2"));
    seen(&right, "/matrix/0/0", json!("1/2"));
    seen(&right, "/moves", json!("9/10"));
    seen(&right, "/moves_float", json!(0.9));
    seen(&right, "/acceptance", json!("11/10"));
    seen(&right, "/lambda2", json!(["1", "1"]));
    seen(&right, "/lambda2", json!(["1/2", "1/3"]));
    seen(&wrong, "/verdicts/invariant/holds", json!(true));
    seen(&wrong, "/verdicts/invariant/holds", json!("within"));
    seen(&wrong, "/verdicts/invariant/witness", json!(null));
    seen(&wrong, "/verdicts/reversible/holds", json!(true));
    seen(&wrong, "/verdicts/reversible/witness", json!(null));
    seen(&wrong, "/verdict", json!("valid"));
    seen(&wrong, "/total_variation", json!("0"));
    seen(&wrong, "/stationary", wrong["target"].clone());
    seen(&wrong, "/efficiency", json!("3"));
}
