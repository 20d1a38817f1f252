"""Shows the effect of a correction for each choice for later rounds. Nothing is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.registry.game import Text
from tournaments.refusals import sentence
from tournaments.state import events
from tournaments.state.errors import StateError
from tournaments.state.events import Event
from tournaments.state.results import drawn_since
from tournaments.state.tournament import TournamentState
from tournaments.view import View

LATER: Mapping[str, tuple[Text, Text]] = {
    "keep": (
        gettext_lazy("Garder la suite"),
        gettext_lazy("Les rondes tirées depuis restent comme elles sont ; le classement suit."),
    ),
    "replay": (
        gettext_lazy("Rejouer la suite"),
        gettext_lazy("Ce qui en dépend est repris et retiré, comme si c'était juste dès le début."),
    ),
    "freeze": (
        gettext_lazy("Figer"),
        gettext_lazy("La correction est écrite ; classement et suite gardent l'ancien résultat."),
    ),
}

# The choices if no round was drawn since, because the others would then have the same effect.
ALONE: Mapping[str, tuple[Text, Text]] = {
    "keep": (gettext_lazy("Compter la correction"), gettext_lazy("Le classement suit.")),
    "freeze": LATER["freeze"],
}


@dataclass(frozen=True, slots=True)
class CorrectionChoice:
    """A choice for the rounds that were drawn since: its effect, or why it is not possible."""

    later: str
    name: Text
    summary: Text
    touched: Sequence[str]
    refused: str


def choices(view: View, event: Event) -> list[CorrectionChoice]:
    """Return the choices that a page offers for later rounds.

    If no round was drawn since, there is none to draw again. A result that is taken back can't be
    frozen.
    """
    if drawn_since(view.folded, event.data["round"]):
        return [_choice(view, event, later, LATER[later]) for later in LATER]
    codes = ALONE if event.kind == "corrected" else ("keep",)
    return [_choice(view, event, later, ALONE[later]) for later in codes]


def _choice(view: View, event: Event, later: str, words: tuple[Text, Text]) -> CorrectionChoice:
    name, summary = words
    try:
        after = events.apply(view.folded, event._replace(data={**event.data, "later": later}))
    except StateError as error:
        return CorrectionChoice(later, name, summary, (), sentence(error.code, error.params))
    return CorrectionChoice(later, name, summary, _touched(view, after, event.data["round"]), "")


def _touched(view: View, after: TournamentState, number: int) -> list[str]:
    before = view.folded
    sentences = _rounds(before, after, number) + _ranks(before, after, view.names)
    if before.state == "finished" and after.state != "finished":
        sentences.append(_("Le tournoi n'est plus terminé."))
    return sentences or [_("Rien d'autre ne change.")]


def _rounds(before: TournamentState, after: TournamentState, number: int) -> list[str]:
    sentences = []
    now = {drawn.number: drawn for drawn in after.rounds}
    for old in drawn_since(before, number):
        new = now.get(old.number)
        if new is None:
            sentences.append(_("La ronde %(number)s est reprise.") % {"number": old.number})
            continue
        if new.state == "draft" != old.state:
            text = _("La ronde %(number)s est tirée à nouveau, en brouillon.")
            sentences.append(text % {"number": old.number})
            continue
        results = {(seated.table.sides, seated.reported) for seated in new.tables}
        moved = sum((seated.table.sides, seated.reported) not in results for seated in old.tables)
        if moved:
            text = ngettext(
                "Ronde %(number)s : %(count)s table change.",
                "Ronde %(number)s : %(count)s tables changent.",
                moved,
            )
            sentences.append(text % {"number": old.number, "count": moved})
    return sentences


def _ranks(before: TournamentState, after: TournamentState, names: Mapping[int, str]) -> list[str]:
    old = {row.entrant: row.rank for row in before.way.standings(before.field())}
    return [
        _("%(name)s : rang %(old)s → %(new)s")
        % {"name": names[row.entrant], "old": old[row.entrant], "new": row.rank}
        for row in after.way.standings(after.field())
        if row.entrant in old and row.rank != old[row.entrant]
    ]
