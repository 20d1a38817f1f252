"""Columns for the reported results of a table: JSON in the database, `ReportedResult` in Python."""

import json
from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.models.functions import Cast

from tournaments.state.reported_result import ReportedResult


class ResultField(models.JSONField):
    """A result, or null."""

    def deconstruct(self) -> Any:
        """Return a plain JSON field for migrations, because the database has no other."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Return the result of a row."""
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
    """What the sides of a table reported, by side."""

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
    """Select a JSON column as text, which `parsed` reads."""
    return Cast(column, models.TextField())


def parsed(texts: Sequence[str | None]) -> Any:
    """Parse the texts of a JSON column together. One by one takes four times as long."""
    return json.loads(f"[{','.join(text or 'null' for text in texts)}]")
