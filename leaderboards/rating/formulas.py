"""The rating: Gaussian, by differences of scores, one finished match at a time. Pure.

After Guo, Sanner, Graepel, Buntine, « Score-based Bayesian Skill Learning » (2012). The skill of a
side is the sum of its members' skills. The margin between sides is normal around the difference of
their skills. Every sum runs in the order of the sides and of their members, so that the same
matches give exactly the same ratings, to the last bit.

Skills are in displayed points, `mu` counted from `START`. `rested`, `fill_margins` and `rate` take
lists and arrays: a rebuild compiles these same functions (`leaderboards.rebuild.fold`).
"""

from collections.abc import Sequence
from math import isnan, sqrt
from typing import Any

from games.rating_constants import RatingConstants

# Everyone's rating at the start.
START = 1500.0
# A margin is cut at this many usual spreads.
CLIP = 1.5
# A rating is provisional until its uncertainty is at most this share of its first value.
SETTLED = 0.5


def rested(sigma: float, days: int, growth_per_day: float, prior_sigma: float) -> float:
    """Return an uncertainty after whole calendar days without a match."""
    if days <= 0:
        return sigma
    return min(sqrt(sigma * sigma + growth_per_day * growth_per_day * days), prior_sigma)


def fill_margins(scores: Any, ranks: Any, by_rank: bool, spread: float, margins: Any) -> None:
    """Fill in each side's margin in usual spreads: over the other side, or over the mean of many.

    `by_rank`: the match was decided by something else than its scores. A side without a score (not
    a number) does the same, and so does an order of scores that contradicts the ranking. The
    winners then have 1, the others −1.
    """
    count = len(scores)
    all_won = True
    for one in range(count):
        by_rank = by_rank or isnan(scores[one])
        all_won = all_won and ranks[one] == 1
        for other in range(count):
            if ranks[one] < ranks[other] and scores[one] < scores[other]:
                by_rank = True
    if by_rank:
        for one in range(count):
            margins[one] = 0.0 if all_won else (1.0 if ranks[one] == 1 else -1.0)
    elif count == 2:
        margins[0] = clipped((scores[0] - scores[1]) / spread)
        margins[1] = -margins[0]
    else:
        total = 0.0
        for one in range(count):
            total += scores[one]
        for one in range(count):
            margins[one] = clipped((scores[one] - total / count) / spread)


def clipped(margin: float) -> float:
    """Return a margin cut to the limit."""
    return max(-CLIP, min(CLIP, margin))


def margins_of(
    scores: Sequence[float], ranks: Sequence[int], spread: float, *, by_rank: bool = False
) -> list[float]:
    """Return each side's margin, as `fill_margins` does."""
    margins = [0.0] * len(scores)
    fill_margins(scores, ranks, by_rank, spread, margins)
    return margins


def rate(many: int, mus: Any, sigmas: Any, sides: Any, count: int, leads: Any, beta: float) -> None:
    """Update the skills of so many by a match of `count` sides, in place.

    `sides` says on which side each sits; `leads` are the sides' margins, in displayed points.
    """
    if count == 2:
        mu, other_mu, own, other = 0.0, 0.0, 0.0, 0.0
        for one in range(many):
            if sides[one] == 0:
                mu += mus[one]
                own += sigmas[one] * sigmas[one]
            else:
                other_mu += mus[one]
                other += sigmas[one] * sigmas[one]
        whole = beta * beta + (own + other)
        surprise = leads[0] - (mu - other_mu)
        for one in range(many):
            variance = sigmas[one] * sigmas[one]
            share = variance / whole
            mus[one] += share * (surprise if sides[one] == 0 else -surprise)
            sigmas[one] = sqrt(variance - variance * share)
        return
    part = 1.0 - 1.0 / count
    mean, whole = 0.0, 0.0
    for side in range(count):
        mean += side_mu(many, mus, sides, side)
        whole += side_variance(many, sigmas, sides, side)
    mean /= count
    noise = beta * beta / 2.0 * part
    for side in range(count):
        own = side_variance(many, sigmas, sides, side)
        v = own * part * part + (whole - own) / (count * count) + noise
        surprise = leads[side] - (side_mu(many, mus, sides, side) - mean)
        for one in range(many):
            if sides[one] == side:
                variance = sigmas[one] * sigmas[one]
                share = variance * part / v
                mus[one] += share * surprise
                sigmas[one] = sqrt(variance - variance * part * share)


def side_mu(many: int, mus: Any, sides: Any, side: int) -> float:
    """Return the skill of a side."""
    total = 0.0
    for one in range(many):
        if sides[one] == side:
            total += mus[one]
    return total


def side_variance(many: int, sigmas: Any, sides: Any, side: int) -> float:
    """Return the variance of a side's skill."""
    total = 0.0
    for one in range(many):
        if sides[one] == side:
            total += sigmas[one] * sigmas[one]
    return total


def shown(mu: float) -> float:
    """Return a skill as it is displayed: a newcomer has 1500."""
    return START + mu


def provisional(sigma: float, constants: RatingConstants) -> bool:
    """Say whether a rating is still too uncertain to name a category."""
    return sigma > SETTLED * constants.prior_sigma


# From the strongest down: the lowest displayed rating of each category, and its code.
CATEGORIES = ((1900.0, "master"), (1700.0, "expert"), (1500.0, "confirmed"), (1300.0, "amateur"))


def category(mu: float, sigma: float, constants: RatingConstants) -> str | None:
    """Return the code of a skill's category; None while it is provisional."""
    if provisional(sigma, constants):
        return None
    return next((code for least, code in CATEGORIES if shown(mu) >= least), "beginner")
