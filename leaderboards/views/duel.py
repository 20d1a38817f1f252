"""The page and the file that compare two people."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.callers import Caller
from clubs.models import ClubPlayer, Player
from clubs.queries import find_player, visible_players
from core.names import name_key
from core.spreadsheets import spreadsheet
from games.callers import page_caller
from games.match.list_queries import for_cards, matches_of, matches_shown_of
from games.registry.game import Game
from games.views.lists import cards
from leaderboards import queries
from leaderboards.parameters import game_of_address, number_asked
from leaderboards.refusals import SENTENCES
from leaderboards.views.common import board_page, frame
from leaderboards.wording import duel_heads, rating_cells, together

# The most people with a matching name that are offered.
OFFERED = 20
# The most matches of two people that are listed. The page of either player has all.
LISTED = 10


@dataclass(frozen=True, slots=True)
class DuelSide:
    """One of the two people to compare: the `text` typed, the people offered, the person chosen."""

    name: str
    text: str
    offered: tuple[Player, ...] = ()
    player: Player | None = None

    @property
    def unknown(self) -> bool:
        """Whether nobody of that name has a rating in the game."""
        return bool(self.text) and self.player is None and not self.offered


@require_safe
@never_cache
@board_page
def duel_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the results of two people as opponents and on one side, or a form to choose the people.

    `?a=` and `?b=` are their numbers; `?nom_a=` and `?nom_b=` are parts of names to search.
    """
    game, caller = game_of_address(slug), page_caller(request)
    sides = [side_asked(request, game, caller, name) for name in ("a", "b")]
    player, other = (side.player for side in sides)
    if player is None or other is None:
        return render(request, "leaderboards/duel.html", _choice(game, caller, sides))
    if player.pk == other.pk:
        context = {**_choice(game, caller, sides), "fault": SENTENCES["same_player"]}
        return render(request, "leaderboards/duel.html", context, status=400)
    if {"nom_a", "nom_b"} & request.GET.keys():
        # The address with the numbers can be bookmarked.
        return redirect(f"{reverse('leaderboards:duel', args=[slug])}?a={player.pk}&b={other.pk}")
    ratings = [queries.standing_of(person, game.slug) for person in (player, other)]
    duel = queries.duel(player, other, game.slug, caller)
    context = {
        **_choice(game, caller, sides),
        "player": player,
        "other": other,
        "duel": duel,
        "together": together(duel),
        "ratings": ratings,
        "both": all(ratings),
        "file_query": urlencode({"a": player.pk, "b": other.pk}),
        **_matches(player, other, game, caller),
    }
    return render(request, "leaderboards/duel.html", context)


def _matches(player: Player, other: Player, game: Game, caller: Caller) -> dict[str, object]:
    """Return the last matches in which both sat, newest first, and when that was."""
    rows = matches_shown_of(other, matches_of(player, caller), caller).filter(game=game.slug)
    last = list(for_cards(rows)[:LISTED])
    return {"matches": cards(last), "last": last[0].started_at if last else None}


def _choice(game: Game, caller: Caller, sides: list[DuelSide]) -> dict[str, object]:
    return {**frame(game, caller, None), "sides": sides}


def side_asked(request: HttpRequest, game: Game, caller: Caller, name: str) -> DuelSide:
    """Return the person that an address asks for by a number (`name`) or a text (`nom_` + `name`).

    Raises `NotFound` for an unknown number. Raises `Http404` for a text that is not a number.
    """
    number, text = request.GET.get(name, ""), request.GET.get(f"nom_{name}", "").strip()
    if number:
        person = _person(number, caller)
        return DuelSide(name, person.public_name, player=person)
    if not text or "\0" in text:
        return DuelSide(name, "")
    called = _called(text, game, caller)
    # An exact name is searched first. Otherwise it might not be among the `OFFERED` names that
    # contain the text.
    whole = called.filter(
        pk__in=ClubPlayer.objects.filter(name_key=name_key(text)).values("player")
    )
    people = list(whole[:OFFERED]) or list(called[:OFFERED])
    if len(people) == 1:
        return DuelSide(name, text, player=people[0])
    return DuelSide(name, text, tuple(people))


def _called(text: str, game: Game, caller: Caller) -> QuerySet[Player]:
    """Return people on the game's board whose name contains a text, if the caller may see them."""
    rated = queries.over_all().filter(ladder__game=game.slug)
    people = visible_players(caller, None, text).filter(pk__in=rated.values("player"))
    return people.order_by("name", "pk")


@require_safe
@never_cache
@board_page
def duel_csv(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send the results of two people as a file for spreadsheets, with a row for each of them."""
    game, caller = game_of_address(slug), page_caller(request)
    people = tuple(_person(request.GET.get(name, ""), caller) for name in ("a", "b"))
    if people[0].pk == people[1].pk:
        raise Http404
    rows = []
    for player, other in (people, people[::-1]):
        duel, row = (
            queries.duel(player, other, game.slug, caller),
            queries.standing_of(player, game.slug),
        )
        rating = rating_cells(row)
        counts = [duel.won, duel.lost, duel.drawn, duel.together, duel.together_won]
        rows.append([player.public_name, *counts, *rating])
    return spreadsheet(request, f"{game.slug}-{people[0].pk}-{people[1].pk}", duel_heads(), rows)


def _person(text: str, caller: Caller) -> Player:
    number = number_asked(text)
    if number is None:
        raise Http404
    return find_player(number, caller)
