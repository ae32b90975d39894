//! What a finding rests on, by kind.
//!
//! A grade is made by the operation that earns it and by nothing else: its
//! constructors are closed to the ledgers, which can only pass on the
//! [`Basis`] that came with a result.

use std::fmt;

/// One kind of ground, with what it consists of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Grade(Kind);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A theorem that the last recorded run of the proofs checked.
    Proved { theorem: String },
    /// A finite object that settles it.
    Witness { object: String },
    /// All of a finite class.
    Exhaustive { size: u64, class: Class },
    /// Interval arithmetic.
    Enclosed { numbers: usize },
    /// Numerical integrals with an estimated error.
    Quadrature { integrals: usize },
    /// Random models.
    Sampled { models: usize },
}

/// Of what a class consists.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// All models of some sizes, in these words.
    Models(String),
    /// All paths of enumerated steps.
    Paths,
    /// Anything else, in these words.
    Cases(String),
}

impl Grade {
    pub(super) fn new(kind: Kind) -> Self {
        Grade(kind)
    }

    /// All names, the strongest first.
    pub const NAMES: [&'static str; 6] = [
        "proved",
        "witness",
        "exhaustive",
        "enclosed",
        "quadrature",
        "sampled",
    ];

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self.0 {
            Kind::Proved { .. } => "proved",
            Kind::Witness { .. } => "witness",
            Kind::Exhaustive { .. } => "exhaustive",
            Kind::Enclosed { .. } => "enclosed",
            Kind::Quadrature { .. } => "quadrature",
            Kind::Sampled { .. } => "sampled",
        }
    }

    /// Does it say something of every model, or of every model of a class that
    /// is named?
    fn is_about_all_models(&self) -> bool {
        matches!(
            self.0,
            Kind::Proved { .. }
                | Kind::Exhaustive {
                    class: Class::Models(_),
                    ..
                }
        )
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match &self.0 {
            Kind::Proved { theorem } => write!(formatter, "{name}: theorem {theorem}"),
            Kind::Witness { object } => write!(formatter, "{name}: {object}"),
            Kind::Exhaustive { size, class } => match class {
                Class::Models(which) => write!(formatter, "{name}: all {size} {which}"),
                Class::Paths => write!(formatter, "{name}: all {size} paths"),
                Class::Cases(which) => write!(formatter, "{name}: {size} {which}"),
            },
            Kind::Enclosed { numbers } => write!(formatter, "{name}: {numbers} numbers"),
            Kind::Quadrature { integrals } => write!(formatter, "{name}: {integrals} integrals"),
            Kind::Sampled { models } => write!(formatter, "{name}: {models} models"),
        }
    }
}

/// What a finding rests on: grades, the strongest kind first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Basis(Vec<Grade>);

impl Basis {
    /// Nothing was examined that decides anything.
    pub fn nothing() -> Self {
        Basis::default()
    }

    pub(super) fn of(kind: Kind) -> Self {
        Basis(vec![Grade::new(kind)])
    }

    /// This and another.
    pub fn and(&self, other: &Basis) -> Self {
        let mut all: Vec<Grade> = self.0.iter().chain(&other.0).cloned().collect();
        all.sort();
        all.dedup();
        Basis(all)
    }

    /// The grades.
    pub fn grades(&self) -> &[Grade] {
        &self.0
    }

    /// The names of the grades, each once.
    pub fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = self.0.iter().map(Grade::name).collect();
        names.dedup();
        names
    }

    /// The theorems that are named.
    pub fn theorems(&self) -> Vec<&str> {
        let theorems = self.0.iter().filter_map(|grade| match &grade.0 {
            Kind::Proved { theorem } => Some(theorem.as_str()),
            _ => None,
        });
        theorems.collect()
    }

    /// What of it are samples.
    #[cfg(test)]
    pub(in crate::claims) fn sampled_only(&self) -> Self {
        let sampled = self.0.iter().filter(|grade| grade.name() == "sampled");
        Basis(sampled.cloned().collect())
    }

    /// Is it more than samples, where every model is spoken of?
    pub(in crate::claims) fn is_about_all_models(&self) -> bool {
        self.0.iter().any(Grade::is_about_all_models)
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        formatter.write_str(&words.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_and_paths_are_not_all_models() {
        let sampled = Basis::of(Kind::Sampled { models: 3 });
        let paths = Basis::of(Kind::Exhaustive {
            size: 8,
            class: Class::Paths,
        });
        let models = Basis::of(Kind::Exhaustive {
            size: 8,
            class: Class::Models("models".into()),
        });
        assert!(!sampled.and(&paths).is_about_all_models());
        assert!(sampled.and(&models).is_about_all_models());
        assert_eq!(sampled.and(&models).names(), ["exhaustive", "sampled"]);
        assert_eq!(
            sampled.and(&sampled).to_string(),
            "sampled: 3 models",
            "a ground counts once"
        );
    }
}
