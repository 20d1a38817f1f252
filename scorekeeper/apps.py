"""The site's own app: no models, only commands and the shared templates."""

from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """Declares the app, so that its management commands are found."""

    name = "scorekeeper"

    def ready(self) -> None:
        """Register the provider of ratings with tournaments, and the sentences of all fields."""
        from core.shapes import share_sentences
        from scorekeeper.backups import daily  # noqa: F401 -- registers the worker's copy
        from scorekeeper.club_files import jobs  # noqa: F401 -- registers the works of club files
        from scorekeeper.ratings import of_entrants  # models exist only now
        from tournaments.ratings import provide

        provide(of_entrants)
        share_sentences()
