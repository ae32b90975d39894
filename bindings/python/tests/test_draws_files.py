"""The files of draws that the command writes, as pyarrow and pandas read them."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pandas
import pyarrow.parquet
import pytest

MODEL = """
name = "three weights"
parameters = [{labels}]
sample_space = ["0", "1"]
observed = "1"
prior = [1, 1, 1]
likelihood = [[1, 2], [2, 1], [1, 1]]
"""


def draws(folder: pathlib.Path, model: str, name: str) -> pathlib.Path:
    out = folder / name
    command = [sys.executable, "-m", "peskun", "sample", "--model", model, "--kernel", "mabmc"]
    command += ["--steps", "500", "--chains", "3", "--seed", "7", "--out", str(out)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    return out


@pytest.mark.parametrize(
    ("labels", "numeric"),
    [('"1/3", "0.5", "2"', True), ('"low", "ü", "a,b"', False), ('"0", "1", "x"', False)],
)
def test_parquet_has_the_rows_of_csv(tmp_path: pathlib.Path, labels: str, numeric: bool) -> None:
    model = tmp_path / "model.toml"
    model.write_text(MODEL.format(labels=labels), encoding="utf-8")
    csv = pandas.read_csv(draws(tmp_path, str(model), "draws.csv"), keep_default_na=False, na_values=[""])
    table = pyarrow.parquet.read_table(draws(tmp_path, str(model), "draws.parquet"))
    assert table.num_rows == 3 * 500
    assert table.column_names == list(csv.columns)
    assert pyarrow.types.is_floating(table.schema.field("parameter").type) == numeric
    for column in ("chain", "draw", "auxiliary_draws"):
        assert pyarrow.types.is_integer(table.schema.field(column).type), column
    for column in table.column_names:
        read = table[column].to_pylist()
        expected = [None if value != value else value for value in csv[column].tolist()]
        assert read == expected, column
    assert set(table["chain"].to_pylist()) == set(csv["chain"])
    assert len(set(table["parameter"].to_pylist())) == 3
