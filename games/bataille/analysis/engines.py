"""The engine of the Bataille, for the lab's page about it."""

from django.utils.translation import gettext_lazy

from games.registry.engines import Engine

ENGINES = (
    Engine(
        "simulation",
        gettext_lazy("La simulation de parties"),
        gettext_lazy("La longueur des parties, celles qui ne finissent pas, et qui gagne."),
        gettext_lazy("Un échantillon : l'erreur type est dite à côté de chaque nombre."),
        gettext_lazy("Les mêmes parties jouées en clair, et les chiffres publiés par la source."),
    ),
)
