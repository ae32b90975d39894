"""The engine against the extracted programs.

compare.py ENGINE PROGRAMS WORK MODELS SEED

1. Oracle: random models with zeros in likelihoods, proposals and auxiliary laws,
   and small lattices; the engine's target and matrix must be the oracle's, digit
   for digit.
2. Checker: every one of these tables, and every table of the built-in models,
   must be accepted exactly if the engine says that detailed balance holds, and
   the verdict on invariance must be the engine's.
3. Corrupted tables must all be rejected.

Prints a summary; exit status 1 at the first kind of difference.
"""

import itertools
import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

READINGS = ["mabmc", "mabmc:repropose", "mabmc:reuse"]
TIES = ["first", "last", "coin"]
SINGLE = ["mh", "mpmc", "sve", "noisy:1", "noisy:2", "noisy:3", "dmh:1", "dmh:2"]


def law(rng, size, zeros):
    """A probability law with zeros."""
    while True:
        weights = [0 if rng.random() < zeros else rng.randint(1, 9) for _ in range(size)]
        if sum(weights):
            return [Fraction(weight, sum(weights)) for weight in weights]


def kernels(rng, small):
    """Two kernels, one of them a bandit if that is cheap, each with a way of
    breaking ties and whether it is enumerated path by path."""
    chosen = rng.sample([*SINGLE, "pmc"], 1 if small else 2)
    bandit = [(rng.choice(READINGS), rng.choice(TIES), False)] if small else []
    return [(name, "first", rng.random() < 0.2) for name in chosen] + bandit


def table_case(rng):
    """A random model: its file and its numbers."""
    parameters, points = rng.choice([(2, 2), (2, 3), (3, 2), (3, 3), (3, 3), (4, 2), (2, 4), (4, 4)])
    observed = rng.randrange(points)
    numbers = {
        "observed": observed,
        "prior": [Fraction(rng.randint(1, 9)) for _ in range(parameters)],
        "likelihood": [
            [Fraction(0 if x != observed and rng.random() < 0.25 else rng.randint(1, 9)) for x in range(points)]
            for _ in range(parameters)
        ],
        "proposal": [law(rng, parameters, 0.3) for _ in range(parameters)],
        "auxiliary": [law(rng, points, 0.3) for _ in range(parameters)],
    }
    lines = [
        f'name = "m"\nparameters = {json.dumps([f"t{i}" for i in range(parameters)])}',
        f'sample_space = {json.dumps([f"x{i}" for i in range(points)])}\nobserved = "x{observed}"',
    ]
    lines += [f"{field} = {written(numbers[field])}" for field in ["prior", "likelihood", "proposal", "auxiliary"]]
    return "\n".join(lines) + "\n", numbers, kernels(rng, points <= 3)


def lattice_case(rng):
    """A small Ising lattice as a family, its configurations counted one by one."""
    rows, columns, boundary = rng.choice(
        [(1, 2, "free"), (1, 3, "free"), (1, 4, "free"), (2, 2, "free"), (2, 3, "free"), (3, 3, "free"), (3, 3, "torus")]
    )
    counts = agreements(rows, columns, boundary)
    levels = sorted(counts)
    values = sorted(rng.sample([Fraction(n, d) for n, d in [(1, 1), (9, 8), (5, 4), (3, 2), (2, 1), (3, 1), (1, 2)]], rng.choice([2, 3])))
    estimate = rng.choice([Fraction(9, 8), Fraction(7, 4), Fraction(1, 3), Fraction(4)])
    size = len(values)
    numbers = {
        "base": [Fraction(counts[level]) for level in levels],
        "levels": levels,
        "values": values,
        "estimate": estimate,
        "observed": rng.randrange(len(levels)),
        "prior": [Fraction(rng.randint(1, 9)) for _ in values],
        "proposal": [law(rng, size, 0.2) for _ in values],
    }
    text = f"""name = "lattice"
[ising]
rows = {rows}
columns = {columns}
boundary = "{boundary}"
replicates = 1
weights = {written(values)}
observed = {levels[numbers["observed"]]}
estimate = "{estimate}"
prior = {written(numbers["prior"])}
proposal = {written(numbers["proposal"])}
"""
    # By the lattices' formulas, and path by path without them.
    chosen = [("bridge", "first", False), ("bridge", "first", True)]
    chosen.append((rng.choice(["mh", "mpmc", "sve", "noisy:2"]), "first", False))
    if len(levels) <= 4:
        chosen.append((rng.choice(READINGS), rng.choice(TIES), False))
    return text, numbers, chosen


def agreements(rows, columns, boundary):
    """How many configurations have so many agreeing neighbor pairs."""
    sites = [(r, c) for r in range(rows) for c in range(columns)]
    pairs = []
    for r, c in sites:
        for other in [(r + 1, c), (r, c + 1)]:
            wrapped = (other[0] % rows, other[1] % columns)
            if wrapped == other or boundary == "torus":
                pairs.append((sites.index((r, c)), sites.index(wrapped)))
    counts = {}
    for spins in itertools.product([0, 1], repeat=len(sites)):
        level = sum(spins[a] == spins[b] for a, b in pairs)
        counts[level] = counts.get(level, 0) + 1
    return counts


def written(value):
    """Numbers as JSON and TOML read them."""
    if isinstance(value, list):
        return "[" + ", ".join(written(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, Fraction) else str(value)


def engine_table(engine, model, kernel, tie, unmerged=False):
    """What `peskun table` says."""
    command = [engine, "table", "--model", model, "--kernel", kernel, "--tie", tie, "--format", "json"]
    run = subprocess.run(command + ["--unmerged"] * unmerged, capture_output=True, text=True, timeout=300)
    return (run.stdout, run.stderr) if run.returncode in (0, 1) else (None, run.stderr)


def check(programs, paths):
    """The checker's line for every file."""
    lines = []
    for start in range(0, len(paths), 500):
        run = subprocess.run([programs, "check", *paths[start : start + 500]], capture_output=True, text=True)
        lines += run.stdout.splitlines()
    if len(lines) != len(paths):
        fail(f"the checker answered {len(lines)} of {len(paths)} times")
    return lines


def corrupted(rng, table):
    """The table with a defect that no right table has, and what it is."""
    table = json.loads(json.dumps(table))
    matrix, target = table["matrix"], table["target"]
    size = len(target)
    number = Fraction
    moves = [
        (i, j)
        for i in range(size)
        for j in range(size)
        if i != j and number(matrix[i][j]) > 0 and number(target[i]) > 0
    ]
    kinds = ["row sum", "row missing", "column missing", "target", "no number"] + (["balance", "negative"] * 2 if moves else [])
    kind = rng.choice(kinds)
    i, j = rng.choice(moves) if moves else (0, 0)
    entry = number(matrix[i][j])
    if kind == "row sum":
        matrix[i][j] = str(entry + Fraction(1, rng.randint(2, 10**6)))
    elif kind == "row missing":
        matrix.pop(rng.randrange(size))
    elif kind == "column missing":
        matrix[i].pop()
    elif kind == "target":
        target[i] = str(number(target[i]) + Fraction(1, rng.randint(2, 10**6)))
    elif kind == "no number":
        matrix[i][j] = rng.choice(["1/0", "x", None])
    elif kind == "balance":
        share = entry * Fraction(1, rng.randint(2, 10**6))
        matrix[i][j], matrix[i][i] = str(entry - share), str(number(matrix[i][i]) + share)
    else:
        matrix[i][j], matrix[i][i] = str(-entry), str(number(matrix[i][i]) + 2 * entry)
    return kind, table


def fail(message):
    """Says what is wrong and ends."""
    print(message)
    sys.exit(1)


def main():
    engine, programs, work, models, seed = sys.argv[1:]
    rng = random.Random(int(seed))
    os.makedirs(work, exist_ok=True)
    jobs = []
    lattices = max(1, int(models) // 20)
    for index in range(int(models)):
        text, numbers, chosen = lattice_case(rng) if index < lattices else table_case(rng)
        path = os.path.join(work, f"{index}.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        for kernel, tie, unmerged in chosen:
            fields = ", ".join(f'"{name}": {written(value)}' for name, value in numbers.items())
            request = f'{{"kernel": "{kernel}", "tie": "{tie}", {fields}}}'
            jobs.append((path, kernel, tie, unmerged, request))

    with ThreadPoolExecutor(2) as pool:
        halves = [jobs[0::2], jobs[1::2]]
        oracle = lambda half: subprocess.run(
            [programs, "oracle"], input="\n".join(job[4] for job in half) + "\n", capture_output=True, text=True
        )
        answers = [None] * len(jobs)
        for side, run in enumerate(pool.map(oracle, halves)):
            lines = run.stdout.splitlines()
            if len(lines) != len(halves[side]):
                fail(f"the oracle answered {len(lines)} of {len(halves[side])} requests: {run.stderr}")
            answers[side::2] = [json.loads(line) for line in lines]
        printed = list(pool.map(lambda job: engine_table(engine, *job[:4]), jobs))

    differences, by_kernel, files, tables = 0, {}, [], []
    for index, ((path, kernel, tie, _, _), answer, (output, error)) in enumerate(zip(jobs, answers, printed)):
        name = f"{kernel} {tie}" if kernel.startswith("mabmc") else kernel
        by_kernel[name] = by_kernel.get(name, 0) + 1
        table = json.loads(output) if output else None
        if table is None or any(table[field] != answer[field] for field in ["target", "matrix"]):
            differences += 1
            if differences <= 5:
                print(f"different: {name} on {path}: {error.strip()}")
            continue
        file = os.path.join(work, f"{index}.json")
        with open(file, "w", encoding="utf-8") as out:
            out.write(output)
        files.append(file)
        tables.append(table)
    lattice_jobs = sum('"base"' in job[4] for job in jobs)
    print(f"oracle: {models} models ({lattices} lattices), {len(jobs)} matrices ({lattice_jobs} of lattices), {len(by_kernel)} kernels, {differences} differences")
    print("        " + ", ".join(f"{name} {count}" for name, count in sorted(by_kernel.items())))

    listed = subprocess.run([engine, "models", "--format", "json"], capture_output=True, text=True)
    names = [model["name"] for model in json.loads(listed.stdout)["models"] if ":" not in model["name"]]
    every = [*SINGLE, "pmc", "bridge", *READINGS, "rule:max-min", "rule:max", "rule:max-draws", "best-over-draws"]
    refused = enclosed = built_in = 0
    with ThreadPoolExecutor(2) as pool:
        cells = [(name, kernel, "first") for name in names for kernel in every]
        for (name, kernel, _), (output, _error) in zip(cells, pool.map(lambda cell: engine_table(engine, *cell), cells)):
            table = json.loads(output) if output else None
            if table is None:
                refused += 1
            elif not all(isinstance(entry, str) for row in table["matrix"] for entry in row):
                enclosed += 1
            else:
                built_in += 1
                file = os.path.join(work, f"built-in-{built_in}.json")
                with open(file, "w", encoding="utf-8") as out:
                    out.write(output)
                files.append(file)
                tables.append(table)

    accepted = wrong = 0
    for line, table, file in zip(check(programs, files), tables, files):
        right = table["detailed_balance"]["holds"]
        accepted += line.startswith("accepted")
        expected = f"balanced={str(right).lower()} invariant={str(table['verdicts']['invariant']['holds']).lower()}"
        if line.startswith("accepted") != right or expected not in line:
            wrong += 1
            print(f"verdicts differ: {table['kernel']} on {table['model']}: {line}")
    print(f"checker: {len(files)} tables ({built_in} of built-in models, {enclosed} enclosed and {refused} refused there), {accepted} accepted, {len(files) - accepted} rejected, {wrong} verdicts unlike the engine's")

    right = [table for table in tables if table["detailed_balance"]["holds"] and len(json.dumps(table["matrix"])) < 20000]
    bad, kinds = [], {}
    for index in range(2000):
        kind, table = corrupted(rng, rng.choice(right))
        kinds.setdefault(kind, 0)
        kinds[kind] += 1
        file = os.path.join(work, f"corrupted-{index}.json")
        with open(file, "w", encoding="utf-8") as out:
            json.dump({"target": table["target"], "matrix": table["matrix"]}, out)
        bad.append(file)
    passed = [line for line in check(programs, bad) if not line.startswith("rejected")]
    print(f"corrupted: {len(bad)} tables, {len(bad) - len(passed)} rejected ({', '.join(f'{kind} {count}' for kind, count in sorted(kinds.items()))})")
    for line in passed[:5]:
        print(f"accepted though corrupted: {line}")
    sys.exit(1 if differences or wrong or passed else 0)


if __name__ == "__main__":
    main()
