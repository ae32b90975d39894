"""Hypothesis strategies: small targets and proposals, so that the smallest one
that breaks a kernel is found. Needs `pip install peskun[hypothesis]`.
"""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies
from hypothesis.strategies import SearchStrategy


def targets(
    *, min_states: int = 2, max_states: int = 4, max_weight: int = 5, zeros: bool = False
) -> SearchStrategy[list[Fraction]]:
    """Weights on a few states, small integers; the uniform target on the fewest
    states is the simplest.

    >>> from hypothesis import given
    >>> import peskun
    >>> @given(targets())
    ... def every_target_is_left_as_it_is(target):
    ...     def step(state, rng):
    ...         proposal = rng.integers(len(target))
    ...         return proposal if rng.random() * target[state] < target[proposal] else state
    ...     peskun.assert_reversible(step, range(len(target)), target)
    >>> every_target_is_left_as_it_is()
    """
    weights = strategies.integers(0 if zeros else 1, max_weight).map(Fraction)
    laws = strategies.lists(weights, min_size=min_states, max_size=max_states)
    return laws.filter(any) if zeros else laws


def proposals(
    states: int, *, max_weight: int = 3, symmetric: bool = False
) -> SearchStrategy[list[list[Fraction]]]:
    """Rows of proposal probabilities on so many states; every row has the sum 1.

    A symmetric one proposes j from i as often as i from j.

    >>> from hypothesis import given
    >>> @given(proposals(3, symmetric=True))
    ... def rows_and_columns_have_the_sum_1(rows):
    ...     assert all(sum(line) == 1 for line in [*rows, *zip(*rows)])
    >>> rows_and_columns_have_the_sum_1()
    """
    weight = strategies.integers(0, max_weight)
    row = strategies.lists(weight, min_size=states, max_size=states)
    matrices = strategies.lists(row, min_size=states, max_size=states)
    return matrices.map(_symmetric if symmetric else _rows)


def _rows(weights: list[list[int]]) -> list[list[Fraction]]:
    """Every row divided by its sum; a row of zeros proposes to stay."""
    rows = []
    for state, row in enumerate(weights):
        if not any(row):
            row = [int(to == state) for to in range(len(row))]
        rows.append([Fraction(entry, sum(row)) for entry in row])
    return rows


def _symmetric(weights: list[list[int]]) -> list[list[Fraction]]:
    """The part below the diagonal mirrored; the diagonal takes what is left."""
    size = len(weights)
    most = max([1, *(sum(row) for row in weights), *map(sum, zip(*weights))])
    rows = []
    for state in range(size):
        pairs = [(max(state, to), min(state, to)) for to in range(size)]
        row = [Fraction(weights[high][low], 2 * most) for high, low in pairs]
        row[state] = Fraction(0)
        row[state] = 1 - sum(row, Fraction(0))
        rows.append(row)
    return rows
