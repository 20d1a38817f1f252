"""The sentences of this layer's refusals, by code, in the reader's language.

Each sentence says what to do. Every app has such a `refusals.py`. `SENTENCES` are the app's own
sentences. `TABLE` adds the sentences of the layers below; the app's own take precedence.
`core.errors` reads the sentence of a refusal from it.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

Text = str | Promise

SENTENCES: dict[str, Text] = {
    "client_id_reused": _("Cet envoi a déjà servi pour autre chose."),
    "dialect_unknown": _("Un fichier CSV s'écrit en fr (points-virgules) ou en en (virgules)."),
    "table_kind_unknown": _("Un tableau s'exporte en csv ou en xlsx."),
    "account_needed": _("Il faut un compte pour cela : se connecter d'abord."),
    "officer_needed": _("C'est aux responsables du club de le faire."),
    "owner_needed": _("C'est aux propriétaires du club de le faire."),
    "site_owner_needed": _("C'est au propriétaire du site de le faire."),
    "players_not_allowed": _("Ce club garde lui-même sa liste de personnes."),
    "other_club_officer_needed": _(
        "Cette personne est d'un autre club : il faut y être responsable aussi, ou l'inviter."
    ),
    "person_of_several_clubs": _(
        "Cette personne est de plusieurs clubs : c'est à elle de le faire, ou à quelqu'un qui est"
        " responsable dans tous, ou au propriétaire du site."
    ),
    "invitation_of_several_clubs": _(
        "Cette personne est maintenant de plusieurs clubs : demander une nouvelle invitation à"
        " quelqu'un qui est responsable dans tous, ou au propriétaire du site."
    ),
    "own_choice": _("Cette personne a un compte : c'est à elle de choisir."),
    "too_many_jobs": _("Deux travaux sont déjà en cours : attendre la fin de l'un, ou l'arrêter."),
    "job_stop_not_allowed": _(
        "Ce calcul sert à d'autres aussi : seuls les téléphones de la table et les responsables du "
        "club peuvent l'arrêter."
    ),
    "job_failed": _("Ce travail a échoué, et c'est une faute du site."),
    "analysis_missing": _(
        "Ce site est installé sans l'analyse, qu'il faut pour ce calcul. Son hébergeur ajoute numba"
        " à l'environnement (pip install numba) et redémarre le site."
    ),
    "job_interrupted": _(
        "Le site s'est arrêté pendant ce travail, dont rien n'est gardé : le demander à nouveau."
    ),
    "merge_not_allowed": _(
        "Pour réunir deux personnes, il faut être responsable de tous leurs clubs."
    ),
    "slug_taken": _("Cette adresse est déjà celle d'un club."),
    "club_used": _(
        "Ce club sert : il a des personnes, des membres, des matchs, des soirées ou des liens. Seul"
        " un club dont personne ne s'est servi se supprime."
    ),
    "last_club": _("C'est le seul club du site : en fonder un autre d'abord."),
    "last_owner": _("Un club garde au moins un propriétaire : en nommer un autre d'abord."),
    "account_has_player": _("Ce compte est déjà quelqu'un d'autre."),
    "date_to_come": _("Cette date est à venir : donner celle du jour, ou une passée."),
    "player_has_account": _("Cette personne a déjà un compte."),
    "player_unknown": _("Cette personne n'est pas dans la liste."),
    "merge_same_player": _("C'est une seule et même personne : en choisir une autre."),
    "merge_two_accounts": _(
        "Ces deux personnes ont chacune un compte : délier l'un des deux d'abord."
    ),
    "merge_same_table": _(
        "Ces deux personnes sont à la même table (match %(matches)s) : ce n'en est pas une seule."
    ),
    "merge_same_tournament": _(
        "Ces deux personnes ont joué le même tournoi (%(tournaments)s) : ce n'en est pas une seule."
    ),
    "guest_unknown": _("Aucun invité de ce nom dans ce club."),
    "guest_too_old": _("C'était il y a plus de 30 jours : cela ne se défait plus."),
    "guest_other_name": _(
        "C'est un autre nom : ici, seuls les accents, les majuscules et les traits d'union"
        " changent."
    ),
    "merge_line": _(
        "L'une de ces deux personnes tient un jeu de l'autre : ce n'en est pas une seule."
    ),
    "merge_none": _("Cette personne n'a été réunie avec aucune autre."),
    "merge_too_old": _("Une réunion se défait pendant 30 jours, pas après."),
    "merge_not_last": _("Une réunion plus récente est à défaire d'abord."),
    "merge_elsewhere": _(
        "Cette personne est aussi d'un autre club : un responsable de tous ses clubs peut réunir."
    ),
    "not_allowed": _("Cela n'est pas permis."),
    "sole_owner": _("Donner d'abord à quelqu'un d'autre la propriété de : %(clubs)s."),
    "last_site_owner": _("Le site n'a pas d'autre propriétaire : en nommer un d'abord."),
    "name_taken": _(
        "Ce nom est déjà pris dans le club. Si c'est quelqu'un d'autre, ajouter une marque :"
        " « Jean Roy (Saint-Roch) »."
    ),
    "name_blank": _("Il manque un nom."),
    "name_too_long": _("Un nom a 80 caractères au plus."),
    "name_control": _(
        "Ce nom contient un caractère invisible ou inconnu, qui ne se garde pas : le retaper."
    ),
    "name_marks": _("Une lettre de ce nom a plus de trois accents : en ôter."),
    # This is a warning beside a name, not a refusal.
    "looks_alike": _(
        "Se lit comme « %(name)s », sans s'écrire pareil : voir si c'est la même personne."
    ),
    "too_long": _("C'est trop long : %(most)s caractères au plus."),
    "text_control": _("Ce texte contient un caractère invisible qui ne se garde pas."),
    "link_kind": _("Un tel lien ne se fait pas ici."),
    "link_lasts": _("Ce lien ne peut pas durer ce temps-là : choisir dans la liste."),
    "too_many_links": _("Il y a déjà 50 liens qui servent : en retirer d'abord."),
    "links_not_allowed": _("Les liens du club se gèrent par un responsable."),
    "sharing_not_allowed": _("Les liens d'un match se gèrent par la personne qui tient la table."),
}
TABLE = SENTENCES


def filled(table: Mapping[str, Text], code: str, params: Mapping[str, Any]) -> str:
    """Return a table's sentence for a code, with its values filled in."""
    text = table.get(code)
    if text is None:
        return gettext("Cette saisie n'est pas permise (%(code)s).") % {"code": code}
    try:
        return str(text) % {name: _written(value) for name, value in params.items()}
    except KeyError:
        return str(text)


def _written(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
