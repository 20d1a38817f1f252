"""Writes on sources of a game, and on attestations of people who have played. Only officers write
them.
"""

from datetime import date
from typing import Annotated, TypedDict

from django.db import transaction
from django.utils import timezone

from core.answers import Day, OneOf
from core.names import MAX_LENGTH
from games.errors import NotFound
from games.registry.game import Game
from transmission import queries
from transmission.errors import Refused
from transmission.models import Action, Attestation, Link, Source
from transmission.services.writing import (
    WriteOutcome,
    Writing,
    begin,
    check_manages,
    check_tells,
    clean_text,
    club_to_manage,
)


class LineageSourceAnswer(TypedDict):
    """A source."""

    id: int
    player: int
    kind: Annotated[str, OneOf(Source.Kind.choices)]
    note: str


class LineageAttestationAnswer(TypedDict):
    """An attestation."""

    id: int
    player: int
    date: Day
    witness: str


def source_body(source: Source) -> LineageSourceAnswer:
    """Return a source in the shape that the API returns."""
    return {
        "id": source.pk,
        "player": source.player_id,
        "kind": source.kind,
        "note": source.note,
    }


def attestation_body(attestation: Attestation) -> LineageAttestationAnswer:
    """Return an attestation in the shape that the API returns."""
    return {
        "id": attestation.pk,
        "player": attestation.player_id,
        "date": attestation.date.isoformat(),
        "witness": attestation.witness,
    }


@transaction.atomic
def declare_source(
    *, game: Game, player_id: int, kind: str, note: str, by: Writing
) -> WriteOutcome:
    """Declare that a player learned the game from nobody here.

    Raise `Denied` if the caller is not an officer of a club of the player. Raise `Refused` if
    the player is unknown, has not played in a club room, has a teacher, or is a source already.
    """
    begun = begin(game=game, by=by, kind=Action.Kind.SOURCE, body=[player_id, kind, note])
    if begun.repeated:
        return begun.repeated
    player = begun.player(player_id, "player")
    club = club_to_manage(by.caller, player)
    if not queries.has_played(game, player.pk):
        raise Refused("not_played_in_club_room", "player", name=player.public_name)
    if Link.objects.filter(game=game.slug, learner=player).exists():
        raise Refused("source_has_teacher", "player", name=player.public_name)
    if Source.objects.filter(game=game.slug, player=player).exists():
        raise Refused("source_exists", "player", name=player.public_name)
    source = Source.objects.create(
        game=game.slug,
        club=club,
        player=player,
        kind=kind,
        note=clean_text(note),
        recorded_by=by.caller.account,
    )
    begun.log(Action.Kind.SOURCE, club, None, source_body(source))
    return WriteOutcome(source_body(source))


@transaction.atomic
def withdraw_source(*, game: Game, number: int, by: Writing) -> WriteOutcome:
    """Withdraw the declaration of a source.

    Raise `NotFound` if the caller may not see it, or `Denied` if they may not withdraw it.
    """
    begun = begin(game=game, by=by, kind=Action.Kind.DELETE, body=["source", number])
    if begun.repeated:
        return begun.repeated
    source = Source.objects.select_related("club").filter(game=game.slug, pk=number).first()
    if source is None:
        raise NotFound
    check_tells(by.caller, source.club, source.player_id)
    check_manages(by.caller, source.club)
    before = source_body(source)
    source.delete()
    begun.log(Action.Kind.DELETE, source.club, before, None)
    return WriteOutcome({})


@transaction.atomic
def attest(*, game: Game, player_id: int, day: date, witness: str, by: Writing) -> WriteOutcome:
    """Attest that a player played a hand in the club room.

    Raise `Denied` if the caller is not an officer of a club of the player. Raise `Refused` if
    the player is unknown, the date is in the future, or this day is attested already.
    """
    begun = begin(game=game, by=by, kind=Action.Kind.ATTEST, body=[player_id, day, witness])
    if begun.repeated:
        return begun.repeated
    player = begun.player(player_id, "player")
    club = club_to_manage(by.caller, player)
    if day > timezone.localdate():
        raise Refused("date_in_future", "date")
    if Attestation.objects.filter(game=game.slug, player=player, date=day).exists():
        raise Refused("already_attested", "date")
    attestation = Attestation.objects.create(
        game=game.slug,
        club=club,
        player=player,
        date=day,
        witness=clean_text(witness, MAX_LENGTH),
        recorded_by=by.caller.account,
    )
    begun.log(Action.Kind.ATTEST, club, None, attestation_body(attestation))
    return WriteOutcome(attestation_body(attestation))
