"""Lists of very long matches: a page of the list ends early rather than hold too many lines."""

import pytest

from games.api import matches
from games.models import Match
from tests import factories

pytestmark = pytest.mark.django_db


def pages(client, url):
    """Return the ids of a list's matches, one list for each page."""
    pages_of_ids = []
    while url:
        body = client.get(url).json()
        pages_of_ids.append([match["id"] for match in body["results"]])
        url = body["next"]
    return pages_of_ids


def test_a_page_of_long_matches_ends_early_and_the_next_goes_on(client, monkeypatch):
    club = factories.club(open_recording=True)
    made = [factories.finished(club=club).pk for _ in range(5)][::-1]
    monkeypatch.setattr(matches, "ANSWERED_FIGURES", 400)  # a hundred lines of four seats
    for match_id, lines in zip(made, (40, 60, 1, 500, 100), strict=True):
        Match.objects.filter(pk=match_id).update(version=lines)
    url = "/api/v1/matches/?page_size=4"
    assert pages(client, url) == [made[:2], made[2:3], made[3:4], made[4:]]
    # When going backwards, a page also ends early, just before the match that would make it too
    # long.
    body = client.get(client.get(client.get(url).json()["next"]).json()["next"]).json()
    back = client.get(body["previous"]).json()
    assert [match["id"] for match in back["results"]] == made[1:3]
    assert [m["id"] for m in client.get(back["previous"]).json()["results"]] == made[:1]
