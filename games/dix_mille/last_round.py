"""The rule of the last round in the database: an older column, and a newer one (its *reading*).

Up to 1.0 the rule was a boolean. While a site is upgraded, the older version still writes that
column. So for a row without a reading it is derived from the boolean.
"""

from typing import Any

from django.db import models

OFF, FINISH_ROUND, TURN_EACH = "off", "finish_round", "turn_each"
# What the boolean of older files, API calls and rows means as a reading.
OLDER = {False: OFF, True: TURN_EACH}


class _Reading:
    """The descriptor of the field, which replaces an older file's boolean by its reading.

    Setting the reading also sets the older column.
    """

    def __init__(self, field: models.Field[Any, Any]) -> None:
        self.name = field.attname

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        if instance is None:
            return self
        if self.name not in instance.__dict__:
            instance.refresh_from_db(fields=[self.name])  # the column was deferred
        value = instance.__dict__[self.name]
        return OLDER[bool(instance.had_last_round)] if value is None else value

    def __set__(self, instance: Any, value: Any) -> None:
        reading = OLDER[value] if isinstance(value, bool) else value
        instance.__dict__[self.name] = reading
        if reading is not None:
            instance.had_last_round = reading != OFF


class LastRoundField(models.CharField[Any, Any]):
    """The reading of the rule; older files store only whether there is a last round."""

    descriptor_class = _Reading

    def deconstruct(self) -> Any:
        """Return a plain `CharField`, because the database column is one."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
