"""Tests of the boards of a duplicate on pages and paper: entry, cards, slips, percentages."""

import re
from random import Random

import pytest

from clubs.callers import Caller
from games.registry.installed import game_of
from tests import factories
from tests.tournaments.duplicate import duplicate_evening, play_round
from tests.tournaments.evening import evening
from tournaments import services
from tournaments.models import DealtBoard, Tournament
from tournaments.permissions import entrant_token
from tournaments.services import TableAddress, Writing

pytestmark = pytest.mark.django_db

# The French letters of the court cards on a slip, with the letters of the API.
FACES = {"R": "K", "D": "Q", "V": "J"}
PACK = [f"{rank}{suit}" for suit in "SHDC" for rank in (*"AKQJ", "10", *"98765")]
SUITS = {"pique": "S", "cœur": "H", "carreau": "D", "trèfle": "C"}
GOOD = {"bidder": "0", "bid": "70", "trump": "spades", "taken": "75"}


def page(client, night, rest):
    answer = client.get(f"/tournois/{night.id}/{rest}")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def phone_of(night, number):
    """Return a browser that has opened an entrant's card."""
    token = entrant_token(Tournament.objects.get(pk=night.id), number)
    client = factories.browser()
    client.get(f"/tournois/{night.id}/inscrits/{number}/{token}/")
    return client


def rebuilt(slip):
    """Return the hands of a slip in the order N, E, S, O.

    A slip lists the sorted pack, with the seat that gets the card under each card.
    """
    hands = {"N": [], "E": [], "S": [], "O": []}
    for row in re.findall(r"<tr>(.*?)</tr>", slip):
        (suit,) = [letter for name, letter in SUITS.items() if name in row.split("</th>")[0]]
        text = re.sub(r"<[^>]*>", " ", row.split("</th>")[1]).split()
        for rank, seat in zip(text[::2], text[1::2], strict=True):
            hands[seat].append(f"{FACES.get(rank, rank)}{suit}")
    return [set(hands[seat]) for seat in "NESO"]


def test_a_second_person_deals_from_the_printed_slips():
    night = duplicate_evening(8, "mitchell", deals=5)
    officer = factories.browser(night.club.memberships.get().user)
    text = page(officer, night, "donnes/imprimer/fiches/")
    slips = text.split('<section class="t-deal-slip">')[1:]
    assert len(slips) == 20
    for number, slip in enumerate(slips, start=1):
        assert f"Donne {number} " in slip
        dealt = night.do("get", f"boards/{number}/")["hands"]
        assert rebuilt(slip) == [set(hand) for hand in dealt]


def test_my_table_says_which_boards_and_with_whom_they_are_shared():
    night = duplicate_evening(8, "mitchell", deals=2)
    drawn = night.draw()
    shared = {}
    for table in drawn["tables"]:
        numbers = tuple(board["number"] for board in table["boards"])
        shared.setdefault(numbers, []).append(table)
    # Of four tables, the first and the last share their boards, and one set rests on the relay.
    assert sorted(map(len, shared.values())) == [1, 1, 2]
    ours, theirs = next(tables for tables in shared.values() if len(tables) == 2)
    text = page(phone_of(night, ours["entrants"][0]), night, f"inscrits/{ours['entrants'][0]}/")
    assert f"aussi à la table {theirs['number']}" in text
    first = ours["boards"][0]["number"]
    assert f"Donnes {first}–{first + 1}" in text


def test_a_board_is_entered_on_the_phone_corrected_and_confirmed():
    night = duplicate_evening(8, "mitchell", deals=1)
    drawn = night.draw()
    table = drawn["tables"][0]
    ours, theirs = (side[0] for side in table["sides"])
    client, board = phone_of(night, ours), table["boards"][0]["number"]
    at = f"/tournois/{night.id}/rondes/1/tables/1/donnes/{board}/"
    assert client.post(at, {**GOOD, "bid": ""}).status_code == 400
    answer = client.post(at, GOOD)
    assert (answer.status_code, answer.url) == (302, f"/tournois/{night.id}/inscrits/{ours}/")
    assert "Nord 70 pique, 75" in page(client, night, f"inscrits/{ours}/")
    client.post(at, {**GOOD, "taken": "65"})
    assert "−105" in page(client, night, f"inscrits/{ours}/")
    other = phone_of(night, theirs)
    assert "confirmer" in page(other, night, f"inscrits/{theirs}/")
    other.post(f"/tournois/{night.id}/rondes/1/tables/1/confirmer/")
    assert night.do("get", "rounds/1/")["tables"][0]["state"] == "confirmed"
    # Other people only see that the board was played.
    watcher = page(factories.browser(), night, "rondes/1/tables/1/")
    assert "notée" in watcher
    assert "pique" not in watcher
    assert factories.browser().get(at).status_code == 302


def test_the_first_table_enters_the_cards_hand_by_hand_by_several_phones():
    night = duplicate_evening(8, "mitchell", deals=1, deals_by="table")
    drawn = night.draw()
    table = drawn["tables"][1]
    ours, theirs = (side[0] for side in table["sides"])
    board = table["boards"][0]["number"]
    at = f"/tournois/{night.id}/rondes/1/tables/2/donnes/{board}/"
    our_phone, their_phone = phone_of(night, ours), phone_of(night, theirs)
    hands = [PACK[seat::4] for seat in range(4)]
    # Cards cannot be entered before the result. Otherwise the grid would show cards that others
    # have entered.
    refused = our_phone.post(f"{at}cartes/", {"seat": "0", "cards": hands[0]})
    assert refused.status_code == 400
    our_phone.post(at, GOOD)
    # The result may be confirmed before the cards are entered.
    their_phone.post(f"/tournois/{night.id}/rondes/1/tables/2/confirmer/")
    assert f"{at}cartes/" in page(our_phone, night, f"inscrits/{ours}/")
    none = our_phone.post(f"{at}cartes/", {"seat": "0"})
    assert (none.status_code, "0 sont choisies" in none.content.decode()) == (400, True)
    short = our_phone.post(f"{at}cartes/", {"seat": "0", "cards": hands[0][:9]})
    assert (short.status_code, "9 sont choisies" in short.content.decode()) == (400, True)
    assert our_phone.post(f"{at}cartes/", {"seat": "0", "cards": hands[0]}).status_code == 302
    twice = their_phone.post(f"{at}cartes/", {"seat": "1", "cards": hands[0]})
    assert "déjà dans une autre main" in twice.content.decode()
    their_phone.post(f"{at}cartes/", {"seat": "1", "cards": hands[1]})
    # The grid shows which cards are in the hands that have been entered.
    assert page(their_phone, night, at.split(f"{night.id}/")[1] + "cartes/").count("<small>") == 20
    their_phone.post(f"{at}cartes/", {"seat": "2", "cards": hands[2]})
    row = DealtBoard.objects.get(tournament=night.id, number=board)
    assert row.hands[:3] == hands[:3]
    assert set(row.hands[3]) == set(hands[3])


def cards_of_the_first_board(night):
    """Draw a round; return the first table's phone, the address of its first board, and the board's
    row.
    """
    table = night.draw()["tables"][0]
    client, board = phone_of(night, table["sides"][0][0]), table["boards"][0]["number"]
    at = f"/tournois/{night.id}/rondes/1/tables/1/donnes/{board}/"
    row = DealtBoard.objects.filter(tournament=night.id, number=board)
    return client, at, row


def test_cards_entered_wrong_are_taken_out_and_entered_again():
    client, at, row = cards_of_the_first_board(
        duplicate_evening(8, "mitchell", deals=1, deals_by="table")
    )
    client.post(at, GOOD)
    hands = [PACK[seat::4] for seat in range(4)]
    for seat in range(3):
        client.post(f"{at}cartes/", {"seat": str(seat), "cards": hands[seat]})
    assert [set(hand) for hand in row.get().hands] == [set(hand) for hand in hands]
    # Two hands were entered for each other's seat, so both are emptied.
    for seat in (0, 1):
        client.post(f"{at}cartes/", {"empty": str(seat)})
        assert (row.get().hands, row.get().entered_at) == (None, None)
    client.post(f"{at}cartes/", {"seat": "0", "cards": hands[1]})
    assert [set(hand) for hand in row.get().hands] == [
        set(hands[position]) for position in (1, 0, 2, 3)
    ]


def test_who_did_not_play_a_board_says_nothing_of_its_cards():
    client, at, row = cards_of_the_first_board(
        duplicate_evening(8, "mitchell", deals=1, deals_by="table")
    )
    client.post(at, {"skipped": "1"})
    answer = client.post(f"{at}cartes/", {"seat": "0", "cards": PACK[::4]})
    assert (answer.status_code, row.exists()) == (400, False)


def test_cards_that_everybody_is_told_are_corrected_by_who_enters_results():
    night = duplicate_evening(4, "teams", deals=1, rounds=1, deals_by="table")
    client, at, row = cards_of_the_first_board(night)
    client.post(at, GOOD)
    hands = [PACK[seat::4] for seat in range(4)]
    for seat in range(3):
        client.post(f"{at}cartes/", {"seat": str(seat), "cards": hands[seat]})
    night.do("put", "rounds/1/tables/2/boards/1/", {"entry": None})
    night.do("post", "rounds/1/close/", {})
    other = [hands[position] for position in (1, 0, 2, 3)]
    token = night.do("get", "rounds/1/")["tables"][0]["tokens"][0]
    deal = ("put", "rounds/1/tables/1/boards/1/deal/", {"hands": other})
    side = {"client": factories.api(), "token": token}
    assert night.refusal(*deal, **side)[:2] == (400, "deal_open")
    answer = client.post(f"{at}cartes/", {"empty": "0"})
    assert (answer.status_code, bool(row.get().hands)) == (400, True)
    night.do(*deal)
    assert row.get().hands == other


def test_what_perfect_play_makes_of_it_is_shown_once_it_is_open_and_par_counts(monkeypatch):
    night = duplicate_evening(4, "teams", by="par", deals=1, rounds=1)
    duplicate = game_of("dix").duplicate
    solution = {
        "table": {suit: [60, 40, 60, 40] for suit in ("spades", "hearts", "diamonds", "clubs")},
        "par": 20,
        "contract": {"bidder": 0, "bid": 60, "partie": False, "trump": "spades", "taken": 60},
    }
    monkeypatch.setattr(
        type(duplicate),
        "solve",
        property(lambda self: lambda rules, board, hands: solution),
        raising=False,
    )
    play_round(night, Random(3))
    scores = [table["boards"][0]["score"] for table in night.do("get", "rounds/1/")["tables"]]
    assert all(row["points"] == 0 for row in night.do("get", "standings/")["rows"])
    services.solve_due(lambda: False)
    tables = night.do("get", "rounds/1/")["tables"]
    expected = {}
    for table, score in zip(tables, scores, strict=True):
        for entrant in table["sides"][0]:
            expected[entrant] = score - 20
        for entrant in table["sides"][1]:
            expected[entrant] = 20 - score
    rows = night.do("get", "standings/")["rows"]
    assert {row["entrant"]: row["points"] for row in rows} == expected
    text = page(factories.browser(), night, "donnes/1/")
    assert "Par : +20 pour Nord-Sud (Nord 60 pique, 60)." in text
    why = page(factories.browser(), night, "classement/")
    assert "par 20" in why
    assert "par −20" in why


def test_only_boards_that_were_played_are_solved_one_at_a_time(monkeypatch):
    solved = []
    duplicate = game_of("dix").duplicate
    monkeypatch.setattr(
        type(duplicate),
        "solve",
        property(lambda self: lambda rules, board, hands: solved.append(board) or {"par": 0}),
        raising=False,
    )
    night = duplicate_evening(8, "mitchell", deals=1)
    drawn = play_round(night, Random(1))
    night.do("patch", "", {"state": "finished"})
    played = sorted({board["number"] for table in drawn["tables"] for board in table["boards"]})
    assert len(played) == 3
    for count in range(1, 4):
        services.solve_due(lambda: len(solved) >= count)  # noqa: B023 (called at once)
        assert solved == played[:count]
    services.solve_due(lambda: False)
    assert solved == played


def test_the_standing_explains_each_percentage():
    night = duplicate_evening(4, "teams", deals=1, rounds=1)
    drawn = night.draw()
    by = Writing(Caller(user=night.club.memberships.get().user))
    for table, taken in ((1, 75), (2, 85)):
        entry = {"bidder": 0, "bid": 70, "trump": "hearts", "taken": taken}
        at = TableAddress(night.id, 1, table)
        services.play_board(at=at, board=1, entry=entry, by=by)
    night.do("post", "rounds/1/close/", {})
    text = page(factories.browser(), night, "classement/").replace("\u202f", " ")
    # The first table scored 75 − 25, and the second 85 − 15.
    assert text.count("Donne 1 : +50, 0 battu, 0 égal, 0 %") == 1
    assert text.count("Donne 1 : +70, 1 battu, 0 égal, 100 %") == 1
    assert text.count("Donne 1 : −50, 1 battu, 0 égal, 100 %") == 1
    assert text.count("Donne 1 : −70, 0 battu, 0 égal, 0 %") == 1
    assert drawn["number"] == 1


def test_an_evening_that_is_not_duplicate_has_no_boards():
    night = evening("A", "B", "C", "D", format="rotation", options={"movement": "howell"})
    night.draw()
    assert factories.browser().get(f"/tournois/{night.id}/donnes/").status_code == 404
    assert night.call("get", "boards/").status_code == 404
    assert "Donnes" not in page(factories.browser(), night, "")
    at = "rounds/1/tables/1/boards/1/"
    entry = {"entry": {"bidder": 0, "bid": 70, "trump": "spades", "taken": 75}}
    assert night.refusal("put", at, entry)[:2] == (400, "not_duplicate")


def test_a_toy_without_duplicate_is_refused_by_the_form(client):
    club = factories.club()
    client.force_login(factories.member(club, "officer"))
    form = {
        "name": "Soir",
        "date": "2026-11-24",
        "club": club.slug,
        "ruleset": f"toy {game_of('toy').presets[0].slug}",
        "format": "rotation",
        "movement": "howell",
        "duplicate": "butler",
    }
    answer = client.post("/tournois/nouveau/", form)
    assert "d&#x27;un jeu qui le prévoit" in answer.content.decode()
    assert not Tournament.objects.exists()
