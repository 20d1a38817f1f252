"""The sentences of bulletins by code, in French, each in several wordings.

`number` chooses the singular or the plural. `who`, `second` and so on are filled with names,
`of_who` with names after « de » (« d'Anne et de Bruno »). Counts are written in words: « trois
rondes ». When a sentence is filled in, its first letter becomes a capital.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.registry.game import Text

N = "number"

TURNS: Mapping[str, Sequence[Text]] = {
    # -- Titles ------------------------------------------------------------------------------
    "title_won": (
        ngettext_lazy("%(event)s : %(who)s l'emporte", "%(event)s : %(who)s l'emportent", N),
        _("%(event)s : la victoire %(of_who)s"),
    ),
    "title_shared": (_("%(event)s : la première place se partage"),),
    "title_running": (_("%(event)s : %(who)s en tête"),),
    "title_open": (_("%(event)s : la soirée commence"),),
    "title_evening": (_("La soirée du %(day)s"),),
    "title_day": (_("La journée du %(day)s"),),
    # -- A tournament ------------------------------------------------------------------------
    "opening": (
        _("%(day)s, %(entrants)s étaient au rendez-vous pour %(rounds)s de %(game)s."),
        _("%(entrants)s se sont affrontées %(day)s, en %(rounds)s de %(game)s."),
        _("%(rounds)s de %(game)s et %(entrants)s : c'était l'affiche, %(day)s."),
    ),
    "opening_running": (
        ngettext_lazy(
            "%(day)s, %(entrants)s sont au rendez-vous ; une ronde de %(game)s est jouée, et la "
            "suite arrive.",
            "%(day)s, %(entrants)s sont au rendez-vous ; %(rounds)s de %(game)s sont jouées, et "
            "la suite arrive.",
            N,
        ),
    ),
    "opening_first_round": (
        _("%(day)s, %(entrants)s sont au rendez-vous : la première ronde de %(game)s se joue."),
    ),
    "won": (
        _("La victoire revient à %(who)s, avec %(points)s."),
        ngettext_lazy(
            "%(who)s s'impose avec %(points)s.", "%(who)s s'imposent avec %(points)s.", N
        ),
        ngettext_lazy(
            "Au bout du compte, %(who)s l'emporte avec %(points)s.",
            "Au bout du compte, %(who)s l'emportent avec %(points)s.",
            N,
        ),
    ),
    "won_unbeaten": (
        ngettext_lazy(
            "La victoire revient à %(who)s, qui n'a pas laissé échapper une seule table.",
            "La victoire revient à %(who)s, qui n'ont pas laissé échapper une seule table.",
            N,
        ),
        ngettext_lazy(
            "Personne n'a fait plier %(who)s : toutes ses tables gagnées, et la victoire au bout.",
            "Personne n'a fait plier %(who)s : toutes leurs tables gagnées, et la victoire au "
            "bout.",
            N,
        ),
    ),
    "won_final": (
        ngettext_lazy(
            "%(who)s remporte la finale face à %(second)s, %(score)s.",
            "%(who)s remportent la finale face à %(second)s, %(score)s.",
            N,
        ),
        _("La finale revient à %(who)s, %(score)s contre %(second)s."),
    ),
    "won_final_bare": (
        ngettext_lazy(
            "%(who)s remporte la finale face à %(second)s.",
            "%(who)s remportent la finale face à %(second)s.",
            N,
        ),
    ),
    "shared_first": (_("La première place se partage entre %(everyone)s."),),
    "second_and_third": (
        ngettext_lazy(
            "%(who)s prend la deuxième place, devant %(third)s.",
            "%(who)s prennent la deuxième place, devant %(third)s.",
            N,
        ),
        ngettext_lazy(
            "Derrière, %(who)s devance %(third)s.", "Derrière, %(who)s devancent %(third)s.", N
        ),
        _("Le podium se complète avec %(who)s, puis %(third)s."),
    ),
    "second": (
        ngettext_lazy("%(who)s prend la deuxième place.", "%(who)s prennent la deuxième place.", N),
    ),
    "level_second": (
        ngettext_lazy(
            "%(who)s finit avec autant de points : il a fallu le départage pour trancher.",
            "%(who)s finissent avec autant de points : il a fallu le départage pour trancher.",
            N,
        ),
        ngettext_lazy(
            "%(who)s termine avec le même total, et ne cède qu'au départage.",
            "%(who)s terminent avec le même total, et ne cèdent qu'au départage.",
            N,
        ),
    ),
    "third": (ngettext_lazy("%(who)s complète le podium.", "%(who)s complètent le podium.", N),),
    "leads": (
        ngettext_lazy("%(who)s mène avec %(points)s.", "%(who)s mènent avec %(points)s.", N),
        _("Pour l'instant, l'avantage est à %(who)s, avec %(points)s."),
    ),
    "follows": (
        ngettext_lazy("Juste derrière, %(who)s guette.", "Juste derrière, %(who)s guettent.", N),
    ),
    "climb": (
        ngettext_lazy(
            "Après la première ronde, %(who)s n'occupait que la %(before)s place, avant de "
            "remonter jusqu'à la %(after)s.",
            "Après la première ronde, %(who)s n'occupaient que la %(before)s place, avant de "
            "remonter jusqu'à la %(after)s.",
            N,
        ),
        _(
            "La belle remontée est celle %(of_who)s, de la %(before)s place après la première "
            "ronde à la %(after)s à l'arrivée."
        ),
    ),
    "climb_to_win": (
        ngettext_lazy(
            "Rien n'était joué d'avance : après la première ronde, %(who)s n'occupait que la "
            "%(before)s place.",
            "Rien n'était joué d'avance : après la première ronde, %(who)s n'occupaient que la "
            "%(before)s place.",
            N,
        ),
        ngettext_lazy(
            "Qui l'aurait cru après la première ronde ? %(who)s pointait à la %(before)s place.",
            "Qui l'aurait cru après la première ronde ? %(who)s pointaient à la %(before)s place.",
            N,
        ),
    ),
    "narrow_in_round": (
        ngettext_lazy(
            "À la %(round)s ronde, %(winner)s n'a devancé %(loser)s que d'un souffle : %(score)s.",
            "À la %(round)s ronde, %(winner)s n'ont devancé %(loser)s que d'un souffle : "
            "%(score)s.",
            N,
        ),
        ngettext_lazy(
            "Quel duel à la %(round)s ronde ! %(winner)s ne l'emporte que d'un cheveu sur "
            "%(loser)s, %(score)s.",
            "Quel duel à la %(round)s ronde ! %(winner)s ne l'emportent que d'un cheveu sur "
            "%(loser)s, %(score)s.",
            N,
        ),
    ),
    "closest_in_round": (
        _(
            "La table la plus disputée, à la %(round)s ronde, a vu %(winner)s battre %(loser)s "
            "%(score)s."
        ),
        _(
            "C'est à la %(round)s ronde qu'on a joué la table la plus serrée : %(score)s, pour "
            "%(winner)s contre %(loser)s."
        ),
    ),
    "narrow": (
        ngettext_lazy(
            "%(winner)s n'a devancé %(loser)s que d'un souffle : %(score)s.",
            "%(winner)s n'ont devancé %(loser)s que d'un souffle : %(score)s.",
            N,
        ),
        _("La victoire %(of_winner)s sur %(loser)s n'a tenu qu'à un fil : %(score)s."),
    ),
    "closest": (
        _("Le match le plus disputé a vu %(winner)s battre %(loser)s %(score)s."),
        _("Le plus serré des matchs revient à %(winner)s, contre %(loser)s : %(score)s."),
    ),
    "drawn": (
        ngettext_lazy(
            "%(winner)s n'a pu faire mieux qu'un match nul face à %(loser)s, %(level)s partout.",
            "%(winner)s n'ont pu faire mieux qu'un match nul face à %(loser)s, %(level)s partout.",
            N,
        ),
    ),
    # -- Matches of no tournament ------------------------------------------------------------
    "matches": (
        ngettext_lazy(
            "%(day)s, %(people)s ont joué un match %(of_games)s.",
            "%(day)s, %(people)s ont joué %(matches)s %(of_games)s.",
            N,
        ),
        ngettext_lazy(
            "Un match %(of_games)s a réuni %(people)s, %(day)s.",
            "%(matches)s %(of_games)s ont réuni %(people)s, %(day)s.",
            N,
        ),
    ),
    "beside": (
        ngettext_lazy(
            "Hors tournoi, une table a joué un match %(of_games)s.",
            "Hors tournoi, on a aussi joué %(matches)s %(of_games)s.",
            N,
        ),
    ),
    "single_won": (
        _("La victoire est allée à %(who)s."),
        ngettext_lazy("%(who)s l'a emporté.", "%(who)s l'ont emporté.", N),
    ),
    "winners": (
        _("Les victoires sont allées à %(everyone)s."),
        _("Aux vainqueurs du jour, bravo : %(everyone)s."),
    ),
    "best": (
        ngettext_lazy(
            "%(who)s a gagné plus souvent que tout le monde : %(won)s victoires en %(played)s "
            "matchs.",
            "%(who)s ont gagné plus souvent que tout le monde : %(won)s victoires en %(played)s "
            "matchs.",
            N,
        ),
        _("Personne n'a fait mieux que %(who)s, avec %(won)s victoires en %(played)s matchs."),
    ),
    "won_all_matches": (
        ngettext_lazy(
            "%(who)s a joué %(played)s matchs et les a tous gagnés.",
            "%(who)s ont joué %(played)s matchs et les ont tous gagnés.",
            N,
        ),
    ),
    "best_shared": (
        _("Avec %(won)s victoires, %(everyone)s finissent à égalité en tête de la soirée."),
    ),
    # -- Facts: the introduction before the game's own sentence ---------------------------------
    "comeback": (_("Il fallait y croire"), _("Rien n'est jamais perdu")),
    "comeback_record": (
        _("Le club n'avait jamais vu une telle remontée"),
        _("Voilà la plus grande remontée que le club ait connue"),
    ),
    "event": (_("À marquer d'une pierre blanche"), _("On s'en souviendra")),
    "record": (
        _("Un record du club est tombé"),
        _("Le livre des records du club y gagne une ligne"),
    ),
    "record_again": (_("Un autre est tombé dans la foulée"),),
    "rare": (_("Au rayon des curiosités"), _("Cela ne se voit pas tous les soirs")),
    # The sentence that follows a fact if the fact names nobody.
    "at_table": (
        _("C'était à la table où jouaient %(people)s."),
        _("À cette table jouaient %(people)s."),
    ),
    # -- Challenges --------------------------------------------------------------------------
    "season_begins": (
        _("Le classement de « %(season)s » s'ouvre avec %(who)s en tête : %(total)s."),
    ),
    "season_kept": (
        ngettext_lazy(
            "Au classement de « %(season)s », %(who)s garde la tête avec %(total)s.",
            "Au classement de « %(season)s », %(who)s gardent la tête avec %(total)s.",
            N,
        ),
        ngettext_lazy(
            "Dans « %(season)s », %(who)s reste devant avec %(total)s.",
            "Dans « %(season)s », %(who)s restent devant avec %(total)s.",
            N,
        ),
    ),
    "season_taken": (
        ngettext_lazy(
            "Au classement de « %(season)s », %(who)s prend la tête avec %(total)s.",
            "Au classement de « %(season)s », %(who)s prennent la tête avec %(total)s.",
            N,
        ),
        ngettext_lazy(
            "« %(season)s » change de tête : %(who)s passe devant avec %(total)s.",
            "« %(season)s » change de tête : %(who)s passent devant avec %(total)s.",
            N,
        ),
    ),
    "season_gap": (
        ngettext_lazy("%(second)s suit à %(gap)s.", "%(second)s suivent à %(gap)s.", N),
    ),
    "season_level": (
        ngettext_lazy(
            "%(second)s a le même total, et ne cède qu'au départage.",
            "%(second)s ont le même total, et ne cèdent qu'au départage.",
            N,
        ),
    ),
}

# -- Parts of sentences --------------------------------------------------------------------------

PAIRS = ngettext_lazy("une paire", "%(count)s paires", N)
PEOPLE = ngettext_lazy("une personne", "%(count)s personnes", N)
ROUNDS = ngettext_lazy("une ronde", "%(count)s rondes", N)
MATCHES = ngettext_lazy("un match", "%(count)s matchs", N)
POINTS = ngettext_lazy("un point", "%(count)s points", N)
SCORE = _("%(won)s à %(lost)s")
# A fact after the words that introduce it.
FACT = _("%(before)s : %(fact)s")
# The words that introduce a fact, if several games were played: « Au rayon des curiosités, côté
# Yams ».
OF_GAME = _("%(before)s, côté %(game)s")
OF = _("de %(name)s")
AND = pgettext_lazy("entre deux noms", "et")
# A winner with the name of the game, if several games were played.
AT_GAME = _("%(who)s (%(game)s)")
# The words between two pairs. « et » already joins the two names of a pair.
AS_WELL_AS = _("ainsi que")

# Numbers from two on, and ranks from the first on, separated by spaces. The ranks are feminine,
# because a place and a round are feminine in French.
NUMBERS = _("deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize")
RANKS = _(
    "première deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième "
    "onzième douzième"
)
# The endings of ranks in figures, by their last digit. English needs different ones for 1, 2 and
# 3.
RANK_ENDINGS: Mapping[int, Text] = {
    1: pgettext_lazy("rang 21, 31…", "%(rank)se"),
    2: pgettext_lazy("rang 22, 32…", "%(rank)se"),
    3: pgettext_lazy("rang 23, 33…", "%(rank)se"),
    0: pgettext_lazy("rang 13, 24…", "%(rank)se"),
}
