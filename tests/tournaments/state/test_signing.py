"""The waiting list: who signs up when there is no place, who goes up, and in which order."""

import pytest

from tournaments.state.errors import StateError
from tournaments.state.events import Event, apply, replay

OPENED = Event("opened", {"format": "swiss", "options": {}, "seed": "graine"})


def come(*names):
    return Event("entered", {"entrants": [{"name": one} for one in names], "signed": True})


def enter(*names):
    return Event("entered", {"entrants": [{"name": one} for one in names]})


def limit(places):
    return Event("sign_up", {"open": True, "limit": places, "until": None})


def state(number, name, **more):
    return Event("entrant_state", {"entrant": number, "state": name, **more})


def after(*events):
    return replay([OPENED, *events])


def shown(night):
    """Who is in, and who waits in order, by number."""
    inside = [one.number for one in night.entrants if one.state in ("registered", "checked_in")]
    return inside, [one.number for one in night.waiting]


FULL = (limit(2), come("A"), come("B"), come("C"), come("D"))


@pytest.mark.parametrize(
    ("events", "inside", "waiting"),
    [
        (FULL, [1, 2], [3, 4]),
        # Who withdraws lets the first of the list up; who leaves the list moves the others up.
        ((*FULL, state(1, "withdrawn")), [2, 3], [4]),
        ((*FULL, state(3, "withdrawn"), state(1, "withdrawn")), [2, 4], []),
        # Who comes back waits behind the others; an organiser's « Revient » is a place at once.
        ((*FULL, state(1, "withdrawn"), state(1, "registered", signed=True)), [2, 3], [4, 1]),
        ((*FULL, state(1, "withdrawn"), state(1, "registered")), [1, 2, 3], [4]),
        # An organiser may let somebody in beyond the limit: then one more must leave first.
        ((*FULL, state(4, "registered"), state(1, "withdrawn")), [2, 4], [3]),
        ((*FULL, state(2, "waiting")), [1, 3], [4, 2]),
        ((*FULL, Event("entrant_deleted", {"entrant": 2})), [1, 3], [4]),
        # Those whom an organiser enters take no place on the list.
        ((*FULL, enter("E")), [1, 2, 5], [3, 4]),
        ((*FULL, limit(3)), [1, 2, 3], [4]),
        ((*FULL, limit(None)), [1, 2, 3, 4], []),
        ((*FULL, limit(1)), [1, 2], [3, 4]),
        # While somebody waits, nobody passes by.
        ((*FULL, state(1, "withdrawn"), come("E")), [2, 3], [4, 5]),
        ((limit(2), come("A"), come("B"), state(1, "checked_in"), come("C")), [1, 2], [3]),
    ],
)
def test_places_go_in_order(events, inside, waiting):
    assert shown(after(*events)) == (inside, waiting)


def instead(*numbers):
    return [Event("entrant_deleted", {"entrant": one, "instead": True}) for one in numbers]


def test_the_place_of_a_wish_is_whoevers_is_entered_instead():
    gone = after(*FULL, *instead(1))
    assert shown(gone) == ([2], [3, 4])
    came = Event("entered", {"entrants": [{"name": "E"}], "instead": True})
    assert shown(apply(gone, came)) == ([2, 5], [3, 4])
    # Instead of two, one: the place that is left is the list's.
    assert shown(after(*FULL, *instead(1, 2), came)) == ([3, 5], [4])


def test_a_wish_goes_after_the_draw_if_no_draw_has_had_it():
    wish = {"signed": True, "wish": True}
    night = after(
        limit(2),
        *(Event("entered", {"entrants": [{"name": one}], **wish}) for one in "ABC"),
        Event("drawn", {}),
    )
    assert [one.wish for one in night.entrants] == [True, True, True]
    assert shown(apply(night, Event("entrant_deleted", {"entrant": 3}))) == ([1, 2], [])
    with pytest.raises(StateError, match="drawn_stays"):
        apply(night, Event("entrant_deleted", {"entrant": 1}))


def test_nobody_is_put_on_a_list_where_a_place_is_free():
    night = after(limit(3), come("A"), come("B"))
    with pytest.raises(StateError, match="waiting_not_possible"):
        apply(night, state(1, "waiting"))


def test_the_waiting_list_is_put_in_another_order():
    night = after(*FULL, come("E"))
    assert shown(night) == ([1, 2], [3, 4, 5])
    up = lambda number, place: Event("entrant_waits", {"entrant": number, "place": place})  # noqa: E731
    assert shown(apply(night, up(5, 1))) == ([1, 2], [5, 3, 4])
    assert shown(apply(night, up(3, 9))) == ([1, 2], [4, 5, 3])
    assert shown(apply(apply(night, up(5, 1)), state(1, "withdrawn"))) == ([2, 5], [3, 4])
    with pytest.raises(StateError, match="not_waiting"):
        apply(night, up(1, 1))


def test_who_waits_is_not_drawn_and_after_the_draw_nobody_goes_up_by_itself():
    night = after(*FULL, Event("drawn", {}), Event("published", {"round": 1}))
    assert [one.table.entrants for one in night.rounds[0].tables] in ([(1, 2)], [(2, 1)])
    assert [one.number for one in night.counted] == [1, 2]
    assert shown(apply(night, state(1, "withdrawn"))) == ([2], [3, 4])
    assert shown(apply(night, state(4, "registered"))) == ([1, 2, 4], [3])


def test_what_is_paid_stands_by_the_entrant():
    night = after(*FULL, Event("paid", {"entrant": 2, "sum": 550}))
    assert [one.paid for one in night.entrants] == [None, 550, None, None]
    assert apply(night, Event("paid", {"entrant": 2, "sum": None})).entrant(2).paid is None
