"""The sentences of the refusals that all games share. A game's own refusals are in its
`words.py`.
"""

from collections import ChainMap
from collections.abc import MutableMapping

from django.utils.translation import gettext_lazy as _

from core import refusals as below
from games.registry.game import Text

SENTENCES: dict[str, Text] = {
    "match_finished": _("Le match est fini : annuler la dernière ligne le rouvre."),
    "result_only": _("Seul le résultat est connu : il se corrige là où il a été noté."),
    "match_abandoned": _("Le match est abandonné : le reprendre d'abord."),
    "advice_in_tournament": _("Un match de tournoi se joue sans conseils."),
    "score_step": _("Les scores vont ici de %(figure)s en %(figure)s."),
    "score_below": _("Un score ne descend pas sous %(figure)s."),
    "score_above": _("Un score ne dépasse pas %(figure)s."),
    "score_target": _("Personne n'atteint %(figure)s, où ces règles s'arrêtent."),
    "score_far_above": _("C'est le double de %(figure)s, où ces règles s'arrêtent."),
    "match_of_event": _("Ce match se joue pour un tournoi : la suite y est tirée."),
    "match_begun": _("Une ligne est déjà inscrite : les règles et les places ne changent plus."),
    "seats_fixed": _("À ce jeu, personne ne rejoint un match commencé."),
    "seats_of_event": _("Ce match se joue pour un tournoi, qui en tire les places."),
    "later_entry_illegal": _(
        "Avec cette correction, la ligne %(number)s ne serait plus permise : %(why)s (%(cause)s)"
    ),
    "line_number": _("Les lignes se suivent : la prochaine porte le numéro %(expected)s."),
    "not_a_number": _("Il faut un nombre entier."),
    "not_last": _("Seule la dernière ligne s'annule ; une autre se corrige."),
    "player_count": _("Il faut %(players)s personnes à cette table."),
    "player_repeated": _(
        "La même personne est à deux places : en changer une, ou ajouter une initiale (Anne B.)."
    ),
    "player_already_tied": _("Cette place est déjà celle d'une personne connue."),
    "game_unknown": _("Ce jeu n'est pas installé ici."),
    "preset_unknown": _("Cette variante n'existe pas."),
    "rule_unknown": _("Cette règle n'existe pas dans ce jeu."),
    "rule_out_of_bounds": _("Il faut un nombre de %(least)s à %(most)s."),
    "field_unknown": _("Ce champ n'existe pas ici."),
    "club_unknown": _("Ce club n'existe pas."),
    "seat_taken": _("Cette place porte déjà un autre nom : la table peut le corriger."),
    "seat_free": _("Aucun téléphone n'a donné de nom à cette place."),
    "sitting_not_allowed": _("Pour mettre un nom ici, il faut le code de la table : le demander."),
    "seat_repeated": _("La même place est nommée deux fois."),
    "side_repeated": _("Le même camp est nommé deux fois."),
    "side_unknown": _("Il n'y a pas de tel camp à cette table."),
    "seat_unknown": _("Il n'y a pas de telle place à cette table."),
    "side_count": _("Le nombre de camps ne va pas à ce jeu."),
    "seat_named_or_known": _("Une place prend un nom ou une personne, pas les deux."),
    "status_not_possible": _("Un match s'abandonne ou se reprend, rien d'autre."),
    "stale": _("Le match a avancé entre-temps : regarder la feuille avant d'inscrire."),
    "edit_token_needed": _(
        "Inscrire à cette table demande un lien qui sert encore : en demander un à la personne "
        "qui marque."
    ),
    "correction_window_closed": _(
        "Le match est fini depuis plus de 24 heures : un responsable du club peut le corriger."
    ),
    "open_tables_closed": _("Ici, il faut un compte pour commencer un match."),
    "club_not_allowed": _("Ce club n'ouvre pas ses tables à tout le monde."),
    "club_room_not_allowed": _("Un match joué au local est celui d'un club : choisir lequel."),
    "club_already": _("Ce match est déjà celui d'un club."),
    "already_proposed": _("Le match est déjà proposé à un club : le retirer d'abord."),
    "proposal_decided": _("Cette proposition a déjà reçu sa réponse."),
    "proposals_wait": _(
        "Trop de matchs attendent déjà la réponse d'un club : celui-ci reste à cette table. "
        "Le proposer depuis son résultat, dans les 30 jours."
    ),
    "too_late_to_propose": _("Un match se propose à un club dans les 30 jours."),
    "match_runs": _("Ce match court encore : l'accepter quand il sera fini."),
    "line_has_changed": _("La ligne a changé depuis : la correction proposée ne va plus."),
    "phone_unknown": _(
        "Ce match ne vient pas d'un téléphone : il n'y a aucun téléphone à déclarer des nôtres."
    ),
    "match_counts": _(
        "Ce match compte au club : un téléphone du club ou un responsable le change. "
        "Une ligne corrigée d'ici lui est proposée."
    ),
    "proposals_not_allowed": _("Un responsable du club répond aux propositions."),
    "export_unknown": _("Un export se fait en json, csv ou xlsx."),
    "match_full": _("Ce match a trop de lignes : l'arrêter là et en commencer un autre."),
    "import_too_large": _("Ce match est trop long pour être repris ici."),
    "import_invalid": _("Ce fichier n'est pas un match exporté d'ici."),
}
TABLE: MutableMapping[str, Text] = ChainMap(SENTENCES, below.TABLE)
