"""Members, invitations, mergers, settings and the log over HTTP."""

import pytest

from clubs.models import ClubPlayer, Player
from tests import factories
from tests.clubs.test_api import faults, names
from tests.plain import plain

pytestmark = pytest.mark.django_db
CLUB = "/api/v1/clubs/un/"


@pytest.fixture
def club():
    return factories.club("un")


@pytest.fixture
def owner(club):
    return factories.api(factories.member(club, "owner"))


def player_url(player, rest=""):
    return f"/api/v1/players/{player.pk}/{rest}"


def test_members_are_listed_by_their_players_name_or_their_accounts_number(club, owner):
    account = club.memberships.get().user
    zoe = factories.player("Zoé", club, user=factories.member(club, "scorer"))
    rows = owner.get(f"{CLUB}members/").json()["results"]
    members = [(row["name"], row["role"], row["player"]) for row in rows]
    assert members == [(f"compte n° {account.pk}", "owner", None), ("Zoé", "scorer", zoe.pk)]


def test_a_role_is_changed_and_the_last_owner_kept(club, owner):
    url = f"{CLUB}members/{club.memberships.get().pk}/"
    assert faults(owner.patch(url, {"role": "member"})) == (400, [("last_owner", "role")])
    assert faults(owner.patch(url, {"role": "king"})) == (400, [("invalid_choice", "role")])
    other = club.memberships.create(user=factories.user())
    response = owner.patch(f"{CLUB}members/{other.pk}/", {"role": "owner"})
    assert (response.status_code, response.json()["role"]) == (200, "owner")
    assert owner.patch(url, {"role": "member"}).status_code == 200


@pytest.mark.parametrize("number", ["0", "999999", "9223372036854775808", "9" * 40])
def test_numbers_of_nobody_are_404(club, owner, number):
    for rest in ("members", "invitations", "players"):
        assert owner.delete(f"{CLUB}{rest}/{number}/").status_code == 404
    assert owner.post(f"/api/v1/players/{number}/merge/", {"other": 1}).status_code == 404


def test_an_officer_does_not_make_officers(club):
    officer = factories.api(factories.member(club, "officer"))
    member = club.memberships.create(user=factories.user())
    refused = officer.patch(f"{CLUB}members/{member.pk}/", {"role": "officer"})
    assert faults(refused) == (403, [("owner_needed", None)])
    refused = officer.post(f"{CLUB}members/", {"role": "owner"})
    assert faults(refused) == (403, [("owner_needed", None)])


def test_an_invitation_is_made_read_accepted_and_gone(club, owner):
    zoe = factories.player("Zoé", club)
    made = owner.post(f"{CLUB}members/", {"role": "scorer", "player": zoe.pk, "days": 1})
    body = made.json()
    token = body["token"]
    assert (made.status_code, body["serves_once"]) == (201, True)
    assert body["url"] == f"http://testserver/invitation/{token}/"
    listed = owner.get(f"{CLUB}invitations/").json()["results"]
    assert listed == [{key: body[key] for key in body if key not in ("token", "url", "reach")}]
    offer = f"/api/v1/invitations/{token}/"
    read = factories.api().get(offer).json()
    assert (read["club"], read["role"], read["player"]) == ("un", "scorer", "Zoé")
    account = factories.user()
    accepted = factories.api(account).post(offer, {})
    assert accepted.json() == {"club": "un", "role": "scorer", "player": zoe.pk, "left": ""}
    assert Player.objects.get().user == account
    assert factories.api(account).post(offer, {}).status_code == 404
    assert owner.get(f"{CLUB}invitations/").json()["results"] == []


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"days": 0}, ("min_value", "days")),
        ({"days": 31}, ("max_value", "days")),
        ({"player": 999999}, ("player_unknown", "player")),
        ({"role": "king"}, ("invalid_choice", "role")),
    ],
)
def test_an_invitation_with_a_mistake_is_refused(club, owner, body, error):
    assert faults(owner.post(f"{CLUB}members/", body)) == (400, [error])
    assert not club.invitations.exists()


def test_a_player_is_renamed_and_hidden(club, owner):
    zoe = factories.player("Zoé", club)
    changed = owner.patch(player_url(zoe), {"name": "Zoé Roy", "shown": "initials"})
    assert changed.json() == {
        "id": zoe.pk,
        "name": "Z. R.",
        "shown": "initials",
        "clubs": ["un"],
    }
    refused = owner.patch(player_url(zoe), {"shown": "removed"})
    assert faults(refused) == (400, [("invalid_choice", "shown")])


def test_a_name_taken_says_who_has_it(club, owner):
    zoe, ann = factories.player("Zoé", club), factories.player("Ann", club)
    response = owner.patch(player_url(zoe), {"name": "ANN"})
    assert faults(response) == (400, [("name_taken", "name")])
    assert response.json()["player"] == {"id": ann.pk, "name": "Ann"}


def test_a_refused_change_changes_nothing(club):
    zoe = factories.player("Zoé", club, user=factories.user())
    officer = factories.api(factories.member(club, "officer"))
    response = officer.patch(player_url(zoe), {"name": "Zoé Roy", "shown": "hidden"})
    assert faults(response) == (403, [("own_choice", None)])
    assert Player.objects.get().name == "Zoé"


def test_players_are_merged_and_parted(club, owner):
    zoe, double = factories.player("Zoé", club), factories.player("Zoe R", club)
    merged = owner.post(player_url(zoe, "merge/"), {"other": double.pk})
    assert merged.json() == {"id": zoe.pk, "name": "Zoé", "shown": "full", "clubs": ["un"]}
    assert factories.api().get(player_url(double)).json()["id"] == zoe.pk
    assert names(factories.api().get("/api/v1/players/")) == ["Zoé"]
    parted = owner.delete(player_url(zoe, "merge/"))
    assert (parted.status_code, parted.json()["id"]) == (200, zoe.pk)
    assert factories.api().get(player_url(double)).json()["id"] == double.pk
    again = owner.delete(player_url(zoe, "merge/"))
    assert faults(again) == (400, [("merge_none", "non_field_errors")])


def test_two_at_one_table_are_refused_with_the_match(club, owner):
    club.open_recording = True
    club.save()
    zoe, ann = factories.player("Zoé", club), factories.player("Ann", club)
    seats = [{"player": zoe.pk}, {"player": ann.pk}, {"name": "C"}, {"name": "D"}]
    table = factories.table(club="un", seats=seats)
    response = owner.post(player_url(zoe, "merge/"), {"other": ann.pk})
    assert faults(response) == (400, [("merge_same_table", "other")])
    assert table.id in response.json()["errors"][0]["detail"]


def test_a_player_whom_one_does_not_see_is_not_merged_into_anyone(club, owner):
    zoe = factories.player("Zoé", club)
    secret = factories.player("X", factories.club(public=False))
    hidden = factories.player("Y", factories.club(), shown="hidden")
    for other in (secret, hidden):
        response = owner.post(player_url(zoe, "merge/"), {"other": other.pk})
        assert faults(response) == (400, [("player_unknown", "other")])


def test_a_player_of_another_club_is_added_by_number(club):
    two = factories.club("deux")
    account = factories.user()
    for each_club in (club, two):
        each_club.memberships.create(user=account, role="officer")
    zoe = factories.player("Zoé", two)
    response = factories.api(account).post("/api/v1/players/", {"player": zoe.pk, "club": "un"})
    assert (response.status_code, sorted(response.json()["clubs"])) == (201, ["deux", "un"])
    assert ClubPlayer.objects.filter(player=zoe).count() == 2


def test_settings_are_changed_by_an_owner(owner):
    changes = {
        "name": "Le Valet noir",
        "language": "en",
        "public": False,
        "open_recording": True,
        "logo_text": "VN",
        "city": "",
        "joining": "Le mardi à 20 h",
        "embeddable": True,
        "default_presets": {"toy": "court"},
    }
    answer = owner.patch(CLUB, changes).json()
    expected = {"slug": "un", **changes, "notice": "", "noticed_at": None}
    assert answer == expected | {"confirmed_at": answer["confirmed_at"]}
    assert owner.patch(CLUB, {}).json() == answer


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"name": ""}, ("name_blank", "name")),
        ({"logo_text": "A" * 9}, ("too_long", "logo_text")),
        ({"language": "de"}, ("invalid_choice", "language")),
        ({"default_presets": []}, ("not_a_dict", "default_presets")),
        ({"public": "maybe"}, ("invalid", "public")),
    ],
)
def test_a_setting_with_a_mistake_is_refused(owner, body, error):
    assert faults(owner.patch(CLUB, body)) == (400, [error])


def test_the_log_says_who_did_what_in_words(club, owner):
    account = club.memberships.get().user
    zoe = factories.player("Zoé", club)
    owner.patch(player_url(zoe), {"name": "Zoé Roy"})
    member = club.memberships.create(user=factories.user("karim"))
    owner.patch(f"{CLUB}members/{member.pk}/", {"role": "scorer"})
    rows = owner.get(f"{CLUB}changes/").json()["results"]
    assert [(row["kind"], row["by"], plain(row["text"])) for row in rows] == [
        ("role", account.pk, f"compte n° {member.user_id} · rôle : membre → marqueur"),
        ("renamed", account.pk, "Zoé Roy · nom : Zoé → Zoé Roy"),
    ]


@pytest.mark.parametrize("rest", ["members/", "invitations/", "changes/"])
@pytest.mark.parametrize("rows", [1, 3])
def test_lists_read_their_rows_in_as_many_queries_whatever_their_number(
    club, rest, rows, django_assert_num_queries
):
    account = factories.member(club, "owner")
    client = factories.api(account)
    for number in range(rows):
        zoe = factories.player(f"Zoé {number}", club, user=factories.member(club))
        client.patch(player_url(zoe), {"name": f"Zoé R {number}"})
        client.post(f"{CLUB}members/", {})
    client.force_authenticate(account)
    # Invitations: the club, the role and the rows. Members: also the club's names for the people
    # in the rows. Changes: also who is on the list, who is a member, and who was merged.
    queries = {"invitations/": 3, "members/": 4, "changes/": 7}
    with django_assert_num_queries(queries[rest]):
        assert len(client.get(f"{CLUB}{rest}").json()["results"]) >= rows


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_clubs_takes_two_queries(rows, django_assert_num_queries):
    for _ in range(rows):
        factories.club().default_presets.create(game="toy", preset="court")
    with django_assert_num_queries(2):
        assert len(factories.api().get("/api/v1/clubs/").json()["results"]) == rows
