"""The one check of who is here: all that is odd in a list, before an evening's first draw."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.lists.judging import Judged
from core.names import isolated
from tournaments.presentation.questions.partners import PartnerChoice
from tournaments.services.entrants.partners import WithoutPartner

# The remarks that say that somebody may be another person of the same name, or one twice.
SAME_NAME = frozenset({"same_name", "looks_alike", "repeated", "person_entered"})


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Who is here, as a list was understood.

    `count` is the number of whole entrants, and `alone` are the lines that lack a partner. `people`
    says that everybody comes alone, and gets a partner at each round. `new` are the names that the
    club does not know. `odd` are the places of the lines with a remark.
    """

    count: int
    alone: Sequence[Judged]
    people: bool
    new: Sequence[str]
    odd: frozenset[int]
    sentence: str

    def drawn(self, choice: WithoutPartner | None) -> int:
        """Return how many entrants are drawn if incomplete pairs are answered for by `choice`."""
        alone = len(self.alone)
        more = {"together": alone // 2, "alone": alone, "wait": 0, None: 0}
        return self.count + more[choice]

    @property
    def choices(self) -> list[PartnerChoice]:
        """The answers for the people without a partner; none if there are no such people."""
        if not self.alone:
            return []
        together = PartnerChoice("together", _("Les mettre ensemble"), _together(self.alone))
        return [
            *([together] if len(self.alone) > 1 else []),
            PartnerChoice("wait", _("Attendre un partenaire"), _("Pas dans ce tirage.")),
            PartnerChoice("alone", _("Laisser en solo"), _("Dans ce tirage, sans partenaire.")),
        ]

    @property
    def alone_names(self) -> str:
        """The people without a partner, as a part of a sentence."""
        return get_text_list([isolated(judged.called) for judged in self.alone], str(_("et")))

    @property
    def new_names(self) -> str:
        """The new people, as a part of a sentence."""
        return get_text_list([isolated(name) for name in self.new], str(_("et")))


def arrivals(rows: Sequence[Judged], new: Sequence[str], *, people: bool) -> Arrivals:
    """Return what an organiser is told and asked about the rows of a list."""
    here = [judged for judged in rows if not judged.out]
    alone = [] if people else [judged for judged in here if judged.alone]
    odd = [judged for judged in rows if _is_odd(judged)]
    return Arrivals(
        count=len(here) - len(alone),
        alone=alone,
        people=people,
        new=new,
        odd=frozenset(judged.place for judged in odd),
        sentence=", ".join(_counted(alone, new, odd)),
    )


def _is_odd(judged: Judged) -> bool:
    remarks = any(remark.code != "alone" for remark in judged.row.remarks)
    return remarks or any(person.near for person in judged.people)


def _counted(alone: Sequence[Judged], new: Sequence[str], odd: Sequence[Judged]) -> Iterable[str]:
    """Yield the parts of the sentence: « 1 sans partenaire », « 2 nouveaux », « 1 homonyme »."""
    if alone:
        text = ngettext("%(count)s sans partenaire", "%(count)s sans partenaire", len(alone))
        yield text % {"count": len(alone)}
    if new:
        text = ngettext("%(count)s nouveau", "%(count)s nouveaux", len(new))
        yield text % {"count": len(new)}
    same = [judged for judged in odd if _shares_name(judged)]
    if same:
        text = ngettext("%(count)s homonyme", "%(count)s homonymes", len(same))
        yield text % {"count": len(same)}
    out = [judged for judged in odd if judged.out and judged not in same]
    if out:
        text = ngettext("%(count)s ligne sautée", "%(count)s lignes sautées", len(out))
        yield text % {"count": len(out)}
    others = len(odd) - len(same) - len(out)
    if others:
        text = ngettext("%(count)s ligne à relire", "%(count)s lignes à relire", others)
        yield text % {"count": others}


def _shares_name(judged: Judged) -> bool:
    codes = {remark.code for remark in judged.row.remarks}
    return bool(codes & SAME_NAME) or any(person.near for person in judged.people)


def _together(alone: Sequence[Judged]) -> str:
    """Return who would play together, two by two in the order of the list, and who would wait."""
    pairs = [
        f"{isolated(first.called)} & {isolated(second.called)}"
        for first, second in zip(alone[::2], alone[1::2], strict=False)
    ]
    sentence = ", ".join(pairs) + "."
    if len(alone) % 2:
        waits = _("%(name)s attend.") % {"name": isolated(alone[-1].called)}
        sentence = f"{sentence} {waits}"
    return sentence
