"""Merging two players who are one person: what moves, what is refused, and that undoing restores
every row.
"""

import json
from datetime import timedelta

import pytest
from django.apps import apps
from django.core import serializers
from django.db import transaction
from django.utils import timezone

from clubs import services, signals
from clubs.callers import Caller
from clubs.errors import NameTaken
from clubs.models import ClubChange, ClubPlayer, Invitation, Merge, Player
from core.errors import Denied, Refused
from games import services as table_services
from games.models import Seat
from games.services import SeatAsked
from leaderboards.models import DueMatch
from tests import factories
from tests.factories import HAND, NAMES

pytestmark = pytest.mark.django_db
GUESTS = [SeatAsked(name=name) for name in NAMES[1:]]


def dump():
    """Return every row of every app, except the clubs' log and the matches that boards have yet to
    count.
    """
    tables = {}
    for model in apps.get_models():
        if model not in (ClubChange, DueMatch):
            rows = model._default_manager.order_by("pk")
            tables[model._meta.label] = json.loads(serializers.serialize("json", rows))
    return tables


def merge(survivor, absorbed, caller):
    return services.merge(survivor=survivor, absorbed=absorbed, caller=caller)


def undo(player, caller):
    return services.undo_merge(player=player, caller=caller)


def officer(*clubs):
    account = factories.user()
    for club in clubs:
        club.memberships.create(user=account, role="officer")
    return Caller(user=account)


def played(player, by, club=None):
    """Return a match with one recorded hand, in which `player` has the first seat."""
    seats = [SeatAsked(player=player.pk), *GUESTS]
    return factories.recorded(factories.started(by=by, club=club, seats=seats), HAND)


class Pair:
    """Two players in three clubs, each with matches; one has an account and an invitation."""

    def __init__(self, survivor="Julien-Charles", absorbed="JC", **absorbed_fields):
        self.clubs = [factories.club() for _ in range(3)]
        here, both, there = self.clubs
        self.by = officer(*self.clubs)
        self.survivor = factories.player(survivor, here, both)
        self.absorbed = factories.player(absorbed, both, there, **absorbed_fields)
        self.matches = [
            played(self.survivor, self.by, here),
            played(self.absorbed, self.by, both),
            played(self.absorbed, self.by, there),
        ]

    def merge(self):
        return merge(self.survivor, self.absorbed, self.by)

    def undo(self):
        return undo(self.survivor, self.by)


def seated():
    return list(Seat.objects.exclude(player=None).order_by("id").values_list("player", flat=True))


def lines():
    """Return the lines of all clubs' lists, as (club, player, name key)."""
    rows = ClubPlayer.objects.order_by("club", "player")
    return list(rows.values_list("club", "player", "name_key"))


def test_merging_seats_the_kept_player_and_lists_them_once_a_club():
    pair = Pair()
    here, both, there = (club.pk for club in pair.clubs)
    pair.merge()
    survivor = pair.survivor.pk
    assert seated() == [survivor, survivor, survivor]
    key = "julien-charles"
    assert lines() == [(here, survivor, key), (both, survivor, key), (there, survivor, key)]
    assert Player.objects.get(pk=survivor).name == "Julien-Charles"


def test_undoing_puts_every_row_of_every_table_back():
    pair = Pair(user=factories.user(), shown="hidden")
    invited = factories.player("Autre", pair.clubs[2])
    services.invite(club=pair.clubs[2], caller=pair.by, player=invited)
    Invitation.objects.update(player=pair.absorbed)
    before = dump()
    pair.merge()
    assert dump() != before
    pair.undo()
    assert dump() == before


def test_undoing_puts_back_a_name_that_had_to_give_way():
    """« Anne » is taken in the absorbed player's second club, so the merged player is called «
    Annie » until the merger is undone.
    """
    pair = Pair(survivor="Anne", absorbed="Annie")
    factories.player("Anne", pair.clubs[2])
    before = dump()
    pair.merge()
    assert Player.objects.get(pk=pair.survivor.pk).name == "Annie"
    assert [key for _club, player, key in lines() if player == pair.survivor.pk] == ["annie"] * 3
    pair.undo()
    assert dump() == before


def test_a_pair_whose_names_are_both_taken_is_refused():
    pair = Pair(survivor="Anne", absorbed="Annie")
    anne = factories.player("Anne", pair.clubs[2])
    factories.player("Annie", pair.clubs[0])
    before = dump()
    with pytest.raises(NameTaken) as taken, transaction.atomic():
        pair.merge()
    assert (taken.value.player, dump()) == (anne, before)


def test_what_was_played_since_stays_with_the_kept_player():
    pair = Pair()
    pair.merge()
    played(pair.survivor, pair.by, pair.clubs[2])
    pair.undo()
    survivor, absorbed = pair.survivor.pk, pair.absorbed.pk
    assert seated() == [survivor, absorbed, absorbed, survivor]


def test_a_name_given_since_stays_with_the_kept_player():
    pair = Pair()
    pair.merge()
    services.rename(player=pair.survivor, name="Jules", caller=pair.by)
    pair.undo()
    here, both, there = (club.pk for club in pair.clubs)
    survivor, absorbed = pair.survivor.pk, pair.absorbed.pk
    assert lines() == [
        (here, survivor, "jules"),
        (both, survivor, "jules"),
        (both, absorbed, "jc"),
        (there, absorbed, "jc"),
    ]


def test_a_club_left_since_is_left_by_both():
    pair = Pair()
    pair.merge()
    services.remove_from_list(club=pair.clubs[2], player=pair.survivor, caller=pair.by)
    pair.undo()
    assert pair.clubs[2].pk not in {club for club, _player, _key in lines()}


def test_undoing_is_refused_when_the_name_was_given_to_another_since():
    pair = Pair()
    pair.merge()
    other = factories.player("J. C.", pair.clubs[1])
    services.rename(player=other, name="JC", caller=pair.by)
    before = dump()
    with pytest.raises(NameTaken) as taken, transaction.atomic():
        pair.undo()
    assert (taken.value.player, dump()) == (other, before)


@pytest.mark.parametrize(("days", "refused"), [(29, False), (31, True)])
def test_a_merger_is_undone_for_thirty_days(days, refused):
    pair = Pair()
    pair.merge()
    Merge.objects.update(at=timezone.now() - timedelta(days=days))
    if refused:
        with pytest.raises(Refused) as fault:
            pair.undo()
        assert fault.value.code == "merge_too_old"
    else:
        pair.undo()
    assert Merge.objects.exists() is refused


def test_mergers_are_undone_last_first():
    pair = Pair()
    third = factories.player("Jules", pair.clubs[0])
    before = dump()
    pair.merge()
    between = dump()
    merge(pair.survivor, third, pair.by)
    pair.undo()
    assert dump() == between
    pair.undo()
    assert dump() == before


def test_a_player_merged_further_is_freed_first():
    pair = Pair()
    third = factories.player("Jules", pair.clubs[0])
    pair.merge()
    between = dump()
    merge(third, pair.survivor, pair.by)
    assert seated() == [third.pk] * 3
    undo(third, pair.by)
    assert dump() == between


def test_nothing_is_undone_of_a_player_who_was_merged_with_nobody():
    pair = Pair()
    with pytest.raises(Refused) as fault:
        pair.undo()
    assert fault.value.code == "merge_none"


def test_two_at_one_table_are_two_persons():
    pair = Pair()
    seats = [SeatAsked(player=pair.survivor.pk), SeatAsked(player=pair.absorbed.pk), *GUESTS[1:]]
    match = factories.started(by=pair.by, seats=seats)
    before = dump()
    with pytest.raises(Refused) as fault, transaction.atomic():
        pair.merge()
    assert (fault.value.code, fault.value.params) == ("merge_same_table", {"matches": match.pk})
    assert dump() == before


def test_a_player_is_not_merged_with_themselves():
    pair = Pair()
    with pytest.raises(Refused) as fault:
        merge(pair.survivor, pair.survivor, pair.by)
    assert fault.value.code == "merge_same_player"


def test_two_accounts_are_two_persons():
    pair = Pair(user=factories.user())
    pair.survivor.user = factories.user()
    pair.survivor.save()
    with pytest.raises(Refused) as fault:
        pair.merge()
    assert fault.value.code == "merge_two_accounts"


def test_the_account_and_the_more_careful_privacy_go_to_the_kept_player():
    account = factories.user()
    pair = Pair(user=account, shown="initials")
    pair.merge()
    survivor = Player.objects.get(pk=pair.survivor.pk)
    assert (survivor.user, survivor.shown) == (account, "initials")
    assert Player.objects.get(pk=pair.absorbed.pk).user is None


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_an_officer_of_all_clubs_of_both_merges_and_no_other(missing):
    pair = Pair()
    clubs = [club for place, club in enumerate(pair.clubs) if place != missing]
    with pytest.raises(Denied) as denied:
        merge(pair.survivor, pair.absorbed, officer(*clubs))
    assert (denied.value.code, Merge.objects.count()) == ("merge_not_allowed", 0)


def test_an_officer_of_all_clubs_undoes_what_another_merged():
    pair = Pair()
    pair.merge()
    with pytest.raises(Denied):
        undo(pair.survivor, officer(*pair.clubs[:2]))
    undo(pair.survivor, officer(*pair.clubs))
    assert not Merge.objects.exists()


def test_whoever_is_an_officer_no_more_undoes_nothing_that_they_merged():
    pair = Pair()
    pair.merge()
    pair.clubs[1].memberships.all().delete()
    with pytest.raises(Denied):
        undo(pair.survivor, Caller(user=pair.by.user))


def test_the_site_owner_merges_and_undoes():
    pair, owner = Pair(), Caller(user=factories.site_owner())
    merge(pair.survivor, pair.absorbed, owner)
    undo(pair.survivor, owner)
    assert not Merge.objects.exists()


def test_a_write_sent_again_after_a_merger_is_answered_as_the_first_time():
    """The log keeps the number of the player who sat there; the replayed answer gives the player
    who has absorbed them.
    """
    pair = Pair()
    client_id = "11111111-1111-4111-8111-111111111111"
    by = table_services.Writing(pair.by, client_id)
    match = pair.matches[1]
    body = {"match_id": match.pk, "data": HAND}
    first = table_services.record(**body, by=by)
    pair.merge()
    again = table_services.record(**body, by=by)
    assert again.repeated
    assert [seat.player for seat in first.table.seats] == [pair.absorbed.pk, None, None, None]
    assert [seat.player for seat in again.table.seats] == [pair.survivor.pk, None, None, None]


def test_the_floors_above_hear_of_it_and_get_their_receipts_back():
    heard = []

    def merged(sender, survivor, absorbed, **_):
        heard.append(("merged", survivor.pk, absorbed.pk))
        return {"test.rows": [1, 2]}

    def undone(sender, survivor, absorbed, receipts, **_):
        heard.append(("undone", survivor.pk, absorbed.pk, receipts["test.rows"]))

    pair = Pair()
    signals.players_merged.connect(merged)
    signals.merge_undone.connect(undone)
    try:
        pair.merge()
        pair.undo()
    finally:
        signals.players_merged.disconnect(merged)
        signals.merge_undone.disconnect(undone)
    ids = (pair.survivor.pk, pair.absorbed.pk)
    assert heard == [("merged", *ids), ("undone", *ids, [1, 2])]


def test_an_absorbed_player_is_seated_nowhere_even_by_the_site_owner():
    pair = Pair()
    pair.merge()
    owner = Caller(user=factories.site_owner())
    with pytest.raises(table_services.starting.Refused) as refused:
        played(pair.absorbed, owner)
    assert [fault.code for fault in refused.value.faults] == ["player_unknown"]


def test_each_club_keeps_the_merger_and_its_undoing_in_its_log():
    pair = Pair()
    pair.merge()
    pair.undo()
    for club in pair.clubs:
        kinds = list(ClubChange.objects.filter(club=club).values_list("kind", flat=True))
        assert kinds == ["unmerged", "merged"]
