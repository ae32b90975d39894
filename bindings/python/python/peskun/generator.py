"""`peskun.Random`: one generator for steps that are enumerated and sampled.

It asks in its own words (`coin`, `draw`, `choice`, `uniform`) and in those of
`random.Random` and `numpy.random.Generator`, as far as they are about discrete
randomness and uniform numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NoReturn

from .cells import Hidden
from .counts import Counts
from .logarithm import log
from .numbers import Number
from .questions import Enumerated, Sampled
from .uniform import Uniform


class Random(Counts):
    """A generator for a step.

    `Random(seed)` samples. `Chain.of(step, …)` hands the step one that
    enumerates: it gives every answer in turn, with its exact weight.

    >>> rng = Random(1)
    >>> rng.coin(1), rng.draw([0, 5, 0]), rng.choice("a"), rng.uniform(1)
    (True, 1, 'a', 0)
    >>> 0 <= rng.random() < 1
    True
    """

    _questions: Enumerated | Sampled

    def __init__(self, seed: Any = None) -> None:
        self._questions = Sampled(seed)

    @staticmethod
    def _enumerating() -> Random:
        """The generator that gives every answer in turn."""
        generator = Random.__new__(Random)
        generator._questions = Enumerated()
        return generator

    def coin(self, p: Number) -> bool:
        """True with this probability.

        >>> Random(1).coin("3/2")
        Traceback (most recent call last):
        peskun.errors.BadChance: a coin was asked to show heads with probability 3/2, which is not between 0 and 1
        """
        return self._questions.coin(p)

    def draw(self, weights: Iterable[Number]) -> int:
        """A position with a probability proportional to its weight."""
        return self._questions.draw(weights)

    def uniform(self, low: Any = None, high: Any = None, size: Any = None) -> Any:
        """`uniform(n)` is a position below n. `uniform(low, high)` is a number
        between them, as `random.Random` and NumPy have it, and `uniform()` one
        between 0 and 1."""
        if size is not None:
            return self._filled(size, lambda: self.uniform(low, high))
        if high is not None:
            start = 0 if low is None else low
            return start + (high - start) * self.random()
        if low is None:
            return self.random()
        if not hasattr(low, "__index__"):
            raise TypeError(
                f"uniform({low}) is no position; write uniform(low, high), or uniform(n) for a "
                "position below n"
            )
        return self._below(int(low))

    def random(self, size: Any = None) -> Any:
        """A uniform number between 0 and 1.

        While a step is enumerated it is known only by its interval, and split
        exactly where it is compared; otherwise it is a float.
        """
        if size is not None:
            return self._filled(size, self.random)
        if isinstance(self._questions, Sampled):
            return self._questions.generator.random()
        return Uniform(Hidden(self._questions))

    def log_uniform(self) -> Any:
        """The logarithm of a uniform number, to be compared with a number."""
        if isinstance(self._questions, Sampled):
            return math.log(1.0 - self._questions.generator.random())
        return log(self.random())

    def exponential(self, scale: Any = 1, size: Any = None) -> Any:
        """An exponential number, to be compared with a number."""
        if size is not None:
            return self._filled(size, lambda: self.exponential(scale))
        return -self.log_uniform() * scale

    def standard_exponential(self, size: Any = None) -> Any:
        """An exponential number with mean 1."""
        return self.exponential(1, size)

    def expovariate(self, lambd: Any = 1) -> Any:
        """An exponential number with this rate."""
        return -self.log_uniform() / lambd

    def rand(self, *shape: int) -> Any:
        """`random` as NumPy's older generators have it."""
        return self.random(shape or None)

    random_sample = random

    def __reduce_ex__(self, protocol: Any) -> Any:
        if self._questions.is_enumerating:
            raise TypeError(
                "a generator that enumerates has no state, and cannot be copied or stored; use it "
                "as it is"
            )
        return super().__reduce_ex__(protocol)

    def __getattr__(self, name: str) -> NoReturn:
        if name in _REAL:
            raise AttributeError(
                f"{name} draws real numbers, which are not enumerated; draw from a finite law "
                "instead: rng.draw(weights), rng.choice(values, p=probabilities)"
            )
        if name in _ENDLESS:
            raise AttributeError(
                f"{name} has infinitely many values, which are not enumerated; draw from finitely "
                "many instead: rng.draw(weights), rng.choice(values, p=probabilities)"
            )
        if name in _HIDDEN_STATE:
            raise AttributeError(
                f"{name} is about the state of a generator, and an enumeration has none"
            )
        raise AttributeError(f"peskun.Random has no {name}")


_REAL = frozenset(
    "normal standard_normal gauss normalvariate lognormal lognormvariate beta betavariate gamma "
    "gammavariate standard_gamma triangular vonmises vonmisesvariate weibull weibullvariate pareto "
    "paretovariate laplace logistic gumbel chisquare standard_t standard_cauchy dirichlet "
    "multivariate_normal rayleigh wald power f "
    "noncentral_chisquare noncentral_f bytes randbytes".split()
)
_ENDLESS = frozenset("poisson negative_binomial logseries zipf".split())
_HIDDEN_STATE = frozenset("seed getstate setstate spawn bit_generator".split())

