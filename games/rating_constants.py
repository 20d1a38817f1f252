"""The figures that a game's rating works with, as the game declares them. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RatingConstants:
    """In displayed points; what chose a game's is told in `docs/ratings.md`.

    `beta`: the chance of one match. `spread`: what a margin of one usual spread is worth.
    `growth_per_day`: what a day without a match adds to the uncertainty (its square adds to the
    variance). `prior_sigma`: the uncertainty at the start, and the most there is.
    """

    beta: float = 400.0
    spread: float = 400.0
    growth_per_day: float = 5.0
    prior_sigma: float = 350.0
