"""Tests of groups over HTTP, and of the edition that a tournament's file states."""

import pytest

from tests.tournaments.evening import BASE, evening
from tournaments.log_queries import log_gives
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
EIGHT = [f"Paire {number}" for number in range(1, 9)]


def pools(night):
    return night.do("get", "pools/")["pools"]


def test_the_groups_and_who_has_qualified():
    night = evening(*EIGHT, format="groups", tie_breaks=["points", "seed"])
    assert pools(night) == []
    for number in range(1, 9):
        night.do("patch", f"entrants/{number}/", {"seed": number})
    night.play(night.draw())
    summaries = [(pool["name"], pool["slot"], len(pool["rows"])) for pool in pools(night)]
    assert summaries == [("A", "GA", 4), ("B", "GB", 4)]
    assert {row["fate"] for pool in pools(night) for row in pool["rows"]} == {"open"}
    # The knockout has no entrants yet. Its places only say which rank of which group will come.
    first = night.do("get", "bracket/")["nodes"][0]
    assert (first["places"], first["known"]) == ([None, None], False)
    assert [(source["pool"], source["rank"]) for source in first["sources"]] == [("A", 1), ("B", 2)]
    night.play(night.draw())
    night.play(night.draw())
    through = {
        pool["name"]: [row["entrant"] for row in pool["rows"] if row["fate"] == "qualified"]
        for pool in pools(night)
    }
    first = night.do("get", "bracket/")["nodes"][0]
    assert first["known"]
    assert first["places"] == [through["A"][0], through["B"][1]]
    assert "pool" not in first["sources"][0]


def test_another_format_has_no_groups():
    night = evening(*EIGHT)
    night.play(night.draw())
    assert pools(night) == []


def stored(id_):
    return Tournament.objects.get(pk=id_)


def brought_back(night, **changes):
    exported = {**night.do("get", "export/"), "club": night.club.slug, **changes}
    for name, value in changes.items():
        if value is None:
            del exported[name]
            exported["log"][0]["data"].pop(name, None)
    return night.client.post(f"{BASE}import/", exported)


def test_a_file_names_its_edition_and_an_old_one_was_the_first():
    night = evening(*EIGHT[:5], format="melee")
    night.play(night.draw())
    assert stored(night.id).edition == 3
    assert night.do("get", "export/")["log"][0]["data"]["edition"] == 3
    again, old = brought_back(night), brought_back(night, edition=None)
    assert (again.status_code, old.status_code) == (201, 201)
    points = {}
    for edition, answer in ((3, again), (1, old)):
        copy = stored(answer.json()["id"])
        assert (copy.edition, log_gives(copy)) == (edition, True)
        rows = night.client.get(f"{BASE}{copy.pk}/standings/").json()["rows"]
        points[edition] = sorted(row["points"] for row in rows)
    # Two entrants have won, two have lost and one has rested. Edition 3 gives a point for the rest,
    # edition 1 does not.
    assert points == {3: [0, 0, 1, 1, 1], 1: [0, 0, 0, 1, 1]}
    assert brought_back(night, edition=4).status_code == 400


def test_one_of_before_keeps_its_points_until_its_settings_change():
    night = evening(*EIGHT[:5], format="melee")
    Tournament.objects.filter(pk=night.id).update(edition=1)
    stored(night.id).logentrys.filter(version=1).update(data=_without(night))
    assert log_gives(stored(night.id))
    night.do("patch", "", {"options": {"rounds": 3}})
    assert stored(night.id).edition == 3
    assert log_gives(stored(night.id))


def _without(night):
    data = stored(night.id).logentrys.get(version=1).data
    return {name: value for name, value in data.items() if name != "edition"}


def test_what_a_rest_scores_is_a_number_or_two():
    night = evening(*EIGHT[:5], format="melee", options={"bye_score": [500, 350]})
    night.play(night.draw(), [480, 420])
    rows = night.do("get", "standings/")["rows"]
    assert rows[0]["criteria"]["difference"] == 150
    for wrong in ([1], [1, 2, 3], ["1", 2], "1"):
        assert night.call("patch", "", {"options": {"bye_score": wrong}}).status_code == 400
