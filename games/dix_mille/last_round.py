"""The rule of the last round in the database: an older column, and the reading beside it.

Up to 1.0 the rule was a boolean, and the program before writes that column still while a site is
upgraded. So a row without a reading is read as the boolean says.
"""

from typing import Any

from django.db import models

OFF, FINISH_ROUND, TURN_EACH = "off", "finish_round", "turn_each"
# What older files, calls and rows say.
OLDER = {False: OFF, True: TURN_EACH}


class _Reading:
    """The attribute: a boolean of an older file is the reading that it meant.

    The older column is set with it.
    """

    def __init__(self, field: models.Field[Any, Any]) -> None:
        self.name = field.attname

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        if instance is None:
            return self
        if self.name not in instance.__dict__:
            instance.refresh_from_db(fields=[self.name])  # it was deferred
        value = instance.__dict__[self.name]
        return OLDER[bool(instance.had_last_round)] if value is None else value

    def __set__(self, instance: Any, value: Any) -> None:
        reading = OLDER[value] if isinstance(value, bool) else value
        instance.__dict__[self.name] = reading
        if reading is not None:
            instance.had_last_round = reading != OFF


class LastRoundField(models.CharField[Any, Any]):
    """The reading of the rule, of which older files know only whether there is a last round."""

    descriptor_class = _Reading

    def deconstruct(self) -> Any:
        """Return the plain column that it is in the database."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
