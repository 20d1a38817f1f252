"""Forms and serializers of a game are made of its model's columns."""

import pytest
from django.db import models
from rest_framework.exceptions import ValidationError

from games.api.jsonschema import schema_of
from games.api.reading import checked
from games.models import bounds_of
from games.registry.installed import games
from tests.toy.forms import ToyRulesForm
from tests.toy.models import ToyRules
from tests.toy.serializers import ToyRulesSerializer


def test_a_rules_type_and_bounds_are_said_by_its_column_alone():
    assert schema_of(ToyRulesSerializer)["properties"] == {
        "target": {"type": "integer", "minimum": 1, "maximum": 100},
        "faces": {"type": "integer", "minimum": 2, "maximum": 100},
    }
    assert list(ToyRulesForm().fields) == ["target", "faces"]
    with pytest.raises(ValidationError) as refused:
        checked(ToyRulesSerializer, {"target": 101, "faces": "6"})
    assert refused.value.get_codes() == {"target": ["max_value"], "faces": ["invalid"]}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.slug)
def test_every_number_of_a_ruleset_has_bounds_that_any_database_holds(game):
    columns = [c for c in game.rules.model._meta.concrete_fields if c.validators and not c.choices]
    numbers = [column for column in columns if isinstance(column, models.IntegerField)]
    assert numbers
    assert {column.name for column in numbers if bounds_of(column)[1] > 1_000_000} == set()


def test_a_number_no_column_takes_is_named_with_its_bounds():
    faults = ToyRules(target=101, faces=6).out_of_bounds()
    assert [(fault.code, fault.field, fault.params) for fault in faults] == [
        ("rule_out_of_bounds", "target", {"least": 1, "most": 100})
    ]
