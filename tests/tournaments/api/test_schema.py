"""Every call about tournaments and challenges gets an answer that fits the OpenAPI document."""

import re

import pytest

from clubs.links.queries import of_subject
from tests import factories
from tests.games.api.test_schema import document, problems  # noqa: F401 - a fixture
from tests.permissions.rows import ROWS
from tests.permissions.world import season_of
from tests.tournaments.stages import arranged

pytestmark = pytest.mark.django_db
OURS = ("/api/v1/tournaments/", "/api/v1/challenges/")


def test_every_answer_is_what_the_document_says(document):  # noqa: F811 - the fixture
    club, owner = factories.club("ouvert"), factories.site_owner()
    seen, wrong = set(), []
    for (route, method), row in ROWS.items():
        if not f"/{route}".startswith(OURS):
            continue
        tournament = arranged(club, owner, row.stage)
        address = route.replace("<str:tournament_id>", tournament.pk)
        link = of_subject("tournament", tournament.pk).first()
        address = address.replace("<int:link_id>", str(link.pk if link else 0))
        if "<str:challenge_id>" in route:
            season = season_of(club)
            address = address.replace("<str:challenge_id>", season.pk)
            address = address.replace("<int:table_id>", str(season.tables.get().pk))
        address = f"/{re.sub('<int:[a-z]+>', '1', address)}"
        path = described(route)
        answer = getattr(factories.api(owner), method.lower())(address + row.query, row.data)
        seen.add((path, method.lower()))
        assert answer.status_code == row.ok, (address, answer.content)
        differences = [] if row.ok == 204 else problems(document, path, method.lower(), answer)
        wrong += [(method, path, problem) for problem in differences]
    assert wrong == []
    assert seen == {
        (path, method)
        for path in document["paths"]
        if path.startswith(OURS)
        for method in document["paths"][path]
    }


def described(route):
    """Return a route in the notation of the OpenAPI document."""
    return "/" + re.sub(r"<[a-z]+:([a-z_]+)>", r"{\1}", route)
