"""The filters of the list of tournaments."""

import django_filters

from games.api.filters import GameFilter
from tournaments.models import Tournament


class TournamentFilter(django_filters.FilterSet):
    """Filters by club, game, state, and player who took part."""

    club = django_filters.CharFilter(field_name="club__slug")
    game = GameFilter(help_text="A slug of `games/`; another one is refused (`game_unknown`).")
    state = django_filters.ChoiceFilter(choices=Tournament.State.choices)
    player = django_filters.NumberFilter(
        field_name="members__player", min_value=1, max_value=2**63 - 1, distinct=True
    )

    class Meta:
        model = Tournament
        fields = ("club", "game", "state", "player")
