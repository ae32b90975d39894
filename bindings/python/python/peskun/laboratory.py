"""The search for counterexamples, and the ledger of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import _engine
from .model import ARMS, Model
from .numbers import whole
from .rules import AnyRule, asked


@dataclass(frozen=True)
class Search:
    """How many random models were tried, on how many a budget ran out, and the
    smallest model on which the rule fails, if there is one."""

    tried: int
    undecided: int
    counterexample: Model | None


def search(
    rule: AnyRule,
    *,
    arms: Sequence[str] = ARMS,
    tie: str = "first",
    reading: str = "fresh",
    models: int = 200,
    seed: int = 1,
    paths: int = 1_000_000,
) -> Search:
    """Looks for a model on which a decision rule breaks detailed balance, and
    makes it as small as possible.

    >>> found = search(lambda a: 1 if a[1] > 1 else 2, models=20)
    >>> found.counterexample.tables["likelihood"]
    [[Fraction(0, 1), Fraction(1, 1)], [Fraction(1, 1), Fraction(2, 1)]]
    """
    tried, undecided, found = _engine.search(
        asked(rule),
        list(arms),
        tie,
        reading,
        whole("models", models),
        whole("seed", seed),
        whole("paths", paths),
    )
    return Search(tried, undecided, None if found is None else Model._held(found))


@dataclass(frozen=True)
class Claim:
    """A statement of the paper, examined."""

    id: str
    place: str
    statement: str
    method: str
    verdict: str
    as_recorded: bool


def ledger(name: str = "wang-2019", claims: Sequence[str] | None = None) -> list[Claim]:
    """The statements of a paper with their verdicts, computed now; all of them
    take minutes, and `claims` names some."""
    only = None if claims is None else list(claims)
    return [Claim(*found) for found in _engine.ledger(name, only)]
