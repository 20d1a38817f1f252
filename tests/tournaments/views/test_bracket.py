"""The bracket on the paper: 7 entrants, so seed 1 rests in the first round."""

import pytest

from clubs.callers import Caller
from tests import factories
from tests.tournaments.stages import arranged
from tournaments import services
from tournaments.queries import View
from tournaments.services import EntrantAsked, Writing
from tournaments.showing.bracket import GAP_X, GAP_Y, HEAD, HEIGHT, MARGIN, WIDTH, tree

pytestmark = pytest.mark.django_db

COLUMN, ROW = WIDTH + GAP_X, HEIGHT + GAP_Y


def drawn(format_, **options):
    club = factories.club()
    by = Writing(Caller(user=factories.member(club, "officer")))
    night = arranged(club, by.caller.account)
    changes = {"format": format_, "options": options}
    services.set_up(tournament_id=night.pk, changes=changes, by=by)
    people = [EntrantAsked(f"Paire {number}") for number in range(3, 8)]
    services.enter(tournament_id=night.pk, entrants=people, by=by)
    outcome = services.draw(tournament_id=night.pk, by=by)
    return tree(View(outcome.tournament, by.caller, outcome.folded))


def test_each_meeting_stands_between_the_two_that_lead_to_it():
    found = drawn("single_elimination", third_place=True)
    places = {(box.stage, (box.x - MARGIN) / COLUMN, (box.y - HEAD) / ROW) for box in found.boxes}
    # Three tables in the first round; the first semi-final waits for one winner, and seed 1.
    assert places == {
        (1, 0, 0),
        (1, 0, 1),
        (1, 0, 2),
        (2, 1, 0),
        (2, 1, 1.5),
        (3, 2, 0.75),
        (3, 2, 3),  # the small final, below
    }
    assert [stage["name"] for stage in found.stages] == ["Ronde 1", "Demi-finales", "Finale"]
    # Into the semi-finals 1 + 2 lines, into the final 2.
    assert len(found.links) == 5


def test_the_two_brackets_of_a_double_elimination_come_together_in_the_final():
    found = drawn("double_elimination")
    final = next(box for box in found.boxes if box.part == "final")
    tops = {part: [b.y for b in found.boxes if b.part == part] for part in ("main", "losers")}
    assert max(tops["main"]) < min(tops["losers"])
    assert min(tops["main"]) < final.y < max(tops["losers"])
    assert len({(box.x, box.y) for box in found.boxes}) == len(found.boxes)
