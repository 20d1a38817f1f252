"""A person without an account, or who keeps it, is forgotten at their request: by page and API,
with a line in the log, and with no name left.
"""

import json

import pytest

from clubs import services
from clubs.callers import Caller
from clubs.models import ClubChange, Player, User
from core.errors import NotFound
from games.services import SeatAsked
from tests import factories
from tests.stored import every_row

pytestmark = pytest.mark.django_db


def match_of(zoe, club, by):
    seats = [
        SeatAsked(player=zoe.pk),
        *(SeatAsked(name=name) for name in ("Anne", "Bruno", "Cléo")),
    ]
    return factories.recorded(factories.started(club=club, by=by, seats=seats), factories.HAND)


def names_stored():
    """Return every row of every app as one text in lower case."""
    return str(every_row()).casefold()


def test_officers_of_the_only_club_have_somebody_without_an_account_forgotten():
    club = factories.club()
    officer = factories.member(club, "officer")
    zoe = factories.player("Zoé Tornade", club)
    match = match_of(zoe, club, Caller(user=officer))
    api, where = factories.api(officer), f"/api/v1/players/{zoe.pk}/"
    assert api.delete(where).status_code == 204
    assert "tornade" not in names_stored()
    seat = api.get(f"/api/v1/matches/{match.pk}/").json()["seats"][0]
    assert (seat["name"], seat["side"]) == ("une personne retirée", 0)
    assert [row.status_code for row in (api.get(where), api.delete(where))] == [404, 404]
    # The club's log says that somebody was forgotten, and by which officer, but not who it was.
    change = ClubChange.objects.filter(club=club).first()
    assert (change.kind, change.by, change.before, change.after) == (
        "forgotten",
        officer,
        None,
        None,
    )
    journal = factories.browser(officer).get(f"/clubs/{club.slug}/journal/").content.decode()
    assert "Personne oubliée" in journal


def test_an_account_stays_and_is_nobody():
    club = factories.club()
    account = factories.member(club)
    zoe = factories.player("Zoé", club, user=account)
    services.forget(player=zoe, caller=Caller(user=account))
    player = Player.objects.get(pk=zoe.pk)
    assert (player.name, player.shown, player.user) == ("", "removed", None)
    assert User.objects.filter(pk=account.pk).exists()
    assert factories.api(account).get("/api/v1/account/").json()["player"] is None
    with pytest.raises(NotFound):
        services.forget(player=zoe, caller=Caller(user=factories.site_owner()))


def test_every_club_that_lists_them_notes_it_and_the_sites_owner_reaches_who_is_on_no_list():
    here, there = factories.club("ici"), factories.club("la")
    owner = factories.site_owner()
    both, nowhere = factories.player("Zoé", here, there), factories.player("Ida")
    for person in (both, nowhere):
        assert factories.api(owner).delete(f"/api/v1/players/{person.pk}/").status_code == 204
    assert [*ClubChange.objects.order_by("club").values_list("club__slug", "kind")] == [
        ("ici", "forgotten"),
        ("la", "forgotten"),
    ]
    assert not Player.objects.exclude(name="").exists()


def test_the_page_wants_the_box_ticked():
    club = factories.club()
    page = factories.browser(factories.member(club, "officer"))
    zoe = factories.player("Zoé", club)
    where = f"/joueurs/{zoe.pk}/reglages/"
    assert "Oublier cette personne" in page.get(where).content.decode()
    unsure = page.post(where, {"forget": "1"})
    assert unsure.status_code == 400
    assert "Cocher la case pour oublier cette personne." in unsure.content.decode()
    assert Player.objects.get(pk=zoe.pk).name == "Zoé"
    done = page.post(where, {"forget": "1", "sure": "on"})
    assert (done.status_code, done["Location"]) == (302, "/clubs/")
    assert Player.objects.get(pk=zoe.pk).name == ""
    assert "Zoé" not in json.dumps(page.get("/clubs/").content.decode())
