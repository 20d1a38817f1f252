"""The sentences of the transmission's refusals, by code."""

from collections import ChainMap
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from core.refusals import filled
from games import refusals as below
from games.registry.game import Text

SENTENCES: dict[str, Text] = {
    "not_played_in_club_room": _(
        "%(name)s n'a pas encore joué au local : y inscrire une main, "
        "ou faire attester par un responsable du club."
    ),
    "learner_is_source": _(
        "%(name)s est une source du jeu : retirer cette déclaration avant de nommer qui l'a appris."
    ),
    "source_has_teacher": _("%(name)s a déjà appris de quelqu'un : ce n'est pas une source."),
    "source_exists": _("%(name)s est déjà une source du jeu."),
    "teaches_oneself": _(
        "Personne n'est son propre maître : déclarer plutôt cette personne comme source."
    ),
    "link_exists": _("Ce lien est déjà inscrit."),
    "would_make_a_cycle": _("Ce lien fermerait un cercle : %(names)s."),
    "player_unknown": _("Cette personne n'est pas dans la liste."),
    "club_unknown": _("Ce club n'existe pas."),
    "club_of_neither": _("Ce club n'est celui ni de l'un ni de l'autre."),
    "date_invalid": _(
        "Une date s'écrit 18/11/2024 ou 2024-11-18, ou une année 2024 ; elle peut manquer."
    ),
    "date_in_future": _("Cette date n'est pas encore venue."),
    "note_too_long": _("Une note a 500 caractères au plus."),
    "already_attested": _("C'est déjà attesté pour ce jour."),
    "propose_not_allowed": _("Proposer un lien se fait comme membre du club."),
    "transmission_not_allowed": _("Seul un responsable du club peut le faire."),
    "import_invalid": _("Ce fichier ne se lit pas : %(why)s"),
    "import_columns": _(
        "La première ligne nomme les colonnes : maître, élève, date, note "
        "(ou teacher, learner, date, note)."
    ),
    "node_unnamed": _("Le nœud %(node)s n'a pas de nom : l'écrire dans le fichier."),
    "node_unknown": _("Il n'y a pas de nœud %(node)s dans ce fichier."),
    "nodes_of_one_name": _(
        "« %(name)s » est le nom de deux personnes, ligne %(line)s (nœud %(node)s) et ligne "
        "%(other_line)s (nœud %(other)s) : ajouter une marque à l'un des deux, « Jean Roy "
        "(Saint-Roch) »."
    ),
    "name_of_several": _(
        "« %(name)s » est le nom de plusieurs personnes, dans plusieurs clubs : écrire le numéro "
        "de la personne en teacher_id ou learner_id ; il termine l'adresse de sa page."
    ),
    "people_of_one_name": _(
        "« %(name)s » est le nom de deux personnes du fichier, et ici d'une seule : ajouter une "
        "marque à l'un des deux, « Jean Roy (Saint-Roch) »."
    ),
    "import_too_long": _("Un fichier a %(most)s lignes au plus : le couper en plusieurs."),
    "import_misread": _("Des lettres de ce fichier ont été mal lues : l'enregistrer en UTF-8."),
    "import_empty": _("Ce fichier ne contient aucun lien."),
    "name_unknown": _("« %(name)s » n'est pas dans la liste du club."),
    "part_too_large": _(
        "C'est plus de %(most)s personnes : demander moins de liens, ou tout le graphe."
    ),
    "export_unknown": _("Un export se fait en csv, graphml, gexf, gedcom, dot, json, svg ou png."),
}
TABLE: Mapping[str, Text] = ChainMap(SENTENCES, below.TABLE)


def sentence(code: str, params: Mapping[str, Any]) -> str:
    """Return the sentence of a refusal in the reader's language. `params` are the values in it."""
    return filled(TABLE, code, params)
