"""Clubs and players over HTTP."""

import pytest

from clubs.models import Club, Player
from tests import factories

NAME_TAKEN = (
    "Ce nom est déjà pris dans le club. Si c'est quelqu'un d'autre, ajouter une marque\xa0:"
    " «\xa0Jean Roy (Saint-Roch)\xa0»."
)
pytestmark = pytest.mark.django_db
PLAYERS, CLUBS = "/api/v1/players/", "/api/v1/clubs/"


def faults(response):
    return response.status_code, [(e["code"], e["attr"]) for e in response.json()["errors"]]


def moment(at):
    return at.isoformat().replace("+00:00", "Z")


def names(response):
    return [row["name"] for row in response.json()["results"]]


# -- Players ----------------------------------------------------------------------------------


def test_a_player_added_is_answered_listed_and_read():
    factories.club("ouvert", open_recording=True)
    response = factories.api().post(PLAYERS, {"name": " Zoe\u0301 ", "club": "ouvert"})
    body = response.json()
    assert response.status_code == 201
    assert (body.pop("alike"), body.pop("guest")) == ([], [])
    assert body == {
        "id": Player.objects.get().pk,
        "name": "Zoé",
        "shown": "full",
        "clubs": ["ouvert"],
    }
    assert factories.api().get(PLAYERS).json()["results"] == [body]
    assert factories.api().get(f"{PLAYERS}{body['id']}/").json() == body


def test_a_name_taken_says_who_has_it_beside_the_errors():
    zoe = factories.player("Zoé", factories.club("ouvert", open_recording=True))
    response = factories.api().post(PLAYERS, {"name": "ZOÉ", "club": "ouvert"})
    assert response.status_code == 400
    assert response.json() == {
        "type": "validation_error",
        "errors": [{"code": "name_taken", "detail": NAME_TAKEN, "attr": "name"}],
        "player": {"id": zoe.pk, "name": "Zoé"},
    }
    assert Player.objects.count() == 1


def test_a_name_that_looks_like_anothers_is_added_and_says_whose():
    club = factories.club("ouvert", open_recording=True)
    anne = factories.player("Anne", club)
    factories.player("Paul", club, shown="initials")
    body = {"name": "\u0410nne", "club": "ouvert"}  # a Cyrillic А
    added = factories.api().post(PLAYERS, body)
    assert added.status_code == 201
    assert added.json()["alike"] == [{"id": anne.pk, "name": "Anne"}]
    # A player whose name the caller may not see is not reported as alike.
    assert factories.api().post(PLAYERS, {"name": "PauI", "club": "ouvert"}).json()["alike"] == []


def test_a_name_taken_does_not_give_a_hidden_player_away():
    """A player shown under initials is not given away either: whoever guesses a name would learn
    whose record it is.
    """
    club = factories.club("ouvert", open_recording=True)
    initials = factories.player("Zoé", club, shown="initials")
    factories.player("Ana", club, shown="hidden")
    for name in ("zoé", "ana"):
        refused = factories.api().post(PLAYERS, {"name": name, "club": "ouvert"}).json()
        assert (refused["errors"][0]["code"], "player" in refused) == ("name_taken", False)
    by = factories.api(factories.member(club, "officer"))
    answer = by.post(PLAYERS, {"name": "zoé", "club": "ouvert"}).json()
    assert answer["player"] == {"id": initials.pk, "name": "Z."}


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"club": "ouvert"}, [("required", "name")]),
        ({"name": "Zoé"}, [("required", "club")]),
        ({"name": "", "club": "ouvert"}, [("name_blank", "name")]),
        ({"name": "\u200b", "club": "ouvert"}, [("name_blank", "name")]),
        ({"name": "A" * 81, "club": "ouvert"}, [("name_too_long", "name")]),
        ({"name": "A\u2028B", "club": "ouvert"}, [("name_control", "name")]),
        ({"name": "A\u202eB", "club": "ouvert"}, [("name_control", "name")]),
        ({"name": "A" + "\u0301" * 60, "club": "ouvert"}, [("name_marks", "name")]),
        ({"name": None, "club": "ouvert"}, [("null", "name")]),
        ({"name": 12, "club": "ouvert"}, [("invalid", "name")]),
        ({"name": "Zoé", "club": "nulle-part"}, [("club_unknown", "club")]),
        ({"name": "Zoé", "club": "secret"}, [("club_unknown", "club")]),
    ],
)
def test_a_player_with_a_mistake_is_refused(body, errors):
    factories.club("ouvert", open_recording=True)
    factories.club("secret", public=False, open_recording=True)
    assert faults(factories.api().post(PLAYERS, body)) == (400, errors)
    assert Player.objects.count() == 0


def test_a_player_of_a_club_that_keeps_its_list_is_403():
    factories.owner_who_came()
    factories.club("garde")
    response = factories.api().post(PLAYERS, {"name": "Zoé", "club": "garde"})
    assert faults(response) == (403, [("players_not_allowed", None)])


def test_players_are_listed_by_club_and_by_a_part_of_their_name():
    first, second = factories.club("un"), factories.club("deux")
    factories.player("Anne Gagnon", first)
    factories.player("Bruno", first, second)
    factories.player("Jeanne", second)
    read = factories.api().get
    assert names(read(PLAYERS)) == ["Anne Gagnon", "Bruno", "Jeanne"]
    assert names(read(PLAYERS, {"club": "deux"})) == ["Bruno", "Jeanne"]
    assert names(read(PLAYERS, {"name": "ANNE"})) == ["Anne Gagnon", "Jeanne"]
    assert names(read(PLAYERS, {"name": "anne", "club": "un"})) == ["Anne Gagnon"]
    assert names(read(PLAYERS, {"club": "nulle-part"})) == []
    assert names(read(PLAYERS, {"name": "%"})) == []


def test_a_member_does_not_find_players_of_their_club_under_another():
    """Club and name must match in the same line of a club's list, not in one line each."""
    first, second = factories.club("un"), factories.club("deux")
    person = factories.player("Anne", first)
    factories.ClubPlayer.objects.create(club=second, player=person, name_key="annie")
    assert names(factories.api().get(PLAYERS, {"club": "un", "name": "annie"})) == []


def test_players_of_a_members_only_club_are_its_members_to_see():
    club = factories.club("secret", public=False)
    zoe = factories.player("Zoé", club)
    member, outsider = factories.api(factories.member(club)), factories.api(factories.user())
    for client in (factories.api(), outsider):
        assert names(client.get(PLAYERS)) == []
        assert client.get(f"{PLAYERS}{zoe.pk}/").status_code == 404
    assert names(member.get(PLAYERS)) == ["Zoé"]
    assert member.get(f"{PLAYERS}{zoe.pk}/").status_code == 200


def test_a_player_of_two_clubs_does_not_give_the_secret_one_away():
    person = factories.player("Zoé", factories.club("ouvert"), factories.club("s", public=False))
    body = factories.api().get(f"{PLAYERS}{person.pk}/").json()
    assert body["clubs"] == ["ouvert"]


def test_a_hidden_player_is_listed_to_members_alone():
    club = factories.club()
    hidden = factories.player("Zoé", club, shown="hidden")
    assert names(factories.api().get(PLAYERS)) == []
    assert factories.api().get(f"{PLAYERS}{hidden.pk}/").status_code == 404
    assert len(names(factories.api(factories.member(club)).get(PLAYERS))) == 1


def test_a_hidden_players_name_is_not_to_be_guessed_by_searching():
    club = factories.club()
    factories.player("Zoé Tremblay", club, shown="initials")
    assert names(factories.api().get(PLAYERS)) == ["Z. T."]
    assert names(factories.api().get(PLAYERS, {"name": "tremblay"})) == []


def test_players_are_listed_in_pages_of_a_hundred():
    club = factories.club()
    for number in range(101):
        factories.player(f"P{number:03}", club)
    first = factories.api().get(PLAYERS).json()
    second = factories.api().get(first["next"]).json()
    assert (len(first["results"]), len(second["results"]), second["next"]) == (100, 1, None)
    assert second["results"][0]["name"] == "P100"


@pytest.mark.parametrize("player", ["0", "999999", "9223372036854775808", "9" * 40])
def test_a_player_that_does_not_exist_is_404(player):
    assert factories.api().get(f"{PLAYERS}{player}/").status_code == 404


# -- Clubs ------------------------------------------------------------------------------------


def test_an_account_founds_a_club_closed_to_recording_and_owns_it():
    founder = factories.user()
    response = factories.api(founder).post(
        CLUBS, {"name": "L'AÉDIROUM", "slug": "aediroum", "city": "Montréal"}
    )
    body = {
        "name": "L'AÉDIROUM",
        "slug": "aediroum",
        "city": "Montréal",
        "language": "fr",
        "public": True,
        "open_recording": False,
        "logo_text": "",
        "joining": "",
        "embeddable": False,
        "notice": "",
        "noticed_at": None,
        # The club is confirmed at once because no site owner has signed in yet.
        "confirmed_at": moment(Club.objects.get().confirmed_at),
        "default_presets": {},
    }
    assert (response.status_code, response.json()) == (201, body)
    assert factories.api().get(CLUBS).json()["results"] == [body]
    assert factories.api().get(f"{CLUBS}aediroum/").json() == body
    membership = Club.objects.get().memberships.get()
    assert (membership.user, membership.role) == (founder, "owner")


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"slug": "x"}, [("required", "name")]),
        ({"name": "X"}, [("required", "slug")]),
        ({"name": " ", "slug": "x"}, [("name_blank", "name")]),
        ({"name": "X", "slug": "é à"}, [("invalid", "slug")]),
        ({"name": "X", "slug": "pris"}, [("slug_taken", "slug")]),
        ({"name": "X", "slug": "x", "city": "A\nB"}, [("name_control", "city")]),
    ],
)
def test_a_club_with_a_mistake_is_refused(body, errors):
    factories.club("pris")
    response = factories.api(factories.site_owner()).post(CLUBS, body)
    assert faults(response) == (400, errors)
    assert Club.objects.count() == 1


def test_nobody_without_an_account_founds_a_club():
    body = {"name": "X", "slug": "x"}
    assert faults(factories.api().post(CLUBS, body)) == (403, [("account_needed", None)])
    # A caller without an account must not learn whether an address is taken.
    secret = {"name": "X", "slug": factories.club(public=False).slug}
    assert faults(factories.api().post(CLUBS, secret)) == (403, [("account_needed", None)])


def test_a_members_only_club_is_seen_by_its_members_alone():
    club = factories.club("secret", public=False)
    assert factories.api().get(CLUBS).json()["results"] == []
    assert factories.api().get(f"{CLUBS}secret/").status_code == 404
    member = factories.api(factories.member(club))
    assert [row["slug"] for row in member.get(CLUBS).json()["results"]] == ["secret"]
    assert member.get(f"{CLUBS}secret/").status_code == 200
