"""The name of the format `swiss`, and the forms for its options."""

from django.utils.translation import gettext_lazy

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The form with the options that a new tournament offers."""

    rounds = option_fields.rounds()
    forbid_rematch = option_fields.forbid_rematch()


class AllOptions(option_fields.PointsMixin, NewOptions):
    """The form with all options of the format."""

    same_club = option_fields.same_club()
    bye_score = option_fields.bye_score()
    difference_cap = option_fields.difference_cap()


DESCRIPTION = Description(
    name=gettext_lazy("Suisse"),
    summary=gettext_lazy(
        "Tout le monde joue chaque ronde, contre qui a autant de points. Le plus sûr."
    ),
    form=NewOptions,
    settings=AllOptions,
)
