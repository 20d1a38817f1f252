"""Entering people together with their names on the club's list."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.db import transaction

from clubs.lists.near import Directory
from clubs.queries import directory_of
from clubs.services import enlist
from core.names import clean_name
from games.registry.installed import game_of
from games.services import SeatAsked
from tournaments.errors import Denied
from tournaments.models import Tournament
from tournaments.services.entrants.entering import EntrantAsked, enter, side_size
from tournaments.services.entrants.guests import BETWEEN
from tournaments.services.writing import WriteOutcome, Writing


def enter_on_list(
    *, tournament: Tournament, entrants: Sequence[EntrantAsked], by: Writing, many: bool = True
) -> WriteOutcome:
    """Enter entrants as `enter` does, as people of the club's list; new names are added to it.

    It is what a pasted list does. A name that resembles one of the list stays a guest's, because
    nobody has said who is meant. Raise `Denied` unless the caller may manage the list, and what
    `enlist` and `enter` raise.
    """
    club = tournament.club
    if not by.caller.may("manage_players", club):
        raise Denied("players_not_allowed")
    with_people = [_with_people(tournament, entrant) for entrant in entrants]
    with transaction.atomic():
        directory = directory_of(club, by.caller)
        if names := list(_new_names(with_people, directory)):
            enlist(club=club, names=names, caller=by.caller)
            directory = directory_of(club, by.caller)
        known = [
            replace(entrant, players=[_known(seat, directory) for seat in entrant.players])
            for entrant in with_people
        ]
        return enter(tournament_id=tournament.pk, entrants=known, by=by, many=many)


def _with_people(tournament: Tournament, entrant: EntrantAsked) -> EntrantAsked:
    """Return an entrant that has a name only with the people whom its name lists, if they fit."""
    names = entrant.name.split(BETWEEN)
    size = side_size(game_of(tournament.game), tournament.format, tournament.options)
    if entrant.players or len(names) != size:
        return entrant
    return replace(entrant, name="", players=[SeatAsked(name=clean_name(name)) for name in names])


def _new_names(entrants: Sequence[EntrantAsked], directory: Directory) -> Iterator[str]:
    """Yield the names that neither are nor resemble names of the list."""
    for entrant in entrants:
        for seat in entrant.players:
            if seat.player is None and directory.find(seat.name) == (None, []):
                yield seat.name


def _known(seat: SeatAsked, directory: Directory) -> SeatAsked:
    known = None if seat.player is not None else directory.find(seat.name)[0]
    return seat if known is None else SeatAsked(player=known.player)
