#!/usr/bin/env python3
"""The heaviest inputs that are accepted, and the refusal of the next larger.

Usage: run.py PESKUN [NAME]…

Each family of inputs grows until the command refuses one (exit status 2 or 3 with one
sentence) or it is at its last size. Printed is the largest that was answered, with
processor time and peak memory (from 15 MB up, which are this script's), and what the
next one was told. A run that panics, is
killed or takes more than 900 seconds on the clock is an error.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

SECONDS = 900


def table(parameters: int, points: int) -> str:
    draw = random.Random(f"{parameters} {points}").randint
    rows = [[draw(1, 9) for _ in range(points)] for _ in range(parameters)]
    names = [f'"p{i}"' for i in range(parameters)]
    places = [f'"{i}"' for i in range(points)]
    return (
        f"parameters = [{', '.join(names)}]\nsample_space = [{', '.join(places)}]\n"
        f'observed = "0"\nprior = {[1] * parameters}\nlikelihood = {rows}\n'
    )


def lattice(side: int, weights: int, replicates: int) -> str:
    listed = [f'"{weights + i}/{weights}"' for i in range(weights)]
    return (
        f'[ising]\nrows = {side}\ncolumns = {side}\nboundary = "free"\nreplicates = {replicates}\n'
        f"weights = [{', '.join(listed)}]\nobserved = {replicates * side * (side - 1) * 3 // 2}\n"
        f'estimate = "{weights + weights // 2}/{weights}"\n'
    )


def ring(states: int) -> Iterable[str]:
    yield f"{states} {3 * states}\n"
    for state in range(states):
        for to, weight in ((state, "1/2"), ((state + 1) % states, "1/4"), ((state - 1) % states, "1/4")):
            yield f"{state} {to} {weight}\n"


def dense(states: int) -> Iterable[str]:
    draw = random.Random(states).randint
    yield "state," + ",".join(f"s{i}" for i in range(states)) + ",target\n"
    for state in range(states):
        row = [draw(1, 99) for _ in range(states)]
        yield f"s{state}," + ",".join(f"{weight}/{sum(row)}" for weight in row) + ",1\n"


PROGRAM = """
import sys
print("peskun 1\\nstates a b\\ntarget 1 1\\nready", flush=True)
for line in sys.stdin:
    if line == "end\\n":
        break
    for _ in range({questions}):
        print("coin 1/2", flush=True)
        last = sys.stdin.readline()
    print("to", "ab"[int(last)], flush=True)
"""

Family = tuple[str, Iterable[int], Callable[[Path, int], list[str]]]


def with_file(ending: str, text: Callable[[int], Iterable[str]], *words: str) -> Callable[[Path, int], list[str]]:
    def arguments(folder: Path, size: int) -> list[str]:
        path = folder / f"input{ending}"
        # Line by line: the memory of this script is the least that a run is charged.
        with path.open("w", encoding="utf-8") as file:
            file.writelines(text(size))
        ones = folder / "ones"
        with ones.open("w", encoding="utf-8") as file:
            file.writelines("1\n" for _ in range(size))
        return [word.replace("FILE", str(path)).replace("ONES", str(ones)) for word in words]

    return arguments


def plain(*words: str) -> Callable[[Path, int], list[str]]:
    return lambda folder, size: [word.replace("SIZE", str(size)).replace("OUT", str(folder / "out.parquet")) for word in words]


def program(folder: Path, size: int) -> list[str]:
    path = folder / "program.py"
    path.write_text(PROGRAM.format(questions=size), encoding="utf-8")
    return ["check", "--budget", "100000", "--program", f"{sys.executable} {path}"]


FAMILIES: dict[str, Family] = {
    "pmc": (
        "PMC, n parameters × n points (n² states, n⁴ entries)",
        (20, 40, 60, 80, 100, 120, 150, 200),
        with_file(".toml", lambda n: table(n, n), "table", "--kernel", "pmc", "--model", "FILE"),
    ),
    "wide": (
        "PMC, 2 parameters × n points",
        (500, 1000, 2000, 3000, 4000, 6000, 8000),
        with_file(".toml", lambda n: table(2, n), "table", "--kernel", "pmc", "--model", "FILE"),
    ),
    "mabmc": (
        "MABMC, n parameters × n points",
        (20, 40, 60, 80, 100, 150, 200),
        with_file(".toml", lambda n: table(n, n), "table", "--kernel", "mabmc", "--model", "FILE"),
    ),
    "draws": (
        "rule max-min-draws:n on the three-point pair",
        (16, 64, 256, 1024, 4096, 16384),
        plain("check", "--model", "three-point-pair", "--rule", "max-min-draws:SIZE"),
    ),
    "weights": (
        "MABMC on an 8 × 8 lattice with n weights",
        (10, 20, 40, 80, 160, 320),
        with_file(".toml", lambda n: lattice(8, n, 1), "table", "--kernel", "mabmc", "--model", "FILE"),
    ),
    "replicates": (
        "SVE and MPMC compared on n replicates of a 10 × 10 lattice with 5 weights",
        (10, 20, 40, 80, 160),
        with_file(".toml", lambda n: lattice(10, 5, n), "compare", "sve", "mpmc", "--model", "FILE"),
    ),
    "free": (
        "counts of an n × n lattice with free boundary",
        (12, 14, 15, 16, 17),
        plain("ising", "--rows", "SIZE", "--columns", "SIZE"),
    ),
    "torus": (
        "counts of an n × n torus",
        (64, 96, 128, 160, 192, 256),
        plain("ising", "--rows", "SIZE", "--columns", "SIZE", "--boundary", "torus"),
    ),
    "ring": (
        "verdicts on a chain of n states, three entries a row, from a .tra file",
        (100_000, 300_000, 1_000_000, 1_000_001),
        with_file(".tra", ring, "check", "--chain", "FILE", "--target", "ONES"),
    ),
    "dense": (
        "a dense matrix of n states from a CSV file, judged with its stationary law",
        (50, 100, 200, 400, 800, 1600),
        with_file(".csv", dense, "check", "--chain", "FILE"),
    ),
    "program": (
        "a program that tosses n coins in a step (2ⁿ paths from each state), with 100,000 paths allowed",
        (10, 14, 15, 16, 17),
        program,
    ),
    "sample": (
        "n steps of four chains, drawn and kept in a Parquet file",
        (1_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000, 1_000_000_000),
        plain("sample", "--model", "bernoulli-pair", "--kernel", "mabmc", "--steps", "SIZE", "--out", "OUT"),
    ),
}


def run(command: list[str]) -> tuple[int, float, float, str]:
    """Status, processor seconds, peak megabytes, and the last line of the error output."""
    with tempfile.TemporaryFile() as error:
        child = subprocess.Popen(["timeout", str(SECONDS), *command], stdout=subprocess.DEVNULL, stderr=error)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        error.seek(0)
        said = error.read().decode().strip().splitlines()
    return child.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, said[-1] if said else ""


def main() -> int:
    if len(sys.argv) < 2 or any(name not in FAMILIES for name in sys.argv[2:]):
        print(__doc__, "Names:", ", ".join(FAMILIES), file=sys.stderr)
        return 2
    wrong = 0
    for name in sys.argv[2:] or FAMILIES:
        what, sizes, arguments = FAMILIES[name]
        print(f"{name}: {what}")
        for size in sizes:
            with tempfile.TemporaryDirectory() as folder:
                status, seconds, megabytes, said = run([sys.argv[1], *arguments(Path(folder), size)])
            answered = status in (0, 1)
            told = "" if answered else f"  {said}"
            print(f"  {size:>13,}  status {status}  {seconds:8.1f} s  {megabytes:7.0f} MB{told}", flush=True)
            if not answered:
                wrong += status not in (2, 3)
                break
    print(f"{wrong} ended otherwise than by an answer or a refusal")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
