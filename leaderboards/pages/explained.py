"""The rating in plain words, with the reader's own last match worked out."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.callers import Caller
from clubs.models import Player
from clubs.queries import ID_MAX, find_player
from games.callers import page_caller
from games.registry import Game
from leaderboards import queries
from leaderboards.asking import game_of_address
from leaderboards.constants import CLIP, START, Constants, constants_of
from leaderboards.counting import played_of
from leaderboards.models import Rated
from leaderboards.pages.common import board_page, frame
from leaderboards.queries import Asked
from leaderboards.rating import Skill, beginner, rested, shown
from leaderboards.storage import last_before, place_of, state_of
from leaderboards.tallies import Played


@dataclass(frozen=True, slots=True)
class Step:
    """Somebody at the table: before, after."""

    name: str
    own: bool
    before: float
    uncertainty: float
    after: float

    @property
    def gain(self) -> float:
        """What the match brought."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Worked:
    """A match worked out for one of its players. Figures in displayed points."""

    match: str | None
    at: datetime
    steps: tuple[Step, ...]
    expected: float
    margin: float
    lead: float
    surprise: float
    gain: float
    sigma_before: float
    sigma_after: float


@require_safe
@never_cache
@board_page
def explained_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Explain the rating of a game; by `?joueur=`, or the reader's own last match."""
    game, caller = game_of_address(slug), page_caller(request)
    player = _player(request, caller)
    constants = constants_of(game.slug)
    context = {
        **frame(game, caller, None),
        "player": player,
        "worked": _worked(game, player, caller) if player else None,
        "constants": constants,
        "start": START,
        "clip": CLIP,
        "settled": constants.prior_sigma / 2,
    }
    return render(request, "leaderboards/explained.html", context)


def _player(request: HttpRequest, caller: Caller) -> Player | None:
    text = request.GET.get("joueur", "")
    if text.isascii() and text.isdigit() and len(text) <= len(str(ID_MAX)):
        return find_player(int(text), caller)
    return Player.objects.filter(user=caller.account).first() if caller.account else None


def _worked(game: Game, player: Player, caller: Caller) -> Worked | None:
    on = queries.ladder(Asked(game.slug))
    rows = Rated.objects.filter(ladder=on, player=player, partner__isnull=True)
    last = rows.select_related("match").order_by("-ended_at", "-match").first() if on else None
    return _work_out(last, caller) if last is not None else None


def _work_out(last: Rated, caller: Caller) -> Worked:
    played, constants = played_of(last.match), constants_of(last.match.game)
    before = _before(last, played, constants)
    after = {
        row.player_id: row
        for row in Rated.objects.filter(match=last.match_id, ladder=last.ladder_id)
    }
    expected, margin = _expected(last, played, before)
    seen = queries.names_seen(list(before), caller)
    steps = tuple(
        Step(
            seen[one],
            one == last.player_id,
            shown(before[one].mu),
            before[one].sigma,
            shown(after[one].mu),
        )
        for part in played.parts
        for one in part.players
    )
    mine = before[last.player_id]
    lead = margin * constants.spread
    return Worked(
        match=last.match_id if queries.is_seen(last.match.club_id, caller) else None,
        at=last.ended_at,
        steps=steps,
        expected=expected,
        margin=margin,
        lead=lead,
        surprise=lead - expected,
        gain=last.mu - mine.mu,
        sigma_before=mine.sigma,
        sigma_after=last.sigma,
    )


def _before(last: Rated, played: Played, constants: Constants) -> dict[int, Skill]:
    """Everybody's skill as they sat down, the rest since their last match told."""
    found: dict[int, Skill] = {}
    for one in (player for part in played.parts for player in part.players):
        row = last_before(last.ladder, (one,), place_of(last.match))
        state: Any = state_of(row) if row else None
        days = played.day - state.day if state else 0
        found[one] = rested(state.skill, days, constants) if state else beginner(constants)
    return found


def _expected(last: Rated, played: Played, before: dict[int, Skill]) -> tuple[float, float]:
    """The lead that the ratings promised the player's side, and its margin."""
    strengths = [sum(before[one].mu for one in part.players) for part in played.parts]
    own = next(place for place, part in enumerate(played.parts) if last.player_id in part.players)
    if len(strengths) == 2:
        return strengths[own] - strengths[1 - own], played.parts[own].margin
    return strengths[own] - sum(strengths) / len(strengths), played.parts[own].margin
