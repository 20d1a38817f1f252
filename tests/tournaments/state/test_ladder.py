"""Tests of a ladder folded from its log: challenges, the rounds that hold them, corrections, and
passing days.
"""

from datetime import date, timedelta
from random import Random

import pytest

from tests.extents import sizes
from tests.tournaments.state.logs import after, at, opened, refused
from tournaments.formats.ladder import draw as ladder
from tournaments.state.errors import StateError
from tournaments.state.events import Event, apply, replay
from tournaments.state.ladder import day_read

FIRST = date(2026, 1, 1)


def on(number):
    return (FIRST + timedelta(days=number)).isoformat()


def defy(challenger, challenged, day=0):
    return "challenged", {"challenger": challenger, "challenged": challenged, "on": on(day)}


def names(tournament):
    return "".join(chr(64 + entrant) for entrant in ladder.present(tournament.field()))


def test_a_season_of_six():
    night = opened(6, "ladder", places_up=2)
    night = after(night, defy(3, 1), defy(6, 5))
    assert (night.state, night.order, night.day) == ("running", (1, 2, 3, 4, 5, 6), "2026-01-01")
    (round_,) = night.rounds
    assert (round_.number, round_.state, round_.seed) == (1, "published", "graine")
    assert [seated.table.sides for seated in round_.tables] == [((3,), (1,)), ((6,), (5,))]
    assert round_.table(1).table.why == {"challenge": [3, 1], "on": "2026-01-01", "among": 6}
    # F beats E. C's win is reported by one side only, and counts immediately.
    night = after(night, at("reported", 1, 2, scores=[3, 1]))
    assert names(night) == "ABCDFE"
    night = after(night, at("reported", 1, 1, scores=[3, 1], side=0))
    assert names(night) == "CABDFE"
    # After a round is closed, the next challenge opens a new one.
    night = after(night, ("closed", {"round": 1}), defy(4, 1, 5))
    assert [round_.state for round_ in night.rounds] == ["closed", "published"]
    assert night.rounds[1].table(1).table.why["challenge"] == [4, 2]
    # B plays several challenges in one round.
    night = after(night, at("reported", 2, 1, scores=[3, 1]), defy(2, 1, 6), defy(5, 6, 6))
    night = after(night, at("reported", 2, 2, scores=[0, 1]), defy(2, 1, 7))
    assert [seated.number for seated in night.rounds[1].tables] == [1, 2, 3, 4]
    assert night.way.rounds(night.field()) is None
    # For draws, a round is split into several, so that nobody sits twice in one.
    pairs = [[table.entrants for table in tables] for tables in night.field().rounds]
    assert pairs == [[(3, 1), (6, 5)], [(4, 1)], [(2, 1), (5, 6)], [(2, 1)]]


def test_what_is_refused_on_a_ladder():
    night = opened(6, "ladder", places_up=2)
    assert refused(night, "drawn", {}) == ("challenges_only", None, {})
    assert refused(night, *defy(6, 1)) == (
        "challenge_too_far",
        "challenged",
        {"entrant": 1, "places": 2},
    )
    assert refused(night, *defy(1, 9)) == ("entrant_unknown", "entrant", {})
    begun = after(night, defy(2, 1))
    assert refused(begun, "drawn", {})[0] == "challenges_only"
    assert refused(begun, "seated", {"tables": [[[1], [2]]]})[0] == "challenges_only"
    assert refused(begun, "redrawn", {"round": 1, "seed": "x"})[0] == "already_published"
    assert refused(begun, "closed", {"round": 1}) == ("result_missing", None, {"tables": [1]})
    assert refused(begun, *defy(3, 1))[0] == "challenge_open"
    reported = after(begun, at("reported", 1, 1, scores=[1, 0]))
    assert refused(reported, "withdrawn", {"round": 1})[0] == "round_begun"
    assert after(begun, ("withdrawn", {"round": 1})).round(1).tables == ()
    over = after(reported, ("state", {"state": "finished"}))
    for kind, data in (defy(3, 1), ("brought_up", {"on": on(1)})):
        assert refused(over, kind, data)[0] == "tournament_finished"
    swiss = opened(4, "swiss")
    for kind, data in (
        defy(2, 1),
        ("brought_up", {"on": on(1)}),
        ("challenge_withdrawn", {"round": 1, "table": 1}),
    ):
        assert refused(swiss, kind, data)[0] == "not_a_ladder"
    for day in ("2026-1-1", "20260101", "9999-12-31", "x"):
        with pytest.raises(ValueError, match=r"on|isoformat"):
            after(night, ("brought_up", {"on": day}))


def test_a_challenge_is_withdrawn_while_nothing_is_told_or_played():
    night = after(opened(6, "ladder"), defy(2, 1), defy(4, 3))
    gone = after(night, ("challenge_withdrawn", {"round": 1, "table": 1}))
    assert [seated.number for seated in gone.rounds[0].tables] == [2]
    assert [seated.number for seated in after(gone, defy(2, 1)).rounds[0].tables] == [2, 3]
    reported = after(night, at("reported", 1, 1, scores=[1, 0], side=0))
    assert (
        refused(reported, "challenge_withdrawn", {"round": 1, "table": 1})[0] == "challenge_begun"
    )
    playing = after(night, at("playing", 1, 2, match="ABC"))
    assert refused(playing, "challenge_withdrawn", {"round": 1, "table": 2})[0] == "challenge_begun"
    assert refused(night, "challenge_withdrawn", {"round": 1, "table": 9})[0] == "table_unknown"


def test_a_corrected_result_is_counted_as_if_right_the_first_time_and_freezes():
    night = after(opened(6, "ladder"), defy(3, 1), at("reported", 1, 1, scores=[3, 1]))
    night = after(night, ("closed", {"round": 1}), defy(2, 3, 4))
    night = after(night, at("reported", 2, 1, scores=[3, 1]))
    assert names(night) == "BCADEF"
    for later in ("keep", "replay", None):
        fixed = after(night, at("corrected", 1, 1, scores=[1, 3], later=later))
        # A stays first. C is then no longer above B, so B's win against C changes nothing.
        assert names(fixed) == "ABCDEF"
        assert len(fixed.rounds) == 2
    frozen = after(night, at("corrected", 1, 1, scores=[1, 3], later="freeze"))
    assert names(frozen) == "BCADEF"
    back = after(night, at("taken_back", 1, 1, later="replay"))
    assert [len(round_.tables) for round_ in back.rounds] == [1, 1]
    assert names(back) == "ABCDEF"


def test_late_entries_and_departures():
    night = after(opened(4, "ladder"), defy(2, 1))
    night = after(night, ("entered", {"entrants": [{"name": "E"}]}))
    assert names(night) == "ABCDE"
    assert night.order == (1, 2, 3, 4)
    night = after(night, defy(5, 4, 3))
    assert night.order == (1, 2, 3, 4, 5)
    night = after(night, ("entrant_state", {"entrant": 3, "state": "withdrawn"}))
    assert names(night) == "ABDE"
    night = after(night, at("reported", 1, 2, scores=[0, 1]))
    assert refused(night, *defy(4, 3))[0] == "challenge_gone"
    back = after(night, ("entrant_state", {"entrant": 3, "state": "registered"}))
    assert names(back) == "ABCDE"


def test_days_that_pass_are_of_the_log():
    night = after(opened(3, "ladder", idle_days=10, idle_places=1), defy(3, 2))
    night = after(night, at("reported", 1, 1, scores=[0, 1]), defy(3, 2, 9))
    night = after(night, at("reported", 1, 2, scores=[0, 1]))
    assert names(night) == "ABC"
    later = after(night, ("brought_up", {"on": on(10)}))
    assert (names(later), later.day) == ("BAC", on(10))
    # An earlier day changes nothing. If the clock was set back, a challenge is dated at the last
    # known day.
    assert after(later, ("brought_up", {"on": on(2)})) == later
    back = after(later, defy(3, 1, 3))
    assert back.rounds[0].table(3).table.why["on"] == on(10)


def season(random, count):
    """Return a random season: its log, and the state folded from it."""
    options = {
        "places_up": random.randint(1, 4),
        "idle_days": random.choice((0, 7, 30)),
        "idle_places": random.randint(1, 3),
    }
    data = {"format": "ladder", "seed": str(random.random()), "options": options, "edition": 2}
    entrants = [{"name": f"Paire {number}"} for number in range(1, count + 1)]
    log = [Event("opened", data), Event("entered", {"entrants": entrants})]
    folded, day, refusals = replay(log), 0, set()
    for _ in range(random.randint(20, 60)):
        day += random.randint(0, 6)
        event = any_event(folded, random, day)
        try:
            folded = apply(folded, event)
            log.append(event)
        except StateError as error:
            refusals.add(error.code)
    assert refusals <= ALLOWED
    return log, folded


# The refusals that are expected, because some random events are impossible at that moment.
ALLOWED = {
    *("challenge_open", "challenge_not_above", "challenge_too_far", "challenge_gone"),
    *("challenge_self", "challenge_begun", "result_missing", "already_reported"),
    *("nothing_to_freeze", "nothing_to_take_back"),
}


def any_result(random, seated):
    if random.random() < 0.2:
        (challenger,), (challenged,) = seated.table.sides
        return {"forfeit": random.choice([[challenger], [challenged], [challenger, challenged]])}
    return {"scores": random.choice([[3, 1], [0, 2], [1, 1]])}


def any_event(folded, random, day):
    tables = [(drawn.number, seated) for drawn in folded.rounds for seated in drawn.tables]
    number, seated = random.choice(tables) if tables else (0, None)
    what = random.random()
    people = [entrant.number for entrant in folded.entrants]
    if what < 0.35 or seated is None:
        may = ladder.challengeable(folded.field(), FIRST + timedelta(days=day))
        free = [(entrant, other) for entrant, others in may.items() for other in others]
        pair = (
            random.choice(free) if free and random.random() < 0.8 else random.choices(people, k=2)
        )
        return Event(*defy(*pair, day))
    where = {"round": number, "table": seated.number}
    if what < 0.7:
        left = [(at, seated) for at, seated in tables if seated.state == "waiting"]
        number, seated = random.choice(left or tables)
        where = {"round": number, "table": seated.number}
        return Event("reported", {**where, **any_result(random, seated)})
    if what < 0.8:
        later = random.choice(("keep", "replay", "freeze", None))
        return Event("corrected", {**where, **any_result(random, seated), "later": later})
    if what < 0.84:
        return Event("taken_back", {**where, "later": random.choice(("keep", "replay"))})
    if what < 0.88:
        state = random.choice(("withdrawn", "registered"))
        return Event("entrant_state", {"entrant": random.choice(people), "state": state})
    if what < 0.91:
        return Event("entered", {"entrants": [{"name": f"Paire {len(people) + 1}"}]})
    if what < 0.94:
        return Event("challenge_withdrawn", where)
    if what < 0.97:
        return Event("brought_up", {"on": on(day)})
    return Event("closed", {"round": number})


@pytest.mark.parametrize("seasons", sizes(30, 300))
def test_a_random_season_replays_to_the_same_ladder(seasons):
    random = Random("ladder")
    for turn in range(seasons):
        log, folded = season(random, 128 if turn % 15 == 0 else random.randint(2, 12))
        assert replay(log) == folded
        field = folded.field()
        rows = folded.way.standings(field)
        assert sorted(row.entrant for row in rows) == sorted(field.ranked)
        assert sorted(ladder.present(field)) == sorted(field.playing)
        for table in ladder.tables_of(field):
            below, above = table.why["challenge"]
            assert 1 <= below - above <= field.options.places_up


def test_days_are_of_these_centuries():
    assert day_read("1900-01-01") == date(1900, 1, 1)
    assert day_read("2199-12-31") == date(2199, 12, 31)
    for text in ("1899-12-31", "2200-01-01", "20260101"):
        with pytest.raises(ValueError, match=r"^on$"):
            day_read(text)
