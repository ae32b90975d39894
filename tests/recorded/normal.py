"""Writes normal.tsv: tails of the standard normal law by mpmath 1.3, with 40 digits.

    python3 tests/recorded/normal.py > tests/recorded/normal.tsv

A line: z as a double, P(N(0, 1) > z).
"""

import mpmath

mpmath.mp.dps = 40
print("# z, the upper tail beyond it (normal.py)")
for sixteenth in range(-160, 16 * 37, 5):
    z = mpmath.mpf(sixteenth) / 16
    tail = mpmath.erfc(z / mpmath.sqrt(2)) / 2
    print(f"{float(z)!r}\t{mpmath.nstr(tail, 25)}")
