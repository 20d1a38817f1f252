"""Tests of bulletins that are stored, changed, published and made again, and of their names."""

import pytest
from django.utils import translation

from bulletin import queries
from bulletin.errors import Refused, Stale
from bulletin.models import Bulletin, BulletinText
from bulletin.prose.marks import mark
from bulletin.services import BulletinAsked, remake_bulletin, write_bulletin
from clubs import services as people
from clubs.accounts.data_export import export_account
from clubs.callers import Caller
from core.errors import Denied, NotFound
from games.models import Match
from games.services import SeatAsked
from tests import factories
from tests.bulletin.evenings import DAY, date_of, match_on

pytestmark = pytest.mark.django_db
ON = date_of(DAY)


class House:
    """A club on whose evening Anne and Chloé won against Bruno and a guest."""

    def __init__(self):
        self.club = factories.club("le-club")
        self.owner = Caller(user=factories.site_owner())
        self.anne = factories.player("Anne Roy", self.club)
        self.bruno = factories.player("Bruno Côté", self.club)
        self.chloe = factories.player("Chloé Morin", self.club)
        seats = [SeatAsked(player.pk) for player in (self.anne, self.bruno, self.chloe)]
        self.match = match_on(self.club, by=self.owner, seats=[*seats, SeatAsked(name="Zoé Guay")])

    def write(self, caller=None, after=None, **changes):
        """Write the evening's bulletin."""
        return write_bulletin(
            club=self.club,
            day=ON,
            changes=BulletinAsked(**changes),
            caller=caller or self.owner,
            after=after,
        )

    def read(self, caller=None):
        """Return the evening's bulletin as the caller reads it."""
        return queries.find(self.club, ON, caller or Caller())


@pytest.fixture
def house():
    """The club and its evening."""
    return House()


def test_a_draft_is_its_officers_and_a_published_one_everybodys(house):
    assert house.read(house.owner).stored is None
    with pytest.raises(NotFound):
        house.read()
    with pytest.raises(Denied):
        house.write(Caller(user=factories.member(house.club, "scorer")), published=True)
    house.write(published=True)
    assert "Anne Roy et Chloé Morin" in house.read().body
    assert house.read().version == 1
    house.write(published=False)
    with pytest.raises(NotFound):
        house.read()


def test_nothing_was_played_nothing_can_be_told(house):
    with pytest.raises(NotFound):
        write_bulletin(
            club=house.club,
            day=date_of("2026-01-01"),
            changes=BulletinAsked(published=True),
            caller=house.owner,
        )
    assert not Bulletin.objects.exists()


def test_a_kept_text_names_nobody_and_follows_who_is_hidden_renamed_or_forgotten(house):
    house.write(published=True)
    stored = BulletinText.objects.get(language="fr").body
    assert mark(house.anne.pk) in stored
    assert not any(name in stored for name in ("Anne", "Bruno", "Chloé"))
    people.choose_shown(player=house.anne, visibility="initials", caller=house.owner)
    people.change_player(player=house.chloe, name="Chloé Roy", caller=house.owner)
    assert "A. R. et Chloé Roy" in house.read().body
    people.choose_shown(player=house.anne, visibility="hidden", caller=house.owner)
    assert "joueur anonyme et Chloé Roy" in house.read().body
    people.forget(player=house.anne, caller=house.owner)
    page = house.read()
    assert "ne personne retirée et Chloé Roy" in page.body
    assert "Anne" not in page.as_text


def test_merged_people_are_called_as_the_one_who_stays(house):
    house.write(published=True)
    other = factories.player("Annie Roy", house.club)
    people.merge(survivor=other, absorbed=house.anne, caller=house.owner)
    assert "Annie Roy et Chloé Morin" in house.read().body


def test_what_an_officer_typed_keeps_whole_names_as_references(house):
    house.write(title="Bravo !", text="La victoire d'Anne Roy, et de Zoé Guay.\n\nAnne rit.")
    text = BulletinText.objects.get(language="fr")
    assert text.body == f"La victoire d'{mark(house.anne.pk)}, et de Zoé Guay.\n\nAnne rit."
    people.change_player(player=house.anne, name="Béa Roy", caller=house.owner)
    page = house.read(house.owner)
    assert page.paragraphs == ["La victoire de Béa Roy, et de Zoé Guay.", "Anne rit."]


def test_a_forgotten_persons_whole_name_goes_from_what_was_typed_too(house):
    zoe = factories.player("Zoé Gagnon", house.club)
    house.write(text="Salut à Zoé Gagnon.")
    # An officer who does not know whose name it is types it without a reference.
    BulletinText.objects.filter(language="fr").update(body="Salut à zoé  gagnon et à Zoé.")
    people.forget(player=zoe, caller=house.owner)
    assert house.read(house.owner).body == "Salut à une personne retirée et à Zoé."


def test_hidden_people_are_never_named_by_folding_or_drafting(house):
    people.choose_shown(player=house.anne, visibility="hidden", caller=house.owner)
    page = house.read(house.owner)
    assert "Anne" not in page.body
    house.write(text=page.body)
    assert house.read(house.owner).body == page.body


def test_a_text_changed_in_one_language_is_read_in_it_by_all(house):
    house.write(published=True, text="Une belle soirée.")
    with translation.override("en"):
        assert (house.read().language, house.read().body) == ("fr", "Une belle soirée.")
        house.write(text="A fine evening.")
        assert (house.read().language, house.read().body) == ("en", "A fine evening.")
    assert house.read().body == "Une belle soirée."


def test_making_again_takes_the_present_results_and_drops_what_was_typed(house):
    house.write(text="À refaire.", published=True)
    assert not queries.changed_since(house.read(), house.club)
    match_on(house.club, by=house.owner)
    assert queries.changed_since(house.read(), house.club)
    remake_bulletin(club=house.club, day=ON, caller=house.owner)
    page = house.read()
    assert not queries.changed_since(page, house.club)
    assert page.published
    assert "deux matchs" in page.body.lower()
    Match.objects.all().delete()
    with pytest.raises(NotFound):
        remake_bulletin(club=house.club, day=ON, caller=house.owner)
    assert house.read().body == page.body


def test_two_officers_overwrite_nothing_unseen(house):
    house.write(after=0, title="Une")
    with pytest.raises(Stale) as stale:
        house.write(after=0, title="Deux")
    assert stale.value.body_extras() == {"version": 1}
    assert house.write(after=1, title="Deux").version == 2


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"title": " \n "}, "bulletin_blank"),
        ({"text": "\x00"}, "bulletin_blank"),
        ({"text": "a" * 4001}, "bulletin_too_long"),
        ({"title": "a" * 201}, "bulletin_too_long"),
    ],
)
def test_what_is_refused(house, changes, code):
    with pytest.raises(Refused) as refused:
        house.write(**changes)
    assert refused.value.code == code
    assert not Bulletin.objects.exists()


def test_forged_references_and_characters_that_no_feed_holds_are_taken_out(house):
    house.write(text=f"Voici {mark(house.bruno.pk)}\ufffe\x07.\r\nFin.")
    assert house.read(house.owner).body == f"Voici [{house.bruno.pk}].\nFin."


def test_an_account_gets_the_bulletins_it_wrote_last(house):
    house.write(published=True)
    archive = export_account(house.owner.user)
    assert archive["bulletins"] == [{"club": "le-club", "day": DAY}]
