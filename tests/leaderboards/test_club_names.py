"""On a club's board and in its records people appear under that club's own names for them."""

import pytest

from clubs import services
from clubs.callers import Caller
from games.services import SeatAsked
from leaderboards.models import Feat
from leaderboards.services import process_due
from tests import factories
from tests.factories import ALL_TAKEN, IN_100

pytestmark = pytest.mark.django_db


def test_a_clubs_board_and_records_tell_its_names_and_the_general_ones_the_persons_own():
    here, there = factories.club("ici"), factories.club("ailleurs")
    zoe = factories.player("Zoé Roy", here, there)
    owner = Caller(user=factories.site_owner())
    services.rename_here(club=here, player=zoe, name="Tornade", caller=owner)
    for club in (here, there):
        guests = [SeatAsked(name=name) for name in ("Anne", "Bruno", "Chloé")]
        seats = [SeatAsked(player=zoe.pk), *guests]
        # A match counts only if each side has a known player.
        seats[1] = SeatAsked(player=factories.player("Ida", club).pk)
        seats[2] = SeatAsked(player=factories.player("Jo", club).pk)
        seats[3] = SeatAsked(player=factories.player("Kim", club).pk)
        match = factories.started(club=club, by=owner, rules=IN_100, seats=seats)
        factories.recorded(match, ALL_TAKEN)
        feat = Feat.objects.create(game="dix", club=club, text="Dix", date="2026-01-01")
        feat.players.set([zoe])
    process_due()

    def names_in(what):
        body = factories.api().get(f"/api/v1/{what}").json()
        rows = body["rows"] if "rows" in body else body["written"]
        people = [person for row in rows for person in row["players"]]
        return [person["name"] for person in people if person["id"] == zoe.pk]

    assert names_in("leaderboards/dix/?club=ici") == ["Tornade"]
    assert (
        names_in("leaderboards/dix/?club=ailleurs") == names_in("leaderboards/dix/") == ["Zoé Roy"]
    )
    # A record uses the name of its own club, even in the list over all clubs.
    assert names_in("records/dix/") == ["Zoé Roy", "Tornade"]
    services.choose_shown_here(club=here, player=zoe, visibility="hidden", caller=owner)
    assert names_in("leaderboards/dix/?club=ici") == []
    assert names_in("records/dix/?club=ici") == []
    assert names_in("leaderboards/dix/") == ["Zoé Roy"]
