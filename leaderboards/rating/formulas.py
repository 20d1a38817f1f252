"""The rating: Gaussian, by differences of scores, one finished match at a time. Pure.

After Guo, Sanner, Graepel, Buntine, « Score-based Bayesian Skill Learning » (2012). The skill of a
side is the sum of its members' skills. The margin between sides is normal around the difference of
their skills. Every sum runs in the order of the sides and of their members, so that the same
matches give exactly the same ratings, to the last bit.

Sums of floats are loops here, because `sum` rounds differently since Python 3.12. Skills are in
displayed points, `mu` counted from `START`.
"""

from collections.abc import Sequence
from math import isnan, sqrt

from games.registry.rating import RatingConstants

# The displayed rating of a new player.
START = 1500.0
# The largest margin, in usual spreads. A larger one is cut to it.
CLIP = 1.5
# A rating is provisional until its uncertainty is at most this share of its first value.
SETTLED = 0.5


def rested(sigma: float, days: int, growth_per_day: float, prior_sigma: float) -> float:
    """Return an uncertainty as it has grown after `days` calendar days without a match.

    It never exceeds `prior_sigma`.
    """
    if days <= 0:
        return sigma
    return min(sqrt(sigma * sigma + growth_per_day * growth_per_day * days), prior_sigma)


def margins_of(
    scores: Sequence[float], ranks: Sequence[int], spread: float, *, by_rank: bool = False
) -> list[float]:
    """Return each side's margin, in usual spreads, over the other side or over the mean of all.

    Where the scores did not decide, the winners have 1 and the others −1. If all sides won, all
    have 0. The scores did not decide if `by_rank` is true, if a side has no score (not a number),
    or if the scores contradict the ranking.
    """
    if by_rank or any(map(isnan, scores)) or _contradicted(scores, ranks):
        if all(rank == 1 for rank in ranks):
            return [0.0] * len(ranks)
        return [1.0 if rank == 1 else -1.0 for rank in ranks]
    if len(scores) == 2:
        margin = clipped((scores[0] - scores[1]) / spread)
        return [margin, -margin]
    total = 0.0
    for score in scores:
        total += score
    mean = total / len(scores)
    return [clipped((score - mean) / spread) for score in scores]


def _contradicted(scores: Sequence[float], ranks: Sequence[int]) -> bool:
    """Say whether a side ranks before another side that has a higher score."""
    sides = list(zip(ranks, scores, strict=True))
    return any(
        rank < other_rank and score < other_score
        for rank, score in sides
        for other_rank, other_score in sides
    )


def clipped(margin: float) -> float:
    """Return a margin between −`CLIP` and `CLIP`."""
    return max(-CLIP, min(CLIP, margin))


def rate(
    skills: Sequence[tuple[float, float]],
    sides: Sequence[int],
    leads: Sequence[float],
    beta: float,
) -> list[tuple[float, float]]:
    """Return skills (μ, σ) after a match, from those before it.

    `sides` is the side of each skill's player. `leads` is the margin of each side, in displayed
    points.
    """
    count = len(leads)
    mus, variances = [0.0] * count, [0.0] * count
    for (mu, sigma), side in zip(skills, sides, strict=True):
        mus[side] += mu
        variances[side] += sigma * sigma
    if count == 2:
        part = 1.0
        whole = beta * beta + (variances[0] + variances[1])
        surprise = leads[0] - (mus[0] - mus[1])
        wholes, surprises = [whole, whole], [surprise, -surprise]
    else:
        part = 1.0 - 1.0 / count
        wholes = _variances_to_mean(variances, part, beta)
        surprises = _surprises_to_mean(mus, leads)
    return [
        _moved(skill, part, wholes[side], surprises[side])
        for skill, side in zip(skills, sides, strict=True)
    ]


def _variances_to_mean(variances: Sequence[float], part: float, beta: float) -> list[float]:
    """Return the variance of each side's margin over the mean of all."""
    count, total = len(variances), 0.0
    for variance in variances:
        total += variance
    noise = beta * beta / 2.0 * part
    return [own * part * part + (total - own) / (count * count) + noise for own in variances]


def _surprises_to_mean(mus: Sequence[float], leads: Sequence[float]) -> list[float]:
    """Return each side's margin over the mean, minus the expected margin."""
    total = 0.0
    for mu in mus:
        total += mu
    mean = total / len(mus)
    return [lead - (mu - mean) for lead, mu in zip(leads, mus, strict=True)]


def _moved(
    skill: tuple[float, float], part: float, whole: float, surprise: float
) -> tuple[float, float]:
    """Return a member's skill after the match: moved by their share of their side's `surprise`.

    `whole` is the variance of the side's margin, `part` the weight of the side's own skill in it.
    """
    mu, sigma = skill
    variance = sigma * sigma
    share = variance * part / whole
    return mu + share * surprise, sqrt(variance - variance * part * share)


def displayed_rating(mu: float) -> float:
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
    return next((code for least, code in CATEGORIES if displayed_rating(mu) >= least), "beginner")
