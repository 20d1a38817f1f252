"""Computes a table's result from the stored scores and ranks of its matches."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from games.models import Match, Side, Status
from games.registry.game import Game, Preset
from games.registry.installed import game_of
from tournaments.formats.installed import format_of
from tournaments.models import Tournament
from tournaments.state.tournament import Seated

Figure = int | float
# The people of each entrant, by the entrant's number. A person is a known player's id, or None
# and a guest's name.
Members = Mapping[int, Sequence[tuple[int | None, str]]]


def figure(score: Decimal | None) -> Figure:
    """Return a stored score as JSON holds it: an int if it is whole, else a float."""
    value = score or Decimal()
    return int(value) if value == value.to_integral_value() else float(value)


def sides_of(match: Match) -> list[Figure]:
    """Return each side's score in the match. If the ranking does not follow the scores, return
    points.

    A match may be won in another way than by its score (an instant win, an elimination). Then
    each side's points are the number of sides ranked behind it.
    """
    sides = sorted(match.sides.all(), key=lambda side: side.number)
    if all(_agree(side, other) for side in sides for other in sides):
        return [figure(side.score) for side in sides]
    return [
        sum((other.rank or len(sides)) > (side.rank or len(sides)) for other in sides)
        for side in sides
    ]


def _agree(side: Side, other: Side) -> bool:
    ahead = (side.rank or 0) < (other.rank or 0)
    return ahead == ((side.score or 0) > (other.score or 0))


def wanted(tournament: Tournament) -> int:
    """Return the most matches that a table plays."""
    return int(tournament.options.get("matches_per_table") or 1)


def mode(tournament: Tournament) -> str:
    """Return how several matches of a table are counted: `best_of` or `sum`."""
    return str(tournament.options.get("match_mode") or "best_of")


def target_of(
    game: Game, preset: Preset, rules: Mapping[str, Any], options: Mapping[str, Any]
) -> int | None:
    """Return the score that ends a table, counted over its matches; None if the game's rules have
    none.
    """
    known = game.rules.final_scores(game.rules.model(**{**preset.values, **rules}))
    target = known.target or known.most
    many = int(options.get("matches_per_table") or 1)
    if many == 1 or target is None:
        return target
    return many * target if options.get("match_mode") == "sum" else many // 2 + 1


def total(
    tournament: Tournament,
    seated: Seated,
    played: Sequence[Match],
    people: Members,
) -> list[Figure] | None:
    """Return the scores of a table, computed from its matches; None as long as the table is
    undecided.
    """
    deals = deals_of(tournament)
    if deals is not None:
        return _after_deals(tournament, seated, played, people, deals)
    done = [
        _as_seated(tournament, match, seated, people)
        for match in played
        if match.status == Status.FINISHED
    ]
    return scores(done, mode(tournament), wanted(tournament))


def deals_of(tournament: Tournament) -> int | None:
    """Return how many deals a table plays in a round; None if the number is not fixed."""
    by_scores = format_of(tournament.format).counting == "score"
    deals = tournament.options.get("deals") if by_scores else None
    return None if deals is None else int(deals)


def _after_deals(
    tournament: Tournament, seated: Seated, played: Sequence[Match], people: Members, deals: int
) -> list[Figure] | None:
    """Return the sum of the scores once `deals` deals are recorded; None before that.

    The deals may belong to several matches, because a match that ends early is followed by
    another. A match that is not over counts with its present scores.
    """
    ids = [match.pk for match in played]
    noted = game_of(tournament.game).entry.model._default_manager.filter(match__in=ids).count()
    if noted < deals:
        return None
    scores_by_match = [
        _seated(
            tournament,
            match,
            [
                figure(side.score)
                for side in sorted(match.sides.all(), key=lambda side: side.number)
            ],
            seated,
            people,
        )
        for match in played
    ]
    return [sum(scores) for scores in zip(*scores_by_match, strict=True)]


def counting(tournament: Tournament, played: Sequence[Match], named: str | None) -> list[Match]:
    """Return the matches that make up a table's result.

    They are all of its matches. If a table plays a single match, it is only the match whose id
    is `named`.
    """
    chosen = [match for match in played if match.pk == named]
    alone = wanted(tournament) == 1 and deals_of(tournament) is None
    return chosen if chosen and alone else list(played)


def _as_seated(
    tournament: Tournament, match: Match, seated: Seated, people: Members
) -> list[Figure]:
    """Return the points that a match gave to each side, in the order of the table's sides."""
    return _seated(tournament, match, sides_of(match), seated, people)


def _seated(
    tournament: Tournament,
    match: Match,
    side_scores: list[Figure],
    seated: Seated,
    people: Members,
) -> list[Figure]:
    """Return the scores of a match's sides, in the order of the table's sides.

    A match that was started at the table has its sides in that order already.
    """
    order = None if match.event_id == tournament.pk else order_of(match, seated, people)
    return side_scores if order is None else [side_scores[side] for side in order]


def scores(done: Sequence[list[Figure]], how: str, most: int) -> list[Figure] | None:
    """Return the table's scores from its finished matches; None while a match is still to be
    played.

    They are the matches won (`best_of`) or the sums of the scores (`sum`). A single match counts
    by its scores.
    """
    if not done:
        return None
    if most == 1:
        return done[-1]
    sides = range(len(done[0]))
    if how == "sum":
        return (
            [sum(result[side] for result in done) for side in sides] if len(done) >= most else None
        )
    won: list[Figure] = [sum(_wins(result, side) for result in done) for side in sides]
    return won if len(done) >= most or max(won) * 2 > most else None


def _wins(result: Sequence[Figure], side: int) -> bool:
    return result[side] == max(result) and list(result).count(max(result)) == 1


def order_of(match: Match, seated: Seated, members_of: Members) -> list[int] | None:
    """Return the number of the match's side that belongs to each side of the table.

    Sides are matched by their known players. Sides without known players are matched in order.
    Return None if the sides do not fit.
    """
    count = len(match.sides.all())
    if count != len(seated.table.sides):
        return None
    seats = {seat.player_id: seat.side for seat in match.seats.all() if seat.player_id}
    order: list[int | None] = []
    for members in seated.table.sides:
        match_sides = {
            seats[player]
            for entrant in members
            for player, _guest in members_of.get(entrant, ())
            if player in seats
        }
        if len(match_sides) > 1:
            return None
        order.append(next(iter(match_sides), None))
    named = [side for side in order if side is not None]
    if len(set(named)) != len(named):
        return None
    left = [side for side in range(count) if side not in named]
    return [left.pop(0) if side is None else side for side in order]
