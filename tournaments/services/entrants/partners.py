"""Incomplete pairs at a draw: who they are, and what becomes of them."""

from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from games.registry.installed import game_of
from tournaments.errors import Refused
from tournaments.models import Tournament
from tournaments.services.entrants.entering import joined, side_size
from tournaments.services.writing import Writing
from tournaments.state import events, open_rounds, partners
from tournaments.state.errors import StateError
from tournaments.state.events import Event
from tournaments.state.tournament import GONE, Enrolled, TournamentState

# What becomes of incomplete pairs at a draw: they are put together two by two, drawn as they are,
# or left out of this draw.
WithoutPartner = Literal["together", "alone", "wait"]
CHOICES: tuple[WithoutPartner, ...] = get_args(WithoutPartner)
# The field of a draw's request that holds the choice.
FIELD = "without_partner"


def lacks_partner(enrolled: Enrolled, size: int) -> bool:
    """Return whether an entrant is a single person in a tournament of pairs."""
    return size > 1 and len(enrolled.members) == 1 and enrolled.state not in GONE


def incomplete(tournament: Tournament, folded: TournamentState) -> list[Enrolled]:
    """Return the incomplete pairs that may be drawn, in the order of registration."""
    if folded.way.declared:
        return []
    size = side_size(game_of(tournament.game), tournament.format, tournament.options)
    return [
        enrolled
        for enrolled in folded.entrants
        if lacks_partner(enrolled, size) and folded.plays(enrolled)
    ]


def to_ask(
    tournament: Tournament, folded: TournamentState, number: int, *, again: bool = False
) -> list[Enrolled]:
    """Return the incomplete pairs for which an organiser must still make a choice.

    `number` is the round that is drawn, for the first time or again. An entrant who plays without a
    partner by an earlier choice is not in it. One who waits for a partner is in it only with
    `again`. In a bracket or a schedule, from the second round on, only entrants are in it whom the
    draw would seat.
    """
    rests = folded.rests.get(number, {})
    waits = partners.waiting(rests)
    lone = [
        enrolled
        for enrolled in incomplete(tournament, folded)
        if not enrolled.alone
        and (enrolled.number not in rests or (again and enrolled.number in waits))
    ]
    if not lone:
        return lone
    if number <= len(folded.rounds) and folded.round(number).state == "published":
        # Only those who came late to rounds that are played at once still get tables.
        late = {*open_rounds.newcomers(folded), *waits}
        return [enrolled for enrolled in lone if enrolled.number in late]
    if number == 1 or not folded.way.fixed:
        return lone
    seated = _seated_by_draw(folded, number) | waits
    return [enrolled for enrolled in lone if enrolled.number in seated]


def waiting(tournament: Tournament, folded: TournamentState, number: int) -> list[Enrolled]:
    """Return the incomplete pairs that wait for a partner, left out of the draw of a round."""
    waits = partners.waiting(folded.rests.get(number, {}))
    if not waits:
        return []
    return [enrolled for enrolled in incomplete(tournament, folded) if enrolled.number in waits]


def _seated_by_draw(folded: TournamentState, number: int) -> frozenset[int]:
    """Return the entrants who would sit at a table of a round; none if it can't be drawn."""
    again = number <= len(folded.rounds)
    seed = folded.round(number).seed if again else None
    event = Event("redrawn", {"round": number, "seed": seed}) if again else Event("drawn", {})
    try:
        drawn = events.apply(folded, event).round(number)
    except StateError:
        return frozenset()
    return frozenset(entrant for seated in drawn.tables for entrant in seated.table.entrants)


def has_place(folded: TournamentState, number: int, enrolled: Enrolled) -> bool:
    """Return whether an entrant has a place that can't stay empty: in a bracket or a schedule."""
    return number > 1 and folded.way.fixed and enrolled.number in folded.order


def pairs_of(
    folded: TournamentState, lone: Sequence[Enrolled]
) -> tuple[list[tuple[Enrolled, Enrolled]], list[Enrolled]]:
    """Return the pairs that can be made of incomplete pairs, in their order, and who is left over.

    An entrant who was in a published round is left over, because their results belong to their own
    number.
    """
    free = [enrolled for enrolled in lone if enrolled.number not in folded.drawn]
    pairs = list(zip(free[::2], free[1::2], strict=False))
    taken = {enrolled.number for pair in pairs for enrolled in pair}
    return pairs, [enrolled for enrolled in lone if enrolled.number not in taken]


def answered(
    tournament: Tournament,
    folded: TournamentState,
    number: int,
    choice: WithoutPartner | None,
    by: Writing,
) -> Iterable[Event]:
    """Yield the events that say what becomes of incomplete pairs, before round `number` is drawn.

    If nobody has to be asked about, the choice changes nothing. Raise `Refused` `partner_missing`
    if there is no choice, `partner_needed` if no two people can be put together,
    `wait_not_possible` if one of them has a place in a bracket or a schedule, or `table_locked` if
    one of them sits at a locked table of the draft.
    """
    lone = to_ask(tournament, folded, number, again=choice is not None)
    if not lone:
        return
    if choice is None:
        raise Refused("partner_missing", FIELD, names=[enrolled.name for enrolled in lone])
    waits: Sequence[Enrolled] = lone if choice == "wait" else ()
    if choice == "together":
        pairs, waits = pairs_of(folded, lone)
        if not pairs:
            raise Refused("partner_needed", FIELD)
        _check_unlocked(folded, number, [enrolled for pair in pairs for enrolled in pair])
        for first, second in pairs:
            two = (first.number, second.number)
            yield from joined(tournament, folded, two, by, at_draw=True)
    for enrolled in waits:
        if has_place(folded, number, enrolled):
            raise Refused("wait_not_possible", FIELD, name=enrolled.name)
    _check_unlocked(folded, number, waits)
    alone = [enrolled.number for enrolled in lone] if choice == "alone" else []
    waiting = [enrolled.number for enrolled in waits]
    if alone or waiting or partners.waiting(folded.rests.get(number, {})):
        yield Event("partners_answered", {"round": number, "alone": alone, "waiting": waiting})


def _check_unlocked(folded: TournamentState, number: int, moved: Iterable[Enrolled]) -> None:
    """Raise `table_locked` if one of these entrants sits at a locked table of the draft."""
    if number > len(folded.rounds):
        return
    locked = {
        entrant: seated.number
        for seated in folded.round(number).tables
        if seated.locked
        for entrant in seated.table.entrants
    }
    for enrolled in moved:
        if enrolled.number in locked:
            raise Refused("table_locked", FIELD, table=locked[enrolled.number])


def check_answered(tournament: Tournament, folded: TournamentState, number: int) -> None:
    """Raise `Refused` `partner_missing` if incomplete pairs without a choice sit in a draft.

    This happens if a partner has left since the draw, or if a correction has drawn the round again.
    """
    seated = {entrant for table in folded.round(number).tables for entrant in table.table.entrants}
    names = [
        enrolled.name
        for enrolled in incomplete(tournament, folded)
        if not enrolled.alone and enrolled.number in seated
    ]
    if names:
        raise Refused("partner_missing", names=names)
