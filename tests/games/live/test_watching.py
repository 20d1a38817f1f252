"""What the streams send to watchers: the page as they would fetch it, and only what each may
see.
"""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.links.models import CapabilityLink
from clubs.models import Club, Membership, Player
from games.live import drawn as drawing
from games.live.readers import READER
from games.live.watching import news
from games.models import Match, Seat
from games.registry.chances import ChancesNotReady
from games.services import SeatAsked
from tests import factories
from tests.factories import ALL_TAKEN, FAILED, HAND, IN_100
from tests.games import pages
from tests.games.views.common import HTMX

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_drawn():
    drawing.parts.clear()
    yield
    drawing.parts.clear()


@pytest.fixture
def drawn_templates(monkeypatch):
    """Return a list to which the name of each drawn template is added."""
    drawn = []

    def draw(template, context):
        drawn.append(template)
        return rendered(template, context)

    rendered = drawing.render_to_string
    monkeypatch.setattr(drawing, "render_to_string", draw)
    return drawn


def opened(match, browser=None, view="page", **options):
    """Open a stream; return its reader, as it is handed to the server that keeps the stream
    open.
    """
    scope = {}
    address = f"{reverse('live', args=[match.pk])}?view={view}"
    response = (browser or factories.browser()).get(address, **{"asgi.scope": scope}, **options)
    assert response.status_code == 200
    return scope[READER]


def sent(match, *readers):
    """Return the part that each reader is sent now."""
    return news(match.pk, readers).parts


def fetched(match, browser=None, rest="suivre/?pad=1", **options):
    options.setdefault("headers", HTMX)
    return (browser or factories.browser()).get(f"/parties/{match.pk}/{rest}", **options)


def closed_club(**options):
    club = factories.club(public=False, **options)
    owner = factories.member(club, "owner")
    return club, factories.started(club=club, by=factories.Caller(user=owner))


@pytest.mark.parametrize("game", ["dix", "yams", "toy"])
def test_the_stream_brings_what_a_watcher_would_fetch(game):
    seats = (SeatAsked(name="A"), SeatAsked(name="B"))
    changes = {} if game == "dix" else {"seats": seats}
    match = factories.started(game, **changes)
    page, wall = opened(match), opened(match, view="wall")
    if game == "dix":
        factories.recorded(match, HAND, FAILED)
    brought = sent(match, page, wall)
    drawing.parts.clear()
    assert brought == [
        fetched(match).content.decode(),
        fetched(match, rest="mur/").content.decode(),
    ]
    # The whole page contains the same part.
    assert brought[0] in fetched(match, rest="", headers={}).content.decode()
    assert brought[1] in fetched(match, rest="mur/", headers={}).content.decode()


def test_a_finished_match_is_brought_with_its_end():
    seats = (SeatAsked(name="A"), SeatAsked(name="B"))
    match = factories.started("toy", seats=seats, rules={"target": 1})
    reader = opened(match)
    factories.recorded(match, {"values": [6, 1]})
    (brought,) = sent(match, reader)
    assert "gagne" in brought
    assert brought == fetched(match).content.decode()


def test_a_page_with_a_form_is_fetched_by_each_with_a_secret_of_their_own(monkeypatch):
    def not_yet(*arguments):
        raise ChancesNotReady

    monkeypatch.setattr("games.review.chances.known", not_yet)
    match = factories.started(rules=IN_100)
    browser = factories.browser(enforce_csrf_checks=True)
    reader = opened(match)
    factories.recorded(match, ALL_TAKEN)
    # The page now has a form that asks for the chances, so it is not sent but must be fetched.
    assert sent(match, reader) == [None]
    page = fetched(match, browser).content.decode()
    (token,) = re.findall('name="csrfmiddlewaretoken" value="([^"]+)"', page)
    fields = {"csrfmiddlewaretoken": token}
    assert browser.post(f"/parties/{match.pk}/chances/", fields).status_code == 302
    assert browser.post(f"/parties/{match.pk}/chances/").status_code == 403


def test_each_place_has_a_view_of_its_own_in_a_page_that_is_drawn_once(drawn_templates):
    match = factories.started()
    phones = [factories.browser() for _ in range(6)]
    for phone, seat in zip(phones, (0, 1, 2, 3, 1), strict=False):
        phone.get(f"/parties/{match.pk}/places/{seat}/")
    readers = [opened(match, phone) for phone in phones]
    factories.recorded(match, HAND)
    drawn_templates.clear()
    brought = sent(match, *readers)
    # The page is drawn once, and the view of each place once. Two phones look from the same
    # place, one from no place.
    assert drawn_templates == ["games/_match.html", *["games/_place.html"] * 4]
    assert [reader.seat for reader in readers] == [0, 1, 2, 3, 1, None]
    assert "Place 1" in brought[0]
    assert "Vous donnez" in brought[0]
    assert "À vous de parler en premier" in brought[1]
    assert brought[1] == brought[4]
    assert 'id="place"' not in brought[5]
    for phone, part in zip(phones, brought, strict=True):
        assert part == fetched(match, phone).content.decode()


def test_a_version_is_drawn_once_for_all_who_see_the_same(drawn_templates):
    match = factories.recorded(factories.started(), HAND)
    readers = [
        opened(match, factories.browser(account)) for account in (None, None, factories.user())
    ]
    english = opened(match, headers={"accept-language": "en"})
    wall = opened(match, view="wall")
    french, *others = sent(match, *readers, english, wall)
    assert others[:2] == [french, french]
    assert len({french, others[2], others[3]}) == 3
    assert drawn_templates.count("games/_match.html") == 2
    assert drawn_templates.count("games/_wall.html") == 1
    # It is not drawn again either for somebody who fetches the page or begins to watch.
    assert fetched(match).content.decode() == french
    fetched(match, rest="", headers={})
    assert sent(match, readers[0]) == [french]
    assert drawn_templates.count("games/_match.html") == 2


def test_a_further_watcher_costs_no_query():
    club, match = closed_club()
    see = factories.made(match, "see").token
    visitor = factories.browser()
    visitor.cookies["links"] = see
    members = [factories.browser(factories.member(club)) for _ in range(3)]
    readers = [opened(match, browser) for browser in (visitor, *members)]
    counts = []
    for some in (readers[:2], readers):
        with CaptureQueriesContext(connection) as queries:
            assert None not in sent(match, *some)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12


def test_a_name_changed_without_a_new_version_is_drawn_anew():
    club = factories.club()
    player = factories.player("Émile", club)
    owner = factories.Caller(user=factories.member(club, "owner"))
    seats = (SeatAsked(player=player.pk), *(SeatAsked(name=name) for name in "BCD"))
    match = factories.started(club=club, by=owner, seats=seats)
    reader = opened(match)
    assert "Émile" in sent(match, reader)[0]
    Player.objects.filter(pk=player.pk).update(name="Zoé")
    (brought,) = sent(match, reader)
    assert "Zoé" in brought
    assert "Émile" not in brought
    assert "Émile" not in fetched(match).content.decode()
    Club.objects.filter(pk=club.pk).update(name="Un autre nom")
    assert "Un autre nom" in sent(match, reader)[0]


def revoke(match, browser, account):
    CapabilityLink.objects.update(revoked_at=timezone.now())


def lose_the_role(match, browser, account):
    Membership.objects.filter(user=account).delete()


def sign_out(match, browser, account):
    browser.logout()


def change_the_password(match, browser, account):
    account.set_password("un autre mot de passe")
    account.save()


def close_the_account(match, browser, account):
    account.is_active = False
    account.save()


@pytest.mark.parametrize(
    "end", [revoke, lose_the_role, sign_out, change_the_password, close_the_account]
)
def test_who_may_see_no_more_is_not_sent_the_next_line(end):
    club, match = closed_club()
    account = None if end is revoke else factories.member(club)
    browser = factories.browser(account)
    if end is revoke:
        browser.cookies["links"] = factories.made(match, "see").token
    reader = opened(match, browser)
    other = opened(match, factories.browser(factories.member(club)))
    assert None not in sent(match, reader, other)
    end(match, browser, account)
    first, second = sent(match, reader, other)
    assert first is None
    assert second is not None
    assert fetched(match, browser).status_code == 404


def test_visitors_are_sent_nothing_of_a_club_that_closes():
    club = factories.club()
    owner = factories.Caller(user=factories.member(club, "owner"))
    match = factories.started(club=club, by=owner)
    reader, wall = opened(match), opened(match, view="wall")
    assert None not in sent(match, reader, wall)
    Club.objects.filter(pk=club.pk).update(public=False)
    assert sent(match, reader, wall) == [None, None]


def test_who_may_write_is_told_the_version_only_and_has_the_wall_like_all():
    club, match = closed_club()
    account = factories.member(club)
    browser = factories.browser(account)
    reader, wall = opened(match, browser), opened(match, browser, "wall")
    assert None not in sent(match, reader, wall)
    Membership.objects.filter(user=account).update(role="scorer")
    page, board = sent(match, reader, wall)
    assert page is None
    assert board is not None


def test_somebody_seated_meanwhile_is_told_the_version_only():
    club, match = closed_club()
    account = factories.member(club)
    reader = opened(match, factories.browser(account))
    assert sent(match, reader) != [None]
    factories.player("Émile", club, user=account)
    seat = match.seats.first()
    player = Player.objects.get(user=account)
    Seat.objects.filter(pk=seat.pk).update(player=player, guest_name="")
    assert sent(match, reader) == [None]


@pytest.mark.parametrize(
    ("view", "headers", "account"),
    [
        ("", {}, False),
        ("pad", {}, False),
        ("page", {"X-Match-Token": "x"}, False),
        ("page", {}, True),
    ],
)
def test_a_program_and_the_bare_address_are_told_versions(view, headers, account):
    match = factories.started()
    client = factories.api(factories.user() if account else None)
    scope = {}
    address = f"{reverse('live', args=[match.pk])}?view={view}"
    client.get(address, headers=headers, **{"asgi.scope": scope})
    assert scope[READER] is None


def test_the_page_of_who_only_sees_asks_the_stream_for_the_page_and_others_do_not():
    table = factories.table()
    address = reverse("live", args=[table.id])
    seen = factories.browser().get(f"/parties/{table.id}/").content.decode()
    assert f'sse-connect="{address}?view=page"' in seen
    earlier = factories.browser().get(f"/parties/{table.id}/?avant=2").content.decode()
    assert f'sse-connect="{address}"' in earlier
    scorer = factories.browser()
    scorer.cookies["tables"] = f"{table.id}:{table.token}"
    assert f'sse-connect="{address}"' in scorer.get(f"/parties/{table.id}/").content.decode()


def test_a_match_that_is_gone_has_no_news():
    reader = opened(factories.started())
    assert news("ZZZZZZZZ", [reader]) is None


SECRETS = re.compile(r"(?<=value=\")[\w-]{36,64}(?=\")")


@pytest.mark.parametrize("game", ["dix", "dix-mille", "yams", "maitre", "bataille", "toy"])
def test_who_scores_has_the_part_that_would_be_drawn_for_them_alone(game, monkeypatch):
    seats = factories.SEATS[: {"dix": 4, "maitre": 3}.get(game, 2)]
    table = factories.table(game=game, seats=seats)
    browser = factories.browser()
    browser.cookies["tables"] = f"{table.id}:{table.token}"
    match = Match.objects.get(pk=table.id)
    first, second = (fetched(match, browser).content.decode() for _ in range(2))
    monkeypatch.setattr(drawing, "get_messages", lambda request: ["waiting"])
    alone = fetched(match, browser).content.decode()
    texts = [SECRETS.sub("", text.strip()) for text in (first, second, alone)]
    assert texts[0] == texts[1] == texts[2]
    # Each answer has its own tokens and its own identifier.
    secrets = [SECRETS.findall(text) for text in (first, second, alone)]
    assert len(secrets[0]) == len(secrets[2]) > 0
    assert not set(secrets[0]) & set(secrets[1])
    assert drawing.TOKEN not in first
    assert str(drawing.CLIENT_ID) not in first


def test_a_form_of_a_kept_part_records_with_the_browser_s_own_token():
    table = factories.table()
    browser = factories.browser(enforce_csrf_checks=True)
    browser.cookies["tables"] = f"{table.id}:{table.token}"
    for number in (1, 2):
        address = f"/parties/{table.id}/"
        form = pages.form(browser.get(address), f"{address}inscrire/")
        sent = browser.post(form.action, form.data(bidder=0, bid=70, taken=80))
        assert (sent.status_code, len(table.body()["entries"])) == (302, number)
