"""The paper's models, kernels and rules: its two examples by hand, comparisons,
counterexamples, draws.
"""

import os
import subprocess
import sys
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

import peskun
from peskun import Model

EXAMPLES = ["bernoulli-pair", "three-point-pair"]


def by_hand(tables, kernel):
    """The matrix of SVE or MPMC on a model, from the definitions alone."""
    size = len(tables["parameters"])
    points = range(len(tables["sample_space"]))
    x = tables["sample_space"].index(tables["observed"])
    prior, f = tables["prior"], tables["likelihood"]
    laws = [[weight / sum(row) for weight in row] for row in f]
    q, a = tables["proposal"], tables["auxiliary"]
    rows = [[Fraction(0)] * size for _ in range(size)]
    for i, j in product(range(size), repeat=2):
        if i == j:
            continue
        known = prior[j] * f[j][x] * q[j][i], prior[i] * f[i][x] * q[i][j]
        accepted = Fraction(0)
        if kernel == "sve":
            for w in points:
                above, below = known[0] * f[i][w], known[1] * f[j][w]
                if laws[j][w]:
                    accepted += laws[j][w] * min(1, above / below)
        else:
            for y, w in product(points, repeat=2):
                # y follows the auxiliary law at i, w the likelihood at j.
                weight = a[i][y] * laws[j][w]
                above, below = known[0] * a[j][w] * f[i][y], known[1] * a[i][y] * f[j][w]
                if weight:
                    accepted += weight * (min(1, above / below) if below else 1)
        rows[i][j] = q[i][j] * accepted
    for i in range(size):
        rows[i][i] = 1 - sum(rows[i])
    return rows


@pytest.mark.parametrize("kernel", ["sve", "mpmc"])
@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_by_hand(example, kernel):
    model = Model.named(example)
    chain = model.chain(kernel)
    assert chain.matrix == by_hand(model.tables, kernel)
    assert chain.reversible


def test_a_model_from_tables_and_from_a_file(tmp_path):
    fields = dict(
        parameters=["a", "b"],
        sample_space=["0", "1"],
        observed="1",
        prior=[1, 1],
        likelihood=[["0.3", "0.7"], ["0.4", "0.6"]],
    )
    model = Model(**fields, name="pair")
    assert model.chain("sve").matrix == Model.named("bernoulli-pair").chain("sve").matrix
    path = tmp_path / "pair.toml"
    path.write_text(
        'parameters = ["a", "b"]\nsample_space = ["0", "1"]\nobserved = "1"\n'
        "prior = [1, 1]\nlikelihood = [[0.3, 0.7], [0.4, 0.6]]\n"
    )
    read = Model.read(path)
    assert (read.name, read.parameters) == ("pair", ["a", "b"])
    assert read.chain("mpmc").matrix == model.chain("mpmc").matrix


def test_a_rule_that_fails_and_its_smallest_model():
    verdict = Model.named("bernoulli-pair").check("max-draws")
    assert not verdict
    assert verdict.witness.difference == Fraction(-49, 52000)
    found = peskun.search("max-draws", models=20)
    assert found.counterexample is not None
    assert not found.counterexample.check("max-draws")
    assert peskun.search("max-min", models=5).counterexample is None


def test_comparison():
    comparison = Model.named("three-point-pair").compare("mpmc", "sve", "best-over-draws")
    best = comparison[2]
    assert all(best.acceptance >= merit.acceptance for merit in comparison)
    assert all(merit.reversible for merit in comparison)
    frame = comparison.to_pandas()
    assert frame.loc["sve", "acceptance"] == comparison[1].acceptance
    order = peskun.peskun_order(
        Model.named("bernoulli-pair").chain("sve"), Model.named("bernoulli-pair").chain("mpmc")
    )
    assert order.order == "first"


def test_draws():
    model = Model.named("bernoulli-pair")
    draws = model.sample("mabmc", 500, chains=2, seed=5)
    assert draws.values().shape == (2, 500)
    assert draws == model.sample("mabmc", 500, chains=2, seed=5)
    assert set(sum(draws.arm, [])) == {1, 2}
    values = draws.values({"a": 0.0, "b": 1.0})
    assert abs(values.mean() - 6 / 13) < 0.1


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("kernel", ["mabmc", "sve", "mh"])
@pytest.mark.parametrize("length", [40, 401])
def test_draws_for_arviz(example, kernel, length):
    arviz = pytest.importorskip("arviz")
    draws = Model.named(example).sample(kernel, length, seed=2)
    data = draws.to_arviz()
    assert data.posterior["parameter"].shape == (4, length)
    assert set(data.sample_stats.data_vars) == {"accepted", "arm", "cost"}
    assert data.sample_stats["accepted"].values.tolist() == draws.accepted
    assert data.sample_stats["arm"].values.tolist() == draws.arm
    assert data.sample_stats["cost"].values.tolist() == draws.cost
    ours = draws.diagnostics()
    same = partial(pytest.approx, rel=1e-9)

    def theirs(method):
        found = arviz.ess(data, var_names=["parameter"], method=method)
        return float(getattr(found, "posterior", found)["parameter"])

    r_hat = arviz.rhat(data, var_names=["parameter"])
    assert ours.r_hat == same(float(getattr(r_hat, "posterior", r_hat)["parameter"]))
    assert ours.bulk_size == same(theirs("bulk"))
    assert ours.mean_size == same(theirs("mean"))
    # There are two values: all draws lie below one of the quantiles.
    assert min(ours.tail_size, 4 * length) == same(theirs("tail"))
    summary = arviz.summary(data, round_to="none").iloc[0]
    assert float(summary["ess_bulk"]) == same(ours.bulk_size)
    assert float(summary["ess_tail"]) == same(min(ours.tail_size, 4 * length))
    assert float(summary["r_hat"]) == same(ours.r_hat)
    assert float(summary["mean"]) == same(draws.values().mean())


def test_draws_of_a_function_for_arviz():
    arviz = pytest.importorskip("arviz")
    model = Model(
        parameters=["0", "1", "2", "5"], sample_space="01", observed="1", prior=[1] * 4,
        likelihood=[[1, 1], [1, 2], [1, 3], [2, 1]],
    )
    draws = model.sample("mabmc", 601, chains=3, seed=8)
    function = {state: float(state) ** 2 for state in draws.states}
    ours = draws.diagnostics(function)
    summary = arviz.summary(draws.to_arviz(function), round_to="none").iloc[0]
    assert float(summary["ess_bulk"]) == pytest.approx(ours.bulk_size, rel=1e-9)
    assert float(summary["r_hat"]) == pytest.approx(ours.r_hat, rel=1e-9)
    assert float(summary["mean"]) == pytest.approx(draws.values(function).mean(), rel=1e-9)


def test_some_claims_of_the_ledger():
    (claim,) = peskun.ledger(claims=["first-sve"])
    assert claim.verdict == "verified" and claim.as_recorded


@pytest.mark.parametrize(
    "ask, error, sentence",
    [
        (lambda: Model.named("x"), peskun.BadModel, "no model is called `x`"),
        (lambda: Model.read("nowhere.toml"), FileNotFoundError, "nowhere.toml"),
        (lambda: Model.named("bernoulli-pair").chain("x"), peskun.BadModel, "no kernel is called"),
        (lambda: Model.named("bernoulli-pair").check("1 +"), peskun.BadModel, "the rule"),
        (lambda: Model.named("bernoulli-pair").chain("sve", tie="x"), ValueError, "a tie goes"),
        (lambda: peskun.ledger("x"), ValueError, "no ledger is called `x`"),
        (
            lambda: Model(
                parameters="ab", sample_space="01", observed="1", prior=[1], likelihood=[[1, 1]]
            ),
            peskun.BadModel,
            "prior",
        ),
    ],
)
def test_bad_models(ask, error, sentence):
    with pytest.raises(error, match=sentence):
        ask()


def test_the_command():
    def run(*arguments):
        command = [sys.executable, "-m", "peskun", *arguments]
        return subprocess.run(
            command, capture_output=True, text=True, env=os.environ, timeout=300
        )

    table = run("table", "--model", "bernoulli-pair", "--kernel", "mpmc", "--format", "csv")
    assert table.returncode == 0 and "53/140" in table.stdout
    check = run("check", "--model", "bernoulli-pair", "--rule", "max-draws")
    assert check.returncode == 1
    wrong = run("check", "--nonsense")
    assert wrong.returncode == 2 and "peskun check --help" in wrong.stderr
