"""Rounds whose tables are published at once and played in any order, as pages show them."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from core.names import name_key, sort_key
from tournaments.state import open_rounds
from tournaments.state.tournament import Round, Seated
from tournaments.view import View


def at_once(view: View, drawn: Round) -> bool:
    """Return whether a round holds the tables of several rounds, to be played in any order."""
    return open_rounds.is_open(view.folded, drawn)


def is_at_once(view: View, number: int) -> bool:
    """Return whether the round of this number, if there is one, is `at_once`."""
    return any(at_once(view, drawn) for drawn in view.folded.rounds if drawn.number == number)


def round_name(view: View, drawn: Round) -> str:
    """Return the name of a round for a heading."""
    if at_once(view, drawn):
        return _("Toutes les rondes")
    return _("Ronde %(number)s") % {"number": drawn.number}


def table_place(view: View, round_number: int, table_number: int) -> str:
    """Return where a table stands: « Ronde 2, table 3 », or « Table 3 » if it is of all rounds."""
    words = {"round": round_number, "number": table_number}
    if is_at_once(view, round_number):
        return _("Table %(number)s") % words
    return _("Ronde %(round)s, table %(number)s") % words


def met(view: View, drawn: Round) -> Sequence[Seated]:
    """Return the tables of a round to show: those of all rounds at once without their rests.

    Nobody waits while such a round is played, so a rest says nothing there.
    """
    if not at_once(view, drawn):
        return drawn.tables
    return [seated for seated in drawn.tables if not seated.table.bye]


def to_play(seated: Seated) -> bool:
    """Return whether a table still needs something: a match, a result, or its confirmation."""
    return seated.state != "confirmed"


def settled_last(tables: Sequence[Seated]) -> list[Seated]:
    """Return tables with those that are confirmed after the others."""
    return sorted(tables, key=lambda seated: not to_play(seated))


def matching(view: View, tables: Sequence[Seated], text: str) -> list[Seated]:
    """Return the tables of somebody whose name has all words of a text, or of that number."""
    if text.isascii() and text.isdecimal():
        return [seated for seated in tables if str(seated.number) == text]
    words = _plain(text).split()
    return [
        seated
        for seated in tables
        if any(
            all(word in _plain(_names(view, entrant)) for word in words)
            for entrant in seated.table.entrants
        )
    ]


def _plain(text: str) -> str:
    return sort_key(name_key(text))


def _names(view: View, entrant: int) -> str:
    people = [person.name for person in view.people.get(entrant, ())]
    return " ".join([view.names[entrant], *people])


def own_tables(view: View, drawn: Round, number: int) -> list[Seated]:
    """Return an entrant's tables of a round, those still to be played first."""
    own = [seated for seated in met(view, drawn) if number in seated.table.entrants]
    return settled_last(own)
