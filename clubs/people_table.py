"""A club's list of people as rows of a spreadsheet."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from clubs.callers import Caller
from clubs.models import Club, ClubPlayer
from clubs.queries import list_of, players_in, sorted_by_name


def people(club: Club, caller: Caller) -> Iterator[list[Any]]:
    """Yield the heads, then a row for each person on the list whom the caller may see.

    Those who manage the list also get how much of a name is shown, whether the person has an
    account, and since when they are on the list.
    """
    manages = caller.may("manage_players", club)
    since = dict(ClubPlayer.objects.filter(club=club).values_list("player_id", "added_at"))
    heads = [_("nom"), _("montré"), _("compte"), _("dans la liste depuis")]
    yield heads if manages else heads[:1]
    for player in players_in(sorted_by_name(list_of(club, caller)), club):
        if manages:
            account = _("oui") if player.user_id else _("non")
            yield [player.called, player.shown_label, account, since[player.pk].date()]
        else:
            yield [player.public_name]
