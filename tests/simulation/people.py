"""What people do on a simulated evening, each as a script of the room."""

from dataclasses import dataclass
from random import Random
from typing import Any

from clubs.models import ClubPlayer
from games import queries, registry
from games.models import Match
from tests.simulation.house import account_of
from tests.simulation.room import Call, Pass, Room, Script

# By game: how many sit down, and rules by which a match ends within the evening.
SHORT: dict[str, tuple[int, dict[str, Any]]] = {
    "dix": (4, {"target": 100, "defence_cap": None}),
    "dix-mille": (2, {"target": 1000}),
    "bataille": (2, {"wins_needed": 2}),
    "maitre": (3, {"tours": 1}),
    "yams": (2, {}),
    "toy": (3, {"target": 2}),
}


def by_account(club: str, role: str) -> Pass:
    """Somebody of a club, with a program of theirs."""
    headers = {"Authorization": f"Token {account_of(club, role)}"}
    return Pass(f"{role} of {club}", headers, insider=club == "clos")


@dataclass
class Sheet:
    """A match as somebody's phone knows it."""

    by: Pass
    match: str
    version: int
    club: str | None

    def call(self, room: Room, method: str, rest: str, body: Any = None, **more: Any) -> Call:
        """A write on the version that this phone knows."""
        path = f"matches/{self.match}/{rest}"
        if method == "DELETE":
            path += f"?after={self.version}"
        else:
            body = {**(body or {}), "after": self.version}
        return Call(self.by, method, path, body, room.new_id(), **more)


def scribe(room: Room, club: str | None) -> Script:
    """Start a match, and write it with a second phone, whose link is revoked in the end."""
    random = room.random
    slug = random.choice(sorted(SHORT))
    count, rules = SHORT[slug]
    by = by_account(club, "scorer") if club else Pass("table")
    seats: list[dict[str, Any]] = [{"name": f"Invité {n}"} for n in range(count)]
    if club:
        people = sorted(ClubPlayer.objects.filter(club__slug=club).values_list("player", flat=True))
        seats = [{"player": player} for player in random.sample(people, count)]
        if random.random() < 0.2:
            seats[0] = {"name": "Un invité"}
    body = {"game": slug, "rules": rules, "seats": seats, "club": club}
    answer = yield Call(by, "POST", "matches/", body, room.new_id())
    assert answer.done, answer.content
    started = answer.body
    if random.random() < 0.5:  # the phone on the table has but the match's own token
        by = Pass("table", {"X-Match-Token": started["edit_token"]}, insider=club == "clos")
    sheet = Sheet(by, started["id"], started["version"], club)
    if random.random() < 0.4:
        room.begin(second_phone(room, sheet))
    yield from write_lines(room, sheet, random.randint(2, 7))


def write_lines(room: Room, sheet: Sheet, deeds: int) -> Script:
    """Record lines, and now and then correct or take back one."""
    for _deed in range(deeds):
        yield room.random.expovariate(1 / 30)
        call = something(room, sheet)
        if call is None:
            return
        answer = yield call
        if answer.done:
            sheet.version = answer.body["version"]
        elif sheet.by.ended:
            return
        else:
            seen = yield Call(sheet.by, "GET", f"matches/{sheet.match}/")
            if seen.done:
                sheet.version = seen.body["version"]


def something(room: Room, sheet: Sheet) -> Call | None:
    """The next write of a phone; None when there is nothing to do."""
    random = room.random
    match = queries.matches().get(pk=sheet.match)
    lines = len(queries.load(match).entries)
    if match.status == "abandoned":
        return sheet.call(room, "PATCH", "", {"status": "in_progress"})
    if lines and random.random() < 0.25:
        if random.random() < 0.4:
            return sheet.call(room, "DELETE", f"entries/{lines}/")
        number = random.randint(1, lines)
        line = line_of(match, random, before=number)
        return sheet.call(room, "PUT", f"entries/{number}/", line)
    if random.random() < 0.1:
        changes = [{"sides": [{"side": 0, "name": f"Camp {random.randint(1, 99)}"}]}]
        if match.status == "in_progress":
            changes.append({"status": "abandoned"})
        return sheet.call(room, "PATCH", "", random.choice(changes))
    line = line_of(match, random)
    return None if line is None else sheet.call(room, "POST", "entries/", line)


def line_of(match: Match, random: Random, before: int | None = None) -> dict[str, Any] | None:
    """A legal line of a match: its next one, or another in the place of one; None at its end."""
    loaded = queries.load(match)
    entries = loaded.entries if before is None else loaded.entries[: before - 1]
    sheet = loaded.replay(entries)
    game = registry.game_of(match.game)
    return None if sheet.result else game.sample(loaded.rules, sheet, random)


def second_phone(room: Room, first: Sheet) -> Script:
    """A phone that writes by a link, which the first one makes and later revokes."""
    random, path = room.random, f"matches/{first.match}/links/"
    made = yield Call(first.by, "POST", path, {"kind": "score_match"}, room.new_id())
    if not made.done:
        return
    headers = {"X-Match-Token": made.body["token"]}
    guest = Pass("phone by link", headers, insider=True)
    sheet = Sheet(guest, first.match, first.version, first.club)
    yield from write_lines(room, sheet, random.randint(1, 3))
    gone = f"{path}{made.body['id']}/"
    revoked = yield Call(first.by, "DELETE", gone, None, room.new_id(), ends=guest)
    if revoked.done:
        yield from write_lines(room, sheet, 1)
