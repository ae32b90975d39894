//! `peskun check`: is a decision rule, a kernel or a chain what it should be?

use super::answer::{Answer, Ending};
use super::arguments::{ArmsArguments, CheckArguments};
use super::decision::at_broken_pair;
use super::failure::Failure;
use super::names::Names;
use super::progress::timed;
use super::search::searched;
use super::search_program::searched_program;
use super::table::{chain_on, enclosure};
use crate::arms::AnyArm;
use crate::certificates::Subject;
use crate::chains::{Chain, Requirement, Verification};
use crate::kernels::Algorithm;
use crate::models::AnyModel;
use crate::reports::{CheckReport, Checked, Judged};

/// The most arms a rule may choose between.
const MOST_ARMS: usize = 16;

/// The verdict: yes if it is what is required.
pub(super) fn answer(arguments: &CheckArguments, names: &Names) -> Result<Answer, Failure> {
    arguments.certificate.begin(&arguments.output)?;
    let certificate = Some(&arguments.certificate);
    (arguments.rounding).begin(&arguments.outside, certificate)?;
    if let Some(count) = arguments.search
        && let Some(command) = arguments.outside.one_program()?
    {
        names.allow_the_machine("programs")?;
        return searched_program(arguments, command, count);
    }
    if let Some((name, outsider)) = arguments.outside.one(names)? {
        let subject = outsider.subject(arguments.outside.limits());
        let mut chain = outsider.chain(&arguments.cost)?;
        arguments.rounding.judged([&mut chain])?;
        let checked = Checked::Outside(name);
        let report = |report: CheckReport| report.with_decimals(outsider.has_decimals());
        return verdict(arguments, checked, Vec::new(), (subject, chain), report);
    }
    match (&arguments.rule, &arguments.kernel) {
        (Some(rule), _) => check_rule(arguments, names, rule),
        (None, Some(kernel)) => check_kernel(arguments, names, kernel),
        (None, None) => Err(Failure::Input(
            "nothing to check: name a --rule, a --kernel, a --program, a --step or a --chain"
                .into(),
        )),
    }
}

/// The report on a chain, with what `add` has to say. A rule must be reversible
/// unless something else is required, a kernel invariant and irreducible.
pub(super) fn verdict(
    arguments: &CheckArguments,
    checked: Checked,
    settings: Vec<(&'static str, String)>,
    (subject, chain): (Subject, Chain),
    add: impl FnOnce(CheckReport) -> CheckReport,
) -> Result<Answer, Failure> {
    let requirement = required(arguments, &checked);
    let certificate =
        (arguments.certificate).of_chain(&subject, &chain, requirement, arguments.cost.few_paths());
    let accuracy = arguments.shown.accuracy();
    let report = timed("verdicts and the stationary law", || {
        let judged = Judged::Exact(Box::new(Verification::of(chain)));
        CheckReport::new(checked, requirement, settings, judged, accuracy)
    });
    let report = add(report);
    let answer = Answer {
        ending: Ending::of(&report.outcome()),
        report: Box::new(report),
    };
    arguments.certificate.kept(answer, certificate)
}

fn required(arguments: &CheckArguments, checked: &Checked) -> Requirement {
    let usual = match checked {
        Checked::Rule { .. } => Requirement::Reversible,
        Checked::Kernel { .. } | Checked::Outside(_) => Requirement::Sampler,
    };
    arguments.require.unwrap_or(usual)
}

/// The report on an algorithm that is enclosed on this model, if it is.
fn enclosed_verdict(
    arguments: &CheckArguments,
    checked: &Checked,
    settings: &[(&'static str, String)],
    (name, algorithm, model): (&str, &Algorithm, &AnyModel),
) -> Result<Option<Answer>, Failure> {
    let Some(chain) = enclosure(name, algorithm, model, &arguments.cost)? else {
        return Ok(None);
    };
    let report = CheckReport::new(
        checked.clone(),
        required(arguments, checked),
        settings.to_vec(),
        Judged::enclosed(chain),
        arguments.shown.accuracy(),
    );
    let answer = Answer {
        ending: Ending::of(&report.outcome()),
        report: Box::new(report.with_ties(algorithm.has_ties())),
    };
    arguments.certificate.kept(answer, None).map(Some)
}

/// An algorithm on a model.
pub(super) fn subject(model: &AnyModel, algorithm: &Algorithm) -> Subject {
    Subject::Algorithm {
        model: Box::new(model.clone()),
        algorithm: Box::new(algorithm.clone()),
    }
}

/// The verdict on a kernel by name.
fn check_kernel(
    arguments: &CheckArguments,
    names: &Names,
    kernel: &str,
) -> Result<Answer, Failure> {
    let Some(model) = &arguments.model else {
        return Err(Failure::Input("a --kernel is checked on a --model".into()));
    };
    let algorithm = names.kernel(kernel, arguments.tie)?;
    let model = names.model(model)?;
    let checked = Checked::Kernel {
        model: model.name().into(),
        kernel: kernel.into(),
    };
    let settings = vec![("tie", arguments.tie.to_string())];
    let named = (kernel, &algorithm, &model);
    if let Some(answer) = enclosed_verdict(arguments, &checked, &settings, named)? {
        return Ok(answer);
    }
    let chain = chain_on(kernel, &algorithm, &model, &arguments.cost)?;
    let subject = subject(&model, &algorithm);
    let has_ties = algorithm.has_ties();
    verdict(arguments, checked, settings, (subject, chain), |report| {
        report.with_ties(has_ties)
    })
}

/// The verdict on a decision rule, on one model or on random ones.
fn check_rule(arguments: &CheckArguments, names: &Names, rule: &str) -> Result<Answer, Failure> {
    let rule = names.rule(rule)?;
    let title = rule.to_string();
    let arms = arms(&arguments.arms)?;
    let arm_names: Vec<String> = arms.iter().map(ToString::to_string).collect();
    let settings = vec![
        ("arms", arm_names.join(",")),
        ("reading", arguments.reading.to_string()),
        ("tie", arguments.tie.to_string()),
    ];
    let algorithm = Algorithm::bandit(arms, rule, arguments.tie, arguments.reading)?;
    if let Some(name) = &arguments.model {
        let model = names.model(name)?;
        let checked = Checked::Rule {
            model: model.name().into(),
            rule: title.clone(),
        };
        let named = (title.as_str(), &algorithm, &model);
        if let Some(answer) = enclosed_verdict(arguments, &checked, &settings, named)? {
            return Ok(answer);
        }
        let chain = chain_on(&title, &algorithm, &model, &arguments.cost)?;
        let decision = at_broken_pair(&algorithm, &model, &chain, &arguments.cost);
        let subject = subject(&model, &algorithm);
        return verdict(arguments, checked, settings, (subject, chain), |report| {
            report.deciding(decision)
        });
    }
    searched(arguments, &algorithm, title, arm_names, settings)
}

/// The arms by their names.
pub(super) fn arms(arguments: &ArmsArguments) -> Result<Vec<AnyArm>, Failure> {
    let arms: Vec<AnyArm> = arguments
        .arms
        .iter()
        .map(|name| name.trim().parse())
        .collect::<Result<_, String>>()?;
    if !(2..=MOST_ARMS).contains(&arms.len()) {
        return Err(Failure::Input(format!(
            "--arms has {}; a rule chooses between 2 to {MOST_ARMS} arms",
            arms.len()
        )));
    }
    Ok(arms)
}
