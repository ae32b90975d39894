"""How long enumeration takes: a 3×3 heat bath on 512 states, one site at a time
and as a sweep over all sites, against a plain enumerator in Python (which is in
tests/by_hand.py) and WebPPL's Enumerate. All in one run, and the answers compared.

    python benches/heat_bath.py

WebPPL is the one that benches/peers/run.py --install installs, or $WEBPPL.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction
from itertools import product
from pathlib import Path
from time import perf_counter, process_time

import peskun

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))
import by_hand  # noqa: E402

PEERS = HERE.parents[2] / "benches" / "peers"
WEBPPL = Path(os.environ.get("WEBPPL", PEERS / "node_modules" / "webppl" / "webppl"))

#: In the order of numbers with a bit for each spin, the first spin lowest.
STATES = [spins[::-1] for spins in product([-1, 1], repeat=9)]
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
    site = rng.integers(9)
    return updated(spins, site, rng.coin(probability(spins, site)))


def as_people_write(spins, rng):
    site = rng.integers(9)
    return updated(spins, site, rng.random() < probability(spins, site))


def sweep(spins, rng):
    for site in range(9):
        spins = updated(spins, site, rng.coin(probability(spins, site)))
    return spins


def stays_often(spins, rng):
    return spins if rng.coin(Fraction(1, 2)) else with_coins(spins, rng)


def ring_of_spins(size):
    def step(spins, rng):
        site = rng.integers(size)
        return updated(spins, site, rng.coin(UP[spins[site - 1] + spins[(site + 1) % size]]))

    def bonds(spins):
        return Fraction(3) ** ((size + sum(spins[i] * spins[i - 1] for i in range(size))) // 2)

    return peskun.assert_reversible(step, product([-1, 1], repeat=size), bonds)


def plain(spins, ask):
    site = ask([Fraction(1)] * 9)
    up = probability(spins, site)
    return updated(spins, site, ask([1 - up, up]))


def plain_sweep(spins, ask):
    for site in range(9):
        up = probability(spins, site)
        spins = updated(spins, site, ask([1 - up, up]))
    return spins


def enumerated_by_webppl(step):
    """The rows, and the seconds that WebPPL takes itself, without its start."""
    data = {"step": step, "neighbors": NEIGHBORS, "up": [float(UP[n]) for n in range(-4, 5)]}
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "heat_bath.wppl"
        program.write_text(
            f"var data = JSON.parse('{json.dumps(data)}');\n{(HERE / 'heat_bath.wppl').read_text()}"
        )
        done = subprocess.run(["node", WEBPPL, program], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"WebPPL failed: {done.stderr.strip()[:300]}")
    found = json.loads(done.stdout.strip().splitlines()[-1])
    return found["rows"], found["seconds"]


def timed(name, work):
    start, worked = perf_counter(), process_time()
    result = work()
    wall, work_time = perf_counter() - start, process_time() - worked
    print(f"  {name:<34} {wall:8.3f} s, {work_time:8.3f} s of a processor", flush=True)
    return result, (wall, work_time)


def ratio(theirs, ours, clock):
    print(f"  {'':<34} {theirs / ours:8.1f} times as long, {clock}", flush=True)


def compared(title, steps, by_hand_step, webppl_step, target):
    """Our ways to write a step and the peers', with ratios to the first."""
    print(title)
    (name, step), *others = steps
    chain, ours = timed(name, lambda: peskun.Chain.of(step, STATES, target))
    for other, another in others:
        found, seconds = timed(other, lambda: peskun.Chain.of(another, STATES, target))
        assert found.matrix == chain.matrix
        ratio(seconds[1], ours[1], "on the processor")
    rows, seconds = timed("a plain enumerator", lambda: by_hand.matrix(by_hand_step, STATES))
    assert rows == chain.matrix
    ratio(seconds[1], ours[1], "on the processor")
    if shutil.which("node") and WEBPPL.exists():
        rows, seconds = enumerated_by_webppl(webppl_step)
        print(f"  {'WebPPL, in doubles':<34} {seconds:8.3f} s by its own clock")
        ratio(seconds, ours[0], "on the clock")
        for row, theirs in zip(chain.matrix, rows):
            doubles = dict(theirs)
            assert all(abs(float(p) - doubles.get(to, 0)) < 1e-12 for to, p in enumerate(row))
    else:
        print("  WebPPL is missing, and left out")
    return chain, ours


if __name__ == "__main__":
    target = [weight(spins) for spins in STATES]
    ways = [("coins", with_coins), ("random() < p", as_people_write)]
    chain, (seconds, _) = compared("one site of nine, 9,216 paths", ways, plain, "site", target)
    swept, _ = compared("a sweep, 262,144 paths", [("coins", sweep)], plain_sweep, "sweep", target)
    print("what the engine computes of them")
    timed("four verdicts on one site", lambda: chain.verdicts)
    timed("four verdicts on the sweep", lambda: swept.verdicts)
    timed("the matrix of the sweep", lambda: swept.matrix)
    lazy = peskun.Chain.of(stays_often, STATES, target)
    order, _ = timed("Peskun's order, one site", lambda: peskun.peskun_order(chain, lazy))
    assert order.order == "first"
    ring, _ = timed("a ring of 8 spins, 256 states", lambda: ring_of_spins(8))
    timed("its asymptotic variance", lambda: ring.asymptotic_variance(sum))
    assert chain.reversible and swept.invariant and not swept.reversible
    assert seconds < 10, "one site is to take less than 10 s"
