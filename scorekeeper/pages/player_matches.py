"""All matches of a player, all people whom they met in them, and all facts told of them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.callers import Caller
from clubs.models import Player
from clubs.queries import clubs_showing, find_player
from games.callers import page_caller
from games.match import list_queries, stats
from games.models import Match, Status
from games.registry.installed import game_of
from games.views.lists import cards
from leaderboards import player_queries as people
from leaderboards.player_queries import Company
from leaderboards.records.families import family_name
from leaderboards.wording import LETTERS
from scorekeeper.pages.people import page_of, people_page

PAGE = 20
# The most records and events of a player on their page of facts.
FACTS = 100
# With fewer matches than this, a share says little: such people come last in its order.
ENOUGH = 3


def outcome_cards(matches: Iterable[Match], player: Player) -> list[dict[str, Any]]:
    """Return matches as a list shows them, each with its outcome for the player."""
    listed = list(matches)
    return [
        card | {"outcome": _outcome(match, player)}
        for card, match in zip(cards(listed), listed, strict=True)
    ]


def _outcome(match: Match, player: Player) -> str:
    """Return the letter of a finished match for one of its players; empty for any other match."""
    if match.status != Status.FINISHED:
        return ""
    winners = {side.number for side in match.sides.all() if side.rank == 1 and not side.eliminated}
    own = {seat.side for seat in match.seats.all() if seat.player_id == player.pk}
    if not own & winners:
        return "L"
    return "W" if len(winners) == 1 else "D"


def clubs_of(player: Player, caller: Caller) -> list[int]:
    """Return the clubs whose matches may be shown on the player's pages. Makes one query."""
    return list(clubs_showing(player, caller).values_list("pk", flat=True))


def best_partner(met: Iterable[Company]) -> Company | None:
    """Return with whom a player won the largest share of at least `ENOUGH` matches."""
    often = [row for row in met if row.duel.together >= ENOUGH]
    return max(often, key=_won_together, default=None)


def _won_together(row: Company) -> tuple[float, int]:
    return row.duel.together_won / row.duel.together, row.duel.together


def hardest(met: Iterable[Company]) -> Company | None:
    """Return behind whom a player ended in the largest share of at least `ENOUGH` matches."""
    often = [row for row in met if row.duel.against >= ENOUGH and row.duel.lost]
    return max(often, key=_lost_against, default=None)


def _lost_against(row: Company) -> tuple[float, int]:
    return row.duel.lost / row.duel.against, row.duel.against


def met_by(player: Player, clubs: Collection[int], caller: Caller) -> list[Company]:
    """Return the people whom a player met in all games in these clubs, most met first."""
    return people.by_person(people.often_met(player, caller, clubs))


# --- All matches --------------------------------------------------------------------------------


class MatchesForm(forms.Form):
    """The filters of a player's matches. Only what occurs in the player's matches can be chosen."""

    jeu = forms.ChoiceField(label=_("Jeu"), required=False)
    regles = forms.ChoiceField(label=_("Règles"), required=False)
    avec = forms.ChoiceField(label=pgettext_lazy("partenaire", "Avec"), required=False)
    contre = forms.ChoiceField(label=_("Contre"), required=False)
    annee = forms.ChoiceField(label=_("Année"), required=False)

    def __init__(
        self, data: Any, groups: Sequence[stats.MatchGroup], met: Iterable[Company]
    ) -> None:
        super().__init__(data)
        met = sorted(met, key=lambda row: row.person.public_name)
        slugs = [record.game for record in stats.records_by_game(groups)]
        chosen = str(self.data.get("jeu") or "")
        rulesets = stats.records_by_preset(groups).get(chosen, [])
        self._offer("jeu", [(slug, str(game_of(slug).name)) for slug in slugs])
        self._offer("regles", [(slug, family_name(game_of(chosen), slug)) for slug, _n in rulesets])
        self._offer("avec", _names(row for row in met if row.duel.together))
        self._offer("contre", _names(row for row in met if row.duel.against))
        years = sorted({group.day.year for group in groups}, reverse=True)
        self._offer("annee", [(str(year), str(year)) for year in years])

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field: Any = self.fields[name]
        field.choices = [("", _("Tous")), *choices]

    def value(self, name: str) -> str:
        """Return a chosen value; empty if none, or none that is offered, was chosen."""
        return str(self.cleaned_data.get(name) or "")

    @property
    def offered(self) -> list[Any]:
        """The fields with at least one value to choose."""
        return [self[name] for name, field in self.fields.items() if len(_choices(field)) > 1]


def _choices(field: Any) -> Sequence[Any]:
    return list(field.choices)


def _names(rows: Iterable[Company]) -> list[tuple[str, str]]:
    return [(str(row.person.pk), row.person.public_name) for row in rows]


@require_safe
@never_cache
@people_page
def matches_page(request: HttpRequest, player_id: int) -> HttpResponseBase:
    """Show all matches of a player, newest first, and how many of them were won.

    `?jeu=`, `?regles=`, `?avec=`, `?contre=` and `?annee=` narrow the list.
    """
    caller = page_caller(request)
    player = find_player(player_id, caller)
    clubs = clubs_of(player, caller)
    rows = list_queries.matches_in(player, clubs)
    met = met_by(player, clubs, caller)
    groups = stats.groups_of(player, rows)
    form = MatchesForm(request.GET, groups, met)
    form.is_valid()
    chosen = {name: form.value(name) for name in form.fields if form.value(name)}
    if chosen:
        rows = list_queries.narrowed(player, rows, _wanted(chosen, met), caller)
        groups = stats.groups_of(player, rows)
    page = page_of(request, rows, PAGE)
    records = stats.records_by_game(groups)
    context = {
        "player": player,
        "form": form,
        "page": page,
        "more_query": urlencode(chosen),
        "matches": outcome_cards(list(page), player),
        "letters": LETTERS,
        "played": sum(record.played for record in records),
        "won": sum(record.won for record in records),
        "drawn": sum(record.drawn for record in records),
    }
    return render(request, "clubs/player_matches.html", context)


def _wanted(chosen: Mapping[str, str], met: Iterable[Company]) -> list_queries.Wanted:
    persons = {str(row.person.pk): row.person for row in met}
    return list_queries.Wanted(
        game=chosen.get("jeu", ""),
        preset=chosen.get("regles", ""),
        partner=persons.get(chosen.get("avec", "")),
        opponent=persons.get(chosen.get("contre", "")),
        year=int(chosen.get("annee", 0)),
    )


# --- All people ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MetRow:
    """A person whom a player met, how often, with which outcome, and when last."""

    person: Player
    game: Any
    duel: Any
    last: datetime | None

    @property
    def total(self) -> int:
        """The number of matches in which both people played."""
        return int(self.duel.against + self.duel.together)

    @property
    def share_together(self) -> int | None:
        """The share of matches won together, in percent; None if they never played together."""
        return _share(self.duel.together_won, self.duel.together)

    @property
    def share_against(self) -> int | None:
        """The share of matches in front of the other, in percent; None without any match."""
        return _share(self.duel.won, self.duel.against)


def _share(won: int, played: int) -> int | None:
    return (200 * won + played) // (2 * played) if played else None


def _by_share(row: MetRow, share: int | None, played: int) -> tuple[Any, ...]:
    return (share is None, played < ENOUGH, -(share or 0), -played, row.person.public_name)


# The orders of the list, by the value of `?par=`, each with its name and key.
ORDERS: dict[str, tuple[Any, Callable[[MetRow], tuple[Any, ...]]]] = {
    "": (_("Rencontres"), lambda row: (-row.total, row.person.public_name)),
    "avec": (
        _("Gagnés ensemble"),
        lambda row: _by_share(row, row.share_together, row.duel.together),
    ),
    "contre": (
        _("Devant l'autre"),
        lambda row: _by_share(row, row.share_against, row.duel.against),
    ),
    "perdus": (
        _("Derrière l'autre"),
        lambda row: _by_share(row, _share(row.duel.lost, row.duel.against), row.duel.against),
    ),
    "dernier": (
        _("Dernière fois"),
        lambda row: (row.last is None, row.last and -row.last.timestamp(), row.person.public_name),
    ),
}


def met_rows(player: Player, caller: Caller, order: str = "") -> list[MetRow]:
    """Return all people whom a player met, in one of the `ORDERS`."""
    last = list_queries.last_together(player, caller)
    rows = [
        MetRow(row.person, row.game, row.duel, last.get(row.person.pk))
        for row in met_by(player, clubs_of(player, caller), caller)
    ]
    return sorted(rows, key=ORDERS[order][1])


@require_safe
@never_cache
@people_page
def company_page(request: HttpRequest, player_id: int) -> HttpResponseBase:
    """Show all people whom a player met, over all games; `?par=` chooses the order."""
    caller = page_caller(request)
    player = find_player(player_id, caller)
    order = request.GET.get("par", "")
    order = order if order in ORDERS else ""
    context = {
        "player": player,
        "page": page_of(request, met_rows(player, caller, order)),
        "orders": [(key, name) for key, (name, _key) in ORDERS.items()],
        "order": order,
        "more_query": urlencode({"par": order}) if order else "",
        "enough": ENOUGH,
    }
    return render(request, "clubs/player_company.html", context)


# --- All facts ----------------------------------------------------------------------------------


@require_safe
@never_cache
@people_page
def facts_page(request: HttpRequest, player_id: int) -> HttpResponseBase:
    """Show a player's records and events, and what was written by hand about them, newest first."""
    caller = page_caller(request)
    player = find_player(player_id, caller)
    clubs = clubs_of(player, caller)
    context = {
        "player": player,
        "held": people.held_by(player, clubs, FACTS),
        "feats": people.feats_of(player, clubs),
    }
    return render(request, "clubs/player_facts.html", context)
