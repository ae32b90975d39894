"""What `random()` gives while a step is enumerated: a number that is not yet
known, split exactly where it is compared and nowhere else.

It may be scaled and shifted by numbers, compared with numbers and with others
of its kind, and rounded to integers. What cannot be split exactly raises
`CannotSplit` with a sentence that says what to write instead.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

from .cells import ONE, ZERO, Hidden, Questions
from .errors import CannotSplit, Missing, Undecided
from .numbers import exact_and_kind, shown
from .refusals import remembering

#: The most integers that one rounding may tell apart, and if they are all as
#: likely.
MOST_PIECES = 1_000
MOST_EVEN_PIECES = 100_000

_INFINITIES = (math.inf, -math.inf)


def answer(number: Any, other: Any, decide: Callable[[], bool]) -> Any:
    """The answer to a comparison of a number that is not known: a truth value of
    NumPy's if one of the two is. Arrays compare element by element."""
    if getattr(other, "ndim", 0):
        return NotImplemented
    value = decide()
    if not number._numpys and not is_numpys(other):
        return value
    import numpy

    return numpy.bool_(value)


def is_numpys(value: Any) -> bool:
    """Is it a number of NumPy's, known or not, so that what is computed with it is?"""
    return getattr(value, "_numpys", False) is True or hasattr(value, "ndim")


def class_seen(own: type, numpys: bool) -> type:
    """What a number that is not known says that it is: a float, so that whoever
    asks takes the branch that a real one leads to. Only the operators of fractions
    would round it, and are told otherwise."""
    asking = sys._getframe(2)
    is_operator = asking.f_code.co_name not in ("__new__", "from_float")
    if is_operator and asking.f_globals.get("__name__") == "fractions":
        return own
    return sys.modules["numpy"].float64 if numpys else float


def missing(name: str) -> AttributeError:
    """The error for an attribute that a number does not have; a refusal if a float
    has it, or if it is how NumPy computes a function of the elements of an array."""
    numpy = sys.modules.get("numpy")
    function = getattr(numpy, name, None) if numpy and not name.startswith("_") else None
    if hasattr(float, name) and not name.startswith("__") or function is not None and isinstance(function, numpy.ufunc):  # type: ignore[union-attr]
        return Missing(
            f"{name} of a number from random() cannot be split exactly; compare the number itself, "
            "as in u < p"
        )
    return AttributeError(f"a number from random() has no {name}")


def digits_refused(ends: tuple[Fraction, Fraction]) -> CannotSplit:
    """The refusal to write a number while its step runs."""
    low, high = map(shown, ends)
    return CannotSplit(
        f"a number from random() has no digits to be written while its step is enumerated; it is "
        f"known to lie between {low} and {high}"
    )


KEY_REFUSED = (
    "a number from random() is not known, and can be no state, no element of a set and no key of a "
    "dictionary; use what is decided with it, as in u < p"
)


@remembering
class Uniform:
    """scale · u + shift, where u is uniform between 0 and 1 and not known.

    >>> from peskun import Chain
    >>> def step(state, rng):
    ...     u = rng.random()
    ...     return int(3 * u) if u < 0.5 else state
    >>> Chain.of(step, [0, 1, 2], [1, 1, 1]).matrix[0]
    [Fraction(5, 6), Fraction(1, 6), Fraction(0, 1)]
    """

    __slots__ = ("_hidden", "_scale", "_shift", "_numpys")
    _is_hidden = True
    _called = "number from random()"

    def __init__(
        self,
        hidden: Hidden,
        scale: Fraction = ONE,
        shift: Fraction = ZERO,
        numpys: bool = False,
    ) -> None:
        self._hidden = hidden
        self._scale = scale
        self._shift = shift
        #: Is it an element of an array, or came out of a function of NumPy's?
        self._numpys = numpys

    def as_numpys(self) -> Uniform:
        """The same number as one of NumPy's."""
        return Uniform(self._hidden, self._scale, self._shift, True)

    def _moved(self, scale: Fraction, shift: Fraction, other: Any = None) -> Uniform:
        """The number with another scale and shift, after another one was added or
        multiplied."""
        return Uniform(self._hidden, scale, shift, self._numpys or is_numpys(other))

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return class_seen(Uniform, self._numpys)

    @property
    def _ask(self) -> Questions:
        return self._hidden.ask

    def __getattr__(self, name: str) -> NoReturn:
        raise missing(name)

    def _number(self, value: Any) -> Fraction:
        if isinstance(value, str):
            raise TypeError(f"a number from random() goes with numbers, not with the text {value!r}")
        number, is_double = exact_and_kind(value)
        if is_double:
            self._hidden.ask.note_double()
        return number

    # Comparisons.

    def _below(self, other: Any) -> bool:
        if isinstance(other, Uniform):
            return self._below_other(other)
        if not isinstance(other, (int, Fraction)) and other in _INFINITIES:
            return bool(other > 0)
        point = self._number(other)
        if self._scale is ONE and self._shift is ZERO:
            return self._hidden.is_below(point)
        below = self._hidden.is_below((point - self._shift) / self._scale)
        return below if self._scale > 0 else not below

    def _below_other(self, other: Uniform) -> bool:
        if self._hidden is other._hidden:
            scale, gap = self._scale - other._scale, other._shift - self._shift
            if scale == 0:
                return gap > 0
            below = self._hidden.is_below(gap / scale)
            return below if scale > 0 else not below
        if self._scale == other._scale and self._shift == other._shift:
            below = self._hidden.is_below_other(other._hidden)
            return below if self._scale > 0 else not below
        mine, its = self._ends(), other._ends()
        if mine[1] <= its[0] or its[1] <= mine[0]:
            return mine[1] <= its[0]
        raise CannotSplit(
            "two numbers from random() are compared after they were scaled or shifted differently, "
            "which no cut of one of them decides; compare them as they are, u < v, or each with a "
            "number, u < p"
        )

    def _ends(self) -> tuple[Fraction, Fraction]:
        cell = self._hidden.cell
        ends = (self._scale * cell.low + self._shift, self._scale * cell.high + self._shift)
        return (min(ends), max(ends))

    # Of a number of NumPy's the answer is one as well, so that `~` negates it.

    def _same(self, other: Any) -> bool:
        """Is it the same number? Equality with another one has probability zero."""
        if not isinstance(other, Uniform):
            return False
        mine = (self._hidden, self._scale, self._shift)
        return mine == (other._hidden, other._scale, other._shift)

    def __lt__(self, other: Any) -> Any:
        return answer(self, other, lambda: self._below(other))

    def __le__(self, other: Any) -> Any:
        return answer(self, other, lambda: self._same(other) or self._below(other))

    def __gt__(self, other: Any) -> Any:
        return answer(self, other, lambda: not self._same(other) and not self._below(other))

    def __ge__(self, other: Any) -> Any:
        return answer(self, other, lambda: not self._below(other))

    def __eq__(self, other: object) -> Any:
        return answer(self, other, lambda: self._same(other))

    def __ne__(self, other: object) -> Any:
        return answer(self, other, lambda: not self._same(other))

    def __hash__(self) -> int:
        raise CannotSplit(KEY_REFUSED)

    def __bool__(self) -> bool:
        return True

    # Scaling and shifting.

    def __add__(self, other: Any) -> Uniform:
        if getattr(other, "ndim", 0):
            return NotImplemented
        if isinstance(other, Uniform):
            return self._sum(other, 1)
        return self._moved(self._scale, self._shift + self._number(other), other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Uniform:
        if getattr(other, "ndim", 0):
            return NotImplemented
        if isinstance(other, Uniform):
            return self._sum(other, -1)
        return self._moved(self._scale, self._shift - self._number(other), other)

    def _sum(self, other: Uniform, sign: int) -> Uniform:
        scale = self._scale + sign * other._scale
        if self._hidden is not other._hidden:
            self._refuse(
                "the sum or difference of two numbers from random()",
                "compare each of them with a number, or both as they are, u < v",
            )
        if scale == 0:
            self._refuse("a difference that is known", "leave the number out")
        return self._moved(scale, self._shift + sign * other._shift, other)

    def __rsub__(self, other: Any) -> Uniform:
        return (-self).__add__(other)

    def __neg__(self) -> Uniform:
        return self._moved(-self._scale, -self._shift)

    def __pos__(self) -> Uniform:
        return self

    def __abs__(self) -> Uniform:
        return -self if self._below(0) else self

    def __mul__(self, other: Any) -> Any:
        if getattr(other, "ndim", 0):
            return NotImplemented
        if isinstance(other, Uniform):
            self._refuse("the product of two numbers from random()", "compare each with a number")
        factor = self._number(other)
        if factor == 0:
            return 0
        return self._moved(self._scale * factor, self._shift * factor, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Uniform:
        if getattr(other, "ndim", 0):
            return NotImplemented
        if isinstance(other, Uniform):
            self._refuse("the ratio of two numbers from random()", "compare each with a number")
        divisor = self._number(other)
        return self._moved(self._scale / divisor, self._shift / divisor, other)

    def __rtruediv__(self, other: Any) -> NoReturn:
        self._refuse("one over a number from random()", "turn the comparison around: u < 1 / x")

    # Rounding.

    def __floor__(self) -> int:
        low, high = self._ends()
        first, last = math.floor(low), math.ceil(high)
        even = low == first and high == last and self._hidden.is_alone()
        most = MOST_EVEN_PIECES if even else MOST_PIECES
        if last - first > most:
            raise Undecided(
                f"undecided: rounding a number from random() tells {last - first} integers apart, "
                f"and at most {most} are enumerated"
            )
        if even:
            piece = self._hidden.even_piece(last - first)
            return first + piece if self._scale > 0 else last - 1 - piece
        cuts = [(value - self._shift) / self._scale for value in range(first + 1, last)]
        if not cuts:
            return first
        if self._scale > 0:
            return first + self._hidden.piece(cuts)
        return first + len(cuts) - self._hidden.piece(cuts[::-1])

    def __ceil__(self) -> int:
        return math.floor(self) + 1

    def __int__(self) -> int:
        low, high = self._ends()
        if low >= 0 or self._below(0) is False:
            return math.floor(self)
        return math.ceil(self)

    __trunc__ = __int__

    def __round__(self, digits: None = None) -> int:
        if digits is not None:
            self._refuse("round(u, digits)", "scale first: round(u * 100)")
        return math.floor(self + Fraction(1, 2))

    def __floordiv__(self, other: Any) -> float:
        if getattr(other, "ndim", 0):
            return NotImplemented
        return self._whole(other, self._quotient(other))

    def _whole(self, other: Any, quotient: int) -> float:
        """A quotient as the double that it is."""
        numpys = self._numpys or is_numpys(other)
        kind = sys.modules["numpy"].float64 if numpys else float
        whole: float = kind(quotient)
        return whole

    def _quotient(self, other: Any) -> int:
        return int(math.floor(self / other))

    def __mod__(self, other: Any) -> Uniform:
        return self.__divmod__(other)[1]

    def __divmod__(self, other: Any) -> tuple[float, Uniform]:
        if getattr(other, "ndim", 0):
            return NotImplemented
        quotient = self._quotient(other)
        rest = self._moved(self._scale, self._shift - quotient * self._number(other), other)
        return self._whole(other, quotient), rest

    def __rfloordiv__(self, other: Any) -> NoReturn:
        self._refuse("a number over one from random()", "compare u with numbers")

    __rmod__ = __rdivmod__ = __rfloordiv__

    # What cannot be split.

    def _refuse(self, what: str, instead: str) -> NoReturn:
        raise CannotSplit(f"{what} cannot be split exactly; {instead}")

    def __float__(self) -> float:
        raise CannotSplit(
            "a number from random() is known only by its interval and has no float; compare it, as "
            "in u < p; for math.log(u) < x write u < math.exp(x), peskun.log(u) < x or "
            "rng.log_uniform() < x"
        )

    def __index__(self) -> NoReturn:
        raise CannotSplit("a number from random() is not an integer; write int(u * n)")

    def __pow__(self, other: Any) -> NoReturn:
        self._refuse("a power of a number from random()", "compare u with the root instead")

    def __rpow__(self, other: Any) -> NoReturn:
        self._refuse("a power with a number from random()", "compare u with the logarithm instead")

    def __repr__(self) -> str:
        low, high = self._ends()
        if not self._ask.is_over:
            raise digits_refused((low, high))
        return f"<a uniform number between {shown(low)} and {shown(high)}>"

    def __format__(self, specification: str) -> str:
        if specification:
            self._refuse("the digits of a number from random()", "write it without a format: {u}")
        return repr(self)

    def __copy__(self) -> Uniform:
        return self

    def __deepcopy__(self, memory: object) -> Uniform:
        """A copy is the same number, and what is learned of one is known of both."""
        return self

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise CannotSplit(
            "a number from random() is known only by its interval and cannot be stored or sent to "
            "another process"
        )

    @property
    def real(self) -> Uniform:
        """A number of its own, as floats have it."""
        return self

    @property
    def imag(self) -> float:
        """Nothing, likewise."""
        return 0.0

    def conjugate(self) -> Uniform:
        """The same, likewise."""
        return self

    def is_integer(self) -> bool:
        """With probability zero."""
        return False

    def log(self) -> Any:
        """Its logarithm: what NumPy asks of the elements of an array."""
        from .logarithm import log

        return log(self)

    def log1p(self) -> Any:
        """The logarithm of one more, likewise."""
        return (1 + self).log()

    def rint(self) -> float:
        """The nearest integer, likewise."""
        return float(round(self))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        from .arrays import applied

        return applied(ufunc, method, inputs, options)
