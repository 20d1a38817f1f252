"""Tests of « Soirée »: from a list to the first draw, with one check and a formula."""

import uuid

import pytest

from clubs.models import ClubPlayer
from tests import factories
from tests.plain import plain
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db

# Seven pairs and a half, as somebody typed them: a title, signs of all kinds, a name spelt badly.
MESSY = """Inscrits
Anne & Bruno
chloé / DAVID
Émile et Fanny
Gilles ; Hélène
Inès, Jean
Karim + Léa
Marc - Nadja
Odile
"""
KNOWN = ("Anne", "Bruno", "Chloé", "David", "Émile", "Fanny", "Gilles", "Hélène", "Inès", "Jean")
MORE = ("Karim", "Léa", "Marc", "Nadia")
SAME_DEALS = "rotation movement=barometer duplicate=matchpoints deals=8 rounds=3 deals_by=table"
EIGHT = "\n".join(f"Nord {at} & Sud {at}" for at in range(1, 9))


@pytest.fixture
def club():
    club = factories.club(slug="valet")
    for name in (*KNOWN, *MORE):
        factories.player(name, club)
    return club


@pytest.fixture
def officer(club):
    return factories.browser(factories.member(club, "officer"))


def sent(officer, text=MESSY, seen="", **more):
    form = {
        "entrants": text,
        "ruleset": "dix traditionnel",
        "name": "Soirée",
        "advice-hours": "3",
        "seen": seen,
        **more,
    }
    return officer.post("/tournois/soiree/valet/", form)


def mark_of(officer, text=MESSY, **more):
    """Return the mark of the list's check, which says that it was seen."""
    return sent(officer, text, preview="1", **more).context["list"]["seen"]


def test_all_that_is_odd_is_one_check_and_nothing_is_written(officer):
    page = sent(officer, preview="1")
    # « Nadja » resembles « Nadia », and « Odile » is new. The title is no person.
    assert page.context["arrivals"].sentence == (
        "1 sans partenaire, 1 nouveau, 1 homonyme, 1 ligne sautée"
    )
    text = page.content.decode()
    assert text.count('id="check"') == 1
    readable = plain(text)
    assert "Attendre un partenaire" in readable
    assert "Marc - Nadja : vouliez-vous dire" not in readable
    assert "Nadja : vouliez-vous dire Nadia ?" in readable
    # Of the formulas each says when it ends: the same deals are one of their own.
    suggestions = page.context["advised"]["suggestions"]
    assert [suggestion.value for suggestion in suggestions][-1] == SAME_DEALS
    assert all("fin vers" in suggestion.ends for suggestion in suggestions)
    assert not Tournament.objects.exists()


def test_who_is_without_a_partner_is_asked_about_before_the_draw(officer):
    seen = mark_of(officer)
    refused = sent(officer, seen=seen, formula="swiss rounds=4")
    assert refused.status_code == 400
    assert "Dire d'abord ce que devient qui est sans partenaire." in plain(refused.content.decode())
    assert not Tournament.objects.exists()
    drawn = sent(officer, seen=seen, formula="swiss rounds=4", without_partner="wait")
    night = Tournament.objects.get()
    assert drawn.url == f"/tournois/{night.pk}/rondes/1/"
    assert (night.format, night.options) == ("swiss", {"rounds": 4})
    round_ = night.rounds.get()
    assert round_.state == "draft"
    # Seven pairs: three tables, and one pair rests. The eighth entrant waits.
    assert [len(table.sides) for table in round_.tables.order_by("number")] == [2, 2, 2, 1]
    # Nothing stands in the way of publishing it.
    assert officer.post(f"/tournois/{night.pk}/rondes/1/publier/").status_code == 302
    round_.refresh_from_db()
    assert round_.state == "published"


def test_new_people_join_the_clubs_list_unless_they_are_visitors(club, officer):
    before = ClubPlayer.objects.filter(club=club).count()
    how = {"formula": "swiss rounds=4", "without_partner": "alone"}
    sent(officer, seen=mark_of(officer), visitors="1", **how)
    assert ClubPlayer.objects.filter(club=club).count() == before
    sent(officer, seen=mark_of(officer), **how)
    # « Nadja » may be Nadia: only « Odile » is new beyond doubt.
    assert ClubPlayer.objects.filter(club=club).count() == before + 1
    alone = Entrant.objects.order_by("pk").last()
    assert alone.members.get().player.name == "Odile"


def test_two_without_partner_are_put_together_and_a_line_is_dropped(officer):
    text = "Anne & Bruno\nChloé & David\nÉmile\nFanny\nGilles & Hélène"
    seen = mark_of(officer, text)
    how = {"formula": "swiss rounds=2", "without_partner": "together"}
    sent(officer, text, seen=seen, drop="4", **how)
    names = Entrant.objects.order_by("number").values_list("name", flat=True)
    assert list(names) == ["Anne & Bruno", "Chloé & David", "Émile & Fanny"]


def test_a_number_is_turned_and_not_chosen_again_with_another_list(officer):
    field = "number-swiss-rounds"
    turned = sent(officer, EIGHT, preview="1", **{field: "6", f"usual-{field}": "4"})
    swiss = turned.context["advised"]["suggestions"][0]
    assert (swiss.value, swiss.numbers[0].value) == ("swiss rounds=6", 6)
    assert "Dépasse" in swiss.late
    # A number as it was suggested is that of the list, and changes with it.
    same = sent(officer, EIGHT[:30], preview="1", **{field: "4", f"usual-{field}": "4"})
    assert same.context["advised"]["suggestions"][0].value != "swiss rounds=4"
    # Without scripts the number counts with the button of the formula.
    seen = turned.context["list"]["seen"]
    sent(officer, EIGHT, seen=seen, formula="swiss rounds=4", **{field: "5", f"usual-{field}": "4"})
    assert Tournament.objects.get().options == {"rounds": 5}


def test_people_who_all_come_alone_play_formulas_for_people(officer):
    page = sent(officer, "\n".join(KNOWN), preview="1")
    assert page.context["arrivals"].people
    assert page.context["arrivals"].sentence == ""
    formats = [suggestion.value.split()[0] for suggestion in page.context["advised"]["suggestions"]]
    assert formats == ["melee", "rotation"]


def test_picked_people_are_lines_of_the_list(officer):
    page = officer.get("/tournois/soiree/valet/")
    assert set(page.context["known"].others) == {*KNOWN, *MORE}
    sent(officer, EIGHT, seen=mark_of(officer, EIGHT), formula="swiss rounds=4")
    again = officer.get("/tournois/soiree/valet/").context
    assert again["known"].last[0] == "Nord 1 & Sud 1"
    assert "Nord 1" not in again["known"].others
    picked = sent(officer, "Anne & Bruno", preview="1", pick=["Nord 1 & Sud 1", "Chloé"])
    assert picked.context["arrivals"].count == 2
    assert [row.called for row in picked.context["arrivals"].alone] == ["Chloé"]


def test_a_list_or_a_formula_that_cannot_be_is_refused_in_words(officer):
    assert sent(officer, "a\n" * 3000, preview="1").status_code == 400
    assert sent(officer, EIGHT, seen=mark_of(officer, EIGHT), formula="x").status_code == 404
    two = "Anne & Bruno\nChloé & David"
    refused = sent(
        officer, two, seen=mark_of(officer, two), formula="rotation rounds=2 movement=mitchell"
    )
    assert refused.status_code == 400
    assert refused.context["faults"]
    assert not Tournament.objects.exists()


def test_the_same_form_twice_is_one_evening_and_another_formula_another(officer):
    seen, client_id = mark_of(officer, EIGHT), str(uuid.uuid4())
    how = {"seen": seen, "client_id": client_id}
    first = sent(officer, EIGHT, formula="swiss rounds=4", **how)
    assert sent(officer, EIGHT, formula="swiss rounds=4", **how).url == first.url
    assert Tournament.objects.count() == 1
    assert sent(officer, EIGHT, formula=SAME_DEALS, **how).url != first.url


def test_another_formula_is_chosen_with_the_list_on_the_page_of_a_new_tournament(officer):
    payload = {
        "entrants": EIGHT,
        "club": "valet",
        "ruleset": "dix traditionnel",
        "other_formula": "1",
    }
    page = officer.post("/tournois/nouveau/", {**payload, "name": "Soirée"})
    assert page.status_code == 200
    form = page.context["form"]
    assert [form[name].value() for name in ("name", "entrants")] == ["Soirée", EIGHT]


def test_the_clubs_page_leads_there_for_who_may(club, officer):
    link = 'href="/tournois/soiree/valet/"'
    assert link in officer.get("/clubs/valet/").content.decode()
    scorer = factories.browser(factories.member(club, "scorer"))
    assert link not in scorer.get("/clubs/valet/").content.decode()
    assert scorer.get("/tournois/soiree/valet/").status_code == 302
    assert officer.get("/tournois/soiree/nul/").status_code == 404
