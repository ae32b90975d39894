"""Writes diagnostics.tsv: what ArviZ says of chains that need no random numbers of a library.

    pip install arviz && python3 tests/recorded/diagnostics.py > tests/recorded/diagnostics.tsv

A line: name, chains, draws, R-hat, bulk, tail and mean size, quantiles at 5, 50 and 95%. The
chains are made again in the unit tests of src/statistics/diagnostics.rs, by the same integers.
"""

import warnings

import arviz
import numpy

warnings.simplefilter("ignore")


def noise(seed):
    """32 bits at a time."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 32


def chain(kind, number, length):
    """Numbers with few binary digits, so that they are the same everywhere."""
    bits, x, draws = noise(1973 + 31 * number), 0, []
    for _ in range(length):
        fresh = next(bits) % 1024
        if kind == "independent":
            x = fresh
        elif kind == "sticky":
            x = fresh if next(bits) % 16 == 0 else x
        elif kind == "walk":
            x += fresh % 3 - 1
        elif kind == "apart":
            x = fresh + 300 * number
        elif kind == "spread":
            x = fresh * (1 + number)
        elif kind == "coin":
            x = int(fresh < 300)
        elif kind == "turning":
            x = -x + fresh // 8
        draws.append(x / 64)
    return draws


def main():
    print("# ArviZ", arviz.__version__)
    for kind, chains, length in [
        ("independent", 4, 500),
        ("independent", 1, 200),
        ("independent", 2, 333),
        ("sticky", 4, 1000),
        ("walk", 3, 400),
        ("apart", 4, 250),
        ("spread", 2, 600),
        ("coin", 4, 400),
        ("turning", 4, 500),
    ]:
        draws = numpy.array([chain(kind, number, length) for number in range(chains)])
        values = [
            arviz.rhat(draws),
            arviz.ess(draws, method="bulk"),
            arviz.ess(draws, method="tail"),
            arviz.ess(draws, method="mean"),
            *numpy.quantile(draws, [0.05, 0.5, 0.95]),
        ]
        print(kind, chains, length, *(repr(float(value)) for value in values), sep="\t")


main()
