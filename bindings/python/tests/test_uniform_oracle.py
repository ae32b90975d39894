"""Any sequence of comparisons between three uniform numbers and constants has
the law that an independent count gives.

The count: every number lies in one of the pieces between the constants, with
its length as probability, and numbers in one piece are in any order, each with
the same probability.
"""

from fractions import Fraction
from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

import peskun

POINTS = [Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(4, 5)]
ENDS = [Fraction(0), *POINTS, Fraction(1)]
NUMBERS = range(3)

QUESTIONS = st.one_of(
    st.tuples(st.just("cut"), st.sampled_from(NUMBERS), st.sampled_from(range(len(POINTS)))),
    st.tuples(st.just("order"), st.sampled_from(NUMBERS), st.sampled_from(NUMBERS)),
)


def counted(questions):
    law = {}
    orders = list(permutations(NUMBERS))
    for pieces in product(range(len(POINTS) + 1), repeat=3):
        weight = Fraction(1, len(orders))
        for piece in pieces:
            weight *= ENDS[piece + 1] - ENDS[piece]
        for order in orders:
            place = list(zip(pieces, order))
            answers = tuple(
                pieces[i] <= j if kind == "cut" else place[i] < place[j] for kind, i, j in questions
            )
            law[answers] = law.get(answers, 0) + weight
    return law


def enumerated(questions, outcomes):
    def step(state, rng):
        u = [rng.random() for _ in NUMBERS]
        return tuple(u[i] < POINTS[j] if kind == "cut" else u[i] < u[j] for kind, i, j in questions)

    chain = peskun.Chain.of(step, outcomes, [1] * len(outcomes))
    return dict(zip(outcomes, chain.matrix[0]))


@settings(max_examples=60)
@given(st.lists(QUESTIONS, min_size=1, max_size=5))
def test_every_sequence_of_questions(questions):
    law = counted(questions)
    assert enumerated(questions, list(law)) == law
