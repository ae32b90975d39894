"""Counts against an exact law, with a bound on the probability of a false alarm.

That one of the counts of n draws is as far from n·p as it is has, by Chernoff's
bound, at most the probability 2·exp(-n·D), where D is the relative entropy of its
frequency to p. All tests of the package together raise a false alarm with at
most 10⁻⁶, over the choice of their seeds: each says its share of it.
"""

import math
import os

#: Are the tests run in full?
FULL = os.environ.get("PESKUN_TESTS") == "full"


def entropy(frequency, p):
    """The relative entropy of a coin."""
    parts = [(frequency, p), (1 - frequency, 1 - p)]
    return sum(f * math.log(f / q) if q else math.inf for f, q in parts if f)


def differences(counts, law, level):
    """The outcomes whose counts differ from the law, if one is called different
    with at most this probability; with their frequencies and probabilities."""
    size = sum(counts.values())
    outcomes = set(counts) | set(law)
    limit = math.log(2 * len(outcomes) / level) / size
    found = []
    for outcome in outcomes:
        frequency, p = counts.get(outcome, 0) / size, float(law.get(outcome, 0))
        if entropy(frequency, p) > limit:
            found.append((outcome, frequency, p))
    return found


def law_of(draw, **options):
    """The exact law of what a function of a generator returns."""
    import peskun

    outcomes = []

    def noted(_, rng):
        outcome = draw(rng)
        if outcome not in outcomes:
            outcomes.append(outcome)
        return 0

    peskun.Chain.of(noted, [0], [1], **options)
    chain = peskun.Chain.of(lambda _, rng: draw(rng), outcomes, [1] * len(outcomes), **options)
    return {outcome: p for outcome, p in zip(outcomes, chain.matrix[0]) if p}
