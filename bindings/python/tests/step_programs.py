"""Random step programs, as text: draws, arithmetic, comparisons, branches and
loops over what `random.Random` and `numpy.random.Generator` have.
"""

import math
from fractions import Fraction

import numpy as np

NAMES = {"np": np, "math": math, "Fraction": Fraction}

#: Numbers between 0 and 1, to be compared, scaled and shifted.
REALS = {
    "both": ["rng.random()", "rng.uniform(0, 1)", "1 - rng.random()", "(rng.random() + 1) / 2"],
    "numpy": ["rng.random(2)[1]", "rng.uniform(size=2)[0]", "np.sort(rng.random(2))[0]"],
    "python": ["min(rng.random(), rng.random())", "sorted([rng.random(), rng.random()])[1]"],
}
#: Integers; {u} is a real variable, {n} from 2 to 4.
INTEGERS = {
    "both": [
        "int({u} * {n})",
        "math.floor({u} * {n})",
        "math.ceil({u} * {n})",
        "round({u} * {n})",
        "int({u} * {n} // 1)",
        "int(divmod({u} * {n}, 1)[0])",
        "int({u} * {n} % 1 < 0.25)",
        "int(abs({u} - 0.5) < 0.125)",
        "int(rng.choice([1, 0, 3]))",
        "int(({u} < 0.25) + ({u} < 0.5))",
        "(3 if isinstance({u}, float) else 0)",
        "int(Fraction(1, {n}) > {u})",
        "(2 if 0.25 <= {u} < 0.75 else int({u} < 0.125))",
    ],
    "numpy": [
        "int(rng.integers({n}))",
        "int(rng.integers(1, {n}, endpoint=True))",
        "int(rng.binomial({n}, 0.25))",
        "int(rng.choice({n}))",
        "int(rng.choice([0, 2, 3], p=[0.25, 0.25, 0.5]))",
        "int(rng.choice(4, size=2, replace=False)[1])",
        "int(np.searchsorted([0.25, 0.5, 1.0], {u}))",
        "int((rng.random({n}) < 0.25).sum())",
        "int(rng.random({n}).argmax())",
        "int(rng.permutation({n})[0])",
        "int(rng.hypergeometric({n}, 2, 2))",
        "int(rng.multinomial({n}, [0.25, 0.75])[0])",
        "int(np.floor({u} * {n}))",
        "int(np.log({u}) < -0.5)",
        "int(rng.exponential(2) < 0.75)",
        "int(bool(~(rng.integers({n}) == 1)))",
        "int((rng.binomial([1, 2], 0.5) * [1, 2]).sum())",
        "int((rng.exponential([0.5, 2.0]) < 1).sum())",
        "int((rng.random(2).dtype == float) + ({u} < 0.25))",
        "int(np.where({u} < 0.25, {n}, 1))",
    ],
    "python": [
        "rng.randrange({n})",
        "rng.randrange(0, 2 * {n}, 2)",
        "rng.choices([0, 1, 3], weights=[1, 2, 1])[0]",
        "rng.sample(range(4), 2)[1]",
        "rng.getrandbits(2)",
        "int(rng.expovariate(2) < 0.25)",
    ],
}
CONDITIONS = ["{u} < {p}", "{u} >= {p}", "{p} > 1 - {u}", "{k} % 2 == 0", "{k} < {n}", "{u} < {v}", "not {u} < {p}"]


class Writer:
    """Writes one program; `rng` is a `random.Random`."""

    def __init__(self, rng, library):
        self.rng, self.library = rng, library
        self.reals, self.integers = [], []
        self.draws = 0

    def of(self, table):
        return self.rng.choice(table["both"] + table[self.library])

    def filled(self, text):
        rng = self.rng
        names = {
            "u": rng.choice(self.reals),
            "v": rng.choice(self.reals),
            "k": rng.choice(self.integers),
            "n": rng.randint(2, 4),
            "p": rng.choice(["0.25", "0.5", "0.875", "Fraction(1, 3)"]),
        }
        return text.format(**names)

    def block(self, indent, depth):
        return [line for _ in range(self.rng.randint(1, 2)) for line in self.statement(indent, depth)]

    def statement(self, indent, depth):
        kind = self.rng.random()
        if depth < 2 and kind < 0.4:
            condition = self.filled(self.rng.choice(CONDITIONS))
            yes, no = self.block(indent + "    ", depth + 1), self.block(indent + "    ", depth + 1)
            return [f"{indent}if {condition}:", *yes, f"{indent}else:", *no]
        if depth < 1 and kind < 0.5:
            return [f"{indent}for turn in range(2):", *self.block(indent + "    ", 2)]
        target = self.rng.choice(self.integers)
        if self.draws == 1 or kind < 0.7:
            return [f"{indent}{target} = ({target} + {self.filled('{k} + {n}')}) % 5"]
        self.draws += 1
        return [f"{indent}{target} += {self.filled(self.of(INTEGERS))}"]

    def program(self):
        lines = ["def step(state, rng):"]
        for number in range(2):
            lines.append(f"    u{number} = {self.of(REALS)}")
            self.reals.append(f"u{number}")
        self.integers = ["state"]
        for number in range(2):
            lines.append(f"    k{number} = {self.filled(self.of(INTEGERS))}")
            self.integers.append(f"k{number}")
        lines += self.block("    ", 0) + self.block("    ", 0)
        return "\n".join([*lines, "    return (state + 2 * k0 + k1) % 4", ""])


def compiled(text):
    names = dict(NAMES)
    exec(compile(text, "<program>", "exec"), names)
    return names["step"]
