"""The rating in simple words, with the reader's own last match as an example."""

from collections.abc import Sequence
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
from clubs.queries import find_player
from games.callers import page_caller
from games.models import Match
from games.registry.game import Game
from games.registry.installed import game_of
from leaderboards import queries
from leaderboards.models import Ladder, RatedMatch, Standing
from leaderboards.parameters import club_asked, game_of_address, number_asked
from leaderboards.queries import BoardQuery
from leaderboards.rating.formulas import CLIP, SETTLED, START, clipped, displayed_rating
from leaderboards.rating.matches import NO_SCORE, Skill, rated, rested_skill
from leaderboards.rating.packing import moment
from leaderboards.storage import LoadedMatch, entries_on, skill_before
from leaderboards.views.common import board_page, frame


@dataclass(frozen=True, slots=True)
class RatingStep:
    """A player of the match, with their rating before and after it."""

    name: str
    own: bool
    before: float
    uncertainty: float
    after: float

    @property
    def gain(self) -> float:
        """The points that the match brought."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores from which a margin is computed. `own` is the score of the player's side.

    `other` is the other side's score, or the mean of the table. `usual` is the variant's usual
    spread.
    """

    own: float
    other: float
    usual: float

    @property
    def gap(self) -> float:
        """The difference of the two scores."""
        return self.own - self.other

    @property
    def margin(self) -> float:
        """The gap in usual spreads, between −`CLIP` and `CLIP`."""
        return clipped(self.gap / self.usual)

    @property
    def capped(self) -> bool:
        """Whether the gap is wider than `CLIP` usual spreads."""
        return abs(self.gap / self.usual) > CLIP


@dataclass(frozen=True, slots=True)
class WorkedMatch:
    """A match computed for one of its players. Figures are in displayed points.

    Figures are rounded before they are subtracted, so that a reader who subtracts the displayed
    figures gets the displayed result. `scores` is None if the margin comes from the ranks
    (`by_rank`), or if the reader may not see the match.
    """

    match: str | None
    at: datetime
    steps: tuple[RatingStep, ...]
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
        """The part of the result that was not expected."""
        return round(self.lead, 1) - round(self.expected, 1)

    @property
    def percent(self) -> float:
        """The player's share of the surprise, in hundredths."""
        return 100 * self.share


@require_safe
@never_cache
@board_page
def explained_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Explain the rating of a game, or of a club's board, with a player's last match.

    The player is that of `?joueur=`, or else the reader.
    """
    game, caller = game_of_address(slug), page_caller(request)
    club, player = club_asked(request.GET, caller), _player(request, caller)
    constants = game.rating
    context = {
        **frame(game, caller, club),
        "player": player,
        "worked": _worked(game, club, player, caller) if player else None,
        "people": [
            row.people[0] for row in queries.board(BoardQuery(game.slug, club), caller, 0).rows
        ],
        "constants": constants,
        "start": START,
        "clip": CLIP,
        "settled": constants.prior_sigma * SETTLED,
    }
    return render(request, "leaderboards/explained.html", context)


def _player(request: HttpRequest, caller: Caller) -> Player | None:
    number = number_asked(request.GET.get("joueur", ""))
    if number is not None:
        return find_player(number, caller)
    return Player.objects.filter(user=caller.account).first() if caller.account else None


def _worked(game: Game, club: Club | None, player: Player, caller: Caller) -> WorkedMatch | None:
    on = queries.ladder(BoardQuery(game.slug, club))
    standing = Standing.objects.filter(ladder=on, player=player, partner=None).first()
    if on is None or standing is None:
        return None
    entries = entries_on(on, (player.pk,), Q(last=standing.at))
    match = RatedMatch.objects.filter(pk__in=[entry.match for entry in entries[-1:]]).first()
    return _work_out(on, player.pk, LoadedMatch.of(match), caller) if match is not None else None


def _work_out(on: Ladder, player: int, match: LoadedMatch, caller: Caller) -> WorkedMatch:
    """Compute a match with the same steps as the boards."""
    constants, parts, day = game_of(match.row.game).rating, match.parts, match.row.day
    before = [
        rested_skill(skill_before(on, (part.player,), match.place), day, constants)
        for part in parts
    ]
    after = rated(parts, before, constants, pairs=False)
    own = next(seat for seat, part in enumerate(parts) if part.player == player)
    side, margin = parts[own].side, parts[own].margin
    strengths = [0.0] * (parts[-1].side + 1)
    for part, skill in zip(parts, before, strict=True):
        strengths[part.side] += skill.mu
    seen = queries.names_seen([part.player for part in parts], match.row.club_id, caller)
    steps = tuple(
        RatingStep(
            seen[part.player],
            part.player == player,
            displayed_rating(old.mu),
            old.sigma,
            displayed_rating(new.mu),
        )
        for part, old, new in zip(parts, before, after, strict=True)
    )
    open_to_reader = queries.is_seen(match.row.club_id, caller)
    scores = _scores(own, match)
    by_rank = scores is None or not isclose(scores.margin, margin, abs_tol=1e-9)
    return WorkedMatch(
        match=match.row.match if open_to_reader else None,
        at=moment(match.row.at),
        steps=steps,
        expected=strengths[side] - _other(strengths, side),
        scores=scores if open_to_reader and not by_rank else None,
        by_rank=by_rank,
        margin=margin,
        lead=margin * constants.spread,
        share=_share(before[own], after[own], len(strengths)),
        gain=after[own].mu - before[own].mu,
        sigma_before=before[own].sigma,
        sigma_after=after[own].sigma,
        many=len(strengths) > 2,
    )


def _scores(own: int, match: LoadedMatch) -> Scores | None:
    """Return the scores of a match from a player's view; None if a side has none."""
    stored = Match.objects.filter(pk=match.row.match).first()
    points = {part.side: part.points for part in match.parts}
    if stored is None or NO_SCORE in points.values():
        return None
    known = [score / 100 for score in points.values()]
    side = match.parts[own].side
    of = game_of(match.row.game)
    usual = float(of.rules.unit(getattr(stored, of.rules_accessor)))
    return Scores(known[side], _other(known, side), usual)


def _other(values: Sequence[float], side: int) -> float:
    """Return the value to compare a side's value with: the other side's, or the mean of all."""
    return values[1 - side] if len(values) == 2 else sum(values) / len(values)


def _share(before: Skill, after: Skill, sides: int) -> float:
    """Return the player's share of the surprise, computed from how much their variance fell."""
    taken = 1 - after.sigma**2 / before.sigma**2
    return taken if sides == 2 else taken / (1 - 1 / sides)
