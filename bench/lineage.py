"""A graph of 100 000 people and some 130 000 links: the cost of its page and its figures."""

from collections import deque
from functools import partial
from random import Random
from typing import Any

from django.db import connection
from django.test import Client

from bench.report import core_ms, ms, report, report_cost, timed
from clubs.callers import Caller
from clubs.models import Club, ClubPlayer, Player, User
from games.registry import Game, games
from jobs.job_owner import JobOwner
from jobs.models import Job
from jobs.services import perform
from transmission import jobs, page, queries
from transmission.graph.lineage import Lineage
from transmission.models import Graph, Link

PEOPLE = 100_000
# People of a graph with long lines.
DEEP = 20_000
TIMES = 15
# The limit for the picture of a neighbourhood.
PICTURE_MS = 300
# « No request without an account above 0.3 s of a core » holds for a graph of so many people.
FIRST_READ = 50_000
# The limit for the API's answer with everyone: a job makes it, and it is kept.
ANSWER_MS = 300
BARE = """
    WITH RECURSIVE above (id) AS (
        SELECT CAST(%s AS bigint) UNION
        SELECT teacher_id FROM above CROSS JOIN transmission_link
        WHERE game = %s AND learner_id = above.id
    ) SELECT id FROM above
"""


def measure_lineage() -> bool:
    """Print the cost of a large graph; say whether anything is over its limit."""
    game, other, half = games()[:3]
    random = Random(10)
    people = _fill(game.slug, random)
    _deepen(other.slug, people, random)
    _fill(half.slug, random, FIRST_READ)
    some = [people[random.randrange(PEOPLE // 2, PEOPLE)] for _ in range(TIMES)]
    last = people[DEEP - TIMES : DEEP]
    caller, client = Caller(), Client(headers={"host": "localhost"})
    seen = queries.graph_of(game, caller)
    part = partial(page.part_of, seen, caller)
    print(f"transmission : {len(seen.lineage)} personnes, {seen.figures.links} liens")
    print(f"transmission : tout disposer, dessiner et compter, en travail {_in_a_job(game):.0f} ms")
    made = _answer_made(game, client)
    print(f"transmission : faire la réponse de l'API, en travail {made:.0f} ms")
    address = f"/transmission/{game.slug}/?autour="
    times: dict[str, list[float]] = {name: [] for name in MEASURED}
    # In turns, each time another one first, so that both sides of a ratio meet the same noise.
    for slug, asked, ours, bare in (
        (game.slug, some, "above", "bare"),
        (other.slug, last, "deep", "deep bare"),
    ):
        for turn, who in enumerate(2 * asked):
            both = [
                (ours, partial(queries.lines_above, slug, who)),
                (bare, partial(_bare, slug, who)),
            ]
            for name, call in both[:: 1 if turn % 2 else -1]:
                times[name].append(timed(call))
    for who in some:
        times["generations"].append(timed(partial(_generations, seen.lineage)))
        times["pass"].append(timed(partial(_one_pass, seen.lineage)))
        times["picture"].append(core_ms(partial(part, page.GraphQuestion(who))))
        times["page"].append(core_ms(partial(client.get, f"{address}{who}")))
        times["whole"].append(core_ms(partial(client.get, f"/transmission/{game.slug}/tout/")))
        times["answer"].append(core_ms(partial(client.get, f"/api/v1/transmission/{game.slug}/")))
    for _time in range(TIMES):
        times["first"].append(_first_read(client, f"/transmission/{half.slug}/"))
    first = "transmission : "
    rows = [
        (f"{first}ancêtres / requête récursive nue", "above", ms(times["bare"]), 2.0),
        (f"{first}milliers d'ancêtres / la même", "deep", ms(times["deep bare"]), 2.0),
        (f"{first}générations / un parcours en largeur", "generations", ms(times["pass"]), 2.0),
    ]
    costs = [
        (f"{first}voisinage dessiné", "picture", PICTURE_MS),
        (f"{first}page après un lien, pour {FIRST_READ}", "first", PICTURE_MS),
        (f"{first}page d'une personne", "page", PICTURE_MS),
        (f"{first}page du tout", "whole", PICTURE_MS),
        (f"{first}réponse de l'API, tous", "answer", ANSWER_MS),
    ]
    over = [report(name, ms(times[key]), base, limit) for name, key, base, limit in rows]
    return any([*over, *(report_cost(name, ms(times[key]), limit) for name, key, limit in costs)])


MEASURED = (
    *("above", "bare", "deep", "deep bare", "generations", "pass", "picture", "page", "whole"),
    *("first", "answer"),
)


def _first_read(client: Client, address: str) -> float:
    """Return what it costs to read a graph's page after a change, when nothing is kept."""
    queries._lineage.cache_clear()
    queries._figures.cache_clear()
    return core_ms(partial(client.get, address))


def _in_a_job(game: Game) -> float:
    """Do the worker's part for the page of the whole graph; return its milliseconds."""
    caller = Caller()
    owner = JobOwner(account=User.objects.create(username="bench"))
    job = jobs.start_layout(queries.graph_of(game, caller), caller, owner)
    if job is None:
        raise SystemExit("no layout was started")
    return timed(partial(perform, job_id=job.pk))


def _answer_made(game: Game, client: Client) -> float:
    """Ask for everyone, then do the worker's part; return its milliseconds."""
    if client.get(f"/api/v1/transmission/{game.slug}/").status_code != 202:
        raise SystemExit("the answer was not left to a job")
    job = Job.objects.get(kind=jobs.EXPORT)
    return timed(partial(perform, job_id=job.pk))


def _fill(slug: str, random: Random, count: int = PEOPLE) -> list[int]:
    """Everyone learned from someone before them, three in ten from two people."""
    rows = Player.objects.bulk_create(
        [Player(name=f"P{number}") for number in range(count)], batch_size=2000
    )
    people = [row.pk for row in rows]
    # Who is on no club's list has no name for a visitor, and stands in no graph.
    club, _made = Club.objects.get_or_create(name="Lignée", slug="lignee", public=True)
    listed = [ClubPlayer(club=club, player=row, name_key=f"{slug}{row.pk}") for row in rows]
    ClubPlayer.objects.bulk_create(listed, batch_size=2000)
    pairs: set[tuple[int, int]] = set()
    for number in range(20, count):
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


def _deepen(slug: str, people: list[int], random: Random) -> None:
    """Another game's graph: everyone learned from one of the fifty before, so lines are long."""
    pairs: set[tuple[int, int]] = set()
    for number in range(20, DEEP):
        pairs.add((people[max(0, number - random.randint(1, 50))], people[number]))
        if random.random() < 0.3:
            pairs.add((people[random.randrange(number)], people[number]))
    Link.objects.bulk_create(
        [
            Link(game=slug, teacher_id=teacher, learner_id=learner, confirmed=True)
            for teacher, learner in sorted(pairs)
        ],
        batch_size=2000,
    )


def _bare(slug: str, player: int) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(BARE, [player, slug])
        return cursor.fetchall()


def _generations(lineage: Lineage) -> Any:
    return Lineage(lineage.teachers, lineage.pupils).generations


def _one_pass(lineage: Lineage) -> int:
    """The simplest breadth-first pass."""
    queue = deque(person for person, teachers in lineage.teachers.items() if not teachers)
    found = set(queue)
    while queue:
        for pupil in lineage.pupils[queue.popleft()]:
            if pupil not in found:
                found.add(pupil)
                queue.append(pupil)
    return len(found)
