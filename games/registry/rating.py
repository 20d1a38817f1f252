"""The constants of a game's rating, as the game declares them. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RatingConstants:
    """The constants, in displayed points. `docs/ratings.md` says how they were chosen for each
    game.

    `beta`: the influence of chance on one match. `spread`: the points that correspond to a usual
    difference of scores. `growth_per_day`: the uncertainty that a day without a match adds (its
    square is added to the variance). `prior_sigma`: the uncertainty at the start, which is also the
    maximum.
    """

    beta: float = 400.0
    spread: float = 400.0
    growth_per_day: float = 5.0
    prior_sigma: float = 350.0
