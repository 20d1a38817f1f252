"""The chances of each side during a finished match: who may see them, their curve, the turning
point.

The game computes the chances, under a model with a name. They are shown to nobody while a match or
its event runs, because the chances of other tables would be advice.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, NamedTuple, TypedDict

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from core.names import isolated
from games.match.event_places import EventPlace, all_over
from games.presentation.curve import Curve, share_curve
from games.presentation.ending import RemarkableFact
from games.presentation.table import Table
from games.presentation.wording import figure
from games.registry.chances import Chances, ChancesNotReady
from jobs.extras import missing_for


class Turn(NamedTuple):
    """The line that raised a side's chance most: its number, and the chances (0 to 1) around it."""

    number: int
    side: int
    before: float
    after: float


class Moment(NamedTuple):
    """Each side's chance in words after line `number`. 0 means before the first line."""

    number: int
    percents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToldChances:
    """The chances as a page shows them. `side` is the one whose chances are drawn as an area.

    `turning` is None without a turning point. `pending` is true if a job must first compute the
    chances (`chance_jobs`). `missing` says what the site must install first.
    """

    curve: Curve | None = None
    side: int = 0
    turning: RemarkableFact | None = None
    model: str = ""
    moments: tuple[Moment, ...] = ()
    pending: bool = False
    missing: str = ""


def may_be_told(table: Table, place: EventPlace | None) -> bool:
    """Say whether the chances may be shown: the match and its event, if it has one, are over.

    `place` is the match's place in its event.
    """
    match = table.match
    return not match.result_only and table.result is not None and all_over(match, place)


def club_counted(table: Table) -> int | None:
    """Return the key of the club whose matches the reader's model may use, or None."""
    return table.match.club_id if table.can.see_club else None


def compiled(table: Table) -> bool:
    """Return whether the job of the chances needs the compiler."""
    return table.game.chances is not None and table.game.chances.compiled


def known(table: Table, place: EventPlace | None) -> Chances | None:
    """Return the chances of a match; None while they may not be shown, or if there are none.

    `place` is the match's place in its event. Raises `ChancesNotReady` until they are computed.
    """
    chances = table.game.chances
    if chances is None or not may_be_told(table, place):
        return None
    return chances.of_match(table.rules, table.entries, club_counted(table))


def turning_point(chances: Chances, winners: tuple[int, ...]) -> Turn | None:
    """Return the line that raised the winner's chance most, the first of equals.

    Return None if there is no winner or several.
    """
    if len(winners) != 1:
        return None
    run = chances.runs[winners[0]]
    turns = [
        Turn(number, winners[0], before, after)
        for number, (before, after) in enumerate(pairwise(run), start=1)
    ]
    return max(turns, key=lambda turn: (turn.after - turn.before, -turn.number), default=None)


def for_page(table: Table, place: EventPlace | None) -> ToldChances | None:
    """Return the chances for a page, or None if the page shows none."""
    try:
        chances = known(table, place)
    except ChancesNotReady:
        return ToldChances(pending=True, missing=missing_for(compiled(table)))
    if chances is None or table.result is None:
        return None
    turn = turning_point(chances, table.result.winners)
    side = next(iter(table.result.winners), 0)
    return ToldChances(
        share_curve(chances.runs, side),
        side,
        None if turn is None else RemarkableFact(_turning(table, turn), turn.number),
        str(chances.model),
        tuple(
            Moment(number, tuple(percent(chance) for chance in moment))
            for number, moment in enumerate(zip(*chances.runs, strict=True))
        ),
    )


class ChancesModelAnswer(TypedDict):
    """The model under which the chances are computed."""

    code: str
    text: Annotated[str, "Its name, and what it comes from."]


class ChancesMomentAnswer(TypedDict):
    """The chances at one moment of the match."""

    after: Annotated[int, "The line; 0 is before the first."]
    sides: Annotated[list[float], "Each side's; they sum to 1."]


class TurningPointAnswer(TypedDict):
    """The line that raised the winner's chance most."""

    number: int
    side: int
    before: float
    after: float


class ChancesAnswer(TypedDict):
    """The chances through a match that is over, under a model."""

    pending: Annotated[bool, "Nothing yet: a job works them out (POST)."]
    model: ChancesModelAnswer | None
    chances: list[ChancesMomentAnswer] | None
    turning_point: TurningPointAnswer | None


def body(table: Table, place: EventPlace | None) -> ChancesAnswer:
    """Return the chances for programs; everything is null if there are none to show (yet)."""
    try:
        chances = known(table, place)
    except ChancesNotReady:
        return {"pending": True, "model": None, "chances": None, "turning_point": None}
    if chances is None or table.result is None:
        return {"pending": False, "model": None, "chances": None, "turning_point": None}
    turn = turning_point(chances, table.result.winners)
    return {
        "pending": False,
        "model": {"code": chances.code, "text": str(chances.model)},
        "chances": [
            {"after": number, "sides": [round(chance, 4) for chance in moment]}
            for number, moment in enumerate(zip(*chances.runs, strict=True))
        ],
        "turning_point": None
        if turn is None
        else {
            "number": turn.number,
            "side": turn.side,
            "before": round(turn.before, 4),
            "after": round(turn.after, 4),
        },
    }


def percent(chance: float) -> str:
    """Return « 62 % »; « moins de 1 % » or « plus de 99 % » if it would round to 0 % or 100 %."""
    if 0 < chance < 0.005:
        return _("moins de 1 %")
    if 0.995 <= chance < 1:
        return _("plus de 99 %")
    return _("%(percent)s %%") % {"percent": round(100 * chance)}


def _turning(table: Table, turn: Turn) -> str:
    people = [isolated(seat.name) for seat in table.sides[turn.side].seats]
    text = _(
        "Le tournant, selon les chances : %(line)s %(number)s, de %(before)s à %(after)s "
        "pour %(side)s."
    )
    return text % {
        "line": table.game.line_name,
        "number": figure(turn.number),
        "before": percent(turn.before),
        "after": percent(turn.after),
        "side": get_text_list(people, str(_("et"))),
    }
