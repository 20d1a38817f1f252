"""Undoing a merger on this floor: people, their lines on the clubs' lists, their invitations.

What was done since the merger stays with the kept player: a name given, a club entered or left.
"""

from dataclasses import dataclass
from datetime import datetime

from clubs.callers import Caller
from clubs.errors import NameTaken
from clubs.models import ClubPlayer, Invitation, Merge, Player
from clubs.names import name_key
from clubs.services.players import locked, name_taken


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a club's list as it was."""

    pk: int
    club_id: int
    player_id: int
    name_key: str
    added_at: str


def unmerge(merged: Merge, caller: Caller) -> None:
    """Make two players of one again. Must run inside a transaction. Raises `NameTaken`."""
    kept, absorbed, before = locked(merged.kept), merged.absorbed, merged.before
    if kept.name == before["merged"]["name"]:
        kept.name = before["kept"]["name"]
    if kept.shown == before["merged"]["shown"]:
        kept.shown = before["kept"]["shown"]
    account = before["absorbed"]["user"]
    if account is not None and kept.user_id == account:
        kept.user_id, absorbed.user_id = None, account
    kept.save(update_fields=["name", "shown", "user"])
    absorbed.save(update_fields=["user"])
    _put_lines_back(kept, absorbed, [_Line(*line) for line in before["lines"]], caller)
    invitations = Invitation.objects.filter(pk__in=before["invitations"], player=kept)
    invitations.update(player=absorbed)


def _put_lines_back(kept: Player, absorbed: Player, lines: list[_Line], caller: Caller) -> None:
    # A club that the person has left since is left by both.
    still = set(kept.club_players.values_list("club_id", flat=True))
    own = {line.club_id for line in lines if line.player_id == kept.pk}
    back = [line for line in lines if line.player_id == absorbed.pk and line.club_id in still]
    alone = {line.club_id for line in back} - own
    _check_names(kept, absorbed, still - alone, back, caller)
    kept.club_players.exclude(club__in=alone).update(name_key=name_key(kept.name))
    for line in back:
        if line.club_id in alone:
            moved = kept.club_players.filter(club=line.club_id)
            moved.update(player=absorbed, name_key=line.name_key)
        else:
            ClubPlayer.objects.create(
                pk=line.pk,
                club_id=line.club_id,
                player=absorbed,
                name_key=line.name_key,
                added_at=datetime.fromisoformat(line.added_at),
            )


def _check_names(
    kept: Player, absorbed: Player, clubs: set[int], back: list[_Line], caller: Caller
) -> None:
    """The names that come back must still be free, and not be one name. Raises `NameTaken`."""
    wanted = [(club, name_key(kept.name)) for club in clubs]
    if any((line.club_id, line.name_key) in wanted for line in back):
        raise NameTaken(kept)
    for club, key in [*wanted, *((line.club_id, line.name_key) for line in back)]:
        others = ClubPlayer.objects.filter(club=club, name_key=key)
        taken = others.exclude(player__in=(kept, absorbed)).select_related("player", "club").first()
        if taken is not None:
            raise name_taken(taken.player, taken.club, caller)
