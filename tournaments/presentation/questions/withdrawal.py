"""What « Retirer le tirage » takes back: sentences that stand beside the button."""

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.state.rounds import begun
from tournaments.state.tournament import Round
from tournaments.view import View


def taken_back(view: View, drawn: Round | None) -> list[str]:
    """Return what withdrawing a round takes back; empty if the reader can't withdraw it."""
    if not view.can_run or drawn is None or drawn.state != "published" or begun(drawn):
        return []
    tables = [seated for seated in drawn.tables if not seated.table.bye]
    if view.way.declared:
        sentences = [
            ngettext("%(count)s défi est retiré.", "%(count)s défis sont retirés.", len(tables))
            % {"count": len(tables)}
        ]
        if not tables:
            return []
    else:
        announced = ngettext(
            "La ronde %(number)s redevient un brouillon : sa table n'est plus annoncée.",
            "La ronde %(number)s redevient un brouillon : ses %(count)s tables ne sont plus "
            "annoncées.",
            len(tables),
        )
        sentences = [announced % {"number": drawn.number, "count": len(tables)}]
    playing = [str(seated.number) for seated in tables if seated.state == "playing"]
    if playing:
        text = ngettext(
            "Le match commencé à la table %(tables)s continue hors du tournoi : il n'y compte "
            "plus.",
            "Les matchs commencés aux tables %(tables)s continuent hors du tournoi : ils n'y "
            "comptent plus.",
            len(playing),
        )
        sentences.append(text % {"tables": get_text_list(playing, str(_("et")))})
    if not view.way.declared:
        sentences.append(_("Le même tirage peut être publié à nouveau, ou refait."))
    return sentences
