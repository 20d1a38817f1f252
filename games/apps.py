"""The matches' app, and the base on which each game declares itself."""

from django.apps import AppConfig

from games.registry import Game


class GamesConfig(AppConfig):
    """The core of all games."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to what happens to people, and tell the links what they can be about."""
        from games import links, receivers
        from games.services import forgetting, handing_over  # noqa: F401

        receivers.connect()
        links.register()


class GameConfig(AppConfig):
    """Base of a game's own app. The sub-class gives `declare`, called once the models are there.

    A game is known to the site by being installed: nothing else lists it.
    """

    default_auto_field = "django.db.models.BigAutoField"
    # Django looks for one configuration in a game's `apps.py`: its own, not this base.
    default = False
    game: Game

    def __init_subclass__(cls) -> None:
        """Mark each game's own configuration as the one to use."""
        cls.default = True

    def declare(self) -> Game:
        """Return the game's declaration."""
        raise NotImplementedError

    def ready(self) -> None:
        """Keep the declaration, where `games.registry` finds it."""
        self.game = self.declare()
