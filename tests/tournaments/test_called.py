"""In a club's tournament people go by what that club calls them."""

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
        asked = EntrantAsked(players=[SeatAsked(player=zoe.pk), SeatAsked(name="Ida")])
        enter(tournament_id=tournament.pk, entrants=[asked], by=Writing(Caller(user=owner)))
        return f"/api/v1/tournaments/{tournament.pk}/entrants/"

    def told(address):
        last = factories.api().get(address).json()[-1]
        return last["name"], last["players"][0]["player"]

    pages = [entered(club) for club in (here, there)]
    assert [told(page) for page in pages] == [("Tornade & Ida", zoe.pk), ("Zoé Roy & Ida", zoe.pk)]
    services.choose_shown_here(club=here, player=zoe, shown="hidden", caller=Caller(user=owner))
    assert told(pages[0]) == ("joueur anonyme & Ida", None)
