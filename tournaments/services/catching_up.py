"""Adds data that newer versions of the program need for older tournaments. It runs at start-up."""

from tournaments.services import final_places, typed


def catch_up() -> None:
    """Store the final places and the matches of typed results that are missing.

    A second run changes nothing.
    """
    final_places.catch_up()
    typed.catch_up()
