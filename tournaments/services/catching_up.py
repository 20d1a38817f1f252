"""Adds the data of new versions to tournaments played before them; runs when the site starts."""

from tournaments.services import final_places, typed


def catch_up() -> None:
    """Store the missing final places and typed results. A second run changes nothing."""
    final_places.catch_up()
    typed.catch_up()
