"""The sentences of the jeu du 10, by code: explanations of lines, refusals, facts.

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
    "contract_made": _("Mise de %(bid)s réussie : %(taken)s points ramassés."),
    "contract_failed": ngettext_lazy(
        "Mise de %(bid)s ratée : %(taken)s point ramassé, il en manque %(missing)s ; "
        "la mise est retirée.",
        "Mise de %(bid)s ratée : %(taken)s points ramassés, il en manque %(missing)s ; "
        "la mise est retirée.",
        "taken",
    ),
    "contract_failed_zero": ngettext_lazy(
        "Mise de %(bid)s ratée : %(taken)s point ramassé, il en manque %(missing)s ; "
        "aucun point pour l'attaque.",
        "Mise de %(bid)s ratée : %(taken)s points ramassés, il en manque %(missing)s ; "
        "aucun point pour l'attaque.",
        "taken",
    ),
    "defence_keeps": _("La défense compte ses points : %(points)s."),
    "defence_keeps_by_bidding": _(
        "La défense, à %(cap)s ou plus, a dit un chiffre : elle compte ses points, %(points)s."
    ),
    "defence_capped": _(
        "La défense, à %(cap)s ou plus, n'a pas dit de chiffre : ses %(points)s points "
        "ne comptent pas."
    ),
    "defence_without_points": _("La défense n'a ramassé aucun point."),
    "defence_shut_out": _("Mise réussie : la défense ne compte pas ses points (%(points)s)."),
    "defence_wins_bid": _("La défense prend la mise ratée : %(bid)s."),
    "defence_wins_missing": _("La défense prend aussi le manque à gagner : %(missing)s."),
    "hand_points": _("Points ramassés par l'équipe qui a choisi l'atout : %(taken)s."),
    "bought": _("Atout acheté : la mise de %(bid)s est retirée."),
    "purse_paid": _("Atout acheté %(bid)s $ : il reste %(purse)s $ dans la bourse."),
    "trump_free": _("Bourse vide : l'atout est choisi sans payer."),
    "partie_won": _("La partie misée est réussie, tous les points y sont : le match est gagné."),
    "partie_lost": ngettext_lazy(
        "La partie misée est ratée : %(taken)s point ramassé, il en manque %(missing)s ; "
        "le match est perdu.",
        "La partie misée est ratée : %(taken)s points ramassés, il en manque %(missing)s ; "
        "le match est perdu.",
        "taken",
    ),
    "defence_loses_match": _("La partie misée par l'autre équipe est réussie."),
    "defence_wins_match": _("La partie misée par l'autre équipe est ratée : le match est gagné."),
    "stake_won": _("La partie misée est réussie : l'enjeu de %(stake)s est gagné."),
    "stake_lost": _(
        "La partie misée est ratée, il manque %(missing)s points : l'enjeu de %(stake)s est perdu."
    ),
    "aces_not_penalised": _("La partie est misée : les as ne coûtent rien dans cette brasse."),
    "target_reached": _("Objectif de %(target)s atteint : %(total)s points."),
    "both_reach_highest": _(
        "Les deux équipes atteignent l'objectif : le score le plus haut gagne."
    ),
    "both_reach_level": _(
        "Les deux équipes atteignent l'objectif à égalité : l'équipe qui a misé gagne."
    ),
    "both_reach_bidders": _("Les deux équipes atteignent l'objectif : l'équipe qui a misé gagne."),
}

# The sentences that a phone shows to the player whose seat it has chosen.
PLACE: dict[str, Text] = {
    "speaks_first": _("À vous de parler en premier"),
    "speaks_second": _("%(seat)s parle, puis vous"),
    "speaks_third": _("%(seat)s parle, vous en troisième"),
    "deals": _("Vous donnez"),
    "needs": ngettext_lazy(
        "Il manque %(points)s point à votre camp.",
        "Il manque %(points)s points à votre camp.",
        "points",
    ),
    "may_bid": _("Vous pouvez miser %(span)s."),
    "may_bid_partie": _("Vous pouvez miser %(span)s, ou la partie."),
    "cannot_bid": _("La bourse de votre camp est vide : vous ne pouvez que passer."),
    "speak_to_count": _(
        "À %(cap)s ou plus, dites un chiffre : sinon vos points de défense ne comptent pas."
    ),
}

_ENTRY_ERRORS: dict[str, Promise] = {
    "bidder_missing": _("Qui a remporté la mise ? Choisir une personne."),
    "bid_missing": _("Il manque la mise : un nombre, ou « la partie »."),
    "taken_missing": _("Il manque les points ramassés par l'équipe qui a misé."),
    "bid_with_partie": _("« La partie » se mise sans nombre : enlever la mise de %(bid)s."),
    "bid_below_minimum": _("La mise est d'au moins %(minimum)s."),
    "bid_above_maximum": _("La mise est d'au plus %(maximum)s."),
    "bid_not_multiple": _("La mise est un multiple de 5 : %(either)s ?"),
    "not_enough_money": _(
        "Il reste %(purse)s $ dans la bourse (%(side)s), et l'on ne s'endette pas : miser moins, "
        "ou passer."
    ),
    "partie_forbidden": _("Miser la partie n'est pas permis dans ces règles : miser un nombre."),
    "partie_negative_score": _(
        "Avec un score négatif (%(side)s : %(score)s), la partie ne se mise pas : miser un nombre."
    ),
    "defenders_could_not_bid": _(
        "Avec une mise de %(bid)s, la défense n'a pas pu dire de chiffre : "
        "enlever « la défense a parlé »."
    ),
    "taken_out_of_range": _("Les points ramassés vont de %(lowest)s à %(highest)s."),
    "taken_not_multiple": _("Les points ramassés sont un multiple de 5 : %(either)s ?"),
    "too_many_aces": _("Il n'y a que quatre as, volés et perdus ensemble."),
    "taken_mismatch": _(
        "Les levées notées donnent %(counted)s points à l'équipe qui a misé, et non %(taken)s : "
        "corriger l'un ou l'autre."
    ),
}

_COURSE_ERRORS: dict[str, Promise] = {
    "auction_out_of_turn": _(
        "Ce n'est pas à %(seat)s de parler : la parole tourne dans le sens horaire, "
        "et la mise est close quand il ne reste qu'une personne."
    ),
    "auction_not_higher": _("%(seat)s doit dire plus que la dernière mise, ou passer."),
    "auction_after_pass": _("%(seat)s a déjà passé et ne parle plus : enlever cette annonce."),
    "auction_incomplete": _(
        "La mise n'est pas finie, la parole est à %(seat)s : il faut trois passes et une mise, "
        "et qui reste après trois passes doit miser."
    ),
    "auction_mismatch": _(
        "Le tour de mise noté dit autre chose : corriger l'un ou l'autre, ou vider cette case."
    ),
    "trump_required": _("Choisir l'atout : il faut le connaître pour vérifier les levées."),
    "card_unknown": _(
        "« %(text)s » n'est pas une carte de ce jeu : écrire par exemple 10H, AS ou 5D."
    ),
    "card_repeated": _("%(card)s est jouée deux fois : corriger l'une des deux."),
    "trick_count": _(
        "Il faut %(expected)s levées de quatre cartes : il y a %(count)s levées, "
        "dont %(complete)s de quatre cartes."
    ),
    "revoke": _(
        "Levée %(trick)s : %(seat)s joue %(card)s sans fournir (%(suit)s), mais en joue plus tard. "
        "Vérifier ces cartes."
    ),
}

_RULE_ERRORS: dict[str, Promise] = {
    "not_positive": _("Il faut un nombre d'au moins 1."),
    "target_not_multiple": _("L'objectif est un multiple de 5 : %(either)s ?"),
    "cap_not_multiple": _("Le seuil est un multiple de 5 : %(either)s ?"),
    "min_bid_not_multiple": _("La mise minimale est un multiple de 5 : %(either)s ?"),
    "min_bid_above_hand": _(
        "La mise minimale dépasse les points d'une brasse : %(points)s au plus."
    ),
    "partie_with_purchase": _("Quand l'atout s'achète, la partie ne se mise pas : l'interdire."),
    "cap_with_purchase": _(
        "Quand l'atout s'achète, la défense compte toujours ses points : enlever le seuil."
    ),
    "initial_money_missing": _("Donner la somme de départ de chaque équipe, par exemple 20 $."),
    "initial_money_without_purchase": _(
        "La somme de départ ne sert qu'à l'achat par argent : l'enlever."
    ),
}

ERRORS: dict[str, Promise] = _ENTRY_ERRORS | _COURSE_ERRORS | _RULE_ERRORS

FACTS: dict[str, Text] = {
    "fewest_hands": ngettext_lazy(
        "Une seule brasse a suffi à %(side)s.", "%(hands)s brasses ont suffi à %(side)s.", "hands"
    ),
    "failed_run": _(
        "%(hands)s mises ont été ratées de suite, de la brasse %(first)s à la brasse %(last)s."
    ),
    "both_negative": _(
        "Après la brasse %(number)s, les deux camps étaient sous zéro : %(left)s et %(right)s."
    ),
    "comeback": _(
        "%(points)s points de retard après la brasse %(number)s, tous remontés par %(side)s."
    ),
    "partie_won": _("%(seat)s a misé et gagné la partie, à la brasse %(number)s."),
    "largest_trick": _(
        "D'une seule levée, %(seat)s a ramassé %(points)s points (brasse %(number)s, "
        "levée %(trick)s) : %(cards)s."
    ),
    "rare_shape": _(
        "À la brasse %(number)s, %(seat)s a reçu une main %(shape)s : il en vient une "
        "sur %(one_in)s, soit %(count)s des %(hands)s possibles."
    ),
}

# The calls of an auction that are words and not numbers.
TERMS: dict[str, Promise] = {"pass": _("passe"), "partie": _("la partie")}

LINES = ngettext_lazy("%(count)s brasse", "%(count)s brasses", "count")
BEST = _("La meilleure brasse est la %(number)s : %(points)s points pour %(side)s.")

# The title of each fact's record, shown above its sentence.
TITLES: dict[str, Promise] = {
    "fewest_hands": _("Match le plus court"),
    "failed_run": _("Plus longue suite de mises ratées"),
    "both_negative": _("Deux scores négatifs au plus bas"),
    "comeback": _("Plus grande remontée"),
    "partie_won": _("Partie misée et gagnée"),
    "largest_trick": _("Plus grosse levée"),
    "rare_shape": _("Répartition la plus rare"),
}

# Headings of the lists of facts that cannot be compared. All facts of such a kind are listed,
# instead of only the best one.
HISTORIES: dict[str, Promise] = {
    "partie_won": _("Historique des parties misées et gagnées"),
}

ENDED_BY: dict[str, Promise] = {
    "partie": _("par « la partie »"),
}


def brief(hand: Any, names: Sequence[str]) -> str:
    """Return the bidder's name and the bid."""
    bid = _("la partie") if hand.partie else figure(hand.bid)
    return f"{names[hand.bidder]} {bid}"


RIDDLES: dict[str, Promise] = {
    "how_many": _(
        "Avec ces %(count)s cartes, %(seat)s remporte la mise à %(bid)s, atout %(suit)s. "
        "Combien de points son équipe a-t-elle ramassés ?"
    ),
    "how_many_partie": _(
        "Avec ces %(count)s cartes, %(seat)s mise la partie, atout %(suit)s. "
        "Combien de points son équipe a-t-elle ramassés ?"
    ),
    "made": _("%(taken)s points : la mise est tenue."),
    "missed": _("%(taken)s points : la mise est ratée."),
    "taken": _("%(taken)s points."),
}
