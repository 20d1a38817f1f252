"""The constants of a game's rating, as the game declares them. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RatingConstants:
    """In displayed points; `docs/ratings.md` says how a game's were chosen.

    `beta`: the chance of one match. `spread`: the worth of a margin of one usual spread.
    `growth_per_day`: how much a day without a match adds to the uncertainty (its square adds to the
    variance). `prior_sigma`: the uncertainty at the start, which is also the maximum.
    """

    beta: float = 400.0
    spread: float = 400.0
    growth_per_day: float = 5.0
    prior_sigma: float = 350.0
