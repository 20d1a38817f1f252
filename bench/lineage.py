"""The cost of pages about a graph of 100 000 people and about 130 000 links."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from django.test import Client

from bench.report import core_ms, ms, report_cost
from clubs.callers import Caller
from clubs.models import Club, ClubPlayer, Player, User
from core.names import list_keys
from games.registry.game import Game
from games.registry.installed import games
from jobs.job_owner import JobOwner
from jobs.models import Job
from jobs.services import perform
from transmission import jobs, queries
from transmission.models import Graph, Link

PEOPLE = 100_000
TIMES = 15
# The largest graph, in people, for which a visitor's request must cost at most 0.3 s of a core
# even when nothing is cached.
FIRST_READ = 50_000
# The limit, in milliseconds of a core, for every page and for the API's answer with everyone.
MOST_MS = 300.0


def measure_lineage() -> bool:
    """Print the cost of each request about a large graph; return whether any is over its limit."""
    game, half = games()[:2]
    random = Random(10)
    client = Client(headers={"host": "localhost"})
    # The smaller graph is measured while it is the site's only one.
    _fill(half.slug, random, FIRST_READ)
    first = [_first_read(client, f"/transmission/{half.slug}/") for _ in range(TIMES)]
    people = _fill(game.slug, random)
    some = [people[random.randrange(PEOPLE // 2, PEOPLE)] for _ in range(TIMES)]
    _make_layout(game)
    _make_answer(game, client)
    address = f"/transmission/{game.slug}/"
    rows: dict[str, list[Callable[[], Any]]] = {
        "page d'une personne": [
            partial(client.get, f"{address}?autour={person}") for person in some
        ],
        "page du tout": [partial(client.get, f"{address}tout/")] * TIMES,
        "réponse de l'API, tous": [partial(client.get, f"/api/v1{address}")] * TIMES,
    }
    costs = {name: ms([core_ms(call) for call in calls]) for name, calls in rows.items()}
    costs[f"page après un lien, pour {FIRST_READ}"] = ms(first)
    over = [report_cost(f"transmission : {name}", cost, MOST_MS) for name, cost in costs.items()]
    return any(over)


def _first_read(client: Client, address: str) -> float:
    """Return the milliseconds of a core for reading a graph's page when nothing is cached."""
    queries._lineage.cache_clear()
    queries._figures.cache_clear()
    return core_ms(partial(client.get, address))


def _make_layout(game: Game) -> None:
    """Start and perform the job that lays out the page of the whole graph."""
    caller = Caller()
    owner = JobOwner(account=User.objects.create(username="bench"))
    job = jobs.start_layout(queries.graph_of(game, caller), caller, owner)
    if job is None:
        raise SystemExit("no layout was started")
    perform(job_id=job.pk)


def _make_answer(game: Game, client: Client) -> None:
    """Request everyone from the API, then perform the job that this request has started."""
    if client.get(f"/api/v1/transmission/{game.slug}/").status_code != 202:
        raise SystemExit("the answer was not left to a job")
    perform(job_id=Job.objects.get(kind=jobs.EXPORT).pk)


def _fill(slug: str, random: Random, count: int = PEOPLE) -> list[int]:
    """Create `count` people, a club and their links; return the ids of the players.

    Each person except the first twenty learned from an earlier person, and three in ten of them
    learned from a second one.
    """
    rows = Player.objects.bulk_create(
        [Player(name=f"P{number}") for number in range(count)], batch_size=2000
    )
    people = [row.pk for row in rows]
    # Visitors see no name for a person who is on no club's list, and the graph leaves that
    # person out. So everybody is put on the list of a public club.
    club, _made = Club.objects.get_or_create(name="Lignée", slug="lignee", public=True)
    listed = [ClubPlayer(club=club, player=row, **list_keys(f"{slug}{row.pk}")) for row in rows]
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
