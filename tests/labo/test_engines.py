"""The page of the engines, and its figures, which are those of the documentation."""

import re

import pytest

from games.dix.analysis.engines import CALIBRATION
from labo.questions import asking
from scorekeeper.places import REPOSITORY
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_engine_says_how_exact_it_is_and_what_it_was_tried_against(language):
    page = factories.browser().get("/labo/moteurs/", headers={"accept-language": language})
    content = page.content.decode()
    assert page.status_code == 200
    for game in asking():
        assert game.engines
        assert all(f'id="engine-{game.slug}-{engine.code}"' in content for engine in game.engines)
    assert "/labo/moteurs/" in factories.browser().get("/labo/").content.decode()


def test_programs_read_the_same():
    rows = factories.api().get("/api/v1/labo/engines/").json()
    assert [(row["game"], row["engine"]) for row in rows] == [
        (game.slug, engine.code) for game in asking() for engine in game.engines
    ]
    (table,) = next(row["tables"] for row in rows if row["engine"] == "chances")
    assert table["rows"][0][1] == 0.04


def test_the_calibration_is_that_of_the_documentation():
    text = (REPOSITORY / "docs" / "analysis.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+)–\d+ % \|(.*)\|$", text, re.MULTILINE)
    written = tuple(
        (int(low), *(float(re.match(r"[\d.]+", cell.strip())[0]) for cell in cells.split("|")))
        for low, cells in rows
    )
    assert written == CALIBRATION
