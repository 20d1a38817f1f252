"""The bracket on the paper: 7 entrants, so seed 1 rests in the first round."""

import pytest

from clubs.callers import Caller
from tests import factories
from tests.plain import plain
from tests.tournaments.stages import arranged
from tournaments import services
from tournaments.queries import View
from tournaments.services import EntrantAsked, Writing
from tournaments.showing import bracket
from tournaments.showing.bracket import GAP_X, GAP_Y, HEAD, HEIGHT, MARGIN, WIDTH, Bracket, tree
from tournaments.views import drawing

pytestmark = pytest.mark.django_db

COLUMN, ROW = WIDTH + GAP_X, HEIGHT + GAP_Y


def drawn_bracket(format_, to=7, **options):
    club = factories.club()
    by = Writing(Caller(user=factories.member(club, "officer")))
    night = arranged(club, by.caller.account)
    changes = {"format": format_, "options": options}
    services.set_up(tournament_id=night.pk, changes=changes, by=by)
    people = [EntrantAsked(f"Paire {number}") for number in range(3, to + 1)]
    services.enter(tournament_id=night.pk, entrants=people, by=by)
    services.draw(tournament_id=night.pk, by=by)
    services.publish(tournament_id=night.pk, number=1, by=by)
    night.refresh_from_db()
    return Bracket(View(night, by.caller))


def drawn(format_, **options):
    return tree(drawn_bracket(format_, **options).view)


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


def test_a_large_bracket_comes_in_parts_the_last_rounds_first(monkeypatch):
    monkeypatch.setattr(bracket, "ROOM", 2)
    found = drawn_bracket("single_elimination", third_place=True)
    # Seed 1 rests, so that one semi-final follows from a single meeting: « W1.1 » has none.
    assert [sorted(slots) for slots in found.parts] == [
        ["P3", "W2.1", "W2.2", "W3.1"],
        ["W1.2", "W2.1"],
        ["W1.3", "W1.4", "W2.2"],
    ]
    assert found.tables(found.parts[1]) == (1, 1, 1)
    assert found.tables(found.parts[2]) == (1, 2, 3)
    trees = [found.tree(slots) for slots in found.parts]
    assert [[stage["name"] for stage in one.stages] for one in trees] == [
        ["Demi-finales", "Finale"],
        ["Ronde 1", "Demi-finales"],
        ["Ronde 1", "Demi-finales"],
    ]
    assert [len(one.links) for one in trees] == [2, 1, 2]


def test_a_double_elimination_in_parts_shows_every_meeting(monkeypatch):
    monkeypatch.setattr(bracket, "ROOM", 2)
    found = drawn_bracket("double_elimination")
    assert set().union(*found.parts) == set(found.nodes)
    assert all(len(found.tree(slots).boxes) == len(slots) for slots in found.parts)


def test_the_page_draws_the_part_asked_for_alone(monkeypatch):
    monkeypatch.setattr(bracket, "ROOM", 2)
    monkeypatch.setattr(drawing, "ROOM", 2)
    found = drawn_bracket("single_elimination")
    client = factories.browser(factories.site_owner())
    address = f"/tournois/{found.view.tournament.pk}/"
    pages = [
        client.get(f"{address}tableau/", {"page": page}).content.decode()
        for page in ("1", "2", "3", "99", "x")
    ]
    assert [page.count('class="tree__box"') for page in pages] == [3, 2, 3, 3, 3]
    # Seed 1 is in the semi-final already: the last rounds are what there is to see.
    assert found.opening == 1
    assert [page.count("<option") for page in pages] == [3] * 5
    assert '<option value="3" selected>Ronde 1, tables 2 à 3</option>' in plain(pages[2])
    assert "page=3" in pages[1]
    assert "<h3>" not in pages[0]
    sheet = client.get(f"{address}imprimer/tableau/").content.decode()
    assert (sheet.count('<svg class="tree"'), sheet.count('class="tree__box"')) == (3, 8)


def test_a_page_begins_where_there_is_somebody_to_see(monkeypatch):
    monkeypatch.setattr(bracket, "ROOM", 2)
    # 8 meet in the first round: of the last rounds nobody is known.
    assert drawn_bracket("single_elimination", to=8).opening == 2
