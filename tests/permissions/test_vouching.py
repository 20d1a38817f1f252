"""Who vouches: *starter × way to start × what counts*, on a site that has an owner.

Nothing that an unknown phone does changes a board, a record, a list, the lineage, a series or a
page of the club. Once the club has accepted the match, everything is as if it had always
counted.
"""

import re
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.callers import Caller
from clubs.links import services as link_services
from clubs.links.models import CapabilityLink
from clubs.models import Club, User
from games import services
from games.match import permissions
from games.models import Match, Proposal
from games.services import SeatAsked, Writing
from leaderboards import services as boards
from tests import factories
from tests.extents import some
from tests.factories import ALL_TAKEN, IN_100, NAMES
from tests.games import pages
from tests.plain import plain

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def owned_site():
    """Give the site an owner, who has signed in."""
    return factories.owner_who_came()


@pytest.fixture
def club():
    """A confirmed club with four people, who have played once."""
    made = factories.club("ici", name="Ici")
    people = [factories.player(name, made) for name in NAMES]
    member = Caller(user=factories.member(made))
    seats = [SeatAsked(person.pk) for person in people]
    start = factories.setup(club=made, seats=seats, rules=IN_100)
    first = services.start(setup=start, by=Writing(member)).table.match
    services.record(match_id=first.pk, data=ALL_TAKEN, by=factories.by_link(first))
    boards.process_due()
    return made


def what_counts(club: Club) -> dict[str, str]:
    """Return, by address, everything of the club that a match may change, as an officer reads
    it.
    """
    officer = officer_of(club)
    api, browser = factories.api(officer), factories.browser(officer)
    anne = club.club_players.order_by("pk")[0].player_id
    addresses = [
        f"/api/v1/matches/?club={club.slug}",
        f"/api/v1/leaderboards/dix/?club={club.slug}",
        "/api/v1/leaderboards/dix/",
        f"/api/v1/records/dix/?club={club.slug}",
        "/api/v1/records/dix/",
        f"/api/v1/players/?club={club.slug}",
        "/api/v1/transmission/dix/",
    ]
    to_read = [
        f"/clubs/{club.slug}/",
        f"/classements/dix/?club={club.slug}",
        f"/records/dix/?club={club.slug}",
        f"/joueurs/{anne}/",
    ]
    texts = {}
    for address in (*addresses, *to_read):
        answer = (api if "/api/" in address else browser).get(address)
        assert answer.status_code == 200, address
        texts[address] = words(answer) if address in to_read else str(answer.json())
    # The version of a match also rises when another match follows it, so it is left out.
    return {address: re.sub(r"'version': \d+", "", text) for address, text in texts.items()}


def words(answer: Any) -> str:
    """What a page says, without its forms' secrets."""
    [main] = re.findall(r"<main.*</main>", answer.content.decode(), re.DOTALL)
    text = " ".join(re.sub(r"<[^>]+>", " ", main).split())
    # An officer also sees how many matches wait to be accepted; this is removed.
    return re.sub(r"\d+ matchs? attend(ent)? d'être acceptés? ", "", text)


def officer_of(club: Club) -> User:
    """Return the club's officer, who reads the club before and after a match."""
    known = User.objects.filter(memberships__club=club, memberships__role="officer").first()
    return known or factories.member(club, "officer")


def body(club: Club, **changes: Any) -> dict[str, Any]:
    """Return the body of a start that names the club and its people by id, as a stranger's program
    would.
    """
    seats = [{"player": row.player_id} for row in club.club_players.order_by("pk")]
    return factories.start_body(club=club.slug, seats=seats, rules=IN_100, **changes)


def ended(match_id: str, token: str) -> Match:
    """Record the hand that ends the match, with the table's own token; return the match."""
    data = {**ALL_TAKEN, "bidder": 1}
    answer = factories.api().post(
        f"/api/v1/matches/{match_id}/entries/", data, headers={"X-Match-Token": token}
    )
    assert answer.status_code == 201, answer.content
    return Match.objects.get(pk=match_id)


def by_api(club: Club, client: Any, **changes: Any) -> Match:
    answer = client.post("/api/v1/matches/", body(club, **changes))
    assert answer.status_code == 201, answer.content
    return ended(answer.json()["id"], answer.json()["edit_token"])


def later(club: Club, client: Any) -> Match:
    """Start a match that is sent two hours later, as a phone without a network does."""
    moment = timezone.now() - timedelta(hours=2)
    return by_api(club, client, started_at=moment.isoformat(), client_id=str(uuid.uuid4()))


def in_the_future(club: Club, client: Any) -> Match:
    moment = timezone.now() + timedelta(days=2)
    return by_api(club, client, started_at=moment.isoformat())


def by_page(club: Club, phone: Any, **filled: Any) -> Match:
    """Start a table on the start page of the club, as a phone does."""
    form = pages.form(phone.get(f"/jouer/dix/?club={club.slug}"), field="name_0")
    page = phone.post(f"/jouer/dix/?club={club.slug}", form.data(**filled))
    assert page.status_code == 302, words(page)
    return Match.objects.get(pk=page["Location"].strip("/").split("/")[-1])


def by_form(club: Club, client: Any) -> Match:
    """Start a match on the start page, with members' names typed on an unknown phone, and play it
    to its end.
    """
    names = {f"name_{seat}": name for seat, name in enumerate(NAMES)}
    match = by_page(club, factories.browser(), **names)
    while match.status == "in_progress":
        match = factories.recorded(match, ALL_TAKEN)
    return match


def rematch(club: Club, client: Any) -> Match:
    """Start and play the rematch of a match that the club has accepted, from the phone that scored
    it.
    """
    first = Proposal.objects.get(accepted=True).match
    token = permissions.edit_token(first)
    answer = client.post(f"/api/v1/matches/{first.pk}/rematch/", headers={"X-Match-Token": token})
    assert answer.status_code == 201, answer.content
    return ended(answer.json()["id"], answer.json()["edit_token"])


def same_table(club: Club, client: Any) -> Match:
    """Start and play « La même table » after a match that the club has accepted."""
    first = Proposal.objects.get(accepted=True).match
    start = factories.setup(club=club, rules=IN_100)
    by = Writing(factories.link(first))
    match = services.start_again(match_id=first.pk, setup=start, by=by).table.match
    return ended(match.pk, permissions.edit_token(match))


def imported(club: Club, client: Any, **changes: Any) -> Match:
    """Import an export as a match of the club."""
    table = factories.table(rules=IN_100)
    ended(table.id, table.token or "")
    export = table.get("export/").json() | {"club": club.slug} | changes
    for seat, row in zip(export["seats"], club.club_players.order_by("pk"), strict=True):
        seat.update(player=row.player_id, name=row.player.name)
    answer = client.post("/api/v1/matches/import/", export)
    assert answer.status_code == 201, answer.content
    return Match.objects.get(pk=answer.json()["id"])


def backdated(club: Club, client: Any) -> Match:
    return imported(club, client, started_at="2019-05-04T20:00:00Z")


def tied_later(club: Club, client: Any) -> Match:
    """Play a match of no club whose table has tied its guests to the club's people."""
    table = factories.table(client, rules=IN_100)
    for number, row in enumerate(club.club_players.order_by("pk")):
        table.patch(seats=[{"seat": number, "player": row.player_id}])
    return ended(table.id, table.token or "")


def at_a_tournament(club: Club, client: Any) -> Match:
    """Play a match whose start guesses a tournament's id, a field that the API does not have."""
    answer = client.post("/api/v1/matches/", body(club, event_id="ABCDEFGH"))
    return ended(answer.json()["id"], answer.json()["edit_token"])


def accepted(club: Club) -> Match:
    """Return a stranger's match that the club has accepted and the boards have counted."""
    table = factories.table(club=club.slug, rules=IN_100)
    ended(table.id, table.token or "")
    offer = Proposal.objects.get(match=table.id)
    officer = Caller(user=officer_of(club))
    services.accept(club=club, proposal_id=offer.pk, caller=officer)
    boards.process_due()
    return Match.objects.get(pk=table.id)


WAYS: dict[str, Callable[[Club, Any], Match]] = {
    way.__name__: way
    for way in (
        by_api,
        later,
        in_the_future,
        by_form,
        rematch,
        same_table,
        imported,
        backdated,
        tied_later,
        at_a_tournament,
    )
}


def stranger(club: Club) -> Any:
    return factories.api()


def account(club: Club) -> Any:
    """A client with an account that has founded a club of its own."""
    user = factories.user()
    factories.api(user).post("/api/v1/clubs/", {"name": "À moi"})
    return factories.api(user)


def elsewhere(club: Club) -> Any:
    """An owner of another club."""
    return factories.api(factories.member(factories.club(), "owner"))


def with_ended_link(club: Club) -> Any:
    """A phone whose table link ended three hours ago."""
    link, token = factories.table_link(club)
    now = timezone.now()
    CapabilityLink.objects.filter(pk=link.pk).update(
        made_at=now - timedelta(days=1), expires_at=now - timedelta(hours=3)
    )
    return with_token(token)


def with_revoked_link(club: Club) -> Any:
    link, token = factories.table_link(club)
    CapabilityLink.objects.filter(pk=link.pk).update(
        revoked_at=timezone.now() - timedelta(hours=3), made_at=timezone.now() - timedelta(days=1)
    )
    return with_token(token)


def with_token(token: str) -> Any:
    client = factories.api()
    client.credentials(HTTP_X_MATCH_TOKEN=token)
    return client


STRANGERS = {
    make_client.__name__: make_client
    for make_client in (stranger, account, elsewhere, with_ended_link, with_revoked_link)
}


@pytest.mark.parametrize("way", some(list(WAYS), 2))
@pytest.mark.parametrize("starter", some(["stranger", "account"], 2))
def test_the_strangers_hand_moves_nothing_of_the_club(club, starter, way):
    client = STRANGERS[starter](club)
    if way in ("rematch", "same_table"):
        accepted(club)
    before = what_counts(club)
    match = WAYS[way](club, client)
    boards.process_due()
    assert what_counts(club) == before
    assert match.status == "finished"
    assert match.club is None
    assert not match.seats.filter(player__isnull=False).exists()
    assert match.counts in ("proposed", "no")


@pytest.mark.parametrize("way", some(["later", "by_api"], 2))
@pytest.mark.parametrize("starter", ["elsewhere", "with_ended_link", "with_revoked_link"])
def test_nor_does_who_has_no_right_here_any_more(club, starter, way):
    client = STRANGERS[starter](club)
    before = what_counts(club)
    match = WAYS[way](club, client)
    boards.process_due()
    assert (what_counts(club), match.club, match.counts) == (before, None, "proposed")


def member(club: Club) -> Any:
    return factories.api(factories.member(club))


def by_table_link(club: Club) -> Any:
    """A phone with a live table link, made yesterday."""
    link, token = factories.table_link(club)
    CapabilityLink.objects.filter(pk=link.pk).update(made_at=timezone.now() - timedelta(days=1))
    return with_token(token)


@pytest.mark.parametrize("way", ["by_api", "later"])
@pytest.mark.parametrize("starter", [member, by_table_link])
def test_what_a_member_or_a_phone_of_the_club_starts_counts(club, starter, way):
    before = what_counts(club)
    match = WAYS[way](club, starter(club))
    boards.process_due()
    assert (match.club, match.counts) == (club, "yes")
    after = what_counts(club)
    assert after != before
    assert (
        after["/api/v1/leaderboards/dix/?club=ici"] != before["/api/v1/leaderboards/dix/?club=ici"]
    )


def test_a_start_before_its_link_was_made_is_proposed(club):
    _link, token = factories.table_link(club)
    assert later(club, with_token(token)).counts == "proposed"


def test_a_start_while_its_link_served_counts_though_it_arrives_after_the_end(club):
    link, token = factories.table_link(club)
    now = timezone.now()
    CapabilityLink.objects.filter(pk=link.pk).update(
        made_at=now - timedelta(hours=5), expires_at=now - timedelta(hours=1)
    )
    match = later(club, with_token(token))
    assert (match.club, match.vouching_link) == (club, link)


def test_the_match_of_a_link_that_ends_in_the_middle_is_played_out_the_next_one_is_proposed(club):
    link, token = factories.table_link(club)
    phone = with_token(token)
    first = phone.post("/api/v1/matches/", body(club)).json()
    CapabilityLink.objects.filter(pk=link.pk).update(
        made_at=timezone.now() - timedelta(hours=2), expires_at=timezone.now() - timedelta(hours=1)
    )
    assert ended(first["id"], first["edit_token"]).counts == "yes"
    again = factories.api().post(
        f"/api/v1/matches/{first['id']}/rematch/", headers={"X-Match-Token": first["edit_token"]}
    )
    assert (again.status_code, again.json()["club"]) == (201, None)


def test_the_match_of_a_link_that_is_revoked_stops(club):
    link, token = factories.table_link(club)
    first = with_token(token).post("/api/v1/matches/", body(club)).json()
    link_services.revoke(link=link)
    answer = factories.api().post(
        f"/api/v1/matches/{first['id']}/entries/",
        ALL_TAKEN,
        headers={"X-Match-Token": first["edit_token"]},
    )
    assert answer.status_code == 403


def test_a_correction_after_acceptance_is_proposed(club):
    match = accepted(club)
    before = what_counts(club)
    token = permissions.edit_token(match)
    answer = factories.api().put(
        f"/api/v1/matches/{match.pk}/entries/1/",
        {**ALL_TAKEN, "bidder": 0},
        headers={"X-Match-Token": token},
    )
    boards.process_due()
    assert answer.status_code == 202, answer.content
    assert what_counts(club) == before
    offer = Proposal.objects.get(match=match, accepted=None)
    assert (offer.line, offer.before["bidder"], offer.after["bidder"]) == (1, 1, 0)
    officer = Caller(user=officer_of(club))
    services.accept(club=club, proposal_id=offer.pk, caller=officer)
    boards.process_due()
    assert what_counts(club) != before


@pytest.mark.parametrize(
    ("method", "rest", "data"),
    [
        ("delete", "entries/1/", None),
        ("patch", "", {"sides": [{"side": 0, "name": "Eux"}]}),
        ("patch", "", {"seats": [{"seat": 0, "name": "Zoé"}]}),
    ],
)
def test_another_phone_changes_nothing_else_once_it_counts(club, method, rest, data):
    match = accepted(club)
    before = what_counts(club)
    answer = getattr(factories.api(), method)(
        f"/api/v1/matches/{match.pk}/{rest}",
        data,
        headers={"X-Match-Token": permissions.edit_token(match)},
    )
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (403, "match_counts")
    assert what_counts(club) == before


def test_accepted_it_counts_as_if_it_always_had(club):
    """The boards are the same as after a rebuild, and the same as for a match that a member
    started.
    """
    table = factories.api().post("/api/v1/matches/", body(club)).json()
    match = ended(table["id"], table["edit_token"])
    offer = Proposal.objects.get(match=match)
    officer = officer_of(club)
    seats = {number: row.player_id for number, row in enumerate(club.club_players.order_by("pk"))}
    services.accept(club=club, proposal_id=offer.pk, caller=Caller(user=officer), players=seats)
    boards.process_due()
    counted = what_counts(club)
    boards.rebuild(game="dix")
    assert what_counts(club) == counted
    rows = factories.api(officer).get("/api/v1/leaderboards/dix/?club=ici").json()["rows"]
    assert [row["played"] for row in rows] == [2, 2, 2, 2]


def test_taken_out_again_nothing_of_it_is_left(club):
    before = what_counts(club)
    table = factories.api().post("/api/v1/matches/", body(club)).json()
    match = ended(table["id"], table["edit_token"])
    officer = Caller(user=officer_of(club))
    seats = {number: row.player_id for number, row in enumerate(club.club_players.order_by("pk"))}
    services.accept(
        club=club,
        proposal_id=Proposal.objects.get(match=match).pk,
        caller=officer,
        players=seats,
    )
    boards.process_due()
    services.remove(match_id=match.pk, caller=officer)
    boards.process_due()
    assert what_counts(club) == before
    match.refresh_from_db()
    assert (match.club, [seat.name for seat in match.seats.all()]) == (None, list(NAMES))


def test_a_house_without_an_owner_counts_as_on_the_first_evening(club, settings):
    User.objects.filter(is_superuser=True).delete()
    assert by_api(club, factories.api()).counts == "yes"
    settings.PUBLIC_URL = "https://carnet.example"
    assert by_api(club, factories.api()).counts == "proposed"


def test_where_the_owner_lets_any_phone_count_it_counts(club):
    Club.objects.update(open_recording=True)
    assert by_api(club, factories.api()).counts == "yes"


def test_a_trusted_phone_counts_and_is_renewed_by_use(club):
    phone = factories.browser()
    by_page(club, phone)
    officer = factories.browser(officer_of(club))
    offer = Proposal.objects.get()
    officer.post(f"/clubs/{club.slug}/propositions/", {"trust": offer.pk})
    link = CapabilityLink.objects.get(kind="trusted_phone")
    soon = timezone.now() + timedelta(days=3)
    CapabilityLink.objects.update(expires_at=soon, last_used_at=None)
    by_page(club, phone)
    assert Match.objects.filter(club=club, vouching_link=link).count() == 1
    link.refresh_from_db()
    assert link.expires_at > soon + timedelta(days=300)


@pytest.mark.nightly
def test_twenty_offers_of_an_evening_are_answered_on_one_page(club):
    phones = [factories.browser() for _ in range(3)]
    names = {f"name_{seat}": name for seat, name in enumerate(NAMES)}
    for number in range(20):
        by_page(club, phones[number % 3], **names, rule__target=100)
    for match in Match.objects.filter(club=None):
        factories.recorded(match, ALL_TAKEN)
    officer = factories.browser(officer_of(club))
    address = f"/clubs/{club.slug}/propositions/"
    page = officer.get(address).content.decode()
    offers = re.findall(r'name="offer" value="(\d+)"', page)
    assert len(offers) == 20
    assert page.count("Un téléphone inconnu") == 3
    chosen = dict(
        re.findall(r'<select name="(seat-\d+-\d+)">.*?value="(\d+)"\s+selected', page, re.S)
    )
    assert len(chosen) == 80
    officer.post(address, {"offer": offers[1:], "accept": "1", **chosen})
    officer.post(address, {"offer": offers[:1], "refuse": "1"})
    assert Match.objects.filter(club=club).count() == 20  # nineteen and the first one
    assert "Rien n'attend" in plain(officer.get(address).content.decode())


def test_ten_offers_of_a_phone_wait_the_eleventh_stays_at_its_table(club):
    phone = factories.browser()
    for _ in range(11):
        by_page(club, phone)
    newest = Match.objects.order_by("-started_at", "-pk")
    assert sum(match.counts == "proposed" for match in newest) == 10
    assert sum(match.counts == "no" for match in newest) == 1


def test_an_offer_lapses_after_thirty_days(club):
    match = by_api(club, factories.api())
    Proposal.objects.update(made_at=timezone.now() - timedelta(days=31))
    officer = factories.browser(officer_of(club))
    assert "Rien n'attend" in plain(
        officer.get(f"/clubs/{club.slug}/propositions/").content.decode()
    )
    assert Match.objects.get(pk=match.pk).counts == "no"


def test_a_member_lets_a_match_count_on_its_page_but_not_an_imported_one(club):
    match = by_api(club, factories.api())
    page = f"/parties/{match.pk}/club/"
    assert "Le faire compter" not in factories.browser().get(page).content.decode()
    member = factories.browser(factories.member(club))
    assert "Le faire compter" in member.get(page).content.decode()
    member.post(page, {"accept": "1"})
    assert Match.objects.get(pk=match.pk).counts == "yes"
    other = imported(club, factories.api())
    page = f"/parties/{other.pk}/club/"
    assert member.post(page, {"accept": "1"}).status_code == 403
    assert Match.objects.get(pk=other.pk).counts == "proposed"
