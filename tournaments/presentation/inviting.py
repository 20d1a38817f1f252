"""What people are told before they come: a text, a price, a contact."""

from django.utils.translation import gettext as _

from games.registry.installed import game_of
from tournaments.models import Tournament
from tournaments.presentation.money import money
from tournaments.services.entrants.entering import side_size


def price_sentence(tournament: Tournament) -> str:
    """Return the price as a sentence; empty without one."""
    if tournament.price is None:
        return ""
    values = {"price": money(tournament.price)}
    if tournament.price == 0:
        return _("Gratuit.")
    if tournament.price_per == Tournament.Per.PERSON:
        return _("Prix : %(price)s par personne.") % values
    size = side_size(game_of(tournament.game), tournament.format, tournament.options)
    per_pair = _("Prix : %(price)s par paire.")
    return (per_pair if size == 2 else _("Prix : %(price)s par inscrit.")) % values


def note_of(tournament: Tournament) -> str:
    """Return all of it as the lines of a calendar's note."""
    contact = _("Contact : %(contact)s") % {"contact": tournament.contact}
    lines = (
        tournament.about.strip(),
        price_sentence(tournament),
        contact if tournament.contact else "",
    )
    return "\n".join(filter(None, lines))
