"""A list of people as a form posts it: a text or a file, and the choices made on its preview."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.translation import ngettext

from clubs.callers import Caller
from clubs.guests.wording import came_along, lines_of
from clubs.list_files import text_of_file
from clubs.list_words import fault_of, remarks_of
from clubs.lists.judging import NO_CHOICE, Choices, Judged, ListedPerson
from clubs.lists.reading import DOUBTED, ListFault
from clubs.models import Club
from clubs.services import Enlisted, enlist, traces_of
from core.errors import Refused
from core.shapes import NOT_TEXT
from core.text.texts import NotText

# A choice is a row's number, then optionally a place in the row, then optionally a player.
_CHOICE = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?(?:-(\d{1,18}))?", re.ASCII)
# How many rows a page always shows, and how many later rows it shows at most because of a remark
# or a choice.
PAGE, MORE = 60, 60
# The most choices of one kind in a form: as many as a list may have rows.
_MOST_CHOICES = 2000


class PostedList:
    """A list as a form posts it. `name` is the name of the form's field for the text."""

    def __init__(self, request: HttpRequest, name: str = "entrants") -> None:
        self.request = request
        self.name = name
        self.fault = ""
        self.from_file = bool(request.FILES.get("file"))
        try:
            self.text = self._text()
        except NotText as fault:
            self.text, self.fault = "", str(NOT_TEXT[fault.code])

    def _text(self) -> str:
        file = self.request.FILES.get("file")
        return (
            self.request.POST.get(self.name, "")
            if file is None
            else text_of_file(file.read() or b"")
        )

    def refuse(self, fault: ListFault | Refused) -> None:
        """Store the sentence that says why the list can't be read or entered."""
        sentence = fault_of(fault) if isinstance(fault, ListFault) else " ".join(fault.sentences)
        self.fault = sentence

    def was_seen(self, size: int) -> bool:
        """Return whether the sender has seen the preview of this text.

        It is False if another preview is asked for.
        """
        mark = self.request.POST.get("seen", "")
        asks_again = "preview" in self.request.POST or self.from_file
        return not asks_again and mark == seen_mark(self.text, size)

    def choices(self, size: int) -> Choices:
        """Return the choices made on the preview of this text, or `NO_CHOICE` for another text."""
        if self.request.POST.get("seen") != seen_mark(self.text, size):
            return NO_CHOICE
        return Choices(
            dropped=frozenset(choice[0] for choice in self._chosen("drop")),
            retained=frozenset(choice[0] for choice in self._chosen("keep")),
            joined=frozenset((choice[0], choice[1]) for choice in self._chosen("join")),
            taken={(choice[0], choice[1]): choice[2] for choice in self._chosen("take")},
        )

    @property
    def visitors(self) -> bool:
        """Whether the new people are visitors, who are not added to the club's list."""
        return "visitors" in self.request.POST

    @property
    def apart(self) -> frozenset[str]:
        """The new people's names that a guest had before who was somebody else."""
        return frozenset(self.request.POST.getlist("other")[:_MOST_CHOICES])

    def _chosen(self, name: str) -> Iterator[tuple[int, int, int]]:
        for text in self.request.POST.getlist(name)[:_MOST_CHOICES]:
            parts = _CHOICE.fullmatch(text)
            if parts:
                first, second, third = (int(part or 0) for part in parts.groups())
                yield first, second, third


def seen_mark(text: str, size: int) -> str:
    """Return a fingerprint of a text and of its entrants' size. The preview sends it back."""
    sized_text = "\n".join([str(size), *text.splitlines()])
    return hashlib.sha256(sized_text.encode("utf-8", "replace")).hexdigest()[:16]


def preview_context(posted: PostedList, rows: Sequence[Judged], size: int) -> dict[str, Any]:
    """Return the template context of the preview."""
    choices = posted.choices(size)
    entered = [judged for judged in rows if not judged.out]
    fresh = new_names(rows)
    rest = rows[PAGE:]
    remarked = {
        judged.place for judged in rest if judged.row.remarks or any(map(_unsure, judged.people))
    }
    # Rows with a choice come first, because the choice of a row that is not shown would be lost.
    chosen = _chosen_rows(choices)
    weighty = sorted(remarked | chosen, key=lambda place: place not in chosen)
    also_listed = frozenset(weighty[:MORE])
    remarked_or_listed = remarked | also_listed
    listed = [judged for at, judged in enumerate(rows) if at < PAGE or judged.place in also_listed]
    doubts = [
        judged for judged in rows if judged.out or judged.alone or any(map(_unsure, judged.people))
    ]
    return {
        "text": posted.text,
        "seen": seen_mark(posted.text, size),
        "rows": [_row(judged, choices.retained) for judged in listed],
        "more": sum(judged.place not in remarked_or_listed for judged in rest),
        "later": len(remarked - also_listed),
        "count": len(entered),
        "size": size,
        "doubts": len(doubts),
        "new": len(fresh),
    }


def newcomers_context(
    posted: PostedList, names: Sequence[str], club: Club, caller: Caller
) -> dict[str, Any]:
    """Return the context of the question about a list's new people, for who may add them.

    It lists what those who were guests before take along, unless they are somebody else.
    """
    may_add = caller.may("manage_players", club)
    newcomers = names if may_add and not posted.visitors else ()
    traces = traces_of(club, newcomers, caller) if newcomers else {}
    return {
        "may_add": may_add,
        "visitors": posted.visitors,
        "guests": [
            {"name": name, "things": lines_of(things), "apart": name in posted.apart}
            for name, things in traces.items()
        ],
    }


def enlist_new(
    posted: PostedList, rows: Sequence[Judged], club: Club, caller: Caller
) -> Enlisted | None:
    """Add the new people of a list to the club's list, with what they did there as guests.

    None if there are none, if they are visitors, or if the caller may not add people.
    """
    names = new_names(rows)
    if not names or posted.visitors or not caller.may("manage_players", club):
        return None
    return enlist(club=club, names=names, caller=caller, apart=posted.apart)


def enlisted_sentences(enlisted: Enlisted) -> list[str]:
    """Return sentences on who was added to a club's list, and on what came along."""
    text = ngettext(
        "%(count)s personne de plus dans le club.",
        "%(count)s personnes de plus dans le club.",
        enlisted.count,
    )
    return [text % {"count": enlisted.count}, *came_along(enlisted.traces)]


def _chosen_rows(choices: Choices) -> frozenset[int]:
    """Return the places of the rows about which a choice was made."""
    first = {place for place, _other in choices.joined} | {place for place, _at in choices.taken}
    return choices.dropped | choices.retained | first


def _unsure(person: ListedPerson) -> bool:
    return person.player is None and bool(person.near)


def new_names(rows: Sequence[Judged]) -> list[str]:
    """Return the names to enter that neither equal nor resemble a name known to the club."""
    people = (person for judged in rows if not judged.out for person in judged.people)
    names = (person.name for person in people if person.player is None and not person.near)
    return list(dict.fromkeys(names))


def _row(judged: Judged, retained: frozenset[int]) -> dict[str, Any]:
    codes = {remark.code for remark in judged.row.remarks}
    return {
        "place": judged.place,
        "line": judged.row.at,
        "text": judged.row.text,
        "name": judged.row.name,
        "club": judged.row.club,
        "seed": judged.row.seed,
        "notes": " · ".join(filter(None, (judged.row.phone, judged.row.licence))),
        "paid": judged.row.paid,
        "people": [_person(judged, at, person) for at, person in enumerate(judged.people)],
        "remarks": remarks_of(judged),
        "out": judged.out,
        "dropped": "dropped" in codes,
        "may_keep": bool(codes & DOUBTED) and bool(judged.people),
        "confirmed": judged.place in retained,
        "partner": judged.partner,
        "joined": judged.joined,
    }


def _person(judged: Judged, at: int, person: ListedPerson) -> dict[str, Any]:
    near = [
        {
            "value": f"{judged.place}-{at}-{known.player}",
            "name": known.name,
            "chosen": known.player == person.player,
        }
        for known in person.near
    ]
    typed = judged.row.people[at] if at < len(judged.row.people) else person.name
    return {"name": person.name, "typed": typed, "known": person.player is not None, "near": near}
