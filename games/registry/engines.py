"""What a game's engines are, in plain words: how exact they are, and what they were tried against.

The lab shows the engines of all games on one page. It names no game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.registry.lab import AnswerGrid, Text


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine of a game.

    `code` is its name for programs. `what` says what it answers, `exact` how exact that is,
    `tried` what it was compared with, and `lacks` what it does not know. `figures` are functions
    that return tables of measurements, with their words in the reader's language.
    """

    code: str
    name: Text
    what: Text
    exact: Text
    tried: Text
    lacks: Text = ""
    figures: Sequence[Callable[[], AnswerGrid]] = ()
