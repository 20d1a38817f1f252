"""The answers on incomplete pairs: who plays without a partner, and who waits for one."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from tournaments.draws.field import Field
from tournaments.state.errors import StateError
from tournaments.state.tournament import TournamentState

# The worth, among the rests of a round, of entrants who are left out of its draw until they have a
# partner. Unlike a rest that was asked for it scores nothing, and gives no place in the seeding.
WAITS = None


def waiting(rests: Mapping[int, float | None]) -> frozenset[int]:
    """Return the entrants who wait for a partner, of the `rests` of a round."""
    return frozenset(entrant for entrant, worth in rests.items() if worth is WAITS)


def without(field: Field, out: Collection[int]) -> Field:
    """Return a field in which the entrants `out` are not drawn."""
    if not out:
        return field
    entrants = tuple(
        replace(entrant, playing=entrant.playing and entrant.number not in out)
        for entrant in field.entrants
    )
    return replace(field, entrants=entrants)


def answer(
    tournament: TournamentState, number: int, alone: Collection[int], waits: Collection[int]
) -> TournamentState:
    """Store the answer on incomplete pairs for the draw of a round, which is not closed.

    The entrants `alone` play without a partner, in this round and later ones. The entrants `waits`
    are left out of this round's draw, instead of those who waited for it before. Raises
    `already_published`, `entrant_unknown`.
    """
    if number in tournament.closed:
        raise StateError("already_published", round=number)
    for entrant in (*alone, *waits):
        tournament.entrant(entrant)
    entrants = tuple(
        replace(entrant, alone=True) if entrant.number in alone else entrant
        for entrant in tournament.entrants
    )
    before = tournament.rests.get(number, {})
    rests: dict[int, float | None] = dict.fromkeys(waits, WAITS)
    rests |= {entrant: worth for entrant, worth in before.items() if worth is not WAITS}
    others = {at: worths for at, worths in tournament.rests.items() if at != number}
    by_round = {**others, number: rests} if rests else others
    return replace(tournament, entrants=entrants, rests=by_round)


def no_longer_waiting(tournament: TournamentState, entrants: Collection[int]) -> TournamentState:
    """Return the tournament in which these entrants wait for no partner, as they have changed.

    Rounds that are closed keep what they were drawn from.
    """
    closed = tournament.closed
    rests: dict[int, dict[int, float | None]] = {}
    for number, worths in tournament.rests.items():
        left = {
            entrant: worth
            for entrant, worth in worths.items()
            if number in closed or worth is not WAITS or entrant not in entrants
        }
        if left or not worths:
            rests[number] = left
    return replace(tournament, rests=rests)
