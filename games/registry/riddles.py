"""The riddles that a game makes of hands of its matches. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Riddle:
    """A hand of a match as a riddle: the cards, and the codes of question and answer.

    Question and answer are sentences of `Words.riddles`, filled with `params`. Of several riddles,
    the one with the greatest `interest` is chosen.
    """

    match: str
    cards: Sequence[str]
    question: str
    answer: str
    params: Mapping[str, Any]
    interest: float = 0.0
