"""Tests of bulk inserts: all given rows are inserted in order, or none if one of them is
refused.
"""

import pytest
from django.db import IntegrityError, transaction

from clubs.models import Player
from core.bulk import AT_ONCE
from transmission.services.bulk import insert_like, new_numbers

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def put(names):
    with transaction.atomic():
        numbers = new_numbers(Player, len(names))
        insert_like(Player(), ("id", "name"), zip(numbers, names, strict=True))
    return numbers


@pytest.mark.parametrize("count", [0, 1, AT_ONCE - 1, AT_ONCE, 2 * AT_ONCE + 1])
def test_as_many_rows_as_were_given_are_there_in_their_order(count):
    names = [f"P{number} 100 % « é »\t\\N" for number in range(count)]
    numbers = put(names)
    assert list(Player.objects.order_by("id").values_list("id", "name")) == list(
        zip(numbers, names, strict=True)
    )
    assert {row.shown for row in Player.objects.all()} <= {"full"}


def test_rows_take_the_numbers_that_were_given_and_later_ones_others():
    put(["Anne"])
    assert Player.objects.create(name="Bruno").pk > Player.objects.get(name="Anne").pk


@pytest.mark.parametrize("place", [0, AT_ONCE, AT_ONCE + 1])
def test_one_row_that_the_database_refuses_leaves_none(place):
    there = Player.objects.create(name="Zoé")
    numbers = list(range(there.pk + 1, there.pk + 3 + AT_ONCE))
    numbers[place] = there.pk
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_like(Player(), ("id", "name"), [(number, "P") for number in numbers])
    assert list(Player.objects.values_list("name", flat=True)) == ["Zoé"]
