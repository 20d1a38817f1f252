"""A match that counts: its seats, the outcomes, and the skills after it. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from games.registry.rating import RatingConstants
from leaderboards.rating.formulas import rate, rested

# The outcome of a match for a player, as rows store it. 0 means that there is no outcome.
WON, DRAWN, LOST = 1, 2, 3
# The value of a missing score, lower than any score.
NO_SCORE = -(2**63)


class MatchMoment(NamedTuple):
    """A match's place in time: its end in microseconds since 1970, and its name.

    Boards count matches in this order.
    """

    at: int
    match: str


class PlayerPart(NamedTuple):
    """A seat of a match that counts. Seats are in the order of the sides. Points are hundredths."""

    player: int
    points: int
    margin: float
    rank: int
    side: int
    outcome: int


class Skill(NamedTuple):
    """A skill as it was after a match, and that match's day (its ordinal)."""

    mu: float
    sigma: float
    day: int


# A competitor: the number of a player, or the two numbers of a pair in rising order.
Competitor = tuple[int, ...]


def has_pairs(parts: Sequence[PlayerPart]) -> bool:
    """Say whether a match has two sides of two; pairs then have a board of their own."""
    return [part.side for part in parts] == [0, 0, 1, 1]


def competitors(parts: Sequence[PlayerPart], *, pairs: bool) -> list[tuple[Competitor, int]]:
    """Return the competitors with their sides: each player, or the pairs that they make."""
    if not pairs:
        return [((part.player,), part.side) for part in parts]
    return [
        (tuple(sorted(part.player for part in parts[start : start + 2])), side)
        for side, start in enumerate((0, 2))
    ]


def rested_skill(skill: Skill | None, day: int, constants: RatingConstants) -> Skill:
    """Return the skill with which a competitor starts a match on a day.

    `skill` is the one after their last match, None before the first match.
    """
    if skill is None:
        return Skill(0.0, constants.prior_sigma, day)
    days = day - skill.day
    sigma = rested(skill.sigma, days, constants.growth_per_day, constants.prior_sigma)
    return Skill(skill.mu, sigma, day)


def rated(
    parts: Sequence[PlayerPart], before: Sequence[Skill], constants: RatingConstants, *, pairs: bool
) -> list[Skill]:
    """Return the skills of all `competitors` after a match, from those before it."""
    sides = [side for _competitor, side in competitors(parts, pairs=pairs)]
    margins = {part.side: part.margin for part in parts}
    leads = [margin * constants.spread for margin in margins.values()]
    skills = [(skill.mu, skill.sigma) for skill in before]
    after = rate(skills, sides, leads, constants.beta)
    return [Skill(*moved, skill.day) for moved, skill in zip(after, before, strict=True)]


# The counters of two people at one table, as the first of them sees them.
MEETINGS = ("won", "lost", "drawn", "together", "together_won")
TOGETHER, TOGETHER_WON = 3, 4


def met(one_side: int, one_rank: int, other_side: int, other_rank: int, outcome: int) -> int:
    """Return the index in `MEETINGS` of a result of two people, as the first of them sees it.

    After `TOGETHER_WON` the caller must count `TOGETHER` too.
    """
    if one_side == other_side:
        return TOGETHER_WON if outcome == WON else TOGETHER
    if one_rank == other_rank:
        return 2
    return 0 if one_rank < other_rank else 1
