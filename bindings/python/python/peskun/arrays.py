"""NumPy beside numbers that are not known: its comparisons, sums, products and
logarithms, elements of arrays one by one.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from .errors import CannotSplit
from .logarithm import log
from .questions import Sampled
from .refusals import remembering

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
    "floor": lambda number: float(math.floor(number)),
    "ceil": lambda number: float(math.ceil(number)),
    "trunc": lambda number: float(math.trunc(number)),
    "rint": lambda number: float(round(number)),
    "log": log,
    "log1p": lambda number: log(1 + number),
    "isnan": lambda number: False,
    "isfinite": lambda number: True,
}


def applied(ufunc: Any, method: str, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """A function of NumPy's on arguments of which some are not known."""
    import numpy

    if method == "reduce" and ufunc.__name__ in _EXTREMES:
        plain = [numpy.asarray(value) for value in inputs]
        return as_lazy(ufunc.reduce(*plain, **options))
    (out,) = options.pop("out", (None,))
    operation = _OPERATIONS.get(ufunc.__name__)
    if operation is None or method != "__call__" or options:
        raise CannotSplit(
            f"numpy.{ufunc.__name__} of a number from random() cannot be split exactly; compare the "
            "number itself, as in u < p"
        )
    if out is None and all(getattr(value, "ndim", 0) == 0 for value in inputs):
        return as_scalar(operation(*map(_plain, inputs)))
    boxed = [_boxed(value) for value in inputs]
    spread = numpy.broadcast_arrays(*boxed)
    results = [operation(*map(_plain, row)) for row in zip(*(array.flat for array in spread))]
    array = as_array(results, spread[0].shape)
    if out is None:
        return array
    # An array of doubles cannot take them, and refuses.
    numpy.asarray(out)[...] = numpy.asarray(array)
    return out


#: What compares the elements of an array with each other and with nothing else.
_EXTREMES = frozenset("minimum maximum fmin fmax".split())

#: The functions of NumPy's that only compare elements or put them in places.
_HONORED = frozenset(
    "all any amax amin max min argmax argmin argsort sort searchsorted digitize where round around "
    "concatenate stack vstack hstack column_stack reshape ravel squeeze expand_dims transpose "
    "atleast_1d atleast_2d copy flip roll take split array_split broadcast_to broadcast_arrays tile "
    "repeat shape ndim size".split()
)


#: Who keeps refusals of arrays without a number that is not known.
_NOBODY = Sampled(0)


def _has_hidden(value: Any) -> bool:
    import numpy

    if not isinstance(value, numpy.ndarray):
        return hasattr(value, "_is_hidden")
    plain = numpy.asarray(value)
    return plain.dtype == object and any(hasattr(one, "_is_hidden") for one in plain.flat)


@lru_cache(maxsize=1)
def _lazy_class() -> Any:
    """The class of arrays with numbers that are not known: made when there is the
    first one, since NumPy need not be there."""
    import numpy

    @remembering
    class LazyArray(numpy.ndarray):
        """An array that says that it is of doubles, as it is where it samples."""

        _called = "array of numbers from random()"

        @property
        def _ask(self) -> Any:
            elements = self.flat if numpy.asarray(self).dtype == object else ()
            found = (element._ask for element in elements if hasattr(element, "_is_hidden"))
            return next(found, _NOBODY)

        @property
        def dtype(self) -> Any:
            own = numpy.asarray(self).dtype
            return numpy.dtype(float) if own == object else own

        def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
            if any(_has_hidden(value) for value in inputs):
                return applied(ufunc, method, inputs, options)
            # What was made of them is known.
            plain = [numpy.asarray(value) for value in inputs]
            return getattr(ufunc, method)(*plain, **options)

        def __array_function__(self, function: Any, types: Any, inputs: Any, options: Any) -> Any:
            if function.__name__ not in _HONORED:
                raise CannotSplit(
                    f"numpy.{function.__name__} of numbers from random() cannot be split exactly; "
                    "compare the numbers themselves, as in u < p"
                )
            plain = (tuple(types), inputs, options)
            return as_lazy(super().__array_function__(function, *plain))

    return LazyArray


def as_lazy(value: Any) -> Any:
    """An array with numbers that are not known as one that says so."""
    import numpy

    is_lazy = isinstance(value, numpy.ndarray) and _has_hidden(value)
    return value.view(_lazy_class()) if is_lazy else value


def _plain(value: Any) -> Any:
    """A number of NumPy's as one of Python's; an array with one element as that."""
    import numpy

    if hasattr(value, "_is_hidden"):
        return value
    if isinstance(value, numpy.ndarray) and value.ndim == 0:
        return value.item()
    return value.item() if isinstance(value, numpy.generic) else value


def _boxed(value: Any) -> Any:
    import numpy

    if isinstance(value, numpy.ndarray):
        return numpy.asarray(value)
    box = numpy.empty((), dtype=object)
    box[()] = value
    return box


def as_scalar(value: Any) -> Any:
    """A truth value or an integer as one of NumPy's; anything else as it is."""
    import numpy

    if type(value) is bool:
        return numpy.bool_(value)
    if type(value) is float:
        return numpy.float64(value)
    if hasattr(value, "_is_hidden"):
        return value.as_numpys()
    small = type(value) is int and -(2**63) <= value < 2**63
    return numpy.int64(value) if small else value


def as_array(values: Iterable[Any], shape: Any) -> Any:
    """An array of truth values, integers or doubles if they all are, otherwise of
    objects."""
    import numpy

    values = list(map(_plain, values))
    for kind in (bool, int, float):
        if all(type(value) is kind for value in values):
            return numpy.array(values, dtype=kind).reshape(shape)
    array = numpy.empty(len(values), dtype=object)
    array[:] = [value.as_numpys() if hasattr(value, "_is_hidden") else value for value in values]
    return as_lazy(array.reshape(shape))
