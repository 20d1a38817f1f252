"""What tournaments refuse: the language of `clubs.errors`, in this app's sentences."""

from typing import Any

from clubs import errors
from tournaments.sentences import TABLE


class Refused(errors.Refused):
    """Values that can't be kept; nothing was stored."""

    words = TABLE


class Denied(errors.Denied):
    """The caller may see the tournament but not do this."""

    words = TABLE


class Stale(errors.Stale):
    """The write was made on an older version than the tournament has: `now` is that one."""

    words = TABLE

    def __init__(self, now: int) -> None:
        super().__init__()
        self.now = now

    def beside(self) -> dict[str, Any]:
        """Return the tournament's version."""
        return {"version": self.now}
