"""Decision rules as names, expressions and functions; tables of the paper's kernels."""

import math
import random
import signal
import threading
import time
import traceback
from fractions import Fraction

import pytest

import peskun
from peskun import Model, Rule

EXAMPLES = ["bernoulli-pair", "three-point-pair"]

PAIRS = [
    ("if a[1] > a[2] { 1 } else { 2 }", lambda a: 1 if a[1] > a[2] else 2),
    ("argmax(r)", lambda r: max(r, key=r.get)),
    (
        "if min(a[1], a_rev[1]) > 1/2 { 1 } else { 2 }",
        lambda a, a_rev: 1 if min(a[1], a_rev[1]) > Fraction(1, 2) else 2,
    ),
    ("if from < to { 1 } else { 2 }", lambda source, destination: 1 if source < destination else 2),
    ("[1/3, 2/3]", lambda: [Fraction(1, 3), Fraction(2, 3)]),
    ("if r[1] < r_rev[1] { [1/4, 3/4] } else { 2 }",
     lambda r, r_rev: {1: "1/4", 2: "3/4"} if r[1] < r_rev[1] else 2),
]


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("expression, function", PAIRS)
@pytest.mark.parametrize("reading", ["fresh", "repropose", "reuse"])
def test_a_function_is_what_the_expression_is(example, expression, function, reading):
    model = Model.named(example)
    chains = [model.rule_chain(rule, reading=reading) for rule in (expression, function)]
    assert chains[0].matrix == chains[1].matrix
    assert chains[0].draws_per_step == chains[1].draws_per_step
    assert model.check(function, reading=reading) == model.check(expression, reading=reading)


def test_what_is_not_named_is_not_drawn():
    model = Model.named("bernoulli-pair")
    assert model.rule_chain(lambda r: 2).draws_per_step == model.chain("sve").draws_per_step
    assert model.rule_chain(lambda a: 2).draws_per_step > model.chain("sve").draws_per_step
    assert model.rule_chain(lambda a, a_rev: 2).matrix == model.chain("sve").matrix


def test_numbers_of_a_model():
    model = Model(
        parameters=["1/4", "1/2", "3"],
        sample_space="01",
        observed="1",
        prior=[1, 1, 1],
        likelihood=[[3, 1], [1, 1], [1, 3]],
        estimate="1/2",
    )
    seen = set()

    def near(source, destination, value, estimate):
        seen.add((value[source], value[destination], estimate))
        return 2 if abs(value[source] - value[destination]) < 1 else 1

    assert model.rule_chain(near).matrix == model.rule_chain("distance:1").matrix
    assert (Fraction(1, 4), Fraction(3), Fraction(1, 2)) in seen
    unnamed = Model.named("bernoulli-pair")
    assert unnamed.check(lambda value: 1 if value[1] is None else 3)


def test_an_infinite_ratio():
    model = Model(
        parameters="ab", sample_space="01", observed="1", prior=[1, 1],
        likelihood=[[1, 1], [1, 2]], proposal=[[0, 1], [0, 1]],
    )
    seen = []
    model.rule_chain(lambda a_rev: seen.append(a_rev[1]) or 1)
    assert math.inf in seen


def test_kernels_may_be_rules():
    model = Model.named("three-point-pair")

    @Rule
    def exchange():
        return 2

    assert (exchange.name, exchange.sees) == ("exchange", ())
    assert exchange() == 2
    assert model.chain(exchange).matrix == model.chain("sve").matrix
    assert model.chain(Rule("max-min")).matrix == model.chain("rule:max-min").matrix
    merits = model.compare("sve", exchange, Rule("always:2"))
    assert [merit.kernel for merit in merits] == ["sve", "exchange", "always:2"]
    assert len({merit.moves for merit in merits}) == 1
    draws = [model.sample(kernel, 50, seed=3).positions for kernel in (exchange, "rule:always:2")]
    assert draws[0] == draws[1]


def test_the_smallest_counterexample_to_a_function():
    found = peskun.search(PAIRS[0][1], models=20)
    assert found.counterexample is not None
    assert found.counterexample.tables == peskun.search(PAIRS[0][0], models=20).counterexample.tables
    assert len(found.counterexample.parameters) == 2
    assert not found.counterexample.check(PAIRS[0][1])
    assert peskun.search(lambda: 1, models=10).counterexample is None


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("kernel", ["mpmc", "sve", "mabmc"])
def test_tables(example, kernel):
    model = Model.named(example)
    table = model.table(kernel)
    assert table.matrix == model.chain(kernel).matrix
    assert str(table).startswith(f"{example}, {kernel}\n")
    assert str(table.matrix[0][1]) in str(table)
    for kind in ("text", "markdown", "latex", "csv", "json", "prism", "drn"):
        shown = table.render(kind)
        assert (r"\begin{tabular}" if kind == "latex" else str(table.matrix[0][1])) in shown
    assert table.to_pandas().loc["a", "b"] == table.matrix[0][1]
    assert "<table>" in table._repr_html_()
    with pytest.raises(ValueError, match="no format is called `x`; the formats are text"):
        table.render("x")


def failing(a):
    return 1 / (a[1] - a[1])


@pytest.mark.parametrize(
    "rule, error, sentence",
    [
        (lambda: 3, peskun.BadModel, "gives arm 3; expected is an arm, 1 to 2"),
        (lambda: 0, peskun.BadModel, "gives arm 0"),
        (lambda: None, peskun.BadModel, "gives None"),
        (lambda: True, peskun.BadModel, "gives True"),
        (lambda: 1.0, peskun.BadModel, "gives 1.0"),
        (lambda: "sve", peskun.BadModel, "gives 'sve'"),
        (lambda: [1], peskun.BadModel, "2 probabilities"),
        (lambda: ["1/2", "1/3"], peskun.BadModel, "no law"),
        (lambda: [2, -1], peskun.BadModel, "no law"),
        (lambda: [0.5, 0.5], peskun.BadModel, "as floats; write fractions"),
        (lambda: [float("nan"), 1], peskun.BadChance, "nan is not a number"),
        (lambda: {3: 1}, peskun.BadModel, "gives 3 a probability"),
        (lambda x: 1, peskun.BadModel, "has the argument x; a rule may see r, r_rev"),
        (lambda *a: 1, peskun.BadModel, "has the argument a"),
        (lambda a: a[0], peskun.BadModel, "asks for arm 0, and the arms are 1, 2: they are counted from 1"),
        (failing, ZeroDivisionError, "0"),
        (lambda: random.choice([1, 2]) if random.random() < 2 else 1, peskun.NotReproducible, "asked again"),
        (7, peskun.BadModel, "not 7"),
        (None, peskun.BadModel, "not None"),
        ("nonsense", peskun.BadModel, "no rule is called"),
        ("a[1] / 0", peskun.BadModel, "division by zero"),
    ],
)
def test_bad_rules(rule, error, sentence):
    random.seed(1)
    for ask in (
        lambda: Model.named("three-point-pair").check(rule),
        lambda: peskun.search(rule, models=3),
    ):
        with pytest.raises(error, match=sentence):
            for _ in range(50):
                ask()


def test_an_exception_of_a_rule_has_its_traceback():
    with pytest.raises(ZeroDivisionError) as caught:
        Model.named("bernoulli-pair").check(failing)
    assert "failing" in "".join(traceback.format_tb(caught.value.__traceback__))


def test_arms():
    model = Model.named("bernoulli-pair")
    three = ["mpmc", "sve", "noisy:2"]
    assert model.rule_chain(lambda a: len(a), arms=["sve"]).matrix == model.chain("sve").matrix
    assert model.rule_chain(lambda r: len(r), arms=three).matrix == model.chain("noisy:2").matrix
    with pytest.raises(peskun.BadModel, match="there are none"):
        model.check("max", arms=[])
    with pytest.raises(peskun.BadModel):
        model.check("max", arms=["x"])


def test_an_interrupt_ends_a_search_at_once():
    def slow(a):
        time.sleep(0.01)
        return 1

    threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        peskun.search(slow, models=10**6)
    assert time.perf_counter() - start < 10
