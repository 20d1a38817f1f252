"""A seat is taken by its own phone, by the table's code; the table sees it and may free it."""

import re

import pytest
from django.test import Client

from clubs.callers import Caller
from clubs.models import User
from core.errors import Denied
from games import services
from games.errors import Refused
from games.models import Match, Seat
from games.services import SeatAsked, Writing
from tests import factories
from tests.factories import ALL_TAKEN, HAND, IN_100
from tests.games import pages
from tests.games.views.common import at_table, page
from tests.games.views.test_unnamed import NOBODY

pytestmark = pytest.mark.django_db


def code_of(table: factories.Table) -> str:
    """The address of the table's code, as its QR has it."""
    made = table.call("post", "links/", {"kind": "take_seat"}).json()
    return re.sub(r"^https?://[^/]+", "", made["url"])


def scanned(table: factories.Table, account: User | None = None) -> Client:
    """A phone that has scanned the table's code."""
    phone = factories.browser(account)
    answer = phone.get(code_of(table))
    assert answer.url == f"/parties/{table.id}/places/"
    return phone


def take(phone: Client, table: factories.Table, seat: int, name: str | None = None) -> str:
    """Send the form of a seat; what the page says then."""
    data = {"seat": seat} | ({} if name is None else {"name": name})
    answer = phone.post(f"/parties/{table.id}/places/", data, follow=True)
    return pages.text(answer)


def seats(table: factories.Table) -> list[str]:
    return [seat["name"] for seat in table.body()["seats"]]


def test_a_phone_without_an_account_takes_a_seat_by_a_name_and_the_table_sees_it() -> None:
    table, scribe = at_table(HAND, seats=NOBODY)
    phone = scanned(table)
    text = pages.text(page(table, phone, "places/"))
    assert text.count("C'est ma place") == 4
    assert "Libérer" not in text
    assert "C'est noté : cette place est la vôtre." in take(phone, table, 2, "Chloé")
    assert seats(table) == ["Joueur 1", "Joueur 2", "Chloé", "Joueur 4"]
    # It follows the match, and scores nothing.
    assert not pages.has(page(table, phone), "pad")
    seen = pages.text(page(table, scribe, "places/"))
    assert "Libérer la place" in seen
    history = pages.text(page(table, scribe, "historique/"))
    assert "place prise : – → Chloé" in history


def test_a_phone_has_one_seat_and_is_asked_before_it_leaves_it_for_another() -> None:
    table, scribe = at_table(seats=NOBODY)
    phone, other = scanned(table), scanned(table)
    take(phone, table, 0, "Anne")
    asked = take(phone, table, 2, "Anne R.")
    assert "Prendre la place 3, et laisser celle-là ?" in asked
    assert seats(table) == ["Anne", "Joueur 2", "Joueur 3", "Joueur 4"]
    form = {"seat": 2, "name": "Anne R.", "instead": "1"}
    phone.post(f"/parties/{table.id}/places/", form)
    assert seats(table) == ["Joueur 1", "Joueur 2", "Anne R.", "Joueur 4"]
    history = pages.text(page(table, scribe, "historique/"))
    assert "place libérée : – → Joueur 1" in history
    # A seat that the table freed, and somebody else took, is no longer this phone's.
    scribe.post(f"/parties/{table.id}/places/", {"free": 2})
    take(other, table, 2, "Chloé")
    assert "C'est noté" in take(phone, table, 3, "Anne")
    assert seats(table) == ["Joueur 1", "Joueur 2", "Chloé", "Anne"]


def test_an_account_takes_a_seat_as_the_person_it_is_whatever_the_table_wrote() -> None:
    club = factories.club("le-club")
    account = factories.member(club)
    anne = factories.player("Anne Roy", club, user=account)
    table, _scribe = at_table(seats=[{"name": "Annie"}, *NOBODY[1:]])
    phone = scanned(table, account)
    assert "C'est ma place (Anne Roy)" in pages.text(page(table, phone, "places/"))
    take(phone, table, 0)
    seat = Seat.objects.get(match=table.id, number=0)
    assert (seat.player, seat.taken) == (anne, True)
    assert seats(table)[0] == "Anne Roy"
    # Once seated they are offered no other place, and can take none.
    assert "C'est ma place" not in pages.text(page(table, phone, "places/"))
    assert "Cette personne est déjà assise à la table." in take(phone, table, 1)
    assert seats(table)[1] == "Joueur 2"


def test_a_seat_with_a_name_is_taken_with_one_tap_and_no_seat_twice() -> None:
    table, _scribe = at_table(seats=[{"name": "Anne"}, *NOBODY[1:]])
    one, other = scanned(table), scanned(table)
    take(one, table, 0, "Anne")
    assert seats(table)[0] == "Anne"
    assert "Cette place est déjà prise : en choisir une autre." in take(other, table, 0, "Zoé")
    assert seats(table)[0] == "Anne"
    assert Match.objects.get(pk=table.id).version == 2


def test_a_known_players_seat_is_nobody_elses() -> None:
    club = factories.club("mon-club", open_recording=True)
    zoe = factories.player("Zoé", club)
    table, _scribe = at_table(club="mon-club", seats=[{"player": zoe.pk}, *NOBODY[1:]])
    assert "Cette place est déjà prise" in take(scanned(table), table, 0, "Mallory")
    assert seats(table)[0] == "Zoé"


def test_an_empty_name_is_asked_for_and_writes_nothing() -> None:
    table, _scribe = at_table(seats=NOBODY)
    assert "Il manque un nom." in take(scanned(table), table, 1, " ")
    assert Match.objects.get(pk=table.id).version == 1


def test_the_table_frees_a_seat_and_it_has_its_name_of_before_also_after_the_end() -> None:
    club = factories.club("le-club")
    account = factories.member(club)
    factories.player("Mallory", club, user=account)
    names = [{"name": "Anne"}, *NOBODY[1:]]
    table, scribe = at_table(seats=names, rules=IN_100)
    take(scanned(table, account), table, 0)
    take(scanned(table), table, 1, "Bruno")
    table.record(ALL_TAKEN)
    assert seats(table)[:2] == ["Mallory", "Bruno"]
    for seat in (0, 1):
        answer = scribe.post(f"/parties/{table.id}/places/", {"free": seat}, follow=True)
        assert "La place est de nouveau libre." in pages.text(answer)
    assert seats(table)[:2] == ["Anne", "Joueur 2"]
    assert not Seat.objects.filter(match=table.id, taken=True).exists()
    # Free again, it can be taken again.
    take(scanned(table), table, 0, "Anne")
    assert seats(table)[0] == "Anne"


def test_a_program_takes_a_seat_once_however_often_it_asks_and_frees_it() -> None:
    table = factories.table(seats=NOBODY)
    made = table.call("post", "links/", {"kind": "take_seat"}).json()
    code = {"X-Match-Token": made["token"]}
    body = {"name": "Anne", "client_id": "0c0e7c8e-8a9e-4e0c-9f0e-1d2c3b4a5968"}
    client = factories.api()
    answers = [client.post(table.url("seats/0/"), body, headers=code) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert answers[0].json()["seats"][0]["name"] == "Anne"
    other = client.post(table.url("seats/0/"), {"name": "Zoé"}, headers=code).json()
    assert [error["code"] for error in other["errors"]] == ["seat_taken"]
    assert client.delete(table.url("seats/0/"), headers=code).status_code == 403
    assert table.call("delete", "seats/0/").json()["seats"][0]["named"] is False


@pytest.mark.parametrize("kind", ["see", "score_match", None])
def test_only_the_tables_code_and_who_scores_take_seats(kind) -> None:
    match = factories.started(seats=[SeatAsked()] * 4)
    carried = (factories.made(match, kind).token,) if kind else ()
    by = Writing(Caller(link_tokens=carried))
    if kind == "score_match":
        services.sit(match_id=match.pk, seat=0, name="Anne", by=by)
        return
    with pytest.raises(Denied, match="sitting_not_allowed"):
        services.sit(match_id=match.pk, seat=0, name="Anne", by=by)
    answer = factories.browser().get(f"/parties/{match.pk}/places/")
    assert (answer.status_code, answer.url) == (302, f"/parties/{match.pk}/")


def test_the_code_takes_seats_and_does_nothing_else() -> None:
    match = factories.finished(seats=[SeatAsked()] * 4)
    by = Writing(Caller(link_tokens=(factories.made(match, "take_seat").token,)))
    for write in (
        lambda: services.record(match_id=match.pk, data=HAND, by=by),
        lambda: services.take_back(match_id=match.pk, number=None, by=by),
        lambda: services.patch(match_id=match.pk, changes={"seats": {0: "X"}}, by=by),
        lambda: services.free(match_id=match.pk, seat=0, by=by),
        lambda: services.shared(match.pk, by.caller),
    ):
        with pytest.raises(Denied):
            write()


def test_a_code_ends_with_the_time_of_the_table_and_when_it_is_taken_back(settings) -> None:
    table, scribe = at_table(seats=NOBODY)
    address = code_of(table)
    scribe.post(f"/parties/{table.id}/partager/", {"alone": "1"})
    assert factories.browser().get(address).status_code == 410


def test_a_code_shows_the_match_of_a_members_only_club_and_no_other() -> None:
    club = factories.club(public=False)
    by = Caller(user=factories.member(club))
    match, other = (factories.started(by=by, club=club, seats=[SeatAsked()] * 4) for _ in range(2))
    made = services.make_link(match_id=match.pk, kind="take_seat", lasts=None, caller=by)
    phone = factories.browser()
    phone.get(f"/l/{made.token}/")
    statuses = [phone.get(f"/parties/{one.pk}/places/").status_code for one in (match, other)]
    assert statuses == [200, 404]


def test_a_match_of_a_tournament_says_itself_who_sits_where() -> None:
    match = factories.started(event_id="tournoi:1")
    with pytest.raises(Denied, match="sitting_not_allowed"):
        services.sit(match_id=match.pk, seat=0, name="Zoé", by=factories.by_link(match))


def test_a_name_that_the_table_writes_over_an_account_frees_the_seat() -> None:
    club = factories.club("le-club")
    account = factories.member(club)
    factories.player("Mallory", club, user=account)
    table, _scribe = at_table(seats=NOBODY)
    take(scanned(table, account), table, 0)
    table.patch(seats=[{"seat": 0, "name": "Anne"}])
    assert seats(table)[0] == "Anne"
    match = Match.objects.get(pk=table.id)
    with pytest.raises(Refused, match="seat_free"):
        services.free(match_id=match.pk, seat=0, by=factories.by_link(match))
