"""The engines of Yams, for the lab's page about them."""

from django.utils.translation import gettext_lazy

from games.registry.engines import Engine

ENGINES = (
    Engine(
        "columns",
        gettext_lazy("Une colonne seule"),
        gettext_lazy("Le meilleur choix à chaque tour d'une colonne, et ce qu'elle rapporte."),
        gettext_lazy("Exact : rien n'est tiré au sort ni laissé de côté."),
        gettext_lazy(
            "20 000 parties jouées ainsi : leur moyenne est à moins de trois erreurs types."
        ),
        gettext_lazy("Il vise des points ; à la table on gagne des colonnes."),
    ),
    Engine(
        "five_columns",
        gettext_lazy("Les cinq colonnes ensemble"),
        gettext_lazy("Un jeu des cinq colonnes, et une borne que personne ne dépasse."),
        gettext_lazy(
            "Un bon jeu, pas le meilleur : 805,8 ± 0,2 points, sous une borne de 1223,1 ± 0,1."
        ),
        gettext_lazy("100 000 parties ; aucune ne dépasse la borne des mêmes dés."),
        gettext_lazy("Les feuilles des autres."),
    ),
)
