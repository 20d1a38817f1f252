"""Random evenings over HTTP: whatever is done or refused, replaying the log gives the stored
rows.
"""

from random import Random

import pytest

from tests.extents import SCALE, seeds
from tests.tournaments.api.test_tournaments import rows_and_log
from tests.tournaments.evening import evening
from tournaments.formats.installed import FORMATS as FORMAT

pytestmark = pytest.mark.django_db

FORMATS = (
    *("swiss", "single_elimination", "double_elimination", "round_robin", "groups"),
    *("formule_x", "cumulative", "cascade", "maastricht", "ladder"),
)


def one_thing(night, random):
    """Return a random call of an organiser or a table; it may be refused."""
    number, table = random.randint(1, 4), random.randint(1, 4)
    at = f"rounds/{number}/tables/{table}/"
    scores = {"scores": random.choice([[5, 3], [2, 4], [1, 1]])}
    later = {"later": random.choice(["keep", "replay", "freeze", None])}
    forfeit = {"forfeit": [random.randint(1, 8)]}
    return random.choice(
        [
            ("post", "rounds/", {}),
            ("post", "rounds/", {}),
            ("post", f"rounds/{number}/publish/", {}),
            ("post", f"rounds/{number}/publish/", {}),
            ("post", f"rounds/{number}/close/", {}),
            ("post", f"rounds/{number}/redraw/", {"seed": str(random.random())}),
            ("patch", f"rounds/{number}/", {"swap": [random.randint(1, 8), table]}),
            ("patch", f"rounds/{number}/", {"lock": [table]}),
            *[("post", f"{at}result/", scores)] * 6,
            ("post", f"{at}result/", forfeit),
            ("put", f"{at}result/", {**scores, **later}),
            ("delete", f"{at}result/", later),
            ("post", f"{at}confirm/", {}),
            ("patch", f"entrants/{table}/", {"state": random.choice(["withdrawn", "registered"])}),
            ("patch", f"entrants/{table}/", {"name": f"Autre {random.randint(1, 9)}"}),
            ("patch", f"entrants/{number}/", {"players": [{"name": f"Qui {table}"}]}),
            ("delete", f"entrants/{random.randint(1, 8)}/", {}),
            ("post", "entrants/", {"name": f"Tard {random.randint(1, 5)}"}),
            ("post", f"rounds/{number}/withdraw/", {}),
            *[("post", "ladder/", {"challenger": table + 1, "challenged": number})] * 3,
            ("post", "ladder/day/", {}),
            ("delete", f"{at}challenge/", {}),
            ("patch", "", {"state": random.choice(["running", "finished"])}),
        ]
    )


@pytest.mark.one_database
@pytest.mark.parametrize("seed", seeds("random evenings", usual=1, new=20 * SCALE))
def test_replaying_the_log_of_a_random_evening_gives_its_rows(seed):
    random = Random(seed)
    slug = FORMATS[seed % len(FORMATS)]
    count = max(random.randint(3, 7), FORMAT[slug].least)
    names = [f"Paire {number}" for number in range(1, count + 1)]
    options = {"groups": 2} if slug == "groups" else {}
    night = evening(*names, format=slug, options=options)
    accepted = tried = 0
    # An evening that was finished early refuses nearly everything until it is opened again.
    while tried < 80 or accepted < 12:
        answer = night.call(*one_thing(night, random))
        assert answer.status_code < 500, answer.content
        accepted += answer.status_code < 300
        tried += 1
        assert tried < 2000, "an evening in which nothing can be done"
    rows, log = rows_and_log(night.id)
    assert rows == log
    for rest in ("standings/", "bracket/", "rounds/", "export/"):
        assert night.call("get", rest).status_code == 200
