"""How a phone without network draws a game."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phone:
    """Scripts with which a phone draws the game, loaded when the page is idle."""

    scripts: Sequence[str] = ()
