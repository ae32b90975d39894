"""NumPy beside numbers that are not known: its comparisons, sums, products and
logarithms, elements of arrays one by one.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from typing import Any

from .errors import CannotSplit
from .logarithm import log

_OPERATIONS: dict[str, Callable[..., Any]] = {
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "equal": operator.eq,
    "not_equal": operator.ne,
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "true_divide": operator.truediv,
    "floor_divide": operator.floordiv,
    "remainder": operator.mod,
    "negative": operator.neg,
    "positive": operator.pos,
    "absolute": abs,
    "fabs": abs,
    "minimum": min,
    "fmin": min,
    "maximum": max,
    "fmax": max,
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
    "rint": round,
    "log": log,
    "log1p": lambda number: log(1 + number),
    "isnan": lambda number: False,
    "isfinite": lambda number: True,
}


def applied(ufunc: Any, method: str, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """A function of NumPy's on arguments of which some are not known."""
    import numpy

    operation = _OPERATIONS.get(ufunc.__name__)
    if operation is None or method != "__call__" or options:
        raise CannotSplit(
            f"numpy.{ufunc.__name__} of a number from random() cannot be split exactly; compare the "
            "number itself, as in u < p"
        )
    if all(getattr(value, "ndim", 0) == 0 for value in inputs):
        return as_scalar(operation(*map(_plain, inputs)))
    boxed = [_boxed(value) for value in inputs]
    spread = numpy.broadcast_arrays(*boxed)
    results = [operation(*map(_plain, row)) for row in zip(*(array.flat for array in spread))]
    return as_array(results, spread[0].shape)


def _plain(value: Any) -> Any:
    """A number of NumPy's as one of Python's; an array with one element as that."""
    import numpy

    if isinstance(value, numpy.ndarray) and value.ndim == 0:
        return value.item()
    return value.item() if isinstance(value, numpy.generic) else value


def _boxed(value: Any) -> Any:
    import numpy

    if isinstance(value, numpy.ndarray):
        return value
    box = numpy.empty((), dtype=object)
    box[()] = value
    return box


def as_scalar(value: Any) -> Any:
    """A truth value or an integer as one of NumPy's; anything else as it is."""
    import numpy

    if type(value) is bool:
        return numpy.bool_(value)
    small = type(value) is int and -(2**63) <= value < 2**63
    return numpy.int64(value) if small else value


def as_array(values: Iterable[Any], shape: Any) -> Any:
    """An array of truth values or integers if they all are, otherwise of objects."""
    import numpy

    values = list(values)
    for kind in (bool, int):
        if all(type(value) is kind for value in values):
            return numpy.array(values, dtype=kind).reshape(shape)
    array = numpy.empty(len(values), dtype=object)
    array[:] = values
    return array.reshape(shape)
