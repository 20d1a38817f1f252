"""« Pourquoi cette table ? »: the reasons for a pairing, and the warnings of a draw, in words."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.presentation import points_rules, standings_why
from tournaments.state.tournament import Round, Seated
from tournaments.view import View

Why = Mapping[str, Any]


def reasons(view: View, seated: Seated) -> list[str]:
    """Return at least one sentence that says why these entrants meet, the most important first."""
    why = seated.table.why
    if "swapped" in why:
        return [_("Échangée à la main.")]
    rule = points_rules.rest(view) if seated.table.bye and view.way.bracket is None else []
    for sign, tell in TELLERS:
        if sign in why:
            return [*tell(view, why), *rule]
    return [_("C'est le calendrier qui le veut."), *rule]


def _bye(view: View, why: Why) -> list[str]:
    if "sat_out" in why:
        return [_("Les tables sont de quatre : le repos va à ceux qui en ont eu le moins.")]
    if why.get("made") in ("lot", "rotation"):
        return [
            _("Le nombre est impair : ce repos va à l'inscrit qui en a eu le moins, puis au sort.")
        ]
    return [
        _(
            "Le nombre est impair : ce repos va à l'inscrit qui en a eu le moins, puis au moins "
            "bien classé."
        )
    ]


def _swiss(view: View, why: Why) -> list[str]:
    sentences = [_("Même nombre de points.") if not why["gap"] else _("Points différents, de peu.")]
    if why["rematch"]:
        sentences.insert(0, _("Revanche : aucun tirage ne l'évitait."))
    else:
        sentences.append(_("Ne se sont jamais rencontrés."))
    if why["forbidden"]:
        sentences.insert(0, _("Rencontre à éviter, que rien n'évitait."))
    if why["floater"]:
        sentences.append(
            _("L'un des deux jouait déjà hors de son groupe de points à la ronde d'avant.")
        )
    if why["same_club"]:
        sentences.append(_("Du même club."))
    if not why["gap"]:
        sentences.append(_fold(why["fold"]))
    return sentences


def _fold(distance: int) -> str:
    if not distance:
        return _(
            "Place idéale : la moitié haute du groupe rencontre la moitié basse, dans l'ordre."
        )
    return ngettext(
        "À %(count)s place de l'idéal, où la moitié haute du groupe rencontre la basse.",
        "À %(count)s places de l'idéal, où la moitié haute du groupe rencontre la basse.",
        distance,
    ) % {"count": distance}


def _movement(view: View, why: Why) -> list[str]:
    sentences = [_("Ronde %(round)s du mouvement, fixé avant le début.") % why]
    if why.get("deals"):
        sentences.append(_("Donnes préparées : jeu %(deals)s.") % why)
    return sentences


def _bracket(view: View, why: Why) -> list[str]:
    seeds = ", ".join(str(seed) for seed in why["seeds"])
    return [_("Le tableau les amène là : têtes de série %(seeds)s.") % {"seeds": seeds}]


def _schedule(view: View, why: Why) -> list[str]:
    return [_("Journée %(round)s du calendrier : chacun rencontre chacun.") % why]


def _melee(view: View, why: Why) -> list[str]:
    if not any(why["partners"]):
        sentences = [_("Partenaires pour la première fois.")]
    else:
        sentences = [_("Des partenaires se retrouvent : plus aucune autre paire n'était possible.")]
    again = sum(1 for times in why["opponents"] if times)
    if again:
        sentences.append(
            ngettext(
                "%(count)s adversaire déjà rencontré.",
                "%(count)s adversaires déjà rencontrés.",
                again,
            )
            % {"count": again}
        )
    return sentences


def _tables(view: View, why: Why) -> list[str]:
    rule = points_rules.places(view)
    if not why["met"]:
        return [_("Personne à cette table n'a encore rencontré un autre de ses joueurs."), *rule]
    return [
        _("%(one)s et %(other)s se retrouvent.")
        % {"one": view.names[met["entrants"][0]], "other": view.names[met["entrants"][1]]}
        for met in why["met"]
    ] + rule


def _neighbours(view: View, why: Why) -> list[str]:
    above, below = sorted(why["neighbours"])
    if why["made"] == "rotation":
        sentences = [_("C'est la rotation qui le veut, connue depuis le début.")]
    elif why["made"] == "lot":
        sentences = [_("Au sort.")]
    else:
        sentences = [
            _("%(one)sᵉ et %(other)sᵉ du classement.") % {"one": above, "other": below}
            if above > 1
            else _("Premier et %(other)sᵉ du classement.") % {"other": below}
        ]
        if why["moved"]:
            sentences.append(_("L'échange le plus proche qui évite une revanche."))
    if why["met"]:
        sentences.append(_("Revanche : aucun tirage ne l'évitait."))
    elif why["made"] != "rotation":
        sentences.append(_("Ne se sont jamais rencontrés."))
    return sentences + points_rules.scores(view)


def _challenge(view: View, why: Why) -> list[str]:
    below, above = why["challenge"]
    words = {"below": below, "day": date_format(date.fromisoformat(why["on"]), "j F Y")}
    if above == 1:
        return [_("Défi du %(day)s : le %(below)sᵉ de l'échelle défie le premier.") % words]
    return [
        _("Défi du %(day)s : le %(below)sᵉ de l'échelle défie le %(above)sᵉ.")
        % {**words, "above": above}
    ]


# How reasons are recognised and put into words. Each item has a key in the reasons of a table,
# and the function that makes the sentences.
TELLERS: Sequence[tuple[str, Callable[[View, Why], list[str]]]] = (
    ("challenge", _challenge),
    ("movement", _movement),
    ("bye", _bye),
    ("neighbours", _neighbours),
    ("rematch", _swiss),
    ("seeds", _bracket),
    ("partners", _melee),
    ("places", _tables),
    ("round", _schedule),
)


def warnings(view: View, drawn: Round) -> list[str]:
    """Return the warnings of a draw, as one sentence each."""
    return [standings_why.warning(warning, view.names) for warning in drawn.warnings]


def changes(view: View, drawn: Round) -> list[str]:
    """Return the sentences about entrants who came or left after a draft was drawn.

    Only organisers get them, because only they can draw it again.
    """
    if not view.can_run:
        return []
    return [
        standings_why.change(warning, view.names)
        for warning in standings_why.changed(view.folded, drawn.number)
    ]


def rejected(view: View, drawn: Round, pairs: Sequence[tuple[int, int]]) -> list[str]:
    """Return the best pairing that was rejected, as text. Only its pairs that were not drawn are
    named.
    """
    stand = {frozenset(seated.table.entrants) for seated in drawn.tables}
    return [
        f"{view.names[first]} – {view.names[second]}"
        for first, second in pairs
        if frozenset((first, second)) not in stand
    ]
