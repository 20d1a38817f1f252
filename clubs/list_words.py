"""The sentences about the rows of a list of people, by code, in the reader's language."""

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from django.utils.translation import gettext_lazy as _

from clubs.lists.judging import Judged
from clubs.lists.reading import ListFault
from core.refusals import SENTENCES, Text, filled

REMARKS: dict[str, Text] = {
    "header": _("C'est un titre, semble-t-il, et non un nom."),
    "number": _("C'est un nombre, semble-t-il, et non un nom."),
    "total": _("C'est un total, semble-t-il, et non un nom."),
    "nobody": _("Pas de nom sur cette ligne."),
    "too_many": _("%(count)s personnes : ici %(size)s au plus. Une ligne pour chaque inscrit."),
    "misread": _("Ces lettres ont été mal lues : enregistrer la liste en UTF-8."),
    "line_too_long": _("Cette ligne est trop longue pour un nom."),
    "name_too_long": SENTENCES["name_too_long"],
    "name_control": SENTENCES["name_control"],
    "name_marks": SENTENCES["name_marks"],
    "name_blank": SENTENCES["name_blank"],
    "repeated": _(
        "Déjà ligne %(line)s. Si ce sont d'autres personnes, ajouter une marque à un nom :"
        " « Jean Roy (Saint-Roch) »."
    ),
    "same_name": _(
        "« %(name)s » est déjà ligne %(line)s. Si ce sont deux personnes, ajouter une marque :"
        " « Jean Roy (Saint-Roch) »."
    ),
    "looks_alike": SENTENCES["looks_alike"],
    "entered": _("Déjà dans la liste : rien ne change."),
    "person_entered": _(
        "« %(name)s » est déjà dans la liste (%(entrant)s). Si c'est une autre personne, ajouter"
        " une marque : « Jean Roy (Saint-Roch) »."
    ),
    "dropped": _("Laissé de côté."),
    "wish_gone": _(
        "« %(name)s » s'est inscrit soi-même par « Je viens » : cette ligne en prend la place, et "
        "son lien ne sert plus. Pour garder l'inscription, la confirmer et laisser la ligne de "
        "côté."
    ),
    "wish_alone": _(
        "« %(name)s » s'est inscrit soi-même par « Je viens » : qui est sur cette ligne quitte "
        "cette inscription, l'autre y reste sans partenaire et son lien change."
    ),
    "alone": _("Sans partenaire."),
    "joined": _("Deux colonnes lues comme un seul nom."),
    "flipped": _("Écrit « %(name)s »."),
    "split": _("Plusieurs inscrits sur une seule ligne."),
    "left": _("Non repris : %(cells)s."),
    "seed_invalid": _("« %(value)s » n'est pas une tête de série : un nombre à partir de 1."),
    "paid_unread": _("« %(value)s » n'est pas une somme réglée, ni oui ou non : laissé de côté."),
}
FAULTS: dict[str, Text] = {
    "list_too_long": _("Cette liste est trop longue."),
    "list_too_many": _("C'est trop pour une liste : %(most)s au plus."),
}


class ListRemarkAnswer(TypedDict):
    """A remark on a row."""

    code: str
    text: str


def remarks_of(judged: Judged) -> list[ListRemarkAnswer]:
    """Return the remarks on a row, each with its code and its sentence."""
    return [remark_answer(remark.code, remark.params) for remark in judged.row.remarks]


def remark_answer(code: str, params: Mapping[str, Any]) -> ListRemarkAnswer:
    """Return a remark with its sentence."""
    return {"code": code, "text": filled(REMARKS, code, params)}


def alike_sentences(names: Iterable[str]) -> list[str]:
    """Return a sentence for each of `names`, which says that the new name looks like it."""
    return [filled(REMARKS, "looks_alike", {"name": name}) for name in names]


def fault_of(fault: ListFault) -> str:
    """Return the sentence that says why a text can't be read as a list."""
    return filled(FAULTS, fault.code, fault.params)
