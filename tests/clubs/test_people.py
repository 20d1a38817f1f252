"""Players of a club: people of other clubs, names, privacy, the list, accounts, leaving for
good.
"""

import pytest

from clubs import services, signals
from clubs.callers import Caller
from clubs.errors import NameTaken
from clubs.models import ClubChange, ClubPlayer, Merge, Player
from clubs.queries import find_player, list_of, players_in, sorted_by_name
from core.errors import Denied, NotFound
from games.models import Seat
from games.services import SeatAsked
from tests import factories

pytestmark = pytest.mark.django_db


def officer(*clubs):
    account = factories.user()
    for club in clubs:
        club.memberships.create(user=account, role="officer")
    return Caller(user=account)


def clubs_of(player):
    return sorted(ClubPlayer.objects.filter(player=player).values_list("club__slug", flat=True))


def test_a_player_of_another_club_enters_by_an_officer_of_both():
    first, second = factories.club("un"), factories.club("deux")
    zoe = factories.player("Zoé", first)
    services.add_known_player(club=second, player=zoe, caller=officer(first, second))
    services.add_known_player(club=second, player=zoe, caller=officer(first, second))
    assert clubs_of(zoe) == ["deux", "un"]


def test_nobody_is_taken_from_a_club_by_an_officer_of_another():
    first, second = factories.club("un"), factories.club("deux")
    zoe = factories.player("Zoé", first)
    for by, code in (
        (officer(second), "other_club_officer_needed"),
        (officer(first), "players_not_allowed"),
    ):
        with pytest.raises(Denied) as denied:
            services.add_known_player(club=second, player=zoe, caller=by)
        assert denied.value.code == code
    assert clubs_of(zoe) == ["un"]


def test_a_name_that_the_other_club_has_is_taken():
    first, second = factories.club(), factories.club()
    known = factories.player("zoé", second)
    with pytest.raises(NameTaken) as taken:
        services.add_known_player(
            club=second, player=factories.player("Zoé", first), caller=officer(first, second)
        )
    assert taken.value.player == known


def test_a_player_is_renamed_in_all_their_clubs():
    first, second = factories.club(), factories.club()
    zoe = factories.player("Zoé", first, second)
    services.rename(player=zoe, name=" Zoe\u0301  Roy", caller=officer(first, second))
    assert Player.objects.get().name == "Zoé Roy"
    assert set(ClubPlayer.objects.values_list("name_key", flat=True)) == {"zoé roy"}
    logged = ClubChange.objects.values_list("club", "before", "after").order_by("club")
    assert list(logged) == [
        (club.pk, {"name": "Zoé"}, {"name": "Zoé Roy"}) for club in (first, second)
    ]


def test_a_name_taken_in_one_of_the_clubs_is_refused_in_all():
    first, second = factories.club(), factories.club()
    zoe, other = factories.player("Zoé", first, second), factories.player("Ann", second)
    with pytest.raises(NameTaken) as taken:
        services.rename(player=zoe, name="ANN", caller=officer(first, second))
    assert (taken.value.player, Player.objects.get(pk=zoe.pk).name) == (other, "Zoé")


def test_only_the_case_of_a_name_may_change():
    club = factories.club()
    zoe = factories.player("zoé", club)
    assert services.rename(player=zoe, name="Zoé", caller=officer(club)).name == "Zoé"


@pytest.mark.parametrize(
    ("standing", "with_account", "may_rename", "may_hide"),
    [
        ("visitor", False, False, False),
        ("scorer", False, False, False),
        ("officer", False, True, True),
        ("officer", True, True, False),
        ("oneself", True, True, True),
        ("site owner", True, True, True),
        ("other officer", False, False, False),
    ],
)
def test_who_may_rename_and_hide_a_player(standing, with_account, may_rename, may_hide):
    club = factories.club()
    account = factories.user() if with_account else None
    zoe = factories.player("Zoé", club, user=account)
    caller = {
        "visitor": lambda: Caller(),
        "scorer": lambda: Caller(user=factories.member(club, "scorer")),
        "officer": lambda: officer(club),
        "oneself": lambda: Caller(user=account),
        "site owner": lambda: Caller(user=factories.site_owner()),
        "other officer": lambda: officer(factories.club()),
    }[standing]()
    for allowed, write in (
        (may_rename, lambda: services.rename(player=zoe, name="Zoé R", caller=caller)),
        (may_hide, lambda: services.choose_shown(player=zoe, visibility="hidden", caller=caller)),
    ):
        if allowed:
            write()
        else:
            with pytest.raises(Denied):
                write()
    zoe = Player.objects.get()
    assert (zoe.name == "Zoé R", zoe.shown == "hidden") == (may_rename, may_hide)


def test_a_player_taken_off_the_list_keeps_their_results_and_their_name_is_free():
    club = factories.club()
    by = officer(club)
    zoe = factories.player("Zoé", club)
    seats = [SeatAsked(player=zoe.pk), *(SeatAsked(name=name) for name in "ABC")]
    factories.started(by=by, club=club, seats=seats)
    heard = []

    def removed(sender, player, club, **_):
        heard.append((player.pk, club.pk))

    signals.player_removed.connect(removed)
    try:
        services.remove_from_list(club=club, player=zoe, caller=by)
    finally:
        signals.player_removed.disconnect(removed)
    assert heard == [(zoe.pk, club.pk)]
    assert Seat.objects.get(number=0).player == zoe
    assert services.add_player(club=club, name="Zoé", caller=by) != zoe
    with pytest.raises(NotFound):
        services.remove_from_list(club=club, player=zoe, caller=by)


def test_an_officer_parts_a_player_from_their_account():
    club = factories.club()
    zoe = factories.player("Zoé", club, user=factories.user())
    with pytest.raises(Denied):
        services.untie(player=zoe, caller=Caller(user=factories.member(club)))
    assert services.untie(player=zoe, caller=officer(club)).user is None


def test_whoever_is_forgotten_leaves_no_name_in_mergers_and_logs():
    club = factories.club()
    by = officer(club)
    zoe = factories.player("Zoé", club, user=factories.user())
    double = factories.player("Z. Roy", club)
    services.rename(player=zoe, name="Zoé Roy", caller=by)
    services.merge(survivor=zoe, absorbed=double, caller=by)
    services.invite(club=club, caller=by)
    assert services.forget_traces(player=zoe) == ["Z. Roy", "Zoé", "Zoé Roy"]
    assert Player.objects.get(pk=double.pk).name == ""
    merged = Merge.objects.get()
    assert (merged.before, merged.receipts) == ({}, {})
    assert not services.can_be_undone(merged)
    values = ClubChange.objects.exclude(kind="invited").values_list("before", "after")
    assert set(values) == {(None, None)}


def test_officers_find_everyone_on_their_list_and_others_those_who_are_shown():
    club = factories.club()
    for name, visibility in (("Zoé", "hidden"), ("Anne", "full"), ("Bruno Roy", "initials")):
        factories.player(name, club, shown=visibility)

    def names_listed(caller, name=""):
        return [
            player.name for player in players_in(sorted_by_name(list_of(club, caller, name)), club)
        ]

    assert names_listed(officer(club)) == ["Anne", "Bruno Roy", "Zoé"]
    assert names_listed(officer(club), "ROY") == ["Bruno Roy"]
    assert names_listed(Caller()) == ["Anne", "Bruno Roy"]
    assert names_listed(Caller(), "roy") == []
    assert names_listed(Caller(user=factories.member(club))) == ["Anne", "Bruno Roy", "Zoé"]


def test_a_choice_under_a_wrong_name_is_refused_and_not_passed_over():
    club = factories.club()
    anne = factories.player("Anne", club)
    officer = factories.api(factories.member(club, "officer"))
    refused = officer.patch(f"/api/v1/players/{anne.pk}/", {"privacy": "hidden"})
    (error,) = refused.json()["errors"]
    assert (refused.status_code, error["code"], error["attr"]) == (400, "field_unknown", "privacy")


def test_names_stand_where_one_looks_for_them():
    """Names are sorted as readers expect: accents do not count, however the database sorts."""
    club = factories.club()
    for name in ("Zoé", "Élise", "eva", "Eric"):
        factories.player(name, club)
    people = players_in(sorted_by_name(list_of(club, Caller())), club)
    assert [player.name for player in people] == ["Élise", "Eric", "eva", "Zoé"]


def test_the_number_of_a_merged_player_finds_who_they_are_now():
    club = factories.club()
    by = officer(club)
    a, b, c = (factories.player(name, club) for name in "ABC")
    services.merge(survivor=b, absorbed=a, caller=by)
    services.merge(survivor=c, absorbed=b, caller=by)
    assert [find_player(player.pk, Caller()) for player in (a, b, c)] == [c, c, c]


def test_one_sees_oneself_even_hidden_and_on_no_list():
    account = factories.user()
    zoe = factories.player("Zoé", shown="hidden", user=account)
    assert find_player(zoe.pk, Caller(user=account)) == zoe
    with pytest.raises(NotFound):
        find_player(zoe.pk, Caller())
