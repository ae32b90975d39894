"""`peskun.Random`: one generator for steps that are enumerated and sampled.

It asks in its own words (`coin`, `draw`, `choice`, `uniform`) and in those of
`random.Random` and `numpy.random.Generator`, as far as they are about discrete
randomness and uniform numbers.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterable
from typing import Any, NoReturn

from .cells import Hidden
from .counts import Counts
from .errors import BadChance, Missing, NotHonored
from .logarithm import log
from .numbers import Number
from .questions import Enumerated, Sampled
from .refusals import remembering
from .selection import dimensions, is_kind
from .uniform import Uniform


@remembering
class Random(Counts):
    """A generator for a step.

    `Random(seed)` samples. `Chain.of(step, …)` hands the step one that
    enumerates: it gives every answer in turn, with its exact weight.

    >>> rng = Random(1)
    >>> rng.coin(1), rng.draw([0, 5, 0]), rng.choice("a"), rng.randrange(1)
    (True, 1, 'a', 0)
    >>> 0 <= rng.random() < 1
    True
    >>> Random(1).coin("3/2")
    Traceback (most recent call last):
    peskun.errors.BadChance: a coin was asked to show heads with probability 3/2, which is not between 0 and 1
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
        """True with this probability."""
        return self._questions.coin(p)

    def draw(self, weights: Iterable[Number]) -> int:
        """A position with a probability proportional to its weight."""
        return self._questions.draw(weights)

    def uniform(
        self,
        first: Any = None,
        second: Any = None,
        size: Any = None,
        *,
        low: Any = None,
        high: Any = None,
    ) -> Any:
        """`uniform(n)` is a position below a whole number n of at least 2.
        `uniform(low, high)` is a number between them, as `random.Random` and NumPy
        have it, and `uniform()` one between 0 and 1."""
        is_alone = all(other is None for other in (second, size, low, high))
        if type(first) is int and first >= 2 and is_alone:
            return self._below(first)
        for one, other in ((first, low), (second, high)):
            if one is not None and other is not None:
                raise TypeError("uniform() got an end twice")
        low, high = (first if low is None else low), (second if high is None else high)
        if size is not None:
            ends = (0 if low is None else low, 1 if high is None else high)
            return self._elementwise(size, self._between, *ends)
        if low is None and high is None:
            return self.random()
        if high is None:
            raise NotHonored(
                f"uniform({low}) is a position below {low} in peskun's words and a number between "
                f"{low} and 1 in NumPy's; write integers({low}) for the first, uniform({low}, 1) for "
                "the second"
            )
        if dimensions(low) or dimensions(high):
            raise NotHonored(
                "uniform(low, high) of arrays is one number for all elements in random.Random and "
                "one for each in NumPy; write low + (high - low) * rng.random() for the first, "
                "uniform(low, high, size=…) for the second"
            )
        return self._between(0 if low is None else low, high)

    def _between(self, low: Any, high: Any) -> Any:
        # Of NumPy's numbers as well it is one of Python's.
        low, high = (end.item() if hasattr(end, "item") else end for end in (low, high))
        return low + (high - low) * self.random()

    def random(self, size: Any = None, dtype: Any = None, out: Any = None) -> Any:
        """A uniform number between 0 and 1.

        While a step is enumerated it is known only by its interval, and split
        exactly where it is compared; otherwise it is a float.
        """
        _refuse_other_arrays("random", dtype, out)
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
        return self._elementwise(size, self._exponential, scale)

    def _exponential(self, scale: Any) -> Any:
        scale = scale.item() if hasattr(scale, "item") else scale
        if scale < 0:
            raise BadChance(f"exponential({scale}): the scale is not negative")
        return -self.log_uniform() * scale

    def standard_exponential(
        self, size: Any = None, dtype: Any = None, method: str = "zig", out: Any = None
    ) -> Any:
        """An exponential number with mean 1, which has the same law by any method."""
        _refuse_other_arrays("standard_exponential", dtype, out)
        if method not in ("zig", "inv"):
            raise NotHonored(f"standard_exponential has the methods zig and inv, not {method!r}")
        return self._elementwise(size, self._exponential, 1)

    def expovariate(self, lambd: Any = 1) -> Any:
        """An exponential number with this rate."""
        if dimensions(lambd):
            raise NotHonored("expovariate takes one rate; draw one at a time")
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
        instead = "draw from a finite law instead: rng.draw(weights), rng.choice(values, p=probabilities)"
        if name in _REAL:
            raise Missing(f"{name} draws real numbers, which are not enumerated; {instead}")
        if name in _ENDLESS:
            raise Missing(f"{name} has infinitely many values, which are not enumerated; {instead}")
        if name in _HIDDEN_STATE:
            raise Missing(f"{name} is about the state of a generator, and an enumeration has none")
        if _is_a_generators(name):
            raise Missing(f"{name} is not enumerated; {instead}")
        raise AttributeError(f"peskun.Random has no {name}")


def _is_a_generators(name: str) -> bool:
    """Does a real generator have it? What none has is missing there as well, and
    special names are asked for by copy, displays and the like."""
    if name.startswith("__"):
        return False
    numpys = sys.modules.get("numpy.random")
    classes = [random.Random]
    if numpys is not None:
        classes += [numpys.Generator, numpys.RandomState]
    return any(hasattr(one, name) for one in classes)


def _refuse_other_arrays(name: str, dtype: Any, out: Any) -> None:
    if out is not None or not is_kind(dtype, "float64"):
        raise NotHonored(f"{name} draws new arrays of doubles; leave dtype and out away")


_REAL = frozenset(
    "normal standard_normal gauss normalvariate lognormal lognormvariate beta betavariate gamma "
    "gammavariate standard_gamma triangular vonmises vonmisesvariate weibull weibullvariate pareto "
    "paretovariate laplace logistic gumbel chisquare standard_t standard_cauchy dirichlet "
    "multivariate_normal rayleigh wald power f randn "
    "noncentral_chisquare noncentral_f bytes randbytes".split()
)
_ENDLESS = frozenset("poisson negative_binomial logseries zipf".split())
_HIDDEN_STATE = frozenset(
    "seed getstate setstate get_state set_state spawn bit_generator VERSION".split()
)

