"""If two links that close a cycle are sent at the same moment, only one of them is stored."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from clubs.callers import Caller
from tests.extents import sizes
from tests.transmission.families import GAME, House
from transmission import services
from transmission.errors import Refused
from transmission.models import Link
from transmission.services import LinkAsked, Writing

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("races", sizes(20, 200))
def test_races_to_close_a_cycle_have_one_winner_each(races):
    house = House()
    by = Writing(Caller(user=house.officer))
    together = threading.Barrier(2)
    stored, refused = [], []

    def write(teacher, learner):
        try:
            for _race in range(races):
                together.wait(timeout=60)
                try:
                    services.add_link(
                        game=GAME, link_asked=LinkAsked(teacher.pk, learner.pk), by=by
                    )
                    stored.append(1)
                except Refused as refusal:
                    refused.append(refusal.faults[0].code)
                if together.wait(timeout=60) == 0:
                    counts.append(Link.objects.count())
                    Link.objects.all().delete()
                together.wait(timeout=60)
        finally:
            connection.close()

    counts = []
    with ThreadPoolExecutor(2) as crowd:
        ends = ((house.charles, house.jean), (house.jean, house.charles))
        for done in [crowd.submit(write, *pair) for pair in ends]:
            done.result()
    assert counts == [1] * races
    assert refused == ["would_make_a_cycle"] * races
    assert len(stored) == races


def test_the_same_link_twice_at_once_is_stored_once():
    house = House()
    by = Writing(Caller(user=house.officer))
    together = threading.Barrier(2)

    def write(_number):
        try:
            together.wait(timeout=60)
            services.add_link(
                game=GAME, link_asked=LinkAsked(house.charles.pk, house.jean.pk), by=by
            )
        except Refused as refusal:
            return refusal.faults[0].code
        finally:
            connection.close()
        return "stored"

    with ThreadPoolExecutor(2) as crowd:
        assert sorted(crowd.map(write, range(2))) == ["link_exists", "stored"]
