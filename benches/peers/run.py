#!/usr/bin/env python3
"""The same jobs with what people would use instead, both sides in turn on the same inputs.

    python3 benches/peers/run.py --install    once: an environment in this folder
    python3 benches/peers/run.py              jobs, growth and referee

Nothing is installed unless asked for. What is missing is said, and left out.
"""

import argparse
import importlib
import importlib.metadata
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENVIRONMENT = HERE / "environment"
PYTHON = ENVIRONMENT / "bin" / "python"
MODULES = {
    "gmpy2": "gmpy2",
    "numba": "numba",
    "numpy": "numpy",
    "python-flint": "flint",
    "stormpy": "stormpy",
    "sympy": "sympy",
}
EXPECTED = {
    "n": "3 (products with an inverse), up to 3.6 with the answer's own length",
    "bits": "1 (digits of the answer) to 2 (reconstruction)",
}


def install() -> None:
    """A virtual environment and node modules in this folder, with pinned versions."""
    subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT], check=True)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "-r", HERE / "requirements.txt"]
    subprocess.run(pip, check=True)
    if shutil.which("npm"):
        subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=HERE, check=True)
    else:
        print("npm is missing: without WebPPL", file=sys.stderr)


def found() -> tuple[dict, dict, list[str]]:
    """Packages that can be used, their versions, and those that are missing."""
    packages, missing = {}, []
    versions = {"fractions": f"Python {platform.python_version()}"}
    for name, module in MODULES.items():
        try:
            packages[name] = importlib.import_module(module)
            versions[name] = importlib.metadata.version(name)
        except ImportError:
            missing.append(name)
    manifest = HERE / "node_modules" / "webppl" / "package.json"
    if shutil.which("node") and manifest.exists():
        packages["webppl"] = manifest
        node = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip()
        versions["webppl"] = f"{json.loads(manifest.read_text())['version']}, Node {node}"
    else:
        missing.append("webppl")
    return packages, versions, missing


def startup() -> dict:
    """The command's start and end alone, on the clock and on the processor."""
    from measure import Contender, once
    from ours import peskun

    start = Contender("peskun", "--version", lambda: peskun("--version"))
    runs = [once(start, 60)[:2] for _ in range(21)]
    clock, processor = (statistics.median(times) for times in zip(*runs))
    return {"seconds": clock, "processor": processor}


def duration(seconds: float | None) -> str:
    if seconds is None:
        return "–"
    if seconds < 1:
        return f"{seconds * 1000:.3g} ms"
    return f"{seconds:.3g} s"


def table_of_ratios(results: list, versions: dict) -> list[str]:
    lines = ["| job | who | time | ratio | processor | ratio | answer |", "|---|---|---:|---:|---:|---:|---|"]
    ours = mine = None
    for result in results:
        if result["package"] == "peskun":
            ours, mine = result["median"], result["median_processor"]
        median, processor = result["median"], result["median_processor"]
        ratio = f"{median / ours:.3g}×" if ours and median else "–"
        share = f"{processor / mine:.3g}×" if mine and processor else "–"
        who = f"{result['package']} {versions.get(result['package'], '')}".strip()
        runs = len(result["seconds"])
        some = f" ({runs} run{'s' if runs > 1 else ''})" if 0 < runs < result["rounds"] else ""
        agreement = result["problem"] or result["agreement"] or ""
        job = result["job"] if result["package"] == "peskun" else ""
        lines.append(
            f"| {job} | {who}: {result['way']} | {duration(median)}{some} | {ratio}"
            f" | {duration(processor)} | {share} | {agreement} |"
        )
    return lines


def table_of_growth(growth: list) -> list[str]:
    from jobs.stationary import exponent

    lines = []
    for series, label in [("n", "states, entries of 64 bits"), ("bits", "bits, 12 states")]:
        cases = [case for case in growth if case["series"] == series]
        if not cases:
            continue
        packages = list(cases[0]["medians"])
        header = " | ".join(str(case["value"]) for case in cases)
        lines += [f"| {label} | {header} | exponent | of the last three |"]
        lines += ["|---|" + "---:|" * (len(cases) + 2)]
        for package in packages:
            times = [case["medians"].get(package) for case in cases]
            points = [(case["value"], t) for case, t in zip(cases, times) if t]
            start = cases[0]["start"] if package == "peskun" else 0
            # The last three: where the work outweighs the rest.
            tail = [(x, t - start) for x, t in points[-3:]]
            whole, late = exponent(points), exponent(tail)
            shown = " | ".join(duration(t) for t in times)
            fits = " | ".join("–" if fit is None else f"{fit:.2f}" for fit in (whole, late))
            lines.append(f"| {package} | {shown} | {fits} |")
        lines += ["", f"Expected: {EXPECTED[series]}. Processor time; the last column fits the last three alone, without our start.", ""]
    return lines


def as_data(result, rounds: int) -> dict:
    kept = {name: getattr(result, name) for name in ("job", "package", "way", "seconds", "processor")}
    kept |= {"median": result.median, "median_processor": result.median_processor}
    kept |= {"agreement": result.agreement}
    return kept | {"problem": result.problem, "rounds": rounds}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--install", action="store_true", help="make the environment first")
    parser.add_argument("--rounds", type=int, default=5, help="runs of every side (5)")
    parser.add_argument("--limit", type=float, default=300, help="seconds for one run (300)")
    parser.add_argument("--only", choices=["jobs", "growth", "referee"], action="append")
    parser.add_argument("--job", help="only jobs with this in their name")
    parser.add_argument("--out", type=Path, default=HERE, help="where results.md and .json go")
    arguments = parser.parse_args()
    if arguments.install:
        install()
    if PYTHON.exists() and Path(sys.prefix).resolve() != ENVIRONMENT.resolve():
        rest = [word for word in sys.argv[1:] if word != "--install"]
        os.execv(PYTHON, [PYTHON, __file__, *rest])
    # Fractions here have thousands of digits.
    sys.set_int_max_str_digits(0)
    sys.path.insert(0, str(HERE))

    import measure
    import referee
    from jobs import balance, lattice, stationary, step_law, variance
    from ours import command, peskun

    if not command().exists():
        print("build the command first: cargo build --release", file=sys.stderr)
        return 2
    packages, versions, missing = found()
    versions["peskun"] = peskun("--version").split()[-1]
    for name in missing:
        print(f"{name} is missing: --install brings it", file=sys.stderr)
    parts = arguments.only or ["jobs", "growth", "referee"]
    data = {"versions": versions, "missing": missing, "startup": startup()}
    page = ["# Peers in one run", ""]
    page += [f"The start of our command alone: {duration(data['startup']['seconds'])}, part of every time of ours.", ""]
    if missing:
        page += [f"Missing: {', '.join(missing)}.", ""]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "jobs" in parts:
            data["jobs"] = []
            for kind in (step_law, stationary, variance, lattice, balance):
                for job in kind.jobs(folder, packages):
                    if arguments.job and arguments.job not in job.name:
                        continue
                    print(job.name, flush=True)
                    results = measure.compete(job, arguments.rounds, arguments.limit)
                    data["jobs"] += [as_data(result, arguments.rounds) for result in results]
            page += ["## Ratios", "", *table_of_ratios(data["jobs"], versions), ""]
        if "growth" in parts:
            data["growth"] = []
            for series, value, job in stationary.growth(folder, packages):
                print(job.name, flush=True)
                results = measure.compete(job, arguments.rounds, arguments.limit)
                medians = {result.package: result.median_processor for result in results}
                problems = [result.problem for result in results if result.problem]
                case = {"series": series, "value": value, "medians": medians}
                data["growth"].append(case | {"problems": problems, "start": data["startup"]["processor"]})
            page += ["## Growth of the exact stationary law", "", *table_of_growth(data["growth"])]
        if "referee" in parts:
            print("referee", flush=True)
            verdict = referee.session(folder, packages, arguments.limit)
            data["referee"] = verdict
            counts = ", ".join(f"{outcome} {count}" for outcome, count in verdict["counts"].items())
            page += ["## Referee", "", f"{verdict['referee']}: {counts}.", ""]
    arguments.out.mkdir(parents=True, exist_ok=True)
    text = "\n".join(page).rstrip() + "\n"
    (arguments.out / "results.md").write_text(text)
    (arguments.out / "results.json").write_text(json.dumps(data, indent=1) + "\n")
    print(text)
    wrong = json.dumps(data)
    return 1 if "ANOTHER ANSWER" in wrong or "DIFFERENT" in wrong else 0


if __name__ == "__main__":
    sys.exit(main())
