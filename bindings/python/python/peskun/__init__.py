"""Exact verification of Monte Carlo samplers.

Hand over a step function and get an exact verdict with a witness:

>>> import peskun
>>> def metropolis(state, rng):
...     proposal = rng.integers(3)
...     if rng.random() * (state + 1) < proposal + 1:
...         return proposal
...     return state
>>> chain = peskun.Chain.of(metropolis, states=range(3), target=[1, 2, 3])
>>> print(chain)
3 states
invariant    holds
reversible   holds
irreducible  holds
aperiodic    holds
>>> chain.matrix[2]
[Fraction(1, 9), Fraction(2, 9), Fraction(2, 3)]
"""

from .assertions import assert_ergodic, assert_invariant, assert_reversible
from .chain import Chain
from .errors import (
    BadChance,
    BadModel,
    BadTarget,
    CannotSplit,
    Error,
    Missing,
    NotComparable,
    NotHonored,
    NotReproducible,
    NotUnique,
    Undecided,
    UnknownState,
)
from .draws import Diagnostics, Draws
from .generator import Random
from .logarithm import log
from .numbers import Interval
from .laboratory import Claim, Search, ledger, search
from .model import Comparison, Merit, Model
from .orders import Order, Pair, covariance_order, peskun_order
from .rules import Rule
from .tables import Table
from .verdicts import (
    ClassesWitness,
    FlowWitness,
    MassWitness,
    PeriodWitness,
    Verdict,
)

__all__ = [
    "BadChance",
    "BadModel",
    "BadTarget",
    "CannotSplit",
    "Chain",
    "Claim",
    "ClassesWitness",
    "Comparison",
    "Diagnostics",
    "Draws",
    "Error",
    "FlowWitness",
    "Interval",
    "MassWitness",
    "Merit",
    "Missing",
    "Model",
    "NotComparable",
    "NotHonored",
    "NotReproducible",
    "NotUnique",
    "Order",
    "Pair",
    "PeriodWitness",
    "Random",
    "Rule",
    "Search",
    "Table",
    "Undecided",
    "UnknownState",
    "Verdict",
    "assert_ergodic",
    "assert_invariant",
    "assert_reversible",
    "covariance_order",
    "ledger",
    "log",
    "peskun_order",
    "search",
]
