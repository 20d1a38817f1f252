"""The usual spread of each match's ruleset, asked of the game once a ruleset."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import Model

from games.registry import Game
from leaderboards.rebuild.compiled import Array
from leaderboards.rebuild.tables import Index, joined_text, names_in


@dataclass
class Spreads:
    """The usual spreads of a game's rulesets, asked once a ruleset.

    `telling` are the rules that a spread depends on, as far as is known.
    """

    game: Game
    known: dict[tuple[Any, ...], float] = field(default_factory=dict)
    telling: tuple[str, ...] = ()

    def of(self, index: Index) -> Array:
        """Return the usual spread of each match's ruleset; most rulesets are the same few."""
        first = self.game.rules_model._default_manager.order_by().first()
        if first is not None:
            self._ask(first)
        while True:
            found = np.ones(len(index.keys))
            if all(self._filled(found, index, *row) for row in self._rulesets()):
                return found

    def _rulesets(self) -> list[tuple[str, tuple[Any, ...], str]]:
        """Return the matches of each ruleset, as far as the spread depends on it, one's name."""
        model = self.game.rules_model
        own = ", ".join(f"own.{_quoted(model, name)}" for name in self.telling)
        table = connection.ops.quote_name(model._meta.db_table)
        query = (
            f"SELECT {f'{own}, ' if own else ''}{joined_text('own.match_id')}, MIN(own.match_id)"  # noqa: S608
            f" FROM {table} own {f'GROUP BY {own}' if own else ''}"
        )
        with connection.cursor() as cursor:
            cursor.execute(query)
            rows = cursor.fetchall()
        return [(values[-2], tuple(values[:-2]), values[-1]) for values in rows if values[-1]]

    def _filled(
        self, found: Array, index: Index, matches: str, key: tuple[Any, ...], name: str
    ) -> bool:
        """Fill in a ruleset's spread; False if it turns out to depend on more than was known."""
        if key not in self.known:
            spread, more = self._ask(self.game.rules_model._default_manager.get(match=name))
            if more:
                return False
            self.known[key] = spread
        places = index.find(names_in(matches).view("<i8"))
        found[places[places >= 0]] = self.known[key]
        return True

    def _ask(self, rules: Any) -> tuple[float, bool]:
        """Return a ruleset's spread, and whether it depends on more rules than was known."""
        watched = Watched(rules)
        spread = float(self.game.spread(watched))
        more = watched.read - set(self.telling)
        if more:
            self.telling, self.known = (*self.telling, *sorted(more)), {}
        return spread, bool(more)


class Watched:
    """A match's rules that remember which of them were asked for.

    What was not asked for can't have told: rulesets alike in the rest have the same spread.
    """

    def __init__(self, rules: Any) -> None:
        self.rules, self.read = rules, set[str]()

    def __getattr__(self, name: str) -> Any:
        if name not in self.rules.rule_names():
            # Not a rule itself, so whatever it may look at.
            self.read.update(self.rules.rule_names())
        else:
            self.read.add(name)
        return getattr(self.rules, name)


def _quoted(model: type[Model], name: str) -> str:
    return connection.ops.quote_name(str(model._meta.get_field(name).column))  # type: ignore[union-attr]
