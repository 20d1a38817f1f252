"""The lab's questions about 10 000, and the engines behind them."""

from django.utils.translation import gettext_lazy

from games.dix_mille.analysis import carry_lab, duel_lab, enter_lab, stop_lab, throw_lab
from games.dix_mille.analysis.lab_forms import TURN_RULES
from games.registry.engines import Engine

QUESTIONS = (
    throw_lab.QUESTION,
    stop_lab.QUESTION,
    carry_lab.QUESTION,
    enter_lab.QUESTION,
    duel_lab.question((*TURN_RULES, "coches_consecutive", "collision", "chain_collision")),
)

ENGINES = (
    Engine(
        "turn",
        gettext_lazy("Le tour, lancer par lancer"),
        gettext_lazy("S'arrêter ou relancer : l'espérance et le risque, selon la variante."),
        gettext_lazy("Exact, par énumération de tous les lancers."),
        gettext_lazy("Les fonctions mêmes qui marquent les points, et des tours simulés."),
        gettext_lazy("Le score de l'autre et la fin du match : des points ne sont pas le match."),
    ),
    Engine(
        "duel",
        gettext_lazy("Le match à deux"),
        gettext_lazy(
            "La chance de gagner à deux, et le coût de chaque décision d'un match inscrit par dés."
        ),
        gettext_lazy(
            "Sur une grille de 50 points : les valeurs ne bougent plus d'un dix-millionième. Au "
            "classique, qui commence gagne 50,99 %."
        ),
        gettext_lazy(
            "Un million de parties du même jeu (à 0,05 % près), et 200 000 avec les vrais "
            "paliers : 51,13 ± 0,11 %."
        ),
        gettext_lazy(
            "La reprise des points laissés, les figures déjà faites dans le tour, et où retombe "
            "vraiment un palier biffé."
        ),
    ),
)
