"""A club's own name for a person, and how carefully it shows the person, apply in that club and
nowhere else.
"""

import pytest

from clubs import services
from clubs.accounts.leaving import delete_account
from clubs.callers import Caller
from clubs.errors import NameTaken
from clubs.models import Club, ClubPlayer, Membership, Merge, Player
from clubs.queries import list_of, players_in, sorted_by_name
from games.entry import suggested_names
from games.match import log_queries
from games.services import SeatAsked
from tests import factories
from tests.stored import every_row

pytestmark = pytest.mark.django_db


class TwoClubs:
    """Zoé Roy, who is in two clubs; the first one calls her « Tornade »."""

    def __init__(self, **fields):
        self.here, self.there = factories.club("ici"), factories.club("ailleurs")
        self.zoe = factories.player("Zoé Roy", self.here, self.there, **fields)
        self.officer = factories.member(self.here, "officer")
        self.by = Caller(user=self.officer)
        self.address = f"/api/v1/players/{self.zoe.pk}/"
        services.rename_here(club=self.here, player=self.zoe, name="Tornade", caller=self.by)

    def line(self, club=None):
        return ClubPlayer.objects.get(club=club or self.here, player=self.zoe)

    def show(self, visibility):
        services.choose_shown_here(
            club=self.here, player=self.zoe, visibility=visibility, caller=self.by
        )

    def match(self, club):
        guests = [SeatAsked(name=name) for name in ("Anne", "Bruno", "Chloé")]
        seats = [SeatAsked(player=self.zoe.pk), *guests]
        return factories.started(
            club=club, by=Caller(user=factories.site_owner()), game="dix-mille", seats=seats
        )


def names(club, caller=None, name=""):
    listed = list_of(club, caller or Caller(), name)
    return [player.public_name for player in players_in(sorted_by_name(listed), club)]


def read_api(path, account=None):
    return factories.api(account).get(f"/api/v1/{path}").json()


def test_a_club_names_a_person_on_its_list_and_other_clubs_do_not():
    clubs = TwoClubs()
    assert (names(clubs.here), names(clubs.there)) == (["Tornade"], ["Zoé Roy"])
    assert (names(clubs.here, name="torn"), names(clubs.here, name="roy")) == (["Tornade"], [])
    listed = {slug: read_api(f"players/?club={slug}")["results"] for slug in ("ici", "ailleurs")}
    assert [row["name"] for rows in listed.values() for row in rows] == ["Tornade", "Zoé Roy"]
    assert read_api(f"players/{clubs.zoe.pk}/")["name"] == "Zoé Roy"
    # No two people of a club share a name, and the club's own name for a person counts as
    # theirs. That person's usual name is free there.
    with pytest.raises(NameTaken):
        services.add_player(club=clubs.here, name="TORNADE", caller=clubs.by)
    services.add_player(club=clubs.here, name="Zoé Roy", caller=clubs.by)


def test_renaming_a_person_leaves_the_clubs_own_name_alone():
    clubs = TwoClubs()
    owner = Caller(user=factories.site_owner())
    services.rename(player=clubs.zoe, name="Zoé Caron", caller=owner)
    assert (clubs.line().name_key, clubs.line(clubs.there).name_key) == ("tornade", "zoé caron")
    services.rename_here(club=clubs.here, player=clubs.zoe, name="", caller=clubs.by)
    assert (clubs.line().name, clubs.line().name_key) == ("", "zoé caron")


@pytest.mark.parametrize(
    ("own", "local", "name"),
    [
        ("full", "initials", "T."),
        ("full", "hidden", "joueur anonyme"),
        ("initials", "full", "T."),
        ("hidden", "initials", "joueur anonyme"),
    ],
)
def test_the_more_careful_of_the_two_choices_holds_in_the_clubs_matches(own, local, name):
    clubs = TwoClubs(shown=own)
    clubs.show(local)
    seat = read_api(f"matches/{clubs.match(clubs.here).pk}/")["seats"][0]
    number = None if "hidden" in (own, local) else clubs.zoe.pk
    assert (seat["name"], seat["player"]) == (name, number)


def test_a_person_whom_one_club_hides_is_on_its_list_for_its_members_and_elsewhere_for_all():
    clubs = TwoClubs()
    match = clubs.match(clubs.here)
    clubs.show("hidden")
    assert (names(clubs.here), names(clubs.there)) == ([], ["Zoé Roy"])
    assert names(clubs.here, Caller(user=factories.member(clubs.here))) == ["joueur anonyme"]
    # Her page links to no match sheet of that club: it would tell who the unnamed player is.
    body = read_api(f"players/{clubs.zoe.pk}/")
    assert (body["name"], body["clubs"]) == ("Zoé Roy", ["ailleurs"])
    matches = [
        read_api(f"matches/?player={clubs.zoe.pk}", account)["results"]
        for account in (None, clubs.officer)
    ]
    assert [[row["id"] for row in rows] for rows in matches] == [[], [match.pk]]
    page = factories.browser().get(f"/joueurs/{clubs.zoe.pk}/").content.decode()
    assert match.pk not in page


def test_a_match_is_told_by_its_clubs_names_from_its_start_on():
    clubs = TwoClubs()
    here, there = (clubs.match(club) for club in (clubs.here, clubs.there))
    sheets = [read_api(f"matches/{match.pk}/") for match in (here, there)]
    assert [(sheet["seats"][0]["name"], sheet["sides"][0]["name"]) for sheet in sheets] == [
        ("Tornade", "Tornade"),
        ("Zoé Roy", "Zoé Roy"),
    ]
    listed = read_api("matches/")["results"]
    assert {row["id"]: row["seats"][0]["name"] for row in listed} == {
        here.pk: "Tornade",
        there.pk: "Zoé Roy",
    }
    assert suggested_names.known_names(clubs.here, (), clubs.by) == ["Tornade"]
    clubs.show("initials")
    assert log_queries.public_history(here)[0].after["sides"][0] == "T."


def test_names_of_the_last_table_follow_who_may_see_what_now():
    """A last partner is offered under the name that the next table's club uses, and only if the
    caller may see that name.
    """
    clubs = TwoClubs()
    account = factories.member(clubs.here)
    Membership.objects.create(club=clubs.there, user=account)
    by, guests = Caller(user=account), [SeatAsked(name=name) for name in ("Anne", "Ida")]
    seats = [SeatAsked(player=clubs.zoe.pk), *guests]
    factories.started(club=clubs.here, by=by, game="dix-mille", seats=seats)

    def offered(club):
        return suggested_names.last_partners(Caller(user=account), club)

    by_club = [offered(club) for club in (clubs.here, clubs.there, None)]
    assert by_club == [["Tornade", "Anne", "Ida"]] + 2 * [["Zoé Roy", "Anne", "Ida"]]
    page = factories.browser(account).get("/jouer/dix-mille/?club=ailleurs").content.decode()
    assert ("Zoé Roy" in page, "Tornade" in page) == (True, False)
    # The first club's sheets now hide who sat there, so another club's table does not offer her
    # either.
    clubs.show("hidden")
    assert offered(clubs.there) == ["Anne", "Ida"]
    clubs.show("full")
    assert offered(clubs.there) == ["Zoé Roy", "Anne", "Ida"]
    # A person who is on no list that the caller may see is not suggested.
    ClubPlayer.objects.filter(player=clubs.zoe).delete()
    assert offered(None) == ["Anne", "Ida"]


def test_officers_of_the_club_say_it_by_the_api_and_on_the_settings_page():
    clubs = TwoClubs()
    there = factories.member(clubs.there, "owner")
    change = {"club": "ici", "name": "Zo", "shown": "initials"}
    refused = factories.api(there).patch(clubs.address, change)
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (
        403,
        "players_not_allowed",
    )
    changed = factories.api(clubs.officer).patch(clubs.address, change)
    assert (changed.status_code, changed.json()["name"], changed.json()["shown"]) == (
        200,
        "Z.",
        "initials",
    )
    unknown = factories.api(clubs.officer).patch(clubs.address, {"club": "rien", "name": "Zo"})
    assert unknown.json()["errors"][0]["code"] == "club_unknown"
    blank = factories.api(factories.site_owner()).patch(clubs.address, {"name": " "})
    assert blank.json()["errors"][0]["code"] == "name_blank"
    factories.player("Anne", clubs.here)
    page, where = factories.browser(clubs.officer), f"/joueurs/{clubs.zoe.pk}/reglages/"
    form = f"here-{clubs.line().pk}"
    taken = page.post(where, {"here": "ici", f"{form}-name": "anne", f"{form}-shown": "full"})
    assert taken.status_code == 400
    assert "déjà pris dans le club, par Anne" in taken.content.decode()
    answer = page.post(where, {"here": "ici", f"{form}-name": "Zouzou", f"{form}-shown": "full"})
    assert answer.status_code == 302
    line = clubs.line()
    assert (line.name, line.shown, Player.objects.get(pk=clubs.zoe.pk).name) == (
        "Zouzou",
        "full",
        "Zoé Roy",
    )
    # The form shows the stored name. It shows nothing for this club to the other club's officer.
    assert 'value="Zouzou"' in page.get(where).content.decode()
    assert 'value="Zouzou"' not in factories.browser(there).get(where).content.decode()


def test_a_merger_keeps_the_kept_ones_names_with_more_care_and_undoing_it_gives_all_back():
    clubs = TwoClubs()
    third = factories.club("tiers")
    other = factories.player("Z. Roy", clubs.here, third)
    owner = Caller(user=factories.site_owner())
    for club, name, visibility in ((clubs.here, "Zed", "initials"), (third, "Rafale", "hidden")):
        services.rename_here(club=club, player=other, name=name, caller=owner)
        services.choose_shown_here(club=club, player=other, visibility=visibility, caller=owner)

    def lines():
        columns = ("player", "club__slug", "name", "name_key", "shown")
        return set(ClubPlayer.objects.values_list(*columns))

    before = lines()
    services.merge(survivor=clubs.zoe, absorbed=other, caller=owner)
    assert lines() == {
        (clubs.zoe.pk, "ici", "Tornade", "tornade", "initials"),
        (clubs.zoe.pk, "ailleurs", "", "zoé roy", "full"),
        (clubs.zoe.pk, "tiers", "Rafale", "rafale", "hidden"),
    }
    services.undo_merge(player=clubs.zoe, caller=owner)
    assert lines() == before


def test_a_merger_of_an_earlier_version_is_undone_too():
    clubs = TwoClubs()
    other = factories.player("Z. Roy", clubs.there)
    owner = Caller(user=factories.site_owner())
    merged = services.merge(survivor=clubs.zoe, absorbed=other, caller=owner)
    merged.before["lines"] = [line[:5] for line in merged.before["lines"]]
    Merge.objects.filter(pk=merged.pk).update(before=merged.before)
    services.undo_merge(player=clubs.zoe, caller=owner)
    assert names(clubs.there) == ["Z. Roy", "Zoé Roy"]


def test_leaving_the_list_takes_the_clubs_name_away():
    clubs = TwoClubs()
    match = clubs.match(clubs.here)
    services.remove_from_list(club=clubs.here, player=clubs.zoe, caller=clubs.by)
    assert read_api(f"matches/{match.pk}/")["seats"][0]["name"] == "Zoé Roy"


def test_a_clubs_log_knows_nobody_by_the_name_that_they_have_elsewhere():
    """An owner founds a club, has somebody join it, then leave it. What becomes of that person
    elsewhere is not theirs to read.
    """
    account = factories.user()
    closed, mine = factories.club("a-eux", public=False), factories.club("a-moi")
    taker = factories.member(mine, "owner")
    zoe = factories.player("Zoé", closed, mine, user=account)
    services.claim(player=factories.player("Moi", mine), caller=Caller(user=taker))
    handed = services.invite(club=mine, caller=Caller(user=taker))
    services.accept(token=handed.token, caller=Caller(user=account))
    services.remove_from_list(club=mine, player=zoe, caller=Caller(user=taker))
    services.leave(club=mine, caller=Caller(user=account))
    site_owner = factories.site_owner()
    services.rename(player=zoe, name="Tempête", caller=Caller(user=site_owner))
    # A person of the closed club is merged into a player of mine, and keeps my club's name for
    # them.
    survivor, other = factories.player("Ida", mine), factories.player("Bourrasque", closed)
    services.merge(survivor=survivor, absorbed=other, caller=Caller(user=site_owner))
    page = factories.browser(taker).get(f"/clubs/{mine.slug}/journal/").content.decode()
    rows = factories.api(taker).get(f"/api/v1/clubs/{mine.slug}/changes/").json()["results"]
    text = page + str([row["text"] for row in rows])
    assert [name for name in ("Tempête", "Bourrasque") if name in text] == []
    texts = {row["kind"]: row["text"] for row in rows}
    assert (texts["removed"], texts["merged"]) == ("Zoé", "Ida")
    assert texts["left"].startswith("compte n°")
    theirs = factories.member(closed, "officer")
    rows = factories.api(theirs).get(f"/api/v1/clubs/{closed.slug}/changes/").json()["results"]
    assert rows[0]["text"] == "Ida, Bourrasque"


def test_who_is_forgotten_leaves_no_club_their_name():
    account = factories.user()
    clubs = TwoClubs(user=account)
    Membership.objects.create(club=clubs.here, user=account)
    match = clubs.match(clubs.here)
    other = factories.player("Z. Roy", clubs.here)
    owner = Caller(user=factories.site_owner())
    services.rename_here(club=clubs.here, player=other, name="Bourrasque", caller=owner)
    services.merge(survivor=clubs.zoe, absorbed=other, caller=owner)
    delete_account(user=account)
    assert read_api(f"matches/{match.pk}/")["seats"][0]["name"] == "une personne retirée"
    # Every row of every app, with the names' keys.
    stored = str(every_row()).casefold()
    assert [name for name in ("tornade", "bourrasque", "zoé") if name in stored] == []


def test_an_accounts_export_tells_of_others_what_the_pages_tell_now():
    """The export holds all of the account's own actions. It contains no name of people who hide,
    and not the name of a closed club that the account has left.
    """
    clubs = TwoClubs()
    account = factories.member(clubs.here, "officer")
    by, guests = Caller(user=account), [SeatAsked(name=name) for name in ("Anne", "Ida")]
    seats = [SeatAsked(player=clubs.zoe.pk), *guests]
    factories.started(club=clubs.here, by=by, game="dix-mille", seats=seats)

    def exported():
        body = factories.api(account).get("/api/v1/account/export/").json()
        return body["matches"][0]["club"], body["changes"][0]["after"]

    club, after = exported()
    assert (club, after["players"], after["sides"]) == (
        "ici",
        [clubs.zoe.pk, None, None],
        ["Tornade", "Anne", "Ida"],
    )
    clubs.show("hidden")
    club, after = exported()
    assert (after["players"], after["sides"]) == ([None] * 3, ["joueur anonyme", "Anne", "Ida"])
    Club.objects.filter(pk=clubs.here.pk).update(public=False)
    clubs.here.memberships.filter(user=account).delete()
    assert exported() == (None, None)
