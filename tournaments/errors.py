"""What the services of tournaments refuse; none of these is a bug."""

from collections.abc import Sequence
from typing import Any

from games import errors
from games.sheet import RuleError
from tournaments.words import sentence


class Refused(errors.Refused):
    """Values that can't be kept; nothing was stored."""

    def __init__(self, faults: Sequence[RuleError]) -> None:
        super().__init__(faults)

    def sentence(self, fault: RuleError) -> str:
        """Say in the reader's language what to do about one fault."""
        return sentence(fault.code, fault.params)


def refused(code: str, field: str | None = None, **params: Any) -> Refused:
    """Return the refusal of one value."""
    return Refused([RuleError(code, field, **params)])


class Denied(errors.Denied):
    """The caller may see the tournament but not do this."""

    @property
    def sentence(self) -> str:
        """Say what would be needed."""
        return sentence(self.code, {})


class Stale(errors.Conflict):
    """The write was made on an older version than the tournament has: `now` is that one."""

    code = "stale"

    def __init__(self, now: int) -> None:
        super().__init__(self.code)
        self.now = now

    @property
    def sentence(self) -> str:
        """Say what happened."""
        return sentence(self.code, {})
