"""A list of people as a form posts it: its text or file, what its reader has seen and chosen."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Any

from django.http import HttpRequest

from clubs.list_files import text_of_file
from clubs.list_words import fault_of, remarks_of
from clubs.lists.judging import NO_CHOICE, Choices, Judged, ListedPerson
from clubs.lists.reading import DOUBTED, ListFault
from core.errors import Refused
from core.shapes import NOT_TEXT
from core.text.texts import NotText

# A choice names at most a row, a place in it and a player.
_CHOICE = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?(?:-(\d{1,18}))?", re.ASCII)
# How many rows a page shows from the start, and how many more of which there is something to say.
PAGE, MORE = 60, 60
# How many choices of one kind a form may hold: as many as it may have rows.
_MOST_CHOICES = 2000


class PostedList:
    """A text to read as a list. `name` is the field of the form that holds it."""

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
        """Keep why it cannot be read, or entered."""
        said = fault_of(fault) if isinstance(fault, ListFault) else " ".join(fault.sentences)
        self.fault = said

    def was_seen(self, size: int) -> bool:
        """Say whether whoever sends it has seen what is understood of this very text."""
        shown = self.request.POST.get("seen", "")
        asks_again = "preview" in self.request.POST or self.from_file
        return not asks_again and shown == seen_mark(self.text, size)

    def choices(self, size: int) -> Choices:
        """Return what was chosen on the preview of this very text; of another one, nothing."""
        if self.request.POST.get("seen") != seen_mark(self.text, size):
            return NO_CHOICE
        return Choices(
            dropped=frozenset(one[0] for one in self._chosen("drop")),
            kept=frozenset(one[0] for one in self._chosen("keep")),
            joined=frozenset((one[0], one[1]) for one in self._chosen("join")),
            taken={(one[0], one[1]): one[2] for one in self._chosen("take")},
        )

    def _chosen(self, name: str) -> Iterator[tuple[int, int, int]]:
        for text in self.request.POST.getlist(name)[:_MOST_CHOICES]:
            found = _CHOICE.fullmatch(text)
            if found:
                first, second, third = (int(part or 0) for part in found.groups())
                yield first, second, third


def seen_mark(text: str, size: int) -> str:
    """Return what a preview sends back to say which text it has shown."""
    told = "\n".join([str(size), *text.splitlines()])
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16]


def shown(posted: PostedList, rows: Sequence[Judged], size: int) -> dict[str, Any]:
    """Return what the preview's template needs."""
    choices = posted.choices(size)
    entered = [one for one in rows if not one.out]
    fresh = new_names(rows)
    rest = rows[PAGE:]
    said = {one.place for one in rest if one.row.remarks or any(map(_unsure, one.people))}
    # Those with a choice come first: a row that is not shown would lose it.
    chosen = _chosen_rows(choices)
    weighty = sorted(said | chosen, key=lambda place: place not in chosen)
    told = frozenset(weighty[:MORE])
    shown_or_said = said | told
    listed = [one for at, one in enumerate(rows) if at < PAGE or one.place in told]
    doubts = [one for one in rows if one.out or one.alone or any(map(_unsure, one.people))]
    return {
        "text": posted.text,
        "seen": seen_mark(posted.text, size),
        "rows": [_row(one, choices.kept) for one in listed],
        "more": sum(one.place not in shown_or_said for one in rest),
        "later": len(said - told),
        "count": len(entered),
        "size": size,
        "doubts": len(doubts),
        "new": len(fresh),
    }


def _chosen_rows(choices: Choices) -> frozenset[int]:
    """Return the places of the rows for which something was chosen."""
    first = {one for one, _other in choices.joined} | {row for row, _at in choices.taken}
    return choices.dropped | choices.kept | first


def _unsure(who: ListedPerson) -> bool:
    return who.player is None and bool(who.near)


def new_names(rows: Sequence[Judged]) -> list[str]:
    """Return the people to enter of whom the club knows nobody, not even nearly."""
    people = (who for one in rows if not one.out for who in one.people)
    names = (who.name for who in people if who.player is None and not who.near)
    return list(dict.fromkeys(names))


def _row(one: Judged, kept: frozenset[int]) -> dict[str, Any]:
    codes = {remark.code for remark in one.row.remarks}
    return {
        "place": one.place,
        "line": one.row.at,
        "text": one.row.text,
        "name": one.row.name,
        "club": one.row.club,
        "seed": one.row.seed,
        "people": [_person(one, at, who) for at, who in enumerate(one.people)],
        "remarks": remarks_of(one),
        "out": one.out,
        "dropped": "dropped" in codes,
        "may_keep": bool(codes & DOUBTED) and bool(one.people),
        "kept": one.place in kept,
        "partner": one.partner,
        "joined": one.joined,
    }


def _person(one: Judged, at: int, who: ListedPerson) -> dict[str, Any]:
    near = [
        {
            "value": f"{one.place}-{at}-{known.player}",
            "name": known.name,
            "chosen": known.player == who.player,
        }
        for known in who.near
    ]
    typed = one.row.people[at] if at < len(one.row.people) else who.name
    return {"name": who.name, "typed": typed, "known": who.player is not None, "near": near}
