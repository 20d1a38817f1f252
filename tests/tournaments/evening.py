"""A tournament over HTTP, run as an organiser's program would do it."""

from dataclasses import dataclass
from typing import Any

from rest_framework.test import APIClient

from clubs.models import Club, User
from tests import factories

BASE = "/api/v1/tournaments/"
PAIRS = [f"Paire {number}" for number in range(1, 8)]


def made_body(**changes: Any) -> dict[str, Any]:
    """Return the body that creates a tournament: by default a Swiss of dix."""
    return {"name": "Tournoi du 10", "game": "dix", "format": "swiss", "seed": "graine", **changes}


@dataclass
class Evening:
    """A tournament, with its organiser's client and its club."""

    id: str
    client: APIClient
    club: Club

    def url(self, rest: str = "") -> str:
        """Return the address of the tournament, or of something below it."""
        return f"{BASE}{self.id}/{rest}"

    def call(self, method: str, rest: str = "", data: Any = None, **how: Any) -> Any:
        """Call the tournament's API and return the response.

        The caller is the organiser, unless `client` or a side's `token` is given.
        """
        client = how.pop("client", self.client)
        token = how.pop("token", None)
        headers = {"X-Table-Token": token} if token else {}
        return getattr(client, method)(self.url(rest), data, headers=headers, **how)

    def do(self, method: str, rest: str = "", data: Any = None, **how: Any) -> Any:
        """Call the API and return the body of the answer. The call must succeed."""
        answer = self.call(method, rest, data, **how)
        assert answer.status_code in (200, 201), answer.content
        return answer.json()

    def refusal(self, method: str, rest: str = "", data: Any = None, **how: Any) -> Any:
        """Make a refused call; return its status, code and field."""
        answer = self.call(method, rest, data, **how)
        error = answer.json()["errors"][0]
        return answer.status_code, error["code"], error["attr"]

    def enter(self, *names: str) -> Any:
        """Enter entrants by their names, and return the answer."""
        return self.do("post", "entrants/", [{"name": name} for name in names])

    def draw(self, **answer: Any) -> Any:
        """Draw and publish the next round, and return it.

        `without_partner` says what becomes of incomplete pairs.
        """
        number = self.do("post", "rounds/", answer)["number"]
        return self.do("post", f"rounds/{number}/publish/", {})

    def play(self, drawn: Any, *scores: Any) -> Any:
        """Enter these scores at the round's tables, and close the round.

        At tables without given scores, the first side is best.
        """
        tables = [table for table in drawn["tables"] if not table["bye"]]
        for at, table in enumerate(tables):
            usual = [500 - 200 * side for side in range(len(table["sides"]))]
            result = scores[at] if at < len(scores) else usual
            self.do("post", result_of(drawn, table), {"scores": result})
        return self.do("post", f"rounds/{drawn['number']}/close/", {})


def result_of(drawn: Any, table: Any, what: str = "result") -> str:
    """Return the address of a table's result, relative to the tournament."""
    return f"rounds/{drawn['number']}/tables/{table['number']}/{what}/"


def send_list(browser: Any, address: str, text: str = "", file: Any = None, **more: Any) -> Any:
    """Send a list of entrants, and send it again if its preview is shown; return the last
    answer.
    """
    form = {"entrants": text, **more, **({"file": file} if file else {})}
    page = browser.post(address, form)
    if page.status_code != 200 or not page.context.get("list"):
        return page
    seen = page.context["list"]
    return browser.post(address, {"entrants": seen["text"], "seen": seen["seen"], **more})


def evening(
    *names: str, client: APIClient | None = None, by: User | None = None, **changes: Any
) -> Evening:
    """Create a tournament in a new club with these entrants, and return it.

    It is run by `client`, or by the account `by`, or else by a new officer.
    """
    club = factories.club(public=changes.pop("club_public", True))
    if by is not None:
        club.memberships.create(user=by, role="officer")
    client = client or factories.api(by or factories.member(club, "officer"))
    answer = client.post(BASE, made_body(club=club.slug, **changes))
    assert answer.status_code == 201, answer.content
    made = Evening(answer.json()["id"], client, club)
    if names:
        made.enter(*names)
    return made
