"""The graph of who taught whom, in memory: lines up and down, generations, paths. Pure.

People are numbers, and a link is (teacher, learner). A `Lineage` is built once for each version
of a game's graph, and never changed. Each method makes at most one pass over the links, so that
it is fast even for 100 000 people.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

Link = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lineage:
    """A graph: each person's teachers and pupils, in the order in which the links were given."""

    teachers: Mapping[int, list[int]]
    pupils: Mapping[int, list[int]]
    _generations: dict[int, int] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, links: Iterable[Link], people: Iterable[int] = ()) -> "Lineage":
        """Return the graph with these links. `people` adds people who may have no link."""
        teachers: dict[int, list[int]] = {person: [] for person in people}
        pupils: dict[int, list[int]] = {person: [] for person in teachers}
        for teacher, learner in links:
            if teacher not in teachers:
                teachers[teacher], pupils[teacher] = [], []
            if learner not in teachers:
                teachers[learner], pupils[learner] = [], []
            teachers[learner].append(teacher)
            pupils[teacher].append(learner)
        return cls(teachers, pupils)

    def __contains__(self, person: int) -> bool:
        return person in self.teachers

    def __len__(self) -> int:
        return len(self.teachers)

    @property
    def links(self) -> Iterable[Link]:
        """All links, as (teacher, learner)."""
        return (
            (teacher, learner) for teacher, learners in self.pupils.items() for learner in learners
        )

    @property
    def roots(self) -> list[int]:
        """The people without a teacher in the graph."""
        return [person for person, teachers in self.teachers.items() if not teachers]

    @property
    def generations(self) -> Mapping[int, int]:
        """The generation of each person: 0 without a teacher, else one more than the least among
        the teachers'.

        This is the distance from the nearest root, computed by one breadth-first pass.
        """
        if not self._generations:
            self._generations.update(distances(self.roots, self.pupils))
        return self._generations

    def ancestors(self, person: int, depth: int | None = None) -> list[int]:
        """Return a person's teachers, their teachers and so on, nearest first.

        `depth` limits the number of generations.
        """
        return _reached(person, self.teachers, depth)

    def descendants(self, person: int, depth: int | None = None) -> list[int]:
        """Return a person's pupils, their pupils and so on, nearest first.

        `depth` limits the number of generations.
        """
        return _reached(person, self.pupils, depth)

    def lines_to_sources(self, person: int, most: int) -> list[list[int]]:
        """Return the lines from a person up to people without a teacher, shortest first.

        Each line includes both ends. `most` limits their number, because a graph may have more
        lines than people.
        """
        lines: list[list[int]] = []
        queue = deque([[person]])
        while queue and len(lines) < most:
            line = queue.popleft()
            above = self.teachers[line[-1]]
            if not above:
                lines.append(line)
            # As many unfinished lines as are wanted are enough, since each of them ends.
            queue.extend([*line, teacher] for teacher in above if len(queue) < most)
        return lines

    def line_to_source(self, person: int) -> list[int]:
        """Return the shortest line from a person up to somebody without a teacher, both
        included.
        """
        line = [person]
        while self.teachers[line[-1]]:
            line.append(min(self.teachers[line[-1]], key=self.generations.__getitem__))
        return line

    def path(self, start: int, end: int) -> list[int]:
        """Return the shortest path between two people, along links in either direction.

        It includes both people. The list is empty if there is no path.
        """
        return shortest_path(
            start, end, lambda person: (*self.teachers[person], *self.pupils[person])
        )

    def cycle_with(self, teacher: int, learner: int) -> list[int]:
        """Return the cycle that a new link from teacher to learner would close; an empty list if
        none.

        The cycle begins with the learner and goes down to the teacher.
        """
        if teacher not in self or learner not in self:
            return [learner] if teacher == learner else []
        return shortest_path(teacher, learner, self.teachers.__getitem__)[::-1]

    def neighbourhood(
        self, centres: Collection[int], *, depth: int | None = None, most: int | None = None
    ) -> list[int]:
        """Return people within `depth` links of the centres, in either direction, nearest first.

        `most` limits their number. If not all people of the last distance fit, those with the
        oldest links stay.
        """
        seen = {centre: 0 for centre in centres if centre in self}
        queue = deque(seen)
        while queue and (most is None or len(seen) < most):
            person = queue.popleft()
            if depth is not None and seen[person] >= depth:
                break
            for other in (*self.teachers[person], *self.pupils[person]):
                if other not in seen:
                    seen[other] = seen[person] + 1
                    queue.append(other)
        return list(seen)[:most]

    def among(self, people: Collection[int]) -> "Lineage":
        """Return the part of the graph with only these people, and the links between them."""
        members = dict.fromkeys(person for person in people if person in self)
        return Lineage(
            {
                person: [teacher for teacher in self.teachers[person] if teacher in members]
                for person in members
            },
            {
                person: [pupil for pupil in self.pupils[person] if pupil in members]
                for person in members
            },
        )


def distances(
    starts: Iterable[int], onward: Mapping[int, list[int]], most: int | None = None
) -> dict[int, int]:
    """Return each reachable person's number of steps from the nearest start, up to `most` steps.

    `onward` has the people one step further from each person.
    """
    steps_by_person = dict.fromkeys(starts, 0)
    reached, steps = list(steps_by_person), 0
    while reached and (most is None or steps < most):
        steps += 1
        further = []
        for person in reached:
            for other in onward[person]:
                if other not in steps_by_person:
                    steps_by_person[other] = steps
                    further.append(other)
        reached = further
    return steps_by_person


def _reached(person: int, onward: Mapping[int, list[int]], depth: int | None) -> list[int]:
    return list(distances([person], onward, depth))[1:]


def shortest_path(start: int, end: int, onward: Callable[[int], Iterable[int]]) -> list[int]:
    """Return the shortest path from start to end, both included; an empty list if there is none.

    `onward(person)` returns the people one step further.
    """
    came: dict[int, int | None] = {start: None}
    queue = deque([start])
    while queue and end not in came:
        person = queue.popleft()
        for other in onward(person):
            if other not in came:
                came[other] = person
                queue.append(other)
    way: list[int] = []
    step: int | None = end if end in came else None
    while step is not None:
        way.append(step)
        step = came[step]
    return way[::-1]


def find_cycle(lineage: Lineage) -> list[int]:
    """Return a cycle, in which each person teaches the next one; an empty list if there is none."""
    left = set(lineage.teachers) - set(in_order(lineage))
    if not left:
        return []
    # Each of these people has a teacher among them. So a walk upwards comes back to somebody.
    person, walk = min(left), dict[int, None]()
    while person not in walk:
        walk[person] = None
        person = next(teacher for teacher in lineage.teachers[person] if teacher in left)
    met = list(walk)
    return met[met.index(person) :][::-1]


def in_order(lineage: Lineage) -> list[int]:
    """Return people in an order in which everybody comes after all their teachers.

    People on a cycle or below one are left out.
    """
    waiting = {person: len(teachers) for person, teachers in lineage.teachers.items()}
    order = lineage.roots
    for person in order:
        for pupil in lineage.pupils[person]:
            waiting[pupil] -= 1
            if not waiting[pupil]:
                order.append(pupil)
    return order
