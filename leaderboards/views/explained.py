"""The rating in plain words, with the reader's own last match worked out."""

from dataclasses import dataclass
from datetime import datetime
from math import isclose

from django.db.models import Q
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.callers import Caller
from clubs.models import Club, Player
from clubs.queries import ID_MAX, find_player
from games.callers import page_caller
from games.models import Match
from games.rating_constants import RatingConstants
from games.registry import Game, game_of
from leaderboards import queries
from leaderboards.counting import played_of
from leaderboards.models import Ladder, RatedMatch, Standing
from leaderboards.parameters import club_asked, game_of_address
from leaderboards.queries import Asked
from leaderboards.rating.constants import CLIP, START
from leaderboards.rating.formulas import Skill, beginner, clipped, rated, rested, shown
from leaderboards.rating.packing import moment
from leaderboards.rating.tallies import Place, Played
from leaderboards.storage import entries_on, known_before, place_of
from leaderboards.views.common import board_page, frame


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
class Scores:
    """The scores that a margin comes from: the player's side's, and what it is compared with.

    `other` is the other side's, or the mean of the table; `usual` the variant's usual spread.
    """

    own: float
    other: float
    usual: float

    @property
    def gap(self) -> float:
        """How far apart they are."""
        return self.own - self.other

    @property
    def margin(self) -> float:
        """The same in usual spreads, as far as it counts."""
        return clipped(self.gap / self.usual)

    @property
    def capped(self) -> bool:
        """Whether they are further apart than counts."""
        return abs(self.gap / self.usual) > CLIP


@dataclass(frozen=True, slots=True)
class Worked:
    """A match worked out for one of its players. Figures in displayed points.

    They are rounded as shown before one is taken from another: a reader who does it again finds the
    same. `scores` is None where the margin comes from the ranks, or the reader may not see it;
    `by_rank` says which.
    """

    match: str | None
    at: datetime
    steps: tuple[Step, ...]
    expected: float
    scores: Scores | None
    by_rank: bool
    margin: float
    lead: float
    share: float
    gain: float
    sigma_before: float
    sigma_after: float
    many: bool

    @property
    def surprise(self) -> float:
        """What the match brought beyond what was expected."""
        return round(self.lead, 1) - round(self.expected, 1)

    @property
    def percent(self) -> float:
        """The part of the surprise that is the player's, in hundredths."""
        return 100 * self.share


@require_safe
@never_cache
@board_page
def explained_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Explain the rating of a game; by `?joueur=`, or the reader's own last match; in a club."""
    game, caller = game_of_address(slug), page_caller(request)
    club, player = club_asked(request.GET, caller), _player(request, caller)
    constants = game.rating
    context = {
        **frame(game, caller, club),
        "player": player,
        "worked": _worked(game, club, player, caller) if player else None,
        "people": [row.people[0] for row in queries.board(Asked(game.slug, club), caller, 0).rows],
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


def _worked(game: Game, club: Club | None, player: Player, caller: Caller) -> Worked | None:
    on = queries.ladder(Asked(game.slug, club))
    standing = Standing.objects.filter(ladder=on, player=player, partner=None).first()
    if on is None or standing is None:
        return None
    entries = entries_on(on, (player.pk,), Q(last=standing.at))
    # While the boards are made anew their last match may be missing.
    match = RatedMatch.objects.filter(pk__in=[one.place.match for one in entries[-1:]]).first()
    return _work_out(on, player.pk, match, caller) if match is not None else None


def _work_out(on: Ladder, who: int, match: RatedMatch, caller: Caller) -> Worked:
    played, constants = played_of(match), game_of(match.game).rating
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
    open_to_reader = queries.is_seen(match.club_id, caller)
    scores = _scores(who, match, played)
    by_rank = scores is None or not isclose(scores.margin, margin, abs_tol=1e-9)
    return Worked(
        match=match.pk if open_to_reader else None,
        at=moment(match.at),
        steps=steps,
        expected=expected,
        scores=scores if open_to_reader and not by_rank else None,
        by_rank=by_rank,
        margin=margin,
        lead=margin * constants.spread,
        share=_share(who, played, before, constants),
        gain=after[who].mu - before[who].mu,
        sigma_before=before[who].sigma,
        sigma_after=after[who].sigma,
        many=len(played.parts) > 2,
    )


def _scores(who: int, match: RatedMatch, played: Played) -> Scores | None:
    """Return the scores of a match as its player sees them; None where some side has none."""
    points = [part.points for part in played.parts]
    stored = Match.objects.filter(pk=match.match).first()
    if stored is None or None in points:
        return None
    known = [(one or 0) / 100 for one in points]
    own = _side_of(who, played)
    other = known[1 - own] if len(known) == 2 else sum(known) / len(known)
    of = game_of(match.game)
    return Scores(known[own], other, float(of.spread(getattr(stored, of.rules_accessor))))


def _before(
    on: Ladder, played: Played, place: Place, constants: RatingConstants
) -> dict[int, Skill]:
    """Everybody's skill as they sat down, the rest since their last match told."""
    found: dict[int, Skill] = {}
    for one in (player for part in played.parts for player in part.players):
        known = known_before(on, (one,), place)
        if known is None:
            found[one] = beginner(constants)
        else:
            found[one] = rested(known.skill, played.day - known.day, constants)
    return found


def _after(
    played: Played, before: dict[int, Skill], constants: RatingConstants
) -> dict[int, Skill]:
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


def _share(who: int, played: Played, before: dict[int, Skill], constants: RatingConstants) -> float:
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
