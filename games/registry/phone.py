"""The part of a game's declaration about phones without network."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phone:
    """The scripts with which a phone without network draws the game. They are loaded when the page
    is idle.
    """

    scripts: Sequence[str] = ()
