"""A published round without a result is withdrawn, in every format; one with a result is not."""

import pytest

from tests.extents import some
from tests.tournaments.evening import evening, result_of
from tournaments.formats.installed import FORMATS

pytestmark = pytest.mark.django_db

DRAWN = sorted(slug for slug, format_ in FORMATS.items() if not format_.declared)


@pytest.mark.parametrize("slug", some(list(DRAWN), 4))
def test_it_is_a_draft_again_until_it_has_a_result(slug):
    night = evening(
        *(f"Paire {at}" for at in range(8)),
        format=slug,
        game="bataille" if slug == "tables" else "dix",
    )
    drawn = night.draw()
    night.do("post", "rounds/1/withdraw/", {})
    assert night.do("get", "rounds/1/")["state"] == "draft"
    again = night.do("post", "rounds/1/publish/", {})
    assert [table["sides"] for table in again["tables"]] == [
        table["sides"] for table in drawn["tables"]
    ]
    table = next(table for table in again["tables"] if not table["bye"])
    scores = [500 - 100 * at for at in range(len(table["sides"]))]
    night.do("post", result_of(again, table), {"scores": scores})
    assert night.refusal("post", "rounds/1/withdraw/", {})[1] == "round_begun"
    night.call("delete", result_of(again, table))
    assert night.call("post", "rounds/1/withdraw/", {}).status_code == 200
