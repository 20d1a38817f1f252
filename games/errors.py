"""What the services refuse. None of these is a bug: each has a sentence for whoever wrote."""

from collections.abc import Mapping, Sequence
from typing import Any

# The same on every floor: no such thing, or the caller may not see it.
# The same on every floor: two writes that disagree; one `client_id` for two bodies.
from clubs.errors import ClientIdReused as ClientIdReused
from clubs.errors import Conflict as Conflict
from clubs.errors import NotFound as NotFound
from games.registry import Game, Text
from games.sheet import RuleError
from games.wording import Names, error_sentence


class Refused(Exception):
    """Values that can't be kept, one `RuleError` each; nothing was stored."""

    def __init__(
        self, faults: Sequence[RuleError], game: Game | None = None, names: Names | None = None
    ) -> None:
        super().__init__(", ".join(fault.code for fault in faults))
        self.faults = list(faults)
        self.game = game
        self.names = names or Names()

    def sentence(self, fault: RuleError) -> str:
        """Say in the reader's language what to do about one fault."""
        return error_sentence(_errors_of(self.game), fault.code, fault.params, self.names)


class LaterEntryIllegal(Exception):
    """A correction after which a later line would break the rules: `number`, and why."""

    code = "later_entry_illegal"

    def __init__(self, cause: RuleError, game: Game, names: Names) -> None:
        super().__init__(cause.code)
        self.cause = cause
        self.number = cause.number
        self.game = game
        self.names = names

    @property
    def sentence(self) -> str:
        """Name the line that stands in the way, and the rule it would break."""
        errors = _errors_of(self.game)
        why = error_sentence(errors, self.cause.code, self.cause.params, self.names)
        params = {"number": self.number, "why": why, "cause": self.cause.code}
        return error_sentence(errors, self.code, params, self.names)


class Denied(Exception):
    """The caller may see the match but not do this. `code` says what was refused."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> str:
        """Say what would be needed."""
        return error_sentence({}, self.code, {}, Names())


class Stale(Conflict):
    """The write was made on an older version than the match has: `table` is how it stands."""

    code = "stale"

    def __init__(self, table: Any) -> None:
        super().__init__(self.code)
        self.table = table

    @property
    def sentence(self) -> str:
        """Say what happened."""
        return error_sentence({}, self.code, {}, Names())


def _errors_of(game: Game | None) -> Mapping[str, Text]:
    return game.words.errors if game else {}
