"""The law of a step on a table model: its transition matrix.

Two ways that a person would take: replay the step with every answer of its source of
randomness (in Python, and by WebPPL's Enumerate in doubles), or write the sums down.
"""

import json
import subprocess
from fractions import Fraction
from pathlib import Path

from inputs import table_model
from measure import OURS, Contender, Job, equal
from ours import answer

HERE = Path(__file__).resolve().parent
WEBPPL = HERE.parent / "node_modules" / "webppl" / "webppl"


class Numbers:
    """A model in the numbers of a package."""

    def __init__(self, model: dict, number):
        self.one = number(1)
        self.zero = number(0)
        law = lambda row: [number(entry) / sum(row) for entry in row]
        self.likelihood = [[number(entry) for entry in row] for row in model["likelihood"]]
        self.points = [law(row) for row in model["likelihood"]]
        self.auxiliary = [law(row) for row in model["auxiliary"]]
        self.size = len(model["prior"])
        weight = [
            number(prior) * row[model["observed"]]
            for prior, row in zip(model["prior"], self.likelihood)
        ]
        # The proposal is uniform, and so it cancels.
        self.known = [[there / here for there in weight] for here in weight]
        self.proposal = [number(1) / self.size] * self.size


class Replay:
    """A source of randomness that is told its answers, and goes on with the first."""

    def __init__(self, answers: list[int], one):
        self.answers, self.laws, self.weight = answers, [], one

    def draw(self, law) -> int:
        place = len(self.laws)
        if place == len(self.answers):
            self.answers.append(0)
        self.laws.append(law)
        self.weight *= law[self.answers[place]]
        return self.answers[place]

    def next(self) -> bool:
        """The answers of the next path, if there is one."""
        while self.answers and self.answers[-1] + 1 == len(self.laws[len(self.answers) - 1]):
            self.answers.pop()
        if self.answers:
            self.answers[-1] += 1
        return bool(self.answers)


def exchange(n: Numbers, here, there, chance):
    """The exchange arm's ratio, at most 1."""
    point = chance.draw(n.points[there])
    ratio = n.known[here][there] * n.likelihood[here][point] / n.likelihood[there][point]
    return min(ratio, n.one)


def pseudo_marginal(n: Numbers, here, there, chance):
    """MPMC's ratio, at most 1."""
    first, second = chance.draw(n.auxiliary[here]), chance.draw(n.points[there])
    above = n.likelihood[here][first] * n.auxiliary[there][second]
    below = n.likelihood[there][second] * n.auxiliary[here][first]
    return min(n.known[here][there] * above / below, n.one)


def step(n: Numbers, kernel: str, here, chance):
    """One step, as it would be run."""
    there = chance.draw(n.proposal)
    arm = {"sve": exchange, "mpmc": pseudo_marginal}.get(kernel)
    if arm is None:
        looks = []
        for each in (pseudo_marginal, exchange):
            forward = each(n, here, there, chance)
            looks.append(min(forward, each(n, there, here, chance)))
        arm = pseudo_marginal if looks[0] >= looks[1] else exchange
    accept = arm(n, here, there, chance)
    return there if chance.draw([accept, n.one - accept]) == 0 else here


def replayed(model: dict, kernel: str, number) -> list[list[str]]:
    """The matrix, path by path."""
    n = Numbers(model, number)
    matrix = [[n.zero] * n.size for _ in range(n.size)]
    for here in range(n.size):
        answers: list[int] = []
        while True:
            chance = Replay(answers, n.one)
            there = step(n, kernel, here, chance)
            matrix[here][there] += chance.weight
            if not chance.next():
                break
    return [[str(entry) for entry in row] for row in matrix]


def summed(model: dict, kernel: str, number) -> list[list[str]]:
    """The matrix from the sums on paper."""
    n = Numbers(model, number)
    matrix = [[n.zero] * n.size for _ in range(n.size)]
    for here in range(n.size):
        for there in range(n.size):
            if here == there:
                continue
            known, total = n.known[here][there], n.zero
            f, g = n.likelihood[here], n.likelihood[there]
            if kernel == "sve":
                for point, mass in enumerate(n.points[there]):
                    total += mass * min(known * f[point] / g[point], n.one)
            else:
                for first, mass in enumerate(n.auxiliary[here]):
                    left = known * f[first] / mass
                    for second, other in enumerate(n.points[there]):
                        right = n.auxiliary[there][second] / g[second]
                        total += mass * other * min(left * right, n.one)
            matrix[here][there] = total / n.size
        matrix[here][here] = n.one - sum(matrix[here], n.zero)
    return [[str(entry) for entry in row] for row in matrix]


def webppl(folder: Path, model: dict, kernel: str):
    """The matrix by WebPPL, with the time that it takes itself."""
    program = folder / f"{kernel}.wppl"
    text = (HERE / "step_law.wppl").read_text()
    # As a string: WebPPL's compiler runs out of stack on a long list.
    data = json.dumps({"model": model, "kernel": kernel})
    program.write_text(f"var data = JSON.parse('{data}');\n{text}")
    done = subprocess.run(["node", WEBPPL, program], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError("WebPPL failed")
    document = json.loads(done.stdout.strip().splitlines()[-1])
    return document["milliseconds"] / 1000, document["matrix"]


def near(ours: list[list[str]], theirs) -> str | None:
    """Fractions against fractions, or against doubles."""
    if isinstance(theirs[0][0], str):
        return equal(ours, theirs)
    pairs = zip(sum(ours, []), sum(theirs, []))
    worst = max(abs(float(Fraction(exact)) - double) for exact, double in pairs)
    return f"within {worst:.0e}" if worst < 1e-9 else None


def jobs(folder: Path, packages: dict):
    """Exchange and MPMC on a table of some size, MABMC on a small one."""
    numbers = {"fractions": Fraction}
    if "gmpy2" in packages:
        numbers["gmpy2"] = packages["gmpy2"].mpq
    if "python-flint" in packages:
        flint = packages["python-flint"]
        numbers["python-flint"] = flint.fmpq
    for kernel, parameters, points in [("sve", 20, 40), ("mpmc", 8, 16), ("mabmc", 3, 3)]:
        path, model = table_model(folder, parameters, points)
        ours = lambda path=path, kernel=kernel: answer(
            "table", "--model", path, "--kernel", kernel
        )["matrix"]
        peers = []
        for package, number in numbers.items():
            arguments = (model, kernel, number)
            peers.append(Contender(package, "replay", lambda a=arguments: replayed(*a)))
            if kernel != "mabmc":
                peers.append(Contender(package, "sums", lambda a=arguments: summed(*a)))
        if "webppl" in packages:
            arguments = (folder, model, kernel)
            run = lambda a=arguments: webppl(*a)
            peers.append(Contender("webppl", "Enumerate, doubles", run, timed=True))
        name = f"law of a step: {kernel}, {parameters} parameters, {points} points"
        yield Job(name, Contender(OURS, "table", ours), peers, near)
