"""The tournaments' app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments of clubs. Signals tell this app about the matches played at their tables."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signals of matches.

        Register webhooks and push messages with the jobs' worker.
        """
        # Imported here because models exist only now. Jobs and receivers register themselves.
        from tournaments import jobs, links, match_places, receivers  # noqa: F401
        from tournaments.duplicate import deal_pages
        from tournaments.notices import (
            push,  # noqa: F401
            webhooks,  # noqa: F401
        )

        links.register()
        match_places.register()
        deal_pages.register()
