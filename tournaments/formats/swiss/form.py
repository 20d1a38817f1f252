"""The form of the options of `swiss`, and its name."""

from django.utils.translation import gettext_lazy

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The options in the form of a new tournament."""

    rounds = option_fields.rounds()
    forbid_rematch = option_fields.forbid_rematch()


class AllOptions(option_fields.PointsMixin, NewOptions):
    """All options of the format."""

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
