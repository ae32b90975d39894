"""Bad input: one clear exception each, and nothing hangs."""

import contextlib
import gc
import random
import signal
import subprocess
import sys
import threading
import time
import traceback
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import peskun
from peskun import Chain

NAN = float("nan")


def enumerated(step, states=(0, 1), target=(1, 1), **budget):
    return Chain.of(step, states, target, **budget)


@pytest.mark.parametrize(
    "step, error, sentence",
    [
        (lambda s, r: r.coin(-1), peskun.BadChance, "probability -1, which is not between"),
        (lambda s, r: r.coin(Fraction(3, 2)), peskun.BadChance, "probability 3/2"),
        (lambda s, r: r.coin(NAN), peskun.BadChance, "nan is not a number"),
        (lambda s, r: r.coin(float("inf")), peskun.BadChance, "inf is not a number"),
        (lambda s, r: r.coin("x"), peskun.BadChance, "'x' is not a number"),
        (lambda s, r: r.coin("1e-999999999"), peskun.BadChance, "more than 10000 digits"),
        (lambda s, r: r.coin("1/" + "3" * 20_000), peskun.BadChance, "more than 10000 digits"),
        (lambda s, r: r.coin("\ud800"), peskun.BadChance, "is not a number"),
        (lambda s, r: r.coin(Decimal("1e-999999999")), peskun.BadChance, "more than 10000 digits"),
        (lambda s, r: r.random() < Decimal("1e-999999999"), peskun.BadChance, "10000 digits"),
        (lambda s, r: r.coin(None), TypeError, "None is not a number"),
        (lambda s, r: r.coin(np.array([0.5])), TypeError, "is an array, not a number"),
        (lambda s, r: r.random() < NAN, peskun.BadChance, "nan is not a number"),
        (lambda s, r: r.draw([0, 0]), peskun.BadChance, "weights that are none"),
        (lambda s, r: r.draw([]), peskun.BadChance, "weights that are none"),
        (lambda s, r: r.draw([1, -1]), peskun.BadChance, "weights that are none"),
        (lambda s, r: r.draw([1, NAN]), peskun.BadChance, "nan is not a number"),
        (lambda s, r: r.randrange(0), peskun.BadChance, "0 possibilities"),
        (lambda s, r: r.choice([]), peskun.BadChance, "0 possibilities"),
        (lambda s, r: r.integers(3, 3), peskun.BadChance, "0 possibilities"),
        (lambda s, r: r.getrandbits(64), peskun.Undecided, "too many to enumerate"),
        (lambda s, r: r.choice(2, p=[0.5, 0.4]), peskun.BadChance, "not 1"),
        (lambda s, r: r.binomial(2, 1.5), peskun.BadChance, "between 0 and 1"),
        (lambda s, r: 7, peskun.UnknownState, "a step from `0` leads to `7`"),
        (lambda s, r: None, peskun.UnknownState, "returns None"),
        (lambda s, r: [1], peskun.UnknownState, "not hashable"),
        (lambda s: s, TypeError, "positional argument"),
    ],
)
def test_steps(step, error, sentence):
    with pytest.raises(error, match=sentence):
        enumerated(step)


@pytest.mark.parametrize(
    "states, target, error, sentence",
    [
        ([], [], peskun.BadTarget, "no states"),
        ([0, 0], [1, 1], peskun.BadTarget, "listed twice"),
        ([[0]], [1], peskun.BadTarget, "not hashable"),
        ([0, 1], [1], peskun.BadTarget, "1 values for 2 states"),
        ([0, 1], [0, 0], peskun.BadTarget, "weight 0"),
        ([0, 1], [1, -1], peskun.BadTarget, "negative"),
        ([0, 1], [1, NAN], peskun.BadChance, "nan"),
        ([0, 1], {0: 1}, peskun.BadTarget, "`1` has no value"),
        ([0, 1], {0: 1, 1: 1, 2: 1}, peskun.BadTarget, "`2` has a value"),
    ],
)
def test_states_and_targets(states, target, error, sentence):
    with pytest.raises(error, match=sentence):
        enumerated(lambda s, r: s, states, target)


@pytest.mark.parametrize(
    "rows, sentence",
    [
        ([[1, 0]], "1 rows for 2 states"),
        ([[1, 0], [1]], "1 entries for 2 states"),
        ([[1, 0], [0, 2]], "sum 2, not 1"),
        ([[1, 0], [2, -1]], "negative"),
        ([[1, 0], [0, 1], [0, 1]], "more than 2 rows"),
        ([[1, 0], [0.5, 0.4]], "not 1"),
    ],
)
def test_matrices(rows, sentence):
    with pytest.raises(peskun.BadChance, match=sentence):
        Chain(rows, range(2), [1, 1])


def test_ten_million_paths_are_too_many():
    start = time.process_time()
    with pytest.raises(peskun.Undecided, match="budget of 20000 paths ran out; paths="):
        enumerated(lambda s, r: sum(r.coin("1/2") for _ in range(24)) % 2, paths=20_000)
    with pytest.raises(peskun.Undecided, match="budget of 1000000 paths ran out"):
        enumerated(lambda s, r: 0 * r.integers(10**7))
    with pytest.raises(peskun.Undecided, match="read again on every path"):
        enumerated(lambda s, r: 0 * r.draw(range(1, 20_000)), paths=20_000)
    with pytest.raises(peskun.Undecided, match="at most 1000"):
        enumerated(lambda s, r: 0 * r.binomial(10**6, 0.5))
    assert time.process_time() - start < 60


def test_a_step_without_an_end():
    def forever(state, rng):
        while rng.random() < Fraction(1, 2):
            pass
        return state

    with pytest.raises(peskun.Undecided, match="more than 300 questions"):
        enumerated(forever, questions=300)


def test_a_step_that_keeps_state_is_refused():
    calls = []

    def counts(state, rng):
        calls.append(state)
        return int(rng.coin(Fraction(1, len(calls) + 1)))

    with pytest.raises(peskun.NotReproducible, match="keep something between runs"):
        enumerated(counts)

    other = random.Random(1)
    with pytest.raises(peskun.NotReproducible, match="`other`, a generator of its own"):
        enumerated(lambda s, r: other.choice([0, 1]), range(2))


def test_a_step_that_takes_turns_is_refused():
    for states in (range(2), range(3), range(4)):
        runs = []

        def takes_turns(state, rng):
            runs.append(state)
            return len(runs) % 2

        with pytest.raises(peskun.NotReproducible):
            enumerated(takes_turns, states, [1] * len(states))


def test_names_of_states_are_cut_and_written():
    long = ("x" * 10_000,)
    with pytest.raises(AssertionError) as caught:
        peskun.assert_invariant(lambda s, r: long, [long, 1], [1, 1])
    assert len(str(caught.value)) < 400
    with pytest.raises(peskun.BadTarget) as repeated:
        enumerated(lambda s, r: s, [long, long])
    assert len(str(repeated.value)) < 200
    assert "\\ud800" in str(enumerated(lambda s, r: "", ["\ud800", ""]))


@pytest.mark.parametrize("budget", [-1, 1e6, 10**30, None, "1"])
def test_budgets_are_whole_numbers(budget):
    with pytest.raises(ValueError, match="paths is a whole number"):
        enumerated(lambda s, r: s, paths=budget)
    with pytest.raises(ValueError, match="questions is a whole number"):
        enumerated(lambda s, r: s, questions=budget)


def test_states_that_are_not_reached_are_told():
    chain = enumerated(lambda s, r: 0)
    assert chain.irreducible.witness.left_for_good == [1]
    assert chain.row(1) == {0: 1}


class Odd:
    """Fails in the way it is told to."""

    def __init__(self, *, hashed=False, compared=False, written=False):
        self.fails = hashed, compared, written

    def __hash__(self):
        return 1 // (not self.fails[0])

    def __eq__(self, other):
        return 1 // (not self.fails[1]) == 2

    def __repr__(self):
        return str(1 // (not self.fails[2]))


@pytest.mark.parametrize("part", ["hashed", "compared"])
def test_states_that_fail_to_be_compared(part):
    with pytest.raises(ZeroDivisionError):
        enumerated(lambda s, r: Odd(**{part: True}))


def test_states_that_fail_to_be_written():
    with pytest.raises(peskun.UnknownState, match="leads to `\\?`"):
        enumerated(lambda s, r: Odd(written=True))


@pytest.mark.parametrize("failure", [SystemExit, RecursionError, StopIteration, MemoryError])
def test_exceptions_of_all_kinds_come_through(failure):
    def fails(state, rng):
        rng.coin("1/2")
        raise failure

    with pytest.raises(failure):
        enumerated(fails)


def test_functions_that_are_no_steps():
    async def waits(state, rng):
        return state

    def yields(state, rng):
        yield state

    for step in (yields, waits):
        with pytest.warns() if step is waits else contextlib.nullcontext():
            with pytest.raises(peskun.UnknownState, match="leads to `<"):
                enumerated(step)
            gc.collect()


def test_nothing_is_said_of_panics():
    """A hundred kinds of bad input in another process: its errors are exceptions."""
    code = """
import peskun
bad = [-1, 2, float("nan"), "x", None, [], {}, 1j, 10**400, float("inf"), b"1", object()]
asks = [
    lambda r, x: r.coin(x), lambda r, x: r.draw([x]), lambda r, x: r.draw(x), lambda r, x: r.integers(x),
    lambda r, x: r.random() < x, lambda r, x: r.choice([0, 1], p=[x, 1]), lambda r, x: r.integers(x),
    lambda r, x: r.binomial(x, x), lambda r, x: r.shuffle(x), lambda r, x: x,
]
count = 0
for value in bad:
    for ask in asks:
        try:
            peskun.Chain.of(lambda s, r: ask(r, value), [0, 1], [1, 1])
        except Exception as error:
            assert str(error), (value, error)
            count += 1
    for build in (
        lambda: peskun.Chain([[value, 1], [1, value]], [0, 1], [1, 1]),
        lambda: peskun.Chain([[1, 0], [0, 1]], [0, 1], [value, value]),
        lambda: peskun.Model.named("bernoulli-pair").chain(value),
        lambda: peskun.Model.named("bernoulli-pair").check(value),
        lambda: peskun.search(value, models=1),
    ):
        try:
            build()
        except Exception:
            count += 1
assert count > 100, count
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""


def test_a_refusal_is_not_swallowed():
    calls = []

    def swallows(state, rng):
        calls.append(state)
        try:
            rng.coin(Fraction(1, len(calls) + 1))
        except Exception:
            pass
        return state

    with pytest.raises(peskun.NotReproducible):
        enumerated(swallows)


def test_exceptions_of_a_step_come_through():
    def inner(state, rng):
        if rng.coin("1/2"):
            raise KeyError("mine")
        return state

    with pytest.raises(KeyError, match="mine") as caught:
        enumerated(inner)
    assert "inner" in "".join(traceback.format_tb(caught.value.__traceback__))


def test_an_interrupt_ends_at_once():
    def slow(state, rng):
        return sum(rng.coin("1/2") for _ in range(40)) % 2

    timer = threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT))
    start = time.perf_counter()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        enumerated(slow, paths=10**9)
    assert time.perf_counter() - start < 10


def test_the_interpreter_is_shared_with_other_threads():
    seen = []
    done = threading.Event()

    def other():
        while not done.is_set():
            seen.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=other)
    thread.start()
    enumerated(lambda s, r: sum(r.coin("1/2") for _ in range(12)) % 2)
    done.set()
    thread.join()
    assert len(seen) > 5


def test_a_generator_answers_only_within_its_step():
    kept = []

    def keeps(state, rng):
        kept.append(rng)
        return state

    enumerated(keeps)
    with pytest.raises(RuntimeError, match="only while its step is enumerated"):
        kept[0].coin("1/2")
