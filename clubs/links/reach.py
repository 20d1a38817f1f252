"""Says in words from where an address of the site can be opened."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.addresses import Reach, reach_of

SENTENCES: dict[Reach, str | Promise] = {
    "public": "",
    "room": _(
        "Dans la salle seulement : ce site n'a pas d'adresse publique, seuls les téléphones du "
        "même réseau l'ouvrent."
    ),
    "machine": _(
        "Sur cet ordinateur seulement : le site n'a pas d'adresse publique, et n'est pas ouvert "
        "au réseau de la salle."
    ),
}


def reach_sentence(url: str) -> str:
    """Return where an address works, and why; empty if it works everywhere."""
    return str(SENTENCES[reach_of(url)])
