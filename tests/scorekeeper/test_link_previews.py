"""What a messenger shows of a shared address: title, description, and a picture made once."""

import io
import re
from urllib.parse import urlsplit

import pytest
from PIL import Image

from core.sharing import picture
from games.models import KeptResult, Match
from games.services import SeatAsked
from ratelimits import limits
from ratelimits.memory_store import MemoryStore
from tests import factories
from tests.bulletin import evenings
from tests.factories import ALL_TAKEN, HAND, IN_100, Caller
from tests.heads import head_of
from tests.plain import plain
from tests.tournaments.services.test_challenges import Season
from tests.tournaments.stages import arranged
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

LONG = "Anne-Frédérique Charbonneau-Delacroix"
SEATS = [SeatAsked(name=name) for name in (LONG, "Zoé", f"Jean-{LONG}", "اسم")]


@pytest.fixture
def painted(monkeypatch):
    """What was painted."""
    pictures = []
    paint = picture.paint

    def painting(described):
        pictures.append(described)
        return paint(described)

    monkeypatch.setattr(picture, "paint", painting)
    return pictures


@pytest.fixture
def club():
    return factories.club("un", name="Le Valet noir", city="Lille")


def preview_at(address, client=None):
    """Return the preview of an address, with the texts' special spaces made plain."""
    answer = (client or factories.browser()).get(address)
    assert answer.status_code == 200
    head = head_of(answer.content.decode())
    assert head.preview.get("og:description", head.meta["description"]) == head.meta["description"]
    return {name: plain(text) for name, text in head.preview.items()}


def fetch(preview):
    """Fetch the picture of a preview, as a messenger does: without a language or cookies."""
    parts = urlsplit(preview["og:image"])
    answer = factories.Client().get(f"{parts.path}?{parts.query}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    image = Image.open(io.BytesIO(answer.content))
    size = (int(preview["og:image:width"]), int(preview["og:image:height"]))
    assert image.size == size == (1200, 630)


def words(described):
    """Return everything that is written on a picture."""
    rows = [f"{row.name} {row.figure}" for row in described.rows]
    return plain(" ".join([described.heading, described.title, *rows, *described.sentences]))


def test_a_shared_result_shows_the_result_with_both_sides_whole(club, painted):
    officer = Caller(user=factories.member(club, "officer"))
    match = factories.recorded(
        factories.started(by=officer, club=club, seats=SEATS, rules=IN_100), ALL_TAKEN
    )
    preview = preview_at(f"/parties/{match.pk}/")
    isolated = re.sub("[\u2066-\u2069]", "", preview["og:title"])
    assert isolated == f"{LONG} et Jean-{LONG} 100 – 0 Zoé et اسم"
    assert preview["og:image:alt"] == preview["twitter:title"] == preview["og:title"]
    assert "gagnent 100 à 0" in preview["og:description"]
    assert "Le Valet noir" in preview["og:description"]
    assert preview["og:url"] == f"http://testserver/parties/{match.pk}/"
    assert preview["twitter:card"] == "summary_large_image"
    fetch(preview)
    (described,) = painted
    for part in (f"{LONG} et Jean-{LONG} 100", "Zoé et اسم 0", "Le Valet noir", "gagnent 100 à 0"):
        assert part in words(described)
    assert described.rows[0].strong


def test_a_running_match_shows_its_scores_and_a_new_line_makes_a_new_picture(club, painted):
    officer = Caller(user=factories.member(club, "officer"))
    match = factories.started(by=officer, club=club)
    before = preview_at(f"/parties/{match.pk}/")
    assert before["og:title"] == "Anne et Chloé – Bruno et David"
    factories.recorded(match, HAND)
    after = preview_at(f"/parties/{match.pk}/")
    assert re.fullmatch(r"Anne et Chloé \d+ – \d+ Bruno et David", after["og:title"])
    assert before["og:image"] != after["og:image"]


def test_a_picture_is_painted_once_a_language_until_what_it_shows_changes(club, painted):
    match = factories.finished(club=club, by=Caller(user=factories.member(club, "officer")))
    address = f"/parties/{match.pk}/image.png"
    client = factories.browser()
    first, second = (client.get(address).content for _ in range(2))
    assert first == second
    assert len(painted) == 1
    assert client.get(f"{address}?langue=en").content != first
    assert "win 100" in words(painted[1])
    assert client.get(f"{address}?langue=xx").content == first
    Match.objects.filter(pk=match.pk).update(club=None)
    client.get(address)
    assert len(painted) == 3
    assert KeptResult.objects.filter(kind="picture").count() == 3


def test_pictures_have_a_rate(settings, monkeypatch):
    settings.LIMITED = True
    settings.RATES = {**settings.RATES, "picture": (2, 60)}
    monkeypatch.setattr(limits, "in_memory", MemoryStore())
    match = factories.finished()
    client = factories.browser()
    answers = [client.get(f"/parties/{match.pk}/image.png").status_code for _ in range(3)]
    assert answers == [200, 200, 429]


def test_addresses_are_those_of_the_site(settings):
    settings.PUBLIC_URL = "https://carnet.example"
    match = factories.finished()
    preview = preview_at(f"/parties/{match.pk}/")
    assert preview["og:url"] == f"https://carnet.example/parties/{match.pk}/"
    address = f"https://carnet.example/parties/{match.pk}/image.png?langue=fr&v={match.version}"
    assert preview["og:image"] == address


def test_a_tournament_shows_its_podium_and_before_that_how_far_it_is(club, painted):
    owner = factories.site_owner()
    tournament = arranged(club, owner, "reported", name="Tournoi du jeudi")
    address = f"/tournois/{tournament.pk}/"
    preview = preview_at(address)
    assert preview["og:title"] == "Tournoi du jeudi"
    assert "Ronde 1 sur 2 · 2 inscrits" in preview["og:description"]
    fetch(preview)
    assert {row.name[:2] for row in painted[0].rows} == {"1.", "2."}
    assert "Anne & Bruno" in words(painted[0])
    Tournament.objects.filter(pk=tournament.pk).update(public=False)
    assert preview_at(address, factories.browser(owner)).keys() == set()


def test_a_club_a_player_and_a_bulletin_show_theirs(club, painted):
    evenings.published(club, factories.site_owner())
    person = factories.player(LONG, club)
    expected_by_address = {
        f"/clubs/{club.slug}/": "Lille.",
        f"/joueurs/{person.pk}/": "Le Valet noir",
        f"/clubs/{club.slug}/bulletin/{evenings.DAY}/": "30 janvier 2026",
    }
    titles = [club.name, LONG]
    for address, expected in expected_by_address.items():
        preview = preview_at(address)
        assert expected in preview["og:description"]
        painted.clear()
        fetch(preview)
        assert preview["og:title"] in words(painted[0])
        titles = [title for title in titles if title != preview["og:title"]]
    assert titles == []


def test_a_challenge_shows_who_leads_it(painted):
    season = Season(people=4, name="Le Valet noir")
    first, second, third, fourth = season.people
    season.evening([(first, second), (third, fourth)])
    preview = preview_at(f"/tournois/challenges/{season.challenge()}/")
    assert preview["og:title"] == "Challenge"
    assert "Le Valet noir · 1er septembre 2026 – 30 juin 2027." in preview["og:description"]
    fetch(preview)
    assert all(person.name in words(painted[0]) for person in season.people)
