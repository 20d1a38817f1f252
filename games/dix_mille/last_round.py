"""The two database columns of the last-round rule: an older boolean, and its newer *reading*.

Up to 1.0 the rule was a boolean. While a site is upgraded, the older version of the program still
writes only that column. So in a row without a reading, the reading is derived from the boolean.
"""

from typing import Any

from django.db import models

OFF, FINISH_ROUND, TURN_EACH = "off", "finish_round", "turn_each"
# The reading that each boolean of older files, API calls and rows stands for.
OLDER = {False: OFF, True: TURN_EACH}


class _Reading:
    """The descriptor of `LastRoundField`. It replaces the boolean of an older file by the reading.

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
    """The field of the reading. Older files store only a boolean: whether there is a last round."""

    descriptor_class = _Reading

    def deconstruct(self) -> Any:
        """Return a plain `CharField`, because the database column is one."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
