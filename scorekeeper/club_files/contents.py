"""What belongs to a club: its tables, its rows, and what of them a file has.

The rows of a file are numbered from 1 in each table, in their order, and refer to each other by
these numbers. So a club has the same file, and the same hash, on every site.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from graphlib import TopologicalSorter
from typing import Any

from django.apps import apps
from django.db.models import AutoField, Model, QuerySet

from bulletin.prose.marks import mark, referred
from clubs.models import Club, Merge, Player
from tournaments.models import Tournament

_ACCOUNTS = "about accounts, which no file has"
_TOKENS = "a secret of this site"
_COMPUTED = "computed again from the matches"
_RECEIPTS = "lists rows by their numbers on this site; what was joined stays joined"
# The tables of a club that its file leaves out, each with the reason.
LEFT_OUT = {
    "clubs.membership": _ACCOUNTS,
    "clubs.invitation": _ACCOUNTS,
    "clubs.capabilitylink": _TOKENS,
    "clubs.knownguest": _RECEIPTS,
    "jobs.job": "work of a day",
    "dix.handreview": _COMPUTED,
    "leaderboards.ratedmatch": _COMPUTED,
    "leaderboards.ladder": _COMPUTED,
    "leaderboards.entrychunk": _COMPUTED,
    "leaderboards.standing": _COMPUTED,
    "leaderboards.seasonstanding": _COMPUTED,
    "leaderboards.meeting": _COMPUTED,
    "leaderboards.found": _COMPUTED,
    "tournaments.webhook": _TOKENS,
    "tournaments.pushsubscription": _TOKENS,
    "tournaments.delivery": _TOKENS,
    "transmission.action": "the log of the whole graph, which is numbered by site",
}
# How the rows of a club are found in tables that have no column `club`.
WAYS = {
    "clubs.club": "pk",
    "games.series": "matches__club",
    "tournaments.enteredtable": "challenge__club",
    "tournaments.challenge_clubs": "challenge__club",
    "tournaments.challenge_tournaments": "challenge__club",
    "leaderboards.feat_players": "feat__club",
    "bulletin.bulletintext": "bulletin__club",
}
# The rows of a table that a file has, where it has not all of them: those that wait for an answer
# wait on this site.
ONLY = {"games.proposal": {"accepted": True}}
# Columns that a file has empty: secrets of this site, and what says who did something here.
EMPTY: Mapping[str, dict[str, Any]] = {
    "clubs.club": {"slug": "club", "confirmed_at": None, "saved_at": None},
    "games.match": {"salt": "", "client_id": None},
    "games.proposal": {"phone": ""},
    "tournaments.tournament": {"salt": "", "client_id": None, "deals_secret": ""},
}
# The fields of JSON in which players are referred to by their numbers, below these names.
WITH_PLAYERS = {
    "games.change": ("before", "after"),
    "tournaments.logentry": ("data",),
    "tournaments.challenge": ("frozen",),
    "tournaments.enteredtable": ("rows",),
}
_LISTS = frozenset({"players", "wishes", "people"})  # of numbers, or of pairs
_PAIRS = frozenset({"members", "seats", "people"})  # lists that begin with a number
# The texts in which marks stand for players.
TEXTS = {"bulletin.bulletintext": ("title", "body", "question", "answer")}
# Who is referred to but is nobody any more, for example a forgotten player.
NOBODY = 0

Number = Callable[[int], int]


@cache
def tables() -> tuple[type[Model], ...]:
    """Return the models of a club's tables; each refers only to those before it."""
    ours: dict[str, type[Model]] = {
        model._meta.label_lower: model
        for model in apps.get_models(include_auto_created=True)
        if _is_of_club(model)
    }
    order = TopologicalSorter(
        {
            label: {
                field.related_model._meta.label_lower
                for field in references_of(model)
                if field.related_model._meta.label_lower in ours
            }
            for label, model in sorted(ours.items())
        }
    )
    return tuple(ours[label] for label in order.static_order())


def _is_of_club(model: type[Model]) -> bool:
    label = model._meta.label_lower
    if label in LEFT_OUT or model._meta.proxy:
        return False
    names = {field.name for field in model._meta.concrete_fields}
    return label in WAYS or label == "clubs.player" or "club" in names


def references_of(model: type[Model]) -> list[Any]:
    """Return the foreign keys of a model."""
    return [field for field in model._meta.concrete_fields if field.is_relation]


@dataclass(slots=True)
class ClubRows:
    """The rows of a club in a database, numbered as in its file."""

    club: Club
    using: str
    # The models as the database's migrations have them, whose JSON is read as it is stored.
    stored: Mapping[str, type[Model]]
    # The new numbers of rows, by the label of their table and by their number here.
    numbers: dict[str, dict[Any, Any]] = field(default_factory=dict)

    def of(self, model: type[Model]) -> Iterator[dict[str, Any]]:
        """Yield the rows of a table, as values by column. Tables come in the order of `tables`."""
        label = model._meta.label_lower
        numbers = self.numbers[label] = {}
        renumbered = isinstance(model._meta.pk, AutoField)
        fields = [each for each in model._meta.concrete_fields if not each.generated]
        names = [each.attname for each in fields]
        key = str(model._meta.pk and model._meta.pk.attname)
        for row in self.selected(model).order_by("pk").values_list(*names).iterator():
            values = dict(zip(names, row, strict=True)) | EMPTY.get(label, {})
            if not self._refer(model, values):
                continue
            number = len(numbers) + 1 if renumbered else values[key]
            numbers[dict(zip(names, row, strict=True))[key]] = number
            values[key] = number
            renumber_players(label, values, self._player)
            yield values

    def selected(self, model: type[Model]) -> QuerySet[Any]:
        """Return the club's rows of a table."""
        label = model._meta.label_lower
        rows = self.stored[label]._base_manager.using(self.using)
        if label == "clubs.player":
            return rows.filter(pk__in=self._people())
        rows = rows.filter(**{WAYS.get(label, "club"): self.club.pk}, **ONLY.get(label, {}))
        if label == "games.series":
            rows = rows.distinct()
        names = {each.name for each in model._meta.concrete_fields}
        secret = list(unopened(self.club, self.using).values_list("pk", flat=True))
        if not secret:
            return rows
        if label == "tournaments.tournament":
            return rows.exclude(pk__in=secret)
        if label == "games.match":
            return rows.exclude(event_id__in=secret)
        if "tournament" in names:
            return rows.exclude(tournament__in=secret)
        return rows.exclude(match__event_id__in=secret) if "match" in names else rows

    def _refer(self, model: type[Model], values: dict[str, Any]) -> bool:
        """Number what a row refers to. Return False if the row is about something left out."""
        for reference in references_of(model):
            old = values[reference.attname]
            known = self.numbers.get(reference.related_model._meta.label_lower, {})
            new = None if old is None else known.get(old)
            if new is None and not reference.null:
                return False
            values[reference.attname] = new
        return True

    def _player(self, number: int) -> int:
        known = self.numbers["clubs.player"]
        return int(known.get(number) or known.get(self._survivors().get(number), NOBODY))

    def _survivors(self) -> dict[int, int]:
        """Return who players are now that were merged, by their earlier numbers."""
        if "merged" not in self.numbers:
            merges = Merge.objects.using(self.using).order_by("-pk")
            now: dict[int, int] = {}
            for absorbed, survivor in merges.values_list("absorbed", "kept"):
                now[absorbed] = now.get(survivor, survivor)
            self.numbers["merged"] = now
        return self.numbers["merged"]

    def _people(self) -> set[int]:
        """Return the ids of all players whom a row of the club refers to."""
        people: set[int] = set()
        for model in apps.get_models(include_auto_created=True):
            if model is Player or not _is_of_club(model):
                continue
            for reference in references_of(model):
                if reference.related_model is Player:
                    rows = self.selected(model).values_list(reference.attname, flat=True)
                    people.update(rows)
        return people - {None}


def unopened(club: Club, using: str) -> QuerySet[Tournament]:
    """Return the club's tournaments with deals that are still secret: a file would tell them."""
    rows = Tournament.objects.using(using).filter(club=club)
    return rows.exclude(deals_secret="").exclude(state=Tournament.State.FINISHED)


def renumber_players(label: str, values: dict[str, Any], number: Number) -> None:
    """Replace the numbers of players inside the JSON and the texts of a row."""
    for name in WITH_PLAYERS.get(label, ()):
        values[name] = _renumbered(values[name], number)
    for name in TEXTS.get(label, ()):
        values[name] = _text(values[name], number)


def _renumbered(value: Any, number: Number, under: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _renumbered(inner, number, name) for name, inner in value.items()}
    if not isinstance(value, list):
        return value
    if under in _LISTS and all(_is_person(item) for item in value):
        return [number(item) if isinstance(item, int) else item for item in value]
    if under in _PAIRS:
        return [
            [number(item[0]), *item[1:]] if _is_pair(item) else _renumbered(item, number)
            for item in value
        ]
    return [_renumbered(item, number) for item in value]


def _is_person(item: Any) -> bool:
    return item is None or (isinstance(item, (int, str)) and not isinstance(item, bool))


def _is_pair(item: Any) -> bool:
    return (
        isinstance(item, list)
        and bool(item)
        and isinstance(item[0], int)
        and not isinstance(item[0], bool)
    )


def _text(text: str, number: Number) -> str:
    known: Collection[int] = referred(text)
    marks = {mark(player): mark(number(player)) for player in known}
    if not marks:
        return text
    return re.sub("|".join(map(re.escape, marks)), lambda each: marks[each[0]], text)
