"""The sentences of refusals by code, in the reader's language. Each sentence says what to do."""

from collections import ChainMap
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from core import refusals as below
from games.registry.game import Text

SENTENCES: dict[str, Text] = {
    "bulletin_blank": gettext_lazy("Un bulletin a un titre et un texte."),
    "stale": gettext_lazy("Le bulletin a changé entre-temps : le relire avant d'écrire."),
    "bulletin_too_long": gettext_lazy("C'est trop long : %(most)s caractères au plus."),
}

TABLE: Mapping[str, Any] = ChainMap(SENTENCES, below.TABLE)
