//! What a step may ask, and what certainties and impossible laws are answered.

use peskun::chance::{Ask, Chance, Interrupted, Lottery, Script, replay};
use peskun::numbers::{Law, LawError, Rational};

use crate::support::q;

/// The outcome along these answers and the probability of that path.
fn along<T>(
    answers: &[usize],
    step: impl FnOnce(&mut Script) -> Result<T, Interrupted>,
) -> Result<(T, Rational), Interrupted> {
    replay(answers, step)
}

#[test]
fn positions_below_a_size() {
    let empty = along(&[], |chance| chance.uniform(0)).expect_err("no position");
    let error = LawError::Empty;
    assert_eq!(empty, Interrupted::BadWeights { error });
    assert_eq!(along(&[], |chance| chance.uniform(1)), Ok((0, q(1, 1))));
    assert_eq!(along(&[2], |chance| chance.uniform(3)), Ok((2, q(1, 3))));
    let outside = along(&[3], |chance| chance.uniform(3)).expect_err("no such position");
    assert!(matches!(
        outside,
        Interrupted::ScriptMismatch { size: 3, .. }
    ));
}

#[test]
fn coins_are_probabilities() {
    for value in [q(-1, 1_000_000), q(1_000_001, 1_000_000), q(-3, 1), q(2, 1)] {
        let found = along(&[1], |chance| chance.coin(&value)).expect_err("no probability");
        assert_eq!(found, Interrupted::NotAProbability { value });
    }
    assert_eq!(
        along(&[], |chance| chance.coin(&q(0, 1))),
        Ok((false, q(1, 1)))
    );
    assert_eq!(
        along(&[], |chance| chance.coin(&q(1, 1))),
        Ok((true, q(1, 1)))
    );
    assert_eq!(
        along(&[1], |chance| chance.coin(&q(2, 7))),
        Ok((true, q(2, 7)))
    );
    assert_eq!(
        along(&[0], |chance| chance.coin(&q(2, 7))),
        Ok((false, q(5, 7)))
    );
}

#[test]
fn lots_of_one_atom_ask_nothing() {
    let one = Lottery::new(Law::point(7).weights());
    assert_eq!(along(&[], |chance| chance.draw_lot(&one)), Ok((0, q(1, 1))));
    let law = Law::proportional_to([('a', q(1, 1)), ('b', q(3, 1))]).expect("a law");
    let two = Lottery::new(law.weights());
    assert_eq!(
        along(&[1], |chance| chance.draw_lot(&two)),
        Ok((1, q(3, 4)))
    );
}

#[test]
fn words_are_read_from_their_first_digit_on() {
    let word = 0x8000_0000_0000_0005u64;
    let digits: Vec<usize> = (0..64)
        .rev()
        .map(|place| (word >> place & 1) as usize)
        .collect();
    let (found, probability) = along(&digits, Chance::word).expect("64 coins");
    assert_eq!(found, word);
    assert_eq!(probability, q(1, 2).power(64));
}
