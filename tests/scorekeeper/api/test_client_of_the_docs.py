"""The client in `docs/api.md`, made from the site's own schema, plays a match against the site."""

import contextlib
import io
import re

import pytest

from games.dix.models import DixHand
from games.models import Match, Status
from scorekeeper.places import REPOSITORY

DOCUMENT = (REPOSITORY / "docs/api.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", DOCUMENT, re.M | re.S)


def test_it_has_ten_lines():
    client, _played = BLOCKS
    body = client[client.index("def connect") :].splitlines()
    assert len([line for line in body if line.strip()]) == 10


@pytest.mark.one_database
@pytest.mark.django_db(transaction=True)
def test_it_plays_a_match_to_its_end(live_server):
    client, played = BLOCKS
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(client + played.replace("http://localhost:8000", live_server.url), {})
    match = Match.objects.get()
    assert match.status == Status.FINISHED
    # Three hands of 80 points each are beyond 200.
    assert DixHand.objects.filter(match=match).count() == 3
    assert "'winners': [0]" in printed.getvalue()
