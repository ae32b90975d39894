"""Chains: matrices, verdicts with witnesses, orders, figures and tables."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import peskun
from peskun import Chain

HALF = Fraction(1, 2)


def metropolis(state, rng):
    proposal = rng.choice("abc")
    weights = {"a": 1, "b": 2, "c": 3}
    return proposal if rng.coin(min(1, Fraction(weights[proposal], weights[state]))) else state


def test_a_step_in_fractions():
    chain = Chain.of(metropolis, "abc", {"a": 1, "b": 2, "c": 3})
    assert chain.states == ["a", "b", "c"]
    assert chain.target == [Fraction(1, 6), Fraction(1, 3), HALF]
    third, sixth, ninth = Fraction(1, 3), Fraction(1, 6), Fraction(1, 9)
    assert chain.matrix == [
        [third, third, third],
        [sixth, HALF, third],
        [ninth, 2 * ninth, 6 * ninth],
    ]
    assert chain.invariant and chain.reversible and chain.irreducible and chain.aperiodic
    assert [verdict.holds for verdict in chain.verdicts.values()] == ["yes"] * 4
    assert chain.stationary == chain.target
    assert chain.paths == 12
    assert "holds" in str(chain) and "12 paths" in repr(chain)


def test_witnesses():
    around = Chain.of(lambda s, rng: (s + 1) % 3, range(3), lambda state: 1)
    assert around.invariant and not around.reversible and not around.aperiodic
    witness = around.reversible.witness
    assert (witness.source, witness.destination) == (0, 1)
    assert (witness.forward, witness.backward) == (Fraction(1, 3), 0)
    assert around.aperiodic.witness.period == 3
    split = Chain([[1, 0], [0, 1]], ["x", "y"], [1, 1])
    assert split.irreducible.witness.closed_classes == [["x"], ["y"]]
    with pytest.raises(peskun.NotUnique, match="2 closed classes"):
        split.stationary
    leaves = Chain([[0, 1], [0, 1]], ["x", "y"], [1, 1])
    assert leaves.irreducible.witness.left_for_good == ["x"]
    assert leaves.invariant.witness == peskun.MassWitness("x", HALF, Fraction(0))
    assert leaves.stationary == [0, 1]


def test_numbers_as_people_write_them():
    rows = [["1/2", Decimal("0.5")], [Fraction(1, 4), "0.75"]]
    exact = Chain(rows, range(2), [1, 2])
    assert exact.invariant.holds == "yes" and not exact.used_doubles
    doubles = Chain(np.array([[0.9, 0.1], [0.3, 0.7]]), range(2), [3, 1])
    assert doubles.used_doubles and doubles.invariant.holds == "within"
    assert 0 < doubles.invariant.error < Fraction(1, 10**15)
    assert sum(doubles.matrix[0]) == 1


def test_variance_and_spectrum_of_two_states():
    a, b = Fraction(1, 3), Fraction(1, 5)
    chain = Chain([[1 - a, a], [b, 1 - b]], "xy", [b, a])
    # For a chain on two states v = π(0) π(1) (2 − a − b) / (a + b).
    assert chain.asymptotic_variance([0, 1]) == a * b / (a + b) ** 2 * (2 - a - b) / (a + b)
    assert chain.asymptotic_variance({"x": 0, "y": 1}) == chain.asymptotic_variance("xy".index)
    assert chain.lambda2 == 1 - a - b


def test_an_irrational_modulus_is_enclosed():
    chain = Chain([["1/2", "1/2", 0], ["1/4", "1/2", "1/4"], [0, "1/3", "2/3"]], range(3), [2, 4, 3])
    modulus = chain.lambda2
    assert isinstance(modulus, peskun.Interval)
    eigenvalues = sorted(abs(np.linalg.eigvals(chain.to_numpy())))
    assert float(modulus) == pytest.approx(eigenvalues[1])
    assert modulus.high - modulus.low < Fraction(1, 10**15)


def test_orders():
    eager = Chain([[0, 1], [1, 0]], "xy", [1, 1])
    lazy = Chain([[HALF, HALF], [HALF, HALF]], "xy", [1, 1])
    assert peskun.peskun_order(eager, lazy).order == "first"
    order = peskun.peskun_order(lazy, eager)
    assert order.order == "second" and order.second_above.source == "x"
    assert peskun.covariance_order(lazy, eager).second_above == {"x": 1, "y": 0}
    assert peskun.peskun_order(lazy, lazy).order == "equal"
    with pytest.raises(peskun.NotComparable, match="different targets"):
        peskun.peskun_order(lazy, Chain([[HALF, HALF], [HALF, HALF]], "xy", [1, 2]))
    with pytest.raises(peskun.NotComparable, match="doubles"):
        peskun.peskun_order(lazy, Chain([[0.5, 0.5], [0.5, 0.5]], "xy", [1, 1]))


def test_tables():
    chain = Chain([["1/2", "1/2"], ["1/4", "3/4"]], [("a", 1), ("b", 2)], [1, 2])
    assert chain.to_numpy().tolist() == [[0.5, 0.5], [0.25, 0.75]]
    frame = chain.to_pandas()
    assert list(frame.index) == list(frame.columns) == [("a", 1), ("b", 2)]
    assert frame.iloc[1].tolist() == [Fraction(1, 4), Fraction(3, 4)]
    html = chain._repr_html_()
    assert Chain(frame, frame.index, [1, 2]).matrix == chain.matrix
    assert "<td>3/4</td>" in html and "holds" in html


def test_a_chain_within_a_step():
    """A step may enumerate another one."""

    def inner(state, rng):
        return int(rng.coin("1/4"))

    def outer(state, rng):
        first = rng.coin("1/2")
        weights = Chain.of(inner, range(2), [1, 1]).matrix[0]
        return int(first and rng.draw(weights))

    assert Chain.of(outer, range(2), [1, 1]).matrix[0] == [Fraction(7, 8), Fraction(1, 8)]


def heat_bath(spins, rng):
    """One site of a 3×3 torus, as people write it."""
    site = rng.integers(9)
    row, column = divmod(site, 3)
    neighbors = [
        spins[(row + 1) % 3 * 3 + column],
        spins[(row - 1) % 3 * 3 + column],
        spins[row * 3 + (column + 1) % 3],
        spins[row * 3 + (column - 1) % 3],
    ]
    up = Fraction(3) ** sum(neighbors)
    spin = 1 if rng.random() < up / (up + 1) else -1
    return spins[:site] + (spin,) + spins[site + 1 :]


def test_the_heat_bath_on_512_states_in_time():
    from itertools import product
    from time import process_time

    states = list(product([-1, 1], repeat=9))

    start = process_time()
    chain = Chain.of(heat_bath, states, lambda spins: Fraction(3) ** ((18 + _energy(spins)) // 2))
    assert chain.reversible and chain.irreducible and chain.aperiodic
    assert process_time() - start < 10
    assert chain.paths == 512 * 18


def _energy(spins):
    return sum(
        spins[r * 3 + c] * (spins[r * 3 + (c + 1) % 3] + spins[(r + 1) % 3 * 3 + c])
        for r in range(3)
        for c in range(3)
    )


@pytest.mark.parametrize("text", ["1/3", " 2/6 ", "0.25", "25e-2", "2.5E-1", "+1/2", "1", "0", ".5"])
def test_texts_are_the_numbers_that_fractions_reads(text):
    chain = peskun.Chain.of(lambda s, r: int(r.coin(text)), [0, 1], [1, 1])
    assert chain.matrix[0][1] == Fraction(text)
    assert not chain.used_doubles
