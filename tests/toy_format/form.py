"""The form of the options of the toy format, and its name."""

from tournaments.formats import option_fields
from tournaments.formats.form import Description, OptionsForm


class NewOptions(OptionsForm):
    """The options of a new tournament."""

    rounds = option_fields.rounds()


DESCRIPTION = Description("Voisins de liste", "Qui se suit se joue.", NewOptions, NewOptions)
