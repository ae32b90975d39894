"""How long enumeration takes: a 3×3 heat bath on 512 states, one site at a time
and as a sweep over all sites, against a plain enumerator in Python.

    python benches/heat_bath.py
"""

import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from time import perf_counter, process_time

import peskun

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
import by_hand  # noqa: E402

STATES = list(product([-1, 1], repeat=9))
NEIGHBORS = [
    [(r + 1) % 3 * 3 + c, (r - 1) % 3 * 3 + c, r * 3 + (c + 1) % 3, r * 3 + (c - 1) % 3]
    for r, c in product(range(3), repeat=2)
]
UP = {total: Fraction(3) ** total / (Fraction(3) ** total + 1) for total in range(-4, 5)}


def weight(spins):
    bonds = sum(spins[i] * spins[j] for i in range(9) for j in NEIGHBORS[i]) // 2
    return Fraction(3) ** ((18 + bonds) // 2)


def updated(spins, site, up):
    return spins[:site] + (1 if up else -1,) + spins[site + 1 :]


def probability(spins, site):
    return UP[sum(spins[j] for j in NEIGHBORS[site])]


def with_coins(spins, rng):
    site = rng.uniform(9)
    return updated(spins, site, rng.coin(probability(spins, site)))


def as_people_write(spins, rng):
    site = rng.integers(9)
    return updated(spins, site, rng.random() < probability(spins, site))


def sweep(spins, rng):
    for site in range(9):
        spins = updated(spins, site, rng.coin(probability(spins, site)))
    return spins


def plain(spins, ask):
    site = ask([Fraction(1)] * 9)
    up = probability(spins, site)
    return updated(spins, site, ask([1 - up, up]))


def timed(name, work):
    start, worked = perf_counter(), process_time()
    result = work()
    wall, work_time = perf_counter() - start, process_time() - worked
    print(f"{name:<28} {wall:7.2f} s, {work_time:7.2f} s of a processor")
    return result


if __name__ == "__main__":
    target = [weight(spins) for spins in STATES]
    chain = timed("coins", lambda: peskun.Chain.of(with_coins, STATES, target))
    timed("its four verdicts", lambda: chain.verdicts)
    timed("its matrix as fractions", lambda: chain.matrix)
    lazy = timed("random() < p", lambda: peskun.Chain.of(as_people_write, STATES, target))
    rows = timed("the plain enumerator", lambda: by_hand.matrix(plain, STATES))
    assert chain.matrix == lazy.matrix == rows
    swept = timed("a sweep, 262,144 paths", lambda: peskun.Chain.of(sweep, STATES, target))
    timed("its four verdicts", lambda: swept.verdicts)
    assert chain.reversible and swept.invariant and not swept.reversible
