"""The paper's models: a prior, an unnormalized likelihood, data, a proposal and
an auxiliary law, all in tables; and its kernels and rules by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from os import PathLike, fspath
from typing import Any

from . import _engine
from .chain import Chain, Values, _values
from .draws import Draws
from .errors import NotUnique, Undecided
from .numbers import Figure, Number
from .verdicts import Verdict

#: The paths that are enumerated unless others are asked for.
PATHS = 30_000_000
#: The arms of the paper.
ARMS = ("mpmc", "sve")


class Model:
    """A doubly intractable model on finite spaces, by the fields of a model file.

    `Model.read(path)` reads one from a file, `Model.named(name)` is one that is
    built in.

    >>> model = Model(
    ...     parameters=["low", "high"], sample_space=["0", "1"], observed="1",
    ...     prior=[1, 1], likelihood=[[3, 7], [4, 6]],
    ... )
    >>> model.chain("sve").target
    [Fraction(7, 13), Fraction(6, 13)]
    >>> model.check("max-min-draws")
    <reversible: holds>
    """

    def __init__(
        self,
        *,
        parameters: Sequence[object],
        sample_space: Sequence[object],
        observed: object,
        prior: Iterable[Number],
        likelihood: Iterable[Iterable[Number]],
        proposal: Iterable[Iterable[Number]] | None = None,
        auxiliary: Iterable[Iterable[Number]] | None = None,
        estimate: Number | None = None,
        name: str = "model",
    ) -> None:
        self._model = _engine.Model.of_tables(
            name,
            [str(parameter) for parameter in parameters],
            [str(point) for point in sample_space],
            str(observed),
            prior,
            likelihood,
            proposal,
            auxiliary,
            estimate,
        )

    @classmethod
    def _held(cls, model: _engine.Model) -> Model:
        held = cls.__new__(cls)
        held._model = model
        return held

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Model:
        """The model in a file."""
        return cls._held(_engine.Model.read(fspath(path)))

    @classmethod
    def named(cls, name: str) -> Model:
        """A model that is built in."""
        return cls._held(_engine.Model.named(name))

    @property
    def name(self) -> str:
        """What it is called."""
        return self._model.name

    @property
    def parameters(self) -> list[str]:
        """The names of the parameters."""
        return self._model.parameters

    @property
    def tables(self) -> dict[str, Any] | None:
        """What a model of tables is made of, by the names of its fields; nothing
        for a lattice."""
        found = self._model.tables()
        fields = "name parameters sample_space observed prior likelihood proposal auxiliary"
        return None if found is None else dict(zip(fields.split(), found))

    def chain(self, kernel: str, *, tie: str = "first", paths: int = PATHS) -> Chain:
        """The chain of a kernel by name: `mh`, `pmc`, `mpmc`, `sve`, `mabmc`,
        `noisy:N`, `dmh:N`, `rule:R`, `best-over-draws`."""
        return Chain._held(*self._model.chain(kernel, tie, paths))

    def rule_chain(
        self,
        rule: str,
        *,
        arms: Sequence[str] = ARMS,
        tie: str = "first",
        reading: str = "fresh",
        paths: int = PATHS,
    ) -> Chain:
        """The chain of the bandit with a decision rule, by name or expression."""
        return Chain._held(*self._model.rule_chain(rule, list(arms), tie, reading, paths))

    def check(self, rule: str, **options: Any) -> Verdict:
        """Does detailed balance hold with this decision rule? The options are
        those of `rule_chain`.

        >>> print(Model.named("bernoulli-pair").check("max-draws"))
        reversible: fails: a→b has flow 2797/13000, b→a has 11237/52000 (difference -49/52000)
        """
        return self.rule_chain(rule, **options).reversible

    def compare(
        self, *kernels: str, function: Values | None = None, tie: str = "first"
    ) -> Comparison:
        """Kernels side by side; the function is 1 on the first parameter and 0 on
        the others unless another is given."""
        values = [1] + [0] * (len(self.parameters) - 1) if function is None else function
        numbers = _values(values, self.parameters)

        def merit(kernel: str) -> Merit:
            chain = self.chain(kernel, tie=tie)
            on_parameters = chain.states == self.parameters
            return Merit(
                kernel=kernel,
                invariant=bool(chain.invariant),
                reversible=bool(chain.reversible),
                acceptance=chain.acceptance,
                moves=chain.moves,
                asymptotic_variance=(
                    _solved(lambda: chain.asymptotic_variance(numbers)) if on_parameters else None
                ),
                lambda2=_solved(lambda: chain.lambda2),
                draws_per_step=chain.draws_per_step,
            )

        return Comparison(merit(kernel) for kernel in kernels)

    @property
    def best_rule(self) -> Chain:
        """The chain of the best valid rule over the draws of MPMC and SVE that
        accept, after its certificate was checked."""
        return self.chain("best-over-draws")

    def sample(
        self,
        kernel: str,
        draws: int = 1_000,
        *,
        chains: int = 4,
        burn_in: int = 0,
        seed: int = 0,
        tie: str = "first",
        paths: int = PATHS,
    ) -> Draws:
        """Draws of several chains of a kernel, from the first state on."""
        states, runs = self._model.sample(kernel, tie, draws, burn_in, chains, seed, paths)
        return Draws.of(states, runs)

    def __repr__(self) -> str:
        return f"<Model {self.name} with {len(self.parameters)} parameters>"


def _solved(figure: Callable[[], Figure]) -> Figure | None:
    """A figure, or nothing if it is not solved for or not unique."""
    try:
        return figure()
    except (NotUnique, Undecided):
        return None


@dataclass(frozen=True)
class Merit:
    """How good a kernel is on a model. A figure that is not solved for is None;
    so is the variance under a kernel whose states are not the parameters."""

    kernel: str
    invariant: bool
    reversible: bool
    acceptance: Fraction
    moves: Fraction
    asymptotic_variance: Figure | None
    lambda2: Figure | None
    draws_per_step: Fraction


class Comparison(list[Merit]):
    """Kernels side by side."""

    def to_pandas(self) -> Any:
        """One row for each kernel."""
        pandas: Any = import_module("pandas")

        frame = pandas.DataFrame([vars(merit) for merit in self], dtype=object)
        return frame.set_index("kernel")


@dataclass(frozen=True)
class Search:
    """How many random models were tried, on how many a budget ran out, and the
    smallest model on which the rule fails, if there is one."""

    tried: int
    undecided: int
    counterexample: Model | None


def search(
    rule: str,
    *,
    arms: Sequence[str] = ARMS,
    tie: str = "first",
    reading: str = "fresh",
    models: int = 200,
    seed: int = 1,
    paths: int = 1_000_000,
) -> Search:
    """Looks for a model on which a decision rule breaks detailed balance, and
    makes it as small as possible."""
    tried, undecided, found = _engine.search(rule, list(arms), tie, reading, models, seed, paths)
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
