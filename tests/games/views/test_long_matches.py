"""A match far longer than any that is really played: its pages stay as light as those of an
ordinary match.
"""

import re

import pytest
from django.utils import timezone

from games.match.permissions import edit_token
from games.models import Change, Match
from games.registry import installed
from tests import factories
from tests.games import pages
from tests.games.views.common import send

pytestmark = pytest.mark.django_db


def long_match(lines):
    """Return a running match of dix with `lines` lines, each with its change in the log."""
    match = factories.started(rules={"target": 1_000_000})
    model = installed.game_of("dix").entry.model
    now = timezone.now()
    model.objects.bulk_create(
        model(match=match, number=number, recorded_at=now, bidder=number % 4, bid=50, taken=55)
        for number in range(1, lines + 1)
    )
    Change.objects.bulk_create(
        Change(
            match=match,
            version=at + 1,
            kind="record",
            number=at,
            at=now,
            status="in_progress",
            after={"bidder": at % 4, "bid": 50, "taken": 55},
        )
        for at in range(1, lines + 1)
    )
    Match.objects.filter(pk=match.pk).update(version=lines + 1)
    return match


def numbers(response):
    return [int(number) for number in re.findall(r'id="line-(\d+)"', response.content.decode())]


@pytest.mark.parametrize("path", ["", "suivre/?version=1", "suivre/?version=1&pad=1"])
def test_a_page_draws_the_newest_lines_alone(client, path):
    match = long_match(400)
    page = client.get(f"/parties/{match.pk}/{path}")
    assert numbers(page) == list(range(249, 401))
    assert f'href="/parties/{match.pk}/?avant=249"' in page.content.decode()


def test_the_parts_of_a_sheet_hold_every_line_once(client):
    match = long_match(400)
    middle = client.get(f"/parties/{match.pk}/?avant=249")
    assert numbers(middle) == list(range(97, 249))
    assert "avant=249&amp;pad=1" in middle.content.decode()
    first = client.get(f"/parties/{match.pk}/?avant=97")
    assert numbers(first) == list(range(1, 97))
    assert "plus tôt" not in first.content.decode()


def test_a_preview_without_javascript_draws_no_more(client):
    match = long_match(400)
    page = client.post(f"/parties/{match.pk}/apercu/", {"bidder": 0, "bid": 50, "taken": 50})
    assert len(numbers(page)) == 152


def test_an_ordinary_match_is_seen_whole(client):
    match = long_match(150)
    page = client.get(f"/parties/{match.pk}/")
    assert numbers(page) == list(range(1, 151))
    assert "avant=" not in page.content.decode()


def test_the_history_is_told_in_parts(client):
    match = long_match(900)
    counts = []
    where = ""
    while where is not None:
        page = client.get(f"/parties/{match.pk}/historique/{where}").content.decode()
        counts.append(page.count("history__what"))
        earlier = re.search(r'href="(\?avant=\d+)"', page)
        where = earlier and earlier[1]
    assert counts == [400, 400, 101]


@pytest.mark.parametrize(("lines", "visible", "more"), [(150, 150, 0), (151, 150, 1)])
def test_a_correction_shows_as_many_differences_as_a_sheet_has_lines(client, lines, visible, more):
    match = long_match(lines)
    client.cookies["tables"] = f"{match.pk}:{edit_token(match)}"
    address = f"/parties/{match.pk}/lignes/1/"
    form = pages.form(client.get(address), field="bidder")
    page = send(client, form, address, taken=60)
    rows = re.findall(r'<th scope="row" class="figure">(\d+)</th>', page.content.decode())
    assert len(rows) == visible
    assert (rows[0], rows[-2:]) == ("1", [str(lines - 1 - more), str(lines)])
    assert ("et 1 ligne entre les deux" in page.content.decode()) == bool(more)
