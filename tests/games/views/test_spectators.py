"""A spectator's page offers nothing that only the table may do."""

import re

import pytest

from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

# Forms that anybody may send: the language, and requests for what a job computes for all
# readers.
FOR_ALL = ("/langue/", "/chances/", "/decisions/")
LINES = {
    "dix": [{"bidder": 0, "bid": 70, "taken": 80}],
    "dix-mille": [{"points": 1000}],
    "yams": [{"column": "libre", "row": "4", "dice": [4, 4, 4, 1, 2], "throws": 3}],
    "bataille": [{"winner": 0}],
}
SEATS = [{"name": name} for name in ("Anne", "Bruno", "Chloé", "David")]


@pytest.mark.parametrize("status", ["in_progress", "abandoned"])
@pytest.mark.parametrize("slug", LINES)
def test_a_spectator_is_offered_nothing_that_only_the_table_may_do(slug, status):
    seats = SEATS[:4] if slug == "dix" else SEATS[:2]
    rules = {"wins_needed": 3} if slug == "bataille" else {}
    table = factories.table(None, *LINES[slug], game=slug, seats=seats, rules=rules)
    if status == "abandoned":
        assert table.patch(status=status).status_code == 200
    watcher = factories.browser()
    for page in ("", "historique/", "mur/", "partager/", "lignes/1/"):
        text = watcher.get(f"/parties/{table.id}/{page}").content.decode()
        forms = re.findall(r'<form[^>]*method="post"[^>]*>', text)
        assert [form for form in forms if not any(way in form for way in FOR_ALL)] == [], page
        for words in ("Arrêter", "Montrer", "Annuler", "Régler", "Qui est à table"):
            assert words not in text, (page, words)


def test_a_site_of_this_machine_alone_shows_no_code_for_phones(settings):
    settings.LISTENS_ON = "127.0.0.1"
    table = factories.table(None)
    browser = factories.browser(HTTP_HOST="localhost:8000")
    browser.get(f"/parties/{table.id}/marquer/{table.token}/")
    shared = browser.get(f"/parties/{table.id}/partager/").content.decode()
    assert '<svg class="qr"' not in shared
    assert "que sur cette machine" in shared
    assert 'class="wall__qr"' not in browser.get(f"/parties/{table.id}/mur/").content.decode()
