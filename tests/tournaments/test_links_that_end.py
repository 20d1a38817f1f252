"""An entrant's link ends when one of its people is replaced, or when an officer renews it."""

import uuid

import pytest
from django.utils.crypto import salted_hmac

from clubs import services as clubs
from clubs.callers import Caller
from tests import factories
from tests.tournaments.evening import evening
from tests.tournaments.notices.test_push import AUTH, THEIRS
from tournaments import log_queries, permissions
from tournaments.draws.field import Table
from tournaments.models import Entrant, LogEntry, PushSubscription, Tournament
from tournaments.state.tournament import Seated

pytestmark = pytest.mark.django_db


def printed(tournament, of):
    """Return the token that cards have had since the first release."""
    key = f"tournament:{tournament.pk}:{of}"
    return salted_hmac(key, tournament.salt, algorithm="sha256").hexdigest()[:40]


def token_of(night, number):
    return permissions.entrant_token(Tournament.objects.get(pk=night.id), number)


def phone_of(night, number):
    """Return a phone that has opened the entrant's current link."""
    phone = factories.browser()
    home = f"/tournois/{night.id}/inscrits/{number}/"
    assert phone.get(f"{home}{token_of(night, number)}/").status_code == 302
    return phone


def replace(night, number, *names, **more):
    players = [{"name": name} for name in names]
    return night.do("patch", f"entrants/{number}/", {"players": players, **more})


@pytest.fixture
def night():
    made = evening()
    for names in (["Anne", "Bruno"], ["Chloé", "David"]):
        made.do("post", "entrants/", {"players": [{"name": name} for name in names]})
    return made


def test_the_first_links_are_those_that_were_printed(night):
    row = Tournament.objects.get(pk=night.id)
    assert token_of(night, 1) == printed(row, "entrant:1")
    seated = Seated(Table(1, ((1,), (2,))))
    sides = [permissions.side_token(row, 1, seated, side) for side in (0, 1)]
    assert sides == [printed(row, f"round:1:sides:1/2:side:{side}") for side in (0, 1)]
    row.generations = {"2": 1}
    # The card of the other side remains valid.
    assert permissions.side_token(row, 1, seated, 0) == sides[0]
    assert permissions.side_token(row, 1, seated, 1) not in sides
    assert permissions.entrants_by_token(row)[permissions.entrant_token(row, 2)] == 2
    assert printed(row, "entrant:2") not in permissions.entrants_by_token(row)


def test_who_is_replaced_can_do_nothing_more(night):
    night.do("put", "sign-up/", {"open": True})
    before, home = token_of(night, 1), f"/tournois/{night.id}/inscrits/1/"
    former = phone_of(night, 1)
    assert replace(night, 1, "Anne", "Carla")["token"] != before
    former.post(home, {"state": "withdrawn"})
    for state in ("withdrawn", "checked_in"):
        refusal = night.refusal(
            "patch", "entrants/1/", {"state": state}, client=factories.api(), token=before
        )
        assert refusal[:2] == (403, "run_needed")
    assert Entrant.objects.get(number=1).state == "registered"
    assert former.get(f"{home}{before}/").status_code == 404
    assert former.get(f"/tournois/{night.id}/moi/")["Location"] == f"/tournois/{night.id}/"
    mine = night.do("get", "me/", client=factories.api(), token=before)
    assert mine["entrants"] == []
    # The entrant's new person can still withdraw, by the new link.
    phone_of(night, 1).post(home, {"state": "withdrawn"})
    assert Entrant.objects.get(number=1).state == "withdrawn"
    assert log_queries.log_gives(Tournament.objects.get(pk=night.id))


def test_a_members_only_tournament_is_hidden_from_an_ended_link():
    closed = evening("Anne & Bruno", club_public=False)
    before, api = token_of(closed, 1), factories.api()
    assert closed.call("get", client=api, token=before).status_code == 200
    closed.do("post", "entrants/1/link/", {})
    assert closed.call("get", client=api, token=before).status_code == 404
    assert closed.call("get", client=api, token=token_of(closed, 1)).status_code == 200


def test_a_table_listens_no_more_to_who_was_replaced_during_the_round(night):
    drawn = night.draw()
    (table,) = drawn["tables"]
    side = table["sides"].index([1])
    card, own = table["tokens"][side], token_of(night, 1)
    replace(night, 1, "Anne", "Carla")
    for token in (card, own):
        refusal = night.refusal(
            "post", "rounds/1/tables/1/result/", {"scores": [500, 300]},
            client=factories.api(), token=token,
        )  # fmt: skip
        assert refusal[:2] == (403, "table_token_needed")
    other = table["tokens"][1 - side]
    night.do(
        "post", "rounds/1/tables/1/result/", {"scores": [500, 300]},
        client=factories.api(), token=other,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("body", "goes_on"),
    [
        ({"players": [{"name": "ANNE"}, {"name": "Bruneau"}]}, False),
        ({"players": [{"name": "Ânne"}, {"name": "Bruno Roy"}]}, True),
        ({"players": [{"name": "Bruno"}, {"name": "Anne"}]}, True),
        ({"name": "Les as"}, True),
        ({"players": [{"name": "Nanette"}, {"name": "Bruno"}]}, False),
        ({"players": [{"name": "Nanette"}, {"name": "Bruno"}], "same_people": True}, True),
        ({"players": [{"name": "Anne"}]}, False),
    ],
)
def test_a_spelling_leaves_the_card_as_it_is(night, body, goes_on):
    before = token_of(night, 1)
    after = night.do("patch", "entrants/1/", body)
    assert (after["token"] == before) is goes_on
    assert token_of(night, 1) == after["token"]
    assert token_of(night, 2) == printed(Tournament.objects.get(pk=night.id), "entrant:2")
    assert log_queries.log_gives(Tournament.objects.get(pk=night.id))


def test_a_tie_to_a_member_and_a_merger_leave_the_card_as_it_is(night):
    before, officer = token_of(night, 1), night.club.memberships.get().user
    anne, double = (factories.player(name, night.club) for name in ("Anne", "Annette"))
    tied = [{"player": anne.pk}, {"name": "Bruno"}]
    assert night.do("patch", "entrants/1/", {"players": tied})["token"] == before
    assert Entrant.objects.get(number=1).members.get(place=0).player == anne
    clubs.merge(survivor=double, absorbed=anne, caller=Caller(user=officer))
    assert Entrant.objects.get(number=1).members.get(place=0).player == double
    assert token_of(night, 1) == before


def test_an_exchange_ends_both_links_and_a_pair_made_of_two_keeps_the_first(night):
    for name in ("Eve", "Fred"):
        night.do("post", "entrants/", {"players": [{"name": name}]})
    tokens = [token_of(night, number) for number in (1, 2, 3)]
    officer = factories.browser(night.club.memberships.get().user)
    edit = f"/tournois/{night.id}/inscrits/{{}}/corriger/".format
    officer.post(edit(1), {"exchange": "1", "mine": "1-0", "with": "2-0"})
    officer.post(edit(3), {"join": "4-0"})
    names = Entrant.objects.order_by("number").values_list("name", flat=True)
    assert list(names) == ["Chloé & Bruno", "Anne & David", "Eve & Fred"]
    now = [token_of(night, number) for number in (1, 2, 3)]
    assert [token == was for token, was in zip(now, tokens, strict=True)] == [False, False, True]


def test_an_officer_renews_a_link_on_its_page(night):
    before = token_of(night, 1)
    officer = factories.browser(night.club.memberships.get().user)
    page = f"/tournois/{night.id}/inscrits/1/corriger/"
    assert 'name="renew"' in officer.get(page).content.decode()
    officer.post(page, {"renew": "1"})
    assert token_of(night, 1) != before
    assert night.do("get", "log/")[-1]["kind"] == "link_renewed"
    # A stranger cannot renew the link.
    factories.browser().post(page, {"renew": "1"})
    assert LogEntry.objects.filter(kind="link_renewed").count() == 1


def test_phones_that_asked_by_an_ended_link_are_told_nothing_more(night, settings):
    settings.PUBLIC_URL = "https://club.exemple.org"
    former, other = phone_of(night, 1), phone_of(night, 2)
    keys = {"p256dh": THEIRS, "auth": AUTH, "add": "1"}
    for number, phone in ((1, former), (2, other)):
        url = f"https://push.exemple.org/{number}"
        phone.post(f"/tournois/{night.id}/inscrits/{number}/prevenir/", {"url": url, **keys})
    assert PushSubscription.objects.count() == 2
    replace(night, 1, "Anne", "Carla")
    assert PushSubscription.objects.get().entrant.number == 2
    again = {"url": "https://push.exemple.org/1", **keys}
    answer = former.post(f"/tournois/{night.id}/inscrits/1/prevenir/", again)
    assert answer.status_code == 404
    assert PushSubscription.objects.count() == 1


@pytest.mark.parametrize("how", ["replaced", "renewed"])
def test_the_account_that_signed_up_ends_with_the_link(night, how):
    night.do("put", "sign-up/", {"open": True})
    account = factories.member(night.club)
    phone = factories.browser(account)
    home = phone.post(f"/tournois/{night.id}/je-viens/", {"name": "Zoé"})["Location"]
    assert "Retirer" in phone.get(home).content.decode()
    if how == "replaced":
        replace(night, 3, "Yves Côté")
    else:
        night.do("post", "entrants/3/link/", {})
    phone.post(home, {"state": "withdrawn"})
    row = Entrant.objects.get(number=3)
    assert (row.state, row.signed_by) == ("registered", None)


def test_a_call_sent_again_gives_the_link_of_then(night):
    """A sign-up that is sent again gets the link of that time, even if it has ended.

    Otherwise the former phone would learn the new link by sending its sign-up again.
    """
    night.do("put", "sign-up/", {"open": True})
    body = {"name": "Zoé", "client_id": str(uuid.uuid4())}
    api = factories.api()
    first = night.do("post", "sign-up/", body, client=api)
    replace(night, 3, "Yves Côté")
    assert night.do("post", "sign-up/", body, client=api) == first
    assert first["token"] != token_of(night, 3)
    phone = factories.browser()
    form = {"name": "Xavier", "client_id": str(uuid.uuid4())}
    home = phone.post(f"/tournois/{night.id}/je-viens/", form)["Location"]
    replace(night, 4, "Ursule Roy")
    phone.post(f"/tournois/{night.id}/je-viens/", form)
    phone.post(home, {"state": "withdrawn"})
    assert Entrant.objects.get(number=4).state == "registered"


def test_a_file_brings_the_ended_links_along(night):
    replace(night, 1, "Anne", "Carla")
    night.do("post", "entrants/2/link/", {})
    file = night.do("get", "export/")
    answer = night.client.post("/api/v1/tournaments/import/", {**file, "club": night.club.slug})
    assert answer.status_code == 201, answer.content
    again = Tournament.objects.get(pk=answer.json()["id"])
    assert again.generations == {"1": 1, "2": 1}
    assert log_queries.log_gives(again)
