"""What people do with the transmission graph on a simulated evening.

Officers write links, and members propose them.
"""

from collections.abc import Iterator
from typing import Any

from clubs.models import Action as ClubAction
from clubs.models import ClubChange
from tests.simulation.house import CLUBS, SECRET
from tests.simulation.people import SHORT, people_of, write
from tests.simulation.room import Call, Room, Script
from transmission.graph.lineage import Lineage, find_cycle
from transmission.models import Action, Graph, Link, Source
from transmission.queries import link_body


def family(room: Room, club: str) -> Script:
    """A script that writes links and sources of a game; some are proposed, confirmed or removed."""
    random = room.random
    officer, member = room.account(club, "officer"), room.account(club, "member")
    path = f"transmission/{random.choice(sorted(SHORT))}/"
    people = random.sample(people_of(club), 4)
    for player in people:
        seen = {"player": player, "date": "2026-10-01", "witness": "Le bureau"}
        yield write(room, officer, "POST", f"{path}attestations/", seen)
    note = "" if CLUBS[club] else f"chez {SECRET}"
    for _action in range(random.randint(2, 7)):
        yield random.expovariate(1 / 30)
        teacher, learner = random.sample(people, 2)
        action = random.choice(["link", "link", "propose", "propose", "source", "see"])
        if action == "source":
            source = {"player": teacher, "kind": "family", "note": note}
            made = yield write(room, officer, "POST", f"{path}sources/", source)
            if made.done and random.random() < 0.5:
                yield write(room, officer, "DELETE", f"{path}sources/{made.body['id']}/")
            continue
        if action == "see":
            yield from _see(room, path)
            continue
        by = officer if action == "link" else member
        link = {"teacher": teacher, "learner": learner, "date": "2024", "note": note, "club": club}
        made = yield write(room, by, "POST", f"{path}links/", link)
        if not made.done:
            continue
        at = f"{path}links/{made.body['id']}/"
        if action == "propose" and random.random() < 0.7:
            yield write(room, officer, "POST", f"{at}confirm/")
        if random.random() < 0.2:
            yield write(room, officer, "DELETE", at)


def _see(room: Room, path: str) -> Script:
    by = room.account(room.random.choice(sorted(CLUBS)), "member")
    rest = room.random.choice(["", "export/?format=csv", "export/?format=svg"])
    yield Call(by, "GET", f"{path}{rest}")


def wrong_graphs() -> Iterator[str]:
    """Yield the graphs that contain a cycle, or do not agree with their log."""
    for graph in Graph.objects.order_by("game"):
        links = Link.objects.filter(game=graph.game)
        if find_cycle(Lineage.of(links.values_list("teacher_id", "learner_id"))):
            yield f"{graph.game}: somebody taught themselves"
        if links.filter(learner__in=_sources(graph)).exists():
            yield f"{graph.game}: a source has a teacher"
        log = list(Action.objects.filter(game=graph.game).order_by("version"))
        if [action.version for action in log] != list(range(1, graph.version + 1)):
            yield f"{graph.game}: its log has not one line a version"
        yield from _unlike_the_log(graph, log)


def _sources(graph: Graph) -> list[int]:
    return list(Source.objects.filter(game=graph.game).values_list("player", flat=True))


def _unlike_the_log(graph: Graph, log: list[Action]) -> Iterator[str]:
    """Yield a sentence if the stored links of a graph are not those that its log leads to.

    Nothing is checked after a merger, which moves links and is only in the club's log.
    """
    if ClubChange.objects.filter(kind=ClubAction.MERGED).exists():
        return
    expected: dict[int, Any] = {}
    for action in log:
        if action.kind in (Action.Kind.LINK, Action.Kind.CONFIRM):
            expected[action.after["id"]] = action.after
        elif action.kind == Action.Kind.DELETE and "teacher" in action.before:
            del expected[action.before["id"]]
    links = Link.objects.filter(game=graph.game).select_related("club")
    stored = {link.pk: link_body(link) for link in links}
    if stored != expected:
        yield f"{graph.game}: {stored} is not what its log says, {expected}"
