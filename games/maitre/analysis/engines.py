"""The engine of the jeu du Maître, for the lab's page about it."""

from django.utils.translation import gettext_lazy

from games.registry.engines import Engine

ENGINES = (
    Engine(
        "needed",
        gettext_lazy("Ce qui manque pour valider"),
        gettext_lazy("Les points encore à gagner, et ce qu'il faut pour valider le contrat."),
        gettext_lazy("Exact, compté sur les cartes qui restent."),
        gettext_lazy("Des exemples comptés à la main."),
    ),
)
