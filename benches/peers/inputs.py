"""What both sides are given: files with chains and models, the same on every run."""

import json
import random
from fractions import Fraction
from pathlib import Path


def random_chain(folder: Path, size: int, bits: int) -> Path:
    """A chain with numerators of so many bits over the sum of their row, and a uniform
    target, which it does not leave invariant."""
    generator = random.Random(f"{size} {bits}")
    matrix = []
    for _ in range(size):
        row = [generator.getrandbits(bits) | 1 for _ in range(size)]
        matrix.append([str(Fraction(entry, sum(row))) for entry in row])
    return write(folder / f"chain-{size}-{bits}", [str(Fraction(1, size))] * size, matrix)


def reversible_chain(folder: Path, size: int) -> Path:
    """Metropolis on a full graph with a target of random weights: reversible, so that
    every pair of states must be looked at."""
    generator = random.Random(f"reversible {size}")
    weights = [generator.randrange(1, 10**6) for _ in range(size)]
    matrix = []
    for i, here in enumerate(weights):
        row = [min(Fraction(1), Fraction(there, here)) / size for there in weights]
        row[i] += 1 - sum(row)
        matrix.append([str(entry) for entry in row])
    target = [str(Fraction(weight, sum(weights))) for weight in weights]
    return write(folder / f"reversible-{size}", target, matrix)


def write(stem: Path, target: list[str], matrix: list[list[str]]) -> Path:
    """The chain as the JSON that the command reads, and beside it as DRN for Storm."""
    size = len(matrix)
    states = [str(state) for state in range(size)]
    path = stem.with_suffix(".json")
    path.write_text(json.dumps({"states": states, "target": target, "matrix": matrix}))
    stem.with_suffix(".drn").write_text(drn(matrix))
    return path


def drn(matrix: list[list[str]]) -> str:
    """A chain in Storm's explicit format."""
    size = len(matrix)
    lines = ["@type: DTMC", "@value_type: rational", "@parameters", "", "@reward_models", ""]
    lines += ["@nr_states", str(size), "@nr_choices", str(size), "@model"]
    for state, row in enumerate(matrix):
        lines += [f"state {state}{' init' if state == 0 else ''}", "\taction 0"]
        lines += [f"\t\t{to} : {entry}" for to, entry in enumerate(row) if entry != "0"]
    return "\n".join(lines) + "\n"


def read_chain(path: Path, number=Fraction):
    """Target and matrix, in the numbers of a package."""
    document = json.loads(path.read_text())
    target = [number(entry) for entry in document["target"]]
    return target, [[number(entry) for entry in row] for row in document["matrix"]]


def table_model(folder: Path, parameters: int, points: int) -> tuple[Path, dict]:
    """A table model with random weights, as a file and as numbers."""
    generator = random.Random(f"table {parameters} {points}")
    weights = lambda: [generator.randrange(1, 100) for _ in range(points)]
    model = {
        "prior": [generator.randrange(1, 10) for _ in range(parameters)],
        "likelihood": [weights() for _ in range(parameters)],
        "auxiliary": [weights() for _ in range(parameters)],
        "observed": 0,
    }
    path = folder / f"table-{parameters}-{points}.toml"
    names = lambda count: json.dumps([str(number) for number in range(count)])
    path.write_text(
        f'name = "random"\nparameters = {names(parameters)}\nsample_space = {names(points)}\n'
        f'observed = "0"\nprior = {model["prior"]}\nlikelihood = {model["likelihood"]}\n'
        f'auxiliary = {model["auxiliary"]}\n'
    )
    return path, model
