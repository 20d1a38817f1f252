"""The figures of the rating, game by game, in one place. Pure.

All are in displayed points, where a newcomer stands at 1500 ± 350. What chose them is told in
`docs/ratings.md`.
"""

from dataclasses import dataclass

# Where everyone begins.
START = 1500.0
# A margin counts no further than this many usual spreads.
CLIP = 1.5
# A rating is provisional until its uncertainty is at most this part of what it was at the start.
SETTLED = 0.5


@dataclass(frozen=True, slots=True)
class Constants:
    """`beta`: the chance of one match; `spread`: what a margin of one usual spread is worth;

    `growth_per_day`: what a day without a match adds to the uncertainty (its square adds to the
    variance); `prior_sigma`: the uncertainty at the start, and the most there is.
    """

    beta: float
    spread: float
    growth_per_day: float
    prior_sigma: float = 350.0


# A game that is not named here has these.
DEFAULT = Constants(beta=400.0, spread=400.0, growth_per_day=5.0)
# A game that is nearly all chance moves ratings little: β large beside the spread.
BY_GAME: dict[str, Constants] = {
    "dix": Constants(beta=400.0, spread=600.0, growth_per_day=4.0),
    "dix-mille": Constants(beta=400.0, spread=1400.0, growth_per_day=1.0),
    "yams": Constants(beta=400.0, spread=400.0, growth_per_day=2.0),
    "maitre": Constants(beta=400.0, spread=300.0, growth_per_day=1.0),
    "bataille": Constants(beta=1600.0, spread=50.0, growth_per_day=2.0),
}


def constants_of(game: str) -> Constants:
    """Return the figures of a game, by its slug."""
    return BY_GAME.get(game, DEFAULT)
