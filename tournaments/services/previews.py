"""Previews of a list of entrants: its rows as they were read, with remarks."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from clubs.callers import Caller
from clubs.lists.judging import NO_CHOICE, Choices, Group, Judged, ListedPerson, judge
from clubs.lists.near import OFFERED, Directory
from clubs.lists.reading import read
from clubs.models import Club, Player
from clubs.queries import directory_of
from core.text.look_alikes import look_alike
from games.registry.game import Game
from games.registry.installed import game_of
from games.services import SeatAsked
from tournaments.services.entrants import wishes
from tournaments.services.entrants.entering import EntrantAsked, side_size
from tournaments.state.tournament import GONE, Enrolled
from tournaments.view import View


def preview(
    text: str,
    *,
    club: Club,
    caller: Caller,
    size: int,
    entered: Iterable[Group] = (),
    choices: Choices = NO_CHOICE,
) -> list[Judged]:
    """Return the rows of a list for entrants of at most `size` people each, with remarks.

    Raise `ListFault` if the text can't be read as a list.
    """
    rows = read(text, size=size)
    allowed = bool(rows) and caller.may("seat_players", club)
    directory = directory_of(club, caller) if allowed else Directory()
    return judge(rows, directory, entered, choices)


def preview_of(view: View, text: str, choices: Choices = NO_CHOICE) -> list[Judged]:
    """Return the rows of a list, compared with the present entrants.

    Raise `ListFault` if the text can't be read as a list.
    """
    tournament = view.tournament
    aside = [entrant.number for entrant in wishes.giving_way(view.folded)]
    rows = preview(
        text,
        club=tournament.club,
        caller=view.caller,
        size=size_of(view),
        entered=list(entered_groups(view, aside)),
        choices=choices,
    )
    return _with_wishes(view, rows) if aside else rows


def _with_wishes(view: View, rows: Sequence[Judged]) -> list[Judged]:
    """Return the rows, with a remark on each that would replace a wish or take a person from
    one.
    """
    entrants = {row.place: _enrolled(row) for row in rows if not row.out}
    members = (member for entrant in entrants.values() for member in entrant.members)
    ids = {player for player, _guest in members if player is not None}
    names = wishes.names_in(view.tournament, view.folded, Player.objects.filter(pk__in=ids))
    keys = {place: wishes.keys_of(entrant, names) for place, entrant in entrants.items()}
    places = {key: place for place, own in keys.items() for key in own}
    remarked = {row.place: row for row in rows}
    for wish, rest in wishes.in_the_way(view.folded, entrants.values(), names):
        code, name = "wish_alone" if rest else "wish_gone", view.names[wish.number]
        for place in {places[key] for key in wishes.keys_of(wish, names) if key in places}:
            row = remarked[place].row.with_remark(code, name=name)
            remarked[place] = replace(remarked[place], row=row)
    return list(remarked.values())


def _enrolled(row: Judged) -> Enrolled:
    """Return the entrant that a row would become."""
    people = ((person.player, person.name) for person in row.people)
    members = [(player, "" if player is not None else name) for player, name in people]
    return Enrolled(0, row.called, members=tuple(members))


def size_of(view: View) -> int:
    """Return the most people that an entrant of the tournament may have."""
    game: Game = game_of(view.tournament.game)
    return side_size(game, view.tournament.format, view.tournament.options)


def entered_groups(view: View, aside: Collection[int] = ()) -> Iterable[Group]:
    """Yield the entrants with whom a list is compared. Entrants whose number is in `aside` are left
    out.
    """
    for enrolled in view.folded.entrants:
        if enrolled.number in aside:
            continue
        people = view.people.get(enrolled.number, ())
        persons = tuple(ListedPerson(person.name, person.player_id) for person in people)
        yield Group(view.names[enrolled.number], persons)


def look_alikes_of(view: View, number: int) -> list[str]:
    """Return the names of people in other entrants that look like a name in this entrant."""
    names = [
        person.name
        for other in view.folded.entrants
        if other.number != number and other.state not in GONE
        for person in view.people.get(other.number, ())
    ]
    people = view.people.get(number, ())
    return [name for person in people for name in look_alike(person.name, names)][:OFFERED]


def asked_of(
    rows: Iterable[Judged], due: Callable[[int], int | None] | None = None
) -> list[EntrantAsked]:
    """Return the entrants that the rows ask for, without the rows that are left out.

    `due`: returns what so many people are to pay, where a row only says that they paid.
    """
    return [
        EntrantAsked(
            judged.row.name,
            [
                SeatAsked(name=person.name)
                if person.player is None
                else SeatAsked(player=person.player)
                for person in judged.people
            ],
            judged.row.seed,
            judged.row.club,
            judged.row.phone,
            judged.row.licence,
            _paid(judged, due),
        )
        for judged in rows
        if not judged.out
    ]


def _paid(judged: Judged, due: Callable[[int], int | None] | None) -> int | None:
    if judged.row.paid != "yes":
        return judged.row.paid
    return (due(len(judged.people)) if due else None) or 0
