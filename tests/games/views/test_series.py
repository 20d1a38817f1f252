"""The series of an evening on pages and over HTTP: on the board, in the result, on the club's
page.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.callers import Caller
from clubs.models import Player
from games import services
from games.match import permissions
from games.models import Match
from games.services import SeatAsked, Writing
from tests import factories
from tests.factories import ALL_TAKEN, HAND, IN_100
from tests.games import pages
from tests.games.services.test_series import THEIRS, again, rematch
from tests.games.views.common import start

pytestmark = pytest.mark.django_db


def phone(*matches: Match):
    """A phone that keeps the links of these matches."""
    browser = factories.browser()
    for match in matches:
        browser.get(f"/parties/{match.pk}/marquer/{permissions.edit_token(match)}/")
    return browser


def match_text(match: Match, browser=None) -> str:
    return pages.text((browser or factories.browser()).get(f"/parties/{match.pk}/"))


def test_the_board_and_the_result_tell_the_series_in_the_order_of_the_sides() -> None:
    first = factories.finished()
    assert "ce soir" not in match_text(first)
    second = rematch(first, THEIRS)
    assert "1–1 ce soir" in match_text(second)
    assert "1 partout ce soir." in match_text(second)
    third = rematch(second, ALL_TAKEN)
    assert "Anne et Chloé mènent 2 à 1 ce soir." in match_text(third)
    running = rematch(third, HAND)
    assert "2–1 ce soir" in match_text(running)
    for wall in (third, running):
        assert "2–1 ce soir" in pages.text(factories.browser().get(f"/parties/{wall.pk}/mur/"))
    # The other side sits first now, so its wins are on the left.
    turned = again(third, "Bruno", "Chloé", "David", "Anne")
    assert "1–2 ce soir" in match_text(turned)


def test_later_it_is_that_evening() -> None:
    first = factories.finished()
    second = rematch(first, ALL_TAKEN)
    Match.objects.update(started_at=timezone.now() - timedelta(days=2))
    assert "Anne et Chloé l'emportent 2 à 0 ce soir-là." in match_text(second)
    assert "2–0 ce soir-là" in match_text(second)


def test_of_several_players_each_ones_wins_are_told_the_most_first_and_draws() -> None:
    names = [SeatAsked(name=name) for name in ("Anne", "Bruno", "Chloé")]
    rules = {"wins_needed": 1}
    match = factories.started("bataille", seats=names, rules=rules)
    factories.recorded(match, {"winner": 1})
    for winner in (0, 1):
        match = rematch(match, {"winner": winner})
    assert "Ce soir : Bruno 2, Anne 1." in match_text(match)
    assert "Bruno 2, Anne 1 ce soir" in match_text(match)


def test_the_same_table_goes_on_for_who_scored_it_and_for_nobody_else() -> None:
    first = factories.finished()
    query = f"?comme={first.pk}"
    start(factories.browser(), query=query)
    assert Match.objects.latest("started_at").series is None
    answer = start(phone(first), query=query)
    second = Match.objects.latest("started_at")
    assert (second.series_number, answer.url) == (2, f"/parties/{second.pk}/")
    assert "Revanche commencée" in match_text(first)


def test_the_newest_card_of_a_series_tells_it_on_the_clubs_page(
    django_assert_num_queries,
) -> None:
    club = factories.club("un", open_recording=True)
    zoe = factories.player("Zoé", club, shown=Player.Shown.INITIALS)
    seats = [SeatAsked(player=zoe.pk), *(SeatAsked(name=name) for name in ("Bo", "Cy", "Di"))]
    first = factories.finished(club=club, seats=seats)
    second = rematch(first, THEIRS)
    factories.finished(club=club)
    browser = factories.browser()
    # Without a series it takes eight queries.
    with django_assert_num_queries(12):
        text = pages.text(browser.get("/clubs/un/"))
    assert text.count("1–1 ce soir") == 1
    third = rematch(second, ALL_TAKEN)
    with django_assert_num_queries(12):
        text = pages.text(browser.get("/clubs/un/"))
    assert text.count("2–1 ce soir") == 1
    assert "Z. et Cy mènent 2 à 1 ce soir." in match_text(third)


def test_a_program_follows_a_match_and_reads_the_series() -> None:
    first = factories.table(None, ALL_TAKEN, rules=IN_100)
    assert first.body()["series"] is None
    seats = [{"name": name} for name in ("Chloé", "Bruno", "Anne", "David")]
    body = {**factories.start_body(rules=IN_100, seats=seats), "follows": first.id}
    headers = {"X-Match-Token": first.token}
    assert first.client.post("/api/v1/matches/", body).status_code == 403
    answer = first.client.post("/api/v1/matches/", body, headers=headers)
    second = factories.Table(answer.json()["id"], answer.json()["edit_token"], first.client, {})
    place = answer.json()["series"]
    assert (answer.status_code, place["number"]) == (201, 2)
    assert first.body()["series"] == {"id": place["id"], "number": 1}
    second.record({"bidder": 1, "bid": 100, "taken": 100})
    assert second.get("series/").json() == {
        "matches": [first.id, second.id],
        "wins": [{"seats": [0, 2], "wins": 1}, {"seats": [1, 3], "wins": 1}],
        "drawn": 0,
    }
    alone = factories.table()
    assert alone.get("series/").json() == {"matches": [alone.id], "wins": [], "drawn": 0}
    unknown = {**factories.start_body(), "follows": "NOTAMATCH"}
    assert first.client.post("/api/v1/matches/", unknown).status_code == 404


def test_the_same_start_sent_again_is_the_same_match() -> None:
    first = factories.table(None, ALL_TAKEN, rules=IN_100)
    body = {**factories.start_body(rules=IN_100), "follows": first.id}
    body["client_id"] = "7f0e4d4c-6b0a-4f0e-9d43-3f1b7e6c2a10"
    headers = {"X-Match-Token": first.token}
    answers = [first.client.post("/api/v1/matches/", body, headers=headers) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json() == answers[1].json()


def test_whose_link_shows_one_match_alone_is_told_of_no_other() -> None:
    club = factories.club(public=False)
    account = factories.member(club)
    by = Caller(user=account)
    first = factories.finished(club=club, by=by)
    second = services.rematch(match_id=first.pk, by=Writing(by)).table.match
    made = factories.made(second, "see")
    answer = factories.api().get(
        f"/api/v1/matches/{second.pk}/series/", headers={"X-Match-Token": made.token}
    )
    assert answer.json()["matches"] == [second.pk]
