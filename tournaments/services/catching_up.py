"""What an upgrade adds to tournaments that were played before it; done at the start of the site."""

from tournaments.services import final_places, typed


def catch_up() -> None:
    """Store what was not stored when they were played. Doing it again changes nothing."""
    final_places.catch_up()
    typed.catch_up()
