"""Who begins a match, decided by one die each."""

import pytest

from games.entry.throw_for_first import Opening, throw_die, throw_for_first


def dice(*faces):
    """Return a die that falls on those faces, one after the other."""
    coming = iter(faces)
    return lambda: next(coming)


@pytest.mark.parametrize(
    ("best", "faces", "first", "throws"),
    [
        (min, (3, 1, 5), 1, ((3,), (1,), (5,))),
        (max, (3, 1, 5), 2, ((3,), (1,), (5,))),
        # Anne and Bruno tie at 2, and throw again between them: 4 and 3.
        (min, (2, 2, 5, 4, 3), 1, ((2, 4), (2, 3), (5,))),
        # The two players tie twice before one die is better.
        (min, (4, 4, 6, 6, 2, 1), 1, ((4, 6, 2), (4, 6, 1))),
        # Three players tie; two of them tie again, and the third is out.
        (min, (1, 1, 1, 5, 3, 3, 2, 6), 1, ((1, 5), (1, 3, 2), (1, 3, 6))),
        (min, (6,), 0, ((6,),)),
    ],
)
def test_the_best_die_begins_and_only_the_tied_throw_again(best, faces, first, throws):
    players = len(throws)
    assert throw_for_first(players, best, dice(*faces)) == Opening(first, throws)


def test_the_table_turns_until_whoever_begins_is_first():
    opening = Opening(2, ((4,), (6,), (1,), (3,)))
    assert opening.in_turn(["Anne", "Bruno", "Chloé", "David"]) == [
        "Chloé", "David", "Anne", "Bruno",
    ]  # fmt: skip
    assert opening.in_turn(opening.throws) == [(1,), (3,), (4,), (6,)]


def test_a_die_has_six_faces():
    # The chance that a face is missing from 600 throws is one in 10^47.
    assert {throw_die() for _ in range(600)} == {1, 2, 3, 4, 5, 6}
