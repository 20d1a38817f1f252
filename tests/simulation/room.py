"""The room of a simulated evening: who does what and when, and the network between phones and site.

A script is a generator. It may yield a number of seconds, and is resumed after them. Or it may
yield a `Call`, and receives its `Answer`, however often the call had to be sent. The evening's seed
decides everything.
"""

import re
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import inf
from random import Random
from typing import Any
from uuid import UUID

from django.db import connection

from clubs.first_answers import REMOVED_NAME
from clubs.models import FirstAnswer
from games.models import Change
from tests.simulation.clock import Clock
from tests.simulation.house import HIDDEN, SECRET, account_of
from tests.simulation.site import TROUBLES, Answer, Asked, Site, Trouble
from tournaments.models import LogEntry, Tournament
from transmission.models import Action

PATIENCE = 10  # seconds until a phone sends again
# The misfortunes of the network strike only the first sendings of a call. A later one always
# arrives, so that the evening ends.
TRIES = 5
# The models that store the `client_id` of a write. The start of a tournament has it in the
# tournament's own row.
LOGS: tuple[Any, ...] = (Change, LogEntry, FirstAnswer, Tournament, Action)
# The statuses of an answer to somebody without the right.
DENIED = (401, 403, 404)
HIDDEN_NAME = "joueur anonyme"
PERSON = re.compile(rb'"name":"[^"]*"|"player":(null|\d+)')
# Whether a match counts in its club. It may begin to at any moment: once its club accepts it, or
# the result of its tournament's table is confirmed.
COUNTS = re.compile(rb'"counts":"(\w+)"')
SIGN_IN = "/compte/connexion/"


@dataclass(eq=False)
class Pass:
    """What somebody shows to the site to have a right: an account's token, a link, or nothing."""

    name: str
    headers: dict[str, str] = field(default_factory=dict)
    # The club whose private things this pass may read while it is valid, or None.
    club: str | None = None
    # The cookies of a browser; None for a program.
    cookies: dict[str, str] | None = None
    # The pass on which this one depends: when that one ends, this one ends too.
    rests_on: "Pass | None" = None
    # Whether the link was revoked, or the account put out of the club.
    revoked: bool = False

    @property
    def ended(self) -> bool:
        """Whether the pass, or one that it depends on, has ended."""
        return self.revoked or (self.rests_on is not None and self.rests_on.ended)

    def reads(self, club: str) -> bool:
        """Return whether the pass may read what is private in a club."""
        return self.club == club and not self.ended


VISITOR = Pass("visitor")


@dataclass(eq=False)
class Call:
    """A request that is sent until the sender hears an answer. A write has a `client_id`."""

    by: Pass
    method: str
    path: str
    body: Any = None
    client_id: str = ""
    # Whether the body is a page's form, and the address to which a successful one redirects; "" for
    # any address but the sign-in page.
    form: bool = False
    leads_to: str = ""
    # The pass that ends as soon as the site has done this call.
    ends: Pass | None = None
    # As soon as the site has done this call, nobody may read the name `forgets`, and nobody outside
    # the club may read the name `hides`.
    forgets: str = ""
    hides: str = ""
    # `forbidden`: the sender has no right, so the site must not do it. `open`: it needs no right.
    forbidden: bool = False
    open: bool = False
    # All answers of the site to copies of this call, and the one that the sender heard.
    answers: list[Answer] = field(default_factory=list)
    heard: Answer | None = None
    # If the site stored the write but its answer got lost: the number of answers before that.
    stored_unheard: int | None = None

    @property
    def request(self) -> Asked:
        """The request as it is sent."""
        path = f"/api/v1/{self.path}" if not self.path.startswith("/") else self.path
        body, cookies = self.body, self.by.cookies or {}
        if self.form:
            body = {**body, "csrfmiddlewaretoken": cookies.get("csrftoken", "")}
            body |= {"client_id": self.client_id} if self.client_id else {}
        elif self.client_id and self.method != "DELETE" and not isinstance(body, list):
            body = {**(body or {}), "client_id": self.client_id}
        elif self.client_id:
            path += f"{'&' if '?' in path else '?'}client_id={self.client_id}"
        headers = self.by.headers
        if cookies:
            jar = "; ".join(f"{name}={value}" for name, value in cookies.items())
            headers = {**headers, "Cookie": jar}
        return Asked(self.method, path, body, headers, self.form)

    def worked(self, answer: Answer) -> bool:
        """Return whether an answer says that the call is done. A form that is done redirects to
        another page. A corrected line that is only proposed (202) changes nothing.
        """
        if not self.form:
            return answer.done and not (answer.status == 202 and "/entries/" in self.path)
        if self.leads_to:
            return answer.status == 302 and answer.location == self.leads_to
        return answer.status == 302 and not answer.location.startswith(SIGN_IN)

    def first_done(self) -> Answer | None:
        """Return the first answer that says that the call is done, or None."""
        return next((answer for answer in self.answers if self.worked(answer)), None)

    def done(self) -> bool:
        """Return whether the site did the call, even if its answer got lost."""
        return self.first_done() is not None or self.stored_unheard is not None

    def refused_afterwards(self) -> list[Answer]:
        """Return the answers that refuse the call after it was done.

        An answer to somebody who has lost the right since then is not among them.
        """
        if not self.done():
            return []
        first = self.first_done()
        since = self.answers.index(first) if first is not None else len(self.answers)
        if self.stored_unheard is not None:
            since = min(since, self.stored_unheard)
        return [
            answer
            for answer in self.answers[since:]
            if not self.worked(answer) and not self.denies(answer)
        ]

    def denies(self, answer: Answer) -> bool:
        """Return whether an answer says that the sender has no right.

        It may also say that the club is unknown, because only those with a right learn that a
        private club exists.
        """
        if self.form and answer.status == 302:
            return True
        return answer.status in DENIED or b'"code":"club_unknown"' in answer.content

    def __str__(self) -> str:
        return f"{self.by.name}: {self.method} {self.path}"


Script = Generator["Call | float", Any, None]


@dataclass(frozen=True)
class Weather:
    """The probability of each misfortune, each time that a call is sent."""

    lost: float = 0
    unheard: float = 0
    late: float = 0
    doubled: float = 0
    struck: float = 0
    jump: float = 0

    @classmethod
    def of(cls, random: Random) -> "Weather":
        """Draw an evening's weather: about half of the misfortunes do not happen, the others seldom
        or often.
        """
        return cls(
            *(random.choice([0, 0, 0.05, 0.2]) for _ in range(4)),
            struck=random.choice([0, 0.1, 0.3, 0.5]),
            jump=random.choice([0, 0, 0.02]),
        )


class Room:
    """The people, their phones and the network, driven by the evening's clock."""

    def __init__(self, random: Random, clock: Clock, site: Site, weather: Weather):
        self.random, self.clock, self.site, self.weather = random, clock, site, weather
        self.calls: list[Call] = []
        # What was seen and must never be, in words.
        self.wrong: list[str] = []
        # The forgotten names, which nobody may read any more; the hidden names, which only people
        # of the open club may read.
        self.forgotten: set[str] = set()
        self.hidden = {HIDDEN}
        # The earlier names of renamed or merged players, and the ids of merged ones.
        self.renamed: set[str] = set()
        self.renumbered: set[int] = set()
        self._accounts: dict[tuple[str, str], Pass] = {}
        self._passwords: dict[tuple[str, str], Pass] = {}
        self._queue: list[tuple[float, int, Any]] = []
        self._numbers = count()

    def new_id(self) -> str:
        """Return a new `client_id`."""
        return str(UUID(int=self.random.getrandbits(128), version=4))

    def account(self, club: str, role: str) -> Pass:
        """Return the pass of a program that has the API token of a club's account."""
        if (club, role) not in self._accounts:
            headers = {"Authorization": f"Token {account_of(club, role)}"}
            by = self.password(club, role)
            self._accounts[club, role] = Pass(f"{role} of {club}", headers, club, rests_on=by)
        return self._accounts[club, role]

    def password(self, club: str, role: str) -> Pass:
        """Return the pass for the first password of a club's account.

        When a new password ends it, the sessions and tokens that depend on it end too.
        """
        return self._passwords.setdefault((club, role), Pass(f"password of {role} of {club}"))

    def later(self, seconds: float, do: Any) -> None:
        """Call `do` in that many seconds."""
        heappush(self._queue, (self.clock.elapsed + seconds, next(self._numbers), do))

    def begin(self, script: Script) -> None:
        """Start a script within the first minute."""
        self.later(self.random.uniform(0, 60), lambda: self._go_on(script, None))

    def run(self, until: float = inf) -> None:
        """Let everything happen that is due before that second of the evening; by default
        everything.
        """
        while self._queue and self._queue[0][0] < until:
            self.clock.elapsed, _number, do = heappop(self._queue)
            do()

    def strike(self, work: Callable[[], None]) -> None:
        """Do some work of the site itself, which may meet the same trouble as a call."""
        trouble = self._trouble() if self.random.random() < self.weather.struck else None
        self.site.do(work, trouble)

    def calm(self) -> None:
        """Let no misfortune happen from now on."""
        self.weather = Weather()

    def _go_on(self, script: Script, heard: Any) -> None:
        try:
            wanted = script.send(heard)
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
        # Somebody who has lost the right still gets the answer to their earlier write again.
        again = call.by.ended and bool(call.client_id) and is_stored(call.client_id)
        answer = self.site.ask(call.request, trouble)
        if answer is None or answer.status == 503:
            if call.client_id and call.stored_unheard is None and is_stored(call.client_id):
                call.stored_unheard = len(call.answers)
                # The site has stored the write, so the name is forgotten although nobody heard the
                # answer.
                if call.forgets:
                    self.forgotten.add(call.forgets)
            return
        self._look_at(call, answer, again)
        call.answers.append(answer)
        done = call.worked(answer)
        if call.ends is not None and done:
            call.ends.revoked = True
        if call.forgets and done:
            self.forgotten.add(call.forgets)
        if call.hides and done:
            self.hidden.add(call.hides)
        if call.heard is None and not unheard:
            call.heard = answer
            if call.by.cookies is not None:
                call.by.cookies |= answer.cookies
            self._go_on(script, answer)

    def _look_at(self, call: Call, answer: Answer, again: bool) -> None:
        """Note in `wrong` what is wrong with an answer."""
        if answer.status >= 500:
            self.wrong.append(f"{call}: {answer.status}")
        first = call.first_done()
        repeated = call.client_id and call.worked(answer)
        if first and repeated and not self._alike(call, first, answer):
            self.wrong.append(f"{call}: another answer than the first\n{first}\n{answer}")
        if SECRET.encode() in answer.content and not call.by.reads("clos") and not again:
            self.wrong.append(f"{call}: tells of the closed club")
        if call.by is VISITOR and b'"state":"draft"' in answer.content:
            self.wrong.append(f"{call}: tells of a draft")
        for name in sorted(self.forgotten):
            if name.encode() in answer.content:
                self.wrong.append(f"{call}: tells {name}, who is forgotten")
        for name in sorted(self.hidden):
            if name.encode() in answer.content and not call.by.reads("ouvert") and not again:
                self.wrong.append(f"{call}: tells {name}, who is hidden")
        if call.forbidden and answer.done:
            self.wrong.append(f"{call}: that is another's")
        wrote = call.method != "GET" and call.ends is not call.by and call.worked(answer)
        counts = COUNTS.search(answer.content)
        # A match that does not count is its table's own, whatever right has ended.
        wrote = wrote and not call.open and not (counts and counts[1] != b"yes")
        # A browser that has signed out may sign in again, while its password is valid.
        right = call.by.rests_on if call.path == SIGN_IN else call.by
        if wrote and right is not None and right.ended and not again:
            self.wrong.append(f"{call}: by a right that has ended")

    def _alike(self, call: Call, first: Answer, answer: Answer) -> bool:
        """Return whether a repeated answer equals the first, apart from people's names changed
        since, and from a match that counts since.
        """
        first_text, other = self._unnamed(first), self._unnamed(answer)
        if call.by.ended:  # who may no longer know who sits there
            first_text, other = (PERSON.sub(b"*", content) for content in (first_text, other))
        return Answer(200, first_text).tells(other)

    def _unnamed(self, answer: Answer) -> bytes:
        """Return the content of an answer without the names and ids of people who were renamed,
        merged or forgotten, and without whether a match counts.
        """
        content = COUNTS.sub(b"", answer.content)
        names = {REMOVED_NAME, HIDDEN_NAME, *self.forgotten, *self.renamed}
        for name in sorted(names, key=len, reverse=True):
            content = content.replace(name.encode(), b"*")
        for number in self.renumbered:
            content = content.replace(b'"player":%d,' % number, b'"player":0,')
        # Somebody who was merged with a hidden person is hidden too, and has no id in the answer.
        return content.replace(b'"*","player":null', b'"*","player":0')


def is_stored(client_id: str) -> bool:
    """Return whether some log holds a write with that `client_id`."""
    return any(log.objects.filter(client_id=client_id).exists() for log in LOGS)
