"""The sentences of 10 000, by code: explanations of lines, refusals, facts.

A placeholder named `seat` or `side` is filled with a name, the others with figures or plain text
(see `games.presentation.wording`).
"""

from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.presentation.wording import figure
from games.registry.game import Text

NOTES: dict[str, Text] = {
    "entered": _("Entrée avec %(points)s points : premier palier, %(score)s."),
    "palier": _("%(points)s points : nouveau palier, %(score)s."),
    "petit_palier": _("Petit palier (pp) : un arrêt à 100 tout juste."),
    "throw_kept": ngettext_lazy(
        "Lancer %(throw)s : %(thrown)s ; %(kept)s gardé, +%(added)s.",
        "Lancer %(throw)s : %(thrown)s ; %(kept)s gardés, +%(added)s.",
        "count",
    ),
    "throw_jokers": ngettext_lazy(
        "Lancer %(throw)s : %(thrown)s ; %(kept)s gardé, +%(added)s, et %(waiting)s en joker.",
        "Lancer %(throw)s : %(thrown)s ; %(kept)s gardés, +%(added)s, et %(waiting)s en joker.",
        "count",
    ),
    "throw_lost": _("Lancer %(throw)s : %(thrown)s, rien qui compte."),
    "ruissellement": _("Ruissellement : les points repris comptent avec les siens."),
    "roussellement": _("Roussellement : les points repris sont perdus."),
    "bust_before_entry": _("Rien de marqué. Pas de coche avant d'entrer."),
    "coche": _("Rien de marqué : coche %(coches)s sur %(most)s au palier %(score)s."),
    "struck": _(
        "Rien de marqué : coche %(coches)s sur %(most)s, le palier %(score)s est biffé ; "
        "retour à %(back)s."
    ),
    "struck_out": _(
        "Rien de marqué : coche %(coches)s sur %(most)s, le palier %(score)s est biffé ; "
        "il n'en reste aucun, il faut entrer de nouveau."
    ),
    "off_table": _("Un dé est tombé hors de la piste : la main passe."),
    "off_table_lost": _(
        "Un dé est tombé hors de la piste : les %(points)s points en main sont perdus, la main "
        "passe."
    ),
    "overshoot": _(
        "%(points)s points, il en fallait %(room)s au plus : le but est dépassé, rien n'est marqué."
    ),
    "collision": _("%(seat)s arrive à %(score)s : ce palier est biffé, retour à %(back)s."),
    "collision_out": _(
        "%(seat)s arrive à %(score)s : ce palier est biffé, il n'en reste aucun, "
        "il faut entrer de nouveau."
    ),
    "chain_collision": _(
        "%(seat)s tombe sur %(score)s : ce palier est biffé aussi, retour à %(back)s."
    ),
    "chain_collision_out": _(
        "%(seat)s tombe sur %(score)s : ce palier est biffé aussi, il n'en reste aucun, "
        "il faut entrer de nouveau."
    ),
    "target_reached": _("Objectif de %(target)s atteint : %(score)s points."),
    "last_round": _(
        "Dernier tour de table : chacun des autres a encore un tour pour y arriver aussi."
    ),
    "finish_round": _(
        "Le tour de table se finit : qui n'y a pas encore joué peut y arriver aussi."
    ),
    "instant_win": _("%(dice)s as d'un coup : le match est gagné, le score reste tel quel."),
}

# The sentences that a phone shows to the player whose seat it has chosen.
PLACE: dict[str, Text] = {
    "your_turn": _("À vous de jouer"),
    "next_turn": _("%(seat)s joue, puis vous"),
    "later_turn": _("%(seat)s joue, vous dans %(turns)s tours"),
    "needs": _("Il vous manque %(points)s points."),
    "needs_exactly": _("Il vous manque %(points)s points, tout juste."),
    "stops_from": _("On s'arrête à partir de %(points)s."),
    "enters_from": _("Pour entrer : %(points)s au moins."),
    "may_carry_points": _("Vous pouvez reprendre %(points)s points."),
    "may_carry": ngettext_lazy(
        "Vous pouvez reprendre %(points)s points et lancer %(dice)s dé.",
        "Vous pouvez reprendre %(points)s points et lancer %(dice)s dés.",
        "dice",
    ),
}

_QUICK_ERRORS: dict[str, Text] = {
    "none_and_more": _("Des points en plus, ou aucun : pas les deux."),
    "points_not_multiple": _("Les points vont de 50 en 50 : %(either)s ?"),
    "points_beyond_target": _("Les points vont de 50 en 50, et il n'en manque que %(left)s."),
    "points_too_high": _("C'est plus qu'un tour ne peut donner : %(most)s points au plus."),
    "cannot_stop_on_fifty": _(
        "On ne s'arrête pas sur %(points)s : jouer jusqu'à un total rond, ou tout perdre."
    ),
    "below_entry": _("Pour entrer il faut au moins %(minimum)s en un tour, pas %(points)s."),
    "entry_not_single_throw": _("Pour entrer il faut au moins %(entry)s en un seul lancer."),
    "nothing_to_carry": _(
        "Rien à reprendre : il faut que le tour d'avant ait été arrêté avec des dés de reste."
    ),
    "carried_not_exceeded": _(
        "Les points repris (%(taken)s) sont compris dans le total : il doit les dépasser."
    ),
    "instant_win_not_in_rules": _("Dans ces règles, rien ne gagne le match d'un coup."),
    "not_your_turn": _("C'est à %(seat)s de jouer."),
    "throws_mismatch": _(
        "Les lancers notés donnent autre chose : corriger l'un ou l'autre, ou vider cette case."
    ),
    "reason_without_bust": _("Un dé hors de la piste fait perdre le tour : noter un tour perdu."),
}

_THROW_ERRORS: dict[str, Text] = {
    "dice_count": ngettext_lazy(
        "Lancer %(throw)s : il se fait avec %(expected)s dé, et il y en a %(count)s de notés.",
        "Lancer %(throw)s : il se fait avec %(expected)s dés, et il y en a %(count)s de notés.",
        "expected",
    ),
    "die_out_of_range": _("Lancer %(throw)s : un dé montre de 1 à 6, pas %(die)s."),
    "keep_not_thrown": _("Lancer %(throw)s : un des dés gardés n'a pas été lancé."),
    "keep_scores_nothing": _("Lancer %(throw)s : un des dés gardés ne compte pas, le rendre."),
    "must_keep_scoring": _(
        "Lancer %(throw)s : il faut garder tous les dés qui comptent, %(either)s."
    ),
    "must_roll_main_pleine": _("Main pleine : il faut relancer tous les dés."),
    "unconfirmed_figure": _(
        "La figure n'est pas confirmée : il faut relancer, et un as, un 5 ou une autre figure."
    ),
    "jokers_not_in_rules": _("Lancer %(throw)s : ces règles n'ont pas de joker."),
    "joker_needs_other_die": _(
        "Lancer %(throw)s : un joker ne se met de côté que s'il reste un autre dé à lancer."
    ),
    "joker_must_be_thrown": _("Rien n'a compté : il faut encore lancer les jokers."),
    "throw_after_bust": _("Lancer %(throw)s : le tour était déjà fini, enlever ce lancer."),
    "throw_missing": _("Le tour n'est pas fini : il manque des points ou un lancer."),
}

_RULE_ERRORS: dict[str, Text] = {
    "not_positive": _("Il faut un nombre d'au moins 1."),
    "entry_not_multiple": _("L'entrée est un multiple de 50 : %(either)s ?"),
    "target_unreachable": _(
        "Cet objectif ne peut pas être atteint exactement : %(either)s "
        "(les scores vont de %(step)s en %(step)s) ?"
    ),
    "target_below_entry": _(
        "L'objectif est plus bas que l'entrée, de %(entry)s : il ne pourrait pas être atteint."
    ),
    "dice_with_scoring": _("Ce barème se joue avec %(expected)s dés."),
    "confirmation_needs_classic": _("La confirmation va avec le barème classique."),
    "jokers_needs_classic": _("Les jokers vont avec le barème classique."),
    "confirmation_with_jokers": _("Confirmation ou jokers : choisir l'une des deux variantes."),
    "last_round_needs_collision": _(
        "Le dernier tour de table demande un objectif exact et qu'on prenne la place des autres."
    ),
}

_JOINING_ERRORS: dict[str, Text] = {
    "too_late_to_join": _("Quelqu'un a déjà joué deux tours : personne ne rejoint plus ce match."),
}

ERRORS: dict[str, Text] = _QUICK_ERRORS | _THROW_ERRORS | _RULE_ERRORS | _JOINING_ERRORS

# Sentences that the pad displays instead of those in `ERRORS` while dice are tapped as they fall.
# They only say to throw again, because the player cannot choose another total.
GO_ON: dict[str, Promise] = {
    "cannot_stop_on_fifty": _("On ne s'arrête pas sur %(points)s : il faut relancer."),
    "below_entry": _("%(points)s ne suffisent pas pour entrer (%(minimum)s au moins) : relancer."),
    "throw_missing": _("Le tour n'est pas fini : il manque un lancer."),
}

FACTS: dict[str, Text] = {
    "biggest_turn": _("%(seat)s a fait le plus gros tour : %(points)s points, au tour %(number)s."),
    "bust_run": _("%(seat)s a perdu %(turns)s tours de suite, jusqu'au tour %(number)s."),
    "paliers_struck": ngettext_lazy(
        "%(seat)s s'est fait biffer un palier.",
        "%(seat)s s'est fait biffer %(count)s paliers.",
        "count",
    ),
    "fastest": ngettext_lazy(
        "%(seat)s a atteint %(target)s en un seul tour.",
        "%(seat)s a atteint %(target)s en %(turns)s tours.",
        "turns",
    ),
}

# Sentences about decisions that cost points: the player's choice, and the better one.
DECISIONS: dict[str, Text] = {
    "stopped": ngettext_lazy(
        "%(seat)s s'arrête à %(points)s, %(count)s dé à relancer : relancer valait %(roll)s.",
        "%(seat)s s'arrête à %(points)s, %(count)s dés à relancer : relancer valait %(roll)s.",
        "count",
    ),
    "threw_on": ngettext_lazy(
        "%(seat)s relance %(count)s dé avec %(points)s en main : cela valait %(roll)s.",
        "%(seat)s relance %(count)s dés avec %(points)s en main : cela valait %(roll)s.",
        "count",
    ),
    "carried": ngettext_lazy(
        "%(seat)s reprend %(points)s points et %(count)s dé : cela valait %(over)s, et tous les "
        "dés %(anew)s.",
        "%(seat)s reprend %(points)s points et %(count)s dés : cela valait %(over)s, et tous les "
        "dés %(anew)s.",
        "count",
    ),
    "not_carried": ngettext_lazy(
        "%(seat)s laisse %(points)s points et %(count)s dé : les reprendre valait %(over)s, et "
        "tous les dés %(anew)s.",
        "%(seat)s laisse %(points)s points et %(count)s dés : les reprendre valait %(over)s, et "
        "tous les dés %(anew)s.",
        "count",
    ),
    "kept": _("%(seat)s lance %(dice)s et garde %(kept)s : garder %(better)s valait mieux."),
}

LINES = ngettext_lazy("%(count)s tour", "%(count)s tours", "count")

# The title of each fact's record, shown above its sentence.
TITLES: dict[str, Promise] = {
    "biggest_turn": _("Plus gros tour"),
    "bust_run": _("Plus longue suite de tours perdus"),
    "paliers_struck": _("Plus de paliers biffés en un match"),
    "fastest": _("Moins de tours pour 10 000"),
}

ENDED_BY: dict[str, Promise] = {
    "last_round": _("au dernier tour de table"),
    "instant_win": _("d'un coup, rien que par des as"),
}


def brief(turn: Any, names: Sequence[str]) -> str:
    """Return the player's name and the points of the turn."""
    if turn.instant_win:
        points: Any = _("rien que des as")
    else:
        points = _("rien") if turn.bust or turn.points is None else figure(turn.points)
    return f"{names[turn.seat]} {points}"
