"""What is refused while a step is enumerated is remembered.

A refusal is an exception, and a step, or a library that it calls, may catch it
and go on with a value that no real generator would have led to. So every
exception that leaves a generator or one of its numbers is also kept by the
enumeration, whoever catches it and on whatever thread, and raised when the run
has ended.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from .errors import Error


Class = TypeVar("Class", bound=type)

#: Methods that ask nothing of anybody.
_SILENT = frozenset("__init__ __new__ __init_subclass__ __class_getitem__".split())


def remembering(owner: Class) -> Class:
    """The class with methods, public and special ones, whose exceptions are kept by
    what `_ask` is of the object, and in which it has the name `_called`."""
    owner.__name__ = owner.__qualname__ = getattr(owner, "_called", owner.__name__)
    for name, method in list(vars(owner).items()):
        is_special = name.startswith("__") and name.endswith("__")
        if callable(method) and name not in _SILENT and (is_special or not name.startswith("_")):
            wrapped = _looked_up(method) if name == "__getattr__" else _remembered(method)
            method.__qualname__ = f"{owner.__name__}.{name}"
            setattr(owner, name, wrapped)
    return owner


def _looked_up(method: Callable[..., Any]) -> Callable[..., Any]:
    """What no real generator and no float has is missing there as well: only errors
    of this package are refusals."""

    @wraps(method)
    def looked_up(self: Any, name: str) -> Any:
        try:
            return method(self, name)
        except Error as error:
            self._ask.refuse(error)
            raise

    return looked_up


def _remembered(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def answered(self: Any, *arguments: Any, **named: Any) -> Any:
        try:
            self._ask.ready()
            return method(self, *arguments, **named)
        except Exception as error:
            self._ask.refuse(error)
            raise

    return answered
