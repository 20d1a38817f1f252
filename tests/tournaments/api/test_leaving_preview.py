"""What an entrant's leaving would change, shown before it is written."""

import pytest

from tests.tournaments.evening import evening

pytestmark = pytest.mark.django_db

NAMES = [f"Paire {at}" for at in range(1, 7)]


def after_rounds(count, **setting):
    night = evening(*NAMES, **setting)
    for _number in range(count):
        night.play(night.draw())
    return night


def ranks(night):
    return {row["entrant"]: row["rank"] for row in night.do("get", "standings/")["rows"]}


@pytest.mark.parametrize("state", ["withdrawn", "disqualified"])
@pytest.mark.parametrize(
    ("rounds", "sentence"),
    [
        (2, "Moins de la moitié de ses parties sont jouées"),
        (3, "sont gagnées par forfait par les autres"),
    ],
)
def test_the_ranks_of_the_preview_are_those_that_follow_and_nothing_is_written(
    rounds, sentence, state
):
    night = after_rounds(rounds, format="round_robin")
    version, before = night.do("get")["version"], ranks(night)
    preview = night.do("post", "entrants/1/preview/", {"state": state})
    assert sentence in preview["games"]
    assert (preview["tables"], preview["more"]) == ([], 0)
    assert night.do("get")["version"] == version
    night.do("patch", "entrants/1/", {"state": state})
    changes = {change["entrant"]: change for change in preview["ranks"]}
    assert 1 in changes
    for entrant, rank in ranks(night).items():
        change = changes.get(entrant, {"before": rank, "after": rank})
        assert (change["before"], change["after"]) == (before[entrant], rank)


def test_a_table_that_waits_is_named():
    night = after_rounds(1)
    table = next(table for table in night.draw()["tables"] if 1 in table["entrants"])
    (waits,) = night.do("post", "entrants/1/preview/", {"state": "withdrawn"})["tables"]
    assert (waits["round"], waits["table"]) == (2, table["number"])
    assert waits["detail"].endswith("un forfait est à noter.")


def test_nothing_follows_for_an_entrant_who_was_never_drawn():
    night = evening(*NAMES)
    preview = night.do("post", "entrants/1/preview/", {"state": "withdrawn"})
    assert preview == {"games": "", "tables": [], "ranks": [], "more": 0}


def test_another_state_is_refused_and_an_unknown_entrant_not_found():
    night = evening(*NAMES)
    for wrong in ({"state": "checked_in"}, {}, {"state": "withdrawn", "seed": 1}):
        assert night.call("post", "entrants/1/preview/", wrong).status_code == 400
    assert night.call("post", "entrants/9/preview/", {"state": "withdrawn"}).status_code == 404


def test_games_that_count_for_nobody_are_struck_in_rounds_and_files():
    night = after_rounds(1, format="round_robin")
    night.do("patch", "entrants/1/", {"state": "withdrawn"})
    (drawn,) = night.do("get", "rounds/")
    assert [table["struck"] for table in drawn["tables"]] == [
        1 in table["entrants"] for table in drawn["tables"]
    ]
    lines = night.call("get", "export/?format=csv").content.decode().splitlines()
    assert sum("(ne compte pas)" in line for line in lines) == 2
