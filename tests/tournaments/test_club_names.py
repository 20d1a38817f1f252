"""In a club's tournament, people appear under the names that this club gives them."""

import re

import pytest

from clubs import services
from clubs.callers import Caller
from games.services import SeatAsked
from tests import factories
from tests.tournaments.stages import arranged
from tournaments.services import EntrantAsked, Writing, enter

pytestmark = pytest.mark.django_db


def test_an_entrant_is_named_and_shown_as_the_tournaments_club_says():
    here, there = factories.club("ici"), factories.club("ailleurs")
    zoe = factories.player("Zoé Roy", here, there)
    owner = factories.site_owner()
    services.rename_here(club=here, player=zoe, name="Tornade", caller=Caller(user=owner))

    def entered(club):
        tournament = arranged(club, owner)
        new = EntrantAsked(players=[SeatAsked(player=zoe.pk), SeatAsked(name="Ida")])
        enter(tournament_id=tournament.pk, entrants=[new], by=Writing(Caller(user=owner)))
        return f"/api/v1/tournaments/{tournament.pk}/entrants/"

    def name_and_player(address):
        last = factories.api().get(address).json()[-1]
        return last["name"], last["players"][0]["player"]

    pages = [entered(club) for club in (here, there)]
    assert [name_and_player(page) for page in pages] == [
        ("Tornade & Ida", zoe.pk),
        ("Zoé Roy & Ida", zoe.pk),
    ]
    services.choose_shown_here(
        club=here, player=zoe, visibility="hidden", caller=Caller(user=owner)
    )
    assert name_and_player(pages[0]) == ("joueur anonyme & Ida", None)


def test_a_file_tells_the_number_of_who_is_hidden_to_the_clubs_officers_alone():
    """A hidden person's id is in the files of the club's officers only.

    Page, API and log agree. A file that an officer exported restores the person on import; another
    reader's file gives a guest instead.
    """
    club = factories.club("ici")
    zoe = factories.player("Zoé Roy", club, pk=7654321)
    ida = factories.player("Ida Roy", club, pk=7654322)
    officer, owner = factories.member(club, "officer"), factories.site_owner()
    by = Writing(Caller(user=owner))
    tournament = arranged(club, owner, entered=())
    pairs = [(SeatAsked(player=zoe.pk), SeatAsked(name="Anne")), (SeatAsked(player=ida.pk),)]
    enter(
        tournament_id=tournament.pk, entrants=[EntrantAsked(players=pair) for pair in pairs], by=by
    )
    for person in (zoe, ida):
        services.choose_shown_here(club=club, player=person, visibility="hidden", caller=by.caller)
    address = f"/api/v1/tournaments/{tournament.pk}/"

    def exported(account=None, language="fr"):
        export = factories.api(account, language).get(f"{address}export/").json()
        return export, [entrant["members"] for entrant in export["log"][-1]["data"]["entrants"]]

    export, members = exported()
    assert members == [
        [[None, "joueur anonyme 1.1"], [None, "Anne"]],
        [[None, "joueur anonyme 2.1"]],
    ]
    assert export["people"] == {}
    api = factories.api(officer)
    back = api.post("/api/v1/tournaments/import/", export)
    assert back.status_code == 201, back.content
    # The ids and names are not in other files either, nor in the log or in the list of entrants.
    client, page = factories.api(), f"/tournois/{tournament.pk}/"
    answers = [
        client.get(f"{address}{rest}") for rest in ("log/", "export/?format=csv", "entrants/")
    ]
    answers += [client.get(f"{page}fichiers/{kind}/") for kind in ("json", "csv", "inscrits")]
    answers += [
        client.get(f"{page}{rest}")
        for rest in ("", "inscrits/", "journal/", "imprimer/classement/")
    ]
    assert {answer.status_code for answer in answers} == {200}
    text = "".join(answer.content.decode() for answer in answers)
    # Only whole words are searched, because the random tokens of a page may contain any letters.
    assert re.findall(r"76543|\b(?:Zoé|Ida|Roy)\b", text) == []
    # An officer's file has the ids, in whatever language it was exported.
    export, members = exported(officer, "en")
    assert members == [[[zoe.pk, ""], [None, "Anne"]], [[ida.pk, ""]]]
    back = api.post("/api/v1/tournaments/import/", export).json()
    people = [
        [player["player"] for player in entrant["players"]]
        for entrant in api.get(f"/api/v1/tournaments/{back['id']}/entrants/").json()
    ]
    assert people == [[zoe.pk, None], [ida.pk]]
