"""The rating: Gaussian, by differences of scores, one finished match at a time. Pure.

After Guo, Sanner, Graepel, Buntine, « Score-based Bayesian Skill Learning » (2012). The skill of a
side is the sum of its members'; the margin between sides is normal around the difference of their
skills. Every sum runs in the order of the sides and of their members, so that the same matches
give the same ratings to the last bit, whoever computes them.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from games.rating_constants import RatingConstants
from leaderboards.rating.constants import CLIP, SETTLED, START


class Skill(NamedTuple):
    """A skill in displayed points, `mu` counted from 1500, and its standard deviation."""

    mu: float
    sigma: float


class Result(NamedTuple):
    """How a side came out of a match: its score (None: it has none) and its rank."""

    score: float | None
    rank: int


def beginner(constants: RatingConstants) -> Skill:
    """Return the skill of somebody of whom nothing is known."""
    return Skill(0.0, constants.prior_sigma)


def rested(skill: Skill, days: int, constants: RatingConstants) -> Skill:
    """Return a skill after whole calendar days without a match: less certain."""
    if days <= 0:
        return skill
    growth = constants.growth_per_day * constants.growth_per_day * days
    sigma = sqrt(skill.sigma * skill.sigma + growth)
    return Skill(skill.mu, min(sigma, constants.prior_sigma))


def margins(results: Sequence[Result], spread: float, *, by_rank: bool = False) -> list[float]:
    """Return each side's margin in usual spreads: over the other side, or over the mean of many.

    `by_rank` says that the match was decided otherwise than by its scores; so does an order of
    scores that contradicts the ranking: the winners then have 1, the others −1.
    """
    scores = [result.score for result in results]
    if by_rank or _contradicted(results):
        return _by_rank(results)
    known = [0.0 if score is None else score for score in scores]
    if len(known) == 2:
        lead = clipped((known[0] - known[1]) / spread)
        return [lead, -lead]
    mean = total(known) / len(known)
    return [clipped((score - mean) / spread) for score in known]


def _by_rank(results: Sequence[Result]) -> list[float]:
    if all(result.rank == 1 for result in results):
        return [0.0 for _ in results]
    return [1.0 if result.rank == 1 else -1.0 for result in results]


def _contradicted(results: Sequence[Result]) -> bool:
    """Say whether some side ranks before another that has a higher score."""
    if any(result.score is None for result in results):
        return True
    return any(
        one.rank < other.rank and one.score < other.score  # type: ignore[operator]
        for one in results
        for other in results
    )


def clipped(margin: float) -> float:
    """Return a margin as far as it counts."""
    return max(-CLIP, min(CLIP, margin))


def rated(
    sides: Sequence[Sequence[Skill]], margins: Sequence[float], constants: RatingConstants
) -> list[list[Skill]]:
    """Return every member's skill after a match, in the order given.

    `margins` are per side, in usual spreads, as `margins` gives them.
    """
    if len(sides) == 2:
        return _of_two(sides, margins[0] * constants.spread, constants)
    return _of_many(sides, [margin * constants.spread for margin in margins], constants)


def _of_two(
    sides: Sequence[Sequence[Skill]], lead: float, constants: RatingConstants
) -> list[list[Skill]]:
    first, second = sides
    noise = constants.beta * constants.beta
    whole = noise + (_variance(first) + _variance(second))
    surprise = lead - (_mu(first) - _mu(second))
    return [
        [_moved(skill, surprise, whole) for skill in first],
        [_moved(skill, -surprise, whole) for skill in second],
    ]


def _moved(skill: Skill, surprise: float, whole: float) -> Skill:
    variance = skill.sigma * skill.sigma
    share = variance / whole
    return Skill(skill.mu + share * surprise, sqrt(variance - variance * share))


def _of_many(
    sides: Sequence[Sequence[Skill]], leads: Sequence[float], constants: RatingConstants
) -> list[list[Skill]]:
    count = len(sides)
    part = 1.0 - 1.0 / count
    mus = [_mu(side) for side in sides]
    variances = [_variance(side) for side in sides]
    mean, whole = total(mus) / count, total(variances)
    noise = constants.beta * constants.beta / 2.0 * part
    after = []
    for side, mu, own, lead in zip(sides, mus, variances, leads, strict=True):
        v = own * part * part + (whole - own) / (count * count) + noise
        surprise = lead - (mu - mean)
        after.append([_moved_of_many(skill, surprise, part, v) for skill in side])
    return after


def _moved_of_many(skill: Skill, surprise: float, part: float, v: float) -> Skill:
    variance = skill.sigma * skill.sigma
    share = variance * part / v
    return Skill(skill.mu + share * surprise, sqrt(variance - variance * part * share))


def _mu(side: Sequence[Skill]) -> float:
    return total([skill.mu for skill in side])


def _variance(side: Sequence[Skill]) -> float:
    return total([skill.sigma * skill.sigma for skill in side])


def total(values: Sequence[float]) -> float:
    """Return a plain sum from left to right: `sum` of newer Pythons adds floats otherwise."""
    result = 0.0
    for value in values:
        result += value
    return result


def shown(mu: float) -> float:
    """Return a skill as it is displayed: a newcomer has 1500."""
    return START + mu


def provisional(sigma: float, constants: RatingConstants) -> bool:
    """Say whether a rating is still too uncertain to name a category."""
    return sigma > SETTLED * constants.prior_sigma


# From the strongest down: the least displayed rating of each category, and its code.
CATEGORIES = ((1900.0, "master"), (1700.0, "expert"), (1500.0, "confirmed"), (1300.0, "amateur"))


def category(skill: Skill, constants: RatingConstants) -> str | None:
    """Return the code of a skill's category; None while it is provisional."""
    if provisional(skill.sigma, constants):
        return None
    rating = shown(skill.mu)
    return next((code for least, code in CATEGORIES if rating >= least), "beginner")
