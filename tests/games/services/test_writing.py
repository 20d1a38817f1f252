"""The services called directly: what they signal to the layers above, and what they store when a
match ends.
"""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import transaction
from django.utils import timezone

from clubs.callers import Caller
from games import queries, services
from games.errors import ClientIdReused, Denied, LaterEntryIllegal, NotFound, Refused, Stale
from games.match import permissions
from games.models import Change, EntryBase, Match, Status
from games.services import SeatAsked, Writing
from games.signals import match_stored
from tests import factories
from tests.factories import ALL_TAKEN, FAILED, HAND, IN_100, by_link
from tests.plain import plain
from tests.stored import every_row

pytestmark = pytest.mark.django_db


@pytest.fixture
def heard():
    """Collect what the signal reports: a match's id, its stored version, and whether the match is
    still running.
    """
    signals = []

    def receiver(sender, match, running, **_more):
        assert sender is Match
        assert transaction.get_connection().in_atomic_block
        signals.append((match.pk, fresh(match).version, running))

    match_stored.connect(receiver)
    yield signals
    match_stored.disconnect(receiver)


def record(match, data, **how):
    return services.record(match_id=match.pk, data=data, by=by_link(match, **how))


def correct(match, number, data, **how):
    return services.correct(match_id=match.pk, number=number, data=data, by=by_link(match, **how))


def take_back(match, number=None, **how):
    return services.take_back(match_id=match.pk, number=number, by=by_link(match, **how))


def fresh(match):
    return Match.objects.get(pk=match.pk)


# -- Signals ----------------------------------------------------------------------------------


def test_each_write_is_told_once_and_whether_the_match_runs_on(heard):
    match = factories.started(rules=IN_100)
    record(match, HAND)
    correct(match, 1, FAILED)
    services.patch(match_id=match.pk, changes={"sides": {0: "Eux"}}, by=by_link(match))
    services.abandon(match_id=match.pk, by=by_link(match))
    services.resume(match_id=match.pk, by=by_link(match))
    take_back(match)
    runs = [True, True, True, False, True, True]
    assert heard == [(match.pk, version, on) for version, on in enumerate(runs, 2)]


def test_the_end_of_a_match_and_what_follows_it_is_not_running_on(heard):
    match = factories.started(rules=IN_100)
    record(match, ALL_TAKEN)
    correct(match, 1, {"bidder": 1, "bid": 100, "taken": 100})
    correct(match, 1, HAND)
    correct(match, 1, FAILED)
    assert [running for _match, _version, running in heard] == [False, False, False, True]


def test_what_is_refused_or_repeated_is_not_told(heard):
    match = factories.started()
    client_id = uuid4()
    record(match, HAND, client_id=client_id)
    heard.clear()
    record(match, HAND, client_id=client_id)
    with pytest.raises(Refused):
        record(match, {"bidder": 0, "bid": 45, "taken": 80})
    with pytest.raises(Stale):
        record(match, HAND, after=1)
    assert heard == []
    assert fresh(match).version == 2


@pytest.mark.django_db(transaction=True)
def test_a_receiver_that_fails_undoes_the_write():
    match = factories.started()

    def receiver(sender, **_more):
        raise ZeroDivisionError

    match_stored.connect(receiver)
    try:
        with pytest.raises(ZeroDivisionError):
            record(match, HAND)
    finally:
        match_stored.disconnect(receiver)
    assert fresh(match).version == 1


# -- The end of a match -----------------------------------------------------------------------


def test_a_correction_that_leaves_a_match_finished_keeps_its_place_in_time():
    match = factories.finished()
    long_ago = timezone.now() - timedelta(hours=20)
    Match.objects.filter(pk=match.pk).update(finished_at=long_ago)
    correct(match, 1, {"bidder": 1, "bid": 100, "taken": 100})
    corrected = fresh(match)
    assert (corrected.status, corrected.finished_at, corrected.ended_by) == (
        "finished",
        long_ago,
        "target",
    )
    assert list(corrected.sides.values_list("score", "rank")) == [(0, 2), (100, 1)]


def test_a_reopened_match_loses_its_end_and_finishes_anew():
    match = factories.finished()
    long_ago = timezone.now() - timedelta(hours=20)
    Match.objects.filter(pk=match.pk).update(finished_at=long_ago)
    take_back(match)
    reopened = fresh(match)
    assert (reopened.status, reopened.finished_at, reopened.ended_by) == ("in_progress", None, "")
    assert list(reopened.sides.values_list("score", "rank")) == [(0, None), (0, None)]
    record(match, ALL_TAKEN)
    assert timezone.now() - fresh(match).finished_at < timedelta(minutes=1)


def test_a_match_won_by_partie_says_so_and_ranks_the_winner_first():
    match = factories.recorded(
        factories.started(), HAND, {"bidder": 1, "partie": True, "taken": 100}
    )
    assert (match.status, match.ended_by) == ("finished", "partie")
    assert list(match.sides.values_list("score", "rank")) == [(80, 2), (20, 1)]


def test_resuming_does_not_give_a_match_an_end():
    match = factories.recorded(factories.started(), HAND)
    services.abandon(match_id=match.pk, by=by_link(match))
    assert (fresh(match).status, fresh(match).finished_at) == ("abandoned", None)
    services.resume(match_id=match.pk, by=by_link(match))
    assert (fresh(match).status, fresh(match).finished_at) == ("in_progress", None)


# -- Who may correct until when ---------------------------------------------------------------


def may_correct(match, caller):
    return permissions.can_correct(fresh(match), caller)


@pytest.mark.parametrize(
    ("seconds", "expected"), [(0, True), (24 * 3600 - 5, True), (24 * 3600 + 5, False)]
)
def test_the_table_corrects_for_24_hours_after_the_end(seconds, expected):
    club = factories.club(open_recording=True)
    seated, starter = factories.member(club), factories.member(club)
    player = factories.player("Anne", club, user=seated)
    seats = [SeatAsked(player=player.pk), *(SeatAsked(name=n) for n in "BCD")]
    match = factories.finished(by=Caller(user=starter), club=club, seats=seats)
    ended = timezone.now() - timedelta(seconds=seconds)
    Match.objects.filter(pk=match.pk).update(finished_at=ended)
    assert may_correct(match, factories.link(match)) is expected
    assert may_correct(match, Caller(user=seated)) is expected
    assert may_correct(match, Caller(user=starter)) is expected


@pytest.mark.parametrize(
    ("role", "running", "finished"),
    [
        ("member", False, False),
        ("scorer", True, False),
        ("officer", True, True),
        ("owner", True, True),
    ],
)
def test_roles_correct_running_matches_or_finished_ones(role, running, finished):
    club = factories.club(open_recording=True)
    caller = Caller(user=factories.member(club, role))
    stranger = Caller(user=factories.member(factories.club(), "owner"))
    match = factories.started(club=club, rules=IN_100)
    assert may_correct(match, caller) is running
    factories.recorded(match, ALL_TAKEN)
    Match.objects.update(finished_at=timezone.now() - timedelta(days=400))
    assert may_correct(match, caller) is finished
    assert may_correct(match, stranger) is False
    assert may_correct(match, Caller(user=factories.site_owner())) is True


def test_a_members_seat_is_worth_nothing_once_they_left_the_club():
    club = factories.club(open_recording=True)
    seated = factories.member(club)
    player = factories.player("Anne", club, user=seated)
    seats = [SeatAsked(player=player.pk), *(SeatAsked(name=n) for n in "BCD")]
    match = factories.started(club=club, seats=seats)
    assert permissions.can_score(match, Caller(user=seated))
    seated.memberships.all().delete()
    assert not permissions.can_score(match, Caller(user=seated))


def test_a_closed_window_is_denied_by_name():
    match = factories.finished()
    Match.objects.update(finished_at=timezone.now() - timedelta(days=2))
    with pytest.raises(Denied) as denied:
        correct(match, 1, HAND)
    assert denied.value.code == "correction_window_closed"
    assert "24 heures" in denied.value.sentence


# -- Refusals leave no trace ------------------------------------------------------------------


def refusals(match):
    """Yield writes that are refused on a match of three hands whose third is a partie, each with
    the exception expected.
    """
    stranger = Writing(Caller())
    reused = by_link(match, client_id=match.reused)
    gone = {"sides": {9: "X"}}
    yield Refused, lambda: record(match, {"bidder": 0, "bid": 45, "taken": 80})
    yield Refused, lambda: correct(match, 1, {"bidder": 0, "bid": 45, "taken": 80})
    yield LaterEntryIllegal, lambda: correct(match, 1, FAILED)
    yield Refused, lambda: take_back(match, 1)
    yield NotFound, lambda: take_back(match, 9)
    yield NotFound, lambda: correct(match, 9, HAND)
    yield NotFound, lambda: services.record(match_id="AAAAAAAA", data=HAND, by=stranger)
    yield Denied, lambda: services.record(match_id=match.pk, data=HAND, by=stranger)
    yield Denied, lambda: services.patch(match_id=match.pk, changes={}, by=stranger)
    yield Refused, lambda: services.patch(match_id=match.pk, changes=gone, by=by_link(match))
    yield Stale, lambda: record(match, HAND, after=1)
    yield Stale, lambda: correct(match, 1, HAND, after=99)
    yield ClientIdReused, lambda: services.record(match_id=match.pk, data=FAILED, by=reused)
    yield Denied, lambda: services.rematch(match_id=match.pk, by=stranger)


def test_no_refused_write_leaves_a_trace():
    match = factories.started(rules={"partie": "stake"} | {"partie": "decides_match"})
    client_id = uuid4()
    record(match, HAND, client_id=client_id)
    record(match, {"bidder": 1, "bid": 50, "taken": 100})
    record(match, {"bidder": 0, "partie": True, "taken": 95})
    take_back(match)
    match.reused = client_id
    record(match, {"bidder": 0, "partie": True, "taken": 95})
    before = every_row()
    for kind, write in refusals(match):
        with pytest.raises(kind):
            write()
        assert every_row() == before


def test_a_stale_write_carries_the_match_as_it_stands():
    match = factories.recorded(factories.started(), HAND, FAILED)
    with pytest.raises(Stale) as stale:
        record(match, HAND, after=2)
    assert stale.value.table.match.version == 3
    assert [side.score for side in stale.value.table.sides] == [10, 60]


def test_a_later_line_in_the_way_is_named_with_its_reason():
    match = factories.recorded(
        factories.started(), HAND, {"bidder": 0, "partie": True, "taken": 95}
    )
    with pytest.raises(LaterEntryIllegal) as illegal:
        correct(match, 1, FAILED)
    assert (illegal.value.cause.number, illegal.value.cause.code) == (2, "partie_negative_score")
    assert plain(illegal.value.sentence) == (
        "Avec cette correction, la ligne 2 ne serait plus permise : Avec un score négatif "
        "(Nous : −70), la partie ne se mise pas : miser un nombre. (partie_negative_score)"
    )


# -- What is kept -----------------------------------------------------------------------------


def test_every_row_of_a_match_carries_its_club():
    club = factories.club(open_recording=True)
    match = factories.recorded(factories.started(club=club), HAND)
    owned = [
        model
        for model in apps.get_models()
        if issubclass(model, EntryBase) or hasattr(model, "match")
    ]
    clubs = {
        (model.__name__, row.club_id) for model in owned for row in model._default_manager.all()
    }
    assert clubs == {(name, club.pk) for name in ("Seat", "Side", "Change", "DixRules", "DixHand")}
    assert match.club_id == club.pk


def test_a_preset_is_copied_at_the_start():
    from games.registry.installed import game_of

    match = factories.started()
    preset = game_of("dix").presets[0]
    rules = queries.load(queries.matches().get(pk=match.pk)).rules
    assert rules.values() == {**preset.values, "first_dealer": 3}


def test_the_log_says_who_when_before_and_after():
    account = factories.user()
    match = factories.started()
    by = Writing(Caller(user=account, match_tokens=factories.link(match).match_tokens))
    services.record(match_id=match.pk, data=HAND, by=by)
    services.correct(match_id=match.pk, number=1, data=FAILED, by=by)
    change = Change.objects.get(version=3)
    assert (change.kind, change.number, change.by) == ("correct", 1, account)
    assert change.before["taken"] == 80
    assert change.after["taken"] == 60
    assert (change.status, change.finished_at) == (Status.IN_PROGRESS, None)


def test_rematch_is_the_same_table_with_the_next_dealer():
    club = factories.club(open_recording=True)
    anne = factories.player("Anne", club)
    seats = [SeatAsked(player=anne.pk), *(SeatAsked(name=n) for n in "BCD")]
    match = factories.finished(club=club, seats=seats, side_names=["A", "B"], in_club_room=True)
    table = services.rematch(match_id=match.pk, by=by_link(match)).table
    assert table.match.pk != match.pk
    assert (table.match.club, table.match.in_club_room, table.match.version) == (club, True, 1)
    assert [(seat.name, seat.player) for seat in table.seats] == [
        ("Anne", anne.pk),
        ("B", None),
        ("C", None),
        ("D", None),
    ]
    assert [side.name for side in table.sides] == ["A", "B"]
    assert table.rules.values() == {
        **queries.load(queries.matches().get(pk=match.pk)).rules.values(),
        "first_dealer": 0,
    }


def test_rematch_of_a_table_whose_guest_was_tied_keeps_the_player():
    club = factories.club(open_recording=True)
    anne = factories.player("Anne", club)
    match = factories.finished(club=club)
    services.patch(match_id=match.pk, changes={"seats": {0: anne.pk}}, by=by_link(match))
    table = services.rematch(match_id=match.pk, by=by_link(match)).table
    assert table.seats[0].player == anne.pk


def test_rematch_of_the_sixth_game():
    match = factories.recorded(factories.started("toy"), {"values": [6, 1, 1, 1]})
    table = services.rematch(match_id=match.pk, by=by_link(match)).table
    assert [seat.name for seat in table.seats] == list(factories.NAMES)
    assert [side.name for side in table.sides] == list(factories.NAMES)
    assert table.rules.values() == {"target": 3, "faces": 6}
