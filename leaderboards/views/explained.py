"""The rating in simple words, and why it moved: any match, computed for any of its players."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import isclose
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.callers import Caller
from clubs.models import Club, Player
from clubs.queries import visible_players
from games.callers import page_caller
from games.models import Match
from games.registry.game import Game
from games.registry.installed import game_of
from leaderboards import player_queries as people
from leaderboards import queries
from leaderboards.models import Ladder, RatedMatch
from leaderboards.parameters import club_asked, game_of_address, page_number
from leaderboards.queries import BoardQuery
from leaderboards.rating.formulas import CLIP, SETTLED, START, clipped, displayed_rating
from leaderboards.rating.matches import NO_SCORE, Skill, rated, rested_skill
from leaderboards.rating.packing import moment, unpack_parts
from leaderboards.storage import LoadedMatch, entries_on, skill_before
from leaderboards.views.common import board_page, frame
from leaderboards.views.duel import side_asked

# How many matches one page of the list has.
PAGE = 50


@dataclass(frozen=True, slots=True)
class RatingStep:
    """A player of the match, with their rating before and after it.

    `player` is their number, None if the reader may not see them.
    """

    player: int | None
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
    """Explain the rating of a game, or of a club's board, by a match, computed for a player.

    The match is that of `?partie=`, or else the player's last one. The player is that of
    `?joueur=`, or else the reader, or else another one of the match.
    """
    game, caller = game_of_address(slug), page_caller(request)
    club, whose = club_asked(request.GET, caller), side_asked(request, game, caller, "joueur")
    if whose.player is not None and "nom_joueur" in request.GET:
        return redirect(_address(game, club, joueur=whose.player.pk))
    match = _match_asked(request, game, caller)
    if match is not None and not match.over_all:
        club = match.club
    player = whose.player or _reader_or_other(match, caller, unless=bool(whose.text))
    uncounted, constants = match is None and "partie" in request.GET, game.rating
    context = {
        **frame(game, caller, club),
        "asked": whose,
        "player": player,
        "uncounted": uncounted,
        **(_moves(request, game, club, player, match, caller) if player and not uncounted else {}),
        "link": _address(game, club, joueur=""),
        "constants": constants,
        "start": START,
        "clip": CLIP,
        "settled": constants.prior_sigma * SETTLED,
    }
    return render(request, "leaderboards/explained.html", context)


def _address(game: Game, club: Club | None, **parameters: object) -> str:
    """Return the address of the page for a board, with these parameters at its end."""
    board = {"club": club.slug} if club else {}
    return f"{reverse('leaderboards:explained', args=[game.slug])}?{urlencode(board | parameters)}"


def _match_asked(request: HttpRequest, game: Game, caller: Caller) -> RatedMatch | None:
    """Return the match of `?partie=`; None if it is not asked for, or not counted.

    Raises `Http404` if the reader may not see it.
    """
    name = request.GET.get("partie", "")
    if not name or "\0" in name:
        return None
    match = RatedMatch.objects.filter(pk=name, game=game.slug).first()
    if match is not None and not queries.is_seen(match.club_id, caller):
        raise Http404
    return match


def _reader_or_other(match: RatedMatch | None, caller: Caller, *, unless: bool) -> Player | None:
    """Return the reader's player; for a match they did not play in, another one of the match.

    None if `unless` is true, because the reader asked for somebody else.
    """
    if unless:
        return None
    own = Player.objects.filter(user=caller.account).first() if caller.account else None
    if match is None:
        return own
    seats = [part.player for part in unpack_parts(match.parts)]
    if own is not None and own.pk in seats:
        return own
    seen = visible_players(caller).prefetch_related(None).in_bulk(seats)
    return next((seen[seat] for seat in seats if seat in seen), None)


def _moves(
    request: HttpRequest,
    game: Game,
    club: Club | None,
    player: Player,
    match: RatedMatch | None,
    caller: Caller,
) -> dict[str, Any]:
    """Return the context of a player's matches: one computed, and a page of the list of all.

    Without `match` the last one is computed. Raises `Http404` if the player did not play in it.
    """
    on = queries.ladder(BoardQuery(game.slug, club))
    entries = entries_on(on, (player.pk,)) if on else []
    if on is None or not entries:
        return {}
    names = [entry.match for entry in entries]
    if match is not None and match.match not in names:
        raise Http404
    at = names.index(match.match) if match is not None else len(names) - 1
    row = match or RatedMatch.objects.get(pk=names[at])
    # The list begins with the newest match.
    pages = -(-len(names) // PAGE)
    page = min(
        page_number(request.GET) if "page" in request.GET else 1 + _from_end(names, at), pages
    )
    end = len(names) - (page - 1) * PAGE
    start = max(end - PAGE, 0)
    before = max(start - 1, 0)
    listed = people.moves(on, player, entries[before:end], start - before, caller)
    return {
        "worked": _work_out(on, player.pk, LoadedMatch.of(row), caller),
        "last": at == len(names) - 1,
        "moves": listed[::-1],
        "before": page - 1 if page > 1 else None,
        "after": page + 1 if page < pages else None,
    }


def _from_end(names: list[str], at: int) -> int:
    """Return how many whole pages of the list come before the one with the match at `at`."""
    return (len(names) - 1 - at) // PAGE


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
    numbers = [part.player for part in parts]
    seen = queries.names_seen(numbers, match.row.club_id, caller)
    visible = set(visible_players(caller).filter(pk__in=numbers).values_list("pk", flat=True))
    steps = tuple(
        RatingStep(
            part.player if part.player in visible else None,
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
