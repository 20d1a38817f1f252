"""The name of the format `melee`, and the forms for its options."""

from django.utils.translation import gettext_lazy

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The form with the options that a new tournament offers."""

    rounds = option_fields.rounds()


class AllOptions(option_fields.PointsMixin, NewOptions):
    """The form with all options of the format."""

    bye_score = option_fields.bye_score()
    difference_cap = option_fields.difference_cap()


DESCRIPTION = Description(
    name=gettext_lazy("Mêlée"),
    summary=gettext_lazy(
        "On s'inscrit à une personne et l'on change de partenaire à chaque ronde."
    ),
    form=NewOptions,
    settings=AllOptions,
)
