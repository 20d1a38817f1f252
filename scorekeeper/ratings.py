"""Provides the players' ratings to the apps that do not store them."""

from collections.abc import Mapping, Sequence

from leaderboards.player_queries import mean_rating, ratings_of
from tournaments.models import Tournament


def of_entrants(
    tournament: Tournament, players: Mapping[int, Sequence[int]]
) -> Mapping[int, float]:
    """Return each entrant's rating in the tournament's game: its players' mean, over all clubs.

    Entrants without a rated player are left out. Seeds and lots order them.
    """
    known = ratings_of(tournament.game, {player for some in players.values() for player in some})
    means = {entrant: mean_rating(known, some) for entrant, some in players.items()}
    return {entrant: mean for entrant, mean in means.items() if mean is not None}
