"""A refusal is not lost, whoever catches it: the step, a library that it calls,
or another thread.
"""

import copy
import json
import math
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import peskun
from peskun import Chain

WEIGHTS = [1, 2, 3, 4]


def caught(call, default=None, errors=Exception):
    """A step that catches what a call raises."""

    def step(state, rng):
        try:
            value = call(rng)
        except errors:
            value = default
        return state if value is None else int(value < 0.5)

    return step


def in_a_thread(call):
    def asks(rng):
        thread = threading.Thread(target=lambda: caught(call)(0, rng))
        thread.start()
        thread.join()
        return 0

    return asks


def in_a_pool(call):
    def asks(rng):
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(caught(call), 0, rng).result()

    return asks


CAUGHT = [
    (lambda r: math.log(r.random()), "has no float"),
    (lambda r: float(r.random()), "has no float"),
    (lambda r: math.isclose(r.random(), 0.5), "has no float"),
    (lambda r: complex(r.random()), "has no float"),
    (lambda r: np.array([0.5, r.random()], dtype=float), "has no float"),
    (lambda r: np.zeros(2).__setitem__(0, r.random()), "has no float"),
    (lambda r: np.float64(r.random()), "has no float"),
    (lambda r: r.random(2).astype(float), "has no float"),
    (lambda r: np.add(np.zeros(2), r.random(2), out=np.zeros(2)), "has no float"),
    (lambda r: np.sqrt(r.random()), "numpy.sqrt"),
    (lambda r: np.sqrt(r.random(2)), "numpy.sqrt"),
    (lambda r: np.mean(r.random(2)), "numpy.mean"),
    (lambda r: r.random(2).sum(), "numpy.add"),
    (lambda r: np.histogram(r.random(2)), "numpy.histogram"),
    (lambda r: r.random() ** 2, "a power"),
    (lambda r: r.random().hex(), "hex of a number"),
    (lambda r: r.random().as_integer_ratio(), "as_integer_ratio"),
    (lambda r: Fraction(r.random()), "as_integer_ratio"),
    (lambda r: pd.to_numeric([r.random()], errors="coerce")[0], "no key of a dictionary"),
    (lambda r: len(repr(r.random())), "no digits"),
    (lambda r: len(str(r.random())), "no digits"),
    (lambda r: len(f"{r.random()}"), "no digits"),
    (lambda r: len("%.3f" % r.random()), "has no float"),
    (lambda r: len(repr(np.log(r.random()))), "no digits"),
    (lambda r: len(str(r.random(2))), "no digits"),
    (lambda r: {r.random()}, "no element of a set"),
    (lambda r: hash(np.log(r.random())), "no element of a set"),
    (lambda r: copy.deepcopy(r), "cannot be copied"),
    (lambda r: r.normal(), "real numbers"),
    (lambda r: r.poisson(), "infinitely many"),
    (lambda r: r.getstate(), "state of a generator"),
    (lambda r: hasattr(r, "standard_normal"), "real numbers"),
    (lambda r: hasattr(r, "bit_generator"), "state of a generator"),
    (lambda r: hasattr(r, "_randbelow"), "not enumerated"),
    (lambda r: getattr(r, "gauss", None), "real numbers"),
    (lambda r: hasattr(r.random(), "hex"), "hex of a number"),
    (lambda r: r.coin(2), "not between 0 and 1"),
    (lambda r: r.choice([]), "0 possibilities"),
    (lambda r: r.choice([0, 1], weights=[1, 2]), "unexpected keyword"),
    (lambda r: r.geometric(0.5), "no bound"),
    (lambda r: r.integers(10**13), "too many"),
    (lambda r: [r.coin("1/2") for _ in range(2_000)], "more than 1000 questions"),
]


@pytest.mark.parametrize("call, sentence", CAUGHT, ids=[sentence or "any" for _, sentence in CAUGHT])
@pytest.mark.parametrize("around", [lambda call: call, in_a_thread, in_a_pool])
def test_what_is_caught_is_raised(call, sentence, around):
    if around in (in_a_thread, in_a_pool):
        sentence = f"on the same thread|{sentence}"
    with pytest.raises((peskun.Error, TypeError, RuntimeError), match=sentence):
        Chain.of(caught(around(call)), [0, 1], [1, 1])


def test_the_logarithm_that_a_step_catches():
    """It would always accept, and hold."""

    def metropolis(x, rng):
        proposal = (x + rng.choice([-1, 1])) % 4
        try:
            log_u = math.log(rng.random())
        except (ValueError, TypeError):
            log_u = -math.inf
        return proposal if log_u < math.log(WEIGHTS[proposal] / WEIGHTS[x]) else x

    with pytest.raises(peskun.CannotSplit, match="math.exp"):
        Chain.of(metropolis, range(4), [1] * 4)


def test_the_first_refusal_is_raised_and_nothing_is_answered_after_it():
    seen = []

    def step(state, rng):
        for ask in (lambda: rng.normal(), lambda: rng.coin("1/2"), lambda: rng.random() < 2):
            try:
                seen.append(ask())
            except Exception as error:
                seen.append(type(error))
        raise KeyError("of the step's own")

    with pytest.raises(peskun.Missing, match="normal"):
        Chain.of(step, [0], [1])
    assert seen == [peskun.Missing] * 3


def test_a_thread_that_outlives_its_step():
    release, done = threading.Event(), threading.Event()

    def step(state, rng):
        if state == 0 and not release.is_set():
            threading.Thread(target=lambda: (release.wait(10), caught(lambda r: r.coin(1))(0, rng), done.set())).start()
        if state == 1:
            release.set()
            assert done.wait(10)
        return state

    with pytest.raises(RuntimeError, match="on the same thread"):
        Chain.of(step, [0, 1], [1, 1])


@pytest.mark.parametrize(
    "harmless",
    [
        lambda r: hasattr(r, "__array__"),
        lambda r: hasattr(r, "_ipython_canary_method_should_not_exist_"),
        lambda r: hasattr(r, "_repr_html_"),
        lambda r: hasattr(r, "no_generator_has_it"),
        lambda r: hasattr(r, "dtype"),
        lambda r: isinstance(r, np.random.RandomState),
        lambda r: np.asarray(r) is None,
        lambda r: hasattr(r.random(), "dtype"),
        lambda r: hasattr(r.random(), "__array__"),
        lambda r: hasattr(r.random(), "no_float_has_it"),
        lambda r: callable(r.random()),
    ],
)
def test_what_real_generators_do_not_have_either_may_be_asked_for(harmless):
    chain = Chain.of(lambda s, r: int(bool(harmless(r)) or r.coin("1/2")), [0, 1], [1, 1])
    assert chain.matrix[0] == [Fraction(1, 2)] * 2


def test_an_error_of_the_steps_own_may_be_caught():
    def step(state, rng):
        try:
            return [0, 1][2 * rng.integers(2)]
        except IndexError:
            return 1 - state

    assert Chain.of(step, [0, 1], [1, 1]).matrix[1] == [1, 0]


def changed_in_place(array):
    array += 1
    array *= 2
    array /= 2
    return array


class Untold(random.Random):
    """A generator that does not tell its state."""

    def getstate(self):
        raise NotImplementedError


def test_a_generator_that_does_not_tell_its_state_is_in_nobodys_way():
    own = Untold(1)
    assert Chain.of(lambda s, r: (own, r.integers(2))[1], [0, 1], [1, 1]).invariant


RIGHT = [
    (lambda r: isinstance(r.random(), float), 1),
    (lambda r: isinstance(r.random(), (int, Fraction)), 0),
    (lambda r: isinstance(np.log(r.random()), float), 1),
    (lambda r: isinstance(1 - r.random(), float) and 1 - r.random() < 0.25, Fraction(1, 4)),
    (lambda r: np.isscalar(r.random()), 1),
    (lambda r: r.random().real < 0.25, Fraction(1, 4)),
    (lambda r: r.random().imag == 0, 1),
    (lambda r: r.random().conjugate() < 0.25, Fraction(1, 4)),
    (lambda r: r.random().is_integer(), 0),
    (lambda r: Fraction(1, 4) > r.random(), Fraction(1, 4)),
    (lambda r: Fraction(5, 4) - r.random() > 1, Fraction(1, 4)),
    (lambda r: isinstance(4 * r.random() // 1, float), 1),
    (lambda r: isinstance(divmod(4 * r.random(), 1)[0], float), 1),
    (lambda r: isinstance(np.floor(4 * r.random()), np.float64), 1),
    (lambda r: np.floor(4 * r.random(2)).dtype == float, 1),
    (lambda r: r.random(2).dtype == float, 1),
    (lambda r: np.issubdtype(np.log(r.random(2)).dtype, np.floating), 1),
    (lambda r: r.random(2).argsort().dtype == np.int64, 1),
    (lambda r: (r.random(2) < 0.5).dtype == bool, 1),
    (lambda r: r.random(4).max() < 0.5, Fraction(1, 16)),
    (lambda r: np.min(r.random(2)) < 0.5, Fraction(3, 4)),
    (lambda r: np.concatenate([r.random(1), [0.5]]).dtype == float, 1),
    (lambda r: np.where([True, False], r.random(2), 1.0)[0] < 0.25, Fraction(1, 4)),
    (lambda r: pd.to_numeric(pd.Series(r.random(2)), errors="coerce")[0] < 0.25, Fraction(1, 4)),
    (lambda r: ~(r.integers(2) == 1), Fraction(1, 2)),
    (lambda r: ~(r.random() < 0.25), 1),
    (lambda r: ~(r.random(2)[0] < 0.25), Fraction(3, 4)),
    (lambda r: ~(np.log1p(-r.random()) < 0), 0),
    (lambda r: ~(np.abs(r.random() - 0.5) < 0.125), Fraction(3, 4)),
    (lambda r: ~(r.random() * np.float64(2) < 0.5), Fraction(3, 4)),
    (lambda r: ~(0.5 - r.random(1)[0] < 0), Fraction(1, 2)),
    (lambda r: ~(2 * r.random(1)[0] // 1 == 1), Fraction(1, 2)),
    (lambda r: ~(r.uniform(np.float64(0), 1) < 0.25), 1),
    (lambda r: (r.random(1)[0] < 2) + (r.random(1)[0] < 2) == 1, 1),
    (lambda r: isinstance(r.random(1)[0], np.float64), 1),
    (lambda r: ~(np.stack([r.random(2), r.random(2)])[1, 1] < 0.25), Fraction(3, 4)),
    (lambda r: (changed_in_place(r.random(2)) < 1.5).sum() == 2, Fraction(1, 4)),
    (lambda r: np.less(r.random(2), 0.5, out=np.empty(2, dtype=bool)).sum() == 2, Fraction(1, 4)),
    (lambda r: (2 * r.random(2)).astype(int).sum() == 2, Fraction(1, 4)),
    (lambda r: (r.random(2).argsort() + 1).tolist() == [1, 2], Fraction(1, 2)),
    (lambda r: (np.array([r.random(), r.random()]) < 0.5).sum() == 2, Fraction(1, 4)),
    (lambda r: isinstance(r.random(), np.floating), 0),
    (lambda r: isinstance(r.integers(2), np.int64), 1),
]


@pytest.mark.parametrize("number", range(len(RIGHT)))
def test_what_a_step_may_look_at(number):
    """Branches are those that a real generator leads to."""
    event, p = RIGHT[number]
    chain = Chain.of(lambda s, r: bool(event(r)), [False, True], [1, 1])
    assert chain.matrix[0][1] == p
    real = np.random.default_rng(5)
    assert {bool(event(real)) for _ in range(200)} == {bool(b) for b in (0, 1) if p != 1 - b}


def test_integers_of_numpys_do_not_overflow():
    """A fraction of them is one of Python's before it meets a long one."""
    long = Fraction(1, 3**60)
    step = lambda s, r: int(r.random() - long < Fraction(np.int64(1), np.int64(3**30)))
    assert Chain.of(step, [0, 1], [1, 1]).matrix[0][1] == Fraction(1, 3**30) + long


def test_a_number_is_written_when_its_step_has_ended():
    kept = []

    def step(state, rng):
        u = rng.random()
        kept.append(u)
        return int(u < 0.25)

    Chain.of(step, [0, 1], [1, 1])
    assert "between 0 and 1/4" in {repr(u) for u in kept}.pop() or len(kept) > 1
    assert json.dumps(repr(kept[0]))


def test_the_generator_of_an_outer_step():
    def outer(state, rng):
        try:
            Chain.of(lambda s, r: int(rng.coin("1/2")), [0, 1], [1, 1])
        except peskun.Error:
            pass
        return state

    with pytest.raises(peskun.NotReproducible, match="the outer step"):
        Chain.of(outer, [0], [1])
