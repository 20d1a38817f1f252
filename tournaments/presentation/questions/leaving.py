"""What an entrant's leaving does to their games and to the ranks. Nothing is written."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.draws.leavers import annulled, owed
from tournaments.models import Entrant
from tournaments.presentation import open_rounds
from tournaments.presentation.questions.correction import RANKS, RankChange, rank_changes
from tournaments.state import events
from tournaments.state.events import Event
from tournaments.view import View


@dataclass(frozen=True, slots=True)
class ForfeitToNote:
    """A table that waits for a result of an entrant who has left, and a sentence that says so."""

    round: int
    table: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Leaving:
    """What becomes of an entrant's games and of the ranks, if they leave now.

    `excluded` says that they don't leave, but are disqualified.
    """

    number: int
    name: str
    games: str
    to_note: Sequence[ForfeitToNote]
    ranks: Sequence[RankChange]
    more: int
    excluded: bool


def asked_about(view: View, number: int, state: str) -> Leaving | None:
    """Return what leaving would do; None for an entrant who is in no published round."""
    if number not in view.folded.drawn:
        return None
    leaves = Event("entrant_state", {"entrant": number, "state": state})
    then = View(view.tournament, view.caller, events.apply(view.folded, leaves))
    moved = [
        change for change in rank_changes(view, then) if change.moves or change.entrant == number
    ]
    return Leaving(
        number,
        view.names[number],
        _games(then, number),
        _to_note(then, number),
        moved[:RANKS],
        len(moved[RANKS:]),
        excluded=state == Entrant.State.DISQUALIFIED,
    )


def _to_note(then: View, number: int) -> list[ForfeitToNote]:
    """Return the tables that wait for a result of an entrant who has left."""
    return [
        ForfeitToNote(
            drawn.number,
            seated.number,
            _("%(table)s : un forfait est à noter.")
            % {"table": open_rounds.table_place(then, drawn.number, seated.number)},
        )
        for drawn in then.folded.rounds
        if drawn.state == "published"
        for seated in drawn.tables
        if number in seated.table.entrants and seated.state in ("waiting", "playing")
    ]


def _games(then: View, number: int) -> str:
    """Return what becomes of the games of an entrant who has left."""
    if number in annulled(then.field):
        if then.field.options.leaver == "auto":
            return _(
                "Moins de la moitié de ses parties sont jouées : elles ne comptent pour personne."
            )
        return _("Ses parties ne comptent pour personne.")
    if number in owed(then.field):
        return _("Les parties qui lui restent sont gagnées par forfait par les autres.")
    return _("Ses résultats restent comptés. Aucune autre table ne sera tirée.")
