"""The filters of the list of matches."""

from datetime import UTC, datetime, timedelta
from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet
from django.utils.dateparse import parse_date
from django.utils.timezone import make_aware
from django.utils.translation import gettext_lazy as _

from clubs.queries import find_player
from core.errors import NotFound
from games.callers import api_caller
from games.match.list_queries import Wanted, matches_shown_of, narrowed
from games.models import Match, Status
from games.refusals import SENTENCES
from games.registry import installed


class MomentField(django_filters.fields.IsoDateTimeField):
    """A moment, or a day. A moment outside of the calendar in universal time is refused."""

    default_error_messages = {"moment": _("Une date comme 2026-01-31, ou un moment ISO 8601.")}

    def clean(self, value: Any) -> Any:
        """Return a moment and None; for a day, return its first moment and the next day's.

        Return an empty value if none was given.
        """
        try:
            day = parse_date(value) if value else None
            if day is not None:
                first = make_aware(datetime(day.year, day.month, day.day))
                return (first.astimezone(UTC), (first + timedelta(days=1)).astimezone(UTC))
            moment = super().clean(value)
            return moment and (moment.astimezone(UTC), None)
        except (OverflowError, ValueError):
            raise forms.ValidationError(self.error_messages["moment"], code="invalid") from None


class MomentFilter(django_filters.IsoDateTimeFilter):
    """Filters matches by their start: from a day or moment on, or up to it (included)."""

    field_class = MomentField

    def filter(self, qs: QuerySet[Match], value: Any) -> QuerySet[Match]:
        """Return the filtered list, or the list itself if no value is given."""
        if not value:
            return qs
        moment, next_day = value
        if self.lookup_expr == "gte":
            return qs.filter(started_at__gte=moment)
        return qs.filter(started_at__lt=next_day) if next_day else qs.filter(started_at__lte=moment)


class GameField(forms.CharField):
    """A game's slug; one that is not installed is refused."""

    def clean(self, value: Any) -> Any:
        """Return the slug of a game. Raise `game_unknown` if no such game is installed."""
        slug = super().clean(value)
        if slug and installed.game(slug) is None:
            raise forms.ValidationError(str(SENTENCES["game_unknown"]), code="game_unknown")
        return slug


class GameFilter(django_filters.CharFilter):
    """Narrows a list to a game.

    An unknown game is an error, because an empty list would hide the mistake.
    """

    field_class = GameField


class MatchFilter(django_filters.FilterSet):
    """`from` and `to` limit the start, as days or moments, both included."""

    game = GameFilter(help_text="A slug of `games/`; another one is refused (`game_unknown`).")
    club = django_filters.CharFilter(field_name="club__slug")
    player = django_filters.NumberFilter(method="of_player", min_value=1, max_value=2**63 - 1)
    status = django_filters.ChoiceFilter(choices=Status.choices)
    tournament = django_filters.CharFilter(field_name="event_id")

    class Meta:
        model = Match
        fields = ("game", "club", "player", "status", "tournament")

    def of_player(self, rows: QuerySet[Match], name: str, value: Any) -> QuerySet[Match]:
        """Return a player's matches among `rows`, or none if the caller may not see the player."""
        caller = api_caller(self.request)
        try:
            player = find_player(int(value), caller)
        except NotFound:
            return rows.none()
        return matches_shown_of(player, rows, caller)

    @classmethod
    def get_filters(cls) -> dict[str, Any]:
        """Return the filters with `from` and `to`, as a class body can't have a field `from`."""
        filters = dict(super().get_filters())
        for name, lookup in (("from", "gte"), ("to", "lte")):
            filters[name] = MomentFilter(field_name="started_at", lookup_expr=lookup)
        return filters


class PlayerMatchFilter(django_filters.FilterSet):
    """The filters of the list of one player's matches. `partner` and `opponent` are players."""

    game = GameFilter(help_text="A slug of `games/`; another one is refused (`game_unknown`).")
    preset = django_filters.CharFilter()
    partner = django_filters.NumberFilter(method="of_other", min_value=1, max_value=2**63 - 1)
    opponent = django_filters.NumberFilter(method="of_other", min_value=1, max_value=2**63 - 1)
    year = django_filters.NumberFilter(
        field_name="started_at", lookup_expr="year", min_value=1, max_value=9998
    )

    class Meta:
        model = Match
        fields = ("game", "preset", "partner", "opponent", "year")

    def of_other(self, rows: QuerySet[Match], name: str, value: Any) -> QuerySet[Match]:
        """Return the matches with another player, or none if the caller may not see that player."""
        caller, number = api_caller(self.request), self.request.resolver_match.kwargs["player_id"]
        try:
            player, other = find_player(number, caller), find_player(int(value), caller)
        except NotFound:
            return rows.none()
        wanted = Wanted(partner=other) if name == "partner" else Wanted(opponent=other)
        return narrowed(player, rows, wanted, caller)
