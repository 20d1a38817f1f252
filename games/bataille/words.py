"""The sentences of the Bataille, by code: explanations of lines, refusals, facts.

A placeholder named `seat` or `side` is filled with a name, the others with figures or plain text
(see `games.presentation.wording`). Most sentences say « Plis : 312 » and need no plural.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.registry.game import Text

NOTES: dict[str, Text] = {
    "all_cards": _("%(side)s a toutes les cartes : les %(count)s. La manche est gagnée."),
    "joker_stolen": _("%(side)s vole le joker de l'autre : la manche est gagnée."),
    "pat": _("Pat : qui doit jouer ne le peut plus. La manche est nulle."),
    "most_cards": _("Manche arrêtée : %(side)s a le plus de cartes, %(count)s ; elle est gagnée."),
    "cards_held": ngettext_lazy(
        "%(side)s a %(count)s carte.", "%(side)s a %(count)s cartes.", "count"
    ),
    "level_when_stopped": _("Manche arrêtée : égalité en tête, à %(count)s ; elle est nulle."),
    "tricks": _("Plis joués : %(tricks)s."),
    "battles": _("Batailles : %(battles)s."),
    "wins_reached": _("Les manches qu'il fallait sont gagnées : %(wins)s."),
}

# The sentences that a phone shows to the person at its place.
PLACE: dict[str, Text] = {
    "needs": ngettext_lazy(
        "Il vous manque %(count)s manche", "Il vous manque %(count)s manches", "count"
    ),
    "has_won": ngettext_lazy(
        "Gagnée par vous : %(count)s manche.", "Gagnées par vous : %(count)s manches.", "count"
    ),
}

_ENTRY_ERRORS: dict[str, Promise] = {
    "winner_missing": _("Qui gagne la manche ? Choisir une personne, ou une autre fin."),
    "winner_mismatch": _(
        "Cette fin de manche ne fait pas gagner %(seat)s : changer la fin, ou le gagnant."
    ),
    "joker_not_in_rules": _(
        "Voler le joker ne gagne rien dans ces règles : jouer jusqu'à la dernière carte."
    ),
    "pat_not_in_rules": _(
        "Il n'y a pas de pat dans ces règles : un joueur à court de cartes en prend au tas d'en "
        "face."
    ),
    "cards_missing": _("Manche arrêtée : compter les cartes de chaque personne."),
    "cards_without_stop": _("Les cartes ne se comptent que d'une manche arrêtée : les effacer."),
    "cards_do_not_sum": _("Il y a %(total)s cartes en jeu, et non %(counted)s : recompter."),
    "cards_per_seat": _("Il faut un compte de cartes par personne : %(expected)s en tout."),
    "count_out_of_range": _("Ce compte va de 0 à %(highest)s."),
    "battles_exceed_tricks": _(
        "Une bataille est un pli : il y a plus de batailles (%(battles)s) que de plis (%(tricks)s)."
    ),
}

_RULE_ERRORS: dict[str, Promise] = {
    "deck_unknown": _("Un paquet a 32, 52 ou 54 cartes."),
    "decks_out_of_range": _("On joue avec 1 à %(most)s paquets."),
    "not_positive": _("Il faut un nombre d'au moins 1."),
    "jokers_in_one_deck": _("Avec les jokers, un seul paquet : ils sont deux, un pour chacun."),
    "joker_needs_jokers": _("Voler le joker demande un paquet de 54 cartes."),
    "players_do_not_fit": _("Cette règle demande %(either)s personnes à la table."),
}

ERRORS: dict[str, Promise] = _ENTRY_ERRORS | _RULE_ERRORS

FACTS: dict[str, Text] = {
    "longest_manche": ngettext_lazy(
        "La manche la plus longue, la %(number)s, a duré un pli.",
        "La manche la plus longue, la %(number)s, a duré %(tricks)s plis.",
        "tricks",
    ),
    "quickest_manche": ngettext_lazy(
        "%(seat)s a pris toutes les cartes en un pli, à la manche %(number)s.",
        "%(seat)s a pris toutes les cartes en %(tricks)s plis, à la manche %(number)s.",
        "tricks",
    ),
    "most_battles": ngettext_lazy(
        "Il y a eu une bataille dans la manche %(number)s.",
        "Il y a eu %(battles)s batailles dans la manche %(number)s.",
        "battles",
    ),
    "clean_sweep": _("%(side)s n'a laissé aucune manche aux autres : %(wins)s à rien."),
    "comeback": ngettext_lazy(
        "%(side)s avait une manche de retard après la manche %(number)s, et l'a remontée.",
        "%(side)s avait %(behind)s manches de retard après la manche %(number)s, "
        "et les a remontées.",
        "behind",
    ),
    "drawn_manches": ngettext_lazy(
        "Une manche n'a été gagnée par personne.",
        "%(drawn)s manches n'ont été gagnées par personne.",
        "drawn",
    ),
    "joker_stolen": _("%(seat)s a volé le joker, à la manche %(number)s."),
}

LINES = ngettext_lazy("%(count)s manche", "%(count)s manches", "count")

# The title that stands above the record of each fact.
TITLES: dict[str, Promise] = {
    "longest_manche": _("Manche la plus longue"),
    "quickest_manche": _("Manche la plus courte"),
    "most_battles": _("Plus de batailles en une manche"),
    "clean_sweep": _("Plus large victoire sans manche perdue"),
    "comeback": _("Plus grande remontée"),
    "drawn_manches": _("Plus de manches nulles en un match"),
    "joker_stolen": _("Joker volé"),
}

# Headings of lists of events. Such events can't be compared, so all of them are listed.
HISTORIES: dict[str, Promise] = {
    "joker_stolen": _("Historique des jokers volés"),
}

ENDED_BY: dict[str, Promise] = {
    "draw": _("Match nul"),
}


def brief(manche: Any, names: Sequence[str]) -> str:
    """Return the winner's name, or « personne » without a winner."""
    if manche.winner is not None:
        return names[manche.winner]
    return str(_("personne"))


# The French words that pages in other languages keep, each with its meaning.
NOTIONS: dict[str, Promise] = {
    "bataille": _("des cartes égales, départagées par d'autres cartes"),
    "manche": _("une distribution jouée jusqu'au bout"),
    "pat": _("une manche que personne ne peut plus continuer"),
}
