"""A player's page: boards, records, tournaments and lineage; the same as files."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.callers import Caller
from clubs.models import Player
from clubs.queries import clubs_showing, find_player
from games import stats
from games.callers import page_caller
from games.registry import game, game_of
from games.spreadsheets import spreadsheet
from leaderboards import player_queries as people
from leaderboards.wording import CATEGORIES
from scorekeeper.pages.people import people_page
from tournaments import queries as tournaments
from transmission import queries as transmission

# Rows of a list on the page; the file has them all.
LISTED = 12


def player_sections(player: Player, caller: Caller) -> dict[str, Any]:
    """Return the sections of a player's page, except their name and last matches."""
    clubs = list(clubs_showing(player, caller).values_list("pk", flat=True))
    met = people.often_met(player, caller, clubs)
    held = people.held_by(player, clubs)
    evenings = tournaments.visible(caller).filter(tournaments.of_player(player.pk), club__in=clubs)
    last = list(evenings.order_by("-date", "-created_at", "pk")[:LISTED])
    places = tournaments.places_of(player.pk, last)
    return {
        "results": results(player, caller),
        "ratings": [{"rating": one, "category": _category(one)} for one in people.ratings(player)],
        "met": met[:LISTED],
        "more_met": len(met) > LISTED,
        "held": held[:LISTED],
        "feats": people.feats_of(player, clubs),
        "tournaments": [
            {"tournament": one, "game": game_of(one.game), "place": places.get(one.pk)}
            for one in last
        ],
        "kin": [
            {"game": game_of(one.game), "teachers": one.teachers, "pupils": one.pupils}
            for one in transmission.kin_of(player, caller)
            if game(one.game)
        ],
    }


def results(player: Player, caller: Caller) -> list[dict[str, Any]]:
    """Return a player's results, game by game."""
    return [
        {"game": game_of(record.game), "record": record} for record in stats.by_game(player, caller)
    ]


def _category(one: people.OwnRating) -> str:
    return str(CATEGORIES[one.row.category]) if one.row.category else ""


@require_safe
@never_cache
@people_page
def results_file(request: HttpRequest, player_id: int) -> HttpResponseBase:
    """Answer a player's results by game, with their ratings, as a file for spreadsheets."""
    caller = page_caller(request)
    player = find_player(player_id, caller)
    rated = {one.game.slug: one.row for one in people.ratings(player)}
    rows = []
    for line in results(player, caller):
        record, row = line["record"], rated.get(line["game"].slug)
        counts = [record.played, record.won, record.drawn, record.lost]
        rating = [round(row.rating), round(row.sigma)] if row else ["", ""]
        rows.append([str(line["game"].name), *counts, *rating])
    heads = [_("Jeu"), _("Jouées"), _("Gagnées"), _("Nulles"), _("Perdues")]
    return spreadsheet(f"{player.pk}", [*heads, _("Cote"), _("Incertitude")], rows)


@require_safe
@never_cache
@people_page
def company_file(request: HttpRequest, player_id: int) -> HttpResponseBase:
    """Answer with the people a player met, and the results, as a file for spreadsheets."""
    caller = page_caller(request)
    player = find_player(player_id, caller)
    clubs = list(clubs_showing(player, caller).values_list("pk", flat=True))
    heads = [_("Nom"), _("Jeu"), _("L'un contre l'autre"), _("Devant l'autre")]
    heads += [_("Derrière l'autre"), _("À égalité"), _("Ensemble"), _("Gagnées ensemble")]
    rows = [
        [
            *(met.person.public_name, str(met.game.name), met.duel.against),
            *(met.duel.won, met.duel.lost, met.duel.drawn),
            *(met.duel.together, met.duel.together_won),
        ]
        for met in people.often_met(player, caller, clubs)
    ]
    return spreadsheet(f"{player.pk}", heads, rows)
