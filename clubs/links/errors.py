"""What making a link refuses."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: Mapping[str, str | Promise] = {
    "link_kind": _("Un tel lien ne se fait pas ici."),
    "link_lasts": _("Ce lien ne peut pas durer ce temps-là : choisir dans la liste."),
    "too_many_links": _("Il y a déjà 50 liens qui servent : en retirer d'abord."),
    "links_not_allowed": _("Les liens du club se gèrent par un responsable."),
    "sharing_not_allowed": _("Les liens d'un match se gèrent par qui tient la table."),
}


class LinkFault(ValueError):
    """A link that can't be made as asked. `code` is one of `SENTENCES`."""

    def __init__(self, code: str, field: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.field = field

    @property
    def sentence(self) -> str:
        """Say what to do about it."""
        return str(SENTENCES[self.code])
