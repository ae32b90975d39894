"""The stationary law of a chain that does not keep its target, from the same file."""

import math
from fractions import Fraction
from pathlib import Path

from inputs import random_chain, read_chain
from measure import OURS, Contender, Job, equal
from ours import answer


def ours(path: Path) -> list[str]:
    return answer("check", "--chain", path)["stationary"]


def eliminated(path: Path, number) -> list[str]:
    """The elimination of Grassmann, Taksar and Heyman, in fractions: no subtraction,
    no pivots, nothing but a few lines."""
    _, p = read_chain(path, number)
    size = len(p)
    for last in range(size - 1, 0, -1):
        out = sum(p[last][:last], number(0))
        for i in range(last):
            p[i][last] /= out
            for j in range(last):
                p[i][j] += p[i][last] * p[last][j]
    law = [number(1)]
    for last in range(1, size):
        law.append(sum((law[i] * p[i][last] for i in range(last)), number(0)))
    total = sum(law, number(0))
    return [str(mass / total) for mass in law]


def flint_system(flint, path: Path):
    """π(P − 1) = 0 but for the last equation, which is the total."""
    fmpq = lambda text: flint.fmpq(*map(flint.fmpz, text.split("/")))
    _, p = read_chain(path, fmpq)
    size = len(p)
    rows = [[p[j][i] - (i == j) for j in range(size)] for i in range(size - 1)]
    rows.append([flint.fmpq(1)] * size)
    right = [[flint.fmpq(int(i + 1 == size))] for i in range(size)]
    return flint.fmpq_mat(rows), flint.fmpq_mat(right)


def by_flint(flint, path: Path, algorithm: str) -> list[str]:
    system, right = flint_system(flint, path)
    return [str(mass) for mass in system.solve(right, algorithm=algorithm).entries()]


def by_flint_cleared(flint, path: Path) -> list[str]:
    """The same after a thought: with π(j) = s(j) x(j), s(j) the common denominator of
    row j, the system has integers as short as the entries. Solving for π itself clears
    every equation of all denominators at once."""
    fmpq = lambda text: flint.fmpq(*map(flint.fmpz, text.split("/")))
    _, p = read_chain(path, fmpq)
    size = len(p)
    scales = []
    for row in p:
        scale = flint.fmpz(1)
        for entry in row:
            scale = scale * entry.q // scale.gcd(entry.q)
        scales.append(scale)
    entry = lambda j, i: ((p[j][i] - (i == j)) * scales[j]).p
    rows = [[entry(j, i) for j in range(size)] for i in range(size - 1)]
    right = flint.fmpq_mat([[int(i + 1 == size)] for i in range(size)])
    found = flint.fmpq_mat([*rows, scales]).solve(right, algorithm="dixon")
    return [str(scale * x) for scale, x in zip(scales, found.entries())]


def by_sympy(sympy, path: Path) -> list[str]:
    from sympy.stats import DiscreteMarkovChain

    _, p = read_chain(path, sympy.Rational)
    chain = DiscreteMarkovChain("X", trans_probs=sympy.Matrix(p))
    return [str(mass) for mass in chain.stationary_distribution()]


def by_storm(stormpy, path: Path) -> list[str]:
    """Storm's long-run law from the first state, in its exact mode."""
    from stormpy import analysis

    model = stormpy.build_model_from_drn[stormpy.Rational](str(path.with_suffix(".drn")))
    result = analysis.compute_steady_state_distribution(model)
    return [str(mass) for mass in result.get_value_vector()]


def contenders(path: Path, packages: dict, slow: bool) -> list[Contender]:
    """Everybody who can; the slow ones only where they come to an end."""
    peers = []
    if "python-flint" in packages:
        flint = packages["python-flint"]
        for algorithm in ("dixon", "fflu"):
            run = lambda algorithm=algorithm: by_flint(flint, path, algorithm)
            peers.append(Contender("python-flint", f"fmpq_mat.solve, {algorithm}", run))
        run = lambda: by_flint_cleared(flint, path)
        peers.append(Contender("python-flint", "fmpq_mat.solve, dixon, cleared by hand", run))
    if "stormpy" in packages:
        run = lambda: by_storm(packages["stormpy"], path)
        peers.append(Contender("stormpy", "exact steady state", run))
    if "gmpy2" in packages:
        run = lambda: eliminated(path, packages["gmpy2"].mpq)
        peers.append(Contender("gmpy2", "GTH elimination", run))
    if slow:
        peers.append(Contender("fractions", "GTH elimination", lambda: eliminated(path, Fraction)))
        if "sympy" in packages:
            run = lambda: by_sympy(packages["sympy"], path)
            peers.append(Contender("sympy", "DiscreteMarkovChain", run))
    return peers


def jobs(folder: Path, packages: dict):
    """A small chain for everybody, and one of 50 states with entries of 1,000 bits."""
    for size, bits, slow in [(8, 64, True), (50, 1000, False)]:
        path = random_chain(folder, size, bits)
        mine = Contender(OURS, "check --chain", lambda path=path: ours(path))
        name = f"stationary law: {size} states, {bits} bits"
        yield Job(name, mine, contenders(path, packages, slow), equal)


SIZES = [(size, 64) for size in (10, 20, 50, 100, 200)]
LENGTHS = [(12, bits) for bits in (64, 256, 1024, 4096)]


def growth(folder: Path, packages: dict):
    """Series of chains in n and in the length of entries: ours and python-flint's."""
    flint = packages.get("python-flint")
    for series, cases in [("n", SIZES), ("bits", LENGTHS)]:
        for size, bits in cases:
            path = random_chain(folder, size, bits)
            mine = Contender(OURS, "check --chain", lambda path=path: ours(path))
            peers = []
            if flint:
                run = lambda path=path: by_flint_cleared(flint, path)
                peers.append(Contender("python-flint", "fmpq_mat.solve, dixon, cleared by hand", run))
            value = size if series == "n" else bits
            yield series, value, Job(f"growth: {size} states, {bits} bits", mine, peers, equal)


def exponent(points: list[tuple[float, float]]) -> float | None:
    """The slope of a least squares line through logarithms."""
    logs = [(math.log(x), math.log(y)) for x, y in points if y > 0]
    if len(logs) < 2:
        return None
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    above = sum((x - mean_x) * (y - mean_y) for x, y in logs)
    return above / sum((x - mean_x) ** 2 for x, _ in logs)
