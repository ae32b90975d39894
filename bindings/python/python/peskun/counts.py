"""Counting what happens in several trials: binomial, geometric and their
relatives, in the words of `random.Random` and of `numpy.random.Generator`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from .arrays import as_array
from .errors import BadChance, NotHonored, Undecided
from .numbers import Number, whole
from .refusals import remembering
from .selection import Selection, dimensions

#: The most trials of a number that is enumerated.
MOST_TRIALS = 1_000


@lru_cache(maxsize=64)
def _binomial_weights(n: int, share: Fraction) -> list[Fraction]:
    """Read on every path, and so computed once."""
    rest = 1 - share
    return [math.comb(n, k) * share**k * rest ** (n - k) for k in range(n + 1)]


@remembering
class Counts(Selection):
    """What a generator can count.

    >>> from peskun import Chain
    >>> Chain.of(lambda state, rng: rng.binomial(2, "1/3"), range(3), [1, 1, 1]).matrix[0]
    [Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)]
    """

    def coin(self, p: Number) -> bool:
        """True with this probability."""
        return self._questions.coin(p)

    def binomial(self, n: Any, p: Any, size: Any = None) -> Any:
        """How many of n coins show true."""
        return self._elementwise(size, self._heads, n, p)

    def binomialvariate(self, n: int = 1, p: Number = 0.5) -> int:
        """The same, as `random.Random` has it."""
        return self._heads(n, p)

    def _heads(self, n: int, p: Number) -> int:
        trials = self._trials("binomial", n)
        share = self._number(p)
        if not 0 <= share <= 1:
            raise BadChance(f"binomial({n}, {p}): a probability is between 0 and 1")
        if trials > MOST_TRIALS:
            return sum(self.coin(share) for _ in range(trials))
        return self._questions.draw(_binomial_weights(trials, share))

    def multinomial(self, n: int, pvals: Iterable[Number], size: Any = None) -> Any:
        """How often each of several outcomes shows in n trials, as an array."""
        if dimensions(n):
            raise NotHonored("multinomial draws with one number of trials; draw one at a time")
        fixed = list(pvals)
        if size is None:
            return as_array(self._shown(n, fixed), len(fixed))
        rows = [self._shown(n, fixed) for _ in range(self._filling(size))]
        shape = tuple(size) if isinstance(size, (tuple, list)) else (size,)
        return as_array([count for row in rows for count in row], (*shape, len(fixed)))

    def _shown(self, n: int, pvals: list[Number]) -> list[int]:
        left = self._trials("multinomial", n)
        shares = [self._number(share) for share in pvals]
        total = sum(shares, Fraction(0))
        if not shares or min(shares) < 0 or abs(total - 1) > Fraction(1, 10**8):
            raise BadChance(f"multinomial({n}, …): probabilities have the sum 1 and are not negative")
        counts = []
        for share in shares[:-1]:
            counts.append(self._heads(left, min(share / total, Fraction(1)) if total else 0))
            left -= counts[-1]
            total -= share
        return [*counts, left]

    def hypergeometric(self, ngood: Any, nbad: Any, nsample: Any, size: Any = None) -> Any:
        """How many of a sample without replacement are good."""
        return self._elementwise(size, self._good, ngood, nbad, nsample)

    def _good(self, ngood: int, nbad: int, nsample: int) -> int:
        sample = self._trials("hypergeometric", nsample)
        good, bad = whole("ngood", ngood), whole("nbad", nbad)
        if sample > good + bad:
            raise BadChance(f"a sample of {sample} was asked for out of {good + bad}")
        return self._questions.draw(
            [math.comb(good, k) * math.comb(bad, sample - k) for k in range(sample + 1)]
        )

    def geometric(self, p: Any, size: Any = None, *, bound: int | None = None) -> Any:
        """The first of many coins that shows true, counted from 1, or `bound` if
        none of those before it does. Only with a bound is it enumerated."""
        return self._elementwise(size, lambda share: self._first(share, bound), p)

    def _first(self, p: Number, bound: int | None) -> int:
        share = self._number(p)
        if not 0 < share <= 1:
            raise BadChance(f"geometric({p}): a probability is above 0 and at most 1")
        if bound is None and self._questions.is_enumerating:
            raise Undecided(
                "undecided: a geometric number has no bound, and infinitely many values; write "
                "rng.geometric(p, bound=n) for the smaller of it and n"
            )
        if bound is not None and self._trials("geometric", bound, 1) <= MOST_TRIALS:
            weights = [share * (1 - share) ** k for k in range(bound - 1)]
            return 1 + self._questions.draw([*weights, (1 - share) ** (bound - 1)])
        count = 1
        while count != bound and not self.coin(share):
            count += 1
        return count

    def _trials(self, name: str, number: int, least: int = 0) -> int:
        """A number of trials, and not too many if they are enumerated."""
        trials = whole(f"{name}: the number of trials", number, least)
        if trials > MOST_TRIALS and self._questions.is_enumerating:
            raise Undecided(
                f"undecided: a {name} number of {trials} trials is not enumerated, at most "
                f"{MOST_TRIALS}"
            )
        return trials
