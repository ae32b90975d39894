"""Draws of a kernel on a model, for ArviZ and pandas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _engine

if TYPE_CHECKING:
    from ._engine import Drawn


class Diagnostics(NamedTuple):
    """Rank-normalized split R̂, and the effective sizes for the bulk, for the
    tails and for the mean (Vehtari et al. 2021).

    These are ArviZ's numbers, with one exception: where all draws lie on the
    same side of a quantile, that tail is left out here, and ArviZ counts it as
    all draws.
    """

    r_hat: float
    bulk_size: float
    tail_size: float | None
    mean_size: float


@dataclass(frozen=True)
class Draws:
    """For every chain and draw the state, whether the proposal was accepted, the
    arm that decided (counted from 1; 0 if none did) and the auxiliary draws.

    `positions` counts states from 0 in the order of `states`.
    """

    states: list[str]
    positions: list[list[int]]
    accepted: list[list[bool]]
    arm: list[list[int]]
    cost: list[list[int]]

    @classmethod
    def of(cls, states: list[str], runs: list[Drawn]) -> Draws:
        """The draws of several runs."""
        positions, accepted, arm, cost = (list(part) for part in zip(*runs))
        return cls(states, positions, accepted, arm, cost)

    def values(self, function: Mapping[str, float] | None = None) -> Any:
        """A function of the state as an array of chains × draws; the position of
        the state unless another is given."""
        import numpy

        positions = numpy.array(self.positions)
        if function is None:
            return positions
        return numpy.array([float(function[state]) for state in self.states])[positions]

    def diagnostics(self, function: Mapping[str, float] | None = None) -> Diagnostics | None:
        """What the draws of a function are worth; nothing for fewer than eight
        draws per chain, or if all are the same."""
        found = _engine.diagnostics(self.values(function).tolist())
        return None if found is None else Diagnostics(*found)

    def to_arviz(self, function: Mapping[str, float] | None = None) -> Any:
        """The draws for ArviZ, with acceptance, arm and cost as sample statistics.
        The variable is called `parameter`."""
        import numpy

        arviz: Any = import_module("arviz")

        groups = {
            "posterior": {"parameter": self.values(function)},
            "sample_stats": {
                "accepted": numpy.array(self.accepted),
                "arm": numpy.array(self.arm),
                "cost": numpy.array(self.cost),
            },
        }
        if int(arviz.__version__.split(".")[0]) >= 1:
            return arviz.from_dict(groups)
        return arviz.from_dict(**groups)
