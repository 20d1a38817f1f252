"""Decides whether one more player may join a running match, as the last in the order of play. Reads
nothing from the database.
"""

from typing import Any

from games.match.sizes import MOST_SEATS
from games.models import Match, Status
from games.presentation.wording import span
from games.registry.game import Game
from games.sheet import RuleError, Scoresheet


def faults(match: Match, game: Game, rules: Any, sheet: Scoresheet, seats: int) -> list[RuleError]:
    """Return every reason why nobody may join a match of `seats` players; none if somebody may."""
    fault = _fault(match, game, sheet, seats)
    return [fault] if fault else _of_rules(game, rules, seats + 1)


def _fault(match: Match, game: Game, sheet: Scoresheet, seats: int) -> RuleError | None:
    if game.seats.joins is None:
        return RuleError("seats_fixed")
    if match.event_id:
        return RuleError("seats_of_event")
    if match.status == Status.ABANDONED:
        return RuleError("match_abandoned")
    if match.status == Status.FINISHED:
        return RuleError("match_finished")
    bounds = game.seats.least, game.seats.most or MOST_SEATS
    if seats >= bounds[1]:
        return RuleError("player_count", players=span(bounds))
    return game.seats.joins(sheet, seats)


def _of_rules(game: Game, rules: Any, seats: int) -> list[RuleError]:
    """Return the faults of the match's rules if `seats` people played; empty if there are none."""
    broken = game.rules.faults(rules, seats)
    for fault in broken:
        fault.field = f"rules.{fault.field}" if fault.field else "rules"
    return broken
