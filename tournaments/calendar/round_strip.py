"""The strip of a running tournament: their rounds, the tables of the round, and the end."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Literal

from django.utils import timezone

from tournaments.calendar import evening_length
from tournaments.draws.errors import PairingError
from tournaments.draws.plans import Plan
from tournaments.formats.installed import format_of
from tournaments.models import Round, Table, Tournament
from tournaments.presentation import open_rounds, planning
from tournaments.view import View

RoundState = Literal["over", "now", "next"]
# More rounds than these are one mark: « R9/15 ».
MARKS = 8
SETTLED = (Table.State.REPORTED, Table.State.CONFIRMED)


@dataclass(frozen=True, slots=True)
class RoundMark:
    """A round in the strip."""

    number: int
    state: RoundState


@dataclass(frozen=True, slots=True)
class RoundStrip:
    """How far a running tournament is.

    `number` is that of the newest published round, 0 before the first one; `planned` is the number
    of rounds, 0 if it is not known. `settled` of `tables` tables of the running round have a
    result; `tables` is 0 between two rounds. `ends` is a phrase, empty if the end is not known.
    `at_once` says that the tables of all rounds are played in any order, so that no number says
    how far the tournament is.
    """

    number: int
    planned: int
    running: bool
    settled: int = 0
    tables: int = 0
    ends: str = ""
    at_once: bool = False

    @property
    def marks(self) -> list[RoundMark]:
        """The marks of the rounds; only that of the present one if there are many, or if it is
        not known how many.
        """
        if self.at_once:
            return []
        if self.planned > MARKS or not self.planned:
            return [RoundMark(self.number, self._state(self.number))]
        return [RoundMark(number, self._state(number)) for number in range(1, self.planned + 1)]

    @property
    def shortened(self) -> bool:
        """Whether `marks` has only the present round."""
        return self.planned > MARKS

    def _state(self, number: int) -> RoundState:
        if number > self.number:
            return "next"
        return "now" if self.running and number == self.number else "over"


def strips_of(tournaments: Collection[Tournament]) -> dict[str, RoundStrip]:
    """Return the strips of those tournaments that run in rounds, by id, without their end.

    They are annotated as `queries.with_entrant_counts` does. It takes two queries whatever their
    number, and none if no tournament runs.
    """
    rows = [row for row in tournaments if row.state == Tournament.State.RUNNING and not row.past]
    rows = [row for row in rows if not format_of(row.format).declared]
    if not rows:
        return {}
    ids = [row.pk for row in rows]
    drawn = _published(ids)
    tables, settled = _tables(ids)
    strips = {}
    for row in rows:
        number, running = drawn.get(row.pk, (0, False))
        strips[row.pk] = RoundStrip(
            number=number,
            planned=_known(number, _planned(row)),
            running=running,
            settled=settled[row.pk],
            tables=tables[row.pk],
            at_once=_at_once(row, number),
        )
    return {pk: strip for pk, strip in strips.items() if strip.number or strip.planned}


def strip_until_the_end(tournament: Tournament) -> RoundStrip | None:
    """Return the strips of one tournament with the hour of its end, by its plan.

    None if it does not run in rounds. It is annotated as `queries.with_entrant_counts` does, and
    has its club. At most four queries, and none if it does not run.
    """
    strip = strips_of([tournament]).get(tournament.pk)
    if strip is None:
        return None
    _usual, pace = evening_length.usual_pace(tournament)
    plan = _plan(tournament)
    waits = strip.tables - strip.settled
    minutes = evening_length.minutes_left(tournament, pace, strip.tables, waits)
    minutes += pace.minutes(plan.rounds[strip.number :]) if plan else 0
    ends = planning.ends(minutes, now=timezone.now()) if minutes else ""
    return replace(strip, ends=ends)


def strip_here(view: View, rest: evening_length.RestOfEvening | None) -> RoundStrip | None:
    """Return the strip of a tournament whose state is read already, with the hour of its end.

    None if it does not run in rounds. `rest` is its rest of the evening, if that is known.
    """
    if view.folded.state != "running" or view.way.declared:
        return None
    drawn = [round_ for round_ in view.folded.rounds if round_.state != "draft"]
    running = bool(drawn) and drawn[-1].state == "published"
    seats = [seated for seated in drawn[-1].tables if not seated.table.bye] if running else []
    minutes = rest.minutes() if rest else 0
    strip = RoundStrip(
        number=drawn[-1].number if drawn else 0,
        planned=_known(len(drawn), view.round_count or 0),
        running=running,
        settled=sum(seated.state in SETTLED for seated in seats),
        tables=len(seats),
        ends=planning.ends(minutes, now=rest.end(0)) if rest and minutes else "",
        at_once=bool(drawn) and open_rounds.at_once(view, drawn[-1]),
    )
    return strip if strip.number or strip.planned else None


def _known(number: int, planned: int) -> int:
    """Return the planned number of rounds, which is at least the present one; 0 if not known."""
    return max(number, planned) if planned else 0


def _at_once(tournament: Tournament, number: int) -> bool:
    """Return whether the tables of all rounds are in round `number`, to be played in any order.

    Of groups, they are in the first round. The others belong to the knockout.
    """
    together = bool(tournament.options.get("open_rounds")) and number > 0
    return together and (number == 1 or not format_of(tournament.format).pools)


def _published(ids: Collection[str]) -> dict[str, tuple[int, bool]]:
    """Return, by tournament, the number of its newest published round and whether that one runs."""
    rows = Round.objects.filter(tournament__in=ids).exclude(state=Round.State.DRAFT)
    return {
        tournament: (number, state == Round.State.PUBLISHED)
        for tournament, number, state in rows.order_by("number").values_list(
            "tournament", "number", "state"
        )
    }


def _tables(ids: Collection[str]) -> tuple[Counter[str], Counter[str]]:
    """Return the numbers of tables of the running rounds, and of those with a result, by
    tournament. Byes do not count.
    """
    rows = Table.objects.filter(tournament__in=ids, round__state=Round.State.PUBLISHED)
    tables, settled = Counter[str](), Counter[str]()
    for tournament, state, sides in rows.values_list("tournament", "state", "sides"):
        if len(sides) > 1:
            tables[tournament] += 1
            settled[tournament] += state in SETTLED
    return tables, settled


def _planned(tournament: Tournament) -> int:
    """Return the planned number of rounds; 0 if it is not known."""
    plan = _plan(tournament)
    return len(plan.rounds) if plan else 0


def _plan(tournament: Any) -> Plan | None:
    """Return the plan of a tournament for its entrants.

    None if they are too few, and where all tables are drawn at once: its rounds are not played one
    after the other.
    """
    if tournament.options.get("open_rounds"):
        return None
    try:
        return evening_length.plan_of(
            tournament.format, tournament.options, tournament.entrant_count
        )
    except PairingError:
        return None
