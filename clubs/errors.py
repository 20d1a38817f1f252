"""Refusals about people, whose answers contain more than a sentence."""

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from core.errors import Refused

if TYPE_CHECKING:
    from clubs.models import Player


class AccountNeeded(Refused):
    """Raised if the account can't be deleted yet.

    The code is `sole_owner` (the only owner of `clubs`) or `last_site_owner`.
    """

    whole = None  # No posted value is wrong.


class NameTaken(Refused):
    """The error raised if the club already has a player with this name.

    `player` is that player, for the site's own code. `visible` is the same player if the caller
    may see them under that name, else None. An answer contains only `visible`, so that nobody
    finds a person by guessing names.
    """

    def __init__(self, player: "Player", visible: "Player | None" = None) -> None:
        super().__init__("name_taken", "name")
        self.player = player
        self.visible = visible

    def body_extras(self) -> dict[str, Any]:
        """Return what the answer adds: the player who has the name, if the caller may know."""
        if self.visible is None:
            return {}
        return {"player": {"id": self.visible.pk, "name": self.visible.public_name}}

    @property
    def sentences(self) -> list[str]:
        """The sentences for a page: who has the name, if the caller may know it, and what to do."""
        if self.visible is None:
            return [
                _(
                    "Ce nom est déjà pris dans le club : en donner un autre, ou ajouter une marque,"
                    " « Jean Roy (Saint-Roch) »."
                )
            ]
        words = {"name": self.visible.public_name}
        return [
            _(
                "Ce nom est déjà pris dans le club, par %(name)s. Si ce sont deux personnes,"
                " ajouter une marque : « Jean Roy (Saint-Roch) »."
            )
            % words
        ]
