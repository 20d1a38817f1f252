"""What happens to a tournament, as entries of a log; folding a log gives the tournament again.

The data of an event is plain JSON: what somebody decided, never what follows from it. Draws are in
it by their seed alone.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from tournaments.course import entrants, results, rounds
from tournaments.course.errors import CourseError
from tournaments.course.options import course_of
from tournaments.course.state import Course, Enrolled, Outcome

Data = Mapping[str, Any]


class Event(NamedTuple):
    """Something that happened, by its kind."""

    kind: str
    data: Data


def apply(course: Course, event: Event) -> Course:
    """Return the tournament after an event. Raises `CourseError`, and then nothing happened."""
    return _KINDS[event.kind](course, event.data)


def replay(log: Iterable[Event]) -> Course:
    """Return the tournament that a log tells, from its `opened` on."""
    events = iter(log)
    course = course_of(next(events).data)
    for event in events:
        course = apply(course, event)
    return course


def outcome_of(data: Data) -> Outcome:
    """Read a result from an event."""
    return Outcome(
        scores=tuple(data.get("scores") or ()),
        forfeit=tuple(sorted(data.get("forfeit") or ())),
        match=data.get("match"),
    )


def _set_up(course: Course, data: Data) -> Course:
    """Change how it is played: only before the first draw, which stands on it."""
    if course.order:
        raise CourseError("already_drawn", next(iter(data), None))
    changed = course_of({**data, "format": data.get("format", course.format)}, course)
    return replace(changed, entrants=course.entrants, rounds=course.rounds, order=course.order)


def _enter(course: Course, data: Data) -> Course:
    added = [
        Enrolled(
            number=0,
            name=one["name"],
            seed=one.get("seed"),
            club=one.get("club", ""),
            rating=one.get("rating"),
            players=tuple(one.get("players", ())),
            key=one.get("key", ""),
            members=tuple((who, name) for who, name in one.get("members", ())),
            named=bool(one.get("named")),
        )
        for one in data["entrants"]
    ]
    return entrants.add(course, added)


def _finish(course: Course, data: Data) -> Course:
    """Finish early, reopen, open or close the registration before the first draw.

    Raises `state_not_possible` for a state that what was drawn contradicts.
    """
    state = data["state"]
    before = ("draft", "registration")
    possible = ("running", "finished") if course.rounds else (*before, "finished")
    if state not in possible:
        raise CourseError("state_not_possible", "state", state=state)
    return replace(course, state=state)


def _rated(course: Course, data: Data) -> Course:
    """Take the ratings handed over at the first draw."""
    ratings = {int(number): rating for number, rating in data["ratings"].items()}
    changed = tuple(
        replace(one, rating=ratings.get(one.number, one.rating)) for one in course.entrants
    )
    return replace(course, entrants=changed)


_KINDS: dict[str, Callable[[Course, Data], Course]] = {
    "set_up": _set_up,
    "entered": _enter,
    "entrant_state": lambda course, data: entrants.set_state(
        course, data["entrant"], data["state"]
    ),
    "entrant_seed": lambda course, data: entrants.set_seed(course, data["entrant"], data["seed"]),
    "rated": _rated,
    "state": _finish,
    # What is told of the tournament around its course: nothing here depends on it.
    "described": lambda course, data: course,
    "palmares": lambda course, data: course,
    "timer": lambda course, data: course,
    "drawn": lambda course, data: rounds.draw(course, data.get("seed")),
    "swapped": lambda course, data: rounds.swap(course, data["round"], *data["swap"]),
    "locked": lambda course, data: rounds.lock(course, data["round"], data["lock"]),
    "seated": lambda course, data: rounds.seat(
        course,
        [tuple(map(tuple, sides)) for sides in data["tables"]],
        {int(entrant): worth for entrant, worth in data.get("rests", {}).items()},
    ),
    "redrawn": lambda course, data: rounds.redraw(course, data["round"], data["seed"]),
    "published": lambda course, data: rounds.publish(course, data["round"]),
    "closed": lambda course, data: rounds.close(course, data["round"]),
    "playing": lambda course, data: results.playing(
        course, data["round"], data["table"], data.get("match")
    ),
    "reported": lambda course, data: results.report(
        course, data["round"], data["table"], outcome_of(data), data.get("side")
    ),
    "confirmed": lambda course, data: results.confirm(
        course, data["round"], data["table"], data.get("side")
    ),
    "corrected": lambda course, data: results.correct(
        course, data["round"], data["table"], outcome_of(data), data.get("later")
    ),
    "asked": lambda course, data: results.ask(
        course, data["round"], data["table"], outcome_of(data)
    ),
    "refused": lambda course, data: results.refuse(course, data["round"], data["table"]),
    "taken_back": lambda course, data: results.take_back(
        course, data["round"], data["table"], data.get("later")
    ),
}
KINDS = ("opened", *_KINDS)
