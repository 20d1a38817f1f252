"""Writes on links: proposing, confirming and deleting them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.models import Club, Player
from games.errors import NotFound
from games.registry.game import Game
from transmission import queries
from transmission.errors import Denied, Refused
from transmission.graph.lineage import Lineage
from transmission.models import Action, Link, Source
from transmission.queries import link_body
from transmission.services.writing import (
    LockedGraph,
    WriteOutcome,
    Writing,
    begin,
    check_manages,
    check_tells,
    clean_date,
    clean_text,
    clubs_of,
)


@dataclass(frozen=True, slots=True)
class LinkAsked:
    """The values for a new link: its people, its date as people remember it, a note, the club's
    slug.
    """

    teacher: int
    learner: int
    date: str | None = None
    note: str = ""
    club: str | None = None


@transaction.atomic
def add_link(*, game: Game, link_asked: LinkAsked, by: Writing) -> WriteOutcome:
    """Write a link. A link from an officer is confirmed, a link from a member is proposed.

    Raise `Denied` if the caller may not write it, or `Refused` with a code such as
    `teaches_oneself`, `player_unknown`, `not_played_in_club_room`, `learner_is_source`,
    `link_exists` or `would_make_a_cycle`.
    """
    begun = begin(game=game, by=by, kind=Action.Kind.LINK, body=vars_of(link_asked))
    if begun.repeated:
        return begun.repeated
    if link_asked.teacher == link_asked.learner:
        raise Refused("teaches_oneself", "learner")
    teacher = begun.player(link_asked.teacher, "teacher")
    learner = begun.player(link_asked.learner, "learner")
    club = _club_for(begun, teacher, learner, link_asked.club)
    _check_people(begun, teacher, learner)
    _check_place(begun, teacher, learner)
    when = clean_date(link_asked.date)
    officer = by.caller.may("manage_transmission", club)
    link = Link.objects.create(
        game=game.slug,
        club=club,
        teacher=teacher,
        learner=learner,
        year=when.year,
        day=when.day,
        note=clean_text(link_asked.note),
        confirmed=officer,
        recorded_by=by.caller.account,
    )
    begun.log(Action.Kind.LINK, club, None, link_body(link))
    return WriteOutcome(link_body(link))


def vars_of(link_asked: LinkAsked) -> list[Any]:
    """Return the values of a new link, from which the fingerprint of the write is made."""
    return [
        link_asked.teacher,
        link_asked.learner,
        link_asked.date,
        link_asked.note,
        link_asked.club,
    ]


def _club_for(
    begun: LockedGraph, teacher: Player, learner: Player, slug: str | None
) -> Club | None:
    """Return the club for which a link is written: the one where the caller has the most rights.

    It is a club of the teacher or the learner. `slug` can require a particular one. Return None
    for a site owner if there is no such club. Raise `Refused` `club_of_neither` if the required
    club is not one of theirs, or `Denied` if the caller has no rights in any.
    """
    caller, clubs = begun.by.caller, clubs_of(learner, teacher)
    if slug is not None:
        clubs = [club for club in clubs if club.slug == slug]
        if not clubs:
            raise Refused("club_of_neither", "club")
    for capability in ("manage_transmission", "propose_link"):
        for club in clubs:
            if caller.may(capability, club):
                return club
    if caller.is_site_owner:
        return None
    raise Denied("propose_not_allowed")


def _check_people(begun: LockedGraph, teacher: Player, learner: Player) -> None:
    """Raise `Refused` unless both have played in a club room and the learner is not a source."""
    played = queries.who_played(begun.game, [teacher.pk, learner.pk])
    for attr, player in (("teacher", teacher), ("learner", learner)):
        if player.pk not in played:
            raise Refused("not_played_in_club_room", attr, name=player.public_name)
    if Source.objects.filter(game=begun.game.slug, player=learner).exists():
        raise Refused("learner_is_source", "learner", name=learner.public_name)


def _check_place(begun: LockedGraph, teacher: Player, learner: Player) -> None:
    """Raise `Refused` if the link exists already, or would close a cycle with other links.

    Proposed links count too.
    """
    slug = begun.game.slug
    if Link.objects.filter(game=slug, teacher=teacher, learner=learner).exists():
        raise Refused("link_exists", "learner")
    above = Lineage.of(queries.lines_above(slug, teacher.pk))
    cycle = above.cycle_with(teacher.pk, learner.pk)
    if cycle:
        raise Refused("would_make_a_cycle", "learner", names=link_text(begun, [*cycle, cycle[0]]))


def link_text(begun: LockedGraph, line: Iterable[int]) -> str:
    """Return the names along a line as text, with arrows from teacher to learner.

    Names that the caller may not see are replaced.
    """
    numbers = list(line)
    known = queries.names_told(numbers, begun.by.caller)
    return " → ".join(known[number] for number in numbers)


def _find(game: Game, link_id: int) -> Link:
    link = Link.objects.select_related("club").filter(game=game.slug, pk=link_id).first()
    if link is None:
        raise NotFound
    return link


@transaction.atomic
def confirm_link(*, game: Game, link_id: int, by: Writing) -> WriteOutcome:
    """Confirm a proposed link. Only officers of its club may do so. A second call changes nothing.

    Raise `NotFound` if the caller may not see the link, or `Denied` if they may not confirm it.
    """
    begun = begin(game=game, by=by, kind=Action.Kind.CONFIRM, body=link_id)
    if begun.repeated:
        return begun.repeated
    link = _find(game, link_id)
    check_tells(by.caller, link.club, link.teacher_id, link.learner_id)
    check_manages(by.caller, link.club)
    if not link.confirmed:
        before = link_body(link)
        link.confirmed, link.recorded_at = True, timezone.now()
        link.save(update_fields=["confirmed", "recorded_at"])
        begun.log(Action.Kind.CONFIRM, link.club, before, link_body(link))
    return WriteOutcome(link_body(link))


@transaction.atomic
def delete_link(*, game: Game, number: int, by: Writing) -> WriteOutcome:
    """Delete a link. Officers of its club may do so, and the proposer of a proposed link.

    The log still has the link. Raise `NotFound` if the caller may not see it, or `Denied` if
    they may not delete it.
    """
    begun = begin(game=game, by=by, kind=Action.Kind.DELETE, body=number)
    if begun.repeated:
        return begun.repeated
    link = _find(game, number)
    check_tells(by.caller, link.club, link.teacher_id, link.learner_id)
    own = by.caller.account is not None and link.recorded_by_id == by.caller.account.pk
    if link.confirmed or not own:
        check_manages(by.caller, link.club)
    before = link_body(link)
    link.delete()
    begun.log(Action.Kind.DELETE, link.club, before, None)
    return WriteOutcome({})
