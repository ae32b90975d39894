"""Random step programs have the row that a real generator draws from: each is
enumerated and run many times.
"""

import random
from collections import Counter

import numpy as np
import pytest
from alarms import FULL, differences
from step_programs import Writer, compiled

import peskun
from peskun import cells

PROGRAMS, DRAWS = (150, 100_000) if FULL else (25, 1_000)
#: Longer programs are left out.
PATHS = 1_000
#: The share of these tests in the probability of a false alarm.
LEVEL = 1e-7
#: A row of one state.
STATE = 1


def texts(count):
    """So many programs."""
    writer = random.Random(2019)
    for number in range(count):
        yield Writer(writer, ("numpy", "python")[number % 2]).program(), ("numpy", "python")[number % 2]


def row(step):
    chain = peskun.Chain.of(lambda s, r: step(STATE, r) if s == STATE else s, range(4), [1] * 4, paths=PATHS)
    return dict(enumerate(chain.matrix[STATE]))


def counted(step, library, draws):
    real = np.random.default_rng(7) if library == "numpy" else random.Random(7)
    return Counter(int(step(STATE, real)) for _ in range(draws))


def compared(count, draws):
    """Programs with their differences; how many were enumerated and refused."""
    found, enumerated, refused = [], 0, 0
    for text, library in texts(count):
        step = compiled(text)
        try:
            law = row(step)
        except (peskun.CannotSplit, peskun.Undecided):
            refused += 1
            continue
        enumerated += 1
        different = differences(counted(step, library, draws), law, LEVEL / count)
        if different:
            found.append((text, different))
    return found, enumerated, refused


def test_rows_are_those_of_real_generators(capsys):
    found, enumerated, refused = compared(PROGRAMS, DRAWS)
    with capsys.disabled():
        print(f"\n{enumerated} programs with {DRAWS} draws each, {refused} refused")
    assert not found, "\n".join(f"{text}{different}" for text, different in found[:3])
    # Numbers that are scaled differently are not compared, and few are.
    assert enumerated > 2 * refused


def bias(monkeypatch):
    right = cells.Hidden.is_below
    wrong = lambda self, point: right(self, point if point > cells.ONE / 2 else point * 3 / 4)
    monkeypatch.setattr(cells.Hidden, "is_below", wrong)


def one_for_all(monkeypatch):
    """Elements of an array share one number, as they did."""
    def filled(self, size, draw):
        from peskun.selection import _array

        count = self._filling(size)
        return _array([draw()] * count, size)

    monkeypatch.setattr(peskun.selection.Selection, "_filled", filled)


def upward(monkeypatch):
    right = peskun.uniform.Uniform.__floor__
    monkeypatch.setattr(peskun.uniform.Uniform, "__floor__", lambda self: right(self + cells.ONE / 5))


@pytest.mark.parametrize("mistake", [bias, one_for_all, upward])
def test_a_mistake_is_found(monkeypatch, mistake):
    mistake(monkeypatch)
    found, _, _ = compared(12, 1_000)
    assert found
