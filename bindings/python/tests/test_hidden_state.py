"""A step that depends on more than its state and its generator is refused: other
generators, what is kept between runs, states that are changed in place.
"""

import functools
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import pytest

import peskun
from peskun import Chain

OWN = np.random.default_rng(3)
OLD = np.random.RandomState(4)


def refused(step, sentence="", states=(0, 1), target=None):
    with pytest.raises(peskun.NotReproducible, match=sentence or None):
        Chain.of(step, states, target or [1] * len(states))


def accepts(with_number):
    """A step that accepts with a number of another generator."""
    return lambda state, rng: rng.integers(2) if with_number() < 0.5 else state


GLOBALS = [
    (random.random, "module random"),
    (lambda: random.uniform(0, 1), "module random"),
    (lambda: random.seed(1) or random.random(), "module random"),
    (np.random.random, "numpy.random"),
    (lambda: np.random.rand(), "numpy.random"),
    (lambda: np.random.seed(1) or np.random.random(), "numpy.random"),
    (lambda: OWN.random(), "`OWN`"),
    (lambda: OLD.rand(), "`OLD`"),
    (random.Random(5).random, "of its own"),
    (functools.partial(np.random.default_rng(1).uniform, 0), "of its own"),
]


@pytest.mark.parametrize("with_number, name", GLOBALS, ids=[name for _, name in GLOBALS])
def test_other_generators_by_name(with_number, name):
    for _ in range(20):
        refused(accepts(with_number), name)


def test_a_draw_that_decides_nothing():
    """It would never be seen by its effect."""
    refused(lambda s, r: (random.random(), r.integers(2))[1], "module random")
    refused(lambda s, r: (np.random.seed(7), r.integers(2))[1], "numpy.random")


@pytest.mark.parametrize("first", ["import numpy as np", ""])
def test_modules_that_are_loaded_within_the_step(first):
    """NumPy loads `numpy.random` when it is first asked for."""
    program = f"""
import peskun
{first}
def step(state, rng):
    import numpy as np
    np.random.seed(3)
    return 1 - state if np.random.random() < 0.9 else state
try:
    print(peskun.Chain.of(step, range(2), [1, 1]).invariant)
except peskun.NotReproducible as refusal:
    print("refused:", refusal)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert "refused: the step draws from the global generator of numpy.random" in run.stdout


def test_generators_that_a_step_holds():
    class Sampler:
        def __init__(self):
            self.parts = {"rng": np.random.default_rng(1)}

        def step(self, state, rng):
            return int(self.parts["rng"].random() < 2)

        __call__ = step

    refused(Sampler().step, "`rng`")
    refused(Sampler(), "`rng`")
    refused(lambda s, r, hidden=random.Random(1): int(hidden.random() < 2), "of its own")
    mine = peskun.Random(1)
    refused(lambda s, r: int(mine.random() < 2), "of its own")


def test_generators_that_are_left_alone():
    """They may be there, and be used before and after."""
    own = np.random.default_rng(1)
    own.random(), random.random(), np.random.random()
    step = lambda s, r: (own, r.integers(2))[1]
    before = random.getstate()
    assert Chain.of(step, [0, 1], [1, 1]).invariant
    assert random.getstate() == before and own.random()


@pytest.mark.parametrize("generator", [random, np.random.default_rng(1), np.random.RandomState(1), np.random.mtrand._rand])
def test_generators_that_were_seeded_alike_before(generator):
    """The state that a seed leads to is no excuse, and it is put back."""
    seeded = getattr(generator, "seed", None)

    def step(state, rng):
        if seeded:
            seeded(5)
        return int(generator.random() < 2)

    step(0, None)
    for _ in range(2):
        refused(step)
    after = generator.random()
    step(0, None)
    assert not seeded or after == generator.random()


def test_generators_are_watched_by_several_chains_at_once():
    before = random.getstate()

    def outer(state, rng):
        inner = Chain.of(lambda s, r: int(r.coin("1/4")), [0, 1], [3, 1])
        return int(rng.random() < inner.matrix[0][1])

    assert Chain.of(outer, [0, 1], [3, 1]).invariant
    with ThreadPoolExecutor(4) as pool:
        chains = pool.map(lambda n: Chain.of(lambda s, r: r.integers(n), range(n), [1] * n), range(1, 20))
        assert all(chain.invariant for chain in chains)
    assert random.getstate() == before


class Counter:
    """A step that counts its calls."""

    def __init__(self, period=None, after=None):
        self.calls = 0
        self.period, self.after = period, after

    def __call__(self, state, rng):
        self.calls += 1
        if self.after is not None:
            return state if self.calls > self.after else rng.integers(2)
        return (state + self.calls % self.period) % 2


@pytest.mark.parametrize("period", [2, 3, 4, 5, 7, 100])
def test_counters(period):
    refused(Counter(period))


@pytest.mark.parametrize("states", [1, 2, 3, 8])
def test_a_scan_by_a_counter_of_period_two(states):
    """Spin number t % 2 is updated at time t."""

    class Scan:
        t = 0

        def step(self, spins, rng):
            self.t += 1
            spins = list(spins)
            spins[self.t % 2] = rng.choice([-1, 1])
            return tuple(spins)

    spins = [(a, b) for a in (-1, 1) for b in (-1, 1)]
    refused(Scan().step, states=spins)
    # The same with the counter as a part of the state is right.
    states = [(t, *pair) for t in (0, 1) for pair in spins]

    def with_time(state, rng):
        t, *pair = state
        pair[t] = rng.choice([-1, 1])
        return (1 - t, *pair)

    assert Chain.of(with_time, states, [1] * 8).invariant


def adapting(after, states):
    runs = []

    def step(state, rng):
        runs.append(state)
        width = 1 if len(runs) <= after else 2
        return (state + width * rng.choice([-1, 1])) % states

    return step, runs


@pytest.mark.parametrize("after", [10, 100, 101, 150, 298])
def test_adaptation_after_so_many_calls(after):
    step, runs = adapting(after, 50)
    refused(step, states=range(50))
    # 100 paths, three times.
    step, runs = adapting(10**6, 50)
    Chain.of(step, range(50), [1] * 50)
    assert len(runs) == 300


def test_a_number_kept_for_the_next_time():
    """As Box and Muller do."""

    class Pairs:
        spare = None

        def step(self, state, rng):
            if self.spare is None:
                first, self.spare = rng.integers(2), rng.integers(2)
                return first
            spare, self.spare = self.spare, None
            return spare

    refused(Pairs().step)


class Box:
    """Equal to itself alone."""

    def __init__(self, x):
        self.x = x


class Slots:
    __slots__ = ("x",)

    def __init__(self, x):
        self.x = x


@dataclass(unsafe_hash=True)
class Value:
    x: int


@dataclass(eq=False)
class Deep:
    x: int = 0
    parts: list = field(default_factory=lambda: [[0], {"a": np.zeros(2)}])


def turns(state, rng):
    state.x = (state.x + 1) % 3
    return state


def turns_deep(state, rng):
    state.parts[1]["a"][0] += 1
    return state


@pytest.mark.parametrize(
    "states, step",
    [
        ([Box(0), Box(1), Box(2)], turns),
        ([Slots(0), Slots(1), Slots(2)], turns),
        ([Value(0), Value(1), Value(2)], turns),
        ([Deep(0), Deep(1)], turns_deep),
        ([(0, Box(0)), (1, Box(1))], lambda state, rng: (turns(state[1], rng), state)[1]),
    ],
)
def test_states_that_are_changed_in_place(states, step):
    refused(step, "in place", states)


def test_another_state_that_is_changed_in_place():
    boxes = [Box(0), Box(1)]
    step = lambda state, rng: (setattr(boxes[0], "x", 5), state)[1] if state is boxes[1] else state
    refused(step, "in place", boxes)


class Cached:
    """A cache is no change."""

    def __init__(self, x):
        self.x = x

    @functools.cached_property
    def square(self):
        return self.x**2


@pytest.mark.parametrize("states", [[Cached(1), Cached(2)], [Value(1), Value(2)], [(1, "a"), (2, None)]])
def test_states_that_are_left_alone(states):
    def step(state, rng):
        getattr(state, "square", None)
        return states[rng.integers(2)]

    assert Chain.of(step, states, [1, 1]).invariant


def test_every_path_is_run_three_times():
    """Which takes three times as long, and is what the guide says."""
    runs = []

    def step(state, rng):
        runs.append(state)
        return (state + rng.integers(4)) % 5

    chain = Chain.of(step, range(5), [1] * 5)
    assert chain.paths == 20 and len(runs) == 60
    # Twice at once, and in the opposite order.
    assert runs == [state for state in range(5) for _ in range(8)] + [s for s in range(4, -1, -1) for _ in range(4)]


def test_looking_costs_little_beside_a_run():
    def step(state, rng):
        return (state + rng.integers(1_000)) % 5

    start = time.process_time()
    chain = Chain.of(step, range(5), [1] * 5)
    taken = time.process_time() - start
    assert chain.paths == 5_000
    # Some five microseconds a run; a hundred are allowed.
    assert taken < 15_000 * 100e-6


def test_what_is_not_seen():
    """The guide says so: fresh randomness of the system, if it seldom decides."""
    hidden = random.SystemRandom()

    def step(state, rng):
        return state if hidden.random() < 1e-9 else rng.integers(2)

    assert Chain.of(step, [0, 1], [1, 1]).matrix[0] == [Fraction(1, 2)] * 2
