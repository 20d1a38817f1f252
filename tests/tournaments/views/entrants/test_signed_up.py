"""Tests of sign-ups by strangers.

They reserve no name, their number is limited, and an officer confirms or removes several together.
"""

import html

import pytest
from django.utils.html import strip_tags

from ratelimits import limits
from tests import factories
from tests.tournaments.evening import evening, send_list
from tournaments import log_queries, permissions
from tournaments.models import Entrant, LogEntry, Member, Tournament
from tournaments.services.entrants import signing

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    made = evening()
    made.do("put", "sign-up/", {"open": True})
    return made


@pytest.fixture
def keeper(night):
    """The browser of the club's officer."""
    return factories.browser(night.club.memberships.get().user)


def come(night, name, partner="", client=None):
    body = {"name": name, "partner": partner}
    return night.do("post", "sign-up/", body, client=client or factories.api())["id"]


def rows(night):
    """Return (name, whether it is only a wish) of each entrant, by number."""
    entrants = Entrant.objects.filter(tournament=night.id)
    return {row.number: (row.name, row.wish) for row in entrants}


def page(client, night, rest, **query):
    answer = client.get(f"/tournois/{night.id}/{rest}", query)
    assert answer.status_code == 200
    return words(answer)


def words(answer):
    """Return the text of a page without tags, with single spaces."""
    return " ".join(html.unescape(strip_tags(answer.content.decode())).split())


def replays(night):
    return log_queries.log_gives(Tournament.objects.get(pk=night.id))


# --- A flood -------------------------------------------------------------------------------------


def test_a_flood_ends_at_the_end_of_the_waiting_list_and_goes_in_one_tap(night, keeper):
    night.do("put", "sign-up/", {"open": True, "limit": 4})
    for at in range(14):
        come(night, f"Robot {at}")
    full = night.refusal("post", "sign-up/", {"name": "Robot 14"}, client=factories.api())
    assert full == (400, "waiting_list_full", "non_field_errors")
    assert night.do("get", "sign-up/", client=factories.api()) == {
        "open": True, "until": None, "limit": 4, "now": False, "taken": 4, "waiting": 10,
        "waiting_limit": 10, "size": 2,
    }  # fmt: skip
    sentence = "C'est complet, et la liste d'attente aussi : demander à un organisateur."
    assert sentence in page(factories.browser(), night, "je-viens/")
    night.enter("Anne")
    assert "14 inscriptions reçues, à confirmer" in page(keeper, night, "inscrits/")
    ticked = keeper.get(f"/tournois/{night.id}/inscrits/recus/?tout=1").content.decode()
    assert ticked.count('name="entrant"') == ticked.count("checked") == 14
    version = Tournament.objects.get(pk=night.id).version
    sent = {"entrant": [str(number) for number in range(1, 15)], "remove": "1"}
    keeper.post(f"/tournois/{night.id}/inscrits/recus/", sent)
    assert rows(night) == {15: ("Anne", False)}
    log = LogEntry.objects.filter(tournament=night.id, version__gt=version)
    assert list(log.values_list("kind", flat=True)) == ["entrant_deleted"] * 14
    assert replays(night)


@pytest.mark.parametrize(
    ("limit", "waiting_limit", "most"), [(4, None, 10), (16, None, 16), (4, 2, 2), (4, 0, 0)]
)
def test_the_waiting_list_is_as_long_as_it_is_said(night, limit, waiting_limit, most):
    body = {"open": True, "limit": limit, "waiting_limit": waiting_limit}
    assert night.do("put", "sign-up/", body)["waiting_limit"] == most


def test_an_officer_says_on_a_page_how_many_may_wait(night, keeper):
    address = f"/tournois/{night.id}/je-viens/reglages/"
    keeper.post(address, {"open": "on", "limit": "1", "waiting_limit": "1"})
    assert 'value="1"' in keeper.get(address).content.decode()
    for name in ("Zoé", "Yves"):
        come(night, name)
    body = {"name": "Xavier", "partner": ""}
    answer = factories.browser().post(f"/tournois/{night.id}/je-viens/", body)
    assert (answer.status_code, len(rows(night))) == (400, 2)


def test_who_comes_back_finds_the_list_full_too(night):
    night.do("put", "sign-up/", {"open": True, "limit": 1, "waiting_limit": 1})
    zoe, api = (
        night.do("post", "sign-up/", {"name": "Zoé"}, client=factories.api()),
        factories.api(),
    )
    come(night, "Yves")
    night.do("patch", "entrants/1/", {"state": "withdrawn"}, client=api, token=zoe["token"])
    come(night, "Xavier")
    back = night.refusal(
        "patch", "entrants/1/", {"state": "registered"}, client=api, token=zoe["token"]
    )
    assert back[1] == "waiting_list_full"
    # An officer may admit anybody, beyond the limit too.
    night.do("patch", "entrants/1/", {"state": "registered"})


def test_all_or_none_are_removed(night):
    for name in ("Zoé", "Yves"):
        come(night, name)
    assert night.call("post", "entrants/remove/", {"entrants": [1, 9]}).status_code == 404
    night.draw(without_partner="alone")
    refusal = night.refusal("post", "entrants/remove/", {"entrants": [1, 2]})
    assert refusal[:2] == (400, "drawn_stays")
    assert len(rows(night)) == 2


def test_who_waits_may_be_removed_after_the_draw_too(night):
    night.do("put", "sign-up/", {"open": True, "limit": 2})
    for name in ("Zoé", "Yves", "Robot"):
        come(night, name)
    night.draw(without_partner="alone")
    assert night.call("post", "entrants/remove/", {"entrants": [3]}).status_code == 204
    assert list(rows(night)) == [1, 2]
    assert replays(night)


# --- One network ---------------------------------------------------------------------------------


@pytest.fixture
def counting(settings, monkeypatch):
    """Turn on the rate limits, with a counter that only this test uses."""
    monkeypatch.setattr(limits, "in_memory", limits.MemoryStore())
    monkeypatch.setattr(limits, "_store", lambda: limits.in_memory)
    settings.LIMITED = True


def test_one_network_has_half_of_the_places(night, counting):
    night.do("put", "sign-up/", {"open": True, "limit": 6})
    here, there = (
        factories.api(REMOTE_ADDR=address) for address in ("2001:db8::1", "2001:db8:0:1::1")
    )
    neighbour = factories.api(REMOTE_ADDR="2001:db8::2")
    for name in ("Zoé", "Yves"):
        come(night, name, client=here)
    # A refused sign-up does not count towards the limit of the network.
    assert night.refusal("post", "sign-up/", {"name": "Zoé"}, client=here)[1] == "entrant_repeated"
    come(night, "Xavier", client=neighbour)
    refusal = night.refusal("post", "sign-up/", {"name": "Wanda"}, client=here)
    assert refusal == (400, "sign_up_network", "non_field_errors")
    come(night, "Wanda", client=there)
    # The limit does not apply to members of the club, whatever their network.
    member = factories.api(factories.member(night.club), REMOTE_ADDR="2001:db8::1")
    come(night, "Ursule", client=member)
    assert len(rows(night)) == 5


@pytest.mark.parametrize(("limit", "share"), [(None, 30), (1, 2), (4, 2), (7, 4), (32, 16)])
def test_how_many_of_a_network_may_come(night, limit, share):
    row = Tournament.objects.get(pk=night.id)
    row.limit = limit
    assert signing.share_of_a_network(row) == share


# --- A name of somebody else ---------------------------------------------------------------------


def test_an_officer_enters_a_hidden_person_whose_name_a_stranger_has_typed(night, keeper):
    fanny = factories.player("Fanny Colin", night.club, shown="hidden")
    imposter = night.do("post", "sign-up/", {"name": "Fanny Colin"}, client=factories.api())
    assert imposter["players"] == [{"player": None, "name": "Fanny Colin"}]
    address = f"/tournois/{night.id}/inscrits/"
    preview = words(keeper.post(address, {"entrants": "Fanny Colin"}))
    assert "« Fanny Colin » s'est inscrit soi-même par « Je viens »" in preview
    send_list(keeper, address, "Fanny Colin")
    answer = page(keeper, night, "inscrits/")
    assert "laisse la place : son lien ne sert plus." in answer
    assert list(Member.objects.values_list("player", "guest_name")) == [(fanny.pk, "")]
    assert rows(night) == {2: ("joueur anonyme", False)}
    mine = night.do("get", "me/", client=factories.api(), token=imposter["token"])
    assert mine["entrants"] == []
    # Sending the same list again changes nothing.
    send_list(keeper, address, "Fanny Colin")
    assert list(rows(night)) == [2]
    assert replays(night)


def test_the_partner_of_a_wish_that_makes_way_stays_alone(night):
    come(night, "Zoé Roy", "Yves Côté")
    before = permissions.entrant_token(Tournament.objects.get(pk=night.id), 1)
    pair = {"players": [{"name": "Zoe Roy"}, {"name": "Xavier"}]}
    remarks = night.do("post", "entrants/preview/", {"text": "Zoe Roy / Xavier"})["rows"][0]
    assert (remarks["out"], [remark["code"] for remark in remarks["remarks"]]) == (
        False,
        ["wish_alone"],
    )
    night.do("post", "entrants/", pair)
    assert rows(night) == {1: ("Yves Côté", True), 2: ("Zoe Roy & Xavier", False)}
    assert permissions.entrant_token(Tournament.objects.get(pk=night.id), 1) != before
    assert replays(night)


def test_whoever_enters_in_the_place_of_a_wish_lets_nobody_else_up(night):
    night.do("put", "sign-up/", {"open": True, "limit": 2})
    for name in ("Zoé", "Yves", "Xavier"):
        come(night, name)
    night.do("post", "entrants/", {"name": "Zoé"})
    states = Entrant.objects.order_by("number").values_list("name", "state")
    assert list(states) == [("Yves", "registered"), ("Xavier", "waiting"), ("Zoé", "registered")]
    assert replays(night)


def test_two_wishes_for_one_pair_free_a_place(night):
    night.do("put", "sign-up/", {"open": True, "limit": 2})
    for name in ("Zoé", "Yves", "Xavier"):
        come(night, name)
    night.do("post", "entrants/", {"players": [{"name": "Zoé"}, {"name": "Yves"}]})
    states = Entrant.objects.order_by("number").values_list("name", "state")
    assert list(states) == [("Xavier", "registered"), ("Zoé & Yves", "registered")]
    assert replays(night)


def test_a_correction_has_the_name_before_a_wish(night):
    night.do("post", "entrants/", {"players": [{"name": "Zoé Rou"}]})
    come(night, "Zoé Roy")
    night.do("patch", "entrants/1/", {"players": [{"name": "Zoé Roy"}]})
    assert rows(night) == {1: ("Zoé Roy", False)}
    assert replays(night)


@pytest.mark.parametrize("how", ["paid", "drawn", "confirmed"])
def test_what_was_paid_drawn_or_confirmed_is_no_mere_wish(night, how):
    come(night, "Zoé Roy")
    if how == "paid":
        night.do("patch", "entrants/1/", {"paid": 5})
    if how == "drawn":
        night.enter("Anne")
        night.draw(without_partner="alone")
    if how == "confirmed":
        night.do("post", "entrants/confirm/", {"entrants": [1]})
    assert night.refusal("post", "entrants/", {"name": "Zoé Roy"})[1] == "entrant_repeated"
    assert rows(night)[1][0] == "Zoé Roy"


def test_late_somebody_is_entered_whose_name_still_waits(night):
    night.do("put", "sign-up/", {"open": True, "limit": 2})
    for name in ("Zoé", "Yves", "Xavier"):
        come(night, name)
    night.draw(without_partner="alone")
    night.do("post", "entrants/", {"name": "Xavier"})
    assert rows(night) == {1: ("Zoé", True), 2: ("Yves", True), 4: ("Xavier", False)}
    assert replays(night)


def test_two_strangers_of_one_name_are_one_but_the_person_themselves_comes_first(night):
    account = factories.user()
    zoe = factories.player("Zoé Roy", night.club, user=account)
    come(night, "Zoé Roy", "Yves Côté")
    repeated = night.refusal("post", "sign-up/", {"name": "ZOÉ ROY"}, client=factories.api())
    assert repeated[1] == "entrant_repeated"
    come(night, "Zoé Roy", "Xavier", client=factories.api(account))
    assert rows(night) == {1: ("Yves Côté", True), 2: ("Zoé Roy & Xavier", True)}
    assert Member.objects.get(player=zoe).entrant.number == 2
    # An account that has the same name, but is not on the club's list, has no such right.
    other = factories.user()
    factories.player("Yves Côté", user=other)
    refusal = night.refusal("post", "sign-up/", {"name": "Yves Côté"}, client=factories.api(other))
    assert refusal[1] == "entrant_repeated"
    assert replays(night)


# --- Confirmed -----------------------------------------------------------------------------------


def test_who_is_ticked_becomes_the_person_and_keeps_the_link(night, keeper):
    zoe = factories.player("Zoé Roy", night.club)
    link = night.do(
        "post", "sign-up/", {"name": "zoe roy", "partner": "Yves"}, client=factories.api()
    )["token"]
    come(night, "Wanda")
    come(night, "Robot")
    assert "du club : Zoé Roy" in page(keeper, night, "inscrits/recus/")
    address = f"/tournois/{night.id}/inscrits/recus/"
    assert keeper.post(address, {"confirm": "1"})["Location"] == address
    keeper.post(address, {"entrant": ["1", "2"], "confirm": "1"})
    assert rows(night) == {1: ("Zoé Roy & Yves", False), 2: ("Wanda", False), 3: ("Robot", True)}
    assert Member.objects.get(player=zoe).entrant.number == 1
    mine = night.do("get", "me/", client=factories.api(), token=link)
    assert [entrant["id"] for entrant in mine["entrants"]] == [1]
    assert "inscription confirmée." in page(keeper, night, "journal/")
    assert replays(night)


def test_nobody_is_confirmed_as_somebody_who_is_entered_already(night, keeper):
    fanny = factories.player("Fanny Colin", night.club, shown="hidden")
    night.do("post", "entrants/", {"players": [{"player": fanny.pk}]})
    # The answer to a stranger does not reveal that Fanny is already entered.
    come(night, "Fanny Colin")
    come(night, "Wanda")
    sent = {"entrant": ["2", "3"], "confirm": "1"}
    answer = keeper.post(f"/tournois/{night.id}/inscrits/recus/", sent)
    assert (answer.status_code, answer.content.decode().count("checked")) == (400, 2)
    assert "est déjà inscrit" in words(answer)
    assert [wish for _name, wish in rows(night).values()] == [False, True, True]


def test_somebody_who_scores_here_makes_no_wish(night):
    scorer = factories.member(night.club, "scorer")
    come(night, "Zoé Roy", client=factories.api(scorer))
    assert rows(night) == {1: ("Zoé Roy", False)}


def test_a_file_brings_wishes_back(night):
    come(night, "Zoé Roy")
    come(night, "Yves Côté")
    night.do("post", "entrants/", {"name": "Zoé Roy"})
    file = night.do("get", "export/")
    answer = night.client.post("/api/v1/tournaments/import/", {**file, "club": night.club.slug})
    assert answer.status_code == 201, answer.content
    again = Entrant.objects.filter(tournament=answer.json()["id"]).order_by("number")
    assert [(row.number, row.name, row.wish) for row in again] == [
        (2, "Yves Côté", True), (3, "Zoé Roy", False),
    ]  # fmt: skip


def test_who_is_not_confirmed_is_told_to_those_who_run_it(night):
    come(night, "Zoé Roy")
    assert [entrant["wish"] for entrant in night.do("get", "entrants/")] == [True]
    assert all(
        "wish" not in entrant for entrant in night.do("get", "entrants/", client=factories.api())
    )
