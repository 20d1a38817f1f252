"""The refusals of matches: the exceptions of `core.errors`, with this app's sentences."""

from collections.abc import Iterable, Mapping
from typing import Any, Self

from core import errors
from core.errors import ClientIdReused as ClientIdReused
from core.errors import Conflict as Conflict
from core.errors import Faulty
from core.errors import NotFound as NotFound
from games.match.match_json import match_body
from games.presentation.table import Table
from games.presentation.wording import Names, error_sentence
from games.refusals import TABLE
from games.registry.game import Game
from games.sheet import RuleError


class _AtTable(errors.Refusal):
    """A refusal in the words of the game and with the names of the table, if they are known."""

    words = TABLE
    game: Game | None = None
    names = Names()

    def say(self, code: str, params: Mapping[str, Any]) -> str:
        """Return the sentence of a code, in the reader's language."""
        return error_sentence(self.game.words.errors if self.game else {}, code, params, self.names)


class Refused(_AtTable, errors.Refused):
    """Values that can't be accepted; nothing was stored."""

    @classmethod
    def of(
        cls, faults: Iterable[Faulty], game: Game | None = None, names: Names | None = None
    ) -> Self:
        """Return one refusal that lists all the faults."""
        made = super().of(faults)
        made.game = game
        made.names = names or made.names
        return made


class LaterEntryIllegal(Refused):
    """The refusal of a correction after which a later line would break the rules."""

    cause: RuleError

    @classmethod
    def by(cls, cause: RuleError, game: Game, names: Names) -> Self:
        """Return the refusal that names the blocking line and the rule that it would break."""
        why = error_sentence(game.words.errors, cause.code, cause.params, names)
        place = f"entries.{cause.number}"
        made = cls("later_entry_illegal", place, number=cause.number, why=why, cause=cause.code)
        made.cause, made.game, made.names = cause, game, names
        return made

    def body_extras(self) -> dict[str, Any]:
        """Return the number of the blocking line and the code of its fault, for the body of the
        answer.
        """
        return {"later": {"number": self.cause.number, "code": self.cause.code}}


class Denied(_AtTable, errors.Denied):
    """The caller may see the match, but may not do this."""


class Stale(_AtTable, errors.Stale):
    """The write was made on an older version of the match: `table` is the present state."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    def body_extras(self) -> dict[str, Any]:
        """Return the present state of the match, for the body of the answer."""
        return {"match": match_body(self.table)}
