"""Tests of TRF16: what each letter of a result becomes here, and what is exported again."""

import pytest

from tests import factories
from tests.tournaments.api.test_freezing import frozen
from tests.tournaments.api.test_tournaments import rows_and_log
from tests.tournaments.evening import BASE, Evening
from tournaments.files import trf

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def line(number, *games):
    """Return a player's line. A round takes eight columns, with two blanks before the next."""
    head = f"001 {number:>4}      {f'Joueur {number}':<33} {1800 + number:>4}"
    return "  ".join([f"{head:<80}{0.0:>4} {1:>4}".ljust(89), *games])


def file_of(*lines, kind="Suisse"):
    return "\n".join(["012 Essai", f"092 {kind}", *lines, "XXR 1"]) + "\n"


# By the letters of white and black: the scores of the table, and who forfeits (1 is white, 2 is
# black). None means that the table has no result.
MET = {
    ("1", "0"): ([1, 0], []),
    ("=", "="): ([0.5, 0.5], []),
    ("0", "1"): ([0, 1], []),
    ("W", "L"): ([1, 0], []),
    ("D", "D"): ([0.5, 0.5], []),
    ("L", "W"): ([0, 1], []),
    ("w", "l"): ([1, 0], []),
    ("+", "-"): ([], [2]),
    ("-", "+"): ([], [1]),
    ("-", "-"): ([], [1, 2]),
    (" ", " "): (None, None),
}
# By the entry of a round without opponent: the points for it, and the entry that is exported.
ALONE = {
    "0000 - U": (1, "0000 - U"),
    "0000 - u": (1, "0000 - U"),
    "0000 - F": (1, "0000 - F"),
    "0000 - +": (1, "0000 - F"),
    "0000 - H": (0.5, "0000 - H"),
    "0000 - h": (0.5, "0000 - H"),
    "0000 - Z": (0, "0000 - Z"),
    "0000 - -": (0, "0000 - Z"),
    "0000    ": (0, "0000 - Z"),
    "        ": (0, "0000 - Z"),
}


def imported(content):
    club = factories.club()
    client = factories.api(factories.member(club, "officer"))
    body = {"format": "trf", "content": content, "club": club.slug, "tie_breaks": ["points"]}
    answer = client.post(f"{BASE}import/", body)
    assert answer.status_code == 201, answer.content
    return Evening(answer.json()["id"], client, club)


def exported(night):
    return night.call("get", "export/?format=trf").content.decode()


@pytest.mark.parametrize("letters", MET, ids="".join)
@pytest.mark.parametrize("swapped", [False, True], ids=["white first", "black first"])
def test_a_game_with_an_opponent(letters, swapped):
    white, black = (2, 1) if swapped else (1, 2)
    lines = [line(white, f"{black:>4} w {letters[0]}"), line(black, f"{white:>4} b {letters[1]}")]
    night = imported(file_of(*sorted(lines)))
    scores, gone = MET[letters]
    table = night.do("get", "rounds/1/")["tables"][0]
    assert table["sides"] == [[white], [black]]
    result = table["result"] and (table["result"]["scores"], table["result"]["forfeit"])
    forfeit = sorted({1: white, 2: black}[number] for number in gone or ())
    assert result == (None if scores is None else (scores, forfeit))
    # The export keeps the colours. W, D and L are exported as 1, = and 0, like other games.
    cells = {player.number: player.games[0][1] for player in trf.parse(exported(night)).players}
    plain = {"W": "1", "D": "=", "L": "0", " ": ""}
    expected = [plain.get(letter.upper(), letter) for letter in letters]
    assert [cells[white], cells[black]] == expected
    assert f"{black:>4} w" in exported(night)


@pytest.mark.parametrize("cell", ALONE)
def test_a_round_without_opponent(cell):
    content = file_of(line(1, "   2 w 1"), line(2, "   1 b 0"), line(3, cell))
    night = imported(content)
    points, written = ALONE[cell]
    rows = {row["entrant"]: row["points"] for row in night.do("get", "standings/")["rows"]}
    assert rows == {1: 1, 2: 0, 3: points}
    assert exported(night).splitlines()[6][91:99] == written
    rows, log = rows_and_log(night.id)
    assert rows == log
    again = imported(exported(night))
    assert exported(again) == exported(night)


def test_a_file_that_gives_a_bye_in_a_round_robin_has_it_count():
    lines = [line(1, "   2 w 1"), line(2, "   1 b 0"), line(3, "0000 - U")]
    night = imported(file_of(*lines, kind="Individual: Round-Robin"))
    answer = night.do("get")
    assert (answer["format"], answer["options"]) == ("round_robin", {"points": {"bye": 1}})
    assert {row["entrant"]: row["points"] for row in night.do("get", "standings/")["rows"]}[3] == 1


def test_a_half_point_bye_is_no_bye_of_the_draw():
    """An entrant who asked for a half-point bye may still have the bye of an odd round."""
    content = file_of(line(1, "   2 w 1"), line(2, "   1 b 0"), line(3, "0000 - H"))
    night = imported(content.replace("XXR 1", "XXR 2"))
    rest = next(table for table in night.draw()["tables"] if table["bye"])
    # 2 has no points and 3 has half a point. So 2 is last and has the bye.
    assert rest["entrants"] == [2]
    assert frozen(night.do("get", "rounds/1/")["tables"][1]) == ([0.5], False)


REFUSED = {
    ("   2 w 1", "   1 b 1"): "joueurs 1 et 2 : « 1 » et « 1 » ne vont pas ensemble",
    ("   2 w 0", "   1 b 0"): "« 0 » et « 0 » ne vont pas ensemble",
    ("   2 w =", "   1 b 0"): "« = » et « 0 » ne vont pas ensemble",
    ("   2 w +", "   1 b 0"): "« + » et « 0 » ne vont pas ensemble",
    ("   2 w 1", "   1 b -"): "« 1 » et « - » ne vont pas ensemble",
    ("   2 w 1", "   1 b  "): "« 1 » et « ∅ » ne vont pas ensemble",
    ("   2 w H", "   1 b H"): "joueur 1 : « H » n'est pas le résultat d'une rencontre",
    ("   2 w X", "   1 b 0"): "« X » n'est pas le résultat d'une rencontre",
    ("   2 w 1", "   1 w 0"): "les joueurs 1 et 2 ont la même couleur",
    ("   2 w 1", "0000 - Z"): "les lignes des joueurs 1 et 2 ne se répondent pas",
    ("   9 w 1", "0000 - Z"): "les lignes des joueurs 1 et 9 ne se répondent pas",
    ("0000 - =", "0000 - Z"): "« = » ne se dit pas sans adversaire",
    ("0000 - X", "0000 - Z"): "« X » ne se dit pas sans adversaire",
    ("   2 q 1", "   1 b 0"): "« 2 q 1 » ne dit pas adversaire, couleur et résultat",
    ("  2 w 1 ", "   1 b 0"): "ne dit pas adversaire, couleur et résultat",
}


@pytest.mark.parametrize("cells", REFUSED)
def test_what_cannot_be_held_is_refused_with_a_sentence(cells):
    club = factories.club()
    client = factories.api(factories.member(club, "officer"))
    content = file_of(*(line(at, cell) for at, cell in enumerate(cells, start=1)))
    answer = client.post(f"{BASE}import/", {"format": "trf", "content": content, "club": club.slug})
    error = answer.json()["errors"][0]
    assert (answer.status_code, error["code"]) == (400, "tournament_import_invalid")
    assert REFUSED[cells] in error["detail"].replace("\u202f", " ").replace("\xa0", " ")
