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
from .uniform import KEY_REFUSED, Uniform, answer, class_seen, digits_refused, is_numpys, missing


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

    __slots__ = ("_uniform", "_scale", "_shift", "_numpys")
    _is_hidden = True
    _called = "logarithm of a number from random()"

    def __init__(
        self,
        uniform: Uniform,
        scale: Fraction = ONE,
        shift: Fraction = ZERO,
        numpys: bool = False,
    ) -> None:
        self._uniform = uniform
        self._scale = scale
        self._shift = shift
        self._numpys = numpys

    def as_numpys(self) -> Logarithm:
        """The same number as one of NumPy's."""
        return Logarithm(self._uniform, self._scale, self._shift, True)

    def _moved(self, scale: Fraction, shift: Fraction, other: Any = None) -> Logarithm:
        return Logarithm(self._uniform, scale, shift, self._numpys or is_numpys(other))

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return class_seen(Logarithm, self._numpys)

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
            below = self._uniform._below(other._uniform)
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
        below = self._uniform._below(point)
        return below if self._scale > 0 else not below

    def _same(self, other: Any) -> bool:
        """Is it the same number? Equality with another one has probability zero."""
        if not isinstance(other, Logarithm):
            return False
        same = self._uniform._same(other._uniform)
        return same and (self._scale, self._shift) == (other._scale, other._shift)

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

    def __add__(self, other: Any) -> Logarithm:
        if getattr(other, "ndim", 0):
            return NotImplemented
        return self._moved(self._scale, self._shift + self._plain(other), other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Logarithm:
        if getattr(other, "ndim", 0):
            return NotImplemented
        return self._moved(self._scale, self._shift - self._plain(other), other)

    def __rsub__(self, other: Any) -> Logarithm:
        return (-self).__add__(other)

    def __neg__(self) -> Logarithm:
        return self._moved(-self._scale, -self._shift)

    def __mul__(self, other: Any) -> Logarithm:
        if getattr(other, "ndim", 0):
            return NotImplemented
        factor = self._plain(other)
        if factor == 0:
            raise CannotSplit("a logarithm times zero is known; leave it out")
        return self._moved(self._scale * factor, self._shift * factor, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Logarithm:
        if getattr(other, "ndim", 0):
            return NotImplemented
        divisor = self._plain(other)
        return self._moved(self._scale / divisor, self._shift / divisor, other)

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
