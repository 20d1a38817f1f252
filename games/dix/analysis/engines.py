"""The engines of the jeu du 10, for the lab's page about them."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.registry.engines import Engine
from games.registry.lab import AnswerColumn, AnswerGrid

# How often the side that was told such a chance won, in percent, as `python -m bench.equity`
# measured it (docs/analysis.md has the same table). Each row begins with the tenth that was told.
CALIBRATION = (
    (0, 4, 8, 9, 8, 6, 1),
    (10, 13, 15, 22, 18, 14, 6),
    (20, 25, 26, 32, 27, 25, 17),
    (30, 35, 35, 43, 37, 35, 28),
    (40, 47, 47, 49, 47, 45, 43),
    (50, 55, 54, 54, 55, 53, 57),
    (60, 65, 63, 62, 66, 64, 74),
    (70, 74, 73, 70, 77, 76, 88),
    (80, 86, 83, 78, 86, 86, 96),
    (90, 96, 93, 89, 94, 96, 99.6),
)


def calibration() -> AnswerGrid:
    """Return the table of what was told and what happened."""
    return AnswerGrid(
        _("Annoncé, et ce qui est arrivé (2000 matchs simulés par colonne)"),
        (
            AnswerColumn(_("Chance annoncée")),
            AnswerColumn(_("Traditionnel, plus hardis"), "percent"),
            AnswerColumn(_("Traditionnel, exemple"), "percent"),
            AnswerColumn(_("As pénalisés, plus hardis"), "percent"),
            AnswerColumn(_("As pénalisés, exemple"), "percent"),
            AnswerColumn(_("Achat par points, plus hardis"), "percent"),
            AnswerColumn(_("Achat par points, exemple"), "percent"),
        ),
        [
            (
                _("%(low)s à %(high)s %%") % {"low": low, "high": low + 10},
                *(share / 100 for share in shares),
            )
            for low, *shares in CALIBRATION
        ],
    )


ENGINES = (
    Engine(
        "solver",
        gettext_lazy("Le solveur, toutes cartes vues"),
        gettext_lazy(
            "Les quatre mains connues et l'atout dit : ce qu'un camp prend au plus contre la "
            "meilleure défense, et après chaque carte permise."
        ),
        gettext_lazy("Exact, sans tirage au sort."),
        gettext_lazy(
            "Une recherche sans aucun raccourci sur des fins de donnes, le solveur de bridge DDS "
            "en comptant les levées, et la liste des 3162 mains sûres. Chaque raccourci est "
            "essayé aussi sans lui."
        ),
        gettext_lazy("Personne ne voit toutes les cartes à la table."),
    ),
    Engine(
        "par",
        gettext_lazy("Le par d'une donne"),
        gettext_lazy(
            "Le score où s'arrêtent les mises si chaque place fait au mieux pour son camp."
        ),
        gettext_lazy("Exact : toutes les mises permises sont essayées, à partir de 0–0."),
        gettext_lazy("Une seconde recherche, simple, de toutes les mises, sur cinq variantes."),
        gettext_lazy("Pas de par où l'on paie en argent."),
    ),
    Engine(
        "worth",
        gettext_lazy("La valeur d'une main"),
        gettext_lazy("Les points d'une main en moyenne, et la chance de réussir chaque mise."),
        gettext_lazy(
            "Un échantillon de donnes, chacune résolue ; l'erreur type est toujours dite."
        ),
        gettext_lazy("Des fins de donnes où toutes les répartitions se comptent."),
        gettext_lazy(
            "Le jeu parfait est trop beau et trop dur à la fois. Les annonces ne comptent que par "
            "une supposition simple."
        ),
    ),
    Engine(
        "chances",
        gettext_lazy("Les chances de gagner le match"),
        gettext_lazy("Pour chaque camp, la chance de gagner à partir d'un score."),
        gettext_lazy(
            "À 0,001 % près pour le modèle de mains, qui est toujours nommé : « donnes résolues », "
            "ou « les mains du club » s'il en a 500."
        ),
        gettext_lazy(
            "De petits modèles résolus à la main, des matchs joués par les règles mêmes du site, "
            "et des matchs d'autres joueurs que le modèle, ci-dessous. Tous sont simulés : aucun "
            "club n'y est."
        ),
        gettext_lazy("Qui joue, et s'il joue bien."),
        (calibration,),
    ),
    Engine(
        "review",
        gettext_lazy("L'analyse d'une brasse"),
        gettext_lazy(
            "Ce que chaque carte et la mise ont coûté : toutes cartes vues, et à ce que chacun "
            "pouvait savoir."
        ),
        gettext_lazy(
            "Le premier juge est exact. Le second imagine 60 à 240 donnes par carte ; une faute "
            "coûte au moins trois erreurs types."
        ),
        gettext_lazy("Des brasses jouées au mieux sauf une carte : il nomme celle-là seule."),
        gettext_lazy("Ce que disent les annonces, et ce qu'il vaut de cacher."),
    ),
)
