"""Shows what a correction changes: the result, the winner, and the ranks that each choice gives.

Nothing is written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.names import isolated
from games.registry.game import Text
from tournaments.presentation.tables import TableSide, side_name, side_views
from tournaments.refusals import sentence
from tournaments.state import events
from tournaments.state.errors import StateError
from tournaments.state.events import Event
from tournaments.state.reported_result import ReportedResult
from tournaments.state.results import drawn_since
from tournaments.state.tournament import Seated, TournamentState
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


# How many changed ranks, and how many first places, a choice shows.
RANKS, FIRST = 12, 3


@dataclass(frozen=True, slots=True)
class ResultChange:
    """A table's result before and after a correction, and who wins in words.

    `before` and `after` are the sides with their scores. `winner_before` and `winner_after` are the
    winning sides by number; None if nobody wins.
    """

    before: Sequence[TableSide]
    after: Sequence[TableSide]
    winner_before: int | None
    winner_after: int | None
    winner: str
    # Whether a result was there before, and is there after.
    was_there: bool
    stays_there: bool
    # The result before is only a record, and the standings count another.
    frozen: bool = False


@dataclass(frozen=True, slots=True)
class RankChange:
    """An entrant's rank now and by a choice; None if they are not ranked then."""

    entrant: int
    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class CorrectionChoice:
    """A choice for the rounds that were drawn since: its effect, or why it is not possible.

    `ranks` are the ranks that change, best first, and those of the table's entrants in any case.
    `more` is how many further ranks change. `first` are the first places by this choice.
    """

    later: str
    name: Text
    summary: Text
    touched: Sequence[str]
    refused: str
    code: str = ""
    ranks: Sequence[RankChange] = ()
    more: int = 0
    first: Sequence[RankChange] = ()


def result_change(view: View, seated: Seated, after: ReportedResult | None) -> ResultChange:
    """Return what a correction makes of a table's result; `after` is None if it is taken back."""
    old = seated.counted()
    new = replace(old, result=after.own() if after is not None else None, boards=())
    was_there, winner_before = old.result is not None, old.winner
    winner_after = new.winner
    told = _winner(view, seated, (was_there, winner_before), (after is not None, winner_after))
    corrected = replace(seated, reported=after, state="confirmed" if after else "waiting")
    return ResultChange(
        before=side_views(view, seated, seated.reported),
        after=side_views(view, corrected, after),
        winner_before=winner_before,
        winner_after=winner_after,
        winner=told,
        was_there=was_there,
        stays_there=after is not None,
        frozen=seated.reported is not None and seated.reported.frozen,
    )


def _winner(
    view: View, seated: Seated, old: tuple[bool, int | None], new: tuple[bool, int | None]
) -> str:
    """Return the sentence on the winner. `old` and `new`: whether there is a result, and who wins.

    A name stands at the end of a sentence, because « de » and « que » would be elided before it.
    """
    (was_there, before), (is_there, after) = old, new
    sides = seated.table.sides

    def name(side: int) -> str:
        return isolated(side_name(view, sides[side]))

    if before is not None and before == after:
        return _("Le vainqueur reste le même : %(name)s.") % {"name": name(before)}
    if before is not None:
        until = _("Jusqu'ici le vainqueur était : %(name)s.") % {"name": name(before)}
    elif was_there:
        until = _("Jusqu'ici personne ne gagnait.")
    else:
        until = _("Jusqu'ici il n'y avait pas de résultat qui compte.")
    if after is not None:
        now = _("Le vainqueur change. C'est maintenant : %(name)s.") % {"name": name(after)}
    elif is_there:
        now = _("Personne ne gagne plus.") if before is not None else _("Personne ne gagne.")
    else:
        now = _("La table n'a plus de résultat, ni de vainqueur.")
    return f"{now} {until}"


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
        refused = sentence(error.code, error.params)
        return CorrectionChoice(later, name, summary, (), refused, error.code)
    touched = _touched(view, after, event.data["round"])
    at_table = view.folded.round(event.data["round"]).table(event.data["table"]).table.entrants
    changes = _ranks(view, after)
    moved = [change for change in changes if change.before != change.after]
    told = [change for change in changes if change.entrant in at_table or change in moved[:RANKS]]
    return CorrectionChoice(
        later,
        name,
        summary,
        touched,
        "",
        ranks=told,
        more=sum(change not in told for change in moved),
        first=[change for change in changes if change.after is not None][:FIRST],
    )


def _touched(view: View, after: TournamentState, number: int) -> list[str]:
    before = view.folded
    sentences = _rounds(before, after, number)
    if before.state == "finished" and after.state != "finished":
        sentences.append(_("Le tournoi n'est plus terminé."))
    return sentences


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


def _ranks(view: View, after: TournamentState) -> list[RankChange]:
    """Return everybody's rank now and after, in the order of the ranks after."""
    old = {row.entrant: row.rank for row in view.standings}
    rows = after.way.standings(after.field())
    changes = [
        RankChange(row.entrant, view.names[row.entrant], old.get(row.entrant), row.rank)
        for row in rows
    ]
    there = {change.entrant for change in changes}
    return changes + [
        RankChange(entrant, view.names[entrant], rank, None)
        for entrant, rank in old.items()
        if entrant not in there
    ]
