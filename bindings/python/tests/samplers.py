"""Six samplers as people write them: the generator is an argument, and nothing
in them knows of this package. Each has a wrong variant with one line changed.
"""

import math
from fractions import Fraction

import numpy as np

WEIGHTS = [1, 2, 4, 2, 1]


def random_walk_metropolis(x, rng):
    proposal = x + rng.choice([-1, 1])
    if proposal < 0 or proposal >= len(WEIGHTS):
        return x
    if rng.random() < Fraction(WEIGHTS[proposal], WEIGHTS[x]):
        return proposal
    return x


def random_walk_metropolis_wrong(x, rng):
    proposal = x + rng.choice([-1, 1])
    proposal = min(max(proposal, 0), len(WEIGHTS) - 1)
    proposal = proposal if proposal != x else x + (1 if x == 0 else -1)  # bounces off the ends
    if rng.random() < Fraction(WEIGHTS[proposal], WEIGHTS[x]):
        return proposal
    return x


PROPOSAL = [0.125, 0.25, 0.25, 0.25, 0.125]


def independence_sampler(x, rng):
    proposal = rng.choice(len(WEIGHTS), p=PROPOSAL)
    log_ratio = math.log(WEIGHTS[proposal] / PROPOSAL[proposal]) - math.log(WEIGHTS[x] / PROPOSAL[x])
    if np.log(rng.random()) < log_ratio:
        return proposal
    return x


def independence_sampler_wrong(x, rng):
    proposal = rng.choice(len(WEIGHTS), p=PROPOSAL)
    log_ratio = math.log(WEIGHTS[proposal]) - math.log(WEIGHTS[x])  # the proposal is left out
    if np.log(rng.random()) < log_ratio:
        return proposal
    return x


JOINT = np.array([[1, 2, 1], [3, 1, 2]])


def gibbs(state, rng):
    x, y = state
    x = rng.choices([0, 1], weights=[int(w) for w in JOINT[:, y]])[0]
    y = rng.choices([0, 1, 2], weights=[int(w) for w in JOINT[x, :]])[0]
    return (x, y)


def gibbs_wrong(state, rng):
    x0, y0 = state
    x = rng.choices([0, 1], weights=[int(w) for w in JOINT[:, y0]])[0]
    y = rng.choices([0, 1, 2], weights=[int(w) for w in JOINT[x0, :]])[0]  # the old x
    return (x, y)


ENERGIES = [0, 1, 0, 2]


def heat(x, level):
    """A Boltzmann weight in powers of two: 2^(-energy / (level + 1))."""
    return Fraction(1, 2) ** (ENERGIES[x] * (2 - level))


def parallel_tempering(state, rng):
    chains = list(state)
    if rng.random() < Fraction(1, 2):
        level = rng.randrange(2)
        proposal = (chains[level] + rng.choice([-1, 1])) % len(ENERGIES)
        if rng.random() < heat(proposal, level) / heat(chains[level], level):
            chains[level] = proposal
    else:
        a, b = chains
        ratio = heat(b, 0) * heat(a, 1) / (heat(a, 0) * heat(b, 1))
        if rng.random() < ratio:
            chains = [b, a]
    return tuple(chains)


def parallel_tempering_wrong(state, rng):
    chains = list(state)
    if rng.random() < Fraction(1, 2):
        level = rng.randrange(2)
        proposal = (chains[level] + rng.choice([-1, 1])) % len(ENERGIES)
        if rng.random() < heat(proposal, level) / heat(chains[level], level):
            chains[level] = proposal
    else:
        a, b = chains
        ratio = heat(b, 0) / heat(a, 0)  # the other chain is forgotten
        if rng.random() < ratio:
            chains = [b, a]
    return tuple(chains)


def slice_sampler(x, rng):
    height = rng.random() * WEIGHTS[x]
    left = right = x
    while left > 0 and WEIGHTS[left - 1] > height:
        left -= 1
    while right < len(WEIGHTS) - 1 and WEIGHTS[right + 1] > height:
        right += 1
    return rng.randrange(left, right + 1)


def slice_sampler_wrong(x, rng):
    height = rng.random() * WEIGHTS[x]
    left = right = x
    while left > 0 and WEIGHTS[left - 1] > height:
        left -= 1
    while right < len(WEIGHTS) - 1 and WEIGHTS[right] > height:  # one step too far
        right += 1
    return rng.randrange(left, right + 1)


MOST = 4
RATE = Fraction(3, 2)


def birth_death_jump(points, rng):
    """Up to four points out of a uniform law, as many as a Poisson number."""
    if rng.random() < Fraction(1, 2):
        if points == MOST:
            return points
        if rng.random() < RATE / (points + 1):
            return points + 1
    elif points > 0:
        if rng.random() < points / RATE:
            return points - 1
    return points


def birth_death_jump_wrong(points, rng):
    if rng.random() < Fraction(1, 2):
        if points == MOST:
            return points
        if rng.random() < RATE / (points + 1):
            return points + 1
    elif points > 0:
        if rng.random() < (points + 1) / RATE:  # the rate of the state above
            return points - 1
    return points
