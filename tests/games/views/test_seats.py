"""A phone scans the table's code, chooses any place, named or not, and sees the match from that
place.
"""

import re
from http.cookies import SimpleCookie

import pytest
from django.test import Client

from clubs.callers import Caller
from core.errors import Denied
from games import queries, services
from games.errors import Refused
from games.models import Change, Match, Seat
from games.services import SeatAsked, Writing
from games.services.match_details import who_sits
from tests import factories
from tests.factories import ALL_TAKEN, HAND, IN_100
from tests.games import pages
from tests.games.services.test_series import rematch
from tests.games.views.common import at_table, page, record
from tests.games.views.test_unnamed import NOBODY

pytestmark = pytest.mark.django_db

NAMED = [{"name": name} for name in factories.NAMES]


def code_of(table: factories.Table) -> str:
    """Return the path of the table's code, as in its QR code."""
    made = table.call("post", "links/", {"kind": "take_seat"}).json()
    return re.sub(r"^https?://[^/]+", "", made["url"])


def scanned(table: factories.Table) -> Client:
    """Return a phone that has scanned the table's code."""
    phone = factories.browser()
    answer = phone.get(code_of(table))
    assert answer.url == f"/parties/{table.id}/places/"
    return phone


def take(phone: Client, table: factories.Table, seat: int) -> str:
    """Tap a place of the list; return what the match's page then shows from that place."""
    answer = phone.get(f"/parties/{table.id}/places/{seat}/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/parties/{table.id}/"
    return seen(answer)


def seen(answer) -> str:
    """Return what a page shows from the phone's place, or an empty text if the phone has no
    place.
    """
    section = re.search(r'<section\s+id="place".*?</section>', answer.content.decode(), re.S)
    if section is None:
        return ""
    return " ".join(re.sub(r"<[^>]*>", " ", section[0]).replace("&#x27;", "'").split())


def sit_down(phone: Client, table: factories.Table, seat: int, name: str) -> str:
    """Sit down at an unnamed place under a name; return the text of the page that follows."""
    data = {"seat": seat, "name": name}
    return pages.text(phone.post(f"/parties/{table.id}/places/", data, follow=True))


def names(table: factories.Table) -> list[str]:
    return [seat["name"] for seat in table.body()["seats"]]


def test_a_place_is_chosen_whoever_it_names_and_nothing_is_written() -> None:
    club = factories.club("mon-club", open_recording=True)
    zoe = factories.player("Zoé", club)
    seats = [{"player": zoe.pk}, {"name": "Bruno"}, {"named": False}, {"name": "Dan"}]
    table, _scribe = at_table(club="mon-club", seats=seats)
    phone = scanned(table)
    listed = page(table, phone, "places/").content.decode()
    for seat in range(4):
        assert f'href="/parties/{table.id}/places/{seat}/"' in listed
    before = Match.objects.get(pk=table.id).version, list(Seat.objects.order_by("pk").values())
    lines = [take(phone, table, seat) for seat in range(4)]
    assert lines[0].startswith("Place 1 · Zoé À vous de parler en premier")
    assert lines[1].startswith("Place 2 · Bruno Zoé parle, puis vous")
    assert lines[2].startswith("Place 3 · Joueur 3 Zoé parle, vous en troisième")
    assert lines[3].startswith("Place 4 · Dan Vous donnez")
    assert before == (
        Match.objects.get(pk=table.id).version,
        list(Seat.objects.order_by("pk").values()),
    )


def test_several_phones_look_from_one_place_and_each_may_leave_it_and_come_back() -> None:
    table, _scribe = at_table(seats=NAMED)
    first, other = scanned(table), scanned(table)
    assert take(first, table, 2) == take(other, table, 2) != ""
    first.post(f"/parties/{table.id}/places/", {"leave": "1"})
    assert seen(page(table, first)) == ""
    assert seen(page(table, other)).startswith("Place 3")
    assert "Quitter ma place" not in pages.text(page(table, first, "places/"))
    assert "Quitter ma place" in pages.text(page(table, other, "places/"))
    assert take(first, table, 2).startswith("Place 3")


def test_a_place_shows_what_its_side_needs_and_may_bid_and_each_line_moves_it_on() -> None:
    table, scribe = at_table(seats=NAMED)
    phone = scanned(table)
    assert "Il manque 500 points à votre camp. Vous pouvez miser de 50 à 100, ou la partie." in (
        take(phone, table, 0)
    )
    record(table, scribe, bidder="0", bid="70", taken="80")
    part = phone.get(f"/parties/{table.id}/suivre/?version=1&pad=1", headers={"HX-Request": "true"})
    whole = seen(page(table, phone))
    assert whole == seen(part)
    assert "Il manque 420 points" in whole
    # A phone on whose page a section is open gets the sheet alone, with its place.
    assert seen(phone.get(f"/parties/{table.id}/suivre/?version=1")) == whole
    # The wall, and the page of a phone without a place, show nothing from a place.
    assert seen(page(table, factories.browser())) == ""
    assert seen(page(table, phone, "mur/")) == ""


def test_a_match_that_is_over_or_abandoned_shows_nothing_from_a_place() -> None:
    table, _scribe = at_table(seats=NAMED, rules=IN_100)
    phone = scanned(table)
    take(phone, table, 1)
    table.record(ALL_TAKEN)
    assert seen(page(table, phone)) == ""


def test_an_unnamed_place_may_be_given_a_name_on_the_way_which_is_a_guests() -> None:
    club = factories.club("mon-club", open_recording=True)
    factories.player("Chloé", club)
    table, scribe = at_table(HAND, club="mon-club", seats=NOBODY)
    phone = scanned(table)
    assert pages.text(page(table, phone, "places/")).count("M'y asseoir sous un nom") == 4
    assert "Place 3 · Chloé" in sit_down(phone, table, 2, "Chloé")
    assert names(table) == ["Joueur 1", "Joueur 2", "Chloé", "Joueur 4"]
    assert Seat.objects.get(match=table.id, number=2).player is None
    assert "place prise : – → Chloé" in pages.text(page(table, scribe, "historique/"))
    # Sending the same again writes nothing more. One may also sit down without a name.
    sit_down(phone, table, 2, "Chloé")
    assert Match.objects.get(pk=table.id).version == 3
    assert "Place 4 · Joueur 4" in sit_down(phone, table, 3, " ")
    # A name that was given already stays, and whoever typed another name keeps their old place.
    assert "Cette place porte déjà un autre nom" in sit_down(phone, table, 2, "Zoé")
    assert names(table)[2] == "Chloé"
    assert seen(page(table, phone)).startswith("Place 4")


def test_a_name_that_is_refused_stays_in_its_field_with_the_reason() -> None:
    table, _scribe = at_table(seats=NOBODY)
    phone = scanned(table)
    answer = phone.post(f"/parties/{table.id}/places/", {"seat": 2, "name": "A" * 200})
    assert answer.status_code == 400
    assert "Un nom a 80 caractères au plus." in pages.text(answer)
    assert "A" * 200 in answer.content.decode()
    assert Match.objects.get(pk=table.id).version == 1


def test_an_account_that_sits_down_is_not_seated_as_the_person_it_is() -> None:
    club = factories.club("le-club")
    account = factories.member(club)
    factories.player("Anne Roy", club, user=account)
    table, _scribe = at_table(seats=NOBODY)
    phone = factories.browser(account)
    phone.get(code_of(table))
    sit_down(phone, table, 0, "Anne Roy")
    assert Seat.objects.get(match=table.id, number=0).player is None


def test_who_only_sees_the_match_looks_from_a_place_and_names_none() -> None:
    table, _scribe = at_table(seats=NOBODY)
    phone = factories.browser()
    assert "M'y asseoir sous un nom" not in pages.text(page(table, phone, "places/"))
    assert take(phone, table, 1).startswith("Place 2")
    assert "il faut le code de la table" in sit_down(phone, table, 1, "Zoé")
    assert names(table)[1] == "Joueur 2"
    assert page(table, phone, "places/4/").status_code == 404


def test_in_a_tournament_one_looks_from_a_place_which_the_draw_names() -> None:
    match = factories.started(event_id="tournoi:1")
    phone = factories.browser()
    match_page = phone.get(f"/parties/{match.pk}/places/1/", follow=True)
    assert seen(match_page).startswith("Place 2 · Bruno")
    with pytest.raises(Denied, match="sitting_not_allowed"):
        services.sit(match_id=match.pk, seat=0, name="Zoé", by=factories.by_link(match))


def test_the_next_match_of_a_series_is_seen_from_the_same_persons_place() -> None:
    table, _scribe = at_table(seats=NAMED, rules=IN_100)
    phone, gone = scanned(table), scanned(table)
    for browser in (phone, gone):
        take(browser, table, 3)
    gone.post(f"/parties/{table.id}/places/", {"leave": "1"})
    table.record(ALL_TAKEN)
    following = rematch(Match.objects.get(pk=table.id))
    assert seen(phone.get(f"/parties/{following.pk}/")).startswith("Place 4 · David")
    assert seen(gone.get(f"/parties/{following.pk}/")) == ""
    # The seats have another order now: David sits second.
    Seat.objects.filter(match=following, number__in=(1, 3)).update(person=None)
    Seat.objects.filter(match=following, number=1).update(person=3, guest_name="David")
    Seat.objects.filter(match=following, number=3).update(person=1, guest_name="Bruno")
    assert seen(phone.get(f"/parties/{following.pk}/")).startswith("Place 2 · David")


@pytest.mark.parametrize(
    "value", ["x", "AAAAAAAA:9", "AAAAAAAA:999", "AAAAAAAA:-1", "AAAAAAAA:1.é"]
)
def test_a_cookie_that_somebody_made_breaks_nothing(value) -> None:
    table, _scribe = at_table(seats=NAMED)
    phone = factories.browser()
    phone.cookies = SimpleCookie({"places": value.replace("ID", table.id)})
    assert page(table, phone).status_code == 200


def test_the_table_lets_the_phones_of_its_seats_record_and_takes_it_back() -> None:
    table, scribe = at_table(seats=NAMED)
    phone = scanned(table)
    take(phone, table, 1)
    assert not pages.has(page(table, phone), "pad")
    address = f"/parties/{table.id}/reglages/"
    form = pages.form(scribe.get(address), field="name_0")
    scribe.post(address, form.data(seats_record="on"))
    assert "téléphones assis qui inscrivent" in pages.text(page(table, scribe, "historique/"))
    match_page = page(table, phone)
    assert pages.has(match_page, "pad")
    assert seen(match_page).startswith("Place 2")
    record(table, phone, bidder="1", bid="70", taken="80")
    assert len(table.body()["entries"]) == 1
    # Other pages lead the phone back to the match, as any phone that scores.
    assert f"/parties/{table.id}/" in phone.get("/regles/").content.decode()
    table.patch(seats_record=False)
    assert not pages.has(page(table, phone), "pad")
    # A phone that only knows the match's address can never record.
    table.patch(seats_record=True)
    assert not pages.has(page(table, factories.browser()), "pad")


def test_a_phone_that_records_is_told_its_place_with_the_match() -> None:
    table, _scribe = at_table(seats=NAMED)
    table.patch(seats_record=True)
    phone = scanned(table)
    assert page(table, phone, "jeu.json").json()["place"] is None
    take(phone, table, 1)
    assert page(table, phone, "jeu.json").json()["place"] == 1


# --- Programs ----------------------------------------------------------------------------------


def test_a_program_names_an_unnamed_seat_once_however_often_it_asks_and_takes_it_back() -> None:
    table = factories.table(seats=NOBODY)
    made = table.call("post", "links/", {"kind": "take_seat"}).json()
    code = {"X-Match-Token": made["token"]}
    body = {"name": "Anne", "client_id": "0c0e7c8e-8a9e-4e0c-9f0e-1d2c3b4a5968"}
    client = factories.api()
    answers = [client.post(table.url("seats/0/"), body, headers=code) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert answers[0].json()["seats"][0]["name"] == "Anne"
    # Without a name the program may sit down at any seat, and nothing is written.
    for seat in (0, 1):
        assert client.post(table.url(f"seats/{seat}/"), {}, headers=code).json()["version"] == 2
    other = client.post(table.url("seats/0/"), {"name": "Zoé"}, headers=code).json()
    assert [error["code"] for error in other["errors"]] == ["seat_taken"]
    assert client.delete(table.url("seats/0/"), headers=code).status_code == 403
    assert table.call("delete", "seats/0/").json()["seats"][0]["named"] is False
    assert [e["code"] for e in table.call("delete", "seats/0/").json()["errors"]] == ["seat_free"]


def test_a_seat_that_an_account_took_under_an_older_program_is_given_back() -> None:
    club = factories.club("le-club", open_recording=True)
    mallory = factories.player("Mallory", club)
    table, _scribe = at_table(club="le-club", seats=NAMED)
    match = Match.objects.get(pk=table.id)
    before = who_sits(queries.load(match))
    Seat.objects.filter(match=match, number=0).update(player=mallory)
    after = who_sits(queries.load(match)) | {"sat": 0}
    Change.objects.create(
        match=match, version=2, kind="patch", before=before, after=after, status=match.status
    )
    Match.objects.filter(pk=match.pk).update(version=2)
    answer = table.call("delete", "seats/0/").json()
    assert answer["seats"][0]["name"] == "Anne"


@pytest.mark.parametrize("kind", ["see", "score_match", None])
def test_only_the_tables_code_and_who_scores_name_seats(kind) -> None:
    match = factories.started(seats=[SeatAsked()] * 4)
    carried = (factories.made(match, kind).token,) if kind else ()
    by = Writing(Caller(link_tokens=carried))
    if kind == "score_match":
        services.sit(match_id=match.pk, seat=0, name="Anne", by=by)
        return
    with pytest.raises(Denied, match="sitting_not_allowed"):
        services.sit(match_id=match.pk, seat=0, name="Anne", by=by)


def test_the_code_names_seats_and_does_nothing_else() -> None:
    match = factories.finished(seats=[SeatAsked()] * 4)
    by = Writing(Caller(link_tokens=(factories.made(match, "take_seat").token,)))
    for write in (
        lambda: services.record(match_id=match.pk, data=HAND, by=by),
        lambda: services.take_back(match_id=match.pk, number=None, by=by),
        lambda: services.patch(match_id=match.pk, changes={"seats": {0: "X"}}, by=by),
        lambda: services.patch(match_id=match.pk, changes={"seats_record": True}, by=by),
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
    statuses = [
        phone.get(f"/parties/{each_match.pk}/places/").status_code for each_match in (match, other)
    ]
    assert statuses == [200, 404]
    statuses = [
        phone.get(f"/parties/{each_match.pk}/places/1/").status_code
        for each_match in (match, other)
    ]
    assert statuses == [302, 404]


def test_a_name_that_the_table_writes_over_a_phones_stays() -> None:
    table, _scribe = at_table(seats=NOBODY)
    sit_down(scanned(table), table, 0, "Mallory")
    table.patch(seats=[{"seat": 0, "name": "Anne"}])
    match = Match.objects.get(pk=table.id)
    with pytest.raises(Refused, match="seat_free"):
        services.free(match_id=match.pk, seat=0, by=factories.by_link(match))
    assert names(table)[0] == "Anne"
