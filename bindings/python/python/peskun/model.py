"""The paper's models: a prior, an unnormalized likelihood, data, a proposal and
an auxiliary law, all in tables; and its kernels and rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from importlib import import_module
from os import PathLike, fspath
from typing import Any

from . import _engine
from .chain import Chain, Values, _values
from .draws import Draws
from .errors import NotUnique, Undecided
from .numbers import Figure, Number, whole
from .rules import AnyRule, Rule, asked, named
from .tables import Table
from .verdicts import Verdict

#: The paths that are enumerated unless others are asked for.
PATHS = 30_000_000
#: The most draws that are kept at a time.
MOST_DRAWS = 10_000_000
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

    def chain(self, kernel: AnyRule, *, tie: str = "first", paths: int = PATHS) -> Chain:
        """The chain of a kernel by name: `mh`, `pmc`, `mpmc`, `sve`, `mabmc`,
        `noisy:N`, `dmh:N`, `rule:R`, `best-over-draws`. A function or a `Rule` is
        the bandit that it makes of MPMC and SVE."""
        return Chain._held(*self._model.chain(_kernel(kernel), tie, whole("paths", paths)))

    def table(self, kernel: AnyRule, *, tie: str = "first", paths: int = PATHS) -> Table:
        """The exact matrix of a kernel with its laws and verdicts, to be printed.

        >>> table = Model.named("bernoulli-pair").table("mpmc")
        >>> table.matrix[0]
        [Fraction(87, 140), Fraction(53, 140)]
        >>> print(table.render("markdown"))  # doctest: +ELLIPSIS
        ### bernoulli-pair, mpmc
        <BLANKLINE>
        |  | a | b |
        | --- | ---: | ---: |
        | a | 87/140 | 53/140 |
        | b | 53/120 | 67/120 |
        ...
        """
        chain = self.chain(kernel, tie=tie, paths=paths)
        return Table(self.name, named(kernel), chain)

    def rule_chain(
        self,
        rule: AnyRule,
        *,
        arms: Sequence[str] = ARMS,
        tie: str = "first",
        reading: str = "fresh",
        paths: int = PATHS,
    ) -> Chain:
        """The chain of the bandit with a decision rule: a name, an expression, or a
        function as `Rule` takes it."""
        limit = whole("paths", paths)
        return Chain._held(*self._model.rule_chain(asked(rule), list(arms), tie, reading, limit))

    def check(self, rule: AnyRule, **options: Any) -> Verdict:
        """Does detailed balance hold with this decision rule? The options are
        those of `rule_chain`.

        >>> print(Model.named("bernoulli-pair").check("max-draws"))
        reversible: fails: a→b has flow 2797/13000, b→a has 11237/52000 (difference -49/52000)
        """
        return self.rule_chain(rule, **options).reversible

    def compare(
        self, *kernels: AnyRule, function: Values | None = None, tie: str = "first"
    ) -> Comparison:
        """Kernels by name and rules side by side; the function is 1 on the first parameter and 0 on
        the others unless another is given."""
        values = [1] + [0] * (len(self.parameters) - 1) if function is None else function
        numbers = _values(values, self.parameters)

        def merit(kernel: AnyRule) -> Merit:
            chain = self.chain(kernel, tie=tie)
            on_parameters = chain.states == self.parameters
            return Merit(
                kernel=named(kernel),
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
        kernel: AnyRule,
        draws: int = 1_000,
        *,
        chains: int = 4,
        burn_in: int = 0,
        seed: int = 0,
        tie: str = "first",
        paths: int = PATHS,
    ) -> Draws:
        """Draws of several chains of a kernel, from the first state on."""
        if whole("chains", chains, 1) * whole("draws", draws, 1) > MOST_DRAWS:
            raise ValueError(f"at most {MOST_DRAWS} draws are kept, in all chains together")
        states, runs = self._model.sample(
            _kernel(kernel),
            tie,
            draws,
            whole("burn_in", burn_in),
            chains,
            whole("seed", seed),
            whole("paths", paths),
        )
        return Draws.of(states, runs)

    def __repr__(self) -> str:
        return f"<Model {self.name} with {len(self.parameters)} parameters>"


def _kernel(kernel: AnyRule) -> str | Rule:
    """What the engine takes for a kernel: a name, or a rule with a function."""
    rule = asked(kernel)
    is_text = isinstance(kernel, Rule) and isinstance(rule, str)
    return f"rule:{rule}" if is_text else rule


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

        columns = [field.name for field in fields(Merit)]
        frame = pandas.DataFrame([vars(merit) for merit in self], columns=columns, dtype=object)
        return frame.set_index("kernel")
