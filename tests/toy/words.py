"""The toy's sentences."""

from django.utils.translation import gettext_lazy as _

NOTES = {
    "highest": _("%(value)s : le plus haut dé."),
    "beaten": _("%(value)s : battu."),
}
ERRORS = {
    "die_count": _("Il faut un dé par personne : %(expected)s."),
    "die_out_of_range": _("%(seat)s : un dé va de 1 à %(faces)s."),
    "too_few_faces": _("Il faut au moins %(seats)s faces."),
}
FACTS = {"clean_sweep": _("%(side)s gagne sans perdre un tour.")}
TITLES = {"clean_sweep": _("Plus long match sans tour perdu")}
ENDED_BY = {"target": _("Le but est atteint.")}
