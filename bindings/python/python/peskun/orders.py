"""Orders between two chains with the same target that are reversible.

In Peskun's order a chain is above another if it moves more often between any
two states; in the covariance order if every function has less lag-one
covariance, which is the same as a smaller asymptotic variance.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, TypeVar, Union

from .errors import NotComparable

if TYPE_CHECKING:
    from .chain import Chain

Deciding = TypeVar("Deciding")


@dataclass(frozen=True)
class Pair:
    """Two states and the probability of the move between them under both chains."""

    source: Hashable
    destination: Hashable
    first: Fraction
    second: Fraction


@dataclass(frozen=True)
class Order(Generic[Deciding]):
    """`order` is "first", "second", "equal" or "incomparable": which chain is
    above. The other two say where the first and the second are better."""

    order: str
    first_above: Deciding | None
    second_above: Deciding | None

    def __str__(self) -> str:
        return {
            "first": "the first chain is above",
            "second": "the second chain is above",
            "equal": "both chains are the same",
        }.get(self.order, "neither chain is above the other")


def peskun_order(first: Chain, second: Chain) -> Order[Pair]:
    """Peskun's order between two chains.

    >>> from peskun import Chain
    >>> lazy = Chain([["1/2", "1/2"], ["1/2", "1/2"]], ["a", "b"], [1, 1])
    >>> eager = Chain([[0, 1], [1, 0]], ["a", "b"], [1, 1])
    >>> order = peskun_order(eager, lazy)
    >>> order.order, order.first_above
    ('first', Pair(source='a', destination='b', first=Fraction(1, 1), second=Fraction(1, 2)))
    """
    _on_the_same_states(first, second)
    order, one, other = first._chain.peskun_order(second._chain)

    def pair(found: tuple[int, int, Fraction, Fraction] | None) -> Union[Pair, None]:
        if found is None:
            return None
        source, destination, here, there = found
        return Pair(first.states[source], first.states[destination], here, there)

    return Order(order, pair(one), pair(other))


def covariance_order(first: Chain, second: Chain) -> Order[dict[Hashable, Fraction]]:
    """The covariance order between two chains; the functions that decide it give
    every state a value."""
    _on_the_same_states(first, second)
    order, one, other = first._chain.covariance_order(second._chain)

    def function(found: list[Fraction] | None) -> dict[Hashable, Fraction] | None:
        return None if found is None else dict(zip(first.states, found))

    return Order(order, function(one), function(other))


def _on_the_same_states(first: Chain, second: Chain) -> None:
    if first.states != second.states:
        raise NotComparable("the chains live on different states")
