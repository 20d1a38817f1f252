"""The filters of the list of tournaments."""

import django_filters

from tournaments.models import Tournament


class TournamentFilter(django_filters.FilterSet):
    """By club, game, state, and who took part."""

    club = django_filters.CharFilter(field_name="club__slug")
    game = django_filters.CharFilter()
    state = django_filters.ChoiceFilter(choices=Tournament.State.choices)
    player = django_filters.NumberFilter(
        field_name="members__player", min_value=1, max_value=2**63 - 1, distinct=True
    )

    class Meta:
        model = Tournament
        fields = ("club", "game", "state", "player")
