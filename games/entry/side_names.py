"""Names of sides: a default name is stored in the site's language, shown in the reader's.

Otherwise a table started in English would be « Us » and « You » for ever, for French readers too.
"""

from functools import cache

from django.conf import settings
from django.utils import translation

from core.removed import readable
from games.registry import installed
from games.registry.game import Game


def stored_defaults(game: Game) -> list[str]:
    """Return a game's default names as matches store them; none if each side is a person."""
    with translation.override(settings.LANGUAGE_CODE):
        return [str(name) for name in game.seats.names]


def localized(game: Game, side: int, name: str) -> str:
    """Return a side's name for a page. A default name, in whatever language, is translated."""
    if side < len(game.seats.names) and name in _defaults(game.slug, side):
        return str(game.seats.names[side])
    return readable(name)


def typed(game: Game, side: int, name: str) -> str:
    """Return a name as a page posts it: empty if it is still the default."""
    return "" if name in _defaults(game.slug, side) else name


@cache
def _defaults(slug: str, side: int) -> frozenset[str]:
    name, translated = installed.game_of(slug).seats.names[side], set[str]()
    for language, _label in settings.LANGUAGES:
        with translation.override(language):
            translated.add(str(name))
    return frozenset(translated)
