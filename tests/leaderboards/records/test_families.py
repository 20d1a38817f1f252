"""Records do not mix rulesets: each is of one family of rules, and the page filters by it."""

import csv
import io
from urllib.parse import quote

import pytest

from games.dix.models import DixRules
from games.registry import installed
from games.services import SeatAsked
from leaderboards.models import Found
from leaderboards.player_queries import held_by
from leaderboards.records import queries as records
from leaderboards.records.families import family_name, family_of, in_order
from leaderboards.services import find_all_facts, find_facts, wrong_facts
from tests import factories
from tests.factories import ALL_TAKEN, HAND
from tests.plain import plain

DIX = installed.game_of("dix")
IN_300 = 'traditionnel~{"target":300}'


def rules(**changes):
    return DixRules(**changes)


@pytest.mark.parametrize(
    ("preset", "values", "family", "name"),
    [
        ("traditionnel", {}, "traditionnel", "Traditionnel"),
        # The first dealer is chosen with the seats, and is not one of a family's rules.
        ("traditionnel", {"first_dealer": 0}, "traditionnel", "Traditionnel"),
        ("traditionnel", {"target": 300}, IN_300, "Traditionnel (score à atteindre : 300)"),
        (
            "traditionnel",
            {"deck": 36, "defence_cap": None, "partie": "forbidden"},
            'traditionnel~{"deck":36,"defence_cap":null,"partie":"forbidden"}',
            "Traditionnel (cartes : 36 (Ruff) ; seuil de la défense muette : – ; "
            "« la partie » : interdite)",
        ),
        ("disparue", {}, "disparue", "disparue"),
    ],
)
def test_a_family_is_the_preset_and_what_was_changed_of_it(preset, values, family, name):
    assert family_of(DIX, preset, rules(**values)) == family
    assert plain(family_name(DIX, family)) == name


def test_changes_beyond_the_column_are_a_family_all_the_same():
    yams = installed.game_of("yams")
    preset = yams.presets[0]

    def changed(first):
        columns = ("descendre", "libre", "monter", "en_1", "en_2")
        many = {f"{column}_worth_in_this_test": at for at, column in enumerate(columns, first)}
        whole = yams.rules.model(**preset.values).values()
        return family_of(yams, preset.slug, Values(whole | {"column_values": many}))

    base, other = changed(1), changed(2)
    assert base != other
    assert len(base) <= 200
    assert plain(family_name(yams, base)).endswith("(autres règles)")


class Values:
    """Rules in the form in which the family reads them."""

    def __init__(self, values):
        self.values = lambda: values


def test_presets_come_in_their_order_and_then_what_changes_them():
    listed = ["ruff", IN_300, "zut", "as-penalises", "traditionnel"]
    assert in_order(DIX, listed) == ["traditionnel", "as-penalises", "ruff", "zut", IN_300]


@pytest.fixture
def club(db):
    return factories.club("ici", open_recording=True)


def won(club, hands, **changes):
    """Return a match of the club that these hands have won, with its facts found."""
    match = factories.started(club=club, **changes)
    for hand in hands:
        match = factories.recorded(match, hand)
    find_facts(match_id=match.pk)
    return match


@pytest.fixture
def two(club):
    """Return a match to 500 won in five hands, and a later one to 300 won in three."""
    long = won(club, [ALL_TAKEN] * 5)
    short = won(club, [ALL_TAKEN] * 3, rules={"target": 300})
    return long, short


def shortest(body):
    return [
        (line["family"], line["match"], len(line["former"]))
        for line in body["records"]
        if line["code"] == "fewest_hands"
    ]


def read(**query):
    return factories.api().get("/api/v1/records/dix/", {"club": "ici", **query})


def test_a_match_of_300_points_is_no_record_of_500(two):
    long, short = two
    body = read().json()
    assert shortest(body) == [("traditionnel", long.pk, 0), (IN_300, short.pk, 0)]
    assert body["families"] == [
        {"family": "traditionnel", "family_name": "Traditionnel"},
        {"family": IN_300, "family_name": "Traditionnel (score à atteindre : 300)"},
    ]
    assert set(Found.objects.filter(record=True, code="fewest_hands").values_list("match")) == {
        (long.pk,),
        (short.pk,),
    }
    assert wrong_facts(game="dix") == set()


def test_the_api_and_the_file_filter_by_family(two):
    long, short = two
    assert shortest(read(family="traditionnel").json()) == [("traditionnel", long.pk, 0)]
    assert shortest(read(family=IN_300).json()) == [(IN_300, short.pk, 0)]
    # A preset that nobody has played has no record. A text that is no family is refused.
    assert shortest(read(family="ruff").json()) == []
    for unknown in ("rien", "\0", 'traditionnel~{"target":1}'):
        refused = read(family=unknown)
        assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "family_unknown")
    address = f"/records/dix/csv/?club=ici&family={quote(IN_300)}"
    file = factories.browser().get(address).content.decode().removeprefix("\ufeff")
    assert {plain(row["Variante"]) for row in csv.DictReader(io.StringIO(file))} == {
        "Traditionnel (score à atteindre : 300)"
    }


def test_the_page_says_for_which_rules_each_holds_and_filters_by_them(two):
    browser = factories.browser()
    page = plain(browser.get("/records/dix/?club=ici").content.decode())
    assert page.count('<span class="small soft">Traditionnel (score à atteindre : 300)</span>') > 0
    answer = browser.get("/records/dix/", {"club": "ici", "family": IN_300})
    assert {line.now.family for line in answer.context["lines"]} == {IN_300}
    assert f"family={quote(IN_300, safe='')}" in answer.content.decode()
    assert browser.get("/records/dix/?family=rien").status_code == 404


def test_of_many_families_a_page_has_the_first_and_leads_to_the_others(two, monkeypatch):
    monkeypatch.setattr(records, "FAMILIES", 1)
    answer = factories.browser().get("/records/dix/?club=ici")
    assert {line.now.family for line in answer.context["lines"]} == {"traditionnel"}
    assert "D'autres variantes se choisissent en haut de la page." in answer.content.decode()


def test_a_record_of_other_rules_does_not_beat_somebody_s(club):
    anne = factories.player("Anne", club)
    seats = [SeatAsked(player=anne.pk), *(SeatAsked(name=name) for name in "BCD")]
    long = won(club, [HAND, *[ALL_TAKEN] * 5], seats=seats)
    won(club, [ALL_TAKEN] * 3, rules={"target": 300})
    (own,) = [line for line in held_by(anne, [club.pk], 12) if line.held.code == "fewest_hands"]
    assert (own.held.match, own.still) == (long.pk, True)


def test_facts_of_an_older_program_are_shown_until_they_are_found_anew(two):
    long, short = two
    Found.objects.update(family="", record=True)
    # They are shown under their match's preset, as before.
    assert {family for family, _match, _former in shortest(read().json())} == {"traditionnel"}
    find_all_facts(game="dix")
    assert shortest(read().json()) == [("traditionnel", long.pk, 0), (IN_300, short.pk, 0)]
