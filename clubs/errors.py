"""What the people's services refuse. `clubs.wording` has a sentence for each code."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext

from clubs.models import Club, Player


class AccountNeeded(Exception):
    """The account can't go yet. `code`: `sole_owner` (of `clubs`) or `last_site_owner`."""

    def __init__(self, code: str, clubs: Iterable[Club] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.clubs = list(clubs)

    @property
    def sentence(self) -> str:
        """What to do first, in the reader's language."""
        if self.code == "last_site_owner":
            return gettext("Le site n'a pas d'autre propriétaire : en nommer un d'abord.")
        names = ", ".join(club.name for club in self.clubs)
        sentence = gettext("Donner d'abord à quelqu'un d'autre la propriété de : %(clubs)s.")
        return sentence % {"clubs": names}


class NotAllowed(Exception):
    """The caller may see the thing but not do this to it. `code` says what was refused."""

    def __init__(self, code: str = "not_allowed") -> None:
        super().__init__(code)
        self.code = code


class NotFound(Exception):
    """There is no such thing, or the caller may not see it."""


class Conflict(Exception):
    """The write and what is stored disagree; the writer must look before going on."""

    code = ""

    @property
    def sentence(self) -> str:
        """Say what happened, in the reader's language."""
        from clubs.wording import PEOPLE_ERRORS  # noqa: PLC0415 -- it reads these classes

        return str(PEOPLE_ERRORS[self.code])


class ClientIdReused(Conflict):
    """The same `client_id` came with another body."""

    code = "client_id_reused"


class Impossible(Exception):
    """What was asked can't be, whoever asks: `code`, the field at fault, words for the sentence."""

    def __init__(self, code: str, field: str | None = None, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params


class NameTaken(Exception):
    """The club has a player of that name already: `player`, for the code that refuses.

    `told` is the same player where the caller may see them by that name, else None: an answer
    tells this one alone, so that guessing at names finds nobody's record.
    """

    code = "name_taken"

    def __init__(self, player: Player, told: Player | None = None) -> None:
        super().__init__(self.code)
        self.player = player
        self.told = told
