"""What belongs to a club: no table is forgotten, and no number of a player stays in a text."""

import json

import pytest
from django.apps import apps
from django.db.models import JSONField

from bulletin.prose.marks import referred
from clubs.models import Club, Player
from scorekeeper.club_files.contents import (
    LEFT_OUT,
    TEXTS,
    WAYS,
    references_of,
    renumber_players,
    tables,
)

# The smallest number of a player in these tests: no other figure is as large.
FIRST = 7_000_001


def test_each_table_of_a_club_is_in_its_file_or_left_out_with_a_reason():
    inside = {model._meta.label_lower for model in tables()}
    about_clubs = {
        model._meta.label_lower
        for model in apps.get_models(include_auto_created=True)
        if any(each.related_model is Club for each in references_of(model))
    }
    assert about_clubs - inside == {label for label in LEFT_OUT if label in about_clubs}
    assert inside.isdisjoint(LEFT_OUT)
    assert set(WAYS) <= inside
    # A table that is about one of these, without being about a club, has a way or a reason too.
    within = {
        model._meta.label_lower
        for model in apps.get_models(include_auto_created=True)
        for each in references_of(model)
        if each.related_model._meta.label_lower in inside - {"clubs.player", "clubs.club"}
    }
    assert within - inside - set(LEFT_OUT) == set()


@pytest.fixture
def many_players(db):
    """Let players have numbers that nothing else has."""
    Player.objects.create(pk=FIRST - 1, name="Personne")


@pytest.mark.one_database  # the numbers of PostgreSQL's rows do not follow one that was chosen
@pytest.mark.django_db
def test_every_number_of_a_player_is_known(many_players, full_club):
    """Somewhere in JSON or a text, a number stands for a player: `renumber_players` finds it."""
    places = 0
    for model in tables():
        names = [each.name for each in model._meta.concrete_fields if isinstance(each, JSONField)]
        names += TEXTS.get(model._meta.label_lower, ())
        for row in model._base_manager.values(*names) if names else ():
            before = numbers_in(row)
            values = dict(row)
            renumber_players(model._meta.label_lower, values, lambda number: number - FIRST + 1)
            places += len(before)
            assert numbers_in(values) == [], f"{model._meta.label}: {row}"
    assert places >= 15


def numbers_in(row):
    """Return the players' numbers in the values of a row."""
    text = json.dumps(row, default=str, ensure_ascii=False)
    marked = [number for number in referred(text) if number >= FIRST]
    loose = [
        int(part)
        for part in text.replace("[", " ").replace("]", " ").replace(",", " ").split()
        if part.isdigit()
    ]
    return marked + [number for number in loose if number >= FIRST]
