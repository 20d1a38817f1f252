"""The answers on incomplete pairs: who plays without a partner, and who waits for one."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from tournaments.state.errors import StateError
from tournaments.state.tournament import TournamentState

# The worth, among the rests of a round, of entrants who are left out of its draw until they have a
# partner. Unlike a rest that was asked for it scores nothing, and gives no place in the seeding.
WAITS = None


def waiting(rests: Mapping[int, float | None]) -> frozenset[int]:
    """Return the entrants who wait for a partner, of the `rests` of a round."""
    return frozenset(entrant for entrant, worth in rests.items() if worth is WAITS)


def answer(
    tournament: TournamentState, number: int, alone: Collection[int], waits: Collection[int]
) -> TournamentState:
    """Store the answer on incomplete pairs for the draw of a round that is not published yet.

    The entrants `alone` play without a partner, in this round and later ones. The entrants `waits`
    are left out of this round's draw, instead of those who waited for it before. Raises
    `already_published`, `entrant_unknown`.
    """
    if number <= len(tournament.rounds) and tournament.round(number).state != "draft":
        raise StateError("already_published", round=number)
    for entrant in (*alone, *waits):
        tournament.entrant(entrant)
    entrants = tuple(
        replace(entrant, alone=True) if entrant.number in alone else entrant
        for entrant in tournament.entrants
    )
    asked = tournament.rests.get(number, {})
    rests: dict[int, float | None] = dict.fromkeys(waits, WAITS)
    rests |= {entrant: worth for entrant, worth in asked.items() if worth is not WAITS}
    others = {at: worths for at, worths in tournament.rests.items() if at != number}
    by_round = {**others, number: rests} if rests else others
    return replace(tournament, entrants=entrants, rests=by_round)


def no_longer_waiting(tournament: TournamentState, entrants: Collection[int]) -> TournamentState:
    """Return the tournament in which these entrants wait for no partner, as they have changed.

    Rounds that are published or closed keep what they were drawn from.
    """
    drawn = {round_.number for round_ in tournament.rounds if round_.state != "draft"}
    rests: dict[int, dict[int, float | None]] = {}
    for number, worths in tournament.rests.items():
        left = {
            entrant: worth
            for entrant, worth in worths.items()
            if number in drawn or worth is not WAITS or entrant not in entrants
        }
        if left or not worths:
            rests[number] = left
    return replace(tournament, rests=rests)
