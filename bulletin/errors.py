"""The refusals of bulletins: the exceptions of `clubs.errors`, with this app's sentences."""

from typing import Any

from bulletin.sentences import TABLE
from clubs import errors


class Refused(errors.Refused):
    """The values can't be accepted; nothing was stored."""

    words = TABLE


class Stale(errors.Stale):
    """The write was made on an older version of the bulletin. `now` is the current version."""

    words = TABLE

    def __init__(self, now: int) -> None:
        super().__init__()
        self.now = now

    def beside(self) -> dict[str, Any]:
        """Return the bulletin's version."""
        return {"version": self.now}
