"""Writes about a club itself: the first start, founding one, its settings."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from clubs.accounts.owner import site_is_owned
from clubs.callers import Caller
from clubs.models import (
    JOINING_LENGTH,
    NOTICE_LENGTH,
    Action,
    ApiToken,
    Club,
    ClubChange,
    ClubPreset,
    Invitation,
    Membership,
    Role,
    User,
)
from clubs.services.journal import log
from clubs.signals import club_confirmed
from clubs.tokens import token_digest
from core.errors import Denied, NotFound, Refused
from core.names import clean_line, clean_name

FIRST_CLUB_NAME, FIRST_CLUB_SLUG = "Mon club", "mon-club"
SETTINGS = (
    *("name", "city", "language", "public", "open_recording", "logo_text"),
    *("joining", "embeddable"),
)
SLUG_LENGTH = 60


@transaction.atomic
def first_start(*, admin_token: str | None = None) -> Club:
    """Create what a fresh install needs: one club, and the site's owner. Return the first club.

    It may be called at every start, because it does nothing if there is a club. The token is
    read only at the very first start. Later it would give access to anybody who can set the
    environment.
    """
    club = Club.objects.order_by("id").first()
    if club is not None:
        return club
    club = Club.objects.create(name=FIRST_CLUB_NAME, slug=FIRST_CLUB_SLUG)
    owner = User(username="admin", is_staff=True, is_superuser=True)
    owner.set_unusable_password()
    owner.save()
    if admin_token:
        ApiToken.objects.create(user=owner, digest=token_digest(admin_token))
    return club


def check_club_maker(caller: Caller) -> User:
    """Return the caller's account, which may found a club as every account may.

    Raise `Denied` if the caller has no account.
    """
    if caller.account is None:
        raise Denied("account_needed")
    return caller.account


@transaction.atomic
def make_club(*, name: str, caller: Caller, slug: str = "", city: str = "") -> Club:
    """Found a club; the caller becomes its owner. Without a `slug`, make one from the name.

    The site's owner has to confirm the club, with three exceptions: it was founded by the site's
    owner, it is the site's first club, or nobody has signed in as the site's owner yet. Raise
    `Denied` without an account, and `Refused` for a bad name or with `slug_taken`.
    """
    account = check_club_maker(caller)
    name = clean_name(name)
    club = _insert(name, slug or free_slug(name), city)
    if caller.is_site_owner:
        club.confirmed_by = account
    elif site_is_owned() and Club.objects.exclude(pk=club.pk).exists():
        club.confirmed_at = None
    club.save(update_fields=["confirmed_at", "confirmed_by"])
    Membership.objects.create(club=club, user=account, role=Role.OWNER)
    log(club, Action.MADE, caller)
    return club


def _insert(name: str, slug: str, city: str) -> Club:
    try:
        with transaction.atomic():
            return Club.objects.create(name=name, slug=slug, city=city)
    except IntegrityError:
        raise Refused("slug_taken", "slug") from None


@transaction.atomic
def confirm_club(*, club: Club, caller: Caller) -> Club:
    """Confirm a club, so that pages about the whole site include it.

    Matches that were played there before then count too, from the time when they were played:
    the worker computes the leaderboards again. Raise `Denied` unless the caller is the site's
    owner.
    """
    if not caller.is_site_owner:
        raise Denied("site_owner_needed" if caller.account else "account_needed")
    club = Club.objects.select_for_update().get(pk=club.pk)
    if club.confirmed_at is not None:
        return club
    club.confirmed_at, club.confirmed_by = timezone.now(), caller.account
    club.save(update_fields=["confirmed_at", "confirmed_by"])
    log(club, Action.CONFIRMED, caller)
    club_confirmed.send(sender=Club, club=club)
    return club


# What every club has without anybody using it. The founder's membership is among them.
UNUSED = (ClubChange, ClubPreset, Invitation, Membership)


@transaction.atomic
def delete_club(*, club: Club, caller: Caller) -> None:
    """Delete a club that nobody uses, with its log.

    Raise `Denied` unless the caller is the site's owner, and `Refused` with `last_club` for the
    site's only club, or with `club_used` if anybody is on its list, if it has more than one member,
    or if anything was ever made there: a match, a tournament, an evening, a link.
    """
    if not caller.is_site_owner:
        raise Denied("site_owner_needed" if caller.account else "account_needed")
    locked = {known.pk: known for known in Club.objects.select_for_update().order_by("pk")}
    if club.pk not in locked:
        raise NotFound
    if len(locked) == 1:
        raise Refused("last_club")
    if club.memberships.count() > 1 or any(_has(club, of) for of in _relations()):
        raise Refused("club_used")
    locked[club.pk].delete()


def _has(club: Club, relation: Any) -> bool:
    rows = relation.related_model._base_manager.filter(**{relation.field.name: club})
    return bool(rows.exists())


def _relations() -> list[Any]:
    """Return the relations to clubs of all apps, but those of `UNUSED`."""
    relations = Club._meta.get_fields(include_hidden=True)
    return [
        relation
        for relation in relations
        if relation.auto_created and relation.is_relation and relation.related_model not in UNUSED
    ]


# Ligatures to spell out in addresses. Without them « Sœurs » would become « surs » instead of «
# soeurs ».
SPELT_OUT = str.maketrans({"œ": "oe", "Œ": "oe", "æ": "ae", "Æ": "ae", "ß": "ss"})


def free_slug(name: str) -> str:
    """Return an address (slug) for a club of that name which no other club uses."""
    base = slugify(name.translate(SPELT_OUT))[: SLUG_LENGTH - 5] or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 2
    slug = base
    while slug in taken:
        slug, number = f"{base}-{number}", number + 1
    return slug


@transaction.atomic
def change_club(*, club: Club, changes: Mapping[str, Any], caller: Caller) -> Club:
    """Change a club's settings: any of `SETTINGS`, and `default_presets` (game → preset).

    A game left out of `default_presets` loses the club's preset. Raise `Denied` without the
    right, and `Refused` as `clean_line` does.
    """
    if not caller.may("manage_club", club):
        raise Denied("owner_needed")
    club = Club.objects.select_for_update().get(pk=club.pk)
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    if "joining" in changes:
        text = clean_line(changes["joining"], JOINING_LENGTH, "joining")
        changes = {**changes, "joining": text}
    for field in SETTINGS:
        if field in changes and changes[field] != getattr(club, field):
            before[field], after[field] = getattr(club, field), changes[field]
            setattr(club, field, changes[field])
    if "default_presets" in changes:
        _keep_presets(club, changes["default_presets"], before, after)
    if club.asks_open_recording and "open_recording" in changes:
        club.asks_open_recording = False
        club.save(update_fields=["asks_open_recording"])
    if after:
        club.save()
        log(club, Action.SETTINGS, caller, before=before, after=after)
    return club


@transaction.atomic
def post_notice(*, club: Club, text: str, caller: Caller) -> Club:
    """Replace the line of the club's noticeboard; an empty text removes it.

    Raise `Denied` without the right, and `Refused` as `clean_line` does.
    """
    if not caller.may("write_notice", club):
        raise Denied("officer_needed")
    text = clean_line(text, NOTICE_LENGTH, "text")
    club = Club.objects.select_for_update().get(pk=club.pk)
    if text == club.notice:
        return club
    before = {"notice": club.notice}
    club.notice, club.noticed_at = text, timezone.now() if text else None
    club.save(update_fields=["notice", "noticed_at"])
    log(club, Action.NOTICE, caller, before=before, after={"notice": text})
    return club


def _keep_presets(
    club: Club, presets: Mapping[str, str], before: dict[str, Any], after: dict[str, Any]
) -> None:
    known = dict(club.default_presets.values_list("game", "preset"))
    if known == dict(presets):
        return
    before["default_presets"], after["default_presets"] = known, dict(presets)
    club.default_presets.all().delete()
    ClubPreset.objects.bulk_create(
        ClubPreset(club=club, game=game, preset=preset) for game, preset in presets.items()
    )
