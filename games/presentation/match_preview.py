"""A match as its shared address shows it: title, description, picture."""

from django.utils.translation import gettext as _

from core.addresses import page_address
from core.dates import write_date
from core.names import isolated
from core.sharing.link_preview import LinkPreview, in_one_line
from core.sharing.picture import Chart, ChartLine, PictureRow, SharedPicture
from games.presentation import ending
from games.presentation.curve import Curve, curve
from games.presentation.table import SideView, Table
from games.presentation.wording import figure

# A title names this many sides at most. The description and the picture name all.
TITLED = 6
# With more sides than these, a picture tells the winners only in its sentence: the rows above have
# all names and scores.
TOLD_WHOLE = 2


def preview_of(table: Table) -> LinkPreview:
    """Return the preview of a match: of its result, or of its present scores."""
    match = table.match
    words = ending.ended_sentence(table) or f"{_line(table)}."
    return LinkPreview(
        title=_title(table),
        description=in_one_line(words, _where(table, str(table.game.name)) + "."),
        page=page_address("games:match", match.pk),
        picture=page_address("games:picture", match.pk),
        public=match.club is None or match.club.public,
        kind="article",
        version=match.version,
    )


def picture_of(table: Table) -> SharedPicture:
    """Return the picture of a match, the winners first."""
    many = len(table.sides) > TOLD_WHOLE
    words = ending.winners_sentence(table) if many else ending.ended_sentence(table)
    leads = table.result is None
    return SharedPicture(
        heading=_where(table, str(table.game.name)),
        rows=tuple(
            PictureRow(ending.by_name(side), figure(side.score), side.wins)
            for side in ranked(table)
        ),
        sentences=(words or _line(table), *ending.remarkable_facts(table)),
        chart=chart_of(
            curve(table.sheet.lines, len(table.sides), table.target),
            [side.wins or (leads and side.leads) for side in table.sides],
        ),
    )


def chart_of(drawn: Curve | None, strong: list[bool]) -> Chart | None:
    """Return the curve of a match as a chart. `strong` says for each side whether it leads."""
    if drawn is None:
        return None
    lines = []
    for line in drawn.polylines:
        pairs = (pair.split(",") for pair in line.points.split())
        points = tuple((int(x), int(y)) for x, y in pairs)
        lines.append(ChartLine(points, strong[line.side]))
    levels = tuple(level for level in (drawn.zero_y, drawn.target_y) if level is not None)
    return Chart(drawn.width, drawn.height, tuple(lines), levels)


def ranked(table: Table) -> list[SideView]:
    """Return the sides of a match by rank once it is over, otherwise in their order."""
    last = len(table.sides)
    return sorted(table.sides, key=lambda side: side.rank or last)


def _title(table: Table) -> str:
    """Return the sides with their scores: « Anne et Chloé 570 – 225 Bruno et David »."""
    names = [isolated(ending.by_name(side)) for side in ranked(table)]
    scores = [figure(side.score) for side in ranked(table)]
    if len(names) == 2:
        middle = " – ".join(scores) if all(scores) and _begun(table) else "–"
        return f"{names[0]} {middle} {names[1]}"
    if len(names) > TITLED:
        return _where(table, str(table.game.name))
    if not _begun(table):
        return ", ".join(names)
    return ", ".join(f"{name} {score}".rstrip() for name, score in zip(names, scores, strict=True))


def _begun(table: Table) -> bool:
    return bool(table.lines) or table.result is not None


def _line(table: Table) -> str:
    """Return how far a running match is: « En cours, brasse 4 »."""
    if not table.lines:
        return _("Le match commence")
    values = {"line": table.game.line_name, "number": figure(len(table.lines))}
    return _("En cours, %(line)s %(number)s") % values


def _where(table: Table, first: str) -> str:
    """Return the game, the club and the day of a match."""
    match = table.match
    club = isolated(match.club.name) if match.club else ""
    day = write_date(match.started_at)
    return " · ".join(part for part in (first, club, day) if part)
