"""Tests of « Je viens »: signing up, the waiting list, and what only organisers see."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests import factories
from tests.plain import plain
from tests.tournaments.evening import evening
from tournaments import log_queries
from tournaments.models import Entrant, LogEntry, Tournament
from tournaments.services.entrants import people, signing

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    made = evening()
    made.do("post", "entrants/", {"players": [{"name": "Anne"}, {"name": "Bruno"}]})
    made.do("put", "sign-up/", {"open": True, "limit": 2, "fee": 12.5})
    return made


def come(night, name, partner="", phone=None):
    """Sign up from a phone, by default a new one; return the phone and the answer."""
    phone = phone or factories.browser()
    return phone, phone.post(f"/tournois/{night.id}/je-viens/", {"name": name, "partner": partner})


def page(phone, address):
    answer = phone.get(address)
    assert answer.status_code == 200
    return " ".join(plain(answer.content.decode()).split())


@pytest.fixture
def keeper(night):
    """The browser of the club's officer."""
    return factories.browser(night.club.memberships.get().user)


def states(night):
    rows = Entrant.objects.filter(tournament=night.id).order_by("number")
    return list(rows.values_list("name", "state"))


def test_a_phone_signs_up_sees_its_place_and_withdraws(night):
    zoe, answer = come(night, "Zoé Roy", "Xavier Roy")
    home = answer["Location"]
    assert home == f"/tournois/{night.id}/inscrits/2/"
    assert "Inscrit" in page(zoe, home)
    wait, answer = come(night, "Yves Côté")
    later = answer["Location"]
    assert "Numéro 1 de la liste" in page(wait, later)
    assert states(night) == [
        ("Anne & Bruno", "registered"),
        ("Zoé Roy & Xavier Roy", "registered"),
        ("Yves Côté", "waiting"),
    ]
    # A waiting entrant is on no public list, and nobody else can withdraw them.
    stranger = factories.browser()
    assert "Yves" not in page(stranger, f"/tournois/{night.id}/inscrits/")
    assert stranger.get(later).status_code == 404
    stranger.post(home, {"state": "withdrawn"})
    assert zoe.post(home, {"state": "withdrawn"})["Location"] == home
    assert states(night)[1:] == [("Zoé Roy & Xavier Roy", "withdrawn"), ("Yves Côté", "registered")]
    assert "Numéro" not in page(wait, later)
    # Zoé signs up again, but her place has been taken.
    zoe.post(home, {"state": "registered"})
    assert "Numéro 1 de la liste" in page(zoe, home)
    assert log_queries.log_gives(Tournament.objects.get(pk=night.id))


def test_an_officer_opens_it_on_a_page(night, keeper):
    address = f"/tournois/{night.id}/je-viens/reglages/"
    form = {"open": "on", "limit": "8", "until": "2030-01-02T18:30", "fee": "7,5"}
    assert keeper.post(address, form)["Location"] == address
    text = page(keeper, address)
    assert all(f'value="{value}"' in text for value in ("8", "2030-01-02T18:30", "7.50"))
    read = night.do("get", "sign-up/")
    assert (read["open"], read["limit"], read["fee"]) == (True, 8, 7.5)
    assert read["until"] == "2030-01-02T17:30:00+00:00"
    for wrong in ({"limit": "0"}, {"until": "demain"}, {"fee": "-1"}, {"fee": "1,234"}):
        assert keeper.post(address, form | wrong).status_code == 400
    assert keeper.post(address, {})["Location"] == address
    assert night.do("get", "sign-up/") == {
        "open": False, "until": None, "limit": None, "now": False, "taken": 1, "waiting": 0,
        "waiting_limit": 10, "size": 2, "fee": None,
    }  # fmt: skip


def test_who_comes_alone_stands_on_the_officers_list_of_those_without_a_partner(night, keeper):
    come(night, "Zoé Roy")
    text = page(keeper, f"/tournois/{night.id}/inscrits/")
    assert "Cherchent un partenaire</strong> : <a" in text


def test_an_account_withdraws_from_any_phone(night):
    account = factories.member(night.club)
    _phone, answer = come(night, "Zoé Roy", phone=factories.browser(account))
    other = factories.browser(account)
    home = other.get(f"/tournois/{night.id}/moi/")["Location"]
    assert home == answer["Location"]
    other.post(home, {"state": "withdrawn"})
    assert states(night)[1] == ("Zoé Roy", "withdrawn")
    # The account's own data contains the entry, which remains when the account is deleted.
    (held,) = people.held_of(user=account)["tournaments"]
    assert (held["id"], held["entrant"]) == (night.id, "Zoé Roy")
    account.delete()
    assert states(night)[1] == ("Zoé Roy", "withdrawn")


@pytest.mark.parametrize(
    ("name", "partner", "field", "sentence"),
    [
        ("Anne", "Zoé", "name", "« Anne » est déjà inscrit."),
        ("ANNE", "", "name", "« ANNE » est déjà inscrit."),
        ("Zoé", "anne", "partner", "« anne » est déjà inscrit."),
        ("Zoé", "Zoé", "partner", "C'est deux fois le même nom."),
        ("Zoé, Yves, Xavier", "", "name", "Un inscrit compte ici 2 personnes au plus."),
        ("Nom", "", "name", "Écrire un prénom et un nom"),
        ("12", "", "name", "Écrire un prénom et un nom"),
        ("x" * 81, "", "name", ""),
        ("", "Zoé", "name", ""),
    ],
)
def test_a_name_is_read_as_in_a_list(night, name, partner, field, sentence):
    _phone, answer = come(night, name, partner)
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [field]
    assert plain(" ".join(answer.context["form"].errors[field])).startswith(sentence)
    assert len(states(night)) == 1


def test_who_has_a_name_that_looks_like_anothers_is_entered_and_told_so(night):
    phone, answer = come(night, "Аnne", "Zoé")  # a Cyrillic А
    sentence = "Se lit comme « Anne »"
    assert sentence in page(phone, answer["Location"])
    body = {"name": "Вruno"}  # a Cyrillic В
    signed = night.call("post", "sign-up/", body, client=factories.api()).json()
    assert signed["alike"] == ["Bruno"]
    assert len(states(night)) == 3


def test_a_name_that_nobody_reads_is_refused_to_a_program_as_on_the_page(night):
    sentence = "Une lettre de ce nom a plus de trois accents : en ôter."
    marked = "Ze" + "\u0301" * 60
    _phone, answer = come(night, "Zoé", marked)
    assert [plain(text) for text in answer.context["form"].errors["partner"]] == [sentence]
    refused = night.call("post", "sign-up/", {"name": "Zoé", "partner": marked}).json()
    (fault,) = refused["errors"]
    assert (fault["code"], fault["attr"]) == ("name_marks", "partner")
    assert plain(fault["detail"]) == sentence


def test_nobody_signs_up_when_it_is_closed(night, monkeypatch):
    past = (timezone.now() - timedelta(minutes=1)).isoformat()
    for terms in ({"open": False}, {"open": True, "until": past}):
        night.do("put", "sign-up/", terms)
        assert night.refusal("post", "sign-up/", {"name": "Zoé"})[1] == "sign_up_closed"
        assert "ne sont pas ouvertes" in page(
            factories.browser(), f"/tournois/{night.id}/je-viens/"
        )
    night.do("put", "sign-up/", {"open": True})
    monkeypatch.setattr(signing, "MOST_ENTRANTS", 1)
    assert night.refusal("post", "sign-up/", {"name": "Zoé"})[1] == "sign_up_too_many"
    monkeypatch.undo()
    night.enter("B")
    night.draw()
    assert night.refusal("post", "sign-up/", {"name": "Zoé"})[1] == "sign_up_closed"


def test_sums_are_told_to_organisers_alone(night, keeper):
    address = f"/tournois/{night.id}/inscrits/"
    keeper.post(address, {"paid": "1", "sum": ""})
    assert Entrant.objects.get().paid == 1250
    come(night, "Zoé Roy")
    keeper.post(address, {"paid": "2", "sum": "7,50"})
    assert "Réglé : 2 sur 2, 20 en tout" in page(keeper, address)
    keeper.post(address, {"unpaid": "2"})
    assert "Réglé : 1 sur 2, 12,50 en tout" in page(keeper, address)
    keeper.post(address, {"paid": "2", "sum": "beaucoup"})
    assert [entrant["paid"] for entrant in night.do("get", "entrants/")] == [12.5, None]
    assert night.do("patch", "entrants/2/", {"paid": 0.05})["paid"] == 0.05
    assert night.refusal("patch", "entrants/2/", {"paid": -1})[1:] == ("invalid", "paid")
    # A scorer may only enter results, and does not see payments.
    scorer = factories.browser(factories.member(night.club, "scorer"))
    assert "Réglé" not in page(scorer, address)
    kinds = {entry["kind"] for entry in night.do("get", "log/")}
    assert {"paid", "fee"} <= kinds
    passer = factories.api()
    texts = [
        night.call("get", rest, client=passer).content.decode()
        for rest in ("", "entrants/", "sign-up/", "log/", "export/", "export/?format=csv", "me/")
    ]
    texts += [
        factories.browser().get(f"/tournois/{night.id}/{rest}").content.decode()
        for rest in ("", "inscrits/", "journal/", "imprimer/affiche/", "inscrits/1/", "je-viens/")
    ]
    phone, answer = come(night, "Yves Côté")
    texts.append(phone.get(answer["Location"]).content.decode())
    # Only whole words are searched, because the random tokens of a page may contain any letters and
    # digits.
    sums = re.compile(r"\b(paid|fee|1250|12[.,]50?)\b")
    assert [sums.findall(text) for text in texts] == [[]] * len(texts)


def test_the_officer_lets_in_beyond_the_limit_and_puts_back(night, keeper):
    come(night, "Zoé Roy")
    come(night, "Yves Côté")
    address = f"/tournois/{night.id}/inscrits/"
    assert "1 en attente" in page(keeper, address)
    keeper.post(address, {"back": "3"})
    keeper.post(address, {"wait": "2"})
    assert [state for _name, state in states(night)] == ["registered", "waiting", "registered"]
    # An organiser's file restores the waiting list.
    file = night.do("get", "export/")
    again = night.client.post("/api/v1/tournaments/import/", {**file, "club": night.club.slug})
    assert again.status_code == 201, again.content
    rows = Entrant.objects.filter(tournament=again.json()["id"]).order_by("number")
    assert [row.state for row in rows] == ["registered", "waiting", "registered"]


def test_the_officer_puts_the_waiting_list_in_another_order(night, keeper):
    for name in ("Zoé", "Yves", "Xavier"):
        come(night, name)
    address = f"/tournois/{night.id}/inscrits/"
    order = lambda: [entrant["waiting"] for entrant in night.do("get", "entrants/")]  # noqa: E731
    assert order() == [None, None, 1, 2]
    assert page(keeper, address).count("Monter") == 1  # the first one has nobody before
    keeper.post(address, {"up": "4"})
    assert order() == [None, None, 2, 1]
    night.do("patch", "entrants/3/", {"waiting": 1})
    assert order() == [None, None, 1, 2]
    assert night.refusal("patch", "entrants/1/", {"waiting": 1}) == (400, "not_waiting", "waiting")
    assert "numéro 1 de la liste" in page(keeper, f"/tournois/{night.id}/journal/")
    factories.browser().post(address, {"up": "4"})
    assert order() == [None, None, 1, 2]


def test_what_was_paid_stands_in_the_file_of_organisers_alone(night, keeper):
    come(night, "Zoé", "Yves")
    keeper.post(f"/tournois/{night.id}/inscrits/", {"paid": "1", "sum": "7,5"})
    address = f"/tournois/{night.id}/fichiers/inscrits/"
    lines = [line.split(",") for line in keeper.get(address).content.decode().splitlines()]
    assert [line[-1] for line in lines] == ["réglé", "7.50", ""]
    assert "réglé" not in factories.browser().get(address).content.decode()


def test_a_program_signs_up_once_and_follows_by_the_token(night):
    phone = factories.api()
    body = {"name": "Zoé", "partner": "Xavier", "client_id": "7f6f2d7e-9f5a-4d6e-8a55-0d8f6b0c6f11"}
    first = night.call("post", "sign-up/", body, client=phone)
    again = night.call("post", "sign-up/", body, client=phone)
    assert (first.status_code, again.status_code) == (201, 200)
    token = first.json()["token"]
    assert again.json()["token"] == token
    (own,) = night.do("get", "me/", client=phone, token=token)["entrants"]
    assert (own["name"], own["moves"], own["table"]) == (
        "Zoé & Xavier",
        ["checked_in", "withdrawn"],
        None,
    )
    assert night.do("get", "me/", client=phone)["entrants"] == []
    drawn = night.draw()
    (own,) = night.do("get", "me/", client=phone, token=token)["entrants"]
    assert (own["round"], own["opponents"], own["may"]) == (
        drawn["number"],
        ["Anne & Bruno"],
        ["play", "report"],
    )
    at = f"rounds/1/tables/{own['table']['number']}/result/"
    night.do("post", at, {"scores": [500, 300]}, client=phone, token=token)
    assert night.do("get", "rounds/1/")["tables"][0]["state"] == "reported"
    links = set(LogEntry.objects.filter(tournament=night.id).values_list("kind", "by_link"))
    assert {("entered", "sign_up"), ("reported", "table")} <= links
