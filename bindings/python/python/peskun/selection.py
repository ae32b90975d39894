"""Choosing among finitely many: integers, elements, samples and permutations,
in the words of `random.Random` and of `numpy.random.Generator`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from .errors import BadChance, Undecided
from .numbers import Number, exact_and_kind, whole
from .questions import Enumerated, Sampled

T = TypeVar("T")

#: The most possibilities of one question that are enumerated at all.
MOST = 10**12
#: The most elements of an array that are enumerated.
MOST_FILLED = 100_000


class Selection:
    """What a generator can choose."""

    _questions: Enumerated | Sampled

    def _below(self, size: int) -> int:
        if size < 1:
            raise BadChance(f"one of {size} possibilities was asked for")
        if size > MOST and self._questions.is_enumerating:
            raise Undecided(f"undecided: {size} possibilities are too many to enumerate")
        return self._questions.below(size)

    def integers(
        self,
        low: int,
        high: int | None = None,
        size: Any = None,
        dtype: Any = None,
        endpoint: bool = False,
    ) -> Any:
        """NumPy's: an integer from low up to high, which is left out."""
        if size is not None:
            return self._filled(size, lambda: self.integers(low, high, endpoint=endpoint))
        if high is None:
            low, high = 0, low
        return int(low) + self._below(int(high) + bool(endpoint) - int(low))

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """An element of the range."""
        numbers = range(start) if stop is None else range(start, stop, step)
        # Its len() has an end, and a range has none.
        size = (numbers[-1] - numbers[0]) // numbers.step + 1 if numbers else 0
        return numbers[self._below(size)]

    def randint(self, a: int, b: int | None = None, **numpys: Any) -> int:
        """An integer from a to b, both included, as `random.Random` has it."""
        if b is None or numpys:
            raise TypeError(
                "randint(a, b) is that of random.Random, which includes b; NumPy's is "
                "integers(low, high), which does not"
            )
        return a + self._below(b - a + 1)

    def getrandbits(self, k: int) -> int:
        """An integer of k bits."""
        if k > 64 and self._questions.is_enumerating:
            raise Undecided(f"undecided: 2^{k} possibilities are too many to enumerate")
        return self._below(2**k)

    def choice(
        self,
        a: Any,
        size: Any = None,
        replace: bool = True,
        p: Iterable[Number] | None = None,
        axis: int = 0,
        shuffle: bool = True,
    ) -> Any:
        """One of these, or of the integers below a; with probabilities `p`.

        >>> from peskun import Chain
        >>> def step(state, rng):
        ...     return rng.choice(["a", "b"], p=["1/3", "2/3"])
        >>> Chain.of(step, ["a", "b"], [1, 2]).matrix[0]
        [Fraction(1, 3), Fraction(2, 3)]
        """
        if axis != 0:
            raise TypeError("choice takes along the first axis; transpose the array")
        population = _population(a)
        if size is not None:
            if replace:
                fixed = None if p is None else list(p)
                return self._filled(size, lambda: self.choice(population, p=fixed))
            return _array(self._without_replacement(population, _count(size), p), size)
        if p is None:
            return population[self._below(len(population))]
        return population[self._questions.draw(self._probabilities(population, p))]

    def choices(
        self,
        population: Sequence[T],
        weights: Iterable[Number] | None = None,
        *,
        cum_weights: Sequence[Number] | None = None,
        k: int = 1,
    ) -> list[T]:
        """k of these with replacement."""
        if cum_weights is not None:
            ends = [self._number(end) for end in cum_weights]
            weights = [ends[0], *(high - low for low, high in itertools.pairwise(ends))]
        if weights is None:
            return [population[self._below(len(population))] for _ in range(k)]
        fixed = list(weights)
        if len(fixed) != len(population):
            raise BadChance(f"{len(fixed)} weights for {len(population)} values")
        return [population[self._questions.draw(fixed)] for _ in range(k)]

    def sample(self, population: Sequence[T], k: int) -> list[T]:
        """k of these without replacement, in random order."""
        return self._without_replacement(population, k, None)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Puts these in a random order, in place."""
        order = list(x)
        # Rows of an array are views of it, and would change under the hand.
        order = [row.copy() if getattr(row, "ndim", 0) else row for row in order]
        for last in range(len(order) - 1, 0, -1):
            other = self._below(last + 1)
            order[last], order[other] = order[other], order[last]
        for position, element in enumerate(order):
            x[position] = element

    def permutation(self, x: Any) -> Any:
        """These in a random order, or the integers below x. An array if NumPy is
        there, otherwise a list."""
        order = list(_population(x))
        self.shuffle(order)
        try:
            import numpy
        except ImportError:
            return order
        return numpy.array(order)

    def permuted(self, x: Any) -> Any:
        """The elements of a list or of an array with one dimension in a random
        order."""
        if getattr(x, "ndim", 1) != 1:
            raise TypeError("permuted takes a list, or an array with one dimension")
        return self.permutation(list(x))

    def _without_replacement(
        self, population: Sequence[T], count: int, p: Iterable[Number] | None
    ) -> list[T]:
        left = list(range(len(population)))
        if count > len(left):
            raise BadChance(f"a sample of {count} was asked for out of {len(left)}")
        weights = None if p is None else self._probabilities(population, p)
        chosen = []
        for _ in range(count):
            if weights is None:
                position = self._below(len(left))
            else:
                position = self._questions.draw(weights[number] for number in left)
            chosen.append(population[left.pop(position)])
        return chosen

    def _probabilities(self, population: Sequence[Any], p: Iterable[Number]) -> list[Fraction]:
        probabilities = [self._number(value) for value in p]
        if len(probabilities) != len(population):
            raise BadChance(f"{len(probabilities)} probabilities for {len(population)} values")
        total = sum(probabilities, Fraction(0))
        # The tolerance is NumPy's.
        if abs(total - 1) > Fraction(1, 10**8):
            raise BadChance(f"probabilities have the sum {total}, not 1; draw(weights) takes any")
        return probabilities

    def _number(self, value: Number) -> Fraction:
        number, is_double = exact_and_kind(value)
        if is_double:
            self._questions.note_double()
        return number

    def _filled(self, size: Any, draw: Callable[[], Any]) -> Any:
        count = _count(size)
        if count > MOST_FILLED and self._questions.is_enumerating:
            raise Undecided(
                f"undecided: an array of {count} random numbers is not enumerated, at most "
                f"{MOST_FILLED}"
            )
        return _array([draw() for _ in range(count)], size)


def _population(values: Any) -> Any:
    """These, or the integers below a number. An array is not a number, although
    it says that it may be an index."""
    is_number = hasattr(values, "__index__") and not getattr(values, "ndim", 0)
    return range(int(values)) if is_number else values


def _count(size: Any) -> int:
    count = 1
    for length in size if isinstance(size, (tuple, list)) else (size,):
        count *= whole("a size", length)
    return count


def _array(values: list[Any], size: Any) -> Any:
    """An array of this shape, of integers if the values are."""
    import numpy

    from .arrays import as_array

    if all(isinstance(value, float) for value in values):
        return numpy.array(values).reshape(size)
    return as_array(values, size)


def array_of(values: list[Any]) -> Any:
    """An array of integers."""
    return _array(values, len(values))
