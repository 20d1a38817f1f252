"""Tests of the people of tournaments: merged, unmerged, hidden or forgotten players.

They also test what an account gets as its own data.
"""

import json

import pytest

from clubs import services as people
from clubs.accounts.leaving import delete_account
from clubs.callers import Caller
from core.errors import Refused
from tests import factories
from tests.tournaments.api.test_tournaments import rows_and_log
from tests.tournaments.evening import BASE, Evening, evening, made_body
from tournaments.models import Entrant, LogEntry, Member, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return evening()


def enter(night, *members, **fields):
    return night.do("post", "entrants/", {"players": list(members), **fields})


def names(night, **how):
    return [entrant["name"] for entrant in night.do("get", "entrants/", **how)]


def agree(night):
    """Return whether the rows are what the log folds to."""
    rows, log = rows_and_log(night.id)
    return rows == log


def everything(night):
    """Return everything that the site stores of a tournament, as one JSON text."""
    rows = [
        *LogEntry.objects.filter(tournament=night.id).values_list("data", "by_id"),
        *Entrant.objects.filter(tournament=night.id).values_list("name", "name_key"),
        *Member.objects.filter(tournament=night.id).values_list("guest_name", "player_id"),
        *Tournament.objects.filter(pk=night.id).values_list("name", "place", "organiser_id"),
        *Tournament.objects.get(pk=night.id).places.values_list("name", "players"),
    ]
    return json.dumps(rows, ensure_ascii=False)


def test_two_players_who_are_one_are_entered_as_the_one_and_parted_again(night):
    anne, annie = (factories.player(name, night.club) for name in ("Anne", "Annie"))
    enter(night, {"player": annie.pk}, {"name": "Bruno"})
    by = Caller(user=factories.site_owner())
    people.merge(survivor=anne, absorbed=annie, caller=by)
    assert Member.objects.get(place=0).player_id == anne.pk
    assert names(night) == ["Anne & Bruno"]
    assert agree(night)
    people.undo_merge(player=anne, caller=by)
    assert Member.objects.get(place=0).player_id == annie.pk
    assert names(night) == ["Annie & Bruno"]
    assert agree(night)


def test_two_who_entered_one_tournament_are_not_one_person(night):
    anne, annie = (factories.player(name, night.club) for name in ("Anne", "Annie"))
    enter(night, {"player": anne.pk}, {"name": "Bruno"})
    enter(night, {"player": annie.pk}, {"name": "Chloé"})
    with pytest.raises(Refused) as refusal:
        people.merge(survivor=anne, absorbed=annie, caller=Caller(user=factories.site_owner()))
    assert refusal.value.code == "merge_same_tournament"
    assert Member.objects.filter(player=annie).count() == 1


def test_who_hides_is_named_nowhere_that_others_read(night):
    anne = factories.player("Anne Roy", night.club)
    dan = factories.player("Dan Roy", night.club)
    enter(night, {"player": anne.pk}, {"name": "Bruno"})
    enter(night, {"player": dan.pk}, {"name": "Chloé"})
    enter(night, {"name": "Émile"}, {"name": "Fanny"}, name="Les Roy")
    night.draw()
    by = Caller(user=factories.site_owner())
    people.choose_shown(player=anne, visibility="hidden", caller=by)
    people.choose_shown(player=dan, visibility="initials", caller=by)
    expected = ["joueur anonyme & Bruno", "D. R. & Chloé", "Les Roy"]
    assert names(night, client=factories.api()) == expected
    visitor = factories.api()
    for rest in ("", "log/", "export/", "export/?format=csv", "export/?format=trf", "standings/"):
        text = night.call("get", rest, client=visitor).content.decode()
        assert "Anne" not in text, rest
        assert "Dan" not in text, rest
    browser = factories.browser()
    for page in ("", "inscrits/", "classement/", "rondes/1/", "mur/", "inscrits/1/"):
        assert "Anne" not in browser.get(f"/tournois/{night.id}/{page}").content.decode(), page


def test_two_of_whom_nothing_is_told_apart_are_told_apart_by_their_numbers(night):
    by = Caller(user=factories.site_owner())
    for name in ("Anne", "Dan"):
        person = factories.player(name, night.club)
        enter(night, {"player": person.pk})
        people.choose_shown(player=person, visibility="hidden", caller=by)
    assert names(night) == ["joueur anonyme", "joueur anonyme (2)"]
    exported = night.do("get", "export/")
    body = {**exported, "club": evening().club.slug, "people": {}}
    answer = factories.api(factories.site_owner()).post("/api/v1/tournaments/import/", body)
    assert answer.status_code == 201, answer.content


def test_deleting_an_account_leaves_no_personal_datum_in_tournaments(night):
    account = factories.member(night.club, "officer")
    anne = factories.player("Anne Roy", night.club, user=account)
    client = factories.api(account)
    body = made_body(club=night.club.slug, name="Fête d'Anne Roy", place="Chez Anne Roy")
    mine = Evening(client.post(BASE, body).json()["id"], client, night.club)
    mine.do("post", "palmares/", [{"rank": 1, "name": "Anne Roy & X", "players": ["Anne Roy"]}])
    enter(night, {"player": anne.pk}, {"name": "Bruno"})
    enter(night, {"name": "Chloé"}, {"name": "Dan"}, name="Anne Roy et ses amis")
    elsewhere = evening()
    factories.ClubPlayer.objects.create(club=elsewhere.club, player=anne, name_key="anne roy")
    enter(elsewhere, {"name": "anne  roy"}, {"name": "Fanny"})
    night.draw()
    delete_account(user=account)
    for tournament in (night, mine, elsewhere):
        assert "anne" not in everything(tournament).lower()
    assert Tournament.objects.get(pk=mine.id).organiser is None
    assert set(LogEntry.objects.filter(tournament=mine.id).values_list("by", flat=True)) == {None}
    assert names(night) == ["Bruno et une personne retirée", "Une personne retirée et ses amis"]
    assert names(elsewhere) == ["Fanny et une personne retirée"]
    assert agree(night)
    assert agree(elsewhere)


def test_somebody_else_of_the_same_name_elsewhere_keeps_it(night):
    account = factories.user()
    factories.player("Anne Roy", factories.club(), user=account)
    enter(night, {"name": "Anne Roy"}, {"name": "Bruno"})
    delete_account(user=account)
    assert names(night) == ["Anne Roy & Bruno"]


def test_an_account_is_handed_what_tournaments_hold_of_it(night):
    account = factories.member(night.club, "officer")
    anne = factories.player("Anne", night.club, user=account)
    enter(night, {"player": anne.pk}, {"name": "Bruno"})
    export = factories.api(account).get("/api/v1/account/export/").json()
    assert [(row["id"], row["entrant"]) for row in export["tournaments"]] == [
        (night.id, "Anne & Bruno")
    ]
    assert export["tournaments_organised"] == []
    assert export["tournament_log"] == []
    organiser = night.client.get("/api/v1/account/export/").json()
    assert [row["id"] for row in organiser["tournaments_organised"]] == [night.id]
    assert [entry["kind"] for entry in organiser["tournament_log"]] == ["opened", "entered"]


def test_a_draft_is_in_no_log_that_others_read(night):
    night.enter("A", "B", "C", "D")
    visitor = factories.api()
    before = night.do("get", "log/", client=visitor)
    night.do("post", "rounds/", {"seed": "secret"})
    night.do("post", "rounds/1/redraw/", {"seed": "caché"})
    night.do("patch", "rounds/1/", {"swap": [1, 3]})
    night.do("patch", "rounds/1/", {"lock": [1]})
    assert night.do("get", "log/", client=visitor) == before
    exported = night.do("get", "export/", client=visitor)
    assert [entry["kind"] for entry in exported["log"]] == ["opened", "entered"]
    assert [entry["kind"] for entry in night.do("get", "log/")][-2:] == ["swapped", "locked"]
    night.do("post", "rounds/1/publish/", {})
    assert night.do("get", "log/", client=visitor) == night.do("get", "log/")


def test_a_draft_that_a_correction_drew_is_in_no_log_either():
    night = evening("A", "B", "C", "D")
    first = night.draw()
    night.play(first)
    night.draw()
    path = f"rounds/1/tables/{first['tables'][0]['number']}/result/"
    night.do("put", path, {"scores": [1, 2], "later": "replay"})
    night.do("post", "rounds/2/redraw/", {"seed": "caché"})
    kinds = [entry["kind"] for entry in night.do("get", "log/", client=factories.api())]
    assert kinds[-1] == "corrected"
    assert kinds.count("drawn") == 2


def test_how_a_draft_seats_the_bracket_is_its_organisers_alone():
    night = evening("A", "B", "C", "D", format="single_elimination")
    visitor = factories.api()
    places = [node["places"] for node in night.do("get", "bracket/", client=visitor)["nodes"]]
    night.do("post", "rounds/", {})
    two = [table["entrants"][0] for table in night.do("get", "rounds/1/")["tables"]]
    night.do("patch", "rounds/1/", {"swap": two})
    published = [node["places"] for node in night.do("get", "bracket/", client=visitor)["nodes"]]
    assert published == places
    assert [node["places"] for node in night.do("get", "bracket/")["nodes"]] != places
