"""Tests of a drawn bracket, mostly of 7 entrants, in which seed 1 rests in the first round."""

import re
from html import unescape

import pytest

from clubs.callers import Caller
from tests import factories
from tests.plain import plain
from tests.tournaments.evening import evening
from tests.tournaments.stages import arranged
from tournaments import permissions, services
from tournaments.models import Tournament
from tournaments.presentation.bracket import bracket
from tournaments.presentation.bracket.boxes import HEAD, MARGIN, WIDEST, laid_out, tree
from tournaments.presentation.bracket.bracket import Bracket
from tournaments.services import EntrantAsked, Writing
from tournaments.view import View
from tournaments.views import drawing

pytestmark = pytest.mark.django_db


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


def drawn_height(view):
    """The distance of two rows in a drawing without a name that is too long."""
    return tree(view).step[1]


def drawn(format_, **options):
    return tree(drawn_bracket(format_, **options).view)


def test_each_meeting_stands_between_the_two_that_lead_to_it():
    layout = drawn("single_elimination", third_place=True)
    column, row = layout.step
    places = {(box.stage, (box.x - MARGIN) / column, (box.y - HEAD) / row) for box in layout.boxes}
    # The first round has three tables. In the first semi-final, seed 1 waits for one winner.
    assert places == {
        (1, 0, 0),
        (1, 0, 1),
        (1, 0, 2),
        (2, 1, 0),
        (2, 1, 1.5),
        (3, 2, 0.75),
        (3, 2, 3),  # the small final, below
    }
    assert [stage["name"] for stage in layout.stages] == ["Ronde 1", "Demi-finales", "Finale"]
    # Three lines lead to the semi-finals (one and two), two to the final, and one to the champion.
    assert len(layout.links) == 6


def test_the_two_brackets_of_a_double_elimination_come_together_in_the_final():
    layout = drawn("double_elimination")
    final = next(box for box in layout.boxes if box.part == "final")
    tops = {part: [b.y for b in layout.boxes if b.part == part] for part in ("main", "losers")}
    assert max(tops["main"]) < min(tops["losers"])
    assert min(tops["main"]) < final.y < max(tops["losers"])
    assert len({(box.x, box.y) for box in layout.boxes}) == len(layout.boxes)


def test_a_large_bracket_comes_in_parts_the_last_rounds_first(monkeypatch):
    monkeypatch.setattr(bracket, "ROOM", 2)
    whole = drawn_bracket("single_elimination", third_place=True)
    # Seed 1 rests, so one semi-final follows from a single meeting: W1.1 has no box.
    assert [sorted(slots) for slots in whole.parts] == [
        ["P3", "W2.1", "W2.2", "W3.1"],
        ["W1.2", "W2.1"],
        ["W1.3", "W1.4", "W2.2"],
    ]
    assert whole.tables(whole.parts[1]) == (1, 1, 1)
    assert whole.tables(whole.parts[2]) == (1, 2, 3)
    trees = [laid_out(whole, slots) for slots in whole.parts]
    assert [[stage["name"] for stage in tree.stages] for tree in trees] == [
        ["Demi-finales", "Finale"],
        ["Ronde 1", "Demi-finales"],
        ["Ronde 1", "Demi-finales"],
    ]
    assert [len(tree.links) for tree in trees] == [3, 1, 2]


def test_a_double_elimination_in_parts_shows_every_meeting(monkeypatch):
    monkeypatch.setattr(bracket, "ROOM", 2)
    whole = drawn_bracket("double_elimination")
    assert set().union(*whole.parts) == set(whole.nodes)
    assert all(len(laid_out(whole, slots).boxes) == len(slots) for slots in whole.parts)


def test_the_page_draws_the_part_asked_for_alone(monkeypatch):
    monkeypatch.setattr(bracket, "ROOM", 2)
    monkeypatch.setattr(drawing, "ROOM", 2)
    monkeypatch.setattr(drawing, "SHEET", (2, 2))
    whole = drawn_bracket("single_elimination")
    client = factories.browser(factories.site_owner())
    address = f"/tournois/{whole.view.tournament.pk}/"
    pages = [
        client.get(f"{address}tableau/", {"page": page}).content.decode()
        for page in ("1", "2", "3", "99", "x")
    ]
    assert [page.count('class="tree__box"') for page in pages] == [3, 2, 3, 3, 3]
    # Seed 1 is already in a semi-final, so the page opens at the last rounds.
    assert whole.opening == 1
    parts = [page.split('id="bracket-part"')[1].split("</select>")[0] for page in pages]
    assert [part.count("<option") for part in parts] == [3] * 5
    assert '<option value="3" selected>Ronde 1, tables 2 à 3</option>' in plain(pages[2])
    assert "page=3" in pages[1]
    assert "<h3>" not in pages[0]
    sheet = client.get(f"{address}imprimer/tableau/").content.decode()
    assert (sheet.count('<svg class="tree"'), sheet.count('class="tree__box"')) == (3, 8)


def test_a_page_begins_where_there_is_somebody_to_see(monkeypatch):
    monkeypatch.setattr(bracket, "ROOM", 2)
    # All 8 play in the first round, so nobody is known in the last rounds yet.
    assert drawn_bracket("single_elimination", to=8).opening == 2


def test_somebodys_way_is_told_and_marked():
    night = evening(*(f"Paire {number}" for number in range(1, 9)), format="single_elimination")
    night.play(night.draw(), [5, 3], [3, 5])
    client, address = factories.browser(), f"/tournois/{night.id}/tableau/"

    def way(number):
        page = client.get(address, {"inscrit": number}).content.decode()
        section = (
            page.split('class="t-way section"')[1].split("</section>")[0]
            if "t-way s" in page
            else ""
        )
        return page, unescape(plain(" ".join(re.sub(r"<[^>]*>", " ", section).split())))

    drawn = night.do("get", "rounds/1/")["tables"]
    names = [[f"Paire {entrant}" for entrant in table["entrants"]] for table in drawn]
    first, second, third, fourth = names
    # The winner of the first table meets the second side of the second table, then one of two from
    # below.
    page, text = way(drawn[0]["entrants"][0])
    assert text == (
        f'aria-labelledby="way-title"> {first[0]} Quarts {first[1]} 5–3 gagné Demi-finales '
        f"{second[1]} à jouer Finale {third[0]} ou {fourth[0]} s'il y arrive"
    )
    # The drawing marks three meetings and the two lines between them, and the list marks the same
    # three.
    assert len(re.findall(r'class="tree__box" data-slot="[^"]+" data-own', page)) == 3
    assert len(re.findall(r'class="tree__link" data-from="[^"]+" data-own', page)) == 2
    assert len(re.findall(r'class="meeting" data-slot="[^"]+" data-own', page)) == 3
    assert f"selected>{first[0]}</option>" in page
    # For somebody who has lost, the way ends with that meeting.
    _page, text = way(drawn[0]["entrants"][1])
    assert text.endswith(f"{first[1]} Quarts {first[0]} 3–5 perdu")
    # No entrant chosen, or an entrant that does not exist.
    for number in ("0", "99", "x"):
        assert way(number)[1] == ""
    # The links to other parts of the bracket keep the chosen entrant.
    assert f"inscrit={drawn[0]['entrants'][0]}&amp;" in page


def test_whoever_looks_by_their_own_link_sees_their_way():
    night = evening(*(f"Paire {number}" for number in range(1, 9)), format="single_elimination")
    night.draw()
    client = factories.browser()
    tournament = Tournament.objects.get(pk=night.id)
    token = permissions.entrant_token(tournament, 3)
    client.get(f"/tournois/{night.id}/inscrits/3/{token}/", follow=True)
    page = client.get(f"/tournois/{night.id}/tableau/").content.decode()
    assert '<h2 id="way-title"><bdi>Paire 3</bdi></h2>' in page


def test_a_bracket_of_128_is_printed_by_sixteenths():
    """A bracket of 128 is printed in sixteenths, so that the letters have 8 points on A4.

    A drawing has eight first meetings, and a page has two drawings.
    """
    view = drawn_bracket("single_elimination", to=128).view
    markup = drawing.sheets(view)
    heights = [
        int(height) for height in re.findall(r'class="tree" viewBox="0 0 \d+ (\d+)"', markup)
    ]
    assert len(heights) == 9
    assert max(heights) == HEAD + 8 * drawn_height(view)
    # A bracket of 32 fits on one page.
    assert drawing.sheets(drawn_bracket("single_elimination", to=32).view).count("<svg class") == 1


def test_boxes_are_as_wide_as_the_longest_name_and_a_name_that_is_too_long_has_lines():
    long = "Jean-Baptiste Bouchard-Villeneuve & Léa Roy"
    night = evening(long, "Bruno Roy & Noé 3", "A & B", "C & D", format="single_elimination")
    drawn = night.draw()
    night.play(drawn)
    page = factories.browser().get(f"/tournois/{night.id}/tableau/").content.decode()
    assert "textLength" not in page
    names = re.findall(r'<text class="tree__name[^>]*>([^<]*)<', page)
    assert {"Jean-Baptiste Bouchard-", "Villeneuve & Léa Roy"} <= set(map(unescape, names))
    widths = {int(width) for width in re.findall(r'class="tree__box"[^>]* width="(\d+)"', page)}
    assert len(widths) == 1
    assert widths.pop() > WIDEST
    short = evening("A & B", "C & D", format="single_elimination")
    short.draw()
    page = factories.browser().get(f"/tournois/{short.id}/tableau/").content.decode()
    assert int(re.search(r'class="tree__box"[^>]* width="(\d+)"', page)[1]) < 220


def test_tables_are_numbered_and_marked_while_they_are_played_up_to_the_champion():
    night = evening("Anne", "Bruno", "Chloé", "David", format="single_elimination")
    address = f"/tournois/{night.id}/tableau/"
    drawn = night.draw()
    night.do("post", f"rounds/1/tables/{drawn['tables'][0]['number']}/result/", {"scores": [5, 3]})

    def drawn_parts():
        page = factories.browser().get(address).content.decode()
        numbers = re.findall(r'<text class="tree__table([^"]*)"[^>]*>(\d+)<', page)
        gone = re.findall(r'data-from="([^"]+)" data-won', page)
        champion = page.split('class="tree__champion"')[1].split("</svg>")[0]
        return numbers, gone, "tree__name" in champion

    assert drawn_parts() == ([("", "1"), (" tree__table--running", "2")], ["W1.1"], False)
    night.do("post", "rounds/1/tables/2/result/", {"scores": [5, 3]})
    night.do("post", "rounds/1/close/")
    night.play(night.draw())
    numbers, gone, named = drawn_parts()
    assert numbers == [("", "1"), ("", "2"), ("", "1")]
    assert (sorted(gone), named) == (["W1.1", "W1.2", "W2.1"], True)
