"""What is said of what goes wrong, and when."""

import re
import sys
import time
from fractions import Fraction

import pytest

import peskun
from peskun import Chain

#: Names of classes, functions and modules that nobody has heard of.
INNER = r"Uniform\b|Logarithm|Hidden|Selection|Counts\b|Enumerated|Sampled|_engine|_ask|LazyArray"


def notes(error):
    return "\n".join(getattr(error, "__notes__", []))


def fails(state, rng):
    if state == 2 and rng.coin("1/3") and rng.draw([1, 2, 1]) == 1 and rng.random() < Fraction(1, 5):
        raise KeyError("mine")
    return state


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exceptions have no notes")
def test_exceptions_tell_the_state_the_answers_and_the_probability():
    with pytest.raises(KeyError) as caught:
        Chain.of(fails, range(3), [1, 1, 1])
    assert caught.value.args == ("mine",)
    said = notes(caught.value)
    assert "in a step from `2`, on a path of probability 1/30, with the answers" in said
    assert said.endswith("a coin of 1/3: 1, a draw with weights 1 : 2 : 1: 1, a coin of 1/5: 1")
    with pytest.raises(peskun.CannotSplit) as caught:
        Chain.of(lambda s, r: float(r.random()), [0], [1])
    assert notes(caught.value) == "in a step from `0` that has asked nothing"
    with pytest.raises(ZeroDivisionError) as caught:
        Chain.of(lambda s, r: [r.coin("1/2") for _ in range(40)] and 1 // 0, [0], [1])
    assert "1/1099511627776, with the answers …, a coin of 1/2: 0" in notes(caught.value)
    assert len(notes(caught.value)) < 400


def test_what_ran_out_is_said():
    """Long weights count for several paths."""
    rare = Fraction(1, 7**400)

    def long(state, rng):
        for _ in range(20):
            if rng.coin(rare):
                return state
        return state

    with pytest.raises(peskun.Undecided, match="most of it for long ones") as caught:
        Chain.of(long, range(10), [1] * 10, paths=20_000)
    if sys.version_info >= (3, 11):
        run = int(re.search(r"(\d+) paths were run", notes(caught.value))[1])
        assert 0 < run < 5_000
    with pytest.raises(peskun.Undecided) as caught:
        Chain.of(lambda s, r: sum(r.coin("1/2") for _ in range(24)) % 2, [0, 1], [1, 1], paths=1_000)
    assert str(caught.value) == "undecided: the budget of 1000 paths ran out; paths=… allows more"


@pytest.mark.parametrize(
    "step, sentence",
    [
        (lambda s, r: int(1e6 * r.random()) % 2, "1000000 integers apart, and at most 100000"),
        (lambda s, r: int(r.random() * 2**20) % 2, "integers apart"),
        (lambda s, r: r.integers(10**6 + 1) % 2, "at a question with 1000001 answers"),
        (lambda s, r: r.randrange(10**9) % 2, "at a question with 1000000000 answers"),
    ],
)
def test_too_many_answers_are_refused_at_the_question(step, sentence):
    start = time.process_time()
    with pytest.raises(peskun.Undecided, match=sentence):
        Chain.of(step, [0, 1], [1, 1])
    assert time.process_time() - start < 2


def test_as_many_pieces_as_are_allowed():
    law = Chain.of(lambda s, r: int(20_000 * r.random()) // 10_000, [0, 1], [1, 1]).matrix[0]
    assert law == [Fraction(1, 2)] * 2


@pytest.mark.parametrize(
    "call",
    [
        lambda r: r.random() ** 2,
        lambda r: r.random() * r.random(),
        lambda r: r.random() < "x",
        lambda r: r.random()[0],
        lambda r: len(r.random()),
        lambda r: r.random() & 1,
        lambda r: repr(r.random()),
        lambda r: str(peskun.log(r.random())),
        lambda r: peskun.log(r.random()) * 0,
        lambda r: peskun.log(r.random()) + peskun.log(r.random()),
        lambda r: peskun.log(r.random()).hex(),
        lambda r: r.permutation(3, 1, 2),
        lambda r: r.integers(),
        lambda r: r.shuffle(),
        lambda r: r.no_such_thing,
        lambda r: r.random(2).no_such_thing,
        lambda r: r.choice(),
        lambda r: r.random(1, 2, 3, 4),
        lambda r: {}[r.random()],
    ],
)
def test_inner_names_are_not_shown(call):
    with pytest.raises(Exception) as caught:
        Chain.of(lambda s, r: call(r), [0], [1])
    assert not re.search(INNER, f"{caught.value}\n{notes(caught.value)}"), caught.value


@pytest.mark.parametrize("arm", [0, 3, -1, "1"])
def test_rules_that_count_from_0(arm):
    model = peskun.Model.named("bernoulli-pair")
    with pytest.raises(peskun.BadModel, match="the arms are 1, 2: they are counted from 1"):
        model.check(lambda a: 1 if a[arm] > 1 else 2)
    assert model.check(lambda r, r_rev: max(r, key=lambda n: min(r[n], r_rev[n])))
