"""Numbers that are known only by their interval: every comparison cuts exactly
where it is made.
"""

import bisect
import math
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

import peskun


def law(draw, outcomes):
    """The law of what a function of the generator returns."""
    outcomes = list(outcomes)
    chain = peskun.Chain.of(lambda _, rng: draw(rng), outcomes, [1] * len(outcomes))
    return dict(zip(outcomes, chain.matrix[0]))


def probability(event):
    return law(lambda rng: bool(event(rng)), [False, True])[True]


P = Fraction(2, 7)


@pytest.mark.parametrize(
    "event, expected",
    [
        (lambda r: r.random() < P, P),
        (lambda r: r.random() <= P, P),
        (lambda r: P > r.random(), P),
        (lambda r: P >= r.random(), P),
        (lambda r: r.random() > P, 1 - P),
        (lambda r: not r.random() >= P, P),
        (lambda r: 1 - r.random() < P, P),
        (lambda r: 3 * r.random() - 1 < P, (P + 1) / 3),
        (lambda r: -r.random() / 2 < -P, 1 - 2 * P),
        (lambda r: abs(r.random() - Fraction(1, 3)) < Fraction(1, 4), Fraction(1, 2)),
        (lambda r: max(r.random(), r.random()) < P, P**2),
        (lambda r: sorted(r.random() for _ in range(3))[0] < P, 1 - (1 - P) ** 3),
        (lambda r: r.random() < 2, 1),
        (lambda r: r.random() < -1, 0),
        (lambda r: r.random() == 0, 0),
        (lambda r: r.random() < math.inf, 1),
        (lambda r: r.uniform(2, 4) < 3, Fraction(1, 2)),
        (lambda r: np.float64(0.25) > r.random(), Fraction(1, 4)),
        (lambda r: r.random() < np.float64(0.25), Fraction(1, 4)),
        (lambda r: np.int64(2) * r.random() < 1, Fraction(1, 2)),
        (lambda r: peskun.log(r.random()) < 0, 1),
        (lambda r: r.log_uniform() < -math.inf, 0),
    ],
)
def test_comparisons(event, expected):
    assert probability(event) == expected


def test_a_number_is_itself_when_compared_again():
    def twice(rng):
        u = rng.random()
        return (u < Fraction(1, 3), u < Fraction(1, 2), 2 * u < u + Fraction(1, 4), u < u, u <= u)

    outcomes = law(
        twice,
        [
            (True, True, True, False, True),
            (True, True, False, False, True),
            (False, True, False, False, True),
            (False, False, False, False, True),
        ],
    )
    assert list(outcomes.values()) == [
        Fraction(1, 4),
        Fraction(1, 12),
        Fraction(1, 6),
        Fraction(1, 2),
    ]


@pytest.mark.parametrize("n", [1, 2, 5])
def test_rounding(n):
    even = {k: Fraction(1, n) for k in range(n)}
    assert law(lambda r: int(r.random() * n), range(n)) == even
    assert law(lambda r: math.floor(n * r.random()), range(n)) == even
    assert law(lambda r: math.ceil(n * r.random()) - 1, range(n)) == even
    assert law(lambda r: int(n - n * r.random()), range(n)) == even
    assert law(lambda r: r.random() * n // 1, range(n)) == even
    assert law(lambda r: int(-n * r.random()), range(0, -n, -1)) == {-k: even[k] for k in even}


def test_rounding_toward_zero_and_to_the_nearest():
    assert law(lambda r: int(4 * r.random() - 2), [-1, 0, 1]) == {
        -1: Fraction(1, 4),
        0: Fraction(1, 2),
        1: Fraction(1, 4),
    }
    assert law(lambda r: round(2 * r.random()), [0, 1, 2])[1] == Fraction(1, 2)


def test_the_rest_after_rounding_is_uniform_again():
    def two_digits(rng):
        u = 3 * rng.random()
        first = int(u)
        return (first, int((u - first) * 2))

    pairs = [(a, b) for a in range(3) for b in range(2)]
    assert set(law(two_digits, pairs).values()) == {Fraction(1, 6)}
    assert probability(lambda r: (5 * r.random()) % 1 < Fraction(1, 3)) == Fraction(1, 3)


def test_orders_of_several_numbers():
    def ranking(rng):
        numbers = [rng.random() for _ in range(4)]
        return tuple(sorted(range(4), key=numbers.__getitem__))

    orders = list(permutations(range(4)))
    assert set(law(ranking, orders).values()) == {Fraction(1, 24)}


def test_orders_and_cuts_together():
    def joint(rng):
        u, v, w = rng.random(), rng.random(), rng.random()
        return (u < v, v < w, u < Fraction(1, 3), w < Fraction(1, 2))

    outcomes = [
        (a, b, c, d) for a in (True, False) for b in (True, False) for c in (True, False) for d in (True, False)
    ]
    found = law(joint, outcomes)
    # u < v < w, u < 1/3, w < 1/2: the volume by hand, with u in [0, 1/3).
    half = Fraction(1, 2)
    integral = ((half**3) - (half - Fraction(1, 3)) ** 3) / 6
    assert found[True, True, True, True] == integral
    assert sum(found.values()) == 1
    # The order in which questions are asked does not matter.
    other = law(lambda r: _joint_in_another_order(r), outcomes)
    assert other == found


def _joint_in_another_order(rng):
    u, v, w = rng.random(), rng.random(), rng.random()
    low = w < Fraction(1, 2)
    first = u < v
    third = u < Fraction(1, 3)
    return (first, v < w, third, low)


def test_tables_are_searched_as_people_do():
    ends = [Fraction(1, 6), Fraction(1, 2), Fraction(1)]
    expected = {0: Fraction(1, 6), 1: Fraction(1, 3), 2: Fraction(1, 2)}
    assert law(lambda r: bisect.bisect(ends, r.random()), range(3)) == expected
    halves = np.cumsum([0.25, 0.25, 0.5])
    found = law(lambda r: int(np.searchsorted(halves, r.random())), range(3))
    assert found == {0: Fraction(1, 4), 1: Fraction(1, 4), 2: Fraction(1, 2)}


def test_logarithms_and_exponential_numbers():
    close = pytest.approx(math.exp(-0.75))
    assert float(probability(lambda r: np.log(r.random()) < -0.75)) == close
    assert float(probability(lambda r: 1.5 + peskun.log(r.random()) < 0.75)) == close
    assert float(probability(lambda r: r.exponential() > 0.75)) == close
    assert float(probability(lambda r: r.exponential(2) > 1.5)) == close
    assert float(probability(lambda r: r.expovariate(2) > 0.375)) == close
    both = probability(lambda r: peskun.log(r.random()) < peskun.log(r.random()))
    assert both == Fraction(1, 2)


def test_arrays_are_compared_element_by_element():
    def below(rng):
        return tuple((rng.random(2) < np.array([0.25, 0.5])).tolist())

    pairs = [(a, b) for a in (False, True) for b in (False, True)]
    assert law(below, pairs)[True, True] == Fraction(1, 8)

    def logarithms(rng):
        return bool((np.log(rng.random(2)) < 0).all())

    assert law(logarithms, [True]) == {True: 1}

    def place(rng):
        return int((rng.random() > np.array([0.25, 0.5])).sum())

    assert law(place, range(3)) == {0: Fraction(1, 4), 1: Fraction(1, 4), 2: Fraction(1, 2)}


@pytest.mark.parametrize(
    "what, instead",
    [
        (lambda r: math.log(r.random()), "math.exp"),
        (lambda r: math.exp(r.random()), "u < p"),
        (lambda r: float(r.random()), "u < p"),
        (lambda r: np.exp(r.random()), "u < p"),
        (lambda r: r.random() + r.random(), "compare each"),
        (lambda r: r.random() * r.random(), "compare each"),
        (lambda r: r.random() < 2 * r.random(), "compare them as they are"),
        (lambda r: r.random() ** 2, "root"),
        (lambda r: 1 / r.random(), "turn the comparison around"),
        (lambda r: range(5)[r.random()], "int"),
        (lambda r: r.coin(r.random()), "compare it"),
        (lambda r: round(r.random(), 2), "scale first"),
    ],
)
def test_what_cannot_be_split_says_what_to_write(what, instead):
    with pytest.raises(peskun.CannotSplit, match=instead):
        law(what, [0])


def test_too_many_integers_to_tell_apart():
    with pytest.raises(peskun.Undecided, match="integers apart"):
        law(lambda r: int(r.random() * 10**9), [0])
    with pytest.raises(peskun.Undecided, match="integers apart"):
        law(lambda r: int(r.random() * 2500.5), [0])
    assert law(lambda r: int(r.random() * 1000) % 2, [0, 1])[1] == Fraction(1, 2)
    assert law(lambda r: int(r.random() * Fraction(5, 2)), range(3))[2] == Fraction(1, 5)
