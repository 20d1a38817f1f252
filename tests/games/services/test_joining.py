"""Joining by the services: what is stored and cached, what is answered for earlier versions, and
the effect on a series.
"""

import pytest
from django.core.management import call_command

from clubs import services as people
from clubs.callers import Caller
from games import queries, services
from games.errors import Refused, Stale
from games.match import past, series_queries
from games.match.match_cache import memory
from games.match.match_json import match_body, match_text, series_body
from games.models import Change, Match
from games.presentation import series_words
from games.services import SeatAsked
from tests import factories
from tests.factories import by_link

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
ANNE, BRUNO, ZOE = (SeatAsked(name=name) for name in ("Anne", "Bruno", "Zoé"))
OPEN = {"entry_score": 0, "target": 1000}


def started(*seats: SeatAsked, **changes: object) -> Match:
    return factories.started(
        "dix-mille", **{"seats": seats or (ANNE, BRUNO), "rules": OPEN, **changes}
    )


def scored(match: Match, *points: int) -> Match:
    return factories.recorded(match, *({"points": value} for value in points))


def join(match: Match, person: SeatAsked = ZOE, **how: object) -> services.WriteOutcome:
    return services.join(match_id=match.pk, person=person, by=by_link(match, **how))


def fresh(match: Match) -> Match:
    return queries.matches().get(pk=match.pk)


def test_the_cached_fold_is_that_of_the_wider_table(django_capture_on_commit_callbacks) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        match = scored(started(), 100, 200)
    assert len(memory.look(match.pk, 3).sheet.scores) == 2
    with django_capture_on_commit_callbacks(execute=True):
        outcome = join(match)
    cached = memory.look(match.pk, 4)
    assert cached.sheet.scores == (100, 200, 0)
    assert memory.look(match.pk, 3) is None
    text = match_text(queries.plain_table(fresh(match)))
    assert text == match_text(outcome.table)
    with django_capture_on_commit_callbacks(execute=True):
        scored(match, 300)
    assert memory.look(match.pk, 5).sheet.scores == (100, 200, 300)
    memory.clear()
    assert queries.plain_table(fresh(match)).sheet.scores == (100, 200, 300)


def test_every_version_is_told_as_it_was() -> None:
    match = started()
    bodies = [match_body(queries.plain_table(fresh(match)))]
    steps = [100, "Zoé", 200, "Yves", 300, 400, 100, 200]
    for step in steps:
        if isinstance(step, str):
            join(match, SeatAsked(name=step))
        else:
            scored(match, step)
        bodies.append(match_body(queries.plain_table(fresh(match))))
    services.correct(match_id=match.pk, number=1, data={"points": 700}, by=by_link(match))
    seats = {"seats": {2: "Zoë"}}
    services.patch(match_id=match.pk, changes=seats, by=by_link(match))
    for version, body in enumerate(bodies, 1):
        assert match_body(past.table_at(fresh(match), version)) == body
    loaded = queries.load(fresh(match))
    assert past.logged(loaded).seats == loaded.seats
    assert [side.name for side in past.logged(loaded).sides] == ["Anne", "Bruno", "Zoé", "Yves"]


@pytest.mark.django_db(transaction=True)
def test_the_doctor_finds_nothing(capsys) -> None:
    match = scored(started(), 100, 200)
    join(match)
    scored(match, 300, 100)
    call_command("doctor")
    assert match.pk not in capsys.readouterr().out


def test_a_match_of_a_tournament_keeps_its_seats() -> None:
    match = started()
    Match.objects.filter(pk=match.pk).update(event_id="t")
    with pytest.raises(Refused, match="seats_of_event"):
        join(match)


def test_a_write_on_the_version_before_is_stale() -> None:
    match = scored(started(), 100, 200)
    join(match, after=3)
    with pytest.raises(Stale):
        services.record(match_id=match.pk, data={"points": 100}, by=by_link(match, after=3))
    assert fresh(match).version == 4


def test_who_is_forgotten_is_named_nowhere_in_the_log() -> None:
    club = factories.club("ouvert", open_recording=True)
    zoe = factories.player("Zoé", club)
    match = started(club=club)
    join(match, SeatAsked(player=zoe.pk))
    people.forget(player=zoe, caller=Caller(user=factories.site_owner()))
    (change,) = Change.objects.filter(match=match, version=2)
    assert "Zoé" not in str([change.before, change.after])
    assert "Zoé" not in match_text(queries.plain_table(fresh(match)))


# -- Series ---------------------------------------------------------------------------------------


def tally(match: Match) -> dict[tuple[int, ...], int]:
    tally_of_match = series_queries.tallies([fresh(match)]).get(match.pk)
    return (
        {tuple(sorted(person)): won for person, won in tally_of_match.wins.items()}
        if tally_of_match
        else {}
    )


def told_of(match: Match) -> tuple[str, list[dict[str, object]]]:
    table = queries.plain_table(fresh(match))
    counted = series_queries.tallies([table.match]).get(match.pk)
    words = series_words.of_table(table, counted)
    return words.short if words else "", series_body([], counted, table)["wins"]


def rematch(match: Match) -> Match:
    return services.rematch(match_id=match.pk, by=by_link(match)).table.match


def test_who_joins_the_second_match_of_an_evening_belongs_to_the_series_from_then_on() -> None:
    first = scored(started(), 1000)
    second = scored(rematch(first), 100, 200)
    join(second)
    scored(second, 1000)
    third = rematch(second)
    assert fresh(third).series_number == 3
    assert tally(third) == {(0,): 1, (1,): 0, (2,): 1}
    short, wins = told_of(third)
    assert short.replace("\u2068", "").replace("\u2069", "") == "Anne 1, Zoé 1 ce soir"
    assert {"seats": [2], "wins": 1} in wins
    # The page of the first match does not name a player who joined only later.
    short, wins = told_of(first)
    assert "Anne 1" in short
    assert "Zoé" not in short
    assert wins == [{"seats": [0], "wins": 1}, {"seats": [1], "wins": 0}]


def test_somebody_else_who_joins_is_somebody_else_of_the_series() -> None:
    first = scored(started(), 1000)
    second = rematch(first)
    join(second)
    services.take_back(match_id=first.pk, number=1, by=by_link(first))
    join(first, SeatAsked(name="Yves"))
    persons = [seat.in_series for seat in queries.load(fresh(first)).seats]
    assert persons == [0, 1, 3]
    scored(first, 100, 200, 1000)
    assert tally(second) == {(0,): 0, (1,): 0, (3,): 1}
    # Nobody who sits at the second match has won a match.
    assert told_of(second)[0] == ""
