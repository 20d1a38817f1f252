"""Gives the players' ratings to tournaments, which do not store them."""

from collections.abc import Mapping, Sequence

from leaderboards.player_queries import mean_rating, ratings_of
from tournaments.models import Tournament


def of_entrants(
    tournament: Tournament, players: Mapping[int, Sequence[int]]
) -> Mapping[int, float]:
    """Return the rating of each entrant in the tournament's game, over all clubs.

    It is the mean of the entrant's players. Entrants without a rated player are left out: seeds and
    lots order them.
    """
    known = ratings_of(tournament.game, {player for some in players.values() for player in some})
    means = {entrant: mean_rating(known, some) for entrant, some in players.items()}
    return {entrant: mean for entrant, mean in means.items() if mean is not None}
