"""The compiled part. `peskun.chain` and `peskun.generator` are what to use."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .numbers import Number
from .rules import Rule
from .verdicts import Plain

Ends = tuple[Fraction, Fraction]
Pair = tuple[int, int, Fraction, Fraction]

def coin(generator: int, probability: Number, /) -> bool: ...
def draw(generator: int, weights: Iterable[Number], /) -> int: ...
def uniform(generator: int, size: int, /) -> int: ...
def note_double() -> None: ...

class Chain:
    @staticmethod
    def of_step(
        step: Callable[[Any, Any], Any],
        generator: Any,
        number: int,
        watch: Any,
        states: Sequence[Any],
        numbers: Mapping[Any, int],
        labels: Sequence[str],
        target: Iterable[Number],
        paths: int,
        questions: int,
        tolerance: Fraction,
    ) -> Chain: ...
    @staticmethod
    def of_matrix(
        rows: Iterable[Iterable[Number]],
        labels: Sequence[str],
        target: Iterable[Number],
        were_doubles: bool,
        tolerance: Fraction,
    ) -> Chain: ...
    @property
    def paths(self) -> int | None: ...
    @property
    def used_doubles(self) -> bool: ...
    def target(self) -> list[Fraction]: ...
    def rates(self) -> list[Fraction]: ...
    def matrix(self) -> list[list[Fraction]]: ...
    def row(self, position: int) -> list[tuple[int, Fraction]]: ...
    def verdicts(self) -> list[Plain]: ...
    def stationary(self) -> list[Ends]: ...
    def asymptotic_variance(self, values: Iterable[Number]) -> Ends: ...
    def second_modulus(self) -> Ends: ...
    def peskun_order(self, other: Chain) -> tuple[str, Pair | None, Pair | None]: ...
    def covariance_order(
        self, other: Chain
    ) -> tuple[str, list[Fraction] | None, list[Fraction] | None]: ...
    def table(self, model: str, kernel: str, format: str) -> str: ...
    def draws_to_see(self, reversible: bool) -> int | None: ...

Rows = list[list[Fraction]]
Drawn = tuple[list[int], list[bool], list[int], list[int]]

class Model:
    @staticmethod
    def named(name: str) -> Model: ...
    @staticmethod
    def read(path: str) -> Model: ...
    @staticmethod
    def of_tables(
        name: str,
        parameters: Sequence[str],
        sample_space: Sequence[str],
        observed: str,
        prior: Iterable[Number],
        likelihood: Iterable[Iterable[Number]],
        proposal: Iterable[Iterable[Number]] | None,
        auxiliary: Iterable[Iterable[Number]] | None,
        estimate: Number | None,
    ) -> Model: ...
    @property
    def name(self) -> str: ...
    @property
    def parameters(self) -> list[str]: ...
    def tables(
        self,
    ) -> (
        tuple[str, list[str], list[str], str, list[Fraction], Rows, Rows | None, Rows | None]
        | None
    ): ...
    def chain(self, kernel: str | Rule, tie: str, paths: int) -> tuple[Chain, list[str]]: ...
    def rule_chain(
        self, rule: str | Rule, arms: Sequence[str], tie: str, reading: str, paths: int
    ) -> tuple[Chain, list[str]]: ...
    def sample(
        self,
        kernel: str | Rule,
        tie: str,
        draws: int,
        burn_in: int,
        chains: int,
        seed: int,
        paths: int,
    ) -> tuple[list[str], list[Drawn]]: ...

def search(
    rule: str | Rule,
    arms: Sequence[str],
    tie: str,
    reading: str,
    models: int,
    seed: int,
    paths: int,
) -> tuple[int, int, Model | None]: ...
def ledger(name: str, only: Sequence[str] | None) -> list[tuple[str, str, str, str, str, bool]]: ...
def run_command(arguments: Sequence[str], again: Sequence[str]) -> int: ...
def diagnostics(
    chains: Sequence[Sequence[float]],
) -> tuple[float, float, float | None, float] | None: ...
