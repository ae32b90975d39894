"""Storm as a referee: its exact long-run law of every built-in finite model and kernel
with at most 50 states, against ours, fraction by fraction.

Storm gets the chain as `table --format drn` writes it and starts in its first state. A
chain with several closed classes has no single stationary law and is counted apart.
Without Storm an elimination in fractions takes its place, and the report says so.
"""

import json
from pathlib import Path

from jobs.stationary import by_storm, eliminated
from measure import Contender, once
from ours import answer, peskun

MOST_STATES = 50
ONE_BY_ONE = ["mh", "pmc", "mpmc", "sve", "bridge", "best-over-draws"]
REPEATED = ["noisy:1", "noisy:2", "noisy:3", "dmh:1", "dmh:2"]
BANDITS = ["mabmc", "mabmc:repropose", "mabmc:reuse"]
RULES = ["always:1", "always:2", "max", "max-min", "max-draws", "max-min-draws"]
RULES += ["max-min-draws:2", "bayes", "straddle", "distance:1/4"]
KERNELS = ONE_BY_ONE + REPEATED + BANDITS + [f"rule:{rule}" for rule in RULES]


def models() -> list[str]:
    """The names of all models that are built in."""
    text = peskun("models", "--format", "csv")
    return [line.split(",")[0].strip('"') for line in text.splitlines()[1:] if line]


def hearing(folder: Path, model: str, kernel: str, packages: dict, limit: float) -> dict:
    """One chain before the referee."""
    case = {"model": model, "kernel": kernel}
    arguments = ("table", "--model", model, "--kernel", kernel)
    try:
        table = json.loads(peskun(*arguments, "--format", "json", limit=limit))
    except Exception as error:
        return case | {"outcome": "none", "why": str(error)[:160]}
    case |= {"states": len(table["states"])}
    if case["states"] > MOST_STATES:
        return case | {"outcome": "large"}
    if table.get("enclosure"):
        return case | {"outcome": "enclosed"}
    law = table["stationary"]
    if law is None:
        return case | {"outcome": "several laws"}
    if any(isinstance(mass, list) for mass in law):
        return case | {"outcome": "enclosed"}
    case |= {"invariant": table["verdicts"]["invariant"]["holds"]}
    path = folder / "referee.json"
    path.with_suffix(".drn").write_text(peskun(*arguments, "--format", "drn"))
    path.write_text(json.dumps(table))
    if "stormpy" in packages:
        run = lambda: by_storm(packages["stormpy"], path)
    else:
        from fractions import Fraction

        run = lambda: eliminated(path, Fraction)
    _, _, theirs, problem = once(Contender("referee", "", run), limit)
    if problem:
        return case | {"outcome": "no ruling", "why": problem}
    return case | {"outcome": "equal" if theirs == law else "DIFFERENT"}


def session(folder: Path, packages: dict, limit: float, say=print) -> dict:
    """Every chain, and how the referee ruled."""
    cases = []
    for model in models():
        for kernel in KERNELS:
            case = hearing(folder, model, kernel, packages, limit)
            say(f"  {model} {kernel}: {case['outcome']} {case.get('why', '')}")
            cases.append(case)
    counts: dict[str, int] = {}
    for case in cases:
        counts[case["outcome"]] = counts.get(case["outcome"], 0) + 1
    ruled = [case for case in cases if case["outcome"] == "equal"]
    invalid = sum(1 for case in ruled if case["invariant"] is False)
    referee = "Storm" if "stormpy" in packages else "GTH elimination in fractions (not Storm)"
    return {"referee": referee, "counts": counts, "equal_invalid": invalid, "cases": cases}
