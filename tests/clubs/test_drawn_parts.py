"""Parts of pages are drawn again when anything on them has changed, and only then."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

import pytest
from django.utils import translation
from django.utils.translation import gettext_lazy

from clubs import drawn_parts
from clubs.addresses import page_address
from clubs.drawn_parts import DrawnParts, content_of, drawn_part
from clubs.models import ClubPlayer, Player
from games.registry import game_of
from tests import factories


@dataclass(frozen=True)
class Row:
    rank: int
    person: Player


def test_the_parts_used_last_are_kept_and_no_more_than_a_limit():
    parts = DrawnParts(most=10)
    drawn = []

    def get(key, text):
        return parts.get(key, lambda: drawn.append(key) or text)

    for key in "aba":
        get(key, "xxxx")
    get("c", "xxxx")  # no room for all three: `b` was not asked for since
    assert drawn == ["a", "b", "c"]
    assert (get("a", "?"), get("b", "yyyy"), get("c", "!")) == ("xxxx", "yyyy", "!")
    assert drawn == ["a", "b", "c", "b", "c"]


def test_rows_are_compared_by_all_that_they_hold():
    person, again = Player(pk=1, name="Anne"), Player(pk=1, name="Anne")
    again.created_at = person.created_at
    assert content_of([Row(1, person)]) == content_of([Row(1, again)])
    again.name = "Zoé"
    assert content_of([Row(1, person)]) != content_of([Row(1, again)])
    again.name = "Anne"
    again.line = ClubPlayer(player=again, name="Nanou")
    assert content_of([Row(1, person)]) != content_of([Row(1, again)])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (1, 1.0),
        (1, Decimal(1)),
        (0.0, -0.0),
        ({"a": 1}, {"a": 2}),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ([1, 2], [2, 1]),
        (None, ""),
        (date(2026, 1, 1), date(2026, 1, 2)),
        (game_of, None),
    ],
)
def test_what_a_template_writes_otherwise_is_not_the_same(one, other):
    if callable(one):
        one, other = game_of("dix"), game_of("yams")
    assert content_of({"value": one}) != content_of({"value": other})


def test_a_translated_word_is_compared_as_it_reads():
    with translation.override("en"):
        english = content_of(gettext_lazy("Aide"))
    with translation.override("fr"):
        assert content_of(gettext_lazy("Aide")) == "Aide" != english


@pytest.mark.parametrize("value", [object(), iter([1]), (one for one in "ab"), game_of])
def test_what_cannot_be_compared_is_refused(value):
    with pytest.raises(TypeError):
        content_of({"value": value})


def test_a_part_is_drawn_once_a_language(monkeypatch):
    drawn = []
    monkeypatch.setattr(drawn_parts, "render_to_string", lambda name, _: drawn.append(name) or name)
    monkeypatch.setattr(drawn_parts, "parts", DrawnParts())
    for language in ("fr", "en", "fr"):
        with translation.override(language):
            drawn_part("a.html", {"count": 1})
    drawn_part("a.html", {"count": 2})
    assert drawn == ["a.html"] * 3


def test_an_address_is_found_as_django_finds_it():
    assert page_address("games:match", "7K3QZ9WX") == "/parties/7K3QZ9WX/"
    # Equal, but not written the same.
    assert page_address("clubs:player", 1) == "/joueurs/1/"
    with pytest.raises(Exception, match="True"):
        page_address("clubs:player", True)


@pytest.mark.django_db
def test_a_board_and_the_home_page_show_a_name_as_it_is_now():
    club = factories.club()
    seats = [{"player": factories.player(name, club).pk} for name in ("Anne", "Bruno")]
    client = factories.api(factories.member(club, "owner"))
    table = factories.table(client, game="toy", club=club.slug, seats=[*seats, {"name": "C"}])
    browser = factories.browser()
    assert "Anne" in browser.get("/").content.decode()
    Player.objects.filter(name="Anne").update(name="Zoé")
    page = browser.get("/").content.decode()
    assert ("Zoé" in page, "Anne" in page) == (True, False)
    assert table.id in page
