"""Draws the bracket part by part, for pages, the wall and paper. It is cached for each version."""

from collections.abc import Callable, Collection

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from core.names import sort_key
from tournaments.presentation.bracket import ROOM, Bracket
from tournaments.presentation.bracket_path import BracketPath
from tournaments.presentation.tree_svg import svg
from tournaments.view import View
from tournaments.views.common import cached_part

# The most first meetings in a picture on the room's screen, which people read from ten metres
# away.
SCREEN = 8
# The most first meetings in a picture on paper. A bracket with at most `SHEET` of them fills a
# sheet of A4. A larger one is divided into pictures with at most `HALF`, and two of these fill a
# sheet.
SHEET, HALF = 16, 8
# The most fields that a bracket may have. Each field has at least one part.
FIELDS = 8


def asked_part(request: HttpRequest, view: View) -> int:
    """Return the number of the part of the bracket that is asked for; 0 if none is.

    The number becomes part of a cache key, so it is limited to the greatest number of parts
    possible.
    """
    text = request.GET.get("page", "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0
    return min(number, FIELDS + 4 * len(view.tournament.order) // ROOM)


def part(view: View, number: int) -> SafeString:
    """Return the HTML of a part of the bracket, with links to the other parts; empty without a
    bracket.
    """
    return _once(view, f"part {number}", lambda bracket: _part(bracket, number))


def _part(bracket: Bracket, number: int) -> str:
    page = Paginator(bracket.parts, 1).get_page(number or bracket.opening)
    tree = bracket.tree(page[0])
    names = bracket.view.names
    there = {entrant for slot in page[0] for entrant in bracket.nodes[slot].present}
    context = {
        "tree": tree,
        "svg": svg(tree),
        "page": page,
        "parts": _names(bracket),
        "people": sorted(
            ((entrant, names[entrant]) for entrant in there), key=lambda pair: sort_key(pair[1])
        ),
    }
    return render_to_string("tournaments/_bracket.html", context)


def own_way(drawn: str, way: BracketPath) -> SafeString:
    """Return the HTML of a part of the bracket, with an entrant's way marked in it.

    The marks are added to the cached drawing, so that all readers can share it.
    """
    for step in way.steps:
        drawn = drawn.replace(f'data-slot="{step.slot}"', f'data-slot="{step.slot}" data-own')
    for slot in way.lines:
        drawn = drawn.replace(f'data-from="{slot}"', f'data-from="{slot}" data-own')
    drawn = drawn.replace(f'data-person="{way.entrant}"', "selected")
    return mark_safe(drawn)  # noqa: S308 - it was drawn here, and names have no bare quotes


def opening(view: View) -> SafeString:
    """Return the picture of the part to show first. For a small bracket this is the whole
    bracket.
    """
    return _once(
        view, "opening", lambda bracket: svg(bracket.tree(bracket.parts[bracket.opening - 1]))
    )


def screens(view: View) -> list[int]:
    """Return the indexes of the parts of the bracket that the room's screen shows.

    A part is shown if it has an entrant.
    """

    def part_numbers() -> str:
        bracket = Bracket(view, SCREEN)
        return " ".join(
            str(at)
            for at, slots in enumerate(bracket.parts)
            if any(bracket.nodes[slot].present for slot in slots)
        )

    return [
        int(at) for at in cached_part(view, f"bracket screens {view.can_run}", part_numbers).split()
    ]


def screen(view: View, at: int) -> SafeString:
    """Return the picture of the part at index `at`, for the room's screen."""

    def picture() -> str:
        bracket = Bracket(view, SCREEN)
        return svg(bracket.tree(bracket.parts[at]))

    return cached_part(view, f"bracket screen {at} {view.can_run}", picture)


def sheets(view: View) -> SafeString:
    """Return the HTML of the bracket as it is printed, with one picture for each part."""

    def tell(whole: Bracket) -> str:
        bracket = Bracket(view, SHEET)
        if len(bracket.parts) > len(whole.fields):
            bracket = Bracket(view, HALF)
        context = {
            "sheets": [
                (name, svg(bracket.tree(slots)))
                for name, slots in zip(_names(bracket), bracket.parts, strict=True)
            ]
        }
        return render_to_string("tournaments/_bracket_sheets.html", context)

    return _once(view, "sheets", tell)


def _once(view: View, what: str, tell: Callable[[Bracket], str]) -> SafeString:
    """Return a text about the bracket, cached for each version; empty without a bracket.

    Organisers have their own text, because only they may see a draft round.
    """

    def html() -> str:
        bracket = Bracket(view)
        return tell(bracket) if bracket.nodes else ""

    return cached_part(view, f"bracket {what} {view.can_run}", html)


def _names(bracket: Bracket) -> list[str]:
    """Return the names of the parts. A name has the field and the tables of the part's first
    round.
    """
    return [_name(bracket, slots, number) for number, slots in enumerate(bracket.parts, start=1)]


def _name(bracket: Bracket, slots: Collection[str], number: int) -> str:
    letter = bracket.field_of(slots)
    names = [_("Tableau %(field)s") % {"field": letter}] if letter else []
    alone = sum(bracket.field_of(part) == letter for part in bracket.parts) == 1
    if not (letter and alone):
        names.append(_part_name(bracket, slots, number))
    return ", ".join(names)


def _part_name(bracket: Bracket, slots: Collection[str], number: int) -> str:
    if bracket.is_last(slots):
        return _("Les dernières rondes")
    tables = bracket.tables(slots)
    if tables is None:
        return _("Partie %(number)s") % {"number": number}
    words = {"round": tables[0], "first": tables[1], "last": tables[2]}
    return _("Ronde %(round)s, tables %(first)s à %(last)s") % words
