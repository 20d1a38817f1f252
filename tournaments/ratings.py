"""Where ratings are asked for. The app of a layer above that stores them registers a function."""

from collections.abc import Callable, Mapping, Sequence

from tournaments.models import Tournament

# A function from a tournament's game and its entrants' known players to a rating by entrant.
Provider = Callable[[Tournament, Mapping[int, Sequence[int]]], Mapping[int, float]]


def _nobody(tournament: Tournament, players: Mapping[int, Sequence[int]]) -> Mapping[int, float]:
    return {}


_provider: Provider = _nobody


def provide(provider: Provider) -> None:
    """Register the function that returns ratings. The last one registered is used."""
    global _provider
    _provider = provider


def ratings_of(tournament: Tournament, players: Mapping[int, Sequence[int]]) -> dict[int, float]:
    """Return the rating of each entrant that has one, by number."""
    return dict(_provider(tournament, players))
