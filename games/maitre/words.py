"""The sentences of the jeu du Maître, by code: explanations of lines, refusals, facts.

A placeholder named `seat`, `side`, `card`, `cards` or `suit` is filled with a name, the others with
figures or plain text (see `games.presentation.wording`).
"""

from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.presentation.wording import figure
from games.registry.game import Text

NOTES: dict[str, Text] = {
    "trick_points": _("Cartes des plis : %(points)s."),
    "chute_points": _("Dernier pli gagné : la chute donne %(points)s."),
    "coffre_counted": _("Coffre : majeure +%(major)s, mineure −%(minor)s."),
    "coffre_forbidden": ngettext_lazy(
        "Coffre interdit (figure ou joker) : %(penalty)s point retiré, ses cartes ne comptent pas.",
        "Coffre interdit (figure ou joker) : %(penalty)s points retirés, "
        "ses cartes ne comptent pas.",
        "penalty",
    ),
    "discard_value": ngettext_lazy(
        "Défausse magistrale : %(points)s point retiré.",
        "Défausse magistrale : %(points)s points retirés.",
        "points",
    ),
    "player_points": _("Cartes ramassées : %(points)s."),
    "player_chute": _("Dernier pli gagné : la chute donne %(points)s."),
    "contract_kept": ngettext_lazy(
        "Contrat %(contract)s tenu : %(valued)s carte à valeur sur %(counted)s, "
        "soit %(reached)s %%.",
        "Contrat %(contract)s tenu : %(valued)s cartes à valeur sur %(counted)s, "
        "soit %(reached)s %%.",
        "valued",
    ),
    "contract_failed": ngettext_lazy(
        "Contrat %(contract)s manqué : %(valued)s carte à valeur sur %(counted)s, "
        "soit %(reached)s %%.",
        "Contrat %(contract)s manqué : %(valued)s cartes à valeur sur %(counted)s, "
        "soit %(reached)s %%.",
        "valued",
    ),
    "bonus": _("Bonus du contrat : %(percent)s %% de %(base)s."),
    "no_bonus": _("Pas de bonus : il se prendrait sur %(base)s, moins que rien."),
    "malus": _("Malus du contrat : %(percent)s %% de %(base)s, soit %(malus)s de moins."),
    "no_malus": _("Pas de malus : %(reference)s %% sont atteints."),
    "malus_gained": _("Malus du Maître, partagé : +%(malus)s."),
    "gap_kept": _("Écart aux autres : %(gap)s, plus de %(needed)s."),
    "gap_failed": _("Écart aux autres : %(gap)s, il faut plus de %(needed)s."),
    "validated": _("Manche validée."),
    "not_validated": _("Manche non validée : échec %(failures)s, élimination à %(limit)s."),
    "eliminated": _("%(seat)s continue de jouer, mais ne peut plus gagner."),
}

# The sentences that a phone shows to the player whose seat it has chosen.
PLACE: dict[str, Text] = {
    "announces": _("À vous d'annoncer le contrat"),
    "defends": _("%(seat)s est le Maître"),
    "contracts": _("Contrat : %(span)s %%."),
    "needs_gap": _("Il vous faut plus de %(gap)s points d'écart sur tous les autres ensemble."),
    "maitre_at": _("Vous serez le Maître à la manche %(number)s."),
    "leads": _("Personne n'est devant vous."),
    "behind": _("%(seat)s a %(points)s points d'avance sur vous."),
    "failures_left": ngettext_lazy(
        "Encore %(count)s manche non validée, et vous ne pourrez plus gagner.",
        "Encore %(count)s manches non validées, et vous ne pourrez plus gagner.",
        "count",
    ),
    "out": _("Vous continuez de jouer, mais ne pouvez plus gagner."),
}

_ENTRY_ERRORS: dict[str, Promise] = {
    "contract_out_of_range": _("Le contrat va de %(lowest)s à %(highest)s."),
    "forms_mixed": _(
        "Donner la manche par ses chiffres ou par ses cartes, pas les deux à la fois."
    ),
    "figures_missing": _("Il manque un chiffre du Maître ; 0 s'écrit aussi."),
    "coffre_rank": _(
        "Les deux cartes du coffre vont de l'as (1) au %(highest)s ; "
        "avec une figure ou un joker, dire « coffre interdit »."
    ),
    "valued_exceed_cards": _(
        "Il y a plus de cartes à valeur (%(valued)s) que de cartes ramassées (%(taken)s)."
    ),
    "points_impossible": _(
        "%(points)s : aucune réunion de cartes ne donne ce chiffre (de %(lowest)s à %(highest)s)."
    ),
    "players_incomplete": _("Il faut les points de chaque personne, sauf ceux du Maître."),
}

_CARD_ERRORS: dict[str, Promise] = {
    "suits_missing": _("Il manque la couleur majeure ou la mineure."),
    "same_suit": _("La majeure et la mineure sont deux couleurs différentes."),
    "coffre_missing": _("Il manque une carte du coffre."),
    "coffre_suit": _(
        "%(card)s n'est pas de la couleur déclarée (%(suit)s) : échanger les deux cartes du "
        "coffre, ou corriger la majeure et la mineure."
    ),
    "chute_winner_missing": _("Qui a gagné le dernier pli ? La chute lui revient."),
    "card_unknown": _(
        "« %(text)s » n'est pas une carte de ce jeu : écrire par exemple 7H, 10C, KD ou X1."
    ),
    "card_repeated": _("%(card)s est deux fois dans les piles : enlever l'une des deux."),
    "cards_missing": _("Cartes sans pile (%(count)s) : %(cards)s."),
}

_RULE_ERRORS: dict[str, Promise] = {
    "not_positive": _("Il faut un nombre d'au moins 1."),
    "negative": _("Il faut un nombre d'au moins 0."),
    "not_a_percentage": _("Un contrat est un pourcentage entier, de 0 à 100."),
    "contracts_crossed": _(
        "Le plus petit contrat (%(lowest)s) dépasse le plus grand (%(highest)s)."
    ),
}

_PLAY_ERRORS: dict[str, Promise] = {
    "trick_over": _("Le pli est pris : en commencer un autre."),
    "lead_must_lay": _("Qui entame le pli doit poser une carte."),
    "second_card_unplayable": _(
        "%(card)s sur %(cards)s n'ouvre aucun mode : ni la couleur, ni plus haut ; la défausser."
    ),
    "mode_needed": _("%(card)s ouvre plusieurs modes : choisir."),
    "mode_not_open": _("%(card)s n'ouvre pas ce mode."),
    "not_the_suit": _("Mode couleur : seule cette couleur se pose (%(suit)s)."),
    "mute_suit": _("Mode valeur : cette couleur est muette (%(suit)s)."),
    "not_higher": _("Mode valeur : il faut monter au-dessus de %(card)s."),
    "not_a_face": _("Mode tête : seules les figures se posent."),
    "no_combination": _("%(card)s ne forme ni paire ni suite."),
    "take_needed": _("%(card)s forme une combinaison : prendre le pli, ou la laisser ?"),
    "must_take": _("Avec %(card)s la combinaison prend le pli, sans choix."),
    "not_closing": _("Le pli ne se prend qu'une fois que tout le monde a défaussé."),
    "joker_undeclared": _("Un joker se déclare : quelle carte est-il ?"),
    "joker_declaration": _("%(card)s n'est pas un joker."),
}

ERRORS: dict[str, Promise] = _ENTRY_ERRORS | _CARD_ERRORS | _RULE_ERRORS | _PLAY_ERRORS

FACTS: dict[str, Text] = {
    "highest_contract": _(
        "%(seat)s a tenu un contrat de %(contract)s à la manche %(number)s, "
        "avec %(reached)s %% de cartes à valeur."
    ),
    "best_manche": _("%(seat)s a marqué %(points)s points d'un coup, à la manche %(number)s."),
    "widest_gap": _(
        "%(seat)s a fait %(gap)s points de mieux que les autres réunis, à la manche %(number)s."
    ),
    "largest_malus": _("%(seat)s a pris un malus de %(malus)s points, à la manche %(number)s."),
    "all_validated": ngettext_lazy(
        "%(seat)s a validé sa seule manche de Maître.",
        "%(seat)s a validé ses %(manches)s manches de Maître.",
        "manches",
    ),
    "eliminated_leader": _(
        "%(seat)s avait le plus de points (%(points)s), mais ne pouvait plus gagner."
    ),
    "comeback": _(
        "%(seat)s avait %(points)s points de retard après la manche %(number)s, et les a remontés."
    ),
    "nobody_wins": _("Personne ne gagne : toute la table est éliminée."),
}

LINES = ngettext_lazy("%(count)s manche", "%(count)s manches", "count")

# The title of each fact's record, shown above its sentence.
TITLES: dict[str, Promise] = {
    "highest_contract": _("Plus grand contrat tenu"),
    "best_manche": _("Plus de points en une manche"),
    "widest_gap": _("Plus grand écart aux autres"),
    "largest_malus": _("Plus gros malus"),
    "all_validated": _("Plus de manches validées sans échec"),
    "eliminated_leader": _("Plus grande avance en étant hors jeu"),
    "comeback": _("Plus grande remontée"),
    "nobody_wins": _("Match que personne ne gagne"),
}

# Headings of the lists of facts that cannot be compared. All facts of such a kind are listed,
# instead of only the best one.
HISTORIES: dict[str, Promise] = {
    "nobody_wins": _("Historique des matchs que personne ne gagne"),
}


def brief(manche: Any, names: Sequence[str]) -> str:
    """Return the contract, and the points of the other players if it was entered by figures."""
    points = [f"{names[int(seat)]} {figure(got)}" for seat, got in (manche.players or {}).items()]
    return ", ".join([str(_("contrat %(contract)s")) % {"contract": manche.contract}, *points])
