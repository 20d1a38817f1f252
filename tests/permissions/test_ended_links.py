"""An entrant's link that has ended opens nothing: its holder gets what any visitor gets."""

import pytest

from clubs.callers import Caller
from tests.extents import some
from tests.permissions.tournaments import ROWS
from tournaments import services
from tournaments.models import Tournament
from tournaments.permissions import entrant_token, side_token
from tournaments.services import Writing
from tournaments.storage import load

pytestmark = pytest.mark.django_db

ABOUT_ONE = [call for call in ROWS if "<str:tournament_id>" in call[0]]


@pytest.fixture
def held(world, monkeypatch):
    """A list of the tokens that the visitor's program and browser carry; addresses contain the
    first one.
    """
    tokens, program, browser, address = [], world.program, world.browser, world.address

    def carrying_program(*args):
        client = program(*args)
        client.defaults["HTTP_X_TABLE_TOKEN"] = tokens[-1]
        return client

    def carrying_browser(*args):
        client = browser(*args)
        client.cookies["tournaments"] = ".".join(
            f"{world.tournament.pk}:{token}" for token in tokens
        )
        return client

    monkeypatch.setattr(world, "program", carrying_program)
    monkeypatch.setattr(world, "browser", carrying_browser)
    monkeypatch.setattr(world, "address", lambda *args: address(*args).replace("0" * 40, tokens[0]))
    return tokens


def tokens_of(night):
    """Return the first entrant's tokens: that of their link, and that of their side at the first
    table.
    """
    row = Tournament.objects.get(pk=night.pk)
    tokens = [entrant_token(row, 1)]
    for drawn in load(row).rounds[:1]:
        seated = drawn.table(1)
        sides = [side for side, members in enumerate(seated.table.sides) if 1 in members]
        tokens += [side_token(row, 1, seated, side) for side in sides]
    return tokens


@pytest.mark.parametrize(("route", "method"), some(list(ABOUT_ONE), 12, unpack=True))
def test_whoever_holds_an_ended_link_is_a_visitor(world, held, route, method):
    row = ROWS[route, method]
    # A members-only club is preferred, because there even a successful read would reveal
    # something.
    kind = "private tournament" if "private tournament" in row.cells else next(iter(row.cells))
    night = world.tournament_at(kind, row.stage)
    held[:] = tokens_of(night)
    by = Writing(Caller(user=world.accounts["site owner"]))
    services.renew_link(tournament_id=night.pk, number=1, by=by)
    world.before = None
    cell = row.cells[kind]["visitor"]
    expected = row.ok if cell == "ok" else int(cell)
    assert world.ask(route, method, row, kind, "visitor") == (expected, row.writes and cell == "ok")


def test_before_it_has_ended_it_opens_the_tournament(world, held):
    row = ROWS["tournois/<str:tournament_id>/", "GET"]
    held[:] = tokens_of(world.tournament_at("private tournament", row.stage))
    for route in ("tournois/<str:tournament_id>/", "api/v1/tournaments/<str:tournament_id>/"):
        assert world.ask(route, "GET", row, "private tournament", "visitor") == (200, False)
