"""Undoes a merge for this app's rows: people, rows on clubs' lists, invitations.

Changes made since the merge stay with the kept player: a new name, a club entered or left.
"""

from django.db.models import QuerySet

from clubs.callers import Caller
from clubs.errors import NameTaken
from clubs.guests.models import KnownGuest
from clubs.models import ClubPlayer, Invitation, Merge, Player, most_careful
from clubs.services.merged_lines import ListLine, lines_before
from clubs.services.players import locked, name_taken
from core.names import list_keys, name_key


def unmerge(merged: Merge, caller: Caller) -> None:
    """Split one player into two again. Must run inside a transaction.

    Raise `NameTaken` if a name to restore is taken.
    """
    survivor, absorbed, before = locked(merged.kept), merged.absorbed, merged.before
    if survivor.name == before["merged"]["name"]:
        survivor.name = before["kept"]["name"]
    if survivor.shown == before["merged"]["shown"]:
        survivor.shown = before["kept"]["shown"]
    account = before["absorbed"]["user"]
    if account is not None and survivor.user_id == account:
        survivor.user_id, absorbed.user_id = None, account
    survivor.save(update_fields=["name", "shown", "user"])
    absorbed.save(update_fields=["user"])
    _put_lines_back(survivor, absorbed, lines_before(merged), caller)
    invitations = Invitation.objects.filter(pk__in=before["invitations"], player=survivor)
    invitations.update(player=absorbed)
    # Mergers stored by older versions have no guests.
    guests = KnownGuest.objects.filter(pk__in=before.get("guests", []), player=survivor)
    guests.update(player=absorbed)


def _put_lines_back(
    survivor: Player, absorbed: Player, lines: list[ListLine], caller: Caller
) -> None:
    # If the person has left a club since the merge, neither player is put on its list again.
    still = set(survivor.club_players.values_list("club_id", flat=True))
    own = {line.club_id: line for line in lines if line.player_id == survivor.pk}
    back = [line for line in lines if line.player_id == absorbed.pk and line.club_id in still]
    alone = {line.club_id for line in back} - own.keys()
    stays = survivor.club_players.exclude(club__in=alone)
    _check_names(survivor, absorbed, stays, back, caller)
    stays.filter(name="").update(**list_keys(survivor.name))
    for line in back:
        now = survivor.club_players.filter(club=line.club_id)
        if line.club_id in alone:
            now.update(player=absorbed, **line.what_it_says())
        else:
            was = own[line.club_id].shown
            now.filter(shown=most_careful(was, line.shown)).update(shown=was)
            line.put_back()


def _check_names(
    survivor: Player,
    absorbed: Player,
    stays: QuerySet[ClubPlayer],
    back: list[ListLine],
    caller: Caller,
) -> None:
    """Raise `NameTaken` unless the names to restore are free and differ from each other."""
    wanted = [(line.club_id, name_key(line.name or survivor.name)) for line in stays]
    if any((line.club_id, line.name_key) in wanted for line in back):
        raise NameTaken(survivor)
    for club, key in [*wanted, *((line.club_id, line.name_key) for line in back)]:
        others = ClubPlayer.objects.filter(club=club, name_key=key)
        taken = (
            others.exclude(player__in=(survivor, absorbed)).select_related("player", "club").first()
        )
        if taken is not None:
            raise name_taken(taken.player, taken.club, caller)
