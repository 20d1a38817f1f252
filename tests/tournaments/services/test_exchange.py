"""Duplicates of one week across sites: the file of the deals, and results that come together."""

import json
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import factories
from tests.tournaments.duplicate import duplicate_evening, play_round
from tournaments import services, signed_files
from tournaments.errors import Refused
from tournaments.models import ResultsElsewhere
from tournaments.services import Writing

pytestmark = pytest.mark.django_db


def officer(night):
    return factories.browser(night.club.memberships.get().user)


def file_of(night, kind, client=None):
    return (client or officer(night)).get(f"/tournois/{night.id}/donnes/fichier/{kind}/")


def sent(night, text, what):
    file = SimpleUploadedFile("donnes.json", text.encode())
    answer = officer(night).post(
        f"/tournois/{night.id}/donnes/ensemble/", {"file": file, what: "1"}, follow=True
    )
    return answer.content.decode()


def test_two_clubs_play_one_set_and_are_ranked_together():
    here = duplicate_evening(4, "teams", deals=2, rounds=2)
    there = duplicate_evening(4, "teams", deals=2, rounds=2)
    other = duplicate_evening(4, "teams", deals=2, rounds=2)
    assert file_of(here, "donnes", factories.browser()).status_code == 404
    text = file_of(here, "donnes").content.decode()
    assert "Le fichier est pris" in sent(there, text, "deals")
    assert there.do("get", "boards/3/")["hands"] == here.do("get", "boards/3/")["hands"]
    for night in (here, there, other):
        assert file_of(night, "resultats").status_code == 404
        for round_ in range(2):
            play_round(night, Random(f"{night.id[:0]}{round_}"))
    results = file_of(there, "resultats", factories.browser()).content.decode()
    assert "autres donnes" in sent(here, file_of(other, "resultats").content.decode(), "results")
    assert "Le fichier est pris" in sent(here, results, "results")
    assert "Le fichier est pris" in sent(here, results, "results")
    assert ResultsElsewhere.objects.count() == 1
    page = factories.browser().get(f"/tournois/{here.id}/donnes/ensemble/")
    rows = page.context["rows"]
    # Both clubs made the same of every board, so each pair has its double.
    assert len(rows) == 8
    assert {row.where for row in rows} == {"", json.loads(results)["name"]}
    assert sorted(row.rank for row in rows) == sorted([1, 1, 1, 1, 5, 5, 5, 5])
    # Our own standing is as it was.
    assert len(here.do("get", "standings/")["rows"]) == 4


def test_a_file_that_was_changed_on_the_way_is_refused():
    night = duplicate_evening(4, "teams", deals=1, rounds=1)
    text = file_of(night, "donnes").content.decode()
    told = json.loads(text)
    assert signed_files.read(signed_files.DEALS, text)["boards"] == told["boards"]
    hands = told["boards"]["1"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    for bad in (json.dumps(told), "", "[]", "{}", text.replace('"deals"', '"results"')):
        with pytest.raises(signed_files.Unsigned):
            signed_files.read(signed_files.DEALS, bad)
    assert "signé" in sent(night, json.dumps(told), "deals")


def test_deals_come_before_the_first_round_and_never_to_who_plays():
    night = duplicate_evening(4, "teams", deals=1, rounds=1)
    text = file_of(night, "donnes").content.decode()
    account = night.club.memberships.get().user
    by = Writing(factories.Caller(user=account))
    few = signed_files.signed(signed_files.DEALS, {"boards": {}})
    with pytest.raises(Refused, match="deals_too_few"):
        services.take_deals(tournament_id=night.id, text=few, by=by)
    night.draw()
    with pytest.raises(Refused, match="already_drawn"):
        services.take_deals(tournament_id=night.id, text=text, by=by)
