"""The transition matrix for NumPy, pandas and notebooks."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .numbers import shown

if TYPE_CHECKING:
    from .chain import Chain

#: The most states whose matrix a notebook shows.
SHOWN = 12


def rows(matrix: Any) -> Any:
    """The rows of a matrix: a list of lists, an array or a table of pandas."""
    if hasattr(matrix, "to_numpy"):
        matrix = matrix.to_numpy()
    return matrix.tolist() if hasattr(matrix, "tolist") else matrix


def to_numpy(chain: Chain) -> Any:
    """The matrix as an array of doubles."""
    import numpy

    return numpy.array([[float(entry) for entry in row] for row in chain.matrix])


def to_pandas(chain: Chain) -> Any:
    """The matrix as a table of fractions, labeled by states."""
    pandas: Any = import_module("pandas")

    labels = pandas.Index(chain.states, dtype=object, tupleize_cols=False)
    return pandas.DataFrame(chain.matrix, index=labels, columns=labels, dtype=object)


def to_html(chain: Chain) -> str:
    """The verdicts, and the matrix of a small chain."""
    lines = [
        f"<tr><th>{name}</th><td>{escape(verdict.sentence)}</td></tr>"
        for name, verdict in chain.verdicts.items()
    ]
    verdicts = f"<table>{''.join(lines)}</table>"
    if len(chain.states) > SHOWN:
        return f"<p>{escape(repr(chain)[1:-1])}</p>{verdicts}"
    names = [escape(str(state)) for state in chain.states]
    head = "".join(f"<th>{name}</th>" for name in ["", *names, "target"])
    rows = []
    for name, row, mass in zip(names, chain.matrix, chain.target):
        cells = "".join(f"<td>{shown(entry)}</td>" for entry in [*row, mass])
        rows.append(f"<tr><th>{name}</th>{cells}</tr>")
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>{verdicts}"


@dataclass(frozen=True)
class Table:
    """The exact matrix of a kernel on a model, as the command `table` prints it."""

    model: str
    kernel: str
    chain: Chain

    @property
    def matrix(self) -> list[list[Fraction]]:
        """The transition matrix by rows."""
        return self.chain.matrix

    def render(self, format: str = "text") -> str:
        """As `text`, `markdown`, `latex`, `csv`, `json`, `prism` or `drn`."""
        return self.chain._chain.table(self.model, self.kernel, format)

    def to_pandas(self) -> Any:
        """The matrix as a table of fractions, labeled by states."""
        return to_pandas(self.chain)

    def __str__(self) -> str:
        return self.render()

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.model)}, {escape(self.kernel)}</p>{to_html(self.chain)}"
