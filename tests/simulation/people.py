"""What people do on a simulated evening, each as a script for the room."""

from dataclasses import dataclass
from random import Random
from typing import Any

from clubs.models import ClubPlayer, Membership, Player
from games import queries
from games.models import Match
from games.registry import installed
from leaderboards import services as boards
from tests.simulation.house import SECRET, account_of
from tests.simulation.room import Call, Pass, Room, Script

HOUR = 3600.0
# By game: the number of players, and rules by which a match ends within the evening.
SHORT: dict[str, tuple[int, dict[str, Any]]] = {
    "dix": (4, {"target": 100, "defence_cap": None}),
    "dix-mille": (2, {"target": 1000}),
    "bataille": (2, {"wins_needed": 2}),
    "maitre": (3, {"tours": 1}),
    "yams": (2, {}),
    "toy": (3, {"target": 2}),
}


@dataclass
class Sheet:
    """A match in the state that somebody's phone knows."""

    by: Pass
    match: str
    version: int
    club: str | None

    def call(self, room: Room, method: str, rest: str, body: Any = None, **more: Any) -> Call:
        """Return a write that is made on the version that this phone knows."""
        path = f"matches/{self.match}/{rest}"
        if method == "DELETE":
            path += f"?after={self.version}"
        else:
            body = {**(body or {}), "after": self.version}
        return Call(self.by, method, path, body, room.new_id(), **more)


def scribe(room: Room, club: str | None) -> Script:
    """Start a match and record its lines, sometimes together with a second phone."""
    random = room.random
    slug = random.choice(sorted(SHORT))
    count, rules = SHORT[slug]
    by = room.account(club, "scorer") if club else Pass("table")
    seats: list[dict[str, Any]] = [{"name": f"Invité {n}"} for n in range(count)]
    if club:
        seats = [{"player": player} for player in random.sample(people_of(club), count)]
        if random.random() < 0.2:
            seats[0] = {"name": "Un invité"}
    body = {"game": slug, "rules": rules, "seats": seats, "club": club}
    answer = yield Call(by, "POST", "matches/", body, room.new_id())
    if not answer.done:  # one of them was merged or forgotten meanwhile
        return
    started = answer.body
    if not club or random.random() < 0.5:  # the phone on the table has the match's own token
        token = {"X-Match-Token": started["edit_token"]}
        # What does not count is the table's own, and rests on nobody's right.
        by = Pass("table", token, club=club, rests_on=by if started["counts"] == "yes" else None)
    sheet = Sheet(by, started["id"], started["version"], club)
    if random.random() < 0.4:
        room.begin(second_phone(room, sheet))
    yield from write_lines(room, sheet, random.randint(2, 7))


def write_lines(room: Room, sheet: Sheet, actions: int) -> Script:
    """A script that records lines, and now and then corrects one or takes the last one back."""
    for _action in range(actions):
        yield room.random.expovariate(1 / 30)
        call = something(room, sheet)
        if call is None:
            if room.random.random() < 0.8:
                return
            yield 26 * HOUR  # somebody looks at the sheet again, the day after
            continue
        answer = yield call
        if answer.done:
            sheet.version = answer.body["version"]
        elif answer.status in (403, 404):
            return
        else:
            seen = yield Call(sheet.by, "GET", f"matches/{sheet.match}/")
            if seen.done:
                sheet.version = seen.body["version"]


def something(room: Room, sheet: Sheet) -> Call | None:
    """Return the next write of a phone, or None if there is nothing to do."""
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


def people_of(club: str) -> list[int]:
    """Return the ids of the players on a club's list."""
    return sorted(ClubPlayer.objects.filter(club__slug=club).values_list("player", flat=True))


def line_of(match: Match, random: Random, before: int | None = None) -> dict[str, Any] | None:
    """Return a legal line of a match, or None if the match is over.

    It is the next line, or a replacement for line `before`.
    """
    loaded = queries.load(match)
    entries = loaded.entries if before is None else loaded.entries[: before - 1]
    sheet = loaded.replay(entries)
    game = installed.game_of(match.game)
    return None if sheet.result else game.demonstration.sample(loaded.rules, sheet, random)


def second_phone(room: Room, first: Sheet) -> Script:
    """A phone that records through a link. The first phone creates the link and may later revoke
    it.
    """
    random, path = room.random, f"matches/{first.match}/links/"
    made = yield Call(first.by, "POST", path, {"kind": "score_match"}, room.new_id())
    if not made.done:
        return
    headers = {"X-Match-Token": made.body["token"]}
    rests_on = first.by if "Authorization" in first.by.headers else None
    guest = Pass("phone by link", headers, first.club, rests_on=rests_on)
    sheet = Sheet(guest, first.match, first.version, first.club)
    yield from write_lines(room, sheet, random.randint(1, 3))
    if random.random() < 0.3:  # it was for the evening
        yield 60 * HOUR
        guest.revoked = True
        yield from write_lines(room, sheet, 1)
        return
    gone = f"{path}{made.body['id']}/"
    revoked = yield Call(first.by, "DELETE", gone, None, room.new_id(), ends=guest)
    if revoked.done:
        yield from write_lines(room, sheet, 1)


# --- Clubs ---------------------------------------------------------------------------------------


def officer(room: Room, club: str) -> Script:
    """A script that keeps a club's list and its members.

    It adds, renames, hides, merges, unmerges and forgets players, and puts a member out.
    """
    random, by = room.random, room.account(club, "owner")
    new = f"Passante {random.randint(100, 999)}"
    added = yield write(room, by, "POST", "players/", {"name": new, "club": club})
    # The hidden player is left out: if it were merged and then unmerged, it would be shown.
    number = added.body["id"] if added.done else 0
    hides = club == "ouvert" and random.random() < 0.4
    actions = ["rename", "merge", "merge", "forget", "notice", "put out"] + ["hide"] * hides
    for _action in range(random.randint(1, 4)):
        yield random.expovariate(1 / 60)
        known = [player for player in people_of(club) if not (hides and player == number)]
        survivor, other = random.sample(known, 2)
        action = random.choice(actions)
        if action == "rename":
            yield rename(room, by, survivor)
        elif action == "merge":
            yield from merge(room, by, survivor, other)
        elif action == "forget" and number:
            yield write(room, by, "DELETE", f"players/{number}/", forgets=new)
        elif action == "hide" and number:
            hiding = {"shown": "hidden"}
            yield write(room, by, "PATCH", f"players/{number}/", hiding, hides=new)
        elif action == "notice":
            yield write(room, by, "PUT", f"clubs/{club}/notice/", {"text": "Ce soir, tarte."})
        elif action == "put out":
            member = Membership.objects.filter(user__username=account_of(club, "scorer")).first()
            if member is not None:
                path = f"clubs/{club}/members/{member.pk}/"
                yield write(room, by, "DELETE", path, ends=room.account(club, "scorer"))


def rename(room: Room, by: Pass, number: int) -> Call:
    """Give a player another name, which still contains the closed club's mark if the old one
    did.
    """
    old = Player.objects.get(pk=number).name
    new = f"{old} {room.random.randint(1, 9)}"
    room.renamed |= {old, new}
    return write(room, by, "PATCH", f"players/{number}/", {"name": new})


def merge(room: Room, by: Pass, player: int, other: int) -> Script:
    """A script that merges two players, and mostly unmerges them later."""
    room.renamed |= {*Player.objects.filter(pk__in=(player, other)).values_list("name", flat=True)}
    room.renumbered |= {player, other}
    merged = yield write(room, by, "POST", f"players/{player}/merge/", {"other": other})
    if merged.done and room.random.random() < 0.6:
        yield room.random.expovariate(1 / 60)
        yield write(room, by, "DELETE", f"players/{player}/merge/")


def keeper(room: Room) -> Script:
    """A script that rebuilds a game's boards while the other scripts go on."""
    yield room.random.uniform(60, 300)
    slug = room.random.choice(sorted(SHORT))
    meanwhile = room.random.uniform(0, 60)

    def rebuild() -> None:
        boards.rebuild(game=slug, progress=lambda done: room.run(room.clock.elapsed + meanwhile))

    restarts = room.site.restarts
    try:
        room.site.do(rebuild)
    except RuntimeError:
        # The site was restarted meanwhile, and its start has completed the stopped rebuild.
        assert room.site.restarts > restarts


def write(room: Room, by: Pass, method: str, path: str, body: Any = None, **more: Any) -> Call:
    """Return a write with a new `client_id`: the site does it once, however often it is sent."""
    return Call(by, method, path, body, room.new_id(), **more)


# --- Tournaments ---------------------------------------------------------------------------------


def organiser(room: Room, club: str) -> Script:
    """A script that runs a tournament of two rounds.

    The tables report their results from their phones, or play the match on the site.
    """
    random, by = room.random, room.account(club, "officer")
    slug = random.choice(["bataille", "toy"])
    form = random.choice(["swiss", "round_robin", "single_elimination"])
    body = {
        **{"name": f"Tournoi {SECRET}" if club == "clos" else "Tournoi", "club": club},
        **{"game": slug, "rules": SHORT[slug][1], "seed": "graine", "format": form},
        "options": {"rounds": 2} if form == "swiss" else {},
    }
    made = yield write(room, by, "POST", "tournaments/", body)
    if not made.done:
        return
    path = f"tournaments/{made.body['id']}/"
    people = random.sample(people_of(club), random.randint(3, 5))
    entrants = [{"players": [{"player": player}]} for player in people]
    yield write(room, by, "POST", f"{path}entrants/", entrants)
    if random.random() < 0.5:
        hook = {"url": "https://example.org/hook", "secret": "secret"}
        yield write(room, by, "POST", f"{path}webhooks/", hook)
    for _round in range(2):
        drawn = yield write(room, by, "POST", f"{path}rounds/", {})
        if not drawn.done:
            return
        yield random.expovariate(1 / 30)
        at = f"{path}rounds/{drawn.body['number']}/"
        published = yield write(room, by, "POST", f"{at}publish/", {})
        if not published.done:
            return
        tables = [table for table in published.body["tables"] if not table["bye"]]
        for table in tables:
            room.begin(side(room, f"{at}tables/{table['number']}/", table["tokens"], club))
        yield random.uniform(60, 400)
        now = yield Call(by, "GET", at)
        if not now.done:
            return
        for table in now.body["tables"]:
            result = f"{at}tables/{table['number']}/result/"
            if not table["bye"] and table["result"] is None:
                yield write(room, by, "POST", result, {"scores": [2, 1]})
            elif not table["bye"] and random.random() < 0.2:
                yield write(room, by, "PUT", result, {"scores": [0, 3]})
        yield write(room, by, "POST", f"{at}close/", {})


def side(room: Room, path: str, tokens: list[str], club: str) -> Script:
    """A script for a table's phones: report a result and confirm it, or play the match."""
    random = room.random
    sides = [Pass(f"side {n}", {"X-Table-Token": it}, club) for n, it in enumerate(tokens)]
    if random.random() < 0.5:
        reported = yield write(room, sides[0], "POST", f"{path}result/", {"scores": [3, 1]})
        if reported.done:
            yield random.expovariate(1 / 30)
            yield write(room, sides[1], "POST", f"{path}confirm/", {})
        return
    played = yield write(room, sides[0], "POST", f"{path}match/", {})
    if played.done:
        token = {"X-Match-Token": played.body["edit_token"]}
        sheet = Sheet(Pass("table", token, club), played.body["match"], 1, club)
        yield from write_lines(room, sheet, 8)
