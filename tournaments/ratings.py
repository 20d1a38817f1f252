"""Lets an app of a higher layer provide ratings for entrants, by registering a function."""

from collections.abc import Callable, Mapping, Sequence

from tournaments.models import Tournament

# The type of the registered function. It gets a tournament and the known players of each
# entrant, and returns the ratings of entrants by number.
Provider = Callable[[Tournament, Mapping[int, Sequence[int]]], Mapping[int, float]]


def _nobody(tournament: Tournament, players: Mapping[int, Sequence[int]]) -> Mapping[int, float]:
    return {}


_provider: Provider = _nobody


def provide(provider: Provider) -> None:
    """Register the function that returns ratings. It replaces the one registered before."""
    global _provider
    _provider = provider


def ratings_of(tournament: Tournament, players: Mapping[int, Sequence[int]]) -> dict[int, float]:
    """Return the ratings of entrants by number. An entrant without a rating is missing."""
    return dict(_provider(tournament, players))
