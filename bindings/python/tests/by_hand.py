"""A plain enumerator that shares nothing with the package: every path of a step
that asks for one of several weighted answers, in Fractions.
"""

from fractions import Fraction


class Path:
    """Answers given so far; questions beyond them get their first answer."""

    def __init__(self, answers):
        self.answers = answers
        self.asked = []

    def ask(self, weights):
        position = len(self.asked)
        answer = self.answers[position] if position < len(self.answers) else 0
        total = sum(weights)
        self.asked.append((answer, [Fraction(weight) / total for weight in weights]))
        return answer


def law(step):
    """The law of what a step returns, as a dictionary."""
    outcomes, answers = {}, []
    while True:
        path = Path(answers)
        outcome = step(path)
        weight = Fraction(1)
        for answer, probabilities in path.asked:
            weight *= probabilities[answer]
        if weight:
            outcomes[outcome] = outcomes.get(outcome, 0) + weight
        answers = [answer for answer, _ in path.asked]
        while answers and answers[-1] + 1 == len(path.asked[len(answers) - 1][1]):
            answers.pop()
        if not answers:
            return outcomes
        answers[-1] += 1


def matrix(step, states):
    """The rows of a step `step(state, ask)` on these states."""
    states = list(states)
    rows = [law(lambda path, state=state: step(state, path.ask)) for state in states]
    return [[row.get(to, Fraction(0)) for to in states] for row in rows]


def stays_invariant(rows, target):
    total = sum(target)
    law_ = [Fraction(weight) / total for weight in target]
    after = [sum(law_[i] * rows[i][j] for i in range(len(rows))) for j in range(len(rows))]
    return after == law_


def is_reversible(rows, target):
    n = range(len(rows))
    return all(target[i] * rows[i][j] == target[j] * rows[j][i] for i in n for j in n)
