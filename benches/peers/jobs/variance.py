"""The asymptotic variance of the exchange algorithm on the paper's lattice: ten
replicates of 10 × 10, 15 parameters. Nobody solves this in fractions in a time that a
person would wait, so both sides enclose."""

import json
from fractions import Fraction
from pathlib import Path

from inputs import read_chain
from measure import OURS, Contender, Job
from ours import answer

BITS = 400
WEIGHTS = [Fraction(n, 50) for n in range(54, 69)]
ESTIMATE = Fraction(61, 50)
REPLICATES, REACH = 10, 3


def ends(value) -> tuple[Fraction, Fraction]:
    """A fraction, or both ends of an enclosure."""
    low, high = value if isinstance(value, list) else (value, value)
    return Fraction(low), Fraction(high)


def fraction(number) -> Fraction:
    """A binary number of FLINT."""
    mantissa, power = number.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(power)


def enclosed(ball) -> tuple[Fraction, Fraction]:
    return fraction(ball.lower()), fraction(ball.upper())


def overlap(ours, theirs) -> str | None:
    """Two enclosures of one number have a point in common."""
    width = float(max(ours[1] - ours[0], theirs[1] - theirs[0]))
    meet = ours[0] <= theirs[1] and theirs[0] <= ours[1]
    return f"enclosures overlap, at most {width:.0e} wide" if meet and width < 1e-15 else None


def solved(flint, p, target):
    """2⟨f, g⟩ − ⟨f, f⟩ with (1 − P + 1π) g = f, for the centered indicator of the last
    state."""
    size = len(target)
    f = [int(i + 1 == size) - target[size - 1] for i in range(size)]
    rows = [[(i == j) - p[i][j] + target[j] for j in range(size)] for i in range(size)]
    g = flint.arb_mat(rows).solve(flint.arb_mat([[value] for value in f])).entries()
    return sum((target[i] * f[i] * (2 * g[i] - f[i]) for i in range(size)), flint.arb(0))


def from_counts(flint, counts: list[int]):
    """The whole job in balls: T's law with ten replicates, the matrix, the system."""
    flint.ctx.prec = BITS
    arb = lambda number: flint.arb(flint.fmpq(number.numerator, number.denominator))
    levels = flint.fmpz_poly(counts) ** REPLICATES
    levels = [flint.arb(levels[level]) for level in range(levels.degree() + 1)]

    def powers(ratio, lowest, highest):
        up, down = arb(ratio), arb(1 / ratio)
        right, left = [flint.arb(1)], []
        for _ in range(highest):
            right.append(right[-1] * up)
        last = flint.arb(1)
        for _ in range(-lowest):
            last *= down
            left.append(last)
        return left[::-1] + right

    def law(t):
        masses = [g * power for g, power in zip(levels, powers(t, 0, len(levels) - 1))]
        total = sum(masses, flint.arb(0))
        return total, [mass / total for mass in masses]

    _, typical = law(ESTIMATE)
    mean = sum((level * mass for level, mass in enumerate(typical)), flint.arb(0))
    possible = [level for level, g in enumerate(levels) if g != 0]
    observed = min(possible, key=lambda level: float(abs(level - mean)))
    laws = [law(t) for t in WEIGHTS]
    posterior = [arb(t) ** observed / total for t, (total, _) in zip(WEIGHTS, laws)]
    everything = sum(posterior, flint.arb(0))
    target = [mass / everything for mass in posterior]
    size, step = len(WEIGHTS), arb(Fraction(1, 2 * REACH + 1))
    p = [[flint.arb(0)] * size for _ in range(size)]
    for i, t in enumerate(WEIGHTS):
        for j in range(max(0, i - REACH), min(size, i + REACH + 1)):
            if i == j:
                continue
            # (t'/t)^(observed − T), at most 1, averaged over T under t'.
            ratio, top = WEIGHTS[j] / t, len(levels) - 1
            masses, capped = laws[j][1], powers(ratio, observed - top, observed)
            accept = flint.arb(0)
            for level, mass in enumerate(masses):
                small = (observed - level < 0) == (ratio > 1) and level != observed
                accept += mass * capped[top - level] if small else mass
            p[i][j] = step * accept
        p[i][i] = 1 - sum(p[i], flint.arb(0))
    return enclosed(solved(flint, p, target))


def from_matrix(flint, path: Path):
    """The system alone, from the matrix in fractions."""
    flint.ctx.prec = BITS
    number = lambda text: flint.arb(flint.fmpq(*map(flint.fmpz, text.split("/"))))
    target, p = read_chain(path, number)
    return enclosed(solved(flint, p, target))


def jobs(folder: Path, packages: dict):
    """From the counts, and from the matrix."""
    variance = lambda *arguments: ends(
        answer("compare", *arguments)["kernels"][0]["asymptotic_variance"]
    )
    flint = packages.get("python-flint")
    lattice = answer("ising", "--rows", "10", "--columns", "10", "--boundary", "free")
    counts = [0] * 181
    for energy, count in zip(lattice["energies"], lattice["counts"]):
        counts[(180 - energy) // 2] = int(count)
    ours = Contender(OURS, "compare --model", lambda: variance("--model", "ising-10x10", "sve"))
    whole = Contender("python-flint", f"arb, {BITS} bits, counts given", lambda: from_counts(flint, counts))
    peers = [whole] if flint else []
    yield Job("asymptotic variance: ising-10x10, sve", ours, peers, overlap)

    path = folder / "sve.json"
    table = answer("table", "--model", "ising-10x10", "--kernel", "sve")
    kept = {name: table[name] for name in ("states", "target", "matrix")}
    path.write_text(json.dumps(kept))
    ours = Contender(OURS, "compare --chain", lambda: variance("--chain", path))
    system = Contender("python-flint", f"arb_mat.solve, {BITS} bits", lambda: from_matrix(flint, path))
    peers = [system] if flint else []
    yield Job("asymptotic variance: that matrix from a file", ours, peers, overlap)
