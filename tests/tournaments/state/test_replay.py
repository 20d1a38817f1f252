"""A tournament with random corrections ends like one whose results were right the first time."""

from random import Random

import pytest

from tests.extents import sizes, some
from tournaments.formats.installed import format_of
from tournaments.state.errors import StateError
from tournaments.state.events import Event, apply, replay

FORMATS = (
    "single_elimination",
    "double_elimination",
    "round_robin",
    "groups",
    "swiss",
    "cascade",
    "maastricht",
    "rotation",
    "formule_x",
    "cumulative",
)
DECISIVE = ("single_elimination", "double_elimination")


def opened(slug, count, random):
    options = {
        "groups": 2,
        "rounds": 4,
        "third_place": random.random() < 0.5,
        "b_final": random.random() < 0.5,
        "pool_style": random.choice(("round_robin", "barrage")),
        "movement": ("howell", "mitchell", "individual", "tables")[count % 4],
        "draw_by": ("lot", "standing", "rotation")[count % 3],
    }
    data = {"format": slug, "seed": str(random.random()), "options": options}
    entrants = [{"name": f"Paire {number}"} for number in range(1, count + 1)]
    return [Event("opened", data), Event("entered", {"entrants": entrants})]


class Evening:
    """A tournament, with the log of its events."""

    def __init__(self, events):
        self.log = list(events)
        # The answers from which `later` is chosen when a result is corrected.
        self.later = ("replay",)
        self.folded = replay(events)

    def do(self, kind, **data):
        event = Event(kind, data)
        self.folded = apply(self.folded, event)
        self.log.append(event)

    def open_tables(self):
        round_ = self.folded.rounds[-1]
        return [seated for seated in round_.tables if seated.state == "waiting"]


def scores(random, seated, folded):
    if random.random() < 0.08:
        return {"forfeit": [random.choice(seated.table.entrants)]}
    options = [[3, 1], [0, 2], [5, 4]]
    if len(seated.table.sides) > 2:
        return {"scores": random.sample(range(9), len(seated.table.sides))}
    if not folded.way.decisive(seated.table):
        options.append([1, 1])
    return {"scores": random.choice(options)}


def step(evening, random):
    """Do one random thing that is possible now."""
    folded = evening.folded
    if not folded.rounds or folded.rounds[-1].state == "closed":
        if folded.rounds and random.random() < 0.2:
            return change(evening, random)
        evening.do("drawn")
        return evening.do("published", round=len(evening.folded.rounds))
    last = folded.rounds[-1]
    if last.state == "draft":
        return evening.do("published", round=last.number)
    if random.random() < 0.15:
        return change(evening, random)
    tables = [
        (round_.number, seated)
        for round_ in folded.rounds
        for seated in round_.tables
        if seated.state == "waiting"
    ]
    if not tables:
        for round_ in folded.rounds:
            if round_.state == "published":
                return evening.do("closed", round=round_.number)
    open_ = [(last.number, seated) for seated in evening.open_tables()]
    number, seated = random.choice(open_ or tables)
    result = scores(random, seated, folded)
    return evening.do("reported", round=number, table=seated.number, **result)


def goes_on(evening, random):
    """Take a step, and return whether the tournament goes on.

    No other refusal is allowed than the end of the tournament.
    """
    try:
        step(evening, random)
    except StateError as error:
        if error.code not in ("stage_finished", "too_few_entrants"):
            raise
        return False
    return True


def change(evening, random):
    reported = [
        (round_, seated)
        for round_ in evening.folded.rounds
        for seated in round_.tables
        if seated.reported is not None
    ]
    if not reported:
        return
    round_, seated = random.choice(reported)
    later = random.choice(evening.later)
    where = {"round": round_.number, "table": seated.number, "later": later}
    if later != "freeze" and random.random() < 0.3:
        evening.do("taken_back", **where)
    else:
        evening.do("corrected", **where, **scores(random, seated, evening.folded))


def finals(folded):
    """Return the last result of each table, by (round, sides, slot)."""
    return {
        (round_.number, seated.table.sides, seated.table.slot): seated.reported
        for round_ in folded.rounds
        for seated in round_.tables
        if seated.reported is not None
    }


def entered_right(events, folded):
    """Return the state of the same tournament in which only the last results are entered, in
    order.
    """
    evening, wanted = Evening(events), finals(folded)
    for number, round_ in enumerate(folded.rounds, start=1):
        evening.do("drawn")
        if round_.state == "draft":
            break
        evening.do("published", round=number)
        for seated in evening.folded.rounds[-1].tables:
            result = wanted.get((number, seated.table.sides, seated.table.slot))
            if result is not None:
                data = {"scores": list(result.scores), "forfeit": list(result.forfeit)}
                evening.do("reported", round=number, table=seated.number, **data)
        if number < len(folded.rounds):
            evening.do("closed", round=number)
    return evening.folded


def tables_of(folded):
    return [
        (
            round_.number,
            [(seated.table.sides, seated.table.slot, seated.reported) for seated in round_.tables],
        )
        for round_ in folded.rounds
    ]


@pytest.mark.parametrize("slug", some(FORMATS, 3))
@pytest.mark.parametrize("evenings", sizes(50, 200))
def test_corrections_end_as_if_entered_right_the_first_time(slug, evenings):
    random = Random(slug)
    for _ in range(evenings):
        count = random.randint(max(5, format_of(slug).least), 11)
        events = opened(slug, count, random)
        evening = Evening(events)
        for _ in range(random.randint(10, 60)):
            if not goes_on(evening, random):
                break
        folded = evening.folded
        assert replay(evening.log) == folded
        again = entered_right(events, folded)
        assert tables_of(again) == tables_of(folded)
        assert again.way.standings(again.field()) == folded.way.standings(folded.field())


@pytest.mark.parametrize("slug", FORMATS)
@pytest.mark.parametrize("evenings", sizes(8, 100))
def test_whatever_is_kept_or_frozen_everybody_sits_once_and_the_log_replays(slug, evenings):
    random = Random(f"keep {slug}")
    for _ in range(evenings):
        evening = Evening(opened(slug, random.randint(max(5, format_of(slug).least), 19), random))
        evening.later = ("replay", "keep", "freeze")
        for _ in range(random.randint(20, 90)):
            if not goes_on(evening, random):
                break
        for drawn in evening.folded.rounds:
            seats = [entrant for seated in drawn.tables for entrant in seated.table.entrants]
            assert len(seats) == len(set(seats))
            assert len({seated.number for seated in drawn.tables}) == len(drawn.tables)
        assert replay(evening.log) == evening.folded
        rows = evening.folded.way.standings(evening.folded.field())
        assert len(rows) == len({row.entrant for row in rows})
