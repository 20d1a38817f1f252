"""All writes of bulletins: store, change, publish, withdraw, make again."""

import datetime as dt
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from bulletin.errors import Refused, Stale
from bulletin.evenings import digest, evening_of
from bulletin.models import STORED_TITLE_MAX, TEXT_MAX, TITLE_MAX, Bulletin, BulletinText
from bulletin.prose.facts import EveningFacts
from bulletin.prose.marks import folded
from bulletin.queries import check_may_write, names_in, reading_language
from bulletin.reading import facts_of
from bulletin.wording import draft_of
from clubs.callers import Caller
from clubs.club_names import players_called
from clubs.models import Club, Player
from core.errors import NotFound


@dataclass(frozen=True, slots=True)
class BulletinAsked:
    """The changes that an officer requests. None leaves a value as it is.

    `riddle` False removes the riddle.
    """

    title: str | None = None
    text: str | None = None
    riddle: bool | None = None
    published: bool | None = None


@transaction.atomic
def write_bulletin(
    *, club: Club, day: dt.date, changes: BulletinAsked, caller: Caller, after: int | None = None
) -> Bulletin:
    """Store an officer's changes, in the language of the request. Create a missing bulletin.

    Raise `Denied` if the caller may not write it, `NotFound` if nothing was played on the day,
    `Refused` for a text that can't be accepted, or `Stale` if `after` is an older version.
    """
    bulletin = _held(club, day, caller, after)
    text = bulletin.texts.get(language=reading_language())
    if changes.title is not None or changes.text is not None:
        _write_text(bulletin, text, changes, club)
    if changes.riddle is False:
        bulletin.texts.update(question="", answer="")
    if changes.published is not None and changes.published != bulletin.published:
        bulletin.published_at = timezone.now() if changes.published else None
    _save(bulletin, caller)
    return bulletin


@transaction.atomic
def remake_bulletin(
    *, club: Club, day: dt.date, caller: Caller, after: int | None = None
) -> Bulletin:
    """Make a bulletin's texts again from the present results. Edits by hand are lost.

    Raise `NotFound` if nothing was played on the day, or as `write_bulletin` does.
    """
    bulletin = _held(club, day, caller, after)
    evening = evening_of(club, day)
    if not evening.played:
        raise NotFound
    facts = facts_of(evening)
    bulletin.made_from = digest(evening)
    bulletin.cards = list(facts.riddle.cards) if facts.riddle else []
    bulletin.texts.all().delete()
    BulletinText.objects.bulk_create(_texts(bulletin, facts))
    _save(bulletin, caller)
    return bulletin


def _held(club: Club, day: dt.date, caller: Caller, after: int | None) -> Bulletin:
    """Return the day's bulletin, locked. Create it if nobody has stored it yet.

    Raise `Denied`, `NotFound` or `Stale` as `write_bulletin` does.
    """
    check_may_write(club, caller)
    rows = Bulletin.objects.select_for_update(of=("self",)).filter(club=club, day=day)
    bulletin = rows.first()
    if bulletin is None:
        # Lock the club's row, so that two officers cannot both create the bulletin.
        Club.objects.select_for_update().get(pk=club.pk)
        bulletin = rows.first()
    if after is not None and after != (bulletin.version if bulletin else 0):
        raise Stale(bulletin.version if bulletin else 0)
    return bulletin or _made(club, day)


def _made(club: Club, day: dt.date) -> Bulletin:
    evening = evening_of(club, day)
    if not evening.played:
        raise NotFound
    facts = facts_of(evening)
    cards = list(facts.riddle.cards) if facts.riddle else []
    # The version is set to 0, because the save that follows adds 1.
    bulletin = Bulletin.objects.create(club=club, day=day, made_from=digest(evening), cards=cards)
    bulletin.version = 0
    BulletinText.objects.bulk_create(_texts(bulletin, facts))
    return bulletin


def _texts(bulletin: Bulletin, facts: EveningFacts) -> list[BulletinText]:
    made = []
    for language, _name in settings.LANGUAGES:
        draft = draft_of(facts, language)
        made.append(
            BulletinText(
                bulletin=bulletin,
                language=language,
                title=draft.title[:STORED_TITLE_MAX],
                body=draft.body,
                question=draft.question,
                answer=draft.answer,
            )
        )
    return made


def _save(bulletin: Bulletin, caller: Caller) -> None:
    bulletin.version += 1
    bulletin.updated_at = timezone.now()
    bulletin.by = caller.account
    bulletin.save()


def _write_text(bulletin: Bulletin, text: BulletinText, changes: BulletinAsked, club: Club) -> None:
    """Replace the text by what an officer typed.

    In the typed text, full names of people on the club's list become references.
    """
    names = {player.pk: player.public_name for player in _listed(club)}
    names |= names_in(club, [text])
    if changes.title is not None:
        typed = " ".join(_cleaned(changes.title, TITLE_MAX, "title").split())
        text.title = folded(typed, names)[:STORED_TITLE_MAX]
    if changes.text is not None:
        text.body = folded(_cleaned(changes.text, TEXT_MAX, "text"), names)
    text.edited = True
    text.save()


def _listed(club: Club) -> Sequence[Player]:
    """Return the people on the club's list whose names anybody may read there."""
    hidden = (Player.Shown.HIDDEN, Player.Shown.REMOVED)
    people = players_called(club).filter(club_players__club=club)
    return [player for player in people if player.shown_here not in hidden]


def _cleaned(raw: str, most: int, field: str) -> str:
    """Return a typed text without the characters that pages and feeds can't contain.

    Raise `Refused` if the text is empty or longer than `most`.
    """
    text = unicodedata.normalize("NFC", raw.replace("\r\n", "\n").replace("\r", "\n"))
    cleaned = "".join(sign for sign in text if sign == "\n" or _printable(sign)).strip()
    if not cleaned:
        raise Refused("bulletin_blank", field)
    if len(cleaned) > most:
        raise Refused("bulletin_too_long", field, most=most)
    return cleaned


def _printable(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cs", "Cn")
