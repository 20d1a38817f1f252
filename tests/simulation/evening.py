"""One simulated evening, in which everything that happens follows from the seed."""

import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from importlib import import_module
from random import Random, SystemRandom
from unittest.mock import patch

from django.conf import settings
from django.test import override_settings

from tests.simulation import checks, lineage, people, readers, worker
from tests.simulation.clock import Clock
from tests.simulation.database import Database, made
from tests.simulation.house import CLUBS, fill
from tests.simulation.room import VISITOR, Room, Weather
from tests.simulation.site import Site
from tournaments.notices import sending, webhooks

# When an evening begins: an ordinary one, New Year's Eve, and the night in which an hour comes
# twice.
BEGINS = (
    datetime(2026, 11, 20, 19, 0, tzinfo=UTC),
    datetime(2026, 12, 31, 22, 45, tzinfo=UTC),
    datetime(2026, 10, 24, 23, 30, tzinfo=UTC),
)
# Jobs wait for the worker, as in production.
QUEUED = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}


@dataclass(frozen=True)
class EveningReport:
    """The faults of an evening, in words (none if all is well), and a digest of all its answers."""

    wrong: list[str]
    digest: str


@contextmanager
def nothing_by_chance(random: Random, clock: Clock) -> Iterator[None]:
    """Make the time, and everything that the site draws by lot (names, secrets), follow from the
    seed.
    """
    drawn = Random(random.getrandbits(64)).randbytes
    with (
        patch.object(os, "urandom", drawn),
        patch.multiple(
            SystemRandom,
            random=lambda self: (int.from_bytes(drawn(7)) >> 3) * 2**-53,
            getrandbits=lambda self, bits: int.from_bytes(drawn((bits + 7) // 8)) >> -bits % 8,
            randbytes=lambda self, count: drawn(count),
        ),
        override_settings(SECRET_KEY="simulated", TASKS=QUEUED),
        clock.ruling(),
    ):
        yield


def filled() -> Database:
    """Return the filled database, a copy of which each evening begins with."""
    # Load the site's pages first: what they draw by lot once for a process must not depend on a
    # seed.
    import_module(settings.ROOT_URLCONF)
    with nothing_by_chance(Random(0), Clock(BEGINS[0] - timedelta(days=60))):
        return made(fill)


def happen(seed: int, database: Database) -> EveningReport:
    """Simulate the evening of a seed, and return what was wrong with it."""
    random = Random(seed)
    clock, site = Clock(random.choice(BEGINS)), Site(database)
    room = Room(random, clock, site, Weather.of(random))
    receiver = worker.Receiver(room)
    sending_away = patch.object(webhooks, "send_to", receiver)
    # Send messages in the same thread: the order of several threads would not follow from the seed.
    at_once = patch.object(sending, "beside", lambda work: work())
    with nothing_by_chance(random, clock), sending_away, at_once, site.running():
        try:
            invite(room)
            room.run()
            wrong = [*worker.after(room, receiver), *checks.after(room)]
        except Exception as error:
            wrong = [*room.wrong, *site.bugs, "".join(traceback.format_exception(error))]
    answers = (answer.content for call in room.calls for answer in call.answers)
    return EveningReport(wrong, sha256(b"\n".join(answers)).hexdigest()[:16])


def invite(room: Room) -> None:
    """Choose by lot who comes to the evening, and start their scripts."""
    random = room.random
    for _table in range(random.randint(1, 3)):
        room.begin(people.scribe(room, random.choice(["ouvert", "ouvert", "clos", None])))
    if random.random() < 0.3:
        room.begin(people.organiser(room, random.choice(sorted(CLUBS))))
    if random.random() < 0.4:
        room.begin(people.officer(room, random.choice(sorted(CLUBS))))
    if random.random() < 0.5:
        by = random.choice([VISITOR, VISITOR, room.account("ouvert", "owner")])
        room.begin(readers.passer_by(room, by))
    if random.random() < 0.3:
        role = random.choice(["member", "member", "officer", "owner"])
        room.begin(readers.browser(room, random.choice(sorted(CLUBS)), role))
    if random.random() < 0.3:
        room.begin(lineage.family(room, random.choice(sorted(CLUBS))))
    if random.random() < 0.15:
        room.begin(people.keeper(room))
    if random.random() < 0.5:
        room.begin(worker.worker(room))
        by = random.choice([VISITOR, room.account("ouvert", "scorer")])
        room.begin(worker.curious(room, by))
