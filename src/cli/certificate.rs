//! `--certificate F.json`: an answer of no, or the best rule, as a file that
//! `peskun replay` derives again.

use std::path::{Path, PathBuf};

use clap::Args;

use super::answer::{Answer, Ending};
use super::arguments::OutputArguments;
use super::failure::Failure;
use super::output::{complain, write_files};
use super::part::Part;
use crate::arms::AnyArm;
use crate::certificates::{Kind, Refusal, Subject, certify_best, certify_chain};
use crate::chains::{Chain, Requirement, Verdicts};
use crate::chance::Budget;
use crate::kernels::Algorithm;
use crate::models::AnyModel;
use crate::rules::{RuleName, Score};

/// Where a certificate goes, and what it shows.
#[derive(Debug, Args)]
pub(super) struct CertificateArguments {
    /// Keep why the answer is no, or that a rule is the best, as a certificate
    /// that `peskun replay` derives again.
    #[arg(long, value_name = "F.json")]
    certificate: Option<PathBuf>,
    /// What the certificate shows; by default why the answer is no.
    #[arg(long, value_name = "KIND", requires = "certificate", value_parser = kind)]
    certify: Option<Kind>,
}

fn kind(name: &str) -> Result<Kind, String> {
    Kind::named(name).ok_or_else(|| {
        let names = Kind::ALL.map(Kind::name).join(", ");
        format!("the kinds are {names}")
    })
}

impl CertificateArguments {
    /// Tries the place before the work begins.
    pub(super) fn begin(&self, output: &OutputArguments) -> Result<(), Failure> {
        let Some(path) = &self.certificate else {
            return Ok(());
        };
        if output.out.as_ref() == Some(path) {
            return Err(Failure::Input(format!(
                "--out and --certificate both name {}; give each a file of its own",
                path.display()
            )));
        }
        // The file that is begun here is removed again.
        Part::begin(path).map(drop)
    }

    /// Where the certificate goes, if one was asked for.
    pub(super) fn path(&self) -> Option<&Path> {
        self.certificate.as_deref()
    }

    /// Was a certificate asked for?
    pub(super) fn is_wanted(&self) -> bool {
        self.certificate.is_some()
    }

    /// The kind that was asked for.
    pub(super) fn kind(&self) -> Option<Kind> {
        self.certify
    }

    /// Writes the certificate. If there is none, the answer is given all the
    /// same, and the command ends with the reason.
    pub(super) fn kept(
        &self,
        answer: Answer,
        certificate: Option<Result<String, Refusal>>,
    ) -> Result<Answer, Failure> {
        let Some(path) = &self.certificate else {
            return Ok(answer);
        };
        let named = |sentence: String| format!("no certificate was written: {sentence}");
        let ending = match certificate {
            None => {
                complain(&named("there is no failure to certify".into()));
                answer.ending
            }
            Some(Err(Refusal::Undecided(sentence))) => Ending::Undecided(named(sentence)),
            Some(Err(refusal)) => Ending::Refused(named(refusal.to_string())),
            Some(Ok(text)) => {
                write_files(&[(path.clone(), text)])?;
                answer.ending
            }
        };
        Ok(Answer { ending, ..answer })
    }

    /// The certificate on one chain, if something about it fails.
    pub(super) fn of_chain(
        &self,
        subject: &Subject,
        chain: &Chain,
        requirement: Requirement,
        budget: u64,
    ) -> Option<Result<String, Refusal>> {
        self.certificate.as_ref()?;
        let failure = || Kind::of_failure(&Verdicts::of(chain), requirement);
        let kind = self.certify.or_else(failure)?;
        Some(certify_chain(
            subject,
            chain,
            kind,
            &Budget::of_paths(budget),
        ))
    }

    /// The certificate on the first of several kernels that is no right sampler;
    /// if all are, on the best rule among them.
    pub(super) fn of_several(
        &self,
        kernels: &[(Subject, &Chain)],
        budget: u64,
    ) -> Option<Result<String, Refusal>> {
        self.certificate.as_ref()?;
        let paths = Budget::of_paths(budget);
        let fails = |chain: &Chain| match self.certify {
            Some(kind) => kind.is_found_in(chain),
            None => Kind::of_failure(&Verdicts::of(chain), Requirement::Sampler).is_some(),
        };
        if let Some((subject, chain)) = kernels.iter().find(|(_, chain)| fails(chain)) {
            return self.of_chain(subject, chain, Requirement::Sampler, budget);
        }
        let wanted = |kind: &Kind| self.certify.is_none_or(|asked| asked == *kind);
        let best = kernels.iter().find_map(|(subject, _)| {
            let (model, arms, kind) = best_of(subject)?;
            wanted(&kind).then_some((model, arms, kind))
        });
        if let Some((model, arms, kind)) = best {
            return Some(certify_best(model, arms, kind, &paths));
        }
        let kind = self.certify?;
        Some(Err(Refusal::Malformed(format!(
            "none of the kernels has anything of the kind {kind}"
        ))))
    }
}

/// The model and the arms that a kernel is the best rule on, if it is one.
fn best_of(subject: &Subject) -> Option<(&AnyModel, &[AnyArm], Kind)> {
    let Subject::Algorithm { model, algorithm } = subject else {
        return None;
    };
    match &**algorithm {
        Algorithm::BestOverDraws { arms } => Some((model, arms, Kind::BestOverDraws)),
        Algorithm::Bandit {
            arms,
            rule: RuleName::Bayes | RuleName::Means(Score::Smaller),
            ..
        } => Some((model, arms, Kind::Bayes)),
        _ => None,
    }
}
