"""Draws the bracket part by part, for pages, the wall and paper. It is cached for each version."""

from collections.abc import Callable, Collection, Sequence

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from core.names import sort_key
from tournaments.presentation.bracket.boxes import SIZE, WIDEST, laid_out
from tournaments.presentation.bracket.bracket import ROOM, Bracket
from tournaments.presentation.bracket.paths import BracketPath
from tournaments.presentation.bracket.svg import svg
from tournaments.view import View
from tournaments.views.common import cached_part

# The most first meetings in a picture on the room's screen, the largest first. The first number
# whose letters can be read from ten metres is taken: `LEGIBLE` of the screen's height.
SCREEN, LEGIBLE = (8, 4, 2), 1 / 58
# The part of the room's screen that a picture has, in heights of a screen of 16 to 9.
SCREEN_WIDTH, SCREEN_HEIGHT = 1.7, 0.74
# The same for a sheet of A4: the numbers of first meetings, the smallest letters in millimetres
# (a little less than 6 points), and the room in millimetres. A bracket whose first number is enough
# fills a sheet, and two pictures with fewer first meetings fill one.
SHEET: Sequence[int] = (16, 8, 4)
PRINTED = 2.0
PAPER_WIDTH, PAPER_HEIGHT = 180, 230
# The greatest width of a name on paper, in pixels of the drawing. Many names then have two lines.
PAPER_NAME = 160
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
    tree = laid_out(bracket, page[0])
    names = bracket.view.names
    there = {entrant for slot in page[0] for entrant in bracket.nodes[slot].present}
    context = {
        "tree": tree,
        "svg": svg(tree, links=True),
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
        view,
        "opening",
        lambda bracket: svg(laid_out(bracket, bracket.parts[bracket.opening - 1])),
    )


def screens(view: View) -> list[tuple[int, str]]:
    """Return the pictures of the bracket that the room's screen shows, each with its field's
    letter.

    A picture is shown if it has an entrant.
    """

    def numbers() -> str:
        bracket, pictures = _on_screen(view)
        return " ".join(
            f"{at}.{bracket.field_of(slots)}"
            for at, slots in enumerate(pictures)
            if any(bracket.nodes[slot].present for slot in slots)
        )

    pairs = cached_part(view, f"bracket screens {view.can_run}", numbers).split()
    return [(int(at), letter) for at, _dot, letter in (pair.partition(".") for pair in pairs)]


def screen(view: View, at: int) -> SafeString:
    """Return the picture at index `at`, for the room's screen."""

    def picture() -> str:
        bracket, pictures = _on_screen(view)
        return svg(laid_out(bracket, pictures[at], SCREEN_WIDTH / SCREEN_HEIGHT))

    return cached_part(view, f"bracket screen {at} {view.can_run}", picture)


def _on_screen(view: View) -> tuple[Bracket, list[Collection[str]]]:
    """Return a bracket and the slots of each of its pictures on the room's screen.

    A part with more rounds than the screen has room for is shown by some rounds at a time.
    """
    bracket = _divided(view, SCREEN, LEGIBLE, SCREEN_HEIGHT)
    return bracket, [
        some
        for slots in bracket.parts
        for some in _by_rounds(bracket, slots, SIZE / LEGIBLE * SCREEN_WIDTH)
    ]


def _by_rounds(bracket: Bracket, slots: Collection[str], width: float) -> list[Collection[str]]:
    """Return parts of a drawing that are not wider than `width`, as far as two rounds have room.

    The last round of a part is shown again as the first one of the next part.
    """
    if laid_out(bracket, slots).width <= width:
        return [slots]
    stage = {slot: bracket.nodes[slot].node.stage for slot in slots}
    stages = sorted(set(stage.values()))
    made: list[Collection[str]] = [slots]
    for count in range(len(stages) - 1, 1, -1):
        windows = [stages[at : at + count] for at in range(0, len(stages) - 1, count - 1)]
        made = [frozenset(slot for slot in slots if stage[slot] in some) for some in windows]
        if all(laid_out(bracket, some).width <= width for some in made):
            break
    return made


def _divided(
    view: View,
    rooms: Sequence[int],
    least: float,
    height: float,
    width: float | None = None,
    widest: int = WIDEST,
) -> Bracket:
    """Return a bracket in as few parts as can be read on a surface of this size.

    `rooms` are the numbers of first meetings to try, the largest first, and `least` is the size of
    the smallest letters, in the unit of `height` and `width`. The last number is taken whatever the
    size. Without `width`, only the height matters. `widest` is the greatest width of a name.
    """
    for room in rooms:
        bracket = Bracket(view, room)
        trees = [laid_out(bracket, slots, widest=widest) for slots in bracket.parts]
        scales = [height / tree.height for tree in trees]
        scales += [width / tree.width for tree in trees if width]
        if SIZE * min(scales) >= least:
            break
    return bracket


def sheets(view: View) -> SafeString:
    """Return the HTML of the bracket as it is printed, with one picture for each part."""

    def tell(whole: Bracket) -> str:
        sheet = Bracket(view, SHEET[0])
        rooms = SHEET if len(sheet.parts) == len(sheet.fields) else SHEET[1:]
        bracket = _divided(view, rooms, PRINTED, PAPER_HEIGHT, PAPER_WIDTH, PAPER_NAME)
        context = {
            "sheets": [
                (name, svg(laid_out(bracket, slots, widest=PAPER_NAME)))
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
