"""Who answers a generator's questions: an enumeration, or a real generator.

There are three questions, and everything that `peskun.Random` has is asked in
them: a coin, a draw with weights, and a position below a number.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from . import _engine
from .errors import BadChance
from .numbers import Number, exact


class Enumerated:
    """Every answer in turn, with its exact weight."""

    is_enumerating = True
    coin = staticmethod(_engine.coin)
    draw = staticmethod(_engine.draw)
    below = staticmethod(_engine.uniform)
    note_double = staticmethod(_engine.note_double)


class Sampled:
    """The answers of a seeded generator, with exactly the probabilities asked for."""

    is_enumerating = False

    def __init__(self, seed: Any) -> None:
        self.generator = random.Random(seed)

    def coin(self, p: Number) -> bool:
        probability = exact(p)
        if not 0 <= probability <= 1:
            raise BadChance(
                f"a coin was asked to show heads with probability {p}, which is not between 0 and 1"
            )
        return self.generator.randrange(probability.denominator) < probability.numerator

    def draw(self, weights: Iterable[Number]) -> int:
        exact_weights = [exact(weight) for weight in weights]
        total = sum(exact_weights, Fraction(0))
        if total <= 0 or min(exact_weights) < 0:
            raise BadChance("a draw was asked for with weights that are none")
        scale = math.lcm(*(weight.denominator for weight in exact_weights))
        point = self.generator.randrange(int(total * scale))
        for position, weight in enumerate(exact_weights):
            point -= int(weight * scale)
            if point < 0:
                return position
        raise AssertionError("the point is below the total")

    def below(self, size: int) -> int:
        if size < 1:
            raise BadChance("a draw was asked for with weights that are none: there are no atoms")
        return self.generator.randrange(size)

    def note_double(self) -> None:
        """A sampler need not know."""
