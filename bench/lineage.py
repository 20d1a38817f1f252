"""A graph of 100 000 people and some 130 000 links: what its page and its figures cost."""

from collections import deque
from functools import partial
from random import Random
from typing import Any

from django.db import connection
from django.test import Client

from bench.report import ms, report, timed
from clubs.callers import Caller
from clubs.models import Player
from games.registry import games
from transmission import page, queries
from transmission.graph.layout import layered
from transmission.graph.lineage import Lineage
from transmission.models import Graph, Link

PEOPLE = 100_000
TIMES = 5
# What a neighbourhood's picture may take.
PICTURE_MS = 300
BARE = """
    WITH RECURSIVE above (id) AS (
        SELECT CAST(%s AS bigint) UNION
        SELECT teacher_id FROM above CROSS JOIN transmission_link
        WHERE game = %s AND learner_id = above.id
    ) SELECT id FROM above
"""


def measure_lineage() -> bool:
    """Print what a large graph costs; say whether anything is over its limit."""
    game, random = games()[0], Random(10)
    people = _fill(game.slug, random)
    some = [people[random.randrange(PEOPLE // 2, PEOPLE)] for _ in range(TIMES)]
    caller, client = Caller(), Client(headers={"host": "localhost"})
    seen = queries.graph_of(game, caller)
    part = partial(page.part_of, seen, caller)
    print(f"transmission : {len(seen.lineage)} personnes, {seen.figures.links} liens")
    spread = partial(layered, seen.lineage, seen.lineage.generations)
    print(f"transmission : tout disposer {timed(spread):.0f} ms")
    address = f"/transmission/{game.slug}/?autour="
    times: dict[str, list[float]] = {
        "above": [timed(partial(queries.lines_above, game.slug, who)) for who in some],
        "bare": [timed(partial(_bare, game.slug, who)) for who in some],
        "generations": [timed(partial(_generations, seen.lineage)) for _ in some],
        "pass": [timed(partial(_one_pass, seen.lineage)) for _ in some],
        "picture": [timed(partial(part, page.Asked(who))) for who in some],
        "page": [timed(partial(client.get, f"{address}{who}")) for who in some],
    }
    first = "transmission : "
    rows = [
        (f"{first}ancêtres / requête récursive nue", "above", ms(times["bare"]), 2.0),
        (f"{first}générations / un parcours en largeur", "generations", ms(times["pass"]), 2.0),
        (f"{first}voisinage dessiné / {PICTURE_MS} ms", "picture", PICTURE_MS, 1.0),
        (f"{first}page d'une personne / {PICTURE_MS} ms", "page", PICTURE_MS, 1.0),
    ]
    return any([report(name, ms(times[key]), base, limit) for name, key, base, limit in rows])  # noqa: C419


def _fill(slug: str, random: Random) -> list[int]:
    """Everyone learned from someone before them, three in ten from two people."""
    rows = Player.objects.bulk_create(
        [Player(name=f"P{number}") for number in range(PEOPLE)], batch_size=2000
    )
    people = [row.pk for row in rows]
    pairs: set[tuple[int, int]] = set()
    for number in range(20, PEOPLE):
        pairs.add((people[random.randrange(max(0, number - 20_000), number)], people[number]))
        if random.random() < 0.3:
            pairs.add((people[random.randrange(number)], people[number]))
    Link.objects.bulk_create(
        [
            Link(game=slug, teacher_id=teacher, learner_id=learner, confirmed=True)
            for teacher, learner in sorted(pairs)
        ],
        batch_size=2000,
    )
    Graph.objects.create(game=slug)
    return people


def _bare(slug: str, player: int) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(BARE, [player, slug])
        return cursor.fetchall()


def _generations(lineage: Lineage) -> Any:
    return Lineage(lineage.teachers, lineage.pupils).generations


def _one_pass(lineage: Lineage) -> int:
    """The plainest breadth-first pass there is."""
    queue = deque(person for person, teachers in lineage.teachers.items() if not teachers)
    found = set(queue)
    while queue:
        for pupil in lineage.pupils[queue.popleft()]:
            if pupil not in found:
                found.add(pupil)
                queue.append(pupil)
    return len(found)
