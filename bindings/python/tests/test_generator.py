"""What a generator draws, enumerated and sampled."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
import pytest
from test_uniform import law

import peskun

THIRD = Fraction(1, 3)


@pytest.mark.parametrize(
    "draw, expected",
    [
        (lambda r: r.coin(THIRD), {True: THIRD, False: 1 - THIRD}),
        (lambda r: r.coin("1/3"), {True: THIRD, False: 1 - THIRD}),
        (lambda r: r.draw([1, 0, 2]), {0: THIRD, 2: 1 - THIRD}),
        (lambda r: r.draw(np.array([1, 0, 2])), {0: THIRD, 2: 1 - THIRD}),
        (lambda r: r.uniform(3), dict.fromkeys(range(3), THIRD)),
        (lambda r: r.choice("abc"), dict.fromkeys("abc", THIRD)),
        (lambda r: r.choice(3), dict.fromkeys(range(3), THIRD)),
        (lambda r: r.choice(2, p=[THIRD, 1 - THIRD]), {0: THIRD, 1: 1 - THIRD}),
        (lambda r: str(r.choice(np.array(["a", "b", "c"]))), dict.fromkeys("abc", THIRD)),
        (lambda r: int(r.choice(np.arange(3), p=[THIRD] * 3)), dict.fromkeys(range(3), THIRD)),
        (lambda r: int(r.permutation(np.array([4, 5, 6]))[0]), dict.fromkeys((4, 5, 6), THIRD)),
        (lambda r: int(r.choice(np.array([[0], [1]]))[0]), dict.fromkeys((0, 1), Fraction(1, 2))),
        (lambda r: r.integers(3), dict.fromkeys(range(3), THIRD)),
        (lambda r: r.integers(1, 4), dict.fromkeys(range(1, 4), THIRD)),
        (lambda r: r.integers(1, 3, endpoint=True), dict.fromkeys(range(1, 4), THIRD)),
        (lambda r: r.randrange(3), dict.fromkeys(range(3), THIRD)),
        (lambda r: r.randrange(0, 6, 2), dict.fromkeys(range(0, 6, 2), THIRD)),
        (lambda r: r.getrandbits(1), dict.fromkeys(range(2), Fraction(1, 2))),
        (lambda r: r.choices("ab", [1, 2])[0], {"a": THIRD, "b": 1 - THIRD}),
        (lambda r: r.choices("ab", cum_weights=[1, 3])[0], {"a": THIRD, "b": 1 - THIRD}),
        (
            lambda r: tuple(r.sample(range(3), 2)),
            dict.fromkeys(permutations(range(3), 2), Fraction(1, 6)),
        ),
        (
            lambda r: tuple(r.permutation(3).tolist()),
            dict.fromkeys(permutations(range(3)), Fraction(1, 6)),
        ),
        (
            lambda r: tuple(r.choice(3, size=2, replace=False).tolist()),
            dict.fromkeys(permutations(range(3), 2), Fraction(1, 6)),
        ),
        (
            lambda r: r.binomial(3, THIRD),
            {k: comb(3, k) * THIRD**k * (1 - THIRD) ** (3 - k) for k in range(4)},
        ),
        (lambda r: r.geometric(THIRD, bound=3), {1: THIRD, 2: 2 * THIRD**2, 3: 4 * THIRD**2}),
    ],
)
def test_laws_enumerated_and_sampled(draw, expected):
    found = law(draw, expected)
    assert found == expected
    assert sum(found.values()) == 1
    # The same code samples: no outcome is off by five standard deviations.
    rng, size = peskun.Random(7), 2_000
    counts = Counter(draw(rng) for _ in range(size))
    assert set(counts) <= set(expected)
    for outcome, p in expected.items():
        assert abs(counts[outcome] - size * p) <= 5 * float(size * p * (1 - p)) ** 0.5 + 1


def test_shuffle_in_place():
    def shuffled(rng):
        items = list("abc")
        rng.shuffle(items)
        return "".join(items)

    words = ["".join(order) for order in permutations("abc")]
    assert law(shuffled, words) == dict.fromkeys(words, Fraction(1, 6))


def test_seeds():
    def run(seed):
        rng = peskun.Random(seed)
        return [rng.random(), rng.randrange(100), rng.coin("1/2"), rng.log_uniform()]

    assert run(3) == run(3) != run(4)


@pytest.mark.parametrize(
    "draw, sentence",
    [
        (lambda r: r.normal(), "finite law"),
        (lambda r: r.getstate(), "state of a generator"),
        (lambda r: r.nothing_like_it(), "has no nothing_like_it"),
    ],
)
def test_what_it_does_not_have(draw, sentence):
    with pytest.raises(AttributeError, match=sentence):
        law(draw, [0])


def test_a_geometric_number_needs_a_bound():
    with pytest.raises(peskun.Undecided, match="bound=n"):
        law(lambda r: r.geometric(0.5), [0])
    assert peskun.Random(1).geometric(0.5) >= 1
