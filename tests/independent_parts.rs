//! Contests between independent draws: enumerated part by part they have the
//! law that they have path by path.

use crate::support;

use std::cell::Cell;

use peskun::arms::{AnyArm, Arm, Estimate, Exchange, ModifiedPseudoMarginal};
use peskun::chains::Chain;
use peskun::chance::{
    Ask, Budget, Chance, Contest, Entry, Enumerator, Interrupted, Kept, Reading, Script, TieBreak,
    Winner, enumerate, replay,
};
use peskun::kernels::{Algorithm, Bandit, BanditReading};
use peskun::models::{Model, TableModel};
use peskun::numbers::{Law, Ratio, Rational};
use peskun::rules::{AverageRule, DrawRule, Rule, RuleName, Score};
use proptest::prelude::*;
use support::q;
use support::random::{exactly, model, parts};
use support::size::sized;
use support::unscored::Unscored;

const TIES: [TieBreak; 3] = [TieBreak::First, TieBreak::Last, TieBreak::Coin];
const KEPT: [Kept; 4] = [Kept::Nothing, Kept::Score, Kept::First, Kept::Another];

type Part = Law<Entry<Ratio<Rational>>>;

/// A law on few scores, infinite ones among them, at costs that vary or not.
fn part() -> impl Strategy<Value = Part> {
    let score = prop_oneof![
        4 => (0..=3i64).prop_map(|n| Ratio::Finite(q(n, 2))),
        1 => Just(Ratio::Infinite),
    ];
    let atom = (score, 0..=2usize, 1..=5i64);
    (prop::collection::vec(atom, 1..=3), any::<bool>()).prop_map(|(atoms, varying)| {
        let atoms = atoms.into_iter().map(|(score, cost, weight)| {
            let cost = if varying { cost } else { 1 };
            (Entry { score, cost }, Rational::from(weight))
        });
        Law::proportional_to(atoms).expect("positive weights")
    })
}

/// A contest of at most so many draws, and the laws of its parts.
fn contests(draws: usize) -> impl Strategy<Value = (Contest, Vec<Part>)> {
    let shape = (1..=draws, 1..=3usize).prop_filter("few draws", move |(e, p)| e * p <= draws);
    (shape, 0..TIES.len(), 0..KEPT.len()).prop_flat_map(|((entrants, parts), tie, kept)| {
        let contest = Contest {
            entrants,
            parts,
            tie: TIES[tie],
            kept: KEPT[kept],
        };
        (
            Just(contest),
            prop::collection::vec(part(), entrants * parts),
        )
    })
}

/// The contest as a step.
fn held<C: Chance>(
    (contest, parts): &(Contest, Vec<Part>),
    chance: &mut C,
) -> Result<Winner<Ratio<Rational>>, Interrupted> {
    let draw = |entrant: usize, position: usize, chance: &mut C| {
        chance
            .draw(&parts[entrant * contest.parts + position])
            .cloned()
    };
    chance.contest(*contest, draw, |winner| winner)
}

proptest! {
    #![proptest_config(support::cases(600))]

    #[test]
    fn contests_have_the_law_of_their_paths(contest in contests(5)) {
        let budget = || Budget::of_paths(20_000_000);
        let step = |chance: &mut Enumerator| held(&contest, chance);
        let plain = enumerate(Reading::Plain, &budget(), step).expect("plain");
        let merged = enumerate(Reading::Merged, &budget(), step).expect("merged");
        prop_assert_eq!(plain.law, merged.law);
    }

    /// Also where the outcome forgets what was kept, and goes on drawing.
    #[test]
    fn outcomes_are_merged_and_the_step_goes_on(contest in contests(4)) {
        let step = |chance: &mut Enumerator| {
            let (entrant, cost) = chance.contest(
                contest.0,
                |e, p, chance| chance.draw(&contest.1[e * contest.0.parts + p]).cloned(),
                |winner| (winner.entrant, winner.cost % 2),
            )?;
            Ok((entrant, cost, chance.coin(&q(1, 2 + entrant as i64))?))
        };
        let budget = Budget::of_paths(20_000_000);
        let plain = enumerate(Reading::Plain, &budget, step).expect("plain");
        let merged = enumerate(Reading::Merged, &budget, step).expect("merged");
        prop_assert_eq!(plain.law, merged.law);
    }
}

/// An arm that sometimes draws twice.
#[derive(Clone, Copy, Debug)]
struct Hesitant;

impl Arm<TableModel> for Hesitant {
    fn estimate<C: Chance>(
        &self,
        model: &TableModel,
        from: &usize,
        to: &usize,
        chance: &mut C,
    ) -> Result<Estimate<Rational>, Interrupted> {
        if model.draw_point(to, chance)? == 0 {
            let mut estimate = ModifiedPseudoMarginal.estimate(model, from, to, chance)?;
            estimate.cost += 1;
            return Ok(estimate);
        }
        Exchange.estimate(model, from, to, chance)
    }
}

const READINGS: [BanditReading; 3] = [
    BanditReading::Fresh,
    BanditReading::Repropose,
    BanditReading::Reuse,
];

/// A bandit's chain part by part, with its draws combined, and path by path.
fn assert_same<A, R>(model: &TableModel, arms: &[A], rule: R, paths: bool)
where
    A: Arm<TableModel> + Clone,
    R: Rule<TableModel> + Copy,
{
    let budget = Budget::of_paths(100_000_000);
    for reading in READINGS {
        let scored = Bandit::new(model, arms.to_vec(), rule, reading);
        let combined = Bandit::new(model, arms.to_vec(), Unscored(rule), reading);
        let by_parts = Chain::with_budget(&scored, Reading::Merged, &budget).expect("by parts");
        let merged = Chain::with_budget(&combined, Reading::Merged, &budget).expect("combined");
        assert_chains(&by_parts, &merged);
        if paths {
            let plain = Chain::with_budget(&scored, Reading::Plain, &budget).expect("plain");
            assert_chains(&by_parts, &plain);
        }
    }
}

fn assert_chains(one: &Chain, other: &Chain) {
    assert_eq!(one.matrix(), other.matrix());
    assert_eq!(one.acceptance(), other.acceptance());
    assert_eq!(one.draws_per_step(), other.draws_per_step());
}

fn draws(score: Score, tie: TieBreak) -> DrawRule {
    DrawRule { score, tie }
}

proptest! {
    #![proptest_config(support::cases(sized("random models", 25, 8)))]

    #[test]
    fn every_scoring_rule_in_every_reading(parts in parts(2, 3), tie in 0..3usize) {
        let (model, tie) = (model(&parts), TIES[tie]);
        let arms = Algorithm::paper_arms();
        assert_same(&model, &arms, draws(Score::Forward, tie), true);
        assert_same(&model, &arms, draws(Score::Smaller, tie), true);
        assert_same(&model, &arms, AverageRule { draws: 1, tie }, true);
        assert_same(&model, &arms, AverageRule { draws: 3, tie }, false);
    }

    #[test]
    fn three_arms_and_costs_that_vary(parts in exactly(2, 2), tie in 0..3usize) {
        let (model, tie) = (model(&parts), TIES[tie]);
        let names = ["sve", "noisy:2", "mpmc"];
        let arms = names.map(|name| name.parse::<AnyArm>().expect("an arm"));
        assert_same(&model, &arms, draws(Score::Forward, tie), true);
        assert_same(&model, &arms, draws(Score::Smaller, tie), true);
        let hesitant = [Hesitant; 2];
        assert_same(&model, &hesitant, draws(Score::Forward, tie), true);
        assert_same(&model, &hesitant, draws(Score::Smaller, tie), true);
        assert_same(&model, &hesitant, AverageRule { draws: 2, tie }, false);
    }

    /// Equal arms tie wherever their draws agree.
    #[test]
    fn arms_that_are_the_same(parts in exactly(2, 2), tie in 0..3usize) {
        let (model, tie) = (model(&parts), TIES[tie]);
        assert_same(&model, &[Exchange; 3], draws(Score::Smaller, tie), true);
        assert_same(&model, &[Exchange; 1], draws(Score::Smaller, tie), true);
        assert_same(&model, &[Exchange; 4], draws(Score::Forward, tie), true);
    }

    /// An expression's looks are combined; what it says is the same.
    #[test]
    fn expressions_that_say_the_same(parts in parts(2, 4), tie in 0..3usize) {
        let (model, tie) = (model(&parts), TIES[tie]);
        let text = "argmax([min(1, a[1], a_rev[1]), min(1, a[2], a_rev[2])])";
        for reading in READINGS {
            let chain = |rule: RuleName| {
                let algorithm = Algorithm::bandit(Algorithm::paper_arms(), rule, tie, reading);
                let budget = Budget::of_paths(50_000_000);
                let algorithm = algorithm.expect("a bandit");
                Chain::of_algorithm(&algorithm, &model, Reading::Merged, &budget).expect("a chain")
            };
            let expression = text.parse().expect("an expression");
            assert_chains(&chain(RuleName::Draws(Score::Smaller)), &chain(expression));
        }
    }
}

/// The smallest of one entrant's draws, and the largest of many, by hand.
#[test]
fn dice() {
    let throw = |sides: usize| {
        move |_: usize, _: usize, chance: &mut Enumerator| Ok(Entry::free(chance.uniform(sides)?))
    };
    let contest = Contest {
        entrants: 1,
        parts: 3,
        tie: TieBreak::First,
        kept: Kept::Score,
    };
    let smallest = enumerate(Reading::Merged, &Budget::default(), |chance| {
        chance.contest(contest, throw(6), |winner| winner.value)
    });
    let smallest = smallest.expect("dice");
    assert_eq!(smallest.law.probability(&Some(4)), q(2 * 2 * 2 - 1, 216));
    // Six throws of each die, then the six values of the smallest.
    assert_eq!(smallest.paths, 3 * 6 + 6);
    let contest = Contest {
        entrants: 12,
        parts: 1,
        tie: TieBreak::Coin,
        kept: Kept::Nothing,
    };
    let winner = enumerate(Reading::Merged, &Budget::default(), |chance| {
        chance.contest(contest, throw(100), |winner| winner.entrant)
    });
    let winner = winner.expect("a hundred to the twelfth paths by parts").law;
    assert!(
        winner
            .iter()
            .all(|(_, probability)| probability == q(1, 12))
    );
}

/// A script answers the parts one after another, then the tie.
#[test]
fn scripts_replay_contests() {
    let die = Law::proportional_to((0..3).map(|n| (Entry { score: n, cost: 1 }, Rational::ONE)));
    let die = die.expect("a die");
    let step = |chance: &mut Script| {
        let contest = Contest {
            entrants: 2,
            parts: 2,
            tie: TieBreak::Coin,
            kept: Kept::Another,
        };
        chance.contest(contest, |_, _, c| c.draw(&die).cloned(), |won| won)
    };
    let (won, weight) = replay(&[1, 2, 2, 1, 1, 0], step).expect("a tie at 1");
    let expected = Winner {
        entrant: 1,
        value: Some(0),
        cost: 5,
    };
    assert_eq!((won, weight), (expected, q(1, 2 * 243)));
    let (won, weight) = replay(&[0, 2, 2, 1, 2], step).expect("the second wins");
    assert_eq!((won.entrant, won.value, weight), (1, Some(2), q(1, 243)));
}

/// What is summed instead of enumerated is paid for all the same.
#[test]
fn sums_are_charged() {
    let step = |values: usize, digits: usize| {
        let weight = |n: usize| Rational::from(3).power(digits) + Rational::from(n);
        let atoms = (0..values).map(|n| (Entry::free(n), weight(n)));
        let law = Law::proportional_to(atoms).expect("a law");
        let contest = Contest {
            entrants: 2,
            parts: 2,
            tie: TieBreak::First,
            kept: Kept::Score,
        };
        move |chance: &mut Enumerator| {
            chance.contest(contest, |_, _, c| c.draw(&law).cloned(), |won| won.entrant)
        }
    };
    let spent = |values: usize, digits: usize| {
        let budget = Budget::of_paths(10_000_000);
        enumerate(Reading::Merged, &budget, step(values, digits)).expect("it suffices");
        budget.spent()
    };
    // Four parts, and for each value two products for each of two entrants.
    assert_eq!(spent(100, 0), 4 * 100 + 4 * 100 + 2);
    assert!(spent(100, 10_000) > 50 * spent(100, 0));
    let least = spent(100, 0);
    for (limit, suffices) in [(least, true), (least - 1, false)] {
        let outcome = enumerate(Reading::Merged, &Budget::of_paths(limit), step(100, 0));
        assert_eq!(outcome.is_ok(), suffices, "{limit}");
    }
}

#[test]
fn a_contest_that_becomes_a_coin_is_refused() {
    let runs = Cell::new(0);
    let contest = Contest {
        entrants: 2,
        parts: 1,
        tie: TieBreak::Coin,
        kept: Kept::Nothing,
    };
    let step = |chance: &mut Enumerator| {
        runs.set(runs.get() + 1);
        let draw =
            |_: usize, _: usize, chance: &mut Enumerator| Ok(Entry::free(chance.coin(&q(1, 3))?));
        // Twice for each part, and then for every winner.
        match runs.get() {
            1 => chance.contest(contest, draw, |winner| winner.entrant),
            _ => Ok(usize::from(chance.coin(&q(1, 2))?)),
        }
    };
    let refused = enumerate(Reading::Merged, &Budget::default(), step).map(|_| ());
    assert!(
        matches!(refused, Err(Interrupted::Diverged { question: 1, .. })),
        "{refused:?}"
    );
}

/// Ten points have 10⁶ combinations of draws for each of a hundred moves.
#[test]
fn algorithm_5_on_ten_points_is_decided_by_default() {
    let rows = |seed: usize| -> Vec<Vec<Rational>> {
        let entry = |i: usize, j: usize| q(1 + ((i * 7 + j * 5 + seed) % 11) as i64, 3 + j as i64);
        (0..10)
            .map(|i| (0..10).map(|j| entry(i, j)).collect())
            .collect()
    };
    let names = || (0..10).map(|n| n.to_string()).collect();
    let parts = peskun::models::TableParts {
        name: "ten".into(),
        parameters: names(),
        sample_space: names(),
        observed: "3".into(),
        prior: vec![Rational::ONE; 10],
        likelihood: rows(1),
        proposal: Some(rows(2)),
        auxiliary: Some(rows(3)),
        estimate: None,
    };
    let budget = Budget::default();
    let algorithm = Algorithm::named("mabmc", TieBreak::First).expect("a kernel");
    let chain = Chain::of_algorithm(&algorithm, &model(&parts), Reading::Merged, &budget);
    assert!(chain.expect("within the budget").imbalance().is_none());
    assert!(budget.spent() < 1_000_000, "{}", budget.spent());
}
