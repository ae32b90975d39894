"""Assertions for tests: a step is right, or the message is the witness. They take
the options of `Chain.of`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any

from .chain import MOST_DENSE, Chain, Step, Values
from .numbers import shown as number
from .verdicts import FlowWitness, MassWitness, Verdict, name


def assert_invariant(
    step: Step, states: Iterable[Hashable], target: Values, **options: Any
) -> Chain:
    """Asserts that a step leaves the target as it is, and returns the chain.

    >>> def forgets_to_reject(state, rng):
    ...     return (state + rng.choice([-1, 1])) % 3
    >>> assert_invariant(forgets_to_reject, range(3), [1, 2, 3])
    Traceback (most recent call last):
    AssertionError: the step does not leave the target as it is
      state 0 has mass 1/6, and 5/12 after a step (difference 1/4): 1/12 goes to 2, and 1/4 comes back
      a test by counting would need about 128 steps from the target to see it
    """
    __tracebackhide__ = True
    chain = Chain.of(step, states, target, **options)
    if not chain.invariant:
        raise AssertionError(_message(chain, chain.invariant))
    return chain


def assert_reversible(
    step: Step, states: Iterable[Hashable], target: Values, **options: Any
) -> Chain:
    """Asserts detailed balance of a step with the target, and returns the chain.

    >>> def around(state, rng):
    ...     return (state + rng.coin("1/2")) % 3
    >>> assert_reversible(around, range(3), [1, 1, 1])
    Traceback (most recent call last):
    AssertionError: the step does not satisfy detailed balance
      the flow 0 → 1 is 1/6, and 0 back (difference 1/6)
      a test by counting would need about 64 steps from the target to see it
    """
    __tracebackhide__ = True
    chain = Chain.of(step, states, target, **options)
    if not chain.reversible:
        raise AssertionError(_message(chain, chain.reversible))
    return chain


def assert_ergodic(step: Step, states: Iterable[Hashable], target: Values, **options: Any) -> Chain:
    """Asserts that a step leaves the target as it is, reaches every state and has
    no period, and returns the chain."""
    __tracebackhide__ = True
    chain = assert_invariant(step, states, target, **options)
    for verdict in (chain.irreducible, chain.aperiodic):
        if not verdict:
            raise AssertionError(f"the step is not {verdict.name}\n  {verdict.sentence}")
    return chain


def _largest_part(
    chain: Chain, witness: MassWitness
) -> tuple[Hashable, Fraction, Fraction] | None:
    """The state that most of the difference is exchanged with, and the flows there
    and back; nothing if the chain is too large to look for it."""
    if len(chain.states) > MOST_DENSE:
        return None
    here = chain.states.index(witness.state)
    flows = [
        (chain.target[here] * chain.matrix[here][other], mass * row[here])
        for other, (mass, row) in enumerate(zip(chain.target, chain.matrix))
    ]
    sign = 1 if witness.difference > 0 else -1
    gains = [sign * (back - there) for there, back in flows]
    other = gains.index(max(gains))
    return chain.states[other], *flows[other]


def _message(chain: Chain, verdict: Verdict) -> str:
    """What is wrong, where, and how hard it is to see: a line each."""
    witness = verdict.witness
    reversible = isinstance(witness, FlowWitness)

    def shown(value: Fraction) -> str:
        return number(value, chain.used_doubles)

    if isinstance(witness, FlowWitness):
        head = "the step does not satisfy detailed balance"
        where = (
            f"the flow {name(witness.source)} → {name(witness.destination)} is {shown(witness.forward)}, "
            f"and {shown(witness.backward)} back (difference {shown(witness.difference)})"
        )
    else:
        assert isinstance(witness, MassWitness)
        head = "the step does not leave the target as it is"
        where = (
            f"state {name(witness.state)} has mass {shown(witness.before)}, and "
            f"{shown(witness.after)} after a step (difference {shown(witness.difference)})"
        )
        flow = _largest_part(chain, witness)
        if flow is not None:
            other, there, back = flow
            where += f": {shown(there)} goes to {name(other)}, and {shown(back)} comes back"
    draws = chain.steps_to_see(reversible=reversible)
    needed = (
        "a test by counting would not see it in 10^12 steps from the target"
        if draws is None
        else f"a test by counting would need about {draws:,} steps from the target to see it"
    )
    return f"{head}\n  {where}\n  {needed}"
