"""Uniform numbers that are known only by the interval they lie in.

A cell is an interval and the numbers known to lie in it, from the smallest to
the largest; beyond that nothing is known of them. So given everything that was
answered, the numbers of a cell are independent and uniform on it, put in order,
and different cells are independent of each other.

- A cell is cut at a point by the number of its members that fall below, which
  is binomial; they are the smallest ones.
- Two numbers in different cells are compared by cutting both cells at each
  other's ends until they are disjoint or the same. Then the two cells are
  merged: every way to interleave their members is as likely as any other.

Every question that is asked has rational answers.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Protocol


class Questions(Protocol):
    """Who answers: an enumeration."""

    def coin(self, p: Fraction) -> bool: ...

    def draw(self, weights: list[Fraction]) -> int: ...

    def below(self, size: int) -> int: ...

    def note_double(self) -> None: ...

    def ready(self) -> None: ...

    def refuse(self, error: Exception) -> None: ...

    @property
    def is_over(self) -> bool: ...


class Cell:
    """An interval and the numbers in it, in order."""

    __slots__ = ("low", "high", "members")

    def __init__(self, low: Fraction, high: Fraction, members: list[Hidden]) -> None:
        self.low = low
        self.high = high
        self.members = members
        for member in members:
            member.cell = self


ZERO = Fraction(0)
ONE = Fraction(1)


class Hidden:
    """A number that was drawn uniformly between 0 and 1 and not looked at."""

    __slots__ = ("cell", "ask")

    def __init__(self, ask: Questions) -> None:
        self.ask = ask
        self.cell = Cell(ZERO, ONE, [self])

    def is_below(self, point: Fraction) -> bool:
        """Is it below this point? Equality has probability zero."""
        cell = self.cell
        if point <= cell.low or point >= cell.high:
            return point >= cell.high
        share = (point - cell.low) / (cell.high - cell.low)
        if len(cell.members) > 1:
            self._cut(point, share)
            return self.cell.high <= point
        below = self.ask.coin(share)
        if below:
            cell.high = point
        else:
            cell.low = point
        return below

    def piece(self, points: list[Fraction]) -> int:
        """Which of the pieces between these points, all inside, it lies in."""
        cell = self.cell
        if len(cell.members) > 1:
            for position, point in enumerate(points):
                if self.is_below(point):
                    return position
            return len(points)
        ends = [cell.low, *points, cell.high]
        position = self.ask.draw([high - low for low, high in zip(ends, ends[1:])])
        cell.low, cell.high = ends[position], ends[position + 1]
        return position

    def is_alone(self) -> bool:
        """Is no other number in its cell?"""
        return len(self.cell.members) == 1

    def even_piece(self, count: int) -> int:
        """Which of so many pieces of the same length it lies in, if it is alone."""
        cell = self.cell
        position = self.ask.below(count)
        length = (cell.high - cell.low) / count
        cell.low += position * length
        cell.high = cell.low + length
        return position

    def is_below_other(self, other: Hidden) -> bool:
        """Is it below another number?"""
        while self.cell is not other.cell:
            mine, its = self.cell, other.cell
            if mine.high <= its.low or its.high <= mine.low:
                return mine.high <= its.low
            if mine.low == its.low and mine.high == its.high:
                self._merge(mine, its)
            elif mine.low < its.low < mine.high:
                self.is_below(its.low)
            elif mine.low < its.high < mine.high:
                self.is_below(its.high)
            elif its.low < mine.low < its.high:
                other.is_below(mine.low)
            else:
                other.is_below(mine.high)
        members = self.cell.members
        return members.index(self) < members.index(other)

    def _cut(self, point: Fraction, share: Fraction) -> None:
        cell = self.cell
        size = len(cell.members)
        rest = 1 - share
        weights = [comb(size, k) * share**k * rest ** (size - k) for k in range(size + 1)]
        below = self.ask.draw(weights)
        members = cell.members
        Cell(cell.low, point, members[:below])
        Cell(point, cell.high, members[below:])

    def _merge(self, first: Cell, second: Cell) -> None:
        one, other = list(first.members), list(second.members)
        merged: list[Hidden] = []
        while one and other:
            takes_one = self.ask.coin(Fraction(len(one), len(one) + len(other)))
            merged.append((one if takes_one else other).pop(0))
        Cell(first.low, first.high, merged + one + other)
