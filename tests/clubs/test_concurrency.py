"""What must hold when two requests do the same thing at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from clubs import services
from clubs.callers import Caller
from clubs.errors import NameTaken
from clubs.models import Merge, Player
from core.errors import NotFound, Refused
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*actions):
    """Run the actions in threads that start together. Return what each action returned, or the
    refusal that it raised.
    """
    barrier = Barrier(len(actions))

    def run(action):
        barrier.wait()
        try:
            return action()
        except (Refused, NameTaken, NotFound) as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as threads:
        return list(threads.map(run, actions))


def test_two_owners_who_leave_at_once_do_not_leave_the_club_alone():
    club = factories.club()
    owners = [factories.member(club, "owner") for _ in range(2)]
    results = at_once(
        *(
            lambda owner=owner: services.leave(club=club, caller=Caller(user=owner))
            for owner in owners
        )
    )
    assert sorted(type(result).__name__ for result in results) == ["NoneType", "Refused"]
    assert club.memberships.filter(role="owner").count() == 1


def test_a_link_that_serves_once_serves_one_of_two():
    club = factories.club()
    owner = Caller(user=factories.member(club, "owner"))
    token = services.invite(club=club, caller=owner, role="officer").token
    guests = [Caller(user=factories.user()) for _ in range(2)]
    results = at_once(
        *(lambda guest=guest: services.accept(token=token, caller=guest) for guest in guests)
    )
    assert sorted(type(result).__name__ for result in results) == ["Accepted", "NotFound"]
    assert club.memberships.filter(role="officer").count() == 1


def test_two_mergers_of_one_pair_make_one():
    club = factories.club()
    by = Caller(user=factories.member(club, "officer"))
    zoe, ann = factories.player("Zoé", club), factories.player("Ann", club)
    results = at_once(
        lambda: services.merge(survivor=zoe, absorbed=ann, caller=by),
        lambda: services.merge(survivor=ann, absorbed=zoe, caller=by),
    )
    assert sorted(type(result).__name__ for result in results) == ["Merge", "NotFound"]
    assert Merge.objects.count() == 1


def test_one_name_given_to_two_at_once_is_one_persons():
    club = factories.club()
    by = Caller(user=factories.member(club, "officer"))
    players = [factories.player(name, club) for name in ("Zoé", "Ann")]
    results = at_once(
        *(
            lambda player=player: services.rename(player=player, name="Léa", caller=by)
            for player in players
        )
    )
    assert sorted(type(result).__name__ for result in results) == ["NameTaken", "Player"]
    assert Player.objects.filter(name="Léa").count() == 1
