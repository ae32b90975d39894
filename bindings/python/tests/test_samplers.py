"""Samplers as people write them enumerate to their exact matrices, and a wrong
line in each is found with its witness.
"""

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import factorial

import numpy as np
import pytest
import samplers
from by_hand import is_reversible, matrix, stays_invariant
from samplers import ENERGIES, JOINT, MOST, PROPOSAL, RATE, WEIGHTS, heat

import peskun

HALF = Fraction(1, 2)


def accepted(ask, ratio):
    probability = min(Fraction(1), ratio)
    return bool(ask([1 - probability, probability]))


def walk_by_hand(x, ask):
    proposal = x + (1 if ask([HALF, HALF]) else -1)
    if not 0 <= proposal < len(WEIGHTS):
        return x
    return proposal if accepted(ask, Fraction(WEIGHTS[proposal], WEIGHTS[x])) else x


def independence_by_hand(x, ask):
    chances = [Fraction(p) for p in PROPOSAL]
    proposal = ask(chances)
    ratio = WEIGHTS[proposal] * chances[x] / (WEIGHTS[x] * chances[proposal])
    return proposal if accepted(ask, ratio) else x


def gibbs_by_hand(state, ask):
    x = ask([Fraction(int(weight)) for weight in JOINT[:, state[1]]])
    return (x, ask([Fraction(int(weight)) for weight in JOINT[x, :]]))


def tempering_by_hand(state, ask):
    chains = list(state)
    if ask([HALF, HALF]):
        a, b = chains
        ratio = heat(b, 0) * heat(a, 1) / (heat(a, 0) * heat(b, 1))
        return (b, a) if accepted(ask, ratio) else (a, b)
    level = ask([HALF, HALF])
    proposal = (chains[level] + (1 if ask([HALF, HALF]) else -1)) % len(ENERGIES)
    if accepted(ask, heat(proposal, level) / heat(chains[level], level)):
        chains[level] = proposal
    return tuple(chains)


def slice_by_hand(x, ask):
    """Which weights the height is below decides; they are 1, 2 and 4."""
    heights = [height for height in (1, 2, 4) if height <= WEIGHTS[x]]
    lengths = [Fraction(high - low) for low, high in zip([0, *heights], heights)]
    top = heights[ask(lengths)]
    inside = [state for state, weight in enumerate(WEIGHTS) if weight >= top]
    return inside[ask([Fraction(1)] * len(inside))]


def jump_by_hand(points, ask):
    if ask([HALF, HALF]):
        return points - 1 if points > 0 and accepted(ask, points / RATE) else points
    if points < MOST and accepted(ask, RATE / (points + 1)):
        return points + 1
    return points


PAIRS = list(product(range(len(ENERGIES)), repeat=2))
CASES = {
    "random_walk_metropolis": (walk_by_hand, range(5), WEIGHTS),
    "gibbs": (gibbs_by_hand, list(product(range(2), range(3))), JOINT.flatten().tolist()),
    "parallel_tempering": (tempering_by_hand, PAIRS, [heat(a, 0) * heat(b, 1) for a, b in PAIRS]),
    "slice_sampler": (slice_by_hand, range(5), WEIGHTS),
    "birth_death_jump": (
        jump_by_hand,
        range(MOST + 1),
        [RATE**n / factorial(n) for n in range(MOST + 1)],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_exact_matrix(name):
    by_hand, states, target = CASES[name]
    states = list(states)
    chain = peskun.Chain.of(getattr(samplers, name), states, target)
    rows = matrix(by_hand, states)
    assert chain.matrix == rows
    assert not chain.used_doubles
    assert chain.invariant.holds == "yes"
    assert stays_invariant(rows, target)
    assert bool(chain.reversible) == is_reversible(rows, target)
    assert chain.irreducible and chain.aperiodic
    assert chain.stationary == chain.target


@pytest.mark.parametrize("name", CASES)
def test_a_wrong_line_is_found(name):
    _, states, target = CASES[name]
    states = list(states)
    chain = peskun.Chain.of(getattr(samplers, name + "_wrong"), states, target)
    assert not stays_invariant(chain.matrix, target)
    assert not chain.invariant
    witness = chain.invariant.witness
    column = states.index(witness.state)
    after = sum(mass * row[column] for mass, row in zip(chain.target, chain.matrix))
    assert (witness.before, witness.after) == (chain.target[column], after)
    with pytest.raises(AssertionError, match="does not leave the target as it is"):
        peskun.assert_invariant(getattr(samplers, name + "_wrong"), states, target)


GENERATORS = {
    "random_walk_metropolis": np.random.default_rng,
    "independence_sampler": np.random.default_rng,
    "gibbs": random.Random,
    "parallel_tempering": random.Random,
    "slice_sampler": random.Random,
    "birth_death_jump": np.random.default_rng,
}


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize("wrong", ["", "_wrong"])
def test_the_same_function_runs_with_a_real_generator(name, wrong):
    """What was enumerated is what samples: steps from one state, counted, and far
    more than would leave six standard deviations to chance."""
    step = getattr(samplers, name + wrong)
    _, states, target = CASES.get(name, (None, range(5), WEIGHTS))
    chain = peskun.Chain.of(step, states, target)
    for generator in (GENERATORS[name](7), peskun.Random(7)):
        start, steps = chain.states[1], 3_000
        counts = Counter(step(start, generator) for _ in range(steps))
        assert set(counts) <= set(chain.row(start))
        for state, probability in chain.row(start).items():
            deviation = math.sqrt(steps * probability * (1 - probability))
            assert abs(counts[state] - steps * probability) <= 6 * deviation + 1


def test_logarithms_in_doubles_are_right_up_to_rounding():
    chain = peskun.Chain.of(samplers.independence_sampler, range(5), WEIGHTS)
    rows = matrix(independence_by_hand, range(5))
    assert chain.used_doubles
    assert chain.reversible.holds == "within"
    assert chain.reversible and chain.reversible.error < Fraction(1, 10**12)
    assert "within" in str(chain.reversible)
    far = max(abs(a - b) for one, other in zip(chain.matrix, rows) for a, b in zip(one, other))
    assert 0 < far < Fraction(1, 10**12)


def test_a_wrong_logarithm_is_found():
    chain = peskun.Chain.of(samplers.independence_sampler_wrong, range(5), WEIGHTS)
    assert not chain.invariant
    assert abs(chain.invariant.witness.difference) > Fraction(1, 1000)
