"""What an organiser is asked about incomplete pairs before a round is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.names import isolated
from tournaments.services.entrants import partners
from tournaments.state.tournament import Enrolled
from tournaments.view import View


@dataclass(frozen=True, slots=True)
class PartnerChoice:
    """One answer: its code in a draw's request, its button, and what it does."""

    code: str
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class PartnerQuestion:
    """The question, with its answers. `stops`: nothing is drawn or published before an answer."""

    sentence: str
    choices: Sequence[PartnerChoice]
    stops: bool


def question(view: View) -> PartnerQuestion | None:
    """Return the question about the next round, or the draft; None if there is none to ask.

    For organisers only. While a draft leaves out incomplete pairs that wait for a partner, the
    question stays open, because the answer may change until the draft is published.
    """
    folded = view.folded
    if not view.can_run or folded.state == "finished":
        return None
    last = folded.rounds[-1] if folded.rounds else None
    number = last.number if last and last.state != "closed" else len(folded.rounds) + 1
    undecided = partners.to_ask(view.tournament, folded, number)
    waiting = partners.waiting(view.tournament, folded, number)
    if not undecided and (not waiting or last is None or last.state != "draft"):
        return None
    everyone = sorted((*undecided, *waiting), key=lambda enrolled: enrolled.number)
    choices = _choices(view, number, everyone)
    if not undecided:
        sentence = ngettext(
            "%(names)s attend un partenaire et n'est pas dans ce tirage.",
            "%(names)s attendent un partenaire et ne sont pas dans ce tirage.",
            len(everyone),
        )
        choices = [choice for choice in choices if choice.code != "wait"]
        return PartnerQuestion(sentence % {"names": _listed(view, everyone)}, choices, False)
    return PartnerQuestion(_sentence(view, everyone, choices), choices, True)


def _sentence(view: View, lone: Sequence[Enrolled], choices: Sequence[PartnerChoice]) -> str:
    """Return the question as one sentence, which names only the answers that are possible."""
    subject = ngettext(
        "%(names)s est sans partenaire", "%(names)s sont sans partenaire", len(lone)
    ) % {"names": _listed(view, lone)}
    ways = {
        "together": _("mettre ensemble"),
        "alone": _("laisser en solo"),
        "wait": _("attendre"),
    }
    return _("%(who)s : %(ways)s ?") % {
        "who": subject,
        "ways": ", ".join(ways[choice.code] for choice in choices),
    }


def _choices(view: View, number: int, lone: Sequence[Enrolled]) -> list[PartnerChoice]:
    """Return the answers that are possible, in the order of the question."""
    pairs, left = partners.pairs_of(view.folded, lone)
    choices = []
    stays = [enrolled for enrolled in left if partners.has_place(view.folded, number, enrolled)]
    if pairs and not stays:
        choices.append(_together(view, pairs, left))
    summary = ngettext(
        "La personne est tirée comme elle est, sans partenaire.",
        "Chaque personne est tirée comme elle est, sans partenaire.",
        len(lone),
    )
    choices.append(PartnerChoice("alone", _("Laisser en solo"), summary))
    if not any(partners.has_place(view.folded, number, enrolled) for enrolled in lone):
        choices.append(PartnerChoice("wait", _("Attendre"), _waiting(view, number)))
    return choices


def _together(
    view: View, pairs: Sequence[tuple[Enrolled, Enrolled]], left: Sequence[Enrolled]
) -> PartnerChoice:
    made = [
        f"{isolated(view.names[first.number])} & {isolated(view.names[second.number])}"
        for first, second in pairs
    ]
    summary = ngettext("%(pairs)s : une paire.", "%(pairs)s : des paires.", len(made)) % {
        "pairs": ", ".join(made)
    }
    if left:
        waits = ngettext("%(names)s attend.", "%(names)s attendent.", len(left))
        summary = f"{summary} {waits % {'names': _listed(view, left)}}"
    return PartnerChoice("together", _("Mettre ensemble"), summary)


def _waiting(view: View, number: int) -> str:
    if number == 1 and view.folded.way.fixed:
        return _("Pas dans ce tirage ; une fois publié, ce tableau n'a plus de place à donner.")
    return _("Pas dans ce tirage ; la question revient au suivant.")


def _listed(view: View, lone: Sequence[Enrolled]) -> str:
    names = [isolated(view.names[enrolled.number]) for enrolled in lone]
    return get_text_list(names, str(_("et")))
