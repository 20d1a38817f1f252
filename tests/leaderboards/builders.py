"""Matches as the boards see them: finished, of a club, with stored outcomes."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from games.models import Match, Seat, Side
from games.registry.installed import game_of, games
from leaderboards import services
from leaderboards.contents import contents
from leaderboards.models import DueMatch, EntryChunk, RatedMatch
from leaderboards.rating.packing import unpack_entries

START = datetime(2025, 3, 1, 18, tzinfo=UTC)


def ended(game, club, players, scores, *, days=0.0, ranks=None, preset=None, **fields):
    """Create a match that ended `days` days after `START`, with its rows but without entries."""
    played = game_of(game)
    preset = preset or played.presets[0]
    at = START + timedelta(days=days)
    values = {"status": "finished", "finished_at": at, "started_at": at, "ended_by": "target"}
    match = Match.objects.create(game=game, club=club, preset=preset.slug, **{**values, **fields})
    played.rules.model.objects.create(match=match, club=club, **preset.values)
    for number, player in enumerate(players):
        Seat.objects.create(
            match=match,
            number=number,
            side=played.seats.side_of(number),
            player=player,
            guest_name="" if player else "Guy",
        )
    for number, score in enumerate(scores):
        rank = ranks[number] if ranks else 1 + sum(other > score for other in scores)
        Side.objects.create(match=match, number=number, name="x", score=Decimal(score), rank=rank)
    return match


def recount(*, matches):
    """Count these matches now, whatever was changed in their rows."""
    old = RatedMatch.objects.filter(match__in=matches).values_list("game", "match")
    new = Match.objects.filter(pk__in=matches).values_list("game", "pk")
    for game, match in {*old, *new}:
        services.mark_due(game=game, matches=[match])
    services.process_due()


def everything():
    """Return all that the boards hold, after checking that nothing is due and that the chunks'
    limits are right.
    """
    assert not DueMatch.objects.exists()
    for row in EntryChunk.objects.select_related("ladder"):
        inside = unpack_entries(row.data)
        assert (row.first, row.last) == (inside[0].place.at, inside[-1].place.at)
        assert row.club_id == row.ladder.club_id is not None
    return {game.slug: contents(game.slug) for game in games()}
