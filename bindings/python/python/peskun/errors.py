"""What can go wrong, each with one sentence that says what to do."""

from __future__ import annotations


class Error(Exception):
    """Every error of this package that is about a chain, a step or a model."""


class Undecided(Error, RuntimeError):
    """A budget ran out before the answer was known; a larger one may decide."""


class NotReproducible(Error, RuntimeError):
    """The step does something else when it is run again with the same answers.

    A step is a function of its state and of what its generator answers. One
    that keeps something between runs, or draws from another generator, is not.
    """


class CannotSplit(Error, TypeError):
    """A number that is known only by its interval was asked for more.

    The sentence says what to write instead.
    """


class NotHonored(Error, TypeError):
    """An argument that a real generator honors, and an enumeration does not; or a
    call that means different things in different libraries.

    The sentence says what to write instead.
    """


class Missing(Error, AttributeError):
    """A method of a real generator, or of a float, that an enumeration does not
    have."""


class BadChance(Error, ValueError):
    """A probability that is not between 0 and 1, or weights that are no law."""


class BadTarget(Error, ValueError):
    """States that are not distinct, or a target that is no law on them."""


class UnknownState(Error, ValueError):
    """A step leads to something that is not among its states."""


class NotUnique(Error, ValueError):
    """The chain has several stationary laws."""


class NotComparable(Error, ValueError):
    """Two chains between which there is no order at all."""


class BadModel(Error, ValueError):
    """A model, a kernel or a rule that is none, or that do not fit together."""
