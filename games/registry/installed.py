"""The installed games, as each one's app declares it."""

from functools import cache

from django.apps import apps

from games.registry.game import Game


def games() -> list[Game]:
    """Return every installed game, in the order of the settings."""
    return list(_installed())


@cache
def _installed() -> tuple[Game, ...]:
    declared = (getattr(config, "game", None) for config in apps.get_app_configs())
    return tuple(game for game in declared if isinstance(game, Game))


def game(slug: str) -> Game | None:
    """Return the game of that slug, or None."""
    return next((game for game in games() if game.slug == slug), None)


def game_of(slug: str) -> Game:
    """Return the game of a stored match. Raise `LookupError` if it is not installed."""
    installed_game = game(slug)
    if installed_game is None:
        raise LookupError(f"A match is of the game {slug!r}, which is not installed.")
    return installed_game


def rules_accessors() -> list[str]:
    """Return the attributes that hold a match's rules, one per game, for `select_related`."""
    return [game.rules_accessor for game in games()]
