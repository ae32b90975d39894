"""Every parameter of every method of `random.Random`, `numpy.random.Generator`
and `numpy.random.RandomState` is honored or refused, in the versions that are
installed. What is honored has the law that the real generator draws from.
"""

import inspect
import random
from collections import Counter

import numpy as np
import pytest
from alarms import FULL, differences, law_of

import peskun

REAL = {"Random": random.Random, "Generator": np.random.Generator, "RandomState": np.random.RandomState}
MAKE = {"Random": random.Random, "Generator": np.random.default_rng, "RandomState": np.random.RandomState}

DRAWS = 100_000 if FULL else 2_000
#: The share of these tests in the probability of a false alarm.
LEVEL = 1e-7

#: What is honored: for every method its parameters, each with a call that uses
#: it. A call gives something hashable; numbers that are not known are compared.
SHUFFLED = [lambda r: shuffled(r, list("abc")), lambda r: shuffled(r, np.arange(3))]
SIZED = {
    "random": lambda r: below(r.random(2)),
    "integers": lambda r: kind(r.integers(1, 3, size=(2, 1))),
}


def kind(value):
    """A value with its type, and an array with its type and shape."""
    if isinstance(value, np.ndarray):
        return (value.dtype.kind, value.shape, tuple(map(kind, value.flatten().tolist())))
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, *map(kind, value))
    return (type(value).__name__, value)


def below(values, point=0.3):
    """Which of these are below a point."""
    found = values < point
    return kind(found) if isinstance(found, np.ndarray) else bool(found)


def shuffled(rng, x):
    rng.shuffle(x)
    return kind(x)


def with_name(name, **named):
    return lambda r: kind(getattr(r, name)(**named))


PAIRS = np.array([[1, 2], [3, 4], [5, 6]])
HONORED = {
    "Random": {
        "choice": {"seq": lambda r: kind(r.choice([3, 1, 4]))},
        "choices": {
            "population": lambda r: kind(r.choices("abc")),
            "weights": lambda r: kind(r.choices("abc", [1, 2, 5])),
            "cum_weights": lambda r: kind(r.choices("abc", cum_weights=[1, 3, 8])),
            "k": lambda r: kind(r.choices([1, True, "x"], k=2)),
        },
        "expovariate": {"lambd": lambda r: below(r.expovariate(2))},
        "getrandbits": {"k": lambda r: kind(r.getrandbits(2))},
        "random": {None: lambda r: below(r.random())},
        "randrange": {
            "start": lambda r: kind(r.randrange(3)),
            "stop": lambda r: kind(r.randrange(2, 5)),
            "step": lambda r: kind(r.randrange(5, -2, -3)),
        },
        "sample": {
            "population": lambda r: kind(r.sample("abcd", 2)),
            "k": lambda r: kind(r.sample(range(4), k=3)),
            "counts": lambda r: kind(r.sample("ab", 2, counts=[1, 3])),
        },
        "shuffle": {"x": SHUFFLED[0]},
        "uniform": {"a": lambda r: below(r.uniform(0, 2)), "b": lambda r: below(r.uniform(0.5, -1))},
        "binomialvariate": {
            "n": lambda r: kind(r.binomialvariate(3)),
            "p": lambda r: kind(r.binomialvariate(2, 0.25)),
        },
    },
    "Generator": {
        "binomial": {
            "n": [with_name("binomial", n=2, p=0.25), lambda r: kind(r.binomial([1, 2], 0.25))],
            "p": [with_name("binomial", n=2, p=0.75), lambda r: kind(r.binomial(1, [0.25, 0.75]))],
            "size": lambda r: kind(r.binomial([[1], [2]], 0.25, size=(2, 2))),
        },
        "choice": {
            "a": [
                lambda r: kind(r.choice(3)),
                lambda r: kind(r.choice(PAIRS)),
                lambda r: int(r.choice([1, 5])),
                lambda r: str(r.choice(["a", "b"])),
            ],
            "size": [
                lambda r: kind(r.choice(3, size=2)),
                lambda r: kind(r.choice([True, False], size=2)),
                lambda r: kind(r.choice([(1, 2), (3, 4)], size=(2, 1))),
                lambda r: kind(r.choice(PAIRS, 1)),
            ],
            "replace": [
                lambda r: kind(r.choice(4, 2, replace=False)),
                lambda r: kind(r.choice(["a", "b", "c"], 2, replace=False, p=[0.5, 0.25, 0.25])),
            ],
            "p": [
                lambda r: kind(r.choice(3, p=[0.5, 0.25, 0.25])),
                lambda r: kind(r.choice([1, 2.5], p=[0.25, 0.75])),
                lambda r: kind(r.choice([(1, 2), (3, 4)], p=[0.25, 0.75])),
                lambda r: kind(~r.choice([True, False], p=[0.25, 0.75])),
            ],
        },
        "exponential": {
            "scale": [lambda r: below(r.exponential(2)), lambda r: below(r.exponential(np.array([1, 2])))],
            "size": lambda r: below(r.exponential(2, size=2)),
        },
        "hypergeometric": {
            "ngood": [
                lambda r: kind(r.hypergeometric(3, 2, 2)),
                lambda r: kind(r.hypergeometric([1, 3], 2, 2)),
            ],
            "nbad": lambda r: kind(r.hypergeometric(2, [1, 3], 2)),
            "nsample": lambda r: kind(r.hypergeometric(2, 2, [1, 3])),
            "size": lambda r: kind(r.hypergeometric(2, 2, 2, size=2)),
        },
        "integers": {
            "low": [lambda r: kind(r.integers(3)), lambda r: kind(r.integers([2, 3]))],
            "high": [lambda r: kind(r.integers(-1, 2)), lambda r: kind(r.integers(1, [2, 4]))],
            "size": SIZED["integers"],
            "dtype": lambda r: kind(r.integers(3, dtype=np.int64)),
            "endpoint": [
                lambda r: kind(r.integers(2, endpoint=True)),
                lambda r: kind(r.integers(1, 3, None, int, True)),
            ],
        },
        "multinomial": {
            "n": lambda r: kind(r.multinomial(3, [0.25, 0.75])),
            "pvals": lambda r: kind(r.multinomial(2, [0.5, 0.25, 0.25])),
            "size": lambda r: kind(r.multinomial(1, [0.25, 0.75], size=(2, 1))),
        },
        "permutation": {"x": [lambda r: kind(r.permutation(3)), lambda r: kind(r.permutation(PAIRS))]},
        "permuted": {"x": lambda r: kind(r.permuted([1, 2, 3]))},
        "random": {"size": SIZED["random"], "dtype": lambda r: below(r.random(dtype=np.float64))},
        "shuffle": {"x": SHUFFLED},
        "standard_exponential": {
            "size": lambda r: below(r.standard_exponential(2)),
            "dtype": lambda r: below(r.standard_exponential(dtype=float)),
            "method": lambda r: below(r.standard_exponential(method="inv")),
        },
        "uniform": {
            "low": lambda r: below(r.uniform(-1, 1)),
            "high": lambda r: below(r.uniform(high=0.5)),
            "size": [
                lambda r: below(r.uniform(size=2)),
                lambda r: below(r.uniform([0, 0], [1, 2], size=2)),
            ],
        },
    },
}
G = HONORED["Generator"]
HONORED["RandomState"] = {
    "binomial": G["binomial"],
    # It has no arrays with several dimensions.
    "choice": {
        "a": [G["choice"]["a"][0], *G["choice"]["a"][2:]],
        "size": G["choice"]["size"][:2],
        "replace": G["choice"]["replace"],
        "p": [*G["choice"]["p"][:2], G["choice"]["p"][3]],
    },
    "exponential": G["exponential"],
    "hypergeometric": G["hypergeometric"],
    "multinomial": G["multinomial"],
    "permutation": {"x": G["permutation"]["x"]},
    "rand": {"args": [lambda r: below(r.rand()), lambda r: below(r.rand(2, 1))]},
    "random": {"size": SIZED["random"]},
    "random_sample": {"size": lambda r: below(r.random_sample(size=2))},
    "shuffle": G["shuffle"],
    "standard_exponential": {"size": G["standard_exponential"]["size"]},
    "uniform": G["uniform"],
}

#: What is refused of methods that are honored otherwise.
REFUSED = {
    ("choice", "axis"): lambda r: r.choice(PAIRS, axis=1),
    ("choice", "shuffle"): lambda r: r.choice(3, 2, replace=False, shuffle=False),
    ("integers", "dtype"): lambda r: r.integers(2, dtype=bool),
    ("permutation", "axis"): lambda r: r.permutation(PAIRS, axis=1),
    ("permuted", "axis"): lambda r: r.permuted(PAIRS, axis=1),
    ("permuted", "out"): lambda r: r.permuted([1, 2], out=np.zeros(2)),
    ("random", "dtype"): lambda r: r.random(dtype=np.float32),
    ("random", "out"): lambda r: r.random(out=np.zeros(2)),
    ("shuffle", "axis"): lambda r: r.shuffle(PAIRS.copy(), axis=1),
    ("standard_exponential", "dtype"): lambda r: r.standard_exponential(dtype=np.float32),
    ("standard_exponential", "method"): lambda r: r.standard_exponential(method="none"),
    ("standard_exponential", "out"): lambda r: r.standard_exponential(out=np.zeros(2)),
    # Only with a bound does it have finitely many values.
    ("geometric", "p"): lambda r: r.geometric(0.5),
    ("geometric", "size"): lambda r: r.geometric(0.5, 2),
    ("randint", None): lambda r: r.randint(0, 1),
}


def methods(real):
    """The public methods and attributes of a class, each with its parameters."""
    for name in sorted(dir(real)):
        if not name.startswith("_"):
            member = getattr(real, name)
            yield name, [*inspect.signature(member).parameters][1:] if callable(member) else []


def listed(calls):
    return calls if isinstance(calls, list) else [calls]


def is_refused(call):
    """Is it refused, also if the step catches the refusal?"""

    def catches(state, rng):
        try:
            call(rng)
        except Exception:
            pass
        return state

    for step in (lambda state, rng: call(rng), catches):
        with pytest.raises((peskun.Error, TypeError, AttributeError)):
            peskun.Chain.of(step, [0], [1])
    return True


def what_becomes_of(owner, method, parameter):
    """`honored` or `refused`, or nothing if it would be ignored."""
    if parameter in HONORED[owner].get(method, {}):
        return "honored"
    ours = inspect.getattr_static(peskun.Random, method, None)
    if ours is None:
        return "refused" if is_refused(lambda r: getattr(r, method)) else None
    call = REFUSED.get((method, parameter), REFUSED.get((method, None)))
    if call is not None:
        return "refused" if is_refused(call) else None
    # A name that it does not have is an error of Python's.
    return "refused" if parameter not in inspect.signature(ours).parameters else None


def test_every_parameter_is_honored_or_refused(capsys):
    lines, ignored = [], []
    for owner, real in REAL.items():
        counts, found = Counter(), list(methods(real))
        for method, parameters in found:
            for parameter in parameters or [None]:
                answer = what_becomes_of(owner, method, parameter)
                if answer is None:
                    ignored.append((owner, method, parameter))
                counts[answer, parameter is not None] += 1
        honored = sum(method in HONORED[owner] for method, _ in found)
        lines.append(
            f"{owner}: {len(found)} methods, {honored} honored; "
            f"{sum(len(p) for _, p in found)} parameters, "
            f"{counts['honored', True]} honored, {counts['refused', True]} refused"
        )
    with capsys.disabled():
        print("\n" + "\n".join(lines))
    assert not ignored


def test_a_new_parameter_is_not_ignored(monkeypatch):
    """One that NumPy gets is unknown here, and one that we got would have to be in
    the table."""
    assert what_becomes_of("Generator", "integers", "new_one") == "refused"

    def integers(self, low, high=None, size=None, dtype=None, endpoint=False, new_one=0):
        return 0

    monkeypatch.setattr(peskun.Random, "integers", integers)
    assert what_becomes_of("Generator", "integers", "new_one") is None


@pytest.mark.parametrize("call", REFUSED.values(), ids=map(str, REFUSED))
def test_what_is_refused(call):
    assert is_refused(call)


CALLS = [
    (f"{owner}.{method}-{parameter}-{number}", owner, call)
    for owner, table in HONORED.items()
    for method, parameters in table.items()
    if hasattr(REAL[owner], method)
    for parameter, calls in parameters.items()
    for number, call in enumerate(listed(calls))
]


@pytest.mark.parametrize("owner, call", [case[1:] for case in CALLS], ids=[case[0] for case in CALLS])
def test_laws_are_those_of_the_real_generators(owner, call):
    law = law_of(call)
    assert sum(law.values()) == 1
    generator = MAKE[owner](2019)
    counts = Counter(call(generator) for _ in range(DRAWS))
    assert not differences(counts, law, LEVEL / len(CALLS))


def test_a_wrong_law_is_found():
    """One uniform number for two elements, as they were drawn before."""
    generator = np.random.default_rng(7)
    shared = lambda r: (lambda u: (bool(u < 0.3), bool(2 * u < 0.3)))(r.random())
    real = lambda r: tuple((r.random(2) * np.array([1, 2]) < 0.3).tolist())
    counts = Counter(real(generator) for _ in range(2_000))
    assert differences(counts, law_of(shared), LEVEL / len(CALLS))
    assert not differences(counts, law_of(real), LEVEL / len(CALLS))


@pytest.mark.parametrize(
    "call, sentence",
    [
        (lambda r: r.choice([True, False]), "behaves differently"),
        (lambda r: r.choice([(0, 1), (1, 0)]), "behaves differently"),
        (lambda r: r.choice(["a", 1]), "behaves differently"),
        (lambda r: r.choice(["a", "b\0"]), "behaves differently"),
        (lambda r: r.choice([[1], [2, 3]]), "behaves differently"),
        (lambda r: r.uniform(0, np.array([1, 2])), "one number for all elements in random.Random"),
        (lambda r: r.uniform([0, 1], 2), "one for each in NumPy"),
        (lambda r: r.uniform(1), "a position below 1 in peskun's words and a number between 1 and 1"),
        (lambda r: r.uniform(low=3), "NumPy's"),
        (lambda r: r.randint(0, 3), "includes high in random.Random and leaves it out in NumPy"),
        (lambda r: r.shuffle(np.eye(2)), "loses rows in random.Random"),
        (lambda r: r.expovariate(np.array([1, 2])), "one rate"),
        (lambda r: r.multinomial([1, 2], [0.5, 0.5]), "one number of trials"),
        (lambda r: r.randrange(5, step=2), "no start"),
        (lambda r: r.choices("ab", [1, 1], cum_weights=[1, 2]), "not both"),
        (lambda r: r.integers(2.5), "whole numbers"),
        (lambda r: r.integers(2, dtype=np.int8), "drawn as int64"),
    ],
)
def test_what_differs_between_the_libraries(call, sentence):
    with pytest.raises(peskun.NotHonored, match=sentence):
        peskun.Chain.of(lambda state, rng: call(rng), [0], [1])


@pytest.mark.parametrize("call", [
    lambda r: r.sample("ab", -1),
    lambda r: r.exponential(-1),
    lambda r: r.binomial([1, 2], 0.5, size=3),
    lambda r: r.sample("ab", 1, counts=[1]),
])
def test_what_real_generators_refuse_as_well(call):
    for generator in (random.Random(1), np.random.default_rng(1)):
        with pytest.raises((ValueError, AttributeError)):
            call(generator)
    with pytest.raises(ValueError):
        peskun.Chain.of(lambda state, rng: call(rng), [0], [1])
