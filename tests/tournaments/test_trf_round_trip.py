"""A tournament that is imported from its export is the same, and its later draws are the same."""

from random import Random

import pytest

from core.text.texts import text_of
from tests import factories
from tests.extents import some
from tests.tournaments.api.test_tournaments import rows_and_log
from tests.tournaments.evening import BASE, Evening, evening
from tests.tournaments.files.test_trf import file_of, line
from tournaments.files import trf

pytestmark = pytest.mark.django_db

SCALES = (None, {"win": 3, "draw": 1, "loss": 0}, {"win": 2, "draw": 1, "loss": 0, "bye": 1})
BREAKS = (["points", "direct_encounter", "buchholz", "difference", "lots"], ["points", "lots"])
KEPT = ("name", "date", "place", "format", "options", "tie_breaks", "seed", "total_rounds", "state")


def made(random, slug):
    """Return a tournament of one or two played rounds, with late entries, leavers, forfeits and
    rests.
    """
    points = random.choice(SCALES)
    options = {"rounds": 4} if slug == "swiss" else {}
    options |= {"points": points} if points else {}
    names = [f"Joueur {at}" for at in range(random.randint(5, 9))]
    date = random.choice(["2025-03-08", "2024-02-29"])
    fields = {
        "options": options,
        "tie_breaks": random.choice(BREAKS),
        "date": date,
        "place": "Élan",
    }
    night = evening(*names, format=slug, **fields)
    if random.random() < 0.3:
        night.call("delete", f"entrants/{random.randint(1, len(names))}/")
    if random.random() < 0.3:
        night.call("patch", f"entrants/{random.randint(1, len(names))}/", {"state": "withdrawn"})
    for at in range(random.randint(1, 2)):
        drawn = night.draw()
        for table in drawn["tables"]:
            if not table["bye"]:
                result = {"scores": random.choice([[500, 380], [300, 300], [120, 440]])}
                if random.random() < 0.2:
                    result = {"forfeit": random.choice([table["entrants"][:1], table["entrants"]])}
                night.do("post", f"rounds/{at + 1}/tables/{table['number']}/result/", result)
        night.do("post", f"rounds/{at + 1}/close/", {})
        if random.random() < 0.5:
            night.do("post", "entrants/", {"name": f"Tard {at}"})
        if random.random() < 0.4:
            night.call("patch", f"entrants/{random.randint(1, 4)}/", {"state": "withdrawn"})
    return night


def brought(night, content, **more):
    body = {"format": "trf", "content": content, "club": night.club.slug, "game": "dix", **more}
    answer = night.client.post(f"{BASE}import/", body)
    assert answer.status_code == 201, answer.content
    return Evening(answer.json()["id"], night.client, night.club)


def spelled(random, text):
    """Return the same file as another program might have stored it: order, encoding, line ends."""
    lines = text.splitlines()
    random.shuffle(lines)
    lines = random.choice([[], ["### une note"], ["", "XXC white1"]]) + lines
    mark, encoding = random.choice(
        [("", "utf-8"), ("\ufeff", "utf-8"), ("\ufeff", "utf-16-le"), ("", "cp1252")]
    )
    stored = mark + random.choice(["\n", "\r\n", "\r"]).join(lines) + "\n"
    return text_of(stored.encode(encoding))


def tables(night, number):
    rows = night.do("get", f"rounds/{number}/")["tables"]
    return sorted(
        (table["sides"], table["result"] and table["result"]["forfeit"]) for table in rows
    )


@pytest.mark.one_database
@pytest.mark.parametrize("slug", ["swiss", "round_robin"])
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(1, 60))]
)
def test_a_tournament_comes_back_and_draws_on(slug, seed):
    random = Random(f"{slug} {seed}")
    night = made(random, slug)
    file = night.call("get", "export/?format=trf").content.decode()
    again = brought(night, spelled(random, file))
    mine, theirs = night.do("get"), again.do("get")
    assert {name: theirs[name] for name in KEPT} == {name: mine[name] for name in KEPT}
    assert again.do("get", "standings/") == night.do("get", "standings/")
    assert again.call("get", "export/?format=trf").content.decode() == file
    rows, log = rows_and_log(again.id)
    assert rows == log
    number = mine["rounds"] + 1
    drawn = [each_night.call("post", "rounds/", {}).status_code for each_night in (night, again)]
    assert drawn[0] == drawn[1]
    if drawn[0] == 201:
        assert tables(again, number) == tables(night, number)


@pytest.mark.parametrize(
    ("size", "left"), some([(5, True), (4, False), (6, True), (7, False)], 4, unpack=True)
)
@pytest.mark.parametrize("played", some([4, 0, "all"], 3))
def test_tables_that_are_played_in_any_order_come_back_as_one_round(size, left, played):
    """Also while some have no result yet, with somebody late and somebody who has left."""
    random = Random(size)
    names = [f"Joueur {at}" for at in range(size)]
    night = evening(*names, format="round_robin", options={"open_rounds": True})
    night.draw()
    night.enter("Tard")
    night.do("post", "rounds/", {})
    drawn = night.do("get", "rounds/1/")["tables"]
    to_play = [table["number"] for table in drawn if not table["bye"]]
    random.shuffle(to_play)
    for number in to_play if played == "all" else to_play[:played]:
        scores = random.choice([[500, 380], [300, 300], [120, 440]])
        night.do("post", f"rounds/1/tables/{number}/result/", {"scores": scores})
    if left and played != "all":
        night.do("patch", "entrants/2/", {"state": "withdrawn"})
    file = night.call("get", "export/?format=trf").content.decode()
    again = brought(night, file)
    assert again.do("get", "standings/") == night.do("get", "standings/")
    assert again.call("get", "export/?format=trf").content.decode() == file
    (drawn,) = again.do("get", "rounds/")
    assert drawn["state"] == ("closed" if played == "all" else "published")
    assert tables(again, 1) == tables(night, 1)
    rows, log = rows_and_log(again.id)
    assert rows == log
    # What is left is played in both, and ends the same.
    for each_night in (night, again) if played != "all" else ():
        for table in each_night.do("get", "rounds/1/")["tables"]:
            if table["state"] == "waiting":
                first = [500, 400] if table["entrants"][0] < table["entrants"][1] else [400, 500]
                address = f"rounds/1/tables/{table['number']}/result/"
                each_night.do("post", address, {"scores": first})
        each_night.do("post", "rounds/1/close/", {})
    assert again.do("get", "standings/") == night.do("get", "standings/")


@pytest.mark.parametrize("seed", some(range(4), 4))
def test_without_our_own_line_what_the_columns_hold_comes_back(seed):
    random = Random(seed)
    night = made(random, "swiss")
    file = night.call("get", "export/?format=trf").content.decode()
    plain = "\n".join(
        text_line for text_line in file.splitlines() if not text_line.startswith("###")
    )
    again = brought(night, plain, tie_breaks=["points"])
    mine = night.do("get")
    answer = again.do("get")
    assert (answer["date"], answer["place"]) == (mine["date"], "Élan")
    # The columns do not say whether an entrant without points was ever drawn, so only points are
    # compared.
    points, theirs = (
        sorted(row["points"] for row in each_night.do("get", "standings/")["rows"] if row["points"])
        for each_night in (night, again)
    )
    assert theirs == points


@pytest.mark.parametrize(
    "spelling", ["2025-03-08", "2025/03/08", "08/03/2025", "25/03/08", "08.03.2025", "2025 03 08"]
)
def test_the_day_in_its_usual_spellings(spelling):
    assert str(trf.day_of(spelling)) == "2025-03-08"


@pytest.mark.parametrize("spelling", ["", "hier", "2025-13-08", "31/02/2025"])
def test_no_day(spelling):
    assert trf.day_of(spelling) is None


def test_points_that_do_not_fit_are_not_exported():
    night = evening(*"ABCD", options={"rounds": 2, "points": {"win": 100, "draw": 50, "loss": 0}})
    night.play(night.draw())
    answer = night.call("get", "export/?format=trf")
    error = answer.json()["errors"][0]
    assert (answer.status_code, error["code"], error["attr"]) == (400, "export_scale", "format")
    assert "quatre colonnes" in error["detail"]


def test_a_round_without_opponents_is_to_come_and_its_rests_are_kept():
    """A round in which nobody has an opponent yet is not played, but its requested rests are kept.

    In round 2, 3 asks for half a point and 4 for none. The round is drawn without them.
    """
    lines = [
        line(1, "   2 w 1", "        "),
        line(2, "   1 b 0", "        "),
        line(3, "   4 w =", "0000 - H"),
        line(4, "   3 b =", "0000 - Z"),
    ]
    night = Evening("", factories.api(factories.member(club := factories.club(), "officer")), club)
    night = brought(night, file_of(*lines).replace("XXR 1", "XXR 3"), tie_breaks=["points"])
    assert night.do("get")["rounds"] == 1
    drawn = night.do("post", "rounds/", {})
    assert [warning["code"] for warning in drawn["warnings"]] == ["rematch"]
    entrants_and_scores = [
        (table["entrants"], table["result"] and table["result"]["scores"])
        for table in drawn["tables"]
    ]
    assert entrants_and_scores == [([1, 2], None), ([3], [0.5])]
    redrawn = night.do("post", "rounds/2/redraw/", {"seed": "autre"})
    assert [table["entrants"] for table in redrawn["tables"] if table["bye"]] == [[3]]
    rows, log = rows_and_log(night.id)
    assert rows == log
    night.do("post", "rounds/2/publish/", {})
    night.play(night.do("get", "rounds/2/"))
    points = {row["entrant"]: row["points"] for row in night.do("get", "standings/")["rows"]}
    assert (points[3], points[4]) == (1, 0.5)
    # Both are drawn again in the third round.
    entrants = [entrant for table in night.draw()["tables"] for entrant in table["entrants"]]
    assert sorted(entrants) == [1, 2, 3, 4]


@pytest.mark.parametrize("first", ["XXR 3", "### note", "", "092 Suisse"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_any_line_may_be_the_first_on_the_page_and_over_the_api(first, mark):
    lines = [first, line(2, "   1 b 0"), "012 Essai", line(1, "   2 w 1")]
    content = mark + "\r\n".join(lines)
    club = factories.club()
    officer = factories.member(club, "officer")
    night = brought(Evening("", factories.api(officer), club), content)
    assert night.do("get")["name"] == "Essai"
    posted = {"text": content, "club": club.slug}
    answer = factories.browser(officer).post("/tournois/importer/", posted)
    assert answer.status_code == 302, answer.content


def test_a_line_of_ours_that_makes_no_sense_is_a_comment():
    content = file_of(line(1, "   2 w 1"), line(2, "   1 b 0"))
    club = factories.club()
    night = Evening("", factories.api(factories.member(club, "officer")), club)
    for text in (
        "{",
        '{"registered":[1]}',
        '{"registered":[1,2],"gone":{"9":"x"},"scores":[],"first":2}',
    ):
        again = brought(night, f"### le-carnet {text}\n{content}")
        assert again.do("get")["rounds"] == 1
