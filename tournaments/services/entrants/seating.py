"""Prepares the match of a tournament's table: who sits where, and the rules."""

import re
from collections.abc import Sequence

from core.names import MAX_LENGTH
from games.registry.game import Game
from games.registry.installed import game_of
from games.services import SeatAsked, StartAsked
from tournaments import people_queries
from tournaments.draws.field import Table
from tournaments.errors import Refused
from tournaments.models import Tournament
from tournaments.state.tournament import TournamentState

BETWEEN = re.compile(r"\s*(?:&|/|\+|,|\bet\b|\band\b)\s*")


def start_of(tournament: Tournament, folded: TournamentState, table: Table) -> StartAsked:
    """Return the setup of a table's match.

    Raise `Refused` `table_players_missing` if the table can't be played.
    """
    game = game_of(tournament.game)
    preset = game.preset(tournament.preset)
    if preset is None or table.bye:
        raise Refused("table_players_missing")
    names = people_queries.names_of(folded, people_queries.people_of(tournament, folded))
    return StartAsked(
        game=game,
        preset=preset,
        rules=tournament.rules,
        seats=seats_of(folded, game, table.sides),
        side_names=[
            " & ".join(names[number] for number in members)[:MAX_LENGTH] for members in table.sides
        ],
        club=tournament.club,
        event_id=tournament.pk,
        vouched=True,
    )


def seats_of(
    folded: TournamentState, game: Game, sides: Sequence[Sequence[int]]
) -> list[SeatAsked]:
    """Return the person for each seat of a match, in turn order.

    The people of a side sit in the order in which they were entered. Raise `Refused`
    `table_players_missing` if the numbers do not fit.
    """
    count = len(sides) if game.seats.sides is None else game.seats.least
    if game.side_count(count) != len(sides):
        raise Refused("table_players_missing")
    places = [game.seats.side_of(seat) for seat in range(count)]
    people = [
        iter(_people(folded, members, places.count(side))) for side, members in enumerate(sides)
    ]
    return [next(people[side]) for side in places]


def _people(folded: TournamentState, members: Sequence[int], count: int) -> list[SeatAsked]:
    """Return the people of one side of a match.

    Raise `Refused` `table_players_missing` if their number is not `count`.
    """
    if count % len(members):
        raise Refused("table_players_missing")
    each = count // len(members)
    seats: list[SeatAsked] = []
    for number in members:
        enrolled = folded.entrant(number)
        known = [SeatAsked(player, guest) for player, guest in enrolled.members]
        seats += known if known else _by_name(enrolled.name, each)
    if len(seats) != count:
        raise Refused("table_players_missing")
    return seats


def _by_name(name: str, count: int) -> list[SeatAsked]:
    """Return the seats of `count` people who are known only by their entrant's name.

    « Anne & Bruno » is read as two guests. Any other name is used for all of them, numbered.
    """
    if count == 1:
        return [SeatAsked(name=name[:MAX_LENGTH])]
    parts = [part for part in BETWEEN.split(name) if part]
    if len(parts) != count:
        parts = [f"{name[: MAX_LENGTH - 3]} {at}" for at in range(1, count + 1)]
    return [SeatAsked(name=part[:MAX_LENGTH]) for part in parts]
