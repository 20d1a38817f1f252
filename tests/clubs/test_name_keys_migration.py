"""The migrations that recompute the name keys cope with all existing rows."""

from importlib import import_module

import pytest
from django.apps import apps

from clubs.models import ClubPlayer
from tests import factories
from tests.tournaments.api.test_tournaments import rows_and_log
from tests.tournaments.evening import evening
from tournaments.models import Entrant, LogEntry

pytestmark = pytest.mark.django_db

clubs = import_module("clubs.migrations.0007_name_keys_look_alikes")
entrants = import_module("tournaments.migrations.0005_entrant_keys_look_alikes")
drawn = import_module("tournaments.migrations.0004_entrant_drawn")


def old_key(model, name, key):
    """Store `key` as the name key, as an earlier version computed it."""
    assert model.objects.filter(**name).update(name_key=key) == 1


def test_two_people_of_a_club_who_become_one_are_both_kept():
    club, other = factories.club(), factories.club()
    first = factories.player("Jean d’Or", club)
    alone = factories.player("Jean d’Or", other)
    old_key(ClubPlayer, {"player": first}, "jean d’or")
    old_key(ClubPlayer, {"player": alone}, "jean d’or")
    second = factories.player("Jean d'Or", club)
    clubs.make_anew(apps, None)
    keys = dict(ClubPlayer.objects.values_list("player_id", "name_key"))
    assert keys == {first.pk: "jean d’or", second.pk: "jean d'or", alone.pk: "jean d'or"}


def test_entrants_and_their_log_get_the_new_keys_together():
    night = evening("Jean d'Or", "Anne d’Or")
    night.do("post", "entrants/", {"players": [{"name": "Zoé d’Or"}]})
    night.do("post", "entrants/", {"name": "Autre"})
    old_key(Entrant, {"number": 2}, "anne d’or")
    old_key(Entrant, {"number": 4}, "jean d’or")
    entry = LogEntry.objects.filter(kind="entered").order_by("version")[1]
    entry.data["entrants"][0] |= {"key": "zoé d’or", "players": ["zoé d’or"]}
    entry.save()
    old_key(Entrant, {"number": 3}, "zoé d’or")
    Entrant.objects.filter(number=4).update(name="Jean d’Or")
    last = LogEntry.objects.filter(kind="entered").order_by("version")[2]
    last.data["entrants"][0] |= {"name": "Jean d’Or", "key": "jean d’or"}
    last.save()
    entrants.make_anew(apps, None)
    keys = list(Entrant.objects.order_by("number").values_list("name_key", flat=True))
    assert keys == ["jean d'or", "anne d'or", "zoé d'or", "jean d’or"]
    rows, log = rows_and_log(night.id)
    assert rows == log


def test_who_was_drawn_is_read_off_the_rounds():
    night = evening("A", "B", "C", "D")
    night.do("patch", "entrants/4/", {"state": "disqualified"})
    night.draw()
    night.enter("E")
    Entrant.objects.update(drawn=False)
    drawn.note(apps, None)
    assert list(Entrant.objects.filter(drawn=True).values_list("number", flat=True)) == [1, 2, 3]
