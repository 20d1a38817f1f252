"""The worker of a simulated evening, and the receiver of a tournament's webhooks."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.db import close_old_connections
from django.db.models import Max
from django.utils import timezone

from games.models import Match, Status
from jobs import services
from jobs.models import UNFINISHED, Job
from jobs.registry import due_works
from jobs.tasks import here
from jobs.worker import Loop
from tests.simulation.people import write
from tests.simulation.room import VISITOR, Call, Pass, Room, Script
from tournaments.log_queries import state_at
from tournaments.models import Delivery, LogEntry, Tournament, Webhook
from tournaments.notices.webhooks import CLAIM, RETRIES, news

NAME = "simulated"


class Receiver:
    """The site to which webhooks are sent. Now and then it is away, or its answer gets lost."""

    def __init__(self, room: Room):
        self._room = room
        self.heard: Counter[str] = Counter()
        self.missed: Counter[str] = Counter()

    def __call__(self, _url: str, body: bytes, _headers: Any) -> int:
        """Receive a message, in place of `webhooks.send_to`."""
        lucky, weather, text = self._room.random.random, self._room.weather, body.decode()
        if lucky() < weather.lost:
            self.missed[text] += 1
            raise OSError
        self.heard[text] += 1
        if lucky() < weather.unheard:
            self.missed[text] += 1
            raise TimeoutError
        return 200


def step() -> None:
    """Do one round of the worker's work, as a newly started worker."""
    close_old_connections()
    here.worker = NAME
    loop = Loop(NAME)
    loop._tidy()
    for function in due_works().values():
        function(lambda: False)
    while services.any_waiting():
        loop._once()


def worker(room: Room) -> Script:
    """A script that does the worker's work every minute or two."""
    for _step in range(room.random.randint(2, 6)):
        yield room.random.expovariate(1 / 90)
        room.strike(step)


def curious(room: Room, by: Pass) -> Script:
    """A script that starts the computation of a match's chances and reads the job's progress.

    Only somebody who may see the match may read it.
    """
    yield room.random.uniform(100, 600)
    # The model of dix is left out: it would take seconds.
    over = Match.objects.filter(status=Status.FINISHED).exclude(game="dix")
    if not over:
        return
    match = room.random.choice(sorted(over.values_list("pk", flat=True)))
    seen = not Match.objects.filter(pk=match, club__public=False).exists()
    started = yield write(room, by, "POST", f"matches/{match}/chances/", open=seen)
    if not started.done:
        return
    key = {"X-Job-Token": started.body["job_token"]} if started.body["job_token"] else {}
    owner = Pass("owner of a job", {**by.headers, **key}, by.club, rests_on=by)
    yield room.random.expovariate(1 / 60)
    yield Call(owner, "GET", f"jobs/{started.body['id']}/")
    yield Call(VISITOR, "GET", f"jobs/{started.body['id']}/", forbidden=not seen)


def after(room: Room, receiver: Receiver) -> Iterator[str]:
    """Let the worker finish without trouble, and yield what it has left undone or lost."""
    step()
    room.calm()
    # A delivery may have to wait for an earlier one that a killed worker had claimed.
    for _step in range(3):
        room.clock.elapsed += max(RETRIES) + CLAIM.total_seconds()
        # The clock may have been set back since a delivery was postponed, so move it past the last
        # one.
        late = Delivery.objects.aggregate(last=Max("due_at"))["last"] or timezone.now()
        room.clock.elapsed += max(0.0, (late - timezone.now()).total_seconds())
        step()
    for job in Job.objects.filter(state__in=UNFINISHED):
        yield f"job {job} never ends"
    for delivery in Delivery.objects.all():
        yield f"{delivery} was never sent, due at {delivery.due_at}, now {timezone.now()}"
    for hook in Webhook.objects.all():
        yield from _unheard(hook.tournament, receiver)


def _unheard(tournament: Tournament, receiver: Receiver) -> Iterator[str]:
    """Yield the events of the log that the receiver was never told of.

    Events that the site stopped sending after the last retry are left out.
    """
    heard = [_event(text) for text in receiver.heard]
    given_up = [_event(text) for text, count in receiver.missed.items() if count > len(RETRIES)]
    versions = LogEntry.objects.filter(tournament=tournament).values_list("version", flat=True)
    before = state_at(tournament, 1)
    for version in sorted(versions):
        folded = state_at(tournament, version)
        for event in news(before, folded):
            if {**event, "tournament": tournament.pk} not in [*heard, *given_up]:
                yield f"tournament {tournament.pk}: nobody was told of {event}"
        before = folded


def _event(text: str) -> dict[str, Any]:
    event: dict[str, Any] = json.loads(text)
    del event["version"]
    return event
