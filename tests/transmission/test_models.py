"""Tests of what the database itself refuses, and of what a merger does to the links of two
people.
"""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from clubs import services as people
from clubs.callers import Caller
from clubs.models import Player
from clubs.signals import player_forgotten
from core.errors import Refused
from tests import factories
from tests.transmission.families import GAME, House, linked, played
from transmission import services
from transmission.models import Action, Attestation, Link, Source
from transmission.services import Writing

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def house():
    return House()


@pytest.mark.parametrize(
    "rows",
    [
        lambda h: [Link(game="dix", teacher=h.jean, learner=h.jean)],
        lambda h: [Link(game="dix", teacher=h.jean, learner=h.anne) for _twice in range(2)],
        lambda h: [Link(game="dix", teacher=h.jean, learner=h.anne, day=date(2024, 1, 1))],
        lambda h: [Source(game="dix", player=h.jean) for _twice in range(2)],
        lambda h: [Source(game="dix", player=h.jean, kind="stork")],
    ],
)
def test_what_must_never_be_is_refused_by_the_database(house, rows):
    *others, last = rows(house)
    for row in others:
        row.save()
    with pytest.raises(IntegrityError), transaction.atomic():
        last.save()


def pairs():
    return sorted(Link.objects.values_list("teacher__name", "learner__name"))


def owner():
    return Caller(user=factories.site_owner())


def test_a_merger_moves_links_and_its_undoing_puts_them_back(house):
    double = played("Jeannot", house.club)
    linked(house.charles, house.jean, house.officer)
    linked(house.charles, double, house.officer)
    linked(double, house.raz, house.officer)
    before = pairs()
    boss = owner()
    people.merge(survivor=house.jean, absorbed=double, caller=boss)
    assert pairs() == [("Charles", "Jean"), ("Jean", "Raz")]
    people.undo_merge(player=house.jean, caller=boss)
    assert pairs() == before


def test_a_link_of_both_that_was_deleted_does_not_come_back_when_they_part(house):
    double, boss = played("Jeannot", house.club), owner()
    of_both = linked(house.charles, house.jean, house.officer)
    linked(house.charles, double, house.officer)
    linked(double, house.raz, house.officer)
    people.merge(survivor=house.jean, absorbed=double, caller=boss)
    services.delete_link(game=GAME, number=of_both.pk, by=Writing(boss))
    linked(house.raz, house.charles, house.officer)
    people.undo_merge(player=house.jean, caller=boss)
    assert pairs() == [("Jeannot", "Raz"), ("Raz", "Charles")]


def test_two_people_of_one_line_are_not_one_person(house):
    linked(house.charles, house.jean, house.officer)
    linked(house.jean, house.anne, house.officer)
    for other in (house.charles, house.anne):
        with pytest.raises(Refused, match="merge_line"):
            people.merge(survivor=house.jean, absorbed=other, caller=owner())
    with pytest.raises(Refused, match="merge_line"):
        people.merge(survivor=house.charles, absorbed=house.anne, caller=owner())
    assert pairs() == [("Charles", "Jean"), ("Jean", "Anne")]


def test_a_source_with_a_teacher_comes_of_no_merger(house):
    linked(house.charles, house.jean, house.officer)
    Source.objects.create(game="dix", player=house.raz)
    with pytest.raises(Refused, match="merge_line"):
        people.merge(survivor=house.jean, absorbed=house.raz, caller=owner())


def test_who_is_forgotten_is_no_witness_any_more(house):
    linked(house.charles, house.jean, house.officer, note="chez Anne, pas chez Annette")
    Attestation.objects.update(witness="anne")
    player_forgotten.send(
        sender=Player, player_id=house.anne.pk, names=["Anne"], club_ids=[house.club.pk]
    )
    assert Link.objects.get().note == "chez …, pas chez Annette"
    assert Action.objects.get().after["note"] == "chez …, pas chez Annette"
    assert set(Attestation.objects.values_list("witness", flat=True)) == {"…"}
