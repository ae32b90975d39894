"""The engine's certificates against the extracted checker.

compare_certificates.py ENGINE PROGRAMS WORK SEED

1. Certificates of every kind, written by the command, must stand by `peskun
   replay` and be accepted by the checker.
2. Each is then corrupted at one place. What the checker looks at: both must
   reject it. What only a replay looks at: a replay must reject it, and it is
   counted how often the checker does too. That is the claim in words, the subject,
   names of states, doubles, answers along paths, the order of lists that are sets,
   which direction of a Bayes rule is which, the acceptances of draws (one that is
   not taken may be another below its bound), and where no matrix is given the ends
   of paths.

Prints a summary; exit status 1 if anything is otherwise.
"""

import json
import os
import random
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

# Kernels as programs (src/guide/kernels_over_a_pipe.md): the weights of the target
# and a step of each, by name.
CLIENT = '''
import sys


def ask(*words):
    print(*words, flush=True)
    return int(sys.stdin.readline())


def turning(state):  # around a ring, one way more often than the other
    return (state + (1 if ask("coin", "2/3") else 2)) % 3


def careless(state):  # accepts whatever is proposed
    return ask("uniform", 3) if ask("coin", "3/4") else state


def parted(state):  # never comes to the last state, nor leaves it
    return state if state == 2 else ask("draw", 1, 2)


def alternating(state):  # from even to odd and from odd to even
    return (state + 1 + 2 * ask("uniform", 2)) % 4


kernels = {
    "turning": ((1, 1, 1), turning),
    "careless": ((1, 2, 3), careless),
    "parted": ((1, 2, 3), parted),
    "alternating": ((1, 1, 1, 1), alternating),
}
weights, step = kernels[sys.argv[1]]
print("peskun 1")
print("states", *range(len(weights)))
print("target", *weights)
print("ready", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "end":
        break
    print("to", step(int(words[1])), flush=True)
'''
FILES = {
    "client.py": CLIENT,
    "ring.csv": ",a,b,c,target\na,0,1,0,1\nb,0,0,1,1\nc,1,0,0,1\n",
    "halves.csv": ",a,b,c,target\na,1/2,1/2,0,1\nb,1/2,1/2,0,1\nc,0,0,1,1\n",
    "leaving.csv": ",a,b,target\na,1/2,1/2,1\nb,0,1,1\n",
    "two-rings.csv": ",a,b,c,d,e,f,target\na,0,1,0,0,0,0,1\nb,1,0,0,0,0,0,1\n"
    "c,0,0,0,1,0,0,1\nd,0,0,0,0,1,0,1\ne,0,0,1,0,0,0,1\nf,1/3,0,2/3,0,0,0,1\n",
    "anywhere.rhai": "choose([1, 2, 3])",
    "stuck.rhai": "if state == 3 { 3 } else { uniform(2) }",
    "around.rhai": "let by = if coin(1/3) { 1 } else { 3 }; 1 + (state - 1 + by) % 4",
    "many.rhai": "let a = uniform(30); let b = uniform(30); "
    "if state == 1 { 2 } else if a == b { 1 } else { state }",
}
MANY = f"--states {','.join(map(str, range(1, 61)))} --target {','.join(['1'] * 60)}"
COMMANDS = [
    ("imbalance", "check --model bernoulli-pair --rule max-draws"),
    ("imbalance", "check --model bernoulli-pair --rule max-draws --arms mpmc,sve,noisy:2"),
    ("imbalance", "check --model ising-2x2 --rule max-draws --arms bridge,sve"),
    ("imbalance", "check --chain ring.csv --require reversible"),
    ("imbalance", f"check --step many.rhai {MANY} --require reversible"),
    ("imbalance", "compare --model bernoulli-pair mh rule:max-draws --certify imbalance"),
    ("drift", "check --model bernoulli-pair --kernel dmh:1"),
    ("drift", "check --step anywhere.rhai --states 1,2,3 --target 1,2,3"),
    ("drift", "check --chain leaving.csv"),
    ("drift", "compare --model bernoulli-pair mh rule:max-draws sve"),
    ("stationary", "check --model bernoulli-pair --rule max-draws --certify stationary"),
    ("stationary", "check --model bernoulli-pair --kernel dmh:1 --certify stationary"),
    ("stationary", "check --chain leaving.csv --certify stationary"),
    ("reducible", "check --chain halves.csv"),
    ("reducible", "check --chain leaving.csv --certify reducible"),
    ("reducible", "check --chain two-rings.csv --certify reducible"),
    ("reducible", "check --step stuck.rhai --states 1,2,3 --target 1,1,1"),
    ("periodic", "check --chain ring.csv --require ergodic"),
    ("periodic", "check --chain two-rings.csv --certify periodic"),
    ("periodic", "check --step around.rhai --states 1,2,3,4 --target 1,1,1,1 --require ergodic"),
    ("best-over-draws", "rules --model three-point-pair"),
    ("best-over-draws", "rules --model bernoulli-pair --print best-over-draws --arms mpmc,sve,mh"),
    ("best-over-draws", "rules --model ising-2x2 --certify best-over-draws"),
    ("best-over-draws", "compare --model three-point-pair mh best-over-draws"),
    ("bayes", "rules --model bernoulli-pair --certify bayes"),
    ("bayes", "rules --model ising-2x2 --certify bayes"),
    ("bayes", "compare --model three-point-pair mh rule:bayes"),
    ("imbalance", "check --program 'python3 -S client.py turning' --require reversible"),
    ("drift", "check --program 'python3 -S client.py careless'"),
    ("reducible", "check --program 'python3 -S client.py parted'"),
    ("periodic", "check --program 'python3 -S client.py alternating' --require ergodic"),
]
# Corruptions of each certificate where the checker looks, and elsewhere. A replay
# starts a program anew, so that there are fewer on programs.
SEEN, UNSEEN = 40, 10
SEEN_OF_PROGRAMS = 20
# Fields that only a replay looks into.
ELSEWHERE = {"claim", "subject", "states", "doubles", "answers", "acceptances"}
# Lists whose order says nothing.
SETS = {"paths", "outcomes", "closed_classes", "left_for_good", "cycles"}


def places(value, here=()):
    """Every value within a value, with the steps to it."""
    yield here, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    for step, item in items:
        yield from places(item, (*here, step))


def replaced(value, place, new):
    """A copy with another value at a place; without it if that is `...`."""
    if not place:
        return new
    copy = value.copy()
    if len(place) == 1 and new is ...:
        del copy[place[0]]
    else:
        copy[place[0]] = replaced(value[place[0]], place[1:], new)
    return copy


def corruption(rng, certificate, place, value):
    """One place changed: a description, whether the checker looks there, and
    what becomes of the certificate; or nothing if that says nothing false."""
    if not place or place[0] in ("peskun_certificate", "kind"):
        return None
    fields = [step for step in place if isinstance(step, str)]
    seen = not ELSEWHERE & set(fields) and (fields[-1] != "to" or "matrix" in certificate or fields[0] != "rows")
    source = certificate["subject"]["source"]
    if source == "matrix" and fields[0] in ("states", "doubles"):
        return None  # a matrix under other names is another matrix
    if isinstance(value, dict):
        name = rng.choice(list(value))
        kind, new = "field dropped", {key: item for key, item in value.items() if key != name}
        seen = seen or fields == ["subject"] and name == ("arms" if source == "draws" else "source")
    elif isinstance(value, list) and value:
        kind = rng.choice(["entry dropped", "entry twice", "entries exchanged"])
        index = rng.randrange(len(value))
        if kind == "entry dropped":
            new = value[:index] + value[index + 1 :]
        elif kind == "entry twice":
            new = value[: index + 1] + value[index:]
        else:
            other = rng.randrange(len(value))
            new = value.copy()
            new[index], new[other] = value[other], value[index]
            seen = seen and not SETS & set(fields)
            if source == "matrix" and fields[0] in ("matrix", "target"):
                return None  # another matrix, of which the witness may hold as well
        # How many states and arms there are is seen.
        counted = fields == ["states"] or source == "draws" and fields == ["subject", "arms"]
        seen = seen or kind != "entries exchanged" and counted
    elif isinstance(value, bool):
        kind, new = "truth", not value
    elif isinstance(value, int):
        kind, new = "whole number", rng.choice([value + 1, value + 2, max(value - 1, 0), 10**6])
    elif isinstance(value, str):
        try:
            number = Fraction(value)
            share = Fraction(1, rng.randint(2, 10**6))
            kind, new = "number", str(rng.choice([number + share, number - share, -number, number + 1, number / 2, 1 - number]))
        except ValueError:
            kind, new = "text", value + "x"
    else:
        return None
    if new == value or fields[-1] == "choice" and ties(certificate, place):
        return None
    return kind, seen, replaced(certificate, place, new)


def exchanged(certificate):
    """Two things that belong to different sides, exchanged, and whether the
    checker sees it: the two directions of a Bayes rule have equal flows."""
    witness = certificate.get("witness", {})
    for one, other in [("from", "to"), ("forward", "backward"), ("in", "out")]:
        if one in witness:
            yield True, {**certificate, "witness": {**witness, one: witness[other], other: witness[one]}}
    for index, pair in enumerate(certificate.get("pairs", [])):
        for one, other in [("from", "to"), ("forward", "backward")]:
            if pair[one] != pair[other]:
                seen = one == "from" or certificate["kind"] != "bayes"
                yield seen, replaced(certificate, ("pairs", index), {**pair, one: pair[other], other: pair[one]})


def shifted(certificate):
    """Probability moved within a row or between paths, so that sums stay 1."""
    tiny = Fraction(1, 10**6)
    for index, row in enumerate(certificate.get("matrix", []) if certificate["subject"]["source"] != "matrix" else []):
        if len(row) > 1:
            yield replaced(certificate, ("matrix", index), [str(Fraction(row[0]) + tiny), str(Fraction(row[1]) - tiny), *row[2:]])
    for place, paths in places(certificate):
        if place[-1:] == ("paths",) and isinstance(paths, list):
            end = "to" if "to" in paths[0] else "outcome"
            other = next((i for i, path in enumerate(paths) if path[end] != paths[0][end]), None)
            if other:
                new = [dict(path) for path in paths]
                for position, by in [(0, tiny), (other, -tiny)]:
                    new[position]["probability"] = str(Fraction(paths[position]["probability"]) + by)
                yield replaced(certificate, place, new)


def ties(certificate, place):
    """Are all acceptances of an outcome equal, so that any choice is as good?"""
    for step in place[:-1] if place[-1] == "choice" else place[:-2]:
        certificate = certificate[step]
    return len(set(certificate["acceptances"])) < len(certificate["acceptances"])


def verdicts(engine, programs, files):
    """Of every file: the status of a replay, and whether the checker accepts."""
    with ThreadPoolExecutor(2) as pool:
        # Commands of programs are relative to the folder of the files.
        replay = lambda file: subprocess.run(
            [engine, "replay", file, "--run"], cwd=os.path.dirname(file), capture_output=True, timeout=300
        ).returncode
        statuses = list(pool.map(replay, files))
    lines = []
    for start in range(0, len(files), 200):
        run = subprocess.run([programs, "certificates", *files[start : start + 200]], capture_output=True, text=True)
        lines += run.stdout.splitlines()
    if len(lines) != len(files):
        sys.exit(f"the checker answered {len(lines)} of {len(files)} times")
    return statuses, [line.startswith("accepted") for line in lines], lines


def saved(work, name, certificate):
    """The path of a certificate, written as the command writes it."""
    path = os.path.join(work, name)
    with open(path, "w", encoding="utf-8") as out:
        json.dump(certificate, out)
    return path


def main():
    engine, programs, work, seed = sys.argv[1:]
    engine, work = os.path.abspath(engine), os.path.abspath(work)
    rng = random.Random(int(seed))
    os.makedirs(work, exist_ok=True)
    for name, content in FILES.items():
        with open(os.path.join(work, name), "w", encoding="utf-8") as out:
            out.write(content)
    wrong, files, certificates, by_kind = 0, [], [], {}
    for index, (kind, command) in enumerate(COMMANDS):
        path = os.path.join(work, f"certificate-{index}.json")
        subprocess.run([engine, *shlex.split(command), "--certificate", path], cwd=work, capture_output=True, check=False)
        with open(path, encoding="utf-8") as file:
            certificates.append(json.load(file))
        files.append(path)
        by_kind[kind] = by_kind.get(kind, 0) + 1
        if certificates[-1]["kind"] != kind:
            wrong += 1
            print(f"not of kind {kind}: {command}")
    statuses, accepted, lines = verdicts(engine, programs, files)
    for (_, command), status, accepts, line in zip(COMMANDS, statuses, accepted, lines):
        if status != 0 or not accepts:
            wrong += 1
            print(f"replay {status}, {line}: {command}")
    kinds = ", ".join(f"{kind} {count}" for kind, count in by_kind.items())
    print(f"certificates: {len(files)} ({kinds}), {statuses.count(0)} replayed, {sum(accepted)} accepted by the checker")

    tried = []
    for (_, command), certificate in zip(COMMANDS, certificates):
        bad = [("sides exchanged", *other) for other in exchanged(certificate)]
        bad += [("probability moved", True, other) for other in list(shifted(certificate))[:6]]
        counts, known, everywhere = {True: 0, False: 0}, set(), list(places(certificate))
        seen = SEEN_OF_PROGRAMS if certificate["subject"]["source"] == "program" else SEEN
        for _ in range(1000):
            if counts == {True: seen, False: UNSEEN}:
                break
            found = corruption(rng, certificate, *rng.choice(everywhere))
            if found is None or counts[found[1]] >= (seen if found[1] else UNSEEN):
                continue
            text = json.dumps(found[2])
            if text not in known:
                known.add(text)
                counts[found[1]] += 1
                bad.append(found)
        tried += [(command, *one) for one in bad]
    files = [saved(work, f"corrupted-{index}.json", one[3]) for index, one in enumerate(tried)]
    statuses, accepted, lines = verdicts(engine, programs, files)
    both = unread = replay_only = also = 0
    kinds = {}
    for (command, kind, seen, _), status, accepts, line in zip(tried, statuses, accepted, lines):
        if status not in (1, 2) or seen and accepts:
            wrong += 1
            if wrong <= 20:
                print(f"corrupted ({kind}), replay {status}, {line}: {command[:90]}")
        elif seen:
            both += 1
            unread += "unreadable" in line.split()
            kinds[kind] = kinds.get(kind, 0) + 1
        else:
            replay_only += 1
            also += not accepts
    print(f"corrupted: {len(tried)} certificates; {both} where both look, rejected by both, the checker read all but {unread} ({', '.join(f'{kind} {count}' for kind, count in sorted(kinds.items()))})")
    print(f"           {replay_only} where only a replay looks, rejected by it, {also} of them by the checker too; {wrong} otherwise")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
