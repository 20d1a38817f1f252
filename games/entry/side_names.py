"""Names of sides. A default name is stored in the site's language, but shown in the reader's.

Otherwise the sides of a table started in English would always be called « Us » and « You », even
for French readers.
"""

from functools import cache

from django.conf import settings
from django.utils import translation

from core.removed import readable
from games.registry import installed
from games.registry.game import Game


def stored_defaults(game: Game) -> list[str]:
    """Return a game's default side names as matches store them. Empty if each side is one
    player.
    """
    with translation.override(settings.LANGUAGE_CODE):
        return [str(name) for name in game.seats.names]


def localized(game: Game, side: int, name: str) -> str:
    """Return a side's name for a page. A default name, in whatever language, is translated."""
    if side < len(game.seats.names) and name in _defaults(game.slug, side):
        return str(game.seats.names[side])
    return readable(name)


def typed(game: Game, side: int, name: str) -> str:
    """Return the name that a page posted, or an empty string if it is a default name in any
    language.
    """
    return "" if name in _defaults(game.slug, side) else name


@cache
def _defaults(slug: str, side: int) -> frozenset[str]:
    name, translated = installed.game_of(slug).seats.names[side], set[str]()
    for language, _label in settings.LANGUAGES:
        with translation.override(language):
            translated.add(str(name))
    return frozenset(translated)
