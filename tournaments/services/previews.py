"""A list of entrants before anything is written: what is understood, and what looks wrong."""

from collections.abc import Iterable

from clubs.callers import Caller
from clubs.lists.judging import NO_CHOICE, Choices, Group, Judged, ListedPerson, judge
from clubs.lists.near import OFFERED, Directory
from clubs.lists.reading import read
from clubs.look_alikes import look_alike
from clubs.models import Club
from clubs.queries import directory_of
from games.registry import Game, game_of
from games.services import SeatAsked
from tournaments.queries import View
from tournaments.services.entering import EntrantAsked, side_size
from tournaments.state.tournament import GONE


def preview(
    text: str,
    *,
    club: Club,
    caller: Caller,
    size: int,
    entered: Iterable[Group] = (),
    choices: Choices = NO_CHOICE,
) -> list[Judged]:
    """Return the rows of a text for entrants of `size` people. Raises `ListFault`."""
    rows = read(text, size=size)
    allowed = bool(rows) and caller.may("seat_players", club)
    directory = directory_of(club, caller) if allowed else Directory()
    return judge(rows, directory, entered, choices)


def preview_of(view: View, text: str, choices: Choices = NO_CHOICE) -> list[Judged]:
    """Return the rows of a text next to those who are entered. Raises `ListFault`."""
    one = view.tournament
    return preview(
        text,
        club=one.club,
        caller=view.caller,
        size=size_of(view),
        entered=list(entered_groups(view)),
        choices=choices,
    )


def size_of(view: View) -> int:
    """Return how many people an entrant of the tournament has."""
    game: Game = game_of(view.tournament.game)
    return side_size(game, view.tournament.format, view.tournament.options)


def entered_groups(view: View) -> Iterable[Group]:
    """Yield who is entered, as those next to whom a list is read."""
    for one in view.folded.entrants:
        people = view.people.get(one.number, ())
        persons = tuple(ListedPerson(who.name, who.player_id) for who in people)
        yield Group(view.names[one.number], persons)


def look_alikes_of(view: View, number: int) -> list[str]:
    """Return the names of others entered that look like one of this entrant's people's."""
    names = [
        person.name
        for other in view.folded.entrants
        if other.number != number and other.state not in GONE
        for person in view.people.get(other.number, ())
    ]
    people = view.people.get(number, ())
    return [name for person in people for name in look_alike(person.name, names)][:OFFERED]


def asked_of(rows: Iterable[Judged]) -> list[EntrantAsked]:
    """Return the entrants of the rows that are entered."""
    return [
        EntrantAsked(
            one.row.name,
            [
                SeatAsked(name=who.name) if who.player is None else SeatAsked(player=who.player)
                for who in one.people
            ],
            one.row.seed,
            one.row.club,
        )
        for one in rows
        if not one.out
    ]
