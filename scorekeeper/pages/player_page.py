"""The page of a player (boards, records, tournaments, lineage), and the player's files."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.callers import Caller
from clubs.models import Player
from clubs.permissions import may_open_settings
from clubs.queries import find_player, people_seen
from core.spreadsheets import spreadsheet
from games.callers import page_caller
from games.match import list_queries, stats
from games.registry.installed import game, game_of
from leaderboards import player_queries as people
from leaderboards.curves import activity
from leaderboards.player_queries import Company
from leaderboards.queries import BoardRow
from leaderboards.records.families import family_name
from leaderboards.wording import (
    CATEGORIES,
    LETTERS,
    outcome_letters,
    rating_cells,
    rating_heads,
    streak_words,
    together,
)
from scorekeeper.pages.link_previews import player_preview
from scorekeeper.pages.people import people_page
from scorekeeper.pages.player_matches import best_partner, clubs_of, hardest, outcome_cards
from tournaments import queries as tournaments
from transmission import queries as transmission

# The most tournaments on the page.
LISTED = 12
MATCHES = 6
MET = 6
# The most facts, tournaments and pupils that are seen at once. The other facts have a page of their
# own, and the other tournaments are folded.
SEEN = 4


@require_safe
@never_cache
@people_page
def player_page(request: HttpRequest, player_id: int) -> HttpResponseBase:
    """Show a player: name, clubs, ratings, results, whom they played with, last matches."""
    caller = page_caller(request)
    context = _context(player_id, caller)
    player = context["player"]
    if player.pk != player_id:
        return redirect("clubs:player", player.pk)
    context |= _sections(player, context["shown_in"], caller)
    records = [row["record"] for row in context["results"]]
    context["link_preview"] = player_preview(player, context["clubs"], records, caller)
    return render(request, "clubs/player.html", context)


def _context(player_id: int, caller: Caller) -> dict[str, Any]:
    """Return the context: the player, the clubs that list them, whether the caller may change them.

    Raises `NotFound`.
    """
    player = find_player(player_id, caller)
    return {
        "player": player,
        "clubs": [line.club for line in player.club_players.all()],
        "shown_in": clubs_of(player, caller),
        "may_edit": may_open_settings(player, caller),
    }


def _ratings(ratings: Sequence[people.OwnRating]) -> dict[str, Any]:
    played = [moment for rating in ratings for moment in rating.played]
    return {
        "ratings": [{"rating": rating, "category": _category(rating)} for rating in ratings],
        "activity": activity(played, timezone.localdate()),
    }


def _others(player: Player, clubs: Sequence[int], caller: Caller) -> dict[str, Any]:
    """Return the people whom a player met, and those who taught them or learnt from them.

    Makes three queries: one tells who of both may be seen.
    """
    meetings, lessons = people.meetings_of(player, clubs), transmission.lessons_of(player)
    numbers = {other for _game, other in meetings}
    numbers |= {number for _game, *ends in lessons for number in ends}
    seen = people_seen(numbers, caller)
    return {
        **_met(people.by_person(people.opponents_of(player, meetings, seen))),
        "kin": [
            {"game": game_of(kin.game), "teachers": kin.teachers, "pupils": kin.pupils}
            for kin in transmission.kin_of(player, lessons, seen)
            if game(kin.game)
        ],
    }


def _met(everybody: Sequence[Company]) -> dict[str, Any]:
    met = everybody[:MET]
    most = max((row.duel.against for row in met), default=0)
    return {
        "met": [
            {
                "person": row.person,
                "row": row,
                "bar": people.duel_bar(row.duel, most),
                "together": together(row.duel),
            }
            for row in met
        ],
        "best_partner": best_partner(everybody),
        "hardest": hardest(everybody),
    }


def _facts(player: Player, clubs: Sequence[int]) -> dict[str, Any]:
    held = people.held_by(player, clubs, SEEN + 1)
    feats = people.feats_of(player, clubs)
    return {
        "held": held[:SEEN],
        "feats": feats[:SEEN],
        "more_facts": len(held) > SEEN or len(feats) > SEEN,
    }


def tournaments_of(player: Player, clubs: Sequence[int], caller: Caller) -> list[dict[str, Any]]:
    """Return a player's last tournaments that the caller may see, each with the player's rank."""
    evenings = tournaments.visible(caller).filter(tournaments.of_player(player.pk), club__in=clubs)
    rows = evenings.select_related(None).order_by("-date", "-created_at", "pk")
    last = list(rows[:LISTED])
    places = tournaments.places_of(player.pk, last)
    return [
        {
            "tournament": tournament,
            "game": game_of(tournament.game),
            "place": places.get(tournament.pk),
        }
        for tournament in last
    ]


def _counts(results: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return a player's matches and wins in all games, and the game played most."""
    records = [line["record"] for line in results]
    most = max(results, key=lambda line: line["record"].played, default=None)
    return {
        "played": sum(record.played for record in records),
        "won": sum(record.won for record in records),
        "most_played": most["game"] if most else None,
    }


def _sections(player: Player, clubs: Sequence[int], caller: Caller) -> dict[str, Any]:
    """Return the context of the sections of a player's page (`clubs/_player_*.html`).

    A section whose matches could reveal a hidden person uses only matches of `clubs`.
    """
    played = list_queries.matches_in(player, clubs)
    groups = stats.groups_of(player, played)
    ratings = people.ratings(player, clubs)
    rows = results(groups, ratings, caller)
    return {
        **_ratings(ratings),
        **_counts(rows),
        "results": rows,
        "best_day": stats.best_day(groups),
        "letters": LETTERS,
        "seen": f":{SEEN}",
        "folded": f"{SEEN}:",
        **_others(player, clubs, caller),
        **_facts(player, clubs),
        "tournaments": tournaments_of(player, clubs, caller),
        "matches": outcome_cards(played[:MATCHES], player),
    }


def results(
    groups: Sequence[stats.MatchGroup], ratings: Sequence[people.OwnRating], caller: Caller
) -> list[dict[str, Any]]:
    """Return the results of a player, one row per game, with the row of its board."""
    records = stats.records_by_game(groups)
    by_preset = stats.records_by_preset(groups)
    ranks = people.ranks(ratings, caller)
    on_board = {rating.game.slug: rating.row for rating in ratings}
    most = max((record.played for record in records), default=0)
    return [
        {
            "game": game_of(record.game),
            "record": record,
            "rank": ranks.get(record.game),
            **_on_board(on_board.get(record.game)),
            "rulesets": [
                {"preset": preset, "name": family_name(game_of(record.game), preset), "record": own}
                for preset, own in by_preset[record.game]
            ],
            "bar": people.outcome_bar(record.won, record.drawn, record.lost, most),
        }
        for record in records
    ]


def _on_board(row: BoardRow | None) -> dict[str, Any]:
    if row is None:
        return {}
    return {"board": row, "streak": streak_words(row.streak), "form": outcome_letters(row.form)}


def _category(rating: people.OwnRating) -> str:
    return str(CATEGORIES[rating.row.category]) if rating.row.category else ""


@require_safe
@never_cache
@people_page
def results_file(request: HttpRequest, player_id: int) -> HttpResponseBase:
    """Answer a player's results by game, with their ratings, as a file for spreadsheets."""
    caller = page_caller(request)
    player = find_player(player_id, caller)
    rated = {own_rating.game.slug: own_rating.row for own_rating in people.ratings(player)}
    rows = []
    for record in stats.by_game(player, caller):
        row = rated.get(record.game)
        counts = [record.played, record.won, record.drawn, record.lost]
        rows.append([str(game_of(record.game).name), *counts, *rating_cells(row)])
    heads = [_("Jeu"), _("Jouées"), _("Gagnées"), _("Nulles"), _("Perdues")]
    return spreadsheet(request, f"{player.pk}", [*heads, *rating_heads()], rows)


@require_safe
@never_cache
@people_page
def company_file(request: HttpRequest, player_id: int) -> HttpResponseBase:
    """Answer, as a file, the people with whom a player has played, and the results between them."""
    caller = page_caller(request)
    player = find_player(player_id, caller)
    clubs = clubs_of(player, caller)
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
    return spreadsheet(request, f"{player.pk}", heads, rows)
