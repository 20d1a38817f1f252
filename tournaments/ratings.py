"""Ratings come from above: whoever keeps them says here how to ask."""

from collections.abc import Callable, Mapping, Sequence

from tournaments.models import Tournament

# From a tournament's game, and its entrants' known players by entrant: a rating by entrant.
Provider = Callable[[Tournament, Mapping[int, Sequence[int]]], Mapping[int, float]]


def _nobody(tournament: Tournament, players: Mapping[int, Sequence[int]]) -> Mapping[int, float]:
    return {}


_provider: Provider = _nobody


def provide(provider: Provider) -> None:
    """Say who knows the ratings; the last one said counts."""
    global _provider
    _provider = provider


def ratings_of(tournament: Tournament, players: Mapping[int, Sequence[int]]) -> dict[int, float]:
    """Return the rating of each entrant that has one, by number."""
    return dict(_provider(tournament, players))
