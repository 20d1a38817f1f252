"""Tests of a club's calendar: the evenings that officers write, and what readers get."""

import datetime as dt

import pytest
from django.utils import timezone

from clubs import services as clubs
from clubs.callers import Caller
from clubs.models import Action, ClubChange
from clubs.wording import LogNames
from core.errors import Refused
from tests import factories
from tests.plain import plain
from tests.tournaments.stages import arranged
from tournaments import services
from tournaments.calendar.queries import dated, to_come
from tournaments.errors import Denied
from tournaments.models import ClubEvening, Tournament
from tournaments.services import EveningAsked

pytestmark = pytest.mark.django_db
TODAY = dt.date(2026, 10, 13)


@pytest.fixture(autouse=True)
def today(monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_args: TODAY)


@pytest.fixture
def club():
    return factories.club("un")


@pytest.fixture
def officer(club):
    return Caller(user=factories.member(club, "officer"))


def written(club, officer, *, title="Soirée du club", date=TODAY, **fields):
    return services.make_evenings(
        club=club, evening=EveningAsked(title=title, date=date, **fields), caller=officer
    )


def refusal(change, **values):
    with pytest.raises(Refused) as refused:
        change(**values)
    return refused.value.code, refused.value.faults[0].field


def test_an_evening_a_week_keeps_its_hour_when_the_clocks_change(club, officer):
    made = written(club, officer, start=dt.time(20, 30), end=dt.time(0, 15), weeks=3)
    assert [evening.date for evening in made] == [dt.date(2026, 10, day) for day in (13, 20, 27)]
    hours = [(evening.starts.astimezone(dt.UTC), evening.ends) for evening in dated(club, Caller())]
    paris = timezone.get_current_timezone()
    # Summer time ends on the 25th of October.
    assert hours == [
        (
            dt.datetime(2026, 10, day, hour, 30, tzinfo=dt.UTC),
            dt.datetime(2026, 10, day + 1, 0, 15, tzinfo=paris),
        )
        for day, hour in ((13, 18), (20, 18), (27, 19))
    ]


def test_each_change_raises_the_sequence_and_is_logged(club, officer):
    (evening,) = written(club, officer, start=dt.time(20, 30), place="  Salle   Saint-Roch ")
    what = {"club": club, "evening_id": evening.pk, "caller": officer}
    services.change_evening(**what, changes={"start": dt.time(21), "note": "Chez Anne\nau 3"})
    services.change_evening(**what, changes={"start": dt.time(21)})
    changed = services.change_evening(**what, changes={"cancelled": True})
    assert (changed.sequence, changed.place, changed.note, changed.cancelled) == (
        2,
        "Salle Saint-Roch",
        "Chez Anne au 3",
        True,
    )
    services.remove_evening(**what)
    assert not ClubEvening.objects.exists()
    log = ClubChange.objects.filter(club=club, kind=Action.EVENING).order_by("id")
    names = LogNames(log, club, officer)
    assert [plain(names.sentence(line)) for line in log] == [
        "soirée : – → Soirée du club · date : – → 2026-10-13",
        "soirée : Soirée du club → Soirée du club · début : 20:30:00 → 21:00:00"
        " · note : – → Chez Anne au 3",
        "soirée : Soirée du club → Soirée du club · annulée : non → oui",
        "soirée : Soirée du club → – · date : 2026-10-13 → –",
    ]


def test_what_is_refused_stores_nothing(club, officer, monkeypatch):
    for values, expected in (
        ({"title": " "}, ("name_blank", "title")),
        ({"title": "a\0b"}, ("name_control", "title")),
        ({"place": "x" * 81}, ("too_long", "place")),
        ({"note": "x" * 281}, ("too_long", "note")),
        ({"end": dt.time(23)}, ("end_needs_start", "start")),
        ({"date": dt.date(2062, 10, 13)}, ("date_far", "date")),
        ({"weeks": 201}, ("evenings_too_many", None)),
    ):
        assert refusal(written, club=club, officer=officer, **values) == expected
    with pytest.raises(Denied):
        written(club, Caller(user=factories.member(club, "scorer")))
    assert (ClubEvening.objects.count(), ClubChange.objects.count()) == (0, 0)
    # An evening in the distant past may be corrected, but its date may not move to another distant
    # day.
    (evening,) = written(club, officer)
    ClubEvening.objects.update(date="2020-01-07")
    what = {"club": club, "evening_id": evening.pk, "caller": officer}
    services.change_evening(**what, changes={"note": "x"})
    moved = {"date": dt.date(2020, 1, 8)}
    assert refusal(services.change_evening, **what, changes=moved) == ("date_far", "date")


def test_the_calendar_has_the_tournaments_that_the_reader_may_see(club, officer):
    night = arranged(club, officer.user, "signing", name="Tournoi d'automne")
    by = services.Writing(officer)
    about = {"date": TODAY + dt.timedelta(days=2), "start_at": dt.time(20), "end_by": dt.time(23)}
    services.set_up(tournament_id=night.pk, changes=about, by=by)
    hidden = arranged(club, officer.user, name="Entre nous")
    services.set_up(tournament_id=hidden.pk, changes={"public": False}, by=by)
    draft = arranged(club, officer.user, name="Bientôt")
    services.set_up(tournament_id=draft.pk, changes={"state": "draft"}, by=by)
    Tournament.objects.exclude(pk=night.pk).update(date=TODAY)
    written(club, officer, date=TODAY + dt.timedelta(days=2))
    written(club, officer, title="Au printemps", date=TODAY - dt.timedelta(days=93))
    seen = [(entry.title, entry.start, entry.signing_up) for entry in dated(club, Caller())]
    assert seen == [("Soirée du club", None, False), ("Tournoi d'automne", dt.time(20), True)]
    assert [entry.title for entry in dated(club, officer)] == [
        "Entre nous",
        "Soirée du club",
        "Tournoi d'automne",
    ]
    # A running tournament is no longer among the coming ones.
    Tournament.objects.filter(pk=night.pk).update(state="running")
    assert [entry.title for entry in to_come(club, Caller())] == ["Soirée du club"]


def test_a_forgotten_person_leaves_the_calendar_and_the_noticeboard(club, officer):
    zoe = factories.player("Zoé Roy", club)
    (evening,) = written(club, officer, title="Chez Zoé Roy", note="zoé  roy reçoit")
    clubs.post_notice(club=club, text="Merci à Zoé Roy", caller=officer)
    clubs.forget(player=zoe, caller=officer)
    evening.refresh_from_db()
    club.refresh_from_db()
    assert (evening.title, evening.note, evening.sequence) == ("Chez …", "… reçoit", 1)
    assert club.notice == "Merci à …"
    logged = ClubChange.objects.filter(kind__in=(Action.EVENING, Action.NOTICE))
    assert not any("Roy" in str(line.after) for line in logged)


@pytest.mark.parametrize(
    ("date", "start", "end", "code"),
    [
        (dt.date(2027, 5, 1), dt.time(20), dt.time(20), "end_is_start"),
        # On the 28th of March 2027, the clocks skip from 2 to 3, so 2.30 and 3.30 are the same
        # moment.
        (dt.date(2027, 3, 28), dt.time(2, 30), dt.time(3, 30), "hour_skipped"),
        (dt.date(2027, 3, 28), dt.time(2, 45), dt.time(3, 15), "hour_skipped"),
    ],
)
def test_an_evening_does_not_end_when_it_begins(club, officer, date, start, end, code):
    assert refusal(
        written, club=club, officer=officer, date=date, start=start, end=end
    ) == (code, "end")  # fmt: skip
    assert not ClubEvening.objects.exists()
    # An evening that was stored before this check has no end here or in the feed, but it has its
    # start.
    ClubEvening.objects.create(club=club, title="Avant", date=date, start=start, end=end)
    (read,) = dated(club, Caller(), since=date)
    assert (read.ends, read.event(str).end) == (None, None)


def test_an_end_in_the_skipped_hour_is_so_long_after_the_start(club, officer):
    (made,) = written(
        club, officer, date=dt.date(2027, 3, 27), start=dt.time(21), end=dt.time(2, 30)
    )
    (read,) = dated(club, Caller(), since=made.date)
    hours = [moment.astimezone(dt.UTC).isoformat() for moment in (read.starts, read.ends)]
    assert hours == ["2027-03-27T20:00:00+00:00", "2027-03-28T01:30:00+00:00"]


def test_nor_does_a_tournament(club, officer):
    night = arranged(club, officer.user)
    by = services.Writing(officer)
    hours = {"start_at": dt.time(20), "end_by": dt.time(20)}
    refused = refusal(services.set_up, tournament_id=night.pk, changes=hours, by=by)
    assert refused == ("end_is_start", "end_by")
