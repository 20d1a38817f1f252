"""Lays the sheet of 10 000 out as on paper: one row per round, one column per player."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Any

from django import template
from django.urls import reverse

from games.dix_mille.engine.kicks import Kicks, kicks_of
from games.presentation.table import LineView, Part, Table

register = template.Library()

GAINS = ("entered", "palier")


@dataclass(slots=True)
class TurnCell:
    """The cell of a player's turn: the palier that it wrote (in its present state), or how it was
    lost.

    `kind` is palier, win, bust (before the player has entered), coche or struck. `url` leads to
    the line, and `say` is read aloud. `back` is the score after a strike.
    """

    line: LineView
    kind: str
    url: str = ""
    say: str = ""
    score: int = 0
    struck: bool = False
    bars: range = field(default_factory=lambda: range(0))
    back: int = 0
    falls: list[Part] = field(default_factory=list)
    codes: frozenset[str] = frozenset()


@dataclass(slots=True)
class TurnRow:
    """A round of the table, with a cell for each player. A cell is None if the turn is not played
    yet.

    The word « tour » always means one player's turn, so a round is named by its first and last
    turns.
    """

    first: int
    last: int
    cells: list[TurnCell | None]


@register.simple_tag
def rounds(table: Table) -> list[TurnRow]:
    """Return the rows of the part of the sheet that is shown."""
    seats = len(table.seats)
    players = table.state["players"]
    written = [iter(player["paliers"]) for player in players]
    rows: list[TurnRow] = []
    start = table.part.start
    # The addresses of the lines differ only in their end.
    address = reverse("games:entry", args=[table.match.pk, 1]).removesuffix("1/")
    for index, earlier in enumerate(table.sheet.lines[:start]):
        if _is_palier({note.code for note in earlier.notes if note.side == index % seats}):
            next(written[index % seats])
    for index, line in enumerate(table.shown_lines, start):
        if index % seats == 0:
            rows.append(TurnRow(line.number, line.number + seats - 1, [None] * seats))
        seat = index % seats
        cell = _cell(line, seat, written[seat])
        cell.url = f"{address}{line.number}/"
        cell.say = " ".join((f"{table.sides[seat].name}.", *(part.text for part in line.parts)))
        rows[-1].cells[seat] = cell
    return rows


@register.simple_tag
def player_state(table: Table, side: int) -> Mapping[str, Any]:
    """Return a player's state: entered or not, its coches, whether it is their turn."""
    player = table.state["players"][side]
    expected = table.next or {}
    return {
        "entered": player["entered"],
        "coches": player["coches"],
        "bars": range(player["coches"]),
        "plays": expected.get("seat") == side,
    }


@register.simple_tag
def kicks(table: Table) -> list[tuple[str, Kicks]]:
    """Return the sailors' kicks of a finished match by name, in the order of the ranking."""
    ranking = table.result.ranking if table.result else ()
    return [(table.sides[dealt.side].name, dealt) for dealt in kicks_of(ranking)]


def _is_palier(codes: Set[str]) -> bool:
    """Return whether a turn with these codes of notes wrote a palier."""
    return "instant_win" not in codes and not codes.isdisjoint(GAINS)


def _cell(line: LineView, seat: int, written: Iterator[Mapping[str, Any]]) -> TurnCell:
    own = frozenset(part.code for part in line.parts if part.side == seat)
    falls = [part for part in line.parts if part.side not in (seat, None)]
    if "instant_win" in own:
        return TurnCell(line, "win", codes=own)
    if not _is_palier(own):
        struck = bool(own & {"struck", "struck_out"})
        kind = "struck" if struck else "coche" if "coche" in own else "bust"
        return TurnCell(line, kind, back=int(line.totals[seat]), codes=own)
    palier = next(written)
    return TurnCell(
        line,
        "palier",
        score=palier["score"],
        struck=palier["struck"],
        bars=range(palier["coches"]),
        falls=falls,
        codes=own,
    )
