"""Random matches for the demonstration, from the sample entries of each game."""

from random import Random
from typing import Any

from games.registry.game import Game, Preset
from games.services.starting import build_rules
from games.sheet import Scoresheet

# More lines than any match of the demonstration can have.
LONGEST = 400


class SampleEntry:
    """An entry, as the pure scoring reads it: a missing attribute is None."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.__dict__.update(data)

    def __getattr__(self, name: str) -> None:
        return None


def play_out(
    game: Game,
    preset: Preset,
    seats: int,
    random: Random,
    lines: int = LONGEST,
    *,
    by_card: bool = False,
) -> list[dict[str, Any]]:
    """Return the entries of a random match, up to its end or `lines` entries.

    `by_card`: the first entry is recorded card by card, if the game allows it.
    """
    rules = build_rules(game, preset, {}, seats)
    data: list[dict[str, Any]] = []
    if by_card and game.demonstration.by_card is not None:
        data.append(game.demonstration.by_card(rules, random))
    sheet: Scoresheet = game.replay(rules, seats, [SampleEntry(entry) for entry in data])
    while sheet.result is None and len(data) < lines:
        data.append(game.demonstration.sample(rules, sheet, random))
        sheet = game.replay(rules, seats, [SampleEntry(entry) for entry in data])
    return data
