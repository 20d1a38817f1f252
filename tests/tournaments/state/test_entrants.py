"""Who takes part: joining, leaving, the seeding."""

from dataclasses import replace

from tests.tournaments.state.logs import after, drawn, opened, played, refused
from tournaments.state.tournament import Enrolled


def entered(*entrants):
    return "entered", {"entrants": list(entrants)}


def test_who_comes_late_has_the_next_numbers():
    found = after(opened(2), entered({"name": "Y"}, {"name": "Z", "seed": 4, "rating": 1510.5}))
    assert found.entrants[2:] == (Enrolled(3, "Y"), Enrolled(4, "Z", seed=4, rating=1510.5))
    assert [one.state for one in found.entrants] == ["registered"] * 4
    assert [(one.number, one.name) for one in found.entrants[:2]] == [(1, "A"), (2, "B")]


def test_all_that_is_told_of_an_entrant_is_kept():
    told = {
        "name": "Anne et Bruno",
        "club": "Lyon",
        "players": ["p1", "p2"],
        "key": "anne et bruno",
        "members": [[7, "Anne"], [None, "Bruno"]],
        "named": True,
    }
    assert after(opened(0), entered(told)).entrants == (
        Enrolled(
            1,
            "Anne et Bruno",
            club="Lyon",
            players=("p1", "p2"),
            key="anne et bruno",
            members=((7, "Anne"), (None, "Bruno")),
            named=True,
        ),
    )


def test_a_name_is_taken_by_its_key():
    found = after(opened(0), entered({"name": "Zoé", "key": "zoe"}, {"name": "zoe", "key": "z"}))
    code, field, params = refused(found, *entered({"name": "Y"}, {"name": "ZOÉ", "key": "zoe"}))
    assert (code, field, params) == ("entrant_repeated", "name", {"name": "ZOÉ", "at": 1})
    # Without a key the name is one; twice in one list is refused as well.
    twice = entered({"name": "Y"}, {"name": "X"}, {"name": "Y"})
    assert refused(found, *twice) == ("entrant_repeated", "name", {"name": "Y", "at": 2})


def test_nobody_plays_in_two_entrants():
    found = after(opened(0), entered({"name": "Y", "players": ["p1", "p2"]}))
    again = entered({"name": "X", "players": ["p3"]}, {"name": "Z", "players": ["p4", "p2"]})
    expected = ("player_in_two_entrants", "players", {"name": "Z", "at": 1})
    assert refused(found, *again) == expected
    twice = entered({"name": "X", "players": ["p3"]}, {"name": "Z", "players": ["p3"]})
    assert refused(found, *twice) == expected


def test_nobody_joins_after_the_end():
    over = played(opened(2))
    assert over.state == "finished"
    assert refused(over, *entered({"name": "Z"})) == ("tournament_finished", None, {})


def test_a_state_and_a_seed_change_one_entrant():
    before = opened(3)
    one, two, three = before.entrants
    gone = after(before, ("entrant_state", {"entrant": 2, "state": "withdrawn"}))
    assert gone.entrants == (one, replace(two, state="withdrawn"), three)
    ranked = after(before, ("entrant_seed", {"entrant": 2, "seed": 9}))
    assert ranked.entrants == (one, replace(two, seed=9), three)
    nobody = {"entrant": 4, "state": "withdrawn"}
    assert refused(before, "entrant_state", nobody) == ("entrant_unknown", "entrant", {})


def test_the_first_draw_freezes_the_seeding():
    found = drawn(opened(2))
    assert refused(found, "entrant_seed", {"entrant": 2, "seed": 1}) == (
        "already_drawn",
        "seed",
        {},
    )
