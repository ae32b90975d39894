"""Choosing among finitely many: integers, elements, samples and permutations,
in the words of `random.Random` and of `numpy.random.Generator`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from fractions import Fraction
from typing import Any, NoReturn, TypeVar

from .errors import BadChance, NotHonored, Undecided
from .numbers import Number, exact_and_kind, whole
from .questions import Enumerated, Sampled
from .refusals import remembering

T = TypeVar("T")

#: The most possibilities of one question that are enumerated at all.
MOST = 10**12
#: The most elements of an array that are enumerated.
MOST_FILLED = 100_000


@remembering
class Selection:
    """What a generator can choose.

    >>> from peskun import Chain
    >>> def step(state, rng):
    ...     return rng.choice(["a", "b"], p=["1/3", "2/3"])
    >>> Chain.of(step, ["a", "b"], [1, 2]).matrix[0]
    [Fraction(1, 3), Fraction(2, 3)]
    """

    _called = "Random"
    _questions: Enumerated | Sampled

    @property
    def _ask(self) -> Enumerated | Sampled:
        return self._questions

    def _below(self, size: int) -> int:
        if size < 1:
            raise BadChance(f"one of {size} possibilities was asked for")
        if size > MOST and self._questions.is_enumerating:
            raise Undecided(f"undecided: {size} possibilities are too many to enumerate")
        return self._questions.below(size)

    def integers(
        self,
        low: Any,
        high: Any = None,
        size: Any = None,
        dtype: Any = None,
        endpoint: bool = False,
    ) -> Any:
        """NumPy's: an integer from low up to high, which is left out."""
        if not is_kind(dtype, "int64"):
            raise NotHonored(
                f"integers(…, dtype={dtype!r}): integers are drawn as int64 here; leave dtype out and "
                "convert what is drawn, as in rng.integers(2) == 1"
            )

        def one(low: Any, high: Any) -> int:
            start = _integer("integers", low)
            return start + self._below(_integer("integers", high) + bool(endpoint) - start)

        low, high = (0, low) if high is None else (low, high)
        drawn = self._elementwise(size, one, low, high)
        # NumPy gives one of Python's only if it is asked to.
        return _scalar(drawn) if type(drawn) is int and dtype is not int else drawn

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """An element of the range."""
        if stop is None and step != 1:
            raise NotHonored("randrange(n, step=…) has no start; write randrange(0, n, step)")
        numbers = range(start) if stop is None else range(start, stop, step)
        # Its len() has an end, and a range has none.
        size = (numbers[-1] - numbers[0]) // numbers.step + 1 if numbers else 0
        return numbers[self._below(size)]

    def randint(self, *arguments: Any, **named: Any) -> NoReturn:
        """Means two things, and is refused."""
        raise NotHonored(
            "randint(low, high) includes high in random.Random and leaves it out in NumPy; write "
            "randrange(low, high + 1) for the first, integers(low, high) for the second"
        )

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
        """One of these, or of the integers below a; with probabilities `p`. With a
        size or with probabilities it is NumPy's: an element of the array that these
        make."""
        if axis != 0:
            raise NotHonored("choice takes along the first axis; transpose the array")
        if not shuffle:
            raise NotHonored(
                "choice(…, shuffle=False) has an order that NumPy does not tell; leave shuffle out"
            )
        population = _population(a)
        count = len(population)
        if size is None and p is None:
            if population is a and not hasattr(a, "ndim"):
                _refuse_what_differs(a)
            return population[self._below(count)]
        weights = None if p is None else self._probabilities(count, p)
        if size is None:
            position = self._questions.draw(weights or [])
            return position if population is not a else _taken(a, position)
        if replace:
            positions = [self._position(count, weights) for _ in range(self._filling(size))]
        else:
            positions = self._without_replacement(count, _count(size), weights)
        drawn = _array(positions, size)
        return drawn if population is not a else _taken(a, drawn)

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
            if weights is not None:
                raise NotHonored("choices takes weights or cum_weights, not both")
            ends = [self._number(end) for end in cum_weights]
            weights = [*ends[:1], *(high - low for low, high in itertools.pairwise(ends))]
        fixed = None if weights is None else list(weights)
        if fixed is not None and len(fixed) != len(population):
            raise BadChance(f"{len(fixed)} weights for {len(population)} values")
        return [population[self._position(len(population), fixed)] for _ in range(k)]

    def sample(
        self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None
    ) -> list[T]:
        """k of these without replacement, in random order; each as often as `counts`
        says."""
        if counts is not None:
            numbers = [whole("a count", number) for number in counts]
            if len(numbers) != len(population):
                raise BadChance(f"{len(numbers)} counts for {len(population)} values")
            if sum(numbers) > MOST_FILLED:
                raise Undecided(f"undecided: a sample out of {sum(numbers)} is not enumerated")
            population = [one for one, number in zip(population, numbers) for _ in range(number)]
        positions = self._without_replacement(len(population), whole("a sample's size", k), None)
        return [population[position] for position in positions]

    def shuffle(self, x: MutableSequence[Any], axis: int = 0) -> None:
        """Puts these in a random order, in place."""
        if axis != 0 or getattr(x, "ndim", 1) != 1:
            raise NotHonored(
                "shuffle of an array with several dimensions loses rows in random.Random and does "
                "not in NumPy; write x = rng.permutation(x), which is NumPy's"
            )
        order = list(x)
        for last in range(len(order) - 1, 0, -1):
            other = self._below(last + 1)
            order[last], order[other] = order[other], order[last]
        for position, element in enumerate(order):
            x[position] = element

    def permutation(self, x: Any, axis: int = 0) -> Any:
        """These in a random order, or the integers below x. An array if NumPy is
        there, otherwise a list."""
        if axis != 0:
            raise NotHonored("permutation is along the first axis; transpose the array")
        order = list(_population(x))
        self.shuffle(order)
        try:
            import numpy
        except ImportError:
            return order
        return numpy.array(order)

    def permuted(self, x: Any, *, axis: int | None = None, out: Any = None) -> Any:
        """The elements of a list or of an array with one dimension in a random
        order."""
        if getattr(x, "ndim", 1) != 1 or axis not in (None, 0) or out is not None:
            raise NotHonored(
                "permuted takes a list, or an array with one dimension, and returns a new one"
            )
        return self.permutation(list(x))

    def _position(self, count: int, weights: Sequence[Number] | None) -> int:
        return self._below(count) if weights is None else self._questions.draw(weights)

    def _without_replacement(
        self, size: int, count: int, weights: Sequence[Number] | None
    ) -> list[int]:
        left = list(range(size))
        if count > size:
            raise BadChance(f"a sample of {count} was asked for out of {size}")
        chosen = []
        for _ in range(count):
            now = None if weights is None else [weights[number] for number in left]
            chosen.append(left.pop(self._position(len(left), now)))
        return chosen

    def _probabilities(self, count: int, p: Iterable[Number]) -> list[Fraction]:
        probabilities = [self._number(value) for value in p]
        if len(probabilities) != count:
            raise BadChance(f"{len(probabilities)} probabilities for {count} values")
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

    def _elementwise(self, size: Any, draw: Callable[..., Any], *parameters: Any) -> Any:
        """One draw; or an array of independent ones, of this size or for every element
        of parameters that are arrays."""
        if not any(map(dimensions, parameters)):
            return draw(*parameters) if size is None else self._filled(size, lambda: draw(*parameters))
        import numpy

        arrays = [numpy.asarray(parameter) for parameter in parameters]
        shape: tuple[int, ...] = numpy.broadcast_shapes(*(array.shape for array in arrays))
        if size is not None:
            wanted = tuple(size) if isinstance(size, (tuple, list)) else (size,)
            if numpy.broadcast_shapes(shape, wanted) != wanted:
                raise BadChance(f"parameters of the shape {shape} do not fit in the size {size}")
            shape = wanted
        self._filling(shape)
        rows = zip(*(numpy.broadcast_to(array, shape).flat for array in arrays))
        return _array([draw(*row) for row in rows], shape)

    def _filled(self, size: Any, draw: Callable[[], Any]) -> Any:
        return _array([draw() for _ in range(self._filling(size))], size)

    def _filling(self, size: Any) -> int:
        """The number of elements of an array of this size."""
        count = _count(size)
        if count > MOST_FILLED and self._questions.is_enumerating:
            raise Undecided(
                f"undecided: an array of {count} random numbers is not enumerated, at most "
                f"{MOST_FILLED}"
            )
        return count


def _population(values: Any) -> Any:
    """These, or the integers below a number. An array is not a number, although
    it says that it may be an index."""
    is_number = hasattr(values, "__index__") and not getattr(values, "ndim", 0)
    return range(int(values)) if is_number else values


def dimensions(value: Any) -> int:
    """How many dimensions a parameter has as an array."""
    return 1 if isinstance(value, (list, tuple)) else getattr(value, "ndim", 0)


def _integer(name: str, value: Any) -> int:
    """An integer, which a double may be as well."""
    if int(value) != value:
        raise NotHonored(f"{name}({value}): the ends are whole numbers")
    return int(value)


def is_kind(dtype: Any, name: str) -> bool:
    """Is this type of NumPy's left out, or the one of this name?"""
    if dtype is None or dtype == name:
        return True
    import numpy

    return bool(numpy.dtype(dtype) == numpy.dtype(name))


def _refuse_what_differs(values: Any) -> None:
    """Refuses a list of which `random.Random` gives an element, and NumPy something
    else: an element of the array that the list makes."""
    if isinstance(values, (str, range)):
        return
    kinds = set(map(type, values))
    # NumPy's texts do not end in zeros.
    if kinds <= {int} or kinds <= {float} or kinds <= {str} and "\0" not in "".join(values):
        return
    try:
        import numpy
    except ImportError:
        return
    try:
        array = numpy.array(values)
        pairs = zip(array.tolist(), values)
        differs = (
            array.ndim != 1
            or array.dtype == bool
            or any(one is not other and one != other for one, other in pairs)
        )
    except (ValueError, TypeError):
        differs = True
    if differs:
        raise NotHonored(
            f"choice({_cut(values)}) is an element of the list in random.Random and one of the array "
            "that it makes in NumPy, which behaves differently; write options[rng.integers(len(options))]"
            " for the first, rng.choice(numpy.array(options)) for the second"
        )


def _cut(values: Any) -> str:
    text = repr(values)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _taken(values: Any, positions: Any) -> Any:
    """The elements at these positions of the array that the values make; of the
    values themselves if there is no NumPy."""
    try:
        import numpy
    except ImportError:
        return values[positions]
    array = numpy.asarray(values)
    if not array.ndim:
        raise BadChance(f"choice takes a number or a list, not {_cut(values)}")
    return array[positions]


def _count(size: Any) -> int:
    count = 1
    for length in size if isinstance(size, (tuple, list)) else (size,):
        count *= whole("a size", length)
    return count


def _array(values: list[Any], size: Any) -> Any:
    """An array of this shape, of integers if the values are."""
    from .arrays import as_array

    return as_array(values, size)


def _scalar(value: Any) -> Any:
    """An integer as NumPy's, if it is there."""
    try:
        from .arrays import as_scalar

        return as_scalar(value)
    except ImportError:
        return value
