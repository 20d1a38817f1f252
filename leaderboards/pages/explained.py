"""The rating in plain words, with the reader's own last match worked out."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
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
from leaderboards.models import Counted, Ladder, Standing
from leaderboards.packing import moment
from leaderboards.pages.common import board_page, frame
from leaderboards.queries import Asked
from leaderboards.rating import Skill, beginner, rated, rested, shown
from leaderboards.storage import entries_on, known_before, place_of
from leaderboards.tallies import Place, Played


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
    share: float
    gain: float
    sigma_before: float
    sigma_after: float
    many: bool

    @property
    def percent(self) -> float:
        """The part of the surprise that is the player's, in hundredths."""
        return 100 * self.share


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
    standing = Standing.objects.filter(ladder=on, player=player, partner=None).first()
    if on is None or standing is None:
        return None
    entries = entries_on(on, (player.pk,), Q(last=standing.at))
    # While the boards are made anew their last match may be missing.
    match = Counted.objects.filter(pk__in=[one.place.match for one in entries[-1:]]).first()
    return _work_out(on, player.pk, match, caller) if match is not None else None


def _work_out(on: Ladder, who: int, match: Counted, caller: Caller) -> Worked:
    played, constants = played_of(match), constants_of(match.game)
    before = _before(on, played, place_of(match), constants)
    after = _after(played, before, constants)
    expected, margin = _expected(who, played, before)
    seen = queries.names_seen(list(before), match.club_id, caller)
    steps = tuple(
        Step(
            seen[one],
            one == who,
            shown(before[one].mu),
            before[one].sigma,
            shown(after[one].mu),
        )
        for part in played.parts
        for one in part.players
    )
    lead = margin * constants.spread
    return Worked(
        match=match.pk if queries.is_seen(match.club_id, caller) else None,
        at=moment(match.at),
        steps=steps,
        expected=expected,
        margin=margin,
        lead=lead,
        surprise=lead - expected,
        share=_share(who, played, before, constants),
        gain=after[who].mu - before[who].mu,
        sigma_before=before[who].sigma,
        sigma_after=after[who].sigma,
        many=len(played.parts) > 2,
    )


def _before(on: Ladder, played: Played, place: Place, constants: Constants) -> dict[int, Skill]:
    """Everybody's skill as they sat down, the rest since their last match told."""
    found: dict[int, Skill] = {}
    for one in (player for part in played.parts for player in part.players):
        known = known_before(on, (one,), place)
        if known is None:
            found[one] = beginner(constants)
        else:
            found[one] = rested(known.skill, played.day - known.day, constants)
    return found


def _after(played: Played, before: dict[int, Skill], constants: Constants) -> dict[int, Skill]:
    """Everybody's skill after the match: by the very steps that the boards take."""
    sides = [[before[one] for one in part.players] for part in played.parts]
    moved = rated(sides, [part.margin for part in played.parts], constants)
    return {
        one: skill
        for part, side in zip(played.parts, moved, strict=True)
        for one, skill in zip(part.players, side, strict=True)
    }


def _expected(who: int, played: Played, before: dict[int, Skill]) -> tuple[float, float]:
    """The lead that the ratings promised the player's side, and its margin."""
    strengths = [sum(before[one].mu for one in part.players) for part in played.parts]
    own = _side_of(who, played)
    if len(strengths) == 2:
        return strengths[own] - strengths[1 - own], played.parts[own].margin
    return strengths[own] - sum(strengths) / len(strengths), played.parts[own].margin


def _share(who: int, played: Played, before: dict[int, Skill], constants: Constants) -> float:
    """What part of the surprise moves the player: their uncertainty's in all there was."""
    variances = [sum(before[one].sigma ** 2 for one in part.players) for part in played.parts]
    own, whole, noise = before[who].sigma ** 2, sum(variances), constants.beta**2
    count = len(variances)
    if count == 2:
        return own / (noise + whole)
    part, side = 1 - 1 / count, variances[_side_of(who, played)]
    return own * part / (side * part**2 + (whole - side) / count**2 + noise / 2 * part)


def _side_of(who: int, played: Played) -> int:
    return next(place for place, part in enumerate(played.parts) if who in part.players)
