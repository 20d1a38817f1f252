"""Capability links to tournaments: services to make and revoke them, and the addresses they
open.
"""

from collections.abc import Collection, Mapping

from django.db import transaction
from django.urls import reverse

from clubs.callers import Caller
from clubs.first_answers import WriteKey
from clubs.links import services as link_services
from clubs.links import subjects
from clubs.links.kinds import RUN_TOURNAMENT, SCORE_TOURNAMENT, SEE
from clubs.links.models import CapabilityLink
from clubs.links.services import Made, NewLinkAsked
from clubs.links.subjects import Subject
from core.errors import Denied, Refused
from tournaments.models import Tournament
from tournaments.permissions import SUBJECT

# The rights that a link to a tournament may give.
KINDS = (SCORE_TOURNAMENT, RUN_TOURNAMENT, SEE)


def register() -> None:
    """Register tournaments as something that links can open. Called once, at start-up."""
    subjects.register(Subject(SUBJECT, _titles, _address, _serves))


@transaction.atomic
def make_link(
    *,
    tournament: Tournament,
    kind: str,
    lasts: str | None,
    caller: Caller,
    key: WriteKey | None = None,
) -> Made:
    """Make a link with which its holder can see, score or run a tournament.

    Only officers of the club may make a link. If the holder of a link could make another one,
    revoking the first link would not end the right that was passed on.

    Raise `Denied` if the caller is not allowed to, or `Refused` if such a link is not possible.
    """
    check_may_share(tournament, caller)
    if kind not in KINDS:
        raise Refused("link_kind", "kind")
    new_link = NewLinkAsked(
        kind, SUBJECT, tournament.pk, tournament.club, lasts, "run_tournaments", key
    )
    return link_services.make_link(new_link=new_link, caller=caller)


@transaction.atomic
def revoke_link(*, tournament: Tournament, link_id: int, caller: Caller) -> None:
    """Revoke a link to a tournament.

    Raise `Denied` if the caller is not allowed to, or `NotFound` if the tournament has no such
    link.
    """
    check_may_share(tournament, caller)
    link_services.revoke_of(subject_kind=SUBJECT, subject_id=tournament.pk, link_id=link_id)


def check_may_share(tournament: Tournament, caller: Caller) -> None:
    """Raise `Denied` if the caller's role does not let them make and revoke links to the
    tournament.
    """
    if not caller.may("run_tournaments", tournament.club):
        raise Denied("links_not_allowed")


def _titles(ids: Collection[str]) -> Mapping[str, str]:
    return dict(Tournament.objects.filter(pk__in=ids).values_list("pk", "name"))


def _address(link: CapabilityLink) -> str:
    return reverse("tournaments:tournament", args=[link.subject_id])


def _serves(link: CapabilityLink) -> bool:
    return Tournament.objects.filter(pk=link.subject_id).exists()
