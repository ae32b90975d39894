"""Who answers a generator's questions: an enumeration, or a real generator.

There are three questions, and everything that `peskun.Random` has is asked in
them: a coin, a draw with weights, and a position below a number.
"""

from __future__ import annotations

import itertools
import math
import random
import threading
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from . import _engine
from .errors import BadChance
from .numbers import Number, exact

_numbers = itertools.count(1)


class Enumerated:
    """Every answer in turn, with its exact weight; on the thread that enumerates,
    and until something is refused."""

    is_enumerating = True
    note_double = staticmethod(_engine.note_double)

    def __init__(self) -> None:
        self.number = next(_numbers)
        self.thread = threading.get_ident()
        #: What was refused first, whether or not the step caught it.
        self.refusal: Exception | None = None
        #: Has the enumeration ended?
        self.is_over = False

    def coin(self, p: Number) -> bool:
        return _engine.coin(self.number, p)

    def draw(self, weights: Iterable[Number]) -> int:
        return _engine.draw(self.number, weights)

    def below(self, size: int) -> int:
        return _engine.uniform(self.number, size)

    def ready(self) -> None:
        """Raises what was refused before, and refuses other threads."""
        if self.is_over:
            return
        if self.refusal is not None:
            raise self.refusal
        if threading.get_ident() != self.thread:
            raise RuntimeError(
                "this generator answers only while its step is enumerated, and on the same thread; "
                "peskun.Random(seed) samples"
            )

    def refuse(self, error: Exception) -> None:
        """Remembers what was refused."""
        if self.refusal is None:
            self.refusal = error


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

    def ready(self) -> None:
        """It always is."""

    def refuse(self, error: Exception) -> None:
        """What is caught here is caught as with any generator."""
