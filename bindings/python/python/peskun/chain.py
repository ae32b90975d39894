"""A Markov chain on finitely many states, exactly."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any, Union

from . import _engine, tables
from .errors import BadTarget, NotReproducible, Undecided, UnknownState
from .generator import Random
from .numbers import Figure, Number, exact, figure, whole
from .questions import Enumerated
from .verdicts import Verdict, label, name, verdict
from .watch import Watch

Step = Callable[[Any, Any], Hashable]
#: A number for every state: in their order, by state, or as a function of it.
Values = Union[Iterable[Number], Mapping[Any, Number], Callable[[Any], Number]]


#: By how much flows may differ where doubles entered, relative to the larger of two.
ROUNDING = Fraction(1, 10**9)

#: The most states of a chain, and of one whose matrix is written out in full.
MOST_STATES = 1_000_000
MOST_DENSE = 5_000


class Chain:
    """A chain with the law that it should leave invariant.

    `Chain(matrix, states, target)` takes a matrix by rows, `Chain.of(step,
    states, target)` enumerates a step. States are any hashable values; the
    target has weights on any scale. Numbers are exact, and doubles are taken at
    their exact binary value: then verdicts read "within" a discrepancy, if that is
    at most `tolerance` relative to the flows. Fractions that come from doubles are
    told to with `doubles=True`.

    >>> chain = Chain([["1/2", "1/2"], ["1/4", "3/4"]], ["sun", "rain"], [1, 2])
    >>> bool(chain.invariant), chain.reversible
    (True, <reversible: holds>)
    >>> chain.asymptotic_variance([0, 1])
    Fraction(10, 27)
    """

    def __init__(
        self,
        matrix: Iterable[Iterable[Number]],
        states: Iterable[Hashable],
        target: Values,
        *,
        doubles: bool = False,
        tolerance: Number = ROUNDING,
    ) -> None:
        self._states, labels = _listed(states)
        weights = _values(target, self._states)
        self._chain = _engine.Chain.of_matrix(
            tables.rows(matrix), labels, weights, bool(doubles), _tolerance(tolerance)
        )

    @classmethod
    def of(
        cls,
        step: Step,
        states: Iterable[Hashable],
        target: Values,
        *,
        paths: int = 1_000_000,
        questions: int = 1_000,
        tolerance: Number = ROUNDING,
    ) -> Chain:
        """The chain of a step, by enumeration.

        `step(state, rng)` returns the state it leads to and takes all its
        randomness from `rng`, a `peskun.Random`. It is run for every path through
        what it asks: from all states together at most `paths`, each with at most
        `questions`. Every path is run three times, to see whether the step depends
        on anything else. Where doubles entered, flows may differ by `tolerance`,
        relative to the larger of two.

        >>> def metropolis(state, rng):
        ...     proposal = (state + rng.choice([-1, 1])) % 4
        ...     return proposal if rng.random() < Fraction(proposal + 1, state + 1) else state
        >>> chain = Chain.of(metropolis, range(4), [1, 2, 3, 4])
        >>> print(chain.reversible)
        reversible: holds
        >>> chain.matrix[3]
        [Fraction(1, 8), Fraction(0, 1), Fraction(3, 8), Fraction(1, 2)]
        """
        # A test that fails in here is shown where it calls.
        __tracebackhide__ = True
        if not callable(step):
            raise TypeError(f"a step is a function of a state and a generator, not {step!r}")
        chain = cls.__new__(cls)
        chain._states, labels = _listed(states)
        weights = _values(target, chain._states)
        generator = Random._enumerating()
        asked = generator._questions
        assert isinstance(asked, Enumerated)
        with Watch(step, chain._states, asked) as watch:
            try:
                chain._chain = _engine.Chain.of_step(
                    step,
                    generator,
                    asked.number,
                    watch,
                    chain._states,
                    {state: number for number, state in enumerate(chain._states)},
                    labels,
                    weights,
                    whole("paths", paths),
                    whole("questions", questions),
                    _tolerance(tolerance),
                )
                watch.look_at_all()
            except NotReproducible:
                # That it drew elsewhere says more than what it led to.
                watch.look_at_sources()
                raise
        return chain

    @classmethod
    def _held(cls, chain: _engine.Chain, states: Sequence[Hashable]) -> Chain:
        held = cls.__new__(cls)
        held._chain, held._states = chain, list(states)
        return held

    @property
    def states(self) -> list[Hashable]:
        """The states, in order."""
        return list(self._states)

    @property
    def paths(self) -> int | None:
        """How many paths were enumerated; nothing if the matrix was given."""
        return self._chain.paths

    @property
    def used_doubles(self) -> bool:
        """Did doubles enter, so that numbers are right up to rounding only?"""
        return self._chain.used_doubles

    @cached_property
    def matrix(self) -> list[list[Fraction]]:
        """The transition matrix by rows."""
        if len(self._states) > MOST_DENSE:
            raise Undecided(
                f"undecided: the matrix of {len(self._states)} states is not written out; "
                "chain.row(state) has what is not zero in a row"
            )
        return self._chain.matrix()

    def row(self, state: Hashable) -> dict[Hashable, Fraction]:
        """Where a step from this state leads, with probabilities; without zeros.

        >>> Chain([[0, 1], ["1/4", "3/4"]], ["sun", "rain"], [1, 4]).row("sun")
        {'rain': Fraction(1, 1)}
        """
        try:
            position = self._states.index(state)
        except ValueError:
            raise UnknownState(f"`{name(state)}` is not a state") from None
        return {self._states[to]: value for to, value in self._chain.row(position)}

    @cached_property
    def target(self) -> list[Fraction]:
        """The law that should be invariant, as probabilities."""
        return self._chain.target()

    @property
    def acceptance(self) -> Fraction:
        """How often a proposal is accepted, under the target. Where it is not
        known what was proposed, it is how often the state changes."""
        return self._chain.rates()[0]

    @property
    def moves(self) -> Fraction:
        """How often the state, or what is estimated from it, changes, under the
        target."""
        return self._chain.rates()[1]

    @property
    def draws_per_step(self) -> Fraction:
        """The expected number of auxiliary draws in a step, under the target, for
        the kernels of a model."""
        return self._chain.rates()[2]

    @cached_property
    def stationary(self) -> list[Figure]:
        """The law that is invariant. Raises `NotUnique` if there are several."""
        return [figure(ends) for ends in self._chain.stationary()]

    @cached_property
    def verdicts(self) -> dict[str, Verdict]:
        """The four verdicts by name."""
        found = [verdict(plain, self._states) for plain in self._chain.verdicts()]
        return {one.name: one for one in found}

    @property
    def invariant(self) -> Verdict:
        """Does one step leave the target as it is?"""
        return self.verdicts["invariant"]

    @property
    def reversible(self) -> Verdict:
        """Does detailed balance hold?"""
        return self.verdicts["reversible"]

    @property
    def irreducible(self) -> Verdict:
        """Is every state of positive target reached from wherever the chain gets?"""
        return self.verdicts["irreducible"]

    @property
    def aperiodic(self) -> Verdict:
        """Are visits not tied to a cycle?"""
        return self.verdicts["aperiodic"]

    def asymptotic_variance(self, values: Values) -> Figure:
        """The limit of n times the variance of the mean of a function over n
        steps, under the stationary law."""
        return figure(self._chain.asymptotic_variance(_values(values, self._states)))

    @cached_property
    def lambda2(self) -> Figure:
        """|λ₂|, the largest modulus of an eigenvalue beside one eigenvalue 1."""
        return figure(self._chain.second_modulus())

    def steps_to_see(self, *, reversible: bool = False) -> int | None:
        """How many steps from the target a test by counting takes to see, with
        probability 0.999 at a level of 0.001, that the target is not invariant, or
        that detailed balance fails. None if it would not, in 10^10 steps.

        >>> Chain([["1/2", "1/2"], ["1/2", "1/2"]], ["sun", "rain"], [1, 2]).steps_to_see()
        256
        """
        return self._chain.draws_to_see(reversible)

    def to_numpy(self) -> Any:
        """The transition matrix as an array of doubles."""
        return tables.to_numpy(self)

    def to_pandas(self) -> Any:
        """The transition matrix as a table of fractions, labeled by states."""
        return tables.to_pandas(self)

    def __str__(self) -> str:
        lines = [f"{one.name:<11}  {one.sentence}" for one in self.verdicts.values()]
        return "\n".join([f"{len(self._states)} states", *lines])

    def __repr__(self) -> str:
        how = "a matrix" if self.paths is None else f"{self.paths} paths"
        return f"<Chain on {len(self._states)} states, from {how}>"

    def _repr_html_(self) -> str:
        return tables.to_html(self)


def _listed(states: Iterable[Hashable]) -> tuple[list[Hashable], list[str]]:
    """The states and their names, or a sentence if they are not distinct."""
    listed = list(islice(states, MOST_STATES + 1))
    if len(listed) > MOST_STATES:
        raise BadTarget(f"there are more than {MOST_STATES} states")
    seen = set()
    for state in listed:
        try:
            known = state in seen
        except TypeError:
            raise BadTarget(
                f"the state {name(state)} is not hashable; a state is, for instance a tuple in place of "
                "a list"
            ) from None
        if known:
            raise BadTarget(f"the state `{name(state)}` is listed twice")
        seen.add(state)
    return listed, [label(state) for state in listed]


def _tolerance(tolerance: Number) -> Fraction:
    value = exact(tolerance)
    if not 0 <= value < 1:
        raise ValueError(f"a tolerance is at least 0 and below 1, not {tolerance}")
    return value


def _values(values: Values, states: Sequence[Hashable]) -> list[Number]:
    """One number for each state."""
    if callable(values):
        return [values(state) for state in states]
    if isinstance(values, Mapping):
        missing = [state for state in states if state not in values]
        if missing:
            raise BadTarget(f"the state `{name(missing[0])}` has no value")
        unknown = [state for state in values if state not in set(states)]
        if unknown:
            raise BadTarget(f"`{name(unknown[0])}` has a value and is not a state")
        return [values[state] for state in states]
    listed = list(islice(values, len(states) + 1))
    if len(listed) != len(states):
        number = "more" if len(listed) > len(states) else len(listed)
        raise BadTarget(f"{number} values for {len(states)} states")
    return listed
