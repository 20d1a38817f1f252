"""The sentences of refusals, by code. Each one says what to do."""

from collections import ChainMap
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from core.refusals import filled
from games import refusals as below
from games.registry.game import Text
from tournaments.files.trf import TrfError

SENTENCES: dict[str, Text] = {
    "end_needs_start": gettext_lazy("Une soirée qui a une fin a aussi un début : le donner."),
    "end_is_start": gettext_lazy(
        "Une soirée ne finit pas à l'heure où elle commence : donner une autre heure, ou laisser "
        "la fin vide."
    ),
    "hour_skipped": gettext_lazy(
        "Cette nuit-là la montre avance d'une heure, et la fin tombe sur le début : donner une fin "
        "plus tardive."
    ),
    "year_unknown": gettext_lazy("Une année a quatre chiffres."),
    "date_far": gettext_lazy("Cette date est bien loin : l'année est-elle la bonne ?"),
    "evenings_too_many": gettext_lazy("Le calendrier a déjà 200 soirées à venir : c'est assez."),
    "dates_reversed": gettext_lazy("Un challenge finit après avoir commencé."),
    "places_needed": gettext_lazy("Donner les points des places, du premier au dernier."),
    "best_or_worst": gettext_lazy("Garder les meilleurs ou retirer les pires : l'un des deux."),
    "club_not_run": gettext_lazy(
        "Un autre club s'y joint par quelqu'un qui mène aussi ses tournois."
    ),
    "tournament_elsewhere": gettext_lazy("Un tournoi choisi n'est pas d'un club du challenge."),
    "challenge_frozen": gettext_lazy("Le challenge est figé : le rouvrir d'abord."),
    "challenge_running": gettext_lazy("Un tournoi du challenge se joue encore : le finir d'abord."),
    "tables_too_many": gettext_lazy("Ce challenge a déjà trop de tableaux entrés à la main."),
    "table_empty": gettext_lazy("Coller le tableau de la soirée, une ligne par inscrit."),
    "table_too_long": gettext_lazy("Ce tableau est trop long pour une soirée."),
    "line_unread": gettext_lazy("La ligne %(line)s ne se lit pas : un nom, puis les points."),
    "points_missing": gettext_lazy("Des lignes ont des points et d'autres non : à compléter."),
    "not_duplicate": gettext_lazy("Ce tournoi ne se joue pas en donnes identiques."),
    "duplicate_not_possible": gettext_lazy(
        "Les mêmes donnes à toutes les tables : avec une rotation à deux camps, d'un jeu qui le "
        "prévoit. Choisir une autre formule, ou « non »."
    ),
    "open_rounds_not_possible": gettext_lazy(
        "Un barrage se tire des résultats : ronde par ronde, ou des poules où chacun rencontre "
        "les autres."
    ),
    "par_not_possible": gettext_lazy(
        "Ces règles n'ont pas de par : compter en pour cent, ou contre la moyenne."
    ),
    "boards_only": gettext_lazy(
        "Ici on note chaque donne, sous son numéro : le score d'une table s'en déduit."
    ),
    "board_elsewhere": gettext_lazy(
        "La donne %(board)s ne se joue pas à la table %(table)s dans cette ronde : choisir une des "
        "siennes."
    ),
    "deal_known": gettext_lazy("Les cartes de cette donne sont déjà connues : rien à noter."),
    "deal_open": gettext_lazy(
        "La donne %(board)s est déjà montrée à tout le monde : la personne qui note les résultats "
        "peut encore corriger ses cartes."
    ),
    "boards_told": gettext_lazy(
        "Des donnes qui restaient à jouer ont déjà été montrées à tout le monde : pour jouer "
        "encore, faire un nouveau tournoi."
    ),
    "deals_hidden": gettext_lazy(
        "Les joueurs ne voient pas les donnes avant les autres : faire imprimer par quelqu'un qui "
        "ne joue pas, avec un lien pour mener."
    ),
    "deals_too_many": gettext_lazy(
        "Cela fait plus de %(most)s donnes : moins de rondes, ou moins de donnes par ronde."
    ),
    "file_unsigned": gettext_lazy(
        "Ce fichier n'est pas lisible, ou n'est plus tel qu'il a été signé : le demander à nouveau."
    ),
    "deals_too_few": gettext_lazy(
        "Il faut %(count)s donnes et le fichier en a %(there)s : jouer moins de rondes, ou "
        "demander un fichier plus long."
    ),
    "other_deals": gettext_lazy(
        "Ces résultats sont ceux d'autres donnes : jouer d'abord les donnes du même fichier."
    ),
    "own_results": gettext_lazy(
        "Ce sont les résultats d'ici : ils comptent déjà. Choisir le fichier d'un autre club."
    ),
    "results_of_another": gettext_lazy(
        "Des résultats de « %(name)s » sont déjà là, signés par « %(mark)s », et ce fichier l'est "
        "par quelqu'un d'autre : demander à ce club lequel est le sien."
    ),
    "results_too_many": gettext_lazy(
        "Avec ce fichier les autres clubs auraient plus de %(most)s résultats, ou plus de "
        "%(files)s fichiers : il ne se prend plus."
    ),
    "boards_still_played": gettext_lazy(
        "Des donnes se jouent encore ici : ajouter les résultats d'ailleurs après la dernière "
        "ronde."
    ),
    "board_first": gettext_lazy(
        "Noter d'abord ce que la donne %(board)s est devenue ; ses cartes ensuite."
    ),
    "hand_size": gettext_lazy(
        "Une main a %(size)s cartes, et %(count)s sont choisies : en ajouter ou en retirer."
    ),
    "card_twice": gettext_lazy(
        "%(count)s de ces cartes sont déjà dans une autre main : la vider d'abord, ou en choisir "
        "d'autres."
    ),
    "deal_not_whole": gettext_lazy(
        "Chaque carte une fois, %(size)s par main : il en manque %(count)s, ou une main est trop "
        "longue."
    ),
    "too_few_entrants": gettext_lazy(
        "Il faut au moins %(least)s inscrits pour tirer cette ronde : en inscrire, ou cocher les "
        "présents si eux seuls sont tirés."
    ),
    "too_many_for_teams": gettext_lazy(
        "Deux équipes sont %(most)s paires, il y en a %(count)s : prendre un autre mouvement, ou "
        "cocher les présents."
    ),
    "entrant_repeated": gettext_lazy(
        "« %(name)s » est déjà inscrit. Si c'est quelqu'un d'autre, ajouter une marque :"
        " « Jean Roy (Saint-Roch) »."
    ),
    "player_in_two_entrants": gettext_lazy(
        "Une personne de « %(name)s » est déjà inscrite : la retirer d'un côté. Si c'est quelqu'un "
        "d'autre, ajouter une marque : « Jean Roy (Saint-Roch) »."
    ),
    "waiting_list_full": gettext_lazy(
        "C'est complet, et la liste d'attente aussi : demander à un organisateur."
    ),
    "sign_up_network": gettext_lazy(
        "Beaucoup d'inscriptions viennent déjà de ce réseau aujourd'hui : demander à un "
        "organisateur, ou s'inscrire d'un autre réseau."
    ),
    "entrant_size": gettext_lazy("Un inscrit compte ici %(size)s personnes au plus."),
    "entrant_nameless": gettext_lazy("Il manque un nom, ou des personnes."),
    "partner_missing": gettext_lazy(
        "Sans partenaire : %(names)s. Dire avant le tirage : mettre ensemble, laisser en solo, ou "
        "attendre."
    ),
    "partner_needed": gettext_lazy(
        "Il n'y a pas deux personnes à mettre ensemble : laisser en solo, ou attendre."
    ),
    "wait_not_possible": gettext_lazy(
        "« %(name)s » a sa place dans le tableau ou le calendrier : laisser en solo, ou noter le "
        "départ."
    ),
    "check_in_early": gettext_lazy(
        "« Présent » s'ouvre le %(when)s : revenir alors, ou demander à un organisateur."
    ),
    "round_not_closed": gettext_lazy("Clore d'abord la ronde %(round)s."),
    "already_published": gettext_lazy("La ronde %(round)s est déjà publiée : elle ne change plus."),
    "round_begun": gettext_lazy(
        "La ronde %(round)s a déjà un résultat : retirer d'abord ses résultats, ou tirer à la "
        "suivante qui manque."
    ),
    "drawn_stays": gettext_lazy(
        "Le tirage est fait : « %(name)s » ne s'efface plus. Noter plutôt son départ."
    ),
    "already_drawn": gettext_lazy("Le tournoi est commencé : cela ne se change plus."),
    "challenges_only": gettext_lazy(
        "Sur une échelle rien ne se tire : on s'y défie, sous « Échelle »."
    ),
    "not_a_ladder": gettext_lazy("On ne se défie que sur une échelle : ce tournoi se tire."),
    "challenge_self": gettext_lazy("On ne se défie pas soi-même : choisir quelqu'un d'autre."),
    "challenge_gone": gettext_lazy(
        "L'un des deux n'est pas sur l'échelle en ce moment : l'inscrire, ou noter son retour."
    ),
    "challenge_open": gettext_lazy(
        "L'un des deux a déjà un défi à jouer : le jouer d'abord, ou le retirer."
    ),
    "challenge_not_above": gettext_lazy("On défie vers le haut : choisir quelqu'un au-dessus."),
    "challenge_too_far": gettext_lazy(
        "C'est trop haut pour un défi. Nombre de places permises au-dessus : %(places)s."
    ),
    "challenge_forbidden": gettext_lazy(
        "Ces deux inscrits ne doivent pas se rencontrer : choisir quelqu'un d'autre."
    ),
    "challenge_begun": gettext_lazy(
        "Ce défi est commencé : il ne se retire plus. Noter son résultat, ou un forfait."
    ),
    "challenge_own_needed": gettext_lazy(
        "On défie pour soi, par son propre lien ; un responsable du club, pour tout le monde."
    ),
    "rounds_drawn": gettext_lazy(
        "Nombre de rondes déjà tirées : %(count)s. Il ne peut pas y en avoir moins."
    ),
    "not_published": gettext_lazy("Publier d'abord la ronde %(round)s."),
    "result_missing": gettext_lazy(
        "Il manque un résultat, ou il est contesté : regarder les tables %(tables)s."
    ),
    "draw_not_allowed": gettext_lazy("À cette table, il faut un vainqueur."),
    "not_in_table": gettext_lazy("Cet inscrit n'est pas à cette table."),
    "stage_finished": gettext_lazy("Toutes les rondes sont jouées."),
    "no_pairing_without_rematch": gettext_lazy(
        "Tout le monde s'est déjà rencontré : permettre les revanches, ou finir là."
    ),
    "later_required": gettext_lazy(
        "Le vainqueur change et la suite est tirée : dire s'il faut garder, rejouer ou figer "
        "les rondes suivantes."
    ),
    "score_count": gettext_lazy("Il faut un score par camp, donc %(expected)s."),
    "already_reported": gettext_lazy(
        "Un résultat est déjà confirmé à cette table : le corriger s'il est faux."
    ),
    "nothing_to_confirm": gettext_lazy("Il n'y a rien à confirmer à cette table."),
    "nothing_to_take_back": gettext_lazy("Cette table n'a pas de résultat à retirer."),
    "nothing_asked": gettext_lazy("Aucune correction n'attend de réponse à cette table."),
    "table_locked": gettext_lazy("La table %(table)s est verrouillée : la libérer d'abord."),
    "table_unknown": gettext_lazy("Il n'y a pas de telle table dans cette ronde."),
    "entrant_unknown": gettext_lazy("Il n'y a pas de tel inscrit dans ce tournoi."),
    "round_unknown": gettext_lazy("Cette ronde n'est pas tirée."),
    "swap_not_possible": gettext_lazy(
        "Dans un tableau ou un calendrier, seule la première ronde se réarrange."
    ),
    "lock_not_possible": gettext_lazy(
        "Dans un tableau ou un calendrier, une table verrouillée ne se retire pas autour : "
        "la libérer d'abord."
    ),
    "tournament_finished": gettext_lazy("Le tournoi est terminé : le rouvrir d'abord."),
    "state_not_possible": gettext_lazy("Le tournoi ne peut pas passer à cet état."),
    "tie_break_repeated": gettext_lazy("Ce critère est nommé deux fois."),
    "option_unknown": gettext_lazy(
        "Cette formule n'a pas d'option « %(option)s » : l'ôter, ou choisir une autre formule."
    ),
    "winner_known": gettext_lazy(
        "Un vainqueur ne se désigne que si personne n'a gagné la finale : corriger plutôt le "
        "résultat."
    ),
    "winner_not_drawn": gettext_lazy(
        "« %(name)s » n'a pas été tiré dans ce tournoi : désigner quelqu'un qui l'a joué."
    ),
    "option_invalid": gettext_lazy("Cette option ne prend pas cette valeur."),
    "club_missing": gettext_lazy("Dire de quel club est le tournoi."),
    "not_a_draft": gettext_lazy("Seul un tournoi sans aucun tirage peut s'effacer."),
    "result_empty": gettext_lazy("Donner les scores, un forfait ou un match."),
    "match_unknown": gettext_lazy("Ce match n'est pas un match fini entre ces camps."),
    "matches_missing": gettext_lazy(
        "Cette table se joue en plusieurs matchs : il en manque encore pour un résultat."
    ),
    "nothing_to_freeze": gettext_lazy(
        "Aucun résultat ne compte encore à cette table : garder ou rejouer la suite."
    ),
    "match_elsewhere": gettext_lazy("Ce match compte déjà à une autre table."),
    "table_players_missing": gettext_lazy(
        "Les camps de cette table ne font pas le compte pour ce jeu : saisir le résultat."
    ),
    "timer_minutes": gettext_lazy("Dire combien de minutes."),
    "rank_missing": gettext_lazy("Un palmarès commence au premier rang."),
    "has_rounds": gettext_lazy("Ce tournoi se joue ici : son palmarès est son classement."),
    "url_not_allowed": gettext_lazy("Cette adresse n'est pas une adresse publique en http."),
    "webhook_taken": gettext_lazy("Cette adresse est déjà prévenue."),
    "export_not_possible": gettext_lazy(
        "Le format TRF ne dit que les tournois suisses et toutes rondes."
    ),
    "export_scale": gettext_lazy(
        "Les points de ce tournoi n'entrent pas dans les quatre colonnes d'un fichier TRF : "
        "choisir JSON ou CSV, ou une échelle plus petite (1, ½, 0)."
    ),
    "export_table_unknown": gettext_lazy("Les tableaux sont entrants, standings et tables."),
    "tournament_export_unknown": gettext_lazy("Un export se fait en json, csv, xlsx ou trf."),
    "tournament_import_invalid": gettext_lazy("Ce fichier ne se lit pas : %(why)s."),
    "table_token_needed": gettext_lazy("Le résultat se signale par le lien de la table."),
    "run_needed": gettext_lazy("Un responsable du club mène le tournoi."),
    "results_needed": gettext_lazy("Un marqueur du club saisit les résultats."),
    "stale": gettext_lazy("Le tournoi a avancé entre-temps : le regarder avant d'écrire."),
    "swap_or_lock": gettext_lazy(
        "Échanger deux inscrits ou verrouiller des tables, l'un ou l'autre."
    ),
    "name_or_state": gettext_lazy("Changer le nom et les personnes à part de l'état et du rang."),
    "text_or_file": gettext_lazy("Donner une liste ou un fichier, l'un ou l'autre."),
    "sign_up_closed": gettext_lazy(
        "Les inscriptions ne sont pas ouvertes : demander à un organisateur."
    ),
    "sign_up_too_many": gettext_lazy(
        "La liste est trop longue pour s'inscrire soi-même : demander à un organisateur."
    ),
    "partner_same": gettext_lazy(
        "C'est deux fois le même nom. Si ce sont deux personnes, ajouter une marque : « Jean Roy "
        "(Saint-Roch) »."
    ),
    "name_not_read": gettext_lazy("Écrire un prénom et un nom, comme « Anne Roy »."),
    "push_not_possible": gettext_lazy("Ce navigateur ne donne pas où le prévenir."),
    "not_waiting": gettext_lazy("« %(name)s » n'est pas sur la liste d'attente."),
    "waiting_not_possible": gettext_lazy(
        "Il reste une place, ou le tirage est fait : « %(name)s » n'a pas à attendre. Noter plutôt "
        "son départ."
    ),
    "why_not_available": gettext_lazy("Ce format n'a pas d'autre tirage à comparer."),
}
TABLE: Mapping[str, Text] = ChainMap(SENTENCES, below.TABLE)

# The reasons why a TRF16 file can't be read. They follow « Ce fichier ne se lit pas : ».
UNREAD: dict[str, Text] = {
    "no_player": gettext_lazy("il n'a pas de ligne de joueur (001)"),
    "too_many": gettext_lazy("il a plus de %(most)s joueurs"),
    "number": gettext_lazy("le numéro de départ de « %(line)s » n'est pas un nombre"),
    "number_twice": gettext_lazy("deux joueurs ont le numéro %(player)s"),
    "cell": gettext_lazy(
        "ronde %(round)s, joueur %(player)s : « %(cell)s » ne dit pas adversaire, couleur "
        "et résultat, chacun dans sa colonne"
    ),
    "without_opponent": gettext_lazy(
        "ronde %(round)s, joueur %(player)s : « %(letter)s » ne se dit pas sans adversaire"
    ),
    "result": gettext_lazy(
        "ronde %(round)s, joueur %(player)s : « %(letter)s » n'est pas le résultat d'une rencontre"
    ),
    "no_answer": gettext_lazy(
        "ronde %(round)s : les lignes des joueurs %(player)s et %(opponent)s ne se répondent pas"
    ),
    "colours": gettext_lazy(
        "ronde %(round)s : les joueurs %(player)s et %(opponent)s ont la même couleur"
    ),
    "contradiction": gettext_lazy(
        "ronde %(round)s, joueurs %(player)s et %(opponent)s : « %(one)s » et « %(other)s » "
        "ne vont pas ensemble"
    ),
}


def unread(error: TrfError) -> str:
    """Return the reason why a TRF16 file can't be read."""
    return str(UNREAD[error.code]) % error.params


def sentence(code: str, params: Mapping[str, Any]) -> str:
    """Return the sentence of a refusal in the reader's language. `params` are the values in it."""
    return filled(TABLE, code, params)
