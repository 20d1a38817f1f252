"""The matches' app, and the base class by which each game declares itself."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.apps import AppConfig

from games.registry.game import Game


class GamesConfig(AppConfig):
    """The shared part of all games."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signals about people, and register the subjects of links."""
        from games import receivers
        from games.match import links
        from games.review import (
            chance_jobs,  # noqa: F401
            decision_jobs,  # noqa: F401
        )
        from games.services import data_export, forgetting  # noqa: F401

        receivers.connect()
        links.register()


class GameConfig(AppConfig):
    """Base class of a game's own app. `declare` is called once the models are loaded.

    A game is registered by adding it to the installed apps. No other list names the games.
    """

    default_auto_field = "django.db.models.BigAutoField"
    # Django uses the only default configuration that it finds in a game's `apps.py`. This base
    # class is imported there, so it must not be a default.
    default = False
    game: Game

    def __init_subclass__(cls) -> None:
        """Mark each game's configuration as the default one of its app."""
        cls.default = True

    def declare(self) -> Game:
        """Return the game's declaration."""
        raise NotImplementedError

    def analysed(self) -> dict[str, Any]:
        """Return the fields of `Game` that the game's `analysis/capabilities.py` declares.

        The folder `analysis` is optional. Without it the result is empty.
        """
        if find_spec(f"{self.name}.analysis") is None:
            return {}
        module = import_module(f"{self.name}.analysis.capabilities")
        capabilities: dict[str, Any] = module.CAPABILITIES
        return capabilities

    def ready(self) -> None:
        """Store the declaration of the game, which `games.registry` reads."""
        self.game = self.declare()
