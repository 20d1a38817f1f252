"""Tests of duplicates that several sites play in one week: the file of deals, and the combined
results.
"""

import json
from random import Random
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.files.uploadedfile import SimpleUploadedFile

from clubs import services as club_services
from core.errors import ClientIdReused
from tests import factories
from tests.made_once import made_once
from tests.tournaments.duplicate import duplicate_evening, play_round
from tests.tournaments.evening import evening
from tournaments import services
from tournaments.errors import Refused
from tournaments.files import signed_files
from tournaments.models import DealtBoard, LogEntry, ResultsElsewhere
from tournaments.services import Writing
from tournaments.services.duplicate import exchange

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


@pytest.mark.nightly
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
    # Both clubs have the same results on every board, so each pair has a counterpart at the other
    # club.
    assert len(rows) == 8
    assert {row.where for row in rows} == {"", json.loads(results)["name"]}
    assert sorted(row.rank for row in rows) == sorted([1, 1, 1, 1, 5, 5, 5, 5])
    # The club's own standings are unchanged.
    assert len(here.do("get", "standings/")["rows"]) == 4


@pytest.mark.nightly
def test_sites_that_play_fewer_and_more_boards_compare_those_in_common():
    here = duplicate_evening(4, "teams", deals=2, rounds=2)
    there = duplicate_evening(4, "teams", deals=2, rounds=1)
    assert "Le fichier est pris" in sent(there, file_of(here, "donnes").content.decode(), "deals")
    # Boards that are not needed for this evening are stored too.
    assert DealtBoard.objects.filter(tournament=there.id).count() == 4
    for night, rounds in ((here, 2), (there, 1)):
        for round_ in range(rounds):
            play_round(night, Random(round_))
    results = file_of(there, "resultats").content.decode()
    for night, other in ((here, results), (there, file_of(here, "resultats").content.decode())):
        assert "Le fichier est pris" in sent(night, other, "results")
        rows = factories.browser().get(f"/tournois/{night.id}/donnes/ensemble/").context["rows"]
        assert [row.boards for row in rows] == [2] * 8


def play():
    """Return a finished team match of one board, and the content of its results file as a dict."""
    night = duplicate_evening(4, "teams", deals=1, rounds=1)
    play_round(night, Random(1))
    file = json.loads(file_of(night, "resultats").content)
    return night, {name: file[name] for name in ("name", "source", "deals", "pairs", "results")}


@pytest.fixture
def played():
    return play()


def take(night, data, signer=None, key=None):
    """Import a file of results with these contents, signed by `signer` or else by this site."""
    text = signed_files.signed(signed_files.RESULTS, data)
    if signer is not None:
        whole = json.loads(text) | {"signer": signer.public_key().public_bytes_raw().hex()}
        del whole["signature"]
        whole["signature"] = signer.sign(signed_files._canonical(whole)).hex()
        text = json.dumps(whole)
    by = Writing(factories.Caller(user=night.club.memberships.get().user), client_id=key)
    return services.take_results(tournament_id=night.id, text=text, by=by)


def test_results_belong_to_who_signed_them_first(played):
    night, data = played
    with pytest.raises(Refused, match="own_results"):
        take(night, data)
    other, key = {**data, "source": "AILLEURS"}, UUID(int=1)
    take(night, other, key=key)
    with pytest.raises(Refused, match="results_of_another"):
        take(night, other, Ed25519PrivateKey.generate())
    # Results of the same evening replace the earlier ones, even if the name has changed.
    assert take(night, other, key=key).repeated
    take(night, {**other, "name": "Autrement"})
    assert ResultsElsewhere.objects.get().name == "Autrement"
    with pytest.raises(ClientIdReused):
        take(night, {**other, "name": "Encore autrement"}, key=key)


class TestShape:
    @pytest.fixture(scope="class")
    def played(self, django_db_setup, django_db_blocker):
        with made_once(django_db_blocker):
            yield play()

    @pytest.mark.parametrize(
        "changes",
        [
            {"name": "A\0"},
            {"pairs": ["Paire \x1b", *"BCD"]},
            {"pairs": [" ", *"BCD"]},
            {"source": None},
            {"deals": ["1"]},
            {"results": [[1, 0, 1, 50], [1, 2, 1, 50]]},
            {"results": [[1, 0, 0, 50]]},
            {"results": [[1, 0, 9, 50]]},
        ],
    )
    def test_a_signed_file_of_another_shape_is_refused(self, played, changes):
        night, data = played
        with pytest.raises(Refused, match="file_unsigned"):
            take(night, {**data, "source": "AILLEURS", **changes})
        assert not ResultsElsewhere.objects.exists()


def test_there_are_only_so_many_results(played, monkeypatch):
    night, data = played
    monkeypatch.setattr(exchange, "RESULTS_MAX", 3)
    take(night, {**data, "source": "A"})
    with pytest.raises(Refused, match="results_too_many"):
        take(night, {**data, "source": "B"})
    take(night, {**data, "source": "A"})


def test_who_is_forgotten_is_forgotten_in_results_of_elsewhere(played):
    night, data = played
    zoe = factories.player("Zoé Tornade", night.club)
    names = ["Zoé Tornade & Ali", *data["pairs"][1:]]
    take(night, {**data, "source": "A", "name": "Coupe Zoé Tornade", "pairs": names})
    officer = night.club.memberships.get().user
    club_services.forget(player=zoe, caller=factories.Caller(user=officer))
    row = ResultsElsewhere.objects.get()
    assert (row.name, row.pairs[0]) == ("Coupe …", "joueur retiré & Ali")
    assert "ornade" not in str(list(LogEntry.objects.values_list("data", flat=True)))


def test_a_file_that_was_changed_on_the_way_is_refused():
    night = duplicate_evening(4, "teams", deals=1, rounds=1)
    text = file_of(night, "donnes").content.decode()
    data = json.loads(text)
    assert signed_files.read(signed_files.DEALS, text)["boards"] == data["boards"]
    hands = data["boards"]["1"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    for bad in (json.dumps(data), "", "[]", "{}", text.replace('"deals"', '"results"')):
        with pytest.raises(signed_files.Unsigned):
            signed_files.read(signed_files.DEALS, bad)
    assert "signé" in sent(night, json.dumps(data), "deals")


def test_deals_come_before_the_first_round_and_never_to_who_plays():
    night = duplicate_evening(4, "teams", deals=1, rounds=1)
    text = file_of(night, "donnes").content.decode()
    account = night.club.memberships.get().user
    by = Writing(factories.Caller(user=account))
    few = signed_files.signed(signed_files.DEALS, {"boards": {}})
    with pytest.raises(Refused, match="deals_too_few"):
        services.take_deals(tournament_id=night.id, text=few, by=by)
    empty = evening(format="rotation", options={"duplicate": "butler", "movement": "teams"})
    by_other = Writing(factories.Caller(user=empty.club.memberships.get().user))
    with pytest.raises(Refused, match="too_few_entrants"):
        services.take_deals(tournament_id=empty.id, text=text, by=by_other)
    night.draw()
    with pytest.raises(Refused, match="already_drawn"):
        services.take_deals(tournament_id=night.id, text=text, by=by)
