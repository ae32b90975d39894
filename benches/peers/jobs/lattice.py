"""Energy counts of an Ising lattice: a transfer matrix on a free boundary, Kaufman's
formula on a torus."""

from pathlib import Path

from measure import OURS, Contender, Job
from ours import answer


def ours(rows: int, columns: int, boundary: str) -> dict[int, int]:
    sides = ("--rows", rows, "--columns", columns)
    lattice = answer("ising", *map(str, sides), "--boundary", boundary)
    return dict(zip(lattice["energies"], map(int, lattice["counts"])))


def energies(counts, bonds: int) -> dict[int, int]:
    """Counts by agreeing pairs as counts by energy."""
    found = {bonds - 2 * agreeing: int(count) for agreeing, count in enumerate(counts)}
    return {energy: found[energy] for energy in sorted(found) if found[energy]}


def free_bonds(rows: int, columns: int) -> int:
    return rows * (columns - 1) + columns * (rows - 1)


def by_numpy(numpy, rows: int, columns: int) -> dict[int, int]:
    """Site by site, with Python's integers in an array."""
    bonds = free_bonds(rows, columns)
    states = numpy.arange(1 << columns)
    table = numpy.zeros((1 << columns, bonds + 1), dtype=object)
    table[0, 0] = 1
    for row in range(rows):
        for column in range(columns):
            bit = (states >> column) & 1
            left = (states >> (column - 1)) & 1 if column else None
            new = numpy.zeros_like(table)
            for old in (0, 1):
                origin = (states & ~(1 << column)) | (old << column)
                if row == 0 and old:
                    # There is nothing above the first row, and so one old state.
                    continue
                agreeing = (bit == old).astype(int) if row else numpy.zeros_like(states)
                if left is not None:
                    agreeing = agreeing + (bit == left)
                for shift in range(3):
                    chosen = agreeing == shift
                    if chosen.any():
                        end = bonds + 1 - shift
                        new[chosen, shift:] += table[origin[chosen], :end]
            table = new
    return energies(table.sum(axis=0), bonds)


def numba_kernel(numba, numpy):
    """The same in machine code: counts below 2^128 as two words."""

    @numba.njit
    def count(rows, columns, bonds):
        size = 1 << columns
        low = numpy.zeros((size, bonds + 1), dtype=numpy.uint64)
        high = numpy.zeros((size, bonds + 1), dtype=numpy.uint64)
        low[0, 0] = 1
        for row in range(rows):
            for column in range(columns):
                new_low, new_high = numpy.zeros_like(low), numpy.zeros_like(high)
                for state in range(size):
                    bit = (state >> column) & 1
                    for old in range(2 if row else 1):
                        origin = (state & ~(1 << column)) | (old << column)
                        shift = 0
                        if row and bit == old:
                            shift += 1
                        if column and bit == (state >> (column - 1)) & 1:
                            shift += 1
                        for level in range(bonds + 1 - shift):
                            before = new_low[state, level + shift]
                            after = before + low[origin, level]
                            new_low[state, level + shift] = after
                            carry = numpy.uint64(1) if after < before else numpy.uint64(0)
                            new_high[state, level + shift] += high[origin, level] + carry
                low, high = new_low, new_high
        return low, high

    return count


def by_numba(count, rows: int, columns: int) -> dict[int, int]:
    bonds = free_bonds(rows, columns)
    low, high = count(rows, columns, bonds)
    totals = [0] * (bonds + 1)
    for level in range(bonds + 1):
        below = sum(int(word) for word in low[:, level])
        totals[level] = below + (sum(int(word) for word in high[:, level]) << 64)
    return energies(totals, bonds)


def by_flint(flint, side: int) -> dict[int, int]:
    """Kaufman's formula as Beale writes it (1996), on a square torus whose side is a
    power of two, in polynomials of balls that pin integers."""
    flint.ctx.prec = 3 * side * side + 64
    poly, one = flint.arb_poly, flint.arb(1)
    beta = poly([0, 2, 0, -2])
    square = poly([1, 0, 1]) ** 2
    power, scale = beta**side, one / flint.arb(2) ** side

    def both(k):
        """c² and s² at an angle πk/n."""
        alpha = square - beta * (flint.arb(k) / side).cos_pi()
        u, v = 2 * alpha, beta * beta
        for _ in range(side.bit_length() - 1):
            # Aʲ + Bʲ with AB = β², twice the j.
            u, v = u * u - 2 * v, v * v
        return (u + 2 * power) * scale, (u - 2 * power) * scale

    def product(pairs):
        pairs = list(pairs)
        while len(pairs) > 1:
            odd = pairs[len(pairs) // 2 * 2 :]
            halves = zip(pairs[::2], pairs[1::2])
            pairs = [(a * c, b * d) for (a, b), (c, d) in halves] + odd
        return pairs[0]

    first, second = product(both(2 * k + 1) for k in range(side // 2))
    third, fourth = product(both(2 * k) for k in range(1, side // 2))
    minus, plus = poly([1, -1]) ** side, poly([1, 1]) ** side
    far, near = poly([0, 1, 1]) ** side, poly([0, 1, -1]) ** side
    third *= (minus + far) * (plus + near)
    fourth *= (minus - far) * (plus - near)
    total = (first + second + third + fourth) * (one / 2)
    counts = [int(total[level].unique_fmpz()) for level in range(2 * side * side + 1)]
    return {2 * i - 2 * side * side: count for i, count in enumerate(counts) if count}


def same(ours: dict, theirs: dict) -> str | None:
    return "equal counts" if ours == theirs else None


def jobs(folder: Path, packages: dict):
    """A free 10 × 10 lattice, and a torus of 32 × 32."""
    peers = []
    if "numba" in packages:
        numba, numpy = packages["numba"], packages["numpy"]
        kernel = numba_kernel(numba, numpy)
        run, compiled = lambda: by_numba(kernel, 10, 10), lambda: by_numba(kernel, 2, 2)
        peers.append(Contender("numba", "transfer matrix, two words", run, compiled))
    if "numpy" in packages:
        run = lambda: by_numpy(packages["numpy"], 10, 10)
        peers.append(Contender("numpy", "transfer matrix, Python integers", run))
    mine = Contender(OURS, "ising", lambda: ours(10, 10, "free"))
    yield Job("energy counts: free 10 × 10", mine, peers, same)

    peers = []
    if "python-flint" in packages:
        run = lambda: by_flint(packages["python-flint"], 32)
        peers.append(Contender("python-flint", "Kaufman's formula, arb_poly", run))
    mine = Contender(OURS, "ising", lambda: ours(32, 32, "torus"))
    yield Job("energy counts: torus 32 × 32", mine, peers, same)
