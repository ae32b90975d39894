"""The logarithm of a uniform number, compared without being computed:
log u < x is u < exp x.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NoReturn, overload

from .cells import ONE, ZERO, Questions
from .errors import CannotSplit
from .numbers import shown
from .refusals import remembering
from .uniform import KEY_REFUSED, Uniform, class_seen, digits_refused, missing, truth


@remembering
class Logarithm:
    """scale · log u + shift, where u is a uniform number that is not known.

    >>> from peskun import Chain, log
    >>> def step(state, rng):
    ...     return 1 - state if log(rng.random()) < -0.7 else state
    >>> chain = Chain.of(step, [0, 1], [1, 1])
    >>> round(float(chain.matrix[0][1]), 4)
    0.4966
    """

    __slots__ = ("_uniform", "_scale", "_shift")
    _is_hidden = True
    _called = "logarithm of a number from random()"

    def __init__(self, uniform: Uniform, scale: Fraction = ONE, shift: Fraction = ZERO) -> None:
        self._uniform = uniform
        self._scale = scale
        self._shift = shift

    @property
    def __class__(self) -> type:  # type: ignore[override]
        return class_seen(Logarithm)

    @property
    def _ask(self) -> Questions:
        return self._uniform._hidden.ask

    def __getattr__(self, name: str) -> NoReturn:
        raise missing(name)

    def _below(self, other: Any) -> bool:
        if isinstance(other, Logarithm):
            if (self._scale, self._shift) != (other._scale, other._shift):
                raise CannotSplit(
                    "logarithms of two numbers from random() are compared after they were scaled or "
                    "shifted differently; compare each of them with a number"
                )
            below = self._uniform < other._uniform
            return below if self._scale > 0 else not below
        if not isinstance(other, (int, Fraction)) and other in (math.inf, -math.inf):
            return bool(other > 0)
        gap = (self._uniform._number(other) - self._shift) / self._scale
        if gap == 0:
            point: Any = 1
        else:
            try:
                point = math.exp(gap)
            except OverflowError:
                point = math.inf
        below = self._uniform < point
        return below if self._scale > 0 else not below

    def __lt__(self, other: Any) -> bool:
        dimensions = getattr(other, "ndim", None)
        if dimensions is None:
            return self._below(other)
        return NotImplemented if dimensions else truth(self._below(other))

    def __le__(self, other: Any) -> bool:
        if isinstance(other, Logarithm) and self == other:
            return True
        return self.__lt__(other)

    def __gt__(self, other: Any) -> bool:
        if isinstance(other, Logarithm) and self == other:
            return False
        return self.__ge__(other)

    def __ge__(self, other: Any) -> bool:
        dimensions = getattr(other, "ndim", None)
        if dimensions is None:
            return not self._below(other)
        return NotImplemented if dimensions else truth(not self._below(other))

    def __eq__(self, other: object) -> bool:
        """Equality with anything else has probability zero."""
        if not isinstance(other, Logarithm):
            return NotImplemented if getattr(other, "ndim", 0) else False
        mine = (self._uniform, self._scale, self._shift)
        return mine == (other._uniform, other._scale, other._shift)

    def __hash__(self) -> int:
        raise CannotSplit(KEY_REFUSED)

    def __add__(self, other: Any) -> Logarithm:
        if getattr(other, "ndim", 0):
            return NotImplemented
        return Logarithm(self._uniform, self._scale, self._shift + self._plain(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Logarithm:
        if getattr(other, "ndim", 0):
            return NotImplemented
        return Logarithm(self._uniform, self._scale, self._shift - self._plain(other))

    def __rsub__(self, other: Any) -> Logarithm:
        return (-self).__add__(other)

    def __neg__(self) -> Logarithm:
        return Logarithm(self._uniform, -self._scale, -self._shift)

    def __mul__(self, other: Any) -> Logarithm:
        if getattr(other, "ndim", 0):
            return NotImplemented
        factor = self._plain(other)
        if factor == 0:
            raise CannotSplit("a logarithm times zero is known; leave it out")
        return Logarithm(self._uniform, self._scale * factor, self._shift * factor)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Logarithm:
        if getattr(other, "ndim", 0):
            return NotImplemented
        return self * (1 / self._plain(other))

    def __pos__(self) -> Logarithm:
        return self

    def __abs__(self) -> Logarithm:
        return -self if self._below(0) else self

    def _plain(self, value: Any) -> Fraction:
        if isinstance(value, (Uniform, Logarithm)):
            raise CannotSplit(
                "numbers from random() are combined with each other; compare each with a number"
            )
        return self._uniform._number(value)

    def __float__(self) -> NoReturn:
        raise CannotSplit(
            "the logarithm of a number from random() has no float; compare it, as in log(u) < x"
        )

    def __repr__(self) -> str:
        if not self._ask.is_over:
            raise digits_refused(self._uniform._ends())
        return f"<{shown(self._scale)} log {self._uniform!r} + {shown(self._shift)}>"

    def __format__(self, specification: str) -> str:
        return format(repr(self), specification)

    def __copy__(self) -> Logarithm:
        return self

    def __deepcopy__(self, memory: object) -> Logarithm:
        """A copy is the same number."""
        return self

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise CannotSplit(
            "the logarithm of a number from random() cannot be stored or sent to another process"
        )

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        from .arrays import applied

        return applied(ufunc, method, inputs, options)


@overload
def log(number: float) -> float: ...
@overload
def log(number: Uniform) -> Logarithm: ...


def log(number: Any) -> Any:
    """The logarithm, also of a number from `random()` that is being enumerated.

    >>> log(1.0)
    0.0
    """
    if isinstance(number, Uniform):
        if number._scale is not ONE or number._shift is not ZERO:
            low = number._ends()[0]
            if low < 0:
                raise CannotSplit("the logarithm of a number that may be negative")
        return Logarithm(number)
    return math.log(number)
