"""Columns for the reported results of a table: JSON in the database, `ReportedResult` in Python."""

import json
from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.models.functions import Cast

from tournaments.state.reported_result import ReportedResult


class ResultField(models.JSONField):
    """A column that holds one reported result, or null."""

    def deconstruct(self) -> Any:
        """Return the deconstruction of a plain JSON field, so that migrations see only that."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Return the value of a database cell as a result, or `nothing()` if the cell is empty."""
        data = super().from_db_value(value, expression, connection)
        return self.read(data) if data else self.nothing()

    def get_prep_value(self, value: Any) -> Any:
        """Return a result as the database stores it."""
        return super().get_prep_value(self.written(value) if value else value)

    def nothing(self) -> Any:
        """Return the value of an empty column."""
        return None

    def read(self, data: Any) -> Any:
        """Return the result that JSON describes."""
        return ReportedResult.from_json(data)

    def written(self, value: Any) -> Any:
        """Return the JSON of a result."""
        return value.to_json()


class ResultsField(ResultField):
    """A column that maps each side of a table to the result that this side reported."""

    def nothing(self) -> dict[int, ReportedResult]:
        """Return an empty mapping, because no side has reported."""
        return {}

    def read(self, data: Any) -> dict[int, ReportedResult]:
        """Return the results by side. In JSON the sides are text."""
        return {int(side): ReportedResult.from_json(report) for side, report in data.items()}

    def written(self, value: Any) -> Any:
        """Return the JSON of results by side, with the sides as text."""
        return {str(side): report.to_json() for side, report in value.items()}


def as_text(column: str) -> Cast:
    """Return an expression that selects a JSON column as text. `parsed` reads this text."""
    return Cast(column, models.TextField())


def parsed(texts: Sequence[str | None]) -> Any:
    """Return the values of several JSON texts, with None for a missing text.

    The texts are parsed together, because parsing them one by one takes four times as long.
    """
    return json.loads(f"[{','.join(text or 'null' for text in texts)}]")
