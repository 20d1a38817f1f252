from hashlib import sha256

import pytest
from rest_framework.renderers import JSONRenderer

from tests import factories
from tests.extents import some
from tests.tournaments.evening import PAIRS, evening

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "rest",
    some(
        ["", "entrants/", "rounds/", "rounds/1/", "standings/", "bracket/", "log/", "webhooks/"], 3
    ),
)
def test_what_is_read_again_is_304_until_something_changes(rest):
    night = evening(*PAIRS)
    night.draw()
    tag = night.call("get", rest)["ETag"]
    again = night.call("get", rest, HTTP_IF_NONE_MATCH=tag)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert night.call("get", rest, HTTP_IF_NONE_MATCH=f'W/{tag}, "x"').status_code == 304
    assert night.call("get", rest, HTTP_IF_NONE_MATCH='"x"').status_code == 200


def test_the_tag_hangs_on_what_the_caller_is_told():
    night = evening(*PAIRS)
    night.draw()
    mine = night.call("get", "entrants/")["ETag"]
    others = night.call("get", "entrants/", client=factories.api())["ETag"]
    assert mine != others  # an organiser is told tokens
    night.do("patch", "entrants/1/", {"state": "checked_in"})
    assert night.call("get", "entrants/", HTTP_IF_NONE_MATCH=mine).status_code == 200


def test_the_description_names_the_reads_that_answer_304():
    paths = factories.api().get("/api/v1/schema/").json()["paths"]
    of_one = "/api/v1/tournaments/{tournament_id}/"
    read = [
        path.removeprefix(of_one)
        for path, operations in paths.items()
        if path.startswith(of_one) and "304" in operations.get("get", {}).get("responses", {})
    ]
    assert {"", "entrants/", "rounds/", "standings/", "bracket/", "log/"} <= set(read)


@pytest.mark.parametrize("rest", ["entrants/", "rounds/", "log/"])
def test_what_is_sent_is_written_once_and_tagged_as_it_is(rest, monkeypatch):
    night = evening(*PAIRS)
    night.draw()
    written = []
    plain = JSONRenderer.render
    monkeypatch.setattr(
        JSONRenderer, "render", lambda self, *given: written.append(1) or plain(self, *given)
    )
    answer = night.call("get", rest)
    assert written == [1]
    assert answer["ETag"] == f'"{sha256(answer.content).hexdigest()[:32]}"'
