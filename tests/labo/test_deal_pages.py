"""The lab opens a deal by the address of its page, with the reader's rights and no others."""

from random import Random

import pytest

from games.dix.presets import PRESETS
from labo.questions import ask, find_question
from tests import factories
from tests.compiler import no_compiler
from tests.games.dix.reviewed import SLIPPED
from tests.games.views.common import at_table
from tests.tournaments.duplicate import duplicate_evening, play_round
from tournaments.duplicate.deals import Deals
from tournaments.models import Tournament
from tournaments.view import View

pytestmark = pytest.mark.django_db

V1, PAGE = "/api/v1/labo/dix/donne/", "/labo/dix/donne/"
LAST = {"bidder": 1, "bid": 100, "taken": 100}


def code_of(client, address):
    with no_compiler():
        answer = client.get(V1, {"recorded": address, "preset": PRESETS[0].slug})
    return answer.json()["errors"][0]["code"]


def test_a_recorded_hand_is_opened_once_its_match_is_over():
    running, _browser = at_table(SLIPPED, rules={"target": 500})
    assert code_of(factories.api(), f"/parties/{running.id}/lignes/1/analyse/") == "deal_not_seen"
    over, browser = at_table(SLIPPED, LAST, rules={"target": 140})
    address = f"/parties/{over.id}/lignes/1/analyse/"
    assert code_of(factories.api(), address) == "too_long_at_once"
    assert code_of(factories.api(), f"https://carnet.example{address}?x=1") == "too_long_at_once"
    # A job knows the deal that its caller may see.
    given = {"recorded": [address], "preset": [PRESETS[0].slug]}
    asked_question = ask(*find_question("dix", "donne"), given, factories.Caller())
    assert asked_question.valid
    assert ask(*find_question("dix", "donne"), given, seen=asked_question.seen).valid
    assert not ask(*find_question("dix", "donne"), given).valid
    with no_compiler():
        page = browser.get(address)
    assert page.context["study_url"].startswith(PAGE)
    assert "leader=0" in page.context["study_url"]
    assert browser.get(page.context["study_url"]).context["form"].is_valid()


@pytest.mark.parametrize("address", ["", "/", "/clubs/", "pas une adresse", "//", "http://[/"])
def test_no_other_page_has_a_deal(address):
    if address:
        assert code_of(factories.api(), address) == "deal_not_seen"
    else:
        assert code_of(factories.api(), address) == "too_long_at_once"


def test_a_board_is_opened_when_nobody_has_yet_to_play_it():
    night, random = duplicate_evening(6, "mitchell", deals=2), Random(3)
    tournament = Tournament.objects.get(pk=night.id)
    runs = tournament.club.memberships.get().user
    seen = set()
    while seen != {False, True}:
        play_round(night, random)
        for row in night.do("get", "boards/")["boards"]:
            address = f"/tournois/{night.id}/donnes/{row['number']}/"
            expected = "too_long_at_once" if row["open"] else "deal_not_seen"
            # Who runs the tournament may print a closed board, and may not solve it here either.
            for client in (factories.api(), factories.api(runs)):
                assert code_of(client, address) == expected
            page = factories.browser(runs).get(address)
            assert (f'href="{PAGE}' in page.content.decode()) == row["open"]
            if row["open"]:
                study = page.context["board"].study_url
                assert factories.browser().get(study).context["form"].is_valid()
            seen.add(row["open"])
    assert code_of(factories.api(), f"/tournois/{night.id}/donnes/99/") == "deal_not_seen"


def test_no_page_links_a_closed_board_to_the_lab_where_anybody_may_paste_it():
    night, random = duplicate_evening(6, "mitchell", deals=2), Random(3)
    drawn = play_round(night, random, close=False)
    rows = night.do("get", "boards/")["boards"]
    assert not any(row["open"] for row in rows)
    tournament = Tournament.objects.get(pk=night.id)
    table = drawn["tables"][0]
    at_board = f"rondes/1/tables/{table['number']}/donnes/{table['boards'][0]['number']}/"
    pages = ["", "donnes/", "donnes/ensemble/", "rondes/1/", at_board, f"{at_board}cartes/"]
    pages += [f"donnes/{row['number']}/" for row in rows]
    pages += [f"donnes/imprimer/{what}/" for what in ("fiches", "mains", "resultats")]
    runs = factories.browser(tournament.club.memberships.get().user)
    codes = {}
    for browser in (runs, factories.browser()):
        for page in pages:
            answer = browser.get(f"/tournois/{night.id}/{page}")
            codes[browser is runs, page] = answer.status_code
            assert "imprimer" in page or "t-hands" not in answer.content.decode()
            assert "/labo/dix/" not in answer.content.decode()
    # Who runs the tournament prints the closed boards.
    assert codes[True, "donnes/imprimer/fiches/"] == 200
    assert codes[False, "donnes/imprimer/fiches/"] == 302
    # The same deal pasted is a deal like any other.
    caller = factories.Caller(tournament.club.memberships.get().user)
    hands = Deals(View(tournament, caller)).hands(1)
    pasted = {"hands": " / ".join(map(" ".join, hands))}
    assert factories.api().get(V1, pasted).json()["errors"][0]["code"] == "too_long_at_once"
