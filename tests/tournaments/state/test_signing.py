"""Tests of the waiting list: who waits, who moves up, and in which order."""

import pytest

from tournaments.state.errors import StateError
from tournaments.state.events import Event, apply, replay

OPENED = Event("opened", {"format": "swiss", "options": {}, "seed": "graine"})


def come(*names):
    return Event("entered", {"entrants": [{"name": name} for name in names], "signed": True})


def enter(*names):
    return Event("entered", {"entrants": [{"name": name} for name in names]})


def limit(places):
    return Event("sign_up", {"open": True, "limit": places, "until": None})


def state(number, name, **more):
    return Event("entrant_state", {"entrant": number, "state": name, **more})


def after(*events):
    return replay([OPENED, *events])


def in_and_waiting(night):
    """Return the numbers of the entrants who are in, and of those who wait, in order."""
    inside = [
        entrant.number
        for entrant in night.entrants
        if entrant.state in ("registered", "checked_in")
    ]
    return inside, [entrant.number for entrant in night.waiting]


FULL = (limit(2), come("A"), come("B"), come("C"), come("D"))


@pytest.mark.parametrize(
    ("events", "inside", "waiting"),
    [
        (FULL, [1, 2], [3, 4]),
        # If an entrant withdraws, the first on the list moves up. If somebody leaves the list,
        # those behind move up.
        ((*FULL, state(1, "withdrawn")), [2, 3], [4]),
        ((*FULL, state(3, "withdrawn"), state(1, "withdrawn")), [2, 4], []),
        # An entrant who signs up again waits behind the others. An organiser's « Revient » gives a
        # place immediately.
        ((*FULL, state(1, "withdrawn"), state(1, "registered", signed=True)), [2, 3], [4, 1]),
        ((*FULL, state(1, "withdrawn"), state(1, "registered")), [1, 2, 3], [4]),
        # An organiser may admit somebody beyond the limit. Then one more has to leave before the
        # list moves.
        ((*FULL, state(4, "registered"), state(1, "withdrawn")), [2, 4], [3]),
        ((*FULL, state(2, "waiting")), [1, 3], [4, 2]),
        ((*FULL, Event("entrant_deleted", {"entrant": 2})), [1, 3], [4]),
        # Somebody entered by an organiser does not have to wait on the list.
        ((*FULL, enter("E")), [1, 2, 5], [3, 4]),
        ((*FULL, limit(3)), [1, 2, 3], [4]),
        ((*FULL, limit(None)), [1, 2, 3, 4], []),
        ((*FULL, limit(1)), [1, 2], [3, 4]),
        # While somebody waits, a newcomer cannot get a place before them.
        ((*FULL, state(1, "withdrawn"), come("E")), [2, 3], [4, 5]),
        ((limit(2), come("A"), come("B"), state(1, "checked_in"), come("C")), [1, 2], [3]),
    ],
)
def test_places_go_in_order(events, inside, waiting):
    assert in_and_waiting(after(*events)) == (inside, waiting)


def instead(*numbers):
    return [Event("entrant_deleted", {"entrant": entrant, "instead": True}) for entrant in numbers]


def test_the_place_of_a_wish_is_whoevers_is_entered_instead():
    gone = after(*FULL, *instead(1))
    assert in_and_waiting(gone) == ([2], [3, 4])
    came = Event("entered", {"entrants": [{"name": "E"}], "instead": True})
    assert in_and_waiting(apply(gone, came)) == ([2, 5], [3, 4])
    # Two wishes are replaced by one entrant. The place that remains goes to the first on the list.
    assert in_and_waiting(after(*FULL, *instead(1, 2), came)) == ([3, 5], [4])


def test_a_wish_goes_after_the_draw_if_no_draw_has_had_it():
    wish = {"signed": True, "wish": True}
    night = after(
        limit(2),
        *(Event("entered", {"entrants": [{"name": name}], **wish}) for name in "ABC"),
        Event("drawn", {}),
    )
    assert [entrant.wish for entrant in night.entrants] == [True, True, True]
    assert in_and_waiting(apply(night, Event("entrant_deleted", {"entrant": 3}))) == ([1, 2], [])
    with pytest.raises(StateError, match="drawn_stays"):
        apply(night, Event("entrant_deleted", {"entrant": 1}))


def test_nobody_is_put_on_a_list_where_a_place_is_free():
    night = after(limit(3), come("A"), come("B"))
    with pytest.raises(StateError, match="waiting_not_possible"):
        apply(night, state(1, "waiting"))


def test_the_waiting_list_is_put_in_another_order():
    night = after(*FULL, come("E"))
    assert in_and_waiting(night) == ([1, 2], [3, 4, 5])
    up = lambda number, place: Event("entrant_waits", {"entrant": number, "place": place})  # noqa: E731
    assert in_and_waiting(apply(night, up(5, 1))) == ([1, 2], [5, 3, 4])
    assert in_and_waiting(apply(night, up(3, 9))) == ([1, 2], [4, 5, 3])
    assert in_and_waiting(apply(apply(night, up(5, 1)), state(1, "withdrawn"))) == ([2, 5], [3, 4])
    with pytest.raises(StateError, match="not_waiting"):
        apply(night, up(1, 1))


def test_who_waits_is_not_drawn_and_after_the_draw_nobody_goes_up_by_itself():
    night = after(*FULL, Event("drawn", {}), Event("published", {"round": 1}))
    assert [seated.table.entrants for seated in night.rounds[0].tables] in ([(1, 2)], [(2, 1)])
    assert [entrant.number for entrant in night.counted] == [1, 2]
    assert in_and_waiting(apply(night, state(1, "withdrawn"))) == ([2], [3, 4])
    assert in_and_waiting(apply(night, state(4, "registered"))) == ([1, 2, 4], [3])


def test_what_is_paid_stands_by_the_entrant():
    night = after(*FULL, Event("paid", {"entrant": 2, "sum": 550}))
    assert [entrant.paid for entrant in night.entrants] == [None, 550, None, None]
    assert apply(night, Event("paid", {"entrant": 2, "sum": None})).entrant(2).paid is None
