"""Records written by hand, with a witness: things that no sheet can show."""

import re
from collections.abc import Collection, Sequence
from datetime import date

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from clubs.callers import Caller
from clubs.models import Club, Player
from core.errors import Denied, Refused
from core.removed import REMOVED_STORED
from leaderboards.models import Feat, Found, Witness


@transaction.atomic
def add_feat(
    *,
    game: str,
    club: Club,
    text: str,
    on: date,
    players: Sequence[Player],
    witness: str,
    caller: Caller,
) -> Feat:
    """Store a record written by hand. Only for officers of the club. Raises `Denied`, `Refused`."""
    check_officer(club, caller)
    if on > timezone.localdate():
        raise Refused("date_to_come", "date")
    feat = Feat.objects.create(
        game=game, club=club, text=text, date=on, witness=witness, by=caller.account
    )
    feat.players.set(players)
    return feat


@transaction.atomic
def remove_feat(*, feat: Feat, caller: Caller) -> None:
    """Remove a record written by hand. Only for officers of its club. Raises `Denied`."""
    check_officer(feat.club, caller)
    feat.delete()


@transaction.atomic
def say_witness(*, fact: Found, name: str, caller: Caller) -> None:
    """Store the name of a fact's witness. An empty name removes the witness.

    Only for officers of the fact's club. Raises `Denied`.
    """
    check_officer(fact.club, caller)
    if name:
        values = {"name": name, "club": fact.club, "by": caller.account}
        Witness.objects.update_or_create(match=fact.match, code=fact.code, defaults=values)
    else:
        Witness.objects.filter(match=fact.match, code=fact.code).delete()


def check_officer(club: Club, caller: Caller) -> None:
    """Raise `Denied` unless the caller is an officer of the club, who may write its records."""
    if not caller.may("manage_players", club):
        raise Denied("officer_needed" if caller.account else "account_needed")


@transaction.atomic
def forget_names(*, player_id: int, names: Collection[str]) -> None:
    """Remove the names of a forgotten person from records written by hand, and from witnesses."""
    wanted = [name for name in names if name]
    if not wanted:
        return
    pattern = re.compile(
        "|".join(re.escape(name) for name in sorted(wanted, key=len, reverse=True)), re.IGNORECASE
    )
    condition = Q(players=player_id)
    for name in wanted:
        condition |= Q(text__icontains=name) | Q(witness__icontains=name)
    for feat in Feat.objects.filter(condition).distinct():
        feat.text = pattern.sub(REMOVED_STORED, feat.text)[:500]
        feat.witness = pattern.sub(REMOVED_STORED, feat.witness)[:80]
        feat.save(update_fields=["text", "witness"])
    seen = Q()
    for name in wanted:
        seen |= Q(name__icontains=name)
    for witness in Witness.objects.filter(seen):
        witness.name = pattern.sub(REMOVED_STORED, witness.name)[:80]
        witness.save(update_fields=["name"])
