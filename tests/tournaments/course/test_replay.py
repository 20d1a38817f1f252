"""A tournament corrected at random ends as one whose results were right the first time."""

from random import Random

import pytest

from tournaments.course.errors import CourseError
from tournaments.course.events import Event, apply, replay

FORMATS = ("single_elimination", "double_elimination", "round_robin", "groups", "swiss")
DECISIVE = ("single_elimination", "double_elimination")


def opened(slug, count, random):
    options = {"groups": 2, "rounds": 4, "third_place": random.random() < 0.5}
    data = {"format": slug, "seed": str(random.random()), "options": options}
    entrants = [{"name": f"Paire {number}"} for number in range(1, count + 1)]
    return [Event("opened", data), Event("entered", {"entrants": entrants})]


class Evening:
    """A tournament and its log."""

    def __init__(self, events):
        self.log = list(events)
        self.course = replay(events)

    def do(self, kind, **data):
        event = Event(kind, data)
        self.course = apply(self.course, event)
        self.log.append(event)

    def open_tables(self):
        round_ = self.course.rounds[-1]
        return [one for one in round_.tables if one.state == "waiting"]


def scores(random, seated, course):
    if random.random() < 0.08:
        return {"forfeit": [random.choice(seated.table.entrants)]}
    options = [[3, 1], [0, 2], [5, 4]]
    if not course.way.decisive(seated.table):
        options.append([1, 1])
    return {"scores": random.choice(options)}


def step(evening, random):
    """One thing that may happen; what is refused changes nothing."""
    course = evening.course
    if not course.rounds or course.rounds[-1].state == "closed":
        if course.rounds and random.random() < 0.2:
            return change(evening, random)
        evening.do("drawn")
        return evening.do("published", round=len(evening.course.rounds))
    last = course.rounds[-1]
    if last.state == "draft":
        return evening.do("published", round=last.number)
    if random.random() < 0.15:
        return change(evening, random)
    tables = [one for round_ in course.rounds for one in round_.tables if one.state == "waiting"]
    if not tables:
        for round_ in course.rounds:
            if round_.state == "published":
                return evening.do("closed", round=round_.number)
    seated = random.choice(evening.open_tables() or tables)
    told = scores(random, seated, course)
    return evening.do("reported", round=last.number, table=seated.number, **told)


def goes_on(evening, random):
    """Take a step; the end of the tournament is the only thing that may refuse it."""
    try:
        step(evening, random)
    except CourseError as error:
        if error.code not in ("stage_finished", "too_few_entrants"):
            raise
        return False
    return True


def change(evening, random):
    told = [
        (round_, seated)
        for round_ in evening.course.rounds
        for seated in round_.tables
        if seated.outcome is not None
    ]
    if not told:
        return
    round_, seated = random.choice(told)
    where = {"round": round_.number, "table": seated.number, "later": "replay"}
    if random.random() < 0.3:
        evening.do("taken_back", **where)
    else:
        evening.do("corrected", **where, **scores(random, seated, evening.course))


def finals(course):
    """The results that stand, by round and by who met whom."""
    return {
        (round_.number, seated.table.sides, seated.table.slot): seated.outcome
        for round_ in course.rounds
        for seated in round_.tables
        if seated.outcome is not None
    }


def entered_right(events, course):
    """The same tournament with the final results entered once, in order."""
    evening, wanted = Evening(events), finals(course)
    for number, round_ in enumerate(course.rounds, start=1):
        evening.do("drawn")
        if round_.state == "draft":
            break
        evening.do("published", round=number)
        for seated in evening.course.rounds[-1].tables:
            told = wanted.get((number, seated.table.sides, seated.table.slot))
            if told is not None:
                data = {"scores": list(told.scores), "forfeit": list(told.forfeit)}
                evening.do("reported", round=number, table=seated.number, **data)
        if number < len(course.rounds):
            evening.do("closed", round=number)
    return evening.course


def told(course):
    return [
        (round_.number, [(one.table.sides, one.table.slot, one.outcome) for one in round_.tables])
        for round_ in course.rounds
    ]


@pytest.mark.parametrize("slug", FORMATS)
def test_corrections_end_as_if_entered_right_the_first_time(slug):
    random = Random(slug)
    for _ in range(200):
        count = random.randint(5, 11)
        events = opened(slug, count, random)
        evening = Evening(events)
        for _ in range(random.randint(10, 60)):
            if not goes_on(evening, random):
                break
        course = evening.course
        assert replay(evening.log) == course
        again = entered_right(events, course)
        assert told(again) == told(course)
        assert again.way.standings(again.field()) == course.way.standings(course.field())
