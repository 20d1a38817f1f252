"""All reads of bulletins: which ones a caller may read, and their text with present names."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import get_language

from bulletin.evenings import PlayedDay, digest, evening_of
from bulletin.models import Bulletin, BulletinText
from bulletin.prose.marks import filled, referred
from bulletin.reading import facts_of
from bulletin.wording import Draft, draft_of
from clubs.callers import Caller
from clubs.club_names import called_in
from clubs.models import Club
from clubs.queries import survivors
from core.errors import Denied, NotFound
from core.names import isolated
from games.presentation.wording import card_name


@dataclass(frozen=True, slots=True)
class BulletinTold:
    """A bulletin to be read: its text in one language, with the names that anybody may read.

    `stored` is None for a draft that is not stored yet. `language` may differ from the reader's. If
    officers have changed the text in one language only, all readers get that text.
    """

    day: dt.date
    language: str
    title: str
    body: str
    cards: Sequence[str] = ()
    question: str = ""
    answer: str = ""
    stored: Bulletin | None = None
    edited: bool = False

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs of the body."""
        return [part.strip() for part in self.body.split("\n\n") if part.strip()]

    @property
    def published(self) -> bool:
        """Whether others than the club's officers may read the bulletin."""
        return self.stored is not None and self.stored.published

    @property
    def version(self) -> int:
        """How many times the bulletin was written; 0 for a draft that is not stored."""
        return self.stored.version if self.stored else 0

    @property
    def as_text(self) -> str:
        """The whole bulletin as plain text for sending, without the riddle's answer."""
        parts = [self.title, self.body]
        if self.cards:
            parts.append(f"{' '.join(card_name(card) for card in self.cards)}\n{self.question}")
        return "\n\n".join(parts)


def may_write(club: Club, caller: Caller) -> bool:
    """Return whether the caller may write the club's bulletins."""
    return caller.may("run_tournaments", club)


def check_may_write(club: Club, caller: Caller) -> None:
    """Raise `Denied` if the caller may not write the club's bulletins."""
    if not may_write(club, caller):
        raise Denied("officer_needed" if caller.account else "account_needed")


def day_of(text: str) -> dt.date:
    """Return the day that an address names, such as « 2026-11-20 ».

    Raise `NotFound` if the text is not a day in this form.
    """
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        raise NotFound from None
    if day.isoformat() != text:
        raise NotFound
    return day


def readable(club: Club, caller: Caller) -> QuerySet[Bulletin]:
    """Return the stored bulletins of a club that the caller may read, newest first."""
    return _rows(club) if may_write(club, caller) else published(club)


def published(club: Club) -> QuerySet[Bulletin]:
    """Return the published bulletins of a club, newest first."""
    return _rows(club).filter(published_at__isnull=False)


def _rows(club: Club) -> QuerySet[Bulletin]:
    return Bulletin.objects.filter(club=club).prefetch_related("texts").order_by("-day")


def told_of(bulletins: Iterable[Bulletin], club: Club) -> list[BulletinTold]:
    """Return stored bulletins of a club with their texts and names.

    It takes three queries at most.
    """
    chosen = [(bulletin, _chosen(bulletin)) for bulletin in bulletins]
    names = names_in(club, [text for _bulletin, text in chosen])
    return [_as_read(bulletin, text, names) for bulletin, text in chosen]


def _chosen(bulletin: Bulletin) -> BulletinText:
    """Return the text in the reader's language.

    If officers have changed only texts in other languages, return one of these instead.
    """
    texts = sorted(bulletin.texts.all(), key=lambda text: text.language)
    own = [text for text in texts if text.language == reading_language()]
    edited = [text for text in texts if text.edited]
    if edited and not any(text.edited for text in own):
        return edited[0]
    return (own or texts)[0]


def reading_language() -> str:
    """Return the reader's language in the form that texts store: « fr » also for « fr-ca »."""
    return (get_language() or "fr").split("-")[0]


def _as_read(bulletin: Bulletin, text: BulletinText, names: Mapping[int, str]) -> BulletinTold:
    def with_names(stored: str) -> str:
        return filled(stored, names, elide=text.language == "fr")

    cards = bulletin.cards if text.question else []
    return BulletinTold(
        day=bulletin.day,
        language=text.language,
        title=with_names(text.title),
        body=with_names(text.body),
        cards=cards,
        question=with_names(text.question),
        answer=with_names(text.answer),
        stored=bulletin,
        edited=text.edited,
    )


def names_in(club: Club, texts: Iterable[BulletinText | Draft]) -> dict[int, str]:
    """Return the names of the people whom texts refer to, by player id.

    The names are those that anybody may read on the club's pages.
    """
    parts = [part for text in texts for part in (text.title, text.body, text.question, text.answer)]
    numbers = {number for part in parts for number in referred(part)}
    if not numbers:
        return {}
    players = survivors(numbers)
    called_in(club, players.values())
    return {number: isolated(player.public_name) for number, player in players.items()}


def find(club: Club, day: dt.date, caller: Caller) -> BulletinTold:
    """Return the stored bulletin of a day.

    If none is stored, return a draft to the club's officers. Raise `NotFound` for a day without
    a bulletin.
    """
    bulletin = readable(club, caller).filter(day=day).first()
    if bulletin is not None:
        return told_of([bulletin], club)[0]
    if not may_write(club, caller):
        raise NotFound
    evening = evening_of(club, day)
    if not evening.played:
        raise NotFound
    return draft_told(evening)


def draft_told(evening: PlayedDay) -> BulletinTold:
    """Return a draft of an evening's bulletin, made from the results in the reader's language."""
    facts = facts_of(evening)
    draft = draft_of(facts, reading_language())
    names = names_in(evening.club, [draft])
    elide = reading_language() == "fr"
    title, body, question, answer = (
        filled(part, names, elide=elide)
        for part in (draft.title, draft.body, draft.question, draft.answer)
    )
    cards = facts.riddle.cards if facts.riddle else ()
    return BulletinTold(evening.day, reading_language(), title, body, cards, question, answer)


def changed_since(bulletin: BulletinTold, club: Club) -> bool:
    """Return whether the results have changed since the text was made from them."""
    if bulletin.stored is None:
        return False
    return digest(evening_of(club, bulletin.day)) != bulletin.stored.made_from
