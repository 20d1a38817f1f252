"""Tests of the adviser on a tournament's pages, of the texts on formats, and of « Réduire la soirée
».
"""

import pytest
from django.utils import timezone

from tests import factories
from tests.extents import some
from tests.plain import plain as plain_text
from tests.tournaments.evening import PAIRS, evening

pytestmark = pytest.mark.django_db
NEW = "/tournois/nouveau/"
ASKED = {"advice-hours": "3,5", "advice-tables": "4", "advise": "1"}


def plain(page):
    return plain_text(page.content.decode())


@pytest.fixture
def club():
    return factories.club()


@pytest.fixture
def officer(club):
    return factories.browser(factories.member(club, "officer"))


def typed(club, **changes):
    return {
        "club": club.slug,
        "ruleset": "dix traditionnel",
        "format": "swiss",
        "date": "2023-08-02",
        "entrants": "\n".join(PAIRS),
        **changes,
    }


@pytest.mark.parametrize(
    "text",
    [
        *("", "nothing", "swiss seed=3", "swiss rounds=", "groups rounds=3", "swiss rounds=many"),
        "groups pool_style=other",
    ],
)
def test_no_other_text_is_a_suggestion(text):
    night = evening(*PAIRS)
    officer = factories.browser(factories.member(night.club, "officer"))
    assert officer.post(f"/tournois/{night.id}/formule/", {"take": text}).status_code == 404


def test_the_adviser_asks_how_many():
    night = evening()
    officer = factories.browser(factories.member(night.club, "officer"))
    page = officer.post(f"/tournois/{night.id}/formule/", ASKED)
    assert "Dire combien viennent, deux au moins." in plain(page)


def test_24_in_pools_say_what_will_be_played_before_anything_is_written(club, officer):
    names = "\n".join(f"Paire {at}" for at in range(24))
    today = timezone.localdate().isoformat()
    page = officer.post(NEW, typed(club, entrants=names, format="groups", preview="1", date=today))
    assert (
        "6 poules de 4, 3 rondes, 12 qualifiés, puis 4 rondes, 12 tables, de 3 à 7 matchs chacun, "
        "fin vers" in plain(page)
    )
    later = officer.post(NEW, typed(club, entrants=names, format="groups", preview="1"))
    # Seven rounds of 35 minutes, with five minutes between two rounds.
    assert "de 3 à 7 matchs chacun, environ 4 h 40" in plain(later)


def test_the_formula_page_advises_and_takes(club):
    night = evening(*PAIRS)
    officer = factories.browser(factories.member(night.club, "officer"))
    page = officer.post(f"/tournois/{night.id}/formule/", ASKED)
    assert 'value="groups"' in page.content.decode()
    assert "En comptant 35 minutes par match." in plain(page)
    officer.post(f"/tournois/{night.id}/formule/", {"take": "single_elimination third_place=1"})
    stored = night.do("get")
    assert (stored["format"], stored["options"]) == ("single_elimination", {"third_place": True})


def test_an_evening_says_when_it_ends_and_is_made_shorter():
    night = evening(*PAIRS, options={"rounds": 5})
    officer = factories.browser(factories.member(night.club, "officer"))
    address = f"/tournois/{night.id}/reduire/"
    night.play(night.draw())
    night.draw()
    main = plain(officer.get(f"/tournois/{night.id}/"))
    assert "Fin vers" in main
    assert "Réduire la soirée" in main
    page = officer.get(address)
    assert [suggestion["rounds"] for suggestion in page.context["fewer"]] == [4, 3, 2]
    assert [suggestion["minutes"] for suggestion in page.context["timed"]] == [25, 20]
    # The published round takes 35 minutes, and each of three more rounds takes 40.
    assert page.context["rest"].minutes() == 35 + 3 * 40
    assert page.context["rest"].minutes(rounds=3) == 35 + 40
    officer.post(address, {"rounds": "3"})
    assert night.do("get")["total_rounds"] == 3
    officer.post(address, {"minutes": "20"})
    assert officer.get(address).context["rest"].minutes() == 20 + 25
    officer.post(address, {"room_tables": "2"})
    # Three tables share a room of two, so each round takes twice as long.
    page = officer.get(address)
    assert page.context["rest"].minutes() == 40 + 45
    assert [suggestion["tables"] for suggestion in page.context["more"]] == [3]
    refused = officer.post(address, {"rounds": "1"}, follow=True)
    assert "Nombre de rondes déjà tirées : 2. Il ne peut pas y en avoir moins." in plain(refused)


def test_a_late_evening_is_marked():
    night = evening(*PAIRS, options={"rounds": 5}, end_by="00:30", date="2023-08-02")
    officer = factories.browser(factories.member(night.club, "officer"))
    night.draw()
    page = officer.get(f"/tournois/{night.id}/reduire/")
    assert page.context["late"]
    assert "Voulue avant 0 h 30." in plain(page)


def test_a_suggestion_may_name_a_choice_and_a_field_b():
    night = evening(*(f"Paire {number}" for number in range(1, 25)))
    officer = factories.browser(factories.member(night.club, "officer"))
    form = {"advice-hours": "6", "advice-tables": "8", "advise": "1"}
    page = officer.post(f"/tournois/{night.id}/formule/", form)
    same = "rotation movement=barometer duplicate=matchpoints deals=8 rounds=3 deals_by=table"
    assert f'value="{same}"' in page.content.decode()
    take = {"take": "groups pool_style=barrage b_final=1"}
    officer.post(f"/tournois/{night.id}/formule/", take)
    stored = night.do("get")
    assert (stored["format"], stored["options"]) == (
        "groups",
        {"pool_style": "barrage", "b_final": True},
    )


# By format and options: the numbers of rounds that may still be chosen once round 1 is published,
# and the rounds of the whole tournament when 2 are chosen if possible.
SHORTENED = [
    # Field B is shortened once its entrants are known, and ends together with A.
    ("single_elimination", {"b_final": True}, [], 4),
    ("groups", {"pool_style": "barrage", "groups": 3}, [], 6),
    ("groups", {"b_final": True, "groups": 3}, [], 6),
    ("maastricht", {"rounds": 4}, [3, 2, 1], 4),
    ("cascade", {}, [], 4),
    ("formule_x", {"rounds": 5}, [4, 3, 2, 1], 2),
    ("cumulative", {"rounds": 5, "draw_by": "rotation"}, [4, 3, 2, 1], 2),
    ("swiss", {}, [3, 2, 1], 2),
    ("round_robin", {}, [], 11),
    ("double_elimination", {}, [], 8),
    ("melee", {}, [3, 2, 1], 2),
    ("tables", {}, [3, 2, 1], 2),
    ("rotation", {"rounds": 5}, [4, 3, 2, 1], 2),
    ("rotation", {"movement": "howell"}, [*range(10, 0, -1)], 2),
    ("rotation", {"movement": "mitchell"}, [5, 4, 3, 2, 1], 2),
    ("rotation", {"movement": "tables"}, [3, 2, 1], 2),
]


@pytest.mark.nightly
@pytest.mark.parametrize(("slug", "options", "fewer", "rounds"), some(SHORTENED, 3, unpack=True))
def test_an_evening_of_every_format_is_made_shorter_and_played_to_its_end(
    slug, options, fewer, rounds
):
    pairs = [f"Paire {number}" for number in range(1, 13)]
    night = evening(*pairs, format=slug, options=options, room_tables=2)
    officer = factories.browser(factories.member(night.club, "officer"))
    address = f"/tournois/{night.id}/reduire/"

    def minutes():
        return officer.get(address).context["rest"].minutes()

    drawn = night.draw()
    page, before = officer.get(address), minutes()
    assert [suggestion["rounds"] for suggestion in page.context["fewer"]] == fewer
    if fewer:
        officer.post(address, {"rounds": "2"})
        assert minutes() < before
    before = minutes()
    officer.post(address, {"minutes": str(page.context["timed"][0]["minutes"])})
    assert minutes() < before
    before = minutes()
    officer.post(address, {"room_tables": str(page.context["more"][-1]["tables"])})
    assert minutes() < before
    night.play(drawn)
    while night.do("get")["state"] != "finished":
        night.play(night.draw())
    assert len(night.do("get", "rounds/")) == rounds
