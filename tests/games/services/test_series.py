"""Matches that one table plays one after another: which of them continue a series, and who leads
it.
"""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from clubs import services as people
from clubs.callers import Caller
from clubs.models import Player
from games import queries, services
from games.match import log_queries, past, series_queries
from games.match.match_json import match_body
from games.models import Match, Series
from games.services import SeatAsked
from tests import factories
from tests.factories import ALL_TAKEN, HAND, IN_100, NAMES

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

# In a match to 100 points, side 1 wins with this hand.
THEIRS = {"bidder": 1, "bid": 100, "taken": 100}


def rematch(match: Match, *hands: dict[str, int]) -> Match:
    outcome = services.rematch(match_id=match.pk, by=factories.by_link(match))
    return factories.recorded(outcome.table.match, *hands)


def again(match: Match, *names: str, **changes: object) -> Match:
    """Start a match by « La même table », with the form's values."""
    seats = [SeatAsked(name=name) for name in names or NAMES]
    setup = factories.setup(**{"rules": IN_100, "seats": seats, **changes})
    by = factories.by_link(match)
    return services.start_again(match_id=match.pk, setup=setup, by=by).table.match


def place(match: Match) -> int | None:
    return Match.objects.get(pk=match.pk).series_number


def wins(match: Match) -> dict[tuple[int, ...], int]:
    tally = series_queries.tallies([Match.objects.get(pk=match.pk)]).get(match.pk)
    return {tuple(sorted(person)): won for person, won in tally.wins.items()} if tally else {}


def test_rematches_are_one_series_and_the_first_match_is_its_first() -> None:
    first = factories.finished()
    assert (place(first), wins(first)) == (None, {})
    second = rematch(first, THEIRS)
    third = rematch(second, ALL_TAKEN)
    assert [place(match) for match in (first, second, third)] == [1, 2, 3]
    assert wins(first) == wins(third) == {(0, 2): 2, (1, 3): 1}
    assert Series.objects.count() == 1


def test_a_correction_an_undo_and_a_match_given_up_change_the_series() -> None:
    first = factories.finished()
    second = rematch(first, ALL_TAKEN)
    assert wins(second) == {(0, 2): 2, (1, 3): 0}
    services.correct(match_id=first.pk, number=1, data=THEIRS, by=factories.by_link(first))
    assert wins(second) == {(0, 2): 1, (1, 3): 1}
    services.take_back(match_id=second.pk, number=1, by=factories.by_link(second))
    assert wins(second) == {(0, 2): 0, (1, 3): 1}
    services.abandon(match_id=second.pk, by=factories.by_link(second))
    assert wins(second) == {(0, 2): 0, (1, 3): 1}
    assert place(second) == 2


def test_the_same_people_go_on_from_the_form_wherever_they_sit() -> None:
    first = factories.finished()
    second = factories.recorded(again(first, "Anne", "Chloé", "Bruno", "David"), ALL_TAKEN)
    assert place(second) == 2
    # The partners have changed, so people are counted. Anne won both matches, Chloé the first,
    # Bruno the second.
    assert wins(second) == {(0,): 2, (1,): 1, (2,): 1, (3,): 0}
    assert log_queries.next_match(first) == second.pk


def test_a_name_given_later_is_still_the_same_person() -> None:
    first = factories.finished()
    second = rematch(first, ALL_TAKEN)
    seats = {0: "Annette", 1: "Bob"}
    services.patch(match_id=second.pk, changes={"seats": seats}, by=factories.by_link(second))
    third = again(second, "Bob", "Chloé", "David", "Annette")
    factories.recorded(third, ALL_TAKEN)
    assert wins(third) == {(0, 2): 2, (1, 3): 1}


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"seats": [SeatAsked(name=name) for name in "ABCD"]}, id="other people"),
        pytest.param({"game": "maitre", "rules": {}}, id="another game"),
    ],
)
def test_another_table_begins_alone_and_the_match_before_is_not_touched(changes) -> None:
    first = factories.finished()
    version = first.version
    changes = dict(changes)
    game = changes.pop("game", "dix")
    setup = factories.setup(game, **{"rules": IN_100, **changes})
    by = factories.by_link(first)
    second = services.start_again(match_id=first.pk, setup=setup, by=by).table.match
    assert (place(first), place(second)) == (None, None)
    assert log_queries.next_match(first) is None
    assert Match.objects.get(pk=first.pk).version == version


def test_a_match_begun_eighteen_hours_ago_is_not_of_this_evening() -> None:
    first = factories.finished()
    Match.objects.filter(pk=first.pk).update(started_at=timezone.now() - timedelta(hours=18))
    second = rematch(first)
    assert (place(first), place(second)) == (None, None)
    assert log_queries.next_match(first) == second.pk


def test_a_match_that_is_still_running_is_not_played_on_from() -> None:
    running = factories.recorded(factories.started(rules=IN_100), HAND)
    assert place(again(running)) is None
    assert Series.objects.count() == 0


def test_a_blank_match_of_a_series_that_is_replaced_hands_its_place_on() -> None:
    first = factories.finished()
    blank = rematch(first)
    setup = factories.setup(rules={"target": 200, "defence_cap": None})
    by = factories.by_link(blank)
    other = services.start_anew(match_id=blank.pk, setup=setup, by=by).table.match
    assert place(other) == 3
    assert wins(other) == {(0, 2): 1, (1, 3): 0}
    alone = factories.started()
    by = factories.by_link(alone)
    lonely = services.start_anew(match_id=alone.pk, setup=setup, by=by).table.match
    assert place(lonely) is None


def test_a_deleted_match_leaves_the_series() -> None:
    first = factories.finished()
    second = rematch(first, THEIRS)
    first.delete()
    assert wins(second) == {(0, 2): 0, (1, 3): 1}
    third = rematch(second)
    assert place(third) == 3


def test_a_match_given_to_a_club_does_not_count_with_those_of_no_club() -> None:
    club = factories.club()
    first = factories.finished()
    second = rematch(first, THEIRS)
    offer = services.propose(match_id=first.pk, club=club.slug, caller=factories.link(first))
    officer = Caller(user=factories.member(club, "officer"))
    services.accept(club=club, proposal_id=offer.pk, caller=officer)
    assert wins(first) == {(0, 2): 1, (1, 3): 0}
    assert wins(second) == {(0, 2): 0, (1, 3): 1}


def test_merged_people_are_one_person_and_hidden_ones_are_told_apart() -> None:
    club = factories.club(open_recording=True)
    hidden_state = Player.Shown.HIDDEN
    hidden = [factories.player(name, club, shown=hidden_state) for name in ("Zoé", "Yves")]
    seats = [SeatAsked(player=player.pk) for player in hidden] + [
        SeatAsked(name=name) for name in ("Chloé", "David")
    ]
    first = factories.finished(club=club, seats=seats)
    swapped = [seats[1], seats[0], *seats[2:]]
    by = factories.by_link(first)
    setup = factories.setup(rules=IN_100, club=club, seats=swapped)
    second = services.start_again(match_id=first.pk, setup=setup, by=by).table.match
    factories.recorded(second, ALL_TAKEN)
    # Zoé and Chloé won the first match, Yves and Chloé the second.
    assert wins(second) == {(0,): 1, (1,): 1, (2,): 2, (3,): 0}
    absorbed, survivor = hidden[0], factories.player("Zoé R", club)
    officer = Caller(user=factories.member(club, "officer"))
    people.merge(survivor=survivor, absorbed=absorbed, caller=officer)
    assert wins(second) == {(0,): 1, (1,): 1, (2,): 2, (3,): 0}


def test_the_match_before_is_answered_as_it_was_before_it_had_a_series() -> None:
    first = factories.finished()
    before = match_body(past.table_at(first, first.version))
    rematch(first)
    now = queries.matches().get(pk=first.pk)
    assert match_body(past.table_at(now, first.version)) == before
    assert match_body(past.table_at(now, now.version)) == match_body(queries.plain_table(now))
    assert match_body(queries.plain_table(now))["series"]["number"] == 1


def test_the_database_holds_a_place_once_and_none_without_a_series() -> None:
    first = factories.finished()
    second = rematch(first)
    for wrong in (
        {"series_number": 1},
        {"series_number": None},
        {"series": None},
        {"event_id": "tournoi:1"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Match.objects.filter(pk=second.pk).update(**wrong)


def test_a_second_start_from_the_same_match_takes_the_next_number() -> None:
    first = factories.finished()
    second = rematch(first)
    factories.recorded(second, HAND)
    assert place(again(first)) == 3
    history = [change.after for change in first.changes.all() if change.kind == "patch"]
    assert [change.get("series") for change in history] == [1, None]
