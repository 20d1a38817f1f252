"""The filters of the list of matches."""

from typing import Any

import django_filters

from games.models import Match, Status


class MatchFilter(django_filters.FilterSet):
    """`from` and `to` bound the start, in days or moments, both included."""

    game = django_filters.CharFilter()
    club = django_filters.CharFilter(field_name="club__slug")
    player = django_filters.NumberFilter(
        field_name="seats__player", min_value=1, max_value=2**63 - 1
    )
    status = django_filters.ChoiceFilter(choices=Status.choices)
    tournament = django_filters.CharFilter(field_name="event_id")

    class Meta:
        model = Match
        fields = ("game", "club", "player", "status", "tournament")

    @classmethod
    def get_filters(cls) -> dict[str, Any]:
        """Add `from` and `to`: a class body can't name a field `from`."""
        filters = dict(super().get_filters())
        for name, lookup in (("from", "gte"), ("to", "lte")):
            filters[name] = django_filters.IsoDateTimeFilter(
                field_name="started_at", lookup_expr=lookup
            )
        return filters
