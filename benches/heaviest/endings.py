#!/usr/bin/env python3
"""Questions that are legal and hard: each ends within seconds, or is told at once.

Usage: endings.py PESKUN [WORD]…

Every question is asked once with the default budget. Printed are the exit status, the
time on the clock, the processor time and the last line of the error output. A question
that takes more than 30 seconds of processor time (ten on the clock, on two cores, and
some more), is killed or panics is an error. With words, only questions with one of the
words in their names are asked.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path

MOST_SECONDS = 30
PATIENCE = int(os.environ.get("PATIENCE", "120"))

Row = dict[int, Fraction]


def tra(rows: list[Row]) -> Iterable[str]:
    yield f"{len(rows)} {sum(len(row) for row in rows)}\n"
    for state, row in enumerate(rows):
        for to, weight in sorted(row.items()):
            yield f"{state} {to} {weight}\n"


def over(weights: dict[int, int]) -> Row:
    total = sum(weights.values())
    return {to: Fraction(weight, total) for to, weight in weights.items() if weight}


def dense(states: int, largest: int = 99) -> list[Row]:
    draw = random.Random(f"dense {states} {largest}").randint
    return [over({to: draw(1, largest) for to in range(states)}) for _ in range(states)]


def equal_rows(states: int, weights: int = 7) -> list[Row]:
    row = over({to: to % weights + 1 for to in range(states)})
    return [row] * states


def cycle(states: int, stay: Fraction = Fraction(1, 2)) -> list[Row]:
    return [{state: stay, (state + 1) % states: 1 - stay} for state in range(states)]


def turning(states: int) -> list[Row]:
    return [{(state + 1) % states: Fraction(1)} for state in range(states)]


def permutations(states: int, count: int) -> list[Row]:
    source = random.Random(f"permutations {states} {count}")
    rows: list[dict[int, int]] = [{} for _ in range(states)]
    for _ in range(count):
        order = list(range(states))
        source.shuffle(order)
        for state, to in enumerate(order):
            rows[state][to] = rows[state].get(to, 0) + 1
    return [over(row) for row in rows]


def blocks(states: int, coupling: Fraction) -> list[Row]:
    half = states // 2
    draw = random.Random(f"blocks {states}").randint
    rows = []
    for state in range(states):
        start = 0 if state < half else half
        row = over({to: draw(1, 9) for to in range(start, start + half)})
        row = {to: weight * (1 - coupling) for to, weight in row.items()}
        other = (state + half) % (2 * half)
        row[other] = row.get(other, Fraction(0)) + coupling
        rows.append(row)
    return rows


def symmetric(states: int) -> list[Row]:
    """Satisfies detailed balance with the uniform law."""
    draw = random.Random(f"symmetric {states}").randint
    weights: list[dict[int, int]] = [{} for _ in range(states)]
    for state in range(states):
        for to in range(state):
            weights[state][to] = weights[to][state] = draw(0, 9)
    largest = max(sum(row.values()) for row in weights) + 1
    rows = []
    for state, row in enumerate(weights):
        row[state] = largest - sum(row.values())
        rows.append({to: Fraction(weight, largest) for to, weight in row.items() if weight})
    return rows


def walk(states: int) -> list[Row]:
    """A walk on a line."""
    rows = []
    for state in range(states):
        row: dict[int, int] = {state: 2}
        for to in (state - 1, state + 1):
            end = min(max(to, 0), states - 1)
            row[end] = row.get(end, 0) + 1
        rows.append(over(row))
    return rows


def downward(states: int) -> list[Row]:
    """All other eigenvalues are zero, and the powers vanish late."""
    return [{max(state - 1, 0): Fraction(1)} for state in range(states)]


def fading(states: int, period: int) -> list[Row]:
    """Groups that are left for good, around which the chain goes in a period."""
    rows: list[Row] = [{0: Fraction(1)}]
    for state in range(1, states):
        place = (state - 1) % period
        following = state - place + (place + 1) % period
        rows.append({min(following, states - 1): Fraction(1, 2), 0: Fraction(1, 2)})
    return rows


def sparse(states: int) -> list[Row]:
    draw = random.Random(f"sparse {states}").randint
    return [over({(state + 1) % states: 1} | {draw(0, states - 1): draw(1, 9) for _ in range(3)}) for state in range(states)]


def long_fractions(states: int, digits: int) -> list[Row]:
    source = random.Random(f"long {states} {digits}")
    rows = []
    for _ in range(states):
        total = source.randrange(10 ** (digits - 1), 10**digits)
        cuts = sorted(source.randrange(1, total) for _ in range(states - 1))
        ends = zip([0, *cuts], [*cuts, total])
        rows.append({to: Fraction(high - low, total) for to, (low, high) in enumerate(ends)})
    return rows


def table(parameters: int, points: int, largest: int = 9) -> str:
    draw = random.Random(f"{parameters} {points} {largest}").randint
    rows = [[draw(1, largest) for _ in range(points)] for _ in range(parameters)]
    names = [f'"p{i}"' for i in range(parameters)]
    places = [f'"{i}"' for i in range(points)]
    listed = [[str(weight) for weight in row] for row in rows]
    return (
        f"parameters = [{', '.join(names)}]\nsample_space = [{', '.join(places)}]\n"
        f'observed = "0"\nprior = {[1] * parameters}\n'
        f"likelihood = {listed if largest > 2**62 else rows}\n".replace("'", '"')
    )


def lattice(rows: int, columns: int, weights: int, replicates: int, boundary: str) -> str:
    listed = [f'"{weights + i}/{weights}"' for i in range(weights)]
    bonds = rows * (columns - 1) + columns * (rows - 1) if boundary == "free" else 2 * rows * columns
    return (
        f'[ising]\nrows = {rows}\ncolumns = {columns}\nboundary = "{boundary}"\nreplicates = {replicates}\n'
        f"weights = [{', '.join(listed)}]\nobserved = {replicates * (bonds * 3 // 4 // 2 * 2)}\n"
        f'estimate = "{weights + weights // 2}/{weights}"\n'
    )


PROGRAM = """
import sys
print("peskun 1\\nstates a b\\ntarget 1 1\\nready", flush=True)
def ask(question):
    print(question, flush=True)
    return int(sys.stdin.readline())
for line in sys.stdin:
    if line == "end\\n":
        break
    {body}
    print("to", "ab"[last % 2], flush=True)
"""

Question = tuple[str, Callable[[Path], list[str]]]


def written(path: Path, text: str | Iterable[str]) -> str:
    with path.open("w", encoding="utf-8") as file:
        file.writelines([text] if isinstance(text, str) else text)
    return str(path)


def chain(command: str, rows: Callable[[], list[Row]], *more: str) -> Callable[[Path], list[str]]:
    def words(folder: Path) -> list[str]:
        made = rows()
        ones = written(folder / "ones", ("1\n" for _ in made))
        return [command, "--chain", written(folder / "chain.tra", tra(made)), "--target", ones, *more]

    return words


def two_chains(first: Callable[[], list[Row]], second: Callable[[], list[Row]]) -> Callable[[Path], list[str]]:
    def words(folder: Path) -> list[str]:
        files = []
        for name, rows in (("first", first()), ("second", second())):
            files += ["--chain", written(folder / f"{name}.tra", tra(rows))]
        return ["compare", *files, "--target", written(folder / "ones", ("1\n" for _ in rows))]

    return words


def step(command: str, script: str, states: int = 2, *more: str) -> Callable[[Path], list[str]]:
    def words(folder: Path) -> list[str]:
        names = ",".join(str(state) for state in range(states))
        ones = written(folder / "ones", ("1\n" for _ in range(states)))
        path = written(folder / "step.rhai", script)
        return [command, "--step", path, "--states", names, "--target", ones, *more]

    return words


def program(command: str, body: str, *more: str) -> Callable[[Path], list[str]]:
    def words(folder: Path) -> list[str]:
        path = written(folder / "program.py", PROGRAM.format(body=body))
        return [command, "--program", f"{sys.executable} {path}", *more]

    return words


def model(text: str, *words: str) -> Callable[[Path], list[str]]:
    return lambda folder: [words[0], "--model", written(folder / "model.toml", text), *words[1:]]


def plain(*words: str) -> Callable[[Path], list[str]]:
    return lambda folder: list(words)


def questions() -> Iterable[Question]:
    tiny = Fraction(1, 10**30)
    chains: list[tuple[str, Callable[[], list[Row]]]] = [
        ("uniform rows 150", lambda: equal_rows(150, 1)),
        ("uniform rows 500", lambda: equal_rows(500, 1)),
        ("equal rows 150", lambda: equal_rows(150)),
        ("equal rows 500", lambda: equal_rows(500)),
        ("lazy cycle 200", lambda: cycle(200)),
        ("lazy cycle 500", lambda: cycle(500)),
        ("lazy cycle 10000", lambda: cycle(10_000)),
        ("quick cycle 300", lambda: cycle(300, Fraction(1, 1000))),
        ("cycle 500", lambda: turning(500)),
        ("permutations 150", lambda: permutations(150, 3)),
        ("permutations 500", lambda: permutations(500, 3)),
        ("permutations 10000", lambda: permutations(10_000, 3)),
        ("blocks 100", lambda: blocks(100, tiny)),
        ("blocks 500", lambda: blocks(500, tiny)),
        ("separate blocks 500", lambda: blocks(500, Fraction(0))),
        ("dense 30", lambda: dense(30)),
        ("dense 100", lambda: dense(100)),
        ("dense 200", lambda: dense(200)),
        ("dense 500", lambda: dense(500)),
        ("dense 1000", lambda: dense(1000)),
        ("symmetric 50", lambda: symmetric(50)),
        ("symmetric 150", lambda: symmetric(150)),
        ("symmetric 500", lambda: symmetric(500)),
        ("symmetric 1000", lambda: symmetric(1000)),
        ("walk 200", lambda: walk(200)),
        ("walk 500", lambda: walk(500)),
        ("walk 10000", lambda: walk(10_000)),
        ("downward 100", lambda: downward(100)),
        ("downward 500", lambda: downward(500)),
        ("fading 101", lambda: fading(100, 9)),
        ("fading 500", lambda: fading(500, 9)),
        ("sparse 500", lambda: sparse(500)),
        ("sparse 10000", lambda: sparse(10_000)),
        ("sparse 100000", lambda: sparse(100_000)),
        ("long fractions 20", lambda: long_fractions(20, 900)),
        ("long fractions 100", lambda: long_fractions(100, 300)),
        ("long fractions 300", lambda: long_fractions(300, 50)),
        ("long fractions 500", lambda: long_fractions(500, 20)),
    ]
    for name, rows in chains:
        for command in ("check", "compare", "table", "sample"):
            yield f"{command} {name}", chain(command, rows)
    yield "compare two dense 200", two_chains(lambda: dense(200), lambda: dense(200, 9))
    for states in (100, 200, 500):
        yield f"compare two symmetric {states}", two_chains(lambda: symmetric(states), lambda: walk(states))
    yield "compare digits symmetric 100", chain("compare", lambda: symmetric(100), "--digits", "1000")
    yield "compare digits permutations 150", chain("compare", lambda: permutations(150, 3), "--digits", "200")
    yield "table digits dense 100", chain("table", lambda: dense(100), "--digits", "1000")

    for tosses in (12, 16, 20, 100, 1_000):
        yield f"check step tosses {tosses}", step("check", f"for i in 1..={tosses} {{ coin(1/2) }} state")
    yield "check step odd tosses 12", step("check", "for i in 1..=12 { coin(i/1000003) } state")
    yield "table step tosses 16", step("table", "for i in 1..=16 { coin(1/2) } state")
    yield "sample step tosses 20", step("sample", "for i in 1..=20 { coin(1/2) } state")
    yield "sample step tosses 200", step("sample", "for i in 1..=200 { coin(1/2) } state")
    yield "check step draws 3", step("check", "uniform(1000); uniform(1000); uniform(1000); state")
    yield "check step draws 2", step("check", "uniform(1000); uniform(1000); state")
    yield "check step until", step("check", "while coin(1/2) {} state")
    yield "check step busy", step("check", "let a = 0; for i in 1..=4000 { a = a + i; } if coin(1/2) { 1 } else { 0 }")
    yield "check step busy tosses", step("check", "for j in 1..=14 { let a = 0; for i in 1..=900 { a = a + i; } coin(1/2) } state")
    yield "check step busy states", step("check", "let a = 0; for i in 1..=4000 { a = a + i; } if coin(1/2) { 1 } else { 0 }", 10_000)
    yield "check step long numbers", step("check", "let a = 1; for i in 1..=60 { a = a * 1000003 + i; } coin(1/a); state")
    yield "check step long tosses", step("check", "let a = 3; for i in 1..=14 { a = a * a % 1000000000000000003 + 2; coin(1/a) } state")
    yield "check step many states", step("check", "uniform(100); state", 10_000)
    yield "check step choices", step("check", "choose([0,1,2,3,4,5,6,7,8,9])", 20_000)

    for count in (1_000, 10_000, 100_000, 500_000):
        yield f"check program draw {count}", program("check", f'last = ask("draw" + " 1" * {count})')
    yield "check program draw uneven", program("check", 'last = ask("draw " + " ".join(str(i + 1) for i in range(100000)))')
    yield "sample program draw 100000", program("sample", 'last = ask("draw" + " 1" * 100000)')
    yield "check program uniform 1000000", program("check", 'last = ask("uniform 1000000")')
    yield "check program uniform 1000 twice", program("check", 'last = ask("uniform 1000") + ask("uniform 1000")')
    for tosses in (10, 13, 16, 20, 1_000):
        yield f"check program tosses {tosses}", program("check", f'last = [ask("coin 1/2") for _ in range({tosses})][-1]')
    yield "check program until", program("check", 'last = 0\n    while ask("coin 1/2"): last += 1')
    yield "check program forever", program("check", "last = 0\n    while True: ask('coin 1')")
    yield "check program slow", program("check", 'last = ask("uniform 1000"); import time; time.sleep(0.1)')
    yield "sample program slow", program("sample", 'last = ask("uniform 1000"); import time; time.sleep(0.1)')
    yield "check program long coin", program("check", 'last = sum(ask("coin 1/1" + "0" * 5000) for _ in range(12))')

    built_in = ("bernoulli-pair", "three-point-pair", "ising-2x2", "ising-3x3", "ising-10x10")
    kernels = ("mh", "pmc", "mpmc", "sve", "bridge", "noisy:2", "noisy:20", "noisy:1000", "dmh:2", "dmh:100",
               "mabmc", "mabmc:repropose", "mabmc:reuse", "rule:max-min-draws:8", "best-over-draws")
    for name in built_in:
        yield f"rules {name}", plain("rules", "--model", name)
        yield f"rules {name} all", plain("rules", "--model", name, "--all")
        yield f"rules {name} arms", plain("rules", "--model", name, "--arms", "mpmc,sve,noisy:3")
        for kernel in kernels:
            for command in ("check", "table", "compare", "sample"):
                words = [command, "--model", name] + ([kernel] if command == "compare" else ["--kernel", kernel])
                yield f"{command} {name} {kernel}", plain(*words)
        for rule in ("max-min", "max-draws", "max-min-draws:100", "argmin(a)", "bayes"):
            yield f"check {name} rule {rule}", plain("check", "--model", name, "--rule", rule)
    yield "check search", plain("check", "--rule", "max-min", "--search", "1000")
    yield "check search draws", plain("check", "--rule", "max-min-draws:6", "--search", "300")

    tables = {"table 3 x 30": table(3, 30), "table 20 x 20": table(20, 20), "table 60 x 60": table(60, 60),
              "table 2 x 3000": table(2, 3_000), "table 500 x 4": table(500, 4), "table long 4 x 6": table(4, 6, 10**60)}
    for name, text in tables.items():
        yield f"rules {name}", model(text, "rules")
        for kernel in ("mh", "pmc", "mpmc", "sve", "noisy:3", "mabmc", "mabmc:reuse", "best-over-draws"):
            for command in ("check", "compare", "sample"):
                yield f"{command} {name} {kernel}", model(text, command, *([kernel] if command == "compare" else ["--kernel", kernel]))
        yield f"check {name} draws", model(text, "check", "--rule", "max-min-draws:4")

    lattices = {"lattice 4 x 4": lattice(4, 4, 5, 1, "free"), "lattice 6 x 6 torus": lattice(6, 6, 8, 3, "torus"),
                "lattice 12 x 12": lattice(12, 12, 40, 1, "free"), "lattice 10 x 10 x 40": lattice(10, 10, 10, 40, "free"),
                "lattice 3 x 3 x 200": lattice(3, 3, 200, 1, "free")}
    for name, text in lattices.items():
        yield f"rules {name}", model(text, "rules")
        for kernel in ("mh", "pmc", "mpmc", "sve", "bridge", "noisy:3", "dmh:2", "mabmc", "mabmc:reuse"):
            for command in ("check", "compare", "sample"):
                yield f"{command} {name} {kernel}", model(text, command, *([kernel] if command == "compare" else ["--kernel", kernel]))

    for side in (12, 14, 15, 16):
        yield f"ising free {side}", plain("ising", "--rows", str(side), "--columns", str(side))
    yield "ising free 2 x 1000", plain("ising", "--rows", "2", "--columns", "1000")
    yield "ising free 14 x 40", plain("ising", "--rows", "14", "--columns", "40")
    for side in (32, 64, 96, 128):
        yield f"ising torus {side}", plain("ising", "--rows", str(side), "--columns", str(side), "--boundary", "torus")
    yield "ising replicates", plain("ising", "--rows", "10", "--columns", "10", "--replicates", "1000")
    yield "sample real normal", plain("sample", "--model", "normal:0.5", "--kernel", "mabmc")
    yield "sample real ising", plain("sample", "--model", "ising:0.3", "--kernel", "mabmc")
    yield "sample real ising sve", plain("sample", "--model", "ising:0.3", "--kernel", "sve")
    yield "figure normal", plain("figure", "normal")
    yield "figure ising", plain("figure", "ising")
    yield "verify", plain("verify")


def asked(command: list[str]) -> tuple[int, float, float, str]:
    """Status, seconds on the clock, processor seconds, and the last line of the error output."""
    with tempfile.TemporaryFile() as error:
        begun = time.monotonic()
        child = subprocess.Popen(["timeout", "-k", "5", str(PATIENCE), *command], stdout=subprocess.DEVNULL, stderr=error)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        took = time.monotonic() - begun
        error.seek(0)
        said = error.read().decode(errors="replace").strip().splitlines()
    return child.returncode, took, usage.ru_utime + usage.ru_stime, said[-1] if said else ""


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    wrong = 0
    for name, words in questions():
        if sys.argv[2:] and not any(word in name for word in sys.argv[2:]):
            continue
        with tempfile.TemporaryDirectory() as folder:
            status, clock, seconds, said = asked([sys.argv[1], *words(Path(folder))])
        late = seconds > MOST_SECONDS or status not in (0, 1, 2, 3)
        wrong += late
        print(f"{'LATE' if late else '    '} {clock:7.1f} s {seconds:7.1f} s  status {status:>3}  {name:40}  {said[:150]}", flush=True)
    print(f"{wrong} took more than {MOST_SECONDS} s or ended otherwise than by an answer or a refusal")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
