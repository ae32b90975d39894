"""Doubles are judged relative to the flows they make, never by an absolute size."""

import math
from fractions import Fraction

import numpy as np
import pytest

import peskun
from peskun import Chain

STICKY = [[0.9999999999, 1e-10], [3e-10, 0.9999999997]]


def poisson(top=30, rate=4.0):
    return [math.exp(-rate) * rate**k / math.factorial(k) for k in range(top + 1)]


def walk(weights, wrong_at=None):
    """A walk with Metropolis' acceptance; from one state it goes down for certain,
    as if it bounced there."""

    def step(k, rng):
        proposal = k + (-1 if k == wrong_at else rng.choice([-1, 1]))
        if not 0 <= proposal < len(weights):
            return k
        return proposal if rng.random() * weights[k] < weights[proposal] else k

    return step


def sticky_step(state, rng):
    """The sticky chain as a step."""
    return 1 - state if rng.random() < (1e-10, 3e-10)[state] else state


def far(verdict):
    return not verdict and verdict.holds == "no"


@pytest.mark.parametrize(
    "chain",
    [
        lambda: Chain(STICKY, ["x", "y"], [1, 1]),
        lambda: Chain(np.array(STICKY), ["x", "y"], [1, 1]),
        lambda: Chain([list(map(Fraction, row)) for row in STICKY], ["x", "y"], [1, 1], doubles=True),
        lambda: Chain.of(sticky_step, [0, 1], [1, 1]),
        lambda: Chain.of(lambda s, r: r.draw(STICKY[s]), [0, 1], [1, 1]),
    ],
)
def test_a_sticky_chain_is_not_right(chain):
    chain = chain()
    assert chain.used_doubles and far(chain.invariant) and far(chain.reversible)
    stationary = [float(mass) for mass in chain.stationary]
    assert stationary == pytest.approx([0.75, 0.25], rel=1e-6)


@pytest.mark.parametrize("assertion", [peskun.assert_invariant, peskun.assert_reversible, peskun.assert_ergodic])
def test_assertions_see_it(assertion):
    with pytest.raises(AssertionError):
        assertion(sticky_step, [0, 1], [1, 1])
    assert assertion(sticky_step, [0, 1], [3.0, 1.0]).invariant.holds == "within"


def test_a_poisson_law_with_a_wrong_bounce_far_out():
    weights = poisson()
    assert weights[24] / sum(weights) < 1e-10
    right = peskun.assert_ergodic(walk(weights), range(31), weights)
    assert right.invariant.holds == right.reversible.holds == "within"
    with pytest.raises(AssertionError, match="state 2[345] has mass"):
        peskun.assert_ergodic(walk(weights, wrong_at=24), range(31), weights)
    chain = Chain.of(walk(weights, wrong_at=24), range(31), weights)
    ratio = float(chain.stationary[25]) / float(chain.target[25])
    assert far(chain.reversible) and ratio < 0.51


def test_both_errors_are_told():
    chain = Chain([[0.9, 0.1], [0.3, 0.7]], range(2), [3 * (1 + 2e-13), 1])
    verdict = chain.invariant
    assert verdict.holds == "within" and bool(verdict)
    # Flows of 0.075 in both directions, up to a relative 2e-13.
    assert float(verdict.relative_error) == pytest.approx(2e-13, rel=0.01)
    assert float(verdict.error) == pytest.approx(0.075 * 2e-13, rel=0.01)
    assert "(relative 2" in verdict.sentence
    exact = Chain([["9/10", "1/10"], ["3/10", "7/10"]], range(2), [3, 1]).invariant
    assert exact.holds == "yes" and exact.error is exact.relative_error is None


@pytest.mark.parametrize("build", ["matrix", "step"])
def test_a_tolerance_of_ones_own(build):
    target = [3 * (1 + 1e-7), 1]

    def chain(**options):
        if build == "matrix":
            return Chain([[0.9, 0.1], [0.3, 0.7]], range(2), target, **options)
        return Chain.of(lambda s, r: 1 - s if r.random() < (0.1, 0.3)[s] else s, range(2), target, **options)

    assert far(chain().invariant) and far(chain(tolerance="9/100000000").reversible)
    assert chain(tolerance=1e-6).invariant.holds == "within"
    with pytest.raises(ValueError, match="at least 0 and below 1"):
        chain(tolerance=1)
    with pytest.raises(ValueError, match="at least 0 and below 1"):
        chain(tolerance=-0.1)
    assert peskun.assert_invariant(lambda s, r: s, range(2), target, tolerance=0)


def test_a_tolerance_excuses_nothing_that_is_exact():
    chain = Chain([["9/10", "1/10"], ["3/10", "7/10"]], range(2), ["3000001/1000000", 1], tolerance="1/10")
    assert far(chain.invariant)


def test_fractions_that_come_from_doubles():
    """Their sums are 1 up to rounding, and what they say is right up to rounding."""
    doubles = [[0.1, 0.2, 0.7], [0.3, 0.3, 0.4], [0.6, 0.1, 0.3]]
    fractions = [list(map(Fraction, row)) for row in doubles]
    with pytest.raises(peskun.BadChance, match="not 1"):
        Chain(fractions, range(3), [1, 1, 1])
    told = Chain(fractions, range(3), [1, 1, 1], doubles=True)
    assert told.used_doubles and told.matrix == Chain(doubles, range(3), [1, 1, 1]).matrix
    rows = [["1/2", "1/2"], ["1/4", "3/4"]]
    assert Chain(rows, range(2), [1, 2], doubles=True).invariant.holds == "within"
    assert Chain(rows, range(2), [1, 2]).invariant.holds == "yes"


def test_verdicts_agree_with_the_stationary_law():
    """Chains in doubles, right ones rounded and wrong ones with one entry changed:
    none is called right whose stationary law is another one."""
    rng = np.random.default_rng(11)
    called = {"within": 0, "no": 0}
    for trial in range(60):
        n = int(rng.integers(2, 6))
        target = 10.0 ** rng.uniform(-9, 0, n)
        stick = 10.0 ** rng.uniform(-10, 0)
        matrix = np.zeros((n, n))
        for i in range(n):
            for j in range(n):
                if i != j:
                    matrix[i, j] = stick * min(1.0, target[j] / target[i]) / n
        if trial % 2:
            i, j = rng.choice(n, 2, replace=False)
            matrix[i, j] *= 1 + 10.0 ** rng.uniform(-6, -3)
        for i in range(n):
            matrix[i, i] = 1 - matrix[i].sum()
        chain = Chain(matrix, range(n), target)
        worst = max(
            abs(float(mass) / float(wanted) - 1)
            for mass, wanted in zip(chain.stationary, chain.target)
        )
        called[chain.invariant.holds] += 1
        if chain.invariant:
            assert worst < 1e-7, (trial, worst)
        if trial % 2:
            assert far(chain.reversible)
    assert min(called.values()) > 10
