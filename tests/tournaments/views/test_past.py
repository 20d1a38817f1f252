"""A tournament of before: what is known of it, and nothing that it never had."""

import pytest

from tests import factories
from tests.plain import plain
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

FORM = {
    "game": "dix",
    "name": "La Saint-Martin",
    "date": "2019-11-18",
    "place": "Salle des fêtes",
    "held_by": "Odette <Roy>",
    "people_count": "48",
    "team_count": "24",
    "places": "Anne & Bruno\nZoé & Yves",
    "about": "Sous la neige.",
    "picture": "https://photos.example/1.jpg",
    "public": "on",
}


@pytest.fixture
def club():
    return factories.club()


@pytest.fixture
def keeper(club):
    return factories.browser(factories.member(club, "officer"))


def entered(keeper, club):
    assert keeper.post("/tournois/ancien/", {**FORM, "club": club.slug}).status_code == 302
    return Tournament.objects.get()


def test_it_is_entered_from_the_list_without_a_formula(keeper, club):
    assert 'href="/tournois/ancien/"' in keeper.get("/tournois/").content.decode()
    assert "Formule" not in keeper.get("/tournois/ancien/").content.decode()
    old = entered(keeper, club)
    assert (old.past, old.state, old.people_count, old.team_count) == (True, "finished", 48, 24)
    content = plain(factories.browser().get(f"/tournois/{old.pk}/").content.decode())
    for text in ("18 novembre 2019", "Salle des fêtes", "Odette", "48 personnes", "24 équipes"):
        assert text in content
    for text in ("Sous la neige.", "https://photos.example/1.jpg", "Anne &amp; Bruno"):
        assert text in content


def test_it_shows_nothing_that_it_never_had(keeper, club):
    old = entered(keeper, club)
    for page in ("", "journal/", "imprimer/diplomes/"):
        content = plain(keeper.get(f"/tournois/{old.pk}/{page}").content.decode())
        assert old.seed not in content
        assert "suisse" not in content.lower(), page
        assert "imprimer/appel" not in content
        assert "imprimer/ronde" not in content
    for what in ("appel", "ronde", "classement", "bulletins"):
        assert keeper.get(f"/tournois/{old.pk}/imprimer/{what}/").status_code == 404
    read = factories.api().get(f"/api/v1/tournaments/{old.pk}/").json()
    assert (read["format"], read["seed"], read["total_rounds"]) == (None, None, None)
    assert (read["held_by"], read["people_count"]) == ("Odette <Roy>", 48)


def test_it_is_corrected_as_a_whole(keeper, club):
    old = entered(keeper, club)
    address = f"/tournois/{old.pk}/palmares/"
    assert "Odette" in keeper.get(address).content.decode()
    changed = {**FORM, "held_by": "Ida", "places": "Zoé & Yves", "team_count": ""}
    assert keeper.post(address, changed).status_code == 302
    old.refresh_from_db()
    names = list(old.places.values_list("name", flat=True))
    assert (old.held_by, old.team_count, names) == ("Ida", None, ["Zoé & Yves"])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("date", "2099-01-01"),
        ("picture", "javascript:alert(1)"),
        ("places", "Nom"),
        ("people_count", "0"),
        ("places", "Anne\nAnne"),
    ],
)
def test_what_cannot_be_is_refused_on_its_field(keeper, club, field, value):
    answer = keeper.post("/tournois/ancien/", {**FORM, "club": club.slug, field: value})
    assert answer.status_code == 400
    assert field in answer.context["form"].errors
    assert Tournament.objects.count() == 0


def test_a_program_enters_it_once_and_files_bring_it_back(club):
    client = factories.api(factories.member(club, "officer"))
    body = {
        "name": "La Saint-Martin",
        "game": "dix",
        "club": club.slug,
        "date": "2019-11-18",
        "held_by": "Odette",
        "people_count": 48,
        "picture": "https://photos.example/1.jpg",
        "palmares": [{"rank": 1, "name": "Anne & Bruno", "players": ["Anne", "Bruno"]}],
        "client_id": "7f6f2d7e-9f5a-4d6e-8a55-0d8f6b0c6f12",
    }
    first = client.post("/api/v1/tournaments/past/", body)
    again = client.post("/api/v1/tournaments/past/", body)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["id"] == again.json()["id"]
    file = client.get(f"/api/v1/tournaments/{first.json()['id']}/export/").json()
    back = client.post("/api/v1/tournaments/import/", {**file, "client_id": None})
    assert back.status_code == 201, back.json()
    for name in ("past", "palmares", "held_by", "people_count", "picture", "date"):
        assert back.json()[name] == first.json()[name]
    wrong = client.post(
        "/api/v1/tournaments/past/", {**body, "client_id": None, "date": "2099-1-1"}
    )
    assert wrong.status_code == 400
