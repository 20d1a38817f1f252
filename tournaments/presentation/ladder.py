"""A ladder in words: the list, whom each entrant may challenge, and the last events."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draws.field import Field
from tournaments.formats.ladder import draw as ladder
from tournaments.formats.ladder.draw import Move
from tournaments.view import View

# The most events that the page lists. The log has all of them.
MOVES = 12


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A row of the ladder's list.

    `up` is the number of places that the entrant has risen since entering. `played` is the day
    of their last challenge with a result. `may` has the entrants whom they may challenge.
    `against` is the opponent in their open challenge, empty if there is none.
    """

    place: int
    entrant: int
    name: str
    members: Sequence[str]
    up: int
    played: date | None
    may: Sequence[tuple[int, str]]
    against: str = ""

    @property
    def down(self) -> int:
        """The number of places that the entrant has gone down since entering."""
        return -self.up


@dataclass(frozen=True, slots=True)
class MoveTold:
    """An event of the ladder, in a sentence."""

    on: date
    text: str


def present(view: View) -> Field:
    """Return the field as of today. For a finished tournament it is the field of its last day."""
    over = view.folded.state == "finished"
    return view.field if over else ladder.on_day(view.field, timezone.localdate())


def rows(view: View, first: int = 0, past: int | None = None) -> list[LadderRow]:
    """Return the rows of the list, best first, from `first` up to but not including `past`.

    The tournament must be a ladder; otherwise there are no rows.
    """
    if not view.way.declared:
        return []
    field = present(view)
    counted, taken = ladder.ladder(field), ladder.busy(field)
    over = view.folded.state == "finished"
    may = {} if over else ladder.challengeable(field, date.fromisoformat(field.day))
    return [
        LadderRow(
            place=place,
            entrant=entrant,
            name=view.names[entrant],
            members=[person.name for person in view.people.get(entrant, ())],
            up=counted.start.get(entrant, place) - place,
            played=counted.played.get(entrant),
            may=[(other, view.names[other]) for other in may.get(entrant, ())],
            against=view.names[taken[entrant]] if entrant in taken else "",
        )
        for place, entrant in list(enumerate(ladder.present(field), start=1))[first:past]
    ]


def due(view: View) -> list[str]:
    """Return the names of the entrants who have dropped since the log last recorded drops.

    The standings do not contain these drops yet.
    """
    if not view.way.declared or view.folded.state == "finished":
        return []
    drops = ladder.due(view.field, timezone.localdate())
    return list(dict.fromkeys(view.names[move.entrant] for move in drops))


def moves(view: View, most: int = MOVES) -> list[MoveTold]:
    """Return the last events of the list, newest first."""
    if not view.way.declared:
        return []
    events = ladder.ladder(present(view)).moves
    return [MoveTold(move.on, _move_sentence(view, move)) for move in reversed(events[-most:])]


def _move_sentence(view: View, move: Move) -> str:
    words = {
        "one": view.names[move.entrant],
        "other": view.names.get(move.other, ""),
        "days": view.field.options.idle_days,
        "count": move.places,
    }
    if move.kind == "open":
        return _("%(one)s défie %(other)s.") % words
    if move.kind == "taken":
        return _("%(one)s bat %(other)s et prend sa place.") % words
    if move.kind == "kept":
        return _("%(other)s garde sa place contre %(one)s.") % words
    if move.kind == "nobody":
        return _("%(one)s et %(other)s n'ont pas joué : rien ne change.") % words
    text = ngettext(
        "%(one)s baisse de %(count)s place : %(days)s jours sans jouer.",
        "%(one)s baisse de %(count)s places : %(days)s jours sans jouer.",
        move.places,
    )
    return text % words


def rule(view: View) -> list[str]:
    """Return the sentences with the rules: whom one may challenge, what a win changes, who
    drops.
    """
    options = view.field.options
    sentences = [
        ngettext(
            "On défie qui se trouve juste au-dessus.",
            "On défie qui se trouve jusqu'à %(count)s places au-dessus.",
            options.places_up,
        )
        % {"count": options.places_up},
        _("Qui gagne prend la place, et ceux d'entre les deux descendent d'une."),
    ]
    if options.idle_days and options.idle_places:
        words = {"days": options.idle_days, "count": options.idle_places}
        text = ngettext(
            "Tous les %(days)s jours sans jouer, on passe derrière le suivant de ceux qui jouent.",
            "Tous les %(days)s jours sans jouer, on passe derrière les %(count)s suivants de ceux"
            " qui jouent.",
            options.idle_places,
        )
        sentences.append(text % words)
    return sentences
