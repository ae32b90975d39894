"""Decision rules: which arm decides on a proposed move of a model.

A rule is a name (`max-min`), an expression (`if a[1] > a[2] { 1 } else { 2 }`),
or a function. A function asks for what it wants to see by the names of its
arguments, and whatever it does not name is neither computed nor drawn.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Union

from .errors import BadModel, NotReproducible
from .numbers import exact_and_kind

#: What a function can ask for.
SEEN = ("r", "r_rev", "a", "a_rev", "source", "destination", "value", "estimate")

#: What an engine shows: positions and the number of arms, then lists by arm.
_Move = tuple[int, int, int]


class Rule:
    """A decision rule: a name, an expression or a function.

    A function gives an arm, counted from 1, or a probability for each arm: a
    list, or a dictionary by arm. These are the arguments that it may have:

    - `a`, `a_rev`: one drawn ratio of every arm for the move and for its
      reverse, as a dictionary by arm. A ratio may be `math.inf`;
    - `r`, `r_rev`: the mean acceptances, likewise;
    - `source`, `destination`: the positions of the two parameters, counted
      from 1;
    - `value`: the parameters as numbers by position, where they are numbers;
    - `estimate`: the model's estimate.

    >>> import peskun
    >>> @peskun.Rule
    ... def larger_draw(a):
    ...     return 1 if a[1] > a[2] else 2
    >>> model = peskun.Model.named("bernoulli-pair")
    >>> print(model.check(larger_draw))
    reversible: fails: a→b has flow 361/1625, b→a has 11643/52000 (difference -7/4000)
    >>> model.check("if a[1] > a[2] { 1 } else { 2 }") == model.check(larger_draw)
    True
    >>> bool(model.check(lambda r, r_rev: max(r, key=lambda arm: min(r[arm], r_rev[arm]))))
    True
    """

    def __init__(self, rule: Union[str, Callable[..., Any], Rule]) -> None:
        if isinstance(rule, Rule):
            rule = rule.rule
        self.rule: Union[str, Callable[..., Any]] = rule
        #: What it is called.
        self.name: str = rule if isinstance(rule, str) else _name(rule)
        #: What a function asks for.
        self.sees: tuple[str, ...] = () if isinstance(rule, str) else _arguments(rule)

    def __call__(self, *seen: Any, **named: Any) -> Any:
        """What the function decides."""
        if isinstance(self.rule, str):
            raise TypeError(f"the rule {self.name} is not a function")
        return self.rule(*seen, **named)

    def __repr__(self) -> str:
        return f"<Rule {self.name}>"

    def _asked(self) -> Union[str, Rule]:
        """What the engine takes: a text, or this."""
        return self.rule if isinstance(self.rule, str) else self

    def _decide(
        self,
        move: _Move,
        r: list[Fraction],
        r_rev: list[Fraction],
        a: list[Any],
        a_rev: list[Any],
        values: list[Fraction | None],
        estimate: Fraction | None,
    ) -> list[Fraction]:
        """The probability of every arm. The function is asked twice, and must
        give the same answer."""
        __tracebackhide__ = True
        source, destination, arms = move

        def answer() -> list[Fraction]:
            # Made anew, in case the function changes what it gets.
            seen = {
                "r": _by_arm(r),
                "r_rev": _by_arm(r_rev),
                "a": _by_arm(a),
                "a_rev": _by_arm(a_rev),
                "source": source,
                "destination": destination,
                "value": _by_arm(values),
                "estimate": estimate,
            }
            return self._law(self(**{name: seen[name] for name in self.sees}), arms)

        law = answer()
        if answer() != law:
            raise NotReproducible(
                f"the rule {self.name} decides otherwise when it is asked again; does it keep "
                "something between calls, or draw at random? A list of probabilities leaves the "
                "draw to the engine"
            )
        return law

    def _law(self, answer: Any, arms: int) -> list[Fraction]:
        wanted = f"expected is an arm, 1 to {arms}, or {arms} probabilities"
        if isinstance(answer, Mapping):
            unknown = [arm for arm in answer if arm not in range(1, arms + 1)]
            if unknown:
                raise BadModel(f"the rule {self.name} gives {unknown[0]!r} a probability; {wanted}")
            answer = [answer.get(arm, 0) for arm in range(1, arms + 1)]
        if hasattr(answer, "__index__") and not isinstance(answer, bool):
            arm = int(answer)
            if not 1 <= arm <= arms:
                raise BadModel(f"the rule {self.name} gives arm {arm}; {wanted}")
            return [Fraction(int(arm == number)) for number in range(1, arms + 1)]
        if not isinstance(answer, (list, tuple)) or len(answer) != arms:
            raise BadModel(f"the rule {self.name} gives {answer!r}; {wanted}")
        numbers = [exact_and_kind(value) for value in answer]
        if any(is_double for _, is_double in numbers):
            raise BadModel(
                f"the rule {self.name} gives probabilities as floats; write fractions, as in "
                "Fraction(1, 3)"
            )
        law = [number for number, _ in numbers]
        if min(law) < 0 or sum(law) != 1:
            raise BadModel(f"the rule {self.name} gives probabilities that are no law; {wanted}")
        return law


#: What is taken for a rule.
AnyRule = Union[str, Callable[..., Any], Rule]


def asked(rule: AnyRule) -> Union[str, Rule]:
    """What the engine takes."""
    return rule if isinstance(rule, str) else Rule(rule)._asked()


def named(rule: AnyRule) -> str:
    """What it is called."""
    return rule if isinstance(rule, str) else Rule(rule).name


class ByArm(dict[int, Any]):
    """A value for every arm, counted from 1."""

    def __missing__(self, arm: object) -> Any:
        raise BadModel(
            f"a rule asks for arm {arm!r}, and the arms are {', '.join(map(str, self))}: they are "
            "counted from 1"
        )


def _by_arm(values: list[Any]) -> ByArm:
    return ByArm(enumerate(values, start=1))


def _name(rule: Callable[..., Any]) -> str:
    if not callable(rule):
        raise BadModel(f"a rule is a name, an expression or a function, not {rule!r}")
    name = getattr(rule, "__name__", type(rule).__name__)
    return "function" if name == "<lambda>" else str(name)


def _arguments(rule: Callable[..., Any]) -> tuple[str, ...]:
    """The names of what the function asks for. Those with a default that are
    none of ours are left at it."""
    try:
        parameters = inspect.signature(rule).parameters.values()
    except (TypeError, ValueError):
        raise BadModel(
            f"the rule {_name(rule)} does not say what its arguments are; wrap it: lambda a: …"
        ) from None
    names = []
    for parameter in parameters:
        named_ours = parameter.name in SEEN and parameter.kind in (
            parameter.POSITIONAL_OR_KEYWORD,
            parameter.KEYWORD_ONLY,
        )
        if named_ours:
            names.append(parameter.name)
        elif parameter.default is parameter.empty:
            raise BadModel(
                f"the rule {_name(rule)} has the argument {parameter.name}; a rule may see "
                f"{', '.join(SEEN)}"
            )
    return tuple(names)
