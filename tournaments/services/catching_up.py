"""Stores data that newer programs need for tournaments of older ones; runs when the site starts."""

from tournaments.services import final_places, typed


def catch_up() -> None:
    """Store the final places and typed results that are missing. A second run changes nothing."""
    final_places.catch_up()
    typed.catch_up()
