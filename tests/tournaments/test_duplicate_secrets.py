"""Before a board is open, nobody who plays or watches learns its cards, its results or its key.

After each round, every page and call of a tournament is fetched by a stranger, by a player, and by
an officer who plays. The answers are searched for these secrets.
"""

import json
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.presentation.wording import rank_name
from games.registry.installed import game_of
from tests import factories
from tests.tournaments.duplicate import duplicate_evening, play_round
from tournaments import storage
from tournaments.duplicate import deals as duplicates
from tournaments.models import DealtBoard, LogEntry, Tournament
from tournaments.permissions import entrant_token

pytestmark = pytest.mark.django_db

PAGES = (
    *("", "inscrits/", "inscrits/1/", "classement/", "mouvement/", "donnes/", "mur/", "journal/"),
    *("fichiers/", "fichiers/json/", "fichiers/csv/", "imprimer/ronde/", "imprimer/classement/"),
    *("imprimer/croise/", "imprimer/bulletins/", "imprimer/mouvement/", "imprimer/appel/"),
    *("donnes/imprimer/fiches/", "donnes/imprimer/mains/", "donnes/imprimer/resultats/"),
)
CALLS = (
    *("", "entrants/", "me/", "rounds/", "standings/", "movement/", "boards/", "log/"),
    *("export/?format=json", "export/?format=csv"),
)


def everything(night, client, *, api=False):
    """Return the text of every page of the tournament by its path, or of every call if `api` is
    true.
    """
    drawn = night.do("get", "rounds/")
    boards = [board["number"] for board in night.do("get", "boards/")["boards"]]
    tables = [(round_["number"], table["number"]) for round_ in drawn for table in round_["tables"]]
    if api:
        paths = [f"/api/v1/tournaments/{night.id}/{rest}" for rest in CALLS]
        paths += [f"/api/v1/tournaments/{night.id}/rounds/{round_['number']}/" for round_ in drawn]
        paths += [f"/api/v1/tournaments/{night.id}/boards/{board}/" for board in boards]
    else:
        at = f"/tournois/{night.id}/"
        paths = [f"{at}{rest}" for rest in PAGES]
        paths += [f"{at}rondes/{round_['number']}/" for round_ in drawn]
        paths += [f"{at}rondes/{round_['number']}/resultats/" for round_ in drawn]
        paths += [f"{at}rondes/{number}/tables/{table}/" for number, table in tables]
        paths += [f"{at}donnes/{board}/" for board in boards]
        paths += [
            f"{at}rondes/{round_['number']}/tables/{table['number']}/donnes/{board['number']}/{rest}"
            for round_ in drawn
            for table in round_["tables"]
            for board in table["boards"]
            for rest in ("", "cartes/")
        ]
    return {path: client.get(path).content.decode() for path in paths}


# A number that no id, date or count has. A text that contains it shows a result.
MARK = 987_650


def marked(night):
    """Replace each result by a distinct number; return these by (board, round, table)."""
    tournament = Tournament.objects.get(pk=night.id)
    marks, at = {}, MARK
    for entry in LogEntry.objects.filter(tournament=tournament, kind="board_played"):
        at += 5
        entry.data["score"] = at
        entry.save()
        row = tournament.tables.get(round__number=entry.data["round"], number=entry.data["table"])
        row.boards[str(entry.data["board"])]["score"] = at
        row.save()
        row.round.stamp = str(at)
        row.round.save()
        marks[entry.data["board"], entry.data["round"], entry.data["table"]] = str(at)
    tournament.version += 1
    tournament.save()
    return marks


def words_in(texts, wanted):
    """Return (path, word) for each of the words in a text, ignoring spaces between digits."""
    return [
        (path, word)
        for path, text in texts.items()
        for word in wanted
        if word in text.replace("\u202f", "").replace("\xa0", "").replace("&nbsp;", "")
    ]


def readers(night):
    """Return the browsers of a stranger, of a player with their card, and of an officer who
    plays.
    """
    tournament = Tournament.objects.get(pk=night.id)
    player = factories.browser()
    player.get(f"/tournois/{night.id}/inscrits/1/{entrant_token(tournament, 1)}/")
    officer = factories.browser()
    account = factories.member(night.club, "officer")
    tournament.entrants.filter(number=2).update(signed_by=account)
    officer.force_login(account)
    return {"stranger": factories.browser(), "player": player, "officer who plays": officer}


SITS = {"stranger": None, "player": 1, "officer who plays": 2}


def may_know(night, marks, opened, entrant):
    """Return the marks of the results that an entrant may see.

    These are the results of open boards and of the entrant's own tables.
    """
    sat = {
        (drawn["number"], table["number"])
        for drawn in night.do("get", "rounds/")
        for table in drawn["tables"]
        if entrant in table["entrants"]
    }
    return {
        mark
        for (board, number, table), mark in marks.items()
        if board in opened or (number, table) in sat
    }


def cards_of(night, boards):
    """Return the texts that the hands of these boards would have in a page or in JSON."""
    tournament = Tournament.objects.get(pk=night.id)
    deck = game_of("dix").duplicate.pack(duplicates.rules_of(tournament))
    folded = storage.load(tournament)
    wanted = []
    for board in boards:
        for hand in duplicates.made(tournament, board, folded):
            wanted.append(json.dumps(hand)[1:-1])
            wanted.append(json.dumps(hand, separators=(",", ":"))[1:-1])
            for suit in "SHDC":
                ranks = [
                    rank_name(card[:-1]) for card in deck if card in hand and card.endswith(suit)
                ]
                if len(ranks) > 3:
                    wanted.append(f'<span class="figure">{" ".join(ranks)}</span>')
    return wanted


@pytest.mark.nightly
@pytest.mark.parametrize("rounds", [2, 7])
def test_nothing_of_a_board_is_told_before_it_is_open(rounds):
    night = duplicate_evening(8, deals=1)
    random = Random(rounds)
    for number in range(1, rounds + 1):
        play_round(night, random, close=number < rounds)
    marks = marked(night)
    boards = night.do("get", "boards/")["boards"]
    opened = {board["number"] for board in boards if board["open"]}
    closed = {board["number"] for board in boards} - opened
    tournament = Tournament.objects.get(pk=night.id)
    keys = [duplicates.round_key(tournament.deals_secret, board) for board in closed]
    cards = set(cards_of(night, closed)) - set(cards_of(night, opened))
    secrets = [tournament.deals_secret, *keys, *cards]
    # After two rounds, no set is open. Before the last of seven rounds, the boards that it plays
    # are still closed.
    assert (len(opened), len(closed)) == ((0, 7) if rounds == 2 else (3, 4))
    for reader, client in readers(night).items():
        known = may_know(night, marks, opened, SITS[reader])
        hidden = set(marks.values()) - known
        assert hidden
        texts = everything(night, client)
        assert words_in(texts, [*secrets, *hidden]) == [], reader
        seen = {word for _path, word in words_in(texts, known)}
        assert seen == known, reader
        if reader != "stranger":
            continue
        calls = everything(night, factories.api(), api=True)
        assert words_in(calls, [*secrets, *hidden]) == []
        assert {word for _path, word in words_in(calls, known)} == known


def test_who_prepares_the_deals_is_told_them_and_nobody_who_plays():
    night = duplicate_evening(8, deals=1)
    night.draw()
    officer = factories.browser(night.club.memberships.get(role="officer").user)
    slips = officer.get(f"/tournois/{night.id}/donnes/imprimer/fiches/")
    assert slips.status_code == 200
    assert "secret" in night.do("get", "export/?format=json")["deals"]
    assert night.do("get", "boards/1/")["hands"] is not None
    # An officer who also plays is redirected, and told to have the deals prepared by somebody who
    # does not play.
    other = readers(night)["officer who plays"]
    answer = other.get(f"/tournois/{night.id}/donnes/imprimer/fiches/", follow=True)
    assert "par quelqu&#x27;un qui ne joue pas" in answer.content.decode()
    file = json.loads(other.get(f"/tournois/{night.id}/fichiers/json/").content)
    assert file["deals"] == {"boards": {}}


def test_a_card_that_a_browser_keeps_hides_the_deals_from_its_officer_everywhere():
    night = duplicate_evening(8, deals=1)
    night.draw()
    tournament = Tournament.objects.get(pk=night.id)
    account = night.club.memberships.get(role="officer").user
    at = f"/api/v1/tournaments/{night.id}/"
    deals = factories.browser(account).get(f"/tournois/{night.id}/donnes/fichier/donnes/")
    browser = factories.browser()
    browser.get(f"/tournois/{night.id}/inscrits/1/{entrant_token(tournament, 1)}/")
    browser.force_login(account)
    assert browser.get(f"{at}boards/1/").status_code == 404
    assert browser.get(f"{at}export/?format=json").json()["deals"] == {"boards": {}}
    file = SimpleUploadedFile("donnes.json", deals.content)
    sent = browser.post(f"/tournois/{night.id}/donnes/ensemble/", {"file": file, "deals": "1"})
    # The officer is redirected as a player, before the file is read.
    assert (sent.status_code, sent["Location"]) == (302, f"/tournois/{night.id}/")
    # The card gives this browser no right in the API, where only the token in the header counts.
    assert browser.get(f"{at}me/").json()["entrants"] == []


def test_once_it_is_over_everything_can_be_checked():
    night = duplicate_evening(4, "teams", deals=2, rounds=2)
    commitment = night.do("get", "boards/")["commitment"]
    for _round in range(2):
        play_round(night, Random(1))
    tournament = Tournament.objects.get(pk=night.id)
    assert duplicates.commitment(tournament.deals_secret) == commitment
    answer = night.do("get", "boards/3/", client=factories.api())
    pack = game_of("dix").duplicate.pack(duplicates.rules_of(tournament))
    assert [list(hand) for hand in duplicates.dealt(answer["key"], 3, pack)] == answer["hands"]
    assert DealtBoard.objects.filter(tournament=tournament, due_at__isnull=False).count() == 4
