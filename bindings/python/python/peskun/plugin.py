"""The pytest plugin: the assertions of this package as fixtures, so that a test
need not import them.
"""

from __future__ import annotations

from typing import Any

import pytest

from .assertions import assert_ergodic, assert_invariant, assert_reversible
from .generator import Random


@pytest.fixture(name="assert_invariant")
def _assert_invariant() -> Any:
    """`peskun.assert_invariant`."""
    return assert_invariant


@pytest.fixture(name="assert_reversible")
def _assert_reversible() -> Any:
    """`peskun.assert_reversible`."""
    return assert_reversible


@pytest.fixture(name="assert_ergodic")
def _assert_ergodic() -> Any:
    """`peskun.assert_ergodic`."""
    return assert_ergodic


@pytest.fixture
def peskun_random() -> Random:
    """A generator that samples, with a fixed seed."""
    return Random(0)
