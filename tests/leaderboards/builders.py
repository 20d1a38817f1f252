"""Matches as the boards see them: finished, of a club, with stored outcomes."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from games.models import Match, Seat, Side
from games.registry import game_of
from leaderboards.models import Counted, Due, Meeting, Standing, Stretch
from leaderboards.packing import unpack_points

START = datetime(2025, 3, 1, 18, tzinfo=UTC)


def ended(game, club, players, scores, *, days=0.0, ranks=None, preset=None, **fields):
    """A match that ended `days` after the start, its rows written without its entries."""
    played = game_of(game)
    preset = preset or played.presets[0]
    at = START + timedelta(days=days)
    values = {"status": "finished", "finished_at": at, "started_at": at, "ended_by": "target"}
    match = Match.objects.create(game=game, club=club, preset=preset.slug, **{**values, **fields})
    played.rules_model.objects.create(match=match, club=club, **preset.values)
    for number, player in enumerate(players):
        Seat.objects.create(
            match=match,
            number=number,
            side=played.side_of_seat(number),
            player=player,
            guest_name="" if player else "Guy",
        )
    for number, score in enumerate(scores):
        rank = ranks[number] if ranks else 1 + sum(other > score for other in scores)
        Side.objects.create(match=match, number=number, name="x", score=Decimal(score), rank=rank)
    return match


def everything():
    """All that the boards hold, without row numbers, in an order of its own; nothing is due.

    Points of curves are told one by one: where one stretch ends and the next begins says nothing.
    """
    assert not Due.objects.exists()
    ladder = ("ladder__club", "ladder__game", "ladder__family", "ladder__pairs")
    found = []
    for model in (Counted, Standing, Meeting):
        names = [
            field.attname
            for field in model._meta.concrete_fields
            if field.attname not in ("id", "ladder_id", "parts")
        ]
        named = [*names, *(ladder if model is Standing else ())]
        found.append(sorted(map(repr, model.objects.values_list(*named))))
    found.append(sorted((row.pk, bytes(row.parts)) for row in Counted.objects.all()))
    points = []
    for row in Stretch.objects.order_by("last", "pk"):
        inside = unpack_points(row.data)
        assert (row.first, row.last) == (inside[0].place.at, inside[-1].place.at)
        whose = (row.ladder.game, row.ladder.family, row.ladder.pairs, row.ladder.club_id)
        points += [repr((whose, row.player_id, row.partner_id, point)) for point in inside]
    found.append(sorted(points))
    return found
