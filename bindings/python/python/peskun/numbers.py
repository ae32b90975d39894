"""Exact numbers from what people write.

Integers, fractions, decimals and strings are what they say. A double is taken
at its exact binary value, and the verdicts of a chain that it enters read
"within" a discrepancy.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, SupportsFloat, SupportsIndex, Union

from .errors import BadChance, CannotSplit


#: The most digits of a number that is written as a text or a decimal.
LONGEST = 10_000


class _HasRatio(Protocol):
    def as_integer_ratio(self) -> tuple[int, int]: ...


#: What is taken for a number: also NumPy's numbers.
Number = Union[int, Fraction, Decimal, str, float, SupportsIndex, _HasRatio]


class Interval(NamedTuple):
    """A number that is known to lie between two others.

    >>> third = Interval(Fraction(33, 100), Fraction(34, 100))
    >>> float(third)
    0.335
    >>> Fraction(1, 3) in third
    True
    """

    low: Fraction
    high: Fraction

    def __float__(self) -> float:
        return float((self.low + self.high) / 2)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, (int, float, Fraction)) and self.low <= value <= self.high

    def __str__(self) -> str:
        return f"about {float(self):.12g}"


#: A number that is exact where it is short, and otherwise enclosed.
Figure = Union[Fraction, Interval]


def exact(value: Number) -> Fraction:
    """The exact value of a number.

    >>> exact("1/3"), exact(Decimal("0.1")), exact(0.5)
    (Fraction(1, 3), Fraction(1, 10), Fraction(1, 2))
    >>> exact(float("nan"))
    Traceback (most recent call last):
    peskun.errors.BadChance: nan is not a number that can be compared or drawn with
    """
    return exact_and_kind(value)[0]


def exact_and_kind(value: Any) -> tuple[Fraction, bool]:
    """The exact value of a number, and whether it was a double."""
    kind = type(value)
    if kind is Fraction:
        if type(value.numerator) is int is type(value.denominator):
            return value, False
        # Integers of NumPy's in it would overflow.
        return Fraction(int(value.numerator), int(value.denominator)), False
    if getattr(kind, "_is_hidden", False):
        raise CannotSplit(
            "a number from random() is known only by its interval and cannot be a probability, a "
            "weight or a value; compare it, as in u < p, or draw with coin(p), draw(weights)"
        )
    if isinstance(value, float) and math.isfinite(value):
        return Fraction(value), True
    if kind is int or kind is bool:
        return Fraction(int(value)), False
    if getattr(value, "ndim", 0):
        raise TypeError(f"{value!r} is an array, not a number")
    if isinstance(value, str):
        return _read(value), False
    if isinstance(value, Decimal) and abs(value.adjusted()) > LONGEST:
        raise BadChance(f"{value} has more than {LONGEST} digits")
    ratio = getattr(value, "as_integer_ratio", None)
    if ratio is not None:
        try:
            numerator, denominator = ratio()
        except (ValueError, OverflowError):
            raise BadChance(f"{value} is not a number that can be compared or drawn with") from None
        is_double = not isinstance(value, (int, Fraction, Decimal)) and not hasattr(value, "__index__")
        return Fraction(int(numerator), int(denominator)), is_double
    if hasattr(value, "ndim") and hasattr(value, "item"):
        # An array without dimensions, which may hold anything.
        return exact_and_kind(value.item())
    if isinstance(value, SupportsIndex):
        return Fraction(value.__index__()), False
    if hasattr(value, "numerator") and hasattr(value, "denominator"):
        return Fraction(int(value.numerator), int(value.denominator)), False
    if isinstance(value, SupportsFloat) and not hasattr(value, "__len__"):
        double = float(value)
        if math.isfinite(double):
            return Fraction(double), True
        raise BadChance(f"{double} is not a number that can be compared or drawn with")
    raise TypeError(f"{value!r} is not a number")


def _read(text: str) -> Fraction:
    """The number that a text is."""
    exponent = re.search(r"[eE][+-]?0*(\d+)\s*$", text)
    if len(text) > LONGEST or exponent is not None and len(exponent[1]) > len(str(LONGEST)) - 1:
        raise BadChance(f"{text[:40]!r} has more than {LONGEST} digits")
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadChance(f"{text!r} is not a number; write an integer, p/q or a decimal") from None


def shown(value: Fraction, rounded: bool = False) -> str:
    """Exact where that is short, otherwise to six digits.

    >>> shown(Fraction(1, 3)), shown(Fraction(1, 3**90)), shown(Fraction(1, 10**400))
    ('1/3', '1.14574e-43', 'about 1e-400')
    """
    if not rounded and value.numerator.bit_length() + value.denominator.bit_length() <= 125:
        return str(value)
    double = float(value)
    if double or not value:
        return f"{double:.6g}"
    bits = value.numerator.bit_length() - value.denominator.bit_length()
    return f"about {'-' if value < 0 else ''}1e{round(bits * math.log10(2))}"


def figure(ends: tuple[Fraction, Fraction]) -> Figure:
    """A number by its ends: exact if they are equal."""
    low, high = ends
    return low if low == high else Interval(low, high)


def whole(name: str, value: int, least: int = 0) -> int:
    """A whole number of at least so much, as an argument of this name."""
    if not hasattr(value, "__index__") or not least <= int(value) < 2**63:
        raise ValueError(f"{name} is a whole number from {least} to 2^63 - 1, not {value!r}")
    return int(value)
