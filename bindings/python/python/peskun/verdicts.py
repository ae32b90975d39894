"""Verdicts on a chain, each with a witness where it is no."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Union

from .errors import Undecided


#: The longest name of a state in a sentence.
LONGEST = 60


def label(state: object) -> str:
    """What a state is called: itself if it is a text, otherwise as Python writes
    it."""
    return state if isinstance(state, str) and state and state.isprintable() else repr(state)


def name(state: object) -> str:
    """What it is called in a sentence: not all of it if that is long."""
    text = label(state)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


@dataclass(frozen=True)
class MassWitness:
    """A state whose mass under the target is changed by a step."""

    state: Hashable
    before: Fraction
    after: Fraction

    @property
    def difference(self) -> Fraction:
        return self.after - self.before


@dataclass(frozen=True)
class FlowWitness:
    """Two states between which the flows differ: target · probability there and
    back."""

    source: Hashable
    destination: Hashable
    forward: Fraction
    backward: Fraction

    @property
    def difference(self) -> Fraction:
        return self.forward - self.backward


@dataclass(frozen=True)
class ClassesWitness:
    """The sets of states that the chain does not leave, and the states of
    positive target that it leaves for good."""

    closed_classes: list[list[Hashable]]
    left_for_good: list[Hashable]


@dataclass(frozen=True)
class PeriodWitness:
    """The period."""

    period: int


Witness = Union[MassWitness, FlowWitness, ClassesWitness, PeriodWitness]


@dataclass(frozen=True)
class Verdict:
    """The answer to one question, true if it is yes.

    `holds` is "yes", "no", "within" or "unknown". Within means yes up to a
    discrepancy that is small enough to be rounding, where doubles entered: `error`
    is the largest difference of two flows, `relative_error` the largest relative to
    the larger of the two, which decides. A question that is not decided raises `Undecided` when it is taken
    for true or false.
    """

    name: str
    holds: str
    sentence: str
    witness: Witness | None = None
    error: Fraction | None = None
    relative_error: Fraction | None = None

    def __bool__(self) -> bool:
        if self.holds == "unknown":
            raise Undecided(f"{self.name}: {self.sentence}")
        return self.holds != "no"

    def __str__(self) -> str:
        return f"{self.name}: {self.sentence}"

    def __repr__(self) -> str:
        return f"<{self}>"


Plain = tuple[
    str, str, Union[Fraction, None], Union[Fraction, None], str, Union[tuple[Any, ...], None]
]


def verdict(plain: Plain, states: Sequence[Hashable]) -> Verdict:
    """The verdict with states in place of their positions."""
    name, holds, error, relative_error, sentence, found = plain
    witness: Witness | None = None
    if found is not None and name == "invariant":
        state, before, after = found
        witness = MassWitness(states[state], before, after)
    elif found is not None and name == "reversible":
        source, destination, forward, backward = found
        witness = FlowWitness(states[source], states[destination], forward, backward)
    elif found is not None and name == "irreducible":
        classes, transient = found
        closed = [[states[state] for state in members] for members in classes]
        witness = ClassesWitness(closed, [states[state] for state in transient])
    elif found is not None:
        witness = PeriodWitness(*found)
    return Verdict(name, holds, sentence, witness, error, relative_error)
