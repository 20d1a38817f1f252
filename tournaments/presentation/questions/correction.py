"""Previews a correction: the result, the winner, and the ranks that each choice gives.

Nothing is written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.names import isolated
from games.registry.game import Text
from tournaments.presentation import progress
from tournaments.presentation.tables import TableSide, side_name, side_views
from tournaments.refusals import sentence
from tournaments.state import events
from tournaments.state.errors import StateError
from tournaments.state.events import Event
from tournaments.state.reported_result import ReportedResult
from tournaments.state.results import drawn_since
from tournaments.state.tournament import Round, Seated, TournamentState
from tournaments.view import View

LATER: Mapping[str, tuple[Text, Text]] = {
    "keep": (
        gettext_lazy("Garder la suite"),
        gettext_lazy(
            "Les rondes tirées depuis restent comme elles sont ; le classement compte le nouveau "
            "résultat."
        ),
    ),
    "replay": (
        gettext_lazy("Rejouer la suite"),
        gettext_lazy(
            "Ce qui a été tiré d'après l'ancien résultat est retiré, et tiré à nouveau comme si le "
            "nouveau avait été noté dès le début."
        ),
    ),
    "freeze": (
        gettext_lazy("Figer"),
        gettext_lazy(
            "Le nouveau résultat est seulement écrit ; le classement et la suite comptent toujours "
            "l'ancien."
        ),
    ),
}

# The choices if no later round was drawn. The other choices would then have the same effect.
ALONE: Mapping[str, tuple[Text, Text]] = {
    "keep": (
        gettext_lazy("Compter la correction"),
        gettext_lazy("Le classement compte le nouveau résultat."),
    ),
    "freeze": LATER["freeze"],
}


# The choices for a result that is taken back. It can't be frozen, which the choice itself says.
TAKEN_BACK: Mapping[str, tuple[Text, Text]] = {
    "keep": (
        LATER["keep"][0],
        gettext_lazy(
            "Les rondes tirées depuis restent comme elles sont ; le classement ne compte plus ce "
            "résultat."
        ),
    ),
    "replay": (
        LATER["replay"][0],
        gettext_lazy("Ce qui a été tiré d'après ce résultat est retiré."),
    ),
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
    """An entrant's rank now and by a choice; None if they are not ranked then.

    `was` and `becomes` say it in words. While a knockout runs, they say how far the entrant is.
    """

    entrant: int
    name: str
    before: int | None
    after: int | None
    was: str
    becomes: str
    # Whether they sit at the corrected table.
    seated: bool = False

    @property
    def moves(self) -> bool:
        """Whether anything changes for the entrant."""
        return (self.before, self.was) != (self.after, self.becomes)


@dataclass(frozen=True, slots=True)
class CorrectionChoice:
    """A choice for the rounds drawn after the corrected one, with its effect.

    `refused` says why the choice is not possible; it is empty if it is. `code` is the code of that
    refusal. `ranks` are the ranks that change, best first, and those of the table's entrants in any
    case. `more` is how many further ranks change. `first` are the first places by this choice.
    `knockout` says that a knockout would still run then, so that nobody leads.
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
    knockout: bool = False


def result_change(view: View, seated: Seated, after: ReportedResult | None) -> ResultChange:
    """Return what a correction makes of a table's result; `after` is None if it is taken back."""
    old = seated.counted()
    new = replace(old, result=after.own() if after is not None else None, boards=())
    was_there, winner_before = old.result is not None, old.winner
    winner_after = new.winner
    winner = _winner(view, seated, (was_there, winner_before), (after is not None, winner_after))
    corrected = replace(seated, reported=after, state="confirmed" if after else "waiting")
    return ResultChange(
        before=side_views(view, seated, seated.reported),
        after=side_views(view, corrected, after),
        winner_before=winner_before,
        winner_after=winner_after,
        winner=winner,
        was_there=was_there,
        stays_there=after is not None,
        frozen=seated.reported is not None and seated.reported.frozen,
    )


def _winner(
    view: View, seated: Seated, old: tuple[bool, int | None], new: tuple[bool, int | None]
) -> str:
    """Return the sentence on the winner. `old` and `new`: whether there is a result, and who wins.

    A name never stands after « de » or « que », which would be elided before some names.
    """
    (was_there, before), (is_there, after) = old, new
    sides = seated.table.sides
    words = {
        "old": "" if before is None else isolated(side_name(view, sides[before])),
        "new": "" if after is None else isolated(side_name(view, sides[after])),
    }
    if before is not None and before == after:
        return _("Le vainqueur reste le même : %(new)s.") % words
    if before is not None and after is not None:
        return _("Le vainqueur change : c'était %(old)s, c'est maintenant %(new)s.") % words
    if after is not None:
        if was_there:
            return (
                _("Il y a maintenant un vainqueur : %(new)s. Avant, personne ne gagnait.") % words
            )
        return _("Le vainqueur est maintenant %(new)s. Avant, aucun résultat ne comptait.") % words
    if not is_there:
        if before is None:
            return _("La table n'a plus de résultat. Personne ne l'avait gagnée.")
        return _("La table n'a plus de résultat. Le vainqueur était %(old)s.") % words
    if before is not None:
        return _("Il n'y a plus de vainqueur. C'était %(old)s.") % words
    return _("Personne ne gagne cette table, ni avant ni après.")


def choices(view: View, event: Event) -> list[CorrectionChoice]:
    """Return the choices that a page offers for later rounds.

    If no later round was drawn, there is nothing to draw again. Taking a result back can't be
    combined with freezing it.
    """
    taken = event.kind == "taken_back"
    if drawn_since(view.folded, event.data["round"]):
        words = TAKEN_BACK if taken else LATER
        return [_choice(view, event, later, words[later]) for later in LATER]
    if taken:
        words = {
            "keep": (ALONE["keep"][0], gettext_lazy("Le classement ne compte plus ce résultat."))
        }
    else:
        words = ALONE
    return [_choice(view, event, later, words[later]) for later in words]


def _choice(view: View, event: Event, later: str, words: tuple[Text, Text]) -> CorrectionChoice:
    name, summary = words
    try:
        after = events.apply(view.folded, event._replace(data={**event.data, "later": later}))
    except StateError as error:
        refused = sentence(error.code, error.params)
        return CorrectionChoice(later, name, summary, (), refused, error.code)
    touched = _touched(view, after, event.data["round"])
    at_table = view.folded.round(event.data["round"]).table(event.data["table"]).table.entrants
    then = View(view.tournament, view.caller, after)
    ranks = rank_changes(view, then)
    changes = [replace(change, seated=change.entrant in at_table) for change in ranks]
    moved = [change for change in changes if change.moves]
    listed = [change for change in changes if change.seated or change in moved[:RANKS]]
    return CorrectionChoice(
        later,
        name,
        summary,
        touched,
        "",
        ranks=listed,
        more=sum(change not in listed for change in moved),
        first=[change for change in changes if change.after is not None][:FIRST],
        knockout=progress.running(then),
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
            text = _("La ronde %(number)s est retirée.")
            sentences += [text % {"number": old.number}, *_lost(old, ())]
            continue
        if new.state == "draft" != old.state:
            text = _("La ronde %(number)s est tirée à nouveau, en brouillon.")
            sentences += [text % {"number": old.number}, *_lost(old, new.tables)]
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
            sentences += _lost(old, new.tables)
    return sentences


def _lost(old: Round, tables: Sequence[Seated]) -> list[str]:
    """Return a sentence on the results of a round that `tables` no longer have, if any."""
    results = {(seated.table.sides, seated.reported) for seated in tables}
    lost = sum(
        seated.reported is not None
        and not seated.table.bye
        and (seated.table.sides, seated.reported) not in results
        for seated in old.tables
    )
    if not lost:
        return []
    text = ngettext(
        "Ronde %(number)s : %(count)s résultat noté est retiré.",
        "Ronde %(number)s : %(count)s résultats notés sont retirés.",
        lost,
    )
    return [text % {"number": old.number, "count": lost}]


def rank_changes(view: View, then: View) -> list[RankChange]:
    """Return everybody's rank now and `then`, in the order of the ranks then."""
    old = {row.entrant: row.rank for row in view.standings}
    new = {row.entrant: row.rank for row in then.standings}
    return [
        RankChange(
            entrant,
            view.names[entrant],
            old.get(entrant),
            new.get(entrant),
            _place(view, entrant, old.get(entrant)),
            _place(then, entrant, new.get(entrant)),
        )
        for entrant in dict.fromkeys((*new, *old))
    ]


def _place(view: View, entrant: int, rank: int | None) -> str:
    """Return where an entrant stands: the rank, or how far they are in a knockout that runs."""
    if progress.running(view) and (reached := progress.progress_of(view, entrant)):
        return reached
    if rank is None:
        return _("hors classement")
    return _("rang %(rank)s") % {"rank": rank}
