"""Is a chain of 200 states in detailed balance? All pairs must be looked at."""

from fractions import Fraction
from pathlib import Path

from inputs import read_chain, reversible_chain
from measure import OURS, Contender, Job
from ours import answer


def balanced(path: Path, number) -> bool:
    target, p = read_chain(path, number)
    size = len(target)
    return all(
        target[i] * p[i][j] == target[j] * p[j][i] for i in range(size) for j in range(i)
    )


def same(ours: bool, theirs: bool) -> str | None:
    return "equal verdicts" if ours == theirs else None


def jobs(folder: Path, packages: dict):
    path = reversible_chain(folder, 200)
    verdict = lambda: answer("check", "--chain", path)["verdicts"]["reversible"]["holds"]
    numbers = {"fractions": Fraction}
    if "gmpy2" in packages:
        numbers["gmpy2"] = packages["gmpy2"].mpq
    if "python-flint" in packages:
        flint = packages["python-flint"]
        numbers["python-flint"] = lambda text: flint.fmpq(*map(flint.fmpz, text.split("/")))
    peers = [
        Contender(package, "every pair", lambda number=number: balanced(path, number))
        for package, number in numbers.items()
    ]
    mine = Contender(OURS, "check --chain", verdict)
    yield Job("detailed balance: 200 states", mine, peers, same)
