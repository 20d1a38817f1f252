"""Tests of the entrants: joining, leaving, the seeding."""

from dataclasses import replace

import pytest

from tests.tournaments.state.logs import after, drawn, opened, played, refused
from tournaments.state import entrants
from tournaments.state.tournament import Enrolled


def entered(*entrants):
    return "entered", {"entrants": list(entrants)}


def test_who_comes_late_has_the_next_numbers():
    night = after(opened(2), entered({"name": "Y"}, {"name": "Z", "seed": 4, "rating": 1510.5}))
    assert night.entrants[2:] == (Enrolled(3, "Y"), Enrolled(4, "Z", seed=4, rating=1510.5))
    assert [entrant.state for entrant in night.entrants] == ["registered"] * 4
    assert [(entrant.number, entrant.name) for entrant in night.entrants[:2]] == [
        (1, "A"),
        (2, "B"),
    ]


def test_all_that_is_told_of_an_entrant_is_kept():
    new = {
        "name": "Anne et Bruno",
        "club": "Lyon",
        "players": ["p1", "p2"],
        "key": "anne et bruno",
        "members": [[7, "Anne"], [None, "Bruno"]],
        "named": True,
    }
    assert after(opened(0), entered(new)).entrants == (
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
    night = after(opened(0), entered({"name": "Zoé", "key": "zoe"}, {"name": "zoe", "key": "z"}))
    code, field, params = refused(night, *entered({"name": "Y"}, {"name": "ZOÉ", "key": "zoe"}))
    assert (code, field, params) == ("entrant_repeated", "name", {"name": "ZOÉ", "at": 1})
    # Without a key, the name itself is compared. A name that is twice in one list is refused too.
    twice = entered({"name": "Y"}, {"name": "X"}, {"name": "Y"})
    assert refused(night, *twice) == ("entrant_repeated", "name", {"name": "Y", "at": 2})


def test_nobody_plays_in_two_entrants():
    night = after(opened(0), entered({"name": "Y", "players": ["p1", "p2"]}))
    again = entered({"name": "X", "players": ["p3"]}, {"name": "Z", "players": ["p4", "p2"]})
    expected = ("player_in_two_entrants", "players", {"name": "Z", "at": 1})
    assert refused(night, *again) == expected
    twice = entered({"name": "X", "players": ["p3"]}, {"name": "Z", "players": ["p3"]})
    assert refused(night, *twice) == expected


def test_nobody_joins_after_the_end():
    over = played(opened(2))
    assert over.state == "finished"
    assert refused(over, *entered({"name": "Z"})) == ("tournament_finished", None, {})


def test_a_state_and_a_seed_change_one_entrant():
    before = opened(3)
    first, second, third = before.entrants
    gone = after(before, ("entrant_state", {"entrant": 2, "state": "withdrawn"}))
    assert gone.entrants == (first, replace(second, state="withdrawn"), third)
    ranked = after(before, ("entrant_seed", {"entrant": 2, "seed": 9}))
    assert ranked.entrants == (first, replace(second, seed=9), third)
    nobody = {"entrant": 4, "state": "withdrawn"}
    assert refused(before, "entrant_state", nobody) == ("entrant_unknown", "entrant", {})


def test_the_first_draw_freezes_the_seeding():
    night = drawn(opened(2))
    assert refused(night, "entrant_seed", {"entrant": 2, "seed": 1}) == (
        "already_drawn",
        "seed",
        {},
    )


def changed(*entrants):
    return "entrants_changed", {"entrants": list(entrants)}


def test_entrants_get_other_names_and_people_and_keep_the_rest():
    before = after(opened(2), entered({"name": "Y", "club": "Lyon", "seed": 9, "rating": 1510.5}))
    change = {
        "name": "Anne et Bruno",
        "key": "anne et bruno",
        "named": True,
        "players": ["p1", "p2"],
        "members": [[7, "Anne"], [None, "Bruno"]],
    }
    night = after(before, changed({"entrant": 3, **change}))
    assert night.entrants[:2] == before.entrants[:2]
    assert night.entrants[2] == Enrolled(
        3,
        "Anne et Bruno",
        club="Lyon",
        seed=9,
        rating=1510.5,
        players=("p1", "p2"),
        key="anne et bruno",
        members=((7, "Anne"), (None, "Bruno")),
        named=True,
    )
    # A field that is missing in the event is emptied.
    again = after(night, changed({"entrant": 3, "name": "Z"})).entrants[2]
    assert again == Enrolled(3, "Z", club="Lyon", seed=9, rating=1510.5)


def test_two_may_exchange_their_names_and_people_but_nobody_takes_anothers():
    people = entered({"name": "Y", "players": ["p1"]}, {"name": "Z", "players": ["p2"]})
    before = after(opened(1), people)
    night = after(
        before,
        changed(
            {"entrant": 2, "name": "Z", "players": ["p2"]},
            {"entrant": 3, "name": "Y", "players": ["p1"]},
        ),
    )
    assert [(entrant.name, entrant.players) for entrant in night.entrants[1:]] == [
        ("Z", ("p2",)),
        ("Y", ("p1",)),
    ]
    taken = changed({"entrant": 3, "name": "X"}, {"entrant": 2, "name": "A"})
    assert refused(before, *taken) == ("entrant_repeated", "name", {"name": "A", "at": 1})
    twice = changed({"entrant": 3, "name": "X"}, {"entrant": 2, "name": "X"})
    assert refused(before, *twice) == ("entrant_repeated", "name", {"name": "X", "at": 1})
    person = changed({"entrant": 1, "name": "A"}, {"entrant": 2, "name": "Y", "players": ["p2"]})
    assert refused(before, *person) == (
        "player_in_two_entrants",
        "players",
        {"name": "Y", "at": 1},
    )
    assert refused(before, *changed({"entrant": 9, "name": "X"})) == (
        "entrant_unknown",
        "entrant",
        {},
    )


def test_who_is_deleted_was_never_there_and_their_number_is_not_given_again():
    night = after(opened(3), ("entrant_deleted", {"entrant": 3}))
    assert [entrant.name for entrant in night.entrants] == ["A", "B"]
    assert after(night, entered({"name": "Z"})).entrants[2].number == 4
    assert refused(drawn(opened(3)), "entrant_deleted", {"entrant": 2}) == (
        "drawn_stays",
        "entrant",
        {"name": "B"},
    )


def test_who_is_entered_by_an_organiser_does_not_wait():
    full = after(opened(2), ("sign_up", {"limit": 2}))
    later = after(full, entered({"name": "Y"}), ("entered", {"entrants": [{"name": "Z"}]}))
    assert [entrant.state for entrant in later.entrants] == ["registered"] * 4
    assert entrants.add(full, [Enrolled(0, "Y")]).entrants[2].state == "registered"
    signed = after(full, ("entered", {"entrants": [{"name": "Z"}], "signed": True}))
    assert (signed.entrants[2].state, signed.entrants[2].waits) == ("waiting", 1)


def test_the_refusals_of_a_waiting_list_say_who():
    free = opened(2)
    assert refused(free, "entrant_state", {"entrant": 2, "state": "waiting"}) == (
        "waiting_not_possible",
        "state",
        {"name": "B"},
    )
    assert refused(free, "entrant_waits", {"entrant": 2, "place": 1}) == (
        "not_waiting",
        "waiting",
        {"name": "B"},
    )


@pytest.mark.parametrize("paid", [None, 0, 10**8])
def test_what_may_be_paid(paid):
    assert after(opened(1), ("paid", {"entrant": 1, "sum": paid})).entrants[0].paid == paid
    for wrong in (-1, 10**8 + 1):
        with pytest.raises(ValueError, match="paid"):
            after(opened(1), ("paid", {"entrant": 1, "sum": wrong}))


def test_a_limit_is_one_place_at_least():
    assert after(opened(1), ("sign_up", {"limit": 1})).limit == 1
    assert after(opened(1), ("sign_up", {})).limit is None
    with pytest.raises(ValueError, match="limit"):
        after(opened(1), ("sign_up", {"limit": 0}))
