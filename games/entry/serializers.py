"""Bases of every game's serializers: their fields are made from its models' columns."""

from typing import Any

from django.db import models
from rest_framework import serializers

from games.entry.shapes import StrictBoolean, StrictChoice, StrictInteger
from games.models import EntryBase, RulesBase, bounds_of

Field = serializers.Field[Any, Any, Any, Any]


class ColumnsSerializer(serializers.ModelSerializer[Any]):
    """A serializer made from a model: each field has its column's type and choices.

    A subclass names its model in `Meta`, and declares only what no column says.
    """

    serializer_field_mapping = {
        models.IntegerField: StrictInteger,
        models.BooleanField: StrictBoolean,
    }
    serializer_choice_field = StrictChoice

    class Meta:
        # The model's unique constraints are left out, because the services check them.
        validators: tuple[Any, ...] = ()

    def build_standard_field(
        self, field_name: str, model_field: "models.Field[Any, Any]"
    ) -> tuple[type[Field], dict[str, Any]]:
        """Return the strict field of a column, and its options."""
        options = self.options_of(model_field)
        if model_field.choices:
            values = [value for value, _label in model_field.flatchoices]
            return self.serializer_choice_field, {**options, "choices": values}
        kinds = self.serializer_field_mapping.items()
        return next(kind for column, kind in kinds if isinstance(model_field, column)), options

    def options_of(self, column: "models.Field[Any, Any]") -> dict[str, Any]:
        """Return the options of a column's field. There are none here, so the field is required."""
        return {}


class RulesSerializer(ColumnsSerializer):
    """Every rule of a match, within its column's bounds. A rule left out has the preset's value."""

    def get_field_names(self, declared_fields: Any, info: Any) -> list[str]:
        """Return the rules' names, in the order of the model."""
        model: type[RulesBase] = self.Meta.model
        return model.rule_names()

    def options_of(self, column: "models.Field[Any, Any]") -> dict[str, Any]:
        """Return the column's bounds, and whether it may be null."""
        options: dict[str, Any] = {"required": False, "allow_null": column.null}
        if isinstance(column, models.IntegerField) and not column.choices:
            options["min_value"], options["max_value"] = bounds_of(column)
        return options


class EntrySerializer(ColumnsSerializer):
    """An entry. Null stands for a value left out. The game's rules check the bounds of figures."""

    def get_field_names(self, declared_fields: Any, info: Any) -> list[str]:
        """Return the names of the entered values, in the order of the model."""
        model: type[EntryBase] = self.Meta.model
        return model.data_names()

    def options_of(self, column: "models.Field[Any, Any]") -> dict[str, Any]:
        """Return the options by which every field may be null or left out."""
        return {"required": False, "allow_null": True}
