"""Names as HTML, with a link to each person of whom anyone may read."""

from collections.abc import Iterable, Mapping, Sequence

from django.urls import reverse
from django.utils.html import conditional_escape as escape
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from core.removed import is_removed
from tournaments.people_queries import Person

BETWEEN = " & "


def people_at(people: Mapping[int, Sequence[Person]], entrants: Iterable[int]) -> list[Person]:
    """Return the people of some entrants, in order."""
    return [person for entrant in entrants for person in people.get(entrant, ())]


def linked(name: str, people: Sequence[Person]) -> SafeString:
    """Return the name of an entrant or of a side as HTML, in which its people are links.

    A pair whose name is made of its people's has a link for each. A team with a name of its own
    has none, because nothing in its name is a person. Guests, and people whom the club or they
    themselves hide, are never links.
    """
    if len(people) == 1:
        return _person(name, people[0])
    joined = BETWEEN.join(person.name for person in people)
    if not people or not name.startswith(joined):
        return escape(name)
    links = escape(BETWEEN).join(_person(person.name, person) for person in people)
    # What follows tells two entrants of one name apart.
    return mark_safe(links + escape(name[len(joined) :]))  # noqa: S308 - all parts are escaped


def linked_people(people: Sequence[Person]) -> list[SafeString]:
    """Return the name of each person as HTML, a link where anyone may read of them."""
    return [_person(person.name, person) for person in people]


def linked_text(text: str, people: Sequence[Person]) -> SafeString:
    """Return a line of a drawing, in which each name that stands whole on it is a link.

    The links cannot be reached by keyboard: the list beside the drawing has the same ones.
    """
    if len(people) == 1:
        return _person(text, people[0], extra=' tabindex="-1"')
    parts = [part.removesuffix(" &") for part in text.split(BETWEEN)]
    by_name = {person.name: person for person in people}
    html = escape(text)
    if not any(part in by_name for part in parts):
        return html
    drawn = [
        _person(part, by_name[part], extra=' tabindex="-1"') if part in by_name else escape(part)
        for part in parts
    ]
    end = escape(" &") if text.endswith(" &") else ""
    return mark_safe(escape(BETWEEN).join(drawn) + end)  # noqa: S308 - all parts are escaped


def _person(name: str, person: Person, extra: str = "") -> SafeString:
    if person.player_id is None or person.hidden or is_removed(person.name):
        return escape(name)
    address = reverse("clubs:player", args=[person.player_id])
    return format_html('<a href="{}"{}>{}</a>', address, mark_safe(extra), name)  # noqa: S308
