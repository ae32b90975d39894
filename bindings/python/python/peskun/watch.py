"""What a step may not do beside asking its generator, looked for after its runs.

- Something was refused, and the exception was caught.
- Its state was changed in place: its hash, a comparison with a copy, or an
  attribute of it.
- Another generator was drawn from: those of the modules `random` and
  `numpy.random`, and those that the step can reach by its names.

The engine itself runs every path three times and compares what is asked and
where it leads.
"""

from __future__ import annotations

import copy
import importlib
import random
import threading
import types
from collections.abc import Callable, Hashable, Iterator, Sequence
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import partial
from typing import Any

from .errors import NotReproducible
from .questions import Enumerated
from .verdicts import name

#: How many things are looked at in search of generators that a step can reach.
MOST_REACHED = 10_000


class Watch:
    """Looks at a step's runs."""

    def __init__(self, step: Any, states: Sequence[Hashable], questions: Enumerated) -> None:
        self.questions = questions
        self.states = [None if _is_plain(state) else Original(state) for state in states]
        self.names = [name(state) for state in states]
        self.sources = list(_sources(step))
        self.runs = 0

    def __enter__(self) -> Watch:
        self.sources = [source for source in self.sources if source.begin()]
        return self

    def __exit__(self, *_: object) -> None:
        self.questions.is_over = True
        for source in self.sources:
            source.end()

    def look(self, position: int) -> None:
        """Looks after a run from the state at this position; at generators after 1,
        2, 4, 8, … runs, because their states never come back."""
        if self.questions.refusal is not None:
            raise self.questions.refusal
        original = self.states[position]
        if original is not None and not original.is_unchanged():
            raise self.changed(position)
        self.runs += 1
        if self.runs & (self.runs - 1) == 0:
            self.look_at_sources()

    def look_at_all(self) -> None:
        """Looks at everything, after the last run."""
        if self.questions.refusal is not None:
            raise self.questions.refusal
        for position, original in enumerate(self.states):
            if original is not None and not original.is_unchanged():
                raise self.changed(position)
        self.look_at_sources()

    def look_at_sources(self) -> None:
        """Raises if a generator that the step was not handed is not as it was."""
        for source in self.sources:
            if not source.is_unchanged():
                raise NotReproducible(
                    f"the step draws from {source.name}, or something else did while it ran; a step "
                    "takes all its randomness from the generator that it is handed"
                )

    def changed(self, position: int) -> NotReproducible:
        return NotReproducible(
            f"the step changes the state `{self.names[position]}` in place; a step leaves its state "
            "as it is and returns another one, for instance a changed copy"
        )


class Original:
    """A state as it was before any run."""

    def __init__(self, state: Hashable) -> None:
        self.state = state
        self.hash = hash(state)
        try:
            self.copy: Any = copy.deepcopy(state)
            self.has_copy = _alike(self.copy, state)
        except Exception:
            # Something that cannot be copied, or not be compared.
            self.has_copy = False

    def is_unchanged(self) -> bool:
        if hash(self.state) != self.hash:
            return False
        return not self.has_copy or _alike(self.copy, self.state)


_PLAIN = (int, float, complex, str, bytes, Fraction, Decimal, range, type, Enum, types.FunctionType)


def _is_plain(state: Any) -> bool:
    """Is it something that cannot be changed?"""
    if isinstance(state, (tuple, frozenset)) and type(state) in (tuple, frozenset):
        return all(map(_is_plain, state))
    if isinstance(state, _PLAIN):
        # A class of one's own may add attributes.
        return type(state).__module__ in ("builtins", "fractions", "decimal") or isinstance(
            state, (type, Enum, types.FunctionType)
        )
    return state is None or type(state).__module__ == "numpy"


def _alike(before: Any, now: Any, depth: int = 0) -> bool:
    """Is a copy that was made before still like it? By what equality says, and where
    that is identity, by attributes; those that came later are caches."""
    if before is now or depth > 20:
        return True
    if type(before) is not type(now):
        return False
    if isinstance(before, (list, tuple)):
        pairs = zip(before, now)
        return len(before) == len(now) and all(_alike(*pair, depth + 1) for pair in pairs)
    if isinstance(before, dict):
        return list(before) == list(now) and all(
            _alike(before[key], now[key], depth + 1) for key in before
        )
    if hasattr(before, "dtype") and hasattr(before, "tobytes"):
        return bool(before.shape == now.shape and before.tobytes() == now.tobytes())
    if getattr(type(before), "__eq__") is not object.__eq__:
        return bool(before == now)
    mine, its = _attributes(before), _attributes(now)
    return all(key in its and _alike(mine[key], its[key], depth + 1) for key in mine)


def _attributes(thing: Any) -> dict[str, Any]:
    """What it holds, by name."""
    found = dict(getattr(thing, "__dict__", {}))
    for owner in type(thing).__mro__:
        slots = vars(owner).get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            if hasattr(thing, slot):
                found[slot] = getattr(thing, slot)
    return found


class Source:
    """A generator that the step was not handed.

    While a step is enumerated it is in a state that it does not get into by being
    seeded, so that this is seen as well. Then its own state is put back.
    """

    #: The generators in such a state: how many enumerations look at them, their
    #: own state, and the other one.
    looked_at: dict[int, tuple[int, Any, Any]] = {}
    lock = threading.Lock()

    def __init__(
        self,
        name: str,
        generator: object,
        read: Callable[[], Any],
        write: Callable[[Any], None],
        advance: Callable[[int], object],
    ) -> None:
        self.name = name
        self.generator = generator
        self.read, self.write, self.advance = read, write, advance

    def begin(self) -> bool:
        """Can it be looked at? One of somebody's own may not tell its state."""
        with self.lock:
            looking, own, other = self.looked_at.get(id(self.generator), (0, None, None))
            if not looking:
                try:
                    own = self.read()
                    self.advance(FAR)
                    other = _frozen(self.read())
                except Exception:
                    return False
            self.looked_at[id(self.generator)] = (looking + 1, own, other)
            return True

    def is_unchanged(self) -> bool:
        return bool(_frozen(self.read()) == self.looked_at[id(self.generator)][2])

    def end(self) -> None:
        with self.lock:
            looking, own, other = self.looked_at.pop(id(self.generator))
            if looking > 1:
                self.looked_at[id(self.generator)] = (looking - 1, own, other)
            else:
                self.write(own)


#: How many bytes a generator is away from its own state.
FAR = 10_007


def _numpy_random() -> Any:
    """NumPy's module of generators, if it is installed. NumPy loads it when it is
    first asked for, which otherwise may be within the step."""
    try:
        return importlib.import_module("numpy.random")
    except ImportError:
        return None


def _sources(step: Any) -> Iterator[Source]:
    """Generators that the step should leave alone."""
    found = [("the global generator of the module random", getattr(random, "_inst", None))]
    numpys = _numpy_random()
    if numpys is not None:
        found.append(("the global generator of numpy.random", numpys.mtrand._rand))
    found += [(f"`{called}`, a generator of its own", thing) for called, thing in _reached(step)]
    seen: set[int] = set()
    for name, thing in found:
        source = None if id(thing) in seen else _source(name, thing)
        if source is not None:
            # A generator and what is within it are one.
            seen.update((id(thing), id(getattr(thing, "bit_generator", thing))))
            seen.add(id(getattr(thing, "_bit_generator", thing)))
            yield source


def _source(name: str, thing: Any) -> Source | None:
    """How the state of a generator is read and written; nothing if it is none."""
    if isinstance(thing, random.Random) and not isinstance(thing, random.SystemRandom):
        return Source(name, thing, thing.getstate, thing.setstate, thing.randbytes)
    numpys = _numpy_random()
    if numpys is None:
        return None
    if isinstance(thing, numpys.RandomState):
        read = partial(thing.get_state, legacy=False)
        return Source(name, thing, read, thing.set_state, thing.bytes)
    if isinstance(thing, numpys.Generator):
        inner = thing.bit_generator
        write = partial(setattr, inner, "state")
        return Source(name, thing, lambda: inner.state, write, thing.bytes)
    if isinstance(thing, numpys.BitGenerator):
        write = partial(setattr, thing, "state")
        return Source(name, thing, lambda: thing.state, write, thing.random_raw)
    return None


def _frozen(value: Any) -> Any:
    """The same with arrays as bytes, to be compared."""
    if isinstance(value, dict):
        return {key: _frozen(part) for key, part in value.items()}
    return value.tobytes() if hasattr(value, "tobytes") else value


def _reached(step: Any) -> Iterator[tuple[str, Any]]:
    """What a step can reach by the names in its code and the attributes of its
    objects, each with the last of these names."""
    waiting: list[tuple[str, Any]] = [("step", step)]
    seen: set[int] = set()
    while waiting and len(seen) < MOST_REACHED:
        called, thing = waiting.pop()
        if id(thing) not in seen:
            seen.add(id(thing))
            yield called, thing
            waiting.extend(_within(called, thing))


def _within(called: str, thing: Any) -> list[tuple[str, Any]]:
    """What is directly within a thing, by name."""
    if isinstance(thing, types.FunctionType):
        return _within_function(thing)
    if isinstance(thing, types.MethodType):
        return [(called, thing.__func__), (called, thing.__self__)]
    if isinstance(thing, types.BuiltinMethodType):
        return [(called, thing.__self__)]
    if isinstance(thing, (list, tuple, set, frozenset)):
        return [(called, part) for part in list(thing)[:100]]
    if isinstance(thing, dict):
        return [(str(key), part) for key, part in list(thing.items())[:100]]
    if isinstance(thing, (type, types.ModuleType)) or _is_plain(thing):
        return []
    found = list(_attributes(thing).items()) if hasattr(thing, "__dict__") else []
    if isinstance(thing, partial):
        found += [("func", thing.func), ("args", thing.args), ("keywords", thing.keywords)]
    own_call = getattr(type(thing), "__call__", None)
    return [*found, (called, own_call)] if isinstance(own_call, types.FunctionType) else found


def _within_function(function: types.FunctionType) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for variable, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            found.append((variable, cell.cell_contents))
        except ValueError:
            # Not assigned yet.
            continue
    defaults = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    found += [("default", value) for value in defaults]
    names = _names(function.__code__)
    for word in names:
        value = function.__globals__.get(word)
        if isinstance(value, types.ModuleType):
            found += [(other, vars(value)[other]) for other in names if other in vars(value)]
        elif value is not None:
            found.append((word, value))
    if hasattr(function, "__wrapped__"):
        found.append((function.__name__, function.__wrapped__))
    return found


def _names(code: types.CodeType) -> set[str]:
    """The names of globals and attributes in some code, and in the code within it."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return names
