"""Assertions in tests: three lines that say what is wrong, and the smallest
target that breaks a kernel.
"""

from fractions import Fraction

import pytest
from hypothesis import find, given

import peskun
from peskun import strategies

FAILING = '''
import peskun

WEIGHTS = [1, 2, 3]

def step(x, rng):
    proposal = rng.choice([y for y in range(3) if y != x])
    if rng.random() < WEIGHTS[x] / WEIGHTS[proposal]:
        return proposal
    return x

def test_step(assert_invariant):
    assert_invariant(step, range(3), WEIGHTS)

def test_verdict():
    assert peskun.Chain.of(step, range(3), WEIGHTS).reversible
'''


def test_the_message_has_three_lines():
    with pytest.raises(AssertionError) as caught:
        peskun.assert_reversible(lambda s, r: (s + r.coin("1/2")) % 3, range(3), [1, 1, 1])
    first, second, third = str(caught.value).splitlines()
    assert first == "the step does not satisfy detailed balance"
    assert second == "  the flow 0 → 1 is 1/6, and 0 back (difference 1/6)"
    assert third.startswith("  a test by counting would need about")


def test_a_chain_that_does_not_move():
    with pytest.raises(AssertionError, match="not irreducible\n  fails: 2 closed classes"):
        peskun.assert_ergodic(lambda s, r: s, range(2), [1, 1])
    chain = peskun.assert_reversible(lambda s, r: s, range(2), [1, 1])
    assert chain.invariant


def test_pytest_shows_the_witness(pytester):
    pytester.makepyfile(FAILING)
    result = pytester.runpytest("-p", "no:cacheprovider")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        [
            "E*AssertionError: the step does not leave the target as it is",
            "E*state 0 has mass 0.166667, and 0.513889 after a step (difference 0.347222): 0.0277778 goes to 2, and 0.25 comes back",
            "E*a test by counting would need about*",
            "E*assert <reversible: fails: 0→2 has flow 0.0277778, 2→0 has 0.25 (difference -0.222222)>",
        ]
    )


def metropolis(target):
    def step(x, rng):
        proposal = rng.integers(len(target))
        return proposal if rng.random() * target[x] < target[proposal] else x

    return step


def upside_down(target):
    def step(x, rng):
        proposal = rng.integers(len(target))
        return proposal if rng.random() * target[proposal] < target[x] else x

    return step


@given(strategies.targets())
def test_every_target(target):
    peskun.assert_reversible(metropolis(target), range(len(target)), target)


def test_the_smallest_target_that_breaks_a_kernel():
    def breaks(target):
        return not peskun.Chain.of(upside_down(target), range(len(target)), target).invariant

    assert find(strategies.targets(), breaks) == [1, 2]


@given(strategies.proposals(3, symmetric=True))
def test_symmetric_proposals_need_no_correction(rows):
    target = [1, 2, 3]

    def step(x, rng):
        proposal = rng.draw(rows[x])
        return proposal if rng.random() * target[x] < target[proposal] else x

    peskun.assert_reversible(step, range(3), target)


@given(strategies.proposals(3))
def test_rows_are_laws(rows):
    assert all(sum(row) == 1 and min(row) >= 0 for row in rows)


def test_the_state_that_most_is_exchanged_with():
    """State 0 gains from 2, and is in balance with 1."""
    rows = [["1/2", "1/2", 0], ["1/4", "3/4", 0], ["1/4", 0, "3/4"]]
    target = [1, 2, 1]

    def step(state, rng):
        return rng.draw(rows[state])

    with pytest.raises(AssertionError) as caught:
        peskun.assert_invariant(step, range(3), target)
    law = [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]
    after = sum(mass * Fraction(row[0]) for mass, row in zip(law, rows))
    assert after - law[0] == Fraction(1, 16)
    second = str(caught.value).splitlines()[1]
    assert second == (
        "  state 0 has mass 1/4, and 5/16 after a step (difference 1/16): "
        "0 goes to 2, and 1/16 comes back"
    )


def test_how_many_steps_a_test_by_counting_takes():
    right = peskun.Chain([["1/2", "1/2"], ["1/2", "1/2"]], [0, 1], [1, 1])
    assert right.steps_to_see() is None and right.steps_to_see(reversible=True) is None
    needed = []
    for off in (Fraction(1, 4), Fraction(1, 40), Fraction(1, 400)):
        rows = [[Fraction(1, 2) + off, Fraction(1, 2) - off], [Fraction(1, 2)] * 2]
        needed.append(peskun.Chain(rows, [0, 1], [1, 1]).steps_to_see())
    # As the inverse square of the difference, up to rounding to powers of two.
    assert 25 < needed[1] / needed[0] < 400 and 25 < needed[2] / needed[1] < 400
