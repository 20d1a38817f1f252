"""Services that write about people: the first start and new players."""

import pytest
from django.db import IntegrityError, transaction

from clubs import services
from clubs.callers import Caller
from clubs.errors import NameTaken
from clubs.models import ApiToken, Club, ClubPlayer, Membership, Player, User
from clubs.permissions import any_phone_vouches
from core.errors import Denied
from core.names import Refused
from tests import factories

pytestmark = pytest.mark.django_db


def counts():
    return [model.objects.count() for model in (Club, User, ApiToken, Player, ClubPlayer)]


def add(club, name, caller=None):
    return services.add_player(club=club, name=name, caller=caller or Caller())


def test_the_first_start_makes_a_club_of_a_house_that_vouches_and_the_sites_owner():
    club = services.first_start()
    owner = User.objects.get()
    assert (club.slug, club.open_recording, club.public) == ("mon-club", False, True)
    assert any_phone_vouches(club, Caller())
    assert (owner.is_superuser, owner.has_usable_password()) == (True, False)
    assert counts() == [1, 1, 0, 0, 0]


def test_every_later_start_changes_nothing():
    first = services.first_start(admin_token="jeton")
    before = counts()
    assert services.first_start(admin_token="jeton") == first
    assert services.first_start(admin_token="autre") == first
    assert services.first_start() == first
    assert counts() == before == [1, 1, 1, 0, 0]


def test_the_owners_token_given_at_the_first_start_does_everything():
    services.first_start(admin_token="jeton")
    client = factories.api()
    client.credentials(HTTP_AUTHORIZATION="Token jeton")
    made = client.post("/api/v1/clubs/", {"name": "Un autre", "slug": "autre"})
    assert made.status_code == 201
    assert not ApiToken.objects.filter(digest__contains="jeton").exists()


def test_a_token_given_at_a_later_start_is_no_way_in():
    services.first_start()
    services.first_start(admin_token="jeton")
    client = factories.api()
    client.credentials(HTTP_AUTHORIZATION="Token jeton")
    assert client.get("/api/v1/clubs/").status_code == 401


def test_a_new_player_is_on_the_clubs_list_under_the_name_as_it_is_kept():
    club = factories.club(open_recording=True)
    player = add(club, "  Zoe\u0301  B ")
    entry = ClubPlayer.objects.get()
    assert (player.name, entry.player, entry.club, entry.name_key) == (
        "Zoé B",
        player,
        club,
        "zoé b",
    )


@pytest.mark.parametrize("name", ["Zoé", "ZOÉ", "Zoe\u0301", "Ｚｏé", " zoé "])
def test_a_name_that_the_club_has_is_taken_however_it_is_spelt(name):
    club = factories.club(open_recording=True)
    zoe = add(club, "Zoé")
    before = counts()
    with pytest.raises(NameTaken) as taken:
        add(club, name)
    assert taken.value.player == zoe
    assert counts() == before
    assert services.player_for(club=club, name=name, caller=Caller()) == zoe


def test_a_name_is_free_in_another_club():
    first, second = factories.club(open_recording=True), factories.club(open_recording=True)
    assert add(first, "Zoé") != add(second, "Zoé")


@pytest.mark.parametrize(
    ("name", "code"), [(" ", "name_blank"), ("A" * 81, "name_too_long"), ("A\nB", "name_control")]
)
def test_a_name_that_cannot_be_kept_is_refused(name, code):
    club = factories.club(open_recording=True)
    with pytest.raises(Refused) as fault:
        add(club, name)
    assert (fault.value.code, Player.objects.count()) == (code, 0)


@pytest.mark.parametrize(
    ("role", "open_recording", "allowed"),
    [
        (None, True, True),
        (None, False, False),
        ("member", False, False),
        ("scorer", False, False),
        ("officer", False, True),
        ("owner", False, True),
    ],
)
def test_who_may_add_a_player(role, open_recording, allowed):
    factories.owner_who_came()
    club = factories.club(open_recording=open_recording)
    caller = Caller(user=factories.member(club, role)) if role else Caller()
    if allowed:
        assert add(club, "Zoé", caller).name == "Zoé"
        return
    with pytest.raises(Denied) as denied:
        add(club, "Zoé", caller)
    assert (denied.value.code, Player.objects.count()) == ("players_not_allowed", 0)


def test_eighty_characters_outside_the_first_plane_are_kept():
    club = factories.club(open_recording=True)
    name = "𝕬" * 80
    add(club, name)
    assert Player.objects.get().name == name
    assert ClubPlayer.objects.get().name_key == "a" * 80


def test_a_name_whose_key_grows_is_kept_and_found_again():
    club = factories.club(open_recording=True)
    name = "\ufdfa" * 80
    known = add(club, name)
    assert services.player_named(club=club, name=name) == known


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "make",
    [
        lambda club, user, player: Membership.objects.create(club=club, user=user, role="king"),
        lambda club, user, player: [
            Membership.objects.create(club=club, user=user) for _ in range(2)
        ],
        lambda club, user, player: Player.objects.create(name="X", shown="nobody"),
        lambda club, user, player: ClubPlayer.objects.create(
            club=club, player=factories.player("Y"), name_key="zoé"
        ),
        lambda club, user, player: ClubPlayer.objects.create(
            club=club, player=player, name_key="autre"
        ),
        lambda club, user, player: Club.objects.create(name="X", slug=club.slug),
    ],
)
def test_the_database_itself_refuses_what_makes_no_sense(make):
    club = factories.club(open_recording=True)
    user, player = factories.user(), add(club, "Zoé")
    with pytest.raises(IntegrityError), transaction.atomic():
        make(club, user, player)


@pytest.mark.parametrize(
    ("name", "slug"), [("Sœurs du Bœuf", "soeurs-du-boeuf"), ("Ægir", "aegir"), ("北京", "club")]
)
def test_a_clubs_address_keeps_the_letters_of_its_name(name, slug):
    club = services.make_club(name=name, caller=Caller(user=factories.user()))
    assert club.slug == slug
