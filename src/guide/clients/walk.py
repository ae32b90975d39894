"""A Metropolis walk on a ring for peskun: change WEIGHTS and step() to your own."""
import sys
from fractions import Fraction

WEIGHTS = {"a": 1, "b": 2, "c": 3, "d": 6}  # the target, on any scale


def ask(*words):
    print(*words, flush=True)
    return int(sys.stdin.readline())


def step(state):
    states = list(WEIGHTS)
    side = 1 if ask("uniform", 2) == 0 else -1
    proposed = states[(states.index(state) + side) % len(states)]
    accepted = ask("coin", min(Fraction(WEIGHTS[proposed], WEIGHTS[state]), 1))
    return proposed if accepted else state


print("peskun 1")
print("states", *WEIGHTS)
print("target", *WEIGHTS.values())
print("ready", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "end":
        break
    print("to", step(words[1]), flush=True)
