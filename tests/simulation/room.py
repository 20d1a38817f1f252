"""The room of a simulated evening: who does what when, and the network between them and the site.

A script is a generator. It yields seconds, and is woken after them; or a `Call`, and gets its
`Answer`, however often the call had to be sent. Everything is chosen by the evening's seed.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import inf
from random import Random
from typing import Any
from uuid import UUID

from django.db import connection

from clubs.exactly_once import REMOVED_NAME
from tests.simulation.clock import Clock
from tests.simulation.house import CLUBS, SECRET, account_of
from tests.simulation.site import TROUBLES, Answer, Asked, Site, Trouble

PATIENCE = 10  # seconds until a phone sends again
# After so many times what is sent arrives: an evening ends.
TRIES = 5


@dataclass(eq=False)
class Pass:
    """What somebody shows to the site: an account's token, a link, nothing."""

    name: str
    headers: dict[str, str] = field(default_factory=dict)
    # Of the closed club: as long as it serves, it reads what is that club's.
    closed: bool = False
    # Without that one this one opens nothing either.
    rests_on: "Pass | None" = None
    # A link that was revoked, an account that was put out.
    revoked: bool = False

    @property
    def ended(self) -> bool:
        """Whether it opens nothing any more."""
        return self.revoked or (self.rests_on is not None and self.rests_on.ended)


VISITOR = Pass("visitor")


@dataclass(eq=False)
class Call:
    """Something asked of the site until it answers. A write has a `client_id`."""

    by: Pass
    method: str
    path: str
    body: Any = None
    client_id: str = ""
    # The pass that it ends, as soon as the site has done it.
    ends: Pass | None = None
    # The name that nobody may read any more, as soon as the site has done it.
    forgets: str = ""
    # All that the site answered to its copies, heard or not; and what its sender was told.
    answers: list[Answer] = field(default_factory=list)
    heard: Answer | None = None

    @property
    def asked(self) -> Asked:
        """What is sent."""
        path = f"/api/v1/{self.path}" if not self.path.startswith("/") else self.path
        body = self.body
        if self.client_id and self.method != "DELETE" and not isinstance(body, list):
            body = {**(body or {}), "client_id": self.client_id}
        elif self.client_id:
            path += f"{'&' if '?' in path else '?'}client_id={self.client_id}"
        return Asked(self.method, path, body, self.by.headers)

    def __str__(self) -> str:
        return f"{self.by.name}: {self.method} {self.path}"


Script = Generator["Call | float", Any, None]


@dataclass(frozen=True)
class Weather:
    """How often, in one sending, each misfortune happens."""

    lost: float = 0
    unheard: float = 0
    late: float = 0
    doubled: float = 0
    struck: float = 0
    jump: float = 0

    @classmethod
    def of(cls, random: Random) -> "Weather":
        """An evening's weather: half of the misfortunes, now and then or often."""
        return cls(
            *(random.choice([0, 0, 0.05, 0.2]) for _ in range(4)),
            struck=random.choice([0, 0.1, 0.3, 0.5]),
            jump=random.choice([0, 0, 0.02]),
        )


class Room:
    """People, their phones and the network, in the time of the clock."""

    def __init__(self, random: Random, clock: Clock, site: Site, weather: Weather):
        self.random, self.clock, self.site, self.weather = random, clock, site, weather
        self.calls: list[Call] = []
        # What was seen that may not be, in words.
        self.wrong: list[str] = []
        # Names that nobody may read any more.
        self.forgotten: set[str] = set()
        self._accounts: dict[tuple[str, str], Pass] = {}
        self._queue: list[tuple[float, int, Any]] = []
        self._numbers = count()

    def new_id(self) -> str:
        """A new `client_id`."""
        return str(UUID(int=self.random.getrandbits(128), version=4))

    def account(self, club: str, role: str) -> Pass:
        """Somebody of a club, with a program of theirs."""
        if (club, role) not in self._accounts:
            headers = {"Authorization": f"Token {account_of(club, role)}"}
            made = Pass(f"{role} of {club}", headers, closed=not CLUBS[club])
            self._accounts[club, role] = made
        return self._accounts[club, role]

    def later(self, seconds: float, do: Any) -> None:
        """Do something after so many seconds."""
        heappush(self._queue, (self.clock.elapsed + seconds, next(self._numbers), do))

    def begin(self, script: Script) -> None:
        """Let somebody act, some time in the first minutes."""
        self.later(self.random.uniform(0, 60), lambda: self._go_on(script, None))

    def run(self, until: float = inf) -> None:
        """Let all of it happen, or what happens before that second of the evening."""
        while self._queue and self._queue[0][0] < until:
            self.clock.elapsed, _number, do = heappop(self._queue)
            do()

    def _go_on(self, script: Script, told: Any) -> None:
        try:
            wanted = script.send(told)
        except StopIteration:
            return
        if isinstance(wanted, Call):
            self.calls.append(wanted)
            self._send(wanted, script, 1)
        else:
            self.later(wanted, lambda: self._go_on(script, None))

    def _send(self, call: Call, script: Script, tries: int) -> None:
        weather = self.weather if tries <= TRIES else Weather()
        lucky = self.random.random
        if lucky() < weather.jump:
            self.clock.jump(self.random.choice([-7200, -30, 5, 3600, 26 * 3600]))
        copies = [0.1 if lucky() >= weather.late else self.random.uniform(1, 4 * PATIENCE)]
        if lucky() < weather.doubled:
            copies.append(self.random.expovariate(1 / 60))
        if lucky() < weather.lost:
            del copies[0]
        unheard = lucky() < weather.unheard
        for after in copies:
            trouble = self._trouble() if lucky() < weather.struck else None
            self.later(after, lambda it=trouble: self._deliver(call, script, it, unheard))
        self.later(PATIENCE, lambda: None if call.heard else self._send(call, script, tries + 1))

    def _trouble(self) -> Trouble:
        kinds = TROUBLES[connection.vendor]
        return Trouble(self.random.choice(kinds), self.random.randint(1, 25))

    def _deliver(self, call: Call, script: Script, trouble: Trouble | None, unheard: bool) -> None:
        answer = self.site.ask(call.asked, trouble)
        if answer is None or answer.status == 503:
            return
        self._look_at(call, answer)
        call.answers.append(answer)
        if call.ends is not None and answer.done:
            call.ends.revoked = True
        if call.forgets and answer.done:
            self.forgotten.add(call.forgets)
        if call.heard is None and not unheard:
            call.heard = answer
            self._go_on(script, answer)

    def _look_at(self, call: Call, answer: Answer) -> None:
        """Note what no answer may be."""
        if answer.status >= 500:
            self.wrong.append(f"{call}: {answer.status}")
        first = next((one for one in call.answers if one.done), None)
        if call.client_id and answer.done and first and not answer.tells(self._told(first)):
            self.wrong.append(f"{call}: another answer than the first\n{first}\n{answer}")
        if SECRET.encode() in answer.content and (not call.by.closed or call.by.ended):
            self.wrong.append(f"{call}: tells of the closed club")
        if call.by is VISITOR and b'"state":"draft"' in answer.content:
            self.wrong.append(f"{call}: tells of a draft")
        for name in sorted(self.forgotten):
            if name.encode() in answer.content:
                self.wrong.append(f"{call}: tells {name}, who is forgotten")
        if call.by.ended and call.method != "GET" and answer.done and not first:
            self.wrong.append(f"{call}: by a right that has ended")

    def _told(self, answer: Answer) -> bytes:
        """An answer as it is told again: without the names of those who are forgotten."""
        content = answer.content
        for name in self.forgotten:
            content = content.replace(name.encode(), REMOVED_NAME.encode())
        return content
