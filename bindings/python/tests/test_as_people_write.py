"""Code around a generator as people write it: NumPy's scalars and arrays beside
numbers that are not known, copies of them, and methods of several generators.
Each expected probability is what a real generator gives.
"""

import copy
import math
import pickle
import random
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import peskun
from peskun import Chain

QUARTER = Fraction(1, 4)
CDF = np.cumsum([0.25, 0.75])


def probability(event):
    """That an event of the generator happens."""
    chain = Chain.of(lambda _, rng: bool(event(rng)), [False, True], [1, 1])
    return chain.matrix[0][1]


def same(u, v):
    return (u < 0.5) == (v < 0.5)


EVENTS = [
    # Numbers of NumPy's on either side, and negation of what comes out.
    (lambda r: ~(r.random() < np.float64(0.25)), 1 - QUARTER),
    (lambda r: ~(np.float64(0.25) > r.random()), 1 - QUARTER),
    (lambda r: ~(np.log(r.random()) < np.float64(0)), 0),
    (lambda r: np.float32(0.25) >= r.random(), QUARTER),
    (lambda r: r.random() < np.array(0.25), QUARTER),
    (lambda r: np.array(0.25) > r.random(), QUARTER),
    (lambda r: r.random() < np.float32(np.inf), 1),
    (lambda r: r.random() < Decimal("-Infinity"), 0),
    (lambda r: r.random() < Decimal("0.25"), QUARTER),
    (lambda r: 0.25 < r.random() <= 0.5, QUARTER),
    # Functions of NumPy's.
    (lambda r: np.abs(r.random() - 0.5) < 0.125, QUARTER),
    (lambda r: np.minimum(1, r.random()) < 0.25, QUARTER),
    (lambda r: np.maximum(r.random(), r.random()) < 0.5, QUARTER),
    (lambda r: np.rint(2 * r.random()) == 0, QUARTER),
    (lambda r: np.round(r.random(2) * 2)[0] == 0, QUARTER),
    (lambda r: np.floor(4 * r.random()).astype(int) == 3, QUARTER),
    (lambda r: np.log1p(-r.random()) < 0, 1),
    (lambda r: np.isfinite(r.random()) and not np.isnan(r.random()), 1),
    (lambda r: np.searchsorted(CDF, r.random()) == 0, QUARTER),
    (lambda r: CDF.searchsorted(r.random(), side="right") == 0, QUARTER),
    (lambda r: np.digitize(r.random(), [0.25]) == 0, QUARTER),
    (lambda r: np.argmax(CDF > r.random()) == 0, QUARTER),
    (lambda r: (r.random() > CDF).sum() == 0, QUARTER),
    (lambda r: np.where(r.random() < 0.25, 1, 0) == 1, QUARTER),
    (lambda r: (r.random(2) < 0.5).all(), QUARTER),
    (lambda r: r.random(4).argmax() == 0, QUARTER),
    (lambda r: (4 * r.random(2)).astype(int)[0] == 0, QUARTER),
    (lambda r: np.sort(r.random(2))[-1] < 0.5, QUARTER),
    # Arithmetic of Python's.
    (lambda r: divmod(4 * r.random(), 2)[1] < 0.5, QUARTER),
    (lambda r: (4 * r.random()) % 2 < 0.5, QUARTER),
    (lambda r: abs(math.pi * 0 + r.random() - 0.5) > 0.375, QUARTER),
    (lambda r: abs(-peskun.log(r.random())) > -1, 1),
    (lambda r: (np.log1p(-r.random(2)) < 0).all(), 1),
    # A copy is the same number.
    (lambda r: (lambda u: same(u, copy.copy(u)))(r.random()), 1),
    (lambda r: (lambda u: same(u, copy.deepcopy(u)))(r.random()), 1),
    (lambda r: (lambda u: same(u, copy.deepcopy([u])[0]))(1 - r.random()), 1),
    (lambda r: (lambda u: copy.deepcopy(np.log(u)) <= np.log(u))(r.random()), 1),
    # Methods of generators.
    (lambda r: r.rand() < 0.25, QUARTER),
    (lambda r: (r.rand(2, 1) < 0.5).all(), QUARTER),
    (lambda r: r.random_sample() < 0.25, QUARTER),
    (lambda r: r.multinomial(2, [0.5, 0.5]).tolist() == [0, 2], QUARTER),
    (lambda r: r.multinomial(1, ["1/4", "3/4", 0])[0] == 1, QUARTER),
    (lambda r: r.hypergeometric(1, 3, 1) == 1, QUARTER),
    (lambda r: r.permuted([1, 2, 3, 4])[0] == 1, QUARTER),
    (lambda r: r.geometric(0.5, bound=3) == 3, QUARTER),
    (lambda r: r.binomial(2, 0.5) == 2, QUARTER),
    (lambda r: r.choice(np.array([[0, 1], [1, 0], [2, 2], [3, 3]])).tolist() == [0, 1], QUARTER),
    (lambda r: r.choice(4, size=[2])[0] == 0, QUARTER),
    (lambda r: r.randrange(0, 10**9, 250_000_000) == 0, QUARTER),
    # Rows of an array are put in order, none is lost.
    (lambda r: r.permutation(np.eye(4, dtype=int))[0].tolist() == [1, 0, 0, 0], QUARTER),
    (lambda r: sorted(r.permutation(np.eye(3)).sum(axis=0)) == [1, 1, 1], 1),
]


@pytest.mark.parametrize("number", range(len(EVENTS)))
def test_events(number):
    event, expected = EVENTS[number]
    assert probability(event) == expected


@pytest.mark.parametrize("number", range(len(EVENTS)))
def test_the_same_code_runs_with_a_real_generator(number):
    """An event that is enumerated is code that samples, and as often."""
    event, expected = EVENTS[number]
    rng = peskun.Random(number)
    count = sum(bool(event(rng)) for _ in range(400))
    # Five standard deviations and more.
    assert abs(count - 400 * expected) <= 45 * (0 < expected < 1)


@pytest.mark.parametrize(
    "use, error, sentence",
    [
        (lambda r: r.random() < "1/2", TypeError, "not with the text '1/2'"),
        (lambda r: f"{r.random():.3f}", peskun.CannotSplit, "write it without a format"),
        (lambda r: pickle.dumps(r.random()), peskun.CannotSplit, "another process"),
        (lambda r: copy.deepcopy(r), TypeError, "cannot be copied"),
        (lambda r: copy.copy(r), TypeError, "cannot be copied"),
        (lambda r: pickle.dumps(r), TypeError, "cannot be copied or stored"),
        (lambda r: 3 // r.random(), peskun.CannotSplit, "compare u with numbers"),
        (lambda r: np.sqrt(r.random()), peskun.CannotSplit, "numpy.sqrt"),
        (lambda r: r.random() - r.random() < 0, peskun.CannotSplit, "u < v"),
        (lambda r: r.uniform(0.5), TypeError, "between 0.5 and 1 in NumPy's"),
        (lambda r: r.uniform(1), TypeError, "a position below 1 in peskun's words"),
        (lambda r: r.randint(2), TypeError, "includes high in random.Random and leaves it out in NumPy"),
        (lambda r: r.randint(0, 2), TypeError, "includes high in random.Random"),
        (lambda r: r.randint(0, 2, size=3), TypeError, "integers"),
        (lambda r: f"{r.random()}", peskun.CannotSplit, "no digits to be written"),
        (lambda r: r.shuffle(np.eye(2)), TypeError, "loses rows in random.Random"),
        (lambda r: r.randrange(10**30), peskun.Undecided, "too many"),
        (lambda r: r.getrandbits(10**9), peskun.Undecided, "too many"),
        (lambda r: r.random(10**9), peskun.Undecided, "array of 1000000000"),
        (lambda r: r.random(-1), ValueError, "a size is a whole number"),
        (lambda r: r.choice(2, size=10**9), peskun.Undecided, "array of 1000000000"),
        (lambda r: r.geometric(0.5, bound=10**9), peskun.Undecided, "at most 1000"),
        (lambda r: r.geometric(0.5, bound=0), ValueError, "from 1 to"),
        (lambda r: r.binomial(-1, 0.5), ValueError, "number of trials"),
        (lambda r: r.binomial(1.5, 0.5), ValueError, "number of trials"),
        (lambda r: r.multinomial(2, [0.5, 0.4]), peskun.BadChance, "sum 1"),
        (lambda r: r.hypergeometric(1, 1, 3), peskun.BadChance, "3 was asked for out of 2"),
        (lambda r: r.permuted(np.eye(2)), TypeError, "one dimension"),
        (lambda r: r.choice(np.eye(2), axis=1), TypeError, "first axis"),
        (lambda r: r.choice([0, 1], weights=[1, 2]), TypeError, "weights"),
        (lambda r: r.random(), peskun.UnknownState, "returns a number from random"),
    ],
)
def test_what_is_refused(use, error, sentence):
    with pytest.raises(error, match=sentence):
        Chain.of(lambda _, rng: use(rng), [0, 1], [1, 1])


def test_a_generator_that_samples_is_copied():
    rng = peskun.Random(3)
    twin = copy.deepcopy(rng)
    assert [rng.random() for _ in range(5)] == [twin.random() for _ in range(5)]


def test_a_number_kept_between_runs_is_refused():
    kept = []

    def keeps(state, rng):
        if not kept:
            kept.append(rng.random())
        return int(kept[0] < 0.5)

    with pytest.raises(peskun.NotReproducible):
        Chain.of(keeps, [0, 1], [1, 1])


def test_a_chain_within_a_step():
    def inner(state, rng):
        return int(rng.random() < 0.25)

    def outer(state, rng):
        u = rng.random()
        chain = Chain.of(inner, [0, 1], [3, 1])
        return int(u < chain.matrix[0][1])

    assert Chain.of(outer, [0, 1], [3, 1]).matrix[0] == [Fraction(3, 4), QUARTER]

    def leaks(state, rng):
        u = rng.random()
        Chain.of(lambda s, r: int(u < 0.5), [0, 1], [1, 1])
        return int(u < 0.5)

    with pytest.raises(peskun.NotReproducible):
        Chain.of(leaks, [0, 1], [1, 1])


def test_a_generator_of_answers_within_a_step():
    def coins(rng):
        while True:
            yield rng.random() < 0.5

    def step(state, rng):
        source = coins(rng)
        return int(next(source) and next(source))

    assert Chain.of(step, [0, 1], [3, 1]).matrix[0][1] == QUARTER


def test_threads_of_a_step_get_no_answers():
    import threading

    def step(state, rng):
        failures = []

        def ask():
            try:
                rng.coin("1/2")
            except RuntimeError as error:
                failures.append(str(error))

        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
        assert "on the same thread" in failures[0]
        return state

    # The refusal is not lost on the other thread.
    with pytest.raises(RuntimeError, match="on the same thread"):
        Chain.of(step, [0, 1], [1, 1])


def test_chains_on_several_threads():
    from concurrent.futures import ThreadPoolExecutor

    def chain(n):
        return Chain.of(lambda s, r: int(r.random() * n), range(n), [1] * n).matrix[0]

    with ThreadPoolExecutor(4) as pool:
        rows = list(pool.map(chain, range(1, 9)))
    assert rows == [[Fraction(1, n)] * n for n in range(1, 9)]


@pytest.mark.parametrize(
    "states",
    [
        [frozenset({1}), frozenset()],
        [np.int64(3), np.int64(4)],
        [0.5, 1.5],
        ["a", "b"],
        [b"a", b"b"],
        [None, float("nan")],
        [random.Random, random.choice],
    ],
)
def test_states_of_all_kinds(states):
    chain = Chain.of(lambda s, r: r.choice(states), states, [1, 1])
    assert chain.matrix == [[Fraction(1, 2)] * 2] * 2 and chain.reversible
    assert chain.row(states[0]) == dict.fromkeys(states, Fraction(1, 2))
    assert "<table>" in chain._repr_html_()
    assert list(chain.to_pandas().columns)[0] == states[0]


def test_states_that_are_equal_are_the_same():
    for twice in ([1, 1.0], [1, True], [0.5, Fraction(1, 2)], [np.int64(1), 1]):
        with pytest.raises(peskun.BadTarget, match="listed twice"):
            Chain.of(lambda s, r: s, twice, [1, 1])
    chain = Chain.of(lambda s, r: 1.0 if r.coin("1/2") else np.int64(0), [False, True], [1, 1])
    assert chain.matrix[0] == [Fraction(1, 2)] * 2


def test_endless_input_is_refused():
    import itertools

    with pytest.raises(peskun.BadTarget, match="more values for 2 states"):
        Chain.of(lambda s, r: s, [0, 1], itertools.repeat(1))
    with pytest.raises(peskun.BadTarget, match="more than 1000000 states"):
        Chain.of(lambda s, r: s, itertools.count(), lambda s: 1)
    with pytest.raises(ValueError, match="more than 2000000 numbers"):
        Chain.of(lambda s, r: r.draw(itertools.repeat(1)), [0, 1], [1, 1])


def test_large_chains_have_rows():
    size = 6_000
    chain = Chain.of(lambda s, r: (s + r.coin("1/3")) % size, range(size), [1] * size)
    assert chain.row(0) == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    assert chain.invariant
    with pytest.raises(peskun.Undecided, match=r"chain.row\(state\)"):
        chain.matrix
    with pytest.raises(peskun.UnknownState):
        chain.row(size)


def test_numbers_of_thousands_of_digits():
    tiny = Fraction(1, 10**5000)
    chain = Chain.of(lambda s, r: int(r.random() < tiny), [0, 1], [1, 1])
    assert chain.matrix[0][1] == tiny
    assert "about" in chain._repr_html_()
    with pytest.raises(AssertionError, match="has mass 1/2, and 1 after a step"):
        peskun.assert_invariant(lambda s, r: int(r.random() < tiny), [0, 1], [1, 1])
    target = [1 - tiny, tiny]
    with pytest.raises(AssertionError, match="about 1e-5000"):
        peskun.assert_invariant(lambda s, r: 0, [0, 1], target)
    with pytest.raises(AssertionError, match="would not see it"):
        peskun.assert_reversible(lambda s, r: 0, [0, 1], target)
