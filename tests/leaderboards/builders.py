"""Matches as the boards see them: finished, of a club, with stored outcomes."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from games.models import Match, Seat, Side
from games.registry import game_of
from leaderboards.models import DueMatch, EntryChunk, Ladder, Meeting, RatedMatch, Standing
from leaderboards.rating.packing import unpack_entries, unpack_seasons

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
    """All that the boards hold, sorted, without row numbers; checks that nothing is due.

    Entries of players are listed one by one: the limits between chunks do not matter.
    """
    assert not DueMatch.objects.exists()
    ladder = ("ladder__club", "ladder__game", "ladder__family", "ladder__pairs")
    found = []
    for model in (RatedMatch, Standing, Meeting):
        names = [
            field.attname
            for field in model._meta.concrete_fields
            if field.attname not in ("id", "ladder_id")
            and field.get_internal_type() != "BinaryField"
        ]
        named = [*names, *(ladder if model is Standing else ())]
        found.append(sorted(map(repr, model.objects.values_list(*named))))
    found.append(
        sorted((row.pk, bytes(row.parts), bytes(row.skills)) for row in RatedMatch.objects.all())
    )
    standings = Standing.objects.values_list(*ladder, "player", "partner", "seasons")
    found.append(sorted(repr((*whose, unpack_seasons(data))) for *whose, data in standings))
    played = Ladder.objects.exclude(seasons={}).values_list(
        "club", "game", "family", "pairs", "seasons"
    )
    found.append(sorted(map(repr, played)))
    entries = []
    for row in EntryChunk.objects.order_by("last", "pk").select_related("ladder"):
        inside = unpack_entries(row.data)
        assert (row.first, row.last) == (inside[0].place.at, inside[-1].place.at)
        whose = (row.ladder.game, row.ladder.family, row.ladder.club_id, row.ladder.pairs)
        assert row.club_id == row.ladder.club_id is not None
        entries += [repr((whose, row.player_id, entry)) for entry in inside]
    found.append(sorted(entries))
    return found
